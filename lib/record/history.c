/*
 * The story of a game from its commits, for `history` by mail and command. What
 * happened is told by report.txt, which grows through a turn: what a commit
 * adds to its parent's report is its part of the story. Where it adds nothing,
 * the subject is told.
 *
 * Repositories may be anybody's: texts are made fit for a terminal.
 */
#include "record/history.h"

#include "record/pressed.h"
#include "render/render.h"

#define REPORT_MAX  (1024u * 1024u)
#define HEADING_MAX 64
#define DATE_COLUMN 55 /* of the date behind a heading */

/* ---- reading, newest first -------------------------------------------- */

struct history {
	struct sp_store_game *repo;
	struct sp_error *e;
	long long left; /* turns still wanted; negative: all */
	long long turn; /* of the commit seen before; -1: none yet */
	json_t *newest_first;
	/* the commit whose part of the story waits for the report before it */
	json_t *waits; /* borrowed; NULL: none */
	struct sp_buf report;
};

/* As one line of UTF-8. */
static json_t *plain(const char *text, size_t n)
{
	struct sp_buf line;
	json_t *out;

	sp_buf_init(&line, REPORT_MAX);
	if (sp_utf8_valid(text, n)) {
		sp_buf_add_line(&line, text, n);
	} else {
		for (size_t i = 0; i < n; i++)
			sp_buf_addc(
				&line, (char)(text[i] >= ' ' && text[i] < 0x7f
						       ? text[i]
						       : '?'));
	}
	out = json_string(sp_buf_str(&line));
	sp_buf_free(&line);
	return out;
}

static bool get_trailer(
	struct sp_buf *value, const char *message, const char *key)
{
	sp_buf_clear(value);
	return sp_store_trailer(value, message, key);
}

/* An operator's act: its command is no answer to a decision, so it begins with
 * no number. */
static bool is_act(const char *command)
{
	return sp_is_alpha((unsigned char)*command) &&
	       !sp_streq(command, "start") && !sp_streq(command, "join");
}

static void set_trailers(json_t *entry, const char *message)
{
	static const char *const keys[][2] = { { "Turn", "turn" },
		{ "Seq", "seq" }, { "Seat", "seat" }, { "Command", "command" },
		{ "Draws", "draws" } };
	struct sp_buf value;

	sp_buf_init(&value, REPORT_MAX);
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		if (get_trailer(&value, message, keys[i][0]))
			sp_json_set(entry, keys[i][1],
				plain(sp_buf_str(&value), value.len));
	if (json_object_get(entry, "turn") == NULL &&
		get_trailer(&value, message, "State") &&
		json_object_get(entry, "command") == NULL)
		sp_json_set_bool(entry, "sealed", true);
	sp_buf_free(&value);
}

static const char *text_of(const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	return text != NULL ? text : "";
}

static json_t *make_entry(const struct sp_commit_info *info)
{
	const char *message = sp_buf_str(&info->message);
	json_t *entry = json_object();
	char date[SP_DATE_TEXT];

	sp_json_set_string(entry, "commit", info->id.hex);
	sp_json_set(entry, "subject", plain(message, strcspn(message, "\n")));
	sp_date_iso(date, info->when);
	sp_json_set_string(entry, "date", date);
	sp_json_set(entry, "author",
		plain(info->author_name, strlen(info->author_name)));
	set_trailers(entry, message);
	if (is_act(text_of(entry, "command")))
		sp_json_set_bool(entry,
			sp_starts(text_of(entry, "command"), "clock ")
				? "clock"
				: "operator",
			true);
	return entry;
}

/* "Turn 7: Red" becomes the heading "Turn 7, Red". */
static void set_heading(json_t *entry, const char *line, size_t n)
{
	const char *colon = memchr(line, ':', n);
	char *text =
		n > HEADING_MAX ? sp_xstrdup("")
		: colon == NULL
			? sp_xstrndup(line, n)
			: sp_xasprintf("%.*s,%.*s", (int)(colon - line), line,
				  (int)(line + n - colon - 1), colon + 1);

	sp_json_set(entry, "heading", plain(text, strlen(text)));
	sp_free(text);
}

