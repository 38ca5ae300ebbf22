/*
 * Reactions by mail: who is waited for, what seats that are not
 * asked answer, and closing a round.
 *
 * An answer that leaves somebody to wait for is a sealed commit. The one that
 * leaves nobody closes the round: the answers of the seats that nobody asked
 * are computed now, and all of them and their consequences are one commit of
 * the judge's. What a seat left word of lies in the box, under "agents":
 *
 *   "red":{"missed":2,"when":["when attacked: pass"]}
 *
 * `missed` counts rounds in a row that went by without its answer. `answer` is
 * the canonical answer that would close a round which has to stay open: it is
 * given when its time is over.
 */
#include "host/host_private.h"

#include <assert.h>

#define MISSED_MOST 2 /* so many in a row: asked no more */
#define SECRET_MAX  (64u * 1024u)

/* ---- what the seats left word of -------------------------------------- */

static const json_t *agent_of(const struct sp_live *live, int seat)
{
	return json_object_get(json_object_get(live->sealed, "agents"),
		live->setup.colour[seat]);
}

/* Takes `value`; NULL: nothing of the kind. What is empty is left out. */
static void put_agent(
	struct sp_live *live, int seat, const char *key, json_t *value)
{
	const char *colour = live->setup.colour[seat];
	json_t *agents = json_object_get(live->sealed, "agents"), *agent;

	if (agents == NULL) {
		agents = json_object();
		sp_json_set(live->sealed, "agents", agents);
	}
	agent = json_object_get(agents, colour);
	if (agent == NULL) {
		agent = json_object();
		sp_json_set(agents, colour, agent);
	}
	if (value != NULL)
		sp_json_set(agent, key, value);
	else
		(void)json_object_del(agent, key);
	if (json_object_size(agent) == 0)
		(void)json_object_del(agents, colour);
	if (json_object_size(agents) == 0)
		(void)json_object_del(live->sealed, "agents");
}

static int missed(const struct sp_live *live, int seat)
{
	return (int)json_integer_value(
		json_object_get(agent_of(live, seat), "missed"));
}

static void put_missed(struct sp_live *live, int seat, int rounds)
{
	put_agent(
		live, seat, "missed", rounds > 0 ? json_integer(rounds) : NULL);
}

int sp_agents_check(const json_t *agent, struct sp_error *e)
{
	struct sp_declarations d;
	json_t *rounds = json_object_get(agent, "missed");
	json_t *when = json_object_get(agent, "when");
	int rc = SP_OK;

	if (rounds != NULL && json_integer_value(rounds) <= 0)
		rc = sp_error_set(e, SP_ECORRUPT, "missed: no number");
	if (rc == SP_OK && when != NULL) {
		json_t *lines = json_pack("{s:O}", "when", when);
		rc = sp_declarations_decode(&d, lines, e);
		json_decref(lines);
	}
	return rc;
}

void sp_agents_declarations(
	const struct sp_live *live, int seat, struct sp_declarations *out)
{
	json_t *when = json_object_get(agent_of(live, seat), "when");
	json_t *lines;

	memset(out, 0, sizeof(*out));
	if (when == NULL)
		return;
	lines = json_pack("{s:O}", "when", when);
	if (sp_declarations_decode(out, lines, NULL) != SP_OK)
		assert(false); /* checked when the box was opened */
	json_decref(lines);
}

void sp_agents_declare(
	struct sp_live *live, int seat, const struct sp_declarations *d)
{
	json_t *lines = sp_declarations_encode(d);

	put_agent(live, seat, "when",
		d->n > 0 ? json_incref(json_object_get(lines, "when")) : NULL);
	json_decref(lines);
}

/* ---- an answer that waits (option `hold`) ------------------------------ */

static bool take_waiting(
	const struct sp_live *live, int seat, struct sp_command *out)
{
	const char *text = json_string_value(
		json_object_get(agent_of(live, seat), "answer"));

	if (text == NULL || sp_command_parse(out, live->ruleset, &live->game,
				    text, NULL) != SP_OK)
		return false;
	out->seat = (int8_t)seat;
	return out->decision == live->game.decision.number;
}

