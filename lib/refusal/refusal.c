/* Refusals in a player's words: what every game refuses. */
#include "refusal_private.h"

#include "eval/eval.h"

static uint16_t at_of(const struct refusal_wording *w)
{
	return (uint16_t)sp_index_of(refusal_argument(w, SP_ARGUMENT_AT));
}

/* True if a creature acts for whoever is refused. */
static bool acts_for(const struct refusal_wording *w)
{
	return w->why->seat == w->g->active &&
	       sp_game_acting(w->g) != w->g->active;
}

static void say_moves(const struct refusal_wording *w)
{
	int left = refusal_argument(w, SP_ARGUMENT_MOVES);
	int takes = refusal_argument(w, SP_ARGUMENT_TAKES);

	char name[SP_RENDER_NAME_SIZE];

	if (acts_for(w))
		refusal_add(w, "%s has %d move%s left",
			sp_render_actor(
				w->ruleset, w->g, sp_game_acting(w->g), name),
			left > 0 ? left : 0, sp_plural(left > 0 ? left : 0));
	else if (left <= 0)
		refusal_add(w, "you have no moves left in this turn");
	else
		refusal_add(w, "you have %d move%s left and this takes %d",
			left, sp_plural(left), takes);
}

static void say_no_link(const struct refusal_wording *w)
{
	char square[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&w->g->board, at_of(w), square);
	refusal_add(w, "%s is linked with no other square", square);
}

static void say_passage(const struct refusal_wording *w, enum sp_reason reason)
{
	const struct sp_game *g = w->g;
	enum sp_dir dir = (enum sp_dir)w->why->value;
	int owner = g->board.edge[g->board.edge_at[at_of(w)][dir]].owner;
	char square[SP_SQUARE_NAME_SIZE];
	char name[SP_RENDER_NAME_SIZE];

	sp_board_square_name(&g->board, at_of(w), square);
	if (reason == SP_REASON_WALL)
		refusal_add(w, "there is a wall %s of %s",
			sp_board_dir_name(dir), square);
	else if (reason == SP_REASON_DOOR_SHUT)
		refusal_add(w,
			"the door %s of %s has shut: nobody holds it any more",
			sp_board_dir_name(dir), square);
	else if (owner == SP_NOBODY || !g->actor[owner].alive)
		refusal_add(w,
			"the door %s of %s is locked, and nobody is left who "
			"could open it",
			sp_board_dir_name(dir), square);
	else
		refusal_add(w,
			"the door %s of %s is locked: only %s can open it, and "
			"must hold it for others",
			sp_board_dir_name(dir), square,
			sp_render_seat(w->g, owner, name));
}

static void say_door(const struct refusal_wording *w, enum sp_reason reason)
{
	const struct sp_board *b = &w->g->board;
	uint16_t edge = (uint16_t)sp_index_of(w->why->value);
	char at[SP_EDGE_NAME_SIZE];
	char own[SP_SQUARE_NAME_SIZE];

	sp_board_edge_name_from(b, edge, at_of(w), at);
	sp_board_square_name(b, at_of(w), own);
	if (reason == SP_REASON_NOT_BESIDE)
		refusal_add(w, "%s is not beside your square %s", at, own);
	else if (reason == SP_REASON_NO_DOOR)
		refusal_add(w, "there is no door at %s", at);
	else if (reason == SP_REASON_NOT_YOUR_DOOR)
		refusal_add(w, "the door at %s %s, so it stays locked for you",
			at,
			b->edge[edge].created == SP_EDGE_DOOR
				? "was made by a spell that is not yours"
				: "is not in your home sector");
	else if (reason == SP_REASON_OUTER_WALL)
		refusal_add(w,
			"%s is an outer wall, and those cannot be harmed", at);
	else if (reason == SP_REASON_NOTHING_THERE)
		refusal_add(w, "no wall or closed door stands at %s", at);
	else
		refusal_add(w, "you already %s the door at %s",
			w->why->verb == SP_VERB_HOLD ? "hold" : "opened", at);
}

/* Are the squares side by side, whatever stands between them? *open: true if
 * nothing does. */
