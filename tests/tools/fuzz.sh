#!/bin/sh
# fuzz.sh BUILD RUNS [FUZZER...]: run the fuzzers of tests/fuzz on RUNS inputs
# each, two at a time, from seeds of the repository's own cases. What they find
# beyond those is kept in BUILD/corpus, so that the next run begins there; an
# input that fails is kept in BUILD/found, and its fuzzer run on it alone shows
# the failure again. Exit status: 0 nothing failed.
set -eu

build=$1
runs=$2
shift 2
[ $# -gt 0 ] || set -- config mail orders state wire
found=$build/found
seeds=$build/seeds
rm -rf "$seeds"
mkdir -p "$found" "$seeds/mail" "$seeds/wire" "$seeds/orders" "$seeds/state" \
	"$seeds/config"

cp tests/cases/mail/*.eml "$seeds/mail"
# A frame is a line of JSON and then the text.
for f in tests/cases/mail/*.json; do
	printf '%s\nmove n\n' "$(tr -d '\n' <"$f")" \
		>"$seeds/wire/$(basename "$f")"
done
cp tests/fuzz/orders/*.txt tests/cases/orders/*.txt "$seeds/orders"
"$build/spellpost" init "$seeds/club" >/dev/null
mv "$seeds/club/spellpost.conf" "$seeds/config"
for game in 1 2; do
	repo=$seeds/repo-$game
	"$build/spellpost" simulate --players 3 --games 1 --seed $game \
		--option cards=yes --repo "$repo" >/dev/null
	git=$(find "$repo" -name '*.git')
	for at in $(git -C "$git" rev-list main | awk 'NR % 25 == 1'); do
		git -C "$git" show "$at:state.json" >"$seeds/state/$game-$at" \
			2>/dev/null || rm -f "$seeds/state/$game-$at"
	done
	rm -rf "$repo"
done

one() { # name
	long=65536
	# more of them are only more lines, and take a tenth of a second each
	[ "$1" != orders ] || long=2048
	mkdir -p "$build/corpus/$1"
	"$build/fuzz-$1" -runs="$runs" -max_len=$long -timeout=60 \
		-rss_limit_mb=2048 -seed=1 -print_final_stats=1 \
		-artifact_prefix="$found/$1-" \
		"$build/corpus/$1" "$seeds/$1" >"$found/$1.log" 2>&1
}

failed=
while [ $# -gt 0 ]; do
	one "$1" &
	first=$!
	second=
	if [ $# -gt 1 ]; then
		one "$2" &
		second=$!
	fi
	wait "$first" || failed="$failed $1"
	if [ -n "$second" ]; then
		wait "$second" || failed="$failed $2"
		shift
	fi
	shift
done
for log in "$found"/*.log; do
	printf '%-8s %s\n' "$(basename "$log" .log)" \
		"$(sed -n 's/^stat::number_of_executed_units: */inputs: /p' "$log")"
done
for name in $failed; do
	echo "fuzz: $name failed:"
	tail -40 "$found/$name.log"
done
[ -z "$failed" ]
