/*
 * token: the characters and the tokens of a piece: what a line of a mail is
 * made of, before any word of the game means something.
 */
#ifndef SP_TOKEN_H
#define SP_TOKEN_H

#include "base/base.h"

#define SP_TOKEN_SIZE 32 /* of a word, in bytes */

/* ---- scan.c: characters and tokens ------------------------------------- */

/* Longer pieces are no orders; only their beginning matters. */
#define TOKENS_MAX 96

#define SP_TOKEN_LOST 0xfffd /* stands for a character that was lost */

struct token {
	bool is_word; /* else one character of punctuation, in word[0] */
	bool cut;     /* the word did not fit */
	char word[SP_TOKEN_SIZE]; /* lower case, ASCII likes */
	size_t start, end;        /* bytes of the text */
	unsigned column, width;
};

/* A place in the text that knows its line and column. */
struct spot {
	size_t at;
	unsigned line, column;
};

struct piece {
	const char *text; /* the whole text */
	unsigned line;
	bool cut;      /* more tokens than fit */
	bool question; /* a final question mark was taken off */
	bool below;    /* the line right above ends with a walk */
	bool bar;      /* a bar was taken off the front */
	bool only;     /* the mail says nothing else */
	bool copied;   /* a line of one of our own mails stands above */
	bool german;   /* some of it was put in the game's words */
	bool ordered;  /* a verb of it was */
	size_t end;    /* byte behind the piece */
	int n;
	struct token token[TOKENS_MAX];
};

/* The character at s[0..n), folded: ASCII for itself and its typographic
 * likes, ' ' for blanks and controls, 0 for what has no width, else some code
 * beyond ASCII. *len: its bytes. n > 0. */
uint32_t sp_token_char(const char *s, size_t n, size_t *len);
/* Two or more of one mark, as a rule below a text, and nothing else. */
bool sp_token_is_rule(const char *s, size_t n);
/* Is it counted when columns are? */
bool sp_token_char_shown(const char *s, size_t n, size_t *len);
/* Move on to the byte `to`, which is on the same line. */
void sp_token_spot_advance(struct spot *spot, const char *text, size_t to);
/* Read the tokens of text[from->at, end). */
void sp_token_piece_scan(
	struct piece *p, const char *text, const struct spot *from, size_t end);
/* Take bullets, and bars unless it is copied, off the front, and full stops off
 * the end. */
void sp_token_piece_trim(struct piece *p);
void sp_token_piece_drop_first(struct piece *p, int n);
/* The tokens [from, end) as a piece of its own. */
void sp_token_piece_part(
	const struct piece *whole, int from, int end, struct piece *out);
/* Put words in place of the first `n` tokens, at the place where the first one
 * stands. False: there is no room for them. p->n > 0. */
bool sp_token_put_first(struct piece *p, int n, const char *words);
bool sp_token_is(const struct token *t, const char *word);
/* Is it one of these words, which have a blank between them? */
bool sp_token_among(const struct token *t, const char *words);
bool sp_token_is_mark(const struct token *t, char mark);
/* True for what may stand between two orders: "," "&" "and" "then". */
bool sp_token_is_joint(const struct token *t);
/* True for what separates things of a list; for what ends a clause. */
bool sp_token_separates(const struct token *t);
bool sp_token_ends_clause(const struct token *t);

/* The first byte in text[from, end) that begins a character lost on its way
 * (U+FFFD); `end` if nothing is lost. */
size_t sp_token_lost_at(const char *text, size_t from, size_t end);

/* The tokens from `from` on as their writer has them, or in the words that were
 * put in their place; as sp_token_quote. */
void sp_token_words(const struct piece *p, int from, char *out, size_t size);
/* What the player wrote, fit for a mail: printable, bounded. */
void sp_token_quote(
	const char *text, size_t start, size_t end, char *out, size_t size);

/* ---- broken.c: lines that a mail program broke --------------------------- */

/* Columns of the widest line that has a blank to break it at. */
size_t sp_token_widest(const char *text, size_t n);
/* May a mail program have broken the line that begins at `above` where the one
 * at `below` begins? `widest`: of the text. */
bool sp_token_may_be_broken(
	const char *text, size_t n, size_t above, size_t below, size_t widest);

/* True if `word`, whose lost characters may have been any, is `verb`. */
bool sp_token_may_be(const char *word, const char *verb);

/* ---- manners.c: politeness and habit ------------------------------------ */

/* Take off what says nothing of an order: "I'd like to", "first," and "Step 1:"
 * in front, "please" behind; something is left. `asked`: it was asked of
 * whoever reads ("could you ..."), so that a question mark asks nothing. False:
 * there was nothing to take off. */
