/* What can be looked at without a server: `spellpost check`, which `doctor`
 * goes on from. */
#include "doctor/doctor.h"

#include "doctor/doctor_private.h"
#include "host/folder.h"
#include "post/people.h"
#include "post/texts.h"
#include "post/transports.h"
#include "record/sealed.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEE_KEYS       "spellpost.conf(5) has its keys"
#define CLONE_URL_MOST 64 /* what a line of the closing mail has room for */

static bool is_there(const struct sp_config *config, const char *name)
{
	char *path = sp_host_path(config, name);
	bool there = access(path, F_OK) == 0;

	sp_free(path);
	return there;
}

bool doctor_check_club(struct sp_findings *f, const struct sp_config *config)
{
	struct stat st;

	if (stat(config->data, &st) != 0)
		doctor_found(f, SP_LEVEL_ERROR, "data folder",
			"set `data` in the configuration; `spellpost init DIR` "
			"makes a club",
			"%s: %s", config->data, strerror(errno));
	else if (!is_there(config, SP_CONFIG_REGISTRY) &&
		 !is_there(config, "games"))
		doctor_found(f, SP_LEVEL_ERROR, "data folder",
			"name a club's configuration with -c FILE; `spellpost "
			"init DIR` makes a club",
			"no club is in %s", config->data);
	else
		return true;
	return false;
}

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && sp_strieq(text + n - m, end);
}

/* Every game's reply addresses need room behind the judge's name: a label, a
 * hyphen, eight characters, and what sp_post_check_address puts together. */
void doctor_check_address(struct sp_findings *f, const struct sp_config *c)
{
	struct sp_reply_address a = { .gid = "game-aaaaaaaa",
		.seat = "yellow",
		.has_decision = true,
		.decision = 999999999,
		.token = "aaaaaaaaaaaaaaaa" };
	bool kept = c->sender.type == SP_CONFIG_MAILDIR;
	char out[SP_ADDR_SIZE];

	if (sp_mail_reply_address_format(out, &a, c->address, NULL) != SP_OK)
		doctor_found(f, SP_LEVEL_ERROR, "address",
			"choose a judge with a shorter name before the @",
			"%s leaves no room for the words that reply addresses "
			"carry",
			c->address);
	else if (ends_in(c->address, ".invalid"))
		doctor_found(f, kept ? SP_LEVEL_WARNING : SP_LEVEL_ERROR,
			"address",
			kept ? "set `address` before you invite others: to the "
			       "address that the inbox gets mail for"
			     : "set `address` to the address that the inbox "
			       "gets mail for",
			"%s can get no mail: \"%s\" is no host%s", c->address,
			c->address + strcspn(c->address, "@") + 1,
			kept ? ". Enough for a trial in this machine's folders"
			     : "");
	else
		doctor_found(f, SP_LEVEL_OK, "address", "", "%s", c->address);
}

bool doctor_check_master(struct sp_findings *f, const struct sp_config *config,
	struct sp_master *out)
{
	struct sp_error why = { 0 };
	int rc = sp_seal_master_load(out, config->master_key, &why);

	if (rc != SP_OK)
		doctor_found_status(f, "master key", rc, &why,
			"put the key back, mode 0600, owned by the daemon's "
			"user; never make a new one for running games");
	return rc == SP_OK;
}

static int same_file_system(const char *a, const char *b, struct sp_error *e)
{
	struct stat x, y;

	if (stat(a, &x) != 0)
		return sp_error_set(e, SP_ESYS, "%s: %s", a, strerror(errno));
	if (stat(b, &y) != 0)
		return sp_error_set(e, SP_ESYS, "%s: %s", b, strerror(errno));
	if (x.st_dev != y.st_dev)
		return sp_error_set(e, SP_EINVAL,
			"%s and %s are on different file systems, and one sync "
			"must cover both",
			a, b);
	return SP_OK;
}

void doctor_check_one_disk(
	struct sp_findings *f, const struct sp_config *config)
{
	char *registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	char *games = sp_host_path(config, "games");
	struct sp_error why = { 0 };

	doctor_found_status(f, "one file system",
		same_file_system(registry, games, &why), &why,
		"keep registry.db and games/ in one folder; `spellpost init` "
		"makes both");
	sp_free(registry);
	sp_free(games);
}

void doctor_check_texts(struct sp_findings *f, const struct sp_config *config)
{
	struct sp_templates templates;
	struct sp_texts *texts = NULL;
	struct sp_error why = { 0 };

	doctor_found_status(f, "mail texts",
		sp_post_texts_read(&texts, &templates, config->templates,
			config->language, &why),
		&why, "set `templates` and `language` in the configuration");
	sp_post_texts_free(texts);
}

/* Every ruleset is read, so that a typing error is found before a game is to
 * begin with it. */
