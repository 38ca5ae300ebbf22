/*
 * Signatures of commits in OpenSSH's format (PROTOCOL.sshsig), as git verifies
 * them. Key, namespace and hash are always the same here, so that a signature
 * has one form: what is read is made again from its key and its signature, and
 * must come out byte for byte.
 */
#include "seal/seal_private.h"

#include <openssl/err.h>
#include <openssl/evp.h>

#define PUBLIC_BYTES    32
#define SIGNATURE_BYTES 64
#define SHA512_BYTES    64

#define KEY_TYPE  "ssh-ed25519"
#define NAMESPACE "git"
#define HASH      "sha512"

/* A public key in SSH's wire format: its type, its bytes. */
#define WIRE_KEY_BYTES (4 + sizeof(KEY_TYPE) - 1 + 4 + PUBLIC_BYTES)
#define WIRE_KEY_TEXT  ((WIRE_KEY_BYTES + 2) / 3 * 4)

/* Where the two parts stand that differ, in a signature of that length. */
#define BLOB_BYTES   173
#define PUBLIC_AT    33
#define SIGNATURE_AT (BLOB_BYTES - SIGNATURE_BYTES)

#define BEGIN   "-----BEGIN SSH SIGNATURE-----\n"
#define END     "-----END SSH SIGNATURE-----\n"
#define COLUMNS 70

#define PRINCIPAL  "judge@"
#define DOMAIN     ".invalid"
#define CONDITIONS " namespaces=\"" NAMESPACE "\" " KEY_TYPE " "

struct sp_signer {
	EVP_PKEY *key;
	uint8_t public[PUBLIC_BYTES];
};

/* ---- the key ------------------------------------------------------------- */

int seal_signing_seed(uint8_t out[SP_KEY_BYTES],
	const uint8_t master[SP_KEY_BYTES], struct sp_error *e)
{
	struct sp_bytes label = seal_text("spellpost/1 signing key");

	return seal_hmac(out, master, &label, 1, e);
}

int sp_seal_signer_open(struct sp_signer **out,
	const uint8_t master[SP_KEY_BYTES], struct sp_error *e)
{
	uint8_t seed[SP_KEY_BYTES];
	struct sp_signer *s;
	size_t len = PUBLIC_BYTES;
	int code = seal_signing_seed(seed, master, e);

	*out = NULL;
	if (code != SP_OK)
		return code;
	s = sp_xcalloc(1, sizeof(*s));
	s->key = EVP_PKEY_new_raw_private_key(
		EVP_PKEY_ED25519, NULL, seed, sizeof(seed));
	sp_wipe(seed, sizeof(seed));
	if (s->key == NULL ||
		EVP_PKEY_get_raw_public_key(s->key, s->public, &len) != 1 ||
		len != PUBLIC_BYTES) {
		sp_seal_signer_close(s);
		return seal_openssl_failed("the signing key", e);
	}
	*out = s;
	return SP_OK;
}

void sp_seal_signer_close(struct sp_signer *signer)
{
	if (signer == NULL)
		return;
	EVP_PKEY_free(signer->key); /* which wipes the key */
	sp_wipe(signer, sizeof(*signer));
	sp_free(signer);
}

/* ---- wire format --------------------------------------------------------- */

static void put_be32(struct sp_buf *out, size_t n)
{
	uint8_t bytes[8];

	sp_put_be64(bytes, n);
	sp_buf_add(out, bytes + 4, 4);
}

static void put_string(struct sp_buf *out, const void *data, size_t n)
{
	put_be32(out, n);
	sp_buf_add(out, data, n);
}

static void put_text(struct sp_buf *out, const char *text)
{
	put_string(out, text, strlen(text));
}

static void put_key(struct sp_buf *out, const uint8_t public[PUBLIC_BYTES])
{
	put_text(out, KEY_TYPE);
	put_string(out, public, PUBLIC_BYTES);
}

/* What is signed in the place of a text. */
static int make_signed(
	struct sp_buf *out, const void *text, size_t len, struct sp_error *e)
{
	uint8_t sum[SHA512_BYTES];

	if (EVP_Digest(text, len, sum, NULL, EVP_sha512(), NULL) != 1)
		return seal_openssl_failed("SHA-512", e);
	sp_buf_adds(out, "SSHSIG");
	put_text(out, NAMESPACE);
	put_text(out, ""); /* reserved */
	put_text(out, HASH);
	put_string(out, sum, sizeof(sum));
	return SP_OK;
}

