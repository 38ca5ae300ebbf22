/* What becomes of declarations, and how their owners hear of it. */
#include "table.h"

/* All but Blue pass, whatever they are asked. */
static void others_pass(struct club *c)
{
	for (int s = 0; s < 4; s++)
		if (s != BLUE)
			say(c, club_people[s].colour, "when asked: pass");
}

/* In the later rounds of the same punch it is in play, not missing. */
TEST("host/declared", "a declaration that was played does not fail later")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	others_pass(&c);
	say(&c, "blue",
		"when attacked by punch: counter with featherweight\n"
		"when asked: pass");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	const struct letter *told =
		club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(says(told,
		"Your `when attacked by punch: counter with Featherweight` was "
		"played.\n"));
	LACKS(told->text, "could not be played");
	club_clear(&c);
}

/* True if the seat holds a card of that type. */
static bool holds(struct club *c, int seat, const char *id)
{
	struct sp_live *live = table_load(c);
	const struct sp_game *g = &live->game;
	int type = sp_card_ruleset_card_id(live->ruleset, id);
	bool any = false;

	for (int k = 0; k < live->ruleset->n_copies; k++)
		any = any || (live->ruleset->lexicon.type[k] == type &&
				     g->place[k].zone == SP_ZONE_HAND &&
				     g->place[k].seat == seat);
	sp_record_live_free(live);
	return any;
}

/* Whoever played one is asked again, and the line names the second as well. */
TEST("host/declared", "a declaration spends one Featherweight")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	others_pass(&c);
	say(&c, "blue", "when attacked: counter with featherweight");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	const struct letter *told =
		club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(says(told,
		"Your `when attacked: counter with Featherweight` was "
		"played.\n"));
	LACKS(told->text, "could not be played");
	CU_ASSERT_TRUE(holds(&c, BLUE, "featherweight"));
	club_clear(&c);
}

/* One that only lasts is no second time of use, though it would act twice. */
TEST("host/declared", "a declaration spends one Pain Link")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=all");
	live = table_load(&c);
	table_hold(live, BLUE, "pain-link");
	table_hold(live, BLUE, "pain-link");
	table_lay(live);
	others_pass(&c);
	say(&c, "blue", "when attacked: counter with pain link");
	say(&c, "red", "punch blue");
	CU_ASSERT_TRUE(holds(&c, BLUE, "pain-link"));
	club_clear(&c);
}

/* Two lines of one mail are tried one after the other; a later mail thinks
 * better of it. */
TEST("host/declared", "the same condition twice in one mail")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "blue",
		"when attacked: counter with shield\n"
		"when attacked: counter with featherweight\n"
		"when attacked: counter with shield");
	CU_ASSERT_FALSE(
		tells(answer_to(&c, "blue")->text, "takes the place of"));
	say(&c, "blue", "declarations");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"),
		"  | 1  when attacked: counter with Shield\n"));
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"),
		"  | 2  when attacked: counter with Featherweight\n"));
	LACKS(answer_to(&c, "blue")->text, "| 3 ");
	say(&c, "blue", "when attacked: ask");
	CU_ASSERT_TRUE(
		tells(answer_to(&c, "blue")->text, "takes the place of"));
	/* what always decides is taken back by the line below it */
	say(&c, "blue", "when punched: pass\nwhen punched: ask");
	say(&c, "blue", "declarations");
	LACKS(answer_to(&c, "blue")->text, "when attacked by punch: pass");
	club_clear(&c);
}

/* The same where only a part of the line can be played: when he is asked again
 * that part has been. */
TEST("host/declared", "the rest of a declaration is played once")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	others_pass(&c);
	say(&c, "blue",
		"when attacked: counter with full shield, then featherweight");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	const struct letter *told =
		club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(says(told, "so the rest of it was.\n"));
	LACKS(told->text, "you passed");
	CU_ASSERT_TRUE(holds(&c, BLUE, "featherweight"));
	club_clear(&c);
}

