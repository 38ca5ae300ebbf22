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
void render_clause_add_seat(
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

/* The square or edge that an event about a thing concerns. */
sp_value render_clause_place(const struct teller *t, const struct sp_event *e);

/* One kind of event each, or a few that are alike; those that return a number
 * tell so many events at once. */
int render_clause_of_cast(struct teller *t, int i);
int render_clause_of_attack(struct teller *t, int i);
int render_clause_of_counter(struct teller *t, int i);
void render_clause_of_answer(struct teller *t, const struct sp_event *e);
void render_clause_of_hurt(struct teller *t, const struct sp_event *e);
void render_clause_of_life(struct teller *t, const struct sp_event *e);
void render_clause_of_reduced(struct teller *t, const struct sp_event *e);
int render_clause_of_made(struct teller *t, int i);
void render_clause_of_cracked(struct teller *t, const struct sp_event *e);
/* "Rosebush at g2" and what becomes of it. */
void render_clause_of_object(struct teller *t, const struct sp_event *e,
	enum clause_weight weight, const char *words);
void render_clause_of_item(struct teller *t, const struct sp_event *e);
void render_clause_of_landed(struct teller *t, const struct sp_event *e);
void render_clause_of_tokens(struct teller *t, const struct sp_event *e);
int render_clause_of_ended(struct teller *t, int i);
int render_clause_of_pushed(struct teller *t, int i);
void render_clause_of_moved(struct teller *t, const struct sp_event *e);
void render_clause_of_rotated(struct teller *t, const struct sp_event *e);

#endif
