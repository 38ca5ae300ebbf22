/* Looking at rulesets and their cards. */
#include "audit/audit.h"

#include "audit/scenario_private.h"
#include "cardtext/cardtext.h"
#include "record/files.h"

/* ---- ruleset check ------------------------------------------------------- */

static void option_text(const struct sp_option *o, struct sp_buf *text)
{
	sp_buf_addf(text, "  %-20s", o->name);
	if (o->is_number)
		sp_buf_addf(text, " %d to %d, usually %d\n", o->min, o->max,
			o->number);
	for (int i = 0; i < o->n_choices; i++)
		sp_buf_addf(
			text, "%s%s", i > 0 ? ", " : " ", o->choice[i].word);
	if (o->n_choices > 0)
		sp_buf_addf(text, "; usually %s\n", o->choice[0].word);
	if (o->text[0] != '\0')
		sp_buf_addf(text, "  %-20s %s\n", "", o->text);
}

static json_t *option_json(const struct sp_option *o)
{
	json_t *json = json_object();
	json_t *words = json_array();

	sp_json_set_string(json, "name", o->name);
	sp_json_set_string(json, "text", o->text);
	if (o->is_number) {
		sp_json_set_int(json, "min", o->min);
		sp_json_set_int(json, "max", o->max);
		sp_json_set_int(json, "default", o->number);
		json_decref(words);
		return json;
	}
	for (int i = 0; i < o->n_choices; i++)
		json_array_append_new(words, json_string(o->choice[i].word));
	sp_json_set(json, "words", words);
	if (o->n_choices > 0)
		sp_json_set_string(json, "default", o->choice[0].word);
	return json;
}

/* How many of a school's cards are ready, and how many kinds it has. */
static void count_school(
	const struct sp_ruleset *r, int school, int *kinds, int *ready)
{
	bool seen[SP_CARD_TYPES_MAX] = { false };
	const struct sp_school *s = &r->school[school];

	*kinds = *ready = 0;
	for (int i = s->first; i < s->first + s->n; i++) {
		*ready += r->card[r->type[i]].ready;
		*kinds += !seen[r->type[i]];
		seen[r->type[i]] = true;
	}
}

static json_t *schools(const struct sp_ruleset *r, struct sp_buf *text)
{
	json_t *list = json_array();

	for (int i = 0; i < r->n_schools; i++) {
		const struct sp_school *s = &r->school[i];
		json_t *json = json_object();
		int kinds, ready;
		count_school(r, i, &kinds, &ready);
		sp_json_set_string(json, "id", s->id);
		sp_json_set_string(json, "name", s->name);
		sp_json_set_int(json, "cards", s->n);
		sp_json_set_int(json, "kinds", kinds);
		sp_json_set_int(json, "ready", ready);
		json_array_append_new(list, json);
		sp_buf_addf(text, "  %-20s %3d cards of %d kinds, ", s->name,
			s->n, kinds);
		if (s->ready)
			sp_buf_adds(text, "ready\n");
		else
			sp_buf_addf(text, "draft: %d ready\n", ready);
	}
	return list;
}

static json_t *summary(
	const struct sp_ruleset *r, size_t n_scenarios, struct sp_buf *text)
{
	json_t *json = json_object();
	json_t *options = json_array();

	sp_json_set_string(json, "id", r->id);
	sp_json_set_string(json, "title", r->title);
	if (r->edition[0] != '\0')
		sp_json_set_string(json, "edition", r->edition);
	sp_json_set_int(json, "kinds", r->n_cards);
	sp_json_set_int(json, "cards", r->n_copies);
	sp_json_set_int(json, "scenarios", (long long)n_scenarios);
	sp_buf_addf(text, "%s: %s\n%d sectors, %d layouts", r->id, r->title,
		r->boards.n_sectors, r->boards.n_layouts);
	if (r->n_schools > 0)
		sp_buf_addf(text, ", %d cards of %d kinds in %d school%s",
			r->n_copies, r->n_cards, r->n_schools,
			sp_plural(r->n_schools));
	sp_buf_addf(text, "\n%zu scenario%s, all as written\n", n_scenarios,
		sp_plural(n_scenarios));
	sp_json_set(json, "schools", schools(r, text));
	sp_buf_adds(text, "options:\n");
	for (int i = 0; i < r->n_options; i++) {
		json_array_append_new(options, option_json(&r->option[i]));
		option_text(&r->option[i], text);
	}
	sp_json_set(json, "options", options);
	return json;
}

static json_t *list_problems(const char *folder,
	const struct sp_problems *problems, struct sp_buf *text)
{
	json_t *json = json_object();
	json_t *list = json_array();
	size_t len = strlen(folder);

	while (len > 1 && folder[len - 1] == '/')
		len--;
	for (int i = 0; i < problems->n; i++) {
		json_t *entry = json_object();
		const char *said = problems->problem[i].text;
		char *file = sp_xstrndup(said, strcspn(said, ":"));
		sp_json_set_string(entry, "file", file);
		sp_free(file);
		sp_json_set_int(entry, "line", problems->problem[i].line);
		if (problems->problem[i].column > 0)
			sp_json_set_int(
				entry, "column", problems->problem[i].column);
		sp_json_set_string(entry, "text", problems->problem[i].text);
		json_array_append_new(list, entry);
		sp_buf_addf(text, "%.*s/%s\n", (int)len, folder,
			problems->problem[i].text);
	}
	if (problems->more)
		sp_buf_adds(text, "and more behind these\n");
	sp_json_set(json, "problems", list);
	return json;
}

int sp_audit_rulebook_check(const char *folder, json_t **json,
	struct sp_buf *text, bool *good, struct sp_error *e)
{
	struct sp_problems *problems;
	struct sp_ruleset *r = NULL;
	struct sp_files files;
	size_t n_scenarios = 0;
	int rc = sp_record_files_read(&files, folder, e);

	*good = false;
	if (rc != SP_OK)
		return rc;
	problems = sp_xcalloc(1, sizeof(*problems));
	if (sp_record_files_check(&files, &r, problems) == SP_OK)
		rc = audit_scenarios_check(
			r, folder, &n_scenarios, problems, e);
	*good = rc == SP_OK && problems->n == 0;
	if (rc == SP_OK)
		*json = *good ? summary(r, n_scenarios, text)
			      : list_problems(folder, problems, text);
	sp_card_ruleset_free(r);
	sp_free(problems);
	sp_record_files_free(&files);
	return rc;
}

/* ---- card -----------------------------------------------------------------
 */

int sp_audit_rulebook_card(const char *rulesets, const char *ruleset,
	const char *name, json_t **json, struct sp_buf *text,
	struct sp_error *e)
{
	struct sp_ruleset *r = NULL;
	struct sp_files files;
	int type;
	int rc = sp_record_files_named(&files, rulesets, ruleset, e);

	if (rc != SP_OK)
		return rc;
	rc = sp_record_files_ruleset(&files, &r, e);
	sp_record_files_free(&files);
	if (rc == SP_OK)
		rc = sp_record_files_find_card(r, name, &type, e);
	if (rc == SP_OK) {
		*json = sp_audit_card_json(r, type);
		sp_cardtext_page(r, type, text);
	}
	sp_card_ruleset_free(r);
	return rc;
}
