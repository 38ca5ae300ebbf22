/* Orders that ask something, and press: neither changes the position. */
#include "table/consent.h"
#include "table/plan.h"
#include "table/setting.h"
#include "terms/topics.h"

#include "cardtext/cardtext.h"
#include "outcome/outcome.h"
#include "record/agents.h"
#include "record/history.h"
#include "terms/terms.h"
#include "timezone/timezone.h"

#define HISTORY_MOST 100 /* turns */

/* ---- questions -------------------------------------------------------- */

/* True if the mail has an answer of this title: a page that two topics lead to
 * is not told twice. */
static bool is_told(const struct sp_sitting *sitting, const char *title)
{
	const json_t *answers = json_object_get(sitting->receipt, "answers");
	const json_t *answer;
	size_t i;

	json_array_foreach (answers, i, answer)
		if (sp_streq(
			    json_string_value(json_object_get(answer, "title")),
			    title))
			return true;
	return false;
}

/* What the asker knows of the game: no answer is made from anything else. */
static const struct sp_game *view_of(const struct sp_sitting *sitting)
{
	sp_game_view(
		&sitting->live->game, sitting->seat, &sitting->scratch->view);
	return &sitting->scratch->view;
}

/* One of the answer's texts, by its key in the template: "lines" to be read,
 * "drawing" to be left as it is, "table" of lines in columns. */
static void set_lines(
	json_t *answer, const char *key, const struct sp_buf *text)
{
	sp_json_set(answer, key, sp_typeset_lines(sp_buf_str(text)));
}

static void answer_board(struct sp_sitting *sitting)
{
	json_t *answer = sp_table_receipt_answer(sitting, "Board");
	struct sp_buf text;
	const struct sp_ruleset *ruleset = sitting->live->ruleset;
	const struct sp_game *view = view_of(sitting);

	sp_buf_init(&text, 65536);
	sp_render_board(ruleset, view, NULL, &text);
	set_lines(answer, "drawing", &text);
	sp_buf_clear(&text);
	sp_buf_addc(&text, '\n');
	sp_render_legend(ruleset, view, sitting->seat, &text);
	sp_buf_addc(&text, '\n');
	sp_render_scores(ruleset, view, sitting->seat, &text);
	set_lines(answer, "table", &text);
	sp_buf_free(&text);
}

/* A line for each declaration of the asker, and for each order that waits. */
static void list_declarations(
	const struct sp_sitting *sitting, struct sp_buf *text)
{
	struct sp_buf lines;

	sp_buf_init(&lines, SIZE_MAX);
	sp_table_declared_list(
		sitting->live, view_of(sitting), sitting->seat, false, &lines);
	sp_table_defaults_list(
		sitting->scratch, sitting->live, sitting->seat, &lines);
	sp_table_kept_back(sitting->scratch, sitting->live, view_of(sitting),
		sitting->seat, &lines);
	if (lines.len > 0)
		sp_buf_addf(text, "\nDeclared\n%s", sp_buf_str(&lines));
	sp_buf_clear(&lines);
	table_plan_list(sitting->live, sitting->seat, &lines);
	if (lines.len > 0)
		sp_buf_addf(
			text, "\nWaits for answers\n%s", sp_buf_str(&lines));
	sp_buf_free(&lines);
}

/* A line for each standing watch of the asker. */
static bool list_watches(const struct sp_sitting *sitting, struct sp_buf *text)
{
	const struct sp_game *view = view_of(sitting);

	if (view->n_watches > 0)
		sp_buf_adds(text, "\nWatched\n");
	for (int i = 0; i < view->n_watches; i++) {
		sp_buf_adds(text, "  | ");
		sp_agent_watch(sitting->live->ruleset, view, i, text);
		sp_buf_addc(text, '\n');
	}
	return view->n_watches > 0;
}

static void answer_watches(struct sp_sitting *sitting)
{
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	if (!list_watches(sitting, &text))
		sp_buf_adds(&text, "You watch for nothing\n");
	set_lines(sp_table_receipt_answer(sitting, "Your watches"), "table",
		&text);
	sp_buf_free(&text);
}

