/*
 * The clauses of things, spells in play, and who is moved.
 */
#include "render/clause_cards.h"

/* The game in which a thing is still there: it may be gone afterwards. */
static const struct sp_game *game_with(
	const struct teller *t, const struct sp_event *e)
{
	int i = sp_kind_of(e->what) == SP_KIND_THING ? sp_index_of(e->what) : 0;
	const struct sp_game *before = t->step->before;

	bool now = t->g->thing[i].kind != SP_THING_FREE &&
		   (e->card < 0 || t->g->thing[i].card == e->card);

	return now || before == NULL ? t->g : before;
}

/* What an event concerns: "the wall c4/d4", "Rosebush at g2"; a thing of its
 * card that was made and destroyed at once goes by its name alone. */
static void add_object(
	const struct teller *t, const struct sp_event *e, struct sp_buf *text)
{
	const struct sp_game *g = game_with(t, e);
	const struct sp_thing *thing;

	switch ((enum sp_kind)sp_kind_of(e->what)) {
	case SP_KIND_THING:
		thing = &g->thing[sp_index_of(e->what)];
		if (thing->kind == SP_THING_FREE) {
			sp_buf_adds(text, render_clause_card(t, e->card));
			break;
		}
		sp_buf_addf(text, "%s at ", render_clause_card(t, thing->card));
		render_add_place(g, thing->where, text);
		break;
	case SP_KIND_SQUARE:
		sp_buf_addf(text, "%s at ", render_clause_card(t, e->card));
		render_add_place(g, e->what, text);
		break;
	case SP_KIND_EDGE:
		render_add_ref(t->step->ruleset, g, e->what, text);
		break;
	case SP_KIND_NUMBER:
	case SP_KIND_ACTOR:
	case SP_KIND_TREASURE:
	case SP_KIND_CARD:
	case SP_KIND_PLAYED:
	case SP_KIND_ITEM:
	case SP_KIND_SECTOR:
	case SP_KIND_SEAT:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		render_clause_add_own(t, e->seat, e->card, text);
		break;
	}
}

/* "Rosebush at g2" and what becomes of it. */
static void tell_object(struct teller *t, const struct sp_event *e,
	enum clause_weight weight, const char *words)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	add_object(t, e, &text);
	sp_buf_addf(&text, " %s", words);
	render_clause_raise(&text);
	render_clause_say(t, e, SP_NOBODY, weight, &text);
}

int render_tell_destroyed(struct teller *t, int i)
{
	tell_object(t, &t->event[i], CLAUSE_KEY, "is destroyed");
	return 1;
}

int render_tell_mended(struct teller *t, int i)
{
	tell_object(t, &t->event[i], CLAUSE_USEFUL, "is whole again");
	return 1;
}

int render_tell_revealed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];

	tell_object(t, e, CLAUSE_KEY,
		e->real ? "is turned up: it is the real one"
			: "is turned up: it is a blank");
	return 1;
}

int render_tell_believed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, e->real ? "takes " : "sees through ");
	add_object(t, e, &text);
	sp_buf_adds(&text, e->real ? " for real" : "");
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

/* ---- things -------------------------------------------------------------- */

/* What a card makes is called like it, but for doors and walls. */
static const char *made_of(const struct teller *t, int physical)
{
	const struct sp_card *card =
		physical < 0 ? NULL
			     : sp_ruleset_card(t->step->ruleset, physical);

	if (card != NULL && card->object.edge_kind == SP_EDGE_DOOR)
		return "A door";
	if (card != NULL && card->object.edge_kind == SP_EDGE_WALL)
		return "A wall";
	return render_clause_card(t, physical);
}

sp_value render_clause_place(const struct teller *t, const struct sp_event *e)
{
	if (sp_kind_of(e->what) != SP_KIND_THING)
		return e->what;
	return game_with(t, e)->thing[sp_index_of(e->what)].where;
}

/* " f3, j2 and c6" of n events. */
static void add_places(const struct teller *t, const struct sp_event *e, int n,
	struct sp_buf *text)
{
	struct sp_render_list list;

	sp_buf_addc(text, ' ');
	render_list_begin(&list, n);
	for (int k = 0; k < n; k++) {
		render_list_next(&list, text);
		render_add_place(game_with(t, &e[k]),
			render_clause_place(t, &e[k]), text);
	}
}

