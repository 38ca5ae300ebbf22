/*
 * What tests of every module share. Names start with test_.
 */
#ifndef TEST_FIXTURES_H
#define TEST_FIXTURES_H

#include "base/base.h"

/* Seconds after which something hangs: no test waits so long for what happens,
 * however busy the machine is. */
#define TEST_PATIENCE 120

/* Say that this test cannot run here and why; with SP_NO_SKIP set (CI) that is
 * a failure. The caller returns afterwards. */
void test_skip(const char *reason);

/* A new empty folder below $TMPDIR or /tmp, removed with all it holds when the
 * runner ends. The path is borrowed and lives as long. */
char *test_tempdir(void);

/* A file of that mode in a folder of its own; the caller frees the path. */
char *test_file(const char *text, unsigned mode);

/* The same as a program of /bin/sh. */
char *test_program(const char *body);

/* Absolute paths of the source tree and of $(BUILD). */
const char *test_source_dir(void);
const char *test_build_dir(void);

/* May this test take its time (make check-long)? */
bool test_long(void);
/* How many random tries: `many` where it may take its time, `few` under the
 * sanitizers of CI (SP_SHORT), which look for other things than what the tries
 * find, else `usual`. */
unsigned test_tries(unsigned few, unsigned usual, unsigned many);

/* True if golden files are to be written anew: SP_UPDATE_GOLDEN is 1, as `make
 * update-golden` sets it, and SP_NO_SKIP (CI) is not set. Every other value
 * compares. */
bool test_updates_golden(void);

/* Compare `text` with a file below tests/cases, or write that file anew. */
void test_golden(const char *name, const char *text);

/* Remove the folders of test_tempdir; the runner calls it. */
void test_cleanup(void);

#endif
