/* What the loader refuses in programs: operations, and those that could do
 * nothing. */
#include "card_tests.h"
#include "kit.h"

#define DO(operations)                                                          \
	KIT_PLAY(                                                               \
		"\"as\": \"neutral\", \"range\": \"los\", \"do\": [" operations \
		"]")

TEST("card/refuse", "operations")
{
	static const struct kit_bad table[] = {
		{ DO("3"), "\"do\": number 1: expected an operation" },
		{ DO("{}"), "operation 1: \"op\" is missing" },
		{ DO("{\"op\": \"link\", \"square\": \"here\","
		     " \"with\": \"here\"}"),
			"\"cost\" is missing" },
		{ DO("{\"op\": \"link\", \"square\": \"me\","
		     " \"with\": \"here\", \"cost\": 2}"),
			"operation 1 (link): \"square\"" },
		{ DO("{\"op\": \"link\", \"square\": \"here\","
		     " \"with\": \"here\", \"cost\": 2, \"sight\": 3}"),
			"operation 1 (link): \"sight\"" },
		{ DO("{\"op\": \"unlink\", \"link\": \"here\"}"),
			"operation 1 (unlink)" },
		{ DO("{\"op\": \"heel\"}"),
			"operation 1 (heel): \"op\": \"heel\" is not an "
			"operation; did you mean \"heal\"?" },
		{ DO("{\"op\": \"heal\", \"who\": \"me\"}"),
			"operation 1 (heal): \"amount\" is missing" },
		{ DO("{\"op\": \"heal\", \"who\": \"me\", \"amont\": 1}"),
			"\"amont\" is not a key here; did you mean "
			"\"amount\"?" },
		{ DO("{\"op\": \"heal\", \"who\": \"here\", \"amount\": 1}"),
			"\"who\": column 1 of \"here\": this must be a wizard, "
			"but this is a square" },
		{ DO("{\"op\": \"heal\", \"who\": \"me\", \"amount\": [1]}"),
			"expected a number up to 9999, true or false" },
		{ DO("{\"op\": \"heal\", \"who\": \"me\", \"amount\": 12345}"),
			"expected a number up to 9999" },
		{ DO("{\"op\": \"damage\", \"to\": \"me\", \"amount\": 1,"
		     " \"kind\": \"magic\"}"),
			"\"magic\" is not a kind of damage; did you mean "
			"\"magical\"?" },
		{ DO("{\"op\": \"damage\", \"to\": \"me\", \"amount\": 1,"
		     " \"kind\": \"magical\", \"flags\": [\"noevade\"]}"),
			"\"noevade\" is not a flag of damage; did you mean" },
		{ DO("{\"op\": \"each\", \"in\": \"me\", \"as\": \"a\","
		     " \"do\": []}"),
			"no such set \"me\"" },
		{ DO("{\"op\": \"each\", \"in\": 3, \"as\": \"a\","
		     " \"do\": []}"),
			"expected a set in quotes" },
		{ DO("{\"op\": \"each\", \"in\": \"actors()\", \"as\": \"a\","
		     " \"do\": 3}"),
			"\"do\": expected a list" },
		{ DO("{\"op\": \"each\", \"in\": \"actors()\", \"as\": \"a\","
		     " \"do\": []}, {\"op\": \"stun\", \"who\": \"a\","
		     " \"turns\": 1}"),
			"operation 2 (stun): \"who\": column 1 of \"a\": no "
			"such name \"a\"" },
		{ DO("{\"op\": \"let\", \"as\": \"a\", \"value\": 1},"
		     "{\"op\": \"let\", \"as\": \"a\", \"value\": true}"),
			"\"a\" held another kind of value before" },
		{ DO("{\"op\": \"roll\", \"die\": 4, \"as\": \"energy\"}"),
			"\"energy\" means something already" },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\","
			   " \"lasts\": \"permanent\","
			   " \"do\": [{\"op\": \"create\", \"at\": \"here\"}]"),
			"the card has no \"object\" to create" },
		{ DO("{\"op\": \"create\", \"at\": \"here\"}"),
			"\"create\" would do nothing here: it makes what a "
			"spell maintains" },
		{ DO("{\"op\": \"discard\", \"what\": \"this\"}"),
			"\"this\" means nothing in a play of one's own turn" },
		{ DO("{\"op\": \"choose\", \"slot\": {\"name\": \"a\","
		     " \"asks\": \"nothing\"}}"),
			"operation 1 (choose): \"slot\": \"asks\": "
			"\"nothing\"" },
		{ DO("{\"op\": \"choose\", \"slot\": {\"name\": \"a\","
		     " \"asks\": \"wizard\", \"repeat\": 2}}"),
			"\"slot\": \"repeat\": a choice is one answer" },
		{ DO("{\"op\": \"each\", \"in\": \"parts()\", \"as\": \"a\","
		     " \"do\": []}"),
			"these are the answers to a slot with \"repeat\"" },
		{ DO("{\"op\": \"stun\", \"who\": \"who\", \"turns\": 1}"),
			"\"who\" means nothing in a play of one's own turn" },
	};

	KIT_REFUSE(table);
}

