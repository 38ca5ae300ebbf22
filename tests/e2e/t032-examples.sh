# The examples of the manual pages and the first commands of the README do what
# they say, word by word.
. "$SRC/tests/e2e/lib.sh"

# The text of a page between .nf and .fi below a heading, as a reader sees it.
example() { # page, heading
	sed -n "/^\.SH $2/,\$p" "$SRC/daemon/$1" |
		sed -n '/^\.nf$/,/^\.fi$/{/^\.[nf][fi]$/d;p;}' |
		sed 's/\\(dq/"/g; s/\\(aq/'"'"'/g; s/\\-/-/g; s/\\e/\\/g'
}

# ---- spellpost.1: from nothing to a club with a game
mkdir shell
example spellpost.1 EXAMPLES >shell/commands
[ "$(grep -c '^spellpost ' shell/commands)" -ge 3 ] ||
	fail "spellpost.1 has no examples any more"
(cd shell && PATH="$BUILD:$PATH" sh -eu commands >../out 2>&1) ||
	fail "the examples of spellpost.1: $(cat out)"
says '^[a-z0-9-]*  *inviting '

# ---- spellpost.conf.5: a configuration, of this folder in place of the system's
mkdir etc
echo secret >etc/mail-password
chmod 600 etc/mail-password
example spellpost.conf.5 EXAMPLE |
	sed "s|/var/lib/spellpost|$PWD/club|; s|/etc/spellpost|$PWD/etc|" \
		>etc/spellpost.conf
grep -q '^inbox ' etc/spellpost.conf ||
	fail "spellpost.conf.5 has no example any more"
[ "$(grep -c "$PWD" etc/spellpost.conf)" -ge 2 ] ||
	fail "no path of the example was replaced: $(cat etc/spellpost.conf)"
"$BUILD/spellpost" -c etc/spellpost.conf game list >out 2>&1 ||
	fail "the example of spellpost.conf.5: $(cat out)"
# it is the file that was read: a bad line in it is told
echo 'poll = soon' >>etc/spellpost.conf
if "$BUILD/spellpost" -c etc/spellpost.conf game list >out 2>&1; then
	fail "a bad configuration was taken"
fi
says "etc/spellpost.conf.*poll"

# ---- README: a club of one's own, each line that is a command of a club
sed -n '/^## A club of your own/,/^## /p' "$SRC/README.md" |
	sed -n 's/^    \(spellpost.*\)/\1/p; s/^        \(--.*\)/\1/p' |
	sed 's/ *#.*//' | sed -n '1,/spellpostd/p' |
	sed 's/^\(spellpostd .*\)/\1 --once/' >commands
[ "$(grep -c '^spellpost' commands)" -ge 3 ] ||
	fail "the README has no commands any more: $(cat commands)"
mkdir readme
(cd readme && PATH="$BUILD:$PATH" sh -eu ../commands >../out 2>&1) ||
	fail "the commands of the README: $(cat commands out)"
[ "$(files mail/out/new readme/club)" = 2 ] ||
	fail "not two invitations: $(find readme/club/mail)"
