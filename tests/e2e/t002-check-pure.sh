# The script behind the second half of `make check-layers` finds calls and
# variables that a pure module must not have.
mkdir -p lib/board lib/store out/lib/board out/lib/store

check() {
	sh "$SRC/tests/tools/check-pure.sh" out >log 2>&1
}
build() { # module, text
	printf '%s\n' "$2" >"lib/$1/x.c"
	cc -O1 -fPIE -c -o "out/lib/$1/x.o" "lib/$1/x.c"
}
accepted() {
	build board "$1"
	check || {
		echo "refused: $1"
		cat log
		exit 1
	}
}
refused() { # text, words
	build board "$1"
	if check; then
		echo "accepted: $1"
		exit 1
	fi
	grep -F -e "a pure module $2" log || {
		echo "refused in other words: $1"
		cat log
		exit 1
	}
}

accepted '#include <string.h>
/* a double wall is no number, nor is " a
 * float */
static const char *const names[] = { "a \" double", "two" };
const char *name(int i);
const char *name(int i) { return strchr(names[i], 100); }'
accepted 'int sp_base_thing(void); int f(void); int f(void) { return sp_base_thing(); }'
refused '#include <time.h>
long f(void); long f(void) { return time(0); }' 'uses time'
refused '#include <stdlib.h>
int f(void); int f(void) { return rand(); }' 'uses rand'
refused 'int sp_file_read(void); int f(void); int f(void) { return sp_file_read(); }' \
	'uses sp_file_read'
refused 'int count(void); int count(void) { static int n; return ++n; }' 'keeps n'
refused 'int shared = 3;' 'keeps shared'
accepted "char f(void); char f(void) { return '\"'; /* double */ }"
refused "float f(char c); float f(char c) { return c == '\"' ? 1 : 2; }" \
	'uses floating point'
refused 'long f(long a); long f(long a) { return (long)((double)a / 3); }' \
	'uses floating point'
rm lib/board/x.c
check # an object left over from a file that is gone does not count
build store '#include <time.h>
long f(void); long f(void) { return time(0); }'
check # and store may know the time
