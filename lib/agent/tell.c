/* A command as an order: its answers, slot by slot, in words. */
#include "agent/agent.h"

#include <assert.h>

#include "law/casting.h"
#include "verb_private.h"

struct agent_telling {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	const struct sp_command *c;
	struct sp_buf *out;
	struct sp_command prefix;
	struct sp_domain domain; /* of the next answer */
	int type;                /* the card whose slots are asked */
	struct sp_buf parts;     /* "astral projection to d4: " */
	struct sp_buf play;      /* the play, where it must be said */
	struct sp_buf slots;     /* " at red push 3" */
	struct sp_buf with;      /* "Add + Energy 5" */
	int slot;                /* of the last phrase of `slots`; -1 */
	bool second;             /* `with` has what pays the second power */
};

static sp_value next(struct agent_telling *t)
{
	sp_value value = t->c->answer[t->prefix.n_answers];

	sp_law_slots(t->ruleset, t->view, t->c->seat, &t->prefix, &t->domain);
	t->prefix.answer[t->prefix.n_answers++] = value;
	return value;
}

static bool more(const struct agent_telling *t)
{
	return t->prefix.n_answers < t->c->n_answers;
}

static void add_name(
	struct agent_telling *t, sp_value value, struct sp_buf *out)
{
	sp_agent_name_answer(
		t->ruleset, t->view, t->domain.card_slot, value, out);
}

static void add_with(struct agent_telling *t, sp_value value)
{
	if (value == SP_NOTHING)
		return;
	if (t->with.len > 0)
		sp_buf_adds(&t->with, " + ");
	add_name(t, value, &t->with);
}

/* How often the answer just taken comes. Moves over what says so. */
static int take_times(struct agent_telling *t)
{
	int n = more(t) ? sp_times_of(t->c->answer[t->prefix.n_answers]) : 0;

	if (n == 0)
		return 1;
	t->prefix.answer[t->prefix.n_answers] =
		t->c->answer[t->prefix.n_answers];
	t->prefix.n_answers++;
	return n;
}

static void tell_slot(struct agent_telling *t, sp_value value)
{
	int index = t->domain.card_slot;
	const struct sp_card_slot *slot = &t->ruleset->slot[index];
	bool again = t->slot == index;
	int n = take_times(t);

	t->slot = index;
	/* left out it is nothing anyway */
	if (value == SP_NOTHING && slot->optional && slot->fallback < 0)
		return;
	sp_buf_adds(&t->slots, again ? ", " : " ");
	if (n > 1)
		sp_buf_addf(&t->slots, "%d ", n);
	if (slot->words[0] != '\0' && (!again || n > 1))
		sp_buf_addf(&t->slots, "%s ", slot->words);
	sp_agent_name_answer(t->ruleset, t->view, index, value, &t->slots);
}

/* A modifier whose slots are asked is a part of its own in front, but for one
 * that bends the line: that reads better behind. */
static void tell_modifier(struct agent_telling *t, sp_value value)
{
	const struct sp_card *card =
		&t->ruleset->card[agent_type_of(t->ruleset, t->view, value)];
	const struct sp_card_play *play = NULL;

	for (int i = 0; i < card->n_plays; i++) {
		if (card->play[i].when == SP_WHEN_MODIFIER)
			play = &card->play[i];
	}
	assert(play != NULL);
	if (play->n_slots == 0) {
		add_with(t, value);
		return;
	}
	sp_buf_addf(&t->parts, "%s", card->name);
	for (int i = 0; i < play->n_slots && more(t); i++) {
		sp_value answer = next(t);
		const struct sp_card_slot *slot;

		if (t->domain.card_slot < 0)
			break;
		slot = &t->ruleset->slot[t->domain.card_slot];
		sp_buf_addf(&t->parts, " %s%s", slot->words,
			slot->words[0] != '\0' ? " " : "");
		add_name(t, answer, &t->parts);
	}
	sp_buf_adds(&t->parts, ": ");
}

