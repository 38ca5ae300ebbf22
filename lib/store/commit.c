#include "store/store_private.h"

#include <assert.h>

/* Names in a tree are our own: whatever else comes here is a wrong ruleset. */
static bool is_name(const char *s, size_t n)
{
	if (n == 0 || s[0] == '.')
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!sp_is_alnum((unsigned char)s[i]) && s[i] != '-' &&
			s[i] != '_' && s[i] != '.')
			return false;
	}
	return true;
}

static int check_path(const char *path, struct sp_error *e)
{
	const char *part = path;

	for (;;) {
		size_t n = strcspn(part, "/");

		if (!is_name(part, n))
			return sp_error_set(e, SP_EINVAL,
				"\"%.100s\" cannot be a file in a game: names "
				"are letters, digits, '-', '_' and '.', and do "
				"not begin with a dot",
				path);
		if (part[n] == '\0')
			return SP_OK;
		part += n + 1;
	}
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

/* A folder of the parent's that is missing is a loss; a file that was to be
 * removed and is not there is the caller's mistake. */
static int tree_failed(
	const struct sp_store_game *game, int rc, struct sp_error *e)
{
	const git_error *last = git_error_last();
	int code = store_system_failed() ? SP_ESYS
		   : rc == GIT_ENOTFOUND && last != NULL &&
				   last->klass != GIT_ERROR_ODB
			   ? SP_ENOTFOUND
			   : SP_ECORRUPT;

	if (code != SP_ENOTFOUND)
		(void)store_note(game, code);
	return store_fail(e, code, "game %s: cannot make the files of a commit",
		game->gid);
}

/* The parent's tree with the changes of the spec. */
static int make_tree(git_oid *out, struct sp_store_game *game,
	const struct sp_commit_spec *spec, const git_commit *parent,
	struct sp_error *e)
{
	size_t n = spec->n_files + spec->n_removed;
	git_tree_update *updates = sp_xcalloc(n + 1, sizeof(*updates));
	git_tree *base = NULL;
	int code = SP_OK;
	int rc = 0;

	for (size_t i = 0; code == SP_OK && i < n; i++) {
		bool removed = i >= spec->n_files;
		git_tree_update *u = &updates[i];

		u->path = removed ? spec->removed[i - spec->n_files]
				  : spec->files[i].path;
		u->action = removed ? GIT_TREE_UPDATE_REMOVE
				    : GIT_TREE_UPDATE_UPSERT;
		u->filemode = GIT_FILEMODE_BLOB;
		code = check_path(u->path, e);
		if (code == SP_OK && !removed)
			rc = store_stage_put(game, GIT_OBJECT_BLOB,
				spec->files[i].data, spec->files[i].len,
				last_part(u->path), &u->id);
		if (rc != 0)
			break;
	}
	if (code == SP_OK && rc == 0 && parent != NULL)
		rc = git_commit_tree(&base, parent);
	if (code == SP_OK && rc == 0)
		rc = git_tree_create_updated(out, game->repo, base, n, updates);
	if (code == SP_OK && rc != 0)
		code = tree_failed(game, rc, e);
	git_tree_free(base);
	sp_free(updates);
	return code;
}

static void add_person(struct sp_buf *out, const char *role, const char *name,
	const char *email, int64_t when)
{
	sp_buf_addf(out, "%s %s <%s> %lld +0000\n", role, name, email,
		(long long)when);
}

void sp_store_commit_text(struct sp_buf *out, const char *gid,
	const struct sp_commit_spec *spec, const struct sp_oid *tree)
{
	char *judge = sp_xasprintf("judge@%s.invalid", gid);
	bool own = spec->author_name != NULL;

	assert(own == (spec->author_email != NULL));
	sp_buf_addf(out, "tree %s\n", tree->hex);
	if (!sp_store_oid_is_none(&spec->parent))
		sp_buf_addf(out, "parent %s\n", spec->parent.hex);
	add_person(out, "author", own ? spec->author_name : "Judge",
		own ? spec->author_email : judge, spec->when);
	add_person(out, "committer", "Judge", judge, spec->when);
	sp_buf_addf(out, "\n%s", spec->message);
	sp_free(judge);
}

/* Put the header gpgsig behind the others, as git does: a line of the armour is
 * a line of the header, those after the first behind a space. */
static int sign_text(struct sp_buf *text, const struct sp_commit_spec *spec,
	struct sp_error *e)
{
	struct sp_buf armour, out;
	struct sp_cursor c;
	const char *line, *between = "gpgsig";
	size_t head, n;
	int code;

	sp_buf_init(&armour, SIZE_MAX);
	sp_buf_init(&out, SIZE_MAX);
	code = spec->sign(
		&armour, text->data, text->len, spec->sign_payload, e);
	if (code != SP_OK)
		goto out;
	head = (size_t)(strstr(text->data, "\n\n") + 1 - text->data);
	sp_buf_add(&out, text->data, head);
	sp_cursor_init(&c, sp_buf_str(&armour), armour.len);
	while (sp_cursor_line(&c, &line, &n)) {
		sp_buf_addf(&out, "%s %.*s\n", between, (int)n, line);
		between = "";
	}
	sp_buf_add(&out, text->data + head, text->len - head);
	sp_buf_free(text);
	*text = out;
	sp_buf_init(&out, SIZE_MAX);
out:
	sp_buf_free(&armour);
	sp_buf_free(&out);
	return code;
}

int sp_store_commit(struct sp_store_game *game,
	const struct sp_commit_spec *spec, struct sp_oid *out,
	struct sp_error *e)
{
	git_commit *parent = NULL;
	struct sp_oid tree;
	struct sp_buf text;
	git_oid id;
	int code = SP_OK;

	/* names and addresses are ours; git would leave such characters out */
	assert(game->store != NULL);
	assert(spec->author_name == NULL ||
		(strpbrk(spec->author_name, "<>\n") == NULL &&
			strpbrk(spec->author_email, "<>\n") == NULL));
	out->hex[0] = '\0';
	sp_buf_init(&text, SIZE_MAX);
	if (!sp_store_oid_is_none(&spec->parent))
		code = store_lookup(&parent, game, &spec->parent, e);
	if (code == SP_OK)
		code = make_tree(&id, game, spec, parent, e);
	if (code != SP_OK)
		goto out;
	store_oid(&tree, &id);
	sp_store_commit_text(&text, game->gid, spec, &tree);
	if (spec->sign != NULL)
		code = sign_text(&text, spec, e);
	if (code != SP_OK)
		goto out;
	if (store_stage_put(
		    game, GIT_OBJECT_COMMIT, text.data, text.len, "", &id) != 0)
		code = store_note(game,
			store_fail(e, SP_ESYS, "game %s: cannot make a commit",
				game->gid));
	else
		store_oid(out, &id);
out:
	sp_buf_free(&text);
	git_commit_free(parent);
	return code;
}