/* The numbers are those that `undeclare` takes. */
static void answer_declarations(struct sp_sitting *sitting)
{
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	sp_table_declared_list(
		sitting->live, view_of(sitting), sitting->seat, true, &text);
	if (text.len == 0)
		sp_buf_adds(&text, "You have declared nothing yourself: `help "
				   "declarations` says how\n");
	else
		sp_buf_adds(&text,
			"`undeclare 1` drops a line, and the same condition "
			"with another answer changes it\n");
	sp_table_defaults_list(
		sitting->scratch, sitting->live, sitting->seat, &text);
	sp_table_kept_back(sitting->scratch, sitting->live, view_of(sitting),
		sitting->seat, &text);
	set_lines(sp_table_receipt_answer(sitting, "Your declarations"),
		"table", &text);
	sp_buf_free(&text);
}

/* Deals that the asker has a part in. */
static void list_deals(const struct sp_sitting *sitting, struct sp_buf *text)
{
	const struct sp_game *view = view_of(sitting);

	for (int s = 0; s < view->proposals_end; s++)
		if ((view->proposal[s].seats >> sitting->seat & 1U) != 0)
			sp_render_deal(sitting->live->ruleset, view, s,
				sitting->seat, text);
}

/* Until when it waits. */
static void add_deadline(const struct sp_sitting *sitting, struct sp_buf *text)
{
	const struct sp_live *live = sitting->live;
	int64_t due = sitting->deadline;
	char date[SP_TIMEZONE_TEXT];

	if (live->game.status != SP_GAME_RUNNING || due <= 0 || due == SP_NEVER)
		return;
	sp_timezone_text(date, sitting->zone, due, sitting->instant,
		SP_TIMEZONE_BESIDE | SP_TIMEZONE_LEFT);
	sp_buf_addf(text, "Until %s\n", date);
}

/* What a player asks the others to let him take back. */
static int list_asked(
	struct sp_sitting *sitting, struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const struct sp_asked *a = &live->game.asked;
	char name[SP_RENDER_NAME_SIZE];
	int rc;

	if (a->by == 0)
		return SP_OK;
	sp_render_seat(&live->game, a->by - 1, name);
	sp_buf_addf(text, "\n%s asks to take this back\n", name);
	rc = sp_table_consent_list(live, text, e);
	sp_buf_adds(text, "Waiting for ");
	sp_table_consent_names(live, (unsigned)(a->seats & ~a->agreed), text);
	sp_buf_adds(text, ", to agree or to refuse\n");
	return rc;
}

static int answer_status(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_game *view = view_of(sitting);
	json_t *position =
		sp_render_position(sitting->live->ruleset, view, sitting->seat);
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	if (json_is_true(json_object_get(position, "pending"))) {
		sp_buf_addf(&text, "%s's turn, waiting for ",
			json_string_value(json_object_get(position, "Active")));
		sp_table_awaited_words(sitting->live, &text);
		sp_buf_addc(&text, '\n');
	} else {
		sp_buf_addf(&text, "%s\n",
			json_string_value(json_object_get(position, "status")));
	}
	add_deadline(sitting, &text);
	sp_render_scores(sitting->live->ruleset, view, sitting->seat, &text);
	int rc = list_asked(sitting, &text, e);
	list_deals(sitting, &text);
	list_watches(sitting, &text);
	list_declarations(sitting, &text);
	table_muted_list(sitting->live, sitting->seat, &text);
	set_lines(sp_table_receipt_answer(sitting, "Status"), "table", &text);
	sp_buf_free(&text);
	json_decref(position);
	return rc;
}

/* A card with all its rule, met before or not. */
static void add_card(const json_t *card, const char *text, struct sp_buf *out)
{
	const json_t *line;
	size_t i;

	sp_buf_addf(out, "  | %s\n  |   %s\n",
		json_string_value(json_object_get(card, "name")),
		json_string_value(json_object_get(card, text)));
	json_array_foreach (json_object_get(card, "lines"), i, line) {
		sp_buf_addf(out, "  |   %s\n", json_string_value(line));
	}
}

