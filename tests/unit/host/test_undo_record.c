/*
 * Games in which players took something back are good, and one in which they
 * took too much is not.
 */
#include "bout.h"
#include "undoing.h"

#include "back/back.h"
#include "table/consent.h"

/* ---- the record --------------------------------------------------------- */

/* How many commits are a player's with a command that begins like that. */
static unsigned commands(struct club *c, const char *gid, const char *begins)
{
	struct sp_buf out;
	char *command = sp_xasprintf(
		"git log --format='%%an %%(trailers:key=Command,valueonly)' "
		"main | grep -c '^[RBYG][a-z]* %s' || true",
		begins);
	long long n = 0;

	sp_buf_init(&out, 64);
	EQUAL_INT(club_git(c, gid, &out, command), 0);
	n = strtoll(sp_buf_str(&out), NULL, 10);
	sp_buf_free(&out);
	sp_free(command);
	return (unsigned)n;
}

/* How many subjects begin like that. */
static unsigned stories(struct club *c, const char *gid, const char *begins)
{
	struct sp_buf out;
	char *command = sp_xasprintf(
		"git log --format=%%s main | grep -c '^%s' || true", begins);

	sp_buf_init(&out, 64);
	EQUAL_INT(club_git(c, gid, &out, command), 0);
	long n = strtol(sp_buf_str(&out), NULL, 10);
	sp_buf_free(&out);
	sp_free(command);
	return (unsigned)n;
}

/* The second reader finds the game good, too; it needs programs that need not
 * be there. */
static void audited(struct club *c, const char *gid)
{
	struct sp_buf out;
	char *command = sp_xasprintf(
		"for p in python3 openssl ssh-keygen; do command -v $p "
		">/dev/null || exit 0; done; python3 %s/tests/tools/audit.py "
		". 2>&1",
		test_source_dir());

	sp_buf_init(&out, 1 << 16);
	int status = club_git(c, gid, &out, command);
	if (status != 0)
		printf("\n  %s\n", sp_buf_str(&out));
	EQUAL_INT(status, 0);
	sp_buf_free(&out);
	sp_free(command);
}

TEST("host/undo-record", "games in which players take back are good")
{
	if (!club_has_git())
		return;
	unsigned undone = 0, asked = 0, agreed = 0, back = 0;

	/* three kinds of games, and more of them until all has happened */
	for (uint64_t seed = 1; seed <= 3 || (seed <= 12 && back == 0);
		seed++) {
		const struct bout what = { .players = seed % 3 != 0 ? 2 : 3,
			.options = "cards=yes",
			.clock = seed % 3 == 2,
			.plans = true,
			.rulings = seed % 3 == 0,
			.undoes = true,
			.seed = seed + 20,
			.steps = 120 };
		struct club c;

		bout_play(&c, &what);
		undone += commands(&c, BOUT_GID, "undo");
		asked += commands(&c, BOUT_GID, "ask-undo");
		agreed += commands(&c, BOUT_GID, "agree-undo");
		back += stories(&c, BOUT_GID, "All agree");
		json_decref(bout_verify(&c));
		json_t *act = ruling_act("game cancel", BOUT_GID, NULL, NULL);
		EQUAL_INT(club_try_act(&c, act), SP_OK);
		json_decref(act);
		json_decref(bout_verify(&c));
		audited(&c, BOUT_GID);
		club_clear(&c);
	}
	CU_ASSERT(undone >= 10);
	CU_ASSERT(asked > 0);
	CU_ASSERT(agreed > 0);
	CU_ASSERT(back > 0);
}

/* What verify says of a copy of the game with one more commit: "" for a good
 * one. Input `due` 0: a mail's. */
static void says_of(
	struct club *c, struct sp_ruling ruling, int64_t due, const char *words)
{
	static const struct sp_verify_options options;
	struct club copy;

	club_close(c);
	club_copy(&copy, c);
	struct sp_live *live = club_load(&copy, BOUT_GID), *past = NULL;
	char input[SP_SHA256_TEXT];
	struct sp_error e = { 0 };
	char *path = club_repository(&copy, BOUT_GID);
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	memset(input, 'a', sizeof(input) - 1);
	input[sizeof(input) - 1] = '\0';
	if (due != 0)
		sp_seal_input_timer(input, due);
	if (ruling.kind == SP_RULING_UNDO) {
		struct sp_commit_info info;
		struct sp_oid at = live->head;

		for (uint64_t seq = live->seq; seq > ruling.seq; seq--) {
			sp_store_commit_info_init(&info);
			EQUAL_INT_FATAL(
				sp_store_info(live->repo, &at, &info, &e),
				SP_OK);
			at = info.parent;
			sp_store_commit_info_clear(&info);
		}
		EQUAL_INT_FATAL(sp_record_live_past(&copy.host->rulesets, live,
					&at, &past, &e),
			SP_OK);
	}
	unsigned turn = live->game.turn;
	int64_t when = due != 0 ? due : live->when;
	(void)sp_record_ruling_apply(
		live, &ruling, past != NULL ? &past->game : NULL, NULL);
	int rc = sp_record_ruling(live, &ruling, turn,
		past != NULL ? past->report : NULL, when, input, &e);
	if (rc != SP_OK)
		printf("\n  %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	EQUAL_INT_FATAL(sp_store_flush(live->repo, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_move_head(live->repo, &live->base, &live->head,
				NULL, 0, &e),
		SP_OK);
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(
		sp_audit_verify(path, &options, &json, &text, &good, &e),
		SP_OK);
	EQUAL_INT(good, words[0] == '\0');
	CU_ASSERT_PTR_NOT_NULL(strstr(sp_buf_str(&text), words));
	if (strstr(sp_buf_str(&text), words) == NULL)
		printf("\n  no \"%s\" in %s\n", words, sp_buf_str(&text));
	sp_buf_free(&text);
	json_decref(json);
	sp_free(path);
	sp_record_live_free_past(past);
	sp_record_live_free(live);
	club_clear(&copy);
}

