/* Boards for who observes a game without playing it: what everybody may see,
 * once a turn. Whoever asks is told the board, and goes on getting it only if
 * the answer comes from that address: a From can be forged, the Message-ID of
 * the mail that it answers cannot be guessed. */
#include "post/post.h"

#include "post/post_private.h"
#include "record/history.h"
#include "table/context.h"

/* The board as everybody sees it, and what happened in the turn before. */
static int make_context(struct sp_post_office *office, struct sp_live *live,
	json_t **out, struct sp_error *e)
{
	unsigned turn = live->started ? live->game.turn : 0;
	bool over = live->started && live->game.status == SP_GAME_OVER;
	json_t *story = NULL;
	int rc = SP_OK;

	*out = NULL;
	if (live->started)
		rc = sp_record_story(live, turn > 1 && !over ? turn - 1 : turn,
			SP_NOBODY, &story, e);
	if (rc != SP_OK)
		return rc;
	*out = sp_table_context(office->scratch, live, SP_NOBODY);
	sp_json_set_bool(*out, "over", over);
	if (story != NULL)
		sp_json_set(*out, "story", story);
	return SP_OK;
}

int sp_post_observe(struct sp_post_office *office, struct sp_live *live,
	enum sp_observing what, const struct sp_observer *who, int64_t *id,
	struct sp_error *e)
{
	static const char *const words[] = { "offer", "begun", "ended" };
	const struct post_observer post = {
		.kind = what == SP_OBSERVE_OFFER ? "observe" : "observed",
		.to = who->address,
		.in_reply_to = who->message_id,
		/* a yes and a stop may come in one second */
		.anew = who->instant * 4 + (int64_t)what + 1,
		.instant = who->instant
	};
	json_t *context = NULL;
	int rc = make_context(office, live, &context, e);

	if (rc != SP_OK)
		return rc;
	sp_json_set_bool(context, words[what], true);
	return post_queue_observer(office, live, &post, context, id, e);
}

int sp_post_observed(struct sp_registry *registry, const char *message_id,
	const char *address, char gid[SP_GID_TEXT], bool *offer,
	struct sp_error *e)
{
	static const char *const kinds[] = { "observed/", "observe/" };
	struct sp_outbox_row row;
	int rc = sp_registry_outbox_find(registry, message_id, &row, e);

	gid[0] = '\0';
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++)
		if (sp_starts(row.kind, kinds[i]) &&
			(row.recipient[0] == '\0' ||
				sp_mail_addr_equal(row.recipient, address))) {
			sp_format(gid, SP_GID_TEXT, "%s",
				row.kind + strlen(kinds[i]));
			*offer = i == 1;
		}
	return SP_OK;
}

int post_observers(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	struct sp_observer_row *rows = NULL;
	size_t n = 0;
	bool over = live->game.status == SP_GAME_OVER;
	int rc;

	if (before->started && !over && before->turn == live->game.turn)
		return SP_OK;
	rc = sp_registry_observer_list(
		office->registry, live->gid, &rows, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		const struct post_observer post = { .kind = "observed",
			.to = rows[i].address,
			.in_reply_to = "",
			.instant = instant };
		json_t *context = NULL;
		int64_t id;

		rc = make_context(office, live, &context, e);
		if (rc == SP_OK)
			rc = post_queue_observer(
				office, live, &post, context, &id, e);
	}
	sp_free(rows);
	return rc;
}
