# Four players who know only what their mails say play a game with cards: they
# join, cast what is offered, counter what they can, two have left word, and the
# others once let their time pass.
. "$SRC/tests/e2e/lib.sh"
for program in git cc; do
	command -v $program >/dev/null || {
		echo "$program is not there"
		exit 77
	}
done

# All clocks of the daemon are $LATER seconds ahead: time passed, and none of
# them jumped.
cat >later.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int (*real)(clockid_t id, struct timespec *t);
static time_t later;

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("LATER");

	*(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
	later = text != NULL ? atol(text) : 0;
}

int clock_gettime(clockid_t id, struct timespec *t)
{
	int rc = real(id, t);

	t->tv_sec += id == CLOCK_REALTIME || id == CLOCK_MONOTONIC ? later : 0;
	return rc;
}
END
cc -shared -fPIC -o later.so later.c -ldl
LATER=0
export LATER
pass_time() { # hours
	LATER=$((LATER + $1 * 3600))
	daemon_stop
	LD_PRELOAD=$PWD/later.so
	ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
	export LD_PRELOAD ASAN_OPTIONS
	"$BUILD/spellpostd" -c club/spellpost.conf --once 2>>log
	daemon_start
	look
}

# The newest mail to each player; of those that came together a call to act is
# what he looks at, and not his receipt.
look() {
	collect
	while read -r mail; do
		to=${mail#read/}
		to=${to%.*}
		if grep -q '^Subject:.*The game starts' "$mail"; then
			echo "$mail" >"welcome.$to"
			grep -q '^Subject:.*your move' "$mail" || continue
		fi
		if grep -q '^Subject: Re:' "$mail"; then
			grep -q 'It is still your turn' "$mail" || continue
			[ ! -e "todo/$to" ] || continue
		fi
		grep -Eq '^Subject:.*(clock|only you|All have)' "$mail" ||
			echo "$mail" >"todo/$to"
	done <came
}
send() { # player, mail, text
	answer "$1@players.example" "$2" "$3"
	look
}
offered() { # beginning of an order, mail
	sed -n "/^Reply with a number/,\$ s/^  | [0-9][0-9]*  \($1.*\)/\1/p" "$2" |
		head -n 1 | sed 's/  .*//'
}
meet() { # player, mail: the square where he goes, as the list says
	name=Red
	[ "$1" != red ] || name=Blue
	sed -n "s/^$name  *\([a-z][0-9]*\) .*life.*/\1/p" "$2" | head -n 1
}
act() { # player
	mail=$(cat "todo/$1")
	rm "todo/$1"
	turn=$(sed -n 's/^:: game .* turn \([0-9]*\).*/\1/p' "$mail" | head -n 1)
	if grep -q '^Subject:.*invited' "$mail"; then
		send "$1" "$mail" "join
luck the $1 heron"
	elif grep -q '^More: help counters\|would change this now' "$mail"; then
		echo "$1" >>asked
		if [ "$1" = red ] && [ ! -e slept.window ]; then
			: >slept.window
			echo 25 >asleep
			return
		fi
		order=$(offered 'counter with' "$mail")
		send "$1" "$mail" "${order:-pass}"
	elif [ "$1" = yellow ] && [ "$turn" -gt 8 ] && [ ! -e slept.turn ] &&
		grep -q '^Subject:.*your move' "$mail"; then
		: >slept.turn
		echo 73 >asleep
	elif grep -q '^Reply with a number, or write orders' "$mail" && [ ! -e "acted.$turn" ]; then
		: >"acted.$turn"
		order=$(offered 'cast .* at \(red\|blue\|yellow\|green\)' "$mail")
		[ -n "$order" ] || order=$(offered cast "$mail")
		send "$1" "$mail" "${order:-hand}
move towards $(meet "$1" "$mail")
end"
	elif grep -q 'your turn\|your move' "$mail"; then
		send "$1" "$mail" "again
end"
	else
		echo "$1" >>chose
		send "$1" "$mail" 1
	fi
}

# a deck with more counters, and with counters to these
cp -R "$SRC/games" games
cards=games/wizwar8/cards
sed -i 's/{"use": "dispel", "copies": 1}/&,\
  {"use": "full-shield", "copies": 12}, {"use": "anti-anti", "copies": 12}/' \
	$cards/conjuring.json
# one school beside White Cantrip: so small a deck shows more in one game
sed -i 's/"others": 3/"others": 1/' games/wizwar8/ruleset.json
find games/wizwar8/scenarios -name "anti-anti-*" | tail -n +2 | xargs rm
status=0
"$BUILD/spellpost" ruleset check games/wizwar8 >out 2>&1 || status=$?
[ $status = 1 ] || fail "status $status: $(cat out)"
says '^games/wizwar8/cards/ready.txt: card anti-anti: expected at least 2 scenarios'
word='when attacked by spell: counter with full shield
when attacked by spell: counter with shield
when asked: pass'
# A whole game; equal keys give equal dice.
play() { # key
	rm -rf club read todo welcome.* acted.* slept.* asleep asked chose
	mkdir read todo
	"$BUILD/spellpost" init club >/dev/null
	set_key volume '"all"' club
	# the daemon was away, but that is not what this is about
	set_key outage 1000000 club
	set_key rulesets "\"$PWD/games\"" club
	printf '1 %064d\n' "$1" >club/master.key
	daemon_start
	run game new --full-id cards-mmmmmmmm --option cards=yes --option schools=first \
		--option rounds=16 --seat red=red@players.example \
		--seat blue=blue@players.example --seat yellow=yellow@players.example \
		--seat green=green@players.example
	look
	rounds=0
	while ! grep -q 'The game is over' read/* /dev/null; do
		rounds=$((rounds + 1))
		[ "$rounds" -lt 400 ] || fail "it does not end"
		any=
		for player in blue green red yellow; do
			[ -e welcome.$player ] || continue
			any=1
			case $player in
			red | yellow) send $player "$(cat welcome.$player)" \
				"forget defaults" ;;
			*) send $player "$(cat welcome.$player)" "$word" ;;
			esac
			rm welcome.$player
		done
		for player in red blue yellow green; do
			[ -e "todo/$player" ] || continue
			any=1
			act "$player"
		done
		[ -z "$any" ] || continue
		[ -e asleep ] || fail "nobody is asked anything"
		pass_time "$(cat asleep)"
		rm asleep
	done
	daemon_stop
	repo=$(echo club/games/*/*.git)
	git -C "$repo" log --reverse --format='%an: %s' main >story
	cat story
}
# What the games must show, though not every one does: a counter to a counter, a
# declaration that counters, a choice, and a window whose time passes.
countered="" declared="" chosen="" slept=""
for key in 29 12 19 8 20 18; do
	play $key
	grep -Eq '^Judge: .* counters (Full Shield|Shield|Negate Neutral) with ' \
		story && countered=1
	grep -Eq '^Judge: (Blue|Green) counters .* with ' story && declared=1
	[ ! -s chose ] || chosen=1
	[ ! -e slept.window ] || slept=1
	[ "$countered$declared$chosen$slept" != 1111 ] || break
