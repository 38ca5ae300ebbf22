#include "act.h"
#include "effect/harm_private.h"
#include "effect/things_private.h"
#include "eval/eval.h"
#include "law/asked.h"
#include "rules/machine_private.h"
#include "rules/turn_private.h"
#include "rules/verb_private.h"
#include "stack/stack.h"
#include "unit.h"

void act_begin(
	struct act *a, const struct act_card cards[], const char *colours)
{
	struct sp_buf more;

	sp_buf_init(&more, 1 << 20);
	for (; cards != NULL && cards->id != NULL; cards++) {
		sp_buf_addf(&more,
			"{\"id\": \"%s\", \"name\": \"%s\", \"copies\": 2, "
			"\"source\": \"designed\", \"text\": \"For tests.\", ",
			cards->id, cards->id);
		for (const char *m = cards->members; *m != '\0'; m++)
			sp_buf_addf(&more, "%c", *m == '\'' ? '"' : *m);
		sp_buf_adds(&more, ",\n");
	}
	a->ruleset = deck_ruleset(sp_buf_str(&more));
	sp_buf_free(&more);
	deck_begin(&a->s, a->ruleset, colours);
	a->s.events.n = 0;
	a->run = (struct sp_run){
		.ruleset = a->ruleset, .g = &a->s.g, .events = &a->s.events
	};
	act_check(a);
}

void act_end(struct act *a)
{
	sp_card_ruleset_free(a->ruleset);
}

/* A card of that id that is nowhere yet, or nowhere any more. */
static int free_card(const struct act *a, const char *id)
{
	for (int n = 0; n < 2; n++) {
		int card = deck_card(&a->s, id, n);

		if (a->s.g.place[card].zone == SP_ZONE_OUT ||
			a->s.g.place[card].zone == SP_ZONE_DISCARD)
			return card;
	}
	CU_FAIL_FATAL("no copy is left");
	return 0;
}

static int carried(const struct act *a, const char *id, int seat)
{
	int type = sp_card_ruleset_card_id(a->ruleset, id);

	for (int i = 0; i < a->s.g.played_end; i++)
		if (a->s.g.played[i].kind != SP_PLAYED_FREE &&
			a->s.g.played[i].seat == seat &&
			a->ruleset->type[a->s.g.played[i].card] == type)
			return i;
	CU_FAIL_FATAL("he does not have it");
	return 0;
}

/* Answers to its slots; parts that are the same one behind the other are one
 * that comes so often. */
static void give_answers(const struct sp_ruleset *ruleset, struct sp_cast *cast,
	const struct sp_card_play *p, const sp_value answers[], int n)
{
	int at = 0;

	for (int i = 0; i < p->n_slots && at < n; i++) {
		bool repeats = ruleset->slot[p->slot[i]].repeat >= 0;
		int parts = repeats ? n - p->n_slots + 1 : 1;

		if (repeats)
			cast->parts_at = cast->n_answers;
		for (int k = 0; k < parts && at < n; k++, at++) {
			if (repeats && k > 0 &&
				answers[at] == answers[at - 1]) {
				cast->times[cast->n_parts - 1]++;
				continue;
			}
			cast->answer[cast->n_answers++] = answers[at];
			if (repeats)
				cast->times[cast->n_parts++] = 1;
		}
	}
	/* what is more than its slots ask */
	for (; at < n; at++)
		cast->answer[cast->n_answers++] = answers[at];
}

int act_announce(struct act *a, const char *id, int play, int seat,
	const sp_value answers[], int n)
{
	struct sp_game *g = &a->s.g;
	int type = sp_card_ruleset_card_id(a->ruleset, id);
	const struct sp_card_play *p = &a->ruleset->card[type].play[play];
	struct sp_cast *cast = &g->cast[g->n_casts];

	g->decision.kind = SP_DECISION_NONE;
	g->decision.seats = 0;
	memset(cast, 0, sizeof(*cast));
	cast->used = 1;
	cast->type = p->type;
	cast->seat = (int8_t)seat;
	cast->actor = SP_REF(SP_KIND_ACTOR, seat);
	cast->play = (uint8_t)play;
	cast->parent = -1;
	cast->energy = 1;
	cast->origin = g->actor[seat].square;
	cast->corner = SP_NOWHERE;
	cast->blocked = -1;
	cast->self = SP_NOTHING;
	give_answers(a->ruleset, cast, p, answers, n);
	if (p->from == SP_FROM_HAND) {
		cast->card = free_card(a, id);
		sp_game_put_card(g, cast->card, SP_ZONE_STACK, SP_NOBODY);
	} else {
		int from = carried(a, id, seat);

		cast->card = g->played[from].card;
		cast->self = SP_REF(SP_KIND_PLAYED, from);
	}
	return g->n_casts++;
}

