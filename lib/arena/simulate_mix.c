/*
 * Options that simulated games draw. A game draws a value for each option that
 * is not fixed, again and again until a game can begin with all of them: which
 * values go together is the business of the ruleset and of setup alone.
 */
#include "arena_private.h"

#include "setup/setup.h"

#define FEW       8    /* numbers of a range that are all drawn */
#define DRAWS_MAX 1000 /* of one game */

/* Who is asked, and how long a round stays open, mean nothing here. */
static bool is_about_mails(const struct sp_option *option)
{
	return sp_streq(option->name, "windows") ||
	       sp_streq(option->name, "hold");
}

static void list_value(struct simulate_option *option, const char *text)
{
	for (int i = 0; i < option->n; i++)
		if (sp_streq(option->value[i].text, text))
			return;
	sp_format(option->value[option->n].text,
		sizeof(option->value[option->n].text), "%s", text);
	option->n_drawn = ++option->n;
}

static void list_number(const struct sp_option *known,
	struct simulate_option *option, int number)
{
	char text[16];

	number = number < known->min ? known->min : number;
	number = number > known->max ? known->max : number;
	sp_format(text, sizeof(text), "%d", number);
	list_value(option, text);
}

/* All numbers of a short range; of a long one the default, half and twice of
 * it: no game takes ten thousand rounds. */
static void list_numbers(
	const struct sp_option *known, struct simulate_option *option)
{
	if (known->max - known->min < FEW) {
		for (int n = known->min; n <= known->max; n++)
			list_number(known, option, n);
		return;
	}
	list_number(known, option, known->number / 2);
	list_number(known, option, known->number);
	list_number(known, option,
		known->number > known->max / 2 ? known->max
					       : 2 * known->number);
}

void arena_list_options(struct simulator *s)
{
	for (int i = 0; i < s->hall.ruleset->n_options && s->what->mix; i++) {
		const struct sp_option *known = &s->hall.ruleset->option[i];
		struct simulate_option *option = &s->tally.option[i];

		if (is_about_mails(known))
			continue;
		if (known->is_number)
			list_numbers(known, option);
		for (int w = 0; w < known->n_choices; w++)
			list_value(option, known->choice[w].word);
		if (known->has_schools && s->hall.ruleset->schools_beside > 0)
			list_value(option, "named");
	}
}

/* ---- drawing --------------------------------------------------------------
 */

static int below(uint64_t *chance, int n)
{
	*chance += UINT64_C(0x9e3779b97f4a7c15);
	return (int)((arena_mix(*chance) >> 32) % (uint32_t)n);
}

/* Apart from the stream of the options: they stay what they are. */
struct arena_bot arena_draw_bot(const struct simulator *s, int n, int seat)
{
	uint64_t chance = arena_mix(
		s->what->seed ^ arena_mix(~(uint64_t)n) ^ (uint64_t)seat << 56);

	if (s->n_bots <= 1)
		return s->bot[0];
	return s->bot[s->what->players > 0 ? seat : below(&chance, s->n_bots)];
}

/* As many of the schools that may be dealt as come, "a,b,c". */
static void draw_schools(
	const struct sp_ruleset *r, uint64_t *chance, char out[SP_OPTION_VALUE])
{
	unsigned left = sp_card_schools_beside(r);
	struct sp_buf list;

	sp_buf_init(&list, SP_OPTION_VALUE - 1);
	for (int n = 0; n < r->schools_beside && left != 0;) {
		int i = below(chance, r->n_schools);

		if ((left >> i & 1U) == 0)
			continue;
		left &= ~(1U << i);
		sp_buf_addf(&list, "%s%s", n++ > 0 ? "," : "", r->school[i].id);
	}
	/* too long for any: refused by the ruleset as an empty one */
	if (!sp_copy(out, SP_OPTION_VALUE, sp_buf_str(&list)))
		out[0] = '\0';
	sp_buf_free(&list);
}

static bool is_fixed(const struct simulator *s, const char *name)
{
	for (size_t i = 0; i < s->what->n_options; i++)
		if (sp_streq(s->what->option[i].name, name))
			return true;
	return false;
}

static int draw_options(
	struct simulator *s, uint64_t *chance, struct sp_error *e)
{
	int rc = SP_OK;

	for (int i = 0; rc == SP_OK && i < s->hall.ruleset->n_options; i++) {
		const struct sp_option *known = &s->hall.ruleset->option[i];
		const struct simulate_option *option = &s->tally.option[i];
		char text[SP_OPTION_VALUE];

		if (is_fixed(s, known->name) || option->n_drawn == 0)
			continue;
		sp_format(text, sizeof(text), "%s",
			option->value[below(chance, option->n_drawn)].text);
		if (known->has_schools && sp_streq(text, "named"))
			draw_schools(s->hall.ruleset, chance, text);
		rc = sp_card_ruleset_set_option(
			s->hall.ruleset, &s->setup, known->name, text, e);
	}
	return rc;
}

/* Dice of no game: only whether it begins is of interest. */
static int try_start(struct simulator *s, struct sp_error *e)
{
	static const uint8_t key[SP_KEY_BYTES];
	struct sp_rng rng;
	int rc = sp_card_ruleset_check_setup(s->hall.ruleset, &s->setup, e);

	if (rc != SP_OK)
		return rc;
	s->hall.scratch.events.n = 0;
	sp_rng_init(&rng, key, 0);
	return sp_setup_start(s->hall.ruleset, &s->setup, &rng,
		&s->hall.scratch.view, &s->hall.scratch.events, e);
}

int arena_draw(struct simulator *s, int n, struct sp_error *e)
{
	const struct sp_ruleset *r = s->hall.ruleset;
	uint64_t chance =
		arena_mix(~s->what->seed ^ arena_mix((uint64_t)n + 1));
	int rc = SP_EINVAL;

	s->setup = s->hall.fixed;
	if (!s->what->mix)
		return SP_OK;
	for (int i = 0; i < DRAWS_MAX && rc != SP_OK; i++) {
		sp_error_clear(e);
		s->setup = s->hall.fixed;
		rc = SP_OK;
		if (s->what->players == 0)
			rc = arena_seat(r, &s->setup,
				r->seats_min +
					below(&chance, r->seats_max -
							       r->seats_min +
							       1),
				e);
		if (rc == SP_OK)
			rc = draw_options(s, &chance, e);
		if (rc == SP_OK)
			rc = try_start(s, e);
	}
	return rc;
}
