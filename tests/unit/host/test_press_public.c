/* Press of a game whose press is public: its text stands in the history. */
#include "host_tests.h"

#include "fixtures.h"
#include "tamper.h"

#define GID "word-gggggggg"

/* Marks that change the direction of text, and lines that a report has. */
#define SAID                                                                   \
	"press to all:\nFriends,\n\nI hold two \xe2\x80\xaetreasures.\n\n"     \
	"Turn 9: Blue\n\nBlue's turn begins.\nendpress"

static void play(struct club *c, const char *who, const char *text)
{
	c->now += 60;
	(void)club_reply(c, club_letter(c, who, ""), who, text);
	club_pass(c);
}

static const char *mover_of(struct club *c)
{
	return club_person(club_active(c, GID))->colour;
}

static void cancel(struct club *c)
{
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);

	EQUAL_INT_FATAL(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_pass(c);
}

/* report.txt of the newest commit (`back`: of one so many before it). */
static char *report_of(const struct club *c, int back)
{
	struct sp_buf out;
	char *command = sp_xasprintf("git show main~%d:report.txt 2>&1", back);

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT(club_git(c, GID, &out, command), 0);
	sp_free(command);
	return sp_buf_take(&out);
}

static void check_audit(struct tamper *t)
{
	char *command = sp_xasprintf(
		"for p in python3 openssl ssh-keygen; do command -v $p "
		">/dev/null || exit 77; done; python3 %s/tests/tools/audit.py "
		". 2>&1",
		test_source_dir());
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	int status = club_git(&t->club, t->f.gid, &out, command);
	CU_ASSERT_TRUE(status == 0 || status == 77);
	if (status != 0 && status != 77)
		printf("\n%s\n", sp_buf_str(&out));
	sp_buf_free(&out);
	sp_free(command);
}

TEST("host/press_public", "what is written to all stands in the history")
{
	struct club c;
	struct sp_buf files;

	club_make(&c);
	club_game(&c, GID, 3, "press=public", true);
	char *mover = sp_xstrdup(mover_of(&c));
	char *name = sp_xasprintf("%c%s", mover[0] - 'a' + 'A', mover + 1);
	char *head = sp_xasprintf("  %s writes to all:\n", name);
	char *before = report_of(&c, 0);
	play(&c, mover, SAID);
	CONTAINS(club_letter(&c, mover, "Re:")->text,
		"it stands in the history for good");
	/* below what the turn's report had, in a sealed commit */
	char *report = report_of(&c, 0);
	CONTAINS(report, head);
	CONTAINS(report, "    | Friends,\n    | \n    | I hold two treasures.\n"
			 "    | \n    | Turn 9: Blue\n    | \n"
			 "    | Blue's turn begins.\n");
	sp_buf_init(&files, 4096);
	EQUAL_INT(club_git(&c, GID, &files,
			  "git show --format=%an:%s --name-only main"),
		0);
	EQUAL_STRING(sp_buf_str(&files),
		"Sealed:A sealed order\n\nreport.txt\nsealed.json\n");
	sp_buf_free(&files);
	sp_free(before);
	sp_free(report);
	/* the turn goes on below it */
	play(&c, mover, "end");
	report = report_of(&c, 0);
	CONTAINS(report, "    | Friends,\n");
	CU_ASSERT_TRUE(strstr(report, "ends the turn") >
		       strstr(report, "Blue's turn begins."));
	sp_free(report);
	/* whoever is called has read it: the story does not have it */
	const struct letter *turn = club_letter(&c, mover_of(&c), "your move");
	LACKS(turn->text, "Friends");
	LACKS(turn->text, "writes to all");
	/* a press begins the report of a turn that has none yet */
	play(&c, mover, "press to all: and now for something else");
	play(&c, mover_of(&c), "end");
	report = report_of(&c, 0);
	CONTAINS(report, "\n    | and now for something else\n");
	CU_ASSERT_TRUE(sp_starts(report, "Turn 2: "));
	sp_free(report);
	/* the history has it in lines of its own */
	play(&c, mover, "history 5");
	const struct letter *told = club_letter(&c, mover, "Re:");
	CONTAINS(told->text, "writes to all:\n");
	CONTAINS(told->text, "| Friends,\n");
	sp_free(head);
	sp_free(name);
	sp_free(mover);
	club_clear(&c);
}

TEST("host/press_public", "elsewhere it stands nowhere")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 3, "press=grey", true);
	char *mover = sp_xstrdup(mover_of(&c));
	char *before = report_of(&c, 0);
	play(&c, mover, "press grey to all: hello");
	char *after = report_of(&c, 0);
	EQUAL_STRING(after, before);
	sp_free(after);
	play(&c, mover, "press to all: hello\nend");
	after = report_of(&c, 0);
	LACKS(after, "hello");
	LACKS(club_letter(&c, mover, "Re:")->text, "for good");
	sp_free(after);
	sp_free(before);
	sp_free(mover);
	club_clear(&c);
}

