/*
 * What would come of an order, as far as the player knows: it is done in a copy
 * of what their seat sees, where dice and hidden cards are unknown, so that
 * nothing is learned by asking.
 */
#include "outcome/outcome.h"

#include "declare/declare.h"
#include "eval/eval.h"
#include "refusal/refusal.h"
#include "render/render.h"
#include "reply/reply.h"
#include "rules/forecast.h"

/* Steps that a way through what hurts has to save to be told of. */
#define ROUND_LEAST 2

struct trial {
	const struct sp_live *live;
	int seat;
	struct sp_game view, before;
	struct sp_events events;
	struct sp_forecast forecast;
	bool known; /* the position after the last order */
};

/* Append to a list of the receipt. */
static void add(json_t *receipt, const char *key, json_t *value)
{
	if (json_object_get(receipt, key) == NULL)
		sp_json_set(receipt, key, json_array());
	json_array_append_new(json_object_get(receipt, key), value);
}

static struct trial *trial_new(const struct sp_live *live, int seat)
{
	struct trial *t = sp_xcalloc(1, sizeof(*t));

	t->live = live;
	t->seat = seat;
	t->known = true;
	sp_game_view(&live->game, seat, &t->view);
	return t;
}

static void trial_free(struct trial *t)
{
	sp_wipe(t, sizeof(*t));
	sp_free(t);
}

/* Orders of a text in the words of the view. */
static void parse(struct trial *t, const char *text, struct sp_orders *out)
{
	const struct sp_live *live = t->live;
	struct sp_order_vocable *vocable =
		sp_xcalloc(SP_VOCABLE_MAX, sizeof(vocable[0]));
	struct sp_order_words words = { vocable,
		sp_vocable_words(live->ruleset, &t->view, t->seat, vocable),
		(uint8_t)sp_vocable_asked(&t->view, t->seat) };

	sp_reply_parse(out, text, strlen(text), &words);
	sp_free(vocable);
}

/* ", by e3 f3 f4": the squares of a walk. */
static void add_way(const struct trial *t, struct sp_buf *out)
{
	const char *between = "by ";

	for (int i = 0; i < t->events.n; i++) {
		const struct sp_event *e = &t->events.event[i];
		char name[SP_SQUARE_NAME_SIZE];

		if (e->kind != SP_EVENT_STEP)
			continue;
		sp_board_square_name(&t->view.board, (uint16_t)e->way.to, name);
		sp_buf_addf(out, "%s%s", between, name);
		between = " ";
	}
	if (*between == ' ')
		sp_buf_adds(out, "; ");
}

/* Do a command in the view. False: what comes of it the seat cannot know. */
static bool imagine(struct trial *t, const struct sp_command *c)
{
	const struct sp_ruleset *r = t->live->ruleset;

	t->before = t->view;
	t->events.n = 0;
	t->known = sp_rules_imagine(r, &t->view, c, SP_DICE_UNKNOWN,
			   &t->events) == SP_OK;
	return t->known;
}

/* What follows, if the order only announced something: nobody answers, and
 * what is left to choose is chosen as the clock would. `brief`: in place of
 * what was announced. */
static void add_forecast(struct trial *t, bool brief, struct sp_buf *out)
{
	struct sp_buf text;

	if (t->view.status != SP_GAME_RUNNING ||
		t->view.decision.kind == SP_DECISION_TURN)
		return;
	sp_buf_init(&text, SIZE_MAX);
	sp_render_forecast(t->live->ruleset, &t->view, t->seat, &text);
	if (brief &&
		(text.len > 0 || t->view.decision.kind == SP_DECISION_REACTION))
		sp_buf_truncate(out, 0);
	if (text.len > 0)
		sp_buf_addf(out, "%s%s%s", out->len > 0 ? "; " : "",
			!brief && t->view.decision.kind == SP_DECISION_REACTION
				? "if nobody answers: "
				: "",
			sp_buf_str(&text));
	sp_buf_free(&text);
	t->known = sp_rules_forecast(
		t->live->ruleset, &t->view, t->seat, &t->forecast);
	if (t->known)
		t->view = t->forecast.g;
}

