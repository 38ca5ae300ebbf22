#include "../game/lab.h"
#include "unit.h"

/* ---- round trips -----------------------------------------------------------
 */

TEST("state/hidden", "a rich position comes back")
{
	struct scene s;

	lab_rich(&s);
	lab_round_trip(&s.g);
}

TEST("state/hidden", "random positions come back")
{
	struct scene_random random = { 3 };
	struct scene s;

	for (int i = 0; i < 400; i++) {
		lab_random(&s, &random);
		lab_round_trip(&s.g);
	}
}

TEST("state/hidden", "games without cards hide nothing")
{
	struct sp_error e = { 0 };
	struct scene s;
	char *text;

	scene_begin(&s, "red blue");
	text = lab_hidden(&s.g);
	EQUAL_STRING(text, "{}");
	sp_free(text);
	EQUAL_INT(lab_set_hidden(&s.g, "{}", &e), SP_OK);
	EQUAL_INT(lab_set_hidden(&s.g, "{\"answered\":1}", &e), SP_ECORRUPT);
}

/* ---- what it looks like ----------------------------------------------------
 */

TEST("state/hidden", "the form of the hidden part")
{
	struct scene s;
	char *text;

	lab_rich(&s);
	text = lab_hidden(&s.g);
	EQUAL_STRING(text,
		"{\"answered\":2,"
		"\"decks\":[[8,9,12,13,14,15,16,17,18,19,20,21,22,23,24]],"
		/* red knows one of blue's */
		"\"hands\":{\"blue\":[[25,3],26],\"red\":[27,28,29]},"
		"\"real\":[1],"
		"\"replies\":[[0,1,0,[25,0,0,720896,4]]],"
		/* an answer of the attack, a local, the card of an event */
		"\"values\":[[0,0,1,2],[1,0,2,9],[1,0,18,393243]]}");
	sp_free(text);
}

/* The box of six seats in the middle of a reaction stays small. */
TEST("state/hidden", "six seats stay small")
{
	static struct scene s;
	struct sp_game *g = &s.g;
	char *text;

	lab_deal(&s, "red blue yellow green purple", 168);
	/* no layout has six sectors, and none is looked at here */
	g->n_seats = 6;
	sp_format(g->colour[5], SP_ID_SIZE, "turquoise");
	for (int seat = 0; seat < 6; seat++)
		(void)sp_game_draw_cards(g, seat, 9, &s.events);
	g->n_rounds = 3;
	for (int i = 0; i < g->n_rounds; i++) {
		for (int seat = 0; seat < 6; seat++) {
			struct sp_response *reply = &g->reaction[i].reply[seat];

			reply->n = 2;
			for (int c = 0; c < reply->n; c++) {
				reply->counter[c].card = 160;
				reply->counter[c].n = 3;
				for (int v = 0; v < 3; v++)
					reply->counter[c].answer[v] =
						SP_REF(SP_KIND_CARD, 160 + v);
			}
		}
	}
	text = lab_hidden(g);
	CU_ASSERT(strlen(text) < 2500);
	sp_free(text);
}

/* ---- strictness ------------------------------------------------------------
 */

static void refused(const char *old, const char *new, const char *part)
{
	static struct sp_game back;
	struct sp_error e = { 0 };
	struct scene s;
	char *state, *hidden, *changed;
	const char *at;

	lab_rich(&s);
	state = lab_encode(&s.g);
	hidden = lab_hidden(&s.g);
	at = strstr(hidden, old);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	changed = sp_xasprintf(
		"%.*s%s%s", (int)(at - hidden), hidden, new, at + strlen(old));
	EQUAL_INT_FATAL(lab_decode(&back, state, &e), SP_OK);
	if (lab_set_hidden(&back, changed, &e) != SP_ECORRUPT ||
		strstr(e.text, part) == NULL ||
		!sp_starts(e.text, "hidden state: ")) {
		(void)fprintf(stderr, "%s -> %s: got %s\n", old, new, e.text);
		CU_FAIL("another error was expected");
	}
	EQUAL_INT(lab_decode(&back, state, &e), SP_OK);
	EQUAL_INT(lab_set_hidden(&back, changed, NULL), SP_ECORRUPT);
	sp_free(changed);
	sp_free(hidden);
	sp_free(state);
}

