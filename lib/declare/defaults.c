/*
 * Public defaults: what answers for a seat behind its own lines.
 *
 * All is judged on the view of a bystander, so whether a default answers tells
 * nothing of a hand, and everybody can reckon it. They spare mails, and must
 * never cost a seat what it would have saved; so in doubt they ask. But of
 * treasures: so many are picked up, and so few cards answer that, that half of
 * all windows would be about them. Whoever holds such a card is told that it
 * waits for a line of its own (sp_declare_kept_back).
 *
 *   1. Announced: is anything on the stack the seat's doing, or does it name or
 *      strike something that is the seat's (own.c)?
 *   2. Foreseen: if nobody answers, does anything change that is the seat's?
 *      What bystanders cannot foresee is a doubt.
 */
#include "declare/declare.h"

#include "eval/struck.h"
#include "rules/forecast.h"

#include <assert.h>

#include "declare_private.h"

const char *sp_declare_default_text(enum sp_default d)
{
	static const char *const texts[] = {
#define X(name, text) text,
		SP_DEFAULTS(X)
#undef X
	};

	assert(d < SP_DEFAULT_COUNT);
	return texts[d];
}

/* ---- what is announced --------------------------------------------------- */

struct watcher {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g; /* the view of a bystander */
	int seat;
};

/* The actors of the seat, as bits. */
static unsigned own_actors(const struct watcher *w)
{
	unsigned actors = 0;

	for (int i = 0; i < sp_game_actors_end(w->g); i++)
		if (declare_owns_actor(w->g, w->seat, i))
			actors |= 1U << i;
	return actors;
}

static bool carries_treasure(const struct sp_game *g, sp_value actor)
{
	return sp_kind_of(actor) == SP_KIND_ACTOR &&
	       sp_game_is_actor(g, sp_index_of(actor)) &&
	       g->actor[sp_index_of(actor)].carries != SP_NOBODY;
}

/* True if what the cast names or strikes carries a treasure: of the seat's, or
 * where it is no attack any, for who hurries or vanishes with one may win. */
static bool is_about_treasure(const struct watcher *w, int i, unsigned affected)
{
	const struct sp_game *g = w->g;
	const struct sp_cast *cast = &g->cast[i];
	bool attack = sp_eval_is_attack(w->ruleset, g, i);

	if (!attack && carries_treasure(g, cast->actor))
		return true;
	for (int k = 0; k < cast->n_answers; k++)
		if (sp_kind_of(cast->answer[k]) == SP_KIND_ACTOR)
			affected |= 1U << sp_index_of(cast->answer[k]);
		else if (sp_kind_of(cast->answer[k]) == SP_KIND_TREASURE)
			return true;
	for (int a = 0; a < sp_game_actors_end(g); a++) {
		int treasure = g->actor[a].carries;

		if ((affected >> a & 1U) != 0 && treasure != SP_NOBODY &&
			(!attack || g->treasure[treasure].owner == w->seat))
			return true;
	}
	return false;
}

/* True if the cast is the seat's, names or strikes what is the seat's, or keeps
 * something back that nobody else sees. */
static bool touches(const struct watcher *w, int i)
{
	const struct sp_game *g = w->g;
	const struct sp_cast *cast = &g->cast[i];
	unsigned affected;

	if (!cast->used || cast->cancelled)
		return false;
	if (cast->seat == w->seat || sp_game_cast_owner(cast) == w->seat ||
		cast->under != 0 || declare_owns(g, w->seat, cast->self))
		return true;
	for (int k = 0; k < cast->n_answers; k++)
		if (cast->answer[k] == SP_HIDDEN ||
			declare_owns(g, w->seat, cast->answer[k]))
			return true;
	affected = sp_eval_affected(w->ruleset, g, i);
	return (affected & own_actors(w)) != 0 ||
	       is_about_treasure(w, i, affected);
}

/* True if something on the stack touches the seat, but for cast `but` (-1:
 * whatever it is). */
static bool is_touched(const struct watcher *w, int but)
{
	for (int i = 0; i < w->g->n_casts; i++)
		if (i != but && touches(w, i))
			return true;
	return false;
}

/* ---- what will come of it ------------------------------------------------ */

/* NOLINTBEGIN(bugprone-suspicious-memory-comparison,cert-*): both are copies of
 * one position, padding too */

/* True if no treasure is elsewhere, or with somebody else. */
static bool same_treasures(const struct sp_game *a, const struct sp_game *b)
{
	for (int i = 0; i < a->n_treasures; i++) {
		sp_value treasure = SP_REF(SP_KIND_TREASURE, i);

		if (a->treasure[i].carrier != b->treasure[i].carrier ||
			sp_game_square_of(a, treasure) !=
				sp_game_square_of(b, treasure))
			return false;
	}
	return true;
}

/* True if nothing happens to the actor but that life is lost: who is hurt may
 * be stunned by it, too, and a shield saves from both. */
static bool is_only_hurt(const struct sp_actor *x, const struct sp_actor *y)
{
	return x->alive == y->alive && x->square == y->square &&
	       x->carries == y->carries && x->stun >= y->stun &&
	       x->no_pickup >= y->no_pickup && x->hand <= y->hand;
}

