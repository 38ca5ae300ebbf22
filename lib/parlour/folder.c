/* The folders of the parlour: its key, the games, and the one at the table. */
#include "parlour_private.h"

#include "record/commit.h"
#include "record/history.h"
#include "record/tags.h"
#include "setup/setup.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#define LABEL       "play"
#define PRIVATE_DIR 0700
#define LISTED      6 /* games in one sentence */

int64_t parlour_now(const struct sp_parlour *p)
{
	int64_t now = sp_clock_now(&sp_clock_system);

	return now > p->live->when ? now : p->live->when;
}

/* ---- the house ---------------------------------------------------------- */

/* A key is made for the first game alone: games that are there need theirs. */
static int make_key(struct sp_parlour *p, bool *made, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = sp_seal_master_create(p->key_path, &why);

	*made = rc == SP_OK;
	/* or by a game that begins at the same time */
	return rc == SP_OK || rc == SP_EEXISTS
		       ? sp_seal_master_load(&p->keys.master, p->key_path, e)
		       : sp_error_copy(e, rc, &why);
}

/* Look for games before the key: who makes both at this moment makes the key
 * first. */
static int open_key(struct sp_parlour *p, bool *made, struct sp_error *e)
{
	struct sp_error why = { 0 };
	bool empty = false;
	int rc = sp_store_is_empty(p->store, &empty, e);

	*made = false;
	if (rc != SP_OK)
		return rc;
	rc = sp_seal_master_load(&p->keys.master, p->key_path, &why);
	if (rc == SP_ENOTFOUND && empty)
		return make_key(p, made, e);
	if (rc == SP_ENOTFOUND)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"the key %s is not there, and the games in %s "
				"need it",
				p->key_path, p->house.games),
			"put it back, or name another folder with --repo");
	return rc == SP_OK ? rc : sp_error_copy(e, rc, &why);
}

int sp_parlour_open(struct sp_parlour **out,
	const struct sp_parlour_house *house, bool *made, struct sp_error *e)
{
	struct sp_parlour *p = sp_xcalloc(1, sizeof(*p));
	int rc;

	*out = p;
	*made = false;
	p->house = *house;
	p->columns = SP_TYPESET_COLUMNS;
	p->scratch.no_defaults = true;
	p->key_path = sp_xasprintf("%s/play.key", house->data);
	p->keys.file = p->key_path;
	rc = sp_mkdirs(house->data, PRIVATE_DIR, e);
	if (rc == SP_OK)
		rc = sp_mkdirs(house->games, PRIVATE_DIR, e);
	if (rc == SP_OK)
		rc = sp_store_open(&p->store, house->games, e);
	return rc == SP_OK ? open_key(p, made, e) : rc;
}

void sp_parlour_close(struct sp_parlour *p)
{
	if (p == NULL)
		return;
	json_decref(p->told);
	sp_free(p->missed);
	sp_free(p->meant);
	sp_record_live_free(p->live);
	sp_store_close(p->store);
	sp_record_keys_clear(&p->keys);
	sp_record_rulesets_clear(&p->rulesets);
	sp_free(p->key_path);
	sp_wipe(&p->scratch, sizeof(p->scratch));
	sp_free(p);
}

const char *sp_parlour_key_path(const struct sp_parlour *p)
{
	return p->key_path;
}

const char *sp_parlour_gid(const struct sp_parlour *p)
{
	return p->live->gid;
}

const char *sp_parlour_path(const struct sp_parlour *p)
{
	return sp_store_game_path(p->live->repo);
}

bool sp_parlour_is_over(const struct sp_parlour *p)
{
	return p->live->game.status == SP_GAME_OVER;
}

/* ---- writing ------------------------------------------------------------ */

