/* A whole reply: its lines, and what they say of each other. */
#include "reply_private.h"

void sp_reply_parse(struct sp_orders *out, const char *text, size_t len,
	const struct sp_order_words *words)
{
	sp_order_parse(out, text, len, words);
	reply_find_preview(out, words);
	reply_end_press(out);
	reply_find_guards(out);
	reply_drop_signature(out);
	reply_find_alone(out);
	reply_settle_done(out, words->asked == SP_ASKED_NOTHING);
	reply_find_correction(out);
	reply_find_waits(out, words);
}
