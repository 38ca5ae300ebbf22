/* `spellpost doctor`: what it tells of outages and of a clock that jumped, and
 * whose words it uses if the registry fails behind its own check. */
#include "host/host_tests.h"
#include "host/patient.h"

#include <sqlite3.h>

#define GAME "well-aaaaaaaa"
#define HOUR ((int64_t)CLUB_HOUR)
#define DAY  (24 * HOUR)

/* Outages that ended so long ago, a minute apart, the newest noted last; each
 * of them lasted four hours. */
static void note(struct patient *p, int64_t ago, unsigned n)
{
	struct sp_registry *r;
	int64_t games;

	club_open(&p->club);
	r = p->club.host->registry;
	EQUAL_INT_FATAL(sp_registry_begin(r, NULL), SP_OK);
	for (; n > 0; n--) {
		int64_t ended = p->club.now - ago - (n - 1) * 60;
		struct sp_outage_row row = { .began = ended - 4 * HOUR,
			.ended = ended,
			.why = SP_OUTAGE_AWAY };

		EQUAL_INT_FATAL(
			sp_registry_outage_add(r, &row, &games, NULL), SP_OK);
	}
	EQUAL_INT_FATAL(sp_registry_commit(r, NULL), SP_OK);
	club_close(&p->club);
}

static unsigned told(const struct patient *p)
{
	const json_t *list = json_object_get(p->answer, "findings");
	unsigned n = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		n += sp_streq(
			"outages", json_string_value(json_object_get(
					   json_array_get(list, i), "check")));
	return n;
}

TEST("doctor/doctor outages", "outages of the last weeks")
{
	struct patient p;

	patient_make(&p);
	patient_examine(&p);
	(void)patient_has(&p, "outages", "ok", "none in 30 days", "");
	EQUAL_INT(told(&p), 1);

	/* a second too old */
	note(&p, 30 * DAY + 1, 1);
	patient_examine(&p);
	(void)patient_has(&p, "outages", "ok", "none in 30 days", "");

	note(&p, 30 * DAY, 1);
	patient_examine(&p);
	(void)patient_has(&p, "outages", "ok", "1 in 30 days", "");

	p.club.now = CLUB_NOON + DAY;
	note(&p, HOUR, 10);
	p.club.now = CLUB_NOON + DAY - 60;
	patient_examine(&p);
	(void)patient_has(&p, "outages", "ok",
		"10 in 30 days, the last from 2026-11-25T12:00:00Z to "
		"2026-11-25T16:00:00Z (4 h); deadlines stood still",
		"");
	EQUAL_INT(patient_count(&p, "warning"), 1); /* no daemon */

	/* so many are a matter of the configuration */
	note(&p, HOUR, 1);
	patient_examine(&p);
	(void)patient_has(&p, "outages", "warning",
		"11 in 30 days, the last from 2026-11-25T11:59:00Z",
		"set `outage` above your own interval");
	EQUAL_INT(told(&p), 1);
	patient_clear(&p);
}

/* A clock that jumped, until it is believed. */
TEST("doctor/doctor outages", "a clock that jumped")
{
	struct patient p;

	patient_make(&p);
	p.club.config.outage = 3 * CLUB_HOUR;
	p.club.now = CLUB_NOON + HOUR;
	club_pass(&p.club);
	p.club.now += 3 * DAY;
	club_pass(&p.club);
	CU_ASSERT_TRUE(p.club.pass.doubt);
	club_close(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "outages", "error",
		"the clock jumped from 2026-11-24T18:00:00Z to "
		"2026-11-27T18:00:00Z, or nothing ran here meanwhile: it is "
		"not believed yet, and no mail is taken",
		"`spellpost clock accept`");
	(void)patient_has(&p, "outages", "ok", "none in 30 days", "");
	/* the quarter of an hour is over */
	for (int i = 0; i <= 16; i++) {
		p.club.now += 60;
		club_pass(&p.club);
	}
	CU_ASSERT_FALSE(p.club.pass.doubt);
	club_close(&p.club);
	patient_examine(&p);
	CU_ASSERT_PTR_NULL(patient_finding(&p, "outages", "error"));
	(void)patient_has(&p, "outages", "ok",
		"1 in 30 days, the last from 2026-11-24T18:00:00Z to "
		"2026-11-27T18:15:00Z (3 d)",
		"");
	patient_clear(&p);
}