static bool is_next_to(
	const struct sp_game *g, uint16_t a, uint16_t c, bool *open)
{
	bool beside = false;

	*open = false;
	for (int d = 0; d < SP_DIRS; d++) {
		if (g->board.link[a][d] != c)
			continue;
		beside = true;
		*open = *open || !sp_board_edge_blocks(
					 &g->board, g->board.edge_at[a][d]);
	}
	return beside;
}

/* The thing that lets nobody see into the square or out of it; -1: none. */
static int cover_of(const struct sp_game *g, uint16_t square)
{
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE && g->thing[i].opaque &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			return i;
	return -1;
}

/* Beside the one who is refused, and yet out of reach. */
static void say_beside(const struct refusal_wording *w, const char *name,
	uint16_t at, bool open)
{
	const struct sp_game *g = w->g;
	int own = open ? cover_of(g, at_of(w)) : -1;
	int cover = own < 0 && open ? cover_of(g, at) : own;
	char square[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&g->board, at, square);
	if (cover < 0)
		refusal_add(w,
			"%s is beside you at %s, but a wall or closed door is "
			"between you",
			name, square);
	else
		refusal_add(w, "%s is beside you at %s, but nobody sees %s %s",
			name, square, own < 0 ? "into" : "out of",
			sp_ruleset_card(w->ruleset, g->thing[cover].card)
				->name);
}

static void say_target(const struct refusal_wording *w)
{
	const struct sp_game *g = w->g;
	int target = sp_index_of(w->why->value);
	uint16_t at = g->actor[target].square;
	char square[SP_SQUARE_NAME_SIZE];
	char name[SP_RENDER_NAME_SIZE];
	bool open;

	sp_render_actor(w->ruleset, w->g, target, name);
	if (is_next_to(g, at_of(w), at, &open)) {
		say_beside(w, name, at, open);
		return;
	}
	sp_board_square_name(&g->board, at, square);
	refusal_add(w, "%s is at %s, not in your square or beside it", name,
		square);
}

