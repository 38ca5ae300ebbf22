/* Orders of a scenario, filled in along sp_law_slots: each word is the answer
 * to the next question; questions that a word does not answer get the obvious
 * answer (no modifier, no more energy, the only play, the end of a walk). */
#include "audit/scenario_private.h"
#include "eval/eval.h"
#include "refusal/refusal.h"

/* ---- one order ----------------------------------------------------------- */

struct order {
	struct audit_tale *t;
	struct sp_command c;
	struct sp_domain d; /* the present question */
	char energy[SP_PAID_MAX][AUDIT_TALE_WORD];
	int n_energy, paid; /* of them */
};

static int verb_of(struct audit_tale *t)
{
	static const struct {
		const char *word;
		enum sp_verb verb;
	} others[] = {
		{ "counter", SP_VERB_ANSWER },
		{ "pass", SP_VERB_ANSWER },
	};
	const char *word = audit_tale_next(t);

	for (size_t i = 0; i < SP_ARRAY_LEN(others); i++)
		if (sp_streq(word, others[i].word))
			return (int)others[i].verb;
	for (int v = 0; v < SP_VERB_COUNT; v++)
		if (sp_streq(word, sp_law_verb_word(v)))
			return v;
	(void)audit_tale_fail(t, "there is no order \"%s\"", word);
	return -1;
}

static int step_of(const char *word)
{
	if (sp_streq(word, "stop"))
		return SP_STOP;
	if (sp_streq(word, "link"))
		return SP_THROUGH;
	for (int d = 0; d < SP_DIRS; d++) {
		const char *name = sp_board_dir_name((enum sp_dir)d);

		if (sp_streq(word, name) ||
			(word[0] == name[0] && word[1] == '\0'))
			return d;
	}
	return -1;
}

static bool asks_direction(const struct order *o)
{
	const struct sp_ruleset *r = o->t->s.ruleset;

	return o->d.kind == SP_SLOT_STEP ||
	       (o->d.card_slot >= 0 &&
		       (r->slot[o->d.card_slot].asks == SP_ASK_DIRECTION ||
			       r->slot[o->d.card_slot].asks == SP_ASK_STEP));
}

/* True if the word is a number, and one is asked for. */
static bool is_number(const struct order *o, const char *word)
{
	long long number;

	return o->d.card_slot >= 0 &&
	       o->t->s.ruleset->slot[o->d.card_slot].asks == SP_ASK_NUMBER &&
	       sp_parse_int(word, 0, UINT16_MAX, &number) == SP_OK;
}

static bool is_play(const struct order *o, const char *word, sp_value value)
{
	const struct sp_ruleset *r = o->t->s.ruleset;
	const struct sp_game *g = &o->t->s.g;
	sp_value of = o->c.n_answers > 0 ? o->c.answer[o->c.n_answers - 1]
					 : SP_NOTHING;
	const struct sp_card *card = sp_eval_card_of_ref(r, g, of);

	return card != NULL && value < card->n_plays &&
	       sp_streq(card->play[value].id, word);
}

static bool fits(const struct order *o, const char *word, sp_value value)
{
	if (o->d.kind == SP_SLOT_PLAY)
		return is_play(o, word, value);
	if (o->c.verb == SP_VERB_WATCH && o->c.n_answers == 0)
		return sp_streq(
			word, o->t->s.ruleset->lexicon.point.word[value]);
	if (asks_direction(o))
		return value == SP_NOTHING ? sp_streq(word, "stop")
					   : step_of(word) == value;
	return audit_tale_means(o->t, value, word);
}

static bool offered(const struct order *o, sp_value value)
{
	for (int i = 0; i < o->d.n; i++)
		if (o->d.value[i] == value)
			return true;
	return false;
}

/* The answer among those offered that the word means; SP_HIDDEN. */
static sp_value find(const struct order *o, const char *word)
{
	/* of a deal what is carried before any card of its kind */
	for (int i = o->d.n - 1; o->c.verb == SP_VERB_PROPOSE && i >= 0; i--)
		if (fits(o, word, o->d.value[i]))
			return o->d.value[i];
	for (int i = 0; i < o->d.n; i++)
		if (fits(o, word, o->d.value[i]))
			return o->d.value[i];
	return SP_HIDDEN;
}

/* ---- an answer that is not offered: it is to be refused ------------------ */

