/* The forms of orders that each play of each card has: what they say can be
 * written, and means that play. */
#include "../rules/table.h"
#include "agent/agent_private.h"
#include "agent_tests.h"
#include "cardtext/cardtext.h"
#include "law/casting.h"

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

/* What stands for a word in capitals in the scene that `begin` makes; a word
 * that stands twice is two things. */
static const struct {
	const char *word, *value[4];
} values[] = {
	{ "SPELL at WHOM", { "fire darts at red" } },
	{ "SPELL with", { "fire darts at red with" } },
	{ "on SPELL", { "on dust cloud" } },
	{ "SPELL", { "dust cloud" } },
	{ "2 at WHOM", { "4 at red" } }, /* of energy 5 */
	{ "WHOM", { "red" } },
	{ "SQUARE", { "c4", "d4", "c5", "d5" } },
	{ "LINE", { "c4/d4" } },
	{ "SECTOR", { "red" } },
	{ "ITEM", { "large rock" } },
	{ "THING", { "large rock" } },
	{ "OBJECT", { "rosebush" } },
	{ "TREASURE", { "treasure" } },
	{ "CARD", { "energy 5" } },
	{ "NUMBER", { "1" } },
	{ "DEGREES", { "90" } },
	{ "DIRECTION", { "north" } },
	{ "ENERGY", { "energy 5", "energy 4" } },
};

/* The form with everything filled in. */
static char *fill_in(const char *form)
{
	unsigned used[SP_ARRAY_LEN(values)] = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, SP_AGENT_ORDER_SIZE);
	while (*form != '\0') {
		size_t i = 0;

		while (i < SP_ARRAY_LEN(values) &&
			!sp_starts(form, values[i].word))
			i++;
		if (i == SP_ARRAY_LEN(values)) {
			sp_buf_addc(&out, *form++);
			continue;
		}
		const char *value = values[i].value[used[i]++ % 4];
		sp_buf_adds(&out, value != NULL ? value : values[i].value[0]);
		form += strlen(values[i].word);
	}
	return sp_buf_take(&out);
}

/* The form without what stands in brackets, or with it. */
static char *without_brackets(const char *form, bool with)
{
	struct sp_buf out;
	bool inside = false;

	sp_buf_init(&out, SP_CARDTEXT_FORM);
	for (; *form != '\0'; form++) {
		if (sp_starts(form, " ["))
			inside = true;
		if (!inside || (with && *form != '[' && *form != ']'))
			sp_buf_addc(&out, *form);
		inside = inside && *form != ']';
	}
	return sp_buf_take(&out);
}

struct forms {
	const struct sp_ruleset *ruleset;
	const struct sp_card *card;
	const struct sp_card_play *play; /* NULL: it pays */
	int n, of_play;
};

/* Which play of its card an order came to; -1: none. */
static int play_of(const struct sp_ruleset *r, const struct sp_game *view,
	const struct sp_command *c)
{
	struct sp_casting casting;

	return agent_plan_casting(r, view, c, c->n_answers, &casting)
		       ? casting.cast.play
		       : -1;
}

/* Of a counter only that nobody is asked to answer anything. */
static bool is_good(const struct forms *f, const struct sp_game *view,
	const struct sp_bound *bound, bool binds)
{
	if (f->play != NULL && f->play->when == SP_WHEN_REACTION)
		return bound->why.reason == SP_REASON_NOTHING_TO_COUNTER;
	if (!binds || f->play == NULL || f->play->when == SP_WHEN_MODIFIER)
		return binds;
	/* to play an item is the verb itself, and so is to use something */
	return f->play->from != SP_FROM_HAND || f->play->type == SP_PLAY_ITEM ||
	       play_of(f->ruleset, view, &bound->command) ==
		       (int)(f->play - f->card->play);
}

/* It binds, and to this play. */
static void check(const struct forms *f, const char *form)
{
	static const struct sp_card_play none = { .from = SP_FROM_HAND };
	static struct sp_game view;
	static struct scene s;
	struct sp_bound bound;
	char *line = fill_in(form);

	begin(&s, f->card, f->play != NULL ? f->play : &none);
	sp_game_view(&s.g, 0, &view);
	bool good = is_good(f, &view, &bound,
		agent_cards_bind(s.ruleset, &view, 0, line, &bound));
	if (!good)
		printf("\n  %s: %s [%s]\n", line, agent_test_last(),
			bound.suggestion);
	CU_ASSERT_TRUE(good);
	sp_free(line);
}

static void check_form(void *with, const char *form)
{
	struct forms *f = with;
	char *bare = without_brackets(form, false);

	check(f, bare);
	if (!sp_streq(bare, form)) {
		char *full = without_brackets(form, true);
		check(f, full);
		sp_free(full);
	}
	sp_free(bare);
	f->n++;
	f->of_play++;
}

