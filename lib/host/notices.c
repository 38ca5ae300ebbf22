/* What a game owes its players after it moved on. */
#include "host/host_private.h"

#define SUGGESTIONS 4

struct sp_standing sp_standing_of(const struct sp_live *live)
{
	struct sp_standing s = { .started = live->started };

	if (live->started) {
		s.over = live->game.status == SP_GAME_OVER;
		s.decision = live->game.decision.number;
	}
	return s;
}

/* ---- before the start ------------------------------------------------- */

/* The seats as the invitation and the welcome list them. */
static json_t *seat_list(const struct sp_live *live, int reader)
{
	json_t *list = json_array();

	for (int s = 0; s < live->setup.n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		json_t *entry = json_object();
		bool taken = live->setup.luck[s][0] != '\0';
		sp_render_capital(live->setup.colour[s], name);
		sp_json_set_string(entry, "Seat", name);
		sp_json_set_bool(entry, "you", s == reader);
		sp_json_set_bool(entry, "joined", taken);
		if (taken)
			sp_json_set_string(entry, "luck", live->setup.luck[s]);
		json_array_append_new(list, entry);
	}
	return list;
}

static json_t *option_list(const struct sp_live *live)
{
	json_t *list = json_array();

	for (int i = 0; i < live->setup.n_options; i++) {
		const char *name = live->setup.option[i].name;
		json_t *entry = json_object();
		sp_json_set_string(entry, "name", name);
		sp_json_set_string(entry, "value", live->setup.option[i].value);
		for (int k = 0; k < live->ruleset->n_options; k++)
			if (sp_streq(live->ruleset->option[k].name, name))
				sp_json_set_string(entry, "text",
					live->ruleset->option[k].text);
		json_array_append_new(list, entry);
	}
	return list;
}

int sp_post_invitations(struct sp_host *host, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	int rc = SP_OK;

	for (int s = 0; s < live->setup.n_seats && rc == SP_OK; s++) {
		struct sp_post post = { .seat = s,
			.kind = "invitation",
			.template = "invitation",
			.instant = instant };
		json_t *context = sp_post_context(host, live, s, instant);
		sp_json_set(context, "seats", seat_list(live, s));
		sp_json_set(context, "options", option_list(live));
		rc = sp_post(host, live, &post, context, NULL, e);
	}
	return rc;
}

/* ---- the start -------------------------------------------------------- */

static int post_welcome(struct sp_host *host, struct sp_live *live, int seat,
	int64_t instant, struct sp_error *e)
{
	struct sp_post post = { .seat = seat,
		.kind = "welcome",
		.template = "welcome",
		.instant = instant };
	char first[SP_RENDER_NAME_SIZE];
	bool luck = false;
	json_t *story = NULL;
	int rc = sp_live_find_root(live, e);

	if (rc == SP_OK)
		rc = sp_record_story(live, 0, SP_NOBODY, &story, e);
	if (rc != SP_OK)
		return rc;
	for (int s = 0; s < live->setup.n_seats; s++)
		luck = luck || live->setup.luck[s][0] != '\0';
	sp_render_seat(&live->game, live->game.first, first);
	json_t *context = sp_post_context(host, live, seat, instant);
	sp_json_set(context, "seats", seat_list(live, seat));
	sp_json_set_bool(context, "luck", luck);
	sp_json_set_string(context, "First", first);
	sp_json_set(context, "story", story);
	return sp_post(host, live, &post, context, NULL, e);
}

/* ---- turns and the end ------------------------------------------------ */

json_t *sp_suggestions(
	struct sp_host *host, const struct sp_live *live, int seat)
{
	struct sp_suggestion suggestion[SP_AGENT_SUGGEST_MAX];
	json_t *list = json_array();

	if (!live->started || live->game.status == SP_GAME_OVER ||
		live->game.active != seat)
		return list;
	sp_game_view(&live->game, seat, &host->view);
	int n = sp_agent_suggest(
		live->ruleset, &host->view, seat, suggestion, SUGGESTIONS);
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_string(suggestion[i].text));
	return list;
}

/* What waits for the sender to come back and calls to a decision that is over
 * is of no use any more: nobody got it, so it goes. (Receipts, answers, press
 * and what ends or begins a game are of use.) It cannot go where it may have
 * arrived: its player may answer it, and is told then that it is over. */
static int drop_superseded(struct sp_host *host, const struct sp_live *live,
	const char *kind, int seat, bool *dropped, struct sp_error *e)
{
	struct sp_outbox_row *rows = NULL;
	size_t n = 0;
	int rc = SP_OK;

	*dropped = false;
	if (host->sending.code == SP_OK)
		return SP_OK;
	rc = sp_registry_outbox_waiting(host->registry, live->gid,
		live->setup.colour[seat], kind, &rows, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		if (rows[i].decision >= (int64_t)live->game.decision.number ||
			sp_outbox_perhaps(host, rows[i].id))
			continue;
		rc = sp_registry_outbox_drop(host->registry, rows[i].id, e);
		*dropped = true;
	}
	sp_free(rows);
	return rc;
}

/* What a player is told of before his turn: what happened since his last one.
 * Where a call to that was dropped he was told nothing of it, nor of what was
 * before. */
