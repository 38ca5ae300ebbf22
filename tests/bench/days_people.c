/* People's ways of writing, and whether what was done is what was meant. */
#include "days.h"

#include "vocable/vocable.h"

#include <strings.h>

#define TEXT_MAX   (1u << 20)
#define TALK_EVERY 12 /* one of so many mails is mere talk */

void days_say(struct days_club *club, const struct sp_live *live,
	struct days_game *g, int seat, const char *plan, struct sp_buf *out)
{
	static struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_game *view = &club->scratch->view;
	struct days_meant *meant = &g->seat[seat].meant;
	struct sp_order_words words = { vocable, 0, SP_ASKED_NOTHING };

	if (live->game.decision.kind == SP_DECISION_TURN &&
		days_next(&club->draw) % TALK_EVERY == 0) {
		sp_buf_adds(out, people_talk(club->people, &club->draw));
		days_meant_clear(meant);
		club->spoken.talk++;
		return;
	}
	sp_game_view(&live->game, seat, view);
	words.n = sp_vocable_words(live->ruleset, view, seat, vocable);
	words.asked = (uint8_t)sp_vocable_asked(view, seat);
	club->spoken.otherwise +=
		people_write(club->people, plan, &words, &club->draw, out);
	if (getenv("BENCH_MAILS") != NULL)
		(void)printf("%s of %s writes\n%s\n", days_colours[seat],
			g->gid, sp_buf_str(out));
}

/* ---- what was done ------------------------------------------------------- */

/* Commands are equal if they are but for questions that are answered by "none":
 * what came before may have asked or spared one. */
static bool do_the_same(const char *a, const char *b)
{
	static const char none[] = " none";

	for (;;) {
		while (sp_starts(a, none))
			a += sizeof(none) - 1;
		while (sp_starts(b, none))
			b += sizeof(none) - 1;
		if (*a != *b || *a == '\0')
			return *a == *b;
		a++;
		b++;
	}
}

struct done {
	int seat;
	char *command;
};

struct look {
	const struct days_game *game;
	struct done *done; /* the newest first */
	size_t n;
};

/* What a seat did by a mail. */
static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct look *look = payload;
	const char *message = sp_buf_str(&info->message);
	struct sp_buf seat, command, input;

	if (sp_streq(info->id.hex, look->game->checked))
		return 1;
	sp_buf_init(&seat, TEXT_MAX);
	sp_buf_init(&command, TEXT_MAX);
	sp_buf_init(&input, TEXT_MAX);
	(void)sp_store_trailer(&input, message, "Input");
	if (sp_store_trailer(&seat, message, "Seat") &&
		sp_store_trailer(&command, message, "Command") &&
		!sp_starts(sp_buf_str(&input), "timer")) {
		const char *text = strchr(sp_buf_str(&command), ' ');
		struct done done = { .command = sp_xstrdup(
					     text == NULL ? "" : text + 1) };

		while (done.seat < DAYS_SEATS &&
			strcasecmp(days_colours[done.seat],
				sp_buf_str(&seat)) != 0)
			done.seat++;
		look->done = sp_xrealloc(
			look->done, look->n + 1, sizeof(look->done[0]));
		look->done[look->n++] = done;
	}
	sp_buf_free(&seat);
	sp_buf_free(&command);
	sp_buf_free(&input);
	return 0;
}

static void show(const struct days_game *g, const struct done *done)
{
	const struct days_meant *meant = &g->seat[done->seat].meant;

	(void)printf("game %s, %s did: %s\nmeant:", g->gid,
		days_colours[done->seat], done->command);
	for (int i = 0; i < meant->n; i++)
		(void)printf("%s %s", i == meant->done ? " ->" : ",",
			meant->command[i]);
	(void)printf("\nwrote:\n%s\n", meant->mail);
}

static void hold_against(
	struct days_club *club, struct days_game *g, const struct done *done)
{
	struct days_meant *meant = &g->seat[done->seat].meant;
	int i = meant->done;

	while (i < meant->n && !do_the_same(meant->command[i], done->command))
		i++;
	if (i < meant->n) {
		if (i > meant->done)
			show(g, done);
		club->spoken.ignored += (unsigned long)(i - meant->done);
		club->spoken.done++;
		meant->done = i + 1;
		return;
	}
	if (meant->mail == NULL)
		return; /* it gave in */
	club->spoken.wrong++;
	show(g, done);
}

void days_check(
	struct days_club *club, struct days_game *g, const struct sp_live *live)
{
	struct look look = { .game = g };
	struct sp_error e = { 0 };

	bench_ok(sp_store_log(live->repo, &live->head, look_at, &look, &e), &e,
		"reading what was done");
	while (look.n > 0) {
		struct done *done = &look.done[--look.n];

		if (done->seat < DAYS_SEATS)
			hold_against(club, g, done);
		sp_free(done->command);
	}
	sp_free(look.done);
	sp_format(g->checked, sizeof(g->checked), "%s", live->head.hex);
}
