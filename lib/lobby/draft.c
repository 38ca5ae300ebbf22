/* What a new game is to be: looked at before anything is made. */
#include "lobby/lobby.h"

#include "post/people.h"
#include "record/commit.h"
#include "setup/setup.h"

/* "bot:random" in place of an address. */
static int choose_player(
	struct sp_live *live, const char *address, struct sp_error *e)
{
	int seat = live->setup.n_seats;
	struct sp_mailbox box;
	int rc;

	if (sp_starts_i(address, "bot:")) {
		const char *kind = address + strlen("bot:");
		rc = sp_record_bot_check(kind, e);
		if (rc == SP_OK)
			sp_format(
				live->setup.bot[seat], SP_ID_SIZE, "%s", kind);
		return rc;
	}
	rc = sp_mail_mailbox_parse(&box, address, e);
	if (rc == SP_OK)
		sp_format(live->people[seat].address, SP_ADDR_SIZE, "%s",
			box.addr);
	return rc;
}

static bool has_player(const struct sp_live *live)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		if (!sp_record_bot_plays(live, s)) /* or whoever comes */
			return true;
	return false;
}

/* Seats for whoever comes, up to `wanted` in all, in the order of colours. */
static void open_seats(struct sp_live *live, int64_t wanted)
{
	const struct sp_ruleset *ruleset = live->ruleset;
	struct sp_setup *setup = &live->setup;

	for (int c = 0; c < ruleset->n_colours && setup->n_seats < wanted; c++)
		if (sp_state_setup_seat(setup, ruleset->colour[c]) == SP_NOBODY)
			sp_format(setup->colour[setup->n_seats++], SP_ID_SIZE,
				"%s", ruleset->colour[c]);
}

static int choose_seats(struct sp_live *live, const json_t *seats,
	int64_t wanted, struct sp_error *e)
{
	const struct sp_ruleset *ruleset = live->ruleset;
	struct sp_setup *setup = &live->setup;
	size_t given = json_array_size(seats);
	size_t n = (int64_t)given < wanted ? (size_t)wanted : given;

	if (n < (size_t)ruleset->seats_min || n > (size_t)ruleset->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is for %d to %d players, and %zu --seat %s given",
			ruleset->title, ruleset->seats_min, ruleset->seats_max,
			n, n == 1 ? "was" : "were");
	for (size_t i = 0; i < given; i++) {
		const json_t *seat = json_array_get(seats, i);
		const char *colour =
			json_string_value(json_object_get(seat, "seat"));
		const char *address =
			json_string_value(json_object_get(seat, "address"));
		int c = 0;
		if (colour == NULL || address == NULL)
			return sp_error_set(e, SP_EINVAL,
				"a seat needs a colour and an address");
		while (c < ruleset->n_colours &&
			!sp_strieq(ruleset->colour[c], colour))
			c++;
		if (c == ruleset->n_colours) {
			struct sp_buf known;
			sp_buf_init(&known, 200);
			for (int k = 0; k < ruleset->n_colours; k++)
				sp_buf_addf(&known, "%s%s", k > 0 ? ", " : "",
					ruleset->colour[k]);
			sp_error_set(e, SP_EINVAL,
				"there is no seat \"%s\"; the colours are %s",
				colour, sp_buf_str(&known));
			sp_buf_free(&known);
			return SP_EINVAL;
		}
		if (sp_state_setup_seat(setup, ruleset->colour[c]) != SP_NOBODY)
			return sp_error_set(e, SP_EINVAL,
				"seat %s is given twice", ruleset->colour[c]);
		int rc = choose_player(live, address, e);
		if (rc != SP_OK)
			return rc;
		sp_format(setup->colour[setup->n_seats], SP_ID_SIZE, "%s",
			ruleset->colour[c]);
		setup->n_seats++;
	}
	open_seats(live, wanted);
	if (!has_player(live))
		return sp_error_set(e, SP_EINVAL,
			"bots alone are no game: give a seat to a player "
			"(`spellpost simulate` lets bots play)");
	return SP_OK;
}

static int choose_options(
	struct sp_live *live, const json_t *options, struct sp_error *e)
{
	for (size_t i = 0; i < json_array_size(options); i++) {
		const json_t *option = json_array_get(options, i);
		const char *name =
			json_string_value(json_object_get(option, "name"));
		const char *value =
			json_string_value(json_object_get(option, "value"));
		if (name == NULL || value == NULL)
			return sp_error_set(e, SP_EINVAL,
				"an option needs a name and a value");
		int rc = sp_card_ruleset_set_option(
			live->ruleset, &live->setup, name, value, e);
		if (rc != SP_OK)
			return rc;
	}
	return SP_OK;
}

