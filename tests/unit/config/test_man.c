/* The manual page has every key of the table, in its section, with its default,
 * and no other. */
#include "config/config_private.h"
#include "config_tests.h"

#include "../fixtures.h"

/* "\fBkey\fR = value" as man(7) has it */
static char *entry(const struct sp_config_key *k)
{
	const char *quote = k->kind == SP_KEY_NUMBER ? "" : "\\(dq";
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_buf_addf(&out, "\n\\fB%s\\fR = %s", k->name, quote);
	for (const char *c = k->fallback; *c != '\0'; c++)
		sp_buf_addf(&out, "%s%c", *c == '-' ? "\\" : "", *c);
	sp_buf_addf(&out, "%s\n", quote);
	return sp_buf_take(&out);
}

/* Between two headings stand the keys of one table, all and no other. */
static void assert_section(const char *page, const char *head, const char *end,
	const struct sp_config_key *keys)
{
	const char *start = strstr(page, head);
	const char *stop = start != NULL ? strstr(start, end) : NULL;
	size_t wanted = 0, found = 0;
	char *section;

	CU_ASSERT_PTR_NOT_NULL_FATAL(stop);
	section = sp_xstrndup(start, (size_t)(stop - start));
	for (; keys->name != NULL; keys++) {
		char *text = entry(keys);

		if (strstr(section, text) == NULL) {
			printf("\nspellpost.conf.5 has not:%s", text);
			CU_FAIL("a key is not in the manual");
		}
		sp_free(text);
		wanted++;
	}
	for (const char *at = section; (at = strstr(at, "\n\\fB")) != NULL;
		at++)
		found++;
	EQUAL_INT(found, wanted);
	sp_free(section);
}

TEST("config/man", "every key is in the manual")
{
	char *path =
		sp_xasprintf("%s/daemon/spellpost.conf.5", test_source_dir());
	struct sp_buf page;

	sp_buf_init(&page, 1U << 20);
	EQUAL_INT_FATAL(sp_file_read(&page, path, NULL), SP_OK);
	assert_section(sp_buf_str(&page), "\n.SH KEYS\n", "\n.SS inbox",
		config_root_keys);
	assert_section(sp_buf_str(&page), "\n.SS inbox", "\n.SS sender",
		config_inbox_keys);
	assert_section(sp_buf_str(&page), "\n.SS sender", "\n.SH EXAMPLE",
		config_sender_keys);
	sp_buf_free(&page);
	sp_free(path);
}
