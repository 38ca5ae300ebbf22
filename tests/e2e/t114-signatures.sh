# Every commit of a game is signed, as git's own verify-commit sees it; one byte
# that is changed is found, wherever in the commit it is.
. "$SRC/tests/e2e/lib.sh"
unset GIT_DIR
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

for program in git ssh-keygen; do
	command -v $program >/dev/null || {
		echo "there is no program $program"
		exit 77
	}
done

verify() { # commits: git finds each of them signed by the key in ./signers
	git -C "$repo" -c gpg.ssh.allowedSignersFile="$PWD/signers" \
		verify-commit "$@" >out 2>&1
}
all_signed() { # repository, its number of commits at least
	repo=$1
	git -C "$repo" show main:allowed_signers >signers
	[ "$(wc -l <signers)" = 1 ] || fail "signers: $(cat signers)"
	git -C "$repo" rev-list main >commits
	[ "$(wc -l <commits)" -ge "$2" ] || fail "$(wc -l <commits) commits"
	# shellcheck disable=SC2046 # ids are words
	verify $(cat commits) || fail "not all signed: $(cat out)"
	[ "$(grep -c '^Good "git" signature' out)" = "$(wc -l <commits)" ] ||
		fail "signatures: $(cat out)"
}
# The file is in the root already, and stays as it is.
one_key() {
	[ "$(git -C "$repo" log --format=%h main -- allowed_signers | wc -l)" = 1 ] ||
		fail 'allowed_signers changes'
	git -C "$repo" show "$(git -C "$repo" rev-list --max-parents=0 main)" \
		--format= --name-only | grep -qx allowed_signers ||
		fail 'allowed_signers is not in the root'
}
# The commit with another byte at an offset (from 1), as git stores it: its id.
changed() { # commit, offset
	git -C "$repo" cat-file commit "$1" >commit
	byte=$(tail -c "+$2" commit | head -c 1 | od -An -tu1 | tr -d ' ')
	{
		head -c $(($2 - 1)) commit
		# another digit, letter or mark of the same kind
		# shellcheck disable=SC2059 # an octal number
		printf "\\$(printf %o $((byte ^ 1)))"
		tail -c "+$(($2 + 1))" commit
	} >commit.new
	git -C "$repo" hash-object --literally -t commit -w --stdin <commit.new
}
every_byte_counts() { # commit
	git -C "$repo" cat-file commit "$1" >commit
	size=$(wc -c <commit)
	verify "$(git -C "$repo" hash-object -t commit --stdin <commit)" ||
		fail 'the commit itself'
	at=1
	while [ $at -le "$size" ]; do
		if verify "$(changed "$1" $at)"; then
			fail "git takes $1 with byte $at of $size changed"
		fi
		at=$((at + 23))
	done
}

# ---- bots, without a club ----
"$BUILD/spellpost" simulate --seed 3 --option rounds=6 --repo sim >/dev/null
all_signed "$(echo sim/*/*.git)" 30
one_key
every_byte_counts main

# ---- by mail, through a daemon: joins, turns, and an order in secret ----
send() { # seat, its newest mail that says so, words
	mail=$(grep -l "^To: $1@" club/mail/out/new/* | xargs grep -l "$2" |
		tail -n 1)
	answer "$1@players.example" "$mail" "$3"
	says applied
	rm "$mail"
}
daemon_start
run game new --id duel --seat red=red@players.example \
	--seat blue=blue@players.example
send red 'invit' 'join
luck seven crows'
send blue 'invit' 'join'
for turn in 1 2 3; do
	mail=$(grep -l "your move (turn $turn)" club/mail/out/new/*)
	who=$(sed -n 's/^To: \([a-z]*\)@.*/\1/p' "$mail")
	send "$who" "your move (turn $turn)" 'press all: hello
end'
done
all_signed "$(echo club/games/*/*.git)" 9
one_key
git -C "$repo" log --format=%an main | grep -qx Sealed
for commit in main main~1 "$(git -C "$repo" rev-list --max-parents=0 main)"; do
	every_byte_counts "$commit"
done
# a commit that another club made, in the place of one of ours
"$BUILD/spellpost" simulate --seed 4 --option rounds=2 --repo other >/dev/null
git -C "$repo" fetch -q "$PWD/$(echo other/*/*.git)" main
if verify FETCH_HEAD; then
	fail 'git takes what another key signed'
fi

# another club has another key, this one keeps its own through a restart
daemon_stop
cp signers before
daemon_start
run game new --id again --start --seat red=red@players.example \
	--seat blue=blue@players.example
for repo in club/games/*/*.git; do
	git -C "$repo" show main:allowed_signers | sed 's/^[^ ]*//'
done | sort -u >keys
[ "$(cat keys)" = "$(sed 's/^[^ ]*//' before)" ] || fail "keys: $(cat keys)"
daemon_stop
