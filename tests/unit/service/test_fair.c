/* What an outage of the sender does to players: nothing but time. */
#include "registry_look.h"
#include "service_tests.h"

#define HOUR   3600
#define SETTLE 120

static struct sp_outbox_row newest(struct service *s, const char *seat)
{
	struct sp_outbox_row row = { 0 };

	EQUAL_INT_FATAL(sp_registry_outbox_newest(s->host->registry,
				SERVICE_GAME, seat, "turn", &row, NULL),
		SP_OK);
	return row;
}

static const char *mover(struct service *s)
{
	static struct sp_game_row row;

	EQUAL_INT_FATAL(sp_registry_game_get(
				s->host->registry, SERVICE_GAME, &row, NULL),
		SP_OK);
	return row.active;
}

static int64_t deadline(struct service *s)
{
	struct sp_game_row row;

	EQUAL_INT_FATAL(sp_registry_game_get(
				s->host->registry, SERVICE_GAME, &row, NULL),
		SP_OK);
	return row.deadline;
}

/* Whoever moves writes this at that time, in answer to his newest call, which
 * he may have from a friend. */
static void move(struct service *s, int64_t now, const char *text)
{
	static unsigned number;
	struct sp_outbox_row call = newest(s, mover(s));
	json_t *answer = NULL;
	struct sp_error e = { 0 };
	char *mail = sp_xasprintf("From: %s\nTo: judge@spellpost.invalid\n"
				  "Message-ID: <%u@fair.example>\n"
				  "In-Reply-To: %s\n\n%s\n",
		call.recipient, ++number, call.message_id, text);

	s->now = now;
	EQUAL_INT(sp_host_deliver(s->host, mail, strlen(mail), &answer, &e),
		SP_OK);
	EQUAL_STRING(json_string_value(json_object_get(answer, "disposition")),
		"applied");
	json_decref(answer);
	sp_free(mail);
}

static unsigned waiting(struct service *s, const char *seat)
{
	struct sp_outbox_row *rows = NULL;
	size_t n = 0;

	EQUAL_INT_FATAL(sp_registry_outbox_waiting(s->host->registry,
				SERVICE_GAME, seat, "turn", &rows, &n, NULL),
		SP_OK);
	sp_free(rows);
	return (unsigned)n;
}

static bool tells(struct service *s, const struct sp_outbox_row *row,
	unsigned turn, const char *seat)
{
	struct sp_buf bytes;
	char name[SP_RENDER_NAME_SIZE];
	char *heading;
	bool yes;

	sp_buf_init(&bytes, 1 << 20);
	EQUAL_INT_FATAL(sp_registry_outbox_bytes(
				s->host->registry, row->id, &bytes, NULL),
		SP_OK);
	sp_render_capital(seat, name);
	heading = sp_xasprintf("Turn %u: %s", turn, name);
	yes = strstr(sp_buf_str(&bytes), heading) != NULL;
	sp_free(heading);
	sp_buf_free(&bytes);
	return yes;
}

/* A game in which the sender fails when the first one has his call, and five
 * turns pass all the same. */
static void five_turns(struct service *s, char first[16], char second[16])
{
	int64_t t = SERVICE_NOON;

	service_begin(s);
	service_pass(s, t);
	EQUAL_INT(waiting(s, mover(s)), 0);
	sp_format(first, 16, "%s", mover(s));
	sp_format(second, 16, "%s", sp_streq(first, "red") ? "blue" : "red");
	s->sender_code = SP_EAGAIN;
	for (int i = 0; i < 5; i++)
		move(s, t += 600, "end");
	EQUAL_STRING(mover(s), second);
}

/* Calls to a turn that is over go, the newest of each seat stays, and it tells
 * what those would have told. */
TEST("service/fair", "calls of old are dropped")
{
	struct service s;
	struct sp_outbox_row a, b;
	struct sp_outbox_counts counts;
	char first[16], second[16];

	five_turns(&s, first, second);
	EQUAL_INT(waiting(&s, first), 1);
	EQUAL_INT(waiting(&s, second), 1);
	a = newest(&s, first);
	b = newest(&s, second);
	EQUAL_INT(b.decision, a.decision + 1);
	/* turns 2 to 4 happened since the call that the first one has */
	CU_ASSERT(tells(&s, &a, 2, second));
	CU_ASSERT(tells(&s, &a, 3, first));
	CU_ASSERT(tells(&s, &a, 4, second));
	/* the second one has had none */
	for (unsigned turn = 1; turn <= 5; turn++)
		CU_ASSERT(tells(&s, &b, turn, turn % 2 == 1 ? first : second));
	/* five receipts and two calls, each once */
	s.sender_code = SP_OK;
	s.sent = 0;
	service_pass(&s, s.now + HOUR);
	EQUAL_INT(s.sent, 7);
	EQUAL_INT(sp_registry_outbox_counts(s.host->registry, &counts, NULL),
		SP_OK);
	CU_ASSERT(counts.queued == 0 && counts.failed == 0);
	service_pass(&s, s.now + HOUR);
	EQUAL_INT(s.sent, 7);
	service_end(&s);
}