int parlour_settle(struct sp_parlour *p, struct sp_error *e)
{
	struct sp_live *live = p->live;
	bool over = live->game.status == SP_GAME_OVER;
	int rc = sp_record_settle(live, e);

	if (rc != SP_OK)
		return rc;
	live->base = live->head;
	live->n_tags = 0;
	if (!sp_store_is_untidy(p->store, live->gid, over))
		return SP_OK;
	rc = sp_store_tidy(live->repo, over, e);
	if (rc == SP_OK)
		rc = sp_store_sync(p->store, e);
	return rc == SP_OK ? sp_store_tidied(live->repo, e) : rc;
}

int sp_parlour_save(struct sp_parlour *p, struct sp_error *e)
{
	return sp_store_sync(p->store, e);
}

int parlour_bots_play(struct sp_parlour *p, struct sp_error *e)
{
	struct sp_live *live = p->live;
	int rc = parlour_settle(p, e);

	/* as many turns at a time as there are seats: then they are kept */
	while (rc == SP_OK && sp_table_bots_wait(live)) {
		live->bot_turns = 0;
		rc = sp_table_bots_play(&p->scratch, live, e);
		if (rc == SP_OK)
			rc = parlour_settle(p, e);
	}
	live->bot_turns = 0;
	return rc;
}

/* ---- a new game --------------------------------------------------------- */

static int take_seats(const struct sp_ruleset *r, struct sp_setup *setup,
	const struct sp_parlour_terms *terms, int *own, struct sp_error *e)
{

	if (terms->seats < r->seats_min || terms->seats > r->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is played by %d to %d, not by %d", r->id,
			r->seats_min, r->seats_max, terms->seats);
	setup->n_seats = terms->seats;
	for (int s = 0; s < setup->n_seats; s++)
		sp_format(setup->colour[s], sizeof(setup->colour[s]), "%s",
			r->colour[s]);
	*own = terms->seat != NULL ? sp_state_setup_seat(setup, terms->seat)
				   : 0;
	if (*own == SP_NOBODY) {
		struct sp_buf known;

		sp_buf_init(&known, 200);
		for (int s = 0; s < setup->n_seats; s++)
			sp_buf_addf(&known, "%s%s", s > 0 ? ", " : "",
				setup->colour[s]);
		(void)sp_error_set(e, SP_EINVAL,
			"there is no seat \"%s\"; with %d seats there are %s",
			terms->seat, setup->n_seats, sp_buf_str(&known));
		sp_buf_free(&known);
		return SP_EINVAL;
	}
	return SP_OK;
}

/* One name for all, or one for each seat but that of the player. */
static int take_bots(
	struct sp_setup *setup, int own, const char *names, struct sp_error *e)
{
	char name[SP_ID_SIZE] = "";
	const char *at = names;
	int n = 0, rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < setup->n_seats; s++) {
		size_t len = strcspn(at, ",");

		if (s == own)
			continue;
		if (*at != '\0') {
			sp_format(name, sizeof(name), "%.*s", (int)len, at);
			rc = sp_record_bot_check(name, e);
			at += len;
			at += *at == ',';
			n++;
		}
		sp_format(setup->bot[s], sizeof(setup->bot[s]), "%s", name);
	}
	if (rc == SP_OK && (*at != '\0' || (n != 1 && n + 1 != setup->n_seats)))
		return sp_error_set(e, SP_EINVAL,
			"%d of the %d seats are for bots: name one bot for all "
			"of them, or one for each",
			setup->n_seats - 1, setup->n_seats);
	return rc;
}

static int take_options(struct sp_live *live,
	const struct sp_parlour_terms *terms, struct sp_error *e)
{
	const struct sp_ruleset *r = live->ruleset;
	bool windows = false;
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < terms->n_options; i++) {
		const struct sp_parlour_option *o = &terms->option[i];

		windows = windows || sp_streq(o->name, "windows");
		rc = sp_card_ruleset_set_option(
			r, &live->setup, o->name, o->value, e);
	}
	if (rc == SP_OK &&
		sp_card_ruleset_option(r, &live->setup, "hold", 0) != 0)
		return sp_error_set(e, SP_EINVAL,
			"the option hold means nothing here: whoever is asked "
			"answers at once");
	/* no bot draws a conclusion from whether a person is asked */
	if (rc == SP_OK && !windows &&
		sp_card_ruleset_option_word(r, &live->setup, "windows") != NULL)
		rc = sp_card_ruleset_set_option(
			r, &live->setup, "windows", "quick", e);
	return rc;
}

