/* Press that is public, in report.txt. */
#include "record/pressed.h"

#include "render/render.h"

#define MARK        "| "
#define HEAD        " writes to all:"
#define LINE_MOST   400                  /* octets of a line */
#define TEXT_MOST   (16 * 1024)          /* of the lines of one press */
#define REPORT_MOST ((size_t)256 * 1024) /* of a report that gets more */

bool sp_record_press_is_public(const struct sp_live *live)
{
	const char *word = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, "press");

	return word != NULL && sp_streq(word, "public");
}

static void add_line(const char *line, size_t n, struct sp_buf *out)
{
	size_t most = n > LINE_MOST ? LINE_MOST : n;

	/* not in the middle of a character */
	while (most < n && most > 0 &&
		((unsigned char)line[most] & 0xc0U) == 0x80)
		most--;
	sp_buf_adds(out, "    " MARK);
	if (sp_utf8_valid(line, most))
		sp_buf_add_line(out, line, most);
	else
		sp_buf_adds(out, "(a line that is no text)");
	sp_buf_adds(out, most < n ? " ...\n" : "\n");
}

void sp_record_press_add(const struct sp_live *live, int seat, const char *text,
	struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_render_report_begin(live->report, &live->game, out);
	sp_render_capital(live->setup.colour[seat], name);
	sp_buf_addf(out, "  %s" HEAD "\n", name);
	size_t most = out->len + TEXT_MOST;
	if (most > REPORT_MOST)
		most = REPORT_MOST;
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		if (out->len + LINE_MOST > most) {
			add_line("[the rest is left out]", 22, out);
			return;
		}
		add_line(line, n, out);
	}
}

bool sp_record_press_is_line(const char *line, size_t n)
{
	while (n > 0 && *line == ' ') {
		line++;
		n--;
	}
	return n >= strlen(MARK) && strncmp(line, MARK, strlen(MARK)) == 0;
}

/* "  Red writes to all:" */
bool sp_record_press_is_head(const char *line, size_t n)
{
	size_t head = strlen(HEAD);

	return n > head && strncmp(line + n - head, HEAD, head) == 0;
}

void sp_record_press_strip(const char *report, struct sp_buf *out)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, report, strlen(report));
	while (sp_cursor_line(&c, &line, &n))
		if (!sp_record_press_is_line(line, n) &&
			!sp_record_press_is_head(line, n))
			sp_buf_addf(out, "%.*s\n", (int)n, line);
}
