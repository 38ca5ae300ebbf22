# The folder of `spellpost play`: several first games at once make one key; a game
# whose repository is damaged is named, not forgotten; what cannot begin leaves
# nothing; the way back to a game is one that can be typed.
cd "$TMPDIR"
export TERM=dumb

fail() {
	printf 'FAILED: %s\n' "$*"
	exit 1
}
play() { # words of the command
	"$BUILD/spellpost" play "$@" </dev/null
}
refused() { # a pattern; words of the command
	wanted=$1
	shift
	if play "$@" >out 2>&1; then fail "not refused: play $*"; fi
	grep -q -e "$wanted" out || fail "\"$wanted\" is not in: $(cat out)"
}

# all of these are the first
for round in 1 2 3 4 5; do
	export XDG_DATA_HOME="$TMPDIR/at once $round"
	pids=
	for n in 1 2 3 4; do
		play --new >"first.$n" 2>&1 &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid" || fail "$(cat first.?)"
	done
	[ "$(grep -l 'A key was made' first.? | wc -l)" = 1 ] || fail 'more keys'
	[ "$(ls "$XDG_DATA_HOME/spellpost")" = "games
play.key" ] || fail "$(ls "$XDG_DATA_HOME/spellpost")"
done

# a game is there, and its branch is not
export XDG_DATA_HOME="$TMPDIR/data"
games=$XDG_DATA_HOME/spellpost/games
play --full-id harm-aaaaaaaa >/dev/null 2>&1
game=$(echo "$games"/*/harm-aaaaaaaa.git)
mv "$game/HEAD" kept
refused 'harm-aaaaaaaa' harm
grep -q 'there is no game' out && fail "$(cat out)"
refused 'game harm-aaaaaaaa cannot be read'
mv kept "$game/HEAD"
play >out 2>&1
grep -q 'harm-aaaaaaaa goes on' out || fail "$(cat out)"

# it is there, and cannot be read on: what to do is said
for pack in "$game"/objects/pack/*.pack; do
	cp "$pack" "$pack.kept"
	chmod u+w "$pack"
	printf 'harm' | dd of="$pack" bs=1 seek=100 conv=notrunc 2>/dev/null
done
refused 'spellpost verify .*harm-aaaaaaaa.git.* says what is damaged' harm
grep -q 'another game with --new' out || fail "$(cat out)"
for pack in "$game"/objects/pack/*.pack; do
	mv -f "$pack.kept" "$pack"
done

# these options do not go together
refused 'treasure-hunters does not go with' --option treasure-hunters=yes --option points=4
[ "$(echo "$games"/*/*.git)" = "$game" ] || fail 'a game was left'
# what was ended before its first commit is in nobody's way
git init -q --bare "$games/aa/play-aaaaaaaa.git" 2>/dev/null
play >out 2>&1
grep -q 'harm-aaaaaaaa goes on' out || fail "$(cat out)"

# what it says is typed
play --repo "$TMPDIR/Tom's games" --full-id tom-aaaaaaaa >out 2>&1
again=$(sed -n 's/.* To go on: spellpost //p' out)
eval "\"$BUILD/spellpost\" $again" </dev/null >out 2>&1
grep -q 'tom-aaaaaaaa goes on' out || fail "$(cat out)"
