#include "game_private.h"

#include "coming.h"

#include <assert.h>

bool sp_game_is_word(const char *s, size_t size)
{
	size_t n = 0;

	for (; s[n] != '\0'; n++) {
		if ((s[n] < 'a' || s[n] > 'z') && s[n] != '-' &&
			!sp_is_digit((unsigned char)s[n]))
			return false;
	}
	return n > 0 && n < size;
}

bool sp_game_is_colour(const char *s)
{
	return sp_game_is_word(s, SP_ID_SIZE) && *s >= 'a' && *s <= 'z';
}

_Static_assert(sizeof(struct sp_game) < 64 * 1024, "cheap to copy");

/* Each row names facts that an event has room for. */
#define X(symbol, facts, clause)                                               \
	_Static_assert(sizeof(((struct sp_event *)0)->facts) <=                \
			       sizeof(((struct sp_event *)0)->fact),           \
		"the facts of SP_EVENT_" #symbol);
SP_EVENTS(X)
#undef X

struct sp_event *sp_game_events_add(
	struct sp_events *events, enum sp_event_kind kind, int seat, int other)
{
	struct sp_event *event;

	assert(events->n < SP_EVENTS_MAX);
	event = &events->event[events->n++];
	*event = (struct sp_event){ .kind = (uint8_t)kind,
		.seat = (int8_t)seat,
		.other = (int8_t)other,
		.card = -1,
		.what = SP_NOTHING };
	return event;
}

/* What a treasure that lies in a home base gives to whom it is a foreign one.
 */
static void count_home(const struct sp_game *g,
	const struct sp_treasure *treasure, int points[SP_SEATS_MAX])
{
	for (int s = 0; s < g->n_seats; s++)
		points[s] += g->actor[s].alive &&
			     g->actor[s].home == treasure->square &&
			     treasure->owner != s;
}

void sp_game_all_points(const struct sp_game *g, int points[SP_SEATS_MAX])
{
	bool kills = g->rule[SP_RULE_KILLS] == SP_KILLS_POINT;
	uint64_t homes = 0; /* bits: numbers of squares, modulo 64 */

	memset(points, 0, sizeof(int[SP_SEATS_MAX]));
	for (int s = 0; s < g->n_seats; s++) {
		points[s] = kills ? g->actor[s].kills : 0;
		homes |= UINT64_C(1) << g->actor[s].home % 64;
	}
	for (int t = 0; t < g->n_treasures; t++) {
		const struct sp_treasure *treasure = &g->treasure[t];

		/* most lie elsewhere, or are carried */
		if ((homes >> treasure->square % 64 & 1) != 0)
			count_home(g, treasure, points);
	}
}

int sp_game_points(const struct sp_game *g, int seat)
{
	int points[SP_SEATS_MAX];

	sp_game_all_points(g, points);
	return points[seat];
}

int sp_game_alive(const struct sp_game *g)
{
	int alive = 0;

	for (int s = 0; s < g->n_seats; s++)
		alive += g->actor[s].alive;
	return alive;
}

int sp_game_seat(const struct sp_game *g, const char *colour)
{
	for (int s = 0; s < g->n_seats; s++) {
		if (sp_strieq(g->colour[s], colour))
			return s;
	}
	return SP_NOBODY;
}

void sp_game_treasure_name(
	const struct sp_game *g, int treasure, char out[SP_ID_SIZE + 4])
{
	sp_format(out, SP_ID_SIZE + 4, "%s-%d",
		g->colour[g->treasure[treasure].owner], treasure % 2 + 1);
}

int sp_game_treasure_parse(const struct sp_game *g, const char *name)
{
	char known[SP_ID_SIZE + 4];

	for (int t = 0; t < g->n_treasures; t++) {
		sp_game_treasure_name(g, t, known);
		if (sp_streq(known, name))
			return t;
	}
	return SP_NOBODY;
}

/* ---- primitive changes -------------------------------------------------- */

/* The points of every seat, to be told about once a change is done. */
struct score {
	int points[SP_SEATS_MAX];
};

static void score_take(struct score *before, const struct sp_game *g)
{
	sp_game_all_points(g, before->points);
}

static void score_tell(const struct score *before, const struct sp_game *g,
	struct sp_events *events)
{
	struct sp_event *event;
	struct score now;

	score_take(&now, g);
	for (int s = 0; s < g->n_seats; s++) {
		if (now.points[s] == before->points[s])
			continue;
		event = sp_game_events_add(
			events, SP_EVENT_POINTS, s, SP_NOBODY);
		event->change.before = before->points[s];
		event->change.now = now.points[s];
	}
}

void sp_game_shut_door(struct sp_game *g, uint16_t edge, bool fell_away,
	struct sp_events *events)
{
	struct sp_edge *e = &g->board.edge[edge];
	int by = e->door_by;

	e->door = SP_DOOR_CLOSED;
	e->door_by = SP_NOBODY;
	if (fell_away)
		e->shut_turn = g->turn;
	sp_game_events_add(events, SP_EVENT_DOOR_CLOSED, by, SP_NOBODY)->edge =
		edge;
}

void sp_game_shut_left_doors(struct sp_game *g, struct sp_events *events)
{
	const struct sp_edge *first = g->board.edge;
	const struct sp_edge *end = first + g->board.n_edges;

	for (const struct sp_edge *e = first; e < end; e++) {
		uint16_t i = (uint16_t)(e - first);

		if (e->door == SP_DOOR_CLOSED)
			continue;
		if (!sp_board_beside(&g->board, g->actor[e->door_by].square, i))
			sp_game_shut_door(g, i, false, events);
	}
}

/* A door that was only opened shuts behind the wizard that it was opened for;
 * one that he holds stays, because he is still beside it. */
static void shut_passed(struct sp_game *g, int seat, uint16_t from, uint16_t to,
	struct sp_events *events)
{
	for (int d = 0; d < SP_DIRS; d++) {
		uint16_t edge = g->board.edge_at[from][d];
		const struct sp_edge *e = &g->board.edge[edge];

		if (g->board.link[from][d] == to &&
			e->door == SP_DOOR_IS_OPEN && e->door_by == seat)
			sp_game_shut_door(g, edge, false, events);
	}
}

void sp_game_move_actor(
	struct sp_game *g, int actor, uint16_t to, struct sp_events *events)
{
	struct sp_event *event;
	struct sp_actor *w = &g->actor[actor];
	uint16_t from = w->square;

	assert(w->alive && to < g->board.n_squares);
	w->square = to;
	event = sp_game_events_add(events, SP_EVENT_STEP, actor, SP_NOBODY);
	event->way.from = from;
	event->way.to = to;
	shut_passed(g, actor, from, to, events);
	sp_game_shut_left_doors(g, events);
}

static void set_door(
	struct sp_game *g, int seat, uint16_t edge, enum sp_door_state state)
{
	assert(sp_board_edge_kind(&g->board, edge) == SP_EDGE_DOOR);
	g->board.edge[edge].door = (uint8_t)state;
	g->board.edge[edge].door_by = (int8_t)seat;
}

void sp_game_open_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events)
{
	set_door(g, seat, edge, SP_DOOR_IS_OPEN);
	sp_game_events_add(events, SP_EVENT_DOOR_OPENED, seat, SP_NOBODY)
		->edge = edge;
}

