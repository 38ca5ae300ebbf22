/*
 * The floor: the very objects of the commits that the host made,
 * in the same batches with the same barrier, written by bare libgit2. Loose
 * where the host writes loose objects, else one pack of the new ones; one
 * syncfs; then the branch moves by compare-and-swap. No tags, no lock, no
 * registry, no mail; repositories stay open and objects are in memory.
 */
#define _GNU_SOURCE /* syncfs */

#include "bench.h"

#include <fcntl.h>
#include <git2.h>
#include <git2/sys/mempack.h>
#include <unistd.h>

#define BRANCH        "refs/heads/main"
#define LOOSE_COMMITS 3 /* as lib/store/stage.c */
#define MAIL_BYTES    3000

struct object {
	git_oid id;
	git_odb_object *data;
	char name[40]; /* finds good deltas, as in the host */
};

/* The new commits of one game in one batch. */
struct group {
	git_oid old, new;
	struct object *object;
	size_t n;
};

struct game {
	git_repository *repo;
	git_odb *odb;
	git_odb_backend *mempack; /* NULL: loose objects */
	struct group *group;      /* one per batch */
};

struct bench_floor {
	struct game *game;
	size_t n_games, n_batches, per_game;
	char *folder;
	unsigned mails;
	int fd; /* for syncfs */
};

static void check(int code, const char *what)
{
	const git_error *last = git_error_last();

	if (code < 0)
		bench_die("the floor: %s: %s", what,
			last != NULL ? last->message : "no reason given");
}

/* ---- what the host wrote ---------------------------------------------------
 */

static void add(
	struct group *group, git_odb *from, const git_oid *id, const char *name)
{
	group->object = sp_xrealloc(
		group->object, group->n + 1, sizeof(*group->object));
	struct object *o = &group->object[group->n++];
	o->id = *id;
	sp_format(o->name, sizeof(o->name), "%s", name);
	check(git_odb_read(&o->data, from, id), "reading an object");
}

static const git_tree_entry *same_in(
	const git_tree *tree, const git_tree_entry *entry)
{
	const git_tree_entry *other =
		tree == NULL ? NULL
			     : git_tree_entry_byname(
				       tree, git_tree_entry_name(entry));

	return other != NULL && git_oid_equal(git_tree_entry_id(other),
					git_tree_entry_id(entry))
		       ? other
		       : NULL;
}

/* What the tree has and `base` (NULL: nothing) has not. */
static void add_tree(struct group *group, git_repository *repo, git_odb *from,
	git_tree *tree, const git_tree *base)
{
	for (size_t i = 0; i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		if (same_in(base, entry) != NULL)
			continue;
		if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
			git_tree *sub;
			check(git_tree_lookup(
				      &sub, repo, git_tree_entry_id(entry)),
				"reading a tree");
			/* the folder of the ruleset, in the base alone */
			add_tree(group, repo, from, sub, NULL);
			git_tree_free(sub);
		} else {
			add(group, from, git_tree_entry_id(entry),
				git_tree_entry_name(entry));
		}
	}
	add(group, from, git_tree_id(tree), "");
}

/* Everything that `commit` needs and its parent, or nothing, did not. */
static void add_commit(struct group *group, git_repository *repo, git_odb *from,
	git_commit *commit, git_commit *parent)
{
	git_tree *tree, *base = NULL;

	check(git_commit_tree(&tree, commit), "reading a tree");
	if (parent != NULL)
		check(git_commit_tree(&base, parent), "reading a tree");
	add_tree(group, repo, from, tree, base);
	add(group, from, git_commit_id(commit), "");
	git_tree_free(tree);
	git_tree_free(base);
}

/* The newest n commits and the one before them, newest first. */
static git_commit **read_commits(git_repository *repo, size_t n)
{
	git_commit **list = sp_xcalloc(n + 1, sizeof(*list));
	git_oid head;

	check(git_reference_name_to_id(&head, repo, BRANCH), "its head");
	check(git_commit_lookup(&list[0], repo, &head), "its head");
	for (size_t i = 0; i < n; i++)
		check(git_commit_parent(&list[i + 1], list[i], 0), "a parent");
	return list;
}

/* ---- the repositories to write to
 * --------------------------------------------- */

static void write_objects(struct game *game, const struct group *group)
{
	for (size_t i = 0; i < group->n; i++) {
		const struct object *o = &group->object[i];
		git_oid id;
		check(git_odb_write(&id, game->odb,
			      git_odb_object_data(o->data),
			      git_odb_object_size(o->data),
			      git_odb_object_type(o->data)),
			"writing an object");
		if (!git_oid_equal(&id, &o->id))
			bench_die("the floor wrote another object");
	}
}

static void move(struct game *game, const struct group *group)
{
	git_reference *ref;

	check(git_reference_create_matching(&ref, game->repo, BRANCH,
		      &group->new, 1, &group->old, NULL),
		"moving the branch");
	git_reference_free(ref);
}

static void clear(struct group *group)
{
	for (size_t i = 0; i < group->n; i++)
		git_odb_object_free(group->object[i].data);
	sp_free(group->object);
}

