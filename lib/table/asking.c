/* What a seat is asked, or might write, as templates tell it. */
#include "table/context.h"

#include "cardtext/cardtext.h"
#include "declare/declare.h"
#include "law/limits.h"
#include "outcome/outcome.h"
#include "record/agents.h"
#include "table/sitting.h"
#include "terms/terms.h"

#define OPTIONS_MOST 60
#define OUTCOME_MAX  160 /* bytes of one suggestion's */
/* A list: columns before and behind the text of an entry, and how wide that is
 * at most if the outcome stands beside it. */
#define LISTED_COLUMNS 9
#define BESIDE_MAX     30

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
static void set_outcome(json_t *entry, struct sp_buf *text)
{
	if (text->len > OUTCOME_MAX) {
		size_t n = OUTCOME_MAX;

		while (n > 0 && text->data[n] != ';')
			n--;
		sp_buf_truncate(text, n);
	}
	for (size_t i = 0; i < text->len; i++)
		if (text->data[i] == ';')
			text->data[i] = ',';
	if (text->len > 0 && !sp_streq(sp_buf_str(text), "done"))
		sp_json_set_string(entry, "outcome", sp_buf_str(text));
}

/* What the answers to a reaction leave the seat. */
struct answers {
	const struct sp_game *g; /* its view */
	int seat;
	int n;       /* how many there are, pass among them */
	int passing; /* the life that is left by `pass`, or -1 */
};

/* "you have 9 life, and keep your cards" */
static void say_passing(const struct answers *a, struct sp_buf *text)
{
	bool harmed =
		a->passing >= 0 && a->passing != a->g->actor[a->seat].life;

	sp_buf_clear(text);
	if (harmed && a->passing == 0)
		sp_buf_adds(text, "you die");
	else if (harmed)
		sp_buf_addf(text, "you have %d life", a->passing);
	if (a->n > 1 && a->passing != 0)
		sp_buf_adds(text, harmed ? ", and keep your cards"
					 : "you keep your cards");
}

/* Leave out what the order says already: the first clause, if it is "Red casts
 * ..." of the seat. */
static void leave_out(
	const struct answers *a, const char *verb, struct sp_buf *text)
{
	char name[SP_RENDER_NAME_SIZE];
	size_t n = strlen(sp_render_seat(a->g, a->seat, name));
	const char *words = sp_buf_str(text), *next = strstr(words, "; ");
	char *rest;

	/* "and goes from c3 to d3": of one clause all stays */
	if (!sp_starts(words, name) || !sp_starts(words + n, verb) ||
		(next == NULL && strstr(words, " and ") != NULL))
		return;
	rest = sp_xstrdup(next != NULL ? next + 2
			  : sp_streq(verb, " casts ")
				  ? "at once, as nobody may answer"
				  : "");
	sp_buf_clear(text);
	sp_buf_adds(text, rest);
	sp_free(rest);
}

/* What a counter leaves; the life too, if passing would cost some and the
 * counter saves it all. */
static void say_counter(const struct answers *a, int life, struct sp_buf *text)
{
	int now = a->g->actor[a->seat].life;

	leave_out(a, " counters ", text);
	if (life >= 0 && life == now && a->passing >= 0 && a->passing < now)
		sp_buf_addf(text, "%syou keep your %d life",
			text->len > 0 ? "; " : "", life);
}

/* "you draw 2 cards": what ends the turn brings. */
static void say_end(const struct sp_live *live, const struct sp_game *view,
	struct sp_buf *text)
{
	char cards[SP_RENDER_NAME_SIZE];
	int n;

	if (!sp_game_has_deck(view))
		return;
	n = sp_law_draw_max(live->ruleset, view, view->active);
	sp_render_count(n, "card", cards);
	sp_buf_addf(text, n > 0 ? "draws %s" : "draws nothing", cards);
	if (n == 0 && sp_law_hand_used(live->ruleset, view, view->active) > 0 &&
		sp_law_over_limit(live->ruleset, view, view->active) >= 0)
		sp_buf_adds(text, ": the hand is full");
}

/* What comes of an order of the list, in short. */
static void say_outcome(const struct sp_live *live, struct answers *answers,
	const char *order, struct sp_buf *text)
{
	bool reaction = answers->g->decision.kind == SP_DECISION_REACTION;
	int life;

	if (sp_streq(order, "end")) {
		say_end(live, answers->g, text);
		return;
	}
	sp_outcome_of(live, answers->seat, order, text, &life);
	if (reaction && sp_streq(order, "pass")) {
		answers->passing = life;
		say_passing(answers, text);
	} else if (reaction) {
		say_counter(answers, life, text);
	} else {
		leave_out(answers, " casts ", text);
	}
}

static size_t width_of(const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	return text != NULL ? sp_utf8_width(text, strlen(text)) : 0;
}

/* True if the outcome stands beside such a text, rather than below it. */
static bool fits_beside(const json_t *entry, size_t text)
{
	size_t outcome = width_of(entry, "outcome");

	return outcome > 0 && text <= BESIDE_MAX &&
	       LISTED_COLUMNS + text + outcome <= SP_TYPESET_COLUMNS;
}

/* The blanks behind each text that put one outcome below the other. */
static void set_pads(json_t *list)
{
	size_t widest = 0, i;
	json_t *entry;

	json_array_foreach (list, i, entry) {
		size_t n = width_of(entry, "text");

		if (n > widest && fits_beside(entry, n))
			widest = n;
	}
	json_array_foreach (list, i, entry) {
		size_t n = width_of(entry, "text");
		struct sp_buf pad;

		if (n >= widest || !fits_beside(entry, widest))
			continue;
		sp_buf_init(&pad, BESIDE_MAX + 1);
		sp_buf_pad(&pad, ' ', widest - n);
		sp_json_set_string(entry, "pad", sp_buf_str(&pad));
		sp_buf_free(&pad);
	}
}

