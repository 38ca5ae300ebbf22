/* Refusals of what a card is aimed at, or of an answer to what one asks. */
#include "refusal_private.h"

#include "eval/eval.h"
#include "law/asked.h"

void refusal_say_target(const struct refusal_wording *w, const char *reason)
{
	char name[SP_RENDER_NAME_SIZE];

	refusal_name(w, w->why->value, name);
	if (name[0] == '\0')
		sp_format(name, sizeof(name), "that");
	refusal_add(w, "%s %s", name, reason);
	refusal_add_offer(w, "; possible: ");
}

void refusal_say_hand(const struct refusal_wording *w, const char *reason)
{
	char name[SP_RENDER_NAME_SIZE];

	refusal_name(w, w->why->value, name);
	if (sp_kind_of(w->why->value) != SP_KIND_CARD || name[0] == '\0')
		sp_format(name, sizeof(name), "that card");
	refusal_add(w, "%s %s", name, reason);
	refusal_add_offer(w, "; you could use ");
}

/* True if what was named is in somebody's hands. */
static bool is_carried(const struct refusal_wording *w)
{
	int i = sp_index_of(w->why->value);

	return sp_kind_of(w->why->value) == SP_KIND_PLAYED ||
	       (sp_kind_of(w->why->value) == SP_KIND_TREASURE &&
		       i < SP_TREASURES_MAX &&
		       w->g->treasure[i].carrier != SP_NOBODY);
}

static void say_out_of_sight(const struct refusal_wording *w)
{
	sp_value corner = refusal_argument(w, SP_ARGUMENT_CORNER);
	sp_value origin = refusal_argument(w, SP_ARGUMENT_ORIGIN);
	char name[SP_RENDER_NAME_SIZE], corner_name[SP_SQUARE_NAME_SIZE];

	if (corner == SP_NOTHING && origin != SP_NOTHING) {
		char words[40];

		sp_board_square_name(&w->g->board,
			(uint16_t)sp_index_of(origin), corner_name);
		sp_format(words, sizeof(words), "is out of sight from %s",
			corner_name);
		refusal_say_target(w, words);
		return;
	}
	if (corner == SP_NOTHING) {
		refusal_say_target(w, "is out of sight");
		return;
	}
	/* another corner would do, rather than another target */
	sp_board_square_name(
		&w->g->board, (uint16_t)sp_index_of(corner), corner_name);
	refusal_name(w, w->why->value, name);
	refusal_add(w,
		"%s is out of sight from the corner %s: name a square that "
		"both of you see",
		name, corner_name);
}

/* True if the value is a spell of theirs that nobody maintains, or what it has
 * made. */
static bool is_permanent(const struct refusal_wording *w)
{
	sp_value v = w->why->value;
	int i = sp_index_of(v);

	if (sp_kind_of(v) == SP_KIND_THING && i < SP_THINGS_MAX &&
		w->g->thing[i].kind == SP_THING_CREATED)
		i = w->g->thing[i].played;
	else if (sp_kind_of(v) != SP_KIND_PLAYED)
		return false;
	return i >= 0 && i < SP_PLAYED_MAX && w->g->played[i].unmaintained &&
	       w->g->played[i].seat == w->why->seat;
}

/* Of a card that is cast, or of an answer to what a card asks. */
static void say_wrong(const struct refusal_wording *w)
{
	int type = sp_law_asker(w->ruleset, w->g);
	char words[80];

	if (w->why->verb == SP_VERB_END_SPELL) {
		refusal_say_target(w, is_permanent(w)
					      ? "is permanent: its caster "
						"cannot end it"
					      : "is not yours to end");
		return;
	}
	if (refusal_ends_spell(w) && is_permanent(w)) {
		refusal_say_target(w, "is permanent: its caster cannot end it");
		return;
	}
	if (w->why->verb != SP_VERB_CHOOSE) {
		refusal_say_target(w, refusal_no_line(w));
		return;
	}
	sp_format(words, sizeof(words), "is no answer to what %s asks",
		type < 0 ? "the game" : w->ruleset->card[type].name);
	refusal_say_target(w, words);
}

static void say_range(const struct refusal_wording *w)
{
	char name[SP_RENDER_NAME_SIZE];
	sp_value energy = refusal_energy_limit(w);

	if (sp_kind_of(w->why->value) != SP_KIND_NUMBER) {
		refusal_say_target(w, "is too far away");
		return;
	}
	if (energy == SP_NOTHING) {
		refusal_say_target(w, "is no number for this");
		return;
	}
	refusal_card_name(w, name);
	refusal_add(w, "the energy of %s is %d here, and %d is more", name,
		(int)energy, (int)w->why->value);
	refusal_add_offer(w, "; possible: ");
}

