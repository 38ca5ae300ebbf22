/* Looking at games without deciding anything: needs no lock and no key. */
#include "host/host_private.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

struct sp_viewer {
	struct sp_config config;
	struct sp_registry *registry;
	struct sp_store *store;
	/* only what reading a position needs */
	struct sp_host host;
};

int sp_viewer_open(struct sp_viewer **out, const struct sp_config *config,
	struct sp_error *e)
{
	struct sp_viewer *v = sp_xcalloc(1, sizeof(*v));
	char *registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	char *games = sp_host_path(config, "games");

	v->config = *config;
	v->host.options.clock = &sp_clock_system;
	int rc = sp_registry_open(&v->registry, registry, SP_REGISTRY_READ, e);
	if (rc == SP_ENOTFOUND) {
		sp_error_clear(e);
		sp_error_set(e, rc,
			"no club in %s; `spellpost init DIR` makes one, -c "
			"FILE "
			"names its configuration",
			config->data);
	}
	if (rc == SP_OK)
		rc = sp_store_open(&v->store, games, e);
	sp_free(registry);
	sp_free(games);
	if (rc == SP_OK)
		*out = v;
	else
		sp_viewer_close(v);
	return rc;
}

void sp_viewer_close(struct sp_viewer *v)
{
	if (v == NULL)
		return;
	for (size_t i = 0; i < v->host.n_rulesets; i++)
		sp_ruleset_free(v->host.ruleset[i].ruleset);
	sp_free(v->host.ruleset);
	sp_store_close(v->store);
	sp_registry_close(v->registry);
	sp_free(v);
}

/* ---- list ------------------------------------------------------------- */

static void set_instant(json_t *object, const char *key, int64_t t)
{
	char text[SP_DATE_TEXT];

	if (t == SP_NEVER || t == 0)
		return;
	sp_date_iso(text, t);
	sp_json_set_string(object, key, text);
}

static json_t *row_json(const struct sp_game_row *row)
{
	json_t *json = json_object();

	sp_json_set_string(json, "gid", row->gid);
	sp_json_set_string(json, "ruleset", row->ruleset);
	sp_json_set_string(
		json, "status", sp_game_row_status_word(row->status));
	sp_json_set_int(json, "turn", row->turn);
	if (row->active[0] != '\0')
		sp_json_set_string(json, "active", row->active);
	if (row->decision != SP_NO_DECISION)
		sp_json_set_int(json, "decision", row->decision);
	set_instant(json, "deadline", row->deadline);
	set_instant(json, "created", row->created);
	set_instant(json, "updated", row->updated);
	sp_json_set_string(json, "head", row->head);
	return json;
}

static void row_text(const struct sp_game_row *row, struct sp_buf *text)
{
	char deadline[SP_DATE_TEXT] = "";

	if (row->deadline != SP_NEVER)
		sp_date_short(deadline, row->deadline);
	sp_buf_addf(text, "%-24s  %-9s", row->gid,
		sp_game_row_status_word(row->status));
	if (row->turn > 0)
		sp_buf_addf(text, "  turn %-4lld", (long long)row->turn);
	if (row->active[0] != '\0')
		sp_buf_addf(text, "  %-7s", row->active);
	if (deadline[0] != '\0')
		sp_buf_addf(text, "  until %s UTC", deadline);
	sp_buf_addc(text, '\n');
}

int sp_viewer_list(struct sp_viewer *v, json_t **json, struct sp_buf *text,
	struct sp_error *e)
{
	struct sp_game_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_game_list(v->registry, &rows, &n, e);

	if (rc != SP_OK)
		return rc;
	*json = json_array();
	for (size_t i = 0; i < n; i++) {
		json_array_append_new(*json, row_json(&rows[i]));
		row_text(&rows[i], text);
	}
	if (n == 0)
		sp_buf_adds(text,
			"No games yet; `spellpost game new` makes one.\n");
	sp_free(rows);
	return SP_OK;
}

/* ---- one game --------------------------------------------------------- */

/* The position without dice: nobody needs the master to look. */
static int load(struct sp_viewer *v, const char *gid, struct sp_live **out,
	struct sp_error *e)
{
	struct sp_game_row row;
	int rc = sp_registry_game_match(v->registry, gid, &row, e);

