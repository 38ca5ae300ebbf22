#include "../game/lab.h"
#include "unit.h"

static struct scene rich;

static struct sp_game *fresh(void)
{
	static struct sp_game g;

	lab_rich(&rich);
	g = rich.g;
	return &g;
}

static void broken(const struct sp_game *g, const char *part, int line)
{
	struct sp_error e = { 0 };
	int code = sp_state_check(g, &e);

	if (code != SP_ECORRUPT || strstr(e.text, part) == NULL) {
		(void)fprintf(stderr, "line %d: \"%s\": got %d: %s\n", line,
			part, code, e.text);
		CU_FAIL("another broken invariant was expected");
	}
	EQUAL_INT(sp_state_check(g, NULL), SP_ECORRUPT);
}

/* One change to a fair position, and the invariant that it breaks. */
#define BREAKS(change, part)                                                   \
	do {                                                                   \
		struct sp_game *g = fresh();                                   \
                                                                               \
		change;                                                        \
		broken(g, part, __LINE__);                                     \
	} while (0)

/* Cards of the rich position. */
#define IN_DECK   8
#define DISCARDED 0
#define OPEN      1 /* blue's, known to all */
#define OF_RED    27
#define OF_BLUE   26
#define ON_STACK  3
#define IN_PLAY   5

TEST("state/check-cards", "no card without a deck")
{
	static struct sp_game g;
	struct scene s;

#define WITHOUT(change, part)                                                  \
	do {                                                                   \
		scene_begin(&s, "red blue");                                   \
		g = s.g;                                                       \
		change;                                                        \
		broken(&g, part, __LINE__);                                    \
	} while (0)
	WITHOUT(g.schools[0] = 1, "decks");
	WITHOUT(g.place[999].zone = SP_ZONE_DISCARD, "card 999");
	WITHOUT(g.actor[1].hand = 1, "hand");
	WITHOUT(g.decision.kind = SP_DECISION_CHOICE, "nothing is being");
#undef WITHOUT
}

TEST("state/check-cards", "the turn and its decision")
{
	BREAKS(g->n_piles = 0, "decks");
	BREAKS(g->moved = 2, "turn: \"moved\"");
	BREAKS(g->moves = -SP_MOVES_MAX - 1, "moves left");
	BREAKS(g->actor[0].stunned = 2, "red: \"stunned\"");
	BREAKS(g->actor[0].no_pickup = 2, "red: \"no_pickup\"");
	BREAKS(g->actor[0].life = -1, "alive with life -1");
	BREAKS(g->decision.kind = SP_DECISION_NONE, "without a decision");
	BREAKS(g->decision.kind = SP_DECISION_DISCARD + 1,
		"without a decision");
	BREAKS(g->decision.number = 0, "without a decision");
	BREAKS(g->decision.seats = 0, "asked of nobody");
	BREAKS(g->decision.seats = 4, "asked of nobody");
	BREAKS(g->decision.answered = 3, "answered by all");
	BREAKS(g->decision.kind = SP_DECISION_TURN, "the decision is not");
	BREAKS((g->n_rounds = 0,
		       memset(&g->reaction[0], 0, sizeof(g->reaction[0]))),
		"a reaction without a round");
	BREAKS((g->decision.kind = SP_DECISION_CHOICE, g->n_frames = 0,
		       memset(&g->frame[0], 0, sizeof(g->frame[0]))),
		"nothing is being resolved");
}

