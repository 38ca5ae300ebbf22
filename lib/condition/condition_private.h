/* condition, inside: the words of one condition. */
#ifndef SP_CONDITION_PRIVATE_H
#define SP_CONDITION_PRIVATE_H

#include "condition/condition.h"

/* How many tokens at `at` are these words, one behind the other; 0. */
int condition_phrase(const struct piece *piece, int at, const char *words);
/* How many tokens at `at` are one condition, which is not one of the caller's
 * lists; *word: the word of the ruleset in it. 0: none is, -1: a number is
 * missing. */
int condition_term(const struct piece *piece, int at,
	struct sp_condition_node *out, const char **word);
/* True if what stands there speaks of hands or of what was done in secret. */
bool condition_is_secret(const struct piece *piece, int at);
/* True if token `at` begins a condition; unless `whole`, also if it is only a
 * bracket, `not`, `while` or what is compared, with nothing right behind it. */
bool condition_begins(const struct piece *piece, int at, bool whole);
/* ",", "+", "&" or "and" */
bool condition_separates(const struct token *t);
bool condition_is_by(const struct piece *piece, int at);
/* Read "by spell, fireball or red" into the node. */
bool condition_read_list(
	struct sp_condition_reader *r, struct sp_condition_node *node);
/* Record what is wrong with the next token; the first one wins. Always false.
 */
bool condition_fail(
	struct sp_condition_reader *r, enum sp_condition_error error);
/* Move *at on over "it is", "I am" and their like. */
void condition_take_fillers(const struct piece *piece, int *at);

#endif
