#include "seal/seal_private.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

/* Is it SP_BOX_LEAST, or that doubled some times? */
static bool is_size(size_t size)
{
	return size >= SP_BOX_LEAST && size <= SP_BOX_MOST &&
	       (size & (size - 1)) == 0;
}

/* ---- the cipher ---- */

/* Make the additional data, gid | be64(seq). */
static void tie(struct sp_bytes out[2], const struct sp_secrets *s,
	const struct sp_box *box, uint8_t seq[8])
{
	sp_put_be64(seq, box->seq);
	out[0] = seal_text(s->gid);
	out[1] = (struct sp_bytes){ seq, 8 };
}

static int encrypt(const struct sp_secrets *s, struct sp_box *box,
	const uint8_t *plain, struct sp_error *e)
{
	struct sp_bytes tied[2];
	uint8_t seq[8];

	tie(tied, s, box, seq);
	return seal_encrypt(
		box->bytes, s->seal, box->nonce, tied, 2, plain, box->size, e);
}

static int decrypt(const struct sp_secrets *s, struct sp_box *box,
	uint8_t *plain, struct sp_error *e)
{
	struct sp_bytes tied[2];
	uint8_t seq[8];
	bool opens = false;

	tie(tied, s, box, seq);
	int code = seal_decrypt(plain, &opens, s->seal, box->nonce, tied, 2,
		box->bytes, box->size, e);

	return code != SP_OK || opens
		       ? code
		       : sp_error_set(e, SP_ECORRUPT,
				 "the box of commit %llu does not open: it was "
				 "changed, or made for another game or with "
				 "another key",
				 (unsigned long long)box->seq);
}

/* The first bytes of HMAC(K_nonce, be64(seq) | P): no nonce is used for two
 * texts, and no random number is needed. */
static int make_nonce(uint8_t out[SP_BOX_NONCE], const struct sp_secrets *s,
	uint64_t seq, const uint8_t *plain, size_t size, struct sp_error *e)
{
	uint8_t number[8], sum[SP_KEY_BYTES];
	struct sp_bytes parts[] = { { number, sizeof(number) },
		{ plain, size } };
	int code;

	sp_put_be64(number, seq);
	code = seal_hmac(sum, s->nonce, parts, 2, e);
	if (code == SP_OK)
		memcpy(out, sum, SP_BOX_NONCE);
	sp_wipe(sum, sizeof(sum));
	return code;
}

static int sum_of(uint8_t out[SP_KEY_BYTES], const uint8_t *plain, size_t size,
	struct sp_error *e)
{
	struct sp_bytes part = { plain, size };

	return sp_seal_digest(out, &part, 1, e);
}

/* ---- boxes ---- */

int sp_seal_box(struct sp_box *out, const struct sp_secrets *s, uint64_t seq,
	const char *text, size_t len, size_t size, struct sp_error *e)
{
	uint8_t *plain;
	int code;

	assert(s->keyed && seq <= INT64_MAX && is_size(size));
	assert(len == 0 || text[len - 1] != ' ');
	memset(out, 0, sizeof(*out));
	if (size < len)
		return sp_error_set(e, SP_ELIMIT,
			"what commit %llu would hide has %zu bytes, and its "
			"box has room for %zu",
			(unsigned long long)seq, len, size);
	plain = sp_xmalloc(size);
	memcpy(plain, text, len);
	memset(plain + len, ' ', size - len);
	out->seq = seq;
	out->size = size;
	out->bytes = sp_xmalloc(size + SP_BOX_TAG);
	code = make_nonce(out->nonce, s, seq, plain, size, e);
	if (code == SP_OK)
		code = encrypt(s, out, plain, e);
	if (code == SP_OK)
		code = sum_of(out->sum, plain, size, e);
	sp_wipe(plain, size);
	sp_free(plain);
	if (code != SP_OK)
		sp_seal_box_clear(out);
	return code;
}