/* Give the commit that waits what its report has more than `older`. */
static void settle(struct history *h, const char *older)
{
	const char *text = sp_buf_str(&h->report), *line;
	json_t *entry = h->waits, *story = json_array();
	struct sp_cursor c;
	bool first = true;
	size_t n, known = strlen(older);

	h->waits = NULL;
	if (known > 0 && sp_starts(text, older)) {
		set_heading(entry, text, strcspn(text, "\n"));
		text += known;
		first = false;
	}
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		if (first)
			set_heading(entry, line, n);
		line = first ? line : sp_trim(line, &n);
		if (!first && n > 0)
			json_array_append_new(story, plain(line, n));
		first = false;
	}
	sp_json_set(entry, "story", story);
}

static int read_report(
	struct history *h, const struct sp_oid *id, struct sp_buf *out)
{
	int rc = sp_store_find(h->repo, id, "report.txt", out, h->e);

	return rc == SP_ENOTFOUND ? SP_OK : rc;
}

/* Its own report; the one before it settles what it adds. */
static int take_report(
	struct history *h, const struct sp_oid *id, json_t *entry)
{
	struct sp_buf report;
	int rc;

	sp_buf_init(&report, REPORT_MAX);
	rc = read_report(h, id, &report);
	if (rc == SP_OK && h->waits != NULL)
		settle(h, sp_buf_str(&report));
	if (rc == SP_OK && entry != NULL) {
		sp_buf_free(&h->report);
		h->report = report;
		h->waits = entry;
		return SP_OK;
	}
	sp_buf_free(&report);
	return rc;
}

/* It is an operator's, or the clock's that stood still. */
static bool is_apart(const json_t *entry)
{
	return json_object_get(entry, "operator") != NULL ||
	       json_object_get(entry, "clock") != NULL;
}

/* Whether the commit is before the turns that are wanted. */
static bool is_before(struct history *h, const json_t *entry)
{
	long long turn;

	if (is_apart(entry) ||
		sp_parse_int(text_of(entry, "turn"), 0, UINT16_MAX, &turn) !=
			SP_OK ||
		turn == h->turn)
		return false;
	h->turn = turn;
	if (h->left == 0)
		return true;
	h->left -= h->left > 0;
	return false;
}

static int take_commit(const struct sp_commit_info *info, void *payload)
{
	struct history *h = payload;
	json_t *entry = make_entry(info);
	int rc = SP_OK;

	if (is_before(h, entry)) {
		json_decref(entry);
		rc = h->waits != NULL ? take_report(h, &info->id, NULL) : SP_OK;
		return rc == SP_OK ? 1 : rc;
	}
	if (json_object_get(entry, "turn") != NULL)
		rc = take_report(h, &info->id, entry);
	json_array_append_new(h->newest_first, entry);
	return rc;
}

/* ---- telling, oldest first -------------------------------------------- */

struct teller {
	const struct sp_setup *setup;
	bool log; /* with ids and dates */
	char heading[HEADING_MAX + 16];
	long long turn;  /* the greatest that was told; -1: none */
	unsigned sealed; /* not told yet */
	const char *sealed_id;
	bool any;   /* something was told */
	bool apart; /* what comes next stands apart from it */
	struct sp_buf *out;
};

/* A paragraph: the first line behind `first`, the others behind as many blanks
 * as `rest`. */
