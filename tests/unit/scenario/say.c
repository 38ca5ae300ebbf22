/* What sentences have in common: a word is said, or compared. */
#include "scenario.h"

bool tale_differs(struct tale *t, sp_value found)
{
	struct sp_buf name;

	sp_buf_init(&name, 100);
	tale_name(t, found, &name);
	(void)tale_fail(t, "found %s", sp_buf_str(&name));
	sp_buf_free(&name);
	return false;
}

/* "... 12": set a number, or compare it. */
bool tale_value(struct tale *t, int *value)
{
	int wanted;

	if (!tale_number(t, &wanted))
		return tale_fail(t, "here must stand a number");
	if (!t->begun)
		*value = wanted;
	return *value == wanted || tale_differs(t, *value);
}

bool tale_byte(struct tale *t, uint8_t *value)
{
	int n = *value;
	bool ok = tale_value(t, &n);

	*value = (uint8_t)n;
	return ok;
}

/* "... c4": a reference of this kind. */
bool tale_place(struct tale *t, enum sp_kind kind, sp_value *out)
{
	const char *word = tale_next(t);

	*out = tale_ref(t, word);
	if (*out == SP_HIDDEN || sp_kind_of(*out) != (int)kind)
		return tale_fail(t, "\"%s\" is no %s of this board", word,
			kind == SP_KIND_SQUARE ? "square"
			: kind == SP_KIND_EDGE ? "line"
					       : "such thing");
	return true;
}

bool tale_seat(struct tale *t, int *seat)
{
	const char *word = tale_next(t);

	*seat = sp_game_seat(&t->s.g, word);
	return *seat >= 0 || tale_fail(t, "\"%s\" does not play here", word);
}

/* A card of that name that is not in the game yet. */
int tale_fresh(struct tale *t, const char *word)
{
	const struct sp_ruleset *r = t->s.ruleset;
	int type = tale_type(t, word);

	if (type < 0) {
		(void)tale_fail(t, "there is no card \"%s\"", word);
		return -1;
	}
	for (int i = 0; i < r->n_copies; i++) {
		if (r->type[i] == type && t->s.g.place[i].zone == SP_ZONE_OUT) {
			sp_game_put_card(&t->s.g, i, SP_ZONE_DECK, SP_NOBODY);
			return i;
		}
	}
	(void)tale_fail(t, "there are no more cards \"%s\"", word);
	return -1;
}

bool tale_later(struct tale *t)
{
	return t->begun || tale_fail(t, "this can only be said behind ---");
}
