/*
 * The verbs: one row each, from which every room makes its own table. A new
 * verb is a row, what the row names, and the tests: where something that it
 * names is missing, a room does not compile or link.
 *
 * X(name, word, order, who, when, games, slots, judge, act, tell, say, help)
 *
 *   name   SP_VERB_<name>
 *   word   stands for it in the text of a command
 *   order  what a player writes
 *   who    SEAT: only who plays the seat; CLOCK: a deadline that passed, too,
 *          as the default answer
 *   when   MOVE: in the move phase of one's own turn; TURN: later in it, too;
 *          REACTION, CHOICE, DISCARD: when one is asked to; ALWAYS; SECRET:
 *          always, and nobody else learns of it
 *   games  EVERY, or CARDS: only those with cards
 *   slots  what its answers are (enum sp_slot_kind), as they come
 *   judge  lib/law: what is legal, struct law_verb law_verb_<judge>
 *   act    lib/rules: what happens, struct rules_verb rules_verb_<act>
 *   tell   lib/render: what came of it, tell_<tell>()
 *   say    lib/agent: as an order, struct agent_verb agent_verb_<say>
 *   help   templates: the page that explains it, help/<help>.txt
 */
#ifndef SP_LAW_VERBS_H
#define SP_LAW_VERBS_H

#include "base/base.h"

#include <assert.h>

#define SP_VERBS(X)                                                            \
	/* steps, up to stop */                                                \
	X(WALK, "walk", "move", CLOCK, MOVE, EVERY, (SP_SLOT_STEP), walk,      \
		walk, walk, walk, "moving")                                    \
	/* whatever it is */                                                   \
	X(PUNCH, "punch", "punch", CLOCK, MOVE, EVERY, (SP_SLOT_TARGET),       \
		punch, punch, story, punch, "punch")                           \
	X(PICK_UP, "pick-up", "pick up", SEAT, MOVE, EVERY,                    \
		(SP_SLOT_TREASURE), pick_up, pick_up, treasure, treasure,      \
		"treasure")                                                    \
	X(DROP, "drop", "drop", SEAT, MOVE, EVERY, (SP_SLOT_TREASURE), drop,   \
		drop, treasure, treasure, "treasure")                          \
	X(OPEN, "open", "open", SEAT, MOVE, EVERY, (SP_SLOT_EDGE), open, open, \
		opened, edge, "doors")                                         \
	X(HOLD, "hold", "hold", SEAT, ALWAYS, EVERY, (SP_SLOT_EDGE), hold,     \
		hold, held, edge, "doors")                                     \
	/* the turn, drawing all that one may */                               \
	X(END, "end", "end", CLOCK, TURN, EVERY, (SP_SLOT_NONE), bare, end,    \
		end, bare, "orders")                                           \
	X(RESIGN, "resign", "resign", SEAT, ALWAYS, EVERY, (SP_SLOT_NONE),     \
		bare, resign, resign, bare, "resign")                          \
	/* a card of the hand: see law.h */                                    \
	X(CAST, "cast", "cast", SEAT, MOVE, CARDS,                             \
		(SP_SLOT_CARD, SP_SLOT_PLAY, SP_SLOT_MODIFIER, SP_SLOT_ENERGY, \
			SP_SLOT_ANY),                                          \
		cast, cast, story, cast, "cards")                              \
	/* something in play, or a thing */                                    \
	X(USE, "use", "use", SEAT, MOVE, CARDS,                                \
		(SP_SLOT_PLAYED, SP_SLOT_PLAY, SP_SLOT_ENERGY, SP_SLOT_ANY),   \
		cast, cast, story, cast, "cards")                              \
	/* a creature, which then acts until `end` */                          \
	X(ACTIVATE, "activate", "activate", SEAT, MOVE, CARDS,                 \
		(SP_SLOT_ACTOR), activate, activate, story, activate,          \
		"creatures")                                                   \
	/* what pays */                                                        \
	X(BOOST, "boost", "boost", SEAT, MOVE, CARDS,                          \
		(SP_SLOT_MODIFIER, SP_SLOT_ENERGY), boost, boost, story,       \
		boost, "energy")                                               \
	/* what lies here: one; under pickup_all more, up to none */           \
	X(TAKE_ITEM, "take", "pick up", SEAT, MOVE, CARDS, (SP_SLOT_THING),    \
		take_item, take_item, story, take_item, "cards")               \
	X(DROP_ITEM, "drop-item", "drop", SEAT, TURN, CARDS, (SP_SLOT_PLAYED), \
		drop_item, drop_item, story, drop_item, "cards")               \
	X(END_SPELL, "end-spell", "end spell", SEAT, TURN, CARDS,              \
		(SP_SLOT_PLAYED), end_spell, end_spell, story, end_spell,      \
		"cards")                                                       \
	/* cards of the hand, up to none; begins the draw phase */             \
	X(DISCARD, "discard", "discard", SEAT, TURN, CARDS, (SP_SLOT_CARD),    \
		discard, discard, story, discard, "cards")                     \
	/* so many cards; then the turn ends */                                \
	X(DRAW, "draw", "draw", SEAT, TURN, CARDS, (SP_SLOT_NUMBER), draw,     \
		draw, story, draw, "cards")                                    \
	/* to a reaction: see law.h */                                         \
	X(ANSWER, "answer", "counter", CLOCK, REACTION, CARDS,                 \
		(SP_SLOT_COUNTER, SP_SLOT_PLAY, SP_SLOT_STACK, SP_SLOT_ENERGY, \
			SP_SLOT_ANY),                                          \
		cast, answer, answer, answer, "counters")                      \
	/* one answer of the slot that is asked */                             \
	X(CHOOSE, "choose", "choose", CLOCK, CHOICE, CARDS, (SP_SLOT_ANY),     \
		choose, choose, story, choose, "cards")                        \
	/* what goes, one by one until it is enough */                         \
	X(GIVE_UP, "give-up", "discard", CLOCK, DISCARD, CARDS,                \
		(SP_SLOT_GIVE_UP), give_up, give_up, story, give_up, "cards")  \
	/* a point, whose, and where or what: see watching.c */                \
	X(WATCH, "watch", "watch", SEAT, SECRET, CARDS, (SP_SLOT_NUMBER),      \
		watch, watch, watch, watch, "watching")                        \
	/* which of one's own */                                               \
	X(UNWATCH, "unwatch", "unwatch", SEAT, SECRET, CARDS,                  \
		(SP_SLOT_NUMBER), unwatch, unwatch, unwatch, unwatch,          \
		"watching")                                                    \
	/* to whom, what one gives, what is wanted: see dealing.c */           \
	X(PROPOSE, "propose", "deal with", SEAT, ALWAYS, CARDS,                \
		(SP_SLOT_ACTOR, SP_SLOT_GIVE_UP), propose, propose, story,     \
		propose, "dealing")                                            \
	/* to what whom proposed */                                            \
	X(AGREE, "agree", "agree", SEAT, ALWAYS, CARDS, (SP_SLOT_ACTOR),       \
		agree, agree, story, agree, "dealing")                         \
	X(REFUSE, "refuse", "refuse", SEAT, ALWAYS, CARDS, (SP_SLOT_ACTOR),    \
		refuse, refuse, story, agree, "dealing")

