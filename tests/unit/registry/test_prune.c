/* Retention: what leaves, what stays, and what a year of games leaves. */
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "registry_look.h"
#include "registry_tests.h"

#define DAY  86400
#define HOUR 3600

/* ---- rows -------------------------------------------------------------- */

static void set_game(struct sp_registry *r, const char *gid,
	enum sp_game_row_status status, int64_t decision)
{
	struct sp_game_row row = { .ruleset = "wizwar8",
		.status = status,
		.turn = 1,
		.decision = decision,
		.deadline = SP_NEVER,
		.ahead = SP_NEVER,
		.moment = SP_NEVER };

	sp_format(row.gid, sizeof(row.gid), "%s", gid);
	OK(sp_registry_game_put(r, &row, &e));
}

/* A mail that went, of 1 byte. */
static int64_t went(struct sp_registry *r, const char *gid, const char *kind,
	int64_t decision, int64_t when)
{
	static unsigned number;
	struct sp_outbox_row row = { .decision = decision, .created = when };

	sp_format(row.gid, sizeof(row.gid), "%s", gid);
	if (gid[0] != '\0')
		sp_format(row.seat, sizeof(row.seat), "red");
	sp_format(row.kind, sizeof(row.kind), "%s", kind);
	sp_format(row.message_id, sizeof(row.message_id), "<p%u@j>", ++number);
	sp_format(row.recipient, sizeof(row.recipient), "ann@a.org");
	OK(sp_registry_outbox_queue(r, &row, "x", 1, &e));
	OK(sp_registry_outbox_sent(r, row.id, when, &e));
	return row.id;
}

static int64_t came(struct sp_registry *r, const char *gid, int64_t decision,
	enum sp_disposition disposition, int64_t when, int64_t receipt)
{
	static unsigned number;
	struct sp_inbox_row row = { .inbox = "club",
		.decision = decision,
		.arrived = when,
		.disposition = disposition,
		.receipt = receipt };

	sp_format(row.uid, sizeof(row.uid), "p%u", ++number);
	sp_format(row.gid, sizeof(row.gid), "%s", gid);
	if (gid[0] != '\0')
		sp_format(row.seat, sizeof(row.seat), "red");
	OK(sp_registry_inbox_put(r, &row, &e));
	return (int64_t)number;
}

static bool has_came(struct sp_registry *r, int64_t number)
{
	char uid[32];
	struct sp_inbox_row row;

	sp_format(uid, sizeof(uid), "p%lld", (long long)number);
	return sp_registry_inbox_get(r, "club", uid, &row, NULL) == SP_OK;
}

static bool has_went(struct sp_registry *r, int64_t id)
{
	struct sp_outbox_row row;

	return sp_registry_outbox_get(r, id, &row, NULL) == SP_OK;
}

/* ---- what leaves ---------------------------------------------------------- */

/* The ledger of a game that goes on knows what may still be played, and whom it
 * called last. */
