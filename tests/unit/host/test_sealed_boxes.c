/* What stays in a box, how large it is, and boxes that are refused. */
#include "sealed.h"

#include "store/store.h"

#define GID SEALED_GID

/* ---- what stays in the box -------------------------------------------------
 */

static void holds(struct sp_live *live, size_t size, const char *wanted)
{
	struct sp_box box;
	char *text = sealed_opened(live, &live->head, live->seq, &box);

	EQUAL_STRING(text, wanted);
	EQUAL_INT(box.size, size);
	sp_free(text);
	sp_seal_box_clear(&box);
}

/* Agent data goes from box to box, whatever else the game does. A sealed order
 * has more room than another commit; what does not fit is not recorded. */
TEST("host/sealed", "agent data, and a box that does not grow")
{
	struct club c;
	struct sp_live *live;
	struct sp_error e = { 0 };

	sealed_begin(&c, 2);
	live = sealed_load(&c);
	CU_ASSERT_PTR_NULL(json_object_get(live->sealed, "agents"));
	sealed_fill(live, 3);
	sealed_something(live);
	holds(live, 2048,
		"{\"agents\":{\"red\":{\"script\":\"xxx\"}},"
		"\"command\":\"blue test 1 2 3\","
		"\"epochs\":{\"blue\":0,\"red\":0}}");
	sealed_give_back(live);

	(void)club_play(&c, GID, 1);
	live = sealed_load(&c);
	holds(live, 1024,
		"{\"agents\":{\"red\":{\"script\":\"xxx\"}},"
		"\"epochs\":{\"blue\":0,\"red\":0}}");
	CU_ASSERT_PTR_NULL(json_object_get(live->sealed, "game"));
	sealed_fill(live, 2500);
	struct sp_oid head = live->head;
	EQUAL_INT(sp_record_sealed(
			  live, 1, "test 1 2 3", live->when + 5, "test", &e),
		SP_ELIMIT);
	CU_ASSERT_TRUE(sp_store_oid_equal(&head, &live->head));
	EQUAL_INT(json_object_del(live->sealed, "agents"), 0);
	sealed_something(live);
	holds(live, 2048,
		"{\"command\":\"blue test 1 2 3\","
		"\"epochs\":{\"blue\":0,\"red\":0}}");
	sealed_give_back(live);
	EQUAL_INT(club_play(&c, GID, 1), 1);
	live = sealed_load(&c);
	holds(live, 1024, "{\"epochs\":{\"blue\":0,\"red\":0}}");
	sp_record_live_free(live);
	club_clear(&c);
}

static size_t size_of(const struct sp_ruleset *r, const struct sp_game *g)
{
	return sp_record_sealed_size(r, g, false);
}

/* What is added makes it 2048 with so much, and not with one less. */
static void is_last(const struct sp_ruleset *r, struct sp_game *g,
	uint8_t *counter, unsigned most)
{
	*counter = (uint8_t)most;
	EQUAL_INT(size_of(r, g), 1024);
	*counter = (uint8_t)(most + 1);
	EQUAL_INT(size_of(r, g), 2048);
	*counter = 0;
}

