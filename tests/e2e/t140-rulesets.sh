# `spellpost ruleset check` and `spellpost card`, with a ruleset made as
# games/README.md says.
. "$SRC/tests/e2e/lib.sh"

run ruleset check "$SRC/games/wizwar8"
says '^wizwar8: '
says '^  rounds  *1 to 10000, usually 100$'

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
# no part of the ruleset that is loaded
echo 'not for games' >games/tavern/scenarios/second-wind-1.txt

run ruleset check games/tavern
says '^14 sectors, 5 layouts, 3 cards of 2 kinds in 1 school$'
says '^  Homebrew  *3 cards of 2 kinds, draft: 0 ready$'
printf 'second-wind # 2\nbramble-charm\n' >games/tavern/cards/ready.txt
run ruleset check games/tavern/
says '^  Homebrew  *3 cards of 2 kinds, ready$'
run ruleset check games/tavern --json
says '"ready": 3'

set_key rulesets "\"$PWD/games\"" club
run card second wind --ruleset tavern
says '^Second Wind (designed)$'
says '^  play  *neutral spell; on yourself or your square; done at once;'
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
