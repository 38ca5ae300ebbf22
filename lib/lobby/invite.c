/* Invitations: who answers them, who does not, and what becomes of the game. */
#include "lobby/lobby_private.h"

#include "post/people.h"
#include "post/told.h"
#include "post/whose.h"
#include "record/commit.h"

#define DAY    86400
#define REMIND (3 * DAY) /* before the game is called off */

/* ---- how long they are open ----------------------------------------------- */

int lobby_put_timer(struct sp_post_office *office, const struct sp_live *live,
	const char *kind, const char *subject, int64_t since, int64_t due,
	struct sp_error *e)
{
	struct sp_timer_row timer = { .since = since, .due = due };

	sp_format(timer.gid, sizeof(timer.gid), "%s", live->gid);
	sp_format(timer.kind, sizeof(timer.kind), "%s", kind);
	sp_format(timer.subject, sizeof(timer.subject), "%s", subject);
	return sp_registry_timer_put(office->registry, &timer, e);
}

/* Days that all have to join (option `invitation`); 0: as long as they want. */
static int days_of(const struct sp_live *live)
{
	return sp_card_ruleset_option(
		live->ruleset, &live->setup, "invitation", 0);
}

/* All of that from `instant` on: one reminder, then the end of it. */
static int set_times(struct sp_post_office *office, const struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	int64_t term = (int64_t)days_of(live) * DAY;
	int64_t left = term / 2 < REMIND ? term / 2 : REMIND;

	if (term == 0)
		return SP_OK;
	int rc = lobby_put_timer(office, live, SP_TIMER_INVITED, "", instant,
		instant + term - left, e);
	return rc == SP_OK ? lobby_put_timer(office, live, SP_TIMER_INVITATION,
				     "", instant, instant + term, e)
			   : rc;
}

/* When the game is called off; SP_NEVER: it is not. */
static int get_end(struct sp_post_office *office, const struct sp_live *live,
	int64_t *out, struct sp_error *e)
{
	struct sp_timer_row *timers = NULL;
	size_t n = 0;
	int rc = sp_registry_timer_list(
		office->registry, live->gid, &timers, &n, e);

	*out = SP_NEVER;
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (sp_streq(timers[i].kind, SP_TIMER_INVITATION))
			*out = timers[i].due;
	sp_free(timers);
	return rc;
}

/* ---- asking ---------------------------------------------------------------- */

/* The seats whose players have said nothing yet. */
unsigned lobby_unanswered(
	const struct sp_live *live, const struct sp_lobby *lobby)
{
	unsigned seats = 0;

	for (int s = 0; s < live->setup.n_seats; s++)
		if (!sp_record_live_joined(live, s) &&
			live->people[s].player != 0 &&
			(lobby->declined >> s & 1U) == 0)
			seats |= 1U << s;
	return seats;
}

int lobby_send(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e)
{
	int rc = get_end(office, live, &how->until, e);

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		how->seat = s;
		if ((seats >> s & 1U) != 0)
			rc = sp_post_invite(office, live, how, instant, e);
	}
	return rc;
}

int sp_lobby_invite(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, bool anew, int64_t instant, struct sp_error *e)
{
	struct sp_post_invitation how = { .anew = anew ? instant : 0 };

	return lobby_invite(office, live, seats, &how, instant, e);
}

int lobby_invite(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e)
{
	struct sp_lobby lobby;
	int rc = sp_lobby_get(office->registry, live, &lobby, e);

	if (rc == SP_OK)
		rc = set_times(office, live, instant, e);
	return rc == SP_OK ? lobby_send(office, live,
				     seats & lobby_unanswered(live, &lobby),
				     how, instant, e)
			   : rc;
}

/* ---- the game does not begin ----------------------------------------------- */

