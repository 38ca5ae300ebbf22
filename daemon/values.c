/*
 * What the value of an option may be, where that is known: words out of a
 * ruleset, for shells to complete.
 */
#include "bot/bot.h"
#include "call.h"
#include "record/files.h"

#define FEW 10 /* so many numbers are listed, where there are no more */

static void add_bots(struct sp_buf *text, const struct sp_ruleset *r)
{
	(void)r;
	sp_bot_list("\n", text);
	sp_buf_adds(text, "\n");
}

static void add_cards(struct sp_buf *text, const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_cards; i++)
		sp_buf_addf(text, "%s\n", r->card[i].id);
}

static void add_colours(struct sp_buf *text, const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_colours; i++)
		sp_buf_addf(text, "%s\n", r->colour[i]);
}

/* "windows=ask"; "deadline=", whose number the user knows. */
static void add_options(struct sp_buf *text, const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_options; i++) {
		const struct sp_option *o = &r->option[i];
		bool few = o->is_number && o->max - o->min < FEW;

		for (int k = 0; k < o->n_choices; k++)
			sp_buf_addf(
				text, "%s=%s\n", o->name, o->choice[k].word);
		for (int n = o->min; few && n <= o->max; n++)
			sp_buf_addf(text, "%s=%d\n", o->name, n);
		if (o->is_number && !few)
			sp_buf_addf(text, "%s=\n", o->name);
	}
}

/* "red=", and an address behind it, or a bot. */
static void add_seats(struct sp_buf *text, const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_colours; i++) {
		sp_buf_addf(text, "%s=\n", r->colour[i]);
		for (int b = 0; b < SP_BOT_COUNT; b++)
			sp_buf_addf(text, "%s=bot:%s\n", r->colour[i],
				sp_bot_name((enum sp_bot)b));
	}
}

static const struct words {
	const char *what;
	void (*add)(struct sp_buf *text, const struct sp_ruleset *r);
} words[] = {
	{ "bots", add_bots },
	{ "cards", add_cards },
	{ "colours", add_colours },
	{ "options", add_options },
	{ "seats", add_seats },
};

static int read_ruleset(struct sp_ruleset **out, const char *rulesets,
	const char *name, struct sp_error *e)
{
	struct sp_files files = { 0 };
	int rc = sp_record_files_named(
		&files, rulesets, name != NULL ? name : "wizwar8", e);

	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&files, out, e);
	sp_record_files_free(&files);
	return rc;
}

int daemon_complete_words(struct sp_buf *text, const char *what,
	const char *config_path, const char *ruleset, struct sp_error *e)
{
	struct sp_ruleset *r = NULL;
	struct sp_config config;
	size_t i = 0;
	int rc;

	while (i < SP_ARRAY_LEN(words) && !sp_streq(words[i].what, what))
		i++;
	if (i == SP_ARRAY_LEN(words) && !sp_streq(what, "rulesets"))
		return sp_error_set(e, SP_EINVAL,
			"`%s` is nothing that is completed: write bots, cards, "
			"colours, options, rulesets or seats",
			what);
	rc = daemon_config(&config, config_path, e);
	if (rc == SP_OK && i == SP_ARRAY_LEN(words)) {
		sp_record_files_list(config.rulesets, "\n", text);
		if (text->len > 0)
			sp_buf_addc(text, '\n');
		return SP_OK;
	}
	if (rc == SP_OK)
		rc = read_ruleset(&r, config.rulesets, ruleset, e);
	if (rc == SP_OK)
		words[i].add(text, r);
	sp_card_ruleset_free(r);
	return rc;
}
