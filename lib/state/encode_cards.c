/* state.json: what a game with cards adds. */
#include "state_private.h"

static void begin_list(struct sp_writer *w, const char *key)
{
	sp_json_text_key(&w->text, key);
	sp_json_text_begin(&w->text, '[');
}

/* ---- cards -----------------------------------------------------------------
 */

/* The cards of a zone and, unless -1, a pile, into the list that is open. */
static void write_zone(struct sp_writer *w, enum sp_zone zone, int pile)
{
	for (int c = 0; c < w->lexicon->n_cards; c++) {
		const struct sp_card_place *p = &w->g->place[c];

		if (p->zone == zone && (pile < 0 || p->pile == pile))
			state_write_card(w, c);
	}
}

/* The known cards of a pile, from the bottom. */
static void write_pile(struct sp_writer *w, const struct sp_pile *pile)
{
	uint16_t card[SP_CARDS_MAX];
	int n = sp_game_list(w->g, pile, card);

	for (int i = 0; i < n; i++)
		state_write_card(w, card[i]);
}

static bool belongs(const struct sp_writer *w, int card, int pile)
{
	return card < w->lexicon->n_cards &&
	       w->g->place[card].zone != SP_ZONE_OUT &&
	       w->g->place[card].pile == pile;
}

/* All cards that belong to a deck, wherever they are: "bolt#1 to zap#2". */
static void write_runs(struct sp_writer *w, int pile)
{
	char run[2 * SP_COPY_NAME_SIZE + 4];

	for (int c = 0; c < w->lexicon->n_cards; c++) {
		int last = c;

		if (!belongs(w, c, pile))
			continue;
		while (belongs(w, last + 1, pile))
			last++;
		sp_format(run, sizeof(run), last == c ? "%s" : "%s to %s",
			w->lexicon->card[c], w->lexicon->card[last]);
		sp_json_text_string(&w->text, run);
		c = last;
	}
}

static void write_schools(struct sp_writer *w, int pile)
{
	begin_list(w, "schools");
	for (int i = 0; i < w->lexicon->n_schools; i++) {
		if (w->g->schools[pile] & 1U << i)
			sp_json_text_string(&w->text, w->lexicon->school[i]);
	}
	sp_json_text_end(&w->text);
}

