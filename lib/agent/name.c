/* References in words, and which of them a word means. */
#include "agent/agent.h"

#include "agent_private.h"
#include "law/asked.h"

/* ---- words for a reference ------------------------------------------------
 */

static void add_square(
	const struct sp_game *view, uint16_t square, struct sp_buf *out)
{
	char name[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&view->board, square, name);
	sp_buf_adds(out, name);
}

static void add_edge(
	const struct sp_game *view, uint16_t edge, struct sp_buf *out)
{
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name_from(
		&view->board, edge, sp_game_acting_square(view), name);
	sp_buf_adds(out, name);
}

static const char *card_name(const struct sp_ruleset *ruleset, int card)
{
	return sp_ruleset_card(ruleset, card)->name;
}

/* The seats, as bits, that have another card of this type in play, so that its
 * name alone says too little. */
static unsigned has_another(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int played)
{
	int type = ruleset->type[view->played[played].card];
	unsigned seats = 0;

	for (int i = 0; i < view->played_end; i++) {
		const struct sp_played *p = &view->played[i];

		if (i != played && p->kind != SP_PLAYED_FREE &&
			ruleset->type[p->card] == type)
			seats |= 1U << p->seat;
	}
	return seats;
}

/* Is such a card in a hand, as far as the view knows? Then its name alone means
 * that one. */
static bool is_in_hand_too(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int type)
{
	for (int c = 0; c < ruleset->n_copies; c++)
		if (ruleset->type[c] == type &&
			view->place[c].zone == SP_ZONE_HAND)
			return true;
	return false;
}

/* The first thing that a spell made; -1: none. */
static int thing_of(const struct sp_game *view, int played)
{
	for (int i = 0; i < view->things_end; i++) {
		if (view->thing[i].kind == SP_THING_CREATED &&
			view->thing[i].played == played)
			return i;
	}
	return -1;
}

/* True if no other thing of that kind is where it is: the place says which. */
static bool has_place_alone(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int thing)
{
	const struct sp_thing *t = &view->thing[thing];

	for (int i = 0; i < view->things_end; i++)
		if (i != thing && view->thing[i].kind != SP_THING_FREE &&
			view->thing[i].where == t->where &&
			ruleset->type[view->thing[i].card] ==
				ruleset->type[t->card])
			return false;
	return true;
}

static void add_played(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int played, struct sp_buf *out)
{
	const struct sp_played *p = &view->played[played];
	int thing = thing_of(view, played);
	unsigned another = has_another(ruleset, view, played);
	bool in_hand = is_in_hand_too(ruleset, view, ruleset->type[p->card]);
	bool own = (another >> p->seat & 1U) != 0;

	sp_buf_adds(out, card_name(ruleset, p->card));
	if (thing >= 0 && has_place_alone(ruleset, view, thing) &&
		(in_hand || another != 0)) {
		sp_buf_addc(out, ' ');
		sp_agent_name(ruleset, view, view->thing[thing].where, out);
		return;
	}
	/* two that one carries are told apart by nothing */
	if (in_hand || (p->kind == SP_PLAYED_ITEM ? another & ~(1U << p->seat)
						  : another) != 0)
		sp_buf_addf(out, " %s", view->colour[p->seat]);
	if (!own)
		return;
	sp_buf_addc(out, ' ');
	if (thing >= 0)
		sp_agent_name(ruleset, view, view->thing[thing].where, out);
	else if (p->target != SP_NOTHING && p->target != SP_HIDDEN)
		sp_agent_name(ruleset, view, p->target, out);
	else
		sp_buf_truncate(out, out->len - 1);
}

/* Two of a kind are told apart by whom they answer to, two of his by where they
 * are. */
