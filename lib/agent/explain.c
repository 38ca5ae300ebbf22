/* Why an order of cards means no legal command. */
#include "explain_private.h"

/* ---- the nearest legal thing ----------------------------------------------
 */

/* Suggest the command, unless it is at something else than what the order
 * names. False: nothing is suggested. */
static bool suggest(struct agent_walk *w, const struct sp_command *c)
{
	if (agent_walk_keeps(w, c))
		agent_suggest_command(w->f->b, c);
	else
		w->other = true;
	return w->f->b->out->suggestion[0] != '\0';
}

static bool suggest_from(struct agent_walk *w, int n_answers)
{
	struct sp_fill f = *w->f;
	struct sp_command c = w->c;

	c.n_answers = n_answers;
	f.relaxed = true;
	f.looks = f.n_found = 0;
	agent_fill_search(&f, &c, &w->at);
	return f.n_found > 0 && suggest(w, &f.found);
}

/* The order with another answer for one slot and all the rest of it as it
 * was written: "around e3" for a corner that bends no line to the target. */
static bool suggest_instead(struct agent_walk *w, int n_answers)
{
	struct sp_binding *b = w->f->b;
	struct sp_fill f = *w->f;
	struct sp_command c = w->c;
	struct sp_domain domain;

	f.looks = f.n_found = 0;
	c.n_answers = n_answers;
	sp_law_slots(b->ruleset, b->view, b->seat, &c, &domain);
	if (domain.kind != SP_SLOT_ANY ||
		(w->bent && !agent_fill_is_of_modifier(w->f,
				    &w->behind[n_answers], domain.card_slot)))
		return false;
	if (b->ruleset->slot[domain.card_slot].asks == SP_ASK_NUMBER)
		agent_fill_nearest_first(&domain, w->c.answer[n_answers]);
	for (int i = 0; i < domain.n && f.n_found == 0; i++) {
		c.answer[n_answers] = domain.value[i];
		c.n_answers = n_answers + 1;
		agent_fill_search(&f, &c, &w->behind[n_answers]);
	}
	return f.n_found > 0 && suggest(w, &f.found);
}

/* Of a list of cards suggest those that were named and can go: no other is
 * given away by a slip. */
static void suggest_named(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	struct sp_command c = w->c;

	for (int n = c.n_answers; n > 0 && b->out->suggestion[0] == '\0'; n--) {
		c.n_answers = n;
		agent_suggest_command(b, &c);
		if (b->out->suggestion[0] != '\0' || n == SP_ANSWERS_MAX)
			continue;
		c.answer[c.n_answers++] = SP_NOTHING;
		agent_suggest_command(b, &c);
		c.answer[n] = w->c.answer[n];
	}
}

/* The order is refused: suggest a command like this one that is legal, with
 * another answer in place of the last, or of those before it. Always false. */
static bool refused(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;

	if (b->quiet)
		return false;
	bool turn = b->view->decision.kind == SP_DECISION_TURN;

	if (w->c.verb == SP_VERB_DISCARD) {
		suggest_named(w);
		return false;
	}
	if (w->c.verb == SP_VERB_CHOOSE && agent_suggest_way(b))
		return false;
	/* another card is not near */
	int first = agent_walk_is_spell(w);
	int last = w->c.n_answers > 0 ? w->c.n_answers - 1 : 0;

	for (int n = last; w->c.n_answers > 0 && n >= first; n--)
		if (suggest_instead(w, n))
			return false;
	/* whoever bends a line wants this target, not one that a corner finds,
	 * and whoever drops a thing that one */
	if (turn && (w->bent || w->c.verb == SP_VERB_DROP_ITEM))
		return false;
	for (int n = last; n >= first; n--)
		if (suggest_from(w, n) || (w->other && !turn))
			return false;
	if (!turn)
		agent_suggest_any(b);
	return false;
}

/* ---- what can be said besides ---------------------------------------------
 */

/* What the hand has to pay with. */
static void list_energy(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_hand *hand = &b->view->hand[b->seat];

	for (int i = 0; i < hand->n; i++) {
		sp_value card = SP_REF(SP_KIND_CARD, hand->card[i]);
		const struct sp_card *type =
			sp_ruleset_card(b->ruleset, hand->card[i]);

		if (type->energy == 0 || type->energy_die > 0 ||
			card == w->c.answer[0] ||
			(type->flash && w->c.verb == SP_VERB_BOOST))
			continue;
		agent_list(b, card);
		agent_list(b, agent_fill_worth(w->f, card));
	}
}

