# `spellpost check` and `spellpostd -n`: all is well, or what is not and what to
# do about it.
. "$SRC/tests/e2e/lib.sh"

run game new --id good --start --seat red=a@players.example \
	--seat blue=b@players.example
run check
says '^ok    game good-'
if grep BAD out; then
	fail "found something in a good club"
fi
run check --json
says '"ok": true'
"$BUILD/spellpostd" -c club/spellpost.conf -n >out

# found CASE WHAT: check finds it, says so and says a remedy
found() {
	cp -a club bad
	(cd bad && eval "$1")
	for program in 'spellpost -c bad/spellpost.conf check' \
		'spellpostd -c bad/spellpost.conf -n'; do
		status=0
		# shellcheck disable=SC2086 # words on purpose
		"$BUILD/"$program >out 2>&1 || status=$?
		[ $status != 0 ] || fail "not found: $1 ($program)"
		[ $status -lt 100 ] || fail "status $status: $1 ($program)"
		says "^BAD   $2"
		grep -A 1 '^BAD' out | grep -q '^      [a-z]' ||
			fail "no remedy for: $1"
	done
	"$BUILD/spellpost" -c bad/spellpost.conf check --json >out 2>&1 || :
	says '"ok": false'
	says '"remedy": "[a-z]'
	rm -rf bad
}
blob='f=$(echo games/*/*.git); f=$f/$(git -C $f rev-parse main:state.json |
	sed "s|^..|objects/&/|"); chmod u+w $f;'

found 'rm master.key' 'master key'
found 'chmod 0640 master.key' 'master key'
found 'rm -r mail/in' 'inbox club'
found 'rm -r mail/out' 'sender'
found 'echo nonsense nonsense nonsense >registry.db' 'registry'
found 'rm registry.db*' 'registry'
found 'set_key templates "\"nowhere\"" .' 'mail texts'
found 'set_key rulesets "\"nowhere\"" .' 'rulesets'
found 'rm -r games/*/*.git' 'game good-'
if command -v git >/dev/null; then
	found "$blob printf x >\$f" 'game good-'
	found "$blob rm \$f" 'game good-'
fi
# a page in the middle of the registry
found 'dd if=/dev/urandom of=registry.db bs=4096 seek=3 count=2 conv=notrunc \
	2>/dev/null' 'registry'
# two things at once are both named
found 'rm -r mail/in master.key' 'master key'
cp -a club bad
rm -r bad/mail/in bad/master.key
"$BUILD/spellpost" -c bad/spellpost.conf check >out 2>&1 && fail 'not found'
[ "$(grep -c '^BAD' out)" = 2 ]
rm -r bad
# a head that is behind what was mailed
if command -v git >/dev/null; then
	found 'git -C games/*/*.git update-ref refs/heads/main main~1' \
		'game good-'
fi

# a server is not connected to: nobody listens at that port
cp -a club bad
echo secret >bad/password
chmod 0600 bad/password
sed -i '/^inbox club {/,/^}/d' bad/spellpost.conf
cat >>bad/spellpost.conf <<-END
	inbox club {
	  type = "imap"
	  host = "localhost"
	  port = 1
	  user = "judge"
	  password_file = "password"
	}
END
"$BUILD/spellpost" -c bad/spellpost.conf check >out || fail "$(cat out)"
says '^ok    inbox club$'
chmod 0644 bad/password
"$BUILD/spellpost" -c bad/spellpost.conf check >out 2>&1 && fail 'not found'
says '^BAD   inbox club: others can read the password'
