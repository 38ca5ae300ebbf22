/* Boxes beside what vectors.json says of them: sizes, damage, sealed.json. */
#include "unit.h"

#include <openssl/evp.h>

#include "base/json.h"
#include "seal/seal.h"

#define GID    "g1-abcdefgh"
#define SEQ    7
#define TEXT   "{\"hands\":[[1,2],[3]]}"
#define PARENT "356a192b7913b04c54574d18c28d46e6395428ab"

static const uint8_t position[SP_KEY_BYTES] = { 5, 6, 7 };

static struct sp_secrets make(const char *gid, uint8_t master)
{
	static const char *const luck[] = { "", "" };
	const uint8_t key[SP_KEY_BYTES] = { master };
	struct sp_secrets s;

	EQUAL_INT_FATAL(sp_seal_open(&s, key, gid, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_seal_derive(&s, luck, 2, NULL), SP_OK);
	return s;
}

static struct sp_box sealed(const struct sp_secrets *s)
{
	struct sp_box box;

	EQUAL_INT_FATAL(sp_seal_box(&box, s, SEQ, TEXT, strlen(TEXT),
				SP_BOX_LEAST, NULL),
		SP_OK);
	return box;
}

static int opens(struct sp_box *box, const struct sp_secrets *s, uint64_t seq,
	struct sp_error *e)
{
	char *text = NULL;
	size_t len = 1;
	int code = sp_seal_unbox(&text, &len, box, s, seq, e);

	if (code == SP_OK) {
		EQUAL_STRING(text, TEXT);
		EQUAL_INT(len, strlen(TEXT));
	} else {
		CU_ASSERT_PTR_NULL(text);
		EQUAL_INT(len, 0);
	}
	sp_seal_unbox_free(text, len);
	return code;
}

static void refused(struct sp_box *box, const struct sp_secrets *s,
	uint64_t seq, const char *part)
{
	struct sp_error e = { 0 };

	EQUAL_INT(opens(box, s, seq, &e), SP_ECORRUPT);
	CONTAINS(e.text, part);
	CU_ASSERT_PTR_NULL(strchr(e.text, '\n'));
}

/* ---- sizes --------------------------------------------------------------- */

static size_t size_for(size_t len, size_t padded)
{
	struct sp_secrets s = make(GID, 1);
	char *text = sp_xmalloc(len + 1);
	struct sp_box box;
	char *back = NULL;
	size_t n = 0;

	memset(text, 'x', len);
	text[len] = '\0';
	EQUAL_INT_FATAL(
		sp_seal_box(&box, &s, SEQ, text, len, padded, NULL), SP_OK);
	size_t size = box.size;
	EQUAL_INT_FATAL(sp_seal_unbox(&back, &n, &box, &s, SEQ, NULL), SP_OK);
	EQUAL_INT(n, len);
	EQUAL_STRING(back, text);
	sp_seal_unbox_free(back, n);
	sp_seal_box_clear(&box);
	sp_free(text);
	return size;
}

TEST("seal/box", "is filled up")
{
	EQUAL_INT(size_for(0, 1024), 1024);
	EQUAL_INT(size_for(1, 1024), 1024);
	EQUAL_INT(size_for(1024, 1024), 1024);
	EQUAL_INT(size_for(1, 4096), 4096);
	EQUAL_INT(size_for(5000, 32768), 32768);
	EQUAL_INT(size_for(1, SP_BOX_MOST), SP_BOX_MOST);
	EQUAL_INT(size_for(SP_BOX_MOST, SP_BOX_MOST), SP_BOX_MOST);
}

/* It would tell how much there was to hide. */
TEST("seal/box", "never grows")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_error e = { 0 };
	struct sp_box box;
	char text[2049];

