/* Sentences about border lines, cards in play and what lies on the board. */
#include "audit/scenario_private.h"
#include "eval/aim.h"

/* ---- lines --------------------------------------------------------------- */

static const char *const states[] = { [SP_DOOR_CLOSED] = "closed",
	[SP_DOOR_IS_HELD] = "held",
	[SP_DOOR_IS_OPEN] = "opened" };

static bool door(
	struct audit_tale *t, struct sp_edge *edge, enum sp_door_state state)
{
	int seat = edge->door_by;

	if (audit_tale_take(t, "by") && !audit_tale_seat(t, &seat))
		return false;
	if (!t->begun) {
		edge->door = (uint8_t)state;
		edge->door_by = (int8_t)seat;
	}
	return (edge->door == state && edge->door_by == seat) ||
	       audit_tale_found(t, "a door that is %s%s%s", states[edge->door],
		       edge->door == SP_DOOR_CLOSED ? "" : " by ",
		       edge->door == SP_DOOR_CLOSED || edge->door_by < 0
			       ? ""
			       : t->s.g.colour[edge->door_by]);
}

static bool kind_of_edge(struct audit_tale *t, int i, enum sp_edge_kind kind)
{
	static const char *const kinds[] = { "no wall", "a wall", "a door",
		"a smashed rim that leads nowhere", "a side layer" };
	enum sp_edge_kind found =
		sp_board_edge_under(&t->s.g.board, (uint16_t)i);

	return found == kind || audit_tale_found(t, "%s", kinds[found]);
}

/* What was made there has cracks of its own. */
static bool cracked(struct audit_tale *t, int i)
{
	int made = sp_eval_thing_of_edge(t->s.ruleset, &t->s.g, (uint16_t)i);

	return audit_tale_byte(t, made >= 0 ? &t->s.g.thing[made].cracks
					    : &t->s.g.board.edge[i].cracks);
}

bool audit_tale_of_edge(struct audit_tale *t, int i)
{
	struct sp_edge *edge = &t->s.g.board.edge[i];

	if (audit_tale_take(t, "cracks"))
		return cracked(t, i);
	if (audit_tale_take(t, "held"))
		return door(t, edge, SP_DOOR_IS_HELD);
	if (audit_tale_take(t, "opened"))
		return door(t, edge, SP_DOOR_IS_OPEN);
	if (audit_tale_take(t, "closed"))
		return kind_of_edge(t, i, SP_EDGE_DOOR) &&
		       (edge->door == SP_DOOR_CLOSED ||
			       audit_tale_found(t, "a door that is %s",
				       states[edge->door]));
	if (audit_tale_take(t, "destroyed")) {
		if (!t->begun)
			sp_board_smash(&t->s.g.board, (uint16_t)i);
		return edge->destroyed || audit_tale_found(t, "it standing");
	}
	if (audit_tale_take(t, "wall"))
		return kind_of_edge(t, i, SP_EDGE_WALL);
	if (audit_tale_take(t, "door"))
		return kind_of_edge(t, i, SP_EDGE_DOOR);
	if (audit_tale_take(t, "free"))
		return kind_of_edge(t, i, SP_EDGE_OPEN);
	return audit_tale_fail(t, "what is said of a line?");
}

/* ---- links --------------------------------------------------------------- */

/* "... by wormhole": the spell in play that such a card is. */
static bool spell_by(struct audit_tale *t, uint8_t *spell)
{
	const char *word = audit_tale_next(t);
	const struct sp_game *g = &t->s.g;

	for (int i = 0; i < g->played_end; i++) {
		if (g->played[i].kind != SP_PLAYED_SPELL ||
			t->s.ruleset->type[g->played[i].card] !=
				audit_tale_type(t, word))
			continue;
		*spell = (uint8_t)(i + 1);
		return true;
	}
	return audit_tale_fail(t, "no \"%s\" is in play", word);
}

/* "a1 linked with e5", and above the line "... for 2 seen by wormhole": what a
 * step costs, that one sees through it, the spell that it hangs on. */
