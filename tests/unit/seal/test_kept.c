/* What is kept outside of games. */
#include "seal/seal.h"
#include "unit.h"

static const uint8_t master[SP_KEY_BYTES] = { 1, 2, 3 };
static const uint8_t other[SP_KEY_BYTES] = { 1, 2, 4 };

static int seal(struct sp_buf *out, const char *what, const char *text)
{
	sp_buf_clear(out);
	return sp_seal_keep(out, master, what, text, strlen(text), NULL);
}

static int unseal(struct sp_buf *out, const uint8_t key[SP_KEY_BYTES],
	const char *what, const struct sp_buf *sealed, struct sp_error *e)
{
	sp_buf_clear(out);
	sp_error_clear(e);
	return sp_seal_kept_open(
		out, key, what, sp_buf_str(sealed), sealed->len, e);
}

TEST("seal/kept", "opens as what it was sealed as")
{
	struct sp_buf sealed, again, text;
	struct sp_error e = { 0 };

	sp_buf_init(&sealed, 1000);
	sp_buf_init(&again, 1000);
	sp_buf_init(&text, 1000);
	EQUAL_INT(seal(&sealed, "raw/17", "move n, then punch blue"), SP_OK);
	EQUAL_INT(sealed.len, 23 + SP_KEPT_MORE);
	for (size_t i = 0; i + 5 <= sealed.len; i++)
		DIFFERENT_INT(memcmp(sealed.data + i, "punch", 5), 0);
	EQUAL_INT(unseal(&text, master, "raw/17", &sealed, &e), SP_OK);
	EQUAL_STRING(sp_buf_str(&text), "move n, then punch blue");
	/* equal arguments, equal bytes; another name, all others */
	EQUAL_INT(seal(&again, "raw/17", "move n, then punch blue"), SP_OK);
	EQUAL_INT(memcmp(again.data, sealed.data, sealed.len), 0);
	EQUAL_INT(seal(&again, "raw/18", "move n, then punch blue"), SP_OK);
	DIFFERENT_INT(memcmp(again.data, sealed.data, SP_BOX_NONCE), 0);
	EQUAL_INT(unseal(&text, master, "raw/18", &sealed, &e), SP_ECORRUPT);
	CONTAINS(e.text, "raw/18 does not open");
	EQUAL_INT(unseal(&text, other, "raw/17", &sealed, &e), SP_ECORRUPT);
	EQUAL_INT(text.len, 0);
	/* nothing is something, too */
	EQUAL_INT(seal(&sealed, "raw/1", ""), SP_OK);
	EQUAL_INT(unseal(&text, master, "raw/1", &sealed, &e), SP_OK);
	EQUAL_INT(text.len, 0);
	sp_buf_free(&sealed);
	sp_buf_free(&again);
	sp_buf_free(&text);
}

TEST("seal/kept", "every bit counts")
{
	struct sp_buf sealed, text;
	struct sp_error e = { 0 };

	sp_buf_init(&sealed, 1000);
	sp_buf_init(&text, 1000);
	EQUAL_INT(seal(&sealed, "question/1", "end"), SP_OK);
	for (size_t i = 0; i < 8 * sealed.len; i++) {
		sealed.data[i / 8] ^= (char)(1 << i % 8);
		EQUAL_INT(unseal(&text, master, "question/1", &sealed, &e),
			SP_ECORRUPT);
		sealed.data[i / 8] ^= (char)(1 << i % 8);
	}
	while (sealed.len > 0) {
		sp_buf_truncate(&sealed, sealed.len - 1);
		EQUAL_INT(unseal(&text, master, "question/1", &sealed, &e),
			SP_ECORRUPT);
	}
	sp_buf_free(&sealed);
	sp_buf_free(&text);
}
