/* Refusals of games with cards, in a player's words, with what would do. */
#include "refusal_private.h"

#include "agent/agent.h"
#include "eval/eval.h"

static void say_seats(
	unsigned seats, const struct sp_game *g, size_t size, char *out)
{
	size_t len = 0;

	out[0] = '\0';
	for (int s = 0; s < g->n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];

		if ((seats >> s & 1U) == 0)
			continue;
		sp_render_seat(g, s, name);
		if (len + strlen(name) + 3 > size)
			return;
		len += (size_t)snprintf(out + len, size - len, "%s%s",
			len == 0 ? "" : ", ", name);
	}
}

static void say_not_asked(const struct refusal_wording *w)
{
	const struct sp_game *g = w->g;
	const struct sp_decision *d = &g->decision;
	unsigned own = 1U << (unsigned)w->why->seat;
	char asked[120];

	say_seats(d->seats, g, sizeof(asked), asked);
	if (d->kind == SP_DECISION_CHOICE && g->turn == 0) {
		if ((d->seats & own) != 0)
			refusal_add(w,
				"first choose a school of cards, by its number "
				"or its name");
		else
			refusal_add(w,
				"the schools of cards are being chosen, and %s "
				"is to choose now: a mail asks you when it is "
				"your turn to",
				asked);
		return;
	}
	if ((d->seats & own) != 0 && (d->answered & own) != 0)
		refusal_add(w, "you have answered this already");
	else if (d->kind == SP_DECISION_TURN)
		refusal_add(w, "nothing of the kind is asked: %s is to move",
			asked);
	else if (d->kind == SP_DECISION_REACTION)
		refusal_add(w,
			"first what was announced is answered: that is up to "
			"%s (counter ... or pass)",
			asked);
	else if (d->kind == SP_DECISION_CHOICE)
		refusal_add(w, "first %s must choose what was asked", asked);
	else
		refusal_add(w, "first %s must discard", asked);
}

static void say_no_school(const struct refusal_wording *w)
{
	int school = w->why->value;
	unsigned decks = w->g->schools[0] | w->g->schools[1];

	if (school < 0 || school >= w->ruleset->n_schools) {
		refusal_say_target(w, "is no school of cards");
		return;
	}
	refusal_add(w, "%s %s", w->ruleset->school[school].name,
		(decks >> school & 1U) != 0 ? "is in a deck already"
					    : "cannot be chosen");
	refusal_add_offer(w, "; possible: ");
}

static bool acts_by_round(const struct refusal_wording *w)
{
	int creature = sp_index_of(w->why->value);

	return sp_ruleset_card(w->ruleset, w->g->actor[creature].card)
		->creature.by_round;
}

/* Has the card no other play than as a counter? */
static bool only_answers(const struct refusal_wording *w)
{
	sp_value value = refusal_argument(w, SP_ARGUMENT_CARD);

	return w->why->verb == SP_VERB_CAST && value != SP_NOTHING &&
	       sp_card_only_plays(
		       sp_ruleset_card(w->ruleset, sp_index_of(value)),
		       SP_WHEN_REACTION);
}

static void say_no_play(const struct refusal_wording *w)
{
	char card[SP_RENDER_NAME_SIZE];

	if (w->why->slot <= 0) {
		refusal_add(w, "that card can do nothing now");
		return;
	}
	refusal_card_name(w, card);
	if (refusal_say_part(w))
		return;
	if (only_answers(w))
		refusal_add(w,
			"%s only answers what others do: keep it until you are "
			"asked",
			card);
	else
		refusal_add(w, "%s cannot be played like that now", card);
}

/* True if it is a card of a hand that counters as an item which is carried. */
static bool answers_once_carried(const struct refusal_wording *w)
{
	sp_value value = refusal_argument(w, SP_ARGUMENT_CARD);
	const struct sp_card *card;

	if (sp_kind_of(value) != SP_KIND_CARD || value == SP_NOTHING ||
		sp_index_of(value) >= w->ruleset->n_copies ||
		w->g->place[sp_index_of(value)].zone != SP_ZONE_HAND)
		return false;
	card = sp_ruleset_card(w->ruleset, sp_index_of(value));
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when == SP_WHEN_REACTION)
			return card->play[i].from == SP_FROM_CARRIED;
	return false;
}