/* Nobody is told to drop what would score for an enemy where he stands. */
static void say_carries(const struct refusal_wording *w, int carries)
{
	const struct sp_game *g = w->g;
	char treasure[SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	int whose =
		sp_game_scores_for(g, carries, g->actor[w->why->seat].square);

	sp_render_treasure(g, carries, treasure);
	if (whose == SP_NOBODY || whose == w->why->seat)
		refusal_add(w, "you already carry %s; drop it first", treasure);
	else
		refusal_add(w,
			"you already carry %s, and dropped here it would give "
			"%s a point",
			treasure, sp_render_seat(g, whose, name));
}

static void say_treasure(const struct refusal_wording *w, enum sp_reason reason)
{
	const struct sp_game *g = w->g;
	int carries = g->actor[w->why->seat].carries;
	char treasure[SP_RENDER_NAME_SIZE];
	char square[SP_SQUARE_NAME_SIZE];
	char name[SP_RENDER_NAME_SIZE];
	const struct sp_treasure *t;

	if (reason == SP_REASON_CARRIES) {
		say_carries(w, carries);
		return;
	}
	if (w->why->slot < 0) {
		refusal_add(w, "you carry no treasure");
		return;
	}
	t = &g->treasure[sp_index_of(w->why->value)];
	sp_render_treasure(g, sp_index_of(w->why->value), treasure);
	if (reason == SP_REASON_CARRIES_NOT) {
		refusal_add(w, "you do not carry %s", treasure);
	} else if (t->carrier != SP_NOBODY) {
		refusal_add(w, "%s is not in your square: %s carries it",
			treasure,
			sp_render_actor(w->ruleset, w->g, t->carrier, name));
	} else {
		sp_board_square_name(&g->board, t->square, square);
		refusal_add(w, "%s is not in your square: it lies at %s",
			treasure, square);
	}
}

static bool has(const struct refusal_wording *w, enum sp_argument_name name)
{
	return refusal_argument(w, name) != SP_NOTHING;
}

static void say_malformed(const struct refusal_wording *w)
{
	int verb = w->why->verb;

	if (verb < 0)
		refusal_add(w, "this is no command of a seat of this game");
	else if (has(w, SP_ARGUMENT_CLOCK) && !sp_game_has_deck(w->g) &&
		 verb != SP_VERB_END)
		refusal_add(w, "the clock can only end a turn");
	else if (sp_game_has_deck(w->g))
		refusal_card(w);
	else if (has(w, SP_ARGUMENT_MISSING))
		refusal_add(w, "\"%s\" is not complete here",
			sp_law_verb_word(verb));
	else
		refusal_add(w, "\"%s\" does not go on like that",
			sp_law_verb_word(verb));
}

/* Is it about what a card, or a thing that a card made, asks? */
static bool is_of_cards(const struct refusal_wording *w)
{
	if (w->why->slot < 0 || w->why->verb < 0 ||
		w->why->reason == SP_REASON_TOO_WEAK ||
		(w->why->verb == SP_VERB_ACTIVATE &&
			w->why->reason == SP_REASON_NO_MOVES))
		return false;
	switch ((enum sp_slot_kind)sp_law_verb_asks(w->why->verb)) {
	case SP_SLOT_STEP:
	case SP_SLOT_EDGE:
	case SP_SLOT_TREASURE:
		return false;
	case SP_SLOT_TARGET:
		return sp_kind_of(w->why->value) == SP_KIND_THING;
	default:
		return true;
	}
}

/* What a fist of whoever acts does, without dice. */
static int fist_of(const struct refusal_wording *w)
{
	int actor = refusal_actor(w);
	int punch = sp_eval_actor_stat(w->ruleset, w->g, actor, SP_STAT_PUNCH);

	return sp_eval_stat_on(w->ruleset, w->g, SP_REF(SP_KIND_ACTOR, actor),
		       SP_STAT_PHYSICAL_OUT, punch * SP_DAMAGE_PARTS) /
	       SP_DAMAGE_PARTS;
}

/* What is asked of who acts out of turn. */
static const char *asked_for(const struct refusal_wording *w)
{
	const struct sp_decision *d = &w->g->decision;

	if (w->why->seat < 0 ||
		((d->seats & ~d->answered) >> w->why->seat & 1) == 0)
		return "";
	switch ((enum sp_decision_kind)d->kind) {
	case SP_DECISION_REACTION:
		return "; you are asked to counter something, or to pass";
	case SP_DECISION_CHOICE:
		return "; you are asked to choose from a list";
	case SP_DECISION_DISCARD:
		return "; you are asked what you give up";
	case SP_DECISION_TURN:
	case SP_DECISION_NONE:
		break;
	}
	return "";
}

static void word(const struct refusal_wording *w, enum sp_reason reason)
{
	const struct sp_game *g = w->g;
	const struct sp_ruleset *r = w->ruleset;
	char name[SP_RENDER_NAME_SIZE];

	switch (reason) {
	case SP_REASON_NONE:
		break;
	case SP_REASON_OVER:
		refusal_add(w, "the game is over");
		break;
	case SP_REASON_DEAD:
		refusal_add(w, "your wizard is dead");
		break;
	case SP_REASON_STALE:
		refusal_add(w,
			"this answers decision %lu, but by now decision %lu is "
			"open",
			(unsigned long)refusal_argument(
				w, SP_ARGUMENT_ANSWERED),
			(unsigned long)refusal_argument(w, SP_ARGUMENT_OPEN));
		break;
	case SP_REASON_NOT_YOUR_TURN:
		if (g->played_by != 0)
			refusal_add(w, "%s plays this turn",
				sp_render_seat(g, sp_game_plays(g), name));
		else
			refusal_add(w, "it is %s's turn, not yours%s",
				sp_render_seat(w->g, g->active, name),
				asked_for(w));
		break;
	case SP_REASON_NO_MOVES:
		say_moves(w);
		break;
	case SP_REASON_NO_LINK:
		say_no_link(w);
		break;
	case SP_REASON_WALL:
	case SP_REASON_DOOR:
	case SP_REASON_DOOR_SHUT:
		say_passage(w, reason);
		break;
	case SP_REASON_NO_DOOR:
	case SP_REASON_NOT_YOUR_DOOR:
	case SP_REASON_NOT_BESIDE:
	case SP_REASON_ALREADY:
	case SP_REASON_OUTER_WALL:
	case SP_REASON_NOTHING_THERE:
		say_door(w, reason);
		break;
	case SP_REASON_SELF:
		refusal_add(w, "you cannot attack yourself");
		break;
	case SP_REASON_TARGET_DEAD:
		refusal_add(w, "%s is dead",
			sp_render_actor(w->ruleset, w->g,
				sp_index_of(w->why->value), name));
		break;
	case SP_REASON_NOT_ADJACENT:
		if (sp_kind_of(w->why->value) == SP_KIND_ACTOR)
			say_target(w);
		else
			refusal_card(w);
		break;
	case SP_REASON_TOO_WEAK:
		refusal_add(w,
			"a %s feels only %d damage and more at once, and a "
			"punch does %d",
			sp_kind_of(w->why->value) == SP_KIND_THING
				? "thing"
				: "wall or door",
			r->damage_per_crack, fist_of(w));
		break;
	case SP_REASON_NOT_HERE:
	case SP_REASON_CARRIES:
	case SP_REASON_CARRIES_NOT:
		say_treasure(w, reason);
		break;
	case SP_REASON_ATTACKED:
	case SP_REASON_FIRST_TURN:
	case SP_REASON_FIRST_ROUND:
	case SP_REASON_NOT_ASKED:
	case SP_REASON_NOT_IN_HAND:
	case SP_REASON_NO_PLAY:
	case SP_REASON_STUNNED:
	case SP_REASON_MAY_NOT_CAST:
	case SP_REASON_MAY_NOT_ATTACK:
	case SP_REASON_NOT_TARGETABLE:
	case SP_REASON_OUT_OF_SIGHT:
	case SP_REASON_OUT_OF_RANGE:
	case SP_REASON_WRONG_TARGET:
	case SP_REASON_NOT_EMPTY:
	case SP_REASON_HOME_BASE:
	case SP_REASON_CONDITION:
	case SP_REASON_NO_ENERGY:
	case SP_REASON_NOT_FUELLED:
	case SP_REASON_ONE_SOURCE:
	case SP_REASON_FLASH:
	case SP_REASON_BOOSTED:
	case SP_REASON_HAND_FULL:
	case SP_REASON_STUCK:
	case SP_REASON_MAY_NOT_PICK_UP:
	case SP_REASON_STOPPED:
	case SP_REASON_TWICE:
	case SP_REASON_NOTHING_TO_COUNTER:
	case SP_REASON_CANNOT_COUNTER:
	case SP_REASON_PHASE:
	case SP_REASON_TOO_MANY:
	case SP_REASON_LOCKED:
	case SP_REASON_FILLED:
	case SP_REASON_UNHARMED:
	case SP_REASON_CREATURE_ACTS:
	case SP_REASON_NOT_ACTIVATED:
	case SP_REASON_ACTED:
	case SP_REASON_NOT_YOURS:
	case SP_REASON_NO_FIST:
	case SP_REASON_NO_ROOM:
	case SP_REASON_NOT_WATCHED:
	case SP_REASON_WATCHES:
	case SP_REASON_WATCHES_NOT:
	case SP_REASON_NO_DEAL:
	case SP_REASON_NOT_PROPOSED:
	case SP_REASON_RESOLVING:
	case SP_REASON_NO_ROOM_IN_PLAY:
	case SP_REASON_NO_ROOM_ON_BOARD:
	case SP_REASON_NO_OBJECT:
	case SP_REASON_COMPELLED:
	case SP_REASON_NO_ROOM_ON_STACK:
	case SP_REASON_NO_SCHOOL:
	case SP_REASON_NOTHING_LEFT:
	case SP_REASON_TOO_LONG:
	case SP_REASON_NO_BEND:
		refusal_card(w);
		break;
	case SP_REASON_MALFORMED:
		say_malformed(w);
		break;
	}
}

void sp_refusal_say(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_refusal *why, struct sp_buf *out)
{
	char text[REFUSAL_SIZE] = "";
	const struct refusal_wording w = { ruleset, g, why, text };

	if (why->reason != SP_REASON_NONE && is_of_cards(&w))
		refusal_card(&w);
	else
		word(&w, (enum sp_reason)why->reason);
	sp_buf_adds(out, text);
}
