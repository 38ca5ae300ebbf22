/*
 * 8: the history as the proof: what signing and sealing add to a commit, what a
 * commit takes on the disk, and how fast it is all checked.
 *
 * The game is one of four seats with cards, by bots, in a repository that is
 * packed. The floor of checking is what nobody who checks can do without, by
 * bare libraries: read the objects that are new in a commit, verify its Ed25519
 * signature, write its state.json in order of the keys.
 */
#include "arena/arena.h"
#include "bench.h"

#include <git2.h>
#include <glob.h>
#include <jansson.h>
#include <openssl/evp.h>

#define SEED       7
#define TEXT_MAX   (1u << 20)
#define FILES      4
#define PUBLIC_AT  33 /* in a signature by our server, as bytes */
#define WIRE_BYTES 173

static const char *const names[FILES] = { "state.json", "sealed.json",
	"board.txt", "report.txt" };

/* A commit, in memory. */
struct step {
	git_oid id, tree, file[FILES];
	bool has[FILES]; /* which are new in it */
	struct sp_buf text, armour;
	uint8_t wire[WIRE_BYTES]; /* the armour as bytes */
	json_t *state;            /* where it is new */
	json_t *hidden;           /* NULL: it has no box */
	char *box_text;
	size_t box_len;
	struct sp_box box;
	uint8_t state_sum[SP_KEY_BYTES];
	struct sp_oid parent;
	uint64_t seq;
};

struct proof {
	const struct bench *b;
	char *dir, *repo;
	char gid[SP_GID_TEXT];
	struct sp_store *store; /* open as long as the game is */
	struct sp_store_game *game;
	struct sp_secrets secrets;
	struct sp_signer *signer;
	struct step *step; /* oldest first */
	size_t n;
};

/* ---- a game ------------------------------------------------------------- */

static double simulate(const struct proof *p, const char *repo)
{
	char *rulesets = sp_xasprintf("%s/games", p->b->source);
	struct sp_simulation what = { .rulesets = rulesets,
		.ruleset = "wizwar8",
		.players = 4,
		.games = 1,
		.seed = SEED,
		.repo = repo,
		.drafts = true,
		.n_options = 1,
		.option = { { "cards", "yes" } } };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good;
	double at = bench_cpu();

	sp_buf_init(&text, SIZE_MAX);
	bench_ok(sp_arena_simulate(&what, &json, &text, &good, &e), &e,
		"simulate");
	at = bench_cpu() - at;
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
	return at;
}

/* The game of the only repository. */
static void find_gid(struct proof *p)
{
	char *pattern = sp_xasprintf("%s/*/*.git", p->dir);
	glob_t found = { 0 };
	const char *name;

	if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc != 1)
		bench_die("there is not one repository");
	name = strrchr(found.gl_pathv[0], '/') + 1;
	sp_format(p->gid, sizeof(p->gid), "%.*s",
		(int)(strlen(name) - strlen(".git")), name);
	globfree(&found);
	sp_free(pattern);
}

static void pack(const struct proof *p, struct sp_store *store)
{
	struct sp_store_game *game;
	struct sp_error e = { 0 };

	bench_ok(sp_store_game_open(&game, store, p->gid, &e), &e, p->gid);
	bench_ok(sp_store_lock(game, 1000, &e), &e, p->gid);
	bench_ok(sp_store_tidy(game, true, &e), &e, "repacking");
	bench_ok(sp_store_tidied(game, &e), &e, "repacking");
	sp_store_game_close(game);
}

static void open_game(struct proof *p)
{
	struct sp_error e = { 0 };

	bench_ok(sp_store_open(&p->store, p->dir, &e), &e, p->dir);
	find_gid(p);
	pack(p, p->store);
	bench_ok(
		sp_store_game_open(&p->game, p->store, p->gid, &e), &e, p->gid);
	p->repo = sp_xstrdup(sp_store_game_path(p->game));
}

/* The key of simulated games is their seed. */
static void open_keys(struct proof *p)
{
	const char *luck[4] = { "", "", "", "" };
	uint8_t master[SP_KEY_BYTES] = { 0 };
	struct sp_error e = { 0 };

	sp_put_be64(master, SEED);
	bench_ok(sp_seal_open(&p->secrets, master, p->gid, &e), &e, "keys");
	bench_ok(sp_seal_derive(&p->secrets, luck, 4, &e), &e, "keys");
	bench_ok(sp_seal_signer_open(&p->signer, master, &e), &e, "keys");
}

