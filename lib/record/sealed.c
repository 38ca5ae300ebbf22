/*
 * The hidden state of a game: what the box of a commit holds, and
 * how it comes into sealed.json and out again. In the box is
 *
 *   {"agents":{"red":{...}},"command":"red press ...","epochs":{"red":0},
 *    "game":{...},"plan":{...}}
 *
 * `agents` is left out while no seat has agent data, `command` where the
 * command is public, `plan` where this commit records none. The buffers with
 * the text are wiped; what the values are made of is freed with them.
 */
#include "record/sealed.h"

#include "game/view.h"
#include "record/agents.h"
#include "record/numbered.h"
#include "record/plans.h"

#include <assert.h>

#define TEXT_MOSTLY 4096
#define ROOM_LEAST  300
#define ROOM_SEAT   80
#define ROOM_HAND   7   /* cards a seat: more need room of their own */
#define ROOM_VALUES 8   /* the same of hidden values */
#define ROOM_VALUE  20  /* "[1,12,18,393243]," */
#define ROOM_REPLY  256 /* of a seat to a round */
#define ROOM_SAID   1024
#define ROOM_ASIDE  10 /* "[45," and "[123,15],", beside the card itself */
#define ROOM_WATCH  16 /* "[0,12,-1,20,-1]," */

/* ---- how large it is -------------------------------------------------- */

static size_t above(size_t n, size_t most)
{
	return n > most ? n - most : 0;
}

static size_t room_for_cards(
	const struct sp_ruleset *ruleset, const struct sp_game *game)
{
	/* "123,", "1024," */
	size_t each = ruleset->n_copies > 1000 ? 5 : 4, room = 0, hands = 0;

	for (int c = 0; c < game->cards_end; c++)
		if (game->place[c].zone != SP_ZONE_OUT)
			room += each;
	for (int i = 0; i < game->asides_end; i++)
		room += ROOM_ASIDE * (size_t)game->aside[i].n;
	for (int s = 0; s < game->n_seats; s++)
		hands += game->actor[s].hand;
	return room + 4 * above(hands, ROOM_HAND * (size_t)game->n_seats);
}

static size_t hidden_values(const struct sp_game *game)
{
	struct sp_site site = { 0, 0, -1 };
	struct sp_game known;
	size_t n = 0;

	sp_game_view(game, SP_NOBODY, &known);
	while (sp_game_site_next(&known, &site))
		n += sp_game_site_get(&known, &site) == SP_HIDDEN;
	return n;
}

size_t sp_record_sealed_size(
	const struct sp_ruleset *ruleset, const struct sp_game *game, bool says)
{
	size_t seats = game->n_seats, size = SP_BOX_LEAST;
	size_t need = ROOM_LEAST + ROOM_SEAT * seats +
		      room_for_cards(ruleset, game) +
		      ROOM_VALUE * above(hidden_values(game), ROOM_VALUES) +
		      ROOM_REPLY * seats * game->n_rounds;

	if (says)
		need += ROOM_SAID;
	if (ruleset->watched != 0)
		need += seats * SP_WATCHES_EACH * ROOM_WATCH;
	while (size < need)
		size *= 2;
	return size;
}

bool sp_record_sealed_says(const struct sp_game *before,
	const struct sp_game *after, const char *command)
{
	return strchr(command, '?') != NULL ||
	       (after->decision.kind == SP_DECISION_REACTION &&
		       (before == NULL || before->decision.number !=
						  after->decision.number));
}

/* ---- into the box ----------------------------------------------------- */

static json_t *epochs_of(const struct sp_live *live)
{
	json_t *epochs = json_object();

	for (int s = 0; s < live->setup.n_seats; s++)
		sp_json_set_int(
			epochs, live->setup.colour[s], live->people[s].epoch);
	return epochs;
}

void sp_record_sealed_note(struct sp_live *live)
{
	sp_json_set(live->sealed, "epochs", epochs_of(live));
}

static json_t *hidden_state(const struct sp_live *live, const char *command)
{
	json_t *hidden = json_object();
	json_t *agents = json_object_get(live->sealed, "agents");
	json_t *game = sp_state_hidden(&live->game);

	if (json_object_size(agents) > 0)
		sp_json_set(hidden, "agents", json_incref(agents));
	if (command != NULL)
		sp_json_set_string(hidden, "command", command);
	sp_json_set(hidden, "epochs", epochs_of(live));
	if (json_object_size(game) > 0)
		sp_json_set(hidden, "game", json_incref(game));
	json_decref(game);
	/* it stands in the box of its own commit alone */
	if (live->plan.seq == live->seq + 1)
		sp_json_set(hidden, "plan", sp_record_plan_json(&live->plan));
	return hidden;
}

