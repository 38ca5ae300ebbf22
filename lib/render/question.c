/*
 * What a seat is asked by the decision that is open: what is announced and why
 * it is asked, for the mails of reactions, choices and discards. Works on the
 * view of the seat, so it cannot tell what that seat may not know.
 */
#include "render/render_private.h"

#include "agent/agent.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "law/asked.h"
#include "law/casting.h"

/* What a title takes of a subject: with game, seat and deadline, 78 columns. */
#define TITLE_WIDTH 34

struct asker {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int viewer;
	json_t *lines, *why;
};

static void add_line(json_t *list, struct sp_buf *line)
{
	(void)json_array_append_new(list, json_string(sp_buf_str(line)));
	sp_buf_free(line);
}

static void add_words(json_t *list, const char *words)
{
	(void)json_array_append_new(list, json_string(words));
}

/* "Red", "you"; at the start of a sentence "You". */
static void add_who(
	const struct asker *a, int seat, bool first, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];

	if (seat == a->viewer) {
		sp_buf_adds(out, first ? "You" : "you");
		return;
	}
	sp_render_actor(a->ruleset, a->g, seat, name);
	if (first)
		*name = (char)sp_upper((unsigned char)*name);
	sp_buf_adds(out, name);
}

static void add_standing(const struct asker *a, int seat, struct sp_buf *out)
{
	char name[SP_SQUARE_NAME_SIZE];

	add_who(a, seat, true, out);
	if (!a->g->actor[seat].alive)
		return;
	sp_board_square_name(&a->g->board, a->g->actor[seat].square, name);
	sp_buf_addf(out, " (%s)", name);
}

static int seat_of(sp_value actor)
{
	int kind = sp_kind_of(actor);

	return kind == SP_KIND_ACTOR || kind == SP_KIND_SEAT
		       ? sp_index_of(actor)
		       : SP_NOBODY;
}

/* ---- what is announced --------------------------------------------------- */

/* " casts Fireball", " cast Fireball" of you. */
static void add_deed(
	const struct asker *a, const struct sp_cast *cast, struct sp_buf *out)
{
	static const char *const verbs[SP_PLAY_TYPE_COUNT] = {
		[SP_PLAY_ATTACK] = "cast",
		[SP_PLAY_NEUTRAL] = "cast",
		[SP_PLAY_COUNTER] = "answer with",
		[SP_PLAY_PHYSICAL] = "attack with",
		[SP_PLAY_USE] = "use",
		[SP_PLAY_ITEM] = "play",
	};
	static const char *const others[SP_PLAY_TYPE_COUNT] = {
		[SP_PLAY_ATTACK] = "casts",
		[SP_PLAY_NEUTRAL] = "casts",
		[SP_PLAY_COUNTER] = "answers with",
		[SP_PLAY_PHYSICAL] = "attacks with",
		[SP_PLAY_USE] = "uses",
		[SP_PLAY_ITEM] = "plays",
	};
	bool own = cast->actor == SP_REF(SP_KIND_ACTOR, a->viewer);

	if (cast->card < 0) {
		sp_buf_adds(out, own ? " punch" : " punches");
		return;
	}
	sp_buf_addf(out, " %s %s", (own ? verbs : others)[cast->type],
		render_card_name(a->ruleset, cast->card));
	render_add_play(a->ruleset, cast->card, cast->play, out);
}

/* " against Red's Fireball" of a counter. */
static void add_against(
	const struct asker *a, const struct sp_cast *cast, struct sp_buf *out)
{
	if (cast->parent < 0 || cast->modifier)
		return;
	sp_buf_adds(out, " against ");
	render_add_ref(
		a->ruleset, a->g, SP_REF(SP_KIND_ITEM, cast->parent), out);
}

static bool is_fuelled(const struct asker *a, const struct sp_cast *cast)
{
	return cast->card >= 0 && sp_ruleset_card(a->ruleset, cast->card)
					  ->play[cast->play]
					  .fuelled;
}

