#include "canary.h"

#include "fixtures.h"
#include "unit.h"

#include <dirent.h>
#include <git2.h>
#include <sys/stat.h>

#define TEXT_MAX (64U << 20)

/* ---- the ruleset ------------------------------------------------------------
 */

/* The nth canary, with two letters that mark it. */
static void make_canary(unsigned n, bool name, char out[CANARY_LETTERS + 1])
{
	uint64_t x = UINT64_C(0x9e3779b97f4a7c15) * (2 * n + name + 1);

	out[0] = name ? 'Z' : 'z';
	out[1] = 'q';
	for (int i = 2; i < CANARY_LETTERS; i++) {
		x ^= x >> 29;
		x *= UINT64_C(0xbf58476d1ce4e5b9);
		out[i] = (char)('a' + (x >> 40) % 26);
	}
	out[CANARY_LETTERS] = '\0';
}

struct renaming {
	json_t *ids; /* old to new */
	unsigned n;
	struct sp_buf ready; /* the list of all of them */
};

static void rename_card(struct renaming *r, json_t *card)
{
	char word[CANARY_LETTERS + 1];
	const char *id = json_string_value(json_object_get(card, "id"));

	if (id == NULL)
		return;
	make_canary(r->n, false, word);
	sp_json_set_string(r->ids, id, word);
	sp_json_set_string(card, "id", word);
	sp_buf_addf(&r->ready, "%s\n", word);
	make_canary(r->n++, true, word);
	sp_json_set_string(card, "name", word);
}

static void rename_use(struct renaming *r, json_t *card)
{
	const char *use = json_string_value(json_object_get(card, "use"));

	if (use != NULL)
		sp_json_set_string(card, "use",
			json_string_value(json_object_get(r->ids, use)));
}

static void for_cards(struct renaming *r, const json_t *root,
	void (*each)(struct renaming *r, json_t *card))
{
	const json_t *cards = json_object_get(root, "cards");

	for (size_t i = 0; i < json_array_size(cards); i++)
		each(r, json_array_get(cards, i));
}

static json_t *read_school(const char *folder, const char *school)
{
	char *path = sp_xasprintf("%s/cards/%s.json", folder, school);
	struct sp_buf text;
	json_t *root = NULL;

	sp_buf_init(&text, TEXT_MAX);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_json_parse(&root, sp_buf_str(&text), text.len, NULL), SP_OK);
	sp_buf_free(&text);
	sp_free(path);
	return root;
}

static void write_school(
	const char *folder, const char *school, const json_t *root)
{
	char *path = sp_xasprintf("%s/cards/%s.json", folder, school);
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	sp_json_write(&text, root);
	EQUAL_INT_FATAL(
		sp_file_write(path, text.data, text.len, 0600, NULL), SP_OK);
	sp_buf_free(&text);
	sp_free(path);
}

void canary_ruleset(char *rulesets, size_t size, const char *dir)
{
	static const char *const schools[] = { "alchemy", "black-cantrip",
		"conjuring", "elemental", "mentalism", "mutation",
		"thaumaturgy", "white-cantrip" };
	struct renaming r = { .ids = json_object() };
	json_t *root[SP_ARRAY_LEN(schools)];
	char *folder, *command, *ready;

	sp_buf_init(&r.ready, TEXT_MAX);
	sp_format(rulesets, size, "%s/canaries", dir);
	folder = sp_xasprintf("%s/wizwar8", rulesets);
	command = sp_xasprintf("mkdir -p '%s' && cp -r '%s/games/wizwar8/.' "
			       "'%s' && rm -r '%s/scenarios'",
		folder, test_source_dir(), folder, folder);
	EQUAL_INT_FATAL(system(command), 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(schools); i++) {
		root[i] = read_school(folder, schools[i]);
		for_cards(&r, root[i], rename_card);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(schools); i++) {
		for_cards(&r, root[i], rename_use);
		write_school(folder, schools[i], root[i]);
		json_decref(root[i]);
	}
	CU_ASSERT(r.n > 80);
	ready = sp_xasprintf("%s/cards/ready.txt", folder);
	EQUAL_INT_FATAL(
		sp_file_write(ready, r.ready.data, r.ready.len, 0600, NULL),
		SP_OK);
	sp_buf_free(&r.ready);
	json_decref(r.ids);
	sp_free(ready);
	sp_free(command);
	sp_free(folder);
}

/* ---- looking into a text ----------------------------------------------------
 */

static void found(struct watch *w, const char *what, const char *kind,
	const char *word, const char *text, const char *at)
{
	const char *line = at;

	while (line > text && line[-1] != '\n')
		line--;
	w->found++;
	if (!w->silent)
		printf("\n  %s: %s %s in: %.*s\n", what, kind, word,
			(int)strcspn(line, "\n"), line);
}

