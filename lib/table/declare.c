/* Declarations: what a seat answers ahead of being asked, kept and sealed. */
#include "table/sitting.h"

#include "record/agents.h"
#include "record/commit.h"

#define NOT_NOW ". It does not answer what you are asked now"

/* True if the reaction that is open waits for this seat's answer; else *answer
 * is what it answers, if it may. */
static bool is_awaited(
	const struct sp_sitting *sitting, struct sp_command *answer)
{
	const struct sp_live *live = sitting->live;

	return live->game.decision.kind == SP_DECISION_REACTION &&
	       (live->game.decision.seats >> sitting->seat & 1U) != 0 &&
	       !sp_table_round_answers(
		       sitting->scratch, live, sitting->seat, answer);
}

/* Say to a seat that was asked whether what it declares has answered. */
static void add_answered(
	const struct sp_sitting *sitting, bool forgets, struct sp_buf *out)
{
	struct sp_command answer = { 0 };

	if (!is_awaited(sitting, &answer))
		sp_buf_addf(out, ". It has answered what you were asked%s",
			answer.answer[0] == SP_NOTHING ? ": you pass" : "");
	else if (!forgets)
		sp_buf_adds(out, NOT_NOW);
}

/* Seal the list as it now stands; if a round waited for this seat alone it
 * closes now, and `follows` says what came of that. */
static int seal_declaration(struct sp_sitting *sitting,
	const struct sp_declarations *d, bool forgets, struct sp_buf *follows,
	struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const struct sp_decision was = live->game.decision;
	struct sp_command answer;
	bool awaited = is_awaited(sitting, &answer);
	bool choice = sp_declare_choice(live->ruleset, &live->game,
			      sitting->seat) != SP_ABOUT_COUNT;
	char input[SP_SHA256_TEXT];
	int rc = table_input(sitting, input, e);

	if (rc != SP_OK)
		return rc;
	struct sp_buf words;

	sp_buf_init(&words, SIZE_MAX);
	sp_record_agents_declare(live, sitting->seat, d);
	if (awaited)
		add_answered(sitting, forgets, follows);
	sp_record_agents_words(live, sitting->seat, &words);
	rc = sp_record_sealed(live, sitting->seat, sp_buf_str(&words),
		sitting->instant, input, e);
	sp_wipe(words.data, words.len);
	sp_buf_free(&words);
	sp_table_follow(live, sitting->seat, follows);
	if (rc == SP_OK)
		rc = sp_table_rounds_settle(
			sitting->scratch, live, sitting->instant, input, e);
	sp_table_follow(live, sitting->seat, NULL);
	if ((was.kind == SP_DECISION_REACTION || choice) &&
		live->game.decision.number != was.number)
		sitting->declared = true;
	else if (choice && !forgets)
		sp_buf_adds(follows, NOT_NOW);
	return rc;
}

bool sp_table_declared_spent(const struct sp_live *live,
	const struct sp_game *view, int seat, const char *line,
	struct sp_buf *forget)
{
	struct sp_declarations d = { .n = 1 };
	bool all;
	int worth;

	sp_format(d.line[0].text, sizeof(d.line[0].text), "%s", line);
	if (sp_declare_lacks(live->ruleset, view, seat, &d, 0, &all, &worth) <
			0 ||
		!all || sp_table_round_asks_nobody(live) ||
		live->game.status == SP_GAME_OVER)
		return false;
	sp_buf_addf(forget, "%s`forget %.*s`", forget->len > 0 ? " and " : "",
		(int)strcspn(line, ":"), line);
	return true;
}

void sp_table_declared_list(const struct sp_live *live,
	const struct sp_game *view, int seat, bool numbered, struct sp_buf *out)
{
	struct sp_declarations d;
	struct sp_buf forget;

	sp_buf_init(&forget, SIZE_MAX);
	sp_record_agents_declarations(live, seat, &d);
	for (int i = 0; i < d.n; i++) {
		bool all;
		int worth, card = sp_declare_lacks(live->ruleset, view, seat,
				   &d, i, &all, &worth);

		if (d.line[i].over)
			continue;

		sp_buf_adds(out, "  | ");
		if (numbered)
			sp_buf_addf(out, "%d  ", i + 1);
		sp_buf_addf(out, "%s\n", d.line[i].text);
		if (card < 0)
			continue;
		if (worth > 0)
			sp_buf_addf(out,
				"  |     no other card of yours is worth "
				"%d now: ",
				worth);
		else
			sp_buf_addf(out, "  |     you have no %s now: ",
				live->ruleset->card[card].name);
		sp_buf_adds(out,
			all ? "this line plays nothing" : "that is left out");
		sp_buf_clear(&forget);
		if (sp_table_declared_spent(
			    live, view, seat, d.line[i].text, &forget))
			sp_buf_addf(out,
				",\n  |     and where no other fits you "
				"pass without being asked:\n"
				"  |     %s takes it back",
				sp_buf_str(&forget));
		sp_buf_addc(out, '\n');
	}
	sp_buf_free(&forget);
}

void sp_table_defaults_list(const struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_buf *out)
{
	struct sp_declarations d;

	if (!sp_table_round_has_defaults(scratch, live, seat))
		return;
	sp_record_agents_declarations(live, seat, &d);
	if (d.no_defaults) {
		sp_buf_adds(out, "  |     the public defaults are dropped: "
				 "`defaults on` brings them back\n");
		return;
	}
	for (int i = 0; i < SP_DEFAULT_COUNT; i++)
		sp_buf_addf(out, "  | %s\n",
			sp_declare_default_text((enum sp_default)i));
	sp_buf_adds(out, "  |     these are the public defaults: `forget "
			 "defaults` drops them\n");
}

