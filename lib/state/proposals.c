/* What is proposed in state.json, and what must be true of proposals and
 * watches. */
#include "state_private.h"

/* ---- written ---------------------------------------------------------------
 */

static void write_things(
	struct sp_writer *w, const char *key, const sp_value *thing, int n)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_begin(&w->text, '[');
	for (int i = 0; i < n; i++)
		state_write_value(w, thing[i]);
	sp_json_text_end_if_any(&w->text);
}

void state_write_proposals(struct sp_writer *w)
{
	sp_json_text_key(&w->text, "proposals");
	sp_json_text_begin(&w->text, '[');
	for (int s = 0; s < w->g->proposals_end; s++) {
		const struct sp_proposal *p = &w->g->proposal[s];

		if (p->kind == SP_PROPOSAL_NONE)
			continue;
		sp_json_text_begin(&w->text, '{');
		sp_json_text_key(&w->text, "by");
		state_write_seat(w, s);
		state_write_fields(w, state_fields_proposal, p);
		write_things(w, "gives", p->thing, p->n_gives);
		write_things(w, "wants", p->thing + p->n_gives, p->n_wants);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end_if_any(&w->text);
	if (w->g->asked.by == 0)
		return;
	sp_json_text_key(&w->text, "asked");
	sp_json_text_begin(&w->text, '{');
	sp_json_text_key(&w->text, "by");
	state_write_seat(w, w->g->asked.by - 1);
	state_write_fields(w, state_fields_asked, &w->g->asked);
	sp_json_text_end(&w->text);
}

/* ---- and read --------------------------------------------------------------
 */

static bool read_things(
	struct sp_reader *r, const json_t *list, sp_value *out, uint8_t *n)
{
	if (json_array_size(list) > SP_DEAL_THINGS)
		return false;
	*n = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < *n; i++) {
		int64_t value;

		if (!state_read_value(r, json_array_get(list, i), &value))
			return false;
		out[i] = (sp_value)value;
	}
	return true;
}

static int read_proposal(struct sp_reader *r, json_t *o, int64_t before)
{
	static const char *const keys[] = { "by", "gives", "wants", NULL };
	struct sp_proposal p = { .kind = SP_PROPOSAL_NONE };
	int64_t by;

	if (!state_read_seat(r, json_object_get(o, "by"), &by) || by <= before)
		return state_read_bad(r, "proposal", "by");
	for (int i = 0; i < 2 * SP_DEAL_THINGS; i++)
		p.thing[i] = SP_NOTHING;
	if (state_read_fields(
		    r, state_fields_proposal, keys, o, "proposal", &p) != SP_OK)
		return SP_EINVAL;
	if (!read_things(r, json_object_get(o, "gives"), p.thing, &p.n_gives))
		return state_read_bad(r, "proposal", "gives");
	if (!read_things(r, json_object_get(o, "wants"), p.thing + p.n_gives,
		    &p.n_wants))
		return state_read_bad(r, "proposal", "wants");
	if (p.kind == SP_PROPOSAL_NONE)
		return state_read_bad(r, "proposal", "kind");
	sp_game_propose(r->g, (int)by, &p);
	return SP_OK;
}

static int read_asked(struct sp_reader *r, json_t *o)
{
	static const char *const keys[] = { "by", NULL };
	int64_t by;

	if (!state_read_seat(r, json_object_get(o, "by"), &by) || by < 0)
		return state_read_bad(r, "asked", "by");
	r->g->asked.by = (uint8_t)(by + 1);
	return state_read_fields(
		r, state_fields_asked, keys, o, "asked", &r->g->asked);
}

int state_read_proposals(struct sp_reader *r, const json_t *root)
{
	const json_t *list = json_object_get(root, "proposals");
	json_t *asked = json_object_get(root, "asked");

	if (asked != NULL && read_asked(r, asked) != SP_OK)
		return SP_EINVAL;

	if (list != NULL && json_array_size(list) == 0)
		return state_read_bad(r, "state", "proposals");
	for (size_t i = 0; i < json_array_size(list); i++)
		if (read_proposal(r, json_array_get(list, i),
			    i == 0 ? -1 : r->g->proposals_end - 1) != SP_OK)
			return SP_EINVAL;
	return SP_OK;
}

/* ---- checked ---------------------------------------------------------------
 */

