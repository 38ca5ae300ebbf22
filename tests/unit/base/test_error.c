#include "unit.h"

#include "base/base.h"

TEST("base/error", "the first error wins")
{
	struct sp_error e = { 0 };

	EQUAL_INT(
		sp_error_at(&e, SP_EINVAL, 3, 7, "bad %s", "thing"), SP_EINVAL);
	EQUAL_INT(sp_error_set(&e, SP_ESYS, "later"), SP_ESYS);
	EQUAL_INT(e.code, SP_EINVAL);
	EQUAL_INT(e.line, 3);
	EQUAL_INT(e.column, 7);
	EQUAL_STRING(e.text, "bad thing");
	sp_error_clear(&e);
	EQUAL_INT(e.code, 0);
	EQUAL_STRING(e.text, "");
	EQUAL_INT(sp_error_set(&e, SP_ESYS, "now"), SP_ESYS);
	EQUAL_STRING(e.text, "now");
	EQUAL_INT(e.line, 0);
}

TEST("base/error", "NULL is allowed")
{
	EQUAL_INT(sp_error_set(NULL, SP_ELIMIT, "x"), SP_ELIMIT);
	EQUAL_INT(sp_error_at(NULL, SP_ELIMIT, 1, 1, "x"), SP_ELIMIT);
	EQUAL_INT(sp_error_prefix(NULL, "x"), 0);
	sp_error_clear(NULL);
}

TEST("base/error", "a prefix goes before")
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_error_prefix(&e, "nothing yet"), 0);
	EQUAL_STRING(e.text, "");
	(void)sp_error_at(&e, SP_ECORRUPT, 2, 1, "odd");
	EQUAL_INT(sp_error_prefix(&e, "file %d", 5), SP_ECORRUPT);
	EQUAL_STRING(e.text, "file 5: odd");
	EQUAL_INT(e.line, 2);
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
