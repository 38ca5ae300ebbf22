#!/bin/sh
# both.sh UNIT SUITE... -- SUITE...: two runs of the tests side by side. Their
# outputs follow each other, so that each can be read. Exit status: 0 both
# passed.
set -eu

unit=$1
shift
first=
while [ "$1" != -- ]; do
	first="$first $1"
	shift
done
shift
out=$(mktemp)
trap 'rm -f "$out"' EXIT
# shellcheck disable=SC2086 # a list of words
"$unit" $first </dev/null >"$out" 2>&1 &
other=$!
status=0
"$unit" "$@" </dev/null || status=$?
wait "$other" || status=$?
cat "$out"
exit $status
