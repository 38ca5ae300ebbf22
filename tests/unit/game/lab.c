#include "lab.h"

#include <assert.h>

#include "unit.h"

/* ---- words -----------------------------------------------------------------
 */

#define SCHOOLS 3
#define ZONES   2

static const char *const play_types[] = { "attack", "neutral", "counter",
	"physical" };
static const char *const points[] = { "attack", "damage", "treasure" };
static const char *const damage_kinds[] = { "physical", "magical" };
static const char *const elements[] = { "none", "fire", "water" };
static const char *const damage_flags[] = { "not_attack", "no_evade" };

static void name_types(char card[][SP_COPY_NAME_SIZE], uint16_t *type)
{
	static const char *const first[] = { "alpha", "beta", "gamma" };

	for (int c = 0; c < LAB_TYPES * LAB_COPIES; c++) {
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
	static char card[LAB_TYPES * LAB_COPIES][SP_COPY_NAME_SIZE];
	static uint16_t type[LAB_TYPES * LAB_COPIES];
	static const char school[SCHOOLS][SP_ID_SIZE] = { "air", "earth",
		"fire" };
	static const char zone[ZONES][SP_ID_SIZE] = { "vault", "shelf" };
	static struct sp_lexicon lexicon;

	if (lexicon.boards != NULL)
		return &lexicon;
	name_types(card, type);
	lexicon.boards = &scene_ruleset()->boards;
	lexicon.n_cards = LAB_TYPES * LAB_COPIES;
	lexicon.card = (const char(*)[SP_COPY_NAME_SIZE])card;
	lexicon.type = type;
	lexicon.n_schools = SCHOOLS;
	lexicon.school = school;
	lexicon.n_zones = ZONES;
	lexicon.zone = zone;
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
	sp_game_begin_cards(g, 1);
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
	struct sp_cast *cast = &g->cast[0];
	struct sp_frame *frame = &g->frame[0];
	struct sp_round *round = &g->reaction[0];

	sp_game_put_card(g, lab_card("alpha#4"), SP_ZONE_STACK, SP_NOBODY);
	sp_game_put_card(g, lab_card("alpha#5"), SP_ZONE_STACK, SP_NOBODY);
	g->n_casts = 1;
	cast->used = 1;
	cast->actor = SP_REF(SP_KIND_ACTOR, 0);
	cast->card = lab_card("alpha#4");
	cast->parent = -1;
	cast->energy = 3;
	cast->n_paid = 1;
	cast->paid[0] = (int16_t)lab_card("alpha#5");
	cast->origin = g->actor[0].square;
	cast->corner = SP_NOWHERE;
	cast->blocked = -1;
	cast->self = SP_NOTHING;
	cast->n_answers = 3;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	cast->answer[1] = 2;
	cast->answer[2] = SP_NOTHING;
	cast->secret = 2;
	g->n_reliefs = 1;
	g->relief[0] = (struct sp_relief){ .kind = SP_RELIEF_REDUCTION,
		.actor = 1,
		.cast = 0,
		.frame = -1,
		.left = 3,
		.source = SP_REF(SP_KIND_CARD, lab_card("alpha#1")) };
	g->n_sums = 1;
	g->sum[0] = (struct sp_sum){ .to = SP_REF(SP_KIND_ACTOR, 1),
		.by = SP_REF(SP_KIND_ACTOR, 0),
		.card = (int16_t)lab_card("alpha#1"),
		.damage_kind = 1,
		.parts = 120 };
	g->n_frames = 1;
	frame->kind = 2;
	frame->stage = 1;
	frame->card = 0;
	frame->cast = 0;
	frame->self = SP_NOTHING;
	frame->who = SP_REF(SP_KIND_ACTOR, 1);
	frame->by = SP_REF(SP_KIND_CARD, g->hand[0].card[0]);
	frame->what = SP_REF(SP_KIND_ITEM, 0);
	frame->element = 1;
	frame->damage_flags = 3;
	frame->word[0] = -7;
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
	s->g.schools[0] = 5;
	s->g.attacked = 1;
	s->g.moved = 1;
	s->g.speed = 3;
	s->g.moves = -2;
	s->g.steps = 12;
	s->g.actor[0].stun = 2;
	s->g.actor[1].stunned = 1;
	s->g.actor[1].no_pickup = 1;
	lab_fair(&s->g);
}

/* ---- files -----------------------------------------------------------------
 */

void lab_fair(const struct sp_game *g)
{
	struct sp_error e = { 0 };

	if (sp_state_check(g, &e) != SP_OK) {
		(void)fprintf(stderr, "not fair: %s\n", e.text);
		CU_FAIL("an invariant is broken");
	}
}

char *lab_encode(const struct sp_game *g)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 22);
	sp_state_encode(g, lab_lexicon(), &text);
	CU_ASSERT_FALSE(text.overflow);
	return sp_buf_take(&text);
}

int lab_decode(struct sp_game *out, const char *text, struct sp_error *e)
{
	return sp_state_decode(out, lab_lexicon(), text, strlen(text), e);
}

char *lab_hidden(const struct sp_game *g)
{
	json_t *hidden = sp_state_hidden(g);
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
		code = sp_state_set_hidden(g, hidden, e);
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
	EQUAL_STRING(text, again);
	sp_free(again);
	again = lab_hidden(&back);
	EQUAL_STRING(hidden, again);
	sp_free(again);
	sp_free(hidden);
	sp_free(text);
}