bool sp_token_take_manners(struct piece *p, bool *asked);
/* How many such tokens begin at `at`; or 0. */
int sp_token_manners_at(const struct piece *p, int at);

/* Is it a word of greetings, of thanks, of "here is my move:"? None of them
 * says what is to be done to somebody. */
bool sp_token_is_greeting(const struct token *t);
/* True for a word of prose that is the beginning of an order word, too. */
bool sp_token_is_everyday(const char *word);

/* ---- correction.c --------------------------------------------------------- */

/* What takes something back in text[0..n): words that last for ever, or NULL.
 * `wrong`: some order goes wrong there, and words of little weight count. */
const char *sp_token_takes_back(const char *text, size_t n, bool wrong);
/* True if "sorry" in text[at, end) is said to somebody, "sorry, Red!", who is
 * named in text[0, at), or for something, and corrects nothing. */
bool sp_token_apologises(const char *text, size_t at, size_t end);
/* What leaves open, right below an order or right above it, whether that is
 * meant to be done; likewise. */
const char *sp_token_doubts_below(const char *text, size_t n);
const char *sp_token_doubts_above(const char *text, size_t n);

/* ---- sentences.c ---------------------------------------------------------- */

/* The token behind the sentence that begins at `at`: a full stop, or its like,
 * ends it where a blank stands behind. p->n: it is the last one. */
int sp_token_sentence_end(const struct piece *p, int at);
/* Are the tokens exactly these words, whatever marks are between? */
bool sp_token_is_exactly(const struct piece *p, const char *words);
/* True if the piece ends the turn, passes, or, in answer to a window, lets
 * happen what was announced; whatever marks are between its words. */
bool sp_token_says_end(const struct piece *p);
bool sp_token_says_pass(const struct piece *p);
bool sp_token_lets_happen(const struct piece *p);
/* The order word of a sentence that joins, agrees, refuses, says yes or takes
 * back; NULL: it says something else. */
const char *sp_token_says_word(const struct piece *p);
/* True if the piece is a no to a question that asks for yes or no. */
bool sp_token_declines(const struct piece *p);
/* True if the piece says that its writer has finished, and nothing else. */
bool sp_token_says_done(const struct piece *p);

/* ---- turns.c ------------------------------------------------------------- */

/* Put plain words in place of a turn of speech: "burn energy 5 for speed",
 * "walk back towards c3", "drop the treasure there", "pick it up again",
 * "counter with a card and put the treasure on c4". False, and nothing is
 * changed: it has none. */
bool sp_token_take_turns(struct piece *p);
/* Make "forget when attacked" of "forget the "when attacked" line". */
bool sp_token_take_forget(struct piece *p);
/* "walk north to c4": the token of the square behind steps; 0: it is no such
 * walk. */
int sp_token_square_behind_steps(const struct piece *p);
/* Does its first word, as the writer has it, begin these words of ours? */
bool sp_token_begins_as_written(const struct piece *p, const char *words);

/* ---- goal.c -------------------------------------------------------------- */

/* "walk to the treasure on c4" goes to c4. Each of these is false, and changes
 * nothing, where the piece says no such thing. */
bool sp_token_take_goal(struct piece *p);
/* "put the treasure down", "throw zot away", "pick it up": the order's word in
 * front. */
bool sp_token_take_halves(struct piece *p);
/* "fly to c4 with zot" is "cast zot to c4"; whether that is a card is for the
 * caller. */
bool sp_token_take_flight(struct piece *p);

/* ---- edge.c -------------------------------------------------------------- */

/* "open the door on the west of c4" is "open door c4 west". False, and nothing
 * is changed: it points at no line, or plainly already. */
bool sp_token_take_edge(struct piece *p);
/* "Open the east door and go through it" ends with "move east". `side`: of the
 * door that was opened before, or -1. Returns that of the last one. */
int sp_token_take_through(struct piece *p, int side);

/* ---- threat.c ------------------------------------------------------------ */

/* "If anybody attacks me ...": true, and what answers it stands from *behind
 * on; *by is the token that names who does it, 0: anybody. */
bool sp_token_begins_threat(const struct piece *p, int *by, int *behind);
/* Is it a word between that and the card that answers? */
bool sp_token_leads_to_counter(const struct token *t);
/* Make "when attacked by red: counter with" of it, before the tokens of `p`
 * from `card` on. False: there is no room. */
bool sp_token_put_threat(
	struct piece *out, const struct piece *p, int by, int card);

