/* What of an order can be meant at a slot. */
#include "verb_private.h"

#include "eval/eval.h"

#include <assert.h>

static const struct sp_order *order_of(const struct sp_fill *f)
{
	return f->b->order;
}

void agent_fill_add(
	struct sp_choices *out, sp_value value, int part, int name, int clause)
{
	for (int i = 0; i < out->n; i++) {
		if (out->choice[i].value == value &&
			out->choice[i].part == part &&
			out->choice[i].name == name)
			return;
	}
	if (out->n < SP_DOMAIN_MAX)
		out->choice[out->n++] = (struct sp_choice){ value, (int8_t)part,
			(int8_t)name, (int8_t)clause };
}

static void add_domain(const struct sp_domain *domain, struct sp_choices *out)
{
	/* rather one target for all the rest than one for each */
	if (domain->n > 0 && sp_times_of(domain->value[domain->n - 1]) > 0)
		agent_fill_add(out, domain->value[domain->n - 1], -1, -1, -1);
	for (int i = 0; i < domain->n; i++)
		agent_fill_add(out, domain->value[i], -1, -1, -1);
}

void agent_fill_offer(
	const struct sp_domain *domain, sp_value value, struct sp_choices *out)
{
	if (agent_offers(domain, value))
		agent_fill_add(out, value, -1, -1, -1);
}

/* ---- the parts of an order ------------------------------------------------
 */

bool agent_fill_is_play_only(
	const struct sp_fill *f, const struct sp_order_phrase *part)
{
	for (int i = part->first; i < part->first + part->n; i++) {
		if (order_of(f)->named[i].kind != SP_NAMED_PLAY)
			return false;
	}
	return true;
}

void agent_fill_at_begin(const struct sp_fill *f, struct sp_fill_at *at)
{
	const struct sp_order *o = order_of(f);

	memset(at, 0, sizeof(*at));
	at->modifier = -1;
	at->last = -1;
	at->last_value = SP_NOTHING;
	/* the spell itself stands behind those that it is cast through; a
	 * declaration's condition before the counters */
	if (o->kind == SP_ORDER_WHEN)
		at->clause = 1;
	else if (o->kind != SP_ORDER_COUNTER && o->n_clauses > 0)
		at->clause = o->n_clauses - 1;
}

int agent_fill_unused(const struct sp_fill *f, const struct sp_fill_at *at,
	struct sp_order_place *place)
{
	const struct sp_order *o = order_of(f);

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (o->kind == SP_ORDER_WHEN && part->clause == 0)
			continue;
		*place = part->at;
		if (agent_fill_is_with(part)) {
			for (int k = part->first; k < part->first + part->n;
				k++) {
				if ((at->names >> k & 1) == 0 &&
					at->used[i] == 0) {
					*place = o->named[k].at;
					return i;
				}
			}
			continue;
		}
		if (at->used[i] < (part->count == 0 ? 1 : part->count) &&
			!agent_fill_is_play_only(f, part))
			return i;
	}
	for (int i = 0; i < o->n_clauses; i++) {
		*place = o->clause[i].at;
		if (o->clause[i].card >= 0 && (at->clauses >> i & 1) == 0)
			return i;
	}
	return -1;
}

bool agent_fill_left_is_said(
	const struct sp_fill *f, const struct sp_fill_at *at)
{
	const struct sp_order *o = order_of(f);

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = part->first;
			agent_fill_is_with(part) && k < part->first + part->n;
			k++)
			if ((at->names >> k & 1) == 0 && at->used[i] == 0)
				return false;
	}
	return agent_fill_next_clause(f, at) < 0;
}

int agent_fill_next_clause(const struct sp_fill *f, const struct sp_fill_at *at)
{
	const struct sp_order *o = order_of(f);

	for (int i = 0; i < o->n_clauses; i++) {
		if (o->clause[i].card >= 0 && (at->clauses >> i & 1) == 0)
			return i;
	}
	return -1;
}

