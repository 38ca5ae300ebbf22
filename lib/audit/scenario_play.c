/* Line after line of a scenario. */
#include "audit/scenario_private.h"

#include <stdarg.h>

/* The error of a line; what is told first stands. */
static bool told(struct audit_tale *t, const char *fmt, va_list ap)
	SP_PRINTF(2, 0);
static bool told(struct audit_tale *t, const char *fmt, va_list ap)
{
	char text[SP_ERROR_TEXT];

	if (!t->failed) {
		(void)vsnprintf(text, sizeof(text), fmt, ap);
		(void)sp_error_set(t->error, SP_EINVAL, "%s", text);
		if (t->error != NULL)
			t->error->line = t->line;
	}
	t->failed = true;
	return false;
}

static bool tell(struct audit_tale *t, const char *fmt, ...) SP_PRINTF(2, 3);
static bool tell(struct audit_tale *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)told(t, fmt, ap);
	va_end(ap);
	return false;
}

bool audit_tale_fail(struct audit_tale *t, const char *fmt, ...)
{
	char why[SP_ERROR_TEXT];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	if (t->line_text[0] == '\0')
		return tell(t, "%s", why);
	return tell(t, "\"%s\": %s", t->line_text, why);
}

bool audit_tale_found(struct audit_tale *t, const char *fmt, ...)
{
	char what[SP_ERROR_TEXT];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return tell(t, "expected \"%s\", found %s", t->line_text, what);
}

const char *audit_tale_peek(const struct audit_tale *t)
{
	return t->at < t->n ? t->word[t->at] : "";
}

const char *audit_tale_next(struct audit_tale *t)
{
	return t->at < t->n ? t->word[t->at++] : "";
}

bool audit_tale_take(struct audit_tale *t, const char *word)
{
	if (t->at == t->n || !sp_streq(t->word[t->at], word))
		return false;
	t->at++;
	return true;
}

bool audit_tale_number(struct audit_tale *t, int *out)
{
	long long n;

	if (sp_parse_int(audit_tale_peek(t), -100, 1000, &n) != SP_OK)
		return false;
	*out = (int)n;
	t->at++;
	return true;
}

/* ---- lines --------------------------------------------------------------- */

static bool split(struct audit_tale *t)
{
	const char *s = t->line_text;

	t->n = 0;
	t->at = 0;
	while (*s != '\0') {
		size_t len = strcspn(s, " \t,");

		if (len > 0 && (t->n == AUDIT_TALE_WORDS ||
				       !sp_copyn(t->word[t->n++],
					       AUDIT_TALE_WORD, s, len)))
			return audit_tale_fail(
				t, "too many words, or too long");
		s += len;
		s += strspn(s, " \t,");
	}
	return true;
}

/* "refused: cannot see": the order above was, for that reason. */
static bool says_refused(struct audit_tale *t)
{
	const char *part = t->line_text + strlen("refused:");

	while (*part == ' ')
		part++;
	if (!t->refused)
		return audit_tale_found(t, "that the order was accepted");
	t->refused = false;
	t->tested = true;
	if (*part == '\0')
		return audit_tale_fail(t, "for which reason?");
	return strstr(t->s.words, part) != NULL ||
	       audit_tale_found(t, "refused: %s", t->s.words);
}

/* An order that was refused without a line that says so. */
static bool no_open_refusal(struct audit_tale *t)
{
	if (t->refused) {
		t->line = t->refused_line;
		return tell(t,
			"expected an order that is accepted, found refused: %s",
			t->s.words);
	}
	return true;
}

/* A deadline passes; `acts` counts those of this line. */
static bool clock_acts(struct audit_tale *t, int *acts)
{
	struct sp_command c;

	if (t->s.g.status != SP_GAME_RUNNING)
		return audit_tale_fail(t, "the game is over");
	if (++*acts > AUDIT_TALE_ACTS)
		return audit_tale_fail(t, "it never comes to that");

	sp_law_default(t->s.ruleset, &t->s.g, &c);
	return audit_tale_apply(t, &c);
}

/* All who were asked and have not answered pass this round. */
static bool all_pass(struct audit_tale *t)
{
	uint32_t number = t->s.g.decision.number;
	int acts = 0;

	if (t->s.g.decision.kind != SP_DECISION_REACTION)
		return audit_tale_fail(t, "nobody is asked");
	while (t->s.g.decision.number == number &&
		t->s.g.decision.kind == SP_DECISION_REACTION)
		if (!clock_acts(t, &acts))
			return false;
	return true;
}