done
[ "$countered$declared$chosen$slept" = 1111 ] ||
	fail "no game shows all that it should: $countered,$declared,$chosen,$slept"

git -C "$repo" fsck --strict
[ "$(grep -c '^[A-Z][a-z]*: .* joins' story)" = 4 ]
grep -q '^Judge: The game starts; .* moves first$' story
grep -Eq '^([A-Z][a-z]*): \1 walks ' story
grep -q '^Green: Green .* ends the turn; Red moves' story
grep -q ' casts ' story
grep -q '^Sealed: A sealed order$' story
# whoever had left word was never asked
grep -Eq 'blue|green' asked && fail "who had left word was asked"
# time passed: in a round, whose player was told, and in a turn
grep -q '^Subject:.*The clock answered for you' read/*
grep -q "^Judge: .*he clock ends Yellow's turn" story
[ "$(grep -l '^Subject:.*The game is over' read/* | wc -l)" = 4 ]
# a sealed order changes the box and says nothing
git -C "$repo" log --author=Sealed --name-only --format= main | sort -u |
	grep -v '^$' >sealed
echo sealed.json | cmp - sealed
git -C "$repo" log --author=Sealed --format=%B main |
	grep -Ev '^(A sealed order|(Seq|State|Input): .*)?$' && fail "it says more"
run check
