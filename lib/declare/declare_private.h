/* declare, inside: how much room declarations take, and their counters. */
#ifndef SP_DECLARE_PRIVATE_H
#define SP_DECLARE_PRIVATE_H

#include "declare/declare.h"

/* How long a line is in the sealed box: a string of JSON with a line feed. */
size_t declare_line_bytes(const char *text);
/* How long all of them are but line `but` (-1: all). */
size_t declare_bytes(const struct sp_declarations *d, int but);

/* The first counter that the seat cannot play now but may yet draw, -1: it has
 * not got the card, or (*worth above 0) no other card that is worth the energy
 * that it says. *missing: how many of them. */
int declare_missing(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *o,
	int *missing, int *worth);
/* The first counter that is asked for a place, *slot, and names none: whoever
 * declares cannot know how many will fit; -1. */
int declare_placeless(
	const struct sp_ruleset *ruleset, const struct sp_order *o, int *slot);
/* The first card that a counter is to be paid with and that is worth no energy,
 * whoever holds it; NULL. One that changes what it goes with pays for nothing.
 */
const struct sp_named *declare_worthless(
	const struct sp_ruleset *ruleset, const struct sp_order *o);
/* The reaction points that a subject is about, as bits. */
unsigned declare_points(enum sp_condition_about subject);
/* Can the card be played as one of these types (bits)? */
bool declare_plays_as(const struct sp_card *card, unsigned types);
/* Why it is noted; `card` and `worth`: what declare_missing says. */
enum sp_agent_reason declare_noted(
	const struct sp_order *o, int card, int worth);
/* Change the note of line out->line where it does less than whoever wrote it
 * may think. */
void declare_warn(const struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_order *o, struct sp_bound *out);
/* Take the counter of this clause out of the order. */
void declare_drop_counter(struct sp_order *o, int clause);

/* Read line i again; false: it is no order any more. sp_order_clear. */
bool declare_read_line(const struct sp_declarations *d, int i,
	const struct sp_order_words *words, struct sp_orders *out);
/* The phrases behind the line's own `by`; returns how many. */
int declare_own_list(const struct sp_order *o, int *first);

/* ---- preferences (prefer.c) ---------------------------------------------- */

/* Append "prefer west, south", "prefer Dagger, cheapest". */
void declare_add_preference(const struct sp_ruleset *ruleset,
	const struct sp_order *o, struct sp_buf *out);
/* The phrase of the cards that the line prefers; NULL: it names none. */
const struct sp_order_phrase *declare_preferred(const struct sp_order *o);

/* ---- conditions (while.c, harm.c) --------------------------------------- */

/* In this order `not` turns one around the middle. */
enum declare_truth { DECLARE_FALSE, DECLARE_UNKNOWN, DECLARE_TRUE };

/* What a wizard would suffer. */
struct declare_harm {
	int most; /* life that is lost, where dice decide at most */
	bool deadly;
};
/* Foresee what the open reaction does to the wizard of the seat if nobody
 * answers it; false: something that the viewer does not know decides. */
bool declare_foresee_harm(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, int seat,
	struct declare_harm *out);

/* The open reaction, as bystanders see it. */
struct declare_facts {
	const struct sp_ruleset *ruleset;
	struct sp_game *g; /* owned */
	int seat;          /* whose declarations they are */
	int cast;          /* what is answered, or whose damage it is; -1 */
	int by;            /* the actor who does it; SP_NOBODY */
	int element;       /* of the damage: enum sp_element */
	bool asked;        /* a choice is open, and no reaction */
	bool looked, foreseen;
	struct declare_harm harm;
};
/* Look at the reaction that is open, or at the choice or discard that is. */
void declare_facts_begin(struct declare_facts *f,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat);
void declare_facts_asked(struct declare_facts *f,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat);
void declare_facts_end(struct declare_facts *f);
/* True if it is of one of these kinds, or cards, or by one of these players:
 * those of `n` phrases of the order. */
bool declare_is_by(const struct declare_facts *f, const struct sp_order *o,
	int first, int n, int kinds);
/* True if nothing stands behind the line's own `by`, or it is any of that. */
bool declare_is_by_own(const struct declare_facts *f, const struct sp_order *o);
/* True if the conditions of the line hold for certain. */
bool declare_holds(struct declare_facts *f, const struct sp_order *o);
bool declare_is_spell(const struct sp_cast *cast);

/* ---- public defaults (defaults.c) ---------------------------------------- */

/* The damage that the open round is about; NULL: it is about none. */
const struct sp_frame *declare_damage_of(const struct sp_game *g);
/* Does the open reaction name, strike or change what is the seat's? On the view
 * of a bystander. */
enum declare_truth declare_aimed(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

/* ---- what is a seat's own (own.c) --------------------------------------- */

/* True if that is the seat's by what everybody sees, or lies where the seat
 * stands, lives or keeps a treasure. */
bool declare_owns(const struct sp_game *g, int seat, sp_value what);
bool declare_owns_actor(const struct sp_game *g, int seat, int actor);
bool declare_owns_treasure(const struct sp_game *g, int seat, int treasure);
bool declare_owns_played(const struct sp_game *g, int seat, int played);
bool declare_owns_thing(const struct sp_game *g, int seat, int thing);
/* True if the SQUARE is one of those, or the EDGE is a side of one. */
bool declare_is_near(const struct sp_game *g, int seat, sp_value where);

#endif
