# A person plays against bots by a pipe: a whole game to its end, which verifies;
# a game that was killed goes on; what is asked, tried, refused and taken back.
cd "$TMPDIR"
export XDG_DATA_HOME="$TMPDIR/data" TERM=dumb
unset NO_COLOR
games=$XDG_DATA_HOME/spellpost/games

fail() {
	printf 'FAILED: %s\n' "$*"
	exit 1
}
says() { # words: they are in what the last game wrote
	grep -q -e "$1" out || fail "\"$1\" is not in: $(cat out)"
}
says_not() {
	! grep -q -e "$1" out || fail "\"$1\" is in: $(cat out)"
}
play() { # words of the command; lines of the player come by standard input
	"$BUILD/spellpost" play "$@" >out 2>&1 || fail "play $*: $(cat out)"
}
refuses() { # status, words of the command
	wanted=$1
	shift
	status=0
	"$BUILD/spellpost" play "$@" </dev/null >out 2>&1 || status=$?
	[ $status = "$wanted" ] || fail "status $status of: play $*: $(cat out)"
	[ "$(wc -l <out)" = 1 ] || fail "play $* says: $(cat out)"
}
verified() { # game
	"$BUILD/spellpost" verify "$games"/*/"$1.git" >verified ||
		fail "$(cat verified)"
	grep -q '^Good' verified || fail "$(cat verified)"
}
commits() { # game
	git --git-dir "$games"/*/"$1.git" rev-list --count HEAD
}

# a fixed key and a fixed id: the same deal each time
mkdir -p "$XDG_DATA_HOME/spellpost"
key=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
(umask 077 && echo "1 $key" >"$XDG_DATA_HOME/spellpost/play.key")

# the first suggestion, again and again, leads to the end; everybody is asked
yes 1 | head -n 2000 >ones
play --full-id whole-aaaaaaaa --option rounds=12 --option windows=ask <ones
says 'Game whole-aaaaaaaa begins'
says '^red> 1$'
says_not 'key was made'
says '^What happened so far$'
says '^Since your last turn$'
says '^Your answer$'
says '^You might do'
says 'spellpost verify'
says_not "$(printf '\033')"
! grep -v -F "$games" out | grep '.\{81\}' || fail 'wider than a terminal'
verified whole-aaaaaaaa
# nobody goes on with it
play whole-aaaaaaaa </dev/null
says 'The whole game is a git repository'
says_not '^red> '

# but lines that are there are answered, orders by that it is over
play whole-aaaaaaaa <<'END'
end
log 2
board
hand
1
log x
log 0
END
[ "$(grep -c '^The game is over: ' out)" = 2 ] || fail "over: $(cat out)"
[ "$(grep -c 'The whole game is a git repository' out)" = 2 ] ||
	fail "over: $(cat out)"
[ "$(grep -c '^Write `log` alone' out)" = 2 ] || fail "log: $(cat out)"
says '^History$'

# and another one begins in its place, with all that it was played by
play --full-id twice-aaaaaaaa --seats 3 --seat blue --bots random,apprentice \
	--option rounds=7 --option windows=ask <<'END'
rematch
resign
yes
foo
rematch
hand
resign
yes
END
says '^The game is not over: `rematch` begins another one behind it.$'
says '^To play again, with the same bots and options, write `rematch`'
says '^`rematch` begins another one.$'
[ "$(grep -c '^You have resigned.$' out)" = 2 ] || fail "ended: $(cat out)"
again=$(sed -n 's/^Game \(.*\) begins, with the same bots and options, in$/\1/p' out)
[ "$(echo "$again" | wc -w)" = 1 ] || fail "again: $(cat out)"
setup() {
	git --git-dir="$(find "$games" -name "$1.git")" show main:game.json |
		grep -v '"gid"\|"commitment"'
}
[ "$(setup "$again")" = "$(setup twice-aaaaaaaa)" ] ||
	fail "another game: $(setup "$again")"
verified "$again"
verified twice-aaaaaaaa

# with bots of all kinds, which one named for each seat
play --full-id three-aaaaaaaa --seats 3 --seat blue --bots random,apprentice \
	--option rounds=4 --colour always <ones
says "$(printf '^\033.*blue\033.*> 1$')"
verified three-aaaaaaaa

