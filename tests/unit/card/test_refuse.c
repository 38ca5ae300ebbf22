/* What the loader refuses in cards, and what it says then. */
#include "card_tests.h"
#include "kit.h"

TEST("card/refuse", "members of a card")
{
	static const struct kit_bad table[] = {
		{ "\"enrgy\": 3",
			"cards/red-school.json:4: card x: \"enrgy\": \"enrgy\" "
			"is not a key here; did you mean \"energy\"?" },
		{ "\"energy\": \"3\"", "\"energy\": expected a whole" },
		{ "\"energy\": 100", "\"energy\": 100 is not from 0 to 99" },
		{ "\"flash\": true, \"item\": true",
			"card x: \"flash\" is a kind of \"energy\"" },
		{ "\"energy\": 1, \"flash\": 1", "\"flash\": expected" },
		{ "\"energy_die\": 1",
			"card x: \"energy_die\": a die has 2 faces or more" },
		{ "\"energy_die\": 21",
			"\"energy_die\": 21 is not from 0 to 20" },
		{ "\"energy\": 1, \"traits\": [\"fyre\"]",
			"card x: \"traits\": number 1: \"fyre\" is not a trait "
			"of traits.json; did you mean \"fire\"?" },
		{ "\"energy\": 1, \"traits\": [\"fire\", \"fire\"]",
			"\"fire\" stands there twice" },
		{ "\"energy\": 1, \"traits\": [3]", "number 1: expected" },
		{ "\"energy\": 1, \"traits\": \"fire\"",
			"\"traits\": expected a list" },
		{ "\"item\": 1", "\"item\": expected true or false" },
		{ "\"energy\": 0", "the card has neither \"plays\" nor" },
		{ "\"plays\": []", "the card has neither \"plays\" nor" },
		{ "\"plays\": {}", "\"plays\": expected a list" },
		{ "\"plays\": [3]", "card x: \"plays\": number 1: expected "
				    "an object" },
		{ "\"while\": [{\"who\": \"me\", \"stat\": \"punch\","
		  " \"set\": 2}]",
			"nothing brings this card into play" },
	};

	KIT_REFUSE(table);
}

static void edited(const char *old, const char *new, const char *part)
{
	struct kit kit;

	kit_card(&kit, "\"energy\": 1");
	kit_edit(&kit, "cards/red-school.json", old, new);
	kit_refuses(&kit, part);
	kit_free(&kit);
}

TEST("card/refuse", "files of schools")
{
	edited("\"id\": \"x\"", "\"id\": \"X\"",
		"cards/red-school.json:2: card X: \"id\": \"X\" must be small");
	edited("\"id\": \"x\"", "\"id\": 7",
		"cards/red-school.json:2: card 1: \"id\": expected a "
		"text");
	edited("\"id\": \"x\", ", "",
		"cards/red-school.json:2: card 1: \"id\" is missing");
	edited("\"id\": \"x\"", "\"id\": \"fireball\"",
		"card fireball: another card has this id already; for copies");
	edited("\"X\"", "\"Fireball\"", "card x has this name already");
	edited("\"X\"", "\"A name that is much longer than thirty-nine bytes\"",
		"card x: \"name\": a name has at most 39 bytes");
	edited("\"copies\": 1", "\"copies\": 0", "0 is not from 1 to 99");
	edited(", \"copies\": 1", "", "card x: \"copies\" is missing");
	edited("\"designed\"", "\"mine\"",
		"\"mine\" is not a source; these "
		"are: official, designed");
	edited("\"A test.\"", "\"\"", "\"text\": the card needs a text");
	edited(", \"text\": \"A test.\"", "", "\"text\" is missing");
	edited("{\"use\": \"speedstone\", \"copies\": 1}",
		"{\"use\": \"speedstone\", \"copies\": 1, \"energy\": 2}",
		"card speedstone: \"energy\": \"energy\" is not a key here");
	edited("{\"use\": \"speedstone\", \"copies\": 1}",
		"{\"use\": \"fireball\", \"copies\": 1}",
		"card fireball: this school has that card already");
	edited("{\"use\": \"speedstone\", \"copies\": 1}", "{\"use\": 3}",
		"card 3: \"use\": expected a text");
	edited("{\"use\": \"speedstone\", \"copies\": 1}", "7",
		"\"cards\": number 3: expected a card");
	edited("\"school\": \"red-school\"", "\"school\": \"red\"",
		"the file of this school must be cards/red.json");
	edited("\"name\": \"Red School\", ", "", "\"name\" is missing");
	edited("\"cards\": [", "\"kards\": [",
		"\"kards\" is not a key here; "
		"did you mean \"cards\"?");
	edited("\"Four.\"}", "\"Four.\"",
		"cards/red-school.json:16: column 1: not JSON");
	edited("\"Four.\"", "\"Four.\", \"energy\": 4", "not JSON: duplicate");
}

