/* A club with a damaged game, and what a repair must leave. */
#ifndef HURT_H
#define HURT_H

#include "club.h"
#include "fixtures.h"
#include "unit.h"

#define HURT_BAD  "hurt-jjjjjjjj"
#define HURT_GOOD "well-kkkkkkkk"

/* Shell: $f is the file of state.json of the tip, which may be written to. */
#define HURT_BLOB                                                              \
	"f=$(git rev-parse main:state.json | sed 's|^..|objects/&/|');"        \
	"test -f $f; chmod u+w $f;"

/* A club with two games, of which the first is to be damaged. */
void hurt_begin(struct club *c);
/* Run a command in the repository of the game, or (gid NULL) in the folder of
 * the club; it must succeed. */
void hurt_run(const struct club *c, const char *gid, const char *command);
/* Branch and tags; sp_free it. */
char *hurt_refs(const struct club *c);
/* An order that waits, and a deadline that passes: the damage is found, and the
 * players told. The file of that order; sp_free it. */
char *hurt_suspend(struct club *c);

enum { HURT_HERE = 1, HURT_BACK = 2, HURT_BEHIND = 4 };

/* The act; `from` is a name in the folder of the club, or NULL. The caller owns
 * *answer (NULL after a failure). */
json_t *hurt_request(const struct club *c, const char *from, int words);
int hurt_act(struct club *c, const char *from, int words, json_t **answer);
bool hurt_has(const struct club *c, const char *suffix);
/* It is refused with these words, and all is as it was. */
void hurt_check_refused(
	struct club *c, const char *from, int words, const char *found);
/* The same of a game that nobody found damaged yet. */
void hurt_check_nothing(struct club *c, const char *from, int words, int code,
	const char *found);
/* Without an option nothing is done. */
void hurt_check_plan(struct club *c, bool here);
/* verify finds it good. */
void hurt_check_verify(const struct club *c);
/* What check and doctor have in common finds nothing wrong. */
void hurt_check_looks(struct club *c);
/* It is whole, its people know, what waited is done, and it is played on. */
void hurt_check_goes_on(struct club *c, const char *mail, const char *refs);

#endif
