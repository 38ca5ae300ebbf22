/*
 * Which card is played, which of its plays, and against what.
 *
 * In a circle with casting.c, which says why.
 */
#include "casting_private.h"
#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "law/asked.h"
#include "law/compulsion.h"
#include "law/limits.h"

/* ---- source ----------------------------------------------------------------
 */

int sp_law_casting_holder(const struct sp_game *g, int played)
{
	int creature = sp_game_creature_of(g, played);

	if (creature >= 0)
		return sp_game_seat_of(g, creature);
	/* what a creature carries it does not use */
	return g->played[played].seat < SP_SEATS_MAX ? g->played[played].seat
						     : SP_NOBODY;
}

/* A value of the source slot: a card in hand, a card in play, a thing. */
enum sp_reason law_casting_judge_source(
	const struct sp_casting *c, sp_value value)
{
	const struct sp_game *g = c->g;
	int i = sp_index_of(value);

	switch (sp_kind_of(value)) {
	case SP_KIND_NONE:
		return c->verb == SP_VERB_ANSWER && value == SP_NOTHING
			       ? SP_REASON_NONE
			       : SP_REASON_MALFORMED;
	case SP_KIND_CARD:
		if (c->verb == SP_VERB_USE)
			return SP_REASON_MALFORMED;
		if (i >= c->ruleset->n_copies ||
			g->place[i].zone != SP_ZONE_HAND ||
			g->place[i].seat != c->seat)
			return SP_REASON_NOT_IN_HAND;
		return SP_REASON_NONE;
	case SP_KIND_PLAYED:
		if (c->verb == SP_VERB_CAST || i >= SP_PLAYED_MAX ||
			g->played[i].kind == SP_PLAYED_FREE ||
			sp_law_casting_holder(g, i) != c->seat)
			return SP_REASON_MALFORMED;
		return SP_REASON_NONE;
	case SP_KIND_THING:
		if (c->verb != SP_VERB_USE || i >= SP_THINGS_MAX ||
			g->thing[i].kind == SP_THING_FREE)
			return SP_REASON_MALFORMED;
		return SP_REASON_NONE;
	default:
		return SP_REASON_MALFORMED;
	}
}

void law_casting_enter_creature(struct sp_casting *c)
{
	int creature = sp_game_creature_of(c->g, sp_index_of(c->cast.self));

	if (creature < 0)
		return;
	c->actor = creature;
	c->cast.actor = SP_REF(SP_KIND_ACTOR, creature);
	c->cast.origin = c->g->actor[creature].square;
}

void law_casting_take_source(struct sp_casting *c, sp_value value)
{
	const struct sp_game *g = c->g;
	int i = sp_index_of(value);

	c->stage = SP_CASTING_PLAY;
	switch (sp_kind_of(value)) {
	case SP_KIND_NONE:
		c->stage = SP_CASTING_DONE;
		break;
	case SP_KIND_CARD:
		c->cast.card = i;
		break;
	case SP_KIND_PLAYED:
		c->cast.card = g->played[i].card;
		c->cast.self = value;
		c->cast.copied = g->played[i].copied != 0;
		law_casting_enter_creature(c);
		break;
	default:
		c->cast.card = g->thing[i].card;
		c->cast.self = value;
		c->cast.copied = sp_game_is_copied(g, value);
		break;
	}
}

/* ---- play -----------------------------------------------------------------
 */

static bool may_not_cast_fire(const struct sp_casting *c)
{
	return (law_casting_card(c)->traits & c->ruleset->fire) != 0 &&
	       !sp_eval_actor_stat(
		       c->ruleset, c->g, c->actor, SP_STAT_MAY_CAST_FIRE);
}

static bool is_attack(const struct sp_card_play *play)
{
	return play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_PHYSICAL ||
	       (play->costs & SP_COST_ATTACK) != 0;
}

/* May he leave his square by this play: an attack that does is both at once,
 * which a stunned wizard may not (001, Stun). */
