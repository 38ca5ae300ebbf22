/* A game is told of the outages that its deadlines stood still for: a commit of
 * the judge's for each, before the game moves on (invariant: what is dated
 * after an outage has a parent that ends it). */
#include "host/host_private.h"

static int tell(struct sp_live *live, const struct sp_stood_row *row,
	struct sp_error *e)
{
	struct sp_ruling ruling = { .kind = SP_RULING_CLOCK,
		.seat = SP_NOBODY,
		.from = row->began,
		.to = row->ended };
	char input[SP_SHA256_TEXT];

	sp_seal_input_timer(input, row->ended);
	int rc = sp_record_ruling(live, &ruling, (unsigned)live->game.turn,
		NULL, row->ended, input, e);
	if (rc != SP_OK)
		return rc;
	sp_ruling_tell(live, &ruling, &live->stood);
	sp_buf_adds(&live->stood, ".\n");
	live->touched = true;
	return SP_OK;
}

int sp_stood_tell(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	struct sp_stood_row *rows = NULL;
	size_t n = 0;

	if (live->stood_told || host->registry == NULL || !live->started ||
		live->ended || live->game.status != SP_GAME_RUNNING)
		return SP_OK;
	live->stood_told = true;
	int rc =
		sp_registry_stood_list(host->registry, live->gid, &rows, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		rc = tell(live, &rows[i], e);
	if (rc == SP_OK && n > 0)
		rc = sp_registry_stood_clear(host->registry, live->gid, e);
	sp_free(rows);
	return rc;
}
