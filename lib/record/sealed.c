/*
 * The hidden state of a game: what the box of a commit holds, and
 * how it comes into sealed.json and out again. In the box is
 *
 *   {"agents":{"red":{...}},"command":"red press ...","epochs":{"red":0},
 *    "game":{...}}
 *
 * `agents` is left out while no seat has agent data, `command` where the
 * command is public. The buffers with the text are wiped; what the values are
 * made of is freed with them.
 */
#include "record/sealed.h"

#include "record/agents.h"

#include <assert.h>

#define ROOM_GAME  600 /* what is hidden beside cards in hands and decks */
#define ROOM_CARD  4   /* "123," */
#define ROOM_ORDER 1024
#define ROOM_SEAT  (SP_DECLARATIONS_BYTES + 64)
#define ROOM_WATCH 16 /* "[0,12,-1,20,-1]," */

/* ---- into the box ----------------------------------------------------- */

size_t sp_record_sealed_size(const struct sp_ruleset *ruleset,
	const struct sp_game *game, bool sealed, size_t parent, size_t len)
{
	size_t need = len > parent ? len : parent;
	size_t size = SP_BOX_LEAST, room = ROOM_GAME + ROOM_ORDER;

	for (int c = 0; c < game->cards_end; c++)
		if (game->place[c].zone != SP_ZONE_OUT)
			room += ROOM_CARD;
	if (ruleset->watched != 0)
		room += (size_t)game->n_seats * SP_WATCHES_EACH * ROOM_WATCH;
	if (sealed)
		room += (size_t)game->n_seats * ROOM_SEAT;
	if (sp_game_has_deck(game) && need < room)
		need = room;
	while (size < need && size < SP_BOX_MOST)
		size *= 2;
	return size;
}

static json_t *hidden_state(const struct sp_live *live, const char *command)
{
	json_t *hidden = json_object();
	json_t *agents = json_object_get(live->sealed, "agents");
	json_t *epochs = json_object();

	for (int s = 0; s < live->setup.n_seats; s++)
		sp_json_set_int(
			epochs, live->setup.colour[s], live->people[s].epoch);
	if (json_object_size(agents) > 0)
		sp_json_set(hidden, "agents", json_incref(agents));
	if (command != NULL)
		sp_json_set_string(hidden, "command", command);
	sp_json_set(hidden, "epochs", epochs);
	sp_json_set(hidden, "game", sp_state_hidden(&live->game));
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
	char *text = write_text(hidden,
		sp_record_sealed_size(
			live->ruleset, &live->game, true, live->box, 0),
		len, cap);

	json_decref(hidden);
	return text;
}

int sp_record_sealed_make(struct sp_sealing *out, const struct sp_live *live,
	bool sealed, const char *command, const uint8_t state_sum[SP_KEY_BYTES],
	struct sp_error *e)
{
	size_t cap, len;
	char *text = sp_record_sealed_text(live, command, &len, &cap);
	struct sp_box box;

	sp_buf_init(&out->file, SIZE_MAX);
	out->state[0] = '\0';
	int rc = sp_seal_box(&box, &live->secrets, live->seq + 1, text, len,
		sp_record_sealed_size(
			live->ruleset, &live->game, sealed, live->box, len),
		e);
	sp_seal_unbox_free(text, cap);
	if (rc != SP_OK)
		return rc;
	sp_seal_box_format(&box, &out->file);
	out->size = box.size;
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

static bool agents_are_good(json_t *agents)
{
	const char *key;
	json_t *agent;

	json_object_foreach (agents, key, agent) {
		if (sp_record_agents_check(agent, NULL) != SP_OK)
			return false;
	}
	return json_object_size(agents) > 0;
}

/* The part that is not as hidden_state makes it; NULL: all is well. More is not
 * said: what is hidden does not belong into a log. */
static const char *take_parts(struct sp_live *live, json_t *hidden)
{
	static const char *const keys[] = { "agents", "command", "epochs",
		"game", NULL };
	json_t *agents = json_object_get(hidden, "agents");
	const json_t *command = json_object_get(hidden, "command");
	json_t *epochs = json_object_get(hidden, "epochs");

	if (sp_json_only_keys(hidden, keys, "", NULL) != SP_OK)
		return "list of parts";
	if (agents != NULL && (!is_by_seat(live, agents, JSON_OBJECT) ||
				      !agents_are_good(agents)))
		return "agents";
	if (command != NULL && !json_is_string(command))
		return "command";
	if (!is_by_seat(live, epochs, JSON_INTEGER) ||
		json_object_size(epochs) != (size_t)live->setup.n_seats)
		return "epochs";
	if (sp_state_set_hidden(&live->game, json_object_get(hidden, "game"),
		    NULL) != SP_OK)
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
	live->box = box.size;
	sp_seal_box_clear(&box);
	sp_store_commit_info_clear(&info);
	sp_buf_free(&tag);
	return rc;
}