void doctor_check_rulesets(
	struct sp_findings *f, const struct sp_config *config)
{
	DIR *dir = opendir(config->rulesets);
	const struct dirent *entry;
	unsigned n = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		struct sp_error bad = { 0 };
		struct sp_ruleset *ruleset = NULL;
		struct sp_files files;
		char *folder =
			sp_xasprintf("%s/%s", config->rulesets, entry->d_name);
		char *file = sp_xasprintf("%s/ruleset.json", folder);
		char *what = sp_xasprintf("ruleset %s", entry->d_name);
		if (entry->d_name[0] != '.' && access(file, F_OK) == 0) {
			int rc = sp_record_files_read(&files, folder, &bad);
			if (rc == SP_OK) {
				rc = sp_record_files_ruleset(
					&files, &ruleset, &bad);
				sp_record_files_free(&files);
			}
			sp_card_ruleset_free(ruleset);
			doctor_found_status(f, what, rc, &bad,
				"mend that file; running games keep the copy "
				"that they began with");
			n++;
		}
		sp_free(folder);
		sp_free(file);
		sp_free(what);
	}
	if (dir != NULL)
		closedir(dir);
	if (n == 0)
		doctor_found(f, SP_LEVEL_ERROR, "rulesets",
			"set `rulesets` in the configuration",
			"no ruleset is in %s", config->rulesets);
}

void doctor_check_settings(
	struct sp_findings *f, const struct sp_config *config)
{
	struct sp_sender *sender = NULL;
	struct sp_error why = { 0 };
	int rc;

	for (int i = 0; i < config->n_inboxes; i++) {
		const struct sp_config_inbox *c = &config->inbox[i];
		char *what = sp_xasprintf("inbox %s", c->title);
		struct sp_inbox_list list = { 0 };
		struct sp_inbox *inbox = NULL;
		sp_error_clear(&why);
		rc = sp_post_transport_inbox(&inbox, c, &why);
		if (rc == SP_OK && c->type == SP_CONFIG_MAILDIR)
			rc = sp_mail_inbox_poll(inbox, 1, &list, &why);
		doctor_found_status(f, what, rc, &why,
			"make the mailbox readable, or mend `inbox` in the "
			"configuration; " SEE_KEYS);
		sp_mail_inbox_list_clear(&list);
		sp_mail_inbox_close(inbox);
		sp_free(what);
	}
	sp_error_clear(&why);
	rc = sp_post_transport_sender(&sender, &config->sender, &why);
	doctor_found_status(f, "sender", rc, &why,
		"make the Maildir writable, or mend `sender` in the "
		"configuration; " SEE_KEYS);
	sp_mail_sender_close(sender);
}

void doctor_check_clone_url(
	struct sp_findings *f, const struct sp_config *config)
{
	const char *url = config->clone_url;
	size_t len = strlen(url);
	const char *at = url;
	bool named = false;

	for (; (at = strstr(at, "GID")) != NULL; at += strlen("GID")) {
		len += SP_GID_MAX - strlen("GID");
		named = true;
	}
	if (*url != '\0' && !named)
		doctor_found(f, SP_LEVEL_WARNING, "clone_url",
			"write GID where the id of the game belongs; " SEE_KEYS,
			"%s",
			"it is the same for all games: the mails that close "
			"them would send players to one repository");
	else if (len > CLONE_URL_MOST)
		doctor_found(f, SP_LEVEL_WARNING, "clone_url",
			"make it shorter; " SEE_KEYS,
			"with an id in it it may have %zu characters: from %d "
			"on a mail breaks the command that has it",
			len, CLONE_URL_MOST + 1);
}

bool doctor_check_registry(struct sp_findings *f,
	const struct sp_config *config, struct sp_viewer **out)
{
	struct sp_error why = { 0 };
	int rc = sp_doctor_viewer_open(out, config, &why);

	if (rc == SP_OK)
		rc = sp_registry_check((*out)->registry, &why);
	if (rc != SP_OK)
		doctor_found_status(f, "registry", rc, &why,
			rc == SP_ENOTFOUND
				? "put the newest backup of registry.db in its "
				  "place; `spellpost init` in a new folder "
				  "makes another club"
				: SP_REGISTRY_REMEDY);
	return rc == SP_OK;
}

/* What the judge himself looks at before he goes on: the box opens, and the
 * State tag ties it and the position to the parent. A key that is not there is
 * no fault of the game's. */
static int check_box(
	struct sp_viewer *v, struct sp_live *live, struct sp_error *e)
{
	if (v->keys.master.n == 0 || !live->started)
		return SP_OK;
	int rc = sp_record_live_secrets(&v->keys, live, e);
	if (rc == SP_EREFUSED) {
		sp_error_clear(e);
		return SP_OK;
	}
	return rc == SP_OK ? sp_record_sealed_open(live, e) : rc;
}

/* Why a suspended game does not go on: what the tip shows, or a hole behind it,
 * or nothing. SP_EAGAIN: it will when the judge looks at it next. */
