/* What the tests of tampering share (tamper.h). */
#include "tamper.h"

#include "host_tests.h"

static const uint8_t master[SP_KEY_BYTES] = { 0x00, 0x11, 0x22, 0x33, 0x44,
	0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0xfe,
	0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0x01, 0x23, 0x45, 0x67, 0x89,
	0xab, 0xcd, 0xef };

const struct bout tamper_base = { .players = 3,
	.bots = "green",
	.options = "cards=yes hold=1 rounds=24",
	.clock = true,
	.seed = 10 };

/* ---- the game and what is found in it -------------------------------------
 */

void tamper_take_game(struct tamper *t, const char *gid)
{
	char *path = club_repository(&t->club, gid);

	club_close(&t->club);
	forge_open(&t->f, path, master);
	sp_free(path);
}

void tamper_take(struct tamper *t)
{
	tamper_take_game(t, BOUT_GID);
}

void tamper_know_secret(struct tamper *t)
{
	struct forged tip = { .index = t->f.n - 1 };
	const char *luck[SP_SEATS_MAX];
	struct sp_setup setup;

	forge_files(&t->f, &tip);
	char *game = forge_file(&t->f, &tip, "game.json");
	EQUAL_INT_FATAL(
		sp_state_setup_decode(&setup, game, strlen(game), NULL), SP_OK);
	for (int s = 0; s < setup.n_seats; s++)
		luck[s] = setup.luck[s];
	EQUAL_INT_FATAL(
		sp_seal_open(&t->f.secrets, master, setup.gid, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_seal_derive(&t->f.secrets, luck,
				(size_t)setup.n_seats, NULL),
		SP_OK);
	sp_free(game);
}

void tamper_lay_as(struct tamper *t, const struct bout *what)
{
	bout_play(&t->club, what);
	for (int i = 0; i < 40 && !bout_is_over(&t->club); i++)
		bout_go_on(&t->club, what, 20);
	CU_ASSERT_TRUE_FATAL(bout_is_over(&t->club));
	json_decref(bout_verify(&t->club));
	/* tags name commits that are written anew; they have a test of their
	 * own */
	(void)club_git(&t->club, BOUT_GID, NULL,
		"git tag | xargs git tag -d >/dev/null");
	tamper_take(t);
	CU_ASSERT_TRUE_FATAL(t->f.secrets.keyed);
}

void tamper_lay(struct tamper *t)
{
	tamper_lay_as(t, &tamper_base);
}

void tamper_clear(struct tamper *t)
{
	forge_close(&t->f);
	club_clear(&t->club);
}

json_t *tamper_look(const struct forge *f, const struct sp_verify_options *o)
{
	static const struct sp_verify_options none;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good = false;

	sp_buf_init(&text, 1 << 20);
	int rc = sp_audit_verify(
		f->path, o != NULL ? o : &none, &json, &text, &good, &e);
	if (rc != SP_OK)
		printf("\n  verify: %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	EQUAL_INT(good, json_is_true(json_object_get(json, "good")));
	sp_buf_free(&text);
	return json;
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? text : "";
}

/* What verify finds now: at this commit (negative: none), of this thing, with
 * these words in it. */
void tamper_finds_with(const struct forge *f, const struct sp_verify_options *o,
	const char *name, ptrdiff_t seq, const char *what, const char *words)
{
	json_t *json = tamper_look(f, o);
	const json_t *bad = json_object_get(json, "mismatch");
	const json_t *at = json_object_get(bad, "seq");
	bool right = bad != NULL &&
		     (seq < 0 ? at == NULL : json_integer_value(at) == seq) &&
		     strstr(text_of(bad, "what"), what) != NULL &&
		     (strstr(text_of(bad, "found"), words) != NULL ||
			     strstr(text_of(bad, "expected"), words) != NULL);

	if (!right) {
		printf("\n  %s: not \"%s\" at %td with \"%s\", but ", name,
			what, seq, words);
		json_dumpf(bad, stdout, 0);
		printf("\n");
	}
	CU_ASSERT_TRUE(right);
	json_decref(json);
}

void tamper_finds(const struct forge *f, const char *name, ptrdiff_t seq,
	const char *what, const char *words)
{
	tamper_finds_with(f, NULL, name, seq, what, words);
}

void tamper_is_good(const struct forge *f, const char *name)
{
	json_t *json = tamper_look(f, NULL);

	if (!json_is_true(json_object_get(json, "good"))) {
		printf("\n  %s: ", name);
		json_dumpf(json_object_get(json, "mismatch"), stdout, 0);
		printf("\n");
	}
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	CU_ASSERT_TRUE(json_is_false(json_object_get(json, "anchored")));
	json_decref(json);
}

/* ---- changes ------------------------------------------------------------ */

void tamper_edit(struct forge *f, struct forged *c, const void *payload)
{
	const struct tamper_at *at = payload;

	if (c->index == at->index)
		at->change->edit(f, c, NULL);
}

void tamper_shift(struct forged *c, long long seconds)
{
	char *lines[2] = { c->author, c->committer };

	for (int i = 0; i < 2; i++) {
		char *at = strstr(lines[i], "> ") + 2;
		long long when = strtoll(at, NULL, 10);
		sp_format(at, sizeof(c->author) - (size_t)(at - lines[i]),
			"%lld +0000", when + seconds);
	}
}

void tamper_date(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	tamper_shift(c, 1);
}

void tamper_luck(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "game.json");
	char *at = strstr(text, "\"luck\": [");

	(void)payload;
	at = strpbrk(strchr(at, '['), "0123456789abcdef");
	*at = *at == '0' ? '1' : '0';
	forge_put(f, c, "game.json", text);
	sp_free(text);
}

void tamper_reveal(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "reveal.json");
	char *at = strstr(text, "\"secret\": \"") + 11;

	(void)payload;
	*at = *at == '0' ? '1' : '0';
	forge_put(f, c, "reveal.json", text);
	sp_free(text);
}

void tamper_report(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put(f, c, "report.txt", "Once upon a time\n");
}