/* The first call tells of the start as well, so it stays. */
TEST("service/fair", "the start is never dropped")
{
	struct sp_outbox_row *rows = NULL;
	int64_t t = SERVICE_NOON;
	char first[16], second[16];
	struct service s;
	size_t n = 0;

	service_begin_unsent(&s);
	sp_format(first, sizeof(first), "%s", mover(&s));
	sp_format(second, sizeof(second), "%s",
		sp_streq(first, "red") ? "blue" : "red");
	for (int i = 0; i < 6; i++)
		move(&s, t += 600, "end");
	EQUAL_INT(waiting(&s, second), 1);
	EQUAL_INT_FATAL(sp_registry_outbox_waiting(s.host->registry,
				SERVICE_GAME, first, "turn", &rows, &n, NULL),
		SP_OK);
	EQUAL_INT_FATAL(n, 2);
	EQUAL_INT(rows[0].decision, 1);
	EQUAL_INT(rows[1].decision, 7);
	sp_free(rows);
	service_end(&s);
}

/* One that may have arrived is kept: its id is known to its player. */
TEST("service/fair", "what may have arrived is kept")
{
	struct service s;
	struct sp_outbox_row row, call;
	int64_t t = SERVICE_NOON;

	service_begin(&s);
	service_pass(&s, t);
	s.sender_code = SP_EAGAIN;
	s.perhaps = true;
	move(&s, t += 600, "end");
	/* each try is another mail; in a day every one was tried */
	for (int i = 0; i < 24; i++)
		service_pass(&s, t += HOUR);
	call = newest(&s, mover(&s));
	for (int i = 0; i < 4; i++)
		move(&s, t += 600, "end");
	EQUAL_INT(look_outbox(s.host->registry, call.id, &row, NULL), SP_OK);
	EQUAL_INT(row.state, SP_OUTBOX_QUEUED);
	service_end(&s);

	/* so are those of another process: it may have died while it sent */
	service_begin(&s);
	service_pass(&s, t = SERVICE_NOON);
	s.sender_code = SP_EAGAIN;
	move(&s, t += 600, "end");
	call = newest(&s, mover(&s));
	s.host->post.queued_before = call.id;
	for (int i = 0; i < 4; i++)
		move(&s, t += 600, "end");
	EQUAL_INT(look_outbox(s.host->registry, call.id, &row, NULL), SP_OK);
	EQUAL_INT(waiting(&s, row.seat), 2);
	service_end(&s);
}

/* Where mails go, nothing is ever dropped, however many wait in one batch. */
TEST("service/fair", "nothing is dropped without an outage")
{
	struct service s;
	struct sp_outbox_row row;
	int64_t t = SERVICE_NOON, last = 0;
	unsigned calls = 0;

	service_begin(&s);
	service_pass(&s, t);
	for (int i = 0; i < 4; i++)
		move(&s, t += 600, "end");
	EQUAL_INT(
		sp_registry_outbox_last(s.host->registry, &last, NULL), SP_OK);
	for (int64_t id = 1; id <= last; id++)
		calls += look_outbox(s.host->registry, id, &row, NULL) ==
				 SP_OK &&
			 sp_streq(row.kind, "turn");
	EQUAL_INT(calls, 5);
	service_end(&s);
}

/* Nobody's turn is ended before he was called to it; then he has all his time.
 */
TEST("service/fair", "a deadline waits for its call")
{
	struct service s;
	int64_t opened = SERVICE_NOON + 600, t, sent, due;
	char next[16];

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	s.sender_code = SP_EAGAIN;
	move(&s, opened, "end");
	sp_format(next, sizeof(next), "%s", mover(&s));
	EQUAL_INT(deadline(&s), opened + 72 * HOUR);
	for (t = opened; t < opened + 100 * HOUR; t += 900) {
		service_pass(&s, t);
		EQUAL_INT(s.pass.commits, 0);
	}
	EQUAL_STRING(mover(&s), next);
	/* the game knows that there is time */
	CU_ASSERT(deadline(&s) > t);
	s.sender_code = SP_OK;
	s.sent = 0;
	for (; s.sent == 0; t += 60)
		service_pass(&s, t);
	sent = s.now;
	due = sent + 72 * HOUR;
	for (; t < due + SETTLE; t += 900) {
		service_pass(&s, t);
		EQUAL_INT(s.pass.commits, 0);
	}
	EQUAL_INT(deadline(&s), due);
	service_pass(&s, due + SETTLE);
	EQUAL_INT(s.pass.commits, 1);
	DIFFERENT_STRING(mover(&s), next);
	/* the one after him has the usual time */
	EQUAL_INT(deadline(&s), due + 72 * HOUR);
	service_end(&s);
}