static void tell_play(struct agent_telling *t, sp_value value)
{
	const struct sp_card *card = &t->ruleset->card[t->type];

	/* what a spell in play does besides is its verb's own, "wrest" */
	if (value >= 0 && value < card->n_plays &&
		(t->domain.n > 1 ||
			card->play[value].from == SP_FROM_MAINTAINED) &&
		card->play[value].id[0] != '\0')
		sp_buf_addf(&t->play, " %s", card->play[value].id);
}

/* What pays; the second power behind another "with". */
static void tell_energy(struct agent_telling *t, sp_value value)
{
	struct sp_casting casting;
	bool second = agent_plan_casting(t->ruleset, t->view, t->c,
			      t->prefix.n_answers - 1, &casting) &&
		      casting.power > 0;

	if (second && !t->second && value != SP_NOTHING) {
		t->second = true;
		sp_buf_addf(&t->with, "%s with ", t->with.len == 0 ? "1" : "");
		add_name(t, value, &t->with);
		return;
	}
	add_with(t, value);
}

static void telling_clear(struct agent_telling *t)
{
	sp_buf_truncate(&t->parts, 0);
	sp_buf_truncate(&t->play, 0);
	sp_buf_truncate(&t->slots, 0);
	sp_buf_truncate(&t->with, 0);
	t->slot = -1;
	t->second = false;
}

/* The card, then all that belongs to it. */
static void tell_card(struct agent_telling *t, sp_value source)
{
	struct sp_buf name;
	bool of_list = t->c->verb == SP_VERB_ANSWER;

	telling_clear(t);
	t->type = agent_type_of(t->ruleset, t->view, source);
	sp_buf_init(&name, AGENT_TEXT_SIZE);
	sp_buf_adds(&name, t->ruleset->card[t->type].name);
	while (more(t)) {
		sp_value value = next(t);

		if (of_list && t->domain.kind == SP_SLOT_COUNTER) {
			t->prefix.n_answers--;
			break;
		}
		switch ((enum sp_slot_kind)t->domain.kind) {
		case SP_SLOT_PLAY:
			tell_play(t, value);
			break;
		case SP_SLOT_MODIFIER:
			if (value != SP_NOTHING)
				tell_modifier(t, value);
			break;
		case SP_SLOT_ENERGY:
			tell_energy(t, value);
			break;
		case SP_SLOT_STACK:
			if (t->domain.n > 1) {
				sp_buf_adds(&t->slots, " against ");
				add_name(t, value, &t->slots);
			}
			break;
		case SP_SLOT_ANY:
			tell_slot(t, value);
			break;
		default:
			break;
		}
	}
	sp_buf_addf(t->out, "%s%s%s%s", sp_buf_str(&t->parts),
		sp_buf_str(&name), sp_buf_str(&t->play), sp_buf_str(&t->slots));
	if (t->with.len > 0)
		sp_buf_addf(t->out, " with %s", sp_buf_str(&t->with));
	sp_buf_free(&name);
}

/* ---- verbs of every game --------------------------------------------------
 */

static const char *order_of(const struct agent_telling *t)
{
	return sp_law_verb_row(t->c->verb)->order;
}

static void say_walk(struct agent_telling *t)
{
	sp_buf_adds(t->out, order_of(t));
	for (int i = 0; i < t->c->n_answers && t->c->answer[i] != SP_STOP;
		i++) {
		char step[SP_STEP_NAME_SIZE];

		sp_agent_step_name(t->c->answer[i], step);
		sp_buf_addf(t->out, " %s", step);
	}
}

static void say_edge(struct agent_telling *t)
{
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name_from(&t->view->board,
		(uint16_t)sp_index_of(t->c->answer[0]),
		sp_game_acting_square(t->view), name);
	sp_buf_addf(t->out, "%s %s", order_of(t), name);
}

static void say_punch_edge(struct agent_telling *t)
{
	uint16_t edge = (uint16_t)sp_index_of(t->c->answer[0]);
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name_from(
		&t->view->board, edge, sp_game_acting_square(t->view), name);
	sp_buf_addf(t->out, "%s %s %s", order_of(t),
		sp_board_edge_kind(&t->view->board, edge) == SP_EDGE_DOOR
			? "door"
			: "wall",
		name);
}

