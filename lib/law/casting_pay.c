/*
 * What a spell is cast with: modifiers, and the cards that pay.
 *
 * In a circle with casting.c, which says why.
 */
#include "casting_private.h"
#include "eval/eval.h"

/* ---- cards of the hand
 * -------------------------------------------------------
 */

static bool spent(const struct sp_casting *c, int card)
{
	if (card == c->cast.card && !c->cast.copied)
		return true;
	for (int i = 0; i < c->cast.n_paid; i++) {
		if (c->cast.paid[i] == card)
			return true;
	}
	for (int i = 0; i < c->n_modifiers; i++) {
		if (c->modifier[i].card == card)
			return true;
	}
	if (c->verb == SP_VERB_ANSWER) {
		/* cards that earlier counters of the same reply would use: all
		 * of them while the next one is chosen, else the last is it */
		int n = c->reply.n - (c->stage == SP_CASTING_SOURCE ? 0 : 1);

		for (int i = 0; i < n; i++) {
			for (int k = 0; k < c->reply.counter[i].n; k++) {
				if (c->reply.counter[i].answer[k] ==
					SP_REF(SP_KIND_CARD, card))
					return true;
			}
			if (c->reply.counter[i].card == card &&
				c->reply.counter[i].copied == 0)
				return true;
		}
	}
	return false;
}

/* The lowest card of its type in the hand that is not spent already. */
static bool is_lowest(const struct sp_casting *c, int card)
{
	const struct sp_hand *hand = &c->g->hand[c->seat];
	int type = c->ruleset->type[card];

	for (int i = 0; i < hand->n && hand->card[i] < card; i++) {
		if (c->ruleset->type[hand->card[i]] == type &&
			!spent(c, hand->card[i]))
			return false;
	}
	return true;
}

enum sp_reason law_casting_judge_hand(
	const struct sp_casting *c, sp_value value)
{
	int card = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_CARD || card >= c->ruleset->n_copies)
		return SP_REASON_MALFORMED;
	if (c->g->place[card].zone != SP_ZONE_HAND ||
		c->g->place[card].seat != c->seat || spent(c, card))
		return SP_REASON_NOT_IN_HAND;
	/* what was legal when it was sealed is not bound to the lowest later */
	return c->single || is_lowest(c, card) ? SP_REASON_NONE
					       : SP_REASON_MALFORMED;
}

/* ---- modifiers
 * ---------------------------------------------------------------
 */

static bool moves_origin(const struct sp_card *card)
{
	int play = card->modifying;

	return play >= 0 && card->play[play].modifies == SP_MODIFIES_ORIGIN;
}

/* How many powers are paid. */
static int powers(const struct sp_casting *c)
{
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, &c->cast);

	return !play->fuelled                          ? 0
	       : (play->powers & SP_POWER_SECOND) != 0 ? 2
						       : 1;
}

/* How many of its modifiers are of that kind. */
static int count_modifiers(const struct sp_casting *c, int modifies)
{
	int n = 0;

	for (int i = 0; i < c->n_modifiers; i++)
		n += sp_eval_card_play(c->ruleset, &c->modifier[i])->modifies ==
		     modifies;
	return n;
}

bool sp_law_bends(
	const struct sp_ruleset *ruleset, const struct sp_card_play *play)
{
	bool runs = false;

	for (int i = 0; i < play->n_slots; i++)
		runs |= ruleset->slot[play->slot[i]].asks == SP_ASK_DIRECTION;
	return play->range == SP_RANGE_SIGHT ||
	       (play->range == SP_RANGE_CASTER && runs);
}

/* Could the spell take one more of this kind, whatever it asks? */
static bool takes(const struct sp_casting *c, int modifies)
{
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, &c->cast);
	int most = modifies == SP_MODIFIES_ENERGY ? powers(c) : 1;

	if (modifies == SP_MODIFIES_CORNER && play->range != SP_RANGE_SIGHT &&
		play->range != SP_RANGE_CASTER)
		return false;
	return count_modifiers(c, modifies) < most;
}

/* A set of modifiers has one order: from where the spell is cast, which what
 * bends it is seen from, then the others, ascending. */
static bool comes_before(const struct sp_ruleset *r, int card, int other)
{
	bool origin = moves_origin(sp_ruleset_card(r, card));

	return origin != moves_origin(sp_ruleset_card(r, other)) ? origin
								 : card < other;
}

static enum sp_reason judge_modifier(const struct sp_casting *c, sp_value value)
{
	enum sp_reason reason;
	const struct sp_card *card;
	int play;

