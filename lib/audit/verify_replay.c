/* Doing again what a commit says was done, with the daemon's own functions:
 * commands, closed rounds, sealed orders. */
#include "audit/verify_prefer.h"

#include "lesson/lesson.h"
#include "notation/notation.h"
#include "record/plans.h"
#include "refusal/refusal.h"
#include "setup/setup.h"

/* ---- helpers ---------------------------------------------------------------
 */

/* "red 12 walk n stop" */
static int parse_line(
	struct sp_verifier *v, const char *line, struct sp_command *out)
{
	const struct sp_live *live = v->live;
	size_t n = strcspn(line, " ");
	char colour[SP_ID_SIZE];
	struct sp_error why = { 0 };
	int seat = sp_copyn(colour, sizeof(colour), line, n)
			   ? sp_state_setup_seat(&live->setup, colour)
			   : SP_NOBODY;

	memset(out, 0, sizeof(*out));
	if (seat == SP_NOBODY || line[n] != ' ')
		return audit_verify_wrong(
			v, "command", "one of a seat", "%s", line);
	if (sp_notation_parse(out, live->ruleset, &live->game, line + n + 1,
		    &why) != SP_OK)
		return audit_verify_wrong(v, "command", NULL, "%s: %s", line,
			sp_error_line(&why));
	out->seat = (int8_t)seat;
	out->source = SP_SOURCE_SEAT;
	return SP_OK;
}

static void format_line(const struct sp_live *live, const struct sp_game *g,
	const struct sp_command *c, struct sp_buf *out)
{
	sp_buf_addf(out, "%s ", live->setup.colour[c->seat]);
	sp_notation_format(live->ruleset, g, c, SP_NOTATION_FULL, out);
}

static bool same_command(const struct sp_live *live, const struct sp_game *g,
	const struct sp_command *a, const struct sp_command *b)
{
	struct sp_buf x, y;

	sp_buf_init(&x, SP_CHRONICLE_FILE);
	sp_buf_init(&y, SP_CHRONICLE_FILE);
	format_line(live, g, a, &x);
	format_line(live, g, b, &y);
	bool same = sp_streq(sp_buf_str(&x), sp_buf_str(&y));
	sp_buf_free(&x);
	sp_buf_free(&y);
	return same;
}

static int refuse(struct sp_verifier *v, const struct sp_refusal *why)
{
	struct sp_buf words;

	sp_buf_init(&words, SIZE_MAX);
	sp_refusal_say(v->live->ruleset, &v->live->game, why, &words);
	int rc = audit_verify_wrong(v, "command", "one that the rules allow",
		"refused: %s", sp_buf_str(&words));
	sp_buf_free(&words);
	return rc;
}

static int apply(struct sp_verifier *v, const struct sp_command *c)
{
	struct sp_live *live = v->live;
	struct sp_refusal why = { 0 };

	if (sp_rules_apply(live->ruleset, &live->game, c, &v->scratch->events,
		    &why) == SP_OK)
		return SP_OK;
	return refuse(v, &why);
}

static void tell_step(struct sp_verifier *v, struct sp_replay *r,
	const struct sp_game *before, const struct sp_command *c)
{
	struct sp_render_step step = { v->live->ruleset, before, &v->live->game,
		c, &v->scratch->events, false };

	sp_record_words(&r->words, v->live, &step);
}

/* ---- the start -------------------------------------------------------------
 */

static int start(struct sp_verifier *v, struct sp_replay *r, struct sp_error *e)
{
	struct sp_live *live = v->live;
	struct sp_error why = { 0 };
	struct sp_rng rng;

	(void)e;
	if (r->input != SP_VERIFY_INPUT_MAIL &&
		r->input != SP_VERIFY_INPUT_OPERATOR)
		return audit_verify_wrong(v, "trailer Input",
			"64 hexadecimal digits, or an operator's act", "%s",
			audit_verify_trailer(v, "Input"));
	sp_rng_init(&rng, live->secrets.dice, 0);
	v->scratch->events.n = 0;
	int rc = sp_setup_start(live->ruleset, &live->setup, &rng, &live->game,
		&v->scratch->events, &why);
	sp_wipe(&rng, sizeof(rng));
	if (rc != SP_OK)
		return audit_verify_wrong(
			v, "start", NULL, "%s", sp_error_line(&why));
	tell_step(v, r, NULL, NULL);
	return SP_OK;
}

