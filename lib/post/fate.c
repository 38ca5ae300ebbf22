/*
 * Where nothing else was sent about a mail with a token the address of record
 * gets a note: no mail of a player vanishes. It has no token, order or text of
 * the player in it.
 */
#include "post/post.h"

#define NOTES_A_DAY 5
#define DAY         86400

/* A sentence about what became of it, one about what to do, and the reason in a
 * few words, for the subject. */
static const char *fate_of(const struct sp_sitting *sitting,
	const struct sp_inbox_row *row, bool old, const char **remedy,
	const char **reason)
{
	if (row->disposition == SP_DISPOSITION_RESENT) {
		*reason = "it came before";
		*remedy =
			"If I asked you a question about it, answer that one. "
			"To have it done again, write a new mail.";
		return "The very same mail came before, so nothing was done "
		       "now.";
	}
	if (row->disposition == SP_DISPOSITION_STALE &&
		row->arrived < sitting->office->forgotten) {
		*reason = "it is too old";
		*remedy = "If it is yours, and you still want it, write it "
			  "again as an answer to the newest mail of this game.";
		return "It came more than 30 days ago, and it answers a mail "
		       "from before a decision that is over. I do not know any "
		       "more whether I did it then. Nothing was done now.";
	}
	if (old) {
		*reason = "it went to an old address";
		*remedy = "If it is yours, write it again as an answer to this "
			  "mail.";
		return "It went to a reply address of yours that was replaced "
		       "since. Nothing was done.";
	}
	if (row->disposition == SP_DISPOSITION_QUARANTINED) {
		*reason = "it cannot be read";
		*remedy =
			"If it is yours, write your orders again as an answer "
			"to this mail, as plain text and without attachments. "
			"The operator has what came.";
		return "The program that reads mails failed at it twice, so I "
		       "do not know what it says. Nothing was done.";
	}
	*reason = "too many came in an hour";
	if (row->disposition == SP_DISPOSITION_IGNORED) {
		*remedy = "If it is yours, write it again as an answer to this "
			  "mail, from the address that this mail came to.";
		return "I do not know that address as yours, and too many such "
		       "mails came from it within an hour. Nothing was done.";
	}
	*remedy = "If you need the answer, write again in an hour. Orders that "
		  "change the game are done at any time.";
	return sitting->questions > 0
		       ? "It was dealt with, but too many mails that change "
			 "nothing came from that address within an hour, so "
			 "it was left unanswered."
		       : "Nothing was done, and too many such mails came from "
			 "that address within an hour, so it was left "
			 "unanswered.";
}

/* Say when a mail that came before was taken, and at which commit; *out NULL:
 * that is not known any more, or it had no answer. The caller owns it. */
static int tell_taken(struct sp_sitting *sitting,
	const struct sp_inbox_row *row, char **out, struct sp_error *e)
{
	struct sp_outbox_row answer;
	char date[SP_TIMEZONE_TEXT];

	*out = NULL;
	if (row->disposition != SP_DISPOSITION_RESENT || row->receipt == 0)
		return SP_OK;
	int rc = sp_registry_outbox_get(
		sitting->office->registry, row->receipt, &answer, e);
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	sp_timezone_text(date, sitting->zone, answer.created, sitting->instant,
		SP_TIMEZONE_BESIDE);
	*out = sp_xasprintf(
		"The very same mail came before: I took it on %s, and my "
		"answer was about commit %s. Nothing was done now.",
		date, answer.head);
	return SP_OK;
}

int sp_post_fate(struct sp_sitting *sitting, const struct sp_message *message,
	const char *raw, const struct sp_inbox_row *row, bool old,
	struct sp_error *e)
{
	const char *remedy, *reason;
	const char *fate = fate_of(sitting, row, old, &remedy, &reason);
	char kind[SP_ROW_KIND], date[SP_TIMEZONE_TEXT];
	struct sp_post_letter post = { .seat = sitting->seat,
		.kind = kind,
		.template = "unanswered",
		.instant = sitting->instant };
	char *taken = NULL,
	     *about = sp_xasprintf("fate/%s/%s", sitting->live->gid,
		     sitting->live->setup.colour[sitting->seat]);
	bool may = false;
	int rc = sp_registry_note_take(sitting->office->registry, about,
		sp_clock_now(sitting->office->clock), DAY, NOTES_A_DAY, &may,
		e);

	sp_free(about);
	if (rc == SP_OK && may)
		rc = tell_taken(sitting, row, &taken, e);
	if (rc != SP_OK || !may)
		return rc;
	json_t *context = sp_post_context(sitting->office, sitting->live,
		sitting->seat, sitting->instant);
	sp_timezone_text(date, sitting->zone, row->arrived, sitting->instant,
		SP_TIMEZONE_BESIDE);
	sp_format(kind, sizeof(kind), "unanswered/%s", raw);
	sp_json_set_string(context, "from",
		sitting->from[0] != '\0' ? sitting->from
					 : "an unknown address");
	sp_json_set_string(context, "came", date);
	sp_json_set(context, "subject", sp_typeset_pieces(message->subject, 1));
	sp_json_set_string(context, "reason", reason);
	sp_json_set_string(context, "fate", taken != NULL ? taken : fate);
	sp_free(taken);
	sp_json_set_string(context, "todo", remedy);
	sitting->answered = true;
	return sp_post_queue(
		sitting->office, sitting->live, &post, context, NULL, e);
}