static void say_no_counter(const struct refusal_wording *w)
{
	sp_value value = refusal_argument(w, SP_ARGUMENT_CARD);
	char card[SP_RENDER_NAME_SIZE];

	refusal_card_name(w, card);
	if (answers_once_carried(w)) {
		refusal_add(w,
			"%s is still in your hand: it answers only once you "
			"carry it",
			card);
		return;
	}
	refusal_add(w, "%s does not answer that",
		sp_streq(card, "this") ? "that card" : card);
	if (sp_kind_of(value) == SP_KIND_CARD && value != SP_NOTHING &&
		sp_index_of(value) < w->ruleset->n_copies)
		refusal_say_no_answer(
			w, sp_ruleset_card(w->ruleset, sp_index_of(value)));
	refusal_add_offer(w, "; you could use ");
}

static void say_full(const struct refusal_wording *w)
{
	int actor = refusal_actor(w);
	bool spells = sp_eval_actor_stat(w->ruleset, w->g, actor,
			      SP_STAT_SPELLS_COUNT) != 0;

	refusal_add(w,
		"your hand holds %d of at most %d with what you carry%s: "
		"discard a card%s or drop an item first",
		(int)refusal_argument(w, SP_ARGUMENT_USED),
		(int)refusal_argument(w, SP_ARGUMENT_MOST),
		spells ? " and maintain" : "", spells ? ", end a spell" : "");
}

static void say_too_many(const struct refusal_wording *w)
{
	int most = refusal_argument(w, SP_ARGUMENT_MOST);

	if (most <= 0) {
		refusal_add(
			w, "you can draw no card now: \"end\" ends the turn");
		return;
	}
	refusal_add(
		w, "you can draw at most %d card%s now", most, sp_plural(most));
}

static void say_malformed(const struct refusal_wording *w)
{
	const char *verb = sp_law_verb_word(w->why->verb);
	bool missing = refusal_argument(w, SP_ARGUMENT_MISSING) != SP_NOTHING;

	if (refusal_argument(w, SP_ARGUMENT_CLOCK) != SP_NOTHING &&
		w->why->slot < 0)
		refusal_add(w, "the clock gives only default answers");
	else if (missing)
		refusal_add(w, "\"%s\" is not complete here", verb);
	else
		refusal_add(w, "\"%s\" does not go on like that", verb);
	refusal_add_offer(w, missing ? "; still to say: " : "; possible: ");
}

/* "\"end\" waits: you must flee from Blue (Fear), and that can be done" */
static void say_compelled(const struct refusal_wording *w)
{
	struct sp_buf must;

	sp_buf_init(&must, REFUSAL_SIZE / 2);
	(void)sp_render_add_compulsion(w->ruleset, w->g, &must);
	if (w->why->slot < 0)
		refusal_add(w, "\"%s\" waits: %s, and that can be done",
			sp_law_verb_row(w->why->verb)->order, must.data);
	else if (w->why->verb == SP_VERB_WALK)
		refusal_add(w, "%s, and %s leads elsewhere", must.data,
			w->why->value == SP_THROUGH
				? "the link"
				: sp_board_dir_name(
					  (enum sp_dir)w->why->value));
	else
		refusal_add(w, "%s first", must.data);
	sp_buf_free(&must);
	refusal_add_offer(w, "; possible: ");
}

static void say_no_pick_up(const struct refusal_wording *w)
{
	const struct sp_game *g = w->g;
	int actor = refusal_actor(w);
	char name[SP_RENDER_NAME_SIZE];
	int type = sp_eval_who_turns(w->ruleset, g, actor, SP_STAT_MAY_PICK_UP);

	if (type >= 0)
		refusal_add(w,
			"%s does not let you pick that up: it must end first",
			w->ruleset->card[type].name);
	else if (sp_game_is_creature(g, actor))
		refusal_add(w, "%s cannot carry that",
			sp_render_actor(w->ruleset, g, actor, name));
	else if (g->actor[actor].no_pickup)
		refusal_add(w,
			"a spell does not let you pick up a treasure before "
			"your next turn");
	else
		refusal_add(w, "a spell or your form does not let you pick "
			       "that up now");
}

