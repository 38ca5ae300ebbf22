/* An earlier position comes back: by the operator, or by the seat whose turn it
 * is, which may not always. */
#include "audit/verify_private.h"

#include "back/back.h"
#include "table/consent.h"

#include <assert.h>

static int wrong_undo(struct sp_verifier *v, const struct sp_ruling *ruling,
	const char *expected)
{
	return audit_verify_wrong(v, "trailer Command", expected, "%s %llu",
		ruling->kind == SP_RULING_ASK ? "ask-undo" : "undo",
		(unsigned long long)ruling->seq);
}

/* Can the position come back in the turn of that seat? *alone: it is the seat's
 * own to take back. What is hidden counts where it is known. */
static int check_way(struct sp_verifier *v, const struct sp_ruling *ruling,
	const struct sp_game *old, int seat, bool *alone, struct sp_error *e)
{
	static const char *const bars[] = {
		[SP_BACK_ROLLED] = "no undo to before dice that were rolled",
		[SP_BACK_DRAWN] = "no undo to before a card that was drawn",
		[SP_BACK_SEEN] = "no undo to before something that was shown",
	};
	const struct sp_game *now = &v->live->game;
	struct sp_back back;
	enum sp_back_bar bar;
	size_t at;
	int rc;

	assert(old != NULL);
	if (!sp_back_is_turn(old, seat) || old->turn != now->turn)
		return wrong_undo(
			v, ruling, "an undo to a position of the seat's turn");
	bar = sp_back_bar(now, old, seat, v->replays);
	if (bar != SP_BACK_OPEN)
		return wrong_undo(v, ruling, bars[bar]);
	rc = sp_back_find(v->c->repo, &v->before->id, &v->live->setup,
		now->turn, seat, &back, e);
	at = sp_back_at(&back, ruling->seq);
	*alone = sp_back_is_free(&back, at, now, seat);
	if (rc == SP_OK && at == back.n)
		rc = wrong_undo(
			v, ruling, "an undo to a step of the turn that stands");
	sp_back_clear(&back);
	return rc;
}

/* It is the seat's own, or all have agreed. */
static int check_free(struct sp_verifier *v, const struct sp_ruling *ruling,
	const struct sp_game *old, struct sp_error *e)
{
	const struct sp_asked *a = &v->live->game.asked;
	bool agreed = a->by != 0 && a->seq == ruling->seq &&
		      a->agreed == a->seats &&
		      (a->seats >> ruling->seat & 1U) != 0;
	bool alone = false;
	int rc = check_way(
		v, ruling, old, agreed ? a->by - 1 : ruling->seat, &alone, e);

	return rc != SP_OK || agreed || alone
		       ? rc
		       : wrong_undo(v, ruling,
				 "no undo of what others had part in");
}

/* Who gives it: a seat that a player has, by mail, or the operator. */
static int find_seat(struct sp_verifier *v, const struct sp_replay *r,
	struct sp_ruling *ruling)
{
	const struct sp_setup *setup = &v->live->setup;

	ruling->seat = SP_NOBODY;
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
static int find_old(struct sp_verifier *v, const struct sp_ruling *ruling,
	const struct sp_game **old, struct sp_error *e)
{
	if (ruling->seq >= v->page->number)
		return wrong_undo(v, ruling, "an undo to an earlier commit");
	int rc =
		sp_record_chronicle_position(v->c, (size_t)ruling->seq, old, e);
	if (rc != SP_OK)
		return rc;
	if (*old == NULL || (*old)->status != SP_GAME_RUNNING)
		return wrong_undo(
			v, ruling, "an undo to a position of the game");
	if ((*old)->decision.kind == SP_DECISION_REACTION)
		return wrong_undo(v, ruling,
			"an undo to a position in which no round is open");
	return SP_OK;
}

int audit_verify_undo(struct sp_verifier *v, const struct sp_replay *r,
	struct sp_ruling *ruling, struct sp_error *e)
{
	const struct sp_game *old = NULL;
	int rc = find_seat(v, r, ruling);

	if (rc == SP_OK)
		rc = find_old(v, ruling, &old, e);
	if (rc == SP_OK && ruling->seat != SP_NOBODY)
		rc = check_free(v, ruling, old, e);
	if (rc == SP_OK)
		(void)sp_record_ruling_apply(v->live, ruling, old,
			json_object_get(v->c->live->sealed, "agents"));
	return rc;
}

/* ---- what is asked ------------------------------------------------------- */

static int wrong_word(
	struct sp_verifier *v, const struct sp_replay *r, const char *expected)
{
	return audit_verify_wrong(
		v, "trailer Command", expected, "%s", r->public);
}

static int check_ask(struct sp_verifier *v, const struct sp_replay *r,
	const struct sp_ruling *ruling, struct sp_error *e)
{
	const struct sp_game *old = NULL;
	bool alone;
	int rc = find_old(v, ruling, &old, e);

	if (rc == SP_OK && v->live->game.asked.by != 0)
		rc = wrong_word(v, r, "no question: one is open");
	if (rc == SP_OK && sp_record_ruling_asks(v->live, ruling->seat) == 0)
		rc = wrong_word(v, r, "no question: nobody can agree");
	v->asked = audit_verify_moment(v);
	return rc == SP_OK ? check_way(v, ruling, old, ruling->seat, &alone, e)
			   : rc;
}

static int check_time(struct sp_verifier *v, const struct sp_replay *r)
{
	int64_t least =
		v->asked + (int64_t)sp_table_consent_hours(v->live) * 3600;
	char wanted[SP_DATE_TEXT];

	sp_date_iso(wanted, least);
	if (r->input == SP_VERIFY_INPUT_TIMER && r->due >= least)
		return SP_OK;
	return audit_verify_wrong(v,
		"trailer Input: a timer that nobody could be late for", wanted,
		"%s", audit_verify_trailer(v, "Input"));
}

int audit_verify_word(struct sp_verifier *v, const struct sp_replay *r,
	struct sp_ruling *ruling, struct sp_error *e)
{
	const struct sp_asked *a = &v->live->game.asked;
	int rc = find_seat(v, r, ruling);
	int seat = ruling->seat;
	/* who has agreed may think better of it, and who asks, too */
	unsigned may = ruling->kind == SP_RULING_AGREE
			       ? a->seats & ~(unsigned)a->agreed
			       : a->seats | (a->by > 0 ? 1U << (a->by - 1) : 0);

	if (rc == SP_OK && v->live->game.status != SP_GAME_RUNNING)
		rc = wrong_word(v, r, "none: the game is over");
	if (rc != SP_OK)
		return rc;
	if (ruling->kind == SP_RULING_ASK)
		rc = seat == SP_NOBODY
			     ? wrong_word(v, r, "a question of a seat's")
			     : check_ask(v, r, ruling, e);
	else if (a->by == 0 || a->seq != ruling->seq)
		rc = wrong_word(v, r, "an answer to what is asked");
	else if (seat == SP_NOBODY)
		rc = ruling->kind == SP_RULING_REFUSE
			     ? check_time(v, r)
			     : wrong_word(v, r, "an answer of a seat's");
	else if ((may >> seat & 1U) == 0)
		rc = wrong_word(v, r, "an answer of a seat that is asked");
	if (rc == SP_OK)
		(void)sp_record_ruling_apply(v->live, ruling, NULL, NULL);
	return rc;
}