static enum sp_reason may_leave_by(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	const struct sp_game *g = c->g;
	enum sp_reason reason = sp_law_may_leave(c->ruleset, g, c->actor);

	/* one that was announced counts already */
	if (reason == SP_REASON_NONE && is_attack(play) && !c->one_by_one &&
		c->actor == sp_game_acting(g) && g->actor[c->actor].stunned &&
		g->attacked + 1 > sp_eval_actor_stat(c->ruleset, g, c->actor,
					  SP_STAT_STUN_MOVES))
		reason = SP_REASON_STUNNED;
	return reason;
}

/* Which argument of an operation says who is moved, and which by how many
 * squares, each plus 1; 0: none. */
static const uint8_t moving[SP_OP_COUNT][2] = {
	[SP_OP_WALK] = { 1, 2 },
	[SP_OP_PUSH] = { 1, 2 },
	[SP_OP_JUMP] = { 1, 0 },
	[SP_OP_SLIDE] = { 1, 0 },
	[SP_OP_STRAY] = { 1, 0 },
	[SP_OP_PASS_EDGE] = { 1, 0 },
};

static bool moves_somebody(
	const struct sp_ruleset *r, const struct sp_card_play *play)
{
	for (int i = 0; i < play->program.n; i++)
		if (moving[r->op[play->program.first + i].code][0] != 0)
			return true;
	return false;
}

bool law_casting_must_stay(const struct sp_casting *c)
{
	const struct sp_card_play *play;

	if (c->stage != SP_CASTING_SLOT || c->verb == SP_VERB_ANSWER ||
		!c->g->actor[c->actor].stunned)
		return false;
	play = sp_eval_card_play(c->ruleset, &c->cast);
	return is_attack(play) && moves_somebody(c->ruleset, play) &&
	       may_leave_by(c, play) == SP_REASON_STUNNED;
}

/* True if the code reads an answer that is not given yet. */
static bool is_open(const struct sp_casting *c, int32_t at)
{
	for (const struct sp_code *k = &c->ruleset->code[at];
		k->op != SP_CODE_END; k++)
		if (k->op == SP_CODE_LOCAL && c->local[k->value] == SP_NOTHING)
			return true;
	return false;
}

/* True if the operation moves the caster, as far as is answered by now. */
static bool moves_caster(
	const struct sp_casting *c, struct sp_env *env, const struct sp_op *op)
{
	int who = moving[op->code][0] - 1, steps = moving[op->code][1] - 1;

	if (who < 0 || op->arg[who] < 0 || is_open(c, op->arg[who]) ||
		sp_eval_code(env, op->arg[who], SP_NOTHING) !=
			SP_REF(SP_KIND_ACTOR, c->actor))
		return false;
	return steps < 0 || (!is_open(c, op->arg[steps]) &&
				    sp_eval_code(env, op->arg[steps], 0) > 0);
}

enum sp_reason law_casting_judge_stay(
	const struct sp_casting *c, sp_value value)
{
	const struct sp_program *program;
	struct sp_casting with;
	struct sp_env env;

	if (!law_casting_must_stay(c))
		return SP_REASON_NONE;
	law_casting_copy(&with, c);
	if (c->part == 0)
		with.local[law_casting_slot(c)->local] = value;
	law_casting_env(&env, &with);
	program = &sp_eval_card_play(c->ruleset, &c->cast)->program;
	for (int i = 0; i < program->n; i++)
		if (moves_caster(
			    &with, &env, &c->ruleset->op[program->first + i]))
			return SP_REASON_STUNNED;
	return SP_REASON_NONE;
}

