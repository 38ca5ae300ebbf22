#!/bin/sh
# coverage.sh BUILD: lines run by the tests, for each source file of lib/ and
# daemon/, from the .gcda files below BUILD; the least covered come first.
set -eu

build=$1
find "$build/lib" "$build/daemon" -name '*.gcda' 2>/dev/null |
	while read -r data; do
		"${GCOV:-gcov}" -n -o "$(dirname "$data")" "$data" 2>/dev/null
	done | awk '
	/^File / {
		split($0, q, "\047")
		file = q[2]
	}
	/^Lines executed:/ && file ~ /^(lib|daemon)\/.*\.c$/ {
		split($0, p, /[:% ]+/)
		total = $NF
		share[file] = p[3]
		lines[file] = total
		done += p[3] * total / 100
		all += total
		file = ""
	}
	END {
		sort = "LC_ALL=C sort -n"
		for (f in share)
			printf "%6.1f%% of %5d  %s\n", share[f], lines[f], f | sort
		close(sort)
		if (all > 0)
			printf "%6.1f%% of %5d  all\n", 100 * done / all, all
	}'