static bool is_dealt(const struct sp_game *g, sp_value v)
{
	switch (sp_kind_of(v)) {
	case SP_KIND_CARD:
	case SP_KIND_PLAYED:
	case SP_KIND_TREASURE:
		return state_value_exists(g, v);
	default: /* gone: it falls with the next action */
		return v == SP_HIDDEN || v == SP_NOTHING;
	}
}

static int check_proposal(const struct sp_game *g, int by, struct sp_error *e)
{
	const struct sp_proposal *p = &g->proposal[by];
	int n = p->n_gives + p->n_wants;

	if (p->kind == SP_PROPOSAL_NONE) {
		REQUIRE(state_is_zero(p, sizeof(*p)),
			"proposal %d: none, but used", by);
		return SP_OK;
	}
	REQUIRE(p->kind == SP_PROPOSAL_DEAL && p->with >= 0 &&
			p->with < g->n_seats && p->with != by &&
			by < g->n_seats,
		"proposal %d: of no kind, or to nobody", by);
	REQUIRE(p->seats < 1U << g->n_seats && (p->seats >> by & 1U) != 0 &&
			(p->seats >> p->with & 1U) != 0 &&
			(p->agreed >> by & 1U) != 0 &&
			(p->agreed & ~p->seats) == 0 && p->agreed != p->seats,
		"proposal %d: asked of others than it should be", by);
	REQUIRE(g->actor[by].alive && g->actor[p->with].alive,
		"proposal %d: one of two is dead", by);
	REQUIRE(p->n_gives <= SP_DEAL_THINGS && p->n_wants <= SP_DEAL_THINGS &&
			n > 0,
		"proposal %d: of nothing or too much", by);
	for (int i = 0; i < n; i++)
		REQUIRE(is_dealt(g, p->thing[i]),
			"proposal %d: thing %d is none to deal with", by, i);
	for (int i = n; i < 2 * SP_DEAL_THINGS; i++)
		REQUIRE(p->thing[i] == SP_NOTHING,
			"proposal %d: something behind its things", by);
	return SP_OK;
}

static int check_watch(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_lookout *w = &g->watch[i];

	REQUIRE(w->seat >= 0 && w->seat < g->n_seats && w->of >= SP_NOBODY &&
			w->of < g->n_seats && w->point < 16 &&
			w->value <= SP_WATCH_VALUES &&
			(w->square == SP_NOWHERE ||
				w->square < g->board.n_squares),
		"watch %d: it watches nothing", i);
	REQUIRE(sp_game_watches_of(g, w->seat) <= SP_WATCHES_EACH,
		"watch %d: its seat has too many", i);
	return SP_OK;
}

static int check_asked(const struct sp_game *g, struct sp_error *e)
{
	const struct sp_asked *a = &g->asked;

	if (a->by == 0) {
		REQUIRE(state_is_zero(a, sizeof(*a)),
			"something of a question that nobody asked");
		return SP_OK;
	}
	REQUIRE(g->status == SP_GAME_RUNNING && a->by <= g->n_seats &&
			sp_game_plays(g) == a->by - 1,
		"a seat asks that does not play the turn");
	REQUIRE(a->seats != 0 && a->seats < 1U << g->n_seats &&
			(a->seats >> (a->by - 1) & 1U) == 0 &&
			(a->agreed & ~a->seats) == 0,
		"seats are asked that should not be");
	for (int s = 0; s < g->n_seats; s++)
		REQUIRE((a->seats >> s & 1U) == 0 || g->actor[s].alive,
			"seat %d is asked and dead", s);
	return SP_OK;
}

int state_check_proposals(const struct sp_game *g, struct sp_error *e)
{
	int code = check_asked(g, e);
	int end = 0;

	if (code != SP_OK)
		return code;

	REQUIRE(g->n_watches <= SP_WATCHES_MAX, "%d watches", g->n_watches);
	for (int i = 0; code == SP_OK && i < g->n_watches; i++)
		code = check_watch(g, i, e);
	if (code != SP_OK)
		return code;
	REQUIRE(state_is_zero(&g->watch[g->n_watches],
			(size_t)(SP_WATCHES_MAX - g->n_watches) *
				sizeof(g->watch[0])),
		"something behind the watches");
	for (int s = 0; code == SP_OK && s < SP_SEATS_MAX; s++) {
		code = check_proposal(g, s, e);
		if (g->proposal[s].kind != SP_PROPOSAL_NONE)
			end = s + 1;
	}
	if (code == SP_OK)
		REQUIRE(g->proposals_end == end,
			"proposals end at %d, not at %d", end,
			g->proposals_end);
	return code;
}
