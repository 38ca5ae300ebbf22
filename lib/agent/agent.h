/*
 * agent: what answers for a seat. The binder turns an order (words) into a
 * command of the rules; there are suggestions and words for commands. Pure;
 * every legal answer comes from sp_law_slots: the module knows no rule of its
 * own.
 *
 * Everything here works on a seat's view (sp_game_view), so nothing it says can
 * tell what the seat may not know.
 */
#ifndef SP_AGENT_H
#define SP_AGENT_H

#include "order/order.h"
#include "rules/rules.h"
#include "vocable/vocable.h"

#define SP_AGENT_SUGGEST_MAX 8
/* An order that we print behind "  | " fits a line of a mail: one of two lines
 * would be two orders to whoever copies it. */
#define SP_AGENT_ORDER_SIZE 69

struct sp_suggestion {
	char text[SP_AGENT_ORDER_SIZE]; /* an order, as one would write it */
	int equal; /* of an option: cards of a hand that it may mean */
};

/* Answers to a discard; a declaration as text (room declare). */
#define SP_GIVE_UP_MAX      (SP_HAND_MAX + SP_PLAYED_MAX)
#define SP_DECLARATION_SIZE 121

/* What the binder has against an order, and what it tells of one that it binds,
 * each with what its note says besides. */
