/* Scripted players who know only what their mails say, and pictures of clubs.
 */
#include <sqlite3.h>
#include <unistd.h>

#include "host_tests.h"
#include "unit.h"

bool letter_listed(const char **at, char out[200])
{
	for (const char *line = *at; *line == ' ';) {
		size_t end = strcspn(line, "\n");
		const char *order = line + strspn(line, " |");
		size_t digits = strspn(order, "0123456789");
		const char *behind;

		*at = line + end + (line[end] == '\n');
		/* else it goes on with what would come of the one above */
		if (digits > 0 && sp_starts(order + digits, "  ")) {
			order += digits + 2;
			behind = strstr(order, "  ");
			end -= (size_t)(order - line);
			if (behind != NULL && behind < order + end)
				end = (size_t)(behind - order);
			CU_ASSERT_FATAL(sp_copyn(out, 200, order, end));
			return true;
		}
		line = *at;
	}
	return false;
}

bool letter_suggestion(const struct letter *letter, char out[200])
{
	static const char heading[] =
		"Reply with a number, or write orders, one on a line.\n";
	const char *at = strstr(letter->text, heading);
	char order[200];
	bool found = false;

	if (at == NULL)
		return false;
	at += strlen(heading);
	while (letter_listed(&at, order)) {
		if (!found || sp_starts(order, "punch"))
			sp_format(out, 200, "%s", order);
		found = true;
		if (sp_starts(out, "punch"))
			break;
	}
	return found;
}

const char *club_active(struct club *c, const char *gid)
{
	static struct sp_game_row row;

	club_row(c, gid, &row);
	return row.active;
}

const struct letter *club_present(struct club *c, const char *gid)
{
	const char *address = club_person(club_active(c, gid))->address;

	for (size_t i = c->n_letters; i-- > 0;) {
		struct letter *letter = c->letter[i];

		if (sp_mail_addr_equal(letter->to, address) &&
			strstr(letter->reply_to, gid) != NULL &&
			strstr(letter->text, "Reply with a number") != NULL)
			return letter;
	}
	CU_FAIL_FATAL("nobody was asked to move");
	return NULL;
}

static bool play_one(
	struct club *c, const char *gid, const char *until, bool *stop)
{
	const struct letter *letter;
	char order[200];

	if (club_active(c, gid)[0] == '\0')
		return false;
	letter = club_present(c, gid);
	CU_ASSERT_FATAL(letter_suggestion(letter, order));
	if (until != NULL && sp_starts(order, until)) {
		*stop = true;
		return false;
	}
	c->now += 60;
	(void)club_reply(c, letter, club_active(c, gid), order);
	club_pass(c);
	return true;
}

void club_join(struct club *c, int n, const char *text)
{
	for (int s = 0; s < n; s++) {
		const char *colour = club_people[s].colour;

		c->now += 10;
		(void)club_reply(
			c, club_letter(c, colour, "invited"), colour, text);
	}
	club_pass(c);
}

int club_play(struct club *c, const char *gid, int mails)
{
	bool stop = false;
	int n = 0;

	while (n < mails && play_one(c, gid, NULL, &stop))
		n++;
	return n;
}

const struct letter *club_play_until(
	struct club *c, const char *gid, const char *order, int mails)
{
	bool stop = false;

	for (int n = 0; n < mails && play_one(c, gid, order, &stop); n++)
		;
	return stop ? club_present(c, gid) : NULL;
}

/* ---- doing it again
 * ----------------------------------------------------------- */

void tape_clear(struct tape *tape)
{
	for (size_t i = 0; i < tape->n; i++) {
		sp_free(tape->event[i].file);
		sp_free(tape->event[i].raw);
	}
	sp_free(tape->event);
	tape->event = NULL;
	tape->n = 0;
}

static void picture_game(struct club *c, const char *gid, struct sp_buf *out)
{
	struct sp_game_row row;

	club_row(c, gid, &row);
	sp_buf_addf(out, "game %s %s turn %lld head %s\n", gid,
		sp_registry_game_row_status_word(row.status),
		(long long)row.turn, row.head);
	EQUAL_INT(club_git(c, gid, out,
			  "git for-each-ref --format='%(refname) "
			  "%(objectname)'"),
		0);
}

