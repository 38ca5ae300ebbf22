/* The orders that `card` shows for each play of each card. */
#include "../rules/table.h"
#include "agent_tests.h"
#include "render/render.h"

/* What an example needs beside the card and a wizard in reach. */
enum need {
	NEED_WALL = 1,     /* c4/d4, which is open, is a wall */
	NEED_DOOR = 2,     /* or a door */
	NEED_ROOM = 4,     /* both stand elsewhere */
	NEED_OWN = 8,      /* the item named is the first seat's own */
	NEED_TREASURE = 16 /* is carried by the first seat */
};

static const struct {
	const char *card;
	unsigned needs;
} needs[] = {
	{ "wallivore", NEED_WALL },
	{ "destroy-wall", NEED_WALL },
	{ "pass-through-wall", NEED_WALL },
	{ "pick-lock", NEED_DOOR },
	{ "seal-door", NEED_DOOR },
	{ "booby-trap", NEED_ROOM },
	{ "big-man-form", NEED_ROOM },
	{ "stretch", NEED_OWN },
	{ "heave-ho", NEED_TREASURE },
};

static bool has_need(const struct sp_card *card, unsigned need)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(needs); i++)
		if (sp_streq(needs[i].card, card->id))
			return (needs[i].needs & need) != 0;
	return false;
}

/* An item that somebody dropped, or what a spell of the other seat made. */
static void drop(struct scene *s, const char *card, const char *square)
{
	int of = table_card(s, card);

	sp_game_put_card(&s->g, of, SP_ZONE_STACK, SP_NOBODY);
	(void)sp_game_add_thing(&s->g, SP_THING_DROPPED, of, SP_NOBODY,
		SP_REF(SP_KIND_SQUARE, scene_square(s, square)));
}

static void make(struct scene *s, const char *card, const char *square)
{
	int spell = table_put(s, SP_PLAYED_SPELL, 1, card);
	int thing =
		sp_game_add_thing(&s->g, SP_THING_CREATED, table_card(s, card),
			1, SP_REF(SP_KIND_SQUARE, scene_square(s, square)));

	s->g.thing[thing].played = (uint8_t)spell;
}

static bool is_held(const struct sp_card_play *p)
{
	return p->from == SP_FROM_CARRIED || p->from == SP_FROM_MAINTAINED;
}

/* The first seat at d4 with the card where this play is made from, and with
 * everything that an example names; the one that it is aimed at beside it. */
static void begin(struct scene *s, const struct sp_card *card,
	const struct sp_card_play *p)
{
	char copy[SP_COPY_NAME_SIZE];
	bool room = has_need(card, NEED_ROOM);
	uint16_t line;

	table_begin(s, "blue red");
	line = scene_edge(s, "c4/d4");
	scene_lay(s, 1, "a5");
	scene_put(s, 0, room ? "d3" : "d4");
	scene_put(s, 1, room ? "c3" : "d4");
	sp_format(copy, sizeof(copy), "%s#1", card->id);
	if (p->from == SP_FROM_BOARD)
		drop(s, copy, "d4");
	else if (is_held(p))
		table_put(s, card->is_item ? SP_PLAYED_ITEM : SP_PLAYED_SPELL,
			0, copy);
	else
		table_hand(s, 0, copy);
	table_hand(s, 0, "fire-darts#1 energy-5#1 energy-4#1");
	if (has_need(card, NEED_WALL))
		s->g.board.edge[line].printed = SP_EDGE_WALL;
	if (has_need(card, NEED_DOOR))
		s->g.board.edge[line].printed = SP_EDGE_DOOR;
	if (has_need(card, NEED_TREASURE))
		sp_game_give_treasure(&s->g, 0, 0, &s->events);
	/* what is robbed, dropped, glued, fetched, ended and destroyed */
	for (int i = 0; i < p->n_slots; i++) {
		const struct sp_card_slot *slot = &s->ruleset->slot[p->slot[i]];

		if (slot->asks == SP_ASK_LOOT || slot->asks == SP_ASK_CARRIED)
			table_put(s, SP_PLAYED_ITEM,
				has_need(card, NEED_OWN) ? 0 : 1,
				"large-rock#1");
		else if (slot->asks == SP_ASK_LOOSE)
			drop(s, "large-rock#1", "d3");
		else if (slot->asks == SP_ASK_OBJECT)
			make(s, "rosebush#1", "d3");
		else if (slot->asks == SP_ASK_SPELL)
			make(s, "dust-cloud#1", "d3");
	}
}

/* It binds; of a counter only that nobody is asked to answer anything. */
static void check(const struct sp_card *card, const struct sp_card_play *p,
	const char *line)
{
	static struct sp_game view;
	static struct scene s;
	struct sp_bound bound;

	begin(&s, card, p);
	sp_game_view(&s.g, 0, &view);
	bool good = agent_cards_bind(s.ruleset, &view, 0, line, &bound);
	if (p->when == SP_WHEN_REACTION)
		good = bound.why.reason == SP_REASON_NOTHING_TO_COUNTER;
	if (!good)
		printf("\n  %s: %s [%s]\n", line, agent_test_last(),
			bound.suggestion);
	CU_ASSERT_TRUE(good);
}

/* The order with what may be added to it. Returns how many such lines. */
static int check_more(const struct sp_card *card, const struct sp_card_play *p,
	const char *line, const char *at)
{
	static const char before[] = "\n    you may add: ";

	at += strcspn(at, "\n");
	if (!sp_starts(at, before))
		return 0;
	at += strlen(before);
	char *more = sp_xasprintf("%s %.*s", line, (int)strcspn(at, "\n"), at);
	check(card, p, more);
	sp_free(more);
	return 1;
}

TEST("agent/examples", "every order that a card shows can be carried out")
{
	const struct sp_ruleset *r = cardplay_ruleset();
	int n = 0;

	for (int i = 0; i < r->n_cards; i++) {
		struct sp_buf text;
		const char *at;
		int play = 0;

		sp_buf_init(&text, 1 << 16);
		sp_render_card(r, i, &text);
		at = sp_buf_str(&text);
		while ((at = strstr(at, "\n    | ")) != NULL) {
			at += 7;
			char *line = sp_xstrndup(at, strcspn(at, "\n"));
			CU_ASSERT_TRUE(strlen(line) < SP_AGENT_ORDER_SIZE);
			check(&r->card[i], &r->card[i].play[play], line);
			n += check_more(
				&r->card[i], &r->card[i].play[play], line, at);
			sp_free(line);
			play++;
			n++;
		}
		EQUAL_INT(play, r->card[i].n_plays);
		sp_buf_free(&text);
	}
	CU_ASSERT_TRUE(n > 110);
}
