/*
 * Every mail that the templates make, as its reader gets it.
 */
#include "render/render_private.h"
#include "render_tests.h"

#include "../rules/scene.h"

#include "agent/agent.h"
#include "mail/mail.h"
#include "order/order.h"
#include "rules/rules.h"

#include <dirent.h>

#define HEAD "c09e5aa41b7d2f60938e5c1a7704bd2f9e6a3c58"
#define ROOT "2c1d07a3b9e45f6081d2c3b4a5968778695a4b3c"
#define COMMIT                                                                 \
	"6f1ed002ab5595859014ebf0951522d9"                                     \
	"d0a4b2f8c3e7166d54a9b80c1f2e3d4a"
#define FINGERPRINT "SHA256:uTt6vG2Yz9c0nq1KxJ3m5sWfRb8dLh4eQaPoIyCkE7w"

/* Mails whose HTML is kept, too. */
static const char *const html_goldens[] = { "mail-turn-cards.txt",
	"mail-turn-5.txt", "mail-receipt.txt", "mail-receipt-answers.txt",
	"mail-closing-clone.txt", "mail-invitation.txt",
	"mail-window-counter.txt", "mail-choice.txt", "mail-held.txt",
	"mail-welcome.txt" };

/* ---- templates from the source tree ------------------------------------- */

static char *loaded[64];
static size_t n_loaded;

static const char *get_file(void *payload, const char *name, size_t *len)
{
	char *path =
		sp_xasprintf("%s/templates/en/%s.txt", test_source_dir(), name);
	struct sp_buf text;
	struct sp_error e = { 0 };

	(void)payload;
	sp_buf_init(&text, 1 << 16);
	if (sp_file_read(&text, path, &e) != SP_OK) {
		sp_free(path);
		sp_buf_free(&text);
		return NULL;
	}
	sp_free(path);
	CU_ASSERT_FATAL(n_loaded < SP_ARRAY_LEN(loaded));
	*len = text.len;
	loaded[n_loaded] = sp_buf_take(&text);
	return loaded[n_loaded++];
}

static void unload(void)
{
	while (n_loaded > 0)
		sp_free(loaded[--n_loaded]);
}

/* ---- contexts, as the host makes them ----------------------------------- */

static json_t *common(const char *seat, const struct sp_game *g)
{
	char name[SP_RENDER_NAME_SIZE];
	json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "gid",
		"tower-k3j7x2q5", "label", "tower", "Label", "Tower", "club",
		"The Tuesday Guild", "ruleset", render_ruleset()->title, "head",
		HEAD, "root", ROOT, "commitment", COMMIT);

	if (seat != NULL) {
		sp_render_capital(seat, name);
		sp_json_set_string(o, "seat", seat);
		sp_json_set_string(o, "Seat", name);
	}
	sp_json_set(o, "terms",
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b}", "points",
			"2 victory points", "rounds", "100 rounds", "hours",
			"72 hours", "hours_round", "24 hours", "hours_further",
			"12 hours", "hours_choice", "24 hours", "press_a_day",
			"20 mails", "cards", g != NULL && g->cards));
	if (g == NULL)
		return o;
	sp_json_set_int(o, "turn", g->turn);
	if (g->status == SP_GAME_RUNNING) {
		sp_json_set_int(o, "decision", 41);
		sp_json_set(o, "deadline",
			json_pack("{s:s, s:s, s:s}", "iso", "2026-11-24T17:00Z",
				"in", "2 d 4 h", "text",
				"Tue 24 Nov 17:00 UTC"));
	}
	sp_json_set(o, "position",
		sp_render_position(render_ruleset(), g,
			seat != NULL ? sp_game_seat(g, seat) : SP_NOBODY));
	return o;
}

static void playing(struct sp_game *g, int n)
{
	render_position(g, n, "a");
	g->turn = 7;
	g->round = 2;
	g->wizard[1].life = 13;
	render_put(g, "red", "e4");
	render_put(g, "blue", "f4");
	render_lay(g, "yellow-1", NULL, "blue");
}

static json_t *seats(const char *you)
{
	static const char *const colours[] = { "Red", "Blue", "Yellow" };
	json_t *list = json_array();

	for (size_t i = 0; i < 3; i++)
		(void)json_array_append_new(list,
			json_pack("{s:s, s:b, s:b, s:b}", "Seat", colours[i],
				"you", sp_strieq(colours[i], you), "joined",
				i == 1, "luck", i == 1));
	return list;
}

