/* The hand in the mails of a game: a card has all its rule there until its
 * holder has met it, and that is what the record says. */
#include "table.h"

#include "cardtext/cardtext.h"
#include "record/met.h"

#define GID TABLE_GID

/* Letters and digits of a text alone, so that bars and breaks do not matter. */
static char *squeezed(const char *text)
{
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	for (; *text != '\0'; text++)
		if (sp_is_alpha((unsigned char)*text) ||
			sp_is_digit((unsigned char)*text))
			sp_buf_addc(&out, (char)sp_lower((unsigned char)*text));
	return sp_buf_take(&out);
}

static bool has(const char *letter, const char *words)
{
	char *all = squeezed(letter), *wanted = squeezed(words);
	bool yes = strstr(all, wanted) != NULL;

	sp_free(all);
	sp_free(wanted);
	return yes;
}

/* The kinds of cards that a seat holds. */
static int kinds(struct club *c, int seat, bool held[SP_CARD_TYPES_MAX])
{
	struct sp_live *live = club_load(c, GID);
	const struct sp_hand *hand = &live->game.hand[seat];
	int n = 0;

	memset(held, 0, SP_CARD_TYPES_MAX * sizeof(*held));
	for (int i = 0; i < hand->n; i++) {
		n += !held[live->ruleset->type[hand->card[i]]];
		held[live->ruleset->type[hand->card[i]]] = true;
	}
	sp_record_live_free(live);
	return n;
}

static void met_by(struct club *c, int seat, bool met[SP_CARD_TYPES_MAX])
{
	struct sp_live *live = club_load(c, GID);
	struct sp_error e = { 0 };

	EQUAL_INT(sp_record_met(live, seat, met, &e), SP_OK);
	sp_record_live_free(live);
}

/* Every kind of the hand with all its text, but those that were met: these have
 * it beside their name. All have their order. */
static void check_hand(const char *letter, const bool held[], const bool met[])
{
	const struct sp_ruleset *r = club_ruleset();

	for (int i = 0; i < r->n_cards; i++) {
		const struct sp_card *card = &r->card[i];

		if (!held[i])
			continue;
		CU_ASSERT_TRUE(has(letter, card->name));
		CU_ASSERT_TRUE(has(letter, "order: "));
		if (!met[i])
			CU_ASSERT_TRUE(has(letter, card->text));
		if (met[i]) {
			struct sp_buf brief;

			sp_buf_init(&brief, SIZE_MAX);
			sp_cardtext_brief(card, &brief);
			CU_ASSERT_TRUE(has(letter, sp_buf_str(&brief)));
			sp_buf_free(&brief);
		}
	}
}

static const char *turn_mail(struct club *c, const char *who)
{
	return club_letter(c, who, "your move")->text;
}

TEST("host/hand", "all its rule until the holder's first order with it")
{
	bool held[SP_CARD_TYPES_MAX], first[SP_CARD_TYPES_MAX],
		met[SP_CARD_TYPES_MAX];
	static const bool none[SP_CARD_TYPES_MAX];
	static const char *const steps[] = { "move n", "move e", "move s",
		"move w" };
	struct club c;
	char who[SP_ID_SIZE], other[SP_ID_SIZE];
	int fresh = 0;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "cards=yes schools=first", true);
	club_pass(&c);
	sp_format(who, sizeof(who), "%s", club_active(&c, GID));
	sp_format(other, sizeof(other), "%s",
		sp_streq(who, "red") ? "blue" : "red");
	int seat = sp_streq(who, "red") ? RED : BLUE;

	/* the mail of the first turn, and one that comes again */
	CU_ASSERT_TRUE(kinds(&c, seat, first) > 0);
	check_hand(turn_mail(&c, who), first, none);
	met_by(&c, seat, met);
	for (int i = 0; i < SP_CARD_TYPES_MAX; i++)
		CU_ASSERT_FALSE(met[i]);

	/* an order was given: the same cards are known, others are not */
	say(&c, who, "end");
	say(&c, other, "end");
	(void)kinds(&c, seat, held);
	met_by(&c, seat, met);
	for (int i = 0; i < SP_CARD_TYPES_MAX; i++) {
		if (!held[i])
			continue;
		EQUAL_INT(met[i], first[i]);
		fresh += !met[i];
	}
	CU_ASSERT_TRUE(fresh > 0);
	check_hand(turn_mail(&c, who), held, met);

	/* who asks is told all of it again */
	say(&c, who, "hand");
	check_hand(club_letter(&c, who, "Re: ")->text, held, none);

	/* a word that changes nothing is no order; a step is one, and then all
	 * that were there when the turn began are known */
	say(&c, who, "press to all: hello");
	met_by(&c, seat, met);
	for (int i = 0; i < SP_CARD_TYPES_MAX; i++)
		if (held[i])
			EQUAL_INT(met[i], first[i]);
	unsigned commits = club_commits(&c, GID);
	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++)
		if (club_commits(&c, GID) == commits)
			say(&c, who, steps[i]);
	CU_ASSERT_TRUE(club_commits(&c, GID) > commits);
	met_by(&c, seat, met);
	for (int i = 0; i < SP_CARD_TYPES_MAX; i++)
		EQUAL_INT(met[i], held[i]);
	club_clear(&c);
}

/* What was in the hand is carried now, and its orders go with it. */
TEST("host/hand", "how what is carried is used")
{
	const char *text;
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	say(&c, "red", "end");
	say(&c, "blue", "end");
	LACKS(turn_mail(&c, "yellow"), "In play, and how it is used");
	say(&c, "yellow", "cast large rock\nhand");
	text = club_letter(&c, "yellow", "Re: ")->text;
	CU_ASSERT_TRUE(
		tells(text, "In play, and how it is used Large Rock Item. "
			    "Carried, you may throw it as your attack: 2 "
			    "physical damage. It lies where it lands, for "
			    "anyone to pick up. order: use large rock at "
			    "WHOM"));
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	say(&c, "red", "end");
	say(&c, "blue", "end");
	CU_ASSERT_TRUE(has(turn_mail(&c, "yellow"),
		"In play, and how it is used Large Rock"));
	CU_ASSERT_TRUE(
		has(turn_mail(&c, "yellow"), "order: use large rock at WHOM"));
	/* nobody else needs them */
	LACKS(turn_mail(&c, "blue"), "In play, and how it is used");
	club_clear(&c);
}
