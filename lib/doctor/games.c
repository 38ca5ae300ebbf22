/* The second part of `spellpost doctor`: the key and the games. */
#include "doctor/doctor_private.h"

#include <errno.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define SETUP_MAX (64u * 1024u)
#define FSCK_MAX  20 /* games; a sample where there are more */

static bool is_over(const struct sp_game_row *row)
{
	return row->status == SP_GAME_ROW_OVER ||
	       row->status == SP_GAME_ROW_CANCELLED;
}

/* ---- master key ------------------------------------------------------- */

/* Does a game's commitment come from one of our keys? SP_EREFUSED: no. A game
 * that does not read is another finding's. */
static int fits(struct sp_doctor *d, const char *gid, struct sp_error *e)
{
	struct sp_store_game *repo = NULL;
	struct sp_secrets secrets;
	struct sp_setup setup;
	struct sp_oid head;
	struct sp_buf text;
	const uint8_t *key = NULL;
	int rc = sp_store_game_open(&repo, d->viewer->store, gid, NULL);

	sp_buf_init(&text, SETUP_MAX);
	if (rc == SP_OK)
		rc = sp_store_head(repo, &head, NULL);
	if (rc == SP_OK)
		rc = sp_store_read(repo, &head, "game.json", &text, NULL);
	if (rc == SP_OK)
		rc = sp_state_setup_decode(
			&setup, sp_buf_str(&text), text.len, NULL);
	if (rc == SP_OK) {
		key = sp_seal_master_key(&d->master, (uint32_t)setup.key);
		if (key == NULL)
			rc = sp_error_set(e, SP_EREFUSED, "key %d is not there",
				setup.key);
	}
	if (rc == SP_OK && sp_seal_open(&secrets, key, gid, NULL) == SP_OK) {
		if (sp_seal_check_commitment(
			    &secrets, setup.commitment, NULL) != SP_OK)
			rc = sp_error_set(e, SP_EREFUSED,
				"key %d is another one", setup.key);
		sp_seal_clear(&secrets);
	}
	sp_buf_free(&text);
	sp_store_game_close(repo);
	return rc == SP_EREFUSED ? rc : SP_OK;
}

static void compare_key(
	struct sp_doctor *d, const struct sp_game_row *rows, size_t n)
{
	char first[SP_GID_TEXT] = "";
	struct sp_error why = { 0 };
	size_t strange = 0, looked = 0;

	for (size_t i = 0; i < n; i++) {
		doctor_progress(d, "master key", i, n);
		if (is_over(&rows[i]))
			continue;
		looked++;
		if (fits(d, rows[i].gid, &why) == SP_OK)
			continue;
		if (strange++ == 0)
			sp_format(first, sizeof(first), "%s", rows[i].gid);
	}
	if (strange > 0)
		doctor_found(&d->found, SP_LEVEL_ERROR, "master key",
			"put the key back with which these games began; they "
			"wait for it, and nothing can stand in for it",
			"it does not fit %zu game%s: %s (%s)%s", strange,
			sp_plural(strange), first, why.text,
			strange > 1 ? " and others" : "");
	else if (looked == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "master key", "",
			"it reads; no game runs that it must fit");
	else
		doctor_found(&d->found, SP_LEVEL_OK, "master key", "",
			"it fits %zu running game%s", looked,
			sp_plural(looked));
}

static void master_key(
	struct sp_doctor *d, const struct sp_game_row *rows, size_t n)
{
	const char *path = d->config->master_key;

	if (d->at_work == SP_DAEMON_WORKS && access(path, R_OK) != 0 &&
		errno == EACCES) {
		doctor_found(&d->found, SP_LEVEL_WARNING, "master key",
			"run doctor with the credentials of the service: see "
			"spellpost(1)",
			"the daemon has it, but %s is not for this user", path);
		return;
	}
	d->has_master = doctor_check_master(&d->found, d->config, &d->master);
	if (d->has_master && d->viewer == NULL)
		doctor_found(&d->found, SP_LEVEL_OK, "master key", "",
			"it reads; no registry says which games it is for");
	else if (d->has_master)
		compare_key(d, rows, n);
}

/* ---- repositories ----------------------------------------------------- */

static bool has_git(struct sp_doctor *d, const struct sp_error *why)
{
	if (why->code != SP_ENOTFOUND)
		return true;
	doctor_found_error(
		&d->found, SP_LEVEL_WARNING, "git", why, "install git");
	return false;
}

/* Twice where it finds something: a daemon may just be repacking. */
static int fsck(struct sp_doctor *d, const char *gid, struct sp_error *e)
{
	struct sp_store_game *repo = NULL;
	int rc = sp_store_game_open(&repo, d->viewer->store, gid, e);

	if (rc == SP_OK)
		rc = sp_store_fsck(repo, e);
	if (rc == SP_ECORRUPT && d->at_work != SP_NOBODY_WORKS) {
		sp_error_clear(e);
		rc = sp_store_fsck(repo, e);
	}
	sp_store_game_close(repo);
	return rc;
}

/* Not always the same ones. */
static size_t begin_of_sample(size_t n)
{
	uint32_t x = 0;

	return n > FSCK_MAX && getrandom(&x, sizeof(x), GRND_NONBLOCK) ==
				       sizeof(x)
		       ? x % n
		       : 0;
}

