/*
 * lesson: what the mails of a tutorial teach. A tutorial is a game of two, one
 * of whom is the bot `tutor`; five lessons (join, move, attack, counter,
 * treasure) come one after the other, each at the head of a mail, with the
 * lines to write in the position at hand. Pure: which one comes follows from
 * the position and from what the seat has done so far, so nothing is kept
 * beside the record of the game. The template `parts/lesson` has the words.
 */
#ifndef SP_LESSON_H
#define SP_LESSON_H

#include "agent/agent.h"
#include "base/json.h"

#define SP_LESSON_BOT "tutor"
#define SP_LESSONS    5

/* What a seat has done in its game, as bits. */
enum sp_deed {
	SP_DEED_MOVED = 1,
	SP_DEED_ATTACKED = 2,
	SP_DEED_ANSWERED = 4, /* an attack, by a counter or by none */
	SP_DEED_COUNTERED = 8,
	SP_DEED_TOOK = 16, /* a treasure of another's */
};

struct sp_deeds {
	unsigned done;
	/* the turns in which it first did that, and that of its last order; 0:
	 * it has not yet */
	unsigned moved, attacked, took, last;
	/* the turns in which it gave its first orders behind that of its first
	 * walk and that of its first attack; 0: it has not yet */
	unsigned after_moved, after_attacked;
};

/* The seat that is taught in such a game; SP_NOBODY: it is no tutorial. */
int sp_lesson_pupil(const struct sp_setup *setup);
/* What the seat is taught now that it is asked what `view`, its own, says: the
 * key `lesson` of templates/README.md. The caller owns it; NULL: nothing. */
json_t *sp_lesson_of(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_deeds *deeds);

#endif
