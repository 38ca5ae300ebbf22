#include "card.h"

static const struct sp_option *find(
	const struct sp_ruleset *ruleset, const char *name)
{
	for (int i = 0; i < ruleset->n_options; i++) {
		if (sp_streq(ruleset->option[i].name, name))
			return &ruleset->option[i];
	}
	return NULL;
}

/* "a, b or c"; what does not fit is left out, which no known list reaches. */
static void add_word(struct sp_buf *list, const char *word, int i, int n)
{
	sp_buf_addf(list, "%s%s",
		i == 0       ? ""
		: i == n - 1 ? " or "
			     : ", ",
		word);
}

static int no_such_option(
	const struct sp_ruleset *ruleset, const char *name, struct sp_error *e)
{
	struct sp_buf list;
	int code;

	sp_buf_init(&list, SP_ERROR_TEXT);
	for (int i = 0; i < ruleset->n_options; i++)
		add_word(&list, ruleset->option[i].name, i, ruleset->n_options);
	code = sp_error_set(e, SP_EINVAL, "%s has no option \"%.40s\"; give %s",
		ruleset->id, name, list.len > 0 ? sp_buf_str(&list) : "none");
	sp_buf_free(&list);
	return code;
}

static int choice_of(const struct sp_option *o, const char *word)
{
	for (int i = 0; i < o->n_choices; i++) {
		if (sp_streq(o->choice[i].word, word))
			return i;
	}
	return -1;
}

static int no_such_word(
	const struct sp_option *o, const char *value, struct sp_error *e)
{
	struct sp_buf list;
	int code;

	sp_buf_init(&list, SP_ERROR_TEXT / 2);
	for (int i = 0; i < o->n_choices; i++)
		add_word(&list, o->choice[i].word, i, o->n_choices);
	code = sp_error_set(e, SP_EINVAL, "option %s takes %s, not \"%.40s\"",
		o->name, sp_buf_str(&list), value);
	sp_buf_free(&list);
	return code;
}

/* ---- a list of schools ------------------------------------------------------
 */

static int refuse_schools(const struct sp_ruleset *r, const struct sp_option *o,
	const char *value, struct sp_error *e)
{
	unsigned may = sp_card_schools_beside(r);
	struct sp_buf list;
	int code, n = 0, all = 0;

	for (int i = 0; i < r->n_schools; i++)
		all += (int)(may >> i & 1U);
	sp_buf_init(&list, SP_ERROR_TEXT / 2);
	for (int i = 0; i < o->n_choices; i++)
		sp_buf_addf(&list, "%s, ", o->choice[i].word);
	sp_buf_addf(&list, "or %d of ", r->schools_beside);
	for (int i = 0; i < r->n_schools; i++)
		if ((may >> i & 1U) != 0)
			add_word(&list, r->school[i].id, n++, all);
	code = sp_error_set(e, SP_EINVAL,
		"option %s takes %s, with commas between them, not \"%.60s\"",
		o->name, sp_buf_str(&list), value);
	sp_buf_free(&list);
	return code;
}

static int canonical_schools(const struct sp_ruleset *r,
	const struct sp_option *o, const char *value, char out[SP_OPTION_VALUE],
	struct sp_error *e)
{
	unsigned schools = sp_card_schools_of(r, value);
	struct sp_buf list;
	int code = SP_OK;

	if (schools == 0)
		return refuse_schools(r, o, value, e);
	sp_buf_init(&list, SP_OPTION_VALUE - 1);
	for (int i = 0; i < r->n_schools; i++)
		if ((schools >> i & 1U) != 0)
			sp_buf_addf(&list, "%s%s", list.len > 0 ? "," : "",
				r->school[i].id);
	if (!sp_copy(out, SP_OPTION_VALUE, sp_buf_str(&list)))
		code = refuse_schools(r, o, value, e);
	sp_buf_free(&list);
	return code;
}

/* The canonical text of a value, so that "007" and "7" give the same game.json;
 * empty where it is the default. */
static int canonical(const struct sp_ruleset *r, const struct sp_option *o,
	const char *value, char out[SP_OPTION_VALUE], struct sp_error *e)
{
	long long number;

	out[0] = '\0';
	if (!o->is_number) {
		int i = choice_of(o, value);

		if (i < 0 && o->has_schools)
			return canonical_schools(r, o, value, out, e);
		if (i < 0)
			return no_such_word(o, value, e);
		if (i > 0)
			sp_format(out, SP_OPTION_VALUE, "%s", value);
		return SP_OK;
	}
	if (sp_parse_int(value, o->min, o->max, &number) != SP_OK)
		return sp_error_set(e, SP_EINVAL,
			"option %s takes a number from %d to %d, not \"%.40s\"",
			o->name, o->min, o->max, value);
	if (number != o->number)
		sp_format(out, SP_OPTION_VALUE, "%lld", number);
	return SP_OK;
}