static void add_creature(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int actor, struct sp_buf *out)
{
	const struct sp_actor *a = &view->actor[actor];
	bool others = false, own = false;

	if (actor == SP_UNIVERSE) {
		sp_buf_adds(out, "universe");
		return;
	}
	sp_buf_adds(out, card_name(ruleset, a->card));
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(view); i++) {
		const struct sp_actor *other = &view->actor[i];

		if (i == actor || !other->alive ||
			ruleset->type[other->card] != ruleset->type[a->card])
			continue;
		others = true;
		own |= other->seat == a->seat;
	}
	if (others)
		sp_buf_addf(out, " %s", view->colour[a->seat]);
	if (own && a->square != SP_NOWHERE) {
		sp_buf_addc(out, ' ');
		add_square(view, a->square, out);
	}
}

static void add_sector(const struct sp_game *view, int bay, struct sp_buf *out)
{
	int seat = view->board.bay[bay].seat;

	if (seat >= 0 && seat < view->n_seats)
		sp_buf_adds(out, view->colour[seat]);
	else
		add_square(view,
			(uint16_t)(bay * (view->board.n_squares /
						 view->board.n_bays)),
			out);
}

void agent_add_treasure(const struct sp_game *view, int treasure, bool place,
	struct sp_buf *out)
{
	sp_value ref = SP_REF(SP_KIND_TREASURE, treasure);
	sp_value pair = SP_REF(SP_KIND_TREASURE, treasure ^ 1);
	uint16_t at = sp_game_square_of(view, ref);

	sp_buf_addf(out, "%s's treasure",
		view->colour[view->treasure[treasure].owner]);
	if ((treasure ^ 1) < view->n_treasures &&
		sp_game_square_of(view, pair) == at &&
		(place || (view->treasure[treasure].carrier == SP_NOBODY &&
				  view->treasure[treasure ^ 1].carrier ==
					  SP_NOBODY))) {
		sp_buf_addf(out, " %d", treasure % 2 + 1);
	} else if (place && at != SP_NOWHERE) {
		sp_buf_addc(out, ' ');
		add_square(view, at, out);
	}
}

void sp_agent_name(const struct sp_ruleset *ruleset, const struct sp_game *view,
	sp_value value, struct sp_buf *out)
{
	int i = sp_index_of(value);

	switch ((enum sp_kind)sp_kind_of(value)) {
	case SP_KIND_NUMBER:
		sp_buf_addf(out, "%d", (int)value);
		break;
	case SP_KIND_ACTOR:
		if (i >= SP_SEATS_MAX)
			add_creature(ruleset, view, i, out);
		else
			sp_buf_adds(out, view->colour[i]);
		break;
	case SP_KIND_SEAT:
		sp_buf_adds(out, view->colour[i]);
		break;
	case SP_KIND_SQUARE:
		add_square(view, (uint16_t)i, out);
		break;
	case SP_KIND_EDGE:
		add_edge(view, (uint16_t)i, out);
		break;
	case SP_KIND_THING:
		sp_buf_addf(
			out, "%s ", card_name(ruleset, view->thing[i].card));
		sp_agent_name(ruleset, view, view->thing[i].where, out);
		break;
	case SP_KIND_TREASURE:
		agent_add_treasure(view, i, true, out);
		break;
	case SP_KIND_CARD:
		sp_buf_adds(out, card_name(ruleset, i));
		break;
	case SP_KIND_PLAYED:
		add_played(ruleset, view, i, out);
		break;
	case SP_KIND_ITEM:
		sp_buf_adds(
			out, view->cast[i].card < 0
				     ? "the punch"
				     : card_name(ruleset, view->cast[i].card));
		break;
	case SP_KIND_SECTOR:
		add_sector(view, i, out);
		break;
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		sp_buf_adds(out, "nothing");
		break;
	}
}

/* What came before a question how often it comes; SP_NOTHING. */
static sp_value answered_last(const struct sp_game *view)
{
	const struct sp_cast *cast;

	if (!sp_law_choice_aims(view))
		return SP_NOTHING;
	cast = &view->cast[view->frame[view->n_frames - 2].cast];
	return cast->n_answers > 0 ? cast->answer[cast->n_answers - 1]
				   : SP_NOTHING;
}

