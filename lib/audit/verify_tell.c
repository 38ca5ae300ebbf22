/* What verify found, for machines and for people. */
#include "audit/verify_private.h"

#define COLUMNS 72
#define INDENT  10

static const char *const outcomes[] = {
	[SP_OUTCOME_NONE] = NULL,
	[SP_OUTCOME_POINTS] = "victory points",
	[SP_OUTCOME_SURVIVOR] = "last wizard alive",
	[SP_OUTCOME_ROUNDS] = "last round",
	[SP_OUTCOME_DRAW] = "draw",
	[SP_OUTCOME_CANCELLED] = "cancelled",
};

/* ---- for machines ----------------------------------------------------------
 */

static void set_size(json_t *object, const char *key, size_t n)
{
	sp_json_set_int(object, key, (int64_t)n);
}

static void set_text(json_t *object, const char *key, const char *text)
{
	if (text != NULL && *text != '\0')
		sp_json_set_string(object, key, text);
}

static json_t *seats_json(const struct sp_setup *setup)
{
	json_t *seats = json_array();

	for (int s = 0; s < setup->n_seats; s++) {
		json_t *seat = json_object();

		sp_json_set_string(seat, "seat", setup->colour[s]);
		set_text(seat, "bot", setup->bot[s]);
		sp_json_set_bool(seat, "luck", setup->luck[s][0] != '\0');
		json_array_append_new(seats, seat);
	}
	return seats;
}

static const char *status_of(const struct sp_verifier *v)
{
	if (v->cancelled)
		return "cancelled";
	if (!v->live->started)
		return "inviting";
	return v->live->game.status == SP_GAME_OVER ? "over" : "running";
}

static void add_game(const struct sp_verifier *v, json_t *json)
{
	const struct sp_live *live = v->live;
	const struct sp_game *g = &live->game;

	sp_json_set_string(json, "game", live->gid);
	sp_json_set_string(json, "ruleset", live->setup.ruleset);
	sp_json_set_int(json, "engine", live->setup.engine);
	sp_json_set(json, "seats", seats_json(&live->setup));
	sp_json_set_string(json, "status", status_of(v));
	sp_json_set_string(json, "commitment", live->setup.commitment);
	if (!live->started)
		return;
	sp_json_set_int(json, "turns", g->turn);
	sp_json_set_int(json, "draws", (int64_t)(g->rng.next - v->skipped));
	if (g->status != SP_GAME_OVER)
		return;
	set_text(json, "outcome", outcomes[g->outcome]);
	if (g->winner != SP_NOBODY)
		sp_json_set_string(json, "winner", g->colour[g->winner]);
}

static void add_history(const struct sp_verifier *v, json_t *json)
{
	const struct sp_chronicle *c = v->c;

	set_size(json, "commits", c->n);
	set_size(json, "sealed", v->sealed);
	if (v->repairs > 0) {
		set_size(json, "repairs", v->repairs);
		set_size(json, "lost", v->n_lost);
	}
	if (v->set_right > 0)
		set_size(json, "set_right", v->set_right);
	sp_json_set_string(json, "root", c->id[0].hex);
	sp_json_set_string(json, "tip", c->id[c->n - 1].hex);
	set_text(json, "fingerprint", v->fingerprint);
	sp_json_set_bool(json, "replayed", v->replays && v->steps > 0);
	if (v->options->bots)
		sp_json_set_bool(json, "bots", true);
	if (v->options->declarations)
		sp_json_set_bool(json, "declarations", true);
}

static json_t *mismatch_json(const struct sp_mismatch *bad)
{
	json_t *json = json_object();

	if (bad->number >= 0) {
		sp_json_set_string(json, "commit", bad->id.hex);
		sp_json_set_int(json, "seq", bad->number);
		sp_json_set_string(json, "subject", bad->subject);
	}
	sp_json_set_string(json, "what", bad->what);
	set_text(json, "expected", bad->expected);
	sp_json_set_string(json, "found", bad->found);
	return json;
}

