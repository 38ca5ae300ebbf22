/* What a mail that was read by half may have meant (lib/table/meant.c), kept
 * until its writer agrees: a pending row of the seat, with the orders. */
#include "post/post.h"
#include "post/stored.h"

#define KIND "meant"
/* Stands between two readings, where no order does. */
#define BETWEEN "\f"

/* The offer that is open; row->id 0: none is. */
static int find(struct sp_sitting *sitting, struct sp_pending_row *row,
	struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_pending_row *open = NULL;
	size_t n = 0;
	int rc = sp_registry_pending_list(sitting->office->registry, live->gid,
		live->setup.colour[sitting->seat], &open, &n, e);

	row->id = 0;
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (sp_streq(open[i].kind, KIND))
			*row = open[i];
	sp_free(open);
	return rc;
}

static int forget(struct sp_sitting *sitting, const struct sp_pending_row *row,
	enum sp_pending_state state, struct sp_error *e)
{
	return sp_registry_pending_close(
		sitting->office->registry, row->id, state, e);
}

static bool is_over(
	const struct sp_sitting *sitting, const struct sp_pending_row *row)
{
	return sitting->instant > row->expires ||
	       row->decision != (int64_t)sitting->live->game.decision.number;
}

/* The readings as they were kept; both owned by the caller. */
static int read_kept(struct sp_sitting *sitting,
	const struct sp_pending_row *row, char *kept[SP_TABLE_READINGS],
	struct sp_error *e)
{
	const struct sp_stored stored = { SP_STORED_QUESTION, row->id };
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, SP_MAIL_TEXT_MAX + 1);
	rc = sp_post_stored_read(sitting->office->registry,
		sitting->office->master, &stored, &text, e);
	if (rc == SP_OK) {
		const char *first = sp_buf_str(&text);
		size_t n = strcspn(first, BETWEEN);

		kept[0] = sp_xstrndup(first, n);
		if (first[n] != '\0')
			kept[1] = sp_xstrdup(first + n + 1);
	}
	sp_buf_free(&text);
	return rc;
}

/* Does the mail answer one of ours that is older than the offer? Then it says
 * yes to something else, or came a second time. */
static int is_of_older(struct sp_sitting *sitting, const char *notice,
	const struct sp_pending_row *row, bool *yes, struct sp_error *e)
{
	struct sp_outbox_row answered;
	int rc;

	*yes = false;
	if (notice[0] == '\0')
		return SP_OK;
	rc = sp_registry_outbox_find(
		sitting->office->registry, notice, &answered, e);
	*yes = rc == SP_OK && answered.created < row->created;
	return sp_registry_optional(rc, e);
}

int sp_post_meant_take(struct sp_sitting *sitting, const char *notice,
	bool *taken, struct sp_error *e)
{
	char *kept[SP_TABLE_READINGS] = { NULL };
	struct sp_pending_row row;
	bool closed = false, older = false;

	*taken = false;
	sitting->offers = true;
	if (!sitting->live->started)
		return SP_OK;
	int rc = find(sitting, &row, e);
	if (rc == SP_OK && row.id != 0)
		rc = is_of_older(sitting, notice, &row, &older, e);
	if (rc != SP_OK || row.id == 0 || older)
		return rc;
	rc = read_kept(sitting, &row, kept, e);
	if (rc == SP_OK)
		*taken = sp_table_meant_answer(
			sitting, kept, is_over(sitting, &row), &closed);
	if (rc == SP_OK && *taken && closed)
		rc = forget(sitting, &row, SP_PENDING_CONFIRMED, e);
	for (int i = 0; i < SP_TABLE_READINGS; i++)
		sp_free(kept[i]);
	return rc;
}

static int add(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_pending_row row = {
		.created = sitting->instant,
		.expires = sitting->instant +
			   (int64_t)sp_record_live_hours(live) * 3600,
		.decision = (int64_t)live->game.decision.number,
	};
	char *both = sp_xasprintf("%s%s%s", sitting->meant[0],
		sitting->meant[1] != NULL ? BETWEEN : "",
		sitting->meant[1] != NULL ? sitting->meant[1] : "");

	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.seat, sizeof(row.seat), "%s",
		live->setup.colour[sitting->seat]);
	sp_format(row.kind, sizeof(row.kind), "%s", KIND);
	int rc = sp_registry_pending_add(
		sitting->office->registry, &row, both, strlen(both), e);
	sp_free(both);
	return rc;
}

int sp_post_meant_keep(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_pending_row row;
	int rc;

	if (sitting->meant[0] == NULL && sitting->applied == 0)
		return SP_OK;
	rc = find(sitting, &row, e);
	if (rc == SP_OK && row.id != 0)
		rc = forget(sitting, &row, SP_PENDING_EXPIRED, e);
	return rc == SP_OK && sitting->meant[0] != NULL ? add(sitting, e) : rc;
}
