/*
 * A whole game through servers of ours, which are always there: every mail goes
 * player, SMTP, mailbox, IMAP, daemon, SMTP, mailbox.
 */
#include "mailhost_tests.h"

#include <poll.h>

#include "../fixtures.h"
#include "delivery.h"
#include "mail/imap_server.h"
#include "table.h"

#define KILLS    5
#define STEP     5     /* ms between two looks */
#define PATIENCE 12000 /* looks */

static const struct player people[TABLE_SEATS] = {
	{ .colour = "red", .name = "Rowena Ash", .user = "rowena" },
	{ .colour = "blue", .name = "Bertram Oak", .user = "bertram" },
	{ .colour = "yellow", .name = "Ysolde Elm", .user = "ysolde" },
	{ .colour = "green", .name = "Gawain Yew", .user = "gawain" },
};

struct standin {
	struct imap_server imap;
	struct smtp_server smtp;
	struct table table;
};

static void open_players(struct standin *s, const char *mail)
{
	struct sp_server server = { .host = "127.0.0.1",
		.port = s->smtp.port,
		.tls = SP_TLS_NONE,
		.timeout = TEST_PATIENCE };

	s->table.n = TABLE_SEATS;
	for (int i = 0; i < TABLE_SEATS; i++) {
		struct player *p = &s->table.player[i];
		char *path = sp_xasprintf("%s/%s", mail, people[i].user);

		*p = people[i];
		EQUAL_INT_FATAL(sp_mail_maildir_create(path, NULL), SP_OK);
		EQUAL_INT_FATAL(
			sp_mail_inbox_open_maildir(&p->inbox, path, NULL),
			SP_OK);
		EQUAL_INT_FATAL(
			sp_mail_sender_open_smtp(&p->sender, &server, NULL),
			SP_OK);
		sp_free(path);
	}
}

static char *config_of(const struct standin *s, const char *password)
{
	return sp_xasprintf(
		/* what does not come by IDLE comes too late */
		"poll = 600\n"
		"inbox club {\n type = \"imap\"\n host = \"127.0.0.1\"\n"
		" port = %u\n tls = \"none\"\n user = \"judge\"\n"
		" password_file = \"%s\"\n}\n"
		"sender {\n type = \"smtp\"\n host = \"127.0.0.1\"\n"
		" port = %u\n tls = \"none\"\n}\n",
		(unsigned)s->imap.port, password, (unsigned)s->smtp.port);
}

static void kill_in_turn(struct table *t, int after)
{
	struct player *p;

	for (int i = 0; i < PATIENCE && table_mover(t) == NULL; i++)
		if (table_look(t) == 0)
			(void)poll(NULL, 0, STEP);
	p = table_mover(t);
	CU_ASSERT_PTR_NOT_NULL_FATAL(p);
	player_move(t, p);
	(void)poll(NULL, 0, after);
	table_kill(t);
	table_start(t);
}

TEST("mailhost/servers of ours", "a whole game for four")
{
	struct standin s = { 0 };
	const char *dir = test_tempdir();
	char *mail = sp_xasprintf("%s/mail", dir);
	char *judge = sp_xasprintf("%s/judge", mail);
	char *password = sp_xasprintf("%s/password", dir);
	char *config;

	EQUAL_INT_FATAL(
		sp_file_write(password, "secret\n", 7, 0600, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_mail_maildir_create(judge, NULL), SP_OK);
	s.imap.maildir = judge;
	imap_server_start(&s.imap);
	s.smtp.dir = mail;
	smtp_server_start(&s.smtp);
	open_players(&s, mail);
	config = config_of(&s, password);
	s.table.dir = dir;
	s.table.judge = "judge";

	table_open(&s.table, config);
	table_invite(&s.table, "");
	table_await(&s.table, NULL, "you are invited", 1);
	for (int i = 0; i < TABLE_SEATS; i++)
		player_answer(&s.table, &s.table.player[i],
			player_letter(&s.table.player[i], "you are invited"),
			i % 2 == 0 ? "join" : "join\nluck a heron in the fog");
	/* killed at any moment between a mail and what it leads to */
	for (int i = 0; i < KILLS; i++) {
		CU_ASSERT_FALSE(table_play(&s.table, 5));
		kill_in_turn(&s.table, i * 7);
	}
	CU_ASSERT_TRUE(table_play(&s.table, 1000));
	table_stop(&s.table);
	table_check(&s.table, true, server_mails(dir, "judge/.Processed", "*"),
		server_mails(dir, "judge", "*"));
	for (int i = 0; i < TABLE_SEATS; i++)
		CU_ASSERT_TRUE(s.table.player[i].repeats <= KILLS);
	table_close(&s.table);
	smtp_server_stop(&s.smtp);
	imap_server_stop(&s.imap);
	sp_free(config);
	sp_free(password);
	sp_free(judge);
	sp_free(mail);
}
