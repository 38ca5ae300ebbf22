/*
 * Every mail that the templates make, as its reader gets it; those of games
 * with cards are in test_mail_cards.c.
 */
#include "mails.h"

#include <dirent.h>

#define FINGERPRINT "SHA256:uTt6vG2Yz9c0nq1KxJ3m5sWfRb8dLh4eQaPoIyCkE7w"

/* ---- mails -------------------------------------------------------------- */

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

static void invite(json_t *o, const char *who, const char *name)
{
	sp_json_set_string(o, who, name);
	sp_json_set_int(o, "players", 3);
	sp_json_set_string(o, "turns_each", "25 turns");
	sp_json_set_string(o, "time", "11 weeks");
	sp_json_set_string(o, "people", "3 players");
	sp_json_set_string(o, "until", "Tue 8 Dec 2026 17:00 UTC");
}

TEST("render/mail", "invitation")
{
	json_t *o = render_mail_context("red", NULL);

	sp_json_set(o, "seats", seats("red"));
	sp_json_set(o, "options",
		json_pack("[{s:s, s:s, s:s}]", "name", "rounds", "value", "12",
			"text",
			"after so many rounds the game ends: most points, "
			"then most life"));
	invite(o, "operator", "host@example.org");
	render_mail_check("invitation", "mail-invitation.txt", o);
	o = render_mail_context("red", NULL);
	sp_json_set(o, "seats", seats("red"));
	invite(o, "kept", "Thu 26 Nov 2026 17:00 UTC");
	sp_json_set_bool(o, "reminder", true);
	render_mail_check("invitation", "mail-invitation-again.txt", o);
	o = render_mail_context("red", NULL);
	sp_json_set(o, "seats", seats("red"));
	invite(o, "operator", "host@example.org");
	sp_json_set(o, "rematch",
		json_pack(
			"{s:s, s:s}", "by", "Yellow", "of", "tower-aaaaaaaa"));
	render_mail_check("invitation", "mail-invitation-rematch.txt", o);
}

/* A phone shows about that much of a mail: what is wanted is in it. */
TEST("render/mail", "an invitation says first what is wanted")
{
	struct sp_templates t = { .get = render_mail_file };
	struct sp_buf subject, body, html;
	json_t *o = render_mail_context("yellow", NULL);
	struct sp_error e = { 0 };

	sp_json_set_string(o, "gid", "abcdefghijklmno-aaaaaaaa");
	sp_json_set(o, "seats", seats("yellow"));
	invite(o, "operator", "host@example.org");
	sp_buf_init(&subject, 200);
	sp_buf_init(&body, 1 << 16);
	sp_buf_init(&html, 1 << 17);
	EQUAL_INT(sp_typeset_mail(
			  &t, "invitation", o, &subject, &body, &html, &e),
		SP_OK);
	sp_buf_truncate(&body, 110);
	CONTAINS(sp_buf_str(&body),
		"An invitation to play Wiz-War by mail: reply `yes` or `no`.");
	LACKS(sp_buf_str(&body), ":: head");
	json_decref(o);
	render_mail_unload();
	sp_buf_free(&subject);
	sp_buf_free(&body);
	sp_buf_free(&html);
}

TEST("render/mail", "open games, and one's own")
{
	json_t *o = json_pack("{s:s, s:s}", "club", "The Tuesday Guild",
		"title", "Games that are open to whoever comes");

	sp_json_set(o, "games",
		json_pack("[{s:s, s:s, s:i, s:i}]", "gid", "tower-k3j7x2q5",
			"ruleset", "wizwar8", "free", 2, "seats", 4));
	render_mail_check("open-games", "mail-open-games.txt", o);
	o = json_pack("{s:s}", "club", "The Tuesday Guild");
	sp_json_set(o, "games",
		json_pack("[{s:s, s:s, s:s, s:i, s:s, s:s, s:s}, "
			  "{s:s, s:s, s:s, s:i, s:s}]",
			"gid", "tower-k3j7x2q5", "label", "tower", "Seat",
			"Red", "turn", 7, "wanted", "your move", "until",
			"Tue 24 Nov 17:00 UTC, in 2 d", "since",
			"Sun 22 Nov 09:12 UTC", "gid", "cave-aaaaaaaa", "label",
			"cave", "Seat", "Blue", "turn", 3, "Active", "Green"));
	render_mail_check("games", "mail-games.txt", o);
	for (int i = 0; i < 2; i++)
		render_mail_check("door",
			i != 0 ? "mail-door-tutorials.txt" : "mail-door.txt",
			json_pack("{s:s, s:b}", "club", "The Tuesday Guild",
				"tutorials", i));
}