TEST("agent/examples", "every order that a card shows can be carried out")
{
	const struct sp_ruleset *r = cardplay_ruleset();
	struct forms f = { .ruleset = r };

	for (int i = 0; i < r->n_cards; i++) {
		f.card = &r->card[i];
		for (int k = 0; k < f.card->n_plays; k++) {
			f.play = &f.card->play[k];
			f.of_play = 0;
			sp_cardtext_play_forms(
				r, f.card, f.play, check_form, &f);
			CU_ASSERT_TRUE(f.of_play > 0);
		}
		f.play = NULL;
		if (f.card->is_energy)
			sp_cardtext_energy_forms(f.card, check_form, &f);
	}
	CU_ASSERT_TRUE(f.n > 110);
}

/* ---- of any ruleset ------------------------------------------------------ */

struct shapes {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	const char *text; /* of the card, as `card` shows it, on one line */
	int n, of_play;
};

/* It parses once its words in capitals are filled in, and the text has it. */
static void check_shape(void *with, const char *form)
{
	struct shapes *f = with;
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(f->ruleset, f->g, SP_NOBODY, vocable),
		SP_ASKED_NOTHING };
	struct sp_orders orders;

	if (strstr(f->text, form) == NULL)
		printf("\n  not in the text: %s\n%s\n", form, f->text);
	CU_ASSERT_PTR_NOT_NULL(strstr(f->text, form));
	for (int full = 0; full < 2; full++) {
		char *bare = without_brackets(form, full == 1);
		char *line = fill_in(bare);

		sp_order_parse(&orders, line, strlen(line), &words);
		bool good = orders.n == 1 &&
			    orders.line[0].line_class == SP_LINE_ORDER &&
			    orders.line[0].order.kind != SP_ORDER_HELP;
		if (!good)
			printf("\n  no order: %s\n", line);
		CU_ASSERT_TRUE(good);
		sp_order_clear(&orders);
		sp_free(line);
		sp_free(bare);
	}
	f->n++;
	f->of_play++;
}

/* Lines become one, so that nothing hides at the end of one. */
static char *card_text(const struct sp_ruleset *r, int type)
{
	struct sp_buf text, line;
	bool blank = false;

	sp_buf_init(&text, 1 << 16);
	sp_buf_init(&line, 1 << 16);
	sp_cardtext_page(r, type, &text);
	for (const char *at = sp_buf_str(&text); *at != '\0'; at++) {
		bool white = *at == ' ' || *at == '\n';

		if (!white || !blank)
			sp_buf_addc(&line, white ? ' ' : *at);
		blank = white;
	}
	sp_buf_free(&text);
	return sp_buf_take(&line);
}

/* What a card says of its order is what the rules let one write. */
TEST("agent/examples", "what the order of a card says")
{
	static const struct {
		const char *card, *says;
	} lines[] = {
		{ "strength", "wrest an attack, no spell; your square;" },
		{ "strength", "| use strength wrest from WHOM object ITEM" },
		{ "zot", "| cast zot hurt at WHOM [with ENERGY]" },
		{ "zot", "| cast zot stun at WHOM" },
		{ "fire-darts", "2 at WHOM, 1 at WHOM with ENERGY" },
		{ "rotate-sector", "clockwise, 90, 180 or 270" },
		{ "stretch", "ITEM: an item or treasure that you carry" },
		{ "drop-object",
			"ITEM: an item or treasure that WHOM carries" },
	};
	const struct sp_ruleset *r = cardplay_ruleset();

	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		int type = sp_card_ruleset_card_id(r, lines[i].card);
		char *text = card_text(r, type);

		CONTAINS(text, lines[i].says);
		sp_free(text);
	}
}

TEST("agent/examples", "each play of each kind shows an order that parses")
{
	static struct scene s;
	struct shapes f = { .ruleset = cardplay_lab_ruleset() };

	table_begin_with(&s, f.ruleset, "blue red");
	f.g = &s.g;
	for (int i = 0; i < f.ruleset->n_cards; i++) {
		const struct sp_card *card = &f.ruleset->card[i];
		char *text = card_text(f.ruleset, i);

		f.text = text;
		CU_ASSERT_TRUE(strlen(card->text) > 0);
		for (int k = 0; k < card->n_plays; k++) {
			f.of_play = 0;
			sp_cardtext_play_forms(f.ruleset, card, &card->play[k],
				check_shape, &f);
			EQUAL_INT(f.of_play > 0,
				card->play[k].when != SP_WHEN_UNIVERSE);
		}
		f.of_play = 0;
		if (card->is_energy)
			sp_cardtext_energy_forms(card, check_shape, &f);
		sp_free(text);
	}
	CU_ASSERT_TRUE(f.n > 180);
}
