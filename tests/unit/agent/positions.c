/* The ruleset of the source tree and positions on it. */
#include <assert.h>

#include "../rules/scene.h"
#include "../rules/table.h"
#include "agent_tests.h"
#include "order/order_tests.h"
#include "refusal/refusal.h"
#include "rules/rules.h"
#include "setup/setup.h"

const struct sp_ruleset *agent_test_ruleset(void)
{
	return scene_ruleset();
}

void agent_test_start(struct sp_game *g, int n_seats, uint64_t seed)
{
	const struct sp_ruleset *r = agent_test_ruleset();
	static struct sp_events events;
	struct sp_error e = { 0 };
	struct sp_setup setup;
	struct sp_rng dice;
	uint8_t key[32] = { 0 };

	memset(&setup, 0, sizeof(setup));
	sp_format(setup.gid, sizeof(setup.gid), "test-abcdefgh");
	sp_format(setup.ruleset, sizeof(setup.ruleset), "%s", r->id);
	memset(setup.ruleset_hash, 'a', 64);
	memset(setup.commitment, '0', 64);
	setup.engine = SP_ENGINE_LEVEL;
	setup.key = 1;
	setup.n_seats = n_seats;
	for (int s = 0; s < n_seats; s++)
		sp_format(setup.colour[s], sizeof(setup.colour[s]), "%s",
			r->colour[s]);
	sp_state_setup_put_option(&setup, "cards", "no");
	sp_put_be64(key, seed);
	memset(&dice, 0, sizeof(dice));
	sp_rng_init(&dice, key, 0);
	events.n = 0;
	if (sp_setup_start(r, &setup, &dice, g, &events, &e) != SP_OK) {
		(void)fprintf(stderr, "start: %s\n", e.text);
		abort();
	}
}

void agent_test_scene(struct sp_game *g)
{
	const struct sp_boardset *set = &agent_test_ruleset()->boards;
	uint8_t sector[SP_BAYS_MAX] = { 0 }, turn[SP_BAYS_MAX] = { 0 };
	int8_t seat[SP_BAYS_MAX] = { 0, 1 };

	agent_test_start(g, 2, 1);
	for (int i = 0; i < g->board.n_bays; i++)
		sector[g->board.bay[i].seat] = g->board.bay[i].sector;
	sp_board_build(&g->board, set, g->board.layout, sector, turn, seat);
	for (unsigned s = 0; s < 2; s++) {
		g->actor[s].home = sp_board_home(&g->board, set, s);
		g->actor[s].square = g->actor[s].home;
		g->actor[s].turns = 2;
		for (unsigned k = 0; k < 2; k++)
			g->treasure[2 * s + k].square =
				sp_board_treasure(&g->board, set, s, k);
	}
	g->turn = 3;
	g->round = 2;
	g->first = g->active = 0;
	g->decision.seats = 1;
}

void agent_test_put(struct sp_game *g, int seat, const char *square)
{
	g->actor[seat].square = sp_board_square_parse(&g->board, square);
	assert(g->actor[seat].square != SP_NOWHERE);
}

void agent_test_lay(struct sp_game *g, int treasure, const char *square)
{
	g->treasure[treasure].square = sp_board_square_parse(&g->board, square);
	assert(g->treasure[treasure].square != SP_NOWHERE);
}

static char last_words[1024];

const char *agent_test_last(void)
{
	return last_words;
}

const char *agent_test_words(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_bound *bound)
{
	struct sp_buf words;

	CU_ASSERT_TRUE(!bound->ok || bound->why.reason == SP_REASON_NONE ||
		       bound->surprise);
	sp_buf_init(&words, sizeof(last_words) - 1);
	sp_refusal_say_bound(ruleset, view, bound, &words);
	CU_ASSERT_FALSE(words.overflow);
	sp_format(last_words, sizeof(last_words), "%s", sp_buf_str(&words));
	sp_buf_free(&words);
	return last_words;
}

bool agent_test_bind(const struct sp_game *g, int seat, const char *text,
	struct sp_bound *out)
{
	struct sp_order_vocable names[SP_VOCABLE_MAX];
	struct sp_order_words words = { names,
		sp_vocable_words(agent_test_ruleset(), g, seat, names),
		(uint8_t)sp_vocable_asked(g, seat) };
	struct sp_orders orders;
	bool ok;

