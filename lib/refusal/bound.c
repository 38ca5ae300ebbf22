/* What the binder says of an order, in a player's words. */
#include "refusal/refusal.h"

#include "cardtext/cardtext.h"
#include "render/render.h"

#include <assert.h>

/* A note takes at most so many bytes; lists are cut. */
#define NOTE_SIZE 320
/* Of a card so many ways to order it are told. */
#define FORMS_MAX 3
/* Of two orders that could be meant, both are shown. */
#define FIRST_ORDER_SIZE 131

struct wording {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	const struct sp_bound *bound;
	const struct sp_agent_note *note;
	struct sp_buf *out;
};

/* The sentence with its arguments by name, in braces. */
static const char *sentence(enum sp_agent_reason reason)
{
	switch (reason) {
	case SP_AGENT_REASON_NONE:
	case SP_AGENT_REASON_COUNT:
		break;
	case SP_AGENT_REASON_IN_VAIN:
		return "what you answer goes on as if you had passed";
	case SP_AGENT_REASON_BESIDE:
		return "what you answer goes on as if you had passed, whatever "
		       "else {card} does";
	case SP_AGENT_REASON_NOTED_NEVER:
		return "noted: {quoted}, though {card} never answers that: "
		       "then you pass without being asked";
	case SP_AGENT_REASON_NEAR_DECLARED:
		return "you have declared nothing of the kind; the nearest is: "
		       "{quoted}";
	case SP_AGENT_REASON_IS_CARRIED:
		return "you carry {card}: it can only be dropped";
	case SP_AGENT_REASON_IS_CAST:
		return "your {card} is in play: it can only be ended";
	case SP_AGENT_REASON_IS_PERMANENT:
		return "your {card} is in play and permanent: you can neither "
		       "discard nor end it";
	case SP_AGENT_REASON_SHORTEST_WAY:
		return "the shortest way:{way}";
	case SP_AGENT_REASON_PART_OF_WAY:
		return "as far as {other}:{way}; {number} more step{number s} "
		       "to go";
	case SP_AGENT_REASON_SHORTEST_ROUND:
		return "the shortest way round what would act on you:{way}";
	case SP_AGENT_REASON_PART_ROUND:
		return "as far as {other}, round what would act on you:{way}; "
		       "{number} more step{number s} to go";
	case SP_AGENT_REASON_LEADS_AWAY:
		return "{value} is {number} move{number s} away, round what "
		       "would act on you, and as far as you get, {other}, that "
		       "leads away from it; steps go anywhere";
	case SP_AGENT_REASON_TREASURE_STAYS:
		return "that leaves {value}: `pick up treasure` takes it "
		       "up, too";
	case SP_AGENT_REASON_NOTED_COUNTER:
		return "noted: {quoted}; if nothing of that can be played "
		       "then, your later lines that fit are tried, and else "
		       "you pass without being asked";
	case SP_AGENT_REASON_NOTED_MISSING:
		return "noted: {quoted}, though you have no {card} now; if "
		       "nothing of that can be played then, your later lines "
		       "that fit are tried, and else you pass without being "
		       "asked";
	case SP_AGENT_REASON_NOTED_UNPAID:
		return "noted: {quoted}, though no other card of your hand is "
		       "worth {number} now; if nothing of that can be played "
		       "then, your later lines that fit are tried, and else "
		       "you pass without being asked";
	case SP_AGENT_REASON_NOTED_PLACE:
		return "noted: {quoted}; where more than one place fits, "
		       "{card} is left out, as the line names none (\"{slot}\"); "
		       "if nothing else can be played then, your later lines "
		       "that fit are tried, and else you pass without being "
		       "asked";
	case SP_AGENT_REASON_NOTED_UNFIT:
		return "noted: {quoted}, though {card} does not answer that "
		       "itself, at most another spell that is a part of it: "
		       "then you pass without being asked";
	case SP_AGENT_REASON_NOTED_BEHIND:
		return "noted: {quoted}; but your earlier line, when {subject}, "
		       "decides first where both fit: `forget when {subject}` "
		       "takes that back";
	case SP_AGENT_REASON_NOTED_BEHIND_OF:
		return "noted: {quoted}; but your earlier line, when {subject} "
		       "by {value}, decides first where both fit: `forget when "
		       "{subject} by {value}` takes that back";
	case SP_AGENT_REASON_NOTED_ATTACKS:
		return "noted: {quoted}; that passes on spells that attack "
		       "you, too: put a line for those before it";
	case SP_AGENT_REASON_NOTED_PASS:
		return "noted: {quoted}";
	case SP_AGENT_REASON_NOTED_ASK:
		return "noted: {quoted}; but if a counter of an earlier line "
		       "that fits could not be played, this means pass";
	case SP_AGENT_REASON_NOTED_PREFER:
		return "noted: {quoted}; where nothing of that can be done you "
		       "are asked";
	case SP_AGENT_REASON_NEVER_FORESEEN:
		return "once you are to choose, `{quoted}` says nothing: write "
		       "by, carrying, life, energy, element or distance";
	case SP_AGENT_REASON_FORGOTTEN:
		return "forgotten: {quoted}";
	case SP_AGENT_REASON_FORGOTTEN_ALL:
		return "forgotten, all of them";
	case SP_AGENT_REASON_DEFAULTS_DROPPED:
		return "the public defaults are dropped: you are asked "
		       "whenever you might answer; `defaults on` brings them "
		       "back";
	case SP_AGENT_REASON_DEFAULTS_BACK:
		return "the public defaults stand again, behind your own lines";
	case SP_AGENT_REASON_DEFAULTS_GONE:
		return "the public defaults are dropped already; `defaults on` "
		       "brings them back";
	case SP_AGENT_REASON_DEFAULTS_STAND:
		return "the public defaults stand already; `forget defaults` "
		       "drops them";
	case SP_AGENT_REASON_NO_DECLARATION:
		return "you have no declaration {number}: the last one is "
		       "{most}; `declarations` lists them";
	case SP_AGENT_REASON_FORGOTTEN_BEFORE:
		return "{quoted} stands no more: this mail forgot or replaced "
		       "it above";
	case SP_AGENT_REASON_NEVER_KIND:
		return "{quoted} is never {about}, so this would never be done";
	case SP_AGENT_REASON_NO_TRAIT:
		return "no card is of {quoted} here; write `element` and one "
		       "of {traits}";
	case SP_AGENT_REASON_TURN_BEGUN:
		return "until a turn that is still to come: write `until my "
		       "turn`, which is your turn {most}";
	case SP_AGENT_REASON_NO_LEAST:
		return "nothing that you can pay for {card} is certain to be "
		       "enough; write `with` and what you want to pay";
	case SP_AGENT_REASON_WAYS_OUT:
		return "; you can go {steps}";
	case SP_AGENT_REASON_NO_SQUARE:
		return "this board has no square {quoted}";
	case SP_AGENT_REASON_WHICH_GOAL:
		return "say to which of them, by its square{lying}";
	case SP_AGENT_REASON_NO_GOAL:
		return "no such treasure lies where you could fetch it";
	case SP_AGENT_REASON_STANDS_THERE:
		return "you stand there already";
	case SP_AGENT_REASON_NO_WAY:
		return "no way leads there: walls, or doors that are shut to "
		       "you";
	case SP_AGENT_REASON_NO_SAFE_WAY:
		return "every way there leads through something that would act "
		       "on you, like {value} on the shortest, and `to` and "
		       "`towards` only take safe ones; steps go anywhere";
	case SP_AGENT_REASON_TOO_FAR:
		return "{value} is {number} move{number s} away and you have "
		       "{most} left; \"move towards {quoted}\" "
		       "would go as far as {other}";
	case SP_AGENT_REASON_TOO_FAR_ROUND:
		return "{value} is {number} move{number s} away, round what "
		       "would act on you, and you have {most} left; \"move "
		       "towards {quoted}\" would go as far as {other}, and "
		       "steps go anywhere";
	case SP_AGENT_REASON_NO_EDGE:
		return "this board has no edge {quoted}";
	case SP_AGENT_REASON_NONE_TO_PUNCH:
		return "nothing beside you can be punched down";
	case SP_AGENT_REASON_NONE_TO_OPEN:
		return "no door beside you that you could open now";
	case SP_AGENT_REASON_NONE_TO_HOLD:
		return "no door beside you that you could hold now";
	case SP_AGENT_REASON_NO_TREASURE:
		return "no such treasure lies in your square{lying}";
	case SP_AGENT_REASON_NOT_CARRIED:
		return "you do not carry that treasure";
	case SP_AGENT_REASON_WHICH_ANSWER:
		return "say which: {orders}";
	case SP_AGENT_REASON_WHICH_COMMAND:
		return "say which: {order}, or {other order}{more}";
	case SP_AGENT_REASON_NO_PASS:
		return "there is nothing to pass on; a turn is ended by "
		       "\"end\"";
	case SP_AGENT_REASON_NOT_ASKED:
		return "a number answers a numbered question, and none was "
		       "asked";
	case SP_AGENT_REASON_ONE_ANSWER:
		return "the question takes one answer, and these are {number}";
	case SP_AGENT_REASON_ANSWERS:
		return "the question has answers 1 to {most}";
	case SP_AGENT_REASON_OTHER_LINE:
		return "number {number} of the list is {answer}: write the "
		       "number alone";
	case SP_AGENT_REASON_NUMBERS:
		return "the list has numbers 1 to {most}";
	case SP_AGENT_REASON_NAMED_TWICE:
		return "number {number} is named twice, and {value} is there "
		       "only once";
	case SP_AGENT_REASON_TOO_FEW_LIKE:
		return "only {number} {value} can be given up";
	case SP_AGENT_REASON_TOO_FEW_TO_CHOOSE:
		return "only {number} {value} can be chosen";
	case SP_AGENT_REASON_NOTHING_LIKE:
		return "you have no {card} that you could give up";
	case SP_AGENT_REASON_NOT_LISTED:
		return "nothing of the list is called that";
	case SP_AGENT_REASON_WHICH_NUMBER:
		return "say which, by its number: {value}, or {other}";
	case SP_AGENT_REASON_MORE_NEEDED:
		return "{number} more needed: give up {most} at once; you "
		       "named {names}";
	case SP_AGENT_REASON_TOO_MANY:
		return "that is {number}, and you give up {most} only";
	case SP_AGENT_REASON_NOT_IN_HAND:
		return "you have no {card} in your hand{hand}";
	case SP_AGENT_REASON_NOT_HAD:
		return "you carry no {card} and have none in your hand{hand}";
	case SP_AGENT_REASON_CANNOT_PAY:
		return "you have no {card} in your hand; your hand has {pays}";
	case SP_AGENT_REASON_NONE_WORTH:
		return "no single card of your hand is worth {number}; your "
		       "hand has {pays}";
	case SP_AGENT_REASON_ONLY_ENERGY:
		return "{card} is nothing but energy: name it behind \"with\"";
	case SP_AGENT_REASON_NOT_LYING:
		return "no {card} lies on the board";
	case SP_AGENT_REASON_NOT_AN_ITEM:
		return "you carry no {card}";
	case SP_AGENT_REASON_NO_SPELL:
		return "no spell {card} of yours is in play";
	case SP_AGENT_REASON_NO_CREATURE:
		return "no {card} is on the board as a creature";
	case SP_AGENT_REASON_NONE_TO_DISCARD:
		return "you have no {card} to discard";
	case SP_AGENT_REASON_NOT_FOR_THIS:
		return "your {card} cannot be used for this";
	case SP_AGENT_REASON_NO_CARD_THERE:
		return "no {card} is there that could be meant";
	case SP_AGENT_REASON_NOTHING_THERE:
		return "nothing is there that could be meant";
	case SP_AGENT_REASON_TURNS:
		return "a sector turns by 90, 180 or 270 degrees";
	case SP_AGENT_REASON_SAY_MORE:
		return "say more: \"{slot}\" and what";
	case SP_AGENT_REASON_NOTHING_FOR:
		return "there is nothing for \"{slot}\" now";
	case SP_AGENT_REASON_NOBODY_FOR:
		return "there is nothing for \"{slot}\" now; nobody is where "
		       "you could aim at him";
	case SP_AGENT_REASON_NOT_NOW:
		return "that cannot be done now";
	case SP_AGENT_REASON_NOT_IN_DEALS:
		return "that cannot change hands: name cards, items or the "
		       "treasure that is carried";
	case SP_AGENT_REASON_NO_PART:
		return "this cannot be a part of {card}";
	case SP_AGENT_REASON_STILL_IN_HAND:
		return "{card} is still in your hand: cast it first, then it "
		       "can be used";
	case SP_AGENT_REASON_CAST_TO_THROW:
		return "{card} is still in your hand: cast it first, then say "
		       "at whom or what you throw it";
	case SP_AGENT_REASON_NO_ENERGY:
		return "{card} takes no energy";
	case SP_AGENT_REASON_NO_MORE_ENERGY:
		return "{card} takes no more energy than that";
	case SP_AGENT_REASON_NO_MORE:
		return "that is more than {card} has to give out";
	case SP_AGENT_REASON_NO_USE:
		return "{card} asks for nothing of the kind{forms}";
	case SP_AGENT_REASON_TOO_LONG:
		return "that is too long: a declaration has at most {most} "
		       "letters";
	case SP_AGENT_REASON_ALL_DECLARED:
		return "you have {most} declarations, and that is the most";
	case SP_AGENT_REASON_NO_ROOM:
		return "your other declarations leave no room for it: all "
		       "together have at most {most} letters";
	case SP_AGENT_REASON_NOT_DECLARED:
		return "you have declared nothing of the kind; "
		       "`declarations` lists what you have";
	case SP_AGENT_REASON_TAKES_NO_BY:
		return "`{subject}` takes no `by`, as nobody announces it: "
		       "write `when {subject}: ...`";
	case SP_AGENT_REASON_NOT_IN_GAME:
		return "{card} is not in this game";
	case SP_AGENT_REASON_NEVER_CARD:
		return "{card} is never {about}, so this would never be done";
	case SP_AGENT_REASON_NEVER_PUNCH:
		return "a punch is never {about}, so this would never be done; "
		       "write `when attacked by ...`";
	case SP_AGENT_REASON_NEVER_WEAPON:
		return "a weapon is never {about}, so this would never be "
		       "done; write `when attacked by ...`";
	case SP_AGENT_REASON_NO_COUNTER:
		return "{card} counters nothing";
	case SP_AGENT_REASON_SOME_ANSWERS:
		return "the question takes {most} answers, and these are "
		       "{number}";
	case SP_AGENT_REASON_WAY_TOO_LONG:
		return "these are {number} steps, and {most} can be chosen";
	case SP_AGENT_REASON_NO_ITEM_HERE:
		return "no item that you could pick up lies in your square";
	case SP_AGENT_REASON_NO_ITEM_CARRIED:
		return "you carry no item that you could drop";
	case SP_AGENT_REASON_ITEMS_INSTEAD:
		return "no treasure lies in your square, but items: {names}";
	case SP_AGENT_REASON_ITEMS_CARRIED:
		return "you carry no treasure, but items: {names}";
	case SP_AGENT_REASON_CARRIED_ALREADY:
		return "you carry {card} already";
	case SP_AGENT_REASON_NO_SCHOOL:
		return "that is no school of cards: choose one of {answers}, "
		       "by its name or its number";
	case SP_AGENT_REASON_PART_BEFORE:
		return "{card} is a part of another spell: name it, and what "
		       "belongs to it, before that spell and a colon";
	case SP_AGENT_REASON_NO_PAYMENT:
		return "expected a card that pays for {card} behind `with`: "
		       "name one, or leave `with` out";
	case SP_AGENT_REASON_TREASURE_SHED:
		return "every way there leads through a door that is shut for "
		       "you, where the treasure that you carry would stay "
		       "behind, and `to` and `towards` only take safe ones; "
		       "steps go anywhere";
	case SP_AGENT_REASON_SPEND_WHICH:
		return "say which card of your hand is spent on it, \"{slot}\" "
		       "and one of {names}";
	case SP_AGENT_REASON_NO_SPELL_CALLED:
		return "no spell of yours in play is called that{in play}";
	case SP_AGENT_REASON_NONE_IN_SIGHT:
		return "{card} has no target in sight now";
	case SP_AGENT_REASON_NONE_BESIDE:
		return "{card} has no target in your square or beside it now";
	case SP_AGENT_REASON_NO_LINE:
		return "{card} has no line that could bend around a corner";
	case SP_AGENT_REASON_NO_ENERGY_OF:
		return "no energy card of {number} is in your hand{hand}: name "
		       "what you discard";
	case SP_AGENT_REASON_WHICH_SIDE:
		return "{quoted} is a square, and this goes on a line between "
		       "two: write \"{quoted} north\", or both squares, like "
		       "\"c4/c5\"";
	case SP_AGENT_REASON_ADDS_TWO:
		return "{card} adds two cards of your hand up: write \"with "
		       "{card} A + B\" with both of them";
	case SP_AGENT_REASON_ADDS_IN_TURN:
		return "{card} adds nothing up outside your own turn";
	case SP_AGENT_REASON_NO_WEAPON:
		return "{card} is nothing but energy and strikes nobody: an "
		       "item that takes it is named first, like \"use ITEM at "
		       "WHOM with {card}\"";
	case SP_AGENT_REASON_NEVER_USED:
		return "{card} is neither used nor thrown: it works by itself "
		       "while you carry it";
	case SP_AGENT_REASON_LIES_THERE:
		return "you do not carry {card}: it lies on the board "
		       "({value}), and is picked up in its square";
	case SP_AGENT_REASON_WAY_LATER:
		return "leave the way out: you are asked for it once this is "
		       "cast";
	case SP_AGENT_REASON_PAYS_NOTHING:
		return "{card} is worth no energy";
	}
	return "";
}