/* ---- sources ---------------------------------------------------------------
 */

static int type_of(const struct sp_fill *f, sp_value value)
{
	return agent_type_of(f->b->ruleset, f->b->view, value);
}

static void add_of_type(const struct sp_fill *f, const struct sp_domain *domain,
	int type, int clause, struct sp_choices *out)
{
	for (int i = 0; i < domain->n; i++) {
		if (type_of(f, domain->value[i]) == type)
			agent_fill_add(out, domain->value[i], -1, -1, clause);
	}
}

void agent_fill_card(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);

	(void)c;
	if (at->clause < o->n_clauses)
		add_of_type(
			f, domain, o->clause[at->clause].card, at->clause, out);
	else
		agent_fill_offer(domain, SP_NOTHING, out);
}

/* The next counter of the list, or its end. */
static void add_counter(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_domain *domain, struct sp_choices *out)
{
	int clause = agent_fill_next_clause(f, at);

	if (clause >= 0)
		add_of_type(f, domain, order_of(f)->clause[clause].card, clause,
			out);
	else
		agent_fill_offer(domain, SP_NOTHING, out);
}

/* The play that the order names; "": none. */
static const char *play_said(
	const struct sp_fill *f, const struct sp_fill_at *at)
{
	const struct sp_order *o = order_of(f);
	const char *said = o->kind == SP_ORDER_THROW ? "throw" : "";

	for (int i = 0; i < o->n_phrases; i++) {
		for (int k = 0; k < o->part[i].n; k++) {
			const struct sp_named *name =
				&o->named[o->part[i].first + k];

			if (o->part[i].clause == at->clause &&
				name->kind == SP_NAMED_PLAY)
				said = name->where;
		}
	}
	return said;
}

bool agent_fill_means_play(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_card *card, int i)
{
	const char *said = play_said(f, at);
	bool any = false;

	for (int k = 0; k < card->n_plays && said[0] != '\0'; k++)
		any |= sp_streq(card->play[k].id, said);
	return !any || sp_streq(card->play[i].id, said);
}

static void add_plays(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct sp_card *card;

	assert(c->n_answers > 0);
	card = &f->b->ruleset->card[type_of(f, c->answer[c->n_answers - 1])];
	for (int i = 0; i < domain->n; i++)
		if (agent_fill_means_play(f, at, card, domain->value[i]))
			agent_fill_add(out, domain->value[i], -1, -1, -1);
}

/* ---- what modifies and what pays -------------------------------------------
 */

static bool play_has_keyword(const struct sp_fill *f,
	const struct sp_card_play *play, const char *keyword)
{
	for (int i = 0; i < play->n_slots; i++) {
		if (sp_streq(f->b->ruleset->slot[play->slot[i]].words, keyword))
			return true;
	}
	return false;
}

/* Does the order ask for this card as a modifier: as a part of its own, behind
 * `with`, or by a phrase that only it understands? */
static void add_modifier(const struct sp_fill *f, const struct sp_fill_at *at,
	sp_value value, struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);
	int type = type_of(f, value);
	const struct sp_card *card = &f->b->ruleset->card[type];

	for (int i = 0; i < o->n_clauses; i++) {
		if (o->clause[i].part && o->clause[i].card == type &&
			(at->clauses >> i & 1) == 0)
			agent_fill_add(out, value, -1, -1, i);
	}
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = part->first;
			agent_fill_is_with(part) && k < part->first + part->n;
			k++) {
			if (o->named[k].kind == SP_NAMED_CARD &&
				o->named[k].value == type &&
				(at->names >> k & 1) == 0)
				agent_fill_add(out, value, -1, k, -1);
		}
		for (int k = 0; k < card->n_plays; k++) {
			if (part->keyword[0] != '\0' && at->used[i] == 0 &&
				card->play[k].when == SP_WHEN_MODIFIER &&
				play_has_keyword(
					f, &card->play[k], part->keyword))
				agent_fill_add(out, value, -1, -1, -1);
		}
	}
}

