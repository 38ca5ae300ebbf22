/*
 * Who prefers cards names them to nobody else: those that go are seen when they
 * go, the others never.
 */
#include "canary.h"
#include "table.h"

#define GID "canary-mmmmmmmm"

static const char *const personal[] = { "Rowena", "Bertram", "prefer", NULL };

/* The cards of the ruleset with canaries stand in the order of the real one. */
static const struct sp_card *canary(
	const struct sp_ruleset *ruleset, const char *id)
{
	const struct sp_ruleset *real = club_ruleset();
	int type = sp_card_ruleset_card_id(real, id);

	CU_ASSERT_FATAL(type >= 0 && real->n_cards == ruleset->n_cards);
	EQUAL_STRING(ruleset->card[type].text, real->card[type].text);
	return &ruleset->card[type];
}

/* Whoever is to move holds one card too many once Meditate has drawn. */
static void deal(struct club *c, int *mover)
{
	static const char *const ids[] = { "meditate", "drop-object", "glue",
		"zot", "anti-anti", "rotate-sector" };
	struct sp_live *live = club_load(c, GID);
	struct sp_game *g = &live->game;

	*mover = g->active;
	g->actor[*mover].turns = 1;
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	for (size_t i = 0; i < SP_ARRAY_LEN(ids); i++)
		table_hold(live, *mover, canary(live->ruleset, ids[i])->id);
	for (int i = 0; i < 2; i++)
		table_hold(live, !*mover,
			canary(live->ruleset, i == 0 ? "shield" : "swap")->id);
	table_lay(live);
	club_close(c);
}

/* A mail of the mover's with the name of a card, and a look at all that came
 * of it. */
static void mail(struct club *c, struct watch *w, int mover, const char *begin,
	const struct sp_card *card, const char *end)
{
	char *text = sp_xasprintf("%s%s%s", begin, card->name, end);

	say(c, club_people[mover].colour, text);
	EQUAL_INT(watch_look(w), 0);
	sp_free(text);
}

/* Was it said to the other player? */
static bool told_other(const struct club *c, int mover, const char *words)
{
	const char *address = club_people[!mover].address;
	bool told = false;

	for (size_t i = 0; i < c->n_letters; i++)
		told = told ||
		       (sp_streq(c->letter[i]->to, address) &&
			       strstr(c->letter[i]->raw, words) != NULL);
	return told;
}

TEST("host/canaries", "what a seat prefers")
{
	const struct sp_card *gone, *kept;
	struct watch w;
	struct club c;
	int mover;

	if (!club_has_git())
		return;
	club_make(&c);
	c.quiet = true;
	canary_ruleset(c.config.rulesets, sizeof(c.config.rulesets), c.dir);
	club_game(&c, GID, 2, "cards=yes schools=all windows=declared", true);
	deal(&c, &mover);
	watch_begin(&w, &c, GID, personal);
	gone = canary(w.ruleset, "drop-object");
	kept = canary(w.ruleset, "glue");
	EQUAL_INT(watch_look(&w), 0);
	mail(&c, &w, mover, "when asked to discard, life > 90: prefer ", kept,
		"");
	mail(&c, &w, mover, "when asked to discard: prefer ", gone, "");
	mail(&c, &w, mover, "when asked to discard, life > 3: prefer ", kept,
		"");
	mail(&c, &w, mover, "try discard ", kept, "\ntry declarations");
	mail(&c, &w, mover, "dsicard ", kept, "");
	CU_ASSERT_TRUE(says(
		answer_to(&c, club_people[mover].colour), "Do you mean this?"));
	CU_ASSERT_FALSE(told_other(&c, mover, gone->name));
	mail(&c, &w, mover, "cast ", canary(w.ruleset, "meditate"), "");
	CU_ASSERT_TRUE(tells(answer_to(&c, club_people[mover].colour)->text,
		"answered for you: discard"));
	mail(&c, &w, mover, "end\n# ", gone, "");
	/* to the other it is a discard like any */
	CU_ASSERT_TRUE(told_other(&c, mover, gone->name));
	CU_ASSERT_FALSE(told_other(&c, mover, "prefer"));
	CU_ASSERT_FALSE(told_other(&c, mover, kept->name));
	watch_end(&w);
	club_clear(&c);
}