void sp_agent_name_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int slot, sp_value value,
	struct sp_buf *out)
{
	int asks = slot < 0 ? SP_ASK_NUMBER : ruleset->slot[slot].asks;
	bool is_dir = value >= 0 && value < SP_DIRS;

	if (sp_times_of(value) > 0) {
		sp_agent_name_answer(
			ruleset, view, slot, answered_last(view), out);
		sp_buf_addf(out, " x%d", sp_times_of(value));
	} else if (slot >= 0 && slot == ruleset->draft_slot && value >= 0 &&
		   value < ruleset->n_schools)
		sp_buf_adds(out, ruleset->school[value].id);
	else if (sp_kind_of(value) == SP_KIND_NUMBER && asks == SP_ASK_YES)
		sp_buf_adds(out, value != 0 ? "yes" : "no");
	else if (is_dir && asks == SP_ASK_TURN)
		sp_buf_addf(out, "%d", 90 * (int)value);
	else if (is_dir && (asks == SP_ASK_DIRECTION || asks == SP_ASK_STEP))
		sp_buf_adds(out, sp_board_dir_name((enum sp_dir)value));
	else if (asks == SP_ASK_STEP &&
		 (value == SP_NOTHING || value == SP_STOP))
		sp_buf_adds(out, "stop");
	else
		sp_agent_name(ruleset, view, value, out);
}

/* ---- what a name means ----------------------------------------------------
 */

int agent_type_of(const struct sp_ruleset *ruleset, const struct sp_game *view,
	sp_value value)
{
	int i = sp_index_of(value), card;

	switch (sp_kind_of(value)) {
	case SP_KIND_CARD:
		card = i;
		break;
	case SP_KIND_PLAYED:
		card = view->played[i].card;
		break;
	case SP_KIND_THING:
		card = view->thing[i].card;
		break;
	case SP_KIND_ITEM:
		card = view->cast[i].card;
		break;
	case SP_KIND_ACTOR:
		card = sp_game_is_creature(view, i) ? view->actor[i].card : -1;
		break;
	default:
		card = -1;
		break;
	}
	return card < 0 ? -1 : ruleset->type[card];
}

sp_value agent_own_of_type(const struct sp_binding *b, int type, bool hand)
{
	const struct sp_game *view = b->view;

	for (int i = 0; hand && i < view->hand[b->seat].n; i++) {
		int card = view->hand[b->seat].card[i];

		if (b->ruleset->type[card] == type)
			return SP_REF(SP_KIND_CARD, card);
	}
	for (int i = 0; i < view->played_end; i++) {
		if (view->played[i].kind != SP_PLAYED_FREE &&
			view->played[i].seat == b->seat &&
			b->ruleset->type[view->played[i].card] == type)
			return SP_REF(SP_KIND_PLAYED, i);
	}
	for (int i = 0; !hand && i < view->things_end; i++) {
		if (view->thing[i].kind != SP_THING_FREE &&
			b->ruleset->type[view->thing[i].card] == type)
			return SP_REF(SP_KIND_THING, i);
	}
	return SP_NOTHING;
}

bool agent_is_playable(const struct sp_binding *b, sp_value own)
{
	const struct sp_played *p = &b->view->played[sp_index_of(own)];
	const struct sp_card *card;

	if (sp_kind_of(own) != SP_KIND_PLAYED || p->kind == SP_PLAYED_ITEM)
		return own != SP_NOTHING;
	card = sp_ruleset_card(b->ruleset, p->card);
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].from == SP_FROM_MAINTAINED)
			return true;
	return false;
}

bool sp_agent_has_playable(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, int type)
{
	const struct sp_binding b = {
		.ruleset = ruleset, .view = view, .seat = seat
	};

	return agent_is_playable(&b, agent_own_of_type(&b, type, true));
}