static void add_modifiers(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_domain *domain, struct sp_choices *out)
{
	for (int i = 0; i < domain->n; i++) {
		if (domain->value[i] != SP_NOTHING)
			add_modifier(f, at, domain->value[i], out);
	}
	agent_fill_offer(domain, SP_NOTHING, out);
}

/* ---- slots of cards ---------------------------------------------------------
 */

bool agent_fill_is_of_modifier(
	const struct sp_fill *f, const struct sp_fill_at *at, int slot)
{
	const struct sp_card *card;

	if (at->modifier < 0)
		return false;
	card = &f->b->ruleset->card[at->modifier];
	for (int i = 0; i < card->n_plays; i++) {
		for (int k = 0; k < card->play[i].n_slots; k++) {
			if (card->play[i].slot[k] == slot &&
				card->play[i].when == SP_WHEN_MODIFIER)
				return true;
		}
	}
	return false;
}

/* True for a word that stands before whom or what a card is aimed at. */
static bool is_aiming(const char *word)
{
	return sp_streq(word, "at") || sp_streq(word, "on") ||
	       sp_streq(word, "in") || sp_streq(word, "from") ||
	       sp_streq(word, "to");
}

/* True if the phrase goes for a card without a slot of its word: "from red" of
 * one that is cast `at`. "to c4" stays the word of whoever moves. */
static bool is_any_aim(
	const struct sp_fill *f, const struct sp_order_phrase *part)
{
	const struct sp_order *o = order_of(f);
	int type =
		part->clause < o->n_clauses ? o->clause[part->clause].card : -1;
	const struct sp_card *card = &f->b->ruleset->card[type < 0 ? 0 : type];

	if (!is_aiming(part->keyword) ||
		(sp_streq(part->keyword, "to") && part->n > 0 &&
			o->named[part->first].kind == SP_NAMED_SQUARE))
		return false;
	for (int i = 0; type >= 0 && i < card->n_plays; i++)
		if (play_has_keyword(f, &card->play[i], part->keyword))
			return false;
	return true;
}

/* Does the phrase have the slot's word, or another for the same? */
static bool has_word(const struct sp_fill *f,
	const struct sp_order_phrase *part, const struct sp_card_slot *slot)
{
	return sp_streq(part->keyword, slot->words) ||
	       (is_aiming(slot->words) && is_any_aim(f, part));
}

/* True if the phrase may name what the wizard of this slot carries, in place
 * of him: "on blue's dagger". */
static bool names_object(const struct sp_fill *f,
	const struct sp_order_phrase *part, const struct sp_card_slot *slot)
{
	for (int i = part->first; i < part->first + part->n; i++)
		if (slot->asks == SP_ASK_WIZARD &&
			(order_of(f)->named[i].kind == SP_NAMED_CARD ||
				order_of(f)->named[i].kind ==
					SP_NAMED_TREASURE))
			return true;
	return false;
}

/* True if a phrase of the clause has the slot's own word. */
static bool says_word(
	const struct sp_fill *f, const struct sp_fill_at *at, const char *word)
{
	const struct sp_order *o = order_of(f);

	for (int i = 0; i < o->n_phrases && word[0] != '\0'; i++)
		if (o->part[i].clause == at->clause &&
			sp_streq(o->part[i].keyword, word))
			return true;
	return false;
}

/* Is the phrase read for this slot? An empty keyword serves where the slot's
 * own was left out, and a word of aiming where it has another. */