/* "; energy 5, paid with Energy 5". */
static void add_energy(
	const struct asker *a, const struct sp_cast *cast, struct sp_buf *out)
{
	struct sp_render_list list;

	if (!is_fuelled(a, cast))
		return;
	sp_buf_addf(out, "; energy %d", cast->energy);
	if (cast->n_paid == 0)
		return;
	sp_buf_adds(out, ", paid with ");
	render_list_begin(&list, cast->n_paid);
	for (int i = 0; i < cast->n_paid; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out, render_card_name(a->ruleset, cast->paid[i]));
	}
}

/* "Around the Corner at d4 is a part of it", where it was cast from. */
static void add_parts(const struct asker *a, int cast)
{
	const struct sp_game *g = a->g;
	const struct sp_cast *it = &g->cast[cast];
	char name[SP_SQUARE_NAME_SIZE];
	struct sp_buf line;

	for (int i = 0; i < g->n_casts; i++) {
		const struct sp_cast *m = &g->cast[i];

		if (!m->used || !m->modifier || m->parent != cast)
			continue;
		sp_buf_init(&line, SIZE_MAX);
		sp_buf_adds(&line, render_card_name(a->ruleset, m->card));
		render_add_answers(a->ruleset, g, m, a->viewer, &line);
		sp_buf_adds(&line, m->cancelled ? " was a part of it and fell."
						: " is a part of it.");
		add_line(a->lines, &line);
	}
	if (seat_of(it->actor) == SP_NOBODY ||
		it->origin == g->actor[seat_of(it->actor)].square ||
		it->origin == SP_NOWHERE)
		return;
	sp_buf_init(&line, SIZE_MAX);
	sp_board_square_name(&g->board, it->origin, name);
	sp_buf_addf(&line, "It comes from %s.", name);
	add_line(a->lines, &line);
}

static void add_item(const struct asker *a, int i)
{
	const struct sp_cast *cast = &a->g->cast[i];
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	add_standing(a, sp_index_of(cast->actor), &line);
	add_deed(a, cast, &line);
	render_add_answers(a->ruleset, a->g, cast, a->viewer, &line);
	add_against(a, cast, &line);
	add_energy(a, cast, &line);
	sp_buf_adds(&line, cast->cancelled ? "; it is cancelled" : "");
	sp_render_add_stop(&line);
	add_line(a->lines, &line);
	add_parts(a, i);
	if (cast->card >= 0)
		render_quote(a->ruleset, a->g,
			sp_ruleset_card(a->ruleset, cast->card),
			seat_of(cast->actor), a->viewer, a->lines);
}

/* The cast in question, then what it answers, and so on. */
static void add_items(const struct asker *a, int i)
{
	for (int n = 0; i >= 0 && n < SP_CASTS_MAX; n++) {
		if (n == 1)
			add_words(a->lines, "What went before:");
		add_item(a, i);
		i = a->g->cast[i].parent;
	}
}

/* "Blue counters your Fireball with Full Shield", or as much of it as fits:
 * what is countered, or else by what. */
static void title_of_counter(
	const struct asker *a, const struct sp_cast *cast, struct sp_buf *out)
{
	const struct sp_cast *it = &a->g->cast[cast->parent];
	const char *name = render_card_name(a->ruleset, cast->card);
	bool own = cast->actor == SP_REF(SP_KIND_ACTOR, a->viewer);
	size_t start = out->len, bare;

	add_who(a, sp_index_of(cast->actor), true, out);
	sp_buf_adds(out, own ? " counter" : " counters");
	bare = out->len;
	if (it->actor == SP_REF(SP_KIND_ACTOR, a->viewer)) {
		sp_buf_addf(out, " your %s",
			it->card < 0 ? "punch"
				     : render_card_name(a->ruleset, it->card));
	} else {
		sp_buf_addc(out, ' ');
		render_add_ref(a->ruleset, a->g,
			SP_REF(SP_KIND_ITEM, cast->parent), out);
	}
	if (out->len - start > TITLE_WIDTH)
		sp_buf_truncate(out, bare);
	size_t what = out->len;
	sp_buf_addf(out, " with %s", name);
	if (out->len - start > TITLE_WIDTH && what > bare)
		sp_buf_truncate(out, what);
}

