/* Plans: orders of a turn mail that wait for a window to close. */
#include "table/plan.h"
#include "table/guards.h"

#include "record/commit.h"
#include "record/plans.h"

#include "law/limits.h"

#include <assert.h>

#define PLAN_PIECES 3 /* lines that one order takes in a receipt */

/* ---- which lines are one ---------------------------------------------- */

/* True for what one does in one's own turn, as far as nothing has to be asked
 * for it, and for conditions of it, unless it waits for another mail. */
static bool may_wait(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_GUARD ||
	       (line->line_class == SP_LINE_ORDER &&
		       sp_order_is_of_turn(
			       (enum sp_order_kind)line->order.kind) &&
		       line->waits == SP_WAITS_NOT);
}

static bool is_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER && !line->order.bare &&
	       sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
}

/* Nothing of a turn comes behind its end. */
static bool is_last(const struct sp_order_line *line)
{
	return line->order.kind == SP_ORDER_END ||
	       line->order.kind == SP_ORDER_DRAW;
}

/* The lines of a plan, while they are collected. */
struct lines {
	const struct sp_sitting *sitting;
	struct sp_buf *out;
	int end; /* the line behind the last of them */
	/* where the text of the last condition begins, and whether it has
	 * orders, or braces that say that it has none */
	size_t head;
	bool open;
};

static void add_line(struct lines *l, int i)
{
	char *text =
		table_guard_written(l->sitting, &l->sitting->orders.line[i]);

	sp_buf_addf(l->out, "%s%s", l->out->len > 0 ? "\n" : "", text);
	sp_free(text);
}

/* A condition, or a brace. */
static void add_guard(struct lines *l, int i)
{
	const struct sp_order_line *line = &l->sitting->orders.line[i];

	if (line->guard.kind < SP_GUARD_OPEN) {
		l->head = l->out->len;
		l->open = true;
		add_line(l, i);
	} else if (line->guard.kind == SP_GUARD_CLOSE && l->open) {
		sp_buf_adds(l->out, " {}");
		l->open = false;
		l->end = i + 1;
	}
}

/* Append the orders from line `from` on that make a plan, with their
 * conditions; what is no order of the game stands between them. Returns the
 * line behind the last of them. */
static int collect(
	const struct sp_sitting *sitting, int from, struct sp_buf *out)
{
	const struct sp_orders *orders = &sitting->orders;
	struct lines l = { .sitting = sitting, .out = out, .end = from };

	for (int i = from; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (line->line_class == SP_LINE_CHATTER ||
			table_guard_is_left(sitting, line))
			continue;
		if (line->line_class == SP_LINE_ERROR ||
			(is_game(line) && !may_wait(line)))
			break;
		if (line->line_class == SP_LINE_GUARD)
			add_guard(&l, i);
		if (!is_game(line))
			continue;
		add_line(&l, i);
		l.open = false;
		l.end = i + 1;
		if (is_last(line) && table_guard_is_plain(sitting, line))
			break;
	}
	if (l.open)
		sp_buf_truncate(out, l.head);
	return l.end;
}

/* ---- while a mail is done --------------------------------------------- */

void table_plan_begin(
	struct sp_sitting *sitting, const struct sp_command *command)
{
	struct sp_live *live = sitting->live;
	struct sp_buf text;

	/* who chooses for an order of another lets the other's plan go on */
	live->goes_on =
		command->verb != SP_VERB_ANSWER &&
		(live->plan.seq == 0 || live->plan.seat == sitting->seat);
	if (!live->goes_on)
		return;
	table_guard_begin(sitting, command);
	sp_buf_init(&text, SIZE_MAX);
	sitting->rest_end = collect(sitting, sitting->next, &text);
	sitting->rest_over =
		text.len > 0 ? sp_record_plan_over(sp_buf_str(&text)) : 0;
	if (text.len > 0 && sitting->rest_over == 0)
		live->rest = sitting->rest = sp_buf_take(&text);
	sp_buf_free(&text);
}

/* "12 bytes" */
static void say_over(struct sp_sitting *sitting, size_t over)
{
	char bytes[SP_RENDER_NAME_SIZE];

	sp_render_count((int)over, "byte", bytes);
	sp_json_set_string(sitting->receipt, "plan_over", bytes);
}

void table_plan_end(
	struct sp_sitting *sitting, const struct sp_command *command)
{
	struct sp_live *live = sitting->live;

