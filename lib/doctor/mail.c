/* `spellpost doctor` at the mail servers: a log-in at each. */
#include "doctor/doctor_private.h"

#include "post/transports.h"

#define OWN_AUTHORITY                                                          \
	"; a server with an authority of its own needs `ca_file`, the PEM "    \
	"file of that authority"

/* ---- what to do ------------------------------------------------------- */

static char *secret_remedy(const struct sp_config_server *s)
{
	if (s->token_command[0] != '\0')
		return sp_xstrdup("run the program of `token_command` by hand: "
				  "its first line must be the token");
	return sp_xasprintf(
		"put the right password into %s: its first line, nothing else; "
		"many hosts want one made for programs, not that of the "
		"account",
		s->password_file);
}

static char *certificate_remedy(const struct sp_config_server *s)
{
	if (s->ca_file[0] != '\0')
		return sp_xasprintf(
			"put the certificate of the server's authority into "
			"%s, or leave `ca_file` out where the system knows it",
			s->ca_file);
	return sp_xasprintf(
		"check that `host` is the right one%s", OWN_AUTHORITY);
}

/* What an operator does about a fault; the caller owns it. */
static char *remedy_of(enum sp_fault fault, const struct sp_config_server *s,
	const char *mailbox)
{
	switch (fault) {
	case SP_FAULT_DNS:
		return sp_xasprintf(
			"check `host` in the configuration, and this machine's "
			"name server: `getent hosts %s`",
			s->host);
	case SP_FAULT_NO_PORT:
		return sp_xstrdup(
			"nobody listens there: check `host`, `port` and `tls`, "
			"and that the server runs");
	case SP_FAULT_TIME_OUT:
		return sp_xstrdup(
			"check `host` and `port`; a firewall may drop what "
			"goes there");
	case SP_FAULT_BUSY:
		return sp_xstrdup("wait, and look again");
	case SP_FAULT_LOGIN:
	case SP_FAULT_SECRET:
		return secret_remedy(s);
	case SP_FAULT_NO_METHOD:
		return sp_xstrdup(
			"check `port` and `tls` (servers offer log-ins inside "
			"TLS only), or leave `user` out if none is needed");
	case SP_FAULT_AUTHORITY:
	case SP_FAULT_CERTIFICATE:
		return certificate_remedy(s);
	case SP_FAULT_EXPIRED:
		return sp_xstrdup("check this machine's clock; else who runs "
				  "that server must renew its certificate");
	case SP_FAULT_HOST_NAME:
		return sp_xstrdup("set `host` to a name that the certificate "
				  "is for");
	case SP_FAULT_NO_TLS:
		return sp_xstrdup("set `tls` to implicit, with the port for "
				  "it, or turn STARTTLS on at the server");
	case SP_FAULT_HANDSHAKE:
		return sp_xstrdup("check `port` and `tls`: implicit is usual "
				  "at 993, 995 and 465, starttls at 143, 110 "
				  "and 587");
	case SP_FAULT_CA_FILE:
		return sp_xstrdup("make `ca_file` a PEM file of certificates");
	case SP_FAULT_MAILBOX:
		return sp_xasprintf("make the mailbox %s at the server, or set "
				    "`mailbox` to one that is there",
			mailbox);
	case SP_FAULT_READ_ONLY:
	case SP_FAULT_FOLDER:
		return sp_xstrdup("give this user the right to move mails and "
				  "to make folders there, or make the folders "
				  "Processed and Quarantine yourself");
	case SP_FAULT_UNFIT:
		return sp_xstrdup("use POP3 there, or another server");
	case SP_FAULT_NONE:
	case SP_FAULT_NETWORK:
	case SP_FAULT_SETTINGS:
		break;
	}
	if (fault == SP_FAULT_SETTINGS)
		return sp_xstrdup("mend that; spellpost.conf(5) has every key");
	return sp_xstrdup("look at the network and at the server's log, and "
			  "try again");
}

static void tell_fault(struct sp_doctor *d, const char *what,
	const struct sp_error *why, enum sp_fault fault,
	const struct sp_config_server *server, const char *mailbox)
{
	/* ours knows the configuration, the error's what it stumbled over */
	bool known = fault != SP_FAULT_SETTINGS && server->host[0] != '\0';
	char *remedy = remedy_of(fault, server, mailbox);

	doctor_found(&d->found, SP_LEVEL_ERROR, what,
		known || why->remedy[0] == '\0' ? remedy : why->remedy, "%s",
		why->text);
	sp_free(remedy);
}