/* Several things that one spell makes, or that go together. */
int render_tell_made(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int n = render_clause_run(t, i, true);
	bool made = e->kind == SP_EVENT_CREATED;
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "%s %s", made_of(t, e->card),
		made ? n > 1 ? "appears at" : "stands at" : "is gone from");
	add_places(t, e, n, &text);
	render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
	return n;
}

int render_tell_cracked(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char cracks[SP_RENDER_NAME_SIZE], words[2 * SP_RENDER_NAME_SIZE];

	sp_render_count(e->cracks, "crack", cracks);
	if (t->step->ruleset->hit_points)
		sp_format(words, sizeof(words), "has taken %d damage by now",
			e->cracks);
	else
		sp_format(words, sizeof(words), "has %s by now", cracks);
	tell_object(t, e, CLAUSE_KEY, words);
	return 1;
}

/* Said once of darts that strike the same thing. */
int render_tell_unharmed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char words[2 * SP_RENDER_NAME_SIZE];
	int n = 1;

	sp_format(words, sizeof(words),
		"stands unharmed: %d damage does not crack it", (int)e->damage);
	tell_object(t, e, CLAUSE_USEFUL, words);
	while (i + n < t->n && e[n].kind == e->kind && e[n].what == e->what &&
		e[n].damage == e->damage)
		n++;
	return n;
}

int render_tell_wounded(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char words[2 * SP_RENDER_NAME_SIZE];

	sp_format(words, sizeof(words), "takes %d damage: %d life left",
		(int)e->harm.lost, (int)e->harm.left);
	tell_object(t, e, CLAUSE_KEY, words);
	return 1;
}

/* "Totem at c4 is Blue's from now on". */
int render_tell_owned(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE], words[2 * SP_RENDER_NAME_SIZE];

	if (e->seat == SP_NOBODY) {
		tell_object(t, e, CLAUSE_KEY, "is nobody's from now on");
		return 1;
	}
	sp_render_seat(t->g, e->seat, name);
	sp_format(words, sizeof(words), "is %s's from now on", name);
	tell_object(t, e, CLAUSE_KEY, words);
	return 1;
}

static void add_treasure(
	const struct teller *t, int treasure, struct sp_buf *text)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_treasure(t->g, treasure, name);
	sp_buf_adds(text, name);
}

/* What is said of an item that does something to whoever comes where it lies.
 */
static const char *on_comers(const struct teller *t, int card)
{
	const struct sp_card *c =
		card < 0 ? NULL : sp_ruleset_card(t->step->ruleset, card);

	for (int i = 0; c != NULL && i < c->n_ons; i++)
		if (c->ons[i].event == SP_ON_ENTER)
			return ", where it acts on whoever enters";
	return "";
}

int render_tell_item(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char at[SP_SQUARE_NAME_SIZE] = "";
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_ITEM_PICKED || e->kind == SP_EVENT_ITEM_DROPPED)
		sp_board_square_name(&t->g->board, (uint16_t)e->square, at);
	if (e->kind == SP_EVENT_ITEM_PLAYED) {
		sp_buf_addf(&text, "carries %s from now on",
			render_clause_card(t, e->card));
	} else if (e->kind == SP_EVENT_ITEM_PICKED) {
		sp_buf_addf(&text, "picks up %s at %s",
			render_clause_card(t, e->card), at);
	} else if (e->kind == SP_EVENT_ITEM_DROPPED) {
		sp_buf_addf(&text, "drops %s at %s%s",
			render_clause_card(t, e->card), at,
			on_comers(t, e->card));
	} else {
		sp_buf_adds(&text, "takes ");
		if (sp_kind_of(e->what) == SP_KIND_TREASURE)
			add_treasure(t, sp_index_of(e->what), &text);
		else
			sp_buf_adds(&text, render_clause_card(t, e->card));
		sp_buf_adds(&text, " from ");
		render_clause_add_actor(t, e->other, &text);
	}
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_landed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char at[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_board_square_name(&t->g->board, (uint16_t)e->square, at);
	if (sp_kind_of(e->what) == SP_KIND_TREASURE)
		add_treasure(t, sp_index_of(e->what), &text);
	else
		sp_buf_adds(&text, render_clause_card(t, e->card));
	sp_buf_addf(&text, " lands at %s%s", at, on_comers(t, e->card));
	render_clause_say(t, e, SP_NOBODY, CLAUSE_KEY, &text);
	return 1;
}

/* The life that the spell of this event had before it; 0: it lives by tokens.
 */
