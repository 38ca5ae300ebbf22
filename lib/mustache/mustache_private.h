/*
 * The tokens of a template, between the files of mustache only.
 */
#ifndef SP_MUSTACHE_PRIVATE_H
#define SP_MUSTACHE_PRIVATE_H

#include "mustache/mustache.h"

enum token_kind {
	TOKEN_TEXT,
	TOKEN_VALUE,
	TOKEN_SECTION,
	TOKEN_INVERTED,
	TOKEN_END,
	TOKEN_PARTIAL,
};

struct token {
	enum token_kind kind;
	const char *text; /* the text, or the name in the tag */
	size_t len;
	unsigned line;
	size_t match;       /* of a section: the index of its end */
	const char *indent; /* of a partial alone on its line */
	size_t indent_len;
};

struct tokens {
	struct token *token;
	size_t n, cap;
};

/* Cut a template into tokens that point into it; every section has its end.
 * The caller clears *out whatever is returned. */
int mustache_tokens_scan(struct tokens *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
void mustache_tokens_clear(struct tokens *t);

/* The tokens of a text that is at this address as long as the cache lives;
 * they belong to the cache. */
int mustache_tokens_get(const struct tokens **out,
	struct sp_mustache_cache *cache, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

#endif
