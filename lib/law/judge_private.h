/*
 * The judge, which alone knows what is legal, and those whom it asks.
 */
#ifndef SP_LAW_JUDGE_PRIVATE_H
#define SP_LAW_JUDGE_PRIVATE_H

#include "law/casting.h"

/* A prefix on its way: a verb, the answers taken so far, and for a walk where
 * they lead, for what is cast what it would be. The position itself is never
 * touched. */
struct sp_judge {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	int verb;
	int n;                   /* answers taken */
	uint16_t at;             /* the square that a walk has come to */
	int moves;               /* movement points left there */
	bool stopped;            /* a walk took SP_STOP */
	struct sp_command given; /* deeds: the answers taken */
	struct sp_casting cast;  /* CAST, USE, ANSWER */
};

/* May this seat give this verb at all, as far as no answer matters? Sets up
 * *j also where it may not, unless the command is malformed. */
enum sp_reason law_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);
/* What is wrong with `value` as the next answer. */
enum sp_reason law_judge_answer(const struct sp_judge *j, int value);
void law_judge_take(struct sp_judge *j, int value);
/* What its verb asks; is it judged by deeds.c, by casting.c? */
enum sp_slot_kind law_judge_asks(const struct sp_judge *j);
bool law_judge_is_deed(const struct sp_judge *j);
bool law_judge_casts(int verb);
bool law_judge_complete(const struct sp_judge *j);
/* What the judge lets pass as the next answer, ascending. */
void law_judge_domain(const struct sp_judge *j, struct sp_domain *out);

/* Fill in a refusal, text included. `slot` is -1 for the verb. */
void law_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot);
/* The same for what only games with cards refuse; `why` has its reason, slot
 * and value. Names the nearest legal thing, if there is one. */
void law_refusal_card(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason);

/* deeds.c: the verbs of games with cards that neither cast nor fight. `prefix`
 * has its verb and the answers so far. */
enum sp_reason law_deed_begin(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, int verb);
enum sp_reason law_deed_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value);
bool law_deed_complete(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix);
/* Kind and legal values of the next slot. */
void law_deed_domain(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *prefix, struct sp_domain *out);

/* give_up.c: the open discard decision (SP_FRAME_GIVE_UP on top). */
enum sp_reason law_give_up_judge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	sp_value value);
bool law_give_up_complete(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix);
void law_give_up_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_domain *out);

#endif
