/*
 * Style sheets of an HTML mail, for as much as they hide text or show it again.
 *
 * Read are selectors of types, classes and ids, together ("p.x.y#z", "*") and
 * below each other ("td .x", "td > .x"; of those above, only that they are
 * above counts). Others (attributes, pseudo-classes, siblings) are passed by
 * with their rule. There is no cascade: of the rules that match an element one
 * that hides is stronger than one that shows, and blocks for certain screens
 * count as if every screen were one of them, because a hidden `end` that was
 * read ends a turn, and a line that was not read is written again. Only what
 * is for print alone does not count.
 */
#include "html_private.h"

#include <strings.h>

#define RULES_MAX 300
#define ABOVE_MAX 64 /* different compounds with something below them */
#define DEPTH_MAX 4
#define NAME_SIZE 64 /* of a type, class or id; a longer one is not read */
#define CLASSES   3  /* of one compound */

/* "div.x.y#z" */
struct compound {
	char type[NAME_SIZE]; /* "" any */
	char id[NAME_SIZE];
	char class[CLASSES][NAME_SIZE];
	unsigned classes;
};

struct rule {
	struct compound subject;
	uint64_t above; /* what must be around: bits of sp_html_sheet.above */
	struct sp_html_look hides, shows;
};

struct sp_html_sheet {
	struct rule rule[RULES_MAX];
	size_t n;
	struct compound above[ABOVE_MAX];
	unsigned n_above;
};

/* ---- scanning ------------------------------------------------------------ */

/* The first character of `set` in s[0..end) outside of quotes; `end` if there
 * is none. A line end closes a quote (CSS syntax, section 4.3.5). */
static const char *find(const char *s, const char *end, const char *set)
{
	char quote = '\0';

	for (; s < end; s++) {
		if (quote == '\0' && strchr(set, *s) != NULL)
			return s;
		if (quote == '\0' ? *s == '"' || *s == '\''
				  : *s == quote || *s == '\n')
			quote = (char)(quote == '\0' ? *s : '\0');
	}
	return end;
}

/* The "}" of the block that begins behind a "{", or `end`: what is not closed
 * goes on to the end. */
static const char *block_end(const char *s, const char *end)
{
	for (unsigned depth = 1; (s = find(s, end, "{}")) < end; s++) {
		depth += *s == '{' ? 1u : 0u;
		depth -= *s == '}' ? 1u : 0u;
		if (depth == 0)
			return s;
	}
	return end;
}

static bool is_name(char c)
{
	return sp_is_alnum((unsigned char)c) || c == '-' || c == '_' ||
	       ((unsigned char)c & 0x80) != 0;
}

/* ---- selectors ----------------------------------------------------------- */

static bool take_name(char out[NAME_SIZE], const char **s, const char *end)
{
	const char *from = *s;

	while (*s < end && is_name(**s))
		(*s)++;
	return *s > from && out[0] == '\0' &&
	       sp_copyn(out, NAME_SIZE, from, (size_t)(*s - from));
}

/* False: it has something that is not read here. */
static bool take_compound(struct compound *out, const char **s, const char *end)
{
	const char *from = *s;
	bool ok = true;

	memset(out, 0, sizeof(*out));
	if (*s < end && **s == '*')
		(*s)++;
	else if (*s < end && is_name(**s))
		ok = take_name(out->type, s, end);
	while (ok && *s < end && (**s == '.' || **s == '#')) {
		bool id = *(*s)++ == '#';

		ok = id ? take_name(out->id, s, end)
			: out->classes < CLASSES &&
				     take_name(out->class[out->classes++], s,
					     end);
	}
	return ok && *s > from;
}

/* The bit of a compound that must be around; 0: there is no room for more. */
static uint64_t above_bit(struct sp_html_sheet *sheet, const struct compound *c)
{
	for (unsigned i = 0; i < sheet->n_above; i++)
		if (memcmp(&sheet->above[i], c, sizeof(*c)) == 0)
			return (uint64_t)1 << i;
	if (sheet->n_above == ABOVE_MAX)
		return 0;
	sheet->above[sheet->n_above] = *c;
	return (uint64_t)1 << sheet->n_above++;
}

/* One selector of a list. */
static void add_selector(struct sp_html_sheet *sheet, const char *s,
	const char *end, const struct rule *effect)
{
	struct rule rule = *effect;
	bool more = false;

	for (;;) {
		while (s < end &&
			(sp_is_space((unsigned char)*s) || (more && *s == '>')))
			s++;
		if (s == end)
			break;
		if (more) {
			uint64_t bit = above_bit(sheet, &rule.subject);

			if (bit == 0)
				return;
			rule.above |= bit;
		}
		if (!take_compound(&rule.subject, &s, end))
			return;
		more = true;
	}
	if (more && sheet->n < RULES_MAX)
		sheet->rule[sheet->n++] = rule;
}

/* ---- rules --------------------------------------------------------------- */

/* What declarations do to a look: those that hide show at one that shows, and
 * the other way round. False: they do nothing. */
static bool effect_of(struct rule *out, const char *s, size_t n)
{
	struct sp_html_look none = { 0 };
	struct sp_html_look all = { .invisible = true, .tiny = true };
	char *text = sp_xstrndup(s, n);

	memset(out, 0, sizeof(*out));
	mail_html_apply_style(&none, text);
	mail_html_apply_style(&all, text);
	sp_free(text);
	none.pre = false; /* a sheet does not change where lines end */
	out->hides = none;
	out->shows.invisible = !all.invisible;
	out->shows.tiny = !all.tiny;
	return none.gone || none.unseen || none.struck || none.invisible ||
	       none.tiny || out->shows.invisible || out->shows.tiny;
}

