/* A line of the player: a word of the parlour's own, a number of the list, or
 * orders as a mail has them. */
#include "parlour_private.h"

#include "outcome/outcome.h"

#include "refusal/refusal.h"

#define LOG_TURNS 4

/* ---- orders --------------------------------------------------------------
 */

/* A sitting that knows its parlour. */
struct seating {
	struct sp_sitting sitting; /* the first: its address is ours */
	struct sp_parlour *parlour;
};

static json_t *context_of(struct sp_sitting *sitting)
{
	struct seating *s = (struct seating *)sitting;

	return parlour_context(s->parlour);
}

/* Bots do not read. */
static int no_press(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	(void)e;
	sp_table_receipt_refuse(
		sitting, line, "the others are bots, which read nothing");
	return SP_OK;
}

/* `resign` was among the orders: it is asked for once more. */
static void ask_whether(struct sp_parlour *p, json_t *receipt)
{
	p->resigning = true;
	sp_json_set_bool(receipt, "resigns", true);
}

/* The order of a text that closes something; NULL: none does. */
static const struct sp_order_line *closing_of(const struct sp_orders *orders)
{
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (line->line_class == SP_LINE_ORDER &&
			(line->order.kind == SP_ORDER_END ||
				line->order.kind == SP_ORDER_PASS))
			return line;
	}
	return NULL;
}

static void forget_missed(struct sp_parlour *p)
{
	sp_free(p->missed);
	p->missed = NULL;
}

/* Lines of a pipe come whatever became of those above them, so an `end` right
 * below one that was not done is asked for once more, as in a mail. */
static json_t *hold_back(struct sp_parlour *p, const struct sp_sitting *sitting)
{
	const struct sp_order_line *line = closing_of(&sitting->orders);
	json_t *receipt, *held;
	char *word;

	if (p->missed == NULL || p->missed_turn != p->live->game.turn ||
		line == NULL || line != &sitting->orders.line[0])
		return NULL;
	receipt = json_object();
	held = json_object();
	word = sp_table_sitting_as_written(sitting, line);
	sp_json_set_string(held, "order", word);
	sp_json_set_string(held, "cause", p->missed);
	sp_json_set(receipt, "held", held);
	sp_free(word);
	forget_missed(p);
	return receipt;
}

/* Nobody writes greetings here: what is no order beside one was meant as one,
 * and the orders behind it may hang on it. */
static json_t *hold_strays(const struct sp_sitting *sitting)
{
	const struct sp_orders *o = &sitting->orders;
	const struct sp_order_line *stray = NULL;
	bool orders = false;
	json_t *receipt;
	char *text;

	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		if (line->line_class == SP_LINE_CHATTER && stray == NULL)
			stray = line;
		orders = orders || line->line_class == SP_LINE_ORDER;
	}
	if (stray == NULL || !orders)
		return NULL;
	receipt = json_object();
	text = sp_table_sitting_as_written(sitting, stray);
	sp_json_set_string(receipt, "stray", text);
	sp_free(text);
	return receipt;
}

static bool has(const json_t *receipt, const char *key)
{
	return json_array_size(json_object_get(receipt, key)) > 0;
}

static void miss(struct sp_parlour *p, const char *text)
{
	forget_missed(p);
	p->missed = sp_xstrdup(text);
	p->missed_turn = p->live->game.turn;
}

/* A text that has a closing of its own was held back with it. */
static void note_missed(struct sp_parlour *p, const char *text,
	const struct sp_sitting *sitting)
{
	const json_t *receipt = sitting->receipt;

	if (has(receipt, "refused") || has(receipt, "errors") ||
		json_is_true(json_object_get(receipt, "nothing"))) {
		if (closing_of(&sitting->orders) == NULL)
			miss(p, text);
	} else if (has(receipt, "done")) {
		forget_missed(p);
	}
}

/* Keep what the line may have meant, for a `yes` on the next. Of two readings
 * nothing is offered here. */
static void keep_meant(struct sp_parlour *p, const struct sp_sitting *sitting)
{
	if (json_object_get(sitting->receipt, "meant") == NULL)
		return;
	if (sitting->meant[0] != NULL && sitting->meant[1] == NULL)
		p->meant = sp_xstrdup(sitting->meant[0]);
	else
		(void)json_object_del(sitting->receipt, "meant");
}

