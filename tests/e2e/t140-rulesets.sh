# `spellpost ruleset check` and `spellpost card`, with a ruleset made as
# games/README.md says.
. "$SRC/tests/e2e/lib.sh"

run ruleset check "$SRC/games/wizwar8"
says '^wizwar8: '
says '^  rounds  *1 to 10000, usually 100$'
says '^   *hours for a turn; then the clock ends it$'
says '^  windows  *ask, .*; usually ask$'

# simulated games are asked nothing by mail, and one game is no "games"
refused 2 simulate --option hold=1
says 'mean nothing here'
run simulate --players 2 --option rounds=2
says '^1 game of wizwar8, 2 players'
refused 2 game new --seat red=a@players.example
says 'and 1 --seat was given'

# one person at two seats may be meant, and is said; bots are nobody
run game new --id twins --seat red=a@players.example \
	--seat blue=A@players.example
says "warning: red and blue are both A@players.example's"
run game new --id bots --seat red=a@players.example --seat blue=bot:random \
	--seat green=bot:random
if grep warning out; then
	fail 'two bots are no twins'
fi

# verify takes a game of the club as replay does
run game new --full-id duel-aaaaaaaa --seat red=a@players.example \
	--seat blue=bot:random --start
run verify due
says '^Game  *duel-aaaaaaaa, '
refused 2 verify nothing
says 'no game begins with "nothing"'

mkdir -p games/tavern/cards games/tavern/scenarios
cp -r "$SRC/games/wizwar8/sectors" "$SRC/games/wizwar8/layouts" games/tavern
cat >games/tavern/ruleset.json <<'END'
{
 "id": "tavern", "title": "A game for tests", "seats_min": 2, "seats_max": 2,
 "colours": ["red", "blue"], "layouts": {"2": "2-crossed"},
 "statistics": {
  "life_start": 15, "life_max": 20, "base_speed": 3, "punch_damage": 1,
  "damage_per_crack": 3, "wall_cracks": 5, "door_cracks": 3,
  "attack_first_turn": false, "hand_start": 5, "hand_max": 7, "draw_max": 2
 },
 "schools": ["homebrew"],
 "options": [
  {"name": "sectors", "text": "the sides", "words": ["a"]},
  {"name": "layout", "text": "how they lie", "words": ["auto"]}
 ]
}
END
# the block of the manual; the last line of its list is another school's card,
# so it goes with the comma before it
sed -n '/^## A card of your own/,$p' "$SRC/games/README.md" |
	sed -n '/^```json$/,/^```$/{/^```/d;p;}' |
	sed ':a;N;$!ba;s/,\n  {"use": [^\n]*//' >games/tavern/cards/homebrew.json
# two scenarios of each; and a file that is none
scenario() { # name, lines...
	name=$1
	shift
	printf '%s\n' "$@" >"games/tavern/scenarios/$name.txt"
}
scenario second-wind-heals 'players red blue' 'red at d3' 'red life 10' \
	'red holds second-wind' --- 'red: cast second-wind' 'red life 11' \
	'second-wind discarded'
scenario second-wind-moves 'players red blue' 'red at d3' \
	'red holds second-wind' --- 'red: cast second-wind' 'red moves 4'
scenario bramble-charm-carried 'players red blue' 'red at d3' \
	'red holds bramble-charm' --- 'red: cast bramble-charm' \
	'red carries bramble-charm'
scenario bramble-charm-pricks 'players red blue' 'red at d3' \
	'red carries bramble-charm' 'blue at d3' 'turn blue' --- \
	'blue: punch red' 'red life 14' 'blue life 14'
echo 'not for games' >games/tavern/scenarios/second-wind.txt~

run ruleset check games/tavern
says '^4 scenarios, all as written$'
says '^14 sectors, 5 layouts, 3 cards of 2 kinds in 1 school$'
says '^  Homebrew  *3 cards of 2 kinds, draft: 0 ready$'
printf 'second-wind # 2\nbramble-charm\n' >games/tavern/cards/ready.txt
run ruleset check games/tavern/
says '^  Homebrew  *3 cards of 2 kinds, ready$'
run ruleset check games/tavern --json
says '"ready": 3'

# what a card does is not what its scenarios say: card, file, line, expected, found
ends() { # exit status, arguments...
	wanted=$1
	shift
	status=0
	"$BUILD/spellpost" "$@" >out 2>&1 || status=$?
	[ $status = "$wanted" ] || fail "status $status: $(cat out)"
}
cards=games/tavern/cards/homebrew.json
cp $cards good.json
sed -i 's/"half_up(energy)"/"half_up(energy) + 1"/' $cards
ends 1 ruleset check games/tavern
[ "$(wc -l <out)" = 2 ] || fail "$(cat out)"
says '^games/tavern/scenarios/second-wind-heals.txt:7: card second-wind: expected "red life 11", found 12$'
says '^games/tavern/cards/ready.txt: card second-wind: expected at least 2 scenarios that come out as written, found 1$'
ends 1 ruleset check games/tavern --json
says '"line": 7'
says '"file": "scenarios/second-wind-heals.txt"'
if grep '"column": 0' out; then
	fail "a column that nobody knows"
fi
cp good.json $cards

