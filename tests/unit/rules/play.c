#include "play.h"

#include <assert.h>

#include "setup/setup.h"
#include "unit.h"

/* The layouts for each number of seats, by name. */
static const char *const layouts[][3] = {
	[2] = { "auto", "2-crossed" },
	[3] = { "auto", "3-l" },
	[4] = { "auto", "4-straight", "4-crossed" },
	[5] = { "auto", "auto" },
};

static void set_option(struct play *p, const char *name, const char *value)
{
	struct sp_error e = { 0 };
	int code = sp_card_ruleset_set_option(
		p->ruleset, &p->setup, name, value, &e);

	assert(code == SP_OK);
}

static void choose_setup(struct play *p, int rounds)
{
	static const char *const sides[] = { "a", "b", "original" };
	const char *colours[] = { "red", "blue", "yellow", "green", "purple" };
	unsigned seats = 2 + scene_below(&p->random, 4);
	char list[80] = "";
	char number[16];
	unsigned layout;

	for (unsigned i = 0; i < seats; i++) {
		unsigned k = i + scene_below(&p->random, 5 - i);
		const char *colour = colours[k];
		size_t at = strlen(list);

		colours[k] = colours[i];
		sp_format(list + at, sizeof(list) - at, "%s%s",
			i > 0 ? " " : "", colour);
	}
	scene_setup(&p->setup, list);
	set_option(p, "sectors", sides[scene_below(&p->random, 3)]);
	layout = scene_below(&p->random, seats == 4 ? 3 : 2);
	set_option(p, "layout", layouts[seats][layout]);
	sp_format(number, sizeof(number), "%d", rounds);
	set_option(p, "rounds", number);
	set_option(p, "cards", "no");
	sp_format(number, sizeof(number), "%u", 2 + scene_below(&p->random, 3));
	set_option(p, "points", number);
}

void play_begin(struct play *p, const struct sp_ruleset *ruleset, uint64_t n,
	int rounds)
{
	struct sp_error e = { 0 };
	struct sp_rng dice;
	int code;

	p->ruleset = ruleset;
	p->random.state = n;
	p->events.n = 0;
	p->greedy = scene_below(&p->random, 2) == 0;
	choose_setup(p, rounds);
	scene_dice(&dice, n);
	code = sp_setup_start(ruleset, &p->setup, &dice, &p->g, &p->events, &e);
	if (code != SP_OK)
		(void)fprintf(
			stderr, "game %lu: %s\n", (unsigned long)n, e.text);
	EQUAL_INT_FATAL(code, SP_OK);
}

static bool listed(const struct sp_domain *d, int value)
{
	for (int i = 0; i < d->n; i++) {
		if (d->value[i] == value)
			return true;
	}
	return false;
}

/* Where a greedy seat wants to be. It looks at the treasures from its own on,
 * so that no seat has one to itself which others quarrel for. */
static uint16_t goal(const struct sp_game *g, int seat)
{
	const struct sp_actor *w = &g->actor[seat];

	if (w->carries != SP_NOBODY)
		return w->home;
	for (int i = 0; i < g->n_treasures; i++) {
		int t = (2 * seat + i) % g->n_treasures;
		const struct sp_treasure *treasure = &g->treasure[t];

		if (treasure->owner != seat && treasure->carrier == SP_NOBODY &&
			treasure->square != w->home)
			return treasure->square;
	}
	return w->home;
}

/* The offered step that leads nearest to the goal. */
static int step_to_goal(const struct play *p, const struct sp_command *c,
	const struct sp_domain *d)
{
	const struct sp_board *b = &p->g.board;
	uint16_t from_goal[SP_SQUARES_MAX];
	uint16_t at = p->g.actor[c->seat].square;
	int best = d->value[0];
	unsigned nearest = UINT16_MAX;

	sp_board_distances(b, goal(&p->g, c->seat), c->seat, from_goal);
	for (int i = 0; i < c->n_answers; i++)
		at = sp_board_beyond(b, at, c->answer[i]);
	for (int i = 0; i < d->n; i++) {
		uint16_t to = d->value[i] == SP_STOP
				      ? at
				      : sp_board_beyond(b, at, d->value[i]);

		if (from_goal[to] < nearest) {
			nearest = from_goal[to];
			best = d->value[i];
		}
	}
	return best;
}

