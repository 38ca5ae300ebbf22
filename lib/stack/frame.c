/*
 * The stack of frames: what is being resolved, as data. Steps push and pop
 * here; which step runs is the machine's business.
 */
#include "stack/frame.h"

#include "stack/stack.h"

#include <assert.h>

struct sp_frame *sp_stack_push(struct sp_run *run, enum sp_frame_kind kind)
{
	struct sp_game *g = run->g;
	struct sp_frame *f;

	assert(g->n_frames < SP_FRAMES_MAX);
	f = &g->frame[g->n_frames++];
	memset(f, 0, sizeof(*f));
	f->kind = (uint8_t)kind;
	f->cast = -1;
	f->card = -1;
	f->actor = SP_NOBODY;
	f->self = SP_NOTHING;
	f->who = SP_NOTHING;
	f->by = SP_NOTHING;
	f->what = SP_NOTHING;
	for (int i = 0; i < SP_LOCALS; i++)
		f->local[i] = SP_NOTHING;
	return f;
}

void sp_stack_pop(struct sp_run *run)
{
	struct sp_game *g = run->g;

	assert(g->n_frames > 0);
	/* equal positions have equal bytes */
	memset(&g->frame[--g->n_frames], 0, sizeof(g->frame[0]));
	sp_game_drop_reliefs(g, SP_CASTS_MAX, g->n_frames);
}

bool sp_stack_trigger_fits(struct sp_run *run, int actor, int card)
{
	/* what the step pushes beside its triggers needs some too */
	if (run->g->n_frames + SP_FRAMES_SPARE / 2 <= SP_FRAMES_MAX)
		return true;
	sp_stack_tell_no_room(run, actor, card);
	return false;
}

struct sp_frame *sp_stack_below(struct sp_run *run)
{
	return run->g->n_frames < 2 ? NULL
				    : &run->g->frame[run->g->n_frames - 2];
}

void sp_stack_show_hand(struct sp_run *run)
{
	struct sp_game *g = run->g;
	const struct sp_hand *hand = &g->hand[g->active];

	if (sp_game_answerer(g, g->active) == g->active)
		return;
	/* a view may not have it */
	run->unknown |= hand->n < g->actor[g->active].hand;
	for (int i = 0; i < hand->n; i++)
		sp_game_show_card(g, hand->card[i], sp_game_plays(g));
}

/* Whoever plays the turn of another is asked in its place. */
static unsigned answerers(const struct sp_game *g, unsigned seats)
{
	unsigned active = 1U << (unsigned)g->active;

	if ((seats & active) == 0 ||
		sp_game_answerer(g, g->active) == g->active)
		return seats;
	return (seats & ~active) | 1U << (unsigned)sp_game_plays(g);
}

void sp_stack_ask(
	struct sp_run *run, enum sp_decision_kind kind, unsigned seats)
{
	struct sp_decision *d = &run->g->decision;

	assert(seats != 0);
	d->number++;
	d->kind = (uint8_t)kind;
	seats = answerers(run->g, seats);
	sp_stack_show_hand(run);
	d->seats = (uint8_t)seats;
	d->answered = 0;
	run->resume = false;
}

void sp_stack_put_aside(struct sp_run *run)
{
	struct sp_decision *d = &run->g->decision;

	run->resume = d->kind == SP_DECISION_TURN;
	d->kind = SP_DECISION_NONE;
	if (run->resume)
		return;
	d->seats = 0;
	d->answered = 0;
}

void sp_stack_clear(struct sp_run *run)
{
	struct sp_game *g = run->g;

	for (int card = 0; card < run->ruleset->n_copies; card++) {
		if (g->place[card].zone == SP_ZONE_STACK)
			sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	}
	memset(g->frame, 0, sizeof(g->frame));
	memset(g->cast, 0, sizeof(g->cast));
	sp_game_drop_reliefs(g, 0, 0);
	for (int i = 0; i < g->n_casts; i++)
		sp_game_forget_onces(g, SP_REF(SP_KIND_ITEM, i));
	memset(g->sum, 0, sizeof(g->sum));
	g->n_sums = 0;
	memset(g->reaction, 0, sizeof(g->reaction));
	g->n_frames = 0;
	g->n_casts = 0;
	g->n_rounds = 0;
}

bool sp_stack_tick(struct sp_run *run)
{
	struct sp_game *g = run->g;

	if (++g->steps <= SP_STEPS_MAX &&
		run->events->n - run->told + SP_EVENTS_SPARE <= SP_EVENTS_MAX &&
		g->n_frames + SP_FRAMES_SPARE <= SP_FRAMES_MAX)
		return true;
	sp_game_events_add(run->events, SP_EVENT_TIRED, g->active, SP_NOBODY)
		->steps = g->steps;
	sp_stack_clear(run);
	g->steps = 0;
	/* the turn goes on, which tells little */
	run->told = run->events->n;
	return false;
}

/* Only as many as one step may throw are told. */
static void note_thrown(struct sp_run *run, int faces, int value, int actor)
{
	if (run->n_thrown == SP_THROWN_MAX)
		return;
	run->thrown[run->n_thrown++] = (struct sp_thrown){
		.faces = faces, .value = value, .actor = actor
	};
}

static int roll(struct sp_run *run, int faces, int actor, int card,
	enum sp_dice imagined)
{
	struct sp_game *g = run->g;
	struct sp_event *event;
	uint64_t first = g->rng.next;
	int value = imagined == SP_DICE_HIGHEST ? faces : 1;

	if (!g->rng.known && imagined == SP_DICE_UNKNOWN) {
		run->unknown = true;
		return 1;
	}
	if (g->rng.known)
		value = (int)sp_rng_below(&g->rng, (uint32_t)faces) + 1;
	event = sp_game_events_add(
		run->events, SP_EVENT_ROLLED, actor, SP_NOBODY);
	event->die.value = value;
	event->die.faces = faces;
	event->card = card;
	event->draw = first;
	event->draws = (uint16_t)(g->rng.next - first);
	return value;
}

int sp_stack_roll(struct sp_run *run, int faces, int actor, int card)
{
	int value = roll(run, faces, actor, card, (enum sp_dice)run->dice);

	if (!run->unknown)
		note_thrown(run, faces, value, actor);
	return value;
}

int sp_stack_draw(struct sp_run *run, int faces, int actor)
{
	return roll(run, faces, actor, -1, SP_DICE_UNKNOWN);
}

const struct sp_program *sp_stack_frame_program(
	const struct sp_ruleset *ruleset, const struct sp_frame *f)
{
	const struct sp_card *card = &ruleset->card[f->card];

	return f->program >= 0 ? &card->play[f->program].program
			       : &card->ons[-1 - f->program].program;
}

int sp_stack_frame_card(const struct sp_game *g, const struct sp_frame *f)
{
	int i = sp_index_of(f->self);

	if (f->cast >= 0 && g->cast[f->cast].used)
		return g->cast[f->cast].card;
	if (sp_kind_of(f->self) == SP_KIND_PLAYED && i < SP_PLAYED_MAX &&
		g->played[i].kind != SP_PLAYED_FREE)
		return g->played[i].card;
	if (sp_kind_of(f->self) == SP_KIND_THING && i < SP_THINGS_MAX &&
		g->thing[i].kind != SP_THING_FREE)
		return g->thing[i].card;
	return -1;
}

struct sp_frame *sp_stack_push_program(
	struct sp_run *run, int card_type, int program)
{
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_PROGRAM);

	f->card = (int16_t)card_type;
	f->program = (int8_t)program;
	f->end = (uint16_t)sp_stack_frame_program(run->ruleset, f)->n;
	return f;
}