static int take_gid(const char *gid, char out[SP_GID_TEXT], struct sp_error *e)
{
	if (gid == NULL)
		return sp_seal_gid_new(out, LABEL, e);
	if (!sp_seal_gid_valid(gid))
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is not a whole id: a label, a hyphen, eight "
			"characters of a-z and 2-7",
			gid);
	sp_format(out, SP_GID_TEXT, "%s", gid);
	return SP_OK;
}

/* The repository of a new game, locked. */
static int open_new(
	struct sp_parlour *p, struct sp_live *live, struct sp_error *e)
{
	int rc = sp_store_create(p->store, live->gid, e);

	if (rc == SP_OK)
		rc = sp_store_game_open(&live->repo, p->store, live->gid, e);
	return rc == SP_OK ? sp_store_lock(live->repo, 0, e) : rc;
}

static int begin(struct sp_parlour *p, struct sp_live *live,
	const struct sp_files *files, struct sp_error *e)
{
	struct sp_setup *setup = &live->setup;
	char input[SP_SHA256_TEXT];
	int rc;

	sp_format(setup->gid, sizeof(setup->gid), "%s", live->gid);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = (int)sp_seal_master_newest(&p->keys.master);
	rc = sp_seal_open(&live->secrets,
		sp_seal_master_key(&p->keys.master, (uint32_t)setup->key),
		live->gid, e);
	sp_format(setup->commitment, sizeof(setup->commitment), "%s",
		live->secrets.commitment);
	if (rc == SP_OK)
		rc = sp_record_live_signer(&p->keys, live, e);
	if (rc == SP_OK)
		rc = sp_record_root(live, files, parlour_now(p), e);
	sp_seal_input_operator(input, 1);
	return rc == SP_OK ? sp_table_sitting_start(&p->scratch, live,
				     parlour_now(p), input, e)
			   : rc;
}

/* Who plays by which options: as the terms say. */
static int take_terms(struct sp_live *live,
	const struct sp_parlour_terms *terms, int *own, struct sp_error *e)
{
	int rc = take_seats(live->ruleset, &live->setup, terms, own, e);

	if (rc == SP_OK)
		rc = take_bots(&live->setup, *own, terms->bots, e);
	return rc == SP_OK ? take_options(live, terms, e) : rc;
}

/* As they were in a game. */
static void take_again(struct sp_setup *setup, const struct sp_setup *old)
{
	setup->n_seats = old->n_seats;
	memcpy(setup->colour, old->colour, sizeof(setup->colour));
	memcpy(setup->bot, old->bot, sizeof(setup->bot));
	setup->n_options = old->n_options;
	memcpy(setup->option, old->option, sizeof(setup->option));
}

/* Begin a game by these terms, or (NULL) by those of `old`. */
static int lay(struct sp_parlour *p, const char *ruleset, const char *wanted,
	const struct sp_parlour_terms *terms, const struct sp_setup *old,
	struct sp_error *e)
{
	struct sp_files files = { 0 };
	char gid[SP_GID_TEXT], hash[SP_SHA256_TEXT];
	struct sp_live *live;
	int rc = sp_record_files_named(&files, p->house.rulesets, ruleset, e);

