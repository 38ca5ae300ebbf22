#!/bin/sh
# check-callers.sh BUILD: is every function that leaves its file called by the
# programs? One that only a test calls, or nobody, is code that nobody needs and
# everybody reads. Seen in the objects, and for a function that its own file alone
# may call in the words of that file (it may have been inlined) and what the object
# points at (a table made by macros).
#
# callers.txt lists those that are left, each with its reason. A line there of a
# function that is called, or gone, is refused: the list only gets shorter.
set -eu

build=$1
list=${SP_CALLERS-$(dirname "$0")/callers.txt}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

objects=
for file in $(find lib daemon -name '*.c' | LC_ALL=C sort); do
	object=$build/${file%.c}.o
	[ -f "$object" ] || {
		echo "$object: not built" >&2
		exit 1
	}
	objects="$objects $object"
done

# name and file of each function or variable; then the names that others use
# shellcheck disable=SC2086 # paths without spaces
LC_ALL=C nm -A -P $objects >"$tmp/symbols"
sed -n "s|^$build/\(.*\)\.o: \([A-Za-z0-9_]*\) [TDBR] .*|\2 \1.c|p" \
	"$tmp/symbols" | LC_ALL=C sort >"$tmp/defined"
sed -n 's|^.*: \([A-Za-z0-9_]*\) U.*|\1|p' "$tmp/symbols" |
	LC_ALL=C sort -u >"$tmp/used"
LC_ALL=C join -v 1 "$tmp/defined" "$tmp/used" |
	awk '$1 != "main" && $2 ~ /^lib\//' >"$tmp/outside"
while read -r name file; do
	[ "$(grep -c -w -e "$name" "$file")" -lt 2 ] || continue
	objdump -r "$build/${file%.c}.o" | grep -q -w -e "$name" ||
		printf '%s %s\n' "$name" "$file"
done <"$tmp/outside" >"$tmp/idle"
sed -e 's/#.*//' "$list" | awk 'NF > 0 { print $1 }' |
	LC_ALL=C sort >"$tmp/listed"
# a reason stands behind the name, or above its group
awk 'NF == 0 { reason = 0 } /^#/ { reason = 1; next }
	NF == 1 && !reason { print $1 ": callers.txt gives no reason" }' \
	"$list" >"$tmp/wrong"
LC_ALL=C join -v 1 "$tmp/idle" "$tmp/listed" | awk '{
	print $2 ": " $1 " is used by no file of lib or daemon"
}' >>"$tmp/wrong"
LC_ALL=C join -v 2 "$tmp/idle" "$tmp/listed" | awk '{
	print $1 ": callers.txt lists it, but it is used or gone"
}' >>"$tmp/wrong"
cat "$tmp/wrong"
[ ! -s "$tmp/wrong" ]
