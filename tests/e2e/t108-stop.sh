# TERM in the middle of much mail: the batch is finished, the rest waits, and
# nothing is answered twice.
. "$SRC/tests/e2e/lib.sh"

for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	cat >"club/mail/in/new/$i" <<MAIL
From: player$i@players.example
To: judge@spellpost.invalid
Subject: hello

May I play?
MAIL
done
set_key batch 1 club
"$BUILD/spellpostd" -c club/spellpost.conf 2>>log &
daemon=$!
trap 'kill "$daemon" 2>/dev/null || :' EXIT
answered() {
	[ "$(files mail/out/new)" -ge 1 ]
}
wait_for answered
kill -TERM "$daemon"
wait "$daemon" || fail "status $?: $(cat log)"
daemon=
# what was answered is done with, the rest was not touched
answers=$(files mail/out/new)
[ "$(files mail/in/.Processed/cur)" = "$answers" ]
[ $(($(files mail/in/new) + answers)) = 20 ]
"$BUILD/spellpostd" -c club/spellpost.conf --once
[ "$(files mail/out/new)" = 20 ]
[ "$(files mail/in/.Processed/cur)" = 20 ]
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ "$(grep -l "^To: player$i@" club/mail/out/new/* | wc -l)" = 1 ]
done
