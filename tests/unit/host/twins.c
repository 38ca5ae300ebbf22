/* A table that is laid for twins, and what they look like from outside
 * (twins.h). */
#include "twins.h"

/* ---- a game -----------------------------------------------------------------
 */

void twins_say(struct club *c, const char *who, const char *text)
{
	c->now += 60;
	(void)club_reply(
		c, club_last_to(c, 0, club_person(who)->address), who, text);
	club_pass_bots(c);
}

void twins_both(struct twins *t, const char *who, const char *a, const char *b)
{
	twins_say(&t->c[0], who, a);
	twins_say(&t->c[1], who, b);
}

void twins_all_pass(struct twins *t, const char *const order[2][3])
{
	for (int i = 0; i < 2; i++) {
		struct sp_live *live = club_load(&t->c[i], TWIN_GID);
		unsigned seats =
			sp_table_round_awaits(&t->c[i].host->scratch, live);

		EQUAL_INT(live->game.decision.kind, SP_DECISION_REACTION);
		sp_record_live_free(live);
		for (int k = 0; k < 3; k++) {
			int seat = sp_streq(order[i][k], "blue")     ? BLUE
				   : sp_streq(order[i][k], "yellow") ? YELLOW
								     : GREEN;
			if ((seats & 1U << seat) != 0)
				twins_say(&t->c[i], order[i][k], "pass");
			else
				t->c[i].now += 60;
		}
		if (t->hold > 0)
			club_later(&t->c[i], (t->hold + 1) * CLUB_HOUR);
	}
}

/* ---- a table that is laid by hand -------------------------------------------
 */

int twins_card(const struct sp_live *live, const char *id)
{
	int type = sp_card_ruleset_card_id(live->ruleset, id);

	for (int c = 0; type >= 0 && c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			live->game.place[c].zone == SP_ZONE_DECK)
			return c;
	CU_FAIL_FATAL("no such card in the deck");
	return -1;
}

/* The cards on top of the deck, which are drawn next, and the same elsewhere:
 * those of the turns of Red and Blue are other ones in the second game. */
static void turn_deck(struct sp_game *g)
{
	uint16_t deck[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, 0, deck);

	for (int i = 0; i < 4; i++) {
		uint16_t top = deck[n - 1 - i];

		deck[n - 1 - i] = deck[i];
		deck[i] = top;
	}
	sp_game_pile_lay(g, 0, deck, n);
}

/* To the bottom of the deck, which Yellow and Green do not come to: there the
 * second game may have other cards. */
static void sink(struct sp_live *live, const char *const ids[2][5])
{
	uint16_t deck[SP_CARDS_MAX];
	int all = sp_game_pile_list(&live->game, 0, deck), n = 0;

	for (int s = 0; s < 2; s++)
		for (int k = 0; k < 5; k++) {
			if (ids[s][k] == NULL)
				continue;
			int card = twins_card(live, ids[s][k]), at = n;
			while (deck[at] != card)
				at++;
			for (; at > n; at--)
				deck[at] = deck[at - 1];
			deck[n++] = (uint16_t)card;
		}
	/* four turns draw two cards each */
	CU_ASSERT_FATAL(n + 8 <= all);
	sp_game_pile_lay(&live->game, 0, deck, all);
}

static void lay_table(
	struct club *c, const char *options, bool defaults, bool second)
{
	static const char *const hands[4][5] = {
		{ "zot", "energy-6", "booby-trap", "rotate-sector", "glue" },
		{ "full-shield", "negate-neutral", "shield", "dispel",
			"energy-4" },
		{ "around-the-corner", "large-rock", "ka-bong", "energy-5",
			"swap" },
		{ "create-wall", "destroy-wall", "drop-object", "dust-cloud",
			"rosebush" },
	};
	/* what Red and Blue hold in the second game in the place of some */
	static const char *const others[2][5] = {
		{ NULL, NULL, NULL, "pick-lock", "create-door" },
		{ "ward", "ka-bong", "fire-darts", "thornbush",
			"wall-of-earth" },
	};
	static const char *const squares[] = { "b1", "c1", "d1", "e1" };
	static struct sp_events events;
	struct sp_live *live;
	struct sp_game *g;

