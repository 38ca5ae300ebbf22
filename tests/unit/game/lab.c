#include "lab.h"

#include <CUnit/CUnit.h>
#include <assert.h>

/* ---- words -----------------------------------------------------------------
 */

#define TYPES   60
#define SCHOOLS 3

static const char *const play_types[] = { "attack", "neutral", "counter",
	"physical" };
static const char *const points[] = { "attack", "damage", "treasure" };
static const char *const damage_kinds[] = { "physical", "magical" };
static const char *const elements[] = { "none", "fire", "water" };
static const char *const damage_flags[] = { "not_attack", "no_evade" };

static void name_types(char card[][SP_COPY_NAME_SIZE], uint16_t *type)
{
	static const char *const first[] = { "alpha", "beta", "gamma" };

	for (int c = 0; c < TYPES * LAB_COPIES; c++) {
		int t = c / LAB_COPIES;
		int copy = c % LAB_COPIES + 1;

		type[c] = (uint16_t)t;
		if (t < (int)SP_ARRAY_LEN(first))
			sp_format(card[c], SP_COPY_NAME_SIZE, "%s#%d", first[t],
				copy);
		else
			sp_format(card[c], SP_COPY_NAME_SIZE, "type-%d#%d", t,
				copy);
	}
}

const struct sp_lexicon *lab_lexicon(void)
{
	static char card[TYPES * LAB_COPIES][SP_COPY_NAME_SIZE];
	static uint16_t type[TYPES * LAB_COPIES];
	static const char school[SCHOOLS][SP_ID_SIZE] = { "air", "earth",
		"fire" };
	static struct sp_lexicon lexicon;

	if (lexicon.boards != NULL)
		return &lexicon;
	name_types(card, type);
	lexicon.boards = &scene_ruleset()->boards;
	lexicon.n_cards = TYPES * LAB_COPIES;
	lexicon.card = (const char(*)[SP_COPY_NAME_SIZE])card;
	lexicon.type = type;
	lexicon.n_schools = SCHOOLS;
	lexicon.school = school;
#define LIST(words) ((struct sp_word_list){ (int)SP_ARRAY_LEN(words), words })
	lexicon.play_type = LIST(play_types);
	lexicon.point = LIST(points);
	lexicon.damage_kind = LIST(damage_kinds);
	lexicon.element = LIST(elements);
	lexicon.damage_flag = LIST(damage_flags);
#undef LIST
	return &lexicon;
}

int lab_card(const char *name)
{
	const struct sp_lexicon *l = lab_lexicon();
	int c = 0;

	while (!sp_streq(l->card[c], name)) {
		c++;
		assert(c < l->n_cards);
	}
	return c;
}

/* ---- by hand ---------------------------------------------------------------
 */

void lab_deal(struct scene *s, const char *colours, int n)
{
	struct sp_game *g = &s->g;

	scene_begin(s, colours);
	g->cards = 1;
	g->n_piles = 1;
	for (int c = 0; c < SP_CARDS_MAX; c++)
		g->place[c].seat = SP_NOBODY;
	for (int c = 0; c < n; c++)
		sp_game_put_card(g, c, SP_ZONE_DECK, SP_NOBODY);
	s->events.n = 0;
}

static sp_value square(const struct scene *s, const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(s, name));
}

static sp_value edge(const struct scene *s, const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(s, name));
}

