/*
 * Preferences: what a seat chooses, without being asked, where somebody pushes
 * its wizard and it has a say in where to, and what it discards.
 *
 * Lines are read in their order, and the words of a line in theirs; what cannot
 * be done now is passed over. If a discard needs more cards than a line names,
 * the next line that fits names the rest. A line that wants to be asked ends
 * it.
 */
#include "declare/declare.h"

#include "law/asked.h"

#include "declare_private.h"

/* ---- words ----------------------------------------------------------- */

const struct sp_order_phrase *declare_preferred(const struct sp_order *o)
{
	for (int i = 0; i < o->n_phrases; i++)
		if (o->part[i].clause == 0 &&
			sp_streq(o->part[i].keyword, "prefer"))
			return &o->part[i];
	return NULL;
}

void declare_add_preference(const struct sp_ruleset *ruleset,
	const struct sp_order *o, struct sp_buf *out)
{
	const struct sp_order_phrase *cards = declare_preferred(o);
	const char *mark = "prefer ";

	for (int i = 0; i < o->n_steps; i++) {
		sp_buf_addf(out, "%s%s", mark,
			sp_board_dir_name((enum sp_dir)o->step[i]));
		mark = ", ";
	}
	for (int i = 0; cards != NULL && i < cards->n; i++) {
		sp_buf_addf(out, "%s%s", mark,
			ruleset->card[o->named[cards->first + i].value].name);
		mark = ", ";
	}
	if (o->number > 0)
		sp_buf_addf(out, "%scheapest", mark);
}

/* ---- what is asked --------------------------------------------------- */

enum sp_condition_about sp_declare_choice(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	const struct sp_frame *f;

	if (g->status != SP_GAME_RUNNING || g->n_frames < 1 ||
		(g->decision.seats >> seat & 1U) == 0)
		return SP_ABOUT_COUNT;
	f = &g->frame[g->n_frames - 1];
	if (g->decision.kind == SP_DECISION_DISCARD)
		return f->kind == SP_FRAME_GIVE_UP ? SP_ABOUT_DISCARD
						   : SP_ABOUT_COUNT;
	return g->decision.kind == SP_DECISION_CHOICE && g->n_frames > 1 &&
			       f->choice.slot == ruleset->push_slot &&
			       f[-1].kind == SP_FRAME_WALK &&
			       sp_game_seat_of(g, f[-1].actor) == seat
		       ? SP_ABOUT_PUSHED
		       : SP_ABOUT_COUNT;
}

/* ---- what is chosen -------------------------------------------------- */

struct choosing {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	enum sp_condition_about about;
	struct declare_facts facts;
	struct sp_domain ways;
	struct sp_stock stock;
	bool goes[SP_HAND_MAX + SP_PLAYED_MAX];
	int n_goes;
	int line; /* the first that chose anything; -1 */
	struct sp_command *out;
};

static void begin(struct choosing *c, int seat)
{
	const struct sp_game *g = c->view;

	c->line = -1;
	sp_law_command_init(c->out, g, seat);
	declare_facts_asked(&c->facts, c->ruleset, g, seat);
	if (c->about == SP_ABOUT_PUSHED) {
		c->out->verb = SP_VERB_CHOOSE;
		(void)sp_law_choice_domain(c->ruleset, g, &c->ways);
		return;
	}
	c->out->verb = SP_VERB_GIVE_UP;
	sp_law_give_up_stock(
		&c->stock, c->ruleset, g, &g->frame[g->n_frames - 1]);
	/* where the hand does not suffice it goes as a whole */
	if (c->stock.hand_first && c->stock.need > c->stock.n_hand)
		for (; c->n_goes < c->stock.n_hand; c->n_goes++)
			c->goes[c->n_goes] = true;
}

/* The first of the ways that is open. */
static bool choose_way(struct choosing *c, const struct sp_order *o)
{
	for (int i = 0; i < o->n_steps; i++)
		for (int k = 0; k < c->ways.n; k++)
			if (c->ways.value[k] == o->step[i]) {
				c->out->answer[0] = o->step[i];
				c->out->n_answers = 1;
				return true;
			}
	return false;
}

static int type_of(const struct choosing *c, sp_value ref)
{
	int i = sp_index_of(ref);
	int copy =
		sp_kind_of(ref) == SP_KIND_CARD ? i : c->view->played[i].card;

	return copy < 0 ? -1 : c->ruleset->type[copy];
}

static void let_go(struct choosing *c, int at, int line)
{
	c->goes[at] = true;
	c->n_goes++;
	if (c->line < 0)
		c->line = line;
}

/* All of a name go before the next one. */
static bool choose_cards(struct choosing *c, const struct sp_order *o, int line)
{
	const struct sp_order_phrase *cards = declare_preferred(o);

	for (int i = 0; cards != NULL && i < cards->n; i++)
		for (int k = 0; k < c->stock.n && c->n_goes < c->stock.need;
			k++)
			if (!c->goes[k] &&
				type_of(c, c->stock.ref[k]) ==
					o->named[cards->first + i].value)
				let_go(c, k, line);
	while (o->number > 0 && c->n_goes < c->stock.need)
		let_go(c,
			sp_law_give_up_cheapest(
				&c->stock, c->ruleset, c->view, c->goes),
			line);
	return c->n_goes == c->stock.need;
}

/* Line i: is the choice made, or (*asks) to be asked for? */
static bool choose(
	struct choosing *c, const struct sp_order *o, int i, bool *asks)
{
	if (o->kind != SP_ORDER_WHEN || o->subject != (uint8_t)c->about ||
		!declare_is_by_own(&c->facts, o) ||
		!declare_holds(&c->facts, o))
		return false;
	if (o->answer != SP_ORDER_ANSWER_PREFER) {
		*asks = true;
		return false;
	}
	if (c->about == SP_ABOUT_DISCARD)
		return choose_cards(c, o, i);
	c->line = i;
	return choose_way(c, o);
}

/* The cards that go as answers, in their order. */
static void add_answers(struct choosing *c)
{
	for (int i = 0; i < c->stock.n; i++)
		if (c->goes[i])
			c->out->answer[c->out->n_answers++] = c->stock.ref[i];
}

bool sp_declare_prefer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	struct sp_command *out, int *line)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable, 0, SP_ASKED_NOTHING };
	struct choosing c = { .ruleset = ruleset,
		.view = view,
		.about = sp_declare_choice(ruleset, view, seat),
		.out = out };
	bool done = false, asks = false;

	if (c.about == SP_ABOUT_COUNT || d->n == 0)
		return false;
	words.n = sp_vocable_words(ruleset, view, seat, vocable);
	begin(&c, seat);
	for (int i = 0; i < d->n && !done && !asks; i++) {
		struct sp_orders orders;

		if (d->line[i].over)
			continue;
		if (declare_read_line(d, i, &words, &orders))
			done = choose(&c, &orders.line[0].order, i, &asks);
		sp_order_clear(&orders);
	}
	declare_facts_end(&c.facts);
	if (done && c.about == SP_ABOUT_DISCARD)
		add_answers(&c);
	*line = c.line;
	return done && sp_law_check(ruleset, view, out, NULL) == SP_OK;
}