/* The room for what may be hidden, from what everybody knows. */
TEST("host/sealed", "how large a box is")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_ruleset *r = sp_xcalloc(1, sizeof(*r));

	g->n_seats = 4;
	g->cards_end = SP_CARDS_MAX;
	r->n_copies = 1000;
	EQUAL_INT(size_of(r, g), 1024); /* 300 + 320 */
	EQUAL_INT(sp_record_sealed_size(r, g, true), 2048);
	for (int c = 10; c < 111; c++)
		g->place[c].zone = SP_ZONE_DECK;
	EQUAL_INT(size_of(r, g), 1024); /* + 4 x 101 */
	g->place[111].zone = SP_ZONE_BOARD;
	EQUAL_INT(size_of(r, g), 2048);
	g->place[111].zone = SP_ZONE_OUT;
	r->n_copies = 1001;
	EQUAL_INT(size_of(r, g), 2048);
	for (int c = 90; c < 111; c++) /* 80 are left */
		g->place[c].zone = SP_ZONE_OUT;
	EQUAL_INT(size_of(r, g), 1024);
	g->place[90].zone = SP_ZONE_DISCARD;
	EQUAL_INT(size_of(r, g), 2048);
	r->n_copies = 1000;
	EQUAL_INT(size_of(r, g), 1024); /* 944 of 1024 */

	/* 28 in hands, and 20 x 4 */
	for (int s = 1; s < 4; s++)
		g->actor[s].hand = 9;
	is_last(r, g, &g->actor[0].hand, 1 + 20);
	for (int s = 1; s < 4; s++)
		g->actor[s].hand = 0;
	/* 10 a card aside */
	g->asides_end = 2;
	g->aside[0].n = 3;
	g->aside[1].n = 5;
	EQUAL_INT(size_of(r, g), 1024);
	g->aside[1].n = 6;
	EQUAL_INT(size_of(r, g), 2048);
	g->asides_end = 0;
	/* 64 a seat that may watch */
	r->watched = 1;
	EQUAL_INT(size_of(r, g), 2048);
	g->n_seats = 3; /* 56 less than 1024 without */
	for (int c = 86; c < 91; c++)
		g->place[c].zone = SP_ZONE_OUT;
	EQUAL_INT(size_of(r, g), 2048); /* 300 + 240 + 76 x 4 + 192 */
	for (int c = 83; c < 86; c++)
		g->place[c].zone = SP_ZONE_OUT;
	EQUAL_INT(size_of(r, g), 1024);
	r->watched = 0;
	/* 256 a seat and round: 832, 1600, 2368 */
	g->n_rounds = 1;
	EQUAL_INT(size_of(r, g), 2048);
	g->n_rounds = 2;
	EQUAL_INT(size_of(r, g), 4096);
	sp_free(r);
	sp_free(g);
}

/* 20 bytes for each above 8 that are hidden: answers of a cast. */
TEST("host/sealed", "hidden values make it larger")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_ruleset *r = sp_xcalloc(1, sizeof(*r));

	g->n_seats = 2;
	g->cards_end = SP_CARDS_MAX;
	for (int c = 0; c < 131; c++) /* 300 + 160 + 524 = 984 */
		g->place[c].zone = SP_ZONE_DECK;
	g->n_casts = 1;
	g->cast[0].used = true;
	g->cast[0].seat = 0;
	g->cast[0].n_answers = 12;
	g->cast[0].secret = (1U << 10) - 1;
	EQUAL_INT(size_of(r, g), 1024);
	g->cast[0].secret = (1U << 11) - 1;
	EQUAL_INT(size_of(r, g), 2048);
	sp_free(r);
	sp_free(g);
}

/* The numbers of one line of boxes.json: its facts, then the size. */
static void check_size(const json_t *line)
{
	enum {
		SEATS,
		CARDS,
		NUMBERS,
		HANDS,
		HIDDEN,
		ROUNDS,
		ASIDE,
		WATCHED,
		SAYS,
		SIZE,
		FACTS
	};
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_ruleset *r = sp_xcalloc(1, sizeof(*r));
	int fact[FACTS];

	EQUAL_INT_FATAL(json_array_size(line), FACTS);
	for (size_t i = 0; i < FACTS; i++)
		fact[i] = (int)json_integer_value(json_array_get(line, i));
	g->n_seats = (uint8_t)fact[SEATS];
	g->cards_end = SP_CARDS_MAX;
	for (int c = 0; c < fact[CARDS]; c++)
		g->place[SP_CARDS_MAX - 1 - c].zone = SP_ZONE_DECK;
	r->n_copies = fact[NUMBERS];
	g->actor[g->n_seats - 1].hand = (uint8_t)fact[HANDS];
	g->n_casts = 1;
	g->cast[0].used = true;
	g->cast[0].n_answers = (uint8_t)fact[HIDDEN];
	g->cast[0].secret = (1U << fact[HIDDEN]) - 1;
	g->n_rounds = (uint8_t)fact[ROUNDS];
	g->asides_end = 1;
	g->aside[0].n = (uint16_t)fact[ASIDE];
	r->watched = fact[WATCHED] != 0;
	EQUAL_INT(sp_record_sealed_size(r, g, fact[SAYS] != 0), fact[SIZE]);
	sp_free(r);
	sp_free(g);
}

