#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t outside;

void daemon_keep_private(void)
{
	outside = umask(077);
}

void daemon_make_public(void)
{
	(void)umask(outside);
}

int daemon_exit_of(const struct sp_error *e)
{
	switch (e->code) {
	case SP_EINVAL:
	case SP_ENOTFOUND:
	case SP_EEXISTS:
		return SP_EXIT_USAGE;
	case SP_ECONFLICT:
		return SP_EXIT_BUSY;
	}
	return SP_EXIT_FAILED; /* never 0: it is asked about failures */
}

int daemon_complain(const char *program, const struct sp_error *e)
{
	fprintf(stderr, "%s: %s\n", program,
		e->text[0] != '\0' ? sp_error_line(e) : SP_NO_REASON);
	return daemon_exit_of(e);
}

int daemon_finish(int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "spellpost: cannot write standard output: %s\n",
		strerror(errno != 0 ? errno : EIO));
	return status == SP_EXIT_OK ? SP_EXIT_FAILED : status;
}

int daemon_print(bool as_json, json_t *json, struct sp_buf *text,
	const struct sp_error *e)
{
	if (as_json && json != NULL) {
		struct sp_buf out;
		sp_buf_init(&out, SIZE_MAX);
		sp_json_write(&out, json);
		fputs(sp_buf_str(&out), stdout);
		sp_buf_free(&out);
	} else {
		fputs(sp_buf_str(text), stdout);
	}
	json_decref(json);
	sp_buf_free(text);
	return e->code == SP_OK ? SP_EXIT_OK : daemon_complain("spellpost", e);
}

/* The folder of the programs: of the running one, or, where that is one which
 * others start, the folder of those. */
static char *own_folder(void)
{
	static const char inner[] = "/libexec/spellpost";
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return sp_xstrdup(".");
	path[n] = '\0';
	char *slash = strrchr(path, '/');
	if (slash != NULL)
		*slash = '\0';
	size_t len = strlen(path), inside = strlen(inner);
	if (len > inside && sp_streq(path + len - inside, inner))
		memcpy(path + len - inside, "/bin", sizeof("/bin"));
	return sp_xstrdup(path);
}

/* What `make install` puts elsewhere below the prefix. Found from the running
 * program, an installed tree may be moved, or looked at in its DESTDIR. */
static char *find_installed(
	const char *beside, const char *installed, const char *elsewhere)
{
	char *folder = own_folder();
	char *near = sp_xasprintf("%s/%s", folder, beside);
	char *below = sp_xasprintf("%s/../%s", folder, installed);
	char *found = sp_xstrdup(access(near, F_OK) == 0    ? near
				 : access(below, F_OK) == 0 ? below
							    : elsewhere);

	sp_free(folder);
	sp_free(near);
	sp_free(below);
	return found;
}

char *daemon_program(const char *name)
{
	char *installed = sp_xasprintf("libexec/spellpost/%s", name);
	char *elsewhere = sp_xasprintf("%s/%s", SP_LIBEXECDIR, name);
	char *path = find_installed(name, installed, elsewhere);

	sp_free(installed);
	sp_free(elsewhere);
	return path;
}

/* `name` beside the build folder (a source tree), else installed. */
static void find_data(char *out, size_t size, const char *name)
{
	char *beside = sp_xasprintf("../%s", name);
	char *installed = sp_xasprintf("share/spellpost/%s", name);
	char *elsewhere = sp_xasprintf("%s/%s", SP_DATADIR, name);
	char *path = find_installed(beside, installed, elsewhere);

	sp_format(out, size, "%s", path);
	sp_free(path);
	sp_free(beside);
	sp_free(installed);
	sp_free(elsewhere);
}

static bool is_folder(const char *in, const char *name)
{
	char *path = sp_xasprintf("%s/%s", in, name);
	struct stat st;
	bool is = stat(path, &st) == 0 && S_ISDIR(st.st_mode);

	sp_free(path);
	return is;
}

/* A language that nobody wrote texts in; if the folder of the texts is not
 * there, who reads them says so. */
static int check_language(const struct sp_config *config, struct sp_error *e)
{
	struct dirent **entry = NULL;
	struct sp_buf known;

	if (is_folder(config->templates, config->language))
		return SP_OK;
	sp_buf_init(&known, 200);
	int n = scandir(config->templates, &entry, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = entry[i]->d_name;
		if (name[0] != '.' && is_folder(config->templates, name))
			sp_buf_addf(&known, "%s%s", known.len > 0 ? ", " : "",
				name);
		free(entry[i]);
	}
	free(entry);
	int rc = SP_OK;
	if (known.len > 0)
		rc = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"there are no mail texts in the language "
				"\"%s\"",
				config->language),
			"set `language` to one of these: %s",
			sp_buf_str(&known));
	sp_buf_free(&known);
	return rc;
}

int daemon_config(
	struct sp_config *config, const char *path, struct sp_error *e)
{
	int rc;

	if (path == NULL && access("spellpost.conf", R_OK) == 0)
		path = "spellpost.conf";
	if (path != NULL)
		rc = sp_config_load(config, path, e);
	else
		rc = sp_config_default(config, ".", e);
	if (rc != SP_OK)
		return rc;
	if (config->templates[0] == '\0')
		find_data(config->templates, sizeof(config->templates),
			"templates");
	if (config->rulesets[0] == '\0')
		find_data(config->rulesets, sizeof(config->rulesets), "games");
	return check_language(config, e);
}
