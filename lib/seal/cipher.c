/* AES-256-GCM. */
#include "seal/seal_private.h"

#include <openssl/err.h>
#include <openssl/evp.h>

/* Make a context behind the additional data; NULL: OpenSSL fails. */
static EVP_CIPHER_CTX *start(bool sealing, const uint8_t key[SP_KEY_BYTES],
	const uint8_t nonce[SP_BOX_NONCE], const struct sp_bytes *tied,
	size_t n_tied)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
	EVP_CIPHER_CTX *ctx = cipher != NULL ? EVP_CIPHER_CTX_new() : NULL;
	bool ok = ctx != NULL && EVP_CipherInit_ex2(ctx, cipher, key, nonce,
					 sealing, NULL) == 1;
	int n = 0;

	for (size_t i = 0; ok && i < n_tied; i++)
		ok = EVP_CipherUpdate(ctx, NULL, &n, tied[i].data,
			     (int)tied[i].len) == 1;
	if (!ok) {
		EVP_CIPHER_CTX_free(ctx);
		ctx = NULL;
	}
	EVP_CIPHER_free(cipher);
	return ctx;
}

int seal_encrypt(uint8_t *out, const uint8_t key[SP_KEY_BYTES],
	const uint8_t nonce[SP_BOX_NONCE], const struct sp_bytes *tied,
	size_t n_tied, const void *plain, size_t size, struct sp_error *e)
{
	EVP_CIPHER_CTX *ctx = start(true, key, nonce, tied, n_tied);
	int n = 0, rest = 0;
	bool ok = ctx != NULL &&
		  EVP_CipherUpdate(ctx, out, &n, plain, (int)size) == 1 &&
		  (size_t)n == size &&
		  EVP_CipherFinal_ex(ctx, out + size, &rest) == 1 &&
		  EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, SP_BOX_TAG,
			  out + size) == 1;

	EVP_CIPHER_CTX_free(ctx);
	return ok ? SP_OK : seal_openssl_failed("AES-256-GCM", e);
}

int seal_decrypt(uint8_t *plain, bool *opens, const uint8_t key[SP_KEY_BYTES],
	const uint8_t nonce[SP_BOX_NONCE], const struct sp_bytes *tied,
	size_t n_tied, const uint8_t *bytes, size_t size, struct sp_error *e)
{
	EVP_CIPHER_CTX *ctx = start(false, key, nonce, tied, n_tied);
	uint8_t rest[SP_BOX_TAG], tag[SP_BOX_TAG];
	int n = 0, none = 0;

	memcpy(tag, bytes + size, sizeof(tag));
	bool ok = ctx != NULL &&
		  EVP_CIPHER_CTX_ctrl(
			  ctx, EVP_CTRL_AEAD_SET_TAG, SP_BOX_TAG, tag) == 1 &&
		  EVP_CipherUpdate(ctx, plain, &n, bytes, (int)size) == 1 &&
		  (size_t)n == size;
	/* the comparison of the tags, which takes always the same time */
	*opens = ok && EVP_CipherFinal_ex(ctx, rest, &none) == 1;

	EVP_CIPHER_CTX_free(ctx);
	if (!ok)
		return seal_openssl_failed("AES-256-GCM", e);
	ERR_clear_error();
	return SP_OK;
}