static void answer_hand(struct sp_sitting *sitting)
{
	const struct sp_game *view = view_of(sitting);
	json_t *position =
		sp_render_position(sitting->live->ruleset, view, sitting->seat);
	const json_t *hand = json_object_get(position, "hand");
	const json_t *in_play = json_object_get(position, "in_play");
	const char *title =
		json_string_value(json_object_get(position, "hand_title"));
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	if (!sp_game_has_deck(view))
		title = "This game is played without cards";
	sp_buf_addf(&text, "%s\n", title != NULL ? title : "You hold no card");
	for (size_t i = 0; i < json_array_size(hand); i++)
		add_card(json_array_get(hand, i), "text", &text);
	if (json_array_size(in_play) > 0)
		sp_buf_adds(&text, "\nIn play, and how it is used\n");
	for (size_t i = 0; i < json_array_size(in_play); i++)
		add_card(json_array_get(in_play, i), "rule", &text);
	list_declarations(sitting, &text);
	set_lines(
		sp_table_receipt_answer(sitting, "Your hand"), "table", &text);
	sp_buf_free(&text);
	json_decref(position);
}

/* True if the words behind the verb name one card of this game. */
static bool is_card(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	char *name = sp_xstrndup(
		sitting->orders.text + order->text, order->text_len);
	int type;
	bool yes = sp_game_has_deck(&sitting->live->game) &&
		   sp_record_files_find_card(
			   sitting->live->ruleset, name, &type, NULL) == SP_OK;

	sp_free(name);
	return yes;
}

/* `type`: -1 if its name is still to be looked up. */
static void answer_card(
	struct sp_sitting *sitting, const struct sp_order_line *line, int type)
{
	const struct sp_order *order = &line->order;
	char *name = sp_xstrndup(
		sitting->orders.text + order->text, order->text_len);
	struct sp_error why = { 0 };
	struct sp_buf text;

	if (type < 0 && sp_record_files_find_card(sitting->live->ruleset, name,
				&type, &why) != SP_OK) {
		sp_table_receipt_refuse(sitting, line, why.text);
		sp_free(name);
		return;
	}
	sp_free(name);
	if (is_told(sitting, sitting->live->ruleset->card[type].name))
		return;
	sp_buf_init(&text, 65536);
	sp_cardtext_page(sitting->live->ruleset, type, &text);
	set_lines(sp_table_receipt_answer(
			  sitting, sitting->live->ruleset->card[type].name),
		"table", &text);
	sp_buf_free(&text);
}

static int answer_history(struct sp_sitting *sitting,
	const struct sp_order *order, struct sp_error *e)
{
	struct sp_buf text;
	json_t *entries = NULL;
	/* without a number: once around the table */
	int n = order->number > 0 ? order->number
				  : sitting->live->setup.n_seats;

	if (n > HISTORY_MOST)
		n = HISTORY_MOST;

	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_record_history_read(sitting->live->repo,
		&sitting->live->head, n, false, &entries, &text, e);
	if (rc == SP_OK)
		set_lines(sp_table_receipt_answer(sitting, "History"), "lines",
			&text);
	json_decref(entries);
	sp_buf_free(&text);
	return rc;
}

/* A page of help: its files are wrapped, but whoever shows it wraps it anew, so
 * each paragraph becomes one line. Indented lines stay lines. */
static void add_paragraphs(const char *text, size_t len, struct sp_buf *out)
{
	struct sp_cursor c;
	const char *line;
	size_t n;
	bool goes_on = false;

	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n)) {
		bool prose = n > 0 && *line != ' ';

		if (goes_on)
			sp_buf_addc(out, prose ? ' ' : '\n');
		sp_buf_add(out, line, n);
		goes_on = prose;
		if (!prose)
			sp_buf_addc(out, '\n');
	}
	if (goes_on)
		sp_buf_addc(out, '\n');
}

/* The schools of cards that the game has, or may have yet. */
static unsigned schools_of(const struct sp_live *live)
{
	const struct sp_ruleset *r = live->ruleset;
	const struct sp_game *g = &live->game;

	if (live->started && g->turn > 0)
		return g->schools[0] | g->schools[1];
	return sp_card_schools_always(r) | sp_card_schools_second(r) |
	       sp_card_schools_beside(r);
}

