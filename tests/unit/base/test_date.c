#include "unit.h"

#include <errno.h>

#include "../faults.h"
#include "../fixtures.h"
#include "base/base.h"

static const struct {
	int64_t t;
	const char *iso;
	int weekday;
} known[] = {
	{ 0, "1970-01-01T00:00:00Z", 4 },
	{ -1, "1969-12-31T23:59:59Z", 3 },
	{ 86399, "1970-01-01T23:59:59Z", 4 },
	{ 951782400, "2000-02-29T00:00:00Z", 2 },
	{ 951868800, "2000-03-01T00:00:00Z", 3 },
	{ 1000000000, "2001-09-09T01:46:40Z", 0 },
	{ 1709164800, "2024-02-29T00:00:00Z", 4 },
	{ 1795539600, "2026-11-24T17:00:00Z", 2 },
	{ 2147483647, "2038-01-19T03:14:07Z", 2 },
	{ 2147483648, "2038-01-19T03:14:08Z", 2 },
	{ 4107542400, "2100-03-01T00:00:00Z", 1 },
	{ 4107456000, "2100-02-28T00:00:00Z", 0 },
	{ -2203891200, "1900-03-01T00:00:00Z", 4 },
	{ -12219292800, "1582-10-15T00:00:00Z", 5 },
	{ -62135596800, "0001-01-01T00:00:00Z", 1 },
	{ -62167219200, "0000-01-01T00:00:00Z", 6 },
	{ 253402300799, "9999-12-31T23:59:59Z", 5 },
};

TEST("base/date", "known instants")
{
	char text[SP_DATE_TEXT];

	for (size_t i = 0; i < SP_ARRAY_LEN(known); i++) {
		struct sp_date d;
		int64_t t = 1;

		sp_date_iso(text, known[i].t);
		EQUAL_STRING(text, known[i].iso);
		sp_date_from(&d, known[i].t);
		EQUAL_INT(d.weekday, known[i].weekday);
		EQUAL_INT(sp_date_to(&d), known[i].t);
		EQUAL_INT(sp_date_parse_iso(&t, known[i].iso), SP_OK);
		EQUAL_INT(t, known[i].t);
	}
}

/* Each day of 400 years follows the one before by plain counting. */
TEST("base/date", "every day of a cycle")
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
		31 };
	struct sp_date d;
	int year = 1800, month = 1, day = 1;
	int64_t t;
	unsigned wrong = 0;
	int weekday;

	d = (struct sp_date){ .year = year, .month = month, .day = day };
	t = sp_date_to(&d);
	sp_date_from(&d, t);
	weekday = d.weekday;
	for (int i = 0; i < 146097; i++) {
		bool leap =
			(year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

		sp_date_from(&d, t + 12345);
		wrong += d.year != year || d.month != month || d.day != day ||
			 d.weekday != weekday || d.hour != 3 ||
			 d.minute != 25 || d.second != 45;
		wrong += sp_date_to(&d) != t + 12345;
		t += 86400;
		weekday = (weekday + 1) % 7;
		if (++day > days[month - 1] + (month == 2 && leap)) {
			day = 1;
			if (++month > 12) {
				month = 1;
				year++;
			}
		}
	}
	EQUAL_INT(wrong, 0);
	EQUAL_INT(year, 2200);
}

TEST("base/date", "fields carry over")
{
	struct sp_date d = { .year = 2026, .month = 14, .day = 0, .hour = -1 };
	char text[SP_DATE_TEXT];

	sp_date_iso(text, sp_date_to(&d));
	EQUAL_STRING(text, "2027-01-30T23:00:00Z");
	d = (struct sp_date){ .year = 2026, .month = 0, .day = 31 };
	sp_date_iso(text, sp_date_to(&d));
	EQUAL_STRING(text, "2025-12-31T00:00:00Z");
	d = (struct sp_date){ .year = 2026, .month = -12, .day = 1 };
	sp_date_iso(text, sp_date_to(&d));
	EQUAL_STRING(text, "2024-12-01T00:00:00Z");
	d = (struct sp_date){ .year = -5, .month = 3, .day = 1 };
	CU_ASSERT(sp_date_to(&d) < -62167219200);
}

TEST("base/date", "far instants are clamped")
{
	char text[SP_DATE_TEXT];

	sp_date_iso(text, INT64_MAX);
	EQUAL_STRING(text, "9999-12-31T23:59:59Z");
	sp_date_rfc5322(text, INT64_MIN);
	EQUAL_STRING(text, "Sat, 01 Jan 0000 00:00:00 +0000");
	sp_date_span(text, INT64_MAX);
	EQUAL_STRING(text, "106751991167300 d 15 h");
}