TEST("card/refuse", "too many cards")
{
	struct kit kit;
	struct sp_buf text;

	kit_card(&kit, "\"energy\": 1");
	sp_buf_init(&text, 1 << 20);
	sp_buf_adds(&text, "\"cards\": [");
	for (int i = 0; i < 13; i++)
		sp_buf_addf(&text,
			"{\"id\": \"c%d\", \"name\": \"C%d\", \"copies\": 99,"
			" \"source\": \"official\", \"text\": \"t\","
			" \"energy\": 1},\n",
			i, i);
	kit_edit(&kit, "cards/red-school.json", "\"cards\": [",
		sp_buf_str(&text));
	kit_refuses(&kit, "card c12: the schools hold more than 1200 cards");
	kit_free(&kit);

	kit_card(&kit, "\"energy\": 1");
	sp_buf_clear(&text);
	sp_buf_adds(&text, "\"cards\": [");
	for (int i = 0; i < 700; i++)
		sp_buf_addf(&text,
			"{\"id\": \"c%d\", \"name\": \"C%d\", \"copies\": 1,"
			" \"source\": \"official\", \"text\": \"t\","
			" \"energy\": 1},\n",
			i, i);
	kit_edit(&kit, "cards/red-school.json", "\"cards\": [",
		sp_buf_str(&text));
	kit_refuses(&kit, "there are more than 700 cards");
	sp_buf_free(&text);
	kit_free(&kit);
}

