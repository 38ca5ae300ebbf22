#include "store/store_private.h"

#define DEPTH_MAX  16         /* folders in folders */
#define OBJECT_MAX (16 << 20) /* bytes of a commit or folder: of ours, few */
#define WALK_MAX   10000      /* files and folders in one: of ours, 100 */

static int unreadable(const struct sp_store_game *game, struct sp_error *e,
	const char *commit, const char *what)
{
	if (store_system_failed())
		return store_note(game,
			store_fail(e, SP_ESYS,
				"game %s: cannot read %s%sof commit %.12s",
				game->gid, what, what[0] != '\0' ? " " : "",
				commit));
	(void)store_note(game, SP_ECORRUPT);
	return store_lost(game, e,
		store_fail(e, SP_ECORRUPT,
			"game %s: %s%sof commit %.12s does not read", game->gid,
			what, what[0] != '\0' ? " " : "record ", commit));
}

static int no_such_commit(const struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e)
{
	return sp_error_set(e, SP_ENOTFOUND, "game %s has no commit %s",
		game->gid, id->hex);
}

int store_lookup(git_commit **out, struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e)
{
	git_oid oid;
	int rc;

	store_git_oid(&oid, id);
	rc = git_commit_lookup(out, game->repo, &oid);
	if (rc == 0)
		return SP_OK;
	if (rc == GIT_ENOTFOUND)
		return no_such_commit(game, id, e);
	return unreadable(game, e, id->hex, "");
}

/* A commit that history names: where it is missing, something was lost. */
static int lookup_known(git_commit **out, struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int code = store_lookup(out, game, id, &why);

	if (code == SP_OK)
		return SP_OK;
	if (code == SP_ESYS)
		return sp_error_copy(e, code, &why);
	(void)store_note(game, SP_ECORRUPT);
	return store_lost(game, e,
		sp_error_set(e, SP_ECORRUPT,
			"game %s: commit %s is missing or does not read",
			game->gid, id->hex));
}

/* Whether an object has at most so many bytes, before it is unpacked: of a
 * small file of anybody's that may take all memory. One that is not there, or
 * damaged, is not too large. */
static bool is_small(struct sp_store_game *game, const git_oid *id, size_t most)
{
	git_odb *odb = NULL;
	git_object_t type;
	size_t len = 0;

	if (git_repository_odb(&odb, game->repo) != 0 ||
		git_odb_read_header(&len, &type, odb, id) != 0) {
		git_error_clear();
		len = 0;
	}
	git_odb_free(odb);
	return len <= most;
}

static int too_long(const struct sp_store_game *game, const char *path,
	const struct sp_oid *commit, struct sp_error *e)
{
	return sp_error_set(e, SP_ELIMIT,
		"game %s: %s of commit %.12s is longer than expected",
		game->gid, path, commit->hex);
}

static int lookup_tree(git_tree **out, struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e)
{
	git_commit *commit;
	git_oid oid;
	int code = SP_OK;

	store_git_oid(&oid, id);
	if (!is_small(game, &oid, OBJECT_MAX))
		return too_long(game, "the text", id, e);
	code = store_lookup(&commit, game, id, e);
	if (code != SP_OK)
		return code;
	if (!is_small(game, git_commit_tree_id(commit), OBJECT_MAX))
		code = too_long(game, "the list of files", id, e);
	else if (git_commit_tree(out, commit) != 0)
		code = unreadable(game, e, id->hex, "the list of files");
	git_commit_free(commit);
	return code;
}

static int no_such_file(const struct sp_store_game *game,
	const struct sp_oid *commit, const char *path, struct sp_error *e)
{
	return sp_error_set(e, SP_ENOTFOUND,
		"game %s: there is no %s in commit %.12s", game->gid, path,
		commit->hex);
}

