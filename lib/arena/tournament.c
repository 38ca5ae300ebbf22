/* Bots against each other. */
#include "tournament_private.h"

#include <assert.h>

static int set_up(struct arena_tour *t, struct sp_error *e)
{
	const struct sp_tournament *what = t->what;
	int rc = arena_bots_read(
		what->bots, SP_TOURNAMENT_BOTS_MAX, t->bot, &t->n_bots, e);

	t->terms = (struct arena_terms){ .rulesets = what->rulesets,
		.ruleset = what->ruleset,
		.seed = what->seed,
		.n_options = what->n_options,
		.option = what->option };
	if (rc == SP_OK && t->n_bots < 2)
		return sp_error_set(e, SP_EINVAL,
			"a tournament needs two bots: --bots random,apprentice");
	for (int i = 0; rc == SP_OK && i < t->n_bots; i++)
		for (int k = 0; k < i; k++)
			if (sp_streq(t->bot[i].name, t->bot[k].name))
				return sp_error_set(e, SP_EINVAL,
					"the bot \"%s\" is named twice",
					t->bot[i].name);
	return rc;
}

/* That the terms are right is found out before any process begins. */
static int look_at_hall(
	const struct arena_tour *t, struct arena_hall *hall, struct sp_error *e)
{
	struct sp_setup setup = { 0 };
	int rc = arena_hall_open(hall, &t->terms, e);

	if (rc == SP_OK)
		rc = arena_seat(hall->ruleset, &setup, t->what->seats_min, e);
	if (rc == SP_OK)
		rc = arena_seat(hall->ruleset, &setup, t->what->seats_max, e);
	return rc;
}

int sp_arena_tournament(const struct sp_tournament *what, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct arena_hall *hall = sp_xcalloc(1, sizeof(*hall));
	struct arena_tour t = { .what = what };
	int rc;

	assert(what->games > 0 && what->jobs > 0 &&
		what->seats_min <= what->seats_max);
	*json = NULL;
	rc = set_up(&t, e);
	if (rc == SP_OK)
		rc = look_at_hall(&t, hall, e);
	if (rc == SP_OK) {
		t.result = sp_xcalloc((size_t)what->games, sizeof(*t.result));
		rc = arena_jobs_run(&t, e);
	}
	if (rc == SP_OK)
		*json = arena_tour_tell(&t, hall, text);
	sp_free(t.result);
	arena_hall_close(hall);
	sp_free(hall);
	return rc;
}