# pages of help tell of this table, not of a club: no mail, no clock, no host
play --full-id pages-aaaaaaaa <<'END'
help undo
help try
help play
help standin
help game
status
help asking
help
END
[ "$(grep -c '^Words of this table$' out)" = 4 ] || fail "help: $(cat out)"
says 'bots wait'
says '100 rounds'
says_not 'There is no help'
says_not 'taken back by a player'
says_not 'ask your host'
says_not ' hours'
says_not 'the clock'
says_not ' mails*[ .]'

# the round is told, and why nobody wins
play --full-id drawn-aaaaaaaa --option cards=no --option rounds=2 <<'END'
end
status
end
END
says '^Round 1 of 2. Red to move'
says '^Status: Round 2 of 2$'
says 'your turn is over$'
says '^The game is drawn: after 2 rounds points and life are equal'
says_not 'You lose'
play --full-id again-aaaaaaaa --option cards=no --option rounds=1 <<'END'
try end
end
END
says 'over; the game is drawn'

# an `end` below a line that was not done waits, once; nothing else does
play --full-id waits-aaaaaaaa --option cards=no --option rounds=3 <<'END'
push blue
end
end
status
99
board
END
says '`end` waits, because "push blue" was not done: write it again'
says '^Status: Round 2 of 3$'
[ "$(grep -c "^.end. waits" out)" = 1 ] || fail "it waits: $(cat out)"
play waits <<'END'
99
end
open c3/c4
1
status
punch blue; end
end
END
says '`end` waits, because "99" was not done'
says '^Game waits-aaaaaaaa is saved'
play waits <<'END'
resign
yes
END
# numbers that are none of the list
play --full-id again-bbbbbbbb --option cards=no --option rounds=1 <<'END'
-1
1 2
1;2
try 1;2
resign
yes
END
[ "$(grep -c '^Write one number of the list, from 1 to' out)" = 4 ] ||
	fail "numbers: $(cat out)"
says_not 'numbered question'

# a number of the list goes first, orders behind it; a byte that is 0 does
# nothing, and an `end` below it waits
printf 'try 1; end\n1; end\nend; 1\nsta\000tus\nend\nhand\nresign\nyes\n' >lines.txt
play --full-id first-aaaaaaaa --seat red <lines.txt
says '^Would come of it$'
says '^  end  .*you draw'
says '^Write one number of the list, from 1 to'
says '^A byte of the line is 0, so nothing of it was done'
says '`end` waits, because "sta" was not done'
# a card of the hand has its bar on every line
! sed -n '/^Your hand/,/^$/p' out | grep -v -e '^Your hand' -e '^  | ' | grep . ||
	fail 'a line of the hand without a bar'

# a map that an order changes is drawn, also where it is only tried; what stands
# behind an order whose end is open is named
play --full-id x-aaaaaaab <<'END'
try cast rotate sector blue by 90; punch blue; move n; move e
cast rotate sector blue by 90
resign
no
resign
yes
END
[ "$(sed '/^red> resign/q' out | grep -c '^      a   b')" = 6 ] ||
	fail "no map: $(cat out)"
says '^Not looked at'
says '^  move n$'
says '^  move e$'
play --full-id x-aaaaaaaf <<'END'
try cast create wall at c3/d3; move w
cast create wall at c3/d3
resign
yes
END
[ "$(sed '/^red> resign/q' out | grep -c '^      a   b')" = 6 ] ||
	fail "no map: $(cat out)"
says_not '^Not looked at'

# what a line was read as is done by a yes right below it, once
play --full-id meant-aaaaaaaa --seat red --option cards=no <<'END'
move sotuh
board
yes
move sotuh
no
move sotuh

yes
yes
status
quit
END
says '^Do you mean this? `yes` does it\.$'
[ "$(grep -c 'Do you mean this' out)" = 3 ] || fail "offers: $(cat out)"
[ "$(grep -c 'Nothing waits for a yes or no' out)" = 2 ] ||
	fail "yes: $(cat out)"
[ "$(grep -c '^Nothing of it is done\.$' out)" = 1 ] || fail "no: $(cat out)"
says '^Red to move, 2 movement points left$'

