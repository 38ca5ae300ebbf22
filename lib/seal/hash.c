#include "seal/seal_private.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sys/random.h>

struct sp_bytes seal_text(const char *s)
{
	struct sp_bytes part = { s, strlen(s) };

	return part;
}

int seal_openssl_failed(const char *what, struct sp_error *e)
{
	unsigned long code = ERR_get_error();
	char text[160] = "no reason given";

	if (code != 0)
		ERR_error_string_n(code, text, sizeof(text));
	ERR_clear_error();
	return sp_error_set(
		e, SP_ESYS, "OpenSSL cannot compute %s: %s", what, text);
}

int seal_hmac(uint8_t out[SP_KEY_BYTES], const uint8_t key[SP_KEY_BYTES],
	const struct sp_bytes *parts, size_t n, struct sp_error *e)
{
	char digest[] = "SHA256";
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(
			OSSL_MAC_PARAM_DIGEST, digest, 0),
		OSSL_PARAM_construct_end(),
	};
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	EVP_MAC_CTX *ctx = mac != NULL ? EVP_MAC_CTX_new(mac) : NULL;
	size_t len = 0;
	bool ok;

	ok = ctx != NULL && EVP_MAC_init(ctx, key, SP_KEY_BYTES, params) == 1;
	for (size_t i = 0; ok && i < n; i++) {
		if (parts[i].len > 0)
			ok = EVP_MAC_update(ctx, parts[i].data, parts[i].len) ==
			     1;
	}
	ok = ok && EVP_MAC_final(ctx, out, &len, SP_KEY_BYTES) == 1 &&
	     len == SP_KEY_BYTES;
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(mac);
	if (ok)
		return SP_OK;
	sp_wipe(out, SP_KEY_BYTES);
	return seal_openssl_failed("HMAC-SHA256", e);
}

int sp_seal_digest(uint8_t out[SP_KEY_BYTES], const struct sp_bytes *parts,
	size_t n, struct sp_error *e)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	bool ok;

	ok = ctx != NULL && EVP_DigestInit_ex(ctx, EVP_sha256(), NULL) == 1;
	for (size_t i = 0; ok && i < n; i++) {
		if (parts[i].len > 0)
			ok = EVP_DigestUpdate(
				     ctx, parts[i].data, parts[i].len) == 1;
	}
	ok = ok && EVP_DigestFinal_ex(ctx, out, NULL) == 1;
	EVP_MD_CTX_free(ctx);
	if (ok)
		return SP_OK;
	sp_wipe(out, SP_KEY_BYTES);
	return seal_openssl_failed("SHA-256", e);
}

int sp_seal_sha256(char out[SP_SHA256_TEXT], const struct sp_bytes *parts,
	size_t n, struct sp_error *e)
{
	uint8_t sum[SP_KEY_BYTES];
	int code = sp_seal_digest(sum, parts, n, e);

	out[0] = '\0';
	if (code == SP_OK)
		sp_hex(out, sum, sizeof(sum));
	return code;
}

int seal_random(void *out, size_t n, struct sp_error *e)
{
	uint8_t *at = out;

	while (n > 0) {
		ssize_t got = getrandom(at, n, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			int why = errno;

			sp_wipe(out, (size_t)(at - (uint8_t *)out));
			return sp_error_set(e, SP_ESYS,
				"the kernel gives no random bytes: %s",
				strerror(why));
		}
		at += got;
		n -= (size_t)got;
	}
	return SP_OK;
}
