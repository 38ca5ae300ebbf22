/*
 * What comes of it where nobody answers, or if a seat chooses nothing: the
 * rules applied to its view, every seat that is asked passing. A choice on the
 * way (where one is pushed) is made as the clock would make it.
 */
#include "rules/forecast.h"

#include "effect/effect.h"
#include "eval/eval.h"
#include "law/asked.h"

#include <assert.h>

#define PASSES_MAX 64 /* rounds inside rounds, a few seats each */

static int apply(const struct sp_ruleset *ruleset, struct sp_forecast *f,
	const struct sp_command *c)
{
	return sp_rules_imagine_on(
		ruleset, &f->g, c, f->dice, f->sights, &f->events);
}

/* Is a reaction open: that one, what it answers, or what comes of it? */
static bool still_open(const struct sp_forecast *f)
{
	return f->g.status == SP_GAME_RUNNING &&
	       f->g.decision.kind == SP_DECISION_REACTION &&
	       sp_game_waits_for(&f->g) != SP_NOBODY;
}

/* Is a choice of a card open, whoever knows the answers? */
static bool is_card_choice(const struct sp_forecast *f)
{
	return f->g.status == SP_GAME_RUNNING &&
	       f->g.decision.kind == SP_DECISION_CHOICE && f->g.n_frames > 1;
}

/* Is a choice open that this seat knows all answers to? Of what is hidden
 * nobody is told what the clock would take. */
static bool asks_choice(const struct sp_ruleset *ruleset,
	const struct sp_forecast *f, struct sp_domain *domain)
{
	return is_card_choice(f) &&
	       sp_law_choice_domain(ruleset, &f->g, domain);
}

/* Keep what the first choice is about that the clock leaves alone: a way on
 * which somebody is led, cards of a hand. */
