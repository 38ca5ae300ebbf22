/* The orders of one mail, executed for the seat that sent it */
#include "table/consent.h"
#include "table/goes_on.h"
#include "table/guards.h"
#include "table/meant.h"
#include "table/plan.h"
#include "table/setting.h"
#include "table/take_back.h"

#include "law/asked.h"
#include "notation/notation.h"
#include "record/agents.h"
#include "record/commit.h"
#include "refusal/refusal.h"
#include "reply/reply.h"

#include <assert.h>

#define FULL_MAX    4096
#define LINE_PIECES 3 /* lines that one of a player's takes in a receipt */

/* ---- orders that change the game -------------------------------------- */

/* What was applied becomes commits: scratch->before and scratch->events tell
 * it. */
static int record(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, const char *full, int64_t instant,
	const char *input, int reader, struct sp_error *e)
{
	struct sp_render_step step = { live->ruleset, &scratch->before,
		&live->game, command, &scratch->events,
		sp_table_round_is_idle(scratch, live, instant) };

	if (sp_law_verb_is_secret(command->verb))
		return sp_record_sealed(
			live, command->seat, full, instant, input, e);
	sp_table_news_note(live, &step, reader);
	sp_table_follow_note(live, &step);
	return sp_record_step(live, &step, NULL, instant, input, e);
}

int sp_table_sitting_step(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why, struct sp_error *e)
{
	struct sp_events *events = &scratch->events;
	struct sp_game *before = &scratch->before;
	struct sp_buf full;
	int rc;

	if (command->verb == SP_VERB_ANSWER)
		return sp_table_round_answer(
			scratch, live, command, instant, input, result, why, e);
	if (live->n_stillness > 0) {
		rc = sp_law_check(live->ruleset, &live->game, command, why);
		if (rc == SP_OK)
			rc = sp_table_stood_tell(live, e);
		if (rc != SP_OK)
			return rc;
	}
	*before = live->game;
	events->n = 0;
	rc = sp_rules_apply(live->ruleset, &live->game, command, events, why);
	if (rc != SP_OK)
		return rc;
	struct sp_render_step step = { live->ruleset, before, &live->game,
		command, events, false };
	if (result != NULL)
		sp_render_result(&step, result);
	sp_buf_init(&full, FULL_MAX);
	sp_notation_format(
		live->ruleset, before, command, SP_NOTATION_FULL, &full);
	rc = record(scratch, live, command, sp_buf_str(&full), instant, input,
		result != NULL ? command->seat : SP_NOBODY, e);
	sp_wipe(full.data, full.len);
	sp_buf_free(&full);
	if (result != NULL)
		sp_table_follow(live, command->seat, result);
	return rc == SP_OK
		       ? sp_table_rounds_close(scratch, live, instant,
				 live->cause != NULL ? live->cause : input, e)
		       : rc;
}

int sp_table_sitting_apply(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why, struct sp_error *e)
{
	int rc = sp_table_sitting_step(
		scratch, live, command, instant, input, result, why, e);

	if (rc == SP_OK)
		rc = sp_table_bots_play(scratch, live, e);
	sp_table_follow(live, command->seat, NULL);
	return rc;
}

/* True if the turn is over, though others may still answer what ended it. */
static bool is_ended(const struct sp_sitting *sitting)
{
	const struct sp_game *g = &sitting->live->game;

	return g->turn != sitting->turn || g->phase == SP_PHASE_ENDED ||
	       g->status == SP_GAME_OVER;
}

/* The turn ended within this mail; `end` behind that is no mistake. */
static bool ended_here(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	return order->kind == SP_ORDER_END && sitting->applied > 0 &&
	       is_ended(sitting);
}

/* Does the mail answer the last call to this turn, though reactions came and
 * went since? They were over at once and nobody countered: else there would be
 * a newer call. */
static bool is_called(const struct sp_sitting *sitting)
{
	const struct sp_game *g = &sitting->live->game;

	return g->status == SP_GAME_RUNNING &&
	       g->decision.kind == SP_DECISION_TURN &&
	       sp_game_plays(g) == sitting->seat && g->turn == sitting->turn &&
	       sitting->decision < g->decision.number && sitting->called >= 0 &&
	       sitting->called <= (int64_t)sitting->decision;
}

