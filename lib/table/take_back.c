/*
 * `undo` by mail.
 *
 * An answer that waits for the end of its round is dropped by a sealed order of
 * its own: nobody sees whether it was that. Orders of the own turn are taken
 * back by a commit of the seat that brings an earlier position of the turn back
 * (back.h); nothing is asked or timed anew by it. Where it is not the seat's
 * alone the others are asked (consent.h).
 */
#include "table/take_back.h"

#include "back/back.h"
#include "record/agents.h"
#include "record/commit.h"
#include "record/plans.h"
#include "table/consent.h"

#include <limits.h>

#define TOLD_MOST 12 /* orders that the receipt lists */

/* ---- an answer ---------------------------------------------------------- */

/* True if an answer of the seat to the open round waits for those of others. */
static bool waits(const struct sp_sitting *sitting)
{
	return (sp_record_agents_answered(sitting->live) >> sitting->seat &
		       1U) != 0;
}

static int drop_answer(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];
	int rc = table_input(sitting, input, e);

	if (rc != SP_OK)
		return rc;
	sp_record_agents_keep(live, sitting->seat, NULL);
	rc = sp_record_sealed(live, sitting->seat, SP_ANSWER_DROPPED,
		sitting->instant, input, e);
	if (rc != SP_OK)
		return rc;
	sitting->applied++;
	sp_table_receipt_tell(sitting, "done", "undo",
		sp_table_awaited_seat(sitting->scratch, live, sitting->seat)
			? "your answer is taken back, and nobody saw it; you "
			  "are asked again: `counter with` a card, or `pass` "
			  "(the answer of before, to the same mail, with "
			  "`again` on a line above it)"
			: "your answer is taken back, and nobody saw it; what "
			  "you declared answers in its place");
	return SP_OK;
}

/* ---- orders ------------------------------------------------------------- */

/* A position that could come back. */
struct target {
	size_t at; /* in the way; 0: none */
	int orders;
};

struct search {
	struct sp_back back;
	int wanted; /* orders; INT_MAX: all */
	/* the farthest that is free, and with the consent of others */
	struct target free, asked;
	struct sp_live *past; /* at `free`, owned */
	enum sp_back_bar bar; /* what keeps more from coming back */
	bool more;            /* an order stands there that cannot */
};

static void search_clear(struct search *s)
{
	sp_back_clear(&s->back);
	sp_record_live_free_past(s->past);
}

/* Look at the position behind which the seat ordered something. */
static int look_at(struct sp_sitting *sitting, struct search *s, size_t at,
	int *orders, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_live *past = NULL;
	int rc = sp_record_live_past(
		sitting->rulesets, live, &s->back.step[at].id, &past, e);

	if (rc != SP_OK)
		return rc;
	/* answers to what a card asked belong to the order that cast it */
	if (past->started && sp_back_is_turn(&past->game, sitting->seat)) {
		s->bar = sp_back_bar(
			&live->game, &past->game, sitting->seat, true);
		s->more = s->bar != SP_BACK_OPEN;
		if (!s->more) {
			s->asked = (struct target){ at, ++*orders };
			if (sp_back_is_free(
				    &s->back, at, &live->game, sitting->seat)) {
				s->free = s->asked;
				sp_record_live_free_past(s->past);
				s->past = past;
				past = NULL;
			}
		}
	}
	sp_record_live_free_past(past);
	return SP_OK;
}

static int search(struct sp_sitting *sitting, const struct sp_order *order,
	struct search *s, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	int orders = 0;
	int rc = sp_back_find(live->repo, &live->head, &live->setup,
		live->game.turn, sitting->seat, &s->back, e);

	s->wanted = order->to == SP_ORDER_TO_ALL ? INT_MAX
		    : order->number > 0          ? order->number
						 : 1;
	for (size_t i = 0; rc == SP_OK && i + 1 < s->back.n && !s->more &&
			   orders < s->wanted;
		i++)
		if (s->back.step[i].kind == SP_BACK_OWN)
			rc = look_at(sitting, s, i + 1, &orders, e);
	return rc;
}

/* "Red walks b2 b3; Red punches Blue": oldest first. */
static void list_undone(
	const struct sp_back *back, size_t at, struct sp_buf *out)
{
	size_t n = 0, told = 0;

	for (size_t i = 0; i < at; i++)
		n += back->step[i].kind == SP_BACK_OWN;
	if (n > TOLD_MOST)
		sp_buf_addf(out, "%zu before these; ", n - TOLD_MOST);
	for (size_t i = at; i-- > 0;) {
		if (back->step[i].kind != SP_BACK_OWN || n-- > TOLD_MOST)
			continue;
		sp_buf_addf(out, "%s\"%s\"", told++ > 0 ? ", " : "",
			back->step[i].story);
	}
}

