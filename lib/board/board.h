/*
 * board: sectors, layouts, squares, edges, seams, links, ways and line of
 * sight.
 *
 * A sector is a printed 5x5 board side; a layout is an arrangement of bays
 * with seams that join every outer side to exactly one other, so that stepping
 * off a side is never undefined. A board is a layout whose bays hold turned
 * sectors: plain data without pointers, part of the game state.
 *
 * Squares are numbered bay * 25 + row * 5 + column (from 0, north-west first,
 * as they lie on the table after turning). Every side of every square belongs
 * to one edge record; a joint of two sectors, near or across a seam, is one
 * edge too, with the stronger of the two printed states.
 */
#ifndef SP_BOARD_H
#define SP_BOARD_H

#include "base/base.h"

#define SP_SEATS_MAX        6
#define SP_MAP_MAX          5 /* sectors along an axis: columns a to y */
#define SP_BAYS_MAX         9
#define SP_SIDE             5
#define SP_SECTOR_SQUARES   (SP_SIDE * SP_SIDE)
#define SP_SQUARES_MAX      (SP_BAYS_MAX * SP_SECTOR_SQUARES)
#define SP_EDGES_MAX        (2 * SP_SQUARES_MAX)
#define SP_SECTORS_MAX      64 /* in one ruleset, all sets together */
#define SP_LAYOUTS_MAX      16
#define SP_NOWHERE          UINT16_MAX
#define SP_NOBODY           (-1)
#define SP_ID_SIZE          24 /* ids of sectors, sets, layouts, colours */
#define SP_SQUARE_NAME_SIZE 8  /* "c4", "o15" */
#define SP_EDGE_NAME_SIZE   16 /* "c4/d4", across a seam "a3 west" */

enum sp_dir { SP_NORTH, SP_EAST, SP_SOUTH, SP_WEST, SP_DIRS };
#define SP_THROUGH 5 /* a step through the link of a square; 4 ends a walk */

/* "north"; "n" is its first letter. */
const char *sp_board_dir_name(enum sp_dir dir);
enum sp_dir sp_board_dir_opposite(enum sp_dir dir);

enum sp_edge_kind {
	SP_EDGE_OPEN,
	SP_EDGE_WALL,
	SP_EDGE_DOOR,
	SP_EDGE_BRINK, /* a smashed rim beyond which nothing is */
	SP_EDGE_SIDED, /* side layers lie over whatever is there */
};
#define SP_EDGE_PRINTED_KINDS 3 /* those that are printed or made */

/* What becomes of outer walls (the ruleset's `rims`). */
enum sp_rims {
	SP_RIMS_KEPT,     /* nothing harms them */
	SP_RIMS_NOWHERE,  /* a smashed one leads nowhere */
	SP_RIMS_SEAM,     /* it leads over the seam on which it lies */
	SP_RIMS_OPPOSITE, /* to the other end of its row or column */
};
/* What becomes of made and harmed lines on the joints of a sector that is
 * turned or moved (the ruleset's `joints`). */
enum sp_joints {
	SP_JOINTS_CLEARED, /* what was made goes, what was harmed is whole */
	SP_JOINTS_STAY,    /* they stay with the neighbour that does not move */
};

/* ---- static data, from the ruleset's files ----------------------------- */

struct sp_sector {
	char id[SP_ID_SIZE];     /* "red-a" */
	char set[SP_ID_SIZE];    /* "b"; of several sets: "a original" */
	char colour[SP_ID_SIZE]; /* whose home it is */
	/* edges: horizontal by line and column, vertical by row and line */
	uint8_t across[SP_SIDE + 1][SP_SIDE];
	uint8_t down[SP_SIDE][SP_SIDE + 1];
	uint8_t home;        /* row * 5 + column */
	uint8_t treasure[2]; /* the same, reading order */
};

struct sp_seam {
	uint8_t bay[2];
	uint8_t side[2]; /* enum sp_dir */
	uint8_t portal;  /* the number on its markers; 0: straight wrap */
};

