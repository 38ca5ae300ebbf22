#include "state_private.h"

#include "game/view.h"

static int get_int(struct sp_reader *r, const json_t *o, const char *key,
	int64_t max, const char *what, int64_t *out)
{
	return sp_json_get_int(out, o, key, 0, max, what, r->e);
}

static int get_bool(struct sp_reader *r, const json_t *o, const char *key,
	const char *what, uint8_t *out)
{
	const json_t *value = json_object_get(o, key);

	if (!json_is_boolean(value))
		return state_read_bad(r, what, key);
	*out = json_is_true(value);
	return SP_OK;
}

/* One of the words of a table, as its index. */
static int get_word(struct sp_reader *r, const json_t *o, const char *key,
	const char *const table[], const char *what, uint8_t *out)
{
	const char *word;
	int i;

	if (sp_json_get_string(&word, o, key, what, r->e) != SP_OK)
		return SP_EINVAL;
	i = state_word(table, word);
	if (i < 0)
		return state_read_bad(r, what, key);
	*out = (uint8_t)i;
	return SP_OK;
}

/* The text of a key, or NULL where it is null. */
static int get_name(struct sp_reader *r, const json_t *o, const char *key,
	const char *what, const char **out)
{
	const json_t *value = json_object_get(o, key);

	*out = json_string_value(value);
	if (*out == NULL && !json_is_null(value))
		return state_read_bad(r, what, key);
	return SP_OK;
}

static int get_seat(struct sp_reader *r, const json_t *o, const char *key,
	const char *what, int8_t *out)
{
	const char *name;

	if (get_name(r, o, key, what, &name) != SP_OK)
		return SP_EINVAL;
	*out = (int8_t)(name == NULL ? SP_NOBODY : sp_game_seat(r->g, name));
	return name != NULL && *out == SP_NOBODY ? state_read_bad(r, what, key)
						 : SP_OK;
}

static int get_square(struct sp_reader *r, const json_t *o, const char *key,
	const char *what, uint16_t *out)
{
	const char *name;

	if (get_name(r, o, key, what, &name) != SP_OK)
		return SP_EINVAL;
	*out = name == NULL ? SP_NOWHERE
			    : sp_board_square_parse(&r->g->board, name);
	return name != NULL && *out == SP_NOWHERE ? state_read_bad(r, what, key)
						  : SP_OK;
}

/* ---- the parts -------------------------------------------------------------
 */

static int read_colours(struct sp_reader *r, const json_t *seats)
{
	size_t n = json_array_size(seats);

	if (n < 2 || n > SP_SEATS_MAX)
		return sp_error_set(r->e, SP_EINVAL,
			"\"seats\" must hold 2 to %d of them", SP_SEATS_MAX);
	for (size_t i = 0; i < n; i++) {
		const char *colour;

		if (sp_json_get_string(&colour, json_array_get(seats, i),
			    "colour", "seat", r->e) != SP_OK)
			return SP_EINVAL;
		if (!sp_copy(r->g->colour[i], SP_ID_SIZE, colour))
			return state_read_bad(r, "seat", "colour");
	}
	r->g->n_seats = (uint8_t)n;
	r->g->n_treasures = (uint8_t)(2 * n);
	return SP_OK;
}

/* Where the sectors lie, and how the board's sides are joined. */
struct topology {
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t home[SP_BAYS_MAX];
	struct sp_layout shape;
};

static int read_place(
	struct sp_reader *r, const json_t *o, struct topology *t, size_t i)
{
	int64_t row, column;

	if (get_int(r, o, "row", SP_MAP_MAX - 1, "sector", &row) != SP_OK ||
		get_int(r, o, "column", SP_MAP_MAX - 1, "sector", &column) !=
			SP_OK)
		return SP_EINVAL;
	t->shape.row[i] = (uint8_t)row;
	t->shape.column[i] = (uint8_t)column;
	return SP_OK;
}

static int read_side(
	struct sp_reader *r, const json_t *o, const char *key, uint8_t *out)
{
	const char *word;

