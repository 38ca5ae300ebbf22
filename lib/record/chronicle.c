/* A game as its repository tells it. */
#include "record/chronicle.h"

#include "record/sealed.h"

#define COMMIT_MAX (256u * 1024u) /* bytes of a commit's text */

/* ---- opening --------------------------------------------------------------
 */

static void add_id(struct sp_chronicle *c, const struct sp_oid *id, size_t *cap)
{
	if (c->n == *cap) {
		*cap = *cap > 0 ? 2 * *cap : 256;
		c->id = sp_xrealloc(c->id, *cap, sizeof(c->id[0]));
	}
	c->id[c->n++] = *id;
}

static void reverse(struct sp_chronicle *c)
{
	for (size_t i = 0; i < c->n / 2; i++) {
		struct sp_oid swap = c->id[i];

		c->id[i] = c->id[c->n - 1 - i];
		c->id[c->n - 1 - i] = swap;
	}
}

/* What a line of a commit's head says: the rest behind `key`, or NULL. */
static const char *rest_of(const char *line, size_t len, const char *key)
{
	size_t n = strlen(key);

	return len >= n && memcmp(line, key, n) == 0 ? line + n : NULL;
}

static bool take_id(struct sp_oid *out, const char *at, const char *end)
{
	char hex[SP_OID_TEXT];

	return sp_copyn(hex, sizeof(hex), at, (size_t)(end - at)) &&
	       sp_store_oid_parse(out, hex);
}

/* The first parent; none where there is none. */
static int parent_of(struct sp_chronicle *c, struct sp_oid *at,
	struct sp_page *page, struct sp_error *e)
{
	struct sp_cursor cursor;
	const char *line;
	size_t len;

	sp_buf_clear(&page->text);
	sp_buf_clear(&page->signature);
	int rc = sp_store_raw(c->repo, at, &page->text, &page->signature, e);
	if (rc != SP_OK)
		return rc == SP_ENOTFOUND ? SP_ECORRUPT : rc;
	at->hex[0] = '\0';
	sp_cursor_init(&cursor, sp_buf_str(&page->text), page->text.len);
	while (sp_cursor_line(&cursor, &line, &len) && len > 0) {
		const char *parent = rest_of(line, len, "parent ");

		if (parent == NULL)
			continue;
		if (!take_id(at, parent, line + len))
			return sp_error_set(e, SP_ECORRUPT,
				"commit %s names a parent that is no id",
				c->id[c->n - 1].hex);
		break;
	}
	return SP_OK;
}

static int walk(struct sp_chronicle *c, struct sp_error *e)
{
	struct sp_page page;
	struct sp_oid at;
	size_t cap = 0;
	int rc = sp_store_head(c->repo, &at, e);

	sp_record_page_init(&page);
	while (rc == SP_OK && !sp_store_oid_is_none(&at)) {
		if (c->n == SP_CHRONICLE_MOST) {
			rc = sp_error_set(e, SP_ELIMIT,
				"there are more than %d commits",
				SP_CHRONICLE_MOST);
			break;
		}
		add_id(c, &at, &cap);
		rc = parent_of(c, &at, &page, e);
	}
	sp_record_page_clear(&page);
	reverse(c);
	return rc;
}

int sp_record_chronicle_open(
	struct sp_chronicle **out, const char *path, struct sp_error *e)
{
	struct sp_chronicle *c = sp_xcalloc(1, sizeof(*c));
	int rc = sp_store_open_path(&c->repo, path, e);

	*out = NULL;
	if (rc == SP_OK)
		rc = walk(c, e);
	if (rc == SP_OK)
		*out = c;
	else
		sp_record_chronicle_close(c);
	return rc;
}

void sp_record_chronicle_close(struct sp_chronicle *c)
{
	if (c == NULL)
		return;
	if (c->live != NULL)
		c->live->repo = NULL; /* it is ours */
	sp_record_live_free(c->live);
	sp_card_ruleset_free(c->ruleset);
	sp_store_game_close(c->repo);
	sp_seal_clear(&c->secrets);
	sp_free(c->command);
	sp_free(c->id);
	sp_free(c);
}

ptrdiff_t sp_record_chronicle_find(
	const struct sp_chronicle *c, const char *hex)
{
	size_t n = strlen(hex);

	for (size_t i = c->n; n >= 4 && n < SP_OID_TEXT && i-- > 0;)
		if (strncmp(c->id[i].hex, hex, n) == 0)
			return (ptrdiff_t)i;
	return -1;
}

/* ---- one commit -----------------------------------------------------------
 */

