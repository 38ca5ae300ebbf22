/* A page of help as a game has it that deals White Cantrip. */
#include "../rules/cardplay.h"
#include "agent_tests.h"
#include "terms/terms.h"

#define CARD "terms.card."

/* The examples are those of the school that every game deals. */
static json_t *examples(void)
{
	const struct sp_ruleset *r = cardplay_ruleset();
	bool dealt[SP_CARD_TYPES_MAX] = { false };

	for (int i = 0; i < r->n_copies; i++)
		if ((r->schools_always >> r->school_of[i] & 1U) != 0)
			dealt[r->type[i]] = true;
	return sp_terms_examples(r, dealt);
}

static void add_value(const json_t *cards, const char *key, struct sp_buf *out)
{
	const json_t *value = json_object_get(cards, key);

	if (value == NULL)
		printf("\n  no example of %s\n", key);
	CU_ASSERT_PTR_NOT_NULL_FATAL(value);
	if (json_is_integer(value))
		sp_buf_addf(out, "%d", (int)json_integer_value(value));
	else
		sp_buf_adds(out, json_string_value(value));
}

/* One tag, without its braces: true if it is of a card and was filled in. */
static bool fill(const json_t *cards, const char *tag, char inside[4][32],
	int *depth, struct sp_buf *out)
{
	if (sp_starts(tag, "#" CARD)) {
		CU_ASSERT_TRUE_FATAL(*depth < 4);
		sp_format(inside[(*depth)++], 32, "%s", tag + strlen("#" CARD));
		return true;
	}
	if (sp_starts(tag, "/" CARD)) {
		(*depth)--;
		return true;
	}
	if (sp_streq(tag, ".") && *depth > 0) {
		add_value(cards, inside[*depth - 1], out);
		return true;
	}
	if (!sp_starts(tag, CARD))
		return false;
	add_value(cards, tag + strlen(CARD), out);
	return true;
}

char *agent_test_page(const char *text)
{
	json_t *cards = examples();
	char inside[4][32], tag[80];
	int depth = 0;
	struct sp_buf out;

	sp_buf_init(&out, 1U << 17);
	while (*text != '\0') {
		const char *end =
			sp_starts(text, "{{") ? strstr(text, "}}") : NULL;

		if (end != NULL &&
			sp_copyn(tag, sizeof(tag), text + 2,
				(size_t)(end - text - 2)) &&
			fill(cards, tag, inside, &depth, &out))
			text = end + 2;
		else
			sp_buf_addc(&out, *text++);
	}
	json_decref(cards);
	return sp_buf_take(&out);
}
