/*
 * A player who plays on in mind. It deals what it does not know (sample.c), so
 * that the commands that look best a moment later can be played on by the true
 * rules, apprentices answering for every seat, to the end of the turn: it does
 * what turns out best on average. All are played on in the same positions and
 * with the same dice; those that turn out worse drop out, half of them at a
 * time. What it answers depends on view, seat, chance and the number of
 * playouts alone, never on a clock.
 */
#include "bot_private.h"

#define IDEAS_MAX     16
#define DECISIONS_MAX 120 /* that one playout answers */

struct idea {
	struct sp_command command;
	int64_t price; /* what it must bring for the cards that it takes */
	int64_t first; /* what it looks worth a moment later, less that */
	int64_t sum;   /* of what it turned out to be worth */
	int n;         /* so often */
};

struct bot_search {
	const struct sp_bot_ask *ask;
	struct sp_sights sights;
	struct sp_events events;
	struct sp_game sample, g, view;
	int64_t now; /* what the position that is asked about is worth */
	int left;    /* so many playouts */
	int n;
	struct idea idea[IDEAS_MAX];
};

static struct bot_search *search_of(struct sp_bot_work *work)
{
	struct bot_search *s = work->search;

	if (s != NULL)
		return s;
	s = sp_xcalloc(1, sizeof(*s));
	sp_sights_clear(&s->sights);
	work->search = s;
	work->ahead = sp_bot_work_new();
	return s;
}

/* ---- ideas ---------------------------------------------------------------
 */

/* Keep it among the best, which come first; of equals the first. */
static void keep(
	struct bot_search *s, const struct sp_command *c, int64_t value)
{
	int64_t price = bot_price(s->ask->work, s->ask, c);
	int64_t first = value - price;
	int at = s->n;

	if (s->n < IDEAS_MAX)
		s->n++;
	else if (first <= s->idea[--at].first)
		return;
	for (; at > 0 && s->idea[at - 1].first < first; at--)
		s->idea[at] = s->idea[at - 1];
	s->idea[at] =
		(struct idea){ .command = *c, .price = price, .first = first };
}

static bool weigh_school(struct bot_looking *l, const struct sp_command *c)
{
	keep(l->state, c, bot_school_worth(l->ask->work, l->ask, c));
	return true;
}

/* Can what the verb does be undone by another, and done again, for nothing? */
static bool is_undone(int verb)
{
	return verb == SP_VERB_PICK_UP || verb == SP_VERB_DROP ||
	       verb == SP_VERB_TAKE_ITEM;
}

/* What can be undone must look better at once: else it might be done and undone
 * for ever. */
static bool weigh(struct bot_looking *l, const struct sp_command *c)
{
	struct bot_search *s = l->state;
	int64_t value = bot_outcome(l->ask->work, l->ask, c);

	if (!is_undone(c->verb) || value > s->now)
		keep(s, c, value);
	return true;
}

/* That the turn ends is always an idea. */
static bool weigh_end(struct bot_looking *l, const struct sp_command *c)
{
	struct bot_search *s = l->state;

	if (s->n == IDEAS_MAX)
		s->n--;
	keep(s, c, s->now);
	return true;
}

static void gather(struct bot_looking *l)
{
	struct bot_search *s = l->state;

	s->now = bot_value(
		l->ask->work, l->ask->ruleset, l->ask->view, l->ask->seat);
	l->found = weigh;
	bot_look_at_question(l);
	if (l->ask->view->decision.kind != SP_DECISION_TURN)
		return;
	l->found = weigh_end;
	bot_look_at_verb(l, SP_VERB_END);
}

/* ---- playouts ------------------------------------------------------------
 */

static bool apply(struct bot_search *s, const struct sp_command *c)
{
	s->events.n = 0;
	return sp_rules_apply_on(s->ask->ruleset, &s->g, c, &s->sights,
		       &s->events, NULL) == SP_OK;
}

/* Answer as an apprentice on the view of whoever is asked. False: nobody is. */
static bool go_on(struct bot_search *s, uint64_t *chance)
{
	int seat = sp_game_waits_for(&s->g);
	const struct sp_bot_ask ask = { .ruleset = s->ask->ruleset,
		.view = &s->view,
		.seat = seat,
		.chance = chance,
		.work = s->ask->work->ahead };
	struct sp_command c;

	if (s->g.status != SP_GAME_RUNNING || seat == SP_NOBODY)
		return false;
	sp_game_view(&s->g, seat, &s->view);
	return bot_apprentice_answer(&ask, &c) && apply(s, &c);
}

