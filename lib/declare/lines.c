/* Declarations as text, as the box of their commit has them. */
#include "declare_private.h"

size_t declare_line_bytes(const char *text)
{
	size_t n = strlen("\\n");

	for (; *text != '\0'; text++)
		n += *text == '"' || *text == '\\' ? 2 : 1;
	return n;
}

size_t declare_bytes(const struct sp_declarations *d, int but)
{
	size_t bytes = d->no_defaults
			       ? declare_line_bytes(SP_DECLARATION_NO_DEFAULTS)
			       : 0;

	for (int i = 0; i < d->n; i++)
		bytes += i == but ? 0 : declare_line_bytes(d->line[i].text);
	return bytes;
}

void sp_declare_write(const struct sp_declarations *d, struct sp_buf *out)
{
	const char *mark = "";

	if (d->no_defaults) {
		sp_buf_adds(out, SP_DECLARATION_NO_DEFAULTS);
		mark = "\n";
	}
	for (int i = 0; i < d->n; i++) {
		sp_buf_addf(out, "%s%s", mark, d->line[i].text);
		mark = "\n";
	}
}

static bool is_line(const char *s, size_t n)
{
	if (n >= SP_DECLARATION_SIZE || !sp_starts(s, "when "))
		return false;
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)s[i] < ' ' || s[i] == 0x7f)
			return false;
	}
	return sp_utf8_valid(s, n);
}

/* Take the line that tells that the defaults were dropped, if it is that one.
 */
static bool read_no_defaults(
	struct sp_declarations *out, const char *line, size_t n)
{
	const char *words = SP_DECLARATION_NO_DEFAULTS;

	if (out->n > 0 || out->no_defaults || n != strlen(words) ||
		!sp_starts(line, words))
		return false;
	out->no_defaults = true;
	return true;
}

bool sp_declare_read(struct sp_declarations *out, const char *lines)
{
	out->n = 0;
	out->no_defaults = false;
	while (*lines != '\0') {
		size_t n = strcspn(lines, "\n");

		if (!read_no_defaults(out, lines, n)) {
			if (out->n == SP_DECLARATIONS_MAX || !is_line(lines, n))
				return false;
			out->line[out->n].over = false;
			sp_format(out->line[out->n++].text, SP_DECLARATION_SIZE,
				"%.*s", (int)n, lines);
		}
		lines += n;
		if (*lines == '\n' && *++lines == '\0')
			return false;
	}
	return declare_bytes(out, -1) <= SP_DECLARATIONS_BYTES;
}

/* The turn of the seat's at the end of a line; 0: it stands always. */
static int until_turn(const char *line)
{
	static const char words[] = " until my turn ";
	const char *at = strstr(line, words);
	long long turn;

	return at != NULL && sp_parse_int(at + strlen(words), 1, UINT8_MAX,
				     &turn) == SP_OK
		       ? (int)turn
		       : 0;
}

void sp_declare_expire(
	struct sp_declarations *d, const struct sp_game *g, int seat)
{
	for (int i = 0; i < d->n; i++) {
		int turn = until_turn(d->line[i].text);

		d->line[i].over = turn > 0 && g->actor[seat].turns >= turn;
	}
}