	club_make(c);
	c->quiet = true;
	c->defaults = defaults;
	club_game(c, TWIN_GID, 4, options, true);
	live = club_load(c, TWIN_GID);
	g = &live->game;
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	for (int s = 0; s < 4; s++) {
		events.n = 0;
		sp_game_move_actor(g, s,
			sp_board_square_parse(&g->board, squares[s]), &events);
		g->actor[s].turns = s == RED ? 2 : 1;
		for (int k = 0; k < 5; k++)
			sp_game_put_card(g, twins_card(live, hands[s][k]),
				SP_ZONE_HAND, s);
	}
	sink(live, others);
	for (int s = 0; second && s < 2; s++) {
		for (int k = 0; k < 5; k++) {
			int in = others[s][k] == NULL
					 ? -1
					 : twins_card(live, others[s][k]);
			uint16_t deck[SP_CARDS_MAX];
			int n = sp_game_pile_list(g, 0, deck);
			int at = 0, out = -1;

			if (in < 0)
				continue;
			while (deck[at] != in)
				at++;
			int type = sp_card_ruleset_card_id(
				live->ruleset, hands[s][k]);
			for (int i = 0; i < g->hand[s].n; i++)
				if (live->ruleset->type[g->hand[s].card[i]] ==
					type)
					out = g->hand[s].card[i];
			/* the place of the one becomes that of the other */
			sp_game_put_card(g, in, SP_ZONE_HAND, s);
			sp_game_put_card(g, out, SP_ZONE_DECK, SP_NOBODY);
			deck[at] = (uint16_t)out;
			sp_game_pile_lay(g, 0, deck, n);
		}
	}
	if (second)
		turn_deck(g);
	g->round = 2;
	g->turn = 5;
	table_lay(live);
	c->now += 60;
}

static void begin(struct twins *t, int hold, bool defaults, bool alike)
{
	char options[60];

	memset(t, 0, sizeof(*t));
	t->hold = hold;
	sp_format(options, sizeof(options), "cards=yes schools=first hold=%d",
		hold);
	lay_table(&t->c[0], options, defaults, false);
	lay_table(&t->c[1], options, defaults, !alike);
}

void twins_begin(struct twins *t, int hold, bool defaults)
{
	begin(t, hold, defaults, false);
}

void twins_begin_alike(struct twins *t)
{
	begin(t, 0, false, true);
}

/* A card of that type which nobody holds, also one that was left out. */
static int free_card(const struct sp_live *live, const char *id)
{
	int type = sp_card_ruleset_card_id(live->ruleset, id);

	for (int c = 0; type >= 0 && c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			(live->game.place[c].zone == SP_ZONE_DECK ||
				live->game.place[c].zone == SP_ZONE_OUT))
			return c;
	CU_FAIL_FATAL("no such card is free");
	return -1;
}

void twins_hold(struct twins *t, int seat, const char *id)
{
	for (int i = 0; i < 2; i++) {
		struct sp_live *live = club_load(&t->c[i], TWIN_GID);
		struct sp_game *g = &live->game;
		int card = free_card(live, id);

		if (g->place[card].zone == SP_ZONE_OUT) {
			g->place[card].pile = 0;
			sp_game_put_card(g, card, SP_ZONE_DECK, SP_NOBODY);
		}
		sp_game_put_card(g, card, SP_ZONE_HAND, seat);
		table_lay(live);
		club_close(&t->c[i]);
	}
}

void twins_end(struct twins *t)
{
	club_clear(&t->c[0]);
	club_clear(&t->c[1]);
}

/* ---- what they look like ------------------------------------------------- */

