/*
 * mustache: texts from templates, a subset of mustache(5) over JSON.
 *
 * Variables, dotted names, `{{.}}`, sections over lists, objects and other
 * values, inverted sections, comments, partials, set delimiters, and the rules
 * for tags that stand alone on their line. Not lambdas, blocks, parents or
 * dynamic names. Plain text: nothing is escaped; {{x}}, {{{x}}} and {{&x}} mean
 * the same. In a value each newline, return and tab becomes a space and other
 * control characters (C0, DEL, C1, separators and marks that change the
 * direction of text) are left out, so that a value never begins a line of its
 * own. A missing key is empty. False are: missing, null, false, "", [].
 * Partials nest at most SP_MUSTACHE_DEPTH deep; one that is missing is an
 * error. A full stop right behind a value that ends in `!` or `?` is left out,
 * as some cards are called so. Two additions: of a list, `list.any` is true
 * where it has an item, for headings; and the sections `fixed` and `columns`
 * are no keys but always there, once: blocks, whose look depends on a
 * fixed-width font.
 */
#ifndef SP_MUSTACHE_H
#define SP_MUSTACHE_H

#include "base/json.h"

#define SP_MUSTACHE_DEPTH 8

struct sp_mustache_cache;

/* Where templates come from: NULL for a name that is not there. */
struct sp_templates {
	const char *(*get)(void *payload, const char *name, size_t *len);
	void *payload;
	/* NULL: each use reads the text anew. Else `get` gives the same text
	 * for a name, unchanged, as long as the cache lives. */
	struct sp_mustache_cache *cache;
};

/* What the templates used so far are made of. */
struct sp_mustache_cache *sp_mustache_cache_new(void);
void sp_mustache_cache_free(struct sp_mustache_cache *cache); /* NULL is fine */

/* Render template `name` into `out` (appended; SP_ELIMIT where its bound is
 * reached). SP_EINVAL with line and column of a tag that is not closed or does
 * not match; SP_ENOTFOUND names a template that is missing. */
int sp_mustache_render(const struct sp_templates *templates, const char *name,
	const json_t *context, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;

/* The same, with a line above and below each block that begins a line and
 * stands in no other. No value has their first character in it. */
#define SP_MUSTACHE_MARK    "\x1e"
#define SP_MUSTACHE_FIXED   SP_MUSTACHE_MARK "fixed"
#define SP_MUSTACHE_COLUMNS SP_MUSTACHE_MARK "columns"
#define SP_MUSTACHE_ENTRIES SP_MUSTACHE_MARK "entries"
#define SP_MUSTACHE_END     SP_MUSTACHE_MARK "end"
int sp_mustache_render_marked(const struct sp_templates *templates,
	const char *name, const json_t *context, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;

#endif
