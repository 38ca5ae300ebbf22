# Many commands at once, with a daemon and without: all are done, none twice.
. "$SRC/tests/e2e/lib.sh"

many() { # label
	pids=
	for i in 1 2 3 4 5 6; do
		"$BUILD/spellpost" -c club/spellpost.conf game new \
			--id "$1-$i" --start --seat red=a@players.example \
			--seat blue=b@players.example >"$1.$i" 2>&1 &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid" || {
			cat "$1".*
			fail "a command failed"
		}
	done
}

many alone
daemon_start
many served
# while it starts, and while it stops
kill -TERM "$daemon"
many stopping
wait "$daemon"
"$BUILD/spellpostd" -c club/spellpost.conf 2>>log &
daemon=$!
many starting
wait_for test -S club/run/control
daemon_stop

run game list
[ "$(wc -l <out)" = 24 ] || fail "$(cat out)"
[ "$(sort -u out | wc -l)" = 24 ]
# the start, to two
[ "$(files mail/out/new)" = 48 ]
run check
if command -v git >/dev/null; then
	for repo in club/games/*/*.git; do
		[ "$(git -C "$repo" rev-list --count main)" = 2 ]
	done
	# the operator's acts are numbered without a gap
	for repo in club/games/*/*.git; do
		git -C "$repo" log -1 --format=%B main |
			sed -n 's/^Input: operator //p'
	done | sort -n >numbers
	seq 1 24 | cmp - numbers
fi
