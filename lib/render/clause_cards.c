/*
 * The clauses of what happens in games with cards. Everything here is public:
 * what only one seat learns is told by sp_render_private.
 */
#include "render/clause_cards.h"

/* Take the text as a clause of `seat`, with the draws of the event. */
void render_clause_say(struct teller *t, const struct sp_event *e, int seat,
	enum clause_weight weight, struct sp_buf *text)
{
	char draws[SP_RENDER_NAME_SIZE];

	render_clause_add(t, seat, weight, "%s%s", sp_buf_str(text),
		render_clause_draws(t, e, draws));
	sp_buf_free(text);
}

static void say_plain(struct teller *t, const struct sp_event *e, int seat,
	enum clause_weight weight, const char *words)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, words);
	render_clause_say(t, e, seat, weight, &text);
}

const char *render_clause_card(const struct teller *t, int physical)
{
	return render_card_name(t->step->ruleset, physical);
}

void render_clause_add_seat(
	const struct teller *t, int seat, struct sp_buf *text)
{
	char name[SP_RENDER_NAME_SIZE] = "nobody";

	if (seat >= 0 && seat < t->g->n_seats)
		sp_render_seat(t->g, seat, name);
	sp_buf_adds(text, name);
}

/* "Red's Fireball", "Fireball" where it is nobody's, "Red's punch". */
void render_clause_add_own(
	const struct teller *t, int seat, int physical, struct sp_buf *text)
{
	if (seat >= 0 && seat < t->g->n_seats) {
		render_clause_add_seat(t, seat, text);
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
		e[n].other == e->other && (!same_card || e[n].c == e->c))
		n++;
	return n;
}

/* A sentence begins with a capital. */
void render_clause_raise(struct sp_buf *text)
{
	if (text->len > 0)
		text->data[0] = (char)sp_upper((unsigned char)text->data[0]);
}

/* "Red's Fireball" and what becomes of it. */
void render_clause_of_own(struct teller *t, const struct sp_event *e,
	enum clause_weight weight, const char *words)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_clause_add_own(t, e->seat, e->c, &text);
	sp_buf_addf(&text, " %s", words);
	render_clause_say(t, e, SP_NOBODY, weight, &text);
}
/* ---- decks and hands ----------------------------------------------------- */

static void tell_deck(struct teller *t, const struct sp_event *e)
{
	const struct sp_ruleset *r = t->step->ruleset;
	struct sp_render_list list;
	struct sp_buf text;
	int n = 0;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "The deck has %d cards", e->a);
	for (int s = 0; s < r->n_schools; s++)
		n += (int)(e->what >> s & 1);
	render_list_begin(&list, n);
	for (int s = 0; s < r->n_schools; s++) {
		if ((e->what >> s & 1) == 0)
			continue;
		sp_buf_adds(&text, list.i == 0 ? " of " : "");
		render_list_next(&list, &text);
		sp_buf_adds(&text, r->school[s].name);
	}
	render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
}

static void tell_hand(struct teller *t, const struct sp_event *e)
{
	char cards[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_count(e->a, "card", cards);
	if (e->kind == SP_EVENT_DREW) {
		sp_buf_addf(&text, "draws %s", cards);
	} else if (e->kind == SP_EVENT_LOOKED) {
		sp_buf_adds(&text, "looks at the hand of ");
		render_clause_add_seat(t, e->other, &text);
	} else if (e->kind == SP_EVENT_CARD_TAKEN) {
		sp_buf_addf(&text, "takes %s out of the hand of ",
			e->c >= 0 ? render_clause_card(t, e->c) : cards);
		render_clause_add_seat(t, e->other, &text);
	} else {
		sp_buf_adds(&text, "takes the hand of ");
		render_clause_add_seat(t, e->other, &text);
		sp_buf_addf(&text, ", %s", cards);
	}
	render_clause_say(t, e, e->seat,
		e->kind == SP_EVENT_DREW ? t->step->before == NULL
						   ? CLAUSE_DETAIL
						   : CLAUSE_USEFUL
					 : CLAUSE_KEY,
		&text);
}

static int tell_discards(struct teller *t, int i)
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
	render_count(boost ? e[n].a : 0, "move", cards);
	if (boost)
		sp_buf_addf(&text, "gains %s with ", cards);
	else
		sp_buf_adds(&text, "discards ");
	if (n > 1 && t->form == CLAUSE_SHORT) {
		render_count(n, "card", cards);
		sp_buf_adds(&text, cards);
	} else {
		render_list_begin(&list, n);
		for (int k = 0; k < n; k++) {
			render_list_next(&list, &text);
			sp_buf_adds(&text, render_clause_card(t, e[k].c));
		}
	}
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n + boost;
}