/* True if that is so of all actors of the seat. */
static bool all_live(const struct watcher *w, const struct sp_game *then)
{
	unsigned own = own_actors(w);

	for (int i = 0; i < sp_game_actors_end(w->g); i++)
		if ((own >> i & 1U) != 0 &&
			!is_only_hurt(&w->g->actor[i], &then->actor[i]))
			return false;
	return true;
}

/* True if the items that the seat's actors carry are the same. */
static bool same_items(const struct watcher *w, const struct sp_game *then)
{
	for (int i = 0; i < w->g->played_end; i++) {
		const struct sp_played *x = &w->g->played[i];
		const struct sp_played *y = &then->played[i];

		if (x->kind == SP_PLAYED_ITEM &&
			declare_owns_actor(w->g, w->seat, x->seat) &&
			(y->kind != x->kind || y->card != x->card ||
				y->seat != x->seat))
			return false;
	}
	return true;
}

static bool same_actors(const struct watcher *w, const struct sp_game *then)
{
	unsigned own = own_actors(w);

	for (int i = 0; i < SP_ACTORS_MAX; i++)
		if ((own >> i & 1U) != 0 &&
			memcmp(&w->g->actor[i], &then->actor[i],
				sizeof(then->actor[i])) != 0)
			return false;
	return true;
}

static bool same_cards(const struct watcher *w, const struct sp_game *then)
{
	for (int i = 0; i < w->g->cards_end; i++)
		if ((w->g->place[i].seat == w->seat ||
			    then->place[i].seat == w->seat) &&
			memcmp(&w->g->place[i], &then->place[i],
				sizeof(then->place[i])) != 0)
			return false;
	return true;
}

/* True if the spells and items that are the seat's in either are the same. */
static bool same_played(const struct watcher *w, const struct sp_game *then)
{
	for (int i = 0; i < SP_PLAYED_MAX; i++)
		if (memcmp(&w->g->played[i], &then->played[i],
			    sizeof(then->played[i])) != 0 &&
			(declare_owns_played(w->g, w->seat, i) ||
				declare_owns_played(then, w->seat, i)))
			return false;
	return true;
}

/* True if what the seat made, and what is where it stands, is the same. */
static bool same_things(const struct watcher *w, const struct sp_game *then)
{
	for (int i = 0; i < SP_THINGS_MAX; i++)
		if (memcmp(&w->g->thing[i], &then->thing[i],
			    sizeof(then->thing[i])) != 0 &&
			(declare_owns_thing(w->g, w->seat, i) ||
				declare_owns_thing(then, w->seat, i)))
			return false;
	return true;
}

/* True if no sector lies otherwise, and no side of the squares of the seat is
 * otherwise. */
static bool same_board(const struct watcher *w, const struct sp_game *then)
{
	const struct sp_board *a = &w->g->board, *b = &then->board;

	if (memcmp(a->bay, b->bay, sizeof(a->bay)) != 0)
		return false;
	for (int i = 0; i < a->n_edges; i++)
		if (memcmp(&a->edge[i], &b->edge[i], sizeof(a->edge[i])) != 0 &&
			declare_is_near(w->g, w->seat, SP_REF(SP_KIND_EDGE, i)))
			return false;
	return true;
}

/* True if the seat has as many turns to lose, to gain or to be played. */
static bool same_turns(const struct watcher *w, const struct sp_game *then)
{
	int before = 0, after = 0;

	for (int i = 0; i < SP_COMING_MAX; i++) {
		before += (w->g->coming[i].kind != SP_COMING_NONE &&
				  w->g->coming[i].seat == w->seat) *
			  w->g->coming[i].turns;
		after += (then->coming[i].kind != SP_COMING_NONE &&
				 then->coming[i].seat == w->seat) *
			 then->coming[i].turns;
	}
	return before == after;
}

/* NOLINTEND(bugprone-suspicious-memory-comparison,cert-*) */

/* True if the game goes on, no treasure is elsewhere, and all that the seat
 * loses is life. */
static bool goes_on(const struct watcher *w, const struct sp_game *then)
{
	return then->status == SP_GAME_RUNNING && same_treasures(w->g, then) &&
	       all_live(w, then) && same_items(w, then) && same_turns(w, then);
}

static bool is_untouched(const struct watcher *w, const struct sp_game *then)
{
	return goes_on(w, then) && same_actors(w, then) &&
	       same_cards(w, then) && same_played(w, then) &&
	       same_things(w, then) && same_board(w, then);
}

/* Does that hold of what comes of it if nobody answers, as far as all can
 * foresee it: where dice decide, however low or high they fall? */
static enum declare_truth foresee(const struct watcher *w,
	bool (*holds)(const struct watcher *w, const struct sp_game *then))
{
	static const enum sp_dice dice[] = { SP_DICE_LOWEST, SP_DICE_HIGHEST };
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));
	enum declare_truth good = DECLARE_TRUE;

	if (sp_rules_forecast(w->ruleset, w->g, SP_NOBODY, f)) {
		good = holds(w, &f->g) ? DECLARE_TRUE : DECLARE_FALSE;
	} else {
		for (size_t i = 0;
			good != DECLARE_UNKNOWN && i < SP_ARRAY_LEN(dice);
			i++) {
			if (!sp_rules_forecast_dice(
				    w->ruleset, w->g, SP_NOBODY, dice[i], f))
				good = DECLARE_UNKNOWN;
			else if (!holds(w, &f->g))
				good = DECLARE_FALSE;
		}
	}
	sp_free(f);
	return good;
}

