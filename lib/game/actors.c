/* The creatures of the pool of actors, and who answers for an actor. */
#include "game_private.h"

#include <assert.h>

static int free_entry(const struct sp_game *g)
{
	int i = SP_SEATS_MAX;

	while (i < SP_UNIVERSE && g->actor[i].creature)
		i++;
	return i;
}

/* True if the open decision concerns the active seat's wizard and is answered
 * by whoever plays the turn. */
static bool is_of_turn(const struct sp_game *g)
{
	switch ((enum sp_decision_kind)g->decision.kind) {
	case SP_DECISION_TURN:
		return true;
	case SP_DECISION_CHOICE:
	case SP_DECISION_DISCARD:
		return g->n_frames > 0 &&
		       sp_game_seat_of(g, g->frame[g->n_frames - 1].actor) ==
			       g->active;
	case SP_DECISION_NONE:
	case SP_DECISION_REACTION:
		break;
	}
	return false;
}

int sp_game_answerer(const struct sp_game *g, int seat)
{
	return g->played_by != 0 && seat == g->active && is_of_turn(g)
		       ? sp_game_plays(g)
		       : seat;
}

int sp_game_waits_for(const struct sp_game *g)
{
	unsigned left = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	if (left == 0)
		return SP_NOBODY;
	while ((left >> seat & 1U) == 0)
		seat++;
	return seat;
}

int sp_game_on_behalf(const struct sp_game *g, int seat)
{
	return g->played_by == seat + 1 && is_of_turn(g) ? g->active : seat;
}

bool sp_game_creatures_full(const struct sp_game *g)
{
	return free_entry(g) == SP_UNIVERSE;
}

int sp_game_add_creature(struct sp_game *g, int played, uint16_t square,
	int life, struct sp_events *events)
{
	const struct sp_played *spell = &g->played[played];
	int i = free_entry(g);
	struct sp_event *event;

	assert(i < SP_UNIVERSE && life > 0 && square < g->board.n_squares);
	g->actor[i] = (struct sp_actor){ .alive = 1,
		.creature = 1,
		.seat = spell->seat,
		.card = spell->card,
		.copied = spell->copied,
		.life = (int16_t)(life < INT16_MAX ? life : INT16_MAX),
		.square = square,
		.carries = SP_NOBODY };
	if (i >= g->creatures_end)
		g->creatures_end = (uint8_t)(i + 1);
	event = sp_game_events_add(events, SP_EVENT_SUMMONED, spell->seat, i);
	event->card = spell->card;
	event->creature.life = g->actor[i].life;
	event->creature.square = square;
	return i;
}

void sp_game_answer_to(
	struct sp_game *g, int creature, enum sp_answers_to to, int seat)
{
	struct sp_actor *a = &g->actor[creature];

	a->shared = to == SP_ANSWERS_TO_TURN;
	a->seat = (int8_t)(to == SP_ANSWERS_TO_CASTER ? seat : SP_NOBODY);
}

int sp_game_creature_of(const struct sp_game *g, int played)
{
	const struct sp_played *spell = &g->played[played];

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].creature && g->actor[i].alive &&
			g->actor[i].card == spell->card &&
			g->actor[i].copied == spell->copied)
			return i;
	return -1;
}

void sp_game_forget_onces(struct sp_game *g, sp_value gone)
{
	for (int i = g->n_onces - 1; i >= 0; i--) {
		if (g->once[i].self != gone && g->once[i].other != gone)
			continue;
		g->n_onces--;
		memmove(&g->once[i], &g->once[i + 1],
			(size_t)(g->n_onces - i) * sizeof(g->once[0]));
		memset(&g->once[g->n_onces], 0, sizeof(g->once[0]));
	}
}

void sp_game_bury_creatures(struct sp_game *g)
{
	bool any = false;

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++) {
		if (!g->actor[i].creature || g->actor[i].alive)
			continue;
		memset(&g->actor[i], 0, sizeof(g->actor[i]));
		sp_game_forget_onces(g, SP_REF(SP_KIND_ACTOR, i));
		any = true;
	}
	if (any)
		sp_game_find_ends(g);
}

int sp_game_acting(const struct sp_game *g)
{
	if (g->creatures_end > 0)
		for (int i = g->n_frames - 1; i >= 0; i--)
			if (g->frame[i].kind == SP_FRAME_ACTIVATION)
				return g->frame[i].actor;
	return g->active;
}

uint16_t sp_game_acting_square(const struct sp_game *g)
{
	int actor = sp_game_acting(g);

	return actor < 0 ? SP_NOWHERE : g->actor[actor].square;
}

static int first_seat(const struct sp_game *g)
{
	return g->active >= 0 ? g->active : 0;
}

int sp_game_place_of(const struct sp_game *g, int actor)
{
	return actor >= SP_SEATS_MAX
		       ? actor
		       : (actor - first_seat(g) + g->n_seats) % g->n_seats;
}

int sp_game_actor_at(const struct sp_game *g, int place)
{
	if (place >= SP_SEATS_MAX)
		return place;
	return place < g->n_seats ? (first_seat(g) + place) % g->n_seats
				  : SP_NOBODY;
}

int sp_game_owner_of(const struct sp_game *g, int actor)
{
	int played = sp_game_is_creature(g, actor)
			     ? sp_game_played_of(g, g->actor[actor].card,
				       g->actor[actor].copied)
			     : -1;

	return played >= 0 ? g->played[played].seat : SP_NOBODY;
}

bool sp_game_is_first_turn(const struct sp_game *g, int seat)
{
	bool in_turn = seat == g->active && g->behind == 0;

	return g->actor[seat].turns <= (in_turn ? 1 : 0);
}

int sp_game_left_of(const struct sp_game *g, sp_value who)
{
	int seat = sp_kind_of(who) == SP_KIND_ACTOR
			   ? sp_game_seat_of(g, sp_index_of(who))
			   : SP_NOBODY;

	if (seat == SP_NOBODY)
		seat = g->active;
	do
		seat = (seat + 1) % g->n_seats;
	while (!g->actor[seat].alive);
	return seat;
}