#define SP_AGENT_REASONS(X)                                                    \
	/* told of what is done */                                             \
	X(SHORTEST_WAY)  /* the walk of the command */                         \
	X(PART_OF_WAY)   /* the same; number: steps left; other: its end */    \
	X(NOTED_COUNTER) /* quoted: the declaration, as in the next three */   \
	X(NOTED_MISSING) /* card: a counter of it that the seat has not got */ \
	X(NOTED_UNFIT)  /* card: a counter of it that answers no such thing */ \
	X(NOTED_BEHIND) /* subject: of the line that decides before it */      \
	X(NOTED_PASS)                                                          \
	X(NOTED_ASK)                                                           \
	X(FORGOTTEN) /* quoted: the declaration */                             \
	X(FORGOTTEN_ALL)                                                       \
	/* walks */                                                            \
	X(WAYS_OUT)   /* behind the rules' reason; listed: directions */       \
	X(NO_SQUARE)  /* quoted */                                             \
	X(WHICH_GOAL) /* of a walk; listed: treasures that may be meant */     \
	X(NO_GOAL)    /* of a walk: no such treasure lies anywhere */          \
	X(STANDS_THERE)                                                        \
	X(NO_WAY)                                                              \
	X(NO_SAFE_WAY) /* value: the thing that hurts on it */                 \
	X(TOO_FAR)     /* quoted; value: the square; number: steps; most:      \
			  moves left; other: where those end */                \
	/* doors, walls, treasures */                                          \
	X(NO_EDGE) /* quoted */                                                \
	X(NONE_TO_PUNCH)                                                       \
	X(NONE_TO_OPEN)                                                        \
	X(NONE_TO_HOLD)                                                        \
	X(NO_TREASURE)   /* to pick up; listed: those meant that lie */        \
	X(NOT_CARRIED)   /* a treasure to drop */                              \
	X(WHICH_ANSWER)  /* listed: what the verb's first answer may be */     \
	X(WHICH_COMMAND) /* the command, or the other one */                   \
	X(NO_PASS)                                                             \
	/* questions with a numbered list */                                   \
	X(NOT_ASKED)                                                           \
	X(ONE_ANSWER)   /* number: how many were given */                      \
	X(WAY_TOO_LONG) /* number: steps that were named; most: possible */    \
	X(ANSWERS)      /* most: the last number */                            \
	X(OTHER_LINE)   /* number; value, slot: what stands there */           \
	X(NUMBERS)      /* most: the last number */                            \
	X(NAMED_TWICE)  /* number; value: which is there once */               \
	X(TOO_FEW_LIKE) /* number: how many there are; value: one */           \
	X(NOTHING_LIKE) /* card */                                             \
	X(NOT_LISTED)                                                          \
	X(WHICH_NUMBER) /* value, other: two that are meant */                 \
	X(MORE_NEEDED)  /* number: more; most: in all; listed: the named */    \
	X(TOO_MANY)     /* number: named; most: needed */                      \
	/* cards */                                                            \
	X(IS_PERMANENT) /* card: of a spell in play that nobody maintains */   \
	X(NOT_IN_HAND)  /* card; listed: what is */                            \
	X(NOT_HAD)      /* the same: neither carried nor in hand */            \
	X(CANNOT_PAY)   /* card, not in hand; listed: cards and what each is   \
			   worth, by turns */                                  \
	X(NONE_WORTH)   /* number: energy; listed: the same */                 \
	X(ONLY_ENERGY)  /* card */                                             \
	X(NOT_LYING)    /* card */                                             \
	X(NOT_AN_ITEM)  /* card, not carried */                                \
	X(NO_SPELL)     /* card, of which none is in play */                   \
	X(NO_CREATURE)  /* card, of which no creature is on the board */       \
	X(NONE_TO_DISCARD) /* card */                                          \
	X(NOT_FOR_THIS)    /* card, which is in hand */                        \
	X(NO_CARD_THERE)   /* card */                                          \
	X(NOTHING_THERE)                                                       \
	X(TURNS)       /* degrees of a sector */                               \
	X(SAY_MORE)    /* slot: that needs an answer */                        \
	X(NOTHING_FOR) /* slot: that has no answer */                          \
	X(NOBODY_FOR)  /* the same, of one that aims */                        \
	X(NOT_NOW)                                                             \
	/* card: to which the part at fault belongs; -1: to the order */       \
	X(NO_PART)                                                             \
	X(NOT_IN_DEALS)                                                        \
	X(STILL_IN_HAND)                                                       \
	X(CAST_TO_THROW) /* the same, and no target is said */                 \
	X(NO_ENERGY)                                                           \
	X(NO_MORE_ENERGY)                                                      \
	X(NO_MORE)                                                             \
	X(NO_USE)                                                              \
	/* declarations */                                                     \
	X(TOO_LONG)     /* most: letters */                                    \
	X(ALL_DECLARED) /* most: declarations */                               \
	X(NO_ROOM)      /* most: letters of all */                             \
	X(NOT_DECLARED) /* what is to be forgotten */                          \
	X(TAKES_NO_BY)  /* subject */                                          \
	X(NOT_IN_GAME)  /* card */                                             \
	X(NEVER_CARD)   /* card; subject: what it never is */                  \
	X(NEVER_PUNCH)  /* subject: what a punch never is */                   \
	X(NEVER_WEAPON) /* subject: what a weapon never is */                  \
	X(NO_COUNTER)   /* card */                                             \
	/* answers to what is asked more than once */                          \
	X(SOME_ANSWERS) /* number: those that were given; most */              \
	X(NO_SCHOOL)    /* slot; listed: the schools that are left */          \
	X(PART_BEFORE)  /* card: a part of spells, named behind one */         \
	/* items, which no name says */                                        \
	X(NO_ITEM_HERE)    /* to pick up */                                    \
	X(NO_ITEM_CARRIED) /* to drop */                                       \
	X(ITEMS_INSTEAD) /* no treasure, but what is listed; command: its verb \
			  */                                                   \
	/* told of what is done */                                             \
	X(IN_VAIN) /* a counter: what it answers goes on all the same */       \
	/* cards, which another verb puts away */                              \
	X(IS_CARRIED) /* card: an item, which is dropped */                    \
	X(IS_CAST)    /* card: a spell, which is ended */                      \
	/* declarations */                                                     \
	X(NOTED_NEVER) /* quoted; card: a counter of it that never answers it  \
			*/                                                     \
	X(NEAR_DECLARED) /* what is to be forgotten is not; quoted: the        \
			  * nearest                                            \
			  */                                                   \
	/* behind `with` */                                                    \
	X(NO_PAYMENT) /* card: what is paid for, by no card that was named */  \
	X(PAYS_NOTHING) /* card: it is worth no energy */                      \
	/* declarations */                                                     \
	X(NOTED_ATTACKS) /* quoted: it passes on attacks by spells too */      \
	/* told of what is done */                                             \
	X(BESIDE) /* card: what it counters goes on, else it changes things */ \
	/* walks */                                                            \
	X(TOO_FAR_ROUND) /* as TOO_FAR, of a way past what does harm */        \
	/* answers to what is asked more than once */                          \
	X(TOO_FEW_TO_CHOOSE) /* number; value: named oftener than that */      \
	/* walks round what does harm */                                       \
	X(SHORTEST_ROUND) /* as SHORTEST_WAY */                                \
	X(PART_ROUND)     /* as PART_OF_WAY */                                 \
	X(LEADS_AWAY) /* value: goal; number: movement points; other: end */   \
	/* told of what is done */                                             \
	X(TREASURE_STAYS) /* value: it */                                      \
	/* no treasure is carried, but what is listed; command: its verb */    \
	X(ITEMS_CARRIED)                                                       \
	X(CARRIED_ALREADY) /* card: an item that is to be cast */              \
	X(TREASURE_SHED)   /* value: it, which no way there lets be carried */ \
	X(SPEND_WHICH)     /* slot: takes a card of the hand; listed: those */ \
	X(NO_SPELL_CALLED) /* to be ended; listed: those that can be */        \
	/* a slot that aims, and nothing is where the play reaches */          \
	X(NONE_IN_SIGHT) /* card */                                            \
	X(NONE_BESIDE)   /* card */                                            \
	X(WHICH_SIDE)    /* quoted: a square that was named for a line */      \
	X(NO_ENERGY_OF)  /* number: of no card of energy in hand; listed: the  \
			    hand */                                            \
	X(NO_LINE)       /* card: a spell whose line is to bend */             \
	/* declarations */                                                     \
	X(NOTED_PLACE) /* quoted; card, slot: that may fit several places */   \
	/* cards */                                                            \
	X(ADDS_TWO)     /* card: makes one energy of two cards */              \
	X(ADDS_IN_TURN) /* card: the same, only in one's turn */               \
	X(NO_WEAPON)    /* card: nothing but energy, to strike with */         \
	X(NEVER_USED)   /* card: an item that works while it is carried */     \
	X(LIES_THERE) /* card: an item; value: it, which lies on the board */  \
	/* declarations */                                                     \
	X(NOTED_UNPAID) /* quoted; number: energy that no card is worth */     \
	X(WAY_LATER)    /* steps behind a spell that asks for them once it is  \
			   cast */                                             \
	X(NOTED_BEHIND_OF) /* as NOTED_BEHIND; value: by whom, for that line   \
			    */                                                 \
	/* public defaults */                                                  \
	X(DEFAULTS_DROPPED)                                                    \
	X(DEFAULTS_BACK)                                                       \
	X(DEFAULTS_GONE)  /* they were dropped before */                       \
	X(DEFAULTS_STAND) /* they were not */                                  \
	/* declarations by the numbers of their list */                        \
	X(NO_DECLARATION)   /* number; most: how many there are */             \
	X(FORGOTTEN_BEFORE) /* quoted: it does not stand any more */           \
	/* declarations */                                                     \
	X(NEVER_KIND)     /* quoted; subject: what it never is */              \
	X(NO_TRAIT)       /* quoted: no word of the ruleset's */               \
	X(TURN_BEGUN)     /* number, of the seat's own; most: its next */      \
	X(NO_LEAST)       /* card: a counter that nothing pays enough for */   \
	X(NOTED_PREFER)   /* quoted */                                         \
	X(NEVER_FORESEEN) /* quoted: a condition of what is still to come */

