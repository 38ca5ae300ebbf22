/* Rulesets as files: read from a folder. */
#include "record/files.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define RULESET_FILE_SIZE (256u * 1024u)

void sp_record_files_free(struct sp_files *files)
{
	for (size_t i = 0; i < files->n; i++) {
		sp_free(files->path[i]);
		sp_free(files->text[i]);
	}
	memset(files, 0, sizeof(*files));
}

int sp_record_files_add(struct sp_files *files, const char *path,
	const char *text, size_t len, struct sp_error *e)
{
	if (strlen(path) > SP_FILES_PATH)
		return sp_error_set(e, SP_EINVAL,
			"%s: a path inside a ruleset has at most %d characters",
			path, SP_FILES_PATH);
	if (files->n == SP_FILES_MAX)
		return sp_error_set(e, SP_ELIMIT,
			"a ruleset may have at most %d files", SP_FILES_MAX);

	/* Sorted by path: the hash and the tree do not depend on readdir. */
	size_t at = files->n;
	while (at > 0 && strcmp(files->path[at - 1], path) > 0)
		at--;
	for (size_t i = files->n; i > at; i--) {
		files->path[i] = files->path[i - 1];
		files->text[i] = files->text[i - 1];
		files->len[i] = files->len[i - 1];
	}
	files->path[at] = sp_xstrdup(path);
	/* a copy in a repository may hold anything, NUL included */
	files->text[at] = sp_xmalloc(len + 1);
	memcpy(files->text[at], text, len);
	files->text[at][len] = '\0';
	files->len[at] = len;
	files->n++;
	return SP_OK;
}

/* ---- from a folder ---------------------------------------------------- */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n > m && strcmp(s + n - m, end) == 0;
}

/* Names that may stand in a repository's tree: [a-z0-9-] and one dot. */
static bool name_is_plain(const char *name)
{
	for (const char *p = name; *p != '\0'; p++)
		if (!(sp_is_digit(*p) || (*p >= 'a' && *p <= 'z') ||
			    *p == '-' || *p == '.'))
			return false;
	return name[0] != '.';
}

static int read_folder(struct sp_files *files, const char *root,
	const char *inside, int depth, struct sp_error *e)
{
	char *folder = *inside == '\0' ? sp_xstrdup(root)
				       : sp_xasprintf("%s/%s", root, inside);
	DIR *dir = opendir(folder);
	struct sp_buf text;
	int rc = SP_OK;

	sp_buf_init(&text, RULESET_FILE_SIZE);
	if (dir == NULL) {
		rc = sp_error_set(e, SP_ENOTFOUND, "%s: cannot be read: %s",
			folder, strerror(errno));
		goto out;
	}
	struct dirent *entry = NULL;
	while (rc == SP_OK && (errno = 0, entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
			ends_with(entry->d_name, ".md") ||
			(*inside == '\0' &&
				sp_streq(entry->d_name, "scenarios")))
			continue;
		char *path = *inside == '\0' ? sp_xstrdup(entry->d_name)
					     : sp_xasprintf("%s/%s", inside,
						       entry->d_name);
		char *full = sp_xasprintf("%s/%s", root, path);
		struct stat st;
		if (stat(full, &st) == 0 && S_ISDIR(st.st_mode)) {
			if (depth > 0)
				rc = read_folder(
					files, root, path, depth - 1, e);
		} else if (!name_is_plain(entry->d_name)) {
			rc = sp_error_remedy(e,
				sp_error_set(e, SP_EINVAL,
					"%s: file names of a ruleset have only "
					"a-z, 0-9, '-' and '.'",
					full),
				"rename or remove it");
		} else {
			sp_buf_clear(&text);
			rc = sp_file_read(&text, full, e);
			if (rc == SP_OK)
				rc = sp_record_files_add(files, path,
					sp_buf_str(&text), text.len, e);
		}
		sp_free(path);
		sp_free(full);
	}
	if (rc == SP_OK && errno != 0)
		rc = sp_error_set(e, SP_ESYS, "%s: cannot be read: %s", folder,
			strerror(errno));
out:
	if (dir != NULL)
		closedir(dir);
	sp_buf_free(&text);
	sp_free(folder);
	return rc;
}

int sp_record_files_read(
	struct sp_files *files, const char *folder, struct sp_error *e)
{
	memset(files, 0, sizeof(*files));
	int rc = read_folder(files, folder, "", 2, e);

	if (rc != SP_OK)
		sp_record_files_free(files);
	return rc;
}

