/*
 * Tampering with more than one commit of a finished game: whole histories,
 * their tips, anchors that name what was changed, and what chance or malice
 * would write.
 */
#include "host/host_tests.h"

#include "fixtures.h"
#include "host/tamper.h"

/* ---- whole histories -------------------------------------------------------
 */

static void other_key(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	c->signer = payload;
}

static void at_index(struct forge *f, struct forged *c, const void *payload)
{
	const struct tamper_at *at = payload;

	if (at->index == c->index)
		c->drop = true;
	(void)f;
}

static void life_rule(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put_rule(f, c, "ruleset.json", "\"life_start\": 15",
		"\"life_start\": 14");
}

/* From the join on. */
static void luck_since(struct forge *f, struct forged *c, const void *payload)
{
	tamper_luck(f, c, payload);
}

static void rule_since(struct forge *f, struct forged *c, const void *payload)
{
	static char hash[SP_SHA256_TEXT];
	const char *wrong = payload;

	/* the root names it so, and nothing else of the game is changed */
	life_rule(f, c, NULL);
	char *text = forge_file(f, c, "game.json");
	char *at = strstr(text, "\"ruleset_hash\": \"") + 17;
	sp_format(hash, sizeof(hash), "%.64s", at);
	sp_free(text);
	forge_replace(f, c, "game.json", hash, wrong);
}