enum sp_agent_reason {
	SP_AGENT_REASON_NONE,
#define X(name) SP_AGENT_REASON_##name,
	SP_AGENT_REASONS(X)
#undef X
		SP_AGENT_REASON_COUNT
};

/* No words: sp_refusal_say_bound has them. */
struct sp_agent_note {
	uint8_t reason;  /* enum sp_agent_reason */
	uint8_t subject; /* enum sp_condition_about */
	int16_t card;    /* a type of card; -1: none */
	int16_t slot;    /* of the ruleset; -1: of no card */
	int number, most;
	sp_value value, other;
	int n_listed;
	sp_value listed[SP_GIVE_UP_MAX];
	/* Words of the player's, in lower case, or a declaration. */
	char quoted[SP_DECLARATION_SIZE];
};

struct sp_bound {
	bool ok; /* `command` is legal now */
	struct sp_command command;
	/* The walk met a door that shut during this turn and ends before it:
	 * the rest of the mail is not done unless `regardless`. Where it was
	 * the very first step there is no walk at all, and it is refused. */
	bool surprise;
	bool regardless;
	/* When the command is done the same order may say more, of what is
	 * asked then: sp_agent_bind_rest. */
	bool goes_on;
	/* Answers behind that of `command`, to the same question, that of this
	 * slot, as often as it is asked again. */
	int n_rest;
	int rest_slot;
	int rest_actor; /* whose way it is; SP_NOBODY: nobody's */
	int rest_walk;  /* of a way: its frame on the stack */
	sp_value rest[SP_ORDER_PHRASES_MAX];
	/* What the rules have against it, or against the step at which a walk
	 * was cut; SP_REASON_NONE: nothing. */
	struct sp_refusal why;
	/* Why else, or what there is to add, or what the binder chose. */
	struct sp_agent_note note;
	/* SP_AGENT_REASON_WHICH_COMMAND: it could mean `command` or this. */
	struct sp_command other;
	/* Refused: the nearest legal thing, an order that parses and binds now,
	 * or "". */
	char suggestion[SP_AGENT_ORDER_SIZE];
	/* Refused: the phrase of the order that is to blame. */
	struct sp_order_place at;
	int line; /* a declaration: where it is kept */
	/* the line of the same condition that it takes the place of, or "" */
	char replaced[SP_DECLARATION_SIZE];
};

