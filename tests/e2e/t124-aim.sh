# What pays a spell rolls, by mail: the dice first, then the targets, as far as
# the order said them, else by the numbers of a list, several in one answer.
. "$SRC/tests/e2e/lib.sh"

lab_game aim-mmmmmmmm 40 darts wild

# nothing said: a list, and numbers for as many as the die gave; one that is none
# is told, and what stands before it is done
write $first 'cast darts with wild'
told 'casts Darts with Wild Power and rolls' read/*
told 'It is number 1 of [2-5]' read/*
told 'One answer may have several' read/*
# the receipt asks, with the board, and no other mail does
asking=$(grep -l 'It is number 1 of' read/$first.*)
[ "$(echo "$asking" | wc -l)" = 1 ] || fail "asked twice: $asking"
grep -q '^Subject: Re: x' "$asking" || fail "no receipt: $asking"
grep -q '^  1 ' "$asking" || fail "no board: $(cat "$asking")"
write $first '1, 99, 1'
told 'the next is not done: the question has answers 1 to' read/*
told 'It is number 2 of [2-5]' read/*
# one number is one answer, and nothing is missing behind it
seen=$(newest $first)
write $first 1
[ -n "$(find read -name "$first.*" -newer "$seen")" ]
find read -name "$first.*" -newer "$seen" -exec cat {} + >since
! grep -q 'the next is not done' since || fail "$(cat since)"
write $first '1, 1, 1, 1, 1'
told 'only the first [1-4] of the 5 numbers w[ae][sr]e* asked for' read/*
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
told "You .* cast Darts at .*$wall; energy [2-5]" read/*
told 'the rest of your order does not fit what is possible now; you are asked' read/*

repo=$(echo club/games/*/aim-mmmmmmmm.git)
run verify "$repo"
run game cancel --yes aim-mmmmmmmm
run verify "$repo"
