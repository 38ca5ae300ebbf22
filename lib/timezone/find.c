/* Which zone somebody means, by the database's own list of names. */
#include "timezone_private.h"

#define LIST     "tzdata.zi"
#define LIST_MAX (1024u * 1024u)
#define TYPED    64 /* bytes of what was written */

/* ---- what was written ------------------------------------------------------ */

/* Without accents, in small letters, blanks as "_": as names are compared. */
static void clean(const char *text, size_t n, char out[TYPED])
{
	static const char plain[] = "aaaaaaaceeeeiiiidnooooo*ouuuuyts"
				    "aaaaaaaceeeeiiiidnooooo*ouuuuyty";
	size_t len = 0;

	for (size_t i = 0; i < n && len + 1 < TYPED; i++) {
		unsigned char c = (unsigned char)text[i];

		/* "Wien, Austria" */
		if (c == ',' && len > 0)
			break;
		if (c == 0xc3 && i + 1 < n)
			c = (unsigned char)plain[text[++i] & 0x3f];
		if (c == ' ' || c == '\t')
			c = '_';
		if (strchr("`\"'!?()<>.,", c) != NULL ||
			(c == '_' && (len == 0 || out[len - 1] == '_')))
			continue;
		out[len++] = (char)sp_lower(c);
	}
	while (len > 0 && out[len - 1] == '_')
		len--;
	out[len] = '\0';
	if (len > 5 && sp_streq(out + len - 5, "_time"))
		out[len - 5] = '\0';
}

/* Words that the database lacks, or has as a zone without summer time. */
static const struct {
	const char *word, *zone;
	bool sure; /* else it is a suggestion alone */
} words[] = {
	{ "utc", SP_TIMEZONE_UTC, true },
	{ "gmt", SP_TIMEZONE_UTC, true },
	{ "z", SP_TIMEZONE_UTC, true },
	{ "off", SP_TIMEZONE_UTC, true },
	{ "none", SP_TIMEZONE_UTC, true },
	{ "cest", "CET", true },
	{ "mez", "CET", true },
	{ "mesz", "CET", true },
	{ "eest", "EET", true },
	{ "west", "WET", true },
	{ "germany", "Europe/Berlin", true },
	{ "deutschland", "Europe/Berlin", true },
	{ "wien", "Europe/Vienna", true },
	{ "rom", "Europe/Rome", true },
	{ "prag", "Europe/Prague", true },
	{ "warschau", "Europe/Warsaw", true },
	{ "moskau", "Europe/Moscow", true },
	{ "athen", "Europe/Athens", true },
	{ "lissabon", "Europe/Lisbon", true },
	{ "brussel", "Europe/Brussels", true },
	{ "kopenhagen", "Europe/Copenhagen", true },
	{ "nyc", "America/New_York", true },
	{ "est", "America/New_York", false },
	{ "edt", "America/New_York", false },
	{ "cst", "America/Chicago", false },
	{ "cdt", "America/Chicago", false },
	{ "mst", "America/Denver", false },
	{ "mdt", "America/Denver", false },
	{ "pst", "America/Los_Angeles", false },
	{ "pdt", "America/Los_Angeles", false },
	{ "bst", "Europe/London", false },
	{ "ist", "Asia/Kolkata", false },
};

/* Whole hours, which the database counts the other way: "utc+2" is
 * "Etc/GMT-2". */
static bool find_hours(const char *typed, char out[SP_TIMEZONE_NAME])
{
	const char *s = typed;
	char digits[4];
	long long hours = 0;

	if (sp_starts(s, "utc") || sp_starts(s, "gmt"))
		s += 3;
	if (s[0] == '_')
		s++;
	if (s[0] != '+' && s[0] != '-')
		return false;
	size_t n = strspn(s + 1, "0123456789");
	if (n > 2 || !(s[1 + n] == '\0' || sp_streq(s + 1 + n, ":00")))
		return false;
	sp_format(digits, sizeof(digits), "%.*s", (int)n, s + 1);
	if (sp_parse_int(digits[0] == '0' && n == 2 ? digits + 1 : digits, 0,
		    s[0] == '+' ? 14 : 12, &hours) != SP_OK)
		return false;
	if (hours == 0)
		sp_format(out, SP_TIMEZONE_NAME, SP_TIMEZONE_UTC);
	else
		sp_format(out, SP_TIMEZONE_NAME, "Etc/GMT%c%lld",
			s[0] == '+' ? '-' : '+', hours);
	return true;
}

/* ---- the list -------------------------------------------------------------- */

struct search {
	const char *typed;
	/* the zone that its city is, what that is another name of, and whether
	 * another zone has such a city */
	char city[SP_TIMEZONE_NAME], target[SP_TIMEZONE_NAME];
	bool several;
	unsigned best; /* the distance of those in guess->near */
	struct sp_timezone_guess *guess;
};