	if (value == SP_NOTHING)
		return SP_REASON_NONE;
	reason = law_casting_judge_hand(c, value);
	if (reason != SP_REASON_NONE)
		return reason;
	card = sp_ruleset_card(c->ruleset, sp_index_of(value));
	play = card->modifying;
	if (play < 0 || !takes(c, card->play[play].modifies))
		return SP_REASON_NO_PLAY;
	return c->n_modifiers > 0 &&
			       comes_before(c->ruleset, sp_index_of(value),
				       c->modifier[c->n_modifiers - 1].card)
		       ? SP_REASON_MALFORMED
		       : SP_REASON_NONE;
}

/* What has no line is asked for a corner like what has one, since commands are
 * recorded so, but nothing answers that. */
enum sp_reason law_casting_judge_modifier(
	const struct sp_casting *c, sp_value value)
{
	const struct sp_card *card;
	enum sp_reason reason = judge_modifier(c, value);

	if (reason != SP_REASON_NONE || value == SP_NOTHING)
		return reason;
	card = sp_ruleset_card(c->ruleset, sp_index_of(value));
	return card->play[card->modifying].modifies == SP_MODIFIES_CORNER &&
			       !sp_law_bends(c->ruleset,
				       sp_eval_card_play(c->ruleset, &c->cast))
		       ? SP_REASON_NO_PLAY
		       : SP_REASON_NONE;
}

/* Could any card in hand modify the spell? */
static bool any_modifier(const struct sp_casting *c)
{
	const struct sp_hand *hand = &c->g->hand[c->seat];

	if (c->n_modifiers == SP_MODIFIERS_MAX)
		return false;
	for (int i = 0; i < hand->n; i++) {
		int card = hand->card[i];

		/* few cards are any */
		if (sp_ruleset_card(c->ruleset, card)->modifying >= 0 &&
			judge_modifier(c, SP_REF(SP_KIND_CARD, card)) ==
				SP_REASON_NONE)
			return true;
	}
	return false;
}

void law_casting_enter_modifiers(struct sp_casting *c)
{
	const struct sp_card_play *play =
		sp_eval_card_play(c->ruleset, &c->cast);
	bool spell =
		play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_NEUTRAL;

	c->stage = SP_CASTING_MODIFIER;
	if (c->verb != SP_VERB_CAST || !spell || !any_modifier(c))
		law_casting_enter_energy(c);
}

/* What a modifier does to the spell, once its slots are answered. */
void law_casting_after_modifier(struct sp_casting *c)
{
	const struct sp_cast *m = &c->modifier[c->n_modifiers - 1];

	switch ((enum sp_modifies)sp_eval_card_play(c->ruleset, m)->modifies) {
	case SP_MODIFIES_CORNER:
		c->cast.corner = (uint16_t)sp_index_of(m->answer[0]);
		break;
	case SP_MODIFIES_ORIGIN:
		c->cast.origin = sp_game_square_of(c->g, m->answer[0]);
		break;
	case SP_MODIFIES_ENERGY:
	case SP_MODIFIES_NOTHING:
		break;
	}
	law_casting_enter_modifiers(c);
}

void law_casting_take_modifier(struct sp_casting *c, sp_value value)
{
	struct sp_cast *m;

	if (value == SP_NOTHING) {
		law_casting_enter_energy(c);
		return;
	}
	m = &c->modifier[c->n_modifiers++];
	law_casting_clear_cast(c, m);
	m->card = sp_index_of(value);
	m->play = (uint8_t)sp_ruleset_card(c->ruleset, m->card)->modifying;
	m->type = sp_eval_card_play(c->ruleset, m)->type;
	m->modifier = 1;
	c->stage = SP_CASTING_MODIFIER_SLOT;
	c->slot = 0;
	if (!law_casting_next_slot(c, m))
		law_casting_after_modifier(c);
}

/* ---- what pays
 * -----------------------------------------------------------------
 */

/* Cards that pay the power at hand. */
static int sources(const struct sp_casting *c)
{
	return c->power == 0 ? c->cast.n_paid : c->cast.n_paid2;
}

/* Modifiers that add up two cards and have not done so yet. */
static int adders_left(const struct sp_casting *c)
{
	int first = c->cast.n_paid - c->cast.n_paid2;

	return count_modifiers(c, SP_MODIFIES_ENERGY) - (first > 1) -
	       (c->cast.n_paid2 > 1);
}

/* Must this power be added up, as no other is left for what adds? */
static bool must_add(const struct sp_casting *c)
{
	return adders_left(c) >= powers(c) - c->power;
}

