/*
 * A game that was taken back goes on (repair_back.c found where, and its
 * repository ends there already): a ruling says so in its history, and nothing
 * that names a lost commit is good any more.
 *
 * Why nothing of it comes again. Players have seen what was drawn after this
 * commit, and hold mails that ask them: so the decision gets a number above all
 * that were mailed, and the draws go on above all that were made. A lost `new
 * token` would bring back a token that somebody else has seen: so every player
 * gets another one. The ledger calls lost mails done: it forgets them.
 *
 * A kill before the registry's COMMIT leaves a game whose published head is not
 * in its history: it stays suspended, and is repaired again.
 */
#include "host/acts.h"

#include "host/host_private.h"
#include "host/suspension.h"
#include "post/people.h"
#include "record/commit.h"

/* The ids of an array, with blanks between. */
static char *join(const json_t *ids)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (size_t i = 0; i < json_array_size(ids); i++)
		sp_buf_addf(&text, "%s%s", i > 0 ? " " : "",
			json_string_value(json_array_get(ids, i)));
	char *taken = sp_buf_take(&text);
	return taken != NULL ? taken : sp_xstrdup("");
}

/* Above every number that a mail names, and so far that no draw comes again. */
static struct sp_ruling ruling_of(const struct sp_live *live,
	const struct sp_taken_back *taken, const char *lost)
{
	struct sp_ruling ruling = { .kind = SP_RULING_REPAIR,
		.seat = SP_NOBODY,
		.number = live->game.decision.number,
		.lost = lost };

	if (taken->decision > (int64_t)ruling.number)
		ruling.number = (uint32_t)taken->decision;
	do
		ruling.number++;
	while (!sp_record_ruling_rises(&ruling, &live->game));
	return ruling;
}

static int renew_tokens(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		if (sp_record_bot_plays(live, s))
			continue;
		live->people[s].epoch++;
		live->people[s].told.hex[0] = '\0'; /* it may be lost */
		rc = sp_post_live_put_seat(host->registry, live, s, e);
	}
	return rc;
}

/* What the registry has of the lost commits. */
static int forget(struct sp_host *host, struct sp_live *live,
	const struct sp_taken_back *taken, struct sp_error *e)
{
	struct sp_buf heads;
	int64_t withdrawn = 0;

	sp_buf_init(&heads, SIZE_MAX);
	sp_json_write_compact(&heads, taken->heads);
	int rc = sp_registry_game_take_back(
		host->registry, live->gid, sp_buf_str(&heads), &withdrawn, e);
	sp_buf_free(&heads);
	if (rc == SP_OK && withdrawn > 0)
		sp_log(SP_LOG_INFO,
			"game %s: %lld mails about what is lost were not sent "
			"yet and do not go",
			live->gid, (long long)withdrawn);
	return rc;
}

static int take_back(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int64_t journal, struct sp_error *e)
{
	const struct sp_taken_back *taken = work->taken;
	char *lost = join(taken->heads);
	struct sp_ruling ruling = ruling_of(live, taken, lost);
	struct sp_resumption how = { .instant = work->instant,
		.back = true,
		.behind = taken->behind,
		.step = taken->seq,
		.steps = taken->steps };
	char input[SP_SHA256_TEXT];

	sp_seal_input_operator(input, (uint64_t)journal);
	int rc = forget(host, live, taken, e);
	if (rc == SP_OK)
		rc = renew_tokens(host, live, e);
	if (rc == SP_OK) {
		(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
		rc = sp_record_ruling(live, &ruling, live->game.turn, NULL,
			work->instant, input, e);
	}
	/* bots, and those who left word, may be next */
	if (rc == SP_OK)
		rc = sp_table_rounds_settle(
			&host->scratch, live, work->instant, input, e);
	if (rc == SP_OK)
		rc = host_game_goes_on(host, live, &how, e);
	if (rc == SP_OK)
		sp_log(SP_LOG_INFO,
			"game %s is taken back to step %lld; decisions go on "
			"with %u",
			live->gid, (long long)taken->seq,
			(unsigned)ruling.number);
	sp_free(lost);
	return rc;
}

/* In the batch: the game was loaded with its whole history. Where it was
 * suspended its people are told that it goes on (suspension.c), or that it was
 * taken back. */
int host_act_repair(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	struct sp_live *live = host_batch_game(batch, work->gid);
	int rc = SP_OK;

	if (live == NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ECORRUPT,
				"game %s still cannot go on", work->gid),
			"`spellpost check` says why");
	if (work->taken != NULL)
		rc = take_back(batch->host, live, work, journal, e);
	if (rc != SP_OK)
		return rc;
	work->answer = json_object();
	sp_json_set_string(work->answer, "gid", live->gid);
	sp_json_set_string(work->answer, "head", live->head.hex);
	sp_json_set_int(work->answer, "seq", (int64_t)live->seq);
	return SP_OK;
}
