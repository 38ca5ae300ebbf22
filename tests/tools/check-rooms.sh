#!/bin/sh
# check-rooms.sh BUILD: prints the house as it is built, the highest floor first:
# of each room its files and lines, its largest private header (one that neither
# another room nor a public header includes) and its largest circle of files. File A
# stands above file B when A uses a symbol that B alone defines; in a circle each
# file stands above each other, so that none can be understood, tested or replaced
# alone.
#
# Refused are a room, a private header or a circle above its limit, a circle that
# no comment "Circle: ..." in a header of its room explains, and a room
# that uses a symbol of a room that rooms.txt does not put below it: what
# check-layers.sh sees in #include lines is seen here in the objects, where a
# declaration by hand does not hide it. Refused is, too, a symbol that leaves its
# file without its room's name in front: sp_ROOM_ if other rooms may use it, ROOM_
# if its own files alone may. Names of base are sp_ alone: they are the words of
# every room.
set -eu

ROOM=8000   # lines
HEADER=200  # lines
CIRCLE=12   # files
UNLIMITED=mail # taking mail apart is long, and flat

# What breaks a limit today and is being rebuilt: room, what, the number that it
# must not exceed meanwhile. Numbers go down only; a line whose room keeps to the
# limit is refused, so that this list empties itself. (Measured when it was made:
# order 266; host 21,543, 1,118 and 43; the rest as it stands here.) "names" has
# the name of a room that is not built yet, which symbols of this one may carry.
EXEMPT=${SP_EXEMPT_ROOMS-"
"}

build=$1
table=$(dirname "$0")/rooms.txt
files=$(find lib daemon -name '*.[ch]' | LC_ALL=C sort)
objects=
for file in $files; do
	case $file in
	*.c)
		object=$build/${file%.c}.o
		[ -e "$object" ] || {
			echo "$file: $object is not there"
			exit 1
		}
		objects="$objects $object"
		;;
	esac
done

# One line for each fact, with a letter in front.
facts() {
	sed -n 's/^[a-z]/R &/p' "$table"
	printf '%s\n' "$EXEMPT" | sed -n 's/^[a-z]/E &/p'
	# shellcheck disable=SC2086 # lists of paths without spaces
	{
		grep -l "Circle: " $files | sed "s/^/C /"
		wc -l /dev/null $files | awk '$2 ~ /\// { print "F", $2, $1 }'
		awk '/^[ \t]*#[ \t]*include[ \t]*"/ {
			split($0, part, "\"")
			print "I", FILENAME, part[2]
		}' $files /dev/null
		[ -z "$objects" ] || LC_ALL=C nm -A -P $objects |
			sed "s|^$build/|S |; s|\.o: |.c |"
	}
}

facts | awk -v room_max=$ROOM -v header_max=$HEADER -v circle_max=$CIRCLE \
	-v unlimited=$UNLIMITED '
function room_of(file,    part)
{
	split(file, part, "/")
	return part[1] == "lib" ? part[2] : part[1]
}

function folder(room)
{
	return room == "daemon" ? room : "lib/" room
}

function refuse(why)
{
	refused[++refusals] = why
}

function held(room, what, value, limit, unit,    key)
{
	key = room SUBSEP what
	if (value <= limit && key in exempt)
		refuse("EXEMPT: \"" room " " what "\" is not needed any more: " \
			value " " unit)
	if (key in exempt)
		limit = exempt[key]
	delete exempt[key]
	if (value > limit)
		refuse(folder(room) ": " value " " unit ", at most " limit)
}

