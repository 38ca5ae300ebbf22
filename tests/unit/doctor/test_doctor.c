/* `spellpost doctor`: one thing is broken at a time, and found. */
#include "host/host_tests.h"
#include "host/patient.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define GAME "well-aaaaaaaa"
#define REPO "games/aa/" GAME ".git"

TEST("doctor/doctor", "a club that is well")
{
	static const char *const checks[] = { "configuration", "address",
		"data folder", "permissions", "one file system", "disk",
		"master key", "registry", "batches", "outbox", "quarantine",
		"poison file", "repositories", "ruleset wizwar8", "mail texts",
		"spellpost-mime", "spellpost-bot", "clock", "inbox club",
		"sender" };
	struct patient p;

	if (!club_has_git())
		return;
	patient_make(&p);
	patient_examine(&p);
	for (size_t i = 0; i < SP_ARRAY_LEN(checks); i++)
		(void)patient_has(&p, checks[i], "ok", "", "");
	(void)patient_has(&p, "master key", "ok", "2 running games", "");
	(void)patient_has(&p, "registry", "ok", "2 games, 2 players", "");
	(void)patient_has(&p, "repositories", "ok",
		"2 read (2 running); git fsck of 2 finds nothing", "");
	(void)patient_has(
		&p, "daemon", "warning", "none is at work", "start it");
	EQUAL_INT(patient_count(&p, "error"), 0);
	EQUAL_INT(patient_count(&p, "warning"), 1);
	CU_ASSERT(p.progress > 0);
	patient_clear(&p);
}

/* What a shell command in the club's folder breaks. */
TEST("doctor/doctor", "broken files")
{
	static const struct {
		const char *command, *check, *level, *text, *remedy;
	} cases[] = {
		{ "chmod 0666 spellpost.conf", "configuration", "error",
			"everybody may write", "chmod go-w" },
		{ "chmod 0664 spellpost.conf", "configuration", "warning",
			"its group may write", "chmod go-w" },
		{ "chmod 0755 .", "permissions", "warning", "may read",
			"chmod 0700" },
		{ "chmod 0770 .", "permissions", "error", "may write",
			"chmod 0700" },
		{ "chmod 0644 registry.db", "permissions", "warning",
			"registry.db (mode 0644)", "chmod 0600" },
		{ "chmod 0602 registry.db", "permissions", "error",
			"registry.db (mode 0602)", "chmod 0600" },
		{ "chmod 0705 mail/in", "permissions", "warning", "mail/in",
			"chmod 0700" },
		{ "chmod 0777 games", "permissions", "error", "games",
			"chmod 0700" },
		{ "chmod 0640 master.key", "master key", "error",
			"open to other users", "chmod 600" },
		{ "rm master.key", "master key", "error", "cannot open",
			"put the key back" },
		{ "echo '1 abc' >master.key", "master key", "error", "line 1",
			"put the key back" },
		{ "sed -i 's/ 0/ f/' master.key", "master key", "error",
			"it does not fit 2 games: open-bbbbbbbb (key 1 is "
			"another one) and others",
			"put the key back" },
		{ "sed -i 's/^1/2/' master.key", "master key", "error",
			"key 1 is not there", "put the key back" },
		{ "rm -f registry.db-wal; "
		  "echo nonsense nonsense nonsense >registry.db",
			"registry", "error", "not a database", "backup" },
		{ "rm registry.db*", "registry", "error", "no registry is in",
			"backup" },
		{ "dd if=/dev/urandom of=registry.db bs=4096 seek=3 count=2 "
		  "conv=notrunc 2>/dev/null",
			"registry", "error", "", "backup" },
		{ "rm -r " REPO, "game " GAME, "error", "",
			"spellpost game repair" },
		{ "git -C " REPO " update-ref refs/heads/main main~3",
			"game " GAME, "error", "does not descend from",
			"spellpost game repair" },
		{ "rm -r mail/in/cur", "inbox club", "error",
			"is not a Maildir", "mkdir -p" },
		{ "rm -r mail/out", "sender", "error", "is not a Maildir",
			"mkdir -p" },
		{ "rm -r mail/in/.Processed && : >mail/in/.Processed",
			"inbox club", "error", ".Processed", "Processed" },
		{ "printf x >run/poison", "poison file", "warning",
			"does not read", "move that file aside" },
		{ "rm registry.db* && rm -r games", "data folder", "error",
			"no club is in", "spellpost init" },
	};
	struct patient well;

	if (!club_has_git())
		return;
	patient_make(&well);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct patient p;

		patient_copy(&p, &well);
		patient_hurt(&p, cases[i].command);
		patient_examine(&p);
		if (!patient_has(&p, cases[i].check, cases[i].level,
			    cases[i].text, cases[i].remedy))
			printf("  after: %s\n", cases[i].command);
		/* and said once: nothing else is wrong */
		CU_ASSERT(patient_count(&p, "error") +
				  patient_count(&p, "warning") <=
			  3);
		patient_clear(&p);
	}
	patient_clear(&well);
}