/* ---- a command -------------------------------------------------------------
 */

/* Not before the deadline: that may be put off, but nothing brings it forward.
 * A turn's clock stands still while others are asked, and never starts anew
 * but with an undo. */
static int check_deadline(struct sp_verifier *v, const struct sp_replay *r)
{
	int64_t from = v->live->game.decision.kind == SP_DECISION_TURN
			       ? v->began
			       : v->opened;
	int64_t least =
		from + (int64_t)sp_record_live_decision_hours(v->live) * 3600;
	char wanted[SP_DATE_TEXT], found[SP_DATE_TEXT];

	if (r->due >= least)
		return SP_OK;
	sp_date_iso(wanted, least);
	sp_date_iso(found, r->due);
	return audit_verify_wrong(v,
		"trailer Input: a timer that nobody could be late for", wanted,
		"%s", found);
}

/* Whose command may it be, and was there a choice? */
static int check_giver(
	struct sp_verifier *v, const struct sp_replay *r, struct sp_command *c)
{
	const struct sp_live *live = v->live;
	struct sp_command forced;
	struct sp_error why = { 0 };
	char line[SP_DECLARATION_SIZE];
	struct sp_buf wanted;
	int rc = SP_OK;

	switch (r->input) {
	case SP_VERIFY_INPUT_TIMER:
		if (sp_record_bot_plays(live, c->seat))
			return audit_verify_wrong(
				v, "trailer Input", "that of a bot", "a timer");
		c->source = SP_SOURCE_CLOCK;
		sp_law_default(live->ruleset, &live->game, &forced);
		break;
	case SP_VERIFY_INPUT_BOT:
		if (!sp_record_bot_plays(live, c->seat))
			return audit_verify_wrong(v, "trailer Input",
				"that of a player", "a bot's");
		if (!v->options->bots)
			return SP_OK;
		if (sp_table_bot_answer(
			    v->scratch, live, c->seat, &forced, &why) != SP_OK)
			return audit_verify_wrong(
				v, "command", NULL, "%s", sp_error_line(&why));
		break;
	case SP_VERIFY_INPUT_DECLARED:
		rc = audit_verify_preferred(v, &live->game, c->seat, r->public);
		if (rc != SP_OK || !v->options->declarations)
			return rc;
		if (!sp_record_agents_prefer(
			    live, c->seat, &v->scratch->view, &forced, line))
			return audit_verify_wrong(v, "the declared choice",
				"that the seat is asked", "%s %s",
				live->setup.colour[c->seat], r->public);
		break;
	case SP_VERIFY_INPUT_MAIL:
	case SP_VERIFY_INPUT_OPERATOR: /* for the seat: simulated games */
	case SP_VERIFY_INPUT_NONE:
		if (!audit_replay_goes_on(
			    v, c->seat, audit_verify_trailer(v, "Input")))
			v->defaults[c->seat] = 0;
		if (!sp_record_bot_plays(live, c->seat))
			return SP_OK;
		return audit_verify_wrong(
			v, "trailer Input", "that of a bot", "a player's");
	}
	if (same_command(live, &live->game, &forced, c))
		return r->input == SP_VERIFY_INPUT_TIMER ? check_deadline(v, r)
							 : SP_OK;
	sp_buf_init(&wanted, SP_CHRONICLE_FILE);
	format_line(live, &live->game, &forced, &wanted);
	rc = audit_verify_wrong(v,
		r->input == SP_VERIFY_INPUT_BOT     ? "the bot's choice"
		: r->input == SP_VERIFY_INPUT_TIMER ? "the clock's choice"
						    : "the declared choice",
		sp_buf_str(&wanted), "%s %s", live->setup.colour[c->seat],
		r->public);
	sp_buf_free(&wanted);
	return rc;
}