	if (command->verb == SP_VERB_ANSWER)
		return;
	live->goes_on = false;
	live->rest = NULL;
	if (sp_record_plan_waits(live, sitting->seat))
		sitting->planned = sitting->rest_end;
	else if (live->plan.due && live->plan.seat == sitting->seat)
		/* this mail goes on, or says why not */
		sp_record_plan_clear(&live->plan);
	if (sitting->rest_over > 0 && sitting->blocked &&
		live->game.decision.kind != SP_DECISION_TURN)
		say_over(sitting, sitting->rest_over);
	sp_free(sitting->rest);
	sitting->rest = NULL;
}

/* True for an attack, whatever becomes of it. */
static bool is_attack(
	const struct sp_ruleset *ruleset, const struct sp_order *o)
{
	const struct sp_card *card;
	bool attacks = true;

	if (o->kind != SP_ORDER_CAST)
		return o->kind == SP_ORDER_PUNCH ||
		       o->kind == SP_ORDER_PUNCH_EDGE ||
		       o->kind == SP_ORDER_PUNCH_THING ||
		       o->kind == SP_ORDER_ATTACK;
	if (o->n_clauses == 0 || o->clause[o->n_clauses - 1].card < 0)
		return false;
	card = &ruleset->card[o->clause[o->n_clauses - 1].card];
	for (int i = 0; i < card->n_plays; i++)
		attacks = attacks && card->play[i].type == SP_PLAY_ATTACK;
	return attacks && card->n_plays > 0;
}

/* Say of an attack that waits that it is one too many for the turn, as far as
 * that can be seen now. */
static void tell_attack(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *order)
{
	const struct sp_live *live = sitting->live;
	struct sp_game *view = &sitting->scratch->view;

	if (line->line_class != SP_LINE_ORDER ||
		!is_attack(live->ruleset, &line->order) ||
		json_object_get(sitting->receipt, "one_attack") != NULL)
		return;
	sp_game_view(&live->game, sitting->seat, view);
	view->attacked = (uint8_t)(view->attacked + sitting->attacks);
	if (sp_law_may_attack(live->ruleset, view, sp_game_acting(view)) ==
		SP_REASON_ATTACKED)
		sp_json_set_string(sitting->receipt, "one_attack", order);
	/* of those behind conditions one alone may come */
	if (line->behind == 0)
		sitting->attacks++;
}

static void tell(struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *order = table_guard_written(sitting, line);

	tell_attack(sitting, line, order);

	sp_table_receipt_add_written(
		sitting->receipt, "planned", order, PLAN_PIECES);
	if (line->line_class == SP_LINE_GUARD)
		sp_json_set_bool(sitting->receipt, "judged", true);
	sp_free(order);
}

/* True if the seat plays the turn, which is not over, and others are asked, but
 * not the seat itself. */
static bool waits_for_others(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	const struct sp_game *g = &live->game;
	const struct sp_decision *d = &g->decision;

	return live->started && g->status == SP_GAME_RUNNING &&
	       d->kind != SP_DECISION_TURN && g->phase != SP_PHASE_ENDED &&
	       sp_game_plays(g) == sitting->seat &&
	       (d->seats >> sitting->seat & 1U) == 0 &&
	       (!sitting->has_decision || sitting->decision == d->number);
}

/* Record these orders in place of what was planned; NULL: nothing. */
static int seal(struct sp_sitting *sitting, const char *orders,
	const char *input, struct sp_error *e)
{
	sp_record_plan_set(sitting->live, sitting->seat, orders, input);
	return sp_record_sealed(sitting->live, sitting->seat, SP_PLANNED,
		sitting->instant, input, e);
}

/* What the mail orders from the line at hand on takes the place of what the
 * seat had planned. */
static int plan_anew(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	bool again = sp_record_plan_waits(live, sitting->seat);
	char input[SP_SHA256_TEXT];
	struct sp_buf text;
	int rc = table_input(sitting, input, e);

	sp_buf_init(&text, SIZE_MAX);
	int end = collect(sitting, sitting->next - 1, &text);
	size_t over = text.len > 0 ? sp_record_plan_over(sp_buf_str(&text)) : 0;
	if (over > 0)
		say_over(sitting, over);
	if (rc == SP_OK && over == 0 && text.len > 0) {
		rc = seal(sitting, sp_buf_str(&text), input, e);
		sitting->planned = end;
		sitting->applied++;
		sp_json_set_bool(sitting->receipt, "replanned", again);
	}
	sp_wipe(text.data, text.len);
	sp_buf_free(&text);
	return rc;
}

