#!/bin/sh
# cppcheck.sh: cppcheck on the files and folders named on standard input. Exit
# status: 0 if it has nothing to say.
set -eu

list=$(mktemp)
trap 'rm -f "$list"' EXIT
cat >"$list"
echo "cppcheck: $(wc -l <"$list") files or folders"
[ -s "$list" ] || exit 0
cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	--enable=warning,performance,portability \
	--suppress=missingIncludeSystem -j 2 \
	-I lib -I tests/unit -D__GNUC__ \
	-DSP_SOURCE_DIR='""' -DSP_BUILD_DIR='""' \
	--file-list="$list"