static int life_before(const struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_game *g = t->step->before;
	int life = 0;

	for (int k = 0; g != NULL && k < g->played_end; k++)
		if (g->played[k].kind == SP_PLAYED_SPELL &&
			g->played[k].card == e->card)
			life = g->played[k].life;
	for (int k = 0; life > 0 && k < i; k++)
		if (t->event[k].kind == e->kind && t->event[k].card == e->card)
			life = t->event[k].tokens;
	return life;
}

int render_tell_tokens(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int life = life_before(t, i);
	char tokens[SP_RENDER_NAME_SIZE], words[2 * SP_RENDER_NAME_SIZE];

	sp_render_count(e->tokens, "token", tokens);
	if (life > 0)
		sp_format(words, sizeof(words), "takes %d damage: %d life left",
			life - e->tokens, (int)e->tokens);
	else
		sp_format(words, sizeof(words), "%s %s left",
			render_clause_verb(t, e->card, "has", "have"), tokens);
	render_clause_of_own(
		t, e, life > 0 ? CLAUSE_USEFUL : CLAUSE_DETAIL, words);
	return 1;
}

/* A spell that ends, and with it what it made, which says where it was. */
int render_tell_ended(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i], *gone = e + 1;
	bool by_caster = e->how == SP_ENDS_BY_CASTER && e->seat != SP_NOBODY;
	struct sp_buf text;
	int n = 0;

	if (i + 1 < t->n && gone->kind == SP_EVENT_GONE &&
		gone->card == e->card)
		n = render_clause_run(t, i + 1, true);
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (by_caster)
		sp_buf_addf(&text, "ends %s", render_clause_card(t, e->card));
	else
		render_clause_add_own(t, e->seat, e->card, &text);
	if (n > 0) {
		sp_buf_adds(&text, " at");
		add_places(t, gone, n, &text);
	}
	if (!by_caster)
		sp_buf_addf(&text, " %s",
			e->how == SP_ENDS_BY_OTHERS
				? render_clause_verb(
					  t, e->card, "is ended", "are ended")
				: render_clause_verb(
					  t, e->card, "ends", "end"));
	render_clause_say(t, e, by_caster ? e->seat : SP_NOBODY,
		by_caster ? CLAUSE_KEY : CLAUSE_USEFUL, &text);
	return 1 + n;
}

/* ---- moving -------------------------------------------------------------- */

