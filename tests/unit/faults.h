/*
 * Calls of the system that fail on purpose: this process's open, read, mmap,
 * unlink and the like of files whose path has a certain part, libgit2's too.
 */
#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include <stdbool.h>

/* From now on the call number `at` (from 1) on such a file fails with `error`;
 * `lasting`: and all behind it. Number 0 never comes. `part` is borrowed until
 * faults_disarm. */
void faults_arm(const char *part, int error, unsigned at, bool lasting);
/* How many such calls there were since then. */
unsigned faults_disarm(void);

/* Called with the path before each such call; NULL: nothing is. */
extern void (*faults_before)(const char *path);

/* While it is true every connection turns out to be gone when somebody asks for
 * the name of its peer, as libcurl does before a handshake. */
extern bool faults_peer_gone;

#endif