bool table_is_stale(struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	if (!sitting->has_decision || !live->started ||
		sitting->decision == live->game.decision.number)
		return false;
	if (is_called(sitting)) {
		sitting->decision = live->game.decision.number;
		return false;
	}
	if (sitting->applied == 0 &&
		json_object_get(sitting->receipt, "stale") == NULL) {
		json_t *stale = json_object();
		sp_json_set_int(stale, "decision", sitting->decision);
		sp_json_set(sitting->receipt, "stale", stale);
	}
	return true;
}

void table_not_done(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *order = table_guard_written(sitting, line);

	sp_table_receipt_add_written(
		sitting->receipt, "not_done", order, LINE_PIECES);
	sp_free(order);
	table_meant_not_done(sitting, line);
	sitting->blocked = true;
}

/* What becomes of the orders below; said if there are any. */
static void say_later(struct sp_sitting *sitting, const char *why)
{
	json_t *later = json_object();

	sp_json_set_bool(later, why, true);
	sp_json_set(sitting->receipt, "later", later);
}

/* After an order: may the script go on? Where somebody else is asked it stops
 * here; where a reaction came and went it goes on unless somebody countered:
 * what was written before that may not be meant any more. */
static void go_on(struct sp_sitting *sitting, const struct sp_command *done,
	unsigned counters, struct sp_buf *text)
{
	const struct sp_game *g = &sitting->live->game;

	if (g->status != SP_GAME_RUNNING)
		return;
	if (done->verb == SP_VERB_ANSWER) {
		sitting->blocked = true;
		say_later(sitting, sp_game_plays(g) == sitting->seat
					   ? "waits"
					   : "answered");
	} else if (table_is_aiming(sitting)) {
		sp_buf_adds(text, "; you are asked");
		sitting->decision = g->decision.number;
	} else if (g->decision.kind != SP_DECISION_TURN) {
		sp_table_awaited_after(
			sitting->scratch, sitting->live, sitting->seat, text);
		sitting->blocked = true;
		say_later(sitting,
			sp_words_asks_names(sp_vocable_asked(g, sitting->seat))
				? "asked"
			: is_ended(sitting) ? "turn_over"
					    : "waits");
	} else if (g->turn == sitting->turn &&
		   sp_game_plays(g) == sitting->seat) {
		sitting->blocked = sitting->live->counters != counters &&
				   !table_guard_speaks(sitting, sitting->next);
		if (sitting->blocked)
			say_later(sitting, "countered");
		sitting->decision = g->decision.number;
	}
}

/* A walk that ended elsewhere than its order leads ends the mail, too, unless
 * it was said `regardless`. */
static void check_walk(struct sp_sitting *sitting, const struct sp_bound *bound,
	const struct table_begun *was, struct sp_buf *text)
{
	const struct sp_game *g = &sitting->live->game;
	bool cut = table_is_cut(sitting->live, was);

	if (sitting->blocked || g->decision.kind != SP_DECISION_TURN ||
		g->turn != sitting->turn)
		return;
	if (cut)
		sp_buf_adds(text, "; the walk ended there");
	if ((cut || bound->surprise) && !bound->regardless) {
		sitting->blocked = true;
		say_later(sitting, "cut");
	}
}

static int do_bound(struct sp_sitting *sitting,
	const struct sp_order_line *line, const struct sp_bound *bound,
	struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];
	struct sp_buf order, text, said;
	struct sp_refusal why = { 0 };
	unsigned counters = live->counters;
	bool more = bound->goes_on || bound->n_rest > 0;
	struct table_begun was;

	table_note_begun(live, bound, &was);
	sp_buf_init(&order, 2048);
	sp_buf_init(&text, 4096);
	sp_buf_init(&said, 1024);
	sp_table_receipt_add_bound(sitting, bound, &said);
	sp_agent_understood(live->ruleset, &sitting->scratch->view,
		&bound->command, &order);
	int rc = table_input(sitting, input, e);
	table_plan_begin(sitting, &bound->command);
	live->says_more = more ? sitting->seat + 1 : 0;
	if (rc == SP_OK)
		rc = sp_table_sitting_apply(sitting->scratch, live,
			&bound->command, sitting->instant, input, &text, &why,
			e);
	if (rc == SP_OK && more)
		rc = table_go_on_with(sitting, &line->order, bound, &was, input,
			&order, &text, e);
	live->says_more = 0;
	if (rc == SP_OK && more)
		rc = table_prefer_behind(sitting, &text, e);
	if (rc == SP_EREFUSED && why.reason != SP_REASON_NONE) {
		sp_buf_clear(&text);
		sp_refusal_say(live->ruleset, &live->game, &why, &text);
		sp_table_receipt_refuse(sitting, line, sp_buf_str(&text));
		sitting->blocked = true;
		rc = SP_OK;
	} else if (rc == SP_OK) {
		sitting->applied++;
		sitting->leaves_treasure =
			bound->note.reason == SP_AGENT_REASON_TREASURE_STAYS;
		if (said.len > 0)
			sp_buf_addf(&text, "%s%s", text.len > 0 ? "; " : "",
				sp_buf_str(&said));
		go_on(sitting, &bound->command, counters, &text);
		check_walk(sitting, bound, &was, &text);
		sp_table_receipt_tell(
			sitting, "done", sp_buf_str(&order), sp_buf_str(&text));
	}
	table_plan_end(sitting, &bound->command);
	sp_buf_free(&order);
	sp_buf_free(&text);
	sp_buf_free(&said);
	return rc;
}

