/*
 * What the seats left word of, which lies in the box.
 */
#ifndef SP_RECORD_AGENTS_H
#define SP_RECORD_AGENTS_H

#include "agent/agent.h"
#include "record/live.h"

/* The agent data of one seat, as the box has it. */
int sp_record_agents_check(
	const json_t *agent, struct sp_error *e) SP_MUST_CHECK;
void sp_record_agents_declarations(
	const struct sp_live *live, int seat, struct sp_declarations *out);
/* They are recorded with the next commit. */
void sp_record_agents_declare(
	struct sp_live *live, int seat, const struct sp_declarations *d);
/* The same for a game that was taken back to where the seats had left `old`
 * (NULL: nothing): declarations that are not the same are dropped, and so is
 * every answer that was kept. Returns whose declarations were dropped. */
unsigned sp_record_agents_undo(struct sp_live *live, const json_t *old);
/* Rounds in a row that went by without an answer of the seat. */
int sp_record_agents_missed(const struct sp_live *live, int seat);
void sp_record_agents_put_missed(struct sp_live *live, int seat, int rounds);
/* The seats whose sealed answers to the open decision wait for its end. */
unsigned sp_record_agents_answered(const struct sp_live *live);
/* The canonical answer that waits for the end of a held round. */
void sp_record_agents_keep(struct sp_live *live, int seat, const char *full);
/* It, if it answers the open decision; and forget those of all seats. */
bool sp_record_agents_waiting(
	const struct sp_live *live, int seat, struct sp_command *out);
void sp_record_agents_forget(struct sp_live *live);

#endif
