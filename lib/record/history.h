/*
 * The story of a game, from its commits.
 */
#ifndef SP_RECORD_HISTORY_H
#define SP_RECORD_HISTORY_H

#include "record/live.h"

/* What happened from a turn on, as an array of lines (the caller owns it); for
 * a reader no further back than his own last turn, and a last line says if he
 * is elsewhere since: "You ended your turn on c3 and are on e4 now." */
int sp_record_story(struct sp_live *live, unsigned from_turn, int reader,
	json_t **out, struct sp_error *e) SP_MUST_CHECK;
/* The same since a commit (40 hex digits; NULL: since the start), whoever's
 * turns those were. */
int sp_record_story_since(struct sp_live *live, const char *known, json_t **out,
	struct sp_error *e) SP_MUST_CHECK;

/* The newest turns (0: all) as a story for people, and as an array of commits,
 * oldest first, each {"commit", "subject", "date", "author"} with its trailers
 * in lower case ("turn", "seq", "seat", "command", "draws"), "heading" and
 * "story" (what report.txt gained by it), "sealed" or "operator" where it is
 * so. `log`: the text has short ids and dates. The caller owns *entries. */
int sp_record_history_read(struct sp_store_game *repo,
	const struct sp_oid *head, int turns, bool log, json_t **entries,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* Its game.json; SP_EINVAL in words where it is a repository of something else.
 */
int sp_record_history_setup(struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_setup *out,
	struct sp_error *e) SP_MUST_CHECK;

#endif
