/*
 * The clauses of what is announced, answered and suffered.
 */
#include "render/clause_cards.h"

/* ---- what is announced --------------------------------------------------- */

/* The cast that an event announced, if it is still on the stack. */
static const struct sp_cast *item_of(
	const struct teller *t, const struct sp_event *e)
{
	for (int i = t->g->n_casts - 1; i >= 0; i--)
		if (t->g->cast[i].used && t->g->cast[i].card == e->card &&
			t->g->cast[i].actor == SP_REF(SP_KIND_ACTOR, e->seat))
			return &t->g->cast[i];
	return NULL;
}

static const struct sp_card_play *play_of(
	const struct teller *t, int physical, int play)
{
	const struct sp_card *c;

	if (physical < 0)
		return NULL;
	c = sp_ruleset_card(t->step->ruleset, physical);
	return play >= 0 && play < c->n_plays ? &c->play[play] : NULL;
}

static void add_what(const struct teller *t, sp_value what, struct sp_buf *text)
{
	enum sp_kind kind = (enum sp_kind)sp_kind_of(what);
	/* when it was announced all was where it was before */
	const struct sp_game *g =
		t->step->before != NULL ? t->step->before : t->g;

	if (kind == SP_KIND_SQUARE || kind == SP_KIND_EDGE)
		render_add_place(g, what, text);
	else
		render_add_ref(t->step->ruleset, g, what, text);
}

static bool is_in_parts(const struct teller *t, const struct sp_card_play *play)
{
	return play != NULL && play->n_slots > 0 &&
	       t->step->ruleset->slot[play->slot[0]].repeat >= 0;
}

/* How often it hurt that one of its targets in this step, or all of them. */
static int count_hits(const struct teller *t, int i, sp_value target)
{
	const struct sp_event *e = &t->event[i];
	int n = 0;

	for (int k = i + 1; k < t->n; k++) {
		const struct sp_event *hit = &t->event[k];

		n += hit->kind == SP_EVENT_HURT && hit->card == e->card &&
		     hit->other == e->seat &&
		     (target == SP_NOTHING ||
			     target == SP_REF(SP_KIND_ACTOR, hit->seat));
	}
	return n;
}

/* Who got how many parts of a spell that is over, "at Blue 3 times and Yellow 2
 * times", if every one of them hurt somebody in this step: nothing else tells
 * it any more. */
static bool add_shares(const struct teller *t, int i,
	const struct sp_card_play *play, struct sp_buf *text)
{
	const struct sp_event *e = &t->event[i];
	struct sp_render_list list;
	int n = 0;

	if (!is_in_parts(t, play) || item_of(t, e) != NULL ||
		e->cast.energy <= 0 ||
		count_hits(t, i, SP_NOTHING) != e->cast.energy)
		return false;
	for (int a = 0; a < sp_game_actors_end(t->g); a++)
		n += count_hits(t, i, SP_REF(SP_KIND_ACTOR, a)) > 0;
	sp_buf_adds(text, " at ");
	render_list_begin(&list, n);
	for (int a = 0; a < sp_game_actors_end(t->g); a++) {
		int hits = count_hits(t, i, SP_REF(SP_KIND_ACTOR, a));

		if (hits == 0)
			continue;
		render_list_next(&list, text);
		add_what(t, SP_REF(SP_KIND_ACTOR, a), text);
		if (hits > 1)
			sp_buf_addf(text, " %d times", hits);
	}
	return true;
}

/* True if that spell runs in a direction, and what it did is over in the step
 * of its command: the stack does not have it any more. */
static bool ran(const struct teller *t, const struct sp_event *e,
	const struct sp_card_play *play)
{
	const struct sp_command *c = t->step->command;

	return play != NULL && play->n_slots == 1 &&
	       t->step->ruleset->slot[play->slot[0]].asks == SP_ASK_DIRECTION &&
	       item_of(t, e) == NULL && c != NULL && c->verb == SP_VERB_CAST &&
	       c->n_answers > 0 &&
	       c->answer[0] == SP_REF(SP_KIND_CARD, e->card);
}

/* " to the east", as the command has it. */
static void add_run(const struct teller *t, struct sp_buf *text)
{
	const struct sp_command *c = t->step->command;
	sp_value way = c->answer[c->n_answers - 1];

	if (way >= 0 && way < SP_DIRS)
		sp_buf_addf(text, " to the %s",
			sp_board_dir_name((enum sp_dir)way));
}

