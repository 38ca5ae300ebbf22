# `spellpost history` and `spellpost replay`: of a game of the club, a clone and
# a bundle; before the game is over, and afterwards; and what they refuse.
. "$SRC/tests/e2e/lib.sh"
command -v git >/dev/null || {
	echo "git is not installed"
	exit 77
}

run game new --id duel --seat red=a@players.example \
	--seat blue=b@players.example --option cards=yes --start
repo=$(echo club/games/*/duel-*.git)

# by its id, also a beginning of it; its story has no secret
run history du
says '^Turn 0\|^Setup  '
says ': two seats'
says 'Red draws 5 cards'
run history duel --json
says '"story"'
run replay duel
says '^duel-[a-z2-7]\{8\} *1 of 1 '
says '^Deck '
! grep -q 'board format' out || fail "for programs alone: $(cat out)"
says '^Setup'
says 'hidden until the game is over'
says 'spellpost game look'
run replay duel --seat red --json
says '"revealed": false'
says '"(board format 2)"'
! grep -q '"hands"\|"deck"' out || fail "hands before the end: $(cat out)"
run replay duel --at 0
says 'has not begun'

# by path: no configuration is read
echo 'nonsense = 1' >bad.conf
git clone -q "$repo" clone
git -C "$repo" bundle create -q "$PWD/game.bundle" main --tags
for path in "$repo" clone game.bundle; do
	"$BUILD/spellpost" -c bad.conf history "$path" >by_path 2>&1 ||
		fail "history $path: $(cat by_path)"
	run history duel
	cmp out by_path
	"$BUILD/spellpost" -c bad.conf replay "$path" --at turn/1 >by_path 2>&1 ||
		fail "replay $path: $(cat by_path)"
	run replay duel --at turn/1
	cmp out by_path
done
# the commit that is checked out counts
git -C clone checkout -q HEAD~1
"$BUILD/spellpost" replay clone >out
says ' 0 of 0 '

# over: cancelled by the operator, which every reader sees; all is shown
run game cancel duel --yes
run history duel 1
says '^  [0-9a-f]\{7\}  \*\*\* .*cancels the game \*\*\*$'
run replay duel --at turn/1
says '^Hands$'
says '^  blue  '
says 'deck '
run replay duel --at turn/1 --seat red
says '^  red  '
! grep -q '^  blue \|deck   ' out || fail "red sees blue's hand: $(cat out)"
run replay duel --json
says '"revealed": true'

# what is refused, in one line
refused 2 replay duel --at turn/99
says 'there is no turn/99: the turns are turn/1 to turn/'
refused 2 replay duel --at 999
says 'there is no commit 999: the last one is 2'
refused 2 replay duel --at first
says 'write turn/7, a number from 0 to 2'
refused 2 replay duel --seat pink
says 'nobody plays "pink": the seats are red, blue'
refused 2 replay duel --when 3
says 'unknown option --when'
refused 2 replay duel --at
refused 2 replay
says 'expected GAME|REPO'
refused 2 replay duel clone
refused 2 replay duel --follow
says 'steps through a game in a terminal'
refused 2 replay duel --follow --json
refused 2 replay other
says 'no game begins with'
refused 2 history duel 0
says '"0" is not a number of turns'
refused 2 history nowhere/at.all
says 'nowhere/at.all'
mkdir empty
refused 2 replay empty
says 'no git repository'
refused 2 history empty
git init -q notes
git -C notes -c user.name=x -c user.email=x commit -q --allow-empty -m x
refused 2 replay notes
says 'notes.* is no game of spellpost'
refused 2 history notes
says 'notes.* is no game of spellpost'

# a damaged one is told, and nothing of it is taken for the game
cp -r "$repo" damaged.git
chmod -R u+w damaged.git
blob=$(git -C damaged.git rev-parse HEAD:state.json)
file=damaged.git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)
if [ ! -f "$file" ]; then
	mv damaged.git/objects/pack/*.pack .
	for pack in *.pack; do
		git -C damaged.git unpack-objects -q <"$pack"
	done
	rm -f damaged.git/objects/pack/*
fi
printf 'nothing' >"$file"
refused 1 replay damaged.git
says "$(git -C damaged.git rev-parse HEAD)"