TEST("render/mail", "operator")
{
	json_t *o = render_mail_context(NULL, NULL);

	sp_json_set_string(o, "title", "Blue declines the invitation");
	sp_json_set(o, "text",
		json_pack("[s, s, s]", "Blue, blue@example.org, will not play.",
			"To call the game off",
			"  | spellpost game cancel tower-k3j7x2q5"));
	render_mail_check("operator", "mail-operator.txt", o);
}

TEST("render/mail", "welcome")
{
	struct sp_game g;
	json_t *o;

	render_position(&g, 3, "a");
	o = render_mail_context("blue", &g);
	sp_json_set(o, "seats", seats("blue"));
	sp_json_set_string(o, "First", "Red");
	sp_json_set_bool(o, "any_luck", true);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set(o, "since",
		json_pack("[s, s]", "Turn 1: Red (bot)", "  Red walks e4 e3."));
	render_mail_check("welcome", "mail-welcome.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set(o, "seats", seats("red"));
	sp_json_set_string(o, "First", "Red");
	sp_json_set_bool(o, "any_luck", true);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set_bool(o, "called", true);
	/* what is left out is told once */
	sp_json_set_bool(o, "joined", true);
	sp_json_set_bool(o, "replied", true);
	sp_json_set_int(o, "error_count", 0);
	sp_json_set_int(o, "quoted", 2);
	sp_json_set(o, "suggestions",
		render_mail_listed(json_pack("[s, s]",
			"move towards i2\tc3 to f3, 0 movement points left",
			"end")));
	render_mail_check("welcome", "mail-welcome-called.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set(o, "seats", seats("red"));
	sp_json_set_string(o, "First", "Red");
	sp_json_set_bool(o, "any_luck", false);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	render_mail_check("welcome", "mail-welcome-no-luck.txt", o);
}

TEST("render/mail", "turn")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 4);
	o = render_mail_context("red", &g);
	sp_json_set(o, "story", render_mail_story());
	sp_json_set(o, "suggestions",
		render_mail_listed(json_pack("[s, s, s]",
			"move n n e\th8 to i6, opening the door h7/i7, 0 movement "
			"points left",
			"cast Around the Corner around e5: Fireball at green with "
			"Energy 6\tGreen takes 6 fire damage from Fireball (15 to "
			"9)",
			"end")));
	render_mail_check("turn", "mail-turn.txt", o);
	g.attacked = 1;
	o = render_mail_context("red", &g);
	sp_json_set_bool(o, "reminder", true);
	render_mail_check("turn", "mail-turn-reminder.txt", o);
}

/* The widest board. */
TEST("render/mail", "turn of five")
{
	struct sp_game g;
	json_t *o;

	render_position(&g, 5, "b");
	g.turn = 7;
	o = render_mail_context("red", &g);
	sp_json_set(o, "story", json_array());
	render_mail_check("turn", "mail-turn-5.txt", o);
}

static json_t *receipt(const char *seat, const struct sp_game *g)
{
	json_t *o = render_mail_context(seat, g);

	sp_json_set_string(o, "subject", "[tower] Red, your move (turn 7)");
	sp_json_set_int(o, "error_count", 0);
	return o;
}

TEST("render/mail", "dealt")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 3);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "First", "Blue");
	sp_json_set(o, "decks",
		json_pack("[s]",
			"The deck has White Cantrip, Alchemy, Mutation and "
			"Elemental."));
	render_mail_check("dealt", "mail-dealt.txt", o);
}

