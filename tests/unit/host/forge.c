#include "forge.h"

#include "fixtures.h"
#include "host_tests.h"
#include "unit.h"

#define TEXT_MAX (1u << 24)

static void git_ok(int rc)
{
	if (rc != 0)
		printf("\n  libgit2: %s\n", git_error_last()->message);
	EQUAL_INT_FATAL(rc, 0);
}

/* ---- the history that was -------------------------------------------------
 */

static void read_ids(struct forge *f)
{
	git_commit *commit, *parent;
	git_oid at;
	size_t cap = 4096;

	f->id = sp_xcalloc(cap, sizeof(*f->id));
	git_ok(git_reference_name_to_id(&at, f->repo, "refs/heads/main"));
	git_ok(git_commit_lookup(&commit, f->repo, &at));
	for (;;) {
		CU_ASSERT_FATAL(f->n < cap);
		f->id[f->n++] = *git_commit_id(commit);
		bool more = git_commit_parentcount(commit) > 0;
		if (more)
			git_ok(git_commit_parent(&parent, commit, 0));
		git_commit_free(commit);
		if (!more)
			break;
		commit = parent;
	}
	for (size_t i = 0; i < f->n / 2; i++) {
		git_oid swap = f->id[i];
		f->id[i] = f->id[f->n - 1 - i];
		f->id[f->n - 1 - i] = swap;
	}
}

static void set_main(struct forge *f, const git_oid *id)
{
	git_reference *ref = NULL;

	git_ok(git_reference_create(
		&ref, f->repo, "refs/heads/main", id, 1, NULL));
	git_reference_free(ref);
}

void forge_undo(struct forge *f)
{
	set_main(f, &f->id[f->n - 1]);
}

bool forge_is_undone(struct forge *f)
{
	git_oid at;

	git_ok(git_reference_name_to_id(&at, f->repo, "refs/heads/main"));
	return git_oid_equal(&at, &f->id[f->n - 1]) != 0;
}

/* ---- one commit in parts ---------------------------------------------------
 */

static void take_header(struct forged *c, const char *line, size_t n)
{
	if (sp_starts(line, "author "))
		CU_ASSERT_FATAL(sp_copyn(
			c->author, sizeof(c->author), line + 7, n - 7));
	if (sp_starts(line, "committer "))
		CU_ASSERT_FATAL(sp_copyn(
			c->committer, sizeof(c->committer), line + 10, n - 10));
	if (sp_starts(line, "gpgsig "))
		sp_buf_addf(&c->signature, "%.*s\n", (int)(n - 7), line + 7);
	if (line[0] == ' ')
		sp_buf_addf(&c->signature, "%.*s\n", (int)(n - 1), line + 1);
}

static void take_text(struct forge *f, struct forged *c)
{
	git_odb_object *object;
	struct sp_cursor cursor;
	const char *line;
	size_t n;

	git_ok(git_odb_read(&object, f->odb, &f->id[c->index]));
	char *text = sp_xstrndup(
		git_odb_object_data(object), git_odb_object_size(object));
	sp_cursor_init(&cursor, text, strlen(text));
	while (sp_cursor_line(&cursor, &line, &n) && n > 0)
		take_header(c, line, n);
	c->message = sp_xstrdup(cursor.at);
	sp_free(text);
	git_odb_object_free(object);
}

void forge_files(struct forge *f, struct forged *c)
{
	git_commit *commit;
	git_tree *tree;

	git_ok(git_commit_lookup(&commit, f->repo, &f->id[c->index]));
	git_ok(git_commit_tree(&tree, commit));
	for (size_t i = 0; i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *e = git_tree_entry_byindex(tree, i);
		struct forge_entry *entry = &c->entry[c->n_entries++];
		sp_format(entry->name, sizeof(entry->name), "%s",
			git_tree_entry_name(e));
		entry->mode = (unsigned)git_tree_entry_filemode_raw(e);
		entry->id = *git_tree_entry_id(e);
	}
	git_tree_free(tree);
	git_commit_free(commit);
}

static struct forge_entry *entry_of(struct forged *c, const char *name)
{
	for (size_t i = 0; i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, name))
			return &c->entry[i];
	return NULL;
}

