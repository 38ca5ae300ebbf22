/* The counters of a declaration: what they lack, and some of them alone. */
#include "declare_private.h"

int declare_missing(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *o,
	int *missing)
{
	int first = -1;

	*missing = 0;
	for (int i = 1; i < o->n_clauses; i++) {
		if (sp_agent_has_playable(
			    ruleset, view, seat, o->clause[i].card))
			continue;
		first = first < 0 ? o->clause[i].card : first;
		++*missing;
	}
	return first;
}

/* Does the order say anything for the slot behind the card of this clause? */
static bool says(const struct sp_order *o, int clause, const char *keyword)
{
	for (int i = 0; i < o->n_phrases; i++)
		if (o->part[i].clause == clause &&
			sp_streq(o->part[i].keyword, keyword))
			return true;
	return false;
}

int declare_placeless(
	const struct sp_ruleset *ruleset, const struct sp_order *o, int *slot)
{
	for (int i = 1; i < o->n_clauses; i++) {
		const struct sp_card *card = &ruleset->card[o->clause[i].card];

		for (int p = 0; p < card->n_plays; p++) {
			const struct sp_card_play *play = &card->play[p];

			for (int k = 0; play->when == SP_WHEN_REACTION &&
					k < play->n_slots;
				k++) {
				*slot = play->slot[k];
				switch (ruleset->slot[*slot].asks) {
				case SP_ASK_SQUARE:
				case SP_ASK_EMPTY:
				case SP_ASK_BORDER:
					if (!says(o, i,
						    ruleset->slot[*slot].words))
						return o->clause[i].card;
					break;
				default:
					break;
				}
			}
		}
	}
	return -1;
}

void declare_drop_counter(struct sp_order *o, int clause)
{
	int n = 0;

	for (int i = 0; i < o->n_phrases; i++) {
		if (o->part[i].clause == clause)
			continue;
		o->part[n] = o->part[i];
		if (o->part[n].clause > clause)
			o->part[n].clause--;
		n++;
	}
	o->n_phrases = (uint8_t)n;
	o->n_clauses--;
	memmove(&o->clause[clause], &o->clause[clause + 1],
		(size_t)(o->n_clauses - clause) * sizeof(o->clause[0]));
}
