/* Of which list of ours the numbers of a mail are. */
#include "post/post_private.h"

#include "back/back.h"

/* Mails that may have a list. */
static bool has_list(const char *kind)
{
	static const char *const kinds[] = { "turn", "welcome", "window",
		"choice", "discard", "dealt", "ask-undo" };

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++)
		if (sp_streq(kind, kinds[i]))
			return true;
	return sp_starts(kind, "receipt/") || sp_starts(kind, "reminder/");
}

/* Is nothing done in the turn since that head but what is secret? */
static int is_same_list(const struct sp_sitting *sitting, const char *head,
	bool *yes, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_back back;
	int rc;

	*yes = sp_streq(head, live->head.hex);
	if (*yes)
		return SP_OK;
	rc = sp_back_find(live->repo, &live->head, &live->setup,
		live->game.turn, sitting->seat, &back, e);
	for (size_t i = 0; rc == SP_OK && i < back.n; i++) {
		*yes = sp_streq(head, back.step[i].id.hex);
		if (*yes || back.step[i].kind != SP_BACK_BESIDE)
			break;
	}
	sp_back_clear(&back);
	return rc;
}

int post_find_list(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_outbox_row row;
	bool same = true, known;
	int rc = post_answered(sitting, &row, &known, e);

	sitting->list_over = false;
	if (rc != SP_OK || !known || !live->started)
		return rc;
	if (!has_list(row.kind)) {
		sitting->list_over = true;
		return SP_OK;
	}
	if (live->game.decision.kind == SP_DECISION_TURN &&
		row.decision == (int64_t)live->game.decision.number)
		rc = is_same_list(sitting, row.head, &same, e);
	sitting->list_over = !same;
	return rc;
}
