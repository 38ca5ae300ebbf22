/* Refusals: what the data of a card says of the slot that was answered, or of
 * how the card is ordered. */
#include "refusal_private.h"

#include "cardtext/cardtext.h"

/* Find the slot of a card that was answered; NULL if no card asked. */
static const struct sp_card_slot *slot_of(const struct refusal_wording *w)
{
	sp_value slot = refusal_argument(w, SP_ARGUMENT_QUESTION);

	return slot == SP_NOTHING ? NULL : &w->ruleset->slot[slot];
}

/* The code behind a call of that function in the slot's condition; NULL. */
static const struct sp_code *behind_call(
	const struct refusal_wording *w, int fn)
{
	const struct sp_card_slot *slot = slot_of(w);
	int at = slot == NULL ? -1 : slot->condition;

	for (; at >= 0 && w->ruleset->code[at].op != SP_CODE_END; at++)
		if (w->ruleset->code[at].op == SP_CODE_CALL &&
			w->ruleset->code[at].value == fn)
			return &w->ruleset->code[at + 1];
	return NULL;
}

bool refusal_asks_for(const struct refusal_wording *w, int fn)
{
	return behind_call(w, fn) != NULL;
}

bool refusal_is_joined(
	const struct refusal_wording *w, const struct sp_card_play *play)
{
	const struct sp_game *g = w->g;
	int actor = refusal_actor(w), at = play->condition;
	bool asks = false;

	for (; at >= 0 && w->ruleset->code[at].op != SP_CODE_END; at++)
		asks = asks ||
		       (w->ruleset->code[at].op == SP_CODE_SET &&
			       w->ruleset->code[at].value == SP_SET_ACTORS_AT);
	return asks && (sp_game_actors_at(g, g->actor[actor].square) &
			       ~(1U << (unsigned)actor)) != 0;
}

bool refusal_wants_treasure(const struct refusal_wording *w, int condition)
{
	const struct sp_code *code =
		condition < 0 ? NULL : &w->ruleset->code[condition];

	return code != NULL && code[0].op == SP_CODE_NAME &&
	       code[0].value == SP_NAME_ME && code[1].op == SP_CODE_CALL &&
	       code[1].value == SP_FN_CARRIES && code[2].op == SP_CODE_END;
}

bool refusal_carries_already(const struct refusal_wording *w)
{
	const struct sp_code *next = behind_call(w, SP_FN_CARRIES);

	return sp_kind_of(w->why->value) == SP_KIND_TREASURE && next != NULL &&
	       next->op == SP_CODE_NOT &&
	       w->g->actor[refusal_actor(w)].carries != SP_NOBODY;
}

bool refusal_misses_wall(const struct refusal_wording *w)
{
	const struct sp_code *next = behind_call(w, SP_FN_IS);

	return sp_kind_of(w->why->value) == SP_KIND_EDGE && next != NULL &&
	       next->op != SP_CODE_NOT &&
	       sp_index_of(w->why->value) < w->g->board.n_edges &&
	       !sp_board_edge_stands(
		       &w->g->board, (uint16_t)sp_index_of(w->why->value));
}

/* True if the slot's condition asks `is` of this word; `negated`: for what
 * is not so. */
static bool asks_is(
	const struct refusal_wording *w, enum sp_is_word word, bool negated)
{
	const struct sp_card_slot *slot = slot_of(w);
	const struct sp_code *code;

	if (slot == NULL || slot->condition < 0)
		return false;
	for (code = &w->ruleset->code[slot->condition]; code->op != SP_CODE_END;
		code++)
		if (code[0].op == SP_CODE_WORD &&
			code[0].value == SP_IS_WORD + (int)word &&
			code[1].op == SP_CODE_CALL &&
			code[1].value == SP_FN_IS &&
			(code[2].op == SP_CODE_NOT) == negated)
			return true;
	return false;
}

/* Of a door where the card takes a wall. */
#define IS_DOOR "is a door, and a door is no wall"

bool refusal_is_line_taken(
	const struct refusal_wording *w, char *words, size_t size)
{
	uint16_t edge = (uint16_t)sp_index_of(w->why->value);
	const struct sp_board *b = &w->g->board;
	uint8_t thing[SP_THINGS_MAX];
	enum sp_edge_kind kind;

	if (sp_kind_of(w->why->value) != SP_KIND_EDGE || edge >= b->n_edges)
		return false;
	kind = sp_board_edge_under(b, edge);
	if (asks_is(w, SP_IS_WALL, true) && kind == SP_EDGE_WALL)
		sp_format(words, size, "has a wall already");
	else if (asks_is(w, SP_IS_DOOR, true) && kind == SP_EDGE_DOOR)
		sp_format(words, size, "%s",
			asks_is(w, SP_IS_WALL, false) ? IS_DOOR
						      : "has a door already");
	else if (asks_is(w, SP_IS_CREATED, true) &&
		 sp_game_things_at(w->g, w->why->value, thing) > 0)
		sp_format(words, size, "has %s already",
			sp_ruleset_card(w->ruleset, w->g->thing[thing[0]].card)
				->name);
	else
		return false;
	return true;
}

bool refusal_makes_line(const struct refusal_wording *w)
{
	return asks_is(w, SP_IS_WALL, true);
}

