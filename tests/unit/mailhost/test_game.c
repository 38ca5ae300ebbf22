/*
 * Whole games by mail through a real Postfix and a real Dovecot: what a player
 * sends goes by SMTP to Postfix, into the judge's mailbox, by IMAP or POP3 to
 * the daemon, and what the daemon writes the same way back.
 */
#include "mailhost_tests.h"

#include <poll.h>
#include <signal.h>

#include "../fixtures.h"
#include "table.h"

#define STEP       5     /* ms between two looks */
#define PATIENCE   12000 /* looks */
#define POP3_PAUSE 50    /* ms between two log-ins */

/* ---- the table ------------------------------------------------------------
 */

/* Every way into a mailbox, and every way for mail to be sent. */
static void seat_players(struct table *t, const struct mailhost *m)
{
	const struct dovecot *d = &m->dovecot;
	const struct postfix *p = &m->postfix;
	const struct {
		struct player player;
		bool pop3;
		uint16_t in;
		enum sp_tls in_tls;
		uint16_t out;
		enum sp_tls out_tls;
	} seats[TABLE_SEATS] = {
		{ { .colour = "red", .name = "Rowena Ash", .user = "rowena" },
			false, d->imaps, SP_TLS_IMPLICIT, p->submission,
			SP_TLS_STARTTLS },
		{ { .colour = "blue",
			  .name = "Bertram Oak",
			  .user = "bertram" },
			true, d->pop3s, SP_TLS_IMPLICIT, p->smtps,
			SP_TLS_IMPLICIT },
		{ { .colour = "yellow",
			  .name = "Ysolde Elm",
			  .user = "ysolde" },
			false, d->imap, SP_TLS_STARTTLS, p->login,
			SP_TLS_STARTTLS },
		/* from elsewhere: incoming mail */
		{ { .colour = "green", .name = "Gawain Yew", .user = "gawain" },
			true, d->pop3, SP_TLS_STARTTLS, p->mx, SP_TLS_NONE },
	};

	for (int i = 0; i < t->n; i++) {
		struct player *player = &t->player[i];
		struct sp_server in, out;

		*player = seats[i].player;
		server_empty(d->dir, player->user);
		player->pause = seats[i].pop3 ? POP3_PAUSE : 0;
		in = server_client(
			d->dir, seats[i].in, seats[i].in_tls, player->user);
		EQUAL_INT_FATAL(
			seats[i].pop3 ? sp_mail_inbox_open_pop3(
						&player->inbox, &in, NULL)
				      : sp_mail_inbox_open_imap(&player->inbox,
						&in, "INBOX", NULL),
			SP_OK);
		out = server_client(p->dir, seats[i].out, seats[i].out_tls,
			seats[i].out == p->mx ? NULL : player->user);
		EQUAL_INT_FATAL(
			sp_mail_sender_open_smtp(&player->sender, &out, NULL),
			SP_OK);
	}
}

static void add_server(struct sp_buf *out, const char *dir, const char *kind,
	const char *tls, uint16_t port, const char *user)
{
	sp_buf_addf(out,
		" type = \"%s\"\n host = \"localhost\"\n port = %u\n"
		" tls = \"%s\"\n user = \"%s\"\n"
		" password_file = \"%s/password\"\n ca_file = \"%s/ca.pem\"\n"
		"}\n",
		kind, (unsigned)port, tls, user, dir, dir);
}

/* A club whose judge reads and sends so. */
static void set_table(struct table *t, const struct mailhost *m,
	const char *more, const char *inbox, uint16_t in, const char *tls,
	uint16_t out)
{
	struct sp_buf config;

	sp_buf_init(&config, 10000);
	sp_buf_addf(&config, "%sinbox club {\n", more);
	add_server(&config, m->dovecot.dir, inbox, "implicit", in, t->judge);
	sp_buf_adds(&config, "sender {\n");
	add_server(&config, m->dovecot.dir, "smtp", tls, out, t->judge);
	t->dir = test_tempdir();
	table_open(t, sp_buf_str(&config));
	sp_buf_free(&config);
	seat_players(t, m);
}

/* Invitation, answers, the start. */
static void begin(struct table *t)
{
	table_invite(t, "");
	table_await(t, NULL, "you are invited", 1);
	for (int i = 0; i < t->n; i++)
		player_answer(t, &t->player[i],
			player_letter(&t->player[i], "you are invited"),
			i % 2 == 0 ? "join" : "join\nluck a heron in the fog");
	table_await(t, NULL, "The game starts", 1);
}

static struct player *next_mover(struct table *t)
{
	for (int i = 0; i < PATIENCE && table_mover(t) == NULL; i++) {
		(void)table_look(t);
		(void)poll(NULL, 0, STEP);
	}
	CU_ASSERT_PTR_NOT_NULL_FATAL(table_mover(t));
	return table_mover(t);
}

static unsigned in_all(const struct table *t, const struct mailhost *m)
{
	unsigned n = 0;

	for (int i = 0; i < t->n; i++)
		n += server_mails(m->dovecot.dir, t->player[i].user, "*");
	return n;
}

/* Until so many mails lie before the judge. With none, the daemon has written
 * down whatever it sent. */
static void await_unread(const struct mailhost *m, unsigned n)
{
	for (int i = 0; i < PATIENCE; i++) {
		if (server_mails(m->dovecot.dir, "judge", "*") == n)
			return;
		(void)poll(NULL, 0, STEP);
	}
	CU_FAIL_FATAL("the judge's mailbox is not as it should be");
}

