#!/bin/sh
# A club under ./run on the embedded default (a Maildir in, a Maildir out, no
# servers), and a two-seat game with cards played by mail files before your eyes.
#
#   demo.sh        two scripted players; `make run` calls this. A few mails are
#                  shown whole and the rest counted; FILM=1 shows every mail
#   demo.sh play   you are Red: type orders, an empty line sends them
#
# The scripted players know only what their mails say, and answer with what a
# mail program would send.
set -eu

build=${BUILD:-build}
build=${build#"$PWD/"}
mode=${1:-demo}
[ "$mode" != demo ] || [ -z "${FILM:-}" ] || mode=film
club=run
spellpost=$build/spellpost
conf=$club/spellpost.conf
in=$club/mail/in
out=$club/mail/out
daemon=

die() {
	echo "demo: $*" >&2
	exit 1
}

stop_daemon() {
	[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || :
	[ -z "$daemon" ] || wait "$daemon" || :
	daemon=
}
trap stop_daemon EXIT
trap 'exit 130' INT TERM

bold='' plain=''
[ ! -t 1 ] || bold=$(printf '\033[1m') plain=$(printf '\033[0m')

say() {
	printf '\n%s%s%s\n' "$bold" "$*" "$plain"
}

# Headers of a mail, unfolded, as variables: programs are what takes long here.
to='' subject='' reply_to='' message_id='' boundary='' headers_of=
headers() { # mail
	[ "$headers_of" != "$1" ] || return 0
	headers_of=$1
	{
		IFS= read -r to
		IFS= read -r subject
		IFS= read -r reply_to
		IFS= read -r message_id
		IFS= read -r boundary
	} <<TEXT
$(awk '{ sub(/\r$/, "") }
	$0 == "" { exit }
	/^[ \t]/ { sub(/^[ \t]+/, ""); v[name] = v[name] " " $0; next }
	{
		name = tolower(substr($0, 1, index($0, ":") - 1))
		v[name] = substr($0, length(name) + 2)
		sub(/^[ \t]+/, "", v[name])
	}
	END {
		b = v["content-type"]
		if (!sub(/.*[Bb][Oo][Uu][Nn][Dd][Aa][Rr][Yy]="?/, "", b)) b = ""
		sub(/[";].*/, "", b)
		print v["to"] "\n" v["subject"] "\n" v["reply-to"] "\n" \
			v["message-id"] "\n" b "\n."
	}' "$1")
TEXT
}

# The text of a mail: its first text/plain part where it has parts.
body() { # mail
	headers "$1"
	awk -v boundary="$boundary" '
		function digit(c) { return index("0123456789abcdef", tolower(c)) - 1 }
		function decoded(s,    t, i) {
			while ((i = match(s, /=[0-9A-Fa-f][0-9A-Fa-f]/)) > 0) {
				t = t substr(s, 1, i - 1) sprintf("%c",
					16 * digit(substr(s, i + 1, 1)) \
					+ digit(substr(s, i + 2, 1)))
				s = substr(s, i + 3)
			}
			return t s
		}
		BEGIN { heads = 1; wanted = boundary == "" }
		{ sub(/\r$/, "") }
		boundary != "" && index($0, "--" boundary) == 1 {
			if (wanted) exit
			heads = 1
			quoted = 0
			next
		}
		heads && /^[Cc]ontent-[Tt]ype: *text\/plain/ { wanted = 1 }
		heads && /^[Cc]ontent-[Tt]ransfer-[Ee]ncoding: *quoted/ { quoted = 1 }
		heads { if ($0 == "") heads = 0; next }
		!wanted { next }
		!quoted { print; next }
		/=$/ { printf "%s", decoded(substr($0, 1, length($0) - 1)); next }
		{ print decoded($0) }' "$1"
}

frame() { # title, mail: whole, as it lies in the Maildir
	say "=== $1"
	sed 's/\r$//; s/^/| /' "$2"
}

letter() { # title, mail: as a mail program shows it
	say "=== $1"
	headers "$2"
	printf '| To: %s\n| Subject: %s\n|\n' "$to" "$subject"
	body "$2" | without_terms | sed 's/^/| /; s/ *$//'
}
# What the start of a game says once, and whoever plays may read in it.
without_terms() {
	awk '/^For the record/ { cut = 1; print "[the dice]\n" }
	/^-- $/ { cut = 0 }
	!cut'
}

# What `make run` shows: how one joins, the first mail that asks for a move, and
# its answer; then a line for each turn.
stage=join turn='' player_of_turn='' written=0 received=0
tell_turn() {
	[ -z "$turn" ] || printf '  turn %2s  %-5s %2d mails written, %3d received\n' \
		"$turn" "$player_of_turn" $written $received
	written=0 received=0
}
count_mail() { # mail that arrived
	received=$((received + 1))
	headers "$1"
	case $subject in
	Re:*) return ;;
	*", your move (turn "*) ;;
	*) return ;;
	esac
	number=${subject##*(turn }
	number=${number%%)*}
	[ "$number" != "$turn" ] || return 0
	if [ $stage = move ]; then
		letter "The first mail that asks for a move" "$1"
		stage=order
	else
		tell_turn
	fi
	turn=$number
	player_of_turn=${subject%%, your move*}
	player_of_turn=${player_of_turn##*[]:] }
}
title() {
	case $1 in red) echo Red ;; *) echo Blue ;; esac
}
count_answer() { # player, mail that is sent
	case $mode in
	play) [ "$1" = red ] || frame "$(title "$1") writes" "$2" ;;
	film) frame "$(title "$1") writes" "$2" ;;
	*)
		written=$((written + 1))
		case $stage in
		join)
			letter "Red and Blue are invited by mail; $(title "$1") answers" "$2"
			stage=move
			;;
		order)
			letter "$(title "$1") answers" "$2"
			stage=rest
			say "And so on: a scripted player answers every mail that asks."
			;;
		esac
		;;
	esac
}