/* ---- arguments ------------------------------------------------------------
 */

static void add_value(const struct wording *w, sp_value value)
{
	sp_agent_name(w->ruleset, w->view, value, w->out);
}

static void add_quoted(const struct wording *w)
{
	sp_buf_adds(w->out, w->note->quoted);
}

static void add_the_value(const struct wording *w)
{
	add_value(w, w->note->value);
}

static void add_other(const struct wording *w)
{
	add_value(w, w->note->other);
}

/* The value as an answer to the question that is asked. */
static void add_answer(const struct wording *w)
{
	sp_agent_name_answer(
		w->ruleset, w->view, w->note->slot, w->note->value, w->out);
}

static void add_card(const struct wording *w)
{
	int type = w->note->card;

	sp_buf_adds(
		w->out, type >= 0 ? w->ruleset->card[type].name : "this order");
}

static void add_slot(const struct wording *w)
{
	const struct sp_card_slot *slot = &w->ruleset->slot[w->note->slot];

	sp_buf_adds(w->out, slot->words[0] != '\0' ? slot->words : slot->name);
}

static void add_subject(const struct wording *w)
{
	sp_buf_adds(w->out, sp_condition_about_word(
				    (enum sp_condition_about)w->note->subject));
}

/* What no card of another kind ever is. */
static void add_about(const struct wording *w)
{
	static const char *const about[SP_ABOUT_COUNT] = {
		[SP_ABOUT_ATTACKED] = "an attack",
		[SP_ABOUT_SPELL] = "a spell",
		[SP_ABOUT_COUNTERED] = "a counter",
		[SP_ABOUT_WATCHED] = "what is watched",
		[SP_ABOUT_PUSHED] = "what pushes",
		[SP_ABOUT_DISCARD] = "what has you discard",
		[SP_ABOUT_ASKED] = "announced",
	};

	assert(about[w->note->subject] != NULL);
	sp_buf_adds(w->out, about[w->note->subject]);
}

