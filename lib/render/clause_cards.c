/*
 * The clauses of what happens in games with cards. Everything here is public:
 * what only one seat learns is told by sp_render_private.
 */
#include "render/clause_cards.h"

#include "law/asked.h"
#include "law/limits.h"

/* Take the text as a clause of `seat`, with the draws of the event. */
void render_clause_say(struct teller *t, const struct sp_event *e, int seat,
	enum clause_weight weight, struct sp_buf *text)
{
	char draws[SP_RENDER_NAME_SIZE];

	render_clause_add(t, seat, weight, "%s%s", sp_buf_str(text),
		render_clause_draws(t, e, draws));
	sp_buf_free(text);
}

const char *render_clause_card(const struct teller *t, int physical)
{
	return render_card_name(t->step->ruleset, physical);
}

void render_clause_add_actor(
	const struct teller *t, int actor, struct sp_buf *text)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_buf_adds(text, sp_render_actor(t->step->ruleset, t->g, actor, name));
}

/* "Red's Fireball", "Fireball" where it is nobody's, "Red's punch". */
void render_clause_add_own(
	const struct teller *t, int actor, int physical, struct sp_buf *text)
{
	if (actor >= 0) {
		render_clause_add_actor(t, actor, text);
		sp_buf_adds(text, "'s ");
	}
	sp_buf_adds(
		text, physical < 0 ? "punch" : render_clause_card(t, physical));
}

/* How many events from i on are of the same kind, seat, other and, if asked,
 * card. */
int render_clause_run(const struct teller *t, int i, bool same_card)
{
	const struct sp_event *e = &t->event[i];
	int n = 1;

	while (i + n < t->n && e[n].kind == e->kind && e[n].seat == e->seat &&
		e[n].other == e->other && (!same_card || e[n].card == e->card))
		n++;
	return n;
}

/* A sentence begins with a capital. */
void render_clause_raise(struct sp_buf *text)
{
	if (text->len > 0)
		text->data[0] = (char)sp_upper((unsigned char)text->data[0]);
}

/* "is" or "are", as the card's name asks for. */
const char *render_clause_verb(const struct teller *t, int physical,
	const char *singular, const char *plural)
{
	return physical >= 0 && sp_ruleset_card(t->step->ruleset, physical)
					->plural
		       ? plural
		       : singular;
}

/* "Red's Fireball" and what becomes of it. */
void render_clause_of_own(struct teller *t, const struct sp_event *e,
	enum clause_weight weight, const char *words)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_clause_add_own(t, e->seat, e->card, &text);
	sp_buf_addf(&text, " %s", words);
	render_clause_say(t, e, SP_NOBODY, weight, &text);
}
/* ---- decks and hands ----------------------------------------------------- */

int render_tell_deck(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_ruleset *r = t->step->ruleset;
	struct sp_render_list list;
	struct sp_buf text;
	int n = 0;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (t->g->n_piles > 1) {
		sp_buf_adds(&text, "The deck of ");
		render_add_seats(t->g, render_seats_of_deck(t->g, e->deck.pile),
			SP_NOBODY, &text);
	} else {
		sp_buf_adds(&text, "The deck");
	}
	sp_buf_addf(&text, " has %d cards", e->deck.cards);
	for (int s = 0; s < r->n_schools; s++)
		n += (int)(e->deck.schools >> s & 1);
	render_list_begin(&list, n);
	for (int s = 0; s < r->n_schools; s++) {
		if ((e->deck.schools >> s & 1) == 0)
			continue;
		sp_buf_adds(&text, list.i == 0 ? " of " : "");
		render_list_next(&list, &text);
		sp_buf_adds(&text, r->school[s].name);
	}
	render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
	return 1;
}

int render_tell_drafted(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	bool forced = false; /* one order chooses one; the last is left over */
	struct sp_buf text;

	for (int k = 0; k < i; k++)
		forced = forced || t->event[k].kind == e->kind;
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "%s %s for the deck",
		forced ? "is left with" : "chooses",
		t->step->ruleset->school[e->draft.school].name);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_reshuffled(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, "The discard pile");
	if (t->g->n_piles > 1) {
		sp_buf_adds(&text, " of ");
		render_add_seats(t->g, render_seats_of_deck(t->g, e->deck.pile),
			SP_NOBODY, &text);
	}
	sp_buf_addf(&text, " becomes a new deck of %d cards", e->deck.cards);
	render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
	return 1;
}

