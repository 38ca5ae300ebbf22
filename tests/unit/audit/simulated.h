/*
 * The repositories that `spellpost simulate` left in a folder.
 */
#ifndef TEST_AUDIT_SIMULATED_H
#define TEST_AUDIT_SIMULATED_H

#include "store/store.h"

/* Open them in the order of their folders; the caller closes them. Fatal if
 * there are not n of them. */
void simulated_open(struct sp_store *store, const char *root,
	struct sp_store_game *repo[], size_t n);

#endif
