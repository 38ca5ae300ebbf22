/* The configuration's inboxes and sender, opened. */
#ifndef SP_POST_TRANSPORTS_H
#define SP_POST_TRANSPORTS_H

#include "config/config.h"
#include "mail/mail.h"

int sp_post_transport_inbox(struct sp_inbox **out,
	const struct sp_config_inbox *config, struct sp_error *e) SP_MUST_CHECK;
int sp_post_transport_sender(struct sp_sender **out,
	const struct sp_config_sender *config,
	struct sp_error *e) SP_MUST_CHECK;

#endif