/* Compact, sorted, in a buffer of *cap bytes that is nowhere else: a buffer
 * that grew would leave copies behind. `least`: what will mostly do. */
static char *write_text(
	const json_t *hidden, size_t least, size_t *len, size_t *cap)
{
	const size_t flags = JSON_SORT_KEYS | JSON_COMPACT;
	char *text = sp_xmalloc(least);

	*cap = least;

	*len = json_dumpb(hidden, text, *cap, flags);
	if (*len > *cap) {
		sp_wipe(text, *cap);
		sp_free(text);
		*cap = *len;
		text = sp_xmalloc(*cap);
		*len = json_dumpb(hidden, text, *cap, flags);
	}
	assert(*len > 0 && *len <= *cap);
	return text;
}

char *sp_record_sealed_text(const struct sp_live *live, const char *command,
	size_t *len, size_t *cap)
{
	json_t *hidden = hidden_state(live, command);
	char *text = write_text(hidden, TEXT_MOSTLY, len, cap);

	json_decref(hidden);
	return text;
}

int sp_record_sealed_make(struct sp_sealing *out, const struct sp_live *live,
	bool says, const char *command, const uint8_t state_sum[SP_KEY_BYTES],
	struct sp_error *e)
{
	size_t cap, len;
	char *text = sp_record_sealed_text(live, command, &len, &cap);
	struct sp_box box;

	sp_buf_init(&out->file, SIZE_MAX);
	out->state[0] = '\0';
	int rc = sp_seal_box(&box, &live->secrets, live->seq + 1, text, len,
		sp_record_sealed_size(live->ruleset, &live->game, says), e);
	sp_seal_unbox_free(text, cap);
	if (rc != SP_OK)
		return rc;
	sp_seal_box_format(&box, &out->file);
	rc = sp_seal_state_tag(
		out->state, &live->secrets, &box, live->head.hex, state_sum, e);
	sp_seal_box_clear(&box);
	return rc;
}

void sp_record_sealing_clear(struct sp_sealing *sealing)
{
	sp_buf_free(&sealing->file);
}

/* ---- out of the box --------------------------------------------------- */

/* Is every key a seat's, and every value of that type, and no number below 0?
 */
static bool is_by_seat(
	const struct sp_live *live, json_t *object, json_type type)
{
	const char *key;
	json_t *value;

	if (!json_is_object(object))
		return false;
	json_object_foreach (object, key, value) {
		int seat = sp_state_setup_seat(&live->setup, key);
		if (seat == SP_NOBODY ||
			!sp_streq(live->setup.colour[seat], key) ||
			json_typeof(value) != type ||
			(type == JSON_INTEGER && json_integer_value(value) < 0))
			return false;
	}
	return true;
}

static bool agents_are_good(const struct sp_live *live, json_t *agents)
{
	const char *key;
	json_t *agent;

	json_object_foreach (agents, key, agent) {
		if (!sp_record_agents_check(live, agent))
			return false;
	}
	return json_object_size(agents) > 0;
}

/* What is hidden of the position; NULL: nothing is. */
static int take_game(struct sp_live *live, const json_t *game)
{
	json_t *nothing = json_object();
	int rc = json_is_object(game) && json_object_size(game) == 0
			 ? SP_ECORRUPT
			 : sp_state_set_hidden(&live->game,
				   game != NULL ? game : nothing, NULL);

	json_decref(nothing);
	return rc;
}

/* The part that is not as hidden_state makes it; NULL: all is well. More is not
 * said: what is hidden does not belong into a log. */