bool audit_tale_of_square(struct audit_tale *t, uint16_t square)
{
	struct sp_board *b = &t->s.g.board;
	const struct sp_link *there = sp_board_link(b, square);
	struct sp_link link = { .square = { square, SP_NOWHERE }, .cost = 1 };
	sp_value other = SP_NOTHING, found = SP_NOTHING;
	int cost = 1;

	if (!audit_tale_take(t, "linked") || !audit_tale_take(t, "with"))
		return audit_tale_fail(t, "what is said of a square?");
	if (!audit_tale_take(t, "nothing") &&
		!audit_tale_place(t, SP_KIND_SQUARE, &other))
		return false;
	if (there != NULL)
		found = SP_REF(SP_KIND_SQUARE,
			there->square[there->square[0] == square]);
	if (t->begun)
		return found == other || audit_tale_differs(t, found);
	if (audit_tale_take(t, "for") && !audit_tale_number(t, &cost))
		return audit_tale_fail(t, "expected a number");
	link.cost = (uint16_t)cost;
	link.sight = audit_tale_take(t, "seen");
	if (audit_tale_take(t, "by") && !spell_by(t, &link.spell))
		return false;
	if (other != SP_NOTHING)
		link.square[1] = (uint16_t)sp_index_of(other);
	return (other != SP_NOTHING && cost > 0 && cost <= SP_MOVES_MAX &&
		       sp_board_add_link(b, &link)) ||
	       audit_tale_fail(t, "these cannot be linked");
}

/* ---- cards --------------------------------------------------------------- */

/* The first play of the card by which it stays in play. */
static int lasting_play(const struct sp_card *card)
{
	for (int p = 0; p < card->n_plays; p++)
		if (card->play[p].duration != SP_DURATION_INSTANT)
			return p;
	return 0;
}

/* What a thing just laid makes of its place. `side`: of a side layer, the
 * square on whose side it is. */
static void form(struct audit_tale *t, int thing, uint16_t side)
{
	struct sp_game *g = &t->s.g;
	const struct sp_object *o =
		&sp_ruleset_card(t->s.ruleset, g->thing[thing].card)->object;
	int at = sp_index_of(g->thing[thing].where);

	sp_card_form_thing(t->s.ruleset, g, thing);
	if (!o->on_edge || g->thing[thing].illusion)
		return;
	if (o->on_side) {
		int face = sp_board_face(&g->board, (uint16_t)at, side);

		g->thing[thing].side = (uint8_t)(face + 1);
		sp_board_cover(&g->board, (uint16_t)at, face, true);
		return;
	}
	g->board.edge[at].created = o->edge_kind;
	if (o->edge_kind == SP_EDGE_DOOR)
		g->board.edge[at].owner =
			(int8_t)sp_game_owner_of_thing(g, thing);
}

/* Without a spell, as its card has it: somebody's or nobody's. */
static bool lay_lone(
	struct audit_tale *t, int card, int seat, const sp_value *at, int n)
{
	struct sp_game *g = &t->s.g;
	int left = -1, k = 0;

	if (audit_tale_take(t, "leaving") && !audit_tale_number(t, &left))
		return audit_tale_fail(t, "expected a number");
	if (n == 0 || !audit_tale_room(t, left > 0 ? left : 0))
		return audit_tale_fail(t, "where does it lie?");
	/* as many as leave room for so many */
	for (; k < n || (left >= 0 && audit_tale_free_things(t) > left); k++) {
		int i = sp_game_add_thing(
			g, SP_THING_LONE, card, seat, at[k % n]);

		form(t, i, SP_NOWHERE);
	}
	sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	return true;
}

/* `side`: as in form(). */
static void lay_object(
	struct audit_tale *t, int spell, sp_value at, uint16_t side, bool real)
{
	struct sp_game *g = &t->s.g;
	const struct sp_played *p = &g->played[spell];
	int i = sp_game_add_thing(g, SP_THING_CREATED, p->card, p->seat, at);

	g->thing[i].played = (uint8_t)spell;
	g->thing[i].facedown =
		sp_ruleset_card(t->s.ruleset, p->card)->object.facedown;
	g->thing[i].real = real;
	form(t, i, side);
}

/* A place, a wizard, a treasure, or a thing on the board; SP_HIDDEN. */
static sp_value named(const struct audit_tale *t, const char *word)
{
	for (int i = 0; i < t->s.g.things_end; i++)
		if (t->s.g.thing[i].kind != SP_THING_FREE &&
			audit_tale_means(t, SP_REF(SP_KIND_THING, i), word))
			return SP_REF(SP_KIND_THING, i);
	return audit_tale_ref(t, word);
}