/* At whom or what: the answers of the cast, or what the event says. */
static void add_aim(const struct teller *t, const struct sp_event *e,
	const struct sp_card_play *play, struct sp_buf *text)
{
	const struct sp_cast *cast = item_of(t, e);
	const char *words = "at";

	/* what has no name is on whoever casts it */
	if (cast != NULL && cast->n_answers == 1 &&
		cast->answer[0] == SP_REF(SP_KIND_ACTOR, e->seat))
		return;
	if (cast != NULL && cast->n_answers > 0) {
		render_add_answers(
			t->step->ruleset, t->g, cast, SP_NOBODY, text);
		return;
	}
	if (ran(t, e, play)) {
		add_run(t, text);
		return;
	}
	if (e->what == SP_NOTHING || e->what == SP_HIDDEN ||
		e->what == SP_REF(SP_KIND_ACTOR, e->seat))
		return;
	if (play != NULL && play->n_slots > 0)
		words = t->step->ruleset->slot[play->slot[0]].words;
	sp_buf_addf(text, " %s ", *words != '\0' ? words : "on");
	add_what(t, e->what, text);
}

static void add_element(const struct sp_event *e, struct sp_buf *text)
{
	static const char *const elements[] = {
#define X(symbol, word) [SP_ELEMENT_##symbol] = (word),
		SP_ELEMENTS(X)
#undef X
	};
	static const char *const kinds[] = {
#define X(symbol, word) [SP_DAMAGE_##symbol] = (word),
		SP_DAMAGE_KINDS(X)
#undef X
	};
	size_t kind = (size_t)e->harm.kind, element = (size_t)e->harm.element;

	if (kind < SP_ARRAY_LEN(kinds))
		sp_buf_addf(text, "%s ", kinds[kind]);
	if (element > 0 && element < SP_ARRAY_LEN(elements))
		sp_buf_addf(text, "%s ", elements[element]);
}

/* "5 magical fire damage"; "5 damage" where there is little room, and without
 * cards, where all damage is of one kind. */
static void add_damage(
	const struct teller *t, const struct sp_event *e, struct sp_buf *text)
{
	sp_buf_addf(text, "%d ", e->harm.lost);
	if (t->form == CLAUSE_FULL && sp_game_has_deck(t->g))
		add_element(e, text);
	sp_buf_adds(text, "damage");
}

/* An attack that is told with the damage that it did at once. */
static int add_harm(struct teller *t, int i, int n, struct sp_buf *text)
{
	const struct sp_event *e = &t->event[i], *harm = e + n;

	if (i + n >= t->n || harm->kind != SP_EVENT_HURT ||
		harm->card != e->card || harm->other != e->seat ||
		e->what != SP_REF(SP_KIND_ACTOR, harm->seat))
		return n;
	sp_buf_adds(text, ": ");
	add_damage(t, harm, text);
	sp_buf_addf(text, " (%d to %d)",
		harm->harm.left + harm->harm.lost - harm->harm.beyond,
		harm->harm.left);
	return n + 1;
}

/* "Around the Corner around e3", "Energy 5". */
static void add_modifier(
	const struct teller *t, const struct sp_event *e, struct sp_buf *text)
{
	sp_buf_adds(text, render_clause_card(t, e->card));
	if (e->what != SP_NOTHING)
		add_aim(t, e, play_of(t, e->card, e->cast.play), text);
}

/* Modifiers and what pays, behind an announcement: "with Add, Energy 5 and
 * Energy 4". Returns how many events that were, the announcement included. */
static int add_modifiers(
	struct teller *t, int i, const char *before, struct sp_buf *text)
{
	const struct sp_event *e = &t->event[i];
	struct sp_render_list list;
	int n = 0;

	while (i + 1 + n < t->n && e[1 + n].kind == SP_EVENT_MODIFIED &&
		e[1 + n].seat == e->seat)
		n++;
	if (t->form == CLAUSE_SHORT)
		return 1 + n;
	sp_buf_adds(text, n > 0 ? before : "");
	render_list_begin(&list, n);
	for (int k = 0; k < n; k++) {
		render_list_next(&list, text);
		add_modifier(t, &e[1 + k], text);
	}
	return 1 + n;
}

/* What stands or lies at once where it was cast at needs no word of its own. */
static int add_result(const struct teller *t, int i, int n)
{
	const struct sp_event *e = &t->event[i], *made = e + n;

	if (i + n >= t->n || made->card != e->card)
		return n;
	if (made->kind == SP_EVENT_CREATED &&
		render_clause_run(t, i + n, true) == 1)
		return n + (render_clause_place(t, made) == e->what);
	return n + (made->kind == SP_EVENT_LANDED &&
			   e->what == SP_REF(SP_KIND_SQUARE, made->square));
}