/* True if it holds for certain. */
static bool will_be(const struct watcher *w,
	bool (*holds)(const struct watcher *w, const struct sp_game *then))
{
	return foresee(w, holds) == DECLARE_TRUE;
}

/* ---- which of them answers ----------------------------------------------- */

const struct sp_frame *declare_damage_of(const struct sp_game *g)
{
	const struct sp_frame *below;

	if (g->reaction[g->n_rounds - 1].point != SP_POINT_DAMAGE ||
		g->n_frames < 2)
		return NULL;
	below = &g->frame[g->n_frames - 2];
	return below->kind == SP_FRAME_DAMAGE ? below : NULL;
}

/* Of damage whose announcement is over. */
static enum sp_default of_damage(
	const struct watcher *w, const struct sp_frame *damage)
{
	bool attack = damage->cast >= 0 &&
		      sp_eval_is_attack(w->ruleset, w->g, damage->cast);

	if (is_touched(w, -1))
		return SP_DEFAULT_ASK;
	if (!declare_owns(w->g, w->seat, damage->who))
		return will_be(w, is_untouched) ? SP_DEFAULT_NOT_AIMED
						: SP_DEFAULT_ASK;
	return !attack && will_be(w, goes_on) ? SP_DEFAULT_DAMAGE
					      : SP_DEFAULT_ASK;
}

/* True if the cast is a fist against an actor of the seat, and no more. */
static bool is_punch(const struct watcher *w, int i)
{
	const struct sp_cast *cast = &w->g->cast[i];

	return cast->type == SP_PLAY_PHYSICAL && cast->card < 0 &&
	       cast->seat != w->seat && cast->n_answers == 1 &&
	       sp_kind_of(cast->answer[0]) == SP_KIND_ACTOR &&
	       declare_owns_actor(w->g, w->seat, sp_index_of(cast->answer[0]));
}

static enum sp_default of_cast(const struct watcher *w, int i)
{
	if (!is_touched(w, -1))
		return will_be(w, is_untouched) ? SP_DEFAULT_NOT_AIMED
						: SP_DEFAULT_ASK;
	return is_punch(w, i) && !is_touched(w, i) && will_be(w, goes_on)
		       ? SP_DEFAULT_PUNCH
		       : SP_DEFAULT_ASK;
}

enum sp_default sp_declare_default(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	struct sp_game *view;
	struct watcher w = { ruleset, NULL, seat };
	enum sp_default out = SP_DEFAULT_ASK;
	const struct sp_round *round;

	if (g->decision.kind != SP_DECISION_REACTION || g->n_rounds == 0)
		return out;
	round = &g->reaction[g->n_rounds - 1];
	/* a watch was set to be asked */
	if (round->point > SP_POINT_TREASURE)
		return out;
	if (round->point == SP_POINT_TREASURE)
		return SP_DEFAULT_TREASURE;
	view = sp_xmalloc(sizeof(*view));
	sp_game_view(g, SP_NOBODY, view);
	w.g = view;
	if (sp_kind_of(round->subject) == SP_KIND_ITEM)
		out = of_cast(&w, sp_index_of(round->subject));
	else if (declare_damage_of(view) != NULL)
		out = of_damage(&w, declare_damage_of(view));
	sp_free(view);
	return out;
}

int sp_declare_kept_back(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d)
{
	if (d->no_defaults)
		return -1;
	for (int i = 0; i < d->n; i++)
		if (!d->line[i].over &&
			(sp_starts(d->line[i].text, "when treasure") ||
				(sp_starts(d->line[i].text, "when asked") &&
					!sp_starts(d->line[i].text,
						"when asked to discard"))))
			return -1;
	for (int i = 0; i < view->hand[seat].n; i++) {
		int card = ruleset->type[view->hand[seat].card[i]];

		if ((ruleset->points[card] & 1U << SP_POINT_TREASURE) != 0)
			return card;
	}
	return -1;
}

enum declare_truth declare_aimed(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	const struct watcher w = { ruleset, g, seat };
	const struct sp_round *round = &g->reaction[g->n_rounds - 1];
	const struct sp_frame *damage = declare_damage_of(g);

	if (sp_kind_of(round->subject) == SP_KIND_TREASURE)
		return g->treasure[sp_index_of(round->subject)].owner == seat
			       ? DECLARE_TRUE
			       : DECLARE_FALSE;
	if (round->point > SP_POINT_TREASURE)
		return DECLARE_UNKNOWN;
	if (is_touched(&w, -1) ||
		(damage != NULL && declare_owns(g, seat, damage->who)))
		return DECLARE_TRUE;
	return (enum declare_truth)(DECLARE_TRUE - foresee(&w, is_untouched));
}