	if (sp_json_get_string(&word, o, key, "seam", r->e) != SP_OK)
		return SP_EINVAL;
	for (unsigned d = 0; d < SP_DIRS; d++)
		if (sp_streq(word, sp_board_dir_name((enum sp_dir)d))) {
			*out = (uint8_t)d;
			return SP_OK;
		}
	return state_read_bad(r, "seam", key);
}

static int read_seam(
	struct sp_reader *r, const json_t *o, struct sp_layout *shape)
{
	static const char *const keys[] = { "other_sector", "other_side",
		"portal", "sector", "side", NULL };
	struct sp_seam *s = &shape->seam[shape->n_seams];
	int64_t one, two, portal = 0;

	if (sp_json_only_keys(o, keys, "seam", r->e) != SP_OK ||
		sp_json_get_int(&one, o, "sector", 1, shape->n_bays, "seam",
			r->e) != SP_OK ||
		sp_json_get_int(&two, o, "other_sector", 1, shape->n_bays,
			"seam", r->e) != SP_OK ||
		read_side(r, o, "side", &s->side[0]) != SP_OK ||
		read_side(r, o, "other_side", &s->side[1]) != SP_OK ||
		(json_object_get(o, "portal") != NULL &&
			sp_json_get_int(&portal, o, "portal", 1, UINT8_MAX,
				"seam", r->e) != SP_OK))
		return SP_EINVAL;
	s->bay[0] = (uint8_t)(one - 1);
	s->bay[1] = (uint8_t)(two - 1);
	s->portal = (uint8_t)portal;
	shape->n_seams++;
	return SP_OK;
}

/* A board that was moved has its own seams in place of its layout's. */
static int read_seams(
	struct sp_reader *r, const json_t *board, struct topology *t)
{
	json_t *seams;

	if (json_object_get(board, "seams") == NULL)
		return SP_OK;
	if (sp_json_get_array(&seams, board, "seams", "board", r->e) != SP_OK)
		return SP_EINVAL;
	if (json_array_size(seams) > SP_ARRAY_LEN(t->shape.seam))
		return state_read_bad(r, "board", "seams");
	t->shape.n_seams = 0;
	for (size_t i = 0; i < json_array_size(seams); i++)
		if (read_seam(r, json_array_get(seams, i), &t->shape) != SP_OK)
			return SP_EINVAL;
	if (!sp_board_shape_is_whole(&t->shape))
		return state_read_bad(r, "board", "seams");
	return SP_OK;
}

static int read_bay(struct sp_reader *r, const json_t *o, uint8_t *sector,
	uint8_t *turn, int8_t *home)
{
	static const char *const keys[] = { "column", "home", "row", "sector",
		"turns", NULL };
	const struct sp_sector *found;
	const char *id;
	int64_t turns;

	if (sp_json_only_keys(o, keys, "sector", r->e) != SP_OK ||
		sp_json_get_string(&id, o, "sector", "sector", r->e) != SP_OK ||
		get_int(r, o, "turns", 3, "sector", &turns) != SP_OK ||
		get_seat(r, o, "home", "sector", home) != SP_OK)
		return SP_EINVAL;
	found = sp_board_boardset_sector(r->lexicon->boards, id);
	if (found == NULL)
		return sp_error_set(r->e, SP_EINVAL,
			"the ruleset has no sector \"%.40s\"", id);
	*sector = (uint8_t)(found - r->lexicon->boards->sector);
	*turn = (uint8_t)turns;
	return SP_OK;
}

static int read_topology(struct sp_reader *r, const json_t *board)
{
	const struct sp_layout *layout;
	struct topology t;
	json_t *sectors;
	const char *id;

	if (sp_json_get_string(&id, board, "layout", "board", r->e) != SP_OK ||
		sp_json_get_array(&sectors, board, "sectors", "board", r->e) !=
			SP_OK)
		return SP_EINVAL;
	layout = sp_board_boardset_layout(r->lexicon->boards, id);
	if (layout == NULL)
		return sp_error_set(r->e, SP_EINVAL,
			"the ruleset has no layout \"%.40s\"", id);
	if (json_array_size(sectors) != layout->n_bays)
		return state_read_bad(r, "board", "sectors");
	t.shape = *layout;
	for (size_t i = 0; i < layout->n_bays; i++) {
		const json_t *bay = json_array_get(sectors, i);

		if (read_bay(r, bay, &t.sector[i], &t.turn[i], &t.home[i]) !=
				SP_OK ||
			(json_object_get(board, "seams") != NULL &&
				read_place(r, bay, &t, i) != SP_OK))
			return SP_EINVAL;
	}
	if (read_seams(r, board, &t) != SP_OK)
		return SP_EINVAL;
	sp_board_build_shape(&r->g->board, r->lexicon->boards,
		(unsigned)(layout - r->lexicon->boards->layout), &t.shape,
		t.sector, t.turn, t.home);
	return SP_OK;
}

