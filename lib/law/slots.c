/* The next question of a command that begins, and its legal answers. */
#include "judge_private.h"
#include "law/aim.h"
#include "law/asked.h"

#include <assert.h>

static const char *const verb_words[SP_VERB_COUNT] = {
#define X(name, word) [SP_VERB_##name] = (word),
	SP_VERBS(X)
#undef X
};

const char *sp_law_verb_word(int verb)
{
	assert(verb >= 0 && verb < SP_VERB_COUNT);
	return verb_words[verb];
}

void sp_law_command_init(
	struct sp_command *c, const struct sp_game *g, int seat)
{
	memset(c, 0, sizeof(*c));
	c->seat = (int8_t)seat;
	c->decision = g->decision.number;
	c->verb = -1;
}

static void clear(struct sp_domain *out)
{
	out->kind = SP_SLOT_NONE;
	out->complete = false;
	out->card_slot = -1;
	out->n = 0;
}

static void add(struct sp_domain *out, sp_value value)
{
	assert(out->n < SP_DOMAIN_MAX);
	out->value[out->n++] = value;
}

/* The edges of a square, ascending, each once. */
static void add_edges_beside(
	const struct sp_game *g, uint16_t square, struct sp_domain *out)
{
	for (int d = 0; d < SP_DIRS; d++) {
		sp_value edge = g->board.edge_at[square][d];
		int i = out->n;

		while (i > 0 && out->value[i - 1] > edge)
			i--;
		if (i > 0 && out->value[i - 1] == edge)
			continue;
		memmove(&out->value[i + 1], &out->value[i],
			(size_t)(out->n - i) * sizeof(out->value[0]));
		out->value[i] = edge;
		out->n++;
	}
}

static void add_edges(const struct sp_judge *j, struct sp_domain *out)
{
	if (!j->g->cards || j->verb != SP_VERB_PUNCH_EDGE ||
		sp_seat_stat(j->ruleset, j->g, j->seat, SP_STAT_PUNCH_SIGHT) ==
			0) {
		add_edges_beside(j->g, j->at, out);
		return;
	}
	for (int i = 0; i < j->g->board.n_edges; i++)
		add(out, i);
}

static void add_things(const struct sp_judge *j, struct sp_domain *out)
{
	for (int i = 0; i < j->g->things_end; i++) {
		if (j->g->thing[i].kind != SP_THING_FREE)
			add(out, SP_REF(SP_KIND_THING, i));
	}
}

/* The answers that could be legal, ascending: only a first choice, since the
 * judge has the last word on each; no answer outside of it ever passes. */
static void candidates(const struct sp_judge *j, struct sp_domain *out)
{
	int n = 0;

	switch (law_judge_asks(j)) {
	case SP_SLOT_STEP:
		n = SP_STOP + 1;
		break;
	case SP_SLOT_WIZARD:
		n = j->g->n_seats;
		break;
	case SP_SLOT_EDGE:
		add_edges(j, out);
		return;
	case SP_SLOT_THING:
		add_things(j, out);
		return;
	case SP_SLOT_TREASURE:
		n = j->g->n_treasures;
		break;
	default:
		break;
	}
	for (int v = 0; v < n; v++)
		add(out, v);
}

void law_judge_domain(const struct sp_judge *j, struct sp_domain *out)
{
	int legal = 0;

	clear(out);
	if (law_judge_is_deed(j)) {
		law_deed_domain(j->ruleset, j->g, &j->given, out);
		return;
	}
	if (law_judge_casts(j->verb)) {
		sp_law_casting_domain(&j->cast, out);
		return;
	}
	if (j->verb == SP_VERB_CHOOSE) {
		sp_law_choice_domain(j->ruleset, j->g, out);
		return;
	}
	out->kind = (uint8_t)law_judge_asks(j);
	candidates(j, out);
	for (int i = 0; i < out->n; i++) {
		if (law_judge_answer(j, out->value[i]) == SP_REASON_NONE)
			out->value[legal++] = out->value[i];
	}
	out->n = legal;
}

/* Can a command that begins like this become complete? */
static bool leads_on(const struct sp_judge *j)
{
	struct sp_domain domain;

	if (law_judge_complete(j))
		return true;
	if (law_judge_casts(j->verb))
		return sp_law_casting_leads_on(&j->cast);
	law_judge_domain(j, &domain);
	return domain.n > 0;
}

static void offer_verbs(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_reach *reach, struct sp_crossing *crossing,
	struct sp_domain *out)
{
	struct sp_command c = *prefix;

	out->kind = SP_SLOT_VERB;
	for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
		struct sp_judge j;

		c.verb = verb;
		c.n_answers = 0;
		if (law_judge_begin(&j, ruleset, g, &c) != SP_REASON_NONE)
			continue;
		/* a verb that leads to no command is not offered */
		j.cast.reach = reach;
		j.cast.crossing = crossing;
		if (leads_on(&j))
			add(out, verb);
	}
}

void sp_law_slots(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_domain *out)
{
	struct sp_crossing crossing;
	struct sp_reach reach;
	struct sp_judge j;

	clear(out);
	if (prefix->seat != seat)
		return;
	sp_reach_clear(&reach);
	crossing.item = -1;
	if (prefix->verb < 0) {
		offer_verbs(ruleset, g, prefix, &reach, &crossing, out);
		return;
	}
	if (law_judge_begin(&j, ruleset, g, prefix) != SP_REASON_NONE)
		return;
	j.cast.reach = &reach;
	j.cast.crossing = &crossing;
	for (int i = 0; i < prefix->n_answers; i++) {
		if (law_judge_complete(&j) ||
			law_judge_answer(&j, prefix->answer[i]) !=
				SP_REASON_NONE)
			return;
		law_judge_take(&j, prefix->answer[i]);
	}
	if (law_judge_complete(&j)) {
		out->complete = true;
		return;
	}
	law_judge_domain(&j, out);
}