/* The hash that the changed copy has: verify's own words for it. */
static void changed_hash(const struct forge *f, char out[SP_SHA256_TEXT])
{
	struct sp_store_game *game;
	struct sp_files files;
	struct sp_oid head;

	EQUAL_INT_FATAL(sp_store_open_path(&game, f->path, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(game, &head, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_record_files_stored(&files, game, &head, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_record_files_hash(&files, out, NULL), SP_OK);
	sp_record_files_free(&files);
	sp_store_game_close(game);
}

TEST("audit/histories", "histories")
{
	static const uint8_t another[SP_KEY_BYTES] = { 1 };
	struct sp_signer *stranger;
	struct tamper t;

	tamper_lay(&t);
	struct forge *f = &t.f;
	/* what comes next follows from the end of a turn */
	size_t n = f->n, k = forge_find(f, 8, " end\n"), join;
	size_t *order = sp_xcalloc(n + 1, sizeof(*order));
	struct tamper_at at = { .index = k };

	/* a dropped commit */
	forge_write(f, NULL, n, k, at_index, &at, FORGE_AS_IS);
	tamper_finds(f, "dropped", (ptrdiff_t)k, "signature", "");
	forge_write(f, NULL, n, k, at_index, &at, FORGE_RESIGNED);
	tamper_finds(f, "dropped", (ptrdiff_t)k, "", "");
	forge_write(f, NULL, n, k, at_index, &at, FORGE_RESEALED);
	tamper_finds(f, "dropped", (ptrdiff_t)k, "", "");

	/* two that change places */
	for (size_t i = 0; i < n; i++)
		order[i] = i == k ? k + 1 : i == k + 1 ? k : i;
	forge_write(f, order, n, n, NULL, NULL, FORGE_AS_IS);
	tamper_finds(f, "swapped", (ptrdiff_t)k, "signature", "");
	forge_write(f, order, n, n, NULL, NULL, FORGE_RESIGNED);
	tamper_finds(f, "swapped", (ptrdiff_t)k, "", "");
	forge_write(f, order, n, n, NULL, NULL, FORGE_RESEALED);
	tamper_finds(f, "swapped", (ptrdiff_t)k, "", "");

	/* another luck, from a join on: another key for everything */
	join = forge_find(f, 1, "Command: join");
	forge_write(f, NULL, n, join, luck_since, NULL, FORGE_AS_IS);
	tamper_finds(f, "luck", (ptrdiff_t)join, "signature", "");
	forge_write(f, NULL, n, join, luck_since, NULL, FORGE_RESIGNED);
	tamper_finds(f, "luck", (ptrdiff_t)forge_find(f, 1, "Command: start"),
		"sealed.json", "does not open");

	/* another key from a commit on */
	EQUAL_INT_FATAL(sp_seal_signer_open(&stranger, another, NULL), SP_OK);
	forge_write(f, NULL, n, k, other_key, stranger, FORGE_RESIGNED);
	tamper_finds(
		f, "another key", (ptrdiff_t)k, "signature", "another key");
	sp_seal_signer_close(stranger);

	/* a ruleset that was another one from the root on */
	char hash[SP_SHA256_TEXT];
	forge_write(f, NULL, n, 0, life_rule, NULL, FORGE_RESIGNED);
	changed_hash(f, hash);
	tamper_finds(f, "a ruleset", 0, "ruleset", "hashes to");
	forge_write(f, NULL, n, 0, rule_since, hash, FORGE_RESEALED);
	tamper_finds(f, "another ruleset",
		(ptrdiff_t)forge_find(f, 1, "Command: start"), "", "");
	sp_free(order);
	tamper_clear(&t);
}

/* ---- the tip ---------------------------------------------------------------
 */

static void same_again(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	(void)c;
}

static void no_reveal(struct forge *f, struct forged *c, const void *payload)
{
	const struct tamper_at *at = payload;

	(void)f;
	for (size_t i = 0; c->index >= at->index && i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "reveal.json"))
			c->entry[i] = c->entry[--c->n_entries];
}

/* As somebody would who has no key. */
static void unsigned_at_all(
	struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	sp_buf_clear(&c->signature);
	for (size_t i = 0; i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "allowed_signers"))
			c->entry[i--] = c->entry[--c->n_entries];
}

TEST("audit/histories", "without signatures")
{
	struct tamper t;

	tamper_lay(&t);
	forge_write(&t.f, NULL, t.f.n, 0, unsigned_at_all, NULL, FORGE_AS_IS);
	tamper_finds(&t.f, "unsigned", 0, "signature", "without signatures");
	tamper_clear(&t);
}

TEST("audit/histories", "the tip")
{
	struct tamper t;
	struct tamper_change change = { .edit = tamper_reveal };

	tamper_lay(&t);
	struct forge *f = &t.f;
	size_t n = f->n;
	struct tamper_at at = { n - 1, &change };
	size_t *order = sp_xcalloc(n + 1, sizeof(*order));

	/* another secret */
	forge_write(f, NULL, n, n - 1, tamper_edit, &at, FORGE_AS_IS);
	tamper_finds(f, "reveal", (ptrdiff_t)n - 1, "signature", "");
	forge_write(f, NULL, n, n - 1, tamper_edit, &at, FORGE_RESIGNED);
	tamper_finds(
		f, "reveal", (ptrdiff_t)n - 1, "reveal.json", "commitment");
	/* none */
	forge_write(f, NULL, n, n - 1, no_reveal, &at, FORGE_RESIGNED);
	tamper_finds(f, "no reveal", (ptrdiff_t)n - 1, "list of files",
		"reveal.json");
	/* a date, and a story: what nobody but a mail can tell */
	change.edit = tamper_date;
	forge_write(f, NULL, n, n - 1, tamper_edit, &at, FORGE_AS_IS);
	tamper_finds(f, "date", (ptrdiff_t)n - 1, "signature", "");
	forge_write(f, NULL, n, n - 1, tamper_edit, &at, FORGE_RESIGNED);
	tamper_is_good(f, "a date at the tip");
	change.edit = tamper_report;
	forge_write(f, NULL, n, n - 1, tamper_edit, &at, FORGE_RESIGNED);
	tamper_is_good(f, "a story at the tip");
	/* a commit after the end */
	for (size_t i = 0; i <= n; i++)
		order[i] = i < n ? i : n - 1;
	forge_write(f, order, n + 1, n, same_again, NULL, FORGE_RESIGNED);
	tamper_finds(f, "afterwards", (ptrdiff_t)n, "history", "ended");
	forge_write(f, order, n + 1, n, same_again, NULL, FORGE_RESEALED);
	tamper_finds(f, "afterwards", (ptrdiff_t)n, "history", "ended");
	sp_free(order);
	tamper_clear(&t);
}

/* ---- anchors ---------------------------------------------------------------
 */

static void hex_of(const git_oid *id, char out[SP_OID_TEXT])
{
	(void)git_oid_tostr(out, SP_OID_TEXT, id);
}

static int read_mail(void *reader, const char *raw, size_t len, char **text,
	struct sp_error *e)
{
	struct sp_message *message = NULL;
	int rc = sp_mail_mime_parse(reader, raw, len, &message, e);

	if (rc == SP_OK)
		*text = sp_xstrdup(message->text);
	sp_mail_free(message);
	return rc;
}

TEST("audit/histories", "anchors")
{
	struct tamper t;
	char root[SP_OID_TEXT], tip[SP_OID_TEXT], fourth[SP_OID_TEXT];
	char *mails;

	tamper_lay(&t);
	struct forge *f = &t.f;
	size_t n = f->n;
	char *program = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	struct sp_mime *mime = NULL;
	struct sp_verify_options o = { .read_mail = read_mail };
	const char *const has[] = { fourth, tip };

	EQUAL_INT_FATAL(sp_mail_mime_start(&mime, program, NULL), SP_OK);
	o.reader = mime;
	mails = sp_xasprintf("%s/mail/out", t.club.dir);
	hex_of(&f->id[0], root);
	hex_of(&f->id[n - 1], tip);
	hex_of(&f->id[4], fourth);

	/* all of them fit */
	json_t *json = tamper_look(f, NULL);
	char *signer = sp_xstrdup(
		json_string_value(json_object_get(json, "fingerprint")));
	json_decref(json);
	o.signer = signer;
	o.root = root;
	o.has = has;
	o.n_has = 2;
	o.mails = mails;
	json = tamper_look(f, &o);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "anchored")));
	EQUAL_INT(json_integer_value(json_object_get(json, "given")), 4);
	CU_ASSERT_TRUE(json_integer_value(json_object_get(json, "heads")) > 20);
	CU_ASSERT_TRUE(json_integer_value(json_object_get(json, "mails")) >=
		       json_integer_value(json_object_get(json, "heads")));
	json_decref(json);

	/* a tip that was cut */
	forge_write(f, NULL, n - 1, n, NULL, NULL, FORGE_AS_IS);
	tamper_is_good(f, "cut");
	o = (struct sp_verify_options){ .has = has, .n_has = 2 };
	tamper_finds_with(f, &o, "cut", -1, "history", tip);
	o.n_has = 1;
	json = tamper_look(f, &o);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	json_decref(json);
	o = (struct sp_verify_options){
		.mails = mails, .read_mail = read_mail, .reader = mime
	};
	tamper_finds_with(f, &o, "cut", -1, "mail ", tip);

	/* the same game at other times: all of it signed by the server */
	struct tamper_change change = { .edit = tamper_date };
	struct tamper_at at = { 0, &change };
	forge_write(f, NULL, n, 0, tamper_edit, &at, FORGE_RESEALED);
	tamper_is_good(f, "another history");
	tamper_finds_with(f, &o, "another history", -1, "mail ", "");
	o = (struct sp_verify_options){ .root = root };
	tamper_finds_with(f, &o, "another history", -1, "root", root);
	o = (struct sp_verify_options){ .has = has, .n_has = 1 };
	tamper_finds_with(f, &o, "another history", -1, "history", fourth);
	o = (struct sp_verify_options){ .signer = "SHA256:nobody" };
	tamper_finds_with(
		f, &o, "another server", -1, "signer", "SHA256:nobody");
	sp_free(signer);
	sp_free(mails);
	sp_mail_mime_stop(mime);
	sp_free(program);
	tamper_clear(&t);
}

