# The program behind `make mutate-cards` finds a planted fault of the scenarios:
# a number of a card that none of them looks at.
. "$SRC/tests/e2e/lib.sh"

command -v python3 >/dev/null || {
	echo "python3 is not there"
	exit 77
}

program=$BUILD/spellpost
mutate() { # words: exit status in $status; what it says is in ./out
	status=0
	python3 "$SRC/tests/tools/mutate.py" --ruleset set --accepted list \
		"$program" "$@" >out 2>&1 || status=$?
}
expect() { # exit status, then how many mutants it has tried
	[ "$status" = "$1" ] || fail "status $status: $(cat out)"
	[ -z "${2-}" ] || says "^mutants of $2 cards*: "
}
commit() { # message
	git -C . add set list
	git -C . -c user.name=x -c user.email=x@x.example commit -q -m "$1"
}

# one ready card, with two scenarios that both look at half of it
mkdir set set/scenarios
(cd "$SRC/games/wizwar8" && cp -r cards layouts sectors ./*.json "$OLDPWD/set")
printf 'energy-4\ndust-cloud\n' >set/cards/ready.txt
scenario() { # name, text behind the three dashes
	printf 'players red blue\nred at d3\nred holds energy-4\nblue at h5\n' \
		>"set/scenarios/$1.txt"
	printf -- '---\n%s\n' "$2" >>"set/scenarios/$1.txt"
}
scenario energy-4-boosts 'red: boost with energy-4
red moves 7'
scenario energy-4-discarded 'red: boost with energy-4
energy-4 discarded'
scenario dust-cloud-played 'red: boost with energy-4
energy-4 discarded'
scenario dust-cloud-again 'red: boost with energy-4
energy-4 discarded'

# every change of energy is noticed, none of the cloud
: >list
mutate
expect 1 2
says '^energy-4 .* 2 killed *0 survive$'
says '^survives: dust-cloud object.opaque: true -> false$'
says '^survives: dust-cloud plays\[0\].do\[0\]: create -> nothing$'
cp out first
mutate
cmp out first || fail 'another time other mutants'
mutate --most 5
expect 1 2
[ "$(grep -c '^survives: ' out)" -le 5 ] || fail "more than 5: $(cat out)"
says ' not tried$'

# accepted with a reason, and with that alone
sed -n 's/^survives: //p' first >survivors
cp survivors list
mutate
expect 1
says '^no reason is given: dust-cloud '
sed '1i# nobody looks' survivors >list
mutate
expect 0
says ' accepted: 100.0 % of 2$'
sed '$d' list >shorter
cp shorter list
mutate
expect 1
[ "$(grep -c '^survives: ' out)" = 1 ] || fail "not one: $(cat out)"
# what is killed, or is no mutant, is no survivor
{
	sed '1i# nobody looks' survivors
	echo 'energy-4 energy: 4 -> 3'
	echo 'dust-cloud plays[0].range: none -> los'
} >list
mutate
expect 1
says '^is listed, but does not survive: energy-4 energy: 4 -> 3$'
says '^is listed, but there is no such mutant: dust-cloud .*: none -> los$'

# ---- only what differs from a commit
sed '1i# nobody looks' survivors >list
git init -q .
commit 'all accepted'
mutate --since HEAD
expect 0 0
mutate --since nothing
expect 2
sed 's/"energy": 4/"energy": 5/' set/cards/conjuring.json >new
mv new set/cards/conjuring.json
mutate --since HEAD
expect 2
says 'scenarios/energy-4-boosts.txt'
sed 's/moves 7/moves 8/' set/scenarios/energy-4-boosts.txt >new
mv new set/scenarios/energy-4-boosts.txt
mutate --since HEAD
expect 0 1
says '^energy-4 .* 2 killed'
commit 'energy 5'
# a scenario that looks no more
scenario energy-4-boosts 'red: boost with energy-4'"
energy-4 discarded"
mutate --since HEAD
expect 1 1
says '^survives: energy-4 energy: 5 -> 4$'
git checkout -q set
sed '$d' list >shorter
cp shorter list
mutate --since HEAD
expect 1 1
[ "$(grep -c '^survives: dust-cloud' out)" = 1 ] || fail "not one: $(cat out)"
# what other cards have is theirs
git checkout -q list
sed 's/"id": "mundane", "text": "/&More: /' set/traits.json >new
mv new set/traits.json
mutate --since HEAD
expect 0 0
sed 's/"id": "creation", "text": "/&More: /' set/traits.json >new
mv new set/traits.json
mutate --since HEAD
expect 0 1

# ---- a program that ends at a mutant is no judge
cat >ends <<END
#!/bin/sh
grep -q '"energy": 6' "\$3/cards/conjuring.json" && exit 134
exec "$BUILD/spellpost" "\$@"
END
chmod 755 ends
program=./ends
mutate energy-4
expect 1 1
says '^energy-4 energy: 5 -> 6: exit status 134'
