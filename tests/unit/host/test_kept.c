/*
 * A game that stays in memory between batches plays as one that is read from
 * its record each time.
 */
#include "host_tests.h"
#include "inside.h"
#include "ruling.h"

struct watched {
	struct club *c;
	bool forget; /* all that is kept, before each batch */
	unsigned met,
		same; /* kept when a batch began, and as the record has it */
};

/* All that the record of a loaded game has: the owner frees it. */
static char *picture(const struct sp_live *live)
{
	struct sp_buf out;
	size_t len, cap;
	char *box = sp_record_sealed_text(live, NULL, &len, &cap);

	sp_buf_init(&out, SIZE_MAX);
	sp_state_encode(&live->game, &live->ruleset->lexicon, &out);
	sp_buf_addf(&out, "%.*s\n%s\n%s %llu %lld %s", (int)len, box,
		live->report, live->head.hex, (unsigned long long)live->seq,
		(long long)live->when, live->ended ? "over" : "goes on");
	sp_buf_add(&out, (const char *)live->state_sum, SP_KEY_BYTES);
	sp_seal_unbox_free(box, cap);
	return sp_buf_take(&out);
}

/* Is it what its repository says, also of which cards a seat has met? */
static bool is_like_record(struct sp_host *host, struct sp_live *kept)
{
	struct sp_live *live = sp_record_live_new(kept->gid);
	struct sp_error e = { 0 };

	EQUAL_INT(sp_store_game_open(&live->repo, host->store, kept->gid, &e),
		SP_OK);
	EQUAL_INT(sp_store_head(live->repo, &live->head, &e), SP_OK);
	EQUAL_INT(sp_record_live_look(&host->rulesets, live, &e), SP_OK);
	EQUAL_INT(sp_record_live_open(&host->keys, live, &e), SP_OK);
	for (int s = 0; s < live->setup.n_seats; s++)
		live->people[s].epoch = kept->people[s].epoch;
	char *a = picture(live), *b = picture(kept);
	bool same = sp_streq(a, b) &&
		    live->game.rng.next == kept->game.rng.next &&
		    json_equal(live->sealed, kept->sealed);
	EQUAL_STRING(a, b);
	sp_free(a);
	sp_free(b);
	kept->repo = live->repo;
	for (int s = 0; s < live->setup.n_seats; s++) {
		bool read[SP_CARD_TYPES_MAX], noted[SP_CARD_TYPES_MAX];

		EQUAL_INT(sp_record_met(live, s, read, &e), SP_OK);
		EQUAL_INT(sp_record_met(kept, s, noted, &e), SP_OK);
		same = same && memcmp(read, noted, sizeof(read)) == 0;
	}
	kept->repo = NULL;
	sp_record_live_free(live);
	return same;
}

static void look(enum sp_batch_stage stage, void *payload)
{
	struct watched *w = payload;
	struct sp_kept *kept = &w->c->host->kept;

	if (stage != SP_STAGE_POLLED)
		return;
	for (size_t i = 0; i < kept->n; i++) {
		w->met++;
		w->same += is_like_record(w->c->host, kept->list[i].live);
	}
	if (w->forget)
		sp_record_kept_clear(kept);
}

/* A game with cards: a declaration, rounds, an undo. */
static void play(bool forget, struct sp_buf *out)
{
	struct watched w = { .forget = forget };
	struct club c;

	club_make(&c);
	c.quiet = true;
	w.c = &c;
	c.stage = look;
	c.payload = &w;
	club_game(&c, TABLE_GID, 3, "cards=yes rounds=6", false);
	club_join(&c, 3, "join\nluck three owls");
	for (int s = 0; s < 3; s++) {
		const char *colour = club_people[s].colour;

		c.now += 10;
		(void)club_reply(&c, club_letter(&c, colour, "game starts"),
			colour, "when attacked: pass");
	}
	club_pass(&c);
	CU_ASSERT_TRUE(club_play(&c, TABLE_GID, 25) == 25);
	json_t *undo = ruling_act("game undo", TABLE_GID, NULL, NULL);
	CU_ASSERT_TRUE(club_aim(&c, undo));
	ruling_done(&c, undo, 1);
	CU_ASSERT_TRUE(club_play(&c, TABLE_GID, 25) > 5);
	CU_ASSERT_TRUE(w.met >= 25);
	EQUAL_INT(w.same, w.met);
	club_picture(&c, out);
	club_clear(&c);
}

TEST("host/kept", "as the record has it")
{
	struct sp_buf kept, read;

	if (!club_has_git())
		return;
	sp_buf_init(&kept, SIZE_MAX);
	sp_buf_init(&read, SIZE_MAX);
	play(false, &kept);
	play(true, &read);
	EQUAL_STRING(sp_buf_str(&kept), sp_buf_str(&read));
	sp_buf_free(&kept);
	sp_buf_free(&read);
}

