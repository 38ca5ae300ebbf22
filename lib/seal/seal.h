/*
 * seal: the secrets of games: master key file, game secret and commitment,
 * luck, the keys derived from them, boxes of hidden state, State and input
 * tags, signatures, tokens, Message-IDs, gids. It knows bytes and strings, no
 * game.
 *
 * Whatever can fail returns 0 or a negative status, because OpenSSL or the
 * kernel may fail below it. Structures with secrets in them are wiped by their
 * clear function; a failing call leaves its output wiped.
 */
#ifndef SP_SEAL_H
#define SP_SEAL_H

#include "base/base.h"

#define SP_KEY_BYTES      32
#define SP_SHA256_TEXT    65  /* 64 hex digits and NUL */
#define SP_GID_TEXT       25  /* 10 to 24 characters and NUL */
#define SP_TOKEN_TEXT     17  /* 16 base32 characters and NUL */
#define SP_MID_TEXT       27  /* 26 base32 characters and NUL */
#define SP_MAIL_KIND_TEXT 73  /* "receipt/", 64 hex digits, NUL */
#define SP_LUCK_BYTES     200 /* longest luck phrase */
#define SP_LUCK_STRINGS   8   /* six seats, the beacon, one to spare */

/* ---- hashes -------------------------------------------------------------- */

struct sp_bytes {
	const void *data; /* borrowed; may be NULL where len is 0 */
	size_t len;
};

/* Lower-case hex SHA-256 of the parts, joined. */
int sp_seal_sha256(char out[SP_SHA256_TEXT], const struct sp_bytes *parts,
	size_t n, struct sp_error *e) SP_MUST_CHECK;
/* The same as bytes; on failure `out` is wiped. */
int sp_seal_digest(uint8_t out[SP_KEY_BYTES], const struct sp_bytes *parts,
	size_t n, struct sp_error *e) SP_MUST_CHECK;

/* ---- master keys --------------------------------------------------------- */

#define SP_MASTER_KEYS       16
#define SP_MASTER_NUMBER_MAX 1000000

struct sp_master_key {
	uint32_t number; /* "key" in game.json; from 1 */
	uint8_t key[SP_KEY_BYTES];
};

/* A key file: one line `n <64 hex digits>` per key; empty lines are allowed. */
struct sp_master {
	struct sp_master_key keys[SP_MASTER_KEYS];
	size_t n;
};