/* "Hex at c4 is a hex, which is no object; possible: ..." */
static void say_no_object(const struct refusal_wording *w)
{
	const struct sp_thing *t = &w->g->thing[sp_index_of(w->why->value)];
	char words[80];

	sp_format(words, sizeof(words), "is a %s, which is no object",
		sp_card_thing_class_word(
			sp_ruleset_card(w->ruleset, t->card)->object.class));
	refusal_say_target(w, words);
}

/* Of a square that the card reaches in a straight line alone. */
static void say_line(const struct refusal_wording *w)
{
	char words[2 * SP_RENDER_NAME_SIZE];

	if (refusal_bars_line(w, words, sizeof(words)))
		refusal_say_target(w, words);
	else
		refusal_say_target(w, "is not in one line with you");
}

/* Of whom nobody may attack, and what saves them if one card does. */
static void say_spared(const struct refusal_wording *w)
{
	int type = refusal_who_spares(w);
	char words[80];

	if (type < 0)
		sp_format(words, sizeof(words), "cannot be attacked now");
	else
		sp_format(words, sizeof(words),
			"cannot be attacked as long as %s lasts",
			w->ruleset->card[type].name);
	refusal_say_target(w, words);
}

/* Of what a slot of the card asks for. */
static void say_unfit(const struct refusal_wording *w)
{
	char words[80];

	if (refusal_carries_already(w)) {
		refusal_add(w, "you carry a treasure already");
		refusal_add_offer(w, "; possible: ");
	} else if (sp_kind_of(w->why->value) == SP_KIND_CARD &&
		   refusal_asks_for(w, SP_FN_ENERGY_OF)) {
		refusal_say_hand(w, "is worth no energy");
	} else if (sp_kind_of(w->why->value) == SP_KIND_SQUARE &&
		   refusal_asks_for(w, SP_FN_EMPTY)) {
		refusal_say_target(w, "is not an empty square");
	} else if (refusal_asks_for(w, SP_FN_CARRIES) &&
		   refusal_asks_for(w, SP_FN_ITEMS)) {
		refusal_say_target(w, "carries nothing");
	} else if (refusal_asks_for(w, SP_FN_STRAIGHT)) {
		say_line(w);
	} else if (refusal_is_line_taken(w, words, sizeof(words))) {
		refusal_say_target(w, words);
	} else if (refusal_misses_wall(w)) {
		refusal_say_target(
			w, refusal_no_wall(w, "has no wall or door"));
	} else {
		refusal_say_target(w, "does not fit what the card asks for");
	}
}

/* Of a target, or of the play of a card behind its name. */
static void say_condition(const struct refusal_wording *w)
{
	sp_value value = refusal_argument(w, SP_ARGUMENT_CARD);
	const struct sp_card *card = NULL;
	char name[SP_RENDER_NAME_SIZE];

	if (w->why->slot == 1 && value != SP_NOTHING)
		card = sp_ruleset_card(w->ruleset, sp_index_of(value));
	if (card == NULL || w->why->value < 0 ||
		w->why->value >= card->n_plays) {
		say_unfit(w);
		return;
	}
	refusal_card_name(w, name);
	if (refusal_is_joined(w, &card->play[w->why->value]))
		refusal_add(w,
			"%s needs your square for itself, and somebody "
			"else is in it",
			name);
	else if (refusal_wants_treasure(w, card->play[w->why->value].condition))
		refusal_add(w, "you carry no treasure");
	else if (card->n_plays > 1)
		refusal_add(w, "what %s needs to \"%s\" is not there", name,
			card->play[w->why->value].id);
	else
		refusal_add(w, "what %s needs is not there", name);
}

static void say_filled(const struct refusal_wording *w)
{
	int at = sp_index_of(refusal_argument(w, SP_ARGUMENT_AT));
	char name[SP_SQUARE_NAME_SIZE];

	uint16_t to = w->why->verb == SP_VERB_WALK
			      ? sp_board_beyond(&w->g->board, (uint16_t)at,
					w->why->value)
			      : SP_NOWHERE;

	if (to != SP_NOWHERE) {
		sp_board_square_name(&w->g->board, to, name);
		refusal_add(w, "something fills the square %s", name);
	} else {
		refusal_say_target(w, "is filled by something");
	}
}

static void say_locked(const struct refusal_wording *w)
{
	if (w->why->verb == SP_VERB_WALK)
		refusal_add(w, "the door %s of you is sealed by a spell",
			sp_board_dir_name((enum sp_dir)w->why->value));
	else
		refusal_say_target(w, "is sealed by a spell");
}