/* The type whose canary begins there; -1: none. */
static int canary_at(const struct watch *w, const char *at)
{
	for (int t = 0; t < w->ruleset->n_cards; t++) {
		const struct sp_card *card = &w->ruleset->card[t];

		if (sp_starts_i(at, card->id) || sp_starts_i(at, card->name))
			return t;
	}
	return -1;
}

/* state.json names the first and the last card of each run of those that a deck
 * is made of ("a#1 to b#2"), which its schools say. */
static bool is_run(const char *at)
{
	const char *behind = at + CANARY_LETTERS;
	const char *before = at - strlen(" to ");

	return *behind == '#' &&
	       (sp_starts(behind + 1 + strspn(behind + 1, "0123456789"),
			" to ") ||
		       sp_starts(before, " to "));
}

static unsigned canaries(
	struct watch *w, unsigned who, const char *what, const char *text)
{
	unsigned before = w->found;

	for (const char *at = text; *at != '\0'; at++) {
		int type;

		if ((*at != 'z' && *at != 'Z') ||
			sp_lower((unsigned char)at[1]) != 'q' ||
			(type = canary_at(w, at)) < 0 ||
			(w->shown[type] & who) != 0 ||
			(at >= text + 4 && is_run(at)))
			continue;
		found(w, what, "card", w->ruleset->card[type].name, text, at);
	}
	return w->found - before;
}

unsigned watch_text(
	struct watch *w, int seat, const char *what, const char *text)
{
	return canaries(w, SHOWN_TO_ALL | (seat == SP_NOBODY ? 0U : 1U << seat),
		what, text);
}

/* What may be in a repository: no word of a person's, and only cards that
 * everybody was shown. */
static void published(struct watch *w, const char *what, const char *text)
{
	(void)watch_text(w, SP_NOBODY, what, text);
	for (const char *const *word = w->personal; *word != NULL; word++) {
		const char *at = strstr(text, *word);

		if (at != NULL)
			found(w, what, "personal", *word, text, at);
	}
}

/* ---- what is shown ----------------------------------------------------------
 */

static void show(struct watch *w, int seat, uint8_t bit)
{
	sp_game_view(&w->game, seat, &w->view);
	for (int c = 0; c < w->ruleset->n_copies; c++) {
		uint8_t zone = w->view.place[c].zone;

		if (zone != SP_ZONE_OUT && zone != SP_ZONE_UNKNOWN)
			w->shown[w->ruleset->type[c]] |= bit;
	}
}

