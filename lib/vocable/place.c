/* Places in an order of cards: two squares that stand for the line between
 * them, words before a line that say what stands there, and a square that
 * stands for its number in a list. */
#include "vocable/vocable.h"

struct reading {
	const struct sp_ruleset *ruleset;
	const struct sp_board *board;
};

bool sp_vocable_asks_square(const struct sp_ruleset *ruleset, int slot)
{
	return slot >= 0 && (ruleset->slot[slot].asks == SP_ASK_SQUARE ||
				    ruleset->slot[slot].asks == SP_ASK_EMPTY);
}

bool sp_vocable_asks_line(const struct sp_ruleset *ruleset, int slot)
{
	return slot >= 0 && (ruleset->slot[slot].asks == SP_ASK_BORDER ||
				    ruleset->slot[slot].asks == SP_ASK_WALL ||
				    ruleset->slot[slot].asks == SP_ASK_DOOR);
}

/* True if the last card of the order asks for a line, and for no square. */
static bool wants_line(const struct reading *b, const struct sp_order *o)
{
	const struct sp_card *card;
	bool line = false;

	if (o->n_clauses == 0 || o->clause[o->n_clauses - 1].card < 0)
		return false;
	card = &b->ruleset->card[o->clause[o->n_clauses - 1].card];
	for (int i = 0; i < card->n_plays; i++)
		for (int k = 0; k < card->play[i].n_slots; k++) {
			int slot = card->play[i].slot[k];

			if (sp_vocable_asks_square(b->ruleset, slot))
				return false;
			line = line || sp_vocable_asks_line(b->ruleset, slot);
		}
	return line;
}

/* The square that the phrase ends with, if it names no other place; NULL. */
static struct sp_named *square_of(
	struct sp_order *o, const struct sp_order_phrase *part)
{
	struct sp_named *name;

	if (part->n == 0 || part->count > 0)
		return NULL;
	name = &o->named[part->first + part->n - 1];
	if (name->kind != SP_NAMED_SQUARE)
		return NULL;
	for (int i = 0; i < part->n - 1; i++)
		if (o->named[part->first + i].kind != SP_NAMED_WALL &&
			o->named[part->first + i].kind != SP_NAMED_DOOR)
			return NULL;
	return name;
}

/* Make one phrase of the two from number `i` on. */
static bool join(const struct reading *b, struct sp_order *o, int i)
{
	struct sp_order_phrase *part = &o->part[i], *next = &o->part[i + 1];
	struct sp_named *from = square_of(o, part), *to = square_of(o, next);
	char line[2 * SP_ORDER_NAME_SIZE];

	if (from == NULL || to == NULL || next->n > 1 ||
		part->clause != next->clause ||
		part->clause != o->n_clauses - 1 ||
		(next->keyword[0] != '\0' &&
			!sp_streq(part->keyword, next->keyword)))
		return false;
	sp_format(line, sizeof(line), "%s/%s", from->where, to->where);
	if (sp_board_edge_parse(b->board, line) == UINT16_MAX)
		return false;
	from->kind = SP_NAMED_EDGE;
	sp_format(from->where, sizeof(from->where), "%.*s",
		(int)sizeof(from->where) - 1, line);
	from->at.length = to->at.column + to->at.length - from->at.column;
	part->at.length = to->at.column + to->at.length - part->at.column;
	memmove(next, next + 1, (size_t)(o->n_phrases - i - 2) * sizeof(*next));
	o->n_phrases--;
	return true;
}

/* Is there nothing in the phrase but "wall" or "door"? */
static bool is_noun(
	const struct sp_order *o, const struct sp_order_phrase *part)
{
	for (int i = part->first; i < part->first + part->n; i++)
		if (o->named[i].kind != SP_NAMED_WALL &&
			o->named[i].kind != SP_NAMED_DOOR)
			return false;
	return part->n > 0 && part->count == 0;
}

/* Take out the phrase if the next one names the line that it is about: "destroy
 * the wall at c3 west". */
static bool drop_noun(struct sp_order *o, int i)
{
	struct sp_order_phrase *part = &o->part[i], *next = &o->part[i + 1];

	if (!is_noun(o, part) || next->n == 0 || part->clause != next->clause ||
		part->clause != o->n_clauses - 1 ||
		(o->named[next->first].kind != SP_NAMED_EDGE &&
			o->named[next->first].kind != SP_NAMED_DIRECTION))
		return false;
	memmove(part, next, (size_t)(o->n_phrases - i - 1) * sizeof(*part));
	o->n_phrases--;
	return true;
}

/* Has the play that is named, or any of its card, a slot of the word? */
static bool asks_word(
	const struct reading *b, const struct sp_order *o, const char *word)
{
	const struct sp_card *card;
	const char *said = "";

	if (o->n_clauses == 0 || o->clause[o->n_clauses - 1].card < 0)
		return true;
	card = &b->ruleset->card[o->clause[o->n_clauses - 1].card];
	for (int i = 0; i < o->n_named; i++)
		if (o->named[i].kind == SP_NAMED_PLAY)
			said = o->named[i].where;
	for (int i = 0; i < card->n_plays; i++)
		for (int k = 0; k < card->play[i].n_slots; k++)
			if ((said[0] == '\0' ||
				    sp_streq(card->play[i].id, said)) &&
				sp_streq(b->ruleset->slot[card->play[i].slot[k]]
						 .words,
					word))
				return true;
	return false;
}

/* True if the card that the order names last may be aimed `at` several things,
 * one after the other, or if it has that word for something else than the
 * phrase. */
