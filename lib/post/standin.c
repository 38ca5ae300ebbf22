/*
 * Who plays a seat for its player. The player writes `standin ADDRESS` and
 * confirms it; then whoever reads that address is asked, and from their `yes`
 * on the seat's mails go there, until `standin off`. The player's own address
 * stays the one of record: it plays as before, and is asked what a reply
 * address must not decide.
 */
#include "post/whose.h"

#include "post/people.h"

/* Why that address cannot stand in; NULL: it can. */
static int why_not(struct sp_sitting *sitting, const char *address,
	const char **out, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	int rc = SP_OK;

	*out = NULL;
	if (sp_mail_addr_equal(address, sitting->office->config->address))
		*out = "that is my own address";
	for (int s = 0; rc == SP_OK && *out == NULL && s < live->setup.n_seats;
		s++) {
		bool known = false;

		if (live->people[s].player == 0)
			continue;
		rc = sp_registry_seat_knows(sitting->office->registry,
			live->gid, live->setup.colour[s], address, &known, e);
		if (known)
			*out = s == sitting->seat
				       ? "that address plays this seat already"
				       : "whoever reads that address plays in "
					 "this game, and would see your cards";
	}
	return rc;
}

int sp_post_asks(struct sp_sitting *sitting, struct sp_error *e)
{
	const char *no = NULL;
	int rc = SP_OK;

	if (sitting->asks == NULL)
		return SP_OK;
	if (sitting->standin[0] != '\0')
		rc = why_not(sitting, sitting->standin, &no, e);
	if (rc != SP_OK)
		return rc;
	if (no != NULL) {
		json_t *done = json_object_get(sitting->receipt, "done");

		/* it says that a mail will ask */
		(void)json_array_remove(done, json_array_size(done) - 1);
		sp_table_receipt_tell(sitting, "refused", "standin", no);
		sitting->errors++;
		sitting->asks = NULL;
		return SP_OK;
	}
	return sp_post_question_ask(
		sitting, sitting->asks, sitting->standin, e);
}

int sp_post_standin_offer(
	struct sp_sitting *sitting, const char *address, struct sp_error *e)
{
	const char *no;
	int rc = why_not(sitting, address, &no, e);

	if (rc != SP_OK)
		return rc;
	if (no != NULL) {
		sp_table_receipt_tell(sitting, "refused", "standin", no);
		return SP_OK;
	}
	sp_table_receipt_tell(sitting, "done", "standin",
		"they are asked now; until they answer `yes`, your mails come "
		"to you");
	return sp_post_question_ask(sitting, SP_PENDING_OFFER, address, e);
}

/* Tell the player. */
static int tell_player(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const struct sp_person *person = &live->people[sitting->seat];
	struct sp_post_letter post = { .seat = sitting->seat,
		.kind = "standin",
		.template = "notice",
		.instant = sitting->instant,
		.to = person->address };
	json_t *context = sp_post_context(
		sitting->office, live, sitting->seat, sitting->instant);
	char *text = sp_xasprintf(
		"%s said yes: the mails of this game go there from now on, and "
		"orders from there are yours.\n"
		"Write \"standin off\" in answer to any mail of this game to "
		"play on yourself.",
		person->standin);

	sp_json_set_string(context, "title", "Somebody plays for you");
	sp_json_set(context, "text", sp_typeset_lines(text));
	sp_free(text);
	return sp_post_queue(sitting->office, live, &post, context, NULL, e);
}

int sp_post_standin_begin(
	struct sp_sitting *sitting, const char *address, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_person *person = &live->people[sitting->seat];
	int rc;

	sp_format(person->standin, sizeof(person->standin), "%s", address);
	rc = sp_post_live_put_seat(
		sitting->office->registry, live, sitting->seat, e);
	sp_table_receipt_tell(sitting, "done", "yes",
		"you play this seat from now on, by mails like this one; "
		"`standin off` gives it back");
	return rc == SP_OK ? tell_player(sitting, e) : rc;
}

int sp_post_settings_keep(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	const struct sp_person *person = &live->people[sitting->seat];
	struct sp_registry *registry = sitting->office->registry;
	int rc = SP_OK;

	if (sitting->player_set)
		rc = sp_registry_player_set(registry, person->player,
			person->volume, person->remind, e);
	if (rc == SP_OK && (sitting->away_set || sitting->standin_off))
		rc = sp_post_live_put_seat(registry, live, sitting->seat, e);
	return rc == SP_OK && sitting->standin_off
		       ? sp_post_token_renew(sitting, e)
		       : rc;
}