/* ---- shape.c -------------------------------------------------------------- */

/* "take dagger from red": nobody takes that by picking it up. */
bool sp_token_takes_away(const struct piece *p);
/* "counter the fireball with full shield": how many tokens stand up to `with`;
 * 1: it is not there. */
int sp_token_behind_with(const struct piece *p);
/* "go c4", "walk home"; "go Red!" cheers. */
bool sp_token_goes_somewhere(const struct piece *p);
/* "walk to the treasure". False: it has no articles, or ends with one. */
bool sp_token_drop_articles(struct piece *p);
/* "| end      ends your turn": a line of our mails with what it says about the
 * order. Cuts that off; false if there is no gap. */
bool sp_token_cut_gloss(struct piece *piece);
/* "tell blue: hi": a word of messages, and a colon somewhere behind it. */
bool sp_token_begins_press(const struct piece *p, int at);
/* "tell blue for me:": leave out a word that only leads to the colon. False: it
 * is another one. */
bool sp_token_drop_aside(struct piece *p, int at);
/* "move n n e end": is the token an `end` with nothing before it? A wall has a
 * west end. */
bool sp_token_ends_here(const struct piece *p, int at);
/* "attack the wall c4/d4", from `at` on, and nothing is said to do it with. */
bool sp_token_is_bare_edge(const struct piece *p, int at);
/* Make room for the word `with` before token `at`; it stands where that does.
 */
void sp_token_insert_with(struct piece *piece, int at);

/* Does the word of the name at *name match, "blue's" too? Moves *name to its
 * next word. */
bool sp_token_spells_word(const struct token *t, const char **name);

/* ---- synonym.c ------------------------------------------------------------ */

struct sp_token_synonym {
	const char *word;
	/* order words in the order in which they are tried; NULL behind them */
	const char *as[3];
};

/* NULL: the game has no word for it, or it is one of the game's. */
const struct sp_token_synonym *sp_token_synonym_of(const struct token *t);

/* ---- action.c ------------------------------------------------------------- */

/* What a verb could be about. */
#define SP_TOKEN_PLACE 1 /* a direction, a square */
#define SP_TOKEN_SEAT  2
#define SP_TOKEN_CARD  4
#define SP_TOKEN_THING 8 /* treasure, wall, door */
#define SP_TOKEN_COUNT 16

struct sp_token_action {
	const char *word;
	unsigned takes;
	/* order words that might stand in its place, the likeliest first */
	const char *as[2];
	bool everyday; /* also in greetings: "here we go:" */
};

/* NULL: it is no verb of the game, nor one like those. */
const struct sp_token_action *sp_token_action_of(const struct token *t);
/* Is it one letter off such a verb of four or more? */
bool sp_token_is_like_action(const struct token *t);

/* ---- inflect.c ------------------------------------------------------------ */

/* Is it a verb as it stands behind "I'm"? */
bool sp_token_is_gerund(const struct token *t);
/* Put the order's word, or its like, in place of "I'm moving"; of two words
 * ("throw away"). Each is false, and changes nothing, where the piece has no
 * such thing. */
bool sp_token_take_gerund(struct piece *p);
bool sp_token_take_phrase(struct piece *p);

/* ---- steps.c -------------------------------------------------------------- */

#define SP_TOKEN_LINK 4 /* a step through the link of the square */

/* A part of a word: so many steps one way. */
struct sp_token_step {
	int dir, count; /* north 0, east 1, south 2, west 3; SP_TOKEN_LINK */
	size_t at, len; /* within the word */
};

/* The direction of a name or letter, or -1; and the name of a direction. */
int sp_token_direction_of(const char *word);
const char *sp_token_direction(int dir);
/* The steps that a word is, "n", "2n", "nne", "n-e". False: it is another word.
 */
bool sp_token_steps(const struct token *t,
	struct sp_token_step out[SP_TOKEN_SIZE], int *n_out);
/* A step by itself: one direction, with a count or without; `run`: also
 * letters run together. */
bool sp_token_is_step(const struct token *t, bool run);

/* ---- count.c -------------------------------------------------------------- */

bool sp_token_is_number(const struct token *t);
/* "x2", "2x", "x 2", and the sign of multiplication in place of the x: how many
 * tokens at `at` are that; 0: none. */
int sp_token_times(const struct piece *p, int at, int *count);
/* "1", "1, then 2": answers to numbered questions. */
bool sp_token_is_choice(const struct piece *piece);
/* "(1)", "[1]", "[x]" at the front: 3 tokens; "1.", "1)": 2; else 0. */
int sp_token_numbered(const struct piece *piece);
/* "1. move n 2. punch red": is the token at `at` the number of a list on one
 * line, which begins with its first? */