json_t *sp_table_numbered(const struct sp_live *live, int seat,
	const struct sp_suggestion *list, int n)
{
	struct sp_game *view;
	struct answers answers = { .seat = seat, .n = n, .passing = -1 };
	json_t *out = json_array();
	struct sp_buf text;

	if (n == 0) /* perhaps there is no position yet */
		return out;
	answers.g = view = sp_xmalloc(sizeof(*view));
	sp_game_view(&live->game, seat, view);
	sp_buf_init(&text, SIZE_MAX);
	for (int i = 0; i < n; i++) {
		json_t *entry = json_object();

		sp_json_set_int(entry, "number", i + 1);
		sp_json_set_string(entry, "text", list[i].text);
		sp_buf_clear(&text);
		say_outcome(live, &answers, list[i].text, &text);
		set_outcome(entry, &text);
		json_array_append_new(out, entry);
	}
	set_pads(out);
	sp_buf_free(&text);
	sp_wipe(view, sizeof(*view));
	sp_free(view);
	return out;
}

/* True if others may be asked for an answer to such an order. */
static bool is_answerable(const char *order)
{
	static const char *const verbs[] = { "cast ", "use ", "punch ",
		"attack ", "throw ", "pick up ", "counter " };

	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++)
		if (sp_starts(order, verbs[i]))
			return true;
	return false;
}

void sp_table_context_suggestions(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context)
{
	struct sp_suggestion list[SP_TABLE_SUGGESTIONS];
	int n = sp_table_suggest(
		scratch, live, seat, list, SP_TABLE_SUGGESTIONS);
	bool unsure = false;

	for (int i = 0; i < n; i++)
		unsure = unsure || is_answerable(list[i].text);
	sp_json_set_bool(
		context, "unsure", unsure && sp_game_has_deck(&live->game));
	sp_json_set(
		context, "suggestions", sp_table_numbered(live, seat, list, n));
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
			sp_terms_schools(live->ruleset,
				sp_card_schools_left(live->ruleset, view)));
}

/* True if that line would answer what is open. */
static bool would_answer(const struct sp_live *live, const struct sp_game *view,
	int seat, const char *line)
{
	struct sp_declarations d;
	struct sp_command unused;

	return sp_declare_read(&d, line) &&
	       sp_declare_answer(live->ruleset, view, seat, &d, 0, &unused,
		       NULL) == SP_DECLARED_ANSWER;
}

/* "when attacked: counter with Full Shield": what would have given that answer
 * (from its colon on, or with a `by` before that) unasked. */
static void set_ahead(const struct sp_live *live, const struct sp_game *view,
	int seat, const char *answer, json_t *context)
{
	static const char *const subjects[] = { "attacked", "spell",
		"countered", "damaged" };
	char line[SP_DECLARATION_SIZE];

	for (size_t i = 0; i < SP_ARRAY_LEN(subjects); i++) {
		if (strlen(subjects[i]) + strlen(answer) + 6 > sizeof(line))
			return;
		sp_format(line, sizeof(line), "when %s%s", subjects[i], answer);
		if (!would_answer(live, view, seat, line))
			continue;
		sp_json_set_string(context, "ahead", line);
		return;
	}
}

/* "when attacked by zot: pass until my turn", to whoever has no counter: by
 * then the hand is another. */
static void set_spared(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *context)
{
	sp_value subject = view->reaction[view->n_rounds - 1].subject;
	const char *line;
	struct sp_buf pass;

	sp_buf_init(&pass, SP_DECLARATION_SIZE);
	if (sp_kind_of(subject) == SP_KIND_ITEM) {
		int card = view->cast[sp_index_of(subject)].card;

		sp_buf_adds(&pass, " by ");
		if (card < 0)
			sp_buf_adds(&pass, "punch");
		else
			sp_cardtext_add_typed(
				sp_ruleset_card(live->ruleset, card), &pass);
	}
	sp_buf_adds(&pass, ": pass");
	set_ahead(live, view, seat, sp_buf_str(&pass), context);
	line = json_string_value(json_object_get(context, "ahead"));
	if (line != NULL)
		sp_json_set(context, "ahead",
			json_sprintf("%s until my turn", line));
	sp_buf_free(&pass);
}

/* The answers to a reaction, `pass` first. */
static void set_answers(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, json_t *context)
{
	struct sp_suggestion order[SP_TABLE_SUGGESTIONS];
	int n = sp_table_suggest(
		scratch, live, seat, order, SP_TABLE_SUGGESTIONS);
	json_t *list = sp_table_numbered(live, seat, order, n);
	const json_t *counter = json_array_get(list, 1);

	sp_json_set_bool(context, "counters", counter != NULL);
	if (counter != NULL) {
		char *text = sp_xasprintf(": %s",
			json_string_value(json_object_get(counter, "text")));

		set_ahead(live, &scratch->view, seat, text, context);
		sp_free(text);
	} else if (n > 0) {
		set_spared(live, &scratch->view, seat, context);
	}
	sp_json_set(context, "options", list);
}

/* What happens if the seat lets its deadline pass, as an order. */
static void set_fallback(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *context)
{
	struct sp_command command;
	struct sp_buf order;

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
		set_answers(scratch, live, seat, context);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_json_set(context, "question",
		sp_render_question(live->ruleset, view, seat));
	if (live->game.decision.kind != SP_DECISION_REACTION) {
		set_options(live, view, seat, context);
		set_need(live, view, seat, context);
		set_fallback(live, view, seat, context);
	}
}
