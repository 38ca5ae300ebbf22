/* Sentences about a position: before the line `---` they lay it out, behind it
 * they say what it must be. One function does both, so that both mean the
 * same. */
#include "audit/scenario_private.h"

#include "eval/eval.h"

/* ---- the game ------------------------------------------------------------ */

static bool says_turn(struct audit_tale *t)
{
	struct sp_game *g = &t->s.g;
	int seat;

	if (!audit_tale_seat(t, &seat))
		return false;
	if (!t->begun) {
		g->active = (int8_t)seat;
		g->first = (int8_t)seat;
		g->decision.seats = (uint8_t)(1U << seat);
	}
	if (g->active != seat)
		return audit_tale_differs(t, SP_REF(SP_KIND_ACTOR, g->active));
	if (!audit_tale_take(t, "by"))
		return true;
	if (!audit_tale_seat(t, &seat) || !audit_tale_later(t))
		return false;
	return sp_game_plays(g) == seat ||
	       audit_tale_differs(t, SP_REF(SP_KIND_ACTOR, sp_game_plays(g)));
}

/* "rule kills nothing", "rule points 3": what the game is played by. */
static bool says_rule(struct audit_tale *t)
{
	const char *key = audit_tale_next(t);
	int rule = sp_game_rule_of(key);
	const char *word;
	int value;

	if (t->begun)
		return audit_tale_fail(t, "this can only be said before ---");
	if (sp_streq(key, "points")) {
		if (!audit_tale_number(t, &value) || value < 1 || value > 99)
			return audit_tale_fail(t, "how many points?");
		t->s.g.points_to_win = (uint8_t)value;
		return true;
	}
	word = audit_tale_next(t);
	value = rule < 0 ? -1 : sp_game_rule_value(rule, word);
	if (value < 0)
		return audit_tale_fail(
			t, "there is no rule \"%s %s\"", key, word);
	t->s.g.rule[rule] = (uint8_t)value;
	if (sp_game_has_deck(&t->s.g))
		sp_game_begin_cards(&t->s.g, sp_game_decks(&t->s.g));
	return true;
}

/* "asked red blue": who is asked for counters or a choice; "asked nobody": it
 * goes on with the turn. */
static bool says_asked(struct audit_tale *t)
{
	const struct sp_game *g = &t->s.g;
	unsigned found =
		g->decision.kind == SP_DECISION_TURN ? 0 : g->decision.seats;
	unsigned wanted = 0;
	struct sp_buf who;
	int seat;

	if (!audit_tale_later(t))
		return false;
	if (!audit_tale_take(t, "nobody"))
		while (t->at < t->n) {
			if (!audit_tale_seat(t, &seat))
				return false;
			wanted |= 1U << seat;
		}
	if (found == wanted)
		return true;
	sp_buf_init(&who, 200);
	for (int i = 0; i < g->n_seats; i++)
		if (found >> i & 1)
			sp_buf_addf(&who, " %s", g->colour[i]);
	(void)audit_tale_found(
		t, "asked%s", who.len > 0 ? sp_buf_str(&who) : " nobody");
	sp_buf_free(&who);
	return false;
}

#define DICE_MAX 6 /* more take long to find */

/* "dice 3 1": what the next dice of four show. */
static bool says_dice(struct audit_tale *t)
{
	int face[DICE_MAX];
	int n = 0;

	while (n < DICE_MAX && t->at < t->n)
		if (!audit_tale_number(t, &face[n]) || face[n] < 1 ||
			face[n++] > 4)
			return audit_tale_fail(t, "a die shows 1 to 4");
	if (n == 0)
		return audit_tale_fail(t, "which dice?");
	for (uint64_t seed = 0;; seed++) {
		struct sp_rng rng;
		int i = 0;

		audit_tale_dice(&rng, seed);
		while (i < n && (int)sp_rng_die(&rng, 4) == face[i])
			i++;
		if (i == n) {
			audit_tale_dice(&t->s.g.rng, seed);
			return true;
		}
	}
}

/* "deck zot, energy-6": the top of the deck, the next card first; with two of
 * them "deck of blue zot". */
static bool says_deck(struct audit_tale *t)
{
	int card[AUDIT_TALE_WORDS];
	int n = 0, seat = t->s.g.first;

	if (t->begun)
		return audit_tale_fail(t, "this can only be said before ---");
	if (audit_tale_take(t, "of") && !audit_tale_seat(t, &seat))
		return false;
	while (t->at < t->n) {
		card[n] = audit_tale_fresh_of(t, seat, audit_tale_next(t));
		if (card[n] < 0)
			return false;
		sp_game_put_card(&t->s.g, card[n++], SP_ZONE_HAND, seat);
	}
	while (n > 0)
		sp_game_put_card(&t->s.g, card[--n], SP_ZONE_DECK, SP_NOBODY);
	return true;
}

