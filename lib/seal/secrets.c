#include "seal/seal_private.h"

static int check_gid(const char *gid, struct sp_error *e)
{
	return sp_seal_gid_valid(gid)
		       ? SP_OK
		       : sp_error_set(e, SP_EINVAL,
				 "\"%.40s\" is not the id of a game", gid);
}

/* Name and commitment of a game whose secret stands. */
static int commit_to(struct sp_secrets *s, const char *gid, struct sp_error *e)
{
	struct sp_bytes parts[] = { seal_text("spellpost/1 commit\n"),
		seal_text(gid), seal_text("\n"), { s->secret, SP_KEY_BYTES } };

	sp_format(s->gid, sizeof(s->gid), "%s", gid);
	return sp_seal_sha256(s->commitment, parts, SP_ARRAY_LEN(parts), e);
}

int sp_seal_open(struct sp_secrets *out, const uint8_t master[SP_KEY_BYTES],
	const char *gid, struct sp_error *e)
{
	struct sp_bytes for_secret[] = { seal_text("spellpost/1 secret "),
		seal_text(gid) };
	struct sp_bytes for_tokens = seal_text("spellpost/1 tokens");
	int code;

	memset(out, 0, sizeof(*out));
	code = check_gid(gid, e);
	if (code == SP_OK)
		code = seal_hmac(out->secret, master, for_secret, 2, e);
	if (code == SP_OK)
		code = commit_to(out, gid, e);
	if (code == SP_OK)
		code = seal_hmac(out->token_key, master, &for_tokens, 1, e);
	if (code != SP_OK)
		sp_seal_clear(out);
	return code;
}

int sp_seal_open_revealed(struct sp_secrets *out,
	const uint8_t secret[SP_KEY_BYTES], const char *gid, struct sp_error *e)
{
	int code;

	memset(out, 0, sizeof(*out));
	code = check_gid(gid, e);
	if (code != SP_OK)
		return code;
	memcpy(out->secret, secret, SP_KEY_BYTES);
	code = commit_to(out, gid, e);
	if (code != SP_OK)
		sp_seal_clear(out);
	return code;
}

/* SHA-256 of L: each luck string behind its length. */
static int luck_salt(uint8_t out[SP_KEY_BYTES], const char *const *luck,
	size_t n, struct sp_error *e)
{
	uint8_t lengths[SP_LUCK_STRINGS][8];
	struct sp_bytes parts[2 * SP_LUCK_STRINGS];
	uint8_t digest[SP_KEY_BYTES];

	if (n > SP_LUCK_STRINGS)
		return sp_error_set(e, SP_EINVAL,
			"%zu luck strings; at most %d are possible", n,
			SP_LUCK_STRINGS);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(luck[i]);

		if (len != 0 &&
			sp_unhex(digest, sizeof(digest), luck[i]) != SP_OK)
			return sp_error_set(e, SP_EINVAL,
				"luck string %zu is neither empty nor %d "
				"hexadecimal digits",
				i + 1, 2 * SP_KEY_BYTES);
		sp_put_be64(lengths[i], len);
		parts[2 * i] = (struct sp_bytes){ lengths[i], 8 };
		parts[2 * i + 1] = (struct sp_bytes){ luck[i], len };
	}
	return sp_seal_digest(out, parts, 2 * n, e);
}

int sp_seal_derive(struct sp_secrets *s, const char *const *luck, size_t n,
	struct sp_error *e)
{
	const struct {
		const char *name;
		uint8_t *key;
	} keys[] = {
		{ "dice", s->dice },
		{ "seal", s->seal },
		{ "mac", s->mac },
		{ "nonce", s->nonce },
		{ "input", s->input },
		{ "bot", s->bot },
	};
	static const uint8_t one = 1;
	uint8_t salt[SP_KEY_BYTES];
	uint8_t prk[SP_KEY_BYTES];
	struct sp_bytes secret = { s->secret, SP_KEY_BYTES };
	int code;

	s->keyed = false;
	/* HKDF (RFC 5869) of one block: extract once, expand for each key. */
	code = luck_salt(salt, luck, n, e);
	if (code == SP_OK)
		code = seal_hmac(prk, salt, &secret, 1, e);
	for (size_t i = 0; code == SP_OK && i < SP_ARRAY_LEN(keys); i++) {
		struct sp_bytes info[] = { seal_text("spellpost/1 "),
			seal_text(keys[i].name), seal_text(" "),
			seal_text(s->gid), { &one, 1 } };

		code = seal_hmac(keys[i].key, prk, info, 5, e);
	}
	sp_wipe(prk, sizeof(prk));
	s->keyed = code == SP_OK;
	if (code != SP_OK) {
		for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
			sp_wipe(keys[i].key, SP_KEY_BYTES);
	}
	return code;
}

int sp_seal_check_commitment(
	const struct sp_secrets *s, const char *commitment, struct sp_error *e)
{
	if (sp_streq(s->commitment, commitment))
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, SP_EINVAL,
			"game %s was made with another master key: its "
			"commitment is %.16s..., ours would be %.16s...",
			s->gid, commitment, s->commitment),
		"give the master key file that it was made with");
}

void sp_seal_clear(struct sp_secrets *s)
{
	sp_wipe(s, sizeof(*s));
}