/* Hands, discards, spells, items; a token and a wall on the board. */
static void fill_zones(struct scene *s)
{
	struct sp_game *g = &s->g;
	int wall, token, thing;

	(void)sp_game_draw_cards(g, 0, 3, &s->events);
	(void)sp_game_draw_cards(g, 1, 2, &s->events);
	sp_game_show_card(g, g->hand[1].card[0], 0);
	sp_game_put_card(g, lab_card("alpha#1"), SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_put_card(g, lab_card("beta#2"), SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_put_card(g, lab_card("alpha#2"), SP_ZONE_DISCARD, SP_NOBODY);
	sp_game_put_card(g, lab_card("alpha#2"), SP_ZONE_HAND, 1);
	sp_game_put_card(g, lab_card("alpha#3"), SP_ZONE_REMOVED, SP_NOBODY);
	wall = sp_game_add_played(g, SP_PLAYED_SPELL, lab_card("beta#1"), 0);
	g->played[wall].play = 1;
	g->played[wall].energy = 5;
	g->played[wall].tokens = 4;
	g->played[wall].target = edge(s, "a2/b2");
	thing = sp_game_add_thing(
		g, SP_THING_CREATED, lab_card("beta#1"), 0, edge(s, "a2/b2"));
	g->thing[thing].played = (uint8_t)wall;
	g->thing[thing].cracks = 1;
	g->board.edge[scene_edge(s, "a2/b2")].created = SP_EDGE_WALL;
	token = sp_game_add_played(g, SP_PLAYED_SPELL, lab_card("beta#3"), 1);
	g->played[token].permanent = 1;
	g->played[token].unmaintained = 1;
	g->played[token].target = SP_REF(SP_KIND_PLAYED, wall);
	thing = sp_game_add_thing(
		g, SP_THING_CREATED, lab_card("beta#3"), 1, square(s, "d3"));
	g->thing[thing].played = (uint8_t)token;
	g->thing[thing].facedown = 1;
	g->thing[thing].real = 1;
	sp_game_fill_with(g, thing, true, true);
	(void)sp_game_add_thing(g, SP_THING_DROPPED, lab_card("gamma#1"),
		SP_NOBODY, square(s, "e5"));
	g->played[sp_game_add_played(g, SP_PLAYED_ITEM, lab_card("gamma#2"), 0)]
		.life = 2;
}

/* Red's attack on blue, to which blue has answered. */
static void fill_stack(struct scene *s)
{
	struct sp_game *g = &s->g;
	struct sp_item *item = &g->item[0];
	struct sp_frame *frame = &g->frame[0];
	struct sp_round *round = &g->reaction[0];

	sp_game_put_card(g, lab_card("alpha#4"), SP_ZONE_STACK, SP_NOBODY);
	sp_game_put_card(g, lab_card("alpha#5"), SP_ZONE_STACK, SP_NOBODY);
	g->n_items = 1;
	item->used = 1;
	item->actor = SP_REF(SP_KIND_ACTOR, 0);
	item->card = lab_card("alpha#4");
	item->parent = -1;
	item->energy = 3;
	item->n_paid = 1;
	item->paid[0] = (int16_t)lab_card("alpha#5");
	item->origin = g->wizard[0].square;
	item->corner = SP_NOWHERE;
	item->blocked = -1;
	item->self = SP_NOTHING;
	item->n_answers = 3;
	item->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	item->answer[1] = 2;
	item->answer[2] = SP_NOTHING;
	item->secret = 2;
	item->reduce[1] = 3;
	g->n_frames = 1;
	frame->kind = 2;
	frame->stage = 1;
	frame->card = 0;
	frame->item = 0;
	frame->self = SP_NOTHING;
	frame->who = SP_REF(SP_KIND_ACTOR, 1);
	frame->by = SP_REF(SP_KIND_CARD, g->hand[0].card[0]);
	frame->what = SP_REF(SP_KIND_ITEM, 0);
	frame->element = 1;
	frame->damage_flags = 3;
	frame->a = -7;
	for (int i = 0; i < SP_LOCALS; i++)
		frame->local[i] = SP_NOTHING;
	frame->local[1] = square(s, "b2");
	frame->local[2] = 9;
	frame->secret = 4;
	g->n_rounds = 1;
	round->number = 1;
	round->asked = 3;
	round->affected = 2;
	round->subject = SP_REF(SP_KIND_ITEM, 0);
	round->reply[1].n = 1;
	round->reply[1].counter[0].card = (int16_t)g->hand[1].card[1];
	round->reply[1].counter[0].n = 2;
	round->reply[1].counter[0].answer[0] = SP_NOTHING;
	round->reply[1].counter[0].answer[1] = 4;
	g->n_onces = 1;
	g->once[0].self = SP_REF(SP_KIND_PLAYED, 0);
	g->once[0].other = SP_REF(SP_KIND_PLAYED, 90);
	g->decision.kind = SP_DECISION_REACTION;
	g->decision.seats = 3;
	g->decision.answered = 2;
}

void lab_rich(struct scene *s)
{
	lab_deal(s, "red blue", 30);
	fill_zones(s);
	fill_stack(s);
	s->g.schools = 5;
	s->g.attacked = 1;
	s->g.moved = 1;
	s->g.speed = 3;
	s->g.moves = -2;
	s->g.steps = 12;
	s->g.wizard[0].stun = 2;
	s->g.wizard[1].stunned = 1;
	s->g.wizard[1].no_pickup = 1;
	lab_fair(&s->g);
}

/* ---- at random -------------------------------------------------------------
 */

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
		[SP_KIND_ITEM] = SP_ITEMS_MAX,
		[SP_KIND_SECTOR] = g->board.n_slots };
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
	struct sp_item *item = &g->item[i];
	int card = loose_card(s, r);

	item->used = 1;
	item->type = (uint8_t)below(r, SP_ARRAY_LEN(play_types));
	item->seat = (int8_t)(seat(s, r) - flag(r));
	item->actor = any_value(s, r);
	item->card = card;
	if (card >= 0)
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
	item->play = byte(r);
	item->parent = (int8_t)(i > 0 && g->item[i - 1].used ? i - 1 : -1);
	item->modifier = flag(r);
	item->cancelled = flag(r);
	item->absorbed = flag(r);
	item->resolving = flag(r);
	item->energy = byte(r);
	item->evaded = seats(s, r);
	for (uint32_t n = below(r, SP_PAID_MAX + 1); n > 0; n--) {
		card = loose_card(s, r);
		if (card < 0)
			continue;
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
		item->paid[item->n_paid++] = (int16_t)card;
	}
	item->origin =
		flag(r) ? SP_NOWHERE : (uint16_t)below(r, g->board.n_squares);
	item->corner =
		flag(r) ? SP_NOWHERE : (uint16_t)below(r, g->board.n_squares);
	item->blocked = flag(r) ? -1 : (int32_t)below(r, g->board.n_edges);
	item->self = any_value(s, r);
	item->n_answers = (uint8_t)below(r, SP_SLOTS_ANSWERED + 1);
	for (int k = 0; k < item->n_answers; k++)
		item->answer[k] = any_value(s, r);
	item->parts_at = (uint8_t)below(r, item->n_answers + 1U);
	item->n_parts =
		(uint8_t)below(r, 1U + item->n_answers - item->parts_at);
	item->secret = below(r, 1U << item->n_answers);
	item->fallen_parts = byte(r);
	for (int k = 0; k < g->n_seats; k++) {
		item->reduce[k] = flag(r) ? byte(r) : 0;
		item->redirected[k] = (uint8_t)below(r, SP_PLAYED_MAX + 1);
		item->converted[k] = flag(r);
	}
}

