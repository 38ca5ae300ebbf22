/*
 * The stage: objects that exist in memory only. The repository of a handle has
 * this as its one object backend; it reads from the stage first, then from the
 * disk, and writes to the stage. libgit2's own mempack cannot say what is new
 * in it, and dumps whole trees.
 */
#include "store/store_private.h"

#include <git2/sys/odb_backend.h>

/* No object of a game has so many bytes. */
#define FOREIGN_MAX ((size_t)16 << 20)

struct backend {
	git_odb_backend parent; /* first: libgit2 sees only this */
	struct sp_store_game *game;
};

static size_t first_slot(const struct sp_stage *stage, const git_oid *id)
{
	uint32_t h;

	/* An id is a hash already. */
	memcpy(&h, id->id, sizeof(h));
	return h & (stage->n_slots - 1);
}

static struct sp_staged *find(const struct sp_stage *stage, const git_oid *id)
{
	size_t mask = stage->n_slots - 1;

	if (stage->n == 0)
		return NULL;
	for (size_t i = first_slot(stage, id); stage->slots[i] != 0;
		i = (i + 1) & mask) {
		struct sp_staged *o = &stage->objects[stage->slots[i] - 1];

		if (git_oid_equal(&o->id, id))
			return o;
	}
	return NULL;
}

static void index_object(struct sp_stage *stage, size_t number)
{
	size_t i = first_slot(stage, &stage->objects[number].id);

	while (stage->slots[i] != 0)
		i = (i + 1) & (stage->n_slots - 1);
	stage->slots[i] = (uint32_t)number + 1;
}

static void grow(struct sp_stage *stage)
{
	stage->cap = stage->cap == 0 ? 32 : 2 * stage->cap;
	stage->objects = sp_xrealloc(
		stage->objects, stage->cap, sizeof(*stage->objects));
	sp_free(stage->slots);
	stage->n_slots = 2 * stage->cap;
	stage->slots = sp_xcalloc(stage->n_slots, sizeof(*stage->slots));
	for (size_t i = 0; i < stage->n; i++)
		index_object(stage, i);
}

static void add(struct sp_store_game *game, const git_oid *id,
	git_object_t type, const void *data, size_t len, const char *name)
{
	struct sp_stage *stage = &game->stage;
	struct sp_staged *o;

	sp_buf_free(&game->packed);
	if (stage->n == stage->cap)
		grow(stage);
	o = &stage->objects[stage->n];
	o->id = *id;
	o->type = type;
	o->data = sp_xmalloc(len);
	if (len > 0)
		memcpy(o->data, data, len);
	o->len = len;
	o->name = sp_xstrdup(name);
	index_object(stage, stage->n);
	stage->n++;
	if (type == GIT_OBJECT_COMMIT)
		stage->commits++;
}

void store_stage_clear(struct sp_stage *stage)
{
	for (size_t i = 0; i < stage->n; i++) {
		sp_free(stage->objects[i].data);
		sp_free(stage->objects[i].name);
	}
	sp_free(stage->objects);
	sp_free(stage->slots);
	memset(stage, 0, sizeof(*stage));
}

/* 1: the object is on the disk, and reads; 0: it is not, or is damaged, and is
 * to be written anew; negative: libgit2's status where the system does not let
 * us see. (A look inside is seldom: most objects that are made are new.) */
static int stored(struct sp_store_game *game, const git_oid *id)
{
	git_odb_object *object;
	int rc;

	if (!git_odb_exists_ext(game->disk, id, GIT_ODB_LOOKUP_NO_REFRESH))
		return 0;
	rc = git_odb_read(&object, game->disk, id);
	if (rc == 0)
		git_odb_object_free(object);
	else if (store_system_failed())
		return rc;
	git_error_clear();
	return rc == 0 ? 1 : 0;
}

int store_stage_put(struct sp_store_game *game, git_object_t type,
	const void *data, size_t len, const char *name, git_oid *out)
{
	int rc = git_odb_hash(out, data, len, type);

	if (rc != 0 || find(&game->stage, out) != NULL)
		return rc;
	rc = stored(game, out);
	if (rc == 0)
		add(game, out, type, data, len, name);
	return rc < 0 ? rc : 0;
}

bool store_stage_has(const struct sp_store_game *game, const git_oid *id)
{
	return find(&game->stage, id) != NULL;
}

/* ---- as a backend of libgit2 ---- */

static struct sp_store_game *game_of(git_odb_backend *b)
{
	return ((struct backend *)b)->game;
}

/* Of a repository that is not trusted: a small pack can hold an object that is
 * larger than the memory. */
static int check_size(git_odb *disk, const git_oid *id)
{
	git_object_t type;
	size_t len;
	int rc = git_odb_read_header(&len, &type, disk, id);

	if (rc == 0 && len > FOREIGN_MAX) {
		git_error_set_str(
			GIT_ERROR_ODB, "an object is larger than any of ours");
		rc = GIT_ERROR;
	}
	return rc;
}

