/*
 * Events as clauses of a sentence; subject and story join them in their ways.
 */
#ifndef SP_RENDER_CLAUSE_H
#define SP_RENDER_CLAUSE_H

#include "render/render_private.h"

enum clause_weight {
	CLAUSE_DETAIL, /* only in the story */
	CLAUSE_USEFUL, /* in a subject that has room for it */
	CLAUSE_KEY,
};

enum clause_form {
	CLAUSE_FULL,  /* the story: everything, with the numbers of draws */
	CLAUSE_BRIEF, /* a subject */
	CLAUSE_SHORT, /* a subject where brief is too long */
};

#define CLAUSE_TEXT 480

struct clause {
	int seat; /* who does it, an actor: the text is what follows the name;
		     SP_NOBODY: the text is a sentence of its own */
	enum clause_weight weight;
	char text[CLAUSE_TEXT];
};

struct clauses {
	int n;
	struct clause
		clause[]; /* at most one for each event and spell in play */
};

/* Who makes them. */
struct teller {
	const struct sp_render_step *step;
	const struct sp_game *g; /* after */
	const struct sp_event *event;
	int n;
	enum clause_form form;
	struct clauses *out;
	int begins; /* clauses up to that of the next turn; 0: none is told */
};

void render_clause_add(struct teller *t, int seat, enum clause_weight weight,
	const char *fmt, ...) SP_PRINTF(4, 5);
/* " (draw 7)", " (draws 7 to 9)", or nothing: who checks the dice looks them up
 * by these numbers. */
const char *render_clause_draws(const struct teller *t,
	const struct sp_event *e, char out[SP_RENDER_NAME_SIZE]);
/* Tell event i, and those after it that belong to it; returns how many. What
 * only one seat learns has no clause. Those of games without cards are in
 * clause.c. */
#define X(symbol, facts, clause)                                               \
	int render_tell_##clause(struct teller *t, int i);
SP_EVENTS(X)
#undef X

/* True if the text begins with a capital only because it begins a sentence. */
bool render_has_article(const char *text);
/* The clauses of a step; the caller frees the result with sp_free. */
struct clauses *render_clauses_new(
	const struct sp_render_step *step, enum clause_form form);
/* Clauses of at least that weight as one text: those of one seat in a row make
 * one sentence, "Red walks ..., picks up ... and ends the turn"; others are set
 * apart by `between`. */
void render_clauses_join(const struct sp_render_step *step,
	const struct clauses *c, enum clause_weight least, const char *between,
	struct sp_buf *out);

#endif
