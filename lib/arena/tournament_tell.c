/* What a tournament came to, as JSON and in words. */
#include "tournament_private.h"

#include "base/json.h"

#include <math.h>

/* Of one bot. */
struct score {
	long games, wins; /* games that it played in, with however many seats */
	double fair;      /* wins, if all were equal */
	int64_t ns;
	long turns;
};

static void add(struct score score[], const struct arena_result *r)
{
	unsigned in = 0;

	for (int s = 0; s < r->players; s++) {
		struct score *of = &score[r->bot[s]];

		of->games += (in >> r->bot[s] & 1U) == 0;
		in |= 1U << r->bot[s];
		of->wins += s == r->winner;
		of->fair += 1.0 / r->players;
		of->ns += r->ns[s];
		of->turns += r->turns[s];
	}
}

/* ---- JSON ----------------------------------------------------------------
 */

static json_t *interval(int64_t low, int64_t high)
{
	json_t *list = json_array();

	json_array_append_new(list, json_integer(low));
	json_array_append_new(list, json_integer(high));
	return list;
}

static json_t *bots_json(const struct arena_tour *t)
{
	struct score score[SP_TOURNAMENT_BOTS_MAX] = { { 0 } };
	struct arena_rating rating[SP_TOURNAMENT_BOTS_MAX];
	json_t *list = json_array();

	for (int n = 0; n < t->what->games; n++)
		add(score, &t->result[n]);
	arena_rate(t, rating);
	for (int i = 0; i < t->n_bots; i++) {
		const struct score *of = &score[i];
		json_t *bot = json_object();
		long games = of->games > 0 ? of->games : 1;
		int low, high;

		arena_interval(of->wins, games, &low, &high);
		sp_json_set_string(bot, "bot", t->bot[i].name);
		sp_json_set_int(bot, "games", of->games);
		sp_json_set_int(bot, "wins", of->wins);
		sp_json_set_int(bot, "share", of->wins * 10000 / games);
		sp_json_set(bot, "share_interval", interval(low, high));
		sp_json_set_int(
			bot, "fair", lround(of->fair * 10000 / (double)games));
		sp_json_set_int(bot, "elo", lround(rating[i].elo));
		sp_json_set(bot, "elo_interval",
			interval(
				lround(rating[i].low), lround(rating[i].high)));
		sp_json_set_int(bot, "us_per_turn",
			of->turns > 0 ? of->ns / 1000 / of->turns : 0);
		json_array_append_new(list, bot);
	}
	return list;
}

/* Games in which both have seats. */
static json_t *pair_json(const struct arena_tour *t, int a, int b)
{
	json_t *pair = json_object(), *names = json_array();
	long games = 0, wins[2] = { 0 }, draws = 0;

	for (int n = 0; n < t->what->games; n++) {
		const struct arena_result *r = &t->result[n];
		unsigned in = 0;

		for (int s = 0; s < r->players; s++)
			in |= 1U << r->bot[s];
		if ((in >> a & in >> b & 1U) == 0)
			continue;
		games++;
		if (r->winner == SP_NOBODY)
			draws++;
		else if (r->bot[r->winner] == a || r->bot[r->winner] == b)
			wins[r->bot[r->winner] == b]++;
	}
	json_array_append_new(names, json_string(t->bot[a].name));
	json_array_append_new(names, json_string(t->bot[b].name));
	sp_json_set(pair, "bots", names);
	sp_json_set_int(pair, "games", games);
	sp_json_set(pair, "wins", interval(wins[0], wins[1]));
	sp_json_set_int(pair, "draws", draws);
	return pair;
}

static json_t *pairs_json(const struct arena_tour *t)
{
	json_t *list = json_array();

	for (int a = 0; a < t->n_bots; a++)
		for (int b = a + 1; b < t->n_bots; b++)
			json_array_append_new(list, pair_json(t, a, b));
	return list;
}

static json_t *ends_json(const struct arena_tour *t)
{
	json_t *ends = json_object();

	for (int i = SP_OUTCOME_POINTS; i <= SP_OUTCOME_DRAW; i++) {
		int games = 0;

		for (int n = 0; n < t->what->games; n++)
			games += t->result[n].outcome == i;
		sp_json_set_int(ends, arena_end_word(i), games);
	}
	return ends;
}

static json_t *seats_json(
	const struct arena_tour *t, const struct arena_hall *hall)
{
	json_t *wins = json_object();

	for (int s = 0; s < t->what->seats_max; s++) {
		int won = 0;

		for (int n = 0; n < t->what->games; n++)
			won += t->result[n].winner == s;
		sp_json_set_int(wins, hall->ruleset->colour[s], won);
	}
	return wins;
}

static json_t *rounds_json(const struct arena_tour *t)
{
	size_t games = (size_t)t->what->games;
	uint32_t *rounds = sp_xcalloc(games, sizeof(*rounds));
	json_t *json;

	for (size_t n = 0; n < games; n++)
		rounds[n] = t->result[n].rounds;
	json = arena_spread(rounds, t->what->games);
	sp_free(rounds);
	return json;
}