bool sp_token_is_label(const struct piece *p, int at);
/* Which way a word turns: 1 clockwise, -1 the other way, 0 not at all. */
int sp_token_turn_of(const struct token *t);
/* How many tokens from there on are a number of degrees, with its sign. */
int sp_token_degrees_at(const struct piece *p, int at);

/* ---- choice.c ------------------------------------------------------------ */

#define SP_TOKEN_CHOICES 8 /* numbers in one line at most */

/* Leave nothing but the numbers of "I'll go for 2", "number 2, please".
 * Commas stand between them. `one`: one thing of a list is asked for, so that
 * "I take 2" is one of them, too; `listed`: there is a list, else a word like
 * "number" has to say so. False, and nothing is changed: it says something
 * else. */
bool sp_token_take_choice(struct piece *p, bool one, bool listed);

/* ---- place.c -------------------------------------------------------------- */

/* "c4", "c4/d4" */
bool sp_token_is_square(const char *word);
bool sp_token_is_pair(const char *word);
/* "c4-d4", "c4 / d4" and "between c4 and d4" become one word "c4/d4"; "w/
 * energy" is "with energy";
 * "[3]" behind a name goes, as we list hands. */
void sp_token_join_places(struct piece *p);

/* ---- walk.c --------------------------------------------------------------- */

/* Put `move` and one direction a step in place of a walk that is told. `bare`:
 * it may begin with a direction. False: it is told otherwise. */
bool sp_token_tell_steps(struct piece *p, bool bare);

/* The step that is meant by a word like "up" or "north-east"; "" if it
 * names no way. */
const char *sp_token_way_of(const struct token *t);

/* Is it a walk without its order word: two steps, or a direction alone? Right
 * below a walk one step is enough: some mail program broke the line. */
bool sp_token_is_bare_walk(const struct piece *piece);

/* ---- question.c ----------------------------------------------------------- */

/* "What's on the board?": the order word for what is asked for; NULL: it asks
 * for nothing that a mail can show. */
const char *sp_token_asks_for(const struct piece *p);

/* True for one sentence that asks how, why, who, what or where, and orders
 * nothing. */
bool sp_token_only_asks(const struct piece *p);

/* ---- trial.c ------------------------------------------------------------- */

enum sp_token_trial {
	SP_TOKEN_TRIAL_NONE,
	SP_TOKEN_TRIAL_LISTS, /* "preview:", also of the lines below */
	SP_TOKEN_TRIAL_ASKS,  /* "what would happen if I" */
	SP_TOKEN_TRIAL_MAY,   /* "can I open c4/d4?" */
};

/* How the piece asks what would come of the orders from *behind on. */
enum sp_token_trial sp_token_begins_trial(const struct piece *p, int *behind);
/* True if it has a word like "preview" somewhere. */
bool sp_token_names_trial(const struct piece *p);

/* ---- doubt.c ------------------------------------------------------------- */

enum sp_token_doubt {
	SP_TOKEN_DOUBT_NONE,
	SP_TOKEN_DOUBT_NUMBER, /* it answers by a number, and says more */
	SP_TOKEN_DOUBT_BACK,   /* it takes back what is not said plainly */
};

/* True for nothing but numbers of a list, as one might say them, "I'll take 1";
 * whether there is a list is for the caller. */
bool sp_token_says_choice(const struct piece *p);
/* What a piece that is no order may have been meant as. */
enum sp_token_doubt sp_token_doubt_of(const struct piece *p);

/* ---- name.c: folding -------------------------------------------------------- */

#define SP_TOKEN_FOLDED_SIZE 80

/* Append the letters and digits of the text, in lower case, as far as they fit.
 */
void sp_token_fold_onto(char out[SP_TOKEN_FOLDED_SIZE], const char *s);

/* ---- name.c -------------------------------------------------------------- */

enum sp_token_names {
	SP_TOKEN_NAMES_NOTHING,
	SP_TOKEN_NAMES_ANSWER, /* a card that answers an attack */
	SP_TOKEN_NAMES_NEARLY, /* with a slip */
	SP_TOKEN_NAMES_CARD,   /* another card */
	SP_TOKEN_NAMES_SEAT,
};

/* A name of the caller's game. */
struct sp_token_known {
	const char *name;
	uint8_t kind; /* enum sp_token_names */
};

