/* `precedence` of ruleset.json: cards and traits, the first comes first of what
 * comes at once. */
#include "card_private.h"

/* Where a word of the list stands for a card it is that one, else all with the
 * trait; what a card says itself holds before all. */
static void rank_card(
	struct sp_loader *l, const struct sp_node *at, int card, int precedence)
{
	if (l->r->card[card].ranked) {
		card_refuse(l, at, "card \"%s\" says its own \"precedence\"",
			l->r->card[card].id);
		return;
	}
	l->r->card[card].precedence = (int8_t)precedence;
	l->r->card[card].ranked = true;
}

static void rank_trait(struct sp_ruleset *r, int trait, int precedence)
{
	for (int i = 0; i < r->n_cards; i++) {
		struct sp_card *card = &r->card[i];

		if ((card->traits >> trait & 1U) == 0 || card->ranked)
			continue;
		card->precedence = (int8_t)precedence;
		card->ranked = true;
	}
}

static bool stands_before(const struct sp_node *at)
{
	for (const struct sp_node *n = at->parent->first; n != at; n = n->next)
		if (sp_streq(card_node_text(n), card_node_text(at)))
			return true;
	return false;
}

/* A word of the list, in the pass for cards or in that for traits. */
static void read_word(struct sp_loader *l, const struct sp_node *at,
	int precedence, bool traits)
{
	const char *word = card_node_text(at);
	int card = word == NULL ? -1 : sp_card_ruleset_card_id(l->r, word);
	int trait = word == NULL ? -1 : sp_card_ruleset_trait(l->r, word);

	if (card < 0 && trait < 0)
		card_refuse(l, at, "expected a card or a trait");
	else if (card >= 0 && trait >= 0)
		card_refuse(l, at, "\"%s\" is a card and a trait", word);
	else if (!traits && stands_before(at))
		card_refuse(l, at, "\"%s\" stands there twice", word);
	else if (!traits && card >= 0)
		rank_card(l, at, card, precedence);
	else if (traits && trait >= 0)
		rank_trait(l->r, trait, precedence);
}

static bool is_seen(const struct sp_card *card)
{
	for (int i = 0; i < card->n_ons; i++)
		if (card->ons[i].event == SP_ON_INTO_SIGHT)
			return true;
	return false;
}

/* Each precedence of a card that is told when it is seen, from the top. */
static void find_seen(struct sp_ruleset *r)
{
	for (int p = SP_PRECEDENCE_MAX; p >= -SP_PRECEDENCE_MAX; p--) {
		int i = 0;

		while (i < r->n_cards &&
			(r->card[i].precedence != p || !is_seen(&r->card[i])))
			i++;
		if (i < r->n_cards)
			r->seen[r->n_seen++] = (int8_t)p;
	}
}

void card_load_precedence(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *list = card_field_list(l, root, "precedence");
	struct sp_ruleset *r = l->r;

	if (list != NULL && list->n > SP_PRECEDENCE_MAX)
		card_refuse(
			l, list, "more than %d stand there", SP_PRECEDENCE_MAX);
	for (int traits = 0; traits <= 1; traits++)
		for (const struct sp_node *at = list == NULL ? NULL
							     : list->first;
			at != NULL && !card_loader_failed(l); at = at->next)
			read_word(l, at, list->n - at->number, traits == 1);
	for (int i = 0; i < r->n_cards; i++) {
		if (r->card[i].precedence > r->precedence)
			r->precedence = r->card[i].precedence;
		r->ranks |= r->card[i].precedence != 0;
	}
	find_seen(r);
}

void sp_card_ruleset_sort(
	const struct sp_ruleset *ruleset, sp_value card[], int n)
{
	for (int i = 1; i < n; i++) {
		sp_value moved = card[i];
		int own = sp_ruleset_card(ruleset, sp_index_of(moved))
				  ->precedence;
		int k = i;

		for (; k > 0 &&
			sp_ruleset_card(ruleset, sp_index_of(card[k - 1]))
					->precedence < own;
			k--)
			card[k] = card[k - 1];
		card[k] = moved;
	}
}

const char *sp_card_ruleset_edition(const struct sp_ruleset *ruleset, int type)
{
	for (int i = 0; i < ruleset->n_copies; i++) {
		const struct sp_school *school =
			&ruleset->school[ruleset->school_of[i]];

		if (ruleset->type[i] == type && school->edition[0] != '\0')
			return school->edition;
	}
	return ruleset->edition;
}