struct sp_layout {
	char id[SP_ID_SIZE]; /* "4-crossed" */
	uint8_t n_bays;
	uint8_t row[SP_BAYS_MAX], column[SP_BAYS_MAX]; /* in sectors */
	uint8_t n_seams;
	struct sp_seam seam[2 * SP_BAYS_MAX];
};

/* What a ruleset brings; arrays in the order of the files. */
struct sp_boardset {
	uint16_t n_sectors;
	struct sp_sector sector[SP_SECTORS_MAX];
	uint16_t n_layouts;
	struct sp_layout layout[SP_LAYOUTS_MAX];
	uint8_t rims;   /* enum sp_rims */
	uint8_t joints; /* enum sp_joints */
};

/* Parse a sector file: lines "id" and "colour" with a word each, "set" with the
 * names of the sets that the sector belongs to, lines that begin with `#` for
 * comments, then the eleven lines of the drawing, 21 characters each: `+` a
 * corner that a wall or a door touches, `.` one without, --- and | walls, =D=
 * and D doors, ^ v < > exits, @ home, $ treasures. SP_EINVAL names line and
 * column and says what to do. Checked: one home, two treasures, exits marked
 * where and only where the frame is open and at least one, doors only inside,
 * and every square reachable from the home with the doors locked. */
