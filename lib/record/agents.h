/*
 * What the seats left word of, which lies in the box.
 */
#ifndef SP_RECORD_AGENTS_H
#define SP_RECORD_AGENTS_H

#include "declare/declare.h"
#include "record/live.h"

/* The data of a seat, borrowed; NULL: it left word of nothing. */
const json_t *record_agents_of(const struct sp_live *live, int seat);
/* Set one key of it; takes `value`, NULL: the key goes. What is empty is left
 * out. */
void record_agents_put(
	struct sp_live *live, int seat, const char *key, json_t *value);

/* True if that is the agent data of one seat as the box of the head has it. */
bool sp_record_agents_check(const struct sp_live *live, const json_t *agent);
void sp_record_agents_declarations(
	const struct sp_live *live, int seat, struct sp_declarations *out);
/* What the seat prefers of what it is asked now, and the first line that chose;
 * false: nothing, or nothing that can be done. *view becomes its own. */
bool sp_record_agents_prefer(const struct sp_live *live, int seat,
	struct sp_game *view, struct sp_command *out,
	char line[SP_DECLARATION_SIZE]);
/* They are recorded with the next commit, which must be the sealed order
 * sp_record_agents_words. */
void sp_record_agents_declare(
	struct sp_live *live, int seat, const struct sp_declarations *d);
/* Append what that order says behind the seat: "when", and behind it the whole
 * list as it now stands, each on a line of its own. */
void sp_record_agents_words(
	const struct sp_live *live, int seat, struct sp_buf *out);
/* Read the list out of these words; false if they hold no list. */
bool sp_record_agents_read(struct sp_declarations *out, const char *words);
/* Take the list that the order of commit `seq` recorded; false if `words` hold
 * no such list. */
bool sp_record_agents_take(
	struct sp_live *live, int seat, uint64_t seq, const char *words);
/* The commit whose order is still to be taken, for the list that the box of the
 * head tells of; 0: what there is was taken. */
uint64_t sp_record_agents_unread(struct sp_live *live, int seat);
/* The same for a game that was taken back to where the seats had left `old`
 * (NULL: nothing): declarations of another commit are dropped, and so is every
 * answer that was kept, and the plan. Returns whose declarations were dropped.
 */
unsigned sp_record_agents_undo(struct sp_live *live, const json_t *old);
/* The seats whose sealed answers to the open decision wait for its end. */
unsigned sp_record_agents_answered(const struct sp_live *live);
/* What the box of a sealed order says behind the seat that drops its answer. */
#define SP_ANSWER_DROPPED "undo"
/* The canonical answer of a mail, which waits until its round closes; it takes
 * the place of an earlier one. NULL: none waits any more. */
void sp_record_agents_keep(struct sp_live *live, int seat, const char *full);
/* It, if it answers the open decision; and forget those of all seats. */
bool sp_record_agents_waiting(
	const struct sp_live *live, int seat, struct sp_command *out);
void sp_record_agents_forget(struct sp_live *live);

#endif
