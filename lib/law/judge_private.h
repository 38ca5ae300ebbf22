/*
 * The judge, which alone knows what is legal, and those whom it asks.
 */
#ifndef SP_LAW_JUDGE_PRIVATE_H
#define SP_LAW_JUDGE_PRIVATE_H

#include "eval/aim.h"
#include "eval/eval.h"
#include "law/slots.h"

#include <assert.h>

/* What is legal of a verb: the `judge` of its row in law/verbs.h. */
struct law_verb {
	/* May this seat give it at all, as far as no answer matters? NULL: it
	 * may. */
	enum sp_reason (*begin)(struct sp_judge *j);
	/* What is wrong with `value` as the next answer. NULL: it has none. */
	enum sp_reason (*answer)(const struct sp_judge *j, sp_value value);
	/* What an answer that was taken leads to. NULL: to nothing. */
	void (*take)(struct sp_judge *j, sp_value value);
	/* NULL: after one answer. */
	bool (*complete)(const struct sp_judge *j);
	/* Every answer that could be legal, ascending, and if they are not of
	 * the first kind of its slots, their kind. `answer` has the last word
	 * on each, unless they are `exact`. */
	void (*list)(const struct sp_judge *j, struct sp_domain *out);
	bool exact;
	/* Pick one of the answers that the judge lets pass; false if it lets
	 * none pass. NULL: pick from what `list` gives. */
	bool (*pick)(const struct sp_judge *j, const struct sp_pick *pick,
		sp_value *out);
	/* May a creature that is activated do it, too? */
	bool by_creature;
	/* Can what begins like this become complete? NULL: if there is an
	 * answer. */
	bool (*leads_on)(const struct sp_judge *j);
};

#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	extern const struct law_verb law_verb_##judge;
SP_VERBS(X)
#undef X

/* May this seat give this verb at all, as far as no answer matters? Sets up
 * *j also where it may not, unless the command is malformed. */
enum sp_reason law_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);
/* False: this decision asks nobody for this verb, which is plain at once. */
bool law_judge_may_begin(const struct sp_game *g, int verb);
/* What is wrong with `value` as the next answer. */
enum sp_reason law_judge_answer(const struct sp_judge *j, sp_value value);
void law_judge_take(struct sp_judge *j, sp_value value);
bool law_judge_complete(const struct sp_judge *j);
/* What the judge lets pass as the next answer, ascending. */
void law_judge_domain(const struct sp_judge *j, struct sp_domain *out);

/* walk.c: what is wrong with a step, whatever compels the walker. */
enum sp_reason law_walk_step(const struct sp_judge *j, sp_value value);

static inline int law_judge_stat(const struct sp_judge *j, enum sp_stat stat)
{
	return sp_eval_actor_stat(j->ruleset, j->g, j->actor, stat);
}
/* As the seat sees it from where its walk has come to. */
static inline struct sp_aim law_judge_aim(const struct sp_judge *j)
{
	return (struct sp_aim){ .ruleset = j->ruleset,
		.g = j->g,
		.actor = j->actor,
		.origin = j->at,
		.corner = SP_NOWHERE };
}
static inline void law_domain_add(struct sp_domain *out, sp_value value)
{
	assert(out->n < SP_DOMAIN_MAX);
	out->value[out->n++] = value;
}
/* The numbers below n, or the references of that kind. */
static inline void law_domain_add_all(
	struct sp_domain *out, enum sp_kind kind, int n)
{
	for (int i = 0; i < n; i++)
		law_domain_add(
			out, kind == SP_KIND_NUMBER ? i : SP_REF(kind, i));
}
/* The edges of the square that a walk has come to, each once. */
void law_domain_add_edges(const struct sp_judge *j, struct sp_domain *out);

/* Why the attack can do nothing to an edge that stands or to a thing. A thing
 * it can crack, destroy by an element that it is weak to, or push; an edge
 * every attack may strike but a punch that is too weak. */
enum sp_reason law_harm(
	struct sp_env *env, const struct sp_cast *attack, sp_value object);
/* True if a fist of the actor's marks a wall. */
bool law_fist_is_strong(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor);
/* Why a punch of the actor's does nothing to an edge that stands or to
 * a thing. */
enum sp_reason law_fist_harms(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, sp_value object);

/* Fill in a refusal, with its arguments. `slot` is -1 for the verb. */
void law_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot);

/* True if it is an outer wall of the kind that nothing harms. */
static inline bool law_is_kept_rim(const struct sp_game *g, sp_value v)
{
	return sp_kind_of(v) == SP_KIND_EDGE &&
	       sp_board_edge_is_kept(&g->board, (uint16_t)sp_index_of(v));
}

#endif
