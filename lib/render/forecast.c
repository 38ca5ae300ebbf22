/*
 * What a seat can expect where nobody answers, or if it chooses nothing: the
 * rules applied to its view, every seat that is asked passing. A choice on the
 * way (where one is pushed) is made as the clock would make it, which is said.
 */
#include "render/clause.h"

#include "law/asked.h"

#define PASSES_MAX 64 /* rounds inside rounds, a few seats each */

struct forecast {
	struct sp_game before, g;
	struct sp_events events;
	struct sp_domain domain; /* of the choice that is open */
	bool chosen;             /* as the clock does */
};

static int asked(const struct sp_game *g)
{
	unsigned left = g->decision.seats & ~(unsigned)g->decision.answered;
	int seat = 0;

	if (left == 0)
		return SP_NOBODY;
	while ((left >> seat & 1U) == 0)
		seat++;
	return seat;
}

/* Is the reaction that was open still so? */
static bool still_open(const struct forecast *f)
{
	return f->g.status == SP_GAME_RUNNING &&
	       f->g.decision.kind == SP_DECISION_REACTION &&
	       f->g.n_rounds >= f->before.n_rounds && asked(&f->g) != SP_NOBODY;
}

/* Is a choice open that this seat knows all answers to? Of what is hidden
 * nobody is told what the clock would take. */
static bool asks_choice(const struct sp_ruleset *ruleset, struct forecast *f)
{
	return f->g.status == SP_GAME_RUNNING &&
	       f->g.decision.kind == SP_DECISION_CHOICE && f->g.n_frames > 0 &&
	       sp_law_choice_domain(ruleset, &f->g, &f->domain);
}

/* False: something that this seat does not know decides. */
static bool pass_all(const struct sp_ruleset *ruleset, struct forecast *f)
{
	for (int i = 0; i < PASSES_MAX; i++) {
		bool choice = asks_choice(ruleset, f);
		struct sp_command c;

		if (choice) {
			sp_law_default(ruleset, &f->g, &c);
		} else if (still_open(f)) {
			sp_law_command_init(&c, &f->g, asked(&f->g));
			c.verb = SP_VERB_ANSWER;
			c.n_answers = 1;
			c.answer[0] = SP_NOTHING;
		} else {
			break;
		}
		if (sp_rules_apply(ruleset, &f->g, &c, &f->events, NULL) !=
			SP_OK)
			return choice;
		f->chosen = f->chosen || choice;
	}
	return !still_open(f);
}

/* What the next turn brings is nothing that an answer changes; and who would be
 * asked on the way would part what belongs together, as a push. */
static void keep_outcome(struct sp_events *events)
{
	int n = 0;

	for (int i = 0; i < events->n; i++) {
		const struct sp_event *e = &events->event[i];

		if (e->kind == SP_EVENT_TURN)
			break;
		if (e->kind != SP_EVENT_ASKED && e->kind != SP_EVENT_ROUND)
			events->event[n++] = *e;
	}
	events->n = n;
}

/* False: what is asked takes no such answer. */
static bool choose_nothing(
	const struct sp_ruleset *ruleset, struct forecast *f, int seat)
{
	struct sp_command c;

	if (f->g.decision.kind != SP_DECISION_CHOICE)
		return true;
	sp_law_command_init(&c, &f->g, seat);
	c.verb = SP_VERB_CHOOSE;
	c.n_answers = 1;
	c.answer[0] = SP_NOTHING;
	return f->g.frame[f->g.n_frames - 2].kind == SP_FRAME_PROGRAM &&
	       sp_rules_apply(ruleset, &f->g, &c, &f->events, NULL) == SP_OK;
}

void render_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	struct forecast *f = sp_xmalloc(sizeof(*f));

	f->before = *view;
	f->g = *view;
	f->events.n = 0;
	f->chosen = false;
	if (choose_nothing(ruleset, f, seat) && pass_all(ruleset, f)) {
		struct sp_render_step step = { .ruleset = ruleset,
			.before = &f->before,
			.after = &f->g,
			.events = &f->events };
		struct clauses *c;

		keep_outcome(&f->events);
		c = render_clauses_new(&step, CLAUSE_BRIEF);
		render_clauses_join(&step, c, CLAUSE_USEFUL, "; ", out);
		if (f->chosen && out->len > 0)
			sp_buf_adds(out, " (as the clock would choose)");
		sp_free(c);
	}
	sp_free(f);
}