void sp_record_page_init(struct sp_page *page)
{
	memset(page, 0, sizeof(*page));
	sp_buf_init(&page->text, COMMIT_MAX);
	sp_buf_init(&page->signature, COMMIT_MAX);
	page->message = "";
}

void sp_record_page_clear(struct sp_page *page)
{
	sp_buf_free(&page->text);
	sp_buf_free(&page->signature);
	sp_record_page_init(page);
}

/* "Red <red@gid.invalid> 1795539600 +0000" */
static void take_author(struct sp_page *page, const char *at, const char *end)
{
	const char *open = memchr(at, '<', (size_t)(end - at));
	const char *shut =
		open == NULL ? NULL : memchr(open, '>', (size_t)(end - open));
	char number[24];
	long long when = 0;

	if (shut == NULL || open == at || open[-1] != ' ' || end - shut < 3)
		return;
	size_t digits = strcspn(shut + 2, " \n");
	if (!sp_copyn(page->author, sizeof(page->author), at,
		    (size_t)(open - 1 - at)) ||
		!sp_copyn(page->email, sizeof(page->email), open + 1,
			(size_t)(shut - open - 1)) ||
		!sp_copyn(number, sizeof(number), shut + 2, digits) ||
		sp_parse_int(number, 0, INT64_MAX / 2, &when) != SP_OK)
		return;
	page->when = when;
}

static int parse_text(struct sp_page *page, struct sp_error *e)
{
	const char *text = sp_buf_str(&page->text), *line;
	bool authored = false;
	struct sp_cursor cursor;
	size_t len;

	/* what is behind a NUL would be seen by nobody */
	if (strlen(text) != page->text.len)
		return sp_error_set(e, SP_ECORRUPT,
			"commit %s has a NUL in its text", page->id.hex);
	sp_cursor_init(&cursor, text, page->text.len);
	while (sp_cursor_line(&cursor, &line, &len) && len > 0) {
		const char *end = line + len, *rest;

		if ((rest = rest_of(line, len, "tree ")) != NULL &&
			sp_store_oid_is_none(&page->tree))
			(void)take_id(&page->tree, rest, end);
		else if ((rest = rest_of(line, len, "parent ")) != NULL &&
			 page->parents++ == 0)
			(void)take_id(&page->parent, rest, end);
		else if ((rest = rest_of(line, len, "author ")) != NULL &&
			 !authored) {
			take_author(page, rest, end);
			authored = true;
		}
	}
	page->message = cursor.at;
	if (sp_store_oid_is_none(&page->tree))
		return sp_error_set(e, SP_ECORRUPT, "commit %s names no tree",
			page->id.hex);
	return SP_OK;
}

static int take_entry(
	const char *name, unsigned mode, const struct sp_oid *id, void *payload)
{
	struct sp_page *page = payload;
	struct sp_page_entry *entry;
	size_t len = strlen(name);

	if (page->n_entries == SP_PAGE_ENTRIES)
		return SP_OK;
	entry = &page->entry[page->n_entries++];
	if (len >= sizeof(entry->name))
		len = sizeof(entry->name) - 1;
	memcpy(entry->name, name, len);
	entry->name[len] = '\0';
	entry->mode = mode;
	entry->id = *id;
	return SP_OK;
}

int sp_record_page_read(struct sp_page *page, struct sp_chronicle *c,
	size_t number, struct sp_error *e)
{
	struct sp_buf text = page->text, signature = page->signature;

	memset(page, 0, sizeof(*page));
	page->text = text;
	page->signature = signature;
	page->message = "";
	page->number = number;
	page->id = c->id[number];
	sp_buf_clear(&page->text);
	sp_buf_clear(&page->signature);
	int rc = sp_store_raw(
		c->repo, &page->id, &page->text, &page->signature, e);
	if (rc == SP_OK)
		rc = parse_text(page, e);
	if (rc == SP_OK)
		rc = sp_store_top(c->repo, &page->id, take_entry, page, e);
	return rc == SP_ENOTFOUND ? SP_ECORRUPT : rc;
}

const struct sp_page_entry *sp_record_page_entry(
	const struct sp_page *page, const char *name)
{
	for (size_t i = 0; i < page->n_entries; i++)
		if (sp_streq(page->entry[i].name, name))
			return &page->entry[i];
	return NULL;
}

void sp_record_page_subject(const struct sp_page *page, struct sp_buf *out)
{
	sp_buf_add(out, page->message, strcspn(page->message, "\n"));
}

bool sp_record_page_trailer(
	const struct sp_page *page, const char *key, struct sp_buf *out)
{
	return sp_store_trailer(out, page->message, key);
}

