/* A commit of a game that is begun: its position, board, box, tag and trailers,
 * with the secret or without. */
#include "audit/verify_prefer.h"

/* ---- Input -----------------------------------------------------------------
 */

static bool is_hex64(const char *s)
{
	return strspn(s, "0123456789abcdef") == SP_SHA256_TEXT - 1 &&
	       s[SP_SHA256_TEXT - 1] == '\0';
}

static enum sp_verify_input input_kind(const char *input, int64_t *due)
{
	char again[SP_SHA256_TEXT];
	long long number;

	if (is_hex64(input))
		return SP_VERIFY_INPUT_MAIL;
	if (sp_streq(input, SP_INPUT_BOT))
		return SP_VERIFY_INPUT_BOT;
	if (sp_streq(input, SP_INPUT_DECLARED))
		return SP_VERIFY_INPUT_DECLARED;
	if (sp_starts(input, "timer ") &&
		sp_date_parse_iso(due, input + strlen("timer ")) == SP_OK) {
		sp_seal_input_timer(again, *due);
		if (sp_streq(again, input))
			return SP_VERIFY_INPUT_TIMER;
	}
	if (sp_starts(input, "operator ") &&
		sp_parse_int(input + strlen("operator "), 0, INT64_MAX,
			&number) == SP_OK) {
		sp_seal_input_operator(again, (uint64_t)number);
		if (sp_streq(again, input))
			return SP_VERIFY_INPUT_OPERATOR;
	}
	return SP_VERIFY_INPUT_NONE;
}

static int same_date(struct sp_verifier *v, int64_t when)
{
	char wanted[SP_DATE_TEXT], found[SP_DATE_TEXT];

	if (v->page->when == when)
		return SP_OK;
	sp_date_iso(wanted, when);
	sp_date_iso(found, v->page->when);
	return audit_verify_wrong(v, "date", wanted, "%s", found);
}

/* What does something by itself leaves no choice of its date. */
static int check_input(
	struct sp_verifier *v, enum sp_verify_input *kind, int64_t *due)
{
	const char *input = audit_verify_trailer(v, "Input");
	int64_t when = v->before->when;

	*kind = input_kind(input, due);
	if (*kind == SP_VERIFY_INPUT_NONE)
		return audit_verify_wrong(v, "trailer Input",
			"64 hexadecimal digits, a timer, an operator's act, "
			"\"bot\" or \"" SP_INPUT_DECLARED "\"",
			"%s", input);
	if (*kind == SP_VERIFY_INPUT_TIMER && *due > when)
		when = *due;
	else if (*kind == SP_VERIFY_INPUT_MAIL ||
		 *kind == SP_VERIFY_INPUT_OPERATOR)
		return SP_OK;
	return same_date(v, when);
}

/* ---- the box ---------------------------------------------------------------
 */

struct opened {
	struct sp_box box;
	char *text; /* NULL while it cannot be opened */
	size_t len;
	char *command;  /* that it names; NULL */
	json_t *hidden; /* all that is in it; NULL while it cannot be opened */
};

static void opened_clear(struct opened *o)
{
	sp_seal_unbox_free(o->text, o->len);
	sp_seal_box_clear(&o->box);
	sp_free(o->command);
	json_decref(o->hidden);
	memset(o, 0, sizeof(*o));
}

/* As large as public facts make it. */
static int check_size(struct sp_verifier *v, const struct opened *o, bool says)
{
	size_t size =
		sp_record_sealed_size(v->live->ruleset, &v->live->game, says);
	char wanted[32];

	if (o->box.size == size)
		return SP_OK;
	sp_format(wanted, sizeof(wanted), "a box of %zu bytes", size);
	return audit_verify_wrong(
		v, "sealed.json", wanted, "a box of %zu bytes", o->box.size);
}

/* The seat's part of the box of a sealed order `new token`. */
static bool renews(const char *colour, const char *command)
{
	size_t n = strlen(colour);

	return command != NULL && sp_starts(command, colour) &&
	       command[n] == ' ' && sp_streq(command + n + 1, SP_TOKEN_RENEWED);
}

/* Is that the next epoch of a seat's tokens? After a repair nobody knows how
 * many there were. */
static bool is_next(
	struct sp_verifier *v, int seat, int64_t found, const char *command)
{
	const struct sp_live *live = v->live;
	int64_t last = live->people[seat].epoch;

