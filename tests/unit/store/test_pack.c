/*
 * Packs of a batch: what is in them is read back by libgit2 and checked by git.
 */
#include "store_tests.h"

#include "fixtures.h"

#include "store/store_private.h"

/* A generator of our own: rand is banned, and a failure must come back. */
static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* ---- deltas ---------------------------------------------------------------
 */

static size_t take_size(const unsigned char **p)
{
	size_t n = 0;

	for (unsigned shift = 0;; shift += 7) {
		n |= (size_t)(**p & 0x7f) << shift;
		if ((*(*p)++ & 0x80) == 0)
			return n;
	}
}

/* What the delta says, by the letter of gitformat-pack; false where it goes
 * beyond its base or names other lengths. */
static bool apply(struct sp_buf *out, const struct sp_buf *delta,
	const char *base, size_t base_len, size_t len)
{
	const unsigned char *p = (const unsigned char *)delta->data;
	const unsigned char *end = p + delta->len;

	if (take_size(&p) != base_len || take_size(&p) != len)
		return false;
	while (p < end) {
		unsigned c = *p++;
		size_t from = 0, n = 0;

		if ((c & 0x80) == 0) {
			if (c == 0 || c > (size_t)(end - p))
				return false;
			sp_buf_add(out, p, c);
			p += c;
			continue;
		}
		for (unsigned i = 0; i < 4; i++)
			if ((c & 1u << i) != 0)
				from |= (size_t)*p++ << 8 * i;
		for (unsigned i = 0; i < 3; i++)
			if ((c & 0x10u << i) != 0)
				n |= (size_t)*p++ << 8 * i;
		n = n == 0 ? 0x10000 : n;
		if (from > base_len || n > base_len - from)
			return false;
		sp_buf_add(out, base + from, n);
	}
	return p == end && out->len == len;
}

/* Makes the delta and applies it; returns its length. */
static size_t there_and_back(
	const char *base, size_t base_len, const char *text, size_t len)
{
	struct sp_buf delta, out;
	size_t n;

	sp_buf_init(&delta, SIZE_MAX);
	sp_buf_init(&out, SIZE_MAX);
	sp_buf_adds(&out, "");
	CU_ASSERT(store_delta(&delta, base, base_len, text, len));
	CU_ASSERT(apply(&out, &delta, base, base_len, len));
	CU_ASSERT(out.len == len && memcmp(out.data, text, len) == 0);
	n = delta.len;
	sp_buf_free(&delta);
	sp_buf_free(&out);
	return n;
}

TEST("store/pack", "deltas of texts")
{
	static const char state[] =
		"{\n \"doors\": [\n  {\n   \"at\": \"c4\",\n   \"by\": \"red\""
		"\n  }\n ],\n \"life\": 15,\n \"phase\": \"move\",\n"
		" \"turn\": 17\n}\n";
	size_t n = sizeof(state) - 1;
	char *after = sp_xasprintf(
		"%.*s  {\n   \"at\": \"d11\"\n  },\n%s", 14, state, state + 14);

	EQUAL_INT(there_and_back("", 0, "", 0), 2);
	CU_ASSERT(there_and_back(state, n, "", 0) <= 3);
	CU_ASSERT(there_and_back("", 0, state, n) > n);
	CU_ASSERT(there_and_back("a", 1, state, n) > n);
	/* the same, its beginning, its end, something put in and left out */
	CU_ASSERT(there_and_back(state, n, state, n) <= 8);
	CU_ASSERT(there_and_back(state, n, state, 60) <= 8);
	CU_ASSERT(there_and_back(state, n, state + 60, n - 60) <= 10);
	CU_ASSERT(there_and_back(state, n, after, strlen(after)) < 50);
	CU_ASSERT(there_and_back(after, strlen(after), state, n) < 20);
	sp_free(after);
}

/* Copies longer than one instruction says, from places that need each of its
 * bytes. */