/* True if it is an outer line over which one can go. */
static bool leads_off(const struct refusal_wording *w)
{
	sp_value v = w->why->value;

	return sp_kind_of(v) == SP_KIND_EDGE &&
	       sp_index_of(v) < w->g->board.n_edges &&
	       sp_board_edge_kind(&w->g->board, (uint16_t)sp_index_of(v)) ==
		       SP_EDGE_OPEN;
}

/* Of an outer line, which a card makes something on, or harms. */
static void say_outer(const struct refusal_wording *w)
{
	if (leads_off(w))
		refusal_say_target(w, refusal_makes_line(w)
					      ? "leads off the map, and "
						"nothing can be made there"
					      : "leads off the map: no wall or "
						"door stands there");
	else
		refusal_say_target(w, refusal_makes_line(w)
					      ? "is an outer wall, where "
						"nothing can be made"
					      : "is an outer wall, and those "
						"cannot be harmed");
}

/* Say of an item that lies there, and that nobody picks up by hand, how it is
 * taken up. False: it is none. */
static bool say_gathered(const struct refusal_wording *w)
{
	const struct sp_card *card;
	char words[SP_RENDER_NAME_SIZE + 60];

	if (sp_kind_of(w->why->value) != SP_KIND_THING ||
		refusal_argument(w, SP_ARGUMENT_CARD) != SP_NOTHING)
		return false;
	card = sp_ruleset_card(
		w->ruleset, w->g->thing[sp_index_of(w->why->value)].card);
	for (int i = 0; card->is_item && i < card->n_plays; i++) {
		if (card->play[i].from != SP_FROM_BOARD)
			continue;
		sp_format(words, sizeof(words),
			"is only taken up by `use %s`%s", card->name,
			card->play[i].range == SP_RANGE_ADJACENT
				? ", from beside it"
				: "");
		refusal_say_target(w, words);
		return true;
	}
	return false;
}

bool refusal_target(const struct refusal_wording *w)
{
	switch ((enum sp_reason)w->why->reason) {
	case SP_REASON_NOT_TARGETABLE:
		say_spared(w);
		break;
	case SP_REASON_OUT_OF_SIGHT:
		say_out_of_sight(w);
		break;
	case SP_REASON_OUT_OF_RANGE:
		say_range(w);
		break;
	case SP_REASON_WRONG_TARGET:
		if (!say_gathered(w))
			say_wrong(w);
		break;
	case SP_REASON_UNHARMED:
		refusal_say_target(w, "cannot be damaged");
		break;
	case SP_REASON_NO_OBJECT:
		say_no_object(w);
		break;
	case SP_REASON_NOT_EMPTY:
		refusal_say_target(w, "is not an empty square");
		break;
	case SP_REASON_HOME_BASE:
		refusal_say_target(
			w, "is a home base, where nothing can be made");
		break;
	case SP_REASON_CONDITION:
		say_condition(w);
		break;
	case SP_REASON_LOCKED:
		say_locked(w);
		break;
	case SP_REASON_SELF:
		refusal_say_target(w, "is you, and this is for others");
		break;
	case SP_REASON_TARGET_DEAD:
		refusal_say_target(w, "is dead");
		break;
	case SP_REASON_NOT_ADJACENT:
	case SP_REASON_NOT_BESIDE:
		refusal_say_target(w, "is not in your square or beside it");
		break;
	case SP_REASON_NOT_HERE:
		if (!say_gathered(w))
			refusal_say_target(w, "does not lie in your square");
		break;
	case SP_REASON_OUTER_WALL:
		say_outer(w);
		break;
	case SP_REASON_NO_DOOR:
		refusal_say_target(w, "is no door");
		break;
	case SP_REASON_NOTHING_THERE:
		refusal_say_target(
			w, refusal_no_wall(w, "has no wall or closed door"));
		break;
	case SP_REASON_ALREADY:
		refusal_say_target(w, "is so already");
		break;
	case SP_REASON_STUCK:
		refusal_say_target(w, "is glued to its place");
		break;
	case SP_REASON_TWICE:
		refusal_say_target(w, "was named already");
		break;
	case SP_REASON_CARRIES:
		refusal_say_target(
			w, "cannot be taken by who carries a treasure");
		break;
	case SP_REASON_CARRIES_NOT:
		refusal_say_target(w, is_carried(w)
					      ? "is carried by somebody else"
					      : "is not carried");
		break;
	case SP_REASON_FILLED:
		say_filled(w);
		break;
	default:
		return false;
	}
	return true;
}
