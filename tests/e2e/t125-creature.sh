# A creature by mail: it comes, acts in the turn of its wizard, strikes, and the
# game goes on; the record can be read and checked.
. "$SRC/tests/e2e/lib.sh"

cp -RL "$SRC/tests/rulesets" rulesets
cat >copies.py <<'END'
import json
path = "rulesets/lab/cards/lab.json"
with open(path) as f:
    school = json.load(f)
# a deck of hounds alone: no card that the laboratory gets changes a hand
school["cards"] = [card for card in school["cards"] if card["id"] == "hound"]
school["cards"][0]["copies"] = 60
with open(path, "w") as f:
    json.dump(school, f)
with open("rulesets/lab/cards/ready.txt", "w") as f:
    f.write("hound\n")
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
		printf 'Subject: orders\nMessage-ID: <pet.%s@players.example>\n' \
			"$sent"
		printf '\n%s\n' "$2"
	} >mail
	"$BUILD/spellpost" -c club/spellpost.conf deliver <mail >out 2>&1 ||
		fail "deliver: $(cat out)"
	collect
}
told() { # words, over the ends of lines: the newest mail has them
	tr -s '\n |' '   ' <"$(newest $first)" | grep -q -e "$1" ||
		fail "nobody is told \"$1\": $(cat "$(newest $first)")"
}
suggested() { # pattern: the order of the newest mail that looks like it
	sed -n 's/^  | \('"$1"'\)$/\1/p' "$(newest $first)" | head -n 1
}

run game new --ruleset lab --full-id pet-mmmmmmmm --option cards=yes \
	--seat red=red@players.example --seat blue=blue@players.example --start
collect
first=red
grep -q 'Red moves first' read/* || first=blue
other=blue
[ $first = red ] || other=red
name=Red
[ $first = red ] || name=Blue
write $first end
write $other end

# it comes, and acts within the same mail; its end is not the turn's
summon=$(suggested 'cast Hound at .*')
[ -n "$summon" ] || fail "no hound: $(cat "$(newest $first)")"
write $first "$summon
activate hound"
told "$name's Hound appears at"
told "$name's Hound acts now: what you order is done by it"
told "& $name's Hound (.*: life"
write $first 'boost 3'
told "$name's Hound acts now: your wizard does that once you have ended it"
walk=$(suggested 'move towards .*')
[ -n "$walk" ] || fail "no walk: $(cat "$(newest $first)")"
write $first "$walk
end"
told "$name's Hound walks"
told 'it has acted, your wizard goes on'
told 'It is still your turn'
write $first 'activate hound'
told "Hound has acted in this turn already"
write $first 'draw 0'
write $other 'draw 0'

# named by its card
write $first 'punch hound'
told "$name's Hound is at .*, not in your square or beside it"
write $first 'help creatures'
told 'activate hound'
told 'costs your wizard 2 movement points'
repo=$(echo club/games/*/pet-mmmmmmmm.git)
git -C "$repo" log --format=%s main >subjects
grep -qx "$name activates Hound" subjects
grep -q "^$name's Hound walks " subjects
grep -qx "$name's Hound has acted" subjects
git -C "$repo" log --format=%B main | grep -q '^Command: [0-9]* activate creature:hound#'
git -C "$repo" show main:state.json | grep -q '"creatures": \['
run verify "$repo"

run game cancel --yes pet-mmmmmmmm
run verify "$repo"
