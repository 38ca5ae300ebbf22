/* The table of bots. */
#include "bot/bot.h"

#include "bot_private.h"

#include <assert.h>
#include <string.h>

static const struct row {
	const char *name;
	bool stream;
	bool (*answer)(const struct sp_bot_ask *ask, struct sp_command *out);
} rows[] = {
#define X(name, stream)                                                        \
	[SP_BOT_##name] = { #name, stream, bot_##name##_answer },
	SP_BOTS(X)
#undef X
};

static const struct row *row_of(enum sp_bot bot)
{
	assert(bot < SP_BOT_COUNT);
	return &rows[bot];
}

bool sp_bot_answer(
	enum sp_bot bot, const struct sp_bot_ask *ask, struct sp_command *out)
{
	return row_of(bot)->answer(ask, out);
}

int sp_bot_named(const char *name, size_t len)
{
	for (int i = 0; i < SP_BOT_COUNT; i++)
		if (strlen(rows[i].name) == len &&
			strncmp(rows[i].name, name, len) == 0)
			return i;
	return -1;
}

const char *sp_bot_name(enum sp_bot bot)
{
	return row_of(bot)->name;
}

bool sp_bot_has_stream(enum sp_bot bot)
{
	return row_of(bot)->stream;
}

void sp_bot_list(const char *between, struct sp_buf *out)
{
	for (int i = 0; i < SP_BOT_COUNT; i++)
		sp_buf_addf(out, "%s%s", i > 0 ? between : "", rows[i].name);
}
