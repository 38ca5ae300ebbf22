/*
 * An order of cards walked as far as it goes, to say why it means no legal
 * command.
 */
#ifndef SP_AGENT_EXPLAIN_PRIVATE_H
#define SP_AGENT_EXPLAIN_PRIVATE_H

#include "verb_private.h"

/* At each slot what the order says, legal or not, so that the rules can say
 * what is wrong with it. */
struct agent_walk {
	struct sp_fill *f;
	struct sp_command c;
	struct sp_fill_at at;
	struct sp_fill_at behind[SP_ANSWERS_MAX]; /* each of its answers */
	struct sp_domain domain;
	struct sp_order_place place; /* what the last answer comes from */
	bool bent;                   /* a part of the spell has been named */
	bool other; /* what was near changes what the order names */
};

static inline const struct sp_order *agent_walk_order(
	const struct agent_walk *w)
{
	return w->f->b->order;
}

/* unused.c: why it has no use for part `i` of the order, and where (*place). */
struct sp_agent_note agent_walk_no_use(
	const struct agent_walk *w, int i, struct sp_order_place *place);
/* unused.c: why the slot that is asked has no answer: nothing is within the
 * play's range, or nothing is there at all. */
struct sp_agent_note agent_walk_no_answer(
	const struct agent_walk *w, const struct sp_card_slot *slot);
/* unused.c: true if the part is a square of the board, and the slot takes a
 * line between two. */
bool agent_walk_is_half_line(
	const struct agent_walk *w, const struct sp_order_phrase *part);
/* unused.c: the reason, or that a card which only has to be carried is never
 * used. */
enum sp_agent_reason agent_walk_in_hand(
	const struct agent_walk *w, enum sp_agent_reason reason);
/* unused.c: why two cards do not pay as one, and whose name is to blame. False:
 * no payment is asked. */
bool agent_walk_adds_up(const struct agent_walk *w, struct sp_agent_note *out,
	struct sp_order_place *place);
/* unused.c: why its first answer has no such play: it lies on the board, is
 * never used, or is not cast yet. False: for another reason. */
bool agent_walk_no_play(const struct agent_walk *w, struct sp_agent_note *out);
/* unused.c: true if the seat holds a card of this type. */
bool agent_walk_holds(const struct sp_binding *b, int type);
/* unused.c: what the rules have against the value as the next answer. */
enum sp_reason agent_walk_against(const struct agent_walk *w, sp_value value);
/* unused.c: true if it would be right if it were nearer, or seen. */
bool agent_walk_out_of_reach(enum sp_reason reason);
/* suggest.c: true in a turn, when something is cast or used: then it is at
 * somebody or something, while any card pays, and a question has to be answered
 * with something. */
bool agent_walk_is_spell(const struct agent_walk *w);
/* suggest.c: true if a command that could be suggested plays the card as and at
 * what the order names, around its corner and with its number. */
bool agent_walk_keeps(const struct agent_walk *w, const struct sp_command *c);
/* unused.c: how many names of the phrase stand before a way, "n e e" of "blue n
 * e e", which the play asks for only once it is cast; -1: it ends with none. */
int agent_walk_before_way(
	const struct agent_walk *w, const struct sp_order_phrase *part);
/* suggest.c: refuse a spell a part of which is not in the hand: without that it
 * would be another order. True if it was refused. */
bool agent_lacks_part(struct sp_binding *b, enum sp_verb verb);
/* suggest.c: of the corners that the rules offer in place of answer `n` keep
 * those from which the order can be done. */
void agent_walk_keep_corners(const struct agent_walk *w, int n);
/* unused.c: true if it is a play of an item: one that it has only once it is
 * carried, or that makes it carried. */
bool agent_walk_is_item(const struct agent_walk *w);

#endif