TEST("registry/prune", "a game that goes on")
{
	const int64_t old = 100, young = 100 + SP_KEEP_LEDGER;
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_seat_row seat = { 0 };
	struct sp_outbox_row row;

	set_game(r, GID, SP_GAME_ROW_RUNNING, 7);
	int64_t first = went(r, GID, "welcome", 0, old);
	OK(sp_registry_outbox_get(r, first, &row, &e));
	OK(sp_registry_seat_get(r, GID, "red", &seat, &e));
	sp_format(seat.thread, sizeof(seat.thread), "%s", row.message_id);
	OK(sp_registry_seat_put(r, &seat, &e));
	/* a newer one of its kind would not save it */
	(void)went(r, GID, "welcome", 0, old);
	int64_t turn = went(r, GID, "turn", 3, old);
	int64_t last = went(r, GID, "turn", 5, old);
	int64_t over = went(r, GID, "receipt/aa", 6, old);
	int64_t open = went(r, GID, "receipt/bb", 7, old);
	int64_t answer = went(r, GID, "receipt/cc", 6, old);
	int64_t fresh = went(r, GID, "receipt/dd", 6, young);
	int64_t gone = came(r, GID, 6, SP_DISPOSITION_APPLIED, old, over);
	int64_t now = came(r, GID, 7, SP_DISPOSITION_APPLIED, old, open);
	int64_t loose =
		came(r, GID, SP_NO_DECISION, SP_DISPOSITION_APPLIED, old, 0);
	int64_t late = came(r, GID, 6, SP_DISPOSITION_RESENT, young, answer);
	int64_t forgotten = 0;

	OK(sp_registry_forgotten(r, &forgotten, &e));
	EQUAL_INT(forgotten, SP_NEVER);
	registry_prune(r, young, DAY);
	CU_ASSERT_TRUE(has_came(r, gone)); /* not a moment too early */
	registry_prune(r, young + DAY, DAY);
	OK(sp_registry_forgotten(r, &forgotten, &e));
	EQUAL_INT(forgotten, old + DAY);
	CU_ASSERT_FALSE(has_came(r, gone));
	CU_ASSERT_TRUE(has_came(r, now));
	CU_ASSERT_TRUE(has_came(r, loose));
	CU_ASSERT_TRUE(has_came(r, late));
	CU_ASSERT_TRUE(has_went(r, first));
	CU_ASSERT_FALSE(has_went(r, turn));
	CU_ASSERT_TRUE(has_went(r, last));
	CU_ASSERT_FALSE(has_went(r, over));
	CU_ASSERT_TRUE(has_went(r, open));
	CU_ASSERT_TRUE(has_went(r, answer)); /* the answer to one that stays */
	CU_ASSERT_TRUE(has_went(r, fresh));
	OK(sp_registry_check(r, &e));
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/prune", "a game that is over, and no game")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	int64_t mail[5], now = 100 + SP_KEEP_LEDGER + DAY;

	set_game(r, GID, SP_GAME_ROW_OVER, SP_NO_DECISION);
	int64_t closing = went(r, GID, "closing", 9, 100);
	mail[0] = came(r, GID, 9, SP_DISPOSITION_APPLIED, 100, closing);
	mail[1] = came(r, GID, SP_NO_DECISION, SP_DISPOSITION_APPLIED, 100, 0);
	mail[2] = came(r, "", SP_NO_DECISION, SP_DISPOSITION_STRANGER, 100, 0);
	/* the operator is told how many those are in the time that their bytes
	 * are kept */
	mail[3] =
		came(r, "", SP_NO_DECISION, SP_DISPOSITION_QUARANTINED, 100, 0);
	mail[4] = came(r, GID, 9, SP_DISPOSITION_UNREADABLE, 100, 0);
	registry_prune(r, now, 90 * DAY);
	for (int i = 0; i < 5; i++)
		EQUAL_INT(has_came(r, mail[i]), i >= 3);
	CU_ASSERT_FALSE(has_went(r, closing));
	registry_prune(r, now + 90 * DAY, 90 * DAY);
	CU_ASSERT_FALSE(has_came(r, mail[3]));
	CU_ASSERT_FALSE(has_came(r, mail[4]));
	sp_registry_close(r);
	sp_free(path);
}

/* What is owed stays whatever its age: so does a game that nobody began. */
TEST("registry/prune", "what is owed")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_outbox_row row = { .kind = "press/1",
		.message_id = "<owed@j>",
		.recipient = "ann@a.org",
		.created = 100 };
	struct sp_buf bytes;

	sp_buf_init(&bytes, 100);
	OK(sp_registry_outbox_queue(r, &row, "owed", 4, &e));
	set_game(r, GID, SP_GAME_ROW_INVITING, SP_NO_DECISION);
	int64_t invited = went(r, GID, "invitation", 0, 100);
	int64_t joined = came(r, GID, 0, SP_DISPOSITION_APPLIED, 100, 0);

	registry_prune(r, 10 * SP_KEEP_LEDGER, DAY);
	OK(sp_registry_outbox_bytes(r, row.id, &bytes, &e));
	EQUAL_STRING(sp_buf_str(&bytes), "owed");
	CU_ASSERT_TRUE(has_went(r, invited));
	CU_ASSERT_TRUE(has_came(r, joined));
	sp_buf_free(&bytes);
	sp_registry_close(r);
	sp_free(path);
}

