/*
 * card: what a ruleset brings as data. Loads a ruleset folder that its caller
 * read into memory: ruleset.json (names, statistics, options), the sectors, the
 * layouts, and the cards, whose plays and effects are compiled to programs that
 * lib/effect carries out. The manual of the files is games/README.md, their
 * words are the tables of vocabulary.h.
 *
 * What differs between editions is a statistic or an option of the ruleset,
 * never an `if` on the edition's name.
 *
 * Circle: load and cards. Loading a ruleset reads its card files, each by the
 * loader that finds files and reads their trees.
 */
#ifndef SP_CARD_H
#define SP_CARD_H

#include "base/json.h"
#include "board/board.h"
#include "card/vocabulary.h"
#include "game/game.h"
#include "state/setup.h"
#include "state/state.h"

/* A file of a ruleset folder: its path inside the folder ("sectors/red-a.txt")
 * and its content. Borrowed during the load. */
struct sp_ruleset_file {
	const char *path;
	const char *text;
	size_t len;
};

struct sp_option_choice {
	char word[SP_OPTION_TEXT];
	int value;      /* of the rule that the option sets */
	char told[100]; /* what a game with it reads; "": the option's text */
};

#define SP_OPTION_CHOICES 16

/* One option: a number within bounds, or one of a list of words. */
struct sp_option {
	char name[SP_OPTION_TEXT];
	char text[120]; /* what it does, one line */
	int rule;       /* enum sp_rule whose value it is; -1: of none */
	/* a game that gives it gives not this one; "" */
	char not_with[SP_OPTION_TEXT];
	bool is_number;
	bool has_schools;     /* or the schools beside those that always come,
				 "a,b,c", in the ruleset's order */
	int min, max, number; /* default */
	int advised_two;      /* with two seats more is not advised; `max`: it
				 is */
	int n_choices;        /* of words; the first is the default */
	/* behind those of words: of any number, or of schools by their ids */
	struct sp_option_choice choice[SP_OPTION_CHOICES + 1];
};

/* ---- cards -----------------------------------------------------------------
 *
 * Compiled from cards/<school>.json: names resolved, expressions in postfix
 * form. Strings are owned by the ruleset. An index of -1 means none.
 */

#define SP_CARD_TYPES_MAX 700
#define SP_PLAYS_MAX      6  /* of one card */
#define SP_SLOTS_OF_PLAY  8  /* slots of one play, repeated ones count once */
#define SP_LOCALS_MAX     16 /* slots, locals and loop names of one program */
#define SP_TRAITS_MAX     64
#define SP_PRECEDENCE_MAX 99 /* of a card, and of the list */
#define SP_OP_ARGS        6
/* Locals of a frame that asks for steps: the answer, the direction that is not
 * offered, and the one that is taken unless told otherwise; of one that pushes,
 * 1 if the push leads straight on, through no door that is shut. */
#define SP_STEP_STRAIGHT 11
#define SP_STEP_LOCAL    13
#define SP_STEP_BACK     14
#define SP_STEP_ON       15
#define SP_PROGRAM_MAX   250 /* operations of one program */
#define SP_NEST_MAX      6   /* loops and branches inside each other */
#define SP_CODE_STACK    16  /* values that one expression stacks up */

