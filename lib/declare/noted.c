/* What is said of a declaration when it is noted: what it may not do. */
#include "declare_private.h"

unsigned declare_points(enum sp_condition_about subject)
{
	switch (subject) {
	case SP_ABOUT_ATTACKED:
		return 1U << SP_POINT_ATTACK | 1U << SP_POINT_PHYSICAL;
	case SP_ABOUT_SPELL:
		return 1U << SP_POINT_ATTACK | 1U << SP_POINT_NEUTRAL;
	case SP_ABOUT_COUNTERED:
		return 1U << SP_POINT_COUNTER;
	case SP_ABOUT_DAMAGED:
		return 1U << SP_POINT_DAMAGE;
	case SP_ABOUT_TREASURE:
		return 1U << SP_POINT_TREASURE;
	case SP_ABOUT_WATCHED:
		return ~0U << (SP_POINT_TREASURE + 1);
	case SP_ABOUT_ASKED:
		return ~0U;
	case SP_ABOUT_PUSHED: /* no reactions */
	case SP_ABOUT_DISCARD:
	case SP_ABOUT_COUNT:
		break;
	}
	return 0;
}

/* The first counter with no play at any point that the line is about; -1. */
static int unfit_counter(
	const struct sp_ruleset *ruleset, const struct sp_order *o)
{
	unsigned points = declare_points((enum sp_condition_about)o->subject);

	for (int i = 1; i < o->n_clauses; i++)
		if ((ruleset->points[o->clause[i].card] & points) == 0)
			return o->clause[i].card;
	return -1;
}

bool declare_plays_as(const struct sp_card *card, unsigned types)
{
	for (int i = 0; i < card->n_plays; i++)
		if ((types >> card->play[i].type & 1U) != 0)
			return true;
	return false;
}

/* True if an attack by a spell may be what the line is about. */
static bool fits_attack_spell(
	const struct sp_ruleset *r, const struct sp_order *o)
{
	const unsigned attack = 1U << SP_PLAY_ATTACK;
	int first, n = declare_own_list(o, &first);
	bool said = o->by != 0;

	if (o->subject != SP_ABOUT_ATTACKED && o->subject != SP_ABOUT_SPELL)
		return false;
	for (int i = first; i < first + n; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = 0; k < part->n; k++) {
			const struct sp_named *name =
				&o->named[part->first + k];

			said = true;
			if (name->kind == SP_NAMED_SEAT ||
				declare_plays_as(&r->card[name->value], attack))
				return true;
		}
	}
	return !said || (o->by & (SP_ORDER_BY_SPELL | SP_ORDER_BY_ATTACK |
					 SP_ORDER_BY_ATTACK_SPELL)) != 0;
}

/* The one seat that the condition is about, and nothing else; SP_NOBODY. */
static int only_by(const struct sp_order *o)
{
	int seat = SP_NOBODY, first, n = declare_own_list(o, &first);

	if (o->by != 0)
		return SP_NOBODY;
	for (int i = first; i < first + n; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		const struct sp_named *name = &o->named[part->first];

		if (seat != SP_NOBODY || part->n != 1 ||
			name->kind != SP_NAMED_SEAT)
			return SP_NOBODY;
		seat = name->value;
	}
	return seat;
}

/* True if a line before this one passes, or asks, whatever else is so. */
static bool is_before(
	const struct sp_declarations *d, int line, const char *condition)
{
	char pass[SP_DECLARATION_SIZE], ask[SP_DECLARATION_SIZE];

	sp_format(pass, sizeof(pass), "when %s: pass", condition);
	sp_format(ask, sizeof(ask), "when %s: ask", condition);
	for (int i = 0; i < line; i++)
		if (sp_streq(d->line[i].text, pass) ||
			sp_streq(d->line[i].text, ask))
			return true;
	return false;
}

/* The subject of an earlier line that decides where both fit, with no more
 * conditions, but for the same seat (*by; SP_NOBODY: without), and no counter
 * that can fail; SP_ABOUT_COUNT: no line does. */
