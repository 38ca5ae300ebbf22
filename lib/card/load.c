/* A ruleset folder: which files it may hold, and in which order they load. */
#include "card_private.h"

#include <stdlib.h>

typedef void file_loader(
	struct sp_loader *l, const struct sp_ruleset_file *file);

static void load_sector(struct sp_loader *l, const struct sp_ruleset_file *file)
{
	struct sp_boardset *set = &l->r->boards;
	struct sp_sector *sector = &set->sector[set->n_sectors];

	if (set->n_sectors == SP_SECTORS_MAX)
		(void)sp_error_set(l->error, SP_EINVAL,
			"there are more than %d sectors", SP_SECTORS_MAX);
	else if (sp_board_sector_parse(
			 sector, file->text, file->len, l->error) != SP_OK)
		return;
	else if (sp_board_boardset_sector(set, sector->id) != NULL)
		(void)sp_error_set(l->error, SP_EINVAL,
			"another file has a sector \"%s\" already", sector->id);
	else
		set->n_sectors++;
}

static void load_layout(struct sp_loader *l, const struct sp_ruleset_file *file)
{
	struct sp_boardset *set = &l->r->boards;
	struct sp_layout *layout = &set->layout[set->n_layouts];

	if (set->n_layouts == SP_LAYOUTS_MAX)
		(void)sp_error_set(l->error, SP_EINVAL,
			"there are more than %d layouts", SP_LAYOUTS_MAX);
	else if (sp_board_layout_parse(
			 layout, file->text, file->len, l->error) != SP_OK)
		return;
	else if (sp_board_boardset_layout(set, layout->id) != NULL)
		(void)sp_error_set(l->error, SP_EINVAL,
			"another file has a layout \"%s\" already", layout->id);
	else
		set->n_layouts++;
}

enum kind {
	KIND_SECTOR,
	KIND_LAYOUT,
	KIND_RULESET,
	KIND_TRAITS,
	KIND_SCHOOL,
	KIND_READY,
};

/* Sectors and layouts load by themselves, in this order; ruleset.json names
 * layouts and schools, and the rest comes with the cards. */
static const struct {
	const char *folder; /* with its slash; "": the ruleset folder itself */
	const char *ending; /* from a dot, or the whole name */
	file_loader *load;
} kinds[] = {
	[KIND_SECTOR] = { "sectors/", ".txt", load_sector },
	[KIND_LAYOUT] = { "layouts/", ".txt", load_layout },
	[KIND_RULESET] = { "", "ruleset.json", NULL },
	[KIND_TRAITS] = { "", "traits.json", NULL },
	[KIND_SCHOOL] = { "cards/", ".json", NULL },
	[KIND_READY] = { "cards/", "ready.txt", NULL },
};

/* enum kind, or -1. */
static int kind_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	size_t folder_len = (size_t)(name - path);
	size_t name_len = strlen(name);

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		const char *ending = kinds[i].ending;
		size_t ending_len = strlen(ending);

		if (folder_len != strlen(kinds[i].folder) ||
			!sp_starts(path, kinds[i].folder))
			continue;
		if (ending[0] != '.'
				? sp_streq(name, ending)
				: name_len > ending_len &&
					  sp_streq(name + name_len - ending_len,
						  ending))
			return (int)i;
	}
	return -1;
}

const struct sp_ruleset_file *card_find_file(
	const struct sp_ruleset_file *const *files, size_t n, const char *path)
{
	for (size_t i = 0; i < n; i++)
		if (sp_streq(files[i]->path, path))
			return files[i];
	return NULL;
}

bool card_loader_stop(struct sp_loader *l)
{
	struct sp_problems *all = l->problems;

	if (!card_loader_failed(l))
		return false;
	if (all == NULL)
		return true;
	if (all->n == SP_PROBLEMS_MAX) {
		all->more = true;
	} else {
		all->problem[all->n++] = *l->error;
	}
	sp_error_clear(l->error);
	return false;
}

bool card_loader_tree(struct sp_loader *l, struct sp_tree *tree,
	const struct sp_ruleset_file *file)
{
	l->path = file->path;
	if (card_tree_read(tree, file->text, file->len, l->error) == SP_OK)
		return true;
	if (l->error->line > 0)
		(void)sp_error_prefix(l->error, "%s:%u: column %u", file->path,
			l->error->line, l->error->column);
	else
		(void)sp_error_prefix(l->error, "%s", file->path);
	return false;
}

static void load_boards(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	for (size_t k = 0; k < SP_ARRAY_LEN(kinds); k++) {
		for (size_t i = 0; i < n && kinds[k].load != NULL; i++) {
			if (kind_of(files[i]->path) != (int)k)
				continue;
			kinds[k].load(l, files[i]);
			if (l->error->line != 0)
				(void)sp_error_prefix(l->error, "%s:%u",
					files[i]->path, l->error->line);
			else
				(void)sp_error_prefix(
					l->error, "%s", files[i]->path);
			if (card_loader_stop(l))
				return;
		}
	}
}

static void check_strangers(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (kind_of(files[i]->path) >= 0)
			continue;
		(void)sp_error_set(l->error, SP_EINVAL,
			"%s: no such file belongs to a ruleset; it holds "
			"ruleset.json, traits.json, sectors/*.txt, "
			"layouts/*.txt, cards/*.json and cards/ready.txt",
			files[i]->path);
		if (card_loader_stop(l))
			return;
	}
}