int sp_board_sector_parse(struct sp_sector *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Parse a layout file: lines "id NAME", "map A B" (one per row of sectors, `.`
 * for a gap, all rows of one length, at most SP_MAP_MAX of each), then
 * "wrap A.W-B.E", "portal 1 A.N-D.S" (from 1, each number once), comments. Bay
 * A is number 0. Every outer side must be joined exactly once. */
int sp_board_layout_parse(struct sp_layout *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
const struct sp_sector *sp_board_boardset_sector(
	const struct sp_boardset *set, const char *id); /* NULL: none */
const struct sp_layout *sp_board_boardset_layout(
	const struct sp_boardset *set, const char *id); /* NULL: none */
/* The home sector of a colour in one of the sets; NULL: none. */
const struct sp_sector *sp_board_boardset_home(
	const struct sp_boardset *set, const char *setname, const char *colour);

/* ---- a board ----------------------------------------------------------- */

/* Doors have three states: closed; open: sight for all, passage for the
 * opener; held: passage for all. Open and held name who does it. */
enum sp_door_state { SP_DOOR_CLOSED, SP_DOOR_IS_OPEN, SP_DOOR_IS_HELD };

/* Printed part + destroyed mark + created layer. A created layer covers the
 * printed part, destroyed or not. Of two printed faces of a joint the stronger
 * holds; doors are never on a joint. */
struct sp_edge {
	uint8_t printed;   /* enum sp_edge_kind */
	uint8_t created;   /* enum sp_edge_kind: the layer made by a spell, or
			      SP_EDGE_SIDED */
	uint8_t sides;     /* bits: faces that a side layer covers */
	uint8_t under;     /* with side layers: what `created` is beneath */
	uint8_t destroyed; /* the printed part has its destroyed marker: 1;
			      2: and beyond it is nothing */
	uint8_t outer;     /* lies on a seam: leaving here leaves the map */
	uint8_t door;      /* enum sp_door_state */
	int8_t door_by;    /* seat that opened or holds it, or SP_NOBODY */
	int8_t owner;      /* seat in whose home sector a door is printed,
			      SP_NOBODY where no door is or nobody's home */
	uint8_t cracks;
	uint16_t square[2]; /* its two faces, the lower number first: */
	uint8_t side[2];    /* square, and the side of it (enum sp_dir) */
	uint16_t shut_turn; /* turn in which an open or held door last shut
			       because its holder fell away; 0 never */
};

struct sp_bay {
	uint8_t sector;      /* index in the boardset */
	uint8_t turn;        /* clockwise quarter turns, 0 to 3 */
	int8_t seat;         /* whose home sector it is, or SP_NOBODY */
	uint8_t row, column; /* in sectors */
};

#define SP_LINKS_MAX 8
/* Two squares that are joined, wherever they lie; each is in one link at most.
 * What stands between them does not matter: links go over no edge. */
struct sp_link {
	uint16_t square[2];
	uint16_t
		cost; /* movement points that a step through it takes, from 1 */
	uint8_t sight; /* from either square one sees the other */
	uint8_t spell; /* 1 + the entry of the spell that it goes with; 0 */
};

struct sp_board {
	uint8_t layout;   /* index in the boardset: the shape at the start */
	uint8_t reshaped; /* places or seams are no longer those of it */
	uint8_t rims;     /* enum sp_rims */
	uint8_t n_bays;
	uint8_t rows, columns; /* of the map, in sectors */
	struct sp_bay bay[SP_BAYS_MAX];
	uint8_t portal[SP_BAYS_MAX][SP_DIRS]; /* number on that side, or 0 */
	uint8_t n_seams;
	struct sp_seam seam[2 * SP_BAYS_MAX];
	uint16_t n_squares, n_edges;
	uint16_t link[SP_SQUARES_MAX][SP_DIRS];   /* the square beyond */
	uint8_t heading[SP_SQUARES_MAX][SP_DIRS]; /* direction after the step */
	uint16_t edge_at[SP_SQUARES_MAX][SP_DIRS];
	struct sp_edge edge[SP_EDGES_MAX];
	uint8_t opaque[SP_SQUARES_MAX]; /* something that fills it blocks sight
					 */
	uint8_t n_links;
	struct sp_link linked[SP_LINKS_MAX]; /* 0 beyond n_links */
};

/* Build the topology: bay i of the layout holds sector[i] turned turn[i]
 * quarter turns clockwise, home of seat[i]. All doors closed, nothing created
 * or destroyed. Asserts on indexes out of range. */
void sp_board_build(struct sp_board *b, const struct sp_boardset *set,
	unsigned layout, const uint8_t sector[], const uint8_t turn[],
	const int8_t seat[]);

/* The same in a shape that need not be that of the layout, with which the game
 * began. */
void sp_board_build_shape(struct sp_board *b, const struct sp_boardset *set,
	unsigned layout, const struct sp_layout *shape, const uint8_t sector[],
	const uint8_t turn[], const int8_t seat[]);

/* ---- shapes (shape.c): the part of a layout that may change in a game: places
 * of bays and seams ------------------------------------------------------ */

/* That of a board; its id is empty. */
void sp_board_shape(const struct sp_board *b, struct sp_layout *out);
/* The bay lies from now on at that side of another, if nothing lies there and
 * the map does not become wider than SP_MAP_WIDE (or than it was) or higher
 * than SP_MAP_MAX sectors. Then all seams are straight: each outer side is
 * joined to the next one in its row or column, over gaps and round the map.
 * False: nothing was changed. */
bool sp_board_shape_move(struct sp_layout *shape, unsigned bay, unsigned beside,
	enum sp_dir side);
/* True if no two bays have one place, the map begins in the first row and the
 * first column, and every outer side is joined exactly once. */
bool sp_board_shape_is_whole(const struct sp_layout *shape);
/* Two outer sides are joined from now on, and those with which they were joined
 * to each other. A seam that is not straight has a portal's number. False: one
 * of them is no outer side, or they are joined already. */
bool sp_board_shape_join(struct sp_layout *shape, unsigned bay,
	enum sp_dir side, unsigned with, enum sp_dir to);
bool sp_board_shape_is_outer(
	const struct sp_layout *shape, unsigned bay, enum sp_dir side);
#define SP_MAP_WIDE 3 /* sectors that a line of 72 columns has room for */

/* Home base and treasure start squares of the sector in a bay, as turned. */
uint16_t sp_board_home(
	const struct sp_board *b, const struct sp_boardset *set, unsigned bay);
uint16_t sp_board_treasure(const struct sp_board *b,
	const struct sp_boardset *set, unsigned bay, unsigned which);

/* Map coordinates, from 0, over the whole map (column a is 0, row 1 is 0). */
unsigned sp_board_column(const struct sp_board *b, uint16_t square);
unsigned sp_board_row(const struct sp_board *b, uint16_t square);
/* SP_NOWHERE where the map has no square there. */
uint16_t sp_board_at(const struct sp_board *b, unsigned row, unsigned column);
/* "c4": column letter, row number, as boards print them. */
void sp_board_square_name(const struct sp_board *b, uint16_t square,
	char out[SP_SQUARE_NAME_SIZE]);
/* The inverse, case folded; SP_NOWHERE where that is no square of the map. */
uint16_t sp_board_square_parse(const struct sp_board *b, const char *name);
/* "c4/d4" inside the map, the square that comes first in reading order first;
 * "a3 west" where the edge lies on a seam, by its lower square number. */
void sp_board_edge_name(
	const struct sp_board *b, uint16_t edge, char out[SP_EDGE_NAME_SIZE]);
/* Name it for somebody who stands in that square: what lies on a seam beside it
 * by this side, "j3 east". SP_NOWHERE: nobody does. */
void sp_board_edge_name_from(const struct sp_board *b, uint16_t edge,
	uint16_t square, char out[SP_EDGE_NAME_SIZE]);
/* The inverse, case folded, blanks tolerated; takes either order, "c4 north"
 * and "c4 n" for any edge, and two squares across a seam. UINT16_MAX: none. */
uint16_t sp_board_edge_parse(const struct sp_board *b, const char *name);

/* What an edge is now: created layer, else printed part unless destroyed. */
static inline enum sp_edge_kind sp_board_edge_kind(
	const struct sp_board *b, uint16_t edge)
{
	const struct sp_edge *e = &b->edge[edge];

	if (e->created != SP_EDGE_OPEN)
		return (enum sp_edge_kind)e->created;
	if (e->destroyed)
		return e->destroyed > 1 ? SP_EDGE_BRINK : SP_EDGE_OPEN;
	return (enum sp_edge_kind)e->printed;
}
/* The same beneath side layers. */
static inline enum sp_edge_kind sp_board_edge_under(
	const struct sp_board *b, uint16_t edge)
{
	const struct sp_edge *e = &b->edge[edge];

	if (e->sides == 0)
		return sp_board_edge_kind(b, edge);
	if (e->under != SP_EDGE_OPEN)
		return (enum sp_edge_kind)e->under;
	return e->destroyed ? SP_EDGE_OPEN : (enum sp_edge_kind)e->printed;
}
/* What was made there, but for side layers. */
static inline enum sp_edge_kind sp_board_edge_made(const struct sp_edge *e)
{
	return (enum sp_edge_kind)(e->sides == 0 ? e->created : e->under);
}
/* How many things stand in the way there: a wall or a door, side layers. */
static inline int sp_board_edge_layers(const struct sp_board *b, uint16_t edge)
{
	return (sp_board_edge_under(b, edge) != SP_EDGE_OPEN) +
	       (b->edge[edge].sides & 1) + (b->edge[edge].sides >> 1);
}
/* A wall or a door is made there (OPEN: what was made is gone), side layers or
 * not. */
void sp_board_make(struct sp_board *b, uint16_t edge, enum sp_edge_kind kind);
/* A side layer covers the face, or no more. */
void sp_board_cover(struct sp_board *b, uint16_t edge, int face, bool covers);
/* The face of the edge that is a side of the square; -1: none. */
int sp_board_face(const struct sp_board *b, uint16_t edge, uint16_t square);
/* True if a wall or a door is there, perhaps beneath side layers. */
static inline bool sp_board_edge_stands(const struct sp_board *b, uint16_t edge)
{
	enum sp_edge_kind kind = sp_board_edge_under(b, edge);

	return kind == SP_EDGE_WALL || kind == SP_EDGE_DOOR;
}
/* Does it stop a line of sight: a wall, a closed door, or that nothing is
 * beyond. */
static inline bool sp_board_edge_blocks(const struct sp_board *b, uint16_t edge)
{
	enum sp_edge_kind kind = sp_board_edge_kind(b, edge);

	return kind != SP_EDGE_OPEN &&
	       (kind != SP_EDGE_DOOR || b->edge[edge].door == SP_DOOR_CLOSED);
}
/* True if it is an outer wall of the kind that nothing harms. */
static inline bool sp_board_edge_is_kept(
	const struct sp_board *b, uint16_t edge)
{
	return b->edge[edge].outer && b->rims == SP_RIMS_KEPT;
}
/* The printed part falls. */
void sp_board_smash(struct sp_board *b, uint16_t edge);

enum sp_passage {
	SP_PASS_FREE,
	SP_PASS_OWN_DOOR, /* closed, and this seat may open it */
	SP_PASS_DOOR,     /* a door shut to this seat */
	SP_PASS_WALL,
};
/* May the wizard of `seat` walk over that side of the square now? A door that
 * someone else opened (not: holds) is shut to all but him; its owner may open
 * it for himself. Things that fill a square are not looked at. */
enum sp_passage sp_board_passage(
	const struct sp_board *b, uint16_t square, enum sp_dir dir, int seat);

/* Is the square one of the two faces of the edge? */
bool sp_board_beside(const struct sp_board *b, uint16_t square, uint16_t edge);

/* Walking distances for `seat` (own doors count as passable), in movement
 * points, through links too; UINT16_MAX where no way leads. */
void sp_board_distances(const struct sp_board *b, uint16_t from, int seat,
	uint16_t out[SP_SQUARES_MAX]);
/* One square at the end of a link that distances come to sooner through it:
 * make them so, for whoever goes on from there (*to); false: there is none. */
bool sp_board_shorten_by_link(const struct sp_board *b,
	uint16_t points[SP_SQUARES_MAX], uint16_t *to);
/* A shortest way, of directions and SP_THROUGH; among equals the one whose
 * steps come first in the order north, east, south, west, link. Returns how
 * many steps it has, or -1: no way. Writes at most `max` of them. */
int sp_board_way(const struct sp_board *b, uint16_t from, uint16_t to, int seat,
	int out[], int max);

/* ---- links (links.c) ------------------------------------------------------
 */

/* The link that the square is in, or NULL. */
static inline const struct sp_link *sp_board_link(
	const struct sp_board *b, uint16_t square)
{
	for (int i = 0; i < b->n_links; i++) {
		if (b->linked[i].square[0] == square ||
			b->linked[i].square[1] == square)
			return &b->linked[i];
	}
	return NULL;
}
/* The square beyond: in a direction, or with SP_THROUGH at the other end of its
 * link; SP_NOWHERE: it is in none. */
uint16_t sp_board_beyond(const struct sp_board *b, uint16_t square, int step);
/* Movement points that the step takes; of a link that is not there none. */
int sp_board_step_cost(const struct sp_board *b, uint16_t square, int step);
/* False: there is no room for one more, or it cannot be: see
 * sp_board_link_fits. */
bool sp_board_add_link(struct sp_board *b, const struct sp_link *link);
/* True if it joins two squares of the board that are in no link yet, and costs
 * something. */
bool sp_board_link_fits(const struct sp_board *b, const struct sp_link *link);
/* The link that the square is in is no more. */
void sp_board_remove_link(struct sp_board *b, uint16_t square);

/* ---- line of sight, exact integers -----------------------------------------
 *
 * A line runs straight through the unfolded board. Standing walls and closed
 * doors stop it, and so does every corner that a wall or a door touches, an
 * open or held door too (its frame stands). An opaque square may end a line,
 * never be on its way: it can be seen from outside; from inside nothing is seen
 * but the square itself, no edge either; an edge of it is seen only from the
 * other face. A line that touches a corner touches both squares beside it.
 *
 * A link that one sees through is no part of a line: from one of its squares,
 * unless that is opaque, its other square is seen as well, and nothing beyond
 * it, no edge of it either.
 *
 * Lines are at most `reach` squares long along each axis: five times the
 * longer side of the map in sectors, at least 10 and at most
 * SP_SIGHT_REACH_MAX. One number for both axes keeps sight symmetric where a
 * seam turns a line. An edge is in reach where the square before it is.
 */

#define SP_SIGHT_REACH_MAX 15

/* Sets of squares and of edges, one bit each. */
#define SP_SQUARE_WORDS ((SP_SQUARES_MAX + 63) / 64)
#define SP_EDGE_WORDS   ((SP_EDGES_MAX + 63) / 64)
static inline bool sp_board_in_set(const uint64_t set[], unsigned i)
{
	return (set[i / 64] >> i % 64 & 1) != 0;
}
static inline void sp_board_put_in_set(uint64_t set[], unsigned i)
{
	set[i / 64] |= UINT64_C(1) << i % 64;
}

/* What an observer, or one line, has of its own; all zero but `stopped_at`:
 * nothing. */
struct sp_sight {
	uint8_t through;       /* so many walls and doors of a line, and the
				  columns that stand by them alone, are no
				  obstacle: its first ones. An outer wall behind
				  which nothing is always is one */
	uint8_t limit;         /* fog: squares along each axis; 0 none */
	uint16_t stopped_at;   /* an edge that nothing passes; UINT16_MAX */
	uint16_t face_of;      /* 1 + a square: edges are seen from its side
				  alone; 0 */
	const uint8_t *opaque; /* in place of the board's; NULL: those */
	/* where sp_board_sees or _sees_edge_by finds a line, every edge that
	 * would stop it if nothing passed there gets 1, and perhaps others; the
	 * rest stay as they were; NULL */
	uint8_t *trace;
};
/* True if a line that passes so many walls and doors passes what stands there.
 */
bool sp_board_may_look_through(
	const struct sp_board *b, uint16_t edge, uint8_t through);
/* All squares seen from one. */
void sp_board_visible(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint64_t seen[SP_SQUARE_WORDS]);
/* Find all edges seen from a square: a line reaches the midpoint, whatever the
 * edge itself is. */
void sp_board_visible_edges(const struct sp_board *b,
	const struct sp_sight *sight, uint16_t from,
	uint64_t seen[SP_EDGE_WORDS]);
/* From centre to centre along any straight line in the unfolded board. One
 * always sees one's own square. Symmetric but for opaque squares, and what is
 * different for the observer. */
bool sp_board_sees(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to);
bool sp_board_sees_edge(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t edge);
/* One line by its displacement in half squares (x right, y down): both even
 * for a square, exactly one odd for an edge. The square reached, with *edge set
 * to the edge for an odd displacement (else UINT16_MAX); SP_NOWHERE: blocked.
 * Whoever calls keeps to the reach. */
uint16_t sp_board_line(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, int x, int y, uint16_t *edge);

/* Something that flies along the shortest line of that sight to a square, or to
 * an edge (then `to` is not looked at; UINT16_MAX: no edge). */
struct sp_flight {
	uint16_t at;         /* the square where it ends */
	uint16_t before;     /* the one that it passed last before that */
	enum sp_dir heading; /* there, along the line's longer axis */
	bool moved;          /* false: it is thrown in its own square */
	bool stopped;        /* by the edge that nothing passes, on its way */
	bool linked;         /* no line: through a link; `heading` means nothing
			      */
};
/* false: there is no such line. */
bool sp_board_flight(const struct sp_board *b, const struct sp_sight *sight,
	uint16_t from, uint16_t to, uint16_t edge, struct sp_flight *out);

#endif