/* Who moves without having been called is not held up. */
TEST("service/fair", "he may move uncalled")
{
	struct service s;
	int64_t opened = SERVICE_NOON + 600;
	char next[16];

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	s.sender_code = SP_EAGAIN;
	move(&s, opened, "end");
	sp_format(next, sizeof(next), "%s", mover(&s));
	service_pass(&s, opened + 72 * HOUR + SETTLE);
	EQUAL_STRING(mover(&s), next);
	/* his mail comes after the first deadline, and before the second */
	move(&s, opened + 72 * HOUR + SETTLE + 60, "end");
	DIFFERENT_STRING(mover(&s), next);
	service_end(&s);
}

/* His address is refused for good: then the game does not wait for him. */
TEST("service/fair", "a deadline does not wait for ever")
{
	struct service s;
	int64_t opened = SERVICE_NOON + 600;
	struct sp_outbox_row call;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	sp_format(s.refused, sizeof(s.refused), "%s",
		sp_streq(mover(&s), "red") ? "b@example.org" : "r@example.org");
	move(&s, opened, "end");
	call = newest(&s, mover(&s));
	EQUAL_INT(call.state, SP_OUTBOX_FAILED);
	service_pass(&s, opened + 72 * HOUR + SETTLE);
	EQUAL_INT(s.pass.commits, 1);
	service_end(&s);
}

/* ---- a server that refuses everybody, recipient by recipient ------------- */

static void owe(struct service *s, int n)
{
	for (int i = 0; i < n; i++) {
		struct sp_outbox_row row = { .created = s->now };

		sp_format(row.message_id, sizeof(row.message_id),
			"<%d@test.invalid>", i);
		sp_format(row.recipient, sizeof(row.recipient),
			"p%d@example.org", i);
		sp_format(row.kind, sizeof(row.kind), "test");
		EQUAL_INT_FATAL(sp_registry_outbox_queue(
					s->host->registry, &row, "x", 1, NULL),
			SP_OK);
	}
}

static struct sp_outbox_counts counts_of(struct service *s)
{
	struct sp_outbox_counts counts = { 0 };

	EQUAL_INT(sp_registry_outbox_counts(s->host->registry, &counts, NULL),
		SP_OK);
	return counts;
}

/* Two of them went out one at a time before it shows: they are owed again. */
TEST("service/fair", "refusals in a row are the server's")
{
	struct service s;
	int64_t t = SERVICE_NOON;

	service_begin(&s);
	service_pass(&s, t);
	sp_format(s.refused, sizeof(s.refused), "*");
	for (int i = 1; i <= 2; i++) {
		owe(&s, i);
		service_pass(&s, t += 60);
		EQUAL_INT(counts_of(&s).failed, i);
	}
	(void)service_log();
	owe(&s, 6);
	service_pass(&s, t += 60);
	EQUAL_INT(counts_of(&s).failed, 0);
	EQUAL_INT(counts_of(&s).queued, 6);
	CONTAINS(service_log(), "one recipient after the other");
	s.tries = 0;
	for (int i = 0; i < 24 * 60; i++)
		service_pass(&s, t += 60);
	CU_ASSERT(s.tries >= 40 && s.tries <= 75);
	EQUAL_INT(counts_of(&s).queued, 6);
	CU_ASSERT(service_lines(service_log()) <= 4);
	s.refused[0] = '\0';
	service_pass(&s, t += HOUR);
	EQUAL_INT(counts_of(&s).queued, 0);
	EQUAL_INT(counts_of(&s).failed, 0);
	service_end(&s);
}

/* The same recipient again and again is one recipient, and one whose mails go
 * between two that do not says that the server works. */
TEST("service/fair", "refusals of a few are theirs")
{
	struct service s;
	int64_t t = SERVICE_NOON;

	service_begin(&s);
	service_pass(&s, t);
	sp_format(s.refused, sizeof(s.refused), "p2@example.org");
	owe(&s, 6);
	service_pass(&s, t += 60);
	EQUAL_INT(counts_of(&s).failed, 1);
	EQUAL_INT(counts_of(&s).queued, 0);
	EQUAL_INT(s.host->sending.why.code, SP_OK);
	for (int i = 0; i < 5; i++) {
		struct sp_outbox_row row = { .created = t };

		sp_format(row.message_id, sizeof(row.message_id),
			"<again%d@test.invalid>", i);
		sp_format(
			row.recipient, sizeof(row.recipient), "P2@example.org");
		sp_format(row.kind, sizeof(row.kind), "test");
		EQUAL_INT_FATAL(sp_registry_outbox_queue(
					s.host->registry, &row, "x", 1, NULL),
			SP_OK);
		service_pass(&s, t += 60);
		EQUAL_INT(counts_of(&s).failed, 2 + i);
		EQUAL_INT(s.host->sending.why.code, SP_OK);
	}
	service_end(&s);
}
