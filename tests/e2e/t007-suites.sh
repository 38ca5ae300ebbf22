# The script behind `make check` runs every suite once, whatever another does, and
# says which failed.
fail() {
	echo "$*:"
	cat log
	exit 1
}
# A runner with the suites of the file `list`: each says how often it ran.
cat >unit <<'END'
#!/bin/sh
[ "$1" = --list ] && exec cat list
name=${1%\$}
[ "$name\$" = "$1" ] || exit 2
echo "$name" >>ran
echo "words of $name"
case $name in
*dies) kill -9 $$ ;;
*fails) bad=1 ;;
*) bad=0 ;;
esac
printf '  suites 9 1 n/a 0 8\n  tests 9 2 %d %d 0\n  asserts 3 3 3 0 n/a\n' \
	$((2 - bad)) $bad
exit $bad
END
chmod +x unit
suites() {
	rm -f ran
	sh "$SRC/tests/tools/suites.sh" ./unit "$@" >log 2>&1
}
shows() {
	tr -s ' ' <log | grep -x -F -e "$1" >/dev/null || fail "not shown: $1"
}
ran() {
	sort ran | tr '\n' ',' >sorted
	[ "$(cat sorted)" = "$1" ] || fail "ran: $(cat sorted)"
}

printf '%s\n' a/one 'a/one more' host/kill host/killed b/two mail mailhost/x >list
suites || fail 'all passed, and it failed'
ran 'a/one,a/one more,b/two,host/kill,host/killed,mail,mailhost/x,'
shows ' suites 7 7 n/a 0'
shows ' tests 14 14 14 0'
shows ' asserts 21 21 21 0'
if grep 'words of' log; then
	fail 'the words of a suite that passed'
fi

SUITES_AT_ONCE=1 suites || fail 'all passed one by one, and it failed'
[ "$(head -n 1 ran)" = host/kill ] || fail 'the long one did not begin'

# folders that are left out, by their whole name
suites mail a || fail 'some were left out, and it failed'
ran 'b/two,host/kill,host/killed,mailhost/x,'

# one that fails and one that dies: all others run, both are named
printf '%s\n' a/fails b/two c/dies d/four >list
if suites; then
	fail 'two failed, and it passed'
fi
ran 'a/fails,b/two,c/dies,d/four,'
shows ' suites 4 3 n/a 1'
shows ' tests 6 6 5 1'
shows 'words of a/fails'
shows 'words of c/dies'
[ "$(sed -n '/^FAILED:/,$p' log | tr -d ' \n')" = FAILED:a/failsc/dies ] ||
	fail 'others are named'

# nothing to run
status=0
suites a b c d || status=$?
[ $status = 2 ] || fail "status $status with nothing to run"