	if (rc == SP_ENOTFOUND) {
		sp_error_clear(e);
		return sp_error_set(e, rc,
			"no game begins with \"%s\"; `spellpost game list` "
			"shows "
			"all",
			gid);
	}
	if (rc != SP_OK)
		return rc;
	struct sp_live *live = sp_live_new(row.gid);
	live->row = row;
	rc = sp_store_game_open(&live->repo, v->store, row.gid, e);
	if (rc == SP_OK)
		rc = sp_live_look(&v->host, live, e);
	if (rc == SP_OK)
		*out = live;
	else
		sp_live_free(live);
	return rc;
}

static int show_seats(struct sp_viewer *v, const struct sp_live *live,
	json_t *json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_seat_row *seats = NULL;
	struct sp_player_row player;
	json_t *list = json_array();
	size_t n = 0;
	int rc = sp_registry_seat_list(v->registry, live->gid, &seats, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		json_t *entry = json_object();
		rc = sp_registry_player_get(
			v->registry, seats[i].player, &player, e);
		sp_json_set_string(entry, "seat", seats[i].seat);
		if (rc == SP_OK)
			sp_json_set_string(entry, "address", player.address);
		set_instant(entry, "joined", seats[i].joined);
		json_array_append_new(list, entry);
		sp_buf_addf(text, "  %-8s %s%s\n", seats[i].seat,
			rc == SP_OK ? player.address : "",
			seats[i].joined == SP_NEVER ? " (has not joined)" : "");
	}
	sp_json_set(json, "seats", list);
	sp_free(seats);
	return rc;
}

int sp_viewer_show(struct sp_viewer *v, const char *gid, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = load(v, gid, &live, e);

	if (rc != SP_OK)
		return rc;
	*json = row_json(&live->row);
	sp_json_set_string(*json, "tip", live->head.hex);
	sp_json_set_string(*json, "commitment", live->setup.commitment);
	sp_json_set_string(*json, "repository", sp_store_game_path(live->repo));
	row_text(&live->row, text);
	rc = show_seats(v, live, *json, text, e);
	sp_buf_addf(text, "  tip        %s\n  commitment %s\n  repository %s\n",
		live->head.hex, live->setup.commitment,
		sp_store_game_path(live->repo));
	if (live->started) {
		sp_json_set(*json, "position",
			sp_render_position(
				live->ruleset, &live->game, SP_NOBODY));
		sp_buf_addc(text, '\n');
		sp_render_scores(&live->game, text);
	}
	sp_live_free(live);
	return rc;
}

int sp_viewer_board(struct sp_viewer *v, const char *gid, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = load(v, gid, &live, e);

	if (rc != SP_OK)
		return rc;
	if (!live->started) {
		rc = sp_error_set(e, SP_EINVAL,
			"game %s has not begun: it waits for players to join",
			live->gid);
	} else {
		*json = sp_render_position(
			live->ruleset, &live->game, SP_NOBODY);
		sp_render_board_file(&live->game, text);
	}
	sp_live_free(live);
	return rc;
}

int sp_viewer_history(struct sp_viewer *v, const char *gid, int n,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = load(v, gid, &live, e);

	if (rc == SP_OK)
		rc = sp_history_read(live->repo, &live->head, n, json, text, e);
	sp_live_free(live);
	return rc;
}

/* ---- check ------------------------------------------------------------ */

struct findings {
	json_t *json;
	struct sp_buf *text;
	unsigned bad;
};

