# What pays a spell rolls, by mail: the dice first, then the targets, as far as
# the order said them, else by the numbers of a list, several in one answer.
. "$SRC/tests/e2e/lib.sh"

cp -RL "$SRC/tests/rulesets" rulesets
cat >copies.py <<'END'
import json
path = "rulesets/lab/cards/lab.json"
with open(path) as f:
    school = json.load(f)
# a deck of these two alone: no card that the laboratory gets changes a hand
school["cards"] = [card for card in school["cards"]
                   if card["id"] in ("wild", "darts")]
for card in school["cards"]:
    card["copies"] = 40
with open(path, "w") as f:
    json.dump(school, f)
with open("rulesets/lab/cards/ready.txt", "w") as f:
    f.write("darts\nwild\n")
END
python3 copies.py
set_key rulesets "\"$PWD/rulesets\"" club
printf '1 %064d\n' 3 >club/master.key
mkdir read
sent=0
collect() {
	for mail in club/mail/out/new/*; do
		[ -e "$mail" ] || continue
		sent=$((sent + 1))
		to=$(sed -n 's/^To: //p' "$mail" | sed 's/.*<//; s/@.*//')
		tr -d '\r' <"$mail" >"$(printf 'read/%s.%03d' "$to" $sent)"
		rm "$mail"
	done
}
newest() { # player
	find read -name "$1.*" | LC_ALL=C sort | tail -n 1
}
write() { # player, text
	sent=$((sent + 1))
	{
		printf 'From: %s@players.example\nTo: %s\n' "$1" \
			"$(sed -n 's/^Reply-To: //p' "$(newest "$1")")"
		printf 'Subject: orders\nMessage-ID: <aim.%s@players.example>\n' \
			"$sent"
		printf '\n%s\n' "$2"
	} >mail
	"$BUILD/spellpost" -c club/spellpost.conf deliver <mail >out 2>&1 ||
		fail "deliver: $(cat out)"
	collect
}
told() { # words, over the ends of lines: some mail has them
	for mail in read/*; do
		tr -s '\n |' '   ' <"$mail" | grep -q -e "$1" && return 0
	done
	fail "nobody is told \"$1\": $(cat "$(newest $first)")"
}

run game new --ruleset lab --full-id aim-mmmmmmmm --option cards=yes \
	--seat red=red@players.example --seat blue=blue@players.example --start
collect
first=red
grep -q 'Red moves first' read/* || first=blue
other=blue
[ $first = red ] || other=red
write $first end
write $other end

# nothing said: a list, and numbers for as many as the die gave; one that is none
# is told, and what stands before it is done
write $first 'cast darts with wild'
told 'casts Darts with Wild Power and rolls'
told 'It is number 1 of [2-5]'
told 'One answer may have several'
# the receipt asks, with the board, and no other mail does
asking=$(grep -l 'It is number 1 of' read/$first.*)
[ "$(echo "$asking" | wc -l)" = 1 ] || fail "asked twice: $asking"
grep -q '^Subject: Re: orders' "$asking" || fail "no receipt: $asking"
grep -q '^  1 ' "$asking" || fail "no board: $(cat "$asking")"
write $first '1, 99, 1'
told 'the next is not done: the question has answers 1 to'
told 'It is number 2 of [2-5]'
# one number is one answer, and nothing is missing behind it
seen=$(newest $first)
write $first 1
[ -n "$(find read -name "$first.*" -newer "$seen")" ]
find read -name "$first.*" -newer "$seen" -exec cat {} + >since
! grep -q 'the next is not done' since || fail "$(cat since)"
write $first '1, 1, 1, 1, 1'
told 'only the first [1-4] of the 5 numbers w[ae][sr]e* asked for'
git -C club/games/*/aim-mmmmmmmm.git log --format=%s main >subjects
grep -q '^[RB][a-z]* casts Darts with Wild Power and rolls [1-4] of 4 for' subjects
grep -q '^[RB][a-z]* casts Darts at .* with Wild Power (energy [2-5])$' subjects

# said in the order: at that all darts go, and nothing is asked
wall=$(tr -d '\r' <"$(grep -l '^You may choose' read/$first.* | head -n 1)" |
	sed -n 's/^  | [0-9]*  \([a-j][1-5]\/[a-j][1-5]\)$/\1/p' | head -n 1)
[ -n "$wall" ]
write $first 'draw 2'
write $other 'draw 0'
before=$(grep -l '^You may choose' read/* | wc -l)
write $first "cast darts at $wall with wild"
[ "$(grep -l '^You may choose' read/* | wc -l)" = "$before" ] ||
	fail "it asks: $(cat "$(newest $first)")"
git -C club/games/*/aim-mmmmmmmm.git log --format=%s main >subjects
grep -q "casts Darts at .*$wall" subjects

# what was said in part, or cannot be done, is asked
write $first 'draw 2'
write $other 'draw 0'
write $first "cast darts 1 at $wall, 1 at $first with wild"
told "You .* cast Darts at .*$wall; energy [2-5]"
told 'the rest of your order does not fit what is possible now; you are asked'

repo=$(echo club/games/*/aim-mmmmmmmm.git)
run verify "$repo"
run game cancel --yes aim-mmmmmmmm
run verify "$repo"
