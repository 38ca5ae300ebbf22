#!/bin/sh
# quiet.sh TEXT COMMAND...: run the command and say TEXT and how long it took.
# What it prints is shown only if it fails, or if it complains on standard
# error; then whole. The command's exit status.
set -u

text=$1
shift
printf '%s ...' "$text"
log=$(mktemp -d) || exit 1
trap 'rm -rf "$log"' EXIT
trap 'exit 130' INT TERM
start=$(date +%s)
status=0
"$@" >"$log/out" 2>"$log/err" || status=$?
if [ $status = 0 ]; then
	printf ' done (%d s).\n' $(($(date +%s) - start))
else
	printf ' failed, exit status %d:\n' $status
	cat "$log/out"
fi
cat "$log/err" >&2
exit $status
