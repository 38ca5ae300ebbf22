/*
 * What templates are given about a position.
 */
#include "render/render_private.h"

#include "eval/eval.h"
#include "law/limits.h"

static void set_name(
	json_t *o, const char *key, const struct sp_game *g, int seat)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_seat(g, seat, name);
	sp_json_set_string(o, key, name);
}

static void set_square(
	json_t *o, const char *key, const struct sp_game *g, uint16_t square)
{
	char name[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&g->board, square, name);
	sp_json_set_string(o, key, name);
}

static json_t *wizard(const struct sp_game *g, int seat, int viewer)
{
	const struct sp_actor *w = &g->actor[seat];
	char letter[2] = { sp_render_letter(g, seat), '\0' };
	char text[SP_RENDER_NAME_SIZE];
	json_t *o = json_object();
	struct sp_buf line;

	sp_json_set_string(o, "seat", g->colour[seat]);
	set_name(o, "Seat", g, seat);
	sp_json_set_string(o, "letter", letter);
	set_square(o, "home", g, w->home);
	if (w->alive)
		set_square(o, "square", g, w->square);
	sp_json_set_int(o, "life", w->life);
	sp_json_set_int(o, "points", sp_game_points(g, seat));
	sp_json_set_bool(o, "alive", w->alive);
	sp_json_set_bool(o, "you", seat == viewer);
	sp_json_set_bool(
		o, "active", g->status == SP_GAME_RUNNING && seat == g->active);
	if (w->carries != SP_NOBODY) {
		sp_render_treasure(g, w->carries, text);
		sp_json_set_string(o, "carries", text);
	}
	sp_buf_init(&line, SIZE_MAX);
	render_wizard_line(g, seat, viewer, &line);
	sp_json_set_string(o, "text", sp_buf_str(&line));
	sp_buf_free(&line);
	return o;
}

static json_t *treasure(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int i)
{
	const struct sp_treasure *t = &g->treasure[i];
	char name[SP_ID_SIZE + 4], carrier[SP_RENDER_NAME_SIZE];
	json_t *o = json_object();
	struct sp_buf line;

	sp_game_treasure_name(g, i, name);
	sp_json_set_string(o, "name", name);
	set_name(o, "Owner", g, t->owner);
	if (t->carrier != SP_NOBODY)
		sp_json_set_string(o, "Carrier",
			sp_render_actor(ruleset, g, t->carrier, carrier));
	else
		set_square(o, "square", g, t->square);
	sp_buf_init(&line, SIZE_MAX);
	render_treasure_line(ruleset, g, i, &line);
	sp_json_set_string(o, "text", sp_buf_str(&line));
	sp_buf_free(&line);
	return o;
}

static void set_seats(json_t *o, const struct sp_game *g, int viewer)
{
	bool running = g->status == SP_GAME_RUNNING;
	bool turn = running && g->decision.kind == SP_DECISION_TURN;

	sp_json_set_bool(o, "over", !running);
	sp_json_set_bool(o, "your_turn", turn && viewer == sp_game_plays(g));
	sp_json_set_bool(o, "pending", running && !turn);
	sp_json_set_bool(o, "asked",
		running && !turn && viewer != SP_NOBODY &&
			(g->decision.seats >> viewer & 1U) != 0);
	sp_json_set_bool(
		o, "alive", viewer != SP_NOBODY && g->actor[viewer].alive);
	if (running && viewer != SP_NOBODY &&
		sp_game_on_behalf(g, viewer) != viewer)
		set_name(o, "Plays", g, g->active);
	if (running) {
		sp_json_set_string(o, "active", g->colour[g->active]);
		set_name(o, "Active", g, sp_game_plays(g));
	} else if (g->winner != SP_NOBODY) {
		sp_json_set_string(o, "winner", g->colour[g->winner]);
		set_name(o, "Winner", g, g->winner);
	}
}

/* Attacks that whoever acts may make in this turn, as far as it goes now.
 * Whoever is stunned moves or attacks, unless a spell allows more. */
static int attacks_of(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	int attacks, stunned;

	if (!sp_game_has_deck(g))
		return 1;
	if (!sp_eval_actor_stat(ruleset, g, actor, SP_STAT_MAY_ATTACK))
		return 0;
	attacks = sp_eval_actor_stat(ruleset, g, actor, SP_STAT_ATTACKS);
	if (!g->actor[actor].stunned)
		return attacks;
	if (g->moved)
		return sp_eval_actor_stat(
			ruleset, g, actor, SP_STAT_STUN_MOVES);
	stunned = sp_eval_actor_stat(ruleset, g, actor, SP_STAT_STUN_ATTACKS);
	return stunned > attacks ? stunned : attacks;
}