static void say_treasure(struct agent_telling *t)
{
	sp_buf_addf(t->out, "%s ", order_of(t));
	agent_add_treasure(
		t->view, sp_index_of(t->c->answer[0]), false, t->out);
}

/* ---- verbs of games with cards --------------------------------------------
 */

static void say_card(struct agent_telling *t)
{
	sp_buf_addf(t->out, "%s ", order_of(t));
	tell_card(t, next(t));
}

static void say_counters(struct agent_telling *t)
{
	bool any = false;

	while (more(t)) {
		sp_value source = next(t);

		if (source == SP_NOTHING)
			break;
		sp_buf_adds(t->out, any ? ", then " : "counter with ");
		tell_card(t, source);
		any = true;
	}
	if (!any)
		sp_buf_adds(t->out, "pass");
}

static void add_list(struct agent_telling *t, const char *mark)
{
	bool any = false;

	while (more(t)) {
		sp_value value = next(t);

		if (value == SP_NOTHING && (any || t->c->n_answers > 1))
			continue;
		sp_buf_adds(t->out, any ? mark : " ");
		add_name(t, value, t->out);
		any = true;
	}
}

/* "discard A, B" */
static void say_list(struct agent_telling *t)
{
	sp_buf_adds(t->out, order_of(t));
	add_list(t, ", ");
}

static void say_punch(struct agent_telling *t)
{
	sp_value at = t->c->answer[0];

	if (sp_kind_of(at) == SP_KIND_EDGE)
		say_punch_edge(t);
	else
		say_list(t);
}

static void say_boost(struct agent_telling *t)
{
	sp_buf_addf(t->out, "%s with", order_of(t));
	add_list(t, " + ");
}

/* "watch step of red at c4", "watch die 4" */
static void say_watch(struct agent_telling *t)
{
	sp_value of = t->c->answer[1];
	sp_value at = t->c->n_answers > 2 ? t->c->answer[2] : SP_NOTHING;

	sp_buf_addf(t->out, "%s %s", order_of(t),
		t->ruleset->lexicon.point.word[t->c->answer[0]]);
	if (of != SP_NOTHING)
		sp_buf_addf(t->out, " of %s", t->view->colour[sp_index_of(of)]);
	if (sp_kind_of(at) == SP_KIND_NUMBER && at > 0)
		sp_buf_addf(t->out, " %d", (int)at);
	if (sp_kind_of(at) == SP_KIND_SQUARE) {
		sp_buf_adds(t->out, " at ");
		add_name(t, at, t->out);
	}
}

void sp_agent_watch(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int watch, struct sp_buf *out)
{
	const struct sp_lookout *w = &view->watch[watch];
	struct sp_command c;

	sp_law_command_init(&c, view, w->seat);
	c.verb = SP_VERB_WATCH;
	c.answer[0] = w->point;
	c.answer[1] =
		w->of == SP_NOBODY ? SP_NOTHING : SP_REF(SP_KIND_SEAT, w->of);
	c.answer[2] = w->point == SP_POINT_DIE ? w->value
		      : w->square == SP_NOWHERE
			      ? SP_NOTHING
			      : SP_REF(SP_KIND_SQUARE, w->square);
	c.n_answers = 3;
	sp_agent_understood(ruleset, view, &c, out);
}

/* "unwatch step of red" */
static void say_unwatch(struct agent_telling *t)
{
	int watch = sp_game_watch_of(
		t->view, t->c->seat, sp_index_of(t->c->answer[0]));

	if (watch < 0) {
		sp_buf_adds(t->out, order_of(t));
		return;
	}
	sp_buf_adds(t->out, "un");
	sp_agent_watch(t->ruleset, t->view, watch, t->out);
}

static void say_things(struct agent_telling *t, int from, int to)
{
	for (int i = from; i < to; i++) {
		sp_buf_adds(t->out, i > from ? ", " : " ");
		add_name(t, t->c->answer[i], t->out);
	}
	if (from == to)
		sp_buf_adds(t->out, " nothing");
}