static void picture_letters(
	const struct club *c, const char *folder, struct sp_buf *out)
{
	struct sp_buf names, raw;
	struct sp_cursor cursor;
	const char *line;
	size_t len;

	sp_buf_init(&names, SIZE_MAX);
	sp_buf_init(&raw, SIZE_MAX);
	club_list(c, folder, &names);
	sp_cursor_init(&cursor, sp_buf_str(&names), names.len);
	while (sp_cursor_line(&cursor, &line, &len)) {
		char *path = sp_xasprintf(
			"%s/%s/%.*s", c->dir, folder, (int)len, line);
		char digest[SP_SHA256_TEXT];
		struct sp_bytes bytes;

		sp_buf_clear(&raw);
		EQUAL_INT(sp_file_read(&raw, path, NULL), SP_OK);
		bytes = (struct sp_bytes){ sp_buf_str(&raw), raw.len };
		EQUAL_INT(sp_seal_sha256(digest, &bytes, 1, NULL), SP_OK);
		sp_buf_addf(
			out, "%s %.*s %s\n", folder, (int)len, line, digest);
		sp_free(path);
	}
	sp_buf_free(&names);
	sp_buf_free(&raw);
}

/* The fate of every mail that was done with. */
static void picture_fates(struct club *c, struct sp_buf *out)
{
	struct sp_buf names;
	struct sp_cursor cursor;
	const char *line;
	size_t len;

	sp_buf_init(&names, SIZE_MAX);
	club_list(c, "mail/in/.Processed/new", &names);
	club_list(c, "mail/in/.Processed/cur", &names);
	sp_cursor_init(&cursor, sp_buf_str(&names), names.len);
	while (sp_cursor_line(&cursor, &line, &len)) {
		char *uid = sp_xstrndup(line, len);
		char *flags = strstr(uid, ":2,");

		if (flags != NULL)
			*flags = '\0';
		sp_buf_addf(out, "mail %s %s\n", uid,
			sp_registry_disposition_word(club_fate(c, uid)));
		sp_free(uid);
	}
	sp_buf_free(&names);
}

/* What waits for a yes, and for its time, beside the games. */
static void picture_waiting(const struct club *c, struct sp_buf *out)
{
	static const char rows[] =
		"SELECT printf('question %s %s %s %s %s %s %s %s %d', gid, seat,"
		" kind, state, created, expires, decision, message_id,"
		" length(text)) FROM (SELECT * FROM pending ORDER BY id) "
		"UNION ALL SELECT printf('timer %s %s %s %s %s', gid, kind,"
		" subject, since, due)"
		" FROM (SELECT * FROM timers ORDER BY gid, kind, subject)";
	char *path = sp_xasprintf("%s/%s", c->dir, SP_CONFIG_REGISTRY);
	sqlite3_stmt *row = NULL;
	sqlite3 *db = NULL;

	EQUAL_INT_FATAL(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL),
		SQLITE_OK);
	EQUAL_INT_FATAL(
		sqlite3_prepare_v2(db, rows, -1, &row, NULL), SQLITE_OK);
	while (sqlite3_step(row) == SQLITE_ROW)
		sp_buf_addf(
			out, "%s\n", (const char *)sqlite3_column_text(row, 0));
	EQUAL_INT(sqlite3_finalize(row), SQLITE_OK);
	EQUAL_INT(sqlite3_close(db), SQLITE_OK);
	sp_free(path);
}

void club_feed(struct club *c, const struct tape *tape)
{
	for (size_t i = 0; i < tape->n; i++) {
		const struct event *event = &tape->event[i];

		c->now = event->now;
		if (event->file != NULL)
			club_put(c, event);
		else
			EQUAL_INT_FATAL(club_try_pass(c), SP_OK);
	}
}

void club_picture(struct club *c, struct sp_buf *out)
{
	struct sp_game_row *games = NULL;
	struct sp_outbox_counts counts;
	size_t n = 0;

	EQUAL_INT_FATAL(
		sp_registry_game_list(club_registry(c), &games, &n, NULL),
		SP_OK);
	for (size_t i = 0; i < n; i++)
		picture_game(c, games[i].gid, out);
	sp_free(games);
	EQUAL_INT_FATAL(
		sp_registry_outbox_counts(club_registry(c), &counts, NULL),
		SP_OK);
	sp_buf_addf(out, "outbox queued %lld sent %lld failed %lld\n",
		(long long)counts.queued, (long long)counts.sent,
		(long long)counts.failed);
	picture_letters(c, "mail/out/new", out);
	picture_letters(c, "mail/out/cur", out);
	picture_letters(c, "mail/in/new", out);
	picture_fates(c, out);
	picture_waiting(c, out);
}
