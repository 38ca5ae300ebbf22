/*
 * typeset: a mail from a template, as text of 72 columns and as HTML. Knows no
 * game.
 */
#ifndef SP_TYPESET_H
#define SP_TYPESET_H

#include "base/base.h"
#include "base/json.h"
#include "mustache/mustache.h"

#define SP_TYPESET_COLUMNS 72 /* no line of a mail is wider, but see wrap */

/* Render a mail: the template's first line is "Subject: ...", the next is
 * empty, the rest is the body. The subject is one line without "Subject: " and
 * without newline. The body comes out as text, wrapped (sp_typeset_wrap), and,
 * unless `html` is NULL, in HTML, made from the same lines:
 *
 * - in {{#fixed}}: as in the text, in a fixed-width font (drawings, commands);
 * - in {{#columns}}: in that font, wrapped at SP_TYPESET_NARROW columns;
 * - in {{#entries}}: the same, and what gaps part on a line goes on behind the
 *   line before;
 * - elsewhere: a paragraph goes to an empty line, its lines are broken where
 * the template breaks them and wrapped by whoever shows it; indented lines are
 * a list; those with a bar and `commands` are in a fixed-width font; machine
 *   lines (::) are small.
 *
 * The font is so large that SP_TYPESET_NARROW columns fit a telephone; wider
 * drawings are smaller, and can be scrolled. Nothing has a colour, so that it
 * can be read on light and dark; nothing is fetched or run. The HTML is ASCII
 * where the text is. */
#define SP_TYPESET_NARROW 45
int sp_typeset_mail(const struct sp_templates *templates, const char *name,
	const json_t *context, struct sp_buf *subject, struct sp_buf *body,
	struct sp_buf *html, struct sp_error *e) SP_MUST_CHECK;

/* Render a page for a screen: a template of the same form, as text of so many
 * columns. */
int sp_typeset_screen(const struct sp_templates *templates, const char *name,
	const json_t *context, size_t columns, struct sp_buf *body,
	struct sp_error *e) SP_MUST_CHECK;

/* Make lines for people to read. A tab goes to column SP_TYPESET_TAB, and past
 * what stands there already by two blanks; where that makes the line too wide,
 * what is behind the first tab comes on a line of its own below. Then wrap each
 * line wider than SP_TYPESET_COLUMNS at blanks (columns of UTF-8 text).
 * Continued lines are indented like the text after the last gap of two or more
 * blanks in the left part of the line, so that tables keep their shape; without
 * one, like the line itself; a margin "  | " is repeated. Lines that begin with
 * "::" and words without a blank are left as they are. Blanks at the end of a
 * line go, but for the line "-- ". */
#define SP_TYPESET_TAB 26
void sp_typeset_wrap(const char *text, size_t len, struct sp_buf *out);

/* Cut a line of a player's, or an order, into pieces that each fit a line of a
 * mail behind its bar, at most `most`. One that goes on ends in " ...", and the
 * next begins with "... ": whoever copies one of them has written no order. */
json_t *sp_typeset_pieces(const char *line, size_t most);
/* Split a UTF-8 text into an array of its lines, without empty ones at the
 * end. */
json_t *sp_typeset_lines(const char *text);

/* Append s[0..n) with &, < and > as HTML writes them. */
void sp_typeset_escape(const char *s, size_t n, struct sp_buf *out);

#endif
