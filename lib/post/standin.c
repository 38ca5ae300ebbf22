/*
 * Who plays a seat for its player. The player writes `standin ADDRESS` and
 * confirms it; then whoever reads that address is asked, and from their `yes`
 * on the seat's mails go there, until `standin off`. The player's own address
 * stays the one of record: it plays as before, and is asked what a reply
 * address must not decide.
 */
#include "post/whose.h"

#include "post/people.h"

#define DAY_S 86400

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

static int close_standins(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	int rc = sp_post_questions_close(sitting->office, live, sitting->seat,
		"standin", SP_PENDING_EXPIRED, e);

	return rc == SP_OK ? sp_post_questions_close(sitting->office, live,
				     sitting->seat, SP_PENDING_OFFER,
				     SP_PENDING_EXPIRED, e)
			   : rc;
}

/* Ask, and tell of it. */
static int ask_record(struct sp_sitting *sitting, struct sp_error *e)
{
	bool standin = sp_streq(sitting->asks, "standin");
	char *order = standin ? sp_xasprintf("standin %s", sitting->standin)
		      : sp_streq(sitting->asks, "token")
			      ? sp_xstrdup("new token")
			      : sp_xstrdup(sitting->asks);
	int rc = standin ? close_standins(sitting, e) : SP_OK;

	sp_table_receipt_tell(sitting, "done", order,
		"not yet: a mail asks you whether you mean it");
	sp_free(order);
	return rc == SP_OK ? sp_post_question_ask(sitting, sitting->asks,
				     standin ? sitting->standin : "", e)
			   : rc;
}

int sp_post_asks(struct sp_sitting *sitting, struct sp_error *e)
{
	const char *no = NULL;
	int rc = SP_OK;

	if (sitting->asks == NULL)
		return SP_OK;
	if (sp_streq(sitting->asks, "standin"))
		rc = why_not(sitting, sitting->standin, &no, e);
	if (rc != SP_OK || no == NULL)
		return rc == SP_OK ? ask_record(sitting, e) : rc;
	sp_table_receipt_tell(sitting, "refused", "standin", no);
	sitting->errors++;
	sitting->asks = NULL;
	return SP_OK;
}

/* One stranger a day is asked for a seat. *no: it was one already. */
static int count_offer(
	struct sp_sitting *sitting, const char **no, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	char *key = sp_xasprintf(
		"offer/%s/%s", live->gid, live->setup.colour[sitting->seat]);
	int64_t last = 0;
	int rc = sp_registry_optional(
		sp_registry_meta_get_int(
			sitting->office->registry, key, &last, e),
		e);

	if (rc == SP_OK && last > 0 && sitting->instant < last + DAY_S)
		*no = "somebody was asked within a day already: one a day";
	else if (rc == SP_OK)
		rc = sp_registry_meta_set_int(
			sitting->office->registry, key, sitting->instant, e);
	sp_free(key);
	return rc;
}

int sp_post_standin_offer(
	struct sp_sitting *sitting, const char *address, struct sp_error *e)
{
	const char *no;
	int rc = why_not(sitting, address, &no, e);

	if (rc == SP_OK && no == NULL)
		rc = count_offer(sitting, &no, e);
	if (rc == SP_OK)
		rc = close_standins(sitting, e);
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

/* A short text to one address, whoever plays the seat. */
static int tell(struct sp_sitting *sitting, const char *to, const char *kind,
	const char *title, const char *text, struct sp_error *e)
{
	const struct sp_post_letter post = { .seat = sitting->seat,
		.kind = kind,
		.template = "notice",
		.instant = sitting->instant,
		.to = to };

	return sp_post_notice_as(
		sitting->office, sitting->live, &post, title, text, NULL, e);
}

/* Tell the player; each time by another mail. */
static int tell_player(
	struct sp_sitting *sitting, int64_t epoch, struct sp_error *e)
{
	const struct sp_person *person = &sitting->live->people[sitting->seat];
	char kind[SP_ROW_KIND];
	char *text = sp_xasprintf(
		"%s said yes: the mails of this game go there from now on, and "
		"orders from there are yours.\n"
		"Write \"standin off\" in answer to any mail of this game to "
		"play on yourself.",
		person->standin);
	int rc;

	sp_format(kind, sizeof(kind), "standin/%lld", (long long)epoch);
	rc = tell(sitting, person->address, kind, "Somebody plays for you",
		text, e);
	sp_free(text);
	return rc;
}

int sp_post_standin_begin(struct sp_sitting *sitting,
	const struct sp_pending_row *offer, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_person *person = &live->people[sitting->seat];
	bool another = person->standin[0] != '\0';
	const char *no;
	int rc = why_not(sitting, offer->address, &no, e);

	if (rc == SP_OK && no != NULL)
		sp_table_receipt_tell(sitting, "refused", "yes", no);
	if (rc != SP_OK || no != NULL)
		return rc;
	sp_format(
		person->standin, sizeof(person->standin), "%s", offer->address);
	rc = sp_post_live_put_seat(
		sitting->office->registry, live, sitting->seat, e);
	/* what the one before has is of no use any more */
	if (rc == SP_OK && another)
		rc = sp_post_token_renew(sitting, e);
	sp_table_receipt_tell(sitting, "done", "yes",
		"you play this seat from now on, by mails like this one; "
		"`standin off` gives it back");
	return rc == SP_OK ? tell_player(sitting, offer->epoch, e) : rc;
}

/* Nobody stands in any more, nor is asked to. */
static int end_standin(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_person *person = &live->people[sitting->seat];
	bool had = person->standin[0] != '\0';
	char to[SP_ADDR_SIZE], kind[SP_ROW_KIND];
	int rc = close_standins(sitting, e);

	sp_format(to, sizeof(to), "%s", person->standin);
	person->standin[0] = '\0';
	sp_table_receipt_tell(sitting, "done", "standin off",
		had ? "your mails come to you again, and your reply address is "
		      "a new one"
		    : "nobody plays for you, and nobody is asked to");
	if (rc == SP_OK)
		rc = sp_post_live_put_seat(
			sitting->office->registry, live, sitting->seat, e);
	if (rc != SP_OK || !had)
		return rc;
	sp_format(kind, sizeof(kind), "standin-over/%lld",
		(long long)person->epoch);
	rc = tell(sitting, to, kind, "You stand in no more",
		"Whose seat it is plays on from now on. Thank you.", e);
	return rc == SP_OK ? sp_post_token_renew(sitting, e) : rc;
}

int sp_post_settings_keep(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	const struct sp_person *person = &live->people[sitting->seat];
	struct sp_registry *registry = sitting->office->registry;
	int rc = SP_OK;

	if (sitting->volume_set)
		rc = sp_registry_player_volume(
			registry, person->player, person->volume, e);
	if (rc == SP_OK && sitting->remind_set)
		rc = sp_registry_player_remind(
			registry, person->player, person->remind, e);
	if (rc == SP_OK && sitting->zone_set)
		rc = sp_registry_player_zone(
			registry, person->player, person->zone, e);
	if (rc == SP_OK && (sitting->away_set || sitting->mute_set))
		rc = sp_post_live_put_seat(registry, live, sitting->seat, e);
	return rc == SP_OK && sitting->standin_off ? end_standin(sitting, e)
						   : rc;
}