TEST("state/check-cards", "zones")
{
	BREAKS(g->n_piles = 0, "0 decks");
	BREAKS(g->n_piles = 3, "3 decks");
	BREAKS(g->place[IN_DECK].zone = SP_ZONE_UNKNOWN + 1, "in no zone");
	BREAKS(g->place[IN_DECK].pile = 1, "in no zone or of no deck");
	BREAKS((g->n_piles = 2, g->rule[SP_RULE_SPELLBOOKS] = 1,
		       g->place[999].pile = 1),
		"not in the game");
	BREAKS(g->cards_end++, "the cards end at");
	BREAKS(g->below[OF_RED] = 1 + IN_DECK, "in no pile");
	BREAKS(g->below[999] = 1 + IN_DECK, "lies above another");
	BREAKS(g->place[IN_DECK].seat = 0, "its seat do not fit");
	BREAKS(g->place[OF_RED].seat = -1, "its seat do not fit");
	BREAKS(g->place[OF_RED].seat = 2, "its seat do not fit");
	BREAKS(g->place[OF_RED].known = 2, "known to the wrong");
	BREAKS(g->place[OF_RED].known = 5, "known to the wrong");
	BREAKS(g->place[DISCARDED].known = 1, "known to the wrong");
	/* in no zone's list, or in two */
	BREAKS(g->place[DISCARDED].zone = SP_ZONE_DECK, "deck 0: 15 cards");
	BREAKS((g->place[DISCARDED].zone = SP_ZONE_HAND,
		       g->place[DISCARDED].seat = 0,
		       g->place[DISCARDED].known = 1),
		"in hands that lack them");
	BREAKS((g->place[DISCARDED].zone = SP_ZONE_PLAY,
		       g->place[DISCARDED].seat = 0),
		"in play areas that lack them");
	BREAKS(g->place[DISCARDED].zone = SP_ZONE_BOARD,
		"on a board that lacks them");
	BREAKS(g->place[DISCARDED].zone = SP_ZONE_STACK,
		"on the stack for nothing");
	BREAKS(g->place[DISCARDED].zone = SP_ZONE_UNKNOWN, "deck 0: 0 cards");
}

TEST("state/check-cards", "hands")
{
	BREAKS(g->hand[0].n = SP_HAND_MAX + 1, "a hand out of range");
	BREAKS(g->hand[3].n = 1, "a hand out of range");
	BREAKS((g->hand[0].card[0] = 28, g->hand[0].card[1] = 27),
		"not in order");
	BREAKS(g->hand[0].card[2] = SP_CARDS_MAX, "not in order");
	BREAKS(g->hand[0].card[0] = DISCARDED, "is elsewhere");
	BREAKS(g->hand[0].card[0] = OF_BLUE, "is elsewhere");
	BREAKS(g->hand[0].card[3] = 1, "behind the end of the hand");
	BREAKS(g->actor[0].hand = 4, "red: 4 cards in hand");
	BREAKS(g->actor[0].hand = 2, "red: 2 cards in hand");
	BREAKS((g->hand[0].n = 2, g->hand[0].card[2] = 0, g->actor[0].hand = 2),
		"1 cards are in hands that lack them");
}

TEST("state/check-cards", "decks")
{
	int top;

	lab_rich(&rich);
	top = sp_game_pile_top(&rich.g, 0);
	BREAKS(g->pile[0].n = SP_CARDS_MAX + 1, "deck 0: 1201 cards");
	BREAKS(g->pile[1].n = 1, "deck 1: 1 cards");
	BREAKS(g->pile[0].n--, "deck 0: 14 cards");
	BREAKS(g->pile[0].top = 0, "deck 0: 15 cards, but 0 in a row");
	BREAKS(g->pile[0].top = 1 + DISCARDED, "is elsewhere");
	BREAKS(g->pile[0].top = SP_CARDS_MAX + 1, "is elsewhere");
	BREAKS(g->below[top] = 0, "deck 0: 15 cards, but 1 in a row");
	/* a circle */
	BREAKS(g->below[g->below[top] - 1] = (uint16_t)(1 + top),
		"deck 0: 15 cards, but 16 in a row");
	BREAKS((g->n_piles = 2, g->rule[SP_RULE_SPELLBOOKS] = 1,
		       g->actor[1].mixed = 1, g->place[IN_DECK].pile = 1),
		"deck 0: 15");
}

TEST("state/check-cards", "hands of two decks")
{
	BREAKS(g->actor[1].mixed = 1, "mixed out of nothing");
	BREAKS((g->n_piles = 2, g->rule[SP_RULE_SPELLBOOKS] = 1,
		       g->place[1].known = 2),
		"blue: card 1 of the hand is of the other deck");
}

