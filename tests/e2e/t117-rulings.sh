# game undo, game cancel and game look: through the daemon, in its place, and
# at a terminal.
. "$SRC/tests/e2e/lib.sh"

at_terminal() { # what is typed, words of a command; its status is in $status
	typed=$1
	shift
	status=0
	printf '%s\n' "$typed" |
		script -qec "'$BUILD/spellpost' -c club/spellpost.conf $*" \
			/dev/null >out 2>&1 || status=$?
}
mails() { # words: so many mails have them in their subject
	grep -l "^Subject:.*$1" club/mail/out/new/* 2>/dev/null | wc -l
}

run game new --id one --start --option cards=yes \
	--seat red=red@players.example --seat blue=blue@players.example
planned() { # words of an undo: it is shown, and not done
	status=0
	"$BUILD/spellpost" -c club/spellpost.conf "$@" >out 2>err || status=$?
	[ "$status" = 1 ] || fail "spellpost $* ends with $status: $(cat out)"
	[ ! -s err ] || fail "spellpost $* complains: $(cat err)"
}
run game list
gid=$(awk '{ print $1 }' out)
repo=$(echo club/games/*/"$gid.git")
subject() {
	git -C "$repo" log -1 --format=%s
}
refused 1 game undo one
says 'nothing was done yet'

# a step to undo, by the daemon
daemon_start
turn_ends
planned game undo one
says 'Nothing was done yet. Game one-.* is at step 2, and .* of step 1'
says '^  .* ends the turn'
says '^  spellpost -c club/spellpost.conf game undo one --at 2$'
[ "$(subject)" != 'Operator takes the game back to step 1, in turn 1' ]
[ "$(mails 'took the game back')" = 0 ]
refused 2 game undo one --at two
refused 1 game undo one --at 1
says 'nothing was undone: game one-.* is not at step 1, but at step 2, ".* ends'
run game undo one --at 2
says 'is back in the position of step 1'
says '  .* ends the turn'
[ "$(subject)" = 'Operator takes the game back to step 1, in turn 1' ]
[ "$(mails 'took the game back')" = 2 ]
# the same line once more, by mistake
refused 1 game undo one --at 2
says 'is not at step 2, but at step 3, "Operator takes the game back to step 1'
[ "$(mails 'took the game back')" = 2 ]
refused 1 game undo one 1 --at 3
says 'nothing to undo'
refused 1 game undo one 1
says 'nothing to undo'
refused 2 game undo one 77
says 'no step 77'
refused 2 game undo one turn/7
says 'no tag "turn/7"'
refused 2 replay one --at turn/7
says 'no turn/7: the turns are turn/1 to turn/2$'
refused 1 game undo one 0
says 'before the start'
refused 2 game undo two
says 'no game begins with "two"'
refused 2 game undo
refused 2 game ungo one
says '`game ungo` is not a command; see `spellpost help game`'
# what was undone can be had again
planned game undo one 2 --json
says '"at": 3'
run game undo one 2 --at 3 --json
says '"ruling": "undo 2"'
[ "$(subject)" = 'Operator takes the game back to step 2, in turn 2' ]
git -C "$repo" rev-parse --verify -q refs/tags/turn/1-2 >/dev/null
git -C "$repo" rev-parse --verify -q refs/tags/turn/2-2 >/dev/null