/* What decrypts was sealed with our keys; now is it what sp_seal_box seals? */
static int check_plain(struct sp_box *box, const struct sp_secrets *s,
	const uint8_t *plain, struct sp_error *e)
{
	uint8_t nonce[SP_BOX_NONCE];
	int code = make_nonce(nonce, s, box->seq, plain, box->size, e);

	if (code == SP_OK &&
		CRYPTO_memcmp(nonce, box->nonce, sizeof(nonce)) != 0)
		code = sp_error_set(e, SP_ECORRUPT,
			"the nonce of the box of commit %llu is not the one "
			"that its content makes",
			(unsigned long long)box->seq);
	return code == SP_OK ? sum_of(box->sum, plain, box->size, e) : code;
}

int sp_seal_unbox(char **text, size_t *len, struct sp_box *box,
	const struct sp_secrets *s, uint64_t seq, struct sp_error *e)
{
	uint8_t *plain;
	size_t n = box->size;
	int code;

	assert(s->keyed && is_size(box->size));
	*text = NULL;
	*len = 0;
	if (box->seq != seq)
		return sp_error_set(e, SP_ECORRUPT,
			"the box is that of commit %llu, not of %llu",
			(unsigned long long)box->seq, (unsigned long long)seq);
	plain = sp_xmalloc(box->size + 1);
	code = decrypt(s, box, plain, e);
	if (code == SP_OK)
		code = check_plain(box, s, plain, e);
	if (code != SP_OK) {
		sp_wipe(plain, box->size);
		sp_free(plain);
		return code;
	}
	while (n > 0 && plain[n - 1] == ' ')
		n--;
	plain[n] = '\0';
	*text = (char *)plain;
	*len = n;
	return SP_OK;
}

void sp_seal_unbox_free(char *text, size_t len)
{
	if (text != NULL)
		sp_wipe(text, len);
	sp_free(text);
}

void sp_seal_box_clear(struct sp_box *box)
{
	sp_free(box->bytes);
	sp_wipe(box, sizeof(*box));
}

/* ---- sealed.json ---- */

/*
 * By hand, because the file has one form only, is read whenever a game is
 * loaded, and base64 is most of it: through a JSON library this takes several
 * times as long as all the cryptography.
 */
static const char before_box[] = "{\n \"box\": \"";
static const char before_nonce[] = "\",\n \"nonce\": \"";
static const char before_seq[] = "\",\n \"seq\": ";
static const char behind_seq[] = ",\n \"v\": 1\n}\n";

static void add_base64(struct sp_buf *out, const uint8_t *bytes, size_t n)
{
	unsigned char *text = sp_xmalloc((n + 2) / 3 * 4 + 1);
	int len = EVP_EncodeBlock(text, bytes, (int)n);

	sp_buf_add(out, text, (size_t)len);
	sp_free(text);
}

void sp_seal_box_format(const struct sp_box *box, struct sp_buf *out)
{
	sp_buf_adds(out, before_box);
	add_base64(out, box->bytes, box->size + SP_BOX_TAG);
	sp_buf_adds(out, before_nonce);
	add_base64(out, box->nonce, SP_BOX_NONCE);
	sp_buf_addf(out, "%s%llu%s", before_seq, (unsigned long long)box->seq,
		behind_seq);
}

/* The decoded text up to a quotation mark behind `before`, which *at must stand
 * at and passes; NULL: it is not there, or it is none. */
static uint8_t *take_base64(const char **at, const char *before, size_t *len)
{
	size_t n, pad = 0;
	uint8_t *bytes;
	int got;

	if (!sp_starts(*at, before))
		return NULL;
	*at += strlen(before);
	n = strcspn(*at, "\"");
	if (n == 0 || n > (SP_BOX_MOST + SP_BOX_TAG + 2) / 3 * 4)
		return NULL;
	while (pad < 2 && pad < n && (*at)[n - 1 - pad] == '=')
		pad++;
	bytes = sp_xmalloc((n + 3) / 4 * 3);
	got = EVP_DecodeBlock(bytes, (const unsigned char *)*at, (int)n);
	if (got < (int)pad) {
		sp_free(bytes);
		return NULL;
	}
	*at += n;
	*len = (size_t)got - pad;
	return bytes;
}