static int command(struct sp_verifier *v, struct sp_replay *r)
{
	struct sp_live *live = v->live;
	struct sp_command c;
	char *line = r->command != NULL
			     ? sp_xstrdup(r->command)
			     : sp_xasprintf("%s %s", r->seat, r->public);
	int rc = parse_line(v, line, &c);

	if (rc == SP_OK && c.verb == SP_VERB_ANSWER)
		rc = audit_verify_wrong(
			v, "command", "a closed round", "%s", line);
	if (rc == SP_OK && sp_law_verb_is_secret(c.verb))
		rc = audit_verify_wrong(
			v, "command", "a sealed order", "%s", line);
	sp_free(line);
	if (rc == SP_OK)
		rc = check_giver(v, r, &c);
	if (rc == SP_OK)
		rc = apply(v, &c);
	if (rc != SP_OK)
		return rc;
	struct sp_render_step step = { live->ruleset, &v->scratch->before,
		&live->game, &c, &v->scratch->events, false };
	char *secret = sp_record_secret(live, &step);
	r->has_secret = secret != NULL;
	if (secret != NULL)
		sp_buf_adds(&r->secret, secret);
	sp_free(secret);
	tell_step(v, r, &v->scratch->before, &c);
	return SP_OK;
}

/* ---- a round that closes ---------------------------------------------------
 */

/* Not before its time (option `hold`). */
static int check_hold(struct sp_verifier *v)
{
	int64_t hold = (int64_t)sp_table_round_hold(v->live) * 3600;
	char wanted[SP_DATE_TEXT], found[SP_DATE_TEXT];

	if (hold == 0 ||
		hold >= (int64_t)sp_record_live_decision_hours(v->live) *
				3600 ||
		v->page->when >= v->opened + hold)
		return SP_OK;
	sp_date_iso(wanted, v->opened + hold);
	sp_date_iso(found, v->page->when);
	return audit_verify_wrong(
		v, "date of a round that was held open", wanted, "%s", found);
}

/* Nobody is passed over who would still be asked. It does not stand in the
 * record who missed rounds, so whoever left two to the clock before may have.
 */
static int check_defaults(struct sp_verifier *v)
{
	unsigned wait = sp_table_round_awaits(v->scratch, v->live);

	for (int s = 0; s < v->live->setup.n_seats; s++)
		if ((wait & 1u << s) != 0 && v->defaults[s] < 2)
			return audit_verify_wrong(v, "a closed round",
				"an answer of each seat that is asked",
				"none of %s", v->live->setup.colour[s]);
	return SP_OK;
}

/* "green bot 12 answer none": the seat, and in *rest the command, of an answer
 * that came as `how`; SP_NOBODY: another one. */
static int came_as(const struct sp_live *live, const char *line,
	const char *how, const char **rest)
{
	for (int s = 0; s < live->setup.n_seats; s++) {
		size_t n = strlen(live->setup.colour[s]);

		if (strncmp(line, live->setup.colour[s], n) != 0 ||
			line[n] != ' ' || !sp_starts(line + n + 1, how) ||
			line[n + 1 + strlen(how)] != ' ')
			continue;
		*rest = line + n + 2 + strlen(how);
		return s;
	}
	return SP_NOBODY;
}

/* Note the answer of a line, if it is of those that are not computed. What
 * does not read as one is left out: then another box follows. */
static void take_line(const struct sp_verifier *v, const char *line,
	struct sp_round_taken *out)
{
	const struct sp_live *live = v->live;
	struct sp_error why = { 0 };
	struct sp_command c = { 0 };
	const char *rest = "";
	int seat = out->bots ? came_as(live, line, "bot", &rest) : SP_NOBODY;
	bool spared = false;

	if (seat == SP_NOBODY) {
		seat = came_as(live, line, "public", &rest);
		spared = seat != SP_NOBODY;
	}
	if (seat == SP_NOBODY && out->declarations)
		seat = came_as(live, line, "declared", &rest);
	if (seat == SP_NOBODY ||
		sp_notation_parse(&c, live->ruleset, &live->game, rest, &why) !=
			SP_OK ||
		c.verb != SP_VERB_ANSWER)
		return;
	/* it passes, or answers nothing: then another box follows */
	if (spared) {
		out->spared |= (unsigned)(c.n_answers == 1 &&
					  c.answer[0] == SP_NOTHING)
			       << seat;
		return;
	}
	c.seat = (int8_t)seat;
	c.source = SP_SOURCE_SEAT;
	out->seats |= 1U << seat;
	out->answer[seat] = c;
}

