/*
 * A game in which players take back what they ordered.
 */
#ifndef UNDOING_H
#define UNDOING_H

#include "ruling.h"

#define GID     TABLE_GID
#define OPTIONS "cards=yes schools=first"
#define ZOT     "cast zot hurt at blue with energy 6"

void undoing_begin(struct club *c);
/* Yellow and Green are asked nothing. */
void undoing_begin_with_blue(struct club *c);
void undoing_stands(struct club *c, int seat, const char *square);
/* True if an answer of Blue waits for those of others. */
bool undoing_answered(struct club *c);
/* Nothing is done for that mail, and the receipt says why. */
void undoing_refused(
	struct club *c, const char *who, const char *text, const char *words);

#endif
