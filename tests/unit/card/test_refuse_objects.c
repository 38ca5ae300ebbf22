/* What the loader refuses in objects, and what it says then. */
#include "card_tests.h"
#include "kit.h"

TEST("card/refuse", "objects")
{
	static const struct kit_bad table[] = {
		{ KIT_LASTS ", \"object\": {}",
			"\"object\": \"at\" is missing" },
		{ KIT_LASTS ", \"object\": []", "expected an object" },
		{ KIT_LASTS ", \"object\": {\"at\": \"corner\"}",
			"\"corner\" is not where it lies" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"edge\": \"wall\"}",
			"this belongs to what lies on an edge" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\", \"fills\": true}",
			"this belongs to what lies on a square" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\","
			    " \"weak\": [\"fyre\"]}",
			"\"fyre\" is not an element; did you mean \"fire\"?" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\","
			    " \"weak\": [\"none\"]}",
			"\"none\" is no element that harms it" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\", \"cracks\": 100}",
			"100 is not from 0 to 99" },
		{ "\"item\": true, \"object\": {\"at\": \"edge\"}",
			"an item that is dropped lies on a square" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"class\": \"hexx\"}",
			"\"hexx\" is not a class of things; did you mean "
			"\"hex\"?" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"class\": \"hex\", \"mobile\": true}",
			"\"mobile\": only what is an object by its class can be "
			"picked up" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"class\": \"totem\", \"facedown\": true}",
			"\"class\": what lies face down is a \"token\"" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"hurt_by\": [\"magical\"]}",
			"\"hurt_by\": this belongs to what has \"life\"" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\", \"life\": 2,"
			    " \"hurt_by\": []}",
			"what nothing hurts needs no \"life\"" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\", \"life\": 2,"
			    " \"cracks\": 1}",
			"damage takes life or makes cracks" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\","
			    " \"edge\": \"wall\", \"life\": 2}",
			"walls and doors have \"cracks\"" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\", \"life\": 100}",
			"100 is not from 0 to 99" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"area\": \"edge\"}",
			"what lies on a square has no edge" },
		{ KIT_LASTS ", \"object\": {\"at\": \"edge\","
			    " \"area\": \"square\"}",
			"what lies on an edge has no square" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"area\": \"walk\"}",
			"\"within\" is missing" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"area\": \"sector\", \"within\": 1}",
			"this belongs to the area \"walk\"" },
		{ KIT_LASTS
			", \"object\": {\"at\": \"square\", \"lone\": true}",
			"nothing lays an \"object\" that is \"lone\"" },
		{ "\"item\": true, \"object\": {\"at\": \"square\","
		  " \"lone\": true}",
			"an item that is dropped is its card" },
		{ KIT_LASTS ", \"object\": {\"at\": \"square\","
			    " \"owner\": \"me\"}",
			"\"me\" is not whose it is" },
		{ KIT_LASTS ", \"while\": [{\"who\": \"area\","
			    " \"stat\": \"punch\", \"set\": 1}]",
			"\"who\": an area is that of an \"object\"" },
		{ "\"object\": {\"at\": \"edge\"},"
		  "\"plays\": [{\"as\": \"neutral\", \"range\": \"los\","
		  " \"lasts\": \"permanent\", \"do\":"
		  " [{\"op\": \"create\", \"at\": \"here\"}]}]",
			"the card's \"object\" lies on an edge" },
	};

	KIT_REFUSE(table);
}