static void add_paragraph(
	const char *first, int rest, const char *text, struct sp_buf *out)
{
	size_t column = sp_utf8_width(first, strlen(first));
	bool begins = true;

	sp_buf_adds(out, first);
	while (*text != '\0') {
		size_t n = strcspn(text, " ");
		size_t width = sp_utf8_width(text, n);

		if (!begins && column + 1 + width > SP_TYPESET_COLUMNS) {
			sp_buf_addf(out, "\n%*s", rest, "");
			column = (size_t)rest;
			begins = true;
		}
		sp_buf_adds(out, begins ? "" : " ");
		sp_buf_add(out, text, n);
		column += width + (begins ? 0 : 1);
		begins = false;
		text += n + strspn(text + n, " ");
	}
	sp_buf_addc(out, '\n');
}

/* Something that stands apart from what was told before. */
static void stand_apart(struct teller *t)
{
	sp_buf_adds(t->out, t->any ? "\n" : "");
	t->apart = false;
	t->any = true;
}

static void add_step(struct teller *t, const char *id, const char *text)
{
	char first[16] = "  ";

	if (t->apart)
		stand_apart(t);
	if (t->log)
		sp_format(first, sizeof(first), "  %-7.7s  ", id);
	add_paragraph(first, t->log ? 11 : 4, text, t->out);
	t->any = true;
}

static void tell_sealed(struct teller *t)
{
	char text[40];

	if (t->sealed == 0)
		return;
	sp_format(text, sizeof(text), "(%u sealed order%s)", t->sealed,
		sp_plural(t->sealed));
	t->sealed = 0;
	add_step(t, t->sealed_id, text);
}

/* " (bot)" where a bot moves in the turn of that heading. */
static const char *bot_mark(const struct teller *t, const char *heading)
{
	const char *name = strstr(heading, ", ");
	int seat = name == NULL
			   ? SP_NOBODY
			   : sp_state_setup_seat(t->setup, name + strlen(", "));

	return seat != SP_NOBODY && t->setup->bot[seat][0] != '\0' ? " (bot)"
								   : "";
}

static void tell_heading(struct teller *t, const json_t *entry)
{
	const char *heading = text_of(entry, "heading");
	char line[2 * HEADING_MAX];
	long long turn;

	if (sp_parse_int(text_of(entry, "turn"), 0, UINT16_MAX, &turn) != SP_OK)
		turn = 0;
	if (*heading == '\0')
		heading = turn == 0 ? "Setup" : t->heading;
	if (sp_streq(heading, t->heading))
		return;
	sp_format(t->heading, sizeof(t->heading), "%s", heading);
	sp_format(line, sizeof(line), "%s%s%s", heading, bot_mark(t, heading),
		turn > 0 && turn <= t->turn ? " (again)" : "");
	t->turn = turn > t->turn ? turn : t->turn;
	stand_apart(t);
	if (t->log)
		sp_buf_addf(t->out, "%-*s %.10s %.5s\n", DATE_COLUMN, line,
			text_of(entry, "date"), text_of(entry, "date") + 11);
	else
		sp_buf_addf(t->out, "%s\n", line);
}

/* What an operator did stands apart. */
static void tell_act(struct teller *t, const json_t *entry)
{
	char *text = sp_xasprintf("*** %s ***", text_of(entry, "subject"));

	stand_apart(t);
	if (t->log)
		add_step(t, text_of(entry, "commit"), text);
	else
		add_paragraph("", 4, text, t->out);
	t->apart = true;
	sp_free(text);
}

/* What became of a commit that adds nothing to a report. The subject of the
 * first one is cut off behind some options; a history has room for all. */
static void add_subject(
	const struct teller *t, const json_t *entry, struct sp_buf *out)
{
	struct sp_buf text;
	json_t *line = NULL;

	if (sp_streq(text_of(entry, "seq"), "0")) {
		sp_buf_init(&text, REPORT_MAX);
		sp_render_subject_root(t->setup, true, &text);
		line = plain(sp_buf_str(&text), text.len);
		sp_buf_free(&text);
	}
	sp_buf_addf(out, "%s.",
		line != NULL ? json_string_value(line)
			     : text_of(entry, "subject"));
	json_decref(line);
}