# what was said in secret is counted, and nothing more
mail=$(grep -l '^Subject: .*your move' club/mail/out/new/* | tail -n 1)
who=$(sed -n 's/^To: //p' "$mail")
answer "$who" "$mail" 'press to all: hello'
planned game undo one 1
says '^  and 1 sealed order: what was answered or declared in it is dropped$'
planned game undo one 1 --json
says '"sealed": 1'

# looking asks first; with nobody to ask it needs --yes, and tells nothing
refused 2 game look one </dev/null
says 'write --yes'
refused 2 game look one --seat pink --yes
says 'no seat "pink"'
refused 2 game look --yes
refused 2 game look one two --yes
run game look one --yes
says '^Hands$'
says '^  red     '
says 'the next card first'
[ "$(mails 'looked at all that is hidden')" = 2 ]
daemon_stop
run game look --seat blue --yes one --json
says '"ruling": "look blue"'
says '"blue": \['
if grep -q '"red": \[' out; then
	fail "a look at one hand tells another: $(cat out)"
fi
[ "$(subject)" = "Operator looks at Blue's hand" ]
letter=$(grep -l "^Subject:.*looked at Blue's hand" club/mail/out/new/* |
	head -1)
tr '\n' ' ' <"$letter" | grep -q "was shown Blue's hand, with what Blue " ||
	fail "the mail about a look does not say whose hand: $(cat "$letter")"

# a terminal is asked
commits=$(git -C "$repo" rev-list --count main)
if command -v script >/dev/null; then
	at_terminal no game look one
	says 'Write yes'
	says 'Nothing was done'
	[ "$status" != 0 ] || fail 'no is no success'
	[ "$(git -C "$repo" rev-list --count main)" = "$commits" ]
	at_terminal yes game look one --seat red
	says 'Hands'
	commits=$((commits + 1))
fi
[ "$(git -C "$repo" rev-list --count main)" = "$commits" ]

# what is public of it can be checked by now
run verify "$repo" --has "$(git -C "$repo" rev-parse main)"

# the end of it
refused 2 game cancel one </dev/null
says 'write --yes'
refused 2 game cancel one --seat red --yes
run game cancel one --yes
says 'is cancelled'
[ "$(mails 'The operator cancelled the game')" = 2 ]
git -C "$repo" show main:reveal.json | grep -q '"secret": "[0-9a-f]\{64\}"'
# what the closing mail says, word for word: the host makes a bundle, a player
# clones it and checks it, looks and undos too
text_of "$(grep -l '^Subject:.*The game is over' club/mail/out/new/* |
	head -1)" >closing
sed -n '/^  spellpost game export/,/^and unpack/p' closing | sed '$d' >host.sh
sed -n 's/^  \(git clone .*\)/\1/p' closing >player.sh
sed -n '/^  spellpost verify/,/^There/p' closing | sed '$d' >check.sh
[ -s host.sh ]
[ -s player.sh ]
[ -s check.sh ]
(cd club && PATH="$BUILD:$PATH" sh -eu ../host.sh) >out 2>&1 ||
	fail "what the host types: $(cat out)"
mv "club/$gid.bundle" .
sh -eu player.sh >out 2>&1 || fail "what a player types: $(cat out)"
PATH="$BUILD:$PATH" sh -eu check.sh >out 2>&1 ||
	fail "the game is not what it says: $(cat out)"
[ -s one/reveal.json ]
run game list
says cancelled
run game show one --json
says '"status": "cancelled"'
says 'The operator cancelled the game'
run game board one
says 'The operator cancelled the game'
for act in 'game undo one' 'game cancel one --yes'; do
	# shellcheck disable=SC2086 # words of a command
	refused 1 $act
	says 'is over'
done
# what is hidden no more is shown without a question, a commit or a mail
tip=$(git -C club/games/*/one-*.git rev-parse main 2>/dev/null || :)
letters=$(files mail/out/new)
run game look one </dev/null
cp out looked
run replay one
cmp out looked
run game look one --seat red --json
says '"hidden"'
[ "$(git -C club/games/*/one-*.git rev-parse main 2>/dev/null || :)" = "$tip" ]
[ "$(files mail/out/new)" = "$letters" ]
run check

# one that nobody had joined yet
run game new --id two --seat red=red@players.example \
	--seat blue=blue@players.example
refused 1 game look two --yes
says 'has not begun'
run game cancel two --yes --json
says '"ruling": "cancel"'
[ "$(mails 'The game will not take place')" = 2 ]
run game show two
says cancelled
