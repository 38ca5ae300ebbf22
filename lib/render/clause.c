#include "render/clause.h"

#include <assert.h>

void render_clause_add(struct teller *t, int seat, enum clause_weight weight,
	const char *fmt, ...)
{
	struct sp_buf text;
	struct clause *c;
	va_list ap;

	assert(t->out->n < t->n);
	c = &t->out->clause[t->out->n++];
	c->seat = seat;
	c->weight = weight;
	sp_buf_init(&text, sizeof(c->text) - 1);
	va_start(ap, fmt);
	sp_buf_vaddf(&text, fmt, ap);
	va_end(ap);
	sp_format(c->text, sizeof(c->text), "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}

const char *render_clause_draws(const struct teller *t,
	const struct sp_event *e, char out[SP_RENDER_NAME_SIZE])
{
	if (e->draws == 0 || t->form != CLAUSE_FULL)
		return "";
	if (e->draws == 1)
		sp_format(out, SP_RENDER_NAME_SIZE, " (draw %llu)",
			(unsigned long long)e->draw);
	else
		sp_format(out, SP_RENDER_NAME_SIZE, " (draws %llu to %llu)",
			(unsigned long long)e->draw,
			(unsigned long long)(e->draw + e->draws - 1));
	return out;
}

static void square_name(
	const struct teller *t, int square, char out[SP_SQUARE_NAME_SIZE])
{
	sp_board_square_name(&t->g->board, (uint16_t)square, out);
}

static bool is_door_event(const struct sp_event *e)
{
	return e->kind == SP_EVENT_DOOR_OPENED ||
	       e->kind == SP_EVENT_DOOR_CLOSED;
}

/* ---- walks -------------------------------------------------------------- */

/* The end of a walk that begins at event i: steps of one seat, and the doors
 * that open and shut between them. i itself where there is no walk. */
static int walk_end(const struct teller *t, int i)
{
	const int8_t seat = t->event[i].seat;
	int end = i;

	for (int k = i; k < t->n; k++) {
		const struct sp_event *e = &t->event[k];

		if (e->kind == SP_EVENT_STEP && e->seat == seat)
			end = k + 1;
		else if (!is_door_event(e))
			break;
	}
	return t->event[i].kind == SP_EVENT_DOOR_CLOSED ? i : end;
}

static void add_squares(const struct teller *t, int from, int to, int steps,
	const struct sp_event *first, const struct sp_event *last,
	struct sp_buf *out)
{
	char a[SP_SQUARE_NAME_SIZE], b[SP_SQUARE_NAME_SIZE];

	square_name(t, first->a, a);
	if (t->form == CLAUSE_SHORT || (t->form == CLAUSE_BRIEF && steps > 5)) {
		square_name(t, last->b, b);
		sp_buf_addf(out, "walks from %s to %s (%d step%s)", a, b, steps,
			steps == 1 ? "" : "s");
		return;
	}
	sp_buf_addf(out, "walks %s", a);
	for (int k = from; k < to; k++) {
		if (t->event[k].kind != SP_EVENT_STEP)
			continue;
		square_name(t, t->event[k].b, b);
		sp_buf_addf(out, " %s", b);
	}
}

static void tell_walk(struct teller *t, int from, int to)
{
	const struct sp_event *first = NULL, *last = NULL;
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf text;
	int steps = 0, opened = 0;

	for (int k = from; k < to; k++) {
		if (t->event[k].kind != SP_EVENT_STEP)
			continue;
		if (first == NULL)
			first = &t->event[k];
		last = &t->event[k];
		steps++;
	}
	assert(first != NULL);
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	add_squares(t, from, to, steps, first, last, &text);
	for (int k = from; k < to && t->form != CLAUSE_SHORT; k++) {
		if (t->event[k].kind != SP_EVENT_DOOR_OPENED)
			continue;
		render_edge(t->g, t->event[k].a, name);
		sp_buf_addf(&text, "%s the %s",
			opened++ == 0 ? ", opening" : " and", name);
	}
	render_clause_add(t, first->seat, CLAUSE_KEY, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
	for (int k = from; k < to; k++) {
		if (t->event[k].kind != SP_EVENT_DOOR_CLOSED)
			continue;
		render_edge(t->g, t->event[k].a, name);
		render_clause_add(
			t, SP_NOBODY, CLAUSE_DETAIL, "The %s shuts", name);
	}
}

/* ---- the other events --------------------------------------------------- */

static void tell_punch(
	struct teller *t, const struct sp_event *e, const struct sp_event *harm)
{
	char other[SP_RENDER_NAME_SIZE], text[SP_RENDER_NAME_SIZE];

	sp_render_seat(t->g, e->other, other);
	if (harm == NULL)
		render_clause_add(t, e->seat, CLAUSE_KEY, "punches %s%s", other,
			render_clause_draws(t, e, text));
	else
		render_clause_add(t, e->seat, CLAUSE_KEY,
			"punches %s: %d damage (%d to %d)%s", other, harm->a,
			harm->b + harm->a, harm->b,
			render_clause_draws(t, e, text));
}

static void tell_treasure(struct teller *t, const struct sp_event *e)
{
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
	bool home = t->g->wizard[e->seat].home == e->b;

	if (t->g->treasure[e->a].owner == e->seat)
		sp_format(name, sizeof(name), "a treasure of its own");
	else
		sp_render_treasure(t->g, e->a, name);
	square_name(t, e->b, at);
	if (e->kind == SP_EVENT_DROPPED)
		render_clause_add(t, e->seat,
			t->g->wizard[e->seat].alive ? CLAUSE_KEY
						    : CLAUSE_USEFUL,
			"drops %s %s%s", name, home ? "at home" : "at ",
			home ? "" : at);
	else if (t->form == CLAUSE_FULL)
		render_clause_add(
			t, e->seat, CLAUSE_KEY, "picks up %s at %s", name, at);
	else
		render_clause_add(t, e->seat, CLAUSE_KEY, "picks up %s", name);
}

static void tell_setup(struct teller *t, const struct sp_event *e)
{
	char a[SP_SQUARE_NAME_SIZE], b[SP_SQUARE_NAME_SIZE],
		text[SP_RENDER_NAME_SIZE];
	char turned[SP_RENDER_NAME_SIZE] = "not turned";
	const struct sp_slot *slot;

	if (e->kind == SP_EVENT_SHUFFLED) {
		render_clause_add(t, SP_NOBODY, CLAUSE_DETAIL,
			"The %d sectors are shuffled%s", e->a,
			render_clause_draws(t, e, text));
		return;
	}
	slot = &t->g->board.slot[e->a];
	square_name(t, e->a * SP_SECTOR_SQUARES, a);
	square_name(t, (e->a + 1) * SP_SECTOR_SQUARES - 1, b);
	if (slot->turn > 0)
		sp_format(turned, sizeof(turned), "turned by %d degrees",
			90 * slot->turn);
	render_clause_add(t, SP_NOBODY, CLAUSE_DETAIL,
		"The sector %s lies at %s to %s, %s%s",
		t->step->ruleset->boards.sector[e->b].id, a, b, turned,
		render_clause_draws(t, e, text));
}

static void tell_turn_end(struct teller *t, const struct sp_event *e)
{
	char name[SP_RENDER_NAME_SIZE];

	if (!t->g->wizard[e->seat].alive)
		return; /* its death says it */
	if (e->a == 0) {
		render_clause_add(t, e->seat, CLAUSE_KEY, "ends the turn");
		return;
	}
	sp_render_seat(t->g, e->seat, name);
	render_clause_add(
		t, SP_NOBODY, CLAUSE_KEY, "The clock ends %s's turn", name);
}

static void tell_over(struct teller *t)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_outcome_words(t->g, &text);
	render_clause_add(t, t->g->winner, CLAUSE_KEY, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}

static void tell_door(struct teller *t, const struct sp_event *e)
{
	char name[SP_RENDER_NAME_SIZE];

	render_edge(t->g, e->a, name);
	if (e->kind == SP_EVENT_DOOR_OPENED)
		render_clause_add(t, e->seat, CLAUSE_KEY, "opens the %s", name);
	else if (e->kind == SP_EVENT_DOOR_HELD)
		render_clause_add(
			t, e->seat, CLAUSE_KEY, "holds the %s open", name);
	else
		render_clause_add(
			t, SP_NOBODY, CLAUSE_DETAIL, "The %s shuts", name);
}

static void tell_punch_edge(struct teller *t, const struct sp_event *e)
{
	char name[SP_RENDER_NAME_SIZE], cracks[SP_RENDER_NAME_SIZE],
		text[SP_RENDER_NAME_SIZE];

	render_edge(t->g, e->a, name);
	render_count(e->b, "crack", cracks);
	render_clause_add(t, e->seat, CLAUSE_KEY, "punches the %s: %s by now%s",
		name, cracks, render_clause_draws(t, e, text));
}

static void tell_points(struct teller *t, const struct sp_event *e)
{
	char points[SP_RENDER_NAME_SIZE];

	render_count(e->a, "point", points);
	/* The outcome tells the winner's points. */
	render_clause_add(t, e->seat,
		t->g->winner == e->seat ? CLAUSE_DETAIL : CLAUSE_USEFUL,
		"%s %s", e->a < e->b ? "is down to" : "now has", points);
}

static bool came_before(
	const struct teller *t, int i, enum sp_event_kind kind, int seat)
{
	for (int k = 0; k < i; k++)
		if (t->event[k].kind == kind && t->event[k].seat == seat)
			return true;
	return false;
}

/* Tell event i, and those after it that belong to it; returns how many. */
static int tell(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_event *next = i + 1 < t->n ? e + 1 : NULL;
	char text[SP_RENDER_NAME_SIZE];

	switch ((enum sp_event_kind)e->kind) {
	case SP_EVENT_SHUFFLED:
	case SP_EVENT_SECTOR:
		tell_setup(t, e);
		break;
	case SP_EVENT_FIRST:
		render_clause_add(t, e->seat, CLAUSE_KEY, "moves first%s",
			render_clause_draws(t, e, text));
		break;
	case SP_EVENT_TURN:
		/* The next turn's story says it; so does "moves first". */
		if (t->form != CLAUSE_FULL &&
			!came_before(t, i, SP_EVENT_FIRST, e->seat))
			render_clause_add(t, e->seat, CLAUSE_KEY, "moves");
		break;
	case SP_EVENT_STEP:
	case SP_EVENT_DOOR_OPENED:
	case SP_EVENT_DOOR_CLOSED:
		if (walk_end(t, i) > i) {
			tell_walk(t, i, walk_end(t, i));
			return walk_end(t, i) - i;
		}
		tell_door(t, e);
		break;
	case SP_EVENT_DOOR_HELD:
		tell_door(t, e);
		break;
	case SP_EVENT_PUNCH:
		if (next != NULL && next->kind == SP_EVENT_DAMAGE &&
			next->seat == e->other) {
			tell_punch(t, e, next);
			return 2;
		}
		tell_punch(t, e, NULL);
		break;
	case SP_EVENT_PUNCH_EDGE:
		tell_punch_edge(t, e);
		break;
	case SP_EVENT_DAMAGE:
		render_clause_add(t, e->seat, CLAUSE_KEY,
			"takes %d damage (%d to %d)%s", e->a, e->b + e->a, e->b,
			render_clause_draws(t, e, text));
		break;
	case SP_EVENT_DIED:
		if (!came_before(t, i, SP_EVENT_RESIGNED, e->seat))
			render_clause_add(t, e->seat, CLAUSE_KEY, "dies");
		break;
	case SP_EVENT_RESIGNED:
		render_clause_add(t, e->seat, CLAUSE_KEY, "resigns");
		break;
	case SP_EVENT_PICKED_UP:
	case SP_EVENT_DROPPED:
		tell_treasure(t, e);
		break;
	case SP_EVENT_POINTS:
		tell_points(t, e);
		break;
	case SP_EVENT_TURN_ENDED:
		tell_turn_end(t, e);
		break;
	case SP_EVENT_ROUNDS:
		render_count(e->a, "round", text);
		render_clause_add(t, SP_NOBODY, CLAUSE_USEFUL,
			"The limit of %s is reached", text);
		break;
	case SP_EVENT_OVER:
		tell_over(t);
		break;
	case SP_EVENT_DECK:
	case SP_EVENT_RESHUFFLED:
	case SP_EVENT_DREW:
	case SP_EVENT_DISCARDED:
	case SP_EVENT_SHOWN:
	case SP_EVENT_LOOKED:
	case SP_EVENT_CARD_TAKEN:
	case SP_EVENT_CAST:
	case SP_EVENT_MODIFIED:
	case SP_EVENT_ATTACKED:
	case SP_EVENT_COUNTERED:
	case SP_EVENT_NOT_PLAYED:
	case SP_EVENT_CANCELLED:
	case SP_EVENT_FIZZLED:
	case SP_EVENT_ABSORBED:
	case SP_EVENT_EVADED:
	case SP_EVENT_BLOCKED:
	case SP_EVENT_REDUCED:
	case SP_EVENT_HURT:
	case SP_EVENT_HEALED:
	case SP_EVENT_LIFE:
	case SP_EVENT_CRACKED:
	case SP_EVENT_DESTROYED:
	case SP_EVENT_CREATED:
	case SP_EVENT_GONE:
	case SP_EVENT_REVEALED:
	case SP_EVENT_ENDED:
	case SP_EVENT_TOKENS:
	case SP_EVENT_ITEM_PLAYED:
	case SP_EVENT_ITEM_PICKED:
	case SP_EVENT_ITEM_DROPPED:
	case SP_EVENT_ITEM_TAKEN:
	case SP_EVENT_LANDED:
	case SP_EVENT_STUNNED:
	case SP_EVENT_IS_STUNNED:
	case SP_EVENT_BOOSTED:
	case SP_EVENT_MOVES:
	case SP_EVENT_PUSHED:
	case SP_EVENT_JUMPED:
	case SP_EVENT_BUMPED:
	case SP_EVENT_ROLLED:
	case SP_EVENT_ROTATED:
	case SP_EVENT_ASKED:
	case SP_EVENT_ROUND:
	case SP_EVENT_ANSWERS_KEPT:
	case SP_EVENT_HAND_TAKEN:
	case SP_EVENT_TIRED:
		return render_clause_of_cards(t, i);
	case SP_EVENT_COUNT:
		break;
	}
	return 1;
}

struct clauses *render_clauses_new(
	const struct sp_render_step *step, enum clause_form form)
{
	struct clauses *out =
		sp_xmalloc(sizeof(*out) +
			   (size_t)step->events->n * sizeof(out->clause[0]));
	struct teller t = { .step = step,
		.g = step->after,
		.event = step->events->event,
		.n = step->events->n,
		.form = form,
		.out = out };

	out->n = 0;
	for (int i = 0; i < t.n;)
		i += tell(&t, i);
	return out;
}
