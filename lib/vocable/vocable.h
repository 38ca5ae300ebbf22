/*
 * vocable: the words of a game for the parser of orders. Pure.
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

/* What the seat is asked for now, for struct sp_order_words; of a turn that
 * another plays it is that one who is asked. */
enum sp_order_asked sp_vocable_asked(const struct sp_game *view, int seat);

#endif
