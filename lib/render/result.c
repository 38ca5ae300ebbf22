/*
 * What came of an order, for the receipt of the one who gave it.
 */
#include "render/clause.h"

#include "eval/eval.h"
#include "law/asked.h"

#include <assert.h>

static const struct sp_event *find_event(
	const struct sp_render_step *step, enum sp_event_kind kind)
{
	for (int i = 0; i < step->events->n; i++)
		if (step->events->event[i].kind == kind)
			return &step->events->event[i];
	return NULL;
}

static void tell_story(const struct sp_render_step *step, struct sp_buf *out);
static bool asks_back(const struct sp_render_step *step, int seat);
static void end_clauses(const struct sp_render_step *step, struct sp_buf *out);
static void add_notes(const struct sp_render_step *step, enum clause_form form,
	const char *const told[], struct sp_buf *out);

static void add_walk(const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_game *g = step->after;
	const struct sp_event *first = find_event(step, SP_EVENT_STEP);
	char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	char moves[SP_RENDER_NAME_SIZE];

	if (first == NULL) {
		sp_buf_adds(out, "you stay where you are");
		return;
	}
	sp_board_square_name(&g->board, (uint16_t)first->way.from, from);
	for (int i = 0; i < step->events->n; i++)
		if (step->events->event[i].kind == SP_EVENT_STEP)
			first = &step->events->event[i];
	sp_board_square_name(&g->board, (uint16_t)first->way.to, to);
	sp_render_count(g->moves, "movement point", moves);
	sp_buf_addf(out, "%s to %s, %s left", from, to, moves);
}

/* "; a die led you south in place of north": of each step that a die chose. */
static void add_strayed(const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_board *b = &step->after->board;
	const struct sp_command *c = step->command;
	int die = -1, made = 0;

	for (int i = 0; i < step->events->n; i++) {
		const struct sp_event *e = &step->events->event[i];
		int dir = die;

		if (e->kind == SP_EVENT_ROLLED && e->card < 0 &&
			e->die.faces == SP_DIRS)
			die = e->die.value - 1;
		if (e->kind != SP_EVENT_STEP && e->kind != SP_EVENT_BUMPED)
			continue;
		die = -1;
		if (dir >= 0 && made < c->n_answers &&
			(e->kind == SP_EVENT_BUMPED ||
				sp_board_beyond(b, (uint16_t)e->way.from,
					dir) == e->way.to))
			sp_buf_addf(out, "; a die led you %s%s%s",
				sp_board_dir_name((enum sp_dir)dir),
				c->answer[made] == dir ? ", as you meant"
						       : " in place of ",
				c->answer[made] == dir ? ""
				: c->answer[made] == SP_THROUGH
					? "through the link"
					: sp_board_dir_name((
						  enum sp_dir)c->answer[made]));
		made++;
	}
}

/* ", your home base": what lies there may count. */
static void add_home(
	const struct sp_game *g, int seat, int square, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	for (int s = 0; s < g->n_seats; s++) {
		if (g->actor[s].home != square)
			continue;
		if (s == seat)
			sp_buf_adds(out, ", your home base");
		else
			sp_buf_addf(out, ", %s's home base",
				sp_render_seat(g, s, name));
	}
}

