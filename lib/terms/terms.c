/* The terms of a game: its ruleset's statistics and its options, as templates
 * name them. */
#include "terms/terms.h"

/* "3 hours", "1 hour": templates cannot tell one from many. */
static void set_count(json_t *o, const char *key, int n, const char *word)
{
	char text[SP_RENDER_NAME_SIZE];

	sp_render_count(n, word, text);
	sp_json_set_string(o, key, text);
}

/* Numbers of the options; one that is 0 is absent. */
static void set_options(const struct sp_live *live, json_t *terms)
{
	static const struct {
		const char *key, *option, *word;
	} counts[] = {
		{ "points", "points", "victory point" },
		{ "rounds", "rounds", "round" },
		{ "hours", "deadline", "hour" },
		{ "hours_round", "deadline-round", "hour" },
		{ "hours_further", "deadline-further", "hour" },
		{ "hours_choice", "deadline-choice", "hour" },
		{ "hold", "hold", "hour" },
		{ "press_a_day", "press-a-day", "mail" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(counts); i++) {
		int value = sp_card_ruleset_option(
			live->ruleset, &live->setup, counts[i].option, 0);

		if (value > 0)
			set_count(terms, counts[i].key, value, counts[i].word);
	}
}

/* The options that differ from the usual ones, with what each is for; `told`:
 * those, too, of which the terms have a sentence. */
json_t *sp_terms_options(const struct sp_live *live, bool told)
{
	static const char *const sentences[] = { "points", "rounds", "deadline",
		"deadline-round", "deadline-further", "deadline-choice", "hold",
		"press-a-day", "cards", "windows" };
	const struct sp_ruleset *r = live->ruleset;
	json_t *list = json_array();

	for (int i = 0; i < live->setup.n_options; i++) {
		const struct sp_option_value *o = &live->setup.option[i];
		bool known = false;
		json_t *entry;

		for (size_t k = 0; k < SP_ARRAY_LEN(sentences); k++)
			known = known || sp_streq(sentences[k], o->name);
		if (known && !told)
			continue;
		entry = json_object();
		sp_json_set_string(entry, "name", o->name);
		sp_json_set_string(entry, "value", o->value);
		for (int k = 0; k < r->n_options; k++)
			if (sp_streq(r->option[k].name, o->name))
				sp_json_set_string(entry, "text",
					sp_card_option_told(
						&r->option[k], o->value));
		(void)json_array_append_new(list, entry);
	}
	return list;
}

static bool option_is(
	const struct sp_live *live, const char *option, const char *wanted)
{
	const char *word = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, option);

	return word != NULL && sp_streq(word, wanted);
}

/* The kinds of cards that the game deals. Before its deck is there: of the
 * schools that always come. */
static void find_dealt(
	const struct sp_live *live, bool dealt[SP_CARD_TYPES_MAX])
{
	const struct sp_ruleset *r = live->ruleset;

	memset(dealt, 0, SP_CARD_TYPES_MAX * sizeof(*dealt));
	for (int i = 0; i < r->n_copies; i++)
		if (live->started ? live->game.place[i].zone != SP_ZONE_OUT
				  : (r->schools_always >> r->school_of[i] &
					    1U) != 0)
			dealt[r->type[i]] = true;
}

/* How the first creature of the game is made to act, where it has any. */
static void set_creatures(const struct sp_ruleset *r,
	const bool dealt[SP_CARD_TYPES_MAX], json_t *terms)
{
	for (int i = 0; i < r->n_cards; i++) {
		char order[64];

		if (!r->card[i].has_creature || !dealt[i])
			continue;
		sp_format(order, sizeof(order), "activate %s", r->card[i].id);
		sp_json_set_string(terms, "activate", order);
		if (r->activation_cost > 0)
			set_count(terms, "activation", r->activation_cost,
				"movement point");
		return;
	}
}

/* A card that is played at a point that is watched, as an example; and what may
 * change hands: "cards, items". */
