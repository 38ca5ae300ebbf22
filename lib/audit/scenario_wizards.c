/* Sentences about wizards, what they hold and carry, and treasures. */
#include "audit/scenario_private.h"

/* ---- hands and what is carried ------------------------------------------- */

static void list_cards(const struct audit_tale *t, const uint16_t *card, int n,
	struct sp_buf *out)
{
	for (int i = 0; i < n; i++)
		sp_buf_addf(out, "%s%s", i > 0 ? ", " : "",
			sp_ruleset_card(t->s.ruleset, card[i])->id);
	if (n == 0)
		sp_buf_adds(out, "nothing");
}

static bool found_cards(struct audit_tale *t, const uint16_t *card, int n)
{
	struct sp_buf list;

	sp_buf_init(&list, 1000);
	list_cards(t, card, n, &list);
	(void)audit_tale_found(t, "%s", sp_buf_str(&list));
	sp_buf_free(&list);
	return false;
}

/* The words that are left name these cards, each one once. */
static bool same_cards(struct audit_tale *t, const uint16_t *card, int n)
{
	bool named[SP_CARDS_MAX] = { false };
	int left = n;

	if (audit_tale_take(t, "nothing"))
		return n == 0 || found_cards(t, card, n);
	while (t->at < t->n) {
		int type = audit_tale_type(t, audit_tale_next(t));
		int i = 0;

		while (i < n &&
			(named[i] || t->s.ruleset->type[card[i]] != type))
			i++;
		if (i == n)
			return found_cards(t, card, n);
		named[i] = true;
		left--;
	}
	return left == 0 || found_cards(t, card, n);
}

/* "red shows idol": a card of his hand that everybody knows. */
static bool shows(struct audit_tale *t, int seat)
{
	const struct sp_hand *hand = &t->s.g.hand[seat];
	int type = audit_tale_type(t, audit_tale_next(t));

	for (int i = 0; i < hand->n; i++)
		if (t->s.ruleset->type[hand->card[i]] == type &&
			t->s.g.place[hand->card[i]].known == SP_KNOWN_TO_ALL)
			return audit_tale_later(t);
	return audit_tale_found(t, "it is not shown");
}

static bool holds(struct audit_tale *t, int seat)
{
	uint16_t hand[SP_CARDS_MAX];
	int card = 0;

	if (t->begun)
		return same_cards(t, hand, sp_game_hand(&t->s.g, seat, hand));
	if (audit_tale_take(t, "nothing"))
		return true;
	while (t->at < t->n && card >= 0) {
		card = audit_tale_fresh_of(t, seat, audit_tale_next(t));
		if (card >= 0)
			sp_game_put_card(&t->s.g, card, SP_ZONE_HAND, seat);
	}
	return card >= 0;
}

/* A wizard, or a creature; `seat`: its actor. */
static bool carry(struct audit_tale *t, int seat, const char *word)
{
	struct sp_game *g = &t->s.g;
	int treasure = sp_game_treasure_parse(g, word);
	int card;

	if (treasure >= 0) {
		g->actor[seat].carries = (int8_t)treasure;
		g->treasure[treasure].carrier = (int8_t)seat;
		g->treasure[treasure].square = SP_NOWHERE;
		return true;
	}
	card = audit_tale_fresh(t, word);
	if (card < 0 || !audit_tale_room(t, 0))
		return false;
	(void)sp_game_add_played(g, SP_PLAYED_ITEM, card, seat);
	return true;
}

static bool carries(struct audit_tale *t, int seat)
{
	const struct sp_game *g = &t->s.g;
	uint16_t card[SP_PLAYED_MAX];
	uint8_t item[SP_PLAYED_MAX];
	int n;

	while (!t->begun && t->at < t->n)
		if (!carry(t, seat, audit_tale_next(t)))
			return false;
	if (!t->begun)
		return true;
	if (g->actor[seat].carries >= 0) {
		sp_value treasure =
			SP_REF(SP_KIND_TREASURE, g->actor[seat].carries);

		if (!audit_tale_means(t, treasure, audit_tale_next(t)))
			return audit_tale_differs(t, treasure);
	}
	n = sp_game_play_area(g, seat, SP_PLAYED_ITEM, item);
	for (int i = 0; i < n; i++)
		card[i] = g->played[item[i]].card;
	if (t->at == t->n && n == 0)
		return true;
	return same_cards(t, card, n);
}

/* ---- wizards ------------------------------------------------------------- */

static bool word16(struct audit_tale *t, int16_t *value)
{
	int n = *value;
	bool ok = audit_tale_value(t, &n);

	*value = (int16_t)n;
	return ok;
}

static bool stands(struct audit_tale *t, int seat)
{
	struct sp_actor *w = &t->s.g.actor[seat];
	sp_value at;

	if (!audit_tale_place(t, SP_KIND_SQUARE, &at))
		return false;
	if (!t->begun)
		w->square = (uint16_t)sp_index_of(at);
	if (w->square == SP_NOWHERE)
		return audit_tale_found(t, "them dead");
	return w->square == sp_index_of(at) ||
	       audit_tale_differs(t, SP_REF(SP_KIND_SQUARE, w->square));
}

static bool says_moves(struct audit_tale *t, int seat)
{
	t->moves_given = true;
	if (t->s.g.active != seat)
		return audit_tale_fail(t, "it is not their turn");
	return word16(t, &t->s.g.moves);
}