/* Do orders as if they had come by mail. *receipt: what became of them, owned
 * by the caller. */
static int do_orders(struct sp_parlour *p, const char *text, bool *changed,
	json_t **receipt, struct sp_error *e)
{
	struct seating s = { .parlour = p };
	struct sp_sitting *sitting = &s.sitting;
	struct sp_live *live = p->live;
	/* each line has an id of its own, as a mail has */
	char *id = sp_xasprintf("<%llu.%s@play.invalid>",
		(unsigned long long)live->seq + 1, live->gid);

	sp_table_sitting_init(sitting, &p->scratch, live, p->seat);
	sitting->templates = p->house.templates;
	sitting->instant = parlour_now(p);
	sitting->mail = (struct sp_live_mail){ id, text };
	sitting->from = "";
	sitting->press = no_press;
	sitting->context = context_of;
	sitting->offers = true;
	live->bot_turns = 0;
	live->follows_own = true;
	sp_table_sitting_parse(sitting);
	*changed = false;
	*receipt = hold_back(p, sitting);
	if (*receipt == NULL && (*receipt = hold_strays(sitting)) != NULL)
		miss(p, text);
	if (*receipt != NULL) {
		sp_table_sitting_clear(sitting);
		sp_free(id);
		return SP_OK;
	}
	unsigned decision = live->game.decision.number;
	struct sp_board *map = sp_xmalloc(sizeof(*map));
	*map = live->game.board;
	int rc = sp_table_sitting_mail(sitting, e);
	*changed = live->game.decision.number != decision ||
		   sp_outcome_map_differs(map, &live->game.board);
	sp_free(map);
	*receipt = json_incref(sitting->receipt);
	note_missed(p, text, sitting);
	keep_meant(p, sitting);
	if (sitting->asks != NULL)
		ask_whether(p, *receipt);
	sp_table_sitting_clear(sitting);
	sp_free(id);
	return rc == SP_OK ? parlour_bots_play(p, e) : rc;
}

/* ---- a line ------------------------------------------------------------- */

struct call {
	struct sp_parlour *parlour;
	const char *line, *rest; /* all of it; what is behind its word */
	struct sp_buf *out;
	bool *leaves;
	struct sp_error *e;
};

static int show(const struct call *c, json_t *receipt, bool board)
{
	return parlour_show(c->parlour, receipt, board, false, c->out, c->e);
}

/* One sentence in answer, and nothing else is shown. */
static int say(const struct call *c, const char *text)
{
	sp_buf_addf(c->out, "%s\n", text);
	return SP_OK;
}

/* Who takes orders back here is no operator, as it is in a club. */
static void tell_undone(json_t *lines)
{
	static const char club[] = "Operator takes the game back to";
	const json_t *line;
	size_t i;

	json_array_foreach (lines, i, line) {
		const char *text = json_string_value(line);
		const char *at = strstr(text, club);
		char *own;

		if (at == NULL)
			continue;
		own = sp_xasprintf("%.*sYou take the game back to%s",
			(int)(at - text), text, at + strlen(club));
		(void)json_array_set_new(lines, i, json_string(own));
		sp_free(own);
	}
}

/* A mail says "As you asked: Your hand" above an answer. Here it stands right
 * below the line that asked, and a title that it begins with itself is left
 * out. */
static void trim_titles(json_t *receipt)
{
	json_t *answer;
	size_t i;

	json_array_foreach (json_object_get(receipt, "answers"), i, answer) {
		const char *title =
			json_string_value(json_object_get(answer, "title"));
		const char *first = json_string_value(
			json_array_get(json_object_get(answer, "table"), 0));

		tell_undone(json_object_get(answer, "lines"));
		sp_json_set_bool(answer, "headed",
			first == NULL || !sp_starts(first, title));
		sp_json_set_bool(answer, "status", sp_streq(title, "Status"));
	}
}

