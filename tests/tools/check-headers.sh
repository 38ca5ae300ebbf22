#!/bin/sh
# check-headers.sh CC FLAG...: does each header of lib/ compile alone, and
# twice, without a warning? The code is C only: no header caters for C++.
set -eu

status=0
for header in lib/*/*.h; do
	[ -e "$header" ] || continue
	name=${header#lib/}
	printf '#include "%s"\n#include "%s"\nextern int sp_header_alone;\n' \
		"$name" "$name" | "$@" -Werror -fsyntax-only -x c - || {
		echo "$header: does not stand alone" >&2
		status=1
	}
	if grep -n '__cplusplus' "$header"; then
		echo "$header: this project is C only" >&2
		status=1
	fi
done
exit $status
