/* The configuration's inboxes and sender, opened. */
#include "post/transports.h"

static const char *optional(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

static struct sp_server server_of(const struct sp_config_server *c)
{
	static const enum sp_tls modes[] = {
		[SP_CONFIG_TLS_IMPLICIT] = SP_TLS_IMPLICIT,
		[SP_CONFIG_TLS_STARTTLS] = SP_TLS_STARTTLS,
		[SP_CONFIG_TLS_NONE] = SP_TLS_NONE,
	};

	return (struct sp_server){ .host = c->host,
		.port = (uint16_t)c->port,
		.tls = modes[c->tls],
		.user = optional(c->user),
		.password_file = optional(c->password_file),
		.token_command = optional(c->token_command),
		.ca_file = optional(c->ca_file),
		.timeout = (unsigned)c->timeout };
}

int sp_post_transport_inbox(struct sp_inbox **out,
	const struct sp_config_inbox *config, struct sp_error *e)
{
	struct sp_server server = server_of(&config->server);

	switch (config->type) {
	case SP_CONFIG_MAILDIR:
		return sp_mail_inbox_open_maildir(out, config->path, e);
	case SP_CONFIG_IMAP:
		return sp_mail_inbox_open_imap(
			out, &server, config->mailbox, e);
	case SP_CONFIG_POP3:
		return sp_mail_inbox_open_pop3(out, &server, e);
	case SP_CONFIG_SMTP:
	case SP_CONFIG_SENDMAIL:
		break;
	}
	return sp_error_set(e, SP_EINVAL, "%s is no type of an inbox",
		sp_config_type_word(config->type));
}

int sp_post_transport_sender(struct sp_sender **out,
	const struct sp_config_sender *config, struct sp_error *e)
{
	struct sp_server server = server_of(&config->server);

	switch (config->type) {
	case SP_CONFIG_MAILDIR:
		return sp_mail_sender_open_maildir(out, config->path, e);
	case SP_CONFIG_SMTP:
		return sp_mail_sender_open_smtp(out, &server, e);
	case SP_CONFIG_SENDMAIL:
		return sp_mail_sender_open_sendmail(out, config->program, e);
	case SP_CONFIG_IMAP:
	case SP_CONFIG_POP3:
		break;
	}
	return sp_error_set(e, SP_EINVAL, "%s is no type of a sender",
		sp_config_type_word(config->type));
}