static json_t *story(void)
{
	return json_pack("[s, s, s, s, s]", "Turn 5: Blue",
		"  Blue walks h3 g3 f4.",
		"  Blue punches Red: 1 damage (15 to 14) and ends the turn.",
		"Turn 6: Yellow",
		"  Yellow walks c8 d8 d9 e9 e10 d10, opening the door c9/d9, "
		"and "
		"picks up Red's treasure at d10.");
}

/* A copy of our own mail under a reply, with nothing that marks it as a copy,
 * must not play, nor stop what stands above it: no line is an order, nor half
 * one. */
static void no_orders(const char *text)
{
	static const struct sp_order_vocable vocable[] = {
		{ .word = "red",
			.kind = SP_WORD_SEAT,
			.value = 0,
			.near = false },
		{ .word = "blue",
			.kind = SP_WORD_SEAT,
			.value = 1,
			.near = false },
		{ .word = "yellow",
			.kind = SP_WORD_SEAT,
			.value = 2,
			.near = false },
		{ .word = "green",
			.kind = SP_WORD_SEAT,
			.value = 3,
			.near = false },
		{ .word = "purple",
			.kind = SP_WORD_SEAT,
			.value = 4,
			.near = false },
	};
	static const struct sp_order_words words = { vocable,
		SP_ARRAY_LEN(vocable), SP_ASKED_NOTHING };
	struct sp_orders orders;

	sp_order_parse(&orders, text, strlen(text), &words);
	for (int i = 0; i < orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		printf("\nan order in our mail: %.*s\n", (int)line->len,
			orders.text + line->start);
		CU_FAIL("our own mail reads as an order");
	}
	sp_order_clear(&orders);
}

/* A mail about a game is cut from its first line on, whichever form of it the
 * player's program copied. */
static void is_cut(const char *copy)
{
	char *mail = sp_xasprintf("move n\nend\n\n%s", copy);
	struct sp_reply reply;

	sp_mail_reply_cut(&reply, mail, strlen(mail));
	EQUAL_STRING(reply.text, "move n\nend\n");
	sp_mail_reply_clear(&reply);
	sp_free(mail);
}

/* ---- the HTML ----------------------------------------------------------- */