	if (rc == SP_OK)
		rc = take_gid(wanted, gid, e);
	if (rc != SP_OK) {
		sp_record_files_free(&files);
		return rc;
	}
	p->live = live = sp_record_live_new(gid);
	rc = sp_record_live_ruleset(
		&p->rulesets, &files, &live->ruleset, hash, e);
	if (rc == SP_OK) {
		sp_format(live->setup.ruleset, sizeof(live->setup.ruleset),
			"%s", live->ruleset->id);
		sp_format(live->setup.ruleset_hash,
			sizeof(live->setup.ruleset_hash), "%s", hash);
		if (terms != NULL)
			rc = take_terms(live, terms, &p->seat, e);
		else
			take_again(&live->setup, old);
	}
	if (rc == SP_OK)
		rc = sp_card_ruleset_check_setup(
			live->ruleset, &live->setup, e);
	if (rc == SP_OK)
		rc = open_new(p, live, e);
	if (rc == SP_OK)
		rc = begin(p, live, &files, e);
	sp_record_files_free(&files);
	return rc == SP_OK ? parlour_bots_play(p, e) : rc;
}

int sp_parlour_begin(struct sp_parlour *p, const struct sp_parlour_terms *terms,
	struct sp_error *e)
{
	return lay(p, terms->ruleset, terms->gid, terms, NULL, e);
}

/* Nothing of the game before is asked or told any more. */
static void clear_table(struct sp_parlour *p)
{
	json_decref(p->told);
	sp_free(p->missed);
	sp_free(p->meant);
	p->told = NULL;
	p->missed = p->meant = NULL;
	p->missed_turn = p->turn = p->decision = 0;
	p->resigning = p->resigned = p->ended = false;
	p->n_suggestions = 0;
}

int parlour_rematch(struct sp_parlour *p, struct sp_error *e)
{
	struct sp_live *old = p->live;
	int rc = lay(p, old->setup.ruleset, NULL, NULL, &old->setup, e);

	if (rc == SP_OK) {
		clear_table(p);
		sp_record_live_free(old);
		return SP_OK;
	}
	if (p->live != old)
		sp_record_live_free(p->live);
	p->live = old;
	return rc;
}

/* ---- going on ----------------------------------------------------------- */

struct found {
	char gid[SP_GID_TEXT];
	char *path;
	int64_t when;
	/* and when its branch was written: a commit knows seconds alone */
	struct timespec written;
	bool over, broken; /* broken: it cannot be read */
};

struct search {
	struct sp_parlour *parlour;
	const char *begins; /* "": all */
	bool running;       /* none that is over, nor broken */
	struct found *found;
	size_t n;
	char broken[SP_GID_TEXT]; /* one that is left out; "": none */
};

static int newer_first(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->when != y->when)
		return x->when > y->when ? -1 : 1;
	if (x->written.tv_sec != y->written.tv_sec)
		return x->written.tv_sec > y->written.tv_sec ? -1 : 1;
	if (x->written.tv_nsec != y->written.tv_nsec)
		return x->written.tv_nsec > y->written.tv_nsec ? -1 : 1;
	return strcmp(x->gid, y->gid);
}

/* False for what was ended before its first commit. */
static bool has_packs(const char *path)
{
	char *packs = sp_xasprintf("%s/objects/pack", path);
	DIR *dir = opendir(packs);
	struct dirent *entry;
	bool any = false;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		any = any || entry->d_name[0] != '.';
	if (dir != NULL)
		closedir(dir);
	sp_free(packs);
	return any;
}

/* When the branch of that repository was written. */
static struct timespec branch_written(const char *repo)
{
	char *path = sp_xasprintf("%s/refs/heads/main", repo);
	const struct timespec none = { 0, 0 };
	struct stat st;
	int rc = stat(path, &st);

	sp_free(path);
	return rc == 0 ? st.st_mtim : none;
}

