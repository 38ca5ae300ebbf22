#include "unit.h"

#include "base/base.h"

TEST("base/error", "the first error wins")
{
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(
		sp_error_at(&e, SP_EINVAL, 3, 7, "bad %s", "thing"), SP_EINVAL);
	CU_ASSERT_EQUAL(sp_error_set(&e, SP_ESYS, "later"), SP_ESYS);
	CU_ASSERT_EQUAL(e.code, SP_EINVAL);
	CU_ASSERT_EQUAL(e.line, 3);
	CU_ASSERT_EQUAL(e.column, 7);
	CU_ASSERT_STRING_EQUAL(e.text, "bad thing");
	sp_error_clear(&e);
	CU_ASSERT_EQUAL(e.code, 0);
	CU_ASSERT_STRING_EQUAL(e.text, "");
	CU_ASSERT_EQUAL(sp_error_set(&e, SP_ESYS, "now"), SP_ESYS);
	CU_ASSERT_STRING_EQUAL(e.text, "now");
	CU_ASSERT_EQUAL(e.line, 0);
}

TEST("base/error", "NULL is allowed")
{
	CU_ASSERT_EQUAL(sp_error_set(NULL, SP_ELIMIT, "x"), SP_ELIMIT);
	CU_ASSERT_EQUAL(sp_error_at(NULL, SP_ELIMIT, 1, 1, "x"), SP_ELIMIT);
	CU_ASSERT_EQUAL(sp_error_prefix(NULL, "x"), 0);
	sp_error_clear(NULL);
}

TEST("base/error", "a prefix goes before")
{
	struct sp_error e = { 0 };

	CU_ASSERT_EQUAL(sp_error_prefix(&e, "nothing yet"), 0);
	CU_ASSERT_STRING_EQUAL(e.text, "");
	(void)sp_error_at(&e, SP_ECORRUPT, 2, 1, "odd");
	CU_ASSERT_EQUAL(sp_error_prefix(&e, "file %d", 5), SP_ECORRUPT);
	CU_ASSERT_STRING_EQUAL(e.text, "file 5: odd");
	CU_ASSERT_EQUAL(e.line, 2);
}

/* A text that is cut is still UTF-8. */
TEST("base/error", "long texts are cut between letters")
{
	struct sp_error e = { 0 };
	char text[600];

	for (size_t lead = 0; lead < 4; lead++) {
		memset(text, 'a', lead);
		for (size_t i = lead; i + 3 < sizeof(text); i += 3)
			memcpy(text + i, "\xe2\x82\xac", 4);
		sp_error_clear(&e);
		(void)sp_error_set(&e, SP_EINVAL, "%s", text);
		CU_ASSERT(strlen(e.text) > SP_ERROR_TEXT - 4);
		CU_ASSERT(sp_utf8_valid(e.text, strlen(e.text)));
		(void)sp_error_prefix(&e, "p");
		CU_ASSERT(sp_starts(e.text, "p: "));
		CU_ASSERT(strlen(e.text) > SP_ERROR_TEXT - 4);
		CU_ASSERT(sp_utf8_valid(e.text, strlen(e.text)));
		(void)sp_error_prefix(&e, "%s", text);
		CU_ASSERT(sp_utf8_valid(e.text, strlen(e.text)));
	}
}