uint16_t agent_square(const struct sp_binding *b, const char *where)
{
	return sp_streq(where, "home")
		       ? b->view->actor[b->seat].home
		       : sp_board_square_parse(&b->view->board, where);
}

/* Does a spell work at this place: what it is cast on, or has made. */
static bool spell_is_at(
	const struct sp_game *view, int played, sp_value place, bool square)
{
	sp_value target = view->played[played].target;

	if (target == place ||
		(square && target != SP_HIDDEN &&
			sp_kind_of(target) != SP_KIND_NONE &&
			sp_kind_of(target) != SP_KIND_EDGE &&
			SP_REF(SP_KIND_SQUARE,
				sp_game_square_of(view, target)) == place))
		return true;
	for (int i = 0; i < view->things_end; i++) {
		if (view->thing[i].kind == SP_THING_CREATED &&
			view->thing[i].played == played &&
			view->thing[i].where == place)
			return true;
	}
	return false;
}

static bool fits_seat(const struct sp_binding *b, sp_value value, int seat)
{
	const struct sp_game *view = b->view;
	int i = sp_index_of(value);

	switch (sp_kind_of(value)) {
	case SP_KIND_ACTOR:
		return sp_game_seat_of(view, i) == seat;
	case SP_KIND_SEAT:
		return i == seat;
	case SP_KIND_PLAYED:
		return view->played[i].seat == seat ||
		       view->played[i].target == SP_REF(SP_KIND_ACTOR, seat);
	case SP_KIND_SECTOR:
		return view->board.bay[i].seat == seat;
	case SP_KIND_ITEM:
		return view->cast[i].seat == seat;
	default:
		return false;
	}
}

static bool fits_square(
	const struct sp_binding *b, sp_value value, const struct sp_named *name)
{
	const struct sp_game *view = b->view;
	uint16_t square = agent_square(b, name->where);
	sp_value place = SP_REF(SP_KIND_SQUARE, square);
	int i = sp_index_of(value);

	if (square == SP_NOWHERE)
		return false;
	switch (sp_kind_of(value)) {
	case SP_KIND_SQUARE:
		return value == place;
	case SP_KIND_ACTOR:
	case SP_KIND_TREASURE:
		return sp_game_square_of(view, value) == square;
	case SP_KIND_THING:
		return view->thing[i].where == place;
	case SP_KIND_PLAYED:
		return spell_is_at(view, i, place, true);
	case SP_KIND_SECTOR:
		return square / (view->board.n_squares / view->board.n_bays) ==
		       i;
	default:
		return false;
	}
}

int sp_agent_way_left(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int *actor)
{
	const struct sp_frame *top;

	*actor = SP_NOBODY;
	if (view->decision.kind != SP_DECISION_CHOICE || view->n_frames < 2)
		return 0;
	top = &view->frame[view->n_frames - 1];
	if (top->kind != SP_FRAME_CHOICE || top[-1].kind != SP_FRAME_WALK ||
		(top->choice.slot != ruleset->led_slot &&
			top->choice.slot != ruleset->push_slot))
		return 0;
	*actor = top[-1].actor;
	return top[-1].walk.left;
}

/* True if it is a direction, and the next step there of whoever is led or blown
 * away goes to the square. */
static bool leads_to(const struct sp_binding *b, int slot, sp_value value,
	const struct sp_named *name)
{
	uint16_t square = agent_square(b, name->where);
	int walker;

	if (slot < 0 || b->ruleset->slot[slot].asks != SP_ASK_STEP ||
		value < 0 || value >= SP_DIRS || square == SP_NOWHERE)
		return false;
	(void)sp_agent_way_left(b->ruleset, b->view, &walker);
	return walker != SP_NOBODY &&
	       sp_board_beyond(&b->view->board, b->view->actor[walker].square,
		       (int)value) == square;
}