/* True if what this card makes can lie at all of these. */
static bool fits_there(struct audit_tale *t, int card, const sp_value *at,
	int n, uint16_t side)
{
	const struct sp_card *made = sp_ruleset_card(t->s.ruleset, card);
	int kind = made->object.on_edge ? SP_KIND_EDGE : SP_KIND_SQUARE;

	if (n > 0 && !made->has_object)
		return audit_tale_fail(t, "%s lays nothing anywhere", made->id);
	for (int i = 0; i < n; i++)
		if (sp_kind_of(at[i]) != kind)
			return audit_tale_fail(t, "%s lies on a %s", made->id,
				kind == SP_KIND_EDGE ? "line" : "square");
	for (int i = 0; i < n && made->object.on_side; i++)
		if (sp_board_face(&t->s.g.board, (uint16_t)sp_index_of(at[i]),
			    side) < 0)
			return audit_tale_fail(
				t, "on which square's side is that?");
	return true;
}

/* "rosebush of blue at c4", "dust-cloud of blue at c4 for 3", "glue of blue on
 * red-1 for 2", "booby-trap of blue at c4 c5 d4 d5 real 2" */
static bool put_spell(struct audit_tale *t, const char *word)
{
	sp_value at[8];
	struct sp_played *p;
	int seat, card, spell, tokens = 0, real = 0, n = 0;
	uint16_t side = SP_NOWHERE;
	bool on = false;

	if (!audit_tale_owner(t, &seat))
		return false;
	if (audit_tale_take(t, "on") || audit_tale_take(t, "at")) {
		on = sp_streq(t->word[t->at - 1], "on");
		while (n < 8 && t->at < t->n &&
			!sp_streq(audit_tale_peek(t), "for") &&
			!sp_streq(audit_tale_peek(t), "on") &&
			!sp_streq(audit_tale_peek(t), "real") &&
			!sp_streq(audit_tale_peek(t), "leaving")) {
			at[n] = named(t, audit_tale_next(t));
			if (at[n++] == SP_HIDDEN)
				return audit_tale_fail(t, "where is that?");
		}
	}
	if (!on && audit_tale_take(t, "on"))
		side = (uint16_t)sp_index_of(named(t, audit_tale_next(t)));
	if ((audit_tale_take(t, "for") && !audit_tale_number(t, &tokens)) ||
		(audit_tale_take(t, "real") && !audit_tale_number(t, &real)))
		return audit_tale_fail(t, "expected a number");
	card = audit_tale_fresh(t, word);
	if (card < 0 || !audit_tale_room(t, n))
		return false;
	if (!on && !fits_there(t, card, at, n, side))
		return false;
	if (sp_ruleset_card(t->s.ruleset, card)->object.lone)
		return lay_lone(t, card, seat, at, n);
	if (seat == SP_NOBODY)
		return audit_tale_fail(t, "a spell is somebody's");
	spell = sp_game_add_played(&t->s.g, SP_PLAYED_SPELL, card, seat);
	p = &t->s.g.played[spell];
	p->play = (uint8_t)lasting_play(sp_ruleset_card(t->s.ruleset, card));
	p->energy = (uint8_t)(tokens > 0 ? tokens : 1);
	p->tokens = (uint8_t)tokens;
	p->permanent = tokens == 0;
	p->target = n == 1 ? at[0] : SP_NOTHING;
	for (int i = 0; i < n && !on; i++)
		lay_object(t, spell, at[i], side, i + 1 == real);
	return true;
}

static bool thing_at(struct audit_tale *t, const char *word, sp_value at,
	const struct sp_thing **out)
{
	uint8_t here[SP_THINGS_MAX];
	int n = sp_game_things_at(&t->s.g, at, here);

	*out = NULL;
	for (int i = 0; i < n; i++) {
		const struct sp_thing *th = &t->s.g.thing[here[i]];

		if (t->s.ruleset->type[th->card] == audit_tale_type(t, word))
			*out = th;
	}
	return *out != NULL;
}

