# The installed systemd unit: correct, and little exposed.
if ! command -v systemd-analyze >/dev/null; then
	echo "systemd-analyze is not installed (package systemd)"
	exit 77
fi
root=$TMPDIR/root
unit=$root/usr/lib/systemd/system/spellpostd.service
env -u MAKEFLAGS -u MAKELEVEL make -s -C "$SRC" BUILD="$BUILD" PREFIX=/usr \
	DESTDIR="$root" install-files >/dev/null
grep -q '^ExecStart=/usr/sbin/spellpostd -c /etc/spellpost/' "$unit"
grep -q '^LimitCORE=0$' "$unit"
# as many bots as there can be, each with all that it may take, leave enough
limit() {
	sed -n "s/^.define SP_THINKER_$1 *\([0-9]*\).*/\1/p" \
		"$SRC/lib/thinker/thinker.h"
}
bots=$(($(limit PROCESSES) * $(limit MEMORY)))
most=$(sed -n 's/^MemoryMax=\([0-9]*\)G$/\1/p' "$unit")
if [ $((most * 1024)) -lt $((512 + bots)) ]; then
	echo "MemoryMax is $most GB, and bots alone may take $bots MB"
	exit 1
fi
if grep -n '@[a-z]*dir@' "$unit"; then
	echo "a path was not filled in"
	exit 1
fi

# The units that it asks for are in the same root; no more of the system is.
mkdir -p "$root/bin" "$root/etc"
: >"$root/bin/kill"
chmod 755 "$root/bin/kill"
for needed in network-online.target multi-user.target sysinit.target \
	basic.target shutdown.target -.slice system.slice sockets.target; do
	case $needed in
	*.slice) printf '[Unit]\nDefaultDependencies=no\n[Slice]\n' ;;
	*) printf '[Unit]\nDefaultDependencies=no\n' ;;
	esac >"$root/usr/lib/systemd/system/$needed"
done
systemd-analyze verify --man=no --root="$root" spellpostd.service \
	>"$TMPDIR/verify" 2>&1 || {
	cat "$TMPDIR/verify"
	exit 1
}
if [ -s "$TMPDIR/verify" ]; then
	cat "$TMPDIR/verify"
	exit 1
fi
# It would complain of a program that is not there.
mv "$root/usr/sbin/spellpostd" "$root/usr/sbin/elsewhere"
if systemd-analyze verify --man=no --root="$root" spellpostd.service \
	>"$TMPDIR/verify" 2>&1; then
	echo "verify does not look for the program"
	exit 1
fi

systemd-analyze security --offline=true "$unit" >"$TMPDIR/security"
tail -n 1 "$TMPDIR/security"
level=$(sed -n 's/.*exposure level for .*: \([0-9.]*\) .*/\1/p' \
	"$TMPDIR/security")
awk -v level="$level" 'BEGIN { exit !(level != "" && level < 2.0) }'
