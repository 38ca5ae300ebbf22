/*
 * Whole games, told at every step: whatever happens has words that fit, and
 * what is public stays so. Every other seat is played to win, the rest at
 * random.
 */
#include "bot/bot.h"
#include "render_tests.h"

#include "../rules/scene.h"
#include "agent/agent.h"
#include "setup/setup.h"

#define GAMES    15
#define COMMANDS 400

/* The ruleset of the source tree with every card ready to be dealt. */
static const struct sp_ruleset *whole_ruleset(void)
{
	static struct sp_ruleset *whole;
	struct sp_ruleset_file *files;
	const struct sp_ruleset_file *all;
	struct sp_error e = { 0 };
	struct sp_buf ready;
	size_t n;

	if (whole != NULL)
		return whole;
	all = scene_files(&n);
	files = sp_xcalloc(n, sizeof(*files));
	sp_buf_init(&ready, 1 << 16);
	for (int i = 0; i < render_ruleset()->n_cards; i++)
		sp_buf_addf(&ready, "%s\n", render_ruleset()->card[i].id);
	for (size_t i = 0; i < n; i++) {
		files[i] = all[i];
		if (sp_streq(all[i].path, "cards/ready.txt")) {
			files[i].text = sp_buf_str(&ready);
			files[i].len = ready.len;
		}
	}
	if (sp_card_ruleset_load(&whole, files, n, &e) != SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("the ruleset does not load");
	}
	sp_buf_free(&ready);
	sp_free(files);
	return whole;
}

static void check_text(const char *text, bool may_be_empty)
{
	CU_ASSERT(may_be_empty || *text != '\0');
	LACKS(text, "(null)");
	LACKS(text, "a card's");
}

/* Board, scores, and the mail's parts for each seat. */
static void check_position(const struct sp_game *g)
{
	static struct sp_game view;
	struct sp_error e = { 0 };
	struct sp_buf a, b;

	sp_buf_init(&a, 1 << 18);
	sp_buf_init(&b, 1 << 18);
	sp_render_board_file(whole_ruleset(), g, &a);
	render_fits(sp_buf_str(&a), true);
	/* board.txt is what state.json says */
	sp_state_encode(g, &whole_ruleset()->lexicon, &b);
	if (sp_state_decode(&view, &whole_ruleset()->lexicon, sp_buf_str(&b),
		    b.len, &e) != SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("state.json does not read");
	}
	sp_buf_clear(&b);
	sp_render_board_file(whole_ruleset(), &view, &b);
	EQUAL_STRING(sp_buf_str(&a), sp_buf_str(&b));
	for (int s = 0; s < g->n_seats; s++) {
		json_t *position, *question;

		sp_game_view(g, s, &view);
		position = sp_render_position(whole_ruleset(), &view, s);
		json_decref(position);
		if ((g->decision.seats >> s & 1U) == 0 ||
			g->decision.kind == SP_DECISION_TURN)
			continue;
		question = sp_render_question(whole_ruleset(), &view, s);
		CU_ASSERT_PTR_NOT_NULL_FATAL(question);
		check_text(
			json_string_value(json_object_get(question, "title")),
			false);
		CU_ASSERT(json_array_size(json_object_get(question, "lines")) >
			  0);
		json_decref(question);
	}
	sp_buf_free(&a);
	sp_buf_free(&b);
}

static void check_step(const struct sp_render_step *step)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 18);
	sp_render_subject(step, &out);
	check_text(sp_buf_str(&out), false);
	CU_ASSERT(out.len <= SP_TYPESET_COLUMNS);
	sp_buf_clear(&out);
	sp_render_story(step, &out);
	check_text(sp_buf_str(&out), true);
	for (int s = 0; s < step->after->n_seats; s++) {
		sp_buf_clear(&out);
		sp_render_private(step, s, &out);
		check_text(sp_buf_str(&out), true);
	}
	if (step->command != NULL) {
		sp_buf_clear(&out);
		sp_render_result(step, &out);
		check_text(sp_buf_str(&out), false);
	}
	sp_buf_free(&out);
}

static int asked_seat(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++)
		if ((g->decision.seats >> s & 1U) != 0 &&
			(g->decision.answered >> s & 1U) == 0)
			return s;
	return SP_NOBODY;
}

static void play(uint64_t seed)
{
	static struct sp_game before, g, view;
	static struct sp_events events;
	struct sp_render_step step = {
		.ruleset = whole_ruleset(), .after = &g, .events = &events
	};
	struct sp_error e = { 0 };
	struct sp_setup setup;
	uint64_t bot = seed;
	struct sp_rng dice;

	scene_setup(&setup, "red blue yellow");
	EQUAL_INT_FATAL(sp_card_ruleset_set_option(
				whole_ruleset(), &setup, "cards", "yes", &e),
		SP_OK);
	scene_dice(&dice, seed);
	events.n = 0;
	if (sp_setup_start(whole_ruleset(), &setup, &dice, &g, &events, &e) !=
		SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("no start");
	}
	CU_ASSERT_FATAL(sp_game_has_deck(&g));
	check_step(&step);
	for (int i = 0; i < COMMANDS && g.status == SP_GAME_RUNNING; i++) {
		struct sp_refusal why = { 0 };
		struct sp_command c;
		int seat = asked_seat(&g);
		bool wise = ((uint64_t)seat + seed) % 2 == 0;
		const struct sp_bot_ask ask = { .ruleset = whole_ruleset(),
			.view = &view,
			.seat = seat,
			.chance = &bot };

		DIFFERENT_INT_FATAL(seat, SP_NOBODY);
		check_position(&g);
		sp_game_view(&g, seat, &view);
		CU_ASSERT_FATAL(sp_bot_answer(
			wise ? SP_BOT_apprentice : SP_BOT_random, &ask, &c));
		before = g;
		events.n = 0;
		if (sp_rules_apply(whole_ruleset(), &g, &c, &events, &why) !=
			SP_OK) {
			printf("\nrefused: %s\n",
				refusal_words(whole_ruleset(), &g, &why));
			CU_FAIL_FATAL("refused");
		}
		step.before = &before;
		step.command = &c;
		check_step(&step);
	}
}

TEST("render/games", "games")
{
	for (uint64_t seed = 1; seed <= GAMES; seed++)
		play(seed);
}