TEST("render/mail", "receipt")
{
	/* on two lines it would be two orders to whoever copies it */
	static const char longest[] =
		"cast Astral Projection to c4: Zot! hurt at blue with Add + "
		"Energy 15";
	struct sp_game g;
	json_t *o;

	EQUAL_INT(sizeof(longest), SP_AGENT_ORDER_SIZE);
	render_mail_playing(&g, 4);
	o = receipt("red", &g);
	sp_json_set_int(o, "error_count", 2);
	sp_json_set(o, "failed", json_pack("{s:b}", "unread", 1));
	sp_json_set(o, "done",
		json_pack("[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}, {s:s, s:s}]",
			"order", "move n n", "text",
			"e4 to e2, 1 movement point left", "order",
			"cast Astral Projection to c4: Zot! hurt at blue with",
			"text", "", "order", "Add + Energy 15", "text",
			"Red casts Zot!", "order", "", "text",
			"You draw Slow Death."));
	sp_json_set(o, "refused",
		json_pack("[{s:s, s:s}, {s:s, s:s, s:s}]", "order",
			"punch green", "text",
			"Green is at d9, not in your square or beside it",
			"order", "cast zot", "text",
			"say which, for there are two; you could write",
			"suggestion", longest));
	sp_json_set(o, "not_done", json_pack("[s]", "pick up treasure"));
	sp_json_set(o, "errors",
		json_pack("[{s:[s, s]}]", "lines", "line 4: punch gren",
			"              ^^^^ no player \"gren\"; did you mean "
			"green?"));
	sp_json_set(o, "ignored",
		json_pack("[s, s]",
			"Hi all, here is my turn:", "Who wrote this?"));
	sp_json_set_bool(o, "questioned", true);
	sp_json_set(o, "pressed",
		json_pack("[{s:s, s:[s, s, s]}, {s:s, s:[s], s:[s, s]}]", "to",
			"Blue, Green", "lines", "Shall we both go for Yellow?",
			"", "I would take the north.", "to", "Blue", "lines",
			"And then?", "left", "You could have the well, and I",
			"what lies in it."));
	sp_json_set_int(o, "quoted", 38);
	render_mail_check("receipt", "mail-receipt.txt", o);
	o = receipt("blue", &g);
	sp_json_set_int(o, "error_count", 1);
	sp_json_set(o, "which",
		json_pack("{s:s, s:[s, s, s], s:[s, s]}", "to", "Red", "lines",
			"Gladly.", "", "end", "orders", "end", "hit grene"));
	render_mail_check("receipt", "mail-receipt-which.txt", o);
}

TEST("render/mail", "receipt answers")
{
	struct sp_game g;
	struct sp_buf board, table;
	json_t *o;

	render_mail_playing(&g, 3);
	sp_buf_init(&board, 1 << 16);
	sp_buf_init(&table, 1 << 16);
	sp_render_board(render_ruleset(), &g, NULL, &board);
	sp_buf_adds(&table, "\n");
	sp_render_legend(render_ruleset(), &g, SP_NOBODY, &table);
	sp_buf_adds(&table, "\n");
	sp_render_scores(render_ruleset(), &g, SP_NOBODY, &table);
	o = receipt("blue", &g);
	sp_json_set(o, "answers",
		json_pack("[{s:s, s:o, s:o}, {s:s, s:[s, s]}]", "title",
			"Board", "drawing",
			sp_typeset_lines(sp_buf_str(&board)), "table",
			sp_typeset_lines(sp_buf_str(&table)), "title",
			"History", "lines", "Red: Red walks c3 d3",
			"Red: Red ends the turn; Blue moves"));
	render_mail_check("receipt", "mail-receipt-answers.txt", o);
	sp_buf_free(&board);
	sp_buf_free(&table);
}

TEST("render/mail", "receipt special")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 3);
	o = receipt("red", &g);
	sp_json_set_bool(o, "nothing", true);
	render_mail_check("receipt", "mail-receipt-nothing.txt", o);
	o = receipt("red", &g);
	sp_json_set_bool(o, "resend", true);
	render_mail_check("receipt", "mail-receipt-resend.txt", o);
	o = receipt("red", &g);
	sp_json_set_bool(o, "exposed", true);
	render_mail_check("receipt", "mail-receipt-exposed.txt", o);
	o = receipt("yellow", &g);
	sp_json_set(o, "stale", json_pack("{s:i}", "decision", 39));
	render_mail_check("receipt", "mail-receipt-stale.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "stale", json_pack("{s:i}", "decision", 39));
	render_mail_check("receipt", "mail-receipt-stale-open.txt", o);
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_DRAW;
	render_mail_check(
		"receipt", "mail-receipt-over.txt", receipt("red", &g));
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

	render_mail_playing(&g, 3);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("end", "hit red", false));
	sp_json_set(o, "not_done", json_pack("[s]", "end"));
	render_mail_check("receipt", "mail-receipt-waits-end.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("pass", "I have nothing", true));
	render_mail_check("receipt", "mail-receipt-waits-pass.txt", o);
	o = receipt("red", &g);
	sp_json_set(o, "waits", waits("resign", "That was it", true));
	render_mail_check("receipt", "mail-receipt-waits-resign.txt", o);
}

