/* Fair positions with cards, filled at random. */
#include "lab.h"

static uint32_t below(struct scene_random *r, uint32_t n)
{
	return scene_below(r, n);
}

static uint8_t byte(struct scene_random *r)
{
	return (uint8_t)below(r, 256);
}

static uint8_t flag(struct scene_random *r)
{
	return (uint8_t)below(r, 2);
}

static uint8_t seats(struct scene *s, struct scene_random *r)
{
	return (uint8_t)below(r, 1U << s->g.n_seats);
}

static int seat(struct scene *s, struct scene_random *r)
{
	return (int)below(r, s->g.n_seats);
}

/* Any value at all, also of entries that are free. */
static sp_value any_value(struct scene *s, struct scene_random *r)
{
	const struct sp_game *g = &s->g;
	int kind = (int)below(r, SP_KIND_COUNT);
	uint32_t n[SP_KIND_COUNT] = { [SP_KIND_ACTOR] = g->n_seats,
		[SP_KIND_SEAT] = g->n_seats,
		[SP_KIND_SQUARE] = g->board.n_squares,
		[SP_KIND_EDGE] = g->board.n_edges,
		[SP_KIND_THING] = SP_THINGS_MAX,
		[SP_KIND_TREASURE] = g->n_treasures,
		[SP_KIND_CARD] = (uint32_t)lab_lexicon()->n_cards,
		[SP_KIND_PLAYED] = SP_PLAYED_MAX,
		[SP_KIND_ITEM] = SP_CASTS_MAX,
		[SP_KIND_SECTOR] = g->board.n_bays };
	sp_value v;

	if (kind == SP_KIND_NUMBER)
		return (sp_value)below(r, 70000) - 4500 < SP_REF(1, 0)
			       ? (sp_value)below(r, 65536)
			       : -(sp_value)below(r, 100);
	if (kind == SP_KIND_NONE)
		return SP_NOTHING;
	if ((kind == SP_KIND_SQUARE || kind == SP_KIND_EDGE) &&
		below(r, 10) == 0)
		return SP_REF(kind, SP_NOWHERE);
	v = SP_REF(kind, below(r, n[kind]));
	if (kind == SP_KIND_CARD &&
		g->place[sp_index_of(v)].zone == SP_ZONE_OUT)
		return SP_NOTHING;
	return v;
}

static void scatter_cards(struct scene *s, struct scene_random *r)
{
	static const enum sp_zone zones[] = { SP_ZONE_DECK, SP_ZONE_DECK,
		SP_ZONE_DISCARD, SP_ZONE_HAND, SP_ZONE_REMOVED };
	struct sp_game *g = &s->g;
	int density = (int)below(r, 11);

	g->n_piles = (uint8_t)(1 + flag(r));
	g->rule[SP_RULE_SPELLBOOKS] = (uint8_t)(g->n_piles - 1);
	g->discard_ordered = flag(r);
	for (int c = 0; c < lab_lexicon()->n_cards; c++) {
		if ((int)below(r, 10) >= density)
			continue;
		g->place[c].pile = (uint8_t)below(r, g->n_piles);
		sp_game_put_card(g, c,
			zones[below(r, SP_ARRAY_LEN(zones) - flag(r))],
			seat(s, r));
		/* who looked at it, or all */
		if (g->place[c].zone == SP_ZONE_HAND && below(r, 4) == 0)
			sp_game_show_card(g, c, (int)seat(s, r) - flag(r));
	}
	for (int i = 0; i < g->n_piles; i++)
		sp_game_shuffle(g, i);
	/* some into zones, known to some, to all or to nobody */
	for (uint32_t n = flag(r) ? below(r, 20) : 0; n > 0; n--) {
		int c = (int)below(r, (uint32_t)lab_lexicon()->n_cards);

		if (g->place[c].zone != SP_ZONE_OUT)
			sp_game_put_aside(g, c,
				sp_game_aside_of(
					(int)below(r, 2), seat(s, r) - flag(r)),
				flag(r)   ? seats(s, r)
				: flag(r) ? SP_KNOWN_TO_ALL
					  : 0);
	}
}

/* A card that is in no pool yet; -1: none. */
static int loose_card(struct scene *s, struct scene_random *r)
{
	for (int tries = 0; tries < 20; tries++) {
		int c = (int)below(r, (uint32_t)lab_lexicon()->n_cards);
		int zone = s->g.place[c].zone;

		if (zone == SP_ZONE_DECK || zone == SP_ZONE_DISCARD ||
			zone == SP_ZONE_HAND)
			return c;
	}
	return -1;
}

