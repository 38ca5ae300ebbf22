/* Tags of a game, one where each turn begins; they move with its branch. */
#ifndef SP_RECORD_TAGS_H
#define SP_RECORD_TAGS_H

#include "record/live.h"

struct sp_tags {
	struct sp_live_tag *list;
	size_t n;
};

void sp_record_tags_clear(struct sp_tags *tags);
/* Append the tags that the commits of a history were given when they were made:
 * one where the turn is another one, numbered where that turn was undone before
 * ("turn/7-2"). */
int sp_record_tags(struct sp_tags *tags, struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_error *e) SP_MUST_CHECK;
/* Move the branch with them (sp_store_move_head). */
int sp_record_tags_put(struct sp_store_game *repo, const struct sp_oid *old,
	const struct sp_oid *new, const struct sp_tags *tags,
	struct sp_error *e) SP_MUST_CHECK;
/* Write what a game's new commits made: their objects, then their tags, then
 * the branch. Not synced. */
int sp_record_settle(struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;

#endif
