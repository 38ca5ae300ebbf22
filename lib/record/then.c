/* Looks at positions of the history. */
#include "record/then.h"

#include "declare/declare.h"
#include "record/sealed.h"

#include <assert.h>

#define FILE_MAX (1024u * 1024u)
#define LOOK_MAX 400 /* commits that are looked at, sealed ones not counted */

static int read_seq(struct sp_live *past, struct sp_error *e)
{
	struct sp_commit_info info;
	struct sp_buf value;
	long long seq = 0;

	sp_store_commit_info_init(&info);
	sp_buf_init(&value, 64);
	int rc = sp_store_info(past->repo, &past->head, &info, e);
	if (rc == SP_OK &&
		(!sp_store_trailer(&value, sp_buf_str(&info.message), "Seq") ||
			sp_parse_int(sp_buf_str(&value), 0, INT64_MAX / 2,
				&seq) != SP_OK))
		rc = sp_error_set(e, SP_ECORRUPT,
			"commit %s has no Seq trailer", past->head.hex);
	past->seq = (uint64_t)seq;
	sp_buf_free(&value);
	sp_store_commit_info_clear(&info);
	return rc;
}

struct sp_live *sp_record_then_new(
	const struct sp_live *live, const struct sp_oid *commit)
{
	struct sp_live *past = sp_record_live_new(live->gid);

	past->repo = live->repo;
	past->head = *commit;
	past->secrets = live->secrets;
	past->setup = live->setup;
	past->ruleset = live->ruleset;
	return past;
}

int sp_record_then_read(
	struct sp_live *past, const struct sp_buf *state, struct sp_error *e)
{
	return sp_state_decode(&past->game, &past->ruleset->lexicon,
		sp_buf_str(state), state->len, e);
}

int sp_record_then_open(
	struct sp_live *past, const struct sp_buf *state, struct sp_error *e)
{
	struct sp_bytes bytes = { state->data, state->len };
	int rc = sp_seal_digest(past->state_sum, &bytes, 1, e);

	if (rc == SP_OK)
		rc = read_seq(past, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_open(past, e);
	return rc;
}

/* ---- what a seat was asked ------------------------------------------------ */

struct thing {
	struct sp_oid commit;
	uint32_t decision;
	char subject[SP_THEN_SUBJECT];
};

struct walk {
	const struct sp_live *live;
	int seat, most, n, looked;
	bool choices;
	bool open; /* the last one may have opened earlier still */
	struct thing thing[SP_THEN_MOST];
	struct sp_error *e;
};

/* True if what asks the seat there is looked for. */
static bool is_wanted(const struct walk *w, const struct sp_game *g)
{
	return (g->decision.seats >> w->seat & 1U) != 0 &&
	       (g->decision.kind == SP_DECISION_REACTION ||
		       (w->choices && sp_declare_choice(w->live->ruleset, g,
					      w->seat) != SP_ABOUT_COUNT));
}

/* Note the commit if something that asks the seat is open in it: the oldest
 * with the same number is the one that opened it. */
static void note(struct walk *w, const struct sp_commit_info *info,
	const struct sp_game *g)
{
	const struct sp_decision *d = &g->decision;
	const char *message = sp_buf_str(&info->message);
	size_t len = strcspn(message, "\n");
	struct thing *thing;

	if (!is_wanted(w, g)) {
		w->open = false;
		return;
	}
	if (!w->open || w->thing[w->n - 1].decision != d->number)
		w->n++;
	w->open = true;
	if (w->n > w->most)
		return;
	thing = &w->thing[w->n - 1];
	thing->commit = info->id;
	thing->decision = d->number;
	sp_format(thing->subject, sizeof(thing->subject), "%.*s",
		(int)(len < sizeof(thing->subject)
				? len
				: sizeof(thing->subject) - 1),
		message);
}

/* A sealed order changes nothing that is public. */
static int look(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	struct sp_live *past;
	struct sp_buf state;
	int rc;

	if (sp_streq(info->author_name, "Sealed"))
		return 0;
	if (w->looked++ == LOOK_MAX)
		return 1;
	sp_buf_init(&state, FILE_MAX);
	rc = sp_store_find(
		w->live->repo, &info->id, "state.json", &state, w->e);
	past = sp_record_then_new(w->live, &info->id);
	if (rc == SP_OK)
		rc = sp_record_then_read(past, &state, w->e);
	if (rc == SP_OK)
		note(w, info, &past->game);
	sp_record_live_free_past(past);
	sp_buf_free(&state);
	/* before the start there is no position */
	return rc == SP_ENOTFOUND || w->n > w->most ? 1 : rc;
}

int sp_record_then_asked(const struct sp_live *live, int seat, int most,
	bool choices,
	void (*each)(
		const struct sp_live *past, const char *subject, void *payload),
	void *payload, struct sp_error *e)
{
	struct walk w = { .live = live,
		.seat = seat,
		.most = most,
		.choices = choices,
		.e = e };
	int rc;

	assert(most <= SP_THEN_MOST);
	rc = sp_store_log(live->repo, &live->head, look, &w, e);
	for (int i = 0; rc == SP_OK && i < w.n && i < most; i++) {
		struct sp_live *past =
			sp_record_then_new(live, &w.thing[i].commit);
		struct sp_buf state;

		sp_buf_init(&state, FILE_MAX);
		rc = sp_store_read(
			live->repo, &past->head, "state.json", &state, e);
		if (rc == SP_OK)
			rc = sp_record_then_read(past, &state, e);
		if (rc == SP_OK)
			rc = sp_record_then_open(past, &state, e);
		if (rc == SP_OK)
			each(past, w.thing[i].subject, payload);
		sp_record_live_free_past(past);
		sp_buf_free(&state);
	}
	return rc;
}
