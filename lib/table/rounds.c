/*
 * Reactions by mail: who is waited for, what seats that are not
 * asked answer, and closing a round.
 *
 * An answer by mail is a sealed commit, whoever else is asked, and is not
 * applied when it comes: until the round closes a newer one takes its place.
 * When nobody is left to wait for, the answers of all seats that were asked are
 * applied in the order of the seats, and they and their consequences are one
 * commit of the judge's. What a seat left word of is the record's
 * (record/agents.h).
 */
#include "table/table.h"

#include "eval/struck.h"

#include "notation/notation.h"
#include "record/agents.h"
#include "record/commit.h"
#include "record/sealed.h"
#include "refusal/refusal.h"

#include <assert.h>

#define MISSED_MOST 2 /* so many in a row: asked no more */
#define SECRET_MAX  (64u * 1024u)

/* ---- who is waited for ------------------------------------------------ */

static bool windows_are(const struct sp_live *live, const char *word)
{
	const char *given = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, "windows");

	return given != NULL && sp_streq(given, word);
}

bool sp_table_round_asks_all(const struct sp_live *live)
{
	return !windows_are(live, "declared") && !windows_are(live, "quick");
}

bool sp_table_round_asks_nobody(const struct sp_live *live)
{
	return windows_are(live, "declared");
}

bool sp_table_round_has_defaults(
	const struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	return !scratch->no_defaults && sp_game_has_deck(&live->game) &&
	       !sp_table_round_asks_nobody(live) &&
	       !sp_record_bot_plays(live, seat);
}

/* ---- how long an answer may be ---------------------------------------- */

static size_t words_of(
	const struct sp_live *live, const struct sp_command *answer)
{
	struct sp_buf full;
	size_t n;

	sp_buf_init(&full, SECRET_MAX);
	sp_notation_format(
		live->ruleset, &live->game, answer, SP_NOTATION_FULL, &full);
	n = full.len;
	sp_wipe(full.data, full.len);
	sp_buf_free(&full);
	return n;
}

int sp_table_answer_over(
	const struct sp_live *live, const struct sp_command *answer)
{
	size_t n = words_of(live, answer);

	return n > SP_RECORD_ANSWER ? (int)(n - SP_RECORD_ANSWER) : 0;
}

/* True if it is legal with so many answers; `stops`: the last of them says that
 * no counter follows. */
static bool ends_there(
	const struct sp_live *live, struct sp_command *c, int n, bool stops)
{
	c->n_answers = (uint8_t)n;
	if (stops)
		c->answer[n - 1] = SP_NOTHING;
	return sp_law_check(live->ruleset, &live->game, c, NULL) == SP_OK;
}

void sp_table_answer_shorten(
	const struct sp_live *live, size_t most, struct sp_command *answer)
{
	const struct sp_command whole = *answer;

	if (answer->verb != SP_VERB_ANSWER || words_of(live, answer) <= most)
		return;
	for (int n = whole.n_answers - 1; n > 0; n--) {
		for (int stops = 0; stops <= 1; stops++) {
			*answer = whole;
			if (ends_there(live, answer, n, stops) &&
				words_of(live, answer) <= most)
				return;
		}
	}
}

/* ---- what a seat answers ---------------------------------------------- */

/* How an answer came, as the box of the commit that closes the round says. */
enum came { CAME_MAIL, CAME_DECLARED, CAME_BOT, CAME_DEFAULT, CAME_PUBLIC };

static bool take(
	const struct sp_round_taken *taken, int seat, struct sp_command *out)
{
	if ((taken->seats >> seat & 1U) == 0)
		return false;
	*out = taken->answer[seat];
	return true;
}

static void pass(const struct sp_live *live, int seat, struct sp_command *out)
{
	sp_law_command_init(out, &live->game, seat);
	out->source = SP_SOURCE_CLOCK;
	out->verb = SP_VERB_ANSWER;
	out->answer[0] = SP_NOTHING;
	out->n_answers = 1;
}