/* ---- answers that are not legal --------------------------------------------
 */

static void take(struct agent_walk *w, const struct sp_choice *choice)
{
	int n = w->c.n_answers;

	agent_fill_take(w->f, &w->c, &w->at, &w->domain, choice);
	w->behind[n] = w->at;
	w->bent |= w->at.modifier >= 0;
}

/* True if the slot takes places, and the order names one, or a direction,
 * without any keyword. */
static bool names_place(const struct agent_walk *w)
{
	const struct sp_order *o = agent_walk_order(w);
	int slot = w->domain.card_slot;
	bool line = sp_vocable_asks_line(w->f->b->ruleset, slot);

	if (!line && !sp_vocable_asks_square(w->f->b->ruleset, slot))
		return false;
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		int kind = part->n == 0
				   ? -1
				   : o->named[part->first + part->n - 1].kind;

		if (w->at.used[i] == 0 &&
			(kind == SP_NAMED_SQUARE ||
				kind == SP_NAMED_DIRECTION ||
				(line && kind == SP_NAMED_EDGE)) &&
			agent_fill_is_for(w->f, &w->at, part, slot))
			return true;
	}
	return false;
}

/* Does the order say something for this slot of a part of its spell, though
 * nothing that it can mean? */
static bool says_other(
	const struct agent_walk *w, const struct sp_choices *choices)
{
	const struct sp_order *o = agent_walk_order(w);

	if (w->domain.kind != SP_SLOT_ANY || choices->choice[0].part >= 0)
		return false;
	if (w->at.modifier < 0)
		return names_place(w);
	/* none of them helps: it is for the player to name one */
	if (w->domain.n > 1 &&
		agent_fill_is_of_modifier(w->f, &w->at, w->domain.card_slot))
		return true;
	for (int i = 0; i < o->n_phrases; i++)
		if (w->at.used[i] == 0 && o->part[i].clause < o->n_clauses &&
			o->clause[o->part[i].clause].part &&
			agent_fill_is_for(
				w->f, &w->at, &o->part[i], w->domain.card_slot))
			return true;
	return false;
}

static bool answer(struct agent_walk *w, sp_value value, int part, int name,
	int clause, const struct sp_order_place *place)
{
	const struct sp_choice choice = { value, (int8_t)part, (int8_t)name,
		(int8_t)clause };

	if (w->c.n_answers == SP_ANSWERS_MAX)
		return agent_refuse(w->f->b, place, SP_AGENT_REASON_NOT_NOW);
	w->place = *place;
	take(w, &choice);
	return true;
}

static bool try_source(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);
	bool counter = w->c.verb == SP_VERB_ANSWER;
	bool hand = w->c.verb != SP_VERB_USE;
	int clause =
		counter ? agent_fill_next_clause(w->f, &w->at) : w->at.clause;
	sp_value value;

	if (clause < 0 || clause >= o->n_clauses)
		return agent_refuse(b, &o->phrase, SP_AGENT_REASON_NOT_NOW);
	value = agent_own_of_type(b, o->clause[clause].card, hand);
	if (value == SP_NOTHING ||
		(w->c.verb == SP_VERB_CAST &&
			sp_kind_of(value) != SP_KIND_CARD) ||
		(counter && !agent_is_playable(b, value))) {
		(void)agent_refuse_type(b, &o->clause[clause].at,
			hand ? SP_AGENT_REASON_NOT_IN_HAND
			     : SP_AGENT_REASON_NOT_HAD,
			o->clause[clause].card);
		agent_list_hand(w->f->b);
		return refused(w);
	}
	return answer(w, value, -1, -1, clause, &o->clause[clause].at);
}

/* True if the order is to strike with its card. */
static bool strikes(const struct sp_order *o)
{
	return o->kind == SP_ORDER_ATTACK || o->kind == SP_ORDER_THROW ||
	       o->kind == SP_ORDER_USE;
}