TEST("state/hidden", "what does not fit is refused")
{
	refused("{\"answered\"", "{\"more\":1,\"answered\"", "unknown key");
	refused("\"answered\":2", "\"answered\":4", "\"answered\"");
	refused("\"answered\":2", "\"answered\":0", "\"answered\"");
	refused("\"answered\":2", "\"answered\":3", "answered by all");
	refused("\"answered\":2", "\"answered\":[2]", "\"answered\"");
	refused("[[8,9", "[[9", "\"decks\"");
	refused("[[8,9", "[[8,8", "\"decks\"");
	refused("[[8,9", "[[8,9,12", "\"decks\"");
	/* not hidden, not in the game, no card at all */
	refused("[[8,9", "[[0,9", "\"decks\"");
	refused("[[8,9", "[[31,9", "\"decks\"");
	refused("[[8,9", "[[-1,9", "\"decks\"");
	refused("[[8,9", "[[1200,9", "\"decks\"");
	refused("[[8,9", "[[\"8\",9", "\"decks\"");
	refused("\"decks\":[[8", "\"decks\":[[],[8", "\"decks\"");
	refused("\"decks\":[[8,9,12,13,14,15,16,17,18,19,20,21,22,23,24]],", "",
		"something is missing");
	refused("\"blue\":[[25,3],26]", "\"blue\":[26,[25,3]]", "\"hands\"");
	refused("\"blue\":[[25,3],26]", "\"blue\":[[25,3]]", "\"hands\"");
	refused("\"blue\":[[25,3],26]", "\"blue\":[25,27]", "\"hands\"");
	refused("\"blue\":[[25,3],26]", "\"green\":[[25,3],26]", "\"hands\"");
	refused("\"blue\":[[25,3],26],", "", "something is missing");
	refused("{\"blue\":[[25,3],26],\"red\":[27,28,29]}", "[]", "\"hands\"");
	/* who knows it: the seat itself and another one, of two */
	refused("[25,3]", "[25,2]", "\"hands\"");
	refused("[25,3]", "[25,1]", "\"hands\"");
	refused("[25,3]", "[25,0]", "\"hands\"");
	refused("[25,3]", "[25,7]", "\"hands\"");
	refused("[25,3]", "[25,255]", "\"hands\"");
	refused("[25,3]", "[25]", "\"hands\"");
	refused("[25,3]", "[25,3,3]", "\"hands\"");
	refused("[25,3]", "[25,\"red\"]", "\"hands\"");
	refused("[25,3]", "[9,3]", "\"hands\"");
	refused("\"real\":[1]", "\"real\":[0]", "\"real\"");
	refused("\"real\":[1]", "\"real\":[1,1]", "\"real\"");
	refused("\"real\":[1]", "\"real\":[128]", "\"real\"");
	refused("\"real\":[1]", "\"real\":1", "\"real\"");
	refused("[[0,1,0,[25", "[[1,1,0,[25", "\"replies\"");
	refused("[[0,1,0,[25", "[[0,2,0,[25", "\"replies\"");
	refused("[[0,1,0,[25", "[[0,1,2,[25", "\"replies\"");
	refused("[[0,1,0,[25", "[[0,1,0,[1200", "\"replies\"");
	refused("[[0,1,0,[25,0,0,720896,4]]]", "[[0,1,0]]", "\"replies\"");
	refused("[[0,1,0,[25,0,0,720896,4]]]", "[[0,1,0,[25,0]]]",
		"\"replies\"");
	refused("[25,0,0,720896,4]", "[25,0,0,1,2,3,4,5,6,7,8,9,10]",
		"\"replies\"");
	refused("[25,0,0,720896,4]", "[25,0,0],[25,0,0],[25,0,0],[25,0,0]",
		"\"replies\"");
	refused("[25,0,0,720896,4]", "[25,0,0,65542]", "names nothing");
	refused("[25,0,0,720896,4]", "[25,256,0,720896,4]", "\"replies\"");
	refused("[25,0,0,720896,4]", "[25,0,0,720897]", "\"replies\"");
	refused("[[0,1,0,[25,0,0,720896,4]]]",
		"[[0,1,0,[25,0,0]],[0,1,0,[25,0,0]]]", "\"replies\"");
	refused("[0,0,1,2]", "[0,0,0,2]", "\"values\"");
	refused("[0,0,1,2]", "[0,1,1,2]", "\"values\"");
	refused("[0,0,1,2]", "[0,0,25,2]", "\"values\"");
	refused("[0,0,1,2]", "[4,0,0,2]", "\"values\"");
	refused("[0,0,1,2]", "[-1,0,0,2]", "\"values\"");
	refused("[0,0,1,2]", "[0,0,1]", "\"values\"");
	refused("[0,0,1,2]", "[0,0,1,2147483648]", "\"values\"");
	refused("[0,0,1,2]", "[0,0,1,65542]", "names nothing");
	refused("[0,0,1,2],", "", "something is missing");
	refused("[0,0,1,2]", "[0,0,1,720897]", "\"values\"");
}

