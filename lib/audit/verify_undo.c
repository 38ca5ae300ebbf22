/* An earlier position comes back: by the operator, or by the seat whose turn it
 * is, which may not always. */
#include "audit/verify_private.h"

#include "table/back.h"

/* Is it the seat's own to take back? What is hidden counts where it is known.
 */
static int check_free(struct sp_verifier *v, const struct sp_ruling *ruling,
	const struct sp_game *old, struct sp_error *e)
{
	static const char *const bars[] = {
		[SP_BACK_ROLLED] = "dice were rolled",
		[SP_BACK_DRAWN] = "a card was drawn",
		[SP_BACK_SEEN] = "something was shown",
	};
	const struct sp_game *now = &v->live->game;
	enum sp_back_bar bar;
	struct sp_back back;
	int rc;

	if (!sp_table_back_is_turn(old, ruling->seat) || old->turn != now->turn)
		return audit_verify_wrong(v, "trailer Command",
			"an undo to a position of the seat's turn", "undo %llu",
			(unsigned long long)ruling->seq);
	bar = sp_table_back_bar(now, old, ruling->seat, v->replays);
	if (bar != SP_BACK_OPEN)
		return audit_verify_wrong(v, "trailer Command",
			"no undo to before what was seen",
			"undo %llu, and since then %s",
			(unsigned long long)ruling->seq, bars[bar]);
	rc = sp_table_back_find(v->c->repo, &v->before->id, &v->live->setup,
		now->turn, ruling->seat, &back, e);
	if (rc == SP_OK) {
		size_t at = sp_table_back_at(&back, ruling->seq);

		if (at == back.n)
			rc = audit_verify_wrong(v, "trailer Command",
				"an undo to a step of the turn that stands",
				"undo %llu", (unsigned long long)ruling->seq);
		else if (!sp_table_back_is_free(&back, at, now, ruling->seat))
			rc = audit_verify_wrong(v, "trailer Command",
				"no undo of what others had part in",
				"undo %llu", (unsigned long long)ruling->seq);
	}
	sp_table_back_clear(&back);
	return rc;
}

/* Who gives it: a seat that a player has, by mail, or the operator. */
static int find_seat(struct sp_verifier *v, const struct sp_replay *r,
	struct sp_ruling *ruling)
{
	const struct sp_setup *setup = &v->live->setup;

	if (*r->seat == '\0')
		return SP_OK;
	ruling->seat = sp_state_setup_seat(setup, r->seat);
	if (ruling->seat == SP_NOBODY ||
		!sp_streq(setup->colour[ruling->seat], r->seat) ||
		sp_record_bot_plays(v->live, ruling->seat))
		return audit_verify_wrong(v, "trailer Seat",
			"a seat that a player has", "%s", r->seat);
	if (r->input != SP_VERIFY_INPUT_MAIL)
		return audit_verify_wrong(v, "trailer Input",
			"that of a player", "%s",
			audit_verify_trailer(v, "Input"));
	v->defaults[ruling->seat] = 0;
	return SP_OK;
}

/* The position of an earlier commit, which was checked when it was passed: it
 * is what was replayed then. */
int audit_verify_undo(struct sp_verifier *v, const struct sp_replay *r,
	struct sp_ruling *ruling, struct sp_error *e)
{
	const struct sp_game *old = NULL;
	int rc = find_seat(v, r, ruling);

	if (rc != SP_OK)
		return rc;
	if (ruling->seq >= v->page->number)
		return audit_verify_wrong(v, "trailer Command",
			"an undo to an earlier commit", "undo %llu",
			(unsigned long long)ruling->seq);
	rc = sp_record_chronicle_position(v->c, (size_t)ruling->seq, &old, e);
	if (rc != SP_OK)
		return rc;
	if (old == NULL || old->status != SP_GAME_RUNNING)
		return audit_verify_wrong(v, "trailer Command",
			"an undo to a position of the game", "undo %llu",
			(unsigned long long)ruling->seq);
	if (old->decision.kind == SP_DECISION_REACTION)
		return audit_verify_wrong(v, "trailer Command",
			"an undo to a position in which no round is open",
			"undo %llu", (unsigned long long)ruling->seq);
	if (ruling->seat != SP_NOBODY)
		rc = check_free(v, ruling, old, e);
	if (rc == SP_OK)
		(void)sp_record_ruling_apply(v->live, ruling, old,
			json_object_get(v->c->live->sealed, "agents"));
	return rc;
}
