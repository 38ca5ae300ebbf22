/* What the player sees: the receipt of their line, what happened since, the
 * board, and what they are asked or might do. All words are those of templates
 * (templates/en/play). */
#include "parlour_private.h"

#include "record/history.h"
#include "table/context.h"

#define COLUMNS_MOST 100 /* longer lines are hard to read */

json_t *parlour_context(struct sp_parlour *p)
{
	json_t *context = sp_table_context(&p->scratch, p->live, p->seat);

	sp_json_set_bool(context, "play", true);
	return context;
}

/* ---- what happened ------------------------------------------------------ */

static bool is_begun(const json_t *now, const json_t *told)
{
	size_t n = json_array_size(told);

	if (n == 0 || n > json_array_size(now))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!json_equal(
			    json_array_get(now, i), json_array_get(told, i)))
			return false;
	return true;
}

/* What of the story since the player's last turn was not told yet; a heading
 * above it says whose turn it is of. */
static json_t *untold(const json_t *now, const json_t *told)
{
	size_t from = is_begun(now, told) ? json_array_size(told) : 0;
	json_t *out = json_array();
	const json_t *line;
	size_t heading = from;

	while (heading > 0 && heading < json_array_size(now) &&
		json_string_value(json_array_get(now, heading))[0] == ' ')
		heading--;
	if (heading < from)
		json_array_append(out, json_array_get(now, heading));
	for (size_t i = from; i < json_array_size(now); i++) {
		line = json_array_get(now, i);
		json_array_append(out, (json_t *)(uintptr_t)line);
	}
	return out;
}

/* In the middle of the player's own turn receipts tell all that happens. */
static bool tells_story(const struct sp_parlour *p)
{
	const struct sp_game *g = &p->live->game;

	return (g->status == SP_GAME_OVER && !p->ended) ||
	       sp_game_plays(g) != p->seat || g->turn != p->turn;
}

static int set_story(struct sp_parlour *p, json_t *context, struct sp_error *e)
{
	json_t *now = NULL, *lines, *news;
	bool fresh = p->told == NULL;
	int rc;

	news = sp_table_news_take(p->live, p->seat);
	if (!tells_story(p)) {
		sp_json_set(context, "news", news);
		return SP_OK;
	}
	rc = sp_record_story(p->live, 1, p->seat, &now, e);
	if (rc != SP_OK) {
		json_decref(news);
		return rc;
	}
	lines = untold(now, p->told);
	sp_json_set_bool(context, "heard", !fresh && is_begun(now, p->told));
	sp_json_set_bool(context, "first",
		fresh && p->live->game.turn <= p->live->setup.n_seats);
	json_decref(p->told);
	p->told = now;
	json_array_extend(lines, news);
	json_decref(news);
	sp_json_set(context, "story", lines);
	return SP_OK;
}

/* ---- what they might do ------------------------------------------------- */

static void set_suggestions(struct sp_parlour *p, json_t *context)
{
	p->n_suggestions = sp_table_suggest(&p->scratch, p->live, p->seat,
		p->suggestion, SP_AGENT_SUGGEST_MAX);
	sp_json_set(context, "suggestions",
		sp_table_numbered(
			p->live, p->seat, p->suggestion, p->n_suggestions));
}

/* ---- the page ----------------------------------------------------------- */

static void set_question(struct sp_parlour *p, json_t *context)
{
	const struct sp_game *g = &p->live->game;

	if (!sp_table_awaited_seat(&p->scratch, p->live, p->seat))
		return;
	if (g->decision.kind != SP_DECISION_TURN) {
		sp_table_context_question(
			&p->scratch, p->live, p->seat, context);
		sp_json_set_bool(context, sp_render_question_template(g), true);
	}
	if (!sp_words_asks_names(sp_vocable_asked(g, p->seat)))
		set_suggestions(p, context);
}

/* "Round 3 of 20": it ends the game. */
static void set_round(const struct sp_parlour *p, json_t *context)
{
	const struct sp_game *g = &p->live->game;
	char text[SP_RENDER_NAME_SIZE];

	if (g->round == 0)
		return;
	sp_format(
		text, sizeof(text), "Round %u of %u", g->round, g->rounds_max);
	sp_json_set_string(context, "round", text);
}

static void set_end(const struct sp_parlour *p, json_t *context)
{
	const struct sp_game *g = &p->live->game;
	json_t *end = json_object();

	sp_json_set_bool(end, "won", g->winner == p->seat);
	sp_json_set_bool(
		end, "lost", g->winner != SP_NOBODY && g->winner != p->seat);
	sp_json_set_bool(end, "resigned", p->resigned);
	/* else nobody is alive, which the outcome says */
	if (g->outcome == SP_OUTCOME_DRAW && sp_game_alive(g) > 0)
		sp_json_set_int(end, "rounds", g->rounds_max);
	sp_json_set_string(end, "path", sp_parlour_path(p));
	sp_json_set(context, "ended", end);
}

/* Parts of a page that say nothing leave empty lines: one stays of several. */
static void add_page(const char *text, struct sp_buf *out)
{
	struct sp_cursor c;
	const char *line;
	bool empty = true;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		if (n > 0 && empty && out->len > 0)
			sp_buf_addc(out, '\n');
		if (n > 0)
			sp_buf_addf(out, "%.*s\n", (int)n, line);
		empty = n == 0;
	}
}

int parlour_show(struct sp_parlour *p, json_t *receipt, bool board, bool whole,
	struct sp_buf *out, struct sp_error *e)
{
	const struct sp_game *g = &p->live->game;
	struct sp_buf body;
	json_t *context = parlour_context(p);
	bool over = g->status == SP_GAME_OVER && (!p->ended || board);
	bool begins =
		!over && sp_game_plays(g) == p->seat && g->turn != p->turn;
	int rc;

	p->n_suggestions = 0;
	if (receipt != NULL)
		json_object_update(context, receipt);
	json_decref(receipt);
	rc = set_story(p, context, e);
	bool asked = sp_table_awaited_seat(&p->scratch, p->live, p->seat) &&
		     g->decision.kind != SP_DECISION_TURN &&
		     g->decision.number != p->decision;
	set_question(p, context);
	set_round(p, context);
	sp_json_set_bool(context, "whole", whole || begins || over);
	sp_json_set_bool(context, "drawn", board || begins || over || asked);
	p->decision = g->decision.number;
	if (over)
		set_end(p, context);
	p->ended = g->status == SP_GAME_OVER;
	if (sp_game_plays(g) == p->seat)
		p->turn = g->turn;
	sp_buf_init(&body, SIZE_MAX);
	if (rc == SP_OK)
		rc = sp_typeset_screen(p->house.templates, "play/screen",
			context, p->columns, &body, e);
	if (rc == SP_OK)
		add_page(sp_buf_str(&body), out);
	sp_buf_free(&body);
	json_decref(context);
	return rc;
}

void sp_parlour_fit(struct sp_parlour *p, size_t columns)
{
	p->columns = columns < SP_TYPESET_COLUMNS ? SP_TYPESET_COLUMNS
		     : columns > COLUMNS_MOST     ? COLUMNS_MOST
						  : columns;
}

int sp_parlour_look(
	struct sp_parlour *p, struct sp_buf *out, struct sp_error *e)
{
	p->turn = 0;
	return parlour_show(p, NULL, true, true, out, e);
}
