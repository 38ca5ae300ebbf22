# A mail is answered when it comes, however rarely the inboxes are polled.
. "$SRC/tests/e2e/lib.sh"

set_key poll 86400 club
daemon_start
printf 'From: a@players.example\nTo: judge@spellpost.invalid\n\nHello?\n' \
	>club/mail/in/tmp/1
mv club/mail/in/tmp/1 club/mail/in/new/1
answered() {
	[ "$(files mail/out/new)" = 1 ]
}
wait_for answered
daemon_stop
