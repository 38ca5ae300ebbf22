/*
 * Conditions of a line: do they hold for the reaction that is open?
 *
 * All is judged on the view of a bystander, so that being asked or not tells
 * nothing of a hand. What bystanders cannot foresee makes a condition neither
 * true nor false, and its line does not fit: in doubt the seat is asked.
 */
#include "declare_private.h"

#include "eval/struck.h"
#include "law/watching.h"

/* ---- what is answered ----------------------------------------------------- */

int declare_own_list(const struct sp_order *o, int *first)
{
	int n = 0;

	*first = 0;
	while (*first < o->n_phrases &&
		(o->part[*first].clause != 0 ||
			!sp_streq(o->part[*first].keyword, "by")))
		++*first;
	while (*first + n < o->n_phrases && o->part[*first + n].clause == 0 &&
		sp_streq(o->part[*first + n].keyword, "by"))
		n++;
	return n;
}

void declare_facts_begin(struct declare_facts *f,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	const struct sp_round *round = &view->reaction[view->n_rounds - 1];
	const struct sp_frame *damage;

	memset(f, 0, sizeof(*f));
	f->ruleset = ruleset;
	f->seat = seat;
	f->g = sp_xmalloc(sizeof(*f->g));
	sp_game_view(view, SP_NOBODY, f->g);
	f->cast = -1;
	f->by = SP_NOBODY;
	if (sp_kind_of(round->subject) == SP_KIND_ITEM)
		f->cast = sp_index_of(round->subject);
	damage = declare_damage_of(f->g);
	if (damage != NULL) {
		f->cast = damage->cast;
		f->element = damage->element;
		if (sp_kind_of(damage->by) == SP_KIND_ACTOR)
			f->by = sp_index_of(damage->by);
	}
	if (f->cast >= 0 &&
		sp_kind_of(f->g->cast[f->cast].actor) == SP_KIND_ACTOR)
		f->by = sp_index_of(f->g->cast[f->cast].actor);
}

void declare_facts_asked(struct declare_facts *f,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	memset(f, 0, sizeof(*f));
	f->ruleset = ruleset;
	f->seat = seat;
	f->asked = true;
	f->g = sp_xmalloc(sizeof(*f->g));
	sp_game_view(view, SP_NOBODY, f->g);
	f->cast = -1;
	f->by = SP_NOBODY;
	for (int i = view->n_frames - 1; i >= 0 && f->cast < 0; i--) {
		const struct sp_frame *frame = &f->g->frame[i];

		/* whoever fills his square pushes others on */
		if (frame->kind == SP_FRAME_WALK &&
			sp_game_seat_of(f->g, frame->actor) != seat)
			f->by = frame->actor;
		if (frame->cast >= 0 && f->g->cast[frame->cast].used)
			f->cast = frame->cast;
	}
	if (f->cast >= 0)
		f->by = sp_kind_of(f->g->cast[f->cast].actor) == SP_KIND_ACTOR
				? sp_index_of(f->g->cast[f->cast].actor)
				: SP_NOBODY;
}

void declare_facts_end(struct declare_facts *f)
{
	sp_free(f->g);
	f->g = NULL;
}

bool declare_is_spell(const struct sp_cast *cast)
{
	return cast->type == SP_PLAY_ATTACK || cast->type == SP_PLAY_NEUTRAL ||
	       cast->type == SP_PLAY_COUNTER;
}

/* True if what is answered is one of these kinds. */
static bool is_of_kinds(const struct declare_facts *f, int by)
{
	const struct sp_cast *cast;

	if (f->cast < 0)
		return false;
	cast = &f->g->cast[f->cast];
	return ((by & SP_ORDER_BY_SPELL) != 0 && declare_is_spell(cast)) ||
	       ((by & SP_ORDER_BY_PUNCH) != 0 && cast->card < 0) ||
	       ((by & SP_ORDER_BY_WEAPON) != 0 && !declare_is_spell(cast) &&
		       cast->card >= 0) ||
	       ((by & SP_ORDER_BY_NEUTRAL) != 0 &&
		       cast->type == SP_PLAY_NEUTRAL) ||
	       ((by & SP_ORDER_BY_ATTACK_SPELL) != 0 &&
		       cast->type == SP_PLAY_ATTACK) ||
	       ((by & SP_ORDER_BY_ATTACK) != 0 &&
		       sp_eval_is_attack(f->ruleset, f->g, f->cast));
}

/* True if that card is what is answered, or that seat did it. */
static bool is_by_name(
	const struct declare_facts *f, const struct sp_named *name)
{
	const struct sp_cast *cast;

	if (!f->asked &&
		f->g->reaction[f->g->n_rounds - 1].point > SP_POINT_TREASURE) {
		struct sp_watched what;

		sp_law_watched_of(&what, f->g);
		return name->kind == SP_NAMED_SEAT && what.of == name->value;
	}
	if (f->cast < 0)
		return f->asked && f->by != SP_NOBODY &&
		       name->kind == SP_NAMED_SEAT &&
		       sp_game_seat_of(f->g, f->by) == name->value;
	cast = &f->g->cast[f->cast];
	if (name->kind == SP_NAMED_SEAT)
		return cast->seat == name->value;
	return name->kind == SP_NAMED_CARD && cast->card >= 0 &&
	       f->ruleset->type[cast->card] == name->value;
}

bool declare_is_by_own(const struct declare_facts *f, const struct sp_order *o)
{
	int first, n = declare_own_list(o, &first);

	return (o->by == 0 && n == 0) || declare_is_by(f, o, first, n, o->by);
}

