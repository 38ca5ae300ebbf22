/*
 * order: from the text of a reply to a list of orders. Pure: words and
 * positions, no game. It touches nothing: whether an order may be done is for
 * who executes the list.
 *
 * What is an order, and what is not: GRAMMAR.md.
 */
#ifndef SP_ORDER_H
#define SP_ORDER_H

#include "base/volume.h"
#include "condition/condition.h"
#include "words/words.h"

#define SP_ORDER_LINES_MAX    200
#define SP_ORDER_TEXT_MAX     65536
#define SP_ORDER_STEPS_MAX    40
#define SP_ORDER_WORD_SIZE    32 /* squares, edges as written, lower case */
#define SP_ORDER_LUCK_MAX     200
#define SP_ORDER_TOPIC_MAX    60
#define SP_ORDER_REMIND_MAX   72 /* hours before a deadline */
#define SP_ORDER_REMIND_USUAL 12
#define SP_ORDER_NAME_SIZE    24 /* a keyword, a play */
#define SP_ORDER_NAMES_MAX    32 /* things named in one order */
#define SP_ORDER_PHRASES_MAX  24
#define SP_ORDER_CLAUSES_MAX  4
#define SP_ORDER_COUNT_MAX    99 /* "2 at red" */

/* What an order bears on. Whoever executes stops at an error or a refused
 * order with SP_EFFECT_GAME; the other kinds are still done. */
enum sp_order_effect {
	SP_EFFECT_GAME,     /* changes the position */
	SP_EFFECT_QUESTION, /* asks for something to be mailed */
	SP_EFFECT_PRESS,    /* a message to other players */
	SP_EFFECT_ANSWER,   /* to the judge: join, luck, yes, no, again,
			       cancel rest, rematch */
	SP_EFFECT_DECLARE,  /* answers a reaction ahead of time */
	SP_EFFECT_NONE,     /* of a line that is no order */
};

/* name, word as mails print it, effect */
#define SP_ORDER_KINDS(X)                                                      \
	X(MOVE, "move", GAME)                                                  \
	X(MOVE_TO, "move to", GAME)                                            \
	X(MOVE_TOWARDS, "move towards", GAME)                                  \
	X(PUNCH, "punch", GAME)                                                \
	X(PUNCH_EDGE, "punch wall or door", GAME)                              \
	X(PICK_UP, "pick up", GAME)                                            \
	X(DROP, "drop", GAME)                                                  \
	X(OPEN, "open", GAME)                                                  \
	X(HOLD, "hold", GAME)                                                  \
	X(END, "end", GAME)                                                    \
	X(PASS, "pass", GAME)                                                  \
	X(RESIGN, "resign", GAME)                                              \
	X(CAST, "cast", GAME)                                                  \
	X(USE, "use", GAME)                                                    \
	X(ATTACK, "attack", GAME)                                              \
	X(THROW, "throw", GAME)                                                \
	X(PUNCH_THING, "punch", GAME)                                          \
	X(BOOST, "boost", GAME)                                                \
	X(PICK_UP_ITEM, "pick up", GAME)                                       \
	X(DROP_ITEM, "drop", GAME)                                             \
	X(END_SPELL, "end spell", GAME)                                        \
	X(ACTIVATE, "activate", GAME)                                          \
	X(DISCARD, "discard", GAME)                                            \
	X(DRAW, "draw", GAME)                                                  \
	X(COUNTER, "counter", GAME)                                            \
	X(CHOOSE, "choose", GAME)                                              \
	X(NUMBERS, "number", GAME)                                             \
	X(WATCH, "watch", GAME)                                                \
	X(UNWATCH, "unwatch", GAME)                                            \
	X(DEAL, "deal with", GAME)                                             \
	X(AGREE, "agree", GAME)                                                \
	X(REFUSE, "refuse", GAME)                                              \
	X(WHEN, "when", DECLARE)                                               \
	X(FORGET, "forget", DECLARE)                                           \
	X(HAND, "hand", QUESTION)                                              \
	X(CARD, "card", QUESTION)                                              \
	X(BOARD, "board", QUESTION)                                            \
	X(STATUS, "status", QUESTION)                                          \
	X(WATCHES, "watches", QUESTION)                                        \
	X(HISTORY, "history", QUESTION)                                        \
	X(HELP, "help", QUESTION)                                              \
	X(PRESS, "press", PRESS)                                               \
	X(JOIN, "join", ANSWER)                                                \
	X(LUCK, "luck", ANSWER)                                                \
	X(YES, "yes", ANSWER)                                                  \
	X(NO, "no", ANSWER)                                                    \
	X(AGAIN, "again", ANSWER)                                              \
	X(DEFAULTS, "defaults on", DECLARE)                                    \
	X(CANCEL_REST, "cancel rest", ANSWER)                                  \
	X(SET_MAIL, "set mail", ANSWER)                                        \
	X(TRY, "try", QUESTION)                                                \
	X(DECLARATIONS, "declarations", QUESTION)                              \
	X(SET_REMIND, "set remind", ANSWER)                                    \
	X(NEW_TOKEN, "new token", ANSWER)                                      \
	X(VACATION, "vacation", ANSWER)                                        \
	X(STANDIN, "standin", ANSWER)                                          \
	X(UNDO, "undo", GAME)                                                  \
	X(MUTE, "mute", ANSWER)                                                \
	X(UNMUTE, "unmute", ANSWER)                                            \
	X(SET_ZONE, "set zone", ANSWER)                                        \
	X(REMATCH, "rematch", ANSWER)