TEST("state/check-cards", "play areas")
{
	BREAKS(g->played[0].kind = 3, "play 0: no such kind");
	BREAKS(g->played[50].tokens = 1, "play 50: free, but used");
	BREAKS(g->played[0].card = DISCARDED, "play 0: its card is elsewhere");
	BREAKS(g->played[0].card = SP_CARDS_MAX,
		"play 0: its card is elsewhere");
	BREAKS(g->played[0].seat = 1, "play 0: its card is elsewhere");
	BREAKS(g->played[0].order = 3, "from a time to come");
	BREAKS(g->played[1].order = 0, "there twice");
	BREAKS((g->played[50] = g->played[0], g->played[50].order = 3,
		       g->next_order = 4, g->played_end = 51),
		"play 50: its card or its order is there twice");
	BREAKS(g->played[0].permanent = 2, "play: \"permanent\"");
	BREAKS(g->played[0].target = SP_REF(SP_KIND_ACTOR, 2),
		"play: \"target\"");
	BREAKS(g->played_end = 2, "the pools end at");
}

TEST("state/check-cards", "things")
{
	BREAKS(g->thing[0].kind = 4, "thing 0: no such kind");
	BREAKS(g->thing[1].kind = SP_THING_LONE, "alone, and of a spell");
	BREAKS(g->thing[1].owner = 1, "thing 1: somebody's, to whom");
	BREAKS((g->thing[1].given = 1, g->thing[1].owner = 2),
		"thing: \"owner\"");
	BREAKS(g->thing[1].given = 2, "thing: \"given\"");
	BREAKS(g->thing[1].vacant = 2, "thing: \"vacant\"");
	BREAKS(g->thing[0].vacant = 1, "on an edge, it fills");
	BREAKS(g->thing[9].cracks = 1, "thing 9: free, but used");
	BREAKS(g->thing[0].where = SP_NOTHING, "it lies nowhere");
	BREAKS(g->thing[0].where = SP_REF(SP_KIND_EDGE, g->board.n_edges),
		"it lies nowhere");
	BREAKS(g->thing[1].where = SP_REF(SP_KIND_SQUARE, SP_NOWHERE),
		"it lies nowhere");
	BREAKS(g->thing[0].fills = 1, "on an edge, it fills");
	BREAKS(g->thing[0].opaque = 1, "on an edge, it fills");
	BREAKS(g->thing[0].played = 7, "its spell is not in play");
	BREAKS(g->thing[0].played = SP_PLAYED_MAX, "its spell is not in play");
	BREAKS(g->thing[0].card = DISCARDED, "its spell is not in play");
	BREAKS(g->played[0].kind = SP_PLAYED_ITEM, "its spell is not in play");
	BREAKS(g->thing[2].card = DISCARDED, "thing 2: its card is elsewhere");
	BREAKS(g->thing[2].played = 1, "thing 2: its card is elsewhere");
	BREAKS((g->thing[3] = g->thing[2], g->things_end = 4),
		"lies there twice");
	BREAKS(g->thing[1].facedown = 2, "thing: \"facedown\"");
	BREAKS(g->thing[1].seat = 2, "thing: \"seat\"");
	BREAKS(g->things_end = 4, "the pools end at");
	BREAKS((g->thing[3] = g->thing[1], g->things_end = 4),
		"two things fill it");
	BREAKS(g->board.opaque[0] = 1, "square 0: opaque, or not");
	BREAKS(g->thing[1].opaque = 0, "opaque, or not");
	BREAKS(g->thing[0].where = SP_REF(SP_KIND_EDGE, 0),
		"created by nothing");
}

