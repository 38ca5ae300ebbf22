/* state.json: what a game with cards adds. */
#include "game_private.h"

static void set_list(json_t *out, const char *key, json_t *list)
{
	if (json_array_size(list) > 0)
		sp_json_set(out, key, list);
	else
		json_decref(list);
}

/* ---- cards -----------------------------------------------------------------
 */

/* The cards of a zone and, unless -1, a pile. */
static json_t *zone_value(
	const struct sp_writer *w, enum sp_zone zone, int pile)
{
	json_t *out = json_array();

	for (int c = 0; c < w->lexicon->n_cards; c++) {
		const struct sp_card_place *p = &w->g->place[c];

		if (p->zone == zone && (pile < 0 || p->pile == pile))
			game_write_append(out, game_write_card(w, c));
	}
	return out;
}

static bool belongs(const struct sp_writer *w, int card, int pile)
{
	return card < w->lexicon->n_cards &&
	       w->g->place[card].zone != SP_ZONE_OUT &&
	       w->g->place[card].pile == pile;
}

/* All cards that belong to a deck, wherever they are: "bolt#1 to zap#2". */
static json_t *runs_value(const struct sp_writer *w, int pile)
{
	json_t *out = json_array();

	for (int c = 0; c < w->lexicon->n_cards; c++) {
		int last = c;

		if (!belongs(w, c, pile))
			continue;
		while (belongs(w, last + 1, pile))
			last++;
		game_write_append(out,
			last == c
				? game_write_card(w, c)
				: json_sprintf("%s to %s", w->lexicon->card[c],
					  w->lexicon->card[last]));
		c = last;
	}
	return out;
}

static json_t *decks_value(const struct sp_writer *w)
{
	json_t *out = json_array();

	for (int i = 0; i < w->g->n_piles; i++) {
		json_t *deck = json_object();

		sp_json_set(deck, "cards", runs_value(w, i));
		sp_json_set(deck, "discard", zone_value(w, SP_ZONE_DISCARD, i));
		sp_json_set_int(deck, "left", w->g->pile[i].n);
		game_write_append(out, deck);
	}
	return out;
}

static json_t *schools_value(const struct sp_writer *w)
{
	json_t *out = json_array();

	for (int i = 0; i < w->lexicon->n_schools; i++) {
		if (w->g->schools & 1U << i)
			game_write_append(
				out, json_string(w->lexicon->school[i]));
	}
	return out;
}

/* ---- play areas and the board ----------------------------------------------
 */

static json_t *played_value(const struct sp_writer *w, int i)
{
	const struct sp_played *p = &w->g->played[i];
	json_t *out = json_object();

	sp_json_set_int(out, "id", i);
	sp_json_set_string(out, "kind", game_played_words[p->kind]);
	sp_json_set(out, "card", game_write_card(w, p->card));
	game_write_fields(w, game_fields_played, p, out);
	return out;
}

void game_write_hand(const struct sp_writer *w, int seat, json_t *out)
{
	const struct sp_hand *hand = &w->g->hand[seat];
	uint8_t play[SP_PLAYED_MAX];
	int n = sp_game_play_area(w->g, seat, SP_PLAYED_FREE, play);
	json_t *known = json_array();
	json_t *played = json_array();

	game_write_fields(w, game_fields_wizard, &w->g->wizard[seat], out);
	for (int i = 0; i < hand->n; i++)
		game_write_append(known, game_write_card(w, hand->card[i]));
	for (int i = 0; i < n; i++)
		game_write_append(played, played_value(w, play[i]));
	set_list(out, "known", known);
	set_list(out, "play", played);
}

static json_t *things_value(const struct sp_writer *w)
{
	json_t *out = json_array();

	for (int i = 0; i < w->g->things_end; i++) {
		const struct sp_thing *t = &w->g->thing[i];
		json_t *value;

		if (t->kind == SP_THING_FREE)
			continue;
		value = json_object();
		sp_json_set_int(value, "id", i);
		sp_json_set_string(value, "kind", game_thing_words[t->kind]);
		sp_json_set(value, "card", game_write_card(w, t->card));
		game_write_fields(w, game_fields_thing, t, value);
		game_write_append(out, value);
	}
	return out;
}

/* ---- the stack -------------------------------------------------------------
 */

static json_t *values_value(
	const struct sp_writer *w, const sp_value *values, int n)
{
	json_t *out = json_array();

	for (int i = 0; i < n; i++)
		game_write_append(out, game_write_value(w, values[i]));
	return out;
}

static json_t *item_value(const struct sp_writer *w, int i)
{
	const struct sp_cast *cast = &w->g->cast[i];
	json_t *out, *paid;

	if (!cast->used)
		return json_null();
	out = json_object();
	paid = json_array();
	for (int k = 0; k < cast->n_paid; k++)
		game_write_append(paid, game_write_card(w, cast->paid[k]));
	game_write_fields(w, game_fields_cast, cast, out);
	set_list(out, "paid", paid);
	set_list(
		out, "answers", values_value(w, cast->answer, cast->n_answers));
	return out;
}

static json_t *frame_value(const struct sp_writer *w, int i)
{
	const struct sp_frame *frame = &w->g->frame[i];
	json_t *out = json_object();
	int n = SP_LOCALS;

	while (n > 0 && frame->local[n - 1] == SP_NOTHING)
		n--;
	game_write_fields(w, game_fields_frame, frame, out);
	set_list(out, "locals", values_value(w, frame->local, n));
	return out;
}

static json_t *round_value(const struct sp_writer *w, int i)
{
	json_t *out = json_object();

	game_write_fields(w, game_fields_round, &w->g->reaction[i], out);
	return out;
}

static json_t *once_value(const struct sp_writer *w, int i)
{
	json_t *out = json_object();

	game_write_fields(w, game_fields_once, &w->g->once[i], out);
	return out;
}

static json_t *relief_value(const struct sp_writer *w, int i)
{
	json_t *out = json_object();

	game_write_fields(w, game_fields_relief, &w->g->relief[i], out);
	return out;
}

static void set_pool(const struct sp_writer *w, json_t *root, const char *key,
	int n, json_t *value(const struct sp_writer *w, int i))
{
	json_t *out = json_array();

	for (int i = 0; i < n; i++)
		game_write_append(out, value(w, i));
	set_list(root, key, out);
}

void game_write_cards(const struct sp_writer *w, json_t *root)
{
	const struct sp_game *g = w->g;

	game_write_fields(w, game_fields_turn, g, root);
	sp_json_set(root, "schools", schools_value(w));
	sp_json_set(root, "decks", decks_value(w));
	set_list(root, "removed", zone_value(w, SP_ZONE_REMOVED, -1));
	set_list(root, "on_stack", zone_value(w, SP_ZONE_STACK, -1));
	set_list(root, "things", things_value(w));
	set_pool(w, root, "items", g->n_casts, item_value);
	set_pool(w, root, "frames", g->n_frames, frame_value);
	set_pool(w, root, "reactions", g->n_rounds, round_value);
	set_pool(w, root, "onces", g->n_onces, once_value);
	set_pool(w, root, "reliefs", g->n_reliefs, relief_value);
}