static int tell_shown(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int n = e->other == SP_NOBODY ? 1 : render_clause_run(t, i, false);
	char cards[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_count(n, "card", cards);
	sp_buf_addf(&text, "shows %s",
		e->other == SP_NOBODY ? render_clause_card(t, e->c) : cards);
	if (e->other != SP_NOBODY) {
		sp_buf_adds(&text, " to ");
		render_clause_add_seat(t, e->other, &text);
	}
	render_clause_say(t, e, e->seat,
		e->other == SP_NOBODY ? CLAUSE_USEFUL : CLAUSE_DETAIL, &text);
	return n;
}

static void tell_rolled(struct teller *t, const struct sp_event *e)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "rolls %d of %d", e->a, e->b);
	if (e->c >= 0)
		sp_buf_addf(&text, " for %s", render_clause_card(t, e->c));
	render_clause_say(t, e, e->seat,
		t->form == CLAUSE_FULL ? CLAUSE_USEFUL : CLAUSE_DETAIL, &text);
}

/* ---- who is asked -------------------------------------------------------- */

static void tell_asked(struct teller *t, const struct sp_event *e)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_ROUND) {
		render_add_seats(t->g, (unsigned)e->a, SP_NOBODY, &text);
		/* what nothing announced is damage */
		sp_buf_adds(
			&text, e->what == SP_NOTHING
				       ? " may answer before the damage is done"
				       : " may answer");
		render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
		return;
	}
	sp_buf_adds(&text, "has a choice to make");
	if (e->c >= 0)
		sp_buf_addf(&text, " for %s", render_clause_card(t, e->c));
	render_clause_say(t, e, e->seat, CLAUSE_DETAIL, &text);
}

/* ---- all ----------------------------------------------------------------- */