static void take_box(struct watch *w, const struct sp_live *live, bool says,
	const struct sp_buf *file)
{
	json_t *nothing = json_object(), *game;
	struct sp_box box;
	json_t *hidden = NULL;
	char *text = NULL;
	size_t len = 0;

	EQUAL_INT_FATAL(
		sp_seal_box_parse(&box, file->data, file->len, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_seal_unbox(&text, &len, &box, &live->secrets, box.seq, NULL),
		SP_OK);
	EQUAL_INT_FATAL(sp_json_parse(&hidden, text, len, NULL), SP_OK);
	/* as large for who sees the public position alone */
	EQUAL_INT(box.size, sp_record_sealed_size(w->ruleset, &w->game, says));
	game = json_object_get(hidden, "game");
	EQUAL_INT_FATAL(sp_state_set_hidden(
				&w->game, game != NULL ? game : nothing, NULL),
		SP_OK);
	EQUAL_INT(box.size, sp_record_sealed_size(w->ruleset, &w->game, says));
	json_decref(nothing);
	json_decref(hidden);
	sp_seal_unbox_free(text, len);
	sp_seal_box_clear(&box);
}

/* The position of a commit, with all that is hidden in it. */
static void take_position(struct watch *w, struct sp_live *live,
	const struct sp_oid *commit, bool sealed, const char *command)
{
	static struct sp_game before;
	struct sp_buf text;

	before = w->game;
	sp_buf_init(&text, TEXT_MAX);
	if (sp_store_read(live->repo, commit, "state.json", &text, NULL) !=
		SP_OK) {
		sp_buf_free(&text);
		return; /* it has not begun */
	}
	EQUAL_INT_FATAL(sp_state_decode(&w->game, &live->ruleset->lexicon,
				sp_buf_str(&text), text.len, NULL),
		SP_OK);
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(
		sp_store_read(live->repo, commit, "sealed.json", &text, NULL),
		SP_OK);
	take_box(w, live,
		sealed || sp_record_sealed_says(&before, &w->game, command),
		&text);
	sp_buf_free(&text);
	show(w, SP_NOBODY, SHOWN_TO_ALL);
	for (int s = 0; s < live->setup.n_seats; s++)
		show(w, s, (uint8_t)(1U << s));
}

/* ---- a repository -----------------------------------------------------------
 */

struct news {
	struct sp_oid known;
	struct sp_oid *id; /* newest first */
	size_t n;
};

static int note_commit(const struct sp_commit_info *info, void *payload)
{
	struct news *news = payload;

	if (sp_store_oid_equal(&info->id, &news->known))
		return 1;
	news->id = sp_xrealloc(news->id, news->n + 1, sizeof(news->id[0]));
	news->id[news->n++] = info->id;
	return 0;
}

static void look_at_commit(
	struct watch *w, struct sp_live *live, const struct sp_oid *commit)
{
	static const char *const files[] = { "game.json", "state.json",
		"board.txt", "report.txt", "sealed.json", "allowed_signers" };
	struct sp_commit_info info;
	struct sp_buf text;

	sp_store_commit_info_init(&info);
	sp_buf_init(&text, TEXT_MAX);
	EQUAL_INT_FATAL(sp_store_info(live->repo, commit, &info, NULL), SP_OK);
	w->commits++;
	bool sealed = sp_streq(info.author_name, "Sealed");
	w->sealed += sealed;
	(void)sp_store_trailer(&text, sp_buf_str(&info.message), "Command");
	take_position(w, live, commit, sealed, sp_buf_str(&text));
	published(w, "message", sp_buf_str(&info.message));
	published(w, "author", info.author_name);
	published(w, "author", info.author_email);
	for (size_t i = 0; i < SP_ARRAY_LEN(files); i++) {
		sp_buf_clear(&text);
		if (sp_store_read(live->repo, commit, files[i], &text, NULL) ==
			SP_OK)
			published(w, files[i], sp_buf_str(&text));
	}
	sp_buf_free(&text);
	sp_store_commit_info_clear(&info);
}

static void look_at_commits(struct watch *w, struct sp_live *live)
{
	struct news news = { .known = w->head };

	EQUAL_INT_FATAL(
		sp_store_log(live->repo, &live->head, note_commit, &news, NULL),
		SP_OK);
	for (size_t i = news.n; i-- > 0;)
		look_at_commit(w, live, &news.id[i]);
	w->head = live->head;
	sp_free(news.id);
}

/* What was looked at; sorted but for the newest. */
struct watch_objects {
	git_oid *id;
	size_t n, sorted;
};

static int by_id(const void *a, const void *b)
{
	return git_oid_cmp(a, b);
}

static void add_object(struct watch_objects *o, const git_oid *id)
{
	o->id = sp_xrealloc(o->id, o->n + 1, sizeof(o->id[0]));
	o->id[o->n++] = *id;
}

static void sort_objects(struct watch_objects *o)
{
	if (o->n > 0)
		qsort(o->id, o->n, sizeof(o->id[0]), by_id);
	o->sorted = o->n;
}

static int meet_object(const git_oid *id, void *payload)
{
	struct watch_objects *o = payload;

	if (bsearch(id, o->id, o->sorted, sizeof(o->id[0]), by_id) == NULL)
		add_object(o, id);
	return 0;
}

static int meet_ref(const char *name, void *payload)
{
	sp_buf_addf(payload, "%s\n", name);
	return 0;
}

/* The files below a folder; the objects are read as such. */
static void add_files(struct sp_buf *out, const char *folder, bool top)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct stat st;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;
		char *path = sp_xasprintf("%s/%s", folder, name);

		EQUAL_INT_FATAL(lstat(path, &st), 0);
		if (S_ISREG(st.st_mode))
			EQUAL_INT(sp_file_read(out, path, NULL), SP_OK);
		else if (S_ISDIR(st.st_mode) && !sp_streq(name, ".") &&
			 !sp_streq(name, "..") &&
			 !(top && sp_streq(name, "objects")))
			add_files(out, path, false);
		sp_free(path);
	}
	(void)closedir(dir);
}

static git_repository *open_repository(const struct watch *w)
{
	char *path = club_repository(w->c, w->gid);
	git_repository *repository = NULL;

	EQUAL_INT_FATAL(git_repository_open_bare(&repository, path), 0);
	sp_free(path);
	return repository;
}

static void add_objects(
	struct sp_buf *out, struct watch_objects *o, git_repository *repository)
{
	git_odb *odb = NULL;

	EQUAL_INT_FATAL(git_repository_odb(&odb, repository), 0);
	EQUAL_INT_FATAL(git_odb_foreach(odb, meet_object, o), 0);
	for (size_t i = o->sorted; i < o->n; i++) {
		git_odb_object *object = NULL;

		EQUAL_INT_FATAL(git_odb_read(&object, odb, &o->id[i]), 0);
		sp_buf_add(out, git_odb_object_data(object),
			git_odb_object_size(object));
		git_odb_object_free(object);
	}
	sort_objects(o);
	git_odb_free(odb);
}

