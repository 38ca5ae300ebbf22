/*
 * Which text of an HTML mail its reader sees: attributes and style="..." (CSS 2
 * section 11, CSS text decoration). html_sheet.c has the style sheets.
 */
#include "html_private.h"

#define DECLARATION_MAX                                                        \
	200 /* longer ones, as pictures in them, are passed by */

/* One "property: value", in lower case, its blanks removed. */
struct declaration {
	char name[DECLARATION_MAX];
	char value[DECLARATION_MAX];
};

/* What the declarations of one element say together. */
struct clip {
	bool none, narrow; /* overflow hidden; no width or no height */
	bool placed, away; /* position absolute; far from the page */
};

/* ---- values ------------------------------------------------------------- */

static bool is(const struct declaration *d, const char *name)
{
	return sp_streq(d->name, name);
}

static bool has_word(const struct declaration *d, const char *word)
{
	return strstr(d->value, word) != NULL;
}

/* The end of a number at s; *zero: it is 0. NULL: there is none. */
static const char *number(const char *s, bool *zero)
{
	bool digits = false;

	*zero = true;
	s += *s == '-' || *s == '+';
	for (; sp_is_digit((unsigned char)*s) || *s == '.'; s++) {
		digits = digits || *s != '.';
		if (*s != '0' && *s != '.')
			*zero = false;
	}
	return digits ? s : NULL;
}

static bool is_zero(const char *value)
{
	bool zero;

	return number(value, &zero) != NULL && zero;
}

/* True for "-9999px" and its like. */
static bool is_far(const char *value)
{
	size_t digits = strspn(value + (*value == '-'), "0123456789");

	return *value == '-' && digits >= 4;
}

/* True if a font size does not depend on the one around. */
static bool is_absolute(const char *value)
{
	bool zero;
	const char *unit = number(value, &zero);

	if (unit == NULL)
		return !sp_starts(value, "smaller") &&
		       !sp_starts(value, "larger") &&
		       !sp_starts(value, "inherit");
	return !sp_starts(unit, "em") && !sp_starts(unit, "%") &&
	       !sp_starts(unit, "ex");
}

/* ---- declarations ---------------------------------------------------------
 */

static void apply_size(struct sp_html_look *look, const char *size)
{
	if (is_zero(size))
		look->tiny = true;
	else if (is_absolute(size))
		look->tiny = false;
}

static void apply_spaces(struct sp_html_look *look, const char *value)
{
	if (sp_starts(value, "pre") || sp_starts(value, "break-spaces"))
		look->pre = true;
	else if (sp_starts(value, "normal") || sp_starts(value, "nowrap"))
		look->pre = false;
}

static void apply_visibility(struct sp_html_look *look, const char *value)
{
	if (sp_starts(value, "hidden") || sp_starts(value, "collapse"))
		look->invisible = true;
	else if (sp_starts(value, "visible"))
		look->invisible = false;
}

static void apply_box(struct clip *clip, const struct declaration *d)
{
	if (is(d, "overflow") || is(d, "overflow-x") || is(d, "overflow-y"))
		clip->none = clip->none || has_word(d, "hidden") ||
			     has_word(d, "clip");
	else if (is(d, "width") || is(d, "height") || is(d, "max-width") ||
		 is(d, "max-height"))
		clip->narrow = clip->narrow || is_zero(d->value);
	else if (is(d, "position"))
		clip->placed = has_word(d, "absolute") || has_word(d, "fixed");
	else if (is(d, "left") || is(d, "top") || is(d, "right"))
		clip->away = clip->away || is_far(d->value);
}

static void apply(struct sp_html_look *look, struct clip *clip,
	const struct declaration *d)
{
	const char *slash = strchr(d->value, '/');

	if (is(d, "display"))
		look->gone = look->gone || sp_starts(d->value, "none");
	else if (is(d, "mso-hide"))
		look->gone = look->gone || sp_starts(d->value, "all");
	else if (is(d, "visibility"))
		apply_visibility(look, d->value);
	else if (is(d, "opacity"))
		look->unseen = look->unseen || is_zero(d->value);
	else if (is(d, "color") || is(d, "-webkit-text-fill-color"))
		look->unseen =
			look->unseen || sp_starts(d->value, "transparent");
	else if (is(d, "text-indent"))
		look->unseen = look->unseen || is_far(d->value);
	else if (is(d, "text-decoration") || is(d, "text-decoration-line"))
		look->struck = look->struck || has_word(d, "line-through");
	else if (is(d, "font-size") ||
		 (is(d, "font") && slash != NULL && is_zero(d->value)))
		apply_size(look, d->value);
	else if (is(d, "white-space"))
		apply_spaces(look, d->value);
	else
		apply_box(clip, d);
}

/* ---- the attribute --------------------------------------------------------
 */

/* Copy one half of a declaration, from s to a character of `ends`; what follows
 * it. Too long ones become empty. */
static const char *take_half(char *out, const char *s, const char *ends)
{
	size_t n = 0;
	char quote = '\0';

	for (; *s != '\0'; s++) {
		if (s[0] == '/' && s[1] == '*') { /* a comment */
			const char *end = strstr(s + 2, "*/");

			s = end != NULL ? end + 1 : s + strlen(s) - 1;
			continue;
		}
		if (quote == '\0' && strchr(ends, *s) != NULL)
			break;
		if (*s == '"' || *s == '\'')
			quote = (char)(quote == '\0' ? *s
				       : quote == *s ? '\0'
						     : quote);
		if (n < DECLARATION_MAX && !sp_is_space((unsigned char)*s))
			out[n++] = (char)sp_lower((unsigned char)*s);
	}
	out[n < DECLARATION_MAX ? n : 0] = '\0';
	return s;
}

void mail_html_apply_style(struct sp_html_look *look, const char *s)
{
	struct clip clip = { 0 };
	struct declaration d = { .name = "" };

	while (*s != '\0') {
		s = take_half(d.name, s, ":;");
		if (*s == ';') {
			s++;
			continue;
		}
		s = take_half(d.value, *s == ':' ? s + 1 : s, ";");
		apply(look, &clip, &d);
		s += *s == ';';
	}
	if ((clip.none && clip.narrow) || (clip.placed && clip.away))
		look->unseen = true;
}

static bool is_struck(const char *element)
{
	return sp_strieq(element, "s") || sp_strieq(element, "strike") ||
	       sp_strieq(element, "del");
}

void mail_html_look(
	struct sp_html_look *look, const char *element, const char **atts)
{
	if (is_struck(element))
		look->struck = true;
	if (sp_strieq(element, "pre"))
		look->pre = true;
	for (; atts != NULL && atts[0] != NULL; atts += 2) {
		if (sp_strieq(atts[0], "hidden"))
			look->gone = true;
		else if (sp_strieq(atts[0], "style") && atts[1] != NULL)
			mail_html_apply_style(look, atts[1]);
	}
}
