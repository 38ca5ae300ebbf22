/*
 * terms: what a game is played by, as templates name it: the statistics of its
 * ruleset, its options, its schools, and cards for the examples of help pages.
 */
#ifndef SP_TERMS_H
#define SP_TERMS_H

#include "record/live.h"
#include "render/render.h"

/* The key `terms` of templates/README.md; owned by the caller. */
json_t *sp_terms_of(const struct sp_live *live);
/* The options that differ from the usual ones, a list of {name, value, text};
 * `told`: those, too, that `parts/terms` has a sentence for. Owned by the
 * caller. */
json_t *sp_terms_options(const struct sp_live *live, bool told);
/* Of these schools (bits) a list of {name, about, cards}: what each is good for
 * (may be absent), and its cards by name. Owned by the caller. */
json_t *sp_terms_schools(const struct sp_ruleset *ruleset, unsigned schools);
/* Cards for the examples of help pages, by what they do, out of those that are
 * dealt; what none does is absent (templates/README.md, "terms"). The caller
 * owns it (examples.c). */
json_t *sp_terms_examples(
	const struct sp_ruleset *ruleset, const bool dealt[SP_CARD_TYPES_MAX]);

#endif
