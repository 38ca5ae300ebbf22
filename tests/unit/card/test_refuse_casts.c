/* What the loader refuses of a second power and of a card that lies face down.
 */
#include "card_tests.h"
#include "kit.h"

#define HAND(keys)                                                             \
	KIT_PLAY("\"as\": \"attack\", \"range\": \"los\", \"slots\": ["        \
		 "{\"name\": \"card\", \"face_down\": true, " keys "}]")
#define ONE_FACE_DOWN                                                          \
	"what lies face down is asked for as \"hand\", \"secret\", without "

TEST("card/refuse", "what lies face down")
{
	static const struct kit_bad bad[] = {
		{ HAND("\"asks\": \"mine\""), ONE_FACE_DOWN },
		{ HAND("\"asks\": \"hand\", \"secret\": false"),
			ONE_FACE_DOWN },
		{ HAND("\"asks\": \"hand\", \"subject\": \"me\""),
			ONE_FACE_DOWN },
		{ HAND("\"asks\": \"hand\", \"when\": \"my_turn\""),
			ONE_FACE_DOWN },
		{ HAND("\"asks\": \"hand\", \"repeat\": 2"), ONE_FACE_DOWN },
		{ HAND("\"asks\": \"hand\", \"optional\": true"),
			ONE_FACE_DOWN },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"slots\": [{\"name\": \"a\", \"asks\": \"hand\","
			   " \"face_down\": true}, {\"name\": \"b\","
			   " \"words\": \"b\", \"asks\": \"hand\","
			   " \"face_down\": true}]"),
			"one card lies face down, and another does already" },
		{ KIT_PLAY("\"as\": \"counter\", \"range\": \"los\","
			   " \"points\": [\"attack\"], \"slots\": [{\"name\":"
			   " \"a\", \"asks\": \"hand\", \"face_down\": true}]"),
			"this belongs to slots of what is announced in one's "
			"own turn" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\", \"do\": ["
			   "{\"op\": \"choose\", \"slot\": {\"name\": \"a\","
			   " \"asks\": \"hand\", \"face_down\": true}}]"),
			"this belongs to slots of what is announced in one's "
			"own turn" },
	};

	KIT_REFUSE(bad);
}

#define PAID(keys)                                                             \
	KIT_PLAY("\"as\": \"attack\", \"range\": \"los\", \"slots\": ["        \
		 "{\"name\": \"card\", \"paid\": true, " keys "}]")
#define ONE_PAID "what is paid is asked for as \"hand\", without "

TEST("card/refuse", "what is paid")
{
	static const struct kit_bad bad[] = {
		{ PAID("\"asks\": \"mine\""), ONE_PAID },
		{ PAID("\"asks\": \"hand\", \"secret\": true"), ONE_PAID },
		{ PAID("\"asks\": \"hand\", \"face_down\": true"), ONE_PAID },
		{ PAID("\"asks\": \"hand\", \"subject\": \"me\""), ONE_PAID },
		{ PAID("\"asks\": \"hand\", \"repeat\": 2"), ONE_PAID },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"los\","
			   " \"slots\": [{\"name\": \"a\", \"asks\": \"hand\","
			   " \"paid\": true}, {\"name\": \"b\", \"paid\": true,"
			   " \"words\": \"b\", \"asks\": \"hand\"}]"),
			"one card is paid, and another is already" },
		{ KIT_PLAY("\"as\": \"counter\", \"range\": \"los\","
			   " \"points\": [\"attack\"], \"slots\": [{\"name\":"
			   " \"a\", \"asks\": \"hand\", \"paid\": true}]"),
			"this belongs to slots of what is announced in one's "
			"own turn" },
		{ KIT_PLAY("\"as\": \"attack\", \"range\": \"caster\","
			   " \"slots\": [{\"name\": \"a\", \"asks\": \"hand\","
			   " \"paid\": true}], \"do\": [{\"op\": \"heal\","
			   " \"who\": \"me\", \"amount\": \"energy\"}]"),
			"slot \"a\" is paid by itself" },
	};

	KIT_REFUSE(bad);
}

TEST("card/refuse", "a second power")
{
	static const struct kit_bad bad[] = {
		{ KIT_PLAY(
			  "\"as\": \"attack\", \"range\": \"caster\", \"do\": ["
			  "{\"op\": \"heal\", \"who\": \"me\","
			  " \"amount\": \"energy2\"}]"),
			"\"energy2\" is the second power; name \"energy\" too" },
		{ KIT_PLAY(
			  "\"id\": \"a\", \"as\": \"use\", \"from\": \"carried\","
			  " \"range\": \"caster\", \"do\": [{\"op\": \"heal\","
			  " \"who\": \"me\", \"amount\": \"energy2\"}]"),
			"\"energy2\" means nothing in a play" },
		{ KIT_PLAY(
			  "\"as\": \"neutral\", \"range\": \"caster\","
			  " \"lasts\": \"permanent\"") ","
						       " \"while\": [{\"who\": \"me\", \"stat\": \"punch\","
						       " \"add\": \"energy2\"}]",
			"\"energy2\" is the second power; name \"energy\" too" },
	};

	KIT_REFUSE(bad);
}