static sp_value card_in(const struct order *o, const char *word, bool in_hand)
{
	const struct sp_ruleset *r = o->t->s.ruleset;
	const struct sp_game *g = &o->t->s.g;
	int type = audit_tale_type(o->t, word);
	sp_value any = SP_HIDDEN;

	for (int i = r->n_copies - 1; i >= 0 && type >= 0; i--) {
		sp_value card = SP_REF(SP_KIND_CARD, i);

		if (!audit_tale_means(o->t, card, word) ||
			(any != SP_HIDDEN && in_hand &&
				(g->place[i].zone != SP_ZONE_HAND ||
					g->place[i].seat != o->c.seat)))
			continue;
		any = card;
	}
	return any;
}

static sp_value thing_named(const struct order *o, const char *word)
{
	const struct sp_game *g = &o->t->s.g;

	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			audit_tale_means(o->t, SP_REF(SP_KIND_THING, i), word))
			return SP_REF(SP_KIND_THING, i);
	return SP_HIDDEN;
}

static sp_value creature_named(const struct order *o, const char *word)
{
	const struct sp_game *g = &o->t->s.g;

	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(g); i++)
		if (g->actor[i].creature &&
			audit_tale_means(o->t, SP_REF(SP_KIND_ACTOR, i), word))
			return SP_REF(SP_KIND_ACTOR, i);
	return SP_HIDDEN;
}

static sp_value played_named(const struct order *o, const char *word)
{
	const struct sp_game *g = &o->t->s.g;

	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind != SP_PLAYED_FREE &&
			audit_tale_means(o->t, SP_REF(SP_KIND_PLAYED, i), word))
			return SP_REF(SP_KIND_PLAYED, i);
	return SP_HIDDEN;
}

/* The play of the card that the word names, legal or not. */
static sp_value play_named(const struct order *o, const char *word)
{
	for (int i = 0; i < SP_PLAYS_MAX; i++)
		if (is_play(o, word, i))
			return i;
	return SP_HIDDEN;
}

/* What the word would be here, were it legal. */
static sp_value guess(const struct order *o, const char *word)
{
	sp_value value = SP_HIDDEN;

	if (o->c.verb == SP_VERB_WALK || asks_direction(o))
		value = step_of(word) >= 0 ? step_of(word) : SP_HIDDEN;
	if (value == SP_HIDDEN)
		value = audit_tale_ref(o->t, word);
	/* whose it is to be is asked as a player */
	if (o->c.verb == SP_VERB_WATCH && o->c.n_answers == 1 &&
		sp_kind_of(value) == SP_KIND_ACTOR)
		value = SP_REF(SP_KIND_SEAT, sp_index_of(value));
	if (value == SP_HIDDEN && o->d.kind != SP_SLOT_CARD)
		value = creature_named(o, word);
	if (value != SP_HIDDEN && o->d.kind != SP_SLOT_PLAYED)
		return value;
	if (o->c.verb == SP_VERB_USE || o->c.verb == SP_VERB_DROP_ITEM ||
		o->c.verb == SP_VERB_END_SPELL || o->d.kind == SP_SLOT_PLAYED)
		value = played_named(o, word);
	if (value == SP_HIDDEN &&
		(o->d.kind == SP_SLOT_ANY || o->c.verb == SP_VERB_TAKE_ITEM ||
			o->c.verb == SP_VERB_PUNCH || o->c.verb == SP_VERB_USE))
		value = thing_named(o, word);
	if (value == SP_HIDDEN && o->d.kind == SP_SLOT_ANY)
		value = played_named(o, word);
	return value != SP_HIDDEN ? value : card_in(o, word, true);
}

/* ---- filling in ---------------------------------------------------------- */

static void answer(struct order *o, sp_value value)
{
	if (o->c.n_answers < SP_ANSWERS_MAX)
		o->c.answer[o->c.n_answers++] = value;
}

/* "at", "on", or the word of the slot that asks. */
static void skip_fillers(struct order *o)
{
	static const char *const fillers[] = { "at", "on", "by", "to", "into",
		"with", "around", "against", "of", "then" };
	const struct sp_ruleset *r = o->t->s.ruleset;

	for (size_t i = 0; i < SP_ARRAY_LEN(fillers); i++)
		(void)audit_tale_take(o->t, fillers[i]);
	if (o->d.card_slot >= 0 && r->slot[o->d.card_slot].words[0] != '\0')
		(void)audit_tale_take(o->t, r->slot[o->d.card_slot].words);
}

