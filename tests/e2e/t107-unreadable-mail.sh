# A mail that the daemon may not read does not stop it. Root may read all, so
# this runs as somebody else.
. "$SRC/tests/e2e/lib.sh"

as=
if [ "$(id -u)" = 0 ]; then
	command -v setpriv >/dev/null || {
		echo "root, and no setpriv"
		exit 77
	}
	as="setpriv --reuid 65534 --regid 65534 --clear-groups"
fi
mkdir build
for program in spellpost spellpost-commands spellpostd spellpost-mime \
	spellpost-bot; do
	cp "$BUILD/$program" build/
done
cp -r "$SRC/templates" "$SRC/games" .
letter() { # file
	printf 'From: %s@players.example\nTo: judge@spellpost.invalid\n' "$1"
	printf 'Subject: x\n\nhello\n'
}
letter a >club/mail/in/new/a
letter b >club/mail/in/new/b
letter c >club/mail/in/new/c
chmod 000 club/mail/in/new/b
chmod -R a+rX build templates games
[ -z "$as" ] || chown -R 65534:65534 club
[ -z "$as" ] || chmod a+rx .
$as sh -c 'build/spellpost -c club/spellpost.conf check' >out 2>&1 || {
	tail -n 3 out
	echo "another user cannot work in this folder"
	exit 77
}
$as build/spellpostd -c club/spellpost.conf --once >out 2>&1 ||
	fail "stopped: $(cat out)"
[ "$(files mail/out/new)" = 2 ]
# it is put aside, or stays where it is, but the others are done with
[ "$(files mail/in/.Processed/cur)" = 2 ]
$as build/spellpostd -c club/spellpost.conf --once >out 2>&1
[ "$(files mail/out/new)" = 2 ]