TEST("host/press_public", "a report has room for so much, and says so")
{
	struct club c;
	struct sp_buf text;

	club_make(&c);
	club_game(&c, GID, 3, "press=public", true);
	char *mover = sp_xstrdup(mover_of(&c));
	sp_buf_init(&text, 1 << 17);
	sp_buf_adds(&text, "press to all:\n");
	for (int i = 0; i < 900; i++)
		sp_buf_addf(&text, "line %d of a long one\n\n", i);
	sp_buf_adds(&text, "endpress\n");
	for (int i = 0; i < 19; i++)
		play(&c, mover, sp_buf_str(&text));
	char *report = report_of(&c, 0);
	CONTAINS(report, "    | line 100 of a long one\n");
	CONTAINS(report, "    | [the rest is left out]\n");
	LACKS(report, "line 899");
	CU_ASSERT_TRUE(strlen(report) < 264 * 1024);
	CU_ASSERT_TRUE(strlen(report) > 200 * 1024);
	sp_free(report);
	sp_buf_free(&text);
	sp_free(mover);
	club_clear(&c);
}

/* ---- verify ----------------------------------------------------------------- */

static void other_report(struct forge *f, struct forged *c, const void *payload)
{
	char *text, *more;

	if (c->index < *(const size_t *)payload)
		return;
	text = forge_file(f, c, "report.txt");
	more = sp_xasprintf("%s    | more\n", text);
	forge_put(f, c, "report.txt", more);
	sp_free(more);
	sp_free(text);
}

static void bell(struct forge *f, struct forged *c, const void *payload)
{
	if (c->index == *(const size_t *)payload)
		forge_replace(f, c, "report.txt", "Friends", "Fri\x1b[2Jends");
}

static void begin(struct tamper *t, const char *options)
{
	club_make(&t->club);
	club_game(&t->club, GID, 3, options, true);
	char *mover = sp_xstrdup(mover_of(&t->club));
	play(&t->club, mover, SAID);
	play(&t->club, mover, "when attacked: pass");
	play(&t->club, mover, "end");
	sp_free(mover);
	cancel(&t->club);
	tamper_take_game(t, GID);
}

TEST("host/press_public", "verify takes it, and nothing else in its place")
{
	struct tamper t;

	begin(&t, "press=public cards=yes");
	tamper_is_good(&t.f, "with press");
	check_audit(&t);
	size_t press = forge_find(&t.f, 1, "A sealed order");
	size_t when = forge_find(&t.f, press + 1, "A sealed order");
	forge_write(
		&t.f, NULL, t.f.n, press, other_report, &press, FORGE_RESEALED);
	/* the tags alone still know better */
	tamper_finds(&t.f, "other words", -1, "tag turn/2", "");
	forge_undo(&t.f);
	forge_write(
		&t.f, NULL, t.f.n, press, other_report, &press, FORGE_AS_IS);
	tamper_finds(&t.f, "other words", (ptrdiff_t)press, "signature", "");
	forge_undo(&t.f);
	forge_write(
		&t.f, NULL, t.f.n, when, other_report, &when, FORGE_RESEALED);
	tamper_finds(&t.f, "no press", (ptrdiff_t)when, "report.txt",
		"nobody wrote to all");
	forge_undo(&t.f);
	forge_write(&t.f, NULL, t.f.n, press, bell, &press, FORGE_RESEALED);
	tamper_finds(&t.f, "controls", (ptrdiff_t)press, "report.txt",
		"without controls");
	tamper_clear(&t);
}

TEST("host/press_public", "verify takes none where press is not public")
{
	struct tamper t;

	begin(&t, "cards=yes");
	tamper_is_good(&t.f, "with press");
	size_t press = forge_find(&t.f, 1, "A sealed order");
	forge_write(
		&t.f, NULL, t.f.n, press, other_report, &press, FORGE_RESEALED);
	tamper_finds(&t.f, "a report", (ptrdiff_t)press, "report.txt",
		"as in the commit before");
	tamper_clear(&t);
}

TEST("host/press_public", "the invitation says that it is for good")
{
	static const char words[] = "It stands there for good";
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "press=public", false);
	club_pass(&c);
	const struct letter *l = club_letter(&c, "red", "invited");
	CONTAINS(l->text, words);
	club_clear(&c);
	club_make(&c);
	club_game(&c, GID, 2, "press=grey", false);
	club_pass(&c);
	LACKS(club_letter(&c, "red", "invited")->text, words);
	club_clear(&c);
}
