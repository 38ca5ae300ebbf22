#include "../game/lab.h"
#include "state_tests.h"
#include "unit.h"

/* The file reads by itself; the writer is pinned. */
TEST("state/file-cards", "the form of state.json")
{
	static const char *const lines[] = {
		" \"attacks\": 1,\n",
		"   {\n    \"at\": \"a2/b2\",\n    \"created\": \"wall\"\n"
		"   }\n",
		" \"decision\": {\n  \"kind\": \"reaction\",\n"
		"  \"number\": 1,\n  \"seats\": [\n   \"red\",\n   \"blue\"\n"
		"  ]\n },\n",
		" \"decks\": [\n  {\n   \"cards\": [\n"
		"    \"alpha#1 to type-5#5\"\n   ],\n   \"discard\": [\n"
		"    \"alpha#1\",\n    \"beta#2\"\n   ],\n   \"left\": 15,\n"
		"   \"schools\": [\n    \"air\",\n    \"fire\"\n   ]\n"
		"  }\n ],\n",
		" \"frames\": [\n  {\n   \"a\": -7,\n   \"actor\": \"red\",\n"
		"   \"by\": \"hidden\",\n"
		"   \"card\": \"alpha\",\n   \"element\": \"fire\",\n"
		"   \"flags\": [\n    \"not_attack\",\n    \"no_evade\"\n"
		"   ],\n   \"item\": 0,\n   \"kind\": 2,\n"
		"   \"locals\": [\n    \"none\",\n    \"square b2\",\n"
		"    \"hidden\"\n   ],\n"
		"   \"secret\": 4,\n   \"stage\": 1,\n"
		"   \"what\": \"item 0\",\n   \"who\": \"actor blue\"\n"
		"  }\n ],\n",
		" \"items\": [\n  {\n   \"actor\": \"actor red\",\n"
		"   \"answers\": [\n    \"actor blue\",\n    \"hidden\",\n"
		"    \"none\"\n   ],\n   \"card\": \"alpha#4\",\n"
		"   \"energy\": 3,\n   \"origin\": \"c3\",\n"
		"   \"paid\": [\n    \"alpha#5\"\n   ],\n"
		"   \"seat\": \"red\",\n   \"secret\": 2,\n"
		"   \"type\": \"attack\"\n  }\n ],\n"
		" \"moved\": true,\n \"moves\": -2,\n \"next_order\": 3,\n"
		" \"on_stack\": [\n  \"alpha#4\",\n  \"alpha#5\"\n ],\n"
		" \"onces\": [\n  {\n   \"other\": \"played 90\",\n"
		"   \"self\": \"played beta#1\"\n  }\n ],\n",
		" \"reactions\": [\n  {\n   \"affected\": [\n    \"blue\"\n"
		"   ],\n   \"asked\": [\n    \"red\",\n    \"blue\"\n   ],\n"
		"   \"number\": 1,\n   \"point\": \"attack\",\n"
		"   \"subject\": \"item 0\"\n  }\n ],\n"
		" \"reliefs\": [\n  {\n   \"actor\": \"blue\",\n"
		"   \"item\": 0,\n"
		"   \"kind\": 1,\n   \"left\": 3,\n"
		"   \"source\": \"card alpha#1\"\n  }\n ],\n"
		" \"removed\": [\n  \"alpha#3\"\n ],\n",
		"   \"hand\": 3,\n",
		"   \"play\": [\n    {\n     \"card\": \"beta#1\",\n"
		"     \"energy\": 5,\n     \"id\": 0,\n"
		"     \"kind\": \"spell\",\n     \"play\": 1,\n"
		"     \"target\": \"edge a2/b2\",\n     \"tokens\": 4\n"
		"    },\n    {\n     \"card\": \"gamma#2\",\n"
		"     \"id\": 2,\n     \"kind\": \"item\",\n"
		"     \"life\": 2,\n     \"order\": 2\n    }\n   ],\n"
		"   \"square\": \"c3\",\n   \"stun\": 2,\n",
		"   \"colour\": \"blue\",\n   \"hand\": 3,\n",
		"   \"known\": [\n    \"alpha#2\"\n   ],\n",
		"   \"no_pickup\": true,\n   \"play\": [\n    {\n"
		"     \"card\": \"beta#3\",\n     \"id\": 1,\n"
		"     \"kind\": \"spell\",\n     \"order\": 1,\n"
		"     \"permanent\": true,\n"
		"     \"target\": \"played beta#1\",\n"
		"     \"unmaintained\": true\n    }\n   ],\n",
		"   \"stunned\": true,\n",
		" \"speed\": 3,\n \"status\": \"running\",\n \"steps\": 12,\n"
		" \"sums\": [\n  {\n   \"by\": \"actor red\",\n"
		"   \"card\": \"alpha#1\",\n   \"damage\": \"magical\",\n"
		"   \"parts\": 120,\n   \"to\": \"actor blue\"\n  }\n ],\n",
		" \"things\": [\n  {\n   \"card\": \"beta#1\",\n"
		"   \"cracks\": 1,\n   \"id\": 0,\n"
		"   \"kind\": \"created\",\n   \"seat\": \"red\",\n"
		"   \"where\": \"edge a2/b2\"\n  },\n"
		"  {\n   \"card\": \"beta#3\",\n   \"facedown\": true,\n"
		"   \"fills\": true,\n   \"id\": 1,\n"
		"   \"kind\": \"created\",\n   \"opaque\": true,\n"
		"   \"played\": 1,\n   \"seat\": \"blue\",\n"
		"   \"where\": \"square d3\"\n  },\n"
		"  {\n   \"card\": \"gamma#1\",\n   \"id\": 2,\n"
		"   \"kind\": \"dropped\",\n"
		"   \"where\": \"square e5\"\n  }\n ],\n",
		" \"version\": 1,\n \"winner\": null\n}\n",
	};
	struct scene s;
	char *text;

	lab_rich(&s);
	text = lab_encode(&s.g);
	state_has_form(text, lines, SP_ARRAY_LEN(lines));
	sp_free(text);
}

