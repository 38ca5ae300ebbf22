/*
 * The schema, as the steps that made it: step i brings version i to i + 1. A
 * step that was ever released is never edited; a change is a new step.
 *
 * Absent texts, ids, instants and decisions are NULL. Enumerations are words,
 * so that the file reads well in the sqlite3 program; the CHECKs repeat the
 * lists of registry.h and a test compares them.
 */
#include "registry_private.h"

/* "spel" in the file's header: what file(1) and we know it by. */
#define APPLICATION_ID 0x7370656c

/* A string literal of the whole would pass C11's guaranteed length. */
static const char *const step_1[] = {
	"CREATE TABLE meta ("
	" key TEXT PRIMARY KEY, value TEXT NOT NULL"
	") STRICT, WITHOUT ROWID",

	"CREATE TABLE players ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" name TEXT NOT NULL,"
	" volume TEXT CHECK (volume IN ('low', 'normal', 'all')),"
	" remind INTEGER CHECK (remind BETWEEN -1 AND 72),"
	" created INTEGER NOT NULL"
	") STRICT",
	"CREATE TABLE addresses ("
	" address TEXT PRIMARY KEY COLLATE NOCASE CHECK (address LIKE '_%@_%'),"
	" player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,"
	" record INTEGER NOT NULL CHECK (record IN (0, 1)),"
	" created INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID",
	"CREATE INDEX addresses_player ON addresses (player)",
	"CREATE UNIQUE INDEX addresses_record ON addresses (player)"
	" WHERE record = 1",

	"CREATE TABLE games ("
	" gid TEXT PRIMARY KEY CHECK (length(gid) BETWEEN 1 AND 24),"
	" ruleset TEXT NOT NULL,"
	" status TEXT NOT NULL CHECK (status IN ('inviting', 'running', 'over',"
	"  'cancelled', 'suspended')),"
	" turn INTEGER NOT NULL CHECK (turn >= 0),"
	" active TEXT,"
	" decision INTEGER CHECK (decision >= 0),"
	" deadline INTEGER,"
	" head TEXT,"
	" tip TEXT,"
	" created INTEGER NOT NULL,"
	" updated INTEGER NOT NULL,"
	" ahead INTEGER,"
	" moment INTEGER"
	") STRICT, WITHOUT ROWID",
	"CREATE TABLE seats ("
	" gid TEXT NOT NULL REFERENCES games,"
	" seat TEXT NOT NULL CHECK (seat <> ''),"
	" place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 63),"
	" player INTEGER REFERENCES players,"
	" epoch INTEGER NOT NULL CHECK (epoch >= 0),"
	" joined INTEGER,"
	" missed INTEGER NOT NULL CHECK (missed >= 0),"
	" thread TEXT,"
	" told TEXT CHECK (length(told) = 40),"
	" away_from INTEGER,"
	" away_until INTEGER CHECK (away_until >= away_from),"
	" away_days INTEGER NOT NULL DEFAULT 0 CHECK (away_days >= 0),"
	" standin TEXT COLLATE NOCASE CHECK (standin LIKE '_%@_%'),"
	" PRIMARY KEY (gid, seat), UNIQUE (gid, place)"
	") STRICT, WITHOUT ROWID",
	/* beside its player's, confirmed by who reads that one's mail */
	"CREATE TABLE seat_addresses ("
	" gid TEXT NOT NULL,"
	" seat TEXT NOT NULL,"
	" address TEXT NOT NULL COLLATE NOCASE CHECK (address LIKE '_%@_%'),"
	" created INTEGER NOT NULL,"
	" PRIMARY KEY (gid, seat, address),"
	" FOREIGN KEY (gid, seat) REFERENCES seats"
	") STRICT, WITHOUT ROWID",

	"CREATE TABLE outbox ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" gid TEXT REFERENCES games,"
	" seat TEXT,"
	" kind TEXT NOT NULL CHECK (kind <> ''),"
	" decision INTEGER CHECK (decision >= 0),"
	" epoch INTEGER NOT NULL CHECK (epoch >= 0),"
	" head TEXT,"
	" message_id TEXT NOT NULL UNIQUE CHECK (message_id <> ''),"
	" recipient TEXT,"
	" bytes BLOB,"
	" state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),"
	" attempts INTEGER NOT NULL DEFAULT 0,"
	" next_try INTEGER NOT NULL,"
	" last_error TEXT,"
	" created INTEGER NOT NULL,"
	" sent INTEGER,"
	/* what is to be sent has its bytes */
	" CHECK (state <> 'queued' OR"
	"  (bytes IS NOT NULL AND recipient IS NOT NULL))"
	") STRICT",
	"CREATE INDEX outbox_queued ON outbox (next_try)"
	" WHERE state = 'queued'",
	"CREATE INDEX outbox_kept ON outbox (created) WHERE bytes IS NOT NULL",

	"CREATE TABLE inbox ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" inbox TEXT NOT NULL CHECK (inbox <> ''),"
	" uid TEXT NOT NULL CHECK (uid <> ''),"
	" gid TEXT REFERENCES games,"
	" seat TEXT,"
	" message_id TEXT NOT NULL,"
	" digest TEXT NOT NULL,"
	" decision INTEGER CHECK (decision >= 0),"
	" open INTEGER CHECK (open > 0),"
	" written INTEGER,"
	" notice TEXT NOT NULL,"
	" arrived INTEGER NOT NULL,"
	" disposition TEXT NOT NULL CHECK (disposition IN ('seen', 'applied',"
	"  'answered', 'refused', 'stale', 'resent', 'held', 'ignored',"
	"  'stranger', 'unreadable', 'quarantined')),"
	" receipt INTEGER REFERENCES outbox,"
	" UNIQUE (inbox, uid)"
	") STRICT",
	"CREATE INDEX inbox_identity ON inbox (gid, seat, digest, message_id)",
	/* every "end" of a seat has the same digest */
	"CREATE INDEX inbox_resend ON inbox (gid, seat, digest, decision, "
	"notice)",

	"CREATE TABLE timers ("
	" gid TEXT NOT NULL REFERENCES games,"
	" kind TEXT NOT NULL CHECK (kind <> ''),"
	" subject TEXT NOT NULL,"
	" since INTEGER NOT NULL,"
	" due INTEGER NOT NULL,"
	" PRIMARY KEY (gid, kind, subject)"
	") STRICT, WITHOUT ROWID",
	"CREATE INDEX timers_due ON timers (due, gid, kind, subject)",

	"CREATE TABLE outages ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" began INTEGER NOT NULL,"
	" ended INTEGER NOT NULL CHECK (ended > began),"
	" why TEXT NOT NULL CHECK (why IN ('away', 'ahead', 'back', 'wrong'))"
	") STRICT",
	"CREATE TABLE stood ("
	" gid TEXT NOT NULL REFERENCES games,"
	" began INTEGER NOT NULL,"
	" ended INTEGER NOT NULL CHECK (ended > began),"
	" PRIMARY KEY (gid, began)"
	") STRICT, WITHOUT ROWID",

	"CREATE TABLE batches ("
	" batch INTEGER NOT NULL,"
	" gid TEXT NOT NULL REFERENCES games,"
	" old_head TEXT,"
	" new_head TEXT NOT NULL CHECK (length(new_head) = 40),"
	" decided INTEGER NOT NULL,"
	/* last, for it is long and seldom read */
	" objects BLOB NOT NULL,"
	" UNIQUE (batch, gid)"
	") STRICT",

	"CREATE TABLE pending ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" gid TEXT NOT NULL,"
	" seat TEXT NOT NULL,"
	" kind TEXT NOT NULL CHECK (kind <> ''),"
	" state TEXT NOT NULL CHECK (state IN ('open', 'confirmed', 'rejected',"
	"  'expired')),"
	" created INTEGER NOT NULL,"
	" expires INTEGER,"
	" epoch INTEGER NOT NULL,"
	" decision INTEGER CHECK (decision >= 0),"
	" address TEXT,"
	" message_id TEXT,"
	" text BLOB,"
	" FOREIGN KEY (gid, seat) REFERENCES seats"
	") STRICT",
	"CREATE INDEX pending_open ON pending (gid, seat, kind)"
	" WHERE state = 'open'",

	"CREATE TABLE refusals ("
	" address TEXT NOT NULL COLLATE NOCASE,"
	" day INTEGER NOT NULL,"
	" PRIMARY KEY (address, day)"
	") STRICT, WITHOUT ROWID",
	"CREATE TABLE answers ("
	" address TEXT NOT NULL COLLATE NOCASE,"
	" hour INTEGER NOT NULL,"
	" n INTEGER NOT NULL,"
	" PRIMARY KEY (address, hour)"
	") STRICT, WITHOUT ROWID",

	"CREATE TABLE notes ("
	" about TEXT NOT NULL,"
	" created INTEGER NOT NULL"
	") STRICT",
	"CREATE INDEX notes_about ON notes (about, created)",

	"CREATE TABLE raw ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" inbox TEXT NOT NULL,"
	" uid TEXT NOT NULL,"
	" reason TEXT NOT NULL,"
	" created INTEGER NOT NULL,"
	" bytes BLOB NOT NULL"
	") STRICT",
	"CREATE TABLE press ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" gid TEXT NOT NULL REFERENCES games,"
	" seat TEXT NOT NULL,"
	" recipients TEXT NOT NULL,"
	" created INTEGER NOT NULL,"
	" text BLOB NOT NULL"
	") STRICT",
	"CREATE INDEX press_gid ON press (gid, seat, recipients, created)",
	"CREATE TABLE journal ("
	" number INTEGER PRIMARY KEY CHECK (number >= 1),"
	" instant INTEGER NOT NULL,"
	" act TEXT NOT NULL"
	") STRICT",
	NULL,
};

