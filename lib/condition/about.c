/* What a declaration is about: the words behind `when`. */
#include "condition/condition.h"

#include <assert.h>

#include "condition_private.h"

const char *sp_condition_about_word(enum sp_condition_about about)
{
	static const char *const words[] = {
#define X(symbol, words) words,
		SP_CONDITION_ABOUTS(X)
#undef X
	};

	assert(about < SP_ABOUT_COUNT);
	return words[about];
}

static void take_fillers(const struct piece *piece, int *at)
{
	while (*at < piece->n &&
		sp_token_among(&piece->token[*at],
			"i am a an is cast my up picked any the was be get "
			"being"))
		++*at;
}

bool sp_condition_about(
	const struct piece *piece, int *at, enum sp_condition_about *about)
{
	static const struct {
		const char *words;
		enum sp_condition_about about;
	} others[] = { { "must discard", SP_ABOUT_DISCARD },
		{ "have to discard", SP_ABOUT_DISCARD },
		{ "told to discard", SP_ABOUT_DISCARD } };
	int n = 0;

	take_fillers(piece, at);
	for (int i = 0; i < SP_ABOUT_COUNT && n == 0; i++) {
		*about = (enum sp_condition_about)i;
		n = condition_phrase(
			piece, *at, sp_condition_about_word(*about));
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(others) && n == 0; i++) {
		*about = others[i].about;
		n = condition_phrase(piece, *at, others[i].words);
	}
	*at += n;
	if (n > 0)
		take_fillers(piece, at);
	return n > 0;
}

bool sp_condition_prefers(enum sp_condition_about about)
{
	return about == SP_ABOUT_PUSHED || about == SP_ABOUT_DISCARD;
}