/* The same sentences, compared. */
static bool check_spell(struct audit_tale *t, const char *word)
{
	const struct sp_played *p = NULL;
	const struct sp_thing *thing;
	int seat;

	if (!audit_tale_seat(t, &seat))
		return false;
	for (int i = 0; i < t->s.g.played_end; i++) {
		const struct sp_played *other = &t->s.g.played[i];

		if (other->kind == SP_PLAYED_SPELL && other->seat == seat &&
			t->s.ruleset->type[other->card] ==
				audit_tale_type(t, word))
			p = other;
	}
	if (p == NULL)
		return audit_tale_found(t, "it not in play");
	if (audit_tale_take(t, "on") &&
		!audit_tale_means(t, p->target, audit_tale_next(t)))
		return audit_tale_differs(t, p->target);
	if (audit_tale_take(t, "at"))
		while (t->at < t->n && !sp_streq(audit_tale_peek(t), "for"))
			if (!thing_at(t, word,
				    audit_tale_ref(t, audit_tale_next(t)),
				    &thing))
				return audit_tale_found(t, "none there");
	if (audit_tale_take(t, "for")) {
		int tokens = p->tokens;

		return audit_tale_value(t, &tokens);
	}
	return true;
}

/* "large-rock lies at c4" */
static bool lies(struct audit_tale *t, const char *word)
{
	const struct sp_thing *thing;
	sp_value at;
	int card, i;

	(void)audit_tale_take(t, "at");
	if (!audit_tale_place(t, SP_KIND_SQUARE, &at))
		return false;
	if (t->begun)
		return (thing_at(t, word, at, &thing) &&
			       thing->kind == SP_THING_DROPPED) ||
		       audit_tale_found(t, "none there");
	card = audit_tale_fresh(t, word);
	if (card < 0 || !audit_tale_room(t, 1))
		return false;
	sp_game_put_card(&t->s.g, card, SP_ZONE_STACK, SP_NOBODY);
	i = sp_game_add_thing(
		&t->s.g, SP_THING_DROPPED, card, t->s.g.active, at);
	sp_card_form_thing(t->s.ruleset, &t->s.g, i);
	return true;
}

/* Some copy of it is in that zone. */
static bool is_in(struct audit_tale *t, const char *word, enum sp_zone zone)
{
	static const char *const zones[] = { [SP_ZONE_OUT] = "not in the game",
		[SP_ZONE_DECK] = "in the deck",
		[SP_ZONE_DISCARD] = "discarded",
		[SP_ZONE_HAND] = "in a hand",
		[SP_ZONE_PLAY] = "in play",
		[SP_ZONE_BOARD] = "on the board",
		[SP_ZONE_STACK] = "being cast",
		[SP_ZONE_REMOVED] = "removed",
		[SP_ZONE_ASIDE] = "in a zone" };
	int type = audit_tale_type(t, word);
	int found = SP_ZONE_OUT;

	if (!t->begun) {
		int card = audit_tale_fresh(t, word);

		if (card >= 0)
			sp_game_put_card(&t->s.g, card, zone, SP_NOBODY);
		return card >= 0;
	}
	for (int i = 0; i < t->s.ruleset->n_copies; i++) {
		if (t->s.ruleset->type[i] != type ||
			t->s.g.place[i].zone == SP_ZONE_OUT)
			continue;
		found = t->s.g.place[i].zone;
		if (found == (int)zone)
			return true;
	}
	return audit_tale_found(t, "it %s", zones[found]);
}

/* "real to red", "false to hound", "unseen by blue" */
static bool check_belief(struct audit_tale *t, const struct sp_thing *thing)
{
	static const char *const words[] = { "unseen", "real", "false" };
	const char *word = audit_tale_next(t);
	const char *name;
	int found;

	if (!audit_tale_take(t, "to"))
		(void)audit_tale_take(t, "by");
	name = audit_tale_next(t);
	for (int i = 0; i < SP_UNIVERSE; i++) {
		if (!sp_game_is_actor(&t->s.g, i) ||
			!audit_tale_means(t, SP_REF(SP_KIND_ACTOR, i), name))
			continue;
		found = (thing->believed >> i & 1U) != 0  ? 1
			: (thing->doubted >> i & 1U) != 0 ? 2
							  : 0;
		return sp_streq(word, words[found]) ||
		       audit_tale_found(t, "it %s", words[found]);
	}
	return audit_tale_fail(t, "to whom?");
}