static void set_asides(const struct sp_ruleset *r,
	const bool dealt[SP_CARD_TYPES_MAX], json_t *terms)
{
	static const char *const things[] = {
#define X(symbol, word) word,
		SP_DEALT(X)
#undef X
	};
	struct sp_buf text;

	for (int i = 0; i < r->n_cards && r->watched != 0; i++) {
		if ((r->points[i] & 1U << SP_POINT_STEP & r->watched) == 0 ||
			!dealt[i])
			continue;
		sp_json_set_string(terms, "watch", r->card[i].id);
		sp_json_set_int(terms, "watches", SP_WATCHES_EACH);
		break;
	}
	sp_buf_init(&text, 64);
	for (size_t i = 0; i < SP_ARRAY_LEN(things); i++)
		if ((r->deals >> i & 1U) != 0)
			sp_buf_addf(&text, "%s%s", text.len > 0 ? ", " : "",
				things[i]);
	if (text.len > 0)
		sp_json_set_string(terms, "deals", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* When nobody may attack yet. */
static void set_ban(const struct sp_live *live, json_t *terms)
{
	int ban = sp_card_ruleset_rule(
		live->ruleset, &live->setup, SP_RULE_ATTACK_BAN);

	sp_json_set_bool(terms, "early_attack", ban != SP_BAN_OWN_TURN);
	sp_json_set_bool(terms, "attack_round_two", ban == SP_BAN_ROUND);
}

/* What its rules have otherwise about points and things on the ground. */
static void set_rules(const struct sp_live *live, json_t *terms)
{
	static const struct {
		const char *key;
		enum sp_rule rule;
		int value;
	} rules[] = {
		{ "kill_point", SP_RULE_KILLS, SP_KILLS_POINT },
		{ "lost_both", SP_RULE_LOST_TREASURES, SP_LOST_ELIMINATED },
		{ "heavy", SP_RULE_PICKUPS, SP_PICKUPS_ANYTHING },
		{ "spells_free", SP_RULE_SPELLS, SP_SPELLS_FREE },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(rules); i++)
		sp_json_set_bool(terms, rules[i].key,
			sp_card_ruleset_rule(live->ruleset, &live->setup,
				rules[i].rule) == rules[i].value);
}

/* What some card of the ruleset may do to the way of a wizard. */
static void set_strange(const struct sp_ruleset *r,
	const bool dealt[SP_CARD_TYPES_MAX], json_t *terms)
{
	bool illusions = false;

	for (int i = 0; i < r->n_cards; i++)
		illusions =
			illusions || (dealt[i] && r->card[i].illusion_die > 0);
	sp_json_set_bool(terms, "illusions", illusions);
	sp_json_set_bool(terms, "compels", r->compels);
	sp_json_set_bool(terms, "links", r->links);
}

json_t *sp_terms_of(const struct sp_live *live)
{
	const struct sp_ruleset *r = live->ruleset;
	json_t *terms = json_object();

	set_options(live, terms);
	set_count(terms, "speed", r->base_speed, "movement point");
	sp_json_set_int(terms, "life", r->life_start);
	sp_json_set_int(terms, "punch", r->punch_damage);
	sp_json_set_bool(
		terms, "punch_cracks", r->punch_damage >= r->damage_per_crack);
	set_ban(live, terms);
	set_rules(live, terms);
	sp_json_set(terms, "options", sp_terms_options(live, false));
	sp_json_set_bool(terms, "cards", option_is(live, "cards", "yes"));
	if (option_is(live, "cards", "yes")) {
		bool dealt[SP_CARD_TYPES_MAX];

		find_dealt(live, dealt);
		set_creatures(r, dealt, terms);
		set_asides(r, dealt, terms);
		set_strange(r, dealt, terms);
		sp_json_set(terms, "card", sp_terms_examples(r, dealt));
	}
	sp_json_set_bool(terms, "quick", option_is(live, "windows", "quick"));
	sp_json_set_bool(
		terms, "declared", option_is(live, "windows", "declared"));
	return terms;
}

/* ---- schools --------------------------------------------------------------- */

/* "Fireball x3, Lightning Bolt x2, Flood" */
static void add_cards(
	const struct sp_ruleset *r, int school, struct sp_buf *out)
{
	const struct sp_school *s = &r->school[school];
	const char *before = "";

	for (int c = s->first; c < s->first + s->n; c++) {
		int copies = sp_card_school_copies(r, school, r->type[c]);
		bool told = false;

		for (int k = s->first; k < c; k++)
			told |= r->type[k] == r->type[c];
		if (told)
			continue;
		sp_buf_addf(out, "%s%s", before, sp_ruleset_card(r, c)->name);
		if (copies > 1)
			sp_buf_addf(out, " x%d", copies);
		before = ", ";
	}
}

json_t *sp_terms_schools(const struct sp_ruleset *ruleset, unsigned schools)
{
	json_t *list = json_array();

	for (int s = 0; s < ruleset->n_schools; s++) {
		const struct sp_school *school = &ruleset->school[s];
		json_t *entry;
		struct sp_buf cards;

		if ((schools >> s & 1U) == 0)
			continue;
		entry = json_object();
		sp_buf_init(&cards, SIZE_MAX);
		add_cards(ruleset, s, &cards);
		sp_json_set_string(entry, "name", school->name);
		if (school->about[0] != '\0')
			sp_json_set_string(entry, "about", school->about);
		sp_json_set_string(entry, "cards", sp_buf_str(&cards));
		sp_buf_free(&cards);
		(void)json_array_append_new(list, entry);
	}
	return list;
}
