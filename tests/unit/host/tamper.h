/*
 * Tampering with a finished game, and what `verify` finds in it afterwards.
 */
#ifndef TEST_HOST_TAMPER_H
#define TEST_HOST_TAMPER_H

#include "forge.h"

/* ---- the game ------------------------------------------------------------ */

struct tamper {
	struct club club;
	struct forge f;
};

/* By three players, one of them a bot. */
extern const struct bout tamper_base;

/* A finished game by three players that verifies; or as `what` has it. */
void tamper_lay(struct tamper *t);
void tamper_lay_as(struct tamper *t, const struct bout *what);
/* Close the club that played a game, and take its repository. */
void tamper_take(struct tamper *t);
void tamper_take_game(struct tamper *t, const char *gid);
/* Open the boxes of a game that runs, as its server can. */
void tamper_know_secret(struct tamper *t);
void tamper_clear(struct tamper *t);

/* ---- what is found in it ------------------------------------------------- */

/* What verify says (options may be NULL); the caller owns it. */
json_t *tamper_look(const struct forge *f, const struct sp_verify_options *o);
/* Verify must find a mismatch at this commit (negative: none), of this thing,
 * with these words in it. `name` is for the reader of a failure. */
void tamper_finds_with(const struct forge *f, const struct sp_verify_options *o,
	const char *name, ptrdiff_t seq, const char *what, const char *words);
void tamper_finds(const struct forge *f, const char *name, ptrdiff_t seq,
	const char *what, const char *words);
/* It must find all good, and no anchor. */
void tamper_is_good(const struct forge *f, const char *name);

/* ---- changes: edits for forge_write -------------------------------------- */

/* What a change does, and to which commit. */
struct tamper_change {
	const char *name;
	const char *commit; /* words of its message; "" : the root */
	forge_edit *edit;
	const char *resigned, *resigned_words; /* NULL: not tried */
	const char *resealed, *resealed_words; /* NULL: not tried */
	int later; /* the resigned one shows so many commits later */
};

struct tamper_at {
	size_t index;
	const struct tamper_change *change;
};

/* The change of a struct tamper_at. */
void tamper_edit(struct forge *f, struct forged *c, const void *payload);
void tamper_shift(struct forged *c, long long seconds);
void tamper_date(struct forge *f, struct forged *c, const void *payload);
void tamper_luck(struct forge *f, struct forged *c, const void *payload);
void tamper_reveal(struct forge *f, struct forged *c, const void *payload);
void tamper_report(struct forge *f, struct forged *c, const void *payload);

#endif
