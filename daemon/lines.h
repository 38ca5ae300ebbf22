/*
 * Lines that a person types at a terminal, with the keys that shells have:
 * editing, the lines before (arrow keys, Ctrl-R) and completion by Tab, as
 * libedit and the user's ~/.editrc have them.
 */
#ifndef SP_DAEMON_LINES_H
#define SP_DAEMON_LINES_H

#include "base/base.h"

/* What Tab asks for: how a line that begins so goes on is appended to `more`;
 * where there are several ways, the whole lines to `list`, one below the other.
 */
typedef void daemon_complete(void *state, const char *begins,
	struct sp_buf *more, struct sp_buf *list);

/* False where standard input or output is no terminal that can do it, or
 * libedit is not there: lines are then to be read as they come. */
bool daemon_lines_open(daemon_complete *complete, void *state);
void daemon_lines_close(void); /* fine if they are not open */
/* Ask with a prompt, which may have colours. The line is without its end, and
 * there until the next call; NULL: no more come. */
const char *daemon_lines_ask(const char *prompt, size_t *n);

#endif
