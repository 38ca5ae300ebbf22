/* A game while a batch works on it: loaded from its tip, moved on in memory. */
#include "record/live.h"

#include "bot/bot.h"
#include "record/files.h"
#include "record/plans.h"
#include "record/sealed.h"

#define FILE_MAX (1024u * 1024u)
#define NEWS_MAX (16u * 1024u)

/* ---- rulesets, shared by the games that run on equal copies ----------- */

static const struct sp_ruleset *cached(
	const struct sp_rulesets *rulesets, const char *hash)
{
	for (size_t i = 0; i < rulesets->n; i++)
		if (sp_streq(rulesets->list[i].hash, hash))
			return rulesets->list[i].ruleset;
	return NULL;
}

void sp_record_rulesets_clear(struct sp_rulesets *rulesets)
{
	for (size_t i = 0; i < rulesets->n; i++) {
		sp_card_ruleset_free(rulesets->list[i].ruleset);
		sp_record_files_free(rulesets->list[i].files);
		sp_free(rulesets->list[i].files);
	}
	sp_free(rulesets->list);
	memset(rulesets, 0, sizeof(*rulesets));
}

const struct sp_files *sp_record_rulesets_files(
	const struct sp_rulesets *rulesets, const struct sp_ruleset *ruleset)
{
	for (size_t i = 0; i < rulesets->n; i++)
		if (rulesets->list[i].ruleset == ruleset)
			return rulesets->list[i].files;
	return NULL;
}

static struct sp_files *copy_files(const struct sp_files *files)
{
	struct sp_files *copy = sp_xcalloc(1, sizeof(*copy));

	for (size_t i = 0; i < files->n; i++)
		if (sp_record_files_add(copy, files->path[i], files->text[i],
			    files->len[i], NULL) != SP_OK)
			assert(false); /* they are as many */
	return copy;
}

int sp_record_live_ruleset(struct sp_rulesets *rulesets,
	const struct sp_files *files, const struct sp_ruleset **out,
	char hash[SP_SHA256_TEXT], struct sp_error *e)
{
	struct sp_ruleset *ruleset = NULL;
	int rc = sp_record_files_hash(files, hash, e);

	if (rc != SP_OK || (*out = cached(rulesets, hash)) != NULL)
		return rc;
	rc = sp_record_files_ruleset(files, &ruleset, e);
	if (rc != SP_OK)
		return rc;
	rulesets->list = sp_xrealloc(
		rulesets->list, rulesets->n + 1, sizeof(rulesets->list[0]));
	struct sp_cached_ruleset *entry = &rulesets->list[rulesets->n++];
	sp_format(entry->hash, sizeof(entry->hash), "%s", hash);
	entry->ruleset = ruleset;
	entry->files = copy_files(files);
	*out = ruleset;
	return SP_OK;
}

/* The ruleset of a game: from the cache, else from the copy in its repository,
 * which must hash to what game.json says. */
static int ruleset_of(
	struct sp_rulesets *rulesets, struct sp_live *live, struct sp_error *e)
{
	struct sp_files files = { 0 };
	char hash[SP_SHA256_TEXT];

	live->ruleset = cached(rulesets, live->setup.ruleset_hash);
	if (live->ruleset != NULL)
		return SP_OK;
	int rc = sp_record_files_stored(&files, live->repo, &live->head, e);
	if (rc == SP_OK)
		rc = sp_record_live_ruleset(
			rulesets, &files, &live->ruleset, hash, e);
	if (rc == SP_OK && !sp_streq(hash, live->setup.ruleset_hash))
		rc = sp_error_set(e, SP_ECORRUPT,
			"the ruleset in the repository is not the one that "
			"game.json names");
	sp_record_files_free(&files);
	return rc;
}

/* ---- loading ---------------------------------------------------------- */

static int read_text(struct sp_store_game *repo, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e)
{
	sp_buf_clear(out);
	return sp_store_read(repo, commit, path, out, e);
}

/* The same for a file that need not be there: SP_ENOTFOUND without a text. */
static int find_text(struct sp_store_game *repo, const struct sp_oid *commit,
	const char *path, struct sp_buf *out, struct sp_error *e)
{
	sp_buf_clear(out);
	return sp_store_find(repo, commit, path, out, e);
}

