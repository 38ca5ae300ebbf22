/*
 * refusal: why something may not be done, in a player's words: what the rules
 * have against it, what the binder says of an order, what is wrong with a line.
 * Those give reasons with named arguments; the sentences are here. Pure.
 */
#ifndef SP_REFUSAL_H
#define SP_REFUSAL_H

#include "agent/agent.h"
#include "order/order.h"

/* Why something may not be done, in a player's words, without a final full
 * stop; nothing for SP_REASON_NONE. The position is that in which it was
 * refused. Appends at most 239 bytes. */
void sp_refusal_say(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_refusal *why, struct sp_buf *out);

/* What the binder says of an order, refused or not, likewise: what the rules
 * have against it, then the binder's own note; nothing where it has nothing to
 * say. The position is the view that it was given. Appends at most 558 bytes.
 */
void sp_refusal_say_bound(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_bound *bound,
	struct sp_buf *out);

/* What is wrong with a line of orders, likewise. */
void sp_refusal_say_mistake(
	const struct sp_order_mistake *mistake, struct sp_buf *out);

/* The two-line form of a mistake, appended with a final newline:
 *
 *     line 4: punch gren
 *                   ^^^^ no player "gren"; did you mean green?
 *
 * A long line is shown around the mistake; a message that would pass column 70
 * goes below the caret, wrapped. `suggestion` may be NULL or ""; it is put as
 * a question if it `asks`, as whoever reads it can answer. Also for what a rule
 * refused, with the place of the phrase. */
void sp_refusal_show(const struct sp_orders *orders,
	const struct sp_order_place *place, const char *message,
	const char *suggestion, bool asks, struct sp_buf *out);

#endif
