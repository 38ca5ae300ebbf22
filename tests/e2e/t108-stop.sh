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
# A mailer that holds its first mail until it is told to go on: TERM comes while
# there is much to do, however fast the machine is.
mkdir sent
cat >mailer <<MAILER
#!/bin/sh
cat >"$PWD/sent/\$\$"
[ ! -e "$PWD/here" ] || exit 0
: >"$PWD/here"
until [ -e "$PWD/go" ]; do sleep 0.05; done
MAILER
chmod +x mailer
sed -i '/^sender {/,/^}/d' club/spellpost.conf
cat >>club/spellpost.conf <<CONF
sender {
	type = "sendmail"
	program = "$PWD/mailer"
}
CONF
"$BUILD/spellpostd" -c club/spellpost.conf 2>>log &
daemon=$!
trap 'kill "$daemon" 2>/dev/null || :' EXIT
wait_for test -e here
kill -TERM "$daemon"
: >go
wait "$daemon" || fail "status $?: $(cat log)"
daemon=
# the rest was not touched; what was decided is answered now or later
new=$(files mail/in/new)
decided=$(files mail/in/.Processed/cur)
[ "$new" -gt 0 ] || fail "the whole backlog was worked off"
[ $((new + decided)) = 200 ]
[ "$(files sent .)" -le "$decided" ]
"$BUILD/spellpostd" -c club/spellpost.conf --once
[ "$(files sent .)" = 20 ] # so many strangers are told within an hour
[ "$(files mail/in/.Processed/cur)" = 200 ]
sed -n 's/^To: //p' sent/* | sort | uniq -d >twice
[ ! -s twice ] || fail "answered twice: $(cat twice)"
