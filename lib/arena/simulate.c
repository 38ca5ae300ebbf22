/* Whole games without players: what came of them is counted. */
#include "arena_private.h"

#include <assert.h>

static int play_game(struct simulator *s, int n, struct sp_error *e)
{
	struct arena_match m = { 0 };
	int64_t began;
	int rc;

	rc = arena_draw(s, n, e);
	if (rc != SP_OK)
		return rc;
	for (int i = 0; i < SP_SEATS_MAX; i++)
		m.bot[i] = arena_draw_bot(s, n, i);
	arena_forget_hands(s);
	rc = arena_match_begin(&m, &s->hall, &s->setup, n, e);
	if (rc == SP_OK) {
		arena_count_start(s);
		arena_note_hands(s, &m.live->game);
	}
	began = arena_now();
	while (rc == SP_OK && m.live->game.status == SP_GAME_RUNNING) {
		rc = arena_match_step(&m, e);
		arena_count_events(s);
		arena_note_hands(s, &m.live->game);
	}
	s->tally.ns += arena_now() - began;
	if (rc == SP_OK)
		rc = arena_match_flush(&m, e);
	if (rc == SP_OK)
		arena_count_end(s, &m.live->game, m.commands, n);
	arena_match_free(&m);
	return rc;
}

/* ---- setting up ------------------------------------------------------------
 */

static int choose_bots(struct simulator *s, struct sp_error *e)
{
	int players = s->what->players;
	int rc = arena_bots_read(
		s->what->bots, SP_SEATS_MAX, s->bot, &s->n_bots, e);

	if (rc != SP_OK)
		return rc;
	if (s->n_bots > 1 && players > 0 && s->n_bots != players)
		return sp_error_set(e, SP_EINVAL,
			"%d bots for %d players: name one for all, or one for "
			"each",
			s->n_bots, players);
	if (s->n_bots == 0)
		s->bot[0].bot = SP_BOT_random;
	return SP_OK;
}

static int set_up(struct simulator *s, struct sp_error *e)
{
	const struct sp_simulation *what = s->what;
	const struct arena_terms terms = { .rulesets = what->rulesets,
		.ruleset = what->ruleset,
		.repo = what->repo,
		.drafts = what->drafts,
		.check = what->check,
		.seed = what->seed,
		.n_options = what->n_options,
		.option = what->option };
	int rc = choose_bots(s, e);

	if (rc == SP_OK)
		rc = arena_hall_open(&s->hall, &terms, e);
	/* else each game draws them */
	if (rc == SP_OK && (what->players > 0 || !what->mix))
		rc = arena_seat(
			s->hall.ruleset, &s->hall.fixed, what->players, e);
	return rc;
}

int sp_arena_simulate(const struct sp_simulation *what, json_t **json,
	struct sp_buf *text, bool *good, struct sp_error *e)
{
	struct simulator *s = sp_xcalloc(1, sizeof(*s));
	size_t games = (size_t)what->games;
	int rc;

	assert(what->games > 0);
	*json = NULL;
	*good = true;
	s->what = what;
	rc = set_up(s, e);
	if (rc == SP_OK) {
		s->tally.length = sp_xcalloc(games, sizeof(*s->tally.length));
		s->tally.rounds = sp_xcalloc(games, sizeof(*s->tally.rounds));
		s->tally.card = sp_xcalloc((size_t)s->hall.ruleset->n_cards + 1,
			sizeof(*s->tally.card));
		s->held = sp_xcalloc(
			(size_t)s->hall.ruleset->n_cards + 1, sizeof(*s->held));
		arena_list_options(s);
	}
	for (int n = 0; rc == SP_OK && n < what->games; n++)
		rc = play_game(s, n, e);
	if (rc == SP_OK && s->hall.store != NULL)
		rc = sp_store_sync(s->hall.store, e);
	if (rc == SP_OK)
		*good = arena_tell(s, json, text);
	arena_hall_close(&s->hall);
	sp_free(s->tally.length);
	sp_free(s->tally.rounds);
	sp_free(s->tally.card);
	sp_free(s->held);
	sp_free(s);
	return rc;
}
