/*
 * Which lesson comes, and what it says of this position.
 *
 *   move      until the seat has walked
 *   attack    until it has attacked; where nobody can be struck from here it
 *             says how to come nearer
 *   counter   whenever it is asked and has not countered yet
 *   treasure  until it has taken one; once, by what it did since, if it took
 *             one before this lesson was due
 *
 * The lesson of a question comes when there is one. The others come in this
 * order, one in a turn, each as long as its thing is not done. From its second
 * mail on it says no more than what to write (`again`). Where its thing cannot
 * be done in what is left of the turn, the turn is to be ended. That they are
 * over is told in the turn behind the last of them, without waiting for the
 * lesson of a question.
 */
#include "lesson/lesson.h"

#include "lesson_private.h"

#include "render/render.h"
#include "rules/rules.h"
#include "vocable/vocable.h"

#include <string.h>

struct teacher {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat, enemy;
	const struct sp_deeds *deeds;
	json_t *lesson, *orders;
	struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
	int n;
};

int sp_lesson_pupil(const struct sp_setup *setup)
{
	if (setup->n_seats != 2)
		return SP_NOBODY;
	for (int s = 0; s < 2; s++)
		if (setup->bot[s][0] == '\0' &&
			sp_streq(setup->bot[1 - s], SP_LESSON_BOT))
			return s;
	return SP_NOBODY;
}

static void begin(struct teacher *t, int number, const char *title)
{
	sp_json_set_int(t->lesson, "number", number);
	sp_json_set_string(t->lesson, "title", title);
	sp_json_set_bool(t->lesson, title, true);
}

/* The lesson was begun in an earlier mail. */
static void go_on(struct teacher *t, bool again)
{
	sp_json_set_bool(t->lesson, "again", again);
}

static void order(struct teacher *t, const char *text)
{
	json_array_append_new(t->orders, json_string(text));
}

/* The first suggestion that begins with these words, or NULL. */
static const char *find(const struct teacher *t, const char *words)
{
	for (int i = 0; i < t->n; i++)
		if (sp_starts(t->list[i].text, words))
			return t->list[i].text;
	return NULL;
}

/* "move to c4", from "move to c4" or "move towards c4" alike. */
static bool reaches(const char *walk)
{
	return sp_starts(walk, "move to ");
}

static bool may_walk(const struct teacher *t)
{
	return t->view->phase == SP_PHASE_MOVE && t->view->moves > 0;
}

/* True if a lesson that comes behind what was done in the turn `since` was told
 * before: the seat has given orders in a later turn. */
static bool is_later(const struct teacher *t, unsigned since)
{
	return t->deeds->last > since;
}

/* The turn in which the lessons before that of the treasure were done, and the
 * first one behind it in which the seat gave orders; 0: none yet. */
static unsigned ready(const struct sp_deeds *d)
{
	return d->attacked > d->moved ? d->attacked : d->moved;
}

static unsigned after(const struct sp_deeds *d)
{
	return d->attacked > d->moved ? d->after_attacked : d->after_moved;
}

/* True if a treasure was taken before the lesson of that was due. */
static bool took_early(const struct sp_deeds *d)
{
	return d->took != 0 && d->took <= ready(d);
}

/* ---- what is taught in a turn ---------------------------------------------- */

/* Nothing more can be learned before the next mail. */
static void teach_end(struct teacher *t)
{
	sp_json_set_bool(t->lesson, "rest", true);
	order(t, "end");
}

static void teach_move(struct teacher *t)
{
	const char *walk = find(t, "move ");
	char letter[2] = { sp_render_letter(t->view, t->seat), '\0' };

	if (walk == NULL || !may_walk(t)) {
		teach_end(t);
		return;
	}
	begin(t, 2, "move");
	go_on(t, is_later(t, 0));
	sp_json_set_string(t->lesson, "letter", letter);
	sp_json_set_bool(t->lesson, "reaches", reaches(walk));
	order(t, walk);
	order(t, "end");
}

/* The attack that is possible behind that walk; false: none, or what comes of
 * the walk is not known. */
