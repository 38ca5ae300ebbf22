# The manual pages format without a warning, are installed, and name every
# command and option that the programs' own help names.
if ! command -v groff >/dev/null; then
	echo "groff is not installed (package groff-base)"
	exit 77
fi
cd "$SRC/daemon"
for page in spellpost.1 spellpostd.8 spellpost.conf.5; do
	groff -man -Tutf8 -ww "$page" >"$TMPDIR/text" 2>"$TMPDIR/warnings"
	if [ -s "$TMPDIR/warnings" ]; then
		cat "$TMPDIR/warnings"
		exit 1
	fi
	# without bold and underline, however they are written
	sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g' "$TMPDIR/text" >"$TMPDIR/$page"
	[ "$(wc -l <"$TMPDIR/$page")" -gt 20 ]
done

# "  game new", "  game undo GAME [SEQ]" in the list of commands
"$BUILD/spellpost" help | sed -n 's/^  \([a-z][a-z]*\( [a-z][a-z]*\)\{0,1\}\).*/\1/p' \
	>"$TMPDIR/commands"
[ "$(wc -l <"$TMPDIR/commands")" -ge 15 ]
tr -s ' \n' ' ' <"$TMPDIR/spellpost.1" >"$TMPDIR/flat"
while read -r command; do
	grep -q "^  *$command" "$TMPDIR/spellpost.1" || {
		echo "spellpost.1 says nothing of: $command"
		exit 1
	}
	# shellcheck disable=SC2086 # a command is one word or two
	"$BUILD/spellpost" help $command >"$TMPDIR/about"
	sed -n 's/^  --\([a-z-]*\).*/\1/p' "$TMPDIR/about" >"$TMPDIR/options"
	while read -r option; do
		grep -q -e "--$option\b" "$TMPDIR/flat" || {
			echo "spellpost.1 says nothing of: $command --$option"
			exit 1
		}
	done <"$TMPDIR/options"
done <"$TMPDIR/commands"
grep -q '^  *--version' "$TMPDIR/spellpost.1"
"$BUILD/spellpostd" -h | sed -n 's/^  \(--*[a-z]*\).*/\1/p' >"$TMPDIR/options"
[ "$(wc -l <"$TMPDIR/options")" -ge 4 ]
while read -r option; do
	grep -q -e "^  *$option" "$TMPDIR/spellpostd.8" || {
		echo "spellpostd.8 says nothing of: $option"
		exit 1
	}
done <"$TMPDIR/options"

make -s -C "$SRC" BUILD="$BUILD" PREFIX=/usr DESTDIR="$TMPDIR/root" -n install \
	>"$TMPDIR/install"
for page in man1/spellpost.1 man8/spellpostd.8 man5/spellpost.conf.5; do
	grep -q "/usr/share/man/$page\$" "$TMPDIR/install"
done
