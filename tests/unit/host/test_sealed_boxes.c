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

/* Agent data goes from box to box, whatever else the game does; the box grows
 * with it and never shrinks. */
TEST("host/sealed", "agent data, and a box that grows")
{
	struct club c;
	struct sp_live *live;

	sealed_begin(&c, 2);
	live = sealed_load(&c);
	EQUAL_INT(live->box, 2048);
	CU_ASSERT_PTR_NULL(json_object_get(live->sealed, "agents"));
	sealed_fill(live, 3);
	sealed_something(live);
	holds(live, 2048,
		"{\"agents\":{\"red\":{\"script\":\"xxx\"}},"
		"\"command\":\"blue test 1 2 3\","
		"\"epochs\":{\"blue\":0,\"red\":0},\"game\":{}}");
	sealed_give_back(live);

	(void)club_play(&c, GID, 1);
	live = sealed_load(&c);
	holds(live, 2048,
		"{\"agents\":{\"red\":{\"script\":\"xxx\"}},"
		"\"epochs\":{\"blue\":0,\"red\":0},\"game\":{}}");
	CU_ASSERT_PTR_NULL(json_object_get(live->sealed, "game"));
	sealed_fill(live, 2500);
	sealed_something(live);
	EQUAL_INT(live->box, 4096);
	sealed_give_back(live);

	(void)club_play(&c, GID, 1);
	live = sealed_load(&c);
	EQUAL_INT(live->box, 4096);
	EQUAL_INT(json_object_size(json_object_get(live->sealed, "agents")), 1);
	EQUAL_INT(json_object_del(live->sealed, "agents"), 0);
	sealed_something(live);
	holds(live, 4096,
		"{\"command\":\"blue test 1 2 3\","
		"\"epochs\":{\"blue\":0,\"red\":0},\"game\":{}}");
	sealed_give_back(live);
	EQUAL_INT(club_play(&c, GID, 1), 1);
	live = sealed_load(&c);
	holds(live, 4096, "{\"epochs\":{\"blue\":0,\"red\":0},\"game\":{}}");
	sp_record_live_free(live);
	club_clear(&c);
}

/* The room for what may be hidden, from what everybody knows; in a game without
 * cards nothing is. */
TEST("host/sealed", "how large a box is")
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_ruleset *r = sp_xcalloc(1, sizeof(*r));

	g->n_seats = 4;
	g->cards_end = SP_CARDS_MAX;
	for (int c = 10; c < 94; c++)
		g->place[c].zone = SP_ZONE_DECK;
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 2048);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 0, 2048), 2048);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 0, 2049), 4096);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 8192, 100), 8192);
	g->n_piles = 1;
	/* 600 + 4 x 84 + 1024, and 4 x 1064 */
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 2048);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 0, 100), 8192);
	EQUAL_INT(sp_record_sealed_size(r, g, false, 8192, 100), 8192);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 2048, 8192), 8192);
	EQUAL_INT(sp_record_sealed_size(r, g, true, 2048, 8193), 16384);
	g->n_seats = 2;
	EQUAL_INT(sp_record_sealed_size(r, g, true, 2048, 100), 4096);
	/* the last card that 2048 have room for, and one more */
	for (int c = 94; c < 116; c++)
		g->place[c].zone = SP_ZONE_DISCARD;
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 2048);
	g->place[116].zone = SP_ZONE_BOARD;
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 4096);
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, SP_BOX_MOST),
		SP_BOX_MOST);
	/* 2 x 4 watches of 16 bytes take the place of 32 cards */
	for (int c = 84; c < 117; c++)
		g->place[c].zone = SP_ZONE_OUT;
	r->watched = 1;
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 2048);
	g->place[84].zone = SP_ZONE_BOARD;
	EQUAL_INT(sp_record_sealed_size(r, g, false, 0, 100), 4096);
	sp_free(r);
	sp_free(g);
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
	holds(live, 2048,
		sp_streq(mover, "red")
			? "{\"epochs\":{\"blue\":0,\"red\":1},\"game\":{}}"
			: "{\"epochs\":{\"blue\":1,\"red\":0},\"game\":{}}");
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
				strlen(text), 0, &e),
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

#define E "\"epochs\":{\"blue\":0,\"red\":0}"
#define G "\"game\":{}"

TEST("host/sealed", "what a box may hold")
{
	struct club c;

	sealed_begin(&c, 2);
	club_close(&c);
	refused(&c, "{" E "," G "}", NULL);
	refused(&c, "{\"agents\":{\"red\":{}}," E "," G "}", NULL);
	refused(&c, "", "JSON");
	refused(&c, "{" E "," G ",secret}", "JSON");
	refused(&c, "[\"secret\"]", "parts");
	refused(&c, "{" E "," G ",\"secret\":0}", "parts");
	refused(&c, "{" E "}", "game");
	refused(&c, "{" E ",\"game\":{\"secret\":1}}", "game");
	refused(&c, "{" E ",\"game\":[]}", "game");
	refused(&c, "{" G "}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0}," G "}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"secret\":0}," G "}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"RED\":0}," G "}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"red\":\"0\"}," G "}", "epochs");
	refused(&c, "{\"epochs\":{\"blue\":0,\"red\":-1}," G "}", "epochs");
	refused(&c, "{\"agents\":{}," E "," G "}", "agents");
	refused(&c, "{\"agents\":[]," E "," G "}", "agents");
	refused(&c, "{\"agents\":{\"secret\":{}}," E "," G "}", "agents");
	refused(&c, "{\"agents\":{\"red\":1}," E "," G "}", "agents");
	refused(&c, "{\"command\":1," E "," G "}", "command");
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
	forge(&c, "{" E "," G "}", &state);
	live = sealed_take(&c);
	EQUAL_INT(host_live_load(c.host, live, &e), SP_ECORRUPT);
	CONTAINS(e.text, "State tag");
	sp_record_live_free(live);
	sp_buf_free(&state);
	club_clear(&c);
}
