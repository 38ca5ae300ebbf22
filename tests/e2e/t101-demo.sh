# The game that `make run` shows plays to its end, and a second run starts anew.
command -v git >/dev/null || {
	echo "git is not there"
	exit 77
}
sh "$SRC/daemon/demo.sh" >shown 2>&1 || {
	tail -n 30 shown
	exit 1
}
grep -q 'The game is over: ' shown
grep -q 'a mail arrives at' shown
grep -q 'red writes' shown
grep -q 'daemon/demo.sh play' shown
repo=$(echo run/games/*/*.git)
git -C "$repo" fsck --strict
git -C "$repo" log -1 --format=%s main >last
grep -Eq 'wins|draw|ends' last || {
	cat last
	exit 1
}
# the film: every step of the game changes the board file
[ "$(git -C "$repo" log --format=%h main -- board.txt | wc -l)" -gt 10 ]
"$BUILD/spellpost" -c run/spellpost.conf check >found || {
	cat found
	exit 1
}
if grep over run/log; then # what it logs is for troubles
	exit 1
fi
# a folder that is no demo's is left alone
rm run/.demo
if sh "$SRC/daemon/demo.sh" >shown 2>&1; then
	echo "took a folder that is not its own"
	exit 1
fi
grep -q 'move it away' shown
[ -e run/registry.db ]