/* ---- its commits in memory ------------------------------------------------
 */

static int add_step(const struct sp_commit_info *info, void *payload)
{
	struct proof *p = payload;
	struct step *step;

	p->step = sp_xrealloc(p->step, p->n + 1, sizeof(*p->step));
	step = &p->step[p->n++];
	memset(step, 0, sizeof(*step));
	step->parent = info->parent;
	return git_oid_fromstr(&step->id, info->id.hex);
}

static struct sp_oid oid_of(const struct step *step)
{
	struct sp_oid out;

	(void)git_oid_tostr(out.hex, sizeof(out.hex), &step->id);
	return out;
}

static void read_file(struct proof *p, const struct step *step,
	const char *name, struct sp_buf *out)
{
	struct sp_oid id = oid_of(step);
	struct sp_error e = { 0 };

	sp_buf_clear(out);
	bench_ok(sp_store_read(p->game, &id, name, out, &e), &e, name);
}

static void read_box(struct proof *p, struct step *step)
{
	struct sp_error e = { 0 };
	struct sp_buf file;

	sp_buf_init(&file, TEXT_MAX);
	read_file(p, step, "sealed.json", &file);
	bench_ok(sp_seal_box_parse(&step->box, sp_buf_str(&file), file.len, &e),
		&e, "a box");
	bench_ok(sp_seal_unbox(&step->box_text, &step->box_len, &step->box,
			 &p->secrets, step->seq, &e),
		&e, "a box");
	step->hidden = json_loadb(step->box_text, step->box_len, 0, NULL);
	read_file(p, step, "state.json", &file);
	struct sp_bytes state = { file.data, file.len };
	bench_ok(sp_seal_digest(step->state_sum, &state, 1, &e), &e, "a state");
	if (step->has[0])
		step->state = json_loadb(sp_buf_str(&file), file.len, 0, NULL);
	sp_buf_free(&file);
}

/* Which of the files are new in it. */
static void compare_trees(
	git_repository *repo, struct step *step, const struct step *before)
{
	git_commit *commit;
	git_tree *tree;

	if (git_commit_lookup(&commit, repo, &step->id) != 0 ||
		git_commit_tree(&tree, commit) != 0)
		bench_die("a commit cannot be read");
	step->tree = *git_tree_id(tree);
	for (int i = 0; i < FILES; i++) {
		const git_tree_entry *entry =
			git_tree_entry_byname(tree, names[i]);
		if (entry == NULL)
			continue;
		step->file[i] = *git_tree_entry_id(entry);
		step->has[i] = before == NULL ||
			       !git_oid_equal(&before->file[i], &step->file[i]);
	}
	git_tree_free(tree);
	git_commit_free(commit);
}

static void read_signature(struct proof *p, struct step *step)
{
	struct sp_oid id = oid_of(step);
	struct sp_error e = { 0 };
	struct sp_buf base64, wire;
	const char *at, *end;

	sp_buf_init(&step->text, TEXT_MAX);
	sp_buf_init(&step->armour, TEXT_MAX);
	bench_ok(sp_store_raw(p->game, &id, &step->text, &step->armour, &e), &e,
		"a commit");
	sp_buf_init(&base64, TEXT_MAX);
	sp_buf_init(&wire, TEXT_MAX);
	at = strchr(sp_buf_str(&step->armour), '\n');
	end = at != NULL ? strstr(at, "\n-----END") : NULL;
	for (; at != NULL && end != NULL && at < end; at++)
		if (*at != '\n')
			sp_buf_addc(&base64, *at);
	if (sp_unbase64(&wire, sp_buf_str(&base64), base64.len) != SP_OK ||
		wire.len != WIRE_BYTES)
		bench_die("a commit is not signed as expected");
	memcpy(step->wire, wire.data, WIRE_BYTES);
	sp_buf_free(&base64);
	sp_buf_free(&wire);
}

static void read_steps(struct proof *p, git_repository *repo)
{
	struct sp_error e = { 0 };
	struct sp_oid head;

	bench_ok(sp_store_head(p->game, &head, &e), &e, "the head");
	bench_ok(sp_store_log(p->game, &head, add_step, p, &e), &e, "the log");
	for (size_t i = 0; i < p->n / 2; i++) {
		struct step swap = p->step[i];
		p->step[i] = p->step[p->n - 1 - i];
		p->step[p->n - 1 - i] = swap;
	}
	for (size_t i = 0; i < p->n; i++) {
		struct step *step = &p->step[i];
		step->seq = i;
		compare_trees(repo, step, i > 0 ? step - 1 : NULL);
		read_signature(p, step);
		if (step->has[1])
			read_box(p, step);
	}
}

