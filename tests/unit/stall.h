/*
 * Time-outs of servers without a wait and without luck. While stall_begin is in
 * force, the clock that deadlines of mail servers are counted by stands still,
 * whatever the machine is busy with; it runs, and a hundred times as fast, only
 * while a server of a test keeps silent on purpose, or a program has made the
 * file $SP_STALL. curl's own time-outs, for a connection and the log-in, are
 * not counted by it.
 */
#ifndef TEST_STALL_H
#define TEST_STALL_H

/* Called before a process is forked that may stall. */
void stall_prepare(void);
void stall_begin(void);
void stall_end(void);

/* By the server: silence begins, and ends. */
void stall_enter(void);
void stall_leave(void);

#endif
