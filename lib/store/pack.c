/*
 * A pack of the objects of a stage (gitformat-pack). libgit2 would try each
 * object against ten others; here each file is a delta of its next version,
 * which stands before it and whole, so that the newest is read soonest.
 */
#include "store/store_private.h"

#include <assert.h>
#include <zlib.h>

#define CHAIN_MAX 50 /* as git's own */
#define LEAST     64 /* shorter objects are no deltas */

#define OBJECT_MAX (STORE_PACK_MAX / 2)

/* The number of a delta's type in a pack; of the others git_object_t is it. */
#define OFS_DELTA 6

struct entry {
	const struct sp_staged *object;
	size_t offset;
	uint32_t crc;
	unsigned chain; /* deltas to read before it */
};

struct packer {
	struct sp_buf pack, delta;
	struct entry *entry;
	size_t n;
	z_stream z;
	unsigned char *packed; /* of one object */
	size_t room;
};

/* ---- entries ------------------------------------------------------------ */

/* Type and length: four bits of the length, then seven for each byte. */
static void add_head(struct sp_buf *out, unsigned type, size_t len)
{
	unsigned c = type << 4 | (unsigned)(len & 0xf);

	for (len >>= 4; len > 0; len >>= 7) {
		sp_buf_addc(out, (char)(c | 0x80));
		c = (unsigned)(len & 0x7f);
	}
	sp_buf_addc(out, (char)c);
}

/* How far back the base is: seven bits for each byte, the highest first, and
 * one less for each byte that follows. */
static void add_distance(struct sp_buf *out, size_t n)
{
	char text[10];
	size_t at = sizeof(text);

	text[--at] = (char)(n & 0x7f);
	while ((n >>= 7) > 0)
		text[--at] = (char)(0x80 | (--n & 0x7f));
	sp_buf_add(out, text + at, sizeof(text) - at);
}

static void add_deflated(struct packer *p, const void *data, size_t len)
{
	size_t most = deflateBound(&p->z, len);
	int rc = deflateReset(&p->z);

	assert(rc == Z_OK && most <= UINT32_MAX); /* len <= OBJECT_MAX */
	if (most > p->room) {
		p->packed = sp_xrealloc(p->packed, most, 1);
		p->room = most;
	}
	/* zlib takes what it only reads without const */
	p->z.next_in = (unsigned char *)(uintptr_t)data;
	p->z.avail_in = (unsigned)len;
	p->z.next_out = p->packed;
	p->z.avail_out = (unsigned)most;
	rc = deflate(&p->z, Z_FINISH);
	assert(rc == Z_STREAM_END); /* there is room for all */
	sp_buf_add(&p->pack, p->packed, most - p->z.avail_out);
}

/* The newer version of the file, or the newer tree. */
static const struct entry *find_base(
	const struct packer *p, const struct sp_staged *o)
{
	if (o->type == GIT_OBJECT_COMMIT || o->len < LEAST)
		return NULL;
	for (size_t i = p->n; i-- > 0;) {
		const struct entry *e = &p->entry[i];

		if (e->object->type == o->type &&
			sp_streq(e->object->name, o->name))
			return e->chain < CHAIN_MAX ? e : NULL;
	}
	return NULL;
}

static void add_object(struct packer *p, const struct sp_staged *o)
{
	struct entry *e = &p->entry[p->n];
	const struct entry *base = find_base(p, o);

	e->object = o;
	e->offset = p->pack.len;
	e->chain = 0;
	/* a delta that is half as long saves nothing worth its reading */
	sp_buf_init(&p->delta, o->len / 2);
	if (base != NULL && store_delta(&p->delta, base->object->data,
				    base->object->len, o->data, o->len)) {
		e->chain = base->chain + 1;
		add_head(&p->pack, OFS_DELTA, p->delta.len);
		add_distance(&p->pack, e->offset - base->offset);
		add_deflated(p, p->delta.data, p->delta.len);
	} else {
		add_head(&p->pack, (unsigned)o->type, o->len);
		add_deflated(p, o->data, o->len);
	}
	sp_buf_free(&p->delta);
	e->crc = (uint32_t)crc32_z(0, (unsigned char *)p->pack.data + e->offset,
		p->pack.len - e->offset);
	p->n++;
}

/* Little memory for zlib: it is cleared for each object. */
static void start(struct packer *p, size_t n)
{
	int rc = deflateInit2(&p->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15, 5,
		Z_DEFAULT_STRATEGY);

	if (rc == Z_MEM_ERROR)
		abort();
	assert(rc == Z_OK);
	p->entry = sp_xcalloc(n, sizeof(*p->entry));
	sp_buf_init(&p->pack, SIZE_MAX);
	sp_buf_add(&p->pack, "PACK", 4);
	store_add_be32(&p->pack, 2);
	store_add_be32(&p->pack, (uint32_t)n);
}

/* What an index says of each object, in the order of the pack. */
static void add_rows(const struct packer *p, struct sp_buf *out)
{
	for (size_t i = 0; i < p->n; i++) {
		sp_buf_add(out, p->entry[i].object->id.id, STORE_SHA1);
		store_add_be32(out, p->entry[i].crc);
		store_add_be32(out, (uint32_t)p->entry[i].offset);
	}
}

int store_stage_pack(
	const struct sp_stage *stage, struct sp_buf *out, struct sp_error *e)
{
	struct packer p = { 0 };
	bool fits = true;
	struct sp_buf rows;
	int code;

	sp_buf_init(&rows, SIZE_MAX);
	start(&p, stage->n);
	for (size_t i = stage->n; i-- > 0 && fits;) {
		fits = stage->objects[i].len <= OBJECT_MAX;
		if (fits)
			add_object(&p, &stage->objects[i]);
		fits = fits && p.pack.len <= STORE_PACK_MAX;
	}
	add_rows(&p, &rows);
	code = fits ? store_sheaf_close(&p.pack, &rows, e)
		    : sp_error_set(e, SP_ELIMIT, "a batch is beyond 2 GB");
	if (code == SP_OK)
		sp_buf_add(out, p.pack.data, p.pack.len);
	sp_buf_free(&rows);
	(void)deflateEnd(&p.z);
	sp_free(p.packed);
	sp_free(p.entry);
	sp_buf_free(&p.pack);
	return code;
}
