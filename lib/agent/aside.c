/* Watches and deals: orders that may be given at any time. */
#include "agent_private.h"

#include "law/dealing.h"

/* ---- watches --------------------------------------------------------------
 */

/* The ruleset's number of the point; -1: it has no such word. */
static int point_of(const struct sp_binding *b)
{
	const struct sp_word_list *list = &b->ruleset->lexicon.point;
	const char *word =
		sp_order_point_word((enum sp_order_point)b->order->point);

	for (int i = 0; i < list->n; i++)
		if (sp_streq(list->word[i], word))
			return i;
	return -1;
}

static uint16_t square_of(const struct sp_binding *b)
{
	return b->order->where[0] == '\0' ? SP_NOWHERE
					  : agent_square(b, b->order->where);
}

static bool bind_watch(struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	uint16_t square = square_of(b);
	int point = point_of(b);

	if (!agent_verb(b, SP_VERB_WATCH))
		return false;
	if (o->where[0] != '\0' && square == SP_NOWHERE)
		return agent_refuse_quoted(
			b, &o->phrase, SP_AGENT_REASON_NO_SQUARE, o->where);
	agent_answer(b, point);
	agent_answer(
		b, o->seat < 0 ? SP_NOTHING : SP_REF(SP_KIND_SEAT, o->seat));
	if (point == SP_POINT_DIE)
		agent_answer(b, o->number);
	else if (point == SP_POINT_STEP)
		agent_answer(b, square == SP_NOWHERE
					? SP_NOTHING
					: SP_REF(SP_KIND_SQUARE, square));
	return agent_finish(b);
}

/* `all`: it says all that there is of the watch. */
static bool is_meant(const struct sp_binding *b, const struct sp_lookout *w,
	int point, bool all)
{
	const struct sp_order *o = b->order;

	return w->point == point &&
	       (o->seat < 0 ? !all || w->of == SP_NOBODY : w->of == o->seat) &&
	       (o->number == 0 ? !all || w->value == 0
			       : w->value == o->number) &&
	       (o->where[0] == '\0' ? !all || w->square == SP_NOWHERE
				    : w->square == square_of(b));
}

/* The first of one's own that the order says; how many they are: none. */
static int find_watch(const struct sp_binding *b, bool all)
{
	const struct sp_game *g = b->view;
	int n = sp_game_watches_of(g, b->seat), point = point_of(b), i = 0;

	while (i < n && !is_meant(b, &g->watch[sp_game_watch_of(g, b->seat, i)],
				point, all))
		i++;
	return i;
}

static bool bind_unwatch(struct sp_binding *b)
{
	int n = sp_game_watches_of(b->view, b->seat);
	int i = find_watch(b, true);

	if (!agent_verb(b, SP_VERB_UNWATCH))
		return false;
	agent_answer(b, i < n ? i : find_watch(b, false));
	return agent_finish(b);
}

/* ---- deals ----------------------------------------------------------------
 */

struct things {
	int n;
	sp_value value[SP_DEAL_THINGS + 1];
};

static bool is_there(const struct things *t, sp_value value)
{
	for (int i = 0; i < t->n; i++)
		if (t->value[i] == value)
			return true;
	return false;
}

static void add(struct things *t, sp_value value)
{
	int i = t->n;

	if (t->n > SP_DEAL_THINGS)
		return;
	for (; i > 0 && t->value[i - 1] > value; i--)
		t->value[i] = t->value[i - 1];
	t->value[i] = value;
	t->n++;
}

/* The item of that kind that the seat carries, or SP_NOTHING. */
static sp_value item_of(
	const struct sp_binding *b, const struct things *t, int seat, int type)
{
	for (int i = 0; i < b->view->played_end; i++) {
		const struct sp_played *p = &b->view->played[i];
		sp_value v = SP_REF(SP_KIND_PLAYED, i);

		if (p->kind == SP_PLAYED_ITEM && p->seat == seat &&
			b->ruleset->type[p->card] == type && !is_there(t, v))
			return v;
	}
	return SP_NOTHING;
}

/* The lowest of its kind in one's hand. */
static sp_value held(
	const struct sp_binding *b, const struct things *t, int type)
{
	const struct sp_hand *hand = &b->view->hand[b->seat];

	for (int i = 0; i < hand->n; i++) {
		sp_value v = SP_REF(SP_KIND_CARD, hand->card[i]);

		if (b->ruleset->type[hand->card[i]] == type && !is_there(t, v))
			return v;
	}
	return SP_NOTHING;
}