/* Turns end, and what is asked gets its default, until it is his turn. */
static bool next_turn(struct audit_tale *t)
{
	int seat = sp_game_seat(&t->s.g, audit_tale_next(t));
	uint16_t turn = t->s.g.turn;
	int acts = 0;

	if (seat < 0)
		return audit_tale_fail(t, "whose turn?");
	while (t->s.g.status == SP_GAME_RUNNING &&
		(t->s.g.decision.kind != SP_DECISION_TURN ||
			t->s.g.turn == turn || t->s.g.active != seat))
		if (!clock_acts(t, &acts))
			return false;
	return t->s.g.status == SP_GAME_RUNNING ||
	       audit_tale_fail(t, "the game is over before that turn");
}

/* "red: ..." */
static int speaker(const struct audit_tale *t)
{
	char name[AUDIT_TALE_WORD];
	size_t len = strlen(t->word[0]);

	if (t->n == 0 || t->word[0][len - 1] != ':' ||
		!sp_copyn(name, sizeof(name), t->word[0], len - 1))
		return -1;
	return sp_game_seat(&t->s.g, name);
}

static bool is_order(struct audit_tale *t, bool *ok)
{
	int seat = speaker(t);
	int acts = 0;

	if (seat >= 0) {
		t->at = 1;
		*ok = audit_tale_order(t, seat);
	} else if (audit_tale_take(t, "clock")) {
		*ok = clock_acts(t, &acts);
	} else if (sp_streq(t->line_text, "all pass")) {
		*ok = all_pass(t);
	} else if (sp_starts(t->line_text, "next turn ")) {
		t->at = 2;
		*ok = audit_tale_settle(t) && next_turn(t);
	} else {
		return false;
	}
	return true;
}

static bool play_line(struct audit_tale *t)
{
	bool ok;

	if (sp_starts(t->line_text, "refused:"))
		return says_refused(t);
	if (!no_open_refusal(t))
		return false;
	if (is_order(t, &ok))
		return ok;
	if (!sp_streq(t->word[0], "asked") && !audit_tale_settle(t))
		return false;
	return audit_tale_says(t);
}

static bool one_line(struct audit_tale *t)
{
	if (t->line_text[0] == '\0' || t->line_text[0] == '#')
		return true;
	if (!split(t))
		return false;
	if (t->s.ruleset == NULL)
		return audit_tale_take(t, "players")
			       ? audit_tale_begin(t)
			       : audit_tale_fail(t, "the first line must name "
						    "the players");
	if (t->begun)
		return play_line(t);
	return sp_streq(t->line_text, "---") ? audit_tale_lay_out(t)
					     : audit_tale_says(t);
}

/* Text of one line, without what no editor shows. */
static bool is_text(const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)line[i] < ' ' && line[i] != '\t' &&
			line[i] != '\r')
			return false;
	return sp_utf8_valid(line, len);
}

static void play_all(struct audit_tale *t, const char *text, size_t size)
{
	struct sp_cursor c;
	const char *line;
	size_t len;

	sp_cursor_init(&c, text, size);
	while (!t->failed && sp_cursor_line(&c, &line, &len)) {
		t->line++;
		t->line_text[0] = '\0';
		if (!is_text(line, len)) {
			(void)audit_tale_fail(t, "this is not text");
			return;
		}
		line = sp_trim(line, &len);
		if (len >= sizeof(t->line_text))
			(void)audit_tale_fail(t,
				"a line has at most %zu characters",
				sizeof(t->line_text) - 1);
		else if (sp_copyn(
				 t->line_text, sizeof(t->line_text), line, len))
			(void)one_line(t);
	}
}

/* The end of the file is a line, too: what it says is that all is said. */
static void finish(struct audit_tale *t)
{
	if (t->failed || !no_open_refusal(t))
		return;
	t->line_text[0] = '\0';
	if (t->s.ruleset == NULL)
		(void)audit_tale_fail(t, "the file names no players");
	else if (!t->begun)
		(void)audit_tale_fail(t, "the line \"---\" is missing");
	else if (!t->tested)
		(void)audit_tale_fail(t, "nothing is said that must be true");
	else
		(void)audit_tale_settle(t);
}

int sp_audit_scenario(const struct sp_ruleset *ruleset, const char *text,
	size_t size, struct sp_error *e)
{
	struct audit_tale *t = sp_xcalloc(1, sizeof(*t));
	bool failed;

	t->ruleset = ruleset;
	t->error = e;
	play_all(t, text, size);
	finish(t);
	failed = t->failed;
	sp_free(t);
	return failed ? SP_EINVAL : SP_OK;
}
