/*
 * What the files of seal share.
 */
#ifndef SP_SEAL_PRIVATE_H
#define SP_SEAL_PRIVATE_H

#include <sys/stat.h>

#include "seal/seal.h"

/* A part that is a C string. */
struct sp_bytes seal_text(const char *s);

/* SP_ESYS with OpenSSL's reason: it "cannot compute `what`". */
int seal_openssl_failed(const char *what, struct sp_error *e);

/* HMAC-SHA256 of the parts, joined; on failure `out` is wiped. */
int seal_hmac(uint8_t out[SP_KEY_BYTES], const uint8_t key[SP_KEY_BYTES],
	const struct sp_bytes *parts, size_t n,
	struct sp_error *e) SP_MUST_CHECK;
int seal_random(void *out, size_t n, struct sp_error *e) SP_MUST_CHECK;

/* AES-256-GCM (cipher.c). `tied`: the additional data. `out` has room for the
 * tag behind the text; `bytes` has the tag behind `size`. *opens is false where
 * anything at all is another thing than when it was sealed. */
int seal_encrypt(uint8_t *out, const uint8_t key[SP_KEY_BYTES],
	const uint8_t nonce[SP_BOX_NONCE], const struct sp_bytes *tied,
	size_t n_tied, const void *plain, size_t size,
	struct sp_error *e) SP_MUST_CHECK;
int seal_decrypt(uint8_t *plain, bool *opens, const uint8_t key[SP_KEY_BYTES],
	const uint8_t nonce[SP_BOX_NONCE], const struct sp_bytes *tied,
	size_t n_tied, const uint8_t *bytes, size_t size,
	struct sp_error *e) SP_MUST_CHECK;

/* The seed of the Ed25519 key of a master key. Wipe it. */
int seal_signing_seed(uint8_t out[SP_KEY_BYTES],
	const uint8_t master[SP_KEY_BYTES], struct sp_error *e) SP_MUST_CHECK;

/* May a process of user `euid` trust a key file with this owner and mode? */
int seal_check_access(const struct stat *st, uid_t euid, const char *path,
	struct sp_error *e) SP_MUST_CHECK;

#endif
