/* The data folder of a club: where things lie in it, and making one. */
#include "host/folder.h"

#include "host/host.h"
#include "mail/mail.h"
#include "registry/registry.h"
#include "seal/seal.h"

#include <errno.h>
#include <unistd.h>

char *sp_host_path(const struct sp_config *config, const char *name)
{
	return sp_xasprintf("%s/%s", config->data, name);
}

int sp_host_check_club(const struct sp_config *config, struct sp_error *e)
{
	char *registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	char *games = sp_host_path(config, "games");
	int rc = SP_OK;

	/* where one of them is there, the other one was lost: that is another
	 * error, and init would not mend it */
	if (access(registry, F_OK) != 0 && errno == ENOENT &&
		access(games, F_OK) != 0 && errno == ENOENT)
		rc = sp_error_remedy(e,
			sp_error_set(e, SP_ENOTFOUND, "there is no club in %s",
				config->data),
			"`spellpost init DIR` makes one, and `-c "
			"DIR/spellpost.conf` names it");
	sp_free(registry);
	sp_free(games);
	return rc;
}

/* ---- init ------------------------------------------------------------- */

static int init_inside(const struct sp_config *config, struct sp_error *e)
{
	struct sp_registry *registry = NULL;
	struct sp_buf text;
	char *path = sp_host_path(config, SP_CONFIG_FILE);
	char *games = sp_host_path(config, "games");
	char *run = sp_host_path(config, "run");
	char *db = sp_host_path(config, SP_CONFIG_REGISTRY);
	int rc;

	sp_buf_init(&text, 65536);
	sp_config_write_default(&text);
	if ((rc = sp_seal_master_create(config->master_key, e)) ||
		(rc = sp_mkdirs(games, 0700, e)) ||
		(rc = sp_mkdirs(run, 0700, e)) ||
		(rc = sp_mail_maildir_create(config->inbox[0].path, e)) ||
		(rc = sp_mail_maildir_create(config->sender.path, e)) ||
		(rc = sp_registry_open(&registry, db, SP_REGISTRY_CREATE, e)) ||
		(rc = sp_file_write(path, text.data, text.len, 0644, e)))
		goto out;
out:
	sp_registry_close(registry);
	sp_buf_free(&text);
	sp_free(path);
	sp_free(games);
	sp_free(run);
	sp_free(db);
	return rc;
}

int sp_host_init(const char *dir, struct sp_error *e)
{
	static const char *const names[] = { SP_CONFIG_FILE,
		SP_CONFIG_MASTER_KEY, SP_CONFIG_REGISTRY, "games", "mail" };
	struct sp_config *config = sp_xcalloc(1, sizeof(*config));
	int rc = sp_mkdirs(dir, 0700, e);

	if (rc == SP_OK)
		rc = sp_config_default(config, dir, e);
	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(names); i++) {
		char *path = sp_host_path(config, names[i]);
		if (access(path, F_OK) == 0)
			rc = sp_error_remedy(e,
				sp_error_set(e, SP_EEXISTS,
					"%s is there already", path),
				"choose a new folder");
		sp_free(path);
	}
	if (rc == SP_OK)
		rc = init_inside(config, e);
	sp_free(config);
	return rc;
}
