/*
 * What a seat may take back of its own turn: the way back through the history,
 * and what stands in it. Who plays, who checks a record and who plays at a
 * terminal ask the same.
 *
 * Free is the way as long as the seat alone did anything and nothing came to
 * light. Behind what another did it is open with the consent of all
 * (consent.h). Behind a draw, or what somebody saw that was hidden, it is
 * closed: that was seen, and no position forgets it.
 */
#ifndef SP_BACK_H
#define SP_BACK_H

#include "record/ruling.h"

/* What keeps a position from coming back, whoever agrees. */
enum sp_back_bar {
	SP_BACK_OPEN,
	SP_BACK_ROLLED, /* a random number was used: dice, a shuffle */
	SP_BACK_DRAWN,  /* a card left a deck, or came into one */
	SP_BACK_SEEN,   /* something hidden was shown */
};

/* Whether `then`, an earlier position of the seat's turn, can come back. With
 * `whole` both have what is hidden, and it is compared, too. */
enum sp_back_bar sp_back_bar(const struct sp_game *now,
	const struct sp_game *then, int seat, bool whole);
/* True if it is the seat that orders in this turn, and nothing else is going
 * on: only there may a position of before come back. */
bool sp_back_is_turn(const struct sp_game *game, int seat);

enum sp_back_kind {
	SP_BACK_BEGIN,  /* the turn, or what is left of it, begins behind it */
	SP_BACK_OWN,    /* the seat's order, by mail */
	SP_BACK_OTHER,  /* of another, of the clock, or the end of a round */
	SP_BACK_BESIDE, /* changes nothing that can be taken back */
};

/* A commit on the way. */
struct sp_back_step {
	uint64_t seq;
	struct sp_oid id;
	enum sp_back_kind kind;
	char *story; /* of OWN and OTHER: its subject, owned */
};

/* From `from` back to where the turn began: newest first, without what was
 * undone before. The last one is BEGIN. */
struct sp_back {
	struct sp_back_step *step;
	size_t n, cap;
};

/* `turn`: that of the position of commit `from`. */
int sp_back_find(struct sp_store_game *repo, const struct sp_oid *from,
	const struct sp_setup *setup, unsigned turn, int seat,
	struct sp_back *out, struct sp_error *e) SP_MUST_CHECK;
void sp_back_clear(struct sp_back *back);
/* The place of commit `seq` on the way; back->n: it is not there. */
size_t sp_back_at(const struct sp_back *back, uint64_t seq);
/* True if only the seat did anything behind that place, and nobody else is
 * asked in `now`, the position that the way begins with. */
bool sp_back_is_free(const struct sp_back *back, size_t at,
	const struct sp_game *now, int seat);

/* Copy a trailer of a commit's message, "" if it has none, as far as it fits.
 */
void sp_back_trailer(
	const char *message, const char *key, char *out, size_t size);
/* The number of a commit. SP_ECORRUPT: it has none. */
int sp_back_seq(const struct sp_commit_info *info, uint64_t *seq,
	struct sp_error *e) SP_MUST_CHECK;

#endif