static void forget_waiting(struct sp_live *live)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		put_agent(live, s, "answer", NULL);
}

unsigned sp_agents_undo(struct sp_live *live, const json_t *old)
{
	unsigned dropped = 0;

	forget_waiting(live);
	for (int s = 0; s < live->setup.n_seats; s++) {
		const json_t *when = json_object_get(agent_of(live, s), "when");
		const json_t *then = json_object_get(
			json_object_get(old, live->setup.colour[s]), "when");
		if (when == NULL || json_equal(when, then))
			continue;
		put_agent(live, s, "when", NULL);
		dropped |= 1u << s;
	}
	return dropped;
}

void sp_round_keep_answer(struct sp_live *live, int seat, const char *full)
{
	put_agent(live, seat, "answer", json_string(full));
}

/* ---- who is waited for ------------------------------------------------ */

static bool windows_are(const struct sp_live *live, const char *word)
{
	const char *given =
		sp_ruleset_option_word(live->ruleset, &live->setup, "windows");

	return given != NULL && sp_streq(given, word);
}

bool sp_round_asks_all(const struct sp_live *live)
{
	return !windows_are(live, "declared") && !windows_are(live, "quick");
}

/* sp_round_answers; failed->line is of `d`, which are the seat's declarations.
 */
static bool answers(struct sp_host *host, const struct sp_live *live, int seat,
	struct sp_command *out, struct sp_declarations *d,
	struct sp_declared_failure *failed)
{
	bool yes;

	failed->line = -1;
	if (take_waiting(live, seat, out))
		return true;
	if (sp_bot_plays(live, seat))
		return sp_bot_answer(host, live, seat, out, NULL) == SP_OK;
	sp_agents_declarations(live, seat, d);
	sp_game_view(&live->game, seat, &host->view);
	yes = sp_agent_declared(live->ruleset, &host->view, seat, d, out,
		      failed) == SP_DECLARED_ANSWER;
	if (yes)
		return true;
	sp_command_init(out, &live->game, seat);
	out->source = SP_SOURCE_CLOCK;
	out->verb = SP_VERB_ANSWER;
	out->answer[0] = SP_NOTHING;
	out->n_answers = 1;
	if (windows_are(live, "declared") || missed(live, seat) >= MISSED_MOST)
		return true;
	return windows_are(live, "quick") &&
	       !sp_agent_can_answer(live->ruleset, &host->view, seat);
}

bool sp_round_answers(struct sp_host *host, const struct sp_live *live,
	int seat, struct sp_command *out)
{
	struct sp_declared_failure unused;
	struct sp_declarations d;

	return answers(host, live, seat, out, &d, &unused);
}

static unsigned unanswered(const struct sp_live *live)
{
	const struct sp_decision *d = &live->game.decision;

	return (unsigned)d->seats & ~(unsigned)d->answered;
}

unsigned sp_round_awaits(struct sp_host *host, const struct sp_live *live)
{
	unsigned seats = unanswered(live), wait = seats;
	struct sp_command unused;

	if (live->game.decision.kind != SP_DECISION_REACTION)
		return seats;
	for (int s = 0; s < live->setup.n_seats; s++)
		if ((seats & 1u << s) != 0 &&
			sp_round_answers(host, live, s, &unused))
			wait &= ~(1u << s);
	return wait;
}

int sp_round_hold(const struct sp_live *live)
{
	return sp_ruleset_option(live->ruleset, &live->setup, "hold", 0);
}