enum sp_play_type {
#define X(symbol, word) SP_PLAY_##symbol,
	SP_PLAY_TYPES(X)
#undef X
		SP_PLAY_TYPE_COUNT
};
enum sp_source_of_play {
#define X(symbol, word) SP_FROM_##symbol,
	SP_SOURCES(X)
#undef X
};
enum sp_when {
#define X(symbol, word) SP_WHEN_##symbol,
	SP_WHENS(X)
#undef X
};
enum sp_point {
#define X(symbol, word) SP_POINT_##symbol,
	SP_POINTS(X)
#undef X
		SP_POINT_COUNT
};
enum sp_point_mode {
#define X(symbol, word) SP_POINT_IS_##symbol,
	SP_POINT_MODES(X)
#undef X
};
enum sp_within {
#define X(symbol, word) SP_WITHIN_##symbol,
	SP_WITHINS(X)
#undef X
};
enum sp_dealt_bit {
#define X(symbol, word) SP_DEALTBIT_##symbol,
	SP_DEALT(X)
#undef X
};
enum sp_dealt {
#define X(symbol, word) SP_DEALT_##symbol = 1 << SP_DEALTBIT_##symbol,
	SP_DEALT(X)
#undef X
};
enum sp_class {
#define X(symbol, word) SP_CLASS_##symbol,
	SP_CLASSES(X)
#undef X
		SP_CLASS_COUNT
};
enum sp_range {
#define X(symbol, word) SP_RANGE_##symbol,
	SP_RANGES(X)
#undef X
};
enum sp_spell_clock {
#define X(symbol, word) SP_CLOCK_##symbol,
	SP_CLOCKS(X)
#undef X
};
enum sp_duration {
#define X(symbol, word) SP_DURATION_##symbol,
	SP_DURATIONS(X)
#undef X
};
enum sp_modifies {
#define X(symbol, word) SP_MODIFIES_##symbol,
	SP_MODIFIES(X)
#undef X
};
/* Bits: SP_FLAG_NO_CANCEL is 1 << SP_FLAGBIT_NO_CANCEL. */
enum sp_play_flag_bit {
#define X(symbol, word) SP_FLAGBIT_##symbol,
	SP_PLAY_FLAGS(X)
#undef X
};
enum sp_play_flag {
#define X(symbol, word) SP_FLAG_##symbol = 1 << SP_FLAGBIT_##symbol,
	SP_PLAY_FLAGS(X)
#undef X
};
enum sp_cost_bit {
#define X(symbol, word) SP_COSTBIT_##symbol,
	SP_COSTS(X)
#undef X
};
enum sp_cost {
#define X(symbol, word) SP_COST_##symbol = 1 << SP_COSTBIT_##symbol,
	SP_COSTS(X)
#undef X
};
enum sp_asks {
#define X(symbol, word) SP_ASK_##symbol,
	SP_ASKS(X)
#undef X
};
enum sp_power {
	SP_POWER_FIRST = 1,  /* `energy` */
	SP_POWER_SECOND = 2, /* `energy2` */
};
enum sp_stat {
#define X(symbol, word) SP_STAT_##symbol,
	SP_STATS(X)
#undef X
		SP_STAT_COUNT
};
enum sp_subject {
#define X(symbol, word) SP_SUBJECT_##symbol,
	SP_SUBJECTS(X)
#undef X
};
enum sp_class_part_bit {
#define X(symbol, word) SP_PARTBIT_##symbol,
	SP_CLASS_PARTS(X)
#undef X
};
enum sp_class_part {
#define X(symbol, word) SP_PART_##symbol = 1 << SP_PARTBIT_##symbol,
	SP_CLASS_PARTS(X)
#undef X
};
enum sp_thing_class {
#define X(symbol, word, parts) SP_THING_CLASS_##symbol,
	SP_THING_CLASSES(X)
#undef X
		SP_THING_CLASS_COUNT
};
enum sp_area {
#define X(symbol, word) SP_AREA_##symbol,
	SP_AREAS(X)
#undef X
};
enum sp_card_event {
#define X(symbol, word, names) SP_ON_##symbol,
	SP_CARD_EVENTS(X)
#undef X
		SP_ON_COUNT
};
enum sp_op_code {
#define X(symbol, word, runs, args, what) SP_OP_##symbol,
	SP_OPS(X)
#undef X
		SP_OP_COUNT
};
enum sp_damage_kind {
#define X(symbol, word) SP_DAMAGE_##symbol,
	SP_DAMAGE_KINDS(X)
#undef X
};
enum sp_element {
#define X(symbol, word) SP_ELEMENT_##symbol,
	SP_ELEMENTS(X)
#undef X
};
enum sp_damage_stage {
#define X(symbol, word) SP_DAMAGESTAGE_##symbol,
	SP_DAMAGE_STAGES(X)
#undef X
		SP_DAMAGESTAGE_COUNT
};
enum sp_damage_flag_bit {
#define X(symbol, word) SP_DAMAGEBIT_##symbol,
	SP_DAMAGE_FLAGS(X)
#undef X
};
enum sp_damage_flag {
#define X(symbol, word) SP_DAMAGEFLAG_##symbol = 1 << SP_DAMAGEBIT_##symbol,
	SP_DAMAGE_FLAGS(X)
#undef X
};
enum sp_name {
#define X(symbol, word, type) SP_NAME_##symbol,
	SP_NAMES(X)
#undef X
};
enum sp_function {
#define X(symbol, word, result, args) SP_FN_##symbol,
	SP_FUNCTIONS(X)
#undef X
};
enum sp_set {
#define X(symbol, word, element, args) SP_SET_##symbol,
	SP_SETS(X)
#undef X
};

