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
completes 'duel-aaaaaaaa ' spellpost -c "$conf" replay --seat red ''

# values: what the ruleset and its folder say
rules=$SRC/games/wizwar8
"$BUILD/spellpost" ruleset check "$rules" |
	sed -n 's/^  \([a-z-]*\)  *\([^;]*\); usually .*/\1: \2/p' |
	while read -r name words; do
		for word in $words; do
			echo "${name%:}=${word%,}"
		done
	done >"$TMPDIR/options"
[ "$(wc -l <"$TMPDIR/options")" -ge 10 ]
"$BUILD/spellpost" ruleset check "$rules" |
	sed -n 's/^  \([a-z-]*\)  *\([0-9]*\) to \([0-9]*\), usually .*/\1 \2 \3/p' |
	while read -r name least most; do
		if [ $((most - least)) -ge 10 ]; then
			echo "$name="
		else
			seq -f "$name=%.0f" "$least" "$most"
		fi
	done >>"$TMPDIR/options"
grep -q '^deadline=$' "$TMPDIR/options"
grep -q '^points=3$' "$TMPDIR/options"
for command in simulate 'game new'; do
	# shellcheck disable=SC2086 # a command is one word or two
	completes "$(sorted <"$TMPDIR/options")" spellpost $command --option ''
	# shellcheck disable=SC2086
	completes 'wizwar8 ' spellpost $command --ruleset ''
done
completes 'windows=ask windows=declared windows=quick ' \
	spellpost simulate --games 3 --option w
completes '--option=cards=no --option=cards=yes ' spellpost simulate --option=ca
# bash breaks words at "=", ":" and "@": the last piece is completed
completes 'ask declared quick ' spellpost simulate --option windows =
completes 'quick ' spellpost simulate --option windows = q
completes 'cards=no cards=yes ' spellpost simulate --option = ca
completes 'yes ' spellpost simulate --option = cards = y
completes ' ' spellpost simulate --option deadline = ''
completes 'original ' spellpost game new --seat red = a @ b.example \
	--option sectors = o
colours=$(sed -n 's/^ "colours": \[\(.*\)\],$/\1/p' "$rules/ruleset.json" |
	tr -d '",')
completes "$(echo "$colours" | sorted)" spellpost replay duel-aaaaaaaa --seat ''
completes "$(echo "$colours" | sorted)" spellpost game look --seat ''
completes 'red= red=bot:adept red=bot:apprentice red=bot:random red=bot:tutor ' spellpost game new --seat r
completes 'bot:adept bot:apprentice bot:random bot:tutor ' spellpost game new --seat red =
completes 'random ' spellpost game new --seat red = bot : r
completes 'adept apprentice random tutor ' spellpost simulate --bots ''
completes 'adept apprentice ' spellpost tournament --bots a
"$BUILD/spellpost" simulate --bots random --option points=3 >/dev/null
completes 'full-shield ' spellpost card full-
completes 'bash ' spellpost completion ''
# another folder of rulesets, and another ruleset in it
mkdir "$TMPDIR/rules"
cp -r "$rules" "$TMPDIR/rules/other"
sed -i 's/"quick", "declared"/"quick", "whenever"/' \
	"$TMPDIR/rules/other/ruleset.json"
cp -r "$rules" "$TMPDIR/rules/not a name"
sed "s|.*rulesets *=.*|rulesets = \"$TMPDIR/rules\"|" "$conf" >"$conf.other"
grep -q "^rulesets = \"$TMPDIR" "$conf.other"
completes 'other ' spellpost -c "$conf.other" simulate --ruleset ''
completes 'windows=ask windows=quick windows=whenever ' \
	spellpost -c "$conf.other" simulate --ruleset other --option win
completes 'windows=ask windows=quick windows=whenever ' \
	spellpost -c "$conf.other" simulate --ruleset = other --option win
completes ' ' spellpost -c "$conf.other" simulate --option win
status=0
"$BUILD/spellpost" completion bash moods >"$TMPDIR/said" 2>&1 || status=$?
[ $status = 2 ]
grep -q 'moods.*options' "$TMPDIR/said"

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