static char *blob(struct forge *f, const git_oid *id, size_t *len)
{
	git_odb_object *object;

	git_ok(git_odb_read(&object, f->odb, id));
	*len = git_odb_object_size(object);
	char *text = sp_xmalloc(*len + 1);
	memcpy(text, git_odb_object_data(object), *len);
	text[*len] = '\0';
	git_odb_object_free(object);
	return text;
}

char *forge_file(struct forge *f, const struct forged *commit, const char *name)
{
	size_t len;

	for (size_t i = 0; i < commit->n_entries; i++)
		if (sp_streq(commit->entry[i].name, name))
			return blob(f, &commit->entry[i].id, &len);
	CU_FAIL_FATAL("no such file");
	return NULL;
}

void forge_put(struct forge *f, struct forged *commit, const char *name,
	const char *text)
{
	struct forge_entry *entry = entry_of(commit, name);

	if (entry == NULL) {
		CU_ASSERT_FATAL(commit->n_entries < FORGE_ENTRIES);
		entry = &commit->entry[commit->n_entries++];
		sp_format(entry->name, sizeof(entry->name), "%s", name);
		entry->mode = 0100644;
	}
	git_ok(git_odb_write(
		&entry->id, f->odb, text, strlen(text), GIT_OBJECT_BLOB));
}

void forge_reword(char **where, const char *from, const char *to)
{
	char *at = strstr(*where, from);

	if (at == NULL)
		printf("\n  no \"%s\" in: %.3000s\n", from, *where);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	char *out = sp_xasprintf(
		"%.*s%s%s", (int)(at - *where), *where, to, at + strlen(from));
	sp_free(*where);
	*where = out;
}

void forge_replace(struct forge *f, struct forged *commit, const char *name,
	const char *from, const char *to)
{
	char *text = forge_file(f, commit, name);

	forge_reword(&text, from, to);
	forge_put(f, commit, name, text);
	sp_free(text);
}

struct rule_flip {
	uint64_t at;
	unsigned bit;
};

static void flip_bit(char *text, uint64_t at, unsigned bit)
{
	size_t len = strlen(text);

	if (len == 0)
		return;
	text[at % len] ^= (char)(1 << bit % 7);
	if (text[at % len] == '\0')
		text[at % len] = ' ';
}

static void edit_rule(struct forge *f, struct forged *commit, const char *path,
	const char *from, const char *to, const struct rule_flip *flip)
{
	struct forge_entry *entry = entry_of(commit, "ruleset");
	git_tree_update update = { GIT_TREE_UPDATE_UPSERT, { { 0 } },
		GIT_FILEMODE_BLOB, path };
	git_tree_entry *file;
	git_tree *tree;
	size_t len;

	git_ok(git_tree_lookup(&tree, f->repo, &entry->id));
	git_ok(git_tree_entry_bypath(&file, tree, path));
	char *text = blob(f, git_tree_entry_id(file), &len);
	if (flip != NULL)
		flip_bit(text, flip->at, flip->bit);
	else if (from != NULL)
		forge_reword(&text, from, to);
	git_ok(git_odb_write(
		&update.id, f->odb, text, strlen(text), GIT_OBJECT_BLOB));
	git_ok(git_tree_create_updated(&entry->id, f->repo, tree, 1, &update));
	sp_free(text);
	git_tree_entry_free(file);
	git_tree_free(tree);
}

void forge_flip_rule(struct forge *f, struct forged *commit, const char *path,
	uint64_t at, unsigned bit)
{
	struct rule_flip flip = { at, bit };

	edit_rule(f, commit, path, NULL, NULL, &flip);
}

void forge_put_rule(struct forge *f, struct forged *commit, const char *path,
	const char *from, const char *to)
{
	edit_rule(f, commit, path, from, to, NULL);
}

static bool set_trailer(
	struct forged *commit, const char *key, const char *value)
{
	char *start = sp_xasprintf("\n%s: ", key);
	char *at = strstr(commit->message, start);

	if (at == NULL) {
		sp_free(start);
		return false;
	}
	at += strlen(start);
	char *out = sp_xasprintf("%.*s%s%s", (int)(at - commit->message),
		commit->message, value, at + strcspn(at, "\n"));
	sp_free(commit->message);
	commit->message = out;
	sp_free(start);
	return true;
}

void forge_trailer(struct forged *commit, const char *key, const char *value)
{
	CU_ASSERT_TRUE_FATAL(set_trailer(commit, key, value));
}

