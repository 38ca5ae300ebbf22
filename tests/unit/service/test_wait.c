/* When the host wants to look into which inbox again. */
#include "registry_look.h"
#include "service_tests.h"

#include <unistd.h>

#include "../fixtures.h"
#include "record/kept.h"

#define HOUR   3600
#define SETTLE 120

static const char stranger[] = "From: someone@example.org\r\n"
			       "To: judge@spellpost.invalid\r\n"
			       "Message-ID: <1@example.org>\r\n\r\nHello\r\n";

/* As the daemon does: wait, then a pass, until that time. Returns how many
 * passes there were. */
static unsigned run_until(struct service *s, int64_t until)
{
	unsigned passes = 0;

	for (;;) {
		int wait = service_wait(s);

		CU_ASSERT_FATAL(wait >= 0 && passes < 10000);
		if (s->now + wait > until)
			return passes;
		service_pass(s, s->now + wait);
		passes++;
	}
}

/* One that tells of mail is not polled because another one has to be. */
TEST("service/wait", "each inbox at its own time")
{
	struct service s;

	service_begin_two(&s);
	s.in[0].seconds = 540;
	s.in[1].no_fd = true;
	service_pass(&s, SERVICE_NOON);
	CU_ASSERT(s.in[0].polls == 1 && s.in[1].polls == 1);
	EQUAL_INT(service_wait(&s), s.config.poll);
	EQUAL_INT(s.n_fds, 1);
	EQUAL_INT(s.fds[0], s.in[0].pipe[0]);
	EQUAL_INT(run_until(&s, SERVICE_NOON + 539), 107);
	CU_ASSERT(s.in[0].polls == 1 && s.in[1].polls == 108);
	EQUAL_INT(run_until(&s, SERVICE_NOON + 540), 1);
	CU_ASSERT(s.in[0].polls == 2 && s.in[1].polls == 109);
	service_end(&s);
}

/* Nobody polls every `poll` seconds where all tell of mail: an hour has seven
 * renewals of one, and sixty looks of the other. */
TEST("service/wait", "a quiet hour")
{
	struct service s;

	service_begin_two(&s);
	s.in[0].seconds = 540;
	s.in[1].seconds = 60;
	service_pass(&s, SERVICE_NOON);
	/* every ninth look is at the time of a renewal */
	EQUAL_INT(run_until(&s, SERVICE_NOON + HOUR), 60);
	EQUAL_INT(s.in[0].polls, 1 + 6);
	EQUAL_INT(s.in[1].polls, 1 + 60);
	service_end(&s);
}

/* Being woken for something else, a command say, puts nothing off. */
TEST("service/wait", "waiting again puts nothing off")
{
	struct service s;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	EQUAL_INT(service_wait(&s), 60);
	for (int t = 7; t < 60; t += 7) {
		service_pass(&s, SERVICE_NOON + t);
		EQUAL_INT(s.in[0].polls, 1);
		EQUAL_INT(service_wait(&s), 60 - t);
	}
	service_pass(&s, SERVICE_NOON + 60);
	EQUAL_INT(s.in[0].polls, 2);
	EQUAL_INT(service_wait(&s), 60);
	service_end(&s);
}

TEST("service/wait", "who hears of mail is asked")
{
	struct service s;

	service_begin_two(&s);
	service_pass(&s, SERVICE_NOON);
	(void)service_wait(&s);
	s.in[1].mail = stranger;
	service_ring(&s.in[1], true);
	service_pass(&s, SERVICE_NOON + 1);
	EQUAL_INT(s.pass.mails, 1);
	CU_ASSERT(s.in[0].polls == 1 && s.in[1].polls == 2);
	service_ring(&s.in[1], false);
	(void)service_wait(&s);
	service_pass(&s, SERVICE_NOON + 2);
	CU_ASSERT(s.in[0].polls == 1 && s.in[1].polls == 2);
	/* what was heard is in our hands already: the descriptor is silent */
	s.in[0].seconds = 0;
	EQUAL_INT(service_wait(&s), 0);
	s.in[0].seconds = 60;
	service_pass(&s, SERVICE_NOON + 2);
	CU_ASSERT(s.in[0].polls == 2 && s.in[1].polls == 2);
	CU_ASSERT(service_wait(&s) > 0);
	service_end(&s);
}

/* All of them are, before a deadline fires, and `settle` after it. */
TEST("service/wait", "a deadline asks everybody")
{
	struct service s;
	int64_t due = SERVICE_NOON + 72 * HOUR;

	service_begin_two(&s);
	s.in[0].seconds = s.in[1].seconds = 540;
	service_pass(&s, SERVICE_NOON);
	EQUAL_INT(s.pass.next, SERVICE_NOON + 36 * HOUR + SETTLE);
	/* neither of them is due at that time */
	service_pass(&s, due + 10);
	/* the game of a reminder stays in memory for a while */
	EQUAL_INT(service_wait(&s), SP_KEPT_SECONDS);
	service_pass(&s, due + 10 + SP_KEPT_SECONDS);
	EQUAL_INT(service_wait(&s), SETTLE - 10 - SP_KEPT_SECONDS);
	service_ring(&s.in[0], true);
	service_pass(&s, due + SETTLE - 1);
	service_ring(&s.in[0], false);
	EQUAL_INT(service_wait(&s), 1);
	CU_ASSERT(s.in[0].polls == 3 && s.in[1].polls == 2);
	EQUAL_INT(s.pass.timers, 0);
	service_pass(&s, due + SETTLE);
	/* once for it, and once for what may have waited behind it */
	CU_ASSERT(s.in[0].polls == 5 && s.in[1].polls == 4);
	EQUAL_INT(s.pass.timers, 1);
	EQUAL_INT(s.pass.commits, 1);
	service_end(&s);
}

