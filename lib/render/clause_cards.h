/*
 * Between the files that tell of games with cards.
 */
#ifndef SP_RENDER_CLAUSE_CARDS_H
#define SP_RENDER_CLAUSE_CARDS_H

#include "render/clause.h"

/* Take the text as a clause of `seat`, with the draws of the event. */
void render_clause_say(struct teller *t, const struct sp_event *e, int seat,
	enum clause_weight weight, struct sp_buf *text);
/* The name of a physical card. */
const char *render_clause_card(const struct teller *t, int physical);
void render_clause_add_actor(
	const struct teller *t, int seat, struct sp_buf *text);
/* "Red's Fireball", "Fireball" where it is nobody's, "Red's punch". */
void render_clause_add_own(
	const struct teller *t, int seat, int physical, struct sp_buf *text);
/* How many events from i on are of the same kind, seat, other and, if asked,
 * card. */
int render_clause_run(const struct teller *t, int i, bool same_card);
/* A sentence begins with a capital. */
void render_clause_raise(struct sp_buf *text);
/* "Red's Fireball" and what becomes of it. */
void render_clause_of_own(struct teller *t, const struct sp_event *e,
	enum clause_weight weight, const char *words);

/* The word that agrees with the name of the card. */
const char *render_clause_verb(const struct teller *t, int physical,
	const char *singular, const char *plural);
/* The square or edge that an event about a thing concerns. */
sp_value render_clause_place(const struct teller *t, const struct sp_event *e);

/* Behind moves that were gained: whoever acts cannot walk with them. */
void render_clause_add_halt(const struct teller *t, struct sp_buf *text);

#endif