/* What a reader of HTML sees, a line for each block and <br>. */
static void html_text(const char *html, struct sp_buf *out)
{
	static const struct {
		const char *entity, *text;
	} entities[] = { { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" },
		{ "&ensp;", " " } };
	const char *at = strstr(html, "<body");
	bool pre = false;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	while (*at != '\0') {
		size_t i = 0;

		if (*at == '<') {
			if (!sp_starts(at, "<code") && !sp_starts(at, "</code"))
				sp_buf_addc(out, '\n');
			pre = sp_starts(at, "<pre");
			at = strchr(at, '>');
			CU_ASSERT_PTR_NOT_NULL_FATAL(at);
			at++;
			continue;
		}
		while (*at == '&' && i < SP_ARRAY_LEN(entities) &&
			!sp_starts(at, entities[i].entity))
			i++;
		if (*at != '&') {
			sp_buf_addc(out, *at == '\n' && !pre ? ' ' : *at);
			at++;
			continue;
		}
		CU_ASSERT_FATAL(i < SP_ARRAY_LEN(entities));
		sp_buf_adds(out, entities[i].text);
		at += strlen(entities[i].entity);
	}
}

/* The next word but for the bars, which the lines of each form repeat, and the
 * marks of what is a command. */
static size_t next_word(const char **at, char *word, size_t size)
{
	size_t n = 0;

	do {
		n = 0;
		*at += strspn(*at, " \n");
		for (; **at != '\0' && **at != ' ' && **at != '\n'; (*at)++)
			if (**at != '`' && n + 1 < size)
				word[n++] = **at;
		word[n] = '\0';
	} while (sp_streq(word, "|"));
	return n;
}

/* Both forms of a mail say the same, word for word. */
static void same_words(const char *text, const char *html)
{
	char a[200], b[200];

	for (;;) {
		size_t n = next_word(&text, a, sizeof(a));
		size_t m = next_word(&html, b, sizeof(b));

		if (n == 0 && m == 0)
			return;
		if (!sp_streq(a, b)) {
			printf("\nthe text says \"%s\", the HTML \"%s\"\n", a,
				b);
			CU_FAIL("the forms of a mail say different things");
			return;
		}
	}
}

/* Lines within <pre>: no tag in them, and narrow, but for drawings. */
static void check_pre(const char *html)
{
	const char *at = html;

	while ((at = strstr(at, "<pre")) != NULL) {
		const char *end = strstr(at, "</pre>"), *tag;

		CU_ASSERT_PTR_NOT_NULL_FATAL(end);
		at = strchr(at, '>') + 1;
		tag = strchr(at, '<');
		CU_ASSERT_PTR_EQUAL(tag, end);
		at = end;
	}
}

static void check_html(const char *golden, const char *text, const char *html)
{
	static const char *const bad[] = { "<script", "<img", "<link", "<a ",
		"src=", "href", "url(", "@import", "background", "color:#",
		"<table", "\x1e" };
	struct sp_buf read;

	sp_buf_init(&read, 1 << 17);
	html_text(html, &read);
	same_words(text, sp_buf_str(&read));
	no_orders(sp_buf_str(&read));
	if (strstr(text, ":: game ") != NULL) {
		is_cut(text);
		is_cut(sp_buf_str(&read));
	}
	check_pre(html);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		LACKS(html, bad[i]);
	for (const char *at = html; *at != '\0'; at++)
		CU_ASSERT((unsigned char)*at < 0x80);
	for (size_t i = 0; i < SP_ARRAY_LEN(html_goldens); i++) {
		char *name;

		if (!sp_streq(html_goldens[i], golden))
			continue;
		name = sp_xasprintf(
			"%.*shtml", (int)strlen(golden) - 3, golden);
		render_golden(name, html);
		sp_free(name);
	}
	sp_buf_free(&read);
}

/* Render, check the bounds, compare. Takes the context. */
static void check_mail(const char *name, const char *golden, json_t *context)
{
	struct sp_templates t = { .get = get_file };
	struct sp_buf subject, body, html, all;
	struct sp_error e = { 0 };

	sp_buf_init(&subject, 200);
	sp_buf_init(&body, 1 << 16);
	sp_buf_init(&html, 1 << 17);
	sp_buf_init(&all, 1 << 17);
	if (sp_render_mail(&t, name, context, &subject, &body, &html, &e) !=
		SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("a template does not render");
	}
	sp_buf_addf(&all, "Subject: %s\n\n%s", sp_buf_str(&subject),
		sp_buf_str(&body));
	render_fits(sp_buf_str(&body), true);
	no_orders(sp_buf_str(&body));
	LACKS(sp_buf_str(&all), "\n\n\n");
	LACKS(sp_buf_str(&all), "{{");
	render_golden(golden, sp_buf_str(&all));
	check_html(golden, sp_buf_str(&body), sp_buf_str(&html));
	/* whoever keeps a mail about a game is a witness of its history */
	if (json_object_get(context, "head") != NULL) {
		CONTAINS(sp_buf_str(&body), "\n:: head " HEAD "\n");
		CONTAINS(sp_buf_str(&body), "at commit " HEAD "\n");
	}
	sp_buf_free(&subject);
	sp_buf_free(&body);
	sp_buf_free(&html);
	sp_buf_free(&all);
	json_decref(context);
	unload();
}

/* ---- mails -------------------------------------------------------------- */

TEST("render/mail", "invitation")
{
	json_t *o = common("red", NULL);

	sp_json_set(o, "seats", seats("red"));
	sp_json_set(o, "options",
		json_pack("[{s:s, s:s, s:s}]", "name", "rounds", "value", "12",
			"text",
			"after so many rounds the game ends: most points, "
			"then most life"));
	check_mail("invitation", "mail-invitation.txt", o);
}

TEST("render/mail", "welcome")
{
	struct sp_game g;
	json_t *o;

	render_position(&g, 3, "a");
	o = common("blue", &g);
	sp_json_set(o, "seats", seats("blue"));
	sp_json_set_string(o, "First", "Red");
	sp_json_set_bool(o, "luck", true);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set(o, "story",
		json_pack("[s, s]",
			"The sector red-a lies at a1 to e5, not turned (draw "
			"3).",
			"Red moves first (draw 7)."));
	check_mail("welcome", "mail-welcome.txt", o);
	o = common("red", &g);
	sp_json_set(o, "seats", seats("red"));
	sp_json_set_string(o, "First", "Red");
	sp_json_set_bool(o, "luck", false);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	check_mail("welcome", "mail-welcome-no-luck.txt", o);
}

TEST("render/mail", "turn")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 4);
	o = common("red", &g);
	sp_json_set(o, "story", story());
	sp_json_set(o, "suggestions", json_pack("[s, s]", "move n n e", "end"));
	check_mail("turn", "mail-turn.txt", o);
	g.attacked = 1;
	o = common("red", &g);
	sp_json_set_bool(o, "reminder", true);
	check_mail("turn", "mail-turn-reminder.txt", o);
}