static void scatter_played(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	for (uint32_t n = below(r, 30); n > 0; n--) {
		int card = loose_card(s, r);
		struct sp_played *p;
		int i;

		if (card < 0)
			continue;
		i = sp_game_add_played(g,
			flag(r) ? SP_PLAYED_SPELL : SP_PLAYED_ITEM, card,
			seat(s, r));
		p = &g->played[i];
		p->play = byte(r);
		p->energy = byte(r);
		p->tokens = byte(r);
		p->permanent = flag(r);
		p->unmaintained = flag(r);
		p->life = (int16_t)((int)below(r, 100) - 50);
	}
	/* gaps, and targets that are gone */
	for (int i = 0; i < g->played_end; i++) {
		if (g->played[i].kind != SP_PLAYED_FREE)
			g->played[i].target = any_value(s, r);
	}
	for (int i = g->played_end - 1; i >= 0; i--) {
		if (below(r, 4) == 0)
			sp_game_remove_played(
				g, i, flag(r) ? SP_ZONE_DISCARD : SP_ZONE_HAND);
	}
}

static bool is_filled(const struct sp_game *g, sp_value where)
{
	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == where && g->thing[i].fills)
			return true;
	}
	return false;
}

static int scatter_thing(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;
	bool on_edge = below(r, 3) == 0;
	sp_value where =
		on_edge ? SP_REF(SP_KIND_EDGE, below(r, g->board.n_edges))
			: SP_REF(SP_KIND_SQUARE, below(r, g->board.n_squares));
	int played = g->played_end == 0 ? -1 : (int)below(r, g->played_end);
	int card, i;

	if (played < 0 || g->played[played].kind != SP_PLAYED_SPELL) {
		card = loose_card(s, r);
		return card < 0 ? -1
				: sp_game_add_thing(g, SP_THING_DROPPED, card,
					  seat(s, r) - flag(r), where);
	}
	i = sp_game_add_thing(g, SP_THING_CREATED, g->played[played].card,
		g->played[played].seat, where);
	g->thing[i].played = (uint8_t)played;
	if (on_edge) {
		struct sp_edge *e = &g->board.edge[sp_index_of(where)];

		if (sp_board_edge_kind(&g->board,
			    (uint16_t)sp_index_of(where)) == SP_EDGE_OPEN)
			e->created = (uint8_t)(1 + flag(r));
	} else {
		sp_game_fill_with(
			g, i, flag(r) && !is_filled(g, where), flag(r));
	}
	return i;
}

static void scatter_things(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	for (uint32_t n = below(r, 40); n > 0; n--) {
		int i = scatter_thing(s, r);

		if (i < 0)
			continue;
		g->thing[i].cracks = byte(r);
		g->thing[i].facedown = flag(r);
		g->thing[i].real = flag(r);
	}
	for (int i = g->things_end - 1; i >= 0; i--) {
		const struct sp_thing *t = &g->thing[i];

		if (t->kind != SP_THING_FREE && below(r, 4) == 0 &&
			sp_kind_of(t->where) == SP_KIND_SQUARE) {
			int card = t->kind == SP_THING_DROPPED ? t->card : -1;

			sp_game_remove_thing(g, i);
			if (card >= 0)
				sp_game_put_card(
					g, card, SP_ZONE_DISCARD, SP_NOBODY);
		}
	}
}

