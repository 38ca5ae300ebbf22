/* Days as people write them: "2026-12-20 to 2026-12-28", "5 to 9 Dec". */
#include "token/token.h"

struct text {
	const char *s;
	size_t n, at;
};

static bool is_letter(unsigned char c)
{
	return c >= 0x80 || sp_is_alpha(c);
}

static void skip(struct text *t, const char *marks)
{
	while (t->at < t->n && strchr(marks, t->s[t->at]) != NULL &&
		t->s[t->at] != '\0')
		t->at++;
}

/* A number of at most `digits` digits; -1: something else stands there. */
static int take_number(struct text *t, size_t digits)
{
	size_t at = t->at;
	int value = 0;

	while (at < t->n && sp_is_digit((unsigned char)t->s[at]) &&
		at - t->at < digits)
		value = 10 * value + (t->s[at++] - '0');
	if (at == t->at || (at < t->n && sp_is_digit((unsigned char)t->s[at])))
		return -1;
	t->at = at;
	return value;
}

/* Is the next word one of these, which have a blank between them? Takes it. */
static bool take_word(struct text *t, const char *words)
{
	struct token word = { .is_word = true };
	size_t at = t->at, n = 0;

	while (at < t->n && is_letter((unsigned char)t->s[at]) &&
		n + 1 < sizeof(word.word))
		word.word[n++] = (char)sp_lower((unsigned char)t->s[at++]);
	word.word[n] = '\0';
	if (n == 0 || (at < t->n && is_letter((unsigned char)t->s[at])) ||
		!sp_token_among(&word, words))
		return false;
	t->at = at;
	return true;
}

static int take_month(struct text *t)
{
	static const char *const months[] = { "jan january januar",
		"feb february februar", "mar march m\303\244rz maerz",
		"apr april", "may mai", "jun june juni", "jul july juli",
		"aug august", "sep sept september", "oct october okt oktober",
		"nov november", "dec december dez dezember" };

	for (int i = 0; i < 12; i++)
		if (take_word(t, months[i]))
			return i + 1;
	return 0;
}

/* "-12-20" behind a year, "12." behind a day and its dot. */
static bool take_iso(struct text *t, struct sp_token_day *day)
{
	struct text copy = *t;

	day->year = take_number(&copy, 4);
	if (day->year < 1000 || copy.at >= copy.n || copy.s[copy.at] != '-')
		return false;
	copy.at++;
	day->month = take_number(&copy, 2);
	if (copy.at >= copy.n || copy.s[copy.at] != '-')
		return false;
	copy.at++;
	day->day = take_number(&copy, 2);
	*t = copy;
	return true;
}

/* A year behind a day and its month, if one stands there. */
static void take_year(struct text *t, struct sp_token_day *day)
{
	struct text copy = *t;
	int year;

	skip(&copy, " ,");
	year = take_number(&copy, 4);
	if (year < 1000)
		return;
	day->year = year;
	*t = copy;
}

static bool take_day(struct text *t, struct sp_token_day *day)
{
	struct text copy;

	*day = (struct sp_token_day){ 0 };
	skip(t, " ");
	if (take_iso(t, day))
		return true;
	*day = (struct sp_token_day){ 0 };
	day->month = take_month(t);
	skip(t, ". ");
	day->day = take_number(t, 2);
	if (day->day < 0)
		return false;
	(void)take_word(t, "st nd rd th");
	if (day->month == 0) {
		copy = *t;
		skip(&copy, ". ");
		if (take_word(&copy, "of"))
			skip(&copy, " ");
		day->month = take_month(&copy);
		if (day->month > 0)
			*t = copy;
	}
	if (day->month == 0 && t->at < t->n && t->s[t->at] == '.') {
		copy = *t;
		skip(&copy, ". ");
		day->month = take_number(&copy, 2);
		if (day->month < 0)
			day->month = 0;
		else
			*t = copy;
	}
	skip(t, ".");
	if (day->month > 0)
		take_year(t, day);
	return true;
}

static bool is_day(const struct sp_token_day *day)
{
	return day->month >= 1 && day->month <= 12 && day->day >= 1 &&
	       day->day <= 31;
}

bool sp_token_days(const char *text, size_t n, struct sp_token_day *from,
	struct sp_token_day *to)
{
	static const char *const until = "to until till through thru bis";
	struct text t = { text, n, 0 };

	*from = (struct sp_token_day){ 0 };
	skip(&t, " \t:");
	if (take_word(&t, "from vom von"))
		skip(&t, " ");
	if (!take_word(&t, until)) {
		if (!take_day(&t, from))
			return false;
		skip(&t, " ");
		if (t.at < t.n && t.s[t.at] == '-')
			t.at++;
		else if (!take_word(&t, until))
			return false;
	}
	skip(&t, " ");
	(void)take_word(&t, "zum");
	if (!take_day(&t, to))
		return false;
	skip(&t, " \t.!");
	if (from->month == 0)
		from->month = to->month;
	return t.at == t.n && is_day(to) && (from->day == 0 || is_day(from));
}