bool agent_fill_is_for(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_order_phrase *part, int slot_index)
{
	const struct sp_order *o = order_of(f);
	const struct sp_card_slot *slot = &f->b->ruleset->slot[slot_index];

	if (o->kind == SP_ORDER_WHEN && part->clause == 0)
		return false;
	if (agent_fill_is_of_modifier(f, at, slot_index)) {
		/* its own part, or the word that only it understands */
		bool own = part->clause < o->n_clauses &&
			   o->clause[part->clause].part &&
			   o->clause[part->clause].card == at->modifier;

		if (!own)
			return part->clause == at->clause &&
			       sp_streq(part->keyword, slot->words);
	} else if (part->clause != at->clause) {
		return false;
	}
	if (part->keyword[0] == '\0' && slot->asks == SP_ASK_SQUARE &&
		says_word(f, at, slot->words))
		return false;
	return part->keyword[0] == '\0' || has_word(f, part, slot) ||
	       (slot->asks != SP_ASK_NUMBER &&
		       (is_any_aim(f, part) || sp_streq(part->keyword, "at")));
}

/* How often the phrase may still be answered. */
static int room_of(
	const struct sp_fill *f, const struct sp_fill_at *at, int part)
{
	int count = order_of(f)->part[part].count;

	return (count > 0 ? count : 1) - at->used[part];
}

/* "fire darts at red with 4": all four, as no other is named. */
static bool means_all(const struct sp_fill *f, const struct sp_fill_at *at,
	int part, int slot)
{
	const struct sp_order *o = order_of(f);

	if (o->part[part].count > 0)
		return false;
	for (int i = 0; i < o->n_phrases; i++) {
		if (i != part && agent_fill_is_for(f, at, &o->part[i], slot) &&
			sp_streq(o->part[i].keyword, o->part[part].keyword))
			return false;
	}
	return true;
}

static bool has_room(const struct sp_fill *f, const struct sp_fill_at *at,
	int part, int slot)
{
	return room_of(f, at, part) > 0 ||
	       (f->b->ruleset->slot[slot].repeat >= 0 &&
		       means_all(f, at, part, slot));
}

/* Phrases that say the last answer again: "at red, red", "2 at red". */
static bool says_again(const struct sp_fill *f, const struct sp_fill_at *at,
	int part, int slot)
{
	const struct sp_order_phrase *phrase = &order_of(f)->part[part];

	return room_of(f, at, part) > 0 &&
	       agent_fill_is_for(f, at, phrase, slot) &&
	       agent_fits_phrase(f->b, slot, at->last_value, phrase);
}

/* How often the order says the last answer to a slot that repeats, as far as
 * that is offered; 0: once. */
static int times_said(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_domain *domain)
{
	int most =
		domain->n > 0 ? sp_times_of(domain->value[domain->n - 1]) : 0;
	int n = 1;

	if (most == 0 || at->last < 0)
		return 0;
	if (means_all(f, at, at->last, domain->card_slot))
		return most;
	for (int i = 0; i < order_of(f)->n_phrases; i++)
		if (says_again(f, at, i, domain->card_slot))
			n += room_of(f, at, i);
	return n < 2 ? 0 : n < most ? n : most;
}

/* So many phrases that say it again are used by that. */
static void use_again(
	const struct sp_fill *f, struct sp_fill_at *at, int slot, int again)
{
	for (int i = 0; i < order_of(f)->n_phrases && again > 0; i++)
		for (; again > 0 && says_again(f, at, i, slot); again--)
			at->used[i]++;
}

/* What a slot is when an order says nothing: its default as far as it is a
 * plain number, nothing where that is allowed, else anything. */
static void add_unsaid(const struct sp_fill *f, const struct sp_domain *domain,
	const struct sp_card_slot *slot, struct sp_choices *out)
{
	const struct sp_code *code = f->b->ruleset->code;

	if (slot->fallback >= 0 && code[slot->fallback].op == SP_CODE_NUMBER &&
		code[slot->fallback + 1].op == SP_CODE_END)
		agent_fill_offer(domain, code[slot->fallback].value, out);
	else if (slot->optional)
		agent_fill_offer(domain, SP_NOTHING, out);
	if (out->n == 0)
		add_domain(domain, out);
}

