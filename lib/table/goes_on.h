/* What an order says beyond its command, and whether a walk was cut short. */
#ifndef SP_TABLE_GOES_ON_H
#define SP_TABLE_GOES_ON_H

#include "table/sitting.h"

/* Where an order was given. */
struct table_begun {
	uint16_t square;   /* of the walker */
	uint16_t expected; /* where its walk leads; SP_NOWHERE: no walk */
	int8_t actor;      /* the walker; SP_NOBODY */
	/* The walk leads over its end before it is there. */
	bool returns;
	int moves; /* left before it */
	int takes; /* of those, all of the walk */
};

/* Take "you are asked" off the end: what is answered in the same breath is not
 * asked. */
void table_drop_asked(struct sp_buf *text);
/* True if this seat is asked for the next slot of a cast, and for nothing else.
 */
bool table_is_aiming(const struct sp_sitting *sitting);
/* Note where whoever walks by it stands before an order is done. */
void table_note_begun(const struct sp_live *live, const struct sp_bound *bound,
	struct table_begun *out);
/* True if the walk has ended somewhere else than its order leads, or where it
 * leads before all its steps were made: something stopped it, or led it
 * astray. */
bool table_is_cut(const struct sp_live *live, const struct table_begun *begun);
/* Answer what is asked now with what the order says of it, as long as it does;
 * append what came of it to `text`, behind the rest. */
int table_go_on_with(struct sp_sitting *sitting, const struct sp_order *order,
	const struct sp_bound *first, const struct table_begun *begun,
	const char *input, struct sp_buf *written, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;

#endif