/* Why nothing can be moved now; owned, NULL where something can. */
static char *nothing_to_move(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	if (live->started)
		return live->game.status == SP_GAME_OVER
			       ? sp_xstrdup("the game is over")
			       : NULL;
	if (live->ended)
		return sp_xstrdup("the game was cancelled before it began");
	if (live->setup.luck[sitting->seat][0] == '\0')
		return sp_xstrdup("the game has not begun; reply `join` to "
				  "take your seat");
	char *missing = sp_table_sitting_missing(live);
	char *text = sp_xasprintf(
		"the game has not begun; it waits for %s", missing);
	sp_free(missing);
	return text;
}

/* True if a reaction is open that the seat is asked for: it may have answered,
 * and may answer anew. */
static bool is_asked_to_react(const struct sp_sitting *sitting)
{
	const struct sp_decision *d = &sitting->live->game.decision;

	return d->kind == SP_DECISION_REACTION &&
	       (d->seats & 1u << sitting->seat) != 0;
}

static bool has_answered(const struct sp_sitting *sitting)
{
	return (sp_record_agents_answered(sitting->live) &
		       1u << sitting->seat) != 0;
}

/* Is this order none, though the seat is asked for a reaction? */
static bool is_no_answer(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	return is_asked_to_react(sitting) && order->kind != SP_ORDER_COUNTER &&
	       order->kind != SP_ORDER_PASS && !sp_order_is_aside(order);
}

/* True if what waits would be done if it came alone: it is this seat's to give
 * now. */
static bool could_be_done(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	const struct sp_game *g = &sitting->live->game;
	const struct sp_decision *d = &g->decision;

	if (!sitting->live->started || g->status != SP_GAME_RUNNING)
		return false;
	if (order->kind == SP_ORDER_RESIGN)
		return g->actor[sitting->seat].alive;
	if (order->kind == SP_ORDER_END || order->kind == SP_ORDER_UNDO ||
		order->kind == SP_ORDER_DRAW)
		return d->kind == SP_DECISION_TURN &&
		       sp_game_plays(g) == sitting->seat;
	return order->kind == SP_ORDER_PASS
		       ? is_asked_to_react(sitting)
		       : (d->seats >> sitting->seat & 1U) != 0;
}

/* In a mail that was read by half, what ends or gives up waits until it is sent
 * again; the first line of the receipt says so. */
static bool must_wait(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	if (line->waits == SP_WAITS_NOT || ended_here(sitting, &line->order) ||
		!could_be_done(sitting, &line->order) ||
		table_is_stale(sitting))
		return false;
	sp_table_receipt_waits(sitting, line);
	return true;
}

/* Why `pass` answers nothing. */
static const char *no_pass(const struct sp_sitting *sitting)
{
	const struct sp_game *g = &sitting->live->game;

	switch (sp_vocable_asked(g, sitting->seat)) {
	case SP_ASKED_ONE:
		return "this question takes no `pass`: choose one of the list "
		       "below";
	case SP_ASKED_SOME:
		return "this question takes no `pass`: name what you give up, "
		       "from the list below";
	case SP_ASKED_NOTHING:
	case SP_ASKED_COUNTER:
		break;
	}
	return g->decision.kind == SP_DECISION_TURN &&
			       sp_game_plays(g) == sitting->seat
		       ? "nothing asks you to answer; `end` closes your turn"
		       : "nothing asks you to answer, so there is nothing to "
			 "pass on";
}

/* Why `yes` or `no` answers nothing. */
static const char *no_yes(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	if (live->started && live->game.status == SP_GAME_RUNNING &&
		is_asked_to_react(sitting))
		return "this question takes no yes or no: write `pass`, or "
		       "`counter with` a card";
	return "nothing waits for a yes or no here; answer the mail that asked "
	       "you";
}