static void free_steps(struct proof *p)
{
	for (size_t i = 0; i < p->n; i++) {
		struct step *step = &p->step[i];
		sp_buf_free(&step->text);
		sp_buf_free(&step->armour);
		json_decref(step->state);
		json_decref(step->hidden);
		sp_seal_unbox_free(step->box_text, step->box_len);
		sp_seal_box_clear(&step->box);
	}
	sp_free(p->step);
}

/* ---- what is measured ------------------------------------------------------
 */

static double sign_all(const struct proof *p)
{
	struct sp_error e = { 0 };
	struct sp_buf armour;
	double at = bench_cpu();

	sp_buf_init(&armour, TEXT_MAX);
	for (size_t i = 0; i < p->n; i++) {
		sp_buf_clear(&armour);
		bench_ok(sp_seal_sign(&armour, p->signer,
				 sp_buf_str(&p->step[i].text),
				 p->step[i].text.len, &e),
			&e, "signing");
	}
	sp_buf_free(&armour);
	return bench_cpu() - at;
}

/* From the values that are hidden to sealed.json and the State trailer. */
static double seal_all(const struct proof *p)
{
	static char text[SP_BOX_MOST];
	struct sp_error e = { 0 };
	char tag[SP_SHA256_TEXT];
	struct sp_buf file;
	struct sp_box box;
	double at = bench_cpu();

	sp_buf_init(&file, TEXT_MAX);
	for (size_t i = 0; i < p->n; i++) {
		const struct step *step = &p->step[i];
		if (step->hidden == NULL)
			continue;
		size_t len = json_dumpb(step->hidden, text, sizeof(text),
			JSON_SORT_KEYS | JSON_COMPACT);
		sp_buf_clear(&file);
		bench_ok(sp_seal_box(&box, &p->secrets, step->seq, text, len,
				 step->box.size, &e),
			&e, "sealing");
		sp_seal_box_format(&box, &file);
		bench_ok(sp_seal_state_tag(tag, &p->secrets, &box,
				 step->parent.hex, step->state_sum, &e),
			&e, "sealing");
		sp_seal_box_clear(&box);
	}
	at = bench_cpu() - at;
	sp_buf_free(&file);
	return at;
}

/* What OpenSSH signs in the place of a text. */
static size_t signed_text(const struct step *step, uint8_t out[128])
{
	static const char head[] = "SSHSIG\0\0\0\3git\0\0\0\0\0\0\0\6sha512"
				   "\0\0\0\x40";

	memcpy(out, head, sizeof(head) - 1);
	if (EVP_Digest(sp_buf_str(&step->text), step->text.len,
		    out + sizeof(head) - 1, NULL, EVP_sha512(), NULL) != 1)
		bench_die("SHA-512 fails");
	return sizeof(head) - 1 + 64;
}

static void verify_signature(
	EVP_PKEY *key, EVP_MD_CTX *context, const struct step *step)
{
	uint8_t text[128];
	size_t len = signed_text(step, text);

	(void)EVP_MD_CTX_reset(context);
	if (EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) != 1 ||
		EVP_DigestVerify(context, step->wire + WIRE_BYTES - 64, 64,
			text, len) != 1)
		bench_die("a signature is not good");
}

static void read_object(git_odb *odb, const git_oid *id)
{
	git_odb_object *object;

	if (git_odb_read(&object, odb, id) != 0)
		bench_die("an object cannot be read");
	git_odb_object_free(object);
}