/* ---- the view: nothing hidden shows ----------------------------------------
 */

/* Who laid the card that lies face down on the stack; SP_NOBODY. */
static int laid_by(const struct sp_game *g, int card)
{
	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].under == SP_REF(SP_KIND_CARD, card))
			return sp_game_cast_owner(&g->cast[i]);
	return SP_NOBODY;
}

static void lay_under(
	struct sp_game *g, const struct sp_game *was, int card, int other)
{
	for (int i = 0; i < g->n_casts; i++)
		if (was->cast[i].under == SP_REF(SP_KIND_CARD, card))
			g->cast[i].under = SP_REF(SP_KIND_CARD, other);
}

static bool sees(const struct sp_game *g, int seat, int card)
{
	const struct sp_card_place *p = &g->place[card];

	return sp_game_is_public(g, card) ||
	       ((p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_ASIDE) &&
		       seat != SP_NOBODY && (p->known & 1U << seat) != 0) ||
	       (p->zone == SP_ZONE_STACK && seat != SP_NOBODY &&
		       laid_by(g, card) == seat);
}

/* The same pile, with other cards in the places of some. */
static void rename_pile(struct sp_game *g, struct sp_pile *pile,
	const struct sp_game *was, const struct sp_pile *before,
	const uint16_t now[SP_CARDS_MAX])
{
	uint16_t list[SP_CARDS_MAX];
	int n = sp_game_list(was, before, list);

	for (int k = 0; k < n; k++)
		list[k] = now[list[k]];
	sp_game_link(g, pile, list, n, n);
}

/* Deal the cards that `seat` does not see anew among the places where it does
 * not see any. Values that name a card go with its place. */
static void permute(struct sp_game *g, int seat, struct scene_random *random)
{
	uint16_t cards[SP_CARDS_MAX];
	static uint8_t used[SP_CARDS_MAX];
	const struct sp_game was = *g;
	uint16_t now[SP_CARDS_MAX]; /* which card is in the place of each */
	int n = 0;

	for (int c = 0; c < SP_CARDS_MAX; c++)
		now[c] = (uint16_t)c;
	memset(used, 0, sizeof(used));
	for (int c = 0; c < SP_CARDS_MAX; c++) {
		if (was.place[c].zone != SP_ZONE_OUT && !sees(&was, seat, c))
			cards[n++] = (uint16_t)c;
	}
	for (int i = n - 1; i > 0; i--) {
		int j = (int)scene_below(random, (uint32_t)i + 1);
		uint16_t c = cards[i];

		cards[i] = cards[j];
		cards[j] = c;
	}
	n = 0;
	/* a deck takes only its own cards, so hands are filled by decks */
	for (int c = 0; c < SP_CARDS_MAX; c++) {
		const struct sp_card_place *p = &was.place[c];
		int k = n;

		if (p->zone == SP_ZONE_OUT || sees(&was, seat, c))
			continue;
		while (used[k] || was.place[cards[k]].pile != p->pile)
			k++;
		used[k] = 1;
		g->place[cards[k]] = *p;
		lay_under(g, &was, c, cards[k]);
		now[c] = cards[k];
		while (used[n])
			n++;
	}
	for (int s = 0; s < g->n_seats; s++) {
		memset(&g->hand[s], 0, sizeof(g->hand[s]));
		for (int c = 0; c < SP_CARDS_MAX; c++) {
			if (g->place[c].zone == SP_ZONE_HAND &&
				g->place[c].seat == s)
				g->hand[s].card[g->hand[s].n++] = (uint16_t)c;
		}
	}
	memset(g->below, 0, sizeof(g->below));
	for (int i = 0; i < SP_PILES_ASIDE; i++)
		rename_pile(g, &g->aside[i], &was, &was.aside[i], now);
	for (int i = 0; i < SP_PILES_MAX; i++)
		rename_pile(g, &g->discard[i], &was, &was.discard[i], now);
	for (int i = 0; i < g->n_piles; i++) {
		uint16_t deck[SP_CARDS_MAX];

		n = 0;
		for (int c = 0; c < SP_CARDS_MAX; c++) {
			if (g->place[c].zone == SP_ZONE_DECK &&
				g->place[c].pile == i)
				deck[n++] = (uint16_t)c;
		}
		for (int k = n - 1; k > 0; k--) {
			int j = (int)scene_below(random, (uint32_t)k + 1);
			uint16_t c = deck[k];

			deck[k] = deck[j];
			deck[j] = c;
		}
		sp_game_pile_lay(g, i, deck, n);
	}
}

