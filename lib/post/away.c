/* How long a game waits for who is away, and what the others hear of that. */
#include "post/post_private.h"
#include "post/told.h"

/* Of those whom the game waits for, as everybody knows. */
static bool is_asked(const struct sp_live *live, int seat)
{
	return (live->game.decision.seats >> seat & 1U) != 0 &&
	       !sp_record_bot_plays(live, seat);
}

/* How long a clock that runs from, to is stopped by who is away then. */
static int64_t stop_of(const struct sp_person *person, int64_t from, int64_t to)
{
	int64_t begin = person->away_from > from ? person->away_from : from;

	return begin < to && person->away_until > begin
		       ? person->away_until - begin
		       : 0;
}

int64_t sp_post_away_deadline(
	const struct sp_live *live, int64_t from, int64_t deadline)
{
	int64_t longest = 0;

	for (int s = 0; s < live->setup.n_seats; s++) {
		int64_t stop = stop_of(&live->people[s], from, deadline);

		if (is_asked(live, s) && stop > longest)
			longest = stop;
	}
	return deadline + longest;
}

int64_t sp_post_away_changed(const struct sp_sitting *sitting, int64_t deadline)
{
	const struct sp_live *live = sitting->live;
	int64_t now = sitting->instant;
	int64_t begin = sitting->was_from > now ? sitting->was_from : now;
	int64_t end =
		sitting->was_until < deadline ? sitting->was_until : deadline;

	if (!is_asked(live, sitting->seat))
		return deadline;
	/* so long it had been stopped for him, from now on */
	if (end > begin)
		deadline -= end - begin;
	return sp_post_away_deadline(live, now, deadline);
}

int sp_post_waits_longer(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_post_office *office = sitting->office;
	struct sp_live *live = sitting->live;
	char until[SP_DATE_TEXT], title[SP_DATE_TEXT + 40];
	int rc = SP_OK;

	sp_date_near(until, live->row->deadline, sitting->instant);
	sp_format(title, sizeof(title), "The game waits until %s UTC", until);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		if (s == sitting->seat || live->people[s].player == 0 ||
			sp_record_bot_plays(live, s) ||
			!live->game.actor[s].alive ||
			post_volume(office, live, s) == SP_VOLUME_LOW)
			continue;
		rc = sp_post_notice(office, live, s, "waits", title,
			"What the game waits for now has that time. There is "
			"nothing for you to do.",
			sitting->instant, NULL, e);
	}
	return rc;
}