enum sp_verb {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	SP_VERB_##name,
	SP_VERBS(X)
#undef X
		SP_VERB_COUNT
};

enum sp_verb_who {
	SP_VERB_BY_SEAT,
	SP_VERB_BY_CLOCK,
};

enum sp_verb_when {
	SP_VERB_IN_MOVE,
	SP_VERB_IN_TURN,
	SP_VERB_IN_REACTION,
	SP_VERB_IN_CHOICE,
	SP_VERB_IN_DISCARD,
	SP_VERB_IN_ALWAYS,
	SP_VERB_IN_SECRET,
};

enum sp_verb_games {
	SP_VERB_OF_EVERY,
	SP_VERB_OF_CARDS,
};

#define SP_VERB_SLOTS 6

/* What every room may know of a verb. */
struct sp_verb_row {
	const char *word, *order, *help;
	uint8_t who, when, games;
	uint8_t slot[SP_VERB_SLOTS]; /* enum sp_slot_kind, up to NONE */
};

extern const struct sp_verb_row sp_law_verb_rows[SP_VERB_COUNT];

static inline const struct sp_verb_row *sp_law_verb_row(int verb)
{
	assert(verb >= 0 && verb < SP_VERB_COUNT);
	return &sp_law_verb_rows[verb];
}
/* May it be given at any time, and answers no decision? */
static inline bool sp_law_verb_is_free(int verb)
{
	return sp_law_verb_row(verb)->when >= SP_VERB_IN_ALWAYS;
}
/* True if nobody else learns that it was given. */
static inline bool sp_law_verb_is_secret(int verb)
{
	return sp_law_verb_row(verb)->when == SP_VERB_IN_SECRET;
}
static inline const char *sp_law_verb_word(int verb)
{
	return sp_law_verb_row(verb)->word;
}
/* What it asks first. */
static inline int sp_law_verb_asks(int verb)
{
	return sp_law_verb_row(verb)->slot[0];
}

#endif
