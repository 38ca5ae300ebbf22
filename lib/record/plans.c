/* Plans in the record: where they stand, and what becomes of them. */
#include "record/plans.h"

#include "record/agents.h"

#include <assert.h>

static const char *const words[SP_PLAN_MEETS_COUNT] = {
#define X(name, word) word,
	SP_PLAN_MEETS(X)
#undef X
};

#define MET(name) (1U << SP_PLAN_##name)

void sp_record_plan_clear(struct sp_plan *plan)
{
	if (plan->orders != NULL)
		sp_wipe(plan->orders, strlen(plan->orders));
	sp_free(plan->orders);
	memset(plan, 0, sizeof(*plan));
}

/* The next box has it no more. */
static void take_out(struct sp_live *live)
{
	record_agents_put(live, live->plan.seat, "plan", NULL);
	record_agents_put(live, live->plan.seat, "met", NULL);
}

void sp_record_plan_drop(struct sp_live *live)
{
	if (live->plan.seq != 0)
		take_out(live);
	sp_record_plan_clear(&live->plan);
}

bool sp_record_plan_waits(const struct sp_live *live, int seat)
{
	return live->plan.seq != 0 && live->plan.seat == seat;
}

size_t sp_record_plan_over(const char *orders)
{
	json_t *text = json_string(orders);
	size_t n = json_dumpb(text, NULL, 0, JSON_ENCODE_ANY) - 2;

	json_decref(text);
	return n > SP_RECORD_PLAN ? n - SP_RECORD_PLAN : 0;
}

/* What of it is true of the plan that takes its place, too: what would be a
 * surprise no longer surprises. */
static unsigned known_of(unsigned met)
{
	unsigned known = met & (MET(OPPOSED) | MET(EVADED) | MET(HIT) |
				       MET(MISSED) | MET(QUIET));

	if ((met & MET(COUNTERED)) != 0)
		known |= MET(OPPOSED);
	if ((met & MET(FAILED)) != 0)
		known |= MET(MISSED);
	return known;
}

/* What a plan begins with behind orders of which that came. */
static unsigned known_behind(unsigned came)
{
	return known_of(came & ~MET(QUIET)) |
	       ((came & SP_PLAN_ANNOUNCED) != 0 ? 0 : MET(QUIET));
}

unsigned sp_record_plan_came(unsigned met)
{
	return (met & ~MET(QUIET)) |
	       ((met & MET(QUIET)) != 0 ? 0 : SP_PLAN_ANNOUNCED);
}

/* What a plan begins with whose mail comes while others are asked, and that has
 * none to follow: whether they are asked about what the seat announced. */
static unsigned known_now(const struct sp_game *g, int seat)
{
	if (g->n_rounds == 0 || g->reaction[0].point < SP_POINT_TREASURE)
		return 0;
	for (int i = 0; i < g->n_casts; i++)
		if (g->cast[i].used && g->cast[i].seat == seat)
			return 0;
	return MET(QUIET);
}

void sp_record_plan_set(
	struct sp_live *live, int seat, const char *orders, const char *input)
{
	struct sp_plan *plan = &live->plan;
	unsigned known = sp_record_plan_waits(live, seat)
				 ? known_of(plan->met)
				 : known_now(&live->game, seat);

	sp_record_plan_drop(live);
	if (orders == NULL)
		return;
	plan->seq = live->seq + 1;
	plan->seat = seat;
	plan->turn = live->game.turn;
	plan->orders = sp_xstrdup(orders);
	sp_format(plan->input, sizeof(plan->input), "%s", input);
	record_agents_put(
		live, seat, "plan", json_integer((json_int_t)plan->seq));
	sp_record_plan_meet(live, known);
}

/* ---- what it meets ---------------------------------------------------- */

unsigned sp_record_plan_met(const json_t *agent)
{
	const char *text = json_string_value(json_object_get(agent, "met"));
	unsigned met = 0;

	for (int i = 0; text != NULL && i < SP_PLAN_MEETS_COUNT; i++) {
		size_t n = strlen(words[i]);

		if (!sp_starts(text, words[i]) ||
			(text[n] != ' ' && text[n] != '\0'))
			continue;
		met |= 1U << i;
		text += n + (text[n] == ' ');
	}
	return met;
}

