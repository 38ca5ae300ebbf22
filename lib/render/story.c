/*
 * What happened, in English: commit subjects, reports, results.
 */
#include "render/clause.h"

#include <assert.h>

/* ---- joining clauses ---------------------------------------------------- */

/* Is clause i followed by another of the same seat that counts? */
static bool goes_on(const struct clauses *c, int i, enum clause_weight least)
{
	for (int k = i + 1; k < c->n; k++)
		if (c->clause[k].weight >= least)
			return c->clause[k].seat == c->clause[i].seat &&
			       c->clause[i].seat != SP_NOBODY;
	return false;
}

/* Clauses of one seat in a row make one sentence: "Red walks ..., picks up ...
 * and ends the turn". Others are set apart by `between`. */
static void join(const struct sp_game *g, const struct clauses *c,
	enum clause_weight least, const char *between, struct sp_buf *out)
{
	bool first = true, inside = false;

	for (int i = 0; i < c->n; i++) {
		const struct clause *k = &c->clause[i];
		char name[SP_RENDER_NAME_SIZE];
		bool more;

		if (k->weight < least)
			continue;
		more = goes_on(c, i, least);
		if (inside) {
			sp_buf_addf(
				out, "%s%s", more ? ", " : " and ", k->text);
		} else {
			sp_buf_adds(out, first ? "" : between);
			if (k->seat != SP_NOBODY) {
				sp_render_seat(g, k->seat, name);
				sp_buf_addf(out, "%s ", name);
				sp_buf_adds(out, k->text);
			} else {
				/* Inside a line a sentence begins small. */
				if (first || *between == '.')
					sp_buf_addc(out, k->text[0]);
				else
					sp_buf_addf(out, "%c",
						sp_lower(k->text[0]));
				sp_buf_adds(out, k->text + 1);
			}
		}
		inside = more;
		first = false;
	}
}

/* ---- subjects ----------------------------------------------------------- */

/* How a subject is shortened until it fits. */
static const struct {
	enum clause_form form;
	enum clause_weight least;
} subject_ways[] = {
	{ CLAUSE_BRIEF, CLAUSE_USEFUL },
	{ CLAUSE_SHORT, CLAUSE_USEFUL },
	{ CLAUSE_BRIEF, CLAUSE_KEY },
	{ CLAUSE_SHORT, CLAUSE_KEY },
};

void sp_render_subject(const struct sp_render_step *step, struct sp_buf *out)
{
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	for (size_t i = 0; i < SP_ARRAY_LEN(subject_ways); i++) {
		struct clauses *c = sp_clauses_new(step, subject_ways[i].form);

		sp_buf_clear(&line);
		if (step->before == NULL)
			sp_buf_adds(&line, "The game starts; ");
		join(step->after, c, subject_ways[i].least, "; ", &line);
		sp_free(c);
		if (line.len <= SP_RENDER_COLUMNS)
			break;
	}
	if (line.len > SP_RENDER_COLUMNS) {
		sp_buf_truncate(&line, SP_RENDER_COLUMNS - 3);
		sp_buf_adds(&line, "...");
	}
	sp_buf_adds(out, sp_buf_str(&line));
	sp_buf_free(&line);
}

void sp_render_subject_root(const struct sp_setup *setup, struct sp_buf *out)
{
	const char *hyphen = strrchr(setup->gid, '-');
	size_t n = hyphen != NULL ? (size_t)(hyphen - setup->gid)
				  : strlen(setup->gid);
	char label[SP_RENDER_NAME_SIZE], seats[SP_RENDER_NAME_SIZE];
	size_t start = out->len;

	sp_render_number(setup->n_seats, seats);
	sp_render_capital(setup->gid, label);
	sp_buf_addf(out, "%.*s: %s seats", (int)n, label, seats);
	for (int i = 0; i < setup->n_options; i++) {
		const struct sp_option_value *o = &setup->option[i];

		if (out->len - start + strlen(o->name) + strlen(o->value) + 3 >
			SP_RENDER_COLUMNS - 5) {
			sp_buf_adds(out, ", ...");
			return;
		}
		sp_buf_addf(out, ", %s %s", o->name, o->value);
	}
}

void sp_render_subject_join(const char *colour, bool luck, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_capital(colour, name);
	sp_buf_addf(out, "%s joins%s", name, luck ? " (luck given)" : "");
}

/* ---- the story ---------------------------------------------------------- */

void sp_render_story(const struct sp_render_step *step, struct sp_buf *out)
{
	struct clauses *c = sp_clauses_new(step, CLAUSE_FULL);

	join(step->after, c, CLAUSE_DETAIL, ".\n", out);
	if (c->n > 0)
		sp_buf_adds(out, ".\n");
	sp_free(c);
}

