/*
 * The own hand. A card that its holder has not met before stands there with all
 * its rule; later it has its text, and how it is ordered. When the game is over
 * it has its text alone: nothing can be ordered.
 */
#include "cardtext/cardtext.h"

#include "eval/eval.h"

static void append(json_t *list, const char *text)
{
	(void)json_array_append_new(list, json_string(text));
}

/* The forms of a play; behind the last of them, if it is told whole, what else
 * is to be known of it. */
struct forms {
	json_t *lines;
	struct sp_buf last; /* that was not appended yet */
	int banned_by;      /* the type of a card in play; -1 */
	bool carried;       /* the play is of what is carried */
	const struct sp_ruleset *ruleset;
};

static void flush(struct forms *f)
{
	if (f->last.len > 0)
		append(f->lines, sp_buf_str(&f->last));
	sp_buf_clear(&f->last);
}

static void take_form(void *with, const char *form)
{
	struct forms *f = with;

	flush(f);
	if (f->banned_by >= 0)
		sp_buf_addf(&f->last, "not while %s lasts: %s",
			f->ruleset->card[f->banned_by].name, form);
	else if (f->carried)
		sp_buf_addf(&f->last, "once you carry it: %s", form);
	else
		sp_buf_addf(&f->last, "order: %s", form);
}

/* True if the card's text begins with what kind of play its only one is:
 * "Neutral." */
static bool names_type(const struct sp_card *card, const struct sp_card_play *p)
{
	return card->n_plays == 1 &&
	       sp_starts_i(card->text, sp_card_play_type_word(p->type));
}

/* " (attack spell; in sight. WHOM: a wizard)"; what the text says at once is
 * not said again. */
static void add_facts(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	struct sp_buf text;
	const char *rest;

	sp_buf_init(&text, SIZE_MAX);
	sp_cardtext_play_facts(r, p, true, &text);
	rest = strchr(sp_buf_str(&text), ';');
	sp_buf_addf(out, " (%s",
		rest != NULL && names_type(card, p) ? rest + 2
						    : sp_buf_str(&text));
	sp_buf_clear(&text);
	sp_cardtext_play_meanings(r, p, &text);
	if (text.len > 0)
		sp_buf_addf(out, ". %s", sp_buf_str(&text));
	sp_buf_addc(out, ')');
	sp_buf_free(&text);
}

/* What the card makes, and what its traits mean that were not told yet. */
static void append_rest(json_t *lines, const struct sp_ruleset *r,
	const struct sp_card *card, uint64_t *told)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_cardtext_facts(r, card, &text);
	if (text.len > 0 && card->traits != 0)
		sp_buf_adds(&text, "; ");
	sp_cardtext_add_traits(r, card, told, &text);
	if (text.len > 0)
		append(lines, sp_buf_str(&text));
	sp_buf_free(&text);
}

/* What forbids its holder to play it, be it his turn or not. */
static int banned_by(const struct sp_ruleset *r, const struct sp_game *g,
	int seat, const struct sp_card_play *p)
{
	bool attack = p->type == SP_PLAY_ATTACK;
	int type = -1;

	if (p->when == SP_WHEN_REACTION || p->from != SP_FROM_HAND ||
		(!attack && p->type != SP_PLAY_NEUTRAL))
		return -1;
	type = sp_eval_who_turns(r, g, seat, SP_STAT_MAY_CAST);
	return type < 0 && attack
		       ? sp_eval_who_turns(r, g, seat, SP_STAT_MAY_ATTACK)
		       : type;
}

/* Whose hand is told, and the traits that were explained in it already. */
struct telling {
	const struct sp_ruleset *ruleset;
	const struct sp_game *game;
	int seat;
	uint64_t told;
};

static json_t *lines_of(
	struct telling *t, const struct sp_card *card, bool whole)
{
	const struct sp_ruleset *r = t->ruleset;
	struct forms f = { .lines = json_array(), .ruleset = r };

	sp_buf_init(&f.last, SIZE_MAX);
	for (int i = 0; i < card->n_plays; i++) {
		const struct sp_card_play *p = &card->play[i];

		f.banned_by = banned_by(r, t->game, t->seat, p);
		f.carried = p->from == SP_FROM_CARRIED;
		sp_cardtext_play_forms(r, card, p, take_form, &f);
		/* to carry an item is all that this one says */
		if (whole && p->type != SP_PLAY_ITEM && f.last.len > 0)
			add_facts(r, card, p, &f.last);
		flush(&f);
	}
	f.banned_by = -1;
	f.carried = false;
	if (card->is_energy)
		sp_cardtext_energy_forms(card, take_form, &f);
	flush(&f);
	sp_buf_free(&f.last);
	if (whole)
		append_rest(f.lines, r, card, &t->told);
	return f.lines;
}

