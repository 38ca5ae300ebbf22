/* The text of a reply: to orders, each of which says where it stands. */
#include "fuzz.h"

#include "refusal/refusal.h"
#include "reply/reply.h"

static const struct sp_order_vocable vocables[] = {
	{ "red", SP_WORD_SEAT, 0, false, false },
	{ "blue", SP_WORD_SEAT, 1, false, false },
	{ "green", SP_WORD_SEAT, 2, false, false },
	{ "Fireball", SP_WORD_CARD, 1, true, false },
	{ "Fire Darts", SP_WORD_CARD, 2, true, false },
	{ "Full Shield", SP_WORD_CARD, 3, true, false },
	{ "Energy 5", SP_WORD_CARD, 4, true, false },
	{ "Astral Projection", SP_WORD_CARD, 5, false, false },
	{ "at", SP_WORD_KEYWORD, 0, false, false },
	{ "with", SP_WORD_KEYWORD, 0, false, false },
	{ "push", SP_WORD_KEYWORD, 0, false, false },
	{ "throw", SP_WORD_PLAY, 0, false, false },
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct sp_order_words words = { vocables, SP_ARRAY_LEN(vocables),
		(uint8_t)(size % 3) };
	struct sp_orders *orders = sp_xcalloc(1, sizeof(*orders));
	char *text = sp_xmalloc(size + 1);
	struct sp_buf why, out;

	memcpy(text, data, size);
	text[size] = '\0';
	sp_reply_parse(orders, text, strlen(text), &words);
	FUZZ_DEMAND(orders->n <= SP_ORDER_LINES_MAX);
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		FUZZ_DEMAND((size_t)line->start + line->len <=
			    strlen(orders->text));
		FUZZ_DEMAND(line->behind >= 0 && line->behind <= i);
		FUZZ_DEMAND(line->behind == 0 ||
			    line->line_class != SP_LINE_ORDER ||
			    sp_order_is_of_turn(
				    (enum sp_order_kind)line->order.kind));
		if (line->line_class != SP_LINE_ERROR)
			continue;
		sp_buf_init(&why, 65536);
		sp_buf_init(&out, 65536);
		sp_refusal_say_mistake(&line->mistake, &why);
		FUZZ_DEMAND(!why.overflow && why.len > 0);
		sp_refusal_show(orders, &line->wrong, sp_buf_str(&why),
			line->suggestion, true, &out);
		FUZZ_DEMAND(!out.overflow && out.len > 0);
		sp_buf_free(&why);
		sp_buf_free(&out);
	}
	sp_order_clear(orders);
	sp_free(orders);
	sp_free(text);
	return 0;
}
