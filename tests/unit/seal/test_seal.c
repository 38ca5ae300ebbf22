#include "unit.h"

#include <openssl/evp.h>

#include "seal/seal.h"

#define GID "g1-abcdefgh"

static struct sp_secrets make(void)
{
	static const char *const luck[] = { "", "" };
	static const uint8_t master[SP_KEY_BYTES] = { 1, 2, 3 };
	struct sp_secrets s;

	EQUAL_INT_FATAL(sp_seal_open(&s, master, GID, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_seal_derive(&s, luck, 2, NULL), SP_OK);
	return s;
}

TEST("seal/seal", "hashes parts")
{
	struct sp_bytes abc[] = { { "a", 1 }, { NULL, 0 }, { "bc", 2 } };
	char hex[SP_SHA256_TEXT];

	/* FIPS 180-2, B.1 */
	EQUAL_INT(sp_seal_sha256(hex, abc, 3, NULL), SP_OK);
	EQUAL_STRING(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396"
			  "177a9cb410ff61f20015ad");
	EQUAL_INT(sp_seal_sha256(hex, NULL, 0, NULL), SP_OK);
	EQUAL_STRING(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e464"
			  "9b934ca495991b7852b855");
}

TEST("seal/seal", "gids")
{
	static const char *const good[] = { "g1-abcdefgh", "a-22222222",
		"malefic-2345wxyz", "g1000000-aaaaaaaa", "a-b-c-aaaaaaaa",
		"123456789012345-zzzzzzzz" };
	static const char *const bad[] = { "", "-", "abcdefgh", "-abcdefgh",
		"g1-abcdefg", "g1-abcdefgh1", "g1-abcdefg1", "g1-abcdefg8",
		"G1-abcdefgh", "g1-ABCDEFGH", "g1_abcdefgh", "-g1-abcdefgh",
		"g1--abcdefgh", "1234567890123456-zzzzzzzz",
		"g1/../../etc-aaaaaaaa", "g1.-aaaaaaaa",
		"caf\xc3\xa9-aaaaaaaa" };

	for (size_t i = 0; i < SP_ARRAY_LEN(good); i++)
		CU_ASSERT(sp_seal_gid_valid(good[i]));
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		CU_ASSERT_FALSE(sp_seal_gid_valid(bad[i]));
}

TEST("seal/seal", "makes gids")
{
	static const char *const bad[] = { "", "-", "a-", "-a", "A",
		"1234567890123456", "a b", "a/b", "\xc3\xa9", "../x" };
	struct sp_error e = { 0 };
	char a[SP_GID_TEXT];
	char b[SP_GID_TEXT];

	EQUAL_INT(sp_seal_gid_new(a, "friday-club", NULL), SP_OK);
	EQUAL_INT(sp_seal_gid_new(b, "friday-club", NULL), SP_OK);
	CU_ASSERT(sp_starts(a, "friday-club-"));
	CU_ASSERT(sp_seal_gid_valid(a));
	CU_ASSERT(sp_seal_gid_valid(b));
	DIFFERENT_STRING(a, b);
	EQUAL_INT(sp_seal_gid_new(a, "123456789012345", NULL), SP_OK);
	CU_ASSERT(sp_seal_gid_valid(a));
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		sp_error_clear(&e);
		EQUAL_INT(sp_seal_gid_new(a, bad[i], &e), SP_EINVAL);
		EQUAL_STRING(a, "");
		CONTAINS(e.text, "1 to 15");
	}
}

TEST("seal/seal", "opens only gids")
{
	static const uint8_t master[SP_KEY_BYTES] = { 1 };
	static const struct sp_secrets nothing;
	struct sp_secrets s;

	memset(&s, 0xff, sizeof(s));
	EQUAL_INT(sp_seal_open(&s, master, "g1", NULL), SP_EINVAL);
	EQUAL_INT(memcmp(&s, &nothing, sizeof(s)), 0);
	EQUAL_INT(sp_seal_open(&s, master, GID, NULL), SP_OK);
	sp_seal_clear(&s);
	EQUAL_INT(memcmp(&s, &nothing, sizeof(s)), 0);
}

