/*
 * `try declarations`: what they would have said. Each reaction is taken out of
 * the record as it opened, and looked at as its seat saw it then.
 */
#include "table/sitting.h"

#include "declare/declare.h"
#include "record/agents.h"
#include "record/then.h"

#define THINGS 3

struct trying {
	struct sp_sitting *sitting;
	struct sp_declarations d;
	struct sp_buf text;
	int n;
};

/* What nothing of the seat's own decides. */
static void add_undecided(
	const struct trying *t, const struct sp_live *past, struct sp_buf *out)
{
	const struct sp_sitting *sitting = t->sitting;
	enum sp_default d = SP_DEFAULT_ASK;

	if (!t->d.no_defaults && sp_table_round_has_defaults(sitting->scratch,
					 sitting->live, sitting->seat))
		d = sp_declare_default(
			past->ruleset, &past->game, sitting->seat);
	if (d != SP_DEFAULT_ASK)
		sp_buf_addf(out, "a public default passes for you (%s)",
			sp_declare_default_text(d));
	else if (sp_table_round_asks_nobody(sitting->live))
		sp_buf_adds(out, "no line of yours fits, so you pass");
	else
		sp_buf_adds(out, "no line of yours fits, so you are asked");
}

/* The answer of a line, as an order. */
static void add_decided(const struct trying *t, const struct sp_live *past,
	const struct sp_command *answer, int line, struct sp_buf *out)
{
	sp_buf_addf(out, "your line %d answers `", line + 1);
	sp_agent_understood(
		past->ruleset, &t->sitting->scratch->view, answer, out);
	sp_buf_addc(out, '`');
}

/* What a preference would have chosen where the seat was to choose. */
static void add_preferred(struct trying *t, const struct sp_live *past,
	const struct sp_game *view)
{
	struct sp_command choice;
	int line = -1;

	if (sp_declare_prefer(past->ruleset, view, t->sitting->seat, &t->d,
		    &choice, &line)) {
		sp_buf_addf(&t->text, "your line %d chooses `", line + 1);
		sp_agent_understood(past->ruleset, view, &choice, &t->text);
		sp_buf_addc(&t->text, '`');
	} else {
		sp_buf_adds(&t->text, "no line of yours can choose, so you are "
				      "asked");
	}
}

static void add_thing(
	const struct sp_live *past, const char *subject, void *payload)
{
	struct trying *t = payload;
	struct sp_game *view = &t->sitting->scratch->view;
	struct sp_declared_failure failed;
	struct sp_command answer;
	int declared;

	sp_game_view(&past->game, t->sitting->seat, view);
	if (view->decision.kind != SP_DECISION_REACTION) {
		sp_buf_addf(&t->text, "%s\n    ", subject);
		add_preferred(t, past, view);
		sp_buf_addc(&t->text, '\n');
		t->n++;
		return;
	}
	declared = sp_declare_answer(past->ruleset, view, t->sitting->seat,
		&t->d, 0, &answer, &failed);
	sp_buf_addf(&t->text, "%s\n    ", subject);
	if (declared == SP_DECLARED_ANSWER && failed.decided >= 0)
		add_decided(t, past, &answer, failed.decided, &t->text);
	else if (declared == SP_DECLARED_ANSWER)
		sp_buf_addf(&t->text,
			"your line %d fits and could not be played, so you "
			"pass",
			failed.line + 1);
	else if (failed.decided >= 0)
		sp_buf_addf(&t->text, "your line %d lets you be asked",
			failed.decided + 1);
	else
		add_undecided(t, past, &t->text);
	sp_buf_addc(&t->text, '\n');
	t->n++;
}

/* True if a line is about what the seat would choose itself. */
static bool have_preferences(const struct sp_declarations *d)
{
	for (int i = 0; i < d->n; i++)
		if (sp_starts(d->line[i].text, "when pushed") ||
			sp_starts(d->line[i].text, "when asked to discard"))
			return true;
	return false;
}

int sp_table_try_declarations(struct sp_sitting *sitting, struct sp_error *e)
{
	struct trying t = { .sitting = sitting };
	int rc;

	sp_record_agents_declarations(sitting->live, sitting->seat, &t.d);
	sp_buf_init(&t.text, 65536);
	rc = sp_record_then_asked(sitting->live, sitting->seat, THINGS,
		have_preferences(&t.d), add_thing, &t, e);
	if (rc == SP_OK && t.n == 0)
		sp_buf_adds(&t.text, "Nothing was announced so far that you "
				     "could have answered\n");
	if (rc == SP_OK)
		sp_json_set(sp_table_receipt_answer(sitting, SP_TABLE_TRIED),
			"table", sp_typeset_lines(sp_buf_str(&t.text)));
	sp_buf_free(&t.text);
	return rc;
}