static enum sp_condition_about decided_before(const struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int line,
	const struct sp_order *o, int *by)
{
	enum sp_condition_about subject = (enum sp_condition_about)o->subject;
	const enum sp_condition_about wide[] = { subject,
		fits_attack_spell(ruleset, o) ? SP_ABOUT_SPELL : subject,
		sp_condition_prefers(subject) ? subject : SP_ABOUT_ASKED };
	char condition[SP_ORDER_NAME_SIZE + 16];
	int seat = only_by(o);

	for (size_t k = 0; k < SP_ARRAY_LEN(wide); k++) {
		const char *word = sp_condition_about_word(wide[k]);

		*by = SP_NOBODY;
		if (is_before(d, line, word))
			return wide[k];
		if (seat == SP_NOBODY)
			continue;
		*by = seat;
		sp_format(condition, sizeof(condition), "%s by %s", word,
			view->colour[seat]);
		if (is_before(d, line, condition))
			return wide[k];
	}
	return SP_ABOUT_COUNT;
}

/* True if a line before this one counters. */
static bool counters_before(const struct sp_declarations *d, int line)
{
	for (int i = 0; i < line; i++)
		if (strstr(d->line[i].text, ": counter with ") != NULL)
			return true;
	return false;
}

enum sp_agent_reason declare_noted(
	const struct sp_order *o, int card, int worth)
{
	switch ((enum sp_order_answer)o->answer) {
	case SP_ORDER_ANSWER_COUNTER:
		return card < 0    ? SP_AGENT_REASON_NOTED_COUNTER
		       : worth > 0 ? SP_AGENT_REASON_NOTED_UNPAID
				   : SP_AGENT_REASON_NOTED_MISSING;
	case SP_ORDER_ANSWER_ASK:
		/* no counter of an earlier line can fail */
		return sp_condition_prefers((enum sp_condition_about)o->subject)
			       ? SP_AGENT_REASON_NOTED_PASS
			       : SP_AGENT_REASON_NOTED_ASK;
	case SP_ORDER_ANSWER_PREFER:
		return SP_AGENT_REASON_NOTED_PREFER;
	case SP_ORDER_ANSWER_PASS:
		break;
	}
	return SP_AGENT_REASON_NOTED_PASS;
}

void declare_warn(const struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_order *o, struct sp_bound *out)
{
	int unfit = unfit_counter(ruleset, o), slot, by;
	int placeless = declare_placeless(ruleset, o, &slot);
	enum sp_condition_about before =
		decided_before(d, ruleset, view, out->line, o, &by);

	if (before != SP_ABOUT_COUNT) {
		out->note.reason = by == SP_NOBODY
					   ? SP_AGENT_REASON_NOTED_BEHIND
					   : SP_AGENT_REASON_NOTED_BEHIND_OF;
		if (by != SP_NOBODY)
			out->note.value = SP_REF(SP_KIND_ACTOR, by);
		out->note.subject = (uint8_t)before;
	} else if (unfit >= 0) {
		/* a part of an attack may be a neutral spell */
		out->note.reason =
			(ruleset->points[unfit] >> SP_POINT_NEUTRAL & 1U) != 0
				? SP_AGENT_REASON_NOTED_UNFIT
				: SP_AGENT_REASON_NOTED_NEVER;
		out->note.card = (int16_t)unfit;
	} else if (out->note.reason == SP_AGENT_REASON_NOTED_COUNTER &&
		   placeless >= 0) {
		out->note.reason = SP_AGENT_REASON_NOTED_PLACE;
		out->note.card = (int16_t)placeless;
		out->note.slot = (int16_t)slot;
	} else if (o->subject == SP_ABOUT_SPELL &&
		   o->answer == SP_ORDER_ANSWER_PASS &&
		   fits_attack_spell(ruleset, o)) {
		out->note.reason = SP_AGENT_REASON_NOTED_ATTACKS;
	} else if (o->answer == SP_ORDER_ANSWER_ASK &&
		   !counters_before(d, out->line)) {
		out->note.reason = SP_AGENT_REASON_NOTED_PASS;
	}
}