/* The next line of a text, owned by the caller; NULL behind the last. */
static char *next_line(struct sp_cursor *text)
{
	const char *line;
	size_t n;

	return sp_cursor_line(text, &line, &n) ? sp_xstrndup(line, n) : NULL;
}

static void take_answers(const struct sp_verifier *v, const char *lines,
	struct sp_round_taken *out)
{
	struct sp_cursor text;
	char *line;

	sp_cursor_init(&text, lines, strlen(lines));
	memset(out, 0, sizeof(*out));
	out->bots = !v->options->bots;
	out->declarations = !v->options->declarations;
	while ((line = next_line(&text)) != NULL) {
		take_line(v, line, out);
		sp_free(line);
	}
}

/* An answer that was computed is not the one that stands there: say whose it
 * is. All else of the box is compared with the rest of it. */
static int compare_lines(
	struct sp_verifier *v, const char *computed, const char *recorded)
{
	const struct sp_live *live = v->live;
	struct sp_cursor ours, theirs;
	const char *unused;
	char *a;
	int rc = SP_OK;

	sp_cursor_init(&ours, computed, strlen(computed));
	sp_cursor_init(&theirs, recorded, strlen(recorded));
	while (rc == SP_OK && (a = next_line(&ours)) != NULL) {
		char *b = next_line(&theirs);

		if (b == NULL || sp_streq(a, b)) {
			/* as it is, or another number of them */
		} else if (came_as(live, a, "bot", &unused) != SP_NOBODY &&
			   came_as(live, b, "bot", &unused) != SP_NOBODY) {
			rc = audit_verify_wrong(
				v, "the bot's choice", a, "%s", b);
		} else if (v->options->declarations &&
			   came_as(live, a, "mail", &unused) == SP_NOBODY &&
			   came_as(live, b, "mail", &unused) == SP_NOBODY &&
			   (came_as(live, a, "declared", &unused) !=
					   SP_NOBODY ||
				   came_as(live, b, "declared", &unused) !=
					   SP_NOBODY)) {
			rc = audit_verify_wrong(
				v, "the declared answer", a, "%s", b);
		}
		sp_free(a);
		sp_free(b);
	}
	return rc;
}

/* A public default that passed for a seat is one that does. */
static int check_spared(struct sp_verifier *v)
{
	const struct sp_live *live = v->live;
	unsigned spared = v->scratch->taken->spared;

	for (int s = 0; v->options->declarations && s < live->setup.n_seats;
		s++)
		if ((spared >> s & 1U) != 0 &&
			sp_declare_default(live->ruleset, &live->game, s) ==
				SP_DEFAULT_ASK)
			return audit_verify_wrong(v, "a public default",
				"that the seat is asked", "%s public",
				live->setup.colour[s]);
	return SP_OK;
}

static int close_taken(
	struct sp_verifier *v, struct sp_replay *r, struct sp_error *e)
{
	struct sp_live *live = v->live;
	uint32_t number = live->game.decision.number;
	struct sp_error why = { 0 };
	struct sp_command last, told;
	unsigned wait;
	int rc;

	(void)e;
	rc = check_hold(v);
	if (rc == SP_OK && r->input == SP_VERIFY_INPUT_DECLARED)
		rc = audit_verify_led(v);
	if (rc != SP_OK)
		return rc;
	wait = sp_table_round_awaits(v->scratch, live);
	rc = check_spared(v);
	if (rc != SP_OK)
		return rc;
	rc = r->input != SP_VERIFY_INPUT_TIMER ? check_defaults(v)
	     : wait != 0                       ? check_deadline(v, r)
					       : SP_OK;
	if (rc != SP_OK)
		return rc;
	for (int s = 0; s < live->setup.n_seats; s++)
		v->defaults[s] += wait >> s & 1U;
	rc = sp_table_round_finish(
		v->scratch, live, number, &last, &r->secret, &why);
	if (rc == SP_EREFUSED)
		return audit_verify_wrong(
			v, "command", NULL, "%s", sp_error_line(&why));
	if (rc == SP_OK)
		rc = compare_lines(v, sp_buf_str(&r->secret), r->command);
	if (rc != SP_OK)
		return rc;
	r->has_secret = true;
	told = sp_table_round_told(&v->scratch->before, &last);
	tell_step(v, r, &v->scratch->before, &told);
	return SP_OK;
}

