/*
 * What systemd is told (sd_notify(3), Type=notify): one datagram to the socket
 * of $NOTIFY_SOCKET. By hand, because libsystemd would bring all that it links
 * into a process that holds the master key. Without the variable nothing
 * happens, and a datagram that cannot be sent is dropped: it is for the
 * supervisor to notice that.
 */
#ifndef SP_DAEMON_NOTIFY_H
#define SP_DAEMON_NOTIFY_H

#include "base/base.h"

/* "READY=1", "STATUS=...", "WATCHDOG=1", ...; several on lines of their own. */
void daemon_notify(const char *fmt, ...) SP_PRINTF(1, 2);

/* Milliseconds between signs of life: half of $WATCHDOG_USEC where that is for
 * this process; 0: nobody waits for any. */
int64_t daemon_notify_interval(void);

/* A sign of life, sent only where a fifth of the interval has passed since the
 * last one: call it as often as there is progress. */
void daemon_notify_alive(void);

#endif