static int turn_story(struct sp_host *host, struct sp_live *live, int seat,
	json_t **story, struct sp_error *e)
{
	struct sp_outbox_row last;
	bool dropped = false;
	int rc = drop_superseded(host, live, "turn", seat, &dropped, e);

	if (rc != SP_OK || !dropped)
		return rc != SP_OK ? rc
				   : sp_record_story(live, 1, seat, story, e);
	rc = sp_registry_outbox_newest(host->registry, live->gid,
		live->setup.colour[seat], "turn", &last, e);
	if (rc != SP_OK && rc != SP_ENOTFOUND)
		return rc;
	return sp_record_story_since(
		live, rc == SP_OK ? last.head : NULL, story, e);
}

static int post_turn(struct sp_host *host, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	int seat = live->game.active;
	struct sp_post post = { .seat = seat,
		.kind = "turn",
		.template = "turn",
		.instant = instant };
	json_t *story = NULL;
	int rc = turn_story(host, live, seat, &story, e);

	if (rc != SP_OK)
		return rc;
	json_t *context = sp_post_context(host, live, seat, instant);
	sp_json_set(context, "story", story);
	sp_json_set(context, "suggestions", sp_suggestions(host, live, seat));
	return sp_post(host, live, &post, context, NULL, e);
}

static int post_closing(struct sp_host *host, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	unsigned seats = (unsigned)live->setup.n_seats;
	unsigned turn = live->game.turn;
	unsigned from = turn > seats ? turn - seats + 1 : 1;
	int rc = SP_OK;

	/* a round: nobody heard of anything since his last turn */
	for (int s = 0; s < live->setup.n_seats && rc == SP_OK; s++) {
		struct sp_post post = { .seat = s,
			.kind = "closing",
			.template = "closing",
			.instant = instant };
		json_t *story = NULL;
		rc = sp_record_story(live, from, SP_NOBODY, &story, e);
		if (rc != SP_OK)
			break;
		json_t *context = sp_post_context(host, live, s, instant);
		sp_json_set(context, "story", story);
		rc = sp_post(host, live, &post, context, NULL, e);
	}
	return rc;
}

static int set_deadline(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	struct sp_timer_row timer = {
		.due = live->when + (int64_t)sp_live_hours(live) * 3600
	};

	live->row.deadline = timer.due;
	sp_format(timer.gid, sizeof(timer.gid), "%s", live->gid);
	sp_format(timer.kind, sizeof(timer.kind), "turn");
	int rc = sp_registry_timer_clear(host->registry, live->gid, e);
	return rc == SP_OK ? sp_registry_timer_put(host->registry, &timer, e)
			   : rc;
}

int sp_rearm(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, struct sp_error *e)
{
	struct sp_standing now = sp_standing_of(live);

	live->touched = live->touched || live->commits > 0;
	if (!now.started || before->over)
		return SP_OK;
	if (now.over) {
		live->row.deadline = SP_NEVER;
		return sp_registry_timer_clear(host->registry, live->gid, e);
	}
	if (before->started && now.decision == before->decision)
		return SP_OK;
	return set_deadline(host, live, e);
}

int sp_notices(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	struct sp_standing now = sp_standing_of(live);
	int rc = sp_rearm(host, live, before, e);

	if (rc != SP_OK || !now.started || before->over)
		return rc;
	if (now.over)
		return post_closing(host, live, instant, e);
	if (before->started && now.decision == before->decision)
		return SP_OK;
	for (int s = 0;
		!before->started && rc == SP_OK && s < live->setup.n_seats; s++)
		rc = post_welcome(host, live, s, instant, e);
	return rc == SP_OK ? post_turn(host, live, instant, e) : rc;
}

/* ---- single texts ----------------------------------------------------- */

int sp_post_notice(struct sp_host *host, struct sp_live *live, int seat,
	const char *kind, const char *title, const char *text, int64_t instant,
	int64_t *id, struct sp_error *e)
{
	struct sp_post post = { .seat = seat,
		.kind = kind,
		.template = "notice",
		.instant = instant };
	json_t *context = sp_post_context(host, live, seat, instant);

	sp_json_set_string(context, "title", title);
	sp_json_set(context, "text", sp_render_lines(text));
	return sp_post(host, live, &post, context, id, e);
}

int sp_post_press(const struct sp_play *play, int to, bool all,
	const char *text, unsigned line, struct sp_error *e)
{
	char from[SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	char digest[SP_MAIL_KIND_TEXT], kind[SP_MAIL_KIND_TEXT + 24];
	struct sp_live *live = play->live;
	struct sp_press_row row = { .created = play->instant };
	int rc = sp_seal_receipt_kind(
		digest, play->message_id, play->text, strlen(play->text), e);

	if (rc != SP_OK)
		return rc;
	sp_format(kind, sizeof(kind), "press/%u/%s", line,
		digest + strlen("receipt/"));
	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.seat, sizeof(row.seat), "%s",
		live->setup.colour[play->seat]);
	sp_format(row.to, sizeof(row.to), "%s", live->setup.colour[to]);
	rc = sp_registry_press_add(
		play->host->registry, &row, text, strlen(text), e);
	if (rc != SP_OK)
		return rc;

	struct sp_post post = { .seat = to,
		.kind = kind,
		.template = "press",
		.instant = play->instant };
	json_t *context = sp_post_context(play->host, live, to, play->instant);
	sp_render_capital(live->setup.colour[play->seat], from);
	sp_json_set_string(context, "From", from);
	if (all) {
		sp_json_set_bool(context, "all", true);
	} else {
		sp_render_capital(live->setup.colour[to], name);
		sp_json_set(context, "to", json_pack("[s]", name));
	}
	sp_json_set(context, "text", sp_render_lines(text));
	return sp_post(play->host, live, &post, context, NULL, e);
}