/* No other mail follows in which its owner could hear of it. */
TEST("host/declared", "a declaration that failed at the end is told")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	live->game.actor[BLUE].life = 1;
	sp_game_place_treasure(&live->game, 2 * GREEN,
		live->game.actor[RED].home, &(struct sp_events){ .n = 0 });
	table_lay(live);
	others_pass(&c);
	say(&c, "blue", "when attacked by punch: counter with shield");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	EQUAL_INT(club_letters(&c, from, "blue", "Red wins"), 1);
	const struct letter *told =
		club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(tells(told->text,
		"Your `when attacked by punch: counter with Shield` could not "
		"be played against Red's punch (you have no Shield in your "
		"hand; it holds Full Shield, Negate Neutral, Dispel, Glue, "
		"Energy 4), so you passed."));
	club_clear(&c);
}

/* It was all that the line had: its owner must not believe that he is asked. */
TEST("host/declared", "a declaration that is used up says that he passes")
{
	static const char line[] =
		"when attacked by punch: counter with featherweight";
	struct club c;
	struct sp_live *live;
	const struct letter *told;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	others_pass(&c);
	say(&c, "blue", line);
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	told = club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(tells(told->text,
		"was played. You have no more of that: where this line fits "
		"and no other does, you pass without being asked. `forget when "
		"attacked by punch` takes it back."));
	say(&c, "blue", "status");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"  |     you have no Featherweight now: this line plays "
		"nothing,\n"
		"  |     and where no other fits you pass without being asked:\n"
		"  |     `forget when attacked by punch` takes it back\n"));
	club_clear(&c);
}

TEST("host/declared", "one that failed as it is used up says the same")
{
	struct club c;
	const struct letter *told;

	table(&c, "cards=yes schools=first");
	others_pass(&c);
	say(&c, "blue", "when attacked: counter with ward, then featherweight");
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	told = club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(tells(told->text,
		"so you passed. It goes on like that, and you are not asked: "
		"`forget when attacked` takes the line back."));
	club_clear(&c);
}

/* Whoever declares while he is asked learns whether that was his answer. */
TEST("host/declared", "the receipt says whether a declaration has answered")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	others_pass(&c);
	say(&c, "red", "cast zot hurt at blue with energy 6");
	EQUAL_INT_FATAL(called(&c, 0, "blue", "casts Zot!"), 1);
	say(&c, "blue", "when treasure: pass");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"noted: when treasure: pass. It does not answer what you are "
		"asked now"));
	say(&c, "blue", "forget when treasure: pass");
	CU_ASSERT_FALSE(
		tells(answer_to(&c, "blue")->text, "what you are asked now"));
	EQUAL_INT(life_of(&c, BLUE), 15);
	say(&c, "blue", "when attacked: pass");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"noted: when attacked: pass. It has answered what you were "
		"asked: you pass; Blue takes 6 damage"));
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

TEST("host/declared", "declarations are listed by their numbers")
{
	struct club c;
	const struct letter *told;

	table(&c, "cards=yes schools=first");
	say(&c, "blue", "declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"You have declared nothing yourself: `help declarations` says "
		"how"));
	say(&c, "blue",
		"when attacked by punch: counter with featherweight\n"
		"when attacked: pass\nwhen treasure: pass");
	say(&c, "blue", "declarations");
	told = answer_to(&c, "blue");
	CU_ASSERT_TRUE(tells(told->text, "As you asked: Your declarations"));
	CU_ASSERT_TRUE(says(told,
		"  | 1  when attacked by punch: counter with Featherweight\n"
		"  |     you have no Featherweight now: this line plays "
		"nothing,\n"));
	CU_ASSERT_TRUE(says(told,
		"  | 2  when attacked: pass\n"
		"  | 3  when treasure: pass\n"
		"`undeclare 1` drops a line, and the same condition with "
		"another answer\n"));
	/* nobody else has one of them, or hears of them */
	say(&c, "red", "declarations");
	CU_ASSERT_FALSE(tells(answer_to(&c, "red")->text, "when treasure"));
	club_clear(&c);
}

