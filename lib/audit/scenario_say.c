/* What sentences have in common: a word is said, or compared. */
#include "audit/scenario_private.h"

bool audit_tale_differs(struct audit_tale *t, sp_value found)
{
	struct sp_buf name;

	sp_buf_init(&name, 100);
	audit_tale_name(t, found, &name);
	(void)audit_tale_found(t, "%s", sp_buf_str(&name));
	sp_buf_free(&name);
	return false;
}

/* "... 12": set a number, or compare it. */
bool audit_tale_value(struct audit_tale *t, int *value)
{
	int wanted;

	if (!audit_tale_number(t, &wanted))
		return audit_tale_fail(t, "expected a number");
	if (!t->begun)
		*value = wanted;
	return *value == wanted || audit_tale_differs(t, *value);
}

bool audit_tale_byte(struct audit_tale *t, uint8_t *value)
{
	int n = *value;
	bool ok = audit_tale_value(t, &n);

	*value = (uint8_t)n;
	return ok;
}

/* "... c4": a reference of this kind. */
bool audit_tale_place(struct audit_tale *t, enum sp_kind kind, sp_value *out)
{
	const char *word = audit_tale_next(t);

	*out = audit_tale_ref(t, word);
	if (*out == SP_HIDDEN || sp_kind_of(*out) != (int)kind)
		return audit_tale_fail(t, "\"%s\" is no %s of this board", word,
			kind == SP_KIND_SQUARE ? "square"
			: kind == SP_KIND_EDGE ? "line"
					       : "such thing");
	return true;
}

bool audit_tale_seat(struct audit_tale *t, int *seat)
{
	const char *word = audit_tale_next(t);

	*seat = sp_game_seat(&t->s.g, word);
	return *seat >= 0 ||
	       audit_tale_fail(t, "\"%s\" does not play here", word);
}

/* The same, or "nobody". */
bool audit_tale_owner(struct audit_tale *t, int *seat)
{
	*seat = SP_NOBODY;
	return audit_tale_take(t, "nobody") || audit_tale_seat(t, seat);
}

int audit_tale_fresh(struct audit_tale *t, const char *word)
{
	return audit_tale_fresh_of(t, t->s.g.first, word);
}

int audit_tale_fresh_of(struct audit_tale *t, int seat, const char *word)
{
	const struct sp_ruleset *r = t->s.ruleset;
	int type = audit_tale_type(t, word);

	if (type < 0) {
		(void)audit_tale_fail(t, "there is no card \"%s\"", word);
		return -1;
	}
	for (int i = 0; i < r->n_copies; i++) {
		if (r->type[i] == type && t->s.g.place[i].zone == SP_ZONE_OUT) {
			t->s.g.place[i].pile =
				(uint8_t)sp_game_deck_of(&t->s.g, seat);
			sp_game_put_card(&t->s.g, i, SP_ZONE_DECK, SP_NOBODY);
			return i;
		}
	}
	(void)audit_tale_fail(t, "there are no more cards \"%s\"", word);
	return -1;
}

bool audit_tale_later(struct audit_tale *t)
{
	return t->begun ||
	       audit_tale_fail(t, "this can only be said behind ---");
}

int audit_tale_free_things(const struct audit_tale *t)
{
	int n = 0;

	for (int i = 0; i < SP_THINGS_MAX; i++)
		n += t->s.g.thing[i].kind == SP_THING_FREE;
	return n;
}

bool audit_tale_room(struct audit_tale *t, int things)
{
	const struct sp_game *g = &t->s.g;
	int free_played = 0;

	for (int i = 0; i < SP_PLAYED_MAX; i++)
		free_played += g->played[i].kind == SP_PLAYED_FREE;
	return (free_played > 0 && audit_tale_free_things(t) >= things) ||
	       audit_tale_fail(t, "no game has room for so much in play");
}