/* May this seat make a play of this type at all now. */
static enum sp_reason judge_type(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	const struct sp_game *g = c->g;
	bool own = play->when != SP_WHEN_REACTION;
	enum sp_reason reason = SP_REASON_NONE;

	if (own && play->when != SP_WHEN_ACTION)
		return SP_REASON_NO_PLAY;
	if (own && g->phase != SP_PHASE_MOVE)
		return SP_REASON_PHASE;
	if (play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_PHYSICAL ||
		(play->costs & SP_COST_ATTACK) != 0)
		reason = sp_law_may_attack(c->ruleset, g, c->actor);
	if (reason == SP_REASON_NONE && own &&
		(play->type == SP_PLAY_ATTACK ||
			play->type == SP_PLAY_NEUTRAL) &&
		!sp_eval_actor_stat(c->ruleset, g, c->actor, SP_STAT_MAY_CAST))
		reason = SP_REASON_MAY_NOT_CAST;
	if (reason == SP_REASON_NONE && may_not_cast_fire(c))
		reason = SP_REASON_MAY_NOT_CAST;
	if (reason == SP_REASON_NONE && (play->flags & SP_FLAG_VOLUNTARY) != 0)
		reason = may_leave_by(c, play);
	if (reason == SP_REASON_NONE && (play->costs & SP_COST_PHASE) != 0 &&
		g->spent)
		reason = SP_REASON_PHASE;
	if (reason == SP_REASON_NONE && (play->costs & SP_COST_MOVE) != 0 &&
		g->moves <= 0)
		reason = SP_REASON_NO_MOVES;
	return reason;
}

/* Where plays of what is used, or of a card of the hand, come from. */
static enum sp_source_of_play from(const struct sp_game *g, sp_value used)
{
	switch (sp_kind_of(used)) {
	case SP_KIND_PLAYED:
		return g->played[sp_index_of(used)].kind == SP_PLAYED_SPELL
			       ? SP_FROM_MAINTAINED
			       : SP_FROM_CARRIED;
	case SP_KIND_THING:
		return SP_FROM_BOARD;
	default:
		return SP_FROM_HAND;
	}
}

/* True if the verb makes plays of that kind from there. */
static bool is_made(const struct sp_casting *c, const struct sp_card_play *play,
	enum sp_source_of_play source)
{
	return play->from == source &&
	       (play->when == SP_WHEN_REACTION) == (c->verb == SP_VERB_ANSWER);
}

static int card_of(const struct sp_game *g, sp_value source)
{
	int i = sp_index_of(source);

	switch (sp_kind_of(source)) {
	case SP_KIND_PLAYED:
		return g->played[i].card;
	case SP_KIND_THING:
		return g->thing[i].card;
	default:
		return i;
	}
}

bool law_casting_has_play(const struct sp_casting *c, sp_value source)
{
	const struct sp_card *card;

	if (source == SP_NOTHING)
		return true;
	card = sp_ruleset_card(c->ruleset, card_of(c->g, source));
	for (int i = 0; i < card->n_plays; i++)
		if (is_made(c, &card->play[i], from(c->g, source)))
			return true;
	return false;
}

/* While a creature acts its wizard waits: what is played is its own, or a spell
 * that may be cast by creatures. */
static enum sp_reason judge_doer(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	int acting = sp_game_acting(c->g);

	if (c->actor != acting)
		return c->actor >= SP_SEATS_MAX ? SP_REASON_NOT_ACTIVATED
						: SP_REASON_CREATURE_ACTS;
	if (acting < SP_SEATS_MAX ||
		(sp_kind_of(c->cast.self) == SP_KIND_PLAYED &&
			sp_game_creature_of(c->g, sp_index_of(c->cast.self)) ==
				acting))
		return SP_REASON_NONE;
	return (play->flags & SP_FLAG_CREATURE) != 0 ? SP_REASON_NONE
						     : SP_REASON_CREATURE_ACTS;
}

static bool comes_into_play(const struct sp_card_play *play)
{
	return play->from == SP_FROM_HAND &&
	       (play->type == SP_PLAY_ITEM ||
		       play->duration != SP_DURATION_INSTANT);
}

/* An interrupt: a play of its own right, out of turn. */
static enum sp_reason judge_interrupt(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	bool spell =
		play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_NEUTRAL;

	if (spell && !sp_eval_actor_stat(
			     c->ruleset, c->g, c->actor, SP_STAT_MAY_CAST))
		return SP_REASON_MAY_NOT_CAST;
	return play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_PHYSICAL
		       ? sp_law_may_interrupt(c->ruleset, c->g, c->actor)
		       : SP_REASON_NONE;
}