/* What is to be played when it happens is declared besides. */
static int watch(struct sp_sitting *sitting, const struct sp_order_line *line,
	const struct sp_bound *bound, struct sp_error *e)
{
	struct sp_order_line declared = *line;
	int rc = do_bound(sitting, line, bound, e);

	if (rc != SP_OK || sitting->blocked ||
		line->order.answer == SP_ORDER_ANSWER_ASK)
		return rc;
	declared.order.kind = SP_ORDER_WHEN;
	return sp_table_sitting_declare(sitting, &declared, false, e);
}

int table_do_game(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e)
{
	struct sp_bound bound;
	bool taken;
	int rc = table_plan_take(sitting, &taken, e);

	if (rc != SP_OK || taken)
		return rc;
	bool stops = must_wait(sitting, line) || sitting->blocked;

	if (ended_here(sitting, &line->order)) {
		sp_table_receipt_tell(
			sitting, "done", "end", "your turn had ended already");
		return SP_OK;
	}
	if (!stops && sitting->applied > 0 && table_is_aiming(sitting) &&
		line->order.kind != SP_ORDER_CHOOSE &&
		line->order.kind != SP_ORDER_NUMBERS) {
		say_later(sitting, "asked");
		stops = true;
	}
	if (stops) {
		table_not_done(sitting, line);
		return SP_OK;
	}
	char *no = nothing_to_move(sitting);
	if (no != NULL) {
		(void)sp_table_receipt_stop(sitting, line, no);
		sp_free(no);
		return SP_OK;
	}
	if (line->order.kind == SP_ORDER_NUMBERS && sitting->list_over &&
		sitting->live->game.decision.kind == SP_DECISION_TURN)
		return sp_table_receipt_stop(sitting, line,
			"the mail that you answer has no list that still "
			"holds: the number of this one would do");
	if (line->order.kind == SP_ORDER_RESIGN) {
		(void)table_ask(sitting, line, "resign");
		sitting->blocked = true;
		return SP_OK;
	}
	if (line->order.kind == SP_ORDER_END && sitting->leaves_treasure)
		return sp_table_receipt_stop(sitting, line,
			"first say whether the treasure stays: `pick up "
			"treasure`, or `end` once more");
	if (table_is_stale(sitting)) {
		if (sitting->declared)
			say_later(sitting, "declaration");
		table_not_done(sitting, line);
		return SP_OK;
	}
	if (line->order.kind == SP_ORDER_UNDO)
		return table_take_back(sitting, line, e);
	if (line->order.kind == SP_ORDER_AGREE ||
		line->order.kind == SP_ORDER_REFUSE) {
		rc = table_consent_answer(sitting, line, &taken, e);
		if (rc != SP_OK || taken)
			return rc;
	}
	if (line->order.kind == SP_ORDER_PASS &&
		sitting->live->game.decision.kind != SP_DECISION_REACTION)
		return sp_table_receipt_stop(sitting, line, no_pass(sitting));
	if (is_no_answer(sitting, &line->order))
		return sp_table_receipt_stop(sitting, line,
			has_answered(sitting)
				? "you have answered, and others are still "
				  "asked; until then a new `counter with` a "
				  "card, or `pass`, takes the place of your "
				  "answer"
				: "first answer what you are asked: `counter "
				  "with` a card, or `pass`");
	sp_game_view(
		&sitting->live->game, sitting->seat, &sitting->scratch->view);
	if (!sp_declare_bind(sitting->live->ruleset, &sitting->scratch->view,
		    sitting->seat, &line->order, &bound)) {
		sp_table_receipt_refuse_bound(sitting, line, &bound);
		sitting->blocked = true;
		return SP_OK;
	}
	return line->order.kind == SP_ORDER_WATCH
		       ? watch(sitting, line, &bound, e)
		       : do_bound(sitting, line, &bound, e);
}

/* ---- one mail --------------------------------------------------------- */

/* `yes` or `no` to a question of a card. */
static int choose_yes(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	struct sp_order_line choice = *line;
	struct sp_order *o = &choice.order;

	o->part[0] = (struct sp_order_phrase){ .n = 1, .at = line->at };
	o->named[0] = (struct sp_named){ .kind = SP_NAMED_YES,
		.value = (int16_t)(line->order.kind == SP_ORDER_YES),
		.at = line->at };
	o->kind = SP_ORDER_CHOOSE;
	o->n_phrases = o->n_named = 1;
	return table_do_game(sitting, &choice, e);
}

