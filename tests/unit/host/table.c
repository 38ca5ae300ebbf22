#include "table.h"

/* ---- a table that is laid by hand --------------------------------------- */

struct sp_live *table_load(struct club *c)
{
	return club_load(c, TABLE_GID);
}

/* A new commit with the position as it was made by hand. */
void table_lay(struct sp_live *live)
{
	static struct sp_events none;
	struct sp_render_step step = { live->ruleset, NULL, &live->game, NULL,
		&none, false };
	struct sp_error e = { 0 };

	if (sp_state_check(&live->game, &e) != SP_OK)
		printf("\n  lay: %s\n", e.text);
	EQUAL_INT_FATAL(e.code, SP_OK);
	EQUAL_INT_FATAL(
		sp_record_step(live, &step, NULL, live->when + 5, "test", &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_store_flush(live->repo, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_move_head(live->repo, &live->base, &live->head,
				NULL, 0, &e),
		SP_OK);
	sp_record_live_free(live);
}

static void stand(struct sp_live *live, int seat, const char *square)
{
	static struct sp_events events;

	events.n = 0;
	sp_game_move_actor(&live->game, seat,
		sp_board_square_parse(&live->game.board, square), &events);
	live->game.actor[seat].turns = seat == RED ? 2 : 1;
}

static int card_of(const struct sp_live *live, const char *id)
{
	int type = sp_card_ruleset_card_id(live->ruleset, id);

	CU_ASSERT_TRUE_FATAL(type >= 0);
	for (int c = 0; c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			live->game.place[c].zone != SP_ZONE_HAND)
			return c;
	CU_ASSERT_FATAL(false);
	return -1;
}

static bool is_held(const struct sp_live *live, int type)
{
	for (int c = 0; c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			live->game.place[c].zone == SP_ZONE_HAND)
			return true;
	return false;
}

/* Further copies of what hands hold go to the bottom of the deck: a card that
 * is drawn has the name of none that somebody else keeps. */
static void sink_copies(struct sp_live *live)
{
	uint16_t was[SP_CARDS_MAX], deck[SP_CARDS_MAX];
	int all = sp_game_pile_list(&live->game, 0, was), n = 0;

	for (int held = 1; held >= 0; held--)
		for (int i = 0; i < all; i++) {
			int type = live->ruleset->lexicon.type[was[i]];

			if (is_held(live, type) == held)
				deck[n++] = was[i];
		}
	EQUAL_INT_FATAL(n, all);
	sp_game_pile_lay(&live->game, 0, deck, n);
}

/* All hands go back into the deck, and these cards, five for each seat, come
 * out of it (or into the game). */
static void deal(struct sp_live *live, const char *const hands[][5], int n)
{
	struct sp_game *g = &live->game;

	for (int c = 0; c < live->ruleset->n_copies; c++)
		if (g->place[c].zone == SP_ZONE_HAND)
			sp_game_put_card(g, c, SP_ZONE_DECK, SP_NOBODY);
	for (int s = 0; s < n; s++) {
		for (int k = 0; k < 5; k++) {
			int card = card_of(live, hands[s][k]);
			if (g->place[card].zone == SP_ZONE_OUT) {
				g->place[card].pile = 0;
				sp_game_put_card(
					g, card, SP_ZONE_DECK, SP_NOBODY);
			}
			sp_game_put_card(g, card, SP_ZONE_HAND, s);
		}
	}
	sink_copies(live);
}

void table(struct club *c, const char *options)
{
	table_by(c, NULL, options);
}

/* Four wizards in a row, b1 to e1, who see each other. */
void table_by(struct club *c, const char *rulesets, const char *options)
{
	static const char *const hands[4][5] = {
		{ "zot", "energy-6", "anti-anti", "rotate-sector",
			"destroy-wall" },
		{ "full-shield", "negate-neutral", "glue", "dispel",
			"energy-4" },
		{ "around-the-corner", "large-rock", "ka-bong", "energy-5",
			"swap" },
		{ "shield", "energy-4", "drop-object", "dust-cloud",
			"rosebush" },
	};
	struct sp_live *live;

	club_make(c);
	c->quiet = true;
	if (rulesets != NULL)
		sp_format(c->config.rulesets, sizeof(c->config.rulesets), "%s",
			rulesets);
	club_game(c, TABLE_GID, 4, options, true);
	live = table_load(c);
	stand(live, RED, "b1");
	stand(live, BLUE, "c1");
	stand(live, YELLOW, "d1");
	stand(live, GREEN, "e1");
	live->game.round = 2;
	live->game.turn = 5;
	deal(live, hands, 4);
	table_lay(live);
	c->now += 60;
}

/* ---- what happens -------------------------------------------------------- */

/* A seat answers the newest letter that it has. */
void say(struct club *c, const char *who, const char *text)
{
	c->now += 60;
	(void)club_reply(
		c, club_last_to(c, 0, club_person(who)->address), who, text);
	club_pass(c);
}

/* The head's author, subject and files, and its trailers but State and Input.
 */
void head_is(struct club *c, const char *wanted)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	EQUAL_INT_FATAL(
		club_git(c, TABLE_GID, &out,
			"git log -1 --name-only --format='%an: %s%n%b' main | "
			"grep -v '^$' | grep -v '^State: \\|^Input: \\|^Seq: "
			"'"),
		0);
	EQUAL_STRING(sp_buf_str(&out), wanted);
	if (!sp_streq(sp_buf_str(&out), wanted))
		printf("\n  head: %s", sp_buf_str(&out));
	sp_buf_free(&out);
}

void table_hold(struct sp_live *live, int seat, const char *id)
{
	struct sp_game *g = &live->game;
	int type = sp_card_ruleset_card_id(live->ruleset, id);

	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (live->ruleset->lexicon.type[k] == type &&
			g->place[k].zone != SP_ZONE_HAND) {
			g->place[k].pile = 0;
			if (g->place[k].zone == SP_ZONE_OUT)
				sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
			sp_game_put_card(g, k, SP_ZONE_HAND, seat);
			return;
		}
	CU_ASSERT_FATAL(false);
}

int life_of(struct club *c, int seat)
{
	struct sp_game *g = club_state(c, TABLE_GID);
	int life = g->actor[seat].life;

	sp_free(g);
	return life;
}

const struct letter *answer_to(const struct club *c, const char *who)
{
	const struct letter *letter = NULL;

	for (size_t i = c->n_letters; letter == NULL && i-- > 0;)
		if (c->letter[i]->in_reply_to[0] != '\0' &&
			sp_streq(c->letter[i]->to, club_person(who)->address))
			letter = c->letter[i];
	CU_ASSERT_PTR_NOT_NULL_FATAL(letter);
	return letter;
}

bool says(const struct letter *letter, const char *words)
{
	bool yes = strstr(letter->text, words) != NULL;

	if (!yes)
		printf("\n  no \"%s\" in: %s\n", words, letter->text);
	return yes;
}

/* Letters, but for receipts, with these words in the subject. */
unsigned called(const struct club *c, size_t from, const char *colour,
	const char *words)
{
	unsigned n = 0;

	for (size_t i = from; i < c->n_letters; i++)
		n += strncmp(c->letter[i]->subject, "Re: ", 4) != 0 &&
		     strstr(c->letter[i]->subject, words) != NULL &&
		     (colour == NULL || sp_streq(c->letter[i]->to,
						club_person(colour)->address));
	return n;
}

bool tells(const char *text, const char *words)
{
	char *flat = sp_xmalloc(strlen(text) + 1);
	size_t n = 0;

	for (const char *s = text; *s != '\0'; s++) {
		if (sp_is_space(*s) || (*s == '|' && s[1] == ' ')) {
			if (n > 0 && flat[n - 1] != ' ')
				flat[n++] = ' ';
		} else {
			flat[n++] = *s;
		}
	}
	flat[n] = '\0';
	bool told = strstr(flat, words) != NULL;
	sp_free(flat);
	return told;
}

void table_come_to_treasure(struct sp_live *live, int seat, int owner)
{
	struct sp_game *g = &live->game;
	struct sp_events events;

	events.n = 0;
	for (int t = 0; t < g->n_treasures; t++)
		if (g->treasure[t].owner == owner) {
			sp_game_move_actor(
				g, seat, g->treasure[t].square, &events);
			return;
		}
	CU_ASSERT_FATAL(false);
}