/* The play that the rules have least against. */
static bool try_play(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	int type = agent_type_of(
		b->ruleset, b->view, w->c.answer[w->c.n_answers - 1]);
	const struct sp_card *card = &b->ruleset->card[type];
	int best = 0, best_rank = -1;

	if (card->n_plays == 0) {
		(void)agent_refuse_type(b, &w->place,
			strikes(agent_walk_order(w))
				? SP_AGENT_REASON_NO_WEAPON
				: SP_AGENT_REASON_ONLY_ENERGY,
			type);
		return refused(w);
	}

	for (int i = 0; i < card->n_plays; i++) {
		struct sp_command c = w->c;
		struct sp_refusal why;
		int rank = 1;

		/* "throw" may be a cast yet to come */
		if (agent_walk_order(w)->kind != SP_ORDER_THROW &&
			!agent_fill_means_play(w->f, &w->at, card, i))
			continue;

		c.answer[c.n_answers++] = i;
		if (sp_law_check(b->ruleset, b->view, &c, &why) == SP_OK ||
			why.slot >= c.n_answers)
			rank = 2;
		else if (why.reason == SP_REASON_NO_PLAY ||
			 why.reason == SP_REASON_CANNOT_COUNTER ||
			 why.reason == SP_REASON_MALFORMED)
			rank = 0;
		if (rank > best_rank) {
			best_rank = rank;
			best = i;
		}
	}
	return answer(w, best, -1, -1, -1, &w->place);
}

/* Is it a card that only goes with others? */
static bool is_part(const struct sp_binding *b, int type)
{
	return sp_card_only_plays(&b->ruleset->card[type], SP_WHEN_MODIFIER);
}

static bool try_energy(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = part->first; k < part->first + part->n; k++) {
			const struct sp_named *name = &o->named[k];
			sp_value card;

			if (!sp_streq(part->keyword, "with") ||
				!agent_fill_is_source(name) ||
				(w->at.names >> k & 1) != 0)
				continue;
			if (name->kind == SP_NAMED_NUMBER) {
				(void)agent_refuse(b, &name->at,
					SP_AGENT_REASON_NONE_WORTH);
				b->out->note.number = name->value;
				list_energy(w);
				return refused(w);
			}
			card = agent_own_of_type(b, name->value, true);
			if (sp_kind_of(card) == SP_KIND_CARD)
				return answer(w, card, -1, k, -1, &name->at);
			if (is_part(b, name->value)) {
				(void)agent_refuse_type(b, &name->at,
					SP_AGENT_REASON_NOT_IN_HAND,
					name->value);
				agent_list_hand(b);
				return false;
			}
			(void)agent_refuse_type(b, &name->at,
				SP_AGENT_REASON_CANNOT_PAY, name->value);
			list_energy(w);
			return refused(w);
		}
	}
	return answer(w, SP_NOTHING, -1, -1, -1, &w->place);
}

/* ---- what a phrase names, legal or not -------------------------------------
 */

/* Find the first that the phrase names. What is of another kind than the slot
 * asks for, as a cloud where a spell is meant, gives way to what is merely out
 * of reach; it is kept in `other`. */
static sp_value find_of_kind(const struct agent_walk *w, enum sp_kind kind,
	int n, const struct sp_order_phrase *part, sp_value *other)
{
	const struct sp_game *view = w->f->b->view;

	for (int i = 0; i < n; i++) {
		sp_value value = SP_REF(kind, i);
		enum sp_reason reason;

		if ((kind == SP_KIND_CARD &&
			    (view->place[i].zone != SP_ZONE_HAND ||
				    view->place[i].seat != w->f->b->seat)) ||
			(kind == SP_KIND_THING &&
				view->thing[i].kind == SP_THING_FREE) ||
			(kind == SP_KIND_PLAYED &&
				(view->played[i].kind == SP_PLAYED_FREE ||
					(w->c.verb == SP_VERB_DROP_ITEM &&
						view->played[i].seat !=
							w->f->b->seat))) ||
			(kind == SP_KIND_ITEM && !view->cast[i].used))
			continue;
		if (!agent_fits_phrase(
			    w->f->b, w->domain.card_slot, value, part))
			continue;
		reason = agent_walk_against(w, value);
		if (agent_walk_out_of_reach(reason) ||
			(*other == SP_HIDDEN &&
				reason != SP_REASON_WRONG_TARGET))
			return value;
		if (*other == SP_HIDDEN)
			*other = value;
	}
	return SP_HIDDEN;
}