TEST("state/check-cards", "links")
{
#define LINK(i) g->board.linked[i]
#define LINKED(from, to, price)                                                \
	(g->board.n_links++, LINK(g->board.n_links - 1) = (struct sp_link){    \
				     .square = { from, to }, .cost = price })
	BREAKS((LINKED(0, 7, 2), LINKED(1, 49, 60), LINKED(2, 7, 1)),
		"link 2: one of its squares");
	BREAKS(g->board.n_links = SP_LINKS_MAX + 1, "9 links");
	BREAKS(LINKED(0, 50, 2), "link: \"to\"");
	BREAKS(LINKED(SP_NOWHERE, 1, 2), "does not join two squares");
	BREAKS(LINKED(3, 3, 2), "does not join two squares");
	BREAKS(LINKED(3, 4, 0), "link 0: it costs nothing");
	BREAKS(LINKED(3, 4, SP_MOVES_MAX + 1), "link: \"cost\"");
	BREAKS((LINKED(3, 4, 1), LINK(0).sight = 2), "link: \"sight\"");
	BREAKS((LINKED(3, 4, 1), LINK(0).spell = 8),
		"its spell is not in play");
	BREAKS((LINKED(3, 4, 1), LINKED(4, 5, 1)), "one of its squares");
	BREAKS((LINKED(3, 4, 1), LINKED(5, 3, 1)), "one of its squares");
	BREAKS(LINK(0).cost = 1, "behind the links");
#undef LINKED
#undef LINK
}

TEST("state/check-cards", "items of the stack")
{
	struct sp_cast cast;

	BREAKS(g->n_casts = SP_CASTS_MAX + 1, "the stack is too high");
	BREAKS(g->cast[0].used = 2, "too many answers or cards");
	BREAKS(g->cast[0].used = 0, "item 0: free, but used");
	BREAKS(g->cast[0].card = DISCARDED, "on the stack for nothing");
	BREAKS(g->cast[0].card = SP_CARDS_MAX, "item: \"card\"");
	BREAKS(g->cast[0].card = 999, "item: \"card\"");
	BREAKS(g->cast[0].paid[0] = ON_STACK, "its card is there twice");
	BREAKS(g->cast[0].paid[0] = -1, "a card out of range");
	BREAKS(g->cast[0].paid[1] = 1, "behind its answers or cards");
	BREAKS(g->cast[0].n_paid = SP_PAID_MAX + 1, "too many answers");
	BREAKS(g->cast[0].parent = 0, "its parent is not there");
	BREAKS(g->cast[0].parent = 1, "its parent is not there");
	BREAKS(g->cast[0].parent = -2, "item: \"parent\"");
	BREAKS(g->cast[0].seat = 2, "item: \"seat\"");
	BREAKS(g->cast[0].evaded = 4, "item: \"evaded\"");
	BREAKS(g->cast[0].cancelled = 2, "item: \"cancelled\"");
	BREAKS(g->cast[0].origin = 50, "item: \"origin\"");
	BREAKS(g->cast[0].blocked = g->board.n_edges, "item: \"blocked\"");
	BREAKS(g->cast[0].self = SP_REF(SP_KIND_THING, SP_THINGS_MAX),
		"item: \"self\"");
	BREAKS(g->cast[0].n_answers = SP_SLOTS_ANSWERED + 1,
		"too many answers");
	BREAKS(g->cast[0].answer[0] = SP_REF(SP_KIND_COUNT, 0),
		"value 0 names nothing");
	BREAKS(g->cast[0].answer[3] = 1, "behind its answers");
	BREAKS(g->cast[0].secret = 8, "a secret without an answer");
	BREAKS((g->cast[0].parts_at = 2, g->cast[0].n_parts = 2),
		"more parts than answers");
	BREAKS(g->cast[0].n_parts = 1, "parts that do not come");
	BREAKS((g->cast[0].n_parts = 1, g->cast[0].times[0] = 1,
		       g->cast[0].fallen[0] = 2),
		"or fell too often");
	BREAKS(g->cast[0].times[0] = 1, "parts that do not come");
	BREAKS(g->cast[0].fallen[SP_PARTS_DISTINCT - 1] = 1,
		"parts that do not come");
	BREAKS(g->cast[0].under = 3, "lies face down that is no card");
	BREAKS(g->cast[0].face_up = 1, "nothing was shown");
	BREAKS((g->cast[0].under = SP_HIDDEN, g->cast[0].face_up = 1),
		"lies face down that is no card");
	BREAKS(g->cast[0].under = SP_REF(SP_KIND_CARD, DISCARDED),
		"what lies face down is elsewhere");
	BREAKS(g->cast[0].came_from = 1, "came from nobody else");
	BREAKS(g->cast[0].came_from = 3, "came from nobody else");
	BREAKS(g->cast[0].n_paid2 = 2, "more pays for a part than for all");
	BREAKS(g->relief[0].kind = SP_RELIEF_REDIRECTION, "turned to nothing");
	BREAKS((g->relief[0].kind = SP_RELIEF_REDIRECTION,
		       g->relief[0].source = SP_REF(SP_KIND_PLAYED, 90)),
		"turned to nothing");
	BREAKS(g->relief[0].kind = 0, "of nothing or for nobody");
	BREAKS(g->relief[0].kind = SP_RELIEF_DIE_FROM + 1, "relief: \"kind\"");
	BREAKS(g->relief[0].actor = -1, "of nothing or for nobody");
	BREAKS(g->relief[0].actor = 2, "relief: \"actor\"");
	BREAKS(g->relief[0].left = -1, "relief: \"left\"");
	BREAKS(g->relief[0].cast = 1, "what it is of is not there");
	BREAKS(g->relief[0].frame = 0, "what it is of is not there");
	BREAKS((g->relief[0].cast = -1, g->relief[0].frame = 0),
		"what it is of is not there");
	BREAKS(g->relief[1].left = 1, "above the top of the stack");
	BREAKS(g->relief[0].parts = SP_DAMAGE_PARTS, "relief: \"parts\"");
	BREAKS(g->sum[0].to = SP_REF(SP_KIND_EDGE, 1), "to nobody");
	BREAKS(g->sum[0].by = SP_REF(SP_KIND_EDGE, 1), "by nobody");
	BREAKS(g->sum[0].by = SP_HIDDEN, "sum");
	BREAKS(g->sum[0].parts = 0, "of nothing");
	BREAKS(g->sum[0].parts = SP_DAMAGE_MAX * SP_DAMAGE_PARTS + 1,
		"sum: \"parts\"");
	BREAKS(g->sum[1].parts = 1, "above the top of the stack");
	BREAKS(g->n_sums = SP_SUMS_MAX + 1, "the stack is too high");
	BREAKS(g->n_reliefs = SP_RELIEFS_MAX + 1, "the stack is too high");
	BREAKS(g->cast[1].energy = 1, "above the top of the stack");
	/* what one thing was cast with cannot pay for another */
	lab_rich(&rich);
	cast = rich.g.cast[0];
	BREAKS((g->cast[1] = cast, g->n_casts = 2),
		"item 1: its card is there twice");
}

