# A tutorial through the whole program: from the word `tutorial` to the last
# lesson by the lines that the mails suggest, and verify of the game.
. "$SRC/tests/e2e/lib.sh"

who=ann@players.example
pass() { # a mail lies there: what comes back is ./mail, and its text ./text
	rm -f club/mail/out/new/*
	"$BUILD/spellpostd" -c club/spellpost.conf --once >log 2>&1 ||
		fail "the daemon"
	mail=$(grep -l "^To: .*$who" club/mail/out/new/* | head -1)
	[ -n "$mail" ] || fail "no answer"
	cp "$mail" ./mail
	text_of ./mail >text
}
lines() { # what stands behind bars first, below the heading of a lesson
	awk '/^Lesson [0-9]|^That is all for|^The last lesson/ { on = 1 }
		on && /^  \| / { print substr($0, 5); any = 1; next }
		on && any { exit }' text
}

printf 'From: %s\nTo: judge@spellpost.invalid\nSubject: x\n\ntutorial\n' \
	"$who" >club/mail/in/new/first
pass
grep -q '^Lesson 1 of 5: join' text || fail "no first lesson"
seen=1
n=0
until grep -q '^The last lesson is done' text; do
	n=$((n + 1))
	[ $n -lt 25 ] || fail "the last lesson did not come"
	orders=$(lines)
	reply "$who" ./mail "${orders:-1}" >"club/mail/in/new/$n"
	pass
	grep -q '^Refused\|not understood' text && fail "what a mail suggests"
	lesson=$(sed -n 's/^Lesson \([0-9]\).*/\1/p' text)
	case $seen in
	*"$lesson"*) ;;
	*) seen=$seen$lesson ;;
	esac
done
case $seen in
*2*3*5*) ;;
*) fail "lessons in another order: $seen" ;;
esac

# it is a game as any other
run game list
game=$(sed -n 's/.*\(tutorial-[a-z2-7]*\).*/\1/p' out | head -1)
[ -n "$game" ] || fail "no game"
run verify "$game"
grep -qi "good" out || fail "verify"
