#include "table.h"

#include <assert.h>

#include "unit.h"

int table_card(const struct scene *s, const char *name)
{
	for (int i = 0; i < s->ruleset->n_copies; i++) {
		if (sp_streq(s->ruleset->lexicon.card[i], name))
			return i;
	}
	(void)fprintf(stderr, "no card %s\n", name);
	abort();
}

void table_begin(struct scene *s, const char *colours)
{
	table_begin_with(s, cardplay_ruleset(), colours);
}

void table_begin_with(
	struct scene *s, const struct sp_ruleset *ruleset, const char *colours)
{
	struct sp_game *g = &s->g;

	scene_begin(s, colours);
	s->ruleset = ruleset;
	sp_game_begin_cards(g, 1);
	g->schools[0] = (1U << s->ruleset->n_schools) - 1U;
	for (int i = 0; i < s->ruleset->n_copies; i++)
		sp_game_put_card(g, i, SP_ZONE_DECK, SP_NOBODY);
	for (int i = 0; i < g->n_seats; i++)
		g->actor[i].turns = 1;
	g->actor[0].turns = 2;
	g->turn = (uint16_t)(g->n_seats + 1);
	g->round = 2;
	g->speed = (uint8_t)s->ruleset->base_speed;
}

void table_hand(struct scene *s, int seat, const char *cards)
{
	while (*cards != '\0') {
		char name[SP_COPY_NAME_SIZE];
		size_t len = strcspn(cards, " ");
		bool fits = sp_copyn(name, sizeof(name), cards, len);

		assert(fits);
		sp_game_put_card(
			&s->g, table_card(s, name), SP_ZONE_HAND, seat);
		cards += len;
		cards += strspn(cards, " ");
	}
}

int table_put(
	struct scene *s, enum sp_played_kind kind, int seat, const char *card)
{
	int type = table_card(s, card);
	int i;

	/* out of the deck first */
	sp_game_put_card(&s->g, type, SP_ZONE_HAND, seat);
	i = sp_game_add_played(&s->g, kind, type, seat);
	s->g.played[i].energy = 1;
	s->g.played[i].permanent = 1;
	return i;
}

void table_pass(struct scene *s)
{
	while (s->g.decision.kind == SP_DECISION_REACTION) {
		unsigned open =
			s->g.decision.seats & ~(unsigned)s->g.decision.answered;
		int seat = 0;

		while ((open >> seat & 1U) == 0)
			seat++;
		EQUAL_INT_FATAL(
			scene_do(s, seat, "answer none"), SP_REASON_NONE);
	}
}

enum sp_reason table_do(struct scene *s, int seat, const char *order)
{
	enum sp_reason reason = scene_do(s, seat, order);

	if (reason == SP_REASON_NONE)
		table_pass(s);
	return reason;
}

const char *table_default(const struct scene *s)
{
	static char text[512];
	struct sp_command c;
	struct sp_buf out;
	const char *blank;

	sp_law_default(s->ruleset, &s->g, &c);
	EQUAL_INT(sp_law_check(s->ruleset, &s->g, &c, NULL), SP_OK);
	sp_buf_init(&out, sizeof(text));
	sp_notation_format(s->ruleset, &s->g, &c, SP_NOTATION_FULL, &out);
	blank = strchr(sp_buf_str(&out), ' ');
	sp_format(text, sizeof(text), "%s", blank + 1);
	sp_buf_free(&out);
	return text;
}