static int read_edge(struct sp_reader *r, const json_t *o)
{
	static const char *const keys[] = { "at", "by", "created", "cracks",
		"destroyed", "door", "owner", "shut_turn", "sides", NULL };
	struct sp_edge *edge;
	uint8_t destroyed = 0;
	int64_t number;
	const char *at;
	uint16_t i;

	if (sp_json_only_keys(o, keys, "edge", r->e) != SP_OK ||
		sp_json_get_string(&at, o, "at", "edge", r->e) != SP_OK)
		return SP_EINVAL;
	i = sp_board_edge_parse(&r->g->board, at);
	if (i == SP_NOWHERE)
		return state_read_bad(r, "edge", "at");
	edge = &r->g->board.edge[i];
	if (json_object_get(o, "created") != NULL &&
		get_word(r, o, "created", state_edge_words, "edge",
			&edge->created) != SP_OK)
		return SP_EINVAL;
	if (edge->created == SP_EDGE_DOOR &&
		get_seat(r, o, "owner", "edge", &edge->owner) != SP_OK)
		return SP_EINVAL;
	if (json_object_get(o, "sides") != NULL) {
		if (sp_json_get_int(&number, o, "sides", 1, 3, "edge", r->e) !=
			SP_OK)
			return SP_EINVAL;
		for (int face = 0; face < 2; face++)
			if ((number >> face & 1) != 0)
				sp_board_cover(&r->g->board, i, face, true);
	}
	if (json_object_get(o, "destroyed") != NULL) {
		if (get_bool(r, o, "destroyed", "edge", &destroyed) != SP_OK)
			return SP_EINVAL;
		if (destroyed)
			sp_board_smash(&r->g->board, i);
	}
	if (json_object_get(o, "cracks") != NULL) {
		if (get_int(r, o, "cracks", UINT8_MAX, "edge", &number) !=
			SP_OK)
			return SP_EINVAL;
		edge->cracks = (uint8_t)number;
	}
	if (json_object_get(o, "shut_turn") != NULL) {
		if (get_int(r, o, "shut_turn", UINT16_MAX, "edge", &number) !=
			SP_OK)
			return SP_EINVAL;
		edge->shut_turn = (uint16_t)number;
	}
	if (json_object_get(o, "door") == NULL)
		return SP_OK;
	if (get_word(r, o, "door", state_door_words, "edge", &edge->door) !=
		SP_OK)
		return SP_EINVAL;
	return get_seat(r, o, "by", "edge", &edge->door_by);
}

static int read_board(struct sp_reader *r, const json_t *root)
{
	static const char *const keys[] = { "edges", "layout", "seams",
		"sectors", NULL };
	json_t *board, *edges;
	int code = sp_json_get_object(&board, root, "board", "state", r->e);

	if (code == SP_OK)
		code = sp_json_only_keys(board, keys, "board", r->e);
	if (code == SP_OK)
		code = sp_json_get_array(&edges, board, "edges", "board", r->e);
	if (code == SP_OK)
		code = read_topology(r, board);
	for (size_t i = 0; code == SP_OK && i < json_array_size(edges); i++)
		code = read_edge(r, json_array_get(edges, i));
	return code;
}