void sp_game_hold_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events)
{
	set_door(g, seat, edge, SP_DOOR_IS_HELD);
	sp_game_events_add(events, SP_EVENT_DOOR_HELD, seat, SP_NOBODY)->edge =
		edge;
}

void sp_game_hurt(struct sp_game *g, int actor, int amount, int by, int card,
	int kind, int element, struct sp_events *events)
{
	struct sp_actor *w = &g->actor[actor];
	struct sp_event *event;

	assert(w->alive && amount > 0);
	event = sp_game_events_add(events, SP_EVENT_HURT, actor, by);
	event->harm.beyond = amount > w->life ? amount - w->life : 0;
	w->life = (int16_t)(w->life > amount ? w->life - amount : 0);
	event->harm.lost = amount;
	event->harm.left = w->life;
	event->harm.kind = kind;
	event->harm.element = element;
	event->card = card;
}

void sp_game_heal(struct sp_game *g, int actor, int amount, int life_max,
	struct sp_events *events)
{
	struct sp_event *event;
	struct sp_actor *w = &g->actor[actor];
	/* who has more than he may keeps it */
	int room = w->life < life_max ? life_max - w->life : 0;
	int gained = amount < room ? amount : room;

	assert(w->alive && amount >= 0);
	if (gained == 0)
		return;
	w->life = (int16_t)(w->life + gained);
	event = sp_game_events_add(events, SP_EVENT_HEALED, actor, SP_NOBODY);
	event->change.before = w->life - gained;
	event->change.now = w->life;
}

void sp_game_stun(
	struct sp_game *g, int actor, int tokens, struct sp_events *events)
{
	struct sp_event *event;
	struct sp_actor *w = &g->actor[actor];
	int room = UINT8_MAX - w->stun;
	int added = tokens < room ? tokens : room;

