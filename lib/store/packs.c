/*
 * Packs as files, with their indexes, and several of them made one
 * (gitformat-pack). Each is a *sheaf* in memory: the bytes of the pack, behind
 * them what an index says of its objects, ROW bytes each, and the SHA-1 of all
 * that. Deltas name their base by its distance, so the entries of a pack stay
 * right if they move together: packs become one without a look at any object.
 *
 * A pack is torn if its bytes are there and wrong, or one of its two files is
 * not there. A file that cannot be read now says nothing of the pack: that is
 * an error (SP_ESYS), and every pack stays as it is.
 */
#include "store/store_private.h"

#include <dirent.h>
#include <errno.h>
#include <openssl/evp.h>
#include <unistd.h>

#define HEAD   12 /* of a pack: "PACK", its version, how many objects */
#define COUNT  8  /* where in it these stand */
#define ROW    (STORE_SHA1 + 8)
#define FANOUT (256 * 4)
#define INDEX  (8 + FANOUT) /* what stands before its ids */

/* ---- numbers and sums ---------------------------------------------------- */

void store_add_be32(struct sp_buf *out, uint32_t v)
{
	const char four[] = { (char)(v >> 24), (char)(v >> 16), (char)(v >> 8),
		(char)v };

	sp_buf_add(out, four, sizeof(four));
}

