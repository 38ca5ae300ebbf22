/* The table of bots. */
#include "bot/bot.h"

#include "bot_private.h"

#include <assert.h>
#include <string.h>

static const struct row {
	const char *name;
	bool stream;
	int playouts;
	bool (*answer)(const struct sp_bot_ask *ask, struct sp_command *out);
} rows[] = {
#define X(name, stream, playouts)                                              \
	[SP_BOT_##name] = { #name, stream, playouts, bot_##name##_answer },
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
	struct sp_bot_ask usual = *ask;

	if (usual.playouts == 0)
		usual.playouts = row_of(bot)->playouts;
	return row_of(bot)->answer(&usual, out);
}

/* The number behind a name: "-1" to "-1000"; 0: it has
 * another form. */
static int number(const char *at, size_t len)
{
	int n = 0;

	if (len < 2 || len > 5 || at[0] != '-' || at[1] == '0')
		return 0;
	for (size_t i = 1; i < len; i++) {
		if (at[i] < '0' || at[i] > '9')
			return 0;
		n = n * 10 + at[i] - '0';
	}
	return n <= SP_PLAYOUTS_MAX ? n : 0;
}

static int find(const char *name, size_t len, int *playouts)
{
	for (int i = 0; i < SP_BOT_COUNT; i++) {
		size_t own = strlen(rows[i].name);

		if (len < own || strncmp(rows[i].name, name, own) != 0)
			continue;
		*playouts = len == own || rows[i].playouts == 0
				    ? rows[i].playouts
				    : number(name + own, len - own);
		if (len == own || *playouts > 0)
			return i;
	}
	return -1;
}

bool sp_bot_decide(
	enum sp_bot bot, const struct sp_bot_ask *ask, struct sp_command *out)
{
	bool round = ask->view->decision.kind == SP_DECISION_REACTION;
	bool found;

	do
		found = sp_bot_answer(bot, ask, out);
	while (found && round && out->verb != SP_VERB_ANSWER);
	return found;
}

int sp_bot_named(const char *name, size_t len)
{
	int playouts;

	return find(name, len, &playouts);
}

int sp_bot_playouts(const char *name, size_t len)
{
	int playouts = 0;

	return find(name, len, &playouts) >= 0 ? playouts : 0;
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