TEST("seal/seal", "derives from luck")
{
	char hash[SP_SHA256_TEXT];
	const char *one[] = { "", hash };
	const char *other[] = { hash, "" };
	const char *many[SP_LUCK_STRINGS + 1];
	const char *bad[] = { "red sky" };
	static const uint8_t zero[SP_KEY_BYTES];
	struct sp_secrets a = make();
	struct sp_secrets b = a;

	EQUAL_INT(sp_seal_luck_hash(hash, GID, "x", NULL), SP_OK);
	EQUAL_INT(sp_seal_derive(&a, one, 2, NULL), SP_OK);
	DIFFERENT_INT(memcmp(a.dice, b.dice, SP_KEY_BYTES), 0);
	/* whose luck it is counts */
	EQUAL_INT(sp_seal_derive(&b, other, 2, NULL), SP_OK);
	DIFFERENT_INT(memcmp(a.dice, b.dice, SP_KEY_BYTES), 0);
	/* and so does an empty string at the end */
	EQUAL_INT(sp_seal_derive(&a, other, 1, NULL), SP_OK);
	DIFFERENT_INT(memcmp(a.dice, b.dice, SP_KEY_BYTES), 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(many); i++)
		many[i] = "";
	EQUAL_INT(sp_seal_derive(&a, many, SP_LUCK_STRINGS, NULL), SP_OK);
	EQUAL_INT(
		sp_seal_derive(&a, many, SP_LUCK_STRINGS + 1, NULL), SP_EINVAL);
	CU_ASSERT_FALSE(a.keyed);
	EQUAL_INT(memcmp(a.dice, zero, SP_KEY_BYTES), 0);
	EQUAL_INT(sp_seal_derive(&b, bad, 1, NULL), SP_EINVAL);
	CU_ASSERT_FALSE(b.keyed);
}

TEST("seal/seal", "knows a wrong master")
{
	static const uint8_t wrong[SP_KEY_BYTES] = { 9 };
	struct sp_error e = { 0 };
	struct sp_secrets s = make();
	struct sp_secrets other;

	EQUAL_INT(sp_seal_check_commitment(&s, s.commitment, &e), SP_OK);
	EQUAL_INT(sp_seal_open(&other, wrong, GID, NULL), SP_OK);
	EQUAL_INT(
		sp_seal_check_commitment(&other, s.commitment, &e), SP_EINVAL);
	CONTAINS(e.text, "another master key");
	EQUAL_INT(sp_seal_check_commitment(&s, "", NULL), SP_EINVAL);
}

static int luck(char out[SP_LUCK_BYTES + 1], const char *text)
{
	return sp_seal_luck_words(out, text, strlen(text), NULL);
}

TEST("seal/seal", "luck words")
{
	char out[SP_LUCK_BYTES + 1];
	char long_text[SP_LUCK_BYTES + 4];
	struct sp_error e = { 0 };

	EQUAL_INT(luck(out, "  red sky at night \r\n"), SP_OK);
	EQUAL_STRING(out, "red sky at night");
	EQUAL_INT(luck(out, "caf\xc3\xa9 \xe2\x9c\xa8; # all of it"), SP_OK);
	EQUAL_STRING(out, "caf\xc3\xa9 \xe2\x9c\xa8; # all of it");
	/* U+00A0 is no control character, U+009F is one */
	EQUAL_INT(luck(out, "a\xc2\xa0z"), SP_OK);
	EQUAL_INT(luck(out, "a\xc2\x9fz"), SP_EINVAL);
	EQUAL_STRING(out, "");
	EQUAL_INT(luck(out, ""), SP_EINVAL);
	EQUAL_INT(luck(out, " \t "), SP_EINVAL);
	EQUAL_INT(luck(out, "a\tb"), SP_EINVAL);
	EQUAL_INT(luck(out, "a\nb"), SP_EINVAL);
	EQUAL_INT(luck(out, "a\x7f"), SP_EINVAL);
	EQUAL_INT(luck(out, "caf\xe9"), SP_EINVAL);
	EQUAL_INT(luck(out, "\xed\xa0\x80"), SP_EINVAL);
	EQUAL_INT(sp_seal_luck_words(out, "a\0b", 3, NULL), SP_EINVAL);

	memset(long_text, 'x', sizeof(long_text));
	EQUAL_INT(sp_seal_luck_words(out, long_text, SP_LUCK_BYTES, &e), SP_OK);
	EQUAL_INT(strlen(out), SP_LUCK_BYTES);
	EQUAL_INT(sp_seal_luck_words(out, long_text, SP_LUCK_BYTES + 1, &e),
		SP_EINVAL);
	CONTAINS(e.text, "201 bytes");
	/* blanks around it do not count */
	long_text[0] = long_text[SP_LUCK_BYTES + 1] = ' ';
	EQUAL_INT(sp_seal_luck_words(out, long_text, SP_LUCK_BYTES + 2, NULL),
		SP_OK);
}