/* ---- what is there ---------------------------------------------------- */

/* "imaps://mail.example.org as judge" */
static char *place(const char *scheme, const struct sp_config_server *s)
{
	return sp_xasprintf("%s%s://%s%s%s%s", scheme,
		s->tls == SP_CONFIG_TLS_IMPLICIT ? "s" : "", s->host,
		s->tls == SP_CONFIG_TLS_STARTTLS ? " (STARTTLS)"
		: s->tls == SP_CONFIG_TLS_NONE   ? " (no TLS)"
						 : "",
		s->user[0] != '\0' ? " as " : ", no log-in", s->user);
}

static void tell_inbox(struct sp_doctor *d, const char *what,
	const struct sp_config_inbox *c, const struct sp_mail_check *check)
{
	char *where = c->type == SP_CONFIG_MAILDIR
			      ? sp_xstrdup(c->path)
			      : place(sp_config_type_word(c->type), &c->server);
	struct sp_buf more;

	sp_buf_init(&more, 200);
	if (c->type == SP_CONFIG_IMAP)
		sp_buf_addf(&more, "; offers%s%s%s%s",
			check->idle ? " IDLE" : "", check->move ? " MOVE" : "",
			check->uidplus ? " UIDPLUS" : "",
			check->idle ? "" : ", no IDLE");
	if (check->made)
		sp_buf_adds(&more, "; made the folders for what is done");
	doctor_found(&d->found, SP_LEVEL_OK, what, "", "%s: %zu mail%s%s",
		where, check->mails, sp_plural(check->mails),
		sp_buf_str(&more));
	sp_buf_free(&more);
	sp_free(where);
}

static void look_inbox(struct sp_doctor *d, int i)
{
	const struct sp_config_inbox *c = &d->config->inbox[i];
	char *what = sp_xasprintf("inbox %s", c->title);
	struct sp_mail_check check = { .fault = SP_FAULT_SETTINGS };
	struct sp_inbox *inbox = NULL;
	struct sp_error why = { 0 };
	int rc = sp_post_transport_inbox(&inbox, c, &why);

	doctor_progress(d, what, 0, 0);
	if (rc == SP_OK)
		rc = sp_mail_inbox_check(inbox, &check, &why);
	if (rc == SP_OK) {
		tell_inbox(d, what, c, &check);
		d->inbox[i] = inbox;
	} else {
		tell_fault(d, what, &why, check.fault, &c->server, c->mailbox);
		sp_mail_inbox_close(inbox);
	}
	sp_free(what);
}

static void tell_sender(struct sp_doctor *d)
{
	const struct sp_config_sender *c = &d->config->sender;
	char *where =
		c->type == SP_CONFIG_SMTP ? place("smtp", &c->server) : NULL;

	doctor_found(&d->found, SP_LEVEL_OK, "sender", "", "%s%s",
		where != NULL                   ? where
		: c->type == SP_CONFIG_SENDMAIL ? c->program
						: c->path,
		c->type == SP_CONFIG_MAILDIR ? ": mails are put there" : "");
	sp_free(where);
}

static void look_sender(struct sp_doctor *d)
{
	const struct sp_config_sender *c = &d->config->sender;
	struct sp_mail_check check = { .fault = SP_FAULT_SETTINGS };
	struct sp_sender *sender = NULL;
	struct sp_error why = { 0 };
	int rc = sp_post_transport_sender(&sender, c, &why);

	doctor_progress(d, "sender", 0, 0);
	if (rc == SP_OK)
		rc = sp_mail_sender_check(sender, &check, &why);
	if (rc == SP_OK) {
		tell_sender(d);
		d->sender = sender;
	} else {
		tell_fault(d, "sender", &why, check.fault, &c->server, "");
		sp_mail_sender_close(sender);
	}
}

void doctor_servers(struct sp_doctor *d)
{
	for (int i = 0; i < d->config->n_inboxes; i++)
		look_inbox(d, i);
	look_sender(d);
}