static bool fits_edge(const struct sp_binding *b, sp_value value, int edge)
{
	sp_value place = SP_REF(SP_KIND_EDGE, edge);
	int i = sp_index_of(value);

	if (edge == UINT16_MAX)
		return false;
	switch (sp_kind_of(value)) {
	case SP_KIND_EDGE:
		return value == place;
	case SP_KIND_THING:
		return b->view->thing[i].where == place;
	case SP_KIND_PLAYED:
		return spell_is_at(b->view, i, place, false);
	default:
		return false;
	}
}

bool agent_asks_number(const struct sp_ruleset *ruleset, int slot)
{
	int asks = slot < 0 ? SP_ASK_NUMBER : ruleset->slot[slot].asks;

	return slot != ruleset->draft_slot && asks != SP_ASK_DIRECTION &&
	       asks != SP_ASK_STEP && asks != SP_ASK_YES;
}

static bool fits_number(
	const struct sp_binding *b, int slot, sp_value value, int number)
{
	if (sp_kind_of(value) != SP_KIND_NUMBER ||
		!agent_asks_number(b->ruleset, slot))
		return false;
	/* degrees may be more than a circle, or lead the other way round */
	if (slot >= 0 && b->ruleset->slot[slot].asks == SP_ASK_TURN &&
		number != value) {
		number = (number % 360 + 360) % 360;
		return number == value || number == 90 * value;
	}
	return number == value;
}

/* "discard 4": in a turn, where no list is offered, a card of so much energy
 * and nothing else. */
static bool is_energy_of(const struct sp_binding *b, sp_value value, int number)
{
	const struct sp_card *card;

	if (b->order->kind != SP_ORDER_DISCARD ||
		b->view->decision.kind != SP_DECISION_TURN ||
		sp_kind_of(value) != SP_KIND_CARD)
		return false;
	card = sp_ruleset_card(b->ruleset, sp_index_of(value));
	return card->is_energy && card->energy_die == 0 &&
	       card->energy == number;
}

bool agent_treasure_is_of(const struct sp_binding *b, int treasure, int seat)
{
	const struct sp_treasure *t = &b->view->treasure[treasure];

	if (seat == SP_ORDER_MINE)
		return t->owner == b->seat || t->carrier == b->seat;
	if (seat == SP_ORDER_THEIRS)
		return t->owner != b->seat;
	return seat < 0 || t->owner == seat;
}

static bool fits_treasure(
	const struct sp_binding *b, sp_value value, const struct sp_named *name)
{
	int i = sp_index_of(value);

	return sp_kind_of(value) == SP_KIND_TREASURE &&
	       agent_treasure_is_of(b, i, name->value) &&
	       (name->number == 0 || i % 2 + 1 == name->number);
}

/* True if it is a spell in play with this word, in lower case, in its name:
 * "wall" of Wall of Fire. */
static bool is_called(
	const struct sp_binding *b, sp_value value, const char *word)
{
	int type = sp_kind_of(value) == SP_KIND_PLAYED
			   ? agent_type_of(b->ruleset, b->view, value)
			   : -1;
	const char *s = type < 0 ? "" : b->ruleset->card[type].name;

	while (*s != '\0' && !sp_starts_i(s, word))
		s += strcspn(s, " ") + strspn(s + strcspn(s, " "), " ");
	return *s != '\0';
}