static unsigned repeats(const struct table *t)
{
	unsigned n = 0;

	for (int i = 0; i < t->n; i++)
		n += t->player[i].repeats;
	return n;
}

/* ---- troubles -------------------------------------------------------------
 */

/* Killed while a mail lies unread: it is read later, and nothing comes twice.
 */
static void kill_before(struct table *t, const struct mailhost *m)
{
	struct player *p = next_mover(t);

	await_unread(m, 0);
	table_kill(t);
	player_move(t, p);
	await_unread(m, 1);
	table_start(t);
	(void)next_mover(t);
	EQUAL_INT(repeats(t), 0);
}

/* Killed as soon as one of the answers is there: what was sent and not written
 * down is sent again, with the same bytes. */
static void kill_while_sending(struct table *t, const struct mailhost *m)
{
	struct player *p = next_mover(t);
	unsigned before;

	(void)table_look(t);
	before = in_all(t, m);
	player_move(t, p);
	for (int i = 0; i < PATIENCE * STEP && in_all(t, m) <= before; i++)
		(void)poll(NULL, 0, 1);
	table_kill(t);
	table_start(t);
	(void)next_mover(t);
}

/* Both servers go, one after the other, and come back a little later. The
 * daemon has mails to send that Postfix does not take, and Postfix may hold
 * orders that it has not delivered. */
static void outage(struct table *t, struct mailhost *m)
{
	struct player *p = next_mover(t);
	struct player *writer =
		p == &t->player[0] ? &t->player[1] : &t->player[0];
	unsigned sender_gone = table_logged(t, "sender: ");
	unsigned inbox_gone;

	await_unread(m, 0);
	table_kill(t);
	player_answer(t, writer, player_letter(writer, "The game starts"),
		"press to all: meet me at the well");
	await_unread(m, 1);
	player_move(t, p);
	postfix_stop(&m->postfix);
	table_start(t);
	table_await_logged(t, "sender: ", sender_gone + 1);
	inbox_gone = table_logged(t, "inbox club: ");
	dovecot_stop(&m->dovecot);
	table_await_logged(t, "inbox club: ", inbox_gone + 1);
	postfix_start(&m->postfix);
	dovecot_start(&m->dovecot);
	for (int i = 0; i < t->n; i++)
		if (&t->player[i] != writer)
			table_await(t, &t->player[i], "says to all", 1);
	(void)next_mover(t);
	table_await_logged(t, "works again", 2);
}

static void resign(struct table *t, struct player *p)
{
	/* any mail of the game does */
	player_answer(t, p, player_letter(p, "The game starts"),
		"I have to go, sorry.\n\nresign");
}

static void confirm(struct table *t, struct player *p)
{
	table_await(t, p, "do you really resign?", 1);
	player_answer(t, p, player_letter(p, "do you really resign?"), "yes");
}

/* ---- games ----------------------------------------------------------------
 */

TEST("mailhost/Postfix and Dovecot",
	"four seats: IMAP, submission, crashes, an outage")
{
	struct mailhost *m = mailhost_servers();
	struct table t = { .judge = "judge", .n = TABLE_SEATS };

	if (m == NULL)
		return;
	/* what does not come by IDLE comes too late */
	set_table(&t, m, "poll = 600\n", "imap", m->dovecot.imaps, "starttls",
		m->postfix.submission);
	begin(&t);
	CU_ASSERT_FALSE(table_play(&t, 3));
	kill_before(&t, m);
	kill_while_sending(&t, m);
	kill_while_sending(&t, m);
	outage(&t, m);
	CU_ASSERT_FALSE(table_play(&t, 3));
	/* two at once, whoever's turn it is, and later the third */
	resign(&t, &t.player[1]);
	resign(&t, &t.player[2]);
	confirm(&t, &t.player[1]);
	confirm(&t, &t.player[2]);
	(void)table_play(&t, test_long() ? 1000 : 3);
	if (!test_long()) {
		resign(&t, &t.player[3]);
		confirm(&t, &t.player[3]);
	}
	table_await(&t, NULL, "The game is over", 1);
	table_stop(&t);
	/* a receipt and a turn of each of the two that were killed while they
	 * were sent, and what Postfix had under way when it was stopped */
	CU_ASSERT_TRUE(repeats(&t) <= 6);
	table_check(&t, true,
		server_message_ids(m->dovecot.dir, "judge/.Processed"),
		server_mails(m->dovecot.dir, "judge", "*"));
	table_close(&t);
}

/* Where nobody hears of new mail: a look each second. What is done is gone. */
TEST("mailhost/Postfix and Dovecot", "two seats: POP3, smtps")
{
	struct mailhost *m = mailhost_servers();
	struct table t = { .judge = "umpire", .n = 2 };
	unsigned logged;

	if (m == NULL)
		return;
	set_table(&t, m, "poll = 1\n", "pop3", m->dovecot.pop3s, "implicit",
		m->postfix.smtps);
	logged = postfix_logged(&m->postfix, "to=<umpire+");
	begin(&t);
	CU_ASSERT_FALSE(table_play(&t, 3));
	(void)next_mover(&t);
	table_stop(&t);
	table_check(&t, false,
		postfix_logged(&m->postfix, "to=<umpire+") - logged,
		server_mails(m->dovecot.dir, "umpire", "*"));
	EQUAL_INT(repeats(&t), 0);
	table_close(&t);
}
