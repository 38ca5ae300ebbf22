/*
 * declare: answers to reactions given ahead of time, `when attacked: counter
 * with shield`.
 *
 * They belong to one seat, are hidden, and lie in the sealed box beside the
 * game. Each is kept as the words of an order, with every card by its whole
 * name, so that words have one implementation: the parser of orders. Pure; what
 * a line says to a reaction is bound by the binder.
 */
#ifndef SP_DECLARE_H
#define SP_DECLARE_H

#include "agent/agent.h"

#define SP_DECLARATIONS_MAX   20
#define SP_DECLARATIONS_BYTES 900 /* all of one seat, as JSON has them */

struct sp_declaration {
	char text[SP_DECLARATION_SIZE]; /* "when attacked: counter with shield"
					 */
	bool over; /* it stood until a turn that has begun: it answers nothing,
		      and goes when the list is changed */
};

struct sp_declarations {
	int n;
	struct sp_declaration line[SP_DECLARATIONS_MAX];
	bool no_defaults; /* the seat dropped the public defaults */
	/* Lines that the mail at hand wrote, bit i for line i; kept nowhere. */
	uint32_t fresh;
};

/* What stands in the list of a seat that dropped them, first of all. */
#define SP_DECLARATION_NO_DEFAULTS "forget defaults"

/* Public defaults, X(symbol, text): what answers for a seat behind its own
 * lines, by what everybody sees. */
#define SP_DEFAULTS(X)                                                         \
	X(NOT_AIMED, "when not aimed at me: pass")                             \
	X(DAMAGE, "when damage not from an attack and not deadly: pass")       \
	X(PUNCH, "when punched and not deadly: pass")                          \
	X(TREASURE, "when somebody picks up a treasure: pass")                 \
	X(ASK, "otherwise: ask")
enum sp_default {
#define X(symbol, text) SP_DEFAULT_##symbol,
	SP_DEFAULTS(X)
#undef X
		SP_DEFAULT_COUNT
};

enum sp_declared {
	SP_DECLARED_ASK,    /* no line decides: ask the player */
	SP_DECLARED_ANSWER, /* `out` is the answer, perhaps a pass */
};

/* Add the declaration of an order with SP_EFFECT_DECLARE (`when attacked ...`),
 * behind the others; one that has the same condition takes the place of the
 * older, unless that is a counter of the same mail: then both stand. out->ok,
 * out->note and out->at as sp_agent_bind; out->line the one that keeps it,
 * whose text adds itself again. Refused: too many, too long alone or together
 * (their sealed box must not grow by them: its size would tell), or it could
 * never be carried out (a card that counters nothing). */
bool sp_declare_add(struct sp_declarations *d, const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out);
/* Drop the declaration with the condition of an order with SP_ORDER_FORGET, or
 * all, or the public defaults; or, with SP_ORDER_DEFAULTS, let those stand
 * again. Refused if the seat has no such line, or nothing would change. `gone`
 * becomes what was dropped: "all", "defaults", the line, or "". */
bool sp_declare_forget(struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_order *order, struct sp_bound *out,
	char gone[SP_DECLARATION_SIZE]);
/* Drop those of an order with SP_ORDER_FORGET and numbers, all or none of them:
 * the numbers are those of `listed`, which is what the list was when its owner
 * could look at it. out->note quotes the first that was dropped. */
bool sp_declare_undeclare(struct sp_declarations *d,
	const struct sp_declarations *listed, const struct sp_order *order,
	struct sp_bound *out);
/* True if the order is one of those. */
bool sp_declare_is_numbered(const struct sp_order *order);
/* The first card of which line i wants a counter and the seat's view has none,
 * or (*worth above 0) no other card that is worth the energy which the line
 * says for it; -1: nothing is missing. *all: nor for any other, so that it
 * plays nothing. */
int sp_declare_lacks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int i, bool *all, int *worth);
/* Append them, a line feed between two. The inverse: false for what has not
 * this shape, or is too much. */
void sp_declare_write(const struct sp_declarations *d, struct sp_buf *out);
bool sp_declare_read(
	struct sp_declarations *out, const char *lines) SP_MUST_CHECK;
/* The first card in the hand of the seat that answers whoever picks up a
 * treasure, though a public default keeps it back: the seat has no line about
 * treasures; -1. */
int sp_declare_kept_back(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d);
/* Mark the lines that stood until a turn of the seat's which has begun. */
void sp_declare_expire(
	struct sp_declarations *d, const struct sp_game *g, int seat);
/* Put what pays in place of "with least" in the counters of an order: the
 * cheapest single source that takes all damage off, or as much that the wizard
 * lives, on the seat's view of the open reaction. False: none is known to, and
 * *why says for which card. */
bool sp_declare_pay_least(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_order *out, struct sp_bound *why);
/* Bind an order as sp_agent_bind, which may say "with least". */
bool sp_declare_bind(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out);
/* False if the text is an order that changes the game, and would be refused:
 * then nobody is told to write it. */
bool sp_declare_could_do(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text);
/* What they say to the reaction that is open, on the seat's view: the first
 * line that matches and can be carried out, be it in part: counters that cannot
 * be played, or in more than one way, are left out. A line that matches and
 * cannot falls to the next, and from then on `ask` means pass. With none: ask.
 * `failed` (may be NULL): the first line that could not be carried out as a
 * whole, and the one that decided, which may be the same. Lines before `from`
 * are passed over: with failed.line + 1 the next failure is found. */
struct sp_declared_failure {
	int line;    /* -1: none failed */
	int decided; /* -1: none did */
	bool done; /* it was carried out before, once more would add nothing */
	struct sp_bound bound;
};
int sp_declare_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int from, struct sp_command *out, struct sp_declared_failure *failed);

/* ---- preferences (prefer.c) --------------------------------------------- */

/* What the open decision asks of the seat, if a preference can answer that, by
 * what everybody sees; else SP_ABOUT_COUNT. */
enum sp_condition_about sp_declare_choice(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);
/* What the lines choose there, on the seat's view, and the first one that chose
 * anything; false: the seat is to be asked. */
bool sp_declare_prefer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	struct sp_command *out, int *line);

/* ---- public defaults (defaults.c) --------------------------------------- */

const char *sp_declare_default_text(enum sp_default d);
/* Which of them decides about the reaction that is open, if the seat has no
 * line that does: SP_DEFAULT_ASK asks, the others pass. `g` is the position or
 * anybody's view of it, with the same result. */
enum sp_default sp_declare_default(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

#endif