static int go_back(
	struct sp_sitting *sitting, const struct search *s, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_ruling ruling = { .kind = SP_RULING_UNDO,
		.seq = s->back.step[s->free.at].seq,
		.seat = sitting->seat,
		.quiet = true };
	char input[SP_SHA256_TEXT];
	int rc = table_input(sitting, input, e);

	if (rc == SP_OK)
		rc = sp_table_stood_tell(live, e);
	if (rc != SP_OK)
		return rc;
	(void)sp_record_ruling_apply(live, &ruling, &s->past->game, NULL);
	rc = sp_record_ruling(live, &ruling, live->game.turn, s->past->report,
		sitting->instant, input, e);
	sitting->applied++;
	sitting->decision = live->game.decision.number;
	sitting->planned = 0;
	sitting->leaves_treasure = false;
	return rc;
}

static const char *const bars[] = {
	[SP_BACK_OPEN] = "",
	[SP_BACK_ROLLED] = "dice were rolled since: that stays",
	[SP_BACK_DRAWN] = "a card was drawn since: that stays",
	[SP_BACK_SEEN] = ("something was shown since that was hidden: that "
			  "stays"),
};

/* Why it cannot be done, nor asked for. */
static void say_why(const struct search *s, struct sp_buf *out)
{
	int most = s->asked.orders;

	if (most == 0 && !s->more)
		sp_buf_adds(out, "you have ordered nothing in this turn that "
				 "could be taken back");
	else if (most == 0)
		sp_buf_adds(out, bars[s->bar]);
	else if (s->more)
		sp_buf_addf(out,
			"%s; no more than the last %d can be taken back: "
			"`undo %d`",
			bars[s->bar], most, most);
	else
		sp_buf_addf(out,
			"you have given no more than %d in this turn: `undo "
			"%d`",
			most, most);
}

/* What stands before that stays, and why. */
static void say_rest(const struct search *s, struct sp_buf *out)
{
	if (s->wanted == INT_MAX && s->more)
		sp_buf_addf(out, "; what was before them stays: %.*s",
			(int)strcspn(bars[s->bar], ":"), bars[s->bar]);
	else if (s->wanted == INT_MAX && s->free.orders > 0 &&
		 s->free.orders < s->asked.orders)
		sp_buf_adds(out, "; what was before them stays: others were "
				 "asked, or did something");
}

static int take_orders(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	struct search s = { .wanted = 1 };
	struct sp_buf text;
	int rc = search(sitting, &line->order, &s, e);
	bool all = s.wanted == INT_MAX;
	bool free = s.free.orders > 0 && (all || s.free.orders == s.wanted);
	bool open = s.asked.orders > 0 && (all || s.asked.orders == s.wanted);
	char *order = all            ? sp_xstrdup("undo all")
		      : s.wanted > 1 ? sp_xasprintf("undo %d", s.wanted)
				     : sp_xstrdup("undo");

	sp_buf_init(&text, SIZE_MAX);
	if (rc == SP_OK && free) {
		sp_buf_adds(&text, "taken back: ");
		list_undone(&s.back, s.free.at, &text);
		say_rest(&s, &text);
		rc = go_back(sitting, &s, e);
		if (rc == SP_OK)
			sp_table_receipt_tell(
				sitting, "done", order, sp_buf_str(&text));
	} else if (rc == SP_OK && open) {
		list_undone(&s.back, s.asked.at, &text);
		say_rest(&s, &text);
		rc = table_consent_ask(sitting, line, order,
			s.back.step[s.asked.at].seq, sp_buf_str(&text), e);
	} else if (rc == SP_OK) {
		say_why(&s, &text);
		rc = sp_table_receipt_stop(sitting, line, sp_buf_str(&text));
	}
	sp_buf_free(&text);
	sp_free(order);
	search_clear(&s);
	return rc;
}

int table_take_back(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	const struct sp_game *g = &sitting->live->game;

	if (g->decision.kind == SP_DECISION_REACTION && waits(sitting))
		return drop_answer(sitting, e);
	if (sp_game_plays(g) != sitting->seat || g->turn != sitting->turn)
		return sp_table_receipt_stop(sitting, line,
			"nothing of yours can be taken back now: that goes for "
			"orders of your own turn until it ends, and for an "
			"answer while others are still asked");
	if (sitting->rulesets == NULL)
		return sp_table_receipt_stop(
			sitting, line, "nothing is taken back here");
	return take_orders(sitting, line, e);
}
