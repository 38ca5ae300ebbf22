/* What comes of a command, as far as a view tells it. */
#include "bot_private.h"

struct sp_bot_work *sp_bot_work_new(void)
{
	static const int32_t weights[] = {
#define X(symbol, weight) weight,
		BOT_TERMS(X)
#undef X
	};
	struct sp_bot_work *work = sp_xcalloc(1, sizeof(*work));

	memcpy(work->weight, weights, sizeof(weights));
	sp_sights_clear(&work->asked);
	sp_sights_clear(&work->imagined);
	return work;
}

void sp_bot_work_free(struct sp_bot_work *work)
{
	if (work != NULL) {
		sp_bot_work_free(work->ahead);
		sp_free(work->search);
	}
	sp_free(work);
}

/* Play on from the position that is in the forecast; true if all is known. */
static bool play_on(
	struct sp_bot_work *work, const struct sp_bot_ask *ask, int64_t *value)
{
	bool known =
		sp_rules_forecast_on(ask->ruleset, ask->seat, &work->forecast);

	*value = bot_value(work, ask->ruleset, &work->forecast.g, ask->seat);
	return known;
}

static bool outcome(struct sp_bot_work *work, const struct sp_bot_ask *ask,
	const struct sp_command *c, enum sp_dice dice, int64_t *value)
{
	struct sp_forecast *f = &work->forecast;

	sp_game_copy(&f->g, ask->view);
	f->dice = dice;
	f->sights = &work->imagined;
	sp_sights_turn(f->sights);
	f->events.n = 0;
	if (sp_rules_imagine_on(ask->ruleset, &f->g, c, dice, f->sights,
		    &f->events) != SP_OK) {
		*value = bot_value(work, ask->ruleset, &f->g, ask->seat);
		return false;
	}
	return play_on(work, ask, value);
}

int64_t bot_outcome(struct sp_bot_work *work, const struct sp_bot_ask *ask,
	const struct sp_command *c)
{
	int64_t value, low, high;

	if (outcome(work, ask, c, SP_DICE_UNKNOWN, &value))
		return value;
	if (outcome(work, ask, c, SP_DICE_LOWEST, &low) &&
		outcome(work, ask, c, SP_DICE_HIGHEST, &high))
		return (low + high) / 2;
	return value + (int64_t)work->weight[BOT_TERM_UNKNOWN] * BOT_ONE;
}

int64_t bot_price(const struct sp_bot_work *work, const struct sp_bot_ask *ask,
	const struct sp_command *c)
{
	const struct sp_game *g = ask->view;
	int n = 0;

	for (int i = 0; i < c->n_answers; i++) {
		const struct sp_card_place *at;

		if (sp_kind_of(c->answer[i]) != SP_KIND_CARD)
			continue;
		at = &g->place[sp_index_of(c->answer[i])];
		n += at->zone == SP_ZONE_HAND && at->seat == ask->seat;
	}
	return (int64_t)n * work->weight[BOT_TERM_PRICE] * BOT_ONE;
}
