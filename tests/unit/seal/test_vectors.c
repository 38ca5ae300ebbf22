/*
 * vectors.json against seal and rng: made by an independent implementation of
 * what lib/record/FORMAT.md tells of keys, boxes, tags and dice. boxes.json is
 * made by the second reader, tests/tools/audit.py --vectors.
 */
#include "unit.h"

#include "base/json.h"
#include "fixtures.h"
#include "rng/rng.h"
#include "seal/seal_private.h"

static json_t *load(const char *name)
{
	char *path = sp_xasprintf(
		"%s/tests/unit/seal/%s.json", test_source_dir(), name);
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *root = NULL;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, path, &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_json_parse(&root, sp_buf_str(&text), text.len, &e), SP_OK);
	sp_buf_free(&text);
	sp_free(path);
	return root;
}

/* The text at a path of keys. */
static const char *at(const json_t *v, const char *a, const char *b)
{
	const json_t *x = json_object_get(v, a);
	const char *s;

	if (b != NULL)
		x = json_object_get(x, b);
	s = json_string_value(x);
	CU_ASSERT_PTR_NOT_NULL_FATAL(s);
	return s;
}

static void key_is(const uint8_t key[SP_KEY_BYTES], const char *hex)
{
	char text[SP_SHA256_TEXT];

	sp_hex(text, key, SP_KEY_BYTES);
	EQUAL_STRING(text, hex);
}

static void check_keys(const json_t *v, struct sp_secrets *s)
{
	const char *luck[SP_LUCK_STRINGS];
	const json_t *words = json_object_get(v, "words");
	const json_t *strings = json_object_get(v, "luck");
	size_t n = json_array_size(words);
	uint8_t master[SP_KEY_BYTES];
	const char *gid = at(v, "gid", NULL);

	EQUAL_INT_FATAL(
		sp_unhex(master, SP_KEY_BYTES, at(v, "master", NULL)), SP_OK);
	EQUAL_INT_FATAL(sp_seal_open(s, master, gid, NULL), SP_OK);
	EQUAL_STRING(s->gid, gid);
	key_is(s->secret, at(v, "secret", NULL));
	EQUAL_STRING(s->commitment, at(v, "commitment", NULL));

	CU_ASSERT_FATAL(n > 0 && n <= SP_LUCK_STRINGS);
	for (size_t i = 0; i < n; i++) {
		const char *w = json_string_value(json_array_get(words, i));
		char hash[SP_SHA256_TEXT] = "";

		luck[i] = json_string_value(json_array_get(strings, i));
		CU_ASSERT_PTR_NOT_NULL_FATAL(luck[i]);
		if (w[0] != '\0')
			EQUAL_INT(sp_seal_luck_hash(hash, gid, w, NULL), SP_OK);
		EQUAL_STRING(hash, luck[i]);
	}
	CU_ASSERT_FALSE(s->keyed);
	EQUAL_INT_FATAL(sp_seal_derive(s, luck, n, NULL), SP_OK);
	CU_ASSERT_TRUE(s->keyed);
	key_is(s->dice, at(v, "keys", "dice"));
	key_is(s->seal, at(v, "keys", "seal"));
	key_is(s->mac, at(v, "keys", "mac"));
	key_is(s->nonce, at(v, "keys", "nonce"));
	key_is(s->input, at(v, "keys", "input"));
}

static void dice_are(struct sp_rng *rng, uint32_t faces, const json_t *list)
{
	CU_ASSERT_FATAL(json_array_size(list) > 0);
	for (size_t i = 0; i < json_array_size(list); i++)
		EQUAL_INT(sp_rng_die(rng, faces),
			json_integer_value(json_array_get(list, i)));
}

static void check_draws(const json_t *draws, const struct sp_secrets *s)
{
	const json_t *order = json_object_get(draws, "then_shuffle_of_0_to_9");
	uint16_t items[10];
	struct sp_rng rng;

	sp_rng_init(&rng, s->dice, 0);
	dice_are(&rng, 4, json_object_get(draws, "d4_from_0"));
	for (uint16_t i = 0; i < 10; i++)
		items[i] = i;
	sp_rng_shuffle(&rng, items, 10);
	EQUAL_INT_FATAL(json_array_size(order), 10);
	for (size_t i = 0; i < 10; i++)
		EQUAL_INT(
			items[i], json_integer_value(json_array_get(order, i)));
	EQUAL_INT((json_int_t)rng.next,
		json_integer_value(
			json_object_get(draws, "next_draw_after_shuffle")));
	dice_are(&rng, 6, json_object_get(draws, "then_d6"));
	EQUAL_INT((json_int_t)rng.next,
		json_integer_value(json_object_get(draws, "next_draw")));
}

static void token_is(const struct sp_secrets *s, const char *seat,
	enum sp_token_purpose purpose, uint64_t epoch, const char *expected)
{
	char token[SP_TOKEN_TEXT];

