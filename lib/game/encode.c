#include "game_private.h"

/* NULL where the edge is as on a fresh board. */
static json_t *edge_value(const struct sp_writer *w, uint16_t edge)
{
	const struct sp_edge *e = &w->g->board.edge[edge];
	json_t *out;

	if (e->created == SP_EDGE_OPEN && !e->destroyed && e->cracks == 0 &&
		e->door == SP_DOOR_CLOSED && e->shut_turn == 0)
		return NULL;
	out = json_object();
	sp_json_set(out, "at", game_write_edge(w, edge));
	if (e->created != SP_EDGE_OPEN)
		sp_json_set_string(out, "created", game_edge_words[e->created]);
	/* that of a printed one is known from its sector */
	if (e->created == SP_EDGE_DOOR)
		sp_json_set(out, "owner", game_write_seat(w, e->owner));
	if (e->destroyed)
		sp_json_set_bool(out, "destroyed", true);
	if (e->cracks != 0)
		sp_json_set_int(out, "cracks", e->cracks);
	if (e->door != SP_DOOR_CLOSED) {
		sp_json_set_string(out, "door", game_door_words[e->door]);
		sp_json_set(out, "by", game_write_seat(w, e->door_by));
	}
	if (e->shut_turn != 0)
		sp_json_set_int(out, "shut_turn", e->shut_turn);
	return out;
}

static json_t *board_value(const struct sp_writer *w)
{
	const struct sp_board *b = &w->g->board;
	json_t *out = json_object();
	json_t *sectors = json_array();
	json_t *edges = json_array();

	for (unsigned i = 0; i < b->n_bays; i++) {
		const struct sp_bay *bay = &b->bay[i];
		json_t *sector = json_object();

		sp_json_set_string(sector, "sector",
			w->lexicon->boards->sector[bay->sector].id);
		sp_json_set(sector, "home", game_write_seat(w, bay->seat));
		sp_json_set_int(sector, "turns", bay->turn);
		game_write_append(sectors, sector);
	}
	for (uint16_t i = 0; i < b->n_edges; i++) {
		json_t *edge = edge_value(w, i);

		if (edge != NULL)
			game_write_append(edges, edge);
	}
	sp_json_set_string(
		out, "layout", w->lexicon->boards->layout[b->layout].id);
	sp_json_set(out, "sectors", sectors);
	sp_json_set(out, "edges", edges);
	return out;
}

/* Who has answered is left out: where it matters it is not public. */
static json_t *decision_value(const struct sp_writer *w)
{
	const struct sp_decision *d = &w->g->decision;
	json_t *out = json_object();
	json_t *seats = json_array();

	for (int s = 0; s < w->g->n_seats; s++) {
		if (d->seats & 1U << s)
			game_write_append(seats, game_write_seat(w, s));
	}
	sp_json_set_int(out, "number", d->number);
	sp_json_set_string(out, "kind", game_decision_words[d->kind]);
	sp_json_set(out, "seats", seats);
	return out;
}

static json_t *wizards_value(const struct sp_writer *w)
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
		sp_json_set(
			seat, "square", game_write_square(w, wizard->square));
		sp_json_set(seat, "home", game_write_square(w, wizard->home));
		sp_json_set(seat, "carries",
			game_write_treasure(w, wizard->carries));
		game_write_hand(w, s, seat);
		game_write_append(out, seat);
	}
	return out;
}

static json_t *treasures_value(const struct sp_writer *w)
{
	json_t *out = json_array();

	for (int t = 0; t < w->g->n_treasures; t++) {
		const struct sp_treasure *treasure = &w->g->treasure[t];
		json_t *value = json_object();

		sp_json_set(value, "name", game_write_treasure(w, t));
		sp_json_set(value, "carrier",
			game_write_seat(w, treasure->carrier));
		sp_json_set(value, "square",
			game_write_square(w, treasure->square));
		game_write_append(out, value);
	}
	return out;
}

static void write_root(const struct sp_writer *w, json_t *root)
{
	const struct sp_game *g = w->g;

	sp_json_set_int(root, "version", SP_STATE_VERSION);
	sp_json_set_string(root, "status", game_status_words[g->status]);
	sp_json_set_string(root, "outcome", game_outcome_words[g->outcome]);
	sp_json_set(root, "winner", game_write_seat(w, g->winner));
	sp_json_set_int(root, "points_to_win", g->points_to_win);
	sp_json_set_int(root, "rounds_max", g->rounds_max);
	sp_json_set_int(root, "turn", g->turn);
	sp_json_set_int(root, "round", g->round);
	sp_json_set(root, "first", game_write_seat(w, g->first));
	sp_json_set(root, "active", game_write_seat(w, g->active));
	sp_json_set_string(root, "phase", game_phase_words[g->phase]);
	sp_json_set_int(root, "moves", g->moves);
	sp_json_set_int(root, "draws", (int64_t)g->rng.next);
	sp_json_set(root, "decision", decision_value(w));
	sp_json_set(root, "seats", wizards_value(w));
	sp_json_set(root, "treasures", treasures_value(w));
	sp_json_set(root, "board", board_value(w));
	game_write_cards(w, root);
}

void sp_game_encode(const struct sp_game *g, const struct sp_lexicon *lexicon,
	struct sp_buf *out)
{
	struct sp_game known;
	const struct sp_writer w = { &known, lexicon };
	json_t *root = json_object();

	/* What is written is what a bystander knows: nothing hidden can slip
	 * into the file. */
	sp_game_view(g, SP_NOBODY, &known);
	write_root(&w, root);
	sp_json_write(out, root);
	json_decref(root);
}
