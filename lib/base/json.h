/*
 * JSON as this project writes and reads it, over jansson: sorted keys, integers
 * only, UTF-8, one value per line where people will read diffs.
 */
#ifndef SP_JSON_H
#define SP_JSON_H

#include <jansson.h>

#include "base.h"

/* Give jansson our allocators (out of memory aborts). Call once at start. */
void sp_json_setup(void);

/* Parse a text: duplicate keys and real numbers are refused, with the line and
 * column in `e`. The caller owns *out. */
int sp_json_parse(json_t **out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

/* Sorted keys, indent 1, a final newline: the form of every JSON file in a game
 * repository. Appends to `out`. */
void sp_json_write(struct sp_buf *out, const json_t *value);
/* Sorted keys, one line, no newline. */
void sp_json_write_compact(struct sp_buf *out, const json_t *value);

/* Typed access with errors that name the key. `what` names the object in
 * words ("sector red-A"). A missing key is an error in the first three. */
int sp_json_get_string(const char **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e) SP_MUST_CHECK;
int sp_json_get_int(int64_t *out, const json_t *object, const char *key,
	int64_t min, int64_t max, const char *what,
	struct sp_error *e) SP_MUST_CHECK;
int sp_json_get_array(json_t **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e) SP_MUST_CHECK; /* borrowed */
int sp_json_get_object(json_t **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e) SP_MUST_CHECK; /* borrowed */
/* SP_EINVAL with the key named where `object` has a key that is not in the
 * NULL-terminated list: a typing error must not pass for a default. */
int sp_json_only_keys(const json_t *object, const char *const *keys,
	const char *what, struct sp_error *e) SP_MUST_CHECK;
/* json_object_set_new that asserts; takes `value`. */
void sp_json_set(json_t *object, const char *key, json_t *value);
void sp_json_set_string(json_t *object, const char *key, const char *value);
void sp_json_set_int(json_t *object, const char *key, int64_t value);
void sp_json_set_bool(json_t *object, const char *key, bool value);

#endif
