/* Which attack a pupil is told to make. */
#include "lesson_private.h"

#include "rules/forecast.h"

#define ATTACKS_MAX 32

struct trial {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	struct sp_forecast forecast;
};

/* What the seat's own loses is no gain. */
static int life_lost(const struct trial *t)
{
	int lost = 0;

	for (int s = 0; s < t->view->n_seats; s++) {
		int life = t->view->actor[s].life - t->forecast.g.actor[s].life;

		lost += s == t->seat ? -life : life;
	}
	return lost;
}

/* Do it, and let nobody answer. */
static bool play(struct trial *t, const struct sp_command *c, enum sp_dice dice,
	int *lost)
{
	struct sp_forecast *f = &t->forecast;

	sp_game_copy(&f->g, t->view);
	f->dice = dice;
	f->sights = NULL;
	f->events.n = 0;
	bool known = sp_rules_imagine_on(t->ruleset, &f->g, c, dice, NULL,
			     &f->events) == SP_OK &&
		     sp_rules_forecast_on(t->ruleset, t->seat, f);
	*lost = life_lost(t);
	return known;
}

/* Twice the life that it costs the others. */
static int worth(struct trial *t, const struct sp_command *c)
{
	int lost, low, high;

	if (play(t, c, SP_DICE_UNKNOWN, &lost))
		return 2 * lost;
	if (play(t, c, SP_DICE_LOWEST, &low) &&
		play(t, c, SP_DICE_HIGHEST, &high))
		return low + high;
	return 2 * lost;
}

static int cards_of(const struct trial *t, const struct sp_command *c)
{
	int n = 0;

	for (int i = 0; i < c->n_answers; i++)
		n += sp_kind_of(c->answer[i]) == SP_KIND_CARD &&
		     t->view->place[sp_index_of(c->answer[i])].zone ==
			     SP_ZONE_HAND;
	return n;
}

bool lesson_attack(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, struct sp_suggestion *out)
{
	struct sp_command *list = sp_xcalloc(ATTACKS_MAX, sizeof(*list));
	struct trial *t = sp_xcalloc(1, sizeof(*t));
	int n = sp_agent_suggest_attacks(
		ruleset, view, seat, list, ATTACKS_MAX);
	int best = 0, most = 0, fewest = 0;
	struct sp_buf text;

	t->ruleset = ruleset;
	t->view = view;
	t->seat = seat;
	for (int i = 0; i < n; i++) {
		int value = worth(t, &list[i]);
		int cards = cards_of(t, &list[i]);

		if (i > 0 &&
			(value < most || (value == most && cards >= fewest)))
			continue;
		best = i;
		most = value;
		fewest = cards;
	}
	if (n > 0) {
		sp_buf_init(&text, sizeof(out->text) - 1);
		sp_agent_understood(ruleset, view, &list[best], &text);
		sp_format(
			out->text, sizeof(out->text), "%s", sp_buf_str(&text));
		sp_buf_free(&text);
	}
	sp_free(t);
	sp_free(list);
	return n > 0;
}