/* The short form for a subject: whom or what it is for only if that fits. */
static void title_of_item(const struct asker *a, int i, struct sp_buf *out)
{
	const struct sp_cast *cast = &a->g->cast[i];
	size_t start = out->len, bare;
	const char *colon;

	if (cast->type == SP_PLAY_COUNTER && cast->parent >= 0 &&
		cast->card >= 0 && !cast->modifier) {
		title_of_counter(a, cast, out);
		return;
	}
	add_who(a, sp_index_of(cast->actor), true, out);
	add_deed(a, cast, out);
	bare = out->len;
	render_add_answers(a->ruleset, a->g, cast, a->viewer, out);
	colon = strchr(sp_buf_str(out) + bare, ':');
	if (out->len - start > TITLE_WIDTH && colon != NULL)
		sp_buf_truncate(out, (size_t)(colon - sp_buf_str(out)));
	if (out->len - start > TITLE_WIDTH)
		sp_buf_truncate(out, bare);
}

/* ---- reactions ----------------------------------------------------------- */

/* The frame that waits for the answers: what it tells of damage and treasures.
 */
static const struct sp_frame *waiting(const struct sp_game *g)
{
	return g->n_frames > 1 ? &g->frame[g->n_frames - 2] : NULL;
}

/* " from Blue's Fireball", " from Thornbush", " from Blue", or nothing. */
static void add_cause(const struct asker *a, const struct sp_frame *f, int by,
	struct sp_buf *out)
{
	int card = f->damage.told_by - 1;

	if (by == SP_NOBODY && card < 0)
		return;
	sp_buf_adds(out, " from ");
	if (by == a->viewer && card >= 0)
		sp_buf_adds(out, "your ");
	else if (by != SP_NOBODY)
		add_who(a, by, false, out);
	if (by != SP_NOBODY && by != a->viewer && card >= 0)
		sp_buf_adds(out, "'s ");
	if (card >= 0)
		sp_buf_adds(out, render_card_name(a->ruleset, card));
}

/* True if the damage would blow its victim away, rather than hurt. */
static bool is_blown(const struct asker *a, const struct sp_frame *damage)
{
	return sp_kind_of(damage->who) == SP_KIND_ACTOR &&
	       (sp_law_blower(a->ruleset, a->g, damage) >= 0 ||
		       sp_eval_actor_stat(a->ruleset, a->g,
			       sp_index_of(damage->who), SP_STAT_FEATHER) != 0);
}

static void add_damage(
	const struct asker *a, const struct sp_frame *f, struct sp_buf *title)
{
	static const char *const elements[] = {
#define X(symbol, word) [SP_ELEMENT_##symbol] = (word),
		SP_ELEMENTS(X)
#undef X
	};
	int who = seat_of(f->who), by = seat_of(f->by);
	bool blown = is_blown(a, f);
	struct sp_buf line;

	sp_buf_addf(title, "%d damage to ", (int)f->amount);
	if (who != SP_NOBODY)
		add_who(a, who, false, title);
	else
		render_add_ref(a->ruleset, a->g, f->who, title);
	sp_buf_adds(title, blown ? ", or a push" : "");
	sp_buf_init(&line, SIZE_MAX);
	if (who != SP_NOBODY)
		add_who(a, who, true, &line);
	sp_buf_addf(&line, " %s about to suffer %d%s%s damage",
		who == a->viewer ? "are" : "is", (int)f->amount,
		f->element != 0 ? " " : "",
		f->element != 0 && f->element < SP_ARRAY_LEN(elements)
			? elements[f->element]
			: "");
	add_cause(a, f, by == who ? SP_NOBODY : by, &line);
	if (who != SP_NOBODY)
		sp_buf_addf(&line, "; %s life is %d",
			who == a->viewer ? "your" : "its",
			a->g->actor[who].life);
	sp_render_add_stop(&line);
	if (blown) {
		sp_buf_adds(&line, " Each point blows ");
		add_who(a, who, false, &line);
		sp_buf_adds(&line, " one square away instead; what is left "
				   "where there is no way hurts.");
	}
	add_line(a->lines, &line);
}

