/* Players, games, seats. */
#include "registry_tests.h"

#include "fixtures.h"

TEST("registry/people", "a player is made once")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_player_row a = { 0 }, b = { 0 };

	NONE(sp_registry_player_find(r, "ann@example.org", &a, &e));
	NONE(sp_registry_player_get(r, 1, &a, &e));
	OK(sp_registry_player_ensure(
		r, "Ann@example.org", "Ann \xc3\xa9", 77, &a, &e));
	CU_ASSERT(a.id > 0);
	EQUAL_STRING(a.name, "Ann \xc3\xa9");
	EQUAL_STRING(a.address, "Ann@example.org");
	EQUAL_INT(a.created, 77);
	OK(sp_registry_player_ensure(
		r, "aNN@EXAMPLE.org", "Other", 99, &b, &e));
	EQUAL_INT(b.id, a.id);
	EQUAL_STRING(b.name, "Ann \xc3\xa9");
	OK(sp_registry_player_ensure(r, "bob@example.org", "", 78, &b, &e));
	DIFFERENT_INT(b.id, a.id);
	EQUAL_INT(registry_count(path, "players"), 2);
	OK(sp_registry_player_get(r, a.id, &b, &e));
	EQUAL_STRING(b.name, "Ann \xc3\xa9");
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/people", "addresses belong to one player")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_player_row a = { 0 }, b = { 0 };
	struct sp_address_row *list = NULL;
	struct sp_seat_row seat = { 0 };
	size_t n = 0;
	bool known = true;

	OK(sp_registry_player_ensure(r, "ann@a.org", "Ann", 1, &a, &e));
	OK(sp_registry_player_ensure(r, "bob@b.org", "Bob", 1, &b, &e));
	/* seats know them */
	OK(sp_registry_seat_knows(r, GID, "red", "ann@a.org", &known, &e));
	CU_ASSERT_FALSE(known);
	OK(sp_registry_seat_get(r, GID, "red", &seat, &e));
	seat.player = a.id;
	OK(sp_registry_seat_put(r, &seat, &e));
	OK(sp_registry_seat_knows(r, GID, "red", "ANN@a.org", &known, &e));
	CU_ASSERT_TRUE(known);
	OK(sp_registry_seat_knows(r, GID, "red", "bob@b.org", &known, &e));
	CU_ASSERT_FALSE(known);
	OK(sp_registry_seat_knows(r, GID, "blue", "ann@a.org", &known, &e));
	CU_ASSERT_FALSE(known);
	NONE(sp_registry_seat_knows(r, GID, "green", "ann@a.org", &known, &e));
	/* one more, which may be anybody's, in this seat alone */
	for (int i = 0; i < 2; i++)
		OK(sp_registry_seat_learn(r, GID, "red", "Bob@b.org", 9, &e));
	OK(sp_registry_player_find(r, "bob@b.org", &a, &e));
	EQUAL_INT(a.id, b.id);
	OK(sp_registry_seat_knows(r, GID, "red", "bob@B.org", &known, &e));
	CU_ASSERT_TRUE(known);
	OK(sp_registry_seat_knows(r, GID, "red", "bo@b.org", &known, &e));
	CU_ASSERT_FALSE(known);
	OK(sp_registry_seat_knows(r, GID, "blue", "bob@b.org", &known, &e));
	CU_ASSERT_FALSE(known);
	OK(sp_registry_seat_addresses(r, GID, "red", &list, &n, &e));
	EQUAL_INT_FATAL(n, 2);
	EQUAL_STRING(list[0].address, "ann@a.org");
	EQUAL_STRING(list[1].address, "Bob@b.org");
	sp_free(list);
	OK(sp_registry_seat_addresses(r, GID, "blue", &list, &n, &e));
	EQUAL_INT(n, 0);
	FAILS(sp_registry_seat_learn(r, GID, "green", "x@a.org", 9, &e),
		SP_ENOTFOUND, "FOREIGN");
	sp_registry_close(r);
	sp_free(path);
}

static bool same_game(const struct sp_game_row *a, const struct sp_game_row *b)
{
	return sp_streq(a->gid, b->gid) && sp_streq(a->ruleset, b->ruleset) &&
	       a->status == b->status && a->turn == b->turn &&
	       sp_streq(a->active, b->active) && a->decision == b->decision &&
	       a->deadline == b->deadline && sp_streq(a->head, b->head) &&
	       sp_streq(a->tip, b->tip) && a->created == b->created &&
	       a->updated == b->updated;
}