static void add_words(unsigned met, struct sp_buf *out)
{
	for (int i = 0; i < SP_PLAN_MEETS_COUNT; i++)
		if ((met >> i & 1U) != 0)
			sp_buf_addf(
				out, "%s%s", out->len > 0 ? " " : "", words[i]);
}

void sp_record_plan_meet(struct sp_live *live, unsigned met)
{
	struct sp_buf text;

	live->plan.met = met;
	sp_buf_init(&text, 256);
	add_words(met, &text);
	record_agents_put(live, live->plan.seat, "met",
		met != 0 ? json_string(sp_buf_str(&text)) : NULL);
	sp_buf_free(&text);
}

/* What a plan of the seat meets by the event, as bits. */
static unsigned meets(const struct sp_event *event, int seat)
{
	bool own = event->seat == seat, other = event->other == seat;

	switch (event->kind) {
	case SP_EVENT_COUNTERED:
		return MET(COUNTERED);
	case SP_EVENT_HURT:
		return own ? MET(HURT) : other ? MET(HIT) : 0;
	case SP_EVENT_STUNNED:
		return own ? MET(HURT) : 0;
	case SP_EVENT_REVEALED:
	case SP_EVENT_SHOWN:
		return MET(REVEALED);
	case SP_EVENT_LOOKED:
	case SP_EVENT_BELIEVED:
		return own ? MET(REVEALED) : 0;
	/* whoever it was aimed at has got away */
	case SP_EVENT_FIZZLED:
		return own ? MET(FAILED) | MET(EVADED) : 0;
	case SP_EVENT_IDLE:
	case SP_EVENT_NO_ROOM:
	case SP_EVENT_BLOCKED:
		return own ? MET(FAILED) : 0;
	case SP_EVENT_PUSHED:
		return own && !other ? MET(CHANGED) : 0;
	case SP_EVENT_CARD_TAKEN:
	case SP_EVENT_HAND_TAKEN:
	case SP_EVENT_ITEM_TAKEN:
		return other ? MET(CHANGED) : 0;
	case SP_EVENT_EVADED:
		return own ? MET(EVADED) : 0;
	case SP_EVENT_CANCELLED:
		return own && event->parts_left == 0 ? MET(MISSED) : 0;
	case SP_EVENT_WITHDRAWN:
	case SP_EVENT_ABSORBED:
	case SP_EVENT_TURNED:
		return own ? MET(MISSED) : 0;
	case SP_EVENT_REDUCED:
		return !own && event->reduced.left == 0 ? MET(MISSED) : 0;
	default:
		return 0;
	}
}

static unsigned met_by(const struct sp_render_step *step, int seat)
{
	unsigned met = 0;

	for (int i = 0; i < step->events->n; i++)
		met |= meets(&step->events->event[i], seat);
	return met;
}

/* ---- what a step does to it ------------------------------------------- */

bool sp_record_plan_ends(
	const struct sp_game *before, const struct sp_game *after, int seat)
{
	const struct sp_decision *d = &after->decision;

	if (after->status != SP_GAME_RUNNING || after->turn != before->turn ||
		!after->actor[seat].alive || d->kind == SP_DECISION_TURN)
		return true;
	return d->kind != SP_DECISION_REACTION && (d->seats >> seat & 1U) != 0;
}

/* True if others are asked by it, and not the seat, whose turn goes on. */
static bool opens_window(const struct sp_render_step *step, int seat)
{
	const struct sp_game *g = step->after;
	const struct sp_decision *d = &g->decision;

	return d->kind == SP_DECISION_REACTION &&
	       d->number != step->before->decision.number &&
	       (d->seats >> seat & 1U) == 0 && g->phase != SP_PHASE_ENDED &&
	       g->turn == step->before->turn;
}