	memset(text, 'x', sizeof(text));
	EQUAL_INT(sp_seal_box(&box, &s, SEQ, text, 1025, 1024, &e), SP_ELIMIT);
	CONTAINS(e.text, "1025 bytes, and its box has room for 1024");
	CU_ASSERT_PTR_NULL(box.bytes);
	EQUAL_INT(sp_seal_box(&box, &s, SEQ, text, 2049, 2048, &e), SP_ELIMIT);
	CU_ASSERT_PTR_NULL(box.bytes);
}

/* ---- what is not ours ---------------------------------------------------- */

TEST("seal/box", "equal arguments, equal bytes")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box a = sealed(&s), b = sealed(&s), c;

	EQUAL_INT(memcmp(a.nonce, b.nonce, SP_BOX_NONCE), 0);
	EQUAL_INT(memcmp(a.bytes, b.bytes, a.size + SP_BOX_TAG), 0);
	/* another commit, another nonce, though the text is the same */
	EQUAL_INT_FATAL(sp_seal_box(&c, &s, SEQ + 1, TEXT, strlen(TEXT),
				SP_BOX_LEAST, NULL),
		SP_OK);
	DIFFERENT_INT(memcmp(a.nonce, c.nonce, SP_BOX_NONCE), 0);
	EQUAL_INT(opens(&a, &s, SEQ, NULL), SP_OK);
	EQUAL_INT(opens(&c, &s, SEQ + 1, NULL), SP_OK);
	sp_seal_box_clear(&a);
	sp_seal_box_clear(&b);
	sp_seal_box_clear(&c);
}

TEST("seal/box", "refuses another commit's")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s);

	refused(&box, &s, SEQ + 1, "commit 7, not of 8");
	/* as if its number were another one */
	box.seq = SEQ + 1;
	refused(&box, &s, SEQ + 1, "does not open");
	sp_seal_box_clear(&box);
}

TEST("seal/box", "refuses another game's and key's")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_secrets other = make("g2-abcdefgh", 1);
	struct sp_secrets key = make(GID, 2);
	struct sp_box box = sealed(&s);

	refused(&box, &other, SEQ, "does not open");
	refused(&box, &key, SEQ, "does not open");
	/* the gid alone: not only its keys are others */
	memcpy(other.seal, s.seal, SP_KEY_BYTES);
	memcpy(other.nonce, s.nonce, SP_KEY_BYTES);
	refused(&box, &other, SEQ, "does not open");
	EQUAL_INT(opens(&box, &s, SEQ, NULL), SP_OK);
	sp_seal_box_clear(&box);
}

TEST("seal/box", "refuses what one bit was changed of")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s);

	for (size_t i = 0; i < 8 * (box.size + SP_BOX_TAG); i += 7) {
		box.bytes[i / 8] ^= (uint8_t)(1U << i % 8);
		refused(&box, &s, SEQ, "does not open");
		box.bytes[i / 8] ^= (uint8_t)(1U << i % 8);
	}
	for (size_t i = 0; i < (size_t)8 * SP_BOX_NONCE; i++) {
		box.nonce[i / 8] ^= (uint8_t)(1U << i % 8);
		refused(&box, &s, SEQ, "does not open");
		box.nonce[i / 8] ^= (uint8_t)(1U << i % 8);
	}
	EQUAL_INT(opens(&box, &s, SEQ, NULL), SP_OK);
	sp_seal_box_clear(&box);
}

/* Sealed with our key, but not as we seal: by who has the keys of the boxes
 * alone, or a program with a mistake. */
TEST("seal/box", "refuses another nonce")
{
	struct sp_secrets s = make(GID, 1), odd = s;
	struct sp_box box;

	odd.nonce[0] ^= 1;
	box = sealed(&odd);
	refused(&box, &s, SEQ, "nonce");
	sp_seal_box_clear(&box);
}

