/*
 * The commits of a game, one after the other. A command is done again on the
 * position before it; wherever a commit changes the position by anything else,
 * the position is read out of it.
 */
#include "tally_private.h"

#include "notation/notation.h"
#include "record/ruling.h"
#include "record/sealed.h"
#include "record/then.h"
#include "rules/rules.h"
#include "setup/setup.h"

#define FILE_MAX (1024u * 1024u)

/* A commit, as far as it is needed. */
struct leaf {
	struct sp_oid id;
	uint64_t seq;
	int64_t when;
	char *command, *seat, *input; /* of its trailers; "": it has none */
	struct sp_tally tally;
};

struct walk {
	const struct sp_live *live;
	struct leaf *leaf; /* the newest first */
	size_t n, room;
	struct sp_game *game; /* where it stands, whole */
	struct sp_events *events;
	struct sp_tally tally;
	bool begun;
};

static char *take_trailer(const char *message, const char *key)
{
	struct sp_buf value;
	char *out;

	sp_buf_init(&value, SIZE_MAX);
	(void)sp_store_trailer(&value, message, key);
	out = sp_xstrdup(sp_buf_str(&value));
	sp_buf_free(&value);
	return out;
}

static int take(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	const char *message = sp_buf_str(&info->message);
	struct leaf *leaf;
	long long seq = 0;
	char *text;

	if (w->n == w->room) {
		w->room = w->room == 0 ? 256 : 2 * w->room;
		w->leaf = sp_xrealloc(w->leaf, w->room, sizeof(w->leaf[0]));
	}
	leaf = &w->leaf[w->n++];
	*leaf = (struct leaf){ .id = info->id, .when = info->when };
	text = take_trailer(message, "Seq");
	if (sp_parse_int(text, 0, INT64_MAX / 2, &seq) == SP_OK)
		leaf->seq = (uint64_t)seq;
	sp_free(text);
	leaf->command = take_trailer(message, "Command");
	leaf->seat = take_trailer(message, "Seat");
	leaf->input = take_trailer(message, "Input");
	return 0;
}

/* The position of that commit, whole, and the dice that come next. */
static int read_position(
	struct walk *w, const struct leaf *leaf, struct sp_error *e)
{
	struct sp_live *past = sp_record_then_new(w->live, &leaf->id);
	struct sp_buf state;

	sp_buf_init(&state, FILE_MAX);
	int rc = sp_store_read(
		w->live->repo, &leaf->id, "state.json", &state, e);
	if (rc == SP_OK)
		rc = sp_record_then_read(past, &state, e);
	if (rc == SP_OK)
		rc = sp_record_then_open(past, &state, e);
	if (rc == SP_OK) {
		*w->game = past->game;
		sp_rng_init(&w->game->rng, w->live->secrets.dice,
			past->game.rng.next);
	}
	sp_record_live_free_past(past);
	sp_buf_free(&state);
	return rc;
}

static int start(struct walk *w, const struct leaf *leaf, struct sp_error *e)
{
	const struct sp_live *live = w->live;
	struct sp_rng rng;

	w->begun = true;
	w->tally.began = leaf->when;
	w->events->n = 0;
	sp_rng_init(&rng, live->secrets.dice, 0);
	int rc = sp_setup_start(
		live->ruleset, &live->setup, &rng, w->game, w->events, e);
	sp_wipe(&rng, sizeof(rng));
	if (rc == SP_OK)
		tally_count(&w->tally, live->ruleset, w->game, w->events);
	return rc;
}

/* ---- how orders came -------------------------------------------------------- */

static void add(struct walk *w, int seat, enum sp_tally_line line)
{
	w->tally.n[seat][line]++;
}

/* True if an order of that mail was counted before; `leaf` is one of it. */
static bool is_known(const struct walk *w, const struct leaf *leaf)
{
	for (const struct leaf *old = leaf + 1; old < w->leaf + w->n; old++)
		if (sp_streq(old->input, leaf->input) &&
			sp_streq(old->seat, leaf->seat))
			return true;
	return false;
}

/* Whoever gave the order of that commit, or the word about an undo. */
static void count_order(struct walk *w, const struct leaf *leaf)
{
	int seat = sp_state_setup_seat(&w->live->setup, leaf->seat);
	const char *input = leaf->input;

	if (seat == SP_NOBODY)
		return;
	if (sp_starts(input, "timer "))
		add(w, seat, SP_TALLY_CLOCK);
	else if (sp_streq(input, "bot"))
		add(w, seat, SP_TALLY_BOTS);
	else if (sp_streq(input, "declaration"))
		add(w, seat, SP_TALLY_AHEAD);
	else if (strlen(input) == SP_SHA256_TEXT - 1) {
		add(w, seat, SP_TALLY_BY_MAIL);
		if (!is_known(w, leaf))
			add(w, seat, SP_TALLY_MAILS);
	}
}

/* An answer of a closed round: `how` is the word of the box. */
static void count_answer(struct walk *w, int seat, const char *how)
{
	if (sp_starts(how, "mail ")) {
		add(w, seat, SP_TALLY_BY_MAIL);
		add(w, seat, SP_TALLY_MAILS);
	} else if (sp_starts(how, "declared ") || sp_starts(how, "public ")) {
		add(w, seat, SP_TALLY_AHEAD);
	} else if (sp_starts(how, "bot ")) {
		add(w, seat, SP_TALLY_BOTS);
	} else if (sp_starts(how, "default ")) {
		add(w, seat, SP_TALLY_CLOCK);
	}
}