enum sp_order_kind {
#define X(name, word, effect) SP_ORDER_##name,
	SP_ORDER_KINDS(X)
#undef X
		SP_ORDER_KIND_COUNT
};

const char *sp_order_word(enum sp_order_kind kind);
/* Of SP_ORDER_KIND_COUNT, too, which the line of no order has. */
enum sp_order_effect sp_order_effect(enum sp_order_kind kind);
/* True for what one does in one's own turn, as far as nothing has to be asked
 * for it: it may wait, and stand behind a condition. */
bool sp_order_is_of_turn(enum sp_order_kind kind);

/* Directions as in board: north 0, east 1, south 2, west 3; and, as a step
 * alone, through the link of the square. */
enum sp_order_dir {
	SP_ORDER_NORTH,
	SP_ORDER_EAST,
	SP_ORDER_SOUTH,
	SP_ORDER_WEST,
	SP_ORDER_LINK,
};

/* Where something stands in the text: line and column from 1, the column and
 * the length in characters, so that a caret falls below it. */
struct sp_order_place {
	unsigned line, column, length;
};

/* ---- orders of cards ------------------------------------------------------
 */

enum sp_named_kind {
	SP_NAMED_NUMBER,    /* value */
	SP_NAMED_SEAT,      /* value: the seat's word */
	SP_NAMED_SELF,      /* "me" */
	SP_NAMED_SQUARE,    /* where: "c4", "home" */
	SP_NAMED_EDGE,      /* where: "c4 north", "c4/d4" */
	SP_NAMED_DIRECTION, /* value: enum sp_order_dir */
	SP_NAMED_CARD,      /* value: the card's word */
	SP_NAMED_TREASURE,  /* value: whose, as `seat`; number: 1, 2, 0 */
	SP_NAMED_PLAY,      /* where: the word, of SP_WORD_PLAY */
	SP_NAMED_YES,       /* value: 1 yes, 0 no */
	SP_NAMED_NOTHING,   /* "nothing" */
	SP_NAMED_WALL,      /* "wall", "door": beside an edge it says nothing */
	SP_NAMED_DOOR,
	SP_NAMED_CLASS,  /* where: the word, of SP_WORD_CLASS; value: its own */
	SP_NAMED_SCHOOL, /* where: the word, of SP_WORD_SCHOOL; value: its own
			  */
};

/* One thing that an order names. */
struct sp_named {
	uint8_t kind; /* enum sp_named_kind */
	int16_t value;
	int16_t number;
	char where[SP_ORDER_NAME_SIZE]; /* lower case */
	struct sp_order_place at;
};

/* A keyword and the names behind it, which together say one thing: "at wall
 * c4/d4". `with` has a phrase for each card, too. */
