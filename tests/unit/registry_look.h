/*
 * What no program asks the registry for, read by statements of our own: a mail
 * that is owed, by its number; press and acts of the operator.
 */
#ifndef TEST_REGISTRY_LOOK_H
#define TEST_REGISTRY_LOOK_H

#include "registry/registry.h"

/* SP_ENOTFOUND, without a text, where there is none; also below. */
int look_outbox(struct sp_registry *r, int64_t id, struct sp_outbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Append the text of a press that retention has left. */
int look_press(struct sp_registry *r, int64_t id, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Append an act of the operator, by its number. */
int look_act(struct sp_registry *r, int64_t number, int64_t *instant,
	struct sp_buf *act, struct sp_error *e) SP_MUST_CHECK;

#endif
