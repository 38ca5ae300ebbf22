/* The drawing of a board in colour, as HTML: every style stands in its element,
 * as mail programs drop style sheets. */
#include "doctor/doctor_private.h"
#include "typeset/typeset.h"

/* The ink of a seat's marks and the tint of its sector, by the colour's word.
 */
static const struct {
	const char *colour, *ink, *tint;
} palette[] = {
	{ "red", "#b3001b", "#fbe9e9" },
	{ "blue", "#0b4fb3", "#e8effb" },
	{ "yellow", "#8a6400", "#fbf6dc" },
	{ "green", "#11702b", "#e7f5e9" },
	{ "purple", "#7a1fa0", "#f4e9f9" },
	{ "orange", "#b34a00", "#fdeee0" },
	{ "black", "#000000", "#ededed" },
	{ "white", "#555555", "#fafafa" },
};

static const char *ink_colour(const struct sp_game *g, int seat)
{
	for (size_t i = 0; seat != SP_NOBODY && i < SP_ARRAY_LEN(palette); i++)
		if (sp_streq(palette[i].colour, g->colour[seat]))
			return palette[i].ink;
	return "#333333";
}

static const char *tint_of(const struct sp_game *g, int seat)
{
	for (size_t i = 0; seat != SP_NOBODY && i < SP_ARRAY_LEN(palette); i++)
		if (sp_streq(palette[i].colour, g->colour[seat]))
			return palette[i].tint;
	return "#f2f2f2";
}

static void open_ink(const struct sp_game *g, enum sp_render_ink ink, int seat,
	struct sp_buf *out)
{
	switch (ink) {
	case SP_INK_NONE:
		break;
	case SP_INK_WIZARD:
		sp_buf_addf(out, "<b style=\"background:%s;color:#fff\">",
			ink_colour(g, seat));
		break;
	case SP_INK_HOME:
	case SP_INK_TREASURE:
		sp_buf_addf(out, "<b style=\"color:%s\">", ink_colour(g, seat));
		break;
	case SP_INK_THING:
		sp_buf_adds(out, "<b style=\"color:#7a4a12\">");
		break;
	case SP_INK_DOOR:
		sp_buf_adds(out, "<b style=\"color:#a0521c\">");
		break;
	case SP_INK_EXIT:
		sp_buf_adds(out, "<b style=\"color:#006d6d\">");
		break;
	}
}

/* Characters of one floor. */
static void add_inks(const struct sp_game *g, const char *text,
	const uint8_t ink[], const int8_t owner[], size_t n, struct sp_buf *out)
{
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && ink[end] == ink[i] && owner[end] == owner[i])
			end++;
		open_ink(g, (enum sp_render_ink)ink[i], owner[i], out);
		sp_typeset_escape(text + i, end - i, out);
		if (ink[i] != SP_INK_NONE)
			sp_buf_adds(out, "</b>");
		i = end;
	}
}

void doctor_paint(const struct sp_game *g, const char *text,
	const uint8_t ink[], const int8_t owner[], const int8_t floor[],
	size_t n, struct sp_buf *out)
{
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && floor[end] == floor[i])
			end++;
		if (floor[i] != SP_NOBODY)
			sp_buf_addf(out, "<span style=\"background:%s\">",
				tint_of(g, floor[i]));
		add_inks(g, text + i, ink + i, owner + i, end - i, out);
		if (floor[i] != SP_NOBODY)
			sp_buf_adds(out, "</span>");
		i = end;
	}
}
