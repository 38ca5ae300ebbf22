#!/bin/sh
# suites.sh UNIT [FOLDER|SUITE...]: runs all suites of the test runner but those
# named, each in a process of its own, some more at once than there are
# processors, since many wait for servers. Long ones begin first. A line as each
# ends, the whole output of those that failed, then the slowest and a summary.
# SUITES_AT_ONCE sets how many run at once. Exit status: 0 all passed, 1 some
# failed, 2 nothing was run.
set -eu

# Those that take longest on two processors; the order of all others is no
# matter.
LONG='order/fuzz audit/preferences host/kill host/power audit/tamper law/slots e2e/t161-independent host/canaries
host/pages audit/histories audit/rounds e2e/t101-demo service/day host/faults daemon/wake host/back
rules/accept host/rulings'

# The process of one suite: UNIT SUITE LOGS
if [ "$1" = --one ]; then
	log=$4/$(echo "$3" | tr '/ ' '++')
	start=$(date +%s)
	status=0
	"$2" "$3\$" >"$log.out" 2>&1 </dev/null || status=$?
	spent=$(($(date +%s) - start))
	echo "$status $spent $3" >"$log.end"
	word=ok
	[ $status = 0 ] || word=FAILED
	printf '%-28s %-6s %4d s\n' "$3" $word $spent
	# not by cat, which copies to a place that it took before: where several
	# do so to one file, the text of one covers that of another
	[ $status = 0 ] || sed -n p "$log.out"
	exit 0
fi

unit=$1
shift
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM
"$unit" --list >"$logs/all" || exit 2
for folder; do
	grep -v "^$folder\(/\|\$\)" "$logs/all" >"$logs/left" || :
	mv "$logs/left" "$logs/all"
done
for suite in $LONG; do
	grep -x -F "$suite" "$logs/all" || :
done >"$logs/long"
grep -v -x -F -f "$logs/long" "$logs/all" >"$logs/short" || :
cat "$logs/long" "$logs/short" >"$logs/list"
[ -s "$logs/list" ] || {
	echo "no suite is left to run"
	exit 2
}

workers=${SUITES_AT_ONCE:-$(($(nproc 2>/dev/null || echo 2) + 1))}
xargs -P "$workers" -I SUITE sh "$0" --one "$unit" SUITE "$logs" <"$logs/list"

printf '\nSlowest:\n'
cat "$logs"/*.end | sort -k2,2nr | head -n 10 |
	awk '{ s = $2; $1 = $2 = ""; printf "%5d s %s\n", s, $0 }'
# Sums of what CUnit says for each; a suite whose process died says nothing.
cat "$logs"/*.out | awk -v expected="$(wc -l <"$logs/list")" '
	$1 == "suites" { suites += $3 }
	$1 == "tests" { ran += $3; passed += $4; failed += $5 }
	$1 == "asserts" { asserts += $3; good += $4; bad += $5 }
	END {
		printf "\nRun Summary:    Type   Total     Ran  Passed  Failed\n"
		printf "              suites %7d %7d     n/a %7d\n",
			expected, suites, expected - suites
		printf "               tests %7d %7d %7d %7d\n",
			ran, ran, passed, failed
		printf "             asserts %7d %7d %7d %7d\n",
			asserts, asserts, good, bad
	}'
failed=$(cat "$logs"/*.end | awk '$1 != 0 { $1 = $2 = ""; print }')
[ "$(cat "$logs"/*.end | wc -l)" = "$(wc -l <"$logs/list")" ] || {
	echo "FAILED: a suite did not end"
	exit 1
}
[ -z "$failed" ] || {
	printf 'FAILED:\n%s\n' "$failed"
	exit 1
}
