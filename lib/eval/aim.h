/*
 * Aims: what is in sight and in range of somebody, what a line crosses, the
 * ways over the board, and the cracks of what stands in them.
 */
#ifndef SP_EVAL_AIM_H
#define SP_EVAL_AIM_H

#include "card/card.h"
#include "eval/reason.h"
#include "game/game.h"

/* What is seen from some places, found once and used for each who looks from
 * there, as long as the board looks the same. sp_sights_clear begins it;
 * sp_sights_turn goes on to another position of the same ruleset, mostly of the
 * same game a moment later. */
#define SP_SIGHTS_MAX     128 /* at least one for each square of most maps */
#define SP_SIGHTS_OWN_MAX 8
struct sp_seen {
	uint16_t from; /* SP_NOWHERE: nothing is seen */
	uint8_t through, limit;
	bool own; /* one of those below */
	bool squares_known, edges_known;
	uint64_t square[SP_SQUARE_WORDS];
	uint64_t edge[SP_EDGE_WORDS];
};
struct sp_sights {
	bool is_compared;  /* with the board of the present position */
	unsigned replaced; /* how many made room for others */
	unsigned n_own;
	uint32_t key[SP_SIGHTS_MAX]; /* whose each is; UINT32_MAX: free */
	struct sp_seen seen[SP_SIGHTS_MAX];
	/* of those who see otherwise than all others, because a form stands in
	 * their way or an illusion is real to them: each for one who looks
	 * alone, in one position */
	struct sp_seen own[SP_SIGHTS_OWN_MAX];
	/* the board on which that is seen, as far as sight goes */
	uint8_t layout, n_bays;
	uint16_t n_edges; /* 0: none yet */
	struct sp_bay bay[SP_BAYS_MAX];
	struct sp_edge edge[SP_EDGES_MAX];
	uint8_t opaque[SP_SQUARES_MAX];
	uint8_t n_links;
	struct sp_link linked[SP_LINKS_MAX];
};
static inline void sp_sights_turn(struct sp_sights *s)
{
	s->is_compared = false;
	s->n_own = 0;
}
static inline void sp_sights_clear(struct sp_sights *s)
{
	sp_sights_turn(s);
	s->replaced = 0;
	s->n_edges = 0;
}

/* What one aim after the other reaches, good for one position: what is seen and
 * how far things are is kept as long as the aim stays the same. sp_reach_clear
 * begins it. */
struct sp_reach {
	struct sp_sights *sights;
	struct sp_seen *seen; /* of them; NULL: not looked for yet */
	unsigned replaced;    /* by then */
	bool steps_known;
	int steps_most; /* all that are no more than these */
	/* of which aim */
	int actor;
	uint16_t origin, corner;
	bool spell, ignore_sight_limit, walk;
	uint16_t steps[SP_SQUARES_MAX];
};
static inline void sp_reach_clear(struct sp_reach *r, struct sp_sights *sights)
{
	r->sights = sights;
	r->seen = NULL;
	r->replaced = 0;
	r->steps_known = false;
	r->actor = SP_NOBODY;
	r->origin = r->corner = SP_NOWHERE;
	r->spell = r->ignore_sight_limit = r->walk = false;
}

/* How something is aimed: by whom, from where, how far, through what. */
struct sp_aim {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int actor;       /* SP_NOBODY, SP_UNIVERSE: who has no statistics */
	uint16_t origin; /* the caster's square, or an astral one */
	uint16_t corner; /* SP_NOWHERE: a straight line */
	uint8_t range;   /* enum sp_range */
	int within;
	bool spell;              /* Visionstone sees through for spells only */
	bool ignore_sight_limit; /* global */
	int blocked;             /* edge that stops the line + 1; 0 none */
	struct sp_reach *reach;  /* shared by the lists of one seat; may be
				    NULL */
	uint8_t depth;           /* as in struct sp_env */
	uint8_t only; /* 1 + the one actor who may be named; 0: anybody */
	/* SP_EDGES_MAX: of what sp_eval_in_reach finds in range, the edges that
	 * can stop its lines get 1, and perhaps others; NULL */
	uint8_t *trace;
};

/* From now on the aim uses what was seen in a position before (NULL: not), and
 * what it sees is kept there. */
static inline void sp_aim_with(
	struct sp_aim *aim, struct sp_reach *reach, struct sp_sights *sights)
{
	if (sights == NULL)
		return;
	sp_sights_turn(sights);
	sp_reach_clear(reach, sights);
	aim->reach = reach;
}

/* Is the reference in range: line of sight with its exceptions (fog, opaque
 * squares, inside a bush, Big Man, seeing through one wall, two lines round a
 * corner), adjacency, distance, sector. SP_REASON_NONE, or why not. */