static void add_treasure(const struct asker *a, const struct sp_frame *f,
	int treasure, struct sp_buf *title)
{
	int who = f != NULL ? seat_of(f->who) : SP_NOBODY;
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf line;

	if (who == SP_NOBODY)
		who = a->g->treasure[treasure].carrier;
	if (who != SP_NOBODY)
		add_who(a, who, true, title);
	sp_buf_adds(title, who == a->viewer ? " pick up " : " picks up ");
	if (a->g->treasure[treasure].owner == a->viewer)
		sp_format(name, sizeof(name), "your treasure");
	else if (a->g->treasure[treasure].owner == who)
		sp_format(name, sizeof(name), "its own treasure");
	else
		sp_render_treasure(a->g, treasure, name);
	sp_buf_adds(title, name);
	sp_buf_init(&line, SIZE_MAX);
	if (who != SP_NOBODY)
		add_standing(a, who, &line);
	sp_buf_addf(&line, " %s %s.", who == a->viewer ? "pick up" : "picks up",
		name);
	add_line(a->lines, &line);
}

/* True if the thing, spell or item lies or stands there for the viewer, or
 * hangs on the viewer. */
static bool is_own(const struct asker *a, int kind, int i)
{
	const struct sp_game *g = a->g;
	sp_value me = SP_REF(SP_KIND_ACTOR, a->viewer);

	switch (kind) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		return i == a->viewer;
	case SP_KIND_THING:
		return g->thing[i].seat == a->viewer;
	case SP_KIND_TREASURE:
		return g->treasure[i].owner == a->viewer ||
		       g->treasure[i].carrier == a->viewer;
	case SP_KIND_PLAYED:
		return g->played[i].seat == a->viewer ||
		       g->played[i].target == me;
	case SP_KIND_CARD:
		return g->place[i].seat == a->viewer;
	case SP_KIND_ITEM:
		return g->cast[i].seat == a->viewer;
	default:
		return false;
	}
}

/* What an answer of a cast names that is the viewer's, or where the viewer
 * stands; NULL: nothing. */
static const char *own_of(const struct asker *a, sp_value value)
{
	uint16_t here = a->g->actor[a->viewer].square;
	int kind = sp_kind_of(value), i = sp_index_of(value);

	if (kind == SP_KIND_SECTOR)
		return here != SP_NOWHERE && here / SP_SECTOR_SQUARES == i
			       ? "It works on the sector that you stand in, "
				 "and you may answer it."
			       : NULL;
	if (kind == SP_KIND_SQUARE)
		return here == i ? "It works on the square that you stand in, "
				   "and you may answer it."
				 : NULL;
	return is_own(a, kind, i) ? "It works on something of yours, and you "
				    "may answer it."
				  : NULL;
}

/* What a cast has to do with the viewer, as far as its announcement says: what
 * comes of it may reach further, so nobody is told that it does not. */
static const char *concern(const struct asker *a, int i)
{
	const struct sp_cast *cast = &a->g->cast[i];

	if (cast->parent >= 0 && a->g->cast[cast->parent].seat == a->viewer)
		return "It works against what you do yourself, and you may "
		       "answer it.";
	if ((sp_eval_affected(a->ruleset, a->g, i) >> a->viewer & 1U) != 0 ||
		sp_eval_is_aimed_at(a->ruleset, a->g, i, a->viewer))
		return "It concerns you, and you may answer it.";
	for (int k = 0; k < cast->n_answers; k++) {
		const char *own = cast->secret >> k & 1U
					  ? NULL
					  : own_of(a, cast->answer[k]);

		if (own != NULL)
			return own;
	}
	return "You may answer it from where you stand.";
}

/* "Your answer to Red's Zot!, Pain Link, still stands and comes when this is
 * over": what the viewer said in the rounds that this one interrupts. */
