#include "reaction.h"

#include <stdarg.h>

#include "unit.h"

void reaction_begin(struct scene *s)
{
	reaction_begin_on(s, scene_ruleset());
}

void reaction_begin_on(struct scene *s, const struct sp_ruleset *ruleset)
{
	struct sp_game *g = &s->g;

	scene_begin(s, "red blue green");
	s->ruleset = ruleset;
	sp_game_begin_cards(g, 1);
	g->schools[0] = (1U << s->ruleset->n_schools) - 1U;
	for (int c = 0; c < s->ruleset->n_copies; c++)
		sp_game_put_card(g, c, SP_ZONE_DECK, SP_NOBODY);
	for (int i = 0; i < g->n_seats; i++)
		g->actor[i].turns = i == RED ? 3 : 2;
	g->round = 3;
	g->turn = 7;
	g->speed = (uint8_t)s->ruleset->base_speed;
	g->phase = SP_PHASE_MOVE;
	scene_put(s, RED, "d3");
	scene_put(s, BLUE, "f3");
	scene_put(s, GREEN, "j5");
}

static int in_deck(const struct scene *s, const char *id)
{
	int type = sp_card_ruleset_card_id(s->ruleset, id);

	CU_ASSERT_FATAL(type >= 0);
	for (int c = 0; c < s->ruleset->n_copies; c++)
		if (s->ruleset->type[c] == type &&
			s->g.place[c].zone == SP_ZONE_DECK)
			return c;
	CU_FAIL_FATAL("no copy is left");
	return -1;
}

int reaction_deal(struct scene *s, int seat, const char *id)
{
	int card = in_deck(s, id);

	sp_game_put_card(&s->g, card, SP_ZONE_HAND, seat);
	return card;
}

sp_value reaction_card(const struct scene *s, int seat, const char *id)
{
	int type = sp_card_ruleset_card_id(s->ruleset, id);

	for (int i = 0; i < s->g.hand[seat].n; i++)
		if (s->ruleset->type[s->g.hand[seat].card[i]] == type)
			return SP_REF(SP_KIND_CARD, s->g.hand[seat].card[i]);
	CU_FAIL_FATAL("not in hand");
	return SP_NOTHING;
}

sp_value reaction_carry(struct scene *s, int seat, const char *id)
{
	return SP_REF(SP_KIND_PLAYED, sp_game_add_played(&s->g, SP_PLAYED_ITEM,
					      in_deck(s, id), seat));
}

/* The position as the next process reads it. */
static void read_back(const struct scene *s, struct sp_game *back)
{
	const struct sp_lexicon *lexicon = &s->ruleset->lexicon;
	json_t *hidden = sp_state_hidden(&s->g);
	struct sp_error e = { 0 };
	struct sp_buf text;
	int code;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&s->g, lexicon, &text);
	code = sp_state_decode(back, lexicon, sp_buf_str(&text), text.len, &e);
	if (code == SP_OK)
		code = sp_state_set_hidden(back, hidden, &e);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	sp_rng_init(&back->rng, s->g.rng.key, s->g.rng.next);
	CU_ASSERT_FATAL(memcmp(back, &s->g, sizeof(*back)) == 0);
	json_decref(hidden);
	sp_buf_free(&text);
}

static void check(const struct scene *s)
{
	struct sp_error e = { 0 };
	int code = sp_state_check(&s->g, &e);

	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
}

static enum sp_reason apply(struct scene *s, const struct sp_command *c)
{
	static struct sp_events again;
	static struct sp_game back;
	struct sp_refusal why;
	int code;

	check(s);
	read_back(s, &back);
	again.n = 0;
	s->events.n = 0;
	code = sp_rules_apply(s->ruleset, &s->g, c, &s->events, &s->why);
	EQUAL_INT(sp_rules_apply(s->ruleset, &back, c, &again, &why), code);
	CU_ASSERT(memcmp(&back, &s->g, sizeof(back)) == 0);
	EQUAL_INT(again.n, s->events.n);
	check(s);
	return code == SP_OK ? SP_REASON_NONE : (enum sp_reason)s->why.reason;
}

enum sp_reason reaction_do(struct scene *s, int seat, int verb, ...)
{
	struct sp_command c;
	va_list answers;
	sp_value v;

	sp_law_command_init(&c, &s->g, seat);
	c.verb = verb;
	va_start(answers, verb);
	while ((v = va_arg(answers, sp_value)) != SP_STOP_HERE)
		c.answer[c.n_answers++] = v;
	va_end(answers);
	return apply(s, &c);
}

void reaction_pass(struct scene *s, int seat)
{
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_REACTION);
	reaction_must(s, seat, SP_VERB_ANSWER, SP_NOTHING);
}

void reaction_clock(struct scene *s)
{
	struct sp_command c;

	sp_law_default(s->ruleset, &s->g, &c);
	EQUAL_INT(apply(s, &c), SP_REASON_NONE);
}

const struct sp_event *reaction_event(
	const struct scene *s, enum sp_event_kind kind, int seat)
{
	for (int i = 0; i < s->events.n; i++)
		if (s->events.event[i].kind == kind &&
			s->events.event[i].seat == seat)
			return &s->events.event[i];
	return NULL;
}

int reaction_zone(const struct scene *s, int card)
{
	return s->g.place[card].zone;
}