bool agent_fits(const struct sp_binding *b, int slot, sp_value value,
	const struct sp_named *name)
{
	const struct sp_board *board = &b->view->board;
	uint16_t here = b->view->actor[agent_actor(b)].square;

	switch ((enum sp_named_kind)name->kind) {
	case SP_NAMED_NUMBER:
		return fits_number(b, slot, value, name->value) ||
		       is_energy_of(b, value, name->value);
	case SP_NAMED_SEAT:
		return fits_seat(b, value, name->value);
	case SP_NAMED_SELF:
		return fits_seat(b, value, b->seat);
	case SP_NAMED_SQUARE:
		return fits_square(b, value, name) ||
		       leads_to(b, slot, value, name);
	case SP_NAMED_EDGE:
		return fits_edge(
			b, value, sp_board_edge_parse(board, name->where));
	case SP_NAMED_DIRECTION:
		if (sp_kind_of(value) == SP_KIND_NUMBER)
			return value == name->value &&
			       (slot < 0 ||
				       !agent_asks_number(b->ruleset, slot));
		if (sp_vocable_asks_square(b->ruleset, slot))
			return here != SP_NOWHERE &&
			       value == SP_REF(SP_KIND_SQUARE,
						sp_board_beyond(board, here,
							name->value));
		return here != SP_NOWHERE &&
		       fits_edge(b, value, board->edge_at[here][name->value]);
	case SP_NAMED_CARD:
		return agent_type_of(b->ruleset, b->view, value) == name->value;
	case SP_NAMED_TREASURE:
		return fits_treasure(b, value, name);
	case SP_NAMED_YES:
		return value == name->value;
	case SP_NAMED_NOTHING:
		return value == SP_NOTHING ||
		       (value == SP_STOP &&
			       !agent_asks_number(b->ruleset, slot));
	case SP_NAMED_WALL:
	case SP_NAMED_DOOR:
		return sp_kind_of(value) == SP_KIND_EDGE ||
		       sp_kind_of(value) == SP_KIND_THING ||
		       is_called(b, value,
			       name->kind == SP_NAMED_WALL ? "wall" : "door");
	case SP_NAMED_CLASS:
		return sp_kind_of(value) == SP_KIND_THING &&
		       sp_ruleset_card(b->ruleset,
			       b->view->thing[sp_index_of(value)].card)
				       ->object.class
			       == name->value;
	case SP_NAMED_SCHOOL:
		return slot == b->ruleset->draft_slot && value == name->value;
	case SP_NAMED_PLAY:
		break;
	}
	return true;
}

/* Two players behind a spell are its caster and whom it is cast on. */
static bool fits_pair(
	const struct sp_binding *b, sp_value value, int nth, int seat)
{
	const struct sp_played *p = &b->view->played[sp_index_of(value)];

	return nth == 0 ? p->seat == seat
			: p->target == SP_REF(SP_KIND_ACTOR, seat);
}

static bool says(const struct sp_named name[], int n, enum sp_named_kind kind)
{
	for (int i = 0; i < n; i++)
		if (name[i].kind == (int)kind)
			return true;
	return false;
}

bool agent_fits_phrase(const struct sp_binding *b, int slot, sp_value value,
	const struct sp_order_phrase *part)
{
	const struct sp_named *name = &b->order->named[part->first];
	int seats = 0, nth = 0;
	bool any = false;

	/* "red x3"; a line's number may stand in front of it */
	if (sp_times_of(value) > 0) {
		if (sp_streq(part->keyword, "x") &&
			part->count != sp_times_of(value))
			return false;
		value = answered_last(b->view);
	}
	/* a colour alone means the wizard; "red wolf" is red's */
	if (sp_kind_of(value) == SP_KIND_ACTOR &&
		sp_game_is_creature(b->view, sp_index_of(value)) &&
		(says(name, part->n, SP_NAMED_SEAT) ||
			says(name, part->n, SP_NAMED_SELF)) &&
		!says(name, part->n, SP_NAMED_CARD))
		return false;

	for (int i = 0; i < part->n; i++)
		seats += name[i].kind == SP_NAMED_SEAT;
	for (int i = 0; i < part->n; i++) {
		if (name[i].kind == SP_NAMED_PLAY)
			continue;
		any = true;
		if (seats > 1 && name[i].kind == SP_NAMED_SEAT &&
			sp_kind_of(value) == SP_KIND_PLAYED) {
			if (!fits_pair(b, value, nth++, name[i].value))
				return false;
		} else if (!agent_fits(b, slot, value, &name[i])) {
			return false;
		}
	}
	return any;
}