void act_resolve(struct act *a, int i)
{
	struct sp_game *g = &a->s.g;
	struct sp_cast *cast = &g->cast[i];
	const struct sp_card_play *p =
		&sp_ruleset_card(a->ruleset, cast->card)->play[cast->play];
	sp_value local[SP_LOCALS_MAX];
	struct sp_frame *f;
	struct sp_env env;

	if (p->duration != SP_DURATION_INSTANT && cast->self == SP_NOTHING) {
		int played = sp_game_add_played(
			g, SP_PLAYED_SPELL, cast->card, cast->seat);

		g->played[played].play = cast->play;
		g->played[played].energy = cast->energy;
		g->played[played].tokens = cast->energy;
		cast->self = SP_REF(SP_KIND_PLAYED, played);
	}
	sp_eval_env_of_cast(&env, a->ruleset, g, i, local);
	f = sp_stack_push_program(
		&a->run, a->ruleset->type[cast->card], cast->play);
	f->cast = (int8_t)i;
	f->actor = cast->seat;
	f->self = cast->self;
	memcpy(f->local, local, sizeof(local));
	act_go(a);
}

int act_play(struct act *a, const char *id, int play, int seat,
	const sp_value answers[], int n)
{
	int cast = act_announce(a, id, play, seat, answers, n);

	act_resolve(a, cast);
	return cast;
}

static void (*const steps[SP_FRAME_COUNT])(
	struct sp_run *run, struct sp_frame *f) = {
	[SP_FRAME_ROUND] = sp_stack_step_round,
	[SP_FRAME_PROGRAM] = sp_effect_step_program,
	[SP_FRAME_CHOICE] = sp_stack_step_choice,
	[SP_FRAME_GIVE_UP] = sp_effect_step_give_up,
	[SP_FRAME_EVENT] = sp_effect_step_event,
	[SP_FRAME_DAMAGE] = sp_effect_step_damage,
	[SP_FRAME_WALK] = sp_effect_step_walk,
	[SP_FRAME_PICKUP] = sp_effect_step_pickup,
	[SP_FRAME_DEATH] = sp_effect_step_death,
};

void act_go(struct act *a)
{
	struct sp_game *g = &a->s.g;
	int n = 0;

	if (g->decision.kind == SP_DECISION_TURN) {
		g->decision.kind = SP_DECISION_NONE;
		g->decision.seats = 0;
	}
	while (g->n_frames > 0 && g->decision.kind == SP_DECISION_NONE &&
		!a->run.unknown) {
		struct sp_frame *top = &g->frame[g->n_frames - 1];

		CU_ASSERT_FATAL(n++ < SP_STEPS_MAX);
		CU_ASSERT_FATAL(steps[top->kind] != NULL);
		steps[top->kind](&a->run, top);
	}
	act_check(a);
}

void act_choose(struct act *a, sp_value answer)
{
	struct sp_game *g = &a->s.g;
	const struct sp_command c = { .n_answers = 1, .answer = { answer } };
	struct sp_domain domain;
	bool offered = false;

	EQUAL_INT_FATAL(g->decision.kind, SP_DECISION_CHOICE);
	sp_law_choice_domain(a->ruleset, g, &domain);
	for (int i = 0; i < domain.n; i++)
		offered = offered || domain.value[i] == answer;
	CU_ASSERT_FATAL(offered);
	sp_stack_put_aside(&a->run);
	CU_ASSERT_TRUE(sp_stack_verb_choose(&a->run, &c));
	act_go(a);
}

void act_done(struct act *a)
{
	struct sp_game *g = &a->s.g;

	EQUAL_INT(g->n_frames, 0);
	EQUAL_INT(g->decision.kind, SP_DECISION_NONE);
	CU_ASSERT_FALSE(a->run.unknown);
	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].card >= 0 &&
			g->place[g->cast[i].card].zone == SP_ZONE_STACK)
			sp_game_put_card(
				g, g->cast[i].card, SP_ZONE_DISCARD, SP_NOBODY);
	memset(g->cast, 0, sizeof(g->cast));
	g->n_casts = 0;
	sp_game_drop_reliefs(g, 0, 0);
	act_check(a);
}

static void round_trip(const struct act *a)
{
	static struct sp_game back;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *hidden = sp_state_hidden(&a->s.g);

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&a->s.g, &a->ruleset->lexicon, &text);
	EQUAL_INT_FATAL(sp_state_decode(&back, &a->ruleset->lexicon,
				sp_buf_str(&text), text.len, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_state_set_hidden(&back, hidden, &e), SP_OK);
	back.rng = a->s.g.rng;
	EQUAL_INT(memcmp(&back, &a->s.g, sizeof(back)), 0);
	json_decref(hidden);
	sp_buf_free(&text);
}

void act_check(struct act *a)
{
	struct sp_game *g = &a->s.g;
	struct sp_decision was = g->decision;
	struct sp_error e = { 0 };
	int code;

	if (g->n_frames == 0 && g->n_casts == 0 && g->actor[g->active].alive &&
		was.kind == SP_DECISION_NONE) {
		g->decision.kind = SP_DECISION_TURN;
		g->decision.seats = (uint8_t)(1U << g->active);
	}
	if (g->decision.kind != SP_DECISION_NONE) {
		code = sp_state_check(g, &e);
		if (code != SP_OK)
			printf("%s\n", e.text);
		EQUAL_INT(code, SP_OK);
		round_trip(a);
	}
	g->decision = was;
}
