#!/bin/sh
# tidy.sh FLAG...: clang-tidy, on every processor, on the files named on standard
# input as they are compiled with these flags. Exit status: 0 if it has nothing
# to say.
set -eu

list=$(mktemp)
TIDY_FLAGS=$(mktemp)
export TIDY_FLAGS
trap 'rm -f "$list" "$TIDY_FLAGS"' EXIT
cat >"$list"
printf '%s\n' "$@" >"$TIDY_FLAGS"
echo "clang-tidy: $(wc -l <"$list") files"
[ -s "$list" ] || exit 0
# shellcheck disable=SC2016 # it is the inner shell that expands
xargs -P "$(nproc 2>/dev/null || echo 2)" -n 4 sh -c '
	set -- "$@" --
	while read -r flag; do set -- "$@" "$flag"; done <"$TIDY_FLAGS"
	exec clang-tidy --quiet --warnings-as-errors="*" "$@" 2>/dev/null
' sh <"$list"
