# TERM in the middle of much mail: the batch is finished, the rest waits, and
# nothing is answered twice.
. "$SRC/tests/e2e/lib.sh"

i=0
while [ $i -lt 200 ]; do
	i=$((i + 1))
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
# the rest was not touched; what was decided is answered now or later
new=$(files mail/in/new)
decided=$(files mail/in/.Processed/cur)
[ "$new" -gt 0 ] || fail "the whole backlog was worked off"
[ $((new + decided)) = 200 ]
[ "$(files mail/out/new)" -le "$decided" ]
"$BUILD/spellpostd" -c club/spellpost.conf --once
[ "$(files mail/out/new)" = 200 ]
[ "$(files mail/in/.Processed/cur)" = 200 ]
sed -n 's/^To: //p' club/mail/out/new/* | sort | uniq -d >twice
[ ! -s twice ] || fail "answered twice: $(cat twice)"