/* The command of a player who gave it, and no answer to a round. */
static int giver(const struct sp_render_step *step)
{
	const struct sp_command *c = step->command;

	return c != NULL && c->verb != SP_VERB_ANSWER ? c->seat : SP_NOBODY;
}

void sp_record_plan_note(struct sp_live *live,
	const struct sp_render_step *step, const char *input)
{
	struct sp_plan *plan = &live->plan;
	unsigned came = live->came; /* of the orders above the command */
	int seat = giver(step);

	if (step->before == NULL)
		return;
	live->came |= met_by(step, live->came_of);
	if (plan->seq != 0 && seat == plan->seat)
		sp_record_plan_drop(live);
	if (plan->seq != 0) {
		sp_record_plan_meet(live, plan->met | met_by(step, plan->seat));
		if (sp_record_plan_ends(
			    step->before, step->after, plan->seat)) {
			take_out(live);
			plan->seq = 0;
			plan->due = true;
			sp_format(
				plan->cause, sizeof(plan->cause), "%s", input);
		}
	}
	/* bots may play behind the command of the mail */
	if (live->rest == NULL || seat == SP_NOBODY ||
		live->setup.bot[seat][0] != '\0' || !opens_window(step, seat))
		return;
	sp_record_plan_set(live, seat, live->rest, input);
	sp_record_plan_meet(live, met_by(step, seat) | known_behind(came));
}

/* ---- in the box ------------------------------------------------------- */

json_t *sp_record_plan_json(const struct sp_plan *plan)
{
	json_t *json = json_object();

	sp_json_set_string(json, "input", plan->input);
	sp_json_set_string(json, "orders", plan->orders);
	return json;
}

bool sp_record_plan_is_one(const json_t *json)
{
	const char *input = json_string_value(json_object_get(json, "input"));
	const char *orders = json_string_value(json_object_get(json, "orders"));

	return json_object_size(json) == 2 && input != NULL && orders != NULL &&
	       strlen(input) == SP_SHA256_TEXT - 1 &&
	       strspn(input, "0123456789abcdef") == SP_SHA256_TEXT - 1 &&
	       orders[0] != '\0' && sp_record_plan_over(orders) == 0;
}

bool sp_record_plan_check(const json_t *agent)
{
	const json_t *met = json_object_get(agent, "met");
	struct sp_buf text;

	if (met == NULL)
		return true;
	if (json_object_get(agent, "plan") == NULL || !json_is_string(met))
		return false;
	sp_buf_init(&text, 256);
	add_words(sp_record_plan_met(agent), &text);
	bool same = text.len > 0 &&
		    sp_streq(sp_buf_str(&text), json_string_value(met));
	sp_buf_free(&text);
	return same;
}

/* The seat of whose plan live->sealed tells; SP_NOBODY. */
static int planner(const struct sp_live *live)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		if (json_object_get(record_agents_of(live, s), "plan") != NULL)
			return s;
	return SP_NOBODY;
}

uint64_t sp_record_plan_unread(struct sp_live *live)
{
	int seat = planner(live);
	uint64_t seq;

	if (seat == SP_NOBODY) {
		sp_record_plan_clear(&live->plan);
		return 0;
	}
	seq = (uint64_t)json_integer_value(
		json_object_get(record_agents_of(live, seat), "plan"));
	if (live->plan.seq != seq)
		return seq;
	live->plan.met = sp_record_plan_met(record_agents_of(live, seat));
	return 0;
}

bool sp_record_plan_take(struct sp_live *live, uint64_t seq, const json_t *json)
{
	struct sp_plan *plan = &live->plan;
	int seat = planner(live);

	if (seat == SP_NOBODY || !sp_record_plan_is_one(json))
		return false;
	sp_record_plan_clear(plan);
	plan->seq = seq;
	plan->seat = seat;
	plan->turn = live->game.turn;
	plan->met = sp_record_plan_met(record_agents_of(live, seat));
	plan->orders =
		sp_xstrdup(json_string_value(json_object_get(json, "orders")));
	sp_format(plan->input, sizeof(plan->input), "%s",
		json_string_value(json_object_get(json, "input")));
	return true;
}