/* The widest board. */
TEST("render/mail", "turn of five")
{
	struct sp_game g;
	json_t *o;

	render_position(&g, 5, "b");
	g.turn = 7;
	o = common("red", &g);
	sp_json_set(o, "story", json_array());
	check_mail("turn", "mail-turn-5.txt", o);
}

static json_t *receipt(const char *seat, const struct sp_game *g)
{
	json_t *o = common(seat, g);

	sp_json_set_string(o, "subject", "[tower] Red, your move (turn 7)");
	sp_json_set_int(o, "error_count", 0);
	return o;
}

TEST("render/mail", "receipt")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 4);
	o = receipt("red", &g);
	sp_json_set_int(o, "error_count", 2);
	sp_json_set(o, "done",
		json_pack("[{s:s, s:s}]", "order", "move n n", "text",
			"e4 to e2, 1 movement point left"));
	sp_json_set(o, "refused",
		json_pack("[{s:s, s:s}]", "order", "punch green", "text",
			"Green is at d9, not in your square or beside it"));
	sp_json_set(o, "not_done", json_pack("[s]", "pick up treasure"));
	sp_json_set(o, "errors",
		json_pack("[{s:[s, s]}]", "lines", "line 4: punch gren",
			"              ^^^^ no player \"gren\"; did you mean "
			"green?"));
	sp_json_set(o, "ignored", json_pack("[s]", "Hi all, here is my turn:"));
	sp_json_set_int(o, "quoted", 38);
	check_mail("receipt", "mail-receipt.txt", o);
}

TEST("render/mail", "receipt answers")
{
	struct sp_game g;
	static const struct sp_render_options plain = { SP_RENDER_ASCII };
	struct sp_buf board, table;
	json_t *o;

	playing(&g, 3);
	sp_buf_init(&board, 1 << 16);
	sp_buf_init(&table, 1 << 16);
	sp_render_board(render_ruleset(), &g, &plain, &board);
	sp_buf_adds(&table, "\n");
	sp_render_legend(render_ruleset(), &g, &table);
	sp_buf_adds(&table, "\n");
	sp_render_scores(render_ruleset(), &g, &table);
	o = receipt("blue", &g);
	sp_json_set(o, "answers",
		json_pack("[{s:s, s:o, s:o}, {s:s, s:[s, s]}]", "title",
			"Board", "drawing", sp_render_lines(sp_buf_str(&board)),
			"table", sp_render_lines(sp_buf_str(&table)), "title",
			"History", "lines", "Red: Red walks c3 d3",
			"Red: Red ends the turn; Blue moves"));
	check_mail("receipt", "mail-receipt-answers.txt", o);
	sp_buf_free(&board);
	sp_buf_free(&table);
}

TEST("render/mail", "receipt special")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 3);
	o = receipt("red", &g);
	sp_json_set_bool(o, "nothing", true);
	check_mail("receipt", "mail-receipt-nothing.txt", o);
	o = receipt("red", &g);
	sp_json_set_bool(o, "resend", true);
	check_mail("receipt", "mail-receipt-resend.txt", o);
	o = receipt("red", &g);
	sp_json_set_bool(o, "exposed", true);
	check_mail("receipt", "mail-receipt-exposed.txt", o);
	o = receipt("yellow", &g);
	sp_json_set(o, "stale", json_pack("{s:i}", "decision", 39));
	check_mail("receipt", "mail-receipt-stale.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "stale", json_pack("{s:i}", "decision", 39));
	check_mail("receipt", "mail-receipt-stale-open.txt", o);
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_DRAW;
	check_mail("receipt", "mail-receipt-over.txt", receipt("red", &g));
}

static json_t *waits(const char *order, const char *cause, bool prose)
{
	json_t *o = json_pack("{s:s, s:s}", "order", order, "cause", cause);

	sp_json_set_bool(o, "prose", prose);
	sp_json_set_bool(o, order, true);
	return o;
}

