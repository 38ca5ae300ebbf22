/*
 * render: what people read. Boards as text, the story of what happened, and
 * mails made from templates. Pure: a position, events and texts in, text out;
 * the position is const, so rendering cannot draw dice. Templates are handed
 * in as text by the host; templates/README.md lists the keys that each uses.
 *
 * Words are the rulebook's (wizard, home base, treasure, movement points,
 * sector). Everything made here for a board is ASCII.
 */
#ifndef SP_RENDER_H
#define SP_RENDER_H

#include "agent/agent.h"
#include "base/json.h"
#include "card/card.h"
#include "game/game.h"
#include "order/order.h"
#include "rules/rules.h"
#include "typeset/typeset.h"

/* ---- sentences ------------------------------------------------------------
 */

/* Append a sentence, its {arguments} by way of `add`. */
typedef void sp_render_argument(
	const void *with, const char *name, struct sp_buf *out);
void sp_render_sentence(const char *s, sp_render_argument *add,
	const void *with, struct sp_buf *out);

/* "you must flee from Blue (Fear)", of whoever acts; false: nothing compels it.
 */
bool sp_render_add_compulsion(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out);

/* ---- boards ---------------------------------------------------------------
 *
 * A square is three characters wide. What is in it is drawn in a fixed order:
 * wizards (one letter each, in turn order), `@` home base, the owner's letter
 * in lower case for each treasure that lies there, `?` a token face down, `,`
 * an item on the floor, `;` another thing that a spell made. One mark stands in
 * the middle, two or three fill from the left (two from the right where only
 * the left side is no open passage); of four or more the first two are drawn,
 * then `*`, and the legend lists the square exactly. What fills a square, or
 * hides what is in it, is the ground on which these marks stand: `#` nobody
 * enters, `%` opaque, `~` opaque and one strays in it. Carried treasures are
 * not drawn.
 *
 *   +---+  wall        | D |  closed door      (1)    portal exits
 *   |   |              / H    open, held open  ^v<>   wrap exits
 *   +   .  column, no column    : destroyed    #  made by a spell
 *   !  a spell on an open border line (fire)
 *
 * A painter (sp_render_run) may write the same characters with colours.
 */

enum sp_render_ink {
	SP_INK_NONE,
	SP_INK_WIZARD, /* in the colour of its owner, as those behind it */
	SP_INK_HOME,
	SP_INK_TREASURE,
	SP_INK_THING,
	SP_INK_DOOR,
	SP_INK_EXIT,
};

/* Append n characters of a drawing with their inks, the owners of these and the
 * seats whose sectors lie below. */
typedef void sp_render_run(const struct sp_game *g, const char *text,
	const uint8_t ink[], const int8_t owner[], const int8_t floor[],
	size_t n, struct sp_buf *out);

/* The drawing with its coordinates, at most SP_TYPESET_COLUMNS wide, each line
 * with its newline and without trailing blanks. `run` paints it; NULL: plain.
 */
void sp_render_board(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_render_run *run, struct sp_buf *out);
/* What the marks mean, only those on this board; what lies there, thing by
 * thing; then crowded squares. `viewer` is told as "Red (you)"; SP_NOBODY:
 * nobody is. */
void sp_render_legend(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out);
/* One line per wizard ("Red (you)  e4   life 15  1 point   home c3"), one on
 * the treasures that nobody carries; then what stuns each, what each carries,
 * treasures too, and maintains. With cards: how many each has in hand, then
 * decks. Public facts only. */
void sp_render_scores(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out);

/* board.txt: a function of the public position and the ruleset alone: whose
 * turn it is, drawing, legend, scores, and as its last line "(board format 2)".
 */
#define SP_BOARD_FORMAT 2
void sp_render_board_file(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_buf *out);

/* The letter of a seat's wizard: the first letter of its colour, in upper case,
 * that no earlier seat has. */
char sp_render_letter(const struct sp_game *g, int seat);

#define SP_RENDER_NAME_SIZE 64
/* "Red"; returns `out`. */
const char *sp_render_seat(
	const struct sp_game *g, int seat, char out[SP_RENDER_NAME_SIZE]);
/* "red" -> "Red", for those who have no game yet; also a label. */
/* "Red", "Red's Wolf", "the Universe", "nobody". Returns `out`. */
const char *sp_render_actor(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, char out[SP_RENDER_NAME_SIZE]);
void sp_render_capital(const char *word, char out[SP_RENDER_NAME_SIZE]);
/* "Blue's treasure". */
void sp_render_treasure(
	const struct sp_game *g, int treasure, char out[SP_RENDER_NAME_SIZE]);

/* A deal that a seat has offered, to one that has a part in it: what it is, and
 * what may be replied. A line. */
