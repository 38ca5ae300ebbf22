/* What is hidden of a game in words, for the operator who says that he looked.
 */
#include "record/hidden.h"

#include "notation/notation.h"
#include "record/agents.h"
#include "record/plans.h"

static const char *card_name(const struct sp_live *live, int card)
{
	return sp_ruleset_card(live->ruleset, card)->name;
}

static void add_card(json_t *list, const struct sp_live *live, int card)
{
	json_array_append_new(list, json_string(card_name(live, card)));
}

static json_t *hand(const struct sp_live *live, int seat)
{
	uint16_t card[SP_CARDS_MAX];
	json_t *list = json_array();
	int n = sp_game_hand(&live->game, seat, card);

	for (int i = 0; i < n; i++)
		add_card(list, live, card[i]);
	return list;
}

static json_t *declared(const struct sp_live *live, int seat)
{
	struct sp_declarations d;
	json_t *list = json_array();

	sp_record_agents_declarations(live, seat, &d);
	if (d.no_defaults)
		json_array_append_new(
			list, json_string(SP_DECLARATION_NO_DEFAULTS));
	for (int i = 0; i < d.n; i++)
		if (!d.line[i].over)
			json_array_append_new(
				list, json_string(d.line[i].text));
	return list;
}

/* The answer to the reaction that is open, as an order. NULL: it has not
 * answered by mail. */
static json_t *answer(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_command command;
	struct sp_buf order;

	if (live->game.decision.kind != SP_DECISION_REACTION ||
		!sp_record_agents_waiting(live, seat, &command))
		return NULL;
	sp_buf_init(&order, 2048);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_agent_understood(live->ruleset, &scratch->view, &command, &order);
	json_t *list = json_pack("[s]", sp_buf_str(&order));
	sp_buf_free(&order);
	return list;
}

/* The orders of its plan; NULL: it has none. */
static json_t *planned(const struct sp_live *live, int seat)
{
	struct sp_cursor lines;
	const char *line;
	json_t *list;
	size_t n;

	if (!sp_record_plan_waits(live, seat))
		return NULL;
	list = json_array();
	sp_cursor_init(&lines, live->plan.orders, strlen(live->plan.orders));
	while (sp_cursor_line(&lines, &line, &n))
		json_array_append_new(list, json_stringn(line, n));
	return list;
}

/* Tokens, whoever laid them or only this seat's. */
static json_t *face_down(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	const struct sp_game *g = &live->game;
	json_t *list = json_array();
	struct sp_buf where;

	sp_game_view(g, SP_NOBODY, &scratch->view);
	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];
		if (t->kind == SP_THING_FREE || !t->facedown ||
			(seat != SP_NOBODY && t->seat != seat))
			continue;
		json_t *entry = json_object();
		sp_buf_init(&where, 256);
		sp_agent_name(live->ruleset, &scratch->view, t->where, &where);
		sp_json_set_string(entry, "card", card_name(live, t->card));
		sp_json_set_string(entry, "where", sp_buf_str(&where));
		sp_json_set_bool(entry, "real", t->real);
		if (t->seat >= 0)
			sp_json_set_string(
				entry, "seat", live->setup.colour[t->seat]);
		json_array_append_new(list, entry);
		sp_buf_free(&where);
	}
	return list;
}

/* Each from the top, the card that is drawn next. */
static json_t *decks(const struct sp_live *live)
{
	json_t *list = json_array();

	for (int p = 0; p < live->game.n_piles; p++) {
		json_t *deck = json_array();
		for (int c = sp_game_pile_top(&live->game, p); c >= 0;
			c = sp_game_card_below(&live->game, c))
			add_card(deck, live, c);
		json_array_append_new(list, deck);
	}
	return list;
}

json_t *sp_record_hidden_json(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	json_t *hidden = json_object();
	json_t *hands = json_object(), *words = json_object(),
	       *answers = json_object(), *plans = json_object();

	for (int s = 0; s < live->setup.n_seats; s++) {
		const char *colour = live->setup.colour[s];
		if (seat != SP_NOBODY && s != seat)
			continue;
		sp_json_set(hands, colour, hand(live, s));
		sp_json_set(words, colour, declared(live, s));
		json_t *given = answer(scratch, live, s);
		if (given != NULL)
			sp_json_set(answers, colour, given);
		json_t *plan = planned(live, s);
		if (plan != NULL)
			sp_json_set(plans, colour, plan);
	}
	sp_json_set(hidden, "hands", hands);
	sp_json_set(hidden, "declared", words);
	sp_json_set(hidden, "answers", answers);
	sp_json_set(hidden, "plans", plans);
	sp_json_set(hidden, "face_down", face_down(scratch, live, seat));
	if (seat == SP_NOBODY)
		sp_json_set(hidden, "decks", decks(live));
	return hidden;
}
