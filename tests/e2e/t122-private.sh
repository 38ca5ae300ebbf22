# Whatever umask they are started with, both programs keep what they make for
# their user alone; what is made to be given away has the user's own umask. And
# a folder without a club stays as it is.
. "$SRC/tests/e2e/lib.sh"

open_to_others() { # folder or file: what in it others may use, in ./out
	find "$1" ! -type l -perm /077 >out
}
closed() {
	open_to_others "$1"
	[ ! -s out ] || fail "others may use: $(cat out)"
}

umask 000
"$BUILD/spellpost" init made >out
# its configuration holds no secret, and says so itself
rm made/spellpost.conf
closed made

# orders by a daemon and by a command, with all that they bring about
chmod -R go= club
daemon_start
run game new --id one --start --seat red=red@players.example \
	--seat blue=blue@players.example
turn_ends
daemon_stop
run game new --id two --start --seat red=red@players.example \
	--seat blue=blue@players.example
closed club
[ -d club/run ]

# made for others
run game export one --bundle one.bundle
[ "$(find one.bundle -perm -044)" = one.bundle ]
umask 077
run game export one --bundle mine.bundle
closed mine.bundle

# no club here: it is said, in a line, and nothing is left
mkdir empty
for words in 'game new --seat red=a@b.example --seat blue=c@d.example' \
	'game list' 'game undo x' 'game cancel x --yes'; do
	status=0
	# shellcheck disable=SC2086 # words of a command
	(cd empty && "$BUILD/spellpost" $words) >out 2>&1 || status=$?
	[ "$status" = 2 ] || fail "status $status of $words: $(cat out)"
	one_line "$words"
	says 'there is no club in .*/empty; `spellpost init DIR` makes one'
	[ -z "$(ls -A empty)" ] || fail "$words leaves $(ls -A empty)"
done
status=0
(cd empty && "$BUILD/spellpostd" --once) >out 2>&1 || status=$?
[ "$status" != 0 ]
says 'there is no club in'
[ -z "$(ls -A empty)" ] || fail "the daemon leaves $(ls -A empty)"