/* "totem at c4", "... cracks 1", "... life 2", "... owner nobody". */
static bool says_thing(struct audit_tale *t, const struct sp_thing *thing)
{
	int cracks = thing->cracks, life = thing->life, seat;
	int i = (int)(thing - t->s.g.thing);

	if (audit_tale_take(t, "cracks"))
		return audit_tale_value(t, &cracks);
	if (audit_tale_take(t, "life"))
		return audit_tale_value(t, &life);
	if (!audit_tale_take(t, "owner"))
		return t->at == t->n || check_belief(t, thing);
	if (!audit_tale_owner(t, &seat))
		return false;
	return sp_game_owner_of_thing(&t->s.g, i) == seat ||
	       audit_tale_found(t, "it %s's",
		       sp_game_owner_of_thing(&t->s.g, i) == SP_NOBODY
			       ? "nobody"
			       : t->s.g.colour[sp_game_owner_of_thing(
					 &t->s.g, i)]);
}

/* "... in nest": in the one pile of such a zone. */
static bool lies_under(struct audit_tale *t, const char *word, int zone)
{
	const struct sp_game *g = &t->s.g;

	if (!t->begun)
		return audit_tale_fail(t, "nothing can lie under it yet");
	for (int i = SP_ASIDES_MAX; i < g->asides_end; i++) {
		int card = sp_game_top(&g->aside[i]);

		while (card >= 0 &&
			t->s.ruleset->type[card] != audit_tale_type(t, word))
			card = sp_game_card_below(g, card);
		if (card >= 0 && sp_game_aside_zone(g, i) == zone)
			return true;
	}
	return audit_tale_found(t, "it is not there");
}

/* "... in vault of red": in a pile of a zone of the ruleset. */
static bool lies_in_zone(struct audit_tale *t, const char *word)
{
	const struct sp_ruleset *r = t->s.ruleset;
	const char *id = audit_tale_next(t);
	int zone = 0, seat = SP_NOBODY, card, aside;

	while (zone < r->n_zones && !sp_streq(r->zone[zone].id, id))
		zone++;
	if (zone == r->n_zones)
		return audit_tale_fail(t, "there is no zone \"%s\"", id);
	if (r->zone[zone].of_seat &&
		(!audit_tale_take(t, "of") || !audit_tale_seat(t, &seat)))
		return audit_tale_fail(t, "of whom?");
	if (r->zone[zone].of_host)
		return lies_under(t, word, zone);
	aside = sp_game_aside_of(zone, seat);
	if (!t->begun) {
		card = audit_tale_fresh(t, word);
		if (card >= 0)
			sp_game_put_aside(&t->s.g, card, aside,
				r->zone[zone].seen == SP_ZONE_SEEN_BY_ALL
					? SP_KNOWN_TO_ALL
				: seat != SP_NOBODY &&
						r->zone[zone].seen ==
							SP_ZONE_SEEN_BY_OWNER
					? 1U << (unsigned)seat
					: 0);
		return card >= 0;
	}
	card = sp_game_top(&t->s.g.aside[aside]);
	while (card >= 0 && r->type[card] != audit_tale_type(t, word))
		card = sp_game_card_below(&t->s.g, card);
	return card >= 0 || audit_tale_found(t, "it is not there");
}

/* "zot discarded by blue": on the discard pile of his deck. */
static bool is_discarded_by(struct audit_tale *t, const char *word)
{
	int type = audit_tale_type(t, word), seat;

	if (!audit_tale_seat(t, &seat) || !audit_tale_later(t))
		return false;
	for (int i = 0; i < t->s.g.cards_end; i++)
		if (t->s.ruleset->type[i] == type &&
			t->s.g.place[i].zone == SP_ZONE_DISCARD &&
			t->s.g.place[i].pile == sp_game_deck_of(&t->s.g, seat))
			return true;
	return audit_tale_found(t, "it is not there");
}

bool audit_tale_of_card(struct audit_tale *t, const char *word)
{
	const struct sp_thing *thing;
	sp_value at;

	if (audit_tale_take(t, "of"))
		return t->begun ? check_spell(t, word) : put_spell(t, word);
	if (audit_tale_take(t, "lies"))
		return lies(t, word);
	if (audit_tale_take(t, "discarded"))
		return audit_tale_take(t, "by")
			       ? is_discarded_by(t, word)
			       : is_in(t, word, SP_ZONE_DISCARD);
	if (audit_tale_take(t, "in"))
		return lies_in_zone(t, word);
	if (audit_tale_take(t, "at") && audit_tale_later(t)) {
		at = audit_tale_ref(t, audit_tale_next(t));
		if (!thing_at(t, word, at, &thing))
			return audit_tale_found(t, "none there");
		return says_thing(t, thing);
	}
	return audit_tale_fail(t, "what is said of a card?");
}
