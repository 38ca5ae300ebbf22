/*
 * What templates are told of a game: the keys of templates/README.md, but for
 * those that only a club has. Each result is owned by the caller.
 */
#ifndef SP_TABLE_CONTEXT_H
#define SP_TABLE_CONTEXT_H

#include "agent/agent.h"
#include "record/live.h"

/* The keys of every text about a game, as a seat knows it; SP_NOBODY: a
 * bystander. */
json_t *sp_table_context(
	struct sp_scratch *scratch, const struct sp_live *live, int seat);
/* Those of them that its name and the reader's colour give. */
void sp_table_context_game(json_t *context, const char *gid);
void sp_table_context_seat(json_t *context, const char *colour);

/* What a seat might write that the game waits for, at most `most` orders; 0: it
 * waits for others. The same at every look as long as the decision is open, so
 * that a number names one of them. */
int sp_table_suggest(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_suggestion *out, int most);
#define SP_TABLE_SUGGESTIONS 7 /* in a mail */
/* Those orders as templates list them, [{"number", "text", "outcome"}]: what
 * would come of each, where the seat can know. */
json_t *sp_table_numbered(const struct sp_live *live, int seat,
	const struct sp_suggestion *list, int n);
/* Add "suggestions", that list of what the seat might write, and "unsure": true
 * if others may answer some of it. */
void sp_table_context_suggestions(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context);
/* Add what a mail begins with that calls a seat to move: "called",
 * "suggestions", "beside" (who could strike it from where they stand) and
 * "early". The seat plays this turn. */
void sp_table_context_call(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context);
/* What a reply says, with the lines that are numbers of that list, or begin
 * with one and go on as it does, in its words. Owned. */
char *sp_table_unnumber(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, const char *text);
/* What answers for the seat before it is asked, as lines. */
json_t *sp_table_declared_lines(
	struct sp_scratch *scratch, const struct sp_live *live, int seat);
/* The public defaults as `when` lines; empty where they do not stand for the
 * seat. */
json_t *sp_table_defaults(
	const struct sp_scratch *scratch, const struct sp_live *live, int seat);
/* Add what a seat is asked by the open decision, which is no turn: "question",
 * "options", "need" and the like. */
void sp_table_context_question(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, json_t *context);

#endif