/* An expression in postfix form: a run of these up to SP_CODE_END, never with
 * more than SP_CODE_STACK values on its stack. Arguments lie in the table's
 * order; a word that may be left out and is has SP_CODE_WORD -1. */
enum sp_code_op {
	SP_CODE_END,
	SP_CODE_NUMBER, /* push the value */
	SP_CODE_NAME,   /* push enum sp_name */
	SP_CODE_LOCAL,  /* push local `value` of the program */
	SP_CODE_CALL,   /* enum sp_function; pops its arguments */
	SP_CODE_SET,    /* enum sp_set; pops its arguments and leaves them for
			   the each, count or first behind it */
	SP_CODE_WORD,   /* push a word's number: `is`, `stat`, trait of a set */
	SP_CODE_NOT,
	SP_CODE_NEGATE,
	SP_CODE_ADD,
	SP_CODE_SUBTRACT,
	SP_CODE_MULTIPLY,
	SP_CODE_DIVIDE, /* rounded down; by 0 gives 0 */
	SP_CODE_EQUAL,  /* also of references */
	SP_CODE_UNEQUAL,
	SP_CODE_LESS,
	SP_CODE_LESS_EQUAL,
	SP_CODE_GREATER,
	SP_CODE_GREATER_EQUAL,
	SP_CODE_AND, /* jump to ruleset.code[value] if false (kept), else pop
			and go on */
	SP_CODE_OR,  /* the same if true */
};

struct sp_code {
	uint8_t op;        /* enum sp_code_op */
	uint8_t arguments; /* how many it pops: CALL, but for count and first,
			      and SET */
	int32_t value;
};

/* What `is(x, word)` asks: a trait (bit number), a play type, a kind, or one of
 * the words of SP_IS_WORDS. */
#define SP_IS_TRAIT 0x0000 /* + trait */
#define SP_IS_TYPE                                                             \
	0x0100            /* + enum sp_play_type, of an item or a card's play  \
			   */
#define SP_IS_KIND 0x0200 /* + enum sp_kind */
#define SP_IS_WORD 0x0300 /* + enum sp_is_word */
#define SP_IS_WORDS(X)                                                         \
	X(SPELL, "spell") /* attack, neutral or counter spell */               \
	X(WIZARD, "wizard")                                                    \
	X(CREATURE, "creature")                                                \
	X(OBJECT, "object") /* wall, door or thing */                          \
	X(WALL, "wall")                                                        \
	X(STONE, "stone") /* a printed or created stone wall, not an outer one \
			   */                                                  \
	X(DOOR, "door")                                                        \
	X(OUTER, "outer")                                                      \
	X(CREATED, "created")                                                  \
	X(DROPPED, "dropped")                                                  \
	X(DISCARDED, "discarded")                                              \
	X(MOBILE, "mobile")                                                    \
	X(FILLING, "filling")       /* fills its square */                     \
	X(DAMAGEABLE, "damageable") /* it can take cracks */                   \
	X(WEAPON, "weapon_attack")  /* a physical attack that is no punch */   \
	X(PUNCH, "punch")                                                      \
	X(INSTANT, "instant")                                                  \
	X(TEMPORARY, "temporary")                                              \
	X(PERMANENT, "permanent")                                              \
	X(MODIFIER, "modifier")                                                \
	X(REAL, "real")   /* a hidden token that is the real one */            \
	X(TOKEN, "token") /* classes of things */                              \
	X(TOTEM, "totem")                                                      \
	X(MARKER, "marker")                                                    \
	X(HEX, "hex")                                                          \
	X(FIRE, "fire_damage") /* of the damage at hand */                     \
	X(WATER, "water_damage")                                               \
	X(ATTACK, "attack_damage") /* direct, of an attack */                  \
	X(PHYSICAL, "physical_damage")                                         \
	X(MAGICAL, "magical_damage")
