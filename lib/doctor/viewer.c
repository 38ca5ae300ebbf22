/* Looking at games without deciding anything: needs no lock and no key. */
#include "doctor/doctor.h"

#include "doctor/doctor_private.h"
#include "host/folder.h"
#include "post/people.h"
#include "record/history.h"
#include "render/render.h"

int sp_doctor_viewer_open(struct sp_viewer **out,
	const struct sp_config *config, struct sp_error *e)
{
	struct sp_viewer *v = sp_xcalloc(1, sizeof(*v));
	char *registry = sp_host_path(config, SP_CONFIG_REGISTRY);
	char *games = sp_host_path(config, "games");

	v->config = *config;
	v->keys.file = v->config.master_key;
	int rc = sp_registry_open(&v->registry, registry, SP_REGISTRY_READ, e);
	if (rc == SP_ENOTFOUND) {
		sp_error_clear(e);
		if (sp_host_check_club(config, e) == SP_OK)
			(void)sp_error_remedy(e,
				sp_error_set(e, rc,
					"no registry is in %s, though there are "
					"games",
					config->data),
				"put its newest backup there");
	}
	if (rc == SP_OK)
		rc = sp_store_open(&v->store, games, e);
	sp_free(registry);
	sp_free(games);
	if (rc == SP_OK)
		*out = v;
	else
		sp_doctor_viewer_close(v);
	return rc;
}

void sp_doctor_viewer_close(struct sp_viewer *v)
{
	if (v == NULL)
		return;
	sp_record_rulesets_clear(&v->rulesets);
	sp_store_close(v->store);
	sp_registry_close(v->registry);
	sp_record_keys_clear(&v->keys);
	sp_free(v);
}

/* ---- list ------------------------------------------------------------- */

static void set_instant(json_t *object, const char *key, int64_t t)
{
	char text[SP_DATE_TEXT];

	if (t == SP_NEVER || t == 0)
		return;
	sp_date_iso(text, t);
	sp_json_set_string(object, key, text);
}

static json_t *row_json(const struct sp_game_row *row)
{
	json_t *json = json_object();

	sp_json_set_string(json, "gid", row->gid);
	sp_json_set_string(json, "ruleset", row->ruleset);
	sp_json_set_string(
		json, "status", sp_registry_game_row_status_word(row->status));
	sp_json_set_int(json, "turn", row->turn);
	if (row->active[0] != '\0')
		sp_json_set_string(json, "active", row->active);
	if (row->decision != SP_NO_DECISION)
		sp_json_set_int(json, "decision", row->decision);
	set_instant(json, "deadline", row->deadline);
	set_instant(json, "created", row->created);
	set_instant(json, "updated", row->updated);
	sp_json_set_string(json, "head", row->head);
	return json;
}

static void row_text(
	const struct sp_game_row *row, int64_t now, struct sp_buf *text)
{
	char deadline[SP_DATE_TEXT] = "";

	if (row->deadline != SP_NEVER)
		sp_date_near(deadline, row->deadline, now);
	sp_buf_addf(text, "%-24s  %-9s", row->gid,
		sp_registry_game_row_status_word(row->status));
	if (row->turn > 0)
		sp_buf_addf(text, "  turn %-4lld", (long long)row->turn);
	if (row->active[0] != '\0')
		sp_buf_addf(text, "  %-7s", row->active);
	if (deadline[0] != '\0')
		sp_buf_addf(text, "  until %s UTC", deadline);
	sp_buf_addc(text, '\n');
}

int sp_doctor_viewer_list(struct sp_viewer *v, int64_t now, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_game_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_game_list(v->registry, &rows, &n, e);

	if (rc != SP_OK)
		return rc;
	*json = json_array();
	for (size_t i = 0; i < n; i++) {
		json_array_append_new(*json, row_json(&rows[i]));
		row_text(&rows[i], now, text);
	}
	if (n == 0)
		sp_buf_adds(text,
			"No games yet; `spellpost game new` makes one.\n");
	sp_free(rows);
	return SP_OK;
}

/* ---- one game --------------------------------------------------------- */

int doctor_viewer_find(struct sp_viewer *v, const char *gid,
	struct sp_game_row *out, struct sp_error *e)
{
	return sp_registry_game_match(v->registry, gid, out, e);
}

/* The registry knows its last commit: so the branch was lost. */
static int no_branch(const struct sp_game_row *row, struct sp_error *e)
{
	sp_error_clear(e);
	return sp_error_remedy(e,
		sp_error_set(e, SP_ECORRUPT,
			"game %s has lost its branch main, which was at %.12s",
			row->gid, row->head),
		"`spellpost game repair %s` says what can be done", row->gid);
}