/* What was not done because the mail was read by half, in the first line. */
TEST("render/mail", "receipt of what waits")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 3);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("end", "hit red", false));
	sp_json_set(o, "not_done", json_pack("[s]", "end"));
	check_mail("receipt", "mail-receipt-waits-end.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("pass", "I have nothing", true));
	check_mail("receipt", "mail-receipt-waits-pass.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("resign", "That was it", true));
	check_mail("receipt", "mail-receipt-waits-resign.txt", o);
}

TEST("render/mail", "receipt of join")
{
	json_t *o = receipt("red", NULL);

	sp_json_set_bool(o, "joined", true);
	sp_json_set(o, "luck",
		json_pack("{s:s, s:s}", "words",
			"seven herons over a green pond", "hash", COMMIT));
	sp_json_set(o, "waiting", json_pack("[s, s]", "Blue", "Yellow"));
	check_mail("receipt", "mail-receipt-join.txt", o);
	o = receipt("red", NULL);
	sp_json_set_bool(o, "cancelled", true);
	check_mail("receipt", "mail-receipt-cancelled.txt", o);
}

TEST("render/mail", "closing")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 2 + 1);
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_SURVIVOR;
	g.winner = 1;
	g.wizard[0].alive = g.wizard[2].alive = 0;
	g.wizard[0].square = g.wizard[2].square = SP_NOWHERE;
	o = common("red", &g);
	sp_json_set(o, "story", story());
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	check_mail("closing", "mail-closing.txt", o);
	o = common("red", &g);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set_string(o, "clone",
		"https://judge.example.org/games/tower-k3j7x2q5.git");
	check_mail("closing", "mail-closing-clone.txt", o);
}

TEST("render/mail", "press")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 3);
	o = common("blue", &g);
	sp_json_set_string(o, "From", "Red");
	sp_json_set_bool(o, "all", true);
	sp_json_set(o, "parts",
		json_pack("[{s:s, s:[s, s, s, s]}]", "to", "all", "text",
			"Shall we both go for Yellow, who is so far away from "
			"us that nobody else will ever reach her in time? So "
			"end",
			"", "end", ":: head 0000"));
	check_mail("press", "mail-press.txt", o);
	o = common("blue", &g);
	sp_json_set_string(o, "From", "Red");
	sp_json_set(o, "parts",
		json_pack("[{s:s, s:[s]}, {s:s, s:[s]}]", "to", "Blue, Yellow",
			"text", "hello", "to", "all", "text", "and welcome"));
	check_mail("press", "mail-press-some.txt", o);
}

TEST("render/mail", "questions")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 3);
	o = common("red", &g);
	sp_json_set_string(o, "from", "someone@example.net");
	sp_json_set(o, "orders", json_pack("[s, s]", "move n n", "end"));
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00");
	check_mail("held", "mail-held.txt", o);
	o = common("red", &g);
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00");
	check_mail("confirm-resign", "mail-confirm-resign.txt", o);
	o = common("red", &g);
	sp_json_set_string(o, "from", "someone@example.net");
	sp_json_set_string(o, "came", "Tue 24 Nov 17:00");
	sp_json_set_string(o, "subject", "end");
	sp_json_set_string(o, "fate",
		"It went to a reply address of yours that was replaced since. "
		"Nothing was done.");
	sp_json_set_string(o, "todo",
		"If it is yours, write it again as an answer to this mail.");
	check_mail("unanswered", "mail-unanswered.txt", o);
}

TEST("render/mail", "notices")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 3);
	o = common("red", &g);
	sp_json_set_string(o, "title", "The clock ended your turn");
	sp_json_set(o, "text",
		json_pack("[s]", "The deadline passed without orders, so "
				 "your turn is over. Blue moves now."));
	check_mail("notice", "mail-notice.txt", o);
	o = json_pack("{s:s}", "club", "The Tuesday Guild");
	check_mail("unknown-sender", "mail-unknown-sender.txt", o);
	o = json_pack("{s:s}", "club", "The Tuesday Guild");
	check_mail("quarantined", "mail-quarantined.txt", o);
	o = json_pack("{s:s, s:s, s:s, s:s, s:i}", "club", "The Tuesday Guild",
		"gid", "tower-k3j7x2q5", "label", "tower", "Seat", "Red",
		"turn", 7);
	check_mail("suspended", "mail-suspended.txt", o);
	o = common("red", &g);
	sp_json_set_bool(o, "started", true);
	check_mail("resumed", "mail-resumed.txt", o);
	o = common("red", &g);
	sp_json_set_bool(o, "started", true);
	sp_json_set_bool(o, "back", true);
	sp_json_set_bool(o, "behind", true);
	sp_json_set_int(o, "step", 17);
	sp_json_set(o, "steps",
		json_pack(
			"[ss]", "18: Red walks n n", "19: Red ends the turn"));
	check_mail("resumed", "mail-resumed-back.txt", o);
}