/* Is another's turn, or a further one, to be played? */
static bool is_over(const struct bot_search *s)
{
	return s->g.decision.kind == SP_DECISION_TURN &&
	       s->g.turn != s->sample.turn;
}

/* What the command comes to be worth in the sample when the turn is over. */
static int64_t play_out(
	struct bot_search *s, const struct sp_command *c, uint64_t chance)
{
	struct sp_bot_work *work = s->ask->work->ahead;
	bool goes_on;

	sp_game_copy(&s->g, &s->sample);
	goes_on = apply(s, c);
	for (int i = 0; goes_on && i < DECISIONS_MAX; i++)
		goes_on = !is_over(s) && go_on(s, &chance);
	bot_value_begin(work, &s->g);
	return bot_value(work, s->ask->ruleset, &s->g, s->ask->seat);
}

/* ---- the search ----------------------------------------------------------
 */

static int64_t worth(const struct idea *i)
{
	return i->sum / i->n - i->price;
}

static bool is_better(const struct idea *a, const struct idea *b)
{
	return worth(a) > worth(b);
}

/* The best first; of equals in the order in which they were. */
static void sort(struct bot_search *s)
{
	for (int i = 1; i < s->n; i++) {
		struct idea one = s->idea[i];
		int at = i;

		for (; at > 0 && is_better(&one, &s->idea[at - 1]); at--)
			s->idea[at] = s->idea[at - 1];
		s->idea[at] = one;
	}
}

/* Play all of them out in one more position. False: none can be dealt. */
static bool try_all(struct bot_search *s)
{
	uint64_t chance;

	if (!sp_bot_sample(
		    s->ask->view, s->ask->seat, s->ask->chance, &s->sample))
		return false;
	chance = *s->ask->chance;
	for (int i = 0; i < s->n; i++) {
		struct idea *idea = &s->idea[i];

		idea->sum += play_out(s, &idea->command, chance);
		idea->n++;
		s->left--;
	}
	return true;
}

/* Count the rounds until one of so many is left, and the playouts that they
 * take at least. */
static int count_rounds(int n, int *playouts)
{
	int rounds = 0;

	*playouts = 0;
	for (; n > 1; n = (n + 1) / 2) {
		*playouts += n;
		rounds++;
	}
	return rounds;
}

/* Half of them are left each time, until one is; no more begin than there are
 * playouts for. */
static void search(struct bot_search *s)
{
	int least, rounds;

	s->left = s->ask->playouts;
	do
		rounds = count_rounds(s->n, &least);
	while (least > s->left && s->n-- > 0);
	for (; rounds > 0; rounds--) {
		int samples = s->left / rounds / s->n;

		do
			if (!try_all(s))
				return;
		while (--samples > 0);
		sort(s);
		s->n = (s->n + 1) / 2;
	}
}

static bool think(struct bot_search *s, struct sp_command *out)
{
	struct sp_bot_work *work = s->ask->work;
	struct bot_looking l = {
		.ask = s->ask, .sights = &work->asked, .state = s
	};

	sp_sights_turn(&work->asked);
	bot_value_begin(work, s->ask->view);
	bot_look_begin(&l);
	if (s->ask->view->decision.kind == SP_DECISION_DISCARD)
		return bot_give_up(work, &l, out);
	s->n = 0;
	if (bot_is_draft(s->ask->view)) {
		l.found = weigh_school;
		bot_look_at_question(&l);
	} else {
		gather(&l);
		search(s);
	}
	if (s->n == 0)
		return false;
	*out = s->idea[0].command;
	return true;
}

bool bot_adept_answer(const struct sp_bot_ask *ask, struct sp_command *out)
{
	struct sp_bot_ask own = *ask;
	struct bot_search *s;
	bool found;

	if (own.work == NULL)
		own.work = sp_bot_work_new();
	s = search_of(own.work);
	s->ask = &own;
	found = think(s, out);
	s->ask = NULL;
	if (own.work != ask->work)
		sp_bot_work_free(own.work);
	return found;
}
