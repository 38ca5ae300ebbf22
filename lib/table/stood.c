/* A game is told of the outages that its deadlines stood still for: a commit of
 * the judge's for each, before the game moves on (invariant: what is dated
 * after an outage has a parent that ends it). */
#include "table/table.h"

#include "record/commit.h"

static int tell(struct sp_live *live, const struct sp_stillness *still,
	struct sp_error *e)
{
	struct sp_ruling ruling = { .kind = SP_RULING_CLOCK,
		.seat = SP_NOBODY,
		.from = still->from,
		.to = still->to };
	char input[SP_SHA256_TEXT];

	sp_seal_input_timer(input, still->to);
	int rc = sp_record_ruling(live, &ruling, (unsigned)live->game.turn,
		NULL, still->to, input, e);
	if (rc != SP_OK)
		return rc;
	sp_record_ruling_tell(live, &ruling, &live->stood);
	sp_buf_adds(&live->stood, ".\n");
	live->touched = true;
	return SP_OK;
}

int sp_table_stood_tell(struct sp_live *live, struct sp_error *e)
{
	int rc = SP_OK;

	if (!live->started || live->ended ||
		live->game.status != SP_GAME_RUNNING)
		return SP_OK;
	for (size_t i = 0; rc == SP_OK && i < live->n_stillness; i++)
		rc = tell(live, &live->stillness[i], e);
	live->stood_told = live->stood_told || live->n_stillness > 0;
	live->n_stillness = 0;
	return rc;
}