static void refused(const char *old, const char *new, const char *part)
{
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct scene s;
	char *text, *changed;
	const char *at;
	int code;

	lab_rich(&s);
	text = lab_encode(&s.g);
	at = strstr(text, old);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	changed = sp_xasprintf(
		"%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
	code = lab_decode(&g, changed, &e);
	if (code != SP_ECORRUPT || strstr(e.text, part) == NULL ||
		!sp_starts(e.text, "state.json: ")) {
		(void)fprintf(stderr, "%s -> %s: got %d: %s\n", old, new, code,
			e.text);
		CU_FAIL("another error was expected");
	}
	EQUAL_INT(lab_decode(&g, changed, NULL), SP_ECORRUPT);
	sp_free(changed);
	sp_free(text);
}

/* What the kinds of frames call by names of their own has four in the file. */
TEST("state/file-cards", "the names of a frame's facts")
{
	struct scene s;
	char *text;

	lab_rich(&s);
	s.g.frame[0].walk.way = 4;
	s.g.frame[0].walk.left = 5;
	s.g.frame[0].walk.dir = 2;
	s.g.frame[0].walk.square = 77;
	text = lab_encode(&s.g);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"a\": 4,\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"b\": 5,\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"c\": 2,\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"d\": 77,\n"));
	sp_free(text);
}

