/* Line after line of a scenario. */
#include "scenario.h"

#include <stdarg.h>

bool tale_fail(struct tale *t, const char *fmt, ...)
{
	va_list ap;

	if (!t->failed) {
		(void)fprintf(stderr, "\n%s:%u: %s\n    ", t->path, t->line,
			t->line_text);
		va_start(ap, fmt);
		(void)vfprintf(stderr, fmt, ap);
		va_end(ap);
		(void)fputc('\n', stderr);
	}
	t->failed = true;
	return false;
}

const char *tale_peek(const struct tale *t)
{
	return t->at < t->n ? t->word[t->at] : "";
}

const char *tale_next(struct tale *t)
{
	return t->at < t->n ? t->word[t->at++] : "";
}

bool tale_take(struct tale *t, const char *word)
{
	if (t->at == t->n || !sp_streq(t->word[t->at], word))
		return false;
	t->at++;
	return true;
}

bool tale_number(struct tale *t, int *out)
{
	long long n;

	if (sp_parse_int(tale_peek(t), -100, 1000, &n) != SP_OK)
		return false;
	*out = (int)n;
	t->at++;
	return true;
}

/* ---- lines --------------------------------------------------------------- */

static bool split(struct tale *t)
{
	const char *s = t->line_text;

	t->n = 0;
	t->at = 0;
	while (*s != '\0') {
		size_t len = strcspn(s, " \t,");

		if (len > 0 &&
			(t->n == TALE_WORDS ||
				!sp_copyn(t->word[t->n++], TALE_WORD, s, len)))
			return tale_fail(t, "too many words, or too long");
		s += len;
		s += strspn(s, " \t,");
	}
	return true;
}

/* "refused: cannot see": the order above was, for that reason. */
static bool says_refused(struct tale *t)
{
	const char *part = t->line_text + strlen("refused:");

	while (*part == ' ')
		part++;
	if (!t->refused)
		return tale_fail(t, "the order was accepted");
	t->refused = false;
	if (*part == '\0')
		return tale_fail(t, "for which reason?");
	return strstr(t->s.why.text, part) != NULL ||
	       tale_fail(t, "found: %s", t->s.why.text);
}

/* An order that was refused without a line that says so. */
static bool no_open_refusal(struct tale *t)
{
	if (t->refused) {
		t->line = t->refused_line;
		return tale_fail(t, "refused: %s", t->s.why.text);
	}
	return true;
}

static bool clock_acts(struct tale *t)
{
	struct sp_command c;

	sp_rules_default(t->s.ruleset, &t->s.g, &c);
	return tale_apply(t, &c);
}

/* All who were asked and have not answered pass this round. */
static bool all_pass(struct tale *t)
{
	uint32_t number = t->s.g.decision.number;

	if (t->s.g.decision.kind != SP_DECISION_REACTION)
		return tale_fail(t, "nobody is asked");
	while (t->s.g.decision.number == number &&
		t->s.g.decision.kind == SP_DECISION_REACTION)
		if (!clock_acts(t))
			return false;
	return true;
}

/* Turns end, and what is asked gets its default, until it is his turn. */
static bool next_turn(struct tale *t)
{
	int seat = sp_game_seat(&t->s.g, tale_next(t));
	uint16_t turn = t->s.g.turn;

	if (seat < 0)
		return tale_fail(t, "whose turn?");
	while (t->s.g.status == SP_GAME_RUNNING &&
		(t->s.g.decision.kind != SP_DECISION_TURN ||
			t->s.g.turn == turn || t->s.g.active != seat))
		if (!clock_acts(t))
			return false;
	return true;
}

/* "red: ..." */
static int speaker(const struct tale *t)
{
	char name[TALE_WORD];
	size_t len = strlen(t->word[0]);

	if (t->n == 0 || t->word[0][len - 1] != ':' ||
		!sp_copyn(name, sizeof(name), t->word[0], len - 1))
		return -1;
	return sp_game_seat(&t->s.g, name);
}

static bool is_order(struct tale *t, bool *ok)
{
	int seat = speaker(t);

	if (seat >= 0) {
		t->at = 1;
		*ok = tale_order(t, seat);
	} else if (tale_take(t, "clock")) {
		*ok = clock_acts(t);
	} else if (sp_streq(t->line_text, "all pass")) {
		*ok = all_pass(t);
	} else if (sp_starts(t->line_text, "next turn ")) {
		t->at = 2;
		*ok = tale_settle(t) && next_turn(t);
	} else {
		return false;
	}
	return true;
}

static bool play_line(struct tale *t)
{
	bool ok;

	if (sp_starts(t->line_text, "refused:"))
		return says_refused(t);
	if (!no_open_refusal(t))
		return false;
	if (is_order(t, &ok))
		return ok;
	if (!sp_streq(t->word[0], "asked") && !tale_settle(t))
		return false;
	return tale_says(t);
}

static bool one_line(struct tale *t, const struct sp_ruleset *ruleset)
{
	if (t->line_text[0] == '\0' || t->line_text[0] == '#')
		return true;
	if (!split(t))
		return false;
	if (t->s.ruleset == NULL)
		return tale_take(t, "players")
			       ? tale_begin(t, ruleset)
			       : tale_fail(t, "first stand the players");
	if (t->begun)
		return play_line(t);
	return sp_streq(t->line_text, "---") ? tale_lay_out(t) : tale_says(t);
}

bool scenario_play(
	const struct sp_ruleset *ruleset, const char *path, const char *text)
{
	static struct tale t;
	struct sp_cursor c;
	const char *line;
	size_t len;

	memset(&t, 0, sizeof(t));
	t.path = path;
	sp_cursor_init(&c, text, strlen(text));
	while (!t.failed && sp_cursor_line(&c, &line, &len)) {
		t.line++;
		line = sp_trim(line, &len);
		if (!sp_copyn(t.line_text, sizeof(t.line_text), line, len))
			return tale_fail(&t, "too long a line");
		(void)one_line(&t, ruleset);
	}
	if (!t.failed && !t.begun)
		(void)tale_fail(&t, "there is no line ---");
	if (!t.failed && no_open_refusal(&t))
		(void)tale_settle(&t);
	return !t.failed;
}