static json_t *answer(const struct arena_tour *t, const struct arena_hall *hall)
{
	const struct sp_tournament *what = t->what;
	json_t *json = json_object(), *seats = json_object();

	sp_json_set_string(json, "ruleset", what->ruleset);
	sp_json_set_int(json, "games", what->games);
	sp_json_set_int(json, "seed", (int64_t)what->seed);
	sp_json_set_int(seats, "least", what->seats_min);
	sp_json_set_int(seats, "most", what->seats_max);
	sp_json_set(json, "seats", seats);
	sp_json_set(json, "rounds", rounds_json(t));
	sp_json_set(json, "ends", ends_json(t));
	sp_json_set(json, "wins_by_seat", seats_json(t, hall));
	sp_json_set(json, "bots", bots_json(t));
	sp_json_set(json, "pairs", pairs_json(t));
	return json;
}

/* ---- words ----------------------------------------------------------------
 */

static long long number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static long long item(const json_t *object, const char *key, size_t i)
{
	return (long long)json_integer_value(
		json_array_get(json_object_get(object, key), i));
}

static void tell_share(long long share, struct sp_buf *text)
{
	sp_buf_addf(
		text, "%3lld.%lld", (share + 5) / 100, (share + 5) / 10 % 10);
}

static void tell_bot(const json_t *bot, bool first, struct sp_buf *text)
{
	sp_buf_addf(text, "%-12s %6lld %6lld  ",
		json_string_value(json_object_get(bot, "bot")),
		number(bot, "games"), number(bot, "wins"));
	tell_share(number(bot, "share"), text);
	sp_buf_adds(text, " ");
	tell_share(item(bot, "share_interval", 0), text);
	sp_buf_adds(text, " to ");
	tell_share(item(bot, "share_interval", 1), text);
	sp_buf_adds(text, "  ");
	tell_share(number(bot, "fair"), text);
	if (first)
		sp_buf_adds(text, "      0\n");
	else
		sp_buf_addf(text, "  %+5lld %+5lld to %+lld\n",
			number(bot, "elo"), item(bot, "elo_interval", 0),
			item(bot, "elo_interval", 1));
}

static void tell_list(
	const char *title, const json_t *object, struct sp_buf *text)
{
	const char *key, *between = "";
	json_t *value;

	sp_buf_adds(text, title);
	json_object_foreach ((json_t *)(uintptr_t)object, key, value) {
		sp_buf_addf(text, "%s%s %lld", between, key,
			(long long)json_integer_value(value));
		between = ", ";
	}
	sp_buf_adds(text, "\n");
}

static void tell_pair(const json_t *pair, struct sp_buf *text)
{
	const json_t *names = json_object_get(pair, "bots");

	sp_buf_addf(text,
		"%s against %s: %lld games, won %lld and %lld, %lld drawn\n",
		json_string_value(json_array_get(names, 0)),
		json_string_value(json_array_get(names, 1)),
		number(pair, "games"), item(pair, "wins", 0),
		item(pair, "wins", 1), number(pair, "draws"));
}

json_t *arena_tour_tell(const struct arena_tour *t,
	const struct arena_hall *hall, struct sp_buf *text)
{
	const struct sp_tournament *what = t->what;
	json_t *json = answer(t, hall);
	const json_t *bots = json_object_get(json, "bots");
	const json_t *pairs = json_object_get(json, "pairs");

	sp_buf_addf(text, "%d game%s of %s, %d", what->games,
		sp_plural(what->games), what->ruleset, what->seats_min);
	if (what->seats_max > what->seats_min)
		sp_buf_addf(text, " to %d", what->seats_max);
	sp_buf_addf(text,
		" seats, seed %llu\n\n%-12s %6s %6s  %5s %14s  %5s  "
		"%5s %s\n",
		(unsigned long long)what->seed, "bot", "games", "wins", "won %",
		"95 %", "equal", "Elo", "95 %");
	for (size_t i = 0; i < json_array_size(bots); i++)
		tell_bot(json_array_get(bots, i), i == 0, text);
	sp_buf_adds(text, "\n");
	for (size_t i = 0; i < json_array_size(pairs); i++)
		tell_pair(json_array_get(pairs, i), text);
	tell_list("rounds      ", json_object_get(json, "rounds"), text);
	tell_list("wins        ", json_object_get(json, "wins_by_seat"), text);
	tell_list("ended by    ", json_object_get(json, "ends"), text);
	sp_buf_adds(text, "thought     ");
	for (size_t i = 0; i < json_array_size(bots); i++) {
		const json_t *bot = json_array_get(bots, i);

		sp_buf_addf(text, "%s%s %lld us a turn", i > 0 ? ", " : "",
			json_string_value(json_object_get(bot, "bot")),
			number(bot, "us_per_turn"));
	}
	sp_buf_adds(text, "\n");
	return json;
}
