/*
 * Two games in which a seat prefers something, tries something, answers by a
 * number, was read by half, takes something back or is reminded, and does
 * something else in the second: nobody else can tell which is which (twins.h).
 */
#include "twins.h"

#define SETTLE 120 /* seconds that a timer may be late */

/* What everybody got who did the same in both is the same to the last letter;
 * `secretive`: who did not. */
static void compare(struct twins *t, const char *secretive)
{
	twins_compare_repositories(t);
	for (int s = RED; s <= GREEN; s++) {
		const char *colour = club_people[s].colour;

		twins_compare(t, colour, strstr(secretive, colour) == NULL);
	}
}

static void later(struct twins *t, int64_t seconds)
{
	for (int i = 0; i < 2; i++)
		club_later(&t->c[i], seconds);
}

/* All that the games did, as their commands came to be, the newest first. */
static void inputs_are(struct twins *t, const char *wanted)
{
	for (int i = 0; i < 2; i++) {
		struct sp_buf out;

		sp_buf_init(&out, 1 << 16);
		EQUAL_INT(
			club_git(&t->c[i], TWIN_GID, &out,
				"git log -5 --format='%an|%(trailers:key="
				"Command,valueonly,separator=)|%(trailers:key="
				"Input,valueonly,separator=)' main | sed 's/"
				"[0-9a-f]\\{64\\}$/mail/; s/|[0-9]* /|/'"),
			0);
		CONTAINS(sp_buf_str(&out), wanted);
		sp_buf_free(&out);
	}
}

/* ---- preferences ------------------------------------------------------------
 */

/* Others hold other cards, too. */
TEST("host/twins", "what is preferred, and is not asked")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "blue", "when pushed: prefer s, n, e",
		"when treasure: pass");
	twins_both(&t, "yellow", "when asked: pass",
		"when asked to discard: prefer glue, cheapest");
	twins_both(&t, "yellow", "forget all",
		"when pushed by red, life > 3: prefer w");
	twins_both(&t, "red", "cast zot at blue with energy 6",
		"cast zot at blue with energy 6");
	twins_all_pass(&t, order);
	twins_both(&t, "red", "end", "end");
	twins_both(&t, "blue", "end", "end");
	compare(&t, "red blue yellow");
	twins_end(&t);
}

/* Red punches Blue, who evades it and is pushed: south is a wall. */
static void push(struct twins *t, const char *a, const char *b)
{
	twins_begin_alike(t);
	twins_hold(t, BLUE, "featherweight");
	twins_both(t, "yellow", "when asked: pass", "when asked: pass");
	twins_both(t, "green", "when asked: pass", "when asked: pass");
	twins_both(t, "blue", "when asked: pass", "when asked: pass");
	twins_both(t, "blue",
		"forget 1\nwhen attacked by punch: counter with featherweight\n"
		"when asked: pass",
		"forget 1\nwhen attacked by punch: counter with featherweight\n"
		"when asked: pass");
	twins_both(t, "blue", a, b);
	twins_both(t, "red", "punch blue", "punch blue");
}

TEST("host/twins", "other lines prefer the same way")
{
	struct twins t;

	if (!club_has_git())
		return;
	push(&t, "when pushed: prefer s, n, e",
		"when pushed by red, life > 3: prefer n");
	compare(&t, "blue");
	inputs_are(&t, "Blue|choose 0|declaration\n");
	twins_both(&t, "red", "end", "end");
	compare(&t, "blue");
	twins_end(&t);
}

/* Its only way is none, so the seat is asked like one that prefers nothing. */
TEST("host/twins", "what is preferred cannot be done")
{
	struct twins t;

	if (!club_has_git())
		return;
	push(&t, "when pushed: prefer s", "when treasure: pass");
	compare(&t, "blue");
	twins_both(&t, "blue", "when pushed: prefer s", "when spell: pass");
	twins_both(&t, "blue", "choose n", "choose n");
	compare(&t, "blue");
	inputs_are(&t, "Blue|choose 0|mail\n");
	twins_end(&t);
}

/* The two cards that go are the same. */
TEST("host/twins", "other lines prefer the same cards")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin_alike(&t);
	twins_hold(&t, RED, "meditate");
	twins_hold(&t, RED, "anti-anti");
	twins_both(&t, "red", "when asked to discard: prefer glue, anti-anti",
		"when asked to discard, life > 3: prefer anti-anti, glue");
	twins_both(&t, "red", "cast meditate", "cast meditate");
	twins_all_pass(&t, order);
	compare(&t, "red");
	inputs_are(&t, "|declaration\n");
	twins_end(&t);
}

/* ---- what is said, and is not done ------------------------------------------
 */

