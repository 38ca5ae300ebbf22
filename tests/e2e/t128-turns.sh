# A turn that another plays, by mail: the other is called, sees that hand and
# orders that wizard; its own seat may not.
. "$SRC/tests/e2e/lib.sh"

lab_game pup-mmmmmmmm 40 puppet
name=Red its=Blue
[ $first = red ] || name=Blue its=Red
heard() { # player, words: a mail that came last has them
	# shellcheck disable=SC2046 # names of files, without blanks
	told "$2" $(grep "^read/$1\." came)
}

write $first "cast puppet at $other"
heard $first "will play $its's next turn"
write $first 'draw 0'
heard $first "You play $its's turn"
heard $first "$its's hand"
write $other 'draw 0'
heard $other "It is $name's move"
heard $other 'is over by now'
write $first 'draw 0'
heard $first ', your move: '
repo=$(echo club/games/*/pup-mmmmmmmm.git)
git -C "$repo" log --format=%s main >subjects
grep -qx "$name ends the turn and plays $its's turn" subjects
run verify "$repo"
