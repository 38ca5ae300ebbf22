/*
 * agent: what answers for a seat. The binder turns an order (words) into a
 * command of the rules; there are suggestions, words for commands, a default
 * and a random player. Pure; every legal answer comes from sp_rules_slots: the
 * module knows no rule of its own.
 *
 * Everything here works on a seat's view (sp_game_view), so nothing it says can
 * tell what the seat may not know.
 */
#ifndef SP_AGENT_H
#define SP_AGENT_H

#include "order/order.h"
#include "rules/rules.h"

#define SP_AGENT_TEXT_SIZE   320
#define SP_AGENT_SUGGEST_MAX 8

struct sp_suggestion {
	char text[SP_ORDER_SUGGESTION_SIZE]; /* an order, as one would write it
					      */
};

struct sp_bound {
	bool ok; /* `command` is legal now */
	struct sp_command command;
	/* The walk met a door that shut during this turn and ends before it:
	 * the rest of the mail is not done unless `regardless`. Where it was
	 * the very first step there is no walk at all, and it is refused. */
	bool surprise;
	bool regardless;
	/* Why, or what the binder chose ("the shortest way"): words for the
	 * receipt without a final full stop; "" where there is nothing to say.
	 */
	char text[SP_AGENT_TEXT_SIZE];
	/* Refused: the nearest legal thing, an order that parses and binds now,
	 * or "". */
	char suggestion[SP_ORDER_SUGGESTION_SIZE];
	/* Refused: the phrase of the order that is to blame. */
	struct sp_order_place at;
};

/* Bind an order with SP_EFFECT_GAME (assert) to a command of `seat`. Fills in
 * what can be meant only one way: the one treasure that lies here, the one door
 * beside the wizard. `move to` takes the shortest way and is refused where the
 * movement points do not suffice; `move towards` goes as far as they do. A walk
 * whose later step meets a door that shut during this turn is cut before it and
 * marked as a surprise; one that is impossible for another reason is refused
 * whole. Returns out->ok. */
bool sp_agent_bind(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, const struct sp_order *order, struct sp_bound *out);

/* A command as an order that would bind to it: "move n n e", "punch blue",
 * "pick up blue-1", "open c4/d4". Appends. */
void sp_agent_understood(const struct sp_game *view, const struct sp_command *c,
	struct sp_buf *out);

/* Up to `max` (at most SP_AGENT_SUGGEST_MAX) orders that are legal now, the
 * sensible ones first: carry a treasure home, pick one up, go and get one,
 * punch, end. Each parses and binds. Returns how many. */
int sp_agent_suggest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max);

/* The words of a game for the parser: its seats by colour, with their indexes.
 * The strings are borrowed from `view`. Returns how many (n_seats). */
size_t sp_agent_words(
	const struct sp_game *view, struct sp_order_vocable out[SP_SEATS_MAX]);

/* A random player: each slot answered with equal chances among its legal
 * answers, but it never resigns. `state` is the caller's generator, any value
 * to begin with (SplitMix64, Steele, Lea and Flood 2014: add
 * 0x9e3779b97f4a7c15, then mix); it is the bot's own and has nothing to do with
 * the game's dice. False where the seat has nothing to answer. */
bool sp_agent_random(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, uint64_t *state,
	struct sp_command *out);

/* The answer of a seat that let its deadline pass. */
void sp_agent_default(const struct sp_ruleset *ruleset,
	const struct sp_game *view, struct sp_command *out);

#endif