/* A question that nobody answered has no text for ever. */
TEST("registry/prune", "questions nobody answered")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_pending_row row = { .gid = GID,
		.seat = "red",
		.kind = "held",
		.created = 10,
		.expires = 20 };
	struct sp_buf text;

	sp_buf_init(&text, 100);
	OK(sp_registry_pending_add(r, &row, "move n", 6, &e));
	registry_prune(r, 20 + SP_KEEP_LEDGER, 90 * DAY);
	OK(sp_registry_pending_text(r, row.id, &text, &e));
	registry_prune(r, 21 + SP_KEEP_LEDGER, 90 * DAY);
	NONE(sp_registry_pending_text(r, row.id, &text, &e));
	OK(sp_registry_pending_get(r, row.id, &row, &e));
	EQUAL_INT(row.state, SP_PENDING_EXPIRED);
	sp_buf_free(&text);
	sp_registry_close(r);
	sp_free(path);
}

/* ---- how -------------------------------------------------------------- */

/* No batch waits for all that is old. */
TEST("registry/prune", "a few rows at a time")
{
	const struct sp_retention how = { 2 * SP_KEEP_LEDGER, DAY, 10 };
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	bool more = false;
	int calls = 0;

	for (int i = 0; i < 35; i++) {
		(void)came(
			r, "", SP_NO_DECISION, SP_DISPOSITION_STRANGER, i, 0);
		(void)went(r, "", "unknown-sender", SP_NO_DECISION, i);
	}
	do {
		int64_t before = registry_count(path, "inbox") +
				 registry_count(path, "outbox");
		OK(sp_registry_prune(r, &how, &more, &e));
		calls++;
		CU_ASSERT(before - registry_count(path, "inbox") -
				  registry_count(path, "outbox") <=
			  20);
	} while (more && calls < 100);
	CU_ASSERT(calls >= 7 && calls < 20);
	EQUAL_INT(registry_count(path, "inbox"), 0);
	EQUAL_INT(registry_count(path, "outbox"), 0);
	/* a round is enough for a day */
	(void)came(r, "", SP_NO_DECISION, SP_DISPOSITION_STRANGER, 1, 0);
	OK(sp_registry_prune(r, &how, &more, &e));
	CU_ASSERT_FALSE(more);
	EQUAL_INT(registry_count(path, "inbox"), 1);
	sp_registry_close(r);
	sp_free(path);
}

/* A process that dies in the middle of it loses nothing but this work. */
TEST("registry/prune", "a kill in the middle")
{
	const struct sp_retention how = { 2 * SP_KEEP_LEDGER, DAY, 10 };
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	bool more = false;
	int status = 0;

	for (int i = 0; i < 25; i++)
		(void)came(
			r, "", SP_NO_DECISION, SP_DISPOSITION_STRANGER, i, 0);
	OK(sp_registry_prune(r, &how, &more, &e));
	sp_registry_close(r);
	EQUAL_INT(registry_count(path, "inbox"), 15);
	pid_t child = fork();
	if (child == 0) {
		struct sp_error e = { 0 };

		r = registry_open(path, SP_REGISTRY_WRITE);
		if (sp_registry_begin_lazy(r, &e) != SP_OK ||
			sp_registry_prune(r, &how, &more, &e) != SP_OK)
			_exit(1);
		_exit(0); /* before the commit */
	}
	EQUAL_INT(waitpid(child, &status, 0), child);
	EQUAL_INT(status, 0);
	r = registry_open(path, SP_REGISTRY_WRITE);
	EQUAL_INT(registry_count(path, "inbox"), 15);
	OK(sp_registry_check(r, &e));
	registry_prune(r, how.now, DAY);
	EQUAL_INT(registry_count(path, "inbox"), 0);
	sp_registry_close(r);
	sp_free(path);
}

/* ---- a year --------------------------------------------------------------- */

#define YEAR       (365 * DAY)
#define TURNS      40
#define SEATS      4
#define MAILS      3     /* of a seat in a turn */
#define MAIL_BYTES 16000 /* text and HTML of a call with four hands */
#define OBJECTS    6000  /* of a commit */
#define PER_GAME   (100 * 1000 * 1000 / 1000)
/* What a turn has before anything of it can leave. */
#define AT_ONCE (SEATS * (MAILS + 1) * MAIL_BYTES + SEATS * MAILS * OBJECTS)