int sp_record_chronicle_file(struct sp_chronicle *c, size_t number,
	const char *path, struct sp_buf *out, struct sp_error *e)
{
	sp_buf_clear(out);
	return sp_store_read(c->repo, &c->id[number], path, out, e);
}

/* ---- what the whole game stands on ----------------------------------------
 */

static int read_json(struct sp_chronicle *c, const char *path,
	struct sp_buf *text, struct sp_error *e)
{
	sp_buf_init(text, SP_CHRONICLE_FILE);
	int rc = sp_record_chronicle_file(c, c->n - 1, path, text, e);
	return rc == SP_ELIMIT ? SP_ECORRUPT : rc;
}

int sp_record_chronicle_setup(struct sp_chronicle *c, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_buf text;
	int rc = read_json(c, "game.json", &text, e);

	if (rc == SP_ENOTFOUND) {
		rc = sp_error_set(
			e, SP_ECORRUPT, "it has no game.json: it is no game");
	} else if (rc == SP_OK) {
		rc = sp_state_setup_check_engine(
			sp_buf_str(&text), text.len, e);
		if (rc == SP_OK &&
			sp_state_setup_decode(&c->setup, sp_buf_str(&text),
				text.len, &why) != SP_OK)
			rc = sp_error_copy(e, SP_ECORRUPT, &why);
	}
	sp_buf_free(&text);
	return rc;
}

int sp_record_chronicle_ruleset(struct sp_chronicle *c, struct sp_error *e)
{
	struct sp_files files = { 0 };
	struct sp_error why = { 0 };
	char hash[SP_SHA256_TEXT];
	int rc = sp_record_files_stored(&files, c->repo, &c->id[0], &why);

	if (rc == SP_OK)
		rc = sp_record_files_hash(&files, hash, &why);
	if (rc == SP_OK && !sp_streq(hash, c->setup.ruleset_hash))
		rc = sp_error_set(&why, SP_ECORRUPT,
			"the ruleset copy hashes to %.16s..., and game.json "
			"names %.16s...",
			hash, c->setup.ruleset_hash);
	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&files, &c->ruleset, &why);
	if (rc == SP_OK)
		rc = sp_card_ruleset_check_setup(c->ruleset, &c->setup, &why);
	sp_record_files_free(&files);
	return rc == SP_OK ? SP_OK : sp_error_copy(e, SP_ECORRUPT, &why);
}

/* {"secret":"<64 hex>","v":1}, in the one form that it is written in. */
static bool parse_reveal(
	const struct sp_buf *text, uint8_t secret[SP_KEY_BYTES])
{
	json_t *json = NULL;
	struct sp_buf again;
	bool good = false;

	if (sp_json_parse(&json, sp_buf_str(text), text->len, NULL) != SP_OK)
		return false;
	const char *hex = json_string_value(json_object_get(json, "secret"));
	if (hex != NULL && json_object_size(json) == 2 &&
		json_integer_value(json_object_get(json, "v")) == 1 &&
		sp_unhex(secret, SP_KEY_BYTES, hex) == SP_OK) {
		sp_buf_init(&again, SP_CHRONICLE_FILE);
		sp_json_write(&again, json);
		good = again.len == text->len &&
		       memcmp(again.data, text->data, text->len) == 0;
		sp_buf_free(&again);
	}
	json_decref(json);
	return good;
}

int sp_record_chronicle_reveal(struct sp_chronicle *c, struct sp_error *e)
{
	const char *luck[SP_SEATS_MAX];
	uint8_t secret[SP_KEY_BYTES];
	struct sp_error why = { 0 };
	struct sp_buf text;
	int rc = read_json(c, "reveal.json", &text, &why);

	c->revealed = false;
	if (rc == SP_ENOTFOUND) {
		rc = SP_OK;
		goto out;
	}
	for (int s = 0; s < c->setup.n_seats; s++)
		luck[s] = c->setup.luck[s];
	if (rc == SP_OK && !parse_reveal(&text, secret))
		rc = sp_error_set(&why, SP_ECORRUPT,
			"reveal.json is not as spellpost writes it");
	if (rc == SP_OK)
		rc = sp_seal_open_revealed(
			&c->secrets, secret, c->setup.gid, &why);
	if (rc == SP_OK &&
		!sp_streq(c->secrets.commitment, c->setup.commitment))
		rc = sp_error_set(&why, SP_ECORRUPT,
			"the secret in reveal.json makes the commitment "
			"%.16s..., and game.json has %.16s...",
			c->secrets.commitment, c->setup.commitment);
	if (rc == SP_OK)
		rc = sp_seal_derive(
			&c->secrets, luck, (size_t)c->setup.n_seats, &why);
	c->revealed = rc == SP_OK;
out:
	sp_buf_free(&text);
	return rc == SP_OK ? SP_OK : sp_error_copy(e, SP_ECORRUPT, &why);
}