TEST("render/mail", "receipt of join")
{
	json_t *o = receipt("red", NULL);

	sp_json_set_bool(o, "joined", true);
	sp_json_set(o, "luck",
		json_pack("{s:s, s:s}", "words",
			"seven herons over a green pond", "hash",
			RENDER_MAIL_COMMIT));
	sp_json_set(o, "waiting", json_pack("[s, s]", "Blue", "Yellow"));
	render_mail_check("receipt", "mail-receipt-join.txt", o);
	o = receipt("red", NULL);
	sp_json_set_bool(o, "cancelled", true);
	render_mail_check("receipt", "mail-receipt-cancelled.txt", o);
}

TEST("render/mail", "observed")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 2 + 1);
	o = render_mail_context(NULL, &g);
	sp_json_set(o, "story", render_mail_story());
	render_mail_check("observed", "mail-observed.txt", o);
	o = render_mail_context(NULL, &g);
	sp_json_set_bool(o, "offer", true);
	render_mail_check("observed", "mail-observed-offer.txt", o);
	o = render_mail_context(NULL, NULL);
	sp_json_set_bool(o, "begun", true);
	render_mail_check("observed", "mail-observed-begun.txt", o);
	o = render_mail_context(NULL, &g);
	sp_json_set_bool(o, "ended", true);
	render_mail_check("observed", "mail-observed-ended.txt", o);
}

TEST("render/mail", "closing")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 2 + 1);
	g.status = SP_GAME_OVER;
	g.outcome = SP_OUTCOME_SURVIVOR;
	g.winner = 1;
	g.actor[0].alive = g.actor[2].alive = 0;
	g.actor[0].square = g.actor[2].square = SP_NOWHERE;
	o = render_mail_context("red", &g);
	sp_json_set(o, "story", render_mail_story());
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set(o, "figures",
		json_pack("[s, s, s, s, s]",
			"The game took 12 days and 7 turns.", "",
			"                       Red    Blue  Yellow   Green",
			"steps walked            12       8      20       0",
			"damage taken            15       2      15       0"));
	render_mail_check("closing", "mail-closing.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "fingerprint", FINGERPRINT);
	sp_json_set_string(o, "clone",
		"https://judge.example.org/games/tower-k3j7x2q5.git");
	render_mail_check("closing", "mail-closing-clone.txt", o);
}

TEST("render/mail", "press")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 3);
	o = render_mail_context("blue", &g);
	sp_json_set_string(o, "From", "Red");
	sp_json_set_bool(o, "all", true);
	sp_json_set(o, "parts",
		json_pack("[{s:s, s:[s, s, s, s]}]", "to", "all", "text",
			"Shall we both go for Yellow, who is so far away from "
			"us that nobody else will ever reach her in time? So "
			"end",
			"", "end", ":: head 0000"));
	render_mail_check("press", "mail-press.txt", o);
	o = render_mail_context("blue", &g);
	sp_json_set_string(o, "From", "Red");
	sp_json_set(o, "parts",
		json_pack("[{s:s, s:[s]}, {s:s, s:[s]}]", "to",
			"you and Yellow", "text", "hello", "to", "all", "text",
			"and welcome"));
	render_mail_check("press", "mail-press-some.txt", o);
}

