/* What ruleset.json and the schools say of editions and of what comes first;
 * and how many of everything a ruleset may have. */
#include "card_tests.h"
#include "cardtext/cardtext.h"
#include "kit.h"
#include "unit.h"

/* ---- editions -------------------------------------------------------------
 */

static void with(
	const char *path, const char *old, const char *new, struct kit *kit)
{
	kit_init(kit);
	kit_edit(kit, path, old, new);
}

static void refused(
	const char *path, const char *old, const char *new, const char *part)
{
	struct kit kit;

	with(path, old, new, &kit);
	kit_refuses(&kit, part);
	kit_free(&kit);
}

TEST("card/precedence", "an edition is a word, of the ruleset or a school")
{
	struct kit kit;
	struct sp_ruleset *r;
	struct sp_buf text;

	with("ruleset.json", " \"seats_min\"",
		" \"edition\": \"8th\",\n \"seats_min\"", &kit);
	kit_edit(&kit, "cards/red-school.json", "\"name\": \"Red School\"",
		"\"name\": \"Red School\", \"edition\": \"house\"");
	r = kit_load(&kit);
	EQUAL_STRING(r->edition, "8th");
	/* both schools have it */
	EQUAL_STRING(sp_card_ruleset_edition(
			     r, sp_card_ruleset_card_id(r, "fireball")),
		"house");
	EQUAL_STRING(sp_card_ruleset_edition(
			     r, sp_card_ruleset_card_id(r, "fire-darts")),
		"8th");
	sp_buf_init(&text, 1 << 16);
	sp_cardtext_page(r, sp_card_ruleset_card_id(r, "fireball"), &text);
	CONTAINS(sp_buf_str(&text), "edition   house");
	sp_buf_free(&text);
	sp_card_ruleset_free(r);
	kit_free(&kit);
	refused("ruleset.json", " \"seats_min\"",
		" \"edition\": \"Eighth\",\n \"seats_min\"",
		"ruleset.json:4: \"edition\": \"Eighth\" must be small "
		"letters");
	refused("ruleset.json", " \"seats_min\"",
		" \"edition\": 8,\n \"seats_min\"",
		"ruleset.json:4: \"edition\": expected a text");
	refused("cards/red-school.json", "\"name\": \"Red School\"",
		"\"name\": \"Red School\", \"edition\": \"\"",
		"cards/red-school.json:1: \"edition\"");
}

TEST("card/precedence", "a school may say what it is about")
{
	struct kit kit;
	struct sp_ruleset *r;

	with("cards/red-school.json", "\"name\": \"Red School\"",
		"\"name\": \"Red School\", \"about\": \"Fire.\"", &kit);
	r = kit_load(&kit);
	EQUAL_STRING(r->school[0].about, "Fire.");
	EQUAL_STRING(r->school[1].about, "");
	sp_card_ruleset_free(r);
	kit_free(&kit);
#define TEN "0123456789"
	refused("cards/red-school.json", "\"name\": \"Red School\"",
		"\"name\": \"Red School\", \"about\": \"" TEN TEN TEN TEN TEN
			TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "\"",
		"cards/red-school.json:1: \"about\": what is said of a school "
		"has at most 159 bytes");
#undef TEN
}

/* ---- precedence ------------------------------------------------------------
 */

static int of(const struct sp_ruleset *r, const char *id)
{
	return r->card[sp_card_ruleset_card_id(r, id)].precedence;
}

#define LIST(words) " \"precedence\": [" words "],\n \"seats_min\""