	if (audit_verify_repairs(v))
		return sp_record_bot_plays(live, seat) ? found == last
						       : found > last;
	return found ==
	       last + (renews(live->setup.colour[seat], command) ? 1 : 0);
}

/* The epochs of tokens begin where they stood when the game did; each `new
 * token` raises that of its seat by one, a repair those of all players, and
 * nothing else changes any. */
static int take_epochs(
	struct sp_verifier *v, const json_t *epochs, const char *command)
{
	for (int s = 0; s < v->live->setup.n_seats; s++) {
		const char *colour = v->live->setup.colour[s];
		const json_t *epoch = json_object_get(epochs, colour);
		struct sp_person *person = &v->live->people[s];
		int64_t found =
			json_is_integer(epoch) ? json_integer_value(epoch) : -1;

		if (v->live->started ? !is_next(v, s, found, command)
				     : found < 0)
			return audit_verify_wrong(v, "sealed.json",
				"epochs that rise by a `new token` alone",
				"that of %s is %lld after %lld", colour,
				(long long)found, (long long)person->epoch);
		person->epoch = found;
	}
	return SP_OK;
}

/* What has to be known of the box before the rest of it can be computed. */
static int look_into(struct sp_verifier *v, struct opened *o)
{
	json_t *hidden = NULL;

	if (sp_json_parse(&hidden, o->text, o->len, NULL) != SP_OK)
		return audit_verify_wrong(
			v, "sealed.json", "JSON in the box", "something else");
	const char *command =
		json_string_value(json_object_get(hidden, "command"));
	if (command != NULL)
		o->command = sp_xstrdup(command);
	o->hidden = hidden;
	return take_epochs(v, json_object_get(hidden, "epochs"), o->command);
}

static int open_box(struct sp_verifier *v, struct opened *o, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = audit_verify_read(v, "sealed.json", e);

	if (rc != SP_OK)
		return rc;
	rc = sp_seal_box_parse(
		&o->box, sp_buf_str(&v->file), v->file.len, &why);
	if (rc == SP_OK && o->box.seq != v->page->number)
		rc = sp_error_set(&why, SP_ECORRUPT,
			"the box is that of seq %llu",
			(unsigned long long)o->box.seq);
	if (rc == SP_OK && v->replays)
		rc = sp_seal_unbox(&o->text, &o->len, &o->box,
			&v->live->secrets, v->page->number, &why);
	if (rc != SP_OK)
		return audit_verify_wrong(
			v, "sealed.json", NULL, "%s", sp_error_line(&why));
	return v->replays ? look_into(v, o) : SP_OK;
}

static char *compact(const json_t *value)
{
	struct sp_buf out;

	if (value == NULL)
		return sp_xstrdup("nothing");
	sp_buf_init(&out, 4096);
	sp_json_write_compact(&out, value);
	return sp_buf_take(&out);
}

/* The first part that differs, as deep as there are objects. */
static int parts_differ(struct sp_verifier *v, const char *path, json_t *wanted,
	json_t *found, unsigned depth)
{
	json_t *both = json_object(), *value;
	const char *key;
	int rc = SP_OK;

	json_object_update(both, wanted);
	json_object_update(both, found);
	json_object_foreach (both, key, value) {
		json_t *a = json_object_get(wanted, key);
		json_t *b = json_object_get(found, key);
		if (json_equal(a, b) && (a != NULL || b != NULL))
			continue;
		char *there = sp_xasprintf("%s %s", path, key);
		if (depth < 4 && json_is_object(a) && json_is_object(b)) {
			rc = parts_differ(v, there, a, b, depth + 1);
		} else {
			char *x = compact(a), *y = compact(b);
			rc = audit_verify_wrong(v, there, x, "%s", y);
			sp_free(x);
			sp_free(y);
		}
		sp_free(there);
		if (rc != SP_OK)
			break;
	}
	json_decref(both);
	return rc;
}

/* Does the box hold exactly what follows from the game? */
static int check_box(
	struct sp_verifier *v, const struct opened *o, const char *command)
{
	size_t len, cap;
	char *text = sp_record_sealed_text(v->live, command, &len, &cap);
	json_t *wanted = NULL, *found = NULL;
	int rc = SP_OK;