/* The orders that use what is carried or in play. */
static json_t *uses_of(const struct sp_ruleset *r, const struct sp_card *card)
{
	struct forms f = {
		.lines = json_array(), .ruleset = r, .banned_by = -1
	};

	sp_buf_init(&f.last, SIZE_MAX);
	for (int i = 0; i < card->n_plays; i++) {
		const struct sp_card_play *p = &card->play[i];

		if (p->from == SP_FROM_CARRIED || p->from == SP_FROM_MAINTAINED)
			sp_cardtext_play_forms(r, card, p, take_form, &f);
		flush(&f);
	}
	sp_buf_free(&f.last);
	return f.lines;
}

/* "Drop Object [2]", "Energy 5 x 2"; "Energy 5 [5 + 1]" for a seat whose cards
 * are worth `more` than what is printed on them. */
static void add_name(
	const struct sp_card *card, int n, int more, struct sp_buf *out)
{
	sp_buf_adds(out, card->name);
	if (sp_card_pays(card) && (!card->is_energy || more != 0)) {
		sp_buf_adds(out, " [");
		sp_cardtext_add_worth(card, out);
		if (more != 0)
			sp_buf_addf(out, " %c %d", more < 0 ? '-' : '+',
				more < 0 ? -more : more);
		sp_buf_adds(out, card->flash ? " flash]" : "]");
	}
	if (n > 1)
		sp_buf_addf(out, " x %d", n);
}

static json_t *entry(struct telling *t, int type, int n, bool whole)
{
	const struct sp_card *card = &t->ruleset->card[type];
	json_t *o = json_object();
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	add_name(card, n,
		sp_eval_actor_stat(
			t->ruleset, t->game, t->seat, SP_STAT_ENERGY_PER_CARD),
		&text);
	sp_json_set_string(o, "name", sp_buf_str(&text));
	sp_buf_clear(&text);
	if (whole)
		sp_buf_adds(&text, card->text);
	else
		sp_cardtext_brief(card, &text);
	sp_json_set_string(o, "text", sp_buf_str(&text));
	sp_json_set_bool(o, "whole", whole);
	sp_json_set(o, "lines",
		t->game->status == SP_GAME_OVER ? json_array()
						: lines_of(t, card, whole));
	sp_buf_free(&text);
	return o;
}

json_t *sp_cardtext_hand(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const bool met[SP_CARD_TYPES_MAX])
{
	const struct sp_hand *h = &g->hand[seat];
	json_t *list = json_array();
	struct telling t = { .ruleset = ruleset, .game = g, .seat = seat };
	bool over = g->status == SP_GAME_OVER;

	for (int i = 0; i < h->n; i++) {
		int type = ruleset->type[h->card[i]], n = 0;
		bool again = false;

		for (int k = 0; k < h->n; k++) {
			bool same = ruleset->type[h->card[k]] == type;

			again = again || (same && k < i);
			n += same;
		}
		if (!again)
			(void)json_array_append_new(list,
				entry(&t, type, n,
					!over && (met == NULL || !met[type])));
	}
	return list;
}

/* How many of a type a seat has in play, from entry `first` on; 0 if one before
 * it was counted there. */
static int count_alike(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, int first)
{
	int type = ruleset->type[g->played[first].card], n = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind == SP_PLAYED_FREE || p->seat != seat ||
			ruleset->type[p->card] != type)
			continue;
		if (i < first)
			return 0;
		n++;
	}
	return n;
}

json_t *sp_cardtext_in_play(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	json_t *list = json_array();

	for (int i = 0; g->status == SP_GAME_RUNNING && i < g->played_end;
		i++) {
		const struct sp_played *p = &g->played[i];
		const struct sp_card *card;
		json_t *o, *lines;
		struct sp_buf text;
		int n;

		if (p->kind == SP_PLAYED_FREE || p->seat != seat)
			continue;
		card = sp_ruleset_card(ruleset, p->card);
		lines = uses_of(ruleset, card);
		n = count_alike(ruleset, g, seat, i);
		if (n == 0 || json_array_size(lines) == 0) {
			json_decref(lines);
			continue;
		}
		o = json_object();
		sp_buf_init(&text, SIZE_MAX);
		sp_buf_adds(&text, card->name);
		if (n > 1)
			sp_buf_addf(&text, " x %d", n);
		sp_json_set_string(o, "name", sp_buf_str(&text));
		sp_buf_clear(&text);
		sp_cardtext_brief(card, &text);
		sp_json_set_string(o, "text", sp_buf_str(&text));
		sp_json_set_string(o, "rule", card->text);
		sp_json_set(o, "lines", lines);
		(void)json_array_append_new(list, o);
		sp_buf_free(&text);
	}
	return list;
}