	assert(w->alive && tokens > 0);
	w->stun = (uint8_t)(w->stun + added);
	event = sp_game_events_add(events, SP_EVENT_STUNNED, actor, SP_NOBODY);
	event->stun.tokens = added;
	event->stun.now = w->stun;
}

static void lay_down(struct sp_game *g, int actor, struct sp_events *events)
{
	struct sp_event *event;
	struct sp_actor *w = &g->actor[actor];
	struct sp_treasure *t = &g->treasure[w->carries];

	t->carrier = SP_NOBODY;
	t->square = w->square;
	event = sp_game_events_add(events, SP_EVENT_DROPPED, actor, SP_NOBODY);
	event->treasure.number = w->carries;
	event->treasure.square = w->square;
	w->carries = SP_NOBODY;
}

void sp_game_drop(struct sp_game *g, int actor, struct sp_events *events)
{
	struct score before;

	assert(g->actor[actor].carries != SP_NOBODY);
	score_take(&before, g);
	lay_down(g, actor, events);
	score_tell(&before, g, events);
}

/* From the floor, or out of the hands of whoever carries it. */
static void lift(struct sp_game *g, struct sp_treasure *t)
{
	if (t->carrier != SP_NOBODY)
		g->actor[t->carrier].carries = SP_NOBODY;
	t->carrier = SP_NOBODY;
	t->square = SP_NOWHERE;
}

void sp_game_place_treasure(struct sp_game *g, int treasure, uint16_t square,
	struct sp_events *events)
{
	struct sp_event *event;
	struct sp_treasure *t = &g->treasure[treasure];
	int from = t->carrier;
	struct score before;

	assert(square < g->board.n_squares);
	score_take(&before, g);
	lift(g, t);
	t->square = square;
	event = sp_game_events_add(events, SP_EVENT_LANDED, from, SP_NOBODY);
	event->square = square;
	event->what = SP_REF(SP_KIND_TREASURE, treasure);
	score_tell(&before, g, events);
}

void sp_game_give_treasure(
	struct sp_game *g, int treasure, int actor, struct sp_events *events)
{
	struct sp_event *event;
	struct sp_treasure *t = &g->treasure[treasure];
	int from = t->carrier;
	uint16_t square = t->square;
	struct score before;

	assert(g->actor[actor].alive && g->actor[actor].carries == SP_NOBODY);
	score_take(&before, g);
	lift(g, t);
	t->carrier = (int8_t)actor;
	g->actor[actor].carries = (int8_t)treasure;
	if (from == SP_NOBODY) {
		event = sp_game_events_add(
			events, SP_EVENT_PICKED_UP, actor, SP_NOBODY);
		event->treasure.number = treasure;
		event->treasure.square = square;
	} else {
		sp_game_events_add(events, SP_EVENT_ITEM_TAKEN, actor, from)
			->what = SP_REF(SP_KIND_TREASURE, treasure);
	}
	score_tell(&before, g, events);
}

/* Whatever doors stand open by it. */
static void shut_doors_of(
	struct sp_game *g, int actor, struct sp_events *events)
{
	for (uint16_t i = 0; i < g->board.n_edges; i++) {
		if (g->board.edge[i].door != SP_DOOR_CLOSED &&
			g->board.edge[i].door_by == actor)
			sp_game_shut_door(g, i, true, events);
	}
}

void sp_game_kill(
	struct sp_game *g, int actor, int killer, struct sp_events *events)
{
	struct sp_actor *a = &g->actor[actor];
	int scorer = sp_game_seat_of(g, killer);
	struct score before;

	assert(a->alive && killer != actor);
	score_take(&before, g);
	sp_game_events_add(events,
		a->creature ? SP_EVENT_PERISHED : SP_EVENT_DIED, actor, killer)
		->card = a->creature ? a->card : -1;
	a->alive = 0;
	a->life = 0;
	a->stun = 0;
	a->stunned = 0;
	a->no_pickup = 0;
	if (a->carries != SP_NOBODY)
		lay_down(g, actor, events);
	shut_doors_of(g, actor, events);
	sp_game_forget_actor(g, actor);
	a->square = SP_NOWHERE;
	if (!a->creature)
		game_forget_seat(g, actor);
	sp_game_turns_forget(g, actor);
	if (scorer != SP_NOBODY && !a->creature && scorer != actor)
		g->actor[scorer].kills++;
	score_tell(&before, g, events);
}

void sp_game_cancel(struct sp_game *g)
{
	g->status = SP_GAME_OVER;
	g->outcome = SP_OUTCOME_CANCELLED;
	g->winner = SP_NOBODY;
	g->decision.kind = SP_DECISION_NONE;
	g->decision.seats = 0;
	g->decision.answered = 0;
}