/* Where a seat has ordered something that others had part in, and nothing came
 * to light: the step before that; 0: nowhere. *beyond: a step of the turn
 * before.
 */
static uint64_t shared(struct club *c, int *seat, uint64_t *beyond)
{
	struct sp_live *live = club_load(c, BOUT_GID);
	struct sp_live *past = NULL;
	struct sp_error e = { 0 };
	struct sp_back back;
	uint64_t found = 0;

	*seat = sp_game_plays(&live->game);
	EQUAL_INT_FATAL(sp_back_find(live->repo, &live->head, &live->setup,
				live->game.turn, *seat, &back, &e),
		SP_OK);
	*beyond = back.step[back.n - 1].seq - 1;
	for (size_t i = 0; found == 0 && i + 1 < back.n &&
			   sp_back_is_turn(&live->game, *seat);
		i++) {
		if (back.step[i].kind != SP_BACK_OWN ||
			sp_back_is_free(&back, i + 1, &live->game, *seat))
			continue;
		EQUAL_INT_FATAL(sp_record_live_past(&c->host->rulesets, live,
					&back.step[i + 1].id, &past, &e),
			SP_OK);
		if (sp_back_is_turn(&past->game, *seat) &&
			sp_back_bar(&live->game, &past->game, *seat, true) ==
				SP_BACK_OPEN)
			found = back.step[i + 1].seq;
		sp_record_live_free_past(past);
	}
	sp_back_clear(&back);
	sp_record_live_free(live);
	return found;
}

TEST("host/undo-record", "verify takes no undo that others had part in")
{
	static const struct bout what = { .players = 3,
		.options = "cards=yes",
		.start = true,
		.seed = 5,
		.steps = 1 };
	struct club c;
	uint64_t seq = 0, beyond = 0;
	int seat = 0;

	bout_play(&c, &what);
	for (int i = 0; i < 300 && seq == 0 && !bout_is_over(&c); i++) {
		bout_go_on(&c, &what, 1 + i % 5);
		seq = shared(&c, &seat, &beyond);
	}
	CU_ASSERT_FATAL(seq > 0);
	struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = seq, .seat = seat
	};
	int other = (seat + 1) % 3;

	says_of(&c, ruling, 0, "no undo of what others had part in");
	ruling.seat = other;
	says_of(&c, ruling, 0, "an undo to a position of the seat's turn");
	ruling.seat = seat;
	ruling.seq = beyond;
	says_of(&c, ruling, 0, "an undo to a position of ");
	ruling.seq = seq;
	ruling.seat = SP_NOBODY;
	says_of(&c, ruling, 0, "an operator's act");
	/* words about it */
	ruling.kind = SP_RULING_REFUSE;
	ruling.seat = other;
	says_of(&c, ruling, 0, "an answer to what is asked");
	ruling.kind = SP_RULING_ASK;
	ruling.seat = seat;
	says_of(&c, ruling, 0, "");
	/* and once it is asked */
	club_close(&c);
	say(&c, club_people[seat].colour, "again\nundo all");
	struct sp_game *g = club_state(&c, BOUT_GID);
	if (g->asked.by == 0) { /* that was the seat's own */
		sp_free(g);
		say(&c, club_people[seat].colour, "again\nundo all");
		g = club_state(&c, BOUT_GID);
	}
	CU_ASSERT_FATAL(g->asked.by == seat + 1);
	ruling.seq = g->asked.seq;
	sp_free(g);
	says_of(&c, ruling, 0, "no question: one is open");
	ruling.kind = SP_RULING_AGREE;
	ruling.seat = other;
	says_of(&c, ruling, 0, "");
	ruling.seq++;
	says_of(&c, ruling, 0, "an answer to what is asked");
	ruling.seq--;
	ruling.kind = SP_RULING_REFUSE;
	says_of(&c, ruling, 0, "");
	ruling.seat = seat;
	says_of(&c, ruling, 0, "");
	ruling.seat = SP_NOBODY;
	says_of(&c, ruling, 0, "a timer that nobody could be late for");
	struct sp_live *live = club_load(&c, BOUT_GID);
	int64_t due =
		live->when + (int64_t)sp_table_consent_hours(live) * CLUB_HOUR;
	sp_record_live_free(live);
	says_of(&c, ruling, due - 1, "a timer that nobody could be late for");
	says_of(&c, ruling, due, "");
	ruling.kind = SP_RULING_UNDO;
	ruling.seat = other;
	says_of(&c, ruling, 0, "an undo to a position of the seat's turn");
	/* one of two has agreed */
	say(&c, club_people[other].colour, "again\nagree");
	says_of(&c, ruling, 0, "an undo to a position of the seat's turn");
	ruling.kind = SP_RULING_AGREE;
	says_of(&c, ruling, 0, "an answer of a seat that is asked");
	ruling.kind = SP_RULING_REFUSE;
	says_of(&c, ruling, 0, "");
	club_clear(&c);
}