int sp_store_read(struct sp_store_game *game, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e)
{
	git_tree *tree = NULL;
	git_tree_entry *entry = NULL;
	git_blob *blob = NULL;
	int code = lookup_tree(&tree, game, commit, e);
	int rc;

	if (code != SP_OK)
		return code;
	rc = git_tree_entry_bypath(&entry, tree, path);
	if (rc == GIT_ENOTFOUND ||
		(rc == 0 && git_tree_entry_type(entry) != GIT_OBJECT_BLOB)) {
		/* Missing is a name in a tree, or the tree of a folder. */
		const git_error *last = git_error_last();

		code = rc != 0 && last != NULL && last->klass == GIT_ERROR_ODB
			       ? unreadable(game, e, commit->hex, path)
			       : no_such_file(game, commit, path, e);
		goto out;
	}
	if (rc == 0 && !is_small(game, git_tree_entry_id(entry),
			       out->max - out->len)) {
		code = too_long(game, path, commit, e);
		goto out;
	}
	if (rc != 0 || git_blob_lookup(&blob, game->repo,
			       git_tree_entry_id(entry)) != 0)
		code = unreadable(game, e, commit->hex, path);
	else
		sp_buf_add(out, git_blob_rawcontent(blob),
			(size_t)git_blob_rawsize(blob));
out:
	git_blob_free(blob);
	git_tree_entry_free(entry);
	git_tree_free(tree);
	return code;
}

int sp_store_find(struct sp_store_game *game, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int code = sp_store_read(game, commit, path, out, &why);

	return code == SP_OK || code == SP_ENOTFOUND
		       ? code
		       : sp_error_copy(e, code, &why);
}

/* ---- folders ---- */

struct walk {
	int (*each)(const char *path, void *payload);
	void *payload;
	const char *folder;
	struct sp_store_game *game;
	size_t seen;
	bool deep; /* it goes deeper, or is larger, than any of ours */
	int code;
};

static int walk_entry(
	const char *root, const git_tree_entry *entry, void *payload)
{
	struct walk *w = payload;
	char *path;
	int depth = 0;

	/* libgit2 goes on by recursion, and the tree may be anybody's: a few
	 * folders that hold each other many times over have no end */
	for (const char *at = root; *at != '\0'; at++)
		depth += *at == '/';
	if (depth > DEPTH_MAX || ++w->seen > WALK_MAX ||
		!is_small(w->game, git_tree_entry_id(entry), OBJECT_MAX)) {
		w->deep = true;
		return -1;
	}
	if (git_tree_entry_type(entry) != GIT_OBJECT_BLOB)
		return 0;
	path = sp_xasprintf("%s%s%s%s", w->folder,
		w->folder[0] != '\0' ? "/" : "", root,
		git_tree_entry_name(entry));
	w->code = w->each(path, w->payload);
	sp_free(path);
	return w->code < 0 ? -1 : 0;
}

int sp_store_list_files(struct sp_store_game *game, const struct sp_oid *commit,
	const char *folder, int (*each)(const char *path, void *payload),
	void *payload, struct sp_error *e)
{
	struct walk w = { each, payload, folder, game, 0, false, SP_OK };
	git_tree *tree = NULL;
	git_tree *sub = NULL;
	git_tree_entry *entry = NULL;
	int code = lookup_tree(&tree, game, commit, e);
	int rc = 0;

	if (code != SP_OK)
		return code;
	if (folder[0] != '\0') {
		rc = git_tree_entry_bypath(&entry, tree, folder);
		if (rc == GIT_ENOTFOUND ||
			(rc == 0 && git_tree_entry_type(entry) !=
					    GIT_OBJECT_TREE)) {
			code = no_such_file(game, commit, folder, e);
			goto out;
		}
		if (rc == 0 &&
			!is_small(game, git_tree_entry_id(entry), OBJECT_MAX)) {
			code = too_long(game, folder, commit, e);
			goto out;
		}
		if (rc == 0)
			rc = git_tree_lookup(
				&sub, game->repo, git_tree_entry_id(entry));
	}
	if (rc == 0)
		rc = git_tree_walk(sub != NULL ? sub : tree, GIT_TREEWALK_PRE,
			walk_entry, &w);
	if (w.code < 0)
		code = w.code;
	else if (w.deep)
		code = sp_error_set(e, SP_ECORRUPT,
			"game %s: commit %.12s has folders more than %d deep, "
			"more than %d of them, or files of more than %d MiB, "
			"as no game of ours",
			game->gid, commit->hex, DEPTH_MAX, WALK_MAX,
			OBJECT_MAX >> 20);
	else if (rc != 0)
		code = unreadable(game, e, commit->hex, "the list of files");
out:
	git_tree_entry_free(entry);
	git_tree_free(sub);
	git_tree_free(tree);
	return code;
}