/* An object that `name` means in the game's repository is spoilt. */
static void spoil(const struct patient *p, const char *name)
{
	char *command = sp_xasprintf(
		"(cd " REPO "; " LOOSEN ") && "
		"f=$(git -C " REPO " rev-parse %s | sed 's|^..|&/|') && "
		"f=" REPO "/objects/$f && chmod u+w $f && printf x >$f",
		name);

	patient_hurt(p, command);
	sp_free(command);
}

TEST("doctor/doctor", "broken objects")
{
	struct patient well, p;

	if (!club_has_git())
		return;
	patient_make(&well);
	patient_copy(&p, &well);
	spoil(&p, "main:state.json");
	patient_examine(&p);
	(void)patient_has(
		&p, "game " GAME, "error", "", "spellpost game repair");
	CU_ASSERT_PTR_NULL(patient_finding(&p, "repositories", "ok"));
	patient_clear(&p);
	/* what the tip does not need: only git fsck sees it */
	patient_copy(&p, &well);
	spoil(&p, "main~1:state.json");
	patient_examine(&p);
	CU_ASSERT_PTR_NULL(patient_finding(&p, "game " GAME, "error"));
	(void)patient_has(&p, "repositories", "error", "git fsck failed",
		"spellpost game repair");
	patient_clear(&p);
	patient_clear(&well);
}

/* Suspended while the daemon ran: an error until it goes on, also if the next
 * start would mend it, and its cause. */