bool declare_is_by(const struct declare_facts *f, const struct sp_order *o,
	int first, int n, int kinds)
{
	if (is_of_kinds(f, kinds))
		return true;
	for (int i = first; i < first + n; i++)
		for (int k = 0; k < o->part[i].n; k++)
			if (is_by_name(f, &o->named[o->part[i].first + k]))
				return true;
	return false;
}

/* ---- what all can foresee ------------------------------------------------- */

static enum declare_truth truth_of(bool yes)
{
	return yes ? DECLARE_TRUE : DECLARE_FALSE;
}

/* Look at what comes of it, once; false: nobody knows. */
static bool look_at_harm(struct declare_facts *f)
{
	if (f->asked) /* it is done already */
		return false;
	if (!f->looked)
		f->foreseen = declare_foresee_harm(
			f->ruleset, f->g, SP_NOBODY, f->seat, &f->harm);
	f->looked = true;
	return f->foreseen;
}

static enum declare_truth compare(
	const struct sp_condition_node *node, int number)
{
	switch ((enum sp_compare)node->compare) {
	case SP_COMPARE_LEAST:
		return truth_of(number >= node->number);
	case SP_COMPARE_MOST:
		return truth_of(number <= node->number);
	case SP_COMPARE_SAME:
		break;
	}
	return truth_of(number == node->number);
}

/* Of what is no spell it is 0; of damage behind which no cast stands nobody can
 * say. */
static enum declare_truth compare_energy(
	const struct declare_facts *f, const struct sp_condition_node *node)
{
	const struct sp_cast *cast;

	if (f->cast < 0)
		return DECLARE_UNKNOWN;
	cast = &f->g->cast[f->cast];
	return compare(node, declare_is_spell(cast) ? cast->energy : 0);
}

/* As cards count it: squares from the one to the other, over everything. */
static enum declare_truth compare_distance(
	const struct declare_facts *f, const struct sp_condition_node *node)
{
	uint16_t steps[SP_SQUARES_MAX];
	uint16_t own = f->g->actor[f->seat].square;

	if (f->by == SP_NOBODY || f->by == SP_UNIVERSE || own == SP_NOWHERE ||
		f->g->actor[f->by].square == SP_NOWHERE)
		return DECLARE_UNKNOWN;
	sp_game_steps_from(f->g, own, steps);
	return compare(node, steps[f->g->actor[f->by].square]);
}

/* The enum sp_element of that word; -1. */
static int element_of(const char *word)
{
	static const char *const words[] = {
#define X(symbol, word) word,
		SP_ELEMENTS(X)
#undef X
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (sp_streq(words[i], word))
			return (int)i;
	return -1;
}

/* A trait of the card, or what the damage is made of. */
static bool is_of_element(const struct declare_facts *f, const char *word)
{
	int trait = sp_card_ruleset_trait(f->ruleset, word), card;

	if (f->element != SP_ELEMENT_NONE)
		return element_of(word) == f->element;
	card = f->cast < 0 ? -1 : f->g->cast[f->cast].card;
	return trait >= 0 && card >= 0 &&
	       (sp_ruleset_card(f->ruleset, card)->traits >> trait & 1U) != 0;
}

/* Circle: a condition holds its parts. */
static enum declare_truth holds(
	struct declare_facts *f, const struct sp_order *o, int at);

/* Of an `and` the least true part, of an `or` the truest. */
static enum declare_truth hold_parts(
	struct declare_facts *f, const struct sp_order *o, int at)
{
	const struct sp_condition_node *node = &o->condition.node[at];
	bool all = node->kind == SP_CONDITION_AND;
	enum declare_truth truth = truth_of(all);

	for (int i = at + 1; i < at + node->size;
		i += o->condition.node[i].size) {
		enum declare_truth part = holds(f, o, i);

		if (all ? part < truth : part > truth)
			truth = part;
	}
	return truth;
}

static enum declare_truth holds(
	struct declare_facts *f, const struct sp_order *o, int at)
{
	const struct sp_condition_node *node = &o->condition.node[at];
	const struct sp_actor *wizard = &f->g->actor[f->seat];

	switch ((enum sp_condition_kind)node->kind) {
	case SP_CONDITION_AND:
	case SP_CONDITION_OR:
		return hold_parts(f, o, at);
	case SP_CONDITION_NOT:
		return (enum declare_truth)(DECLARE_TRUE - holds(f, o, at + 1));
	case SP_CONDITION_BY:
		return truth_of(
			declare_is_by(f, o, node->first, node->n, node->by));
	case SP_CONDITION_CARRYING:
		return truth_of(wizard->carries != SP_NOBODY);
	case SP_CONDITION_AIMED:
		return f->asked ? DECLARE_UNKNOWN
				: declare_aimed(f->ruleset, f->g, f->seat);
	case SP_CONDITION_DEADLY:
		return !look_at_harm(f) ? DECLARE_UNKNOWN
					: truth_of(f->harm.deadly);
	case SP_CONDITION_ELEMENT:
		return truth_of(
			is_of_element(f, o->condition.word[node->number]));
	case SP_CONDITION_DAMAGE:
		return !look_at_harm(f) ? DECLARE_UNKNOWN
					: compare(node, f->harm.most);
	case SP_CONDITION_ENERGY:
		return compare_energy(f, node);
	case SP_CONDITION_LIFE:
		return compare(node, wizard->life);
	case SP_CONDITION_DISTANCE:
		return compare_distance(f, node);
	case SP_CONDITION_KINDS:
		break;
	}
	return DECLARE_UNKNOWN;
}

bool declare_holds(struct declare_facts *f, const struct sp_order *o)
{
	return o->condition.n == 0 || holds(f, o, 0) == DECLARE_TRUE;
}