int sp_record_files_hash(const struct sp_files *files, char hex[SP_SHA256_TEXT],
	struct sp_error *e)
{
	struct sp_bytes part[3 * SP_FILES_MAX];
	uint8_t len[SP_FILES_MAX][8];
	size_t n = 0;

	/* path and NUL, length as be64, content; in path order */
	for (size_t i = 0; i < files->n; i++) {
		sp_put_be64(len[i], files->len[i]);
		part[n++] = (struct sp_bytes){ files->path[i],
			strlen(files->path[i]) + 1 };
		part[n++] = (struct sp_bytes){ len[i], 8 };
		part[n++] = (struct sp_bytes){ files->text[i], files->len[i] };
	}
	return sp_seal_sha256(hex, part, n, e);
}

static void view_files(
	const struct sp_files *files, struct sp_ruleset_file view[SP_FILES_MAX])
{
	for (size_t i = 0; i < files->n; i++) {
		view[i].path = files->path[i];
		view[i].text = files->text[i];
		view[i].len = files->len[i];
	}
}

int sp_record_files_ruleset(const struct sp_files *files,
	struct sp_ruleset **out, struct sp_error *e)
{
	struct sp_ruleset_file view[SP_FILES_MAX];

	view_files(files, view);
	return sp_card_ruleset_load(out, view, files->n, e);
}

int sp_record_files_check(const struct sp_files *files, struct sp_ruleset **out,
	struct sp_problems *problems)
{
	struct sp_ruleset_file view[SP_FILES_MAX];

	view_files(files, view);
	return sp_card_ruleset_check(out, view, files->n, problems);
}

void sp_record_files_make_ready(
	struct sp_files *files, const struct sp_ruleset *r)
{
	for (size_t i = 0; i < files->n; i++) {
		struct sp_buf text;

		if (!sp_streq(files->path[i], "cards/ready.txt"))
			continue;
		sp_buf_init(&text, SIZE_MAX);
		for (int k = 0; k < r->n_cards; k++)
			sp_buf_addf(&text, "%s\n", r->card[k].id);
		sp_free(files->text[i]);
		files->len[i] = text.len;
		files->text[i] = sp_buf_take(&text);
	}
}

/* ---- the folder of all rulesets ----------------------------------------- */

static bool is_ruleset_name(const char *name)
{
	for (const char *p = name; *p != '\0'; p++)
		if (!sp_is_alnum(*p) && *p != '-')
			return false;
	return true;
}

void sp_record_files_list(
	const char *rulesets, const char *between, struct sp_buf *out)
{
	DIR *dir = opendir(rulesets);
	const struct dirent *entry;
	size_t before = out->len;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		struct stat st;
		char *path = sp_xasprintf(
			"%s/%s/ruleset.json", rulesets, entry->d_name);
		if (is_ruleset_name(entry->d_name) && stat(path, &st) == 0)
			sp_buf_addf(out, "%s%s",
				out->len > before ? between : "",
				entry->d_name);
		sp_free(path);
	}
	if (dir != NULL)
		closedir(dir);
}

int sp_record_files_named(struct sp_files *files, const char *rulesets,
	const char *name, struct sp_error *e)
{
	struct stat st;
	int rc;

	if (!is_ruleset_name(name))
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is not a name of a ruleset", name);
	char *folder = sp_xasprintf("%s/%s", rulesets, name);
	if (*name == '\0' || stat(folder, &st) != 0) {
		struct sp_buf known;
		sp_buf_init(&known, 300);
		sp_record_files_list(rulesets, ", ", &known);
		rc = sp_error_set(e, SP_EINVAL,
			"there is no ruleset \"%s\" in %s; there is: %s", name,
			rulesets, known.len > 0 ? sp_buf_str(&known) : "none");
		sp_buf_free(&known);
	} else {
		rc = sp_record_files_read(files, folder, e);
	}
	sp_free(folder);
	return rc;
}

int sp_record_files_find_card(const struct sp_ruleset *r, const char *name,
	int *type, struct sp_error *e)
{
	char which[SP_ERROR_TEXT / 2];

	*type = sp_card_ruleset_card_id(r, name);
	if (*type < 0)
		*type = sp_card_ruleset_card_named(
			r, name, which, sizeof(which));
	if (*type == -2)
		return sp_error_set(
			e, SP_EINVAL, "\"%.60s\" may be %s", name, which);
	if (*type < 0)
		return sp_error_set(e, SP_EINVAL, "%s has no card \"%.60s\"%s",
			r->id, name,
			r->n_cards == 0 ? ": it is played without cards" : "");
	return SP_OK;
}