/* What finds no room is refused before it is paid for. */
static enum sp_reason judge_room(const struct sp_casting *c,
	const struct sp_card *card, const struct sp_card_play *play)
{
	if (play->when == SP_WHEN_REACTION && sp_game_stack_full(c->g))
		return SP_REASON_NO_ROOM_ON_STACK;
	if (comes_into_play(play) && sp_game_play_area_full(c->g))
		return SP_REASON_NO_ROOM_IN_PLAY;
	if (comes_into_play(play) && card->has_creature &&
		sp_game_creatures_full(c->g))
		return SP_REASON_NO_ROOM;
	if ((play->creates && sp_game_things_full(c->g)) ||
		(play->links && c->g->board.n_links == SP_LINKS_MAX))
		return SP_REASON_NO_ROOM_ON_BOARD;
	return SP_REASON_NONE;
}

enum sp_reason law_casting_judge_play(const struct sp_casting *c, int number)
{
	const struct sp_card *card = law_casting_card(c);
	const struct sp_card_play *play;
	struct sp_env env;
	bool reaction = c->verb == SP_VERB_ANSWER;
	enum sp_reason reason;

	if (number < 0 || number >= card->n_plays)
		return SP_REASON_MALFORMED;
	play = &card->play[number];
	if (!is_made(c, play, from(c->g, c->cast.self)))
		return reaction ? SP_REASON_CANNOT_COUNTER : SP_REASON_NO_PLAY;
	if (reaction &&
		(play->points & sp_law_round_points(c->g, c->round)) == 0)
		return SP_REASON_CANNOT_COUNTER;
	if (may_not_cast_fire(c))
		return SP_REASON_MAY_NOT_CAST;
	reason = judge_room(c, card, play);
	if (reason != SP_REASON_NONE)
		return reason;
	if (reaction && c->g->reaction[c->round].point > SP_POINT_TREASURE)
		return judge_interrupt(c, play);
	if (!reaction) {
		reason = judge_doer(c, play);
		if (reason == SP_REASON_NONE)
			reason = judge_type(c, play);
		if (reason == SP_REASON_NONE)
			reason = law_compelled_play(c, play);
		if (reason != SP_REASON_NONE)
			return reason;
		law_casting_env(&env, c);
		if (!sp_eval_holds(&env, play->condition))
			return SP_REASON_CONDITION;
	}
	return SP_REASON_NONE;
}

void law_casting_take_play(struct sp_casting *c, int number)
{
	const struct sp_card_play *play;

	c->cast.play = (uint8_t)number;
	play = sp_eval_card_play(c->ruleset, &c->cast);
	c->cast.type = play->type;
	if (play->fuelled && (play->powers & SP_POWER_SECOND) != 0)
		c->cast.energy2 = 1;
	if ((play->flags & SP_FLAG_FROM_THIS) != 0)
		c->cast.origin = sp_game_square_of(c->g, c->cast.self);
	if (c->verb == SP_VERB_ANSWER)
		c->stage = SP_CASTING_STACK;
	else
		law_casting_enter_modifiers(c);
}

/* ---- what a counter answers -------------------------------------------------
 */

/* Nobody counters himself, but whoever stands in his own storm may shield
 * himself, and from the stones of the wall that he took down beside himself
 * when they fall. */
bool sp_law_casting_may_answer(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int cast, unsigned point)
{
	const struct sp_cast *it = &g->cast[cast];

	if (sp_eval_is_over(ruleset, g, cast) ||
		(it->modifier && it->parent >= 0 &&
			sp_eval_is_over(ruleset, g, it->parent)))
		return false;
	return it->seat != seat ||
	       (point != SP_POINT_NEUTRAL &&
		       sp_eval_turns_against(crossing, ruleset, g, cast, seat));
}