static void add_sealed(const struct asker *a)
{
	for (int i = 0; a->viewer >= 0 && i + 1 < a->g->n_rounds; i++) {
		const struct sp_round *round = &a->g->reaction[i];
		const struct sp_response *mine = &round->reply[a->viewer];
		struct sp_render_list list;
		struct sp_buf line;
		int next = round->next[a->viewer];

		if (next >= mine->n)
			continue;
		sp_buf_init(&line, SIZE_MAX);
		sp_buf_adds(&line, "Your answer");
		if (sp_kind_of(round->subject) == SP_KIND_ITEM) {
			sp_buf_adds(&line, " to ");
			render_add_ref(a->ruleset, a->g, round->subject, &line);
		}
		sp_buf_adds(&line, ", ");
		render_list_begin(&list, mine->n - next);
		for (; next < mine->n; next++) {
			render_list_next(&list, &line);
			sp_buf_adds(&line, render_card_name(a->ruleset,
						   mine->counter[next].card));
		}
		sp_buf_adds(&line, ", still stands and is played behind this, "
				   "if it is needed then.");
		add_line(a->why, &line);
	}
}

static void add_why(const struct asker *a, const struct sp_round *round)
{
	unsigned own = a->viewer >= 0 ? 1U << a->viewer : 0;
	unsigned others = a->g->decision.seats & ~own;
	struct sp_buf line;

	if (round->number > 1)
		add_words(a->why,
			"What was played changed things, so those whom it "
			"concerns now are asked anew.");
	if (sp_kind_of(round->subject) == SP_KIND_ITEM) {
		add_words(a->why, concern(a, sp_index_of(round->subject)));
		render_add_through(a->ruleset, a->g, a->viewer,
			sp_index_of(round->subject), a->why);
	}
	add_sealed(a);
	if (others == 0)
		return;
	sp_buf_init(&line, SIZE_MAX);
	render_add_seats(a->g, others, SP_NOBODY, &line);
	/* who of them is sent a mail nobody else is to know */
	sp_buf_adds(&line, " may answer, too.");
	add_line(a->why, &line);
}

static void ask_reaction(const struct asker *a, struct sp_buf *title)
{
	const struct sp_round *round = &a->g->reaction[a->g->n_rounds - 1];
	const struct sp_frame *f = waiting(a->g);
	int i = sp_index_of(round->subject);

	if (sp_kind_of(round->subject) == SP_KIND_ITEM) {
		title_of_item(a, i, title);
		add_items(a, i);
	} else if (sp_kind_of(round->subject) == SP_KIND_TREASURE) {
		add_treasure(a, f, i, title);
	} else if (f != NULL) {
		add_damage(a, f, title);
		if (f->damage.told_by > 0)
			render_quote(a->ruleset, a->g,
				sp_ruleset_card(
					a->ruleset, f->damage.told_by - 1),
				SP_NOBODY, a->viewer, a->lines);
	}
	add_why(a, round);
}

/* ---- choices and discards ------------------------------------------------ */

/* The slot that is asked; NULL: not known. */
static const struct sp_card_slot *open_slot(const struct asker *a)
{
	struct sp_domain *domain = sp_xmalloc(sizeof(*domain));
	struct sp_command c;
	int slot;

	sp_law_command_init(&c, a->g, a->viewer);
	c.verb = SP_VERB_CHOOSE;
	sp_law_slots(a->ruleset, a->g, a->viewer, &c, domain);
	slot = domain->card_slot;
	sp_free(domain);
	return slot >= 0 ? &a->ruleset->slot[slot] : NULL;
}

/* Behind the sentence: which of several targets it is. */
static void add_parts_asked(const struct asker *a, int cast, struct sp_buf *out)
{
	struct sp_casting open;
	int left;

	sp_law_casting_of_open(&open, a->ruleset, a->g, cast);
	left = open.parts - open.part;
	if (open.parts < 2)
		return;
	sp_buf_addf(out, " It is number %d of %d.", open.part + 1, open.parts);
	if (left > 1)
		sp_buf_adds(out, " One answer may have several: `1, 1`.");
}

