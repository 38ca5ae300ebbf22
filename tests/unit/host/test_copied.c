/*
 * Whatever a mail offers as an order is one: each line behind a bar, each word
 * between backticks and each `More:` of every mail of whole games is copied as
 * a player copies it, and has to parse and to bind to the position that the
 * mail is about.
 */
#include "agent/agent_tests.h"
#include "bout.h"
#include "fixtures.h"
#include "order/order_tests.h"
#include "reply/reply.h"
#include "table/context.h"
#include "unit.h"

/* Sections whose lines repeat what the player wrote. */
static const char *const echoes[] = { "Done", "Refused", "Not done",
	"I ignored", "with the subject", "I did not understand", "Your hand",
	"In play, and how it is used" };

struct copied {
	const struct letter *letter;
	const struct sp_live *live;
	struct sp_scratch *scratch;
	const struct sp_game *view;
	int seat;
	unsigned orders, words; /* so many were tried */
	unsigned wrong;
};

static void complain(struct copied *t, const char *text, const char *why)
{
	t->wrong++;
	printf("\n  \"%s\" of \"%s\": %s\n", text, t->letter->subject, why);
}

/* The one order in a text, to be bound if it is one for the game. */
static void try_order(struct copied *t, const char *text, bool bind)
{
	struct sp_order_vocable *vocable =
		sp_xcalloc(SP_VOCABLE_MAX, sizeof(vocable[0]));
	struct sp_order_words words = { vocable, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	struct sp_bound bound;

	words.n = sp_vocable_words(club_ruleset(), t->view, t->seat, vocable);
	words.asked = (uint8_t)sp_vocable_asked(t->view, t->seat);
	sp_reply_parse(&orders, text, strlen(text), &words);
	if (orders.n != 1 || orders.line[0].line_class != SP_LINE_ORDER)
		complain(t, text,
			orders.n == 1 ? order_test_mistake(&orders.line[0])
				      : "no order");
	else if (bind &&
		 sp_order_effect(orders.line[0].order.kind) == SP_EFFECT_GAME &&
		 !sp_agent_bind(club_ruleset(), t->view, t->seat,
			 &orders.line[0].order, &bound))
		complain(t, text,
			agent_test_words(club_ruleset(), t->view, &bound));
	sp_order_clear(&orders);
	sp_free(vocable);
}

/* Below this heading nothing is offered. */
static bool is_echo(const char *heading, size_t len)
{
	char *line = sp_xstrndup(heading, len);
	bool echo = strstr(line, " says to ") != NULL;

	for (size_t i = 0; i < SP_ARRAY_LEN(echoes); i++)
		echo = echo || sp_starts(line, echoes[i]);
	sp_free(line);
	return echo;
}

/* The text of a card begins with its name: "Glue: Neutral. While it ...", or
 * "Glue ("you" is Red): Neutral." */
static bool is_card(const char *text)
{
	const struct sp_ruleset *ruleset = club_ruleset();
	size_t end = strcspn(text, ":\n"), len = strcspn(text, ":(\n");

	if (len < end)
		len--;
	for (int i = 0; text[end] == ':' && i < ruleset->n_cards; i++)
		if (strlen(ruleset->card[i].name) == len &&
			memcmp(ruleset->card[i].name, text, len) == 0)
			return true;
	return false;
}

/* Lines behind a bar, together with those that a long one was broken into. */
static void try_bars(struct copied *t)
{
	const char *at = t->letter->text;
	bool echo = false, card = false, press = false;

	while (*at != '\0') {
		size_t len = strcspn(at, "\n");
		size_t indent = strspn(at, " ");
		const char *next = at + len + (at[len] == '\n');
		size_t deeper;
		char *text;

		if (indent == 0 && len > 0 && at[0] != '|')
			echo = is_echo(at, len);
		/* of several lines, each with its bar */
		if (indent == len)
			card = false;
		else if (at[indent] == '|' && is_card(at + indent + 2))
			card = true;
		/* below a refusal stands what to write instead */
		/* what would come of the order of a list goes on below it */
		bool outcome =
			at[indent] == '|' && strspn(at + indent + 1, " ") > 3;
		/* a message of several lines is no order line by line */
		bool ends = sp_starts(at + indent, "| endpress");
		if (sp_starts(at + indent, "| press to ") && at[len - 1] == ':')
			press = true;
		bool message = press;
		press = press && !ends;
		if (at[indent] != '|' || card || outcome || message ||
			(echo && indent < 4)) {
			at = next;
			continue;
		}
		while ((deeper = strspn(next, " ")) > indent &&
			next[deeper] != '|' && next[deeper] != '\n') {
			len = (size_t)(next - at) + strcspn(next, "\n");
			next = at + len + (at[len] == '\n');
		}
		text = sp_xstrndup(at, len);
		char *plain =
			sp_table_unnumber(t->scratch, t->live, t->seat, text);
		try_order(t, plain, true);
		sp_free(plain);
		t->orders++;
		sp_free(text);
		at = next;
	}
}

static void try_quoted(struct copied *t)
{
	const char *at = t->letter->text;

	while ((at = strchr(at, '`')) != NULL) {
		const char *end = strchr(++at, '`');
		char *text;

		if (end == NULL) {
			complain(t, at, "one backtick");
			return;
		}
		text = sp_xstrndup(at, (size_t)(end - at));
		/* "when ..." stands for any of them */
		if (strstr(text, "...") == NULL)
			try_order(t, text, false);
		t->words++;
		sp_free(text);
		at = end + 1;
	}
}

/* "More: help, board, history 3" */
static void try_more(struct copied *t)
{
	const char *at = strstr(t->letter->text, "\nMore: ");

	if (at == NULL)
		return;
	for (at += strlen("\nMore: "); *at != '\n' && *at != '\0';) {
		size_t len = strcspn(at, ",\n");
		char *text = sp_xstrndup(at, len);

		try_order(t, text, false);
		t->words++;
		sp_free(text);
		at += len + strspn(at + len, ", ");
	}
}

/* The newest letter of a seat, if it is about the decision that is open. */
static void try_letter(struct copied *t, struct club *c, int seat)
{
	char *decision;
	struct sp_live *live = club_load(c, BOUT_GID);
	const struct sp_game *g = &live->game;
	struct sp_game *view = sp_xcalloc(1, sizeof(*view));
	const char *found;

	t->letter = club_last_to(c, 0, club_people[seat].address);
	t->live = live;
	t->scratch = sp_xcalloc(1, sizeof(*t->scratch));
	t->view = view;
	t->seat = seat;
	sp_game_view(g, seat, view);
	try_quoted(t);
	try_more(t);
	decision = sp_xasprintf("  decision %u", g->decision.number);
	found = strstr(t->letter->text, decision);
	if (found != NULL && strchr(" \n", found[strlen(decision)]) != NULL)
		try_bars(t);
	sp_free(decision);
	sp_free(t->scratch);
	sp_free(view);
	sp_record_live_free(live);
}

static void play(struct copied *t, const struct bout *what, int steps)
{
	struct club c;

	bout_play(&c, what);
	for (int i = 0; i < steps && !bout_is_over(&c); i++) {
		size_t before = c.n_letters;

		bout_go_on(&c, what, 1);
		for (int seat = 0; seat < what->players; seat++)
			for (size_t l = before; l < c.n_letters; l++)
				if (sp_streq(c.letter[l]->to,
					    club_people[seat].address)) {
					try_letter(t, &c, seat);
					break;
				}
	}
	club_clear(&c);
}

TEST("host/copied", "what the mails of whole games offer is taken")
{
	struct copied t = { 0 };
	int games = test_long() ? 40 : 2;

	for (int i = 0; i < games; i++) {
		const struct bout what = { .players = 2 + i % 3,
			.options = i % 2 == 0
					   ? "cards=yes rounds=9"
					   : "cards=yes rounds=9 windows=quick",
			.clock = true,
			.seed = (uint64_t)(i + 1) };

		play(&t, &what, 60);
	}
	EQUAL_INT(t.wrong, 0);
	CU_ASSERT_TRUE(t.orders > 150);
	CU_ASSERT_TRUE(t.words > 20);
}
