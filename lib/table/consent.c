/* Taking back what is not one's own alone, with the consent of all others. */
#include "table/consent.h"

#include "back/back.h"
#include "record/commit.h"
#include "timezone/timezone.h"

#define HOURS 24

int sp_table_consent_hours(const struct sp_live *live)
{
	return sp_card_ruleset_option(
		live->ruleset, &live->setup, "deadline-round", HOURS);
}

void sp_table_consent_names(
	const struct sp_live *live, unsigned seats, struct sp_buf *out)
{
	for (int s = 0; s < live->setup.n_seats; s++) {
		unsigned later = seats & ~((2U << s) - 1);
		char name[SP_RENDER_NAME_SIZE];

		if ((seats >> s & 1U) == 0)
			continue;
		sp_render_seat(&live->game, s, name);
		sp_buf_addf(out, "%s%s", name,
			later == 0                   ? ""
			: (later & (later - 1)) != 0 ? ", "
						     : " and ");
	}
}

int sp_table_consent_options(const struct sp_live *live, int seat,
	struct sp_suggestion out[SP_TABLE_SUGGESTIONS])
{
	static const char *const words[] = { "agree", "refuse" };
	const struct sp_asked *a = &live->game.asked;

	if ((live->game.decision.seats >> seat & 1U) != 0 ||
		(a->seats & ~a->agreed & 1U << seat) == 0)
		return 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		memset(&out[i], 0, sizeof(out[i]));
		sp_format(out[i].text, sizeof(out[i].text), "%s", words[i]);
	}
	return (int)SP_ARRAY_LEN(words);
}

/* Look for the commit of the open question on the way back; *at: its place. */
static int find(struct sp_live *live, struct sp_back *back, size_t *at,
	struct sp_error *e)
{
	const struct sp_asked *a = &live->game.asked;
	int rc = sp_back_find(live->repo, &live->head, &live->setup,
		live->game.turn, a->by - 1, back, e);

	*at = sp_back_at(back, a->seq);
	return rc == SP_OK && *at == back->n
		       ? sp_error_set(e, SP_ECORRUPT,
				 "step %lu, which is asked for, is not of this "
				 "turn",
				 (unsigned long)a->seq)
		       : rc;
}

int sp_table_consent_list(
	struct sp_live *live, struct sp_buf *out, struct sp_error *e)
{
	struct sp_back back;
	size_t at;
	int rc = find(live, &back, &at, e);

	for (size_t i = rc == SP_OK ? at : 0; i-- > 0;)
		if (back.step[i].kind == SP_BACK_OWN)
			sp_buf_addf(out, "  %s\n", back.step[i].story);
	sp_back_clear(&back);
	return rc;
}