/* "which way Blue goes from c3: 3 squares are left" */
static void add_way(
	const struct asker *a, const struct sp_frame *f, struct sp_buf *out)
{
	char name[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&a->g->board, a->g->actor[f->actor].square, name);
	sp_buf_adds(out, "which way ");
	add_who(a, f->actor, false, out);
	sp_buf_addf(out, " %s from %s: %d square%s left",
		f->actor == a->viewer ? "go" : "goes", name, f->walk.left,
		f->walk.left == 1 ? " is" : "s are");
}

/* What the way is for, where the announcement does not say it: damage that it
 * takes the place of, or somebody who comes. */
static void add_pusher(const struct asker *a, const struct sp_frame *f)
{
	const struct sp_frame *below = f - 1;
	struct sp_buf line;

	if (f <= a->g->frame || f->kind != SP_FRAME_WALK)
		return;
	sp_buf_init(&line, SIZE_MAX);
	if (below->kind == SP_FRAME_DAMAGE) {
		sp_buf_addf(&line, "It is for %d damage", (int)below->amount);
		add_cause(a, below, seat_of(below->by), &line);
		sp_buf_adds(&line, ": each square spares you a point.");
	} else if (below->kind == SP_FRAME_WALK && below->actor != f->actor) {
		add_standing(a, below->actor, &line);
		sp_buf_adds(&line, " fills a whole square and comes into "
				   "yours.");
	}
	if (line.len > 0)
		add_line(a->lines, &line);
	else
		sp_buf_free(&line);
}

/* True if the way that is asked for is a push, which leads straight on. */
static bool is_straight(const struct asker *a)
{
	const struct sp_frame *f = &a->g->frame[a->g->n_frames - 2];

	return f[1].choice.slot == a->ruleset->push_slot &&
	       (f->by != f->who || f->local[SP_STEP_STRAIGHT] == 1);
}

/* Behind the sentence: how often the same is asked. */
static void add_again(const struct asker *a, struct sp_buf *out)
{
	int more = sp_agent_more_answers(a->ruleset, a->g, a->viewer);
	int walker;

	if (sp_agent_way_left(a->ruleset, a->g, &walker) > 1 && !is_straight(a))
		sp_buf_adds(out,
			" One answer may be the whole way, with commas "
			"between its steps.");
	if (more > 0)
		sp_buf_addf(out,
			" After your answer it asks for the same again, up to "
			"%d more time%s; one answer may name several: `1, 2`.",
			more, sp_plural(more));
}

/* What comes of choosing nothing. */
static void add_if_nothing(const struct asker *a)
{
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	sp_buf_adds(&line, "If you choose `nothing` now: ");
	size_t before = line.len;
	sp_render_forecast(a->ruleset, a->g, a->viewer, &line);
	sp_render_add_stop(&line);
	if (line.len > before + 1)
		add_line(a->lines, &line);
	else
		sp_buf_free(&line);
}

static void ask_choice(const struct asker *a, struct sp_buf *title)
{
	const struct sp_card_slot *slot = open_slot(a);
	const struct sp_frame *f = waiting(a->g);
	int type = sp_law_asker(a->ruleset, a->g);
	const struct sp_card *card = type < 0 ? NULL : &a->ruleset->card[type];
	bool has_cast = f != NULL && f->cast >= 0 && f->cast < a->g->n_casts;
	struct sp_buf line;

	sp_buf_adds(title, "choose");
	if (card != NULL)
		sp_buf_addf(title, " for %s", card->name);
	sp_buf_init(&line, SIZE_MAX);
	if (f != NULL && f->kind == SP_FRAME_DAMAGE) {
		sp_buf_addf(&line,
			"%d damage comes at you. Which of your counters does "
			"it use up?",
			f->amount);
	} else {
		sp_buf_adds(&line, card != NULL ? card->name : "The game");
		sp_buf_adds(&line, " asks you ");
		if (f != NULL && f->kind == SP_FRAME_WALK)
			add_way(a, f, &line);
		else
			sp_buf_addf(&line, "for %s",
				slot != NULL ? sp_cardtext_asked_for(slot->asks)
					     : "an answer");
		sp_buf_addc(&line, '.');
	}
	if (f != NULL && sp_law_choice_aims(a->g))
		add_parts_asked(a, f->cast, &line);
	else
		add_again(a, &line);
	add_line(a->lines, &line);
	if (f != NULL)
		add_pusher(a, f);
	add_if_nothing(a);
	if (has_cast)
		add_items(a, f->cast);
	if (card != NULL && (!has_cast || a->g->cast[f->cast].card < 0 ||
				    sp_ruleset_card(a->ruleset,
					    a->g->cast[f->cast].card) != card))
		render_quote(
			a->ruleset, a->g, card, SP_NOBODY, a->viewer, a->lines);
}