static const char *const colours[SEATS] = { "red", "blue", "yellow", "green" };

struct year {
	struct sp_registry *r;
	int games;
	int64_t mails, batch;
	char *bytes; /* a mail */
};

static void name_game(char out[SP_ROW_GID], int g)
{
	sp_format(out, SP_ROW_GID, "tower-%08d", g);
}

static void put_game(struct year *y, int g, int turn, int64_t now)
{
	struct sp_game_row row = { .ruleset = "wizwar8",
		.status = turn < TURNS ? SP_GAME_ROW_RUNNING : SP_GAME_ROW_OVER,
		.turn = turn,
		.decision = turn < TURNS ? 4 * turn + 4 : SP_NO_DECISION,
		.deadline = now + 3 * DAY,
		.head = HEAD,
		.tip = HEAD,
		.created = now,
		.updated = now,
		.ahead = SP_NEVER,
		.moment = SP_NEVER };

	name_game(row.gid, g);
	sp_format(row.active, sizeof(row.active), "%s", colours[turn % SEATS]);
	OK(sp_registry_game_put(y->r, &row, &e));
}

/* A mail to a seat, which goes at once. */
static int64_t put_mail(struct year *y, int g, int seat, const char *kind,
	int64_t decision, int64_t now)
{
	struct sp_outbox_row row = {
		.decision = decision, .head = HEAD, .created = now
	};

	name_game(row.gid, g);
	sp_format(row.seat, sizeof(row.seat), "%s", colours[seat]);
	sp_format(row.kind, sizeof(row.kind), "%s", kind);
	sp_format(row.message_id, sizeof(row.message_id),
		"<%026lld@spellpost.example.org>", (long long)++y->mails);
	sp_format(row.recipient, sizeof(row.recipient),
		"%s%d@players.example.org", colours[seat], g);
	OK(sp_registry_outbox_queue(y->r, &row, y->bytes, MAIL_BYTES, &e));
	OK(sp_registry_outbox_sent(y->r, row.id, now, &e));
	return row.id;
}

/* A mail from a seat, its receipt and its commit. */
static void put_order(
	struct year *y, int g, int seat, int64_t decision, int64_t now)
{
	struct sp_inbox_row row = { .inbox = "club",
		.decision = decision,
		.open = decision,
		.written = now - 5,
		.arrived = now,
		.disposition = SP_DISPOSITION_APPLIED };
	struct sp_batch_row batch = { .new_head = HEAD, .decided = now };
	char kind[SP_ROW_KIND];

	OK(sp_registry_batch_open(y->r, &batch.batch, &e));
	name_game(batch.gid, g);
	OK(sp_registry_batch_add(y->r, &batch, y->bytes, OBJECTS, &e));
	y->batch = batch.batch;
	sp_format(row.gid, sizeof(row.gid), "%s", batch.gid);
	sp_format(row.seat, sizeof(row.seat), "%s", colours[seat]);
	sp_format(row.digest, sizeof(row.digest), "%064lld",
		(long long)++y->mails);
	sp_format(row.raw, sizeof(row.raw), "%064lld", (long long)y->mails);
	sp_format(kind, sizeof(kind), "receipt/%s", row.digest);
	sp_format(row.uid, sizeof(row.uid),
		"%lld.M%06lldP12345.mail.example.org,S=2100,W=2150",
		(long long)now, (long long)y->mails);
	sp_format(row.message_id, sizeof(row.message_id),
		"<CAGk%040lld@mail.example.com>", (long long)y->mails);
	sp_format(row.notice, sizeof(row.notice),
		"<%026lld@spellpost.example.org>", (long long)y->mails - 1);
	row.receipt = put_mail(y, g, seat, kind, decision, now);
	OK(sp_registry_inbox_put(y->r, &row, &e));
}

static void play_turn(struct year *y, int g, int turn, int64_t now)
{
	struct sp_press_row press = { .to = "all", .created = now };
	const int64_t decision = 4 * turn + 3;

	(void)put_mail(y, g, turn % SEATS, "turn", decision, now);
	for (int seat = 0; seat < SEATS; seat++) {
		if (seat != turn % SEATS)
			(void)put_mail(y, g, seat, "window", decision, now);
		for (int i = 0; i < MAILS; i++)
			put_order(y, g, seat, decision, now);
	}
	name_game(press.gid, g);
	sp_format(press.seat, sizeof(press.seat), "red");
	OK(sp_registry_press_add(y->r, &press, y->bytes, 300, &e));
	put_game(y, g, turn + 1, now);
}

