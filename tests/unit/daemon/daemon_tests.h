/*
 * The daemon as a process of its own, as its supervisor sees it: these tests
 * stand in for systemd, with a notification socket of their own.
 */
#ifndef DAEMON_TESTS_H
#define DAEMON_TESTS_H

#include <sys/types.h>

#include "base/base.h"
#include "unit.h"

#define DAEMON_PATIENCE 60000 /* ms; a busy machine, sanitizers */

/* Run a command to its end; its exit status. */
int daemon_run(const char *command);
/* A club of the programs in `bin`, with the data folder <dir>/club. */
void daemon_make_club(const char *dir, const char *bin);
/* `name` as in $NOTIFY_SOCKET. */
int daemon_listen(const char *name);
/* Start it; its standard error goes to `log` (NULL: nowhere), and its calls of
 * ppoll, as strace(1) writes them, to `trace` (NULL: nowhere). */
pid_t daemon_start(const char *program, const char *config, const char *socket,
	const char *usec, const char *log, const char *trace);
/* Datagrams until one has this line; how many came before it, or -1. */
int daemon_await(int fd, const char *line);
/* The same; *pings: how many of those before were signs of life. */
int daemon_await_pings(int fd, const char *line, int *pings);
/* TERM, and its exit status, or -1. Reads what comes from `fd` (-1: nothing)
 * meanwhile. */
int daemon_stop(pid_t pid, int fd);

#endif
