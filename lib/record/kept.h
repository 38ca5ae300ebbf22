/*
 * Games that were decided a moment ago, as they stand in memory: the next mail
 * of a game mostly comes soon, and then its record need not be read and opened
 * again.
 *
 * What is kept follows from a commit alone, and is used only where the branch
 * still names that commit; so it is never wrong, and may be lost at any time.
 */
#ifndef SP_RECORD_KEPT_H
#define SP_RECORD_KEPT_H

#include "record/live.h"

/* Hands and secrets lie in it in clear: not for long, and not many. */
#define SP_KEPT_MAX     ((size_t)4 * 1024 * 1024) /* octets, about */
#define SP_KEPT_SECONDS 60

struct sp_kept_game {
	struct sp_live *live; /* without its repository */
	size_t size;
	int64_t since;
};

/* All zero: none. The last one was used last. */
struct sp_kept {
	struct sp_kept_game *list;
	size_t n, size;
};

/* Keep a game that is loaded, or was; takes `live`, whose repository it closes.
 * Those that were used least recently go where there is no more room. */
void sp_record_kept_put(
	struct sp_kept *kept, struct sp_live *live, int64_t now);
/* Load `live`, whose head is set, from what was kept. False where that is not
 * there or stands at another head; in any case it is kept no more. */
bool sp_record_kept_take(struct sp_kept *kept, struct sp_live *live);
/* Let those go that nobody used for SP_KEPT_SECONDS. True if none is left now.
 */
bool sp_record_kept_trim(struct sp_kept *kept, int64_t now);
/* How many of those seconds are left until one goes, at most. */
int64_t sp_record_kept_left(
	const struct sp_kept *kept, int64_t now, int64_t most);
void sp_record_kept_clear(struct sp_kept *kept);

#endif
