/*
 * agent, inside: one order being bound.
 *
 * Circle: binding and suggesting. A refused order is answered with one that
 * binds, and what is suggested was bound first.
 */
#ifndef SP_AGENT_PRIVATE_H
#define SP_AGENT_PRIVATE_H

#include "agent/agent.h"
#include "sense/sense.h"

/* A command in words, and parts of one. */
#define AGENT_TEXT_SIZE 320

struct sp_binding {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat; /* whose wizard and hand it is about */
	int by;   /* who gives it: another seat where that plays the turn */
	const struct sp_order *order;
	struct sp_bound *out; /* its command is the one being made */
	/* Bound for the sake of a suggestion: make none for it in turn. */
	bool quiet;
};

/* Who does what is ordered: the creature that acts, else the wizard. */
static inline int agent_actor(const struct sp_binding *b)
{
	return b->seat == b->view->active ? sp_game_acting(b->view) : b->seat;
}

/* An empty command about the seat's wizard, of whoever answers for it. */
static inline void agent_command_init(
	struct sp_command *c, const struct sp_game *view, int seat)
{
	sp_law_command_init(c, view, sp_game_answerer(view, seat));
}

/* "blue's treasure", which order reads: with its number if the owner's other
 * one lies in the same square. With `place` with its square, "blue's treasure
 * e5", or its number if the other one is there, carried or not. Appends. */
void agent_add_treasure(const struct sp_game *view, int treasure, bool place,
	struct sp_buf *out);

bool agent_bind_order(struct sp_binding *b);

/* Set the verb and ask whether it may be used at all; if not, refuse. */
bool agent_verb(struct sp_binding *b, enum sp_verb verb);
/* The legal answers to the next slot of the command. */
void agent_domain(const struct sp_binding *b, struct sp_domain *out);
bool agent_offers(const struct sp_domain *domain, int value);
void agent_answer(struct sp_binding *b, int value);
/* Check the command that was made: ok, or refused in the words of the rules,
 * with the phrase at fault. Returns ok. */
bool agent_finish(struct sp_binding *b);
/* Refuse with a reason of our own; the second has arguments. Always false. */
bool agent_refuse(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason);
bool agent_refuse_note(struct sp_binding *b, const struct sp_order_place *at,
	const struct sp_agent_note *note);
/* Refuse what the player wrote so. Always false. */
bool agent_refuse_quoted(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason, const char *quoted);
/* Refuse what concerns a type of card, or the order itself (-1). Always false.
 */
bool agent_refuse_type(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason, int type);
/* Add a value to those of the note. */
void agent_list(struct sp_binding *b, sp_value value);
/* Add cards, of each type one; those of the hand. */
void agent_list_kinds(struct sp_binding *b, const sp_value card[], int n);
void agent_list_hand(struct sp_binding *b);
/* Refuse with the rules' reason. Always false. */
bool agent_refuse_law(struct sp_binding *b, const struct sp_order_place *at,
	const struct sp_refusal *why);
/* Suggest a command, if it is legal. */
void agent_suggest_command(struct sp_binding *b, const struct sp_command *c);
/* Refuse an order that puts a carried item or a spell in play away
 * by the verb of another, and suggest the right one. True if it was refused. */
bool agent_refuse_put_away(struct sp_binding *b, enum sp_verb verb);
/* Suggest what would be sensible now. */
void agent_suggest_any(struct sp_binding *b);

/* name.c */
/* The type of card that a reference is of; -1. */
int agent_type_of(const struct sp_ruleset *ruleset, const struct sp_game *view,
	sp_value value);
/* Find a card of that type in the seat's hand (`hand`), in its play area, or on
 * the board (not `hand`): CARD, PLAYED or THING; SP_NOTHING if there is none.
 */
sp_value agent_own_of_type(const struct sp_binding *b, int type, bool hand);
/* True if that is a card of the hand, or is played from where it lies: it is
 * carried, or a spell that can be used while it lasts. */
bool agent_is_playable(const struct sp_binding *b, sp_value own);
/* "c4" or "home"; SP_NOWHERE. */
uint16_t agent_square(const struct sp_binding *b, const char *where);
/* True if numbers that answer the slot (-1: of no card) are written as such:
 * not directions, schools, or yes and no. */
bool agent_asks_number(const struct sp_ruleset *ruleset, int slot);
/* Can the name, or every name of the phrase, mean this value? */
bool agent_fits(const struct sp_binding *b, int slot, sp_value value,
	const struct sp_named *name);
/* True if the treasure is that of a seat, SP_ORDER_MINE or -1 for anybody's. */
bool agent_treasure_is_of(const struct sp_binding *b, int treasure, int seat);
bool agent_fits_phrase(const struct sp_binding *b, int slot, sp_value value,
	const struct sp_order_phrase *part);

/* aside.c: watches and deals. */
bool agent_bind_aside(struct sp_binding *b);

/* fill.c: orders of cards. */
bool agent_bind_cards(struct sp_binding *b);
/* fill.c: the answer to the open choice by a number of its list, which the
 * phrase of this number says. */
bool agent_bind_number(struct sp_binding *b, int phrase);

/* plan.c: the walker behind the first n answers of a command that casts or
 * answers, all of them offered; false: it is another. */
struct sp_casting;
bool agent_plan_casting(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c, int n,
	struct sp_casting *out);
/* plan.c: does the command leave its slots until a die was thrown? */
bool agent_plan_puts_off(
	const struct sp_binding *b, const struct sp_command *c);

/* ticked.c: an answer to a discard decision, by names and numbers. */
bool agent_bind_give_up(struct sp_binding *b);
/* ticked.c: are these several steps, where a way is asked for step by step? The
 * first is the command. */
bool agent_is_way(const struct sp_binding *b);
bool agent_bind_way(struct sp_binding *b);
/* ticked.c: if a way is asked for step by step and the order names the square
 * to which it is to lead, suggest the steps, if any lead there. False: it asks
 * or says something else. */
bool agent_suggest_way(struct sp_binding *b);
/* ticked.c: answers to a choice that is asked again, by names and numbers; the
 * first is the command. */
bool agent_bind_several(struct sp_binding *b);
/* How many cards of its hand this card stands for, in a choice, where equal
 * cards are one answer; 1 for all else. */
int agent_count_equal(const struct sp_ruleset *ruleset,
	const struct sp_game *view, sp_value value);
/* Everything that may go, as players see it: equal cards together; and how much
 * of it must. */
int agent_give_up_list(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, sp_value out[SP_GIVE_UP_MAX],
	int *need);
/* An answer by numbers, "1, 4": what is in `taken` (indexes of the list; NULL:
 * none), and what a deadline would take. False, and "": none, or too long. */
bool agent_give_up_numbers(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const bool taken[],
	char out[SP_AGENT_ORDER_SIZE]);

/* suggest_cards.c: suggestions of games with cards, appended up to `max`;
 * return how many there are then. */
int agent_suggest_spells(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[], int n,
	int max);
/* For a seat that is asked something: pass and its counters, or its choices. */
int agent_suggest_answers(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max);

/* walk.c */
bool agent_bind_steps(struct sp_binding *b);
bool agent_bind_goal(struct sp_binding *b);
/* A shortest way of the actor to the square past what it cannot enter, `safe`:
 * and past everything that does harm. How many steps; -1: no way. */
int agent_way(const struct sp_binding *b, int actor, uint16_t goal, bool safe,
	int way[SP_ANSWERS_MAX]);
/* True if something lies there that hurts whoever of this seat walks in. */
bool agent_is_hurt_at(const struct sp_binding *b, uint16_t square);

#endif
