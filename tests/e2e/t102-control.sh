# The daemon and its commands: through run/control while it runs, by themselves
# while it does not; signals.
. "$SRC/tests/e2e/lib.sh"

daemon_start
# made by the daemon: the command does not get the lock
run game new --id one --seat red=red@players.example \
	--seat blue=blue@players.example
says 'waits for its players'
[ "$(files mail/out/new)" = 2 ]
run game list --json
says '"status": "inviting"'
run game list
gid=$(awk '{ print $1 }' out)
run game show "$gid" --json
says '"address": "red@players.example"'

# deliver, twice: the answer of the first is the only one
mail=$(grep -l '^To: red@' club/mail/out/new/*)
answer red@players.example "$mail" 'join'
says applied
run deliver <letter
says seen
run deliver --json <letter
says '"disposition": "seen"'
[ "$(files mail/out/new)" = 3 ]
# the other one by mail: the daemon sees it at once
mail=$(grep -l '^To: blue@' club/mail/out/new/*)
reply blue@players.example "$mail" 'join' >club/mail/in/tmp/b
mv club/mail/in/tmp/b club/mail/in/new/b
wait_for started "$gid"
run game board "$gid"
says 'board format 2'
run game board "$gid" --html
says '<!DOCTYPE html>'
says '<b style='
run history "$gid"
says 'Red joins'
run history "$gid" 1 --json
says '"commit"'

# a command that the daemon refuses: its words, its status
refused 2 game new --seat red=a@players.example --seat pink=b@players.example
says 'the colours are'
refused 2 deliver </dev/null
says empty

# TERM ends it, and the socket is gone; kill -9 leaves one that nobody answers
daemon_stop
[ ! -e club/run/control ]
daemon_start
kill -9 "$daemon"
wait "$daemon" || :
[ -e club/run/control ]
run game new --id two --start --seat red=red@players.example \
	--seat blue=blue@players.example
says 'has started'
daemon_start
run game list
[ "$(wc -l <out)" = 2 ]

# HUP reads the configuration again
set_key club '"The Other Club"' club
kill -HUP "$daemon"
wait_for grep -q 'read the configuration again' log
rm club/mail/out/new/*
run game new --id three --start --seat red=red@players.example \
	--seat blue=blue@players.example
grep -q '^From: .*The Other Club' club/mail/out/new/*

# a broken one does not stop the games: the old one stays
cp club/spellpost.conf good.conf
echo 'polll = 7' >>club/spellpost.conf
kill -HUP "$daemon"
wait_for grep -q 'the old configuration stays' log
cp good.conf club/spellpost.conf
rm club/mail/out/new/*
run game new --id four --start --seat red=red@players.example \
	--seat blue=blue@players.example
grep -q '^From: .*The Other Club' club/mail/out/new/*

# neither does one that reads, but cannot be worked with
: >log
set_key templates '"nowhere"' club
kill -HUP "$daemon"
wait_for grep -q nowhere log
cp good.conf club/spellpost.conf
run game new --id five --start --seat red=red@players.example \
	--seat blue=blue@players.example
kill -0 "$daemon" || fail "the daemon stopped: $(cat log)"

# -n only looks, also while the daemon runs
"$BUILD/spellpostd" -c club/spellpost.conf -n >out 2>&1
says ok
set_key poll 0 club
if "$BUILD/spellpostd" -c club/spellpost.conf -n >out 2>&1; then
	fail "a bad configuration passed"
fi
cp good.conf club/spellpost.conf

# only one daemon
status=0
"$BUILD/spellpostd" -c club/spellpost.conf --once >out 2>&1 || status=$?
[ $status = 3 ] || fail "two at once: status $status is not 3"
one_line
daemon_stop