TEST("store/pack", "deltas of large texts")
{
	size_t n = 20000000, cut = 0x10000 * 3 + 5;
	char *base = sp_xmalloc(n);
	uint64_t state = 0x5be11905;

	for (size_t i = 0; i + 8 <= n; i += 8) {
		uint64_t v = next(&state);
		memcpy(base + i, &v, 8);
	}
	CU_ASSERT(there_and_back(base, cut, base, cut) < 40);
	CU_ASSERT(there_and_back(base, cut, base, 0x10000) < 20);
	CU_ASSERT(there_and_back(base, cut, base, 0xffff) < 16);
	/* the index of so large a base has no room for all of it */
	(void)there_and_back(base, n, base + n - 70000, 70000);
	(void)there_and_back(base, n, base + 0x1000000, 70000);
	sp_free(base);
}

/* Texts over few letters, with pieces put in, left out and moved. */
TEST("store/pack", "deltas of random texts")
{
	uint64_t state = 0x20261121;
	int rounds = test_long() ? 100000 : 3000;

	for (int i = 0; i < rounds; i++) {
		char base[600], text[1200];
		size_t n = (size_t)(next(&state) % sizeof(base)), len = 0;
		uint64_t letters = 1 + next(&state) % 40;

		for (size_t k = 0; k < n; k++)
			base[k] = (char)('a' + next(&state) % letters);
		while (len < sizeof(text) - 200 && next(&state) % 8 != 0) {
			size_t from = n > 0 ? (size_t)(next(&state) % n) : 0;
			size_t part = (size_t)(next(&state) % 200);

			if (part > n - from)
				part = n - from;
			memcpy(text + len, base + from, part);
			len += part;
			if (next(&state) % 2 == 0)
				text[len++] = (char)next(&state);
		}
		(void)there_and_back(base, n, text, len);
	}
}

TEST("store/pack", "deltas within a bound")
{
	const char *text = "0123456789abcdefghijklmnopqrstuvwxyz";
	size_t n = strlen(text);
	struct sp_buf delta;

	sp_buf_init(&delta, n + 2); /* lengths, text, and one byte more */
	CU_ASSERT(!store_delta(&delta, "", 0, text, n));
	sp_buf_free(&delta);
	sp_buf_init(&delta, n + 3);
	CU_ASSERT(store_delta(&delta, "", 0, text, n));
	sp_buf_free(&delta);
}

/* ---- packs ----------------------------------------------------------------
 */

#define COMMITS 130

struct history {
	struct sp_buf text[COMMITS][4]; /* the files of each */
	struct sp_oid id[COMMITS];
};

static const char *const names[] = { "state.json", "box", "empty", "grows" };

/* A file that changes a little, one that is new each time, an empty one, and
 * one that grows from nothing to much. */
static void write_files(
	struct history *h, int n, const struct sp_buf *before, uint64_t *state)
{
	struct sp_buf *text = h->text[n];

	for (int i = 0; i < 4; i++) {
		sp_buf_init(&text[i], SIZE_MAX);
		sp_buf_adds(&text[i], "");
	}
	for (int i = 0; i < 60; i++)
		sp_buf_addf(&text[0], " \"key %d\": %llu,\n", i,
			(unsigned long long)(i == n % 60 || n == 0
						     ? next(state) % 1000
						     : 7));
	for (int i = 0; i < 700; i++)
		sp_buf_addc(&text[1], (char)next(state));
	if (before != NULL)
		sp_buf_add(&text[3], before[3].data, before[3].len);
	for (int i = 0; i < 40; i++)
		sp_buf_addf(&text[3], "%d line %d\n", n, i);
}

static void make(struct sp_store_game *game, struct history *h, int from, int n)
{
	uint64_t state = 0x1234567 + (uint64_t)from;

	for (int i = from; i < from + n; i++) {
		struct sp_store_file files[4];
		struct sp_commit_spec spec = { .files = files,
			.n_files = 4,
			.when = 1795539600 + i,
			.message = "A turn\n\nSeq: 1\n" };
		struct sp_error e = { 0 };

		write_files(h, i, i > 0 ? h->text[i - 1] : NULL, &state);
		for (int k = 0; k < 4; k++)
			files[k] = (struct sp_store_file){ names[k],
				h->text[i][k].data, h->text[i][k].len };
		if (i > 0)
			spec.parent = h->id[i - 1];
		EQUAL_INT_FATAL(
			sp_store_commit(game, &spec, &h->id[i], &e), SP_OK);
	}
	EQUAL_INT(sp_store_flush(game, NULL), SP_OK);
}

