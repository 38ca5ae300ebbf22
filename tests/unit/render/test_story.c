#include "render_tests.h"

#include "../rules/scene.h"
#include "setup/setup.h"

/* A command of the active seat, or of another, as its canonical text says. */
struct told {
	struct sp_game before, after;
	struct sp_events events;
	struct sp_command command;
	struct sp_render_step step;
};

static void do_it(struct told *t, const struct sp_game *g, int seat, int source,
	const char *words)
{
	char *text = sp_xasprintf("%u %s", g->decision.number, words);
	struct sp_error e = { 0 };
	struct sp_refusal why = { 0 };

	memset(t, 0, sizeof(*t));
	t->before = *g;
	t->after = *g;
	EQUAL_INT_FATAL(
		sp_notation_parse(&t->command, render_ruleset(), g, text, &e),
		SP_OK);
	t->command.seat = (int8_t)seat;
	t->command.source = (uint8_t)source;
	if (sp_rules_apply(render_ruleset(), &t->after, &t->command, &t->events,
		    &why) != SP_OK) {
		printf("\n%s: %s\n", text,
			refusal_words(render_ruleset(), &t->after, &why));
		CU_FAIL_FATAL("refused");
	}
	sp_free(text);
	t->step.ruleset = render_ruleset();
	t->step.before = &t->before;
	t->step.after = &t->after;
	t->step.command = &t->command;
	t->step.events = &t->events;
}

static void subject_is(const struct told *t, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_render_subject(&t->step, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	CU_ASSERT(out.len <= SP_TYPESET_COLUMNS);
	sp_buf_free(&out);
}

static void story_is(const struct told *t, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_render_story(&t->step, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

static void result_is(const struct told *t, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_render_result(&t->step, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

TEST("render/story", "walk")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "walk e s stop");
	subject_is(&t, "Red walks c3 d3 d4");
	story_is(&t, "Red walks c3 d3 d4.\n");
	result_is(&t, "c3 to d4, 1 movement point left");
	g.moves = 6;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "walk e s s w w n");
	subject_is(&t, "Red walks from c3 to b4 (6 steps)");
	story_is(&t, "Red walks c3 d3 d4 d5 c5 b5 b4.\n");
}

TEST("render/story", "punch")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	render_put(&g, "blue", "d3");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "punch blue");
	subject_is(&t, "Red punches Blue: 1 damage (15 to 14)");
	story_is(&t, "Red punches Blue: 1 damage (15 to 14).\n");
	result_is(&t, "Red punches Blue: 1 damage (15 to 14)");
}

TEST("render/story", "kill")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 3, "a");
	render_put(&g, "blue", "d3");
	render_lay(&g, "yellow-1", NULL, "blue");
	g.actor[1].life = 1;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "punch blue");
	/* What does not fit falls, the death stays. */
	subject_is(&t, "Red punches Blue: 1 damage (1 to 0); Blue dies");
	story_is(&t, "Red punches Blue: 1 damage (1 to 0).\n"
		     "Blue dies and drops Yellow's treasure at d3.\n"
		     "Red now has 1 point.\n");
	result_is(&t,
		"Red punches Blue: 1 damage (1 to 0); Blue dies and drops "
		"Yellow's treasure at d3; you now have 1 point");
	render_lay(&g, "yellow-1", "d7", NULL);
	g.actor[1].carries = SP_NOBODY;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "punch blue");
	subject_is(&t, "Red punches Blue: 1 damage (1 to 0); Blue dies; Red "
		       "now has 1 point");
}

TEST("render/story", "take back")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	render_lay(&g, "blue-1", "c3", NULL);
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "pick-up blue-1");
	subject_is(&t,
		"Red picks up Blue's treasure and ends the turn; Blue moves");
	story_is(&t, "Red picks up Blue's treasure at c3, is down to 0 points "
		     "and ends the turn.\n");
}

TEST("render/story", "pick up")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	render_put(&g, "red", "g4");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "pick-up blue-2");
	subject_is(&t,
		"Red picks up Blue's treasure and ends the turn; Blue moves");
	story_is(&t, "Red picks up Blue's treasure at g4 and ends the turn.\n");
	result_is(&t, "you carry Blue's treasure; your turn is over");
	render_put(&g, "red", "a1");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "pick-up red-1");
	subject_is(&t, "Red picks up its own treasure and ends the turn; "
		       "Blue moves");
}

