# A creature by mail: it comes, acts in the turn of its wizard, strikes, and the
# game goes on; the record can be read and checked.
. "$SRC/tests/e2e/lib.sh"

lab_game pet-mmmmmmmm 60 hound
name=Red
[ $first = red ] || name=Blue
heard() { # words: the newest mail has them
	told "$1" "$(newest $first)"
}
suggested() { # pattern: the order of the newest mail that looks like it
	sed -n 's/^  | [0-9]*  \('"$1"'\)$/\1/p' "$(newest $first)" |
		head -n 1 | sed 's/  .*//'
}

# it comes, and acts within the same mail; its end is not the turn's
summon=$(suggested 'cast Hound at .*')
[ -n "$summon" ] || fail "no hound: $(cat "$(newest $first)")"
write $first "$summon
activate hound"
heard "$name's Hound appears at"
heard "$name's Hound acts now: what you order is done by it"
heard "& $name's Hound (.*: life"
write $first 'boost 3'
heard "$name's Hound acts now: your wizard does that once you have ended it"
walk=$(suggested 'move towards .*')
[ -n "$walk" ] || fail "no walk: $(cat "$(newest $first)")"
write $first "$walk
end"
heard "$name's Hound walks"
heard 'it has acted, your wizard goes on'
heard 'It is still your turn'
write $first 'activate hound'
heard "Hound has acted in this turn already"
write $first 'draw 0'
write $other 'draw 0'

# named by its card
write $first 'punch hound'
heard "$name's Hound is at .*, not in your square or beside it"
write $first 'help creatures'
heard 'activate hound'
heard 'costs your wizard 2 movement points'
repo=$(echo club/games/*/pet-mmmmmmmm.git)
git -C "$repo" log --format=%s main >subjects
grep -qx "$name activates Hound" subjects
grep -q "^$name's Hound walks " subjects
grep -qx "$name's Hound has acted" subjects
git -C "$repo" log --format=%B main | grep -q '^Command: [0-9]* activate creature:hound#'
git -C "$repo" show main:state.json | grep -q '"creatures": \['
run verify "$repo"

run game cancel --yes pet-mmmmmmmm
run verify "$repo"