static int orders(const struct call *c, const char *text)
{
	json_t *receipt = NULL;
	bool changed = false;
	int rc = do_orders(c->parlour, text, &changed, &receipt, c->e);

	trim_titles(receipt);
	if (rc == SP_OK)
		return show(c, receipt, changed);
	json_decref(receipt);
	return rc;
}

/* The number of a line that is nothing else; -1: it is another one. */
static int number_of(const char *line)
{
	long long n = 0;

	return sp_parse_int(line, 0, 9999, &n) == SP_OK ? (int)n : -1;
}

static bool asks_by_numbers(const struct sp_parlour *p)
{
	return sp_words_asks_names(sp_vocable_asked(&p->live->game, p->seat));
}

static bool is_listed(const struct sp_parlour *p, int number)
{
	return number >= 1 && number <= p->n_suggestions;
}

static int say_unlisted(const struct call *c, int number)
{
	int n = c->parlour->n_suggestions;
	char *text =
		n > 0 ? sp_xasprintf("There is no %d in the list: write a "
				     "number from 1 to %d, or an order.",
				number, n)
		      : sp_xasprintf("There is no %d: nothing is listed now. "
				     "`board` shows where things stand.",
				number);
	int rc = say(c, text);

	sp_free(text);
	miss(c->parlour, c->line);
	return rc;
}

/* The words that mails have not, and `spellpost play` itself. */
static bool is_own_word(const char *word)
{
	static const char *const own[] = { "play", "undo", "try", "log",
		"games", "save", "quit", "exit", "number", "numbers" };

	for (size_t i = 0; i < SP_ARRAY_LEN(own); i++)
		if (sp_strieq(word, own[i]))
			return true;
	return false;
}

/* True if the line is of numbers, and no one of them: "1 2", "1;2", "-1". */
static bool is_numbers(const char *line)
{
	return line[strspn(line, "0123456789 \t;,.+-")] == '\0' &&
	       line[strcspn(line, "0123456789")] != '\0' && number_of(line) < 0;
}

static int say_one_number(const struct call *c)
{
	int n = c->parlour->n_suggestions;

	miss(c->parlour, c->line);
	if (n == 0)
		return say(c, "No numbers are listed now: `board` shows where "
			      "things stand.");
	sp_buf_addf(c->out,
		"Write one number of the list, from 1 to %d, on a line of its "
		"own, or an order.\n",
		n);
	return SP_OK;
}

/* The number of a piece of the line, as of "3" in "3; end"; -1: it is another
 * one. */
static int number_before(const char *text, size_t n)
{
	char *piece = sp_xstrndup(text, n);
	size_t len = strlen(piece);
	const char *trimmed = sp_trim(piece, &len);
	int number;

	piece[(size_t)(trimmed - piece) + len] = '\0';
	number = number_of(trimmed);
	sp_free(piece);
	return number;
}

/* True if a number stands behind other orders: by then the list is another. */
static bool has_late_number(const char *text)
{
	for (const char *at = strchr(text, ';'); at != NULL;
		at = strchr(at, ';')) {
		at++;
		if (number_before(at, strcspn(at, ";")) >= 0)
			return true;
	}
	return false;
}

/* The orders of a text whose first may be a number of the list. NULL: they are
 * none, and *rc is from saying so; else the caller owns them. */
static char *orders_of(const struct call *c, const char *text, int *rc)
{
	const struct sp_parlour *p = c->parlour;
	size_t n = strcspn(text, ";");
	int number = number_before(text, n);

	if (asks_by_numbers(p))
		return sp_xstrdup(text);
	if (has_late_number(text) || (number < 0 && is_numbers(text))) {
		*rc = say_one_number(c);
		return NULL;
	}
	if (number < 0)
		return sp_xstrdup(text);
	if (!is_listed(p, number)) {
		*rc = say_unlisted(c, number);
		return NULL;
	}
	return sp_xasprintf("%s%s", p->suggestion[number - 1].text, text + n);
}

static int do_help(const struct call *c)
{
	json_t *receipt;

	if (c->rest[0] != '\0' && !is_own_word(c->rest))
		return orders(c, c->line);
	receipt = json_object();
	sp_json_set_bool(receipt, "help", true);
	return show(c, receipt, false);
}

