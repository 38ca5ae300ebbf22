/*
 * What the files that make text of HTML share.
 */
#ifndef SP_HTML_PRIVATE_H
#define SP_HTML_PRIVATE_H

#include "mail_private.h"

/* How an element shows its text, as far as orders go. */
struct sp_html_look {
	bool gone;       /* takes no place: display:none */
	bool unseen;     /* takes place, but nobody sees it: opacity, clipped */
	bool struck;     /* crossed out: its writer does not mean it */
	bool invisible;  /* visibility; an element inside may be visible */
	bool tiny;       /* font-size 0; an element inside may be larger */
	bool pre;        /* keeps its lines */
	uint64_t around; /* which compounds of a sheet it or an element around
			    it matches (html_sheet.c) */
};

/* The rules of a mail's style sheets that hide text or show it. */
struct sp_html_sheet;

void mail_html_sheet_new(struct sp_html_sheet **out, const char *css, size_t n);
void mail_html_sheet_free(struct sp_html_sheet *sheet);
/* Change the look that an element inherits by the rules that match it. Its
 * attributes come behind them. */
void mail_html_sheet_apply(const struct sp_html_sheet *sheet,
	struct sp_html_look *look, const char *element, const char **atts);
/* True if a list of media names print alone. */
bool mail_html_is_for_print(const char *media, size_t n);
/* Change a look by the declarations of a style. */
void mail_html_apply_style(struct sp_html_look *look, const char *style);

/* Change the look that an element inherits by its attributes: name and value
 * in turn, up to a NULL name. */
void mail_html_look(
	struct sp_html_look *look, const char *element, const char **atts);

#endif