int render_tell_pushed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int n = render_clause_run(t, i, false);
	char at[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_board_square_name(&t->g->board, (uint16_t)e->way.from, at);
	if (t->form == CLAUSE_FULL) {
		sp_buf_addf(&text, "is moved %s", at);
		for (int k = 0; k < n; k++) {
			sp_board_square_name(
				&t->g->board, (uint16_t)e[k].way.to, at);
			sp_buf_addf(&text, " %s", at);
		}
	} else {
		sp_buf_addf(&text, "is moved from %s", at);
		sp_board_square_name(
			&t->g->board, (uint16_t)e[n - 1].way.to, at);
		sp_buf_addf(&text, " to %s", at);
	}
	if (e->other != SP_NOBODY && e->other != e->seat) {
		sp_buf_adds(&text, " by ");
		render_clause_add_actor(t, e->other, &text);
	}
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

int render_tell_jumped(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_board_square_name(&t->g->board, (uint16_t)e->way.from, from);
	sp_board_square_name(&t->g->board, (uint16_t)e->way.to, to);
	sp_buf_addf(&text, "goes from %s to %s", from, to);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_bumped(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_edge(t->g, e->edge, name);
	sp_buf_addf(&text, "bumps into the %s", name);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_boosted(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char moves[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_render_count(e->moves, "move", moves);
	sp_buf_addf(&text, "gains %s with %s", moves,
		render_clause_card(t, e->card));
	render_clause_add_halt(t, &text);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_moves(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	/* whoever has walked more than a new form could has none left */
	int now = e->change.now > 0 ? e->change.now : 0;
	int before = e->change.before > 0 ? e->change.before : 0;
	char moves[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	if (now == before)
		return 1;
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_render_count(now, "movement point", moves);
	sp_buf_addf(&text, "has %s left (had %d)", moves, before);
	/* what a boost adds is told with it */
	render_clause_say(t, e, e->seat,
		now > before && (i == 0 || e[-1].kind != SP_EVENT_BOOSTED)
			? CLAUSE_USEFUL
			: CLAUSE_DETAIL,
		&text);
	return 1;
}

/* True if it walked, was pushed or jumped in this step, which is told. */
static bool is_told_moving(const struct teller *t, int actor)
{
	for (int k = 0; k < t->n; k++) {
		const struct sp_event *e = &t->event[k];

		if ((e->kind == SP_EVENT_STEP || e->kind == SP_EVENT_PUSHED ||
			    e->kind == SP_EVENT_JUMPED) &&
			e->seat == actor)
			return true;
	}
	return false;
}

static bool is_sector_event(const struct sp_event *e)
{
	return e->kind == SP_EVENT_ROTATED || e->kind == SP_EVENT_SECTOR_MOVED;
}

static bool stands(const struct sp_game *g, int actor)
{
	return sp_game_is_actor(g, actor) && g->actor[actor].alive &&
	       g->actor[actor].square != SP_NOWHERE;
}

/* ": Blue is on e4 now, Red on c2", of those whose squares have other names
 * since; behind the first of several such events. */
static void add_taken_along(const struct teller *t, int i, struct sp_buf *text)
{
	const struct sp_game *before = t->step->before, *g = t->g;
	int n = 0;

	if (t->form != CLAUSE_FULL || before == NULL)
		return;
	for (int k = 0; k < i; k++)
		if (is_sector_event(&t->event[k]))
			return;
	for (int a = 0; a < sp_game_actors_end(g); a++) {
		char name[SP_RENDER_NAME_SIZE];
		char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];

		if (!stands(before, a) || !stands(g, a) || is_told_moving(t, a))
			continue;
		sp_board_square_name(
			&before->board, before->actor[a].square, from);
		sp_board_square_name(&g->board, g->actor[a].square, to);
		if (sp_streq(from, to))
			continue;
		sp_buf_addf(text, "%s%s %s %s%s", n > 0 ? ", " : ": ",
			sp_render_actor(t->step->ruleset, g, a, name),
			n > 0 ? "on" : "is on", to, n > 0 ? "" : " now");
		n++;
	}
}

int render_tell_rotated(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_add_ref(t->step->ruleset, t->g,
		SP_REF(SP_KIND_SECTOR, e->rotated.bay), &text);
	if (sp_kind_of(e->what) == SP_KIND_SECTOR) {
		sp_buf_adds(&text, " and ");
		render_add_ref(t->step->ruleset, t->g, e->what, &text);
		sp_buf_adds(&text, " change places");
	} else {
		sp_buf_addf(&text, " turns by %d degrees%s",
			90 * e->rotated.turns,
			e->rotated.turns == 2 ? "" : " clockwise");
	}
	add_taken_along(t, i, &text);
	render_clause_raise(&text);
	render_clause_say(t, e, SP_NOBODY, CLAUSE_KEY, &text);
	return 1;
}

/* "Red's sector lies north of Blue's now, and all sides lead straight on" */
int render_tell_sector_moved(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_add_ref(t->step->ruleset, t->g,
		SP_REF(SP_KIND_SECTOR, e->sides.bay), &text);
	sp_buf_addf(&text, " lies %s of ",
		sp_board_dir_name((enum sp_dir)e->sides.side));
	render_add_ref(t->step->ruleset, t->g, e->what, &text);
	sp_buf_adds(&text, " now: squares have new names, and exits lead "
			   "straight on");
	add_taken_along(t, i, &text);
	render_clause_raise(&text);
	render_clause_say(t, e, SP_NOBODY, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_sides_joined(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "The %s side of ",
		sp_board_dir_name((enum sp_dir)e->sides.side));
	render_add_ref(t->step->ruleset, t->g,
		SP_REF(SP_KIND_SECTOR, e->sides.bay), &text);
	sp_buf_addf(&text, " leads to the %s side of ",
		sp_board_dir_name((enum sp_dir)e->sides.to));
	render_add_ref(t->step->ruleset, t->g, e->what, &text);
	sp_buf_adds(&text, " now");
	render_clause_say(t, e, SP_NOBODY, CLAUSE_KEY, &text);
	return 1;
}

/* "The squares c4 and g2 are linked (2 moves, sight)" */
int render_tell_linked(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_board_square_name(&t->g->board, (uint16_t)e->link.from, from);
	sp_board_square_name(&t->g->board, (uint16_t)e->link.to, to);
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_LINKED)
		sp_buf_addf(&text,
			"The squares %s and %s are linked (%d move%s%s)", from,
			to, e->link.cost, sp_plural(e->link.cost),
			e->link.sight ? ", sight" : "");
	else
		sp_buf_addf(&text, "The squares %s and %s are linked no more",
			from, to);
	render_clause_say(t, e, SP_NOBODY, CLAUSE_KEY, &text);
	return 1;
}
