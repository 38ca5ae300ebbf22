/*
 * fill, inside of agent: the answers of a command of cards are found slot by
 * slot. At each the order says which of the legal answers it can mean; where it
 * says nothing, any. The search goes on until two commands are found that read
 * differently, or counts the others, so that "can be meant only one way" needs
 * no rule of its own.
 */
#ifndef SP_AGENT_FILL_H
#define SP_AGENT_FILL_H

#include "agent_private.h"

/* Calls of sp_law_slots for one order. */
#define SP_FILL_LOOKS 400

/* One answer that an order can mean, and what of the order it uses up. */
struct sp_choice {
	sp_value value;
	int8_t part;   /* phrase, or -1 */
	int8_t name;   /* single name (of `with`), or -1 */
	int8_t clause; /* clause (its card), or -1 */
};

struct sp_choices {
	int n;
	struct sp_choice choice[SP_DOMAIN_MAX];
};

/* What the prefix has used of the order, and what its next slot belongs to.
 */
struct sp_fill_at {
	int clause;     /* whose phrases are read */
	int modifier;   /* type of the modifier whose slots are asked, or -1 */
	uint32_t names; /* bits: used */
	uint8_t used[SP_ORDER_PHRASES_MAX];
	int last;            /* phrase of the last answer to a slot, or -1 */
	sp_value last_value; /* and that answer */
	uint8_t clauses;     /* bits: card used */
};

struct sp_fill {
	struct sp_binding *b;
	bool relaxed; /* any command will do: what is left unused does not
			 matter, and the first found is taken */
	bool counts;  /* go on behind the second, to say how many there are */
	int looks;
	int n_found;
	struct sp_command found, other;
	char text[2][AGENT_TEXT_SIZE];
	int n_more; /* that read differently from both; sums of their texts */
	uint32_t more[SP_FILL_LOOKS];
};

/* The answers that the order can mean at a slot, the likeliest first. */
void agent_fill_choices(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out);
void agent_fill_take(const struct sp_fill *f, struct sp_command *c,
	struct sp_fill_at *at, const struct sp_domain *domain,
	const struct sp_choice *choice);
void agent_fill_at_begin(const struct sp_fill *f, struct sp_fill_at *at);
/* What an order can mean at a slot of a verb: the card of its clause; any
 * phrase that was not used yet, and then NONE; one thing that every phrase is
 * about, "rosebush at c4". */
void agent_fill_card(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out);
void agent_fill_listed(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out);
void agent_fill_single(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out);
/* The next clause whose card was not used; -1. */
int agent_fill_next_clause(
	const struct sp_fill *f, const struct sp_fill_at *at);
/* Is it a slot of the modifier that was chosen last? */
bool agent_fill_is_of_modifier(
	const struct sp_fill *f, const struct sp_fill_at *at, int slot);
/* Is the phrase read for this slot of the ruleset? */
bool agent_fill_is_for(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_order_phrase *part, int slot_index);
/* One more, unless it is there already. */
void agent_fill_add(
	struct sp_choices *out, sp_value value, int part, int name, int clause);
/* Add a value that no part of the order says, if the domain has it. */
void agent_fill_offer(
	const struct sp_domain *domain, sp_value value, struct sp_choices *out);
static inline bool agent_fill_is_with(const struct sp_order_phrase *part)
{
	return sp_streq(part->keyword, "with");
}
/* Does the phrase name nothing but a play: "stun"? */
bool agent_fill_is_play_only(
	const struct sp_fill *f, const struct sp_order_phrase *part);
/* May play `i` of the card be meant? One that the order names leaves no other.
 */
bool agent_fill_means_play(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_card *card, int i);
/* A name that pays or modifies, behind `with`. */
static inline bool agent_fill_is_source(const struct sp_named *name)
{
	return name->kind == SP_NAMED_CARD || name->kind == SP_NAMED_NUMBER;
}
/* paying.c: what pays; the energy that was said, as nearly as the hand can. */
void agent_fill_energy(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out);
void agent_fill_nearest_energy(const struct sp_fill *f,
	const struct sp_domain *domain, struct sp_choices *out);
/* Put numbers that are nearer to this one before others: whoever names one that
 * is too much wants the nearest to it. */
void agent_fill_nearest_first(struct sp_domain *domain, sp_value number);
/* The energy of a card that pays. */
int agent_fill_worth(const struct sp_fill *f, sp_value card);
/* unused.c: true if it is an item that only has to be carried. */
bool agent_fill_is_never_used(const struct sp_card *card);
/* The first part of the order that was not used; -1: none. *at: where. */
int agent_fill_unused(const struct sp_fill *f, const struct sp_fill_at *at,
	struct sp_order_place *place);
/* Is all that was not used an answer to slots, no card? */
bool agent_fill_left_is_said(
	const struct sp_fill *f, const struct sp_fill_at *at);
/* Search on from a prefix. */
void agent_fill_search(struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at);

/* explain.c: why nothing was found; refuses. Always false. */
bool agent_fill_explain(struct sp_fill *f, enum sp_verb verb);

#endif