/* A leftover is no game, unless it is asked for. */
static void look_at(struct search *s, const char *path, const char *gid)
{
	struct sp_store_game *repo = NULL;
	struct sp_commit_info info;
	struct found f = { .when = 0 };
	struct sp_buf text;
	struct sp_oid head;
	int rc;

	if (!sp_starts(gid, s->begins))
		return;
	sp_format(f.gid, sizeof(f.gid), "%s", gid);
	sp_store_commit_info_init(&info);
	sp_buf_init(&text, SIZE_MAX);
	rc = sp_store_game_open(&repo, s->parlour->store, gid, NULL);
	if (rc == SP_OK)
		rc = sp_store_head(repo, &head, NULL);
	if (rc == SP_OK)
		rc = sp_store_info(repo, &head, &info, NULL);
	if (rc == SP_OK) {
		f.when = info.when;
		f.over = sp_store_find(repo, &head, "reveal.json", &text,
				 NULL) == SP_OK;
	}
	sp_buf_free(&text);
	sp_store_commit_info_clear(&info);
	sp_store_game_close(repo);
	f.broken = rc != SP_OK;
	if (f.broken && s->begins[0] == '\0' && !has_packs(path))
		return;
	if (f.broken && s->running)
		sp_format(s->broken, sizeof(s->broken), "%s", gid);
	if (s->running && (f.broken || f.over))
		return;
	f.path = sp_xstrdup(path);
	f.written = branch_written(path);
	s->found = sp_xrealloc(s->found, s->n + 1, sizeof(f));
	s->found[s->n++] = f;
}

/* Look at each "xx/GID.git" below the folder of the games. */
static void look_in(struct search *s, const char *path, bool below)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;
		size_t n = strlen(name);
		char gid[SP_GID_TEXT];

		if (name[0] == '.')
			continue;
		if (!below && n == 2) {
			char *inner = sp_xasprintf("%s/%s", path, name);
			look_in(s, inner, true);
			sp_free(inner);
		} else if (below && n > 4 && sp_streq(name + n - 4, ".git") &&
			   sp_copyn(gid, sizeof(gid), name, n - 4) &&
			   sp_seal_gid_valid(gid)) {
			char *inner = sp_xasprintf("%s/%s", path, name);
			look_at(s, inner, gid);
			sp_free(inner);
		}
	}
	if (dir != NULL)
		closedir(dir);
}

static void forget(struct search *s)
{
	for (size_t i = 0; i < s->n; i++)
		sp_free(s->found[i].path);
	sp_free(s->found);
}

static void search(struct sp_parlour *p, struct search *s)
{
	s->parlour = p;
	look_in(s, p->house.games, false);
	if (s->n > 1)
		qsort(s->found, s->n, sizeof(s->found[0]), newer_first);
}

void sp_parlour_list(struct sp_parlour *p, struct sp_buf *out)
{
	struct search s = { .begins = "" };
	char date[SP_DATE_TEXT];

	search(p, &s);
	for (size_t i = 0; i < s.n; i++) {
		sp_date_iso_minute(date, s.found[i].when);
		sp_buf_addf(out, "%s  %s%s\n", s.found[i].gid, date,
			s.found[i].broken ? "  cannot be read"
			: s.found[i].over ? "  over"
					  : "");
	}
	if (s.n == 0)
		sp_buf_addf(out, "There is no game in %s.\n", p->house.games);
	forget(&s);
}

/* "play-abcdefgh" of "games/ab/play-abcdefgh.git"; else the word itself. The
 * caller owns it. */
static char *gid_of(const char *word)
{
	size_t n = strlen(word), from;

	while (n > 1 && word[n - 1] == '/')
		n--;
	if (n <= 4 || !sp_starts(word + n - 4, ".git"))
		return sp_xstrdup(word);
	n -= 4;
	for (from = n; from > 0 && word[from - 1] != '/';)
		from--;
	return sp_xstrndup(word + from, n - from);
}

/* The newest of several. */
static int say_several(const struct search *s, struct sp_error *e)
{
	struct sp_buf names;
	int rc;

	sp_buf_init(&names, SIZE_MAX);
	for (size_t i = 0; i < s->n && i < LISTED; i++)
		sp_buf_addf(&names, "%s%s", i > 0 ? ", " : "", s->found[i].gid);
	rc = sp_error_set(e, SP_EINVAL,
		"\"%s\" is the beginning of %zu games: write more of %s%s",
		s->begins, s->n, sp_buf_str(&names),
		s->n > LISTED ? ", ..." : "");
	sp_buf_free(&names);
	return rc;
}