/* Nothing of it is done: no commit, and no mail to anybody else. */
TEST("host/twins", "what is tried")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "try cast zot at blue with energy 6; move s; end",
		"try cast booby trap at a1, a2, b2, c2 real 3\nhand");
	twins_both(&t, "blue", "try punch red\ntry declarations", "status");
	twins_both(&t, "red", "cast zot at blue with energy 6",
		"cast zot at blue with energy 6");
	twins_both(&t, "blue", "try counter with full shield", "try pass");
	twins_both(&t, "yellow", "try pass\ntry declarations", "hand");
	twins_all_pass(&t, order);
	compare(&t, "red blue yellow");
	twins_end(&t);
}

/* In the first game the first mails are read by half and offered, and a yes has
 * them done; in the second they are questions, and the orders come later. */
TEST("host/twins", "what is read by half")
{
	static const char *const order[2][3] = { { "yellow", "green", "blue" },
		{ "yellow", "green", "blue" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin_alike(&t);
	twins_both(&t, "red", "cast zto at blue with energy 6", "status");
	twins_both(&t, "red", "yes", "cast zot at blue with energy 6");
	twins_both(&t, "blue", "coutner with full shield", "hand");
	twins_both(&t, "blue", "yes", "counter with shield");
	twins_both(&t, "blue", "pass", "pass");
	compare(&t, "red blue");
	twins_all_pass(&t, order);
	compare(&t, "red blue");
	inputs_are(&t, "Judge|answer ?|mail\n");
	twins_end(&t);
}

/* ---- numbers, and the clock -------------------------------------------------
 */

/* In the first game Blue answers by numbers, twice; in the second by words, and
 * with other cards. */
TEST("host/twins", "numbers that answer a window")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "cast zot at blue with energy 6",
		"cast zot at blue with energy 6");
	twins_both(&t, "blue", "2", "pass");
	twins_both(&t, "yellow", "1", "1");
	compare(&t, "red blue");
	twins_both(&t, "blue", "1", "when treasure: pass");
	twins_both(&t, "green", "1", "pass");
	compare(&t, "red blue green");
	inputs_are(&t, "Judge|answer ?|mail\n");
	twins_end(&t);
}

/* Nobody hears who was reminded, and who had answered before. */
TEST("host/twins", "reminders")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "cast zot at blue with energy 6",
		"cast zot at blue with energy 6");
	twins_both(&t, "blue", "pass", "when treasure: pass");
	later(&t, 12 * CLUB_HOUR + SETTLE);
	EQUAL_INT(club_letters(&t.c[0], 0, "blue", "a reminder: "), 0);
	for (int i = 0; i < 2; i++)
		EQUAL_INT(club_letters(&t.c[i], 0, "green", "a reminder: "), 1);
	EQUAL_INT(club_letters(&t.c[1], 0, "blue", "a reminder: "), 1);
	twins_compare_repositories(&t);
	twins_compare(&t, "yellow", true);
	twins_compare(&t, "green", true);
	twins_compare(&t, "red", false);
	/* and when the clock answers for who has not */
	later(&t, 12 * CLUB_HOUR);
	inputs_are(&t, "Judge|answer ?|timer ");
	twins_compare_repositories(&t);
	twins_compare(&t, "yellow", true);
	twins_compare(&t, "green", true);
	twins_compare(&t, "red", false);
	twins_end(&t);
}

/* ---- undo -------------------------------------------------------------------
 */

/* What others left in secret meanwhile makes no difference to what Red takes
 * back alone. */
TEST("host/twins", "an undo over what others prefer")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "move towards e5", "move towards e5");
	twins_both(&t, "blue", "when pushed: prefer s, n", "when asked: pass");
	twins_both(&t, "yellow", "when asked to discard: prefer cheapest",
		"when attacked by punch: pass");
	twins_both(&t, "red", "undo", "undo");
	twins_both(&t, "red", "end", "end");
	compare(&t, "red blue yellow");
	twins_end(&t);
}

/* It may wait for the consent of all, who answer by numbers or words; a plan
 * waits in the first game, and is taken back with the rest. */
TEST("host/twins", "an undo by consent")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red",
		"cast zot at blue with energy 6\nif hit: move towards e5",
		"cast zot at blue with energy 6");
	twins_both(
		&t, "blue", "when pushed: prefer s, n", "when treasure: pass");
	twins_both(&t, "red", "undo", "undo");
	twins_both(&t, "green", "agree", "agree");
	twins_both(&t, "yellow", "agree", "agree");
	twins_both(&t, "blue", "agree", "agree");
	twins_both(&t, "red", "end", "end");
	compare(&t, "red blue");
	twins_end(&t);
}
