/* Where an undo takes a game back to. */
#ifndef SP_BACK_UNDO_H
#define SP_BACK_UNDO_H

#include "record/live.h"

struct sp_undo {
	/* asked for: a commit, a seq, or (neither) before the last command */
	struct sp_oid id;
	bool by_seq, by_id;
	uint64_t seq;
	/* walking back to it */
	const struct sp_setup *setup;
	uint64_t jump; /* an undo on the way: go on there; 0: none */
	bool next;     /* the commit before the command that goes */
	bool nothing;  /* no command was given yet */
	bool found;
	json_t *undone;  /* subjects, newest first */
	unsigned sealed; /* commits beside them that do not say what they are */
	struct sp_error *e;
};

/* Find the step: "17", "turn/7", or (NULL) the position before the last command
 * that no bot gave, in which no round is open; t->id, t->seq, t->sealed, and
 * t->undone, which is the caller's array. SP_EINVAL, SP_EREFUSED: why it cannot
 * be. */
int sp_back_undo_find(struct sp_rulesets *rulesets, struct sp_live *live,
	const char *to, struct sp_undo *t, struct sp_error *e) SP_MUST_CHECK;
/* The game as it was then; sp_record_live_free_past. SP_EREFUSED: it had not
 * begun, or this is the position that it is in. */
int sp_back_undo_load(struct sp_rulesets *rulesets, struct sp_live *live,
	const struct sp_undo *t, struct sp_live **past,
	struct sp_error *e) SP_MUST_CHECK;

#endif
