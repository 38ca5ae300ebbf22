/* What refusals are about, by name. */
#include "refusal_private.h"

#include "agent/agent.h"

void refusal_add(const struct refusal_wording *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(w->text, REFUSAL_SIZE, fmt, ap);
	va_end(ap);
}

sp_value refusal_argument(
	const struct refusal_wording *w, enum sp_argument_name name)
{
	for (int i = 0; i < w->why->n_arguments; i++) {
		if (w->why->argument[i].name == name)
			return w->why->argument[i].value;
	}
	return SP_NOTHING;
}

int refusal_actor(const struct refusal_wording *w)
{
	return w->why->seat == w->g->active ? sp_game_acting(w->g)
					    : w->why->seat;
}

static void name_edge(const struct refusal_wording *w, uint16_t edge,
	char out[SP_EDGE_NAME_SIZE])
{
	int actor = refusal_actor(w);

	sp_board_edge_name_from(&w->g->board, edge,
		actor < 0 ? SP_NOWHERE : w->g->actor[actor].square, out);
}

static void name_thing(
	const struct refusal_wording *w, int i, char out[SP_RENDER_NAME_SIZE])
{
	const struct sp_game *g = w->g;
	const struct sp_thing *t = &g->thing[i];
	char at[SP_EDGE_NAME_SIZE];
	uint16_t where = (uint16_t)sp_index_of(t->where);

	if (sp_kind_of(t->where) == SP_KIND_SQUARE)
		sp_board_square_name(&g->board, where, at);
	else
		name_edge(w, where, at);
	sp_format(out, SP_RENDER_NAME_SIZE, "%s at %s",
		sp_ruleset_card(w->ruleset, t->card)->name, at);
}

/* A spell by what it made; what made nothing by whose it is. */
static void name_played(
	const struct refusal_wording *w, int i, char out[SP_RENDER_NAME_SIZE])
{
	const struct sp_game *g = w->g;
	const struct sp_played *p = &g->played[i];
	char seat[SP_RENDER_NAME_SIZE];

	for (int k = 0; k < g->things_end; k++) {
		if (g->thing[k].kind == SP_THING_CREATED &&
			g->thing[k].played == i) {
			name_thing(w, k, out);
			return;
		}
	}
	sp_render_seat(g, p->seat, seat);
	sp_format(out, SP_RENDER_NAME_SIZE, "%s's %s", seat,
		sp_ruleset_card(w->ruleset, p->card)->name);
}

static void name_item(
	const struct refusal_wording *w, int i, char out[SP_RENDER_NAME_SIZE])
{
	const struct sp_cast *cast = &w->g->cast[i];

	sp_format(out, SP_RENDER_NAME_SIZE, "%s",
		cast->card < 0 ? "the punch"
			       : sp_ruleset_card(w->ruleset, cast->card)->name);
}

static void name_sector(
	const struct sp_board *b, int bay, char out[SP_RENDER_NAME_SIZE])
{
	char first[SP_SQUARE_NAME_SIZE], last[SP_SQUARE_NAME_SIZE];

	if (bay >= b->n_bays)
		return;
	sp_board_square_name(b, (uint16_t)(bay * SP_SECTOR_SQUARES), first);
	sp_board_square_name(
		b, (uint16_t)((bay + 1) * SP_SECTOR_SQUARES - 1), last);
	sp_format(out, SP_RENDER_NAME_SIZE, "the sector %s to %s", first, last);
}

/* As its question means it: "north", "90", "yes", "stop". */
static void name_answer(const struct refusal_wording *w, sp_value v,
	char out[SP_RENDER_NAME_SIZE])
{
	sp_value slot = refusal_argument(w, SP_ARGUMENT_QUESTION);
	struct sp_buf name;

	sp_buf_init(&name, SP_RENDER_NAME_SIZE);
	sp_agent_name_answer(w->ruleset, w->g,
		slot == SP_NOTHING ? -1 : (int)slot, v, &name);
	sp_format(out, SP_RENDER_NAME_SIZE, "%s", sp_buf_str(&name));
	sp_buf_free(&name);
}

