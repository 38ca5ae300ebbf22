/* What the files of lesson share. */
#ifndef SP_LESSON_PRIVATE_H
#define SP_LESSON_PRIVATE_H

#include "lesson/lesson.h"

/* The attack that is worth most to the seat whose turn it is: what hurts most
 * if nobody answers, by the mean of the dice; of those the one that spends the
 * fewest cards, so no card for what the fist does as well. False: it has none
 * (attack.c). */
bool lesson_attack(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, struct sp_suggestion *out);

#endif