	EQUAL_INT(sp_seal_token(token, s, seat, purpose, epoch, NULL), SP_OK);
	EQUAL_STRING(token, expected);
	EQUAL_INT(sp_seal_token_check(s, seat, purpose, epoch, expected,
			  strlen(expected), NULL),
		SP_OK);
}

static void check_names(const json_t *v, const struct sp_secrets *s)
{
	const char *text = at(v, "input", "text");
	char id[SP_MID_TEXT];
	char tag[SP_SHA256_TEXT];

	token_is(s, "red", SP_TOKEN_PLAY, 0,
		at(v, "tokens", "play_seat_red_epoch_0"));
	token_is(s, "blue", SP_TOKEN_CONFIRM, 3,
		at(v, "tokens", "confirm_seat_blue_epoch_3"));
	token_is(s, "red", SP_TOKEN_BOUNCE, 0, at(v, "tokens", "bounce_red"));

	EQUAL_INT(sp_seal_message_id(
			  id, s, at(v, "seal", "parent"), "red", "turn", NULL),
		SP_OK);
	EQUAL_STRING(id, at(v, "message_id_local", NULL));

	EQUAL_INT(sp_seal_input_mail(tag, s, at(v, "input", "message_id"), text,
			  strlen(text), NULL),
		SP_OK);
	EQUAL_STRING(tag, at(v, "input", "value"));
}

static void bytes_are(const uint8_t *bytes, size_t n, const char *hex)
{
	char *text = sp_xmalloc(2 * n + 1);

	sp_hex(text, bytes, n);
	EQUAL_STRING(text, hex);
	sp_free(text);
}

static void check_seal(const json_t *v, const struct sp_secrets *s)
{
	const json_t *seal = json_object_get(v, "seal");
	uint64_t seq =
		(uint64_t)json_integer_value(json_object_get(seal, "seq"));
	const char *plain = at(seal, "plain_before_padding", NULL);
	const char *state = at(seal, "state_json", NULL);
	struct sp_bytes position = { state, strlen(state) };
	uint8_t sum[SP_KEY_BYTES];
	char tag[SP_SHA256_TEXT];
	struct sp_box box;
	char *text = NULL;
	size_t len = 0, size = (size_t)json_integer_value(
				json_object_get(seal, "padded_to"));

	EQUAL_INT_FATAL(
		sp_seal_box(&box, s, seq, plain, strlen(plain), size, NULL),
		SP_OK);
	bytes_are(box.nonce, SP_BOX_NONCE, at(seal, "nonce", NULL));
	bytes_are(box.bytes, 32, at(seal, "box_first_32", NULL));
	bytes_are(box.bytes + box.size, SP_BOX_TAG, at(seal, "box_tag", NULL));
	struct sp_bytes all = { box.bytes, box.size + SP_BOX_TAG };
	EQUAL_INT(sp_seal_sha256(tag, &all, 1, NULL), SP_OK);
	EQUAL_STRING(tag, at(seal, "box_sha256", NULL));

	EQUAL_INT(sp_seal_digest(sum, &position, 1, NULL), SP_OK);
	EQUAL_INT(sp_seal_state_tag(
			  tag, s, &box, at(seal, "parent", NULL), sum, NULL),
		SP_OK);
	EQUAL_STRING(tag, at(seal, "state", NULL));

	memset(box.sum, 0, sizeof(box.sum));
	EQUAL_INT_FATAL(sp_seal_unbox(&text, &len, &box, s, seq, NULL), SP_OK);
	EQUAL_INT(len, strlen(plain));
	EQUAL_STRING(text, plain);
	EQUAL_INT(sp_seal_state_check(s, &box, at(seal, "parent", NULL), sum,
			  at(seal, "state", NULL), NULL),
		SP_OK);
	sp_seal_unbox_free(text, len);
	sp_seal_box_clear(&box);
}

static void check_signing(const json_t *v)
{
	uint8_t master[SP_KEY_BYTES], seed[SP_KEY_BYTES];

	EQUAL_INT_FATAL(
		sp_unhex(master, SP_KEY_BYTES, at(v, "master", NULL)), SP_OK);
	EQUAL_INT(seal_signing_seed(seed, master, NULL), SP_OK);
	key_is(seed, at(v, "signing_key_seed", NULL));
}

/* The secret alone gives what the master gives, but no tokens. */
static void check_revealed(const json_t *v, const struct sp_secrets *s)
{
	static const uint8_t none[SP_KEY_BYTES];
	struct sp_secrets revealed;

	EQUAL_INT(sp_seal_open_revealed(
			  &revealed, s->secret, at(v, "gid", NULL), NULL),
		SP_OK);
	EQUAL_STRING(revealed.gid, s->gid);
	EQUAL_STRING(revealed.commitment, s->commitment);
	EQUAL_INT(memcmp(revealed.token_key, none, SP_KEY_BYTES), 0);
	CU_ASSERT_FALSE(revealed.keyed);
	EQUAL_INT(sp_seal_open_revealed(&revealed, s->secret, "no gid", NULL),
		SP_EINVAL);
	EQUAL_INT(memcmp(revealed.secret, none, SP_KEY_BYTES), 0);
}

