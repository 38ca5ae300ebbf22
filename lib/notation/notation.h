/*
 * notation: a command as one line of text, as it is recorded, and back.
 */
#ifndef SP_NOTATION_H
#define SP_NOTATION_H

#include "law/law.h"

/* What of a command is written. */
enum sp_notation_form {
	SP_NOTATION_FULL,
	/* the `Command:` trailer: an answer that is not public is "?", and of a
	 * reply to a reaction there is nothing but one "?" */
	SP_NOTATION_PUBLIC,
};

/* Canonical text of a command before it is applied: decision number, verb,
 * answers by name ("12 walk n n e stop", "12 punch blue", "12 open c4/d4",
 * "12 pick-up blue-1", "12 cast fireball#2 0 none blue"). References are named
 * by kind: a colour, a square "c4", an edge "c4/d4" ("a3/west" at a rim), a
 * treasure, a card "fireball#2", "played:fireball#2", "thing:7", "item:0",
 * "sector:2", "none". `seat` and `source` are not in it. */
void sp_notation_format(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *c,
	enum sp_notation_form form, struct sp_buf *out);
/* The inverse of the full form. */
int sp_notation_parse(struct sp_command *out, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const char *text,
	struct sp_error *e) SP_MUST_CHECK;

#endif