enum sp_is_word {
#define X(symbol, word) SP_IS_##symbol,
	SP_IS_WORDS(X)
#undef X
};

/* One operation of a program. Programs are runs in document order: an `if`
 * holds its branches behind it, `next` leads behind them. */
struct sp_op {
	uint8_t code;  /* enum sp_op_code */
	uint8_t local; /* where its name or slot is kept; SP_LOCALS_MAX none */
	uint16_t next; /* in ruleset.op: behind this one and all inside */
	uint16_t branch; /* if: where `else` begins, `next` without one */
	int16_t slot;    /* choose: index in ruleset.slot; -1 */
	/* by the table's order: index of the expression in ruleset.code, the
	 * number of a word; -1 left out, or a name, slot or list of operations.
	 * Words (a mask) that are left out are 0, an element is NONE. */
	int32_t arg[SP_OP_ARGS];
};

struct sp_program {
	int32_t first; /* in ruleset.op; -1: nothing to do */
	int32_t n;
};

/* A slot of a play, or of a `choose`. */
struct sp_card_slot {
	char name[SP_ID_SIZE];
	char words[SP_ID_SIZE]; /* order keyword: "at", "push"; "" for the
				   one that stands first without a keyword */
	uint8_t asks;           /* enum sp_asks */
	uint8_t local;          /* where its (first) answer is kept */
	uint8_t range;          /* enum sp_range */
	bool secret;            /* its answer is not public */
	bool face_down;         /* a card of the hand that lies on the stack as
				   that of the cast, seen by nobody */
	bool paid;              /* a card of the hand that is spent when the
				   play is announced, as what pays energy is */
	bool distinct;          /* repeated: no answer twice */
	bool ordered;           /* repeated: in any order; else ascending, so
				   that one effect has one command */
	uint8_t of;             /* target: bits 1 object, 2 wizard, 4 creature,
				   8 oneself too, 16 an empty square */
	int32_t subject;        /* carried, loot, hand, mine: of whom; -1 me */
	int32_t among;          /* card: the set; -1 */
	int32_t within;         /* range steps, walk: how far; -1 */
	int32_t when;           /* asked only if; -1 always */
	int32_t condition;      /* on the candidate `it`; -1 none */
	int32_t repeat;         /* how often; -1 once */
	int32_t min, max;       /* number: bounds; -1 */
	int32_t fallback;       /* the default answer (`default`); -1: the first
				   legal one, or none where that is legal */
	bool optional;          /* may be answered with none */
};

struct sp_card_play {
	char id[SP_ID_SIZE]; /* "" where a card has only one */
	uint8_t type;        /* enum sp_play_type */
	uint8_t from;        /* enum sp_source_of_play */
	uint8_t when;        /* enum sp_when */
	uint16_t points;     /* reaction: bits of enum sp_point */
	uint8_t class;       /* enum sp_class */
	uint8_t range;       /* enum sp_range */
	uint8_t duration;    /* enum sp_duration */
	uint8_t clock;       /* enum sp_spell_clock */
	uint8_t modifies;    /* enum sp_modifies */
	uint16_t flags, costs;
	bool fuelled; /* its effect or duration depends on `energy`: so
			 what pays is asked */
	bool creates; /* it lays something on the board */
	bool links;   /* it links squares */
	bool spell;   /* of those that see through a wall: not what throws */
	bool peeks;   /* what it can do may depend on what is hidden: it is
			 taken for an answer wherever it could be played */
	uint8_t face_down; /* a slot asks for what lies there face down */
	uint8_t powers;    /* bits of enum sp_power: which it depends on; the
			      second is paid by itself */
	int32_t condition; /* -1; for a reaction `it` is what is answered */
	int32_t tokens;    /* temporary: how many; -1 energy */
	int32_t life;      /* life counters put on it; -1 none */
	int32_t aim;       /* the local that is the target of a lasting
			      spell: its first targeting slot; -1 */
	int32_t within;
	uint8_t n_slots;
	int16_t slot[SP_SLOTS_OF_PLAY]; /* in ruleset.slot */
	uint8_t n_locals;
	struct sp_program program;
};