static void put_blob(struct sp_buf *out, const uint8_t public[PUBLIC_BYTES],
	const uint8_t signature[SIGNATURE_BYTES])
{
	sp_buf_adds(out, "SSHSIG");
	put_be32(out, 1); /* version */
	put_be32(out, WIRE_KEY_BYTES);
	put_key(out, public);
	put_text(out, NAMESPACE);
	put_text(out, ""); /* reserved */
	put_text(out, HASH);
	put_be32(out, 4 + sizeof(KEY_TYPE) - 1 + 4 + SIGNATURE_BYTES);
	put_text(out, KEY_TYPE);
	put_string(out, signature, SIGNATURE_BYTES);
}

static void put_armour(struct sp_buf *out, const uint8_t public[PUBLIC_BYTES],
	const uint8_t signature[SIGNATURE_BYTES])
{
	struct sp_buf blob, text;

	sp_buf_init(&blob, BLOB_BYTES);
	sp_buf_init(&text, SIZE_MAX);
	put_blob(&blob, public, signature);
	sp_base64(&text, (const uint8_t *)blob.data, blob.len);
	sp_buf_adds(out, BEGIN);
	for (size_t at = 0; at < text.len; at += COLUMNS) {
		size_t rest = text.len - at;

		sp_buf_add(
			out, text.data + at, rest < COLUMNS ? rest : COLUMNS);
		sp_buf_addc(out, '\n');
	}
	sp_buf_adds(out, END);
	sp_buf_free(&blob);
	sp_buf_free(&text);
}

/* ---- signing ------------------------------------------------------------- */

int sp_seal_sign(struct sp_buf *armour, const struct sp_signer *signer,
	const void *text, size_t len, struct sp_error *e)
{
	uint8_t signature[SIGNATURE_BYTES];
	size_t n = sizeof(signature);
	EVP_MD_CTX *ctx = NULL;
	struct sp_buf said;
	int code;

	sp_buf_init(&said, SIZE_MAX);
	code = make_signed(&said, text, len, e);
	if (code != SP_OK)
		goto out;
	ctx = EVP_MD_CTX_new();
	if (ctx == NULL ||
		EVP_DigestSignInit(ctx, NULL, NULL, NULL, signer->key) != 1 ||
		EVP_DigestSign(ctx, signature, &n, (uint8_t *)said.data,
			said.len) != 1 ||
		n != sizeof(signature))
		code = seal_openssl_failed("an Ed25519 signature", e);
	else
		put_armour(armour, signer->public, signature);
out:
	EVP_MD_CTX_free(ctx);
	sp_buf_free(&said);
	return code;
}

void sp_seal_allowed_signers(
	struct sp_buf *out, const struct sp_signer *signer, const char *gid)
{
	struct sp_buf key;

	sp_buf_init(&key, WIRE_KEY_BYTES);
	put_key(&key, signer->public);
	sp_buf_addf(out, "%s%s%s%s", PRINCIPAL, gid, DOMAIN, CONDITIONS);
	sp_base64(out, (const uint8_t *)key.data, key.len);
	sp_buf_addc(out, '\n');
	sp_buf_free(&key);
}

/* ---- checking: all of it is untrusted ------------------------------------ */

/* Pass `text` at *at, which ends at `end`. */
static bool skip(const char **at, const char *end, const char *text)
{
	size_t n = strlen(text);

	if ((size_t)(end - *at) < n || memcmp(*at, text, n) != 0)
		return false;
	*at += n;
	return true;
}

/* Pass the id of a game, whichever it is. */
static bool skip_gid(const char **at, const char *end)
{
	char gid[SP_GID_TEXT];
	size_t n = 0;

	while (*at + n < end && (*at)[n] != '.')
		n++;
	if (!sp_copyn(gid, sizeof(gid), *at, n) || strlen(gid) != n ||
		!sp_seal_gid_valid(gid))
		return false;
	*at += n;
	return true;
}

/* The key of an allowed_signers file; false where it is not as
 * sp_seal_allowed_signers writes it. */
static bool read_signers(
	uint8_t wire[WIRE_KEY_BYTES], const char *text, size_t len)
{
	const char *at = text, *end = text + len;
	struct sp_buf key, again;
	bool ok;

	if (len == 0 || !skip(&at, end, PRINCIPAL) || !skip_gid(&at, end) ||
		!skip(&at, end, DOMAIN CONDITIONS) ||
		(size_t)(end - at) != WIRE_KEY_TEXT + 1 || end[-1] != '\n')
		return false;
	sp_buf_init(&key, WIRE_KEY_BYTES);
	sp_buf_init(&again, WIRE_KEY_BYTES);
	ok = sp_unbase64(&key, at, WIRE_KEY_TEXT) == SP_OK &&
	     key.len == WIRE_KEY_BYTES;
	if (ok) {
		put_key(&again, (const uint8_t *)key.data + WIRE_KEY_BYTES -
					PUBLIC_BYTES);
		ok = memcmp(again.data, key.data, WIRE_KEY_BYTES) == 0;
	}
	if (ok)
		memcpy(wire, key.data, WIRE_KEY_BYTES);
	sp_buf_free(&key);
	sp_buf_free(&again);
	return ok;
}