/* *at: which of those found. */
static int find(struct sp_parlour *p, const char *begins, struct search *s,
	size_t *at, struct sp_error *e)
{
	*at = 0;
	*s = (struct search){ .begins = begins != NULL ? begins : "",
		.running = begins == NULL };
	search(p, s);
	if (begins == NULL && s->n == 0 && s->broken[0] != '\0')
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "game %s cannot be read",
				s->broken),
			"`spellpost play %s` says why; --new begins another",
			s->broken);
	if (begins == NULL)
		return s->n > 0 ? SP_OK : SP_ENOTFOUND;
	if (s->n == 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"there is no game \"%s\" in %s", begins,
				p->house.games),
			"--list names all, --new begins one");
	for (size_t i = 0; i < s->n; i++)
		if (sp_streq(s->found[i].gid, begins)) {
			*at = i;
			return SP_OK;
		}
	return s->n > 1 ? say_several(s, e) : SP_OK;
}

/* The seat that no bot plays. */
static int find_seat(struct sp_parlour *p, struct sp_error *e)
{
	const struct sp_live *live = p->live;
	int n = 0;

	for (int s = 0; s < live->setup.n_seats; s++) {
		if (sp_record_bot_plays(live, s))
			continue;
		p->seat = s;
		n++;
	}
	if (n == 1 && live->started)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"game %s is not of one player and bots: it is not played here",
		live->gid);
}

/* What is to be done about damage otherwise is for games of a club. */
static int say_damaged(const char *path, int rc, const struct sp_error *why,
	struct sp_error *e)
{
	if (why->remedy[0] != '\0' &&
		strstr(why->remedy, "game repair") == NULL)
		return sp_error_copy(e, rc, why);
	return sp_error_remedy(e,
		sp_error_set(e, rc == SP_ENOTFOUND ? SP_EINVAL : rc, "%s",
			why->text),
		"`spellpost verify %s` says what is damaged; leave that folder "
		"as it is, and begin another game with --new",
		path);
}

static int load(struct sp_parlour *p, const char *path, struct sp_error *e)
{
	struct sp_live *live = p->live;
	struct sp_error why = { 0 };
	int rc = sp_store_game_open(&live->repo, p->store, live->gid, e);

	if (rc == SP_OK) {
		rc = sp_store_lock(live->repo, 0, &why);
		if (rc == SP_ECONFLICT)
			return sp_error_remedy(e,
				sp_error_set(e, rc,
					"game %s is being played by another "
					"process",
					live->gid),
				"end that one, or begin another game with "
				"--new");
		if (rc != SP_OK)
			return sp_error_copy(e, rc, &why);
	}
	if (rc != SP_OK)
		return rc;
	rc = sp_store_head(live->repo, &live->head, &why);
	if (rc == SP_OK)
		rc = sp_record_live_look(&p->rulesets, live, &why);
	if (rc != SP_OK)
		return say_damaged(path, rc, &why, e);
	rc = find_seat(p, e);
	if (rc != SP_OK)
		return rc;
	rc = sp_record_live_open(&p->keys, live, &why);
	live->base = live->head;
	return rc == SP_OK ? rc : say_damaged(path, rc, &why, e);
}

int sp_parlour_go_on(struct sp_parlour *p, const char *gid, struct sp_error *e)
{
	char *begins = gid != NULL ? gid_of(gid) : NULL;
	struct search s;
	size_t at;
	int rc = find(p, begins, &s, &at, e);

	if (rc == SP_OK) {
		assert(s.found != NULL);
		p->live = sp_record_live_new(s.found[at].gid);
		rc = load(p, s.found[at].path, e);
	}
	forget(&s);
	sp_free(begins);
	/* bots may have been at work when it was ended */
	return rc == SP_OK ? parlour_bots_play(p, e) : rc;
}