TEST("seal/seal", "luck hash limits")
{
	char hash[SP_SHA256_TEXT];
	char again[SP_SHA256_TEXT];
	char id[1000];

	memset(id, 'x', sizeof(id));
	id[998] = '\0';
	EQUAL_INT(sp_seal_luck_hash(hash, GID, id, NULL), SP_OK);
	id[998] = 'x';
	id[999] = '\0';
	EQUAL_INT(sp_seal_luck_hash(hash, GID, id, NULL), SP_EINVAL);
	EQUAL_STRING(hash, "");
	/* the same words in another game are other luck */
	EQUAL_INT(sp_seal_luck_hash(hash, GID, "x", NULL), SP_OK);
	EQUAL_INT(sp_seal_luck_hash(again, "g2-abcdefgh", "x", NULL), SP_OK);
	DIFFERENT_STRING(hash, again);
}

static int check(const struct sp_secrets *s, const char *seat,
	enum sp_token_purpose purpose, uint64_t epoch, const char *given)
{
	return sp_seal_token_check(
		s, seat, purpose, epoch, given, strlen(given), NULL);
}

TEST("seal/seal", "tokens")
{
	struct sp_secrets s = make();
	char token[SP_TOKEN_TEXT];
	char other[SP_TOKEN_TEXT];

	EQUAL_INT(
		sp_seal_token(token, &s, "red", SP_TOKEN_PLAY, 0, NULL), SP_OK);
	EQUAL_INT(strlen(token), 16);
	EQUAL_INT(check(&s, "red", SP_TOKEN_PLAY, 0, token), SP_OK);
	EQUAL_INT(check(&s, "blue", SP_TOKEN_PLAY, 0, token), SP_EREFUSED);
	EQUAL_INT(check(&s, "red", SP_TOKEN_PLAY, 1, token), SP_EREFUSED);
	EQUAL_INT(check(&s, "red", SP_TOKEN_BOUNCE, 0, token), SP_EREFUSED);
	EQUAL_INT(check(&s, "red", SP_TOKEN_OPERATOR, 0, token), SP_EREFUSED);
	EQUAL_INT(check(&s, "red", SP_TOKEN_PROBE, 0, token), SP_EREFUSED);
	EQUAL_INT(check(&s, "red", SP_TOKEN_PLAY, 0, ""), SP_EREFUSED);
	/* mail programs may shout */
	memcpy(other, token, sizeof(other));
	for (size_t i = 0; i < 16; i++)
		other[i] = (char)sp_upper((unsigned char)other[i]);
	EQUAL_INT(check(&s, "red", SP_TOKEN_PLAY, 0, other), SP_OK);
	for (size_t i = 0; i < 16; i++) {
		memcpy(other, token, sizeof(other));
		other[i] = other[i] == 'a' ? 'b' : 'a';
		EQUAL_INT(
			check(&s, "red", SP_TOKEN_PLAY, 0, other), SP_EREFUSED);
	}
	EQUAL_INT(sp_seal_token_check(
			  &s, "red", SP_TOKEN_PLAY, 0, token, 15, NULL),
		SP_EREFUSED);
}