/* One more card pays; the die of one that rolls is not counted yet. */
static void add_source(struct sp_casting *c, sp_value value)
{
	int each = sp_eval_actor_stat(
		c->ruleset, c->g, c->seat, SP_STAT_ENERGY_PER_CARD);
	uint8_t *energy = c->power == 0 ? &c->cast.energy : &c->cast.energy2;

	if (sources(c) == 0)
		*energy = 0;
	c->cast.paid[c->cast.n_paid++] = (int16_t)sp_index_of(value);
	c->cast.n_paid2 = (uint8_t)(c->cast.n_paid2 + c->power);
	*energy = (uint8_t)(*energy + each +
			    sp_ruleset_card(c->ruleset, sp_index_of(value))
				    ->energy);
}

/* What the dice of what pays a power can come to. */
struct throw
{
	int least, most;
};

static struct throw throw_of(const struct sp_casting *c, int power)
{
	int first = c->cast.n_paid - c->cast.n_paid2;
	struct throw out = { 0, 0 };

	for (int i = power == 0 ? 0 : first;
		i < (power == 0 ? first : c->cast.n_paid); i++) {
		int die = sp_ruleset_card(c->ruleset, c->cast.paid[i])
				  ->energy_die;

		out.least += die > 0;
		out.most += die;
	}
	return out;
}

bool law_casting_rolls(const struct sp_casting *c)
{
	return throw_of(c, 0).most + throw_of(c, 1).most > 0;
}

static bool will_do(const struct sp_casting *c, int sum, int sum2)
{
	struct sp_casting with;

	law_casting_copy(&with, c);
	with.single = true;
	with.cast.energy = (uint8_t)(with.cast.energy + sum);
	with.cast.energy2 = (uint8_t)(with.cast.energy2 + sum2);
	law_casting_enter_slots(&with);
	return sp_law_casting_leads_on(&with);
}

/* Is there any roll with which its slots can be answered? */
static bool some_roll_will_do(const struct sp_casting *c)
{
	struct throw first = throw_of(c, 0), second = throw_of(c, 1);

	for (int i = first.least; i <= first.most; i++)
		for (int k = second.least; k <= second.most; k++)
			if (will_do(c, i, k))
				return true;
	return false;
}

/* Would nothing else be asked of what pays? */
static bool is_last_source(const struct sp_casting *c, sp_value value)
{
	return c->power + 1 == powers(c) &&
	       (value == SP_NOTHING || c->stage == SP_CASTING_SECOND_ENERGY ||
		       adders_left(c) == 0);
}

/* What rolls pays only for what some roll could complete. */
static enum sp_reason judge_dice(const struct sp_casting *c, sp_value value)
{
	struct sp_casting with;

	if (!is_last_source(c, value))
		return SP_REASON_NONE;
	law_casting_copy(&with, c);
	if (value != SP_NOTHING)
		add_source(&with, value);
	return !law_casting_rolls(&with) || some_roll_will_do(&with)
		       ? SP_REASON_NONE
		       : SP_REASON_NO_PLAY;
}

enum sp_reason law_casting_judge_energy(
	const struct sp_casting *c, sp_value value)
{
	enum sp_reason reason;

	if (value == SP_NOTHING)
		return must_add(c) ? SP_REASON_MALFORMED : judge_dice(c, value);
	reason = law_casting_judge_hand(c, value);
	if (reason == SP_REASON_NONE &&
		!sp_card_pays(sp_ruleset_card(c->ruleset, sp_index_of(value))))
		reason = SP_REASON_NO_ENERGY;
	if (reason == SP_REASON_NONE && c->stage == SP_CASTING_SECOND_ENERGY &&
		sp_index_of(value) < c->cast.paid[c->cast.n_paid - 1])
		reason = SP_REASON_MALFORMED;
	return reason == SP_REASON_NONE ? judge_dice(c, value) : reason;
}

/* The next power, or the slots: which wait for the dice of what pays. */
static void after_power(struct sp_casting *c)
{
	c->stage = SP_CASTING_ENERGY;
	if (c->power + 1 < powers(c))
		c->power++;
	else if (law_casting_rolls(c))
		law_casting_put_off(c);
	else
		law_casting_enter_slots(c);
}

void law_casting_take_energy(struct sp_casting *c, sp_value value)
{
	if (value == SP_NOTHING) {
		after_power(c);
		return;
	}
	add_source(c, value);
	if (c->stage == SP_CASTING_ENERGY && adders_left(c) > 0)
		c->stage = SP_CASTING_SECOND_ENERGY;
	else
		after_power(c);
}