bool audit_tale_of_wizard(struct audit_tale *t, int seat)
{
	struct sp_actor *w = &t->s.g.actor[seat];

	if (audit_tale_take(t, "at"))
		return stands(t, seat);
	if (audit_tale_take(t, "life"))
		return word16(t, &w->life);
	if (audit_tale_take(t, "stun"))
		return audit_tale_byte(t, &w->stun);
	if (audit_tale_take(t, "moves"))
		return says_moves(t, seat);
	if (audit_tale_take(t, "holds"))
		return holds(t, seat);
	if (audit_tale_take(t, "shows"))
		return shows(t, seat);
	if (audit_tale_take(t, "carries"))
		return carries(t, seat);
	if (audit_tale_take(t, "attacked"))
		return audit_tale_byte(t, &t->s.g.attacked);
	if (audit_tale_take(t, "stunned")) {
		w->stunned |= !t->begun;
		return w->stunned || audit_tale_found(t, "them not stunned");
	}
	if (audit_tale_take(t, "dead"))
		return audit_tale_later(t) &&
		       (!w->alive || audit_tale_found(t, "them alive"));
	if (audit_tale_take(t, "points")) {
		int points = sp_game_points(&t->s.g, seat);

		return audit_tale_later(t) && audit_tale_value(t, &points);
	}
	return audit_tale_fail(t, "what is said of a wizard?");
}

/* ---- creatures ----------------------------------------------------------- */

/* The living creature of such a card, or -1. */
static int creature_of(const struct audit_tale *t, const char *word)
{
	const struct sp_game *g = &t->s.g;
	int type = audit_tale_type(t, word);

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].creature && g->actor[i].alive &&
			t->s.ruleset->type[g->actor[i].card] == type)
			return i;
	return -1;
}

/* "of red at c4 life 3 carrying large-rock" */
static bool put_creature(struct audit_tale *t, const char *word)
{
	struct sp_game *g = &t->s.g;
	struct sp_events *events;
	int seat, card, life = 1, played, creature;
	sp_value at;

	if (!audit_tale_take(t, "of") || !audit_tale_seat(t, &seat) ||
		!audit_tale_take(t, "at") ||
		!audit_tale_place(t, SP_KIND_SQUARE, &at))
		return audit_tale_fail(t, "expected \"of SEAT at SQUARE\"");
	if (audit_tale_take(t, "life") && !audit_tale_number(t, &life))
		return audit_tale_fail(t, "expected a number");
	card = audit_tale_fresh(t, word);
	if (card < 0 || life < 1 || !audit_tale_room(t, 0) ||
		sp_game_creatures_full(g))
		return false;
	played = sp_game_add_played(g, SP_PLAYED_SPELL, card, seat);
	g->played[played].permanent = 1;
	g->played[played].energy = 1;
	events = sp_xcalloc(1, sizeof(*events));
	creature = sp_game_add_creature(
		g, played, (uint16_t)sp_index_of(at), life, events);
	sp_free(events);
	sp_game_answer_to(g, creature,
		(enum sp_answers_to)sp_ruleset_card(t->s.ruleset, card)
			->creature.answers_to,
		seat);
	g->played[played].target = SP_REF(SP_KIND_ACTOR, creature);
	if (audit_tale_take(t, "carrying"))
		while (t->at < t->n)
			if (!carry(t, creature, audit_tale_next(t)))
				return false;
	return true;
}

bool audit_tale_of_creature(struct audit_tale *t, const char *word)
{
	int i = creature_of(t, word), n, seat;
	const struct sp_actor *a = &t->s.g.actor[i < 0 ? 0 : i];

	if (!t->begun)
		return put_creature(t, word);
	if (audit_tale_take(t, "dead"))
		return i < 0 || audit_tale_found(t, "it alive");
	if (i < 0)
		return audit_tale_found(t, "no such creature on the board");
	if (audit_tale_take(t, "at"))
		return stands(t, i);
	n = a->life;
	if (audit_tale_take(t, "life"))
		return audit_tale_value(t, &n);
	n = a->stun;
	if (audit_tale_take(t, "stun"))
		return audit_tale_value(t, &n);
	if (audit_tale_take(t, "carries"))
		return carries(t, i);
	if (audit_tale_take(t, "acted"))
		return a->acted || audit_tale_found(t, "it not activated yet");
	if (audit_tale_take(t, "of"))
		return audit_tale_seat(t, &seat) &&
		       (a->seat == seat ||
			       audit_tale_differs(
				       t, SP_REF(SP_KIND_ACTOR, a->seat)));
	return audit_tale_fail(t, "what is said of a creature?");
}

/* ---- treasures ---------------------------------------------------- */

bool audit_tale_of_treasure(struct audit_tale *t, int treasure)
{
	struct sp_treasure *tr = &t->s.g.treasure[treasure];
	sp_value at;

	(void)audit_tale_take(t, "lies");
	(void)audit_tale_take(t, "at");
	if (!audit_tale_place(t, SP_KIND_SQUARE, &at))
		return false;
	if (!t->begun)
		tr->square = (uint16_t)sp_index_of(at);
	if (tr->carrier != SP_NOBODY)
		return audit_tale_found(t, "it with %s",
			tr->carrier < SP_SEATS_MAX ? t->s.g.colour[tr->carrier]
						   : "a creature");
	return tr->square == sp_index_of(at) ||
	       audit_tale_differs(t, SP_REF(SP_KIND_SQUARE, tr->square));
}
