#include "../rules/scene.h"
#include "state_tests.h"
#include "unit.h"

/* A position in which every part of the file has something to say. */
static void make(struct scene *s)
{
	scene_begin(s, "red blue");
	EQUAL_INT(scene_do(s, 0, "hold b3/c3"), SP_REASON_NONE);
	s->g.board.edge[scene_edge(s, "a1/b1")].cracks = 2;
	s->g.board.edge[scene_edge(s, "a2/a3")].destroyed = 1;
	s->g.board.edge[scene_edge(s, "i4/j4")].shut_turn = 1;
	scene_lay(s, 2, "c3");
	EQUAL_INT(scene_do(s, 0, "pick-up blue-1"), SP_REASON_NONE);
}

static char *encode(const struct scene *s)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&s->g, &s->ruleset->lexicon, &text);
	CU_ASSERT_FALSE(text.overflow);
	return sp_buf_take(&text);
}

static int decode(struct sp_game *out, const char *text, struct sp_error *e)
{
	return sp_state_decode(
		out, &scene_ruleset()->lexicon, text, strlen(text), e);
}

TEST("state/file", "round trip of state.json")
{
	static struct sp_game back;
	struct sp_error e = { 0 };
	struct scene s;
	char *text, *again;

	make(&s);
	text = encode(&s);
	EQUAL_INT_FATAL(decode(&back, text, &e), SP_OK);
	CU_ASSERT_FALSE(back.rng.known);
	EQUAL_INT(back.rng.next, s.g.rng.next);
	sp_rng_init(&back.rng, s.g.rng.key, back.rng.next);
	CU_ASSERT(memcmp(&back, &s.g, sizeof(back)) == 0);
	s.g = back;
	again = encode(&s);
	EQUAL_STRING(text, again);
	sp_free(again);
	sp_free(text);
}

/* The file reads by itself, one value in a line; the writer is pinned. */
TEST("state/file", "the form of state.json")
{
	static const char *const lines[] = {
		"{\n \"active\": \"blue\",\n \"board\": {\n  \"edges\": [\n   {\n    \"at\": \"a1/b1\",\n"
		"    \"cracks\": 2\n   },\n   {\n"
		"    \"at\": \"a2/a3\",\n    \"destroyed\": true\n   },\n",
		"   {\n    \"at\": \"b3/c3\",\n    \"by\": \"red\",\n"
		"    \"door\": \"held\"\n   },\n",
		"   {\n    \"at\": \"i4/j4\",\n    \"shut_turn\": 1\n   }\n",
		"  \"layout\": \"2-crossed\",\n  \"sectors\": [\n   {\n"
		"    \"home\": \"red\",\n    \"sector\": \"red-a\",\n"
		"    \"turns\": 0\n   },\n",
		" \"decision\": {\n  \"kind\": \"turn\",\n  \"number\": 2,\n"
		"  \"seats\": [\n   \"blue\"\n  ]\n },\n \"decks\": [],\n"
		" \"draws\": 4,\n"
		" \"first\": \"red\",\n \"moves\": 3,\n"
		" \"outcome\": \"none\",\n \"phase\": \"move\",\n"
		" \"points_to_win\": 2,\n \"round\": 1,\n"
		" \"rounds_max\": 100,\n"
		" \"seats\": [\n",
		"  {\n   \"alive\": true,\n   \"carries\": \"blue-1\",\n"
		"   \"colour\": \"red\",\n   \"home\": \"c3\",\n"
		"   \"kills\": 0,\n   \"life\": 15,\n"
		"   \"square\": \"c3\",\n   \"turns\": 1\n  },\n",
		" \"speed\": 3,\n \"status\": \"running\",\n"
		" \"treasures\": [\n  {\n"
		"   \"carrier\": null,\n   \"name\": \"red-1\",\n"
		"   \"square\": \"a1\"\n  },\n",
		"  {\n   \"carrier\": \"red\",\n   \"name\": \"blue-1\",\n"
		"   \"square\": null\n  },\n",
		" \"turn\": 2,\n \"version\": 1,\n \"winner\": null\n}\n",
	};
	struct scene s;
	char *text;

	make(&s);
	text = encode(&s);
	state_has_form(text, lines, SP_ARRAY_LEN(lines));
	sp_free(text);
}