/* ---- chance ----------------------------------------------------------------
 */

static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

struct flip {
	size_t index; /* of the commit */
	uint64_t chance;
	enum forging how;
	bool story; /* only what is narrative was changed */
};

static void flip_text(char *text, uint64_t *chance)
{
	size_t len = strlen(text);

	if (len == 0)
		return;
	char *at = &text[next(chance) % len];
	*at ^= (char)(1 << next(chance) % 7);
	*at = *at == '\0' ? ' ' : *at;
}

static void flip_file(
	struct forge *f, struct forged *c, uint64_t *chance, struct flip *flip)
{
	struct forge_entry *entry = &c->entry[next(chance) % c->n_entries];
	char *text;

	if (sp_streq(entry->name, "ruleset")) {
		entry->mode ^= 1u << next(chance) % 15;
		return;
	}
	text = forge_file(f, c, entry->name);
	flip_text(text, chance);
	forge_put(f, c, entry->name, text);
	flip->story = sp_streq(entry->name, "report.txt");
	sp_free(text);
}

static void flip_message(struct forged *c, uint64_t *chance, struct flip *flip)
{
	size_t subject = strcspn(c->message, "\n");
	char *was = sp_xstrdup(c->message);

	flip_text(c->message, chance);
	/* which mail it came from, its player knows alone */
	const char *input = strstr(was, "\nInput: ");
	flip->story = (strncmp(was, c->message, subject) != 0 &&
			      sp_streq(was + subject, c->message + subject)) ||
		      (input != NULL && strncmp(was, c->message,
						(size_t)(input - was)) == 0);
	sp_free(was);
}

