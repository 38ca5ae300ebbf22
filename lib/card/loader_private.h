/*
 * What the files of the loader share that read a ruleset: trees of JSON with
 * their places, the fields of an object, refusals with file and line.
 */
#ifndef SP_CARD_LOADER_PRIVATE_H
#define SP_CARD_LOADER_PRIVATE_H

#include "card/card.h"

/* ---- trees (tree.c) ----------------------------------------------------- */

#define SP_TREE_DEPTH 64

/* A value and where it stands. Children of one node are linked by `next` in
 * document order. */
struct sp_node {
	const json_t *value;
	const char *key; /* in its object; NULL in a list */
	int number;      /* among its parent's children, from 0 */
	unsigned line, column;
	const struct sp_node *parent, *first, *next;
	int n; /* children */
};

struct sp_tree {
	json_t *root;
	struct sp_node *node; /* [0] is the root */
	size_t n;
};

/* Parse a file. An error has line and column, and no path. */
int card_tree_read(struct sp_tree *tree, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
void card_tree_free(struct sp_tree *tree);
/* NULL: no such key, or not an object. */
const struct sp_node *card_node_get(
	const struct sp_node *object, const char *key);
/* The text of a value; NULL if the value is no text. */
const char *card_node_text(const struct sp_node *node);

/* ---- the loader (reader.c) ---------------------------------------------- */

#define SP_EFFECTS_MAX 12

/* What a card or a trait does while it lies in play. */
struct sp_effects {
	int n_whiles, n_ons;
	struct sp_while whiles[SP_EFFECTS_MAX];
	struct sp_on ons[SP_EFFECTS_MAX];
	uint8_t powers; /* bits of enum sp_power that they name */
};

struct sp_loader {
	struct sp_ruleset *r;
	const char *path; /* of the file that is read */
	struct sp_error *error;
	struct sp_problems *problems; /* NULL: the first one ends the load */
	struct sp_effects trait[SP_TRAITS_MAX];
	/* room in the arrays of `r` */
	int cap_op, cap_code, cap_slot;
};

/* A list of words from a table of vocabulary.h. */
struct sp_words {
	const char *what; /* "a range" */
	int n;
	const char *const *word;
};

bool card_loader_failed(const struct sp_loader *l);
/* Record "path:line: card x: play 1: ...: message". */
void card_refuse(struct sp_loader *l, const struct sp_node *at, const char *fmt,
	...) SP_PRINTF(3, 4);
/* The same where `bad` stands for one of a list: adds the nearest, or all. */
void card_refuse_word(struct sp_loader *l, const struct sp_node *at,
	const char *bad, const struct sp_words *words);
/* The word of a list that `bad` may have been meant to be; NULL. */
const char *card_nearest(const char *bad, const char *const *word, int n);
int card_word_index(const struct sp_words *words, const char *word); /* -1 */

/* Is it an object with these keys only (NULL-terminated)? */
bool card_field_object(struct sp_loader *l, const struct sp_node *node,
	const char *const *keys);
/* A list's node; NULL where the key is missing or, refused, no list. */
const struct sp_node *card_field_list(
	struct sp_loader *l, const struct sp_node *object, const char *key);
/* Give the error that a key is missing. */
const struct sp_node *card_field_need(
	struct sp_loader *l, const struct sp_node *object, const char *key);
/* A text; `absent` where the key is missing (NULL: it must be there, and then
 * "" is returned with the error). */
const char *card_field_text(struct sp_loader *l, const struct sp_node *object,
	const char *key, const char *absent);
bool card_field_bool(struct sp_loader *l, const struct sp_node *object,
	const char *key, bool absent);
/* `absent` below `min`: the key must be there. */
int card_field_int(struct sp_loader *l, const struct sp_node *object,
	const char *key, int min, int max, int absent);
/* The number of a word; `absent` -1: the key must be there (then 0). */
int card_field_word(struct sp_loader *l, const struct sp_node *object,
	const char *key, const struct sp_words *words, int absent);
/* A list of words as bits; 0 where the key is missing. */
uint64_t card_field_mask(struct sp_loader *l, const struct sp_node *object,
	const char *key, const struct sp_words *words);
/* An id: small letters, digits, hyphens. Copied. */
void card_field_id(struct sp_loader *l, const struct sp_node *object,
	const char *key, char out[SP_ID_SIZE]);

/* The array with room for one more than `n`. */
void *card_grow(void *array, int n, int *cap, size_t size);

/* Slots of no card (builtin.c), behind those of the cards. */
void card_add_builtin(struct sp_loader *l);

#endif
