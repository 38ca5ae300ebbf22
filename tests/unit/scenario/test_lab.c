/* The scenarios of tests/rulesets, whose cards each show one thing that the
 * engine must do. */
#include <dirent.h>

#include "../fixtures.h"
#include "record/files.h"
#include "scenario.h"
#include "unit.h"

static struct sp_ruleset *load(const char *id)
{
	char *path = sp_xasprintf("%s/tests/rulesets", test_source_dir());
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };
	struct sp_files files;

	if (sp_record_files_named(&files, path, id, &e) != SP_OK ||
		sp_record_files_ruleset(&files, &r, &e) != SP_OK) {
		(void)fprintf(stderr, "%s: %s\n", id, e.text);
		CU_FAIL_FATAL("no such ruleset");
	}
	sp_record_files_free(&files);
	sp_free(path);
	return r;
}

static bool plays(
	const struct sp_ruleset *r, const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	struct sp_error e = { 0 };
	struct sp_buf text;
	bool right;

	sp_buf_init(&text, 1 << 16);
	EQUAL_INT_FATAL(sp_file_read(&text, path, &e), SP_OK);
	right = scenario_play(r, name, sp_buf_str(&text));
	sp_buf_free(&text);
	sp_free(path);
	return right;
}

static void play_all(const char *id)
{
	char *folder = sp_xasprintf(
		"%s/tests/rulesets/%s/scenarios", test_source_dir(), id);
	struct sp_ruleset *r = load(id);
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	int n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL) {
		size_t len = strlen(entry->d_name);

		if (len <= 4 || !sp_streq(entry->d_name + len - 4, ".txt"))
			continue;
		CU_ASSERT_TRUE(plays(r, folder, entry->d_name));
		n++;
	}
	(void)closedir(dir);
	CU_ASSERT(n > 0);
	sp_card_ruleset_free(r);
	sp_free(folder);
}

TEST("scenario/lab", "all of them come out as written")
{
	play_all("lab");
}

TEST("scenario/lab", "those of rims and hit points come out as written")
{
	play_all("rims");
}