/* "deal with red: zot, dagger for large rock" */
static void say_propose(struct agent_telling *t)
{
	int end = t->c->n_answers - 1, middle = 1;

	while (middle < end && t->c->answer[middle] != SP_NOTHING)
		middle++;
	sp_buf_addf(t->out, "%s %s:", order_of(t),
		t->view->colour[sp_index_of(t->c->answer[0])]);
	say_things(t, 1, middle);
	sp_buf_adds(t->out, " for");
	say_things(t, middle + 1, end);
}

/* ---- the verbs ------------------------------------------------------------
 */

#define ABOUT(kind) (1U << SP_KIND_##kind)

static const struct agent_verb agent_verb_walk = { .say = say_walk };
static const struct agent_verb agent_verb_punch = {
	.say = say_punch,
	.choices = agent_fill_single,
	.about = ABOUT(ACTOR) | ABOUT(EDGE) | ABOUT(THING),
	.no_card = SP_AGENT_REASON_NOT_LYING,
};
static const struct agent_verb agent_verb_treasure = { .say = say_treasure };
static const struct agent_verb agent_verb_edge = { .say = say_edge };
static const struct agent_verb agent_verb_bare = { .say = say_list };
static const struct agent_verb agent_verb_cast = {
	.say = say_card,
	.choices = agent_fill_card,
};
static const struct agent_verb agent_verb_answer = { .say = say_counters };
static const struct agent_verb agent_verb_boost = { .say = say_boost };
static const struct agent_verb agent_verb_choose = {
	.say = say_list,
	.choices = agent_fill_single,
};
static const struct agent_verb agent_verb_draw = { .say = say_list };
static const struct agent_verb agent_verb_take_item = {
	.say = say_list,
	.choices = agent_fill_listed,
	.about = ABOUT(THING),
	.no_card = SP_AGENT_REASON_NOT_LYING,
};
static const struct agent_verb agent_verb_drop_item = {
	.say = say_list,
	.choices = agent_fill_single,
	.about = ABOUT(PLAYED),
	.no_card = SP_AGENT_REASON_NOT_AN_ITEM,
};
static const struct agent_verb agent_verb_end_spell = {
	.say = say_list,
	.choices = agent_fill_single,
	.about = ABOUT(PLAYED),
	.no_card = SP_AGENT_REASON_NO_SPELL,
};
static const struct agent_verb agent_verb_activate = {
	.say = say_list,
	.choices = agent_fill_single,
	.about = ABOUT(ACTOR),
	.no_card = SP_AGENT_REASON_NO_CREATURE,
};
static const struct agent_verb agent_verb_discard = {
	.say = say_list,
	.choices = agent_fill_listed,
	.about = ABOUT(CARD),
	.no_card = SP_AGENT_REASON_NONE_TO_DISCARD,
};
static const struct agent_verb agent_verb_give_up = { .say = say_list };
static const struct agent_verb agent_verb_watch = { .say = say_watch };
static const struct agent_verb agent_verb_unwatch = { .say = say_unwatch };
static const struct agent_verb agent_verb_propose = { .say = say_propose };
static const struct agent_verb agent_verb_agree = { .say = say_list };

const struct agent_verb *agent_verb_of(int verb)
{
	static const struct agent_verb *const verbs[SP_VERB_COUNT] = {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	[SP_VERB_##name] = &agent_verb_##say,
		SP_VERBS(X)
#undef X
	};

	assert(verb >= 0 && verb < SP_VERB_COUNT);
	return verbs[verb];
}

void sp_agent_understood(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c,
	struct sp_buf *out)
{
	struct agent_telling t = {
		.ruleset = ruleset, .view = view, .c = c, .out = out, .slot = -1
	};

	if (c->n_answers == 0) {
		sp_buf_adds(out, sp_law_verb_word(c->verb));
		return;
	}
	t.prefix = *c;
	t.prefix.n_answers = 0;
	sp_buf_init(&t.parts, AGENT_TEXT_SIZE);
	sp_buf_init(&t.play, AGENT_TEXT_SIZE);
	sp_buf_init(&t.slots, AGENT_TEXT_SIZE);
	sp_buf_init(&t.with, AGENT_TEXT_SIZE);
	agent_verb_of(c->verb)->say(&t);
	sp_buf_free(&t.parts);
	sp_buf_free(&t.play);
	sp_buf_free(&t.slots);
	sp_buf_free(&t.with);
}
