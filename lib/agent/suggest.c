/* What one might write now. */
#include "agent/agent.h"

#include <assert.h>

#include "explain_private.h"
#include "law/compulsion.h"

struct list {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	struct sp_suggestion *out;
	int n, max;
};

static void add_command(struct list *l, const struct sp_command *c)
{
	struct sp_buf text;

	if (l->n == l->max ||
		sp_law_check(l->ruleset, l->view, c, NULL) != SP_OK)
		return;
	sp_buf_init(&text, sizeof(l->out->text) - 1);
	sp_agent_understood(l->ruleset, l->view, c, &text);
	if (!text.overflow)
		sp_format(l->out[l->n++].text, sizeof(l->out->text), "%s",
			sp_buf_str(&text));
	sp_buf_free(&text);
}

/* The first legal command of a verb without slots or with one. */
static void add_verb(struct list *l, enum sp_verb verb)
{
	struct sp_command c;
	struct sp_domain domain;
	int first = 0;

	agent_command_init(&c, l->view, l->seat);
	c.verb = (int)verb;
	sp_law_slots(l->ruleset, l->view, l->seat, &c, &domain);
	while (first < domain.n &&
		sp_sense_is_poor(l->view, l->seat, verb, domain.value[first]))
		first++;
	if (!domain.complete && first >= domain.n)
		return;
	if (!domain.complete)
		c.answer[c.n_answers++] = domain.value[first];
	add_command(l, &c);
}

/* "move to c4", or "move towards c4" where the moves do not suffice. Nothing
 * where the square itself hurts: that is for the player to choose. */
static void add_walk(struct list *l, const char *where)
{
	static const enum sp_order_kind kinds[] = { SP_ORDER_MOVE_TO,
		SP_ORDER_MOVE_TOWARDS };

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		struct sp_order order;
		struct sp_bound bound;
		struct sp_binding b = { l->ruleset, l->view, l->seat,
			sp_game_answerer(l->view, l->seat), &order, &bound,
			true };

		memset(&order, 0, sizeof(order));
		order.kind = (uint8_t)kinds[i];
		sp_format(order.where, sizeof(order.where), "%s", where);
		if (l->n < l->max &&
			!agent_is_hurt_at(&b, agent_square(&b, where)) &&
			agent_bind_order(&b)) {
			sp_format(l->out[l->n++].text, sizeof(l->out->text),
				"%s %s", sp_order_word(kinds[i]), where);
			return;
		}
	}
}

/* The wizard, or the creature that acts for him. */
static const struct sp_actor *acting(const struct list *l)
{
	return &l->view->actor[l->seat == l->view->active
				       ? sp_game_acting(l->view)
				       : l->seat];
}

static void add_fetching(struct list *l)
{
	int actor =
		l->seat == l->view->active ? sp_game_acting(l->view) : l->seat;
	uint16_t best = sp_sense_nearest_treasure(l->view, l->seat, actor);
	char where[SP_SQUARE_NAME_SIZE];

	if (best == SP_NOWHERE)
		return;
	sp_board_square_name(&l->view->board, best, where);
	add_walk(l, where);
}

/* "pick up treasure" where one lies, "pick up blue's treasure" where several
 * do. */
static void add_picking_up(struct list *l)
{
	uint16_t here = acting(l)->square;
	int lie = 0;

	for (int t = 0; t < l->view->n_treasures; t++)
		lie += l->view->treasure[t].carrier == SP_NOBODY &&
		       l->view->treasure[t].square == here;
	for (int t = 0; t < l->view->n_treasures; t++) {
		struct sp_command c;

		if (!sp_sense_is_worth_fetching(l->view, l->seat, t))
			continue;
		agent_command_init(&c, l->view, l->seat);
		c.verb = SP_VERB_PICK_UP;
		c.answer[c.n_answers++] = SP_REF(SP_KIND_TREASURE, t);
		int before = l->n;
		add_command(l, &c);
		if (l->n > before && lie == 1)
			sp_format(l->out[before].text, sizeof(l->out->text),
				"pick up treasure");
	}
}

/* What whoever acts is compelled to, where it is his turn. */
static void add_obedience(struct list *l)
{
	struct sp_command c;

	sp_law_command_init(&c, l->view, l->seat);
	if (l->seat == l->view->active && sp_law_obey(l->ruleset, l->view, &c))
		add_command(l, &c);
}