static void note_near(struct search *s, const char *name, unsigned distance)
{
	struct sp_timezone_guess *g = s->guess;

	if (distance > s->best)
		return;
	if (distance < s->best)
		g->n_near = 0;
	s->best = distance;
	if (g->n_near < SP_TIMEZONE_NEAR)
		sp_format(g->near[g->n_near++], SP_TIMEZONE_NAME, "%s", name);
}

/* A name of the list, which is `target` or another name of it. */
static void look_at(struct search *s, const char *name, const char *target)
{
	const char *slash = strrchr(name, '/');
	const char *city = slash != NULL ? slash + 1 : name;
	/* short words are near to others by chance */
	unsigned most = strlen(s->typed) < 5 ? 0 : strlen(s->typed) < 7 ? 1 : 2;

	if (sp_strieq(name, s->typed)) {
		sp_format(s->guess->name, SP_TIMEZONE_NAME, "%s", name);
		return;
	}
	if (slash != NULL && sp_strieq(city, s->typed)) {
		if (s->city[0] != '\0' && !sp_streq(s->target, target))
			s->several = true;
		if (s->city[0] == '\0' || sp_streq(name, target))
			sp_format(s->city, SP_TIMEZONE_NAME, "%s", name);
		sp_format(s->target, SP_TIMEZONE_NAME, "%s", target);
		note_near(s, name, 0);
		return;
	}
	/* old names, like "US/Eastern", are not suggested */
	if (slash == NULL || !sp_streq(name, target))
		return;
	unsigned whole = sp_edit_distance(name, s->typed, most + 1);
	unsigned part = sp_edit_distance(city, s->typed, most + 1);
	if (whole <= most || part <= most)
		note_near(s, name, whole < part ? whole : part);
}

/* "Z Europe/Berlin 0:53:28 ...", "L Europe/Brussels CET" */
static void read_line(struct search *s, const char *line, size_t n)
{
	char name[SP_TIMEZONE_NAME], target[SP_TIMEZONE_NAME];
	const char *a = line + 2, *end = line + n;

	if (n < 3 || (line[0] != 'Z' && line[0] != 'L') || line[1] != ' ')
		return;
	const char *blank = memchr(a, ' ', (size_t)(end - a));
	if (blank == NULL ||
		!sp_copyn(target, sizeof(target), a, (size_t)(blank - a)))
		return;
	if (line[0] == 'Z')
		look_at(s, target, target);
	else if (sp_copyn(name, sizeof(name), blank + 1,
			 (size_t)(end - blank - 1)))
		look_at(s, name, target);
}

static int search_list(struct search *s, struct sp_error *e)
{
	struct sp_buf list;
	char *path = timezone_path(LIST);

	sp_buf_init(&list, LIST_MAX);
	int rc = sp_file_read(&list, path, e);
	for (size_t i = 0; rc == SP_OK && i < list.len;) {
		const char *line = list.data + i;
		const char *end = memchr(line, '\n', list.len - i);
		size_t n = end != NULL ? (size_t)(end - line) : list.len - i;

		read_line(s, line, n);
		i += n + 1;
	}
	sp_buf_free(&list);
	sp_free(path);
	return rc;
}

/* ---- all of it ------------------------------------------------------------- */

/* True if one of the words settles it, or suggests something. */
static bool find_word(const char *typed, struct sp_timezone_guess *out)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (!sp_streq(words[i].word, typed))
			continue;
		if (words[i].sure)
			sp_format(out->name, SP_TIMEZONE_NAME, "%s",
				words[i].zone);
		else
			sp_format(out->near[out->n_near++], SP_TIMEZONE_NAME,
				"%s", words[i].zone);
		return true;
	}
	return find_hours(typed, out->name);
}

int sp_timezone_find(const char *text, size_t n, struct sp_timezone_guess *out,
	struct sp_error *e)
{
	char typed[TYPED];
	struct search s = { .typed = typed, .best = 2, .guess = out };
	struct sp_error unread = { 0 };

	*out = (struct sp_timezone_guess){ .n_near = 0 };
	clean(text, n, typed);
	if (typed[0] != '\0' && !find_word(typed, out)) {
		/* without the list a name as it stands there may still do */
		if (search_list(&s, &unread) != SP_OK && n < SP_TIMEZONE_NAME)
			sp_format(out->name, SP_TIMEZONE_NAME, "%.*s", (int)n,
				text);
		else if (out->name[0] == '\0' && !s.several)
			sp_format(out->name, SP_TIMEZONE_NAME, "%s", s.city);
	}
	if (out->name[0] != '\0' && sp_timezone_check(out->name, e) == SP_OK) {
		out->n_near = 0;
		return SP_OK;
	}
	out->name[0] = '\0';
	return sp_error_set(e, SP_ENOTFOUND, "no time zone \"%.*s\"",
		(int)(n < TYPED ? n : TYPED), text);
}
