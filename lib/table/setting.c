/*
 * What players set for themselves: how many mails they get, when they are
 * reminded, by which clock they read times, when they are away, who plays for
 * them, and a new reply address. Nothing of it is in the game's record.
 */
#include "table/setting.h"

#include "timezone/timezone.h"

#define DAY_S 86400
#define AHEAD 366 /* days that a vacation may be planned ahead */

bool table_ask(struct sp_sitting *sitting, const struct sp_order_line *line,
	const char *what)
{
	if (sitting->asks != NULL) {
		sp_table_receipt_refuse(sitting, line,
			"you are asked about something else of this mail: "
			"write it once more when that is answered");
		return false;
	}
	sitting->asks = what;
	return true;
}

/* How many mails its player wants from now on: in each game of theirs. */
static void set_mail(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	static const char *const told[] = {
		[SP_VOLUME_LOW] =
			"from now on you get what asks you for something, "
			"what went wrong, and the end",
		[SP_VOLUME_NORMAL] =
			"from now on you also get what came of a round, and no "
			"receipt of a mail that was done whole",
		[SP_VOLUME_ALL] = "from now on each mail of yours gets a "
				  "receipt",
	};
	enum sp_volume volume = (enum sp_volume)line->order.number;

	char *order = sp_xasprintf("set mail %s", sp_volume_word(volume));

	sitting->live->people[sitting->seat].volume = volume;
	sitting->volume_set = true;
	sp_table_receipt_tell(sitting, "done", order, told[volume]);
	sp_free(order);
}

/* When its player is reminded, in each game of theirs. */
static void set_remind(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_person *person = &sitting->live->people[sitting->seat];
	int hours = line->order.number;
	char *order = hours == 0 ? sp_xstrdup("set remind off")
				 : sp_xasprintf("set remind %d", hours);
	char *told =
		hours == 0
			? sp_xstrdup("from now on nothing reminds you of a "
				     "deadline")
			: sp_xasprintf("from the next deadline on you are "
				       "reminded at half time, and %d h before",
				  hours);

	person->remind = hours == 0 ? -1 : hours;
	sitting->remind_set = true;
	sp_table_receipt_tell(sitting, "done", order, told);
	sp_free(order);
	sp_free(told);
}

/* Say that there is no such zone, and what may have been meant. */
static void refuse_zone(struct sp_sitting *sitting,
	const struct sp_order_line *line, const struct sp_timezone_guess *guess)
{
	char *hint = guess->n_near == 1
			     ? sp_xasprintf("set zone %s", guess->near[0])
			     : sp_xstrdup("");
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text, "no time zone of that name is known here");
	for (int i = 0; guess->n_near > 1 && i < guess->n_near; i++)
		sp_buf_addf(&text, "%s `set zone %s`",
			i == 0 ? "; write" : " or", guess->near[i]);
	if (guess->n_near == 0)
		sp_buf_adds(&text,
			"; write a part of the world and a large city that has "
			"your time, as in `set zone Europe/Berlin`, or `set "
			"zone UTC`");
	sp_table_receipt_refuse_hint(sitting, line, sp_buf_str(&text), hint);
	sp_buf_free(&text);
	sp_free(hint);
}

/* By which clock its player is told of times, in each game of theirs. */
static void set_zone(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_person *person = &sitting->live->people[sitting->seat];
	const struct sp_order *o = &line->order;
	struct sp_timezone_guess guess;
	char now[SP_TIMEZONE_TEXT];

	if (sp_timezone_find(sitting->orders.text + o->text, o->text_len,
		    &guess, NULL) != SP_OK) {
		refuse_zone(sitting, line, &guess);
		return;
	}
	sp_format(person->zone, sizeof(person->zone), "%s", guess.name);
	sitting->zone = person->zone;
	sitting->zone_set = true;
	sp_timezone_text(now, person->zone, sitting->instant, sitting->instant,
		SP_TIMEZONE_BESIDE);
	char *order = sp_xasprintf("set zone %s", guess.name);
	char *told = sp_xasprintf("from now on times in your mails are by that "
				  "clock; your mail came at %s",
		now);
	sp_table_receipt_tell(sitting, "done", order, told);
	sp_free(order);
	sp_free(told);
}

/* ---- vacation ---------------------------------------------------------- */

/* The midnight at which that day begins by the wall clock, the next of its name
 * where no year was said; `least`: it is no earlier. */
