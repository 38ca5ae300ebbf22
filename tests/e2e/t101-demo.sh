# The game that `make run` shows plays to its end, and a second run starts anew.
command -v git >/dev/null || {
	echo "git is not there"
	exit 77
}
written() { # how many mails the players wrote
	find run/mail/in -type f -name '*demo_*' | wc -l
}
sh "$SRC/daemon/demo.sh" >shown 2>&1 || {
	tail -n 30 shown
	exit 1
}
# two pages: how one joins, a mail that asks for a move and its answer, whole; the
# rest counted; the last board; how to take a seat
[ "$(wc -l <shown)" -le 200 ]
if grep -n '.\{81\}' shown | grep -v "$BUILD"; then
	echo "these lines are wider than 80 columns"
	exit 1
fi
[ "$(grep -c '^=== ' shown)" = 3 ]
grep -q '^| join$' shown
grep -q '^| Subject: .* your move (turn 1)' shown
grep -q '^| Reply with a number, or write orders, one on a line' shown
grep -q '^| Check it with any git' shown
grep -q '^  turn  1  .* mails written, .* received$' shown
sed -n '/^The game is over, after/,$p' shown >last
grep -q '^Turn [0-9]*, round ' last
grep -q '^      a   b   c' last
tail -n 1 shown | grep -q 'daemon/demo.sh play$'
# what it counts is what lies there
total=$(sed -n 's/^The game is over, after \([0-9]*\) mails .*/\1/p' shown)
[ "$total" = "$(written)" ]
sum() { # of which number in the lines of turns
	sed -n "s/^  turn .* \([0-9]*\) mails written, *\([0-9]*\) received/\\$1/p" \
		shown | awk '{ n += $1 } END { print n }'
}
[ "$(sum 1)" = "$total" ]
[ "$(sum 2)" = "$(find run/mail/read -type f | wc -l)" ]
# the commands that it names are commands
sed -n '/^  .*spellpost.*history demo$/p' shown >commands
sh -eu commands >story
grep -q '^Turn 1' story
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
# the film shows every mail that was sent and received
FILM=1 sh "$SRC/daemon/demo.sh" >shown 2>&1
[ "$(grep -c '^=== [RB][a-z]* writes$' shown)" = "$(written)" ]
[ "$(grep -c '^=== a mail arrives at' shown)" = "$(find run/mail/read -type f | wc -l)" ]
grep -q '^| Message-ID: ' shown
# at the terminal's end the game stops where it is
printf 'join\n\n' | sh "$SRC/daemon/demo.sh" play >shown 2>&1
grep -q '^| :: game demo' shown
grep -q 'Goodbye; the club stays' shown
# a folder that is no demo's is left alone
rm run/.demo
if sh "$SRC/daemon/demo.sh" >shown 2>&1; then
	echo "took a folder that is not its own"
	exit 1
fi
grep -q 'move it away' shown
[ -e run/registry.db ]