# nonsense
nonsense() { # what is said of file x
	ends 1 ruleset check games/tavern
	[ "$(wc -l <out)" = 1 ] || fail "$(cat out)"
	says "^games/tavern/scenarios/rules-x.txt:$1"
	rm -r games/tavern/scenarios/rules-x.txt
}
: >games/tavern/scenarios/rules-x.txt
nonsense '1: the file names no players$'
scenario rules-x 'players red blue' 'red at d3' ---
nonsense '3: nothing is said that must be true$'
scenario rules-x 'players red blue' --- 'red lief 3'
nonsense '3: "red lief 3": what is said of a wizard?$'
scenario rules-x 'players red blue' --- "red $(head -c 300 /dev/zero | tr '\0' x)"
nonsense '3: a line has at most 199 characters$'
head -c 100 "$BUILD/spellpost" >games/tavern/scenarios/rules-x.txt
nonsense '1: this is not text$'
head -c 70000 "$BUILD/spellpost" >games/tavern/scenarios/rules-x.txt
nonsense '1: a scenario has at most 65536 bytes$'
mkdir games/tavern/scenarios/rules-x.txt
nonsense '1: expected a file, found a folder$'
mkfifo games/tavern/scenarios/rules-x.txt
nonsense '1: expected a file, found a device$'
cp games/tavern/scenarios/second-wind-heals.txt games/tavern/scenarios/wombat-heals.txt
ends 1 ruleset check games/tavern
says '^games/tavern/scenarios/wombat-heals.txt:1: the name begins with no card, nor with "rules-"$'
rm games/tavern/scenarios/wombat-heals.txt

# a ready card needs two
mv games/tavern/scenarios/second-wind-moves.txt .
ends 1 ruleset check games/tavern
says '^games/tavern/cards/ready.txt: card second-wind: .* found 1$'
mv second-wind-moves.txt games/tavern/scenarios
run ruleset check games/tavern

# installed, the games have their scenarios with them
env -u MAKEFLAGS -u MAKELEVEL make -s -C "$SRC" BUILD="$BUILD" PREFIX=/usr \
	DESTDIR="$PWD/root" install-files >/dev/null
run ruleset check root/usr/share/spellpost/games/wizwar8
says '^[1-9][0-9]* scenarios, all as written$'

set_key rulesets "\"$PWD/games\"" club

# a card that nobody can ever play fails a run that wants it played
cp -r "$SRC/games/wizwar8" games/wizwar8
sed -i '/"id": "full-shield"/,/"do"/s/"if": "/&life(me) > 99 and /' \
	games/wizwar8/cards/white-cantrip.json
few='expected at least 3 plays with effect, found'
ends 1 -c club/spellpost.conf simulate --games 60 --mix --option rounds=60 \
	--option cards=yes --min-plays 3
says '^full-shield  *0  *0 '
says "^full-shield: $few 0\$"
if grep '^create-wall: ' out; then
	fail 'a card that is played is said to be not'
fi
cp "$SRC/games/wizwar8/cards/white-cantrip.json" games/wizwar8/cards
"$BUILD/spellpost" -c club/spellpost.conf simulate --games 60 --mix \
	--option rounds=60 --option cards=yes --min-plays 3 >out || :
if grep '^full-shield: ' out; then
	fail 'a card that is played is said to be not'
fi
ends 0 -c club/spellpost.conf simulate --option cards=no
if grep '^create-wall' out; then
	fail 'a game without cards has a table of them'
fi
ends 1 -c club/spellpost.conf simulate --option cards=no --min-plays 1
says '^no game had cards$'
ends 0 -c club/spellpost.conf simulate --option schools=players
says '^create-wall '
rm -r games/wizwar8

run card second wind --ruleset tavern
says '^Second Wind, a card of our own$'
says '^  play  *neutral spell; on yourself; done at once;'
says '^  copies  *2 in Homebrew$'
run card --ruleset tavern --json bramble
says '"item": true'
says '"homebrew": 1'
refused 2 card --ruleset tavern e
says '"e" may be Second Wind, Bramble Charm'
refused 2 card --ruleset tavern fireball
says 'tavern has no card "fireball"'
refused 2 card second wind --ruleset inn
says 'there is: tavern'
refused 2 card
says 'expected NAME; see `spellpost help card`'
refused 2 card --school x
says 'unknown option --school'
refused 2 ruleset check
refused 2 ruleset check nowhere
says nowhere
refused 2 ruleset mend games/tavern
says '`ruleset mend` is not a command; see `spellpost help ruleset`'

# every problem, and where
sed -i 's/half_up(/half_upp(/; s/"damaged"/"damage"/' \
	games/tavern/cards/homebrew.json
status=0
"$BUILD/spellpost" ruleset check games/tavern >out 2>&1 || status=$?
[ $status = 1 ] || fail "status $status: $(cat out)"
[ "$(wc -l <out)" = 2 ] || fail "$(cat out)"
says '^games/tavern/cards/homebrew.json:12: card second-wind: .*"half_up"?$'
says '^games/tavern/cards/homebrew.json:23: card bramble-charm: .*"damaged"?$'
status=0
"$BUILD/spellpost" ruleset check games/tavern --json >out 2>&1 || status=$?
[ $status = 1 ] || fail "status $status: $(cat out)"
says '"line": 12'
says '"line": 23'
# and no game begins with it
refused 2 game new --ruleset tavern --seat red=a@players.example \
	--seat blue=b@players.example
says 'cards/homebrew.json:12: card second-wind'
