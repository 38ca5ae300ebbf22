/* d: days and mails of a game among people. */
#include "days.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#define MEAN_S       (8.0 * 3600)
#define IDLE_S       (6 * 3600) /* the longest time without a pass */
#define DAY_S        86400.0
#define BEGIN_S      INT64_C(1795539600) /* Tue 24 Nov 2026 17:00:00 UTC */
#define GAMES_MAX    26
#define PEOPLE_GAMES 6
#define YEARS_S      (INT64_C(2) * 366 * 86400)

uint64_t days_next(uint64_t *stream)
{
	uint64_t z = *stream += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static int64_t draw_delay(uint64_t *stream)
{
	/* above 0, at most 1 */
	double u = (double)((days_next(stream) >> 11) + 1) / 0x1p53;

	return 1 + (int64_t)(-log(u) * MEAN_S);
}

/* ---- the club ------------------------------------------------------------ */

static int64_t read_clock(void *payload)
{
	return ((const struct days_club *)payload)->now;
}

static void open_club(struct days_club *club, const struct bench *b,
	const char *mode, unsigned games, struct people *people)
{
	static const char key[] = "1 00112233445566778899aabbccddeeff"
				  "fedcba98765432100123456789abcdef\n";
	char *program = sp_xasprintf("%s/spellpost-mime", b->build);
	struct sp_host_options options = { .mime_program = program,
		.clock = &club->clock };
	struct sp_error e = { 0 };

	memset(club, 0, sizeof(*club));
	club->bench = b;
	club->people = people;
	club->now = BEGIN_S;
	club->clock = (struct sp_clock){ read_clock, club, NULL };
	club->dir = sp_xasprintf("%s/days-%s", b->root, mode);
	club->work = sp_bot_work_new();
	club->scratch = sp_xcalloc(1, sizeof(*club->scratch));
	club->n = games;
	club->game = sp_xcalloc(games, sizeof(*club->game));
	bench_ok(sp_host_init(club->dir, &e), &e, club->dir);
	bench_ok(
		sp_config_default(&club->config, club->dir, &e), &e, club->dir);
	bench_ok(sp_file_write(club->config.master_key, key, sizeof(key) - 1,
			 0600, &e),
		&e, club->config.master_key);
	club->config.outage = INT_MAX; /* nobody polls between two events */
	sp_format(club->config.templates, sizeof(club->config.templates),
		"%s/templates", b->source);
	sp_format(club->config.rulesets, sizeof(club->config.rulesets),
		"%s/games", b->source);
	bench_ok(sp_host_open(&club->host, &club->config, &options, &e), &e,
		"opening the club");
	sp_free(program);
}

static void close_club(struct days_club *club)
{
	sp_host_close(club->host);
	for (unsigned i = 0; i < club->n; i++)
		for (int s = 0; s < DAYS_SEATS; s++) {
			sp_free(club->game[i].seat[s].quote);
			days_meant_clear(&club->game[i].seat[s].meant);
		}
	sp_free(club->game);
	sp_free(club->scratch);
	sp_bot_work_free(club->work);
	sp_free(club->dir);
}

/* Equal names have equal dice, whatever the mode. */
static void begin_game(struct days_club *club, unsigned i, const char *mode)
{
	struct days_game *g = &club->game[i];
	json_t *act = json_object(), *seats = json_array(), *answer = NULL;
	struct sp_error e = { 0 };

	sp_format(g->gid, sizeof(g->gid), "days-aaaaaaa%c", (int)('a' + i));
	g->began = club->now;
	sp_json_set_string(act, "act", "game new");
	sp_json_set_string(act, "ruleset", "wizwar8");
	sp_json_set_string(act, "gid", g->gid);
	sp_json_set_bool(act, "start", true);
	sp_json_set(act, "options",
		json_pack("[{s:s,s:s}]", "name", "windows", "value", mode));
	for (int s = 0; s < DAYS_SEATS; s++) {
		char *address = sp_xasprintf("%d-%s@example.org", s, g->gid);

		json_array_append_new(
			seats, json_pack("{s:s,s:s}", "seat", days_colours[s],
				       "address", address));
		sp_free(address);
		g->seat[s].delays = i * DAYS_SEATS + (unsigned)s;
	}
	sp_json_set(act, "seats", seats);
	bench_ok(
		sp_host_act(club->host, act, &answer, &e), &e, "making a game");
	json_decref(act);
	json_decref(answer);
}

/* ---- time ---------------------------------------------------------------- */

/* Who is asked now answers some time later. */
static void ask(struct days_club *club, struct days_game *g)
{
	struct sp_live *live = days_load(club, g);

	if (club->people != NULL)
		days_check(club, g, live);
	g->turns = live->game.turn;
	if (live->game.status == SP_GAME_OVER && g->ended == 0)
		g->ended = club->now;
	for (int s = 0; s < DAYS_SEATS; s++)
		if (g->seat[s].at == 0 &&
			sp_table_awaited_seat(club->scratch, live, s))
			g->seat[s].at =
				club->now + draw_delay(&g->seat[s].delays);
	sp_record_live_free(live);
	if (club->now - g->began > YEARS_S)
		bench_die("game %s does not end", g->gid);
}

static void pass(struct days_club *club, uint64_t games)
{
	struct sp_error e = { 0 };

	bench_check_stop();
	bench_ok(sp_host_pass(club->host, &club->pass, &e), &e,
		"a pass of the host");
	days_read(club, &games);
	for (unsigned i = 0; i < club->n; i++)
		if ((games >> i & 1) != 0)
			ask(club, &club->game[i]);
}

/* The next who answers; NULL: nobody is asked any more. */
static struct days_game *next_writer(struct days_club *club, int *seat)
{
	struct days_game *next = NULL;

	for (unsigned i = 0; i < club->n; i++)
		for (int s = 0; s < DAYS_SEATS; s++) {
			struct days_game *g = &club->game[i];

			if (g->ended != 0 || g->seat[s].at == 0 ||
				(next != NULL &&
					next->seat[*seat].at <= g->seat[s].at))
				continue;
			next = g;
			*seat = s;
		}
	return next;
}

static bool all_over(const struct days_club *club)
{
	for (unsigned i = 0; i < club->n; i++)
		if (club->game[i].ended == 0)
			return false;
	return true;
}

/* Go to the next event, and through it. */
static void step(struct days_club *club)
{
	int seat = 0;
	struct days_game *g = next_writer(club, &seat);
	int64_t due = club->now + IDLE_S;
	uint64_t games = 0;

	if (club->pass.next < due)
		due = club->pass.next;
	if (due <= club->now)
		due = club->now + 30;
	if (g != NULL && g->seat[seat].at <= due) {
		if (g->seat[seat].at > club->now)
			club->now = g->seat[seat].at;
		days_write(club, g, seat);
		games = UINT64_C(1) << (g - club->game);
	} else {
		club->now = due;
	}
	pass(club, games);
}

/* ---- the table ----------------------------------------------------------- */

static void tell(const struct days_club *club, const char *mode, double took)
{
	static const char *const words[] = {
#define X(name, word) word,
		DAYS_KINDS(X)
#undef X
	};
	const struct days_tally *t = &club->tally;
	double days = 0, turns = 0, sent = 0, players = club->n * DAYS_SEATS;

	for (unsigned i = 0; i < club->n; i++) {
		const struct days_game *g = &club->game[i];

		days += (double)(g->ended - g->began) / DAY_S;
		turns += g->turns;
	}
	for (int k = 0; k < DAYS_KIND_COUNT; k++)
		sent += (double)t->mails[k];
	bench_title("d. windows=%s: %u games of %d, %.0f s", mode, club->n,
		DAYS_SEATS, took);
	bench_figure("a game", days / club->n, "days", 0);
	bench_figure("a game", turns / club->n, "turns", 0);
	bench_figure("a turn", days / turns, "days", 0);
	bench_figure("a turn: windows", (double)t->windows / turns, "", 0);
	bench_figure("a player: mails", sent / players, "", 0);
	for (int k = 0; k < DAYS_KIND_COUNT; k++)
		if (t->mails[k] > 0) {
			char name[40];

			sp_format(name, sizeof(name), "  of these %s",
				k == DAYS_OTHER ? "others" : words[k]);
			bench_figure(
				name, (double)t->mails[k] / players, "", 0);
		}
	bench_figure("a player and turn: mails",
		sent / players * club->n / turns, "", 0);
	bench_figure("turn mails that only resume",
		100.0 * (double)t->resumed / (double)t->mails[DAYS_TURN], "%",
		0);
	if (t->mails[DAYS_WINDOW] > 0)
		bench_figure("windows to whom nothing answers",
			100.0 * (double)t->hopeless /
				(double)t->mails[DAYS_WINDOW],
			"%", 0);
	bench_figure("receipts among the mails",
		100.0 * (double)t->mails[DAYS_RECEIPT] / sent, "%", 0);
	bench_figure(
		"a player: mails written", (double)t->written / players, "", 0);
	bench_figure("  of these after one that moved nothing",
		(double)t->stuck / players, "", 0);
}

static void tell_spoken(const struct days_club *club, double took)
{
	const struct days_spoken *s = &club->spoken;

	bench_title("p. as people write: %u games of %d, %.0f s", club->n,
		DAYS_SEATS, took);
	bench_figure("rows with orders", people_rows(club->people), "", 0);
	bench_figure("  written", people_used(club->people), "", 0);
	bench_figure("mails of mere talk", (double)s->talk, "", 0);
	bench_figure("orders", (double)s->orders, "", 0);
	bench_figure("  in people's ways", (double)s->otherwise, "", 0);
	bench_figure("  done as meant", (double)s->done, "", 0);
	bench_figure("  ignored, and others done", (double)s->ignored, "", 0);
	bench_figure("done otherwise than meant", (double)s->wrong, "", 0);
	bench_figure("mails", (double)club->tally.written, "", 0);
	bench_figure("  behind one that moved nothing",
		(double)club->tally.stuck, "", 0);
	if (s->wrong > 0)
		bench_die("orders were done otherwise than meant");
}

static void play(const struct bench *b, const char *mode, unsigned games,
	struct people *people)
{
	static struct days_club club;
	double began = bench_wall();

	open_club(&club, b, mode, games, people);
	for (unsigned i = 0; i < games; i++)
		begin_game(&club, i, mode);
	pass(&club, UINT64_MAX);
	while (!all_over(&club))
		step(&club);
	if (people != NULL)
		tell_spoken(&club, bench_wall() - began);
	else
		tell(&club, mode, bench_wall() - began);
	close_club(&club);
}

static unsigned games_wanted(unsigned usual)
{
	const char *wanted = getenv("BENCH_GAMES");
	unsigned games = usual;

	if (wanted != NULL)
		games = (unsigned)strtoul(wanted, NULL, 10);
	if (games < 1 || games > GAMES_MAX)
		bench_die("BENCH_GAMES is 1 to %d", GAMES_MAX);
	return games;
}

void bench_people(const struct bench *b)
{
	char *file =
		sp_xasprintf("%s/tests/cases/orders/people.txt", b->source);
	struct people *people = people_read(file);

	play(b, "ask", games_wanted(PEOPLE_GAMES), people);
	people_free(people);
	sp_free(file);
}

void bench_days(const struct bench *b)
{
	static const char *const modes[] = { "ask", "declared", "quick" };
	const char *only = getenv("BENCH_MODE");
	unsigned games = games_wanted(DAYS_GAMES);

	for (size_t i = 0; i < SP_ARRAY_LEN(modes); i++)
		if (only == NULL || sp_streq(only, modes[i]))
			play(b, modes[i], games, NULL);
}
