/* What the loader refuses in illusions and compulsions. */
#include "card_tests.h"
#include "kit.h"

#define SPELL                                                                  \
	"\"plays\": [{\"as\": \"neutral\", \"range\": \"los\", \"lasts\": "    \
	"\"permanent\", \"slots\": [{\"name\": \"target\", \"asks\": "         \
	"\"wizard\", \"words\": \"at\"}]}], "
#define BOLT(of)                                                               \
	"\"plays\": [{\"as\": \"attack\", \"range\": \"los\", \"flags\": "     \
	"[\"illusion\"], \"slots\": [{\"name\": \"target\", \"asks\": "        \
	"\"target\", \"of\": \"" of "\", \"words\": \"at\"}]}]"
#define BLOCK SPELL "\"object\": {\"at\": \"square\"}, "
#define DIE   "\"illusion\": {\"die\": 4, \"real\": 2}"

static const struct kit_bad bad[] = {
	{ BLOCK "\"illusion\": {\"real\": 2}", "\"die\" is missing" },
	{ BLOCK "\"illusion\": {\"die\": 4}", "\"real\" is missing" },
	{ BLOCK "\"illusion\": {\"die\": 1, \"real\": 1}",
		"\"die\": 1 is not from 2 to 20" },
	{ BLOCK "\"illusion\": {\"die\": 4, \"real\": 0}",
		"\"real\": 0 is not from 1 to 19" },
	{ BLOCK "\"illusion\": {\"die\": 4, \"real\": 4}",
		"some faces of the die must make it false" },
	{ BLOCK "\"illusion\": {\"die\": 4, \"real\": 2, \"of\": 1}",
		"\"of\" is not a key here" },
	{ SPELL DIE, "\"illusion\" needs an \"object\" or a play with" },
	{ SPELL "\"object\": {\"at\": \"square\", \"mobile\": true}, " DIE,
		"an illusion is nothing that is carried" },
	{ SPELL "\"object\": {\"at\": \"square\", \"facedown\": true}, " DIE,
		"an illusion is nothing that is carried" },
	{ "\"item\": true, " DIE, "an illusion is nothing that is carried" },
	{ SPELL "\"object\": {\"at\": \"edge\", \"edge\": \"door\"}, " DIE,
		"an illusory door would lead through the wall" },
	{ SPELL "\"object\": {\"at\": \"side\"}, " DIE,
		"not on one side of a line" },
	{ BOLT("w"), "the flag \"illusion\" needs the key \"illusion\"" },
	{ BOLT("ow") ", " DIE, "asks for what cannot believe" },
	{ BOLT("we") ", " DIE, "asks for what cannot believe" },
	{ "\"plays\": [{\"as\": \"neutral\", \"range\": \"caster\", "
	  "\"flags\": [\"illusion\"], \"do\": [{\"op\": \"heal\", \"who\": "
	  "\"me\", \"amount\": 1}]}], " DIE,
		"the flag \"illusion\" is for attacks" },
	{ "\"plays\": [{\"as\": \"attack\", \"range\": \"los\", \"flags\": "
	  "[\"illusion\"], \"slots\": [{\"name\": \"line\", \"asks\": "
	  "\"wall\", \"words\": \"at\"}]}], " DIE,
		"the slot \"line\" asks for what cannot believe" },
	{ SPELL "\"compels\": {}", "\"compels\": expected a list" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"run\"}]",
		"\"run\" is not what one must do" },
	{ SPELL "\"compels\": [{\"must\": \"stay\"}]", "\"who\" is missing" },
	{ SPELL "\"compels\": [{\"who\": \"me\"}]", "\"must\" is missing" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"flee\"}]",
		"\"of\" is missing" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"stay\", "
		"\"of\": \"me\"}]",
		"who stays goes nowhere" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"go\", "
		"\"of\": \"me\", \"with\": \"fire\"}]",
		"this belongs to what must \"attack\"" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"attack\", "
		"\"of\": \"me\", \"with\": \"swords\"}]",
		"\"swords\" is not a trait" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"attack\", "
		"\"of\": \"here\"}]",
		"\"of\":" },
	{ SPELL "\"compels\": [{\"who\": \"target\", \"must\": \"go\", "
		"\"of\": \"me\", \"if\": \"life(it)\"}]",
		"\"if\":" },
	{ "\"plays\": [{\"as\": \"neutral\", \"range\": \"caster\", "
	  "\"lasts\": \"permanent\"}], \"compels\": [{\"who\": \"target\", "
	  "\"must\": \"stay\"}]",
		"no play of this card that lasts has a target" },
	{ "\"plays\": [{\"as\": \"neutral\", \"range\": \"caster\", "
	  "\"do\": [{\"op\": \"heal\", \"who\": \"me\", \"amount\": 1}]}], "
	  "\"compels\": [{\"who\": \"me\", \"must\": \"stay\"}]",
		"\"compels\" work in play, but no play" },
	{ SPELL "\"compels\": [{\"who\": \"area\", \"must\": \"stay\"}]",
		"an area is that of an \"object\"" },
	{ "\"compels\": [{\"who\": \"me\", \"must\": \"stay\"}]",
		"nothing brings this card into play" },
};

TEST("card/refuse", "illusions and compulsions")
{
	KIT_REFUSE(bad);
}