	sp_order_parse(&orders, text, strlen(text), &words);
	if (orders.n != 1 || orders.line[0].line_class != SP_LINE_ORDER)
		printf("\nnot an order: %s\n", text);
	EQUAL_INT_FATAL(orders.n, 1);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	ok = sp_agent_bind(
		agent_test_ruleset(), g, seat, &orders.line[0].order, out);
	(void)agent_test_words(agent_test_ruleset(), g, out);
	EQUAL_INT(ok, out->ok);
	sp_order_clear(&orders);
	return ok;
}

/* What the order of a text says when `done` of its commands were done; 0: as
 * it begins. */
bool agent_cards_bind_rest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text, int done,
	struct sp_bound *out)
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	struct sp_order_words words = { names,
		sp_vocable_words(ruleset, view, seat, names),
		(uint8_t)sp_vocable_asked(view, seat) };
	struct sp_orders orders;
	bool ok = false;

	memset(out, 0, sizeof(*out));
	sp_order_parse(&orders, text, strlen(text), &words);
	if (orders.n == 0 || sp_reply_join(&orders, 0) != orders.n ||
		orders.line[0].line_class != SP_LINE_ORDER) {
		sp_format(last_words, sizeof(last_words),
			"no order: %.250s%s%s",
			orders.n == 0 ? ""
				      : order_test_mistake(&orders.line[0]),
			orders.n == 0 || orders.line[0].suggestion[0] == '\0'
				? ""
				: "; did you mean ",
			orders.n == 0 ? "" : orders.line[0].suggestion);
	} else {
		if (sp_order_effect(
			    (enum sp_order_kind)orders.line[0].order.kind) ==
			SP_EFFECT_GAME)
			ok = done > 0
				     ? sp_agent_bind_rest(ruleset, view, seat,
					       &orders.line[0].order, done, out)
				     : sp_agent_bind(ruleset, view, seat,
					       &orders.line[0].order, out);
		(void)agent_test_words(ruleset, view, out);
	}
	sp_order_clear(&orders);
	return ok;
}

bool agent_cards_bind(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const char *text,
	struct sp_bound *out)
{
	return agent_cards_bind_rest(ruleset, view, seat, text, 0, out);
}

static void got_of(
	const struct scene *s, int seat, const char *order, struct sp_buf *got)
{
	static struct sp_game view;
	struct sp_bound bound, again;

	sp_game_view(&s->g, seat, &view);
	if (agent_cards_bind(s->ruleset, &view, seat, order, &bound)) {
		sp_agent_understood(s->ruleset, &view, &bound.command, got);
		return;
	}
	sp_buf_addf(got, "%s", agent_test_last());
	if (bound.suggestion[0] != '\0') {
		sp_buf_addf(got, " [%s]", bound.suggestion);
		CU_ASSERT_TRUE(agent_cards_bind(
			s->ruleset, &view, seat, bound.suggestion, &again));
	}
	if (bound.at.length > 0)
		sp_buf_addf(got, " %u+%u", bound.at.column, bound.at.length);
}

void agent_cards_expect(
	const struct scene *s, int seat, const char *order, const char *want)
{
	struct sp_buf got;

	sp_buf_init(&got, 1024);
	got_of(s, seat, order, &got);
	if (!sp_streq(sp_buf_str(&got), want))
		printf("\n\t{ \"%s\",\n\t\t\"%s\" },\n", order,
			sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(&got), want);
	sp_buf_free(&got);
}

void agent_cards_expect_all(const struct scene *s, int seat,
	const struct agent_line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++)
		agent_cards_expect(s, seat, lines[i].order, lines[i].want);
}

void agent_cards_begin(struct scene *s)
{
	table_begin(s, "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	table_hand(s, 0,
		"fireball#1 fire-darts#1 zot#1 energy-5#1 energy-4#1 "
		"large-rock#1 full-shield#1");
}

void agent_cards_act(struct scene *s, int seat, const char *order)
{
	static struct sp_game view;
	struct sp_bound bound;

	sp_game_view(&s->g, seat, &view);
	if (!agent_cards_bind(s->ruleset, &view, seat, order, &bound))
		printf("\n%s: %s\n", order, agent_test_last());
	CU_ASSERT_TRUE_FATAL(bound.ok);
	s->events.n = 0;
	EQUAL_INT_FATAL(sp_rules_apply(s->ruleset, &s->g, &bound.command,
				&s->events, &s->why),
		SP_OK);
}
