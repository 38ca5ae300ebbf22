/* What happened since a seat's last turn, out of the reports of commits. */
#include "record/history.h"

#include "record/pressed.h"
#include "render/render.h"

#define TEXT_MAX          (1024u * 1024u)
#define STORY_COMMITS_MAX 400   /* commits looked at, at most */
#define STORY_SEALED_MAX  10000 /* sealed ones between them */

struct story_walk {
	struct sp_store_game *repo;
	const struct sp_live *live;
	const char *own;      /* end of the heading of a turn of the reader's */
	int reader;           /* whose own that is */
	struct sp_buf *moved; /* gets where he is moved to since; NULL */
	const char *known;    /* id of the commit that he knows; NULL: none */
	unsigned from;        /* the first turn to tell */
	unsigned last;        /* turn of the commit seen before; 0: none yet */
	unsigned seen, sealed;
	json_t *reports; /* newest first */
	struct sp_error *e;
};

/* Does the first line ("Turn 7: Red") end so? */
static bool heading_is(const char *report, const char *end)
{
	size_t n = strcspn(report, "\n");

	return end != NULL && n >= strlen(end) &&
	       strncmp(report + n - strlen(end), end, strlen(end)) == 0;
}

/* True if the reader acted in the turn of that report, and so knows what was
 * before it: the turn that is open he is only about to be called to. */
static bool is_known(
	const struct story_walk *walk, const char *report, unsigned turn)
{
	const struct sp_game *g = &walk->live->game;

	return heading_is(report, walk->own) &&
	       (g->turn != turn || g->status != SP_GAME_RUNNING);
}

static void add_report(struct story_walk *walk, const char *text)
{
	json_array_append_new(walk->reports, json_string(text));
}

/* Append the reports, each heading of which says whether a bot's turn it was.
 */
static void mark_bots(
	const struct sp_live *live, const char *reports, struct sp_buf *out)
{
	char end[SP_RENDER_NAME_SIZE + 2], name[SP_RENDER_NAME_SIZE];

	for (const char *line = reports; *line != '\0';) {
		size_t n = strcspn(line, "\n");
		const char *mark = "";

		for (int s = 0; *line != ' ' && s < live->setup.n_seats; s++) {
			sp_render_capital(live->setup.colour[s], name);
			sp_format(end, sizeof(end), ": %s", name);
			if (sp_record_bot_plays(live, s) &&
				heading_is(line, end))
				mark = " (bot)";
		}
		sp_buf_addf(out, "%.*s%s\n", (int)n, line, mark);
		line += n + (line[n] == '\n');
	}
}

/* Find the lines of a report from those on that tell what came with the
 * beginning of the next turn; NULL if there is nothing but that it began. */
static const char *find_behind(const char *report)
{
	static const char begins[] = SP_RENDER_BEGINS ".\n";
	const char *hit = strstr(report, begins), *from;

	if (hit == NULL || hit[strlen(begins)] == '\0')
		return NULL;
	for (from = hit; from > report && from[-1] != '\n'; from--)
		;
	return from;
}

/* What came behind a turn that the reader ended: how the next one began. */
static void add_behind(struct story_walk *walk, const char *text)
{
	const char *behind = find_behind(text);
	char *told;

	if (behind == NULL)
		return;
	told = sp_xasprintf("%.*s\n%s", (int)strcspn(text, "\n"), text, behind);
	add_report(walk, told);
	sp_free(told);
}

/* A sealed commit is of no turn, like those before the start, but has a State.
 */
static bool is_sealed(const char *message)
{
	struct sp_buf value;

	sp_buf_init(&value, SP_SHA256_TEXT);
	bool sealed = !sp_store_trailer(&value, message, "Turn") &&
		      sp_store_trailer(&value, message, "State");
	sp_buf_free(&value);
	return sealed;
}

/* A sentence if the reader does not stand where he stood at the end of that
 * turn of his: others moved him, or the sector below him, or a counter of his
 * own did. */
