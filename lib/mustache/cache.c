/*
 * The tokens of templates that are used again and again: cutting a template
 * into them takes longer than rendering it.
 */
#include "mustache/mustache_private.h"

struct entry {
	const char *text; /* its address is its name */
	struct tokens tokens;
};

struct sp_mustache_cache {
	struct entry **entry; /* apart, so that none moves while it is used */
	size_t n;
};

struct sp_mustache_cache *sp_mustache_cache_new(void)
{
	return sp_xcalloc(1, sizeof(struct sp_mustache_cache));
}

void sp_mustache_cache_free(struct sp_mustache_cache *cache)
{
	if (cache == NULL)
		return;
	for (size_t i = 0; i < cache->n; i++) {
		mustache_tokens_clear(&cache->entry[i]->tokens);
		sp_free(cache->entry[i]);
	}
	sp_free(cache->entry);
	sp_free(cache);
}

int mustache_tokens_get(const struct tokens **out,
	struct sp_mustache_cache *cache, const char *text, size_t len,
	struct sp_error *e)
{
	struct entry *entry;
	int rc;

	for (size_t i = 0; i < cache->n; i++) {
		if (cache->entry[i]->text == text) {
			*out = &cache->entry[i]->tokens;
			return SP_OK;
		}
	}
	entry = sp_xcalloc(1, sizeof(*entry));
	entry->text = text;
	rc = mustache_tokens_scan(&entry->tokens, text, len, e);
	if (rc != SP_OK) {
		mustache_tokens_clear(&entry->tokens);
		sp_free(entry);
		return rc;
	}
	cache->entry =
		sp_xrealloc(cache->entry, cache->n + 1, sizeof(struct entry *));
	cache->entry[cache->n++] = entry;
	*out = &entry->tokens;
	return SP_OK;
}
