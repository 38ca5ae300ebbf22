/*
 * The tests of config, one table per file, and what they share.
 */
#ifndef TEST_CONFIG_TESTS_H
#define TEST_CONFIG_TESTS_H

#include "config/config.h"
#include "unit.h"

/* Write `text` to dir/spellpost.conf (a new folder if `dir` is NULL) and load
 * it. */
int config_read(struct sp_config *out, const char *dir, const char *text,
	size_t len, struct sp_error *e);

#endif
