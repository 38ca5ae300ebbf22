#include "recording.h"

#include "fixtures.h"
#include "record/live.h"
#include "refusal/refusal.h"
#include "render/render.h"
#include "setup/setup.h"
#include "unit.h"

const char *const ending_name[ENDING_COUNT] = {
#define X(symbol, name) [ENDING_##symbol] = (name),
	ENDINGS(X)
#undef X
};

const char *recording_event_name(int kind)
{
	static const char *const name[SP_EVENT_COUNT] = {
#define X(symbol, facts, clause) [SP_EVENT_##symbol] = #symbol,
		SP_EVENTS(X)
#undef X
	};

	return name[kind];
}

char *recording_read(const char *folder, const char *name)
{
	char *path = sp_xasprintf(
		"%s/tests/replay/%s/%s", test_source_dir(), folder, name);
	struct sp_buf text;
	struct sp_error e = { 0 };

	sp_buf_init(&text, RECORDING_TEXT);
	if (sp_file_read(&text, path, &e) != SP_OK) {
		fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("a file of recorded games does not read");
	}
	sp_free(path);
	return sp_buf_take(&text);
}

/* ---- events ---------------------------------------------------------------
 */

/* Who resigns, or has lost both treasures, dies of it. */
static void take_leaving(struct recording *r, const struct sp_event *e)
{
	if (e->kind == SP_EVENT_RESIGNED)
		r->leaving[e->seat] = LEFT_RESIGNED;
	else if (e->kind == SP_EVENT_ELIMINATED)
		r->leaving[e->seat] = LEFT_ROBBED;
	else if (e->kind == SP_EVENT_DIED)
		r->last = r->leaving[e->seat];
}

static void take_events(struct recording *r)
{
	for (int i = 0; i < r->events.n; i++) {
		const struct sp_event *e = &r->events.event[i];

		take_leaving(r, e);
		r->seen[e->kind] = true;
		if (e->kind == SP_EVENT_DECK)
			r->schools |= e->deck.schools;
		if (!r->hashes)
			continue;
		sp_buf_addf(&r->told, "%s %d %d %u %ld %ld %llu",
			recording_event_name(e->kind), e->seat, e->other,
			e->draws, (long)e->card, (long)e->what,
			(unsigned long long)e->draw);
		for (int f = 0; f < SP_EVENT_FACTS; f++)
			sp_buf_addf(&r->told, " %ld", (long)e->fact[f]);
		sp_buf_adds(&r->told, "\n");
	}
	r->asked[r->game.decision.kind] = true;
}

/* ---- hashes ---------------------------------------------------------------
 */

static void add_hash(struct sp_buf *out, const struct sp_buf *text)
{
	char hash[SP_SHA256_TEXT];
	struct sp_bytes bytes = { text->data, text->len };

	CU_ASSERT_FALSE(text->overflow);
	EQUAL_INT_FATAL(sp_seal_sha256(hash, &bytes, 1, NULL), SP_OK);
	sp_buf_addf(out, " %.16s", hash);
}

void recording_state(const struct recording *r, struct sp_buf *out)
{
	sp_state_encode(&r->game, &r->ruleset->lexicon, out);
}

static void add_hashes(struct recording *r, struct sp_buf *out)
{
	struct sp_buf text;
	json_t *hidden = sp_state_hidden(&r->game);

	sp_buf_init(&text, RECORDING_TEXT);
	sp_buf_addf(out, "= %u", (unsigned)r->game.turn);
	recording_state(r, &text);
	add_hash(out, &text);
	sp_buf_clear(&text);
	sp_json_write(&text, hidden);
	json_decref(hidden);
	add_hash(out, &text);
	add_hash(out, &r->told);
	sp_buf_clear(&r->told);
	sp_buf_clear(&text);
	sp_render_board_file(r->ruleset, &r->game, &text);
	add_hash(out, &text);
	sp_buf_adds(out, "\n");
	sp_buf_free(&text);
}

/* ---- playing --------------------------------------------------------------
 */