/* The answer of a bot, when its round closes. SP_EAGAIN: it is thinking. */
static int bot_answers(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_command *out, enum came *how, struct sp_error *e)
{
	const struct sp_round_taken *taken = scratch->taken;
	struct sp_error why = { 0 };
	int rc = SP_OK;

	*how = CAME_BOT;
	if (taken == NULL || !taken->bots)
		rc = sp_table_bot_answer(scratch, live, seat, out, &why);
	else if (!take(taken, seat, out))
		rc = SP_ENOTFOUND;
	if (rc == SP_EAGAIN)
		return sp_error_copy(e, rc, &why);
	if (rc == SP_OK) {
		sp_table_answer_shorten(live, SP_RECORD_ANSWER, out);
		return SP_OK;
	}
	*how = CAME_DEFAULT;
	pass(live, seat, out);
	return SP_OK;
}

/* True if a bot that plays the seat answers, when its round closes: it has not
 * to think for that. */
static bool bot_will_answer(const struct sp_scratch *scratch, int seat)
{
	const struct sp_round_taken *taken = scratch->taken;

	return taken == NULL || !taken->bots ||
	       (taken->seats >> seat & 1U) != 0;
}

/* What the declarations of the seat say; scratch->view is made. */
static bool declares(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_command *out, struct sp_declarations *d,
	struct sp_declared_failure *failed)
{
	const struct sp_round_taken *taken = scratch->taken;

	sp_record_agents_declarations(live, seat, d);
	sp_game_view(&live->game, seat, &scratch->view);
	return taken != NULL && taken->declarations
		       ? d->n > 0 && take(taken, seat, out)
		       : sp_declare_answer(live->ruleset, &scratch->view, seat,
				 d, 0, out, failed) == SP_DECLARED_ANSWER;
}

/* True if a public default passes for the seat: only where a mail would ask it.
 */
static bool is_spared(const struct sp_scratch *scratch,
	const struct sp_live *live, int seat, const struct sp_declarations *d)
{
	const struct sp_round_taken *taken = scratch->taken;

	if (d->no_defaults)
		return false;
	if (taken != NULL)
		return (taken->spared >> seat & 1U) != 0;
	return sp_table_round_has_defaults(scratch, live, seat) &&
	       sp_declare_default(live->ruleset, &live->game, seat) !=
		       SP_DEFAULT_ASK;
}

/* sp_table_round_answers, and how it came; the lines of `failed` are of `d`,
 * which are the seat's declarations. */
static bool answers(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_command *out, enum came *how,
	struct sp_declarations *d, struct sp_declared_failure *failed)
{
	bool yes;

	failed->line = failed->decided = -1;
	*how = CAME_MAIL;
	if (sp_record_agents_waiting(live, seat, out))
		return true;
	yes = declares(scratch, live, seat, out, d, failed);
	*how = yes ? CAME_DECLARED : CAME_DEFAULT;
	if (yes) {
		sp_table_answer_shorten(live, SP_RECORD_ANSWER, out);
		return true;
	}
	pass(live, seat, out);
	/* a line of its own may say that it wants to be asked */
	if (failed->decided < 0 && is_spared(scratch, live, seat, d)) {
		*how = CAME_PUBLIC;
		return true;
	}
	if (sp_table_round_asks_nobody(live) ||
		sp_table_round_given_up(live, seat))
		return true;
	return windows_are(live, "quick") &&
	       !sp_agent_can_answer(live->ruleset, &scratch->view, seat);
}

bool sp_table_round_answers(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_command *out)
{
	struct sp_declared_failure unused;
	struct sp_declarations d;
	enum came how;

	if (sp_record_bot_plays(live, seat)) {
		pass(live, seat, out);
		return bot_will_answer(scratch, seat);
	}
	return answers(scratch, live, seat, out, &how, &d, &unused);
}

static unsigned unanswered(const struct sp_live *live)
{
	const struct sp_decision *d = &live->game.decision;

	return (unsigned)d->seats & ~(unsigned)d->answered;
}

unsigned sp_table_round_awaits(
	struct sp_scratch *scratch, const struct sp_live *live)
{
	unsigned seats = unanswered(live), wait = seats;
	struct sp_command unused;

	if (live->game.decision.kind != SP_DECISION_REACTION)
		return seats;
	for (int s = 0; s < live->setup.n_seats; s++)
		if ((seats & 1u << s) != 0 &&
			sp_table_round_answers(scratch, live, s, &unused))
			wait &= ~(1u << s);
	return wait;
}

