/*
 * vocable: the words of a game for the parser of orders, and what places in an
 * order mean on its board. Pure.
 */
#ifndef SP_VOCABLE_H
#define SP_VOCABLE_H

#include "card/card.h"
#include "game/game.h"
#include "order/order.h"

/* The words of a game for the parser: its seats by colour, with their indexes,
 * and in a game with cards the cards of the ruleset (value: the type; near:
 * what `seat` holds, carries, or sees in play), keywords and plays, schools
 * while they are chosen. `seat` may be SP_NOBODY. The strings are borrowed from
 * `view` and `ruleset`. Returns how many. */
#define SP_VOCABLE_MAX (SP_SEATS_MAX + SP_CARD_TYPES_MAX + SP_SCHOOLS_MAX + 128)
size_t sp_vocable_words(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat,
	struct sp_order_vocable out[SP_VOCABLE_MAX]);

/* True if the slot takes squares and nothing else: "east" is the next one. */
bool sp_vocable_asks_square(const struct sp_ruleset *ruleset, int slot);
/* True if the slot takes lines between squares and nothing else. */
bool sp_vocable_asks_line(const struct sp_ruleset *ruleset, int slot);
/* Make one line of two squares side by side that the order names for one, "at
 * c4 c5", one thing of "treasure at c4", a number of "real c4", and leave out
 * what stands at a line, "the wall at c4 east". False: none of it is there, and
 * *out is left alone. */
bool sp_vocable_read_places(const struct sp_ruleset *ruleset,
	const struct sp_board *board, const struct sp_order *order,
	struct sp_order *out);

/* The treasures that the goal "treasure" of a walk may mean: they lie somewhere
 * else than as points in a home base of the writer's. Returns how many, the
 * nearest by way of the seat's first. */
int sp_vocable_goals(const struct sp_game *view, int seat,
	const struct sp_order *order, int out[SP_TREASURES_MAX]);

/* What the seat is asked for now, for struct sp_order_words; of a turn that
 * another plays it is that one who is asked. */
enum sp_order_asked sp_vocable_asked(const struct sp_game *view, int seat);

#endif
