/*
 * Names and short phrases.
 */
#include "render/render_private.h"

#include "law/limits.h"

void sp_render_capital(const char *word, char out[SP_RENDER_NAME_SIZE])
{
	sp_format(out, SP_RENDER_NAME_SIZE, "%s", word);
	out[0] = (char)sp_upper((unsigned char)out[0]);
}

const char *sp_render_seat(
	const struct sp_game *g, int seat, char out[SP_RENDER_NAME_SIZE])
{
	sp_render_capital(g->colour[seat], out);
	return out;
}

const char *render_seat_for(const struct sp_game *g, int seat, int viewer,
	char out[SP_RENDER_NAME_SIZE])
{
	char name[SP_RENDER_NAME_SIZE];

	sp_format(out, SP_RENDER_NAME_SIZE, "%.50s%s",
		sp_render_seat(g, seat, name), seat == viewer ? " (you)" : "");
	return out;
}

/* In lower case these are marks of things and exits, so that treasures cannot
 * have them. */
static bool letter_taken(const char *taken, int n, int c)
{
	return strchr("IOVX", c) != NULL || memchr(taken, c, (size_t)n) != NULL;
}

const char *sp_render_actor(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, char out[SP_RENDER_NAME_SIZE])
{
	char seat[SP_RENDER_NAME_SIZE];

	if (actor == SP_UNIVERSE) {
		sp_format(out, SP_RENDER_NAME_SIZE, "the Universe");
	} else if (sp_game_is_creature(g, actor) &&
		   g->actor[actor].seat == SP_NOBODY) {
		sp_format(out, SP_RENDER_NAME_SIZE, "the %s",
			render_card_name(ruleset, g->actor[actor].card));
	} else if (sp_game_is_creature(g, actor)) {
		sp_render_seat(g, g->actor[actor].seat, seat);
		sp_format(out, SP_RENDER_NAME_SIZE, "%s's %s", seat,
			render_card_name(ruleset, g->actor[actor].card));
	} else if (sp_game_is_actor(g, actor)) {
		sp_render_seat(g, actor, out);
	} else {
		sp_format(out, SP_RENDER_NAME_SIZE, "nobody");
	}
	return out;
}

char sp_render_letter(const struct sp_game *g, int seat)
{
	char taken[SP_SEATS_MAX] = { 0 };

	for (int s = 0; s <= seat; s++) {
		const char *p = g->colour[s];

		while (*p != '\0' &&
			(!sp_is_alpha((unsigned char)*p) ||
				letter_taken(
					taken, s, sp_upper((unsigned char)*p))))
			p++;
		/* "a" beside "aa": fall back on the number of the seat. */
		taken[s] = (char)(*p != '\0' ? sp_upper((unsigned char)*p)
					     : '1' + s);
	}
	return taken[seat];
}

char render_treasure_letter(const struct sp_game *g, int seat)
{
	return (char)sp_lower((unsigned char)sp_render_letter(g, seat));
}

void sp_render_treasure(
	const struct sp_game *g, int treasure, char out[SP_RENDER_NAME_SIZE])
{
	char owner[SP_RENDER_NAME_SIZE];

	sp_render_seat(g, g->treasure[treasure].owner, owner);
	sp_format(out, SP_RENDER_NAME_SIZE, "%.40s's treasure", owner);
}

void render_number(int n, char out[SP_RENDER_NAME_SIZE])
{
	static const char *const words[] = { "no", "one", "two", "three",
		"four", "five", "six" };

	if (n >= 0 && n < (int)SP_ARRAY_LEN(words))
		sp_format(out, SP_RENDER_NAME_SIZE, "%s", words[n]);
	else
		sp_format(out, SP_RENDER_NAME_SIZE, "%d", n);
}

void sp_render_add_stop(struct sp_buf *out)
{
	if (out->len == 0 || strchr("!?", out->data[out->len - 1]) == NULL)
		sp_buf_addc(out, '.');
}

void sp_render_count(int n, const char *word, char out[SP_RENDER_NAME_SIZE])
{
	sp_format(out, SP_RENDER_NAME_SIZE, "%d %s%s", n, word, sp_plural(n));
}

void render_edge(
	const struct sp_game *g, int edge, char out[SP_RENDER_NAME_SIZE])
{
	enum sp_edge_kind kind = sp_board_edge_under(&g->board, (uint16_t)edge);
	char name[SP_EDGE_NAME_SIZE];

	/* What fell just now is told by what it was. */
	if (!sp_board_edge_stands(&g->board, (uint16_t)edge))
		kind = (enum sp_edge_kind)g->board.edge[edge].printed;
	sp_board_edge_name(&g->board, (uint16_t)edge, name);
	sp_format(out, SP_RENDER_NAME_SIZE, "%s %s",
		kind == SP_EDGE_DOOR ? "door" : "wall", name);
}