int sp_agent_suggest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max)
{
	struct list l = { ruleset, view, sp_game_on_behalf(view, seat), out, 0,
		max };
	const struct sp_actor *w = acting(&l);

	assert(max <= SP_AGENT_SUGGEST_MAX);
	/* somebody else plays this turn */
	if (!w->alive || sp_game_answerer(view, seat) != seat)
		return 0;
	seat = l.seat;
	if (view->decision.kind != SP_DECISION_TURN && sp_game_has_deck(view))
		return agent_suggest_answers(ruleset, view, seat, out, max);
	/* the last one closes the turn, whatever else there is to do */
	l.max = max > 1 ? max - 1 : max;
	add_obedience(&l);
	if (w->carries != SP_NOBODY) {
		/* at home the treasure scores once it lies there */
		if (w->square == view->actor[seat].home &&
			view->treasure[w->carries].owner != seat)
			add_verb(&l, SP_VERB_DROP);
		else
			add_walk(&l, "home");
	} else {
		add_picking_up(&l);
		add_fetching(&l);
	}
	if (sp_game_has_deck(view))
		l.n = agent_suggest_spells(
			ruleset, view, seat, out, l.n, l.max);
	add_verb(&l, SP_VERB_PUNCH);
	add_verb(&l, SP_VERB_OPEN);
	if (seat != view->active)
		add_verb(&l, SP_VERB_HOLD);
	l.max = max;
	add_verb(&l, SP_VERB_END);
	return l.n;
}

/* ---- what a refused order may have in its place ----------------------------
 */

bool agent_walk_is_spell(const struct agent_walk *w)
{
	return w->f->b->view->decision.kind == SP_DECISION_TURN &&
	       (w->c.verb == SP_VERB_CAST || w->c.verb == SP_VERB_USE);
}

/* True if the phrase names whom, what or where, whatever its word. */
static bool names_aim(
	const struct agent_walk *w, const struct sp_order_phrase *part)
{
	const struct sp_order *o = agent_walk_order(w);

	for (int i = part->first; i < part->first + part->n; i++) {
		int kind = o->named[i].kind;

		if (!agent_fill_is_with(part) &&
			(kind == SP_NAMED_SEAT || kind == SP_NAMED_SELF ||
				kind == SP_NAMED_SQUARE ||
				kind == SP_NAMED_EDGE ||
				kind == SP_NAMED_TREASURE))
			return true;
	}
	return false;
}

/* True if an answer of the command is what the phrase names. */
static bool is_answered(const struct agent_walk *w, const struct sp_command *c,
	const struct sp_order_phrase *part)
{
	for (int i = 1; i < c->n_answers; i++)
		if (sp_times_of(c->answer[i]) == 0 &&
			agent_fits_phrase(w->f->b, -1, c->answer[i], part))
			return true;
	return false;
}

/* True if the command casts what is to be used: first that, at nothing that is
 * named. */
static bool casts_first(const struct agent_walk *w, const struct sp_command *c)
{
	return c->verb == SP_VERB_CAST &&
	       agent_walk_order(w)->kind != SP_ORDER_CAST;
}

/* True if the order says something for the slot, but this value nowhere. */
static bool is_unnamed(const struct agent_walk *w, const struct sp_command *c,
	const struct sp_fill_at *at, int slot, sp_value value)
{
	const struct sp_order *o = agent_walk_order(w);
	const char *word = w->f->b->ruleset->slot[slot].words;
	bool part = agent_fill_is_of_modifier(w->f, at, slot);
	bool said = false, own = false;

	for (int i = 0; i < o->n_phrases; i++)
		own |= word[0] != '\0' && sp_streq(o->part[i].keyword, word);
	for (int i = 0; i < o->n_phrases; i++) {
		if (own && o->part[i].keyword[0] != '\0' &&
			!sp_streq(o->part[i].keyword, word))
			continue;
		/* "from blue" does not name the thing that is Blue's */
		if (agent_fits_phrase(w->f->b, slot, value, &o->part[i]) &&
			(agent_fill_is_for(w->f, at, &o->part[i], slot) ||
				!is_answered(w, c, &o->part[i]) ||
				o->part[i].n > 1))
			return false;
		said |= (agent_fill_is_for(w->f, at, &o->part[i], slot) &&
				!agent_fill_is_with(&o->part[i]) &&
				!agent_fill_is_play_only(w->f, &o->part[i])) ||
			(!part && !casts_first(w, c) &&
				names_aim(w, &o->part[i]) &&
				!is_answered(w, c, &o->part[i]));
	}
	return said;
}

/* True if the order says another number for the slot, behind its word, that is
 * offered, or no number at all. */
static bool is_other_number(const struct agent_walk *w,
	const struct sp_domain *domain, sp_value value)
{
	const struct sp_order *o = agent_walk_order(w);
	const struct sp_card_slot *slot =
		&w->f->b->ruleset->slot[domain->card_slot];

	for (int i = 0; slot->asks == SP_ASK_NUMBER && i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		const struct sp_named *name = &o->named[part->first];
		int said = part->count;

		if (!sp_streq(part->keyword, slot->words) || part->n == 0)
			continue;
		if (said == 0 && name->kind != SP_NAMED_NUMBER)
			return true;
		if (said == 0)
			said = name->value;
		return said != value && agent_offers(domain, said);
	}
	return false;
}

/* True if the play is another than the order names. */
static bool is_other_play(const struct agent_walk *w,
	const struct sp_command *c, const struct sp_fill_at *at, int n)
{
	const struct sp_binding *b = w->f->b;
	int type = agent_type_of(b->ruleset, b->view, c->answer[n - 1]);

	return type >= 0 && !casts_first(w, c) &&
	       !agent_fill_means_play(
		       w->f, at, &b->ruleset->card[type], c->answer[n]);
}