struct sp_order_phrase {
	char keyword[SP_ORDER_NAME_SIZE]; /* "" right behind the card */
	uint8_t clause;
	/* "2 at red"; 0 not said. In a list of things also "dagger x2", with
	 * the keyword "x"; "2 dagger", without, may be a line of a numbered
	 * list. */
	uint8_t count;
	uint8_t first, n; /* in sp_order.named */
	struct sp_order_place at;
};

/* A card and its phrases: the spell cast, a spell that it is cast through
 * (`part`: before the colon), a counter of a list. */
struct sp_order_clause {
	int16_t card; /* the card's word; -1: none named */
	bool part;
	uint8_t least; /* enum sp_order_least: of a counter */
	struct sp_order_place at;
};

/* How little a counter is to be paid with, if it says so. */
enum sp_order_least {
	SP_LEAST_NOT,
	SP_LEAST,         /* that takes all damage off */
	SP_LEAST_TO_LIVE, /* that one lives */
};

/* What may be watched; the words are those of the card files. */
#define SP_ORDER_POINTS(X)                                                     \
	X(STEP, "step", "steps")                                               \
	X(TURN, "turn", "turns")                                               \
	X(MOVE, "move", "moves")                                               \
	X(DRAW, "draw", "draws")                                               \
	X(END, "end", "ends")                                                  \
	X(DRAWN, "drawn", "drawing")                                           \
	X(DIE, "die", "dice")
enum sp_order_point {
#define X(name, word, several) SP_ORDER_POINT_##name,
	SP_ORDER_POINTS(X)
#undef X
		SP_ORDER_POINT_COUNT
};
const char *sp_order_point_word(enum sp_order_point point);

enum sp_order_answer {
	SP_ORDER_ANSWER_COUNTER, /* the clauses say with what */
	SP_ORDER_ANSWER_PASS,
	SP_ORDER_ANSWER_ASK,
	SP_ORDER_ANSWER_PREFER, /* steps, or cards of the phrase `prefer` */
};

/* Behind `by`: any of these. Cards and seats are names of the phrase `by`. */
#define SP_ORDER_BY_SPELL        (1 << SP_WHAT_SPELL)
#define SP_ORDER_BY_PUNCH        (1 << SP_WHAT_PUNCH)
#define SP_ORDER_BY_WEAPON       (1 << SP_WHAT_WEAPON)
#define SP_ORDER_BY_NEUTRAL      (1 << SP_WHAT_NEUTRAL)
#define SP_ORDER_BY_ATTACK       (1 << SP_WHAT_ATTACK)
#define SP_ORDER_BY_ATTACK_SPELL (1 << SP_WHAT_ATTACK_SPELL)

#define SP_ORDER_LISTED_MOST 20 /* numbers of declarations told apart */

/* Seats in a press: bit i is the value i of a seat's word. */
#define SP_ORDER_TO_ALL      UINT32_MAX
#define SP_ORDER_TO_DEFAULTS (UINT32_MAX - 1)