sent=0
answer() { # player, mail, text: what Reply does in a mail program
	headers "$2"
	sent=$((sent + 1))
	now=$(LC_ALL=C date '+%s %a, %d %b %Y %T %z')
	date=${now#* }
	now=${now%% *}
	file=$in/tmp/$now.demo_$(printf %04d "$sent")
	{
		printf 'From: %s <%s@example.org>\n' "$1" "$1"
		printf 'To: %s\n' "$reply_to"
		printf 'Subject: Re: %s\n' "${subject#Re: }"
		printf 'Message-ID: <demo.%s.%s@example.org>\n' "$now" "$sent"
		printf 'In-Reply-To: %s\n' "$message_id"
		printf 'Date: %s\n' "$date"
		printf '\n%s\n' "$3"
	} >"$file"
	count_answer "$1" "$file"
	mv "$file" "$in/new/"
}

# The first thing that a mail suggests, but before all else a counter, a spell
# at the other, a punch; the first of numbered answers; of a hand that is too big
# what would go by itself; nothing where it is not this player's turn.
suggestion() { # mail
	body "$1" | awk '
		/^Reply with a number, or write / { on = 1; next }
		/^You may (choose|part with)$/ { number = 1 }
		/^Give up [0-9]+ of these$/ { give = 1 }
		{ text = text " " $0 }
		/^  \| pass$/ { last = "pass" }
		on && /^  [|]    / { next } # what would come of it
		on && /^  / {
			sub(/^[ |]+[0-9]+  /, "")
			sub(/  .*/, "")
			if (first == "") first = $0
			if (/^counter/) best = $0
			if (/^cast .* at (red|blue)$/) best = $0
			if (/^punch (red|blue)$/ && best == "") best = $0
			next
		}
		{ on = 0 }
		END {
			if (give && match(text, /"discard [^"]*" +counts/)) {
				gsub(/ +/, " ", text)
				match(text, /"discard [^"]*" counts/)
				print substr(text, RSTART + 1, RLENGTH - 9)
			} else if (number) print 1
			else if (best != "") print best
			else if (first != "") print first
			else if (text ~ /Reply "pass"/) print "pass"
			else print last
		}'
}

typed() { # the orders of whoever sits before the terminal; fails at the end
	printf '\n\033[1mYour answer (an empty line sends it): \033[0m\n' >&2
	some=
	while read -r line; do
		[ -n "$line" ] || [ -z "$some" ] || return 0
		[ -z "$line" ] || some=1
		[ -z "$line" ] || printf '%s\n' "$line"
	done
	[ -n "$some" ]
}

respond() { # mail that arrived
	headers "$1"
	player=${to##*<}
	player=${player%%@*}
	if [ ! -e "$club/joined.$player" ]; then
		: >"$club/joined.$player"
		if [ "$player" = red ]; then
			answer red "$1" "join
luck a cold moon over the tower"
		else
			answer "$player" "$1" "Hello! I would love to play.

join"
		fi
		return
	fi
	orders=$(suggestion "$1")
	# a question, or a turn: what a person would answer
	if [ "$mode" = play ] && [ "$player" = red ]; then
		if [ -n "$orders" ] || body "$1" | grep -q '"yes"\|| yes'; then
			orders=$(typed) || {
				say "Goodbye; the club stays in ./$club"
				exit 0
			}
		fi
	fi
	[ -z "$orders" ] || answer "$player" "$1" "$orders"
}

show() { # mail that arrived
	headers "$1"
	case $mode in
	film) frame "a mail arrives at $to" "$1" ;;
	play) [ "${to#*red}" = "$to" ] || letter "a mail arrives at $to" "$1" ;;
	*) count_mail "$1" ;;
	esac
}