/* SP_EINVAL names the line; the text itself is never quoted. */
int sp_seal_master_parse(struct sp_master *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Read the key file. SP_ENOTFOUND; SP_EINVAL where it is no regular file, where
 * it belongs to neither us nor root, or where group or others may read or write
 * it. (A file of root's own group is accepted by others than root: so systemd
 * shows a credential that it hands over by an access list.) */
int sp_seal_master_load(struct sp_master *out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
/* Make a key file with one new key, number 1, mode 0600, synced: a lost master
 * loses every game. SP_EEXISTS rather than overwrite one. */
int sp_seal_master_create(const char *path, struct sp_error *e) SP_MUST_CHECK;
/* The key of that number, borrowed, or NULL. */
const uint8_t *sp_seal_master_key(const struct sp_master *m, uint32_t number);
/* The greatest number: the key for new games. A parsed file has one. */
uint32_t sp_seal_master_newest(const struct sp_master *m);
void sp_seal_master_clear(struct sp_master *m);

/* ---- gid: a label of 1 to 15, a hyphen, eight random base32 characters ----
 */

/* Letters, digits and hyphens, letter or digit first and last; lower case.
 * SP_EINVAL says in words what a label is. */
int sp_seal_label_check(const char *label, struct sp_error *e) SP_MUST_CHECK;
int sp_seal_gid_new(char out[SP_GID_TEXT], const char *label,
	struct sp_error *e) SP_MUST_CHECK;
bool sp_seal_gid_valid(const char *gid);

/* ---- the secrets of one game -----------------------------------------------
 */

struct sp_secrets {
	char gid[SP_GID_TEXT];
	char commitment[SP_SHA256_TEXT]; /* C: public */
	uint8_t secret[SP_KEY_BYTES];    /* S: public when the game is over */
	uint8_t token_key[SP_KEY_BYTES]; /* K_tok, of the master, not of a game
					  */
	bool keyed; /* luck complete: the keys below exist */
	uint8_t dice[SP_KEY_BYTES];
	uint8_t seal[SP_KEY_BYTES];
	uint8_t mac[SP_KEY_BYTES];
	uint8_t nonce[SP_KEY_BYTES];
	uint8_t input[SP_KEY_BYTES];
	uint8_t bot[SP_KEY_BYTES];
};

/* S, C and the token key. `gid` must be valid (SP_EINVAL). */
int sp_seal_open(struct sp_secrets *out, const uint8_t master[SP_KEY_BYTES],
	const char *gid, struct sp_error *e) SP_MUST_CHECK;
/* The same from the S of reveal.json, for whoever checks a game that is over:
 * there is no token key, which is not a game's. */
int sp_seal_open_revealed(struct sp_secrets *out,
	const uint8_t secret[SP_KEY_BYTES], const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* The keys, once the luck strings stand: luck[i] is "" or 64 hex digits
 * (what sp_seal_luck_hash gave), in seat order; a beacon is one more. */
int sp_seal_derive(struct sp_secrets *s, const char *const *luck, size_t n,
	struct sp_error *e) SP_MUST_CHECK;
/* SP_EINVAL in words where the commitment in a game's root is not ours: then
 * the master is a wrong one, and nothing may be drawn with it. */
int sp_seal_check_commitment(const struct sp_secrets *s, const char *commitment,
	struct sp_error *e) SP_MUST_CHECK;
void sp_seal_clear(struct sp_secrets *s);

/* ---- luck
 * -------------------------------------------------------------------- */

/* The words as they will be hashed: trimmed, UTF-8, no controls, 1 to
 * SP_LUCK_BYTES bytes. SP_EINVAL in words for the player. Untrusted input. */
int sp_seal_luck_words(char out[SP_LUCK_BYTES + 1], const char *text,
	size_t len, struct sp_error *e) SP_MUST_CHECK;
/* `words` as sp_seal_luck_words gave them, or a Message-ID with its angle
 * brackets where a player wrote none; at most 998 bytes. */
int sp_seal_luck_hash(char out[SP_SHA256_TEXT], const char *gid,
	const char *words, struct sp_error *e) SP_MUST_CHECK;

/* ---- input: what a commit came from (the `Input:` trailer)
 * ------------------- */

/* A mail: its Message-ID with angle brackets, its decoded reply text. The
 * secrets must be keyed. */
int sp_seal_input_mail(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const char *message_id, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* The same of a commit that must not show what other commits came from that
 * mail: a sealed one, and one that closes a round. hex HMAC(K_input, "sealed" |
 * be64(seq) | be64(length of Message-ID) | Message-ID | text), seq that of the
 * commit. (The other form begins with a length, whose first byte is 0.) */
int sp_seal_input_sealed(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	uint64_t seq, const char *message_id, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* "timer 2026-11-24T17:00:00Z": plain, because a deadline is public. */
void sp_seal_input_timer(char out[SP_SHA256_TEXT], int64_t due);
/* "operator 17" */
void sp_seal_input_operator(char out[SP_SHA256_TEXT], uint64_t journal_number);

/* What a bot's chances come from in the commit of that number: the first eight
 * bytes, big-endian, of HMAC(K_bot, be64(seq) | seat). Nobody who has not the
 * game's secret can tell it. The secrets must be keyed. */
int sp_seal_bot(uint64_t *out, const struct sp_secrets *s, const char *seat,
	uint64_t seq, struct sp_error *e) SP_MUST_CHECK;

/* The mark of a private message (`press`), which the record keeps in its place:
 * hex HMAC of the text under a salt of its own, the HMAC under the token key of
 * "press/" | gid | "/" | Message-ID. No key that is revealed when a game ends
 * tells the salt, so nobody can try texts on the mark; who shows a salt and a
 * text proves that one message. */
int sp_seal_press(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const char *message_id, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- boxes: the hidden state of one commit ------------------------------- */

#define SP_BOX_LEAST 1024         /* bytes of the plain text, filled up */
#define SP_BOX_MOST  (256 * 1024) /* more is refused: SP_ELIMIT */
#define SP_BOX_NONCE 12
#define SP_BOX_TAG   16

/* A sealed box, as sealed.json holds it. */
struct sp_box {
	uint64_t seq; /* of its commit; at most INT64_MAX */
	size_t size;  /* of the plain text, filled up with spaces */
	uint8_t nonce[SP_BOX_NONCE];
	uint8_t *bytes; /* owned: the cipher text (size), the tag */
	/* SHA-256 of the filled-up text, for the State tag: known once the box
	 * was sealed or opened. Secret: short texts could be guessed by it. */
	uint8_t sum[SP_KEY_BYTES];
};

/* Seal `text`, which must not end in a space, filled up with spaces to `size`
 * bytes: SP_BOX_LEAST, or that doubled some times. SP_ELIMIT if it is longer: a
 * box that grew would tell. Equal arguments give equal bytes. The secrets must
 * be keyed, here and below. */
int sp_seal_box(struct sp_box *out, const struct sp_secrets *s, uint64_t seq,
	const char *text, size_t len, size_t size,
	struct sp_error *e) SP_MUST_CHECK;
/* Open the box of commit `seq`; fills box->sum. *text, without the spaces but
 * with a NUL, is the caller's, who gives it to sp_seal_unbox_free. SP_ECORRUPT
 * where anything at all is not as sp_seal_box made it for this game, key and
 * commit. */
int sp_seal_unbox(char **text, size_t *len, struct sp_box *box,
	const struct sp_secrets *s, uint64_t seq,
	struct sp_error *e) SP_MUST_CHECK;
void sp_seal_unbox_free(char *text, size_t len); /* wipes; NULL is fine */
void sp_seal_box_clear(struct sp_box *box);

/* sealed.json: append its text; read it strictly, byte for byte what the writer
 * gives (SP_ECORRUPT). Untrusted input. */
void sp_seal_box_format(const struct sp_box *box, struct sp_buf *out);
int sp_seal_box_parse(struct sp_box *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

/* The `State:` trailer, which ties a commit's position and hidden state to its
 * place in the history: `box` was sealed or opened, `parent` is the id of the
 * parent, `state` the SHA-256 of the bytes of state.json. */
int sp_seal_state_tag(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const struct sp_box *box, const char *parent,
	const uint8_t state[SP_KEY_BYTES], struct sp_error *e) SP_MUST_CHECK;
/* SP_ECORRUPT where `given` is not that tag; compared in constant time. */
int sp_seal_state_check(const struct sp_secrets *s, const struct sp_box *box,
	const char *parent, const uint8_t state[SP_KEY_BYTES],
	const char *given, struct sp_error *e) SP_MUST_CHECK;

/* ---- what is kept outside of games (kept.c) ------------------------------ */

#define SP_KEPT_MORE (SP_BOX_NONCE + SP_BOX_TAG) /* bytes beside the text */

/* Append `text`, sealed under a key that is derived from this master key.
 * `what` says which text it is, as "raw/17": under another name it does not
 * open. Equal arguments give equal bytes. */
int sp_seal_keep(struct sp_buf *out, const uint8_t master[SP_KEY_BYTES],
	const char *what, const void *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Append the text. SP_ECORRUPT where the bytes are not as sp_seal_keep made
 * them. */
int sp_seal_kept_open(struct sp_buf *out, const uint8_t master[SP_KEY_BYTES],
	const char *what, const void *sealed, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- signatures of commits -----------------------------------------------
 *
 * In git's SSH format, so that `git verify-commit` and `ssh-keygen -Y verify`
 * check them too: Ed25519, namespace "git", SHA-512.
 */

#define SP_FINGERPRINT_TEXT 51 /* "SHA256:", 43 of base64, NUL */

/* The key of a server: of one master key, for all games that run on it. */
struct sp_signer;

int sp_seal_signer_open(struct sp_signer **out,
	const uint8_t master[SP_KEY_BYTES], struct sp_error *e) SP_MUST_CHECK;
void sp_seal_signer_close(struct sp_signer *signer); /* wipes; NULL is fine */
/* Append the armoured signature of a text, which ends in a line feed. Equal
 * texts give equal signatures. */
int sp_seal_sign(struct sp_buf *armour, const struct sp_signer *signer,
	const void *text, size_t len, struct sp_error *e) SP_MUST_CHECK;
/* Append the file allowed_signers of a game: one line with the public key. */
void sp_seal_allowed_signers(
	struct sp_buf *out, const struct sp_signer *signer, const char *gid);

/* "SHA256:..." of the key in an allowed_signers file, as `ssh-keygen -lf` shows
 * it. Untrusted: SP_ECORRUPT where the file is not as it is written here. */
int sp_seal_fingerprint(char out[SP_FINGERPRINT_TEXT],
	const char *allowed_signers, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Is `armour` (m bytes) a signature of `text` (n bytes) by the key of an
 * allowed_signers file (len bytes)? All are untrusted. SP_EREFUSED: by another
 * key, or not of this text; SP_ECORRUPT: no signature or no file such as are
 * written here. */
int sp_seal_check_signature(const char *allowed_signers, size_t len,
	const void *text, size_t n, const char *armour, size_t m,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- tokens and Message-IDs
 * --------------------------------------------------- */

enum sp_token_purpose {
	SP_TOKEN_PLAY,
	SP_TOKEN_BOUNCE, /* never plays */
	SP_TOKEN_OPERATOR,
	SP_TOKEN_CONFIRM,
	SP_TOKEN_PROBE, /* of a mail of ours to ourselves: never plays */
};

/* `seat` is the colour in lower case. The epoch rises with `new token`. */
int sp_seal_token(char out[SP_TOKEN_TEXT], const struct sp_secrets *s,
	const char *seat, enum sp_token_purpose purpose, uint64_t epoch,
	struct sp_error *e) SP_MUST_CHECK;
/* SP_OK where `given` is that token, SP_EREFUSED (no text) where it is not;
 * case does not matter; the time taken does not tell how much of it is right.
 * Untrusted input. */
int sp_seal_token_check(const struct sp_secrets *s, const char *seat,
	enum sp_token_purpose purpose, uint64_t epoch, const char *given,
	size_t len, struct sp_error *e) SP_MUST_CHECK;

/* The local part of the Message-ID of one mail: `commit` is the 40 hex digits
 * of the commit that it reports, `kind` "turn", "window", "welcome", ... or one
 * of the two below. */
int sp_seal_message_id(char out[SP_MID_TEXT], const struct sp_secrets *s,
	const char *commit, const char *seat, const char *kind,
	struct sp_error *e) SP_MUST_CHECK;
/* The kind of the answer to a mail. Needs no keys, so mail to no game too. */
int sp_seal_receipt_kind(char out[SP_MAIL_KIND_TEXT], const char *message_id,
	const char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;

#endif