struct sp_while {
	uint8_t subject; /* enum sp_subject */
	uint8_t stat;    /* enum sp_stat */
	uint8_t how;     /* 0 set, 1 add, 2 multiply, 3 at most, 4 at least */
	int32_t condition, value;
};

enum sp_compelling {
#define X(symbol, word) SP_COMPELLING_##symbol,
	SP_COMPELLINGS(X)
#undef X
};

/* What it makes somebody do in his turn. */
struct sp_compel {
	uint8_t subject;   /* enum sp_subject */
	uint8_t must;      /* enum sp_compelling */
	int16_t trait;     /* attack: of what he attacks with; -1: his fist */
	int32_t condition; /* on the one who is compelled, `it`; -1 */
	int32_t of;        /* from what, to what, whom; -1: stay */
};

struct sp_on {
	uint8_t event; /* enum sp_card_event */
	int8_t zone;   /* it is told while it lies there, as zones are in data;
			  -1: while it lies in play */
	int32_t condition;
	uint8_t n_locals;
	struct sp_program program;
};

/* What lies on the board: made by the card's spell, or the card dropped. */
struct sp_object {
	bool on_edge;
	bool on_side;      /* of an edge: a layer over whatever is there */
	uint8_t edge_kind; /* created layer: enum sp_edge_kind; OPEN: a thing
			      that lies on the edge and bars nothing */
	bool fills;        /* nobody may enter (stone block) */
	bool opaque;
	bool strays;    /* who leaves goes in a random direction */
	uint8_t cracks; /* that destroy it; 0: it takes no damage */
	uint8_t weak;   /* bits 1 << enum sp_element: any such damage
			   destroys it, water washes it away */
	bool mobile;    /* may be picked up */
	bool facedown;  /* a token whose `real` only its caster knows */
	bool dirt;      /* no stone: cards for stone walls do not work */
	uint8_t class;  /* enum sp_thing_class */
	uint8_t life;   /* that it begins with; 0: it has none */
	uint8_t hurt;   /* bits 1 << enum sp_damage_kind: what takes its life */
	uint8_t area;   /* enum sp_area */
	uint8_t within; /* of SP_AREA_WALK: squares */
	bool lone;      /* it hangs on no spell */
	bool unowned;   /* it is nobody's from the first */
};

/* What the card's spell brings to the board (operation `summon`). */
struct sp_creature {
	uint8_t speed, punch; /* base speed, damage of its fist; 0 none */
	uint8_t life_max;
	bool treasures;     /* it may pick them up */
	bool items;         /* so may it these; it uses none */
	bool by_round;      /* it acts once in a round, not in each turn */
	uint8_t answers_to; /* enum sp_answers_to */
};

struct sp_card {
	char id[SP_ID_SIZE]; /* "fire-darts" */
	char name[40];       /* "Fire Darts" */
	char *text;          /* ours, one paragraph */
	bool designed;       /* else official */
	int8_t precedence;   /* of what comes at once the highest comes first */
	bool ranked;         /* the card or the list of the ruleset says it */
	bool ready;          /* its scenarios are there: games may deal it */
	uint64_t traits;     /* bits, by ruleset.trait */
	uint8_t energy;      /* printed value; 0 none */
	uint8_t energy_die;  /* faces of a die that is added to it; 0 none */
	bool flash;          /* of that it gives nothing to speed */
	bool is_energy;      /* nothing but energy */
	bool is_item;
	bool plural;     /* its name is: it has verbs of the plural */
	uint8_t n_plays; /* an item whose file gives it no play of type item has
			    one more, the last: "carry", from the hand */
	struct sp_card_play play[SP_PLAYS_MAX];
	int8_t modifying; /* the play by which it modifies a spell; -1 none */
	uint8_t n_whiles, n_ons;
	struct sp_while *whiles;
	struct sp_on *ons;
	uint8_t n_compels;
	struct sp_compel *compels;
	/* what it makes and its plays with that flag are illusions: of a die
	 * with so many faces so many make it real; 0: they are none */
	uint8_t illusion_die, illusion_real;
	bool has_object, has_creature;
	struct sp_object object;
	struct sp_creature creature;
};