json_t *audit_verify_json(const struct sp_verifier *v)
{
	json_t *json = json_object();

	sp_json_set_bool(json, "good", !v->bad.any);
	if (v->live != NULL && v->live->gid[0] != '\0')
		add_game(v, json);
	if (v->c != NULL)
		add_history(v, json);
	if (v->bad.any) {
		sp_json_set(json, "mismatch", mismatch_json(&v->bad));
		return json;
	}
	sp_json_set_bool(json, "beyond", v->beyond);
	sp_json_set_bool(json, "anchored", v->given + v->heads > 0);
	set_size(json, "given", v->given);
	if (v->taken_back > 0)
		set_size(json, "taken_back", v->taken_back);
	if (v->options->mails != NULL) {
		set_size(json, "mails", v->mails);
		set_size(json, "heads", v->heads);
	}
	return json;
}

/* ---- for people ------------------------------------------------------------
 */

/* "Label     words ...", broken between words. */
static void SP_PRINTF(3, 4)
	field(struct sp_buf *out, const char *label, const char *fmt, ...)
{
	struct sp_buf text;
	struct sp_cursor c;
	size_t column = INDENT;
	va_list ap;

	sp_buf_init(&text, SIZE_MAX);
	va_start(ap, fmt);
	sp_buf_vaddf(&text, fmt, ap);
	va_end(ap);
	sp_buf_addf(out, "%-*s", INDENT, label);
	sp_cursor_init(&c, sp_buf_str(&text), text.len);
	while (!sp_cursor_done(&c)) {
		sp_cursor_skip_blanks(&c);
		size_t n = strcspn(c.at, " ");
		size_t width = sp_utf8_width(c.at, n);
		if (column > INDENT && column + 1 + width > COLUMNS) {
			sp_buf_addf(out, "\n%*s", INDENT, "");
			column = INDENT;
		} else if (column > INDENT) {
			sp_buf_addc(out, ' ');
			column++;
		}
		sp_buf_add(out, c.at, n);
		column += width;
		while (n-- > 0)
			(void)sp_cursor_next(&c);
	}
	sp_buf_addc(out, '\n');
	sp_buf_free(&text);
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? text : "";
}

static long long number_of(const json_t *json, const char *key)
{
	return (long long)json_integer_value(json_object_get(json, key));
}

static bool is(const json_t *json, const char *key, const char *value)
{
	return sp_streq(text_of(json, key), value);
}

static bool yes(const json_t *json, const char *key)
{
	return json_is_true(json_object_get(json, key));
}

static void tell_seats(const json_t *json, struct sp_buf *out)
{
	const json_t *seats = json_object_get(json, "seats");
	struct sp_buf names, lucky;
	size_t chosen = 0;

	sp_buf_init(&names, SIZE_MAX);
	sp_buf_init(&lucky, SIZE_MAX);
	for (size_t i = 0; i < json_array_size(seats); i++) {
		const json_t *seat = json_array_get(seats, i);
		const char *colour = text_of(seat, "seat");

		sp_buf_addf(&names, "%s%s%s", i > 0 ? ", " : "", colour,
			json_object_get(seat, "bot") != NULL ? " (bot)" : "");
		if (yes(seat, "luck"))
			sp_buf_addf(&lucky, "%s%s", chosen++ > 0 ? ", " : "",
				colour);
	}
	field(out, "Game", "%s, a game of %s for %s", text_of(json, "game"),
		text_of(json, "ruleset"), sp_buf_str(&names));
	if (chosen > 0)
		field(out, "Luck", "added to the dice by %s",
			sp_buf_str(&lucky));
	else if (is(json, "status", "inviting"))
		field(out, "Luck", "nobody has joined yet");
	else
		field(out, "Luck", "no player chose luck");
	sp_buf_free(&names);
	sp_buf_free(&lucky);
}

static void tell_end(const json_t *json, struct sp_buf *out)
{
	if (is(json, "status", "inviting"))
		field(out, "State", "it has not begun");
	else if (is(json, "status", "running"))
		field(out, "State", "running, in turn %lld",
			number_of(json, "turns"));
	else if (is(json, "status", "cancelled"))
		field(out, "State", "called off before it began");
	else if (text_of(json, "winner")[0] != '\0')
		field(out, "State", "over: %s wins (%s)",
			text_of(json, "winner"), text_of(json, "outcome"));
	else
		field(out, "State", "over: a draw");
	if (json_object_get(json, "turns") == NULL)
		field(out, "History", "%lld commit%s",
			number_of(json, "commits"),
			sp_plural(number_of(json, "commits")));
	else
		field(out, "History",
			"%lld commits, sealed orders among them: %lld; to turn "
			"%lld, with %lld draws",
			number_of(json, "commits"), number_of(json, "sealed"),
			number_of(json, "turns"), number_of(json, "draws"));
}