TEST("card/refuse", "traits")
{
	static const struct {
		const char *old, *new, *part;
	} table[] = {
		{ "\"id\": \"fire\"", "\"id\": \"Fire\"",
			"traits.json:2: trait 1 (Fire): \"id\": \"Fire\" "
			"must" },
		{ "\"id\": \"fire\"", "\"id\": \"wizard\"",
			"\"wizard\" means something in is() already" },
		{ "\"id\": \"fire\"", "\"id\": \"magic-stone\"",
			"trait 2 (magic-stone): this trait stands there" },
		{ "\"text\": \"Burns.\"", "\"txt\": \"Burns.\"",
			"\"txt\" is not a key here; did you mean \"text\"?" },
		{ "\"traits\":", "\"trait\":", "\"trait\" is not a key here" },
		{ "damaged", "damage",
			"\"damage\" is not an event; did you "
			"mean \"damaged\"?" },
		{ "destroy", "destry",
			"operation 1 (destry): \"op\": \"destry\"" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++) {
		struct kit kit;

		kit_init(&kit);
		kit_edit(&kit, "traits.json", table[i].old, table[i].new);
		kit_refuses(&kit, table[i].part);
		kit_free(&kit);
	}
}

TEST("card/refuse", "too many traits")
{
	struct kit kit;
	struct sp_buf text;

	kit_init(&kit);
	sp_buf_init(&text, 4096);
	sp_buf_adds(&text, "\"traits\": [");
	for (int i = 0; i < SP_TRAITS_MAX; i++)
		sp_buf_addf(&text, "{\"id\": \"t%d\", \"text\": \"T\"},\n", i);
	kit_edit(&kit, "traits.json", "\"traits\": [", sp_buf_str(&text));
	kit_refuses(&kit, "there are more than 64 traits");
	sp_buf_free(&text);
	kit_free(&kit);
}

#define ORIGIN(slot)                                                           \
	"\"as\": \"neutral\", \"range\": \"los\","                             \
	" \"when\": \"modifier\", \"modifies\": \"origin\","                   \
	" \"slots\": [{\"name\": \"spot\", \"words\": \"from\", " slot "}]"

TEST("card/refuse", "plays")
{
	static const struct kit_bad table[] = {
		{ KIT_PLAY("\"range\": \"los\""), "play 1: \"as\" is missing" },
		{ KIT_PLAY("\"as\": \"atack\", \"range\": \"los\""),
			"\"atack\" is not a type of play; did you mean "
			"\"attack\"?" },
		{ KIT_PLAY("\"as\": \"attack\""),
			"play 1: \"range\" is missing" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"far\""),
			"\"far\" is not a range; these are: caster, adjacent" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"flags\": [\"single\"]"),
			"play 1: \"flags\": number 1: \"single\" is not a flag "
			"of a play; did you mean \"singly\"?" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"points\": [\"attack\"]"),
			"\"points\": this belongs to answers" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"class\": \"evade\""),
			"\"class\": this belongs to answers" },
		{ KIT_PLAY("\"as\": \"counter\", \"range\": \"los\""),
			"play 1: \"points\" is missing" },
		{ KIT_PLAY("\"as\": \"counter\", \"range\": \"los\","
			   " \"when\": \"action\""),
			"a counter is an answer" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"modifies\": \"energy\""),
			"this belongs to modifiers" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"when\": \"modifier\""),
			"\"modifies\" is missing" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"when\": \"modifier\", \"modifies\": \"corner\""),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"when\": \"modifier\", \"modifies\": \"corner\","
			   " \"slots\": [{\"name\": \"spot\","
			   " \"words\": \"at\", \"asks\": \"wizard\"}]"),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY(ORIGIN("\"asks\": \"border\"")),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY(ORIGIN("\"asks\": \"square\", \"optional\": true")),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY(
			  ORIGIN("\"asks\": \"empty\", \"when\": \"my_turn\"")),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY(ORIGIN("\"asks\": \"square\", \"repeat\": 2")),
			"\"modifies\": expected a first slot that asks for" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"steps\""),
			"\"within\" is missing" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"within\": 3"),
			"this belongs to the ranges \"steps\" and \"walk\"" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"tokens\": 3"),
			"this belongs to plays that last \"temporary\"" },
		{ KIT_PLAY(
			  "\"as\": \"attack\", \"range\": \"los\", \"life\": 3"),
			"this belongs to plays that last" },
		{ KIT_PLAY("\"as\": \"counter\", \"range\": \"los\","
			   " \"points\": [\"attack\"], \"from\": \"carried\""),
			"a counter or an item comes from the hand" },
		{ KIT_PLAY("\"as\": \"item\", \"range\": \"caster\","
			   " \"from\": \"board\""),
			"a counter or an item comes from the hand" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\","
			   " \"from\": \"maintained\","
			   " \"flags\": [\"from_this\"]"),
			"\"from_this\" is for a play from the \"board\"" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\""),
			"what is used lies in play" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\","
			   " \"from\": \"board\", \"lasts\": \"permanent\""),
			"only what is played from the hand can last" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"costs\": [\"discard\"]"),
			"\"discard\" is a cost of carried items" },
		{ KIT_PLAY("\"as\": \"physical\", \"range\": \"los\","
			   " \"costs\": [\"attack\"]"),
			"\"attack\" is a cost of a \"use\"" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\","
			   " \"from\": \"carried\""),
			"play 1 is from \"carried\", but the card has no" },
		{ KIT_PLAY("\"as\": \"item\", \"range\": \"caster\""),
			"play 1 is of an item, but the card has no \"item\"" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\","
			   " \"from\": \"maintained\""),
			"from \"maintained\", but no other play of the card" },
		{ KIT_PLAY("\"as\": \"use\", \"range\": \"los\","
			   " \"from\": \"board\""),
			"from \"board\", but the card has no \"object\"" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"fuel\": 1"),
			"\"fuel\": expected true or false" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\"},"
			   "{\"as\": \"neutral\", \"range\": \"los\""),
			"play 2: two plays of a card need an \"id\" each" },
		{ KIT_PLAY("\"id\": \"Cast\", \"as\": \"neutral\","
			   " \"range\": \"los\""),
			"play 1 (Cast): \"id\": \"Cast\" must be small" },
		{ KIT_PLAY(
			  "\"as\": \"neutral\", \"range\": \"los\"") ", "
								     "\"while\": "
								     "[{\"who\": "
								     "\"me\", "
								     "\"stat\": "
								     "\"punch\","
								     " \"set\": "
								     "2}]",
			"\"while\", \"on\" and \"compels\" work in play, but no" },
	};

	KIT_REFUSE(table);
}