/* A silent inbox holds deadlines up, and the other one's mails go on. */
TEST("service/wait", "the others go on")
{
	struct service s;
	int64_t due = SERVICE_NOON + 72 * HOUR, back;

	service_begin_two(&s);
	service_pass(&s, SERVICE_NOON);
	s.in[0].code = SP_EAGAIN;
	s.in[0].text = "imap.example.org does not answer";
	service_pass(&s, due + SETTLE);
	CU_ASSERT_FALSE(s.pass.polled);
	EQUAL_INT(s.pass.timers, 0);
	s.in[1].mail = stranger;
	service_ring(&s.in[1], true);
	CU_ASSERT(service_wait(&s) <= 10);
	EQUAL_INT(s.n_fds, 1);
	service_pass(&s, due + SETTLE + 2);
	service_ring(&s.in[1], false);
	EQUAL_INT(s.pass.mails, 1);
	EQUAL_INT(s.pass.timers, 0);
	EQUAL_INT(s.in[0].polls, 2);
	s.in[0].code = SP_OK;
	back = due + SETTLE + 2 + service_wait(&s);
	service_pass(&s, back);
	CU_ASSERT(s.pass.polled);
	EQUAL_INT(s.pass.timers, 3); /* two that remind nobody any more */
	service_end(&s);
}

TEST("service/wait", "the clock goes back")
{
	struct service s;

	service_begin(&s);
	service_pass(&s, SERVICE_NOON);
	(void)service_wait(&s);
	service_pass(&s, SERVICE_NOON - 100 * HOUR);
	EQUAL_INT(s.in[0].polls, 2);
	EQUAL_INT(service_wait(&s), 60);
	/* by less: nothing is late by more than it was */
	service_pass(&s, SERVICE_NOON - 100 * HOUR - 30);
	CU_ASSERT(service_wait(&s) <= 60);
	service_end(&s);
}

static void destroy(struct service *s, const char *gid)
{
	char *command = sp_xasprintf("rm -rf '%s/games/%.2s/%s.git'",
		s->config.data, gid + strlen(gid) - 8, gid);

	EQUAL_INT(system(command), 0); /* NOLINT(cert-env33-c) */
	sp_free(command);
}

/* A game that cannot go on is looked after every minute; its deadline, long
 * past, does not hide those of the other games. */
TEST("service/wait", "what cannot fire hides nothing")
{
	static const char act[] =
		"{\"act\":\"game new\",\"ruleset\":\"wizwar8\","
		"\"gid\":\"later-bbbbbbbb\",\"options\":[],\"start\":true,"
		"\"seats\":[{\"seat\":\"red\",\"address\":\"r@example.org\"},"
		"{\"seat\":\"blue\",\"address\":\"b@example.org\"}]}";
	json_t *json = NULL, *answer = NULL;
	struct service s;
	int64_t due = SERVICE_NOON + 72 * HOUR;

	service_begin(&s);
	s.in[0].seconds = 540;
	s.now += 10 * HOUR;
	EQUAL_INT_FATAL(
		sp_json_parse(&json, act, sizeof(act) - 1, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_host_act(s.host, json, &answer, NULL), SP_OK);
	json_decref(json);
	json_decref(answer);
	destroy(&s, SERVICE_GAME);
	service_pass(&s, due + SETTLE);
	EQUAL_INT(s.pass.commits, 0);
	CU_ASSERT(s.pass.overdue);
	EQUAL_INT(s.pass.next, due + 10 * HOUR + SETTLE);
	EQUAL_INT(service_wait(&s), 60);
	/* half a minute before the other one's */
	service_pass(&s, due + 10 * HOUR + SETTLE - 30);
	EQUAL_INT(s.pass.commits, 0);
	EQUAL_INT(service_wait(&s), 30);
	service_pass(&s, due + 10 * HOUR + SETTLE);
	EQUAL_INT(s.pass.commits, 1);
	service_end(&s);
}

/* Its mails, too: they are left where they are and looked at again. */
TEST("service/wait", "a mail that waits is looked after")
{
	struct sp_outbox_row call;
	struct service s;
	char *mail;

	service_begin(&s);
	s.in[0].seconds = 540;
	destroy(&s, SERVICE_GAME);
	EQUAL_INT_FATAL(look_outbox(s.host->registry, 1, &call, NULL), SP_OK);
	mail = sp_xasprintf("From: r@example.org\r\nTo: "
			    "judge@spellpost.invalid\r\nIn-Reply-To: "
			    "%s\r\n\r\nstatus\r\n",
		call.message_id);
	s.in[0].mail = mail;
	service_pass(&s, SERVICE_NOON);
	EQUAL_INT(s.pass.mails, 1);
	CU_ASSERT_PTR_NOT_NULL(s.in[0].mail);
	EQUAL_INT(service_wait(&s), 60);
	service_pass(&s, SERVICE_NOON + 60);
	EQUAL_INT(s.in[0].polls, 2);
	sp_free(mail);
	service_end(&s);
}