static const char *take_parts(struct sp_live *live, json_t *hidden)
{
	static const char *const keys[] = { "agents", "command", "epochs",
		"game", "plan", NULL };
	json_t *agents = json_object_get(hidden, "agents");
	const json_t *command = json_object_get(hidden, "command");
	json_t *epochs = json_object_get(hidden, "epochs");
	const json_t *plan = json_object_get(hidden, "plan");

	if (sp_json_only_keys(hidden, keys, "", NULL) != SP_OK)
		return "list of parts";
	if (agents != NULL && (!is_by_seat(live, agents, JSON_OBJECT) ||
				      !agents_are_good(live, agents)))
		return "agents";
	if (command != NULL && !json_is_string(command))
		return "command";
	if (plan != NULL && !sp_record_plan_is_one(plan))
		return "plan";
	if (!is_by_seat(live, epochs, JSON_INTEGER) ||
		json_object_size(epochs) != (size_t)live->setup.n_seats)
		return "epochs";
	if (take_game(live, json_object_get(hidden, "game")) != SP_OK)
		return "game";
	return NULL;
}

int sp_record_sealed_take(struct sp_live *live, const char *text, size_t len,
	char **command, struct sp_error *e)
{
	json_t *hidden = NULL;
	const char *bad = "JSON";

	if (sp_json_parse(&hidden, text, len, NULL) == SP_OK)
		bad = take_parts(live, hidden);
	if (bad != NULL) {
		json_decref(hidden);
		return sp_error_set(e, SP_ECORRUPT,
			"the box of commit %s opens, but its %s is not as I "
			"write it",
			live->head.hex, bad);
	}
	if (command != NULL) {
		const char *given =
			json_string_value(json_object_get(hidden, "command"));
		*command = given != NULL ? sp_xstrdup(given) : NULL;
	}
	(void)json_object_del(hidden, "command");
	(void)json_object_del(hidden, "game"); /* live->game has it */
	(void)json_object_del(hidden, "plan");
	json_decref(live->sealed);
	live->sealed = hidden;
	return SP_OK;
}

