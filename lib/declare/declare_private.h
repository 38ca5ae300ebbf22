/* declare, inside: how much room declarations take. */
#ifndef SP_DECLARE_PRIVATE_H
#define SP_DECLARE_PRIVATE_H

#include "declare/declare.h"

/* How long a line is in the sealed box: a string of JSON with a line feed. */
size_t declare_line_bytes(const char *text);
/* How long all of them are but line `but` (-1: all). */
size_t declare_bytes(const struct sp_declarations *d, int but);

#endif
