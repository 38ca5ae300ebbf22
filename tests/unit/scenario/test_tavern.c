/* The worked example of games/README.md, as whoever follows it would do it: a
 * school of one's own beside the shipped ones, and the scenarios that stand
 * there. */
#include "../card/kit.h"
#include "../fixtures.h"
#include "scenario.h"
#include "unit.h"

static char *manual(void)
{
	char *path = sp_xasprintf("%s/games/README.md", test_source_dir());
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, path, &e), SP_OK);
	sp_free(path);
	return sp_buf_take(&text);
}

/* The next block between lines of ```, and where it ends; the caller owns it;
 * NULL: there is none. */
static char *next_block(const char **at)
{
	const char *begin = strstr(*at, "\n```");
	const char *end;

	if (begin == NULL)
		return NULL;
	begin = strchr(begin + 1, '\n');
	end = begin == NULL ? NULL : strstr(begin, "\n```");
	if (end == NULL)
		return NULL;
	*at = end + 4;
	return sp_xstrndup(begin + 1, (size_t)(end - begin));
}

/* The shipped ruleset with the school of the example. */
static struct sp_ruleset *load(const char *school)
{
	struct kit kit = { .n = 0 };
	struct sp_ruleset *r;
	size_t n;
	const struct sp_ruleset_file *files = scene_files(&n);

	for (size_t i = 0; i < n; i++)
		kit.file[kit.n++] = files[i];
	kit_edit(&kit, "ruleset.json", "\"id\": \"wizwar8\"",
		"\"id\": \"tavern\"");
	kit_edit(&kit, "ruleset.json", "\"thaumaturgy\"]",
		"\"thaumaturgy\", \"homebrew\"]");
	kit_put(&kit, "cards/homebrew.json", school);
	r = kit_load(&kit);
	kit_free(&kit);
	return r;
}

/* The name in front of a block: "`second-wind-works`:" */
static char *name_of(const char *from, const char *to)
{
	const char *end = to;
	const char *begin;

	while (end > from && *end != '`')
		end--;
	begin = end - 1;
	while (begin > from && *begin != '`')
		begin--;
	return sp_xstrndup(begin + 1, (size_t)(end - begin - 1));
}

TEST("scenario/table", "a card of one's own")
{
	char *text = manual();
	const char *at = strstr(text, "\n## A card of your own");
	struct sp_ruleset *r;
	char *block;
	int played = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	block = next_block(&at);
	CU_ASSERT_PTR_NOT_NULL_FATAL(block);
	r = load(block);
	for (;;) {
		const char *before = at;
		const char *mark = strstr(at, "\n```");
		char *name = mark == NULL ? NULL : name_of(before, mark);

		sp_free(block);
		block = next_block(&at);
		if (block == NULL) {
			sp_free(name);
			break;
		}
		CU_ASSERT_TRUE(scenario_play(r, name, block));
		played++;
		sp_free(name);
	}
	EQUAL_INT(played, 4);
	sp_card_ruleset_free(r);
	sp_free(text);
}

/* A duration of 0 cancels the spell (rulebook, Duration). No card of the base
 * set can come to it, so this one is made for it. */
TEST("scenario/table", "a duration of 0")
{
	struct sp_ruleset *r = load(
		"{\"school\": \"homebrew\", \"name\": \"H\", \"cards\": [\n"
		"{\"id\": \"spurt\", \"name\": \"Spurt\", \"copies\": 1,\n"
		" \"source\": \"designed\", \"text\": \"For tests.\",\n"
		" \"plays\": [{\"as\": \"neutral\", \"range\": \"caster\",\n"
		"  \"lasts\": \"temporary\", \"tokens\": \"energy - 1\"}],\n"
		" \"while\": [{\"who\": \"me\", \"stat\": \"base_speed\",\n"
		"  \"add\": 2}]}]}\n");

	CU_ASSERT_TRUE(scenario_play(r, "duration 0",
		"players red blue\nred at d3\nred holds spurt\nblue at h5\n"
		"---\nred: cast spurt\nno spurt\nspurt discarded\n"
		"red moves 3\n"));
	CU_ASSERT_TRUE(scenario_play(r, "duration 3",
		"players red blue\nred at d3\nred holds spurt, energy-4\n"
		"blue at h5\n---\nred: cast spurt with energy-4\n"
		"spurt of red for 3\nred moves 5\n"));
	sp_card_ruleset_free(r);
}