# what is wrong is said, and the game goes on
play --full-id words-aaaaaaaa --option cards=no --option rounds=3 <<'END'
99
push blue
punch blue
try 99
try
press to blue: hello
yes
undo
undo now
resign
no
help
help moving
card zot
log
log 1
save
END
says 'There is no 99 in the list: write a number from 1 to'
says 'I did not understand'
says '^Refused$'
says 'Nothing is done by that'
says 'bots, which read nothing'
says 'Nothing waits for a yes or no'
says 'you have done nothing in this turn'
says '`undo` stands alone'
says 'You have not resigned'
says 'Words of this table'
says 'Help on moving'
says 'played without cards'
says '^Setup$'
says 'Game words-aaaaaaaa is saved. To go on: spellpost play words-aaaaaaaa'

# whoever is not told which goes on with the newest that is not over; trying
# does nothing, and what was done is taken back
n=$(commits words-aaaaaaaa)
play <<'END'
try 1
END
says 'Game words-aaaaaaaa goes on'
says 'Would come of it'
says 'Nothing was done'
[ "$(commits words-aaaaaaaa)" = "$n" ] || fail 'to try made a commit'
play words <<'END'
1
undo
log
undo
END
says '^Done$'
says '^Taken back$'
says 'You take the game back to step'
says_not 'Operator'
says 'you have done nothing in this turn'
[ "$(commits words-aaaaaaaa)" = $((n + 2)) ] || fail 'no order, or no undo'
play words <<'END'
1
end
undo
END
says 'you have done nothing in this turn'

# killed between two lines: what was answered is there
mkfifo lines
"$BUILD/spellpost" play words <lines >out 2>&1 &
player=$!
exec 3>lines
n=$(commits words-aaaaaaaa)
echo 1 >&3
tries=0
until [ "$(commits words-aaaaaaaa)" != "$n" ]; do
	tries=$((tries + 1))
	[ $tries -lt 600 ] || fail "nothing was done: $(cat out)"
	sleep 0.05
done
until grep -q '^Done$' out; do
	sleep 0.05
done
# while it is played nobody else plays it
refuses 3 words
says 'is being played by another process'
kill -KILL $player
wait $player 2>/dev/null || :
exec 3>&-
[ "$(commits words-aaaaaaaa)" = $((n + 1)) ] || fail 'the order is lost'
play words <<'END'
undo
resign
yes
END
says '^Taken back$'
says 'Blue wins'
says 'You have resigned'
says 'You lose'
verified words-aaaaaaaa

# all games, and one by where it lies
play --list
says '^whole-aaaaaaaa  20.*  over$'
says '^pages-aaaaaaaa  20[^ ]*$'
play pages-aaaaaaaa <<'END'
games
END
says '^whole-aaaaaaaa  20.*  over$'
play "$(echo "$games"/*/pages-aaaaaaaa.git)" </dev/null
says 'Game pages-aaaaaaaa goes on'
refuses 2 x
says 'beginning of 2 games: write more of x-aaaaaaa[bf], x-aaaaaaa[bf]'
refuses 2 --list --new

# the command
refuses 2 nothing
says '--new'
refuses 2 --seats 7
refuses 2 --seats x
says 'takes a number of players'
refuses 2 --json
says 'has no JSON'
refuses 2 --seats 5
says 'is played by 2 to 4, not by 5'
refuses 2 --bots nobody
says 'there is no bot "nobody"'
refuses 2 --bots random,random,random --seats 3
refuses 2 --seat mauve
refuses 2 --colour blue
refuses 2 --option points
refuses 2 --option hold=1
refuses 2 words --new
# a folder of one's own, and the first start of somebody
XDG_DATA_HOME=$TMPDIR/fresh "$BUILD/spellpost" play --repo here --bots random \
	</dev/null >out 2>&1 || fail "$(cat out)"
says 'A key was made for your games'
[ -f "$TMPDIR/fresh/spellpost/play.key" ]
set -- here/*/*.git
[ $# = 1 ] || fail "games: $*"
[ -d "$1" ] || fail "games: $*"
# a key that is gone is no new dice
rm "$TMPDIR/fresh/spellpost/play.key"
status=0
XDG_DATA_HOME=$TMPDIR/fresh "$BUILD/spellpost" play --repo here \
	</dev/null >out 2>&1 || status=$?
[ $status = 1 ] || fail "status $status: $(cat out)"
says 'play.key is not there, and the games in here need it'
