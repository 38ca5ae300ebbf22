/* How a mail begins that calls a seat to move. */
#include "table/context.h"

#include "eval/aim.h"
#include "render/render.h"

#define EARLY_ROUNDS 3 /* in which a reader may be new to the game */
#define NAMED_MOST   2 /* in a subject */

/* True if whoever that is could strike the seat's wizard from where it stands,
 * with its fist or a blade. */
static bool is_beside(const struct sp_live *live, const struct sp_game *view,
	int actor, int seat)
{
	const struct sp_actor *a = &view->actor[actor];
	struct sp_aim aim = { .ruleset = live->ruleset,
		.g = view,
		.actor = actor,
		.origin = a->square,
		.corner = SP_NOWHERE,
		.range = SP_RANGE_ADJACENT };

	return sp_game_is_actor(view, actor) && a->alive &&
	       a->square != SP_NOWHERE &&
	       sp_game_seat_of(view, actor) != seat &&
	       sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, seat)) ==
		       SP_REASON_NONE;
}

/* "Red and Blue's Wolf", "3 others"; nothing where nobody is. */
static void add_beside(const struct sp_live *live, const struct sp_game *view,
	int seat, struct sp_buf *out)
{
	char name[NAMED_MOST][SP_RENDER_NAME_SIZE];
	int n = 0;

	for (int i = 0; i < sp_game_actors_end(view); i++) {
		if (!is_beside(live, view, i, seat))
			continue;
		if (n < NAMED_MOST)
			sp_render_actor(live->ruleset, view, i, name[n]);
		n++;
	}
	if (n > NAMED_MOST)
		sp_buf_addf(out, "%d others", n);
	else if (n > 0)
		sp_buf_addf(out, "%s%s%s", name[0], n > 1 ? " and " : "",
			n > 1 ? name[1] : "");
}

void sp_table_context_call(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context)
{
	const struct sp_game *view = &scratch->view;
	struct sp_buf text;

	sp_table_context_suggestions(scratch, live, seat, context);
	sp_json_set_bool(context, "called", true);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_json_set_bool(context, "early",
		sp_game_has_deck(view) && view->round <= EARLY_ROUNDS);
	/* "you" are not who stands there */
	if (sp_game_on_behalf(view, seat) != seat || !view->actor[seat].alive)
		return;
	sp_buf_init(&text, SIZE_MAX);
	add_beside(live, view, seat, &text);
	if (text.len > 0)
		sp_json_set_string(context, "beside", sp_buf_str(&text));
	sp_buf_free(&text);
}