TEST("state/check-cards", "frames")
{
	BREAKS(g->n_frames = SP_FRAMES_MAX + 1, "the stack is too high");
	BREAKS(g->frame[0].kind = 0, "frame 0: no such kind");
	BREAKS(g->frame[0].cast = 1, "frame 0: its item is not there");
	BREAKS(g->frame[0].cast = -2, "frame: \"item\"");
	BREAKS(g->frame[0].card = -2, "frame: \"card\"");
	BREAKS(g->frame[0].actor = -2, "frame: \"actor\"");
	BREAKS(g->frame[0].who = SP_REF(SP_KIND_SECTOR, 2), "frame: \"who\"");
	BREAKS(g->frame[0].by = SP_REF(SP_KIND_CARD, 999), "frame: \"by\"");
	BREAKS(g->frame[0].what = SP_REF(SP_KIND_NONE, 2), "frame: \"what\"");
	BREAKS(g->frame[0].self = SP_REF(SP_KIND_PLAYED, SP_PLAYED_MAX),
		"frame: \"self\"");
	BREAKS(g->frame[0].local[5] = SP_REF(SP_KIND_TREASURE, 4),
		"frame 0: value 5 names nothing");
	BREAKS(g->frame[1].word[0] = 1, "above the top of the stack");
}

