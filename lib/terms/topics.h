/* What a page of help may be asked for by. */
#ifndef SP_TERMS_TOPICS_H
#define SP_TERMS_TOPICS_H

#include "card/card.h"
#include "order/order.h"

/* The topic of `help` as the name of a page: small letters, no blanks, without
 * what people put before it, of which the bytes are returned. */
size_t sp_terms_topic_read(const struct sp_orders *orders,
	const struct sp_order *order, char topic[SP_ORDER_TOPIC_MAX + 1]);
/* The page that explains an order or a topic; the topic itself if no page does.
 */
const char *sp_terms_topic_page(const struct sp_ruleset *r, const char *topic);

#endif
