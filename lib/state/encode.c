/* A position as state.json. */
#include "state_private.h"

void state_write_int(struct sp_writer *w, const char *key, int64_t value)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_int(&w->text, value);
}

void state_write_string(struct sp_writer *w, const char *key, const char *value)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_string(&w->text, value);
}

static void write_bool(struct sp_writer *w, const char *key, bool value)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_bool(&w->text, value);
}

static void write_seat(struct sp_writer *w, const char *key, int seat)
{
	sp_json_text_key(&w->text, key);
	state_write_seat(w, seat);
}

static void write_square(struct sp_writer *w, const char *key, uint16_t square)
{
	sp_json_text_key(&w->text, key);
	state_write_square(w, square);
}

static void write_treasure(struct sp_writer *w, const char *key, int treasure)
{
	sp_json_text_key(&w->text, key);
	state_write_treasure(w, treasure);
}

static void begin(struct sp_writer *w, const char *key, char kind)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_begin(&w->text, kind);
}

/* Nothing where the edge is as on a fresh board. */
static void write_edge(struct sp_writer *w, uint16_t edge)
{
	const struct sp_edge *e = &w->g->board.edge[edge];
	enum sp_edge_kind made = sp_board_edge_made(e);

	if (e->created == SP_EDGE_OPEN && !e->destroyed && e->cracks == 0 &&
		e->door == SP_DOOR_CLOSED && e->shut_turn == 0)
		return;
	sp_json_text_begin(&w->text, '{');
	sp_json_text_key(&w->text, "at");
	state_write_edge(w, edge);
	if (made != SP_EDGE_OPEN)
		state_write_string(w, "created", state_edge_words[made]);
	if (e->sides != 0)
		state_write_int(w, "sides", e->sides);
	/* that of a printed one is known from its sector */
	if (made == SP_EDGE_DOOR)
		write_seat(w, "owner", e->owner);
	if (e->destroyed)
		write_bool(w, "destroyed", true);
	if (e->cracks != 0)
		state_write_int(w, "cracks", e->cracks);
	if (e->door != SP_DOOR_CLOSED) {
		state_write_string(w, "door", state_door_words[e->door]);
		write_seat(w, "by", e->door_by);
	}
	if (e->shut_turn != 0)
		state_write_int(w, "shut_turn", e->shut_turn);
	sp_json_text_end(&w->text);
}