#define ANSWER(point, members)                                                   \
	KIT_PLAY(                                                                \
		"\"as\": \"counter\", \"range\": \"los\", \"points\": [\"" point \
		"\"]," members)
#define ON(event, operation)                                                   \
	"\"plays\": [{\"as\": \"neutral\", \"range\": \"los\","                \
	" \"lasts\": \"permanent\"}], \"on\": [{\"event\": \"" event           \
	"\", \"do\": [" operation "]}]"
#define HURT(to, amount, more)                                                 \
	"{\"op\": \"damage\", \"to\": " to ", \"amount\": " amount             \
	", \"kind\": \"magical\"" more "}"
#define LINK(with, cost)                                                       \
	"{\"op\": \"link\", \"square\": \"here\", \"with\": " with             \
	", \"cost\": " cost "}"
#define REDIRECT "{\"op\": \"redirect\", \"what\": \"it\", \"who\": \"me\"}"

TEST("card/refuse", "operations that could do nothing")
{
	static const struct kit_bad table[] = {
		{ ANSWER("attack", "\"do\": [" REDIRECT "]"),
			"operation 1 (redirect): \"redirect\" would do nothing "
			"here: it leads it to this card, which must be a spell "
			"that stays in play (\"lasts\")" },
		{ DO(HURT("\"me\"", "0", "")),
			"\"amount\": 0 must be from 1 to 1000" },
		{ DO(HURT("\"me\"", "1001", "")),
			"\"amount\": 1001 must be from 1 to 1000" },
		{ DO(HURT("\"me\"", "\"-1\"", "")),
			"\"amount\": -1 must be from 1 to 1000" },
		{ DO(HURT("\"me\"", "1", ", \"over\": 0")),
			"\"over\": 0 must be from 1 to 12" },
		{ DO(HURT("\"me\"", "1", ", \"over\": 13")),
			"\"over\": 13 must be from 1 to 12" },
		{ DO(HURT("\"here\"", "1", "")),
			"operation 1 (damage): \"to\": column 1 of \"here\": "
			"this must be " },
		{ KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\", "
			   "\"slots\": [{\"name\": \"line\", \"asks\": "
			   "\"wall\"}], \"do\": [" HURT("\"line\"", "1",
				   ", \"flags\": [\"summed\"]") "]"),
			"\"flags\": \"summed\" is for who is hurt" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\", \"do\": "
			   "[" HURT("\"me\"", "1",
				   ", \"flags\": [\"summed\"]") "]"),
			"\"flags\": \"summed\" cannot stand in an attack" },
		{ DO(HURT("\"me\"", "1", ", \"flags\": [\"alike\"]")),
			"\"flags\": \"alike\" needs damage at hand" },
		{ DO("{\"op\": \"heal\", \"who\": \"me\", \"amount\": 0}"),
			"\"amount\": 0 must be from 1 to 1000" },
		{ DO("{\"op\": \"lose_life\", \"who\": \"me\", "
		     "\"amount\": 0}"),
			"\"amount\": 0 must be from 1 to 1000" },
		{ DO("{\"op\": \"push\", \"who\": \"me\", \"steps\": 0}"),
			"\"steps\": 0 must be from 1 to 60" },
		{ DO("{\"op\": \"walk\", \"who\": \"me\", \"steps\": 61,"
		     " \"by\": \"me\"}"),
			"\"steps\": 61 must be from 1 to 60" },
		{ DO("{\"op\": \"draw\", \"who\": \"me\", \"cards\": 0}"),
			"\"cards\": 0 must be from 1 to " },
		{ DO(LINK("\"square(me)\"", "0")),
			"\"cost\": 0 must be from 1 to 60" },
		{ DO(LINK("\"square(me)\"", "61")),
			"\"cost\": 61 must be from 1 to 60" },
		{ DO(LINK("\"here\"", "1")),
			"\"with\": a square cannot be linked with itself" },
		{ DO("{\"op\": \"take_card\", \"card\": \"top(deck)\","
		     " \"who\": \"me\"}"),
			"\"card\": out of a deck a card is drawn" },
		{ DO("{\"op\": \"take_card\", "
		     "\"card\": \"first(cards_in(removed))\","
		     " \"who\": \"me\"}"),
			"\"card\": what is removed is gone for good" },
		{ DO("{\"op\": \"reduce\", \"by\": 1}"),
			"\"reduce\" would do nothing here" },
		{ ANSWER("treasure",
			  "\"do\": [{\"op\": \"reduce\", \"by\": 1}]"),
			"\"reduce\" would do nothing here" },
		{ ON("damaged", "{\"op\": \"reduce\", \"by\": 1}"),
			"\"reduce\" would do nothing here" },
		{ DO("{\"op\": \"convert\", \"as\": \"push\"}"),
			"\"convert\" would do nothing here" },
		{ ANSWER("attack",
			  "\"do\": [{\"op\": \"add_moves\", \"amount\": 1}]"),
			"\"add_moves\" would do nothing here: it gives moves "
			"for a turn's move phase" },
		{ DO("{\"op\": \"copy\", \"what\": \"none\"}"),
			"\"copy\" would do nothing here: it is for an answer "
			"(\"when\": \"reaction\") to what is announced and has "
			"not resolved yet" },
		{ ON("attacked", "{\"op\": \"halve\", \"what\": \"what\"}"),
			"\"halve\" would do nothing here" },
		{ ON("attacked", "{\"op\": \"reflect\", \"what\": \"what\"}"),
			"\"reflect\" would do nothing here" },
		{ ON("attacked", "{\"op\": \"retarget\", \"what\": \"what\"}"),
			"\"retarget\" would do nothing here" },
		{ ANSWER("treasure",
			  "\"do\": [{\"op\": \"extend\", \"what\": \"it\", "
			  "\"by\": 1}]"),
			"\"extend\" would do nothing here" },
		{ ANSWER("attack", "\"do\": [{\"op\": \"end_phase\"}]"),
			"\"end_phase\" would do nothing here" },
		{ DO("{\"op\": \"destroy\", \"what\": \"me\"}"),
			"operation 1 (destroy): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"crack\", \"what\": \"me\", \"cracks\": 1}"),
			"operation 1 (crack): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"drop\", \"what\": \"me\"}"),
			"operation 1 (drop): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"place\", \"what\": \"me\", \"at\": \"here\"}"),
			"operation 1 (place): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"pick_up\", \"who\": \"me\", \"what\": \"me\"}"),
			"operation 1 (pick_up): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"take\", \"what\": \"me\", \"who\": \"me\"}"),
			"operation 1 (take): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"throw\", \"what\": \"me\", \"at\": \"me\"}"),
			"operation 1 (throw): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"discard\", \"what\": \"me\"}"),
			"operation 1 (discard): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"put\", \"what\": \"me\", \"zone\": \"removed\"}"),
			"operation 1 (put): \"what\": column 1 of \"me\": "
			"this must be " },
		{ DO("{\"op\": \"end_spell\", \"what\": \"me\"}"),
			"operation 1 (end_spell): \"what\": column 1 of \"me\": "
			"this must be " },
	};
	static const char *const good[] = {
		DO(HURT("\"me\"", "1000", ", \"over\": 12")),
		DO(HURT("\"me\"", "\"0 + 0\"", "")),
		DO(HURT("\"me\"", "1", ", \"flags\": [\"summed\"]")),
		DO(LINK("\"square(me)\"", "60")),
		ANSWER("attack", "\"lasts\": \"permanent\","
				 " \"do\": [" REDIRECT "]"),
		ANSWER("damage", "\"do\": [{\"op\": \"reduce\", \"by\": 1}]"),
		ON("turn.start", "{\"op\": \"add_moves\", \"amount\": 1}"),
		DO("{\"op\": \"end_phase\"}"),
	};

	KIT_REFUSE(table);
	for (size_t i = 0; i < SP_ARRAY_LEN(good); i++) {
		struct kit kit;

		kit_card(&kit, good[i]);
		sp_card_ruleset_free(kit_load(&kit));
		kit_free(&kit);
	}
}

