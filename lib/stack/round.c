/*
 * Reactions: whoever may answer is asked, all answers are sealed,
 * and then they are played one at a time, in the order that the ruleset has
 * (`answers`): by class, within a class in turn order from the active seat's
 * left. Each counter is itself announced and has a reaction of its own before
 * the next one is played. In which order the answers came never matters.
 *
 * The frame SP_FRAME_ROUND: local[seat] is how often the seat was struck when
 * the present round opened.
 */
#include "stack_private.h"

#include "eval/eval.h"
#include "eval/struck.h"
#include "law/asked.h"
#include "law/casting.h"

#include <assert.h>

enum stage {
	STAGE_ASK,
	STAGE_PLAY,
	STAGE_PLAYED, /* a counter is through */
};

static unsigned bit(int seat)
{
	return 1U << seat;
}

/* ---- whom it strikes -------------------------------------------------------
 */

/* The actor whom damage is about to strike, or who picked the treasure up. */
static int concerned(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_env env = { .ruleset = run->ruleset, .g = run->g };

	sp_eval_env_of_reaction(&env, f->round.reaction,
		run->g->reaction[f->round.reaction].subject);
	return sp_kind_of(env.who) == SP_KIND_ACTOR ? sp_index_of(env.who)
						    : SP_NOBODY;
}

/* Is it about something that happens, and strikes nobody? */
static bool happens(const struct sp_run *run, const struct sp_frame *f)
{
	return run->g->reaction[f->round.reaction].point > SP_POINT_TREASURE;
}

static void hits_of(struct sp_run *run, const struct sp_frame *f,
	uint8_t hits[SP_SEATS_MAX])
{
	sp_value subject = run->g->reaction[f->round.reaction].subject;
	int seat;

	if (sp_kind_of(subject) == SP_KIND_ITEM) {
		sp_eval_cast_hits(
			run->ruleset, run->g, sp_index_of(subject), hits);
		return;
	}
	memset(hits, 0, SP_SEATS_MAX);
	if (happens(run, f))
		return;
	seat = sp_game_seat_of(run->g, concerned(run, f));
	if (seat >= 0)
		hits[seat] = 1;
}

/* ---- opening and closing ---------------------------------------------------
 */

/* Forget what was said in the round before. */
static void open(struct sp_run *run, struct sp_frame *f, unsigned seats)
{
	struct sp_round *round = &run->g->reaction[f->round.reaction];
	uint8_t hits[SP_SEATS_MAX];

	hits_of(run, f, hits);
	round->affected = 0;
	for (int s = 0; s < run->g->n_seats; s++) {
		f->local[s] = hits[s];
		if (hits[s] > 0)
			round->affected |= (uint8_t)bit(s);
	}
	if (round->number < UINT8_MAX)
		round->number++;
	round->asked = (uint8_t)seats;
	round->fresh = 0;
	memset(round->next, 0, sizeof(round->next));
	memset(round->reply, 0, sizeof(round->reply));
	f->stage = STAGE_ASK;
	f->round.asked = (int32_t)seats;
}

static void close(struct sp_run *run)
{
	struct sp_game *g = run->g;

	sp_stack_pop(run);
	memset(&g->reaction[--g->n_rounds], 0, sizeof(g->reaction[0]));
}

static int card_of(const struct sp_game *g, sp_value subject)
{
	return sp_kind_of(subject) == SP_KIND_ITEM
		       ? g->cast[sp_index_of(subject)].card
		       : -1;
}

/* Nobody is asked, because the law refuses all answers where there is no room
 * for theirs. Not at points that are watched: it would tell that somebody
 * watches. */
static void tell_unanswered(
	struct sp_run *run, enum sp_point point, sp_value subject)
{
	const struct sp_game *g = run->g;
	int by = sp_kind_of(subject) == SP_KIND_ITEM
			 ? sp_stack_doer(&g->cast[sp_index_of(subject)])
			 : SP_NOBODY;