static const char *const step_2[] = {
	"ALTER TABLE inbox ADD COLUMN raw TEXT",
	NULL,
};

/* A word more in a CHECK leaves what is stored as it is, so the text of the
 * table is edited in place (SQLite's page on ALTER TABLE, section 7). */
static const char *const step_3[] = {
	"PRAGMA writable_schema = ON",
	"UPDATE sqlite_schema SET sql = replace(sql, '''quarantined'')',"
	" '''quarantined'', ''probe'')')"
	" WHERE type = 'table' AND name = 'inbox'",
	"PRAGMA writable_schema = RESET",
	NULL,
};

/* What retention looks for, and smaller indexes: a digest of 64 digits in two
 * of them was a third of what the ledger keeps of a mail. A seat has few mails
 * of one Message-ID, and few that answer one notice. */
static const char *const step_4[] = {
	/* number of the master key that it is sealed under; NULL: in clear */
	"ALTER TABLE raw ADD COLUMN key INTEGER CHECK (key > 0)",
	"ALTER TABLE pending ADD COLUMN key INTEGER CHECK (key > 0)",
	"DROP INDEX inbox_identity",
	"CREATE INDEX inbox_identity ON inbox (gid, seat, message_id)",
	"DROP INDEX inbox_resend",
	"CREATE INDEX inbox_resend ON inbox (gid, seat, decision, notice)",
	/* else each mail that leaves the outbox would be looked for in all */
	"CREATE INDEX inbox_receipt ON inbox (receipt)"
	" WHERE receipt IS NOT NULL",
	"CREATE INDEX outbox_failed ON outbox (created)"
	" WHERE state = 'failed'",
	/* kinds with a slash are those of one mail alone */
	"CREATE INDEX outbox_kind ON outbox (gid, seat, kind)"
	" WHERE gid IS NOT NULL AND instr(kind, '/') = 0",
	NULL,
};