static int read_wizard(struct sp_reader *r, json_t *o, int seat)
{
	static const char *const keys[] = { "alive", "carries", "colour",
		"home", "kills", "known", "life", "play", "square", "turns",
		NULL };
	struct sp_actor *w = &r->g->actor[seat];
	int64_t life, kills, turns;
	const char *carries;

	if (state_read_fields(r, state_fields_wizard, keys, o, "seat", w) !=
			SP_OK ||
		get_bool(r, o, "alive", "seat", &w->alive) != SP_OK ||
		get_int(r, o, "life", INT16_MAX, "seat", &life) != SP_OK ||
		get_int(r, o, "kills", UINT8_MAX, "seat", &kills) != SP_OK ||
		get_int(r, o, "turns", UINT8_MAX, "seat", &turns) != SP_OK ||
		get_square(r, o, "square", "seat", &w->square) != SP_OK ||
		get_square(r, o, "home", "seat", &w->home) != SP_OK ||
		get_name(r, o, "carries", "seat", &carries) != SP_OK)
		return SP_EINVAL;
	w->life = (int16_t)life;
	w->kills = (uint8_t)kills;
	w->turns = (uint8_t)turns;
	w->carries = SP_NOBODY;
	if (carries == NULL)
		return SP_OK;
	w->carries = (int8_t)sp_game_treasure_parse(r->g, carries);
	return w->carries < 0 ? state_read_bad(r, "seat", "carries") : SP_OK;
}

/* The home base is read for people; the board knows where it is. */
static int check_home(struct sp_reader *r, int seat)
{
	const struct sp_board *b = &r->g->board;

	for (unsigned i = 0; i < b->n_bays; i++) {
		if (b->bay[i].seat == seat &&
			sp_board_home(b, r->lexicon->boards, i) ==
				r->g->actor[seat].home)
			return SP_OK;
	}
	return state_read_bad(r, "seat", "home");
}

static int read_treasure(struct sp_reader *r, const json_t *o, int i)
{
	static const char *const keys[] = { "carrier", "name", "square", NULL };
	struct sp_treasure *t = &r->g->treasure[i];
	const json_t *carrier = json_object_get(o, "carrier");
	int64_t actor = SP_NOBODY;
	const char *name;

	if (sp_json_only_keys(o, keys, "treasure", r->e) != SP_OK ||
		sp_json_get_string(&name, o, "name", "treasure", r->e) !=
			SP_OK ||
		get_square(r, o, "square", "treasure", &t->square) != SP_OK)
		return SP_EINVAL;
	if (!json_is_null(carrier) && !state_read_actor(r, carrier, &actor))
		return state_read_bad(r, "treasure", "carrier");
	t->carrier = (int8_t)actor;
	return sp_game_treasure_parse(r->g, name) != i
		       ? state_read_bad(r, "treasure", "name")
		       : SP_OK;
}

static int read_decision(struct sp_reader *r, const json_t *root)
{
	static const char *const keys[] = { "kind", "number", "seats", NULL };
	struct sp_decision *d = &r->g->decision;
	json_t *decision, *seats;
	int64_t number;

	if (sp_json_get_object(&decision, root, "decision", "state", r->e) !=
			SP_OK ||
		sp_json_only_keys(decision, keys, "decision", r->e) != SP_OK ||
		sp_json_get_array(
			&seats, decision, "seats", "decision", r->e) != SP_OK ||
		get_word(r, decision, "kind", state_decision_words, "decision",
			&d->kind) != SP_OK ||
		get_int(r, decision, "number", UINT32_MAX, "decision",
			&number) != SP_OK)
		return SP_EINVAL;
	d->number = (uint32_t)number;
	for (size_t i = 0; i < json_array_size(seats); i++) {
		const char *s = json_string_value(json_array_get(seats, i));
		int seat = s == NULL ? SP_NOBODY : sp_game_seat(r->g, s);

		if (seat == SP_NOBODY)
			return state_read_bad(r, "decision", "seats");
		d->seats = (uint8_t)(d->seats | 1U << seat);
	}
	return SP_OK;
}

