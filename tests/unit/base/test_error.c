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
	EQUAL_INT(sp_error_remedy(NULL, SP_ELIMIT, "x"), SP_ELIMIT);
	EQUAL_INT(sp_error_copy(NULL, SP_ELIMIT,
			  &(struct sp_error){ .code = SP_ESYS }),
		SP_ELIMIT);
	sp_error_clear(NULL);
}

TEST("base/error", "a remedy follows its error")
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_error_remedy(&e, sp_error_set(&e, SP_EINVAL, "open file"),
			  "run `chmod %d`", 600),
		SP_EINVAL);
	EQUAL_STRING(e.text, "open file");
	EQUAL_STRING(e.remedy, "run `chmod 600`");
	EQUAL_STRING(sp_error_line(&e), "open file; run `chmod 600`");
	(void)sp_error_prefix(&e, "inbox a");
	EQUAL_STRING(sp_error_line(&e), "inbox a: open file; run `chmod 600`");
	sp_error_clear(&e);
	EQUAL_STRING(e.remedy, "");
	(void)sp_error_set(&e, SP_ESYS, "a; b");
	EQUAL_STRING(sp_error_line(&e), "a; b");
}

/* An error that was dropped drops its remedy, which would be told of another.
 */
TEST("base/error", "a late remedy is dropped")
{
	struct sp_error e = { 0 };
	const struct sp_error other = { .code = SP_ESYS, .text = "other" };

	(void)sp_error_set(&e, SP_EINVAL, "first");
	EQUAL_INT(
		sp_error_remedy(&e, sp_error_set(&e, SP_ESYS, "set"), "wrong"),
		SP_ESYS);
	EQUAL_STRING(e.remedy, "");
	(void)sp_error_remedy(
		&e, sp_error_at(&e, SP_ESYS, 1, 1, "at"), "wrong");
	EQUAL_STRING(e.remedy, "");
	(void)sp_error_remedy(&e, sp_error_copy(&e, SP_ESYS, &other), "wrong");
	EQUAL_STRING(sp_error_line(&e), "first");
	/* whoever hears of the first one may still know what to do */
	EQUAL_INT(sp_error_remedy(&e, SP_EINVAL, "%s", "right"), SP_EINVAL);
	EQUAL_STRING(e.remedy, "right");
	/* and nobody knows better than who said it first */
	(void)sp_error_remedy(&e, SP_EINVAL, "worse");
	EQUAL_STRING(e.remedy, "right");
	/* without an error nothing is to be done */
	sp_error_clear(&e);
	(void)sp_error_remedy(&e, SP_ENOTFOUND, "nothing");
	EQUAL_STRING(e.remedy, "");
	(void)sp_error_set(&e, SP_EINVAL, "again");
	(void)sp_error_set(&e, SP_EINVAL, "late");
	sp_error_clear(&e);
	(void)sp_error_remedy(&e, sp_error_set(&e, SP_EINVAL, "anew"), "taken");
	EQUAL_STRING(e.remedy, "taken");
}

TEST("base/error", "a copy keeps place and remedy")
{
	struct sp_error e = { 0 }, from = { 0 };

	(void)sp_error_remedy(&from,
		sp_error_at(&from, SP_ENOTFOUND, 3, 9, "no such file"),
		"make it");
	EQUAL_INT(sp_error_copy(&e, SP_ECORRUPT, &from), SP_ECORRUPT);
	EQUAL_INT(e.code, SP_ECORRUPT);
	EQUAL_INT(e.line, 3);
	EQUAL_INT(e.column, 9);
	EQUAL_STRING(sp_error_line(&e), "no such file; make it");
	from.line = 4;
	EQUAL_INT(sp_error_copy(&e, SP_ESYS, &from), SP_ESYS);
	EQUAL_INT(e.code, SP_ECORRUPT);
	EQUAL_INT(e.line, 3);
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
		(void)sp_error_remedy(&e, SP_EINVAL, "%s", text);
		CU_ASSERT(strlen(e.remedy) > SP_ERROR_REMEDY - 4);
		CU_ASSERT(sp_utf8_valid(e.remedy, strlen(e.remedy)));
		(void)sp_error_prefix(&e, "p");
		CU_ASSERT(sp_starts(e.text, "p: "));
		CU_ASSERT(strlen(e.text) > SP_ERROR_TEXT - 4);
		CU_ASSERT(sp_utf8_valid(e.text, strlen(e.text)));
		(void)sp_error_prefix(&e, "%s", text);
		CU_ASSERT(sp_utf8_valid(e.text, strlen(e.text)));
		EQUAL_INT(strlen(sp_error_line(&e)),
			strlen(e.text) + 2 + strlen(e.remedy));
	}
}
