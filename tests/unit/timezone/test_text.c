#include "unit.h"

#include "../fixtures.h"
#include "timezone/timezone.h"

#define FULL (SP_TIMEZONE_BESIDE | SP_TIMEZONE_LEFT)

static int64_t at(const char *iso)
{
	int64_t t = 0;

	EQUAL_INT_FATAL(sp_date_parse_iso(&t, iso), SP_OK);
	return t;
}

static void shows(const char *zone, const char *iso, unsigned form,
	const char *now, const char *want)
{
	char out[SP_TIMEZONE_TEXT];

	sp_timezone_text(out, zone, at(iso), at(now), form);
	EQUAL_STRING(out, want);
}

TEST("timezone/text", "a time by a reader's clock, UTC beside, and how far off")
{
	const char *now = "2026-11-30T11:00Z";

	shows("Europe/Berlin", "2026-12-02T15:03Z", FULL, now,
		"Wed 2 Dec 16:03 CET (15:03 UTC), in 2 d 4 h");
	shows("Europe/Berlin", "2026-12-02T15:03Z", 0, now,
		"Wed 2 Dec 16:03 CET");
	shows("Europe/Berlin", "2026-12-02T15:03Z", SP_TIMEZONE_BARE, now,
		"Wed 2 Dec 16:03");
	shows("Europe/Berlin", "2026-12-02T15:03Z",
		SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE, now,
		"Wed 2 Dec 2026 16:03 CET (15:03 UTC)");
	/* another day by UTC, another year */
	shows("Europe/Berlin", "2026-12-31T23:30Z", SP_TIMEZONE_BESIDE, now,
		"Fri 1 Jan 00:30 CET (Thu 31 Dec 23:30 UTC)");
	shows("America/New_York", "2026-12-03T03:00Z", SP_TIMEZONE_BESIDE, now,
		"Wed 2 Dec 22:00 EST (Thu 3 Dec 03:00 UTC)");
	shows("America/New_York", "2027-12-03T03:00Z", SP_TIMEZONE_BESIDE, now,
		"Thu 2 Dec 2027 22:00 EST (Fri 3 Dec 2027 03:00 UTC)");
	/* a half hour; a zone without a word of its own; one that is UTC now */
	shows("Asia/Kolkata", "2026-12-02T15:03Z", SP_TIMEZONE_BESIDE, now,
		"Wed 2 Dec 20:33 IST (15:03 UTC)");
	shows("America/Sao_Paulo", "2026-12-02T15:03Z", SP_TIMEZONE_BESIDE, now,
		"Wed 2 Dec 12:03 UTC-03 (15:03 UTC)");
	shows("Europe/London", "2026-12-02T15:03Z", SP_TIMEZONE_BESIDE, now,
		"Wed 2 Dec 15:03 GMT (15:03 UTC)");
	/* what is near, over, or beside a minute */
	shows("Europe/Berlin", "2026-11-30T11:00:30Z", FULL, now,
		"Mon 30 Nov 12:00 CET (11:00 UTC), now");
	shows("Europe/Berlin", "2026-11-30T11:01Z", FULL, now,
		"Mon 30 Nov 12:01 CET (11:01 UTC), in 1 min");
	shows("Europe/Berlin", now, FULL, now,
		"Mon 30 Nov 12:00 CET (11:00 UTC)");
}

TEST("timezone/text", "by UTC, and by what cannot be read, it is UTC alone")
{
	static const char *const zones[] = { NULL, "", "UTC", "Europe/Atlantis",
		"../../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin",
		":UTC", "EST5XYZ,M3.2.0,M11.1.0", "Europe", "+02:00",
		"Europe/Berlin/", "zone.tab" };

	for (size_t i = 0; i < SP_ARRAY_LEN(zones); i++) {
		shows(zones[i], "2026-12-02T15:03Z", FULL, "2026-11-30T11:00Z",
			"Wed 2 Dec 15:03 UTC, in 2 d 4 h");
		EQUAL_INT(sp_timezone_check(zones[i], NULL),
			i < 3 ? SP_OK : SP_ENOTFOUND);
	}
	EQUAL_INT(sp_timezone_check("Asia/Kolkata", NULL), SP_OK);
}

