/*
 * A club whose inbox, sender and clock belong to the test: what the mail
 * servers of others do to it.
 */
#ifndef TEST_SERVICE_TESTS_H
#define TEST_SERVICE_TESTS_H

#include <CUnit/CUnit.h>

#include "host/host_private.h"

#define SERVICE_NOON 1795539600 /* Tue 24 Nov 2026 17:00:00 UTC */
#define SERVICE_GAME "game-aaaaaaaa"

struct service {
	struct sp_inbox inbox;   /* first: the functions get it */
	struct sp_sender sender; /* in place of the host's own */
	char *dir;
	struct sp_config config;
	struct sp_clock clock;
	int64_t now;
	struct sp_host *host;
	struct sp_inbox *own_inbox; /* the host's */
	struct sp_sender *own_sender;
	struct sp_pass pass;
	int inbox_code; /* what a poll gives */
	int read_code;  /* what a read gives */
	bool news;      /* it heard of mail already */
	const char *inbox_text;
	const char *mail;           /* the only one in the inbox; NULL: none */
	int sender_code;            /* SP_OK: every mail goes */
	char blocked[SP_ADDR_SIZE]; /* where none goes */
	unsigned polls, tries, sent;
};

/* A club with one game for red and blue that has begun. */
void service_begin(struct service *s);
void service_end(struct service *s);
/* A pass that must not fail. */
void service_pass(struct service *s, int64_t now);
/* What was logged since the last call, read from where standard error goes. */
const char *service_log(void);

extern CU_TestInfo service_outage_tests[];
extern CU_TestInfo service_metrics_tests[];

#endif
