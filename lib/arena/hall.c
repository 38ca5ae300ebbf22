/* Where games are played by bots: the ruleset, keys, and a folder for their
 * repositories. */
#include "arena_private.h"

#include <errno.h>
#include <sys/stat.h>

static int load_ruleset(struct arena_hall *hall, struct sp_error *e)
{
	int rc = sp_record_files_named(
		&hall->files, hall->terms.rulesets, hall->terms.ruleset, e);

	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&hall->files, &hall->ruleset, e);
	if (rc == SP_OK && hall->terms.drafts) {
		sp_record_files_make_ready(&hall->files, hall->ruleset);
		sp_card_ruleset_free(hall->ruleset);
		hall->ruleset = NULL;
		rc = sp_record_files_ruleset(&hall->files, &hall->ruleset, e);
	}
	if (rc == SP_OK)
		rc = sp_record_files_hash(&hall->files, hall->hash, e);
	return rc;
}

static int choose_options(struct arena_hall *hall, struct sp_error *e)
{
	const struct arena_terms *terms = &hall->terms;
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < terms->n_options; i++)
		rc = sp_card_ruleset_set_option(hall->ruleset, &hall->fixed,
			terms->option[i].name, terms->option[i].value, e);
	return rc;
}

/* Who is asked for a reaction, and how long a round stays open, are a matter of
 * mails and clocks, which this has not: everybody answers, and at once. */
static int check_windows(const struct arena_hall *hall, struct sp_error *e)
{
	const char *windows = sp_card_ruleset_option_word(
		hall->ruleset, &hall->fixed, "windows");

	if ((windows == NULL || sp_streq(windows, "ask")) &&
		sp_card_ruleset_option(
			hall->ruleset, &hall->fixed, "hold", 0) == 0)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"the options windows and hold mean nothing here: in a "
		"simulated game everybody is asked and answers at once");
}

static int open_store(struct arena_hall *hall, struct sp_error *e)
{
	const char *dir = hall->terms.repo;
	int rc;

	if (dir == NULL)
		return SP_OK;
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return sp_error_set(e, SP_ESYS, "%s: %s", dir, strerror(errno));
	rc = sp_seal_signer_open(&hall->signer, hall->master, e);
	return rc == SP_OK ? sp_store_open(&hall->store, dir, e) : rc;
}

int arena_hall_open(struct arena_hall *hall, const struct arena_terms *terms,
	struct sp_error *e)
{
	struct sp_setup *setup = &hall->fixed;
	int rc;

	hall->terms = *terms;
	hall->scratch.no_defaults = true;
	hall->work = sp_bot_work_new();
	sp_sights_clear(&hall->sights);
	rc = load_ruleset(hall, e);
	if (rc != SP_OK)
		return rc;
	sp_format(setup->ruleset, sizeof(setup->ruleset), "%s",
		hall->ruleset->id);
	sp_format(setup->ruleset_hash, sizeof(setup->ruleset_hash), "%s",
		hall->hash);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = 1;
	sp_put_be64(hall->master, terms->seed);
	rc = choose_options(hall, e);
	if (rc == SP_OK)
		rc = check_windows(hall, e);
	if (rc == SP_OK)
		rc = open_store(hall, e);
	return rc;
}

void arena_hall_close(struct arena_hall *hall)
{
	sp_store_close(hall->store);
	sp_seal_signer_close(hall->signer);
	sp_card_ruleset_free(hall->ruleset);
	sp_record_files_free(&hall->files);
	sp_bot_work_free(hall->work);
}

int arena_seat(const struct sp_ruleset *r, struct sp_setup *setup, int players,
	struct sp_error *e)
{
	if (players < r->seats_min || players > r->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is played by %d to %d, not by %d", r->id,
			r->seats_min, r->seats_max, players);
	setup->n_seats = players;
	for (int i = 0; i < players; i++)
		sp_format(setup->colour[i], sizeof(setup->colour[i]), "%s",
			r->colour[i]);
	return SP_OK;
}

/* ---- bots ----------------------------------------------------------------
 */

int arena_bots_read(const char *at, int max, struct arena_bot bot[], int *n,
	struct sp_error *e)
{
	*n = 0;
	while (at != NULL && *at != '\0') {
		size_t len = strcspn(at, ",");
		int found = sp_bot_named(at, len);
		struct arena_bot next = { .bot = (enum sp_bot)found,
			.playouts = sp_bot_playouts(at, len) };

		sp_format(next.name, sizeof(next.name), "%.*s", (int)len, at);
		if (found < 0)
			return sp_record_bot_check(next.name, e);
		if (*n == max)
			return sp_error_set(
				e, SP_EINVAL, "at most %d bots", max);
		bot[(*n)++] = next;
		at += len;
		at += *at == ',';
	}
	return SP_OK;
}