TEST("render/story", "drop")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	render_lay(&g, "blue-2", NULL, "red");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "drop blue-2");
	subject_is(&t, "Red drops Blue's treasure at home and now has "
		       "1 point");
	result_is(&t, "Blue's treasure lies at c3, your home base; you now "
		      "have 1 point");
	render_put(&g, "red", "d3");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "drop blue-2");
	subject_is(&t, "Red drops Blue's treasure at d3");
	g.actor[0].kills = 1;
	render_put(&g, "red", "c3");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "drop blue-2");
	subject_is(&t, "Red drops Blue's treasure at home and wins "
		       "with 2 points");
	/* whoever gives a point away is told */
	render_lay(&g, "red-1", NULL, "red");
	g.actor[0].square = g.actor[1].home;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "drop red-1");
	result_is(&t, "Red's treasure lies at h3, Blue's home base; Blue "
		      "now has 1 point");
}

TEST("render/story", "doors")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "open b3/c3");
	subject_is(&t, "Red opens the door b3/c3");
	result_is(&t, "door b3/c3 opened");
	g = t.after;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "walk e e stop");
	subject_is(&t, "Red walks c3 d3 e3");
	story_is(&t, "Red walks c3 d3 e3.\nThe door b3/c3 shuts.\n");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "hold b3/c3");
	subject_is(&t, "Red holds the door b3/c3 open");
	result_is(&t, "door b3/c3 held open");
}

TEST("render/story", "ends")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "end");
	subject_is(&t, "Red ends the turn; Blue moves");
	story_is(&t, "Red ends the turn.\n");
	result_is(&t, "your turn is over");
	do_it(&t, &g, 0, SP_SOURCE_CLOCK, "end");
	subject_is(&t, "The clock ends Red's turn; Blue moves");
	story_is(&t, "The clock ends Red's turn.\n");
	do_it(&t, &g, 2, SP_SOURCE_SEAT, "resign");
	subject_is(&t, "Yellow resigns");
	result_is(&t, "you are out of the game");
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "resign");
	subject_is(&t, "Red resigns; Blue moves");
	story_is(&t, "Red resigns.\n");
}

TEST("render/story", "outcomes")
{
	static struct told t;
	struct sp_game g;

	render_position(&g, 2, "a");
	do_it(&t, &g, 1, SP_SOURCE_SEAT, "resign");
	subject_is(&t, "Blue resigns; Red wins as the last wizard alive");
	result_is(&t, "you are out of the game; Red wins as the last wizard "
		      "alive");
	g.rounds_max = 1;
	g.active = 1;
	g.decision.seats = 2;
	do_it(&t, &g, 1, SP_SOURCE_SEAT, "end");
	subject_is(&t, "Blue ends the turn; the limit of 1 round is reached; "
		       "the game is drawn");
	g.actor[0].kills = 1;
	do_it(&t, &g, 1, SP_SOURCE_SEAT, "end");
	story_is(&t, "Blue ends the turn.\n"
		     "The limit of 1 round is reached.\n"
		     "Red wins at the round limit with 1 point and 15 "
		     "life.\n");
	/* who wins is never cut off */
	subject_is(&t, "Blue ends the turn; Red wins at the round limit with "
		       "1 point and 15 life");
}

/* A step of which there is too much to tell in one line. */
static void long_step(struct told *t, struct sp_game *g)
{
	render_position(g, 2, "a");
	do_it(t, g, 0, SP_SOURCE_SEAT, "resign");
	for (int i = 0; i < 6; i++)
		t->events.event[t->events.n++] = t->events.event[0];
}

TEST("render/story", "subjects that are cut")
{
	static struct told t;
	struct sp_game g;

	long_step(&t, &g);
	subject_is(&t, "Red resigns; ... Blue wins as the last wizard alive");
	t.after.outcome = SP_OUTCOME_ROUNDS;
	t.after.actor[1].kills = 100;
	subject_is(&t, "Blue wins at the round limit with 100 points and 15 "
		       "life");
	t.after.status = SP_GAME_RUNNING;
	subject_is(&t, "Red resigns; ...");
}

/* The start of a real game: every draw has its number in the story, and none
 * is left out. */
