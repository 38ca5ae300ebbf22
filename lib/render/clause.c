#include "render/clause.h"

#include "render/clause_cards.h"

#include <assert.h>

void render_clause_add(struct teller *t, int seat, enum clause_weight weight,
	const char *fmt, ...)
{
	struct sp_buf text;
	struct clause *c;
	va_list ap;

	assert(t->out->n < t->n + t->g->played_end);
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

	square_name(t, first->way.from, a);
	if (t->form == CLAUSE_SHORT || (t->form == CLAUSE_BRIEF && steps > 5)) {
		square_name(t, last->way.to, b);
		sp_buf_addf(out, "walks from %s to %s (%d step%s)", a, b, steps,
			sp_plural(steps));
		return;
	}
	sp_buf_addf(out, "walks %s", a);
	for (int k = from; k < to; k++) {
		if (t->event[k].kind != SP_EVENT_STEP)
			continue;
		square_name(t, t->event[k].way.to, b);
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
		render_edge(t->g, t->event[k].edge, name);
		sp_buf_addf(&text, "%s the %s",
			opened++ == 0 ? ", opening" : " and", name);
	}
	render_clause_add(t, first->seat, CLAUSE_KEY, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
	for (int k = from; k < to; k++) {
		if (t->event[k].kind != SP_EVENT_DOOR_CLOSED)
			continue;
		render_edge(t->g, t->event[k].edge, name);
		render_clause_add(
			t, SP_NOBODY, CLAUSE_DETAIL, "The %s shuts", name);
	}
}

int render_tell_door(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE];

	render_edge(t->g, e->edge, name);
	if (e->kind == SP_EVENT_DOOR_OPENED)
		render_clause_add(t, e->seat, CLAUSE_KEY, "opens the %s", name);
	else if (e->kind == SP_EVENT_DOOR_HELD)
		render_clause_add(
			t, e->seat, CLAUSE_KEY, "holds the %s open", name);
	else
		render_clause_add(
			t, SP_NOBODY, CLAUSE_DETAIL, "The %s shuts", name);
	return 1;
}

int render_tell_walk(struct teller *t, int i)
{
	int end = walk_end(t, i);

	if (end == i)
		return render_tell_door(t, i);
	tell_walk(t, i, end);
	return end - i;
}

/* ---- the other events --------------------------------------------------- */

/* With the damage that it does at once. */
int render_tell_treasure(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
	int seat = sp_game_seat_of(t->g, e->seat);
	bool home = t->g->actor[seat].home == e->treasure.square;

	if (t->g->treasure[e->treasure.number].owner == seat)
		sp_format(name, sizeof(name), "its own treasure");
	else
		sp_render_treasure(t->g, e->treasure.number, name);
	square_name(t, e->treasure.square, at);
	if (e->kind == SP_EVENT_DROPPED)
		render_clause_add(t, e->seat,
			t->g->actor[e->seat].alive ? CLAUSE_KEY : CLAUSE_USEFUL,
			"drops %s %s%s", name, home ? "at home" : "at ",
			home ? "" : at);
	else if (t->form == CLAUSE_FULL)
		render_clause_add(
			t, e->seat, CLAUSE_KEY, "picks up %s at %s", name, at);
	else
		render_clause_add(t, e->seat, CLAUSE_KEY, "picks up %s", name);
	return 1;
}

static void tell_sector(struct teller *t, const struct sp_event *e)
{
	char first[SP_SQUARE_NAME_SIZE], last[SP_SQUARE_NAME_SIZE],
		text[SP_RENDER_NAME_SIZE];
	char turned[SP_RENDER_NAME_SIZE] = "not turned";
	const struct sp_bay *bay = &t->g->board.bay[e->sector.bay];

	square_name(t, e->sector.bay * SP_SECTOR_SQUARES, first);
	square_name(t, (e->sector.bay + 1) * SP_SECTOR_SQUARES - 1, last);
	if (bay->turn > 0)
		sp_format(turned, sizeof(turned), "turned by %d degrees",
			90 * bay->turn);
	render_clause_add(t, SP_NOBODY, CLAUSE_DETAIL,
		"The sector %s lies at %s to %s, %s%s",
		t->step->ruleset->boards.sector[e->sector.number].id, first,
		last, turned, render_clause_draws(t, e, text));
}

int render_tell_setup(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char text[SP_RENDER_NAME_SIZE];

	if (e->kind == SP_EVENT_SECTOR)
		tell_sector(t, e);
	else
		render_clause_add(t, SP_NOBODY, CLAUSE_DETAIL,
			"The %d sectors are shuffled%s", e->sectors,
			render_clause_draws(t, e, text));
	return 1;
}