/* Whose press a seat is not mailed: a bit for each place. */
static const char *const step_5[] = {
	"ALTER TABLE seats ADD COLUMN muted INTEGER NOT NULL DEFAULT 0"
	" CHECK (muted >= 0)",
	NULL,
};

/* By whose clock a player is told of times: a name of the time zone database.
 */
static const char *const step_6[] = {
	"CREATE TABLE observers ("
	" gid TEXT NOT NULL REFERENCES games,"
	" address TEXT NOT NULL COLLATE NOCASE CHECK (address LIKE '_%@_%'),"
	" created INTEGER NOT NULL,"
	" PRIMARY KEY (gid, address)"
	") STRICT, WITHOUT ROWID",
	"ALTER TABLE players ADD COLUMN zone TEXT CHECK (zone <> '')",
	NULL,
};

static const char *const *const steps[] = { step_1, step_2, step_3, step_4,
	step_5, step_6 };

#define VERSION ((int64_t)SP_ARRAY_LEN(steps))

static int read_header(struct sp_registry *r, int64_t *version,
	int64_t *application, int64_t *tables, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r,
		"SELECT (SELECT user_version FROM pragma_user_version),"
		" (SELECT application_id FROM pragma_application_id),"
		" (SELECT count(*) FROM sqlite_schema)",
		e);
	if (registry_query_next(&q)) {
		*version = registry_query_int(&q);
		*application = registry_query_int(&q);
		*tables = registry_query_int(&q);
	}
	return registry_query_end_found(&q);
}

