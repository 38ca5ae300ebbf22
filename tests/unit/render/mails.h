/*
 * Mails as the templates of the source tree make them.
 */
#ifndef RENDER_MAILS_H
#define RENDER_MAILS_H

#include "render_tests.h"

/* The commitment in every context. */
#define RENDER_MAIL_COMMIT                                                     \
	"6f1ed002ab5595859014ebf0951522d9"                                     \
	"d0a4b2f8c3e7166d54a9b80c1f2e3d4a"

/* What the host puts into every mail about a game. `seat` NULL: for whoever
 * has none; `g` NULL: before the start. The caller owns it. */
json_t *render_mail_context(const char *seat, const struct sp_game *g);
/* A position of n seats in red's turn 7. */
void render_mail_playing(struct sp_game *g, int n);
/* Two turns as a mail tells them. The caller owns it. */
json_t *render_mail_story(void);
/* A numbered list of orders (taken), what would come of each behind a tab. */
json_t *render_mail_listed(json_t *orders);

/* Render, check the bounds of both forms, compare with the golden file. Takes
 * the context. */
void render_mail_check(const char *name, const char *golden, json_t *context);
/* A copy of our own mail under a reply, with nothing that marks it as a copy,
 * must not play, nor stop what stands above it: no line is an order, nor half
 * one. */
void render_mail_no_orders(const char *text);

/* The file templates/en/<name>.txt, or NULL; kept until it is unloaded. */
const char *render_mail_file(void *payload, const char *name, size_t *len);
void render_mail_unload(void);

#endif
