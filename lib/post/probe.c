/*
 * Probes: mails of `spellpost doctor` to the judge himself. One is sent to an
 * address like those that players answer to, so that its way is theirs, with a
 * token under the master in the seat's place: nobody else can write one. Its
 * Message-ID has the same words, for where the address lost them on the way.
 */
#include "post/probe.h"

#define SEAT "doctor" /* no colour of any game */

static int token_of(char out[SP_TOKEN_TEXT], const uint8_t key[SP_KEY_BYTES],
	const char *gid, struct sp_error *e)
{
	struct sp_secrets secrets;
	int rc = sp_seal_open(&secrets, key, gid, e);

	if (rc == SP_OK)
		rc = sp_seal_token(out, &secrets, SEAT, SP_TOKEN_PROBE, 0, e);
	sp_seal_clear(&secrets);
	return rc;
}

int sp_post_probe_make(struct sp_probe *out, const struct sp_master *master,
	const char *judge, struct sp_error *e)
{
	const uint8_t *key =
		sp_seal_master_key(master, sp_seal_master_newest(master));
	struct sp_reply_address a = { .seat = SEAT, .has_decision = true };
	int rc = sp_seal_gid_new(a.gid, "probe", e);

	if (rc == SP_OK)
		rc = token_of(a.token, key, a.gid, e);
	if (rc == SP_OK)
		rc = sp_mail_reply_address_format(out->address, &a, judge, e);
	if (rc == SP_OK)
		sp_format(out->id, sizeof(out->id), "<%s>", out->address);
	return rc;
}

int sp_post_probe_write(struct sp_buf *out, const struct sp_probe *probe,
	const struct sp_config *config, const char *to, int64_t now,
	struct sp_error *e)
{
	static const struct sp_header marks[] = {
		{ "X-Spellpost-Probe", "1" },
		{ "X-Auto-Response-Suppress", "All" },
	};
	const char *references[] = { probe->id };
	struct sp_mail_out mail = {
		.subject = "spellpost doctor probe",
		.date = now,
		.message_id = probe->id,
		/* some hosts replace a Message-ID, but leave this alone */
		.references = references,
		.n_references = 1,
		.auto_submitted = SP_AUTO_GENERATED,
		.extra = marks,
		.n_extra = SP_ARRAY_LEN(marks),
		.text = "A mail of `spellpost doctor` to itself, to see "
			"whether mail goes out\n"
			"and comes back. It changes nothing and may be "
			"deleted.\n",
	};

	sp_format(
		mail.from.addr, sizeof(mail.from.addr), "%s", config->address);
	sp_format(mail.from.name, sizeof(mail.from.name), "%s", config->club);
	sp_format(mail.to.addr, sizeof(mail.to.addr), "%s", to);
	return sp_mail_write(out, &mail, e);
}

/* SP_ENOTFOUND: not under any of these keys. */
static int check(const struct sp_master *master,
	const struct sp_reply_address *a, struct sp_error *e)
{
	if (!sp_streq(a->seat, SEAT) || !sp_seal_gid_valid(a->gid))
		return SP_ENOTFOUND;
	for (size_t i = 0; i < master->n; i++) {
		struct sp_secrets secrets;
		int rc = sp_seal_open(&secrets, master->keys[i].key, a->gid, e);
		if (rc == SP_OK)
			rc = sp_seal_token_check(&secrets, SEAT, SP_TOKEN_PROBE,
				0, a->token, strlen(a->token), e);
		sp_seal_clear(&secrets);
		if (rc != SP_EREFUSED)
			return rc;
	}
	return SP_ENOTFOUND;
}

/* The words of a probe in a Message-ID. */
static bool parse_id(
	struct sp_reply_address *out, const char *id, const char *judge)
{
	char addr[SP_MSGID_SIZE];
	size_t n = strlen(id);

	return n > 2 && sp_copyn(addr, sizeof(addr), id + 1, n - 2) &&
	       sp_mail_reply_address_parse(out, addr, judge);
}

int sp_post_probe_find(const struct sp_master *master,
	const struct sp_message *message, const char *judge,
	char id[SP_MSGID_SIZE], struct sp_error *e)
{
	struct sp_reply_address a, to[SP_MAIL_REPLIES_MAX];
	char addr[SP_ADDR_SIZE];
	int rc = SP_ENOTFOUND;
	size_t n = sp_mail_find_replies(to, message, judge);

	for (size_t i = 0; rc == SP_ENOTFOUND && i < n; i++) {
		a = to[i];
		rc = check(master, &a, e);
	}
	if (rc == SP_ENOTFOUND && parse_id(&a, message->message_id, judge))
		rc = check(master, &a, e);
	for (size_t i = 0; rc == SP_ENOTFOUND && i < message->references.n; i++)
		if (parse_id(&a, message->references.items[i], judge))
			rc = check(master, &a, e);
	if (rc == SP_OK)
		rc = sp_mail_reply_address_format(addr, &a, judge, e);
	if (rc == SP_OK)
		sp_format(id, SP_MSGID_SIZE, "<%s>", addr);
	return rc;
}