static void make_frame(struct scene *s, struct scene_random *r, int i)
{
	struct sp_frame *f = &s->g.frame[i];

	f->kind = (uint8_t)(1 + below(r, 10));
	f->stage = byte(r);
	f->item = (int8_t)((int)below(r, s->g.n_items + 1U) - 1);
	if (f->item >= 0 && !s->g.item[f->item].used)
		f->item = -1;
	f->card = (int16_t)((int)below(r, TYPES + 1) - 1);
	f->program = (int8_t)byte(r);
	f->pc = (uint16_t)below(r, 65536);
	f->end = (uint16_t)below(r, 65536);
	f->seat = (int8_t)(seat(s, r) - flag(r));
	f->self = any_value(s, r);
	f->who = any_value(s, r);
	f->by = any_value(s, r);
	f->what = any_value(s, r);
	f->amount = (int32_t)below(r, 100) - 50;
	f->damage_kind = (uint8_t)below(r, SP_ARRAY_LEN(damage_kinds));
	f->element = (uint8_t)below(r, SP_ARRAY_LEN(elements));
	f->damage_flags = (uint8_t)below(r, 4);
	f->done = (int32_t)below(r, 3);
	f->a = any_value(s, r);
	f->b = INT32_MIN;
	f->c = INT32_MAX;
	f->d = -(int32_t)below(r, 3);
	for (int k = 0; k < SP_LOCALS; k++)
		f->local[k] = below(r, 3) == 0 ? any_value(s, r) : SP_NOTHING;
	f->secret = (uint16_t)(below(r, 65536) & below(r, 65536));
}

