# make check-scripts: the scripts here are sound, and tests that cannot fail are
# found.
command -v shellcheck >/dev/null || {
	echo "shellcheck is not installed"
	exit 77
}
cd "$SRC"
if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
	sh tests/tools/check-scripts.sh
else
	sh tests/tools/check-scripts.sh tests/e2e/*.sh tests/tools/*.sh
fi
cd "$TMPDIR"
mkdir e2e
try() { # good or bad; a script on standard input
	cat >e2e/script.sh
	status=0
	sh "$SRC/tests/tools/check-scripts.sh" e2e/script.sh >out 2>&1 || status=$?
	case $1-$status in good-0 | bad-1) return ;; esac
	echo "this script is $1, status $status:"
	cat e2e/script.sh out
	exit 1
}
printf '! grep -q x out\necho\n' | try bad
printf 'if true; then\n\t! grep -q x out\n\techo\nfi\n' | try bad
printf '[ -e a ] && [ -e b ]\necho\n' | try bad
printf '[ -e a ] && grep -q x out\necho\n' | try bad
printf 'echo $1\n' | try bad
printf '! grep -q x out || exit 1\necho\n' | try good
printf '! grep -q x out ||\n\texit 1\necho\n' | try good
printf 'f() {\n\t[ -e a ] && [ -e b ]\n}\nf\n' | try good
printf 'if [ -e a ] && [ -e b ]; then\n\techo\nfi\n' | try good