/* OpenSSL without its algorithms: that is no damage to a game. */
TEST("seal/box", "OpenSSL may fail")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s), none;
	char tag[SP_SHA256_TEXT];
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(EVP_set_default_properties(NULL, "provider=none"), 1);
	EQUAL_INT(opens(&box, &s, SEQ, &e), SP_ESYS);
	CONTAINS(e.text, "AES-256-GCM");
	sp_error_clear(&e);
	EQUAL_INT(sp_seal_box(
			  &none, &s, SEQ, TEXT, strlen(TEXT), SP_BOX_LEAST, &e),
		SP_ESYS);
	CONTAINS(e.text, "HMAC");
	CU_ASSERT_PTR_NULL(none.bytes);
	EQUAL_INT(sp_seal_state_tag(tag, &s, &box, PARENT, position, NULL),
		SP_ESYS);
	EQUAL_STRING(tag, "");
	EQUAL_INT_FATAL(EVP_set_default_properties(NULL, ""), 1);
	EQUAL_INT(opens(&box, &s, SEQ, NULL), SP_OK);
	sp_seal_box_clear(&box);
}

/* ---- State tags -----------------------------------------------------------
 */

static void tag_refused(const struct sp_secrets *s, const struct sp_box *box,
	const char *parent, const uint8_t *state, const char *given)
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_seal_state_check(s, box, parent, state, given, &e),
		SP_ECORRUPT);
	CONTAINS(e.text, "State tag of commit");
}

TEST("seal/box", "State tags")
{
	static const uint8_t elsewhere[SP_KEY_BYTES] = { 5, 6, 8 };
	struct sp_secrets s = make(GID, 1), other = make(GID, 2);
	struct sp_box box = sealed(&s);
	char tag[SP_SHA256_TEXT], bad[SP_SHA256_TEXT + 1];

	EQUAL_INT_FATAL(
		sp_seal_state_tag(tag, &s, &box, PARENT, position, NULL),
		SP_OK);
	EQUAL_INT(sp_seal_state_check(&s, &box, PARENT, position, tag, NULL),
		SP_OK);
	tag_refused(&other, &box, PARENT, position, tag);
	tag_refused(&s, &box, "456a192b7913b04c54574d18c28d46e6395428ab",
		position, tag);
	tag_refused(&s, &box, PARENT, elsewhere, tag);
	box.seq++;
	tag_refused(&s, &box, PARENT, position, tag);
	box.seq--;
	box.sum[31] ^= 1;
	tag_refused(&s, &box, PARENT, position, tag);
	box.sum[31] ^= 1;
	tag_refused(&s, &box, PARENT, position, "");
	sp_format(bad, sizeof(bad), "%s0", tag);
	tag_refused(&s, &box, PARENT, position, bad);
	bad[63] = '\0';
	tag_refused(&s, &box, PARENT, position, bad);
	bad[63] = tag[63] == '0' ? '1' : '0';
	bad[64] = '\0';
	tag_refused(&s, &box, PARENT, position, bad);
	sp_seal_box_clear(&box);
}

/* ---- sealed.json ----------------------------------------------------------
 */

static char *text_of(const struct sp_box *box)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_seal_box_format(box, &text);
	return sp_buf_take(&text);
}

/* The form of every JSON file in a game repository. */
static void is_json(const char *text, const struct sp_box *box)
{
	struct sp_buf again, base64;
	json_t *root = NULL;

	EQUAL_INT_FATAL(sp_json_parse(&root, text, strlen(text), NULL), SP_OK);
	sp_buf_init(&again, SIZE_MAX);
	sp_buf_init(&base64, SIZE_MAX);
	sp_json_write(&again, root);
	EQUAL_STRING(sp_buf_str(&again), text);
	sp_base64(&base64, box->bytes, box->size + SP_BOX_TAG);
	EQUAL_STRING(json_string_value(json_object_get(root, "box")),
		sp_buf_str(&base64));
	sp_buf_clear(&base64);
	sp_base64(&base64, box->nonce, SP_BOX_NONCE);
	EQUAL_STRING(json_string_value(json_object_get(root, "nonce")),
		sp_buf_str(&base64));
	sp_buf_free(&again);
	sp_buf_free(&base64);
	json_decref(root);
}