static int close_round(
	struct sp_verifier *v, struct sp_replay *r, struct sp_error *e)
{
	struct sp_live *live = v->live;
	struct sp_round_taken *taken;

	if (!sp_table_round_is_open(live, live->game.decision.number))
		return audit_verify_wrong(v, "command",
			"no answers: no round is open", "%s", r->public);
	if (r->command == NULL)
		return audit_verify_wrong(
			v, "sealed.json command", "answers", "nothing");
	taken = sp_xcalloc(1, sizeof(*taken));
	take_answers(v, r->command, taken);
	v->scratch->taken = taken;
	int rc = close_taken(v, r, e);
	v->scratch->taken = NULL;
	sp_free(taken);
	return rc;
}

int audit_replay_step(
	struct sp_verifier *v, struct sp_replay *r, struct sp_error *e)
{
	const char *verb = strchr(r->public, ' ');
	bool ruling = false;

	if (!v->live->started)
		return start(v, r, e);
	v->scratch->before = v->live->game;
	v->scratch->events.n = 0;
	int rc = audit_replay_ruling(v, r, &ruling, e);
	if (rc != SP_OK || ruling)
		return rc;
	return verb != NULL && sp_starts(verb, " answer ")
		       ? close_round(v, r, e)
		       : command(v, r);
}

/* ---- sealed orders ---------------------------------------------------------
 */

static int no_order(struct sp_verifier *v, const char *text)
{
	return audit_verify_wrong(v, "sealed.json command",
		"a sealed order that spellpost knows", "%s", text);
}

static bool is_mark(const char *s)
{
	return strspn(s, "0123456789abcdef") == SP_SHA256_TEXT - 1 &&
	       s[SP_SHA256_TEXT - 1] == '\0';
}

/* "press blue green <mark>": to others, in the order of their seats. */
static int press(struct sp_verifier *v, int seat, const char *rest)
{
	const struct sp_live *live = v->live;
	const char *at = rest + strlen("press");
	bool any = false;

	for (int s = 0; s < live->setup.n_seats; s++) {
		size_t n = strlen(live->setup.colour[s]);
		if (s == seat || sp_record_bot_plays(live, s) || *at != ' ' ||
			strncmp(at + 1, live->setup.colour[s], n) != 0 ||
			at[1 + n] != ' ')
			continue;
		any = true;
		at += 1 + n;
	}
	return any && *at == ' ' && is_mark(at + 1) ? SP_OK : no_order(v, rest);
}

/* True if that is a line as it is kept: adding it to nothing gives it again. */
static bool is_kept(struct sp_verifier *v, int seat, const char *line)
{
	struct sp_live *live = v->live;
	struct sp_order_vocable *vocable =
		sp_xcalloc(SP_VOCABLE_MAX, sizeof(vocable[0]));
	struct sp_order_words words = { vocable, 0, SP_ASKED_NOTHING };
	struct sp_declarations d = { 0 };
	struct sp_orders orders;
	struct sp_bound bound;
	bool good = false;

	sp_game_view(&live->game, seat, &v->scratch->view);
	words.n = sp_vocable_words(
		live->ruleset, &v->scratch->view, seat, vocable);
	sp_order_parse(&orders, line, strlen(line), &words);
	if (orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
		sp_order_effect(
			(enum sp_order_kind)orders.line[0].order.kind) ==
			SP_EFFECT_DECLARE)
		good = sp_declare_add(&d, live->ruleset, &v->scratch->view,
			       seat, &orders.line[0].order, &bound) &&
		       sp_streq(d.line[0].text, line);
	sp_order_clear(&orders);
	sp_free(vocable);
	return good;
}

static bool has_line(const struct sp_declarations *d, const char *line)
{
	for (int i = 0; i < d->n; i++)
		if (sp_streq(d->line[i].text, line))
			return true;
	return false;
}

