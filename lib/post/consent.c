/* What the players are told of what one of them asks to take back. */
#include "post/told.h"

#include "post/post_private.h"
#include "table/consent.h"

static bool is_same(const struct sp_asked *a, const struct sp_asked *b)
{
	return a->by == b->by && a->seq == b->seq;
}

static int ask(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	const struct sp_asked *a = &live->game.asked;
	int64_t until = instant + (int64_t)sp_table_consent_hours(live) * 3600;
	char name[SP_RENDER_NAME_SIZE], date[SP_TIMEZONE_TEXT];
	struct sp_buf text, orders;
	int rc;

	sp_buf_init(&orders, SIZE_MAX);
	sp_render_seat(&live->game, a->by - 1, name);
	rc = sp_table_consent_list(live, &orders, e);
	char *title = sp_xasprintf("%s asks to take something back", name);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		struct sp_suggestion list[SP_TABLE_SUGGESTIONS];
		int n = sp_table_consent_options(live, s, list);

		if ((a->seats >> s & 1U) == 0)
			continue;
		sp_timezone_text(date, sp_post_zone(office, live, s), until,
			instant, SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE);
		sp_buf_init(&text, SIZE_MAX);
		sp_buf_addf(&text, "It is this:\n%s\n%s", sp_buf_str(&orders),
			"It is not one player's alone, since others were "
			"asked or did something. If all agree the position "
			"of before that comes back; nothing was rolled, drawn "
			"or shown since.\n\nAsked are ");
		sp_table_consent_names(live, a->seats, &text);
		sp_buf_addf(&text, ". Answer by %s:\n", date);
		for (int i = 0; i < n; i++)
			sp_buf_addf(&text, "  | %d  %s\n", i + 1, list[i].text);
		if (n == 0)
			sp_buf_adds(&text, "  | agree\n  | refuse\n");
		sp_buf_adds(&text,
			"\nIf somebody refuses, or says nothing until then, "
			"all stays as it is. The game goes on meanwhile, and "
			"what is done in it ends the question.\n");
		rc = sp_post_notice(office, live, s, "ask-undo", title,
			sp_buf_str(&text), instant, NULL, e);
		sp_buf_free(&text);
	}
	sp_free(title);
	sp_buf_free(&orders);
	return rc;
}

/* How it ended, as a sentence. */
static void say_end(const struct sp_live *live, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	switch ((enum sp_consent_end)live->asked_end) {
	case SP_CONSENT_GONE:
		sp_buf_adds(out, "The game went on, so the question is over. ");
		break;
	case SP_CONSENT_DONE:
		sp_buf_addf(out,
			"All agreed. It is in the position of before again, in "
			"turn %u. Answers to what was asked in between are "
			"dropped, and nothing answers mails about it.",
			(unsigned)live->game.turn);
		return;
	case SP_CONSENT_REFUSED:
		sp_render_seat(&live->game, live->asked_who - 1, name);
		sp_buf_addf(out, "%s refuses. ", name);
		break;
	case SP_CONSENT_WITHDRAWN:
		sp_render_seat(&live->game, live->asked_who - 1, name);
		sp_buf_addf(out, "%s asks no more. ", name);
		break;
	case SP_CONSENT_LATE:
		sp_buf_adds(out, "Not all have answered in time. ");
		break;
	}
	sp_buf_adds(out, "Nothing is taken back.");
}

/* Whoever ended it has a receipt, and who plays after an undo a call. */
static int tell_end(struct sp_post_office *office, struct sp_live *live,
	const struct sp_asked *a, int64_t instant, struct sp_error *e)
{
	bool done = live->asked_end == SP_CONSENT_DONE;
	unsigned seats = a->seats | (done ? 0 : 1U << (a->by - 1));
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf text;
	int rc = SP_OK;

	sp_render_seat(&live->game, a->by - 1, name);
	if (live->asked_who != 0)
		seats &= ~(1U << (live->asked_who - 1));
	sp_buf_init(&text, SIZE_MAX);
	say_end(live, &text);
	char *title =
		done ? sp_xasprintf("What %s did is taken back", name)
		     : sp_xasprintf("Nothing of %s's is taken back", name);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if ((seats >> s & 1U) != 0)
			rc = sp_post_notice(office, live, s, "undo", title,
				sp_buf_str(&text), instant, NULL, e);
	sp_free(title);
	sp_buf_free(&text);
	return rc;
}

int post_consent(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	const struct sp_asked *now = &live->game.asked;
	bool same = is_same(now, &before->asked);
	int rc = SP_OK;

	if (before->asked.by != 0 && !same)
		rc = tell_end(office, live, &before->asked, instant, e);
	live->asked_end = SP_CONSENT_GONE;
	live->asked_who = 0;
	return rc == SP_OK && now->by != 0 && !same
		       ? ask(office, live, instant, e)
		       : rc;
}