void twins_picture(const struct club *c, struct sp_buf *out)
{
	static const char command[] =
		"git rev-list --reverse main | while read c; do"
		" git cat-file -s $c; git cat-file -s $c^{tree};"
		" git ls-tree -r -l $c | sed "
		"'/sealed.json\\|game.json/s/blob [0-9a-f]*//';"
		" git log -1 --format='%an %ae %cn %at %ct %s%n%b' $c | sed "
		"'s/^\\(State\\|Input\\): [0-9a-f]\\{64\\}$/\\1/'; done;"
		" git for-each-ref --format='%(refname)';"
		" git cat-file --batch-all-objects --unordered "
		"--batch-check='%(objecttype) %(objectsize)' | sort";

	EQUAL_INT(club_git(c, TWIN_GID, out, command), 0);
}

/* The tags alone: where they are equal nothing was secret. */
static void tags(const struct club *c, struct sp_buf *out)
{
	EQUAL_INT(club_git(c, TWIN_GID, out,
			  "git log --format=%b main | grep '^State: '"),
		0);
}

static bool is_hex(char c)
{
	return sp_is_digit((unsigned char)c) || (c >= 'a' && c <= 'f');
}

/* What may differ: ids of commits and what is derived from luck, of 40 digits
 * and more; Message-IDs of ours. Their lengths stay. */
static char *masked(const char *raw)
{
	char *text = sp_xstrdup(raw);
	size_t n;

	for (char *at = text; *at != '\0'; at += n) {
		for (n = 0; is_hex(at[n]); n++)
			;
		if (n >= 40)
			memset(at, 'h', n);
		n += n == 0;
	}
	for (char *at = text; (at = strchr(at, '<')) != NULL; at++) {
		n = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz234567");
		if (n == 26 && at[27] == '@')
			memset(at + 1, 'm', n);
	}
	return text;
}

/* The mails to a seat: whole, or what anybody sees who
 * carries them. */
static void mails(const struct club *c, const char *colour, bool whole,
	struct sp_buf *out)
{
	for (size_t i = 0; i < c->n_letters; i++) {
		const struct letter *letter = c->letter[i];

		if (!sp_mail_addr_equal(
			    letter->to, club_person(colour)->address))
			continue;
		char *text = masked(letter->raw);
		if (whole)
			sp_buf_addf(out, "%s\n", text);
		else
			sp_buf_addf(out, "%s | %s\n", letter->date,
				letter->subject);
		sp_free(text);
	}
}

/* Say where two texts part; true where they are equal. */
static bool same(
	const char *what, const struct sp_buf *a, const struct sp_buf *b)
{
	const char *x = sp_buf_str(a), *y = sp_buf_str(b);
	size_t line = 0;

	if (sp_streq(x, y))
		return true;
	for (size_t i = 0; x[i] == y[i] && x[i] != '\0'; i++)
		if (x[i] == '\n')
			line = i + 1;
	printf("\n  %s:\n    %.*s\n    %.*s\n", what,
		(int)strcspn(x + line, "\n"), x + line,
		(int)strcspn(y + line, "\n"), y + line);
	return false;
}

void twins_compare(struct twins *t, const char *colour, bool whole)
{
	struct sp_buf text[2];

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		mails(&t->c[i], colour, whole, &text[i]);
	}
	CU_ASSERT(text[0].len > 0);
	CU_ASSERT(same(colour, &text[0], &text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
}

bool twins_alike(
	struct twins *t, void (*look)(const struct club *c, struct sp_buf *out))
{
	struct sp_buf text[2];
	bool yes;

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		look(&t->c[i], &text[i]);
	}
	CU_ASSERT(text[0].len > 200);
	yes = sp_streq(sp_buf_str(&text[0]), sp_buf_str(&text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
	return yes;
}

void twins_compare_repositories(struct twins *t)
{
	struct sp_buf text[2];

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		twins_picture(&t->c[i], &text[i]);
	}
	CU_ASSERT(same("repository", &text[0], &text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
	/* and not because nothing was hidden */
	CU_ASSERT_FALSE(twins_alike(t, tags));
}