static uint32_t be32(const void *at)
{
	const unsigned char *c = at;

	return (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 |
	       (uint32_t)c[2] << 8 | (uint32_t)c[3];
}

static bool sha1(unsigned char sum[EVP_MAX_MD_SIZE], const void *data, size_t n)
{
	return EVP_Digest(data, n, sum, NULL, EVP_sha1(), NULL) == 1;
}

bool store_add_sha1(struct sp_buf *out)
{
	unsigned char sum[EVP_MAX_MD_SIZE];

	if (!sha1(sum, out->data, out->len))
		return false;
	sp_buf_add(out, sum, STORE_SHA1);
	return true;
}

/* Does a file of git's end in the sum of what is before it? */
static bool is_whole(const char *data, size_t n)
{
	unsigned char sum[EVP_MAX_MD_SIZE];

	return n > STORE_SHA1 && sha1(sum, data, n - STORE_SHA1) &&
	       memcmp(sum, data + n - STORE_SHA1, STORE_SHA1) == 0;
}

/* ---- sheaves ------------------------------------------------------------- */

struct sheaf {
	const char *pack;
	size_t len; /* of the pack */
	const char *rows;
	size_t n; /* of objects */
};

/* False if the bytes are no sheaf. */
static bool parse(struct sheaf *out, const void *data, size_t len)
{
	out->pack = data;
	if (len < HEAD + 2 * STORE_SHA1 || memcmp(out->pack, "PACK", 4) != 0 ||
		!is_whole(data, len))
		return false;
	len -= STORE_SHA1;
	out->n = be32(out->pack + COUNT);
	if (out->n > (len - HEAD - STORE_SHA1) / ROW)
		return false;
	out->len = len - out->n * ROW;
	out->rows = out->pack + out->len;
	return true;
}

static int damaged(struct sp_error *e)
{
	return sp_error_set(
		e, SP_ECORRUPT, "the objects of a batch are damaged");
}

/* "pack-<hex>" as git names it: by its last bytes. */
static void name_of(struct sp_oid *out, const struct sheaf *sheaf)
{
	git_oid id;

	git_oid_fromraw(&id,
		(const unsigned char *)sheaf->pack + sheaf->len - STORE_SHA1);
	store_oid(out, &id);
}

int store_sheaf_close(
	struct sp_buf *pack, const struct sp_buf *rows, struct sp_error *e)
{
	bool done = store_add_sha1(pack);

	sp_buf_add(pack, rows->data, rows->len);
	done = done && store_add_sha1(pack);
	return done ? SP_OK
		    : sp_error_set(e, SP_ESYS, "there is no SHA-1 here");
}

/* Put `n` sheaves together, which must have no object in common. SP_ECORRUPT if
 * one of them is damaged, SP_ELIMIT if all of it is too much for one. */
static int join(struct sp_buf *out, const struct sp_buf *from, size_t n,
	struct sp_error *e)
{
	struct sp_buf rows;
	uint32_t objects = 0;
	int code = SP_OK;

	sp_buf_init(&rows, SIZE_MAX);
	sp_buf_add(out, "PACK\0\0\0\2\0\0\0", HEAD); /* and the literal's end */
	for (size_t i = 0; i < n && code == SP_OK; i++) {
		struct sheaf one;

		if (!parse(&one, from[i].data, from[i].len)) {
			code = damaged(e);
			break;
		}
		uint32_t shift = (uint32_t)(out->len - HEAD);
		for (size_t k = 0; k < one.n; k++) {
			const char *row = one.rows + k * ROW;

			sp_buf_add(&rows, row, STORE_SHA1 + 4);
			store_add_be32(
				&rows, be32(row + STORE_SHA1 + 4) + shift);
		}
		sp_buf_add(out, one.pack + HEAD, one.len - HEAD - STORE_SHA1);
		objects += (uint32_t)one.n;
		if (out->overflow || out->len > STORE_PACK_MAX)
			code = sp_error_set(
				e, SP_ELIMIT, "a pack would be beyond 2 GB");
	}
	if (code == SP_OK) {
		for (int i = 0; i < 4; i++)
			out->data[COUNT + i] =
				(char)(objects >> (24 - 8 * i) & 0xff);
		code = store_sheaf_close(out, &rows, e);
	}
	sp_buf_free(&rows);
	return code;
}

/* ---- files --------------------------------------------------------------- */

static char *file_of(
	const struct sp_store_game *game, const char *hex, const char *ending)
{
	return sp_xasprintf(
		"%s/objects/pack/pack-%s.%s", game->path, hex, ending);
}

static int write_file(const struct sp_store_game *game, const char *hex,
	const char *ending, const void *bytes, size_t n, struct sp_error *e)
{
	char *path = file_of(game, hex, ending);
	int code = sp_file_write(path, bytes, n, 0444, e);

	sp_free(path);
	return code;
}

/* Read a file of a pack; one that is not there is empty. */
static int read_file(struct sp_buf *out, const struct sp_store_game *game,
	const char *hex, const char *ending, struct sp_error *e)
{
	char *path = file_of(game, hex, ending);
	struct sp_error why = { 0 };
	int code;

	sp_buf_init(out, STORE_PACK_MAX);
	code = sp_file_read(out, path, &why);
	sp_free(path);
	if (code == SP_OK || code == SP_ENOTFOUND)
		return SP_OK;
	return sp_error_copy(e, code, &why);
}

static int by_id(const void *a, const void *b)
{
	return memcmp(
		*(const char *const *)a, *(const char *const *)b, STORE_SHA1);
}

/* False where there is no SHA-1. */
static bool make_index(const struct sheaf *sheaf, struct sp_buf *out)
{
	const char **row = sp_xcalloc(sheaf->n + 1, sizeof(*row));
	size_t below = 0;

	for (size_t i = 0; i < sheaf->n; i++)
		row[i] = sheaf->rows + i * ROW;
	qsort(row, sheaf->n, sizeof(*row), by_id);
	sp_buf_add(out, "\377tOc\0\0\0\2", 8);
	for (unsigned first = 0; first < 256; first++) {
		while (below < sheaf->n &&
			(unsigned char)row[below][0] == first)
			below++;
		store_add_be32(out, (uint32_t)below);
	}
	for (size_t i = 0; i < sheaf->n; i++)
		sp_buf_add(out, row[i], STORE_SHA1);
	for (size_t i = 0; i < sheaf->n; i++)
		sp_buf_add(out, row[i] + STORE_SHA1, 4);
	for (size_t i = 0; i < sheaf->n; i++)
		sp_buf_add(out, row[i] + STORE_SHA1 + 4, 4);
	sp_buf_add(out, sheaf->pack + sheaf->len - STORE_SHA1, STORE_SHA1);
	sp_free(row);
	return store_add_sha1(out);
}

/* Who reads looks for the index, so that comes last. */
int store_sheaf_write(const struct sp_store_game *game,
	const struct sp_buf *bytes, struct sp_oid *name, struct sp_error *e)
{
	struct sp_buf index;
	struct sheaf sheaf;
	int code;

	if (!parse(&sheaf, bytes->data, bytes->len))
		return damaged(e);
	name_of(name, &sheaf);
	sp_buf_init(&index, SIZE_MAX);
	code = make_index(&sheaf, &index)
		       ? write_file(game, name->hex, "pack", sheaf.pack,
				 sheaf.len, e)
		       : sp_error_set(e, SP_ESYS, "there is no SHA-1 here");
	if (code == SP_OK)
		code = write_file(
			game, name->hex, "idx", index.data, index.len, e);
	sp_buf_free(&index);
	return code;
}

/* ---- what lies there ----------------------------------------------------- */

struct lying {
	struct sp_oid name;
	struct sp_buf index;
	size_t n;  /* objects */
	bool torn; /* it, or its index, is not whole */
	bool over; /* others have all that it has */
};

struct pile {
	struct lying *pack;
	size_t n;
};

static void pile_clear(struct pile *pile)
{
	for (size_t i = 0; i < pile->n; i++)
		sp_buf_free(&pile->pack[i].index);
	sp_free(pile->pack);
}

static const char *id_of(const struct lying *pack, size_t i)
{
	return pack->index.data + INDEX + i * STORE_SHA1;
}

static bool is_index(const struct sp_buf *index)
{
	return index->len >= INDEX + 2 * STORE_SHA1 &&
	       memcmp(index->data, "\377tOc\0\0\0\2", 8) == 0 &&
	       index->len >=
		       INDEX + 2 * STORE_SHA1 +
			       (size_t)be32(index->data + INDEX - 4) * ROW &&
	       is_whole(index->data, index->len);
}

static int read_index(struct lying *pack, const struct sp_store_game *game,
	struct sp_error *e)
{
	int code = read_file(&pack->index, game, pack->name.hex, "idx", e);

	pack->torn = !is_index(&pack->index);
	pack->n = pack->torn ? 0 : be32(pack->index.data + INDEX - 4);
	return code;
}

/* Find out whether a pack is torn that has a good index. */
static int look_inside(struct lying *pack, const struct sp_store_game *game,
	struct sp_error *e)
{
	struct sp_buf bytes;
	int code;

	if (pack->torn)
		return SP_OK;
	code = read_file(&bytes, game, pack->name.hex, "pack", e);
	pack->torn =
		!is_whole(sp_buf_str(&bytes), bytes.len) ||
		memcmp(bytes.data + bytes.len - STORE_SHA1,
			pack->index.data + pack->index.len - 2 * STORE_SHA1,
			STORE_SHA1) != 0;
	sp_buf_free(&bytes);
	return code;
}

static int by_size(const void *a, const void *b)
{
	const struct lying *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return strcmp(x->name.hex, y->name.hex);
}

/* True if it is the name of an index: that of the pack `id`. */
static bool is_ours(struct sp_oid *id, const char *name)
{
	char hex[SP_OID_TEXT];

	return sp_starts(name, "pack-") &&
	       strlen(name) == 5 + SP_OID_TEXT - 1 + 4 &&
	       sp_streq(name + 5 + SP_OID_TEXT - 1, ".idx") &&
	       sp_copyn(hex, sizeof(hex), name + 5, SP_OID_TEXT - 1) &&
	       sp_store_oid_parse(id, hex);
}

static int failed(struct sp_error *e, const char *what, const char *path)
{
	return sp_error_set(
		e, SP_ESYS, "cannot %s %s: %s", what, path, strerror(errno));
}

/* Add the pack, unless somebody marked it to be kept. */
static int add(struct pile *out, const struct sp_store_game *game,
	const struct sp_oid *id, struct sp_error *e)
{
	char *path = file_of(game, id->hex, "keep");
	bool kept = access(path, F_OK) == 0;
	int code =
		kept || errno == ENOENT ? SP_OK : failed(e, "look for", path);
	struct lying *pack;

	sp_free(path);
	if (kept || code != SP_OK)
		return code;
	out->pack = sp_xrealloc(out->pack, out->n + 1, sizeof(*out->pack));
	pack = &out->pack[out->n++];
	memset(pack, 0, sizeof(*pack));
	pack->name = *id;
	return read_index(pack, game, e);
}

/* The packs with an index, from small to large, without those that somebody
 * marked to be kept. Clear `out` in any case. */
static int find_packs(
	struct pile *out, const struct sp_store_game *game, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/objects/pack", game->path);
	DIR *dir = opendir(path);
	int code = dir != NULL || errno == ENOENT ? SP_OK
						  : failed(e, "open", path);

	memset(out, 0, sizeof(*out));
	while (dir != NULL && code == SP_OK) {
		struct dirent *entry;
		struct sp_oid id;

		errno = 0;
		entry = readdir(dir);
		if (entry == NULL) {
			if (errno != 0)
				code = failed(e, "read", path);
			break;
		}
		if (is_ours(&id, entry->d_name))
			code = add(out, game, &id, e);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	if (out->n > 1)
		qsort(out->pack, out->n, sizeof(*out->pack), by_size);
	return code;
}

static bool has(const struct lying *pack, const char *id)
{
	size_t low = 0, high = pack->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int rc = memcmp(id_of(pack, mid), id, STORE_SHA1);

		if (rc == 0)
			return true;
		if (rc < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

/* True if every object of pack `i` is in one of the others that stay. Nobody
 * knows what a torn one has. */
static bool is_covered(const struct pile *pile, size_t i)
{
	const struct lying *pack = &pile->pack[i];

	if (pack->torn)
		return false;
	for (size_t k = 0; k < pack->n; k++) {
		bool found = false;

		for (size_t o = 0; o < pile->n && !found; o++)
			found = o != i && !pile->pack[o].torn &&
				!pile->pack[o].over &&
				has(&pile->pack[o], id_of(pack, k));
		if (!found)
			return false;
	}
	return true;
}

/* The .pack first, for without it an index is nothing. */
static int remove_pack(
	const struct sp_store_game *game, const char *hex, struct sp_error *e)
{
	static const char *const endings[] = { "pack", "idx" };
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(endings) && code == SP_OK; i++) {
		char *path = file_of(game, hex, endings[i]);

		if (unlink(path) != 0 && errno != ENOENT)
			code = failed(e, "remove", path);
		sp_free(path);
	}
	return code;
}

/* ---- after a start that cannot trust the disk ---------------------------- */

/* What a power cut left of a pack is no pack for git; it is kept, for it may be
 * damaged for another reason. */
static int set_aside(
	const struct sp_store_game *game, const char *hex, struct sp_error *e)
{
	static const char *const endings[] = { "idx", "pack" };
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(endings) && code == SP_OK; i++) {
		char *path = file_of(game, hex, endings[i]);
		char *torn = sp_xasprintf("%s.torn", path);

		if (rename(path, torn) != 0 && errno != ENOENT)
			code = failed(e, "rename", path);
		sp_free(torn);
		sp_free(path);
	}
	return code;
}

/*
 * A pack whose objects are all in others was made of them (sp_store_tidy), and
 * it may be that the disk has nothing of it though it reads: others stood
 * there first. From the largest on, for the largest was made last.
 */
static int distrust(const struct sp_store_game *game, const struct sp_oid *but,
	struct sp_error *e)
{
	struct pile pile;
	int code = find_packs(&pile, game, e);

	for (size_t i = 0; i < pile.n && code == SP_OK; i++)
		code = look_inside(&pile.pack[i], game, e);
	for (size_t i = 0; i < pile.n && code == SP_OK; i++)
		if (pile.pack[i].torn)
			code = set_aside(game, pile.pack[i].name.hex, e);
	for (size_t i = pile.n; i-- > 0 && code == SP_OK;) {
		struct lying *pack = &pile.pack[i];

		pack->over = !sp_store_oid_equal(&pack->name, but) &&
			     is_covered(&pile, i);
		if (pack->over)
			code = remove_pack(game, pack->name.hex, e);
	}
	pile_clear(&pile);
	return code;
}

int sp_store_restore(struct sp_store_game *game, const struct sp_buf *packs,
	size_t n, struct sp_error *e)
{
	struct sp_oid name = { "" };
	struct sp_buf all;
	int code;

	sp_buf_init(&all, SIZE_MAX);
	code = join(&all, packs, n, e);
	if (code == SP_OK)
		code = store_sheaf_write(game, &all, &name, e);
	for (size_t i = 0; i < n && code == SP_OK; i++) {
		struct sp_oid old;
		struct sheaf one;

		if (!parse(&one, packs[i].data, packs[i].len))
			continue;
		name_of(&old, &one);
		if (!sp_store_oid_equal(&old, &name))
			code = remove_pack(game, old.hex, e);
	}
	sp_buf_free(&all);
	if (code == SP_OK)
		code = distrust(game, &name, e);
	if (code != SP_OK)
		return store_note(game, code);
	store_detach(game);
	return store_attach(game, e);
}

/* ---- making few of many -------------------------------------------------- */

static void supersede(struct sp_store_game *game, const struct sp_oid *name)
{
	game->old_packs = sp_xrealloc(game->old_packs, game->n_old_packs + 1,
		sizeof(*game->old_packs));
	game->old_packs[game->n_old_packs++] = *name;
}

/* SP_ENOTFOUND, without words: its files do not agree, or are damaged. */
static int read_sheaf(struct sp_buf *out, const struct sp_store_game *game,
	const struct lying *pack, struct sp_error *e)
{
	const char *crc = id_of(pack, pack->n);
	const char *offset = crc + 4 * pack->n;
	int code = read_file(out, game, pack->name.hex, "pack", e);

	if (code == SP_OK && (!is_whole(sp_buf_str(out), out->len) ||
				     out->len < HEAD + STORE_SHA1 ||
				     be32(out->data + COUNT) != pack->n))
		code = SP_ENOTFOUND;
	for (size_t i = 0; code == SP_OK && i < pack->n; i++) {
		sp_buf_add(out, id_of(pack, i), STORE_SHA1);
		sp_buf_add(out, crc + 4 * i, 4);
		sp_buf_add(out, offset + 4 * i, 4);
	}
	if (code == SP_OK && !store_add_sha1(out))
		code = sp_error_set(e, SP_ESYS, "there is no SHA-1 here");
	return code;
}

/* How many of the smallest are made one, so that each that stays has twice the
 * objects of all that are smaller: then there are few, and an object is copied
 * few times. */
static size_t many(const struct pile *pile)
{
	size_t sum = 0, most = 0;

	for (size_t i = 0; i < pile->n; i++) {
		if (i > 0 && pile->pack[i].n < 2 * sum)
			most = i + 1;
		sum += pile->pack[i].n;
	}
	return most;
}

static bool is_twice(const struct pile *pile, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < pile->pack[i].n; k++)
			for (size_t o = i + 1; o < n; o++)
				if (has(&pile->pack[o],
					    id_of(&pile->pack[i], k)))
					return true;
	return false;
}

/* The first `n` become one. Those that do not read are left alone. */
static int merge(struct sp_store_game *game, const struct pile *pile, size_t n,
	struct sp_error *e)
{
	struct sp_buf *from = sp_xcalloc(n, sizeof(*from));
	struct sp_oid name = { "" };
	struct sp_buf all;
	size_t done = 0;
	int code = SP_OK;

	sp_buf_init(&all, SIZE_MAX);
	while (done < n && code == SP_OK) {
		code = read_sheaf(&from[done], game, &pile->pack[done], e);
		done++;
	}
	if (code == SP_OK)
		code = join(&all, from, n, e);
	if (code == SP_OK)
		code = store_sheaf_write(game, &all, &name, e);
	for (size_t i = 0; i < n && code == SP_OK; i++)
		if (!sp_store_oid_equal(&pile->pack[i].name, &name))
			supersede(game, &pile->pack[i].name);
	while (done > 0)
		sp_buf_free(&from[--done]);
	sp_free(from);
	sp_buf_free(&all);
	return code == SP_ENOTFOUND ? SP_OK : code;
}

/* Leave out what others have whole: what a process that was killed did not
 * remove, or git made. */
static void drop_covered(struct sp_store_game *game, struct pile *pile)
{
	size_t kept = 0;

	for (size_t i = 0; i < pile->n; i++) {
		pile->pack[i].over = is_covered(pile, i);
		if (pile->pack[i].over)
			supersede(game, &pile->pack[i].name);
	}
	for (size_t i = 0; i < pile->n; i++) {
		if (pile->pack[i].over || pile->pack[i].torn)
			sp_buf_free(&pile->pack[i].index);
		else
			pile->pack[kept++] = pile->pack[i];
	}
	pile->n = kept;
}

int store_packs_merge(struct sp_store_game *game, size_t most, bool *cannot,
	struct sp_error *e)
{
	struct pile pile;
	int code = find_packs(&pile, game, e);

	*cannot = false;
	if (code == SP_OK && pile.n > most) {
		drop_covered(game, &pile);
		size_t n = many(&pile);
		*cannot = n > 1 && is_twice(&pile, n);
		if (n > 1 && !*cannot)
			code = merge(game, &pile, n, e);
	}
	pile_clear(&pile);
	return code;
}

int store_packs_but(struct sp_store_game *game, const struct sp_oid *stays,
	struct sp_error *e)
{
	struct pile pile;
	int code = find_packs(&pile, game, e);

	for (size_t i = 0; i < pile.n && code == SP_OK; i++)
		if (!pile.pack[i].torn &&
			!sp_store_oid_equal(&pile.pack[i].name, stays))
			supersede(game, &pile.pack[i].name);
	pile_clear(&pile);
	return code;
}

/* One that stays is found the next time. */
void store_packs_remove(struct sp_store_game *game)
{
	for (size_t i = 0; i < game->n_old_packs; i++)
		(void)remove_pack(game, game->old_packs[i].hex, NULL);
	sp_free(game->old_packs);
	game->old_packs = NULL;
	game->n_old_packs = 0;
}
