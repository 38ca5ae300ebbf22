# `deliver`, which mail servers start for each mail: while a daemon runs it needs
# none of the libraries that games need.
. "$SRC/tests/e2e/lib.sh"

mkdir bin
cp "$BUILD/spellpost" bin/
cp -R club/spellpost.conf installed.conf
set_key rulesets "\"$SRC/games\"" club
set_key templates "\"$SRC/templates\"" club
deliver() { # options: by the small program alone
	status=0
	bin/spellpost -c club/spellpost.conf "$@" >out 2>err || status=$?
}
cat >letter <<'END'
From: somebody@players.example
To: judge@spellpost.invalid
Subject: hello
Message-ID: <1@players.example>

hello
END

# nothing that it loads is for games
ldd "$BUILD/spellpost" >libraries
! grep -E 'git2|sqlite|crypto|curl|gmime' libraries || fail "it loads too much"

daemon_start
deliver deliver <letter
[ "$status $(cat out)" = '0 stranger' ]
deliver --json deliver <letter
[ $status = 0 ]
says '"disposition": "seen"'
deliver deliver --json <letter
says '"disposition": "seen"'
deliver deliver </dev/null
[ $status = 2 ]
grep -q 'it is empty' err
head -c 1100000 /dev/zero >large
deliver deliver <large
[ $status = 2 ]
grep -q 'larger than 1 MB' err
status=0
bin/spellpost -c club/spellpost.conf deliver >/dev/full <letter 2>err ||
	status=$?
[ $status = 1 ]
grep -q 'cannot write standard output' err

# all else is the whole program's, and it is named where it is missing
for words in 'game list' 'deliver more' '--help' 'deliver --nonsense'; do
	# shellcheck disable=SC2086 # words
	deliver $words <letter
	[ $status = 1 ]
	grep -q 'cannot run .*/spellpost-commands' err
done
daemon_stop
deliver deliver <letter
grep -q 'cannot run .*/spellpost-commands' err

# without a daemon the whole program takes it
cp "$BUILD/spellpost-commands" "$BUILD/spellpost-mime" bin/
deliver deliver <letter
[ "$status $(cat out)" = '0 seen' ]
deliver deliver more <letter
[ $status = 2 ]
grep -q '"more" is not expected' err

# a daemon that stops just then has not done it: nothing of the mail is lost
sed 's/<1@/<2@/' letter >second
cat >stopping.py <<'END'
import json, os, socket, struct
s = socket.socket(socket.AF_UNIX)
s.bind("club/run/control")
s.listen(1)
open("listens", "w").close()
c = s.accept()[0]
n = struct.unpack(">Q", c.recv(8, socket.MSG_WAITALL))[0]
request = json.loads(c.recv(n, socket.MSG_WAITALL))
assert "deliver" in request
os.unlink("club/run/control")
s.close()
answer = json.dumps({"error": "the daemon stops", "code": -CODE}).encode()
c.sendall(struct.pack(">Q", len(answer)) + answer)
END
again=$(sed -n 's/.*SP_EAGAIN = -\([0-9]*\),.*/\1/p' "$SRC/lib/base/base.h")
sed "s/-CODE/-$again/" stopping.py >stopping
python3 stopping &
stopping=$!
wait_for test -e listens
deliver deliver <second
wait $stopping || fail "the request was none"
[ "$status $(cat out)" = '0 stranger' ] || fail "$status: $(cat out err)"
deliver deliver <second
[ "$(cat out)" = seen ]

# installed, each finds the other, and what belongs to them
make -s -C "$SRC" BUILD="$BUILD" DESTDIR="$PWD/root" PREFIX=/usr \
	install-files >/dev/null
root/usr/bin/spellpost help >out
says '^  deliver'
cp installed.conf club/installed.conf
root/usr/bin/spellpost -c club/installed.conf deliver <second >out 2>err ||
	fail "$(cat out err)"