int sp_card_ruleset_set_option(const struct sp_ruleset *ruleset,
	struct sp_setup *setup, const char *name, const char *value,
	struct sp_error *e)
{
	const struct sp_option *o = find(ruleset, name);
	char text[SP_OPTION_VALUE];

	if (o == NULL)
		return no_such_option(ruleset, name, e);
	if (canonical(ruleset, o, value, text, e) != SP_OK)
		return SP_EINVAL;
	sp_state_setup_put_option(
		setup, o->name, text[0] == '\0' ? NULL : text);
	return SP_OK;
}

static bool has_colour(const struct sp_ruleset *ruleset, const char *colour)
{
	for (int i = 0; i < ruleset->n_colours; i++) {
		if (sp_streq(ruleset->colour[i], colour))
			return true;
	}
	return false;
}

static int no_such_colour(const struct sp_ruleset *ruleset, const char *colour,
	struct sp_error *e)
{
	struct sp_buf list;
	int code;

	sp_buf_init(&list, SP_ERROR_TEXT / 2);
	for (int i = 0; i < ruleset->n_colours; i++)
		add_word(&list, ruleset->colour[i], i, ruleset->n_colours);
	code = sp_error_set(e, SP_EINVAL, "a seat may be %s, not \"%.40s\"",
		sp_buf_str(&list), colour);
	sp_buf_free(&list);
	return code;
}

int sp_card_ruleset_check_setup(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, struct sp_error *e)
{
	if (setup->n_seats < ruleset->seats_min ||
		setup->n_seats > ruleset->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is for %d to %d seats, not for %d", ruleset->id,
			ruleset->seats_min, ruleset->seats_max, setup->n_seats);
	for (int s = 0; s < setup->n_seats; s++) {
		if (!has_colour(ruleset, setup->colour[s]))
			return no_such_colour(ruleset, setup->colour[s], e);
		if (sp_state_setup_seat(setup, setup->colour[s]) != s)
			return sp_error_set(e, SP_EINVAL, "two seats are %s",
				setup->colour[s]);
	}
	for (int i = 0; i < setup->n_options; i++) {
		const struct sp_option_value *v = &setup->option[i];
		const struct sp_option *o = find(ruleset, v->name);
		char text[SP_OPTION_VALUE];

		if (o == NULL)
			return no_such_option(ruleset, v->name, e);
		if (canonical(ruleset, o, v->value, text, e) != SP_OK)
			return SP_EINVAL;
		if (o->not_with[0] != '\0' &&
			sp_state_setup_option(setup, o->not_with) != NULL)
			return sp_error_remedy(e,
				sp_error_set(e, SP_EINVAL,
					"option %s does not go with option %s",
					o->name, o->not_with),
				"leave one of them out");
	}
	return SP_OK;
}

int sp_card_ruleset_option(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name, int absent)
{
	const struct sp_option *o = find(ruleset, name);
	const char *value = sp_state_setup_option(setup, name);
	long long number;
	int i;

	if (o == NULL)
		return absent;
	if (o->is_number) {
		if (value == NULL ||
			sp_parse_int(value, o->min, o->max, &number) != SP_OK)
			return o->number;
		return (int)number;
	}
	i = value == NULL ? 0 : choice_of(o, value);
	return i < 0 ? 0 : i;
}

bool sp_card_ruleset_warn(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, struct sp_buf *out)
{
	size_t start = out->len;

	for (int i = 0; i < ruleset->n_options && setup->n_seats == 2; i++) {
		const struct sp_option *o = &ruleset->option[i];

		if (o->is_number && sp_card_ruleset_option(ruleset, setup,
					    o->name, 0) > o->advised_two)
			sp_buf_addf(out,
				"%sfor two players %s above %d is not advised",
				out->len > start ? "; " : "", o->name,
				o->advised_two);
	}
	return out->len > start;
}

int sp_card_ruleset_rule(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, enum sp_rule rule)
{
	for (int i = 0; i < ruleset->n_options; i++) {
		const struct sp_option *o = &ruleset->option[i];

		if (o->rule == (int)rule)
			return o->choice[sp_card_ruleset_option(
						 ruleset, setup, o->name, 0)]
				.value;
	}
	return ruleset->rule[rule];
}

const char *sp_card_option_told(
	const struct sp_option *option, const char *value)
{
	int i = 0;

	while (i < option->n_choices &&
		!sp_streq(option->choice[i].word, value))
		i++;
	return option->choice[i].told[0] != '\0' ? option->choice[i].told
						 : option->text;
}

const char *sp_card_ruleset_option_word(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name)
{
	const struct sp_option *o = find(ruleset, name);

	if (o == NULL || o->is_number)
		return NULL;
	return o->choice[sp_card_ruleset_option(ruleset, setup, name, 0)].word;
}
