/*
 * Inside of card: the files of a ruleset as trees whose every value knows its
 * line, and the compiler that makes cards of them.
 *
 * Errors are sticky: the first one of a card is kept, what is read after it
 * gives harmless values, and whoever began looks at sp_loader.error when all is
 * read. So readers return values and need no tests between them.
 */
#ifndef SP_CARD_PRIVATE_H
#define SP_CARD_PRIVATE_H

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
/* The text of a value; NULL where it is none. */
const char *card_node_text(const struct sp_node *node);

/* ---- the loader (reader.c) ---------------------------------------------- */

#define SP_EFFECTS_MAX 12

/* What a card or a trait does while it lies in play. */
struct sp_effects {
	int n_whiles, n_ons;
	struct sp_while whiles[SP_EFFECTS_MAX];
	struct sp_on ons[SP_EFFECTS_MAX];
	bool names_energy;
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
unsigned card_field_mask(struct sp_loader *l, const struct sp_node *object,
	const char *key, const struct sp_words *words);
/* An id: small letters, digits, hyphens. Copied. */
void card_field_id(struct sp_loader *l, const struct sp_node *object,
	const char *key, char out[SP_ID_SIZE]);

/* The array with room for one more than `n`. */
void *card_grow(void *array, int n, int *cap, size_t size);

/* Slots of no card (builtin.c), behind those of the cards. */
void card_add_builtin(struct sp_loader *l);

/* ---- words (words.c) ---------------------------------------------------- */

extern const struct sp_words card_words_play_types, card_words_sources,
	card_words_whens, card_words_points, card_words_classes,
	card_words_ranges, card_words_durations, card_words_modifies,
	card_words_play_flags, card_words_costs, card_words_asks,
	card_words_stats, card_words_subjects, card_words_events,
	card_words_ops, card_words_damage_kinds, card_words_elements,
	card_words_damage_flags, card_words_conversions, card_words_names,
	card_words_functions, card_words_sets, card_words_kinds, card_words_is;
/* The names that events give, "who by". */
extern const char *const card_event_names[SP_ON_COUNT];
/* Arguments of operations, functions, sets; see card_signature. */
extern const char *const card_op_arguments[SP_OP_COUNT];
extern const char *const card_function_arguments[];
extern const char *const card_set_arguments[];

/* ---- types and signatures (scope.c) ----------------------------------------
 *
 * The static type of an expression: bits of the kinds (enum sp_kind) that its
 * value may have, and one for true and false. What can never fit is refused.
 */
typedef uint32_t sp_type;
#define SP_TYPE(kind)  ((sp_type)1 << SP_KIND_##kind)
#define SP_TYPE_BOOL   ((sp_type)1 << SP_KIND_COUNT)
#define SP_TYPE_NUMBER SP_TYPE(NUMBER)
#define SP_TYPE_ANY    (SP_TYPE_BOOL - 1 - SP_TYPE_NUMBER) /* references */
#define SP_TYPE_ALL    (SP_TYPE_ANY | SP_TYPE_NUMBER | SP_TYPE_BOOL)

/* May a value of one type stand where the other is wanted, as far as can be
 * known beforehand? Nothing fits all references. */
bool card_type_fits(sp_type a, sp_type b);
/* "a wizard or a card in play" */
void card_type_describe(sp_type type, struct sp_buf *out);
/* What functions give and sets hold. */
extern const sp_type card_function_types[], card_set_types[];

enum sp_argument_kind {
	SP_ARGUMENT_VALUE, /* of `type` */
	SP_ARGUMENT_SET,   /* of elements of `type` */
	SP_ARGUMENT_WORD,
	SP_ARGUMENT_WORDS,
	SP_ARGUMENT_NAME,
	SP_ARGUMENT_OPS,
	SP_ARGUMENT_SLOT,
};
struct sp_argument {
	char name[16]; /* "" in functions and sets */
	uint8_t kind;  /* enum sp_argument_kind */
	bool optional;
	sp_type type;
};
/* Read "name:type name:type?" (operations) or "type type?"; returns how many.
 */
int card_signature(const char *text, struct sp_argument out[SP_OP_ARGS]);

/* The names that an expression may use. */
struct sp_scope {
	const char *where; /* "here" in words: "while this card is in play" */
	uint32_t known;    /* bits of enum sp_name */
	sp_type it, this, what;
	int n_locals; /* in use by this program, visible or not */
	struct sp_scope_local {
		char name[SP_ID_SIZE]; /* "" out of sight */
		sp_type type;
	} local[SP_LOCALS_MAX];
	bool names_energy; /* an expression did */
	bool has_parts;    /* a slot repeats: parts() means something */
	bool is_answer;    /* of a play at a reaction point */
	const struct sp_object *object; /* what it creates; NULL: nothing */
	uint8_t range;                  /* default of its slots */
};

/* A new local; SP_LOCALS_MAX after an error. "" is a hidden one. */
int card_scope_add(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *at, const char *name, sp_type type);
int card_scope_find(const struct sp_scope *scope, const char *name); /* -1 */
void card_scope_know(struct sp_scope *scope, const char *names);
/* The type of a name of the vocabulary. */
sp_type card_scope_type(const struct sp_scope *scope, int name);

/* ---- expressions (expr.c) ----------------------------------------------- */

/* Compile to ruleset.code; returns the index, -1 after an error or where the
 * key is missing. The value may be of `wanted`. */
int32_t card_compile(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *object, const char *key, sp_type wanted);
int32_t card_compile_value(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, sp_type wanted, sp_type *got);
int32_t card_compile_set(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, sp_type elements, sp_type *got);
/* ---- programs, slots, plays (program.c, play.c) ------------------------- */

/* A list of operations; a missing one is an empty program. */
void card_compile_program(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *list, struct sp_program *out);
/* Index in ruleset.slot; adds its local to the scope. */
int card_compile_slot(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node);
void card_compile_play(struct sp_loader *l, struct sp_card *card,
	struct sp_card_play *out, const struct sp_node *node);
/* What pays is asked; `node` is the play's. */
void card_fuel_play(struct sp_loader *l, struct sp_card_play *p,
	const struct sp_node *node);
/* `while` and `on` of a card or trait (card NULL). */
void card_compile_effects(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node, struct sp_effects *out);

/* ---- files (load.c, cards.c) -------------------------------------------- */

/* After each card and file: did it fail? In a check the problem is noted and
 * the error cleared, so that the rest is read too. */
bool card_loader_stop(struct sp_loader *l);
/* The file of that path; NULL. */
const struct sp_ruleset_file *card_find_file(
	const struct sp_ruleset_file *const *files, size_t n, const char *path);
/* Parse a file and make it the one that is read; false after an error. */
bool card_loader_tree(struct sp_loader *l, struct sp_tree *tree,
	const struct sp_ruleset_file *file);
/* ruleset.json; sectors and layouts are loaded. */
void card_load_ruleset(struct sp_loader *l, const struct sp_node *root);
/* traits.json: names and effects. */
void card_load_traits(struct sp_loader *l, const struct sp_node *root);
/* A card that is defined in a school's file; its id is taken already. */
void card_compile_card(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node);
/* traits.json, cards/, ready.txt, when ruleset.json is read. */
void card_load_cards(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n);

#endif