static void tell_treasure(const struct sp_render_step *step, struct sp_buf *out)
{
	static const char *const told[] = { "picks up ", "drops ",
		"ends the turn", NULL };
	const struct sp_event *e = find_event(step, SP_EVENT_PICKED_UP);
	const struct sp_game *g = step->after;
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];

	if (e == NULL) {
		e = find_event(step, SP_EVENT_DROPPED);
		if (e == NULL) { /* what it set off stopped it */
			tell_story(step, out);
			return;
		}
		sp_render_treasure(g, e->treasure.number, name);
		sp_board_square_name(
			&g->board, (uint16_t)e->treasure.square, at);
		sp_buf_addf(out, "%s lies at %s", name, at);
		add_home(g, e->seat, e->treasure.square, out);
		add_notes(step, CLAUSE_BRIEF, told, out);
		return;
	}
	sp_render_treasure(g, e->treasure.number, name);
	sp_buf_addf(out, "you carry %s", name);
	add_notes(step, CLAUSE_BRIEF, told, out);
	if (find_event(step, SP_EVENT_TURN_ENDED) != NULL)
		sp_buf_adds(out, "; your turn is over");
	else if (asks_back(step, step->command->seat))
		sp_buf_adds(out, "; you are asked");
	else if (sp_eval_pick_up_ends(step->ruleset, step->before, e->seat))
		sp_buf_addf(out,
			"; that ends your move and attack: you have only to "
			"%s the turn",
			render_last_acts(step->ruleset, g));
}

static void add_edge_result(const struct sp_render_step *step,
	enum sp_event_kind kind, const char *what, struct sp_buf *out)
{
	const struct sp_event *e = find_event(step, kind);
	char name[SP_RENDER_NAME_SIZE];

	assert(e != NULL);
	render_edge(step->after, e->edge, name);
	sp_buf_addf(out, "%s %s", name, what);
}

/* ---- results in games with cards ---------------------------------------- */

/* What only the giver of the order learns, as the beginning of the line: "you
 * draw Fireball; ". */
static void add_private(const struct sp_render_step *step, struct sp_buf *out)
{
	struct sp_buf text;
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_buf_init(&text, SIZE_MAX);
	sp_render_private(step, step->command->seat, &text);
	sp_cursor_init(&c, sp_buf_str(&text), text.len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (n == 0)
			continue;
		n -= line[n - 1] == '.';
		if (sp_starts(line, "You"))
			sp_buf_addf(out, "y%.*s; ", (int)n - 1, line + 1);
		else
			sp_buf_addf(out, "%.*s; ", (int)n, line);
	}
	sp_buf_free(&text);
}

/* Does this seat, which gave the order, have to choose or give up something
 * now? (Not the next slot of what it aims: the order itself may say more of
 * that, and whoever carries it out knows.) Whose answers to a reaction are
 * waited for depends on what the seats left word of: it is not told here. */
static bool asks_back(const struct sp_render_step *step, int seat)
{
	const struct sp_decision *d = &step->after->decision;

	return step->after->status == SP_GAME_RUNNING &&
	       !sp_law_choice_aims(step->after) &&
	       (d->kind == SP_DECISION_CHOICE ||
		       d->kind == SP_DECISION_DISCARD) &&
	       d->seats == 1U << seat;
}

/* Finish a list of clauses, each with "; " behind it. */
static void end_clauses(const struct sp_render_step *step, struct sp_buf *out)
{
	if (asks_back(step, step->command->seat)) {
		sp_buf_adds(out, "you are asked");
		return;
	}
	while (out->len > 0 && (out->data[out->len - 1] == ' ' ||
				       out->data[out->len - 1] == ';'))
		sp_buf_truncate(out, out->len - 1);
}

/* What the line says in other words. */
static void leave_out(struct clauses *c, int seat, const char *begins)
{
	for (int i = 0; i < c->n; i++)
		if (c->clause[i].seat == seat &&
			sp_starts(c->clause[i].text, begins))
			c->clause[i].weight = CLAUSE_DETAIL;
}

/* Points stand at the end of the line, and so does how the game ended. */
static void leave_out_points(
	const struct sp_render_step *step, struct clauses *c)
{
	char points[SP_RENDER_NAME_SIZE], text[2 * SP_RENDER_NAME_SIZE];

	for (int i = 0; i < step->events->n; i++) {
		const struct sp_event *e = &step->events->event[i];

		if (e->kind != SP_EVENT_POINTS)
			continue;
		sp_render_count(e->change.now, "point", points);
		sp_format(text, sizeof(text), "now has %s", points);
		leave_out(c, e->seat, text);
		sp_format(text, sizeof(text), "is down to %s", points);
		leave_out(c, e->seat, text);
	}
	if (step->after->status == SP_GAME_OVER) {
		struct sp_buf outcome;

		sp_buf_init(&outcome, SIZE_MAX);
		render_outcome_words(step->after, &outcome);
		leave_out(c, step->after->winner, sp_buf_str(&outcome));
		sp_buf_free(&outcome);
	}
}