static int read_counts(struct sp_reader *r, const json_t *root)
{
	struct sp_game *g = r->g;
	const char *what = "state";
	int64_t turn, round, rounds, points, moves, draws;

	if (get_int(r, root, "turn", UINT16_MAX, what, &turn) != SP_OK ||
		get_int(r, root, "round", UINT16_MAX, what, &round) != SP_OK ||
		get_int(r, root, "rounds_max", UINT16_MAX, what, &rounds) !=
			SP_OK ||
		get_int(r, root, "points_to_win", UINT8_MAX, what, &points) !=
			SP_OK ||
		sp_json_get_int(&moves, root, "moves", -SP_MOVES_MAX,
			SP_MOVES_MAX, what, r->e) != SP_OK ||
		get_int(r, root, "draws", INT64_MAX, what, &draws) != SP_OK)
		return SP_EINVAL;
	g->turn = (uint16_t)turn;
	g->round = (uint16_t)round;
	g->rounds_max = (uint16_t)rounds;
	g->points_to_win = (uint8_t)points;
	g->moves = (int16_t)moves;
	g->rng.next = (uint64_t)draws;
	if (get_word(r, root, "status", state_status_words, what, &g->status) !=
			SP_OK ||
		get_word(r, root, "outcome", state_outcome_words, what,
			&g->outcome) != SP_OK ||
		get_word(r, root, "phase", state_phase_words, what,
			&g->phase) != SP_OK ||
		get_seat(r, root, "winner", what, &g->winner) != SP_OK ||
		get_seat(r, root, "first", what, &g->first) != SP_OK)
		return SP_EINVAL;
	return get_seat(r, root, "active", what, &g->active);
}

/* Only what is not usual is there. */
static int read_rules(struct sp_reader *r, const json_t *root)
{
	json_t *rules = json_object_get(root, "rules"), *value;
	const char *key;

	if (rules == NULL)
		return SP_OK;
	if (!json_is_object(rules) || json_object_size(rules) == 0)
		return state_read_bad(r, "state", "rules");
	json_object_foreach (rules, key, value) {
		int rule = sp_game_rule_of(key);
		const char *word = json_string_value(value);
		int number = rule < 0 || word == NULL
				     ? -1
				     : sp_game_rule_value(rule, word);

		if (number <= 0)
			return state_read_bad(r, "rules", key);
		r->g->rule[rule] = (uint8_t)number;
	}
	return SP_OK;
}

/* 1 + the seat of a key that may be missing, then 0. */
static int get_seat_if(
	struct sp_reader *r, const json_t *root, const char *key, uint8_t *out)
{
	int8_t seat = SP_NOBODY;

	*out = 0;
	if (json_object_get(root, key) == NULL)
		return SP_OK;
	if (get_seat(r, root, key, "state", &seat) != SP_OK)
		return SP_EINVAL;
	*out = (uint8_t)(seat + 1);
	return seat == SP_NOBODY ? state_read_bad(r, "state", key) : SP_OK;
}

static int read_turns(struct sp_reader *r, const json_t *o, struct sp_coming *c)
{
	static const char *const keys[] = { "by", "seat", "turn", "turns",
		NULL };
	int64_t turns = 1;
	uint8_t by;

	if (sp_json_only_keys(o, keys, "coming", r->e) != SP_OK ||
		get_word(r, o, "turn", state_coming_words, "coming",
			&c->kind) != SP_OK ||
		get_seat(r, o, "seat", "coming", &c->seat) != SP_OK ||
		get_seat_if(r, o, "by", &by) != SP_OK)
		return SP_EINVAL;
	if (json_object_get(o, "turns") != NULL &&
		(sp_json_get_int(&turns, o, "turns", 2, UINT8_MAX, "coming",
			 r->e) != SP_OK))
		return SP_EINVAL;
	c->by = (int8_t)(by - 1);
	c->turns = (uint8_t)turns;
	return SP_OK;
}

static int read_coming(struct sp_reader *r, const json_t *root)
{
	json_t *coming = json_object_get(root, "coming");
	size_t n = json_array_size(coming);
	int64_t lost = 0, extras = 0;
	int code = get_seat_if(r, root, "behind", &r->g->behind);

	if (code == SP_OK)
		code = get_seat_if(r, root, "played_by", &r->g->played_by);
	if (code == SP_OK && json_object_get(root, "lost") != NULL) {
		code = sp_json_get_int(
			&lost, root, "lost", 1, SP_SEATS_MAX, "state", r->e);
		r->g->lost = (uint8_t)lost;
	}
	if (code == SP_OK && json_object_get(root, "extras") != NULL)
		code = sp_json_get_int(
			&extras, root, "extras", 1, UINT16_MAX, "state", r->e);
	r->g->extras = (uint16_t)extras;
	if (code != SP_OK || coming == NULL)
		return code;
	if (n == 0 || n > SP_COMING_MAX)
		return state_read_bad(r, "state", "coming");
	r->g->n_coming = (uint8_t)n;
	for (size_t i = 0; code == SP_OK && i < n; i++)
		code = read_turns(
			r, json_array_get(coming, i), &r->g->coming[i]);
	return code;
}