static void make_item(struct scene *s, struct scene_random *r, int i)
{
	struct sp_game *g = &s->g;
	struct sp_cast *cast = &g->cast[i];
	int card = loose_card(s, r);

	cast->used = 1;
	cast->type = (uint8_t)below(r, (uint32_t)lab_lexicon()->play_type.n);
	cast->seat = (int8_t)(seat(s, r) - flag(r));
	cast->actor = any_value(s, r);
	cast->card = card;
	if (card >= 0)
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
	cast->play = byte(r);
	cast->parent = (int8_t)(i > 0 && g->cast[i - 1].used ? i - 1 : -1);
	cast->modifier = flag(r);
	cast->cancelled = flag(r);
	cast->absorbed = flag(r);
	cast->resolving = flag(r);
	cast->energy = byte(r);
	cast->evaded = seats(s, r);
	for (uint32_t n = below(r, SP_PAID_MAX + 1); n > 0; n--) {
		card = loose_card(s, r);
		if (card < 0)
			continue;
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
		cast->paid[cast->n_paid++] = (int16_t)card;
	}
	cast->origin =
		flag(r) ? SP_NOWHERE : (uint16_t)below(r, g->board.n_squares);
	cast->corner =
		flag(r) ? SP_NOWHERE : (uint16_t)below(r, g->board.n_squares);
	cast->blocked = flag(r) ? -1 : (int32_t)below(r, g->board.n_edges);
	cast->self = any_value(s, r);
	cast->n_answers = (uint8_t)below(r, SP_SLOTS_ANSWERED + 1);
	for (int k = 0; k < cast->n_answers; k++)
		cast->answer[k] = any_value(s, r);
	cast->parts_at = (uint8_t)below(r, cast->n_answers + 1U);
	cast->n_parts =
		(uint8_t)below(r, 1U + cast->n_answers - cast->parts_at);
	if (cast->n_parts > SP_PARTS_DISTINCT)
		cast->n_parts = SP_PARTS_DISTINCT;
	for (int k = 0; k < cast->n_parts; k++) {
		cast->times[k] = (uint8_t)(1 + (flag(r) ? below(r, 255) : 0));
		if (flag(r))
			cast->fallen[k] =
				(uint8_t)below(r, 1U + cast->times[k]);
	}
	cast->secret =
		((uint64_t)below(r, UINT32_MAX) << 32 | below(r, UINT32_MAX)) &
		((UINT64_C(1) << cast->n_answers) - 1);
	card = flag(r) ? loose_card(s, r) : -1;
	if (card >= 0 && cast->seat >= 0) {
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
		cast->under = SP_REF(SP_KIND_CARD, card);
		cast->face_up = flag(r);
	}
	if (flag(r) && cast->seat != 0)
		cast->came_from = 1;
	cast->energy2 = byte(r);
	cast->n_paid2 = (uint8_t)below(r, cast->n_paid + 1U);
}

static void make_frame(struct scene *s, struct scene_random *r, int i)
{
	struct sp_frame *f = &s->g.frame[i];

	f->kind = (uint8_t)(1 + below(r, 10));
	f->stage = byte(r);
	f->cast = (int8_t)((int)below(r, s->g.n_casts + 1U) - 1);
	if (f->cast >= 0 && !s->g.cast[f->cast].used)
		f->cast = -1;
	f->card = (int16_t)((int)below(r, LAB_TYPES + 1) - 1);
	f->program = (int8_t)byte(r);
	f->pc = (uint16_t)below(r, 65536);
	f->end = (uint16_t)below(r, 65536);
	f->actor = (int8_t)(seat(s, r) - flag(r));
	f->self = any_value(s, r);
	f->who = any_value(s, r);
	f->by = any_value(s, r);
	f->what = any_value(s, r);
	f->amount = (int32_t)below(r, 100) - 50;
	f->damage_kind =
		(uint8_t)below(r, (uint32_t)lab_lexicon()->damage_kind.n);
	f->element = (uint8_t)below(r, (uint32_t)lab_lexicon()->element.n);
	f->damage_flags = (uint8_t)below(r, 4);
	f->done = (int32_t)below(r, 3);
	f->word[0] = any_value(s, r);
	f->word[1] = INT32_MIN;
	f->word[2] = INT32_MAX;
	f->word[3] = -(int32_t)below(r, 3);
	for (int k = 0; k < SP_LOCALS; k++)
		f->local[k] = below(r, 3) == 0 ? any_value(s, r) : SP_NOTHING;
	f->secret = (uint16_t)(below(r, 65536) & below(r, 65536));
}

static void make_round(struct scene *s, struct scene_random *r, int i)
{
	struct sp_game *g = &s->g;
	struct sp_round *round = &g->reaction[i];

	round->point = (uint8_t)below(r, (uint32_t)lab_lexicon()->point.n);
	round->number = byte(r);
	round->asked = seats(s, r);
	round->played = seats(s, r);
	round->fresh = flag(r);
	round->affected = seats(s, r);
	round->subject = any_value(s, r);
	for (int k = 0; k < g->n_seats; k++) {
		struct sp_response *reply = &round->reply[k];

		reply->n = (uint8_t)below(r, SP_REPLY_MAX + 1);
		round->next[k] = (uint8_t)below(r, reply->n + 1U);
		for (int c = 0; c < reply->n; c++) {
			struct sp_counter *counter = &reply->counter[c];

			counter->card = (int16_t)below(
				r, (uint32_t)lab_lexicon()->n_cards);
			counter->play = byte(r);
			counter->n = (uint8_t)below(r, SP_COUNTER_ANSWERS + 1);
			for (int v = 0; v < counter->n; v++)
				counter->answer[v] = any_value(s, r);
		}
	}
}