/* The card that stands for all of its kind. */
static sp_value any_of(const struct sp_binding *b, int type)
{
	for (int i = 0; i < b->ruleset->n_copies; i++)
		if (b->ruleset->type[i] == type &&
			b->view->place[i].zone != SP_ZONE_OUT)
			return SP_REF(SP_KIND_CARD, i);
	return SP_NOTHING;
}

/* What is carried first: all see that it is there. */
static sp_value meant(const struct sp_binding *b, const struct things *t,
	const struct sp_named *name, int seat)
{
	sp_value v = SP_NOTHING;

	if (name->kind == SP_NAMED_TREASURE &&
		b->view->actor[seat].carries != SP_NOBODY)
		return SP_REF(SP_KIND_TREASURE, b->view->actor[seat].carries);
	if (name->kind != SP_NAMED_CARD)
		return SP_NOTHING;
	v = item_of(b, t, seat, name->value);
	if (v == SP_NOTHING && seat == b->seat)
		v = held(b, t, name->value);
	return v != SP_NOTHING ? v : any_of(b, name->value);
}

/* "Bluff blue": whose it is, which the deal says already. */
static bool says_whose(
	const struct sp_binding *b, const struct sp_named *name, int seat)
{
	return (name->kind == SP_NAMED_SEAT && name->value == seat) ||
	       (name->kind == SP_NAMED_SELF && b->seat == seat);
}

static bool read_things(
	struct sp_binding *b, const char *keyword, int seat, struct things *out)
{
	const struct sp_order *o = b->order;

	out->n = 0;
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (!sp_streq(part->keyword, keyword))
			continue;
		for (int k = part->first; k < part->first + part->n; k++) {
			sp_value v = meant(b, out, &o->named[k], seat);

			if (o->named[k].kind == SP_NAMED_NOTHING ||
				says_whose(b, &o->named[k], seat))
				continue;
			if (v == SP_NOTHING)
				return agent_refuse(b, &o->named[k].at,
					SP_AGENT_REASON_NOT_IN_DEALS);
			add(out, v);
		}
	}
	return true;
}

static bool bind_deal(struct sp_binding *b)
{
	struct things gives, wants;

	if (!agent_verb(b, SP_VERB_PROPOSE) ||
		!read_things(b, "", b->seat, &gives) ||
		!read_things(b, "for", b->order->seat, &wants))
		return false;
	agent_answer(b, SP_REF(SP_KIND_ACTOR, b->order->seat));
	for (int i = 0; i < gives.n; i++)
		agent_answer(b, gives.value[i]);
	agent_answer(b, SP_NOTHING);
	for (int i = 0; i < wants.n; i++)
		agent_answer(b, wants.value[i]);
	agent_answer(b, SP_NOTHING);
	return agent_finish(b);
}

/* The one that the seat has a part in: of its own, or of another's. */
static int proposer(const struct sp_binding *b)
{
	const struct sp_order *o = b->order;

	if (o->seat >= 0)
		return o->seat;
	for (int s = 0; s < b->view->proposals_end; s++) {
		const struct sp_proposal *p = &b->view->proposal[s];

		if (p->kind != SP_PROPOSAL_NONE &&
			(p->seats >> b->seat & 1U) != 0 &&
			(s == b->seat) == (o->to != 0))
			return s;
	}
	return b->seat;
}

static bool bind_answer(struct sp_binding *b, enum sp_verb verb)
{
	if (!agent_verb(b, verb))
		return false;
	agent_answer(b, SP_REF(SP_KIND_ACTOR, proposer(b)));
	return agent_finish(b);
}

bool agent_bind_aside(struct sp_binding *b)
{
	switch (b->order->kind) {
	case SP_ORDER_WATCH:
		return bind_watch(b);
	case SP_ORDER_UNWATCH:
		return bind_unwatch(b);
	case SP_ORDER_DEAL:
		return bind_deal(b);
	case SP_ORDER_AGREE:
		return bind_answer(b, SP_VERB_AGREE);
	default:
		return bind_answer(b, SP_VERB_REFUSE);
	}
}