static int do_answer(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	switch (line->order.kind) {
	case SP_ORDER_JOIN:
	case SP_ORDER_LUCK:
		return sp_table_sitting_join(sitting, line, e);
	case SP_ORDER_YES:
	case SP_ORDER_NO:
		if (sp_table_sitting_invited(sitting) ||
			(sitting->live->ended && !sitting->live->started))
			return sp_table_sitting_join(sitting, line, e);
		if (sitting->live->started &&
			sp_vocable_asked(&sitting->live->game, sitting->seat) ==
				SP_ASKED_ONE)
			return choose_yes(sitting, line, e);
		if (table_consent_asks(sitting))
			return table_consent_yes(sitting, line, e);
		/* "Yes! counter with ...": a word of courtesy */
		if (line->order.kind == SP_ORDER_YES &&
			sp_reply_goes_on(&sitting->orders, sitting->next)) {
			table_ignored(sitting, line);
			sitting->seen--;
			return SP_OK;
		}
		sp_table_receipt_refuse(sitting, line, no_yes(sitting));
		sitting->blocked = true;
		return SP_OK;
	case SP_ORDER_AGAIN: /* noted by intake: the text is meant anew */
		return SP_OK;
	case SP_ORDER_SET_MAIL:
	case SP_ORDER_SET_REMIND:
	case SP_ORDER_SET_ZONE:
	case SP_ORDER_NEW_TOKEN:
	case SP_ORDER_VACATION:
	case SP_ORDER_STANDIN:
	case SP_ORDER_MUTE:
	case SP_ORDER_UNMUTE:
		table_set(sitting, line);
		return SP_OK;
	case SP_ORDER_CANCEL_REST:
		return table_plan_cancel(sitting, line, e);
	case SP_ORDER_REMATCH:
		table_want_rematch(sitting, line);
		return SP_OK;
	}
	assert(false); /* no other order answers the judge */
	return SP_OK;
}

static int do_item(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e)
{
	switch ((enum sp_line_class)line->line_class) {
	case SP_LINE_CHATTER:
		table_ignored(sitting, line);
		return SP_OK;
	case SP_LINE_ERROR:
		table_not_understood(sitting, line);
		return SP_OK;
	case SP_LINE_GUARD:
		return table_guard_take(sitting, line, e);
	case SP_LINE_ORDER:
		break;
	}
	if (!table_guard_allows(sitting, line))
		return SP_OK;
	/* names below an answer that was enough: a signature */
	if (line->order.bare && sitting->applied > 0 &&
		!sp_words_asks_names(sp_vocable_asked(
			&sitting->live->game, sitting->seat))) {
		table_ignored(sitting, line);
		return SP_OK;
	}
	sitting->seen++;
	switch (sp_order_effect((enum sp_order_kind)line->order.kind)) {
	case SP_EFFECT_GAME:
		return table_do_game(sitting, line, e);
	case SP_EFFECT_QUESTION:
		return sp_table_sitting_question(sitting, line, e);
	case SP_EFFECT_PRESS:
		return sitting->press(sitting, line, e);
	case SP_EFFECT_ANSWER:
		return do_answer(sitting, line, e);
	case SP_EFFECT_DECLARE:
		return sp_table_sitting_declare(sitting, line, false, e);
	case SP_EFFECT_NONE:
		break;
	}
	return SP_OK;
}

static bool asked_for_some(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	return live->started &&
	       (sp_vocable_asked(&live->game, sitting->seat) == SP_ASKED_SOME ||
		       sp_agent_more_answers(
			       live->ruleset, &live->game, sitting->seat) > 0);
}

/* True if the line answers the open reaction, or was meant to. */
static bool is_reaction(const struct sp_order_line *line)
{
	return line->line_class != SP_LINE_CHATTER &&
	       (line->order.kind == SP_ORDER_COUNTER ||
		       line->order.kind == SP_ORDER_PASS);
}

/* True if line i declares, while the seat is asked and a line below says what
 * it answers now: what is declared is for later then. */
static bool is_for_later(const struct sp_sitting *sitting, int i)
{
	const struct sp_order_line *line = sitting->orders.line;
	const struct sp_game *g = &sitting->live->game;

	if (line[i].line_class != SP_LINE_ORDER ||
		sp_order_effect((enum sp_order_kind)line[i].order.kind) !=
			SP_EFFECT_DECLARE ||
		!sitting->live->started || g->status != SP_GAME_RUNNING ||
		!is_asked_to_react(sitting) ||
		(sitting->has_decision &&
			sitting->decision != g->decision.number))
		return false;
	while (++i < sitting->orders.n)
		if (is_reaction(&line[i]))
			return true;
	return false;
}