	if (len != o->len || memcmp(text, o->text, len) != 0) {
		if (sp_json_parse(&wanted, text, len, NULL) == SP_OK &&
			sp_json_parse(&found, o->text, o->len, NULL) == SP_OK &&
			json_is_object(found))
			rc = parts_differ(v, "sealed.json", wanted, found, 0);
		json_decref(wanted);
		json_decref(found);
		if (rc == SP_OK)
			rc = audit_verify_wrong(v, "sealed.json",
				"the JSON that spellpost writes",
				"the same in another form");
	}
	sp_seal_unbox_free(text, cap);
	return rc;
}

static int state_tag(struct sp_verifier *v, const struct opened *o,
	char tag[SP_SHA256_TEXT], struct sp_error *e)
{
	const char *found = audit_verify_trailer(v, "State");

	if (v->replays)
		return sp_seal_state_tag(tag, &v->live->secrets, &o->box,
			v->before->id.hex, v->live->state_sum, e);
	if (!is_hex64(found))
		return audit_verify_wrong(v, "trailer State",
			"64 hexadecimal digits", "%s", found);
	sp_format(tag, SP_SHA256_TEXT, "%s", found);
	return SP_OK;
}

/* ---- public files ----------------------------------------------------------
 */

/* A file that must have this text, which `last` had at the commit before. */
static int check_file(struct sp_verifier *v, const char *name,
	struct sp_buf *text, struct sp_buf *last, struct sp_error *e)
{
	bool known = !audit_verify_changed(v, name) && last->len == text->len &&
		     memcmp(last->data, text->data, text->len) == 0;
	struct sp_buf swap = *last;
	int rc = SP_OK;

	if (!known)
		rc = audit_verify_read(v, name, e);
	if (rc == SP_OK && !known)
		rc = audit_verify_equal(v, name, text, &v->file);
	*last = *text;
	*text = swap;
	return rc;
}

static int check_board(struct sp_verifier *v, struct sp_error *e)
{
	sp_buf_clear(&v->wanted);
	sp_render_board_file(v->live->ruleset, &v->live->game, &v->wanted);
	return check_file(v, "board.txt", &v->wanted, &v->board, e);
}

/* state.json must be what the position of v->live encodes to. */
static int check_state(struct sp_verifier *v, struct sp_error *e)
{
	sp_buf_clear(&v->wanted);
	sp_state_encode(&v->live->game, &v->live->ruleset->lexicon, &v->wanted);
	struct sp_bytes bytes = { v->wanted.data, v->wanted.len };
	int rc = sp_seal_digest(v->live->state_sum, &bytes, 1, e);
	return rc == SP_OK
		       ? check_file(v, "state.json", &v->wanted, &v->state, e)
		       : rc;
}

/* Without the secret: a position that could be. */
static int take_state(struct sp_verifier *v, struct sp_error *e)
{
	struct sp_live *live = v->live;
	struct sp_error why = { 0 };

	if (live->started && !audit_verify_changed(v, "state.json"))
		return SP_OK;
	int rc = audit_verify_read(v, "state.json", e);
	if (rc != SP_OK)
		return rc;
	if (sp_state_decode(&live->game, &live->ruleset->lexicon,
		    sp_buf_str(&v->file), v->file.len, &why) != SP_OK ||
		sp_state_check(&live->game, &why) != SP_OK ||
		sp_record_chronicle_seats(&live->setup, &live->game, &why) !=
			SP_OK)
		return audit_verify_wrong(
			v, "state.json", NULL, "%s", sp_error_line(&why));
	return check_state(v, e);
}

/* report.txt is narrative, and signed; but it has to be there. */
static int check_report(struct sp_verifier *v, struct sp_error *e)
{
	return audit_verify_changed(v, "report.txt")
		       ? audit_verify_read(v, "report.txt", e)
		       : SP_OK;
}

/* ---- a step ----------------------------------------------------------------
 */

int64_t audit_verify_moment(const struct sp_verifier *v)
{
	return v->page->when > v->ahead ? v->page->when : v->floor;
}

static void note_turn(struct sp_verifier *v)
{
	if (v->n_turns == v->turns_cap) {
		v->turns_cap = v->turns_cap > 0 ? 2 * v->turns_cap : 64;
		v->turn =
			sp_xrealloc(v->turn, v->turns_cap, sizeof(v->turn[0]));
	}
	v->began = audit_verify_moment(v);
	v->turn[v->n_turns++] =
		(struct sp_verify_turn){ .turn = v->live->game.turn,
			.number = v->page->number };
}