/* "3 steps, 1 attack": what is left of the viewer's turn for whoever acts. */
static void set_left(json_t *o, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int acting, int attacks)
{
	bool may_leave = sp_law_may_leave(ruleset, g, acting) == SP_REASON_NONE;
	bool first = sp_law_attack_ban(g, g->active) != SP_REASON_NONE;
	/* whoever is stunned has the choice */
	bool either = g->actor[acting].stunned && may_leave && attacks > 0;
	char steps[SP_RENDER_NAME_SIZE], attack[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, 3 * SP_RENDER_NAME_SIZE);
	if (g->phase == SP_PHASE_MOVE) {
		sp_render_count(may_leave && g->moves > 0 ? g->moves : 0,
			"step", steps);
		sp_render_count(attacks, "attack", attack);
		sp_buf_addf(&text, "%s%s%s", steps, either ? " or " : ", ",
			attacks > 0       ? attack
			: first           ? "attacks not allowed yet"
			: g->attacked > 0 ? "attack used"
					  : "no attack");
	} else {
		sp_buf_addf(&text, "only to %s the turn",
			render_last_acts(ruleset, g));
	}
	sp_json_set_string(o, "left", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* What is left of the viewer's turn: steps, an attack, or what a stun lets it
 * do. */
static void set_able(json_t *o, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int viewer)
{
	bool moves = g->status == SP_GAME_RUNNING &&
		     viewer == sp_game_plays(g) &&
		     g->decision.kind == SP_DECISION_TURN &&
		     g->phase == SP_PHASE_MOVE;
	bool first = moves && sp_law_attack_ban(g, g->active) != SP_REASON_NONE;
	int acting = moves ? sp_game_acting(g) : viewer;
	bool stunned = moves && g->actor[acting].stunned;
	int walking = moves ? sp_eval_actor_stat(
				      ruleset, g, acting, SP_STAT_STUN_MOVES)
			    : 0;
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf must;

	if (acting != viewer)
		sp_json_set_string(
			o, "acting", sp_render_actor(ruleset, g, acting, name));

	sp_buf_init(&must, 2 * SP_RENDER_NAME_SIZE);
	if (moves && sp_render_add_compulsion(ruleset, g, &must))
		sp_json_set_string(o, "compelled", sp_buf_str(&must));
	sp_buf_free(&must);
	int attacks = moves && !first
			      ? attacks_of(ruleset, g, acting) - g->attacked
			      : 0;
	if (g->status == SP_GAME_RUNNING && viewer == sp_game_plays(g) &&
		g->decision.kind == SP_DECISION_TURN)
		set_left(o, ruleset, g, acting, attacks);
	sp_json_set_bool(o, "may_attack", attacks > 0);
	sp_render_count(attacks, "attack", name);
	if (attacks > 1)
		sp_json_set_string(o, "attacks", name);
	bool stun = stunned && walking == 0;
	sp_json_set_bool(o, "stunned", stun && !g->moved && !g->attacked);
	sp_json_set_bool(o, "stunned_moved", stun && g->moved && !g->attacked);
	sp_json_set_bool(o, "stunned_attacked",
		stunned && g->attacked > walking && !g->moved);
	/* a spell allows both, but fewer attacks beside a walk */
	if (stunned && !stun && !g->moved && g->attacked <= walking &&
		attacks + g->attacked > walking) {
		sp_render_count(walking, "attack", name);
		sp_json_set_string(o, "stunned_walking", name);
	}
}

/* ---- cards ---------------------------------------------------------------
 */

/* The own hand, or the one that is played in another's place. */
static void set_hand(json_t *o, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int viewer)
{
	int whose = sp_game_on_behalf(g, viewer);
	int n = g->actor[whose].hand;
	int used = sp_law_hand_used(ruleset, g, whose);
	int most = sp_eval_actor_stat(ruleset, g, whose, SP_STAT_HAND_MAX);
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	if (whose == viewer)
		sp_buf_adds(&text, "Your hand");
	else
		sp_buf_addf(&text, "%s's hand", sp_render_seat(g, whose, name));
	if (n == 0)
		sp_buf_adds(&text, " is empty");
	else if (used == n)
		sp_buf_addf(&text, " (%d of %d)", n, most);
	else
		sp_buf_addf(&text, " (%d; %d of %d with what %s in play)", n,
			used, most, whose == viewer ? "you have" : "is");
	sp_json_set_string(o, "hand_title", sp_buf_str(&text));
	sp_buf_free(&text);
	sp_json_set_int(o, "hand_used", used);
	sp_json_set_int(o, "hand_max", most);
	sp_json_set(o, "hand", sp_cardtext_hand(ruleset, g, whose, NULL));
	sp_json_set(o, "in_play", sp_cardtext_in_play(ruleset, g, whose));
}

/* Tokens that lie face down and are real: only who laid them knows. */
static void set_tokens(json_t *o, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int viewer)
{
	const char *before = "";
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (int i = 0; i < g->things_end; i++) {
		const struct sp_thing *t = &g->thing[i];

		if (t->kind == SP_THING_FREE || !t->facedown || !t->real ||
			t->seat != viewer)
			continue;
		sp_buf_adds(&text, before);
		render_add_ref(ruleset, g, SP_REF(SP_KIND_THING, i), &text);
		before = ", ";
	}
	if (text.len > 0)
		sp_json_set_string(o, "real_tokens", sp_buf_str(&text));
	sp_buf_clear(&text);
	render_add_zones(ruleset, g, viewer, &text);
	if (text.len > 0) {
		sp_buf_truncate(&text, text.len - 1);
		sp_json_set_string(o, "seen_aside", sp_buf_str(&text));
	}
	sp_buf_free(&text);
}

static json_t *differs(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	json_t *list = json_array();

	for (int s = 0; s < g->n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		struct sp_buf text;

		if (!g->actor[s].alive)
			continue;
		sp_render_seat(g, s, name);
		sp_buf_init(&text, SIZE_MAX);
		render_add_differs(ruleset, g, s, &text);
		if (text.len > 0)
			(void)json_array_append_new(
				list, json_pack("{s:s, s:s}", "Seat", name,
					      "text", sp_buf_str(&text)));
		sp_buf_free(&text);
	}
	return list;
}

static void set_cards(json_t *o, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int viewer)
{
	sp_json_set_bool(o, "cards", sp_game_has_deck(g));
	if (!sp_game_has_deck(g))
		return;
	sp_json_set(o, "differs", differs(ruleset, g));
	if (viewer == SP_NOBODY || !g->actor[viewer].alive)
		return;
	set_hand(o, ruleset, g, viewer);
	set_tokens(o, ruleset, g, viewer);
}

json_t *sp_render_position(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int viewer)
{
	json_t *o = json_object(), *wizards = json_array();
	json_t *treasures = json_array();
	struct sp_buf text, legend;

	sp_buf_init(&text, SIZE_MAX);
	sp_render_board(ruleset, g, NULL, &text);
	sp_json_set(o, "board", sp_typeset_lines(sp_buf_str(&text)));
	sp_buf_init(&legend, SIZE_MAX);
	render_legend_of(ruleset, g, sp_buf_str(&text), viewer, false, &legend);
	sp_json_set(o, "legend", sp_typeset_lines(sp_buf_str(&legend)));
	sp_buf_free(&legend);
	sp_buf_clear(&text);
	sp_render_scores(ruleset, g, viewer, &text);
	sp_json_set(o, "scores", sp_typeset_lines(sp_buf_str(&text)));
	if (viewer != SP_NOBODY && g->status == SP_GAME_RUNNING)
		render_around(ruleset, g, viewer, o);
	sp_buf_clear(&text);
	render_status(ruleset, g, &text);
	sp_json_set_string(o, "status", sp_buf_str(&text));
	if (g->status == SP_GAME_OVER)
		sp_json_set_string(o, "outcome", sp_buf_str(&text));
	sp_buf_clear(&text);
	sp_render_draft(ruleset, g, viewer, &text);
	if (text.len > 0)
		sp_json_set_string(o, "draft", sp_buf_str(&text));
	sp_buf_free(&text);
	sp_json_set_int(o, "turn", g->turn);
	sp_json_set_int(o, "round", g->round);
	sp_json_set_int(o, "moves", g->moves);
	sp_json_set_int(o, "points_to_win", g->points_to_win);
	set_seats(o, g, viewer);
	set_cards(o, ruleset, g, viewer);
	set_able(o, ruleset, g, viewer);
	for (int s = 0; s < g->n_seats; s++)
		(void)json_array_append_new(wizards, wizard(g, s, viewer));
	for (int t = 0; t < g->n_treasures; t++)
		(void)json_array_append_new(treasures, treasure(ruleset, g, t));
	sp_json_set(o, "wizards", wizards);
	sp_json_set(o, "treasures", treasures);
	return o;
}
