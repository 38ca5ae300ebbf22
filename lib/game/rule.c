#include "game/rule.h"

#include "base/base.h"

#include <assert.h>

static const struct sp_rule_row rows[SP_RULE_COUNT] = {
#define X(symbol, key, ...) { key, { __VA_ARGS__ } },
	SP_RULES(X)
#undef X
};

const struct sp_rule_row *sp_game_rule_row(int rule)
{
	assert(rule >= 0 && rule < SP_RULE_COUNT);
	return &rows[rule];
}

int sp_game_rule_of(const char *key)
{
	for (int i = 0; i < SP_RULE_COUNT; i++) {
		if (sp_streq(rows[i].key, key))
			return i;
	}
	return -1;
}

int sp_game_rule_value(int rule, const char *word)
{
	const struct sp_rule_row *row = sp_game_rule_row(rule);

	for (int i = 0; row->word[i] != NULL; i++) {
		if (sp_streq(row->word[i], word))
			return i;
	}
	return -1;
}