static void tell_checked(const json_t *json, struct sp_buf *out)
{
	const char *sign = "the signature, files and text of every commit";

	if (yes(json, "replayed"))
		field(out, "Checked",
			"%s; the commitment and what each seat's luck made of "
			"it; the whole game, played again from its commands: "
			"dice, hands, decks, positions, boards, sealed boxes, "
			"State tags%s%s",
			sign, yes(json, "bots") ? "; what bots chose" : "",
			yes(json, "declarations")
				? "; what was declared, and what that answered"
				: "");
	else if (json_object_get(json, "turns") != NULL)
		field(out, "Checked", "%s; positions, boards, draw counters",
			sign);
	else
		field(out, "Checked", "%s; the ruleset", sign);
	field(out, "",
		"Subjects and report.txt are narrative: signed, not computed "
		"again.");
	if (is(json, "status", "running"))
		field(out, "To come",
			"dice, hands, sealed boxes, State tags and the effect "
			"of each command can be checked when the game is over "
			"and its secret is revealed");
	else if (is(json, "status", "over") && !yes(json, "replayed"))
		field(out, "Missing",
			"the secret of this game was not revealed: dice, hands "
			"and the effect of commands cannot be checked");
}

static void tell_ids(const json_t *json, struct sp_buf *out)
{
	if (text_of(json, "fingerprint")[0] != '\0')
		field(out, "Key", "%s", text_of(json, "fingerprint"));
	field(out, "Root", "%s", text_of(json, "root"));
	field(out, "Tip", "%s%s", text_of(json, "tip"),
		yes(json, "beyond")
			? ": not the last one, tags name commits behind it"
			: "");
}

/* What the history says of itself that no witness can see in it. */
static void tell_repairs(const json_t *json, struct sp_buf *out)
{
	long long n = number_of(json, "repairs");
	long long right = number_of(json, "set_right");

	if (n > 0)
		field(out, "Repairs",
			"%lld: the operator took the game back where its "
			"record was damaged (lost commits that it names: "
			"%lld), and the dice went on with others",
			n, number_of(json, "lost"));
	if (right > 0)
		field(out, "Clock",
			"set right %lld time%s: dates before that are of a "
			"clock that was ahead, and deadlines after it were "
			"held against what the judge said of the time",
			right, right == 1 ? "" : "s");
}

static void tell_anchors(const json_t *json, struct sp_buf *out)
{
	long long back = number_of(json, "taken_back");

	if (json_object_get(json, "mails") != NULL)
		field(out, "Mails", "%lld read, %lld of them about this game%s",
			number_of(json, "mails"), number_of(json, "heads"),
			number_of(json, "heads") == 0 ? ""
			: back > 0 ? ": every head that they name is in this "
				     "history, or called lost by it"
				   : ": every head that they name is in this "
				     "history");
	if (back > 0)
		field(out, "Lost",
			"%lld of the anchors: commits that a repair took back",
			back);
	if (yes(json, "anchored"))
		field(out, "Anchored", "%lld given, %lld heads of mails",
			number_of(json, "given"), number_of(json, "heads"));
	else
		field(out, "Anchored",
			"not anchored: compare these with your mails");
}

static void tell_mismatch(const json_t *json, struct sp_buf *out)
{
	const json_t *bad = json_object_get(json, "mismatch");

	if (json_object_get(bad, "commit") != NULL) {
		field(out, "Commit", "%s", text_of(bad, "commit"));
		field(out, "", "seq %lld: %s", number_of(bad, "seq"),
			text_of(bad, "subject"));
	}
	field(out, "Wrong", "%s", text_of(bad, "what"));
	if (json_object_get(bad, "expected") != NULL)
		field(out, "Expected", "%s", text_of(bad, "expected"));
	field(out, "Found", "%s", text_of(bad, "found"));
}

void audit_verify_tell(const json_t *json, struct sp_buf *out)
{
	if (!yes(json, "good")) {
		sp_buf_adds(out, "NOT GOOD: this is the first mismatch.\n\n");
		tell_mismatch(json, out);
		return;
	}
	sp_buf_adds(out, "Good.\n\n");
	tell_seats(json, out);
	tell_end(json, out);
	tell_checked(json, out);
	tell_ids(json, out);
	tell_repairs(json, out);
	tell_anchors(json, out);
}