static int check_suspended(struct sp_live *live, int rc, struct sp_error *e)
{
	if (rc == SP_OK)
		rc = sp_store_check_history(live->repo, &live->head, e);
	if (rc != SP_OK)
		return sp_error_prefix(e, "it is suspended"), rc;
	return sp_error_set(
		e, SP_EAGAIN, "it is suspended, though its whole record reads");
}

void doctor_found_game(struct sp_findings *f, const char *check,
	const char *gid, int code, const struct sp_error *why)
{
	const char *remedy = NULL;
	char *repair = NULL;

	switch (code) {
	case SP_EAGAIN:
		remedy = "start the daemon: the game goes on at its next mail "
			 "or deadline, and its players are told";
		break;
	case SP_ESYS:
	case SP_EINVAL:
		remedy = "mend what it names; nothing says that the game is "
			 "damaged, so put no other copy in its place";
		break;
	case SP_EREFUSED:
		remedy = "put back the key with which the game began";
		break;
	default:
		remedy = repair = sp_xasprintf(
			"run `spellpost game repair %s`: it says what can be "
			"done; keep every clone and backup of the game until "
			"then",
			gid);
	}
	doctor_found_error(f, SP_LEVEL_ERROR, check, why, remedy);
	sp_free(repair);
}

int doctor_check_game(
	struct sp_viewer *v, const struct sp_game_row *row, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = doctor_viewer_load(v, row->gid, &live, e);

	if (rc == SP_OK)
		rc = sp_store_check_tip(live->repo, e);
	if (rc == SP_OK)
		rc = sp_post_live_check_published(live, e);
	if (rc == SP_OK)
		rc = check_box(v, live, e);
	if (row->status == SP_GAME_ROW_SUSPENDED)
		rc = check_suspended(live, rc, e);
	sp_record_live_free(live);
	return rc;
}

/* ---- check ------------------------------------------------------------ */

struct sheet {
	json_t *json;
	struct sp_buf *text;
};

static void write_line(const struct sp_finding *finding, void *payload)
{
	struct sheet *sheet = payload;
	static const char *const levels[] = { "ok", "warning", "error" };
	json_t *entry = json_object();

	sp_json_set_string(entry, "what", finding->check);
	sp_json_set_bool(entry, "ok", finding->level != SP_LEVEL_ERROR);
	sp_json_set_string(entry, "level", levels[finding->level]);
	if (finding->level == SP_LEVEL_OK) {
		sp_buf_addf(sheet->text, "ok    %s%s%s\n", finding->check,
			finding->text[0] != '\0' ? ": " : "", finding->text);
	} else {
		sp_json_set_string(entry, "problem", finding->text);
		sp_json_set_string(entry, "remedy", finding->remedy);
		sp_buf_addf(sheet->text, "%-5s %s: %s\n      %s\n",
			finding->level == SP_LEVEL_ERROR ? "BAD" : "warn",
			finding->check, finding->text, finding->remedy);
	}
	json_array_append_new(sheet->json, entry);
}

static void check_games(struct sp_viewer *v, struct sp_findings *f)
{
	struct sp_game_row *rows = NULL;
	struct sp_error why = { 0 };
	size_t n = 0;
	int rc = sp_registry_game_list(v->registry, &rows, &n, &why);

	if (rc != SP_OK)
		doctor_found_status(f, "games", rc, &why, SP_REGISTRY_REMEDY);
	for (size_t i = 0; i < n; i++) {
		struct sp_error bad = { 0 };
		char *what = sp_xasprintf("game %s", rows[i].gid);
		rc = doctor_check_game(v, &rows[i], &bad);
		if (rc == SP_OK)
			doctor_found(f, SP_LEVEL_OK, what, "", "%s", "");
		else
			doctor_found_game(f, what, rows[i].gid, rc, &bad);
		sp_free(what);
	}
	sp_free(rows);
}

int sp_doctor_viewer_check(const struct sp_config *config, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sheet sheet = { json_array(), text };
	struct sp_findings f = { .each = write_line, .payload = &sheet };
	struct sp_viewer *v = NULL;
	struct sp_master master;

	doctor_found(&f, SP_LEVEL_OK, "configuration", "", "%s",
		config->file[0] != '\0' ? config->file : "the embedded one");
	if (doctor_check_club(&f, config)) {
		doctor_check_address(&f, config);
		if (doctor_check_master(&f, config, &master))
			doctor_found(
				&f, SP_LEVEL_OK, "master key", "", "%s", "");
		sp_seal_master_clear(&master);
		doctor_check_one_disk(&f, config);
		doctor_check_texts(&f, config);
		doctor_check_rulesets(&f, config);
		doctor_check_clone_url(&f, config);
		doctor_check_settings(&f, config);
		if (doctor_check_registry(&f, config, &v)) {
			doctor_found(&f, SP_LEVEL_OK, "registry", "", "%s", "");
			check_games(v, &f);
		}
	}
	sp_doctor_viewer_close(v);
	*json = sheet.json;
	return f.errors == 0 ? SP_OK
			     : sp_error_set(e, SP_ECORRUPT,
				       "%u of the checks above found something",
				       f.errors);
}