/* What a card may be of, in the words of the ruleset. */
static void add_traits(const struct wording *w)
{
	for (int i = 0; i < w->ruleset->n_traits; i++)
		sp_buf_addf(w->out, "%s%s", i > 0 ? ", " : "",
			w->ruleset->trait[i]);
}

/* ---- commands ------------------------------------------------------------- */

static void add_command(
	const struct wording *w, const struct sp_command *c, size_t size)
{
	struct sp_buf text;

	sp_buf_init(&text, size - 1);
	sp_agent_understood(w->ruleset, w->view, c, &text);
	sp_buf_adds(w->out, sp_buf_str(&text));
	sp_buf_free(&text);
}

static void add_order(const struct wording *w)
{
	add_command(w, &w->bound->command, FIRST_ORDER_SIZE);
}

static void add_other_order(const struct wording *w)
{
	add_command(w, &w->bound->other, NOTE_SIZE);
}

static void add_orders(const struct wording *w)
{
	struct sp_command c = w->bound->command;

	c.n_answers = 1;
	for (int i = 0; i < w->note->n_listed; i++) {
		c.answer[0] = w->note->listed[i];
		sp_buf_adds(w->out, i == 0 ? "" : ", or ");
		add_command(w, &c, NOTE_SIZE);
	}
}

