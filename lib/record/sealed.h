/*
 * The hidden state of a game: what the box of a commit holds.
 */
#ifndef SP_RECORD_SEALED_H
#define SP_RECORD_SEALED_H

#include "record/live.h"

/* What a commit with hidden state holds of it. */
struct sp_sealing {
	struct sp_buf file;         /* sealed.json */
	char state[SP_SHA256_TEXT]; /* the State trailer */
};

#define SP_RECORD_ANSWER 180 /* bytes of an answer, as `command` has it */
/*
 * How large the box of a commit is: what it holds must not show in its size. So
 * room is kept for whatever may be hidden, as much as public facts alone allow:
 * the position `game` that the commit records, whole or as a bystander sees it,
 * and whether it `says` something in secret. The size is SP_BOX_LEAST, doubled
 * while it is less than
 *
 *     300
 *     + 4 x cards of the game (5 x, if the ruleset has more than 1000 cards)
 *     + 80 x seats
 *     + 4 x (cards in hands above 7 x seats)
 *     + 20 x (values that state.json calls hidden, above 8)
 *     + 256 x seats x open rounds
 *     + 1024, if it says something
 *     + 64 x seats, if the ruleset has points that are watched
 *     + 10 x cards in piles of zones
 *
 * A card of the game is one whose place is not SP_ZONE_OUT.
 */
size_t sp_record_sealed_size(const struct sp_ruleset *ruleset,
	const struct sp_game *game, bool says);
/* True if the commit of a step may say something in secret: it opens a round,
 * or its Command has a "?", as that of a closed round. A sealed order always
 * does. `before`: the position before it, NULL at the start. */
bool sp_record_sealed_says(const struct sp_game *before,
	const struct sp_game *after, const char *command);
/* Seal what live->game, live->people and live->sealed hide, for the commit that
 * follows the head; `says`: as above. `command`: "red press blue ...", a line
 * for each command that is not public, NULL where all is; `state_sum`: SHA-256
 * of its state.json. SP_ELIMIT if it does not fit. Clear `out` in any case. */
int sp_record_sealed_make(struct sp_sealing *out, const struct sp_live *live,
	bool says, const char *command, const uint8_t state_sum[SP_KEY_BYTES],
	struct sp_error *e) SP_MUST_CHECK;
/* The same text before it is filled up and sealed: sp_seal_unbox_free it, with
 * *cap for its length. */
char *sp_record_sealed_text(const struct sp_live *live, const char *command,
	size_t *len, size_t *cap);
/* A box of this state is in the record: live->sealed says what it would if it
 * was read. */
void sp_record_sealed_note(struct sp_live *live);
void sp_record_sealing_clear(struct sp_sealing *sealing);
/* Open the box of the head of a started game, check it and the State tag, and
 * give what it holds to live->game and live->sealed. SP_ECORRUPT. */
int sp_record_sealed_open(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* The last step of it: take the text of a box of commit live->head. *command
 * (may be NULL): what it names as such, owned by the caller, or NULL. What the
 * seats declared is to be read as well: sp_record_sealed_declared. */
int sp_record_sealed_take(struct sp_live *live, const char *text, size_t len,
	char **command, struct sp_error *e) SP_MUST_CHECK;
/* What the box of that commit names as its command, as above: owned by the
 * caller; NULL: nothing. live->secrets open it. SP_ECORRUPT. */
int sp_record_sealed_command(const struct sp_live *live,
	const struct sp_oid *commit, uint64_t seq, char **out,
	struct sp_error *e) SP_MUST_CHECK;
/* Read what each seat declared, and what is planned, of which the box that was
 * taken tells the number of the commit. `read` gives sealed.json of that one.
 * SP_ECORRUPT. */
int sp_record_sealed_declared(struct sp_live *live,
	const struct sp_secrets *secrets,
	int (*read)(uint64_t seq, struct sp_buf *file, void *payload,
		struct sp_error *e),
	void *payload, struct sp_error *e) SP_MUST_CHECK;

#endif
