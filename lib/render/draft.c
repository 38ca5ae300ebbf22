/*
 * The schools of the decks: what each has, and while the players choose them,
 * who chooses when.
 */
#include "render/render_private.h"

#include "rules/rules.h"

void render_add_schools(
	const struct sp_ruleset *r, unsigned schools, struct sp_buf *out)
{
	struct sp_render_list list;

	render_list_begin(&list, sp_count_bits(schools));
	for (int s = 0; s < r->n_schools; s++) {
		if ((schools >> s & 1U) == 0)
			continue;
		render_list_next(&list, out);
		sp_buf_adds(out, r->school[s].name);
	}
	if (schools == 0)
		sp_buf_adds(out, "no school");
}

/* "The deck", "Your deck", "The deck of you and Red"; else "the deck". */
static void add_deck(const struct sp_game *g, int pile, int viewer, bool first,
	struct sp_buf *out)
{
	unsigned seats = render_seats_of_deck(g, pile);

	if (g->n_piles > 1 && viewer >= 0 && seats == 1U << (unsigned)viewer) {
		sp_buf_adds(out, first ? "Your deck" : "your deck");
		return;
	}
	sp_buf_adds(out, first ? "The deck" : "the deck");
	if (g->n_piles < 2)
		return;
	sp_buf_adds(out, " of ");
	if (viewer >= 0 && (seats >> viewer & 1U) != 0) {
		sp_buf_adds(out, "you and ");
		seats &= ~(1U << (unsigned)viewer);
	}
	render_add_seats(g, seats, SP_NOBODY, out);
}

/* "5 schools are still to be chosen, one after the other, by Yellow (now), you,
 * Blue, you and Blue. The one that is left then joins the deck of Red." */
static void add_order(const struct sp_ruleset *r, const struct sp_game *g,
	int viewer, struct sp_buf *out)
{
	unsigned left = sp_card_schools_left(r, g);
	int seat[SP_SCHOOLS_MAX], n = 0;
	char name[SP_RENDER_NAME_SIZE];
	struct sp_render_list list;
	bool forced;

	while (n < SP_SCHOOLS_MAX &&
		(seat[n] = sp_rules_draft_picker(r, g, n)) != SP_NOBODY)
		n++;
	forced = n > 1 && n == sp_count_bits(left);
	n -= forced;
	if (n == 1)
		sp_buf_adds(out, "The last school is now to be chosen by ");
	else
		sp_buf_addf(out,
			"%d schools are still to be chosen, one after the "
			"other, by ",
			n);
	render_list_begin(&list, n);
	for (int i = 0; i < n; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out, seat[i] == viewer
					 ? "you"
					 : sp_render_seat(g, seat[i], name));
		sp_buf_adds(out, i == 0 && n > 1 ? " (now)" : "");
	}
	sp_buf_adds(out, ".");
	if (forced) {
		sp_buf_adds(out, " The one that is left then joins ");
		add_deck(g, sp_game_deck_of(g, seat[n]), viewer, false, out);
		sp_buf_adds(out, ".");
	}
}

void sp_render_draft(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, struct sp_buf *out)
{
	if (sp_rules_draft_picker(ruleset, view, 0) == SP_NOBODY)
		return;
	add_order(ruleset, view, viewer, out);
	for (int pile = 0; pile < view->n_piles; pile++) {
		sp_buf_addc(out, ' ');
		add_deck(view, pile, viewer, true, out);
		sp_buf_adds(out, " has ");
		render_add_schools(ruleset, view->schools[pile], out);
		sp_buf_adds(out, " so far.");
	}
}

void sp_render_decks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, struct sp_buf *out)
{
	for (int pile = 0; view->turn > 0 && pile < view->n_piles; pile++) {
		add_deck(view, pile, viewer, true, out);
		sp_buf_adds(out, " has ");
		render_add_schools(ruleset, view->schools[pile], out);
		sp_buf_adds(out, ".\n");
	}
}

void render_ask_school(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, json_t *lines)
{
	int pile = sp_game_deck_of(view, viewer);
	unsigned others =
		render_seats_of_deck(view, pile) & ~(1U << (unsigned)viewer);
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	sp_buf_adds(&line,
		"Before the first turn the players choose the schools of "
		"cards that are played with. Choose one of the list for the "
		"deck that you ");
	if (others != 0) {
		sp_buf_adds(&line, "and ");
		render_add_seats(view, others, SP_NOBODY, &line);
		sp_buf_addc(&line, ' ');
	}
	sp_buf_adds(&line, "draw from.");
	(void)json_array_append_new(lines, json_string(sp_buf_str(&line)));
	sp_buf_clear(&line);
	sp_render_draft(ruleset, view, viewer, &line);
	(void)json_array_append_new(lines, json_string(sp_buf_str(&line)));
	sp_buf_free(&line);
}
