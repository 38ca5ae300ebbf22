/* What simulated games came to, as JSON and in words. */
#include "arena_private.h"

#include "base/json.h"

/* ---- JSON ------------------------------------------------------------------
 */

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

json_t *arena_spread(uint32_t *numbers, int n)
{
	json_t *json = json_object();

	qsort(numbers, (size_t)n, sizeof(*numbers), by_size);
	sp_json_set_int(json, "least", numbers[0]);
	sp_json_set_int(json, "median", numbers[n / 2]);
	sp_json_set_int(json, "most", numbers[n - 1]);
	return json;
}

static const char *const end_words[] = {
	[SP_OUTCOME_NONE] = NULL,
	[SP_OUTCOME_POINTS] = "points",
	[SP_OUTCOME_SURVIVOR] = "last wizard alive",
	[SP_OUTCOME_ROUNDS] = "last round",
	[SP_OUTCOME_DRAW] = "draw",
};

const char *arena_end_word(int outcome)
{
	return end_words[outcome];
}

static json_t *wins_json(const struct simulator *s)
{
	int players = s->what->players > 0 ? s->what->players
					   : s->hall.ruleset->seats_max;
	json_t *wins = json_object();

	for (int i = 0; i < players; i++)
		sp_json_set_int(wins, s->hall.ruleset->colour[i],
			(int64_t)s->tally.wins[i]);
	return wins;
}

static json_t *ends_json(const struct simulator *s)
{
	json_t *ends = json_object();

	for (int i = SP_OUTCOME_POINTS; i <= SP_OUTCOME_DRAW; i++)
		sp_json_set_int(ends, end_words[i], (int64_t)s->tally.ends[i]);
	return ends;
}

/* Games by number of players. */
static json_t *seated_json(const struct simulator *s)
{
	json_t *seated = json_object();

	for (int i = s->hall.ruleset->seats_min;
		i <= s->hall.ruleset->seats_max; i++) {
		char players[16];

		sp_format(players, sizeof(players), "%d", i);
		if (s->tally.seated[i] > 0)
			sp_json_set_int(
				seated, players, (int64_t)s->tally.seated[i]);
	}
	return seated;
}

/* Games that had each school in a deck. */
static json_t *schools_json(const struct simulator *s)
{
	json_t *schools = json_object();

	for (int i = 0; i < s->hall.ruleset->n_schools; i++)
		if (s->tally.schools[i] > 0)
			sp_json_set_int(schools, s->hall.ruleset->school[i].id,
				(int64_t)s->tally.schools[i]);
	return schools;
}

static json_t *options_json(const struct simulator *s)
{
	json_t *options = json_object();

	for (int i = 0; i < s->hall.ruleset->n_options; i++) {
		const struct simulate_option *option = &s->tally.option[i];
		json_t *values = json_object();

		for (int v = 0; v < option->n; v++)
			sp_json_set_int(values, option->value[v].text,
				(int64_t)option->value[v].games);
		sp_json_set(options, s->hall.ruleset->option[i].name, values);
	}
	return options;
}

/* True if games of the ruleset may have the card in a deck. */
static bool is_dealt(const struct sp_ruleset *r, int type)
{
	for (int i = 0; i < r->n_copies; i++)
		if (r->type[i] == type &&
			sp_card_school_is_dealt(r, r->school_of[i]))
			return true;
	return false;
}

static json_t *cards_json(const struct simulator *s)
{
	json_t *cards = json_array();

	for (int i = 0; i < s->hall.ruleset->n_cards; i++) {
		const struct simulate_card *use = &s->tally.card[i];
		json_t *card;

		if (!is_dealt(s->hall.ruleset, i))
			continue;
		card = json_object();
		sp_json_set_string(card, "id", s->hall.ruleset->card[i].id);
		sp_json_set_int(card, "played", (int64_t)use->played);
		sp_json_set_int(card, "effects", (int64_t)arena_effects(use));
		sp_json_set_int(card, "countered", (int64_t)use->countered);
		sp_json_set_int(card, "cancelled", (int64_t)use->cancelled);
		sp_json_set_int(card, "spent", (int64_t)use->spent);
		json_array_append_new(cards, card);
	}
	return cards;
}

static int64_t per_second(const struct simulate_tally *t)
{
	int64_t us = t->ns / 1000;

	return us > 0 ? (int64_t)t->commands * 1000000 / us : 0;
}

static json_t *answer(struct simulator *s)
{
	const struct sp_simulation *what = s->what;
	json_t *json = json_object();

	sp_json_set_string(json, "ruleset", what->ruleset);
	if (what->players > 0)
		sp_json_set_int(json, "players", what->players);
	sp_json_set_int(json, "games", what->games);
	sp_json_set_int(json, "seed", (int64_t)what->seed);
	sp_json_set_int(json, "commands", (int64_t)s->tally.commands);
	sp_json_set_int(json, "commands_per_second", per_second(&s->tally));
	sp_json_set(json, "rounds", arena_spread(s->tally.rounds, what->games));
	sp_json_set(json, "length", arena_spread(s->tally.length, what->games));
	sp_json_set(json, "wins", wins_json(s));
	sp_json_set_int(json, "wins_of_first", (int64_t)s->tally.first);
	sp_json_set(json, "ends", ends_json(s));
	sp_json_set(json, "seated", seated_json(s));
	sp_json_set(json, "schools", schools_json(s));
	sp_json_set(json, "options", options_json(s));
	sp_json_set(json, "cards", cards_json(s));
	arena_hands_json(s, json);
	return json;
}