static void cut_word(struct audit_tale *t, int i, char out[AUDIT_TALE_WORD])
{
	memcpy(out, t->word[i], AUDIT_TALE_WORD);
	t->n--;
	memmove(t->word[i], t->word[i + 1],
		(size_t)(t->n - i) * sizeof(t->word[i]));
}

static bool is_source(struct audit_tale *t, int i)
{
	return i < t->n && (sp_streq(t->word[i], "none") ||
				   audit_tale_type(t, t->word[i]) >= 0);
}

/* "with energy-4", "with energy-4 + drop-object", and again for the second
 * power: taken out of the line. */
static void find_energy(struct order *o)
{
	struct audit_tale *t = o->t;
	char plus[AUDIT_TALE_WORD];
	int i = t->at;

	while (i + 1 < t->n) {
		if (!sp_streq(t->word[i], "with") || !is_source(t, i + 1)) {
			i++;
			continue;
		}
		do {
			cut_word(t, i, plus);
			if ((size_t)o->n_energy < SP_ARRAY_LEN(o->energy))
				cut_word(t, i, o->energy[o->n_energy++]);
		} while (i < t->n && sp_streq(t->word[i], "+") &&
			 is_source(t, i + 1));
	}
}

/* What the card says is usual; SP_HIDDEN. */
static sp_value default_of(const struct order *o)
{
	const struct sp_ruleset *r = o->t->s.ruleset;
	struct sp_env env = { .ruleset = r,
		.g = &o->t->s.g,
		.actor = o->c.seat,
		.self = SP_NOTHING,
		.it = SP_NOTHING,
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.cast = -1 };

	if (o->d.card_slot < 0)
		return SP_HIDDEN;
	return sp_eval_code(&env, r->slot[o->d.card_slot].fallback, SP_HIDDEN);
}

/* The answer where no word is: the usual one, none, the end of a walk, the only
 * one. False if the answer has to be said. */
static bool unsaid(struct order *o)
{
	sp_value end = o->d.kind == SP_SLOT_STEP ? SP_STOP : SP_NOTHING;
	sp_value usual = default_of(o);

	if (usual != SP_HIDDEN && offered(o, usual))
		answer(o, usual);
	else if (offered(o, end))
		answer(o, end);
	else if (o->d.n == 1 || (o->d.n > 0 && o->d.kind == SP_SLOT_PLAY))
		answer(o, o->d.value[0]);
	else if (o->d.kind == SP_SLOT_PLAY ||
		 (o->c.verb == SP_VERB_WATCH && offered(o, 0)))
		answer(o, 0);
	else if (o->d.kind == SP_SLOT_MODIFIER || o->d.kind == SP_SLOT_ENERGY)
		answer(o, SP_NOTHING);
	else
		return false;
	return true;
}

/* Questions whose answer the line may leave out. */
static bool may_be_silent(const struct order *o)
{
	if (o->c.verb == SP_VERB_WATCH && o->c.n_answers == 1 &&
		sp_kind_of(audit_tale_ref(o->t, audit_tale_peek(o->t))) ==
			SP_KIND_ACTOR)
		return false;
	return o->d.kind == SP_SLOT_PLAY || o->d.kind == SP_SLOT_MODIFIER ||
	       o->d.kind == SP_SLOT_STACK || offered(o, SP_NOTHING) ||
	       default_of(o) != SP_HIDDEN;
}

/* What pays. */
static void pay(struct order *o)
{
	sp_value value = SP_NOTHING;

	if (o->paid < o->n_energy && sp_streq(o->energy[o->paid], "none")) {
		o->paid++;
	} else if (o->paid < o->n_energy) {
		value = find(o, o->energy[o->paid]);
		if (value == SP_HIDDEN)
			value = card_in(o, o->energy[o->paid], true);
		o->paid++;
	}
	answer(o, value);
}

/* A slot whose own word is "with", where nothing pays. */
static bool says_with(const struct order *o)
{
	return o->d.card_slot >= 0 && o->paid < o->n_energy &&
	       sp_streq(o->t->s.ruleset->slot[o->d.card_slot].words, "with");
}

/* The same question several times, where the order of the answers is nothing.
 */
static bool is_unordered(const struct order *o)
{
	const struct sp_card_slot *slot;

	if (o->d.card_slot < 0)
		return false;
	slot = &o->t->s.ruleset->slot[o->d.card_slot];
	return slot->repeat >= 0 && !slot->ordered;
}

