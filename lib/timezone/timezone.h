/*
 * timezone: times as the clock of a reader shows them. What is kept of a time
 * is always UTC; a zone is one of the names of the IANA time zone database, and
 * the machine's own copy of it (tzdata, or what TZDIR names) says what it
 * means. GLib reads that; it is loaded when the first zone is needed.
 *
 *   data.c  what the database says of a zone
 *   find.c  which zone somebody means
 *   text.c  a time as words
 *
 * Wherever a zone is asked for, NULL, "" and "UTC" are UTC, and so is one that
 * cannot be read: no mail fails for it. sp_timezone_check says so.
 */
#ifndef SP_TIMEZONE_H
#define SP_TIMEZONE_H

#include "base/base.h"

#define SP_TIMEZONE_NAME 40 /* the longest name of 2025 has 32 bytes */
#define SP_TIMEZONE_UTC  "UTC"

/* ---- what a zone says (data.c) -------------------------------------------- */

/* True if times are shown by UTC for whoever has that zone. */
bool sp_timezone_is_utc(const char *zone);
/* Can it be read now? SP_ENOTFOUND: the database lacks it, or GLib cannot be
 * loaded. */
int sp_timezone_check(const char *zone, struct sp_error *e) SP_MUST_CHECK;
/* What its clocks show at that instant, as seconds that sp_date_from takes. */
int64_t sp_timezone_wall(const char *zone, int64_t instant);
/* When its clocks show that: the first time of two; if they never do, for they
 * are put forward then, as long after the change as it is past it. */
int64_t sp_timezone_instant(const char *zone, int64_t wall);

/* ---- which zone is meant (find.c) ----------------------------------------- */

#define SP_TIMEZONE_NEAR 3

struct sp_timezone_guess {
	char name[SP_TIMEZONE_NAME]; /* the zone; "": none is found */
	char near[SP_TIMEZONE_NEAR]
		 [SP_TIMEZONE_NAME]; /* what may have been meant */
	int n_near;
};

/* Find the zone that `text` (not terminated, from anybody) names: a name of the
 * database in any case, a city that has one such name, "UTC", or whole hours
 * like "UTC+2". SP_ENOTFOUND if there is no such zone. */
int sp_timezone_find(const char *text, size_t n, struct sp_timezone_guess *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- as words (text.c) ---------------------------------------------------- */

#define SP_TIMEZONE_TEXT 120

enum sp_timezone_form {
	SP_TIMEZONE_BARE = 1,   /* without the name of the zone */
	SP_TIMEZONE_BESIDE = 2, /* UTC behind it, in brackets */
	SP_TIMEZONE_YEAR = 4,   /* the year, however near it is */
	SP_TIMEZONE_LEFT = 8,   /* ", in 2 d 4 h" behind it, from `now` on */
};

/* Write the instant t: "Wed 2 Dec 16:03 CET (15:03 UTC), in 2 d 4 h" with
 * BESIDE and LEFT; "Wed 2 Dec 15:03 UTC" by UTC, whatever is asked for. */
void sp_timezone_text(char out[SP_TIMEZONE_TEXT], const char *zone, int64_t t,
	int64_t now, unsigned form);

#endif
