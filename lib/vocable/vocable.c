/* The words that the parser is given, and what the seat is asked for. */
#include "vocable/vocable.h"

/* ---- words for the parser -------------------------------------------------
 */

struct list {
	struct sp_order_vocable *out;
	size_t n;
	size_t cards; /* the index of the first card, whose type is 0 */
	size_t from;  /* where names end */
};

/* A word that is in the list no more than once by where it comes from. */
static void add_name(
	struct list *l, const char *word, enum sp_word_kind kind, int value)
{
	/* every edition has room: keywords and plays are few */
	if (word[0] != '\0' && l->n < SP_VOCABLE_MAX)
		l->out[l->n++] = (struct sp_order_vocable){ word, kind, value,
			false, false };
}

/* A word that may be there: those of names, before `from`, are other kinds. */
static void add_word(
	struct list *l, const char *word, enum sp_word_kind kind, int value)
{
	for (size_t i = l->from; i < l->n; i++) {
		if (l->out[i].kind == kind && sp_streq(l->out[i].word, word))
			return;
	}
	add_name(l, word, kind, value);
}

static void mark_type(struct list *l, int type)
{
	if (l->cards + (size_t)type < l->n)
		l->out[l->cards + (size_t)type].near = true;
}

/* What lies in the hand, in play or on the board, as types. */
static void mark_near(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct list *l)
{
	for (int card = 0; card < ruleset->n_copies; card++) {
		const struct sp_card_place *place = &view->place[card];

		if (place->zone == SP_ZONE_PLAY ||
			place->zone == SP_ZONE_BOARD ||
			place->zone == SP_ZONE_STACK ||
			(place->zone == SP_ZONE_HAND && place->seat == seat))
			mark_type(l, ruleset->type[card]);
	}
	for (int i = 0; i < view->things_end; i++) {
		if (view->thing[i].kind == SP_THING_LONE)
			mark_type(l, ruleset->type[view->thing[i].card]);
	}
}

static void add_school(struct list *l, const struct sp_ruleset *ruleset,
	const struct sp_game *view, int school)
{
	unsigned left = sp_card_schools_left(ruleset, view);
	size_t at = l->n;

	add_word(l, ruleset->school[school].id, SP_WORD_SCHOOL, school);
	if (l->n > at)
		l->out[at].near = (left >> school & 1U) != 0;
}

/* True if all that a keyword ever asks is whether or not. */
static bool means_yes(const struct sp_ruleset *ruleset, const char *word)
{
	for (int i = 0; i < ruleset->n_slots; i++)
		if (sp_streq(ruleset->slot[i].words, word) &&
			ruleset->slot[i].asks != SP_ASK_YES)
			return false;
	return true;
}

/* "Him" where one other wizard is left. */
static void add_only(struct list *l, const struct sp_game *view, int seat)
{
	int only = SP_NOBODY, n = 0;

	for (int s = 0; s < view->n_seats; s++) {
		if (s == seat || !view->actor[s].alive)
			continue;
		only = s;
		n++;
	}
	if (seat != SP_NOBODY && n == 1)
		add_name(l, "him", SP_WORD_HIM, only);
}

size_t sp_vocable_words(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat,
	struct sp_order_vocable out[SP_VOCABLE_MAX])
{
	struct list l = { .out = out };

	for (int s = 0; s < view->n_seats; s++)
		add_name(&l, view->colour[s], SP_WORD_SEAT, s);
	add_only(&l, view, seat);
	if (!sp_game_has_deck(view))
		return l.n;
	/* while schools are chosen; a card may be called so */
	for (int i = 0;
		view->n_frames > 0 && view->frame[0].kind == SP_FRAME_DRAFT &&
		i < ruleset->n_schools;
		i++)
		add_school(&l, ruleset, view, i);
	l.cards = l.n;
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_card *card = &ruleset->card[i];

		add_name(&l, card->name, SP_WORD_CARD, i);
		l.out[l.n - 1].counters = sp_card_plays(card, SP_WHEN_REACTION);
	}
	l.from = l.n;
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_card *card = &ruleset->card[i];

		for (int k = 0; k < card->n_plays && card->n_plays > 1; k++)
			add_word(&l, card->play[k].id, SP_WORD_PLAY, 0);
	}
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_object *object = &ruleset->card[i].object;

		if (object->class != SP_THING_CLASS_OBJECT)
			add_word(&l, sp_card_thing_class_word(object->class),
				SP_WORD_CLASS, object->class);
	}
	for (int i = 0; i < ruleset->n_slots; i++) {
		const char *word = ruleset->slot[i].words;

		if (strchr(word, ' ') == NULL)
			add_word(&l, word, SP_WORD_KEYWORD,
				means_yes(ruleset, word));
	}
	mark_near(ruleset, view, sp_game_on_behalf(view, seat), &l);
	return l.n;
}

enum sp_order_asked sp_vocable_asked(const struct sp_game *view, int seat)
{
	if (seat == SP_NOBODY || (view->decision.seats >> seat & 1) == 0)
		return SP_ASKED_NOTHING;
	if (view->decision.kind == SP_DECISION_CHOICE)
		return SP_ASKED_ONE;
	if (view->decision.kind == SP_DECISION_REACTION)
		return SP_ASKED_COUNTER;
	return view->decision.kind == SP_DECISION_DISCARD ? SP_ASKED_SOME
							  : SP_ASKED_NOTHING;
}