/* True if what it makes stands in several places at once: they are told
 * next, all of them. */
static bool makes_many(const struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int k = i + 1;

	while (k < t->n && t->event[k].kind == SP_EVENT_MODIFIED)
		k++;
	return k < t->n && t->event[k].kind == SP_EVENT_CREATED &&
	       t->event[k].card == e->card && render_clause_run(t, k, true) > 1;
}

int render_tell_cast(struct teller *t, int i)
{
	static const char *const verbs[SP_PLAY_TYPE_COUNT] = {
		[SP_PLAY_ATTACK] = "casts",
		[SP_PLAY_NEUTRAL] = "casts",
		[SP_PLAY_COUNTER] = "casts",
		[SP_PLAY_PHYSICAL] = "attacks with",
		[SP_PLAY_USE] = "uses",
		[SP_PLAY_ITEM] = "plays",
	};
	const struct sp_event *e = &t->event[i];
	const struct sp_card_play *play = play_of(t, e->card, e->cast.play);
	struct sp_buf text;
	bool shared = false;
	int n;

	/* an item whose use is to be picked up */
	if (i + 1 < t->n && e[1].kind == SP_EVENT_ITEM_PICKED &&
		e[1].card == e->card && e[1].seat == e->seat) {
		render_tell_item(t, i + 1);
		return 2;
	}
	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "%s %s", play != NULL ? verbs[play->type] : "casts",
		render_clause_card(t, e->card));
	render_add_play(t->step->ruleset, e->card, e->cast.play, &text);
	if (t->form == CLAUSE_SHORT && e->what != SP_NOTHING &&
		sp_kind_of(e->what) == SP_KIND_ACTOR && item_of(t, e) != NULL) {
		sp_buf_adds(&text, " at ");
		add_what(t, e->what, &text);
	} else if (!makes_many(t, i)) {
		shared = add_shares(t, i, play, &text);
		if (!shared)
			add_aim(t, e, play, &text);
	}
	n = add_modifiers(t, i, " with ", &text);
	if (play != NULL && play->fuelled && t->form != CLAUSE_SHORT)
		sp_buf_addf(&text, " (energy %d%s)", e->cast.energy,
			/* a subject has no room for it */
			!shared && t->form == CLAUSE_FULL &&
					is_in_parts(t, play)
				? ", in as many parts"
				: "");
	n = add_result(t, i, n);
	if (!shared)
		n = add_harm(t, i, n, &text);
	if (ran(t, e, play) && count_hits(t, i, SP_NOTHING) == 0)
		sp_buf_adds(&text, ": it strikes nobody");
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

int render_tell_modified(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, "adds ");
	add_modifier(t, e, &text);
	sp_buf_adds(&text, " to it");
	render_clause_say(t, e, e->seat, CLAUSE_USEFUL, &text);
	return 1;
}

/* Which of several attacks it is, and with what, while the cast stands:
 * "(stab)", "(wrest: Blue's treasure)". */
static void add_deed(const struct teller *t, const struct sp_event *e,
	const struct sp_card_play *play, struct sp_buf *text)
{
	const struct sp_cast *cast = item_of(t, e);
	const struct sp_card_slot *last =
		play->n_slots > 1
			? &t->step->ruleset->slot[play->slot[play->n_slots - 1]]
			: NULL;

	sp_buf_addf(text, " (%s", play->id);
	if (cast != NULL && last != NULL && last->asks == SP_ASK_LOOT &&
		cast->n_answers == play->n_slots) {
		sp_buf_adds(text, ": ");
		add_what(t, cast->answer[cast->n_answers - 1], text);
	}
	sp_buf_addc(text, ')');
}

int render_tell_attack(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_card_play *play = play_of(t, e->card, e->cast.play);
	struct sp_buf text;
	int n;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, e->card < 0 ? "punches " : "attacks ");
	render_add_ref(t->step->ruleset,
		t->step->before != NULL ? t->step->before : t->g, e->what,
		&text);
	if (e->card >= 0)
		sp_buf_addf(&text, " with %s", render_clause_card(t, e->card));
	if (play != NULL &&
		render_tells_play(sp_ruleset_card(t->step->ruleset, e->card),
			e->cast.play))
		add_deed(t, e, play, &text);
	n = add_modifiers(t, i, " and ", &text);
	n = add_harm(t, i, n, &text);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