struct sp_order {
	uint8_t kind;       /* enum sp_order_kind */
	uint8_t regardless; /* MOVE*: the rest is done whatever the walk meets
			     */
	/* MOVE: the steps and where each is written. */
	uint8_t n_steps;
	uint8_t step[SP_ORDER_STEPS_MAX]; /* enum sp_order_dir */
	struct sp_order_place step_at[SP_ORDER_STEPS_MAX];
	/* MOVE_TO, MOVE_TOWARDS: a square "c4", "home", or "treasure", which
	 * `seat` and `number` say more of; "" if `seat` was
	 * written in its place. OPEN, HOLD,
	 * PUNCH_EDGE: an edge "c4 north" or "c4/c3", a direction "east" as seen
	 * from one's own square, or "" for the only one there is. PICK_UP,
	 * DROP: the treasure's square, "" not said. */
	char where[SP_ORDER_WORD_SIZE];
	int8_t side;  /* the direction, or -1 */
	bool is_wall; /* PUNCH_EDGE: which word was written */
	/* PUNCH: whom; PICK_UP, DROP: whose treasure, SP_ORDER_MINE, _THEIRS,
	 * or -1 if not said; MOVE_TO, MOVE_TOWARDS: see `where`. */
	int seat;
	/* PICK_UP, DROP: 1 or 2; HISTORY, UNDO: how many; 0 not said;
	 * PRESS: 1 without a name; SET_MAIL: enum sp_volume; SET_REMIND: hours,
	 * 0 off; VACATION: the first day as yyyymmdd, the year 0 where it was
	 * not said, 0 from now on */
	int number;
	/* PRESS; PICK_UP_ITEM, UNDO: SP_ORDER_TO_ALL or 0; VACATION: the last
	 * day, 0 no vacation any more */
	uint32_t to;
	/* The phrase behind the order word, for a caret: the order itself where
	 * there is none. */
	struct sp_order_place phrase;
	/* Orders of cards. CAST, USE, ATTACK (with what), THROW, COUNTER: cards
	 * and their phrases. BOOST: phrase `with`. The others: phrases "".
	 * DRAW: `number` cards. WHEN: the condition is the phrase `by` of
	 * clause 0 and `by`, the clauses of the answer follow it. Of PREFER the
	 * steps, or the phrase `prefer` of clause 0, and `number` 1: then the
	 * cheapest. CARD: `text` as HELP, and `number` the card's word or -1.
	 */
	/* FORGET: as WHEN, without an answer; all of them: to SP_ORDER_TO_ALL,
	 * the public defaults: SP_ORDER_TO_DEFAULTS; those of these numbers:
	 * `number` is the greatest of them (not 0), and bit n of `to` is n */
	/* WATCH, UNWATCH: `point`, `seat` (also as the phrase `by`), `where`
	 * and `number`, all but the first if said; WATCH is a declaration
	 * besides, whose `answer` may be ASK. DEAL: `seat`; the phrases "",
	 * what is given, and `for`. AGREE, REFUSE: `seat`, -1 not said; REFUSE:
	 * `to` is 1 for one's own (`withdraw`). */
	uint8_t point;   /* enum sp_order_point */
	uint8_t subject; /* WHEN: enum sp_condition_about */
	uint8_t answer;  /* WHEN: enum sp_order_answer */
	uint8_t by;      /* WHEN: SP_ORDER_BY_*, 0 not said */
	/* WHEN: what has to hold besides; its lists are phrases `if` of clause
	 * 0. `until`: 0 always, -1 the seat's next turn, or its number. */
	struct sp_condition condition;
	int16_t until;
	/* CHOOSE: names alone on the line, in answer to a question. */
	bool bare;
	uint8_t n_clauses, n_phrases, n_named;
	struct sp_order_clause clause[SP_ORDER_CLAUSES_MAX];
	struct sp_order_phrase part[SP_ORDER_PHRASES_MAX];
	struct sp_named named[SP_ORDER_NAMES_MAX];
	/* PRESS, LUCK, HELP, CARD: the words, trimmed, as written: a slice of
	 * the text of sp_orders, in bytes. Line ends inside are as they came.
	 * STANDIN: the address, "" nobody any more. */
	size_t text, text_len;
};

/* The writer's own treasure: what they own, or what they carry. */
#define SP_ORDER_MINE (-2)
/* Somebody else's: "his". */
#define SP_ORDER_THEIRS (-3)

enum sp_line_class {
	SP_LINE_ORDER,
	SP_LINE_CHATTER,
	SP_LINE_ERROR,
	SP_LINE_GUARD, /* a condition, or a brace around what stands behind it
			*/
};

/* The condition of orders, or a brace. */
enum sp_guard_kind {
	SP_GUARD_NONE,
	SP_GUARD_COUNTERED, /* there was a counter */
	SP_GUARD_EVADED,    /* it was evaded, and did nothing */
	SP_GUARD_HIT,       /* it did what it should */
	SP_GUARD_SIGHT,     /* `seat` is in sight */
	SP_GUARD_AT,        /* `seat` stands on `where` */
	SP_GUARD_ELSE,      /* none of those right above held */
	SP_GUARD_OPEN,      /* "{" */
	SP_GUARD_CLOSE,     /* "}" */
};