static int check_bots(const struct sp_setup *setup, struct sp_error *e)
{
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < setup->n_seats; s++)
		if (setup->bot[s][0] != '\0')
			rc = sp_record_bot_check(setup->bot[s], e);
	return rc;
}

/* SP_EREFUSED if another spellpost has to play it: the operator's trouble, not
 * damage. */
static int read_setup(
	struct sp_live *live, struct sp_buf *text, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = read_text(live->repo, &live->head, "game.json", text, e);

	if (rc == SP_OK && sp_state_setup_check_engine(
				   sp_buf_str(text), text->len, &why) != SP_OK)
		rc = sp_error_copy(e, SP_EREFUSED, &why);
	return rc == SP_OK ? sp_state_setup_decode(&live->setup,
				     sp_buf_str(text), text->len, e)
			   : rc;
}

int sp_record_live_look(
	struct sp_rulesets *rulesets, struct sp_live *live, struct sp_error *e)
{
	struct sp_buf text, value;
	struct sp_commit_info info;
	int rc;

	sp_buf_init(&text, FILE_MAX);
	sp_buf_init(&value, 64);
	sp_store_commit_info_init(&info);

	if ((rc = sp_store_info(live->repo, &live->head, &info, e)))
		goto out;
	live->when = info.when;
	long long seq = 0;
	if (!sp_store_trailer(&value, sp_buf_str(&info.message), "Seq") ||
		/* with room for those to come */
		sp_parse_int(sp_buf_str(&value), 0, INT64_MAX / 2, &seq) !=
			SP_OK) {
		rc = sp_error_set(e, SP_ECORRUPT,
			"commit %s has no Seq trailer", live->head.hex);
		goto out;
	}
	live->seq = (uint64_t)seq;

	if ((rc = read_setup(live, &text, e)) ||
		(rc = check_bots(&live->setup, e)) ||
		(rc = ruleset_of(rulesets, live, e)))
		goto out;

	rc = find_text(live->repo, &live->head, "state.json", &text, e);
	if (rc == SP_ENOTFOUND) { /* it has not begun */
		rc = find_text(
			live->repo, &live->head, "reveal.json", &text, e);
		live->ended = rc == SP_OK;
		if (rc == SP_ENOTFOUND)
			rc = SP_OK;
		goto out;
	}
	if (rc != SP_OK)
		goto out;
	if ((rc = sp_state_decode(&live->game, &live->ruleset->lexicon,
		     sp_buf_str(&text), text.len, e)))
		goto out;
	struct sp_bytes state = { text.data, text.len };
	if ((rc = sp_seal_digest(live->state_sum, &state, 1, e)))
		goto out;
	live->started = true;
	live->ended = live->game.status == SP_GAME_OVER;
	if ((rc = read_text(live->repo, &live->head, "report.txt", &text, e)))
		goto out;
	live->report = sp_buf_take(&text);
out:
	sp_store_commit_info_clear(&info);
	sp_buf_free(&text);
	sp_buf_free(&value);
	return rc;
}

/* Refuse a wrong key, which is the operator's trouble and not the game's:
 * SP_EREFUSED, never new dice. */
static int no_key(const struct sp_keys *keys, const struct sp_live *live,
	struct sp_error *e)
{
	return sp_error_set(e, SP_EREFUSED,
		"it needs master key %d, which %s does not hold",
		live->setup.key, keys->file);
}

int sp_record_live_secrets(
	struct sp_keys *keys, struct sp_live *live, struct sp_error *e)
{
	const struct sp_setup *setup = &live->setup;
	const uint8_t *master =
		sp_seal_master_key(&keys->master, (uint32_t)setup->key);

	if (master == NULL)
		return no_key(keys, live, e);
	int rc = sp_seal_open(&live->secrets, master, setup->gid, e);
	if (rc == SP_OK && sp_seal_check_commitment(&live->secrets,
				   setup->commitment, e) != SP_OK)
		return SP_EREFUSED;
	if (rc == SP_OK)
		rc = sp_record_live_derive(live, e);
	return rc == SP_OK ? sp_record_live_signer(keys, live, e) : rc;
}

int sp_record_live_signer(
	struct sp_keys *keys, struct sp_live *live, struct sp_error *e)
{
	for (size_t i = 0; i < keys->master.n; i++) {
		const struct sp_master_key *key = &keys->master.keys[i];

		if (key->number != (uint32_t)live->setup.key)
			continue;
		int rc = keys->signer[i] == NULL
				 ? sp_seal_signer_open(
					   &keys->signer[i], key->key, e)
				 : SP_OK;
		live->signer = keys->signer[i];
		return rc;
	}
	return no_key(keys, live, e);
}