static void tell_entry(struct teller *t, const json_t *entry)
{
	const json_t *story = json_object_get(entry, "story");
	size_t n = json_array_size(story);
	const char *id = text_of(entry, "commit");
	struct sp_buf text;

	sp_buf_init(&text, REPORT_MAX);
	for (size_t i = 0; i < n; i++) {
		const char *line = json_string_value(json_array_get(story, i));

		/* the start tells of the board and the deck: a list */
		if (sp_streq(t->heading, "Setup")) {
			add_step(t, i == 0 ? id : "", line);
			continue;
		}
		/* what players wrote stands in lines of its own */
		if (text.len > 0 &&
			(sp_record_press_is_line(line, strlen(line)) ||
				sp_record_press_is_head(line, strlen(line)))) {
			add_step(t, id, sp_buf_str(&text));
			sp_buf_clear(&text);
			id = "";
		}
		sp_buf_addf(&text, "%s%s", text.len > 0 ? " " : "", line);
		if (sp_record_press_is_line(line, strlen(line)) ||
			sp_record_press_is_head(line, strlen(line))) {
			add_step(t, id, sp_buf_str(&text));
			sp_buf_clear(&text);
			id = "";
		}
	}
	if (n == 0)
		add_subject(t, entry, &text);
	if (text.len > 0)
		add_step(t, id, sp_buf_str(&text));
	sp_buf_free(&text);
}

static void tell(struct teller *t, const json_t *entries)
{
	for (size_t i = 0; i < json_array_size(entries); i++) {
		const json_t *entry = json_array_get(entries, i);

		if (json_object_get(entry, "sealed") != NULL) {
			t->sealed++;
			t->sealed_id = text_of(entry, "commit");
		} else if (is_apart(entry)) {
			tell_sealed(t);
			tell_act(t, entry);
		} else {
			/* what was sealed belongs to what came of it */
			tell_heading(t, entry);
			tell_sealed(t);
			tell_entry(t, entry);
		}
	}
	tell_sealed(t);
}

/* ---- both -------------------------------------------------------------- */

int sp_record_history_setup(struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_setup *out, struct sp_error *e)
{
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, REPORT_MAX);
	rc = sp_store_find(repo, head, "game.json", &text, e);
	if (rc == SP_ENOTFOUND)
		rc = sp_error_set(e, SP_EINVAL,
			"%s is no game of spellpost: its commit %s has no "
			"game.json",
			sp_store_game_path(repo), head->hex);
	else if (rc == SP_OK)
		rc = sp_state_setup_decode(out, sp_buf_str(&text), text.len, e);
	sp_buf_free(&text);
	return rc;
}

int sp_record_history_read(struct sp_store_game *repo,
	const struct sp_oid *head, int turns, bool log, json_t **entries,
	struct sp_buf *text, struct sp_error *e)
{
	struct history h = { .repo = repo,
		.e = e,
		.left = turns > 0 ? turns : -1,
		.turn = -1,
		.newest_first = json_array() };
	struct sp_setup setup = { 0 };
	struct teller t = {
		.setup = &setup, .log = log, .turn = -1, .out = text
	};
	int rc = sp_record_history_setup(repo, head, &setup, e);

	*entries = NULL;
	sp_buf_init(&h.report, REPORT_MAX);
	if (rc == SP_OK)
		rc = sp_store_log(repo, head, take_commit, &h, e);
	if (rc == SP_OK && h.waits != NULL)
		settle(&h, "");
	if (rc == SP_OK) {
		*entries = json_array();
		for (size_t i = json_array_size(h.newest_first); i-- > 0;)
			json_array_append(
				*entries, json_array_get(h.newest_first, i));
		tell(&t, *entries);
	}
	json_decref(h.newest_first);
	sp_buf_free(&h.report);
	return rc;
}