/* "when", and behind it the whole list of a seat, a line each. */
static int declare(struct sp_verifier *v, int seat, const char *rest)
{
	struct sp_live *live = v->live;
	struct sp_declarations before, now;
	struct sp_buf words;
	bool good;

	sp_record_agents_declarations(live, seat, &before);
	if (!sp_record_agents_read(&now, rest))
		return no_order(v, rest);
	good = before.n > 0 || now.n > 0 || before.no_defaults ||
	       now.no_defaults;
	/* what a line means is asked of those who bind orders */
	for (int i = 0; good && v->options->declarations && i < now.n; i++)
		good = has_line(&before, now.line[i].text) ||
		       is_kept(v, seat, now.line[i].text);
	sp_record_agents_declare(live, seat, &now);
	sp_buf_init(&words, SIZE_MAX);
	sp_record_agents_words(live, seat, &words);
	good = good && sp_streq(sp_buf_str(&words), rest);
	sp_buf_free(&words);
	return good ? SP_OK : no_order(v, rest);
}

/* A watch; or an answer, which waits until its round closes. */
static int answer(struct sp_verifier *v, const char *line)
{
	struct sp_live *live = v->live;
	struct sp_refusal why = { 0 };
	struct sp_command c;
	int rc = parse_line(v, line, &c);

	if (rc != SP_OK)
		return rc;
	if (sp_law_verb_is_secret(c.verb) && !sp_record_bot_plays(live, c.seat))
		return apply(v, &c);
	if (c.verb != SP_VERB_ANSWER ||
		!sp_table_round_is_open(live, c.decision) ||
		sp_record_bot_plays(live, c.seat))
		return no_order(v, line);
	if (sp_law_check(live->ruleset, &live->game, &c, &why) != SP_OK)
		return refuse(v, &why);
	if (sp_table_answer_over(live, &c) != 0)
		return audit_verify_wrong(v, "sealed.json command",
			"an answer that its box has room for", "%s", line);
	sp_record_agents_keep(live, c.seat, line + strcspn(line, " ") + 1);
	return SP_OK;
}

/* Its answer waits no more. */
static int drop_answer(struct sp_verifier *v, int seat, const char *line)
{
	struct sp_command kept;

	if (!sp_record_agents_waiting(v->live, seat, &kept))
		return no_order(v, line);
	sp_record_agents_keep(v->live, seat, NULL);
	return SP_OK;
}

int audit_replay_sealed(struct sp_verifier *v, const char *line,
	const json_t *plan, struct sp_error *e)
{
	struct sp_live *live = v->live;
	size_t n = strcspn(line, " ");
	char colour[SP_ID_SIZE];
	int seat = sp_copyn(colour, sizeof(colour), line, n)
			   ? sp_state_setup_seat(&live->setup, colour)
			   : SP_NOBODY;

	(void)e;
	if (seat == SP_NOBODY || line[n] != ' ' ||
		!sp_streq(live->setup.colour[seat], colour) ||
		live->game.status != SP_GAME_RUNNING)
		return no_order(v, line);
	const char *rest = line + n + 1;
	if (!sp_starts(rest, "press ") && audit_verify_changed(v, "report.txt"))
		return audit_verify_wrong(v, "report.txt",
			"as in the commit before: nobody wrote to all",
			"another one");
	v->scratch->events.n = 0;
	v->defaults[seat] = 0;
	if (sp_starts(rest, "press "))
		return press(v, seat, rest);
	if (sp_starts(rest, "when"))
		return declare(v, seat, rest);
	if (sp_streq(rest, SP_PLANNED))
		return audit_replay_planned(v, seat, plan);
	if (sp_streq(rest, SP_ANSWER_DROPPED))
		return drop_answer(v, seat, line);
	if (sp_streq(rest, SP_TOKEN_RENEWED)) /* take_epochs saw it done */
		return sp_record_bot_plays(live, seat) ? no_order(v, line)
						       : SP_OK;
	return answer(v, line);
}

/* ---- rulings ---------------------------------------------------------------
 */

static void put_off(int64_t *since, const struct sp_ruling *ruling)
{
	int64_t from = ruling->from > *since ? ruling->from : *since;

	if (ruling->to > from)
		*since += ruling->to - from;
}

/* The clock was ahead. Deadlines count from what it was, and so they do as long
 * as dates cannot fall to what they should be. */