	if (sp_game_stack_full(g) &&
		run->ruleset->point[point] == SP_POINT_IS_ASKED)
		sp_game_events_add(
			run->events, SP_EVENT_UNANSWERED, by, SP_NOBODY)
			->card = card_of(g, subject);
}

void sp_stack_push_round(
	struct sp_run *run, enum sp_point point, sp_value subject)
{
	struct sp_game *g = run->g;
	struct sp_round *round;
	struct sp_frame *f;
	unsigned seats;

	if (run->ruleset->point[point] == SP_POINT_IS_OFF)
		return;
	if (run->ruleset->point[point] == SP_POINT_IS_WATCHED &&
		!g->rng.known) {
		run->unknown = true;
		return;
	}
	/* the law has no answer in the last that finds room
	 * (sp_game_stack_full), so that one is closed at once and nothing comes
	 * on top of it */
	assert(g->n_rounds < SP_ROUNDS_MAX);
	round = &g->reaction[g->n_rounds];
	memset(round, 0, sizeof(*round));
	round->point = (uint8_t)point;
	round->subject = subject;
	f = sp_stack_push(run, SP_FRAME_ROUND);
	f->round.reaction = g->n_rounds++;
	seats = sp_law_eligible(run->ruleset, g, run->sights);
	if (seats == 0) {
		tell_unanswered(run, point, subject);
		close(run);
	} else {
		open(run, f, seats);
	}
}

static void ask(struct sp_run *run, struct sp_frame *f)
{
	struct sp_round *round = &run->g->reaction[f->round.reaction];
	struct sp_event *event;

	f->stage = STAGE_PLAY;
	event = sp_game_events_add(
		run->events, SP_EVENT_ROUND, run->g->active, SP_NOBODY);
	event->round.seats = round->asked;
	event->round.number = round->number;
	if (round->point > SP_POINT_TREASURE)
		event->round.point = round->point;
	event->what = round->subject;
	event->card = card_of(run->g, round->subject);
	sp_stack_ask(run, SP_DECISION_REACTION, round->asked);
}

/* ---- playing the answers ---------------------------------------------------
 */

/* Is whoever took the step elsewhere by now, or dead? */
static bool has_left(const struct sp_game *g, const struct sp_frame *f)
{
	const struct sp_frame *point = f - 1;
	const struct sp_actor *a = &g->actor[sp_index_of(point->who)];

	return !a->alive || a->square != sp_index_of(point->what);
}

/* Is what was to be countered gone? */
static bool is_gone(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_game *g = run->g;
	const struct sp_round *round = &g->reaction[f->round.reaction];
	int i = sp_index_of(round->subject);

	switch (sp_kind_of(round->subject)) {
	case SP_KIND_ITEM:
		return g->cast[i].cancelled != 0;
	case SP_KIND_TREASURE:
		return g->treasure[i].carrier != concerned(run, f);
	default:
		/* whose step it was is there no more; all else has happened */
		if (happens(run, f))
			return round->point == SP_POINT_STEP && has_left(g, f);
		/* damage: the frame below tells how much is left of it */
		return (f - 1)->amount <= 0 || concerned(run, f) < 0 ||
		       !g->actor[concerned(run, f)].alive;
	}
}

/* What a wizard announced who is dead by now falls. */
static void drop_of_the_dead(struct sp_run *run, sp_value subject)
{
	const struct sp_cast *cast = &run->g->cast[sp_index_of(subject)];

	if (sp_kind_of(subject) == SP_KIND_ITEM && !cast->cancelled &&
		!sp_stack_doer_lives(run->g, cast))
		sp_stack_fizzle(run, sp_index_of(subject));
}

/* A modifier that fell takes its part away, and then, as after anybody moved,
 * it may be that nothing is left to be aimed at. */
