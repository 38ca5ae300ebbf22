#!/bin/sh
# busy.sh ROUNDS UNIT SUITE...: run the suites ROUNDS times while other processes
# keep every processor busy, two on each. A verdict that depends on how fast the
# machine is shows itself so. Every round runs; the first one that fails is kept
# whole in the log. Exit status: 0 if all rounds passed.
set -eu

rounds=$1
unit=$2
shift 2
processors=$(nproc 2>/dev/null || echo 2)
log=$(mktemp -d)
burners=
stop() {
	# shellcheck disable=SC2086 # a list of numbers
	[ -z "$burners" ] || kill $burners 2>/dev/null || :
	burners=
}
trap 'stop; rm -rf "$log"' EXIT
trap 'exit 130' INT TERM

i=0
while [ $i -lt $((2 * processors)) ]; do
	i=$((i + 1))
	sh -c 'while :; do :; done' &
	burners="$burners $!"
done
failed=0
round=0
while [ $round -lt "$rounds" ]; do
	round=$((round + 1))
	start=$(date +%s)
	result=ok
	"$unit" "$@" >"$log/out" 2>&1 </dev/null || result=FAILED
	printf 'round %2d of %d: %-6s %4d s  %s\n' $round "$rounds" $result \
		$(($(date +%s) - start)) "$*"
	[ $result = ok ] && continue
	[ $failed -gt 0 ] || cat "$log/out"
	failed=$((failed + 1))
	grep -A5 'FAILED' "$log/out" || tail -n 5 "$log/out"
done
[ $failed = 0 ] || {
	echo "$failed of $rounds rounds failed on a busy machine: $*"
	exit 1
}
