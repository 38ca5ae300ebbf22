/*
 * Refusals in words: refusal.c of every game, refusal_card.c of those with
 * cards.
 */
#ifndef SP_LAW_REFUSAL_PRIVATE_H
#define SP_LAW_REFUSAL_PRIVATE_H

#include "judge_private.h"

/* One refusal being worded. */
struct law_wording {
	struct sp_refusal *why;
	const struct sp_judge *j;
	const struct sp_command *c;
};

#define LAW_NAME_SIZE 64

void law_say(const struct law_wording *w, const char *fmt, ...) SP_PRINTF(2, 3);
/* "Green": colours are names at the start of a sentence and inside it. */
const char *law_name_seat(
	const struct sp_game *g, int seat, char out[LAW_NAME_SIZE]);
/* What only games with cards refuse; `why` has its reason, slot and value.
 * Names the nearest legal thing, if there is one. */
void law_say_card(const struct law_wording *w, enum sp_reason reason);

#endif