static void make_repo(struct bench_floor *floor, struct game *game,
	const char *name, const struct group *base)
{
	char *path = sp_xasprintf("%s/%s", floor->folder, name);

	check(git_repository_init(&game->repo, path, 1), path);
	check(git_repository_odb(&game->odb, game->repo), path);
	write_objects(game, base);
	move(game, base);
	if (floor->per_game > LOOSE_COMMITS) {
		check(git_mempack_new(&game->mempack), path);
		check(git_odb_add_backend(game->odb, game->mempack, 999), path);
	}
	sp_free(path);
}

static void make_game(struct bench_floor *floor, struct game *game,
	const struct bench_club *club, size_t table)
{
	size_t n = floor->n_batches * floor->per_game;
	char *path = bench_club_repo(club, table);
	struct group base = { 0 };
	git_repository *repo;
	git_odb *odb;

	check(git_repository_open_bare(&repo, path), path);
	check(git_repository_odb(&odb, repo), path);
	git_commit **commit = read_commits(repo, n);
	add_commit(&base, repo, odb, commit[n], NULL);
	base.new = *git_commit_id(commit[n]);
	make_repo(floor, game, club->table[table].gid, &base);
	clear(&base);
	game->group = sp_xcalloc(floor->n_batches, sizeof(*game->group));
	for (size_t i = n; i-- > 0;) { /* oldest first */
		struct group *group =
			&game->group[(n - 1 - i) / floor->per_game];
		if (group->n == 0)
			group->old = *git_commit_id(commit[i + 1]);
		group->new = *git_commit_id(commit[i]);
		add_commit(group, repo, odb, commit[i], commit[i + 1]);
	}
	for (size_t i = 0; i <= n; i++)
		git_commit_free(commit[i]);
	sp_free(commit);
	git_odb_free(odb);
	git_repository_free(repo);
	sp_free(path);
}

struct bench_floor *bench_floor_make(const struct bench_club *club,
	size_t games, size_t batches, size_t per_game, const char *folder)
{
	struct bench_floor *floor = sp_xcalloc(1, sizeof(*floor));

	(void)git_libgit2_init(); /* the store's closing ends its own use */
	floor->folder = sp_xstrdup(folder);
	floor->n_games = games;
	floor->n_batches = batches;
	floor->per_game = per_game;
	floor->fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	floor->game = sp_xcalloc(games, sizeof(*floor->game));
	for (size_t i = 0; i < games; i++)
		make_game(floor, &floor->game[i], club, i);
	return floor;
}

void bench_floor_free(struct bench_floor *floor)
{
	for (size_t i = 0; i < floor->n_games; i++) {
		struct game *game = &floor->game[i];
		for (size_t k = 0; k < floor->n_batches; k++)
			clear(&game->group[k]);
		sp_free(game->group);
		git_odb_free(game->odb);
		git_repository_free(game->repo);
	}
	sp_free(floor->game);
	sp_free(floor->folder);
	(void)close(floor->fd);
	sp_free(floor);
	(void)git_libgit2_shutdown();
}

/* ---- what is measured
 * ------------------------------------------------------------ */

static void write_pack(struct game *game, const struct group *group)
{
	git_packbuilder *pb;

	check(git_packbuilder_new(&pb, game->repo), "a pack");
	(void)git_packbuilder_set_threads(pb, 1);
	for (size_t i = 0; i < group->n; i++)
		check(git_packbuilder_insert(
			      pb, &group->object[i].id, group->object[i].name),
			"a pack");
	check(git_packbuilder_write(pb, NULL, 0, NULL, NULL), "a pack");
	git_packbuilder_free(pb);
	check(git_mempack_reset(game->mempack), "a pack");
	check(git_odb_refresh(game->odb), "a pack");
}

/* As before each pass of the host: else one of the two would find the journal
 * of the file system in another state. */
static void deliver(struct bench_floor *floor)
{
	char mail[MAIL_BYTES];

	memset(mail, 'm', sizeof(mail));
	for (size_t i = 0; i < floor->n_games * floor->per_game; i++) {
		char *path =
			sp_xasprintf("%s/%08u", floor->folder, floor->mails++);
		int fd = open(
			path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd < 0 || sp_write_full(fd, mail, sizeof(mail)) != 0 ||
			fsync(fd) != 0 || close(fd) != 0)
			bench_die("%s cannot be written", path);
		sp_free(path);
	}
}

void bench_floor_batch(
	struct bench_floor *floor, size_t i, struct bench_cost *cost)
{
	deliver(floor);
	double wall = bench_wall(), cpu = bench_cpu();

	for (size_t k = 0; k < floor->n_games; k++) {
		struct game *game = &floor->game[k];
		write_objects(game, &game->group[i]);
		if (game->mempack != NULL)
			write_pack(game, &game->group[i]);
	}
	if (syncfs(floor->fd) != 0)
		bench_die("the floor: syncfs fails");
	for (size_t k = 0; k < floor->n_games; k++)
		move(&floor->game[k], &floor->game[k].group[i]);
	cost->wall = bench_wall() - wall;
	cost->cpu = bench_cpu() - cpu;
}