/* Is it worth anything as energy? */
static inline bool sp_card_pays(const struct sp_card *card)
{
	return card->energy > 0 || card->energy_die > 0;
}

/* Has the card a play of that kind (enum sp_when)? */
static inline bool sp_card_plays(const struct sp_card *card, int when)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when == when)
			return true;
	return false;
}

/* Has it plays, and none of another kind? */
static inline bool sp_card_only_plays(const struct sp_card *card, int when)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when != when)
			return false;
	return card->n_plays > 0;
}

/* A school's share of the physical cards, which are numbered through the
 * schools in the order of ruleset.json, then in the order of each file. */
struct sp_school {
	char id[SP_ID_SIZE];
	char name[40];
	char edition[SP_ID_SIZE]; /* for people; "": that of the ruleset */
	char about[160];          /* what it is good for, in a sentence; "" */
	uint16_t first, n;        /* physical cards */
	bool ready;               /* all of its cards are */
};

/* Who sees a card that is put into a zone, beside those who know it already. */
enum sp_zone_seen {
	SP_ZONE_SEEN_BY_ALL,
	SP_ZONE_SEEN_BY_OWNER,
	SP_ZONE_SEEN_BY_NOBODY
};

struct sp_zone_type {
	char id[SP_ID_SIZE];
	char name[40]; /* "Vault" */
	bool of_seat;  /* each seat has a pile of it; else there is one */
	bool of_host;  /* ... or one under each thing that has cards */
	uint8_t seen;  /* enum sp_zone_seen; BY_OWNER only of these two */
};

/* Zones in data: these, and from SP_PLACES on those of the ruleset. */
enum sp_place_word {
	SP_PLACE_HAND,
	SP_PLACE_DECK,
	SP_PLACE_DISCARD,
	SP_PLACE_REMOVED,
	SP_PLACES
};

/* An order of play among the answers of one round. */
struct sp_answer_order {
	char name[SP_OPTION_TEXT];
	uint8_t rank[SP_CLASS_COUNT]; /* the lowest is played first */
	uint8_t within;               /* enum sp_within */
	uint8_t rounds; /* of one thing, at most; 0: as many as there are */
};

struct sp_ruleset {
	char id[SP_ID_SIZE];
	char title[64];
	char edition[SP_ID_SIZE]; /* for people; "": it says none */
	/* statistics, from ruleset.json */
	int seats_min, seats_max;
	int life_start, life_max;
	int base_speed;
	int punch_damage;
	int damage_per_crack; /* 3: less has no effect on a wall or door */
	int wall_cracks, door_cracks;
	int activation_cost; /* moves that the activation of a creature takes */
	uint8_t rule[SP_RULE_COUNT]; /* what a game has whose options say
					nothing of it */
	bool flash_added; /* flash energy boosts speed with a card that
			     adds up two */
	bool rounds_up;   /* what is left of a point is one, else nothing */
	/* the stages of damage, enum sp_damage_stage, in their order */
	uint8_t damage_stage[SP_DAMAGESTAGE_COUNT];
	bool hit_points; /* walls, doors and things count every point of damage:
			    their cracks are points */
	int n_colours;
	char colour[SP_SEATS_MAX][SP_ID_SIZE]; /* that seats may take */
	/* layout by number of seats: index in boards.layout, or -1 */
	int layout_for[SP_SEATS_MAX + 1];
	int n_options;
	struct sp_option option[SP_OPTIONS_MAX];
	struct sp_boardset boards;
	struct sp_lexicon lexicon; /* of these boards and the cards below */