/* Bind an order with SP_EFFECT_GAME to a command of `seat`; not UNDO, which
 * makes none (assert). Fills in
 * what can be meant only one way: the one treasure that lies here, the one door
 * beside the wizard. `move to` takes the shortest way and is refused where the
 * movement points do not suffice; `move towards` goes as far as they do. A walk
 * whose later step meets a door that shut during this turn is cut before it and
 * marked as a surprise; one that is impossible for another reason is refused
 * whole. Orders of cards: `with 5` is the single card worth 5 that one would
 * miss least, a spell without `with` is cast with the energy of 1; an order
 * that could mean two commands which read differently is refused and names
 * both. Returns out->ok. */
bool sp_agent_bind(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, const struct sp_order *order, struct sp_bound *out);

/* What an order whose command goes on says of the choice that is open now, of
 * which `done` of its commands were done. False: nothing, or nothing legal; it
 * is asked then. Then out->goes_on: it says something that is not legal. */
bool sp_agent_bind_rest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	int done, struct sp_bound *out);

/* How many answers besides the first an order may give to the open choice: as
 * often as its card asks for the same again. */
int sp_agent_more_answers(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat);
/* How many steps whoever answers the open choice leads *actor on, at most: one
 * answer may be the whole way. 0, and SP_NOBODY: it asks for no way. */
int sp_agent_way_left(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int *actor);
/* The next answer of a bound order that has several (n_rest), of which `done`
 * were given. False: it is not asked for any more, or is not legal. */
bool sp_agent_bind_next(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_bound *first,
	int done, struct sp_bound *out);

/* A legal command as an order that would bind to it: "move n n e", "punch
 * blue", "pick up blue's treasure", "cast fireball at red with energy 5". Where
 * two answers cannot be told apart in words, the order binds to one that does
 * the same. Appends. */
void sp_agent_understood(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c,
	struct sp_buf *out);
#define SP_STEP_NAME_SIZE 8
/* A step of a walk as an order has it: "n", "link". */
void sp_agent_step_name(int step, char out[SP_STEP_NAME_SIZE]);
/* A standing watch as the order that set it. Appends. */
void sp_agent_watch(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int watch, struct sp_buf *out);
/* A reference as an order names it: "c4", "Large Rock", "red", "the fog of
 * red". Appends. */
void sp_agent_name(const struct sp_ruleset *ruleset, const struct sp_game *view,
	sp_value value, struct sp_buf *out);
/* Append an answer to a slot of the ruleset (-1: of no card) as an order names
 * it: "yes", "90". */
void sp_agent_name_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int slot, sp_value value,
	struct sp_buf *out);

/* Up to `max` (at most SP_AGENT_SUGGEST_MAX) orders that are legal now, the
 * sensible ones first: carry a treasure home, pick one up, go and get one,
 * cast, use, boost, punch, end; for a seat that is asked to react `pass` and
 * its counters, for one that is asked to choose its choices. Each parses and
 * binds. Returns how many. */
int sp_agent_suggest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max);

/* Attacks on somebody else that are legal now, by each spell (twice: with as
 * little energy as may be, and with the most that a mere energy card pays),
 * each weapon and the fist of the seat's own wizard, in its own turn; at most
 * `max`. Returns how many. */
int sp_agent_suggest_attacks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_command out[], int max);

/* The numbered answers of the open choice or discard of this seat, in a fixed
 * order, in words ("d4", "Large Rock"): a plain number n binds to line n. At
 * most `max`; returns how many there are in all, which may be more. 0: the
 * seat is asked nothing of the kind. */
int sp_agent_options(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max);

/* Of the open discard of this seat: how many things must go; 0: it is asked for
 * none. *example becomes an answer by numbers as one may write it, "1, 4", or
 * "" if that is too long. */
int sp_agent_need(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, struct sp_suggestion *example);

/* Bind the counters of a declaration, an order SP_ORDER_WHEN, as an answer to
 * the open reaction; no suggestion is made. Returns out->ok. */
bool sp_agent_bind_declared(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out);
/* True if the seat has a card of this type that it can play: in its hand,
 * carried, or a spell that can be used while it lasts. */
bool sp_agent_has_playable(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, int type);
/* Has the seat any legal answer but pass to the open reaction (option `windows
 * quick`)? */
bool sp_agent_can_answer(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat);

#endif