enum sp_reason sp_eval_in_range(const struct sp_aim *aim, sp_value ref);
/* Sight between squares for an observer, with the same exceptions. */
bool sp_eval_sees_square(const struct sp_aim *aim, uint16_t square);
bool sp_eval_sees_edge(const struct sp_aim *aim, uint16_t edge);

/* The aim of a cast (for re-checks, `sees`, `crosses`). */
void sp_eval_aim_of_cast(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast);
/* Does the line of the cast to its target(s) run over that edge. */
bool sp_eval_line_crosses(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint16_t edge);
/* What is known of casts while many things of one position are asked for: whom
 * each affects, and which edges the line of one runs over, where those that do
 * not come near it are known from the first on. */
struct sp_crossing {
	uint32_t looked;                 /* casts whose `affected` is known */
	uint32_t affected[SP_CASTS_MAX]; /* actors */
	int cast;                        /* of the edges; -1: none yet */
	uint8_t edge[SP_EDGES_MAX];      /* 0 no, 1 not looked at yet, 2 yes */
	uint64_t near[SP_EDGE_WORDS];    /* those that were not 0 at first */
};
/* Nothing is known yet: so it begins with each position. */
static inline void sp_crossing_clear(struct sp_crossing *crossing)
{
	crossing->looked = 0;
	crossing->cast = -1;
}

bool sp_eval_crossing_holds(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	uint16_t edge);

/* True if the condition asks before all that a line runs over the edge `it`:
 * then `edges` is a set that has all those for which it may hold. Needs
 * env->crossing. */
struct sp_env;
bool sp_eval_near_line(
	struct sp_env *env, int32_t condition, uint64_t edges[SP_EDGE_WORDS]);

/* True if the condition asks before all that the square `it` lies straight on
 * from an actor: then `squares` is a set that has all those for which it may
 * hold. */
bool sp_eval_straight_from(const struct sp_env *env, int32_t condition,
	uint64_t squares[SP_SQUARE_WORDS]);

/* Squares that `actor` would walk; into one that is filled, but
 * not on from there. */
void sp_eval_walk_from(
	const struct sp_aim *aim, uint16_t from, uint16_t out[SP_SQUARES_MAX]);
/* The same up to so many steps: what is farther may be UINT16_MAX. */
void sp_eval_walk_within(const struct sp_aim *aim, uint16_t from, int most,
	uint16_t out[SP_SQUARES_MAX]);
/* What that side of the square is to him: as sp_board_passage, and a wall where
 * he takes an illusion for one. */
enum sp_passage sp_eval_passage(
	const struct sp_aim *aim, uint16_t square, enum sp_dir dir);
/* May he go over that side of the square: doors as his statistics have them. */
bool sp_eval_walks_over(
	const struct sp_aim *aim, uint16_t square, unsigned dir);
/* True if the treasure that he carries stays behind when he goes over that side
 * of the square: it does not ooze through a door that is shut for him. */
bool sp_eval_leaves_treasure(
	const struct sp_aim *aim, uint16_t square, unsigned dir);
/* Does a thing that is real to him, or a wizard's form, fill the square so that
 * he cannot enter. */
bool sp_eval_is_filled(const struct sp_aim *aim, uint16_t square);
/* True if a thing fills the square; wizards' forms do not count. */
bool sp_eval_is_filled_up(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t square);
/* What is in the way of a step over that side of the square: SP_REASON_NONE, or
 * a wall, a door, or what fills the next square. Someone who is pushed
 * `straight` on gets through no door that is shut, not even their own. */
enum sp_reason sp_eval_step(
	const struct sp_aim *aim, uint16_t square, unsigned dir, bool straight);
/* False if the aim has a corner that bends nothing of the bolt (NULL: what has
 * none): it does not come there straight, or `dir` leads straight on. */
bool sp_eval_bolt_bends(
	const struct sp_aim *aim, int dir, const struct sp_cast *bolt);
/* The squares that a bolt passes, in order, behind the one where it begins. */
void sp_eval_bolt_path(const struct sp_aim *aim, int dir, int squares,
	uint16_t out[], uint16_t edges[]);
#define SP_BOLT_MAX 64
/* The created thing that makes an edge a wall or a door; -1. */
int sp_eval_thing_of_edge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t edge);

/* Cracks that an edge or thing has, and that destroy it (0: it takes none). */
int sp_eval_cracks_of(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);
int sp_eval_cracks_max(const struct sp_ruleset *ruleset,
	const struct sp_game *g, sp_value what);
/* The created thing that an edge or thing is; -1. */
int sp_eval_made_at(const struct sp_ruleset *ruleset, const struct sp_game *g,
	sp_value what);

#endif