/* Sides that are joined, bays from 1. */
static void write_seams(struct sp_writer *w)
{
	const struct sp_board *b = &w->g->board;

	begin(w, "seams", '[');
	for (unsigned i = 0; i < b->n_seams; i++) {
		const struct sp_seam *s = &b->seam[i];

		sp_json_text_begin(&w->text, '{');
		for (unsigned end = 0; end < 2; end++) {
			state_write_int(w, end ? "other_sector" : "sector",
				s->bay[end] + 1);
			state_write_string(w, end ? "other_side" : "side",
				sp_board_dir_name((enum sp_dir)s->side[end]));
		}
		if (s->portal != 0)
			state_write_int(w, "portal", s->portal);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
}

static void write_board(struct sp_writer *w)
{
	const struct sp_board *b = &w->g->board;

	begin(w, "board", '{');
	state_write_string(
		w, "layout", w->lexicon->boards->layout[b->layout].id);
	begin(w, "sectors", '[');
	for (unsigned i = 0; i < b->n_bays; i++) {
		const struct sp_bay *bay = &b->bay[i];

		sp_json_text_begin(&w->text, '{');
		state_write_string(w, "sector",
			w->lexicon->boards->sector[bay->sector].id);
		write_seat(w, "home", bay->seat);
		state_write_int(w, "turns", bay->turn);
		if (b->reshaped) {
			state_write_int(w, "row", bay->row);
			state_write_int(w, "column", bay->column);
		}
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
	if (b->reshaped)
		write_seams(w);
	begin(w, "edges", '[');
	for (uint16_t i = 0; i < b->n_edges; i++)
		write_edge(w, i);
	sp_json_text_end(&w->text);
	sp_json_text_end(&w->text);
}

/* Who has answered is left out: where it matters it is not public. */
static void write_decision(struct sp_writer *w)
{
	const struct sp_decision *d = &w->g->decision;

	begin(w, "decision", '{');
	state_write_int(w, "number", d->number);
	state_write_string(w, "kind", state_decision_words[d->kind]);
	sp_json_text_key(&w->text, "seats");
	state_write_seats(w, d->seats);
	sp_json_text_end(&w->text);
}

static void write_wizards(struct sp_writer *w)
{
	begin(w, "seats", '[');
	for (int s = 0; s < w->g->n_seats; s++) {
		const struct sp_actor *wizard = &w->g->actor[s];

		sp_json_text_begin(&w->text, '{');
		state_write_string(w, "colour", w->g->colour[s]);
		write_bool(w, "alive", wizard->alive);
		state_write_int(w, "life", wizard->life);
		state_write_int(w, "kills", wizard->kills);
		state_write_int(w, "turns", wizard->turns);
		write_square(w, "square", wizard->square);
		write_square(w, "home", wizard->home);
		write_treasure(w, "carries", wizard->carries);
		state_write_hand(w, s);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
}

static void write_treasures(struct sp_writer *w)
{
	begin(w, "treasures", '[');
	for (int t = 0; t < w->g->n_treasures; t++) {
		const struct sp_treasure *treasure = &w->g->treasure[t];

		sp_json_text_begin(&w->text, '{');
		write_treasure(w, "name", t);
		sp_json_text_key(&w->text, "carrier");
		if (treasure->carrier == SP_NOBODY)
			sp_json_text_string(&w->text, NULL);
		else
			state_write_actor(w, treasure->carrier);
		write_square(w, "square", treasure->square);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
}

/* Nothing of the rules that are the usual ones. */
static void write_rules(struct sp_writer *w)
{
	const struct sp_game *g = w->g;
	int n = 0;

	for (int i = 0; i < SP_RULE_COUNT; i++) {
		const struct sp_rule_row *row = sp_game_rule_row(i);

		if (g->rule[i] == 0)
			continue;
		if (n++ == 0)
			begin(w, "rules", '{');
		state_write_string(w, row->key, row->word[g->rule[i]]);
	}
	if (n > 0)
		sp_json_text_end(&w->text);
}

/* Nothing of turns that come in the order of seats. */
static void write_coming(struct sp_writer *w)
{
	const struct sp_game *g = w->g;

	if (g->behind != 0)
		write_seat(w, "behind", g->behind - 1);
	if (g->extras != 0)
		state_write_int(w, "extras", g->extras);
	if (g->played_by != 0)
		write_seat(w, "played_by", g->played_by - 1);
	if (g->lost)
		state_write_int(w, "lost", g->lost);
	if (g->n_coming == 0)
		return;
	begin(w, "coming", '[');
	for (int i = 0; i < g->n_coming; i++) {
		const struct sp_coming *c = &g->coming[i];

		sp_json_text_begin(&w->text, '{');
		state_write_string(w, "turn", state_coming_words[c->kind]);
		write_seat(w, "seat", c->seat);
		if (c->by != SP_NOBODY)
			write_seat(w, "by", c->by);
		if (c->turns != 1)
			state_write_int(w, "turns", c->turns);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
}

static void write_root(struct sp_writer *w)
{
	const struct sp_game *g = w->g;

	sp_json_text_begin(&w->text, '{');
	state_write_int(w, "version", SP_STATE_VERSION);
	state_write_string(w, "status", state_status_words[g->status]);
	state_write_string(w, "outcome", state_outcome_words[g->outcome]);
	write_seat(w, "winner", g->winner);
	state_write_int(w, "points_to_win", g->points_to_win);
	state_write_int(w, "rounds_max", g->rounds_max);
	state_write_int(w, "turn", g->turn);
	state_write_int(w, "round", g->round);
	write_seat(w, "first", g->first);
	write_seat(w, "active", g->active);
	state_write_string(w, "phase", state_phase_words[g->phase]);
	write_coming(w);
	write_rules(w);
	state_write_int(w, "moves", g->moves);
	state_write_int(w, "draws", (int64_t)g->rng.next);
	write_decision(w);
	write_wizards(w);
	write_treasures(w);
	write_board(w);
	state_write_cards(w);
	sp_json_text_end(&w->text);
}

void sp_state_encode(const struct sp_game *g, const struct sp_lexicon *lexicon,
	struct sp_buf *out)
{
	struct sp_game known;
	struct sp_writer w = { .g = &known, .lexicon = lexicon };

	/* What is written is what a bystander knows: nothing hidden can slip
	 * into the file. */
	sp_game_view(g, SP_NOBODY, &known);
	sp_json_text_init(&w.text, out);
	write_root(&w);
	sp_buf_addc(out, '\n');
}