static int tell_moved(struct story_walk *walk, const struct sp_oid *id)
{
	const struct sp_game *now = &walk->live->game;
	struct sp_game *then = sp_xcalloc(1, sizeof(*then));
	char from[SP_SQUARE_NAME_SIZE], to[SP_SQUARE_NAME_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	int rc = sp_store_read(walk->repo, id, "state.json", &text, walk->e);
	if (rc == SP_OK)
		rc = sp_state_decode(then, &walk->live->ruleset->lexicon,
			sp_buf_str(&text), text.len, walk->e);
	if (rc == SP_OK && then->actor[walk->reader].alive &&
		now->actor[walk->reader].alive) {
		sp_board_square_name(
			&then->board, then->actor[walk->reader].square, from);
		sp_board_square_name(
			&now->board, now->actor[walk->reader].square, to);
		if (!sp_streq(from, to))
			sp_buf_addf(walk->moved,
				"You ended your turn on %s and are on %s "
				"now.\n",
				from, to);
	}
	sp_buf_free(&text);
	sp_free(then);
	return rc;
}

/* The report of a commit, as the game itself tells it: what players wrote went
 * to all by mail, and could say anything of turns. */
static int read_report(
	struct story_walk *walk, const struct sp_oid *id, struct sp_buf *out)
{
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	int rc = sp_store_read(walk->repo, id, "report.txt", &text, walk->e);
	if (rc == SP_OK)
		sp_record_press_strip(sp_buf_str(&text), out);
	sp_buf_free(&text);
	return rc;
}

static int story_commit(const struct sp_commit_info *info, void *payload)
{
	struct story_walk *walk = payload;
	const char *message = sp_buf_str(&info->message);
	struct sp_buf value, text;
	long long turn = 0;
	int rc = 0;

	/* it may be a sealed one, as press is */
	if (walk->known != NULL && sp_streq(info->id.hex, walk->known))
		return 1;
	/* they tell nothing, and many of them must not cut the story short */
	if (is_sealed(message))
		return ++walk->sealed > STORY_SEALED_MAX;
	sp_buf_init(&value, 32);
	sp_buf_init(&text, TEXT_MAX);
	if (++walk->seen > STORY_COMMITS_MAX ||
		!sp_store_trailer(&value, message, "Turn") ||
		sp_parse_int(sp_buf_str(&value), 0, UINT16_MAX, &turn) !=
			SP_OK ||
		turn < (long long)walk->from) {
		rc = 1;
	} else if (walk->last == 0 || (unsigned)turn < walk->last) {
		/* the newest commit of a turn holds its whole report */
		walk->last = (unsigned)turn;
		rc = read_report(walk, &info->id, &text);
		if (rc == SP_OK &&
			is_known(walk, sp_buf_str(&text), (unsigned)turn)) {
			rc = tell_moved(walk, &info->id);
			/* what the reader did himself he knows */
			add_behind(walk, sp_buf_str(&text));
			rc = rc == SP_OK ? 1 : rc;
		} else if (rc == SP_OK)
			add_report(walk, sp_buf_str(&text));
	}
	sp_buf_free(&value);
	sp_buf_free(&text);
	return rc;
}

/* Read the number of a heading, "Turn 7: Red"; 0: it has none. */
static int turn_of(const char *heading)
{
	static const char turn[] = "Turn ";
	char digits[16];
	size_t n;
	long long number = 0;

	if (!sp_starts(heading, turn))
		return 0;
	heading += strlen(turn);
	n = strspn(heading, "0123456789");
	if (n >= sizeof(digits) ||
		!sp_copyn(digits, sizeof(digits), heading, n) ||
		sp_parse_int(digits, 1, UINT16_MAX, &number) != SP_OK)
		return 0;
	return (int)number;
}

/* True for "  Red's turn begins.", with the length of the name. */
static bool is_beginning(const char *line, size_t n, size_t *name)
{
	static const char begins[] = SP_RENDER_BEGINS ".";
	size_t end = strlen(begins);

	*name = n > end + 2 ? n - end - 2 : 0;
	return *name > 0 && sp_starts(line, "  ") &&
	       strncmp(line + n - end, begins, end) == 0;
}

/* Append reports, oldest first, with what came as a turn began under the
 * heading of that turn: a report has it under the one before. */
static void part_turns(const char *reports, struct sp_buf *out)
{
	char *heading = sp_xstrdup(""), *next;
	bool told = true; /* the heading */
	struct sp_cursor c;
	const char *line;
	size_t n, name;

	sp_cursor_init(&c, reports, strlen(reports));
	while (sp_cursor_line(&c, &line, &n)) {
		bool begins =
			turn_of(heading) > 0 && is_beginning(line, n, &name);

		if (!begins && (n == 0 || *line == ' ')) {
			if (!told)
				sp_buf_addf(out, "%s\n", heading);
			told = true;
			sp_buf_addf(out, "%.*s\n", (int)n, line);
			continue;
		}
		next = begins ? sp_xasprintf("Turn %d: %.*s",
					turn_of(heading) + 1, (int)name,
					line + 2)
			      : sp_xasprintf("%.*s", (int)n, line);
		if (!begins && !told && !sp_streq(next, heading))
			sp_buf_addf(out, "%s\n", heading);
		told = told && sp_streq(next, heading);
		sp_free(heading);
		heading = next;
	}
	if (!told)
		sp_buf_addf(out, "%s\n", heading);
	sp_free(heading);
}

static int tell(struct sp_live *live, struct story_walk *walk, json_t **out,
	struct sp_error *e)
{
	struct sp_buf all, parted, marked;

	walk->repo = live->repo;
	walk->live = live;
	walk->e = e;
	walk->reports = json_array();
	int rc = sp_store_log(live->repo, &live->head, story_commit, walk, e);
	*out = NULL;
	if (rc == SP_OK) {
		sp_buf_init(&all, TEXT_MAX);
		sp_buf_init(&parted, SIZE_MAX);
		sp_buf_init(&marked, SIZE_MAX);
		for (size_t i = json_array_size(walk->reports); i-- > 0;)
			sp_buf_adds(&all, json_string_value(json_array_get(
						  walk->reports, i)));
		part_turns(sp_buf_str(&all), &parted);
		mark_bots(live, sp_buf_str(&parted), &marked);
		if (walk->moved != NULL)
			sp_buf_adds(&marked, sp_buf_str(walk->moved));
		*out = sp_typeset_lines(sp_buf_str(&marked));
		sp_buf_free(&all);
		sp_buf_free(&parted);
		sp_buf_free(&marked);
	}
	json_decref(walk->reports);
	return rc;
}

int sp_record_story_since(struct sp_live *live, const char *known, json_t **out,
	struct sp_error *e)
{
	struct story_walk walk = { .from = 1, .known = known };

	return tell(live, &walk, out, e);
}

int sp_record_story(struct sp_live *live, unsigned from_turn, int reader,
	json_t **out, struct sp_error *e)
{
	char name[SP_RENDER_NAME_SIZE], own[SP_RENDER_NAME_SIZE + 2];
	struct story_walk walk = { .from = from_turn };
	struct sp_buf moved;

	sp_buf_init(&moved, TEXT_MAX);
	if (reader != SP_NOBODY) {
		sp_render_seat(&live->game, reader, name);
		sp_format(own, sizeof(own), ": %s", name);
		walk.own = own;
		walk.reader = reader;
		walk.moved = &moved;
	}
	int rc = tell(live, &walk, out, e);
	sp_buf_free(&moved);
	return rc;
}