static int run_steps(struct sp_registry *r, int64_t from, struct sp_error *e)
{
	char pragma[64];
	int code = SP_OK;

	for (int64_t v = from; v < VERSION; v++)
		for (int i = 0; steps[v][i] != NULL && code == SP_OK; i++)
			code = registry_exec(r, steps[v][i], e);
	sp_format(pragma, sizeof(pragma), "PRAGMA user_version = %d",
		(int)VERSION);
	if (code == SP_OK)
		code = registry_exec(r, pragma, e);
	sp_format(pragma, sizeof(pragma), "PRAGMA application_id = %d",
		APPLICATION_ID);
	if (code == SP_OK)
		code = registry_exec(r, pragma, e);
	return code;
}

int registry_recognize(
	struct sp_registry *r, enum sp_registry_mode mode, struct sp_error *e)
{
	int64_t version = 0, application = 0, tables = 0;
	int code = read_header(r, &version, &application, &tables, e);

	if (code != SP_OK || mode == SP_REGISTRY_CREATE)
		return code;
	if (application != APPLICATION_ID)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT,
				"registry %s: it is %s, not a registry of "
				"spellpost",
				r->path,
				tables == 0 ? "an empty database"
					    : "a database of another program"),
			"check `data` in the configuration, or run "
			"`spellpost init` in a new folder");
	if (version > VERSION)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT,
				"registry %s: its format is version %d and "
				"this program knows only versions up to %d",
				r->path, (int)version, (int)VERSION),
			"use the newer spellpost that wrote it");
	if (version < VERSION && mode == SP_REGISTRY_READ)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT,
				"registry %s: its format is version %d, "
				"older than this program's %d",
				r->path, (int)version, (int)VERSION),
			"start spellpostd once, which brings it forward");
	return SP_OK;
}

int registry_migrate(struct sp_registry *r, struct sp_error *e)
{
	int64_t version = 0, application = 0, tables = 0;
	int code = read_header(r, &version, &application, &tables, e);

	if (code != SP_OK || version == VERSION)
		return code;
	code = sp_registry_begin(r, e);
	if (code != SP_OK)
		return code;
	/* Another process may have done it while we waited for the lock. */
	code = read_header(r, &version, &application, &tables, e);
	if (code == SP_OK)
		code = run_steps(r, version, e);
	if (code == SP_OK)
		code = sp_registry_commit(r, e);
	if (code != SP_OK)
		sp_registry_rollback(r);
	return code;
}
