/*
 * A player to learn against: it comes to the nearest wizard, and casts a spell
 * at whom it sees, the weakest that it has, as long as they have life to spare.
 * It fetches no treasure, answers nothing and never kills, so whoever is new
 * meets each thing of the game and loses nothing by it. What it has to choose
 * besides, or to give up, it chooses as the apprentice does.
 */
#include "bot_private.h"

#define SPARED 10 /* life: whoever has less is not attacked */

struct thought {
	struct sp_bot_work *work;
	int enemy;       /* whom it is about */
	int64_t than;    /* what a command must bring, or undercut */
	int64_t best;    /* what the chosen one does */
	uint16_t *steps; /* to the enemy, from each square */
	bool found;
	struct sp_command command;
};

static bool keep(struct thought *t, const struct sp_command *c, int64_t value)
{
	if (!t->found || value < t->best) {
		t->command = *c;
		t->best = value;
		t->found = true;
	}
	return true;
}

/* The nearest wizard of another seat; SP_NOBODY. `steps`: to each square. */
static int find_enemy(
	const struct sp_bot_ask *ask, uint16_t steps[SP_SQUARES_MAX])
{
	const struct sp_game *g = ask->view;
	uint16_t here = sp_game_acting_square(g);
	int enemy = SP_NOBODY;

	if (here == SP_NOWHERE)
		return enemy;
	sp_game_steps_from(g, here, steps);
	for (int s = 0; s < g->n_seats; s++) {
		const struct sp_actor *a = &g->actor[s];

		if (s != ask->seat && a->alive && a->square != SP_NOWHERE &&
			(enemy == SP_NOBODY ||
				steps[a->square] <
					steps[g->actor[enemy].square]))
			enemy = s;
	}
	if (enemy != SP_NOBODY)
		sp_game_steps_from(g, g->actor[enemy].square, steps);
	return enemy;
}

/* True if the command is an attack that names the enemy. */
static bool is_attack(const struct sp_bot_ask *ask, const struct thought *t,
	const struct sp_command *c)
{
	const struct sp_card *card;
	bool named = false;

	if (c->n_answers < 2 || sp_kind_of(c->answer[0]) != SP_KIND_CARD)
		return false;
	card = sp_ruleset_card(ask->ruleset, sp_index_of(c->answer[0]));
	if (c->answer[1] < 0 || c->answer[1] >= card->n_plays ||
		card->play[c->answer[1]].type != SP_PLAY_ATTACK)
		return false;
	for (int i = 2; i < c->n_answers; i++)
		named = named ||
			c->answer[i] == SP_REF(SP_KIND_ACTOR, t->enemy);
	return named;
}

/* The weakest attack that does something. */
static bool weigh_attack(struct bot_looking *l, const struct sp_command *c)
{
	struct thought *t = l->state;
	int64_t value;

	if (!is_attack(l->ask, t, c))
		return true;
	value = bot_outcome(t->work, l->ask, c);
	return value > t->than ? keep(t, c, value) : true;
}

/* The walk that ends nearest to the enemy, but not upon them. */
static bool weigh_walk(struct bot_looking *l, const struct sp_command *c)
{
	const struct sp_game *g = l->ask->view;
	struct thought *t = l->state;
	uint16_t at = sp_game_acting_square(g);

	for (int i = 0; i < c->n_answers && at != SP_NOWHERE; i++)
		if (c->answer[i] != SP_STOP)
			at = sp_board_beyond(&g->board, at, c->answer[i]);
	return at != SP_NOWHERE && t->steps[at] > 0 && t->steps[at] < t->than
		       ? keep(t, c, t->steps[at])
		       : true;
}

/* The two cards that are least worth. */
static bool weigh_discard(struct bot_looking *l, const struct sp_command *c)
{
	struct thought *t = l->state;
	int n = 0, worth = 0;

	for (int i = 0; i < c->n_answers; i++) {
		if (sp_kind_of(c->answer[i]) != SP_KIND_CARD)
			continue;
		worth += bot_card_worth(
			t->work, sp_ruleset_card(l->ask->ruleset,
					 sp_index_of(c->answer[i])));
		n++;
	}
	return n == 2 ? keep(t, c, worth) : true;
}

/* True if the next draw brings nothing new, though the enemy is near and
 * nothing of the hand hurts them. */
static bool is_stuck(const struct sp_bot_ask *ask, const struct thought *t)
{
	const struct sp_game *g = ask->view;

	return t->enemy != SP_NOBODY &&
	       t->steps[sp_game_acting_square(g)] < 3 &&
	       sp_law_hand_used(ask->ruleset, g, ask->seat) >=
		       ask->ruleset->hand_max;
}

static bool take(struct bot_looking *l, const struct sp_command *c)
{
	return keep(l->state, c, 0);
}

/* Come near, attack, and end. */
static void take_turn(struct bot_looking *l, struct thought *t)
{
	const struct sp_bot_ask *ask = l->ask;
	const struct sp_game *g = ask->view;
	uint16_t steps[SP_SQUARES_MAX];

	t->enemy = find_enemy(ask, steps);
	t->steps = steps;
	if (t->enemy != SP_NOBODY) {
		t->than = steps[sp_game_acting_square(g)];
		l->found = weigh_walk;
		bot_look_at_walks(l);
	}
	if (!t->found && t->enemy != SP_NOBODY &&
		g->actor[t->enemy].life >= SPARED) {
		t->than = bot_value(t->work, ask->ruleset, g, ask->seat);
		l->found = weigh_attack;
		bot_look_at_verb(l, SP_VERB_CAST);
	}
	l->found = weigh_discard;
	if (!t->found && is_stuck(ask, t))
		bot_look_at_verb(l, SP_VERB_DISCARD);
	l->found = take;
	if (!t->found)
		bot_look_at_verb(l, SP_VERB_END);
	t->steps = NULL;
}

static bool take_pass(struct bot_looking *l, const struct sp_command *c)
{
	return c->n_answers == 1 && c->answer[0] == SP_NOTHING ? take(l, c)
							       : true;
}

static bool think(struct sp_bot_work *work, const struct sp_bot_ask *ask,
	struct sp_command *out)
{
	struct thought t = { .work = work };
	struct bot_looking l = { .ask = ask,
		.sights = &work->asked,
		.found = take_pass,
		.state = &t };

	sp_sights_turn(&work->asked);
	bot_value_begin(work, ask->view);
	bot_look_begin(&l);
	if (ask->view->decision.kind == SP_DECISION_TURN)
		take_turn(&l, &t);
	else if (ask->view->decision.kind == SP_DECISION_REACTION)
		bot_look_at_question(&l);
	if (t.found)
		*out = t.command;
	return t.found;
}

bool bot_tutor_answer(const struct sp_bot_ask *ask, struct sp_command *out)
{
	struct sp_bot_work *work = ask->work;
	bool found;

	if (work == NULL)
		work = sp_bot_work_new();
	found = think(work, ask, out);
	if (work != ask->work)
		sp_bot_work_free(work);
	return found || bot_apprentice_answer(ask, out);
}