static void suspended(const char *damage, const char *text, const char *remedy)
{
	struct sp_registry *r = NULL;
	struct sp_game_row row;
	struct patient p;
	char *db;

	if (!club_has_git())
		return;
	patient_make(&p);
	patient_hurt(&p, damage);
	db = sp_xasprintf("%s/registry.db", p.club.dir);
	EQUAL_INT_FATAL(
		sp_registry_open(&r, db, SP_REGISTRY_WRITE, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_registry_game_get(r, GAME, &row, NULL), SP_OK);
	row.status = SP_GAME_ROW_SUSPENDED;
	EQUAL_INT_FATAL(sp_registry_game_put(r, &row, NULL), SP_OK);
	sp_registry_close(r);
	patient_examine(&p);
	(void)patient_has(&p, "game " GAME, "error", "it is suspended", "");
	(void)patient_has(&p, "game " GAME, "error", text, remedy);
	CU_ASSERT(patient_count(&p, "error") >= 1);
	sp_free(db);
	patient_clear(&p);
}

TEST("doctor/doctor", "a suspended game")
{
	suspended(":", "whole record reads", "start the daemon");
	suspended("git -C " REPO " update-ref refs/heads/main main~1",
		"does not descend", "spellpost game repair");
	suspended("(cd " REPO "; " LOOSEN ") && "
		  "f=$(git -C " REPO " rev-parse main | sed 's|^..|&/|') && "
		  "rm -f " REPO "/objects/$f",
		"", "spellpost game repair");
	suspended("(cd " REPO "; " LOOSEN ") && "
		  "f=$(git -C " REPO " rev-parse main~1:board.txt | "
		  "sed 's|^..|&/|') && rm -f " REPO "/objects/$f",
		"board.txt", "spellpost game repair");
	suspended(": >" REPO "/refs/heads/main", "branch",
		"spellpost game repair");
}

/* A position that nobody but the judge can see is not his: the State tag is of
 * another one. */
TEST("doctor/doctor", "a forged position")
{
	struct patient p;

	if (!club_has_git())
		return;
	patient_make(&p);
	patient_hurt(&p,
		"cd " REPO " && export GIT_INDEX_FILE=$PWD/../index "
		"GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x.invalid "
		"GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x.invalid && "
		"git read-tree main && "
		"state=$(git show main:state.json | "
		"sed '0,/\"life\": [0-9]*/s//\"life\": 1/' | "
		"git hash-object -w --stdin) && "
		"git update-index --cacheinfo 100644,$state,state.json && "
		"tip=$(git log -1 --format=%B main | "
		"git commit-tree $(git write-tree) -p main) && "
		"! git diff --quiet main $tip && "
		"git update-ref refs/heads/main $tip && rm ../index");
	patient_examine(&p);
	(void)patient_has(
		&p, "game " GAME, "error", "", "spellpost game repair");
	/* without the key it looks like any other */
	patient_hurt(&p, "rm master.key");
	patient_examine(&p);
	CU_ASSERT_PTR_NULL(patient_finding(&p, "game " GAME, "error"));
	patient_clear(&p);
}

TEST("doctor/doctor", "settings that cannot work")
{
	struct patient p;
	struct sp_config *config;
	struct sp_error e = { 0 };

	patient_make(&p);
	config = &p.club.config;
	sp_format(config->templates, sizeof(config->templates), "/nowhere");
	sp_format(config->rulesets, sizeof(config->rulesets), "/nowhere");
	sp_format(config->metrics, sizeof(config->metrics), "/nowhere/m.prom");
	sp_format(config->address, sizeof(config->address),
		"the-judge-of-all-guilds@spellpost.invalid");
	p.options.mime_program = "/nowhere/spellpost-mime";
	p.options.bot_program = "/nowhere/spellpost-bot";
	patient_examine(&p);
	(void)patient_has(&p, "mail texts", "error", "/nowhere", "`templates`");
	(void)patient_has(&p, "rulesets", "error", "/nowhere", "`rulesets`");
	(void)patient_has(&p, "metrics", "warning", "/nowhere", "`metrics`");
	(void)patient_has(&p, "address", "error", "no room", "shorter");
	(void)patient_has(&p, "spellpost-mime", "error", "", "install");
	(void)patient_has(&p, "spellpost-bot", "error", "/nowhere", "install");

	/* the placeholder, among folders, and with a sender that leads to
	 * others */
	sp_format(config->address, sizeof(config->address),
		"judge@spellpost.invalid");
	patient_examine(&p);
	(void)patient_has(&p, "address", "warning", "for a trial", "`address`");
	config->sender.type = SP_CONFIG_SENDMAIL;
	sp_format(config->sender.program, sizeof(config->sender.program),
		"/bin/true");
	patient_examine(&p);
	(void)patient_has(&p, "address", "error", "is no host", "`address`");
	(void)patient_has(&p, "sender", "ok", "/bin/true", "");

	sp_format(config->clone_url, sizeof(config->clone_url), "%s",
		"https://games.example/wizards.git");
	patient_examine(&p);
	(void)patient_has(&p, "clone_url", "warning", "one repository", "GID");
	sp_format(config->clone_url, sizeof(config->clone_url), "%s",
		"https://a-name-that-is-far-too-long.example/GID/GID.git");
	patient_examine(&p);
	(void)patient_has(
		&p, "clone_url", "warning", "97 characters", "shorter");
	sp_format(config->clone_url, sizeof(config->clone_url), "%s",
		"https://games.example.org/wizards/GID");
	patient_examine(&p);
	CU_ASSERT_PTR_NULL(patient_finding(&p, "clone_url", "warning"));

	/* no configuration at all */
	(void)sp_error_set(&e, SP_EINVAL, "club.conf, line 3: no");
	p.options.config_error = &e;
	patient_examine(&p);
	(void)patient_has(
		&p, "configuration", "error", "line 3", "spellpost.conf(5)");
	EQUAL_INT(json_array_size(json_object_get(p.answer, "findings")), 1);
	patient_clear(&p);
}

TEST("doctor/doctor", "somebody else's club")
{
	struct patient p;

	if (getuid() != 0) {
		test_skip("only root can give a folder away");
		return;
	}
	patient_make(&p);
	patient_hurt(&p, "rm -r mail/in/.Processed && chown 65534 .");
	patient_examine(&p);
	(void)patient_has(&p, "data folder", "error", "belongs to",
		"run doctor as that user");
	/* and nothing is touched as the wrong one */
	CU_ASSERT_PTR_NULL(patient_finding(&p, "registry", "ok"));
	patient_hurt(&p, "test ! -e mail/in/.Processed");
	patient_clear(&p);
}

/* A process that died after the decision, or inside a mail. */
TEST("doctor/doctor", "decided and not finished")
{
	static const enum sp_batch_stage steps[] = { SP_STAGE_RECORDED,
		SP_STAGE_LOCKED };
	struct patient well, p;

	patient_make(&well);
	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++) {
		const struct letter *letter;

		patient_copy(&p, &well);
		p.club.now += 60;
		/* copies have no letters; a new game's mails will do */
		club_game(&p.club, "crash-cccccccc", 2, "", true);
		letter = club_present(&p.club, "crash-cccccccc");
		(void)club_reply(&p.club, letter,
			club_person(club_active(&p.club, "crash-cccccccc"))
				->colour,
			"end");
		club_die(&p.club, steps[i], 1);
		patient_examine(&p);
		if (steps[i] == SP_STAGE_RECORDED)
			(void)patient_has(&p, "batches", "warning",
				"1 game has a step that was decided",
				"start the daemon");
		else
			(void)patient_has(&p, "batches", "ok", "", "");
		EQUAL_INT(patient_count(&p, "error"), 0);
		patient_clear(&p);
	}
	patient_clear(&well);
}