static void add_rule(struct sp_html_sheet *sheet, const char *s,
	const char *open, const char *close)
{
	struct rule effect;

	if (!effect_of(&effect, open + 1, (size_t)(close - open - 1)))
		return;
	while (s < open) {
		const char *comma = find(s, open, ",");

		add_selector(sheet, s, comma, &effect);
		s = comma < open ? comma + 1 : open;
	}
}

bool mail_html_is_for_print(const char *media, size_t n)
{
	const char *s = sp_trim(media, &n);

	return n >= 5 && strncasecmp(s, "print", 5) == 0 &&
	       memchr(s, ',', n) == NULL;
}

/* True if a block "@name ..." has rules in it that may count. */
static bool is_entered(const char *s, size_t n)
{
	static const char *const names[] = { "@media", "@supports", "@layer",
		"@container", "@document", "@-moz-document", "@scope" };

	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		size_t len = strlen(names[i]);

		if (n >= len && strncasecmp(s, names[i], len) == 0 &&
			(n == len || !is_name(s[len])))
			return i > 0 ||
			       !mail_html_is_for_print(s + len, n - len);
	}
	return false;
}

/* CSS that is in an HTML comment counts all the same. */
static const char *skip_blanks(const char *s, const char *end)
{
	for (;;) {
		if (s < end && (sp_is_space((unsigned char)*s) || *s == '}' ||
				       *s == ';'))
			s++;
		else if (end - s >= 4 && memcmp(s, "<!--", 4) == 0)
			s += 4;
		else if (end - s >= 3 && memcmp(s, "-->", 3) == 0)
			s += 3;
		else
			return s;
	}
}

static void read_rules(struct sp_html_sheet *sheet, const char *s,
	const char *end, unsigned depth)
{
	while ((s = skip_blanks(s, end)) < end) {
		const char *open = find(s, end, *s == '@' ? "{;" : "{");
		const char *close;

		if (open == end)
			return;
		if (*open == ';') {
			s = open + 1;
			continue;
		}
		close = block_end(open + 1, end);
		if (*s != '@')
			add_rule(sheet, s, open, close);
		else if (depth < DEPTH_MAX && is_entered(s, (size_t)(open - s)))
			read_rules(sheet, open + 1, close, depth + 1);
		s = close < end ? close + 1 : end;
	}
}

/* Blanks in place of comments. */
static void drop_comments(char *s, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++) {
		if (s[i] != '/' || s[i + 1] != '*')
			continue;
		while (i + 1 < n && (s[i] != '*' || s[i + 1] != '/'))
			s[i++] = ' ';
		s[i] = ' ';
		if (i + 1 < n)
			s[i + 1] = ' ';
	}
}

void mail_html_sheet_new(struct sp_html_sheet **out, const char *css, size_t n)
{
	char *copy = sp_xstrndup(css, n);

	*out = sp_xcalloc(1, sizeof(**out));
	drop_comments(copy, n);
	read_rules(*out, copy, copy + n, 0);
	sp_free(copy);
}

void mail_html_sheet_free(struct sp_html_sheet *sheet)
{
	sp_free(sheet);
}

/* ---- elements ------------------------------------------------------------ */

static const char *attribute(const char **atts, const char *name)
{
	for (; atts != NULL && atts[0] != NULL; atts += 2)
		if (sp_strieq(atts[0], name))
			return atts[1] != NULL ? atts[1] : "";
	return "";
}

/* Is the word in the list of an attribute "class"? Case is folded, as it is in
 * documents without a type, which mails are. */
static bool has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	while (*list != '\0') {
		size_t len = strcspn(list, " \t\r\n\f");

		if (len == n && strncasecmp(list, word, n) == 0)
			return true;
		list += len;
		list += *list != '\0';
	}
	return false;
}

static bool matches(const struct compound *c, const char *element,
	const char *class, const char *id)
{
	if ((c->type[0] != '\0' && !sp_strieq(c->type, element)) ||
		(c->id[0] != '\0' && !sp_strieq(c->id, id)))
		return false;
	for (unsigned i = 0; i < c->classes; i++)
		if (!has_word(class, c->class[i]))
			return false;
	return true;
}

void mail_html_sheet_apply(const struct sp_html_sheet *sheet,
	struct sp_html_look *look, const char *element, const char **atts)
{
	const char *class = attribute(atts, "class");
	const char *id = attribute(atts, "id");
	struct sp_html_look hides = { 0 }, shows = { 0 };

	for (size_t i = 0; i < sheet->n; i++) {
		const struct rule *rule = &sheet->rule[i];

		if ((rule->above & ~look->around) != 0 ||
			!matches(&rule->subject, element, class, id))
			continue;
		hides.gone |= rule->hides.gone;
		hides.unseen |= rule->hides.unseen;
		hides.struck |= rule->hides.struck;
		hides.invisible |= rule->hides.invisible;
		hides.tiny |= rule->hides.tiny;
		shows.invisible |= rule->shows.invisible;
		shows.tiny |= rule->shows.tiny;
	}
	for (unsigned i = 0; i < sheet->n_above; i++)
		if (matches(&sheet->above[i], element, class, id))
			look->around |= (uint64_t)1 << i;
	look->gone |= hides.gone;
	look->unseen |= hides.unseen;
	look->struck |= hides.struck;
	look->invisible =
		hides.invisible || (look->invisible && !shows.invisible);
	look->tiny = hides.tiny || (look->tiny && !shows.tiny);
}