static void reads_back(struct sp_store_game *game, struct history *h)
{
	unsigned wrong = 0;

	for (int i = 0; i < COMMITS; i++) {
		for (int k = 0; k < 4; k++) {
			struct sp_buf out;

			sp_buf_init(&out, SIZE_MAX);
			wrong += sp_store_read(game, &h->id[i], names[k], &out,
					 NULL) != SP_OK ||
				 out.len != h->text[i][k].len ||
				 memcmp(sp_buf_str(&out), h->text[i][k].data,
					 out.len) != 0;
			sp_buf_free(&out);
			sp_buf_free(&h->text[i][k]);
		}
	}
	EQUAL_INT(wrong, 0);
}

/* No object is read over more deltas than git itself makes in a row. */
static void chains_are_short(struct sp_store_game *game)
{
	char *folder = place_path(game, "objects/pack");
	char *command = sp_xasprintf(
		"for p in '%s'/*.idx; do @ verify-pack -v $p; done", folder);
	struct sp_buf out;
	struct sp_cursor c;
	const char *line;
	unsigned long most = 0;
	size_t len;

	sp_buf_init(&out, 1000000);
	EQUAL_INT(place_git(game, &out, command), 0);
	sp_cursor_init(&c, sp_buf_str(&out), out.len);
	while (sp_cursor_line(&c, &line, &len)) {
		if (len > 15 && memcmp(line, "chain length = ", 15) == 0) {
			unsigned long n = strtoul(line + 15, NULL, 10);
			most = n > most ? n : most;
		}
	}
	CU_ASSERT(most > 10 && most <= 50);
	sp_buf_free(&out);
	sp_free(command);
	sp_free(folder);
}

TEST("store/pack", "packs are read back")
{
	static struct history h;
	const char *root = test_tempdir();
	struct place p = place_open(root);

	make(p.game, &h, 0, 110);
	make(p.game, &h, 110, COMMITS - 110);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
	EQUAL_INT(place_count(p.game, "objects/pack", ".idx"), 2);
	EQUAL_INT(place_count(p.game, "objects", ".tmp"), 0);
	EQUAL_INT(sp_store_move_head(
			  p.game, NULL, &h.id[COMMITS - 1], NULL, 0, NULL),
		SP_OK);
	place_close(&p);
	p = place_open(root);
	reads_back(p.game, &h);
	if (place_has_git()) {
		EQUAL_INT(place_git(p.game, NULL,
				  "@ fsck --strict --full 2>&1 | "
				  "grep . && exit 1; exit 0"),
			0);
		chains_are_short(p.game);
	}
	place_close(&p);
}

static void empty_packs(struct sp_store_game *game)
{
	char *folder = place_path(game, "objects/pack");
	char *command = sp_xasprintf(
		"for f in '%s'/*.pack; do chmod u+w $f; : >$f; done", folder);

	EQUAL_INT(place_git(game, NULL, command), 0);
	sp_free(command);
	sp_free(folder);
}

/* A batch that is decided anew after a crash writes the same pack over what it
 * left. */
TEST("store/pack", "packs are written again")
{
	static struct history h;
	const char *root = test_tempdir();
	struct place p = place_open(root);

	make(p.game, &h, 0, 20);
	place_close(&p);
	p = place_open(root);
	empty_packs(p.game);
	for (int i = 0; i < 20; i++)
		for (int k = 0; k < 4; k++)
			sp_buf_free(&h.text[i][k]);
	make(p.game, &h, 0, 20);
	make(p.game, &h, 20, COMMITS - 20);
	place_close(&p);
	p = place_open(root);
	EQUAL_INT(place_count(p.game, "objects/pack", ".pack"), 2);
	reads_back(p.game, &h);
	place_close(&p);
}