TEST("state/file-cards", "keys and the turn")
{
	refused("\"attacks\"", "\"attacked\"", "unknown key \"attacked\"");
	refused("\"attacks\": 1", "\"attacks\": 256", "\"attacks\"");
	/* what has the usual value is left out */
	refused("\"attacks\": 1", "\"attacks\": 0", "\"attacks\"");
	refused("\"moved\": true", "\"moved\": false", "\"moved\"");
	refused("\"moved\": true", "\"moved\": 1", "\"moved\"");
	refused("\"moves\": -2", "\"moves\": -61", "\"moves\"");
	refused("\"decks\"", "\"deks\"", "unknown key");
	refused("\"stun\": 2", "\"stun\": 256", "seat: \"stun\"");
	refused("\"stun\"", "\"stan\"", "seat: unknown key");
	refused("\"kind\": \"reaction\"", "\"kind\": \"reactions\"",
		"decision: \"kind\"");
	refused("\"things\": [", "\"things\": [], \"removed\": [", "duplicate");
	refused("\"next_order\": 3", "\"next_order\": 3,\n \"onces\": 7",
		"duplicate");
	refused("\"air\",\n    \"fire\"", "\"fire\",\n    \"air\"",
		"deck: \"schools\"");
	refused("\"air\"", "\"water\"", "deck: \"schools\"");
	refused("\"air\"", "1", "deck: \"schools\"");
}

