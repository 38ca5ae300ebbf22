/* The operator rules, and what a test asks afterwards. */
#include "ruling.h"

json_t *ruling_act(
	const char *name, const char *gid, const char *key, const char *value)
{
	json_t *act = json_object();

	sp_json_set_string(act, "act", name);
	sp_json_set_string(act, "game", gid);
	if (key != NULL)
		sp_json_set_string(act, key, value);
	return act;
}

json_t *ruling_try(struct club *c, json_t *act)
{
	json_t *answer = NULL;

	c->now += 60;
	club_open(c);
	bool undo = sp_streq(
		json_string_value(json_object_get(act, "act")), "game undo");
	if (!undo || json_object_get(act, "at") != NULL || club_aim(c, act)) {
		sp_error_clear(&c->error);
		if (sp_host_act(c->host, act, &answer, &c->error) != SP_OK)
			answer = NULL;
	}
	json_decref(act);
	club_read(c);
	return answer;
}

void ruling_done(struct club *c, json_t *act, unsigned commits)
{
	unsigned before = club_commits(c, TABLE_GID);
	json_t *answer = ruling_try(c, act);

	if (answer == NULL)
		printf("\n  refused: %s\n", c->error.text);
	CU_ASSERT_PTR_NOT_NULL(answer);
	if (commits > 0)
		EQUAL_INT(club_commits(c, TABLE_GID), before + commits);
	json_decref(answer);
}

void ruling_undo(struct club *c, const char *to, unsigned commits)
{
	ruling_done(c,
		ruling_act(
			"game undo", TABLE_GID, to != NULL ? "to" : NULL, to),
		commits);
}

void ruling_refused(struct club *c, json_t *act, const char *words)
{
	size_t letters = c->n_letters;
	json_t *answer = ruling_try(c, act);

	CU_ASSERT_PTR_NULL(answer);
	if (strstr(c->error.text, words) == NULL)
		printf("\n  \"%s\" is not in: %s\n", words, c->error.text);
	CONTAINS(c->error.text, words);
	CU_ASSERT_PTR_NULL(strchr(c->error.text, '\n'));
	EQUAL_INT(c->n_letters, letters);
	json_decref(answer);
}

void ruling_undo_refused(struct club *c, const char *to, const char *words)
{
	unsigned commits = club_commits(c, TABLE_GID);

	ruling_refused(c,
		ruling_act(
			"game undo", TABLE_GID, to != NULL ? "to" : NULL, to),
		words);
	EQUAL_INT(club_commits(c, TABLE_GID), commits);
}

json_t *ruling_position(struct club *c)
{
	struct sp_live *live = table_load(c);
	json_t *all = json_object();
	struct sp_buf state;
	json_t *json = NULL;

	sp_buf_init(&state, 1 << 20);
	live->game.decision.number = 1;
	live->game.rng.next = 0;
	sp_state_encode(&live->game, &live->ruleset->lexicon, &state);
	EQUAL_INT_FATAL(
		sp_json_parse(&json, sp_buf_str(&state), state.len, NULL),
		SP_OK);
	sp_json_set(all, "public", json);
	sp_json_set(all, "hidden", sp_state_hidden(&live->game));
	sp_buf_free(&state);
	sp_record_live_free(live);
	return all;
}

void ruling_same_position(json_t *a, json_t *b)
{
	CU_ASSERT_TRUE(json_equal(a, b));
	json_decref(a);
	json_decref(b);
}

uint32_t ruling_decision(struct club *c)
{
	struct sp_game *g = club_state(c, TABLE_GID);
	uint32_t number = g->decision.number;

	sp_free(g);
	return number;
}

void ruling_is_revealed(struct club *c, const char *gid)
{
	struct sp_secrets secrets;
	struct sp_setup setup;
	struct sp_buf text;
	struct sp_error e = { 0 };
	json_t *reveal = NULL;
	uint8_t secret[SP_KEY_BYTES];
	const char *hex;

	if (!club_has_git())
		return;
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, gid, &text,
				"git log --format=%H main -- reveal.json "
				"| wc -l | tr -dc 0-9; echo; "
				"git log -1 --format=%H main; "
				"git log --format=%H main -- reveal.json"),
		0);
	EQUAL_INT_FATAL(text.len, 2 + 41 + 41);
	EQUAL_INT(text.data[0], '1');
	EQUAL_INT(memcmp(text.data + 2, text.data + 43, 41), 0);
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(club_git(c, gid, &text, "git show main:game.json"), 0);
	EQUAL_INT_FATAL(
		sp_state_setup_decode(&setup, sp_buf_str(&text), text.len, &e),
		SP_OK);
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(
		club_git(c, gid, &text, "git show main:reveal.json"), 0);
	EQUAL_INT_FATAL(
		sp_json_parse(&reveal, sp_buf_str(&text), text.len, &e), SP_OK);
	EQUAL_INT(json_object_size(reveal), 2);
	EQUAL_INT(json_integer_value(json_object_get(reveal, "v")), 1);
	hex = json_string_value(json_object_get(reveal, "secret"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(hex);
	EQUAL_INT_FATAL(strlen(hex), 2 * SP_KEY_BYTES);
	for (size_t i = 0; i < SP_KEY_BYTES; i++) {
		char byte[3] = { hex[2 * i], hex[2 * i + 1], '\0' };
		secret[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
	EQUAL_INT_FATAL(
		sp_seal_open_revealed(&secrets, secret, gid, &e), SP_OK);
	EQUAL_INT(sp_seal_check_commitment(&secrets, setup.commitment, &e),
		SP_OK);
	sp_seal_clear(&secrets);
	json_decref(reveal);
	sp_buf_free(&text);
}