static void add_step(const struct wording *w, const char *before, sp_value step)
{
	char name[SP_STEP_NAME_SIZE];

	sp_agent_step_name(step, name);
	sp_buf_addf(w->out, "%s%s", before, name);
}

/* " n n e" */
static void add_way(const struct wording *w)
{
	const struct sp_command *c = &w->bound->command;

	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP; i++)
		add_step(w, " ", c->answer[i]);
}

/* ---- lists ---------------------------------------------------------------- */

static void add_steps(const struct wording *w)
{
	for (int i = 0; i < w->note->n_listed; i++)
		add_step(w, i > 0 ? ", " : "", w->note->listed[i]);
}

static void add_names(const struct wording *w)
{
	for (int i = 0; i < w->note->n_listed; i++) {
		sp_buf_adds(w->out, i > 0 ? ", " : "");
		add_value(w, w->note->listed[i]);
	}
}

/* Where treasures lie. */
static void add_lying(const struct wording *w)
{
	if (w->note->n_listed > 0)
		sp_buf_adds(w->out, "; on the board lie ");
	add_names(w);
}

/* The listed as answers to the question that is asked. */
static void add_answers(const struct wording *w)
{
	for (int i = 0; i < w->note->n_listed; i++) {
		sp_buf_adds(w->out, i > 0 ? ", " : "");
		sp_agent_name_answer(w->ruleset, w->view, w->note->slot,
			w->note->listed[i], w->out);
	}
}

