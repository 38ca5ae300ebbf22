/*
 * New tokens: a seat's reply address is replaced, and every older one stops
 * playing. A game that has begun keeps the change as a sealed commit, so that
 * neither a rebuild nor an older backup of the registry brings an old one back.
 */
#include "post/whose.h"

#include "post/people.h"
#include "record/commit.h"

int sp_post_token_renew(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];
	int rc = SP_OK;

	live->people[sitting->seat].epoch++;
	if (live->started && !live->ended) {
		rc = sp_seal_input_mail(input, &live->secrets,
			sitting->mail.message_id, sitting->mail.text,
			strlen(sitting->mail.text), e);
		if (rc == SP_OK)
			rc = sp_record_sealed(live, sitting->seat,
				SP_TOKEN_RENEWED, sitting->instant, input, e);
	}
	return rc == SP_OK ? sp_post_live_put_seat(sitting->office->registry,
				     live, sitting->seat, e)
			   : rc;
}

/* ---- tokens that somebody else may have seen --------------------------- */

/* Do they reach the same mailbox, as far as an address shows it? Mail hosts
 * drop what follows a plus. */
static bool is_same_box(const char *a, const char *b)
{
	size_t n = strcspn(a, "+@"), m = strcspn(b, "+@");
	const char *at = strchr(a, '@'), *bt = strchr(b, '@');

	if (at == NULL || bt == NULL || n != m || !sp_mail_addr_equal(at, bt))
		return false;
	for (size_t i = 0; i < n; i++)
		if (sp_lower((unsigned char)a[i]) !=
			sp_lower((unsigned char)b[i]))
			return false;
	return true;
}

static int seat_has(const struct sp_sitting *sitting, int seat,
	const char *address, bool *yes, struct sp_error *e)
{
	struct sp_address_row *known = NULL;
	size_t n = 0;
	int rc = sp_registry_seat_addresses(sitting->office->registry,
		sitting->live->gid, sitting->live->setup.colour[seat], &known,
		&n, e);

	*yes = false;
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*yes = *yes || is_same_box(known[i].address, address);
	sp_free(known);
	return rc;
}

/* One address that a mail went to. A mailbox that is the sender's own as well
 * as another player's shows nothing new to anybody. */
static int is_others(const struct sp_sitting *sitting, const char *address,
	bool *yes, struct sp_error *e)
{
	bool own = false, others = false;
	int rc = SP_OK;

	*yes = false;
	if (is_same_box(address, sitting->office->config->address))
		return SP_OK;
	for (int s = 0; rc == SP_OK && s < sitting->live->setup.n_seats; s++)
		if (s != sitting->seat && !others)
			rc = seat_has(sitting, s, address, &others, e);
	if (rc == SP_OK && others)
		rc = seat_has(sitting, sitting->seat, address, &own, e);
	*yes = others && !own;
	return rc;
}

int sp_post_token_is_exposed(struct sp_sitting *sitting,
	const struct sp_message *message, bool *exposed, struct sp_error *e)
{
	const struct sp_mail_boxes *lists[] = { &message->to, &message->cc };
	int rc = SP_OK;

	*exposed = false;
	for (size_t l = 0; l < SP_ARRAY_LEN(lists); l++)
		for (size_t i = 0; rc == SP_OK && !*exposed && i < lists[l]->n;
			i++)
			rc = is_others(
				sitting, lists[l]->items[i].addr, exposed, e);
	return rc;
}

int sp_post_token_withdraw(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e)
{
	int rc = sp_post_token_renew(sitting, e);

	sp_log(SP_LOG_INFO,
		"game %s: %s has a new token: a mail with the old one went to "
		"another player, too",
		sitting->live->gid, sitting->live->setup.colour[sitting->seat]);
	if (rc == SP_OK && pending->id > 0)
		rc = post_question_again(sitting, pending, e);
	return rc;
}