int doctor_viewer_load(struct sp_viewer *v, const char *gid,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_game_row row;
	int rc = doctor_viewer_find(v, gid, &row, e);

	if (rc != SP_OK)
		return rc;
	struct sp_live *live = sp_post_live_with_row(row.gid);
	*live->row = row;
	rc = sp_store_game_open(&live->repo, v->store, row.gid, e);
	if (rc == SP_OK)
		rc = sp_store_head(live->repo, &live->head, e);
	if (rc == SP_OK)
		rc = sp_record_live_look(&v->rulesets, live, e);
	if (rc == SP_ENOTFOUND && live->repo != NULL &&
		live->head.hex[0] == '\0' && row.head[0] != '\0')
		rc = no_branch(&row, e);
	if (rc == SP_OK)
		*out = live;
	else
		sp_record_live_free(live);
	return rc;
}

static int show_seats(struct sp_viewer *v, const struct sp_live *live,
	json_t *json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_seat_row *seats = NULL;
	struct sp_player_row player;
	json_t *list = json_array();
	size_t n = 0;
	int rc = sp_registry_seat_list(v->registry, live->gid, &seats, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		json_t *entry = json_object();
		int seat = sp_state_setup_seat(&live->setup, seats[i].seat);
		sp_json_set_string(entry, "seat", seats[i].seat);
		if (seat != SP_NOBODY && sp_record_bot_plays(live, seat)) {
			sp_json_set_string(entry, "bot", live->setup.bot[seat]);
			json_array_append_new(list, entry);
			sp_buf_addf(text, "  %-8s (bot: %s)\n", seats[i].seat,
				live->setup.bot[seat]);
			continue;
		}
		if (seats[i].player == 0) {
			json_array_append_new(list, entry);
			sp_buf_addf(text, "  %-8s (free)\n", seats[i].seat);
			continue;
		}
		rc = sp_registry_player_get(
			v->registry, seats[i].player, &player, e);
		rc = sp_registry_required(rc, e,
			"the player of seat %s of game %s", seats[i].seat,
			live->gid);
		if (rc == SP_OK)
			sp_json_set_string(entry, "address", player.address);
		set_instant(entry, "joined", seats[i].joined);
		json_array_append_new(list, entry);
		sp_buf_addf(text, "  %-8s %s%s\n", seats[i].seat,
			rc == SP_OK ? player.address : "",
			seats[i].joined == SP_NEVER ? " (has not joined)" : "");
	}
	sp_json_set(json, "seats", list);
	sp_free(seats);
	return rc;
}

int sp_doctor_viewer_show(struct sp_viewer *v, const char *gid, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = doctor_viewer_load(v, gid, &live, e);

	if (rc != SP_OK)
		return rc;
	*json = row_json(live->row);
	sp_json_set_string(*json, "tip", live->head.hex);
	sp_json_set_string(*json, "commitment", live->setup.commitment);
	sp_json_set_string(*json, "repository", sp_store_game_path(live->repo));
	row_text(live->row, sp_clock_now(&sp_clock_system), text);
	rc = show_seats(v, live, *json, text, e);
	sp_buf_addf(text, "  tip        %s\n  commitment %s\n  repository %s\n",
		live->head.hex, live->setup.commitment,
		sp_store_game_path(live->repo));
	if (live->started) {
		sp_json_set(*json, "position",
			sp_render_position(
				live->ruleset, &live->game, SP_NOBODY));
		sp_buf_addc(text, '\n');
		sp_render_scores(live->ruleset, &live->game, SP_NOBODY, text);
	}
	sp_record_live_free(live);
	return rc;
}

int sp_doctor_viewer_board(struct sp_viewer *v, const char *gid, bool html,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	struct sp_buf file;
	int rc = doctor_viewer_load(v, gid, &live, e);

	if (rc != SP_OK)
		return rc;
	if (!live->started) {
		rc = sp_error_set(e, SP_EINVAL,
			"game %s has not begun: it waits for players to join",
			live->gid);
	} else {
		*json = sp_render_position(
			live->ruleset, &live->game, SP_NOBODY);
		sp_buf_init(&file, SIZE_MAX);
		sp_render_board_file(live->ruleset, &live->game, &file);
		if (html)
			sp_doctor_page(live->ruleset, &live->game,
				sp_buf_str(&file), file.len, text);
		else
			sp_buf_add(text, sp_buf_str(&file), file.len);
		sp_buf_free(&file);
	}
	sp_record_live_free(live);
	return rc;
}

int sp_doctor_viewer_history(struct sp_viewer *v, const char *gid, int turns,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = doctor_viewer_load(v, gid, &live, e);

	if (rc == SP_OK)
		rc = sp_record_history_read(
			live->repo, &live->head, turns, true, json, text, e);
	sp_record_live_free(live);
	return rc;
}

int sp_doctor_viewer_path(
	struct sp_viewer *v, const char *gid, char **path, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = doctor_viewer_load(v, gid, &live, e);

	*path = rc == SP_OK ? sp_xstrdup(sp_store_game_path(live->repo)) : NULL;
	sp_record_live_free(live);
	return rc;
}