/* Read on with the clause of that card: a counter of several. */
static void begin_clause(
	const struct agent_walk *w, struct sp_fill_at *at, sp_value card)
{
	const struct sp_binding *b = w->f->b;
	const struct sp_order *o = agent_walk_order(w);
	int type = agent_type_of(b->ruleset, b->view, card);

	for (int i = 0; i < o->n_clauses; i++)
		if (o->clause[i].card == type && type >= 0)
			at->clause = i;
}

bool agent_walk_keeps(const struct agent_walk *w, const struct sp_command *c)
{
	const struct sp_binding *b = w->f->b;
	bool counter = w->c.verb == SP_VERB_ANSWER;
	struct sp_fill_at at;
	struct sp_command some = *c;
	struct sp_domain domain;

	if (!counter && !agent_walk_is_spell(w))
		return true;
	agent_fill_at_begin(w->f, &at);
	for (int n = counter ? 0 : 1; n < c->n_answers; n++) {
		sp_value value = c->answer[n];

		some.n_answers = n;
		sp_law_slots(b->ruleset, b->view, b->seat, &some, &domain);
		if (domain.kind == SP_SLOT_MODIFIER)
			at.modifier = agent_type_of(b->ruleset, b->view, value);
		if (domain.kind == SP_SLOT_COUNTER)
			begin_clause(w, &at, value);
		if (domain.kind == SP_SLOT_PLAY && is_other_play(w, c, &at, n))
			return false;
		if (domain.kind != SP_SLOT_ANY || sp_times_of(value) > 0 ||
			sp_kind_of(value) == SP_KIND_CARD)
			continue;
		if (sp_kind_of(value) == SP_KIND_NUMBER
				? is_other_number(w, &domain, value)
				: is_unnamed(
					  w, c, &at, domain.card_slot, value))
			return false;
	}
	return true;
}

/* Put those nearest to the refused square first. */
static void sort_near(
	const struct sp_game *g, sp_value near, sp_value value[], int n)
{
	uint16_t steps[SP_SQUARES_MAX];

	sp_game_steps_from(g, (uint16_t)sp_index_of(near), steps);
	for (int i = 1; i < n; i++) {
		sp_value v = value[i];
		int k = i;

		for (; k > 0 && steps[sp_index_of(value[k - 1])] >
					steps[sp_index_of(v)];
			k--)
			value[k] = value[k - 1];
		value[k] = v;
	}
}

static void offer(struct sp_refusal *why, enum sp_argument_name name, int value)
{
	if (why->n_arguments < SP_ARGUMENTS_MAX)
		why->argument[why->n_arguments++] =
			(struct sp_argument){ (uint8_t)name, value };
}

void agent_walk_keep_corners(const struct agent_walk *w, int n)
{
	const struct sp_binding *b = w->f->b;
	struct sp_refusal *why = &b->out->why;
	struct sp_command c = w->c;
	struct sp_domain domain;
	int kept = 0, first;

	c.n_answers = n;
	sp_law_slots(b->ruleset, b->view, b->seat, &c, &domain);
	if (b->quiet || domain.kind != SP_SLOT_ANY ||
		sp_kind_of(w->c.answer[n]) != SP_KIND_SQUARE ||
		!agent_fill_is_of_modifier(
			w->f, &w->behind[n], domain.card_slot))
		return;
	for (int i = 0; i < domain.n; i++) {
		struct sp_fill f = *w->f;

		f.looks = f.n_found = 0;
		c.answer[n] = domain.value[i];
		c.n_answers = n + 1;
		agent_fill_search(&f, &c, &w->behind[n]);
		if (f.n_found > 0)
			domain.value[kept++] = domain.value[i];
	}
	sort_near(b->view, w->c.answer[n], domain.value, kept);
	for (int i = why->n_arguments - 1; i >= 0; i--)
		if (why->argument[i].name == SP_ARGUMENT_OFFER ||
			why->argument[i].name == SP_ARGUMENT_MORE)
			why->argument[i] = why->argument[--why->n_arguments];
	first = kept > SP_OFFERS_MAX ? SP_OFFERS_MAX - 1 : kept;
	for (int i = 0; i < first; i++)
		offer(why, SP_ARGUMENT_OFFER, domain.value[i]);
	if (kept > first)
		offer(why, SP_ARGUMENT_MORE, kept - first);
}

bool agent_lacks_part(struct sp_binding *b, enum sp_verb verb)
{
	const struct sp_order *o = b->order;

	for (int i = 0; verb == SP_VERB_CAST && i < o->n_clauses; i++) {
		if (!o->clause[i].part || o->clause[i].card < 0 ||
			agent_walk_holds(b, o->clause[i].card))
			continue;
		(void)agent_refuse_type(b, &o->clause[i].at,
			SP_AGENT_REASON_NOT_IN_HAND, o->clause[i].card);
		agent_list_hand(b);
		return true;
	}
	return false;
}
