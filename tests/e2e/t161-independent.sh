# Games that are over are audited by a program that shares no code with us, and
# so are copies in which somebody changed one thing: with the judge's own key,
# so that nothing but what is changed gives it away, and without.
. "$SRC/tests/e2e/lib.sh"

for program in python3 openssl git ssh-keygen; do
	command -v $program >/dev/null || {
		echo "$program is not there"
		exit 77
	}
done

audit() { # repository, words: its exit status; what it says is in ./out
	status=0
	python3 "$SRC/tests/tools/audit.py" "$@" >out 2>&1 || status=$?
}
good() { # repository, commits before the start
	audit "$1"
	[ $status = 0 ] || fail "the audit of $1: $(cat out)"
	commits=$(git -C "$1" rev-list --count HEAD)
	says "^$((commits - $2)) boxes, .* $commits signatures, $commits commits$"
	"$BUILD/spellpost" verify "$1" >verified 2>&1 ||
		fail "verify $1: $(cat verified)"
}
forged() { # repository, seq, kind, what the audit says, master key or "", where
	rm -rf forged.git
	python3 "$SRC/tests/tools/forge.py" "$1" forged.git "$2" "$3" ${5:+"$5"} \
		>/dev/null
	# with the key all signatures are good
	audit forged.git ${5:+signed-last}
	[ $status = 1 ] || fail "$3 at $2 of $1: status $status: $(cat out)"
	one_line "the audit of $3 at $2"
	says "$4"
	# Seq: 3, Seq: 30
	says "$(git -C forged.git log --format=%H -E --grep "^Seq: ${6-$2}\$")"
	status=0
	"$BUILD/spellpost" verify forged.git >verified 2>&1 || status=$?
	[ $status != 0 ] || fail "verify takes $3 at $2: $(cat verified)"
}

# ---- what the unit tests hold against us is made by it

python3 "$SRC/tests/tools/audit.py" --vectors >vectors
cmp vectors "$SRC/tests/unit/seal/boxes.json"

# ---- four players with cards, by bots; the key is their seed, 7
key=$(printf '%016x%048d' 7 0)
run simulate --repo sim --players 4 --option cards=yes --option rounds=15 \
	--seed 7
sim=$(echo sim/*/*.git)
good "$sim" 1 # the root has no box
says ' [1-9][0-9] dice'
# near the end: whatever comes behind is signed again, by a program each time
late=$((commits - 20))
forged "$sim" $late box 'the box does not open' "$key"
forged "$sim" $late larger 'the box has [0-9]* bytes, not' "$key"
forged "$sim" $((late - 10)) state 'State is' "$key"
forged "$sim" -1 secret 'reveal.json: the secret' "$key" \
	"$(git -C "$sim" log -1 --format=%B | sed -n 's/^Seq: //p')"
forged "$sim" 0 luck 'luck before anybody joined' "$key"
# what no box and no tag covers is signed
forged "$sim" $late report 'git verify-commit'

# ---- two groups, each with a deck whose schools it has chosen
run simulate --repo spellbooks --games 2 --players 3 --seed 5 \
	--option custom-spellbook=yes --option rounds=30
for sim in spellbooks/*/*.git; do
	good "$sim" 1
	git -C "$sim" log --format=%s >subjects
	grep -q 'chooses .* for the deck' subjects ||
		fail "$sim: no school was chosen"
done

# ---- two players by mail, with words of luck; undone once, and cancelled
run game new --id luck --option cards=yes --option rounds=9 \
	--seat red=red@players.example --seat blue=blue@players.example
for seat in red blue; do
	mail=$(grep -l "^To: $seat@" club/mail/out/new/*)
	answer $seat@players.example "$mail" "join
luck the words of $seat"
	says applied
done
# each step is taken back by its player before the turn ends, and made again
call=$(grep -l '^Subject: .*your move' club/mail/out/new/*)
to=$(sed -n 's/^To: //p' "$call")
walk=$(tr -d '\r' <"$call" |
	sed -n 's/^  | [0-9]*  \(move towards [a-z0-9]*\).*/\1/p' | sed 1q)
for text in "$walk" undo "again; $walk" 'again; undo'; do
	answer "$to" "$call" "$text"
	says applied
done
turn_ends
turn_ends
luck=$(echo club/games/*/luck-*.git)
gid=$(basename "$luck" .git)
if "$BUILD/spellpost" -c club/spellpost.conf game undo "$gid" 4 >out; then
	fail 'an undo without --at is done'
fi
at=$(sed -n 's/.* --at //p' out)
run game undo "$gid" 4 --at "$at"
run game cancel "$gid" --yes
good "$luck" 3 # the root and two joins
says ' 2 undos, '
key=$(sed -n 's/^1 //p' club/master.key)
# other luck, other keys: the first box is that of the start
forged "$luck" 1 luck 'the box does not open' "$key" 3
forged "$luck" 2 luck 'the box does not open' "$key" 3

# ---- two players by mail; a file is lost, and the game goes on without it
rm club/mail/out/new/*
run game new --id lost --start --option cards=yes --option rounds=9 \
	--seat red=red@players.example --seat blue=blue@players.example
lost=$(echo club/games/*/lost-*.git)
gid=$(basename "$lost" .git)
turn_ends
turn_ends
tip=$(git -C "$lost" rev-parse main)
loosen "$lost"
blob=$(git -C "$lost" rev-parse main:state.json | sed 's|^..|objects/&/|')
rm -f "$lost/$blob" club/mail/out/new/*
run game repair "$gid" --back --behind
at=$(git -C "$lost" log -1 --format=%B --grep '^Command: repair' |
	sed -n 's/^Seq: //p')
turn_ends
turn_ends
run game cancel "$gid" --yes
good "$lost" 1
says ' 1 repairs, '
git -C "$lost" log --format=%B | grep -qx "Lost: .*$tip.*" ||
	fail "a repair that does not name $tip as lost"
forged "$lost" "$at" there 'Lost names what is there' "$key"
forged "$lost" "$at" twice 'Lost is no sorted list' "$key"
forged "$lost" "$at" number 'a repair that does not rise' "$key"