/* Left out if there are none; the keys are sorted. */
TEST("state/file-cards", "links")
{
	static struct sp_game again;
	struct sp_error e = { 0 };
	struct scene s;
	char *text, *changed;
	const char *at;

	lab_rich(&s);
	text = lab_encode(&s.g);
	CU_ASSERT_PTR_NULL(strstr(text, "\"links\""));
	sp_free(text);
	s.g.board.n_links = 1;
	s.g.board.linked[0] = (struct sp_link){
		.square = { 0, 49 }, .cost = 2, .sight = 1, .spell = 2
	};
	text = lab_encode(&s.g);
	at = strstr(text, "\"links\": [\n  {\n   \"cost\": 2,\n"
			  "   \"from\": \"a1\",\n   \"sight\": true,\n"
			  "   \"spell\": 2,\n   \"to\": \"j5\"\n  }\n ],\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	EQUAL_INT_FATAL(lab_decode(&again, text, &e), SP_OK);
	EQUAL_INT(again.board.n_links, 1);
	EQUAL_INT(memcmp(again.board.linked, s.g.board.linked,
			  sizeof(again.board.linked)),
		0);
	at = strstr(text, "\"cost\": 2,\n   \"from\"");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	changed = sp_xasprintf("%.*s\"cost\": 0,%s", (int)(at - text), text,
		at + strlen("\"cost\": 2,"));
	EQUAL_INT(lab_decode(&again, changed, &e), SP_ECORRUPT);
	sp_free(changed);
	sp_free(text);
}

TEST("state/file-cards", "decks and zones")
{
	refused("\"decks\": [", "\"decks\": 1, \"more\": [", "unknown key");
	refused("alpha#1 to type-5#5", "type-5#5 to alpha#1", "\"cards\"");
	refused("alpha#1 to type-5#5", "alpha#1 to type-99#5", "\"cards\"");
	refused("alpha#1 to type-5#5", "alpha#1 to ", "\"cards\"");
	refused("\"alpha#1 to type-5#5\"", "7", "\"cards\"");
	/* one run that was cut in two */
	refused("\"alpha#1 to type-5#5\"",
		"\"alpha#1 to alpha#5\", \"beta#1 to type-5#5\"", "\"cards\"");
	refused("\"alpha#1 to type-5#5\"",
		"\"alpha#1 to type-5#5\", \"beta#1\"", "\"cards\"");
	refused("alpha#1 to type-5#5", "alpha#1 to type-5#4",
		"cards are unknown");
	refused("\"left\": 15", "\"left\": 14", "cards are unknown");
	refused("\"left\": 15", "\"left\": 1201", "deck: \"left\"");
	refused("\"left\": 15", "\"left\": 15, \"x\": 0", "unknown key");
	refused("\"alpha#1\",\n    \"beta#2\"", "\"beta#2\",\n    \"alpha#1\"",
		"deck: \"discard\"");
	refused("\"alpha#1\",\n    \"beta#2\"", "\"alpha#1\",\n    \"alpha#1\"",
		"deck: \"discard\"");
	refused("\"alpha#1\",\n    \"beta#2\"", "\"alpha#1\",\n    \"gamma#9\"",
		"deck: \"discard\"");
	refused("\"alpha#1\",\n    \"beta#2\"", "\"type-59#5\"",
		"deck: \"discard\"");
	refused("\"removed\": [\n  \"alpha#3\"\n ]", "\"removed\": []",
		"state: \"removed\"");
	refused("\"removed\": [\n  \"alpha#3\"",
		"\"removed\": [\n  \"alpha#1\"", "state: \"removed\"");
	refused("\"on_stack\": [\n  \"alpha#4\"", "\"on_stack\": [\n  7",
		"state: \"on_stack\"");
	refused("\"known\": [\n    \"alpha#2\"",
		"\"known\": [\n    \"alpha#1\"", "seat: \"known\"");
	refused("\"hand\": 3", "\"hand\": 65", "seat: \"hand\"");
	refused("\"hand\": 3", "\"hand\": 2", "cards are unknown");
}

/* A card lies in the discard pile of its own deck. */
TEST("state/file-cards", "two decks")
{
	static const char *const discards[] = {
		"\"discard\": [\n    \"alpha#5\"\n   ],", "\"discard\": [],"
	};
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct scene s;
	char *text, *swapped;
	const char *first, *second;

	lab_deal(&s, "red blue", 4);
	s.g.n_piles = 2;
	s.g.rule[SP_RULE_SPELLBOOKS] = SP_SPELLBOOKS_GROUPS;
	s.g.place[5].pile = 1;
	sp_game_put_card(&s.g, 5, SP_ZONE_DECK, SP_NOBODY);
	sp_game_put_card(&s.g, 4, SP_ZONE_DISCARD, SP_NOBODY);
	text = lab_encode(&s.g);
	first = strstr(text, discards[0]);
	second = strstr(text, discards[1]);
	CU_ASSERT_FATAL(first != NULL && second != NULL && first < second);
	swapped = sp_xasprintf("%.*s%s%.*s%s%s", (int)(first - text), text,
		discards[1],
		(int)(second - first - (ptrdiff_t)strlen(discards[0])),
		first + strlen(discards[0]), discards[0],
		second + strlen(discards[1]));
	EQUAL_INT(lab_decode(&g, text, &e), SP_OK);
	EQUAL_INT(lab_decode(&g, swapped, &e), SP_ECORRUPT);
	CONTAINS(e.text, "deck: \"discard\"");
	sp_free(swapped);
	sp_free(text);
}

TEST("state/file-cards", "play areas and things")
{
	refused("\"id\": 0,\n     \"kind\": \"spell\"",
		"\"id\": 192,\n     \"kind\": \"spell\"", "play: \"id\"");
	refused("\"id\": 0,\n     \"kind\": \"spell\"",
		"\"id\": 1,\n     \"kind\": \"spell\"", "play: \"id\"");
	refused("\"id\": 0,\n     \"kind\": \"spell\"",
		"\"id\": 0,\n     \"kind\": \"free\"", "play: \"kind\"");
	refused("\"card\": \"gamma#2\"", "\"card\": \"beta#1\"",
		"play: \"card\"");
	refused("\"card\": \"gamma#2\"", "\"card\": \"alpha#1\"",
		"play: \"card\"");
	refused("\"card\": \"gamma#2\"", "\"card\": null", "play: \"card\"");
	refused("\"order\": 2", "\"order\": 0", "play: \"order\"");
	refused("\"order\": 2", "\"order\": 1", "there twice");
	refused("\"order\": 2", "\"ordre\": 2", "play: unknown key");
	refused("\"play\": 1,\n", "\"play\": 1, \"order\": 2,\n",
		"play: \"order\"");
	refused("\"target\": \"edge a2/b2\"", "\"target\": \"edge a2/b9\"",
		"play: \"target\"");
	refused("\"target\": \"played beta#1\"", "\"target\": \"played 0\"",
		"play: \"target\"");
	refused("\"target\": \"played beta#1\"",
		"\"target\": \"played alpha#1\"", "play: \"target\"");
	refused("\"life\": 2,", "\"life\": 32768,", "play: \"life\"");
	refused("\"id\": 1,\n   \"kind\": \"created\"",
		"\"id\": 0,\n   \"kind\": \"created\"", "thing: \"id\"");
	refused("\"id\": 0,\n   \"kind\": \"created\"",
		"\"id\": 5,\n   \"kind\": \"created\"", "thing: \"id\"");
	refused("\"id\": 1,\n   \"kind\": \"created\"",
		"\"id\": 256,\n   \"kind\": \"created\"", "thing: \"id\"");
	refused("\"kind\": \"dropped\"", "\"kind\": \"created\"",
		"21 cards are unknown");
	refused("\"kind\": \"created\"", "\"kind\": \"dropped\"",
		"thing: \"card\"");
	refused("\"kind\": \"dropped\"", "\"kind\": \"lost\"",
		"thing: \"kind\"");
	refused("\"card\": \"gamma#1\"", "\"card\": \"beta#1\"",
		"thing: \"card\"");
	refused("\"where\": \"square e5\"", "\"where\": \"square z5\"",
		"thing: \"where\"");
	refused("\"where\": \"square e5\"", "\"where\": \"square 65535\"",
		"it lies nowhere");
	refused("\"where\": \"square e5\"", "\"where\": \"square 7\"",
		"thing: \"where\"");
	refused("\"where\": \"square e5\"", "\"where\": \"none\"",
		"thing: \"where\"");
	refused("\"where\": \"square e5\"", "\"where\": \"hidden\"",
		"it lies nowhere");
	refused("\"opaque\": true", "\"opaque\": true, \"real\": 1",
		"thing: \"real\"");
}

TEST("state/file-cards", "the stack")
{
	refused("\"items\": [", "\"items\": [7,", "item must be a JSON object");
	refused("\"items\": [", "\"items\": [null,",
		"frame 0: its item is not there");
	refused("\"actor\": \"actor red\"", "\"actor\": \"actor green\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"sector 2\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"item 32\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"thing -1\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"thing 256\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"card type-9#1\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"number 1\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"actor\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": \"treasure red-3\"",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": 65536",
		"item: \"actor\"");
	refused("\"actor\": \"actor red\"", "\"actor\": [1]",
		"item: \"actor\"");
	refused("\"actor blue\",\n    \"hidden\"", "\"actor blues\",\n 1",
		"item: \"answers\"");
	refused("\"paid\": [\n    \"alpha#5\"", "\"paid\": [\n    \"alpha#4\"",
		"its card is there twice");
	refused("\"paid\": [\n    \"alpha#5\"", "\"paid\": [\n    7",
		"item: \"paid\"");
	refused("\"paid\": [\n    \"alpha#5\"",
		"\"paid\": [\"alpha#5\", \"beta#2\", \"beta#2\", \"beta#2\", "
		"\"beta#2\"",
		"item: \"paid\"");
	refused("\"energy\": 3", "\"energy\": -3", "item: \"energy\"");
	refused("\"left\": 3", "\"left\": 0", "relief: \"left\"");
	refused("\"left\": 3", "\"left\": 32768", "relief: \"left\"");
	refused("\"secret\": 2", "\"secret\": 8", "a secret without an answer");
	refused("\"type\": \"attack\"", "\"type\": \"attacks\"",
		"item: \"type\"");
	refused(",\n   \"type\": \"attack\"", "", "item: \"type\"");
	refused("\"by\": \"hidden\"", "\"by\": \"none\"", "frame: \"by\"");
	refused("\"card\": \"alpha\"", "\"card\": \"alph\"", "frame: \"card\"");
	refused("\"card\": \"alpha\"", "\"card\": \"alpha#1\"",
		"frame: \"card\"");
	refused("\"not_attack\",", "\"no_evade\",", "frame: \"flags\"");
	refused("\"not_attack\",", "1,", "frame: \"flags\"");
	refused("\"element\": \"fire\"", "\"element\": \"none\"",
		"frame: \"element\"");
	refused("\"square b2\",\n    \"hidden\"",
		"\"square b2\",\n    \"none\"", "frame: \"locals\"");
	refused("\"a\": -7", "\"a\": -2147483649", "frame: \"a\"");
	refused("\"asked\": [\n    \"red\"", "\"asked\": [\n    \"blue\"",
		"round: \"asked\"");
	refused("\"asked\": [\n    \"red\"", "\"asked\": [\n    1",
		"round: \"asked\"");
	refused("\"point\": \"attack\",", "", "round: \"point\"");
	refused("\"self\": \"played beta#1\"", "\"me\": 1",
		"once: unknown key");
	refused("\"other\": \"played 90\"", "\"other\": \"played 192\"",
		"once: \"other\"");
}

/* A byte of elsewhere, or one bit turned over. */
static void hurt(char *text, size_t len, struct scene_random *random)
{
	for (uint32_t k = scene_below(random, 3) + 1; k > 0; k--) {
		uint32_t at = scene_below(random, (uint32_t)len);

		if (scene_below(random, 2) == 0)
			text[at] = text[scene_below(random, (uint32_t)len)];
		else
			text[at] =
				(char)(text[at] ^ 1 << scene_below(random, 8));
	}
}

/* Two values of the same file changed places: every part still reads. */
static void swap_lines(char *text, size_t len, struct scene_random *random)
{
	char *a = strchr(text + scene_below(random, (uint32_t)len), '"');
	char *b = strchr(text + scene_below(random, (uint32_t)len), '"');
	char *a_end = a == NULL ? NULL : strchr(a, '\n');
	char *b_end = b == NULL ? NULL : strchr(b, '\n');

	if (a_end == NULL || b_end == NULL || a_end - a != b_end - b)
		return;
	for (ptrdiff_t i = 0; i < a_end - a; i++) {
		char c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

/* Random damage: an error that names the file, or a fair view that comes back
 * the same. */
TEST("state/file-cards", "damaged state.json")
{
	static struct sp_game g, back;
	struct scene_random random = { 12 };
	struct scene s;
	int read = 0;

	for (int round = 0; round < 4000; round++) {
		struct sp_error e = { 0 };
		char *text, *again;
		size_t len;

		if (round % 100 == 0)
			lab_random(&s, &random);
		if (round % 2 == 0)
			lab_rich(&s);
		text = lab_encode(&s.g);
		len = strlen(text);
		if (scene_below(&random, 2) == 0)
			hurt(text, len, &random);
		else
			swap_lines(text, len, &random);
		if (sp_state_decode(&g, lab_lexicon(), text, len, &e) ==
			SP_OK) {
			read++;
			lab_fair(&g);
			again = lab_encode(&g);
			EQUAL_INT(lab_decode(&back, again, &e), SP_OK);
			CU_ASSERT(memcmp(&back, &g, sizeof(g)) == 0);
			sp_free(again);
		} else {
			CU_ASSERT(sp_starts(e.text, "state.json: "));
		}
		sp_free(text);
	}
	CU_ASSERT(read > 0);
}

/* The hidden part, damaged likewise. */
TEST("state/file-cards", "damaged hidden part")
{
	static struct sp_game known, g;
	struct scene_random random = { 13 };
	struct scene s;
	int read = 0;

	for (int round = 0; round < 4000; round++) {
		struct sp_error e = { 0 };
		char *text;

		if (round % 50 == 0)
			lab_random(&s, &random);
		if (round % 2 == 0)
			lab_rich(&s);
		sp_game_view(&s.g, SP_NOBODY, &known);
		text = lab_hidden(&s.g);
		hurt(text, strlen(text), &random);
		g = known;
		if (lab_set_hidden(&g, text, &e) == SP_OK) {
			read++;
			lab_fair(&g);
			sp_game_view(&g, SP_NOBODY, &g);
			CU_ASSERT(memcmp(&g, &known, sizeof(g)) == 0);
		}
		sp_free(text);
	}
	CU_ASSERT(read > 0);
}
