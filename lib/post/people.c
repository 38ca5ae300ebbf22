/* What a club knows of a game beside its record: who sits at it, and what of it
 * was mailed to them. */
#include "post/people.h"

#include "post/post_private.h"
#include "table/table.h"

struct sp_live *sp_post_live_with_row(const char *gid)
{
	struct sp_live *live = sp_record_live_new(gid);

	live->row = sp_xcalloc(1, sizeof(*live->row));
	return live;
}

/* A head is continued only if it descends from the last one that was mailed:
 * a history that players have seen is never replaced. */
int sp_post_live_check_published(struct sp_live *live, struct sp_error *e)
{
	const char *published = live->row->head;
	struct sp_oid known;
	bool yes = false;

	if (published[0] == '\0')
		return SP_OK;
	if (!sp_store_oid_parse(&known, published))
		return sp_error_set(e, SP_ECORRUPT,
			"the registry's head of game %s is not a commit id",
			live->gid);
	if (sp_store_oid_equal(&known, &live->head))
		return SP_OK;
	if (strspn(published, "0") == strlen(published))
		return sp_error_set(e, SP_ECORRUPT,
			"game %s was being taken back when that was cut short",
			live->gid);
	int rc = sp_store_is_ancestor(live->repo, &known, &live->head, &yes, e);
	if (rc == SP_OK && !yes)
		rc = sp_error_set(e, SP_ECORRUPT,
			"the tip %s of game %s does not descend from %s, which "
			"was mailed to its players",
			live->head.hex, live->gid, known.hex);
	return rc;
}

static int read_outages(
	struct sp_registry *registry, struct sp_live *live, struct sp_error *e)
{
	struct sp_stood_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_stood_list(registry, live->gid, &rows, &n, e);

	if (rc == SP_OK && n > 0) {
		live->stillness = sp_xcalloc(n, sizeof(live->stillness[0]));
		live->n_stillness = n;
		for (size_t i = 0; i < n; i++)
			live->stillness[i] =
				(struct sp_stillness){ rows[i].began,
					rows[i].ended };
	}
	sp_free(rows);
	return rc;
}

static int read_hold(
	struct sp_registry *registry, struct sp_live *live, struct sp_error *e)
{
	struct sp_timer_row *timers = NULL;
	size_t n = 0;
	int rc = sp_registry_timer_list(registry, live->gid, &timers, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (sp_streq(timers[i].kind, "hold"))
			live->held_until = timers[i].due;
	sp_free(timers);
	return rc;
}

int sp_post_live_people(
	struct sp_registry *registry, struct sp_live *live, struct sp_error *e)
{
	struct sp_seat_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_seat_list(registry, live->gid, &rows, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		int seat = sp_state_setup_seat(&live->setup, rows[i].seat);
		struct sp_player_row player;
		if (seat == SP_NOBODY)
			continue;
		struct sp_person *person = &live->people[seat];
		person->epoch = rows[i].epoch;
		if (rows[i].player == 0)
			continue;
		rc = sp_registry_player_get(
			registry, rows[i].player, &player, e);
		rc = sp_registry_required(rc, e,
			"the player of seat %s of game %s", rows[i].seat,
			live->gid);
		if (rc != SP_OK)
			break;
		person->player = rows[i].player;
		person->joined = rows[i].joined;
		person->missed = rows[i].missed;
		sp_format(person->address, sizeof(person->address), "%s",
			player.address);
		sp_format(person->thread, sizeof(person->thread), "%s",
			rows[i].thread);
		sp_format(person->told.hex, sizeof(person->told.hex), "%s",
			rows[i].told);
		person->volume = player.volume;
		person->remind = player.remind;
		sp_format(
			person->zone, sizeof(person->zone), "%s", player.zone);
		person->away_from = rows[i].away_from;
		person->away_until = rows[i].away_until;
		person->away_days = rows[i].away_days;
		person->muted = rows[i].muted;
		sp_format(person->standin, sizeof(person->standin), "%s",
			rows[i].standin);
	}
	sp_free(rows);
	sp_record_live_take_epochs(live);
	if (rc == SP_OK && live->started)
		rc = read_outages(registry, live, e);
	if (rc == SP_OK && live->started && sp_table_round_hold(live) != 0)
		rc = read_hold(registry, live, e);
	return rc;
}

enum sp_volume post_volume(const struct sp_post_office *office,
	const struct sp_live *live, int seat)
{
	enum sp_volume said = live->people[seat].volume;

	return said == SP_VOLUME_UNSAID ? office->config->volume : said;
}

const char *sp_post_zone(
	struct sp_post_office *office, const struct sp_live *live, int seat)
{
	const char *said = seat != SP_NOBODY ? live->people[seat].zone : "";
	const char *zone = said[0] != '\0' ? said : office->config->zone;
	struct sp_error why = { 0 };

	if (sp_timezone_check(zone, &why) == SP_OK)
		return zone;
	if (!sp_streq(office->zone_said, zone))
		sp_log(SP_LOG_WARN, "%s; mails tell times by UTC", why.text);
	sp_format(office->zone_said, sizeof(office->zone_said), "%s", zone);
	return SP_TIMEZONE_UTC;
}

int sp_post_live_put_seat(struct sp_registry *registry,
	const struct sp_live *live, int seat, struct sp_error *e)
{
	const struct sp_person *person = &live->people[seat];
	struct sp_seat_row row = { .order = seat,
		.player = person->player,
		.epoch = person->epoch,
		.joined = person->joined,
		.missed = person->missed,
		.away_from = person->away_from,
		.away_until = person->away_until,
		.away_days = person->away_days,
		.muted = person->muted };

	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.seat, sizeof(row.seat), "%s", live->setup.colour[seat]);
	sp_format(row.thread, sizeof(row.thread), "%s", person->thread);
	sp_format(row.told, sizeof(row.told), "%s", person->told.hex);
	sp_format(row.standin, sizeof(row.standin), "%s", person->standin);
	return sp_registry_seat_put(registry, &row, e);
}
