#include "told.h"

struct told told;

void told_begin(void)
{
	memset(&told, 0, sizeof(told));
	render_full(&told.before);
	told.after = told.before;
	told.step.ruleset = render_ruleset();
	told.step.before = &told.before;
	told.step.after = &told.after;
	told.step.events = &told.events;
}

struct sp_event *told_add(enum sp_event_kind kind, int seat, int other,
	const char *id, sp_value what)
{
	struct sp_event *e =
		sp_game_events_add(&told.events, kind, seat, other);
	const struct sp_ruleset *r = render_ruleset();
	int type = id != NULL ? sp_card_ruleset_card_id(r, id) : -1;

	e->what = what;
	for (int i = 0; type >= 0 && i < r->n_copies && e->card < 0; i++)
		if (r->type[i] == type)
			e->card = i;
	CU_ASSERT(id == NULL || e->card >= 0);
	return e;
}

void told_is(void (*render)(const struct sp_render_step *, struct sp_buf *),
	const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	render(&told.step, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

void told_private_is(int viewer, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	sp_render_private(&told.step, viewer, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

sp_value told_at(const char *square)
{
	return SP_REF(SP_KIND_SQUARE, render_square(&told.after, square));
}

sp_value told_on(const char *edge)
{
	return SP_REF(SP_KIND_EDGE, render_edge_named(&told.after, edge));
}

sp_value told_card(const char *id)
{
	const struct sp_event *e = told_add(SP_EVENT_DISCARDED, 0, 0, id, 0);

	told.events.n--;
	return SP_REF(SP_KIND_CARD, e->card);
}