static int set_right(struct sp_verifier *v, const struct sp_ruling *ruling)
{
	char wanted[SP_DATE_TEXT], found[SP_DATE_TEXT];

	if (ruling->from != v->before->when) {
		sp_date_iso(wanted, v->before->when);
		sp_date_iso(found, ruling->from);
		return audit_verify_wrong(v,
			"trailer Command: the date that was wrong", wanted,
			"%s", found);
	}
	if (ruling->to < v->floor) {
		sp_date_iso(wanted, v->floor);
		sp_date_iso(found, ruling->to);
		return audit_verify_wrong(v,
			"trailer Command: a time that was over before", wanted,
			"%s", found);
	}
	v->ahead = ruling->from;
	v->floor = ruling->to;
	if (v->began > v->floor)
		v->began = v->floor;
	if (v->opened > v->floor)
		v->opened = v->floor;
	if (v->asked > v->floor)
		v->asked = v->floor;
	v->set_right++;
	return SP_OK;
}

/* The clock stood still: no deadline that ran then may come before it had as
 * much time more. */
static int stand_still(struct sp_verifier *v, const struct sp_replay *r,
	const struct sp_ruling *ruling)
{
	char wanted[SP_SHA256_TEXT];

	sp_seal_input_timer(wanted, ruling->to);
	if (r->input != SP_VERIFY_INPUT_TIMER || r->due != ruling->to)
		return audit_verify_wrong(v, "trailer Input", wanted, "%s",
			audit_verify_trailer(v, "Input"));
	if (v->live->game.status != SP_GAME_RUNNING)
		return audit_verify_wrong(v, "trailer Command",
			"none: the game is over", "%s", r->public);
	if (sp_record_ruling_sets_right(ruling))
		return set_right(v, ruling);
	put_off(&v->began, ruling);
	put_off(&v->opened, ruling);
	put_off(&v->asked, ruling);
	return SP_OK;
}

/* Whose ruling is it? A tutorial is called off by the clock, too: where a
 * deadline passed. */
static int check_ruling(struct sp_verifier *v, const struct sp_replay *r,
	const struct sp_ruling *ruling)
{
	if (r->input == SP_VERIFY_INPUT_TIMER &&
		ruling->kind == SP_RULING_CANCEL &&
		sp_lesson_pupil(&v->live->setup) != SP_NOBODY)
		return check_deadline(v, r);
	if (r->input != SP_VERIFY_INPUT_OPERATOR &&
		!sp_record_ruling_is_word(ruling->kind) &&
		(ruling->kind != SP_RULING_UNDO || *r->seat == '\0'))
		return audit_verify_wrong(v, "trailer Input",
			"an operator's act", "%s",
			audit_verify_trailer(v, "Input"));
	return SP_OK;
}

int audit_replay_ruling(struct sp_verifier *v, struct sp_replay *r,
	bool *is_ruling, struct sp_error *e)
{
	struct sp_live *live = v->live;
	struct sp_ruling ruling;
	int rc = SP_OK;

	*is_ruling = sp_record_ruling_parse(
			     &ruling, &live->setup, r->public, NULL) == SP_OK;
	if (!*is_ruling)
		return SP_OK;
	if (ruling.kind == SP_RULING_CLOCK)
		rc = stand_still(v, r, &ruling);
	else
		rc = check_ruling(v, r, &ruling);
	if (rc == SP_OK && ruling.kind == SP_RULING_UNDO)
		rc = audit_verify_undo(v, r, &ruling, e);
	else if (rc == SP_OK && sp_record_ruling_is_word(ruling.kind))
		rc = audit_verify_word(v, r, &ruling, e);
	else if (rc == SP_OK && ruling.kind == SP_RULING_REPAIR)
		rc = audit_verify_repair(v, r, &ruling);
	else if (rc == SP_OK)
		(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
	if (rc != SP_OK)
		return rc;
	r->word = sp_record_ruling_is_word(ruling.kind);
	/* the turn of the position that it leaves; no draws */
	sp_record_public_words(&r->words, live, &live->game, &live->game);
	if (ruling.seat != SP_NOBODY && ruling.kind != SP_RULING_LOOK)
		r->words.seat = r->words.author =
			live->setup.colour[ruling.seat];
	sp_record_ruling_format(&ruling, &live->setup, &r->words.command);
	return SP_OK;
}
