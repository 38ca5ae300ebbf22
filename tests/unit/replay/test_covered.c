/* What the recorded games of this engine level cover of the shipped ruleset. */
#include "../fixtures.h"
#include "card/card.h"
#include "record/files.h"
#include "unit.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>

#define GAMES_WITH_CARDS 24

/* A word of an option that does something to the engine is in some game; the
 * others are of mails and clocks. */
static const char *const of_mails[] = { "windows", "deadline" };

struct covered {
	const struct sp_ruleset *ruleset;
	uint32_t word[SP_OPTIONS_MAX]; /* bits, by option */
	uint32_t schools;
	int with_cards;
};

static json_t *read_json(const char *folder, const char *game, const char *file)
{
	char *path = sp_xasprintf("%s/%s/%s", folder, game, file);
	json_t *root = json_load_file(path, 0, NULL);

	sp_free(path);
	return root;
}

static void add_options(struct covered *c, const json_t *options)
{
	for (int i = 0; i < c->ruleset->n_options; i++) {
		const struct sp_option *o = &c->ruleset->option[i];
		const char *value =
			json_string_value(json_object_get(options, o->name));

		for (int k = 0; k < o->n_choices; k++)
			if (value == NULL ? k == 0
					  : sp_streq(o->choice[k].word, value))
				c->word[i] |= 1U << k;
	}
}

static void add_schools(struct covered *c, const json_t *decks)
{
	c->with_cards += json_array_size(decks) > 0;
	for (size_t d = 0; d < json_array_size(decks); d++) {
		const json_t *list =
			json_object_get(json_array_get(decks, d), "schools");

		for (size_t i = 0; i < json_array_size(list); i++) {
			const char *id =
				json_string_value(json_array_get(list, i));
			int school =
				sp_card_school_of(c->ruleset, id, strlen(id));

			CU_ASSERT_FATAL(school >= 0);
			c->schools |= 1U << school;
		}
	}
}

static void look(struct covered *c, const char *folder, const char *game)
{
	json_t *setup = read_json(folder, game, "game.json");
	json_t *end = read_json(folder, game, "end.json");

	CU_ASSERT_PTR_NOT_NULL_FATAL(setup);
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	if (sp_streq(json_string_value(json_object_get(setup, "ruleset")),
		    c->ruleset->id)) {
		add_options(c, json_object_get(setup, "options"));
		add_schools(c, json_object_get(end, "decks"));
	}
	json_decref(setup);
	json_decref(end);
}

static bool is_of_mails(const struct sp_option *o)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(of_mails); i++)
		if (sp_starts(o->name, of_mails[i]))
			return true;
	return false;
}

/* Says what is missing. */
static void check(const struct covered *c)
{
	for (int i = 0; i < c->ruleset->n_options; i++) {
		const struct sp_option *o = &c->ruleset->option[i];

		for (int k = 0; k < o->n_choices && !is_of_mails(o); k++) {
			if ((c->word[i] >> k & 1U) != 0)
				continue;
			(void)fprintf(stderr, "nowhere: %s=%s\n", o->name,
				o->choice[k].word);
			CU_FAIL("a word of an option is in no recorded game");
		}
	}
	for (int i = 0; i < c->ruleset->n_schools; i++) {
		if ((c->schools >> i & 1U) != 0)
			continue;
		(void)fprintf(
			stderr, "nowhere: %s\n", c->ruleset->school[i].id);
		CU_FAIL("a school is in no recorded game");
	}
}

TEST("replay/covered", "every option and school is in a recorded game")
{
	char *shipped = sp_xasprintf("%s/games/wizwar8", test_source_dir());
	char *folder = sp_xasprintf(
		"%s/tests/replay/%d", test_source_dir(), SP_ENGINE_LEVEL);
	struct sp_ruleset *ruleset = NULL;
	struct covered c = { 0 };
	struct sp_files files = { 0 };
	struct dirent *entry;
	DIR *dir = opendir(folder);

	EQUAL_INT_FATAL(sp_record_files_read(&files, shipped, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_record_files_ruleset(&files, &ruleset, NULL), SP_OK);
	c.ruleset = ruleset;
	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' &&
			!sp_streq(entry->d_name, "rulesets"))
			look(&c, folder, entry->d_name);
	closedir(dir);
	check(&c);
	CU_ASSERT(c.with_cards >= GAMES_WITH_CARDS);
	sp_card_ruleset_free(ruleset);
	sp_record_files_free(&files);
	sp_free(folder);
	sp_free(shipped);
}
