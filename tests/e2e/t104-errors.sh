# Whatever is missing or bad: one line that says what to do, and a status.
. "$SRC/tests/e2e/lib.sh"

# both CASE WORDS: the daemon and a command refuse it in one line each
both() {
	cp -a club bad
	(cd bad && eval "$1")
	for program in "spellpostd -c bad/spellpost.conf --once" \
		"spellpost -c bad/spellpost.conf game new --start \
		--seat red=a@players.example --seat blue=b@players.example"; do
		status=0
		# shellcheck disable=SC2086 # words on purpose
		"$BUILD/"$program >out 2>&1 || status=$?
		[ $status != 0 ] || fail "accepted: $1 ($program)"
		[ $status -lt 100 ] || fail "status $status: $1 ($program)"
		one_line "$1 ($program)"
		says "$2"
	done
	# and nothing was made in passing
	[ "$(files mail/out/new bad)" = 0 ] || fail "mails although: $1"
	rm -rf bad
}

both 'rm spellpost.conf' 'spellpost.conf'
both 'echo "colour = red" >>spellpost.conf' 'colour'
both 'echo "pol = 7" >>spellpost.conf' 'poll'
both 'echo "poll = 7" >>spellpost.conf' 'a second time'
both 'set_key poll soon .' 'line 39'
both 'set_key poll 0 .' 'line 39'
both 'set_key address nobody .' 'address'
both 'echo inbox >>spellpost.conf' 'line'
both 'set_key data "\"nowhere\"" .' 'nowhere'
both 'set_key templates "\"nowhere\"" .' 'nowhere'
both 'set_key language "\"tlh\"" .' 'tlh'
both 'rm master.key' 'master.key'
both 'chmod 0644 master.key' 'master.key'
both 'echo "1 abc" >master.key' 'master.key'
both ': >master.key' 'master.key'
both 'rm registry.db' 'registry.db'
both 'echo nonsense nonsense nonsense nonsense >registry.db' 'registry.db'
both 'rmdir games' 'games'
both 'rm -r mail/in' 'mail/in'
both 'rm -r mail/out' 'mail/out'
both 'rm -r mail/in/new && : >mail/in/new' 'mail/in'
both 'rm -r run && : >run' 'run'

# what only a command meets
refused 2 game new --seat red=a@players.example
says '2 to 4 players'
refused 2 game new --ruleset wizwar9 --seat red=a@players.example \
	--seat blue=b@players.example
says 'there is: wizwar8'
refused 2 game new --seat red --seat blue=b@players.example
says 'COLOUR=ADDRESS'
refused 2 game new --option rounds --seat red=a@players.example
says 'NAME=VALUE'
refused 2 game new --seat red=a@players.example --seat blue=b@players.example \
	--option rounds=0
says rounds
refused 2 game new more --seat red=a@players.example
says more
refused 2 game show nothing
says 'game list'
refused 2 game board nothing
refused 2 history nothing
refused 2 history
refused 2 game
refused 2 jump
says '`jump` is not a command'
refused 2 init club
says 'choose a new folder'
refused 2 init club/spellpost.conf/new

# what only the daemon meets
for words in --twice -x 'more words'; do
	status=0
	# shellcheck disable=SC2086 # words on purpose
	"$BUILD/spellpostd" -c club/spellpost.conf $words >out 2>&1 || status=$?
	[ $status = 2 ] || fail "status $status of: $words"
done

# looking needs less: no key, no mail folders
rm -r club/master.key club/mail
run game list
says 'No games yet'
