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
	int seat; /* who does it: the text is what follows the name; SP_NOBODY:
		     the text is a sentence of its own */
	enum clause_weight weight;
	char text[CLAUSE_TEXT];
};

struct clauses {
	int n;
	struct clause clause[]; /* at most one for each event */
};

/* The clauses of a step; the caller frees the result with sp_free. */
struct clauses *sp_clauses_new(
	const struct sp_render_step *step, enum clause_form form);

#endif