/* The story of the order on one line, then whether it asks something back. */
static void tell_story(const struct sp_render_step *step, struct sp_buf *out)
{
	struct clauses *c = render_clauses_new(step, CLAUSE_BRIEF);
	/* a hand is taken after the blow */
	bool dies = find_event(step, SP_EVENT_DIED) != NULL;
	size_t before = out->len, told;

	leave_out_points(step, c);
	if (!dies)
		add_private(step, out);
	told = out->len;
	if (c->n == 0 && step->command->verb == SP_VERB_DISCARD)
		sp_buf_adds(out, "you have only to draw and end the turn; ");
	else if (c->n == 0)
		sp_buf_adds(out, "done; ");
	render_clauses_join(step, c, CLAUSE_USEFUL, "; ", out);
	if (told > before && render_has_article(sp_buf_str(out) + told))
		out->data[told] =
			(char)sp_lower((unsigned char)out->data[told]);
	/* all of it may be left out */
	if (c->n > 0 && out->len > told)
		sp_buf_adds(out, "; ");
	sp_free(c);
	if (dies)
		add_private(step, out);
	end_clauses(step, out);
	if (out->len == before)
		sp_buf_adds(out, "done");
}

/* Is a counter of his played, which this answer did not name? */
static bool plays_earlier(const struct sp_render_step *step)
{
	for (int i = 0; i < step->events->n; i++)
		if (step->events->event[i].kind == SP_EVENT_COUNTERED &&
			step->events->event[i].seat == step->command->seat)
			return true;
	return false;
}

/* True if something came of the order: a spell that stays in play is no event.
 */
static bool has_outcome(const struct sp_render_step *step)
{
	struct clauses *c;
	bool has = step->events->n > 0;

	if (!has) {
		c = render_clauses_new(step, CLAUSE_BRIEF);
		has = c->n > 0;
		sp_free(c);
	}
	return has;
}

/* An answer to a reaction stays sealed until the round closes. */
static void tell_answer(const struct sp_render_step *step, struct sp_buf *out)
{
	const struct sp_game *g = step->after;
	bool passes = step->command->n_answers > 0 &&
		      step->command->answer[0] == SP_NOTHING;

	if (has_outcome(step)) {
		struct sp_buf story;
		char *text, *told;

		sp_buf_init(&story, SIZE_MAX);
		tell_story(step, &story);
		text = sp_buf_take(&story);
		told = text + strspn(text, "; ");
		/* to pass is all that there was to do */
		if (passes && sp_streq(told, "done"))
			*told = '\0';
		if (passes && render_has_article(told))
			*told = (char)sp_lower((unsigned char)*told);
		if (passes)
			sp_buf_adds(out, *told == '\0' ? "you pass"
					 : sp_starts(told, "you are asked")
						 ? "you pass; "
					 : plays_earlier(step)
						 ? "you pass here, and your "
						   "earlier answer comes: "
						 : "you pass: ");
		sp_buf_adds(out, told);
		sp_free(text);
		return;
	}
	if (passes)
		sp_buf_adds(out, "you pass");
	else
		sp_buf_adds(out, "noted");
	if (g->status == SP_GAME_RUNNING &&
		g->decision.kind == SP_DECISION_REACTION)
		sp_buf_adds(out, "; nobody sees it before all have answered");
}

/* The events of a step up to the next turn, whose mail tells the rest. The
 * caller frees them. */