/* Made by the second reader, tests/tools/audit.py --vectors. */
TEST("host/sealed", "sizes of boxes.json")
{
	char *path = sp_xasprintf(
		"%s/tests/unit/seal/boxes.json", test_source_dir());
	const json_t *sizes;
	struct sp_buf text;
	json_t *root = NULL;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_json_parse(&root, sp_buf_str(&text), text.len, NULL), SP_OK);
	sizes = json_object_get(root, "sizes");
	EQUAL_INT(json_array_size(sizes), 120);
	for (size_t i = 0; i < json_array_size(sizes); i++)
		check_size(json_array_get(sizes, i));
	json_decref(root);
	sp_buf_free(&text);
	sp_free(path);
}

/* What a commit may say in secret, from its trailer and the positions. */
TEST("host/sealed", "what may be said")
{
	struct sp_game *before = sp_xcalloc(1, sizeof(*before));
	struct sp_game *after = sp_xcalloc(1, sizeof(*after));

	before->decision.number = after->decision.number = 7;
	after->decision.kind = SP_DECISION_TURN;
	CU_ASSERT_FALSE(sp_record_sealed_says(NULL, after, "start"));
	CU_ASSERT_FALSE(sp_record_sealed_says(before, after, "6 walk n"));
	CU_ASSERT_TRUE(sp_record_sealed_says(before, after, "6 discard ?"));
	after->decision.number = 8;
	CU_ASSERT_FALSE(sp_record_sealed_says(before, after, "7 walk n"));
	after->decision.kind = SP_DECISION_REACTION;
	CU_ASSERT_TRUE(sp_record_sealed_says(before, after, "7 punch red"));
	CU_ASSERT_TRUE(sp_record_sealed_says(NULL, after, "start"));
	before->decision.number = 8;
	CU_ASSERT_FALSE(sp_record_sealed_says(before, after, "look"));
	sp_free(before);
	sp_free(after);
}

/* The registry's epochs, as they were at each commit. */
TEST("host/sealed", "epochs")
{
	struct club c;
	struct sp_live *live;
	char *mover;

	sealed_begin(&c, 2);
	mover = sp_xstrdup(club_active(&c, GID));
	struct draft draft = { .from = "phone@elsewhere.example",
		.to = club_present(&c, GID)->reply_to,
		.text = "end" };
	(void)club_post(&c, &draft);
	club_pass(&c);
	c.now += 60;
	(void)club_reply(
		&c, club_letter(&c, mover, "are these orders"), mover, "no");
	club_pass(&c);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, mover, "Re: "), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	live = sealed_load(&c);
	holds(live, 1024,
		sp_streq(mover, "red") ? "{\"epochs\":{\"blue\":0,\"red\":1}}"
				       : "{\"epochs\":{\"blue\":1,\"red\":0}}");
	sp_record_live_free(live);
	sp_free(mover);
	club_clear(&c);
}

/* ---- boxes that nobody but us could make, and we would not -----------------
 */

/* A commit whose box holds this text; everything about it fits, but for another
 * state.json where one is given. */
static void forge(struct club *c, const char *text, const struct sp_buf *state)
{
	struct sp_live *live = sealed_load(c);
	struct sp_buf file, message;
	struct sp_box box;
	char seq[24], tag[SP_SHA256_TEXT];
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_seal_box(&box, &live->secrets, live->seq + 1, text,
				strlen(text), SP_BOX_LEAST, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_seal_state_tag(tag, &live->secrets, &box,
				live->head.hex, live->state_sum, &e),
		SP_OK);
	sp_buf_init(&file, 1 << 20);
	sp_buf_init(&message, 1 << 20);
	sp_seal_box_format(&box, &file);
	sp_format(seq, sizeof(seq), "%llu", (unsigned long long)live->seq + 1);
	struct sp_trailer trailers[] = { { "Seq", seq }, { "State", tag } };
	sp_store_message(&message, "x", NULL, trailers, 2);
	struct sp_store_file put[] = { { "sealed.json", file.data, file.len },
		{ "state.json", NULL, 0 } };
	if (state != NULL) {
		put[1].data = state->data;
		put[1].len = state->len;
	}
	struct sp_commit_spec spec = { .parent = live->head,
		.files = put,
		.n_files = state != NULL ? 2 : 1,
		.when = live->when,
		.message = sp_buf_str(&message) };
	EQUAL_INT_FATAL(
		sp_store_commit(live->repo, &spec, &live->head, &e), SP_OK);
	sp_seal_box_clear(&box);
	sp_buf_free(&file);
	sp_buf_free(&message);
	sealed_give_back(live);
}