TEST("doctor/doctor", "died in a mail")
{
	struct patient p;
	struct draft draft = { .from = "somebody@players.example",
		.text = "hello" };

	patient_make(&p);
	(void)club_post(&p.club, &draft);
	club_die(&p.club, SP_STAGE_APPLIED, 1);
	patient_examine(&p);
	(void)patient_has(&p, "poison file", "warning",
		"in the middle of a mail", "start the daemon");
	patient_clear(&p);
}

static void queue(struct sp_registry *r, const char *id, int64_t created,
	struct sp_outbox_row *row)
{
	*row = (struct sp_outbox_row){ .created = created };
	sp_format(row->message_id, sizeof(row->message_id), "%s", id);
	sp_format(row->recipient, sizeof(row->recipient), "ann@example.org");
	sp_format(row->kind, sizeof(row->kind), "turn");
	EQUAL_INT_FATAL(sp_registry_outbox_queue(r, row, "x", 1, NULL), SP_OK);
}

TEST("doctor/doctor", "stuck mails")
{
	struct sp_inbox_row in = { .inbox = "club",
		.uid = "77",
		.decision = SP_NO_DECISION,
		.disposition = SP_DISPOSITION_QUARANTINED };
	struct sp_outbox_row row;
	struct sp_registry *r;
	struct patient p;

	patient_make(&p);
	r = club_registry(&p.club);
	club_open(&p.club);
	r = p.club.host->registry;
	queue(r, "<1@test.invalid>", p.club.now - 30, &row);
	in.arrived = p.club.now - 60;
	EQUAL_INT(sp_registry_inbox_put(r, &in, NULL), SP_OK);
	club_close(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "outbox", "ok", "some wait", "");
	(void)patient_has(&p, "quarantine", "warning",
		"1 mail could not be worked on", "spellpost quarantine");

	club_open(&p.club);
	r = p.club.host->registry;
	EQUAL_INT(sp_registry_outbox_retry(
			  r, row.id, p.club.now, "no route", NULL),
		SP_OK);
	queue(r, "<2@test.invalid>", p.club.now - 700, &row);
	EQUAL_INT(sp_registry_outbox_failed(r, row.id, "no such user", NULL),
		SP_OK);
	queue(r, "<3@test.invalid>", p.club.now - 900, &row);
	club_close(&p.club);
	patient_examine(&p);
	(void)patient_has(&p, "outbox", "warning",
		"the mail to ann@example.org (turn) waits after 1 attempt: no "
		"route",
		"");
	EQUAL_INT(patient_count(&p, "warning"), 5);
	EQUAL_INT(patient_count(&p, "error"), 0);
	p.club.now += 2 * 86400;
	patient_examine(&p);
	(void)patient_has(&p, "outbox", "error",
		"2 mails wait, the oldest for 2 d", "start the daemon");
	patient_clear(&p);
}

TEST("doctor/doctor", "the clock")
{
	struct patient p;
	int64_t now;

	patient_make(&p);
	now = p.club.now;
	p.club.now = 631152000; /* 1990 */
	patient_examine(&p);
	(void)patient_has(&p, "clock", "error", "1990-01-01", "NTP");
	p.club.now = now - 7200;
	patient_examine(&p);
	(void)patient_has(&p, "clock", "error", "later", "NTP");
	p.club.now = now - 60;
	patient_examine(&p);
	(void)patient_has(&p, "clock", "ok", "2026", "");
	patient_clear(&p);
}

