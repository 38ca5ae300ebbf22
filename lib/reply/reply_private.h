/* reply, inside: how lines are judged by each other. */
#ifndef SP_REPLY_PRIVATE_H
#define SP_REPLY_PRIVATE_H

#include "reply/reply.h"

/* True for an order that changes the game. */
bool reply_changes_game(const struct sp_order_line *line);
/* Put a `try` in place of orders that are to be tried and not done
 * (preview.c). */
void reply_find_preview(
	struct sp_orders *o, const struct sp_order_words *words);
/* Let each line know the condition that it stands behind; what is not clear is
 * an error. */
void reply_find_guards(struct sp_orders *o);
/* Take the writer's name off the end of a press that ends the mail: it becomes
 * a line of chatter (press_end.c). */
void reply_end_press(struct sp_orders *o);
/* Make prose of the errors in a signature below the last order. */
void reply_drop_signature(struct sp_orders *o);
/* Make an error of a walk that is one word and stands among no orders
 * (alone.c). */
void reply_find_alone(struct sp_orders *o);
/* Make chatter of "done" where the mail says more, or goes on. */
void reply_settle_done(struct sp_orders *o, bool in_turn);
/* Make an error of the mail's first order if one is taken back below it. */
void reply_find_correction(struct sp_orders *o);
/* Let each `end`, `pass` and `resign` know what it waits for. */
void reply_find_waits(struct sp_orders *o, const struct sp_order_words *words);

#endif