void sp_record_keys_clear(struct sp_keys *keys)
{
	for (size_t i = 0; i < SP_MASTER_KEYS; i++) {
		sp_seal_signer_close(keys->signer[i]);
		keys->signer[i] = NULL;
	}
	sp_seal_master_clear(&keys->master);
}

int sp_record_live_derive(struct sp_live *live, struct sp_error *e)
{
	const char *luck[SP_SEATS_MAX];

	for (int i = 0; i < live->setup.n_seats; i++)
		luck[i] = live->setup.luck[i];
	return sp_seal_derive(
		&live->secrets, luck, (size_t)live->setup.n_seats, e);
}

int sp_record_live_open(
	struct sp_keys *keys, struct sp_live *live, struct sp_error *e)
{
	int rc = sp_record_live_secrets(keys, live, e);

	if (rc == SP_OK && live->started) {
		sp_rng_init(&live->game.rng, live->secrets.dice,
			live->game.rng.next);
		rc = sp_record_sealed_open(live, e);
	}
	return rc;
}

int sp_record_live_past(struct sp_rulesets *rulesets,
	const struct sp_live *live, const struct sp_oid *commit,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_live *past = sp_record_live_new(live->gid);

	past->repo = live->repo;
	past->head = *commit;
	past->secrets = live->secrets;
	int rc = sp_record_live_look(rulesets, past, e);
	if (rc == SP_OK && past->started)
		rc = sp_record_sealed_open(past, e);
	if (rc == SP_OK)
		*out = past;
	else
		sp_record_live_free_past(past);
	return rc;
}

void sp_record_live_free_past(struct sp_live *past)
{
	if (past == NULL)
		return;
	past->repo = NULL;
	sp_record_live_free(past);
}

/* ---- the people of its seats ------------------------------------------ */

void sp_record_live_take_epochs(struct sp_live *live)
{
	const json_t *epochs = json_object_get(live->sealed, "epochs");

	for (int s = 0; s < live->setup.n_seats; s++) {
		struct sp_person *person = &live->people[s];
		int64_t recorded = json_integer_value(
			json_object_get(epochs, live->setup.colour[s]));
		if (recorded > person->epoch)
			person->epoch = recorded;
	}
}

int sp_record_bot_check(const char *name, struct sp_error *e)
{
	struct sp_buf names;

	if (sp_bot_named(name, strlen(name)) >= 0)
		return SP_OK;
	sp_buf_init(&names, SIZE_MAX);
	sp_bot_list(", ", &names);
	(void)sp_error_set(e, SP_EINVAL, "there is no bot \"%s\"; there %s: %s",
		name, SP_BOT_COUNT > 1 ? "are" : "is", sp_buf_str(&names));
	sp_buf_free(&names);
	return SP_EINVAL;
}

bool sp_record_bot_plays(const struct sp_live *live, int seat)
{
	return live->setup.bot[seat][0] != '\0';
}

bool sp_record_live_joined(const struct sp_live *live, int seat)
{
	return live->setup.luck[seat][0] != '\0' ||
	       sp_record_bot_plays(live, seat);
}

int sp_record_live_hours(const struct sp_live *live)
{
	return sp_card_ruleset_option(
		live->ruleset, &live->setup, "deadline", 72);
}

int sp_record_live_decision_hours(const struct sp_live *live)
{
	const struct sp_game *g = &live->game;
	const char *option = "deadline-choice";
	int hours = 24;

	switch ((enum sp_decision_kind)g->decision.kind) {
	case SP_DECISION_NONE:
	case SP_DECISION_TURN:
		return sp_record_live_hours(live);
	case SP_DECISION_REACTION:
		option = "deadline-round";
		if (g->reaction[g->n_rounds - 1].number > 1) {
			option = "deadline-further";
			hours = 12;
		}
		break;
	case SP_DECISION_CHOICE:
	case SP_DECISION_DISCARD:
		break;
	}
	return sp_card_ruleset_option(
		live->ruleset, &live->setup, option, hours);
}

static int note_root(const struct sp_commit_info *info, void *payload)
{
	struct sp_oid *root = payload;

	*root = info->id;
	return 0;
}

