#!/bin/sh
# A club under ./run on the embedded default (a Maildir in, a Maildir out, no
# servers), and a two-seat game with cards played by mail files before your eyes.
#
#   demo.sh        two scripted players; `make run` calls this
#   demo.sh play   you are Red: type orders, an empty line sends them
#
# The scripted players know only what their mails say, and answer with what a
# mail program would send.
set -eu

build=${BUILD:-build}
mode=${1:-demo}
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

say() {
	printf '\n\033[1m%s\033[0m\n' "$*"
}

frame() { # title, file
	printf '\n\033[1m=== %s\033[0m\n' "$1"
	sed 's/\r$//; s/^/| /' "$2"
}

header() { # name, mail: the header's value, unfolded
	awk -v name="$1" 'BEGIN { want = tolower(name) ":" }
		{ sub(/\r$/, "") }
		$0 == "" { exit }
		on && /^[ \t]/ { sub(/^[ \t]+/, ""); v = v " " $0; next }
		{ on = 0 }
		tolower(substr($0, 1, length(want))) == want {
			v = substr($0, length(want) + 1)
			sub(/^[ \t]+/, "", v)
			on = 1
		}
		END { print v }' "$2"
}

sent=0
answer() { # player, mail, text: what Reply does in a mail program
	sent=$((sent + 1))
	now=$(date +%s)
	file=$in/tmp/$now.demo_$(printf %04d "$sent")
	{
		printf 'From: %s <%s@example.org>\n' "$1" "$1"
		printf 'To: %s\n' "$(header Reply-To "$2")"
		printf 'Subject: Re: %s\n' "$(header Subject "$2" | sed 's/^Re: //')"
		printf 'Message-ID: <demo.%s.%s@example.org>\n' "$now" "$sent"
		printf 'In-Reply-To: %s\n' "$(header Message-ID "$2")"
		printf 'Date: %s\n' "$(LC_ALL=C date -R)"
		printf '\n%s\n' "$3"
	} >"$file"
	[ "$mode" = play ] && [ "$1" = red ] || frame "$1 writes" "$file"
	mv "$file" "$in/new/"
}

# The first thing that a mail suggests, but before all else a counter, a spell
# at the other, a punch; the first of numbered answers; nothing where it is not
# this player's turn.
suggestion() { # mail
	awk '{ sub(/\r$/, "") }
		/^You might (write|answer), for example$/ { on = 1; next }
		/^You may (choose|part with)$/ { number = 1 }
		/^  \| pass$/ { last = "pass" }
		on && /^  / {
			sub(/^[ |]+/, "")
			if (first == "") first = $0
			if (/^counter/) best = $0
			if (/^cast .* at (red|blue)$/) best = $0
			if (/^punch (red|blue)$/ && best == "") best = $0
			next
		}
		{ on = 0 }
		END {
			if (number) print 1
			else if (best != "") print best
			else if (first != "") print first
			else print last
		}' "$1"
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
	to=$(header To "$1")
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
		if [ -n "$orders" ] || grep -q '"yes"\|| yes' "$1"; then
			orders=$(typed) || {
				say "Goodbye; the club stays in ./$club"
				exit 0
			}
		fi
	fi
	[ -z "$orders" ] || answer "$player" "$1" "$orders"
}

show() { # mail that arrived
	to=$(header To "$1")
	[ "$mode" = demo ] || [ "${to#*red}" != "$to" ] || return 0
	frame "a mail arrives at $to" "$1"
}

# New mails, answers before news: a Maildir has no order within a second.
arrived() {
	for mail in $(ls "$out/new"); do
		case $(header Subject "$out/new/$mail") in
		Re:*) echo "1 $mail" ;;
		*starts*) echo "2 $mail" ;;
		*) echo "3 $mail" ;;
		esac
	done | sort | cut -d' ' -f2
}

[ -x "$spellpost" ] && [ -x "$build/spellpostd" ] || die "run \`make\` first"
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
	--seat red=red@example.org --seat blue=blue@example.org

idle=0
while [ $idle -lt 100 ]; do
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
		case $(header Subject "$club/mail/read/$mail") in
		*"is over"*) : >"$club/over" ;;
		esac
		respond "$club/mail/read/$mail"
	done
done
stop_daemon

game=$($spellpost -c "$conf" game list | awk '{ print $1; exit }')
repo=$($spellpost -c "$conf" game show "$game" |
	awk '$1 == "repository" { print $2 }')
[ -e "$club/over" ] || die "the game stands still; see ./$club/log"
say "The same game as git tells it:"
git -C "$repo" log --format='%h %an: %s' --reverse
say "And its last board:"
$spellpost -c "$conf" game board "$game"
cat <<TEXT

The players wrote $sent mails. The film of the game:
  git -C $repo log -p --reverse -- board.txt
Now take a seat yourself, against a scripted opponent:
  BUILD=$build sh daemon/demo.sh play
TEXT
