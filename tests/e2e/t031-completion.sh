# bash completes every command and option that the help of the programs names,
# and nothing else; the file that does it is installed.
"$BUILD/spellpost" completion bash >"$TMPDIR/made"
cmp "$TMPDIR/made" "$BUILD/spellpost.bash"
status=0
"$BUILD/spellpost" completion csh >"$TMPDIR/said" 2>&1 || status=$?
[ $status = 2 ]
grep -q 'csh.*bash' "$TMPDIR/said"
cat >"$TMPDIR/complete" <<'EOF'
# complete FILE WORD...: the words that stand for the last one
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_spellpost
printf '%s\n' "${COMPREPLY[@]}"
EOF
completes() { # what is wanted, the words of the line
	wanted=$1
	shift
	bash "$TMPDIR/complete" "$TMPDIR/made" "$@" | sort -u >"$TMPDIR/got"
	[ "$(tr '\n' ' ' <"$TMPDIR/got")" = "$wanted" ] || {
		echo "\"$*\" is completed by: $(tr '\n' ' ' <"$TMPDIR/got")"
		echo "not by: $wanted"
		exit 1
	}
}
sorted() { # words, from standard input, as `completes` wants them
	tr -s ' ' '\n' | sort -u | tr '\n' ' '
}

"$BUILD/spellpost" help | sed -n 's/^  \([a-z][a-z]*\( [a-z][a-z]*\)\{0,1\}\).*/\1/p' \
	>"$TMPDIR/commands"
[ "$(wc -l <"$TMPDIR/commands")" -ge 15 ]
completes "$(cut -d ' ' -f 1 "$TMPDIR/commands" | sorted)" spellpost ''
completes "$(cut -d ' ' -f 1 "$TMPDIR/commands" | sorted)" spellpost -c a ''
completes 'game ' spellpost --json ga
completes "$(sed -n 's/^game //p' "$TMPDIR/commands" | sorted)" spellpost game ''
while read -r command; do
	# shellcheck disable=SC2086 # a command is one word or two
	"$BUILD/spellpost" help $command |
		sed -n 's/^  \(--[a-z-]*\).*/\1/p' >"$TMPDIR/options"
	printf '%s\n' -c -h --help --json >>"$TMPDIR/options"
	# shellcheck disable=SC2086
	completes "$(sorted <"$TMPDIR/options")" spellpost $command -
done <"$TMPDIR/commands"
completes '--version ' spellpost --v
completes "$(sed -n 's/^game //p' "$TMPDIR/commands" | sorted)" \
	spellpost help game ''
# the games of the club
(cd "$TMPDIR" && "$BUILD/spellpost" init club >/dev/null &&
	"$BUILD/spellpost" -c club/spellpost.conf game new --full-id \
		duel-aaaaaaaa --seat red=a@b.example --seat blue=bot:random) \
	>/dev/null 2>&1
PATH=$BUILD:$PATH
conf=$TMPDIR/club/spellpost.conf
completes 'duel-aaaaaaaa ' spellpost -c "$conf" game show ''
completes 'duel-aaaaaaaa ' spellpost -c "$conf" replay du
completes ' ' spellpost -c "$conf" game show duel-aaaaaaaa ''
# a value, an operand: the shell's own names of files
completes ' ' spellpost game export g --bundle ''
completes ' ' spellpost verify ''

# the daemon's options
"$BUILD/spellpostd" -h | sed -n 's/^  \(-[^ ,]*\)\(, \(--[a-z]*\)\)\{0,1\}.*/\1 \3/p' |
	tr -s ' ' '\n' | grep . | sort >"$TMPDIR/options"
[ "$(wc -l <"$TMPDIR/options")" -ge 5 ]
sed -n "s/^complete .* -W '\(.*\)' spellpostd\$/\1/p" "$TMPDIR/made" |
	tr ' ' '\n' | sort | cmp - "$TMPDIR/options"

make -s -C "$SRC" BUILD="$BUILD" PREFIX=/usr DESTDIR="$TMPDIR/root" -n install \
	>"$TMPDIR/install"
for program in spellpost spellpostd; do
	grep -q "/usr/share/bash-completion/completions/$program\$" \
		"$TMPDIR/install"
done