static bool came_before(
	const struct teller *t, int i, enum sp_event_kind kind, int seat)
{
	for (int k = 0; k < i; k++)
		if (t->event[k].kind == kind && t->event[k].seat == seat)
			return true;
	return false;
}

int render_tell_first(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char text[SP_RENDER_NAME_SIZE];

	render_clause_add(t, e->seat, CLAUSE_KEY, "moves first%s",
		render_clause_draws(t, e, text));
	return 1;
}

/* The next turn's story says it; so does "moves first". */
/* What is said of it at once says that it begins, too. */
static bool is_told_next(const struct teller *t, int i)
{
	return i + 1 < t->n &&
	       (t->event[i + 1].kind == SP_EVENT_TURN_LOST ||
		       t->event[i + 1].kind == SP_EVENT_TURN_PLAYED);
}

int render_tell_turn_played(struct teller *t, int i)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_seat(t->g, t->event[i].seat, name);
	render_clause_add(
		t, t->event[i].other, CLAUSE_KEY, "plays %s's turn", name);
	return 1;
}

int render_tell_turns(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE], turns[SP_RENDER_NAME_SIZE];

	sp_render_count(e->turns.n, "turn", turns);
	if (e->turns.kind == SP_COMING_PLAYED) {
		sp_render_seat(t->g, e->seat, name);
		render_clause_add(t, e->other, CLAUSE_KEY,
			"will play %s's next turn", name);
	} else if (e->turns.kind == SP_COMING_LOST) {
		render_clause_add(
			t, e->seat, CLAUSE_KEY, "will lose %s", turns);
	} else {
		render_clause_add(t, e->seat, CLAUSE_KEY,
			"will have %s more behind this one", turns);
	}
	return 1;
}

/* The story parts what happens as the next turn begins from this one. */
static void tell_begin(struct teller *t, int seat)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_seat(t->g, seat, name);
	render_clause_add(
		t, SP_NOBODY, CLAUSE_DETAIL, "%s" SP_RENDER_BEGINS, name);
	t->begins = t->out->n;
}

int render_tell_turn(struct teller *t, int i)
{
	int seat = t->event[i].seat;

	if (t->form == CLAUSE_FULL && t->step->before != NULL &&
		t->step->before->turn > 0)
		tell_begin(t, seat);
	if (!is_told_next(t, i) && t->form != CLAUSE_FULL &&
		!came_before(t, i, SP_EVENT_FIRST, seat))
		render_clause_add(t, seat, CLAUSE_KEY, "moves");
	return 1;
}

int render_tell_died(struct teller *t, int i)
{
	int seat = t->event[i].seat;

	if (!came_before(t, i, SP_EVENT_RESIGNED, seat))
		render_clause_add(t, seat, CLAUSE_KEY, "dies");
	return 1;
}

/* A creature comes, goes, acts, or answers to another. */
int render_tell_summoned(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char at[SP_SQUARE_NAME_SIZE];

	square_name(t, e->creature.square, at);
	render_clause_add(t, e->other, CLAUSE_USEFUL,
		"appears at %s with life %d", at, e->creature.life);
	return 1;
}

int render_tell_activated(struct teller *t, int i)
{
	render_clause_add(t, t->event[i].seat, CLAUSE_KEY, "activates %s",
		render_card_name(t->step->ruleset, t->event[i].card));
	return 1;
}

int render_tell_controlled(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];

	render_clause_add(t, e->seat, CLAUSE_KEY, "has control of %s now",
		render_card_name(t->step->ruleset, e->card));
	return 1;
}

/* What needs no more words than its kind. */
int render_tell_plain(struct teller *t, int i)
{
	static const char *const words[SP_EVENT_COUNT] = {
		[SP_EVENT_RESIGNED] = "resigns",
		[SP_EVENT_ELIMINATED] = "has lost both treasures",
		[SP_EVENT_TURN_LOST] = "loses this turn",
		[SP_EVENT_PERISHED] = "dies",
		[SP_EVENT_RESTED] = "has acted",
	};
	const struct sp_event *e = &t->event[i];

	render_clause_add(t, e->seat,
		e->kind == SP_EVENT_RESTED ? CLAUSE_USEFUL : CLAUSE_KEY, "%s",
		words[e->kind]);
	return 1;
}

int render_tell_turn_end(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE];

	if (!t->g->actor[e->seat].alive)
		return 1; /* its death says it */
	sp_render_seat(t->g, e->seat, name);
	if (e->by_clock)
		render_clause_add(t, SP_NOBODY, CLAUSE_KEY,
			"The clock ends %s's turn", name);
	else if (e->card >= 0)
		render_clause_add(t, SP_NOBODY, CLAUSE_KEY, "%s ends %s's turn",
			render_card_name(t->step->ruleset, e->card), name);
	else
		render_clause_add(t, e->seat, CLAUSE_KEY, "ends the turn");
	return 1;
}

