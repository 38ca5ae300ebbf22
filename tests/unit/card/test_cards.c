#include "card_tests.h"
#include "kit.h"

/* ---- what is loaded ----------------------------------------------------- */

TEST("card/cards", "physical numbers")
{
	static const char *const names[] = { "fireball#1", "fireball#2",
		"speedstone#1", "energy-4#1", "energy-4#2", "energy-4#3",
		"fireball#3", "speedstone#2", "speedstone#3", "fire-darts#1" };
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	EQUAL_INT(r->n_cards, 4);
	EQUAL_INT_FATAL(r->n_copies, (int)SP_ARRAY_LEN(names));
	EQUAL_INT(r->lexicon.n_cards, r->n_copies);
	for (int i = 0; i < r->n_copies; i++) {
		EQUAL_STRING(r->lexicon.card[i], names[i]);
		EQUAL_INT(r->school_of[i], i >= 6);
		CU_ASSERT_PTR_EQUAL(
			sp_ruleset_card(r, i), &r->card[r->type[i]]);
	}
	EQUAL_INT_FATAL(r->n_schools, 2);
	EQUAL_STRING(r->school[0].name, "Red School");
	EQUAL_INT(r->school[0].first, 0);
	EQUAL_INT(r->school[0].n, 6);
	EQUAL_INT(r->school[1].first, 6);
	EQUAL_INT(r->school[1].n, 4);
	EQUAL_INT_FATAL(r->lexicon.n_schools, 2);
	EQUAL_STRING(r->lexicon.school[1], "blue-school");
	EQUAL_INT(r->hand_start, 5);
	EQUAL_INT(r->hand_max, 7);
	EQUAL_INT(r->draw_max, 2);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/cards", "members of a card")
{
	struct kit kit;
	struct sp_ruleset *r;
	const struct sp_card *c;

	kit_init(&kit);
	r = kit_load(&kit);
	c = &r->card[sp_card_ruleset_card_id(r, "fireball")];
	EQUAL_STRING(c->name, "Fireball");
	EQUAL_STRING(c->text, "Burns its target.");
	CU_ASSERT_FALSE(c->designed);
	EQUAL_INT(c->traits, 1U << sp_card_ruleset_trait(r, "fire"));
	EQUAL_INT(r->fire, c->traits);
	EQUAL_INT(sp_card_ruleset_trait(r, "water"), -1);
	CU_ASSERT_FALSE(c->is_item || c->is_energy || c->has_object);
	EQUAL_INT(c->n_plays, 1);
	c = &r->card[sp_card_ruleset_card_id(r, "energy-4")];
	CU_ASSERT_TRUE(c->is_energy);
	EQUAL_INT(c->energy, 4);
	EQUAL_INT(c->n_plays, 0);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

/* An item has an object, a play that carries it, and what its traits bring. */
TEST("card/cards", "items")
{
	struct kit kit;
	struct sp_ruleset *r;
	const struct sp_card *c;

	kit_init(&kit);
	r = kit_load(&kit);
	c = &r->card[sp_card_ruleset_card_id(r, "speedstone")];
	CU_ASSERT_TRUE(c->is_item && c->has_object && c->designed);
	CU_ASSERT_TRUE(c->object.mobile);
	CU_ASSERT_FALSE(c->object.on_edge);
	EQUAL_INT(c->energy, 2);
	CU_ASSERT_FALSE(c->is_energy);
	EQUAL_INT_FATAL(c->n_plays, 1);
	EQUAL_STRING(c->play[0].id, "carry");
	EQUAL_INT(c->play[0].type, SP_PLAY_ITEM);
	EQUAL_INT(c->play[0].from, SP_FROM_HAND);
	CU_ASSERT_FALSE(c->play[0].fuelled);
	EQUAL_INT_FATAL(c->n_whiles, 2);
	EQUAL_INT(c->whiles[0].stat, SP_STAT_BASE_SPEED);
	EQUAL_INT(c->whiles[1].stat, SP_STAT_DRAW_MAX);
	EQUAL_INT_FATAL(c->n_ons, 1);
	EQUAL_INT(c->ons[0].event, SP_ON_DAMAGED);
	EQUAL_INT(r->stat_mask, (uint64_t)1 << SP_STAT_BASE_SPEED |
					(uint64_t)1 << SP_STAT_DRAW_MAX);
	EQUAL_INT(r->event_mask, 1U << SP_ON_DAMAGED);
	sp_card_ruleset_free(r);
	kit_free(&kit);

	/* what its file says stands */
	kit_card(&kit,
		"\"item\": true,\n"
		"\"object\": {\"at\": \"square\", \"weak\": [\"water\"]},"
		"\"plays\": [{\"id\": \"own\", \"as\": \"item\","
		" \"range\": \"caster\"}]");
	r = kit_load(&kit);
	c = &r->card[kit_type(r)];
	CU_ASSERT_FALSE(c->object.mobile);
	EQUAL_INT(c->object.weak, 1U << SP_ELEMENT_WATER);
	EQUAL_INT(c->n_plays, 1);
	EQUAL_STRING(c->play[0].id, "own");
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/cards", "objects")
{
	struct kit kit;
	struct sp_ruleset *r;
	const struct sp_object *o;

	kit_card(&kit,
		"\"object\": {\"at\": \"edge\", \"edge\": \"wall\","
		" \"cracks\": 5, \"dirt\": true},"
		"\"plays\": [{\"as\": \"neutral\", \"range\": \"los\","
		" \"lasts\": \"permanent\", \"slots\": [{\"name\": \"line\","
		" \"asks\": \"border\", \"words\": \"at\"}],"
		" \"do\": [{\"op\": \"create\", \"at\": \"line\"}]}]");
	r = kit_load(&kit);
	CU_ASSERT_TRUE(r->card[kit_type(r)].has_object);
	o = &r->card[kit_type(r)].object;
	CU_ASSERT_TRUE(o->on_edge);
	EQUAL_INT(o->edge_kind, SP_EDGE_WALL);
	EQUAL_INT(o->cracks, 5);
	CU_ASSERT_TRUE(o->dirt);
	CU_ASSERT_FALSE(
		o->mobile || o->fills || o->opaque || o->strays || o->facedown);
	EQUAL_INT(o->weak, 0);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/cards", "ready cards")
{
	struct kit kit;
	struct sp_ruleset *r;

	kit_init(&kit);
	r = kit_load(&kit);
	for (int i = 0; i < r->n_cards; i++)
		CU_ASSERT_FALSE(r->card[i].ready);
	CU_ASSERT_FALSE(r->school[0].ready || r->school[1].ready);
	sp_card_ruleset_free(r);

	kit_put(&kit, "cards/ready.txt",
		"# what has its scenarios\nfireball\n\n  fire-darts # both\r\n"
		"speedstone");
	r = kit_load(&kit);
	for (int i = 0; i < r->n_cards; i++)
		EQUAL_INT(
			r->card[i].ready, !sp_streq(r->card[i].id, "energy-4"));
	CU_ASSERT_FALSE(r->school[0].ready);
	CU_ASSERT_TRUE(r->school[1].ready);
	sp_card_ruleset_free(r);

	kit_put(&kit, "cards/ready.txt", "fireball\nspeedstone\nfireball\n");
	kit_refuses(&kit, "cards/ready.txt:3: \"fireball\" stands there");
	kit_put(&kit, "cards/ready.txt", "fireball speedstone\n");
	kit_refuses(&kit, "cards/ready.txt:1: there is no card \"fireball sp");
	kit_put(&kit, "cards/ready.txt",
		"\nfireball and speedstone and all the others\n");
	kit_refuses(&kit, "cards/ready.txt:2: one id of a card");
	kit_free(&kit);
}

/* ---- by name ------------------------------------------------------------ */

static void named(const struct sp_ruleset *r, const char *name, const char *id)
{
	char which[80];
	int type = sp_card_ruleset_card_named(r, name, which, sizeof(which));

	EQUAL_INT(type, id == NULL ? -1 : sp_card_ruleset_card_id(r, id));
	EQUAL_STRING(which, "");
}

TEST("card/cards", "cards by name")
{
	struct kit kit;
	struct sp_ruleset *r;
	char which[80], few[12];

	kit_card(&kit, "\"energy\": 1");
	kit_edit(&kit, "cards/red-school.json", "\"X\"", "\"Fool's Fire!\"");
	r = kit_load(&kit);
	named(r, "Fireball", "fireball");
	named(r, "FIREBALL", "fireball");
	named(r, "ball", "fireball");
	named(r, "fire darts", "fire-darts");
	named(r, "fire-darts", "fire-darts");
	named(r, "fired", "fire-darts");
	named(r, "energy 4", "energy-4");
	named(r, "4", "energy-4");
	named(r, "fools fire", "x");
	named(r, "FOOL'S", "x");
	named(r, "water", NULL);
	named(r, "", NULL);
	named(r, "!?", NULL);
	EQUAL_INT(sp_card_ruleset_card_named(r, "fire", which, sizeof(which)),
		-2);
	EQUAL_STRING(which, "Fool's Fire!, Fireball, Fire Darts");
	EQUAL_INT(sp_card_ruleset_card_named(r, "fire", few, sizeof(few)), -2);
	EQUAL_STRING(few, "Fool's Fire");
	EQUAL_INT(sp_card_ruleset_card_named(r, "fire", NULL, 0), -2);
	/* the whole name goes before those of which it is a part */
	sp_format(r->card[kit_type(r)].name, sizeof(r->card[0].name), "Fire");
	named(r, "fire", "x");
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

/* ---- compiled code ------------------------------------------------------ */

static void compiles(const char *members, const char *expected)
{
	struct kit kit;
	struct sp_ruleset *r;
	struct sp_buf out;

	kit_card(&kit, members);
	r = kit_load(&kit);
	sp_buf_init(&out, 65536);
	sp_card_dump(r, &r->card[kit_type(r)], &out);
	if (!sp_streq(sp_buf_str(&out), expected))
		(void)fprintf(stderr, "got:\n%s\n", sp_buf_str(&out));
	EQUAL_STRING(sp_buf_str(&out), expected);
	sp_buf_free(&out);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

TEST("card/cards", "code: darts")
{
	compiles("\"plays\": [{\"as\": \"attack\", \"range\": \"los\","
		 " \"flags\": [\"singly\"], \"slots\": [{\"name\": \"dart\","
		 "  \"asks\": \"target\", \"of\": \"owc\", \"words\": \"at\","
		 "  \"repeat\": \"energy\", \"if\": \"not is(it, fire)\"}],"
		 " \"do\": [{\"op\": \"each\", \"in\": \"parts()\","
		 "  \"as\": \"d\", \"do\": [{\"op\": \"damage\", \"to\": \"d\","
		 "   \"amount\": 1, \"kind\": \"magical\","
		 "   \"element\": \"fire\", \"flags\": [\"no_evade\"]}]}]}]",
		"play attack los instant flags 16 fuelled\n"
		"$0 dart asks target words at range los of 7"
		" if [it :fire is() not] repeat [energy]\n"
		"0 each [{parts}] $1 next 2\n"
		"1 damage [$1] [1] :1 :1 :2\n");
}

/* Loops, branches, choices, names of their own. */
TEST("card/cards", "code: loops and branches")
{
	compiles(
		"\"plays\": [{\"as\": \"attack\", \"range\": \"los\","
		" \"slots\": [{\"name\": \"target\", \"asks\": \"wizard\","
		"  \"words\": \"at\"}], \"do\": ["
		"  {\"op\": \"let\", \"as\": \"going\", \"value\": true},"
		"  {\"op\": \"repeat\", \"times\": \"cards(target)\", \"do\": ["
		"   {\"op\": \"if\", \"if\": \"going\", \"then\": ["
		"    {\"op\": \"choose\", \"by\": \"target\", \"slot\":"
		"     {\"name\": \"gone\", \"asks\": \"mine\","
		"      \"subject\": \"target\", \"optional\": true,"
		"      \"default\": \"cheapest(target, 2)\"}},"
		"    {\"op\": \"if\", \"if\": \"gone == none\","
		"     \"then\": [{\"op\": \"let\", \"as\": \"going\","
		"      \"value\": false}],"
		"     \"else\": [{\"op\": \"discard\", \"what\": \"gone\"},"
		"      {\"op\": \"heal\", \"who\": \"me\", \"amount\": "
		"1}]}]}]},"
		"  {\"op\": \"stop\"}]}]",
		"play attack los instant\n"
		"$0 target asks wizard words at range los\n"
		"0 let [1] $1\n"
		"1 repeat [$0 cards()] next 8\n"
		"2 if [$1] next 8\n"
		"3 choose [$0] $2\n"
		"$2 gone asks mine range los subject [$0]"
		" default [$0 2 cheapest()] optional\n"
		"4 if [$2 none ==] next 8 else 6\n"
		"5 let [0] $1\n"
		"6 discard [$2]\n"
		"7 heal [me] [1]\n"
		"8 stop\n");
}

TEST("card/cards", "code: what lasts")
{
	compiles(
		"\"traits\": [\"magic-stone\"],"
		"\"plays\": [{\"id\": \"cast\", \"as\": \"attack\","
		" \"range\": \"los\", \"lasts\": \"temporary\", \"slots\": ["
		"  {\"name\": \"target\", \"asks\": \"target\", \"of\": \"wc\","
		"   \"words\": \"at\"}]},"
		" {\"id\": \"counter\", \"as\": \"counter\","
		"  \"points\": [\"attack\", \"physical\"], \"class\": "
		"\"evade\","
		"  \"range\": \"steps\", \"within\": 4,"
		"  \"if\": \"affects(it, me) and attacks(it)\","
		"  \"slots\": [{\"name\": \"place\", \"asks\": \"square\","
		"   \"if\": \"it != square(me)\"}],"
		"  \"do\": [{\"op\": \"jump\", \"who\": \"me\","
		"   \"to\": \"place\"}, {\"op\": \"if\","
		"   \"if\": \"not reaches(it, me)\", \"then\": ["
		"   {\"op\": \"evade\", \"what\": \"it\", \"who\": "
		"\"me\"}]}]}],"
		"\"while\": [{\"who\": \"target\", \"stat\": \"stuck\","
		"  \"set\": 1, \"if\": \"my_turn or energy > 2\"},"
		" {\"who\": \"all\", \"stat\": \"punch\", \"most\": 0}],"
		"\"on\": [{\"event\": \"drew\", \"if\": \"who == target\","
		"  \"do\": [{\"op\": \"damage\", \"to\": \"who\","
		"   \"amount\": \"amount\", \"kind\": \"physical\"}]}]",
		"play attack los temporary aim $0 fuelled\n"
		"$0 target asks target words at range los of 6\n"
		"play counter steps instant points 3 class 2"
		" if [it me affects() and>6 it attacks()] within [4]\n"
		"$0 place asks square range steps if [it me square() !=]\n"
		"0 jump [me] [$0]\n"
		"1 if [it me reaches() not] next 3\n"
		"2 evade [it] [me]\n"
		"while 1 stuck 0 [1] if [my_turn or>5 energy 2 >]\n"
		"while 2 punch 3 [0]\n"
		"while 0 draw_max 1 [1]\n"
		"on drew if [who target ==]\n"
		"0 damage [who] [amount] :0 :0 :0\n"
		"on damaged if [who me == and>7 damage :fire_damage is()]\n"
		"0 destroy [this]\n");
}

/* Names end with the list of operations that made them. */
TEST("card/cards", "code: names")
{
	compiles("\"plays\": [{\"as\": \"neutral\", \"range\": \"anywhere\","
		 " \"do\": ["
		 "  {\"op\": \"each\", \"in\": \"all_spells(magic-stone)\","
		 "   \"as\": \"one\", \"do\": [{\"op\": \"end_spell\","
		 "    \"what\": \"one\"}]},"
		 "  {\"op\": \"each\", \"in\": \"carried(me)\","
		 "   \"as\": \"one\", \"do\": [{\"op\": \"drop\","
		 "    \"what\": \"one\"}]},"
		 "  {\"op\": \"let\", \"as\": \"n\", \"value\":"
		 "   \"count(all_things())\"},"
		 "  {\"op\": \"let\", \"as\": \"n\", \"value\": \"n + 1\"}]}]",
		"play neutral anywhere instant\n"
		"0 each [:magic-stone {all_spells}] $0 next 2\n"
		"1 end_spell [$0]\n"
		"2 each [me :- {carried}] $1 next 4\n"
		"3 drop [$1]\n"
		"4 let [:- {all_things} count()] $2\n"
		"5 let [$2 1 +] $2\n");
}

/* ---- what pays ---------------------------------------------------------- */

static bool fuelled(const char *members)
{
	struct kit kit;
	struct sp_ruleset *r;
	bool found;

	kit_card(&kit, members);
	r = kit_load(&kit);
	found = r->card[kit_type(r)].play[0].fuelled;
	sp_card_ruleset_free(r);
	kit_free(&kit);
	return found;
}

#define HEAL(amount)                                                           \
	"\"do\": [{\"op\": \"heal\", \"who\": \"me\", \"amount\": \"" amount   \
	"\"}]"

TEST("card/cards", "what pays")
{
	CU_ASSERT_FALSE(fuelled("\"plays\": [{\"as\": \"neutral\","
				"\"range\": \"caster\"," HEAL("2") "}]"));
	CU_ASSERT_TRUE(fuelled("\"plays\": [{\"as\": \"neutral\","
			       "\"range\": \"caster\"," HEAL("energy") "}]"));
	CU_ASSERT_FALSE(fuelled(
		"\"plays\": [{\"as\": \"neutral\","
		"\"range\": \"caster\", \"fuel\": false," HEAL("energy") "}]"));
	CU_ASSERT_TRUE(fuelled(
		"\"plays\": [{\"as\": \"neutral\","
		"\"range\": \"caster\", \"fuel\": true," HEAL("1") "}]"));
	CU_ASSERT_TRUE(fuelled("\"plays\": [{\"as\": \"neutral\","
			       "\"range\": \"caster\","
			       "\"lasts\": \"temporary\"}]"));
	CU_ASSERT_FALSE(fuelled("\"plays\": [{\"as\": \"neutral\","
				"\"range\": \"caster\", \"tokens\": 3,"
				"\"lasts\": \"temporary\"}]"));
	CU_ASSERT_FALSE(fuelled("\"plays\": [{\"as\": \"neutral\","
				"\"range\": \"caster\","
				"\"lasts\": \"permanent\"}]"));
	CU_ASSERT_TRUE(fuelled("\"plays\": [{\"as\": \"neutral\","
			       "\"range\": \"caster\", \"life\": \"energy\","
			       "\"lasts\": \"permanent\"}]"));
	/* what it does in play counts too, for what brings it there */
	CU_ASSERT_TRUE(fuelled(
		"\"plays\": [{\"as\": \"neutral\","
		"\"range\": \"caster\","
		"\"lasts\": \"permanent\"}],"
		"\"on\": [{\"event\": \"turn.end\"," HEAL("energy") "}]"));
	/* a modifier is paid for by what it is a part of */
	CU_ASSERT_FALSE(fuelled("\"plays\": [{\"as\": \"neutral\","
				"\"when\": \"modifier\","
				"\"modifies\": \"energy\","
				"\"range\": \"steps\","
				"\"within\": \"energy\"}]"));
	/* what lies in play was paid for when it came there */
	CU_ASSERT_FALSE(
		fuelled("\"plays\": [{\"id\": \"a\", \"as\": \"use\","
			"\"from\": \"maintained\","
			"\"range\": \"caster\"," HEAL(
				"energy") "},"
					  "{\"id\": \"b\", \"as\": \"neutral\","
					  "\"range\": \"caster\","
					  "\"lasts\": \"temporary\"}]"));
}
