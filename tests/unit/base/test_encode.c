#include "unit.h"

#include "base/base.h"

TEST("base/encode", "be64")
{
	static const uint64_t values[] = { 0, 1, 0x0102030405060708U,
		UINT64_MAX, 1ULL << 63 };
	uint8_t bytes[8];

	for (size_t i = 0; i < SP_ARRAY_LEN(values); i++) {
		sp_put_be64(bytes, values[i]);
		EQUAL_INT(sp_get_be64(bytes), values[i]);
	}
	sp_put_be64(bytes, 0x0102030405060708U);
	EQUAL_INT(memcmp(bytes, "\1\2\3\4\5\6\7\10", 8), 0);
}

TEST("base/encode", "hex")
{
	static const char *const bad[] = { "", "0", "0g", "000", "0x", " 0",
		"0 ", "/0", ":0", "@0", "G0", "`0", "\3770" };
	uint8_t bytes[3] = { 0, 0xa5, 0xff };
	char text[7];
	uint8_t all[256], again[256];
	char long_text[513];

	sp_hex(text, bytes, 3);
	EQUAL_STRING(text, "00a5ff");
	sp_hex(text, bytes, 0);
	EQUAL_STRING(text, "");
	EQUAL_INT(sp_unhex(bytes, 3, "DEadBe"), SP_OK);
	EQUAL_INT(memcmp(bytes, "\xde\xad\xbe", 3), 0);
	EQUAL_INT(sp_unhex(bytes, 0, ""), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		EQUAL_INT(sp_unhex(bytes, 1, bad[i]), SP_EINVAL);
	/* Nothing is written when the last digit is bad. */
	EQUAL_INT(sp_unhex(bytes, 3, "00000x"), SP_EINVAL);
	EQUAL_INT(memcmp(bytes, "\xde\xad\xbe", 3), 0);
	for (unsigned i = 0; i < 256; i++)
		all[i] = (uint8_t)i;
	sp_hex(long_text, all, 256);
	EQUAL_INT(sp_unhex(again, 256, long_text), SP_OK);
	EQUAL_INT(memcmp(all, again, 256), 0);
}

/* RFC 4648 section 10, in lower case and without padding. */
TEST("base/encode", "base32 vectors")
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "", "" },
		{ "f", "my" },
		{ "fo", "mzxq" },
		{ "foo", "mzxw6" },
		{ "foob", "mzxw6yq" },
		{ "fooba", "mzxw6ytb" },
		{ "foobar", "mzxw6ytboi" },
		{ "\xff\xff\xff\xff\xff\xff", "7777777774" },
	};
	char out[16];

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		size_t n = strlen(cases[i].in);

		/* The documented size of `out` is enough, to the byte. */
		CU_ASSERT((n * 8 + 4) / 5 + 1 == strlen(cases[i].out) + 1);
		sp_base32(out, (const uint8_t *)cases[i].in, n);
		EQUAL_STRING(out, cases[i].out);
	}
}

TEST("base/encode", "base64 vectors")
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "", "" },
		{ "f", "Zg==" },
		{ "fo", "Zm8=" },
		{ "foo", "Zm9v" },
		{ "foob", "Zm9vYg==" },
		{ "fooba", "Zm9vYmE=" },
		{ "foobar", "Zm9vYmFy" },
		{ "\xfb\xff\xbf", "+/+/" },
	};
	struct sp_buf b;

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		sp_buf_init(&b, 100);
		sp_base64(
			&b, (const uint8_t *)cases[i].in, strlen(cases[i].in));
		EQUAL_STRING(b.data, cases[i].out);
		sp_buf_free(&b);
		EQUAL_INT(sp_unbase64(&b, cases[i].out, strlen(cases[i].out)),
			SP_OK);
		EQUAL_STRING(b.data, cases[i].in);
		sp_buf_free(&b);
	}
}

TEST("base/encode", "base64 refuses and leaves")
{
	static const char *const bad[] = { "A", "AA", "AAA", "AAAAA",
		"====", "A===", "AA=A", "=AAA", "Zg==Zg==", "Zm9v====", "Zm 9",
		"Zm9\n", "Zm9-", "Zm9_", "Zm9\xff",
		"Zh==", "Zm9=", "AAAB=A==" };
	struct sp_buf b;

	sp_buf_init(&b, 100);
	sp_buf_adds(&b, "keep");
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		EQUAL_INT(sp_unbase64(&b, bad[i], strlen(bad[i])), SP_EINVAL);
		EQUAL_STRING(b.data, "keep");
	}
	sp_buf_free(&b);
	sp_buf_init(&b, 7);
	sp_buf_adds(&b, "keep");
	EQUAL_INT(sp_unbase64(&b, "Zm9vYg==", 8), SP_ELIMIT);
	EQUAL_STRING(b.data, "keep");
	CU_ASSERT(!b.overflow);
	EQUAL_INT(sp_unbase64(&b, "Zm9v", 4), SP_OK);
	EQUAL_STRING(b.data, "keepfoo");
	sp_buf_free(&b);
}

TEST("base/encode", "base64 round trips")
{
	uint8_t bytes[64];
	struct sp_buf text, back;

	for (size_t n = 0; n <= sizeof(bytes); n++) {
		for (size_t i = 0; i < n; i++)
			bytes[i] = (uint8_t)(i * 37 + n * 11);
		sp_buf_init(&text, 100);
		sp_buf_init(&back, n);
		sp_base64(&text, bytes, n);
		EQUAL_INT(text.len, (n + 2) / 3 * 4);
		EQUAL_INT(sp_unbase64(&back, text.data, text.len), SP_OK);
		EQUAL_INT(back.len, n);
		EQUAL_INT(memcmp(back.data, bytes, n), 0);
		sp_buf_free(&text);
		sp_buf_free(&back);
	}
}