/* What the daemon knows of the clock is a file that anything may happen to. */
TEST("doctor/doctor outages", "what is known of the clock")
{
	static const struct {
		const char *damage, *text; /* NULL: nothing is wrong */
	} cases[] = {
		{ "rm run/clock", NULL },
		{ "echo nonsense >run/clock", "cannot read run/clock: " },
		{ ": >run/clock", "cannot read run/clock: " },
		{ "echo '{\"boot\": \"x\"}' >run/clock",
			"it names no instant" },
		{ "rm run/clock && mkdir run/clock", "Is a directory" },
		{ "head -c 5000 /dev/zero >run/clock",
			"cannot read run/clock: " },
	};
	struct patient well;

	patient_make(&well);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct patient p;

		patient_copy(&p, &well);
		p.club.now = well.club.now;
		patient_hurt(&p, cases[i].damage);
		patient_examine(&p);
		(void)patient_has(&p, "outages", "ok", "none in 30 days", "");
		if (cases[i].text != NULL)
			(void)patient_has(&p, "outages", "warning",
				cases[i].text, "it is written anew");
		EQUAL_INT(told(&p), cases[i].text != NULL ? 2 : 1);
		EQUAL_INT(patient_count(&p, "error"), 0);
		patient_clear(&p);
	}
	patient_clear(&well);
}

/* ---- a registry that fails ---------------------------------------------- */

static void drop(const struct club *c, const char *table)
{
	char *path = sp_xasprintf("%s/registry.db", c->dir);
	char *sql = sp_xasprintf("DROP TABLE %s", table);
	sqlite3 *db = NULL;

	EQUAL_INT_FATAL(sqlite3_open(path, &db), SQLITE_OK);
	EQUAL_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	EQUAL_INT(sqlite3_close(db), SQLITE_OK);
	sp_free(sql);
	sp_free(path);
}

/* SQLite's own words, whatever else there is to say. */
TEST("doctor/doctor outages", "a registry that fails behind its check")
{
	static const struct {
		const char *damage, *table, *check;
	} cases[] = {
		{ ":", "batches", "batches" },
		{ "git -C games/aa/" GAME ".git update-ref refs/heads/main "
		  "main~1",
			"batches", "game " GAME },
		{ ":", "outages", "outages" },
		{ "echo nonsense >run/clock", "outages", "outages" },
	};
	struct patient well;

	if (!club_has_git())
		return;
	patient_make(&well);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *words = sp_xasprintf("no such table: %s", cases[i].table);
		struct patient p;

		patient_copy(&p, &well);
		p.club.now = well.club.now;
		patient_hurt(&p, cases[i].damage);
		drop(&p.club, cases[i].table);
		patient_examine(&p);
		(void)patient_has(
			&p, cases[i].check, "error", words, "registry.db-wal");
		sp_free(words);
		patient_clear(&p);
	}
	patient_clear(&well);
}

static struct patient *waiting; /* for its probe */

static void lose_ledger(
	const char *what, size_t done, size_t total, void *payload)
{
	(void)done;
	(void)total;
	(void)payload;
	if (waiting == NULL || !sp_starts(what, "the probe"))
		return;
	drop(&waiting->club, "inbox");
	waiting = NULL;
}

/* A daemon may have taken the mail to ourselves, but the ledger does not say
 * so: it is not told as lost, nor as left behind. */
TEST("doctor/doctor outages", "a ledger that fails while a mail is away")
{
	struct patient p;

	patient_make(&p);
	sp_format(p.club.config.sender.path, sizeof(p.club.config.sender.path),
		"%s", p.club.config.inbox[0].path);
	p.options.no_mail = false;
	p.options.progress = lose_ledger;
	club_open(&p.club);
	waiting = &p;
	patient_examine(&p);
	CU_ASSERT_PTR_NULL(waiting);
	(void)patient_has(&p, "round trip", "error", "no such table: inbox",
		"registry.db-wal");
	EQUAL_INT(patient_count(&p, "error"), 1);
	club_close(&p.club);
	patient_clear(&p);
}
