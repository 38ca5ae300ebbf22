# `make run` keeps the compiler and apt-get quiet while they succeed, and shows all
# that they say if they fail.
quiet="sh $SRC/tests/tools/quiet.sh"

$quiet 'Building' sh -c 'echo noise; echo more noise' >out 2>&1
grep -q '^Building ... done ([0-9]* s)\.$' out
[ "$(wc -l <out)" = 1 ]
# a warning is not hidden
$quiet 'Building' sh -c 'echo noise; echo "a.c:1: warning: x" >&2' >out 2>err
[ "$(wc -l <out)" = 1 ]
[ "$(cat err)" = 'a.c:1: warning: x' ]
status=0
$quiet 'Building' sh -c 'seq 500; echo "a.c:1: error: y" >&2; exit 3' >out 2>&1 ||
	status=$?
[ $status = 3 ]
grep -q '^Building ... failed, exit status 3:$' out
[ "$(grep -c '^[0-9]*$' out)" = 500 ]
grep -q '^a.c:1: error: y$' out

# a machine without libraries, whose apt-get is ours
mkdir bin
cat >bin/pkg-config <<'END'
#!/bin/sh
[ -e installed ]
END
cat >bin/apt-get <<'END'
#!/bin/sh
echo "Reading package lists of $*"
case $* in
*install*) [ ! -e broken ] || { echo "E: no room" >&2; exit 100; }
	: >installed ;;
esac
END
printf '#!/bin/sh\necho 0\n' >bin/id
printf '#!/bin/sh\n' >bin/dpkg
chmod +x bin/*
PATH=$PWD/bin:$PATH
export PATH PKGCONFIG=pkg-config CC="${CC:-cc}"

: >broken
status=0
sh "$SRC/tests/tools/deps.sh" run >out 2>&1 || status=$?
[ $status = 1 ]
grep -q '^E: no room$' out
grep -q '^Reading package lists of .*install' out
grep -q 'apt-get install .*libgit2-dev' out
rm broken
sh "$SRC/tests/tools/deps.sh" run >out 2>&1
[ -e installed ]
[ "$(wc -l <out)" = 1 ]
grep -q '^installing: .*libgit2-dev' out
sh "$SRC/tests/tools/deps.sh" run >out 2>&1
[ ! -s out ]
