#include "unit.h"

#include "../fixtures.h"
#include "timezone/timezone.h"

static void finds(const char *typed, const char *want, const char *near)
{
	struct sp_timezone_guess guess;
	int rc = sp_timezone_find(typed, strlen(typed), &guess, NULL);

	EQUAL_INT(rc, want[0] != '\0' ? SP_OK : SP_ENOTFOUND);
	EQUAL_STRING(guess.name, want);
	EQUAL_STRING(guess.n_near > 0 ? guess.near[0] : "", near);
}

TEST("timezone/find", "names as people write them")
{
	static const struct {
		const char *typed, *want;
	} cases[] = {
		{ "Europe/Berlin", "Europe/Berlin" },
		{ "europe/berlin", "Europe/Berlin" },
		{ " `Europe/Berlin`. ", "Europe/Berlin" },
		{ "berlin", "Europe/Berlin" },
		{ "Berlin, Germany", "Europe/Berlin" },
		{ "berlin time", "Europe/Berlin" },
		{ "New York", "America/New_York" },
		{ "new  york", "America/New_York" },
		{ "buenos aires", "America/Argentina/Buenos_Aires" },
		{ "Louisville", "America/Kentucky/Louisville" },
		{ "S\303\243o Paulo", "America/Sao_Paulo" },
		{ "Z\303\274rich", "Europe/Zurich" },
		{ "Wien", "Europe/Vienna" },
		{ "calcutta", "Asia/Calcutta" },
		{ "CET", "CET" },
		{ "cest", "CET" },
		{ "MESZ", "CET" },
		{ "US/Eastern", "US/Eastern" },
		{ "utc", "UTC" },
		{ "GMT", "UTC" },
		{ "off", "UTC" },
		{ "Z", "UTC" },
		{ "UTC+2", "Etc/GMT-2" },
		{ "gmt -3", "Etc/GMT+3" },
		{ "+05:00", "Etc/GMT-5" },
		{ "UTC+0", "UTC" },
		{ "+14", "Etc/GMT-14" },
		{ "-12", "Etc/GMT+12" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		finds(cases[i].typed, cases[i].want, "");
}

TEST("timezone/find", "what is no zone, and what may have been meant")
{
	static const struct {
		const char *typed, *near;
	} cases[] = {
		{ "Europe/Berlni", "Europe/Berlin" },
		{ "berln", "Europe/Berlin" },
		{ "Asia/Calcuta", "" },
		{ "Kolkatta", "Asia/Kolkata" },
		{ "new yrok", "America/New_York" },
		/* it has no summer time there, or is one of several */
		{ "EST", "America/New_York" },
		{ "pdt", "America/Los_Angeles" },
		{ "IST", "Asia/Kolkata" },
		{ "Atlantis", "" },
		{ "home", "" },
		{ "", "" },
		{ " . ", "" },
		{ "+15", "" },
		{ "-13", "" },
		{ "UTC+5:30", "" },
		{ "+", "" },
		{ "../../etc/passwd", "" },
		{ "\377\303", "" },
		{ "a very long name of a place that has more than sixty-four bytes in it",
			"" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		finds(cases[i].typed, "", cases[i].near);
}

TEST("timezone/find", "every name of the list is found, and has a clock")
{
	static const char path[] = "/usr/share/zoneinfo/tzdata.zi";
	struct sp_buf list;
	unsigned n = 0;

	sp_buf_init(&list, 1024 * 1024);
	if (sp_file_read(&list, path, NULL) != SP_OK) {
		sp_buf_free(&list);
		test_skip("no tzdata.zi");
		return;
	}
	for (char *s = strstr(list.data, "\nZ "); s != NULL;
		s = strstr(s, "\nZ "), n++) {
		struct sp_timezone_guess guess;
		size_t len = strcspn(s + 3, " ");

		s += 3;
		/* as most people mean these they have summer time */
		if (sp_starts(s, "EST ") || sp_starts(s, "MST "))
			continue;
		EQUAL_INT(sp_timezone_find(s, len, &guess, NULL), SP_OK);
		CU_ASSERT_TRUE(strncmp(guess.name, s, len) == 0 ||
			       sp_streq(guess.name, "UTC"));
	}
	CU_ASSERT_TRUE(n > 300);
	sp_buf_free(&list);
}

TEST("timezone/find", "a machine without the database says so, and has UTC")
{
	struct sp_timezone_guess guess;
	struct sp_error e = { 0 };

	EQUAL_INT(setenv("TZDIR", "/nonexistent", 1), 0);
	EQUAL_INT(sp_timezone_check("Europe/Berlin", &e), SP_ENOTFOUND);
	CONTAINS(e.text, "time zone Europe/Berlin: not in the database");
	CONTAINS(e.remedy, "tzdata");
	EQUAL_INT(sp_timezone_find("Europe/Berlin", 13, &guess, NULL),
		SP_ENOTFOUND);
	EQUAL_INT(sp_timezone_find("UTC", 3, &guess, NULL), SP_OK);
	EQUAL_INT(sp_timezone_wall("Europe/Berlin", 1000), 1000);
	EQUAL_INT(sp_timezone_instant("Europe/Berlin", 1000), 1000);
	EQUAL_INT(unsetenv("TZDIR"), 0);
	EQUAL_INT(sp_timezone_check("Europe/Berlin", NULL), SP_OK);
}

/* What the database says of a name that it did not have before. */
static void install(const char *dir, const char *name)
{
	char *from = sp_xasprintf("/usr/share/zoneinfo/%s", name);
	char *to = sp_xasprintf("%s/Here", dir);
	struct sp_buf file;

	sp_buf_init(&file, 65536);
	EQUAL_INT_FATAL(sp_file_read(&file, from, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_file_write(to, file.data, file.len, 0644, NULL), SP_OK);
	sp_buf_free(&file);
	sp_free(from);
	sp_free(to);
}

TEST("timezone/find", "a database that is updated holds from then on")
{
	const char *dir = test_tempdir();

	EQUAL_INT(setenv("TZDIR", dir, 1), 0);
	EQUAL_INT(sp_timezone_wall("Here", 0), 0);
	install(dir, "Asia/Kolkata");
	EQUAL_INT(sp_timezone_wall("Here", 1000000000), 1000019800);
	install(dir, "Europe/Berlin");
	EQUAL_INT(sp_timezone_wall("Here", 1000000000), 1000007200);
	EQUAL_INT(unsetenv("TZDIR"), 0);
	EQUAL_INT(sp_timezone_wall("Here", 1000000000), 1000000000);
}