size_t forge_find(struct forge *f, size_t from, const char *words)
{
	for (size_t i = from; i < f->n; i++) {
		git_commit *commit;
		git_ok(git_commit_lookup(&commit, f->repo, &f->id[i]));
		bool found =
			strstr(git_commit_message_raw(commit), words) != NULL;
		git_commit_free(commit);
		if (found)
			return i;
	}
	printf("\n  no commit with \"%s\"\n", words);
	CU_FAIL_FATAL("no such commit");
	return 0;
}

/* ---- boxes -----------------------------------------------------------------
 */

static void open_secret(struct forge *f, struct forged *c)
{
	struct sp_box box;
	size_t len;

	if (!f->secrets.keyed || entry_of(c, "sealed.json") == NULL)
		return;
	char *text = forge_file(f, c, "sealed.json");
	EQUAL_INT_FATAL(
		sp_seal_box_parse(&box, text, strlen(text), NULL), SP_OK);
	EQUAL_INT_FATAL(sp_seal_unbox(&c->secret, &len, &box, &f->secrets,
				c->index, NULL),
		SP_OK);
	c->box = box.size;
	sp_seal_box_clear(&box);
	sp_free(text);
}

/* Box, State and Seq for the place that it has now. */
static void reseal(struct forge *f, struct forged *c, size_t at)
{
	char tag[SP_SHA256_TEXT], seq[24], parent[SP_OID_TEXT];
	uint8_t sum[SP_KEY_BYTES];
	struct sp_box box;
	struct sp_buf file;

	sp_format(seq, sizeof(seq), "%zu", at);
	(void)set_trailer(c, "Seq", seq);
	if (c->secret == NULL)
		return;
	while (c->box < strlen(c->secret))
		c->box *= 2;
	EQUAL_INT_FATAL(sp_seal_box(&box, &f->secrets, at, c->secret,
				strlen(c->secret), c->box, NULL),
		SP_OK);
	sp_buf_init(&file, TEXT_MAX);
	sp_seal_box_format(&box, &file);
	forge_put(f, c, "sealed.json", sp_buf_str(&file));
	char *state = forge_file(f, c, "state.json");
	struct sp_bytes bytes = { state, strlen(state) };
	EQUAL_INT_FATAL(sp_seal_digest(sum, &bytes, 1, NULL), SP_OK);
	(void)git_oid_tostr(parent, sizeof(parent), &c->parent[0]);
	EQUAL_INT_FATAL(
		sp_seal_state_tag(tag, &f->secrets, &box, parent, sum, NULL),
		SP_OK);
	(void)set_trailer(c, "State", tag);
	sp_free(state);
	sp_buf_free(&file);
	sp_seal_box_clear(&box);
}

/* ---- writing ---------------------------------------------------------------
 */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct forge_entry *)a)->name,
		((const struct forge_entry *)b)->name);
}

static void write_tree(struct forge *f, struct forged *c, git_oid *out)
{
	struct sp_buf text;

	qsort(c->entry, c->n_entries, sizeof(c->entry[0]), by_name);
	sp_buf_init(&text, TEXT_MAX);
	for (size_t i = 0; i < c->n_entries; i++) {
		sp_buf_addf(&text, "%o %s", c->entry[i].mode, c->entry[i].name);
		sp_buf_addc(&text, '\0');
		sp_buf_add(&text, c->entry[i].id.id, GIT_OID_RAWSZ);
	}
	git_ok(git_odb_write(
		out, f->odb, text.data, text.len, GIT_OBJECT_TREE));
	sp_buf_free(&text);
}

static void sign_again(
	struct forge *f, struct forged *c, const struct sp_buf *text)
{
	sp_buf_clear(&c->signature);
	EQUAL_INT_FATAL(sp_seal_sign(&c->signature,
				c->signer != NULL ? c->signer : f->signer,
				text->data, text->len, NULL),
		SP_OK);
}

static void add_signature(struct forged *c, struct sp_buf *out)
{
	const char *between = "gpgsig", *line;
	struct sp_cursor cursor;
	size_t n;

	sp_cursor_init(&cursor, sp_buf_str(&c->signature), c->signature.len);
	while (sp_cursor_line(&cursor, &line, &n)) {
		sp_buf_addf(out, "%s %.*s\n", between, (int)n, line);
		between = "";
	}
}

static void write_commit(
	struct forge *f, struct forged *c, bool sign, git_oid *out)
{
	char hex[SP_OID_TEXT];
	struct sp_buf text, whole;
	git_oid tree;

