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
	size_t size;                /* of the box */
};

/*
 * How large the box of a commit is: what it holds must not show in its size.
 * So room is kept for whatever may be hidden, as much as public facts alone
 * allow: the position that the commit records, whether it is `sealed` (its
 * author is Sealed), and the size of its parent's box (0: it has none).
 *
 *   need = 0 where the game is played without cards, else
 *          600 + 4 x cards of the game + 1024 (the command)
 *          + 64 x seats (their watches), where the ruleset has points that
 *          are watched
 *          + 1064 x seats (their agent data), where it is `sealed`
 *   size = 2048, doubled while it is less than the parent's box, than the need,
 *          or than the text (`len`), which is the need's part to prevent
 *
 * A card of the game is one whose place is not SP_ZONE_OUT.
 */
size_t sp_record_sealed_size(const struct sp_ruleset *ruleset,
	const struct sp_game *game, bool sealed, size_t parent, size_t len);
/* Seal what live->game, live->people and live->sealed hide, for the commit that
 * follows the head; `sealed`: as above. `command`: "red press blue ...", a line
 * for each command that is not public, NULL where all is; `state_sum`: SHA-256
 * of its state.json. Clear `out` in any case. */
int sp_record_sealed_make(struct sp_sealing *out, const struct sp_live *live,
	bool sealed, const char *command, const uint8_t state_sum[SP_KEY_BYTES],
	struct sp_error *e) SP_MUST_CHECK;
/* The same text before it is filled up and sealed: sp_seal_unbox_free it, with
 * *cap for its length. */
char *sp_record_sealed_text(const struct sp_live *live, const char *command,
	size_t *len, size_t *cap);
void sp_record_sealing_clear(struct sp_sealing *sealing);
/* Open the box of the head of a started game, check it and the State tag, and
 * give what it holds to live->game and live->sealed. SP_ECORRUPT. */
int sp_record_sealed_open(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* The last step of it: take the text of a box of commit live->head. *command
 * (may be NULL): what it names as such, owned by the caller, or NULL. */
int sp_record_sealed_take(struct sp_live *live, const char *text, size_t len,
	char **command, struct sp_error *e) SP_MUST_CHECK;

#endif
