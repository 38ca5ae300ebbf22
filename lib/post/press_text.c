/* The words of a press: what may not be in them, and how they are shown. */
#include "post/post_private.h"

/* So wide that no mail program breaks a line of it, even where it is quoted
 * twice: "> > " and "  | " before it make 64 columns. What is broken off is
 * without a mark, and would be read as the reader's own. */
#define SHOWN_COLUMNS 56

/* ---- what may not be in them ---------------------------------------------
 */

/* Lower-case letters and digits, and what else is in `keep`: however a mail
 * program broke or marked the text. */
static char *squeezed(const char *text, const char *keep)
{
	char *out = sp_xmalloc(strlen(text) + 1), *to = out;

	for (; *text != '\0'; text++)
		if (sp_is_alnum((unsigned char)*text) ||
			strchr(keep, *text) != NULL)
			*to++ = (char)sp_lower((unsigned char)*text);
	*to = '\0';
	return out;
}

static bool contains(const char *text, const char *words, const char *keep)
{
	char *wanted = squeezed(words, keep);
	bool yes = *wanted != '\0' && strstr(text, wanted) != NULL;

	sp_free(wanted);
	return yes;
}

#define ADDRESS_MARKS "@.+-_%"

/* A reply address, whole or its token alone. */
static int has_key(const struct sp_sitting *sitting, const char *text,
	bool *yes, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	char *bare = squeezed(text, ""),
	     *marked = squeezed(text, ADDRESS_MARKS);
	int rc = SP_OK;

	*yes = sp_mail_reply_address_in(text, strlen(text)) ||
	       sp_mail_reply_address_in(marked, strlen(marked));
	for (int s = 0; s < live->setup.n_seats && rc == SP_OK && !*yes; s++) {
		char token[SP_TOKEN_TEXT];

		rc = sp_seal_token(token, &live->secrets, live->setup.colour[s],
			SP_TOKEN_PLAY, (uint64_t)live->people[s].epoch, e);
		*yes = rc == SP_OK && strstr(bare, token) != NULL;
	}
	sp_free(bare);
	sp_free(marked);
	return rc;
}

/* One of the writer's own addresses. Those of others are not looked for: who is
 * told that a text holds one has learned whose it is. */
static int has_address(const struct sp_sitting *sitting, const char *text,
	bool *yes, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_address_row *rows = NULL;
	char *marked = squeezed(text, ADDRESS_MARKS);
	size_t n = 0;
	int rc = sp_registry_seat_addresses(sitting->office->registry,
		live->gid, live->setup.colour[sitting->seat], &rows, &n, e);

	*yes = contains(marked, sitting->from, ADDRESS_MARKS);
	for (size_t i = 0; i < n && rc == SP_OK; i++)
		*yes = *yes || contains(marked, rows[i].address, ADDRESS_MARKS);
	sp_free(rows);
	sp_free(marked);
	return rc;
}

int post_press_check(const struct sp_sitting *sitting, const char *text,
	const char **wrong, struct sp_error *e)
{
	bool yes = false;
	int rc = has_key(sitting, text, &yes, e);

	*wrong = NULL;
	if (rc == SP_OK && yes) {
		*wrong = "not sent: a reply address of this game is in it, and "
			 "whoever has that writes orders for you; take out "
			 "what your mail program put below your words";
		return SP_OK;
	}
	if (rc == SP_OK)
		rc = has_address(sitting, text, &yes, e);
	if (rc == SP_OK && yes)
		*wrong = "not sent: your own address is in it, which the "
			 "others are not to learn from this judge; take it out";
	return rc;
}

/* ---- how they are shown --------------------------------------------------
 */

/* Where a line of n bytes is broken: at the last blank that leaves no more than
 * the columns, else at the first one, else nowhere. */
static size_t break_at(const char *s, size_t n)
{
	size_t best = n;

	if (sp_utf8_width(s, n) <= SHOWN_COLUMNS)
		return n;
	for (size_t i = 1; i < n; i++) {
		if (s[i] != ' ' || s[i - 1] == ' ')
			continue;
		if (best < n && sp_utf8_width(s, i) > SHOWN_COLUMNS)
			break;
		best = i;
	}
	return best;
}

char *post_press_shown(const char *text)
{
	struct sp_cursor c;
	struct sp_buf out;
	const char *line;
	size_t n;

	sp_buf_init(&out, SIZE_MAX);
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		do {
			size_t at = break_at(line, n);

			sp_buf_add(&out, line, at);
			sp_buf_addc(&out, '\n');
			while (at < n && line[at] == ' ')
				at++;
			line += at;
			n -= at;
		} while (n > 0);
	}
	return sp_buf_take(&out);
}