/* Can a slot of the verb's own be about it? */
static bool is_about(const struct agent_walk *w, enum sp_kind kind)
{
	unsigned about = agent_verb_of(w->c.verb)->about;

	return about == 0 || (about >> kind & 1U) != 0;
}

static sp_value find_meant(
	const struct agent_walk *w, const struct sp_order_phrase *part)
{
	const struct sp_binding *b = w->f->b;
	const struct sp_game *view = b->view;
	int slot = w->domain.card_slot;
	int asks = slot < 0 ? SP_ASK_TARGET : b->ruleset->slot[slot].asks;
	const struct {
		enum sp_kind kind;
		int n;
	} kinds[] = {
		/* "south" may be a line, too */
		{ SP_KIND_NUMBER,
			asks == SP_ASK_DIRECTION || asks == SP_ASK_STEP
				? SP_DIRS
				: 0 },
		{ SP_KIND_SQUARE, asks == SP_ASK_SQUARE || asks == SP_ASK_EMPTY
					  ? view->board.n_squares
					  : 0 },
		{ SP_KIND_EDGE, sp_vocable_asks_line(b->ruleset, slot)
					? view->board.n_edges
					: 0 },
		{ SP_KIND_SECTOR,
			asks == SP_ASK_SECTOR ? view->board.n_bays : 0 },
		{ SP_KIND_ACTOR, sp_game_actors_end(view) },
		{ SP_KIND_THING, view->things_end },
		{ SP_KIND_TREASURE, view->n_treasures },
		{ SP_KIND_PLAYED, view->played_end },
		{ SP_KIND_EDGE, view->board.n_edges },
		{ SP_KIND_SQUARE, view->board.n_squares },
		{ SP_KIND_CARD, b->ruleset->n_copies },
		{ SP_KIND_ITEM, SP_CASTS_MAX },
		{ SP_KIND_NUMBER, 10000 },
	};
	sp_value other = SP_HIDDEN;

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		sp_value value;

		if (!is_about(w, kinds[i].kind))
			continue;
		value = find_of_kind(
			w, kinds[i].kind, kinds[i].n, part, &other);
		if (value != SP_HIDDEN)
			return value;
	}
	return other;
}

static bool asks_spell(const struct agent_walk *w)
{
	int slot = w->domain.card_slot;

	return slot >= 0 && w->f->b->ruleset->slot[slot].asks == SP_ASK_SPELL;
}

static void refuse_card(struct agent_walk *w, const struct sp_named *name)
{
	struct sp_binding *b = w->f->b;
	enum sp_agent_reason reason = agent_verb_of(w->c.verb)->no_card;

	if (w->c.verb == SP_VERB_CAST && agent_walk_holds(b, name->value) &&
		is_part(b, name->value))
		reason = SP_AGENT_REASON_PART_BEFORE;
	if (reason == SP_AGENT_REASON_NONE)
		reason = agent_walk_holds(b, name->value) && !asks_spell(w)
				 ? SP_AGENT_REASON_NOT_FOR_THIS
				 : SP_AGENT_REASON_NO_CARD_THERE;
	(void)agent_refuse_type(b, &name->at, reason, name->value);
}

static bool refuse_no_school(
	struct agent_walk *w, const struct sp_order_phrase *part)
{
	(void)agent_refuse_note(w->f->b, &part->at,
		&(struct sp_agent_note){ .reason = SP_AGENT_REASON_NO_SCHOOL,
			.slot = w->domain.card_slot });
	for (int i = 0; i < w->domain.n; i++)
		agent_list(w->f->b, w->domain.value[i]);
	return refused(w);
}

/* No spell is meant: say which there are to be ended. */
static bool refuse_no_spell(
	struct agent_walk *w, const struct sp_order_phrase *part)
{
	(void)agent_refuse(w->f->b, &part->at, SP_AGENT_REASON_NO_SPELL_CALLED);
	for (int i = 0; i < w->domain.n; i++)
		if (w->domain.value[i] != SP_NOTHING)
			agent_list(w->f->b, w->domain.value[i]);
	return refused(w);
}

