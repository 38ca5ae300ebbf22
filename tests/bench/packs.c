/* 9: the packs of batches: ours, and as libgit2's packbuilder makes them. */
#include "bench.h"

#include "store/store_private.h"

#define COMMITS 50 /* as many as the largest batch has */
#define SAMPLES 20 /* packs of one commit that are timed together */

/* What the host made of a game's last orders, to be made again. */
struct batch {
	struct sp_store *store;
	struct sp_store_game *from, *to;
	struct sp_oid id[COMMITS]; /* the newest first */
	size_t n;
};

static int note(const struct sp_commit_info *info, void *payload)
{
	struct batch *batch = payload;

	batch->id[batch->n++] = info->id;
	return batch->n == COMMITS;
}

struct names {
	struct sp_store_file files[16];
	struct sp_buf text[16];
	size_t n;
	struct sp_store_game *from;
	const struct sp_oid *commit;
};

static int take(
	const char *name, unsigned mode, const struct sp_oid *id, void *payload)
{
	struct names *names = payload;
	struct sp_error e = { 0 };

	(void)id;
	if (mode != 0100644 || names->n == SP_ARRAY_LEN(names->files))
		return 0;
	sp_buf_init(&names->text[names->n], SIZE_MAX);
	bench_ok(sp_store_read(names->from, names->commit, name,
			 &names->text[names->n], &e),
		&e, name);
	names->files[names->n] = (struct sp_store_file){ sp_xstrdup(name),
		names->text[names->n].data, names->text[names->n].len };
	names->n++;
	return 0;
}

/* Stage the files of a commit again, in a repository that has none of them. */
static void stage(struct batch *batch, size_t i, struct sp_oid *parent)
{
	struct names names = { .from = batch->from, .commit = &batch->id[i] };
	struct sp_error e = { 0 };

	bench_ok(sp_store_top(batch->from, &batch->id[i], take, &names, &e), &e,
		"reading a commit");
	struct sp_commit_spec spec = { .parent = *parent,
		.files = names.files,
		.n_files = names.n,
		.when = 1795539600 + (int64_t)(batch->n - i),
		.message = "An order\n\nSeq: 1\n" };
	bench_ok(sp_store_commit(batch->to, &spec, parent, &e), &e,
		"making a commit");
	for (size_t k = 0; k < names.n; k++) {
		sp_free((void *)(uintptr_t)names.files[k].path);
		sp_buf_free(&names.text[k]);
	}
}

static size_t ours(struct sp_store_game *game)
{
	struct sp_error e = { 0 };
	struct sp_buf out;
	size_t n;

	sp_buf_init(&out, SIZE_MAX);
	bench_ok(store_stage_pack(&game->stage, &out, &e), &e, "packing");
	n = out.len;
	sp_buf_free(&out);
	return n;
}

/* With what libgit2 is told of the names, as git finds deltas by them. */
static size_t theirs(struct sp_store_game *game)
{
	git_packbuilder *builder = NULL;
	git_buf out = GIT_BUF_INIT;
	size_t n;

	if (git_packbuilder_new(&builder, game->repo) != 0)
		bench_die("no packbuilder");
	(void)git_packbuilder_set_threads(builder, 1);
	for (size_t i = 0; i < game->stage.n; i++)
		if (git_packbuilder_insert(builder, &game->stage.objects[i].id,
			    game->stage.objects[i].name) != 0)
			bench_die("libgit2 does not take an object");
	if (git_packbuilder_write_buf(&out, builder) != 0)
		bench_die("libgit2 does not pack");
	n = out.size;
	git_buf_dispose(&out);
	git_packbuilder_free(builder);
	return n;
}

static void compare(struct batch *batch, const char *what, size_t commits)
{
	double ratio[BENCH_RUNS], cost[BENCH_RUNS];
	size_t bytes[2] = { 0, 0 };
	size_t times = commits == 1 ? SAMPLES : 1;
	struct sp_oid parent = { "" };

	sp_store_discard(batch->to);
	for (size_t i = commits; i-- > 0;)
		stage(batch, i, &parent);
	for (size_t r = 0; r < BENCH_RUNS; r++) {
		double spent[2] = { 0, 0 };

		for (size_t k = 0; k < 2; k++) {
			bool us = (r + k) % 2 == 0;
			double began = bench_cpu();

			for (size_t t = 0; t < times; t++)
				bytes[us] = us ? ours(batch->to)
					       : theirs(batch->to);
			spent[us] = (bench_cpu() - began) / (double)times;
		}
		cost[r] = spent[1];
		ratio[r] = spent[0] / spent[1];
	}
	(void)printf("  %s: %zu objects\n", what, batch->to->stage.n);
	bench_row("    ours, CPU", cost, BENCH_RUNS, 1e6, "us");
	bench_ratio("    libgit2's packbuilder / ours", ratio, BENCH_RUNS, 0);
	bench_figure("    ours", (double)bytes[1], "bytes", 0);
	bench_figure("    libgit2's", (double)bytes[0], "bytes", 0);
}

void bench_packs(const struct bench *b)
{
	struct batch batch = { .n = 0 };
	struct sp_error e = { 0 };
	struct bench_club club;
	struct bench_cost cost;
	struct sp_oid head;
	char *folder = bench_folder(b, "packs-again");

	bench_club_make(&club, b, "packs", 1);
	while (club.table[0].orders < COMMITS + 20) {
		bench_club_write(&club, 0, false);
		bench_club_pass(&club, 1, &cost);
	}
	bench_ok(sp_store_open(&batch.store, folder, &e), &e, folder);
	bench_ok(sp_store_create(batch.store, "again-aaaaaaaa", &e), &e,
		"a repository");
	bench_ok(sp_store_game_open(
			 &batch.to, batch.store, "again-aaaaaaaa", &e),
		&e, "a repository");
	bench_ok(sp_store_game_open(
			 &batch.from, club.host->store, club.table[0].gid, &e),
		&e, "a game");
	bench_ok(sp_store_head(batch.from, &head, &e), &e, "a game");
	bench_ok(sp_store_log(batch.from, &head, note, &batch, &e), &e,
		"a game");
	bench_title("9. packs of batches, two seats with cards");
	compare(&batch, "one order", 1);
	compare(&batch, "a batch of 50, all in one game", batch.n);
	sp_store_game_close(batch.from);
	sp_store_game_close(batch.to);
	sp_store_close(batch.store);
	bench_club_free(&club);
	sp_free(folder);
}