TEST("seal/seal", "message ids")
{
	static const char commit[] = "356a192b7913b04c54574d18c28d46e6395428ab";
	static const char later[] = "da4b9237bacccdf19c0760cab7aec4a8359010b0";
	struct sp_secrets s = make();
	char ids[6][SP_MID_TEXT];
	char kind[SP_MAIL_KIND_TEXT];
	int code = SP_OK;

	code |= sp_seal_message_id(ids[0], &s, commit, "red", "turn", NULL);
	code |= sp_seal_message_id(ids[1], &s, commit, "blue", "turn", NULL);
	code |= sp_seal_message_id(ids[2], &s, later, "red", "turn", NULL);
	code |= sp_seal_message_id(ids[3], &s, commit, "red", "window", NULL);
	EQUAL_INT(sp_seal_receipt_kind(
			  kind, "<a@b.example>", "move n\n", 7, NULL),
		SP_OK);
	/* SHA-256 of 0000000000000000d, the id and the text, by sha256sum */
	EQUAL_STRING(kind, "receipt/"
			   "ee9ca0dba01833e610edb5b4cc07c6f7df86e3c87"
			   "7cac578d531301fb924b1b7");
	code |= sp_seal_message_id(ids[4], &s, commit, "red", kind, NULL);
	code |= sp_seal_message_id(
		ids[5], &s, commit, "red", "reminder/2", NULL);
	EQUAL_INT(code, SP_OK);
	for (size_t i = 0; i < 6; i++) {
		EQUAL_INT(strlen(ids[i]), 26);
		for (size_t j = 0; j < i; j++)
			DIFFERENT_STRING(ids[i], ids[j]);
	}
}

TEST("seal/seal", "inputs")
{
	struct sp_secrets s = make();
	char a[SP_SHA256_TEXT];
	char b[SP_SHA256_TEXT];

	/* the length keeps id and text apart */
	EQUAL_INT(sp_seal_input_mail(a, &s, "<x>", "yz", 2, NULL), SP_OK);
	EQUAL_INT(sp_seal_input_mail(b, &s, "<x>y", "z", 1, NULL), SP_OK);
	DIFFERENT_STRING(a, b);
	EQUAL_INT(sp_seal_input_mail(a, &s, "<x>", "", 0, NULL), SP_OK);
	EQUAL_INT(strlen(a), 64);
	sp_seal_input_timer(a, INT64_C(1795539600));
	EQUAL_STRING(a, "timer 2026-11-24T17:00:00Z");
	sp_seal_input_operator(a, UINT64_MAX);
	EQUAL_STRING(a, "operator 18446744073709551615");
}

/* What came from one mail cannot be put together. */
TEST("seal/seal", "sealed inputs")
{
	struct sp_secrets s = make();
	char a[SP_SHA256_TEXT], b[SP_SHA256_TEXT];

	EQUAL_INT(sp_seal_input_sealed(a, &s, 7, "<x>", "yz", 2, NULL), SP_OK);
	EQUAL_INT(sp_seal_input_sealed(b, &s, 7, "<x>", "yz", 2, NULL), SP_OK);
	EQUAL_STRING(a, b);
	EQUAL_INT(sp_seal_input_sealed(b, &s, 8, "<x>", "yz", 2, NULL), SP_OK);
	DIFFERENT_STRING(a, b);
	EQUAL_INT(sp_seal_input_sealed(b, &s, 7, "<x>y", "z", 1, NULL), SP_OK);
	DIFFERENT_STRING(a, b);
	EQUAL_INT(sp_seal_input_mail(b, &s, "<x>", "yz", 2, NULL), SP_OK);
	DIFFERENT_STRING(a, b);
}

/* The same again and again; another one for every seat, commit and game. */
TEST("seal/seal", "bots")
{
	static const char *const luck[] = { "", "" };
	static const uint8_t master[SP_KEY_BYTES] = { 1, 2, 3 };
	struct sp_secrets s = make(), other;
	uint64_t a, b;

	EQUAL_INT(sp_seal_bot(&a, &s, "red", 7, NULL), SP_OK);
	EQUAL_INT(sp_seal_bot(&b, &s, "red", 7, NULL), SP_OK);
	EQUAL_INT(a, b);
	EQUAL_INT(sp_seal_bot(&b, &s, "blue", 7, NULL), SP_OK);
	DIFFERENT_INT(a, b);
	EQUAL_INT(sp_seal_bot(&b, &s, "red", 8, NULL), SP_OK);
	DIFFERENT_INT(a, b);
	EQUAL_INT_FATAL(
		sp_seal_open(&other, master, "g2-abcdefgh", NULL), SP_OK);
	EQUAL_INT_FATAL(sp_seal_derive(&other, luck, 2, NULL), SP_OK);
	EQUAL_INT(sp_seal_bot(&b, &other, "red", 7, NULL), SP_OK);
	DIFFERENT_INT(a, b);
}