/* "Blue, Green" */
static void list_seats(
	const struct sp_live *live, unsigned seats, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	size_t begin = out->len;

	for (int s = 0; s < live->setup.n_seats; s++) {
		if ((seats >> s & 1U) == 0)
			continue;
		sp_render_capital(live->setup.colour[s], name);
		sp_buf_addf(out, "%s%s", out->len > begin ? ", " : "", name);
	}
}

/* It waits for nobody any more, and its people hear of it: `why`, a sentence.
 */
static int end_waiting(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby *lobby, const char *why, int64_t instant,
	struct sp_error *e)
{
	int rc = sp_registry_timer_clear(office->registry, live->gid, e);

	if (rc == SP_OK)
		rc = lobby_forget(office->registry, live->gid, e);
	return rc == SP_OK ? sp_post_no_game(office, live, ~lobby->declined,
				     why, instant, e)
			   : rc;
}

/* The record says so, and its people hear of it: `why`, a sentence. */
static int call_off(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby *lobby, const struct sp_ruling *ruling,
	const char *why, int64_t instant, struct sp_error *e)
{
	int rc;

	(void)sp_record_ruling_apply(live, ruling, NULL, NULL);
	rc = sp_record_ruling(live, ruling, 0, NULL, instant, "", e);
	live->touched = true;
	return rc == SP_OK ? end_waiting(office, live, lobby, why, instant, e)
			   : rc;
}

int sp_lobby_cancelled(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	struct sp_lobby lobby;
	int rc = sp_lobby_get(office->registry, live, &lobby, e);

	if (rc != SP_OK)
		return rc;
	char *why =
		sp_xasprintf("The operator of %s cancelled it before it began.",
			office->config->club);
	rc = end_waiting(office, live, &lobby, why, instant, e);
	sp_free(why);
	return rc;
}

static int lapse(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby *lobby, int64_t instant, struct sp_error *e)
{
	struct sp_ruling ruling = {
		.kind = SP_RULING_CANCEL, .seat = SP_NOBODY, .lapsed = true
	};
	unsigned silent = lobby_unanswered(live, lobby);
	struct sp_buf why;

	sp_buf_init(&why, 1024);
	sp_buf_adds(&why, "Not all have joined in time, so it is called off.");
	if (silent != 0) {
		sp_buf_adds(&why, " No answer came from ");
		list_seats(live, silent, &why);
		sp_buf_addc(&why, '.');
	}
	if (lobby->declined != 0) {
		sp_buf_addc(&why, ' ');
		list_seats(live, lobby->declined, &why);
		sp_buf_adds(&why, " declined.");
	}
	int rc = call_off(
		office, live, lobby, &ruling, sp_buf_str(&why), instant, e);
	if (rc == SP_OK)
		rc = sp_post_operator(office, live, "lapsed",
			"The game is called off", sp_buf_str(&why), instant, e);
	sp_buf_free(&why);
	return rc;
}

/* It is called off, and nobody hears of it. */
static int drop(struct sp_post_office *office, struct sp_live *live,
	struct sp_lobby *lobby, int64_t instant, struct sp_error *e)
{
	struct sp_ruling ruling = {
		.kind = SP_RULING_CANCEL, .seat = SP_NOBODY, .lapsed = true
	};

	lobby->declined = ~0U;
	return call_off(office, live, lobby, &ruling, "", instant, e);
}

/* No yes came for a seat that was kept: it is for whoever comes next. */
static int vacate(struct sp_post_office *office, struct sp_live *live,
	const char *colour, int64_t instant, struct sp_error *e)
{
	int seat = sp_state_setup_seat(&live->setup, colour);

	return seat == SP_NOBODY || sp_record_live_joined(live, seat)
		       ? SP_OK
		       : sp_lobby_reseat(office, live, seat, "", instant, e);
}

