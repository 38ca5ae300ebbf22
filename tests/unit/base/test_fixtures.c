/* What the tests themselves lean on. */
#include "unit.h"

#include "fixtures.h"

/* "" unsets it. */
static void set(const char *name, const char *value)
{
	int rc = value[0] != '\0' ? setenv(name, value, 1) : unsetenv(name);

	EQUAL_INT(rc, 0);
}

static char *keep(const char *name)
{
	const char *value = getenv(name);

	return sp_xstrdup(value != NULL ? value : "");
}

/* Golden files change by `make update-golden` alone: neither by another value
 * of its variable, nor in CI. */
TEST("base/fixtures", "golden files are compared")
{
	static const char *const others[] = { "", "0", "no", "yes", "true",
		"11", "1 ", " 1", "01" };
	char *update = keep("SP_UPDATE_GOLDEN"), *ci = keep("SP_NO_SKIP");

	set("SP_NO_SKIP", "");
	set("SP_UPDATE_GOLDEN", "1");
	CU_ASSERT_TRUE(test_updates_golden());
	for (size_t i = 0; i < SP_ARRAY_LEN(others); i++) {
		set("SP_UPDATE_GOLDEN", others[i]);
		CU_ASSERT_FALSE(test_updates_golden());
	}
	/* empty, not absent */
	EQUAL_INT(setenv("SP_UPDATE_GOLDEN", "", 1), 0);
	CU_ASSERT_FALSE(test_updates_golden());
	set("SP_UPDATE_GOLDEN", "1");
	set("SP_NO_SKIP", "1");
	CU_ASSERT_FALSE(test_updates_golden());
	set("SP_UPDATE_GOLDEN", update);
	set("SP_NO_SKIP", ci);
	sp_free(update);
	sp_free(ci);
}