static void finding(struct findings *f, const char *what, int rc,
	const struct sp_error *why, const char *remedy)
{
	json_t *entry = json_object();

	sp_json_set_string(entry, "what", what);
	sp_json_set_bool(entry, "ok", rc == SP_OK);
	if (rc == SP_OK) {
		sp_buf_addf(f->text, "ok    %s\n", what);
	} else {
		struct sp_error line = *why; /* SQLite reports several */
		for (char *p = line.text; *p != '\0'; p++)
			if (*p == '\n')
				*p = ' ';
		why = &line;
		f->bad++;
		sp_json_set_string(entry, "problem", why->text);
		sp_json_set_string(entry, "remedy", remedy);
		sp_buf_addf(f->text, "BAD   %s: %s\n      %s\n", what,
			why->text, remedy);
	}
	json_array_append_new(f->json, entry);
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

static void check_mail(const struct sp_config *config, struct findings *f)
{
	for (int i = 0; i < config->n_inboxes; i++) {
		struct sp_error why = { 0 };
		struct sp_inbox *inbox = NULL;
		struct sp_inbox_list list = { 0 };
		char *what = sp_xasprintf("inbox %s", config->inbox[i].title);
		int rc = sp_transport_inbox(&inbox, &config->inbox[i], &why);
		if (rc == SP_OK)
			rc = sp_inbox_poll(inbox, 1, &list, &why);
		finding(f, what, rc, &why,
			"make the mailbox readable, or mend `inbox` in the "
			"configuration; spellpost.conf(5) has its keys");
		sp_inbox_list_clear(&list);
		sp_inbox_close(inbox);
		sp_free(what);
	}
	struct sp_error why = { 0 };
	struct sp_sender *sender = NULL;
	int rc = sp_transport_sender(&sender, &config->sender, &why);
	finding(f, "sender", rc, &why,
		"make the Maildir writable, or mend `sender` in the "
		"configuration; spellpost.conf(5) has its keys");
	sp_sender_close(sender);
}

/* Every ruleset is read, so that a typing error is found before a game is to
 * begin with it. */
static void check_rulesets(const struct sp_config *config, struct findings *f)
{
	struct sp_error why = { 0 };
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
			int rc = sp_files_read(&files, folder, &bad);
			if (rc == SP_OK) {
				rc = sp_files_ruleset(&files, &ruleset, &bad);
				sp_files_free(&files);
			}
			sp_ruleset_free(ruleset);
			finding(f, what, rc, &bad,
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
	if (n > 0)
		return;
	sp_error_set(
		&why, SP_ENOTFOUND, "no ruleset is in %s", config->rulesets);
	finding(f, "rulesets", why.code, &why,
		"set `rulesets` in the configuration");
}

static void check_games(struct sp_viewer *v, struct findings *f)
{
	struct sp_game_row *rows = NULL;
	struct sp_error why = { 0 };
	size_t n = 0;
	int rc = sp_registry_game_list(v->registry, &rows, &n, &why);

	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		struct sp_error bad = { 0 };
		struct sp_live *live = NULL;
		char *what = sp_xasprintf("game %s", rows[i].gid);
		int found = load(v, rows[i].gid, &live, &bad);
		if (found == SP_OK)
			found = sp_store_check_tip(live->repo, &bad);
		if (found == SP_OK)
			found = sp_live_check_published(live, &bad);
		if (found == SP_OK && rows[i].status == SP_GAME_ROW_SUSPENDED)
			found = sp_error_set(&bad, SP_ECORRUPT,
				"it is suspended, though its tip reads");
		finding(f, what, found, &bad,
			"restore its repository from a backup or a clone");
		sp_live_free(live);
		sp_free(what);
	}
	sp_free(rows);
}

int sp_viewer_check(const struct sp_config *config, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct findings f = { json_array(), text, 0 };
	struct sp_error why = { 0 };
	struct sp_master master;
	struct sp_viewer *v = NULL;
	struct sp_texts *texts = NULL;
	struct sp_templates templates;
	char *registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	char *games = sp_host_path(config, "games");

	finding(&f,
		config->file[0] != '\0' ? config->file
					: "the embedded configuration",
		SP_OK, &why, "");
	finding(&f, "master key",
		sp_seal_master_load(&master, config->master_key, &why), &why,
		"put the key back, mode 0600, owned by the daemon's user; "
		"never "
		"make a new one for running games");
	sp_seal_master_clear(&master);
	sp_error_clear(&why);
	finding(&f, "data on one file system",
		same_file_system(registry, games, &why), &why,
		"keep registry.db and games/ in one folder; `spellpost init` "
		"makes "
		"both");
	sp_error_clear(&why);
	finding(&f, "mail texts",
		sp_texts_read(&texts, &templates, config->templates,
			config->language, &why),
		&why, "set `templates` and `language` in the configuration");
	sp_texts_free(texts);
	sp_error_clear(&why);
	check_rulesets(config, &f);
	check_mail(config, &f);
	sp_error_clear(&why);
	int rc = sp_viewer_open(&v, config, &why);
	if (rc == SP_OK)
		rc = sp_registry_check(v->registry, &why);
	finding(&f, "registry", rc, &why,
		"restore registry.db from a backup, or run `spellpost init` in "
		"a "
		"new folder");
	if (rc == SP_OK)
		check_games(v, &f);
	sp_viewer_close(v);
	sp_free(registry);
	sp_free(games);
	*json = f.json;
	return f.bad == 0 ? SP_OK
			  : sp_error_set(e, SP_EINVAL,
				    "%u of the checks above found something",
				    f.bad);
}
