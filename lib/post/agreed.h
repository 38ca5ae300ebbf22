/* What a mail says to what an earlier one left open (meant.c). */
#ifndef SP_POST_AGREED_H
#define SP_POST_AGREED_H

#include "post/post_private.h"

/* ---- what was offered (agreed.c) ------------------------------------------ */

/* True if the mail says yes, no, A or B: it may answer an offer. */
bool post_agreed_is_answer(const struct sp_sitting *sitting);
/* Answer the offer of an earlier mail, `kept` as `meant` was then, where this
 * mail says yes, no, A or B to it and nothing else: what was offered takes the
 * place of its orders. False: the mail says something else. `over`: the game
 * went on since, and nothing of it is done. *closed: it is offered no more. */
bool post_agreed_answer(struct sp_sitting *sitting,
	char *const kept[SP_TABLE_READINGS], bool over, bool *closed);
/* Have these orders, and what the answer says beside itself. */
void post_agreed_take(struct sp_sitting *sitting, const char *orders);
/* Tell that the answer does nothing: "refused" in the receipt, or "done", where
 * what it says beside itself is done. Returns true. */
bool post_agreed_tell(
	struct sp_sitting *sitting, const char *key, const char *text);
/* True if a word of the line may limit or take back what stands beside it. */
bool post_agreed_is_limited(const char *line, size_t len);
/* True if each line from `text` on is no more than a courtesy. One of them may
 * say yes in more words: *yes is true then. */
bool post_agreed_are_courtesies(const char *text, size_t len, bool *yes);
/* True for what is done beside an answer, and takes nothing of it back. */
bool post_agreed_is_beside(const struct sp_order_line *line);

/* ---- a line in its place (rest.c) ----------------------------------------- */

/* What is kept of a mail that stopped at a line. */
struct post_rest {
	char *orders; /* behind that line, a line each; NULL: nothing is kept */
	char *first;  /* the first order that was done before it; NULL: none */
};

enum post_rest_said {
	POST_REST_ELSE,
	POST_REST_LINE,  /* orders on one line of text, or what may be some */
	POST_REST_DOUBT, /* likewise, and talk that may say otherwise */
	POST_REST_SKIP,  /* leave it out */
};

/* Find what is to be kept of the mail that was just played. The caller clears
 * *out. */
void post_rest_find(struct sp_sitting *sitting, struct post_rest *out);
void post_rest_clear(struct post_rest *rest);
/* Tell of it in the receipt. */
void post_rest_show(struct sp_sitting *sitting, const struct post_rest *rest);
/* What a mail may say to what is kept. */
enum post_rest_said post_rest_said(struct sp_sitting *sitting);
/* Read what is kept behind the line of this mail, or without one: it becomes
 * the orders of the mail. False: the mail is read by itself. `over`: the game
 * went on since. */
bool post_rest_take(struct sp_sitting *sitting, const struct post_rest *rest,
	enum post_rest_said said, bool over);

#endif
