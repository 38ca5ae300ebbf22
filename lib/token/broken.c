/*
 * Lines that a mail program broke: they are as wide as programs break lines,
 * and the next word would not have fit into them, nor into any line of the
 * mail.
 */
#include "token/token.h"

/* Columns of a line that a mail program may have broken behind. */
#define BROKEN_LEAST 60
#define BROKEN_MOST  80

/* Columns of the line at `start`, which ends at *end. */
static size_t width_at(const char *text, size_t n, size_t start, size_t *end)
{
	size_t len = 0;

	while (start + len < n && text[start + len] != '\n' &&
		text[start + len] != '\r')
		len++;
	*end = start + len;
	while (len > 0 && sp_is_space((unsigned char)text[start + len - 1]))
		len--;
	return sp_utf8_width(text + start, len);
}

size_t sp_token_widest(const char *text, size_t n)
{
	size_t most = 0, end;

	for (size_t at = 0; at < n; at = end + 1) {
		size_t width = width_at(text, n, at, &end);

		if (width > most && memchr(text + at, ' ', end - at) != NULL)
			most = width;
	}
	return most;
}

bool sp_token_may_be_broken(
	const char *text, size_t n, size_t above, size_t below, size_t widest)
{
	size_t end, width = width_at(text, n, above, &end);

	while (below < n && text[below] != '\n' && text[below] != '\r' &&
		sp_is_space((unsigned char)text[below]))
		below++;
	for (end = below; end < n && !sp_is_space((unsigned char)text[end]);)
		end++;
	if (width < BROKEN_LEAST || width > BROKEN_MOST)
		return false;
	width += 1 + sp_utf8_width(text + below, end - below);
	return width > widest && width > BROKEN_LEAST + 4;
}

bool sp_token_may_be(const char *word, const char *verb)
{
	unsigned known = 0, n = 0;

	for (; *word != '\0' && verb[n] != '\0'; n++) {
		size_t len;

		if (sp_token_char(word, strlen(word), &len) != SP_TOKEN_LOST) {
			if (*word != verb[n])
				return false;
			known++;
		}
		word += len;
	}
	return *word == '\0' && verb[n] == '\0' && n >= 3 && 2 * known >= n;
}
