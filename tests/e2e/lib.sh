# What the scripts t1xx share: a club in ./club, its daemon, its mails. They run
# under `sh -eu`, where what is not as it should be ends the script.
daemon=

fail() {
	printf 'FAILED: %s\n' "$*"
	[ ! -e log ] || tail -n 20 log
	exit 1
}
run() { # words of a command: it succeeds; what it says is in ./out
	"$BUILD/spellpost" -c club/spellpost.conf "$@" >out 2>&1 ||
		fail "spellpost $*: $(cat out)"
}
refused() { # status, words of a command: refused so, in one line
	wanted=$1
	shift
	status=0
	"$BUILD/spellpost" -c club/spellpost.conf "$@" >out 2>&1 || status=$?
	[ $status = "$wanted" ] ||
		fail "status $status of: spellpost $*: $(cat out)"
	one_line "spellpost $*"
}
one_line() { # what it was
	[ "$(wc -l <out)" = 1 ] ||
		fail "${1-it} says $(wc -l <out) lines: $(cat out)"
}
says() { # words: they are in ./out
	grep -q -e "$1" out || fail "\"$1\" is not in: $(cat out)"
}
files() { # folder below the club, or below another one: how many
	find "${2-club}/$1" -type f 2>/dev/null | wc -l
}
wait_for() { # command: until it succeeds; for ever is a minute here
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 1200 ] || fail "waited too long for: $*"
		sleep 0.05
	done
}
started() { # game
	"$BUILD/spellpost" -c club/spellpost.conf game board "$1" \
		>/dev/null 2>&1
}
daemon_start() {
	: >log
	"$BUILD/spellpostd" -c club/spellpost.conf 2>>log &
	daemon=$!
	trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || :' EXIT
	wait_for grep -q ready: log
}
daemon_stop() {
	kill -TERM "$daemon"
	wait "$daemon" || fail "the daemon's status is $?"
	daemon=
}
set_key() { # key, value as in the file, club
	sed "s|^$1 = .*|$1 = $2|" "$3/spellpost.conf" >set_key
	mv set_key "$3/spellpost.conf"
	grep -qxF "$1 = $2" "$3/spellpost.conf"
}
letters=0
reply() { # address, mail, text: what Reply does
	letters=$((letters + 1))
	printf 'From: %s\nTo: %s\nSubject: Re: x\nMessage-ID: <%s@x.example>\n' \
		"$1" "$(sed -n 's/^Reply-To: //p' "$2")" "$1.$$.$letters"
	sed -n 's/^Message-ID:/In-Reply-To:/p' "$2"
	printf '\n%s\n' "$3"
}

text_of() { # mail of the judge: without its HTML
	sed '/^Content-Type: text\/html/q' "$1"
}

"$BUILD/spellpost" init club >/dev/null
: >log