/* How many cards an answer to the open discard has. */
static int count_needed(const struct asker *a)
{
	struct sp_domain *domain = sp_xmalloc(sizeof(*domain));
	struct sp_command c;

	sp_law_command_init(&c, a->g, a->viewer);
	c.verb = SP_VERB_GIVE_UP;
	for (;;) {
		sp_law_slots(a->ruleset, a->g, a->viewer, &c, domain);
		if (domain->complete || domain->n == 0)
			break;
		c.answer[c.n_answers++] = domain->value[0];
	}
	sp_free(domain);
	return c.n_answers;
}

static void ask_discard(const struct asker *a, struct sp_buf *title)
{
	int used = sp_law_hand_used(a->ruleset, a->g, a->viewer);
	int most = sp_eval_actor_stat(
		a->ruleset, a->g, a->viewer, SP_STAT_HAND_MAX);
	int top = a->g->n_frames - 1;
	/* what a card takes may be more than the limit does */
	bool limit = used > most &&
		     (top < 0 || a->g->frame[top].kind != SP_FRAME_GIVE_UP ||
			     a->g->frame[top].give_up.what == SP_GIVE_UP_LIMIT);
	int need = limit ? used - most : count_needed(a);
	char cards[SP_RENDER_NAME_SIZE];
	struct sp_buf line;

	sp_render_count(need, "card", cards);
	sp_buf_addf(title, "give up %s", cards);
	sp_buf_init(&line, SIZE_MAX);
	if (limit)
		sp_buf_addf(&line,
			"You hold %d with what you have in play, and may hold "
			"%d: give up %s.",
			used, most, cards);
	else
		sp_buf_addf(&line, "You have to give up %s.", cards);
	add_line(a->lines, &line);
}

/* ---- all ----------------------------------------------------------------- */

const char *sp_render_question_template(const struct sp_game *view)
{
	switch ((enum sp_decision_kind)view->decision.kind) {
	case SP_DECISION_NONE:
	case SP_DECISION_TURN:
		return NULL;
	case SP_DECISION_REACTION:
		return "window";
	case SP_DECISION_CHOICE:
		return "choice";
	case SP_DECISION_DISCARD:
		return "discard";
	}
	return NULL;
}

json_t *sp_render_question(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer)
{
	struct asker a = { .ruleset = ruleset, .g = view, .viewer = viewer };
	json_t *o;
	struct sp_buf title;

	if (sp_render_question_template(view) == NULL)
		return NULL;
	o = json_object();
	a.lines = json_array();
	a.why = json_array();
	sp_buf_init(&title, SIZE_MAX);
	if (view->decision.kind == SP_DECISION_REACTION)
		ask_reaction(&a, &title);
	else if (view->decision.kind == SP_DECISION_CHOICE && view->turn == 0)
		sp_buf_adds(&title, "choose a school");
	else if (view->decision.kind == SP_DECISION_CHOICE)
		ask_choice(&a, &title);
	else
		ask_discard(&a, &title);
	sp_json_set_string(o, "title", sp_buf_str(&title));
	if (view->decision.kind == SP_DECISION_REACTION)
		render_set_otherwise(ruleset, view, viewer, a.lines, o);
	if (view->turn == 0)
		render_ask_school(ruleset, view, viewer, a.lines);
	sp_json_set(o, "lines", a.lines);
	sp_json_set(o, "why", a.why);
	sp_buf_free(&title);
	return o;
}