TEST("card/refuse", "too many plays")
{
	struct kit kit;
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_buf_adds(&text, "\"plays\": [");
	for (int i = 0; i < SP_PLAYS_MAX + 1; i++)
		sp_buf_addf(&text,
			"%s{\"id\": \"p%d\", \"as\": \"neutral\","
			" \"range\": \"caster\"}",
			i > 0 ? "," : "", i);
	sp_buf_adds(&text, "]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "play 7 (p6): a card has at most 6 plays");
	kit_free(&kit);
	sp_buf_adds(&text, ", \"item\": true");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "play 6 (p5): a card has at most 5 plays");
	kit_free(&kit);
	sp_buf_free(&text);
}

#define SLOTS(members)                                                          \
	KIT_PLAY(                                                               \
		"\"as\": \"attack\", \"range\": \"los\", \"slots\": [{" members \
		"}]")

TEST("card/refuse", "slots")
{
	static const struct kit_bad table[] = {
		{ SLOTS("\"asks\": \"wizard\""),
			"slot 1: \"name\" is missing" },
		{ SLOTS("\"name\": \"a\""), "slot 1 (a): \"asks\" is missing" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"card\""),
			"slot 1 (a): \"among\" is missing" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"card\","
			" \"among\": \"actors()\""),
			"the elements of this must be a card" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"card\","
			" \"among\": \"cards_in(deck)\""),
			"nobody knows which card lies where in a deck" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"hand\","
			" \"among\": \"cards_in(discard)\""),
			"this belongs to slots that ask \"card\"" },
		{ SLOTS("\"name\": \"a-b\", \"asks\": \"wizard\""),
			"a name is small letters, digits and underscores" },
		{ SLOTS("\"name\": \"me\", \"asks\": \"wizard\""),
			"\"me\" means something already" },
		{ SLOTS("\"name\": \"cards\", \"asks\": \"wizard\""),
			"\"cards\" means something already" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizzard\""),
			"\"wizzard\" is not what a slot asks; did you mean" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"target\""),
			"slot 1 (a): \"of\" is missing" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"target\", \"of\": \"\""),
			"this names nothing that may be a target" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"of\": \"w\""),
			"this belongs to slots that ask \"target\"" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\", \"min\": 1"),
			"this belongs to slots that ask \"number\"" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"number\", \"min\": 1"),
			"\"max\" is missing" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"distinct\": true"),
			"this belongs to slots with \"repeat\"" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"subject\": \"me\""),
			"this belongs to slots that ask \"carried\"" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"within\": 3"),
			"this belongs to the ranges" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"words\": \"give up\""),
			"\"give up\" must be one word of small letters" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\"},"
			"{\"name\": \"b\", \"asks\": \"wizard\""),
			"slot 2 (b): only the first slot may do without" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"words\": \"at\"},"
			"{\"name\": \"b\", \"asks\": \"wizard\","
			" \"words\": \"at\""),
			"slot \"a\" has the keyword \"at\" already" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"words\": \"at\"},"
			"{\"name\": \"a\", \"asks\": \"wizard\","
			" \"words\": \"on\""),
			"there is a \"a\" already" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"repeat\": 2},"
			"{\"name\": \"b\", \"asks\": \"wizard\","
			" \"words\": \"on\", \"repeat\": 2"),
			"one slot of a play may repeat; \"a\" does" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"wizard\","
			" \"words\": \"with\", \"repeat\": \"energy\""),
			"keyword \"with\", which says here what pays" },
		/* `it` is the candidate, of the slot's type, only in "if" */
		{ SLOTS("\"name\": \"a\", \"asks\": \"square\","
			" \"if\": \"life(it) > 2\""),
			"argument 1 of life() must be" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"square\","
			" \"when\": \"it != none\""),
			"\"it\" means nothing in a play of one's own turn" },
		/* a slot knows those before it */
		{ SLOTS("\"name\": \"a\", \"asks\": \"square\","
			" \"if\": \"it == b\"},"
			"{\"name\": \"b\", \"asks\": \"square\","
			" \"words\": \"to\""),
			"slot 1 (a): \"if\": column 7 of \"it == b\": no such "
			"name \"b\"; here may stand: me, it," },
		{ SLOTS("\"name\": \"a\", \"asks\": \"hand\","
			" \"subject\": \"here\""),
			"must be a wizard, but this is a square" },
		{ SLOTS("\"name\": \"a\", \"asks\": \"square\","
			" \"default\": 3"),
			"must be a square, but this is a number" },
	};

	KIT_REFUSE(table);
}

