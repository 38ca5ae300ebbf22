/* What the mail to ourselves showed, in words. */
#include "doctor/doctor_private.h"

#define CLOCK_SLOP 60 /* seconds that a server's clock may differ */

/* The server dates mails by its clock, and deadlines by ours. */
static void compare_clocks(struct sp_doctor *d, const struct sp_errand *errand)
{
	int64_t behind = errand->began_at - errand->arrival;
	int64_t ahead = errand->arrival - errand->seen_at;
	char text[SP_DATE_TEXT];

	if (behind <= CLOCK_SLOP && ahead <= CLOCK_SLOP)
		return;
	sp_date_span(text, behind > ahead ? behind : ahead);
	doctor_found(&d->found, SP_LEVEL_WARNING, "clock",
		"set this machine's clock, or the server's: whether an order "
		"came in time goes by both",
		"the clock of inbox %s is %s %s this machine's", errand->inbox,
		text, behind > ahead ? "behind" : "ahead of");
}

void doctor_errand_tell_home(
	struct sp_doctor *d, const struct sp_errand *errand)
{
	doctor_found(&d->found, SP_LEVEL_OK, "round trip", "",
		"%lld.%lld s to %s and back through inbox %s%s",
		(long long)(errand->took / 1000),
		(long long)(errand->took % 1000 / 100), errand->shown,
		errand->inbox,
		d->at_work == SP_DAEMON_WORKS ? ", where the daemon took it"
					      : "");
	if (errand->left)
		doctor_found(&d->found, SP_LEVEL_WARNING, "round trip",
			"delete that mail yourself, or let the daemon do it",
			"the probe could not be moved out of inbox %s",
			errand->inbox);
	compare_clocks(d, errand);
}

bool doctor_errand_tell_stray(
	struct sp_doctor *d, const struct sp_errand *errand)
{
	switch (errand->fate) {
	case SP_FATE_AWAY:
	case SP_FATE_HOME:
		return false;
	case SP_FATE_LIES:
		doctor_found(&d->found, SP_LEVEL_ERROR, "round trip",
			"look into the daemon's log: it may be waiting for a "
			"server. With a long `poll` give doctor a longer "
			"--timeout",
			"the probe lies in inbox %s, but the daemon has not "
			"taken it within %d s (it looks every %d s)",
			errand->inbox, d->o.timeout, d->config->poll);
		return true;
	case SP_FATE_STRANGE:
		doctor_found(&d->found, SP_LEVEL_ERROR, "round trip",
			"restart the daemon: it runs with another master key "
			"or address than the configuration has, or is an older "
			"program",
			"the daemon took the probe from inbox %s for a "
			"stranger's mail",
			errand->inbox);
		return true;
	case SP_FATE_BOUNCED:
		break;
	}
	doctor_found(&d->found, SP_LEVEL_ERROR, "round trip",
		"read that report, which was left in the inbox; check "
		"`address`",
		"the probe to %s came back to inbox %s as undeliverable",
		errand->shown, errand->inbox);
	return true;
}

void doctor_errand_tell_unsent(
	struct sp_doctor *d, const struct sp_errand *errand)
{
	struct sp_error why = errand->unsent;

	sp_error_prefix(&why, "the probe was not sent");
	doctor_found_error(&d->found, SP_LEVEL_ERROR, "round trip", &why,
		"mend what it names; mails of games wait in the outbox "
		"meanwhile");
}

void doctor_errand_tell_lost(struct sp_doctor *d, const struct sp_errand *plain)
{
	doctor_found(&d->found, SP_LEVEL_ERROR, "round trip",
		"look into the mail server's log and the spam folder; check "
		"that mail to `address` is delivered to this inbox; a slow "
		"host needs a longer --timeout",
		"the sender took a mail to %s, and no inbox got it within %d s",
		plain->shown, d->o.timeout);
}

void doctor_errand_tell_no_plus(struct sp_doctor *d,
	const struct sp_errand *plus, const struct sp_errand *plain)
{
	static const char remedy[] =
		"turn on plus addressing there (Postfix: recipient_delimiter = "
		"+), or have all mail for that host delivered to this inbox: "
		"players reply to such addresses";

	if (plus->refused)
		doctor_found(&d->found, SP_LEVEL_ERROR, "plus address", remedy,
			"no mail goes to %s: %s", plus->shown,
			plus->unsent.text);
	else if (plus->fate == SP_FATE_BOUNCED)
		doctor_found(&d->found, SP_LEVEL_ERROR, "plus address", remedy,
			"a mail to %s came back as undeliverable", plus->shown);
	else
		doctor_found(&d->found, SP_LEVEL_ERROR, "plus address", remedy,
			"a mail to %s did not arrive within %d s, one to %s "
			"did",
			plus->shown, d->o.timeout, plain->shown);
}
