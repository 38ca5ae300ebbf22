# The manual pages format without a warning and are installed; their synopses are
# the usage lines of the programs, and they name every option that these have.
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
synopsis() { # page, the usage line of its program, from standard input
	usage=$(sed '/^$/q' | tr -s ' \n' ' ' | sed 's/^usage: //; s/ $//')
	# a short one has its text behind it
	awk -v usage="       $usage" '
		$0 == usage || index($0, usage "  ") == 1 { found = 1 }
		END { exit !found }' "$TMPDIR/$1.wide" || {
		echo "$1 has not: $usage"
		exit 1
	}
}
for page in spellpost.1 spellpostd.8; do
	groff -man -Tutf8 -rLL=400n "$page" |
		sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g' >"$TMPDIR/$page.wide"
done
"$BUILD/spellpost" help | synopsis spellpost.1
"$BUILD/spellpostd" -h | synopsis spellpostd.8
while read -r command; do
	# shellcheck disable=SC2086 # a command is one word or two
	"$BUILD/spellpost" help $command >"$TMPDIR/about"
	sed 's/^usage: spellpost /usage: /' "$TMPDIR/about" |
		synopsis spellpost.1
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