void recording_begin(struct recording *r, const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const uint8_t dice[32])
{
	struct sp_error e = { 0 };
	struct sp_rng rng;

	memset(r, 0, sizeof(*r));
	r->ruleset = ruleset;
	r->setup = *setup;
	r->hashes = true;
	sp_buf_init(&r->told, RECORDING_TEXT);
	sp_rng_init(&rng, dice, 0);
	if (sp_setup_start(ruleset, setup, &rng, &r->game, &r->events, &e) !=
		SP_OK) {
		fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("a recorded game does not begin");
	}
	take_events(r);
}

void recording_end(struct recording *r)
{
	sp_buf_free(&r->told);
}

static bool apply(
	struct recording *r, const char *line, bool clock, struct sp_error *why)
{
	size_t n = strcspn(line, " ");
	struct sp_refusal refusal = { 0 };
	struct sp_command command;
	struct sp_buf words;
	char seat[SP_ID_SIZE];

	if (!sp_copyn(seat, sizeof(seat), line, n) || line[n] == '\0' ||
		sp_game_seat(&r->game, seat) < 0) {
		(void)sp_error_set(why, SP_EINVAL, "no seat begins the line");
		return false;
	}
	if (sp_notation_parse(
		    &command, r->ruleset, &r->game, line + n + 1, why) != SP_OK)
		return false;
	command.seat = (int8_t)sp_game_seat(&r->game, seat);
	command.source = clock ? SP_SOURCE_CLOCK : SP_SOURCE_SEAT;
	r->events.n = 0;
	if (sp_rules_apply(r->ruleset, &r->game, &command, &r->events,
		    &refusal) == SP_OK)
		return true;
	sp_buf_init(&words, RECORDING_TEXT);
	sp_refusal_say(r->ruleset, &r->game, &refusal, &words);
	(void)sp_error_set(why, SP_EREFUSED, "refused: %s", sp_buf_str(&words));
	sp_buf_free(&words);
	return false;
}

bool recording_play(struct recording *r, const char *line, struct sp_buf *out,
	struct sp_error *why)
{
	static const char clock[] = "clock ";
	bool by_clock = strncmp(line, clock, strlen(clock)) == 0;
	unsigned turn = r->game.turn;

	if (r->game.status == SP_GAME_OVER) {
		(void)sp_error_set(why, SP_EINVAL, "the game is over by now");
		return false;
	}
	if (sp_streq(line, "cancel")) {
		r->inside = r->game.n_frames > 0;
		sp_game_cancel(&r->game);
	} else if (!apply(r, line + (by_clock ? strlen(clock) : 0), by_clock,
			   why)) {
		return false;
	} else {
		take_events(r);
	}
	sp_buf_addf(out, "%s\n", line);
	if (r->hashes &&
		(r->game.turn != turn || r->game.status == SP_GAME_OVER))
		add_hashes(r, out);
	return !r->hashes || sp_state_check(&r->game, why) == SP_OK;
}

/* ---- how it ended ---------------------------------------------------------
 */

static enum ending by_points(const struct sp_game *g)
{
	int kills = g->actor[g->winner].kills;

	return kills == 0                              ? ENDING_TREASURES
	       : kills == sp_game_points(g, g->winner) ? ENDING_KILLS
						       : ENDING_BOTH;
}

static enum ending by_rounds(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++) {
		if (s != g->winner && g->actor[s].alive &&
			sp_game_points(g, s) == sp_game_points(g, g->winner))
			return ENDING_MOST_LIFE;
	}
	return ENDING_MOST_POINTS;
}

enum ending recording_ending(const struct recording *r)
{
	const struct sp_game *g = &r->game;

	/* an outcome that is new needs endings of its own, and a recording */
	switch ((enum sp_outcome)g->outcome) {
	case SP_OUTCOME_NONE:
		break;
	case SP_OUTCOME_POINTS:
		return by_points(g);
	case SP_OUTCOME_SURVIVOR:
		return r->last == LEFT_RESIGNED ? ENDING_RESIGNATION
		       : r->last == LEFT_ROBBED ? ENDING_LOST
						: ENDING_LAST_ALIVE;
	case SP_OUTCOME_ROUNDS:
		return by_rounds(g);
	case SP_OUTCOME_DRAW:
		return sp_game_alive(g) == 0 ? ENDING_NOBODY_ALIVE
					     : ENDING_EQUAL;
	case SP_OUTCOME_CANCELLED:
		return r->inside ? ENDING_CANCELLED_INSIDE : ENDING_CANCELLED;
	}
	return ENDING_NONE;
}
