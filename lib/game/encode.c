#include "game_private.h"

#include <assert.h>

/* One builder of state.json: what every part of it needs. */
struct writer {
	const struct sp_game *g;
	const struct sp_boardset *set;
};

static void append(json_t *array, json_t *value)
{
	int rc = json_array_append_new(array, value);

	assert(rc == 0);
}

static json_t *seat_value(const struct writer *w, int seat)
{
	return seat == SP_NOBODY ? json_null()
				 : json_string(w->g->colour[seat]);
}

static json_t *square_value(const struct writer *w, uint16_t square)
{
	char name[SP_SQUARE_NAME_SIZE];

	if (square == SP_NOWHERE)
		return json_null();
	sp_board_square_name(&w->g->board, square, name);
	return json_string(name);
}

static json_t *treasure_value(const struct writer *w, int treasure)
{
	char name[SP_ID_SIZE + 4];

	if (treasure == SP_NOBODY)
		return json_null();
	sp_game_treasure_name(w->g, treasure, name);
	return json_string(name);
}

/* NULL where the edge is as on a fresh board. */
static json_t *edge_value(const struct writer *w, uint16_t edge)
{
	const struct sp_edge *e = &w->g->board.edge[edge];
	char name[SP_EDGE_NAME_SIZE];
	json_t *out;

	if (e->created == SP_EDGE_OPEN && !e->destroyed && e->cracks == 0 &&
		e->door == SP_DOOR_CLOSED && e->shut_turn == 0)
		return NULL;
	out = json_object();
	sp_board_edge_name(&w->g->board, edge, name);
	sp_json_set_string(out, "at", name);
	if (e->created != SP_EDGE_OPEN)
		sp_json_set_string(
			out, "created", sp_game_edge_words[e->created]);
	if (e->destroyed)
		sp_json_set_bool(out, "destroyed", true);
	if (e->cracks != 0)
		sp_json_set_int(out, "cracks", e->cracks);
	if (e->door != SP_DOOR_CLOSED) {
		sp_json_set_string(out, "door", sp_game_door_words[e->door]);
		sp_json_set(out, "by", seat_value(w, e->door_by));
	}
	if (e->shut_turn != 0)
		sp_json_set_int(out, "shut_turn", e->shut_turn);
	return out;
}

static json_t *board_value(const struct writer *w)
{
	const struct sp_board *b = &w->g->board;
	json_t *out = json_object();
	json_t *sectors = json_array();
	json_t *edges = json_array();

	for (unsigned i = 0; i < b->n_slots; i++) {
		const struct sp_slot *slot = &b->slot[i];
		json_t *sector = json_object();

		sp_json_set_string(
			sector, "sector", w->set->sector[slot->sector].id);
		sp_json_set(sector, "home", seat_value(w, slot->seat));
		sp_json_set_int(sector, "turns", slot->turn);
		append(sectors, sector);
	}
	for (uint16_t i = 0; i < b->n_edges; i++) {
		json_t *edge = edge_value(w, i);

		if (edge != NULL)
			append(edges, edge);
	}
	sp_json_set_string(out, "layout", w->set->layout[b->layout].id);
	sp_json_set(out, "sectors", sectors);
	sp_json_set(out, "edges", edges);
	return out;
}

/* Who has answered is left out: where it matters it is not public. */
static json_t *decision_value(const struct writer *w)
{
	const struct sp_decision *d = &w->g->decision;
	json_t *out = json_object();
	json_t *seats = json_array();

	for (int s = 0; s < w->g->n_seats; s++) {
		if (d->seats & 1U << s)
			append(seats, seat_value(w, s));
	}
	sp_json_set_int(out, "number", d->number);
	sp_json_set_string(out, "kind", sp_game_decision_words[d->kind]);
	sp_json_set(out, "seats", seats);
	return out;
}

static json_t *wizards_value(const struct writer *w)
{
	json_t *out = json_array();

	for (int s = 0; s < w->g->n_seats; s++) {
		const struct sp_wizard *wizard = &w->g->wizard[s];
		json_t *seat = json_object();

		sp_json_set_string(seat, "colour", w->g->colour[s]);
		sp_json_set_bool(seat, "alive", wizard->alive);
		sp_json_set_int(seat, "life", wizard->life);
		sp_json_set_int(seat, "kills", wizard->kills);
		sp_json_set_int(seat, "turns", wizard->turns);
		sp_json_set(seat, "square", square_value(w, wizard->square));
		sp_json_set(seat, "home", square_value(w, wizard->home));
		sp_json_set(
			seat, "carries", treasure_value(w, wizard->carries));
		append(out, seat);
	}
	return out;
}

static json_t *treasures_value(const struct writer *w)
{
	json_t *out = json_array();

	for (int t = 0; t < w->g->n_treasures; t++) {
		const struct sp_treasure *treasure = &w->g->treasure[t];
		json_t *value = json_object();

		sp_json_set(value, "name", treasure_value(w, t));
		sp_json_set(value, "carrier", seat_value(w, treasure->carrier));
		sp_json_set(value, "square", square_value(w, treasure->square));
		append(out, value);
	}
	return out;
}

void sp_game_encode(const struct sp_game *g, const struct sp_lexicon *lexicon,
	struct sp_buf *out)
{
	const struct writer w = { g, lexicon->boards };
	json_t *root = json_object();

	sp_json_set_int(root, "version", SP_STATE_VERSION);
	sp_json_set_string(root, "status", sp_game_status_words[g->status]);
	sp_json_set_string(root, "outcome", sp_game_outcome_words[g->outcome]);
	sp_json_set(root, "winner", seat_value(&w, g->winner));
	sp_json_set_int(root, "points_to_win", g->points_to_win);
	sp_json_set_int(root, "rounds_max", g->rounds_max);
	sp_json_set_int(root, "turn", g->turn);
	sp_json_set_int(root, "round", g->round);
	sp_json_set(root, "first", seat_value(&w, g->first));
	sp_json_set(root, "active", seat_value(&w, g->active));
	sp_json_set_string(root, "phase", sp_game_phase_words[g->phase]);
	sp_json_set_int(root, "moves", g->moves);
	sp_json_set_bool(root, "attacked", g->attacked);
	sp_json_set_int(root, "draws", (int64_t)g->rng.next);
	sp_json_set(root, "decision", decision_value(&w));
	sp_json_set(root, "seats", wizards_value(&w));
	sp_json_set(root, "treasures", treasures_value(&w));
	sp_json_set(root, "board", board_value(&w));
	sp_json_write(out, root);
	json_decref(root);
}