static bool strikes_then(
	const struct teacher *t, const char *walk, struct sp_suggestion *out)
{
	struct sp_order_vocable *vocable =
		sp_xcalloc(SP_VOCABLE_MAX, sizeof(*vocable));
	struct sp_order_words words = { vocable,
		sp_vocable_words(t->ruleset, t->view, t->seat, vocable),
		(uint8_t)sp_vocable_asked(t->view, t->seat) };
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_events *events = sp_xcalloc(1, sizeof(*events));
	struct sp_orders orders;
	struct sp_bound bound;

	sp_order_parse(&orders, walk, strlen(walk), &words);
	sp_game_copy(g, t->view);
	bool yes = orders.n == 1 &&
		   orders.line[0].line_class == SP_LINE_ORDER &&
		   sp_agent_bind(t->ruleset, t->view, t->seat,
			   &orders.line[0].order, &bound) &&
		   sp_rules_imagine(t->ruleset, g, &bound.command,
			   SP_DICE_UNKNOWN, events) == SP_OK &&
		   g->status == SP_GAME_RUNNING &&
		   lesson_attack(t->ruleset, g, t->seat, out);
	sp_order_clear(&orders);
	sp_free(events);
	sp_free(g);
	sp_free(vocable);
	return yes;
}

/* Towards the enemy, as far as the steps of this turn go, and strike if that
 * is far enough. */
static void come_near(struct teacher *t)
{
	struct sp_suggestion attack;

	const struct sp_actor *enemy = &t->view->actor[t->enemy];
	char where[SP_SQUARE_NAME_SIZE];

	if (enemy->square == SP_NOWHERE ||
		enemy->square == t->view->actor[t->seat].square)
		return;
	sp_board_square_name(&t->view->board, enemy->square, where);
	char *text = sp_xasprintf("move towards %s", where);
	bool strikes = strikes_then(t, text, &attack);
	order(t, text);
	if (strikes)
		order(t, attack.text);
	sp_json_set_bool(t->lesson, "strikes", strikes);
	sp_free(text);
}

static void teach_attack(struct teacher *t)
{
	struct sp_suggestion attack;
	bool now = lesson_attack(t->ruleset, t->view, t->seat, &attack);

	/* nobody may attack in their first turn */
	if (!now && (!may_walk(t) || t->view->actor[t->seat].turns <= 1)) {
		teach_end(t);
		return;
	}
	begin(t, 3, "attack");
	go_on(t, is_later(t, t->deeds->moved));
	sp_json_set_bool(t->lesson, "now", now);
	if (now) {
		sp_json_set_bool(
			t->lesson, "fist", sp_starts(attack.text, "punch"));
		order(t, attack.text);
	} else {
		come_near(t);
	}
	order(t, "end");
}

/* The walk, and what is to be done where it ends. Returns whether it gets
 * there in this turn. */
static bool walk_to(struct teacher *t, const char *walk, const char *then)
{
	order(t, walk);
	if (reaches(walk))
		order(t, then);
	return reaches(walk);
}

/* What to write for a walk that is too long without it. */
static void offer_boost(struct teacher *t)
{
	const char *boost = find(t, "boost ");

	if (boost != NULL)
		sp_json_set_string(t->lesson, "boost", boost);
}

static void fetch(struct teacher *t, const char *take, const char *walk)
{
	bool there = take != NULL;

	sp_json_set_bool(t->lesson, "fetch", true);
	sp_json_set_bool(t->lesson, "here", take != NULL);
	if (take != NULL)
		order(t, take);
	else
		there = walk_to(t, walk, "pick up treasure");
	sp_json_set_bool(t->lesson, "reaches", take == NULL && there);
	order(t, "end");
	if (!there)
		offer_boost(t);
}

/* It took one by itself before this lesson was due: the walk home with it. */
static void carry_home(struct teacher *t, const char *walk)
{
	const char *drop = find(t, "drop ");

	sp_json_set_bool(t->lesson, "carry", true);
	if (walk != NULL && may_walk(t)) {
		if (!walk_to(t, walk, "drop treasure"))
			offer_boost(t);
	} else if (drop != NULL) {
		order(t, drop);
	}
	order(t, "end");
}

/* Is an enemy's treasure at home? */
static bool has_scored(const struct teacher *t)
{
	const struct sp_game *g = t->view;

	for (int i = 0; i < 2 * g->n_seats; i++)
		if (g->treasure[i].owner != t->seat &&
			g->treasure[i].square == g->actor[t->seat].home)
			return true;
	return false;
}