int render_clause_of_cards(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];

	switch ((enum sp_event_kind)e->kind) {
	case SP_EVENT_DECK:
		tell_deck(t, e);
		break;
	case SP_EVENT_RESHUFFLED: {
		struct sp_buf text;

		sp_buf_init(&text, CLAUSE_TEXT - 1);
		sp_buf_addf(&text,
			"The discard pile becomes a new deck of %d cards",
			e->a);
		render_clause_say(t, e, SP_NOBODY, CLAUSE_DETAIL, &text);
		break;
	}
	case SP_EVENT_DREW:
	case SP_EVENT_LOOKED:
	case SP_EVENT_CARD_TAKEN:
	case SP_EVENT_HAND_TAKEN:
		tell_hand(t, e);
		break;
	case SP_EVENT_DISCARDED:
		return tell_discards(t, i);
	case SP_EVENT_SHOWN:
		return tell_shown(t, i);
	case SP_EVENT_CAST:
		return render_clause_of_cast(t, i);
	case SP_EVENT_MODIFIED: {
		struct sp_buf text;

		sp_buf_init(&text, CLAUSE_TEXT - 1);
		sp_buf_addf(
			&text, "adds %s to it", render_clause_card(t, e->c));
		render_clause_say(t, e, e->seat, CLAUSE_USEFUL, &text);
		break;
	}
	case SP_EVENT_ATTACKED:
		return render_clause_of_attack(t, i);
	case SP_EVENT_COUNTERED:
		return render_clause_of_counter(t, i);
	case SP_EVENT_CANCELLED:
		render_clause_of_own(t, e, CLAUSE_USEFUL, "is cancelled");
		break;
	case SP_EVENT_FIZZLED:
		render_clause_of_own(
			t, e, CLAUSE_USEFUL, "has no target any more");
		break;
	case SP_EVENT_ABSORBED:
	case SP_EVENT_EVADED:
	case SP_EVENT_BLOCKED:
		render_clause_of_answer(t, e);
		break;
	case SP_EVENT_REDUCED:
		render_clause_of_reduced(t, e);
		break;
	case SP_EVENT_HURT:
		render_clause_of_hurt(t, e);
		break;
	case SP_EVENT_HEALED:
	case SP_EVENT_LIFE:
	case SP_EVENT_STUNNED:
	case SP_EVENT_IS_STUNNED:
		render_clause_of_life(t, e);
		break;
	case SP_EVENT_CRACKED:
		render_clause_of_cracked(t, e);
		break;
	case SP_EVENT_DESTROYED:
		render_clause_of_object(t, e, CLAUSE_KEY, "is destroyed");
		break;
	case SP_EVENT_CREATED:
	case SP_EVENT_GONE:
		return render_clause_of_made(t, i);
	case SP_EVENT_REVEALED:
		render_clause_of_object(t, e, CLAUSE_KEY,
			e->a != 0 ? "is turned up: it is the real one"
				  : "is turned up: it is a blank");
		break;
	case SP_EVENT_ENDED:
		return render_clause_of_ended(t, i);
	case SP_EVENT_TOKENS:
		render_clause_of_tokens(t, e);
		break;
	case SP_EVENT_ITEM_PLAYED:
	case SP_EVENT_ITEM_PICKED:
	case SP_EVENT_ITEM_DROPPED:
	case SP_EVENT_ITEM_TAKEN:
		render_clause_of_item(t, e);
		break;
	case SP_EVENT_LANDED:
		render_clause_of_landed(t, e);
		break;
	case SP_EVENT_PUSHED:
		return render_clause_of_pushed(t, i);
	case SP_EVENT_JUMPED:
	case SP_EVENT_BUMPED:
	case SP_EVENT_BOOSTED:
	case SP_EVENT_MOVES:
		render_clause_of_moved(t, e);
		break;
	case SP_EVENT_ROLLED:
		tell_rolled(t, e);
		break;
	case SP_EVENT_ROTATED:
		render_clause_of_rotated(t, e);
		break;
	case SP_EVENT_ASKED:
	case SP_EVENT_ROUND:
		tell_asked(t, e);
		break;
	case SP_EVENT_TIRED:
		say_plain(t, e, SP_NOBODY, CLAUSE_USEFUL,
			"It goes on without end, so the rules stop it");
		break;
	case SP_EVENT_NOT_PLAYED:
	case SP_EVENT_ANSWERS_KEPT:
		break; /* private */
	case SP_EVENT_SHUFFLED:
	case SP_EVENT_SECTOR:
	case SP_EVENT_FIRST:
	case SP_EVENT_TURN:
	case SP_EVENT_STEP:
	case SP_EVENT_DOOR_OPENED:
	case SP_EVENT_DOOR_HELD:
	case SP_EVENT_DOOR_CLOSED:
	case SP_EVENT_PUNCH:
	case SP_EVENT_PUNCH_EDGE:
	case SP_EVENT_DAMAGE:
	case SP_EVENT_DIED:
	case SP_EVENT_RESIGNED:
	case SP_EVENT_PICKED_UP:
	case SP_EVENT_DROPPED:
	case SP_EVENT_POINTS:
	case SP_EVENT_TURN_ENDED:
	case SP_EVENT_ROUNDS:
	case SP_EVENT_OVER:
	case SP_EVENT_COUNT:
		break; /* of every game: clause.c tells them */
	}
	return 1;
}