# New mails, answers before news: a Maildir has no order within a second.
arrived() {
	set -- "$out"/new/*
	[ -e "$1" ] || return 0
	awk 'function sorted() {
			sub(/.*\//, "", path)
			rank = s ~ /^Re:/ ? 1 : s ~ /starts/ ? 2 : 3
			mails[rank] = mails[rank] " " path
		}
		{ sub(/\r$/, "") }
		FNR == 1 { if (NR > 1) sorted(); path = FILENAME; s = ""; over = on = 0 }
		over { next }
		$0 == "" { over = 1 }
		on && /^[ \t]/ { s = s $0; next }
		{ on = 0 }
		tolower($0) ~ /^subject:/ {
			on = 1
			s = substr($0, 9)
			sub(/^[ \t]+/, "", s)
		}
		END { sorted(); print mails[1] mails[2] mails[3] }' "$@"
}

if [ ! -x "$spellpost" ] || [ ! -x "$build/spellpostd" ]; then
	die "run \`make\` first"
fi
if [ -e "$club" ]; then
	[ -e "$club/.demo" ] ||
		die "./$club is there and is not a demo's; move it away"
	rm -rf "$club"
fi
$spellpost init "$club" >/dev/null
: >"$club/.demo"
mkdir "$club/mail/read"
say "A club in ./$club: a Maildir in, a Maildir out, no servers."
"$build/spellpostd" -c "$conf" 2>"$club/log" &
daemon=$!
$spellpost -c "$conf" game new --id demo \
	--option cards=yes --option rounds=15 \
	--seat red=red@example.org --seat blue=blue@example.org >"$club/new"
[ "$mode" = demo ] || cat "$club/new"

idle=0
while [ $idle -lt 2400 ]; do # two minutes without a mail: it stands still
	news=$(arrived)
	if [ -z "$news" ]; then
		kill -0 "$daemon" 2>/dev/null ||
			die "the daemon stopped: $(cat "$club/log")"
		[ -e "$club/over" ] && break
		idle=$((idle + 1))
		sleep 0.05
		continue
	fi
	idle=0
	for mail in $news; do
		mv "$out/new/$mail" "$club/mail/read/$mail"
		show "$club/mail/read/$mail"
	done
	for mail in $news; do
		headers "$club/mail/read/$mail"
		case $subject in
		*"] The game is over"*) : >"$club/over" ;;
		esac
		respond "$club/mail/read/$mail"
	done
done
stop_daemon

[ "$mode" != demo ] || tell_turn

game=$($spellpost -c "$conf" game list | awk '{ print $1; exit }')
repo=$($spellpost -c "$conf" game show "$game" |
	awk '$1 == "repository" { print $2 }')
[ -e "$club/over" ] || die "the game stands still; see ./$club/log"
if [ "$mode" = film ]; then
	say "The same game as git tells it:"
	git -C "$repo" log --format='%h %an: %s' --reverse
fi
say "The game is over, after $sent mails of the players. Its last board:"
$spellpost -c "$conf" game board "$game" | awk -v RS= 'NR <= 4 {
	print (NR > 1 ? "\n" : "") $0 }'
own=
[ "$build" = build ] || own="BUILD=$build "
cat <<TEXT

Everything lies in ./$club: the mails in mail/read, the game in a git repository.
Its story, turn by turn; its boards, step by step with keys; the same from git;
and the game again, with every mail as it comes:
  $build/spellpost -c $conf history demo
  $build/spellpost -c $conf replay demo --follow
  git -C ${repo#"$PWD/"} log -p --reverse -- board.txt
  ${own}make run FILM=1
TEXT
say "Now take a seat yourself, against a scripted opponent:"
echo "  ${own}sh daemon/demo.sh play"