/* What a commit says of a step whose command cannot be replayed yet. */
static int public_words(struct sp_verifier *v, struct sp_replay *r)
{
	struct sp_live *live = v->live;
	const struct sp_game *before =
		live->started ? &v->scratch->before : NULL;
	uint64_t from = before == NULL ? 0 : before->rng.next;
	int seat = sp_state_setup_seat(&live->setup, r->seat);

	if (live->game.rng.next < from)
		return audit_verify_wrong(v, "state.json",
			"a draw counter that does not fall", "it falls");
	if (*r->seat != '\0' &&
		(seat == SP_NOBODY ||
			!sp_streq(live->setup.colour[seat], r->seat)))
		return audit_verify_wrong(
			v, "trailer Seat", "a seat of the game", "%s", r->seat);
	if (seat != SP_NOBODY && sp_record_bot_plays(live, seat) !=
					 (r->input == SP_VERIFY_INPUT_BOT))
		return audit_verify_wrong(v, "trailer Input",
			sp_record_bot_plays(live, seat) ? "that of a bot"
							: "that of a player",
			"%s", audit_verify_trailer(v, "Input"));
	if (before != NULL && r->input == SP_VERIFY_INPUT_DECLARED) {
		int rc = seat == SP_NOBODY ? audit_verify_led(v)
					   : audit_verify_preferred(v, before,
						     seat, r->public);

		if (rc != SP_OK)
			return rc;
	}
	sp_record_public_words(&r->words, live, before, &live->game);
	sp_buf_adds(&r->words.command, r->public);
	if (seat != SP_NOBODY) {
		r->words.seat = live->setup.colour[seat];
		if (r->input != SP_VERIFY_INPUT_TIMER)
			r->words.author = r->words.seat;
	}
	return SP_OK;
}

/* Without the secret: what a ruling does to what is public is known, and what a
 * command does is not. */
static int public_step(
	struct sp_verifier *v, struct sp_replay *r, struct sp_error *e)
{
	bool ruling = false;
	int rc = SP_OK;

	if (v->live->started) {
		v->scratch->before = v->live->game;
		rc = audit_replay_ruling(v, r, &ruling, e);
	}
	if (rc == SP_OK && ruling)
		return check_state(v, e);
	if (rc == SP_OK)
		rc = take_state(v, e);
	return rc == SP_OK ? public_words(v, r) : rc;
}

static int check_reveal(struct sp_verifier *v)
{
	bool over = v->live->game.status == SP_GAME_OVER;

	v->cancelled = over && v->live->game.outcome == SP_OUTCOME_CANCELLED;
	if (v->ended && !over)
		return audit_verify_wrong(v, "reveal.json",
			"nothing: the game goes on", "a secret");
	if (!v->ended && over)
		return audit_verify_wrong(v, "list of files",
			"reveal.json: the game is over", "none");
	return SP_OK;
}

static int step_words(struct sp_verifier *v, struct sp_replay *r,
	const struct opened *o, struct sp_error *e)
{
	const struct sp_record_words *w = &r->words;
	char tag[SP_SHA256_TEXT];
	int rc = state_tag(v, o, tag, e);

	if (rc != SP_OK)
		return rc;
	char *input = sp_xstrdup(audit_verify_trailer(v, "Input"));
	struct sp_trailer trailers[] = {
		{ "Turn", w->turn },
		{ "Seq", w->seq },
		{ "Seat", w->seat },
		{ "Command", sp_buf_str(&w->command) },
		{ "Draws", w->draws },
		{ "State", tag },
		{ "Input", input },
		{ "Lost", r->lost },
	};
	rc = audit_verify_text(v, w->author, trailers, SP_ARRAY_LEN(trailers));
	sp_free(input);
	return rc;
}

/* Everything of it, once the position after it is in v->live. */
static int check_step(struct sp_verifier *v, struct sp_replay *r,
	const struct opened *o, struct sp_error *e)
{
	bool says = sp_record_sealed_says(
		v->live->started ? &v->scratch->before : NULL, &v->live->game,
		r->public);
	int rc;

	if ((v->replays && (rc = check_state(v, e))) ||
		(rc = check_board(v, e)) || (rc = check_report(v, e)) ||
		(rc = check_size(v, o, says)) ||
		(v->replays && (rc = check_box(v, o,
					r->has_secret ? sp_buf_str(&r->secret)
						      : NULL))) ||
		(rc = step_words(v, r, o, e)))
		return rc;
	return check_reveal(v);
}