/* Nothing at all is meant: which of the names is to blame? */
static bool refuse_name(
	struct agent_walk *w, const struct sp_order_phrase *part)
{
	struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);

	if (w->domain.card_slot == b->ruleset->draft_slot)
		return refuse_no_school(w, part);
	for (int i = part->first; i < part->first + part->n; i++) {
		const struct sp_named *name = &o->named[i];

		if (name->kind == SP_NAMED_SQUARE &&
			agent_square(b, name->where) == SP_NOWHERE)
			(void)agent_refuse_quoted(b, &name->at,
				SP_AGENT_REASON_NO_SQUARE, name->where);
		else if (name->kind == SP_NAMED_EDGE &&
			 sp_board_edge_parse(&b->view->board, name->where) ==
				 UINT16_MAX)
			(void)agent_refuse_quoted(b, &name->at,
				SP_AGENT_REASON_NO_EDGE, name->where);
		else if (name->kind == SP_NAMED_CARD)
			refuse_card(w, name);
		else
			continue;
		return refused(w);
	}
	if (w->c.verb == SP_VERB_END_SPELL)
		return refuse_no_spell(w, part);
	if (w->c.verb == SP_VERB_DISCARD && part->n == 1 &&
		o->named[part->first].kind == SP_NAMED_NUMBER) {
		(void)agent_refuse_note(b, &part->at,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_NO_ENERGY_OF,
				.number = o->named[part->first].value });
		agent_list_hand(b);
		return refused(w);
	}
	(void)agent_refuse(b, &part->at, SP_AGENT_REASON_NOTHING_THERE);
	return refused(w);
}

/* The rules count quarter turns, players write degrees. */
static bool asks_turn(const struct agent_walk *w)
{
	int slot = w->domain.card_slot;

	return slot >= 0 && w->f->b->ruleset->slot[slot].asks == SP_ASK_TURN;
}

/* The phrase ends with a way, which is asked for later: suggest the order
 * without it. */
static bool refuse_way(struct agent_walk *w, int i, sp_value value, int before)
{
	const struct sp_order_phrase *part = &agent_walk_order(w)->part[i];
	const struct sp_order *o = agent_walk_order(w);
	struct sp_order_place at = o->named[part->first + before].at;
	struct sp_fill f = *w->f;

	at.length = part->at.column + part->at.length - at.column;
	(void)agent_refuse(w->f->b, &at, SP_AGENT_REASON_WAY_LATER);
	if (w->f->b->quiet || !answer(w, value, i, -1, -1, &at))
		return false;
	if (part->count > 0)
		w->at.used[i] = part->count;
	f.looks = f.n_found = 0;
	agent_fill_search(&f, &w->c, &w->at);
	if (f.n_found == 1)
		agent_suggest_command(w->f->b, &f.found);
	return false;
}

static bool try_phrase(struct agent_walk *w, int i)
{
	const struct sp_order_phrase *part = &agent_walk_order(w)->part[i];
	const struct sp_binding *b = w->f->b;
	int before = agent_walk_before_way(w, part);
	struct sp_order_phrase head = *part;
	struct sp_agent_note note;
	sp_value value;
	bool is_wrong;

	if (before > 0)
		head.n = (uint8_t)before;
	value = before == 0 ? part->count : find_meant(w, &head);
	if (before >= 0 && agent_offers(&w->domain, value))
		return refuse_way(w, i, value, before);
	if (agent_walk_is_half_line(w, part))
		return agent_refuse_quoted(w->f->b, &part->at,
			SP_AGENT_REASON_WHICH_SIDE,
			agent_walk_order(w)
				->named[part->first + part->n - 1]
				.where);
	/* nothing that it could mean: not that this is of another kind */
	if (w->c.verb == SP_VERB_CAST && w->domain.n == 0 && asks_spell(w) &&
		sp_kind_of(value) == SP_KIND_CARD) {
		note = agent_walk_no_answer(
			w, &b->ruleset->slot[w->domain.card_slot]);
		(void)agent_refuse_note(w->f->b, &part->at, &note);
		return refused(w);
	}
	if (value == SP_HIDDEN ||
		(w->c.verb == SP_VERB_CAST &&
			sp_kind_of(value) == SP_KIND_CARD &&
			is_part(b, b->ruleset->type[sp_index_of(value)])))
		return refuse_name(w, part);
	is_wrong = asks_turn(w) && !agent_offers(&w->domain, value);
	if (!answer(w, value, i, -1, -1, &part->at))
		return false;
	if (before == 0)
		w->behind[w->c.n_answers - 1].used[i] = part->count;
	if (!is_wrong)
		return true;
	(void)agent_refuse(w->f->b, &part->at, SP_AGENT_REASON_TURNS);
	return refused(w);
}

