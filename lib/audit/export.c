/* A game as one file for others: a bundle of its repository. */
#include "audit/audit.h"

#include "record/history.h"

#include <sys/stat.h>

struct exported {
	struct sp_oid tip;
	long long seq; /* of the tip */
	size_t tags;
	int64_t bytes;
};

static int count_tag(
	const char *name, const struct sp_oid *target, void *payload)
{
	struct exported *x = payload;

	(void)name;
	x->tags += !sp_store_oid_is_none(target);
	return 0;
}

/* What is in the file: the game may have gone on while it was written. */
static int look(struct exported *x, const char *file, struct sp_error *e)
{
	struct sp_store_game *game = NULL;
	struct sp_commit_info info;
	struct sp_buf seq;
	struct stat st;
	int rc = sp_store_open_path(&game, file, e);

	sp_store_commit_info_init(&info);
	sp_buf_init(&seq, 32);
	if (rc == SP_OK)
		rc = sp_store_head(game, &x->tip, e);
	if (rc == SP_OK)
		rc = sp_store_info(game, &x->tip, &info, e);
	if (rc == SP_OK)
		rc = sp_store_tags(game, count_tag, x, e);
	if (rc == SP_OK &&
		(!sp_store_trailer(&seq, sp_buf_str(&info.message), "Seq") ||
			sp_parse_int(sp_buf_str(&seq), 0, INT64_MAX - 1,
				&x->seq) != SP_OK))
		rc = sp_error_set(e, SP_ECORRUPT,
			"commit %s has no Seq trailer", x->tip.hex);
	x->bytes = stat(file, &st) == 0 ? (int64_t)st.st_size : 0;
	sp_buf_free(&seq);
	sp_store_commit_info_clear(&info);
	sp_store_game_close(game);
	return rc;
}

/* A word of a command line, quoted where the shell would take it apart. */
static void add_word(struct sp_buf *out, const char *word)
{
	bool plain = word[0] != '\0' && word[0] != '-';

	for (const char *c = word; *c != '\0' && plain; c++)
		plain = sp_is_alnum((unsigned char)*c) ||
			strchr("._/+-", *c) != NULL;
	if (plain) {
		sp_buf_adds(out, word);
		return;
	}
	sp_buf_adds(out, word[0] == '-' ? "'./" : "'");
	for (const char *c = word; *c != '\0'; c++) {
		if (*c == '\'')
			sp_buf_adds(out, "'\\''");
		else
			sp_buf_addc(out, *c);
	}
	sp_buf_addc(out, '\'');
}

static void tell(const struct exported *x, const char *gid, const char *file,
	json_t **json, struct sp_buf *text)
{
	*json = json_object();
	sp_json_set_string(*json, "gid", gid);
	sp_json_set_string(*json, "file", file);
	sp_json_set_string(*json, "tip", x->tip.hex);
	sp_json_set_int(*json, "commits", x->seq + 1);
	sp_json_set_int(*json, "tags", (int64_t)x->tags);
	sp_json_set_int(*json, "bytes", x->bytes);
	sp_buf_addf(text,
		"%s has game %s up to commit %s: %lld commit%s, %zu tag%s, "
		"%lld bytes.\n"
		"Whoever has it checks it with\n"
		"  spellpost verify ",
		file, gid, x->tip.hex, x->seq + 1, x->seq == 0 ? "" : "s",
		x->tags, sp_plural(x->tags), (long long)x->bytes);
	add_word(text, file);
	sp_buf_adds(text, "\nand looks at it after\n  git clone ");
	add_word(text, file);
	sp_buf_addf(text, " %s\n", gid);
}

int sp_audit_export(const char *repository, const char *file, bool replace,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_store_game *repo = NULL;
	struct exported x = { .tags = 0 };
	struct sp_setup setup;
	struct sp_oid head;
	int rc = sp_store_open_path(&repo, repository, e);

	if (rc == SP_OK)
		rc = sp_store_head(repo, &head, e);
	if (rc == SP_OK)
		rc = sp_record_history_setup(repo, &head, &setup, e);
	if (rc == SP_OK)
		rc = sp_store_bundle(repo, file, replace, e);
	if (rc == SP_EEXISTS) {
		sp_error_clear(e);
		(void)sp_error_remedy(e, sp_error_set(e, rc, "%s exists", file),
			"--force replaces it");
	}
	if (rc == SP_OK)
		rc = look(&x, file, e);
	if (rc == SP_OK)
		tell(&x, setup.gid, file, json, text);
	sp_store_game_close(repo);
	return rc;
}
