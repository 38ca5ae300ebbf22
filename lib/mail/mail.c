#include "mail_private.h"

const char *sp_mail_reason_text(enum sp_mail_reason reason)
{
	switch (reason) {
#define X(symbol, word, text)                                                  \
	case SP_MAIL_##symbol:                                                 \
		return text;
		SP_MAIL_REASONS(X)
#undef X
	}
	return "";
}

void sp_mail_free(struct sp_message *m)
{
	if (m == NULL)
		return;
	sp_free(m->to.items);
	sp_free(m->cc.items);
	sp_free(m->delivered_to.items);
	sp_free(m->in_reply_to.items);
	sp_free(m->references.items);
	sp_free(m->text);
	sp_free(m);
}

bool sp_mail_is_automatic(const struct sp_message *m)
{
	return m->auto_submitted || m->list || m->bulk || m->bounce ||
	       m->from.addr[0] == '\0';
}

bool sp_mail_no_answer(const struct sp_message *m)
{
	return sp_mail_is_automatic(m) || m->forwarded || m->unsubscribe;
}

static bool same_reply(
	const struct sp_reply_address *a, const struct sp_reply_address *b)
{
	return sp_streq(a->gid, b->gid) && sp_streq(a->seat, b->seat) &&
	       sp_streq(a->token, b->token) &&
	       a->has_decision == b->has_decision && a->decision == b->decision;
}

size_t sp_mail_find_replies(struct sp_reply_address out[SP_MAIL_REPLIES_MAX],
	const struct sp_message *m, const char *judge)
{
	const struct sp_mail_boxes *lists[] = { &m->delivered_to, &m->to,
		&m->cc };
	size_t n = 0;

	for (size_t l = 0; l < SP_ARRAY_LEN(lists); l++) {
		for (size_t i = 0; i < lists[l]->n; i++) {
			struct sp_reply_address a;
			bool known = false;

			if (n == SP_MAIL_REPLIES_MAX ||
				!sp_mail_reply_address_parse(
					&a, lists[l]->items[i].addr, judge))
				continue;
			for (size_t k = 0; k < n; k++)
				known = known || same_reply(&a, &out[k]);
			if (!known)
				out[n++] = a;
		}
	}
	return n;
}