static int read_keys(struct sp_reader *r, json_t *root)
{
	static const char *const keys[] = { "active", "asked", "behind",
		"board", "coming", "creatures", "decision", "decks", "draws",
		"extras", "first", "frames", "items", "links", "lost", "moves",
		"on_stack", "onces", "outcome", "phase", "played_by",
		"points_to_win", "proposals", "reactions", "reliefs", "removed",
		"round", "rounds_max", "rules", "seats", "status", "sums",
		"things", "treasures", "turn", "version", "winner", "zones",
		NULL };

	return state_read_fields(
		r, state_fields_turn, keys, root, "state", r->g);
}

static int read_all(struct sp_reader *r, json_t *root)
{
	json_t *seats, *treasures;
	int64_t version;
	int code = read_keys(r, root);

	if (code == SP_OK)
		code = sp_json_get_int(&version, root, "version",
			SP_STATE_VERSION, SP_STATE_VERSION, "state", r->e);
	if (code == SP_OK)
		code = sp_json_get_array(&seats, root, "seats", "state", r->e);
	if (code == SP_OK)
		code = sp_json_get_array(
			&treasures, root, "treasures", "state", r->e);
	/* seats are named by all that follows */
	if (code == SP_OK)
		code = read_colours(r, seats);
	if (code == SP_OK && json_array_size(treasures) != r->g->n_treasures)
		code = state_read_bad(r, "state", "treasures");
	if (code != SP_OK)
		return code;
	for (int t = 0; t < r->g->n_treasures; t++)
		r->g->treasure[t].owner = (int8_t)(t / 2);
	code = read_board(r, root);
	for (int s = 0; code == SP_OK && s < r->g->n_seats; s++) {
		code = read_wizard(r, json_array_get(seats, (size_t)s), s);
		if (code == SP_OK)
			code = check_home(r, s);
	}
	if (code == SP_OK)
		code = read_decision(r, root);
	if (code == SP_OK)
		code = read_counts(r, root);
	if (code == SP_OK)
		code = read_coming(r, root);
	if (code == SP_OK)
		code = read_rules(r, root);
	if (code == SP_OK)
		code = state_read_cards(r, root, seats);
	/* a creature may carry one */
	for (int t = 0; code == SP_OK && t < r->g->n_treasures; t++)
		code = read_treasure(
			r, json_array_get(treasures, (size_t)t), t);
	return code;
}

/* The file holds what a bystander knows and nothing else: no secret answer, no
 * card whose place is hidden. */
static int check_known(const struct sp_game *g, struct sp_error *e)
{
	struct sp_site site = { 0, 0, -1 };
	struct sp_game known;

	sp_game_view(g, SP_NOBODY, &known);
	while (sp_game_site_next(g, &site))
		REQUIRE(sp_game_site_get(&known, &site) ==
				sp_game_site_get(g, &site),
			"it tells what is not public");
	return SP_OK;
}

int sp_state_decode(struct sp_game *out, const struct sp_lexicon *lexicon,
	const char *text, size_t len, struct sp_error *e)
{
	struct sp_error local = { 0 };
	struct sp_reader r = { out, lexicon, e != NULL ? e : &local, 0 };
	json_t *root = NULL;
	int code;

	memset(out, 0, sizeof(*out));
	code = sp_json_parse(&root, text, len, r.e);
	if (code == SP_OK)
		code = read_all(&r, root);
	/* What reads need not be a position. */
	if (code == SP_OK)
		code = sp_state_check(out, r.e);
	if (code == SP_OK)
		code = check_known(out, r.e);
	json_decref(root);
	if (code == SP_OK)
		return SP_OK;
	(void)sp_error_prefix(r.e, "state.json");
	r.e->code = SP_ECORRUPT;
	return SP_ECORRUPT;
}
