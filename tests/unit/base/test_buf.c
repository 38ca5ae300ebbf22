#include "unit.h"

#include "base/base.h"

TEST("base/buf", "starts empty")
{
	struct sp_buf b;

	sp_buf_init(&b, 10);
	CU_ASSERT_PTR_NULL(b.data);
	EQUAL_STRING(sp_buf_str(&b), "");
	sp_buf_add(&b, NULL, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b.data);
	EQUAL_STRING(b.data, "");
	sp_buf_free(&b);
	CU_ASSERT_PTR_NULL(b.data);
	EQUAL_INT(b.max, 10);
	sp_buf_free(&b);
	sp_buf_clear(&b);
	CU_ASSERT_PTR_NOT_NULL(b.data);
	sp_buf_free(&b);
}

TEST("base/buf", "grows")
{
	struct sp_buf b;

	sp_buf_init(&b, SIZE_MAX);
	for (int i = 0; i < 1000; i++)
		sp_buf_addf(&b, "%d,", i);
	EQUAL_INT(b.len, 10 * 2 + 90 * 3 + 900 * 4);
	EQUAL_INT(strlen(b.data), b.len);
	CU_ASSERT(sp_starts(b.data, "0,1,2,"));
	CU_ASSERT(!b.overflow);
	sp_buf_free(&b);
}

TEST("base/buf", "keeps its bound")
{
	struct sp_buf b;

	sp_buf_init(&b, 5);
	sp_buf_adds(&b, "abc");
	sp_buf_adds(&b, "de");
	CU_ASSERT(!b.overflow);
	sp_buf_addc(&b, 'f');
	CU_ASSERT(b.overflow);
	EQUAL_STRING(b.data, "abcde");
	EQUAL_INT(b.cap, 6);
	sp_buf_truncate(&b, 1);
	CU_ASSERT(b.overflow);
	sp_buf_clear(&b);
	CU_ASSERT(!b.overflow);
	sp_buf_addf(&b, "%s", "1234567");
	CU_ASSERT(b.overflow);
	EQUAL_STRING(b.data, "12345");
	sp_buf_clear(&b);
	sp_buf_pad(&b, '-', 9);
	CU_ASSERT(b.overflow);
	EQUAL_STRING(b.data, "-----");
	sp_buf_free(&b);

	sp_buf_init(&b, 0);
	sp_buf_addf(&b, "x");
	CU_ASSERT(b.overflow);
	EQUAL_STRING(b.data, "");
	sp_buf_free(&b);
}

TEST("base/buf", "formats at the edge")
{
	struct sp_buf b;
	char text[200];

	/* Around the first allocation and around each doubling. */
	for (size_t n = 60; n < 70; n++) {
		memset(text, 'x', n);
		text[n] = '\0';
		sp_buf_init(&b, SIZE_MAX);
		sp_buf_addf(&b, "%s", text);
		EQUAL_INT(b.len, n);
		EQUAL_STRING(b.data, text);
		sp_buf_addf(&b, "%s%d", text, 7);
		EQUAL_INT(b.len, 2 * n + 1);
		EQUAL_INT(b.data[2 * n], '7');
		CU_ASSERT(!b.overflow);
		sp_buf_free(&b);
	}
}

TEST("base/buf", "holds any byte")
{
	struct sp_buf b;

	sp_buf_init(&b, 100);
	sp_buf_add(&b, "a\0b", 3);
	sp_buf_addc(&b, '\0');
	EQUAL_INT(b.len, 4);
	EQUAL_INT(memcmp(b.data, "a\0b\0", 5), 0);
	sp_buf_truncate(&b, 9);
	EQUAL_INT(b.len, 4);
	sp_buf_truncate(&b, 1);
	EQUAL_STRING(b.data, "a");
	sp_buf_free(&b);
}

TEST("base/buf", "take hands over")
{
	struct sp_buf b;
	char *text;

	sp_buf_init(&b, 100);
	text = sp_buf_take(&b);
	EQUAL_STRING(text, "");
	sp_free(text);
	sp_buf_adds(&b, "mine");
	text = sp_buf_take(&b);
	EQUAL_STRING(text, "mine");
	CU_ASSERT_PTR_NULL(b.data);
	EQUAL_INT(b.len, 0);
	sp_buf_adds(&b, "new");
	EQUAL_STRING(text, "mine");
	sp_free(text);
	sp_buf_free(&b);
}

TEST("base/buf", "memory helpers")
{
	char secret[] = "secret";
	char *s = sp_xstrndup("abcdef", 3);
	char *p;

	EQUAL_STRING(s, "abc");
	sp_free(s);
	s = sp_xstrndup("ab", 30);
	EQUAL_STRING(s, "ab");
	sp_free(s);
	s = sp_xasprintf("%0300d", 1);
	EQUAL_INT(strlen(s), 300);
	sp_free(s);
	s = sp_xasprintf("%s", "");
	EQUAL_STRING(s, "");
	sp_free(s);
	sp_free(sp_xmalloc(0));
	sp_free(sp_xcalloc(0, 5));
	sp_free(sp_xrealloc(NULL, 0, 5));
	sp_free(NULL);
	p = sp_xcalloc(3, 2);
	EQUAL_INT(memcmp(p, "\0\0\0\0\0\0", 6), 0);
	sp_free(p);
	sp_wipe(secret, sizeof(secret));
	EQUAL_INT(memcmp(secret, "\0\0\0\0\0\0\0", 7), 0);
}
