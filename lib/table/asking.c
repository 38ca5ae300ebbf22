/* What a seat is asked, or might write, as templates tell it. */
#include "table/context.h"

#include "record/agents.h"
#include "table/outcome.h"
#include "table/sitting.h"

#define OPTIONS_MOST 60
#define OUTCOME_MAX  160 /* bytes of one suggestion's */

int sp_table_suggest(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_suggestion *out, int most)
{
	if (!sp_table_awaited_seat(scratch, live, seat))
		return 0;
	sp_game_view(&live->game, seat, &scratch->view);
	return sp_agent_suggest(live->ruleset, &scratch->view, seat, out, most);
}

/* The first clauses of what comes of it. Semicolons part orders: in a mail that
 * comes back nothing behind one may look like an order. */
static void set_outcome(
	const struct sp_live *live, int seat, const char *order, json_t *entry)
{
	struct sp_buf text;

	if (sp_streq(order, "end")) /* it says what it does */
		return;
	sp_buf_init(&text, SIZE_MAX);
	sp_table_outcome(live, seat, order, &text);
	if (text.len > OUTCOME_MAX) {
		size_t n = OUTCOME_MAX;

		while (n > 0 && text.data[n] != ';')
			n--;
		sp_buf_truncate(&text, n);
	}
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == ';')
			text.data[i] = ',';
	if (text.len > 0 && !sp_streq(sp_buf_str(&text), "done"))
		sp_json_set_string(entry, "outcome", sp_buf_str(&text));
	sp_buf_free(&text);
}

json_t *sp_table_numbered(const struct sp_live *live, int seat,
	const struct sp_suggestion *list, int n)
{
	json_t *out = json_array();

	for (int i = 0; i < n; i++) {
		json_t *entry = json_object();

		sp_json_set_int(entry, "number", i + 1);
		sp_json_set_string(entry, "text", list[i].text);
		set_outcome(live, seat, list[i].text, entry);
		json_array_append_new(out, entry);
	}
	return out;
}

json_t *sp_table_suggestions(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_suggestion list[SP_TABLE_SUGGESTIONS];

	return sp_table_numbered(live, seat, list,
		sp_table_suggest(
			scratch, live, seat, list, SP_TABLE_SUGGESTIONS));
}

json_t *sp_table_declared_lines(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_buf text;
	json_t *lines;

	sp_buf_init(&text, SIZE_MAX);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_table_declared_list(live, &scratch->view, seat, false, &text);
	sp_table_kept_back(scratch, live, &scratch->view, seat, &text);
	lines = sp_typeset_lines(sp_buf_str(&text));
	sp_buf_free(&text);
	return lines;
}

json_t *sp_table_defaults(
	const struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	json_t *lines = json_array();
	struct sp_declarations d;

	sp_record_agents_declarations(live, seat, &d);
	for (int i = 0; !d.no_defaults &&
			sp_table_round_has_defaults(scratch, live, seat) &&
			i < SP_DEFAULT_COUNT;
		i++)
		json_array_append_new(lines,
			json_string(
				sp_declare_default_text((enum sp_default)i)));
	return lines;
}

/* The answers that a choice or a discard has, numbered. */
static void set_options(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *context)
{
	struct sp_suggestion *option =
		sp_xcalloc(OPTIONS_MOST, sizeof(option[0]));
	json_t *list = json_array();
	int n = sp_agent_options(
		live->ruleset, view, seat, option, OPTIONS_MOST);

	for (int i = 0; i < n && i < OPTIONS_MOST; i++) {
		json_t *entry = json_object();
		sp_json_set_int(entry, "number", i + 1);
		sp_json_set_string(entry, "text", option[i].text);
		if (option[i].equal > 1)
			sp_json_set_int(entry, "equal", option[i].equal);
		json_array_append_new(list, entry);
	}
	if (n > OPTIONS_MOST)
		sp_json_set_int(context, "more", n - OPTIONS_MOST);
	sp_free(option);
	sp_json_set(context, "options", list);
	if (view->turn == 0)
		sp_json_set(context, "schools",
			sp_table_schools(live->ruleset,
				sp_card_schools_left(live->ruleset, view)));
}

/* The orders that would answer a reaction; none where only `pass` would. */
static void set_counters(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, json_t *context)
{
	json_t *list = sp_table_suggestions(scratch, live, seat);

	if (json_array_size(list) == 1 &&
		sp_streq(json_string_value(json_object_get(
				 json_array_get(list, 0), "text")),
			"pass"))
		(void)json_array_clear(list);
	sp_json_set(context, "options", list);
}

/* What happens if the seat lets its deadline pass, as an order. */
static void set_fallback(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *context)
{
	struct sp_command command;
	struct sp_buf order;

	if (view->decision.kind == SP_DECISION_REACTION) {
		sp_json_set_string(context, "fallback", "pass");
		return;
	}
	sp_law_default(live->ruleset, view, &command);
	if (command.seat != seat)
		return;
	sp_buf_init(&order, 512);
	sp_agent_understood(live->ruleset, view, &command, &order);
	sp_json_set_string(context, "fallback", sp_buf_str(&order));
	sp_buf_free(&order);
}

/* How many of them must go, and an answer as one may write it. */
static void set_need(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *context)
{
	struct sp_suggestion example;
	int need = sp_agent_need(live->ruleset, view, seat, &example);

	if (need == 0)
		return;
	sp_json_set_int(context, "need", need);
	if (example.text[0] != '\0')
		sp_json_set_string(context, "example", example.text);
}

void sp_table_context_question(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context)
{
	const struct sp_game *view = &scratch->view;

	if (live->game.decision.kind == SP_DECISION_REACTION)
		set_counters(scratch, live, seat, context);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_json_set(context, "question",
		sp_render_question(live->ruleset, view, seat));
	if (live->game.decision.kind != SP_DECISION_REACTION) {
		set_options(live, view, seat, context);
		set_need(live, view, seat, context);
	}
	set_fallback(live, view, seat, context);
}