/* Must the round stay open a while (option `hold`)? */
static int is_held(struct sp_host *host, const struct sp_live *live,
	int64_t instant, bool *held, struct sp_error *e)
{
	struct sp_timer_row *timers = NULL;
	size_t n = 0;
	int rc = SP_OK;
	int hours = sp_round_hold(live);

	*held = false;
	if (hours == 0)
		return SP_OK;
	/* it was opened just now: its timers are still to come */
	if (live->opened != live->game.decision.number) {
		*held = true;
		return SP_OK;
	}
	rc = sp_registry_timer_list(host->registry, live->gid, &timers, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*held = *held || (sp_streq(timers[i].kind, "hold") &&
					 timers[i].due > instant);
	sp_free(timers);
	return rc;
}

/* ---- closing ---------------------------------------------------------- */

/* "blue 12 answer none", a line of the box: what nobody may read before the
 * end. */
static void add_secret(const struct sp_live *live, const struct sp_command *c,
	struct sp_buf *out)
{
	sp_buf_addf(out, "%s%s ", out->len > 0 ? "\n" : "",
		live->setup.colour[c->seat]);
	sp_command_format(live->ruleset, &live->game, c, SP_COMMAND_FULL, out);
}

static void wipe(struct sp_buf *secret)
{
	sp_wipe(secret->data, secret->len);
	sp_buf_free(secret);
}

bool sp_round_is_open(const struct sp_live *live, uint32_t number)
{
	return live->game.status == SP_GAME_RUNNING &&
	       live->game.decision.kind == SP_DECISION_REACTION &&
	       live->game.decision.number == number;
}

/* A declaration that could not be carried out becomes a pass, so that being
 * asked tells nothing of a hand. Its owner alone is told. */
static void tell_failed(struct sp_live *live, int seat,
	const struct sp_command *answer, const struct sp_declarations *d,
	const struct sp_declared_failure *failed)
{
	struct sp_buf *news = &live->news[seat], against;

	if (failed->line < 0 || answer->answer[0] != SP_NOTHING)
		return;
	sp_buf_init(&against, SIZE_MAX);
	sp_buf_addf(news, "Your `%s` could not be played",
		d->line[failed->line].text);
	if (sp_awaited_subject(live, &against))
		sp_buf_addf(news, " against %s", sp_buf_str(&against));
	if (failed->text[0] != '\0')
		sp_buf_addf(news, " (%s)", failed->text);
	sp_buf_adds(news, ", so you passed.\n");
	sp_buf_free(&against);
}

int sp_round_finish(struct sp_host *host, struct sp_live *live, uint32_t number,
	struct sp_command *last, struct sp_buf *secret, struct sp_error *e)
{
	struct sp_declared_failure failed;
	struct sp_declarations d;
	struct sp_refusal why = { 0 };

	for (int s = 0;
		s < live->setup.n_seats && sp_round_is_open(live, number);
		s++) {
		if ((unanswered(live) & 1u << s) == 0)
			continue;
		(void)answers(host, live, s, last, &d, &failed);
		tell_failed(live, s, last, &d, &failed);
		add_secret(live, last, secret);
		int rc = sp_rules_apply(
			live->ruleset, &live->game, last, &host->events, &why);
		if (rc != SP_OK)
			/* why is not said: it may name a card of a hand */
			return sp_error_set(e, SP_EREFUSED,
				"decision %lu: an answer that was computed for "
				"seat %s is refused",
				(unsigned long)number, live->setup.colour[s]);
	}
	assert(!sp_round_is_open(live, number));
	forget_waiting(live);
	return SP_OK;
}

struct sp_command sp_round_told(
	const struct sp_game *before, const struct sp_command *last)
{
	struct sp_command told = *last;

	told.source = SP_SOURCE_SEAT;
	told.seat = 0;
	while ((before->decision.seats & 1u << told.seat) == 0)
		told.seat++;
	told.n_answers = 1;
	told.answer[0] = SP_NOTHING;
	return told;
}

/* One commit for all that closes the round: host->before is the position and
 * host->events hold what happened since. */
static int close_round(struct sp_host *host, struct sp_live *live,
	uint32_t number, struct sp_command *last, struct sp_buf *secret,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = sp_round_finish(host, live, number, last, secret, e);

	if (rc != SP_OK)
		return rc;
	struct sp_command told = sp_round_told(&host->before, last);
	struct sp_render_step step = { live->ruleset, &host->before,
		&live->game, &told, &host->events };
	sp_news_note(live, &step, SP_NOBODY);
	for (int i = 0; i < host->events.n; i++)
		live->counters +=
			host->events.event[i].kind == SP_EVENT_COUNTERED;
	return sp_record_step(
		live, &step, sp_buf_str(secret), instant, input, e);
}

int sp_round_answered(struct sp_host *host, struct sp_live *live,
	const struct sp_command *command, const char *full, int64_t instant,
	const char *input, struct sp_error *e)
{
	struct sp_command last = *command;
	struct sp_buf secret;
	bool held = false;
	int rc = SP_OK;

	if (sp_round_is_open(live, command->decision)) {
		rc = is_held(host, live, instant, &held, e);
		if (rc != SP_OK)
			return rc;
		if (held || sp_round_awaits(host, live) != 0)
			return sp_record_sealed(
				live, command->seat, full, instant, input, e);
	}
	sp_buf_init(&secret, SECRET_MAX);
	sp_buf_addf(&secret, "%s %s", live->setup.colour[command->seat], full);
	rc = close_round(host, live, command->decision, &last, &secret, instant,
		input, e);
	wipe(&secret);
	return rc;
}

int sp_round_keep(struct sp_host *host, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	bool *kept, struct sp_error *e)
{
	unsigned others = unanswered(live) & ~(1u << command->seat);
	struct sp_buf full;
	int rc;

	*kept = false;
	if (command->verb != SP_VERB_ANSWER || others != 0)
		return SP_OK;
	rc = is_held(host, live, instant, kept, e);
	if (rc != SP_OK || !*kept)
		return rc;
	sp_buf_init(&full, SECRET_MAX);
	sp_command_format(
		live->ruleset, &live->game, command, SP_COMMAND_FULL, &full);
	sp_round_keep_answer(live, command->seat, sp_buf_str(&full));
	rc = sp_record_sealed(
		live, command->seat, sp_buf_str(&full), instant, input, e);
	wipe(&full);
	return rc;
}

/* Close the round that is open whoever has answered. */
static int close_now(struct sp_host *host, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	struct sp_command last;
	struct sp_buf secret;

	host->before = live->game;
	host->events.n = 0;
	sp_buf_init(&secret, SECRET_MAX);
	int rc = close_round(host, live, live->game.decision.number, &last,
		&secret, instant, input, e);
	wipe(&secret);
	return rc;
}

int sp_rounds_close(struct sp_host *host, struct sp_live *live, int64_t instant,
	const char *input, struct sp_error *e)
{
	int rc = SP_OK;

	while (rc == SP_OK && live->game.status == SP_GAME_RUNNING &&
		live->game.decision.kind == SP_DECISION_REACTION) {
		bool held = false;
		rc = is_held(host, live, instant, &held, e);
		if (rc != SP_OK || held || sp_round_awaits(host, live) != 0)
			break;
		rc = close_now(host, live, instant, input, e);
	}
	return rc;
}

int sp_rounds_settle(struct sp_host *host, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = sp_rounds_close(host, live, instant, input, e);

	return rc == SP_OK ? sp_bots_play(host, live, e) : rc;
}

unsigned sp_round_miss(struct sp_host *host, struct sp_live *live)
{
	unsigned late = sp_round_awaits(host, live);

	for (int s = 0; s < live->setup.n_seats; s++)
		if ((late & 1u << s) != 0)
			put_missed(live, s, missed(live, s) + 1);
	return late;
}

int sp_round_expire(struct sp_host *host, struct sp_live *live, int64_t instant,
	const char *input, unsigned *late, struct sp_error *e)
{
	*late = sp_round_miss(host, live);
	int rc = close_now(host, live, instant, input, e);
	return rc == SP_OK ? sp_rounds_settle(host, live, instant, input, e)
			   : rc;
}

bool sp_round_given_up(const struct sp_live *live, int seat)
{
	return missed(live, seat) >= MISSED_MOST;
}

bool sp_round_forgive(struct sp_live *live, int seat)
{
	bool any = missed(live, seat) > 0;

	put_missed(live, seat, 0);
	return any;
}

int sp_round_back(struct sp_live *live, int seat, int64_t instant,
	const char *input, struct sp_error *e)
{
	if (!sp_round_forgive(live, seat))
		return SP_OK;
	return sp_record_sealed(live, seat, "back", instant, input, e);
}