static void write_decks(struct sp_writer *w)
{
	begin_list(w, "decks");
	for (int i = 0; i < w->g->n_piles; i++) {
		sp_json_text_begin(&w->text, '{');
		begin_list(w, "cards");
		write_runs(w, i);
		sp_json_text_end(&w->text);
		begin_list(w, "discard");
		if (w->g->discard_ordered)
			write_pile(w, &w->g->discard[i]);
		else
			write_zone(w, SP_ZONE_DISCARD, i);
		sp_json_text_end(&w->text);
		state_write_int(w, "left", w->g->pile[i].n);
		if (w->g->discard_ordered) {
			sp_json_text_key(&w->text, "ordered");
			sp_json_text_bool(&w->text, true);
		}
		write_schools(w, i);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end(&w->text);
}

/* What lies in the zones of the ruleset. */
static void write_zones(struct sp_writer *w)
{
	begin_list(w, "zones");
	for (int i = 0; i < w->g->asides_end; i++) {
		const struct sp_pile *pile = &w->g->aside[i];
		int seat = sp_game_aside_seat(w->g, i);
		int under = i - SP_ASIDES_MAX;

		if (pile->n == 0)
			continue;
		sp_json_text_begin(&w->text, '{');
		begin_list(w, "cards");
		write_pile(w, pile);
		sp_json_text_end_if_any(&w->text);
		if (under >= 0) {
			sp_json_text_key(&w->text, "host");
			state_write_value(w, w->g->under[under].host);
		}
		state_write_int(w, "left", pile->n);
		if (under >= 0)
			state_write_int(w, "number", under);
		if (seat != SP_NOBODY) {
			sp_json_text_key(&w->text, "seat");
			state_write_seat(w, seat);
		}
		state_write_string(w, "zone",
			w->lexicon->zone[sp_game_aside_zone(w->g, i)]);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end_if_any(&w->text);
}

/* ---- play areas and the board ----------------------------------------------
 */

static void write_played(struct sp_writer *w, int i)
{
	const struct sp_played *p = &w->g->played[i];

	sp_json_text_begin(&w->text, '{');
	state_write_int(w, "id", i);
	state_write_string(w, "kind", state_played_words[p->kind]);
	sp_json_text_key(&w->text, "card");
	state_write_card(w, p->card);
	state_write_fields(w, state_fields_played, p);
	sp_json_text_end(&w->text);
}

/* Of a seat, or what a creature carries. */
static void write_play(struct sp_writer *w, int actor)
{
	uint8_t play[SP_PLAYED_MAX];
	int n = sp_game_play_area(w->g, actor, SP_PLAYED_FREE, play);

	begin_list(w, "play");
	for (int i = 0; i < n; i++)
		write_played(w, play[i]);
	sp_json_text_end_if_any(&w->text);
}

void state_write_hand(struct sp_writer *w, int seat)
{
	const struct sp_hand *hand = &w->g->hand[seat];

	state_write_fields(w, state_fields_wizard, &w->g->actor[seat]);
	begin_list(w, "known");
	for (int i = 0; i < hand->n; i++)
		state_write_card(w, hand->card[i]);
	sp_json_text_end_if_any(&w->text);
	write_play(w, seat);
}

static void write_things(struct sp_writer *w)
{
	begin_list(w, "things");
	for (int i = 0; i < w->g->things_end; i++) {
		const struct sp_thing *t = &w->g->thing[i];

		if (t->kind == SP_THING_FREE)
			continue;
		sp_json_text_begin(&w->text, '{');
		state_write_int(w, "id", i);
		state_write_string(w, "kind", state_thing_words[t->kind]);
		sp_json_text_key(&w->text, "card");
		state_write_card(w, t->card);
		state_write_fields(w, state_fields_thing, t);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end_if_any(&w->text);
}

static void write_creatures(struct sp_writer *w)
{
	begin_list(w, "creatures");
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(w->g); i++) {
		const struct sp_actor *a = &w->g->actor[i];

		if (!a->creature)
			continue;
		sp_json_text_begin(&w->text, '{');
		state_write_int(w, "id", i);
		sp_json_text_key(&w->text, "card");
		state_write_card(w, a->card);
		state_write_fields(w, state_fields_creature, a);
		write_play(w, i);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end_if_any(&w->text);
}

/* ---- the stack -------------------------------------------------------------
 */

static void write_values(
	struct sp_writer *w, const char *key, const sp_value *values, int n)
{
	begin_list(w, key);
	for (int i = 0; i < n; i++)
		state_write_value(w, values[i]);
	sp_json_text_end_if_any(&w->text);
}

static void write_counts(
	struct sp_writer *w, const char *key, const uint8_t *counts, int n)
{
	begin_list(w, key);
	for (int i = 0; i < n; i++)
		sp_json_text_int(&w->text, counts[i]);
	sp_json_text_end_if_any(&w->text);
}

/* Left out: each part comes once, none has fallen. */
static void write_parts(struct sp_writer *w, const struct sp_cast *cast)
{
	bool once = true, whole = true;

	for (int k = 0; k < cast->n_parts; k++) {
		once = once && cast->times[k] == 1;
		whole = whole && cast->fallen[k] == 0;
	}
	if (!once)
		write_counts(w, "times", cast->times, cast->n_parts);
	if (!whole)
		write_counts(w, "fallen", cast->fallen, cast->n_parts);
}

static void write_cast(struct sp_writer *w, int i)
{
	const struct sp_cast *cast = &w->g->cast[i];

	if (!cast->used) {
		sp_json_text_string(&w->text, NULL);
		return;
	}
	sp_json_text_begin(&w->text, '{');
	state_write_fields(w, state_fields_cast, cast);
	begin_list(w, "paid");
	for (int k = 0; k < cast->n_paid; k++)
		state_write_card(w, cast->paid[k]);
	sp_json_text_end_if_any(&w->text);
	write_values(w, "answers", cast->answer, cast->n_answers);
	write_parts(w, cast);
	sp_json_text_end(&w->text);
}

static void write_frame(struct sp_writer *w, int i)
{
	const struct sp_frame *frame = &w->g->frame[i];
	int n = SP_LOCALS;

	while (n > 0 && frame->local[n - 1] == SP_NOTHING)
		n--;
	sp_json_text_begin(&w->text, '{');
	state_write_fields(w, state_fields_frame, frame);
	write_values(w, "locals", frame->local, n);
	sp_json_text_end(&w->text);
}

/* A pool of structs of which nothing but their table is told. */
static void write_pool(struct sp_writer *w, const char *key,
	const struct sp_field *fields, const void *pool, size_t size, int n)
{
	begin_list(w, key);
	for (int i = 0; i < n; i++) {
		sp_json_text_begin(&w->text, '{');
		state_write_fields(
			w, fields, (const char *)pool + (size_t)i * size);
		sp_json_text_end(&w->text);
	}
	sp_json_text_end_if_any(&w->text);
}

void state_write_cards(struct sp_writer *w)
{
	const struct sp_game *g = w->g;

	state_write_fields(w, state_fields_turn, g);
	write_decks(w);
	write_zones(w);
	begin_list(w, "removed");
	write_zone(w, SP_ZONE_REMOVED, -1);
	sp_json_text_end_if_any(&w->text);
	begin_list(w, "on_stack");
	write_zone(w, SP_ZONE_STACK, -1);
	sp_json_text_end_if_any(&w->text);
	write_creatures(w);
	write_things(w);
	write_pool(w, "links", state_fields_link, g->board.linked,
		sizeof(g->board.linked[0]), g->board.n_links);
	begin_list(w, "items");
	for (int i = 0; i < g->n_casts; i++)
		write_cast(w, i);
	sp_json_text_end_if_any(&w->text);
	begin_list(w, "frames");
	for (int i = 0; i < g->n_frames; i++)
		write_frame(w, i);
	sp_json_text_end_if_any(&w->text);
	write_pool(w, "reactions", state_fields_round, g->reaction,
		sizeof(g->reaction[0]), g->n_rounds);
	write_pool(w, "onces", state_fields_once, g->once, sizeof(g->once[0]),
		g->n_onces);
	write_pool(w, "reliefs", state_fields_relief, g->relief,
		sizeof(g->relief[0]), g->n_reliefs);
	write_pool(w, "sums", state_fields_sum, g->sum, sizeof(g->sum[0]),
		g->n_sums);
	state_write_proposals(w);
}
