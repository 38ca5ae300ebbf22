/* 4: the rules alone, in memory. */
#include "bench.h"
#include "bot/bot.h"
#include "setup/setup.h"

#include "eval/aim.h"

#define COMMANDS 20000
#define RUNS     15  /* they are short, and the core is seldom alone */
#define PIECES   200 /* positions encoded and decoded */
#define TEXT_MAX (1u << 20)

struct times {
	double play[RUNS], slots[RUNS], apply[RUNS];
	double encode[RUNS], decode[RUNS];
	double of_copy[RUNS];
	double plain[RUNS], copy[RUNS];
	double dump[RUNS];
};

static struct sp_ruleset *read_ruleset(const struct bench *b)
{
	char *folder = sp_xasprintf("%s/games/wizwar8", b->source);
	struct sp_ruleset *ruleset;
	struct sp_files files = { 0 };
	struct sp_error e = { 0 };

	bench_ok(sp_record_files_read(&files, folder, &e), &e, folder);
	bench_ok(sp_record_files_ruleset(&files, &ruleset, &e), &e, folder);
	sp_record_files_free(&files);
	sp_free(folder);
	return ruleset;
}

static void start(const struct sp_ruleset *ruleset, bool cards, uint64_t number,
	struct sp_game *g)
{
	static struct sp_events events;
	struct sp_setup setup = { .n_seats = 4, .engine = SP_ENGINE_LEVEL };
	uint8_t key[32] = { 0 };
	struct sp_error e = { 0 };
	struct sp_rng rng;

	for (int i = 0; i < setup.n_seats; i++)
		sp_format(setup.colour[i], sizeof(setup.colour[i]), "%s",
			ruleset->colour[i]);
	bench_ok(sp_card_ruleset_set_option(
			 ruleset, &setup, "cards", cards ? "yes" : "no", &e),
		&e, "option cards");
	sp_put_be64(key, number);
	sp_rng_init(&rng, key, 0);
	events.n = 0;
	bench_ok(sp_setup_start(ruleset, &setup, &rng, g, &events, &e), &e,
		"starting a game");
}

/* ---- one run
 * ----------------------------------------------------------------------- */

/* Who is to answer: the lowest seat that has not. */
static int asked(const struct sp_game *g)
{
	unsigned seats = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	while (seat < g->n_seats && (seats >> seat & 1) == 0)
		seat++;
	return seat;
}

/* A random player: asks for slots until its command is complete, applies it. */
static void play(const struct sp_ruleset *ruleset, bool cards, uint64_t seed,
	struct sp_game *g, struct sp_command *commands)
{
	static struct sp_events events;
	static struct sp_sights sights;
	uint64_t random = seed;

	sp_sights_clear(&sights);
	start(ruleset, cards, seed, g);
	for (int i = 0; i < COMMANDS; i++) {
		struct sp_command *c = &commands[i];
		struct sp_bot_ask ask = { .ruleset = ruleset,
			.view = g,
			.chance = &random,
			.sights = &sights };

		if (g->status == SP_GAME_OVER)
			start(ruleset, cards, seed + (uint64_t)i, g);
		events.n = 0;
		ask.seat = asked(g);
		if (!sp_bot_answer(SP_BOT_random, &ask, c) ||
			sp_rules_apply_on(
				ruleset, g, c, &sights, &events, NULL) != SP_OK)
			bench_die("a command from the slots is refused");
	}
}

/* The same commands again, without asking. */
static void replay(const struct sp_ruleset *ruleset, bool cards, uint64_t seed,
	struct sp_game *g, const struct sp_command *commands)
{
	static struct sp_events events;
	static struct sp_sights sights;

	sp_sights_clear(&sights);
	start(ruleset, cards, seed, g);
	for (int i = 0; i < COMMANDS; i++) {
		if (g->status == SP_GAME_OVER)
			start(ruleset, cards, seed + (uint64_t)i, g);
		events.n = 0;
		if (sp_rules_apply_on(ruleset, g, &commands[i], &sights,
			    &events, NULL) != SP_OK)
			bench_die("a command is refused when repeated");
	}
}

/* How often the random player asked for them. */
static unsigned long questions(const struct sp_command *commands)
{
	unsigned long n = 0;

	for (int i = 0; i < COMMANDS; i++)
		n += 2 + (unsigned long)commands[i].n_answers;
	return n;
}

/* The floor of encoding: jansson writes the same text of the finished value. */
static double dump(const struct sp_buf *text)
{
	struct sp_error e = { 0 };
	json_t *value = NULL;
	struct sp_buf out;

	bench_ok(sp_json_parse(&value, sp_buf_str(text), text->len, &e), &e,
		"a position");
	sp_buf_init(&out, TEXT_MAX);
	double at = bench_cpu();
	for (int i = 0; i < PIECES; i++) {
		sp_buf_clear(&out);
		sp_json_write(&out, value);
	}
	double took = (bench_cpu() - at) / PIECES;
	if (out.len != text->len ||
		memcmp(out.data, text->data, text->len) != 0)
		bench_die("jansson writes another position");
	sp_buf_free(&out);
	json_decref(value);
	return took;
}

