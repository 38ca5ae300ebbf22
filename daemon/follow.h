/* Stepping through a game in a terminal. */
#ifndef SP_DAEMON_FOLLOW_H
#define SP_DAEMON_FOLLOW_H

#include "audit/audit.h"

/* sp_audit_replay_show with what is hidden in words, safe for a terminal
 * (daemon/replay.c). */
int daemon_page(struct sp_replay *replay, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

/* Are standard input and output a terminal that moves its cursor? */
bool daemon_follow_can(void);
/* Show commit `number` and go where the keys say, until q or the end of the
 * input; seat as in sp_audit_replay_show. The terminal is as it was afterwards,
 * whatever ends it but SIGKILL. */
int daemon_follow(struct sp_replay *replay, size_t number, int seat,
	struct sp_error *e) SP_MUST_CHECK;

#endif
