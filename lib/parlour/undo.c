/*
 * Taking back the player's own orders, as long as that costs nobody anything:
 * of this turn, and only if nothing was rolled, drawn, shown or answered since.
 * Whatever a player saw by an order stays seen, so an order that showed them
 * something is not taken back.
 */
#include "parlour_private.h"

#include "back/back.h"
#include "back/undo.h"
#include "record/commit.h"
#include "record/ruling.h"

/* A closing is one whose command is "12 answer none". */
static bool is_answer(const char *command)
{
	return sp_starts(command + strspn(command, "0123456789"), " answer");
}

struct since {
	const struct sp_oid *until;
	bool answered;
};

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct since *since = payload;
	struct sp_buf command;

	if (sp_store_oid_equal(&info->id, since->until))
		return 1;
	sp_buf_init(&command, SIZE_MAX);
	if (sp_store_trailer(&command, sp_buf_str(&info->message), "Command"))
		since->answered |= is_answer(sp_buf_str(&command));
	sp_buf_free(&command);
	return 0;
}

/* Why the position cannot come back; "": it can. */
static int refuse(struct sp_parlour *p, const struct sp_undo *t,
	const struct sp_live *past, const char **why, struct sp_error *e)
{
	static const char *const seen[] = {
		[SP_BACK_OPEN] = "",
		[SP_BACK_ROLLED] = "dice were rolled since: that stays",
		[SP_BACK_DRAWN] = "a card was drawn since: that stays",
		[SP_BACK_SEEN] = ("something was shown since that was hidden "
				  "before: that stays"),
	};
	const struct sp_game *now = &p->live->game, *then = &past->game;
	struct since since = { .until = &t->id };
	int rc =
		sp_store_log(p->live->repo, &p->live->head, look_at, &since, e);

	if (rc != SP_OK)
		return rc;
	if (then->turn != now->turn || sp_game_plays(then) != p->seat ||
		then->decision.kind != SP_DECISION_TURN)
		*why = "you have done nothing in this turn that could be taken "
		       "back";
	else if (since.answered)
		*why = "others have answered it since, or might have: that "
		       "stays";
	else
		*why = seen[sp_back_bar(now, then, p->seat, true)];
	return SP_OK;
}

/* The position before the last order: a cast that was aimed by further answers
 * is one order. */
static int find(struct sp_parlour *p, struct sp_undo *t, struct sp_live **past,
	struct sp_error *e)
{
	struct sp_live *live = p->live;
	int rc = sp_back_undo_find(&p->rulesets, live, NULL, t, e);

	if (rc == SP_OK)
		rc = sp_back_undo_load(&p->rulesets, live, t, past, e);
	while (rc == SP_OK && (*past)->game.turn == live->game.turn &&
		(*past)->game.decision.kind == SP_DECISION_CHOICE &&
		t->seq > 1) {
		struct sp_undo before = { .undone = t->undone };
		char seq[24];

		sp_format(seq, sizeof(seq), "%llu",
			(unsigned long long)t->seq - 1);
		sp_record_live_free_past(*past);
		*past = NULL;
		(void)json_array_clear(t->undone);
		*t = before;
		rc = sp_back_undo_find(&p->rulesets, live, seq, t, e);
		if (rc == SP_OK)
			rc = sp_back_undo_load(&p->rulesets, live, t, past, e);
	}
	return rc;
}

static int take_back(struct sp_parlour *p, const struct sp_undo *t,
	const struct sp_live *past, struct sp_error *e)
{
	struct sp_live *live = p->live;
	struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = t->seq, .seat = SP_NOBODY
	};
	unsigned turn = live->game.turn;
	char input[SP_SHA256_TEXT];

	sp_seal_input_operator(input, live->seq + 1);
	(void)sp_record_ruling_apply(live, &ruling, &past->game,
		json_object_get(past->sealed, "agents"));
	return sp_record_ruling(
		live, &ruling, turn, past->report, parlour_now(p), input, e);
}

int parlour_undo(struct sp_parlour *p, const char **why, json_t **what,
	struct sp_error *e)
{
	struct sp_error no = { 0 };
	struct sp_undo t = { .undone = json_array() };
	struct sp_live *past = NULL;
	int rc = SP_OK;

	*why = "";
	*what = json_array();
	if (p->live->game.status == SP_GAME_OVER)
		*why = "the game is over";
	else if (sp_game_plays(&p->live->game) != p->seat)
		*why = "it is not your turn";
	if (**why == '\0')
		rc = find(p, &t, &past, &no);
	if (rc == SP_EREFUSED)
		*why = "you have done nothing in this turn that could be taken "
		       "back";
	else if (rc != SP_OK)
		rc = sp_error_copy(e, rc, &no);
	else if (past != NULL)
		rc = refuse(p, &t, past, why, e);
	if (rc == SP_OK && past != NULL && **why == '\0')
		rc = take_back(p, &t, past, e);
	for (size_t i = json_array_size(t.undone); i-- > 0;)
		json_array_append(*what, json_array_get(t.undone, i));
	json_decref(t.undone);
	sp_record_live_free_past(past);
	return rc == SP_EREFUSED ? SP_OK : rc;
}
