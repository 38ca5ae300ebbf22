# What a player's mail says, through the whole program: a mail that was cut off
# is refused and its sender told; a bad byte spoils its line alone; the orders
# below a picture are played; the "end" of a file in the text is not.
. "$SRC/tests/e2e/lib.sh"

run game new --start --seat red=red@players.example \
	--seat blue=blue@players.example
mail=$(grep -l 'your move (turn 1' club/mail/out/new/*)
who=$(sed -n 's/^To: //p' "$mail")
to=$(sed -n 's/^Reply-To: //p' "$mail")
mv club/mail/out/new ./turn
mkdir club/mail/out/new
number=0
send() { # header lines and body: one mail, one pass; the answers are in ./out
	number=$((number + 1))
	printf "From: %s\nTo: %s\nMessage-ID: <%s@x.example>\nSubject: x\n%b" \
		"$who" "$to" "$number" "$1" >"club/mail/in/new/$number"
	rm -f club/mail/out/new/*
	"$BUILD/spellpostd" -c club/spellpost.conf --once >log 2>&1 ||
		fail "mail $number"
	cat club/mail/out/new/* >out
}

# "end\n" and more in base64, without its last characters
send 'Content-Transfer-Encoding: base64\n\nZW5kCmVu\nZA'
says 'could not be read'
says 'cut off'
grep -q 'your turn is over' out && fail "half a mail ended the turn"

send 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nend\n'
says 'cut off'
grep -q 'your turn is over' out && fail "half a mail ended the turn"

# the status is sent, the line with the bad byte shown
send 'Content-Type: text/plain; charset=utf-8\n\nstatus\nm\351ve n\nend\n'
says 'a character of this line was lost'
grep -q 'your turn is over' out && fail "an order was not read, and \"end\" was"

# a file in the text, whole and not
uu='begin 644 x\n#86)C\n'
send "\\nstatus\\n\\n$uu\`\\nend\\n"
grep -q 'your turn is over' out && fail "the end of a file ended the turn"
send "\\nstatus\\n\\n$uu\\nmove n\\nend\\n"
says 'a file or a signature begins here and has no end'
grep -q 'your turn is over' out && fail "a file without its end was passed by"

# what was read by half is offered; a yes to that receipt has it done, though
# both mails had lain there before they were read
send '\nstatus\nmve n\n'
old=$(date -d '-9 minutes' +%Y%m%d%H%M.%S)
letter() { # text: a mail that came nine minutes ago
	number=$((number + 1))
	mail=$(ls club/mail/out/new/*)
	reply "$who" "$mail" "$1" >"club/mail/in/new/$number"
	touch -t "$old" "club/mail/in/new/$number"
	rm -f club/mail/out/new/*
	"$BUILD/spellpostd" -c club/spellpost.conf --once >log 2>&1 ||
		fail "mail $number"
	cat club/mail/out/new/* >out
}
way=$(sed -n 's/^  | 1  move towards \([a-j][0-9]*\) .*/\1/p' out)
[ -n "$way" ] || fail "no way is offered: $(cat out)"
letter "mvoe towards $way
end"
says 'if you mean'
says "^  | move towards $way\$"
letter 'Ja.'
says 'your turn is over'
mail=$(grep -l 'your move (turn 2' club/mail/out/new/*)
who=$(sed -n 's/^To: //p' "$mail")
to=$(sed -n 's/^Reply-To: //p' "$mail")

# a character set that nobody knows; text, picture, text
send 'Content-Type: multipart/mixed; boundary=b\n\n--b
Content-Type: text/plain; charset=x-klingon\n\nLook:\n
--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0K
--b\nContent-Type: text/plain; charset=x-klingon\n\nend\n--b--\n'
says 'your turn is over'