/* May this seat answer that cast, which is the subject or a part of it? */
static enum sp_reason judge_item(const struct sp_casting *c, int i)
{
	const struct sp_round *round = &c->g->reaction[c->round];
	const struct sp_cast *cast = &c->g->cast[i];
	int subject = sp_index_of(round->subject);
	unsigned point = round->point;

	if (!cast->used || cast->cancelled)
		return SP_REASON_CANNOT_COUNTER;
	if (cast->modifier && cast->parent == subject)
		point = SP_POINT_NEUTRAL;
	else if (i != subject)
		return SP_REASON_CANNOT_COUNTER;
	if ((sp_eval_card_play(c->ruleset, &c->cast)->points >> point & 1) == 0)
		return SP_REASON_CANNOT_COUNTER;
	return sp_law_casting_may_answer(
		       c->crossing, c->ruleset, c->g, c->seat, i, point)
		       ? SP_REASON_NONE
		       : SP_REASON_CANNOT_COUNTER;
}

/* Who answers something that he must see sees it from where he stands. */
static enum sp_reason judge_sight(const struct sp_casting *c, sp_value value)
{
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, &c->cast);
	struct sp_casting with;
	struct sp_aim aim;

	if (play->range != SP_RANGE_SIGHT || play->n_slots > 0 ||
		sp_kind_of(value) != SP_KIND_ITEM)
		return SP_REASON_NONE;
	law_casting_copy(&with, c);
	with.answers = value;
	law_casting_aim(&aim, &with, play, NULL);
	return sp_eval_in_range(&aim, value);
}

/* True if all that the play does is to take points off, or (`stops`) that or to
 * stop what is answered. */
static bool only_saves(const struct sp_ruleset *ruleset,
	const struct sp_card_play *play, bool stops)
{
	for (int i = 0; i < play->program.n; i++)
		switch ((enum sp_op_code)ruleset->op[play->program.first + i]
				.code) {
		case SP_OP_REDUCE:
			break;
		case SP_OP_CANCEL:
		case SP_OP_BLOCK_LINE:
		case SP_OP_EVADE:
		case SP_OP_HALVE:
			if (!stops)
				return false;
			break;
		default:
			return false;
		}
	return play->program.n > 0 && play->duration == SP_DURATION_INSTANT;
}

/* The damage that the round asks about; -1: another thing. */
static int damage_below(const struct sp_game *g, int round)
{
	for (int i = g->n_frames - 1; i > 0; i--)
		if (g->frame[i].kind == SP_FRAME_ROUND &&
			g->frame[i].round.reaction == round)
			return g->frame[i - 1].kind == SP_FRAME_DAMAGE ? i - 1
								       : -1;
	return -1;
}

/* What the counter answers: the cast, or that of which it is a part. */
static struct sp_harm harm_of(const struct sp_game *g, int round)
{
	sp_value subject = g->reaction[round].subject;
	struct sp_harm harm = { -1, -1 };

	if (sp_kind_of(subject) == SP_KIND_ITEM)
		harm.cast = sp_index_of(subject);
	else
		harm.frame = damage_below(g, round);
	return harm;
}

/* True if he has played enough against all the damage that there is: one more
 * card that takes points off would be wasted, and so would one that stops what
 * does nothing any more. */
static bool is_wasted(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	const struct sp_game *g = c->g;
	struct sp_harm harm = harm_of(g, c->round);

	if (g->n_reliefs == 0 || (harm.cast < 0 && harm.frame < 0) ||
		!only_saves(c->ruleset, play, true) ||
		!sp_eval_is_reduced(c->ruleset, g, harm, c->actor))
		return false;
	return harm.cast < 0 || only_saves(c->ruleset, play, false) ||
	       sp_eval_left(c->ruleset, g, harm.cast, c->actor) == 0;
}

bool sp_law_casting_is_needed(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int round, int seat)
{
	struct sp_harm harm = harm_of(g, round);

	if (harm.cast >= 0)
		return (sp_eval_left(ruleset, g, harm.cast, seat) &
			       SP_LEFT_FOR_HIM) != 0;
	return harm.frame < 0 || !sp_eval_is_reduced(ruleset, g, harm, seat);
}