static void make_round(struct scene *s, struct scene_random *r, int i)
{
	struct sp_game *g = &s->g;
	struct sp_round *round = &g->reaction[i];

	round->point = (uint8_t)below(r, SP_ARRAY_LEN(points));
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

static void pile_up(struct scene *s, struct scene_random *r)
{
	struct sp_game *g = &s->g;

	g->n_items = (uint8_t)below(r, SP_ITEMS_MAX + 1);
	for (int i = 0; i < g->n_items; i++) {
		if (below(r, 5) > 0)
			make_item(s, r, i);
	}
	g->n_frames = (uint8_t)(1 + below(r, SP_FRAMES_MAX));
	for (int i = 0; i < g->n_frames; i++)
		make_frame(s, r, i);
	g->n_rounds = (uint8_t)below(r, SP_ROUNDS_MAX + 1);
	for (int i = 0; i < g->n_rounds; i++)
		make_round(s, r, i);
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

	g->schools = (uint16_t)below(r, 1U << SCHOOLS);
	g->attacked = byte(r);
	g->moved = flag(r);
	g->boosted = flag(r);
	g->stopped = flag(r);
	g->speed = byte(r);
	g->spent = flag(r);
	g->moves = (int16_t)((int)below(r, 2 * SP_MOVES_MAX) - SP_MOVES_MAX);
	g->steps = (uint16_t)below(r, 65536);
	for (int i = 0; i < g->n_seats; i++) {
		g->wizard[i].stun = byte(r);
		g->wizard[i].stunned = flag(r);
		g->wizard[i].no_pickup = flag(r);
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

/* ---- files -----------------------------------------------------------------
 */

void lab_fair(const struct sp_game *g)
{
	struct sp_error e = { 0 };

	if (sp_game_check(g, &e) != SP_OK) {
		(void)fprintf(stderr, "not fair: %s\n", e.text);
		CU_FAIL("an invariant is broken");
	}
}

char *lab_encode(const struct sp_game *g)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 22);
	sp_game_encode(g, lab_lexicon(), &text);
	CU_ASSERT_FALSE(text.overflow);
	return sp_buf_take(&text);
}

int lab_decode(struct sp_game *out, const char *text, struct sp_error *e)
{
	return sp_game_decode(out, lab_lexicon(), text, strlen(text), e);
}

char *lab_hidden(const struct sp_game *g)
{
	json_t *hidden = sp_game_hidden(g);
	struct sp_buf text;

	sp_buf_init(&text, 1 << 22);
	sp_json_write_compact(&text, hidden);
	json_decref(hidden);
	return sp_buf_take(&text);
}

int lab_set_hidden(struct sp_game *g, const char *text, struct sp_error *e)
{
	json_t *hidden;
	int code = sp_json_parse(&hidden, text, strlen(text), e);

	if (code == SP_OK)
		code = sp_game_set_hidden(g, hidden, e);
	json_decref(hidden);
	return code;
}

void lab_round_trip(const struct sp_game *g)
{
	static struct sp_game back, known;
	struct sp_error e = { 0 };
	char *text = lab_encode(g);
	char *hidden = lab_hidden(g);
	char *again;

	if (lab_decode(&back, text, &e) != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	sp_game_view(g, SP_NOBODY, &known);
	CU_ASSERT(memcmp(&back, &known, sizeof(back)) == 0);
	if (lab_set_hidden(&back, hidden, &e) != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	sp_rng_init(&back.rng, g->rng.key, back.rng.next);
	CU_ASSERT(memcmp(&back, g, sizeof(back)) == 0);
	again = lab_encode(&back);
	CU_ASSERT_STRING_EQUAL(text, again);
	sp_free(again);
	again = lab_hidden(&back);
	CU_ASSERT_STRING_EQUAL(hidden, again);
	sp_free(again);
	sp_free(hidden);
	sp_free(text);
}
