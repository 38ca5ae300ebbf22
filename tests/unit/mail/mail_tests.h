/*
 * What the tests of mail share.
 */
#ifndef TEST_MAIL_TESTS_H
#define TEST_MAIL_TESTS_H

#include <sys/types.h>

#include "base/json.h"
#include "mail/mail.h"
#include "unit.h"

/* GMime, loaded once for all suites that use it. */
int mail_gmime_init(void);

/* A parser process that reads with this function; before it serves it becomes
 * `user`, or (become NULL) stays who it is. */
struct sp_mime *mail_served(sp_mime_reader *reader,
	const struct sp_mime_limits *limits, bool (*become)(uid_t), uid_t user);

/* What goes over the wire between the processes as one object, its text as
 * "text", and back: everything is checked again. */
json_t *mail_to_json(const struct sp_message *m);
int mail_from_json(struct sp_message **out, const json_t *json,
	struct sp_error *e) SP_MUST_CHECK;

/* Ends the Dovecot of its suite. */
int mail_imap_dovecot_cleanup(void);

#endif
