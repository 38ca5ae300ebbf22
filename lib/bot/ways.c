/*
 * Commands that are worth a look: every one is put together from what
 * sp_law_slots offers, but where it offers much only some of that is tried.
 */
#include "bot_private.h"

#include <string.h>

#define WIDE 64 /* as many answers as there are */

void bot_look_begin(struct bot_looking *l)
{
	const struct sp_game *g = l->ask->view;
	uint16_t far[SP_SQUARES_MAX];

	memset(l->near, 0xff, sizeof(l->near));
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (!sp_game_is_actor(g, i) || !g->actor[i].alive ||
			g->actor[i].square == SP_NOWHERE)
			continue;
		sp_game_steps_from(g, g->actor[i].square, far);
		for (int k = 0; k < g->board.n_squares; k++)
			if (far[k] < l->near[k])
				l->near[k] = far[k];
	}
}

static void ask_next(const struct bot_looking *l, struct sp_domain *d)
{
	sp_law_slots_on(l->ask->ruleset, l->ask->view, l->ask->seat, &l->c,
		l->sights, d);
}

/* ---- walks ---------------------------------------------------------------
 */

struct walk {
	uint16_t at;
	uint8_t n;
	uint8_t step[SP_MOVES_MAX];
};

static bool give_walk(struct bot_looking *l, const struct sp_domain *d)
{
	struct sp_command whole = l->c;

	for (int i = 0; !d->complete && i < d->n; i++)
		if (d->value[i] == SP_STOP)
			whole.answer[whole.n_answers++] = SP_STOP;
	if (!d->complete && whole.n_answers == l->c.n_answers)
		return true;
	return l->found(l, &whole);
}

void bot_look_at_walks(struct bot_looking *l)
{
	const struct sp_game *g = l->ask->view;
	struct walk queue[SP_SQUARES_MAX];
	bool been[SP_SQUARES_MAX] = { false };
	struct sp_domain d;
	unsigned n = 1;

	sp_law_command_init(&l->c, g, l->ask->seat);
	l->c.verb = SP_VERB_WALK;
	queue[0].at = sp_game_acting_square(g);
	queue[0].n = 0;
	if (queue[0].at == SP_NOWHERE)
		return;
	been[queue[0].at] = true;
	for (unsigned i = 0; i < n; i++) {
		const struct walk *w = &queue[i];

		l->c.n_answers = w->n;
		for (int k = 0; k < w->n; k++)
			l->c.answer[k] = w->step[k];
		ask_next(l, &d);
		if (w->n > 0 && !give_walk(l, &d))
			return;
		for (int k = 0; k < d.n && w->n < SP_MOVES_MAX; k++) {
			uint16_t to;

			if (d.value[k] == SP_STOP)
				continue;
			to = sp_board_beyond(&g->board, w->at, d.value[k]);
			if (to == SP_NOWHERE || been[to])
				continue;
			been[to] = true;
			queue[n] = *w;
			queue[n].at = to;
			queue[n].step[queue[n].n++] = (uint8_t)d.value[k];
			n++;
		}
	}
}

/* ---- other commands ------------------------------------------------------
 */

/* The lower the rather it is tried. */
static int rank(const struct bot_looking *l, sp_value v)
{
	const struct sp_game *g = l->ask->view;
	uint16_t at = SP_NOWHERE;

	switch (sp_kind_of(v)) {
	case SP_KIND_SQUARE:
		at = (uint16_t)sp_index_of(v);
		break;
	case SP_KIND_EDGE:
		at = g->board.edge[sp_index_of(v)].square[0];
		break;
	case SP_KIND_THING:
	case SP_KIND_TREASURE:
		at = sp_game_square_of(g, v);
		break;
	case SP_KIND_NONE:
		/* all that are left, of what may come several times */
		return sp_times_of(v) > 0 ? -sp_times_of(v) : -1;
	default:
		return 0;
	}
	return at < SP_SQUARES_MAX ? l->near[at] : UINT16_MAX;
}