/* A turn that is still open shows where everything stands by now. */
TEST("render/mail", "receipt of an open turn")
{
	struct sp_game g;
	json_t *o;

	playing(&g, 4);
	o = common("red", &g);
	sp_json_set_string(o, "subject", "my orders");
	sp_json_set_int(o, "error_count", 0);
	sp_json_set(o, "done",
		json_pack("[{s:s, s:s}]", "order", "move n", "text",
			"e4 to e3, 2 movement points left"));
	sp_json_set_bool(o, "changed", true);
	sp_json_set(o, "suggestions", json_pack("[s, s]", "move s", "end"));
	check_mail("receipt", "mail-receipt-open.txt", o);
}

/* ---- games with cards ---------------------------------------------------- */

static json_t *asked(const char *seat, struct sp_game *g)
{
	static struct sp_game view;
	int viewer = sp_game_seat(g, seat);
	json_t *o, *question;

	sp_game_view(g, viewer, &view);
	o = common(seat, &view);
	question = sp_render_question(render_ruleset(), &view, viewer);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	sp_json_set(o, "question", question);
	return o;
}

TEST("render/mail", "turn with cards")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	g.active = 0;
	o = common("red", &g);
	sp_json_set(o, "story", story());
	sp_json_set(o, "suggestions",
		json_pack("[s, s]", "cast fireball at blue", "end"));
	check_mail("turn", "mail-turn-cards.txt", o);
	g.wizard[3].stunned = 1;
	g.thing[4].real = 1;
	o = common("green", &g);
	sp_json_set(o, "story", json_array());
	check_mail("turn", "mail-turn-no-hand.txt", o);
	/* nobody else is told which token is real */
	o = common("red", &g);
	CU_ASSERT_PTR_NULL(
		json_object_get(json_object_get(o, "position"), "real_tokens"));
	json_decref(o);
}

/* Give an order as a player would. */
static void order(struct sp_game *g, const char *seat, const char *text)
{
	static struct sp_order_vocable vocable[SP_AGENT_WORDS_MAX];
	static struct sp_game view;
	static struct sp_events events;
	const struct sp_ruleset *r = render_ruleset();
	int s = sp_game_seat(g, seat);
	struct sp_order_words words = { .word = vocable };
	struct sp_refusal why = { 0 };
	struct sp_orders orders;
	struct sp_bound bound;

	sp_game_view(g, s, &view);
	words.n = sp_agent_words(r, &view, s, vocable);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	if (!sp_agent_bind(r, &view, s, &orders.line[0].order, &bound)) {
		struct sp_buf said;

		sp_buf_init(&said, SIZE_MAX);
		sp_render_bound(r, &view, &bound, &said);
		printf("\n%s: %s\n", text, sp_buf_str(&said));
		sp_buf_free(&said);
		CU_FAIL_FATAL("does not bind");
	}
	events.n = 0;
	if (sp_rules_apply(r, g, &bound.command, &events, &why) != SP_OK) {
		printf("\n%s: %s\n", text, refusal_words(r, g, &why));
		CU_FAIL_FATAL("refused");
	}
	sp_order_clear(&orders);
}

static void check_window(const char *seat, struct sp_game *g,
	const char *golden, json_t *options)
{
	json_t *o;

	EQUAL_INT(g->decision.kind, SP_DECISION_REACTION);
	CU_ASSERT((g->decision.seats >> sp_game_seat(g, seat) & 1U) != 0);
	o = asked(seat, g);
	sp_json_set(o, "options", options);
	sp_json_set_string(o, "fallback", "pass");
	check_mail("window", golden, o);
}

/* An attack at the reader, and for somebody who only sees it; a counter that
 * may be answered in its turn. */
TEST("render/mail", "window")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	check_window("blue", &g, "mail-window.txt",
		json_pack("[s, s, s]", "counter with full shield",
			"counter with shield with energy 4", "pass"));
	check_window(
		"yellow", &g, "mail-window-bystander.txt", json_pack("[]"));
	order(&g, "yellow", "pass");
	order(&g, "blue", "counter with full shield");
	check_window(
		"red", &g, "mail-window-counter.txt", json_pack("[s]", "pass"));
}

/* Texts of other rulesets, with few stops or none. */
TEST("render/mail", "a card of the hand: any text is cut somewhere")
{
	static const char *const texts[][2] = {
		{ "", "" },
		{ "Odd", "odd" },
		{ "Neutral. ", "neutral: " },
		{ "One of these words comes after the other until nothing more "
		  "of it would fit beside the name of a card in the three "
		  "lines that it has got",
			"one of these words comes after the other until "
			"nothing more of it would fit beside the name of a "
			"card in the three lines that it ..." },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		char *words = sp_xstrdup(texts[i][0]);
		struct sp_card card = { .text = words };
		struct sp_buf text;

		sp_buf_init(&text, SIZE_MAX);
		render_brief(&card, &text);
		EQUAL_STRING(sp_buf_str(&text), texts[i][1]);
		sp_buf_free(&text);
		sp_free(words);
	}
}

