# Mails that were set aside are listed and shown, byte for byte.
. "$SRC/tests/e2e/lib.sh"

run quarantine
says '^No mail is set aside.$'
python3 - <<'EOF'
import sqlite3
db = sqlite3.connect("club/registry.db")
with db:
    for id, bytes in ((3, b"Subject: x\n\n\x1b[2Jhit red\x00\n"), (5, b"")):
        db.execute("INSERT INTO raw (id, inbox, uid, reason, created, bytes)"
                   " VALUES (?, 'main', '17', 'it ended two processes',"
                   " 1764000000, ?)", (id, bytes))
EOF
run quarantine
says '^3     2025-11-24T16:00Z  main  it ended two processes$'
[ "$(wc -l <out)" = 2 ]
run --json quarantine
says '"kept": "2025-11-24T16:00:00Z"'
says '"uid": "17"'
run quarantine 3
printf 'Subject: x\n\n\033[2Jhit red\0\n' | cmp - out
run quarantine 5
[ ! -s out ]
# on a terminal nothing of it steers
script -qec "'$BUILD/spellpost' -c club/spellpost.conf quarantine 3" \
	/dev/null </dev/null >out
says '?\[2Jhit red?'
for id in 4 0 x -1 99999999999999999999; do
	refused 2 quarantine -- "$id"
	says "no mail $id is set aside"
	says 'spellpost quarantine'
done
