# A mail typed by hand, without any header but From, To and Subject, is answered
# by one pass of the daemon.
. "$SRC/tests/e2e/lib.sh"

cat >club/mail/in/new/hello <<MAIL
From: someone@players.example
To: judge@spellpost.invalid
Subject: hello

May I play?
MAIL
"$BUILD/spellpostd" -c club/spellpost.conf --once
[ "$(files mail/out/new)" = 1 ]
grep -q '^To: someone@players.example' club/mail/out/new/*
grep -q 'could not be matched' club/mail/out/new/*
[ "$(files mail/in/new)" = 0 ]
[ "$(files mail/in/.Processed/cur)" = 1 ]
rm club/mail/out/new/*

# and one that plays
run game new --start --seat red=red@players.example \
	--seat blue=blue@players.example
mail=$(grep -l 'your move (turn' club/mail/out/new/*)
who=$(sed -n 's/^To: //p' "$mail")
cat >club/mail/in/new/typed <<MAIL
From: $who
To: $(sed -n 's/^Reply-To: //p' "$mail")
Subject: my turn

end
MAIL
rm club/mail/out/new/*
"$BUILD/spellpostd" -c club/spellpost.conf --once
[ "$(files mail/out/new)" = 2 ]
grep -q 'your turn is over' club/mail/out/new/*
grep -l 'your move (turn 2)' club/mail/out/new/*