/* Lines of a column `wide`, broken between words. */
static int lines_of(const char *text, size_t wide)
{
	int n = 1;
	size_t used = 0;

	while (*text != '\0') {
		size_t len = strcspn(text, " ");

		if (used > 0 && used + 1 + len > wide) {
			n++;
			used = 0;
		}
		used += (used > 0) + len;
		text += len;
		text += strspn(text, " ");
	}
	return n;
}

/* Beside the names of a hand 46 columns are left. */
TEST("render/mail", "a card of the hand: what makes it another, in three lines")
{
	const struct sp_ruleset *r = render_ruleset();
	char *brief[SP_CARD_TYPES_MAX];

	for (int i = 0; i < r->n_cards; i++) {
		struct sp_buf text;

		sp_buf_init(&text, SIZE_MAX);
		render_brief(&r->card[i], &text);
		brief[i] = sp_xstrdup(sp_buf_str(&text));
		sp_buf_free(&text);
		bool good = lines_of(brief[i], 46) <= 3 && brief[i][0] >= 'a';
		for (int k = 0; k < i; k++)
			good = good && !sp_streq(brief[i], brief[k]);
		if (!good)
			printf("\n  %s: %s\n", r->card[i].name, brief[i]);
		CU_ASSERT_TRUE(good);
	}
	for (int i = 0; i < r->n_cards; i++)
		sp_free(brief[i]);
	EQUAL_INT(lines_of("a bc d", 4), 2);
}

/* Where nobody is asked for appearance's sake, nothing is said of that. */
TEST("render/mail", "window of a quick game")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	o = asked("yellow", &g);
	sp_json_set_bool(json_object_get(o, "terms"), "quick", true);
	sp_json_set(o, "options", json_array());
	sp_json_set_string(o, "fallback", "pass");
	check_mail("window", "mail-window-quick.txt", o);
}

/* True if the question says this, and no sentence that it must not. */
static bool window_says(const char *seat, struct sp_game *g, const char *words)
{
	json_t *o = asked(seat, g);
	char *text = json_dumps(o, JSON_COMPACT);
	bool said = strstr(text, words) != NULL &&
		    strstr(text, "not touch") == NULL;

	if (!said)
		printf("\n\"%s\" is not in %s", words, text);
	json_decref(o);
	sp_free(text);
	return said;
}

static void wait_for(const struct sp_game *from, struct sp_game *g,
	const char *card, const char *order_text)
{
	*g = *from;
	render_give(g, "red", card);
	order(g, "red", order_text);
	EQUAL_INT_FATAL(g->decision.kind, SP_DECISION_REACTION);
}

/* What is announced says whom it concerns as far as anybody can know: the
 * sector one stands in, a spell of one's own, an item that one carries. */
TEST("render/mail", "window concerns")
{
	static struct sp_game full, g;

	render_full(&full);
	render_put(&full, "yellow", "d4");
	wait_for(&full, &g, "rotate-sector", "cast rotate sector a1 by 90");
	CU_ASSERT(window_says("yellow", &g, "sector that you stand in"));
	CU_ASSERT(window_says("green", &g, "You may answer it from where"));
	wait_for(&full, &g, "dispel", "cast dispel on slow death");
	CU_ASSERT(window_says("blue", &g, "It works on something of yours"));
	CU_ASSERT(window_says("yellow", &g, "You may answer it from where"));
	wait_for(&full, &g, "drop-object",
		"cast drop object at blue object treasure");
	CU_ASSERT(window_says("blue", &g, "It concerns you"));
	CU_ASSERT(window_says(
		"blue", &g, "casts Drop Object at you: Yellow's treasure"));
	CU_ASSERT(window_says("yellow", &g, "It works on something of yours"));
	CU_ASSERT(window_says(
		"yellow", &g, "casts Drop Object at Blue: your treasure"));
}

/* Damage that nothing announced, and a treasure. */
TEST("render/mail", "window without item")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "red", "c2");
	order(&g, "red", "move e");
	check_window("red", &g, "mail-window-damage.txt", json_pack("[]"));
	render_full(&g);
	render_lay(&g, "yellow-2", "e4", NULL);
	order(&g, "red", "pick up treasure");
	check_window("yellow", &g, "mail-window-treasure.txt", json_pack("[]"));
}

