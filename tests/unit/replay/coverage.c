#include "coverage.h"

#include "fixtures.h"
#include "unit.h"

#define SHIPPED "wizwar8"
#define FEW     8 /* numbers of a range that are all wanted */

static const char *const decision_name[] = {
	[SP_DECISION_NONE] = NULL,
	[SP_DECISION_TURN] = "turn",
	[SP_DECISION_REACTION] = "reaction",
	[SP_DECISION_CHOICE] = "choice",
	[SP_DECISION_DISCARD] = "discard",
};

/* Events that no game on the shipped ruleset has: it has no operation that
 * makes them, or they are a limit that only a test's position reaches. */
static const enum sp_event_kind impossible[] = {
	SP_EVENT_ACTIVATED,
	SP_EVENT_AGREED,
	SP_EVENT_AIMED,
	SP_EVENT_BEGUN,
	SP_EVENT_BELIEVED,
	SP_EVENT_CONTROLLED,
	SP_EVENT_COPIED,
	SP_EVENT_DEALT,
	SP_EVENT_DEAL_OFF,
	SP_EVENT_DIE_SET,
	SP_EVENT_EXTENDED,
	SP_EVENT_HALVED,
	SP_EVENT_IDLE,
	SP_EVENT_LINKED,
	SP_EVENT_NO_ROOM, /* of things on the board */
	SP_EVENT_OWNED,
	SP_EVENT_PERISHED,
	SP_EVENT_PROPOSED,
	SP_EVENT_PUT,
	SP_EVENT_RESTED,
	SP_EVENT_SECTOR_MOVED,
	SP_EVENT_SHOWN,
	SP_EVENT_SIDES_JOINED,
	SP_EVENT_SUMMONED,
	SP_EVENT_TIRED, /* of steps */
	SP_EVENT_TURNED,
	SP_EVENT_TURNS,
	SP_EVENT_TURN_LOST,
	SP_EVENT_TURN_PLAYED,
	SP_EVENT_UNANSWERED, /* of rounds inside rounds */
	SP_EVENT_UNLINKED,
	SP_EVENT_WITHDRAWN,
	SP_EVENT_WOUNDED,
};

/* ---- what a recording shows -----------------------------------------------
 */

static bool has(const struct coverage *c, const char *what)
{
	for (int i = 0; i < c->n; i++)
		if (sp_streq(c->what[i], what))
			return true;
	return false;
}

static void note(struct coverage *c, const char *kind, const char *name,
	const char *value)
{
	char what[160];

	sp_format(what, sizeof(what), "%s %s%s%s", kind, name,
		value != NULL ? "=" : "", value != NULL ? value : "");
	if (has(c, what))
		return;
	CU_ASSERT_TRUE_FATAL(c->n < COVERAGE_MAX);
	sp_format(c->what[c->n++], sizeof(c->what[0]), "%s", what);
}

/* Every number of a short range is wanted; of a long one the default and one
 * other. */
static bool is_short(const struct sp_option *o)
{
	return o->max - o->min < FEW;
}

static bool has_word(const struct sp_option *o, const char *word)
{
	for (int i = 0; i < o->n_choices; i++)
		if (sp_streq(o->choice[i].word, word))
			return true;
	return false;
}

static void add_option(struct coverage *c, const struct sp_option *o,
	const struct sp_setup *setup)
{
	const char *value = sp_state_setup_option(setup, o->name);
	char number[16];

	sp_format(number, sizeof(number), "%d", o->number);
	if (value == NULL)
		value = o->is_number ? number : o->choice[0].word;
	else if (o->is_number && !is_short(o))
		value = "another";
	else if (o->has_schools && !has_word(o, value))
		value = "named";
	note(c, "option", o->name, value);
}

