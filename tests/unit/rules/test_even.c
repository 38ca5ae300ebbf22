/* Does the engine favour a seat? On printed sectors one colour wins more than
 * another, since each has a home of its own; on equal homes none does. */
#include <string.h>

#include "play.h"
#include "setup/setup.h"
#include "unit.h"

#define SEATS 3
#define GAMES 3000
/* Chi-square with two degrees of freedom: one fair engine of 1,000 is above. */
#define CRITICAL 13.8

/* Every sector of set a has the walls, home and treasures of the first. */
static const struct sp_ruleset *alike(void)
{
	static struct sp_ruleset ruleset;
	const struct sp_sector *first = NULL;

	memcpy(&ruleset, scene_ruleset(), sizeof(ruleset));
	for (unsigned i = 0; i < ruleset.boards.n_sectors; i++) {
		struct sp_sector *s = &ruleset.boards.sector[i];

		if (!sp_streq(s->set, "a"))
			continue;
		if (first == NULL) {
			first = s;
			continue;
		}
		memcpy(s->across, first->across, sizeof(s->across));
		memcpy(s->down, first->down, sizeof(s->down));
		memcpy(s->treasure, first->treasure, sizeof(s->treasure));
		s->home = first->home;
	}
	return &ruleset;
}

static void begin(struct play *p, const struct sp_ruleset *ruleset, uint64_t n)
{
	struct sp_error e = { 0 };
	struct sp_rng dice;

	p->ruleset = ruleset;
	p->random.state = n;
	p->events.n = 0;
	p->greedy = n % 4 > 0;
	scene_setup(&p->setup, "red blue yellow");
	sp_state_setup_put_option(&p->setup, "cards", "no");
	EQUAL_INT_FATAL(sp_card_ruleset_set_option(
				ruleset, &p->setup, "rounds", "20", &e),
		SP_OK);
	scene_dice(&dice, n);
	EQUAL_INT_FATAL(sp_setup_start(ruleset, &p->setup, &dice, &p->g,
				&p->events, &e),
		SP_OK);
}

TEST("rules/even", "equal homes make equal chances")
{
	static struct play p;
	const struct sp_ruleset *ruleset = alike();
	int wins[SEATS] = { 0 };
	struct sp_command c;
	double squares = 0;
	int decided = 0;

	for (uint64_t n = 0; n < GAMES; n++) {
		begin(&p, ruleset, n);
		while (p.g.status == SP_GAME_RUNNING)
			play_step(&p, &c);
		if (p.g.winner == SP_NOBODY)
			continue;
		wins[p.g.winner]++;
		decided++;
	}
	CU_ASSERT_FATAL(decided > GAMES / 2);
	for (int s = 0; s < SEATS; s++) {
		double even = (double)decided / SEATS;
		double off = wins[s] - even;

		squares += off * off / even;
	}
	if (squares >= CRITICAL)
		printf("\nred %d, blue %d, yellow %d: chi-square %.1f\n",
			wins[0], wins[1], wins[2], squares);
	CU_ASSERT_TRUE(squares < CRITICAL);
}