static void refused(const struct club *from, const char *text, const char *part)
{
	struct club c;
	struct sp_error e = { 0 };

	club_copy(&c, from);
	forge(&c, text, NULL);
	struct sp_live *live = sealed_take(&c);
	int rc = host_live_load(c.host, live, &e);
	EQUAL_INT(rc, part != NULL ? SP_ECORRUPT : SP_OK);
	if (part != NULL && strstr(e.text, part) == NULL)
		printf("\n  %s: \"%s\", not %s\n", text, e.text, part);
	CU_ASSERT_TRUE(part == NULL || strstr(e.text, part) != NULL);
	/* what is hidden is told to nobody */
	LACKS(e.text, "secret");
	sp_record_live_free(live);
	club_clear(&c);
}

#define TAG          "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define PLAN(orders) "{\"input\":\"" TAG "\",\"orders\":\"" orders "\"}"
#define E            "\"epochs\":{\"blue\":0,\"red\":0}"

TEST("host/sealed", "what a box may hold")
{
	struct club c;

	sealed_begin(&c, 2);
	club_close(&c);
	refused(&c, "{" E "}", NULL);
	refused(&c, "{\"agents\":{\"red\":{}}," E "}", NULL);
	refused(&c, "", "JSON");
	refused(&c, "{" E ",secret}", "JSON");
	refused(&c, "[\"secret\"]", "parts");
	refused(&c, "{" E ",\"secret\":0}", "parts");
	refused(&c, "{" E ",\"game\":{}}", "game");
	refused(&c, "{" E ",\"game\":{\"secret\":1}}", "game");
	refused(&c, "{" E ",\"game\":[]}", "game");
	refused(&c, "{}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0}}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"secret\":0}}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"RED\":0}}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"red\":\"0\"}}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"red\":-1}}", "epochs");
	refused(&c, "{\"agents\":{}," E "}", "agents");
	refused(&c, "{\"agents\":[]," E "}", "agents");
	refused(&c, "{\"agents\":{\"secret\":{}}," E "}", "agents");
	refused(&c, "{\"agents\":{\"red\":1}," E "}", "agents");
	refused(&c, "{\"command\":1," E "}", "command");
	/* a plan stands in its own box alone */
	refused(&c, "{" E ",\"plan\":" PLAN("end") "}", NULL);
	refused(&c, "{" E ",\"plan\":" PLAN("") "}", "plan");
	refused(&c, "{" E ",\"plan\":{\"orders\":\"end\"}}", "plan");
	refused(&c, "{" E ",\"plan\":{\"input\":\"" TAG "\"}}", "plan");
	refused(&c,
		"{" E ",\"plan\":{\"input\":\"secret\",\"orders\":\"end\"}}",
		"plan");
	refused(&c, "{" E ",\"plan\":1}", "plan");
	refused(&c, "{\"agents\":{\"red\":{\"plan\":0}}," E "}", "agents");
	refused(&c, "{\"agents\":{\"red\":{\"plan\":99}}," E "}", "agents");
	refused(&c, "{\"agents\":{\"red\":{\"plan\":1}}," E "}", "no plan");
	refused(&c, "{\"agents\":{\"red\":{\"met\":\"hurt\"}}," E "}",
		"agents");
	refused(&c,
		"{\"agents\":{\"red\":{\"met\":\"hurt countered\",\"plan\":1}}," E
		"}",
		"agents");
	refused(&c, "{\"agents\":{\"red\":{\"met\":\"\",\"plan\":1}}," E "}",
		"agents");
	club_clear(&c);
}

/* A position that could be, beside a box that is right: the tag tells. */
TEST("host/sealed", "another position")
{
	struct club c;
	struct sp_error e = { 0 };
	struct sp_buf state;

	sealed_begin(&c, 2);
	struct sp_live *live = sealed_load(&c);
	sp_buf_init(&state, 1 << 20);
	live->game.actor[0].life--;
	sp_state_encode(&live->game, &live->ruleset->lexicon, &state);
	sp_record_live_free(live);
	forge(&c, "{" E "}", &state);
	live = sealed_take(&c);
	EQUAL_INT(host_live_load(c.host, live, &e), SP_ECORRUPT);
	CONTAINS(e.text, "State tag");
	sp_record_live_free(live);
	sp_buf_free(&state);
	club_clear(&c);
}