/* Ascending: parts in any order are asked like that. */
static void sort(struct sp_choices *out)
{
	for (int i = 1; i < out->n; i++) {
		struct sp_choice choice = out->choice[i];
		int k = i;

		for (; k > 0 && out->choice[k - 1].value > choice.value; k--)
			out->choice[k] = out->choice[k - 1];
		out->choice[k] = choice;
	}
}

static void add_slot(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_domain *domain, struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);
	const struct sp_card_slot *slot =
		&f->b->ruleset->slot[domain->card_slot];
	int times = times_said(f, at, domain);
	bool said = false;

	if (times > 0)
		agent_fill_offer(domain, SP_TIMES(times), out);
	if (times > 0)
		return;
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		bool own_word =
			(part->keyword[0] != '\0' ||
				(part->n > 1 &&
					o->named[part->first + part->n - 2]
							.kind ==
						SP_NAMED_TREASURE)) &&
			has_word(f, part, slot) && !names_object(f, part, slot);

		if (!agent_fill_is_for(f, at, part, domain->card_slot) ||
			agent_fill_is_play_only(f, part) ||
			(agent_fill_is_with(part) && !own_word &&
				agent_fill_is_source(&o->named[part->first])))
			continue;
		said |= own_word;
		if (!has_room(f, at, i, domain->card_slot))
			continue;
		for (int d = 0; d < domain->n; d++) {
			if (agent_fits_phrase(f->b, domain->card_slot,
				    domain->value[d], part))
				agent_fill_add(
					out, domain->value[d], i, -1, -1);
		}
		/* in the order in which they were written */
		if (slot->ordered)
			break;
	}
	if (slot->repeat >= 0 && !slot->ordered)
		sort(out);
	/* nobody spends a card that was not named */
	if (out->n == 0 && !said && !slot->paid)
		add_unsaid(f, domain, slot, out);
}

static void add_answered(const struct sp_fill *f, const struct sp_fill_at *at,
	const struct sp_domain *domain, struct sp_choices *out)
{
	const struct sp_game *view = f->b->view;
	const struct sp_order *o = order_of(f);
	bool said = false;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (!sp_streq(part->keyword, "against") ||
			part->clause != at->clause)
			continue;
		said = true;
		for (int d = 0; d < domain->n; d++) {
			if (agent_fits_phrase(f->b, -1, domain->value[d], part))
				agent_fill_add(
					out, domain->value[d], i, -1, -1);
		}
	}
	if (said)
		return;
	if (view->n_rounds > 0)
		agent_fill_offer(domain,
			view->reaction[view->n_rounds - 1].subject, out);
	if (out->n == 0)
		add_domain(domain, out);
}

/* ---- lists: discard, take ---------------------------------------------------
 */

void agent_fill_listed(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);
	bool left = false;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (at->used[i] >= (part->count == 0 ? 1 : part->count))
			continue;
		left = true;
		for (int d = 0; d < domain->n; d++) {
			if (agent_fits_phrase(f->b, domain->card_slot,
				    domain->value[d], part))
				agent_fill_add(
					out, domain->value[d], i, -1, -1);
		}
	}
	if (!left && c->n_answers > 0)
		agent_fill_offer(domain, SP_NOTHING, out);
}

void agent_fill_single(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct sp_order *o = order_of(f);

	(void)c;
	(void)at;

	for (int d = 0; d < domain->n; d++) {
		bool fits = o->n_phrases > 0;

		for (int i = 0; i < o->n_phrases; i++)
			fits = fits &&
			       agent_fits_phrase(f->b, domain->card_slot,
				       domain->value[d], &o->part[i]);
		if (fits)
			agent_fill_add(out, domain->value[d],
				SP_ORDER_PHRASES_MAX, -1, -1);
	}
}

/* ---- all kinds
 * --------------------------------------------------------------- */

static void add_by_verb(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	const struct agent_verb *verb = agent_verb_of(c->verb);

	if (verb->choices != NULL)
		verb->choices(f, c, at, domain, out);
}

