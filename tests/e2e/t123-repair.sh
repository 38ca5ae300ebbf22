# game repair: it says what can be done and does that, by the daemon and in its
# place; `check` names it.
. "$SRC/tests/e2e/lib.sh"

run game new --id one --start --seat red=red@players.example \
	--seat blue=blue@players.example
run game list
gid=$(awk '{ print $1 }' out)
repo=$(echo club/games/*/"$gid.git")
tip=$(git -C "$repo" rev-parse main)
planned() { # it says what is wrong and how it is mended, and does nothing
	status=0
	"$BUILD/spellpost" -c club/spellpost.conf game repair one >out 2>err ||
		status=$?
	[ "$status" = 1 ] || fail "game repair ends with $status: $(cat out)"
	[ ! -s err ] || fail "game repair complains: $(cat err)"
}

refused 1 game repair one
says 'nothing to repair: all of game one-'
refused 2 game repair two
refused 2 game repair one --from nowhere
says 'cannot open nowhere'

# the branch is lost: all that is needed is there
daemon_start
rm -f "$repo/refs/heads/main" "$repo/packed-refs"
planned
says "^Game $gid is damaged: "
says '^All that was decided is still there, up to step 1\.'
line=$(sed -n 's/^  spellpost //p' out)
[ "$line" = "-c club/spellpost.conf game repair $gid --here" ]
status=0
"$BUILD/spellpost" -c club/spellpost.conf check >out 2>&1 || status=$?
[ "$status" != 0 ] || fail "check ends with $status: $(cat out)"
says "spellpost game repair $gid"
# shellcheck disable=SC2086 # the words of the line
"$BUILD/spellpost" $line >out 2>&1 || fail "$line: $(cat out)"
says "^Game $gid is whole and goes on at step 1\."
says "kept in .*/$gid.damaged-1$"
[ "$(git -C "$repo" rev-parse main)" = "$tip" ]
"$BUILD/spellpost" verify "$repo" >out 2>&1 || fail "verify: $(cat out)"
turn_ends

# a file is lost, and comes from a clone in a folder that is not the daemon's
tip=$(git -C "$repo" rev-parse main)
mkdir elsewhere
git clone -q --no-hardlinks "$repo" elsewhere/copy
loosen "$repo"
blob=$(git -C "$repo" rev-parse main:state.json | sed 's|^..|objects/&/|')
rm -f "$repo/$blob"
planned
says '^It cannot be mended from what is there: .*state.json of commit'
says "that has commit $tip:\$"
says "^  spellpost -c club/spellpost.conf game repair $gid --from CLONE|BUNDLE"
refused 1 game repair one --here
says 'nothing was done: .*state.json of commit'
daemon_stop
config=$PWD/club/spellpost.conf
(cd elsewhere && "$BUILD/spellpost" -c "$config" game repair one --from copy) \
	>out 2>&1 || fail "game repair --from: $(cat out)"
says "kept in .*/$gid.damaged-2$"
[ "$(git -C "$repo" rev-parse main)" = "$tip" ]
run check
turn_ends

# a file is lost, and there is no clone of it: a step back
daemon_start
tip=$(git -C "$repo" rev-parse main)
step=$(($(git -C "$repo" rev-list --count main) - 2))
loosen "$repo"
blob=$(git -C "$repo" rev-parse main:state.json | sed 's|^..|objects/&/|')
rm -f "$repo/$blob"
planned
says "^Without one, the game can go on from step $step, the newest that"
says '^Later steps, which its players were mailed about, are lost then:'
says '^    [A-Z][a-z]* ends '
line=$(sed -n 's/^  spellpost \(.*--back\)/\1/p' out)
[ "$line" = "-c club/spellpost.conf game repair $gid --back --behind" ]
refused 1 game repair one --back
says 'nothing was done: step .* is behind what players were mailed'
refused 2 game repair one --behind
refused 2 game repair one --back --here
for mail in club/mail/out/new/*; do # of the step that is lost
	rm "$mail"
done
# shellcheck disable=SC2086 # the words of the line
"$BUILD/spellpost" $line >out 2>&1 || fail "$line: $(cat out)"
says "^Game $gid is whole and goes on at step $((step + 1))\."
says "^It was taken back to step $step\. Its players are told"
says "kept in .*/$gid.damaged-3$"
"$BUILD/spellpost" verify "$repo" --has "$tip" >out 2>&1 ||
	fail "verify: $(cat out)"
says '^Repairs   1: '
says '^Lost      1 of the anchors: commits that a repair took back'
turn_ends
run check