static int do_board(const struct call *c)
{
	return parlour_show(c->parlour, NULL, true, true, c->out, c->e);
}

static int do_log(const struct call *c)
{
	if (c->rest[0] != '\0' && number_of(c->rest) < 1)
		return say(c, "Write `log` alone, or with a number of turns: "
			      "log 9.");
	char *order = c->rest[0] != '\0'
			      ? sp_xasprintf("history %s", c->rest)
			      : sp_xasprintf("history %d", LOG_TURNS);
	int rc = orders(c, order);

	sp_free(order);
	return rc;
}

static int do_try(const struct call *c)
{
	json_t *receipt;

	if (c->rest[0] == '\0')
		return say(c,
			"Write the orders behind it: try move to c4. Nothing "
			"is done by that.");
	int rc = SP_OK;
	char *text = orders_of(c, c->rest, &rc);

	if (text == NULL)
		return rc;
	receipt = json_object();
	sp_outcome_try(c->parlour->live, c->parlour->seat, text, receipt);
	sp_free(text);
	return show(c, receipt, false);
}

static int do_undo(const struct call *c)
{
	const char *why = "";
	json_t *what = NULL, *receipt;
	int rc;

	if (c->rest[0] != '\0')
		return say(c,
			"`undo` stands alone: it takes your last order back.");
	rc = parlour_undo(c->parlour, &why, &what, c->e);
	if (rc != SP_OK) {
		json_decref(what);
		return rc;
	}
	receipt = json_object();
	if (why[0] != '\0') {
		sp_table_receipt_add(receipt, "refused",
			json_pack("{s:s,s:s}", "order", "undo", "text", why));
		json_decref(what);
		return show(c, receipt, false);
	}
	sp_json_set(receipt, "undone", what);
	rc = parlour_bots_play(c->parlour, c->e);
	if (rc == SP_OK)
		return show(c, receipt, true);
	json_decref(receipt);
	return rc;
}

static int do_games(const struct call *c)
{
	sp_parlour_list(c->parlour, c->out);
	return say(c, "`quit`, then `spellpost play` and an id, goes on with "
		      "another.");
}

static int do_save(const struct call *c)
{
	int rc = sp_parlour_save(c->parlour, c->e);

	return rc == SP_OK ? say(c, "Saved, as every order is once it is done.")
			   : rc;
}

static int do_rematch(const struct call *c)
{
	struct sp_parlour *p = c->parlour;

	if (!sp_parlour_is_over(p))
		return say(c, "The game is not over: `rematch` begins another "
			      "one behind it.");
	int rc = parlour_rematch(p, c->e);
	if (rc != SP_OK)
		return rc;
	sp_buf_addf(c->out,
		"Game %s begins, with the same bots and options, in\n  %s\n\n",
		sp_parlour_gid(p), sp_parlour_path(p));
	return sp_parlour_look(p, c->out, c->e);
}

static int do_quit(const struct call *c)
{
	*c->leaves = true;
	return SP_OK;
}

/* The command of a wizard who leaves; asked for twice. */
static int resign(const struct call *c)
{
	struct sp_parlour *p = c->parlour;
	struct sp_live *live = p->live;
	struct sp_command command;
	struct sp_refusal why = { 0 };
	char input[SP_SHA256_TEXT];
	int rc;

	live->bot_turns = 0;
	sp_law_command_init(&command, &live->game, p->seat);
	command.verb = SP_VERB_RESIGN;
	rc = sp_seal_input_mail(input, &live->secrets, "<resign@play.invalid>",
		c->line, strlen(c->line), c->e);
	if (rc == SP_OK)
		rc = sp_table_sitting_apply(&p->scratch, live, &command,
			parlour_now(p), input, NULL, &why, c->e);
	if (rc == SP_EREFUSED && why.reason != SP_REASON_NONE) {
		sp_refusal_say(live->ruleset, &live->game, &why, c->out);
		sp_buf_adds(c->out, ".\n");
		return SP_OK;
	}
	p->resigned = rc == SP_OK;
	if (rc == SP_OK)
		rc = parlour_bots_play(p, c->e);
	return rc == SP_OK ? show(c, NULL, true) : rc;
}