void render_outcome_words(const struct sp_game *g, struct sp_buf *out)
{
	char points[SP_RENDER_NAME_SIZE] = "";

	if (g->winner != SP_NOBODY)
		sp_render_count(sp_game_points(g, g->winner), "point", points);
	switch ((enum sp_outcome)g->outcome) {
	case SP_OUTCOME_NONE:
		break;
	case SP_OUTCOME_POINTS:
		sp_buf_addf(out, "wins with %s", points);
		break;
	case SP_OUTCOME_SURVIVOR:
		sp_buf_adds(out, "wins as the last wizard alive");
		break;
	case SP_OUTCOME_ROUNDS:
		sp_buf_addf(out, "wins at the round limit with %s and %d life",
			points, g->actor[g->winner].life);
		break;
	case SP_OUTCOME_DRAW:
		sp_buf_adds(out, sp_game_alive(g) == 0
					 ? "Nobody is alive: the game is drawn"
					 : "The game is drawn");
		break;
	case SP_OUTCOME_CANCELLED:
		sp_buf_adds(out, "The operator cancelled the game");
		break;
	}
}

void render_outcome(const struct sp_game *g, struct sp_buf *out)
{
	char winner[SP_RENDER_NAME_SIZE];

	if (g->winner != SP_NOBODY) {
		sp_render_seat(g, g->winner, winner);
		sp_buf_addf(out, "%s ", winner);
	}
	render_outcome_words(g, out);
}

/* What is awaited besides orders of the active seat. */
static void add_awaited(const struct sp_game *g, struct sp_buf *out)
{
	unsigned seats = g->decision.seats;
	bool one = (seats & (seats - 1)) == 0;

	render_add_seats(g, seats, SP_NOBODY, out);
	if (g->decision.kind == SP_DECISION_REACTION)
		sp_buf_adds(out, " may answer");
	else if (g->decision.kind == SP_DECISION_CHOICE)
		sp_buf_adds(out, one ? " has a choice to make"
				     : " have a choice to make");
	else
		sp_buf_adds(out, one ? " has to give up cards"
				     : " have to give up cards");
}

/* "Red to move, 2 movement points left": what is left of the walk of his
 * wizard, or of a creature that acts. */
static void add_acting(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const char *name, struct sp_buf *out)
{
	int acting = sp_game_acting(g);
	bool creature = acting != g->active;
	char moves[SP_RENDER_NAME_SIZE];

	/* whatever points he has */
	if (sp_law_may_leave(ruleset, g, acting) != SP_REASON_NONE) {
		sp_buf_addf(out,
			"%s to act%s, but not to move any more in this turn",
			name, creature ? " with a creature" : "");
		return;
	}
	sp_render_count(g->moves > 0 ? g->moves : 0, "movement point", moves);
	sp_buf_addf(out, "%s to move, %s%s left", name,
		creature ? "a creature acts with " : "", moves);
}

const char *render_last_acts(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	if (!sp_game_has_deck(g))
		return "end";
	if (sp_law_draw_max(ruleset, g, g->active) > 0)
		return "draw and end";
	return g->actor[g->active].hand > 0 ? "discard or end" : "end";
}

void render_status(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE], moves[SP_RENDER_NAME_SIZE];

	if (g->status == SP_GAME_OVER) {
		render_outcome(g, out);
		return;
	}
	sp_render_seat(g, sp_game_plays(g), name);
	if (g->played_by != 0) {
		sp_render_seat(g, g->active, moves);
		sp_buf_addf(out, "%s's turn: ", moves);
	}
	if (g->turn == 0) {
		sp_buf_adds(out, "The schools of cards are being chosen, ");
		add_awaited(g, out);
		return;
	}
	if (g->decision.kind != SP_DECISION_TURN) {
		sp_buf_addf(out, "%s's turn, ", name);
		add_awaited(g, out);
		return;
	}
	if (g->phase == SP_PHASE_DRAW)
		sp_buf_addf(out, "%s has only to %s the turn", name,
			render_last_acts(ruleset, g));
	else
		add_acting(ruleset, g, name, out);
}

void sp_render_sentence(const char *s, sp_render_argument *add,
	const void *with, struct sp_buf *out)
{
	for (size_t len; *s != '\0'; s += len + 1) {
		size_t plain = strcspn(s, "{");
		char name[SP_RENDER_NAME_SIZE];

		sp_buf_add(out, s, plain);
		s += plain;
		if (*s == '\0')
			return;
		len = strcspn(++s, "}");
		sp_format(name, sizeof(name), "%.*s", (int)len, s);
		add(with, name, out);
	}
}