TEST("card/precedence", "a card says it, or the list by its id or its trait")
{
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	CU_ASSERT_FALSE(r->ranks);
	EQUAL_INT(r->precedence, 0);
	EQUAL_INT(r->n_seen, 0);
	sp_card_ruleset_free(r);
	kit_edit(&kit, "ruleset.json", " \"seats_min\"",
		LIST("\"magic-stone\", \"fire\", \"fire-darts\""));
	kit_edit(&kit, "cards/red-school.json", "\"energy\": 4,",
		"\"energy\": 4, \"precedence\": -3,");
	r = kit_load(&kit);
	CU_ASSERT_TRUE(r->ranks);
	EQUAL_INT(of(r, "speedstone"), 3);
	EQUAL_INT(of(r, "fireball"), 2);
	EQUAL_INT(of(r, "fire-darts"), 1);
	EQUAL_INT(of(r, "energy-4"), -3);
	EQUAL_INT(r->precedence, 3);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/precedence", "what is wrong with it is refused")
{
	static const char card[] = "cards/red-school.json";
	struct kit kit;

	refused(card, "\"energy\": 4,", "\"energy\": 4, \"precedence\": 100,",
		"card energy-4: \"precedence\": 100 is not from -99 to 99");
	refused(card, "\"energy\": 4,", "\"energy\": 4, \"precedence\": \"a\",",
		"card energy-4: \"precedence\": expected a whole number");
	refused("ruleset.json", " \"seats_min\"", LIST("\"fire\", \"smoke\""),
		"ruleset.json:4: \"precedence\": number 2: expected a card or "
		"a trait");
	refused("ruleset.json", " \"seats_min\"", LIST("7"),
		"ruleset.json:4: \"precedence\": number 1: expected a card or "
		"a trait");
	refused("ruleset.json", " \"seats_min\"", LIST("\"fire\", \"fire\""),
		"\"fire\" stands there twice");
	refused("ruleset.json", " \"seats_min\"",
		" \"precedence\": 3,\n \"seats_min\"",
		"ruleset.json:4: \"precedence\"");
	with("ruleset.json", " \"seats_min\"", LIST("\"energy-4\""), &kit);
	kit_edit(&kit, card, "\"energy\": 4,",
		"\"energy\": 4, \"precedence\": 0,");
	kit_refuses(&kit, "card \"energy-4\" says its own \"precedence\"");
	kit_edit(&kit, card, "\"energy\": 4, \"precedence\": 0,",
		"\"energy\": 4,");
	kit_edit(&kit, "traits.json", "\"id\": \"fire\"",
		"\"id\": \"energy-4\"");
	kit_edit(&kit, card, "[\"fire\"]", "[]");
	kit_edit(&kit, "cards/blue-school.json", "[\"fire\"]", "[]");
	kit_refuses(&kit, "\"energy-4\" is a card and a trait");
	kit_free(&kit);
}

TEST("card/precedence", "cards that come at once are sorted, equal ones stay")
{
	struct kit kit;
	struct sp_ruleset *r;
	sp_value card[4];

	with("ruleset.json", " \"seats_min\"", LIST("\"speedstone\""), &kit);
	r = kit_load(&kit);
	/* fireball, fireball, speedstone, energy-4 */
	for (int i = 0; i < 4; i++)
		card[i] = SP_REF(SP_KIND_CARD, i);
	sp_card_ruleset_sort(r, card, 4);
	EQUAL_INT(sp_index_of(card[0]), 2);
	EQUAL_INT(sp_index_of(card[1]), 0);
	EQUAL_INT(sp_index_of(card[2]), 1);
	EQUAL_INT(sp_index_of(card[3]), 3);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

/* ---- bounds ----------------------------------------------------------------
 */

struct bounds {
	int schools, kinds, copies, traits;
};

static void put_school(
	struct kit *kit, const char *path, int school, const struct bounds *b)
{
	struct sp_buf text;
	const char *before = "";

	sp_buf_init(&text, 1 << 20);
	sp_buf_addf(&text,
		"{\"school\": \"s%d\", \"name\": \"S%d\", \"cards\": [", school,
		school);
	for (int i = school; i < b->kinds; i += b->schools) {
		/* the first have the copies that are more than one */
		int more = b->copies - b->kinds - i;

		sp_buf_addf(&text,
			"%s\n{\"id\": \"c%d\", \"name\": \"C%d\", \"copies\": "
			"%d, \"source\": \"official\", \"text\": \"t\", "
			"\"traits\": [\"t%d\"], \"energy\": 1}",
			before, i, i, more > 0 ? 2 : 1, i % b->traits);
		before = ",";
	}
	sp_buf_adds(&text, "]}\n");
	kit_put(kit, path, sp_buf_str(&text));
	sp_buf_free(&text);
}

static void put_bounds(struct kit *kit, const struct bounds *b)
{
	static char path[SP_SCHOOLS_MAX + 1][24];
	struct sp_buf schools, traits;

	kit_init(kit);
	kit_remove(kit, "cards/red-school.json");
	kit_remove(kit, "cards/blue-school.json");
	sp_buf_init(&schools, 1 << 16);
	sp_buf_init(&traits, 1 << 16);
	for (int s = 0; s < b->schools; s++) {
		sp_format(path[s], sizeof(path[s]), "cards/s%d.json", s);
		sp_buf_addf(&schools, "%s\"s%d\"", s > 0 ? ", " : "", s);
		put_school(kit, path[s], s, b);
	}
	kit_edit(kit, "ruleset.json", "\"red-school\", \"blue-school\"",
		sp_buf_str(&schools));
	for (int t = 0; t < b->traits; t++)
		sp_buf_addf(&traits, "%s{\"id\": \"t%d\", \"text\": \"T\"}",
			t > 0 ? ",\n" : "{\"traits\": [", t);
	sp_buf_adds(&traits, "]}\n");
	kit_put(kit, "traits.json", sp_buf_str(&traits));
	sp_buf_free(&schools);
	sp_buf_free(&traits);
}

static void refuses_bounds(const struct bounds *b, const char *part)
{
	struct kit kit;

	put_bounds(&kit, b);
	kit_refuses(&kit, part);
	kit_free(&kit);
}

TEST("card/precedence", "a ruleset has so many of everything, and no more")
{
	static const struct bounds most = { 32, 700, 1200, 64 };
	struct bounds b = most;
	struct sp_ruleset *r;
	struct kit kit;

	put_bounds(&kit, &most);
	r = kit_load(&kit);
	EQUAL_INT(r->n_schools, 32);
	EQUAL_INT(r->n_cards, 700);
	EQUAL_INT(r->n_copies, 1200);
	EQUAL_INT(r->n_traits, 64);
	EQUAL_INT(r->card[699].traits != 0, true);
	sp_card_ruleset_free(r);
	kit_free(&kit);
	b.copies++;
	refuses_bounds(&b, "the schools hold more than 1200 cards");
	b = most;
	b.kinds++;
	refuses_bounds(&b, "there are more than 700 cards");
	b = most;
	b.schools++;
	refuses_bounds(&b, "\"schools\": more than 32 stand there");
	b = most;
	b.traits++;
	refuses_bounds(&b, "there are more than 64 traits");
}