void refusal_name(const struct refusal_wording *w, sp_value v,
	char out[SP_RENDER_NAME_SIZE])
{
	const struct sp_game *g = w->g;
	const struct sp_ruleset *r = w->ruleset;
	int i = sp_index_of(v);

	out[0] = '\0';
	switch ((enum sp_kind)sp_kind_of(v)) {
	case SP_KIND_NUMBER:
		name_answer(w, v, out);
		break;
	case SP_KIND_ACTOR:
		sp_render_actor(r, g, i, out);
		break;
	case SP_KIND_SEAT:
		if (i < g->n_seats)
			sp_render_seat(g, i, out);
		break;
	case SP_KIND_SQUARE:
		if (i < g->board.n_squares)
			sp_board_square_name(&g->board, (uint16_t)i, out);
		break;
	case SP_KIND_EDGE:
		if (i < g->board.n_edges)
			name_edge(w, (uint16_t)i, out);
		break;
	case SP_KIND_THING:
		if (i < SP_THINGS_MAX && g->thing[i].kind != SP_THING_FREE)
			name_thing(w, i, out);
		break;
	case SP_KIND_TREASURE:
		if (i < g->n_treasures)
			sp_render_treasure(g, i, out);
		break;
	case SP_KIND_CARD:
		if (i < r->n_copies)
			sp_format(out, SP_RENDER_NAME_SIZE, "%s",
				sp_ruleset_card(r, i)->name);
		break;
	case SP_KIND_PLAYED:
		if (i < SP_PLAYED_MAX && g->played[i].kind != SP_PLAYED_FREE)
			name_played(w, i, out);
		break;
	case SP_KIND_ITEM:
		if (i < SP_CASTS_MAX && g->cast[i].used)
			name_item(w, i, out);
		break;
	case SP_KIND_SECTOR:
		name_sector(&g->board, i, out);
		break;
	case SP_KIND_NONE:
		if (v == SP_NOTHING && w->why->verb == SP_VERB_CHOOSE)
			name_answer(w, v, out);
		break;
	case SP_KIND_COUNT:
		break;
	}
}

/* A sector as one writes it: "red", "a6". */
void refusal_name_offer(const struct refusal_wording *w, sp_value v,
	char out[SP_RENDER_NAME_SIZE])
{
	if (sp_kind_of(v) == SP_KIND_SECTOR)
		name_answer(w, v, out);
	else
		refusal_name(w, v, out);
}

void refusal_card_name(
	const struct refusal_wording *w, char out[SP_RENDER_NAME_SIZE])
{
	sp_value card = refusal_argument(w, SP_ARGUMENT_CARD);

	sp_format(out, SP_RENDER_NAME_SIZE, "this");
	if (card != SP_NOTHING)
		sp_format(out, SP_RENDER_NAME_SIZE, "%s",
			sp_ruleset_card(w->ruleset, sp_index_of(card))->name);
}

void refusal_add_offer(const struct refusal_wording *w, const char *before)
{
	static const char rest[] = " and %d more";
	size_t size = REFUSAL_SIZE - sizeof(rest);
	size_t len = strlen(w->text);
	sp_value more = refusal_argument(w, SP_ARGUMENT_MORE);

	more = more == SP_NOTHING ? 0 : more;

	for (int i = 0; i < w->why->n_arguments; i++) {
		const struct sp_argument *a = &w->why->argument[i];
		char name[SP_RENDER_NAME_SIZE];

		if (a->name != SP_ARGUMENT_OFFER)
			continue;
		refusal_name_offer(w, a->value, name);
		if (len + strlen(before) + strlen(name) + 1 > size) {
			more++;
			continue;
		}
		len += (size_t)snprintf(
			w->text + len, size - len, "%s%s", before, name);
		before = ", ";
	}
	if (more > 0 && sp_streq(before, ", "))
		(void)snprintf(
			w->text + len, REFUSAL_SIZE - len, rest, (int)more);
}