static bool says_nothing(struct audit_tale *t)
{
	uint8_t here[SP_THINGS_MAX];
	const char *word;
	sp_value at;

	(void)audit_tale_take(t, "at");
	word = audit_tale_next(t);
	at = audit_tale_ref(t, word);
	if (!audit_tale_later(t) || at == SP_HIDDEN)
		return audit_tale_fail(t, "where is \"%s\"?", word);
	if (sp_game_things_at(&t->s.g, at, here) == 0)
		return true;
	return audit_tale_differs(t, SP_REF(SP_KIND_THING, here[0]));
}

/* "no glue": no such spell or thing is in play. */
static bool says_no(struct audit_tale *t)
{
	const char *word = audit_tale_next(t);
	int type = audit_tale_type(t, word);

	if (!audit_tale_later(t) || type < 0)
		return audit_tale_fail(t, "there is no card \"%s\"", word);
	for (int i = 0; i < t->s.ruleset->n_copies; i++)
		if (t->s.ruleset->type[i] == type &&
			(t->s.g.place[i].zone == SP_ZONE_PLAY ||
				t->s.g.place[i].zone == SP_ZONE_BOARD))
			return audit_tale_found(t, "it in play");
	for (int i = 0; i < t->s.g.things_end; i++)
		if (t->s.g.thing[i].kind != SP_THING_FREE &&
			t->s.ruleset->type[t->s.g.thing[i].card] == type)
			return audit_tale_found(t, "it on the board");
	return true;
}

static bool says_winner(struct audit_tale *t)
{
	int seat;

	if (!audit_tale_seat(t, &seat))
		return false;
	return (t->s.g.status == SP_GAME_OVER && t->s.g.winner == seat) ||
	       audit_tale_found(t, "%s",
		       t->s.g.status != SP_GAME_OVER ? "a game that goes on"
		       : t->s.g.winner == SP_NOBODY
			       ? "nobody"
			       : t->s.g.colour[t->s.g.winner]);
}

/* "first turn": nobody has had a turn before. */
static bool says_first(struct audit_tale *t)
{
	if (t->begun || !audit_tale_take(t, "turn"))
		return audit_tale_fail(t, "\"first turn\" stands before ---");
	t->s.g.round = 1;
	t->s.g.turn = 1;
	return true;
}

static bool sentence(struct audit_tale *t)
{
	const char *word = audit_tale_next(t);
	sp_value ref;

	if (sp_streq(word, "turn"))
		return says_turn(t);
	if (sp_streq(word, "rule"))
		return says_rule(t);
	if (sp_streq(word, "asked"))
		return says_asked(t);
	if (sp_streq(word, "dice"))
		return says_dice(t);
	if (sp_streq(word, "deck"))
		return says_deck(t);
	if (sp_streq(word, "nothing"))
		return says_nothing(t);
	if (sp_streq(word, "no"))
		return says_no(t);
	if (sp_streq(word, "winner"))
		return says_winner(t);
	if (sp_streq(word, "first"))
		return says_first(t);
	ref = audit_tale_ref(t, word);
	if (ref != SP_HIDDEN && sp_kind_of(ref) == SP_KIND_ACTOR)
		return audit_tale_of_wizard(t, sp_index_of(ref));
	if (ref != SP_HIDDEN && sp_kind_of(ref) == SP_KIND_TREASURE)
		return audit_tale_of_treasure(t, sp_index_of(ref));
	if (ref != SP_HIDDEN && sp_kind_of(ref) == SP_KIND_EDGE)
		return audit_tale_of_edge(t, sp_index_of(ref));
	if (ref != SP_HIDDEN && sp_kind_of(ref) == SP_KIND_SQUARE)
		return audit_tale_of_square(t, (uint16_t)sp_index_of(ref));
	if (audit_tale_type(t, word) >= 0 &&
		t->s.ruleset->card[audit_tale_type(t, word)].has_creature &&
		!sp_streq(audit_tale_peek(t), "discarded"))
		return audit_tale_of_creature(t, word);
	if (audit_tale_type(t, word) >= 0)
		return audit_tale_of_card(t, word);
	return audit_tale_fail(t,
		"\"%s\" is no wizard, treasure, square, line, card or "
		"sentence",
		word);
}

bool audit_tale_says(struct audit_tale *t)
{
	bool sets = sp_streq(audit_tale_peek(t), "dice");

	if (!sentence(t))
		return false;
	t->tested |= t->begun && !sets;
	return t->at == t->n || audit_tale_fail(t, "\"%s\" is a word too many",
					audit_tale_peek(t));
}

/* ---- the beginning ------------------------------------------------------- */

/* What follows from the sentences. */
bool audit_tale_lay_out(struct audit_tale *t)
{
	struct sp_game *g = &t->s.g;
	struct sp_error e = { 0 };
	int speed = sp_eval_actor_stat(
		t->s.ruleset, g, g->active, SP_STAT_BASE_SPEED);

	if (!t->moves_given)
		g->moves = (int16_t)speed;
	g->speed = (uint8_t)speed;
	/* in the second round all but him have had one turn */
	for (int i = 0; i < g->n_seats; i++)
		g->actor[i].turns = (uint8_t)(g->round - (i != g->active));
	t->begun = true;
	if (sp_state_check(g, &e) != SP_OK)
		return audit_tale_fail(
			t, "no game comes to this position: %s", e.text);
	return true;
}
