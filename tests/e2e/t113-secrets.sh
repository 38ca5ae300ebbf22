# Secrets are files, and programs that print them: by relative names, and in the
# folder that systemd names. They stand neither in the configuration nor on a
# command line, and nothing that is said repeats one.
. "$SRC/tests/e2e/lib.sh"

conf() { # lines of an inbox beside those of every inbox
	printf 'inbox a {\n type = imap\n host = localhost\n tls = none\n'
	printf ' port = 1\n user = judge\n %s\n}\n' "$1"
}
check() { # lines: what `spellpostd -n` says of them is in ./out
	conf "$1" >club/spellpost.conf
	status=0
	"$BUILD/spellpostd" -c club/spellpost.conf -n >out 2>&1 || status=$?
	if grep -q sesame out; then
		fail "a secret is repeated: $1"
	fi
}
good() {
	check "$1"
	[ $status = 0 ] || fail "status $status: $1"
	says 'ok    inbox a'
}
bad() { # lines, words
	check "$1"
	[ $status = 2 ] || fail "status $status: $1"
	says "$2"
}

mkdir secrets
echo sesame >club/pw
echo sesame >secrets/mail-password
chmod 600 club/pw
chmod 400 secrets/mail-password
export CREDENTIALS_DIRECTORY="$PWD/secrets"
good 'password_file = pw'
good 'password_file = "${CREDENTIALS_DIRECTORY}/mail-password"'
(unset CREDENTIALS_DIRECTORY
bad 'password_file = "${CREDENTIALS_DIRECTORY}/mail-password"' \
	'line 7: the environment variable CREDENTIALS_DIRECTORY is not set')
bad 'password_file = "${CREDENTIALS_DIRECTORY}/other"' 'secrets/other'
chmod 644 club/pw
bad 'password_file = pw' 'others can read the password in .*/club/pw'

printf '#!/bin/sh\necho sesame\n' >club/token
bad "token_command = '$PWD/club/token me'" 'check its path and that it is exec'
chmod 700 club/token
good "token_command = '$PWD/club/token me'"
bad 'token_command = "club/token"' 'whole path of a program'
bad "token_command = '$PWD/club/token | head'" 'put it between quotes'

bad 'password = sesame' 'line 7: unknown key .* no secret stands in this file'
bad 'host = "judge:sesame@localhost"' 'line 7: "host" '

# a command line is seen by everybody on the machine
for program in 'spellpost -c club/spellpost.conf' \
	'spellpostd -c club/spellpost.conf'; do
	for words in '--password=sesame check' '--password sesame -n'; do
		status=0
		# shellcheck disable=SC2086 # words on purpose
		"$BUILD/"$program $words >out 2>&1 || status=$?
		[ $status = 2 ] || fail "status $status of $program $words"
		if grep -q sesame out; then
			fail "a secret is repeated: $(cat out)"
		fi
	done
done
