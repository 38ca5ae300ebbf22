# A repository that ends the check of it, or lasts for ever: `verify` says so.
. "$SRC/tests/e2e/lib.sh"

# The only commit is a pipe that nobody writes into: there the check stands until
# something ends it.
id=0123456789012345678901234567890123456789
mkdir -p evil/objects/01 evil/refs/heads
echo 'ref: refs/heads/main' >evil/HEAD
echo $id >evil/refs/heads/main
mkfifo evil/objects/01/${id#01}

# a sanitizer would make a report of its own out of what is sent here
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0:handle_abort=0
export ASAN_OPTIONS

child_of() { # a process: its child is in $child
	for status in /proc/[0-9]*/status; do
		if grep -q "^PPid:[[:space:]]*$1\$" "$status" 2>/dev/null; then
			child=${status#/proc/}
			child=${child%/status}
			return 0
		fi
	done
	return 1
}
dies() { # signal, words of the command: the check ends by it; status 1
	signal=$1
	shift
	"$BUILD/spellpost" "$@" >out 2>err &
	verify=$!
	wait_for child_of $verify
	kill -"$signal" "$child"
	status=0
	wait $verify || status=$?
	[ $status = 1 ] || fail "status $status: $(cat out err)"
	! [ -s err ] || fail "also on standard error: $(cat err)"
}
for signal in ABRT SEGV XCPU KILL; do
	dies "$signal" verify evil
	says '^NOT GOOD: it could not be checked'
	dies "$signal" --json verify evil
	says '"good": false'
	says '"what": "could not be checked"'
done
dies SEGV verify evil
says 'Found .*signal 11 (Segmentation fault)'
dies XCPU verify evil
says 'Found .*it took more than 3600 seconds'

# whoever ends the command ends the check
"$BUILD/spellpost" verify evil >out 2>&1 &
verify=$!
wait_for child_of $verify
kill -TERM $verify
wait $verify 2>/dev/null || :
gone() { # or not yet asked after by who has it now
	! grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$child/status" \
		2>/dev/null
}
wait_for gone
[ ! -s out ] || fail "it said: $(cat out)"
