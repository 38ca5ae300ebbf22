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

#include "loader_private.h"

/* ---- words (words.c) ---------------------------------------------------- */

extern const struct sp_words card_words_play_types, card_words_sources,
	card_words_whens, card_words_points, card_words_point_modes,
	card_words_withins, card_words_dealt, card_words_classes,
	card_words_damage_stages, card_words_ranges, card_words_clocks,
	card_words_durations, card_words_modifies, card_words_play_flags,
	card_words_costs, card_words_asks, card_words_stats,
	card_words_compellings, card_words_subjects, card_words_events,
	card_words_ops, card_words_damage_kinds, card_words_elements,
	card_words_damage_flags, card_words_class_parts,
	card_words_thing_classes, card_words_areas, card_words_conversions,
	card_words_names, card_words_functions, card_words_sets,
	card_words_kinds, card_words_is;
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
	SP_ARGUMENT_ZONE, /* a word too: card_zone_words */
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
/* What is not there when a program runs, so that operations which need it would
 * do nothing. */
enum card_lack {
	CARD_LACKS_DAMAGE = 1, /* no damage is about to be done */
	CARD_LACKS_SPELL = 2,  /* no spell of its own stays in play */
	CARD_LACKS_MOVES = 4,  /* it is nobody's move phase */
	CARD_LACKS_CAST = 8,   /* it answers nothing that is announced */
	CARD_LACKS_DIE = 16,   /* no die shows anything */
	CARD_LACKS_MAKER = 32, /* nothing that could be what its object hangs
				  on, and that is not lone */
	CARD_LACKS_SUM = 64,   /* what it does is an attack, one damage by
				  itself */
};

struct sp_scope {
	const char *where; /* "here" in words: "while this card is in play" */
	uint32_t known;    /* bits of enum sp_name */
	sp_type it, this, what;
	int n_locals; /* in use by this program, visible or not */
	struct sp_scope_local {
		char name[SP_ID_SIZE]; /* "" out of sight */
		sp_type type;
	} local[SP_LOCALS_MAX];
	uint8_t powers; /* bits of enum sp_power that expressions name */
	bool has_parts; /* a slot repeats: parts() means something */
	bool is_answer; /* of a play at a reaction point */
	bool announces; /* the slots of a play of one's own turn */
	uint8_t lacks;  /* bits of enum card_lack */
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
/* Is the expression a number that stands there, not one to be worked out? */
bool card_code_is_number(const struct sp_ruleset *r, int32_t code, int *number);
/* The zone of `top(zone)`, `cards_in(zone)` or its first where the expression
 * is nothing but that; else -1. */
int card_code_zone(const struct sp_ruleset *r, int32_t code);
/* Do the two say the same in the same way? */
bool card_code_equal(const struct sp_ruleset *r, int32_t a, int32_t b);

/* ---- programs, slots, plays (program.c, slot.c, play.c) ----------------- */

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
/* What a card compels. Bits of enum sp_power, of those that expressions name.
 */
unsigned card_compile_compels(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node);
/* `while` and `on` of a card or trait (card NULL). */
void card_compile_effects(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node, struct sp_effects *out);

/* What lies on the board (object.c). */
void card_read_object(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node);
/* `classes` of ruleset.json. */
void card_read_classes(struct sp_loader *l, const struct sp_node *root);

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
/* points.c: what it says of points, answers and deals; its options are known.
 */
void card_load_points(struct sp_loader *l, const struct sp_node *root);
/* The zones that data may name, into `list`, which `out` borrows. */
void card_zone_words(const struct sp_ruleset *r,
	const char *list[SP_PLACES + SP_ZONES_MAX], struct sp_words *out);
/* traits.json: names and effects. */
void card_load_traits(struct sp_loader *l, const struct sp_node *root);
/* precedence.c: what ruleset.json says of it; the cards are known. */
void card_load_precedence(struct sp_loader *l, const struct sp_node *root);
/* A card that is defined in a school's file; its id is taken already. */
void card_compile_card(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node);
/* traits.json, cards/, ready.txt, when ruleset.json is read. */
void card_load_cards(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n);

#endif