TEST("timezone/text", "over the changes of summer time")
{
	static const struct {
		const char *zone, *iso, *want;
	} cases[] = {
		/* Berlin: forward on 29 March, back on 25 October */
		{ "Europe/Berlin", "2026-03-29T00:59Z",
			"Sun 29 Mar 01:59 CET" },
		{ "Europe/Berlin", "2026-03-29T01:00Z",
			"Sun 29 Mar 03:00 CEST" },
		{ "Europe/Berlin", "2026-10-25T00:30Z",
			"Sun 25 Oct 02:30 CEST" },
		{ "Europe/Berlin", "2026-10-25T01:30Z",
			"Sun 25 Oct 02:30 CET" },
		/* New York: on 8 March and 1 November, at other hours */
		{ "America/New_York", "2026-03-08T06:59Z",
			"Sun 8 Mar 01:59 EST" },
		{ "America/New_York", "2026-03-08T07:00Z",
			"Sun 8 Mar 03:00 EDT" },
		{ "America/New_York", "2026-11-01T05:30Z",
			"Sun 1 Nov 01:30 EDT" },
		{ "America/New_York", "2026-11-01T06:30Z",
			"Sun 1 Nov 01:30 EST" },
		/* the other half of the world has summer then */
		{ "Australia/Sydney", "2026-01-15T00:00Z",
			"Thu 15 Jan 11:00 AEDT" },
		{ "Australia/Sydney", "2026-07-15T00:00Z",
			"Wed 15 Jul 10:00 AEST" },
		/* half an hour, of which one is put back */
		{ "Australia/Lord_Howe", "2026-01-15T00:00Z",
			"Thu 15 Jan 11:00 UTC+11" },
		{ "Australia/Lord_Howe", "2026-07-15T00:00Z",
			"Wed 15 Jul 10:30 UTC+1030" },
		{ "Asia/Kathmandu", "2026-07-15T00:00Z",
			"Wed 15 Jul 05:45 UTC+0545" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		shows(cases[i].zone, cases[i].iso, 0, "2026-06-01T00:00Z",
			cases[i].want);
}

/* What is left is by the instants: a night of summer time has 23 hours. */
TEST("timezone/text", "how far off it is knows of the hour that is left out")
{
	shows("Europe/Berlin", "2026-03-29T10:00Z", FULL, "2026-03-28T11:00Z",
		"Sun 29 Mar 12:00 CEST (10:00 UTC), in 23 h");
	shows("Europe/Berlin", "2026-10-25T11:00Z", FULL, "2026-10-24T10:00Z",
		"Sun 25 Oct 12:00 CET (11:00 UTC), in 1 d 1 h");
}

TEST("timezone/text", "when a clock shows something, and what it shows")
{
	static const struct {
		const char *zone, *wall, *instant;
		bool back; /* the clock shows that then */
	} cases[] = {
		{ "Europe/Berlin", "2026-12-24T00:00Z", "2026-12-23T23:00Z",
			true },
		{ "Europe/Berlin", "2026-06-24T00:00Z", "2026-06-23T22:00Z",
			true },
		/* the days of the changes begin and end as others do */
		{ "Europe/Berlin", "2026-03-29T00:00Z", "2026-03-28T23:00Z",
			true },
		{ "Europe/Berlin", "2026-03-30T00:00Z", "2026-03-29T22:00Z",
			true },
		{ "Europe/Berlin", "2026-10-25T00:00Z", "2026-10-24T22:00Z",
			true },
		{ "Europe/Berlin", "2026-10-26T00:00Z", "2026-10-25T23:00Z",
			true },
		/* the hour that is left out, and the one that comes twice */
		{ "Europe/Berlin", "2026-03-29T02:30Z", "2026-03-29T01:30Z",
			false },
		{ "Europe/Berlin", "2026-10-25T02:30Z", "2026-10-25T00:30Z",
			true },
		{ "Europe/Berlin", "2026-10-25T03:00Z", "2026-10-25T02:00Z",
			true },
		{ "America/New_York", "2026-03-08T02:30Z", "2026-03-08T07:30Z",
			false },
		{ "America/New_York", "2026-11-01T01:30Z", "2026-11-01T05:30Z",
			true },
		{ "Australia/Sydney", "2026-04-05T02:30Z", "2026-04-04T15:30Z",
			true },
		{ "Australia/Sydney", "2026-10-04T00:00Z", "2026-10-03T14:00Z",
			true },
		{ "Asia/Kolkata", "2026-10-04T00:00Z", "2026-10-03T18:30Z",
			true },
		/* a day that begins at one o'clock */
		{ "Africa/Cairo", "2026-04-24T00:00Z", "2026-04-23T22:00Z",
			false },
		{ "UTC", "2026-10-04T00:00Z", "2026-10-04T00:00Z", true },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		int64_t instant = at(cases[i].instant);
		int64_t wall = at(cases[i].wall);

		EQUAL_INT(sp_timezone_instant(cases[i].zone, wall), instant);
		EQUAL_INT(sp_timezone_wall(cases[i].zone, instant) == wall,
			cases[i].back);
	}
}