static void start_game(struct year *y, int g, int64_t now)
{
	char gid[SP_ROW_GID];

	name_game(gid, g);
	put_game(y, g, 0, now);
	for (int i = 0; i < SEATS; i++) {
		struct sp_seat_row seat = { .order = i, .joined = now };

		sp_format(seat.gid, sizeof(seat.gid), "%s", gid);
		sp_format(seat.seat, sizeof(seat.seat), "%s", colours[i]);
		OK(sp_registry_seat_put(y->r, &seat, &e));
		(void)put_mail(y, g, i, "welcome", 0, now);
		sp_format(seat.thread, sizeof(seat.thread),
			"<%026lld@spellpost.example.org>", (long long)y->mails);
		OK(sp_registry_seat_put(y->r, &seat, &e));
	}
}

/* Everything of one hour: games take turns all year, each at its own time. */
static void pass_hour(struct year *y, int64_t from, int64_t to)
{
	OK(sp_registry_begin_lazy(y->r, &e));
	for (int g = 0; g < y->games; g++) {
		for (int t = 0; t < TURNS; t++) {
			int64_t at = (int64_t)YEAR *
				     (t * (int64_t)y->games + g) /
				     ((int64_t)TURNS * y->games);

			if (at >= to)
				break;
			if (at >= from)
				play_turn(y, g, t, at);
		}
	}
	OK(sp_registry_batch_cover(y->r, y->batch, "", &e));
	registry_prune(y->r, to, 90 * DAY);
	OK(sp_registry_commit(y->r, &e));
	if (to % (6 * HOUR) == 0)
		OK(sp_registry_checkpoint(y->r, true, &e));
}

static int64_t size_of(const char *path)
{
	struct stat st;

	EQUAL_INT_FATAL(stat(path, &st), 0);
	return st.st_size;
}

/* Who is to be known at the end is. */
static void check_known(struct year *y)
{
	char gid[SP_ROW_GID];
	struct sp_outbox_row row;
	struct sp_seat_row seat;

	name_game(gid, y->games - 1);
	OK(sp_registry_seat_get(y->r, gid, "blue", &seat, &e));
	OK(sp_registry_outbox_find(y->r, seat.thread, &row, &e));
	EQUAL_STRING(row.kind, "welcome");
	OK(sp_registry_outbox_newest(y->r, gid, "blue", "turn", &row, &e));
	OK(sp_registry_outbox_newest(y->r, gid, "green", "window", &row, &e));
}

/* Simulate 40 turns of four seats in every game of the year, with three mails
 * and receipts of each seat, calls and press; a hundredth of that is what make
 * check has the time for. */
TEST("registry/prune", "a year of 1,000 games is under 100 MB")
{
	struct year y = { .games = test_long() ? 1000 : 10 };
	char *path = registry_path();
	int64_t empty, half = 0, whole;

	y.r = registry_make(path, false);
	empty = size_of(path);
	y.bytes = sp_xcalloc(1, MAIL_BYTES);
	memset(y.bytes, 'x', MAIL_BYTES);
	for (int g = 0; g < y.games; g++)
		start_game(&y, g, 0);
	/* but for the last turn of all, all games go on to the end */
	for (int64_t now = 0; now < YEAR - 10 * DAY; now += HOUR) {
		pass_hour(&y, now, now + HOUR);
		if (now < YEAR / 2)
			half = size_of(path);
	}
	whole = size_of(path);
	check_known(&y);
	if (test_long())
		printf("\n  %lld MB after a year, %lld mails\n",
			(long long)whole / 1000000, (long long)y.mails);
	CU_ASSERT(whole - empty <= (int64_t)y.games * PER_GAME + AT_ONCE);
	/* the room of what left is used again */
	CU_ASSERT(whole <= half + half / 5);
	OK(sp_registry_check(y.r, &e));
	sp_registry_close(y.r);
	sp_free(y.bytes);
	sp_free(path);
}