/* Whoever believes in a declaration that is refused would pass in vain: let the
 * `pass` below it wait. A counter does not: it does what is wanted now. */
static const struct sp_order_line *let_pass_wait(
	struct sp_sitting *sitting, int from, int answer)
{
	struct sp_order_line *pass = &sitting->orders.line[answer];
	const struct sp_order_line *refused;

	if (pass->order.kind != SP_ORDER_PASS || pass->waits != SP_WAITS_NOT)
		return NULL;
	refused = sp_table_sitting_find_refused(sitting, from, answer);
	if (refused != NULL) {
		pass->waits = SP_WAITS_REFUSED;
		pass->cause = refused->start;
		pass->cause_len = refused->len;
	}
	return refused;
}

/* Declare what stands between the two lines, of which the second is the answer;
 * if that was not done, nothing of it may answer in its place, and `refused`
 * says why. */
static int do_later(struct sp_sitting *sitting, int from, int answer,
	bool answered, const struct sp_order_line *refused, struct sp_error *e)
{
	int rc = SP_OK;

	for (int i = from; i < answer && rc == SP_OK; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];

		if (line->line_class != SP_LINE_ORDER ||
			sp_order_effect((enum sp_order_kind)line->order.kind) !=
				SP_EFFECT_DECLARE)
			continue;
		sitting->seen++;
		if (!answered && line != refused &&
			line->order.kind != SP_ORDER_FORGET)
			table_not_done(sitting, line);
		else
			rc = sp_table_sitting_declare(sitting, line, true, e);
	}
	return rc;
}

int sp_table_sitting_mail(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_order_line *refused = NULL;
	int later = -1; /* the first line that waits for an answer */
	int rc = SP_OK;

	sp_table_sitting_take_no(sitting);
	sitting->turn = sitting->live->started ? sitting->live->game.turn : 0;
	sp_record_agents_declarations(
		sitting->live, sitting->seat, &sitting->listed);
	for (int i = 0, next; i < sitting->orders.n && rc == SP_OK; i = next) {
		/* what is given up may stand on several lines */
		next = asked_for_some(sitting)
			       ? sp_reply_join(&sitting->orders, i)
			       : i + 1;
		const struct sp_order_line *line = &sitting->orders.line[i];
		unsigned applied = sitting->applied, errors = sitting->errors;
		bool blocked = sitting->blocked;

		sitting->next = next;

		if (is_for_later(sitting, i)) {
			later = later < 0 ? i : later;
			continue;
		}
		if (later >= 0)
			refused = let_pass_wait(sitting, later, i);
		rc = do_item(sitting, line, e);
		if (!blocked && sitting->blocked && sitting->errors > errors)
			sitting->stopped = i + 1;
		if (rc == SP_OK && later >= 0 && is_reaction(line)) {
			rc = do_later(sitting, later, i,
				sitting->applied > applied, refused, e);
			later = -1;
		}
	}
	if (rc == SP_OK)
		rc = sp_table_sitting_start_if_complete(sitting, e);
	if (rc == SP_OK)
		table_meant_offer(sitting);
	if (rc == SP_OK)
		table_plan_remind(sitting);
	if (sitting->seen == 0 && sitting->errors == 0)
		sp_json_set_bool(sitting->receipt, "nothing", true);
	sp_json_set_int(sitting->receipt, "error_count", sitting->errors);
	return rc;
}

void sp_table_sitting_init(struct sp_sitting *sitting,
	struct sp_scratch *scratch, struct sp_live *live, int seat)
{
	memset(sitting, 0, sizeof(*sitting));
	sitting->scratch = scratch;
	sitting->called = -1;
	sitting->live = live;
	sitting->seat = seat;
	sitting->receipt = json_object();
	live->mail = &sitting->mail;
	live->asked_who = (uint8_t)(seat + 1);
	live->came = 0;
}

void sp_table_sitting_clear(struct sp_sitting *sitting)
{
	/* a timer of the same batch is of nobody */
	sitting->live->asked_who = 0;
	sitting->live->mail = NULL;
	sp_order_clear(&sitting->orders);
	json_decref(sitting->receipt);
	table_meant_clear(sitting);
}