/* What goes together is named in any order; it is answered in that of the
 * numbers. */
static void sort_words(struct order *o)
{
	struct audit_tale *t = o->t;
	char spare[AUDIT_TALE_WORD];

	if (o->c.verb != SP_VERB_DISCARD && o->c.verb != SP_VERB_GIVE_UP &&
		!is_unordered(o))
		return;
	for (int i = 0; i < o->d.n; i++)
		for (int w = t->at; w < t->n; w++) {
			if (!fits(o, t->word[w], o->d.value[i]))
				continue;
			memcpy(spare, t->word[w], AUDIT_TALE_WORD);
			memcpy(t->word[w], t->word[t->at], AUDIT_TALE_WORD);
			memcpy(t->word[t->at], spare, AUDIT_TALE_WORD);
			return;
		}
}

/* How often the answer before comes: "x3", or the same word again. False: the
 * line does not say. */
static bool say_times(struct order *o)
{
	struct audit_tale *t = o->t;
	char spare[AUDIT_TALE_WORD];
	long long times = 1;

	if (o->d.n == 0 || sp_times_of(o->d.value[o->d.n - 1]) == 0 ||
		t->at == t->n)
		return false;
	if (t->word[t->at][0] == 'x' &&
		sp_parse_int(t->word[t->at] + 1, 2, SP_PARTS_MAX, &times) ==
			SP_OK) {
		cut_word(t, t->at, spare);
		answer(o, SP_TIMES(times));
		return true;
	}
	for (int i = t->at; o->c.n_answers > 0 && i < t->n;) {
		if (!fits(o, t->word[i], o->c.answer[o->c.n_answers - 1])) {
			i++;
			continue;
		}
		cut_word(t, i, spare);
		times++;
	}
	if (times > 1)
		answer(o, SP_TIMES(times));
	return times > 1;
}

/* One question; false: no word is left for it. */
static bool step(struct order *o)
{
	struct audit_tale *t = o->t;
	sp_value value;

	if (o->d.kind == SP_SLOT_ENERGY || says_with(o)) {
		pay(o);
		return true;
	}
	/* a deal: what is given, for what is wanted */
	if (o->c.verb == SP_VERB_PROPOSE && audit_tale_take(t, "for")) {
		answer(o, SP_NOTHING);
		return true;
	}
	skip_fillers(o);
	if (say_times(o))
		return true;
	sort_words(o);
	if (t->at == t->n)
		return unsaid(o);
	value = find(o, audit_tale_peek(t));
	if (value == SP_HIDDEN && o->d.kind == SP_SLOT_PLAY)
		value = play_named(o, audit_tale_peek(t));
	/* a way that is not open is said all the same, and so is a number */
	if (value == SP_HIDDEN && may_be_silent(o) &&
		!is_number(o, audit_tale_peek(t)) &&
		!(o->c.verb == SP_VERB_CHOOSE && asks_direction(o) &&
			step_of(audit_tale_peek(t)) >= 0))
		return unsaid(o);
	if (value == SP_HIDDEN)
		value = guess(o, audit_tale_peek(t));
	if (value == SP_HIDDEN && o->d.n == 0)
		return false; /* it is refused already */
	if (value == SP_HIDDEN)
		return audit_tale_fail(
			t, "what is \"%s\"?", audit_tale_peek(t));
	(void)audit_tale_next(t);
	answer(o, value);
	return true;
}

/* Words that no question asks for make an order that is refused as such. */
static void add_the_rest(struct order *o)
{
	while (o->paid < o->n_energy)
		pay(o);
	while (o->t->at < o->t->n) {
		sp_value value = guess(o, audit_tale_next(o->t));

		if (value != SP_HIDDEN)
			answer(o, value);
	}
}

static bool fill(struct order *o)
{
	struct audit_tale *t = o->t;

	find_energy(o);
	for (;;) {
		sp_law_slots(t->s.ruleset, &t->s.g, o->c.seat, &o->c, &o->d);
		if (o->d.complete || o->c.n_answers == SP_ANSWERS_MAX ||
			!step(o))
			break;
	}
	add_the_rest(o);
	return !t->failed;
}

/* ---- doing it ------------------------------------------------------------ */

