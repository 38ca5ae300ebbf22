#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

int sp_exit_of(const struct sp_error *e)
{
	switch (e->code) {
	case SP_EINVAL:
	case SP_ENOTFOUND:
	case SP_EEXISTS:
		return SP_EXIT_USAGE;
	case SP_ECONFLICT:
		return SP_EXIT_BUSY;
	case SP_OK:
		return SP_EXIT_OK;
	}
	return SP_EXIT_FAILED;
}

int sp_complain(const char *program, const struct sp_error *e)
{
	fprintf(stderr, "%s: %s\n", program, e->text);
	return sp_exit_of(e);
}

/* The folder of the running program. */
static char *own_folder(void)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return sp_xstrdup(".");
	path[n] = '\0';
	char *slash = strrchr(path, '/');
	if (slash != NULL)
		*slash = '\0';
	return sp_xstrdup(path);
}

char *sp_cli_program(const char *name)
{
	char *folder = own_folder();
	char *path = sp_xasprintf("%s/%s", folder, name);

	sp_free(folder);
	if (access(path, X_OK) == 0)
		return path;
	sp_free(path);
	return sp_xasprintf("%s/%s", SP_LIBEXECDIR, name);
}

/* `name` beside the build folder (a source tree), else installed. */
static void find_data(char *out, size_t size, const char *name)
{
	char *folder = own_folder();
	char *path = sp_xasprintf("%s/../%s", folder, name);
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
		sp_free(path);
		path = sp_xasprintf("%s/%s", SP_DATADIR, name);
	}
	sp_format(out, size, "%s", path);
	sp_free(path);
	sp_free(folder);
}

int sp_cli_config(
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
	return SP_OK;
}
