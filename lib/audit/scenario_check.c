/* The scenarios of a ruleset's folder: which there are, which come out as
 * written, and which cards they show. */
#include "audit/scenario_private.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define FOLDER   "scenarios"
#define FILE_MAX (64u * 1024u)
#define ENOUGH   2 /* scenarios that make a card ready */

struct audit_names {
	char **name;
	size_t n;
};

static bool is_scenario(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && name[0] != '.' && sp_streq(name + len - 4, ".txt");
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the files of a folder that may be missing, sorted. */
static int list_names(
	struct audit_names *out, const char *folder, struct sp_error *e)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	int code = SP_OK;

	if (dir == NULL && errno == ENOENT)
		return SP_OK;
	if (dir == NULL)
		return sp_error_set(e, SP_ESYS, "cannot read %s: %s", folder,
			strerror(errno));
	while (errno = 0, (entry = readdir(dir)) != NULL) {
		if (!is_scenario(entry->d_name))
			continue;
		out->name =
			sp_xrealloc(out->name, out->n + 1, sizeof(*out->name));
		out->name[out->n++] = sp_xstrdup(entry->d_name);
	}
	if (errno != 0)
		code = sp_error_set(e, SP_ESYS, "cannot read %s: %s", folder,
			strerror(errno));
	(void)closedir(dir);
	if (out->n > 0)
		qsort(out->name, out->n, sizeof(*out->name), by_name);
	return code;
}

static void free_names(struct audit_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		sp_free(names->name[i]);
	sp_free(names->name);
}

int audit_scenario_card(const struct sp_ruleset *r, const char *name)
{
	size_t longest = 0;
	int card = -1;

	for (int i = 0; i < r->n_cards; i++) {
		size_t len = strlen(r->card[i].id);

		if (len > longest && sp_starts(name, r->card[i].id) &&
			name[len] == '-') {
			longest = len;
			card = i;
		}
	}
	return card;
}

static int read_scenario(
	const char *path, struct sp_buf *text, struct sp_error *e)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return sp_error_set(
			e, SP_ESYS, "cannot read it: %s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return sp_error_set(e, SP_EINVAL, "expected a file, found %s",
			S_ISDIR(st.st_mode) ? "a folder" : "a device");
	if (st.st_size > (off_t)FILE_MAX)
		return sp_error_set(e, SP_ELIMIT,
			"a scenario has at most %u bytes", FILE_MAX);
	return sp_file_read(text, path, e);
}

static void add_problem(struct sp_problems *all, const struct sp_error *e)
{
	if (all->n < SP_PROBLEMS_MAX)
		all->problem[all->n++] = *e;
	else
		all->more = true;
}

/* One file; `count` of its card grows if it comes out as written. */
static void check_file(const struct sp_ruleset *r, const char *folder,
	const char *name, int count[], struct sp_problems *all)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	struct sp_error e = { 0 }, told = { 0 };
	int card = audit_scenario_card(r, name);
	struct sp_buf text;
	int code;

	sp_buf_init(&text, FILE_MAX + 1);
	code = read_scenario(path, &text, &e);
	if (code == SP_OK)
		code = sp_audit_scenario(r, sp_buf_str(&text), text.len, &e);
	if (code == SP_OK && card < 0 && !sp_starts(name, "rules-"))
		code = sp_error_set(&e, SP_EINVAL,
			"the name begins with no card, nor with \"rules-\"");
	if (code == SP_OK && card >= 0)
		count[card]++;
	if (code != SP_OK) {
		unsigned line = e.line > 0 ? (unsigned)e.line : 1;

		(void)sp_error_set(&told, code, "%s/%s:%u: %s%s%s%s", FOLDER,
			name, line, card < 0 ? "" : "card ",
			card < 0 ? "" : r->card[card].id, card < 0 ? "" : ": ",
			e.text);
		told.line = line;
		add_problem(all, &told);
	}
	sp_buf_free(&text);
	sp_free(path);
}

/* A card that games deal although nothing shows that it works. */
static void check_ready(
	const struct sp_ruleset *r, const int count[], struct sp_problems *all)
{
	for (int i = 0; i < r->n_cards; i++) {
		struct sp_error e = { 0 };

		if (!r->card[i].ready || count[i] >= ENOUGH)
			continue;
		(void)sp_error_set(&e, SP_EINVAL,
			"cards/ready.txt: card %s: expected at least %d "
			"scenarios that come out as written, found %d",
			r->card[i].id, ENOUGH, count[i]);
		add_problem(all, &e);
	}
}

int audit_scenarios_check(const struct sp_ruleset *r, const char *folder,
	size_t *n, struct sp_problems *all, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", folder, FOLDER);
	int *count = sp_xcalloc((size_t)r->n_cards + 1, sizeof(*count));
	struct audit_names names = { 0 };
	int code = list_names(&names, path, e);

	for (size_t i = 0; i < names.n && code == SP_OK; i++)
		check_file(r, path, names.name[i], count, all);
	if (code == SP_OK)
		check_ready(r, count, all);
	*n = names.n;
	free_names(&names);
	sp_free(count);
	sp_free(path);
	return code;
}
