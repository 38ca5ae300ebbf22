# The script behind `make check-layers` refuses a function that only tests call,
# and a list of exceptions that is longer than it must be.
mkdir -p lib/base daemon out/lib/base out/daemon

build() { # path without .c, text
	printf '%s\n' "$2" >"$1.c"
	cc -O0 -w -c -o "out/$1.o" "$1.c"
}
check() { # text of the list; the output is in ./log
	printf '%b' "$1" >list
	SP_CALLERS=list sh "$SRC/tests/tools/check-callers.sh" out >log 2>&1
}
refused() { # text of the list, the one line that says why
	if check "$1"; then
		echo "accepted, in place of: $2"
		exit 1
	fi
	[ "$(cat log)" = "$2" ] || {
		cat log
		exit 1
	}
}

build lib/base/a 'void sp_a(void) {} void sp_b(void) {} int sp_c(void) { return 1; }
int sp_d(void) { return sp_c(); }
#define PASTE(x) sp_##x
void sp_e(void) {} void (*const sp_table[])(void) = { PASTE(e) };'
build daemon/main 'void sp_a(void); int sp_d(void); extern int sp_table;
int main(void) { sp_a(); return sp_d() + sp_table; }'
# sp_c is called inside its file, sp_e stands in a table
refused '' 'lib/base/a.c: sp_b is used by no file of lib or daemon'
check '# why\nsp_b\n' || { cat log; exit 1; }
check 'sp_b # why\n' || { cat log; exit 1; }
refused 'sp_b\n' 'sp_b: callers.txt gives no reason'
refused '# why\nsp_b\nsp_a\n' 'sp_a: callers.txt lists it, but it is used or gone'
refused '# why\nsp_b\nsp_x\n' 'sp_x: callers.txt lists it, but it is used or gone'
rm out/daemon/main.o
refused '# why\nsp_b\n' 'out/daemon/main.o: not built'
