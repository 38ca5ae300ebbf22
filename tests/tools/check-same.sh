#!/bin/sh
# check-same.sh BUILD OTHER...: equal inputs give equal games, to the bit: the
# ids of their commits are those of BUILD whatever compiler made the program,
# whoever runs it and where. Games by bots, and games by mail files with a clock
# that stands still (tests/unit/host/test_same.c).
set -eu

build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
# the folder has to be open to the other user, too
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
failed=

played() { # program, then the words that run it
	program=$1
	shift
	dir=$(mktemp -d "$work/games.XXXXXX")
	chmod 777 "$dir"
	for words in '--players 2 --option cards=no --option rounds=20 --seed 1' \
		'--players 4 --games 2 --option rounds=25 --seed 2' \
		'--players 3 --option custom-spellbook=yes --option rounds=15 --seed 3'
	do
		# shellcheck disable=SC2086 # words of a command
		(cd "$dir" && "$@" "$program" -c "$work/at.conf" simulate \
			--drafts --repo "$dir/all" $words >"$dir/said" 2>&1) || {
			cat "$dir/said" >&2
			exit 1
		}
	done
	for repository in "$dir"/all/*/*.git; do
		basename "$repository"
		git -c safe.directory='*' -C "$repository" \
			for-each-ref --format='%(refname) %(objectname)'
	done
}
compare() { # what is different, a file
	if cmp -s "$work/wanted" "$2"; then
		echo "same: $1"
		return
	fi
	echo "NOT the same: $1"
	diff "$work/wanted" "$2" | head -n 10
	failed=1
}
games() { # what is different, words as of played
	what=$1
	shift
	played "$@" >"$work/games" || exit 1
	compare "$what" "$work/games"
}
mails() { # build, file
	SP_PICTURE=$2 "$1/unit" host/same >"$work/said" 2>&1 || {
		cat "$work/said"
		exit 1
	}
}

mine=$work/spellpost
cp "$build/spellpost-commands" "$mine"
cp -R "$source/games" "$work/rulesets"
echo "rulesets = \"$work/rulesets\"" >"$work/at.conf"
chmod -R a+rX "$work"

played "$mine" env >"$work/wanted"
[ "$(grep -c '^refs/heads/main ' "$work/wanted")" = 4 ]
games 'another folder' "$mine" env
# shellcheck disable=SC2016 # for the other shell
games 'another umask' "$mine" sh -c 'umask 0077; exec "$@"' sh
for zone in Pacific/Chatham America/St_Johns; do
	games "time zone $zone" "$mine" env TZ=$zone
done
for locale in C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do
	# "C.utf8" is how the list has it
	if locale -a 2>/dev/null | grep -qx "${locale%UTF-8}utf8"; then
		games "locale $locale" "$mine" env LC_ALL=$locale
	else
		echo "left out: this machine has no locale $locale"
	fi
done
if [ "$(id -u)" = 0 ]; then
	games 'another user' "$mine" setpriv --reuid nobody --regid nogroup \
		--clear-groups env HOME=/nonexistent
else
	echo "left out: another user, which only root can become"
fi
for other in "$@"; do
	[ "$other" = "$build" ] ||
		games "games of $other" "$other/spellpost" env
done

mails "$build" "$work/wanted"
for other in "$@"; do
	[ "$other" != "$build" ] || continue
	mails "$other" "$work/mails"
	compare "mails of $other" "$work/mails"
done
[ -z "$failed" ]
