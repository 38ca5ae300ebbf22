/* Before a game begins: who is invited, and what its operator hears of that. */
#include "post/post.h"

#include "post/post_private.h"
#include "record/pressed.h"
#include "table/context.h"
#include "terms/terms.h"

/* Turns of each player in a game, about; apprentices need as many, whether two
 * play or four. */
#define TURNS_EACH 25

json_t *post_seats(const struct sp_live *live, int reader)
{
	json_t *list = json_array();

	for (int s = 0; s < live->setup.n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		json_t *entry = json_object();
		bool taken = sp_record_live_joined(live, s);
		sp_render_capital(live->setup.colour[s], name);
		sp_json_set_string(entry, "Seat", name);
		sp_json_set_bool(entry, "you", s == reader);
		sp_json_set_bool(entry, "joined", taken);
		sp_json_set_bool(entry, "bot", sp_record_bot_plays(live, s));
		if (taken)
			sp_json_set_string(entry, "luck", live->setup.luck[s]);
		json_array_append_new(list, entry);
	}
	return list;
}

/* How long such a game lasts: turns of each, and time with a turn a day of each
 * person; what bots do takes none. */
static void set_length(const struct sp_live *live, json_t *context)
{
	int rounds = sp_card_ruleset_option(
		live->ruleset, &live->setup, "rounds", TURNS_EACH);
	int turns = rounds < TURNS_EACH ? rounds : TURNS_EACH;
	int people = 0, days;
	char text[SP_RENDER_NAME_SIZE];

	for (int s = 0; s < live->setup.n_seats; s++)
		people += !sp_record_bot_plays(live, s);
	days = turns * people;
	sp_json_set_int(context, "players", live->setup.n_seats);
	sp_render_count(turns, "turn", text);
	sp_json_set_string(context, "turns_each", text);
	sp_json_set_bool(context, "rounds_end", rounds < TURNS_EACH);
	if (days < 14)
		sp_render_count(days, "day", text);
	else
		sp_render_count((days + 3) / 7, "week", text);
	sp_json_set_string(context, "time", text);
	sp_render_count(people, "player", text);
	sp_json_set_string(context, "people", text);
}

int sp_post_invite(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e)
{
	struct sp_post_letter post = { .seat = how->seat,
		.kind = "invitation",
		.anew = how->anew,
		.template = "invitation",
		.instant = instant };
	const char *zone = sp_post_zone(office, live, how->seat);
	const unsigned form =
		SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE | SP_TIMEZONE_LEFT;
	char date[SP_TIMEZONE_TEXT];
	json_t *context = sp_post_context(office, live, how->seat, instant);

	sp_json_set(context, "seats", post_seats(live, how->seat));
	sp_json_set(context, "options", sp_terms_options(live, true));
	sp_json_set_bool(
		context, "press_public", sp_record_press_is_public(live));
	if (office->config->run_by[0] != '\0')
		sp_json_set_string(context, "operator", office->config->run_by);
	set_length(live, context);
	sp_json_set_int(context, "days", sp_record_live_hours(live) / 24);
	if (how->until != SP_NEVER) {
		sp_timezone_text(date, zone, how->until, instant, form);
		sp_json_set_string(context, "until", date);
	}
	if (how->kept != 0) {
		sp_timezone_text(date, zone, how->kept, instant, form);
		sp_json_set_string(context, "kept", date);
	}
	sp_json_set_bool(context, "reminder", how->reminder);
	if (how->asker != NULL) {
		char name[SP_RENDER_NAME_SIZE];
		json_t *rematch = json_object();

		sp_render_capital(how->asker, name);
		sp_json_set_string(rematch, "by", name);
		sp_json_set_string(rematch, "of", how->old);
		sp_json_set(context, "rematch", rematch);
	}
	return sp_post_queue(office, live, &post, context, NULL, e);
}

int sp_post_operator(struct sp_post_office *office, const struct sp_live *live,
	const char *about, const char *title, const char *text, int64_t instant,
	struct sp_error *e)
{
	const char *to = office->config->run_by;
	struct sp_bytes part[] = {
		{ live->head.hex, strlen(live->head.hex) },
		{ about, strlen(about) },
	};
	char digest[SP_SHA256_TEXT];
	int64_t id = 0;

	sp_log(SP_LOG_INFO, "game %s: %s", live->gid, title);
	if (to[0] == '\0')
		return SP_OK;
	int rc = sp_seal_sha256(digest, part, SP_ARRAY_LEN(part), e);
	if (rc != SP_OK)
		return rc;
	json_t *context = sp_table_context(office->scratch, live, SP_NOBODY);
	sp_json_set_string(context, "title", title);
	sp_json_set(context, "text", sp_typeset_lines(text));
	return sp_post_unplaced(office, "operator", context, to, "", digest,
		NULL, instant, &id, e);
}
