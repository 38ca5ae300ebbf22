/*
 * A game shown at one commit: what stands in its files, and once its secret is
 * revealed what the box of that commit holds. Repositories may be anybody's, so
 * whatever they hold is made fit for a terminal.
 */
#include "audit/audit.h"

#include "record/chronicle.h"
#include "record/hidden.h"
#include "record/history.h"
#include "render/render.h"

#define TEXT_MAX (1024u * 1024u)
#define TAG_MAX  24

/* A commit that begins a turn. */
struct turn {
	char name[TAG_MAX]; /* of its tag: "turn/7", "turn/7-2" */
	struct sp_oid id;
	size_t number;
};

struct sp_replay {
	struct sp_chronicle *game;
	struct turn *turn; /* in the order of the game */
	size_t n_turns;
	struct sp_scratch *scratch;
};

/* ---- turns ------------------------------------------------------------- */

static int take_tag(const char *name, const struct sp_oid *id, void *payload)
{
	struct sp_replay *r = payload;
	struct turn *t;

	if (!sp_starts(name, "turn/") || strlen(name) >= TAG_MAX)
		return SP_OK;
	r->turn = sp_xrealloc(r->turn, r->n_turns + 1, sizeof(r->turn[0]));
	t = &r->turn[r->n_turns++];
	sp_format(t->name, sizeof(t->name), "%s", name);
	t->id = *id;
	t->number = SIZE_MAX;
	return SP_OK;
}

static int by_id(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;

	return strcmp(x->id.hex, y->id.hex);
}

