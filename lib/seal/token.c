#include "seal/seal_private.h"

#include <assert.h>
#include <openssl/crypto.h>

static const char *purpose_name(enum sp_token_purpose purpose)
{
	switch (purpose) {
	case SP_TOKEN_PLAY:
		return "play";
	case SP_TOKEN_BOUNCE:
		return "bounce";
	case SP_TOKEN_OPERATOR:
		return "operator";
	case SP_TOKEN_CONFIRM:
		return "confirm";
	case SP_TOKEN_PROBE:
		return "probe";
	}
	assert(false && "a purpose of the list");
	return "";
}

/* The first characters of the base32 text of an HMAC under the token key. */
static int keyed_text(char *out, size_t size, const struct sp_secrets *s,
	const struct sp_bytes *parts, size_t n, struct sp_error *e)
{
	uint8_t sum[SP_KEY_BYTES];
	char text[(SP_KEY_BYTES * 8 + 4) / 5 + 1];
	int code = seal_hmac(sum, s->token_key, parts, n, e);

	out[0] = '\0';
	if (code != SP_OK)
		return code;
	sp_base32(text, sum, sizeof(sum));
	memcpy(out, text, size - 1);
	out[size - 1] = '\0';
	sp_wipe(sum, sizeof(sum));
	sp_wipe(text, sizeof(text));
	return SP_OK;
}

int sp_seal_token(char out[SP_TOKEN_TEXT], const struct sp_secrets *s,
	const char *seat, enum sp_token_purpose purpose, uint64_t epoch,
	struct sp_error *e)
{
	uint8_t number[8];
	struct sp_bytes parts[] = { seal_text(s->gid), seal_text("/"),
		seal_text(seat), seal_text("/"),
		seal_text(purpose_name(purpose)), seal_text("/"),
		{ number, sizeof(number) } };

	sp_put_be64(number, epoch);
	return keyed_text(out, SP_TOKEN_TEXT, s, parts, SP_ARRAY_LEN(parts), e);
}

int sp_seal_token_check(const struct sp_secrets *s, const char *seat,
	enum sp_token_purpose purpose, uint64_t epoch, const char *given,
	size_t len, struct sp_error *e)
{
	char right[SP_TOKEN_TEXT];
	char folded[SP_TOKEN_TEXT - 1];
	int code;

	/* The length of a token is no secret. */
	if (len != SP_TOKEN_TEXT - 1)
		return SP_EREFUSED;
	for (size_t i = 0; i < len; i++)
		folded[i] = (char)sp_lower((unsigned char)given[i]);
	code = sp_seal_token(right, s, seat, purpose, epoch, e);
	if (code == SP_OK && CRYPTO_memcmp(right, folded, len) != 0)
		code = SP_EREFUSED;
	sp_wipe(right, sizeof(right));
	return code;
}

int sp_seal_message_id(char out[SP_MID_TEXT], const struct sp_secrets *s,
	const char *commit, const char *seat, const char *kind,
	struct sp_error *e)
{
	struct sp_bytes parts[] = { seal_text("mid/"), seal_text(s->gid),
		seal_text("/"), seal_text(commit), seal_text("/"),
		seal_text(seat), seal_text("/"), seal_text(kind) };

	assert(strlen(commit) == 40);
	return keyed_text(out, SP_MID_TEXT, s, parts, SP_ARRAY_LEN(parts), e);
}

int sp_seal_receipt_kind(char out[SP_MAIL_KIND_TEXT], const char *message_id,
	const char *text, size_t len, struct sp_error *e)
{
	uint8_t length[8];
	char digest[SP_SHA256_TEXT];
	struct sp_bytes parts[] = { { length, sizeof(length) },
		seal_text(message_id), { text, len } };
	int code;

	sp_put_be64(length, parts[1].len);
	out[0] = '\0';
	code = sp_seal_sha256(digest, parts, 3, e);
	if (code == SP_OK)
		sp_format(out, SP_MAIL_KIND_TEXT, "receipt/%s", digest);
	return code;
}

/* ---- input tags ---- */

/* hex HMAC(K_input, head | be64(length of Message-ID) | Message-ID | text) */
static int input_tag(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	struct sp_bytes head, const char *message_id, struct sp_bytes text,
	struct sp_error *e)
{
	uint8_t length[8];
	uint8_t sum[SP_KEY_BYTES];
	struct sp_bytes parts[] = { head, { length, sizeof(length) },
		seal_text(message_id), text };
	int code;

	assert(s->keyed);
	sp_put_be64(length, parts[2].len);
	out[0] = '\0';
	code = seal_hmac(sum, s->input, parts, SP_ARRAY_LEN(parts), e);
	if (code == SP_OK)
		sp_hex(out, sum, sizeof(sum));
	return code;
}

int sp_seal_input_mail(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const char *message_id, const char *text, size_t len,
	struct sp_error *e)
{
	struct sp_bytes none = { NULL, 0 }, words = { text, len };

	return input_tag(out, s, none, message_id, words, e);
}

int sp_seal_input_sealed(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	uint64_t seq, const char *message_id, const char *text, size_t len,
	struct sp_error *e)
{
	static const char word[] = "sealed";
	uint8_t head[sizeof(word) - 1 + 8];
	struct sp_bytes part = { head, sizeof(head) }, words = { text, len };

	memcpy(head, word, sizeof(word) - 1);
	sp_put_be64(head + sizeof(word) - 1, seq);
	return input_tag(out, s, part, message_id, words, e);
}

int sp_seal_bot(uint64_t *out, const struct sp_secrets *s, const char *seat,
	uint64_t seq, struct sp_error *e)
{
	uint8_t number[8];
	uint8_t sum[SP_KEY_BYTES] = { 0 };
	struct sp_bytes parts[] = { { number, sizeof(number) },
		seal_text(seat) };
	int code;

	assert(s->keyed);
	sp_put_be64(number, seq);
	code = seal_hmac(sum, s->bot, parts, 2, e);
	*out = sp_get_be64(sum);
	sp_wipe(sum, sizeof(sum));
	return code;
}

int sp_seal_press(char out[SP_SHA256_TEXT], const struct sp_secrets *s,
	const char *message_id, const char *text, size_t len,
	struct sp_error *e)
{
	struct sp_bytes parts[] = { seal_text("press/"), seal_text(s->gid),
		seal_text("/"), seal_text(message_id) };
	struct sp_bytes words = { text, len };
	uint8_t salt[SP_KEY_BYTES], sum[SP_KEY_BYTES];
	int code = seal_hmac(salt, s->token_key, parts, SP_ARRAY_LEN(parts), e);

	out[0] = '\0';
	if (code == SP_OK)
		code = seal_hmac(sum, salt, &words, 1, e);
	if (code == SP_OK)
		sp_hex(out, sum, sizeof(sum));
	sp_wipe(salt, sizeof(salt));
	return code;
}

void sp_seal_input_timer(char out[SP_SHA256_TEXT], int64_t due)
{
	char date[SP_DATE_TEXT];

	sp_date_iso(date, due);
	sp_format(out, SP_SHA256_TEXT, "timer %s", date);
}

void sp_seal_input_operator(char out[SP_SHA256_TEXT], uint64_t journal_number)
{
	sp_format(out, SP_SHA256_TEXT, "operator %llu",
		(unsigned long long)journal_number);
}