int sp_record_live_find_root(struct sp_live *live, struct sp_error *e)
{
	if (!sp_store_oid_is_none(&live->root))
		return SP_OK;
	return sp_store_log(live->repo, &live->head, note_root, &live->root, e);
}

static void init(struct sp_live *live, const char *gid)
{
	memset(live, 0, sizeof(*live));
	sp_format(live->gid, sizeof(live->gid), "%s", gid);
	live->sealed = json_object();
	live->met = sp_xcalloc(1, sizeof(*live->met));
	for (int s = 0; s < SP_SEATS_MAX; s++) {
		sp_buf_init(&live->news[s], NEWS_MAX);
		sp_buf_init(&live->spared[s], NEWS_MAX);
	}
	sp_buf_init(&live->stood, NEWS_MAX);
	live->held_until = SP_NEVER;
}

struct sp_live *sp_record_live_new(const char *gid)
{
	struct sp_live *live = sp_xmalloc(sizeof(*live));

	init(live, gid);
	return live;
}

static void free_hands(struct sp_met_hands *met)
{
	if (met == NULL)
		return;
	if (met->n > 0)
		sp_wipe(met->list, met->n * sizeof(met->list[0]));
	sp_free(met->list);
	sp_free(met);
}

/* All but the repository. */
static void clear(struct sp_live *live)
{
	sp_seal_clear(&live->secrets);
	sp_wipe(&live->game, sizeof(live->game));
	json_decref(live->sealed);
	for (int s = 0; s < SP_SEATS_MAX; s++) {
		char *lines = live->declared[s].lines;

		if (lines != NULL)
			sp_wipe(lines, strlen(lines));
		sp_free(lines);
		sp_buf_free(&live->news[s]);
		sp_buf_free(&live->spared[s]);
	}
	sp_record_plan_clear(&live->plan);
	sp_buf_free(&live->stood);
	sp_free(live->report);
	sp_free(live->tag);
	sp_free(live->stillness);
	free_hands(live->met);
}

void sp_record_live_reset(struct sp_live *live)
{
	struct sp_store_game *repo = live->repo;
	struct sp_game_row *row = live->row;
	char gid[SP_GID_TEXT];

	sp_format(gid, sizeof(gid), "%s", live->gid);
	clear(live);
	init(live, gid);
	live->repo = repo;
	live->row = row;
}

void sp_record_live_take(struct sp_live *live, struct sp_live *from)
{
	live->ruleset = from->ruleset;
	live->setup = from->setup;
	live->secrets = from->secrets;
	live->signer = from->signer;
	live->started = from->started;
	live->ended = from->ended;
	live->game = from->game;
	memcpy(live->state_sum, from->state_sum, sizeof(live->state_sum));
	live->head = from->head;
	live->root = from->root;
	live->seq = from->seq;
	live->when = from->when;
	sp_free(live->report);
	live->report = from->report;
	from->report = NULL;
	json_decref(live->sealed);
	live->sealed = from->sealed;
	from->sealed = NULL;
	free_hands(live->met);
	live->met = from->met;
	from->met = NULL;
	for (int s = 0; s < SP_SEATS_MAX; s++) {
		sp_free(live->declared[s].lines);
		live->declared[s] = from->declared[s];
		from->declared[s].lines = NULL;
	}
	sp_record_plan_clear(&live->plan);
	live->plan = from->plan;
	memset(&from->plan, 0, sizeof(from->plan));
}

size_t sp_record_live_size(const struct sp_live *live)
{
	size_t size = sizeof(*live) + sizeof(*live->met) +
		      live->met->n * sizeof(live->met->list[0]) +
		      /* a value takes some times as much as its text */
		      4 * json_dumpb(live->sealed, NULL, 0, 0);

	if (live->plan.orders != NULL)
		size += strlen(live->plan.orders) + 1;
	if (live->report != NULL)
		size += strlen(live->report) + 1;
	for (int s = 0; s < SP_SEATS_MAX; s++)
		if (live->declared[s].lines != NULL)
			size += strlen(live->declared[s].lines) + 1;
	return size;
}

void sp_record_live_free(struct sp_live *live)
{
	if (live == NULL)
		return;
	sp_store_game_close(live->repo);
	clear(live);
	sp_free(live->row);
	sp_free(live);
}