static void note_choice(const struct sp_ruleset *ruleset, struct sp_forecast *f)
{
	const struct sp_frame *top = &f->g.frame[f->g.n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[top->choice.slot];
	const struct sp_program *program = NULL;
	struct sp_env env;

	f->chooser = sp_game_waits_for(&f->g);
	f->asker = sp_law_asker(ruleset, &f->g);
	if (top[-1].kind == SP_FRAME_WALK &&
		top->choice.slot == ruleset->led_slot) {
		f->led = top[-1].actor;
		f->squares = top[-1].walk.left;
	}
	if (top[-1].kind == SP_FRAME_PROGRAM)
		program = sp_stack_frame_program(ruleset, &top[-1]);
	if (program == NULL || slot->asks != SP_ASK_HAND || !slot->optional ||
		!sp_card_program_has(ruleset, program, SP_OP_TAKE_CARD))
		return;
	sp_eval_env_of(&env, ruleset, &f->g, top - 1);
	f->robbed = sp_eval_actor_index(
		sp_eval_code(&env, slot->subject, SP_NOTHING));
	f->cards = 1 + sp_effect_asks_again(ruleset, &f->g);
	if (f->robbed != SP_NOBODY && f->cards > f->g.actor[f->robbed].hand)
		f->cards = f->g.actor[f->robbed].hand;
}

/* Must somebody discard as a part of what comes of it? That a hand is too full
 * is nothing of the kind. */
static bool asks_discard(const struct sp_forecast *f)
{
	for (int i = 0; i < f->events.n; i++)
		if (f->events.event[i].kind == SP_EVENT_TURN)
			return false;
	return f->g.status == SP_GAME_RUNNING &&
	       f->g.decision.kind == SP_DECISION_DISCARD && f->g.n_frames > 0 &&
	       f->g.frame[f->g.n_frames - 1].kind == SP_FRAME_GIVE_UP &&
	       f->g.frame[f->g.n_frames - 1].give_up.what == SP_GIVE_UP_SOME;
}

/* Part with what the clock would take out of the viewer's own hand. Of another
 * seat only how many is known: it goes on as if that were done, once. False: it
 * does not go on. */
static bool discard(
	const struct sp_ruleset *ruleset, struct sp_forecast *f, int viewer)
{
	struct sp_frame *frame = &f->g.frame[f->g.n_frames - 1];
	struct sp_command c;
	struct sp_stock s;

	sp_law_give_up_stock(&s, ruleset, &f->g, frame);
	if (frame->actor == viewer) {
		if (s.n > s.need && f->chooser == SP_NOBODY)
			f->chooser = viewer;
		sp_law_default(ruleset, &f->g, &c);
		return apply(ruleset, f, &c) == SP_OK;
	}
	if (f->giver != SP_NOBODY)
		return false;
	f->giver = frame->actor;
	f->gives = f->g.actor[frame->actor].hand;
	if (f->gives > frame->give_up.cards)
		f->gives = frame->give_up.cards;
	frame->give_up.cards = 0;
	sp_law_command_init(&c, &f->g, frame->actor);
	c.verb = SP_VERB_GIVE_UP;
	return apply(ruleset, f, &c) == SP_OK;
}

/* Whoever passes has sealed no answer that comes behind a counter. */
static void begin_pass(struct sp_forecast *f, struct sp_command *c)
{
	int seat = sp_game_waits_for(&f->g);

	assert(seat >= 0);
	f->g.reaction[f->g.n_rounds - 1].asked &= (uint8_t) ~(1U << seat);
	sp_law_command_init(c, &f->g, seat);
	c->verb = SP_VERB_ANSWER;
	c->n_answers = 1;
	c->answer[0] = SP_NOTHING;
}

/* False: something that this seat does not know decides. */
static bool pass_all(
	const struct sp_ruleset *ruleset, struct sp_forecast *f, int viewer)
{
	struct sp_domain domain;

	for (int i = 0; i < PASSES_MAX; i++) {
		bool choice = asks_choice(ruleset, f, &domain);
		struct sp_command c;

		if (asks_discard(f)) {
			if (!discard(ruleset, f, viewer))
				break;
			continue;
		}
		/* of one answer nothing is chosen */
		if (f->chooser == SP_NOBODY &&
			(choice ? domain.n > 1 : is_card_choice(f)))
			note_choice(ruleset, f);
		if (choice) {
			sp_law_default(ruleset, &f->g, &c);
		} else if (still_open(f)) {
			begin_pass(f, &c);
		} else {
			break;
		}
		if (apply(ruleset, f, &c) != SP_OK)
			return choice;
	}
	return !still_open(f);
}

/* What the next turn brings is nothing that an answer changes; and who would be
 * asked on the way would part what belongs together, as a push. */
static void keep_outcome(struct sp_events *events)
{
	int n = 0;

	for (int i = 0; i < events->n; i++) {
		const struct sp_event *e = &events->event[i];

		if (e->kind == SP_EVENT_TURN)
			break;
		if (e->kind != SP_EVENT_ASKED && e->kind != SP_EVENT_ROUND)
			events->event[n++] = *e;
	}
	events->n = n;
}

/* False: what is asked takes no such answer. */
static bool choose_nothing(
	const struct sp_ruleset *ruleset, struct sp_forecast *f, int seat)
{
	struct sp_command c;

	if (f->g.decision.kind != SP_DECISION_CHOICE)
		return true;
	sp_law_command_init(&c, &f->g, seat);
	c.verb = SP_VERB_CHOOSE;
	c.n_answers = 1;
	c.answer[0] = SP_NOTHING;
	return f->g.frame[f->g.n_frames - 2].kind == SP_FRAME_PROGRAM &&
	       apply(ruleset, f, &c) == SP_OK;
}

bool sp_rules_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_forecast *f)
{
	return sp_rules_forecast_dice(ruleset, view, seat, SP_DICE_UNKNOWN, f);
}

bool sp_rules_forecast_on(
	const struct sp_ruleset *ruleset, int seat, struct sp_forecast *f)
{
	f->events.n = 0;
	f->chooser = SP_NOBODY;
	f->asker = -1;
	f->led = SP_NOBODY;
	f->squares = 0;
	f->robbed = SP_NOBODY;
	f->cards = 0;
	f->giver = SP_NOBODY;
	f->gives = 0;
	/* whatever others sealed in a round that goes on behind a counter is
	 * no answer to it: nobody answers here */
	for (int i = 0; i + 1 < f->g.n_rounds; i++)
		f->g.reaction[i].asked = 0;
	if (!choose_nothing(ruleset, f, seat) || !pass_all(ruleset, f, seat))
		return false;
	keep_outcome(&f->events);
	return true;
}

bool sp_rules_forecast_dice(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, enum sp_dice dice,
	struct sp_forecast *f)
{
	f->dice = dice;
	f->sights = NULL;
	f->g = *view;
	f->before = *view;
	return sp_rules_forecast_on(ruleset, seat, f);
}

/* ---- what an answer changes ---------------------------------------------- */

static bool is_spent(const struct sp_command *c, int card)
{
	for (int i = 0; i < c->n_answers; i++)
		if (c->answer[i] == SP_REF(SP_KIND_CARD, card))
			return true;
	return false;
}

static bool is_alike(const struct sp_played *x, const struct sp_played *y)
{
	return x->kind == y->kind && x->card == y->card && x->seat == y->seat &&
	       x->tokens == y->tokens && x->life == y->life &&
	       x->target == y->target;
}

/* How many spells and items are in play like that one; NULL: that the answer
 * has not brought. */
