/* What waits for somebody, in all the games of an address: as the registry
 * knows it, without opening one. */
#include "lobby/lobby_private.h"

#include "table/context.h"

/* What a mail of that kind asks for; NULL: it asks for nothing. */
static const char *wanted(const char *kind)
{
	static const struct {
		const char *kind, *what;
	} asks[] = {
		{ "turn", "your move" },
		/* whether it was given the registry does not know: it is
		 * sealed until the round closes */
		{ "window", "your answer, a counter or pass; if you have sent "
			    "it, it is kept" },
		{ "choice", "your choice" },
		{ "discard", "your discard" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(asks); i++)
		if (sp_streq(kind, asks[i].kind))
			return asks[i].what;
	return NULL;
}

/* The newest mail that asked the seat something; out->id 0: none did. */
static int find_call(struct sp_registry *registry,
	const struct sp_seat_row *seat, struct sp_outbox_row *out,
	struct sp_error *e)
{
	static const char *const kinds[] = { "turn", "window", "choice",
		"discard", "invitation" };
	struct sp_outbox_row row;
	int rc = SP_OK;

	out->id = 0;
	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(kinds); i++) {
		rc = sp_registry_outbox_newest(
			registry, seat->gid, seat->seat, kinds[i], &row, e);
		if (rc == SP_OK && row.id > out->id)
			*out = row;
		rc = sp_registry_optional(rc, e);
	}
	return rc;
}

/* Is anybody else asked what is open now? */
static int find_others(struct sp_registry *registry,
	const struct sp_seat_row *seat, int64_t decision, bool *any,
	struct sp_error *e)
{
	struct sp_seat_row *all = NULL;
	struct sp_outbox_row call;
	size_t n = 0;
	int rc = sp_registry_seat_list(registry, seat->gid, &all, &n, e);

	*any = false;
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		if (sp_streq(all[i].seat, seat->seat))
			continue;
		rc = find_call(registry, &all[i], &call, e);
		*any |= rc == SP_OK && call.id != 0 &&
			call.decision == decision;
	}
	sp_free(all);
	return rc;
}

static void set_date(json_t *entry, const char *key, const char *zone,
	int64_t when, int64_t now, unsigned form)
{
	char date[SP_TIMEZONE_TEXT];

	sp_timezone_text(date, zone, when, now, form | SP_TIMEZONE_BESIDE);
	sp_json_set_string(entry, key, date);
}

static int describe(struct sp_post_office *office,
	const struct sp_seat_row *seat, const struct sp_game_row *game,
	const char *zone, int64_t now, json_t *list, struct sp_error *e)
{
	char name[SP_RENDER_NAME_SIZE];
	struct sp_outbox_row call;
	const char *what = NULL;
	bool others = false;
	int rc = find_call(office->registry, seat, &call, e);

	if (rc != SP_OK)
		return rc;
	json_t *entry = json_object();
	sp_table_context_game(entry, game->gid);
	sp_render_capital(seat->seat, name);
	sp_json_set_string(entry, "Seat", name);
	if (game->status == SP_GAME_ROW_INVITING) {
		if (seat->joined == SP_NEVER)
			what = "your yes or no to the invitation";
	} else {
		sp_json_set_int(entry, "turn", game->turn);
		if (call.id != 0 && call.decision == game->decision)
			what = wanted(call.kind);
		else if (sp_streq(game->active, seat->seat)) {
			rc = find_others(office->registry, seat, game->decision,
				&others, e);
			what = others ? NULL : "your move";
		}
	}
	if (rc != SP_OK) {
		json_decref(entry);
		return rc;
	}
	sp_json_set_bool(entry, "others", others);
	if (what != NULL) {
		sp_json_set_string(entry, "wanted", what);
		if (game->deadline != SP_NEVER &&
			game->status == SP_GAME_ROW_RUNNING)
			set_date(entry, "until", zone, game->deadline, now,
				SP_TIMEZONE_LEFT);
		if (call.id != 0)
			set_date(entry, "since", zone, call.created, now, 0);
	} else if (game->active[0] != '\0') {
		sp_render_capital(game->active, name);
		sp_json_set_string(entry, "Active", name);
	}
	json_array_append_new(list, entry);
	return SP_OK;
}

int lobby_tell_games(struct sp_post_office *office,
	const struct sp_seat_row *seats, size_t n,
	const struct sp_lobby_asker *who, struct sp_error *e)
{
	json_t *context = json_object(), *list = json_array();
	struct sp_player_row asker = { .id = 0 };
	int rc = sp_registry_optional(sp_registry_player_find(office->registry,
					      who->address, &asker, e),
		e);
	const char *zone =
		asker.zone[0] != '\0' ? asker.zone : office->config->zone;

	sp_json_set(context, "games", list);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		struct sp_game_row game;

		rc = sp_registry_game_get(
			office->registry, seats[i].gid, &game, e);
		rc = sp_registry_required(rc, e, "game %s", seats[i].gid);
		if (rc == SP_OK && (game.status == SP_GAME_ROW_INVITING ||
					   game.status == SP_GAME_ROW_RUNNING))
			rc = describe(office, &seats[i], &game, zone,
				who->instant, list, e);
	}
	if (rc == SP_OK)
		return sp_post_unplaced(office, "games", context, who->address,
			who->message_id, who->raw, NULL, who->instant,
			who->receipt, e);
	json_decref(context);
	return rc;
}
