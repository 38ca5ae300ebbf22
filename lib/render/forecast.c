/* What a seat can expect where nobody answers, or if it chooses nothing. */
#include "render/clause.h"

#include "agent/agent.h"
#include "rules/forecast.h"

/* "; Red may walk Blue up to 4 squares": what the one who chooses may do, and
 * the clock would not. */
static void add_liberty(const struct sp_ruleset *ruleset,
	const struct sp_forecast *f, size_t before, struct sp_buf *out)
{
	char chooser[SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	char number[SP_RENDER_NAME_SIZE];
	bool leads = f->led != SP_NOBODY;

	sp_render_count(leads ? f->squares : f->cards,
		leads ? "square" : "card", number);
	sp_render_actor(ruleset, &f->g, leads ? f->led : f->robbed, name);
	sp_buf_addf(out, "%s%s may ", out->len > before ? "; " : "",
		sp_render_seat(&f->g, f->chooser, chooser));
	if (leads)
		sp_buf_addf(out, "walk %s up to %s", name, number);
	else
		sp_buf_addf(out, "take up to %s of %s's hand", number, name);
}

/* Where dice fall so; false: something that the seat does not know decides. */
static bool add_outcome(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, enum sp_dice dice,
	struct sp_buf *out)
{
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));
	bool known = sp_rules_forecast_dice(ruleset, view, seat, dice, f);

	if (known) {
		struct sp_render_step step = { .ruleset = ruleset,
			.before = &f->before,
			.after = &f->g,
			.events = &f->events };
		struct clauses *c = render_clauses_new(&step, CLAUSE_BRIEF);
		size_t before = out->len;
		char name[SP_RENDER_NAME_SIZE];

		render_clauses_join(&step, c, CLAUSE_USEFUL, "; ", out);
		/* nothing but details: they are all there is to say */
		if (out->len == before)
			render_clauses_join(&step, c, CLAUSE_DETAIL, "; ", out);
		if (out->len > before && render_has_article(out->data + before))
			out->data[before] = (char)sp_lower(
				(unsigned char)out->data[before]);
		if (f->giver != SP_NOBODY)
			sp_buf_addf(out, "%s%s discards %d card%s",
				out->len > before ? "; " : "",
				sp_render_seat(&f->g, f->giver, name), f->gives,
				sp_plural(f->gives));
		if (f->led != SP_NOBODY || f->robbed != SP_NOBODY)
			add_liberty(ruleset, f, before, out);
		else if (f->chooser != SP_NOBODY && out->len > before)
			sp_buf_addf(out,
				" (as the clock would choose: %s chooses%s%s)",
				sp_render_seat(&f->g, f->chooser, name),
				f->asker >= 0 ? " for " : "",
				f->asker >= 0 ? ruleset->card[f->asker].name
					      : "");
		sp_free(c);
	}
	sp_free(f);
	return known;
}

/* "a die decides: at its lowest Blue evades Zot!; at its highest ..." */
static void add_range(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	struct sp_buf low, high;

	sp_buf_init(&low, SIZE_MAX);
	sp_buf_init(&high, SIZE_MAX);
	if (add_outcome(ruleset, view, seat, SP_DICE_LOWEST, &low) &&
		add_outcome(ruleset, view, seat, SP_DICE_HIGHEST, &high)) {
		sp_buf_adds(out, "a die decides");
		if (low.len > 0)
			sp_buf_addf(
				out, "; at its lowest: %s", sp_buf_str(&low));
		if (high.len > 0)
			sp_buf_addf(
				out, "; at its highest: %s", sp_buf_str(&high));
	}
	sp_buf_free(&low);
	sp_buf_free(&high);
}

void render_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	if (!add_outcome(ruleset, view, seat, SP_DICE_UNKNOWN, out))
		add_range(ruleset, view, seat, out);
}