static void flip_one(struct forge *f, struct forged *c, const void *payload)
{
	struct flip *flip = *(struct flip *const *)payload;
	uint64_t chance = flip->chance;

	if (c->index != flip->index)
		return;
	switch (next(&chance) % 8) {
	case 0:
		flip_text(c->author, &chance);
		break;
	case 1:
		flip_text(c->committer, &chance);
		break;
	case 2:
	case 3:
		flip_message(c, &chance, flip);
		break;
	case 4:
		c->entry[next(&chance) % c->n_entries].mode ^=
			1u << next(&chance) % 15;
		break;
	case 5:
		if (c->secret != NULL && flip->how == FORGE_RESEALED) {
			flip_text(c->secret, &chance);
			break;
		}
		/* fall through */
	default:
		flip_file(f, c, &chance, flip);
	}
}

/* It never crashes, and what it calls good has the same game in it. */
TEST("audit/histories", "chance")
{
	static const struct bout small = { .players = 2,
		.bots = "green",
		.options = "cards=yes rounds=4",
		.clock = true,
		.seed = 21 };
	struct tamper t;
	struct sp_error e;
	struct sp_buf text;
	uint64_t chance = 4;
	int tries = test_long() ? 1000 : 40, goods = 0;

	tamper_lay_as(&t, &small);
	sp_buf_init(&text, 1 << 20);
	for (int i = 0; i < tries; i++) {
		static const struct sp_verify_options none;
		struct flip flip = { .index = next(&chance) % t.f.n,
			.chance = next(&chance),
			.how = (enum forging)(next(&chance) % 3) };
		struct flip *payload = &flip;
		json_t *json = NULL;
		bool good = false;

		forge_write(&t.f, NULL, t.f.n, flip.index, flip_one, &payload,
			flip.how);
		sp_error_clear(&e);
		sp_buf_clear(&text);
		int rc = sp_audit_verify(
			t.f.path, &none, &json, &text, &good, &e);
		CU_ASSERT_TRUE(rc == SP_OK || (rc < 0 && e.text[0] != '\0'));
		if (good && !forge_is_undone(&t.f) &&
			!(flip.how != FORGE_AS_IS && flip.story)) {
			printf("\n  try %d, commit %zu, %d is good\n", i,
				flip.index, (int)flip.how);
			CU_FAIL("a changed game is good");
		}
		goods += good;
		json_decref(json);
	}
	if (getenv("SP_VERBOSE") != NULL)
		printf(" [%d of %d with another story]", goods, tries);
	sp_buf_free(&text);
	tamper_clear(&t);
}

/* ---- rulesets of nobody's ---------------------------------------------------
 */

struct rule {
	const char *path, *hash; /* NULL: not known yet */
	uint64_t at;
	unsigned bit;
};

static void flip_rule(struct forge *f, struct forged *c, const void *payload)
{
	const struct rule *r = payload;
	char hash[SP_SHA256_TEXT];

	forge_flip_rule(f, c, r->path, r->at, r->bit);
	if (r->hash == NULL)
		return;
	char *text = forge_file(f, c, "game.json");
	sp_format(hash, sizeof(hash), "%.64s",
		strstr(text, "\"ruleset_hash\": \"") + 17);
	sp_free(text);
	forge_replace(f, c, "game.json", hash, r->hash);
}

