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

# a warning says so, and leaves the status 0
says '^warn  address: judge@spellpost.invalid can get no mail'
cp -a club bad
set_key address '"judge@example.org"' bad
set_key clone_url '"https://example.org/games"' bad
"$BUILD/spellpost" -c bad/spellpost.conf check >out || fail "status $?"
says '^ok    address: judge@example.org$'
says '^warn  clone_url: it is the same for all games'
if grep BAD out; then
	fail "a warning is no fault"
fi
"$BUILD/spellpost" -c bad/spellpost.conf check --json >out
says '"level": "warning"'
rm -r bad

# no club at all: one line, not the files that it lacks
mkdir empty
(cd empty && "$BUILD/spellpost" check) >out 2>&1 && fail 'a club in no folder'
says '^BAD   data folder: no club is in .*/empty$'
says 'spellpost init DIR'
[ "$(grep -c '^BAD' out)" = 1 ] || fail "$(cat out)"
rmdir empty

# a language without texts: which there are
cp -a club bad
set_key language '"de"' bad
status=0
"$BUILD/spellpost" -c bad/spellpost.conf check >out 2>&1 || status=$?
[ $status = 2 ] || fail "status $status"
says 'no mail texts in the language "de"; set `language` to one of these: en$'
rm -r bad

# found CASE WHAT: check finds it, says so and says a remedy
found() {
	cp -a club bad
	(cd bad && eval "$1")
	for program in 'spellpost -c bad/spellpost.conf check' \
		'spellpostd -c bad/spellpost.conf -n'; do
		status=0
		# shellcheck disable=SC2086 # words on purpose
		"$BUILD/"$program >out 2>&1 || status=$?
		# as the manuals say: 1, and 2 of the daemon's -n
		case $program in spellpostd*) wanted=2 ;; *) wanted=1 ;; esac
		[ $status = $wanted ] || fail "status $status: $1 ($program)"
		says "^BAD   $2"
		grep -A 1 '^BAD' out | grep -q '^      [a-z`]' ||
			fail "no remedy for: $1"
		if grep -w GAME out; then
			fail "a remedy that cannot be typed as it is"
		fi
	done
	"$BUILD/spellpost" -c bad/spellpost.conf check --json >out 2>&1 || :
	says '"ok": false'
	says '"remedy": "[a-z]'
	rm -rf bad
}
# all of the registry in its file, so that what is hurt there is read
python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("PRAGMA wal_checkpoint(TRUNCATE)")' \
	club/registry.db
blob='f=$(echo games/*/*.git); loosen $f; f=$f/$(git -C $f rev-parse main:state.json |
	sed "s|^..|objects/&/|"); chmod u+w $f;'

found 'rm master.key' 'master key'
found 'chmod 0640 master.key' 'master key'
found 'rm -r mail/in' 'inbox club'
found 'rm -r mail/out' 'sender'
found 'rm -f registry.db-wal; echo nonsense nonsense nonsense >registry.db' \
	'registry'
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
	found 'git -C games/*/*.git update-ref -d refs/heads/main' \
		'game good-[a-z0-9]*: .* has lost its branch main'
	cp -a club bad
	git -C bad/games/*/*.git update-ref -d refs/heads/main
	"$BUILD/spellpost" -c bad/spellpost.conf game show good >out 2>&1 &&
		fail 'it shows a game without a branch'
	says 'lost its branch main, which was at [0-9a-f]*; `spellpost game repair good-'
	rm -r bad
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