static bool is_wiped(const void *bytes, size_t n)
{
	const uint8_t *at = bytes;

	while (n > 0 && *at == 0) {
		at++;
		n--;
	}
	return n == 0;
}

#define FAILS(call)                                                            \
	do {                                                                   \
		struct sp_error e = { 0 };                                     \
		EQUAL_INT(call, SP_ESYS);                                      \
		CONTAINS(e.text, "OpenSSL cannot");                            \
	} while (0)

/* OpenSSL without its algorithms: whatever needs it says so, and leaves nothing
 * half made behind. (Boxes and State tags: test_box.c.) */
TEST("seal/seal", "OpenSSL may fail")
{
	static const char *const luck[] = { "", "" };
	static const uint8_t master[SP_KEY_BYTES] = { 1, 2, 3 };
	struct sp_secrets s = make(), other;
	struct sp_bytes part = { "a", 1 };
	struct sp_signer *signer = NULL, *none = NULL;
	struct sp_buf armour;
	uint8_t sum[SP_KEY_BYTES];
	char text[100];
	uint64_t chance = 1;

	sp_buf_init(&armour, 4096);
	EQUAL_INT_FATAL(sp_seal_signer_open(&signer, master, NULL), SP_OK);
	EQUAL_INT_FATAL(EVP_set_default_properties(NULL, "provider=none"), 1);
	memset(sum, 1, sizeof(sum));
	FAILS(sp_seal_digest(sum, &part, 1, &e));
	CU_ASSERT(is_wiped(sum, sizeof(sum)));
	FAILS(sp_seal_sha256(text, &part, 1, &e));
	EQUAL_STRING(text, "");
	memset(&other, 1, sizeof(other));
	FAILS(sp_seal_open(&other, master, GID, &e));
	CU_ASSERT(is_wiped(&other, sizeof(other)));
	memset(&other, 1, sizeof(other));
	FAILS(sp_seal_open_revealed(&other, s.secret, GID, &e));
	CU_ASSERT(is_wiped(&other, sizeof(other)));
	other = s;
	FAILS(sp_seal_derive(&other, luck, 2, &e));
	CU_ASSERT_FALSE(other.keyed);
	CU_ASSERT(is_wiped(other.dice, sizeof(other.dice)));
	CU_ASSERT(is_wiped(other.seal, sizeof(other.seal)));
	CU_ASSERT(is_wiped(other.mac, sizeof(other.mac)));
	CU_ASSERT(is_wiped(other.nonce, sizeof(other.nonce)));
	CU_ASSERT(is_wiped(other.input, sizeof(other.input)));
	CU_ASSERT(is_wiped(other.bot, sizeof(other.bot)));
	FAILS(sp_seal_luck_hash(text, GID, "a", &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_input_mail(text, &s, "<x>", "y", 1, &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_input_sealed(text, &s, 1, "<x>", "y", 1, &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_press(text, &s, "<x>", "y", 1, &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_token(text, &s, "red", SP_TOKEN_PLAY, 0, &e));
	EQUAL_STRING(text, "");
	/* no token is a right one then, and none a wrong one */
	FAILS(sp_seal_token_check(
		&s, "red", SP_TOKEN_PLAY, 0, "aaaaaaaaaaaaaaaa", 16, &e));
	FAILS(sp_seal_message_id(text, &s,
		"356a192b7913b04c54574d18c28d46e6395428ab", "red", "turn", &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_receipt_kind(text, "<x>", "y", 1, &e));
	EQUAL_STRING(text, "");
	FAILS(sp_seal_bot(&chance, &s, "red", 1, &e));
	EQUAL_INT(chance, 0);
	FAILS(sp_seal_signer_open(&none, master, &e));
	CU_ASSERT_PTR_NULL(none);
	FAILS(sp_seal_sign(&armour, signer, "a", 1, &e));
	EQUAL_INT(armour.len, 0);
	EQUAL_INT_FATAL(EVP_set_default_properties(NULL, ""), 1);
	EQUAL_INT(sp_seal_sign(&armour, signer, "a", 1, NULL), SP_OK);
	sp_seal_signer_close(signer);
	sp_buf_free(&armour);
}