/* What a counter answers: "Red's Fireball", "the punch". */
static void add_answered(
	const struct teller *t, const struct sp_event *e, struct sp_buf *text)
{
	int physical =
		sp_kind_of(e->what) == SP_KIND_CARD ? sp_index_of(e->what) : -1;

	if (t->form == CLAUSE_FULL || physical < 0)
		render_clause_add_own(t, e->other, physical, text);
	else
		sp_buf_adds(text, render_clause_card(t, physical));
}

int render_tell_counter(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	const struct sp_card_play *play = play_of(t, e->card, e->cast.play);
	struct sp_buf text;
	int n;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (sp_kind_of(e->what) == SP_KIND_CARD ||
		(e->what == SP_NOTHING && e->other != SP_NOBODY)) {
		sp_buf_adds(&text, "counters ");
		add_answered(t, e, &text);
		sp_buf_addf(&text, " with %s", render_clause_card(t, e->card));
	} else {
		sp_buf_addf(&text, "answers with %s",
			render_clause_card(t, e->card));
	}
	if (sp_kind_of(e->cast.at) == SP_KIND_EDGE) {
		sp_buf_adds(&text, " at ");
		render_add_place(t->g, e->cast.at, &text);
	}
	n = add_modifiers(t, i, " and ", &text);
	if (play != NULL && play->fuelled && t->form == CLAUSE_FULL)
		sp_buf_addf(&text, " (energy %d)", e->cast.energy);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

/* "One of Red's Fire Darts is cancelled; 2 are left". */
static int tell_part_cancelled(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text,
		render_clause_verb(t, e->card, "One part of ", "One of "));
	render_clause_add_own(t, e->seat, e->card, &text);
	sp_buf_adds(&text, " is cancelled");
	if (t->form != CLAUSE_SHORT)
		sp_buf_addf(&text, ", and %d %s left", e->parts_left,
			e->parts_left == 1 ? "is" : "are");
	render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
	return 1;
}

/* True if the story says already where the card was stopped, so that it has no
 * target any more. */
static bool was_stopped(const struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];

	for (int k = 0; k < i; k++)
		if (t->event[k].kind == SP_EVENT_BLOCKED &&
			t->event[k].card == e->card)
			return true;
	return false;
}

/* "Red's Zot! comes to nothing, as Red is gone". */
static int tell_of_the_gone(struct teller *t, const struct sp_event *e)
{
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	render_clause_add_own(t, e->seat, e->card, &text);
	sp_buf_addf(&text, " %s to nothing, as ",
		render_clause_verb(t, e->card, "comes", "come"));
	render_clause_add_actor(t, e->seat, &text);
	sp_buf_adds(&text, " is gone");
	render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
	return 1;
}

/* What becomes of somebody's card, in words that its kind decides. */
int render_tell_own(struct teller *t, int i)
{
	static const char *const words[SP_EVENT_COUNT][2] = {
		[SP_EVENT_CANCELLED] = { "is cancelled", "are cancelled" },
		[SP_EVENT_FIZZLED] = { "has no target any more",
			"have no target any more" },
		[SP_EVENT_IDLE] = { "comes to nothing now",
			"come to nothing now" },
		[SP_EVENT_NO_ROOM] = { "finds no room and dissipates",
			"find no room and dissipate" },
		[SP_EVENT_HALVED] = { "does half", "do half" },
	};
	const struct sp_event *e = &t->event[i];

	if (e->kind == SP_EVENT_CANCELLED && e->parts_left > 0)
		return tell_part_cancelled(t, i);
	if (e->kind == SP_EVENT_FIZZLED && was_stopped(t, i))
		return 1;
	if (e->kind == SP_EVENT_FIZZLED && e->seat >= 0 &&
		!t->g->actor[e->seat].alive)
		return tell_of_the_gone(t, e);
	render_clause_of_own(t, e, CLAUSE_USEFUL,
		render_clause_verb(
			t, e->card, words[e->kind][0], words[e->kind][1]));
	return 1;
}

int render_tell_unanswered(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "So much is going on that nobody can answer %s",
		e->card >= 0 ? render_clause_card(t, e->card) : "it");
	render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
	return 1;
}

int render_tell_begun(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;
	int n;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "casts %s", render_clause_card(t, e->card));
	n = add_modifiers(t, i, " with ", &text);
	/* the dice come next; then it is told again, with all of it */
	if (t->form == CLAUSE_FULL && n > 1 && i + n < t->n &&
		e[n].kind == SP_EVENT_ROLLED)
		sp_buf_adds(&text, ", which rolls first");
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