TEST("render/story", "start")
{
	static struct told t;
	static const uint8_t key[32] = { 1, 2, 3 };
	struct sp_setup setup = { .gid = "tower-k3j7x2q5", .n_seats = 4 };
	struct sp_error e = { 0 };
	struct sp_rng rng;
	struct sp_buf out;
	uint64_t next = 0;

	for (int s = 0; s < 4; s++)
		sp_format(setup.colour[s], SP_ID_SIZE, "%s",
			render_ruleset()->colour[s]);
	sp_format(setup.ruleset, SP_ID_SIZE, "wizwar8");
	sp_state_setup_put_option(&setup, "cards", "no");
	sp_rng_init(&rng, key, 0);
	memset(&t, 0, sizeof(t));
	EQUAL_INT_FATAL(sp_setup_start(render_ruleset(), &setup, &rng, &t.after,
				&t.events, &e),
		SP_OK);
	t.step.ruleset = render_ruleset();
	t.step.after = &t.after;
	t.step.events = &t.events;
	for (int i = 0; i < t.events.n; i++) {
		if (t.events.event[i].draws > 0)
			EQUAL_INT(t.events.event[i].draw, next);
		next += t.events.event[i].draws;
	}
	EQUAL_INT(next, t.after.rng.next);
	sp_buf_init(&out, 1 << 16);
	sp_render_subject(&t.step, &out);
	sp_buf_adds(&out, "\n\n");
	sp_render_report(NULL, &t.step, &out);
	render_fits(sp_buf_str(&out), true);
	render_golden("start.txt", sp_buf_str(&out));
	sp_buf_free(&out);
}

/* The report goes on within a turn, begins anew in the next, and the end of a
 * turn still belongs to it. */
TEST("render/story", "report")
{
	static struct told t;
	struct sp_game g;
	struct sp_buf a, b;

	render_position(&g, 4, "a");
	sp_buf_init(&a, 4096);
	sp_buf_init(&b, 4096);
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "walk e stop");
	sp_render_report("Setup\nx.\n", &t.step, &a);
	EQUAL_STRING(sp_buf_str(&a), "Turn 1: Red\n  Red walks c3 d3.\n");
	g = t.after;
	do_it(&t, &g, 0, SP_SOURCE_SEAT, "end");
	sp_render_report(sp_buf_str(&a), &t.step, &b);
	EQUAL_STRING(sp_buf_str(&b), "Turn 1: Red\n  Red walks c3 d3.\n"
				     "  Red ends the turn.\n");
	g = t.after;
	do_it(&t, &g, 1, SP_SOURCE_SEAT, "end");
	sp_buf_clear(&a);
	sp_render_report(sp_buf_str(&b), &t.step, &a);
	EQUAL_STRING(sp_buf_str(&a), "Turn 2: Blue\n  Blue ends the turn.\n");
	sp_buf_free(&a);
	sp_buf_free(&b);
}

TEST("render/story", "before the start")
{
	struct sp_setup setup = { .gid = "tower-k3j7x2q5", .n_seats = 4 };
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_render_subject_root(&setup, false, &out);
	EQUAL_STRING(sp_buf_str(&out), "Tower: four seats");
	sp_buf_clear(&out);
	sp_state_setup_put_option(&setup, "sectors", "b");
	sp_state_setup_put_option(&setup, "points", "3");
	sp_render_subject_root(&setup, false, &out);
	EQUAL_STRING(
		sp_buf_str(&out), "Tower: four seats, points 3, sectors b");
	for (int i = 0; i < 6; i++) {
		char name[SP_OPTION_TEXT];

		sp_format(name, sizeof(name), "some-long-option-%d", i);
		sp_state_setup_put_option(&setup, name, "value");
	}
	sp_buf_clear(&out);
	sp_render_subject_root(&setup, false, &out);
	CU_ASSERT(out.len <= SP_TYPESET_COLUMNS);
	CONTAINS(sp_buf_str(&out), ", ...");
	sp_buf_clear(&out);
	sp_render_subject_join("red", true, &out);
	EQUAL_STRING(sp_buf_str(&out), "Red joins (luck given)");
	sp_buf_clear(&out);
	sp_render_subject_join("blue", false, &out);
	EQUAL_STRING(sp_buf_str(&out), "Blue joins");
	sp_buf_free(&out);
}

/* Dice that decide a result are named with it, in the story only. */
TEST("render/story", "draws")
{
	struct sp_event *e;
	static struct told t;
	struct sp_game g;

	render_position(&g, 4, "a");
	t.after = g;
	t.events.n = 0;
	t.step.ruleset = render_ruleset();
	t.step.before = &t.after;
	t.step.after = &t.after;
	t.step.events = &t.events;
	e = sp_game_events_add(&t.events, SP_EVENT_HURT, 1, 0);
	e->harm.lost = 3;
	e->harm.left = 12;
	e->draw = 17;
	e->draws = 1;
	subject_is(&t, "Blue takes 3 damage from Red (15 to 12)");
	story_is(&t, "Blue takes 3 damage from Red (15 to 12) (draw 17).\n");
	e->draws = 3;
	story_is(&t,
		"Blue takes 3 damage from Red (15 to 12) (draws 17 to 19).\n");
}
