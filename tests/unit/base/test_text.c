#include "unit.h"

#include <limits.h>

#include "base/base.h"

TEST("base/text", "copies or says no")
{
	char dst[4] = "old";

	CU_ASSERT(sp_copy(dst, sizeof(dst), "abc"));
	EQUAL_STRING(dst, "abc");
	CU_ASSERT(!sp_copy(dst, sizeof(dst), "abcd"));
	EQUAL_STRING(dst, "");
	CU_ASSERT(sp_copyn(dst, sizeof(dst), "abcdef", 3));
	EQUAL_STRING(dst, "abc");
	CU_ASSERT(sp_copyn(dst, sizeof(dst), "ab", 30));
	EQUAL_STRING(dst, "ab");
	CU_ASSERT(!sp_copyn(dst, sizeof(dst), "abcdef", 4));
	CU_ASSERT(sp_copy(dst, 1, ""));
	CU_ASSERT(!sp_copy(dst, 1, "a"));
	sp_format(dst, sizeof(dst), "%d", 123);
	EQUAL_STRING(dst, "123");
}

TEST("base/text", "parses whole numbers only")
{
	static const struct {
		const char *text;
		long long min, max;
		int code;
		long long value;
	} cases[] = {
		{ "0", 0, 9, SP_OK, 0 },
		{ "9", 0, 9, SP_OK, 9 },
		{ "10", 0, 9, SP_ELIMIT, 0 },
		{ "-1", 0, 9, SP_ELIMIT, 0 },
		{ "-0", 0, 9, SP_OK, 0 },
		{ "007", 0, 9, SP_OK, 7 },
		{ "-5", -5, -5, SP_OK, -5 },
		{ "", 0, 9, SP_EINVAL, 0 },
		{ "-", -9, 9, SP_EINVAL, 0 },
		{ "--1", -9, 9, SP_EINVAL, 0 },
		{ "+1", 0, 9, SP_EINVAL, 0 },
		{ " 1", 0, 9, SP_EINVAL, 0 },
		{ "1 ", 0, 9, SP_EINVAL, 0 },
		{ "1.0", 0, 9, SP_EINVAL, 0 },
		{ "0x1", 0, 9, SP_EINVAL, 0 },
		{ "1\xb2", 0, 99, SP_EINVAL, 0 },
		{ "9223372036854775807", LLONG_MIN, LLONG_MAX, SP_OK,
			LLONG_MAX },
		{ "-9223372036854775808", LLONG_MIN, LLONG_MAX, SP_OK,
			LLONG_MIN },
		{ "9223372036854775808", LLONG_MIN, LLONG_MAX, SP_ELIMIT, 0 },
		{ "-9223372036854775809", LLONG_MIN, LLONG_MAX, SP_ELIMIT, 0 },
		{ "99999999999999999999999999", LLONG_MIN, LLONG_MAX, SP_ELIMIT,
			0 },
		/* 2^64 + 1 would be 1 if it were cut to 64 bits */
		{ "18446744073709551617", 0, 9, SP_ELIMIT, 0 },
		{ "99999999999999999999x", 0, 9, SP_EINVAL, 0 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		long long v = 77;
		int code = sp_parse_int(
			cases[i].text, cases[i].min, cases[i].max, &v);

		EQUAL_INT(code, cases[i].code);
		EQUAL_INT(v, code == SP_OK ? cases[i].value : 77);
	}
}

TEST("base/text", "compares")
{
	CU_ASSERT(sp_streq("a", "a"));
	CU_ASSERT(!sp_streq("a", "A"));
	CU_ASSERT(sp_strieq("Fire Ball", "fIRE bALL"));
	CU_ASSERT(!sp_strieq("fire", "fireball"));
	CU_ASSERT(!sp_strieq("fireball", "fire"));
	CU_ASSERT(sp_strieq("", ""));
	/* Only ASCII letters have two cases. */
	CU_ASSERT(!sp_strieq("\xc4", "\xe4"));
	CU_ASSERT(!sp_strieq("[", "{"));
	CU_ASSERT(!sp_strieq("@", "`"));
	CU_ASSERT(sp_starts("fireball", "fire"));
	CU_ASSERT(sp_starts("fire", ""));
	CU_ASSERT(!sp_starts("fir", "fire"));
	CU_ASSERT(!sp_starts("Fireball", "fire"));
	CU_ASSERT(sp_starts_i("Fireball", "fiRE"));
	CU_ASSERT(!sp_starts_i("fir", "fire"));
	CU_ASSERT(sp_starts_i("", ""));
}

/* All 256 bytes and the end mark of a cursor, against what ASCII says. */
TEST("base/text", "knows ASCII")
{
	char text[] = "MiXed 123 \xc3\x84";

	for (int c = -1; c < 256; c++) {
		bool upper = c >= 65 && c <= 90;
		bool lower = c >= 97 && c <= 122;
		bool digit = c >= 48 && c <= 57;

		EQUAL_INT(sp_is_alpha(c), upper || lower);
		EQUAL_INT(sp_is_digit(c), digit);
		EQUAL_INT(sp_is_alnum(c), upper || lower || digit);
		EQUAL_INT(sp_is_space(c), c == 32 || (c >= 9 && c <= 13));
		EQUAL_INT(sp_lower(c), upper ? c + 32 : c);
		EQUAL_INT(sp_upper(c), lower ? c - 32 : c);
	}
	sp_lower_string(text);
	EQUAL_STRING(text, "mixed 123 \xc3\x84");
}

static void expect_trim(const char *text, const char *expected)
{
	size_t len = strlen(text);
	const char *start = sp_trim(text, &len);

	EQUAL_INT(len, strlen(expected));
	EQUAL_INT(memcmp(start, expected, len), 0);
	CU_ASSERT(start >= text && start + len <= text + strlen(text));
}

TEST("base/text", "trims")
{
	expect_trim("", "");
	expect_trim(" \t\r\n\v\f", "");
	expect_trim("a", "a");
	expect_trim("  a b\r\n", "a b");
	expect_trim("\xc2\xa0 a", "\xc2\xa0 a");
}

TEST("base/text", "measures typing errors")
{
	static const struct {
		const char *a, *b;
		unsigned distance;
	} cases[] = {
		{ "", "", 0 },
		{ "fireball", "Fireball", 0 },
		{ "fireball", "firebal", 1 },
		{ "fireball", "firebxll", 1 },
		{ "fireball", "fierball", 1 },
		{ "ab", "ba", 1 },
		{ "fireball", "fireballl", 1 },
		{ "kitten", "sitting", 3 },
		{ "", "abc", 3 },
		{ "ca", "abc", 3 }, /* 2 where a swapped pair may be split */
		{ "abcd", "badc", 2 },
		{ "saturday", "sunday", 3 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		const char *a = cases[i].a, *b = cases[i].b;
		unsigned d = cases[i].distance;

		EQUAL_INT(sp_edit_distance(a, b, 100), d);
		EQUAL_INT(sp_edit_distance(b, a, 100), d);
		for (unsigned cap = 0; cap < 5; cap++)
			EQUAL_INT(
				sp_edit_distance(a, b, cap), d < cap ? d : cap);
	}
}

/* The stop at the cap never changes the answer: all pairs of short words over
 * two letters, and the cost of a swap just at the cap. */
TEST("base/text", "the cap is exact")
{
	char a[6] = { 0 }, b[6] = { 0 };

	for (unsigned i = 0; i < 32; i++) {
		for (unsigned j = 0; j < 32; j++) {
			unsigned full;

			for (unsigned k = 0; k < 5; k++) {
				a[k] = "xy"[i >> k & 1];
				b[k] = "xy"[j >> k & 1];
			}
			full = sp_edit_distance(a, b, 50);
			for (unsigned cap = 1; cap < 6; cap++)
				EQUAL_INT(sp_edit_distance(a, b, cap),
					full < cap ? full : cap);
		}
	}
}

TEST("base/text", "hashes")
{
	/* Test vectors of the FNV draft. */
	EQUAL_INT(sp_hash("", 0), 0x811c9dc5U);
	EQUAL_INT(sp_hash("a", 1), 0xe40c292cU);
	EQUAL_INT(sp_hash("foobar", 6), 0xbf9cf968U);
}
