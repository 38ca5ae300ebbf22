/* The figures as a table. */
#include "tally_private.h"

#include "render/render.h"

#define DAY   86400
#define LABEL 18 /* columns of the words */
#define FIELD 8  /* and of each seat, of which there are six at most */

void sp_tally_table(const struct sp_live *live, const struct sp_tally *tally,
	struct sp_buf *out)
{
	static const char *const words[] = {
#define X(symbol, words) words,
		SP_TALLIES(X)
#undef X
	};
	int seats = live->setup.n_seats;

	sp_buf_addf(out, "%-*s", LABEL, "");
	for (int s = 0; s < seats; s++) {
		char name[SP_RENDER_NAME_SIZE];

		sp_render_capital(live->setup.colour[s], name);
		sp_buf_addf(out, " %*.*s", FIELD - 1, FIELD - 1, name);
	}
	sp_buf_addc(out, '\n');
	for (int i = 0; i < SP_TALLY_COUNT; i++) {
		bool any = false;

		for (int s = 0; s < seats; s++)
			any = any || tally->n[s][i] > 0;
		if (!any)
			continue;
		sp_buf_addf(out, "%-*s", LABEL, words[i]);
		for (int s = 0; s < seats; s++)
			sp_buf_addf(out, " %*u", FIELD - 1, tally->n[s][i]);
		sp_buf_addc(out, '\n');
	}
}

void sp_tally_length(const struct sp_live *live, const struct sp_tally *tally,
	struct sp_buf *out)
{
	char days[SP_RENDER_NAME_SIZE], turns[SP_RENDER_NAME_SIZE];
	int64_t took = (tally->ended - tally->began + DAY - 1) / DAY;

	if (took > 1)
		sp_render_count((int)took, "day", days);
	else
		sp_format(days, sizeof(days), "less than a day");
	sp_render_count(live->game.turn, "turn", turns);
	sp_buf_addf(out, "The game took %s and %s.\n", days, turns);
}

int sp_tally_lines(const struct sp_live *live, json_t **out, struct sp_error *e)
{
	struct sp_tally *tally = sp_xcalloc(1, sizeof(*tally));
	struct sp_error why = { 0 };
	struct sp_buf text;
	int rc = sp_tally_read(live, tally, &why);

	*out = NULL;
	sp_buf_init(&text, SIZE_MAX);
	if (rc == SP_OK) {
		sp_tally_length(live, tally, &text);
		sp_buf_addc(&text, '\n');
		sp_tally_table(live, tally, &text);
		*out = sp_typeset_lines(sp_buf_str(&text));
	} else if (rc != SP_ESYS) {
		sp_log(SP_LOG_WARN, "game %s: no figures: %s", live->gid,
			sp_error_line(&why));
		rc = SP_OK;
	}
	sp_buf_free(&text);
	sp_free(tally);
	return rc == SP_OK ? SP_OK : sp_error_copy(e, rc, &why);
}