/* With a new handle of the repository: nothing is cached. */
static double floor_all(const struct proof *p)
{
	static char text[TEXT_MAX];
	EVP_PKEY *key = EVP_PKEY_new_raw_public_key(
		EVP_PKEY_ED25519, NULL, p->step[0].wire + PUBLIC_AT, 32);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	git_repository *repo;
	git_odb *odb;
	double at = bench_cpu();

	if (key == NULL || context == NULL ||
		git_repository_open_bare(&repo, p->repo) != 0 ||
		git_repository_odb(&odb, repo) != 0)
		bench_die("the floor cannot be laid");
	for (size_t i = 0; i < p->n; i++) {
		const struct step *step = &p->step[i];
		read_object(odb, &step->id);
		read_object(odb, &step->tree);
		for (int k = 0; k < FILES; k++)
			if (step->has[k])
				read_object(odb, &step->file[k]);
		verify_signature(key, context, step);
		if (step->state != NULL &&
			json_dumpb(step->state, text, sizeof(text),
				JSON_SORT_KEYS | JSON_INDENT(1)) == 0)
			bench_die("a position cannot be written");
	}
	git_odb_free(odb);
	git_repository_free(repo);
	at = bench_cpu() - at;
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
	return at;
}

static double verify_all(const struct proof *p)
{
	static const struct sp_verify_options options;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good = false;
	double at = bench_cpu();

	sp_buf_init(&text, TEXT_MAX);
	bench_ok(sp_audit_verify(p->repo, &options, &json, &text, &good, &e),
		&e, "verify");
	at = bench_cpu() - at;
	if (!good)
		bench_die("verify: %s", sp_buf_str(&text));
	json_decref(json);
	sp_buf_free(&text);
	return at;
}

/* ---- the part --------------------------------------------------------------
 */

static void sizes(const struct proof *p)
{
	double all = bench_bytes(p->repo) / (double)p->n, box = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->step[i].has[1])
			box += (double)(p->step[i].box.size + SP_BOX_TAG);
	box /= (double)p->n;
	bench_figure("per commit, ruleset and all", all, "bytes", 0);
	bench_figure("  of it, the box of hidden state", box, "bytes", 0);
	bench_figure("  beyond the box", all - box, "bytes", 1700);
}

static void commits(struct proof *p)
{
	double sign[BENCH_RUNS], seal[BENCH_RUNS], ratio[BENCH_RUNS];
	double all[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		char *name = sp_xasprintf("proof-%d", run);
		char *dir = bench_folder(p->b, name);
		all[run] = simulate(p, dir) - simulate(p, NULL);
		sign[run] = sign_all(p);
		seal[run] = seal_all(p);
		ratio[run] = all[run] / (all[run] - sign[run] - seal[run]);
		sp_free(dir);
		sp_free(name);
	}
	double each = 1e6 / (double)p->n;
	bench_row("to make a commit, sealed and signed", all, BENCH_RUNS, each,
		"us");
	bench_row("  of it, to sign", sign, BENCH_RUNS, each, "us");
	bench_row("  of it, to seal", seal, BENCH_RUNS, each, "us");
	bench_ratio("with both against without", ratio, BENCH_RUNS, 0);
}

static void checking(struct proof *p)
{
	double floor[BENCH_RUNS], verify[BENCH_RUNS], ratio[BENCH_RUNS];
	double rate[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		floor[run] = floor_all(p);
		verify[run] = verify_all(p);
		ratio[run] = floor[run] / verify[run];
		rate[run] = (double)p->n / verify[run];
	}
	double each = 1e6 / (double)p->n;
	bench_row("floor: read, Ed25519, sorted dump", floor, BENCH_RUNS, each,
		"us");
	bench_row("verify, each commit", verify, BENCH_RUNS, each, "us");
	bench_ratio(
		"verify, as fast as the floor times", ratio, BENCH_RUNS, -0.5);
	bench_row("verify", rate, BENCH_RUNS, 1, "commits/s");
	bench_figure("  against its target", bench_median(rate, BENCH_RUNS),
		"commits/s", -1500);
}

void bench_proof(const struct bench *b)
{
	struct proof p = { .b = b };
	git_repository *repo;

	p.dir = bench_folder(b, "proof");
	(void)simulate(&p, p.dir);
	open_game(&p);
	open_keys(&p);
	if (git_repository_open_bare(&repo, p.repo) != 0)
		bench_die("%s cannot be opened", p.repo);
	read_steps(&p, repo);
	git_repository_free(repo);
	bench_title(
		"8. the proof: a game of four seats with cards, %zu commits, "
		"packed, CPU time",
		p.n);
	sizes(&p);
	commits(&p);
	checking(&p);
	free_steps(&p);
	sp_store_game_close(p.game);
	sp_store_close(p.store);
	sp_seal_signer_close(p.signer);
	sp_seal_clear(&p.secrets);
	sp_free(p.dir);
	sp_free(p.repo);
}