int sp_table_round_hold(const struct sp_live *live)
{
	return sp_card_ruleset_option(live->ruleset, &live->setup, "hold", 0);
}

/* Must the round stay open a while (option `hold`)? */
static bool is_held(const struct sp_live *live, int64_t instant)
{
	if (sp_table_round_hold(live) == 0)
		return false;
	/* it was opened just now: its time is still to come */
	if (live->opened != live->game.decision.number)
		return true;
	return live->held_until != SP_NEVER && live->held_until > instant;
}

bool sp_table_round_is_idle(
	struct sp_scratch *scratch, const struct sp_live *live, int64_t instant)
{
	return live->game.status == SP_GAME_RUNNING &&
	       live->game.decision.kind == SP_DECISION_REACTION &&
	       !is_held(live, instant) &&
	       sp_table_round_awaits(scratch, live) == 0;
}

/* ---- closing ---------------------------------------------------------- */

/* "blue mail 12 answer none", a line of the box: what nobody may read before
 * the end. */
static void add_secret(const struct sp_live *live, const struct sp_command *c,
	enum came how, struct sp_buf *out)
{
	static const char *const words[] = { "mail", "declared", "bot",
		"default", "public" };

	sp_buf_addf(out, "%s%s %s ", out->len > 0 ? "\n" : "",
		live->setup.colour[c->seat], words[how]);
	sp_notation_format(
		live->ruleset, &live->game, c, SP_NOTATION_FULL, out);
}

static void wipe(struct sp_buf *secret)
{
	sp_wipe(secret->data, secret->len);
	sp_buf_free(secret);
}

bool sp_table_round_is_open(const struct sp_live *live, uint32_t number)
{
	return live->game.status == SP_GAME_RUNNING &&
	       live->game.decision.kind == SP_DECISION_REACTION &&
	       live->game.decision.number == number;
}

/* True if the seat has played against the same thing already, and the line
 * wants what lasts by now, or a card that is not in the hand, but in play at
 * most: it was carried out, and that is told. */
static bool was_carried_out(const struct sp_live *live, int seat,
	const struct sp_declared_failure *failed)
{
	const struct sp_game *g = &live->game;
	const struct sp_refusal *why = &failed->bound.why;

	if ((g->reaction[g->n_rounds - 1].played >> seat & 1U) == 0)
		return false;
	return failed->done ||
	       failed->bound.note.reason == SP_AGENT_REASON_NOT_IN_HAND ||
	       (why->slot == 0 && sp_kind_of(why->value) == SP_KIND_PLAYED &&
		       g->played[sp_index_of(why->value)].kind ==
			       SP_PLAYED_SPELL);
}

/* "Your `when attacked: counter with Shield` could not be played against Red's
 * Zot! (you have no Shield in your hand)", or ", nor could your ..." behind
 * others; `part`: not as a whole. */