int sp_record_chronicle_read(struct sp_chronicle *c, struct sp_error *e)
{
	int rc = sp_record_chronicle_setup(c, e);

	if (rc == SP_OK)
		rc = sp_record_chronicle_ruleset(c, e);
	return rc == SP_OK ? sp_record_chronicle_reveal(c, e) : rc;
}

/* ---- positions ------------------------------------------------------------
 */

int sp_record_chronicle_seats(const struct sp_setup *setup,
	const struct sp_game *game, struct sp_error *e)
{
	bool same = setup->n_seats == game->n_seats;

	for (int s = 0; same && s < setup->n_seats; s++)
		same = sp_streq(setup->colour[s], game->colour[s]);
	return same ? SP_OK
		    : sp_error_set(e, SP_ECORRUPT,
			      "state.json has other seats than game.json");
}

static int read_numbered(
	uint64_t seq, struct sp_buf *file, void *payload, struct sp_error *e)
{
	return sp_record_chronicle_file(
		payload, (size_t)seq, "sealed.json", file, e);
}

static int open_box(struct sp_chronicle *c, size_t number,
	const struct sp_buf *file, const char *tag, struct sp_error *e)
{
	struct sp_live *live = c->live;
	struct sp_box box;
	char *text = NULL;
	size_t len = 0;
	int rc = sp_seal_box_parse(&box, sp_buf_str(file), file->len, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_seal_unbox(&text, &len, &box, &c->secrets, number, e);
	if (rc == SP_OK)
		rc = sp_seal_state_check(&c->secrets, &box,
			c->id[number - 1].hex, live->state_sum, tag, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_take(live, text, len, &c->command, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_declared(
			live, &c->secrets, read_numbered, c, e);
	sp_seal_unbox_free(text, len);
	sp_seal_box_clear(&box);
	return rc;
}

/* state.json, and what the box adds to it. */
static int take_position(struct sp_chronicle *c, size_t number,
	struct sp_buf *file, struct sp_error *e)
{
	struct sp_live *live = c->live;
	struct sp_bytes bytes = { file->data, file->len };
	struct sp_page page;
	struct sp_buf tag;
	int rc = sp_state_decode(&live->game, &c->ruleset->lexicon,
		sp_buf_str(file), file->len, e);

	if (rc == SP_OK)
		rc = sp_record_chronicle_seats(&c->setup, &live->game, e);
	if (rc != SP_OK || !c->revealed || number == 0)
		return rc;
	sp_record_page_init(&page);
	sp_buf_init(&tag, SP_SHA256_TEXT);
	sp_rng_init(&live->game.rng, c->secrets.dice, live->game.rng.next);
	rc = sp_seal_digest(live->state_sum, &bytes, 1, e);
	if (rc == SP_OK)
		rc = sp_record_page_read(&page, c, number, e);
	if (rc == SP_OK)
		rc = sp_record_chronicle_file(
			c, number, "sealed.json", file, e);
	if (rc == SP_OK) {
		(void)sp_record_page_trailer(&page, "State", &tag);
		rc = open_box(c, number, file, sp_buf_str(&tag), e);
	}
	sp_buf_free(&tag);
	sp_record_page_clear(&page);
	return rc;
}

int sp_record_chronicle_position(struct sp_chronicle *c, size_t number,
	const struct sp_game **out, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_buf file;

	if (c->live == NULL) {
		c->live = sp_record_live_new(c->setup.gid);
		c->live->setup = c->setup;
		c->live->ruleset = c->ruleset;
	}
	c->live->head = c->id[number];
	c->live->seq = number;
	sp_free(c->command);
	c->command = NULL;
	*out = NULL;
	sp_buf_init(&file, SP_CHRONICLE_FILE);
	int rc = sp_record_chronicle_file(c, number, "state.json", &file, &why);
	if (rc == SP_ENOTFOUND) {
		rc = SP_OK;
		goto out;
	}
	if (rc == SP_OK)
		rc = take_position(c, number, &file, &why);
	if (rc == SP_OK)
		rc = sp_state_check(&c->live->game, &why);
	if (rc != SP_OK) {
		sp_error_prefix(&why, "commit %s", c->id[number].hex);
		rc = sp_error_copy(e, SP_ECORRUPT, &why);
		goto out;
	}
	if (c->command == NULL)
		c->command = sp_xstrdup("");
	*out = &c->live->game;
out:
	sp_buf_free(&file);
	return rc;
}