static void check_subject(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_game *g = run->g;
	sp_value subject = g->reaction[f->round.reaction].subject;
	int i = sp_index_of(subject);

	if (sp_kind_of(subject) != SP_KIND_ITEM || g->cast[i].cancelled)
		return;
	for (int k = i + 1; k < g->n_casts; k++) {
		struct sp_cast *m = &g->cast[k];

		if (!m->modifier || m->parent != i || !m->cancelled ||
			m->resolving)
			continue;
		m->resolving = 1; /* dealt with */
		stack_modifier_fell(run, i, k);
	}
	if (!sp_stack_cast_stands(run, i) && !run->unknown &&
		!sp_eval_cast_flies_on(run->ruleset, &g->cast[i]))
		sp_stack_fizzle(run, i);
}

static const struct sp_card_play *play_of(
	const struct sp_ruleset *ruleset, const struct sp_counter *counter)
{
	return &sp_ruleset_card(ruleset, counter->card)->play[counter->play];
}

static int rank_of(struct sp_run *run, const struct sp_answer_order *order,
	const struct sp_round *round, int s)
{
	const struct sp_response *reply = &round->reply[s];

	return order->rank
		[play_of(run->ruleset, &reply->counter[round->next[s]])->class];
}

/* The seats whose next counter is of the first class that is left, in turn
 * order; returns how many. */
static int first_seats(struct sp_run *run, const struct sp_answer_order *order,
	const struct sp_round *round, int seat[SP_SEATS_MAX])
{
	const struct sp_game *g = run->g;
	int best = SP_CLASS_COUNT, n = 0;

	for (int k = 1; k <= g->n_seats; k++) {
		int s = (g->active + k) % g->n_seats;
		int own;

		if (round->next[s] >= round->reply[s].n)
			continue;
		own = rank_of(run, order, round, s);
		if (own > best)
			continue;
		n = own < best ? 0 : n;
		best = own;
		seat[n++] = s;
	}
	return n;
}

/* Whose counter is played next, as the ruleset has the order of answers;
 * SP_NOBODY: all are. */
static int next_seat(struct sp_run *run, const struct sp_round *round)
{
	const struct sp_answer_order *order =
		&run->ruleset->order[run->g->answers];
	int seat[SP_SEATS_MAX];
	int n = first_seats(run, order, round, seat);

	if (n == 0)
		return SP_NOBODY;
	switch ((enum sp_within)order->within) {
	case SP_WITHIN_TURN:
		break;
	case SP_WITHIN_REVERSED:
		return seat[n - 1];
	case SP_WITHIN_RANDOM:
		return n == 1 ? seat[0]
			      : seat[sp_stack_draw(run, n, run->g->active) - 1];
	}
	return seat[0];
}

static void tell_kept(struct sp_run *run, const struct sp_round *round, int s)
{
	int left = round->reply[s].n - round->next[s];

	if (left > 0 && run->g->actor[s].alive)
		sp_game_events_add(
			run->events, SP_EVENT_ANSWERS_KEPT, s, SP_NOBODY)
			->answers = left;
}

/* His next counter cannot be played, so neither can what was to follow. */
static void give_back(struct sp_run *run, const struct sp_frame *f, int s,
	enum sp_reason reason)
{
	struct sp_event *event;
	struct sp_round *round = &run->g->reaction[f->round.reaction];
	uint8_t hits[SP_SEATS_MAX];

	hits_of(run, f, hits);
	if (reason == SP_REASON_NOTHING_LEFT ||
		((round->affected & bit(s)) != 0 && hits[s] == 0)) {
		tell_kept(run, round, s);
	} else if (run->g->actor[s].alive) {
		event = sp_game_events_add(
			run->events, SP_EVENT_NOT_PLAYED, s, SP_NOBODY);
		event->reason = (int32_t)reason;
		event->card = round->reply[s].counter[round->next[s]].card;
	}
	round->next[s] = round->reply[s].n;
}