/* The order says nothing for a slot of its card. */
static bool refuse_slot(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_card_slot *slot =
		&b->ruleset->slot[w->domain.card_slot];
	enum sp_agent_reason reason = slot->paid ? SP_AGENT_REASON_SPEND_WHICH
						 : SP_AGENT_REASON_SAY_MORE;
	struct sp_agent_note note = { .reason = (uint8_t)reason,
		.slot = w->domain.card_slot };

	if (w->domain.n == 0)
		note = agent_walk_no_answer(w, slot);
	(void)agent_refuse_note(b, &b->order->phrase, &note);
	if (note.reason == SP_AGENT_REASON_SPEND_WHICH)
		agent_list_kinds(b, w->domain.value, w->domain.n);
	return false;
}

/* More of the same card than there are: "discard zot x2" with one. */
static bool refuse_repeated(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);

	for (int i = 0; i < o->n_phrases; i++) {
		struct sp_agent_note note = {
			.reason = SP_AGENT_REASON_TOO_FEW_LIKE,
			.number = w->at.used[i]
		};

		if (w->at.used[i] == 0 || w->at.used[i] >= o->part[i].count)
			continue;
		for (int k = 0; k < w->c.n_answers; k++)
			if (agent_fits_phrase(b, w->domain.card_slot,
				    w->c.answer[k], &o->part[i]))
				note.value = w->c.answer[k];
		(void)agent_refuse_note(b, &o->part[i].at, &note);
		return true;
	}
	return false;
}

/* True if the phrase names a card that could pay. */
static bool is_source(
	const struct sp_order *o, const struct sp_order_phrase *part)
{
	return agent_fill_is_with(part) &&
	       agent_fill_is_source(&o->named[part->first]);
}

/* True if `with` names what this slot of the card asks for: what a weapon uses
 * up is no payment. */
static bool asks_with(const struct sp_binding *b, int slot)
{
	return slot >= 0 && sp_streq(b->ruleset->slot[slot].words, "with");
}

static bool try_slot(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);
	bool single = w->c.verb == SP_VERB_CHOOSE;

	if (w->domain.kind != SP_SLOT_ANY)
		single = true;
	for (int i = 0; i < o->n_phrases; i++) {
		if (w->at.used[i] > 0 ||
			agent_fill_is_play_only(w->f, &o->part[i]) ||
			(!single &&
				!agent_fill_is_for(w->f, &w->at, &o->part[i],
					w->domain.card_slot)) ||
			(is_source(o, &o->part[i]) &&
				!asks_with(b, w->domain.card_slot)))
			continue;
		return try_phrase(w, i);
	}
	if (refuse_repeated(w))
		return refused(w);
	if (w->domain.card_slot < 0 || single)
		(void)agent_refuse(b, &o->phrase, SP_AGENT_REASON_NOT_NOW);
	else
		(void)refuse_slot(w);
	return refused(w);
}

/* Answer the slot with what the order says though it is not legal. False: it
 * was refused here. */
static bool try_answer(struct agent_walk *w)
{
	switch ((enum sp_slot_kind)w->domain.kind) {
	case SP_SLOT_COUNTER:
		return try_source(w);
	case SP_SLOT_CARD:
	case SP_SLOT_PLAYED:
		if (w->c.verb == SP_VERB_CAST || w->c.verb == SP_VERB_USE)
			return try_source(w);
		return try_slot(w);
	case SP_SLOT_PLAY:
		return try_play(w);
	case SP_SLOT_MODIFIER:
		return answer(w, SP_NOTHING, -1, -1, -1, &w->place);
	case SP_SLOT_ENERGY:
		return try_energy(w);
	case SP_SLOT_STACK:
		return answer(w,
			w->f->b->view->reaction[w->f->b->view->n_rounds - 1]
				.subject,
			-1, -1, -1, &w->place);
	case SP_SLOT_NUMBER:
		return answer(w, agent_walk_order(w)->number, -1, -1, -1,
			&agent_walk_order(w)->phrase);
	default:
		return try_slot(w);
	}
}

