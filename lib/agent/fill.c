/* Orders of cards: the search for the commands that an order can mean. */
#include "fill.h"

#include "law/asked.h"

static bool is_done(const struct sp_fill *f)
{
	return f->looks >= SP_FILL_LOOKS ||
	       (!f->counts && f->n_found > (f->relaxed ? 0 : 1));
}

/* Count a command behind the first two, unless another reads like it. */
static void count(struct sp_fill *f, const char *text)
{
	uint32_t sum = 2166136261U; /* FNV-1a */

	for (int i = 0; i < f->n_found; i++)
		if (sp_streq(f->text[i], text))
			return;
	for (; *text != '\0'; text++)
		sum = (sum ^ (unsigned char)*text) * 16777619U;
	for (int i = 0; i < f->n_more; i++)
		if (f->more[i] == sum)
			return;
	if (f->n_more < SP_FILL_LOOKS)
		f->more[f->n_more++] = sum;
}

static void keep(struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at)
{
	struct sp_order_place place;
	struct sp_buf text;
	int n = f->n_found;
	bool open = agent_plan_puts_off(f->b, c);

	if (!f->relaxed && agent_fill_unused(f, at, &place) >= 0 &&
		!(open && agent_fill_left_is_said(f, at)))
		return;
	sp_buf_init(&text, sizeof(f->text[0]) - 1);
	sp_agent_understood(f->b->ruleset, f->b->view, c, &text);
	/* commands that read the same do the same */
	if (n == 2)
		count(f, sp_buf_str(&text));
	else if (n == 0 || !sp_streq(f->text[0], sp_buf_str(&text))) {
		sp_format(f->text[n], sizeof(f->text[n]), "%s",
			sp_buf_str(&text));
		*(n == 0 ? &f->found : &f->other) = *c;
		f->n_found++;
	}
	sp_buf_free(&text);
}

void agent_fill_search(struct sp_fill *f, const struct sp_command *c,
	const struct sp_fill_at *at)
{
	struct sp_domain domain;
	struct sp_choices choices;

	if (is_done(f))
		return;
	f->looks++;
	sp_law_slots(f->b->ruleset, f->b->view, f->b->seat, c, &domain);
	if (domain.complete) {
		keep(f, c, at);
		return;
	}
	if (domain.n == 0 || c->n_answers == SP_ANSWERS_MAX)
		return;
	agent_fill_choices(f, c, at, &domain, &choices);
	for (int i = 0; i < choices.n && !is_done(f); i++) {
		struct sp_command next = *c;
		struct sp_fill_at then = *at;

		agent_fill_take(f, &next, &then, &domain, &choices.choice[i]);
		agent_fill_search(f, &next, &then);
	}
}

/* ---- numbers ----------------------------------------------------------------
 */

/* "2 blue", and number 2 is not blue. */
static bool refuse_line(struct sp_binding *b, const struct sp_domain *domain,
	int number, const struct sp_order_phrase *part)
{
	return agent_refuse_note(b, &part->at,
		&(struct sp_agent_note){ .reason = SP_AGENT_REASON_OTHER_LINE,
			.number = number,
			.slot = domain->card_slot,
			.value = domain->value[number - 1] });
}

bool agent_bind_number(struct sp_binding *b, int phrase)
{
	const struct sp_order *o = b->order;
	const struct sp_order_phrase *part = &o->part[phrase];
	int number =
		part->count > 0 ? part->count : o->named[part->first].value;
	struct sp_domain domain;

	if (!agent_verb(b, SP_VERB_CHOOSE))
		return false;
	agent_domain(b, &domain);
	/* of one cast several slots may be answered */
	b->out->goes_on = sp_law_choice_aims(b->view);
	if (o->n_phrases > 1 && !b->out->goes_on)
		return agent_refuse_note(b, &o->part[1].at,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_ONE_ANSWER,
				.number = o->n_phrases });
	if (number < 1 || number > domain.n)
		return agent_refuse_note(b, &part->at,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_ANSWERS,
				.most = domain.n });
	if (part->count > 0 && !agent_fits_phrase(b, domain.card_slot,
				       domain.value[number - 1], part))
		return refuse_line(b, &domain, number, part);
	agent_answer(b, domain.value[number - 1]);
	return agent_finish(b);
}

/* Does the order answer by the number of a line: "2", "2 blue", "choose 2"
 * where no number could be chosen? */