/* A mail was written by one list, whatever its first lines do to that. */
TEST("host/declared", "the numbers of a mail are those of the list before it")
{
	struct club c;
	const struct letter *told;

	table(&c, "cards=yes schools=first");
	say(&c, "blue",
		"when attacked by punch: pass\nwhen attacked: pass\n"
		"when treasure: pass\nwhen damaged: pass");
	say(&c, "blue", "undeclare 5");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"you have no declaration 5: the last one is 4; `declarations` "
		"lists them"));
	say(&c, "blue", "forget 1 and 3\nundeclare 2\nforget 3");
	told = answer_to(&c, "blue");
	CU_ASSERT_TRUE(tells(told->text,
		"forgotten: when attacked by punch: pass; and: when treasure: "
		"pass"));
	CU_ASSERT_TRUE(tells(told->text, "forgotten: when attacked: pass"));
	CU_ASSERT_TRUE(tells(told->text,
		"when treasure: pass stands no more: this mail forgot or "
		"replaced it above"));
	say(&c, "blue", "declarations");
	told = answer_to(&c, "blue");
	CU_ASSERT_TRUE(says(told, "  | 1  when damaged: pass\n`undeclare 1`"));
	/* the words that it was told with give it again */
	say(&c, "blue", "when treasure: pass\ndeclarations");
	CU_ASSERT_TRUE(
		says(answer_to(&c, "blue"), "  | 2  when treasure: pass\n"));
	club_clear(&c);
}

TEST("host/declared", "the list has the public defaults, without numbers")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	club_close(&c);
	c.defaults = true;
	say(&c, "blue", "when treasure: pass");
	say(&c, "blue", "declarations");
	CU_ASSERT_TRUE(says(
		answer_to(&c, "blue"), "  | when not aimed at me: pass\n"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"these are the public defaults: `forget defaults` drops "
		"them"));
	say(&c, "blue", "undeclare defaults\ndeclarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"the public defaults are dropped: `defaults on` brings them "
		"back"));
	club_clear(&c);
}

/* How many Shields Blue keeps of two when Red, who may carry an item, punches.
 */
static int shields_left(const char *lines, const char *item)
{
	struct club c;
	struct sp_live *live;
	int left = 0;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "shield");
	table_hold(live, BLUE, "shield");
	if (item != NULL)
		table_hold(live, RED, item);
	table_lay(live);
	others_pass(&c);
	say(&c, "blue", lines);
	size_t from = c.n_letters;
	char *orders = item == NULL ? sp_xstrdup("punch blue")
				    : sp_xasprintf("cast %s\npunch blue", item);
	say(&c, "red", orders);
	sp_free(orders);
	const char *told =
		club_last_to(&c, from, club_person("blue")->address)->text;
	CONTAINS(told, "was played.");
	LACKS(told, "could not be played");
	live = table_load(&c);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		left += live->game.place[k].zone == SP_ZONE_HAND &&
			live->game.place[k].seat == BLUE &&
			sp_streq(sp_ruleset_card(live->ruleset, k)->id,
				"shield");
	sp_record_live_free(live);
	club_clear(&c);
	return left;
}

/* What is left of it is known to be nothing, or a die decides that later. */
TEST("host/declared", "a declaration spends one Shield on one punch")
{
	static const char line[] = "when attacked: counter with shield";

	EQUAL_INT(shields_left(line, NULL), 1);
	EQUAL_INT(shields_left(line, "mightstone"), 1);
	EQUAL_INT(shields_left("when attacked by punch: counter with shield\n"
			       "when attacked: counter with shield",
			  "mightstone"),
		1);
}
