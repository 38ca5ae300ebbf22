/*
 * eval: what is so in a position: what an expression of the cards comes to,
 * the statistics of whoever and whatever there is, sight and reach, ways,
 * cracks, whom a cast affects. Reads the position, never changes it, and knows
 * nothing of commands: law says from it what may be done.
 *
 * Circle: eval and the files of its functions (is, stat, sets, range, path,
 * affected, cracks). An expression calls functions, and a function of the rules
 * evaluates expressions of the cards in play.
 */
#ifndef SP_EVAL_EVAL_H
#define SP_EVAL_EVAL_H

#include "card/card.h"
#include "game/game.h"

struct sp_crossing;

static inline sp_value sp_eval_actor_or_nothing(int actor)
{
	return actor >= 0 ? SP_REF(SP_KIND_ACTOR, actor) : SP_NOTHING;
}
/* SP_NOBODY where it is no actor. */
static inline int sp_eval_actor_index(sp_value v)
{
	return sp_kind_of(v) == SP_KIND_ACTOR ? sp_index_of(v) : SP_NOBODY;
}

/* What cards lie under: a thing that a spell made is the spell's. */
sp_value sp_eval_host(const struct sp_game *g, sp_value what);

/* What an expression is read in. */
struct sp_env {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int actor;     /* me; SP_NOBODY */
	sp_value self; /* this: PLAYED, THING; or SP_NOTHING */
	sp_value it;   /* the candidate, or what is answered */
	sp_value who, by, what;
	int32_t amount, done;
	int energy, energy2;
	int cast; /* the cast: origin, parts(); -1 */
	int damage_kind, element, damage_flags; /* of the damage at hand */
	/* while a command is being made: the cast as it would be announced,
	 * where `cast` is -1: energy, origin, parts(); may be NULL */
	const struct sp_cast *draft;
	const sp_value *local; /* SP_LOCALS_MAX; may be NULL */
	bool unknown;          /* set when a view does not know */
	int knower;            /* cards_in() gives what seat knower - 1 knows
				  to lie there; 0: all that does */
	/* what once() found free, or 0: whoever then acts on the condition
	 * marks that once_of was done to it: `self`, or the cast that is no
	 * card in play */
	sp_value once, once_of;
	uint8_t depth; /* conditions of statistics inside each other */
	struct sp_crossing *crossing; /* for crosses(); may be NULL */
};

/* The environment of a frame's program. */
void sp_eval_env_of(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f);
/* who, it, what, amount, damage of a reaction: `answered` is the ITEM that is
 * answered, or the subject of the round. `it` is NOTHING where that is no cast;
 * `who` is then the sufferer, or who picked the treasure up. */
void sp_eval_env_of_reaction(struct sp_env *env, int round, sp_value answered);
/* The environment of the cast itself, with the answers to its slots as locals,
 * which are written to `local`. */
void sp_eval_env_of_cast(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value local[SP_LOCALS_MAX]);
/* code -1 gives `absent`. Booleans are 0 and 1. */
sp_value sp_eval_code(struct sp_env *env, int32_t code, sp_value absent);
bool sp_eval_holds(struct sp_env *env, int32_t code); /* -1: true */
/* The element of a set behind `last` (SP_NOTHING: the first) in its order;
 * SP_NOTHING: no more. `counter` counts the elements given so far (`along` may
 * give one actor twice). */
sp_value sp_eval_set_next(
	struct sp_env *env, int32_t code, sp_value last, int counter);
/* True if the reference has that trait, type, kind or word. */
bool sp_eval_is(struct sp_env *env, sp_value ref, int32_t word);
/* Evaluates the arguments of a set and gives its number; -1: no set. */
int sp_eval_set(struct sp_env *env, int32_t code, sp_value args[SP_OP_ARGS]);
/* The element behind `last` of a set whose arguments are known. */
sp_value sp_eval_set_after(struct sp_env *env, int set,
	const sp_value args[SP_OP_ARGS], sp_value last, int counter);
/* The type of card that a reference is of; NULL. */
const struct sp_card *sp_eval_card_of_ref(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value ref);
bool sp_eval_has_trait(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value ref, int trait);

/* A statistic: set (latest), add, multiply, then bounds. Base values come from
 * the ruleset (base_speed, hand_max, ...), attacks 1, may_* and pickup_ends 1,
 * all others 0; items_count and spells_count 1. `ref` is an ACTOR, or THING,
 * TREASURE, EDGE for stuck and sealed. `depth`: of the condition that asks. */
int sp_eval_stat_in(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int depth);
/* The same outside of conditions of statistics. */
static inline int sp_eval_stat(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value ref, enum sp_stat stat)
{
	return sp_eval_stat_in(ruleset, g, ref, stat, 0);
}
/* A statistic of an actor. */
static inline int sp_eval_actor_stat(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, enum sp_stat stat)
{
	return sp_eval_stat(ruleset, g, SP_REF(SP_KIND_ACTOR, actor), stat);
}
/* True if the actor, who acts, ends its move phase if it picks up a treasure
 * now. */
static inline bool sp_eval_pick_up_ends(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	return g->phase == SP_PHASE_MOVE && actor == g->active &&
	       sp_game_acting(g) == actor &&
	       sp_eval_actor_stat(ruleset, g, actor, SP_STAT_PICKUP_ENDS) != 0;
}
/* The type of the card in a play area by which alone a statistic of the actor
 * is 0 that is usually not, or the other way round; -1: it is as usual, or no
 * card does it alone. */
int sp_eval_who_turns(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, enum sp_stat stat);
/* The one card in a play area that changes a statistic of `ref` now; -1 if no
 * card or more than one does, or if a thing on the board does so, too. */
int sp_eval_stat_card(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat);
/* True if a card in play could change one of these statistics (bits). */
bool sp_eval_stats_in_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint64_t stats);
/* What the cards in play make of damage, so many parts of it: physical_out,
 * damage_in, which are no statistics of the ruleset. */
int sp_eval_stat_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, enum sp_stat stat, int parts);

/* The play of a cast that has a card. */
static inline const struct sp_card_play *sp_eval_card_play(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	return &sp_ruleset_card(ruleset, cast->card)->play[cast->play];
}

/* The play of a cast; NULL for a punch. */
static inline const struct sp_card_play *sp_eval_cast_play(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	return cast->card < 0 ? NULL : sp_eval_card_play(ruleset, cast);
}

#endif