static bool is_by_number(const struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	const struct sp_order_phrase *part = &o->part[0];
	struct sp_binding scratch = *b;
	struct sp_bound bound = { 0 };
	struct sp_domain domain;

	if (o->kind == SP_ORDER_NUMBERS)
		return true;
	if ((o->kind != SP_ORDER_CHOOSE && o->kind != SP_ORDER_DISCARD) ||
		o->n_phrases != 1)
		return false;
	if (part->count > 0)
		return !sp_streq(part->keyword, "x");
	if (part->n != 1 || o->named[part->first].kind != SP_NAMED_NUMBER)
		return false;
	scratch.out = &bound;
	scratch.quiet = true;
	if (!agent_verb(&scratch, SP_VERB_CHOOSE))
		return false;
	agent_domain(&scratch, &domain);
	if (!agent_asks_number(b->ruleset, domain.card_slot))
		return true;
	for (int i = 0; i < domain.n; i++)
		if (sp_kind_of(domain.value[i]) == SP_KIND_NUMBER &&
			domain.value[i] != SP_NOTHING)
			return false;
	return true;
}

/* ---- verbs ------------------------------------------------------------------
 */

/* Has the seat a card of this type in hand, or in play? */
static bool holds(const struct sp_binding *b, int type, enum sp_zone zone)
{
	for (int card = 0; card < b->ruleset->n_copies; card++) {
		if (b->ruleset->type[card] == type &&
			b->view->place[card].zone == zone &&
			b->view->place[card].seat == b->seat)
			return true;
	}
	return false;
}

/* Does something of this type lie on the board, wherever its card is? */
static bool lies(const struct sp_binding *b, int type)
{
	const struct sp_game *g = b->view;

	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			b->ruleset->type[g->thing[i].card] == type)
			return true;
	return false;
}

/* Is this seat asked which card of its own it gives up? Then to discard one
 * answers that. */
static bool is_asked_for_own(const struct sp_binding *b)
{
	const struct sp_game *g = b->view;

	return g->decision.kind == SP_DECISION_CHOICE &&
	       (g->decision.seats >> b->seat & 1U) != 0 && g->n_frames > 0 &&
	       b->ruleset->slot[g->frame[g->n_frames - 1].choice.slot].asks ==
		       SP_ASK_MINE;
}

/* The verb of an order; where a card may be cast or used, what it is now
 * decides. */
static enum sp_verb verb_of(const struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	int type = o->n_clauses > 0 ? o->clause[o->n_clauses - 1].card : -1;
	bool discard = b->view->decision.kind == SP_DECISION_DISCARD;
	bool hand;

	switch ((enum sp_order_kind)o->kind) {
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
		hand = holds(b, type, SP_ZONE_HAND);
		if (o->kind == SP_ORDER_CAST)
			return !hand && agent_is_playable(
						b, agent_own_of_type(
							   b, type, true))
				       ? SP_VERB_USE
				       : SP_VERB_CAST;
		return hand && !holds(b, type, SP_ZONE_PLAY) && !lies(b, type)
			       ? SP_VERB_CAST
			       : SP_VERB_USE;
	case SP_ORDER_PUNCH_THING:
		return SP_VERB_PUNCH;
	case SP_ORDER_BOOST:
		return SP_VERB_BOOST;
	case SP_ORDER_PICK_UP_ITEM:
		return SP_VERB_TAKE_ITEM;
	case SP_ORDER_DROP_ITEM:
		return SP_VERB_DROP_ITEM;
	case SP_ORDER_END_SPELL:
		return SP_VERB_END_SPELL;
	case SP_ORDER_ACTIVATE:
		return SP_VERB_ACTIVATE;
	case SP_ORDER_DISCARD:
		return discard               ? SP_VERB_GIVE_UP
		       : is_asked_for_own(b) ? SP_VERB_CHOOSE
					     : SP_VERB_DISCARD;
	case SP_ORDER_DRAW:
		return SP_VERB_DRAW;
	case SP_ORDER_CHOOSE:
	case SP_ORDER_NUMBERS:
		return discard ? SP_VERB_GIVE_UP : SP_VERB_CHOOSE;
	default:
		return SP_VERB_ANSWER;
	}
}

/* The one of two commands that a sensible player means: a gift is for a friend.
 */
