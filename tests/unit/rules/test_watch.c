/* Points that are watched: where nobody watches nothing is asked, and what is
 * watched for shows nowhere. */
#include "../fixtures.h"
#include "cardplay.h"
#include "law/watching.h"
#include "unit.h"

/* The laboratory's rules with all watched points off. */
static const struct sp_ruleset *without_points(const struct sp_ruleset *r)
{
	static struct sp_ruleset off;

	memcpy(&off, r, sizeof(off));
	for (int i = 0; i < SP_POINT_COUNT; i++)
		if (off.point[i] == SP_POINT_IS_WATCHED)
			off.point[i] = SP_POINT_IS_OFF;
	off.watched = 0;
	return &off;
}

static bool is_watching(const struct sp_command *c)
{
	return sp_law_verb_is_secret(c->verb);
}

/* A command of the one game is one of the other too, and makes the same
 * position. */
TEST("rules/watch", "where nobody watches nothing stops")
{
	static struct play p;
	static struct sp_game twin;
	static struct sp_events events;
	unsigned games = test_long() ? 10000 : 60;
	unsigned long commands = 0;

	for (uint64_t n = 0; n < games; n++) {
		const struct sp_ruleset *off;

		cardplay_begin(&p, 4 * n + 2 + n % 2, 15);
		off = without_points(p.ruleset);
		twin = p.g;
		while (p.g.status == SP_GAME_RUNNING) {
			static struct play before;
			struct sp_command c;

			before = p;
			cardplay_step(&p, &c);
			if (is_watching(&c)) {
				before.random = p.random;
				p = before;
				continue;
			}
			events.n = 0;
			EQUAL_INT_FATAL(
				sp_rules_apply(off, &twin, &c, &events, NULL),
				SP_OK);
			commands++;
			CU_ASSERT_FATAL(memcmp(&twin, &p.g, sizeof(twin)) == 0);
		}
	}
	CU_ASSERT(commands > 20 * games);
}

static void set_watch(struct sp_game *g, int seat, int point)
{
	sp_game_add_watch(g, &(struct sp_lookout){ .seat = (int8_t)seat,
				     .point = (uint8_t)point,
				     .of = SP_NOBODY,
				     .square = SP_NOWHERE });
}

/* Two positions that differ in the watches of others look the same. */
TEST("rules/watch", "what is watched for is in no other view")
{
	static struct play p;
	static struct sp_game with, a, b;
	struct sp_buf text[2];

	cardplay_begin(&p, 2, 15);
	with = p.g;
	set_watch(&with, 1, SP_POINT_STEP);
	set_watch(&with, 1, SP_POINT_DIE);
	for (int s = SP_NOBODY; s < p.g.n_seats; s++) {
		sp_game_view(&p.g, s, &a);
		sp_game_view(&with, s, &b);
		EQUAL_INT(memcmp(&a, &b, sizeof(a)) == 0, s != 1);
	}
	sp_buf_init(&text[0], 1 << 20);
	sp_buf_init(&text[1], 1 << 20);
	sp_state_encode(&p.g, &p.ruleset->lexicon, &text[0]);
	sp_state_encode(&with, &p.ruleset->lexicon, &text[1]);
	EQUAL_STRING(sp_buf_str(&text[0]), sp_buf_str(&text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
}

TEST("rules/watch", "what a watch meets")
{
	static struct sp_game g;
	struct sp_watched step = { SP_POINT_STEP, 0, 7, 0 };
	struct sp_watched die = { SP_POINT_DIE, 1, SP_NOWHERE, 4 };

	memset(&g, 0, sizeof(g));
	g.n_seats = 3;
	set_watch(&g, 1, SP_POINT_STEP);
	EQUAL_INT(sp_law_watchers(&g, &step), 2);
	EQUAL_INT(sp_law_watchers(&g, &die), 0);
	g.watch[0].of = 2;
	EQUAL_INT(sp_law_watchers(&g, &step), 0);
	step.of = 2;
	EQUAL_INT(sp_law_watchers(&g, &step), 2);
	g.watch[0].square = 8;
	EQUAL_INT(sp_law_watchers(&g, &step), 0);
	step.square = 8;
	EQUAL_INT(sp_law_watchers(&g, &step), 2);
	/* one's own steps are nothing, one's own dice are */
	set_watch(&g, 2, SP_POINT_STEP);
	EQUAL_INT(sp_law_watchers(&g, &step), 2);
	set_watch(&g, 1, SP_POINT_DIE);
	EQUAL_INT(sp_law_watchers(&g, &die), 2);
	g.watch[2].value = 3;
	EQUAL_INT(sp_law_watchers(&g, &die), 0);
	die.value = 3;
	EQUAL_INT(sp_law_watchers(&g, &die), 2);
	EQUAL_INT(sp_game_watches_of(&g, 1), 2);
	EQUAL_INT(sp_game_watch_of(&g, 1, 1), 2);
	EQUAL_INT(sp_game_watch_of(&g, 1, 2), -1);
	sp_game_remove_watch(&g, 0);
	EQUAL_INT(sp_game_watch_of(&g, 1, 0), 1);
	EQUAL_INT(g.n_watches, 2);
}
