/*
 * Positions in which an order is bound, laid by hand: seat 0 is to move.
 */
#ifndef BOUND_POSITIONS_H
#define BOUND_POSITIONS_H

#include "agent/agent_tests.h"
#include "declare/declare.h"

extern struct sp_declarations bound_declared; /* what seat 0 has declared */

void bound_board(struct scene *s);
void bound_corner(struct scene *s);
void bound_dealing(struct scene *s);
void bound_walled(struct scene *s);
void bound_walled_in(struct scene *s);
void bound_carried_off(struct scene *s);
void bound_strong(struct scene *s);
void bound_treasures(struct scene *s);
void bound_carries(struct scene *s);
void bound_cards(struct scene *s);
void bound_few_cards(struct scene *s);
void bound_mason(struct scene *s);
void bound_no_cards(struct scene *s);
void bound_twins(struct scene *s);
void bound_burning(struct scene *s);
void bound_slime(struct scene *s);
void bound_slime_shut(struct scene *s);
void bound_strewn(struct scene *s);
void bound_strewn_slow(struct scene *s);
void bound_spoils(struct scene *s);
void bound_dagger(struct scene *s);
void bound_blade(struct scene *s);
void bound_bare_blade(struct scene *s);
void bound_far(struct scene *s);
void bound_choice(struct scene *s);
void bound_pushed(struct scene *s);
void bound_pushed_there(struct scene *s);
void bound_draft(struct scene *s);
void bound_discard(struct scene *s);
void bound_discard_spells(struct scene *s);
void bound_pieces(struct scene *s);
void bound_gravity(struct scene *s);
void bound_declaring(struct scene *s);
void bound_earth(struct scene *s);
void bound_adding(struct scene *s);
void bound_water(struct scene *s);
void bound_attacked_adding(struct scene *s);
void bound_attacked_bare(struct scene *s);
void bound_undeclared(struct scene *s);
void bound_defaults_off(struct scene *s);
void bound_declared_pass(struct scene *s);
void bound_declared_spells(struct scene *s);
void bound_declared_ask(struct scene *s);
void bound_declared_by_red(struct scene *s);
void bound_declared_counter(struct scene *s);
void bound_powder(struct scene *s);
void bound_attacked_once(struct scene *s);
void bound_attacked_invisible(struct scene *s);
void bound_attacked_twice(struct scene *s);
/* ... whose spell nobody maintains. */
void bound_permanent(struct scene *s);
void bound_attacked(struct scene *s);
void bound_attacked_in_cloak(struct scene *s);
void bound_attacked_unarmed(struct scene *s);
void bound_carried(struct scene *s);
void bound_stones(struct scene *s);
void bound_lying(struct scene *s);
void bound_declared_all(struct scene *s);
void bound_declared_long(struct scene *s);
void bound_no_burn(struct scene *s);

#endif