/* ---- doing them again ------------------------------------------------------- */

/* "red 12 walk n stop"; in a closed round "red mail 12 answer none". */
static int do_line(struct walk *w, const char *line, struct sp_error *e)
{
	const struct sp_live *live = w->live;
	size_t n = strcspn(line, " ");
	char colour[SP_ID_SIZE];
	struct sp_command c = { 0 };
	struct sp_refusal why = { 0 };
	const char *rest = line + n + (line[n] != '\0');
	int seat = sp_copyn(colour, sizeof(colour), line, n)
			   ? sp_state_setup_seat(&live->setup, colour)
			   : SP_NOBODY;

	if (seat != SP_NOBODY)
		count_answer(w, seat, rest);
	if (!sp_is_digit((unsigned char)rest[0]))
		rest += strcspn(rest, " ") + (strchr(rest, ' ') != NULL);
	if (seat == SP_NOBODY || sp_notation_parse(&c, live->ruleset, w->game,
					 rest, NULL) != SP_OK)
		return sp_error_set(e, SP_ECORRUPT,
			"the command \"%s\" cannot be read", line);
	c.seat = (int8_t)seat;
	c.source = SP_SOURCE_SEAT;
	w->events->n = 0;
	if (sp_rules_apply(live->ruleset, w->game, &c, w->events, &why) !=
		SP_OK)
		return sp_error_set(e, SP_ECORRUPT,
			"the command \"%s\" cannot be done again", line);
	tally_count(&w->tally, live->ruleset, w->game, w->events);
	return SP_OK;
}

static int do_lines(struct walk *w, const char *lines, struct sp_error *e)
{
	struct sp_cursor text;
	const char *line;
	size_t n;
	int rc = SP_OK;

	sp_cursor_init(&text, lines, strlen(lines));
	while (rc == SP_OK && sp_cursor_line(&text, &line, &n)) {
		char *copy = sp_xstrndup(line, n);

		rc = do_line(w, copy, e);
		sp_free(copy);
	}
	return rc;
}

/* The box says what of a command is not public. */
static int do_command(
	struct walk *w, const struct leaf *leaf, struct sp_error *e)
{
	char *lines = NULL;
	int rc = SP_OK;

	if (strchr(leaf->command, '?') != NULL)
		rc = sp_record_sealed_command(
			w->live, &leaf->id, leaf->seq, &lines, e);
	if (rc == SP_OK && lines == NULL)
		lines = sp_xasprintf("%s %s", leaf->seat, leaf->command);
	if (rc == SP_OK)
		rc = do_lines(w, lines, e);
	sp_free(lines);
	return rc;
}

/* What stands of the deeds is what there was; how orders came is as it is. */
static void keep_deeds(struct sp_tally *tally, const struct sp_tally *then)
{
	for (int s = 0; s < SP_SEATS_MAX; s++)
		for (int i = 0; i < SP_TALLY_ORDERS; i++)
			tally->n[s][i] = then->n[s][i];
}

/* What was done since the step that an undo leads to is not counted. */
static void take_back(struct walk *w, const struct leaf *leaf)
{
	struct sp_ruling ruling;

	if (sp_record_ruling_parse(
		    &ruling, &w->live->setup, leaf->command, NULL) != SP_OK ||
		ruling.kind != SP_RULING_UNDO)
		return;
	for (size_t i = 0; i < w->n; i++)
		if (w->leaf[i].seq == ruling.seq) {
			keep_deeds(&w->tally, &w->leaf[i].tally);
			return;
		}
}

static int step(struct walk *w, struct leaf *leaf, struct sp_error *e)
{
	int rc = SP_OK;

	if (w->begun)
		count_order(w, leaf);
	if (sp_streq(leaf->command, "start"))
		rc = start(w, leaf, e);
	else if (w->begun && sp_is_digit((unsigned char)leaf->command[0]))
		rc = do_command(w, leaf, e);
	else if (w->begun) {
		take_back(w, leaf);
		rc = read_position(w, leaf, e);
	}
	w->tally.ended = leaf->when;
	leaf->tally = w->tally;
	return rc;
}

int sp_tally_read(
	const struct sp_live *live, struct sp_tally *out, struct sp_error *e)
{
	struct walk w = { .live = live,
		.game = sp_xcalloc(1, sizeof(*w.game)),
		.events = sp_xcalloc(1, sizeof(*w.events)) };
	int rc = sp_store_log(live->repo, &live->head, take, &w, e);

	for (size_t i = w.n; rc == SP_OK && i-- > 0;)
		rc = step(&w, &w.leaf[i], e);
	*out = w.tally;
	for (size_t i = 0; i < w.n; i++) {
		sp_free(w.leaf[i].command);
		sp_free(w.leaf[i].seat);
		sp_free(w.leaf[i].input);
	}
	sp_free(w.leaf);
	sp_wipe(w.game, sizeof(*w.game));
	sp_free(w.game);
	sp_free(w.events);
	return rc;
}