/* Put the best ranked of the domain first; returns how many are tried. */
static int choose(const struct bot_looking *l, struct sp_domain *d, int most)
{
	int ranks[SP_DOMAIN_MAX];

	if (d->n <= most)
		return d->n;
	for (int i = 0; i < d->n; i++)
		ranks[i] = rank(l, d->value[i]);
	for (int i = 0; i < most; i++) {
		int best = i;
		sp_value v;

		for (int k = i + 1; k < d->n; k++)
			if (ranks[k] < ranks[best])
				best = k;
		v = d->value[best];
		d->value[best] = d->value[i];
		ranks[best] = ranks[i];
		d->value[i] = v;
	}
	return most;
}

/* How many answers to a slot are tried: fewer, the more were asked before. */
static int width(
	const struct bot_looking *l, const struct sp_domain *d, int asked)
{
	static const int widths[] = { 8, 6, 3, 2 };

	switch ((enum sp_slot_kind)d->kind) {
	case SP_SLOT_MODIFIER:
		return 2;
	case SP_SLOT_ENERGY:
		return 4;
	case SP_SLOT_PLAY:
	case SP_SLOT_STACK:
		return 8;
	default:
		break;
	}
	if (l->c.n_answers == 0)
		return WIDE;
	return asked < (int)SP_ARRAY_LEN(widths) ? widths[asked] : 1;
}

static bool deepen(struct bot_looking *l, int asked)
{
	struct sp_domain d;
	int n;

	ask_next(l, &d);
	if (d.complete)
		return l->left-- > 0 ? l->found(l, &l->c) : true;
	/* one counter is enough */
	if (d.kind == SP_SLOT_COUNTER && l->c.n_answers > 0) {
		d.n = 1;
		d.value[0] = SP_NOTHING;
	}
	n = choose(l, &d, width(l, &d, asked));
	for (int i = 0; i < n && (l->left > 0 || l->c.n_answers == 0); i++) {
		bool more;

		if (l->c.n_answers == 0)
			l->left = 40;
		l->c.answer[l->c.n_answers++] = d.value[i];
		more = deepen(l, asked + (d.kind == SP_SLOT_ANY));
		l->c.n_answers--;
		if (!more)
			return false;
	}
	return true;
}

void bot_look_at_verb(struct bot_looking *l, enum sp_verb verb)
{
	sp_law_command_init(&l->c, l->ask->view, l->ask->seat);
	l->c.verb = (int)verb;
	l->left = 40;
	(void)deepen(l, 0);
}

/* The verbs of a turn that are looked at beside walking. */
static const enum sp_verb verbs[] = { SP_VERB_PICK_UP, SP_VERB_DROP,
	SP_VERB_PUNCH, SP_VERB_CAST, SP_VERB_USE, SP_VERB_ACTIVATE,
	SP_VERB_BOOST, SP_VERB_TAKE_ITEM, SP_VERB_END_SPELL };

void bot_look_at_question(struct bot_looking *l)
{
	switch ((enum sp_decision_kind)l->ask->view->decision.kind) {
	case SP_DECISION_TURN:
		bot_look_at_walks(l);
		for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++)
			bot_look_at_verb(l, verbs[i]);
		break;
	case SP_DECISION_REACTION:
		bot_look_at_verb(l, SP_VERB_ANSWER);
		break;
	case SP_DECISION_CHOICE:
		bot_look_at_verb(l, SP_VERB_CHOOSE);
		break;
	case SP_DECISION_DISCARD:
	case SP_DECISION_NONE:
		break;
	}
}

bool bot_give_up(const struct sp_bot_work *work, const struct bot_looking *l,
	struct sp_command *c)
{
	const struct sp_game *g = l->ask->view;
	struct sp_domain d;

	sp_law_command_init(c, g, l->ask->seat);
	c->verb = SP_VERB_GIVE_UP;
	for (;;) {
		int least = INT32_MAX, best = -1;

		sp_law_slots_on(
			l->ask->ruleset, g, l->ask->seat, c, l->sights, &d);
		if (d.complete || d.n == 0)
			return d.complete;
		for (int i = 0; i < d.n; i++) {
			int k = sp_index_of(d.value[i]);
			bool held = sp_kind_of(d.value[i]) == SP_KIND_CARD;
			int worth = bot_card_worth(
				work, sp_ruleset_card(l->ask->ruleset,
					      held ? k : g->played[k].card));

			worth += held ? 0 : 1000;
			if (worth < least) {
				least = worth;
				best = i;
			}
		}
		c->answer[c->n_answers++] = d.value[best];
	}
}