int sp_lobby_fire(struct sp_post_office *office, struct sp_live *live,
	const struct sp_timer_row *timer, struct sp_error *e)
{
	struct sp_post_invitation how = { .anew = timer->due,
		.reminder = true };
	struct sp_lobby lobby;
	int rc = sp_lobby_get(office->registry, live, &lobby, e);

	/* who asked for a tutorial may have been somebody else */
	if (rc == SP_OK && lobby_is_asked_for(live) &&
		sp_streq(timer->kind, SP_TIMER_INVITATION))
		return drop(office, live, &lobby, timer->due, e);
	if (rc == SP_OK && lobby_is_asked_for(live))
		return SP_OK;
	if (rc == SP_OK && sp_streq(timer->kind, SP_TIMER_INVITED))
		rc = lobby_send(office, live, lobby_unanswered(live, &lobby),
			&how, timer->due, e);
	else if (rc == SP_OK && sp_streq(timer->kind, SP_TIMER_INVITATION))
		rc = lapse(office, live, &lobby, timer->due, e);
	else if (rc == SP_OK && sp_streq(timer->kind, SP_TIMER_SEAT))
		rc = vacate(office, live, timer->subject, timer->due, e);
	return rc;
}

/* ---- answers ---------------------------------------------------------------- */

/* They may invite somebody else. */
static int tell_operator(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char name[SP_RENDER_NAME_SIZE];
	int64_t end;
	int rc = get_end(sitting->office, live, &end, e);

	if (rc != SP_OK)
		return rc;
	sp_render_capital(live->setup.colour[sitting->seat], name);
	char *title = sp_xasprintf("%s declines the invitation", name);
	struct sp_buf text;
	sp_buf_init(&text, 4096);
	sp_buf_addf(&text,
		"%s, %s, will not play. The seat is free, and the game waits "
		"for somebody to have it.\nTo invite somebody else\n"
		"  | spellpost game invite %s --seat %s=ADDRESS\n"
		"To call the game off\n  | spellpost game cancel %s\n",
		name, live->people[sitting->seat].address, live->gid,
		live->setup.colour[sitting->seat], live->gid);
	if (end != SP_NEVER) {
		char date[SP_TIMEZONE_TEXT];

		sp_timezone_text(date, sitting->office->config->zone, end,
			sitting->instant,
			SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE);
		sp_buf_addf(&text,
			"If not all have joined by %s, it is called off by "
			"itself.\n",
			date);
	}
	/* who has the seat next may decline it, too, at the same commit */
	char *about = sp_xasprintf("declined/%s/%lld",
		live->setup.colour[sitting->seat],
		(long long)live->people[sitting->seat].epoch);
	rc = sp_post_operator(sitting->office, live, about, title,
		sp_buf_str(&text), sitting->instant, e);
	sp_buf_free(&text);
	sp_free(about);
	sp_free(title);
	return rc;
}

/* Of a rematch those who said yes wait for people whom they know. */
static int tell_joined(struct sp_sitting *sitting, const struct sp_lobby *lobby,
	struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char name[SP_RENDER_NAME_SIZE];
	int64_t end;
	int rc = get_end(sitting->office, live, &end, e);

	sp_render_capital(live->setup.colour[sitting->seat], name);
	char *title = sp_xasprintf("%s declines the rematch", name);
	char *kind = sp_xasprintf("declined/%s/%lld",
		live->setup.colour[sitting->seat],
		(long long)live->people[sitting->seat].epoch);

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		char date[SP_TIMEZONE_TEXT];

		if (s == sitting->seat || sp_record_bot_plays(live, s) ||
			!sp_record_live_joined(live, s))
			continue;
		if (end != SP_NEVER)
			sp_timezone_text(date, live->people[s].zone, end,
				sitting->instant,
				SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE);
		char *text = sp_xasprintf(
			"The seat is free, and %s. %s%s%s"
			"There is nothing that you have to do.\n",
			lobby->open ? "whoever asks for it may have it"
				    : "the host may give it to somebody else",
			end != SP_NEVER ? "If not all have joined by " : "",
			end != SP_NEVER ? date : "",
			end != SP_NEVER ? ", the game is called off. " : "");
		rc = sp_post_notice(sitting->office, live, s, kind, title, text,
			sitting->instant, NULL, e);
		sp_free(text);
	}
	sp_free(kind);
	sp_free(title);
	return rc;
}