void sp_render_deal(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int by, int reader, struct sp_buf *out);

/* ---- the story ---------------------------------------------------------- */

/* One applied command: the position before and after it, and what happened.
 * At the start of a game `before` and `command` are NULL. */
struct sp_render_step {
	const struct sp_ruleset *ruleset;
	const struct sp_game *before;
	const struct sp_game *after;
	const struct sp_command *command;
	const struct sp_events *events;
	bool unasked; /* nobody is waited for: the open round closes at once */
};

/* The commit subject: one line without newline and final full stop, within
 * SP_TYPESET_COLUMNS: "Red walks c8 d8 d9 and picks up Blue's treasure". */
void sp_render_subject(const struct sp_render_step *step, struct sp_buf *out);
/* Subjects of the commits before the start: "Tower: four seats, sectors b",
 * "Red joins (luck given)". `whole`: all options, however long the line. */
void sp_render_subject_root(
	const struct sp_setup *setup, bool whole, struct sp_buf *out);
void sp_render_subject_join(const char *colour, bool luck, struct sp_buf *out);
/* Full sentences, one per line, each die result with the number of its draw.
 * Not wrapped. */
void sp_render_story(const struct sp_render_step *step, struct sp_buf *out);
/* report.txt: the story of the turn in which this command was given, under a
 * line "Turn 7: Red" ("Setup" for the start), indented. `previous` is the
 * report of the parent commit (NULL: none): it is continued while the turn is
 * the same, so that the last report of a turn is the whole turn. */
void sp_render_report(const char *previous, const struct sp_render_step *step,
	struct sp_buf *out);
/* The same for what no command brought about: one sentence, without its full
 * stop, into the report of the turn in which `g` is. */
void sp_render_report_add(const char *previous, const struct sp_game *g,
	const char *sentence, struct sp_buf *out);
/* Append what a report continues: `previous`, or the heading of a new one. */
void sp_render_report_begin(
	const char *previous, const struct sp_game *g, struct sp_buf *out);
/* Behind a name, with a full stop: the line of a report below which it tells
 * what came with the beginning of the next turn. */
#define SP_RENDER_BEGINS "'s turn begins"
/* What only this seat learns by the step, sentences as in the story: the cards
 * that it drew ("You draw Fireball and Energy 4."), took or looked at, answers
 * that were not needed. Nothing where there is nothing. `step->after` is the
 * whole game, or a view of this seat. Never part of a record. */
void sp_render_private(
	const struct sp_render_step *step, int viewer, struct sp_buf *out);
/* What came of an order, for the receipt of the one who gave it, one line
 * without newline: "e4 to e2, 1 movement point left", "you draw Shield". An
 * answer to a reaction that stays sealed says so. */
void sp_render_result(const struct sp_render_step *step, struct sp_buf *out);
/* What followed from it at once, behind that: clauses with "; " before each,
 * nothing if there is nothing to tell. `seat` gave the order. */
void sp_render_follows(
	const struct sp_render_step *step, int seat, struct sp_buf *out);

/* What comes of the open reaction where nobody answers, or of the open choice
 * of a card if this seat chooses nothing, as far as this view knows: clauses
 * without a final full stop; nothing where it does not know. */
void sp_render_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out);

/* ---- JSON for templates ------------------------------------------------- */

/* The position as templates read it (templates/README.md, "position"); viewer
 * SP_NOBODY: a bystander. Of what is hidden it shows the viewer's own hand
 * only. The caller owns the result. */
json_t *sp_render_position(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int viewer);

/* While schools are chosen: who is to choose, in order, and what the decks have
 * so far, as sentences. Appends; nothing at other times. */
void sp_render_draft(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, struct sp_buf *out);
/* Append the schools of each deck, a sentence on a line for each; nothing while
 * they are chosen, and in a game without cards. */
void sp_render_decks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, struct sp_buf *out);
/* What a seat is asked by the decision that is open: a reaction, a choice or a
 * discard (SP_DECISION_TURN: NULL). Works on the view of the seat. The caller
 * owns the result, whose keys are those of templates/README.md, "question"; the
 * templates `window`, `choice` and `discard` read it, and beside it `options`
 * and `fallback`, which lib/agent words. */
json_t *sp_render_question(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer);
/* The name of the template for it: "window", "choice", "discard"; NULL for a
 * turn. */
const char *sp_render_question_template(const struct sp_game *view);

/* "2 victory points", "1 point": n, a space, the word with an s unless n is 1.
 * Whatever is counted in a text is written by it. */
void sp_render_count(int n, const char *word, char out[SP_RENDER_NAME_SIZE]);
/* End a sentence: a full stop, but none behind a card's name that ends in `!`
 * or `?`. */
void sp_render_add_stop(struct sp_buf *out);

#endif
