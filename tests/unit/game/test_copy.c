/* Copies of positions are equal to the byte, whatever `to` held before. */
#include "../fixtures.h"
#include "lab.h"
#include "unit.h"

static struct scene one, other;

static void copies(const struct sp_game *from, const struct sp_game *former)
{
	static struct sp_game to, saved, back;

	to = *former;
	sp_game_copy(&to, from);
	CU_ASSERT(memcmp(&to, from, sizeof(to)) == 0);
	memset(&saved, 0x5a, sizeof(saved));
	sp_game_save(&saved, from);
	back = *former;
	sp_game_copy(&back, &saved);
	CU_ASSERT(memcmp(&back, from, sizeof(back)) == 0);
}

TEST("game/copy", "random positions over each other")
{
	static const struct sp_game none;
	struct scene_random random = { 11 };

	for (int i = 0; i < 300; i++) {
		lab_random(&one, &random);
		lab_random(&other, &random);
		copies(&one.g, &other.g);
		copies(&other.g, &one.g);
		copies(&one.g, &none);
		copies(&none, &one.g);
	}
}

/* A view does not care what its memory held. */
TEST("game/copy", "views into anything")
{
	static struct sp_game clean, dirty;
	struct scene_random random = { 12 };

	for (int i = 0; i < 100; i++) {
		lab_random(&one, &random);
		for (int seat = SP_NOBODY; seat < one.g.n_seats; seat++) {
			memset(&clean, 0, sizeof(clean));
			memset(&dirty, 0xa5, sizeof(dirty));
			sp_game_view(&one.g, seat, &clean);
			sp_game_view(&one.g, seat, &dirty);
			CU_ASSERT(memcmp(&clean, &dirty, sizeof(clean)) == 0);
		}
	}
}

/* What is not in use is not copied: that is what it is for. */
TEST("game/copy", "only what is in use")
{
	static struct sp_game from, to;

	lab_rich(&one);
	from = one.g;
	to = one.g;
	from.below[SP_CARDS_MAX - 1] = 1;
	from.relief[SP_RELIEFS_MAX - 1].kind = 1;
	sp_game_copy(&to, &from);
	CU_ASSERT(memcmp(&to, &one.g, sizeof(to)) == 0);
}