/* Whatever else lies there, whether anything leads to it or not. Here and not
 * by programs, of which each look would begin a dozen. */
static void look_at_files(struct watch *w)
{
	git_repository *repository = open_repository(w);
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	add_objects(&text, w->objects, repository);
	EQUAL_INT_FATAL(
		git_reference_foreach_name(repository, meet_ref, &text), 0);
	add_files(&text, git_repository_path(repository), true);
	CU_ASSERT_FALSE(text.overflow);
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\0')
			text.data[i] = ' ';
	published(w, "object or ref", sp_buf_str(&text));
	sp_buf_free(&text);
	git_repository_free(repository);
}

static int meet_entry(
	const char *folder, const git_tree_entry *entry, void *payload)
{
	if (sp_starts(folder, "ruleset/") ||
		sp_streq(git_tree_entry_name(entry), "ruleset"))
		add_object(payload, git_tree_entry_id(entry));
	return 0;
}

/* The ruleset names all cards. */
static void know_ruleset(struct watch *w)
{
	git_repository *repository = open_repository(w);
	git_object *tree = NULL;

	EQUAL_INT_FATAL(
		git_revparse_single(&tree, repository, "main^{tree}"), 0);
	EQUAL_INT_FATAL(git_tree_walk((git_tree *)tree, GIT_TREEWALK_PRE,
				meet_entry, w->objects),
		0);
	CU_ASSERT(w->objects->n > 10);
	sort_objects(w->objects);
	git_object_free(tree);
	git_repository_free(repository);
}

/* ---- letters ----------------------------------------------------------------
 */

static int reader_of(const struct sp_live *live, const struct letter *letter)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		if (sp_mail_addr_equal(letter->to, live->people[s].address))
			return s;
	return SP_NOBODY;
}

static void look_at_letters(struct watch *w, const struct sp_live *live)
{
	for (; w->letters < w->c->n_letters; w->letters++) {
		const struct letter *letter = w->c->letter[w->letters];
		const char *body = strstr(letter->raw, "\n\n");
		char *head;
		int seat = reader_of(live, letter);

		if (strstr(letter->reply_to, w->gid) == NULL)
			continue;
		head = sp_xstrndup(letter->raw, (size_t)(body - letter->raw));
		(void)watch_text(w, seat, "header", head);
		(void)watch_text(w, seat, letter->subject, letter->text);
		(void)watch_text(w, seat, letter->subject, letter->html);
		sp_free(head);
	}
}

/* ---- all of it --------------------------------------------------------------
 */

static struct sp_live *open_game(struct watch *w)
{
	struct sp_live *live = sp_post_live_with_row(w->gid);
	struct sp_error e = { 0 };

	club_open(w->c);
	EQUAL_INT_FATAL(sp_registry_game_get(
				w->c->host->registry, w->gid, live->row, &e),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_store_game_open(&live->repo, w->c->host->store, w->gid, &e),
		SP_OK);
	int rc = host_live_load(w->c->host, live, &e);
	if (rc == SP_OK)
		rc = sp_post_live_people(w->c->host->registry, live, &e);
	if (rc != SP_OK)
		printf("\n  load: %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	return live;
}

/* True if so many cards are only examples that little is watched. */
static bool is_blind(const struct watch *w)
{
	int n = 0;

	for (int t = 0; t < w->ruleset->n_cards; t++)
		n += w->shown[t] != 0;
	return n > 8;
}

void watch_begin(struct watch *w, struct club *c, const char *gid,
	const char *const *personal)
{
	struct sp_live *live;

	memset(w, 0, sizeof(*w));
	w->c = c;
	w->gid = gid;
	w->personal = personal;
	w->objects = sp_xcalloc(1, sizeof(*w->objects));
	live = open_game(w);
	w->ruleset = live->ruleset;
	CU_ASSERT_FALSE(is_blind(w));
	know_ruleset(w);
	sp_record_live_free(live);
}

void watch_end(struct watch *w)
{
	sp_free(w->objects->id);
	sp_free(w->objects);
	w->objects = NULL;
	sp_wipe(&w->game, sizeof(w->game));
}

unsigned watch_look(struct watch *w)
{
	struct sp_live *live = open_game(w);
	unsigned before = w->found;

	look_at_commits(w, live);
	look_at_files(w);
	look_at_letters(w, live);
	sp_record_live_free(live);
	return w->found - before;
}

const char *watch_unseen(const struct watch *w, int seat)
{
	for (int c = 0; c < w->ruleset->n_copies; c++) {
		int type = w->ruleset->type[c];

		if (w->game.place[c].zone != SP_ZONE_OUT &&
			(w->shown[type] & (1U << seat | SHOWN_TO_ALL)) == 0)
			return w->ruleset->card[type].name;
	}
	CU_FAIL_FATAL("every card was shown");
	return NULL;
}