/* Every object of some games. Returns of how many. */
static size_t objects(struct sp_doctor *d, const struct sp_game_row *rows,
	const bool *bad, size_t n, size_t *broken)
{
	size_t most = n < FSCK_MAX ? n : FSCK_MAX, looked = 0;
	size_t start = begin_of_sample(n);

	for (size_t i = 0; i < n && looked < most; i++) {
		size_t k = (start + i) % n;
		struct sp_error why = { 0 };
		if (bad[k])
			continue;
		doctor_progress(d, "git fsck", looked, most);
		if (fsck(d, rows[k].gid, &why) == SP_OK) {
			looked++;
			continue;
		}
		if (!has_git(d, &why))
			break;
		looked++;
		++*broken;
		doctor_found_game(
			&d->found, "repositories", rows[k].gid, why.code, &why);
	}
	return looked;
}

/* What the registry says of a game may be ahead of its repository, for a moment
 * or until a daemon starts: that is told with the batches. *registry: it is the
 * registry that does not read. */
static bool is_bad(struct sp_doctor *d, const struct sp_game_row *row,
	struct sp_error *why, bool *registry)
{
	const struct timespec pause = { .tv_sec = 1 };
	struct sp_game_row now = *row;
	struct sp_error unread = { 0 };
	size_t unfinished = 0;

	if (doctor_check_game(d->viewer, row, why) == SP_OK)
		return false;
	*registry = true;
	/* its people were told that it is suspended, whatever a start mends */
	if (row->status != SP_GAME_ROW_SUSPENDED &&
		doctor_unfinished(d, row->gid, &unfinished, &unread) != SP_OK) {
		*why = unread;
		return true;
	}
	if (unfinished > 0) {
		if (d->at_work == SP_NOBODY_WORKS)
			return false;
		(void)nanosleep(&pause, NULL);
	}
	sp_error_clear(why);
	if (sp_registry_game_get(d->viewer->registry, row->gid, &now, why) !=
		SP_OK)
		return true;
	int rc = doctor_check_game(d->viewer, &now, why);
	*registry = false;
	return rc != SP_OK;
}

static void repositories(
	struct sp_doctor *d, const struct sp_game_row *rows, size_t n)
{
	bool *bad = sp_xcalloc(n + 1, sizeof(*bad));
	size_t broken = 0, running = 0;

	for (size_t i = 0; i < n; i++) {
		struct sp_error why = { 0 };
		bool registry = false;
		doctor_progress(d, "repositories", i, n);
		running += !is_over(&rows[i]);
		bad[i] = is_bad(d, &rows[i], &why, &registry);
		if (!bad[i])
			continue;
		broken++;
		char *what = sp_xasprintf("game %s", rows[i].gid);
		if (registry)
			doctor_found_error(&d->found, SP_LEVEL_ERROR, what,
				&why, SP_REGISTRY_REMEDY);
		else
			doctor_found_game(
				&d->found, what, rows[i].gid, why.code, &why);
		sp_free(what);
	}
	size_t looked = objects(d, rows, bad, n, &broken);
	if (broken == 0 && n == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "repositories", "",
			"no games yet");
	else if (broken == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "repositories", "",
			"%zu read (%zu running); git fsck of %zu finds nothing",
			n, running, looked);
	sp_free(bad);
}

/* The games, so far as the registry opens at all. */
static int list_games(struct sp_doctor *d, struct sp_game_row **rows, size_t *n,
	struct sp_error *e)
{
	int rc = d->viewer != NULL
			 ? SP_OK
			 : sp_doctor_viewer_open(&d->viewer, d->config, e);

	if (rc == SP_OK)
		rc = sp_registry_game_list(d->viewer->registry, rows, n, e);
	if (rc != SP_OK) {
		sp_doctor_viewer_close(d->viewer);
		d->viewer = NULL;
	}
	return rc;
}

/* The key comes first, and needs the games; what is wrong with the registry is
 * said in its own place. */
static void close_viewer(struct sp_doctor *d)
{
	sp_doctor_viewer_close(d->viewer);
	d->viewer = NULL;
}

/* Before the registry is checked: it may be damaged, and the key is told from
 * another by any game. */
static void master_key_of_games(struct sp_doctor *d)
{
	struct sp_game_row *rows = NULL;
	size_t n = 0;

	(void)list_games(d, &rows, &n, NULL);
	master_key(d, rows, n);
	sp_free(rows);
	close_viewer(d);
}

void doctor_club(struct sp_doctor *d)
{
	struct sp_game_row *rows = NULL;
	struct sp_error why = { 0 };
	size_t n = 0;

	master_key_of_games(d);
	doctor_progress(d, "registry", 0, 0);
	if (!doctor_check_registry(&d->found, d->config, &d->viewer)) {
		close_viewer(d);
		return;
	}
	if (list_games(d, &rows, &n, &why) != SP_OK) {
		doctor_found_status(&d->found, "registry", why.code, &why,
			SP_REGISTRY_REMEDY);
		return;
	}
	doctor_registry(d, n);
	if (d->has_master)
		d->viewer->keys.master = d->master;
	repositories(d, rows, n);
	sp_free(rows);
}