/* Nothing is recorded that would make its box larger than others. */
static void say_too_long(const struct refusal_wording *w)
{
	int over = refusal_argument(w, SP_ARGUMENT_TAKES);

	refusal_add(w,
		"that is %d letter%s too long to be recorded: name fewer cards "
		"in it",
		over, sp_plural(over));
}

/* True if a card of the kind lies in their hand: the order names it again. */
static bool holds_that(const struct refusal_wording *w)
{
	const struct sp_hand *hand;
	sp_value v = w->why->value;

	if (sp_kind_of(v) != SP_KIND_CARD || w->why->seat < 0 ||
		sp_index_of(v) >= w->ruleset->n_copies)
		return false;
	hand = &w->g->hand[w->why->seat];
	for (int i = 0; i < hand->n; i++)
		if (w->ruleset->type[hand->card[i]] ==
			w->ruleset->type[sp_index_of(v)])
			return true;
	return false;
}

static void say_phase(const struct refusal_wording *w)
{
	/* by which of them it is over is not kept */
	const char *why = w->g->actor[w->g->active].carries != SP_NOBODY
				  ? " (to pick a treasure up ends it, and so "
				    "does a discard)"
				  : "";

	if (w->g->phase == SP_PHASE_MOVE)
		refusal_add(w,
			"that takes a whole move phase, and you have done "
			"something in this one");
	else if (w->why->verb == SP_VERB_DROP)
		refusal_add(w,
			"your move phase is over%s, and a treasure is only "
			"dropped in it",
			why);
	else
		refusal_add(w,
			"your move phase is over%s: what is left is to drop "
			"items, discard, draw and end the turn",
			why);
}