static int stage_read(void **out, size_t *len, git_object_t *type,
	git_odb_backend *b, const git_oid *id)
{
	struct sp_store_game *game = game_of(b);
	const struct sp_staged *o = find(&game->stage, id);
	git_odb_object *object = NULL;
	const void *data;
	int rc;

	if (o != NULL) {
		data = o->data;
		*len = o->len;
		*type = o->type;
	} else {
		rc = game->store == NULL ? check_size(game->disk, id) : 0;
		if (rc == 0)
			rc = git_odb_read(&object, game->disk, id);
		if (rc < 0)
			return rc;
		data = git_odb_object_data(object);
		*len = git_odb_object_size(object);
		*type = git_odb_object_type(object);
	}
	/* libgit2 takes the text for terminated. */
	*out = git_odb_backend_data_alloc(b, *len + 1);
	if (*out != NULL) {
		if (*len > 0)
			memcpy(*out, data, *len);
		((char *)*out)[*len] = '\0';
	}
	git_odb_object_free(object);
	return *out == NULL ? -1 : 0;
}

static int stage_read_header(
	size_t *len, git_object_t *type, git_odb_backend *b, const git_oid *id)
{
	struct sp_store_game *game = game_of(b);
	const struct sp_staged *o = find(&game->stage, id);

	if (o == NULL)
		return git_odb_read_header(len, type, game->disk, id);
	*len = o->len;
	*type = o->type;
	return 0;
}

static int stage_exists(git_odb_backend *b, const git_oid *id)
{
	struct sp_store_game *game = game_of(b);

	return find(&game->stage, id) != NULL || git_odb_exists(game->disk, id);
}

/* Asked before a write, which is left out where this is 0. */
static int stage_freshen(git_odb_backend *b, const git_oid *id)
{
	struct sp_store_game *game = game_of(b);
	int rc = find(&game->stage, id) != NULL ? 1 : stored(game, id);

	return rc > 0 ? 0 : rc == 0 ? GIT_ENOTFOUND : rc;
}

static int stage_write(git_odb_backend *b, const git_oid *id, const void *data,
	size_t len, git_object_t type)
{
	add(game_of(b), id, type, data, len, "");
	return 0;
}

static void stage_free(git_odb_backend *b)
{
	sp_free(b);
}

int store_stage_attach(struct sp_store_game *game)
{
	struct backend *b = sp_xcalloc(1, sizeof(*b));
	git_odb *odb = NULL;
	int rc = git_odb_init_backend(&b->parent, GIT_ODB_BACKEND_VERSION);

	b->game = game;
	b->parent.read = stage_read;
	b->parent.read_header = stage_read_header;
	b->parent.exists = stage_exists;
	b->parent.freshen = stage_freshen;
	b->parent.write = stage_write;
	b->parent.free = stage_free;
	if (rc == 0)
		rc = git_odb_new(&odb);
	if (rc == 0)
		rc = git_odb_add_backend(odb, &b->parent, 1);
	if (rc != 0)
		sp_free(b);
	else
		rc = git_repository_wrap_odb(&game->repo, odb);
	git_odb_free(odb);
	return rc;
}

/* ---- to the disk ---- */

static int failed(const struct sp_store_game *game, struct sp_error *e)
{
	(void)store_note(game, SP_ESYS);
	return store_fail(e, SP_ESYS,
		"game %s: new objects cannot be written to %s", game->gid,
		game->path);
}

int sp_store_pack(
	struct sp_store_game *game, struct sp_buf *out, struct sp_error *e)
{
	int code = SP_OK;

	if (game->stage.n > 0 && game->packed.len == 0) {
		sp_buf_init(&game->packed, SIZE_MAX);
		code = store_stage_pack(&game->stage, &game->packed, e);
		if (code != SP_OK) {
			sp_buf_free(&game->packed);
			(void)sp_error_prefix(
				e, "game %s: new objects", game->gid);
		}
	}
	if (code == SP_OK && out != NULL)
		sp_buf_add(out, game->packed.data, game->packed.len);
	return code;
}

int sp_store_flush(struct sp_store_game *game, struct sp_error *e)
{
	struct sp_oid name;
	int code = sp_store_pack(game, NULL, e);

	if (code != SP_OK || game->stage.n == 0)
		return code;
	code = store_sheaf_write(game, &game->packed, &name, e);
	if (code != SP_OK) {
		(void)sp_error_prefix(e, "game %s: new objects", game->gid);
		return store_note(game, code);
	}
	sp_store_discard(game);
	return git_odb_refresh(game->disk) == 0 ? SP_OK : failed(game, e);
}

void sp_store_discard(struct sp_store_game *game)
{
	store_stage_clear(&game->stage);
	sp_buf_free(&game->packed);
}