int table_plan_take(struct sp_sitting *sitting, bool *taken, struct sp_error *e)
{
	const struct sp_order_line *line =
		&sitting->orders.line[sitting->next - 1];
	int rc = SP_OK;

	*taken = false;
	if (sitting->next > sitting->planned && !sitting->blocked &&
		may_wait(line) && waits_for_others(sitting))
		rc = plan_anew(sitting, e);
	if (rc != SP_OK || sitting->next > sitting->planned)
		return rc;
	*taken = true;
	tell(sitting, line);
	sitting->blocked = true;
	return SP_OK;
}

/* True if the mail has orders, or what may have been meant as one, and did not
 * do all of them. */
static bool fell_short(const struct sp_sitting *sitting)
{
	static const char *const keys[] = { "not_done", "errors", "refused",
		"stale" };
	bool any = false, orders = false;

	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		any |= json_object_get(sitting->receipt, keys[i]) != NULL;
	for (int i = 0; i < sitting->orders.n; i++)
		orders |= sitting->orders.line[i].line_class == SP_LINE_ERROR ||
			  is_game(&sitting->orders.line[i]);
	return any && orders;
}

void table_plan_remind(struct sp_sitting *sitting)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	if (sitting->planned > 0 || !fell_short(sitting) ||
		!sp_record_plan_waits(sitting->live, sitting->seat))
		return;
	sp_cursor_init(&c, sitting->live->plan.orders,
		strlen(sitting->live->plan.orders));
	while (sp_cursor_line(&c, &line, &n)) {
		char *order = sp_xstrndup(line, n);

		sp_table_receipt_add_written(
			sitting->receipt, "still", order, PLAN_PIECES);
		sp_free(order);
	}
}

int table_plan_cancel(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];
	int rc;

	if (!sp_record_plan_waits(live, sitting->seat)) {
		sp_table_receipt_refuse(
			sitting, line, "nothing of your orders waits");
		return SP_OK;
	}
	rc = table_input(sitting, input, e);
	if (rc == SP_OK)
		rc = seal(sitting, NULL, input, e);
	if (rc != SP_OK)
		return rc;
	sitting->applied++;
	sitting->planned = 0;
	sp_table_receipt_tell(sitting, "done", "cancel rest",
		"none of the orders that waited will be done");
	return SP_OK;
}

/* ---- when the window is closed ---------------------------------------- */

/* "  | end", a line for each line of a text. */
static void add_lines(const char *text, struct sp_buf *out)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n))
		sp_buf_addf(out, "  | %.*s\n", (int)n, line);
}

void table_plan_list(const struct sp_live *live, int seat, struct sp_buf *out)
{
	if (sp_record_plan_waits(live, seat))
		add_lines(live->plan.orders, out);
}

/* True for a counter, and what it led to: conditions may count on that. */
static bool is_counter(const struct sp_plan *plan, int met)
{
	return met == SP_PLAN_COUNTERED ||
	       (met == SP_PLAN_FAILED &&
		       (plan->met >> SP_PLAN_EVADED & 1U) != 0);
}

/* Why nothing of it is done; NULL: it goes on. */
static const char *stopped_by(
	const struct sp_sitting *sitting, const struct sp_plan *plan)
{
	static const char *const met[SP_PLAN_MEETS_COUNT] = {
		[SP_PLAN_COUNTERED] = "there was a counter",
		[SP_PLAN_HURT] = "you were hurt",
		[SP_PLAN_REVEALED] = "something hidden was shown",
		[SP_PLAN_FAILED] = "what you had ordered came to nothing",
		[SP_PLAN_CHANGED] =
			"somebody moved you, or took something of yours",
	};
	const struct sp_game *g = &sitting->live->game;

	for (int i = 0; i < SP_PLAN_MEETS_COUNT; i++)
		if ((plan->met >> i & 1U) != 0 && met[i] != NULL &&
			!(is_counter(plan, i) &&
				table_guard_speaks(sitting, 0)))
			return met[i];
	if (g->turn != plan->turn || sp_game_plays(g) != plan->seat)
		return "your turn is over";
	return g->decision.kind == SP_DECISION_TURN ? NULL
						    : "you are asked something";
}

static void add_entries(const json_t *list, struct sp_buf *out)
{
	const json_t *entry;
	size_t i;

	json_array_foreach (list, i, entry) {
		const char *text =
			json_string_value(json_object_get(entry, "text"));

		sp_buf_addf(out, "  | %s\n",
			json_string_value(json_object_get(entry, "order")));
		if (text[0] != '\0')
			sp_buf_addf(out, "      %s\n", text);
	}
}

