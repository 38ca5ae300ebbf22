# Every command has its help, which does nothing; what a command does not know is
# a usage error that names the help to read; what begins with "-" is no name.
command=
try() { # status, words: what it says is in ./out, standard error in ./err
	wanted=$1
	shift
	status=0
	"$BUILD/spellpost" "$@" >out 2>err || status=$?
	[ $status = "$wanted" ] || {
		echo "status $status, not $wanted: spellpost $*"
		cat out err
		exit 1
	}
}
refused() { # the help that is named, words
	topic=$1
	shift
	try 2 "$@"
	if [ -s out ] || [ "$(wc -l <err)" != 1 ] ||
		! grep -q "; see \`spellpost help$topic\`\$" err; then
		echo "spellpost $* says:"
		cat out err
		exit 1
	fi
}
helps() { # words: standard output alone, in 79 columns
	try 0 "$@"
	if [ ! -s out ] || [ -s err ] || grep -n '.\{80\}' out; then
		echo "spellpost $*"
		cat err
		exit 1
	fi
}
says() {
	grep -q -e "$1" out err || {
		echo "\"$1\" is not said:"
		cat out err
		exit 1
	}
}

mkdir away
cd away
helps help
cp out list
helps --help
cmp out list
helps -h
cmp out list
try 2
cmp err list
sed -n 's/^  \([a-z][a-z]*\( [a-z][a-z]*\)\{0,1\}\).*/\1/p' list >commands
[ "$(wc -l <commands)" -ge 15 ]

# no club is here, so a command that did anything at all would fail or leave a
# file
count=0
while read -r command; do
	# shellcheck disable=SC2086 # a command is one word or two
	{
		helps help $command
		cp out about
		says "^usage: spellpost $command"
		helps $command --help
		cmp out about
		helps $command -h
		cmp out about
		helps $command one two --json --nonsense --help
		cmp out about
		refused " $command" $command --nonsense
		says 'unknown option --nonsense;'
		refused " $command" $command --nonsense=secret
		says 'unknown option --nonsense;'
		refused " $command" $command -x
		says 'unknown option -x;'
		refused " $command" $command -c
		says 'needs a value'
		refused " $command" $command --json=yes
		says '\--json takes no value'
	}
	# every option of its help is known, with a value or without as it says
	sed -n 's|^  --\([a-z-]*\).*|\1|p' about >options
	while read -r option; do
		count=$((count + 1))
		# shellcheck disable=SC2086
		if grep -q "^  --$option [A-Za-z]" about; then
			refused " $command" $command "--$option"
			says "\\--$option needs a value;"
			refused " $command" $command "--$option" --json
			says "\\--$option needs a value;"
			refused " $command" $command "--$option="
			says "\\--$option needs a value;"
		else
			refused " $command" $command "--$option=x"
			says "\\--$option takes no value;"
		fi
	done <options
done <commands
[ $count -ge 20 ] || {
	echo "only $count options were tried"
	exit 1
}
rm out err list commands about options
[ -z "$(ls -A)" ] || {
	echo "help left something behind: $(ls -A)"
	exit 1
}

# several commands under one word
helps help game
says '^  game new '
if grep -q '^  verify' out; then
	echo "help game lists verify"
	exit 1
fi
cp out ../about
helps game --help
cmp out ../about
refused ' game' game
refused ' game' game nothing
refused ' game' help game nothing
refused ' game' game --nonsense
refused '' nothing
refused '' nothing --help
refused '' help nothing
refused '' help init nothing
refused '' --nonsense
refused '' --nonsense=secret
says 'unknown option --nonsense;'
refused '' -c
refused '' -c --json check

# operands, options that are needed, and options twice
refused ' init' init
says 'expected DIR;'
refused ' init' init one two
says '"two" is not expected;'
refused ' game new' game new
says '--seat is missing; see'
refused ' game export' game export duel
says 'expected --bundle FILE;'
refused ' verify' verify --root a --root b game
says '\--root is given twice;'
rm out err
[ -z "$(ls -A)" ]

# names that begin with "-", and options on both sides of the command
try 0 init -- --help
[ -e ./--help/registry.db ]
says '^  spellpostd -c ./--help/spellpost.conf$'
try 0 -c ./--help/spellpost.conf game list --json
cp out ../about
try 0 --json game list -c ./--help/spellpost.conf
cmp out ../about
[ "$(cat out)" = '[]' ] || says '^{\|^\['

# what nobody could read was not said
status=0
"$BUILD/spellpost" help >/dev/full 2>err || status=$?
[ $status = 1 ]
grep -q 'cannot write standard output: No space left' err

for program in spellpost spellpostd spellpost-mime spellpost-bot; do
	"$BUILD/$program" --version >out 2>err
	grep -q "^$program [0-9][0-9.a-z-]*\$" out
	[ ! -s err ]
	"$BUILD/$program" --help >out 2>err
	grep -q "^usage: $program " out
	[ ! -s err ]
	status=0
	"$BUILD/$program" --nonsense >out 2>err || status=$?
	[ $status = 2 ]
	[ ! -s out ]
	[ "$(wc -l <err)" = 1 ]
	grep -q -e --nonsense err
	! "$BUILD/$program" --version >/dev/full 2>err || exit 1
done
for words in '-x' '-nx' '-c' '-c -n' 'club' '--once=1'; do
	status=0
	# shellcheck disable=SC2086
	"$BUILD/spellpostd" $words >out 2>err || status=$?
	[ $status = 2 ]
	[ ! -s out ]
	[ "$(wc -l <err)" = 1 ]
	grep -q 'see `spellpostd --help`' err
done