void agent_fill_choices(const struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *out)
{
	out->n = 0;
	switch ((enum sp_slot_kind)domain->kind) {
	case SP_SLOT_CARD:
	case SP_SLOT_PLAYED:
	case SP_SLOT_THING:
	case SP_SLOT_TARGET:
	case SP_SLOT_ACTOR:
	case SP_SLOT_GIVE_UP:
		add_by_verb(f, c, at, domain, out);
		break;
	case SP_SLOT_COUNTER:
		add_counter(f, at, domain, out);
		break;
	case SP_SLOT_PLAY:
		add_plays(f, c, at, domain, out);
		break;
	case SP_SLOT_MODIFIER:
		add_modifiers(f, at, domain, out);
		break;
	case SP_SLOT_ENERGY:
		agent_fill_energy(f, c, at, domain, out);
		break;
	case SP_SLOT_STACK:
		add_answered(f, at, domain, out);
		break;
	case SP_SLOT_NUMBER:
		if (order_of(f)->kind == SP_ORDER_DRAW)
			agent_fill_offer(domain, order_of(f)->number, out);
		else
			add_domain(domain, out);
		break;
	case SP_SLOT_ANY:
		if (c->verb == SP_VERB_CHOOSE)
			add_by_verb(f, c, at, domain, out);
		else
			add_slot(f, at, domain, out);
		break;
	case SP_SLOT_NONE:
	case SP_SLOT_VERB:
	case SP_SLOT_STEP:
	case SP_SLOT_EDGE:
	case SP_SLOT_TREASURE:
		add_domain(domain, out);
		break;
	}
	if (f->relaxed && out->n == 0) {
		if (domain->kind == SP_SLOT_ENERGY)
			agent_fill_nearest_energy(f, domain, out);
		/* no more counters, no more modifiers */
		if (c->n_answers > 0)
			agent_fill_offer(domain, SP_NOTHING, out);
		/* whoever wants too many cards wants as many as there are */
		if (order_of(f)->kind == SP_ORDER_DRAW && domain->n > 0)
			agent_fill_offer(
				domain, domain->value[domain->n - 1], out);
		add_domain(domain, out);
	}
}

static void use_all(const struct sp_fill *f, struct sp_fill_at *at)
{
	const struct sp_order *o = order_of(f);

	for (int i = 0; i < o->n_phrases; i++)
		at->used[i] = o->part[i].count == 0 ? 1 : o->part[i].count;
}

void agent_fill_take(const struct sp_fill *f, struct sp_command *c,
	struct sp_fill_at *at, const struct sp_domain *domain,
	const struct sp_choice *choice)
{
	assert(c->n_answers < SP_ANSWERS_MAX);
	c->answer[c->n_answers++] = choice->value;
	if (sp_times_of(choice->value) > 0 && choice->part >= 0 &&
		choice->part < SP_ORDER_PHRASES_MAX)
		at->used[choice->part] =
			order_of(f)->part[choice->part].count - 1;
	else if (sp_times_of(choice->value) > 0)
		use_again(f, at, domain->card_slot,
			sp_times_of(choice->value) - 1);
	else if (domain->kind == SP_SLOT_ANY) {
		at->last = choice->part;
		at->last_value = choice->value;
	}
	if (choice->part == SP_ORDER_PHRASES_MAX)
		use_all(f, at);
	else if (choice->part >= 0 && choice->part < SP_ORDER_PHRASES_MAX)
		at->used[choice->part]++;
	if (choice->name >= 0)
		at->names |= UINT32_C(1) << choice->name;
	if (choice->clause >= 0)
		at->clauses |= (uint8_t)(1U << choice->clause);
	if (domain->kind == SP_SLOT_COUNTER && choice->clause >= 0)
		at->clause = choice->clause;
	if (domain->kind == SP_SLOT_MODIFIER)
		at->modifier = choice->value == SP_NOTHING
				       ? -1
				       : type_of(f, choice->value);
	else if (domain->kind != SP_SLOT_ANY)
		at->modifier = -1;
}
