/* How a line goes on that was begun: as what is listed, as a word of the
 * parlour, or as an order of mails. */
#include "parlour_private.h"

struct begun {
	const char *text;
	size_t n;
	char *common; /* what all begin with that were found; NULL: none was */
	int found;
	struct sp_buf *list;
};

/* Is the line in the list? It begins and ends the rows of that. */
static bool is_listed(const struct begun *b, const char *line)
{
	char *row = sp_xasprintf("  %s\n", line);
	bool listed = strstr(sp_buf_str(b->list), row) != NULL;

	sp_free(row);
	return listed;
}

static void offer(struct begun *b, const char *line)
{
	size_t same = 0;

	if (strlen(line) <= b->n || !sp_starts_i(line, b->text) ||
		is_listed(b, line))
		return;
	sp_buf_addf(b->list, "  %s\n", line);
	if (b->found++ == 0) {
		b->common = sp_xstrdup(line);
		return;
	}
	while (line[same] != '\0' && line[same] == b->common[same])
		same++;
	b->common[same] = '\0';
}

static void offer_orders(struct begun *b)
{
	for (int i = 0; i < SP_ORDER_KIND_COUNT; i++) {
		enum sp_order_kind kind = (enum sp_order_kind)i;
		enum sp_order_effect effect = sp_order_effect(kind);

		/* our own word for it is offered above */
		if (kind != SP_ORDER_NUMBERS && kind != SP_ORDER_UNDO &&
			(effect == SP_EFFECT_GAME ||
				effect == SP_EFFECT_QUESTION))
			offer(b, sp_order_word(kind));
	}
}

void sp_parlour_complete(const struct sp_parlour *p, const char *begins,
	struct sp_buf *more, struct sp_buf *list)
{
	struct begun b = { .text = begins, .n = strlen(begins), .list = list };
	const char *word;

	if (sp_starts_i(begins, "try ")) {
		b.text += strlen("try ");
		b.n -= strlen("try ");
	}
	for (int i = 0; i < p->n_suggestions; i++)
		offer(&b, p->suggestion[i].text);
	for (int i = 0; b.text == begins && (word = parlour_word(i)) != NULL;
		i++)
		offer(&b, word);
	offer_orders(&b);
	if (b.found > 0)
		sp_buf_adds(more, b.common + b.n);
	if (b.found == 1)
		sp_buf_clear(list);
	sp_free(b.common);
}