/* Another value for a value that names an unseen card: another unseen card. */
static void change_value(struct sp_game *g, const struct sp_game *was, int seat,
	sp_value *v, bool secret, struct scene_random *random)
{
	bool card = sp_kind_of(*v) == SP_KIND_CARD;

	if (secret) {
		*v = (sp_value)scene_below(random, 100);
		return;
	}
	if (!card || sees(was, seat, sp_index_of(*v)))
		return;
	for (int c = (int)scene_below(random, 300);; c = (c + 1) % 300) {
		if (g->place[c].zone != SP_ZONE_OUT && !sees(g, seat, c) &&
			!sees(was, seat, c)) {
			*v = SP_REF(SP_KIND_CARD, c);
			return;
		}
	}
}

/* Somebody else looked at a card in another hand, or did not. */
static void change_looks(
	struct sp_game *g, int seat, struct scene_random *random)
{
	for (int c = 0; c < SP_CARDS_MAX; c++) {
		struct sp_card_place *p = &g->place[c];
		int by = (int)scene_below(random, g->n_seats);

		if ((p->zone == SP_ZONE_HAND || p->zone == SP_ZONE_ASIDE) &&
			p->known != SP_KNOWN_TO_ALL && p->seat != seat &&
			by != seat && by != p->seat)
			p->known ^= (uint8_t)(1U << by);
	}
}

/* Everything else that `seat` cannot know becomes something else. */
static void change_secrets(struct sp_game *g, const struct sp_game *was,
	int seat, struct scene_random *random)
{
	for (int i = 0; i < g->things_end; i++) {
		struct sp_thing *t = &g->thing[i];

		if (t->facedown && (t->seat != seat || seat == SP_NOBODY))
			t->real ^= 1;
	}
	for (int i = 0; i < g->n_casts; i++) {
		struct sp_cast *cast = &g->cast[i];
		bool own = cast->seat == seat && seat != SP_NOBODY;

		for (int k = 0; k < cast->n_answers; k++)
			change_value(g, was, seat, &cast->answer[k],
				!own && (cast->secret >> k & 1U) != 0, random);
		change_value(g, was, seat, &cast->self, false, random);
	}
	for (int i = 0; i < g->n_frames; i++) {
		struct sp_frame *f = &g->frame[i];
		bool own = f->actor == seat && seat != SP_NOBODY;

		for (int k = 0; k < SP_LOCALS; k++)
			change_value(g, was, seat, &f->local[k],
				!own && (f->secret & 1U << k), random);
		change_value(g, was, seat, &f->self, false, random);
		change_value(g, was, seat, &f->who, false, random);
		change_value(g, was, seat, &f->by, false, random);
		change_value(g, was, seat, &f->what, false, random);
	}
	for (int i = 0; i < g->n_onces; i++) {
		change_value(g, was, seat, &g->once[i].self, false, random);
		change_value(g, was, seat, &g->once[i].other, false, random);
	}
	for (int i = 0; i < g->n_rounds; i++) {
		struct sp_round *round = &g->reaction[i];

		change_value(g, was, seat, &round->subject, false, random);
		for (int s = 0; s < g->n_seats; s++) {
			if (s == seat)
				continue;
			memset(&round->reply[s], 0, sizeof(round->reply[s]));
			round->reply[s].n = 1;
			round->next[s] = (uint8_t)scene_below(random, 2);
		}
	}
	change_looks(g, seat, random);
	if (g->decision.kind == SP_DECISION_REACTION)
		g->decision.answered ^=
			(uint8_t)(g->decision.seats &
				  ~(seat == SP_NOBODY ? 0 : 1U << seat));
	scene_dice(&g->rng, scene_below(random, 1000));
	g->rng.next = was->rng.next;
}

