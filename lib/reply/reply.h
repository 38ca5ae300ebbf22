/*
 * reply: what a reply says as a whole. Each of its lines is an order, an error
 * or chatter by itself (lib/order); what stands beside it decides whether it
 * holds.
 *
 * - Behind a condition stand the orders in its braces, or those behind its
 *   colon and those below that begin further right (guards.c).
 * - `end`, `draw`, `pass`, `undo`, `resign`, `no` and answers with `nothing`
 *   wait if the mail has an error, or if prose stands above them in their own
 *   paragraph (waits.c).
 * - "Preview:" or a lone `try`: the orders below are tried, not done
 *   (preview.c).
 * - "No wait": a line that takes back what stands above makes an error of the
 *   mail's first order (correction.c).
 * - Below the last order, a row of dashes or the like and a few lines to the
 *   end of the mail are a signature: "Move Inc." is no order there
 *   (signature.c).
 * - A name alone, the last line of the mail, is no part of the press above it
 *   (press_end.c).
 * - "Done" holds nothing back where an order stands below it, or where the mail
 *   has an `end`, `pass` or `resign` (done.c).
 * - Numbers of the mail's list are its orders (numbers.c).
 * - A direction alone is a walk beside orders, and an error elsewhere
 *   (alone.c).
 */
#ifndef SP_REPLY_H
#define SP_REPLY_H

#include "order/order.h"

/* Parse a whole reply as sp_order_parse does, and judge its lines by each
 * other. The caller clears *out with sp_order_clear. */
void sp_reply_parse(struct sp_orders *out, const char *text, size_t len,
	const struct sp_order_words *words);

/* The list of a mail, by its numbers. */
struct sp_reply_list {
	void *of;
	/* The order behind a number from 1; NULL: there is no such number. */
	const char *(*text)(void *of, int number);
	bool answers; /* counters: several stand in one order */
};

/* The text of a reply with the orders of the list in place of its numbers.
 * Owned by the caller. */
char *sp_reply_unnumber(const char *text, const struct sp_reply_list *list);

/* Make a `yes` of a sentence that begins with one ("yes, I take the seat,
 * thanks"), of a mail that answers an invitation: nothing in it may limit that,
 * and it has no other order but `luck`. */
void sp_reply_assent(struct sp_orders *orders);

/* Make one order of the answer at `i` and of those that follow it, as people
 * write a list on several lines. Returns the index behind them, at least
 * i + 1. */
int sp_reply_join(struct sp_orders *orders, int i);

/* Find in text[*from, end) where a sentence begins that takes back what stands
 * above it: *from becomes that place, and *rest where what holds in its place
 * begins. False: nothing does. */
bool sp_reply_takes_back(
	const char *text, size_t *from, size_t end, size_t *rest);
/* One of the two readings (`which` is 0 or 1) of a mail that says `before`,
 * then takes back, then says `rest`. Of one order before: the rest alone, or
 * both; of several: the rest in place of the last, or alone. `elliptic`: the
 * rest is but the end of an order, of which the last one before has the
 * beginning. Owned by the caller; NULL: it has no such reading. */
char *sp_reply_reading(const struct sp_orders *before, const char *rest,
	int which, bool elliptic);

/* True if a line from `from` on is an order that changes the game. */
bool sp_reply_goes_on(const struct sp_orders *orders, int from);

/* Append the words of a press as its writer meant them: lines that a mail
 * program broke are joined again, those that the writer broke and empty lines
 * stay; bars before lines go if one stands before its first. Lines end in \n,
 * but the last one. */
void sp_reply_press_text(const struct sp_orders *orders,
	const struct sp_order *order, struct sp_buf *out);
/* True if prose below the press at `i`, behind the empty line that ended it,
 * may have been meant as more of it: *left is a slice of the text of its mail.
 */
bool sp_reply_press_left(
	const struct sp_orders *orders, int i, struct sp_order *left);

#endif