static struct sp_events *events_of_turn(const struct sp_render_step *step)
{
	struct sp_events *events = sp_xmalloc(sizeof(*events));

	events->n = 0;
	while (events->n < step->events->n &&
		step->events->event[events->n].kind != SP_EVENT_TURN) {
		events->event[events->n] = step->events->event[events->n];
		events->n++;
	}
	return events;
}

/* "; Red takes 2 damage from Slow Death": what an order did besides what the
 * line tells already, which are the clauses of its seat that begin like that.
 */
static void add_notes(const struct sp_render_step *step, enum clause_form form,
	const char *const told[], struct sp_buf *out)
{
	struct sp_events *events = events_of_turn(step);
	struct sp_render_step turn = *step;
	struct clauses *c;
	size_t before = out->len;

	turn.events = events;
	c = render_clauses_new(&turn, form);
	for (int i = 0; told[i] != NULL; i++)
		leave_out(c, step->command->seat, told[i]);
	leave_out_points(step, c);
	sp_buf_adds(out, "; ");
	render_clauses_join(step, c, CLAUSE_USEFUL, "; ", out);
	if (out->len == before + 2)
		sp_buf_truncate(out, before);
	else if (render_has_article(out->data + before + 2))
		out->data[before + 2] = (char)sp_lower(out->data[before + 2]);
	sp_free(c);
	sp_free(events);
}

/* ---- the verbs ----------------------------------------------------------- */

static void tell_walk(const struct sp_render_step *step, struct sp_buf *out)
{
	static const char *const told[] = { "walks ", NULL };

	add_walk(step, out);
	add_strayed(step, out);
	add_notes(step, CLAUSE_SHORT, told, out);
	if (asks_back(step, step->command->seat))
		sp_buf_adds(out, "; you are asked");
}

static void tell_opened(const struct sp_render_step *step, struct sp_buf *out)
{
	add_edge_result(step, SP_EVENT_DOOR_OPENED, "opened", out);
}

static void tell_held(const struct sp_render_step *step, struct sp_buf *out)
{
	add_edge_result(step, SP_EVENT_DOOR_HELD, "held open", out);
}

static void tell_end(const struct sp_render_step *step, struct sp_buf *out)
{
	static const char *const told[] = { "draws ", "ends the turn", NULL };
	const struct sp_game *g = step->after;
	struct sp_buf notes;

	if (sp_game_has_deck(g))
		add_private(step, out);
	if (sp_game_has_deck(g) && find_event(step, SP_EVENT_RESTED) == NULL) {
		sp_buf_init(&notes, SIZE_MAX);
		add_notes(step, CLAUSE_BRIEF, told, &notes);
		if (notes.len > 0)
			sp_buf_addf(out, "%s; ", sp_buf_str(&notes) + 2);
		sp_buf_free(&notes);
	}
	if (!sp_game_has_deck(g) ||
		find_event(step, SP_EVENT_TURN_ENDED) != NULL)
		sp_buf_adds(out, "your turn is over");
	else if (asks_back(step, step->command->seat))
		end_clauses(step, out);
	else if (find_event(step, SP_EVENT_RESTED) != NULL)
		sp_buf_adds(out, "it has acted, your wizard goes on");
	else
		sp_buf_adds(out, "your turn is about to end");
}

static void tell_resign(const struct sp_render_step *step, struct sp_buf *out)
{
	(void)step;
	sp_buf_adds(out, "you are out of the game");
}

/* Nobody else learns of either. */
static void tell_watch(const struct sp_render_step *step, struct sp_buf *out)
{
	(void)step;
	sp_buf_adds(out, "noted; you are asked when it happens, and nobody "
			 "knows of it before");
}

static void tell_unwatch(const struct sp_render_step *step, struct sp_buf *out)
{
	(void)step;
	sp_buf_adds(out, "taken back");
}