/* What a greedy seat does before all else; -1: nothing of that. */
static int greedy_verb(const struct play *p, const struct sp_command *c,
	const struct sp_domain *d)
{
	const struct sp_actor *w = &p->g.actor[c->seat];

	if (listed(d, SP_VERB_PUNCH))
		return SP_VERB_PUNCH;
	if (listed(d, SP_VERB_DROP) && w->square == w->home)
		return SP_VERB_DROP;
	if (listed(d, SP_VERB_PICK_UP) && w->square != w->home)
		return SP_VERB_PICK_UP;
	return listed(d, SP_VERB_WALK) ? SP_VERB_WALK : -1;
}

/* Nobody resigns lightly: whoever could do nothing else does nothing. */
static int choose_verb(
	struct play *p, const struct sp_command *c, const struct sp_domain *d)
{
	int value = -1;

	if (p->greedy && scene_below(&p->random, 8) > 0)
		value = greedy_verb(p, c, d);
	if (value < 0)
		value = d->value[scene_below(&p->random, (uint32_t)d->n)];
	if (value == SP_VERB_RESIGN && scene_below(&p->random, 200) > 0)
		value = d->value[0] != SP_VERB_RESIGN ? d->value[0] : -1;
	return value;
}

static sp_value choose(
	struct play *p, const struct sp_command *c, const struct sp_domain *d)
{
	if (p->greedy && d->kind == SP_SLOT_STEP)
		return step_to_goal(p, c, d);
	return d->value[scene_below(&p->random, (uint32_t)d->n)];
}

/* Fill in a command of this seat; false: it lets the chance pass. */
static bool fill(struct play *p, struct sp_command *c, int seat)
{
	struct sp_domain d;

	sp_law_command_init(c, &p->g, seat);
	for (;;) {
		sp_value chosen;

		sp_law_slots(p->ruleset, &p->g, seat, c, &d);
		if (d.complete)
			return true;
		/* the dead are offered nothing; what is offered leads on */
		if (d.kind == SP_SLOT_VERB && d.n == 0)
			return false;
		CU_ASSERT_FATAL(d.n > 0);
		if (d.kind == SP_SLOT_VERB) {
			c->verb = choose_verb(p, c, &d);
		} else {
			chosen = choose(p, c, &d);
			c->answer[c->n_answers++] = chosen;
		}
		if (c->verb < 0)
			return false;
	}
}

void play_step(struct play *p, struct sp_command *c)
{
	struct sp_refusal why;
	int code;

	/* a free command now and then, else the active seat, which always has
	 * more to choose from than to resign */
	if (scene_below(&p->random, 8) > 0 ||
		!fill(p, c, (int)scene_below(&p->random, p->g.n_seats))) {
		while (!fill(p, c, p->g.active))
			;
	}
	p->events.n = 0;
	code = sp_rules_apply(p->ruleset, &p->g, c, &p->events, &why);
	if (code != SP_OK)
		(void)fprintf(stderr, "offered and refused: %s\n",
			refusal_words(p->ruleset, &p->g, &why));
	EQUAL_INT_FATAL(code, SP_OK);
}

bool play_offered(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c)
{
	struct sp_command prefix = *c;
	struct sp_domain d;

	prefix.verb = -1;
	prefix.n_answers = 0;
	sp_law_slots(ruleset, g, c->seat, &prefix, &d);
	if (d.kind != SP_SLOT_VERB || !listed(&d, c->verb))
		return false;
	prefix.verb = c->verb;
	for (;;) {
		sp_law_slots(ruleset, g, c->seat, &prefix, &d);
		if (prefix.n_answers == c->n_answers)
			return d.complete;
		if (d.complete || !listed(&d, c->answer[prefix.n_answers]))
			return false;
		prefix.n_answers++;
	}
}