static void teach_treasure(struct teacher *t)
{
	const struct sp_deeds *d = t->deeds;
	const char *take = find(t, "pick up "), *walk = find(t, "move ");
	bool early = (d->done & SP_DEED_TOOK) != 0,
	     again = is_later(t, ready(d));
	bool carries = t->view->actor[t->seat].carries != SP_NOBODY;
	bool fetches =
		!carries &&
		(take != NULL || (walk != NULL && may_walk(t) &&
					 !sp_streq(walk, "move to home")));

	/* what is to be done in this turn was done, or cannot be */
	if (!fetches && (!early || (again && !may_walk(t)))) {
		teach_end(t);
		return;
	}
	begin(t, 5, "treasure");
	go_on(t, again);
	/* what follows is of a treasure that was brought home, or lost */
	sp_json_set_bool(t->lesson, "scored", early && has_scored(t));
	sp_json_set_bool(
		t->lesson, "lost", early && !carries && !has_scored(t));
	if (carries)
		carry_home(t, walk);
	else if (fetches)
		fetch(t, take, walk);
	else
		order(t, "end");
}

/* All are told: how to go on in this game. */
static void teach_over(struct teacher *t)
{
	const char *walk = find(t, "move ");
	bool carries = t->view->actor[t->seat].carries != SP_NOBODY;

	sp_json_set_bool(t->lesson, "over", true);
	sp_json_set_bool(t->lesson, "countered",
		(t->deeds->done & SP_DEED_COUNTERED) != 0);
	sp_json_set_bool(t->lesson, "answered",
		(t->deeds->done & SP_DEED_ANSWERED) != 0);
	if (carries && walk != NULL)
		order(t, walk);
	if (carries && walk != NULL && reaches(walk))
		order(t, "drop treasure");
	if (carries && walk == NULL && find(t, "drop ") != NULL)
		order(t, find(t, "drop "));
}

static bool teach_turn(struct teacher *t)
{
	const struct sp_deeds *d = t->deeds;
	unsigned now = t->view->turn;

	if ((d->done & SP_DEED_MOVED) == 0)
		teach_move(t);
	else if (d->moved == now || d->attacked == now || d->took == now)
		teach_end(t); /* one lesson in a turn */
	else if ((d->done & SP_DEED_ATTACKED) == 0)
		teach_attack(t);
	else if ((d->done & SP_DEED_TOOK) == 0 ||
		 (took_early(d) && (after(d) == 0 || after(d) == now)))
		teach_treasure(t);
	else if (!is_later(t, took_early(d) ? after(d) : d->took))
		teach_over(t);
	else
		return false;
	return true;
}

/* ---- what is taught by a question ------------------------------------------- */

static bool teach_counter(struct teacher *t)
{
	const char *counter = find(t, "counter ");
	unsigned done = t->deeds->done;

	if ((done & SP_DEED_COUNTERED) != 0)
		return false;
	begin(t, 4, "counter");
	go_on(t, (done & SP_DEED_ANSWERED) != 0);
	sp_json_set_bool(t->lesson, "held", counter != NULL);
	order(t, counter != NULL ? counter : "pass");
	return true;
}

static bool teach(struct teacher *t)
{
	char name[SP_RENDER_NAME_SIZE];

	sp_render_seat(t->view, t->enemy, name);
	sp_json_set_string(t->lesson, "Enemy", name);
	sp_json_set_int(t->lesson, "of", SP_LESSONS);
	t->n = sp_agent_suggest(
		t->ruleset, t->view, t->seat, t->list, SP_AGENT_SUGGEST_MAX);
	if (t->n == 0 || !t->view->actor[t->seat].alive)
		return false;
	switch ((enum sp_decision_kind)t->view->decision.kind) {
	case SP_DECISION_TURN:
		return teach_turn(t);
	case SP_DECISION_REACTION:
		return teach_counter(t);
	case SP_DECISION_CHOICE:
	case SP_DECISION_DISCARD:
	case SP_DECISION_NONE:
		break;
	}
	return false;
}

static const char *const keys[] = { "number", "title", "move", "attack",
	"counter", "treasure", "rest", "over", "again", "letter", "reaches",
	"now", "fist", "held", "here", "boost", "fetch", "carry", "scored",
	"lost", "strikes", "countered", "answered" };

json_t *sp_lesson_of(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_deeds *deeds)
{
	struct teacher *t = sp_xcalloc(1, sizeof(*t));
	json_t *lesson = json_object();

	/* what is not said is not looked up outside it */
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		sp_json_set_bool(lesson, keys[i], false);
	t->ruleset = ruleset;
	t->view = view;
	t->seat = seat;
	t->enemy = 1 - seat;
	t->deeds = deeds;
	t->lesson = lesson;
	t->orders = json_array();
	bool any = view->n_seats == 2 && view->status == SP_GAME_RUNNING &&
		   teach(t);
	sp_json_set(lesson, "orders", t->orders);
	sp_free(t);
	if (any)
		return lesson;
	json_decref(lesson);
	return NULL;
}
