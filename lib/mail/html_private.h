/*
 * What the files that make text of HTML share.
 */
#ifndef SP_HTML_PRIVATE_H
#define SP_HTML_PRIVATE_H

#include "mail_private.h"

/* How an element shows its text, as far as orders go. */
struct sp_html_look {
	bool gone;      /* takes no place: display:none */
	bool unseen;    /* takes place, but nobody sees it: opacity, clipped */
	bool struck;    /* crossed out: its writer does not mean it */
	bool invisible; /* visibility; an element inside may be visible */
	bool tiny;      /* font-size 0; an element inside may be larger */
	bool pre;       /* keeps its lines */
};

/* Change the look that an element inherits by its attributes: name and value
 * in turn, up to a NULL name. */
void sp_html_look(
	struct sp_html_look *look, const char *element, const char **atts);

#endif
