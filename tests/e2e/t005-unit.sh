# The runner of the unit tests: a test needs no row but its own, a failure shows
# in the exit status, and what cannot run is refused in place of passing.
flags=$(tr ' ' '\n' <"$BUILD/flags" | grep -v -e '^/' -e '^-Werror$')
libs=$(printf '%s\n' "$flags" | grep '^-l')

# text of the tests
runner() {
	{
		printf '#include "unit.h"\n'
		cat
	} >tests.c
	# shellcheck disable=SC2086 # a list of words
	$flags -I "$SRC/lib" -I "$SRC/tests/unit" -c -o tests.o tests.c \
		2>log || return
	# shellcheck disable=SC2086 # a list of words
	$flags -o unit tests.o "$BUILD/tests/unit/main.o" \
		"$BUILD/tests/unit/unit.o" "$BUILD/tests/unit/fixtures.o" \
		"$BUILD/libspellpost.a" -lcunit $libs
}
expect() { # exit status, a text that is printed, arguments...
	wanted=$1
	text=$2
	shift 2
	status=0
	./unit "$@" >log 2>&1 || status=$?
	if [ $status != "$wanted" ] || ! grep -q -F -e "$text" log; then
		echo "exit status $status, not $wanted, or not \"$text\":"
		cat log
		exit 1
	fi
}

runner <<'EOF'
static int begun, before;
static int begin(void)
{
	begun++;
	return 0;
}
SUITE("two/begun", begin, NULL);
TEST("two/begun", "a test of its own suite")
{
	EQUAL_INT(begun, 1);
	before++;
}
TEST("two/begun", "a later line runs later")
{
	EQUAL_INT(before, 1);
}
TEST("two/plain", "a suite without a set-up")
{
	EQUAL_INT(begun, 0);
}
static void file(void)
{
	EQUAL_STRING(unit_name(), "found");
}
static void find(void)
{
	unit_found("a/found", "found", file);
}
FIND_TESTS(find);
EOF
expect 1 'begun, 0: got 1, expected 0'
expect 0 'a later line runs later ...passed' two/begun
expect 0 'found ...passed' a
if grep -q 'two/' log; then
	echo "the filter leaves more than it names"
	exit 1
fi
expect 2 'no suite starts with "three"' two/begun three
if grep -q passed log; then
	echo "tests ran although a filter matches nothing"
	exit 1
fi

runner <<'EOF'
TEST("two", "same")
{
}
TEST("two", "same")
{
}
EOF
expect 2 'tests.c:5: two has a test "same" already, tests.c:2'

# What the runner would never call, what does not tell both values, and pointers
# taken for numbers do not compile.
for old in 'CU_TestInfo base_tests[] = { CU_TEST_INFO_NULL };' \
	'CU_pSuite s; void f(void) { CU_ADD_TEST(s, f); }' \
	'TEST("a", "b") { CU_ASSERT_EQUAL(1, 2); }' \
	'TEST("a", "b") { EQUAL_INT("a", "b"); }'; do
	compiled=yes
	echo "$old" | runner || compiled=no
	if [ $compiled = yes ] ||
		! grep -q -e poisoned -e 'wrong type' -e 'invalid arg' log; then
		echo "this compiles: $old"
		cat log
		exit 1
	fi
done
if grep -r -l '<CUnit/' "$SRC/tests/unit" | grep -v -x -e '.*/unit\.[ch]' \
	-e '.*/main\.c'; then
	echo "includes CUnit, in place of unit.h"
	exit 1
fi
