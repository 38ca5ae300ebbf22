/*
 * What is hidden of a game, in words.
 */
#ifndef SP_RECORD_HIDDEN_H
#define SP_RECORD_HIDDEN_H

#include "record/live.h"

/* What is hidden of a game in words: {"hands", "declared", "answers",
 * "face_down", "decks"}; of one seat, or of all and the decks (SP_NOBODY). The
 * caller owns it. */
json_t *sp_record_hidden_json(
	struct sp_scratch *scratch, const struct sp_live *live, int seat);

#endif