int sp_store_top(struct sp_store_game *game, const struct sp_oid *commit,
	int (*each)(const char *name, unsigned mode, const struct sp_oid *id,
		void *payload),
	void *payload, struct sp_error *e)
{
	git_tree *tree = NULL;
	int code = lookup_tree(&tree, game, commit, e);

	if (code != SP_OK)
		return code;
	for (size_t i = 0; code >= 0 && i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		struct sp_oid id;

		store_oid(&id, git_tree_entry_id(entry));
		code = each(git_tree_entry_name(entry),
			(unsigned)git_tree_entry_filemode_raw(entry), &id,
			payload);
	}
	git_tree_free(tree);
	return code < 0 ? code : SP_OK;
}

/* ---- commits ---- */

/* The end of the header line at `at` with the lines that carry it on, which
 * begin with a space; `end` bounds the headers. */
static const char *header_end(const char *at, const char *end)
{
	do {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at != NULL ? at + 1 : end;
	} while (at < end && *at == ' ');
	return at;
}

/* Take the header gpgsig out of a commit's object, which is the last one: where
 * it stood elsewhere the same signature would do for another id. */
static void split_signature(const char *object, size_t len, struct sp_buf *text,
	struct sp_buf *signature)
{
	static const char name[] = "gpgsig ";
	const size_t n = sizeof(name) - 1;
	const char *end = object + len, *at = object, *next = object;

	/* an empty line ends the headers */
	while (at < end && *at != '\n') {
		next = header_end(at, end);
		if (next < end && *next == '\n' && (size_t)(next - at) >= n &&
			memcmp(at, name, n) == 0)
			break;
		at = next;
	}
	if (at >= end || *at == '\n') {
		sp_buf_add(text, object, len);
		return;
	}
	sp_buf_add(text, object, (size_t)(at - object));
	sp_buf_add(text, next, (size_t)(end - next));
	for (at += n; at < next; at++) {
		sp_buf_addc(signature, *at);
		if (*at == '\n' && at + 1 < next)
			at++; /* the space before a further line */
	}
}

int sp_store_raw(struct sp_store_game *game, const struct sp_oid *commit,
	struct sp_buf *text, struct sp_buf *signature, struct sp_error *e)
{
	git_odb_object *object = NULL;
	git_odb *odb = NULL;
	git_oid id;
	int code = SP_OK;
	int rc;

	store_git_oid(&id, commit);
	if (!is_small(game, &id, text->max - text->len))
		return too_long(game, "the text", commit, e);
	rc = git_repository_odb(&odb, game->repo);
	if (rc == 0)
		rc = git_odb_read(&object, odb, &id);
	if (rc == GIT_ENOTFOUND ||
		(rc == 0 && git_odb_object_type(object) != GIT_OBJECT_COMMIT))
		code = no_such_commit(game, commit, e);
	else if (rc != 0)
		code = unreadable(game, e, commit->hex, "");
	else
		split_signature(git_odb_object_data(object),
			git_odb_object_size(object), text, signature);
	if (code == SP_OK && (text->overflow || signature->overflow))
		code = sp_error_set(e, SP_ELIMIT,
			"game %s: commit %.12s is longer than expected",
			game->gid, commit->hex);
	git_odb_object_free(object);
	git_odb_free(odb);
	return code;
}

void sp_store_commit_info_init(struct sp_commit_info *info)
{
	memset(info, 0, sizeof(*info));
	sp_buf_init(&info->message, SIZE_MAX);
}

void sp_store_commit_info_clear(struct sp_commit_info *info)
{
	sp_buf_free(&info->message);
	sp_store_commit_info_init(info);
}

