/* The tables of vocabulary.h as lists. */
#include "card_private.h"

#define WORD2(symbol, word)                word,
#define WORD3(symbol, word, a)             word,
#define WORD4(symbol, word, a, b)          word,
#define OP(symbol, word, runs, args, what) #word,
#define LIST(name, called, TABLE, WORD)                                        \
	static const char *const name##_list[] = { TABLE(WORD) };              \
	const struct sp_words card_words_##name = { called,                    \
		(int)SP_ARRAY_LEN(name##_list), name##_list };

LIST(play_types, "a type of play", SP_PLAY_TYPES, WORD2)
LIST(sources, "a place to play from", SP_SOURCES, WORD2)
LIST(whens, "a time to play", SP_WHENS, WORD2)
LIST(points, "a reaction point", SP_POINTS, WORD2)
LIST(point_modes, "how a point is there", SP_POINT_MODES, WORD2)
LIST(withins, "who answers first", SP_WITHINS, WORD2)
LIST(dealt, "what may change hands", SP_DEALT, WORD2)
LIST(classes, "a class of counters", SP_CLASSES, WORD2)
LIST(ranges, "a range", SP_RANGES, WORD2)
LIST(clocks, "a clock", SP_CLOCKS, WORD2)
LIST(durations, "a duration", SP_DURATIONS, WORD2)
LIST(modifies, "what a modifier does", SP_MODIFIES, WORD2)
LIST(play_flags, "a flag of a play", SP_PLAY_FLAGS, WORD2)
LIST(costs, "a cost", SP_COSTS, WORD2)
LIST(asks, "what a slot asks", SP_ASKS, WORD2)
LIST(stats, "a statistic", SP_STATS, WORD2)
LIST(compellings, "what one must do", SP_COMPELLINGS, WORD2)
LIST(subjects, "whom it concerns", SP_SUBJECTS, WORD2)
LIST(events, "an event", SP_CARD_EVENTS, WORD3)
LIST(ops, "an operation", SP_OPS, OP)
LIST(damage_kinds, "a kind of damage", SP_DAMAGE_KINDS, WORD2)
LIST(elements, "an element", SP_ELEMENTS, WORD2)
LIST(damage_stages, "a stage of damage", SP_DAMAGE_STAGES, WORD2)
LIST(damage_flags, "a flag of damage", SP_DAMAGE_FLAGS, WORD2)
LIST(class_parts, "what a class takes part in", SP_CLASS_PARTS, WORD2)
LIST(thing_classes, "a class of things", SP_THING_CLASSES, WORD3)
LIST(areas, "an area", SP_AREAS, WORD2)
LIST(conversions, "what damage becomes", SP_CONVERSIONS, WORD2)
LIST(names, "a name", SP_NAMES, WORD3)
LIST(functions, "a function", SP_FUNCTIONS, WORD4)
LIST(sets, "a set", SP_SETS, WORD4)
LIST(kinds, "a kind", SP_KINDS, WORD2)
LIST(is, "what is() asks", SP_IS_WORDS, WORD2)

#define X(symbol, word, names) names,
const char *const card_event_names[SP_ON_COUNT] = { SP_CARD_EVENTS(X) };
#undef X
#define X(symbol, word, runs, args, what) args,
const char *const card_op_arguments[SP_OP_COUNT] = { SP_OPS(X) };
#undef X
#define X(symbol, word, result, args) args,
const char *const card_function_arguments[] = { SP_FUNCTIONS(X) };
const char *const card_set_arguments[] = { SP_SETS(X) };
#undef X

static const char *word_of(const struct sp_words *words, int i)
{
	return i >= 0 && i < words->n ? words->word[i] : "?";
}

const char *sp_card_play_type_word(int type)
{
	return word_of(&card_words_play_types, type);
}

const char *sp_card_range_word(int range)
{
	return word_of(&card_words_ranges, range);
}

const char *sp_card_thing_class_word(int class)
{
	return word_of(&card_words_thing_classes, class);
}

const char *sp_card_duration_word(int duration)
{
	return word_of(&card_words_durations, duration);
}