static int by_number(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* Tags of commits that are not of this history fall away. */
static void number_turns(struct sp_replay *r)
{
	size_t n = 0;

	if (r->n_turns == 0)
		return;
	qsort(r->turn, r->n_turns, sizeof(r->turn[0]), by_id);
	for (size_t i = 0; i < r->game->n; i++) {
		struct turn key = { .id = r->game->id[i] };
		struct turn *t = bsearch(
			&key, r->turn, r->n_turns, sizeof(r->turn[0]), by_id);

		if (t != NULL)
			t->number = i;
	}
	qsort(r->turn, r->n_turns, sizeof(r->turn[0]), by_number);
	while (n < r->n_turns && r->turn[n].number != SIZE_MAX)
		n++;
	r->n_turns = n;
}

size_t sp_audit_replay_turn(const struct sp_replay *r, size_t number, bool back)
{
	size_t found = number;

	for (size_t i = 0; i < r->n_turns; i++) {
		if (back && r->turn[i].number < number)
			found = r->turn[i].number;
		if (!back && r->turn[i].number > number)
			return r->turn[i].number;
	}
	return found;
}

/* ---- opening and finding ------------------------------------------------ */

int sp_audit_replay_open(
	struct sp_replay **out, const char *path, struct sp_error *e)
{
	struct sp_replay *r = sp_xcalloc(1, sizeof(*r));
	int rc;

	r->scratch = sp_xcalloc(1, sizeof(*r->scratch));
	rc = sp_record_chronicle_open(&r->game, path, e);
	if (rc == SP_OK)
		rc = sp_record_history_setup(r->game->repo,
			&r->game->id[r->game->n - 1], &r->game->setup, e);
	if (rc == SP_OK)
		rc = sp_record_chronicle_read(r->game, e);
	if (rc == SP_OK)
		rc = sp_store_tags(r->game->repo, take_tag, r, e);
	if (rc == SP_OK) {
		number_turns(r);
		*out = r;
	} else {
		sp_audit_replay_close(r);
	}
	return rc;
}

void sp_audit_replay_close(struct sp_replay *r)
{
	if (r == NULL)
		return;
	sp_record_chronicle_close(r->game);
	sp_free(r->turn);
	sp_wipe(&r->scratch->view, sizeof(r->scratch->view));
	sp_free(r->scratch);
	sp_free(r);
}

size_t sp_audit_replay_count(const struct sp_replay *r)
{
	return r->game->n;
}

/* The name of the highest turn there was: after an undo it is not that of the
 * last one. */
static const char *highest_turn(const struct sp_replay *r)
{
	const char *name = "";
	long highest = -1;

	for (size_t i = 0; i < r->n_turns; i++) {
		long n = strtol(r->turn[i].name + strlen("turn/"), NULL, 10);

		if (n > highest) {
			highest = n;
			name = r->turn[i].name;
		}
	}
	return name;
}

static int find_turn(const struct sp_replay *r, const char *name,
	size_t *number, struct sp_error *e)
{
	for (size_t i = 0; i < r->n_turns; i++) {
		if (sp_streq(r->turn[i].name, name)) {
			*number = r->turn[i].number;
			return SP_OK;
		}
	}
	if (r->n_turns == 0)
		return sp_error_set(e, SP_EINVAL,
			"no turn has a tag here: name a commit by its number, "
			"0 to %zu, or get the tags with `git fetch --tags`",
			r->game->n - 1);
	return sp_error_set(e, SP_EINVAL,
		"there is no %s: the turns are %s to %s", name, r->turn[0].name,
		highest_turn(r));
}

int sp_audit_replay_find(const struct sp_replay *r, const char *at,
	size_t *number, struct sp_error *e)
{
	size_t last = r->game->n - 1;
	ptrdiff_t found;
	long long seq;

	if (sp_starts(at, "turn/"))
		return find_turn(r, at, number, e);
	if (sp_parse_int(at, 0, INT64_MAX, &seq) == SP_OK) {
		*number = (size_t)seq;
		if ((uint64_t)seq <= last)
			return SP_OK;
		/* an id may have digits alone, but not so few */
		found = strlen(at) < 7 ? -1
				       : sp_record_chronicle_find(r->game, at);
		if (found < 0)
			return sp_error_set(e, SP_EINVAL,
				"there is no commit %s: the last one is %zu",
				at, last);
		*number = (size_t)found;
		return SP_OK;
	}
	found = sp_record_chronicle_find(r->game, at);
	if (found >= 0) {
		*number = (size_t)found;
		return SP_OK;
	}
	return sp_error_set(e, SP_EINVAL,
		"\"%.50s\" names no commit of this game: write turn/7, a "
		"number from 0 to %zu, or the id of a commit",
		at, last);
}

int sp_audit_replay_seat(const struct sp_replay *r, const char *colour,
	int *seat, struct sp_error *e)
{
	const struct sp_setup *setup = &r->game->setup;
	struct sp_buf known;

	*seat = sp_state_setup_seat(setup, colour);
	if (*seat != SP_NOBODY)
		return SP_OK;
	sp_buf_init(&known, 512);
	for (int s = 0; s < setup->n_seats; s++)
		sp_buf_addf(
			&known, "%s%s", s > 0 ? ", " : "", setup->colour[s]);
	sp_error_set(e, SP_EINVAL, "nobody plays \"%.50s\": the seats are %s",
		colour, sp_buf_str(&known));
	sp_buf_free(&known);
	return SP_EINVAL;
}

/* ---- what is hidden ------------------------------------------------------ */

struct shown {
	struct sp_replay *replay;
	const struct sp_ruleset *ruleset;
	const struct sp_game *game; /* whole, or the view of `seat` */
	int seat;                   /* below 0: of all */
	json_t *json;
	struct sp_buf *out;
};

/* What one seat knows of the hands of others. */
static json_t *known_to(const struct sp_live *live, int seat)
{
	const struct sp_game *g = &live->game;
	json_t *known = json_object();

	for (int other = 0; other < g->n_seats; other++) {
		const struct sp_hand *hand = &g->hand[other];
		json_t *list = json_array();

		for (int i = 0; other != seat && i < hand->n; i++)
			if ((g->place[hand->card[i]].known >> seat & 1U) != 0)
				json_array_append_new(list,
					json_string(sp_ruleset_card(
						live->ruleset, hand->card[i])
							    ->name));
		if (json_array_size(list) > 0)
			sp_json_set(known, g->colour[other], list);
		else
			json_decref(list);
	}
	return known;
}

static void show_hidden(const struct shown *s)
{
	struct sp_replay *r = s->replay;
	json_t *hidden = sp_record_hidden_json(
		r->scratch, r->game->live, s->seat < 0 ? SP_NOBODY : s->seat);

	if (s->seat >= 0)
		sp_json_set(hidden, "known", known_to(r->game->live, s->seat));
	sp_json_set(s->json, "hidden", hidden);
}

/* What this commit sealed: lines that begin with a colour. */
static void show_sealed(const struct shown *s)
{
	const char *command = s->replay->game->command, *line;
	json_t *list = json_array();
	struct sp_buf text, all;
	struct sp_cursor c;
	size_t n;

	sp_buf_init(&text, TEXT_MAX);
	sp_buf_init(&all, TEXT_MAX);
	sp_cursor_init(&c, command, strlen(command));
	while (sp_cursor_line(&c, &line, &n)) {
		const char *own = s->seat >= 0 ? s->game->colour[s->seat] : "";
		size_t len = strlen(own);

		if (n == 0 || (len > 0 && (n <= len || line[len] != ' ' ||
						  memcmp(line, own, len) != 0)))
			continue;
		sp_buf_clear(&text);
		sp_buf_add_line(&text, line, n);
		sp_buf_addf(&all, "  %s\n", sp_buf_str(&text));
		json_array_append_new(list, json_string(sp_buf_str(&text)));
	}
	if (all.len > 0) {
		sp_buf_adds(s->out, "\nSealed in this commit\n");
		sp_typeset_wrap(sp_buf_str(&all), all.len, s->out);
	}
	sp_json_set(s->json, "sealed", list);
	sp_buf_free(&text);
	sp_buf_free(&all);
}

/* ---- the page ------------------------------------------------------------ */

/* "(board format 2)", which is for programs that read board.txt. */
static bool is_format(const char *line, size_t n)
{
	return n > 1 && sp_starts(line, "(board format ") && line[n - 1] == ')';
}

/* A file of the commit as lines that are safe; none where it is not there. */
static int show_file(struct shown *s, size_t number, const char *path,
	const char *key, struct sp_error *e)
{
	struct sp_buf file, line;
	json_t *lines = json_array();
	struct sp_cursor c;
	const char *at;
	bool blank = false;
	size_t n;

	sp_buf_init(&file, TEXT_MAX);
	sp_buf_init(&line, TEXT_MAX);
	int rc = sp_record_chronicle_file(
		s->replay->game, number, path, &file, e);
	if (rc == SP_OK && !sp_utf8_valid(sp_buf_str(&file), file.len))
		rc = sp_error_set(e, SP_ECORRUPT, "commit %s: %s is not UTF-8",
			s->replay->game->id[number].hex, path);
	if (rc == SP_OK) {
		sp_buf_addc(s->out, '\n');
		sp_cursor_init(&c, sp_buf_str(&file), file.len);
		while (sp_cursor_line(&c, &at, &n)) {
			sp_buf_clear(&line);
			sp_buf_add_line(&line, at, n);
			json_array_append_new(
				lines, json_string(sp_buf_str(&line)));
			blank = blank || n == 0;
			if (n == 0 || is_format(at, n))
				continue;
			if (blank)
				sp_buf_addc(s->out, '\n');
			blank = false;
			sp_buf_addc(&line, '\n');
			sp_typeset_wrap(sp_buf_str(&line), line.len, s->out);
		}
	}
	sp_json_set(s->json, key, lines);
	sp_buf_free(&file);
	sp_buf_free(&line);
	return rc;
}

static void set_line(json_t *json, const char *key, const char *text)
{
	struct sp_buf line;

	sp_buf_init(&line, TEXT_MAX);
	if (sp_utf8_valid(text, strlen(text)))
		sp_buf_add_line(&line, text, strlen(text));
	sp_json_set_string(json, key, sp_buf_str(&line));
	sp_buf_free(&line);
}

static void show_heading(struct shown *s, const struct sp_page *page)
{
	const struct sp_chronicle *game = s->replay->game;
	struct sp_buf subject, line;
	char date[SP_DATE_TEXT];

	sp_buf_init(&subject, TEXT_MAX);
	sp_buf_init(&line, TEXT_MAX);
	sp_record_page_subject(page, &subject);
	sp_date_iso(date, page->when);
	sp_json_set_string(s->json, "game", game->setup.gid);
	sp_json_set_int(s->json, "seq", (int64_t)page->number);
	sp_json_set_int(s->json, "last", (int64_t)game->n - 1);
	sp_json_set_string(s->json, "commit", page->id.hex);
	sp_json_set_string(s->json, "date", date);
	set_line(s->json, "author", page->author);
	set_line(s->json, "subject", sp_buf_str(&subject));
	sp_json_set_bool(s->json, "revealed", game->revealed);
	sp_buf_addf(s->out, "%s   %zu of %zu   %.7s   %.10s %.5s UTC\n",
		game->setup.gid, page->number, game->n - 1, page->id.hex, date,
		date + 11);
	sp_buf_addf(&line, "%s\n",
		json_string_value(json_object_get(s->json, "subject")));
	sp_typeset_wrap(sp_buf_str(&line), line.len, s->out);
	sp_buf_free(&subject);
	sp_buf_free(&line);
}

static int show_position(struct shown *s, size_t number, struct sp_error *e)
{
	struct sp_chronicle *game = s->replay->game;
	const struct sp_game *whole = s->game;
	int rc = show_file(s, number, "board.txt", "board", e);

	if (rc == SP_OK)
		rc = show_file(s, number, "report.txt", "report", e);
	if (rc != SP_OK)
		return rc;
	if (game->revealed && s->seat >= 0) {
		sp_game_view(whole, s->seat, &s->replay->scratch->view);
		s->game = &s->replay->scratch->view;
	}
	sp_json_set(s->json, "position",
		sp_render_position(s->ruleset, s->game,
			game->revealed && s->seat >= 0 ? s->seat : SP_NOBODY));
	if (game->revealed) {
		show_sealed(s);
		show_hidden(s); /* uses the room of the view again */
	} else {
		sp_buf_adds(s->out,
			"\nHands, deck and what was sealed are hidden until "
			"the game is over.\n"
			"Only `spellpost game look` opens them before: that is "
			"committed, and\n"
			"announced to all players.\n");
	}
	return SP_OK;
}

int sp_audit_replay_show(struct sp_replay *r, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	struct shown s = { .replay = r,
		.ruleset = r->game->ruleset,
		.seat = seat,
		.json = json_object(),
		.out = text };
	struct sp_page page;

	sp_record_page_init(&page);
	int rc = sp_record_page_read(&page, r->game, number, e);
	if (rc == SP_OK)
		rc = sp_record_chronicle_position(r->game, number, &s.game, e);
	if (rc == SP_OK) {
		show_heading(&s, &page);
		sp_json_set_bool(s.json, "started", s.game != NULL);
		if (s.game != NULL)
			rc = show_position(&s, number, e);
		else
			sp_buf_adds(text, "\nThe game has not begun.\n");
	}
	sp_record_page_clear(&page);
	if (rc == SP_OK)
		*json = s.json;
	else
		json_decref(s.json);
	return rc;
}
