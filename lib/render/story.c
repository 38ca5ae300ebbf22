/*
 * What happened, in English: commit subjects and reports.
 */
#include "render/clause.h"

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

/* Inside a line a sentence begins small unless it begins with a name. */
bool render_has_article(const char *text)
{
	return sp_starts(text, "The ") || sp_starts(text, "A ") ||
	       sp_starts(text, "It ") || sp_starts(text, "Nobody ") ||
	       sp_starts(text, "One of ") || sp_starts(text, "One part of ");
}

static void set_apart(const char *between, struct sp_buf *out)
{
	if (*between == '.') {
		sp_render_add_stop(out);
		between++;
	}
	sp_buf_adds(out, between);
}

/* Clauses of one seat in a row make one sentence: "Red walks ..., picks up ...
 * and ends the turn". Others are set apart by `between`. */
void render_clauses_join(const struct sp_render_step *step,
	const struct clauses *c, enum clause_weight least, const char *between,
	struct sp_buf *out)
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
			if (!first)
				set_apart(between, out);
			if (k->seat != SP_NOBODY) {
				sp_render_actor(step->ruleset, step->after,
					k->seat, name);
				if (first || *between == '.')
					*name = (char)sp_upper(
						(unsigned char)*name);
				sp_buf_addf(out, "%s ", name);
				sp_buf_adds(out, k->text);
			} else {
				char initial = k->text[0];
				if (!first && *between != '.' &&
					render_has_article(k->text))
					initial = (char)sp_lower(initial);
				sp_buf_addc(out, initial);
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

/* Of a command that nobody can see anything of. */
static void add_bare_subject(
	const struct sp_render_step *step, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	if (step->command == NULL || step->command->seat == SP_NOBODY) {
		sp_buf_adds(out, "The game goes on");
		return;
	}
	if (step->command->verb == SP_VERB_ANSWER) {
		sp_buf_adds(out, "All who were asked have answered");
		return;
	}
	sp_render_seat(step->after, step->command->seat, name);
	sp_buf_addf(out, "%s %s", name,
		step->command->verb == SP_VERB_DISCARD ? "ends the move phase"
						       : "has answered");
}

/* What is too long ends behind a whole clause, if there is one; how the game
 * ended stands behind that, or alone. */
static void cut(const struct sp_render_step *step, struct sp_buf *line)
{
	size_t most = SP_TYPESET_COLUMNS - 3, at = 0;
	struct sp_buf end;

	sp_buf_init(&end, SIZE_MAX);
	if (step->after->status == SP_GAME_OVER) {
		sp_buf_addc(&end, ' ');
		render_outcome(step->after, &end);
	}
	most -= end.len;
	for (size_t i = most - 2; at == 0 && i > 0; i--)
		if (line->data[i] == ';' || line->data[i] == ',')
			at = i + 2;
	if (at == 0 && end.len > 0) {
		sp_buf_clear(line);
		sp_buf_adds(line, sp_buf_str(&end) + 1);
	} else {
		sp_buf_truncate(line, at == 0 ? most : at);
		sp_buf_addf(line, "...%s", sp_buf_str(&end));
	}
	sp_buf_free(&end);
}

void sp_render_subject(const struct sp_render_step *step, struct sp_buf *out)
{
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	for (size_t i = 0; i < SP_ARRAY_LEN(subject_ways); i++) {
		struct clauses *c =
			render_clauses_new(step, subject_ways[i].form);

		sp_buf_clear(&line);
		if (step->before == NULL)
			sp_buf_adds(&line, "The game starts; ");
		render_clauses_join(
			step, c, subject_ways[i].least, "; ", &line);
		/* nothing but details: they are all there is to say */
		if (line.len == 0)
			render_clauses_join(
				step, c, CLAUSE_DETAIL, "; ", &line);
		sp_free(c);
		if (line.len <= SP_TYPESET_COLUMNS)
			break;
	}
	if (line.len == 0)
		add_bare_subject(step, &line);
	if (line.len > SP_TYPESET_COLUMNS)
		cut(step, &line);
	sp_buf_adds(out, sp_buf_str(&line));
	sp_buf_free(&line);
}

void sp_render_subject_root(
	const struct sp_setup *setup, bool whole, struct sp_buf *out)
{
	const char *hyphen = strrchr(setup->gid, '-');
	size_t n = hyphen != NULL ? (size_t)(hyphen - setup->gid)
				  : strlen(setup->gid);
	char label[SP_RENDER_NAME_SIZE], seats[SP_RENDER_NAME_SIZE];
	size_t start = out->len;

	render_number(setup->n_seats, seats);
	sp_render_capital(setup->gid, label);
	sp_buf_addf(out, "%.*s: %s seats", (int)n, label, seats);
	for (int i = 0; i < setup->n_options; i++) {
		const struct sp_option_value *o = &setup->option[i];

		if (!whole && out->len - start + strlen(o->name) +
					      strlen(o->value) + 3 >
				      SP_TYPESET_COLUMNS - 5) {
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
	struct clauses *c = render_clauses_new(step, CLAUSE_FULL);

	render_clauses_join(step, c, CLAUSE_DETAIL, ".\n", out);
	if (c->n > 0) {
		sp_render_add_stop(out);
		sp_buf_addc(out, '\n');
	}
	sp_free(c);
}

/* `g` NULL, or no turn yet: the setup. */
void sp_render_report_begin(
	const char *previous, const struct sp_game *g, struct sp_buf *out)
{
	char heading[2 * SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];

	if (g == NULL || g->turn == 0) {
		sp_format(heading, sizeof(heading), "Setup\n");
	} else {
		sp_render_seat(g, g->active, name);
		sp_format(heading, sizeof(heading), "Turn %d: %s\n", g->turn,
			name);
	}
	if (previous != NULL && sp_starts(previous, heading))
		sp_buf_adds(out, previous);
	else
		sp_buf_adds(out, heading);
}

void sp_render_report_add(const char *previous, const struct sp_game *g,
	const char *sentence, struct sp_buf *out)
{
	sp_render_report_begin(previous, g, out);
	sp_buf_addf(out, "  %s", sentence);
	sp_render_add_stop(out);
	sp_buf_addc(out, '\n');
}

void sp_render_report(const char *previous, const struct sp_render_step *step,
	struct sp_buf *out)
{
	struct sp_buf story;
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_render_report_begin(previous, step->before, out);
	sp_buf_init(&story, SIZE_MAX);
	sp_render_story(step, &story);
	sp_cursor_init(&c, sp_buf_str(&story), story.len);
	while (sp_cursor_line(&c, &line, &n))
		sp_buf_addf(out, "  %.*s\n", (int)n, line);
	sp_buf_free(&story);
}
