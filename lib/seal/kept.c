/*
 * What is kept outside of games for longer than a day. Sealed bytes are the
 * nonce, the cipher text and the tag, under keys of their own:
 *
 *     K       = HMAC(master, "spellpost/1 kept")
 *     K_seal  = HMAC(K, "seal"), K_nonce = HMAC(K, "nonce")
 *     nonce   = first bytes of HMAC(K_nonce, be64(length of what) | what |
 * text)
 *
 * and tied to `what`, so that they open as nothing else.
 */
#include "seal/seal_private.h"

struct keys {
	uint8_t seal[SP_KEY_BYTES], nonce[SP_KEY_BYTES];
};

/* Wipe them. */
static int derive(struct keys *out, const uint8_t master[SP_KEY_BYTES],
	struct sp_error *e)
{
	struct sp_bytes kept = seal_text("spellpost/1 kept");
	struct sp_bytes seal = seal_text("seal"), nonce = seal_text("nonce");
	uint8_t key[SP_KEY_BYTES];
	int code = seal_hmac(key, master, &kept, 1, e);

	memset(out, 0, sizeof(*out));
	if (code == SP_OK)
		code = seal_hmac(out->seal, key, &seal, 1, e);
	if (code == SP_OK)
		code = seal_hmac(out->nonce, key, &nonce, 1, e);
	sp_wipe(key, sizeof(key));
	return code;
}

int sp_seal_keep(struct sp_buf *out, const uint8_t master[SP_KEY_BYTES],
	const char *what, const void *text, size_t len, struct sp_error *e)
{
	size_t size = SP_BOX_NONCE + len + SP_BOX_TAG;
	uint8_t *bytes = sp_xmalloc(size);
	uint8_t length[8], sum[SP_KEY_BYTES];
	struct sp_bytes tied = seal_text(what);
	struct sp_bytes parts[] = { { length, sizeof(length) }, tied,
		{ text, len } };
	struct keys keys;
	int code = derive(&keys, master, e);

	sp_put_be64(length, tied.len);
	if (code == SP_OK)
		code = seal_hmac(sum, keys.nonce, parts, 3, e);
	if (code == SP_OK) {
		memcpy(bytes, sum, SP_BOX_NONCE);
		code = seal_encrypt(bytes + SP_BOX_NONCE, keys.seal, bytes,
			&tied, 1, text, len, e);
	}
	if (code == SP_OK)
		sp_buf_add(out, bytes, size);
	sp_wipe(&keys, sizeof(keys));
	sp_free(bytes);
	return code;
}

int sp_seal_kept_open(struct sp_buf *out, const uint8_t master[SP_KEY_BYTES],
	const char *what, const void *sealed, size_t len, struct sp_error *e)
{
	const uint8_t *bytes = sealed;
	struct sp_bytes tied = seal_text(what);
	struct keys keys;
	bool opens = false;
	int code = derive(&keys, master, e);

	if (code == SP_OK && len >= SP_BOX_NONCE + SP_BOX_TAG) {
		size_t size = len - SP_BOX_NONCE - SP_BOX_TAG;
		uint8_t *plain = sp_xmalloc(size + 1);

		code = seal_decrypt(plain, &opens, keys.seal, bytes, &tied, 1,
			bytes + SP_BOX_NONCE, size, e);
		if (code == SP_OK && opens)
			sp_buf_add(out, plain, size);
		sp_wipe(plain, size);
		sp_free(plain);
	}
	sp_wipe(&keys, sizeof(keys));
	if (code != SP_OK || opens)
		return code;
	return sp_error_set(e, SP_ECORRUPT,
		"%s does not open: it was changed, or sealed under another "
		"master key",
		what);
}
