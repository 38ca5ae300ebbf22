/* What every room may know of the verbs. */
#include "law/law.h"

#define LIST(...)                                                              \
	{                                                                      \
		__VA_ARGS__                                                    \
	}

const struct sp_verb_row sp_law_verb_rows[SP_VERB_COUNT] = {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	[SP_VERB_##name] = { word, order, help, SP_VERB_BY_##who,              \
		SP_VERB_IN_##when, SP_VERB_OF_##games, LIST slots },
	SP_VERBS(X)
#undef X
};