/* What it takes for good need not be so: the caller writes it again. */
static bool read_box(struct sp_box *out, const char *text)
{
	size_t box_len = 0, nonce_len = 0, digits;
	uint8_t *nonce;
	char seq[24];
	long long number = 0;

	out->bytes = take_base64(&text, before_box, &box_len);
	if (out->bytes == NULL || box_len < SP_BOX_TAG ||
		!is_size(box_len - SP_BOX_TAG))
		return false;
	out->size = box_len - SP_BOX_TAG;
	nonce = take_base64(&text, before_nonce, &nonce_len);
	if (nonce != NULL && nonce_len == SP_BOX_NONCE)
		memcpy(out->nonce, nonce, SP_BOX_NONCE);
	sp_free(nonce);
	if (nonce_len != SP_BOX_NONCE || !sp_starts(text, before_seq))
		return false;
	text += strlen(before_seq);
	digits = strspn(text, "0123456789");
	if (!sp_copyn(seq, sizeof(seq), text, digits) ||
		sp_parse_int(seq, 0, INT64_MAX, &number) != SP_OK)
		return false;
	out->seq = (uint64_t)number;
	return true;
}

int sp_seal_box_parse(
	struct sp_box *out, const char *text, size_t len, struct sp_error *e)
{
	char *copy = sp_xstrndup(text, len); /* ends in a NUL */
	struct sp_buf again;
	bool ok;

	memset(out, 0, sizeof(*out));
	sp_buf_init(&again, SIZE_MAX);
	ok = read_box(out, copy);
	if (ok) {
		sp_seal_box_format(out, &again);
		ok = again.len == len && memcmp(again.data, text, len) == 0;
	}
	sp_buf_free(&again);
	sp_free(copy);
	if (ok)
		return SP_OK;
	sp_seal_box_clear(out);
	return sp_error_set(e, SP_ECORRUPT,
		"sealed.json is not as this version writes it: it was changed "
		"or cut off, or belongs to a later version");
}

/* ---- the State tag ---- */

int sp_seal_state_tag(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const struct sp_box *box, const char *parent,
	const uint8_t state[SP_KEY_BYTES], struct sp_error *e)
{
	uint8_t seq[8], sum[SP_KEY_BYTES];
	struct sp_bytes parts[] = { { seq, sizeof(seq) }, seal_text(parent),
		{ state, SP_KEY_BYTES }, { box->sum, SP_KEY_BYTES } };
	int code;

	assert(s->keyed && parts[1].len == 40);
	sp_put_be64(seq, box->seq);
	out[0] = '\0';
	code = seal_hmac(sum, s->mac, parts, SP_ARRAY_LEN(parts), e);
	if (code == SP_OK)
		sp_hex(out, sum, sizeof(sum));
	return code;
}

int sp_seal_state_check(const struct sp_secrets *s, const struct sp_box *box,
	const char *parent, const uint8_t state[SP_KEY_BYTES],
	const char *given, struct sp_error *e)
{
	char right[SP_SHA256_TEXT];
	int code = sp_seal_state_tag(right, s, box, parent, state, e);

	if (code == SP_OK &&
		(strlen(given) != SP_SHA256_TEXT - 1 ||
			CRYPTO_memcmp(right, given, SP_SHA256_TEXT - 1) != 0))
		code = sp_error_set(e, SP_ECORRUPT,
			"the State tag of commit %llu does not fit its "
			"parent, position and hidden state",
			(unsigned long long)box->seq);
	sp_wipe(right, sizeof(right));
	return code;
}