/* Record a word of a seat (SP_NOBODY: of the clock) about the question. */
static int say(struct sp_live *live, enum sp_ruling_kind kind, int seat,
	uint64_t seq, int64_t instant, const char *input, struct sp_error *e)
{
	const struct sp_ruling ruling = {
		.kind = kind, .seq = seq, .seat = seat
	};

	(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
	return sp_record_ruling(
		live, &ruling, live->game.turn, NULL, instant, input, e);
}

int sp_table_consent_expire(
	struct sp_live *live, int64_t due, struct sp_error *e)
{
	char input[SP_SHA256_TEXT];

	sp_seal_input_timer(input, due);
	live->asked_end = SP_CONSENT_LATE;
	live->asked_who = 0;
	return say(live, SP_RULING_REFUSE, SP_NOBODY, live->game.asked.seq, due,
		input, e);
}

/* ---- asked -------------------------------------------------------------- */

/* Why nobody can be asked now; NULL: they can. */
static const char *no_asking(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	const struct sp_game *g = &live->game;

	if (g->asked.by != 0)
		return "the others are asked already whether you may take "
		       "something back; `withdraw` ends that question";
	/* `agree` and the like are words of games with cards */
	if (!sp_game_has_deck(g))
		return "others did something since, so it is not yours alone; "
		       "your host can let the game go on from an earlier step";
	if (sp_record_ruling_asks(live, sitting->seat) == 0)
		return "what came of it was others' part, too, and nobody is "
		       "left whom one could ask: bots never agree; your host "
		       "can let the game go on from an earlier step";
	if (g->proposal[sitting->seat].kind != SP_PROPOSAL_NONE)
		return "what came of it was others' part, too; to ask them, "
		       "first `withdraw` what you offer";
	return NULL;
}

int table_consent_ask(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *order, uint64_t seq,
	const char *what, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const char *no = no_asking(sitting);
	int64_t until =
		sitting->instant + (int64_t)sp_table_consent_hours(live) * 3600;
	char input[SP_SHA256_TEXT], date[SP_TIMEZONE_TEXT];
	struct sp_buf text;
	int rc;

	if (no != NULL)
		return sp_table_receipt_stop(sitting, line, no);
	rc = table_input(sitting, input, e);
	if (rc == SP_OK)
		rc = sp_table_stood_tell(live, e);
	if (rc == SP_OK)
		rc = say(live, SP_RULING_ASK, sitting->seat, seq,
			sitting->instant, input, e);
	if (rc != SP_OK)
		return rc;
	sitting->applied++;
	sitting->blocked = true;
	sp_timezone_text(date, sitting->zone, until, sitting->instant,
		SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text,
		"not yet: others were asked since, or did something, so it is "
		"not yours alone. ");
	sp_table_consent_names(live, live->game.asked.seats, &text);
	sp_buf_addf(&text,
		" may agree until %s: then this is taken back: %s. Your "
		"next order ends the question, as `withdraw` does",
		date, what);
	sp_table_receipt_tell(sitting, "done", order, sp_buf_str(&text));
	sp_json_set_bool(sitting->receipt, "asks", true);
	sp_buf_free(&text);
	return SP_OK;
}

/* ---- answered ----------------------------------------------------------- */

/* All have agreed. */
static int go_back(
	struct sp_sitting *sitting, const char *input, struct sp_error *e)
{
	struct sp_live *live = sitting->live, *past = NULL;
	struct sp_ruling ruling = { .kind = SP_RULING_UNDO,
		.seq = live->game.asked.seq,
		.seat = sitting->seat };
	struct sp_back back;
	size_t at;
	int rc = find(live, &back, &at, e);

	if (rc == SP_OK)
		rc = sp_record_live_past(
			sitting->rulesets, live, &back.step[at].id, &past, e);
	if (rc == SP_OK) {
		(void)sp_record_ruling_apply(live, &ruling, &past->game, NULL);
		live->asked_end = SP_CONSENT_DONE;
		rc = sp_record_ruling(live, &ruling, live->game.turn,
			past->report, sitting->instant, input, e);
	}
	sp_record_live_free_past(past);
	sp_back_clear(&back);
	return rc;
}

static int agree(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const struct sp_asked *a = &live->game.asked;
	char input[SP_SHA256_TEXT];
	struct sp_buf text;
	int rc;

	if ((a->agreed >> sitting->seat & 1U) != 0)
		return sp_table_receipt_stop(sitting, line,
			"you have agreed already, and others are still asked");
	rc = table_input(sitting, input, e);
	if (rc == SP_OK)
		rc = sp_table_stood_tell(live, e);
	if (rc == SP_OK)
		rc = say(live, SP_RULING_AGREE, sitting->seat, a->seq,
			sitting->instant, input, e);
	if (rc != SP_OK)
		return rc;
	sitting->applied++;
	sp_buf_init(&text, SIZE_MAX);
	if (a->agreed == a->seats) {
		sp_buf_addf(&text, "all agree: the game is back at step %lu",
			(unsigned long)a->seq);
		rc = go_back(sitting, input, e);
	} else {
		sp_buf_adds(&text, "you agree; it waits for ");
		sp_table_consent_names(
			live, (unsigned)(a->seats & ~a->agreed), &text);
	}
	if (rc == SP_OK)
		sp_table_receipt_tell(
			sitting, "done", "agree", sp_buf_str(&text));
	sp_buf_free(&text);
	return rc;
}

/* A `no`, or the one who asks takes the question back. */
static int end(struct sp_sitting *sitting, const char *order, const char *text,
	enum sp_consent_end how, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];
	int rc = table_input(sitting, input, e);

	if (rc == SP_OK)
		rc = sp_table_stood_tell(live, e);
	if (rc == SP_OK)
		rc = say(live, SP_RULING_REFUSE, sitting->seat,
			live->game.asked.seq, sitting->instant, input, e);
	if (rc != SP_OK)
		return rc;
	live->asked_end = (uint8_t)how;
	sitting->applied++;
	sp_table_receipt_tell(sitting, "done", order, text);
	return SP_OK;
}

/* The other one who waits for the seat to agree, to a deal; SP_NOBODY. */
static int dealer(const struct sp_game *g, int seat)
{
	for (int s = 0; s < g->proposals_end; s++) {
		const struct sp_proposal *p = &g->proposal[s];

		if (p->kind != SP_PROPOSAL_NONE && s != seat &&
			(p->seats & ~p->agreed & 1U << seat) != 0)
			return s;
	}
	return SP_NOBODY;
}

int table_consent_answer(struct sp_sitting *sitting,
	const struct sp_order_line *line, bool *taken, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	const struct sp_game *g = &live->game;
	const struct sp_order *o = &line->order;
	int by = g->asked.by - 1, seat = sitting->seat;
	bool withdraws = o->kind == SP_ORDER_REFUSE && o->to != 0;

	*taken = by >= 0 && (o->seat < 0 || o->seat == by) &&
		 (withdraws ? by == seat : (g->asked.seats >> seat & 1U) != 0);
	if (!*taken)
		return SP_OK;
	if (withdraws)
		return end(sitting, "withdraw",
			"nobody is asked any more, and nothing is taken back",
			SP_CONSENT_WITHDRAWN, e);
	int other = dealer(g, seat);
	if (o->seat < 0 && other != SP_NOBODY) {
		char asks[SP_RENDER_NAME_SIZE], offers[SP_RENDER_NAME_SIZE];

		sp_render_seat(g, by, asks);
		sp_render_seat(g, other, offers);
		char *why = sp_xasprintf(
			"say whose: %s asks to take something back, and %s "
			"offers a deal; write the name behind it",
			asks, offers);
		(void)sp_table_receipt_stop(sitting, line, why);
		sp_free(why);
		return SP_OK;
	}
	return o->kind == SP_ORDER_AGREE
		       ? agree(sitting, line, e)
		       : end(sitting, "refuse",
				 "the question is over, and all stays as it is",
				 SP_CONSENT_REFUSED, e);
}

bool table_consent_asks(const struct sp_sitting *sitting)
{
	const struct sp_asked *a = &sitting->live->game.asked;

	return a->by != 0 && (a->seats & ~a->agreed & 1U << sitting->seat) != 0;
}

int table_consent_yes(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	struct sp_order_line word = *line;
	bool taken;

	word.order.kind = line->order.kind == SP_ORDER_YES ? SP_ORDER_AGREE
							   : SP_ORDER_REFUSE;
	word.order.to = 0;
	word.order.seat = -1;
	return table_consent_answer(sitting, &word, &taken, e);
}
