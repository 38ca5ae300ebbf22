/* A text with its board as a page of HTML. */
#include "doctor/doctor_private.h"
#include "typeset/typeset.h"

/* Where the drawing stands in a body, from the start of a line; NULL: nowhere.
 */
static const char *find_board(const char *body, const char *drawing)
{
	const char *at = body;

	while ((at = strstr(at, drawing)) != NULL) {
		if (at == body || at[-1] == '\n')
			return at;
		at++;
	}
	return NULL;
}

void sp_doctor_page(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const char *body, size_t len, struct sp_buf *out)
{
	struct sp_buf drawing, text;
	const char *rest, *at = NULL;

	sp_buf_init(&drawing, SIZE_MAX);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_add(&text, body, len);
	rest = sp_buf_str(&text);
	sp_buf_adds(out,
		"<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
		"</head>\n<body style=\"background:#fff;color:#222\">\n"
		"<pre style=\"font-family:monospace;font-size:14px;"
		"line-height:1.25\">\n");
	if (g != NULL) {
		sp_render_board(ruleset, g, NULL, &drawing);
		at = find_board(rest, sp_buf_str(&drawing));
	}
	if (at != NULL) {
		sp_typeset_escape(rest, (size_t)(at - rest), out);
		sp_render_board(ruleset, g, doctor_paint, out);
		rest = at + drawing.len;
	}
	sp_typeset_escape(rest, strlen(rest), out);
	sp_buf_adds(out, "</pre>\n</body></html>\n");
	sp_buf_free(&text);
	sp_buf_free(&drawing);
}
