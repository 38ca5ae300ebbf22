/*
 * Colours of a terminal. Of the eight that every terminal has none reads well
 * on white and on black alike, so a mark of the board has its own ground:
 * wizards light on their colour, what is theirs in their colour on what sets it
 * off. Words are bold at most; what was refused is red, which reads on both.
 */
#include "parlour_private.h"

#define OFF  "\033[0m"
#define BOLD "\033[1m"
#define RED  "\033[1;31m"

static const struct {
	const char *colour, *wizard, *own;
} palette[] = {
	{ "red", "\033[1;37;41m", "\033[31;47m" },
	{ "blue", "\033[1;37;44m", "\033[34;47m" },
	{ "yellow", "\033[30;43m", "\033[33;40m" },
	{ "green", "\033[30;42m", "\033[32;40m" },
	{ "purple", "\033[1;37;45m", "\033[35;47m" },
	{ "orange", "\033[30;43m", "\033[33;40m" },
	{ "black", "\033[1;37;40m", "\033[30;47m" },
	{ "white", "\033[30;47m", "\033[37;40m" },
};

static const char *ink_of(
	const struct sp_game *g, enum sp_render_ink ink, int seat)
{
	size_t i = 0;

	switch (ink) {
	case SP_INK_NONE:
		return "";
	case SP_INK_THING:
	case SP_INK_DOOR:
	case SP_INK_EXIT:
		return BOLD;
	case SP_INK_WIZARD:
	case SP_INK_HOME:
	case SP_INK_TREASURE:
		break;
	}
	while (seat != SP_NOBODY && i < SP_ARRAY_LEN(palette) &&
		!sp_streq(palette[i].colour, g->colour[seat]))
		i++;
	if (seat == SP_NOBODY || i == SP_ARRAY_LEN(palette))
		return BOLD;
	return ink == SP_INK_WIZARD ? palette[i].wizard : palette[i].own;
}

static void run(const struct sp_game *g, const char *text, const uint8_t ink[],
	const int8_t owner[], const int8_t floor[], size_t n,
	struct sp_buf *out)
{
	(void)floor;
	for (size_t i = 0; i < n;) {
		const char *on =
			ink_of(g, (enum sp_render_ink)ink[i], owner[i]);
		size_t end = i + 1;

		while (end < n && ink[end] == ink[i] && owner[end] == owner[i])
			end++;
		sp_buf_addf(out, "%s%.*s%s", on, (int)(end - i), text + i,
			*on != '\0' ? OFF : "");
		i = end;
	}
}

/* A heading stands above indented lines. */
static bool is_heading(const char *line, size_t n)
{
	const char *next = line + n + (line[n] == '\n');

	return n > 0 && n < 50 && *line != ' ' && *line != '|' &&
	       *line != '.' && line[n - 1] != '.' && line[n - 1] != ',' &&
	       sp_starts(next, "  ");
}

/* "  3  move to c4": the figures of a number in the list. */
static size_t numbered(const char *line, size_t n)
{
	size_t blanks = strspn(line, " "), figures;

	if (blanks == 0 || blanks > 4)
		return 0;
	figures = strspn(line + blanks, "0123456789");
	return figures > 0 && blanks + figures + 2 < n &&
			       sp_starts(line + blanks + figures, "  ")
		       ? blanks + figures
		       : 0;
}

static void paint_line(const char *line, size_t n, struct sp_buf *out)
{
	static const char *const bad[] = { "Refused", "I did not understand",
		"Not done" };
	size_t number = numbered(line, n);

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		if (strlen(bad[i]) == n && sp_starts(line, bad[i])) {
			sp_buf_addf(out, RED "%.*s" OFF "\n", (int)n, line);
			return;
		}
	if (is_heading(line, n))
		sp_buf_addf(out, BOLD "%.*s" OFF "\n", (int)n, line);
	else
		sp_buf_addf(out, "%s%.*s%s%.*s\n", number > 0 ? BOLD : "",
			(int)number, line, number > 0 ? OFF : "",
			(int)(n - number), line + number);
}

static void paint_lines(const char *text, size_t len, struct sp_buf *out)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n))
		paint_line(line, n, out);
}

void sp_parlour_paint(
	const struct sp_parlour *p, const char *text, struct sp_buf *out)
{
	const struct sp_ruleset *r = p->live->ruleset;
	struct sp_buf plain, painted;
	const char *at;

	sp_buf_init(&plain, SIZE_MAX);
	sp_buf_init(&painted, SIZE_MAX);
	sp_render_board(r, &p->live->game, NULL, &plain);
	sp_render_board(r, &p->live->game, run, &painted);
	while ((at = strstr(text, sp_buf_str(&plain))) != NULL) {
		paint_lines(text, (size_t)(at - text), out);
		sp_buf_adds(out, sp_buf_str(&painted));
		text = at + plain.len;
	}
	paint_lines(text, strlen(text), out);
	sp_buf_free(&plain);
	sp_buf_free(&painted);
}

void sp_parlour_prompt(
	const struct sp_parlour *p, bool colour, struct sp_buf *out)
{
	const struct sp_game *g = &p->live->game;
	const char *on = colour ? ink_of(g, SP_INK_WIZARD, p->seat) : "";

	sp_buf_addf(out, "%s%s%s> ", on, g->colour[p->seat], colour ? OFF : "");
}