TEST("state/check-cards", "reactions")
{
	BREAKS(g->n_rounds = SP_ROUNDS_MAX + 1, "the stack is too high");
	BREAKS(g->reaction[0].asked = 4, "reaction: \"asked\"");
	BREAKS(g->reaction[0].played = 4, "reaction: \"played\"");
	BREAKS(g->reaction[0].affected = 4, "reaction: \"affected\"");
	BREAKS(g->reaction[0].fresh = 2, "reaction: \"fresh\"");
	BREAKS(g->reaction[0].subject = SP_REF(SP_KIND_ITEM, SP_CASTS_MAX),
		"reaction: \"subject\"");
	BREAKS(g->reaction[0].next[1] = 2, "a reply out of range");
	BREAKS(g->reaction[0].next[0] = 1, "a reply out of range");
	BREAKS(g->reaction[0].reply[1].n = SP_REPLY_MAX + 1,
		"a reply out of range");
	BREAKS((g->reaction[0].reply[2] = g->reaction[0].reply[1]),
		"a reply of nobody");
	BREAKS(g->reaction[0].reply[1].counter[0].card = -1,
		"a counter out of range");
	BREAKS(g->reaction[0].reply[1].counter[0].n = SP_COUNTER_ANSWERS + 1,
		"a counter out of range");
	BREAKS(g->reaction[0].reply[1].counter[0].answer[0] =
			SP_REF(SP_KIND_SEAT, 2),
		"value 0 names nothing");
	BREAKS(g->reaction[0].reply[1].counter[0].answer[2] = 1,
		"behind the answers of a counter");
	BREAKS(g->reaction[0].reply[1].counter[1].play = 1,
		"something behind a reply");
	BREAKS(g->reaction[1].number = 1, "above the top of the stack");
	BREAKS(g->n_onces = SP_ONCES_MAX + 1, "the stack is too high");
	BREAKS(g->once[0].self = SP_REF(SP_KIND_ACTOR, 9), "once: \"self\"");
	BREAKS(g->once[1].other = 1, "above the top of the stack");
}

TEST("state/check-cards", "what a player asks to take back")
{
	BREAKS(g->asked.seq = 3, "something of a question that nobody asked");
	BREAKS(g->asked.agreed = 1,
		"something of a question that nobody asked");
	BREAKS((g->asked = (struct sp_asked){ .by = 7, .seats = 1 }),
		"a seat asks that does not play the turn");
	BREAKS((g->asked = (struct sp_asked){ .by = (uint8_t)(2 -
							      sp_game_plays(g)),
			.seats = 1 }),
		"a seat asks that does not play the turn");
	BREAKS(g->asked.by = (uint8_t)(1 + sp_game_plays(g)),
		"seats are asked that should not be");
	BREAKS((g->asked = (struct sp_asked){ .by = (uint8_t)(1 +
							      sp_game_plays(g)),
			.seats = 3 }),
		"seats are asked that should not be");
	BREAKS((g->asked = (struct sp_asked){ .by = (uint8_t)(1 +
							      sp_game_plays(g)),
			.seats = (uint8_t)(2 >> sp_game_plays(g)),
			.agreed = 3 }),
		"seats are asked that should not be");
}

/* A view holds them too; and what it does not know must be somewhere. */
TEST("state/check-cards", "views")
{
	static struct sp_game g;

	lab_rich(&rich);
	sp_game_view(&rich.g, 0, &g);
	lab_fair(&g);
	g.actor[1].hand--;
	broken(&g, "16 cards are unknown, but 15 are hidden", __LINE__);
	g.actor[1].hand = 1;
	broken(&g, "blue: 1 cards in hand", __LINE__);
	sp_game_view(&rich.g, 0, &g);
	g.pile[0].n++;
	broken(&g, "16 cards are unknown, but 17 are hidden", __LINE__);
	sp_game_view(&rich.g, 0, &g);
	g.pile[0].top = 1 + IN_DECK;
	broken(&g, "is elsewhere", __LINE__);
	g.pile[0].top = 0;
	g.place[IN_DECK].zone = SP_ZONE_DECK;
	broken(&g, "deck 0: 0 cards, but 1 are in it", __LINE__);
}