/* What a line is answered by once the game is over. */
static bool asks_only(const char *line)
{
	static const char *const questions[] = { "board", "log", "hand", "help",
		"?", "card", "status", "history", "watches", "undo", "save",
		"games", "rematch", "quit", "exit" };
	size_t n = strcspn(line, " \t");

	for (size_t i = 0; i < SP_ARRAY_LEN(questions); i++)
		if (strlen(questions[i]) == n &&
			sp_starts_i(line, questions[i]))
			return true;
	return false;
}

static const struct {
	const char *word;
	int (*run)(const struct call *c);
} words[] = {
	{ "help", do_help },
	{ "?", do_help },
	{ "board", do_board },
	{ "log", do_log },
	{ "try", do_try },
	{ "undo", do_undo },
	{ "games", do_games },
	{ "save", do_save },
	{ "rematch", do_rematch },
	{ "quit", do_quit },
	{ "exit", do_quit },
};

static int do_orders_of(const struct call *c)
{
	int rc = SP_OK;
	char *text = orders_of(c, c->line, &rc);

	if (text != NULL)
		rc = orders(c, text);
	sp_free(text);
	return rc;
}

/* A yes or a no to what the line before may have meant; *taken: it was that. */
static int answer_meant(const struct call *c, const char *meant, bool *taken)
{
	bool yes = sp_strieq(c->line, "yes") || sp_strieq(c->line, "y");

	*taken = meant != NULL && (yes || sp_strieq(c->line, "no"));
	if (!*taken)
		return SP_OK;
	if (!yes)
		return say(c, "Nothing of it is done.");
	forget_missed(c->parlour);
	return orders(c, meant);
}

static int do_line(struct call *c, bool was_resigning)
{
	struct sp_parlour *p = c->parlour;
	size_t n = strcspn(c->line, " \t");

	if (was_resigning && sp_starts_i(c->line, "y") &&
		(c->line[1] == '\0' || sp_strieq(c->line, "yes")))
		return resign(c);
	if (was_resigning)
		(void)say(c, "You have not resigned.");
	if (sp_parlour_is_over(p) && !asks_only(c->line))
		return say(c, "The game is over: `board`, `log`, `hand` and "
			      "`card` answer still.\n"
			      "`rematch` begins another one.");
	if (sp_strieq(c->line, "yes") || sp_strieq(c->line, "no")) {
		if (sp_vocable_asked(&p->live->game, p->seat) != SP_ASKED_ONE)
			return was_resigning ? SP_OK
					     : say(c, "Nothing waits for a yes "
						      "or no here.");
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		const char *rest = c->line + n;

		if (strlen(words[i].word) != n ||
			!sp_starts_i(c->line, words[i].word))
			continue;
		c->rest = rest + strspn(rest, " \t");
		return words[i].run(c);
	}
	return do_orders_of(c);
}

const char *parlour_word(int number)
{
	return number < (int)SP_ARRAY_LEN(words) ? words[number].word : NULL;
}

int sp_parlour_line(struct sp_parlour *p, const char *line, size_t n,
	struct sp_buf *out, bool *leaves, struct sp_error *e)
{
	bool whole = memchr(line, '\0', n) == NULL;
	const char *from = sp_trim(line, &n);
	char *text = sp_xstrndup(from, n);
	struct call c = { .parlour = p,
		.line = text,
		.rest = "",
		.out = out,
		.leaves = leaves,
		.e = e };
	bool resigning = p->resigning, taken = false;
	char *meant = p->meant;
	int rc = SP_OK;

	*leaves = false;
	p->resigning = false;
	/* an empty line answers nothing, and asks again */
	if (n > 0)
		p->meant = NULL;
	if (!whole) {
		miss(p, text);
		rc = say(&c, "A byte of the line is 0, so nothing of it was "
			     "done: write it anew.");
	} else if (n > 0) {
		rc = answer_meant(&c, meant, &taken);
		if (rc == SP_OK && !taken)
			rc = do_line(&c, resigning);
	}
	if (n > 0)
		sp_free(meant);
	sp_free(text);
	return rc;
}