# Tarjan: numbers files in the order in which they are met; one that reaches none
# met earlier is the first of its circle, and what is above it on the stack is
# the rest.
function visit(file,    list, n, i, to, size, names)
{
	met[file] = low[file] = ++meetings
	stack[++height] = file
	on[file] = 1
	n = split(above[file], list, " ")
	for (i = 1; i <= n; i++) {
		to = list[i]
		if (!(to in met)) {
			visit(to)
			if (low[to] < low[file])
				low[file] = low[to]
		} else if (on[to] && met[to] < low[file]) {
			low[file] = met[to]
		}
	}
	if (low[file] != met[file])
		return
	do {
		to = stack[height--]
		on[to] = 0
		size++
		sub(/^.*\//, "", to)
		names = names " " to
	} while (stack[height + 1] != file)
	if (size > circle[room_of(file)]) {
		circle[room_of(file)] = size
		members[room_of(file)] = names
	}
}

# Of the symbols that each file uses: who stands above whom, and who must not.
function arrows(    i, part, from, to, pair)
{
	for (i = 1; i <= uses; i++) {
		split(use[i], part, " ")
		if (definers[part[2]] != 1)
			continue
		from = part[1]
		to = definer[part[2]]
		if (room_of(from) != room_of(to) && part[2] !~ /^sp_/)
			refuse(from ": " part[2] " is for the files of " \
				folder(room_of(to)) " alone")
		if (!((room_of(from), room_of(to)) in sees))
			refuse(from ": " room_of(from) " must not use " \
				part[2] " of " to)
		pair = from SUBSEP to
		if (from != to && !(pair in drawn))
			above[from] = above[from] " " to
		drawn[pair] = 1
	}
}

# A symbol that leaves its file says which folder it is in.
function names(    symbol, room, bare, i)
{
	for (symbol in definer) {
		room = room_of(definer[symbol])
		bare = symbol
		sub(/^sp_/, "", bare)
		# lib/store/store.c: libgit2 finds ours in place of theirs
		if (symbol == "main" || symbol ~ /^mbedtls_/ ||
		    index(bare "_", room "_") == 1 ||
		    (room == "base" && symbol ~ /^sp_/))
			continue
		if ((room, "names") in exempt &&
		    index(bare "_", exempt[room, "names"] "_") == 1) {
			other_names[room] = 1
			continue
		}
		refuse(definer[symbol] ": " symbol " must be named " \
			(room == "base" ? "sp_..." : \
			"sp_" room "_... or " room "_..."))
	}
	for (i = 1; i <= rooms; i++) {
		if (!((name[i], "names") in exempt))
			continue
		if (!(name[i] in other_names))
			refuse("EXEMPT: \"" name[i] \
				" names\" is not needed any more")
		delete exempt[name[i], "names"]
	}
}

function is_public(file,    list, n, i)
{
	if (file in public ||
	    file == folder(room_of(file)) "/" room_of(file) ".h")
		return 1
	if (file in asked)
		return 0
	asked[file] = 1
	n = split(inside[file], list, " ")
	for (i = 1; i <= n; i++)
		if (is_public(list[i]))
			return public[file] = 1
	return 0
}

# The first of the longest, by name.
function private_headers(    i, file, room)
{
	for (i = 1; i <= files; i++) {
		file = name_of[i]
		room = room_of(file)
		if (file !~ /\.h$/ || is_public(file) ||
		    length_of[file] <= longest[room])
			continue
		longest[room] = length_of[file]
		header[room] = file
		sub(/^.*\//, "", header[room])
	}
}

function picture(    level, i, room, private)
{
	print "floor  room      files  lines  private header          circle"
	for (level = top; level >= 0; level--) {
		for (i = 1; i <= rooms; i++) {
			room = name[i]
			if (floor[room] != level)
				continue
			private = longest[room] ? \
				header[room] " " longest[room] : "-"
			printf "%5d  %-8s %6d %6d  %-22s %7s\n", level, room,
				count[room], lines[room], private,
				(circle[room] > 1) ? circle[room] : "-"
		}
	}
	for (i = 1; i <= rooms; i++)
		if (circle[name[i]] > circle_max)
			print "circle in " folder(name[i]) ":" members[name[i]]
}

$1 == "R" {
	name[++rooms] = $2
	sees[$2, $2] = 1
	floor[$2] = 0
	for (i = 4; i <= NF; i++) {
		if (floor[$i] >= floor[$2])
			floor[$2] = floor[$i] + 1
		for (j = 1; j < rooms; j++)
			if (($i, name[j]) in sees)
				sees[$2, name[j]] = 1
	}
	if (floor[$2] > top)
		top = floor[$2]
}

$1 == "E" {
	exempt[$2, $3] = $4
}

$1 == "C" && $2 ~ /\.h$/ {
	explained[room_of($2)] = 1
}

$1 == "F" {
	count[room_of($2)]++
	lines[room_of($2)] += $3
	length_of[$2] = $3
	name_of[++files] = $2
}

# What another room includes is public; so is what a public header includes.
$1 == "I" {
	from = index($3, "/") ? substr($3, 1, index($3, "/") - 1) : room_of($2)
	header_file = folder(from) "/" substr($3, index($3, "/") + 1)
	if (from != room_of($2))
		public[header_file] = 1
	else if ($2 ~ /\.h$/)
		inside[header_file] = inside[header_file] " " $2
}

$1 == "S" && $4 ~ /^[A-TV-Z]$/ {
	definers[$3]++
	definer[$3] = $2
}

$1 == "S" && ($4 == "U" || $4 == "w") {
	use[++uses] = $2 " " $3
}

END {
	arrows()
	names()
	private_headers()
	for (i = 1; i <= files; i++)
		if (!(name_of[i] in met))
			visit(name_of[i])
	picture()
	for (i = 1; i <= rooms; i++) {
		room = name[i]
		if (room != unlimited)
			held(room, "lines", lines[room] + 0, room_max, "lines")
		held(room, "header", longest[room] + 0, header_max,
			"lines in " header[room])
		held(room, "circle", circle[room] + 0, circle_max,
			"files in a circle")
		if (circle[room] > 1 && !(room in explained))
			refuse(folder(room) ": no header explains its circle:" \
				members[room])
		if (circle[room] <= 1 && room in explained)
			refuse(folder(room) ": a header explains a circle, " \
				"and no files call each other round")
	}
	for (key in exempt) {
		split(key, part, SUBSEP)
		refuse("EXEMPT: there is no room \"" part[1] "\" with a \"" \
			part[2] "\"")
	}
	for (i = 1; i <= refusals; i++)
		print refused[i]
	exit refusals > 0
}'