/* Say what else the order says of what is asked then. */
static void go_on(struct trial *t, const struct sp_order *order,
	const struct sp_bound *first)
{
	const struct sp_ruleset *r = t->live->ruleset;
	int seat = t->seat;
	struct sp_bound next;

	for (int done = 1; t->known && done <= SP_ORDER_PHRASES_MAX; done++) {
		bool more = first->n_rest > 0
				    ? sp_agent_bind_next(r, &t->view, seat,
					      first, done, &next)
				    : first->goes_on &&
					      sp_agent_bind_rest(r, &t->view,
						      seat, order, done, &next);
		if (!more || !imagine(t, &next.command))
			break;
	}
}

/* Do one order in the view and append what came of it; `brief`: without the way
 * of a walk, and to an empty buffer. SP_EREFUSED: append why it cannot be done.
 */
static int try_order(struct trial *t, const struct sp_order *order,
	struct sp_bound *bound, bool brief, struct sp_buf *out)
{
	const struct sp_live *live = t->live;
	int seat = t->seat;

	if (!sp_declare_bind(live->ruleset, &t->view, seat, order, bound)) {
		sp_refusal_say_bound(live->ruleset, &t->view, bound, out);
		return SP_EREFUSED;
	}
	if (imagine(t, &bound->command)) {
		struct sp_render_step step = { live->ruleset, &t->before,
			&t->view, &bound->command, &t->events, false };

		if (!brief)
			add_way(t, out);
		sp_render_result(&step, out);
		if (bound->goes_on || bound->n_rest > 0)
			go_on(t, order, bound);
	}
	if (t->known)
		add_forecast(t, brief, out);
	return SP_OK;
}

/* "you carry Blue's treasure": what was picked up, where others may answer. */
static void add_carried(const struct trial *t, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	int carries = t->view.actor[t->seat].carries;

	if (carries == SP_NOBODY ||
		t->live->game.actor[t->seat].carries == carries)
		return;
	sp_render_treasure(&t->view, carries, name);
	sp_buf_addf(out, "you carry %s%s", name,
		sp_eval_pick_up_ends(t->live->ruleset, &t->live->game, t->seat)
			? ", which ends your move and attack"
			: "");
}

/* "4 steps shorter through Rosebush at d2: it hurts, and ends the walk": what a
 * walk goes round, if to go through saves that much. */
static void add_round(const struct trial *t, const struct sp_agent_note *note,
	struct sp_buf *out)
{
	const struct sp_game *g = &t->live->game;
	const struct sp_thing *thing;
	char at[SP_EDGE_NAME_SIZE];

	if ((note->reason != SP_AGENT_REASON_SHORTEST_ROUND &&
		    note->reason != SP_AGENT_REASON_PART_ROUND) ||
		note->most < ROUND_LEAST || note->value == SP_NOTHING)
		return;
	thing = &g->thing[sp_index_of(note->value)];
	if (sp_kind_of(thing->where) == SP_KIND_EDGE)
		sp_board_edge_name(
			&g->board, (uint16_t)sp_index_of(thing->where), at);
	else
		sp_board_square_name(
			&g->board, (uint16_t)sp_index_of(thing->where), at);
	sp_buf_addf(out,
		"%s%d steps shorter through %s at %s: it hurts, and "
		"ends the walk",
		out->len > 0 ? "; " : "", note->most,
		sp_ruleset_card(t->live->ruleset, thing->card)->name, at);
}

void sp_outcome_of(const struct sp_live *live, int seat, const char *text,
	struct sp_buf *out, int *life)
{
	struct trial *t = trial_new(live, seat);
	struct sp_orders orders;
	struct sp_bound bound;

