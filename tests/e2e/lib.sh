# What the scripts t1xx share: a club in ./club, its daemon, its mails. They run
# under `sh -eu`, where what is not as it should be ends the script.
daemon=

fail() {
	printf 'FAILED: %s\n' "$*"
	[ ! -e log ] || tail -n 20 log
	exit 1
}
run() { # words of a command: it succeeds; what it says is in ./out
	# most scripts are about mail and commands: without cards
	case "$1 ${2-} $*" in
	*cards=*) ;;
	"game new "*) set -- "$@" --option cards=no ;;
	esac
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
	{
		printf 'From: %s\nTo: %s\n' "$1" \
			"$(sed -n 's/^Reply-To: //p' "$2")"
		printf 'Subject: Re: x\nMessage-ID: <%s@x.example>\n' \
			"$1.$$.$letters"
		sed -n 's/^Message-ID:/In-Reply-To:/p' "$2"
		printf '\n%s\n' "$3"
	} | tr -d '\r'
}
answer() { # address, mail, text: a reply, which the judge takes
	reply "$@" >letter
	run deliver <letter
}
turn_ends() { # of whoever is called to move; the call is gone then
	call=$(grep -l '^Subject: .*your move' club/mail/out/new/*)
	answer "$(sed -n 's/^To: //p' "$call")" "$call" end
	says applied
	rm "$call"
}

# Players NAME@players.example who read what they are sent: ./read has it as
# NAME.NUMBER, the newest last.
sent=0
collect() { # what was sent since; ./came has the names of its files
	mkdir -p read
	: >came
	for new in club/mail/out/new/*; do
		[ -e "$new" ] || continue
		sent=$((sent + 1))
		to=$(sed -n 's/^To: //p' "$new" | sed 's/.*<//; s/@.*//')
		kept=$(printf 'read/%s.%05d' "$to" $sent)
		tr -d '\r' <"$new" >"$kept"
		rm "$new"
		echo "$kept" >>came
	done
}
newest() { # player
	find read -name "$1.*" | LC_ALL=C sort | tail -n 1
}
write() { # player, text: a reply to the newest mail
	answer "$1@players.example" "$(newest "$1")" "$2"
	collect
}
told() { # words, mails: one of them has the words, over the ends of lines
	words=$1
	shift
	for kept in "$@"; do
		tr -s '\n |' '   ' <"$kept" | grep -q -e "$words" && return 0
	done
	fail "nobody is told \"$words\": $(cat "$kept")"
}

# Two of them play with a deck of a few cards of the laboratory alone, so that no
# card that it gets changes a hand. Each has ended one turn: $first moves, then
# $other.
lab_game() { # gid, copies of each card, ids of cards
	gid=$1
	shift
	cp -RL "$SRC/tests/rulesets" rulesets
	python3 - "$@" <<'END'
import json, os, sys
copies, cards = int(sys.argv[1]), sys.argv[2:]
with open("rulesets/lab/ruleset.json") as f:
    ruleset = json.load(f)
schools = []
for id in ruleset["schools"]:
    path = "rulesets/lab/cards/%s.json" % id
    with open(path) as f:
        school = json.load(f)
    school["cards"] = [card for card in school["cards"] if card.get("id") in cards]
    for card in school["cards"]:
        card["copies"] = copies
    if school["cards"]:
        schools.append(id)
        with open(path, "w") as f:
            json.dump(school, f)
    else:
        os.remove(path)
ruleset["schools"] = ruleset["deck"]["always"] = schools
with open("rulesets/lab/ruleset.json", "w") as f:
    json.dump(ruleset, f)
with open("rulesets/lab/cards/ready.txt", "w") as f:
    f.write("".join(card + "\n" for card in cards))
END
	set_key rulesets "\"$PWD/rulesets\"" club
	printf '1 %064d\n' 3 >club/master.key
	run game new --ruleset lab --full-id "$gid" --option cards=yes \
		--seat red=red@players.example \
		--seat blue=blue@players.example --start
	collect
	first=red other=blue
	grep -q 'Red moves first' read/* || first=blue other=red
	write $first end
	write $other end
}

text_of() { # mail of the judge: without its HTML
	sed '/^Content-Type: text\/html/q' "$1"
}

"$BUILD/spellpost" init club >/dev/null
set_key volume '"all"' club # most look at the receipts
: >log

# loosen REPOSITORY: each object as a file of its own, so that one can be lost
loosen() {
	mkdir "$1/packed"
	mv "$1"/objects/pack/pack-* "$1/packed/" 2>/dev/null || :
	for pack in "$1"/packed/*.pack; do
		[ ! -e "$pack" ] || git -C "$1" unpack-objects -q <"$pack"
	done
	rm -rf "$1/packed"
}