static int open_box(struct sp_live *live, struct sp_box *box,
	const struct sp_oid *parent, const char *tag, struct sp_error *e)
{
	char *text = NULL;
	size_t len = 0;
	int rc = sp_seal_unbox(&text, &len, box, &live->secrets, live->seq, e);

	if (rc == SP_OK)
		rc = sp_seal_state_check(&live->secrets, box, parent->hex,
			live->state_sum, tag, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_take(live, text, len, NULL, e);
	sp_seal_unbox_free(text, len);
	return rc;
}

/* sealed.json of the head. One that is not there or too long is damage. */
static int read_box(
	struct sp_live *live, struct sp_box *box, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_buf file;

	memset(box, 0, sizeof(*box));
	sp_buf_init(&file, (size_t)2 * SP_BOX_MOST);
	int rc = sp_store_read(
		live->repo, &live->head, "sealed.json", &file, &why);
	if (rc == SP_ENOTFOUND || rc == SP_ELIMIT)
		rc = SP_ECORRUPT;
	if (rc == SP_OK)
		rc = sp_seal_box_parse(box, sp_buf_str(&file), file.len, &why);
	sp_buf_free(&file);
	if (rc == SP_OK)
		return SP_OK;
	sp_error_prefix(&why, "commit %s", live->head.hex);
	return sp_error_copy(e, rc, &why);
}

/* ---- what the seats declared and planned ------------------------------- */

/* What is in the box of that commit, whose sealed.json is `file`. */
static int hidden_of(json_t **out, const struct sp_secrets *secrets,
	uint64_t seq, const struct sp_buf *file, struct sp_error *e)
{
	struct sp_box box;
	char *text = NULL;
	size_t len = 0;
	int rc = sp_seal_box_parse(&box, sp_buf_str(file), file->len, e);

	*out = NULL;
	if (rc != SP_OK)
		return rc;
	rc = sp_seal_unbox(&text, &len, &box, secrets, seq, e);
	if (rc == SP_OK)
		rc = sp_json_parse(out, text, len, NULL);
	sp_seal_unbox_free(text, len);
	sp_seal_box_clear(&box);
	return rc;
}

int sp_record_sealed_command(const struct sp_live *live,
	const struct sp_oid *commit, uint64_t seq, char **out,
	struct sp_error *e)
{
	json_t *hidden = NULL;
	struct sp_buf file;
	const char *command;

	*out = NULL;
	sp_buf_init(&file, (size_t)2 * SP_BOX_MOST);
	int rc = sp_store_read(live->repo, commit, "sealed.json", &file, e);
	if (rc == SP_OK)
		rc = hidden_of(&hidden, &live->secrets, seq, &file, e);
	command = json_string_value(json_object_get(hidden, "command"));
	if (rc == SP_OK && command != NULL)
		*out = sp_xstrdup(command);
	json_decref(hidden);
	sp_buf_free(&file);
	return rc;
}

static int read_declared(struct sp_live *live, const struct sp_secrets *secrets,
	int seat, uint64_t seq, const struct sp_buf *file, struct sp_error *e)
{
	const char *colour = live->setup.colour[seat], *command;
	json_t *hidden = NULL;
	size_t n = strlen(colour);
	int rc = hidden_of(&hidden, secrets, seq, file, e);

	command = json_string_value(json_object_get(hidden, "command"));
	if (rc == SP_OK && (command == NULL || !sp_starts(command, colour) ||
				   command[n] != ' ' ||
				   !sp_record_agents_take(
					   live, seat, seq, command + n + 1)))
		rc = sp_error_set(e, SP_ECORRUPT,
			"the box of commit %llu has no declarations, as a "
			"later one says",
			(unsigned long long)seq);
	json_decref(hidden);
	return rc;
}

static int read_plan(struct sp_live *live, const struct sp_secrets *secrets,
	uint64_t seq, const struct sp_buf *file, struct sp_error *e)
{
	json_t *hidden = NULL;
	int rc = hidden_of(&hidden, secrets, seq, file, e);

	if (rc == SP_OK && !sp_record_plan_take(
				   live, seq, json_object_get(hidden, "plan")))
		rc = sp_error_set(e, SP_ECORRUPT,
			"the box of commit %llu has no plan, as a later one "
			"says",
			(unsigned long long)seq);
	json_decref(hidden);
	return rc;
}

int sp_record_sealed_declared(struct sp_live *live,
	const struct sp_secrets *secrets,
	int (*read)(uint64_t seq, struct sp_buf *file, void *payload,
		struct sp_error *e),
	void *payload, struct sp_error *e)
{
	struct sp_buf file;
	int rc = SP_OK;

	sp_buf_init(&file, (size_t)2 * SP_BOX_MOST);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		uint64_t seq = sp_record_agents_unread(live, s);

		if (seq == 0)
			continue;
		sp_buf_clear(&file);
		rc = read(seq, &file, payload, e);
		if (rc == SP_OK)
			rc = read_declared(live, secrets, s, seq, &file, e);
	}
	uint64_t planned = sp_record_plan_unread(live);
	if (rc == SP_OK && planned != 0) {
		sp_buf_clear(&file);
		rc = read(planned, &file, payload, e);
		if (rc == SP_OK)
			rc = read_plan(live, secrets, planned, &file, e);
	}
	sp_buf_free(&file);
	return rc == SP_ENOTFOUND ? SP_ECORRUPT : rc;
}

/* sealed.json of that commit of the history. */
static int read_numbered(
	uint64_t seq, struct sp_buf *file, void *payload, struct sp_error *e)
{
	const struct sp_live *live = payload;
	struct sp_oid id;
	int rc = sp_record_numbered(live, seq, &id, e);

	return rc == SP_OK
		       ? sp_store_read(live->repo, &id, "sealed.json", file, e)
		       : rc;
}

int sp_record_sealed_open(struct sp_live *live, struct sp_error *e)
{
	struct sp_commit_info info;
	struct sp_box box = { 0 };
	struct sp_buf tag;

	sp_store_commit_info_init(&info);
	sp_buf_init(&tag, SP_SHA256_TEXT);
	int rc = sp_store_info(live->repo, &live->head, &info, e);
	if (rc == SP_OK && (sp_store_oid_is_none(&info.parent) ||
				   !sp_store_trailer(&tag,
					   sp_buf_str(&info.message), "State")))
		rc = sp_error_set(e, SP_ECORRUPT,
			"commit %s has a position, but no State trailer that "
			"ties it to a parent",
			live->head.hex);
	if (rc == SP_OK)
		rc = read_box(live, &box, e);
	if (rc == SP_OK)
		rc = open_box(live, &box, &info.parent, sp_buf_str(&tag), e);
	if (rc == SP_OK)
		rc = sp_record_sealed_declared(
			live, &live->secrets, read_numbered, live, e);
	sp_seal_box_clear(&box);
	sp_store_commit_info_clear(&info);
	sp_buf_free(&tag);
	return rc;
}