TEST("base/date", "forms")
{
	char text[SP_DATE_TEXT];
	int64_t t = 1795539600;

	sp_date_iso_minute(text, t + 59);
	EQUAL_STRING(text, "2026-11-24T17:00Z");
	sp_date_rfc5322(text, t);
	EQUAL_STRING(text, "Tue, 24 Nov 2026 17:00:00 +0000");
	sp_date_short(text, t);
	EQUAL_STRING(text, "Tue 24 Nov 17:00");
	sp_date_rfc5322(text, 0);
	EQUAL_STRING(text, "Thu, 01 Jan 1970 00:00:00 +0000");
	sp_date_short(text, 0);
	EQUAL_STRING(text, "Thu 1 Jan 00:00");
	sp_date_long(text, t);
	EQUAL_STRING(text, "Tue 24 Nov 2026 17:00");
}

TEST("base/date", "a date that is far away names its year")
{
	const int64_t t = 1795539600, most = (int64_t)300 * 86400;
	static const struct {
		int64_t from;
		const char *text;
	} cases[] = {
		{ 0, "Tue 24 Nov 17:00" },
		{ most, "Tue 24 Nov 17:00" },
		{ -most, "Tue 24 Nov 17:00" },
		{ most + 1, "Tue 24 Nov 2026 17:00" },
		{ -most - 1, "Tue 24 Nov 2026 17:00" },
	};
	char text[SP_DATE_TEXT];

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		sp_date_near(text, t, t + cases[i].from);
		EQUAL_STRING(text, cases[i].text);
	}
}

TEST("base/date", "spans")
{
	static const struct {
		int64_t seconds;
		const char *text;
	} cases[] = {
		{ INT64_MIN, "now" },
		{ -1, "now" },
		{ 0, "now" },
		{ 59, "now" },
		{ 60, "1 min" },
		{ 2100, "35 min" },
		{ 3599, "59 min" },
		{ 3600, "1 h" },
		{ 3660, "1 h 1 min" },
		{ 86399, "23 h 59 min" },
		{ 86400, "1 d" },
		{ 86400 + 3599, "1 d" },
		{ 2 * 86400 + 4 * 3600, "2 d 4 h" },
	};
	char text[SP_DATE_TEXT];

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		sp_date_span(text, cases[i].seconds);
		EQUAL_STRING(text, cases[i].text);
	}
}

TEST("base/date", "parsing refuses")
{
	static const char *const bad[] = { "", "2026", "2026-11-24",
		"2026-11-24T17:00", "2026-11-24T17:00+00:00",
		"2026-11-24T17:00:00", "2026-11-24 17:00Z", "2026-11-24t17:00z",
		"2026-11-24T17:00Z ", " 2026-11-24T17:00Z", "2026-1-24T17:00Z",
		"2026-11-24T17:00:00.0Z", "2026-00-10T00:00Z",
		"2026-13-10T00:00Z", "2026-01-00T00:00Z", "2026-01-32T00:00Z",
		"2026-02-29T00:00Z", "2100-02-29T00:00Z", "2026-04-31T00:00Z",
		"2026-01-01T24:00Z", "2026-01-01T00:60Z",
		"2026-01-01T00:00:60Z", "-026-01-01T00:00Z",
		"20260-01-01T00:00Z", "2026-01-01T00:0\xb2Z" };
	int64_t t = 77;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		EQUAL_INT(sp_date_parse_iso(&t, bad[i]), SP_EINVAL);
	EQUAL_INT(t, 77);
	EQUAL_INT(sp_date_parse_iso(&t, "2026-11-24T17:00Z"), SP_OK);
	EQUAL_INT(t, 1795539600);
	EQUAL_INT(sp_date_parse_iso(&t, "2400-02-29T00:00Z"), SP_OK);
}

static int64_t fixed(void *payload)
{
	return *(int64_t *)payload;
}

TEST("base/date", "clocks")
{
	int64_t t = 42;
	struct sp_clock c = { fixed, &t, NULL };

	EQUAL_INT(sp_clock_now(&c), 42);
	t = -7;
	EQUAL_INT(sp_clock_now(&c), -7);
	/* Later than this was written. */
	CU_ASSERT(sp_clock_now(&sp_clock_system) > 1600000000);
}

TEST("base/date", "the id of this boot")
{
	char id[SP_BOOT_SIZE], again[SP_BOOT_SIZE];

	sp_boot_id(id);
	sp_boot_id(again);
	EQUAL_INT(strlen(id), 36);
	EQUAL_INT(strspn(id, "0123456789abcdef-"), 36);
	EQUAL_STRING(again, id);
	/* nobody knows it */
	faults_arm("boot_id", EMFILE, 1, true);
	sp_boot_id(id);
	CU_ASSERT(faults_disarm() > 0);
	EQUAL_STRING(id, "");
}
