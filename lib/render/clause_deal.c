/* Deals in the story. What of a hand they are about is the dealers' business.
 */
#include "render/clause_cards.h"

static void add_public(const struct teller *t, const sp_value *thing, int n,
	struct sp_buf *out)
{
	int hidden = 0;
	bool any = false;

	for (int i = 0; i < n; i++) {
		int k = sp_index_of(thing[i]);
		char name[SP_RENDER_NAME_SIZE];

		if (sp_kind_of(thing[i]) == SP_KIND_PLAYED) {
			sp_buf_addf(out, "%s%s", any ? ", " : "",
				render_clause_card(t, t->g->played[k].card));
		} else if (sp_kind_of(thing[i]) == SP_KIND_TREASURE) {
			sp_render_treasure(t->g, k, name);
			sp_buf_addf(out, "%s%s", any ? ", " : "", name);
		} else {
			hidden++;
			continue;
		}
		any = true;
	}
	if (hidden > 0) {
		char cards[SP_RENDER_NAME_SIZE];

		sp_render_count(hidden, "card", cards);
		sp_buf_addf(out, "%s%s", any ? ", " : "", cards);
	}
	if (n == 0)
		sp_buf_adds(out, "nothing");
}

static void say_offer(
	struct teller *t, const struct sp_event *e, struct sp_buf *text)
{
	const struct sp_proposal *p = &t->g->proposal[e->seat];
	char other[SP_RENDER_NAME_SIZE];

	sp_render_seat(t->g, e->other, other);
	sp_buf_addf(text, "offers %s a deal", other);
	if (p->kind == SP_PROPOSAL_NONE)
		return;
	sp_buf_adds(text, ": ");
	add_public(t, p->thing, p->n_gives, text);
	sp_buf_adds(text, " for ");
	add_public(t, p->thing + p->n_gives, p->n_wants, text);
}

int render_tell_deal(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char other[SP_RENDER_NAME_SIZE] = "";
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->other != SP_NOBODY)
		sp_render_seat(t->g, e->other, other);
	switch ((enum sp_event_kind)e->kind) {
	case SP_EVENT_PROPOSED:
		say_offer(t, e, &text);
		break;
	case SP_EVENT_AGREED:
		sp_buf_addf(&text, "agrees to %s's deal", other);
		break;
	case SP_EVENT_DEALT:
		sp_buf_addf(&text, "deals with %s", other);
		break;
	default:
		if (e->other == e->seat)
			sp_buf_adds(&text, "takes a deal back");
		else if (e->other == SP_NOBODY)
			sp_buf_adds(&text, "can no longer deal as offered");
		else
			sp_buf_addf(&text, "sees a deal refused by %s", other);
		break;
	}
	render_clause_say(t, e, e->seat,
		e->kind == SP_EVENT_AGREED ? CLAUSE_DETAIL : CLAUSE_KEY, &text);
	return 1;
}

/* ---- to those who have a part in it ---------------------------------------
 */

static void add_things(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const sp_value *thing, int n,
	struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	for (int i = 0; i < n; i++) {
		int k = sp_index_of(thing[i]);

		sp_buf_adds(out, i == 0 ? "" : i == n - 1 ? " and " : ", ");
		if (sp_kind_of(thing[i]) == SP_KIND_CARD)
			sp_buf_adds(out, render_card_name(ruleset, k));
		else if (sp_kind_of(thing[i]) == SP_KIND_PLAYED)
			sp_buf_adds(out,
				render_card_name(ruleset, g->played[k].card));
		else if (sp_kind_of(thing[i]) == SP_KIND_TREASURE) {
			sp_render_treasure(g, k, name);
			sp_buf_adds(out, name);
		}
	}
	if (n == 0)
		sp_buf_adds(out, "nothing");
}

void sp_render_deal(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int by, int reader, struct sp_buf *out)
{
	const struct sp_proposal *p = &g->proposal[by];
	char name[SP_RENDER_NAME_SIZE], with[SP_RENDER_NAME_SIZE];
	const char *colour = g->colour[by];

	sp_render_seat(g, by, name);
	sp_render_seat(g, p->with, with);
	if (reader != by && reader != p->with) {
		sp_buf_addf(out,
			"%s and %s would deal with each other through you. "
			"Reply `agree with %s`, or `refuse`.\n",
			name, with, colour);
		return;
	}
	if (reader == by)
		sp_buf_addf(out, "You offer %s a deal: ", with);
	else
		sp_buf_addf(out, "%s offers you a deal: you get ", name);
	add_things(ruleset, g, p->thing, p->n_gives, out);
	sp_buf_adds(out, " for ");
	add_things(ruleset, g, p->thing + p->n_gives, p->n_wants, out);
	if (reader == by)
		sp_buf_adds(out, ". `withdraw` takes it back.\n");
	else
		sp_buf_addf(out,
			". Reply `agree with %s`, or `refuse`; nothing waits "
			"for it.\n",
			colour);
}
