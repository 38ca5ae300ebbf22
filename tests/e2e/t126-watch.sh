# A step that is watched, and a deal, by mail: who watches is asked when another
# walks, what was said before is played at once, a card changes hands for an item,
# and the record can be read and checked.
. "$SRC/tests/e2e/lib.sh"

lab_game watch-nnnnnnnn 30 halt tripwire charm power-3
name=Red othername=Blue
[ $first = red ] || { name=Blue othername=Red; }
heard() { # player, words: the newest mail has them
	told "$2" "$(newest "$1")"
}
walk() { # the order of the newest mail that goes one way
	sed -n 's/^  | [0-9]*  \(move towards .*\)$/\1/p' "$(newest $first)" |
		head -n 1 | sed 's/  .*//'
}
repo=$(echo club/games/*/watch-nnnnnnnn.git)
public() { # commits that name somebody
	git -C "$repo" log --format=%an main | grep -c -v Sealed || true
}

# nobody else learns what is watched for
before=$(public)
write $other "watch step of $first
watches
watch turn of $first"
heard $other 'you are asked when it happens'
heard $other "watch step of $first"
[ "$(public)" = "$before" ] || fail "a watch is told"
git -C "$repo" log -1 --format=%s main | grep -qx 'A sealed order'
write $other "unwatch turn of $first
help watching"
heard $other 'taken back'
heard $other 'There is room for 4 of them'

# a step opens the window, which is answered
step=$(walk)
[ -n "$step" ] || fail "no walk: $(cat "$(newest $first)")"
write $first "$step"
asked=$(newest $other)
told "$name walks" "$asked"
write $other pass
heard $first ', your move: '

# with an answer said before nobody is asked
write $other "unwatch step of $first
watch step of $first: counter with halt"
heard $other "when watched by $first: counter with Halt"
run verify "$repo"

# a card for an item, once they see each other
write $first 'cast charm'
write $other "unwatch step of $first
deal with $first: power 3 for charm"
heard $other 'out of sight'
home=c3
[ $other = red ] || home=h3
tries=0
until grep -q 'offers you a deal' "$(newest $first)"; do
	tries=$((tries + 1))
	[ $tries -lt 8 ] || fail "they never meet: $(cat "$(newest $other)")"
	write $first "move towards $home
draw 0"
	write $other 'draw 0'
	write $other "deal with $first: power 3 for charm"
done
heard $first "$othername offers you a deal: you get Power 3 for Charm"
write $first "agree with $other"
heard $other "is done"
git -C "$repo" log --format=%s main >subjects
grep -q "^$othername offers $name a deal: 1 card for Charm" subjects
grep -q 'deals with' subjects
git -C "$repo" log --format=%B main | grep -q '^Command: [0-9]* propose '"$first"' ? none played:charm#'
write $other "deal with $first: power 3 for nothing"
write $first refuse
heard $other 'comes to nothing'

run verify "$repo"
run game cancel --yes watch-nnnnnnnn
run verify "$repo"
python3 "$SRC/tests/tools/audit.py" "$repo"