TEST("doctor/doctor", "the daemon")
{
	struct patient p;

	patient_make(&p);
	club_open(&p.club); /* holds run/lock */
	p.ask_code = SP_OK;
	patient_examine(&p);
	(void)patient_has(&p, "daemon", "ok", "process 4711 answers", "");
	EQUAL_INT(patient_count(&p, "warning"), 0);
	p.ask_code = SP_ESYS;
	patient_examine(&p);
	(void)patient_has(
		&p, "daemon", "error", "does not answer: it hangs", "restart");
	p.ask_code = SP_EAGAIN;
	patient_examine(&p);
	(void)patient_has(
		&p, "daemon", "warning", "a command is at work", "wait");
	/* the daemon may read what we may not */
	patient_clear(&p);
}

TEST("doctor/doctor", "room on the disk")
{
	const int64_t gigabyte = (int64_t)1 << 30;

	EQUAL_INT(doctor_space(gigabyte, 100000), SP_LEVEL_OK);
	EQUAL_INT(doctor_space(gigabyte, -1), SP_LEVEL_OK);
	EQUAL_INT(doctor_space(gigabyte / 4, -1), SP_LEVEL_WARNING);
	EQUAL_INT(doctor_space(gigabyte, 10000), SP_LEVEL_WARNING);
	EQUAL_INT(doctor_space(gigabyte, 100), SP_LEVEL_ERROR);
	EQUAL_INT(doctor_space(gigabyte / 100, 100000), SP_LEVEL_ERROR);
}

TEST("doctor/doctor", "lines for people")
{
	const struct sp_finding finding = { SP_LEVEL_WARNING, "clock",
		"one two three four five six seven eight nine ten",
		"mend this and that, then look again at it" };
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_doctor_format(&out, &finding, 0);
	EQUAL_STRING(sp_buf_str(&out),
		"warning  clock            one two three four five six seven "
		"eight nine ten\n"
		"                          -> mend this and that, then look "
		"again at it\n");
	sp_buf_clear(&out);
	sp_doctor_format(&out, &finding, 56);
	EQUAL_STRING(sp_buf_str(&out),
		"warning  clock            one two three four five six\n"
		"                          seven eight nine ten\n"
		"                          -> mend this and that, then\n"
		"                             look again at it\n");
	sp_buf_clear(&out);
	sp_doctor_format(&out,
		&(struct sp_finding){
			SP_LEVEL_OK, "a check of a long name", "", "" },
		80);
	sp_doctor_format(&out,
		&(struct sp_finding){ SP_LEVEL_ERROR, "a check of a long name",
			"text", "do" },
		80);
	EQUAL_STRING(sp_buf_str(&out), "ok       a check of a long name\n"
				       "error    a check of a long name text\n"
				       "                          -> do\n");
	sp_buf_free(&out);
}

/* The clock was `ahead` seconds ahead, which was believed, and the deadline was
 * set `left` seconds later. */
static bool told_of_deadline(int64_t ahead, int64_t left)
{
	struct sp_registry *r = NULL;
	struct sp_outage_row outage = { .why = SP_OUTAGE_AHEAD };
	struct sp_game_row row;
	struct patient p;
	int64_t games = 0, now;
	char *db;

	patient_make(&p);
	now = p.club.now;
	db = sp_xasprintf("%s/registry.db", p.club.dir);
	EQUAL_INT_FATAL(
		sp_registry_open(&r, db, SP_REGISTRY_WRITE, NULL), SP_OK);
	outage.began = now - CLUB_HOUR;
	outage.ended = now + ahead;
	EQUAL_INT_FATAL(sp_registry_begin(r, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_registry_outage_add(r, &outage, &games, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_registry_game_get(r, GAME, &row, NULL), SP_OK);
	row.deadline = outage.ended + left;
	EQUAL_INT_FATAL(sp_registry_game_put(r, &row, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_registry_commit(r, NULL), SP_OK);
	sp_registry_close(r);
	patient_examine(&p);
	const json_t *found = patient_finding(&p, "game " GAME, "warning");
	if (found != NULL)
		(void)patient_has(&p, "game " GAME, "warning",
			"set while the clock was ahead", "spellpostd --once");
	sp_free(db);
	patient_clear(&p);
	return found != NULL;
}

TEST("doctor/doctor", "the clock was ahead, and was believed")
{
	CU_ASSERT_TRUE(told_of_deadline(400 * 24 * CLUB_HOUR, CLUB_HOUR));
	CU_ASSERT_FALSE(told_of_deadline(400 * 24 * CLUB_HOUR, -CLUB_HOUR));
	CU_ASSERT_TRUE(told_of_deadline(12 * CLUB_HOUR, CLUB_HOUR));
	CU_ASSERT_FALSE(told_of_deadline(CLUB_HOUR - 1, CLUB_HOUR));
}