TEST("render/mail", "questions")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 3);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "from", "someone@example.net");
	sp_json_set(o, "orders", json_pack("[s, s]", "move n n", "end"));
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00 UTC");
	render_mail_check("held", "mail-held.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00 UTC");
	render_mail_check("confirm-resign", "mail-confirm-resign.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00 UTC");
	render_mail_check("confirm-token", "mail-confirm-token.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00 UTC");
	sp_json_set_string(o, "standin", "ann@example.net");
	render_mail_check("confirm-standin", "mail-confirm-standin.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "until", "Tue 24 Nov 17:00 UTC");
	sp_json_set_string(o, "player", "red@example.org");
	render_mail_check("confirm-offer", "mail-confirm-offer.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "from", "someone@example.net");
	sp_json_set_string(o, "came", "Tue 24 Nov 17:00 UTC");
	sp_json_set_string(o, "subject", "end");
	sp_json_set_string(o, "fate",
		"It went to a reply address of yours that was replaced since. "
		"Nothing was done.");
	sp_json_set_string(o, "todo",
		"If it is yours, write it again as an answer to this mail.");
	sp_json_set_string(o, "reason", "it went to an old address");
	render_mail_check("unanswered", "mail-unanswered.txt", o);
}

TEST("render/mail", "notices")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 3);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "title", "The clock ended your turn");
	sp_json_set(o, "text",
		json_pack("[s]", "The deadline passed without orders, so "
				 "your turn is over. Blue moves now."));
	render_mail_check("notice", "mail-notice.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "title", "The clock ended your turn");
	sp_json_set(o, "text",
		json_pack("[s, s]",
			"Your deadline passed, so the clock ended your turn.",
			"Your wizard stays in the game."));
	render_mail_check("late", "mail-late.txt", o);
	o = json_pack("{s:s}", "club", "The Tuesday Guild");
	render_mail_check("unknown-sender", "mail-unknown-sender.txt", o);
	o = json_pack("{s:s}", "club", "The Tuesday Guild");
	render_mail_check("quarantined", "mail-quarantined.txt", o);
	o = json_pack("{s:s, s:s, s:s, s:s, s:i}", "club", "The Tuesday Guild",
		"gid", "tower-k3j7x2q5", "label", "tower", "Seat", "Red",
		"turn", 7);
	render_mail_check("suspended", "mail-suspended.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_bool(o, "started", true);
	render_mail_check("resumed", "mail-resumed.txt", o);
	o = render_mail_context("red", &g);
	sp_json_set_bool(o, "started", true);
	sp_json_set_bool(o, "back", true);
	sp_json_set_bool(o, "behind", true);
	sp_json_set_int(o, "step", 17);
	sp_json_set(o, "steps",
		json_pack(
			"[ss]", "18: Red walks n n", "19: Red ends the turn"));
	render_mail_check("resumed", "mail-resumed-back.txt", o);
}

/* A turn that is still open shows where everything stands by now. */
TEST("render/mail", "receipt of an open turn")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 4);
	o = render_mail_context("red", &g);
	sp_json_set_string(o, "subject", "my orders");
	sp_json_set_int(o, "error_count", 0);
	sp_json_set(o, "done",
		json_pack("[{s:s, s:s}]", "order", "move n", "text",
			"e4 to e3, 2 movement points left"));
	sp_json_set_bool(o, "changed", true);
	sp_json_set(o, "suggestions",
		render_mail_listed(json_pack("[s, s]", "move s", "end")));
	render_mail_check("receipt", "mail-receipt-open.txt", o);
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

	render_mail_no_orders(mail);
	sp_free(mail);
}

/* Help reaches mails line by line as values, so it is as wide as it is written
 * and has no tabs; the first page names every other. */
TEST("render/mail", "help")
{
	static const char *const topics[] = { "orders", "moving", "doors",
		"punch", "treasure", "cards", "counters", "declarations",
		"press", "dice", "audit", "resign", "stun", "game", "answers",
		"asking", "energy", "schools", "creatures", "watching",
		"dealing", "settings", "plan", "undo", "sight", "later",
		"tutorial" };
	char *path = sp_xasprintf("%s/templates/en/help", test_source_dir());
	DIR *dir = opendir(path);
	const struct dirent *entry;
	size_t len, n = 0;
	const char *first = render_mail_file(NULL, "help/help", &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(first);
	render_fits(first, true);
	no_orders_of_help(first);
	for (size_t i = 0; i < SP_ARRAY_LEN(topics); i++) {
		char *name = sp_xasprintf("help/%s", topics[i]);
		char *line = sp_xasprintf(" %s", topics[i]);
		const char *text = render_mail_file(NULL, name, &len);

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
	render_mail_unload();
}