/* Whatever a copy holds, it is refused, or the game is played by it. */
TEST("audit/histories", "rulesets of nobody's")
{
	static const struct bout small = {
		.players = 2, .options = "cards=yes rounds=3", .seed = 5
	};
	static const struct sp_verify_options none;
	uint64_t chance = 9;
	struct tamper t;
	struct sp_files files;
	struct sp_store_game *game;
	struct sp_oid head;
	struct sp_buf text;
	int tries = test_long() ? 200 : 15;

	tamper_lay_as(&t, &small);
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_store_open_path(&game, t.f.path, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(game, &head, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_record_files_stored(&files, game, &head, NULL), SP_OK);
	for (int i = 0; i < tries; i++) {
		struct rule r = {
			.path = files.path[next(&chance) % files.n],
			.at = next(&chance),
			.bit = (unsigned)(next(&chance) % 7),
		};
		char hash[SP_SHA256_TEXT];
		struct sp_error e = { 0 };
		json_t *json = NULL;
		bool good = false;

		forge_write(&t.f, NULL, 1, 0, flip_rule, &r, FORGE_RESIGNED);
		changed_hash(&t.f, hash);
		r.hash = hash;
		forge_write(
			&t.f, NULL, t.f.n, 0, flip_rule, &r, FORGE_RESEALED);
		sp_buf_clear(&text);
		EQUAL_INT(sp_audit_verify(
				  t.f.path, &none, &json, &text, &good, &e),
			SP_OK);
		json_decref(json);
	}
	sp_record_files_free(&files);
	sp_store_game_close(game);
	sp_buf_free(&text);
	tamper_clear(&t);
}

/* ---- what nobody would write ------------------------------------------------
 */

static char *nested(size_t n)
{
	char *text = sp_xmalloc(n + 1);

	memset(text, '[', n);
	text[n] = '\0';
	return text;
}

struct bomb {
	size_t index;
	const char *file, *text;
};

static void plant(struct forge *f, struct forged *c, const void *payload)
{
	const struct bomb *bomb = payload;

	if (c->index == bomb->index)
		forge_put(f, c, bomb->file, bomb->text);
}

TEST("audit/histories", "what nobody would write")
{
	static const char *const names[] = { "game.json", "state.json",
		"sealed.json", "board.txt", "report.txt", "reveal.json",
		"allowed_signers" };
	static const char *const small[] = { "", "{", "{}", "[]", "null",
		"{\"v\":1e999}", "\"\\ud800\"", "\n", "\033[2J\302\233" };
	struct tamper t;
	char *deep = nested(100000), *large = nested(3 << 20);

	tamper_lay(&t);
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		struct bomb bomb = { t.f.n - 1, names[i], deep };
		const char *words = "";

		forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
			FORGE_RESIGNED);
		if (!sp_streq(names[i], "report.txt"))
			tamper_finds(&t.f, names[i], (ptrdiff_t)bomb.index,
				names[i], words);
		bomb.text = large;
		forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
			FORGE_RESIGNED);
		tamper_finds(
			&t.f, names[i], (ptrdiff_t)bomb.index, names[i], words);
		for (size_t k = 0; k < SP_ARRAY_LEN(small); k++) {
			bomb.text = small[k];
			forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
				FORGE_RESIGNED);
			if (!sp_streq(names[i], "report.txt"))
				tamper_finds(&t.f, names[i],
					(ptrdiff_t)bomb.index, names[i], words);
		}
	}
	/* what is shown cannot speak to a terminal */
	struct bomb bomb = { t.f.n - 1, "board.txt",
		"\033]0;x\007\302\233m\n" };
	forge_write(
		&t.f, NULL, t.f.n, bomb.index, plant, &bomb, FORGE_RESIGNED);
	tamper_finds(&t.f, "escapes", (ptrdiff_t)bomb.index, "board.txt",
		"]0;x???m");
	sp_free(deep);
	sp_free(large);
	tamper_clear(&t);
}