static int count_played(const struct sp_game *g, const struct sp_command *c,
	const struct sp_played *like)
{
	int n = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		n += like != NULL ? is_alike(p, like)
				  : p->kind != SP_PLAYED_FREE &&
					    !is_spent(c, p->card);
	}
	return n;
}

/* What the answer brings may take the place that another would have had. */
static bool same_played(const struct sp_game *a, const struct sp_game *b,
	const struct sp_command *c)
{
	for (int i = 0; i < a->played_end; i++) {
		const struct sp_played *p = &a->played[i];

		if (p->kind != SP_PLAYED_FREE && !is_spent(c, p->card) &&
			count_played(a, c, p) != count_played(b, c, p))
			return false;
	}
	return count_played(a, c, NULL) == count_played(b, c, NULL);
}

static bool same_actors(const struct sp_game *a, const struct sp_game *b)
{
	for (int i = 0; i < SP_ACTORS_MAX; i++) {
		const struct sp_actor *x = &a->actor[i], *y = &b->actor[i];

		if (x->alive != y->alive || x->life != y->life ||
			x->square != y->square || x->carries != y->carries ||
			x->stun != y->stun || x->stunned != y->stunned ||
			x->no_pickup != y->no_pickup || x->kills != y->kills)
			return false;
	}
	return true;
}

static bool same_cards(const struct sp_game *a, const struct sp_game *b,
	const struct sp_command *c)
{
	for (int i = 0; i < SP_CARDS_MAX; i++)
		if (!is_spent(c, i) && memcmp(&a->place[i], &b->place[i],
					       sizeof(a->place[i])) != 0)
			return false;
	return true;
}

static bool same_outcome(const struct sp_game *a, const struct sp_game *b,
	const struct sp_command *c)
{
	/* Both are copies of one position, padding too.
	 * NOLINTBEGIN(bugprone-suspicious-memory-comparison,cert-*) */
	return a->status == b->status && a->active == b->active &&
	       a->moves == b->moves && a->stopped == b->stopped &&
	       same_actors(a, b) && same_cards(a, b, c) &&
	       same_played(a, b, c) &&
	       memcmp(a->treasure, b->treasure, sizeof(a->treasure)) == 0 &&
	       memcmp(a->thing, b->thing, sizeof(a->thing)) == 0 &&
	       memcmp(&a->board, &b->board, sizeof(a->board)) == 0;
	/* NOLINTEND(bugprone-suspicious-memory-comparison,cert-*) */
}

/* True if both leave the same to be chosen: what the clock would take may be
 * nothing at all, but whoever chooses may do more. */
static bool same_choices(
	const struct sp_forecast *a, const struct sp_forecast *b)
{
	return a->chooser == b->chooser && a->asker == b->asker &&
	       a->led == b->led && a->squares == b->squares &&
	       a->robbed == b->robbed && a->cards == b->cards &&
	       a->giver == b->giver && a->gives == b->gives;
}

static bool same_event(const struct sp_event *a, const struct sp_event *b)
{
	bool same = a->kind == b->kind && a->seat == b->seat &&
		    a->other == b->other && a->draws == b->draws &&
		    a->card == b->card && a->what == b->what;

	for (int i = 0; same && i < SP_EVENT_FACTS; i++)
		same = a->fact[i] == b->fact[i];
	return same;
}

/* Does the play of a counter cancel anything that it may answer? */
static bool could_cancel(
	const struct sp_ruleset *ruleset, const struct sp_command *c)
{
	const struct sp_card *card;

	if (c->n_answers < 2 || sp_kind_of(c->answer[0]) != SP_KIND_CARD)
		return false;
	card = sp_ruleset_card(ruleset, sp_index_of(c->answer[0]));
	return c->answer[1] >= 0 && c->answer[1] < card->n_plays &&
	       sp_card_program_has(ruleset, &card->play[c->answer[1]].program,
		       SP_OP_CANCEL);
}

/* Find what happens if the seat passes in what happens if it answers, from
 * *at on. False: something is cancelled. */
static bool find_passed(const struct sp_events *passed,
	const struct sp_events *answered, int *at)
{
	for (int i = 0; i < answered->n; i++) {
		const struct sp_event *e = &answered->event[i];

		if (e->kind == SP_EVENT_CANCELLED)
			return false;
		*at += *at < passed->n && same_event(e, &passed->event[*at]);
	}
	return true;
}

/* True if the counter could cancel, cancels nothing, and all that happens if
 * the seat passes happens none the less: it changes something else alone.
 * `first` is what comes of the answer itself. */
