/*
 * Between the files of render only.
 *
 * Circle: clause and its three parts. A clause of a spell quotes what the spell
 * did to cards and things, which are clauses again.
 */
#ifndef SP_RENDER_PRIVATE_H
#define SP_RENDER_PRIVATE_H

#include "render/render.h"

#include "cardtext/cardtext.h"

/* ---- marks of a board, shared by drawing and legend --------------------- */

#define SP_RENDER_MARKS_MAX                                                    \
	(SP_SEATS_MAX + SP_ACTORS_MAX + SP_TREASURES_MAX + SP_THINGS_MAX)

struct sp_render_mark {
	char mark;
	int8_t seat; /* whose: it gives the colour; SP_NOBODY */
	uint8_t ink; /* enum sp_render_ink */
};

/* Everything that is in a square but its ground, a mark each, in the order of
 * render.h. */
unsigned render_marks(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square, struct sp_render_mark out[SP_RENDER_MARKS_MAX]);
/* What fills or hides a square: `#`, `%`, `~`, or a blank. */
char render_ground(const struct sp_ruleset *ruleset, const struct sp_game *g,
	uint16_t square);
/* The mark of a thing as it is drawn on its square or edge. */
char render_thing_mark(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_thing *thing);
/* The mark of an edge as seen from the square on whose side `dir` it lies: one
 * of `-|#D/H:!^v<>`, a blank, or the digit of a portal. */
char render_edge_mark(const struct sp_game *g, uint16_t edge, uint16_t square,
	enum sp_dir dir);

/* sp_render_legend below a drawing that is there already; it may be in `out`.
 * `file`: as the files of games have it, whose format stays: without what
 * things do. */
void render_legend_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const char *drawing, int viewer, bool file, struct sp_buf *out);
/* The letter of a seat's treasures, its wizard's in lower case. */
char render_treasure_letter(const struct sp_game *g, int seat);

/* ---- names and lists ---------------------------------------------------- */

/* "Fireball"; "a card" where it is not known. */
const char *render_card_name(const struct sp_ruleset *ruleset, int physical);
/* What a reference is called: "Blue", "c4", "the door c4/d4", "Rosebush at g2",
 * "Blue's treasure at d4", "Red's Fireball". */
void render_add_ref(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value ref, struct sp_buf *out);
/* Where it is: "c4", "c4/d4". */
void render_add_place(
	const struct sp_game *g, sp_value where, struct sp_buf *out);
/* "Red, Blue and you" of a mask; viewer SP_NOBODY: all by name. */
void render_add_seats(const struct sp_game *g, unsigned seats, int viewer,
	struct sp_buf *out);
/* Those who draw from a deck, as bits. */
unsigned render_seats_of_deck(const struct sp_game *g, int pile);
/* A zone by its word of data (sp_place_word), of a seat: "the vault of Red". */
void render_add_zone(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int zone, int seat, struct sp_buf *out);
/* Lines of what lies in zones, as all know it; or what a viewer saw of the
 * rest.
 */
void render_add_zones(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, struct sp_buf *out);
void render_add_cards(const struct sp_ruleset *ruleset, const uint16_t card[],
	int n, struct sp_buf *out);

/* Puts ", " and " and " between n things: _next before each. */
struct sp_render_list {
	int n, i;
};
void render_list_begin(struct sp_render_list *list, int n);
void render_list_next(struct sp_render_list *list, struct sp_buf *out);

/* ---- phrases of the story, shared by its forms -------------------------- */

/* "two", "12". */
void render_number(int n, char out[SP_RENDER_NAME_SIZE]);
/* "door c4/d4", "wall a3 west": what the edge is and its name. */
void render_edge(
	const struct sp_game *g, int edge, char out[SP_RENDER_NAME_SIZE]);
/* How a game ended: "wins with 2 points" of the winner, or a sentence where
 * nobody won. */
void render_outcome_words(const struct sp_game *g, struct sp_buf *out);
/* The same with the name: "Red wins with 2 points". */
void render_outcome(const struct sp_game *g, struct sp_buf *out);
/* What the active seat may do in its draw phase, before "the turn". */
const char *render_last_acts(
	const struct sp_ruleset *ruleset, const struct sp_game *g);
/* One line on whose turn it is, or the outcome. */
void render_status(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_buf *out);
/* "Red", or "Red (you)" of the viewer. Returns `out`. */
const char *render_seat_for(const struct sp_game *g, int seat, int viewer,
	char out[SP_RENDER_NAME_SIZE]);
/* One line about a wizard, one about a treasure; no newline. */
void render_wizard_line(
	const struct sp_game *g, int seat, int viewer, struct sp_buf *out);
void render_treasure_line(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int treasure, struct sp_buf *out);
/* True if the play is one of several attacks of its card, or what a spell in
 * play does besides. */
bool render_tells_play(const struct sp_card *c, int play);
/* " stun", " (stab)": which attack of its card it is, if render_tells_play. */
void render_add_play(const struct sp_ruleset *ruleset, int physical, int play,
	struct sp_buf *out);
/* What was answered to the slots of a cast, each behind its keyword: " at Blue
 * push 3"; secret answers are left out. The viewer is "you", and is told only
 * the parts that were not countered; SP_NOBODY: all, as they were announced. */
void render_add_answers(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_cast *cast, int viewer,
	struct sp_buf *out);
/* What surrounds the viewer's wizard, or who acts for it, as far as this view
 * knows, as keys of a position: `stands` ("You stand on d3 with Red"), `here`
 * ("d3"), `sides` ("a wall north; a way east (e3)"), `sight`. Not of the dead.
 */
void render_around(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int viewer, json_t *position);
/* forecast.c: `lead` and `rest` of the lines of a reaction, and what comes of
 * it where nobody answers (`otherwise`). */
void render_set_otherwise(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, const json_t *lines,
	json_t *question);
/* draft.c: "White Cantrip and Alchemy", "no school". */
void render_add_schools(
	const struct sp_ruleset *ruleset, unsigned schools, struct sp_buf *out);
/* stack.c: that the caster sees this seat through a wall alone, and by which
 * card; nothing if that is not so. */
void render_add_through(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, int cast, json_t *lines);
/* Add the rule of a card to `lines`, and who is its "you" where that is not the
 * viewer; `caster` is an actor, SP_NOBODY where it is clear. */
void render_quote(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_card *card, int caster, int viewer, json_t *lines);
/* draft.c: what a seat is asked that is to choose a school, into `lines`. */
void render_ask_school(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, json_t *lines);
/* What of a seat's statistics is not as usual: "speed 4, punches for 3". */
void render_add_differs(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, struct sp_buf *out);

#endif
