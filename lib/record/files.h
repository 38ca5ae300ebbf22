/*
 * Rulesets as files: of a folder, or the copy that a game keeps.
 */
#ifndef SP_RECORD_FILES_H
#define SP_RECORD_FILES_H

#include "card/card.h"
#include "seal/seal.h"
#include "store/store.h"

#define SP_FILES_MAX  64
#define SP_FILES_PATH 80 /* characters of a path inside a ruleset */

/* A ruleset folder in memory, sorted by path. Owns everything. */
struct sp_files {
	size_t n;
	char *path[SP_FILES_MAX];
	char *text[SP_FILES_MAX];
	size_t len[SP_FILES_MAX];
};

/* All files but *.md and the folder scenarios, which games do not need. */
int sp_record_files_read(struct sp_files *files, const char *folder,
	struct sp_error *e) SP_MUST_CHECK;
/* The ruleset of that name in the folder of all rulesets; SP_EINVAL lists
 * those that are there. */
int sp_record_files_named(struct sp_files *files, const char *rulesets,
	const char *name, struct sp_error *e) SP_MUST_CHECK;
/* Append the names of those that are there. */
void sp_record_files_list(
	const char *rulesets, const char *between, struct sp_buf *out);
int sp_record_files_add(struct sp_files *files, const char *path,
	const char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;
/* The copy in a game's repository: clear it in any case. */
int sp_record_files_stored(struct sp_files *files, struct sp_store_game *repo,
	const struct sp_oid *commit, struct sp_error *e) SP_MUST_CHECK;
void sp_record_files_free(struct sp_files *files);
/* What game.json names: SHA-256 over each path with its NUL, the length as
 * be64, and the content, in path order. */
int sp_record_files_hash(const struct sp_files *files, char hex[SP_SHA256_TEXT],
	struct sp_error *e) SP_MUST_CHECK;
int sp_record_files_ruleset(const struct sp_files *files,
	struct sp_ruleset **out, struct sp_error *e) SP_MUST_CHECK;
/* The same with every problem. */
int sp_record_files_check(const struct sp_files *files, struct sp_ruleset **out,
	struct sp_problems *problems) SP_MUST_CHECK;
/* Every card as if its tests were there; the copy that games keep says so. */
void sp_record_files_make_ready(
	struct sp_files *files, const struct sp_ruleset *r);
/* A card by id, name or any unambiguous part of it. */
int sp_record_files_find_card(const struct sp_ruleset *r, const char *name,
	int *type, struct sp_error *e) SP_MUST_CHECK;

#endif
