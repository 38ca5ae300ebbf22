# The script behind `make check-layers` prints the rooms as they are built, and
# refuses a call upwards, a circle, a header and a room that are too large.
mkdir -p lib/base lib/board lib/mail lib/rules daemon
mkdir -p out/lib/base out/lib/board out/lib/mail out/lib/rules out/daemon
export SP_EXEMPT_ROOMS=

check() {
	sh "$SRC/tests/tools/check-rooms.sh" out >log 2>&1
}
build() { # path without .c, text
	printf '%s\n' "$2" >"$1.c"
	cc -O0 -w -c -o "out/$1.o" "$1.c"
}
fail() {
	echo "$*:"
	cat log
	exit 1
}
accepted() { # what it was
	check || fail "refused: $1"
}
refused() { # the one line that says why
	if check; then
		fail "accepted, in place of: $1"
	fi
	grep -F -x -e "$1" log >/dev/null || fail "not in these words: $1"
	[ "$(grep -c '^[^ ]*: ' log)" = 1 ] || fail "more than: $1"
}
shows() { # a line of the picture, blanks squeezed
	tr -s ' ' <log | grep -F -x -e "$1" >/dev/null || fail "not shown: $1"
}
# circle ROOM N: files that call each other round, r1 to rN
circle() {
	i=1
	while [ $i -le "$2" ]; do
		build "lib/$1/r$i" "void $1_r$((i % $2 + 1))(void);
void $1_r$i(void) { $1_r$((i % $2 + 1))(); }"
		i=$((i + 1))
	done
}
members() { # of the circle of twelve, as the log has them
	sed -n 's/^lib\/rules: no header explains its circle://p' log
}
header() { # path, lines
	awk -v n="$2" 'BEGIN { while (n-- > 0) print "/* a line */" }' >"$1"
}

# ---- calls: down and across, never up, whatever is declared
build lib/base/low 'int sp_low_value = 3; int sp_low(void) { return 1; }'
build lib/board/mid 'int sp_low(void); int sp_board_mid(void) { return sp_low(); }'
build daemon/spellpostd 'int sp_board_mid(void); int main(void) { return sp_board_mid(); }'
build daemon/spellpost 'extern int sp_low_value; int main(void) { return sp_low_value; }'
accepted 'calls downwards'
shows ' 22 daemon 2 2 - -'
shows ' 2 board 1 1 - -'
shows ' 0 base 1 1 - -'
shows ' 10 rules 0 0 - -'
build lib/base/up 'int sp_board_mid(void); int sp_up(void) { return sp_board_mid(); }'
refused 'lib/base/up.c: base must not use sp_board_mid of lib/board/mid.c'
build lib/base/up 'extern int sp_board_mid_value; int *sp_up(void) { return &sp_board_mid_value; }'
build lib/board/value 'int sp_board_mid_value = 3;'
refused 'lib/base/up.c: base must not use sp_board_mid_value of lib/board/value.c'
build lib/base/up 'int sp_mail_across(void); int sp_up(void) { return sp_mail_across(); }'
build lib/mail/side 'int sp_mail_across(void) { return 1; }'
refused 'lib/base/up.c: base must not use sp_mail_across of lib/mail/side.c'
build lib/base/up 'int sp_low(void); int sp_up(void) { return sp_low(); }'
build lib/mail/side 'int sp_board_mid(void); int sp_mail_across(void) { return sp_board_mid(); }'
refused 'lib/mail/side.c: mail must not use sp_board_mid of lib/board/mid.c'
# what two files define is nobody's, and what a file keeps to itself is its own
build lib/mail/side 'static int sp_board_mid(void) { return 1; }
int main(void); int sp_mail_across(void) { return sp_board_mid() + main(); }'
accepted 'names that are not of another room'
# what leaves a file says its room: sp_ROOM_ for all, ROOM_ for its own files
build lib/mail/side 'int mail_inner(void) { return 1; }
int sp_mail(void) { return 1; }'
accepted 'a name for the room alone, and a name that is the room'
build lib/mail/side 'int across(void) { return 1; }'
refused 'lib/mail/side.c: across must be named sp_mail_... or mail_...'
build lib/mail/side 'int sp_mailbox(void) { return 1; }'
refused 'lib/mail/side.c: sp_mailbox must be named sp_mail_... or mail_...'
build lib/mail/side 'int sp_board_side(void) { return 1; }'
refused 'lib/mail/side.c: sp_board_side must be named sp_mail_... or mail_...'
build lib/base/low 'int sp_low_value = 3; int low(void) { return 1; }
int sp_low(void) { return 1; }'
build lib/mail/side 'int sp_mail_across(void) { return 1; }'
refused 'lib/base/low.c: low must be named sp_...'
build lib/base/low 'int sp_low_value = 3; int sp_low(void) { return 1; }'
build lib/board/value 'int board_value = 3;'
build lib/rules/user 'extern int board_value;
int rules_user(void) { return board_value; }'
refused 'lib/rules/user.c: board_value is for the files of lib/board alone'
rm lib/rules/user.c
SP_EXEMPT_ROOMS='mail names post'
build lib/mail/side 'int post_side(void) { return 1; }'
accepted 'names of a room that is not built yet'
build lib/mail/side 'int sp_mail_across(void) { return 1; }'
refused 'EXEMPT: "mail names" is not needed any more'
SP_EXEMPT_ROOMS=
accepted 'names of their rooms'
# what is not compiled cannot be looked at
rm out/lib/mail/side.o
refused 'lib/mail/side.c: out/lib/mail/side.o is not there'
rm lib/mail/side.c
cp out/lib/base/up.o out/lib/board/gone.o
accepted 'an object left over from a file that is gone'

