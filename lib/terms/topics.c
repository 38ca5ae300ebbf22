/* What a page of help may be asked for by. */
#include "terms/topics.h"

#include "law/verbs.h"

/* "pick-up" for "pick up": a name of a page has no blanks. */
static bool is_topic(const char *topic, const char *order)
{
	size_t n = strlen(order);

	for (size_t i = 0; i < n; i++) {
		if (topic[i] != (order[i] == ' ' ? '-' : order[i]))
			return false;
	}
	return topic[n] == '\0';
}

/* Words of orders that are no verbs of law, and the page of each. */
static const struct {
	const char *word, *page;
} topics[] = {
	{ "again", "answers" },
	{ "agree", "dealing" },
	{ "attack", "cards" },
	{ "board", "asking" },
	{ "card", "asking" },
	{ "choose", "cards" },
	{ "deal", "dealing" },
	{ "defaults", "declarations" },
	{ "else", "plan" },
	{ "endpress", "press" },
	{ "forget", "declarations" },
	{ "cancel", "plan" },
	{ "get", "treasure" },
	{ "give", "cards" },
	{ "go", "moving" },
	{ "hand", "asking" },
	{ "history", "asking" },
	{ "if", "plan" },
	{ "plans", "plan" },
	{ "conditions", "plan" },
	{ "join", "answers" },
	{ "luck", "answers" },
	{ "mv", "moving" },
	{ "mute", "settings" },
	{ "new", "settings" },
	{ "no", "answers" },
	{ "pass", "counters" },
	{ "pick", "treasure" },
	{ "pickup", "treasure" },
	{ "regardless", "moving" },
	{ "rules", "help" },
	{ "school", "schools" },
	{ "set", "settings" },
	{ "stab", "cards" },
	{ "standin", "settings" },
	{ "status", "asking" },
	{ "take", "treasure" },
	{ "then", "counters" },
	{ "verify", "audit" },
	{ "throw", "cards" },
	{ "towards", "moving" },
	{ "try", "orders" },
	{ "vacation", "settings" },
	{ "walk", "moving" },
	{ "watches", "watching" },
	{ "undeclare", "declarations" },
	{ "unmute", "settings" },
	{ "when", "declarations" },
	{ "with", "energy" },
	{ "withdraw", "dealing" },
	{ "rematch", "answers" },
	{ "yes", "answers" },
	{ "lesson", "tutorial" },
	{ "lessons", "tutorial" },
	{ "tutor", "tutorial" },
	/* what players call things */
	{ "attacks", "punch" },
	{ "attacking", "punch" },
	{ "away", "settings" },
	{ "bases", "treasure" },
	{ "casting", "cards" },
	{ "combat", "punch" },
	{ "counter", "counters" },
	{ "deadline", "settings" },
	{ "deadlines", "settings" },
	{ "discarding", "cards" },
	{ "door", "doors" },
	{ "drawing", "cards" },
	{ "energies", "energy" },
	{ "fight", "punch" },
	{ "fighting", "punch" },
	{ "holiday", "settings" },
	{ "items", "cards" },
	{ "line-of-sight", "sight" },
	{ "los", "sight" },
	{ "magic", "cards" },
	{ "mail", "settings" },
	{ "mails", "settings" },
	{ "map", "asking" },
	{ "movement", "moving" },
	{ "moves", "moving" },
	{ "objects", "treasure" },
	{ "points", "treasure" },
	{ "portal", "moving" },
	{ "portals", "moving" },
	{ "punching", "punch" },
	{ "remind", "settings" },
	{ "reminders", "settings" },
	{ "see", "sight" },
	{ "speed", "energy" },
	{ "spell", "cards" },
	{ "spells", "cards" },
	{ "stunned", "stun" },
	{ "timezone", "settings" },
	{ "treasures", "treasure" },
	{ "walking", "moving" },
	{ "walls", "moving" },
	{ "win", "treasure" },
	{ "windows", "counters" },
	{ "winning", "treasure" },
	{ "wrap", "moving" },
	{ "wraps", "moving" },
	{ "zone", "settings" },
};

const char *sp_terms_topic_page(const struct sp_ruleset *r, const char *topic)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(topics); i++) {
		if (sp_streq(topic, topics[i].word))
			return topics[i].page;
	}
	for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
		if (is_topic(topic, sp_law_verb_row(verb)->order))
			return sp_law_verb_row(verb)->help;
	}
	return sp_card_school_of(r, topic, strlen(topic)) >= 0 ? "schools"
							       : topic;
}

/* What people put before a topic: "help with moving", "rules of sight". */
static size_t filler_at(const char *topic)
{
	static const char *const fillers[] = { "with", "on", "about", "for",
		"the", "a", "an", "of", "how", "do", "does", "i", "you", "to",
		"can", "what", "is", "are", "my", "card", "me", "please",
		"order", "rule", "rules", "work", "use" };

	for (size_t i = 0; i < SP_ARRAY_LEN(fillers); i++) {
		size_t n = strlen(fillers[i]);

		if (sp_starts(topic, fillers[i]) && topic[n] == '-' &&
			topic[n + 1] != '\0')
			return n + 1;
	}
	return 0;
}

size_t sp_terms_topic_read(const struct sp_orders *orders,
	const struct sp_order *order, char topic[SP_ORDER_TOPIC_MAX + 1])
{
	size_t n = 0, skip, skipped = 0;

	for (size_t i = 0; i < order->text_len && n < SP_ORDER_TOPIC_MAX; i++) {
		char c = (char)sp_lower(
			(unsigned char)orders->text[order->text + i]);
		topic[n++] = (char)(sp_is_alnum(c) ? c : '-');
	}
	while (n > 0 && topic[n - 1] == '-')
		n--;
	topic[n] = '\0';
	while ((skip = filler_at(topic)) > 0) {
		memmove(topic, topic + skip, strlen(topic + skip) + 1);
		skipped += skip;
	}
	return skipped;
}
