/*
 * An order that says more than its command: answers to what is asked next, and
 * the steps of a way; and whether a walk went where its order led.
 */
#include "table/goes_on.h"

#include "law/asked.h"

bool table_is_aiming(const struct sp_sitting *sitting)
{
	const struct sp_game *g = &sitting->live->game;

	return sp_law_choice_aims(g) &&
	       (g->decision.seats >> sitting->seat & 1) != 0;
}

/* ", blue" behind "choose red". */
static void add_answer(const struct sp_live *live, const struct sp_game *view,
	const struct sp_command *c, struct sp_buf *out)
{
	static const char verb[] = "choose ";
	struct sp_buf text;

	sp_buf_init(&text, 1024);
	sp_agent_understood(live->ruleset, view, c, &text);
	if (sp_starts(sp_buf_str(&text), verb))
		sp_buf_addf(out, ", %s", sp_buf_str(&text) + strlen(verb));
	sp_buf_free(&text);
}

/* True if the way that the order goes is still to be gone on, but what it met
 * comes first. */
static bool is_interrupted(
	const struct sp_game *g, const struct sp_bound *first)
{
	const struct sp_frame *walk = &g->frame[first->rest_walk];

	return first->rest_actor != SP_NOBODY &&
	       g->n_frames > first->rest_walk + 2 &&
	       walk->kind == SP_FRAME_WALK &&
	       walk->actor == first->rest_actor && walk->walk.left > 0;
}

/* Numbers behind those that were done: one that is no answer, or more of them
 * than were asked for. */
static void add_left_over(struct sp_sitting *sitting,
	const struct sp_order *order, const struct sp_bound *first, int done,
	const struct sp_bound *bound, struct sp_buf *text)
{
	struct sp_buf why;

	if (first->n_rest > 0) {
		if (done > first->n_rest)
			return;
		if (is_interrupted(&sitting->live->game, first)) {
			sp_buf_addf(text,
				"; the way is interrupted after %d of your %d "
				"steps; if it goes on you are asked again",
				done, 1 + first->n_rest);
			return;
		}
		sp_buf_adds(text, "; only the first ");
		if (done > 1)
			sp_buf_addf(text, "%d ", done);
		sp_buf_addf(text, "of your %d %s %s %s", 1 + first->n_rest,
			first->rest_actor == SP_NOBODY ? "answers" : "steps",
			done == 1 ? "was" : "were",
			first->rest_actor == SP_NOBODY ? "asked for"
						       : "possible");
		return;
	}
	if (order->kind != SP_ORDER_NUMBERS) {
		if (bound->goes_on && table_is_aiming(sitting))
			sp_buf_adds(text,
				"; the rest of your order does not fit what is "
				"possible now");
		return;
	}
	if (done >= order->n_phrases)
		return;
	if (!table_is_aiming(sitting)) {
		sp_buf_addf(text,
			"; only the first %d of the %d numbers %s asked for",
			done, order->n_phrases, done == 1 ? "was" : "were");
		return;
	}
	sp_buf_init(&why, 1024);
	sp_table_receipt_add_bound(sitting, bound, &why);
	sp_buf_addf(text, "; the next is not done: %s", sp_buf_str(&why));
	sp_buf_free(&why);
}

static bool bind_next(const struct sp_sitting *sitting,
	const struct sp_order *order, const struct sp_bound *first, int done,
	struct sp_bound *out)
{
	const struct sp_ruleset *ruleset = sitting->live->ruleset;
	const struct sp_game *view = &sitting->scratch->view;

	return first->n_rest > 0 ? sp_agent_bind_next(ruleset, view,
					   sitting->seat, first, done, out)
				 : sp_agent_bind_rest(ruleset, view,
					   sitting->seat, order, done, out);
}

void table_drop_asked(struct sp_buf *text)
{
	static const char asked[] = "; you are asked";

	if (text->len >= strlen(asked) &&
		sp_streq(text->data + text->len - strlen(asked), asked))
		sp_buf_truncate(text, text->len - strlen(asked));
}

/* True if the walk from that square leads over its own end before it is there:
 * it may be cut and stand where it was to end. */
static bool comes_by(const struct sp_game *g, const struct sp_command *c,
	uint16_t at, uint16_t end)
{
	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP &&
			at != SP_NOWHERE && at != end;
		i++) {
		at = sp_board_beyond(&g->board, at, c->answer[i]);
		if (i + 1 == c->n_answers || c->answer[i + 1] == SP_STOP)
			return false;
	}
	return at != SP_NOWHERE && at == end;
}