void sp_render_report(const char *previous, const struct sp_render_step *step,
	struct sp_buf *out)
{
	char heading[2 * SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	struct sp_buf story;
	struct sp_cursor c;
	const char *line;
	size_t n;

	if (step->before == NULL) {
		sp_format(heading, sizeof(heading), "Setup\n");
	} else {
		sp_render_seat(step->before, step->before->active, name);
		sp_format(heading, sizeof(heading), "Turn %d: %s\n",
			step->before->turn, name);
	}
	if (previous != NULL && sp_starts(previous, heading))
		sp_buf_adds(out, previous);
	else
		sp_buf_adds(out, heading);
	sp_buf_init(&story, SIZE_MAX);
	sp_render_story(step, &story);
	sp_cursor_init(&c, sp_buf_str(&story), story.len);
	while (sp_cursor_line(&c, &line, &n))
		sp_buf_addf(out, "  %.*s\n", (int)n, line);
	sp_buf_free(&story);
}

/* ---- results for a receipt ---------------------------------------------- */

static const struct sp_event *find_event(
	const struct sp_render_step *step, enum sp_event_kind kind)
{
	for (int i = 0; i < step->events->n; i++)
		if (step->events->event[i].kind == kind)
			return &step->events->event[i];
	return NULL;
}

static void add_walk_result(
	const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_game *g = step->after;
	const struct sp_event *first = find_event(step, SP_EVENT_STEP);
	char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	char moves[SP_RENDER_NAME_SIZE];

	if (first == NULL) {
		sp_buf_adds(out, "you stay where you are");
		return;
	}
	sp_board_square_name(&g->board, (uint16_t)first->a, from);
	for (int i = 0; i < step->events->n; i++)
		if (step->events->event[i].kind == SP_EVENT_STEP)
			first = &step->events->event[i];
	sp_board_square_name(&g->board, (uint16_t)first->b, to);
	sp_render_count(g->moves, "movement point", moves);
	sp_buf_addf(out, "%s to %s, %s left", from, to, moves);
}

static void add_punch_result(
	const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_event *e = find_event(step, SP_EVENT_DAMAGE);
	char name[SP_RENDER_NAME_SIZE];

	if (e == NULL) {
		sp_buf_adds(out, "no damage");
		return;
	}
	sp_render_seat(step->after, e->seat, name);
	sp_buf_addf(out, "%d damage, %s goes from %d to %d life", e->a, name,
		e->b + e->a, e->b);
	if (find_event(step, SP_EVENT_DIED) != NULL)
		sp_buf_adds(out, " and dies");
}

static void add_treasure_result(
	const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_event *e = find_event(step, SP_EVENT_PICKED_UP);
	const struct sp_game *g = step->after;
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];

	if (e == NULL) {
		e = find_event(step, SP_EVENT_DROPPED);
		assert(e != NULL);
		sp_render_treasure(g, e->a, name);
		sp_board_square_name(&g->board, (uint16_t)e->b, at);
		sp_buf_addf(out, "%s lies at %s%s", name, at,
			g->wizard[e->seat].home == e->b ? ", your home base"
							: "");
		return;
	}
	sp_render_treasure(g, e->a, name);
	sp_buf_addf(out, "you carry %s", name);
	if (find_event(step, SP_EVENT_TURN_ENDED) != NULL)
		sp_buf_adds(out, "; your turn is over");
	else if (g->phase == SP_PHASE_DRAW)
		sp_buf_adds(out, "; you have only to end the turn");
}

static void add_edge_result(const struct sp_render_step *step,
	enum sp_event_kind kind, const char *what, struct sp_buf *out)
{
	const struct sp_event *e = find_event(step, kind);
	char name[SP_RENDER_NAME_SIZE];

	assert(e != NULL);
	sp_render_edge(step->after, e->a, name);
	sp_buf_addf(out, "%s %s", name, what);
}

void sp_render_result(const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_game *g = step->after;
	char text[SP_RENDER_NAME_SIZE];

	assert(step->command != NULL);
	switch ((enum sp_verb)step->command->verb) {
	case SP_VERB_WALK:
		add_walk_result(step, out);
		break;
	case SP_VERB_PUNCH:
		add_punch_result(step, out);
		break;
	case SP_VERB_PUNCH_EDGE:
		add_edge_result(step, SP_EVENT_PUNCH_EDGE, "punched", out);
		break;
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
		add_treasure_result(step, out);
		break;
	case SP_VERB_OPEN:
		add_edge_result(step, SP_EVENT_DOOR_OPENED, "opened", out);
		break;
	case SP_VERB_HOLD:
		add_edge_result(step, SP_EVENT_DOOR_HELD, "held open", out);
		break;
	case SP_VERB_END:
		sp_buf_adds(out, "your turn is over");
		break;
	case SP_VERB_RESIGN:
		sp_buf_adds(out, "you are out of the game");
		break;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		assert(step->command->verb < SP_VERB_COUNT);
		break;
	}
	for (int i = 0; i < step->events->n; i++) {
		const struct sp_event *e = &step->events->event[i];

		if (e->kind != SP_EVENT_POINTS ||
			e->seat != step->command->seat)
			continue;
		sp_render_count(e->a, "point", text);
		sp_buf_addf(out, "; you now have %s", text);
	}
	if (g->status == SP_GAME_OVER) {
		sp_buf_adds(out, "; ");
		sp_render_outcome(g, out);
	}
}