int render_tell_aimed(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;
	int n;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_addf(&text, "aims %s", render_clause_card(t, e->card));
	add_aim(t, e, play_of(t, e->card, e->cast.play), &text);
	n = add_harm(t, i, 1, &text);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return n;
}

int render_tell_turned(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, e->kind == SP_EVENT_COPIED ? "copies " : "turns ");
	render_clause_add_own(t, e->seat, e->card, &text);
	render_clause_say(t, e, e->other, CLAUSE_USEFUL, &text);
	return 1;
}

int render_tell_extended(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char tokens[SP_RENDER_NAME_SIZE], words[SP_RENDER_NAME_SIZE + 16];

	sp_render_count(e->tokens, "token", tokens);
	sp_format(words, sizeof(words), "gets %s more", tokens);
	render_clause_of_own(t, e, CLAUSE_USEFUL, words);
	return 1;
}

/* What became of something announced, told of whoever it concerns. */
int render_tell_answer(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_BLOCKED) {
		render_clause_add_own(t, e->seat, e->card, &text);
		sp_buf_adds(&text, " is stopped at ");
		render_add_place(t->g, e->what, &text);
		render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
		return 1;
	}
	sp_buf_adds(&text, e->kind == SP_EVENT_ABSORBED    ? "takes up "
			   : e->kind == SP_EVENT_WITHDRAWN ? "sends back "
							   : "evades ");
	render_clause_add_own(t, t->form == CLAUSE_FULL ? e->seat : SP_NOBODY,
		e->card, &text);
	if (sp_kind_of(e->what) == SP_KIND_CARD)
		sp_buf_addf(&text, " by %s",
			render_clause_card(t, sp_index_of(e->what)));
	render_clause_say(t, e, e->other, CLAUSE_KEY, &text);
	return 1;
}

/* ---- life ---------------------------------------------------------------- */

int render_tell_hurt(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, "takes ");
	add_damage(t, e, &text);
	if (e->card >= 0) {
		sp_buf_adds(&text, " from ");
		render_clause_add_own(t,
			t->form == CLAUSE_FULL && e->other != e->seat
				? e->other
				: SP_NOBODY,
			e->card, &text);
	} else if (e->other != SP_NOBODY && e->other != e->seat) {
		sp_buf_adds(&text, " from ");
		render_clause_add_actor(t, e->other, &text);
	}
	if (t->form != CLAUSE_SHORT)
		sp_buf_addf(&text, " (%d to %d)",
			e->harm.left + e->harm.lost - e->harm.beyond,
			e->harm.left);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_life(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	int before = e->change.before, now = e->change.now;
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	if (e->kind == SP_EVENT_HEALED && now == before)
		sp_buf_addf(&text, "has full life already (%d)", now);
	else if (e->kind == SP_EVENT_HEALED)
		sp_buf_addf(&text, "gains %d life (%d to %d)", now - before,
			before, now);
	else if (now == before)
		sp_buf_addf(&text, "keeps %d life", now);
	else
		sp_buf_addf(&text, "now has %d life (had %d)", now, before);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_stun(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	char tokens[SP_RENDER_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_render_count(e->stun.tokens, "stun token", tokens);
	if (e->kind == SP_EVENT_IS_STUNNED)
		sp_buf_adds(&text, "is stunned, and may either move or "
				   "attack in this turn");
	else
		sp_buf_addf(&text, "gets %s", tokens);
	if (e->kind == SP_EVENT_STUNNED && t->form == CLAUSE_FULL &&
		e->stun.now != e->stun.tokens)
		sp_buf_addf(&text, " (%d by now)", e->stun.now);
	render_clause_say(t, e, e->seat, CLAUSE_KEY, &text);
	return 1;
}

int render_tell_reduced(struct teller *t, int i)
{
	const struct sp_event *e = &t->event[i];
	struct sp_buf text;

	sp_buf_init(&text, CLAUSE_TEXT - 1);
	sp_buf_adds(&text, "The damage to ");
	render_clause_add_actor(t, e->seat, &text);
	sp_buf_addf(&text, " is %d less", e->reduced.by);
	if (e->card >= 0)
		sp_buf_addf(&text, " by %s", render_clause_card(t, e->card));
	if (e->reduced.left > 0)
		sp_buf_addf(&text, ": %d %s left", e->reduced.left,
			e->reduced.left == 1 ? "is" : "are");
	else
		sp_buf_adds(&text, ": nothing is left");
	render_clause_say(t, e, SP_NOBODY, CLAUSE_USEFUL, &text);
	return 1;
}
