#include "unit.h"

#include "tally/tally_private.h"

/* A board of two wizards at home, each with two treasures. */
static struct sp_game *make(struct sp_events *events)
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));

	g->n_seats = 2;
	g->actor[0].home = 10;
	g->actor[1].home = 20;
	for (int i = 0; i < 4; i++)
		g->treasure[i].owner = (int8_t)(i / 2);
	events->n = 0;
	return g;
}

static void drop(struct sp_events *events, int seat, int number, int square)
{
	struct sp_event *event =
		sp_game_events_add(events, SP_EVENT_DROPPED, seat, SP_NOBODY);

	event->treasure.number = number;
	event->treasure.square = square;
}

TEST("tally/count", "a treasure is home where it was carried by a thief")
{
	static struct sp_events events;
	struct sp_tally t = { 0 };
	struct sp_game *g = make(&events);

	drop(&events, 0, 0, 10);  /* one's own */
	drop(&events, 0, 2, 20);  /* at the other's home */
	drop(&events, 0, 2, 15);  /* on the way */
	drop(&events, 0, 2, 10);  /* home */
	drop(&events, 1, 1, 20);  /* home */
	drop(&events, 1, 99, 20); /* of nobody */
	tally_count(&t, NULL, g, &events);
	EQUAL_INT(t.n[0][SP_TALLY_TREASURES], 1);
	EQUAL_INT(t.n[1][SP_TALLY_TREASURES], 1);
	sp_free(g);
}

TEST("tally/count", "damage is what was there to lose, and whose it is")
{
	static const struct {
		int seat, other, lost, beyond;
	} hurt[] = { { 1, 0, 5, 0 }, { 1, 0, 7, 4 }, { 0, 0, 2, 0 },
		{ 0, SP_NOBODY, 1, 0 }, { 1, 0, 3, 3 }, { 7, 0, 2, 0 },
		{ 1, 9, 4, 0 } };
	static struct sp_events events;
	struct sp_tally t = { 0 };
	struct sp_game *g = make(&events);

	for (size_t i = 0; i < SP_ARRAY_LEN(hurt); i++) {
		struct sp_event *event = sp_game_events_add(
			&events, SP_EVENT_HURT, hurt[i].seat, hurt[i].other);
		event->harm.lost = hurt[i].lost;
		event->harm.beyond = hurt[i].beyond;
	}
	(void)sp_game_events_add(&events, SP_EVENT_DIED, 1, 0);
	(void)sp_game_events_add(&events, SP_EVENT_DIED, 0, 0);
	(void)sp_game_events_add(&events, SP_EVENT_DIED, 0, SP_NOBODY);
	tally_count(&t, NULL, g, &events);
	/* 5 and 3 of the other wizard, 2 of a creature */
	EQUAL_INT(t.n[0][SP_TALLY_DEALT], 10);
	EQUAL_INT(t.n[0][SP_TALLY_HITS], 3);
	EQUAL_INT(t.n[0][SP_TALLY_TAKEN], 3);
	EQUAL_INT(t.n[1][SP_TALLY_TAKEN], 12);
	EQUAL_INT(t.n[1][SP_TALLY_DEALT], 0);
	EQUAL_INT(t.n[0][SP_TALLY_KILLS], 1);
	EQUAL_INT(t.n[1][SP_TALLY_KILLS], 0);
	sp_free(g);
}

/* In days, but for a game that was over within one. */
TEST("tally/count", "how long a game took")
{
	static const struct {
		int64_t seconds;
		const char *want;
	} games[] = {
		{ 0, "The game took 1 minute and 7 turns.\n" },
		{ 60, "The game took 1 minute and 7 turns.\n" },
		{ 119, "The game took 2 minutes and 7 turns.\n" },
		{ 3600, "The game took 1 hour and 7 turns.\n" },
		{ 3 * 3600 + 1, "The game took 4 hours and 7 turns.\n" },
		{ 86400, "The game took 1 day and 7 turns.\n" },
		{ 86401, "The game took 2 days and 7 turns.\n" },
	};
	struct sp_live *live = sp_xcalloc(1, sizeof(*live));
	struct sp_tally *tally = sp_xcalloc(1, sizeof(*tally));

	live->game.turn = 7;
	for (size_t i = 0; i < SP_ARRAY_LEN(games); i++) {
		struct sp_buf out;

		sp_buf_init(&out, 100);
		tally->began = 1000;
		tally->ended = 1000 + games[i].seconds;
		sp_tally_length(live, tally, &out);
		EQUAL_STRING(sp_buf_str(&out), games[i].want);
		sp_buf_free(&out);
	}
	sp_free(tally);
	sp_free(live);
}