static bool repeats_at(const struct reading *b, const struct sp_order *o,
	const struct sp_order_phrase *part)
{
	const struct sp_card *card;

	if (!asks_word(b, o, "at"))
		return false;
	if (!sp_streq(part->keyword, "at") || o->n_clauses == 0)
		return true;
	card = &b->ruleset->card[o->clause[o->n_clauses - 1].card];
	for (int i = 0; i < card->n_plays; i++)
		for (int k = 0; k < card->play[i].n_slots; k++)
			if (b->ruleset->slot[card->play[i].slot[k]].repeat >= 0)
				return true;
	return false;
}

/* "treasure at d4", "thornbush at d4" is the one that lies there, unless `at`
 * is a word of its own. */
static bool join_thing(const struct reading *b, struct sp_order *o)
{
	for (int i = 0; i + 1 < o->n_phrases; i++) {
		struct sp_order_phrase *part = &o->part[i], *next = part + 1;
		int kind =
			next->first > 0 ? o->named[next->first - 1].kind : -1;

		if (part->n == 0 || next->n != 1 ||
			next->first != part->first + part->n ||
			part->clause != next->clause ||
			part->clause != o->n_clauses - 1 ||
			(kind != SP_NAMED_TREASURE && kind != SP_NAMED_CARD &&
				kind != SP_NAMED_CLASS) ||
			o->named[next->first].kind != SP_NAMED_SQUARE ||
			!sp_streq(next->keyword, "at") ||
			repeats_at(b, o, part))
			continue;
		part->n++;
		part->at.length =
			next->at.column + next->at.length - part->at.column;
		memmove(next, next + 1,
			(size_t)(o->n_phrases - i - 2) * sizeof(*next));
		o->n_phrases--;
		return true;
	}
	return false;
}

/* A slot of the card that the order names last, in which squares are named in
 * order, as the first token of several; -1. */
static int slot_in_order(const struct reading *b, const struct sp_order *o)
{
	const struct sp_card *card;

	if (o->n_clauses == 0 || o->clause[o->n_clauses - 1].card < 0)
		return -1;
	card = &b->ruleset->card[o->clause[o->n_clauses - 1].card];
	for (int i = 0; i < card->n_plays; i++)
		for (int k = 0; k < card->play[i].n_slots; k++)
			if (b->ruleset->slot[card->play[i].slot[k]].ordered)
				return card->play[i].slot[k];
	return -1;
}

/* Make "real d4" the number of d4 among the squares before it. False: d4 is not
 * among them, or no number is asked for. */
static bool read_number(const struct reading *b, struct sp_order *o)
{
	int slot = slot_in_order(b, o), number = 0;
	const struct sp_order_phrase *last;
	struct sp_named *name;

	if (slot < 0 || o->n_phrases < 2)
		return false;
	last = &o->part[o->n_phrases - 1];
	name = &o->named[last->first];
	if (last->n != 1 || last->count > 0 || name->kind != SP_NAMED_SQUARE ||
		last->keyword[0] == '\0' || !asks_word(b, o, last->keyword) ||
		sp_streq(last->keyword, b->ruleset->slot[slot].words))
		return false;
	for (int i = 0; i < o->n_phrases - 1; i++) {
		const struct sp_named *square = &o->named[o->part[i].first];

		if (o->part[i].n != 1 || square->kind != SP_NAMED_SQUARE)
			return false;
		if (sp_streq(square->where, name->where))
			number = i + 1;
	}
	if (number == 0)
		return false;
	name->kind = SP_NAMED_NUMBER;
	name->value = (int16_t)number;
	return true;
}

bool sp_vocable_read_places(const struct sp_ruleset *ruleset,
	const struct sp_board *board, const struct sp_order *order,
	struct sp_order *out)
{
	const struct reading reading = { ruleset, board };
	const struct reading *b = &reading;
	struct sp_order read = *order;
	bool any = join_thing(b, &read) || read_number(b, &read);

	if (!any && (order->n_phrases < 2 || !wants_line(b, order)))
		return false;
	for (int i = 0; i + 1 < read.n_phrases && !any; i++)
		any = join(b, &read, i);
	for (int i = 0; i + 1 < read.n_phrases && wants_line(b, order); i++)
		any = drop_noun(&read, i) || any;
	if (any)
		*out = read;
	return any;
}

static bool may_be_goal(const struct sp_game *view, int seat,
	const struct sp_order *o, int treasure)
{
	const struct sp_treasure *t = &view->treasure[treasure];
	bool mine = t->owner == seat;

	if (t->carrier != SP_NOBODY || t->square == SP_NOWHERE ||
		(o->number != 0 && treasure % 2 + 1 != o->number))
		return false;
	if (o->seat == SP_ORDER_MINE)
		return mine;
	if (o->seat >= 0)
		return t->owner == o->seat;
	return !mine && t->square != view->actor[seat].home;
}

int sp_vocable_goals(const struct sp_game *view, int seat,
	const struct sp_order *order, int out[SP_TREASURES_MAX])
{
	uint16_t points[SP_SQUARES_MAX];
	int n = 0;

	sp_board_distances(
		&view->board, view->actor[seat].square, seat, points);
	for (int i = 0; i < view->n_treasures; i++) {
		if (!may_be_goal(view, seat, order, i))
			continue;
		out[n++] = i;
		if (points[view->treasure[i].square] <
			points[view->treasure[out[0]].square]) {
			out[n - 1] = out[0];
			out[0] = i;
		}
	}
	return n;
}