static void add_strings(const json_t *list, struct sp_buf *out)
{
	const json_t *line;
	size_t i;

	json_array_foreach (list, i, line) {
		sp_buf_addf(out, "  | %s\n", json_string_value(line));
	}
}

/* What was done of it, and why not all of it was. */
static void report(
	struct sp_live *live, int seat, const json_t *receipt, const char *why)
{
	struct sp_buf *news = &live->news[seat];
	const json_t *done = json_object_get(receipt, "done"),
		     *refused = json_object_get(receipt, "refused"),
		     *left = json_object_get(receipt, "not_done"),
		     *planned = json_object_get(receipt, "planned");

	live->planned |= 1U << seat;
	if (json_array_size(done) > 0) {
		sp_buf_adds(news, "Your orders that waited went on:\n");
		add_entries(done, news);
	}
	if (json_array_size(planned) > 0) {
		sp_buf_adds(news, "Others are asked again, and these wait:\n");
		add_strings(planned, news);
	}
	if (json_array_size(refused) > 0) {
		sp_buf_adds(news, "This order that waited was refused:\n");
		add_entries(refused, news);
	}
	if (json_array_size(left) == 0)
		return;
	if (why != NULL)
		sp_buf_addf(news, "Your orders that waited stop, as %s.", why);
	else if (json_array_size(refused) == 0)
		sp_buf_adds(news, "The rest of them stops, as it went "
				  "otherwise than ordered.");
	sp_buf_adds(news, json_array_size(refused) > 0 && why == NULL
				  ? "These behind it were not done:\n"
				  : " Not done:\n");
	add_strings(left, news);
}

/* Do its lines as those of a mail. */
static int play(struct sp_sitting *sitting, const char *why, struct sp_error *e)
{
	int rc = SP_OK;

	sitting->blocked = why != NULL;
	for (int i = 0; rc == SP_OK && i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];

		sitting->next = i + 1;
		if (line->line_class == SP_LINE_GUARD) {
			rc = table_guard_take(sitting, line, e);
			continue;
		}
		if (is_game(line) && !table_guard_allows(sitting, line))
			continue;
		if (is_game(line)) {
			rc = table_do_game(sitting, line, e);
			continue;
		}
		/* what was an order once may not be one here */
		char *text = sp_table_sitting_as_written(sitting, line);
		sp_table_receipt_add_written(
			sitting->receipt, "not_done", text, PLAN_PIECES);
		sp_free(text);
		sitting->blocked = true;
	}
	return rc;
}

/* A seat that is out of the game hears of that, and a game that is over of its
 * end. */
static bool is_of_use(const struct sp_live *live, const struct sp_plan *plan)
{
	return live->game.status == SP_GAME_RUNNING &&
	       live->game.actor[plan->seat].alive;
}

int table_plan_go_on(
	struct sp_scratch *scratch, struct sp_live *live, struct sp_error *e)
{
	struct sp_plan plan = live->plan;
	struct sp_sitting sitting = { .scratch = scratch,
		.live = live,
		.seat = plan.seat,
		.instant = live->when,
		.input = plan.input,
		.called = -1,
		.turn = live->game.turn };
	/* whoever's mail or deadline this is follows something else */
	struct sp_buf *follows = live->follows;
	int follows_seat = live->follows_seat;
	unsigned follows_turn = live->follows_turn;
	const char *cause = live->cause;
	int rc = SP_OK;

	assert(plan.due);
	memset(&live->plan, 0, sizeof(live->plan));
	if (is_of_use(live, &plan)) {
		const char *why;

		live->follows = NULL;
		live->cause = plan.cause;
		live->came = sp_record_plan_came(plan.met);
		live->came_of = plan.seat;
		sitting.receipt = json_object();
		sitting.mail = (struct sp_live_mail){ .text = plan.orders };
		sp_table_sitting_parse(&sitting);
		why = stopped_by(&sitting, &plan);
		rc = play(&sitting, why, e);
		if (rc == SP_OK)
			report(live, plan.seat, sitting.receipt, why);
		sp_order_clear(&sitting.orders);
		json_decref(sitting.receipt);
		live->follows = follows;
		live->follows_seat = follows_seat;
		live->follows_turn = follows_turn;
		live->cause = cause;
	}
	sp_record_plan_clear(&plan);
	return rc;
}