static void add_failed(const struct sp_live *live, const struct sp_game *view,
	const char *line, const struct sp_declared_failure *failed, bool first,
	bool part, struct sp_buf *out)
{
	struct sp_buf text;

	sp_buf_addf(out, "%s `%s`%s", first ? "Your" : ", nor could your", line,
		!first ? ""
		: part ? " could not be played as a whole"
		       : " could not be played");
	sp_buf_init(&text, SIZE_MAX);
	if (first && sp_table_awaited_subject(live, &text))
		sp_buf_addf(out, " against %s", sp_buf_str(&text));
	sp_buf_clear(&text);
	sp_refusal_say_bound(live->ruleset, view, &failed->bound, &text);
	if (text.len > 0)
		sp_buf_addf(out, " (%s)", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* Declarations that could not be carried out become a pass, so that being asked
 * tells nothing of a hand. Their owner alone is told. */
static void tell_failed(struct sp_live *live, int seat,
	const struct sp_game *view, const struct sp_command *answer,
	const struct sp_declarations *d, struct sp_declared_failure *failed)
{
	struct sp_buf *news = &live->news[seat];
	struct sp_command unused;
	struct sp_buf forget;
	bool first = true, forgets = false;
	/* a line that passes anyway is nobody's loss */
	bool passes = failed->decided >= 0 &&
		      strstr(d->line[failed->decided].text, ": pass") != NULL;

	if (answer->answer[0] != SP_NOTHING) {
		/* a counter behind one that is in play by now was tried alone
		 */
		if (failed->line < 0 || failed->line != failed->decided ||
			was_carried_out(live, seat, failed))
			return;
		add_failed(live, view, d->line[failed->line].text, failed, true,
			true, news);
		sp_buf_adds(news, ", so the rest of it was.\n");
		return;
	}
	sp_buf_init(&forget, SIZE_MAX);
	while (failed->line >= 0) {
		int from = failed->line + 1;

		if (!was_carried_out(live, seat, failed)) {
			add_failed(live, view, d->line[failed->line].text,
				failed, first, false, news);
			forgets |= sp_table_declared_spent(live, view, seat,
				d->line[failed->line].text, &forget);
			first = false;
		}
		(void)sp_declare_answer(
			live->ruleset, view, seat, d, from, &unused, failed);
	}
	if (!first)
		sp_buf_adds(news, ", so you passed.");
	if (forgets && !passes)
		sp_buf_addf(news,
			" It goes on like that, and you are not asked: %s "
			"takes the line back.",
			sp_buf_str(&forget));
	if (!first)
		sp_buf_addc(news, '\n');
	sp_buf_free(&forget);
}

/* Tell whoever left word what of that was played; `declared`: the lines that
 * answered, NULL where none did. Who gave the order reads it in his receipt. */
static void tell_played(struct sp_scratch *scratch, struct sp_live *live,
	char *const declared[SP_SEATS_MAX])
{
	const struct sp_events *events = &scratch->events;
	struct sp_buf forget;
	unsigned played = 0;

	sp_buf_init(&forget, SIZE_MAX);

	for (int i = 0; i < events->n; i++)
		if (events->event[i].kind == SP_EVENT_COUNTERED)
			played |= 1U << events->event[i].seat;
	for (int s = 0; s < live->setup.n_seats; s++) {
		if (declared[s] == NULL || (played >> s & 1U) == 0 ||
			(live->follows != NULL && live->follows_seat == s))
			continue;
		sp_buf_addf(
			&live->news[s], "Your `%s` was played.", declared[s]);
		sp_buf_clear(&forget);
		sp_game_view(&live->game, s, &scratch->view);
		if (sp_table_declared_spent(
			    live, &scratch->view, s, declared[s], &forget))
			sp_buf_addf(&live->news[s],
				" You have no more of that: where this line "
				"fits and no other does, you pass without "
				"being asked. %s takes it back.",
				sp_buf_str(&forget));
		sp_buf_addc(&live->news[s], '\n');
		live->answered |= 1U << s;
	}
	sp_buf_free(&forget);
}

/* `line` of theirs ("": a public default) passed for who could answer. */
static void tell_spared(struct sp_scratch *scratch, struct sp_live *live,
	int seat, const char *line)
{
	struct sp_buf *out = &live->spared[seat];
	size_t n = strcspn(line, ":");
	if (!sp_agent_can_answer(live->ruleset, &scratch->view, seat))
		return;
	sp_buf_clear(out);
	sp_buf_addf(out, "`%s` passed for you on ",
		n > 0 ? line
		      : sp_declare_default_text(sp_declare_default(
				live->ruleset, &live->game, seat)));
	if (!sp_table_awaited_subject(live, out))
		sp_buf_adds(out, "what happened");
	sp_buf_addf(out,
		", though you could have answered: `forget %.*s` has you asked.\n",
		n > 0 ? (int)n : 8, n > 0 ? line : "defaults");
}

int sp_table_round_finish(struct sp_scratch *scratch, struct sp_live *live,
	uint32_t number, struct sp_command *last, struct sp_buf *secret,
	struct sp_error *e)
{
	char *declared[SP_SEATS_MAX] = { 0 };
	struct sp_declared_failure failed;
	struct sp_declarations d;
	struct sp_refusal why = { 0 };
	enum came how;
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats &&
			sp_table_round_is_open(live, number);
		s++) {
		if ((unanswered(live) & 1u << s) == 0)
			continue;
		if (sp_record_bot_plays(live, s)) {
			rc = bot_answers(scratch, live, s, last, &how, e);
			failed.line = failed.decided = -1;
			if (rc != SP_OK)
				break;
		} else {
			(void)answers(
				scratch, live, s, last, &how, &d, &failed);
			if (how == CAME_PUBLIC)
				tell_spared(scratch, live, s, "");
			else if (how == CAME_DECLARED && failed.decided >= 0 &&
				 last->answer[0] == SP_NOTHING)
				tell_spared(scratch, live, s,
					d.line[failed.decided].text);
		}
		if (failed.decided >= 0 && last->answer[0] != SP_NOTHING)
			declared[s] = sp_xstrdup(d.line[failed.decided].text);
		tell_failed(live, s, &scratch->view, last, &d, &failed);
		add_secret(live, last, how, secret);
		rc = sp_rules_apply(live->ruleset, &live->game, last,
			&scratch->events, &why);
		if (rc != SP_OK)
			/* why is not said: it may name a card of a hand */
			rc = sp_error_set(e, SP_EREFUSED,
				"decision %lu: the answer of seat %s is "
				"refused",
				(unsigned long)number, live->setup.colour[s]);
	}
	if (rc == SP_OK) {
		assert(!sp_table_round_is_open(live, number));
		tell_played(scratch, live, declared);
		sp_record_agents_forget(live);
	}
	for (int s = 0; s < live->setup.n_seats; s++)
		sp_free(declared[s]);
	return rc;
}

struct sp_command sp_table_round_told(
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

static int record_closing(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *last, const char *secret, int64_t instant,
	const char *input, int reader, struct sp_error *e)
{
	struct sp_command told = sp_table_round_told(&scratch->before, last);
	struct sp_render_step step = { live->ruleset, &scratch->before,
		&live->game, &told, &scratch->events,
		sp_table_round_is_idle(scratch, live, instant) };

	sp_table_news_note(live, &step, reader);
	sp_table_follow_note(live, &step);
	for (int i = 0; i < scratch->events.n; i++)
		live->counters +=
			scratch->events.event[i].kind == SP_EVENT_COUNTERED;
	return sp_record_step(live, &step, secret, instant, input, e);
}

/* Tell those of `seats` whom the round concerned, or who played something, that
 * it is over: they answered before the others did. */
static void tell_heard(
	const struct sp_scratch *scratch, struct sp_live *live, unsigned seats)
{
	const struct sp_game *was = &scratch->before;
	const struct sp_round *round = &was->reaction[was->n_rounds - 1];
	bool cast = sp_kind_of(round->subject) == SP_KIND_ITEM;
	unsigned whom = cast ? sp_eval_affected(live->ruleset, was,
				       sp_index_of(round->subject))
			     : 0;

	for (int i = 0; i < scratch->events.n; i++)
		if (scratch->events.event[i].kind == SP_EVENT_COUNTERED)
			whom |= 1U << scratch->events.event[i].seat;
	/* whoever is called now reads the story of it there */
	whom &= seats & ~(unsigned)live->game.decision.seats;
	for (int s = 0; s < live->setup.n_seats; s++) {
		if ((whom >> s & 1U) == 0 ||
			live->game.status == SP_GAME_OVER ||
			(live->follows != NULL && live->follows_seat == s))
			continue;
		sp_buf_adds(&live->news[s],
			"All have answered now, as you had done.\n");
		live->heard |= 1U << s;
	}
}

/* Close the round that is open, whoever has answered: one commit for all that
 * closes it. scratch->before and scratch->events are what came of it. */
static int close_now(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, int reader, struct sp_error *e)
{
	unsigned waited = sp_record_agents_answered(live);
	struct sp_command last;
	struct sp_buf secret;

	if (reader != SP_NOBODY)
		waited &= ~(1U << reader);
	scratch->before = live->game;
	scratch->events.n = 0;
	sp_buf_init(&secret, SECRET_MAX);
	int rc = sp_table_round_finish(
		scratch, live, live->game.decision.number, &last, &secret, e);
	if (rc == SP_OK)
		rc = record_closing(scratch, live, &last, sp_buf_str(&secret),
			instant, input, reader, e);
	if (rc == SP_OK)
		tell_heard(scratch, live, waited);
	wipe(&secret);
	return rc;
}

/* It has to be legal, and to fit into the record. */
static int check_answer(const struct sp_live *live,
	const struct sp_command *command, struct sp_refusal *why)
{
	int rc = sp_law_check(live->ruleset, &live->game, command, why);
	int over = rc == SP_OK ? sp_table_answer_over(live, command) : 0;

	if (over == 0)
		return rc;
	*why = (struct sp_refusal){ .reason = SP_REASON_TOO_LONG,
		.seat = command->seat,
		.verb = command->verb,
		.slot = -1,
		.value = -1,
		.n_arguments = 1 };
	why->argument[0].name = SP_ARGUMENT_TAKES;
	why->argument[0].value = over;
	return SP_EREFUSED;
}

/* What came of an answer: of its round, if that closed by it. */
static void tell_answer(const struct sp_scratch *scratch,
	const struct sp_live *live, const struct sp_command *command,
	bool again, struct sp_buf *result)
{
	struct sp_render_step step = { live->ruleset, &scratch->before,
		&live->game, command, &scratch->events, false };

	/* nobody else is asked, but it is held (option `hold`) */
	if (sp_table_round_is_open(live, command->decision) &&
		sp_record_agents_answered(live) == live->game.decision.seats)
		sp_buf_adds(result, "your answer is kept, and sealed");
	else
		sp_render_result(&step, result);
	if (again)
		sp_buf_adds(result, "; your earlier answer is gone");
}

/* Seal it, and close the round if nobody else is waited for: scratch->before
 * and scratch->events are what came of that. */
static int seal_answer(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	int reader, struct sp_error *e)
{
	struct sp_buf full;

	sp_buf_init(&full, SECRET_MAX);
	sp_notation_format(
		live->ruleset, &live->game, command, SP_NOTATION_FULL, &full);
	sp_record_agents_keep(live, command->seat, sp_buf_str(&full));
	int rc = sp_record_sealed(
		live, command->seat, sp_buf_str(&full), instant, input, e);
	wipe(&full);
	scratch->before = live->game;
	scratch->events.n = 0;
	if (rc != SP_OK || !sp_table_round_is_idle(scratch, live, instant))
		return rc;
	if (live->n_stillness > 0)
		rc = sp_table_stood_tell(live, e);
	return rc == SP_OK ? close_now(scratch, live, instant, input, reader, e)
			   : rc;
}

int sp_table_round_answer(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why, struct sp_error *e)
{
	struct sp_command earlier;
	int rc = check_answer(live, command, why);

	if (rc != SP_OK)
		return rc;
	bool again = sp_record_agents_waiting(live, command->seat, &earlier);
	rc = seal_answer(scratch, live, command, instant, input,
		result != NULL ? command->seat : SP_NOBODY, e);
	if (rc == SP_OK && result != NULL)
		tell_answer(scratch, live, command, again, result);
	if (result != NULL)
		sp_table_follow(live, command->seat, result);
	return rc == SP_OK
		       ? sp_table_rounds_close(scratch, live, instant, input, e)
		       : rc;
}

int sp_table_rounds_close(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = SP_OK;

	while (rc == SP_OK && sp_table_round_is_idle(scratch, live, instant))
		rc = close_now(scratch, live, instant, input, SP_NOBODY, e);
	return rc;
}

int sp_table_rounds_settle(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = sp_table_rounds_close(scratch, live, instant, input, e);

	return rc == SP_OK ? sp_table_bots_play(scratch, live, e) : rc;
}

int sp_table_round_expire(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, unsigned *late, struct sp_error *e)
{
	*late = sp_table_round_awaits(scratch, live);
	for (int s = 0; s < live->setup.n_seats; s++)
		if ((*late & 1u << s) != 0)
			live->people[s].missed++;
	int rc = close_now(scratch, live, instant, input, SP_NOBODY, e);
	return rc == SP_OK ? sp_table_rounds_settle(
				     scratch, live, instant, input, e)
			   : rc;
}

bool sp_table_round_given_up(const struct sp_live *live, int seat)
{
	return live->people[seat].missed >= MISSED_MOST;
}

bool sp_table_round_forgive(struct sp_live *live, int seat)
{
	bool any = live->people[seat].missed > 0;

	live->people[seat].missed = 0;
	return any;
}