TEST("render/mail", "discard")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	for (int i = 0; i < 6; i++)
		render_give(&g, "blue", i < 3 ? "energy-5" : "dispel");
	render_ask(&g, SP_DECISION_DISCARD, 2, SP_NOTHING);
	o = asked("blue", &g);
	sp_json_set(o, "options",
		json_pack("[{s:i, s:s}, {s:i, s:s}]", "number", 1, "text",
			"Full Shield", "number", 2, "text", "Energy 4"));
	sp_json_set_string(o, "fallback", "discard energy 4");
	sp_json_set_int(o, "need", 5);
	sp_json_set_string(o, "example", "1, 2, 4, 5, 7");
	check_mail("discard", "mail-discard.txt", o);
}

TEST("render/mail", "choice")
{
	static struct sp_game g;
	const struct sp_ruleset *r = render_ruleset();
	int type = sp_card_ruleset_card_id(r, "teleport");
	json_t *o;

	render_full(&g);
	render_ask(&g, SP_DECISION_CHOICE, 2, SP_NOTHING);
	g.n_frames = 2;
	for (int i = 0; i < 2; i++) {
		struct sp_frame *f = &g.frame[i];

		f->kind = i == 0 ? SP_FRAME_PROGRAM : SP_FRAME_CHOICE;
		f->card = (int16_t)(i == 0 ? type : -1);
		f->cast = -1;
		f->seat = 1;
		f->self = f->who = f->by = f->what = SP_NOTHING;
		for (int k = 0; k < SP_LOCALS; k++)
			f->local[k] = SP_NOTHING;
	}
	g.frame[1].choice.slot = r->card[type].play[0].slot[0];
	o = asked("blue", &g);
	sp_json_set(o, "options",
		json_pack("[{s:i, s:s}, {s:i, s:s}]", "number", 1, "text", "a1",
			"number", 2, "text", "b1"));
	sp_json_set_int(o, "more", 7);
	sp_json_set_string(o, "fallback", "1");
	check_mail("choice", "mail-choice.txt", o);
}

/* ---- all files ---------------------------------------------------------- */

static bool has_golden(const char *template)
{
	char *path = sp_xasprintf(
		"%s/tests/cases/render/mail-%s", test_source_dir(), template);
	struct sp_buf text;
	bool there;

	sp_buf_init(&text, 1 << 17);
	there = sp_file_read(&text, path, NULL) == SP_OK;
	sp_buf_free(&text);
	sp_free(path);
	return there;
}

TEST("render/mail", "every template is tested")
{
	char *path = sp_xasprintf("%s/templates/en", test_source_dir());
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL) {
		if (strstr(entry->d_name, ".txt") == NULL)
			continue;
		n++;
		if (!has_golden(entry->d_name)) {
			printf("\n%s has no golden file\n", entry->d_name);
			CU_FAIL("an untested template");
		}
	}
	CU_ASSERT(n >= 9);
	(void)closedir(dir);
	sp_free(path);
}

/* Help comes in a receipt, below the line that tells a copy of our mails. */
static void no_orders_of_help(const char *text)
{
	char *mail = sp_xasprintf(":: game tower-k3j7x2q5\n\n%s", text);

	no_orders(mail);
	sp_free(mail);
}

/* Help reaches mails line by line as values, so it is as wide as it is written
 * and has no tabs; the first page names every other. */
TEST("render/mail", "help")
{
	static const char *const topics[] = { "orders", "moving", "doors",
		"punch", "treasure", "cards", "counters", "declarations",
		"press", "dice", "audit", "resign", "stun", "game", "answers",
		"asking", "energy", "later" };
	char *path = sp_xasprintf("%s/templates/en/help", test_source_dir());
	DIR *dir = opendir(path);
	const struct dirent *entry;
	size_t len, n = 0;
	const char *first = get_file(NULL, "help/help", &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(first);
	render_fits(first, true);
	no_orders_of_help(first);
	for (size_t i = 0; i < SP_ARRAY_LEN(topics); i++) {
		char *name = sp_xasprintf("help/%s", topics[i]);
		char *line = sp_xasprintf("  | help %s ", topics[i]);
		const char *text = get_file(NULL, name, &len);

		CU_ASSERT_PTR_NOT_NULL_FATAL(text);
		render_fits(text, true);
		no_orders_of_help(text);
		CONTAINS(first, line);
		sp_free(line);
		sp_free(name);
	}
	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL)
		n += strstr(entry->d_name, ".txt") != NULL;
	EQUAL_INT(n, SP_ARRAY_LEN(topics) + 1);
	(void)closedir(dir);
	sp_free(path);
	unload();
}