int render_tell_hand(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char cards[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_render_count(e->hand.cards, "card", cards);
	if (e->kind == SP_EVENT_DREW) {
		sp_buf_addf(&text, "draws %s", cards);
	} else if (e->kind == SP_EVENT_LOOKED) {
		sp_buf_adds(&text, "looks at the hand of ");
		render_clause_add_actor(t, e->other, &text);
	} else if (e->kind == SP_EVENT_CARD_TAKEN && e->other == SP_NOBODY) {
		sp_buf_addf(&text, "takes %s out of ",
			e->card >= 0 ? render_clause_card(t, e->card) : cards);
		render_add_zone(
			t->step->ruleset, t->g, e->hand.zone, SP_NOBODY, &text);
	} else if (e->kind == SP_EVENT_CARD_TAKEN) {
		sp_buf_addf(&text, "takes %s out of the hand of ",
			e->card >= 0 ? render_clause_card(t, e->card) : cards);
		render_clause_add_actor(t, e->other, &text);
	} else {
		sp_buf_adds(&text, "takes the hand of ");
		render_clause_add_actor(t, e->other, &text);
		sp_buf_addf(&text, ", %s", cards);
	}
	render_clause_say(t, e, e->seat,
		e->kind == SP_EVENT_DREW ? t->step->before == NULL
						   ? CLAUSE_DETAIL
						   : CLAUSE_USEFUL
					 : CLAUSE_KEY,
		&text);
	return 1;
}

int render_tell_shown(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->seat == SP_NOBODY) /* a card in a zone does it by itself */
		sp_buf_addf(&text, "%s %s",
			e->card >= 0 ? render_clause_card(t, e->card)
				     : "A card",
			e->kind == SP_EVENT_PUT ? "goes" : "is shown");
	else
		sp_buf_addf(&text, "%s %s",
			e->kind == SP_EVENT_PUT ? "puts" : "shows",
			e->card >= 0 ? render_clause_card(t, e->card)
				     : "a card");
	if (e->kind == SP_EVENT_PUT) {
		sp_buf_adds(&text,
			e->zone == SP_PLACE_REMOVED ? " out of " : " into ");
		render_add_zone(
			t->step->ruleset, t->g, e->zone, e->other, &text);
	} else if (e->other != SP_NOBODY) {
		sp_buf_adds(&text, " to ");
		render_clause_add_actor(t, e->other, &text);
	}
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

void render_clause_add_halt(const struct teller *t, struct sp_buf *text)
{
	if (sp_law_may_leave(t->step->ruleset, t->g, sp_game_acting(t->g)) !=
		SP_REASON_NONE)
		sp_buf_adds(text, ", but may walk no more");
}

int render_tell_discards(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int n = render_clause_run(t, i, false);
	struct sp_render_list list;
	struct sp_buf text;
	char cards[SP_RENDER_NAME_SIZE];

	bool boost = i + n < t->n && e[n].kind == SP_EVENT_BOOSTED &&
		     e[n].seat == e->seat;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	/* what is spent on moves is told with them */
	sp_render_count(boost ? e[n].moves : 0, "move", cards);
	if (boost)
		sp_buf_addf(&text, "gains %s with ", cards);
	else
		sp_buf_adds(&text, "discards ");
	if (n > 1 && t->form == CLAUSE_SHORT) {
		sp_render_count(n, "card", cards);
		sp_buf_adds(&text, cards);
	} else {
		render_list_begin(&list, n);
		for (int k = 0; k < n; k++) {
			render_list_next(&list, &text);
			sp_buf_adds(&text, render_clause_card(t, e[k].card));
		}
	}
	if (boost)
		render_clause_add_halt(t, &text);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n + boost;
}

static bool pays(const struct teller *t, const struct sp_event *e)
{
	return e->card >= 0 &&
	       sp_ruleset_card(t->step->ruleset, e->card)->energy_die > 0;
}

/* Has the die of an attack that takes something failed? It is over, and nothing
 * was taken. */
static bool takes_nothing(const struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_card *card =
		e->card < 0 ? NULL : sp_ruleset_card(t->step->ruleset, e->card);
	bool takes = false;

	for (int k = 0; card != NULL && k < card->n_plays; k++)
		takes |= card->play[k].type == SP_PLAY_PHYSICAL &&
			 sp_card_program_has(t->step->ruleset,
				 &card->play[k].program, SP_OP_TAKE);
	for (int k = 0; k < t->g->n_casts; k++)
		takes &= !t->g->cast[k].used || t->g->cast[k].card != e->card;
	return takes && e->kind == SP_EVENT_ROLLED &&
	       (i + 1 == t->n || e[1].kind != SP_EVENT_ITEM_TAKEN);
}

int render_tell_rolled(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	bool failed = takes_nothing(t, i);
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "%s %d of %d",
		e->kind == SP_EVENT_DIE_SET ? "now has" : "rolls", e->die.value,
		e->die.faces);
	sp_buf_adds(&text, e->die.missed ? " and fails to evade" : "");
	if (e->card >= 0)
		sp_buf_addf(&text, " %s %s", e->die.missed ? "by" : "for",
			render_clause_card(t, e->card));
	if (failed)
		sp_buf_adds(&text, ", which takes nothing");
	/* what pays a spell decides what can be done with it; that somebody
	 * failed to evade nothing else says, but where no order was given the
	 * die is only thought */
	render_clause_say(t, e, e->seat,
		t->form == CLAUSE_FULL || pays(t, e) || failed ||
				(e->die.missed && t->step->command != NULL)
			? CLAUSE_USEFUL
			: CLAUSE_DETAIL,
		&text);
	return 1;
}

/* ---- who is asked -------------------------------------------------------- */

int render_tell_asked(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;
	int asker;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_ROUND && t->step->unasked)
		return 1;
	if (e->kind == SP_EVENT_ROUND) {
		render_add_seats(
			t->g, (unsigned)e->round.seats, SP_NOBODY, &text);
		/* what nothing announced is damage */
		sp_buf_adds(
			&text, e->round.point > 0 ? " may act now"
			       : e->what == SP_NOTHING
				       ? " may answer before the damage is done"
				       : " may answer");
		render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
		return 1;
	}
	/* the position knows what takes the place of a spell's damage, too */
	asker = sp_law_asker(t->step->ruleset, t->g);
	sp_buf_adds(&text, "has a choice to make");
	if (asker >= 0 || e->card >= 0)
		sp_buf_addf(&text, " for %s",
			asker >= 0 ? t->step->ruleset->card[asker].name
				   : render_clause_card(t, e->card));
	render_clause_say(t, e, e->seat, CLAUSE_DETAIL, &text);
	return 1;
}

/* ---- and else ------------------------------------------------------------ */

int render_tell_tired(struct teller *t, int i)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, "It goes on without end, so the rules stop it");
	render_clause_say(t, &t->event[i], SP_NOBODY, CLAUSE_USEFUL, &text);
	return 1;
}

/* What only one seat learns: sp_render_private tells it. */
int render_tell_private(struct teller *t, int i)
{
	(void)t;
	(void)i;
	return 1;
}