void sp_table_kept_back(const struct sp_scratch *scratch,
	const struct sp_live *live, const struct sp_game *view, int seat,
	struct sp_buf *out)
{
	struct sp_declarations d;
	int card;

	if (!sp_table_round_has_defaults(scratch, live, seat))
		return;
	sp_record_agents_declarations(live, seat, &d);
	card = sp_declare_kept_back(live->ruleset, view, seat, &d);
	if (card >= 0)
		sp_buf_addf(out,
			"  | %s\n"
			"  |     so nobody asks you whether to play your %s;\n"
			"  |     to be asked, send the line `when treasure: ask`\n",
			sp_declare_default_text(SP_DEFAULT_TREASURE),
			live->ruleset->card[card].name);
}

/* Who is asked at all is an option of the game (`windows`). */
static void add_windows(const struct sp_live *live,
	const struct sp_order *order, struct sp_buf *out)
{
	const char *windows = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, "windows");

	if (order->answer == SP_ORDER_ANSWER_ASK && windows != NULL &&
		sp_streq(windows, "declared"))
		sp_buf_adds(out,
			". In this game nobody is asked, so it means pass");
	if (order->answer == SP_ORDER_ANSWER_ASK && windows != NULL &&
		sp_streq(windows, "quick"))
		sp_buf_adds(out,
			". In this game you are asked only while you hold "
			"something that can answer");
}

/* Do what an order drops or brings back to `d`. */
static bool forget_of(const struct sp_sitting *sitting,
	const struct sp_order *order, struct sp_declarations *d,
	struct sp_bound *bound)
{
	char gone[SP_DECLARATION_SIZE];

	return sp_declare_is_numbered(order)
		       ? sp_declare_undeclare(d, &sitting->listed, order, bound)
		       : sp_declare_forget(d, sitting->live->ruleset,
				 &sitting->scratch->view, order, bound, gone);
}

/* Behind the first line that was dropped by its number, tell the others. */
static void add_forgotten(const struct sp_sitting *sitting,
	const struct sp_order *order, struct sp_buf *out)
{
	bool first = true;

	for (int i = 0; sp_declare_is_numbered(order) && i < sitting->listed.n;
		i++) {
		if ((order->to >> (i + 1) & 1U) == 0)
			continue;
		if (!first)
			sp_buf_addf(
				out, "; and: %s", sitting->listed.line[i].text);
		first = false;
	}
}

/* Record the list as it is now, and tell what was done; the text is taken. */
static int record(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_declarations *d, bool forgets, struct sp_buf *text,
	struct sp_error *e)
{
	int rc = seal_declaration(sitting, d, forgets, text, e);

	if (rc == SP_OK) {
		char *written = sp_table_sitting_as_written(sitting, line);

		sitting->applied++;
		sp_table_receipt_tell(
			sitting, "done", written, sp_buf_str(text));
		sp_free(written);
	}
	sp_buf_free(text);
	sitting->fresh = d->fresh;
	return rc;
}

static int forget(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_declarations *d, struct sp_error *e)
{
	bool forgets = line->order.kind == SP_ORDER_FORGET;
	struct sp_bound bound;

	if (!forget_of(sitting, &line->order, d, &bound)) {
		sp_table_receipt_refuse_bound(sitting, line, &bound);
		sitting->blocked = true;
		return SP_OK;
	}
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_table_receipt_add_bound(sitting, &bound, &text);
	add_forgotten(sitting, &line->order, &text);
	d->fresh = 0; /* the lines behind it have other numbers */
	return record(sitting, line, d, forgets, &text, e);
}

int sp_table_sitting_declare(struct sp_sitting *sitting,
	const struct sp_order_line *line, bool later, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_declarations d;
	struct sp_bound bound;

	if (!live->started || live->game.status == SP_GAME_OVER) {
		sp_table_receipt_refuse(sitting, line,
			live->ended ? "the game is over"
				    : "the game has not begun");
		return SP_OK;
	}
	sp_record_agents_declarations(live, sitting->seat, &d);
	d.fresh = sitting->fresh;
	sp_game_view(&live->game, sitting->seat, &sitting->scratch->view);
	if (line->order.kind != SP_ORDER_WHEN)
		return forget(sitting, line, &d, e);
	if (!sp_declare_add(&d, live->ruleset, &sitting->scratch->view,
		    sitting->seat, &line->order, &bound)) {
		sp_table_receipt_refuse_bound(sitting, line, &bound);
		sitting->blocked = true;
		return SP_OK;
	}
	struct sp_buf text;
	sp_buf_init(&text, SIZE_MAX);
	sp_table_receipt_add_bound(sitting, &bound, &text);
	add_windows(live, &line->order, &text);
	if (later)
		sp_buf_adds(&text,
			". It is for what comes after your own answer in this "
			"mail");
	return record(sitting, line, &d, false, &text, e);
}

const struct sp_order_line *sp_table_sitting_find_refused(
	struct sp_sitting *sitting, int from, int to)
{
	const struct sp_live *live = sitting->live;
	struct sp_declarations d;
	struct sp_bound bound;

	sp_record_agents_declarations(live, sitting->seat, &d);
	d.fresh = sitting->fresh;
	sp_game_view(&live->game, sitting->seat, &sitting->scratch->view);
	for (int i = from; i < to; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		const struct sp_order *order = &line->order;

		if (line->line_class != SP_LINE_ORDER ||
			sp_order_effect((enum sp_order_kind)order->kind) !=
				SP_EFFECT_DECLARE)
			continue;
		if (order->kind != SP_ORDER_WHEN
				? !forget_of(sitting, order, &d, &bound)
				: !sp_declare_add(&d, live->ruleset,
					  &sitting->scratch->view,
					  sitting->seat, order, &bound))
			return line;
	}
	return NULL;
}
