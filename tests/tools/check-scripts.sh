#!/bin/sh
# check-scripts.sh [FILE...]: are the shell scripts of the tree, or these, sound?
# What shellcheck knows, it says; and in the scripts that run under `sh -eu` a
# test that cannot fail is a mistake:
#   ! COMMAND              -e does not see it
#   [ A ] && [ B ]         nor the first half of this
# unless "|| ..." follows, or it stands in a condition or ends a function.
set -eu

[ $# -gt 0 ] || {
	# shellcheck disable=SC2046 # paths without spaces
	set -- $(git ls-files '*.sh' .ci/run)
}
failed=0
for file; do
	case $file in
	*e2e/*) options='-s sh -e SC2103,SC2164,SC2154' ;; # sh -eu leaves at a cd
	*) options='' ;;
	esac
	# SC2016: backticks in what a program says; SC2094: git reads no file
	# shellcheck disable=SC2086 # a list of words on purpose
	shellcheck -x -f gcc $options -e SC2016,SC2094 "$file" || failed=1
done
# shellcheck disable=SC2046 # paths without spaces
awk '
	FNR == 1 { held = "" }
	held != "" && !/^[ \t]*(\}|\|\||&&)/ && !/^[ \t]*[0-9]*>/ {
		print held ": this test cannot fail"
		failed = 1
	}
	{ held = "" }
	/\|\||\\$|; then$|; do$/ { next }
	/^[ \t]*! / || /^[ \t]*\[ .* \] && (\[|!|grep|cmp)/ {
		held = FILENAME ":" FNR
	}
	END { exit failed }' $(printf '%s\n' "$@" | grep e2e/) || failed=1
exit $failed