# ---- circles
circle rules 12
check || :
refused "lib/rules: no header explains its circle:$(members)"
echo '/* Circle: who calls whom. */' >lib/rules/why.h
accepted 'a circle of twelve'
shows ' 10 rules 13 25 why.h 1 12'
circle rules 13
refused 'lib/rules: 13 files in a circle, at most 12'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do
	grep -F 'circle in lib/rules:' log | grep -F -w "r$i.c" >/dev/null ||
		fail "r$i.c is not named"
done
# one arrow less, and there is no circle; two circles are not one
build lib/rules/r13 'void rules_r13(void) {}'
refused 'lib/rules: a header explains a circle, and no files call each other round'
rm lib/rules/why.h
accepted 'a chain of thirteen'
shows ' 10 rules 13 25 - -'
circle rules 5
build lib/rules/r6 'void rules_r8(void);
void rules_r6(void) { rules_r8(); }'
build lib/rules/r7 'void rules_r6(void); void rules_r1(void);
void rules_r7(void) { rules_r6(); rules_r1(); }'
build lib/rules/r8 'void rules_r7(void); void rules_r8(void) { rules_r7(); }'
for i in 9 10 11 12 13; do
	build lib/rules/r$i "void rules_r1(void); void rules_r$((i - 1))(void);
void rules_r$i(void) { rules_r1(); rules_r$((i - 1))(); }"
done
build lib/rules/a 'void rules_r1(void); void rules_r13(void);
void rules_a(void) { rules_r1(); rules_r13(); }'
echo '/* Circle: who calls whom. */' >lib/rules/why.h
accepted 'a circle of five below one of three below a chain'
shows ' 10 rules 15 28 why.h 1 5'

# ---- private headers
header lib/rules/inner.h 200
header lib/rules/rules.h 300
accepted 'a private header of 200 lines'
shows ' 10 rules 17 528 inner.h 200 5'
header lib/rules/inner.h 201
refused 'lib/rules: 201 lines in inner.h, at most 200'
echo '#include "rules/inner.h"' >daemon/call.h
accepted 'a long header that another room includes'
shows ' 10 rules 17 529 why.h 1 5'
echo '#include "rules/rules.h"' >daemon/call.h
refused 'lib/rules: 201 lines in inner.h, at most 200'
echo '#include "inner.h"' >>lib/rules/rules.h
accepted 'a long header that the public one includes'
echo '#include "inner.h"' >lib/rules/r1.h
header lib/rules/rules.h 300
refused 'lib/rules: 201 lines in inner.h, at most 200'
rm lib/rules/*.h daemon/call.h
echo '/* Circle: who calls whom. */' >lib/rules/why.h

# ---- rooms
header lib/board/a.h 100
header lib/board/long.c 7898
cc -c -o out/lib/board/long.o lib/board/long.c
accepted 'a room of 8,000 lines'
shows ' 2 board 4 8000 a.h 100 -'
header lib/board/long.c 7899
refused 'lib/board: 8001 lines, at most 8000'
mv lib/board/long.c lib/mail
mv out/lib/board/long.o out/lib/mail
accepted 'a long room of mail'
header lib/mail/long.h 201
refused 'lib/mail: 201 lines in long.h, at most 200'
rm lib/mail/long.h

# ---- what is being rebuilt
circle rules 13
export SP_EXEMPT_ROOMS='
rules circle 13'
accepted 'an exempt circle'
circle rules 14
refused 'lib/rules: 14 files in a circle, at most 13'
rm lib/rules/r1[34].c
circle rules 12
refused 'EXEMPT: "rules circle" is not needed any more: 12 files in a circle'
export SP_EXEMPT_ROOMS='
ruls circle 13'
refused 'EXEMPT: there is no room "ruls" with a "circle"'
export SP_EXEMPT_ROOMS='
rules circles 13'
refused 'EXEMPT: there is no room "rules" with a "circles"'