TEST("seal/box", "writes and reads sealed.json")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s), back;
	char *text = text_of(&box);
	const char *nonce = strstr(text, ",\n \"nonce\": \"");

	/* sorted keys, one value a line, a final newline, and nothing else */
	CU_ASSERT_TRUE(sp_starts(text, "{\n \"box\": \""));
	CU_ASSERT_PTR_NOT_NULL_FATAL(nonce);
	EQUAL_INT(nonce - text, 11 + (1024 + 16 + 2) / 3 * 4 + 1);
	EQUAL_STRING(nonce + 13 + 16, "\",\n \"seq\": 7,\n \"v\": 1\n}\n");
	is_json(text, &box);

	EQUAL_INT_FATAL(
		sp_seal_box_parse(&back, text, strlen(text), NULL), SP_OK);
	EQUAL_INT(back.seq, SEQ);
	EQUAL_INT(back.size, 1024);
	EQUAL_INT(opens(&back, &s, SEQ, NULL), SP_OK);
	sp_seal_box_clear(&back);
	sp_seal_box_clear(&box);
	sp_free(text);
}

static void unreadable(const char *text, size_t len)
{
	struct sp_error e = { 0 };
	struct sp_box box;

	EQUAL_INT(sp_seal_box_parse(&box, text, len, &e), SP_ECORRUPT);
	CU_ASSERT_TRUE(sp_starts(e.text, "sealed.json is not as"));
	CU_ASSERT_PTR_NULL(box.bytes);
}

/* The good text with one part replaced by another. */
static void broken(const char *old, const char *new)
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s);
	char *text = text_of(&box);
	const char *at = strstr(text, old);

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	char *bad = sp_xasprintf(
		"%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
	unreadable(bad, strlen(bad));
	sp_free(bad);
	sp_free(text);
	sp_seal_box_clear(&box);
}

TEST("seal/box", "reads sealed.json strictly")
{
	unreadable("", 0);
	unreadable("{}\n", 3);
	broken("\"v\": 1", "\"v\": 2");
	broken("\"v\": 1", "\"v\": 1,\n \"x\": 1");
	broken(",\n \"v\": 1", "");
	broken("\"seq\": 7", "\"seq\": -7");
	broken("\"seq\": 7", "\"seq\": 07");
	broken("\"seq\": 7", "\"seq\": 7.0");
	broken("\"seq\": 7", "\"seq\": ");
	broken("\"seq\": 7", "\"seq\":  7");
	broken("\"seq\": 7", "\"seq\": 9223372036854775808");
	broken("\"seq\": 7", "\"seq\": 99999999999999999999999999999999");
	broken("\"nonce\": \"", "\"nonce\": \"AAAA");
	broken("\"nonce\": \"", "\"nonce\": \"A");
	broken("\"nonce\": \"", "\"nonce\": \"!");
	broken("\"nonce\": \"", "\"nonce\": \"\", \"x\": \"");
	broken("\"box\": \"", "\"box\": \"AAAA");
	broken("\"box\": \"", "\"box\": \" ");
	broken("\"box\": \"", "\"box\": \"====");
	/* equal values, another text */
	broken("\"v\": 1\n}\n", "\"v\": 1\n}");
	broken("\"v\": 1\n}\n", "\"v\": 1\n}\n\n");
	broken("\"v\": 1", "\"\\u0076\": 1");
	broken("{\n", "{ \n");
}

TEST("seal/box", "reads nothing cut off")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s);
	char *text = text_of(&box);

	for (size_t n = 0; n < strlen(text); n++)
		unreadable(text, n);
	/* and nothing behind a NUL */
	unreadable(text, strlen(text) + 1);
	sp_free(text);
	sp_seal_box_clear(&box);
}

static char *with_box(const struct sp_buf *box)
{
	return sp_xasprintf(
		"{\n \"box\": \"%s\",\n \"nonce\": "
		"\"AAAAAAAAAAAAAAAA\",\n \"seq\": 7,\n \"v\": 1\n}\n",
		sp_buf_str(box));
}