/* Is it the file of a school that ruleset.json lists? */
static bool is_listed(const struct sp_ruleset *r, const char *path)
{
	const char *id = path + strlen("cards/");

	for (int i = 0; i < r->n_schools; i++) {
		size_t len = strlen(r->school[i].id);

		if (strncmp(id, r->school[i].id, len) == 0 &&
			sp_streq(id + len, ".json"))
			return true;
	}
	return false;
}

/* Cards that no school has would not be played with, in silence. */
static void check_schools(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *path = files[i]->path;
		int kind = kind_of(path);

		if (kind < KIND_TRAITS)
			continue;
		if (l->r->n_schools == 0)
			(void)sp_error_set(l->error, SP_EINVAL,
				"%s: ruleset.json lists no \"schools\", so no "
				"cards are played with",
				path);
		else if (kind == KIND_SCHOOL && !is_listed(l->r, path))
			(void)sp_error_set(l->error, SP_EINVAL,
				"%s: \"schools\" of ruleset.json does not list "
				"this school",
				path);
		if (card_loader_stop(l))
			return;
	}
}

/* True if each file that ought to be JSON is. Whoever wants all problems is
 * told of these alone: what such a file holds is unknown, and each card that
 * names something of it would be a problem, too. */
static bool check_json(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		int kind = kind_of(files[i]->path);
		struct sp_tree tree;

		if (kind != KIND_RULESET && kind != KIND_TRAITS &&
			kind != KIND_SCHOOL)
			continue;
		good = card_loader_tree(l, &tree, files[i]) && good;
		card_tree_free(&tree);
		(void)card_loader_stop(l);
	}
	return good;
}

static void load_all(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	const struct sp_ruleset_file *main_file =
		card_find_file(files, n, "ruleset.json");
	struct sp_tree tree;
	bool good;

	check_strangers(l, files, n);
	if (main_file == NULL)
		(void)sp_error_set(l->error, SP_EINVAL,
			"ruleset.json is missing in the ruleset folder");
	if (card_loader_stop(l) || main_file == NULL)
		return;
	if (l->problems != NULL && !check_json(l, files, n))
		return;
	load_boards(l, files, n);
	if (card_loader_failed(l))
		return;
	if (card_loader_tree(l, &tree, main_file))
		card_load_ruleset(l, tree.node);
	good = !card_loader_failed(l);
	/* without the schools there is nothing to say of cards */
	if (!card_loader_stop(l) && (good || l->r->n_schools > 0)) {
		check_schools(l, files, n);
		if (!card_loader_failed(l) && l->r->n_schools > 0)
			card_load_cards(l, files, n);
		l->path = main_file->path;
		if (good && !card_loader_stop(l) && l->r->n_schools > 0)
			card_load_precedence(l, tree.node);
	}
	card_tree_free(&tree);
}

static int by_path(const void *a, const void *b)
{
	const struct sp_ruleset_file *const *fa = a;
	const struct sp_ruleset_file *const *fb = b;

	return strcmp((*fa)->path, (*fb)->path);
}

static bool load(struct sp_loader *l, const struct sp_ruleset_file *files,
	size_t n_files)
{
	const struct sp_ruleset_file **sorted =
		sp_xcalloc(n_files + 1, sizeof(*sorted));

	/* Folders are listed in any order; the indexes of sectors and layouts
	 * must not depend on that. */
	for (size_t i = 0; i < n_files; i++)
		sorted[i] = &files[i];
	qsort(sorted, n_files, sizeof(*sorted), by_path);
	l->r = sp_xcalloc(1, sizeof(*l->r));
	l->r->lexicon.boards = &l->r->boards;
	load_all(l, sorted, n_files);
	sp_free(sorted);
	return !card_loader_failed(l) &&
	       (l->problems == NULL || l->problems->n == 0);
}

static int finish(struct sp_ruleset **out, struct sp_loader *l, bool good)
{
	*out = good ? l->r : NULL;
	if (!good)
		sp_card_ruleset_free(l->r);
	sp_free(l);
	return good ? SP_OK : SP_EINVAL;
}

int sp_card_ruleset_load(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files, struct sp_error *e)
{
	struct sp_loader *l = sp_xcalloc(1, sizeof(*l));
	struct sp_error local = { 0 };

	l->error = e != NULL ? e : &local;
	return finish(out, l, load(l, files, n_files));
}

int sp_card_ruleset_check(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files,
	struct sp_problems *problems)
{
	struct sp_loader *l = sp_xcalloc(1, sizeof(*l));
	struct sp_error local = { 0 };

	memset(problems, 0, sizeof(*problems));
	l->error = &local;
	l->problems = problems;
	return finish(out, l, load(l, files, n_files));
}

void sp_card_ruleset_free(struct sp_ruleset *ruleset)
{
	if (ruleset == NULL)
		return;
	for (int i = 0; i < ruleset->n_cards; i++) {
		struct sp_card *card = &ruleset->card[i];

		sp_free(card->text);
		sp_free(card->whiles);
		sp_free(card->ons);
		sp_free(card->compels);
	}
	for (int i = 0; i < ruleset->n_traits; i++)
		sp_free(ruleset->trait_text[i]);
	sp_free(ruleset->card);
	sp_free(ruleset->type);
	sp_free(ruleset->school_of);
	sp_free(ruleset->stats);
	sp_free(ruleset->points);
	sp_free(ruleset->events);
	sp_free(ruleset->answering);
	sp_free(ruleset->op);
	sp_free(ruleset->code);
	sp_free(ruleset->slot);
	/* read-only for everybody else */
	sp_free((void *)(uintptr_t)ruleset->lexicon.card);
	sp_free((void *)(uintptr_t)ruleset->lexicon.school);
	sp_free((void *)(uintptr_t)ruleset->lexicon.zone);
	sp_free(ruleset);
}