TEST("registry/people", "games come back as they were")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_game_row got = { 0 };

	for (int s = 0; s < SP_GAME_ROW_STATUS_COUNT; s++) {
		struct sp_game_row row = { .gid = GID,
			.ruleset = "wizwar8",
			.status = (enum sp_game_row_status)s,
			.turn = s,
			.decision = s > 0 ? s : SP_NO_DECISION,
			.deadline = s > 0 ? s * 100 : SP_NEVER,
			.created = 5,
			.updated = 6 + s };

		CU_ASSERT_PTR_NOT_NULL(
			sp_registry_game_row_status_word(row.status));
		sp_format(row.tip, sizeof(row.tip), "%s", s > 0 ? HEAD : "");
		if (s > 1) {
			CU_ASSERT_FATAL(sp_copy(
				row.active, sizeof(row.active), "blue"));
			CU_ASSERT_FATAL(
				sp_copy(row.head, sizeof(row.head), HEAD));
		}
		OK(sp_registry_game_put(r, &row, &e));
		/* a seat must not be lost when its game is put again */
		registry_add_seat(r, GID, "red", 0, 0);
		memset(&got, 'x', sizeof(got));
		OK(sp_registry_game_get(r, GID, &got, &e));
		CU_ASSERT_TRUE(same_game(&row, &got));
	}
	EQUAL_INT(registry_count(path, "games"), 1);
	EQUAL_INT(registry_count(path, "seats"), 1);
	NONE(sp_registry_game_get(r, "none", &got, &e));
	got.decision = -7;
	FAILS(sp_registry_game_put(r, &got, &e), SP_EINVAL, "CHECK");
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/people", "games are listed by age")
{
	static const char *const want[] = { "old-aaaaaaaa", "a-bbbbbbbb",
		"b-bbbbbbbb", "new-aaaaaaaa" };
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_game_row *list = NULL;
	size_t n = 0;

	registry_add_game(r, "new-aaaaaaaa", 30);
	registry_add_game(r, "b-bbbbbbbb", 20);
	registry_add_game(r, "a-bbbbbbbb", 20);
	registry_add_game(r, "old-aaaaaaaa", 10);
	OK(sp_registry_game_list(r, &list, &n, &e));
	EQUAL_INT_FATAL(n, SP_ARRAY_LEN(want));
	for (size_t i = 0; i < n; i++)
		EQUAL_STRING(list[i].gid, want[i]);
	sp_free(list);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/people", "games are found by their beginning")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	struct sp_game_row got = { 0 };

	FAILS(sp_registry_game_match(r, "club", &got, &e), SP_EINVAL,
		"no game begins with \"club\"");
	registry_add_game(r, "club-aaaaaaaa", 1);
	registry_add_game(r, "club-abbbbbbb", 1);
	registry_add_game(r, "den-cccccccc", 1);
	OK(sp_registry_game_match(r, "d", &got, &e));
	EQUAL_STRING(got.gid, "den-cccccccc");
	OK(sp_registry_game_match(r, "club-ab", &got, &e));
	EQUAL_STRING(got.gid, "club-abbbbbbb");
	FAILS(sp_registry_game_match(r, "club", &got, &e), SP_EINVAL,
		"club-aaaaaaaa or club-abbbbbbb; write more");
	FAILS(sp_registry_game_match(r, "", &got, &e), SP_EINVAL, "write more");
	FAILS(sp_registry_game_match(r, "%", &got, &e), SP_EINVAL, "%");
	FAILS(sp_registry_game_match(r, "club-aaaaaaaax", &got, &e), SP_EINVAL,
		"no game");
	/* a gid that is the beginning of another one */
	registry_add_game(r, "club-aaaaaaaa-dddddddd", 1);
	OK(sp_registry_game_match(r, "club-aaaaaaaa", &got, &e));
	EQUAL_STRING(got.gid, "club-aaaaaaaa");
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/people", "seats come in their order")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	struct sp_seat_row row = { 0 }, got = { 0 }, *list = NULL;
	struct sp_player_row player = { 0 };
	size_t n = 0;

	registry_add_seat(r, GID, "amber", 2, 0);
	OK(sp_registry_seat_list(r, GID, &list, &n, &e));
	EQUAL_INT_FATAL(n, 3);
	EQUAL_STRING(list[0].seat, "red");
	EQUAL_STRING(list[1].seat, "blue");
	EQUAL_STRING(list[2].seat, "amber");
	EQUAL_INT(list[2].order, 2);
	row = list[1];
	sp_free(list);
	EQUAL_INT(row.player, 0);
	EQUAL_INT(row.joined, SP_NEVER);
	OK(sp_registry_player_ensure(r, "a@b.c", "A", 1, &player, &e));
	row.player = player.id;
	row.joined = 555;
	row.epoch = 3;
	CU_ASSERT_FATAL(sp_copy(row.thread, sizeof(row.thread), "<t@judge>"));
	OK(sp_registry_seat_put(r, &row, &e));
	OK(sp_registry_seat_get(r, GID, "blue", &got, &e));
	EQUAL_INT(got.player, player.id);
	EQUAL_INT(got.joined, 555);
	EQUAL_INT(got.epoch, 3);
	EQUAL_INT(got.order, 1);
	EQUAL_STRING(got.thread, "<t@judge>");
	/* two seats in one place, a seat of nobody's game, of no player */
	got.order = 0;
	FAILS(sp_registry_seat_put(r, &got, &e), SP_EEXISTS, "UNIQUE");
	got.order = 1;
	got.player = 99;
	FAILS(sp_registry_seat_put(r, &got, &e), SP_ENOTFOUND, "FOREIGN");
	CU_ASSERT_FATAL(sp_copy(got.gid, sizeof(got.gid), "none-aaaaaaaa"));
	got.player = 0;
	FAILS(sp_registry_seat_put(r, &got, &e), SP_ENOTFOUND, "FOREIGN");
	NONE(sp_registry_seat_get(r, GID, "green", &got, &e));
	OK(sp_registry_seat_list(r, "none", &list, &n, &e));
	CU_ASSERT(list == NULL && n == 0);
	sp_registry_close(r);
	sp_free(path);
}