static void play(struct sp_run *run, struct sp_frame *f, int s)
{
	struct sp_round *round = &run->g->reaction[f->round.reaction];
	const struct sp_counter *counter =
		&round->reply[s].counter[round->next[s]];
	struct sp_casting casting;
	enum sp_reason reason = SP_REASON_DEAD;

	if (run->g->actor[s].alive)
		reason = sp_law_casting_of_counter(&casting, run->ruleset,
			run->g, s, f->round.reaction, counter);
	/* what was said behind another was meant for what that leaves */
	if (reason == SP_REASON_NONE && round->next[s] > 0 &&
		(sp_law_casting_repeats(run->ruleset, run->g, s, counter) ||
			!sp_law_casting_is_needed(
				run->ruleset, run->g, f->round.reaction, s)))
		reason = SP_REASON_NOTHING_LEFT;
	if (reason != SP_REASON_NONE) {
		give_back(run, f, s, reason);
		return;
	}
	round->next[s]++;
	round->played |= (uint8_t)bit(s);
	round->fresh = 1;
	f->stage = STAGE_PLAYED;
	stack_announce_counter(run, &casting);
}

/* ---- further rounds --------------------------------------------------------
 */

/* Who is asked again: those newly struck, those struck harder, and those who
 * have played something. */
static unsigned seats_again(struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_round *round = &run->g->reaction[f->round.reaction];
	uint8_t hits[SP_SEATS_MAX];
	unsigned seats = round->played;
	int most = run->ruleset->order[run->g->answers].rounds;

	if (most > 0 && round->number >= most)
		return 0;
	hits_of(run, f, hits);
	for (int s = 0; s < run->g->n_seats; s++)
		if (hits[s] > f->local[s])
			seats |= bit(s);
	if (seats == 0)
		return 0;
	return seats & sp_law_eligible(run->ruleset, run->g, run->sights);
}

static void go_on(struct sp_run *run, struct sp_frame *f)
{
	struct sp_round *round = &run->g->reaction[f->round.reaction];
	unsigned again = 0;
	int s;

	drop_of_the_dead(run, round->subject);
	if (is_gone(run, f)) {
		for (s = 0; s < run->g->n_seats; s++)
			tell_kept(run, round, s);
		close(run);
		return;
	}
	s = next_seat(run, round);
	if (run->unknown)
		return;
	if (s != SP_NOBODY) {
		play(run, f, s);
		return;
	}
	if (round->fresh)
		again = seats_again(run, f);
	if (again == 0)
		close(run);
	else
		open(run, f, again);
}

/* In a view: whoever has not shown a reply may have sealed one. */
static bool hides_replies(const struct sp_round *round)
{
	for (int s = 0; s < SP_SEATS_MAX; s++)
		if ((round->asked & bit(s)) != 0 && round->reply[s].n == 0)
			return true;
	return false;
}

void sp_stack_step_round(struct sp_run *run, struct sp_frame *f)
{
	switch ((enum stage)f->stage) {
	case STAGE_ASK:
		ask(run, f);
		return;
	case STAGE_PLAYED:
		if (!run->g->rng.known &&
			hides_replies(&run->g->reaction[f->round.reaction]))
			run->unknown = true;
		f->stage = STAGE_PLAY;
		check_subject(run, f);
		return;
	case STAGE_PLAY:
		go_on(run, f);
		return;
	}
}

/* ---- the verb --------------------------------------------------------------
 */

/* A sealed answer; the round waits for all of them. False: it still does. */
bool sp_stack_verb_answer(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	struct sp_round *round = &g->reaction[g->n_rounds - 1];
	struct sp_casting casting;
	enum sp_reason reason = sp_law_casting_begin(
		&casting, run->ruleset, g, c->seat, SP_VERB_ANSWER);

	assert(reason == SP_REASON_NONE);
	for (int i = 0; i < c->n_answers; i++)
		sp_law_casting_take(&casting, c->answer[i]);
	round->reply[c->seat] = casting.reply;
	round->next[c->seat] = 0;
	g->decision.answered |= (uint8_t)(1U << (unsigned)c->seat);
	if (g->decision.answered != g->decision.seats)
		return false;
	sp_stack_put_aside(run);
	return true;
}