static void add_hand(const struct wording *w)
{
	if (w->note->n_listed > 0)
		sp_buf_adds(w->out, "; it holds ");
	add_names(w);
}

static void add_in_play(const struct wording *w)
{
	if (w->note->n_listed > 0)
		sp_buf_adds(w->out, "; you can end ");
	add_names(w);
}

/* The forms of an order that begin with its verb. */
struct forms {
	const char *verb;
	int n;
	struct sp_buf *out;
};

static void take_form(void *with, const char *form)
{
	struct forms *f = with;

	if (sp_starts(form, f->verb) && f->n < FORMS_MAX)
		sp_buf_addf(f->out, "%s`%s`", f->n++ == 0 ? "; write " : " or ",
			form);
}

/* How the card is ordered, as far as the order's own verb does that. */
static void add_forms(const struct wording *w)
{
	const struct sp_card *card;
	struct forms f = { sp_law_verb_row(w->bound->command.verb)->order, 0,
		w->out };

	if (w->note->card < 0)
		return;
	card = &w->ruleset->card[w->note->card];
	for (int i = 0; i < card->n_plays; i++)
		sp_cardtext_play_forms(
			w->ruleset, card, &card->play[i], take_form, &f);
	if (f.n == 0)
		sp_buf_adds(w->out, ": leave that out");
}