int render_tell_rounds(struct teller *t, int i)
{
	char text[SP_RENDER_NAME_SIZE];

	sp_render_count(t->event[i].limit, "round", text);
	render_clause_add(t, SP_NOBODY, CLAUSE_USEFUL,
		"The limit of %s is reached", text);
	return 1;
}

int render_tell_over(struct teller *t, int i)
{
	struct sp_buf text;

	(void)i; /* the position says it */
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_outcome_words(t->g, &text);
	render_clause_add(t, t->g->winner, CLAUSE_KEY, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
	return 1;
}

int render_tell_points(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	bool fewer = e->change.now < e->change.before;
	char points[SP_RENDER_NAME_SIZE];

	sp_render_count(e->change.now, "point", points);
	/* who wins by points wins by these */
	render_clause_add(t, e->seat,
		t->g->winner == e->seat && t->g->outcome == SP_OUTCOME_POINTS
			? CLAUSE_DETAIL
			: CLAUSE_USEFUL,
		"%s %s", fewer ? "is down to" : "now has", points);
	return 1;
}

/* ---- all ---------------------------------------------------------------- */

static int (*const tellers[SP_EVENT_COUNT])(struct teller *t, int i) = {
#define X(symbol, facts, clause) [SP_EVENT_##symbol] = render_tell_##clause,
	SP_EVENTS(X)
#undef X
};

/* True if an event tells already what card comes into play: what it makes
 * appears for all to see. */
static bool is_told_in_play(const struct teller *t, int card)
{
	bool hidden = sp_ruleset_card(t->step->ruleset, card)->object.facedown;

	for (int i = 0; i < t->n; i++) {
		enum sp_event_kind kind = (enum sp_event_kind)t->event[i].kind;

		if (t->event[i].card == card &&
			(kind == SP_EVENT_COPIED ||
				(kind == SP_EVENT_CREATED && !hidden)))
			return true;
	}
	return false;
}

static bool was_in_play(const struct sp_game *g, int seat, int card)
{
	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind != SP_PLAYED_FREE &&
			g->played[i].card == card && g->played[i].seat == seat)
			return true;
	return false;
}

/* "Red's Acid Bath stays in play on Blue (5 tokens)": what was announced
 * before, and nobody stopped. */
static void tell_in_play(struct teller *t)
{
	const struct sp_game *g = t->g;
	struct sp_buf text;

	for (int i = 0; t->step->before != NULL && i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind != SP_PLAYED_SPELL ||
			was_in_play(t->step->before, p->seat, p->card) ||
			is_told_in_play(t, p->card))
			continue;
		sp_buf_init(&text, CLAUSE_TEXT - 1);
		render_clause_add_own(t, p->seat, p->card, &text);
		sp_buf_addf(&text, " %s in play",
			render_clause_verb(t, p->card, "stays", "stay"));
		if (p->target != SP_NOTHING && p->target != SP_HIDDEN &&
			p->target != SP_REF(SP_KIND_ACTOR, p->seat)) {
			sp_buf_adds(&text, " on ");
			render_add_ref(t->step->ruleset, g, p->target, &text);
		}
		if (p->tokens > 0)
			sp_buf_addf(&text, " (%d token%s)", p->tokens,
				sp_plural(p->tokens));
		render_clause_raise(&text);
		render_clause_add(
			t, SP_NOBODY, CLAUSE_USEFUL, "%s", sp_buf_str(&text));
		sp_buf_free(&text);
	}
}

/* The event that tells who is asked now; -1: nobody is asked to answer. */
static int asks_now(const struct teller *t)
{
	int i = t->g->n_rounds > 0 ? t->n - 1 : -1;

	while (i >= 0 && t->event[i].kind != SP_EVENT_ROUND)
		i--;
	return i;
}

struct clauses *render_clauses_new(
	const struct sp_render_step *step, enum clause_form form)
{
	struct clauses *out =
		sp_xmalloc(sizeof(*out) +
			   (size_t)(step->events->n + step->after->played_end) *
				   sizeof(out->clause[0]));
	struct teller t = { .step = step,
		.g = step->after,
		.event = step->events->event,
		.n = step->events->n,
		.form = form,
		.out = out };

	out->n = 0;
	for (int i = 0, asked = asks_now(&t); i < t.n;) {
		if (i == asked)
			tell_in_play(&t);
		i += tellers[t.event[i].kind](&t, i);
	}
	/* the heading of the next report says so too */
	if (t.begins > 0 && t.begins == out->n)
		out->n--;
	if (asks_now(&t) < 0)
		tell_in_play(&t);
	return out;
}
