# `spellpost doctor`: what it says of a club that is well and of one that is not,
# with a daemon and without, to people and to machines.
. "$SRC/tests/e2e/lib.sh"

doctor() { # status, options: examine it so; what it says is in ./out
	wanted=$1
	shift
	status=0
	"$BUILD/spellpost" -c club/spellpost.conf doctor "$@" >out 2>err ||
		status=$?
	[ $status = "$wanted" ] || fail "status $status: $(cat out err)"
	[ ! -s err ] || fail "standard error has: $(cat err)"
}

run game new --id good --start --seat red=a@players.example \
	--seat blue=b@players.example
doctor 0
says '^ok       configuration    .*/spellpost.conf$'
says '^ok       master key       it fits 1 running game$'
says '^ok       registry         .*1 game, 2 players$'
says '^warning  daemon           none is at work on this folder$'
says '^                          -> start it: `systemctl'
says '^ok       round trip       not applicable: '
[ "$(tail -n 1 out)" = '0 errors, 2 warnings.' ] || fail "$(cat out)"
! grep -q '^error' out || fail "errors in a good club"
[ "$(files mail/out/new)" = 2 ] || fail "it sent something"

# every line is a finding, a remedy or the sum
[ "$(grep -cv -e '^ok  ' -e '^warning  ' -e '^ *-> ' out)" = 2 ] ||
	fail "other lines: $(cat out)"

# for machines: the same, and nothing else
doctor 0 --json
says '"errors": 0'
says '"warnings": 2'
says '"check": "daemon"'
says '"level": "warning"'
says '"remedy": "start it'
if command -v python3 >/dev/null; then
	python3 - out <<-'END'
		import json, sys
		with open(sys.argv[1]) as f:
		    answer = json.load(f)
		assert set(answer) == {"findings", "errors", "warnings"}
		for f in answer["findings"]:
		    assert set(f) == {"check", "level", "text", "remedy"}
		    assert (f["level"] == "ok") == (f["remedy"] == "")
	END
fi

# several things at once: each with its remedy, and a status that says so
chmod 0640 club/master.key
chmod 0644 club/registry.db
rm -r club/mail/out
doctor 1
says '^error    master key       .*open to other users'
says '^warning  permissions      others may read .*registry.db (mode 0644)$'
says '^                          -> chmod 0600 .*registry.db$'
says '^error    sender '
[ "$(tail -n 1 out)" = '2 errors, 3 warnings.' ] || fail "$(cat out)"
[ "$(grep -c -e '->' out)" = 5 ]
chmod 0600 club/master.key club/registry.db

# a server that is not there: not asked where it must not be
set_key poll 1 club
sed '/^sender {/,$d' club/spellpost.conf >conf
cat >>conf <<-END
	sender {
	  type = "smtp"
	  host = "localhost"
	  port = 1
	  tls = "none"
	}
END
cp conf club/spellpost.conf
set_key address '"judge@club.example"' club
doctor 0 --offline
says '^ok       sender$'
! grep -q 'round trip' out || fail 'offline, but on a trip'
doctor 1 --no-mail
says '^error    sender           cannot talk to smtp://localhost:1/'
says '^ *-> nobody listens there'
! grep -q 'round trip' out || fail 'no mail, but a trip'

# what is sent lies in the inbox: there and back without a daemon
sed -i '/^sender {/,$d' club/spellpost.conf
printf 'sender {\n  path = "mail/in"\n}\n' >>club/spellpost.conf
printf 'From: a@players.example\n\nhello\n' >club/mail/in/new/1.hello
doctor 0
says '^ok       round trip       [0-9.]* s to judge+...@club.example and back '
[ "$(files mail/in/new)" = 1 ] || fail 'the other mail was touched'
[ "$(files mail/in/.Processed/cur)" = 1 ]

# and with one, which notes the probe and does nothing for it
before=$(git -C club/games/*/*.git rev-parse main 2>/dev/null || :)
daemon_start
wait_for sh -c '[ -z "$(ls club/mail/in/new)" ]'
doctor 0
says '^ok       daemon           process [0-9]* answers$'
says '^ok       round trip       .* where the daemon took it$'
[ "$(tail -n 1 out)" = 'All is well.' ] || fail "$(cat out)"
grep -q 'is a probe of doctor' log
daemon_stop
[ "$(files mail/in/.Processed/cur)" -ge 3 ]
[ "$(git -C club/games/*/*.git rev-parse main 2>/dev/null || :)" = "$before" ]

# a terminal: lines fit, and what was in progress is wiped away
if command -v script >/dev/null; then
	script -qec "stty cols 72; '$BUILD/spellpost' -c club/spellpost.conf \
		doctor --no-mail" /dev/null >screen || fail "$(cat screen)"
	grep -q '\.\.\. ' screen
	tr -d '\r' <screen | sed "s/^\.\.\. [a-z ]*$(printf '\033')\[K//" >lines
	! grep -q '^\.\.\.' lines || fail "progress stays: $(cat lines)"
	[ "$(tail -n 1 lines)" = '0 errors, 1 warning.' ] ||
		fail "$(cat lines)"
	grep -v '/' lines >short
	[ "$(awk 'length > 72' short | wc -l)" = 0 ] || fail "$(cat short)"
fi

# the command line
refused 2 doctor --timeout 0
says '1 to 3600'
refused 2 doctor --timeout soon
refused 2 doctor --timeout
refused 2 doctor --nomail
says 'nomail'
refused 2 doctor more
says more

# no configuration, no club
set_key poll soon club
doctor 1
says '^error    configuration    .*line'
says '^ *-> mend it; spellpost.conf(5)'
mkdir empty
(cd empty && "$BUILD/spellpost" doctor >../out 2>&1) && fail 'no club, no error'
says '^error    data folder      no club is in'
says 'spellpost init'