/* What the tokens from one on name, the longest name there. */
struct sp_token_name {
	uint8_t kind;     /* enum sp_token_names */
	uint8_t n;        /* tokens, at least 1 */
	const char *name; /* NULL: nothing */
};

struct sp_token_name sp_token_name_at(const struct piece *p, int at,
	const struct sp_token_known *known, size_t n);
/* Is the word a name of one word with a slip in it? */
bool sp_token_is_slip(const char *word, const char *name);

/* ---- answer.c ------------------------------------------------------------ */

enum sp_token_said {
	SP_TOKEN_SAID_NOTHING, /* it is no answer */
	SP_TOKEN_SAID_IT,
	SP_TOKEN_SAID_DOUBT, /* it may be meant as one */
	SP_TOKEN_SAID_BOTH,  /* two answers */
};

/* Does somebody who is asked for a counter give one, or pass, in words of their
 * own? `would`: the order that is, or may be, meant; "": none is likelier. */
enum sp_token_said sp_token_answer_of(const struct piece *p,
	const struct sp_token_known *known, size_t n, char *would, size_t size);

/* ---- pick.c -------------------------------------------------------------- */

/* Does somebody who is asked for one of a list pick its number, in words of
 * their own? `would`: likewise. */
enum sp_token_said sp_token_picks(
	const struct piece *p, char *would, size_t size);

/* ---- about.c ------------------------------------------------------------- */

/* Put "card" and its name in place of "what does a rosebush do?"; whether there
 * is such a card is for the caller. False: it is no such question. */
bool sp_token_take_about(struct piece *p);
/* "pass, I'll be back soon": the token where the talk behind it begins; 0: it
 * is something else, or that talk may take it back. */
int sp_token_pass_and_talk(const struct piece *p);

/* ---- days.c --------------------------------------------------------------- */

/* A day of a calendar; 0: that part was not said. */
struct sp_token_day {
	int year, month, day;
};

/* Read text[0..n) as a span of days, the last one included: "5 to 9 Dec", or,
 * with nothing of *from said, "until 9 Dec". Is it one? Months and days are in
 * their ranges then. */
bool sp_token_days(const char *text, size_t n, struct sp_token_day *from,
	struct sp_token_day *to);

/* ---- address.c ------------------------------------------------------------ */

#define SP_TOKEN_ADDR_MAX 254 /* octets of an address (RFC 5321) */

/* Is it an address as one writes them, with no name and no comment? (RFC 5322
 * section 3.4.1, dot-atom on both sides) */
bool sp_token_is_address(const char *s, size_t n);
/* Leave out a mark behind the text at `at` and brackets around it. Is it an
 * address then? */
bool sp_token_bare_address(const char *text, size_t *at, size_t *n);
/* True if there is a control character in it (of Unicode's up to U+009F). */
bool sp_token_has_controls(const char *s, size_t n);

/* ---- guard.c ------------------------------------------------------------- */

enum sp_token_guard {
	SP_TOKEN_GUARD_UNKNOWN, /* no condition that there is */
	SP_TOKEN_GUARD_COUNTERED,
	SP_TOKEN_GUARD_EVADED,
	SP_TOKEN_GUARD_HIT,
	SP_TOKEN_GUARD_SIGHT, /* somebody is in sight */
	SP_TOKEN_GUARD_AT,    /* somebody stands on a square */
	SP_TOKEN_GUARD_ELSE,
};

/* The head of a condition: "if red at d3:". */
struct sp_token_head {
	enum sp_token_guard kind;
	int n;      /* its tokens, with the colon and the brace */
	bool brace; /* it opens a brace */
	int first;  /* the token where the condition begins */
	/* SIGHT, AT: the tokens [name, name_end) name somebody; AT: the token
	 * of the square. The caller knows whether they do. */
	int name, name_end, square;
	bool secret; /* UNKNOWN: it asks for what hands hold */
};

/* True if the piece begins with the head of a condition, understood or not. */
bool sp_token_guard_head(const struct piece *p, struct sp_token_head *out);

/* ---- run_on.c -------------------------------------------------------------- */

/* Do the tokens from `at` on end the turn: "take it and finish my turn"? */
bool sp_token_ends_from(const struct piece *p, int at);
/* "e n grab it", which may be an "and"; but not "move n". */
bool sp_token_may_be_and(const struct piece *p, int at);
/* Are the tokens [from, end) a letter, which is a step among orders? */
bool sp_token_is_lone_step(const struct piece *p, int from, int end);
/* True if a word of the piece may leave open what of it holds. */
bool sp_token_leaves_open(const struct piece *p);

#endif
