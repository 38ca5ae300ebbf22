# A game as one file and as a repository at a git host: what others get is the
# whole game, and what they have is theirs to check.
. "$SRC/tests/e2e/lib.sh"
unset GIT_DIR
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

command -v git >/dev/null || {
	echo 'there is no program git'
	exit 77
}
refs() { # repository: branch and tags
	git -C "$1" for-each-ref --format='%(objectname) %(refname:lstrip=-2)' \
		refs/heads/main refs/tags
}
tip() { # repository
	git -C "$1" rev-parse main
}

daemon_start
run game new --id duel --start --seat red=red@players.example \
	--seat blue=blue@players.example
turn_ends
turn_ends
turn_ends
repo=$(echo club/games/*/*.git)

# ---- one file, written beside the daemon ----
run game export duel --bundle duel.bundle
says "duel.bundle has game duel-.* up to commit $(tip "$repo"):"
says 'spellpost verify duel.bundle'
git clone -q duel.bundle duel
[ "$(tip duel)" = "$(tip "$repo")" ]
[ "$(refs duel)" = "$(refs "$repo")" ] || fail "refs: $(refs duel)"
git -C duel tag | grep -qx turn/2
[ -e duel/state.json ]
[ -e duel/allowed_signers ]
git -C duel fsck --strict
# the commands that it says are commands
sed -n 's/^  //p' out | grep '^git clone' >commands
rm -rf duel-*
sh -eu ./commands
[ "$(tip duel-*)" = "$(tip "$repo")" ]

# what is there is not lost by mistake
echo precious >duel.bundle
refused 2 game export duel --bundle duel.bundle
says 'duel.bundle exists; --force replaces it'
[ "$(cat duel.bundle)" = precious ]
turn_ends
run game export duel --force --bundle=duel.bundle --json
says "\"tip\": \"$(tip "$repo")\""
says '"file": "duel.bundle"'
says "\"commits\": $(git -C "$repo" rev-list --count main)"
says "\"tags\": $(git -C "$repo" tag | wc -l)"
says "\"bytes\": $(wc -c <duel.bundle)"
git -C duel pull -q --ff-only
[ "$(tip duel)" = "$(tip "$repo")" ]

# names that a shell or git would take for something else
run game export duel --bundle "it's one.bundle"
sed -n 's/^  git clone \(.*\) duel-.*/git clone -q \1 quoted/p' out >commands
sh -eu ./commands
[ "$(tip quoted)" = "$(tip "$repo")" ]
run game export duel --bundle=-x
[ -e ./-x ]
git clone -q ./-x dash

# words that say what is wrong
refused 2 game export nobody --bundle x
says 'no game begins with "nobody"'
refused 1 game export duel --bundle missing/x
says missing/x
refused 2 game export duel
says 'expected --bundle FILE; see `spellpost help game export`'
refused 2 game export --bundle x
refused 2 game export duel --bundle
refused 2 game export duel more --bundle x
refused 2 game export duel --bundle x --other
[ ! -e x ]
# nothing is left of what did not come to be
[ "$(find . -name '*.part' -o -name 'spellpost-??????' | wc -l)" = 0 ]

# ---- a git host, as the README shows it ----
git -c init.defaultBranch=master init -q --bare host.git
git clone -q --mirror "$repo" duel.git
git -C duel.git push -q --mirror "$PWD/host.git"
[ "$(refs host.git)" = "$(refs "$repo")" ]
turn_ends
git -C duel.git fetch -q
git -C duel.git push -q --mirror "$PWD/host.git"
[ "$(refs host.git)" = "$(refs "$repo")" ]
git clone -q --branch main host.git theirs
[ "$(tip theirs)" = "$(tip "$repo")" ]
if command -v ssh-keygen >/dev/null; then
	cd theirs
	git show main:allowed_signers >../judge
	git rev-list main |
		xargs git -c gpg.ssh.allowedSignersFile=../judge verify-commit
	cd ..
fi
# nothing is checked out where the host's HEAD names a branch that is not there
git clone -q host.git plain 2>/dev/null
! git -C plain rev-parse -q --verify HEAD >/dev/null ||
	fail 'something is checked out'
run verify plain --has "$(tip "$repo")"
# it went on, and nobody was in its way
turn_ends
daemon_stop
