/*
 * JSON written straight into a text, without a tree, to the byte as
 * sp_json_write has it of the finished value: for what is written often.
 *
 *     struct sp_json_text t;
 *     sp_json_text_init(&t, &out);
 *     sp_json_text_begin(&t, '{');
 *     sp_json_text_key(&t, "turn");
 *     sp_json_text_int(&t, 7);
 *     sp_json_text_end(&t);
 *
 * Keys come in any order, each once, and stand sorted at the end of their
 * object. Strings are UTF-8 without NUL.
 */
#ifndef SP_JSON_TEXT_H
#define SP_JSON_TEXT_H

#include "base.h"

#define SP_JSON_TEXT_DEPTH 12
#define SP_JSON_TEXT_KEYS  128 /* of all objects that are open at one time */

struct sp_json_text {
	struct sp_buf *out;
	int depth, n_keys;
	struct {
		char kind;    /* '{' or '[' */
		bool sorted;  /* so far */
		int first;    /* key of it */
		size_t begin; /* in the text, behind the bracket */
	} level[SP_JSON_TEXT_DEPTH];
	struct {
		const char *word; /* borrowed until its object ends */
		size_t at;        /* where its line begins in the text */
	} key[SP_JSON_TEXT_KEYS];
};

/* Appends to `out`, one value. */
void sp_json_text_init(struct sp_json_text *t, struct sp_buf *out);
/* '{' or '['. */
void sp_json_text_begin(struct sp_json_text *t, char kind);
void sp_json_text_end(struct sp_json_text *t);
/* The same of the value of a key, which is left out, with its key, where the
 * value has nothing in it. */
void sp_json_text_end_if_any(struct sp_json_text *t);
/* In an object, before each value. */
void sp_json_text_key(struct sp_json_text *t, const char *key);
/* NULL: null. */
void sp_json_text_string(struct sp_json_text *t, const char *s);
void sp_json_text_stringn(struct sp_json_text *t, const char *s, size_t n);
void sp_json_text_int(struct sp_json_text *t, int64_t value);
void sp_json_text_bool(struct sp_json_text *t, bool value);

#endif