/* What one assignment of the position takes now. */
static double plain_copy(const struct sp_game *g)
{
	static struct sp_game copy[2];

	copy[0] = *g;
	double at = bench_cpu();
	for (int i = 0; i < PIECES * 10; i++) {
		copy[0].turn = (uint16_t)i; /* so that no copy is left out */
		copy[1] = copy[0];
		copy[0] = copy[1];
	}
	return (bench_cpu() - at) / (PIECES * 20);
}

static void code_position(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct times *t, int run)
{
	static struct sp_game back[2];
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	double at = bench_cpu();
	for (int i = 0; i < PIECES; i++) {
		sp_buf_clear(&text);
		sp_state_encode(g, &ruleset->lexicon, &text);
	}
	t->encode[run] = (bench_cpu() - at) / PIECES;
	t->dump[run] = dump(&text);
	at = bench_cpu();
	for (int i = 0; i < PIECES; i++)
		bench_ok(sp_state_decode(&back[0], &ruleset->lexicon,
				 sp_buf_str(&text), text.len, &e),
			&e, "a position");
	t->decode[run] = (bench_cpu() - at) / PIECES;
	at = bench_cpu();
	for (int i = 0; i < PIECES * 10; i++) {
		back[0].turn = (uint16_t)i;
		sp_game_copy(&back[1], &back[0]);
		sp_game_copy(&back[0], &back[1]);
	}
	t->copy[run] = (bench_cpu() - at) / (PIECES * 20);
	sp_buf_free(&text);
}

/* A neighbour on the machine slows a run down: the copies that it is held
 * against are made just before and just behind it. */
static void measure(const struct sp_ruleset *ruleset, bool cards,
	struct sp_command *commands, struct times *t)
{
	static struct sp_game g;

	for (int run = 0; run < RUNS; run++) {
		uint64_t seed = (uint64_t)run * COMMANDS;

		start(ruleset, cards, seed, &g);
		double copy = plain_copy(&g);
		double at = bench_cpu();
		play(ruleset, cards, seed, &g, commands);
		double played = bench_cpu() - at;
		copy = (copy + plain_copy(&g)) / 2;
		at = bench_cpu();
		replay(ruleset, cards, seed, &g, commands);
		double applied = bench_cpu() - at;
		t->play[run] = COMMANDS / played;
		t->apply[run] = applied / COMMANDS;
		t->slots[run] =
			(played - applied) / (double)questions(commands);
		t->plain[run] = copy;
		t->of_copy[run] = COMMANDS / played * copy;
		code_position(ruleset, &g, t, run);
	}
}

static void report(struct times *t, bool cards)
{
	bench_row("a random player through slots", t->play, RUNS, 1,
		"commands/s");
	bench_figure("  against the budget of `simulate`",
		bench_median(t->play, RUNS), "commands/s", -200000);
	bench_ratio("  commands for each plain copy of the position",
		t->of_copy, RUNS, cards ? -0.4 : 0);
	bench_row("slots, each", t->slots, RUNS, 1e6, "us");
	bench_row("apply, each (with its check)", t->apply, RUNS, 1e6, "us");
	bench_row("encode a position", t->encode, RUNS, 1e6, "us");
	bench_figure("  against jansson's dump of the value",
		bench_median(t->encode, RUNS) / bench_median(t->dump, RUNS),
		"x", 1.2);
	bench_row("decode a position", t->decode, RUNS, 1e6, "us");
	bench_row("copy a position plainly", t->plain, RUNS, 1e6, "us");
	bench_row("copy what of it is in use", t->copy, RUNS, 1e6, "us");
	bench_figure("  against a plain copy",
		bench_median(t->copy, RUNS) / bench_median(t->plain, RUNS), "x",
		1);
}

void bench_rules(const struct bench *b)
{
	struct sp_command *commands = sp_xcalloc(COMMANDS, sizeof(*commands));
	struct sp_ruleset *ruleset = read_ruleset(b);
	struct times t;

	measure(ruleset, true, commands, &t);
	bench_title("4. rules, four seats with cards, one core, CPU time");
	report(&t, true);
	bench_figure("sizeof(struct sp_game)", (double)sizeof(struct sp_game),
		"bytes", 65536);
	measure(ruleset, false, commands, &t);
	bench_title("4b. the same without cards");
	report(&t, false);
	sp_card_ruleset_free(ruleset);
	sp_free(commands);
}