struct sp_order_guard {
	uint8_t kind; /* enum sp_guard_kind */
	int8_t seat;
	bool brace; /* its head opens one */
	/* Conditions that stand together have one number, from 1: the first of
	 * them that holds counts. lib/reply finds it, and `behind` of lines. */
	int chain;
	char where[SP_ORDER_NAME_SIZE];
	struct sp_order_place place; /* of its colon or brace */
};

/* What `end`, `pass` or `resign` waits for (lib/reply). */
enum sp_order_waits {
	SP_WAITS_NOT,
	SP_WAITS_ERROR, /* a line of the mail was not understood */
	SP_WAITS_PROSE, /* prose stands above it in its own paragraph */
	/* a declaration above it is refused, which the parser does not know */
	SP_WAITS_REFUSED,
};

struct sp_order_line {
	uint8_t line_class; /* enum sp_line_class */
	struct sp_order_place at;
	size_t start, len; /* the slice of the text, trimmed, in bytes */
	/* ORDER: whole. ERROR: only `kind`, the order that it begins like, or
	 * SP_ORDER_KIND_COUNT. */
	struct sp_order order;
	/* GUARD, and an ERROR that was meant as one. */
	struct sp_order_guard guard;
	/* The number, from 1, of the line that holds its condition; 0: none. */
	int behind;
	unsigned indent; /* column of its first word, behind bullets */
	bool joined;     /* of several lines: sp_reply_join */
	bool done;       /* "done" alone, or the like: no `end` waits for it */
	/* The order word before it in the text that it shares, as a slice: that
	 * of "treasure" in "pick up large rock, treasure". */
	size_t head, head_len;
	/* ORDER of `end`, `pass` or `resign`: whether it is to wait, and for
	 * which words: a slice of one line of the text. */
	uint8_t waits; /* enum sp_order_waits */
	size_t cause, cause_len;
	/* ERROR: where, what is wrong, and the nearest thing that would be
	 * understood, or "". Printable: what the player wrote is quoted without
	 * control characters. */
	struct sp_order_place wrong;
	struct sp_order_mistake mistake;
	char suggestion[SP_ORDER_SUGGESTION_SIZE];
};

/* `text` is a copy of what was read (at most SP_ORDER_TEXT_MAX bytes), so that
 * the slices stay valid as long as the list. A line is one order, or what was
 * meant as one: several may stand in one line of the text, and lines of chatter
 * that follow one another are one. Every character of the text is in exactly
 * one slice, in a comment, or is a blank, a separator or a bullet. */
struct sp_orders {
	char *text;
	size_t text_len;
	int n;
	struct sp_order_line *line; /* in the order of the text */
	/* Bytes of the text that were looked at, each as often as it was: a few
	 * times the length, whatever was written. */
	size_t work;
};

/* Parse the lines of a reply that is already freed of quotes and signature,
 * each by itself; any bytes are accepted. Cannot fail: what is wrong is in the
 * lines. The caller clears *out. */
void sp_order_parse(struct sp_orders *out, const char *text, size_t len,
	const struct sp_order_words *words);
void sp_order_clear(struct sp_orders *orders);

/* What a line that is no order may be. */
enum sp_order_talk {
	SP_ORDER_TALK_PLAIN, /* words of greetings and names, nothing else */
	SP_ORDER_TALK_FREE,  /* other words, none that could be an order */
	/* It has a word of the game, or somebody's name beside a word that is
	 * none of a greeting: "kill green!". */
	SP_ORDER_TALK_PERHAPS_ORDER,
	/* As FREE: a sentence of some length, with no word like one of the
	 * game's. */
	SP_ORDER_TALK_SURE,
};
/* What text[start, end) is, a line or a part of one. *answers: it begins with
 * "yes" or "no". */
enum sp_order_talk sp_order_talk_of(const char *text, size_t start, size_t end,
	const struct sp_order_words *words, bool *answers);

/* True for what may be given at any time and answers nothing: watches, deals.
 */
bool sp_order_is_aside(const struct sp_order *order);
/* True for what answers a question by names and numbers. */
bool sp_order_is_answer(const struct sp_order *order);

#endif