TEST("seal/box", "reads only the sizes that it writes")
{
	static const size_t good[] = { 1024 + 16, 2048 + 16, 4096 + 16,
		8192 + 16, SP_BOX_MOST + 16 };
	static const size_t bad[] = { 0, 1, 2, 15, 16, 17, 512 + 16, 1023 + 16,
		2047 + 16, 2048, 3 * 1024 + 16, 4097 + 16,
		2 * (size_t)SP_BOX_MOST + 16 };
	uint8_t *bytes = sp_xcalloc(2, SP_BOX_MOST + 16);
	struct sp_buf text;
	struct sp_box box;

	sp_buf_init(&text, SIZE_MAX);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		sp_buf_clear(&text);
		sp_base64(&text, bytes, bad[i]);
		char *file = with_box(&text);
		unreadable(file, strlen(file));
		sp_free(file);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(good); i++) {
		sp_buf_clear(&text);
		sp_base64(&text, bytes, good[i]);
		char *file = with_box(&text);
		EQUAL_INT(sp_seal_box_parse(&box, file, strlen(file), NULL),
			SP_OK);
		EQUAL_INT(box.size + 16, good[i]);
		sp_seal_box_clear(&box);
		/* bits under the padding, where there is one */
		char *pad = strstr(file, "=\"");
		if (pad != NULL) {
			pad[-1 - (pad[-1] == '=')]++;
			unreadable(file, strlen(file));
		}
		sp_free(file);
	}
	sp_buf_free(&text);
	sp_free(bytes);
}

/* Whatever one bit of the file becomes, the box is refused somewhere. */
TEST("seal/box", "refuses one bit of sealed.json")
{
	struct sp_secrets s = make(GID, 1);
	struct sp_box box = sealed(&s);
	char *text = text_of(&box);
	size_t len = strlen(text);

	for (size_t i = 0; i < 8 * len; i += 3) {
		struct sp_box read;
		text[i / 8] = (char)(text[i / 8] ^ 1 << i % 8);
		if (sp_seal_box_parse(&read, text, len, NULL) == SP_OK) {
			EQUAL_INT(opens(&read, &s, SEQ, NULL), SP_ECORRUPT);
			sp_seal_box_clear(&read);
		}
		text[i / 8] = (char)(text[i / 8] ^ 1 << i % 8);
	}
	sp_free(text);
	sp_seal_box_clear(&box);
}

/* ---- press -----------------------------------------------------------------
 */

static void press_is(const struct sp_secrets *s, const char *id,
	const char *text, const char *other, bool same)
{
	char mark[SP_SHA256_TEXT];

	EQUAL_INT_FATAL(
		sp_seal_press(mark, s, id, text, strlen(text), NULL), SP_OK);
	EQUAL_INT(strlen(mark), 64);
	EQUAL_INT(sp_streq(mark, other), same);
}

TEST("seal/box", "marks of press")
{
	struct sp_secrets s = make(GID, 1), game = make("g2-abcdefgh", 1),
			  key = make(GID, 2);
	char mark[SP_SHA256_TEXT];

	EQUAL_INT_FATAL(
		sp_seal_press(mark, &s, "<a@b.example>", "hello", 5, NULL),
		SP_OK);
	/* made with another program from the header's words */
	EQUAL_STRING(mark, "c1d8a3d0103fda5b522340edba008b14"
			   "c35b41611a70ca4daa993c1441a13a52");
	press_is(&s, "<a@b.example>", "hello", mark, true);
	press_is(&s, "<a@b.example>", "hello.", mark, false);
	press_is(&s, "<c@b.example>", "hello", mark, false);
	press_is(&game, "<a@b.example>", "hello", mark, false);
	press_is(&key, "<a@b.example>", "hello", mark, false);
	/* nothing that S and the luck give away once the game is over */
	struct sp_secrets revealed = s;
	sp_wipe(revealed.token_key, SP_KEY_BYTES);
	press_is(&revealed, "<a@b.example>", "hello", mark, false);
}