/* The rules on the answer just given; true: they have nothing against it. */
static bool passes(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	struct sp_agent_note note;
	struct sp_refusal why;

	if (sp_law_check(b->ruleset, b->view, &w->c, &why) == SP_OK ||
		why.slot >= w->c.n_answers)
		return true;
	if ((why.reason == SP_REASON_NO_PLAY && agent_walk_no_play(w, &note)) ||
		(why.reason == SP_REASON_MALFORMED &&
			agent_walk_adds_up(w, &note, &w->place)))
		(void)agent_refuse_note(b, &w->place, &note);
	else if (why.reason == SP_REASON_NO_PLAY && agent_walk_is_item(w))
		(void)agent_refuse_type(b, &w->place,
			sp_kind_of(w->c.answer[0]) == SP_KIND_CARD
				? SP_AGENT_REASON_STILL_IN_HAND
				: SP_AGENT_REASON_CARRIED_ALREADY,
			agent_type_of(b->ruleset, b->view, w->c.answer[0]));
	else {
		(void)agent_refuse_law(b, &w->place, &why);
		agent_walk_keep_corners(w, why.slot);
	}
	(void)refused(w);
	return false;
}

static bool refuse_unused(struct agent_walk *w)
{
	struct sp_binding *b = w->f->b;
	struct sp_order_place place;
	struct sp_agent_note note;
	int unused = agent_fill_unused(w->f, &w->at, &place);

	if (unused < 0 && (w->c.verb != SP_VERB_CAST ||
				  agent_walk_order(w)->kind != SP_ORDER_THROW))
		return agent_refuse(b, &agent_walk_order(w)->phrase,
			SP_AGENT_REASON_NOT_NOW);
	if (unused < 0) /* "throw dagger", which would have to be carried */
		(void)agent_refuse_type(b, &agent_walk_order(w)->phrase,
			agent_walk_in_hand(w, SP_AGENT_REASON_CAST_TO_THROW),
			agent_walk_order(w)->clause[w->at.clause].card);
	else {
		note = agent_walk_no_use(w, unused, &place);
		(void)agent_refuse_note(b, &place, &note);
		if (note.reason == SP_AGENT_REASON_CANNOT_PAY)
			list_energy(w);
	}
	/* the same without that part */
	if (!b->quiet && w->domain.complete && suggest(w, &w->c))
		return false;
	agent_fill_at_begin(w->f, &w->at);
	return refused(w);
}

bool agent_fill_explain(struct sp_fill *f, enum sp_verb verb)
{
	struct agent_walk w = { .f = f };
	struct sp_choices choices;

	if (agent_refuse_put_away(f->b, verb) || agent_lacks_part(f->b, verb))
		return false;
	agent_command_init(&w.c, f->b->view, f->b->seat);
	w.c.verb = (int)verb;
	w.place = f->b->order->phrase;
	agent_fill_at_begin(f, &w.at);
	for (;;) {
		sp_law_slots(
			f->b->ruleset, f->b->view, f->b->seat, &w.c, &w.domain);
		if (w.domain.complete)
			return refuse_unused(&w);
		agent_fill_choices(f, &w.c, &w.at, &w.domain, &choices);
		if (choices.n > 0 && w.c.n_answers < SP_ANSWERS_MAX &&
			!says_other(&w, &choices)) {
			if (choices.choice[0].part >= 0 &&
				choices.choice[0].part < SP_ORDER_PHRASES_MAX)
				w.place = f->b->order
						  ->part[choices.choice[0].part]
						  .at;
			take(&w, &choices.choice[0]);
			continue;
		}
		if (w.domain.kind == SP_SLOT_NONE ||
			w.domain.kind == SP_SLOT_VERB) {
			return passes(&w) && refuse_unused(&w);
		}
		if (!try_answer(&w) || !passes(&w))
			return false;
	}
}