/* Could this game begin? Seen now, not when everybody has joined. */
static int try_start(struct sp_scratch *scratch, const struct sp_live *draft,
	struct sp_error *e)
{
	static const uint8_t no_key[32];
	struct sp_rng rng;

	sp_rng_init(&rng, no_key, 0);
	scratch->events.n = 0;
	return sp_setup_start(draft->ruleset, &draft->setup, &rng,
		&scratch->view, &scratch->events, e);
}

/* Put what an act asks for into a draft that has its ruleset. SP_EINVAL: such a
 * game cannot begin. */
static int fill(struct sp_scratch *scratch, struct sp_live *draft,
	const json_t *act, struct sp_error *e)
{
	int64_t wanted = json_integer_value(json_object_get(act, "open"));
	int rc = choose_seats(draft, json_object_get(act, "seats"), wanted, e);

	if (rc == SP_OK && wanted != 0 &&
		json_is_true(json_object_get(act, "start")))
		rc = sp_error_set(e, SP_EINVAL,
			"a game that begins at once has no seats for whoever "
			"comes");
	if (rc == SP_OK)
		rc = choose_options(draft, json_object_get(act, "options"), e);
	return rc == SP_OK ? try_start(scratch, draft, e) : rc;
}

/* The id of the new game. */
static int choose_gid(struct sp_registry *registry, const json_t *act,
	char gid[SP_GID_TEXT], struct sp_error *e)
{
	const char *full = json_string_value(json_object_get(act, "gid"));
	const char *label = json_string_value(json_object_get(act, "label"));
	struct sp_game_row row;

	if (full == NULL)
		return sp_seal_gid_new(gid, label != NULL ? label : "game", e);
	if (!sp_seal_gid_valid(full))
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is not a whole id: a label, a hyphen, eight "
			"characters of a-z and 2-7",
			full);
	/* also where its repository was moved away: the id makes the secret */
	int rc = sp_registry_game_get(registry, full, &row, e);
	if (rc == SP_OK && (row.status == SP_GAME_ROW_OVER ||
				   row.status == SP_GAME_ROW_CANCELLED))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EEXISTS,
				"there was a game %s, whose secret is "
				"public now: everybody would know the dice",
				full),
			"take another id");
	if (rc == SP_OK)
		return sp_error_set(
			e, SP_EEXISTS, "game %s is there already", full);
	sp_format(gid, SP_GID_TEXT, "%s", full);
	return sp_registry_optional(rc, e);
}

int sp_lobby_read_act(struct sp_post_office *office,
	struct sp_rulesets *rulesets, const json_t *act, struct sp_files *files,
	struct sp_live *draft, char hash[SP_SHA256_TEXT], char gid[SP_GID_TEXT],
	struct sp_error *e)
{
	static const char *const keys[] = { "act", "ruleset", "label", "gid",
		"seats", "options", "start", "open", NULL };
	const char *name = NULL;
	int rc;

	if ((rc = sp_json_only_keys(act, keys, "game new", e)) ||
		(rc = sp_json_get_string(
			 &name, act, "ruleset", "game new", e)) ||
		(rc = sp_record_files_named(
			 files, office->config->rulesets, name, e)))
		return rc;
	rc = sp_record_live_ruleset(rulesets, files, &draft->ruleset, hash, e);
	if (rc != SP_OK)
		sp_error_prefix(e, "ruleset %s", name);
	if (rc == SP_OK)
		rc = choose_gid(office->registry, act, gid, e);
	return rc == SP_OK ? fill(office->scratch, draft, act, e) : rc;
}

int sp_lobby_begin(struct sp_post_office *office, struct sp_keys *keys,
	struct sp_live *live, const struct sp_files *files, const char *hash,
	int64_t instant, struct sp_error *e)
{
	struct sp_setup *setup = &live->setup;

	sp_format(setup->gid, sizeof(setup->gid), "%s", live->gid);
	sp_format(setup->ruleset, sizeof(setup->ruleset), "%s",
		live->ruleset->id);
	sp_format(setup->ruleset_hash, sizeof(setup->ruleset_hash), "%s", hash);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = (int)sp_seal_master_newest(&keys->master);
	const uint8_t *master =
		sp_seal_master_key(&keys->master, (uint32_t)setup->key);
	int rc = sp_seal_open(&live->secrets, master, live->gid, e);
	if (rc != SP_OK)
		return rc;
	sp_format(setup->commitment, sizeof(setup->commitment), "%s",
		live->secrets.commitment);
	rc = sp_record_live_signer(keys, live, e);
	if (rc == SP_OK)
		rc = sp_record_root(live, files, instant, e);

	sp_format(live->row->ruleset, sizeof(live->row->ruleset), "%s",
		live->ruleset->id);
	live->row->status = SP_GAME_ROW_INVITING;
	live->row->created = instant;
	live->row->updated = instant;
	live->row->decision = SP_NO_DECISION;
	live->row->deadline = SP_NEVER;
	/* seats refer to their game's row */
	return rc == SP_OK
		       ? sp_registry_game_put(office->registry, live->row, e)
		       : rc;
}