	write_tree(f, c, &tree);
	sp_buf_init(&text, TEXT_MAX);
	sp_buf_init(&whole, TEXT_MAX);
	sp_buf_addf(&text, "tree %s\n", git_oid_tostr(hex, sizeof(hex), &tree));
	for (size_t i = 0; i < c->n_parents; i++)
		sp_buf_addf(&text, "parent %s\n",
			git_oid_tostr(hex, sizeof(hex), &c->parent[i]));
	sp_buf_addf(&text, "author %s\ncommitter %s\n%s", c->author,
		c->committer, c->extra);
	size_t head = text.len;
	sp_buf_addf(&text, "\n%s", c->message);
	if (sign)
		sign_again(f, c, &text);
	sp_buf_add(&whole, text.data, head);
	add_signature(c, &whole);
	sp_buf_add(&whole, text.data + head, text.len - head);
	git_ok(git_odb_write(
		out, f->odb, whole.data, whole.len, GIT_OBJECT_COMMIT));
	sp_buf_free(&text);
	sp_buf_free(&whole);
}

static void clear(struct forged *c)
{
	sp_free(c->message);
	sp_free(c->secret);
	sp_buf_free(&c->signature);
}

void forge_write(struct forge *f, const size_t *order, size_t n, size_t from,
	forge_edit *edit, const void *payload, enum forging how)
{
	git_oid last = { { 0 } };
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		struct forged c = { .index = order != NULL ? order[i] : i };
		sp_buf_init(&c.signature, TEXT_MAX);
		take_text(f, &c);
		forge_files(f, &c);
		open_secret(f, &c);
		c.n_parents = at > 0;
		c.parent[0] = last;
		if (edit != NULL && c.index >= from)
			edit(f, &c, payload);
		if (!c.drop) {
			if (how == FORGE_RESEALED)
				reseal(f, &c, at);
			write_commit(f, &c, how != FORGE_AS_IS, &last);
			at++;
		}
		clear(&c);
	}
	set_main(f, &last);
}

/* ---- opening ---------------------------------------------------------------
 */

static void read_secrets(struct forge *f)
{
	struct forged tip = { .index = f->n - 1 };
	const char *luck[SP_SEATS_MAX];
	uint8_t secret[SP_KEY_BYTES];
	struct sp_setup setup;

	sp_buf_init(&tip.signature, TEXT_MAX);
	take_text(f, &tip);
	forge_files(f, &tip);
	char *game = forge_file(f, &tip, "game.json");
	EQUAL_INT_FATAL(
		sp_state_setup_decode(&setup, game, strlen(game), NULL), SP_OK);
	sp_format(f->gid, sizeof(f->gid), "%s", setup.gid);
	for (int s = 0; s < setup.n_seats; s++)
		luck[s] = setup.luck[s];
	if (entry_of(&tip, "reveal.json") != NULL) {
		char *text = forge_file(f, &tip, "reveal.json");
		char *hex = strstr(text, "\"secret\": \"") + 11;
		hex[64] = '\0';
		EQUAL_INT_FATAL(sp_unhex(secret, sizeof(secret), hex), SP_OK);
		EQUAL_INT_FATAL(sp_seal_open_revealed(
					&f->secrets, secret, setup.gid, NULL),
			SP_OK);
		EQUAL_INT_FATAL(sp_seal_derive(&f->secrets, luck,
					(size_t)setup.n_seats, NULL),
			SP_OK);
		sp_free(text);
	}
	sp_free(game);
	clear(&tip);
}

void forge_open(
	struct forge *f, const char *path, const uint8_t master[SP_KEY_BYTES])
{
	memset(f, 0, sizeof(*f));
	git_ok(git_libgit2_init() < 0);
	f->path = sp_xstrdup(path);
	git_ok(git_repository_open_bare(&f->repo, path));
	git_ok(git_repository_odb(&f->odb, f->repo));
	EQUAL_INT_FATAL(sp_seal_signer_open(&f->signer, master, NULL), SP_OK);
	read_ids(f);
	read_secrets(f);
}

void forge_close(struct forge *f)
{
	sp_seal_signer_close(f->signer);
	git_odb_free(f->odb);
	git_repository_free(f->repo);
	sp_free(f->id);
	sp_free(f->path);
	(void)git_libgit2_shutdown();
}