const char *refusal_no_wall(const struct refusal_wording *w, const char *other)
{
	const struct sp_card_slot *slot = slot_of(w);
	uint16_t edge = (uint16_t)sp_index_of(w->why->value);
	const struct sp_board *b = &w->g->board;
	bool wall = slot != NULL &&
		    (slot->asks == SP_ASK_WALL || asks_is(w, SP_IS_DOOR, true));

	if (wall && sp_kind_of(w->why->value) == SP_KIND_EDGE &&
		edge < b->n_edges &&
		sp_board_edge_under(b, edge) == SP_EDGE_DOOR)
		return IS_DOOR;
	return wall ? "has no wall" : other;
}

bool refusal_ends_spell(const struct refusal_wording *w)
{
	const struct sp_card_slot *slot = slot_of(w);

	return w->why->verb == SP_VERB_CAST && slot != NULL &&
	       slot->asks == SP_ASK_SPELL;
}

/* What is the matter with a treasure, or with what is not loose; NULL. */
static const char *not_loose(
	const struct refusal_wording *w, const struct sp_card_slot *slot)
{
	int i = sp_index_of(w->why->value);
	bool loose =
		slot->asks == SP_ASK_LOOSE || slot->asks == SP_ASK_TREASURE;

	switch (sp_kind_of(w->why->value)) {
	case SP_KIND_TREASURE:
		if (slot->asks == SP_ASK_CARRIED)
			return "is a treasure, and this takes items alone";
		return loose && i < w->g->n_treasures &&
				       w->g->treasure[i].carrier != SP_NOBODY
			       ? "is carried: this is for what lies on the "
				 "board"
			       : NULL;
	case SP_KIND_PLAYED:
		return loose && i < w->g->played_end &&
				       w->g->played[i].kind == SP_PLAYED_ITEM
			       ? "is carried: this is for what lies on the "
				 "board"
			       : NULL;
	case SP_KIND_THING:
		return loose && i < w->g->things_end &&
				       sp_kind_of(w->g->thing[i].where) ==
					       SP_KIND_EDGE
			       ? "stands on a border line, and nothing moves it"
			       : NULL;
	default:
		return NULL;
	}
}

const char *refusal_no_line(const struct refusal_wording *w)
{
	const struct sp_card_slot *slot = slot_of(w);
	const struct sp_code *next = behind_call(w, SP_FN_IS);
	int i = sp_index_of(w->why->value);
	const char *loose = slot != NULL ? not_loose(w, slot) : NULL;
	sp_value where;

	if (loose != NULL)
		return loose;
	if (slot != NULL &&
		(slot->asks == SP_ASK_BORDER || slot->asks == SP_ASK_WALL) &&
		(sp_kind_of(w->why->value) == SP_KIND_EDGE ||
			(sp_kind_of(w->why->value) == SP_KIND_THING &&
				i < SP_THINGS_MAX))) {
		where = sp_kind_of(w->why->value) == SP_KIND_EDGE
				? w->why->value
				: w->g->thing[i].where;
		if (sp_kind_of(where) != SP_KIND_EDGE)
			return "is on no border line";
		if (next != NULL && next->op != SP_CODE_NOT &&
			sp_board_edge_kind(&w->g->board,
				(uint16_t)sp_index_of(where)) == SP_EDGE_DOOR)
			return IS_DOOR;
	}
	return "cannot be the target of this card";
}

/* True if the slot takes every number up to the energy. */
static bool goes_up_to_energy(const struct refusal_wording *w)
{
	const struct sp_card_slot *slot = slot_of(w);
	const struct sp_code *max;

	if (slot == NULL || slot->max < 0)
		return false;
	max = &w->ruleset->code[slot->max];
	return max[0].op == SP_CODE_NAME && max[0].value == SP_NAME_ENERGY &&
	       max[1].op == SP_CODE_END;
}

sp_value refusal_energy_limit(const struct refusal_wording *w)
{
	sp_value most = SP_NOTHING;

	/* what is offered is nearest to the answer, so the limit is among it */
	for (int i = 0; goes_up_to_energy(w) && i < w->why->n_arguments; i++) {
		const struct sp_argument *a = &w->why->argument[i];

		if (a->name == SP_ARGUMENT_OFFER &&
			sp_kind_of(a->value) == SP_KIND_NUMBER &&
			(most == SP_NOTHING || a->value > most))
			most = a->value;
	}
	return most != SP_NOTHING && w->why->value > most ? most : SP_NOTHING;
}

/* "`cast SPELL with add ENERGY + ENERGY` or `boost with ...`" */
static void take_form(void *with, const char *form)
{
	struct sp_buf *forms = with;

	sp_buf_addf(forms, "%s`%s`", forms->len > 0 ? " or " : "", form);
}

bool refusal_say_part(const struct refusal_wording *w)
{
	sp_value value = refusal_argument(w, SP_ARGUMENT_CARD);
	const struct sp_card *card;
	struct sp_buf forms;

	if (value == SP_NOTHING)
		return false;
	card = sp_ruleset_card(w->ruleset, sp_index_of(value));
	if (!sp_card_only_plays(card, SP_WHEN_MODIFIER))
		return false;
	sp_buf_init(&forms, REFUSAL_SIZE / 2);
	sp_cardtext_play_forms(
		w->ruleset, card, &card->play[0], take_form, &forms);
	refusal_add(w, "%s is a part of another order: %s", card->name,
		sp_buf_str(&forms));
	sp_buf_free(&forms);
	return true;
}
