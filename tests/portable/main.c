/*
 * portable RULESET: games by bots, and for each a hash of all that its
 * repository would hold: every state.json, box, board and command. Needs the
 * rules, what seals and what draws the board, and nothing of git, SQLite or
 * mail, so that it runs on machines for which there is little else
 * (tests/tools/check-portable.sh): wherever it runs it prints the same.
 */
#include "agent/agent.h"
#include "bot/bot.h"
#include "notation/notation.h"
#include "record/files.h"
#include "render/render.h"
#include "setup/setup.h"

#define TEXT_MAX (1u << 20)

struct match {
	int seats;
	const char *cards, *schools, *rounds;
};

static const struct match matches[] = {
	{ 2, "no", "first", "60" },
	{ 2, "yes", "first", "60" },
	{ 3, "yes", "random", "40" },
	{ 4, "yes", "first", "30" },
	{ 4, "yes", "random", "40" },
};

struct table {
	const struct sp_ruleset *ruleset;
	struct sp_setup setup;
	struct sp_secrets secrets;
	struct sp_game game, before;
	struct sp_events events;
	uint64_t seq;
	uint8_t chain[SP_KEY_BYTES];
};

static void ok(int code, const struct sp_error *e)
{
	if (code >= 0)
		return;
	(void)fprintf(stderr, "portable: %s\n", e->text);
	exit(1);
}

static void option(struct table *t, const char *name, const char *value)
{
	struct sp_error e = { 0 };

	ok(sp_card_ruleset_set_option(t->ruleset, &t->setup, name, value, &e),
		&e);
}

static void set_up(struct table *t, const struct match *match, uint64_t number)
{
	static const char *const luck[SP_SEATS_MAX] = { "", "", "", "", "",
		"" };
	uint8_t master[SP_KEY_BYTES] = { 0 };
	struct sp_error e = { 0 };
	struct sp_rng rng;

	t->setup.n_seats = match->seats;
	t->setup.engine = SP_ENGINE_LEVEL;
	for (int i = 0; i < match->seats; i++)
		sp_format(t->setup.colour[i], sizeof(t->setup.colour[i]), "%s",
			t->ruleset->colour[i]);
	option(t, "cards", match->cards);
	option(t, "schools", match->schools);
	option(t, "rounds", match->rounds);
	sp_put_be64(master, number);
	ok(sp_seal_open(&t->secrets, master, "portable-aaaaaaaa", &e), &e);
	ok(sp_seal_derive(&t->secrets, luck, (size_t)match->seats, &e), &e);
	sp_rng_init(&rng, t->secrets.dice, 0);
	ok(sp_setup_start(
		   t->ruleset, &t->setup, &rng, &t->game, &t->events, &e),
		&e);
}

/* As it is sealed: without spaces, in the order of the keys. */
static void add_box(struct table *t, struct sp_buf *out)
{
	json_t *hidden = sp_state_hidden(&t->game);
	char *text = json_dumps(hidden, JSON_SORT_KEYS | JSON_COMPACT);
	struct sp_error e = { 0 };
	struct sp_box box;

	size_t size = SP_BOX_LEAST;
	while (size < strlen(text))
		size *= 2;
	ok(sp_seal_box(
		   &box, &t->secrets, ++t->seq, text, strlen(text), size, &e),
		&e);
	sp_seal_box_format(&box, out);
	sp_seal_box_clear(&box);
	sp_free(text);
	json_decref(hidden);
}

/* What a commit would hold goes into the chain. */
static void note(struct table *t, const struct sp_command *c)
{
	struct sp_render_step step = { .ruleset = t->ruleset,
		.before = c != NULL ? &t->before : NULL,
		.after = &t->game,
		.command = c,
		.events = &t->events };
	struct sp_bytes parts[2] = { { t->chain, sizeof(t->chain) } };
	struct sp_error e = { 0 };
	struct sp_buf all;

	sp_buf_init(&all, TEXT_MAX);
	if (c != NULL)
		sp_notation_format(
			t->ruleset, &t->before, c, SP_NOTATION_FULL, &all);
	sp_render_subject(&step, &all);
	sp_state_encode(&t->game, &t->ruleset->lexicon, &all);
	add_box(t, &all);
	sp_render_board_file(t->ruleset, &t->game, &all);
	parts[1] = (struct sp_bytes){ all.data, all.len };
	ok(sp_seal_digest(t->chain, parts, 2, &e), &e);
	sp_buf_free(&all);
}

/* The first seat that has not answered. */
static int asked(const struct sp_game *g)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	while ((open >> seat & 1u) == 0)
		seat++;
	return seat;
}

static void play(const struct sp_ruleset *ruleset, size_t number)
{
	struct table *t = sp_xcalloc(1, sizeof(*t));
	const struct match *match = &matches[number];
	uint64_t chance = number + 1;
	unsigned commands = 0;
	struct sp_command c;

	t->ruleset = ruleset;
	set_up(t, match, number);
	note(t, NULL);
	for (; t->game.status == SP_GAME_RUNNING; commands++) {
		t->before = t->game;
		t->events.n = 0;
		if (!sp_bot_random(
			    ruleset, &t->game, asked(&t->game), &chance, &c) ||
			sp_rules_apply(ruleset, &t->game, &c, &t->events,
				NULL) != SP_OK) {
			(void)fputs("portable: what is offered is refused\n",
				stderr);
			exit(1);
		}
		note(t, &c);
	}
	(void)printf("%d seats, cards %s: %u commands, ", match->seats,
		match->cards, commands);
	for (size_t i = 0; i < sizeof(t->chain); i++)
		(void)printf("%02x", t->chain[i]);
	(void)putchar('\n');
	sp_seal_clear(&t->secrets);
	sp_free(t);
}

int main(int argc, char **argv)
{
	struct sp_files files = { 0 };
	struct sp_ruleset *ruleset;
	struct sp_error e = { 0 };

	if (argc != 2) {
		(void)fputs("usage: portable RULESET\n", stderr);
		return 2;
	}
	sp_json_setup();
	ok(sp_record_files_read(&files, argv[1], &e), &e);
	ok(sp_record_files_ruleset(&files, &ruleset, &e), &e);
	/* all the cards that there are */
	sp_record_files_make_ready(&files, ruleset);
	sp_card_ruleset_free(ruleset);
	ok(sp_record_files_ruleset(&files, &ruleset, &e), &e);
	sp_record_files_free(&files);
	for (size_t i = 0; i < SP_ARRAY_LEN(matches); i++)
		play(ruleset, i);
	sp_card_ruleset_free(ruleset);
	return 0;
}
