/*
 * Rulings of the operator in the game of table.h, and what they leave.
 */
#ifndef RULING_H
#define RULING_H

#include "table.h"

/* `key` NULL: none. The caller owns it. */
json_t *ruling_act(
	const char *name, const char *gid, const char *key, const char *value);
/* The answer, or NULL with c->error; takes the act. The caller owns it. */
json_t *ruling_try(struct club *c, json_t *act);
/* It is done, with so many commits; 0: any number. Takes the act. */
void ruling_done(struct club *c, json_t *act, unsigned commits);
/* It is not done, for that reason, in one line; nobody is told. Takes the act.
 */
void ruling_refused(struct club *c, json_t *act, const char *words);
/* An undo to there, or, NULL, of the last step. */
void ruling_undo(struct club *c, const char *to, unsigned commits);
void ruling_undo_refused(struct club *c, const char *to, const char *words);

/* The position as an object without what always goes on, hidden part and all;
 * the caller owns it. */
json_t *ruling_position(struct club *c);
/* They are equal; both are taken. */
void ruling_same_position(json_t *a, json_t *b);
/* The number of the open decision. */
uint32_t ruling_decision(struct club *c);
/* reveal.json is in the last commit and in no other, and is the secret. */
void ruling_is_revealed(struct club *c, const char *gid);

#endif