int sp_lobby_seat_people(struct sp_post_office *office, struct sp_live *live,
	const json_t *act, int64_t instant, struct sp_error *e)
{
	bool start = json_is_true(json_object_get(act, "start"));
	struct sp_lobby lobby = { .open = json_object_get(act, "open") !=
					  NULL };
	int rc = lobby.open ? sp_lobby_put(office->registry, live, &lobby, e)
			    : SP_OK;

	for (int s = 0; s < live->setup.n_seats && rc == SP_OK; s++) {
		struct sp_person *person = &live->people[s];
		struct sp_player_row player;
		bool bot = sp_record_bot_plays(live, s);

		person->joined = bot || start ? instant : SP_NEVER;
		if (!bot)
			rc = sp_post_check_address(
				office, live, s, person->address, e);
		if (rc == SP_OK && person->address[0] != '\0') {
			rc = sp_registry_player_ensure(office->registry,
				person->address, "", instant, &player, e);
			if (rc != SP_OK)
				break;
			person->player = player.id;
			person->volume = player.volume;
			person->remind = player.remind;
			sp_format(person->zone, sizeof(person->zone), "%s",
				player.zone);
			sp_format(person->address, sizeof(person->address),
				"%s", player.address);
		}
		if (rc == SP_OK)
			rc = sp_post_live_put_seat(
				office->registry, live, s, e);
	}
	return rc;
}

json_t *sp_lobby_describe(const struct sp_live *live)
{
	json_t *answer = json_object();
	struct sp_buf warning;

	sp_buf_init(&warning, SP_ERROR_TEXT);
	if (sp_card_ruleset_warn(live->ruleset, &live->setup, &warning))
		sp_json_set_string(answer, "warning", sp_buf_str(&warning));
	sp_buf_free(&warning);
	sp_json_set_string(answer, "gid", live->gid);
	sp_json_set_string(answer, "head", live->head.hex);
	sp_json_set_string(answer, "commitment", live->setup.commitment);
	sp_json_set_string(
		answer, "repository", sp_store_game_path(live->repo));
	sp_json_set_bool(answer, "started", live->started);
	return answer;
}

/* The seat and the address that an act "game invite" names. */
static int find_invited(const struct sp_live *live, const json_t *act,
	int *seat, struct sp_mailbox *box, struct sp_error *e)
{
	const char *colour = NULL, *address = NULL;
	int rc;

	if ((rc = sp_json_get_string(&colour, act, "seat", "game invite", e)) ||
		(rc = sp_json_get_string(
			 &address, act, "address", "game invite", e)) ||
		(rc = sp_mail_mailbox_parse(box, address, e)))
		return rc;
	int found = sp_state_setup_seat(&live->setup, colour);
	if (found == SP_NOBODY)
		return sp_error_set(e, SP_EINVAL,
			"there is no seat \"%s\" in game %s", colour,
			live->gid);
	if (live->started || live->ended)
		return sp_error_set(e, SP_EREFUSED,
			"game %s does not wait for players any more",
			live->gid);
	if (sp_record_live_joined(live, found))
		return sp_error_set(e, SP_EREFUSED,
			"seat %s of game %s is taken", colour, live->gid);
	*seat = found;
	return SP_OK;
}

int sp_lobby_invite_act(struct sp_post_office *office, struct sp_live *live,
	const json_t *act, int64_t instant, json_t **answer, struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "seat", "address",
		NULL };
	struct sp_mailbox box;
	int seat = 0, rc;

	if ((rc = sp_json_only_keys(act, keys, "game invite", e)) ||
		(rc = find_invited(live, act, &seat, &box, e)) ||
		(rc = sp_lobby_reseat(
			 office, live, seat, box.addr, instant, e)) ||
		(rc = sp_lobby_invite(
			 office, live, 1U << seat, true, instant, e)))
		return rc;
	*answer = json_object();
	sp_json_set_string(*answer, "gid", live->gid);
	sp_json_set_string(*answer, "seat", live->setup.colour[seat]);
	sp_json_set_string(*answer, "address", box.addr);
	return SP_OK;
}
