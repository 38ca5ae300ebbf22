# AUDIT.md: every command of it, on a game that is over,
# and the bisection on a copy that somebody changed.
for program in git ssh-keygen; do
	if ! command -v $program >/dev/null; then
		echo "$program is not installed (package git, openssh-client)"
		exit 77
	fi
done
fail() {
	printf 'FAILED: %s\n' "$*"
	exit 1
}
says() { # words: they are in what the last command wrote
	grep -q -e "$1" "$TMPDIR/out" ||
		fail "\"$1\" is not in the answer to: $line: $(head "$TMPDIR/out")"
}
counts() { # words, how many lines have them
	n=$(grep -c -e "$1" "$TMPDIR/out") || :
	[ "$n" = "$2" ] || fail "$n lines, not $2, have \"$1\": $line"
}

PATH=$BUILD:$PATH
export PATH
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_PAGER=cat
# what AUDIT.md calls https://git.example.org/club/duel.git
spellpost simulate --seed 3 --option cards=yes --option rounds=8 \
	--repo "$TMPDIR/games" >/dev/null
mkdir "$TMPDIR/club"
mv "$TMPDIR"/games/*/*.git "$TMPDIR/club/duel.git"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_VALUE_0=https://git.example.org/club/
export GIT_CONFIG_KEY_0="url.file://$TMPDIR/club/.insteadOf"

sed -n 's/^    //p' "$SRC/AUDIT.md" >"$TMPDIR/commands"

# Somebody changes the board at turn/3, and makes all behind it anew: he has not
# the key.
remake() { # commit, tree, parent: the new one
	git log -1 --format=%B "$1" >"$TMPDIR/message"
	GIT_AUTHOR_NAME=$(git log -1 --format=%an "$1") \
		GIT_AUTHOR_EMAIL=$(git log -1 --format=%ae "$1") \
		GIT_AUTHOR_DATE="$(git log -1 --format=%at "$1") +0000" \
		GIT_COMMITTER_NAME=$(git log -1 --format=%cn "$1") \
		GIT_COMMITTER_EMAIL=$(git log -1 --format=%ce "$1") \
		GIT_COMMITTER_DATE="$(git log -1 --format=%ct "$1") +0000" \
		git commit-tree -p "$3" -F "$TMPDIR/message" "$2"
}
change() {
	first=$(git rev-parse turn/3)
	git read-tree "$first"
	sed 's/life 15/life 14/' board.txt >"$TMPDIR/board"
	blob=$(git show "$first:board.txt" | sed 's/life 15/life 14/' |
		git hash-object -w --stdin)
	git update-index --cacheinfo "100644,$blob,board.txt"
	bad=$(remake "$first" "$(git write-tree)" "$first^")
	tip=$bad
	for commit in $(git rev-list --reverse "$first..main"); do
		tip=$(remake "$commit" "$commit^{tree}" "$tip")
	done
	git checkout -q -f --detach
	git branch -q -f main "$tip"
	git checkout -q -f main
	! spellpost verify . >"$TMPDIR/out" 2>&1 || fail 'a changed copy is good'
	says "$bad"
}

cd "$TMPDIR"
run=0
while read -r line; do
	case $line in
	'git bisect start'*)
		spellpost verify . >"$TMPDIR/out" 2>&1 ||
			fail "verify: $(cat "$TMPDIR/out")"
		# the commit that is checked out counts
		git checkout -q --detach turn/3
		spellpost verify . >"$TMPDIR/out" 2>&1 ||
			fail "verify turn/3: $(cat "$TMPDIR/out")"
		says "^Tip *$(git rev-parse turn/3): not the last"
		git checkout -q main
		change
		;;
	esac
	eval "$line" >"$TMPDIR/out" 2>&1 ||
		fail "status $? of: $line: $(cat "$TMPDIR/out")"
	run=$((run + 1))
	case $line in
	'git clone'*)
		commits=$(git -C duel rev-list --count HEAD)
		[ "$commits" -gt 30 ] || fail "only $commits commits"
		;;
	'cd '*) [ -f state.json ] ;;
	'git log --oneline'*)
		counts . "$commits"
		sed -n 2p "$TMPDIR/out" | grep -q 'The game starts'
		;;
	*Draws*)
		counts '^[0-9a-f]\{7\} [A-Z][a-z]*: ' "$commits"
		says ' Draws: 0-'
		;;
	'git log -p'*'board.txt')
		says '^+++ b/board.txt'
		says '^-Turn 2, round 1: '
		says '^+Turn 3, round 1: '
		;;
	'git show turn/7')
		says '^    Turn: 6'
		says '^+Turn 7, round 2: '
		;;
	'git blame'*) counts '^[0-9a-f^]\{8\} .*) ' "$(wc -l <state.json)" ;;
	*'git interpret-trailers'*)
		counts '^[A-Z][a-z]*: .' "$(wc -l <"$TMPDIR/out")"
		for key in Turn Seq Seat Command State Input; do
			counts "^$key: " 1
		done
		;;
	*'ssh-keygen'*) counts 'SHA256:.*ED25519' 1 ;;
	'git rev-list'*'verify-commit') counts '^Good "git" signature' "$commits" ;;
	*'verify-commit'*) counts '^Good "git" signature' 1 ;;
	'git merge-base'*) says '^the same game$' ;;
	'git bisect run'*) says "^$bad is the first bad commit" ;;
	'git bisect'*) ;;
	*) fail "AUDIT.md has a command that this test does not know: $line" ;;
	esac
done <"$TMPDIR/commands"
[ $run = 15 ] || fail "$run commands in AUDIT.md, not 15"