/* Of a game without a repository, with a report of so many octets. */
static struct sp_live *stand(const char *gid, char head, size_t report)
{
	struct sp_live *live = sp_record_live_new(gid);

	memset(live->head.hex, head, SP_OID_TEXT - 1);
	live->report = sp_xmalloc(report + 1);
	memset(live->report, 'x', report);
	live->report[report] = '\0';
	return live;
}

/* Is it still kept, at that head? It is not afterwards. */
static bool take(struct sp_kept *kept, const char *gid, char head)
{
	struct sp_live *live = sp_record_live_new(gid);

	memset(live->head.hex, head, SP_OID_TEXT - 1);
	bool yes = sp_record_kept_take(kept, live);
	EQUAL_INT(yes, live->report != NULL);
	sp_record_live_free(live);
	return yes;
}

TEST("host/kept", "room for some")
{
	const size_t third = SP_KEPT_MAX / 3 - SP_KEPT_MAX / 20;
	struct sp_kept kept = { 0 };

	sp_record_kept_put(&kept, stand("a-aaaaaaaa", '1', third), 100);
	sp_record_kept_put(&kept, stand("b-bbbbbbbb", '1', third), 110);
	sp_record_kept_put(&kept, stand("c-cccccccc", '1', third), 120);
	EQUAL_INT(kept.n, 3);
	/* used again: now b is the one that was used least recently */
	sp_record_kept_put(&kept, stand("a-aaaaaaaa", '2', third), 130);
	EQUAL_INT(kept.n, 3);
	sp_record_kept_put(&kept, stand("d-dddddddd", '1', third), 140);
	EQUAL_INT(kept.n, 3);
	CU_ASSERT_TRUE(kept.size <= SP_KEPT_MAX);
	CU_ASSERT_FALSE(take(&kept, "b-bbbbbbbb", '1'));
	CU_ASSERT_TRUE(take(&kept, "c-cccccccc", '1'));
	CU_ASSERT_FALSE(take(&kept, "c-cccccccc", '1'));
	/* it went on meanwhile: what is kept of it is of no more use */
	CU_ASSERT_FALSE(take(&kept, "a-aaaaaaaa", '1'));
	CU_ASSERT_FALSE(take(&kept, "a-aaaaaaaa", '2'));
	CU_ASSERT_TRUE(take(&kept, "d-dddddddd", '1'));
	EQUAL_INT(kept.size, 0);
	/* one that is larger than all the room */
	sp_record_kept_put(&kept, stand("e-eeeeeeee", '1', SP_KEPT_MAX), 150);
	EQUAL_INT(kept.n, 0);
	sp_record_kept_clear(&kept);
}

TEST("host/kept", "a minute without work")
{
	struct sp_kept kept = { 0 };

	sp_record_kept_put(&kept, stand("a-aaaaaaaa", '1', 9), 100);
	sp_record_kept_put(&kept, stand("b-bbbbbbbb", '1', 9), 130);
	EQUAL_INT(sp_record_kept_left(&kept, 130, 1000), 30);
	EQUAL_INT(sp_record_kept_left(&kept, 130, 7), 7);
	EQUAL_INT(sp_record_kept_left(&kept, 400, 7), 1);
	sp_record_kept_trim(&kept, 159);
	EQUAL_INT(kept.n, 2);
	sp_record_kept_trim(&kept, 160);
	EQUAL_INT(kept.n, 1);
	CU_ASSERT_TRUE(take(&kept, "b-bbbbbbbb", '1'));
	/* a clock that went back */
	sp_record_kept_put(&kept, stand("a-aaaaaaaa", '1', 9), 100);
	sp_record_kept_trim(&kept, 99);
	EQUAL_INT(kept.n, 0);
	sp_record_kept_clear(&kept);
}

/* Whoever waits for work wakes for it, though there is no other work. */
TEST("host/kept", "nothing is kept while nobody plays")
{
	struct club c;
	int64_t until;
	int left;

	club_make(&c);
	club_game(&c, TABLE_GID, 2, "cards=no", true);
	club_pass(&c);
	CU_ASSERT_TRUE_FATAL(c.host->kept.n > 0);
	until = c.now + SP_KEPT_SECONDS;
	while (c.now < until && (left = club_wait(&c)) > 0) {
		c.now += left;
		club_pass(&c);
	}
	EQUAL_INT(c.now, until);
	EQUAL_INT(c.host->kept.n, 0);
	CU_ASSERT_TRUE(club_wait(&c) > 1);
	club_clear(&c);
}
