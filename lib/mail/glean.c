/*
 * What the headers of a mail say in plain words, for one whose readers died:
 * whom it was sent to, if that is a reply address of ours, and what it answers.
 * Nothing is decoded, no structure is followed, and what is taken has to have
 * the form of an address or of an id, so that the daemon itself may do it.
 */
#include "mail_private.h"

#define BREAKS " \t\r\n,;:<>()\"'[]"

/* The end of the headers: an empty line, or the end of the mail. */
static size_t headers_end(const char *raw, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++) {
		if (raw[i] == '\n' &&
			(raw[i + 1] == '\n' ||
				(raw[i + 1] == '\r' && i + 2 < len &&
					raw[i + 2] == '\n')))
			return i;
	}
	return len;
}

static void add_box(struct sp_message *m, const char *word, const char *judge)
{
	struct sp_mail_boxes *to = &m->delivered_to;
	struct sp_reply_address reply;
	struct sp_mailbox box = { .name = "" };

	if (to->n == SP_MAIL_LIST_MAX ||
		!sp_mail_reply_address_parse(&reply, word, judge) ||
		sp_mail_addr_parse(box.addr, word, NULL) != SP_OK)
		return;
	to->items = sp_xrealloc(to->items, to->n + 1, sizeof(*to->items));
	to->items[to->n++] = box;
}

static void add_id(struct sp_message *m, const char *word)
{
	struct sp_mail_ids *ids = &m->references;
	char id[SP_MSGID_SIZE + 2];

	sp_format(id, sizeof(id), "<%s>", word);
	if (ids->n == SP_MAIL_LIST_MAX || !mail_msgid_valid(id) ||
		!sp_mail_reply_address_in(id, strlen(id)))
		return;
	ids->items = sp_xrealloc(ids->items, ids->n + 1, sizeof(*ids->items));
	memcpy(ids->items[ids->n++], id, strlen(id) + 1);
}

void sp_mail_glean(
	struct sp_message *m, const char *raw, size_t len, const char *judge)
{
	char word[SP_ADDR_SIZE];
	size_t end = headers_end(raw, len);

	for (size_t i = 0, n; i < end; i += n + 1) {
		for (n = 0; i + n < end && raw[i + n] != '\0' &&
			    strchr(BREAKS, raw[i + n]) == NULL;)
			n++;
		if (n == 0 || memchr(raw + i, '@', n) == NULL ||
			!sp_copyn(word, sizeof(word), raw + i, n))
			continue;
		add_box(m, word, judge);
		add_id(m, word);
	}
}