static int bad_signers(struct sp_error *e)
{
	return sp_error_set(e, SP_ECORRUPT,
		"allowed_signers is not one line judge@GAME.invalid "
		"namespaces=\"git\" ssh-ed25519 and a key, as spellpost "
		"writes it");
}

int sp_seal_fingerprint(char out[SP_FINGERPRINT_TEXT],
	const char *allowed_signers, size_t len, struct sp_error *e)
{
	uint8_t wire[WIRE_KEY_BYTES], sum[SP_KEY_BYTES];
	struct sp_bytes part = { wire, sizeof(wire) };
	struct sp_buf text;
	int code;

	out[0] = '\0';
	if (!read_signers(wire, allowed_signers, len))
		return bad_signers(e);
	code = sp_seal_digest(sum, &part, 1, e);
	if (code != SP_OK)
		return code;
	sp_buf_init(&text, SIZE_MAX);
	sp_base64(&text, sum, sizeof(sum));
	sp_format(out, SP_FINGERPRINT_TEXT, "SHA256:%.*s",
		(int)strcspn(sp_buf_str(&text), "="), sp_buf_str(&text));
	sp_buf_free(&text);
	return SP_OK;
}

/* The two parts that differ, of an armour such as put_armour makes. */
static bool read_armour(uint8_t public[PUBLIC_BYTES],
	uint8_t signature[SIGNATURE_BYTES], const char *armour, size_t len)
{
	const char *at = armour, *end = armour + len;
	struct sp_buf text, blob, again;
	bool ok;

	if (len == 0 || !skip(&at, end, BEGIN))
		return false;
	sp_buf_init(&text, (BLOB_BYTES + 2) / 3 * 4);
	sp_buf_init(&blob, BLOB_BYTES);
	sp_buf_init(&again, SIZE_MAX);
	for (; at < end && *at != '-' && !text.overflow; at++) {
		if (*at != '\n')
			sp_buf_addc(&text, *at);
	}
	ok = text.len > 0 && !text.overflow &&
	     sp_unbase64(&blob, text.data, text.len) == SP_OK &&
	     blob.len == BLOB_BYTES;
	if (ok) {
		memcpy(public, blob.data + PUBLIC_AT, PUBLIC_BYTES);
		memcpy(signature, blob.data + SIGNATURE_AT, SIGNATURE_BYTES);
		put_armour(&again, public, signature);
		ok = again.len == len && memcmp(again.data, armour, len) == 0;
	}
	sp_buf_free(&text);
	sp_buf_free(&blob);
	sp_buf_free(&again);
	return ok;
}

static int verify(const uint8_t public[PUBLIC_BYTES],
	const uint8_t signature[SIGNATURE_BYTES], const struct sp_buf *said,
	struct sp_error *e)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_public_key(
		EVP_PKEY_ED25519, NULL, public, PUBLIC_BYTES);
	EVP_MD_CTX *ctx = key != NULL ? EVP_MD_CTX_new() : NULL;
	bool ready = ctx != NULL &&
		     EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, key) == 1;
	bool good =
		ready && EVP_DigestVerify(ctx, signature, SIGNATURE_BYTES,
				 (const uint8_t *)said->data, said->len) == 1;

	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(key);
	if (!ready)
		return seal_openssl_failed("an Ed25519 signature", e);
	ERR_clear_error();
	return good ? SP_OK
		    : sp_error_set(e, SP_EREFUSED,
			      "the signature does not fit: what was signed was "
			      "changed, or the signature was");
}

int sp_seal_check_signature(const char *allowed_signers, size_t len,
	const void *text, size_t n, const char *armour, size_t m,
	struct sp_error *e)
{
	uint8_t wire[WIRE_KEY_BYTES], public[PUBLIC_BYTES];
	uint8_t signature[SIGNATURE_BYTES];
	struct sp_buf said;
	int code;

	if (!read_signers(wire, allowed_signers, len))
		return bad_signers(e);
	if (!read_armour(public, signature, armour, m))
		return sp_error_set(e, SP_ECORRUPT,
			m == 0 ? "there is no signature"
			       : "the signature is not one of git's SSH "
				 "signatures with an Ed25519 key");
	if (memcmp(wire + WIRE_KEY_BYTES - PUBLIC_BYTES, public,
		    PUBLIC_BYTES) != 0)
		return sp_error_set(e, SP_EREFUSED,
			"the signature was made with another key than "
			"allowed_signers names");
	sp_buf_init(&said, SIZE_MAX);
	code = make_signed(&said, text, n, e);
	if (code == SP_OK)
		code = verify(public, signature, &said, e);
	sp_buf_free(&said);
	return code;
}
