/*
 * A ruleset whose cards have canaries for ids and names, words of 16 letters
 * that are nowhere else, and a watch over a game played with it: who was shown
 * which card, and whether anything that the game writes names another one.
 */
#ifndef CANARY_H
#define CANARY_H

#include "club.h"

#define CANARY_LETTERS 16

/* The ruleset wizwar8 with canaries, all its cards ready, as
 * <dir>/canaries/wizwar8; `rulesets` becomes <dir>/canaries. */
void canary_ruleset(char *rulesets, size_t size, const char *dir);

struct watch {
	struct club *c;
	const char *gid;
	const struct sp_ruleset *ruleset; /* borrowed from the club's host */
	size_t letters;                   /* looked at so far */
	struct sp_oid head;               /* the same for commits */
	struct watch_objects *objects;    /* looked at so far */
	/* What was shown: bit i to seat i, bit SP_SEATS_MAX to everybody. */
	uint8_t shown[SP_CARD_TYPES_MAX];
	/* Words that belong to people, and into no repository. */
	const char *const *personal;
	struct sp_game game, view; /* the last position, and a seat's view */
	unsigned commits, sealed, found;
	bool silent; /* do not print what is found */
};

#define SHOWN_TO_ALL (1U << SP_SEATS_MAX)

/* Watch a game from its beginning on; `personal` ends in NULL. The club is
 * open. */
void watch_begin(struct watch *w, struct club *c, const char *gid,
	const char *const *personal);
void watch_end(struct watch *w);
/* Look at everything that came since the last time: each new commit at the
 * moment of its position, then each new object, the refs and other files of the
 * repository, and each new letter. Returns how many leaks there are; each is
 * printed. */
unsigned watch_look(struct watch *w);
/* The same for one text that everybody may read (seat SP_NOBODY) or one seat.
 */
unsigned watch_text(
	struct watch *w, int seat, const char *what, const char *text);
/* A card that this seat was not shown, but which is in the game; its name. */
const char *watch_unseen(const struct watch *w, int seat);

#endif
