/* How long a game waits for who is away, and what the others hear of that. */
#include "post/post_private.h"
#include "post/told.h"

/* How long a clock that runs from, to is stopped by who is away then; `was`: as
 * it was before the mail at hand. */
static int64_t stop_of(
	const struct sp_person *person, bool was, int64_t from, int64_t to)
{
	bool old = was && person->away_changed;
	int64_t begin = old ? person->was_from : person->away_from;
	int64_t end = old ? person->was_until : person->away_until;

	if (begin < from)
		begin = from;
	return begin < to && end > begin ? end - begin : 0;
}

/* How long whoever of those seats is away longest stops it. */
static int64_t longest(const struct sp_live *live, unsigned seats, bool was,
	int64_t from, int64_t to)
{
	int64_t most = 0;

	for (int s = 0; s < live->setup.n_seats; s++) {
		int64_t stop = stop_of(&live->people[s], was, from, to);

		if ((seats >> s & 1U) != 0 && !sp_record_bot_plays(live, s) &&
			stop > most)
			most = stop;
	}
	return most;
}

int64_t sp_post_away_deadline(const struct sp_live *live, unsigned seats,
	int64_t from, int64_t seconds)
{
	return from + seconds +
	       longest(live, seats, false, from, from + seconds);
}

int64_t sp_post_away_left(const struct sp_live *live, unsigned seats,
	int64_t from, int64_t deadline)
{
	int64_t left = deadline - from;

	/* the time that, with its stops, ends there */
	for (int s = 0; s < live->setup.n_seats; s++) {
		int64_t stop = stop_of(&live->people[s], true, from, deadline);
		int64_t run = deadline - from - stop;

		if ((seats >> s & 1U) != 0 && stop > 0 && run >= 0 &&
			run + longest(live, seats, true, from, from + run) ==
				deadline - from &&
			run < left)
			left = run;
	}
	return left;
}

int sp_post_waits_longer(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	char kind[SP_ROW_KIND], until[SP_TIMEZONE_TEXT],
		title[SP_TIMEZONE_TEXT + 40];
	int rc = SP_OK;

	/* one mail for each time that it may be */
	sp_format(kind, sizeof(kind), "waits/%lld",
		(long long)live->row->deadline);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		if (live->people[s].away_changed ||
			live->people[s].player == 0 ||
			sp_record_bot_plays(live, s) ||
			!live->game.actor[s].alive ||
			post_volume(office, live, s) == SP_VOLUME_LOW)
			continue;
		sp_timezone_text(until, sp_post_zone(office, live, s),
			live->row->deadline, instant, 0);
		sp_format(
			title, sizeof(title), "The game waits until %s", until);
		rc = sp_post_notice(office, live, s, kind, title,
			"What the game waits for now has that time. There is "
			"nothing for you to do.",
			instant, NULL, e);
	}
	return rc;
}