int audit_verify_step(struct sp_verifier *v, struct sp_error *e)
{
	struct sp_live *live = v->live;
	bool begins = !live->started;
	struct opened opened = { 0 };
	struct sp_replay r = { 0 };
	uint32_t number = begins ? 0 : live->game.decision.number;
	unsigned turn = begins ? 0 : live->game.turn;
	char *public = sp_xstrdup(audit_verify_trailer(v, "Command"));
	char *seat = sp_xstrdup(audit_verify_trailer(v, "Seat"));

	if (begins && v->replays)
		live->secrets = v->c->secrets;
	sp_buf_init(&r.secret, SP_CHRONICLE_FILE);
	r.public = public;
	r.seat = seat;
	int rc = check_input(v, &r.input, &r.due);
	if (rc == SP_OK)
		rc = open_box(v, &opened, e);
	r.command = opened.command;
	if (rc == SP_OK && v->replays) {
		rc = audit_replay_step(v, &r, e);
		if (rc == SP_OK && !begins)
			rc = audit_replay_plan(v, &r, opened.hidden);
	} else if (rc == SP_OK)
		rc = public_step(v, &r, e);
	if (rc == SP_OK)
		rc = check_step(v, &r, &opened, e);
	live->started = true;
	if (r.input == SP_VERIFY_INPUT_TIMER && v->page->when <= v->ahead &&
		r.due > v->floor)
		v->floor = r.due;
	if (begins || live->game.decision.number != number)
		v->opened = audit_verify_moment(v);
	if (rc == SP_OK && (begins || live->game.turn != turn))
		note_turn(v);
	sp_record_words_clear(&r.words);
	sp_wipe(r.secret.data, r.secret.len);
	sp_buf_free(&r.secret);
	opened_clear(&opened);
	sp_free(r.lost);
	sp_free(public);
	sp_free(seat);
	return rc;
}

/* ---- a sealed order --------------------------------------------------------
 */

static int sealed_words(
	struct sp_verifier *v, const struct opened *o, struct sp_error *e)
{
	char tag[SP_SHA256_TEXT], seq[24];
	int rc = state_tag(v, o, tag, e);

	if (rc != SP_OK)
		return rc;
	sp_format(seq, sizeof(seq), "%zu", v->page->number);
	char *input = sp_xstrdup(audit_verify_trailer(v, "Input"));
	struct sp_trailer trailers[] = {
		{ "Seq", seq },
		{ "State", tag },
		{ "Input", input },
	};
	rc = audit_verify_text(v, "sealed", trailers, SP_ARRAY_LEN(trailers));
	sp_free(input);
	return rc;
}

static int check_sealed(struct sp_verifier *v, struct opened *o,
	enum sp_verify_input input, struct sp_error *e)
{
	struct sp_buf subject;
	int rc = same_date(v, v->before->when);

	if (rc != SP_OK)
		return rc;
	sp_buf_init(&subject, SP_CHRONICLE_FILE);
	sp_record_page_subject(v->page, &subject);
	if (!sp_streq(sp_buf_str(&subject), SP_RECORD_SEALED))
		rc = audit_verify_wrong(v, "subject", SP_RECORD_SEALED, "%s",
			sp_buf_str(&subject));
	sp_buf_free(&subject);
	if (rc == SP_OK && input != SP_VERIFY_INPUT_MAIL &&
		input != SP_VERIFY_INPUT_OPERATOR)
		rc = audit_verify_wrong(v, "trailer Input",
			"64 hexadecimal digits, or an operator's act", "%s",
			audit_verify_trailer(v, "Input"));
	if (rc == SP_OK && v->replays)
		rc = audit_replay_sealed(v,
			o->command != NULL ? o->command : "",
			json_object_get(o->hidden, "plan"), e);
	if (rc == SP_OK)
		rc = check_size(v, o, true);
	if (rc == SP_OK && v->replays)
		rc = check_box(v, o, o->command);
	return rc == SP_OK ? sealed_words(v, o, e) : rc;
}

int audit_verify_sealed(struct sp_verifier *v, struct sp_error *e)
{
	struct opened opened = { 0 };
	enum sp_verify_input input;
	int64_t due;
	int rc = check_input(v, &input, &due);

	if (rc == SP_OK)
		rc = open_box(v, &opened, e);
	if (rc == SP_OK)
		rc = check_sealed(v, &opened, input, e);
	opened_clear(&opened);
	return rc;
}