static void broken(const char *old, const char *new, const char *part)
{
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct scene s;
	char *text, *changed;
	const char *at;
	int code;

	make(&s);
	text = encode(&s);
	at = strstr(text, old);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	changed = sp_xasprintf(
		"%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
	code = decode(&g, changed, &e);
	if (code != SP_ECORRUPT || strstr(e.text, part) == NULL ||
		!sp_starts(e.text, "state.json: ")) {
		(void)fprintf(stderr, "%s -> %s: got %d: %s\n", old, new, code,
			e.text);
		CU_FAIL("another error was expected");
	}
	EQUAL_INT(e.code, SP_ECORRUPT);
	EQUAL_INT(decode(&g, changed, NULL), SP_ECORRUPT);
	sp_free(changed);
	sp_free(text);
}

TEST("state/file", "broken state.json")
{
	broken("{", "[", "not JSON");
	broken("\"version\": 1", "\"version\": 2", "\"version\" is 2");
	broken("\"version\"", "\"verzion\"", "unknown key");
	broken("\"speed\": 3", "\"speed\": true", "\"speed\"");
	broken("\"decks\": []", "\"decks\": [7]", "deck");
	broken("\"active\": \"blue\"", "\"active\": \"green\"", "\"active\"");
	broken("\"active\": \"blue\"", "\"active\": null", "active seat");
	broken("\"first\": \"red\"", "\"first\": 7", "\"first\"");
	broken("\"phase\": \"move\"", "\"phase\": \"moves\"", "\"phase\"");
	broken("\"status\": \"running\"", "\"status\": \"over\"",
		"yet waits for a decision");
	broken("\"kind\": \"turn\"", "\"kind\": \"turns\"", "\"kind\"");
	broken("\"seats\": [\n   \"blue\"", "\"seats\": [\n   \"green\"",
		"decision: \"seats\"");
	broken("\"seats\": [\n   \"blue\"", "\"seats\": [\n   7",
		"decision: \"seats\"");
	broken("\"layout\": \"2-crossed\"", "\"layout\": \"2-straight\"",
		"no layout \"2-straight\"");
	broken("\"layout\": \"2-crossed\"", "\"layout\": \"3-l\"",
		"board: \"sectors\"");
	broken("\"sector\": \"red-a\"", "\"sector\": \"red-c\"",
		"no sector \"red-c\"");
	broken("\"turns\": 0", "\"turns\": 4", "sector: \"turns\" is 4");
	broken("\"home\": \"red\"", "\"home\": \"blue\"", "seat: \"home\"");
	broken("\"at\": \"b3/c3\"", "\"at\": \"b3/c9\"", "edge: \"at\"");
	broken("\"door\": \"held\"", "\"door\": \"ajar\"", "edge: \"door\"");
	broken("\"destroyed\": true", "\"destroyed\": 1", "\"destroyed\"");
	broken("\"cracks\": 2", "\"cracks\": 256", "edge: \"cracks\"");
	broken("\"home\": \"c3\"", "\"home\": \"c4\"", "seat: \"home\"");
	broken("\"square\": \"c3\"", "\"square\": \"z3\"", "seat: \"square\"");
	broken("\"carries\": \"blue-1\"", "\"carries\": \"blue-9\"",
		"seat: \"carries\"");
	broken("\"carries\": \"blue-1\"", "\"carries\": null",
		"its carrier does not carry it");
	broken("\"name\": \"blue-1\"", "\"name\": \"red-1\"",
		"treasure: \"name\"");
	broken("\"life\": 15", "\"life\": -1", "seat: \"life\" is -1");
	broken("\"moves\": 3", "\"moves\": 3.0", "only whole numbers");
	broken("\"colour\": \"red\"", "\"colour\": \"blue\"", "state.json: ");
	broken("\"colour\": \"red\"",
		"\"colour\": \"a-colour-that-is-far-too-long\"",
		"seat: \"colour\"");
}

TEST("state/file", "missing parts")
{
	static struct sp_game g;
	struct sp_error e = { 0 };

	EQUAL_INT(decode(&g, "", &e), SP_ECORRUPT);
	EQUAL_INT(decode(&g, "{}", &e), SP_ECORRUPT);
	EQUAL_INT(decode(&g, "[]", &e), SP_ECORRUPT);
	EQUAL_INT(decode(&g, "7", &e), SP_ECORRUPT);
	EQUAL_INT(
		decode(&g, "{\"version\": 1, \"seats\": [], \"treasures\": []}",
			&e),
		SP_ECORRUPT);
	EQUAL_INT(decode(&g,
			  "{\"version\": 1, \"seats\": [1, 2], "
			  "\"treasures\": []}",
			  &e),
		SP_ECORRUPT);
}

/* A byte of elsewhere, which often makes sense, or one bit turned over. */
static char other(
	const char *text, size_t len, uint32_t at, struct scene_random *random)
{
	if (scene_below(random, 2) == 0)
		return text[scene_below(random, (uint32_t)len)];
	return (char)(text[at] ^ 1 << scene_below(random, 8));
}

/* Random damage: an error that names the file, or a position that holds every
 * invariant and comes back the same. */
TEST("state/file", "damaged state.json")
{
	static struct sp_game g, back;
	struct scene_random random = { 11 };
	unsigned long read = 0;
	struct scene s;
	char *text, *hurt, *again;
	size_t len;

	make(&s);
	text = encode(&s);
	len = strlen(text);
	for (int round = 0; round < 20000; round++) {
		struct sp_error e = { 0 };

		hurt = sp_xstrndup(text, len);
		for (uint32_t k = scene_below(&random, 3) + 1; k > 0; k--) {
			uint32_t at = scene_below(&random, (uint32_t)len);

			hurt[at] = other(text, len, at, &random);
		}
		if (sp_state_decode(&g, &s.ruleset->lexicon, hurt, len, &e) ==
			SP_OK) {
			read++;
			EQUAL_INT(sp_state_check(&g, &e), SP_OK);
			s.g = g;
			again = encode(&s);
			EQUAL_INT(decode(&back, again, &e), SP_OK);
			CU_ASSERT(memcmp(&back, &g, sizeof(g)) == 0);
			sp_free(again);
		} else {
			CU_ASSERT(sp_starts(e.text, "state.json: "));
		}
		sp_free(hurt);
	}
	CU_ASSERT(read > 0);
	/* and cut short anywhere */
	for (size_t cut = 0; cut + 2 < len; cut += 7) {
		EQUAL_INT(sp_state_decode(
				  &g, &s.ruleset->lexicon, text, cut, NULL),
			SP_ECORRUPT);
	}
	sp_free(text);
}
