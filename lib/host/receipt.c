/* What a receipt says: the keys of its template, filled order by order. */
#include "host/host_private.h"

void sp_receipt_add(json_t *object, const char *key, json_t *value)
{
	json_t *list = json_object_get(object, key);

	if (list == NULL) {
		list = json_array();
		sp_json_set(object, key, list);
	}
	json_array_append_new(list, value);
}

void sp_receipt_tell(struct sp_play *play, const char *key, const char *order,
	const char *text)
{
	json_t *entry = json_object();

	sp_json_set_string(entry, "order", order);
	sp_json_set_string(entry, "text", text);
	sp_receipt_add(play->receipt, key, entry);
}

void sp_receipt_answer(struct sp_play *play, const char *title, json_t *lines)
{
	json_t *entry = json_object();

	sp_json_set_string(entry, "title", title);
	sp_json_set(entry, "lines", lines);
	sp_receipt_add(play->receipt, "answers", entry);
}

/* An order as its writer put it, on one line. */
char *sp_play_as_written(
	const struct sp_play *play, const struct sp_order_item *item)
{
	char *text = sp_xstrndup(play->orders.text + item->start, item->len);

	for (char *p = text; *p != '\0'; p++)
		if (sp_is_space(*p))
			*p = ' ';
	return text;
}

void sp_receipt_refuse(struct sp_play *play, const struct sp_order_item *item,
	const char *text)
{
	char *order = sp_play_as_written(play, item);

	sp_receipt_tell(play, "refused", order, text);
	sp_free(order);
	play->errors++;
}