static void make_relief(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;
	struct sp_relief *relief = &g->relief[g->n_reliefs];
	int cast = (int)below(r, SP_CASTS_MAX), frame = -1;
	int played = (int)below(r, SP_PLAYED_MAX);

	if (cast >= g->n_casts || !g->cast[cast].used) {
		cast = -1;
		frame = (int)below(r, SP_FRAMES_MAX);
		if (frame >= g->n_frames ||
			g->frame[frame].kind != SP_FRAME_DAMAGE)
			return;
	}
	relief->kind =
		(uint8_t)(SP_RELIEF_REDUCTION + below(r, SP_RELIEF_CONVERSION));
	relief->actor = (int8_t)below(r, g->n_seats);
	relief->cast = (int8_t)cast;
	relief->frame = (int8_t)frame;
	relief->left = byte(r);
	relief->parts = (uint16_t)below(r, SP_DAMAGE_PARTS);
	relief->source = any_value(s, r);
	if (relief->kind == SP_RELIEF_REDIRECTION) {
		if (g->played[played].kind != SP_PLAYED_SPELL)
			relief->kind = SP_RELIEF_STATIC;
		else
			relief->source = SP_REF(SP_KIND_PLAYED, played);
	}
	g->n_reliefs++;
}

static void make_sum(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	g->sum[g->n_sums++] = (struct sp_sum){
		.to = SP_REF(SP_KIND_ACTOR, below(r, g->n_seats)),
		.by = flag(r) ? SP_NOTHING
			      : SP_REF(SP_KIND_ACTOR, below(r, g->n_seats)),
		.card = -1,
		.damage_kind = (uint8_t)below(
			r, (uint32_t)lab_lexicon()->damage_kind.n),
		.parts = 1 + byte(r),
	};
}

static void pile_up(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	g->n_casts = (uint8_t)below(r, SP_CASTS_MAX + 1);
	for (int i = 0; i < g->n_casts; i++) {
		if (below(r, 5) > 0)
			make_item(s, r, i);
	}
	g->n_frames = (uint8_t)(1 + below(r, SP_FRAMES_MAX));
	for (int i = 0; i < g->n_frames; i++)
		make_frame(s, r, i);
	g->n_rounds = (uint8_t)below(r, SP_ROUNDS_MAX + 1);
	for (int i = 0; i < g->n_rounds; i++)
		make_round(s, r, i);
	for (int i = (int)below(r, SP_RELIEFS_MAX); i > 0; i--)
		make_relief(s, r);
	for (int i = (int)below(r, SP_SUMS_MAX + 1); i > 0; i--)
		make_sum(s, r);
	g->decision.kind =
		g->n_rounds > 0 ? SP_DECISION_REACTION : SP_DECISION_CHOICE;
	g->decision.seats = (uint8_t)(1 + below(r, (1U << g->n_seats) - 1));
	g->decision.answered = (uint8_t)(g->decision.seats & byte(r));
	if (g->decision.answered == g->decision.seats)
		g->decision.answered = 0;
}

static void spin_turn(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	g->schools[0] = (uint16_t)below(r, 1U << lab_lexicon()->n_schools);
	if (g->n_piles > 1)
		g->schools[1] =
			~g->schools[0] &
			(uint16_t)below(r, 1U << lab_lexicon()->n_schools);
	g->attacked = byte(r);
	g->moved = flag(r);
	g->boosted = flag(r);
	g->stopped = flag(r);
	g->speed = byte(r);
	g->spent = flag(r);
	g->moves = (int16_t)((int)below(r, 2 * SP_MOVES_MAX) - SP_MOVES_MAX);
	g->steps = (uint16_t)below(r, 65536);
	for (int i = 0; i < g->n_seats; i++) {
		g->actor[i].stun = byte(r);
		g->actor[i].stunned = flag(r);
		g->actor[i].no_pickup = flag(r);
	}
	g->n_onces = (uint8_t)below(r, SP_ONCES_MAX + 1);
	for (int i = 0; i < g->n_onces; i++) {
		g->once[i].self = any_value(s, r);
		g->once[i].other = any_value(s, r);
	}
}

void lab_random(struct scene *s, struct scene_random *r)
{
	static const char *const colours[] = { "red blue", "red blue yellow",
		"green red purple blue", "red blue yellow green purple" };

	lab_deal(s, colours[below(r, SP_ARRAY_LEN(colours))], 0);
	scatter_cards(s, r);
	scatter_played(s, r);
	scatter_things(s, r);
	if (flag(r))
		pile_up(s, r);
	spin_turn(s, r);
	lab_fair(&s->g);
}