/* True if the effect sets a statistic of whoever casts it to what it is. A die
 * to evade by is thrown for each card. */
static bool is_in_force(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const struct sp_while *effect)
{
	const struct sp_code *code = &ruleset->code[effect->value];
	enum sp_stat stat = (enum sp_stat)effect->stat;

	return effect->subject == SP_SUBJECT_ME && effect->how == 0 &&
	       effect->condition < 0 && stat != SP_STAT_EVADE_UPTO &&
	       stat != SP_STAT_EVADE_FROM && code[0].op == SP_CODE_NUMBER &&
	       code[1].op == SP_CODE_END &&
	       sp_eval_actor_stat(ruleset, g, seat, stat) == code[0].value;
}

bool sp_law_casting_repeats(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const struct sp_counter *counter)
{
	const struct sp_card *card = sp_ruleset_card(ruleset, counter->card);

	if (card->play[counter->play].program.n > 0 || card->n_ons > 0 ||
		card->n_whiles == 0)
		return false;
	for (int i = 0; i < card->n_whiles; i++)
		if (!is_in_force(ruleset, g, seat, &card->whiles[i]))
			return false;
	return true;
}

/* True if the counter does nothing but last, and one of the seat's does so. */
static bool lasts_already(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const struct sp_counter *counter)
{
	const struct sp_card *card = sp_ruleset_card(ruleset, counter->card);

	if (card->play[counter->play].program.n > 0)
		return false;
	for (int i = 0; i < SP_PLAYED_MAX; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind == SP_PLAYED_SPELL && p->seat == seat &&
			p->play == counter->play &&
			sp_ruleset_card(ruleset, p->card) == card)
			return true;
	}
	return false;
}

bool sp_law_answer_repeats(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *answer)
{
	struct sp_counter first;

	if (g->n_rounds == 0 || answer->n_answers < 2 ||
		sp_kind_of(answer->answer[0]) != SP_KIND_CARD ||
		(g->reaction[g->n_rounds - 1].played >> answer->seat & 1U) == 0)
		return false;
	first = (struct sp_counter){ .card = (int16_t)sp_index_of(
					     answer->answer[0]),
		.play = (uint8_t)answer->answer[1] };
	return sp_law_casting_repeats(ruleset, g, answer->seat, &first) ||
	       lasts_already(ruleset, g, answer->seat, &first);
}

enum sp_reason law_casting_judge_stack(
	const struct sp_casting *c, sp_value value)
{
	const struct sp_round *round = &c->g->reaction[c->round];
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, &c->cast);
	struct sp_env env;
	int i = sp_index_of(value);

	if (sp_kind_of(round->subject) == SP_KIND_ITEM) {
		enum sp_reason reason = SP_REASON_MALFORMED;

		if (sp_kind_of(value) == SP_KIND_ITEM && i < SP_CASTS_MAX)
			reason = judge_item(c, i);
		if (reason != SP_REASON_NONE)
			return reason;
	} else if (value != round->subject) {
		return SP_REASON_MALFORMED;
	}
	law_casting_env_of(&env, c, value);
	if (!sp_eval_holds(&env, play->condition))
		return SP_REASON_CANNOT_COUNTER;
	if (is_wasted(c, play))
		return SP_REASON_NOTHING_LEFT;
	return judge_sight(c, value);
}

void law_casting_take_stack(struct sp_casting *c, sp_value value)
{
	c->answers = value;
	c->cast.parent = -1;
	if (sp_kind_of(value) == SP_KIND_ITEM)
		c->cast.parent = (int8_t)sp_index_of(value);
	law_casting_enter_energy(c);
}

unsigned sp_law_round_points(const struct sp_game *g, int round)
{
	const struct sp_round *r = &g->reaction[round];
	unsigned points = 1U << r->point;

	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].modifier && !g->cast[i].cancelled &&
			r->subject == SP_REF(SP_KIND_ITEM, g->cast[i].parent))
			points |= 1U << SP_POINT_NEUTRAL;
	return points;
}
