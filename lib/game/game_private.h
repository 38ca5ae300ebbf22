/*
 * Inside of game: zones and pools below the primitive changes.
 */
#ifndef SP_GAME_PRIVATE_H
#define SP_GAME_PRIVATE_H

#include "game/game.h"

/* Put a card into another zone; `known` matters for hands and what lies aside,
 * where `seat` is the pile. Knows nothing of `played` and `thing`. */
void game_move_card(struct sp_game *g, int card, enum sp_zone zone, int seat,
	unsigned known);
void game_find_asides_end(struct sp_game *g);
void game_out_of_hand(struct sp_hand *hand, int card);
/* sp_game_copy into memory of any content. */
void game_copy_fresh(struct sp_game *to, const struct sp_game *from);
/* Nothing that is proposed means it any more. */
void game_forget_dealt(struct sp_game *g, sp_value thing);
/* The seat watches nothing more, and no proposal needs it. */
void game_forget_seat(struct sp_game *g, int seat);
/* Set board.opaque of a square, by the things that lie there. */
void game_find_opaque(struct sp_game *g, sp_value where);

#endif