void table_note_begun(const struct sp_live *live, const struct sp_bound *bound,
	struct table_begun *out)
{
	const struct sp_game *g = &live->game;
	const struct sp_command *c = &bound->command;
	bool walks = c->verb == SP_VERB_WALK;

	*out = (struct table_begun){
		.actor = SP_NOBODY, .square = SP_NOWHERE, .expected = SP_NOWHERE
	};
	if (walks)
		out->actor = (int8_t)sp_game_acting(g);
	else if (bound->n_rest > 0)
		out->actor = (int8_t)bound->rest_actor;
	if (out->actor == SP_NOBODY)
		return;
	out->square = g->actor[out->actor].square;
	out->moves = g->moves;
	if (!walks)
		return;
	out->expected = out->square;
	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP &&
			out->expected != SP_NOWHERE;
		i++) {
		out->takes += sp_board_step_cost(
			&g->board, out->expected, c->answer[i]);
		out->expected =
			sp_board_beyond(&g->board, out->expected, c->answer[i]);
	}
	out->returns = comes_by(g, c, out->square, out->expected);
}

bool table_is_cut(const struct sp_live *live, const struct table_begun *begun)
{
	const struct sp_game *g = &live->game;

	if (begun->expected == SP_NOWHERE || !g->actor[begun->actor].alive)
		return false;
	return g->actor[begun->actor].square != begun->expected ||
	       (begun->returns && begun->moves - g->moves < begun->takes);
}

/* How many steps of the order are made when so many were answered, the last of
 * them at the square `at`: what alone is possible is not asked for, and may
 * stand in the order as well. */
static int steps_made(const struct sp_live *live, const struct sp_bound *first,
	int answered, uint16_t at)
{
	const struct sp_game *g = &live->game;

	if (first->rest_actor == SP_NOBODY)
		return answered;
	/* what is on the way, fire on a line, comes before the step */
	if (g->actor[first->rest_actor].square == at &&
		is_interrupted(g, first))
		return answered;
	for (int k = answered; k <= first->n_rest + 1; k++) {
		sp_value step =
			k == 1 ? first->command.answer[0] : first->rest[k - 2];

		if (step == SP_STOP)
			break;
		at = sp_board_beyond(&g->board, at, step);
		if (at == SP_NOWHERE)
			break;
		if (g->actor[first->rest_actor].square == at)
			return k;
	}
	return answered;
}

/* ", south" for each step of the order that was made without being asked for,
 * behind those that were answered. */
static void add_forced(const struct sp_bound *first, int answered, int made,
	struct sp_buf *written)
{
	for (int k = answered + 1; k <= made; k++)
		sp_buf_addf(written, ", %s",
			sp_board_dir_name((enum sp_dir)first->rest[k - 2]));
}

static uint16_t walker_square(
	const struct sp_live *live, const struct sp_bound *first)
{
	return first->n_rest > 0 && first->rest_actor != SP_NOBODY
		       ? live->game.actor[first->rest_actor].square
		       : SP_NOWHERE;
}

int table_go_on_with(struct sp_sitting *sitting, const struct sp_order *order,
	const struct sp_bound *first, const struct table_begun *begun,
	const char *input, struct sp_buf *written, struct sp_buf *text,
	struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	bool chooses = order->kind == SP_ORDER_NUMBERS ||
		       order->kind == SP_ORDER_CHOOSE;
	struct sp_refusal why;
	struct sp_bound bound;
	uint16_t at = begun->square;
	int rc = SP_OK, done = 0;

	while (rc == SP_OK) {
		struct sp_buf more;

		done++;
		if (first->n_rest > 0) {
			int made = steps_made(live, first, done, at);

			add_forced(first, done, made, written);
			done = made;
		}
		at = walker_square(live, first);

		sp_game_view(
			&live->game, sitting->seat, &sitting->scratch->view);
		if (!bind_next(sitting, order, first, done, &bound))
			break;
		table_drop_asked(text);
		sp_buf_init(&more, 4096);
		if (chooses)
			add_answer(live, &sitting->scratch->view,
				&bound.command, written);
		rc = sp_table_sitting_apply(sitting->scratch, live,
			&bound.command, sitting->instant, input, &more, &why,
			e);
		/* what is answered on the way shows at the end */
		if (rc == SP_OK && !sp_streq(sp_buf_str(&more), "done"))
			sp_buf_addf(text, "%s%s", text->len > 0 ? "; " : "",
				sp_buf_str(&more));
		sp_buf_free(&more);
	}
	if (rc == SP_OK)
		add_left_over(sitting, order, first, done, &bound, text);
	return rc;
}
