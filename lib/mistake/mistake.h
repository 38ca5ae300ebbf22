/*
 * mistake: what can be wrong with a line that was meant as an order. The parser
 * finds it, lib/refusal says it. Pure.
 */
#ifndef SP_MISTAKE_H
#define SP_MISTAKE_H

#include "base/base.h"

#define SP_ORDER_SUGGESTION_SIZE 80
#define SP_ORDER_QUOTE_SIZE      40
#define SP_ORDER_LISTED_SIZE     120 /* with a comma and a blank between */

/* Why a line that was meant as an order is no order: the parser gives the
 * reason, sp_refusal_say_mistake says it to the player. Each with the arguments
 * that the mistake brings along, by the names of its fields. */
#define SP_ORDER_REASONS(X)                                                    \
	/* the order word */                                                   \
	X(NO_ORDER)       /* quoted: no order word, but nearly one */          \
	X(SEVERAL_ORDERS) /* quoted; word, other: what it may be short for */  \
	X(NEARLY_ORDER)   /* quoted: where something like an order begins */   \
	X(ORDER_WORD_FIRST) /* an order word in the middle */                  \
	X(NOT_YET)          /* word: of orders that this judge lacks */        \
	X(NO_CARDS)         /* word: of cards, in a game without */            \
	X(FISTS_ONLY)       /* "attack" in a game without cards */             \
	X(IF)               /* declarations begin with "when" */               \
	/* the line as a whole */                                              \
	X(TOO_LONG)      /* more words than an order has */                    \
	X(QUESTION_MARK) /* behind something to be done */                     \
	X(FULL_STOP)     /* quoted: the mark, and more behind it */            \
	X(NEXT_ORDER)    /* quoted: an order word behind the order */          \
	X(MORE_BEHIND)   /* quoted: words behind the order; word: its name */  \
	X(ONLY_ALONE)    /* word: it has something behind it */                \
	X(NUMBER_ALONE)  /* and no numbered question was asked */              \
	X(CARD_ALONE)    /* no order word before it */                         \
	X(STEPS_ALONE)   /* a walk without its order word */                   \
	X(STEPS_WRAPPED) /* such a walk right below another */                 \
	/* steps, squares, edges */                                            \
	X(WHERE_TO)        /* "move" alone */                                  \
	X(NO_DIRECTION)    /* quoted */                                        \
	X(SQUARE_AS_STEP)  /* quoted: the square */                            \
	X(COUNT_APART)     /* a number among steps */                          \
	X(TOO_MANY_STEPS)  /* most */                                          \
	X(STEPS_BREAK_OFF) /* a comma at the end */                            \
	X(WHICH_SQUARE)    /* none is said */                                  \
	X(NO_SQUARE)       /* quoted */                                        \
	X(WHICH_SIDE)      /* quoted: the square, in lower case */             \
	X(WHICH_EDGE)      /* word: wall or door */                            \
	X(NO_EDGE)         /* quoted; word: wall or door */                    \
	/* players and treasures */                                            \
	X(PUNCH_WHOM)                                                          \
	X(NO_PLAYER)       /* quoted; names: the players */                    \
	X(SEVERAL_PLAYERS) /* quoted; names: the players */                    \
	X(PICK_UP)         /* "pick" without "up" */                           \
	X(WHOSE_TREASURE)                                                      \
	X(NO_TREASURE) /* quoted: nearly the word */                           \
	X(THE_WHAT)    /* nothing behind "the" */                              \
	X(MY_WHAT)     /* nothing behind "my" */                               \
	/* cards and what they name */                                         \
	X(WHICH_CARD)                                                          \
	X(NO_CARD)       /* quoted: nearly the suggestion */                   \
	X(NO_CARD_LIKE)  /* quoted */                                          \
	X(SEVERAL_CARDS) /* quoted; names: the cards */                        \
	X(NO_NAME)       /* quoted: neither card nor player nor place */       \
	X(ORDER_WHAT)    /* word: nothing behind it */                         \
	X(KEYWORD_WHAT)  /* quoted: the keyword, nothing behind it */          \
	X(TOO_MANY_NAMES)                                                      \
	X(TOO_MANY_PHRASES)                                                    \
	X(TOO_MANY_CLAUSES)                                                    \
	X(ATTACK_WHOM)                                                         \
	X(ATTACK_HOW)  /* no "with" behind it */                               \
	X(ATTACK_WITH) /* nothing behind "with" */                             \
	X(BOOST_WITH)                                                          \
	X(COUNTER_WITH)                                                        \
	X(DRAW_COUNT)                                                          \
	/* declarations */                                                     \
	X(WHEN_WHAT) /* no subject */                                          \
	X(NO_COLON)  /* behind the condition */                                \
	X(BY_WHAT)                                                             \
	X(BY_TWICE)                                                            \
	X(BY_OTHER) /* no kind, card or player */                              \
	X(THEN_WHAT)                                                           \
	/* watches and deals */                                                \
	X(WATCH_WHAT)                                                          \
	X(DEAL_FORM)                                                           \
	/* questions, luck, press */                                           \
	X(HISTORY_COUNT)                                                       \
	X(HELP_TOPIC)                                                          \
	X(LUCK_EMPTY)                                                          \
	X(LUCK_TOO_LONG) /* number, most: bytes */                             \
	X(LUCK_UNPRINTABLE)                                                    \
	X(PRESS_FORM)                                                          \
	X(PRESS_TO_WHOM)                                                       \
	X(PRESS_TO_ALL) /* "all" and a name */                                 \
	X(PRESS_EMPTY)                                                         \
	X(PRESS_HOLDS_ORDER) /* on its own line */                             \
	X(PRESS_MEETS_ORDER) /* below it, and no endpress */                   \
	X(NO_PRESS)          /* "endpress" without one */                      \
	/* the mail */                                                         \
	X(LOST_CHARACTER)                                                      \
	X(ENDLESS_FILE)                                                        \
	X(TOO_MANY_LINES)                                                      \
	X(TOO_LONG_MAIL)                                                       \
	/* a school is to be chosen */                                         \
	X(NO_SCHOOL) /* quoted; names: those that are left */                  \
	X(END_WHAT)  /* "end" and the name of a card */                        \
	/* cards and what they name */                                         \
	X(ONLY_SPELLS)   /* behind a part of a spell, a verb of items or fists \
			  */                                                   \
	X(END_DRAWING)   /* "end" and how many cards to draw */                \
	X(DROP_TREASURE) /* "give up" a treasure */                            \
	X(DONE) /* quoted: what ends no turn, though it may be meant to */     \
	X(TAKE_FROM)    /* a player, who carries it */                         \
	X(CORRECTED)    /* quoted: what takes an order of the mail back */     \
	X(DEFAULTS_HOW) /* "defaults" without "on" or "off" */                 \
	X(MAIL_HOW)     /* "set mail" without one of its words */              \
	X(TRY_WHAT)     /* "try" without an order behind it */                 \
	X(REMIND_HOW)   /* "set remind" without hours or "off" */              \
	X(VACATION_HOW) /* "vacation" without a span of days */                \
	X(STANDIN_HOW)  /* "standin" without an address */                     \
	X(MUTE_WHOM)    /* "mute" without a player */                          \
	/* conditions; word: what is compared */                               \
	X(IF_WHAT)   /* quoted: no condition */                                \
	X(IF_SECRET) /* quoted: of what is secret */                           \
	X(IF_NUMBER) /* word: without a number */                              \
	X(IF_RANGE)  /* word; number, most: what it may be */                  \
	X(IF_MANY)                                                             \
	X(IF_BRACKET)                                                          \
	X(UNTIL_WHAT)                                                          \
	/* conditions of orders */                                             \
	X(GUARD_WHAT)   /* quoted: where an unknown one begins */              \
	X(GUARD_SECRET) /* quoted: of what is seen by its owner alone */       \
	X(GUARD_ELSE)   /* "else" without an "if" right above it */            \
	X(GUARD_EMPTY)  /* nothing stands behind it */                         \
	X(GUARD_ONLY)   /* behind it something else than what a turn has */    \
	X(GUARD_NESTED) /* one within another */                               \
	X(GUARD_BRACE)  /* its brace is not closed */                          \
	X(GUARD_BROKEN) /* behind its line, which may have been broken */      \
	/* what is to be said otherwise */                                     \
	X(BOOST_FIRST) /* a walk "with" something */                           \
	X(FORGET_WHAT) /* "forget everything" */                               \
	/* declarations: what is preferred */                                  \
	X(PREFER_WAYS)                                                         \
	X(PREFER_CARDS)                                                        \
	X(ZONE_HOW) /* "set zone" without a zone */                            \
	/* what may have been meant */                                         \
	X(NUMBER_WORDS) /* a number of a list, and words behind it */          \
	X(MORE_HERE)    /* as MORE_BEHIND, of a word of the player's own */    \
	X(STEPS_AND_SQUARE) /* "walk north to c4" */                           \
	X(NEARLY_LIKE)    /* as NEARLY_ORDER, of a word that begins others */  \
	X(ANSWER_PLAINLY) /* quoted: what may counter or pass */               \
	X(CHOICE_PLAINLY) /* quoted: what may choose of a list */

enum sp_order_reason {
	SP_ORDER_REASON_NONE,
#define X(name) SP_ORDER_REASON_##name,
	SP_ORDER_REASONS(X)
#undef X
		SP_ORDER_REASON_COUNT
};

/* Names to choose from, one behind the other, each with its NUL. */
struct sp_order_listed {
	uint8_t n;
	bool more; /* names were left out */
	uint8_t used;
	char text[SP_ORDER_LISTED_SIZE];
};

/* What is wrong with a line. No sentence: sp_refusal_say_mistake makes it. */
struct sp_order_mistake {
	uint8_t reason; /* enum sp_order_reason */
	/* Words of the player's, those at `wrong` unless the reason says
	 * others; printable and cut to what fits. */
	char quoted[SP_ORDER_QUOTE_SIZE];
	/* Words of the language of orders; their text is static. */
	const char *word, *other;
	size_t number; /* what was written */
	size_t most;   /* and what may be */
	struct sp_order_listed names;
};

/* Append a name. False: it is left out, for want of room. */
bool sp_mistake_list_add(struct sp_order_listed *listed, const char *name);

#endif