/* One for each `tell` of law/verbs.h. */
static void (*const tell[SP_VERB_COUNT])(
	const struct sp_render_step *step, struct sp_buf *out) = {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	[SP_VERB_##name] = tell_##tell,
	SP_VERBS(X)
#undef X
};

/* The points that seats have now whose points are others, and how the game
 * ended. An order may give points to an enemy. */
static void add_gains(
	const struct sp_render_step *step, int seat, struct sp_buf *out)
{
	char text[SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];

	for (int i = 0; i < step->events->n; i++) {
		const struct sp_event *e = &step->events->event[i];

		if (e->kind != SP_EVENT_POINTS)
			continue;
		sp_render_count(e->change.now, "point", text);
		if (e->seat == seat)
			sp_buf_addf(out, "; you now have %s", text);
		else
			sp_buf_addf(out, "; %s now has %s",
				sp_render_seat(step->after, e->seat, name),
				text);
	}
	if (step->after->status == SP_GAME_OVER) {
		sp_buf_adds(out, "; ");
		size_t before = out->len;

		render_outcome(step->after, out);
		if (step->after->winner == SP_NOBODY)
			out->data[before] = (char)sp_lower(out->data[before]);
	}
}

/* True if a discard left the move phase as it was, which most do not. */
static bool leaves_phase(const struct sp_render_step *step)
{
	return step->command->verb == SP_VERB_DISCARD &&
	       step->before->phase == SP_PHASE_MOVE &&
	       step->after->phase == SP_PHASE_MOVE &&
	       step->after->status == SP_GAME_RUNNING &&
	       step->after->active == step->command->seat &&
	       sp_game_acting(step->before) == step->before->active;
}

/* True if the move phase ended by what a card was played for or discarded, or
 * by an item that was picked up, which neither the order nor its story says. */
static bool takes_phase(const struct sp_render_step *step)
{
	const struct sp_game *g = step->after;
	int verb = step->command->verb;

	return (verb == SP_VERB_USE || verb == SP_VERB_CAST ||
		       (verb == SP_VERB_PICK_UP &&
			       find_event(step, SP_EVENT_PICKED_UP) == NULL) ||
		       (verb == SP_VERB_DISCARD &&
			       find_event(step, SP_EVENT_DISCARDED) != NULL)) &&
	       step->before->phase == SP_PHASE_MOVE &&
	       g->phase == SP_PHASE_DRAW && g->status == SP_GAME_RUNNING &&
	       g->active == step->command->seat;
}

void sp_render_result(const struct sp_render_step *step, struct sp_buf *out)
{
	char moves[SP_RENDER_NAME_SIZE];

	assert(step->command != NULL && step->command->verb >= 0 &&
		step->command->verb < SP_VERB_COUNT);
	tell[step->command->verb](step, out);
	if (takes_phase(step)) {
		sp_render_count(step->before->moves, "movement point", moves);
		sp_buf_adds(out, "; your move phase is over");
		if (step->before->moves > 0)
			sp_buf_addf(out, ", with %s left", moves);
	}
	if (leaves_phase(step))
		sp_buf_adds(out, "; your move phase goes on");
	add_gains(step, step->command->seat, out);
}

void sp_render_follows(
	const struct sp_render_step *step, int seat, struct sp_buf *out)
{
	struct clauses *c = render_clauses_new(step, CLAUSE_BRIEF);
	struct sp_buf text;

	leave_out_points(step, c);
	sp_buf_init(&text, SIZE_MAX);
	render_clauses_join(step, c, CLAUSE_USEFUL, "; ", &text);
	if (render_has_article(sp_buf_str(&text)))
		text.data[0] = (char)sp_lower(text.data[0]);
	if (text.len > 0)
		sp_buf_addf(out, "; %s", sp_buf_str(&text));
	if (asks_back(step, seat))
		sp_buf_adds(out, "; you are asked");
	add_gains(step, seat, out);
	sp_buf_free(&text);
	sp_free(c);
}