	uint8_t point[SP_POINT_COUNT]; /* enum sp_point_mode */
	uint16_t watched;              /* bits: points that are */
	int n_orders;
	struct sp_answer_order order[SP_ANSWER_ORDERS_MAX];
	uint8_t deals; /* bits of enum sp_dealt: what may change hands */

	/* cards; all zero and NULL in a ruleset without them */
	int hand_start, hand_max, draw_max; /* 5, 7, 2 */
	int n_traits;
	char trait[SP_TRAITS_MAX][SP_ID_SIZE];
	char *trait_text[SP_TRAITS_MAX]; /* what it means, a sentence */
	int n_zones;
	struct sp_zone_type zone[SP_ZONES_MAX];
	bool discard_ordered; /* discard piles keep their order */
	int n_schools;
	struct sp_school school[SP_SCHOOLS_MAX];
	/* a deck has those of these schools (bits) that may be dealt, and so
	 * many of the others; -1: all */
	uint32_t schools_always;
	int schools_beside;
	/* where there are two decks, the second has these in place of those
	 * that always come; no others are among them */
	uint32_t schools_second;
	int n_cards; /* types */
	struct sp_card *card;
	int n_copies;       /* physical cards, at most SP_CARDS_MAX */
	uint16_t *type;     /* [n_copies]: index in card */
	uint8_t *school_of; /* [n_copies] */
	int n_ops, n_code, n_slots;
	struct sp_op *op;
	struct sp_code *code;
	struct sp_card_slot *slot;
	/* slots of no card: where somebody who is led goes, who is pushed;
	 * which of his counters is used */
	int16_t led_slot, push_slot, reduction_slot;
	int16_t draft_slot; /* which school comes into a deck: its number */
	/* which types have a `while` for a statistic, an `on` for an event:
	 * most positions need to look at none */
	uint64_t stat_mask;
	uint32_t event_mask;
	/* the same of what things do that no card in play does for them: areas,
	 * and those that hang on no spell */
	uint64_t thing_stats;
	uint32_t thing_events;
	uint32_t zone_events;                /* and of what cards do in zones */
	uint8_t parts[SP_THING_CLASS_COUNT]; /* bits of enum sp_class_part */
	uint64_t *stats;  /* [n_cards]: stat_mask of that type alone */
	uint32_t *events; /* [n_cards]: event_mask of that type alone */
	int precedence;   /* the highest of its cards, at least 0 */
	bool ranks;       /* a card has another than 0 */
	/* those of cards with the event into.sight, from the highest down */
	uint8_t n_seen;
	int8_t seen[2 * SP_PRECEDENCE_MAX + 1];
	bool compels;     /* a card does */
	bool links;       /* a card links squares */
	bool looks;       /* a card asks who sees what: illusions, into.sight */
	uint64_t fire;    /* the trait that may_cast_fire forbids, as its bit */
	uint16_t *points; /* [n_cards]: bits of enum sp_point where it answers
			   */
	int n_answering;  /* the physical cards that answer anywhere, ascending
			   */
	uint16_t *answering;
};

/* Load; the caller owns *out (sp_card_ruleset_free). An error names file, line
 * and what to do. Unknown keys and files are refused: a typing error must not
 * pass for a default. The ruleset keeps nothing of `files`. */
int sp_card_ruleset_load(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files,
	struct sp_error *e) SP_MUST_CHECK;
#define SP_PROBLEMS_MAX 50
/* The same for whoever writes a ruleset: goes on behind a bad card or file and
 * gathers what is wrong, at most one problem of each card. SP_EINVAL and *out
 * NULL where there is any. */
struct sp_problems {
	int n;
	bool more; /* there are others */
	struct sp_error problem[SP_PROBLEMS_MAX];
};
int sp_card_ruleset_check(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files,
	struct sp_problems *problems) SP_MUST_CHECK;
void sp_card_ruleset_free(struct sp_ruleset *ruleset);

/* Put NAME=VALUE into the setup after checking it; an error lists what would
 * be accepted. */
int sp_card_ruleset_set_option(const struct sp_ruleset *ruleset,
	struct sp_setup *setup, const char *name, const char *value,
	struct sp_error *e) SP_MUST_CHECK;
