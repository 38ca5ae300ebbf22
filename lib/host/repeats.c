/* Mails that came before: the same mail once more, and the same text anew. */
#include "host/intake.h"

#include "host/host_private.h"

static bool says_again(const struct sp_orders *orders)
{
	for (int i = 0; i < orders->n; i++)
		if (orders->item[i].item_class == SP_ITEM_ORDER)
			return orders->item[i].order.kind == SP_ORDER_AGAIN;
	return false;
}

/* The same mail once more: the same receipt goes again, to where it went before
 * and not endlessly; what had none gets none now. */
static int repeat_receipt(struct sp_play *play, const struct sp_work *work,
	const struct sp_inbox_row *known, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_registry *registry = play->host->registry;
	bool may = false;
	int rc;

	row->disposition = SP_DISPOSITION_RESENT;
	row->receipt = known->receipt;
	if (known->receipt == 0)
		return SP_OK;
	rc = host_answer_note(play->host, work, &may, e);
	if (rc != SP_OK || !may)
		return rc;
	rc = sp_registry_outbox_requeue(
		registry, known->receipt, host_now(play->host), e);
	play->answered = rc == SP_OK;
	return sp_registry_optional(rc, e); /* retention may have taken it */
}

/* Was the player called to a newer decision than the one that `known` was
 * worked on in, before this mail came? Then the same words mean that decision:
 * an `end` turns later is an order. Where no such call had left yet, nobody
 * could answer it, and the words are meant for the decision of before. */
static int is_called_anew(struct sp_play *play,
	const struct sp_inbox_row *known, bool *yes, struct sp_error *e)
{
	const struct sp_live *live = play->live;
	struct sp_outbox_row call;

	*yes = false;
	if (!live->started || live->game.status == SP_GAME_OVER ||
		known->open == 0)
		return SP_OK;
	int rc = sp_registry_outbox_newest(play->host->registry, live->gid,
		live->setup.colour[play->seat],
		live->game.decision.kind == SP_DECISION_TURN
			? "turn"
			: sp_render_question_template(&live->game),
		&call, e);
	*yes = rc == SP_OK && call.decision > known->open &&
	       call.state == SP_OUTBOX_SENT && call.sent <= play->instant;
	return sp_registry_optional(rc, e);
}

int host_repeat_check(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e)
{
	struct sp_inbox_row known;
	bool anew = false;
	int rc = sp_registry_inbox_find(play->host->registry, row, &known, e);

	*done = rc == SP_OK;
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	/* a program without ids of its own, or with one for all, has dates */
	if (row->decision == SP_NO_DECISION &&
		(row->written == 0 || row->written != known.written))
		rc = is_called_anew(play, &known, &anew, e);
	*done = !anew;
	return rc == SP_OK && !anew ? repeat_receipt(play, work, &known, row, e)
				    : rc;
}

int host_repeat_resend(struct sp_play *play, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e)
{
	struct sp_inbox_row known;
	bool anew = false;
	int rc;

	*resend = false;
	if (says_again(&play->orders))
		return SP_OK;
	rc = sp_registry_inbox_resend(play->host->registry, row, &known, e);
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	if (row->decision == SP_NO_DECISION)
		rc = is_called_anew(play, &known, &anew, e);
	if (rc != SP_OK || anew)
		return rc;
	*resend = true;
	row->disposition = SP_DISPOSITION_RESENT;
	sp_json_set_bool(play->receipt, "resend", true);
	sp_json_set_int(play->receipt, "error_count", 0);
	return SP_OK;
}