static int64_t day_of(unsigned day, int64_t least)
{
	struct sp_date d = { .year = (int)(day / 10000),
		.month = (int)(day / 100 % 100),
		.day = (int)(day % 100) };
	struct sp_date now;

	if (d.year != 0)
		return sp_date_to(&d);
	sp_date_from(&now, least);
	d.year = now.year;
	if (sp_date_to(&d) + DAY_S <= least)
		d.year++;
	return sp_date_to(&d);
}

/* The time from, until by the player's clock, on which each day has 24 hours.
 */
static int64_t span(const char *zone, int64_t from, int64_t until)
{
	return sp_timezone_wall(zone, until) - sp_timezone_wall(zone, from);
}

/* How many days they are; one that is begun counts whole. */
static int64_t days(const char *zone, int64_t from, int64_t until)
{
	return until <= from ? 0
			     : (span(zone, from, until) + DAY_S - 1) / DAY_S;
}

/* The whole days of a vacation that are not begun go back. */
static void give_back(struct sp_person *person, const char *zone, int64_t now)
{
	int64_t from = person->away_from > now ? person->away_from : now;

	if (person->away_until > from)
		person->away_days -=
			span(zone, from, person->away_until) / DAY_S;
	if (person->away_days < 0)
		person->away_days = 0;
	if (person->away_from >= now)
		person->away_from = person->away_until = 0;
	else
		person->away_until = now;
}

/* Note what the deadline at hand was made of: of several changes in a mail the
 * last one holds. */
static void note_was(struct sp_sitting *sitting)
{
	struct sp_person *person = &sitting->live->people[sitting->seat];

	sitting->away_set = true;
	if (person->away_changed)
		return;
	person->away_changed = true;
	person->was_from = person->away_from;
	person->was_until = person->away_until;
}

static void vacation_off(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_person *person = &sitting->live->people[sitting->seat];

	if (person->away_until <= sitting->instant) {
		sp_table_receipt_refuse(sitting, line, "you are not away");
		return;
	}
	note_was(sitting);
	give_back(person, sitting->zone, sitting->instant);
	sp_table_receipt_tell(
		sitting, "done", "vacation off", "your clock runs again");
}

/* Why it cannot be; NULL: it can. The caller frees it. */
static char *no_vacation(const struct sp_sitting *sitting, int64_t from,
	int64_t until, int64_t left)
{
	if (left < 0)
		return sp_xstrdup("in this game nobody takes a vacation: its "
				  "option `vacation` is 0");
	if (until <= from || until <= sitting->instant)
		return sp_xstrdup(
			"its last day is before its first one, or is over");
	if (from > sitting->instant + (int64_t)AHEAD * DAY_S)
		return sp_xstrdup("that is more than a year ahead");
	if (days(sitting->zone, from, until) > left)
		return sp_xasprintf("these are %lld days, and you have %lld "
				    "left in this game",
			(long long)days(sitting->zone, from, until),
			(long long)left);
	return NULL;
}

/* "from Sun 20 Dec 00:00 to Tue 29 Dec 00:00 UTC" */
static void tell_vacation(
	struct sp_sitting *sitting, int64_t from, int64_t until, int64_t left)
{
	char begin[SP_TIMEZONE_TEXT], end[SP_TIMEZONE_TEXT];

	sp_timezone_text(
		begin, sitting->zone, from, sitting->instant, SP_TIMEZONE_BARE);
	sp_timezone_text(end, sitting->zone, until, sitting->instant,
		SP_TIMEZONE_BESIDE);
	char *told = sp_xasprintf(
		"the game waits for you from %s to %s. The others are told "
		"until when it waits, not why. %lld days are left to you",
		begin, end, (long long)left);
	sp_table_receipt_tell(sitting, "done", "vacation", told);
	sp_free(told);
}

static void vacation(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_live *live = sitting->live;
	struct sp_person *person = &live->people[sitting->seat];
	const struct sp_order *o = &line->order;
	int64_t now = sitting->instant;
	int budget = sp_card_ruleset_option(
		live->ruleset, &live->setup, "vacation", 0);

	if (o->to == 0) {
		vacation_off(sitting, line);
		return;
	}
	struct sp_person then = *person;
	const char *zone = sitting->zone;
	int64_t here = sp_timezone_wall(zone, now);
	int64_t first =
		o->number == 0 ? here : day_of((unsigned)o->number, here);
	int64_t from = first <= here ? now : sp_timezone_instant(zone, first);
	int64_t until = sp_timezone_instant(zone, day_of(o->to, first) + DAY_S);

	if (then.away_until > now)
		give_back(&then, zone, now);
	int64_t left = budget == 0 ? -1 : budget - then.away_days;
	char *no = no_vacation(sitting, from, until, left);
	if (no != NULL) {
		sp_table_receipt_refuse(sitting, line, no);
		sp_free(no);
		return;
	}
	note_was(sitting);
	person->away_from = from;
	person->away_until = until;
	person->away_days = then.away_days + days(zone, from, until);
	tell_vacation(sitting, from, until, budget - person->away_days);
}

