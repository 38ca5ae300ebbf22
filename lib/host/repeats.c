/* Mails that came before: the same mail once more, and the same text anew. */
#include "host/intake_private.h"

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
	rc = sp_answer_note(play->host, work, &may, e);
	if (rc != SP_OK || !may)
		return rc;
	rc = sp_registry_outbox_requeue(
		registry, known->receipt, sp_host_now(play->host), NULL);
	if (rc == SP_ENOTFOUND) /* retention took it */
		return SP_OK;
	return rc == SP_OK ? SP_OK
			   : sp_error_set(e, rc, "the registry does not read");
}

int sp_repeat_check(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e)
{
	struct sp_inbox_row known;
	int rc = sp_registry_inbox_find(play->host->registry, row->gid,
		row->seat, row->message_id, row->digest, &known, NULL);

	*done = rc == SP_OK;
	if (rc == SP_OK)
		return repeat_receipt(play, work, &known, row, e);
	return rc == SP_ENOTFOUND
		       ? SP_OK
		       : sp_error_set(e, rc, "the registry does not read");
}

int sp_repeat_resend(struct sp_play *play, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e)
{
	struct sp_inbox_row known;
	int rc;

	*resend = false;
	if (says_again(&play->orders))
		return SP_OK;
	rc = sp_registry_inbox_resend(play->host->registry, row, &known, NULL);
	if (rc == SP_ENOTFOUND)
		return SP_OK;
	if (rc != SP_OK)
		return sp_error_set(e, rc, "the registry does not read");
	*resend = true;
	row->disposition = SP_DISPOSITION_RESENT;
	sp_json_set_bool(play->receipt, "resend", true);
	sp_json_set_int(play->receipt, "error_count", 0);
	return SP_OK;
}