TEST("card/refuse", "too many slots")
{
	struct kit kit;
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_buf_adds(&text, "\"plays\": [{\"as\": \"neutral\","
			   " \"range\": \"los\", \"slots\": [");
	for (int i = 0; i < SP_SLOTS_OF_PLAY + 1; i++)
		sp_buf_addf(&text,
			"%s{\"name\": \"s%d\", \"asks\": \"square\","
			" \"words\": \"w%d\"}",
			i > 0 ? "," : "", i, i);
	sp_buf_adds(&text, "]}]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "slot 9 (s8): a play has at most 8 slots");
	sp_buf_free(&text);
	kit_free(&kit);
}

/* The fixed pools hold fewer answers of a counter. */
TEST("card/refuse", "slots of answers")
{
	struct kit kit;
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_buf_adds(&text, "\"plays\": [{\"as\": \"counter\","
			   " \"points\": [\"attack\"],"
			   " \"range\": \"los\", \"slots\": [");
	for (int i = 0; i < SP_COUNTER_ANSWERS - 1; i++)
		sp_buf_addf(&text,
			"%s{\"name\": \"s%d\", \"asks\": \"square\","
			" \"words\": \"w%d\"}",
			i > 0 ? "," : "", i, i);
	sp_buf_adds(&text, "]}]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "slot 7 (s6): an answer has at most 6 slots");
	sp_buf_free(&text);
	kit_free(&kit);
	kit_card(&kit, "\"plays\": [{\"as\": \"counter\","
		       " \"points\": [\"attack\"], \"range\": \"los\","
		       " \"slots\": [{\"name\": \"a\", \"repeat\": 2,"
		       " \"asks\": \"square\"}]}]");
	kit_refuses(&kit, "\"repeat\": a slot of an answer is asked once");
	kit_free(&kit);
}

TEST("card/refuse", "what works in play")
{
	static const struct kit_bad table[] = {
		{ KIT_LASTS ", \"while\": [{\"stat\": \"punch\", \"set\": 1}]",
			"while 1 (punch): \"who\" is missing" },
		{ KIT_LASTS ", \"while\": [{\"who\": \"me\", \"set\": 1}]",
			"while 1: \"stat\" is missing" },
		{ KIT_LASTS
			", \"while\": [{\"who\": \"me\", \"stat\": \"punch\"}]",
			"give one of \"set\", \"add\", \"mul\", \"most\"" },
		{ KIT_LASTS
			", \"while\": [{\"who\": \"me\", \"stat\": \"punch\","
			" \"set\": 1, \"add\": 1}]",
			"give one of \"set\"" },
		{ KIT_LASTS ", \"while\": [{\"who\": \"target\","
			    " \"stat\": \"punch\", \"set\": 1}]",
			"no play of this card that lasts has a target" },
		{ KIT_LASTS
			", \"while\": [{\"who\": \"me\", \"stat\": \"punch\","
			" \"set\": \"me\"}]",
			"this must be a number, but this is a wizard" },
		{ KIT_LASTS ", \"while\": {}", "\"while\": expected a list" },
		{ KIT_LASTS ", \"on\": [{\"do\": []}]",
			"on 1: \"event\" is missing" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\"}]",
			"on 1 (drew): \"do\" is missing" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\", \"in\": \"hand\","
			    " \"do\": []}]",
			"\"in\": what happens there would betray a card" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\", \"in\": \"deck\","
			    " \"do\": []}]",
			"\"in\": what happens there would betray a card" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\", \"in\": \"play\","
			    " \"do\": []}]",
			"\"play\" is not a zone" },
		{ KIT_LASTS
			", \"on\": [{\"event\": \"drawn\", \"in\": \"discard\","
			" \"do\": []}]",
			"\"in\": a card there is never told of this event" },
		{ KIT_LASTS
			", \"on\": [{\"event\": \"ended\", \"in\": \"discard\","
			" \"do\": []}]",
			"\"in\": a card there is never told of this event" },
		/* in a zone it is no spell and has made nothing */
		{ KIT_LASTS
			", \"on\": [{\"event\": \"drew\","
			" \"in\": \"discard\", \"do\": [{\"op\": \"end_spell\","
			" \"what\": \"this\"}]}]",
			"column 1 of \"this\": this must be a thing" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"enter\", \"do\": []}]",
			"this needs an \"object\" that lies on a square" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\"},"
			    " \"on\": [{\"event\": \"cross\", \"do\": []}]",
			"this needs an \"object\" that lies on an edge" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"ended\","
			    " \"if\": \"who == me\", \"do\": []}]",
			"\"who\" means nothing at this event" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\","
			    " \"if\": \"is(damage, fire)\", \"do\": []}]",
			"\"damage\" means nothing at this event" },
		{ KIT_LASTS ", \"on\": [{\"event\": \"drew\","
			    " \"if\": \"who == target\", \"do\": []}]",
			"\"target\" means nothing at this event" },
	};

	KIT_REFUSE(table);
}

TEST("card/refuse", "too much that works in play")
{
	struct kit kit;
	struct sp_buf text;

	for (int n = 12; n <= 13; n++) {
		sp_buf_init(&text, 8192);
		sp_buf_adds(&text, KIT_LASTS ", \"traits\": [\"magic-stone\"],"
					     " \"while\": [");
		for (int i = 0; i < n; i++)
			sp_buf_addf(&text,
				"%s{\"who\": \"me\", \"stat\": \"punch\","
				" \"add\": 1}",
				i > 0 ? "," : "");
		sp_buf_adds(&text, "]");
		kit_card(&kit, sp_buf_str(&text));
		kit_refuses(&kit, n == 12 ? "with those of its traits this has "
					    "more than 12"
					  : "at most 12 of \"while\"");
		sp_buf_free(&text);
		kit_free(&kit);
	}
}