json_t *sp_table_decks(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	struct sp_buf text;
	json_t *lines;

	sp_buf_init(&text, SIZE_MAX);
	sp_game_view(&live->game, seat, &scratch->view);
	sp_render_decks(live->ruleset, &scratch->view, seat, &text);
	lines = sp_typeset_lines(sp_buf_str(&text));
	sp_buf_free(&text);
	return lines;
}

/* A page of the templates, in the words of this game. */
static int add_page(struct sp_sitting *sitting, const char *name,
	struct sp_buf *out, struct sp_error *e)
{
	json_t *context = sitting->context(sitting);
	struct sp_buf page;

	/* long, and no other page has it */
	if (sp_streq(name, "help/schools")) {
		sp_json_set(context, "schools",
			sp_terms_schools(sitting->live->ruleset,
				schools_of(sitting->live)));
		if (sitting->live->started)
			sp_json_set(context, "decks",
				sp_table_decks(sitting->scratch, sitting->live,
					sitting->seat));
	}
	sp_buf_init(&page, 65536);
	int rc =
		sp_mustache_render(sitting->templates, name, context, &page, e);
	if (rc == SP_OK)
		add_paragraphs(sp_buf_str(&page), page.len, out);
	sp_buf_free(&page);
	json_decref(context);
	return rc;
}

static int answer_terms(struct sp_sitting *sitting, struct sp_error *e)
{
	char title[SP_GID_TEXT + 16];
	struct sp_buf lines;

	sp_buf_init(&lines, 65536);
	sp_format(title, sizeof(title), "Game %s", sitting->live->gid);
	int rc = add_page(sitting, "parts/terms", &lines, e);
	if (rc == SP_OK)
		set_lines(sp_table_receipt_answer(sitting, title), "lines",
			&lines);
	sp_buf_free(&lines);
	return rc;
}

/* That there is no such page, and the list of pages unless the mail has it. */
static int answer_unknown(
	struct sp_sitting *sitting, const char *topic, struct sp_error *e)
{
	char title[SP_ORDER_TOPIC_MAX + 16];
	struct sp_buf lines;
	bool listed = is_told(sitting, "Help");
	int rc = SP_OK;

	sp_format(title, sizeof(title), "Help on %s", topic);
	if (listed && is_told(sitting, title))
		return SP_OK;
	sp_buf_init(&lines, 65536);
	sp_buf_addf(&lines, "There is no help on \"%s\".\n", topic);
	if (!listed) {
		sp_buf_addc(&lines, '\n');
		rc = add_page(sitting, "help/help", &lines, e);
	}
	if (rc == SP_OK)
		set_lines(sp_table_receipt_answer(
				  sitting, listed ? title : "Help"),
			"lines", &lines);
	sp_buf_free(&lines);
	return rc;
}

/* A page; a card of that name if there is none; else the list of pages. */
static int answer_topic(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	char topic[SP_ORDER_TOPIC_MAX + 1], title[SP_ORDER_TOPIC_MAX + 16];
	char name[SP_ORDER_TOPIC_MAX + 16];
	struct sp_order_line one = *line;
	const char *page = "help";
	size_t len = 0, skipped;
	struct sp_buf lines;
	int rc;

	skipped = sp_terms_topic_read(&sitting->orders, &line->order, topic);
	one.order.text += skipped;
	one.order.text_len -= skipped;
	if (topic[0] != '\0')
		page = sp_terms_topic_page(sitting->live->ruleset, topic);
	sp_format(name, sizeof(name), "help/%s", page);
	sp_format(title, sizeof(title), "Help on %s", page);
	if (sp_streq(page, "help"))
		sp_format(title, sizeof(title), "Help");
	if (sitting->templates->get(sitting->templates->payload, name, &len) ==
		NULL) {
		if (is_card(sitting, &one.order)) {
			answer_card(sitting, &one, -1);
			return SP_OK;
		}
		return answer_unknown(sitting, topic, e);
	}
	if (is_told(sitting, title))
		return SP_OK;
	sp_buf_init(&lines, 65536);
	rc = add_page(sitting, name, &lines, e);
	if (rc == SP_OK)
		set_lines(sp_table_receipt_answer(sitting, title), "lines",
			&lines);
	sp_buf_free(&lines);
	return rc;
}