/* Is every answer in its domain, and the whole complete? */
static bool is_offered(const struct audit_tale *t, const struct sp_command *c)
{
	struct sp_command prefix = *c;
	struct order o = { .t = NULL };

	prefix.verb = -1;
	prefix.n_answers = 0;
	sp_law_slots(t->s.ruleset, &t->s.g, c->seat, &prefix, &o.d);
	if (!offered(&o, c->verb))
		return false;
	prefix.verb = c->verb;
	for (;;) {
		sp_law_slots(t->s.ruleset, &t->s.g, c->seat, &prefix, &o.d);
		if (prefix.n_answers == c->n_answers)
			return o.d.complete;
		if (o.d.complete || !offered(&o, c->answer[prefix.n_answers]))
			return false;
		prefix.n_answers++;
	}
}

/* Written down and read again it is the same game. */
static bool comes_back(struct audit_tale *t)
{
	struct sp_game again;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *hidden = sp_state_hidden(&t->s.g);
	bool ok;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&t->s.g, &t->s.ruleset->lexicon, &text);
	ok = sp_state_decode(&again, &t->s.ruleset->lexicon, text.data,
		     text.len, &e) == SP_OK &&
	     sp_state_set_hidden(&again, hidden, &e) == SP_OK;
	if (ok)
		sp_rng_init(&again.rng, t->s.g.rng.key, t->s.g.rng.next);
	sp_buf_free(&text);
	json_decref(hidden);
	if (!ok)
		return audit_tale_fail(t, "does not come back: %s", e.text);
	/* Both were zeroed whole, padding too, and a member that the codec
	 * forgets shows itself.
	 * NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) */
	if (memcmp(&again, &t->s.g, sizeof(again)) != 0)
		return audit_tale_fail(t, "comes back as another position");
	t->s.g = again;
	return true;
}

static void put_words(struct audit_scene *s)
{
	struct sp_buf words;

	sp_buf_init(&words, sizeof(s->words) - 1);
	sp_refusal_say(s->ruleset, &s->g, &s->why, &words);
	sp_format(s->words, sizeof(s->words), "%s", sp_buf_str(&words));
	sp_buf_free(&words);
}

bool audit_tale_apply(struct audit_tale *t, const struct sp_command *c)
{
	bool wanted = c->source == SP_SOURCE_CLOCK || is_offered(t, c);
	struct sp_error e = { 0 };
	int code;

	t->s.events.n = 0;
	code = sp_rules_apply(
		t->s.ruleset, &t->s.g, c, &t->s.events, &t->s.why);
	put_words(&t->s);
	t->refused = code != SP_OK;
	t->refused_line = t->line;
	if (code != SP_OK && code != SP_EREFUSED)
		return audit_tale_fail(t, "status %d", code);
	if (wanted != !t->refused)
		return audit_tale_fail(t, "%s: %s",
			wanted ? "offered, but refused"
			       : "accepted, but not offered",
			t->s.words);
	if (sp_state_check(&t->s.g, &e) != SP_OK)
		return audit_tale_fail(
			t, "a position that cannot be: %s", e.text);
	return comes_back(t);
}

static bool pass(struct audit_tale *t, int seat)
{
	struct sp_command c;

	sp_law_command_init(&c, &t->s.g, seat);
	c.verb = SP_VERB_ANSWER;
	c.answer[c.n_answers++] = SP_NOTHING;
	return audit_tale_apply(t, &c) &&
	       (!t->refused || audit_tale_fail(t, "%s cannot pass: %s",
				       t->s.g.colour[seat], t->s.words));
}

bool audit_tale_settle(struct audit_tale *t)
{
	const struct sp_decision *d = &t->s.g.decision;

	while (d->kind == SP_DECISION_REACTION) {
		for (int i = 0; i < t->s.g.n_seats; i++)
			if ((d->seats & ~d->answered) >> i & 1) {
				if (!pass(t, i))
					return false;
				break;
			}
	}
	return true;
}

bool audit_tale_order(struct audit_tale *t, int seat)
{
	struct order o = { .t = t };

	if (!sp_streq(audit_tale_peek(t), "counter") &&
		!sp_streq(audit_tale_peek(t), "pass") &&
		!sp_streq(audit_tale_peek(t), "resign") &&
		!audit_tale_settle(t))
		return false;
	sp_law_command_init(&o.c, &t->s.g, seat);
	o.c.verb = verb_of(t);
	if (o.c.verb == SP_VERB_ANSWER)
		(void)audit_tale_take(t, "with");
	return o.c.verb >= 0 && fill(&o) && audit_tale_apply(t, &o.c);
}