static void check_box(const json_t *v, const struct sp_secrets *s)
{
	uint64_t seq = (uint64_t)json_integer_value(json_object_get(v, "seq"));
	size_t size = (size_t)json_integer_value(json_object_get(v, "size"));
	const char *text = at(v, "text", NULL), *mail = at(v, "mail", NULL);
	const char *state = at(v, "state_json", NULL);
	struct sp_bytes position = { state, strlen(state) };
	uint8_t sum[SP_KEY_BYTES];
	char tag[SP_SHA256_TEXT];
	struct sp_box box;

	EQUAL_INT_FATAL(
		sp_seal_box(&box, s, seq, text, strlen(text), size, NULL),
		SP_OK);
	bytes_are(box.nonce, SP_BOX_NONCE, at(v, "nonce", NULL));
	struct sp_bytes all = { box.bytes, box.size + SP_BOX_TAG };
	EQUAL_INT(all.len, size + SP_BOX_TAG);
	EQUAL_INT(sp_seal_sha256(tag, &all, 1, NULL), SP_OK);
	EQUAL_STRING(tag, at(v, "box", NULL));
	EQUAL_INT(sp_seal_digest(sum, &position, 1, NULL), SP_OK);
	EQUAL_INT(sp_seal_state_tag(
			  tag, s, &box, at(v, "parent", NULL), sum, NULL),
		SP_OK);
	EQUAL_STRING(tag, at(v, "state", NULL));
	EQUAL_INT(sp_seal_input_mail(tag, s, at(v, "message_id", NULL), mail,
			  strlen(mail), NULL),
		SP_OK);
	EQUAL_STRING(tag, at(v, "input", NULL));
	EQUAL_INT(sp_seal_input_sealed(tag, s, seq, at(v, "message_id", NULL),
			  mail, strlen(mail), NULL),
		SP_OK);
	EQUAL_STRING(tag, at(v, "sealed_input", NULL));
	sp_seal_box_clear(&box);
}

TEST("seal/vectors", "boxes.json")
{
	json_t *root = load("boxes");
	const json_t *list = json_object_get(root, "boxes");
	const json_t *luck = json_object_get(root, "luck");
	const char *strings[SP_LUCK_STRINGS];
	uint8_t secret[SP_KEY_BYTES];
	struct sp_secrets s;

	EQUAL_INT_FATAL(
		sp_unhex(secret, SP_KEY_BYTES, at(root, "secret", NULL)),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_seal_open_revealed(&s, secret, at(root, "gid", NULL), NULL),
		SP_OK);
	for (size_t i = 0; i < json_array_size(luck); i++)
		strings[i] = json_string_value(json_array_get(luck, i));
	EQUAL_INT_FATAL(
		sp_seal_derive(&s, strings, json_array_size(luck), NULL),
		SP_OK);
	EQUAL_INT(json_array_size(list), 3);
	for (size_t i = 0; i < json_array_size(list); i++)
		check_box(json_array_get(list, i), &s);
	sp_seal_clear(&s);
	json_decref(root);
}

/* Every name in the file, so that none goes by unseen: what is new there must
 * be compared above before it is added here. */
static void names_of(const json_t *value, struct sp_buf *out)
{
	const char *key;
	json_t *inner;

	json_object_foreach ((json_t *)(uintptr_t)value, key, inner) {
		sp_buf_addf(out, "%s ", key);
		names_of(inner, out);
	}
}

static void every_field(const json_t *v)
{
	struct sp_buf names;

	sp_buf_init(&names, 4096);
	names_of(v, &names);
	EQUAL_STRING(sp_buf_str(&names),
		"master gid words luck secret commitment keys dice "
		"seal mac nonce input draws d4_from_0 "
		"then_shuffle_of_0_to_9 next_draw_after_shuffle "
		"then_d6 next_draw seal seq parent state_json "
		"plain_before_padding padded_to nonce box_sha256 "
		"box_first_32 box_tag state tokens "
		"play_seat_red_epoch_0 confirm_seat_blue_epoch_3 "
		"bounce_red message_id_local signing_key_seed input "
		"message_id text value ");
	sp_buf_free(&names);
}

TEST("seal/vectors", "vectors.json")
{
	json_t *root = load("vectors");
	const json_t *list = json_object_get(root, "vectors");

	EQUAL_INT(json_array_size(list), 3);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *v = json_array_get(list, i);
		struct sp_secrets s;

		every_field(v);
		check_keys(v, &s);
		check_draws(json_object_get(v, "draws"), &s);
		check_names(v, &s);
		check_seal(v, &s);
		check_signing(v);
		check_revealed(v, &s);
		sp_seal_clear(&s);
	}
	json_decref(root);
}