/* A name that is too long is not ours; it is cut, not refused. */
static void copy_cut(char *dst, size_t size, const char *src)
{
	if (!sp_copyn(dst, size, src, strnlen(src, size - 1)))
		dst[0] = '\0';
}

static void fill_info(struct sp_commit_info *out, const git_commit *commit)
{
	const git_signature *author = git_commit_author(commit);
	const git_oid *parent = git_commit_parent_id(commit, 0);

	store_oid(&out->id, git_commit_id(commit));
	out->parent.hex[0] = '\0';
	if (parent != NULL)
		store_oid(&out->parent, parent);
	copy_cut(out->author_name, sizeof(out->author_name), author->name);
	copy_cut(out->author_email, sizeof(out->author_email), author->email);
	out->when = git_commit_time(commit);
	sp_buf_clear(&out->message);
	sp_buf_adds(&out->message, git_commit_message_raw(commit));
}

int sp_store_info(struct sp_store_game *game, const struct sp_oid *commit,
	struct sp_commit_info *out, struct sp_error *e)
{
	git_commit *c;
	int code = store_lookup(&c, game, commit, e);

	if (code != SP_OK)
		return code;
	fill_info(out, c);
	git_commit_free(c);
	return SP_OK;
}

int sp_store_log(struct sp_store_game *game, const struct sp_oid *from,
	int (*each)(const struct sp_commit_info *info, void *payload),
	void *payload, struct sp_error *e)
{
	struct sp_commit_info info;
	struct sp_oid at = *from;
	git_commit *c;
	int code;

	sp_store_commit_info_init(&info);
	code = store_lookup(&c, game, &at, e);
	while (code == SP_OK) {
		fill_info(&info, c);
		git_commit_free(c);
		code = each(&info, payload);
		at = info.parent;
		if (code != SP_OK || sp_store_oid_is_none(&at))
			break;
		code = lookup_known(&c, game, &at, e);
	}
	sp_store_commit_info_clear(&info);
	return code < 0 ? code : SP_OK;
}

int sp_store_is_ancestor(struct sp_store_game *game,
	const struct sp_oid *ancestor, const struct sp_oid *commit, bool *yes,
	struct sp_error *e)
{
	struct sp_oid at = *commit;
	bool first = true;

	*yes = false;
	while (!sp_store_oid_equal(&at, ancestor)) {
		const git_oid *parent;
		git_commit *c;
		int code = first ? store_lookup(&c, game, &at, e)
				 : lookup_known(&c, game, &at, e);

		if (code != SP_OK)
			return code;
		parent = git_commit_parent_id(c, 0);
		if (parent != NULL)
			store_oid(&at, parent);
		git_commit_free(c);
		if (parent == NULL)
			return SP_OK;
		first = false;
	}
	*yes = true;
	return SP_OK;
}

/* ---- the tip ---- */

static int check_files(struct sp_store_game *game, const struct sp_oid *head,
	git_tree *tree, struct sp_error *e)
{
	if (git_tree_entry_byname(tree, "game.json") == NULL)
		return sp_error_set(e, SP_ECORRUPT,
			"game %s: commit %.12s has no game.json, so it is no "
			"game of ours",
			game->gid, head->hex);
	for (size_t i = 0; i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		git_object *object;

		if (git_tree_entry_to_object(&object, game->repo, entry) != 0)
			return unreadable(
				game, e, head->hex, git_tree_entry_name(entry));
		git_object_free(object);
	}
	return SP_OK;
}

int sp_store_check_tip(struct sp_store_game *game, struct sp_error *e)
{
	struct sp_oid head;
	git_commit *commit;
	git_tree *tree = NULL;
	int code = sp_store_head(game, &head, e);

	if (code == SP_OK)
		code = lookup_known(&commit, game, &head, e);
	if (code != SP_OK)
		return code;
	if (git_commit_tree(&tree, commit) != 0) {
		code = unreadable(game, e, head.hex, "the list of files");
	} else {
		code = check_files(game, &head, tree, e);
		git_tree_free(tree);
	}
	git_commit_free(commit);
	return code;
}
