#!/bin/sh
# check-layers.sh [ROOT]: do the #include lines of lib/ and daemon/ keep to the
# arrows between the rooms? rooms.txt is the law; tests are exempt.
#
# Also: pure modules see no header that reaches the clock or the outside, each
# library is seen by its module only, nobody sees another module's private
# header, a .c file in lib/ includes a header of its own module first, and law,
# which says what may be done, sees a position as const only.
set -eu

table=$(cd "$(dirname "$0")" && pwd)/rooms.txt
cd "${1:-.}"
files=$(find lib daemon -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
[ -n "$files" ] || exit 0

# shellcheck disable=SC2086 # a list of paths without spaces
exec awk -v table="$table" '
BEGIN {
	# Neither clock nor locale nor files. <stdio.h> is for snprintf.
	n = split("assert inttypes limits stdarg stdbool stddef stdint " \
		"stdio stdlib string jansson", list, " ")
	for (i = 1; i <= n; i++)
		harmless[list[i] ".h"] = 1

	owner["git2"] = owner["zlib"] = "store"
	owner["sqlite3"] = "registry"
	owner["confuse"] = "config"
	owner["seccomp"] = owner["curl"] = owner["gmime"] = owner["glib"] = "mail"
	owner["libxml"] = owner["libxml2"] = "mail"
}

function refuse(why)
{
	printf "%s:%d: %s\n", FILENAME, FNR, why
	bad = 1
}

function quoted(name,    part)
{
	if (name !~ /\//)
		return
	if (split(name, part, "/") != 2 || !((part[1], part[1]) in sees)) {
		refuse("\"" name "\" is not \"<module>/<header>\"")
		return
	}
	if (!((module, part[1]) in sees))
		refuse(module " must not include \"" name "\"")
	else if (part[1] != module && name ~ /_private\.h$/)
		refuse("\"" name "\" is private to " part[1])
}

function bracketed(name,    lib)
{
	if (module in pure && !(name in harmless) &&
	    !(module == "rng" && name ~ /^openssl\//))
		refuse(module " is pure and must not include <" name ">")
	lib = name
	sub(/[\/.].*/, "", lib)
	if (lib in owner && module != owner[lib] && module != "daemon")
		refuse("<" name "> belongs to " owner[lib])
}

# A room, `pure` or not, and what it may use, with all that this may use.
FILENAME == table {
	if ($0 !~ /^[a-z]/)
		next
	room[++rooms] = $1
	sees[$1, $1] = 1
	if ($2 == "pure")
		pure[$1] = 1
	for (i = 3; i <= NF; i++) {
		if (!(($i, $i) in sees))
			refuse($1 " uses " $i ", which is not below it")
		for (j = 1; j < rooms; j++)
			if (($i, room[j]) in sees)
				sees[$1, room[j]] = 1
	}
	next
}

FNR == 1 {
	split(FILENAME, path, "/")
	module = path[1] == "lib" ? path[2] : path[1]
	first = FILENAME ~ /^lib\/.*\.c$/
	if (!((module, module) in sees)) {
		refuse("module " module " has no place in rooms.txt")
		nextfile_wanted = FILENAME
	}
}

FILENAME == nextfile_wanted { next }

module == "law" || module == "eval" {
	code = $0
	gsub(/const struct sp_game[ \t]*\*/, "", code)
	if (code ~ /struct sp_game[ \t]*\*/)
		refuse(module " reads a const struct sp_game only")
}

/^[ \t]*#[ \t]*include/ {
	name = $0
	sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
	open = substr(name, 1, 1)
	name = substr(name, 2)
	sub(/[">].*/, "", name)
	if (first && (open != "\"" || \
	    (name ~ /\// && index(name, module "/") != 1)))
		refuse("include a header of " module " first")
	first = 0
	if (open == "\"")
		quoted(name)
	else if (open == "<")
		bracketed(name)
	else
		refuse("an include must name its file")
}

END { exit bad }
' "$table" $files