TEST("state/hidden", "views do not depend on what is hidden")
{
	struct scene_random random = { 5 };
	static struct sp_game other, before, after;
	struct scene s;

	for (int i = 0; i < 300; i++) {
		int changed = 0;

		lab_random(&s, &random);
		for (int seat = SP_NOBODY; seat < s.g.n_seats; seat++) {
			other = s.g;
			permute(&other, seat, &random);
			change_secrets(&other, &s.g, seat, &random);
			changed += memcmp(&other, &s.g, sizeof(other)) != 0;
			sp_game_view(&s.g, seat, &before);
			sp_game_view(&other, seat, &after);
			CU_ASSERT(memcmp(&before, &after, sizeof(before)) == 0);
			lab_fair(&before);
			/* a view of a view is the same */
			sp_game_view(&before, seat, &after);
			CU_ASSERT(memcmp(&before, &after, sizeof(before)) == 0);
		}
		CU_ASSERT(changed > 0);
	}
}

/* The file too, whoever looks. */
TEST("state/hidden", "nor does state.json")
{
	struct scene_random random = { 6 };
	static struct sp_game other;
	struct scene s;

	for (int i = 0; i < 100; i++) {
		char *before, *after;

		lab_random(&s, &random);
		other = s.g;
		permute(&other, SP_NOBODY, &random);
		change_secrets(&other, &s.g, SP_NOBODY, &random);
		before = lab_encode(&s.g);
		after = lab_encode(&other);
		EQUAL_STRING(before, after);
		sp_free(before);
		sp_free(after);
	}
}

/* What each seat does see. */
TEST("state/hidden", "what each seat sees")
{
	static struct sp_game red, blue, nobody;
	struct scene s;

	lab_rich(&s);
	sp_game_view(&s.g, 0, &red);
	sp_game_view(&s.g, 1, &blue);
	sp_game_view(&s.g, SP_NOBODY, &nobody);
	/* red sees his hand, a card that blue showed him, one known to all */
	EQUAL_INT(red.hand[0].n, 3);
	EQUAL_INT(red.hand[1].n, 2);
	EQUAL_INT(red.actor[1].hand, 3);
	EQUAL_INT(red.place[25].zone, SP_ZONE_HAND);
	EQUAL_INT(red.place[25].known, 3);
	EQUAL_INT(red.place[26].zone, SP_ZONE_UNKNOWN);
	EQUAL_INT(red.place[9].zone, SP_ZONE_UNKNOWN);
	EQUAL_INT(red.pile[0].n, 15);
	EQUAL_INT(blue.hand[0].n, 0);
	EQUAL_INT(blue.hand[1].n, 3);
	EQUAL_INT(blue.place[25].known, 3);
	EQUAL_INT(nobody.hand[1].n, 1);
	EQUAL_INT(nobody.place[1].known, SP_KNOWN_TO_ALL);
	/* blue's token, red's answers, blue's reply */
	EQUAL_INT(red.thing[1].real, 0);
	EQUAL_INT(blue.thing[1].real, 1);
	EQUAL_INT(red.cast[0].answer[1], 2);
	EQUAL_INT(blue.cast[0].answer[1], SP_HIDDEN);
	EQUAL_INT(blue.cast[0].answer[0], SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(blue.frame[0].local[2], SP_HIDDEN);
	EQUAL_INT(red.frame[0].local[2], 9);
	EQUAL_INT(red.frame[0].by, SP_REF(SP_KIND_CARD, 27));
	EQUAL_INT(blue.frame[0].by, SP_HIDDEN);
	EQUAL_INT(red.reaction[0].reply[1].n, 0);
	EQUAL_INT(blue.reaction[0].reply[1].n, 1);
	EQUAL_INT(red.decision.answered, 0);
	EQUAL_INT(blue.decision.answered, 2);
	EQUAL_INT(nobody.decision.answered, 0);
	CU_ASSERT_FALSE(red.rng.known);
}