static int decline(
	struct sp_sitting *sitting, struct sp_lobby *lobby, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_registry *registry = sitting->office->registry;

	lobby->declined |= 1U << sitting->seat;
	int rc = sp_lobby_put(registry, live, lobby, e);
	if (rc == SP_OK && lobby_is_asked_for(live))
		return SP_OK; /* it is nobody else's: it will be called off */
	if (rc == SP_OK && lobby->rematch)
		rc = tell_joined(sitting, lobby, e);
	if (rc != SP_OK || !lobby->open)
		return rc == SP_OK ? tell_operator(sitting, e) : rc;
	/* whoever comes may have it */
	return sp_registry_timer_delete(registry, live->gid, SP_TIMER_SEAT,
		live->setup.colour[sitting->seat], e);
}

int sp_lobby_answered(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	unsigned bit = 1U << sitting->seat;
	struct sp_lobby lobby;

	if (!sitting->joined && !sitting->declined)
		return SP_OK;
	int rc = sp_lobby_get(sitting->office->registry, live, &lobby, e);
	if (rc != SP_OK)
		return rc;
	if (sitting->joined) {
		rc = sp_post_live_put_seat(
			sitting->office->registry, live, sitting->seat, e);
		if (rc == SP_OK)
			rc = sp_registry_timer_delete(sitting->office->registry,
				live->gid, SP_TIMER_SEAT,
				live->setup.colour[sitting->seat], e);
		if (rc == SP_OK && live->started)
			return lobby_forget(
				sitting->office->registry, live->gid, e);
		if (rc != SP_OK || (lobby.declined & bit) == 0)
			return rc;
		lobby.declined &= ~bit;
		return sp_lobby_put(sitting->office->registry, live, &lobby, e);
	}
	return (lobby.declined & bit) != 0 ? SP_OK
					   : decline(sitting, &lobby, e);
}

/* ---- another player ---------------------------------------------------------- */

int sp_lobby_reseat(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *address, int64_t instant, struct sp_error *e)
{
	const char *colour = live->setup.colour[seat];
	struct sp_person *person = &live->people[seat];
	struct sp_person next = { .epoch = person->epoch + 1,
		.joined = SP_NEVER };
	struct sp_player_row player = { .id = 0 };
	struct sp_lobby lobby;
	int rc = sp_post_check_address(office, live, seat, address, e);

	if (rc == SP_OK && address[0] != '\0')
		rc = sp_registry_player_ensure(
			office->registry, address, "", instant, &player, e);
	if (rc != SP_OK)
		return rc;

	/* what was asked of its last player is nobody's any more */
	if ((rc = sp_post_questions_close(
		     office, live, seat, NULL, SP_PENDING_EXPIRED, e)) ||
		/* its last player had the time that is over with it */
		(rc = sp_registry_timer_delete(office->registry, live->gid,
			 SP_TIMER_SEAT, colour, e)) ||
		(rc = sp_registry_seat_unlearn(
			 office->registry, live->gid, colour, e)) ||
		(rc = sp_lobby_get(office->registry, live, &lobby, e)))
		return rc;
	next.player = player.id;
	next.volume = player.volume;
	next.remind = player.remind;
	sp_format(next.zone, sizeof(next.zone), "%s", player.zone);
	sp_format(next.address, sizeof(next.address), "%s", player.address);
	*person = next;
	lobby.declined &= ~(1U << seat);
	rc = sp_post_live_put_seat(office->registry, live, seat, e);
	return rc == SP_OK ? sp_lobby_put(office->registry, live, &lobby, e)
			   : rc;
}