static bool is_beside(const struct sp_ruleset *ruleset,
	const struct sp_events *passed, const struct sp_events *first,
	const struct sp_events *then, const struct sp_command *c)
{
	int at = 0;

	return could_cancel(ruleset, c) && find_passed(passed, first, &at) &&
	       find_passed(passed, then, &at) && at == passed->n;
}

/* What is compared: the answer, and passing. */
struct pair {
	struct sp_forecast passed, answered;
	struct sp_game g;
	struct sp_events events; /* what comes of the answer itself */
};

/* False: something that the seat does not know decides. */
static bool compare(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *answer,
	enum sp_dice dice, struct pair *p)
{
	p->g = *view;
	p->events.n = 0;
	return sp_rules_imagine(ruleset, &p->g, answer, dice, &p->events) ==
		       SP_OK &&
	       sp_rules_forecast_dice(
		       ruleset, &p->g, answer->seat, dice, &p->answered) &&
	       sp_rules_forecast_dice(
		       ruleset, view, answer->seat, dice, &p->passed);
}

/* True if it is in vain however dice fall: where they fall as low as they can,
 * and where as high. */
static bool is_in_vain_by_dice(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *answer,
	struct pair *p)
{
	static const enum sp_dice dice[] = { SP_DICE_LOWEST, SP_DICE_HIGHEST };

	for (size_t i = 0; i < SP_ARRAY_LEN(dice); i++)
		if (!compare(ruleset, view, answer, dice[i], p) ||
			!same_choices(&p->passed, &p->answered) ||
			!same_outcome(&p->passed.g, &p->answered.g, answer))
			return false;
	return true;
}

/* True if the thing may do something to whoever walks there. */
static bool waits_for_steps(const struct sp_card *card)
{
	for (int i = 0; i < card->n_ons; i++)
		if (card->ons[i].event == SP_ON_ENTER ||
			card->ons[i].event == SP_ON_LEAVE ||
			card->ons[i].event == SP_ON_CROSS)
			return true;
	return false;
}

/* True if such a thing lies so near that the wizard may be led into it. */
static bool may_be_led_into(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int wizard, int squares)
{
	uint16_t steps[SP_SQUARES_MAX];

	sp_game_steps_from(g, g->actor[wizard].square, steps);
	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];
		uint16_t near = UINT16_MAX;
		int at = sp_index_of(t->where);

		if (t->kind == SP_THING_FREE ||
			!waits_for_steps(sp_ruleset_card(ruleset, t->card)))
			continue;
		if (sp_kind_of(t->where) == SP_KIND_SQUARE)
			near = steps[at];
		for (int k = 0; sp_kind_of(t->where) == SP_KIND_EDGE && k < 2;
			k++) {
			uint16_t beside = g->board.edge[at].square[k];

			if (beside != SP_NOWHERE && steps[beside] < near)
				near = steps[beside];
		}
		if (near <= squares)
			return true;
	}
	return false;
}

/* True if another seat leads him on a way of its own, and the counter changes
 * what he is while he goes it: what the clock would choose tells nothing. */
static bool changes_a_way(const struct sp_ruleset *ruleset,
	const struct sp_forecast *passed, const struct sp_command *c)
{
	const struct sp_card *card;

	if (passed->chooser == SP_NOBODY || passed->chooser == c->seat ||
		passed->led != c->seat || c->n_answers < 2 ||
		sp_kind_of(c->answer[0]) != SP_KIND_CARD)
		return false;
	card = sp_ruleset_card(ruleset, sp_index_of(c->answer[0]));
	return card->n_whiles > 0 && may_be_led_into(ruleset, &passed->before,
					     c->seat, passed->squares);
}

enum sp_answer_effect sp_rules_answer_effect(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *answer)
{
	enum sp_answer_effect effect = SP_ANSWER_MATTERS;
	struct pair *p;

	if (view->decision.kind != SP_DECISION_REACTION ||
		answer->n_answers == 0 || answer->answer[0] == SP_NOTHING)
		return effect;
	p = sp_xcalloc(1, sizeof(*p));
	if (!compare(ruleset, view, answer, SP_DICE_UNKNOWN, p)) {
		if (is_in_vain_by_dice(ruleset, view, answer, p))
			effect = SP_ANSWER_IN_VAIN;
	} else if (!same_choices(&p->passed, &p->answered)) {
		effect = SP_ANSWER_MATTERS;
	} else if (same_outcome(&p->passed.g, &p->answered.g, answer)) {
		if (!changes_a_way(ruleset, &p->passed, answer))
			effect = SP_ANSWER_IN_VAIN;
	} else if (is_beside(ruleset, &p->passed.events, &p->events,
			   &p->answered.events, answer)) {
		effect = SP_ANSWER_BESIDE;
	}
	sp_free(p);
	return effect;
}