void coverage_add(struct coverage *c, const struct recording *r)
{
	const struct sp_ruleset *ruleset = r->ruleset;

	if (!sp_streq(r->setup.ruleset, SHIPPED))
		return;
	for (int i = 0; i < ruleset->n_options; i++)
		add_option(c, &ruleset->option[i], &r->setup);
	if (!r->seen[SP_EVENT_DECK])
		return;
	c->with_cards++;
	note(c, "ending", ending_name[recording_ending(r)], NULL);
	for (int i = 0; i < ruleset->n_schools; i++)
		if (r->schools >> i & 1U)
			note(c, "school", ruleset->school[i].id, NULL);
	for (int i = SP_DECISION_TURN; i <= SP_DECISION_DISCARD; i++)
		if (r->asked[i])
			note(c, "decision", decision_name[i], NULL);
	for (int i = 0; i < SP_EVENT_COUNT; i++)
		if (r->seen[i])
			note(c, "event", recording_event_name(i), NULL);
}

/* ---- what is missing ------------------------------------------------------
 */

static void want(const struct coverage *c, struct sp_buf *out, const char *kind,
	const char *name, const char *value)
{
	char what[160];

	sp_format(what, sizeof(what), "%s %s%s%s", kind, name,
		value != NULL ? "=" : "", value != NULL ? value : "");
	if (!has(c, what))
		sp_buf_addf(out, "\n%s\n", what);
}

static void want_option(
	const struct coverage *c, struct sp_buf *out, const struct sp_option *o)
{
	char number[16];

	for (int i = 0; i < o->n_choices; i++)
		want(c, out, "option", o->name, o->choice[i].word);
	if (o->has_schools)
		want(c, out, "option", o->name, "named");
	if (!o->is_number)
		return;
	for (int n = o->min; n <= o->max && is_short(o); n++) {
		sp_format(number, sizeof(number), "%d", n);
		want(c, out, "option", o->name, number);
	}
	if (is_short(o))
		return;
	sp_format(number, sizeof(number), "%d", o->number);
	want(c, out, "option", o->name, number);
	want(c, out, "option", o->name, "another");
}

static bool is_impossible(int kind)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(impossible); i++)
		if (kind == (int)impossible[i])
			return true;
	return false;
}

static void want_events(const struct coverage *c, struct sp_buf *out)
{
	char what[160];

	for (int i = 0; i < SP_EVENT_COUNT; i++) {
		const char *name = recording_event_name(i);

		sp_format(what, sizeof(what), "event %s", name);
		if (!is_impossible(i))
			want(c, out, "event", name, NULL);
		else if (has(c, what))
			sp_buf_addf(out, "\n%s happens, after all\n", what);
	}
}

void coverage_missing(const struct coverage *c,
	const struct sp_ruleset *shipped, struct sp_buf *out)
{
	for (int i = 0; i < ENDING_COUNT; i++)
		want(c, out, "ending", ending_name[i], NULL);
	for (int i = 0; i < shipped->n_schools; i++)
		if (sp_card_school_is_dealt(shipped, i))
			want(c, out, "school", shipped->school[i].id, NULL);
	for (int i = 0; i < shipped->n_options; i++)
		want_option(c, out, &shipped->option[i]);
	for (int i = SP_DECISION_TURN; i <= SP_DECISION_DISCARD; i++)
		want(c, out, "decision", decision_name[i], NULL);
	want_events(c, out);
}

/* ---- the shipped ruleset --------------------------------------------------
 */

static void exchange(struct sp_files *files, const char *from, const char *to)
{
	for (size_t i = 0; i < files->n; i++) {
		if (!sp_streq(files->path[i], "ruleset.json"))
			continue;
		char *text = sp_xstrndup(files->text[i], files->len[i]);
		char *at = strstr(text, from);

		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		sp_free(files->text[i]);
		files->text[i] = sp_xasprintf("%.*s%s%s", (int)(at - text),
			text, to, at + strlen(from));
		files->len[i] = strlen(files->text[i]);
		sp_free(text);
	}
}

struct sp_ruleset *coverage_ruleset(const char *from, const char *to)
{
	char *path = sp_xasprintf("%s/games", test_source_dir());
	struct sp_ruleset *ruleset = NULL;
	struct sp_files files;
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(
		sp_record_files_named(&files, path, SHIPPED, &e), SP_OK);
	if (from != NULL)
		exchange(&files, from, to);
	if (sp_record_files_ruleset(&files, &ruleset, &e) != SP_OK) {
		fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("the shipped ruleset does not load");
	}
	sp_record_files_free(&files);
	sp_free(path);
	return ruleset;
}