void refusal_card(const struct refusal_wording *w)
{
	char name[SP_RENDER_NAME_SIZE];

	switch ((enum sp_reason)w->why->reason) {
	case SP_REASON_NOT_ASKED:
		say_not_asked(w);
		break;
	case SP_REASON_NOT_IN_HAND:
		refusal_say_hand(w, holds_that(w)
					    ? "is named more often than you "
					      "hold it"
					    : "is not in your hand");
		break;
	case SP_REASON_NO_PLAY:
		say_no_play(w);
		break;
	case SP_REASON_STUNNED:
		refusal_say_stunned(w);
		break;
	case SP_REASON_MAY_NOT_CAST:
		refusal_say_forbidden(w, "cast that", SP_STAT_MAY_CAST,
			SP_STAT_MAY_CAST_FIRE);
		break;
	case SP_REASON_MAY_NOT_ATTACK:
		refusal_say_forbidden(
			w, "attack", SP_STAT_MAY_ATTACK, SP_STAT_MAY_ATTACK);
		break;
	case SP_REASON_CREATURE_ACTS:
		refusal_add(w,
			"%s acts now: your wizard does that once you have "
			"ended it with `end`",
			sp_render_actor(
				w->ruleset, w->g, sp_game_acting(w->g), name));
		break;
	case SP_REASON_NOT_ACTIVATED:
		refusal_add(w,
			"the creature does that while it acts: activate it "
			"first");
		break;
	case SP_REASON_ACTED:
		refusal_say_target(
			w, acts_by_round(w) ? "has acted in this round already"
					    : "has acted in this turn already");
		break;
	case SP_REASON_NOT_YOURS:
		refusal_say_target(w, "does not answer to you");
		break;
	case SP_REASON_NO_FIST:
		refusal_add(w, "%s cannot punch",
			sp_render_actor(
				w->ruleset, w->g, sp_game_acting(w->g), name));
		break;
	case SP_REASON_COMPELLED:
		say_compelled(w);
		break;
	case SP_REASON_NO_ROOM:
		refusal_add(w, "no further creature finds room on the board");
		break;
	case SP_REASON_NOT_WATCHED:
		refusal_add(w, "in this game nobody can watch for that");
		break;
	case SP_REASON_WATCHES:
		refusal_add(w,
			"you have %d watches already: take one back with "
			"`unwatch` first",
			SP_WATCHES_EACH);
		break;
	case SP_REASON_WATCHES_NOT:
		refusal_add(w, "you have no such watch");
		break;
	case SP_REASON_NO_SCHOOL:
		say_no_school(w);
		break;
	case SP_REASON_NO_DEAL:
		refusal_add(
			w, "in this game that does not change hands in a deal");
		break;
	case SP_REASON_NOT_PROPOSED:
		refusal_add(w, "no such deal is offered to you");
		break;
	case SP_REASON_RESOLVING:
		refusal_add(w, "something is going on: agree once it is over");
		break;
	case SP_REASON_NO_ROOM_IN_PLAY:
		refusal_add(w,
			"no further spell or item finds room in play: one of "
			"those in play must end first");
		break;
	case SP_REASON_NO_ROOM_ON_BOARD:
		if (w->g->board.n_links == SP_LINKS_MAX &&
			!sp_game_things_full(w->g)) {
			refusal_add(w,
				"there are %d links already: one of them must "
				"go first",
				SP_LINKS_MAX);
			break;
		}
		refusal_add(w,
			"nothing more finds room on the board: something that "
			"lies there must go first");
		break;
	case SP_REASON_NO_ROOM_ON_STACK:
		refusal_add(w,
			"so much is going on already that nobody could answer "
			"a further card: what was played last stands");
		break;
	case SP_REASON_NO_ENERGY:
		refusal_say_hand(w, "is worth no energy");
		break;
	case SP_REASON_NOT_FUELLED:
		refusal_card_name(w, name);
		refusal_add(w,
			"%s takes no energy: leave out the card that pays",
			name);
		break;
	case SP_REASON_ONE_SOURCE:
		refusal_card_name(w, name);
		refusal_add(w, "%s is paid already: one card pays for a spell",
			name);
		break;
	case SP_REASON_FLASH:
		refusal_add(w, "flash energy fuels spells, never your speed");
		break;
	case SP_REASON_BOOSTED:
		refusal_add(
			w, "you have boosted your speed in this turn already");
		break;
	case SP_REASON_HAND_FULL:
		say_full(w);
		break;
	case SP_REASON_MAY_NOT_PICK_UP:
		say_no_pick_up(w);
		break;
	case SP_REASON_STOPPED:
		refusal_add(w, "you may move no more in this turn");
		break;
	case SP_REASON_NOTHING_TO_COUNTER:
		refusal_add(w,
			"there is nothing to counter: nobody is asked to answer "
			"anything now");
		break;
	case SP_REASON_CANNOT_COUNTER:
		say_no_counter(w);
		break;
	case SP_REASON_NOTHING_LEFT:
		refusal_add(w,
			"nothing is left of the damage: what you have played "
			"takes all of it off");
		break;
	case SP_REASON_TOO_LONG:
		say_too_long(w);
		break;
	case SP_REASON_NO_BEND:
		refusal_add(w,
			"it would not bend there: name a corner that it comes "
			"to straight, and the direction in which it runs on "
			"from there");
		break;
	case SP_REASON_PHASE:
		say_phase(w);
		break;
	case SP_REASON_TOO_MANY:
		say_too_many(w);
		break;
	case SP_REASON_WALL:
	case SP_REASON_DOOR:
	case SP_REASON_DOOR_SHUT:
		refusal_add(w, "the way there is barred");
		refusal_add_offer(w, "; possible: ");
		break;
	case SP_REASON_NO_MOVES:
		refusal_add(w, "you have no moves left in this turn");
		break;
	case SP_REASON_ATTACKED:
	case SP_REASON_FIRST_TURN:
	case SP_REASON_FIRST_ROUND:
		refusal_say_attack(w);
		break;
	default:
		if (!refusal_target(w))
			say_malformed(w);
		break;
	}
}