/* ---- whose press they want ----------------------------------------------- */

/* Who is muted is not told. */
static void mute(struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_live *live = sitting->live;
	struct sp_person *person = &live->people[sitting->seat];
	bool off = line->order.kind == SP_ORDER_UNMUTE;
	unsigned bit = 1u << line->order.seat;
	char name[SP_RENDER_NAME_SIZE];

	if (line->order.seat == sitting->seat) {
		sp_table_receipt_refuse(
			sitting, line, "that is you, and you are mailed none");
		return;
	}
	person->muted = off ? person->muted & ~bit : person->muted | bit;
	sitting->mute_set = true;
	sp_render_capital(live->setup.colour[line->order.seat], name);
	char *order = sp_xasprintf("%s %s", off ? "unmute" : "mute", name);
	char *told = sp_xasprintf(
		off ? "what %s writes to you is mailed to you again"
		    : "what %s writes to you is not mailed to you, though it "
		      "counts as sent; %s is not told",
		name, name);
	sp_table_receipt_tell(sitting, "done", order, told);
	sp_free(order);
	sp_free(told);
}

void table_muted_list(const struct sp_live *live, int seat, struct sp_buf *out)
{
	unsigned muted = live->people[seat].muted;
	char name[SP_RENDER_NAME_SIZE];
	const char *before = "You muted ";

	for (int s = 0; s < live->setup.n_seats; s++) {
		if ((muted & 1u << s) == 0)
			continue;
		sp_render_capital(live->setup.colour[s], name);
		sp_buf_addf(out, "%s%s", before, name);
		before = ", ";
	}
	if (muted != 0)
		sp_buf_adds(out, ": `unmute` and a name ends that\n");
}

/* ---- who plays for them -------------------------------------------------- */

static void standin(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const struct sp_order *o = &line->order;

	if (o->text_len == 0) {
		sitting->standin_off = true;
		return;
	}
	if (table_ask(sitting, line, "standin"))
		sp_format(sitting->standin, sizeof(sitting->standin), "%.*s",
			(int)o->text_len, sitting->orders.text + o->text);
}

/* True if the mail is of who plays the seat for its player: what is the
 * player's own, in other games too, is not theirs to set. */
static bool is_standin(const struct sp_sitting *sitting)
{
	const struct sp_person *person = &sitting->live->people[sitting->seat];

	return person->standin[0] != '\0' && sitting->from != NULL &&
	       sp_strieq(person->standin, sitting->from);
}

void table_set(struct sp_sitting *sitting, const struct sp_order_line *line)
{
	if (sitting->office == NULL) {
		sp_table_receipt_refuse(
			sitting, line, "nobody gets mails of this game");
		return;
	}
	if (is_standin(sitting) && line->order.kind != SP_ORDER_STANDIN) {
		sp_table_receipt_refuse(sitting, line,
			"you play for somebody else, who alone sets that");
		return;
	}
	switch ((enum sp_order_kind)line->order.kind) {
	case SP_ORDER_SET_MAIL:
		set_mail(sitting, line);
		return;
	case SP_ORDER_SET_REMIND:
		set_remind(sitting, line);
		return;
	case SP_ORDER_SET_ZONE:
		set_zone(sitting, line);
		return;
	case SP_ORDER_NEW_TOKEN:
		(void)table_ask(sitting, line, "token");
		return;
	case SP_ORDER_VACATION:
		vacation(sitting, line);
		return;
	case SP_ORDER_STANDIN:
		standin(sitting, line);
		return;
	case SP_ORDER_MUTE:
	case SP_ORDER_UNMUTE:
		mute(sitting, line);
		return;
	default:
		return;
	}
}

void table_want_rematch(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const struct sp_live *live = sitting->live;

	sitting->rematch = live->started && live->ended;
	if (!sitting->rematch)
		sp_table_receipt_refuse(sitting, line,
			live->started ? "the game is not over"
			: live->ended ? "the game was cancelled before it began"
				      : "the game has not begun");
}
