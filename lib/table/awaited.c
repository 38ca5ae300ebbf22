/* For whom or what a game waits, as it may be told: nobody learns what another
 * seat left word of, or which cards it holds. */
#include "table/table.h"

#include "rules/forecast.h"

/* "Red, Blue and Green" of a mask. */
static void add_seats(
	const struct sp_live *live, unsigned seats, struct sp_buf *out)
{
	for (int s = 0; s < live->setup.n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		unsigned later = seats & ~((2u << s) - 1);

		if ((seats & 1u << s) == 0)
			continue;
		sp_render_seat(&live->game, s, name);
		sp_buf_adds(out, name);
		if (later != 0)
			sp_buf_adds(out,
				(later & (later - 1)) != 0 ? ", " : " and ");
	}
}

bool sp_table_awaited_subject(const struct sp_live *live, struct sp_buf *out)
{
	const struct sp_game *g = &live->game;
	sp_value subject = g->reaction[g->n_rounds - 1].subject;
	char name[SP_RENDER_NAME_SIZE];
	const struct sp_cast *cast;

	if (sp_kind_of(subject) != SP_KIND_ITEM)
		return false;
	cast = &g->cast[sp_index_of(subject)];
	sp_render_actor(live->ruleset, g, sp_index_of(cast->actor), name);
	sp_buf_addf(out, "%s's %s", name,
		cast->card < 0
			? "punch"
			: sp_ruleset_card(live->ruleset, cast->card)->name);
	return true;
}

void sp_table_awaited_words(const struct sp_live *live, struct sp_buf *out)
{
	const struct sp_game *g = &live->game;
	struct sp_buf subject;

	if (g->decision.kind != SP_DECISION_REACTION) {
		add_seats(live, g->decision.seats, out);
		sp_buf_adds(out, g->decision.kind == SP_DECISION_CHOICE
					 ? " to choose"
					 : " to discard");
		return;
	}
	sp_buf_adds(out, "answers");
	sp_buf_init(&subject, SIZE_MAX);
	if (sp_table_awaited_subject(live, &subject))
		sp_buf_addf(out, " to %s", sp_buf_str(&subject));
	sp_buf_free(&subject);
}

bool sp_table_awaited_seat(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	const struct sp_decision *d = &live->game.decision;
	struct sp_command unused;

	if (seat == SP_NOBODY || !live->started ||
		live->game.status != SP_GAME_RUNNING)
		return false;
	if (d->kind == SP_DECISION_TURN)
		return sp_game_plays(&live->game) == seat;
	if (((unsigned)d->seats & ~(unsigned)d->answered & 1u << seat) == 0)
		return false;
	return d->kind != SP_DECISION_REACTION ||
	       !sp_table_round_answers(scratch, live, seat, &unused);
}

/* True if the seat's wizard dies of what is announced, by all that it knows, if
 * nobody answers. */
static bool dies_of_it(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));
	bool dies;

	sp_game_view(&live->game, seat, &scratch->view);
	dies = scratch->view.actor[seat].alive &&
	       sp_rules_forecast(live->ruleset, &scratch->view, seat, f) &&
	       !f->g.actor[seat].alive;
	sp_free(f);
	return dies;
}

void sp_table_awaited_after(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_buf *out)
{
	const struct sp_decision *d = &live->game.decision;
	unsigned others = (unsigned)d->seats & ~(1u << seat);

	if (d->kind != SP_DECISION_REACTION && others == 0)
		return; /* the result of the order says so */
	if (out->len > 0)
		sp_buf_adds(out, "; ");
	if (d->kind == SP_DECISION_REACTION && others != 0 &&
		sp_table_round_asks_all(live)) {
		if (sp_table_awaited_seat(scratch, live, seat))
			sp_buf_adds(out, (others & (others - 1)) != 0
						 ? "you, "
						 : "you and ");
		add_seats(live, others, out);
		sp_buf_adds(out, " may answer now; ");
	}
	if (others == 0 && sp_table_awaited_seat(scratch, live, seat)) {
		sp_buf_adds(out, "you may answer now");
	} else {
		sp_buf_adds(out, "waiting for ");
		sp_table_awaited_words(live, out);
	}
	if (d->kind == SP_DECISION_REACTION && dies_of_it(scratch, live, seat))
		sp_buf_adds(out, "; without answers you die of it");
}