TEST("card/refuse", "programs that are too big")
{
	struct kit kit;
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	sp_buf_adds(&text, "\"plays\": [{\"as\": \"neutral\","
			   " \"range\": \"los\", \"do\": [");
	for (int i = 0; i < SP_NEST_MAX + 1; i++)
		sp_buf_adds(&text, "{\"op\": \"repeat\", \"times\": 2,"
				   " \"do\": [");
	for (int i = 0; i < SP_NEST_MAX + 1; i++)
		sp_buf_adds(&text, "]}");
	sp_buf_adds(&text, "]}]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "more than 6 deep inside each other");
	kit_free(&kit);

	sp_buf_clear(&text);
	sp_buf_adds(&text, "\"plays\": [{\"as\": \"neutral\","
			   " \"range\": \"los\", \"do\": [");
	for (int i = 0; i < SP_PROGRAM_MAX + 1; i++)
		sp_buf_addf(&text, "%s{\"op\": \"stop\"}", i > 0 ? "," : "");
	sp_buf_adds(&text, "]}]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "operation 251 (stop): a program has at most 250");
	kit_free(&kit);

	sp_buf_clear(&text);
	sp_buf_adds(&text, "\"plays\": [{\"as\": \"neutral\","
			   " \"range\": \"los\", \"do\": [");
	for (int i = 0; i < SP_LOCALS_MAX + 1; i++)
		sp_buf_addf(&text,
			"%s{\"op\": \"let\", \"as\": \"n%d\", \"value\": 1}",
			i > 0 ? "," : "", i);
	sp_buf_adds(&text, "]}]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "more than 16 slots and names in one play");
	kit_free(&kit);

	sp_buf_clear(&text);
	sp_buf_adds(&text, "\"plays\": ");
	for (int i = 0; i < 70; i++)
		sp_buf_adds(&text, "[");
	for (int i = 0; i < 70; i++)
		sp_buf_adds(&text, "]");
	kit_card(&kit, sp_buf_str(&text));
	kit_refuses(&kit, "lists and objects lie more than 64 deep");
	sp_buf_free(&text);
	kit_free(&kit);
}