static const struct sp_command *better(const struct sp_fill *f)
{
	const struct sp_binding *b = f->b;
	struct sp_command c = f->found;
	struct sp_domain domain;
	int n = 0;

	while (n < f->found.n_answers && n < f->other.n_answers &&
		f->found.answer[n] == f->other.answer[n])
		n++;
	if (n == f->found.n_answers || n == f->other.n_answers)
		return &f->found;
	c.n_answers = n;
	sp_law_slots(b->ruleset, b->view, b->seat, &c, &domain);
	return sp_sense_rank(b->ruleset, b->view, &c, &domain,
		       f->other.answer[n]) < sp_sense_rank(b->ruleset, b->view,
						     &c, &domain,
						     f->found.answer[n])
		       ? &f->other
		       : &f->found;
}

static bool refuse_several(struct sp_fill *f)
{
	struct sp_binding *b = f->b;

	agent_suggest_command(b, better(f));
	b->out->command = f->found;
	b->out->other = f->other;
	return agent_refuse_note(b, &b->order->phrase,
		&(struct sp_agent_note){
			.reason = SP_AGENT_REASON_WHICH_COMMAND,
			.number = f->n_more,
			.most = f->looks >= SP_FILL_LOOKS });
}

/* "2, 3", "zot and swap", "zot x2" */
static bool says_several(const struct sp_order *o)
{
	return o->n_phrases > 1 ||
	       (sp_streq(o->part[0].keyword, "x") && o->part[0].count > 1);
}

/* "zot and swap": things alone, with no word that says what each is for. */
static bool is_list(const struct sp_order *o)
{
	for (int i = 0; i < o->n_phrases; i++)
		if (o->part[i].keyword[0] != '\0')
			return false;
	return o->n_phrases > 1;
}

static bool refuse_list(struct sp_binding *b)
{
	(void)agent_refuse_note(b, &b->order->part[1].at,
		&(struct sp_agent_note){ .reason = SP_AGENT_REASON_ONE_ANSWER,
			.number = b->order->n_phrases });
	agent_suggest_any(b);
	return false;
}

static bool bind_cards(struct sp_binding *b)
{
	enum sp_verb verb = verb_of(b);
	struct sp_fill f = { .b = b, .counts = !b->quiet };
	struct sp_command c;
	struct sp_fill_at at;

	if (verb == SP_VERB_GIVE_UP)
		return agent_bind_give_up(b);
	if (b->order->kind == SP_ORDER_NUMBERS &&
		b->view->decision.kind != SP_DECISION_CHOICE)
		return agent_refuse(
			b, &b->order->phrase, SP_AGENT_REASON_NOT_ASKED);
	if (verb == SP_VERB_CHOOSE && agent_is_way(b))
		return agent_bind_way(b);
	if (verb == SP_VERB_CHOOSE && says_several(b->order) &&
		sp_agent_more_answers(b->ruleset, b->view, b->by) > 0)
		return agent_bind_several(b);
	if (verb == SP_VERB_CHOOSE && is_by_number(b))
		return agent_bind_number(b, 0);
	if (!agent_verb(b, verb))
		return false;
	c = b->out->command;
	agent_fill_at_begin(&f, &at);
	agent_fill_search(&f, &c, &at);
	if (f.n_found == 0 && verb == SP_VERB_CHOOSE && is_list(b->order))
		return refuse_list(b);
	f.counts = false;
	if (f.n_found == 0)
		return agent_fill_explain(&f, verb);
	if (f.n_found > 1)
		return refuse_several(&f);
	if (b->order->kind == SP_ORDER_THROW &&
		agent_fill_is_never_used(
			&b->ruleset->card[b->order->clause[0].card])) {
		agent_suggest_command(b, &f.found);
		return agent_refuse_type(b, &b->order->phrase,
			SP_AGENT_REASON_NEVER_USED, b->order->clause[0].card);
	}
	b->out->command = f.found;
	b->out->goes_on = agent_plan_puts_off(b, &f.found);
	return agent_finish(b);
}

bool agent_bind_cards(struct sp_binding *b)
{
	struct sp_order read;
	struct sp_binding as_line = *b;

	if (!sp_vocable_read_places(
		    b->ruleset, &b->view->board, b->order, &read))
		return bind_cards(b);
	as_line.order = &read;
	return bind_cards(&as_line);
}

bool sp_agent_bind_declared(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out)
{
	struct sp_binding b = { ruleset, view, seat, seat, order, out, true };

	return agent_bind_cards(&b);
}
