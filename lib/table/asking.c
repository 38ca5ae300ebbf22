/* What a seat is asked, or might write, as templates tell it. */
#include "table/context.h"

#include "table/sitting.h"

#define SUGGESTIONS  4
#define OPTIONS_MOST 60

json_t *sp_table_suggestions(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_suggestion suggestion[SP_AGENT_SUGGEST_MAX];
	json_t *list = json_array();

	if (!sp_table_awaited_seat(scratch, live, seat))
		return list;
	sp_game_view(&live->game, seat, &scratch->view);
	int n = sp_agent_suggest(
		live->ruleset, &scratch->view, seat, suggestion, SUGGESTIONS);
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_string(suggestion[i].text));
	return list;
}

json_t *sp_table_declared_lines(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_buf text;
	json_t *lines;

	sp_buf_init(&text, SIZE_MAX);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_table_declared_list(live, &scratch->view, seat, &text);
	lines = sp_typeset_lines(sp_buf_str(&text));
	sp_buf_free(&text);
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
		sp_streq(json_string_value(json_array_get(list, 0)), "pass"))
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