	*life = -1;
	parse(t, text, &orders);
	if (orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
		orders.line[0].order.kind != SP_ORDER_UNDO &&
		sp_order_effect(
			(enum sp_order_kind)orders.line[0].order.kind) ==
			SP_EFFECT_GAME) {
		if (try_order(t, &orders.line[0].order, &bound, true, out) !=
			SP_OK)
			sp_buf_truncate(out, 0);
		else if (t->known)
			*life = t->view.actor[seat].alive
					? t->view.actor[seat].life
					: 0;
		else if (out->len == 0)
			sp_buf_adds(out, "hangs on dice, or on what you do "
					 "not see");
		if (t->known && out->len == 0)
			add_carried(t, out);
		if (bound.ok)
			add_round(t, &bound.note, out);
	}
	sp_order_clear(&orders);
	trial_free(t);
}

/* ---- try ---------------------------------------------------------------- */

static void tell(
	json_t *receipt, const char *key, const char *order, const char *text)
{
	json_t *entry = json_object();

	sp_json_set_string(entry, "order", order);
	sp_json_set_string(entry, "text", text);
	add(receipt, key, entry);
}

/* True if the next order may be tried, too. */
static bool try_line(struct trial *t, const struct sp_order_line *line,
	const char *written, json_t *receipt)
{
	const struct sp_live *live = t->live;
	struct sp_bound bound;
	struct sp_buf text, order;
	struct sp_game *was = sp_xmalloc(sizeof(*was));
	int rc;

	*was = t->view;
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_init(&order, SIZE_MAX);
	rc = try_order(t, &line->order, &bound, false, &text);
	if (rc != SP_OK) {
		tell(receipt, "refused", written, sp_buf_str(&text));
	} else {
		sp_agent_understood(live->ruleset, was, &bound.command, &order);
		if (!t->known)
			sp_buf_addf(&text,
				"%swhat comes of it hangs on dice, "
				"or on cards that you do not see",
				text.len > 0 ? "; " : "");
		tell(receipt, "tried", sp_buf_str(&order), sp_buf_str(&text));
	}
	sp_buf_free(&text);
	sp_buf_free(&order);
	sp_wipe(was, sizeof(*was));
	sp_free(was);
	return rc == SP_OK && t->known;
}

/* The map after it, if it is another then. */
static void draw_map(const struct trial *t, json_t *receipt)
{
	const struct sp_live *live = t->live;
	struct sp_buf text;

	if (!t->known ||
		!sp_outcome_map_differs(&live->game.board, &t->view.board))
		return;
	sp_buf_init(&text, SIZE_MAX);
	sp_render_board(live->ruleset, &t->view, NULL, &text);
	sp_json_set(receipt, "map", sp_typeset_lines(sp_buf_str(&text)));
	sp_buf_free(&text);
}

/* One line of the text, with the orders between its semicolons. */
static void say_mistake(
	const struct sp_order_line *line, const char *written, json_t *receipt)
{
	struct sp_buf why;

	sp_buf_init(&why, SIZE_MAX);
	if (line->line_class == SP_LINE_ERROR)
		sp_refusal_say_mistake(&line->mistake, &why);
	else
		sp_buf_adds(&why, "nothing that can be tried");
	tell(receipt, "refused", written, sp_buf_str(&why));
	sp_buf_free(&why);
}

void sp_outcome_try(
	const struct sp_live *live, int seat, const char *text, json_t *receipt)
{
	struct trial *t = trial_new(live, seat);
	struct sp_orders orders;
	bool goes_on = true;

	parse(t, text, &orders);
	for (int i = 0; i < orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];
		char *written =
			sp_xstrndup(orders.text + line->start, line->len);
		bool game =
			line->line_class == SP_LINE_ORDER &&
			sp_order_effect((enum sp_order_kind)line->order.kind) ==
				SP_EFFECT_GAME &&
			line->order.kind != SP_ORDER_RESIGN &&
			line->order.kind != SP_ORDER_UNDO;

		if (!goes_on)
			add(receipt, "untried", json_string(written));
		else if (game)
			goes_on = try_line(t, line, written, receipt);
		else
			say_mistake(line, written, receipt);
		goes_on = goes_on && game;
		sp_free(written);
	}
	draw_map(t, receipt);
	sp_json_set_bool(receipt, "trial", true);
	sp_order_clear(&orders);
	trial_free(t);
}
