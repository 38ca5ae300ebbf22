/*
 * Aims: what is in sight and in range of somebody, what a slot may be aimed at,
 * what a line crosses, and the ways over the board.
 */
#ifndef SP_LAW_AIM_H
#define SP_LAW_AIM_H

#include "law/law.h"

struct sp_env;

/* What is seen from some places, found once and used for each who looks from
 * there; good for one position. sp_sights_clear begins it. */
#define SP_SIGHTS_MAX 32
struct sp_seen {
	uint16_t from; /* SP_NOWHERE: nothing is seen */
	uint8_t through, limit;
	bool own; /* it is nobody else's: a form stands in its way */
	bool squares_known, edges_known;
	uint8_t square[SP_SQUARES_MAX];
	uint8_t edge[SP_EDGES_MAX];
};
struct sp_sights {
	int n;
	unsigned replaced; /* how many there was no more room for */
	struct sp_seen seen[SP_SIGHTS_MAX];
};
static inline void sp_sights_clear(struct sp_sights *s)
{
	s->n = 0;
	s->replaced = 0;
}

/* What one aim after the other reaches, good for one position: what is seen and
 * how far things are is kept as long as the aim stays the same. sp_reach_clear
 * begins it. */
struct sp_reach {
	struct sp_sights *sights;
	struct sp_seen *seen; /* of them; NULL: not looked for yet */
	unsigned replaced;    /* by then */
	bool steps_known;
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
	/* SP_EDGES_MAX: of what law_in_reach finds in range, the edges that can
	 * stop its lines get 1, and perhaps others; NULL */
	uint8_t *trace;
};

/* Is the reference in range: line of sight with its exceptions (fog, opaque
 * squares, inside a bush, Big Man, seeing through one wall, two lines round a
 * corner), adjacency, distance, sector. SP_REASON_NONE, or why not. */
enum sp_reason sp_law_in_range(const struct sp_aim *aim, sp_value ref);
/* Sight between squares for an observer, with the same exceptions. */
bool sp_law_sees_square(const struct sp_aim *aim, uint16_t square);
bool sp_law_sees_edge(const struct sp_aim *aim, uint16_t edge);
/* Every candidate of a slot that its kind, range, filter and condition let
 * pass, ascending, written to out->value; `env` has the locals answered so far
 * and the item, if any. Equal cards appear once. */
void sp_law_slot_candidates(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, struct sp_domain *out);
/* The first of them, `most` at most. */
void sp_law_slot_some(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, int most, struct sp_domain *out);
/* The same for one value: SP_REASON_NONE or why it is refused. */
enum sp_reason sp_law_slot_judge(const struct sp_aim *aim, struct sp_env *env,
	const struct sp_card_slot *slot, sp_value value);

/* The aim of a cast (for re-checks, `sees`, `crosses`). */
void sp_law_aim_of_cast(struct sp_aim *aim, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast);
/* Does the line of the cast to its target(s) run over that edge. */
bool sp_law_line_crosses(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint16_t edge);
/* The same for one edge after the other of one position: what is found out is
 * kept, and the edges that do not come near a line are known from the first
 * on. cast -1 begins it. */
struct sp_crossing {
	int cast;
	uint8_t edge[SP_EDGES_MAX]; /* 0 no, 1 not looked at yet, 2 yes */
};
bool sp_law_crossing_holds(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast,
	uint16_t edge);

/* Squares that `actor` would walk; into one that is filled, but
 * not on from there. */
void sp_law_walk_from(
	const struct sp_aim *aim, uint16_t from, uint16_t out[SP_SQUARES_MAX]);
/* May he go over that side of the square: doors as his statistics have them. */
bool sp_law_walks_over(const struct sp_aim *aim, uint16_t square, unsigned dir);
/* Does a thing, or a wizard's form, fill the square so that none enters. */
bool sp_law_is_filled(const struct sp_aim *aim, uint16_t square);
/* The same for things, which no wizard makes way for. */
bool sp_law_is_filled_up(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t square);
/* The squares that a bolt passes, in order, behind the one where it begins. */
void sp_law_bolt_path(const struct sp_aim *aim, int dir, int squares,
	uint16_t out[], uint16_t edges[]);
#define SP_BOLT_MAX 64
/* The created thing that makes an edge a wall or a door; -1. */
int sp_law_thing_of_edge(const struct sp_ruleset *ruleset,
	const struct sp_game *g, uint16_t edge);

#endif
