/* What an open reaction does to a wizard if nobody answers it. */
#include "declare_private.h"

#include "rules/forecast.h"

/* So much more life, and nobody dies of anything. */
#define UNHURT 1000

/* False: something that the viewer does not know decides. */
static bool look(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int viewer, int seat, enum sp_dice dice, struct sp_forecast *f,
	struct declare_harm *out)
{
	int life = view->actor[seat].life, lost;

	if (!sp_rules_forecast_dice(ruleset, view, viewer, dice, f))
		return false;
	if (!f->g.actor[seat].alive) {
		/* what kills may be more than what was left */
		struct sp_game *strong = sp_xmalloc(sizeof(*strong));
		bool known;

		*strong = *view;
		strong->actor[seat].life += UNHURT;
		known = sp_rules_forecast_dice(
			ruleset, strong, viewer, dice, f);
		sp_free(strong);
		if (!known)
			return false;
		out->deadly = true;
		life += UNHURT;
	}
	lost = life - f->g.actor[seat].life;
	if (lost > out->most)
		out->most = lost;
	return true;
}

bool declare_foresee_harm(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, int seat,
	struct declare_harm *out)
{
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));
	bool known;

	*out = (struct declare_harm){ 0 };
	known = look(ruleset, view, viewer, seat, SP_DICE_UNKNOWN, f, out);
	if (!known) {
		*out = (struct declare_harm){ 0 };
		known = look(ruleset, view, viewer, seat, SP_DICE_LOWEST, f,
				out) &&
			look(ruleset, view, viewer, seat, SP_DICE_HIGHEST, f,
				out);
	}
	sp_free(f);
	return known;
}
