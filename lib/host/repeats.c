/* Mails that came before: the same mail once more, and the same text anew. */
#include "host/intake.h"

#include "host/host_private.h"

static bool says_again(const struct sp_orders *orders)
{
	for (int i = 0; i < orders->n; i++)
		if (orders->line[i].line_class == SP_LINE_ORDER)
			return orders->line[i].order.kind == SP_ORDER_AGAIN;
	return false;
}

/* The same mail once more: the same receipt goes again, to where it went before
 * and not endlessly; what had none gets none now. */
static int repeat_receipt(struct sp_sitting *sitting,
	const struct sp_work *work, const struct sp_inbox_row *known,
	struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_registry *registry = sitting->host->registry;
	bool may = false;
	int rc;

	row->disposition = SP_DISPOSITION_RESENT;
	row->receipt = known->receipt;
	if (known->receipt == 0)
		return SP_OK;
	rc = host_answer_note(sitting->host, work, &may, e);
	if (rc != SP_OK || !may)
		return rc;
	rc = sp_registry_outbox_requeue(
		registry, known->receipt, host_now(sitting->host), e);
	sitting->answered = rc == SP_OK;
	return sp_registry_optional(rc, e); /* retention may have taken it */
}

/* Was the player called to a newer decision than the one that `known` was
 * worked on in, before this mail came? Then the same words mean that decision:
 * an `end` turns later is an order. Where no such call had left yet, nobody
 * could answer it, and the words are meant for the decision of before. */
static int is_called_anew(struct sp_sitting *sitting,
	const struct sp_inbox_row *known, bool *yes, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_outbox_row call;

	*yes = false;
	if (!live->started || live->game.status == SP_GAME_OVER ||
		known->open == 0)
		return SP_OK;
	int rc = live->game.decision.kind == SP_DECISION_TURN
			 ? sp_registry_outbox_newest(sitting->host->registry,
				   live->gid, live->setup.colour[sitting->seat],
				   "turn", &call, e)
			 : sp_post_find_asking(&sitting->host->post, live,
				   sitting->seat, &call, e);
	*yes = rc == SP_OK && call.decision > known->open &&
	       call.state == SP_OUTBOX_SENT && call.sent <= sitting->instant;
	return sp_registry_optional(rc, e);
}

int host_repeat_check(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e)
{
	struct sp_inbox_row known;
	bool anew = false;
	int rc =
		sp_registry_inbox_find(sitting->host->registry, row, &known, e);

	*done = rc == SP_OK;
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	/* a program without ids of its own, or with one for all, has dates */
	if (row->decision == SP_NO_DECISION &&
		(row->written == 0 || row->written != known.written))
		rc = is_called_anew(sitting, &known, &anew, e);
	*done = !anew;
	return rc == SP_OK && !anew
		       ? repeat_receipt(sitting, work, &known, row, e)
		       : rc;
}

int host_repeat_resend(struct sp_sitting *sitting, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e)
{
	struct sp_inbox_row known;
	bool anew = false;
	int rc;

	*resend = false;
	if (says_again(&sitting->orders))
		return SP_OK;
	rc = sp_registry_inbox_resend(sitting->host->registry, row, &known, e);
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	if (row->decision == SP_NO_DECISION)
		rc = is_called_anew(sitting, &known, &anew, e);
	if (rc != SP_OK || anew)
		return rc;
	*resend = true;
	row->disposition = SP_DISPOSITION_RESENT;
	sp_json_set_bool(sitting->receipt, "resend", true);
	sp_json_set_int(sitting->receipt, "error_count", 0);
	return SP_OK;
}