/* Topics stand between commas. */
static int answer_help(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	const char *text = sitting->orders.text + line->order.text;
	size_t left = line->order.text_len;
	struct sp_order_line one = *line;
	int rc = SP_OK;

	do {
		const char *comma = memchr(text, ',', left);
		size_t len = comma != NULL ? (size_t)(comma - text) : left;
		size_t n = len;
		const char *topic = sp_trim(text, &n);

		one.order.text = (size_t)(topic - sitting->orders.text);
		one.order.text_len = n;
		if (n > 0 || line->order.text_len == 0)
			rc = answer_topic(sitting, &one, e);
		len += comma != NULL;
		text += len;
		left -= len;
	} while (rc == SP_OK && left > 0);
	return rc;
}

/* Each entry of a list, with what is to be said before its text. */
static void list_tried(const json_t *list, const char *before, json_t *out)
{
	const json_t *entry;
	size_t i;

	json_array_foreach (list, i, entry) {
		const char *order =
			json_string_value(json_object_get(entry, "order"));
		const char *said =
			json_string_value(json_object_get(entry, "text"));
		json_t *told = json_object();
		char *text =
			sp_xasprintf("%s%s", before, said != NULL ? said : "");

		sp_json_set_string(told, "order",
			order != NULL ? order : json_string_value(entry));
		sp_json_set_string(told, "text", text);
		json_array_append_new(out, told);
		sp_free(text);
	}
}

/* True if what is to be tried is what stands declared. */
static bool tries_declarations(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	static const char words[] = "declarations";
	size_t n = strlen(words);
	const char *text = sitting->orders.text + order->text;

	/* with a full stop, or without */
	return sp_starts_i(text, words) &&
	       (order->text_len == n ||
		       (order->text_len == n + 1 && text[n] == '.'));
}

/* Nothing of it is done, so that it neither stops the mail nor is stopped. */
static void answer_try(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *orders = sp_xstrndup(
		sitting->orders.text + line->order.text, line->order.text_len);
	json_t *told = json_object(), *tried = json_array(), *answer;

	sp_outcome_try(sitting->live, sitting->seat, orders, told);
	list_tried(json_object_get(told, "tried"), "", tried);
	list_tried(json_object_get(told, "refused"), "not possible: ", tried);
	list_tried(json_object_get(told, "untried"), "not looked at", tried);
	answer = sp_table_receipt_answer(
		sitting, "What would come of it, if nobody answers");
	sp_json_set(answer, "tried", tried);
	if (json_object_get(told, "map") != NULL)
		sp_json_set(answer, "drawing",
			json_incref(json_object_get(told, "map")));
	json_decref(told);
	sp_free(orders);
}

/* Once a mail: it looks through much of the history. */
static int answer_try_declarations(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	if (!is_told(sitting, SP_TABLE_TRIED))
		return sp_table_try_declarations(sitting, e);
	sp_table_receipt_refuse(sitting, line,
		"that is answered once a mail; ask again in another one");
	return SP_OK;
}

int sp_table_sitting_question(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	sitting->questions++;
	if (line->order.kind == SP_ORDER_HELP) {
		return answer_help(sitting, line, e);
	}
	if (line->order.kind == SP_ORDER_HISTORY)
		return answer_history(sitting, &line->order, e);
	if (line->order.kind == SP_ORDER_CARD) {
		answer_card(sitting, line, line->order.number);
		return SP_OK;
	}
	if (!sitting->live->started) {
		sp_table_receipt_refuse(
			sitting, line, "the game has not begun");
		return SP_OK;
	}
	if (line->order.kind == SP_ORDER_WATCHES)
		answer_watches(sitting);
	else if (line->order.kind == SP_ORDER_TRY &&
		 tries_declarations(sitting, &line->order))
		return answer_try_declarations(sitting, line, e);
	else if (line->order.kind == SP_ORDER_TRY)
		answer_try(sitting, line);
	else if (line->order.kind == SP_ORDER_DECLARATIONS)
		answer_declarations(sitting);
	else if (line->order.kind == SP_ORDER_HAND)
		answer_hand(sitting);
	else if (line->order.kind == SP_ORDER_BOARD)
		answer_board(sitting);
	else {
		int rc = answer_status(sitting, e);

		return rc == SP_OK ? answer_terms(sitting, e) : rc;
	}
	return SP_OK;
}