/* Can this setup be played with this ruleset: number of seats, colours, and
 * every option a known one with a proper value. */
int sp_card_ruleset_check_setup(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, struct sp_error *e) SP_MUST_CHECK;
/* The thing is what the object of its card says, as it comes to the board:
 * emptiness, sight, life, owner. */
void sp_card_form_thing(
	const struct sp_ruleset *ruleset, struct sp_game *g, int thing);
/* What the things of this card take part in: bits of enum sp_class_part. */
static inline unsigned sp_object_parts(
	const struct sp_ruleset *ruleset, const struct sp_object *object)
{
	return ruleset->parts[object->class];
}
/* Put CARDs of higher precedence first; else they stay as they are. */
void sp_card_ruleset_sort(
	const struct sp_ruleset *ruleset, sp_value card[], int n);
/* The edition of a card: that of the first school that has it and says one,
 * else of the ruleset; "" if nobody says one. */
const char *sp_card_ruleset_edition(const struct sp_ruleset *ruleset, int type);
/* ---- cards by name and number ------------------------------------------ */

/* The type of a physical card. */
static inline const struct sp_card *sp_ruleset_card(
	const struct sp_ruleset *ruleset, int physical)
{
	return &ruleset->card[ruleset->type[physical]];
}
/* Type by id; -1: none. */
int sp_card_ruleset_card_id(const struct sp_ruleset *ruleset, const char *id);
/* Type by name or any unambiguous part of it, case folded; -1: none, -2:
 * several, whose names are written to `which` ("Fire Darts, Fireball"). */
int sp_card_ruleset_card_named(const struct sp_ruleset *ruleset,
	const char *name, char *which, size_t size);
/* By id; -1: none. */
int sp_card_ruleset_trait(const struct sp_ruleset *ruleset, const char *id);
/* The words of the tables: "attack", "los", "temporary", ... never NULL. */
const char *sp_card_play_type_word(int type);
const char *sp_card_range_word(int range);
const char *sp_card_duration_word(int duration);
const char *sp_card_thing_class_word(int class);

/* The value of a rule in a game: the option's that sets it, else the ruleset's.
 */
int sp_card_ruleset_rule(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, enum sp_rule rule);
/* The value of an option in a game: the number, or the index of the word. An
 * option that the ruleset does not have gives `absent`. */
int sp_card_ruleset_option(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name, int absent);
/* True if a school is ready and has a card that none before it has; else it is
 * the second half of one of them and waits for a second deck. */
bool sp_card_school_is_dealt(const struct sp_ruleset *ruleset, int school);
/* Those schools, as bits, that always come, and those that may beside them. */
unsigned sp_card_schools_always(const struct sp_ruleset *ruleset);
unsigned sp_card_schools_beside(const struct sp_ruleset *ruleset);
/* Those that always come into a second deck, as bits. */
unsigned sp_card_schools_second(const struct sp_ruleset *ruleset);
/* Is the operation anywhere in a program? */
bool sp_card_program_has(const struct sp_ruleset *ruleset,
	const struct sp_program *program, enum sp_op_code code);
/* The schools that may come into a deck yet, as bits: in no deck so far. */
unsigned sp_card_schools_left(
	const struct sp_ruleset *ruleset, const struct sp_game *g);
/* How many copies of a type of card a school has. */
int sp_card_school_copies(
	const struct sp_ruleset *ruleset, int school, int type);
/* The school of that id, whose length is `len`; -1. */
int sp_card_school_of(
	const struct sp_ruleset *ruleset, const char *id, size_t len);
/* The schools that a list of ids names, "a,b,c", as bits; 0 if it names not
 * just as many as come, each once, of those that may. */
unsigned sp_card_schools_of(const struct sp_ruleset *ruleset, const char *list);
/* What is allowed and not advised, as a sentence without a stop; false: there
 * is nothing. */
bool sp_card_ruleset_warn(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, struct sp_buf *out);
/* The word of an option of words; NULL where the ruleset has no such option. */
const char *sp_card_ruleset_option_word(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name);
/* What a game with this value of the option reads of it. */
const char *sp_card_option_told(
	const struct sp_option *option, const char *value);

#endif
