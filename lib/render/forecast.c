/* What a seat can expect where nobody answers, or if it chooses nothing. */
#include "render/clause.h"

#include "agent/agent.h"

/* "Acid Bath stays on Blue (5 tokens)", of what no event tells. */
static void add_lasting(const struct sp_ruleset *ruleset,
	const struct sp_forecast *f, struct sp_buf *out)
{
	for (int i = 0; i < f->g.played_end; i++) {
		const struct sp_played *p = &f->g.played[i];
		bool was = i < f->before.played_end &&
			   f->before.played[i].kind != SP_PLAYED_FREE;

		if (p->kind != SP_PLAYED_SPELL || was)
			continue;
		sp_buf_addf(out, "%s%s stays in play", out->len > 0 ? "; " : "",
			render_card_name(ruleset, p->card));
		if (p->target != SP_NOTHING && p->target != SP_HIDDEN) {
			sp_buf_adds(out, " on ");
			render_add_ref(ruleset, &f->g, p->target, out);
		}
		if (p->tokens > 0)
			sp_buf_addf(out, " (%d token%s)", p->tokens,
				sp_plural(p->tokens));
	}
}

void render_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));

	if (sp_agent_forecast(ruleset, view, seat, f)) {
		struct sp_render_step step = { .ruleset = ruleset,
			.before = &f->before,
			.after = &f->g,
			.events = &f->events };
		struct clauses *c = render_clauses_new(&step, CLAUSE_BRIEF);
		size_t before = out->len;
		char name[SP_RENDER_NAME_SIZE];

		render_clauses_join(&step, c, CLAUSE_USEFUL, "; ", out);
		add_lasting(ruleset, f, out);
		if (f->giver != SP_NOBODY)
			sp_buf_addf(out, "%s%s discards %d card%s",
				out->len > before ? "; " : "",
				sp_render_seat(&f->g, f->giver, name), f->gives,
				sp_plural(f->gives));
		if (f->chooser != SP_NOBODY && out->len > before)
			sp_buf_addf(out,
				" (as the clock would choose: %s chooses%s%s)",
				sp_render_seat(&f->g, f->chooser, name),
				f->asker >= 0 ? " for " : "",
				f->asker >= 0 ? ruleset->card[f->asker].name
					      : "");
		sp_free(c);
	}
	sp_free(f);
}