/* ---- words ----------------------------------------------------------------
 */

static void tell_numbers(const json_t *object, struct sp_buf *text)
{
	const char *key, *between = "";
	json_t *value;

	json_object_foreach ((json_t *)(uintptr_t)object, key, value) {
		sp_buf_addf(text, "%s%s %lld", between, key,
			(long long)json_integer_value(value));
		between = ", ";
	}
	sp_buf_adds(text, "\n");
}

static long long number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static void tell_options(const json_t *json, struct sp_buf *text)
{
	const json_t *options = json_object_get(json, "options");
	const char *name;
	json_t *values;

	sp_buf_adds(text, "players     ");
	tell_numbers(json_object_get(json, "seated"), text);
	sp_buf_adds(text, "\ngames by option\n");
	json_object_foreach ((json_t *)(uintptr_t)options, name, values) {
		sp_buf_addf(text, "%-24s ", name);
		tell_numbers(values, text);
	}
	if (json_object_size(json_object_get(json, "schools")) == 0)
		return;
	sp_buf_adds(text, "\ngames by school\n");
	json_object_foreach (json_object_get(json, "schools"), name, values) {
		sp_buf_addf(text, "%-24s %lld\n", name,
			(long long)json_integer_value(values));
	}
}

static void tell_cards(const json_t *cards, struct sp_buf *text)
{
	sp_buf_addf(text, "\n%-24s %9s %9s %9s %9s %9s\n", "card", "played",
		"effects", "countered", "cancelled", "spent");
	for (size_t i = 0; i < json_array_size(cards); i++) {
		const json_t *card = json_array_get(cards, i);

		sp_buf_addf(text, "%-24s %9lld %9lld %9lld %9lld %9lld\n",
			json_string_value(json_object_get(card, "id")),
			number(card, "played"), number(card, "effects"),
			number(card, "countered"), number(card, "cancelled"),
			number(card, "spent"));
	}
}

/* Name each card that came to something too seldom, in JSON, too. */
static bool tell_seldom(
	const struct simulator *s, json_t *json, struct sp_buf *text)
{
	const json_t *cards = json_object_get(json, "cards");
	json_t *seldom = json_array();
	bool good;

	for (size_t i = 0; i < json_array_size(cards); i++) {
		const json_t *card = json_array_get(cards, i);
		json_t *id = json_object_get(card, "id");
		int type = sp_card_ruleset_card_id(
			s->hall.ruleset, json_string_value(id));

		if (!s->tally.card[type].may_come ||
			number(card, "effects") >= s->what->min_plays)
			continue;
		sp_buf_addf(text,
			"%s%s: expected at least %d play%s with effect, found "
			"%lld\n",
			json_array_size(seldom) == 0 ? "\n" : "",
			json_string_value(id), s->what->min_plays,
			sp_plural(s->what->min_plays), number(card, "effects"));
		json_array_append(seldom, id);
	}
	/* without a deck nothing was looked at */
	if (s->what->min_plays > 0 && !s->tally.dealt)
		sp_buf_adds(text, "\nno game had cards\n");
	good = json_array_size(seldom) == 0 &&
	       (s->what->min_plays == 0 || s->tally.dealt);
	if (s->what->min_plays > 0)
		sp_json_set(json, "too_few", seldom);
	else
		json_decref(seldom);
	return good;
}

static void tell_players(const struct sp_simulation *what, struct sp_buf *text)
{
	if (what->players > 0)
		sp_buf_addf(text, "%d players, ", what->players);
	if (what->mix)
		sp_buf_adds(text, "mixed options, ");
}

bool arena_tell(struct simulator *s, json_t **out, struct sp_buf *text)
{
	const struct sp_simulation *what = s->what;
	json_t *json = answer(s);

	*out = json;
	sp_buf_addf(text, "%d game%s of %s, ", what->games,
		sp_plural(what->games), what->ruleset);
	tell_players(what, text);
	sp_buf_addf(text, "seed %llu\ncommands    %lu, %lld a second\n",
		(unsigned long long)what->seed, s->tally.commands,
		(long long)per_second(&s->tally));
	sp_buf_adds(text, "rounds      ");
	tell_numbers(json_object_get(json, "rounds"), text);
	sp_buf_adds(text, "length      ");
	tell_numbers(json_object_get(json, "length"), text);
	sp_buf_adds(text, "wins        ");
	tell_numbers(json_object_get(json, "wins"), text);
	sp_buf_addf(text, "            %lu of who began\n", s->tally.first);
	sp_buf_adds(text, "ended by    ");
	tell_numbers(json_object_get(json, "ends"), text);
	if (what->mix)
		tell_options(json, text);
	arena_hands_tell(json, text);
	if (s->tally.dealt)
		tell_cards(json_object_get(json, "cards"), text);
	return tell_seldom(s, json, text);
}