/* Cards, each followed by what it is worth. */
static void add_pays(const struct wording *w)
{
	const struct sp_agent_note *note = w->note;

	if (note->n_listed == 0)
		sp_buf_adds(w->out, "nothing that pays");
	for (int i = 0; i + 1 < note->n_listed; i += 2) {
		sp_buf_adds(w->out, i > 0 ? ", " : "");
		add_value(w, note->listed[i]);
		sp_buf_addf(w->out, " (%d)", (int)note->listed[i + 1]);
	}
}

/* Of the orders that could be meant, how many there are besides. */
static void add_more(const struct wording *w)
{
	bool and_more = w->note->most > 0; /* not all were counted */

	if (w->note->number > 0 && !and_more)
		sp_buf_addf(w->out, ", or %d other%s", w->note->number,
			sp_plural(w->note->number));
	else if (and_more)
		sp_buf_adds(w->out, ", or many others");
}

/* ---- the whole ------------------------------------------------------------ */

static void add_argument(const void *with, const char *name, struct sp_buf *out)
{
	const struct wording *w = with;
	const struct {
		const char *name;
		int n;
	} numbers[] = { { "number", w->note->number },
		{ "most", w->note->most } };
	static const struct {
		const char *name;
		void (*add)(const struct wording *w);
	} arguments[] = {
		{ "quoted", add_quoted },
		{ "value", add_the_value },
		{ "other", add_other },
		{ "answer", add_answer },
		{ "card", add_card },
		{ "slot", add_slot },
		{ "subject", add_subject },
		{ "about", add_about },
		{ "traits", add_traits },
		{ "way", add_way },
		{ "order", add_order },
		{ "other order", add_other_order },
		{ "more", add_more },
		{ "orders", add_orders },
		{ "steps", add_steps },
		{ "names", add_names },
		{ "answers", add_answers },
		{ "lying", add_lying },
		{ "hand", add_hand },
		{ "in play", add_in_play },
		{ "forms", add_forms },
		{ "pays", add_pays },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(numbers); i++) {
		if (!sp_starts(name, numbers[i].name))
			continue;
		if (sp_streq(name, numbers[i].name))
			sp_buf_addf(out, "%d", numbers[i].n);
		else /* "number s" */
			sp_buf_adds(out, sp_plural(numbers[i].n));
		return;
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(arguments); i++) {
		if (sp_streq(arguments[i].name, name)) {
			arguments[i].add(w);
			return;
		}
	}
	assert(false);
}

void sp_refusal_say_bound(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_bound *bound,
	struct sp_buf *out)
{
	struct sp_buf text;
	const struct wording w = { ruleset, view, bound, &bound->note, &text };

	sp_refusal_say(ruleset, view, &bound->why, out);
	sp_buf_init(&text, NOTE_SIZE - 1);
	sp_render_sentence(sentence((enum sp_agent_reason)bound->note.reason),
		add_argument, &w, &text);
	sp_buf_adds(out, sp_buf_str(&text));
	sp_buf_free(&text);
	if (bound->ok && bound->replaced[0] != '\0')
		sp_buf_addf(
			out, "; it takes the place of: %s", bound->replaced);
}
