#include "players.h"
#include "bot/bot.h"

#include "agent/agent.h"
#include "unit.h"

static uint32_t below(uint64_t *chance, uint32_t n)
{
	uint64_t z = *chance += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

/* One of those who have not answered: in which order never matters. */
static int asked(const struct sp_game *g, uint64_t *chance)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat;

	CU_ASSERT_TRUE_FATAL(open != 0);
	do
		seat = (int)below(chance, (uint32_t)g->n_seats);
	while ((open >> seat & 1U) == 0);
	return seat;
}

static bool is_attack(const char *order)
{
	static const char *const words[] = { "cast ", "punch ", "attack ",
		"throw ", "use " };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (strncmp(order, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

/* A suggestion as a command: the first, or one of those that attack; false:
 * there is none. */
static bool suggested(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, bool fierce, uint64_t *chance,
	struct sp_command *out)
{
	static struct sp_order_vocable names[SP_VOCABLE_MAX];
	static struct sp_bound bound;
	struct sp_order_words words = { names, 0,
		(uint8_t)sp_vocable_asked(view, seat) };
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	int n = sp_agent_suggest(
		ruleset, view, seat, list, fierce ? SP_AGENT_SUGGEST_MAX : 1);
	int attacks = 0;
	struct sp_orders orders;
	bool ok = false;

	for (int i = 0; i < n && fierce; i++)
		if (is_attack(list[i].text))
			list[attacks++] = list[i];
	if (fierce)
		n = attacks;
	if (n == 0)
		return false;
	n = (int)below(chance, (uint32_t)n);
	words.n = sp_vocable_words(ruleset, view, seat, names);
	sp_order_parse(&orders, list[n].text, strlen(list[n].text), &words);
	if (orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
		sp_order_effect(
			(enum sp_order_kind)orders.line[0].order.kind) ==
			SP_EFFECT_GAME)
		ok = sp_agent_bind(
			ruleset, view, seat, &orders.line[0].order, &bound);
	if (ok)
		*out = bound.command;
	sp_order_clear(&orders);
	return ok;
}

static bool is_late(const struct input *in, const struct sp_game *g, int seat)
{
	for (int i = 0; i < in->n_fates; i++) {
		const struct fate *f = &in->fate[i];

		if (f->kind == FATE_LATE && f->seat == seat &&
			g->round >= f->round)
			return true;
	}
	return false;
}

/* What is due and was not yet done; NULL: nothing. */
static struct fate *due(struct input *in, const struct sp_game *g)
{
	for (int i = 0; i < in->n_fates; i++) {
		struct fate *f = &in->fate[i];

		if (f->kind != FATE_LATE && !f->done && g->round >= f->round &&
			f->inside == (g->n_frames > 0))
			return f;
	}
	return NULL;
}

/* What a bot does that the row names for so many of 100 decisions; false: not
 * this time. Without its word it takes nothing from `chance`, so that rows
 * without it stay as they are. */
static bool knows(enum sp_bot bot, int often, const struct recording *r,
	const struct sp_game *view, int seat, uint64_t *chance,
	struct sp_command *out)
{
	const struct sp_bot_ask ask = { .ruleset = r->ruleset,
		.view = view,
		.seat = seat,
		.chance = chance };

	if (often == 0 || below(chance, 100) >= (uint32_t)often)
		return false;
	CU_ASSERT_TRUE_FATAL(sp_bot_answer(bot, &ask, out));
	return true;
}

/* What a keen or a fierce player does; false: anything. */
static bool likes(const struct input *in, const struct recording *r,
	const struct sp_game *view, int seat, uint64_t *chance,
	struct sp_command *out)
{
	bool fierce = below(chance, 100) < (uint32_t)in->fierce;
	bool keen = below(chance, 100) < (uint32_t)in->keen;

	return (fierce || keen) &&
	       suggested(r->ruleset, view, seat, fierce, chance, out);
}

void players_line(struct input *in, const struct recording *r, uint64_t *chance,
	struct sp_buf *line)
{
	static struct sp_game view;
	const struct sp_game *g = &r->game;
	struct fate *fate = due(in, g);
	struct sp_command c;
	int seat = fate != NULL ? fate->seat : asked(g, chance);

	sp_buf_clear(line);
	if (fate != NULL)
		fate->done = true;
	if (fate != NULL && fate->kind == FATE_CANCEL) {
		sp_buf_adds(line, "cancel");
		return;
	}
	sp_game_view(g, seat, &view);
	if (fate != NULL) {
		sp_law_command_init(&c, &view, seat);
		c.verb = SP_VERB_RESIGN;
	} else if (is_late(in, g, seat)) {
		/* of the first who has not answered, who may be another */
		sp_law_default(r->ruleset, g, &c);
		sp_buf_adds(line, "clock ");
	} else if (!knows(SP_BOT_adept, in->deep, r, &view, seat, chance, &c) &&
		   !knows(SP_BOT_apprentice, in->wise, r, &view, seat, chance,
			   &c) &&
		   !likes(in, r, &view, seat, chance, &c)) {
		CU_ASSERT_TRUE_FATAL(
			sp_bot_random(r->ruleset, &view, seat, chance, &c));
	}
	sp_buf_addf(line, "%s ", g->colour[c.seat]);
	sp_notation_format(r->ruleset, g, &c, SP_NOTATION_FULL, line);
}
