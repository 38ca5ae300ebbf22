/* A game whose record does not read is suspended, and the others go on. */
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests.h"

#define BAD  "hurt-jjjjjjjj"
#define GOOD "well-kkkkkkkk"

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, BAD, 2, "deadline=24", true);
	club_game(c, GOOD, 2, "deadline=48", true);
	/* heads that move: two commits behind the start */
	(void)club_play(c, BAD, 2);
	(void)club_play(c, GOOD, 1);
	c->now += 60;
}

static unsigned told(const struct club *c)
{
	return club_letters(c, 0, NULL, "Your game is suspended");
}

/* A player may be in many games: the mail says in its subject and in its text
 * which one it is about. */
static void check_names(struct club *c, const char *colour, const char *seat,
	const char *subject, const struct sp_game_row *row)
{
	const struct letter *letter = club_letter(c, colour, subject);
	char *turn = sp_xasprintf("in turn %lld", (long long)row->turn);
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (const char *p = letter->text; *p != '\0'; p++)
		sp_buf_addc(&text, *p == '\n' ? ' ' : *p);
	CONTAINS(letter->subject, "[hurt]");
	CONTAINS(sp_buf_str(&text), "ame " BAD " ");
	CONTAINS(sp_buf_str(&text), seat);
	CONTAINS(sp_buf_str(&text), turn);
	sp_buf_free(&text);
	sp_free(turn);
}

/* One order for each game, in one batch. */
static char *post_both(struct club *c)
{
	char *bad = sp_xstrdup(club_reply(
		c, club_present(c, BAD), club_active(c, BAD), "end"));

	c->now += 10;
	(void)club_reply(c, club_present(c, GOOD), club_active(c, GOOD), "end");
	return bad;
}

/* After the damage, whatever it was. */
static void check_suspended(struct club *c)
{
	char *bad = post_both(c);
	struct sp_game_row row;
	unsigned good = club_commits(c, GOOD);

	club_pass(c);
	EQUAL_INT(club_commits(c, GOOD), good + 1);
	club_row(c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(club_fate(c, bad), SP_DISPOSITION_SEEN);
	EQUAL_INT(club_count(c, "mail/in/new"), 1);
	EQUAL_INT(told(c), 2);
	check_names(c, "red", "you play Red,", "Your game is suspended", &row);
	check_names(
		c, "blue", "you play Blue,", "Your game is suspended", &row);
	/* once, also when the program starts anew */
	c->now += 60;
	club_pass(c);
	club_close(c);
	c->now += 60;
	club_pass(c);
	EQUAL_INT(told(c), 2);
	EQUAL_INT(club_count(c, "mail/in/new"), 1);
	/* the other game still goes on */
	EQUAL_INT(club_play(c, GOOD, 1), 1);
	sp_free(bad);
}

static void shell(const struct club *c, const char *gid, const char *command)
{
	struct sp_buf out;
	int status;

	sp_buf_init(&out, 1 << 20);
	status = club_git(c, gid, &out, command);
	if (status != 0)
		printf("\n  %s\n", sp_buf_str(&out));
	EQUAL_INT_FATAL(status, 0);
	sp_buf_free(&out);
}

#define BLOB                                                                   \
	"f=$(git rev-parse main:state.json | sed 's|^..|objects/&/|');"        \
	"test -f $f; chmod u+w $f;"

/* While the daemon runs. */
static void with_damage(const char *command)
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	shell(&c, BAD, command);
	check_suspended(&c);
	club_clear(&c);
}

/* While it does not run: what the last batch did to the refs may be done again
 * then, and what cannot be is told to the people, too. */
static void with_damage_before(const char *command)
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	club_close(&c);
	shell(&c, BAD, command);
	check_suspended(&c);
	club_clear(&c);
}

#define MAKE                                                                   \
	"export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x.example "               \
	"GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x.example;"

TEST("host/damage", "the tip's state is garbage")
{
	with_damage(BLOB "printf x >$f");
}

TEST("host/damage", "the tip's state is empty")
{
	with_damage(BLOB ": >$f");
}

TEST("host/damage", "the tip's state is gone")
{
	with_damage(BLOB "rm $f");
}

TEST("host/damage", "the branch is empty")
{
	with_damage("test -s refs/heads/main && : >refs/heads/main");
}

TEST("host/damage", "the branch is zero")
{
	with_damage("echo 0000000000000000000000000000000000000000 "
		    ">refs/heads/main");
}

TEST("host/damage", "the branch is gone")
{
	with_damage("rm refs/heads/main");
}

/* A pass in a child process: does it come to its end? */
static bool survives(struct club *c)
{
	int status = 0;
	pid_t pid;

	club_close(c);
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		c->quiet = true;
		_exit(club_try_pass(c) == SP_OK ? 0 : 1);
	}
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Not part of the last batches, so that nothing finds it before its mail. */
TEST("host/damage", "the repository is gone")
{
	struct club c;
	struct sp_game_row row;
	char *bad;

	if (!club_has_git())
		return;
	begin(&c);
	EQUAL_INT(club_play(&c, GOOD, 2), 2);
	bad = post_both(&c);
	shell(&c, BAD, "mv ../" BAD ".git ../away.git");
	CU_ASSERT_TRUE_FATAL(survives(&c));
	club_pass(&c);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(told(&c), 2);
	EQUAL_INT(club_fate(&c, bad), SP_DISPOSITION_SEEN);
	sp_free(bad);
	club_clear(&c);
}

TEST("host/damage", "the repository is gone at start")
{
	with_damage_before("mv ../" BAD ".git ../away.git");
}

/* What was mailed is no longer part of the history. */
TEST("host/damage", "the head went back")
{
	with_damage("git update-ref refs/heads/main main~1");
}

TEST("host/damage", "the head went back before the start")
{
	with_damage_before("git update-ref refs/heads/main main~3");
}

TEST("host/damage", "the head was rewritten")
{
	with_damage(MAKE "new=$(git log -1 --format=%B main | git commit-tree "
			 "-p main~1 main^{tree}) && "
			 "git update-ref refs/heads/main $new");
}

TEST("host/damage", "the head was rewritten before the start")
{
	with_damage_before(
		MAKE "new=$(git log -1 --format=%B main | git commit-tree "
		     "-p main~1 main^{tree}) && "
		     "git update-ref refs/heads/main $new");
}

/* Another position than the rules can make, in a commit that reads. */
TEST("host/damage", "a position that does not read")
{
	with_damage(MAKE
		"git ls-tree main >tree && "
		"blob=$(git show main:state.json | sed "
		"'s/\"turn\": [0-9]*/\"turn\": \"one\"/' | "
		"git hash-object -w --stdin) && "
		"sed \"s/[0-9a-f]\\{40\\}\\tstate.json/$blob\\tstate.json/\" "
		"tree >new && ! cmp -s tree new && tree=$(git mktree <new) && "
		"rm tree new && new=$(git log -1 --format=%B main | "
		"git commit-tree -p main $tree) && "
		"git update-ref refs/heads/main $new");
}

/* A commit on top of the tip that reads, but is not ours: with the tip's
 * message and files but for what `edit`, a shell command, makes of `file` as
 * new.json and of the message as new.msg ($n is its Seq). */
static void suspended_for(
	const char *file, const char *edit, const char *reason)
{
	char *command = sp_xasprintf(MAKE
		"f=%s && git ls-tree main >tree && "
		"git show main:$f >new.json && "
		"git log -1 --format=%%B main >new.msg && "
		"n=$(sed -n 's/^Seq: //p' new.msg) && %s && "
		"blob=$(git hash-object -w new.json) && "
		"sed -i \"s/[0-9a-f]\\{40\\}\\t$f/$blob\\t$f/\" tree && "
		"new=$(git commit-tree -p main -F new.msg "
		"$(git mktree <tree)) && rm tree new.json new.msg && "
		"git update-ref refs/heads/main $new",
		file, edit);
	struct club c;
	struct sp_buf log;
	char *path;

	if (!club_has_git()) {
		sp_free(command);
		return;
	}
	begin(&c);
	shell(&c, BAD, command);
	check_suspended(&c);
	path = sp_xasprintf("%s.log", c.dir);
	sp_buf_init(&log, 1 << 20);
	EQUAL_INT(sp_file_read(&log, path, NULL), SP_OK);
	if (strstr(sp_buf_str(&log), reason) == NULL)
		printf("\n  not for \"%s\": %s", reason, sp_buf_str(&log));
	CONTAINS(sp_buf_str(&log), reason);
	sp_buf_free(&log);
	sp_free(path);
	sp_free(command);
	club_clear(&c);
}

#define NEXT_SEQ "sed -i \"s/^Seq: .*/Seq: $((n + 1))/\" new.msg"

TEST("host/damage", "the box of the commit before")
{
	suspended_for("sealed.json", NEXT_SEQ, "the box is that of commit");
}

/* As if it were the new one's. */
TEST("host/damage", "the box of the commit before, renumbered")
{
	suspended_for("sealed.json",
		NEXT_SEQ " && sed -i \"s/\\\"seq\\\": $n/"
			 "\\\"seq\\\": $((n + 1))/\" new.json",
		"does not open");
}

TEST("host/damage", "a box that was changed")
{
	suspended_for("sealed.json", "sed -i '/\"box\"/y/AB/BA/' new.json",
		"does not open");
}

TEST("host/damage", "a box that was cut off")
{
	suspended_for("sealed.json",
		"git show main:$f | head -c 1000 >new.json",
		"sealed.json is not as");
}

TEST("host/damage", "no box")
{
	suspended_for(
		"sealed.json", "sed -i /sealed.json/d tree", "sealed.json");
}

TEST("host/damage", "no State tag")
{
	suspended_for("state.json", "sed -i '/^State:/d' new.msg",
		"no State trailer");
}

/* The very commit, behind another parent. */
TEST("host/damage", "another parent")
{
	suspended_for("state.json", ":", "State tag");
}

/* Its last order stands in the registry still. */
static void play_uncovered(struct club *c)
{
	struct sp_batch_row *rows = NULL;
	struct sp_error e = { 0 };
	size_t n = 0;

	while (n == 0) {
		EQUAL_INT_FATAL(club_play(c, BAD, 1), 1);
		EQUAL_INT_FATAL(sp_registry_batch_list(
					club_registry(c), BAD, &rows, &n, &e),
			SP_OK);
		sp_free(rows);
	}
	club_close(c);
}

/* What the last batch wrote was lost with the machine: the registry has it. */
static void roll(const char *damage)
{
	struct club c;
	struct sp_oid before, after;

	if (!club_has_git())
		return;
	begin(&c);
	play_uncovered(&c);
	club_head(&c, BAD, &before);
	shell(&c, BAD, damage);
	club_unclean(&c);
	club_open(&c);
	club_head(&c, BAD, &after);
	EQUAL_STRING(before.hex, after.hex);
	EQUAL_INT(club_play(&c, BAD, 2), 2);
	club_clear(&c);
}

#define NEWEST "f=$(ls -t objects/pack/*.pack | head -1);"

TEST("host/damage", "the last batch is written again")
{
	roll("git update-ref refs/heads/main main~1");
	/* what an unclean end leaves of a file that was being renamed */
	roll(": >refs/heads/main");
	roll("rm refs/heads/main");
	roll(": >packed-refs");
	roll(NEWEST "rm -f $f");
	roll(NEWEST "rm -f $f ${f%.pack}.idx refs/heads/main");
	roll(NEWEST "chmod u+w $f; : >$f");
	roll(NEWEST "f=${f%.pack}.idx; chmod u+w $f; : >$f; : >packed-refs");
}

/* Every tag of the game, as it was. */
TEST("host/damage", "lost tags are found in the history")
{
	struct club c;
	struct sp_buf before, after;

	if (!club_has_git())
		return;
	sp_buf_init(&before, 1 << 16);
	sp_buf_init(&after, 1 << 16);
	begin(&c);
	(void)club_play(&c, BAD, 6);
	play_uncovered(&c);
	EQUAL_INT(club_git(&c, BAD, &before, "git show-ref --tags"), 0);
	shell(&c, BAD, "head -2 packed-refs >x && mv x packed-refs");
	club_unclean(&c);
	club_open(&c);
	EQUAL_INT(club_git(&c, BAD, &after, "git show-ref --tags"), 0);
	EQUAL_STRING(sp_buf_str(&after), sp_buf_str(&before));
	CONTAINS(sp_buf_str(&before), "refs/tags/turn/3");
	sp_buf_free(&before);
	sp_buf_free(&after);
	club_clear(&c);
}

/* Restored by hand: the mail that waited is played. Damaged again: it is
 * suspended again, and the others still go on. */
TEST("host/damage", "restored, and damaged again")
{
	struct club c;
	struct sp_game_row row;
	unsigned commits;

	if (!club_has_git())
		return;
	begin(&c);
	commits = club_commits(&c, BAD);
	shell(&c, BAD, BLOB "cp $f saved && : >$f");
	check_suspended(&c);
	shell(&c, BAD, BLOB "mv -f saved $f");
	club_row(&c, BAD, &row);
	size_t before = c.n_letters;
	club_later(&c, (int64_t)100 * CLUB_HOUR);
	EQUAL_INT(club_commits(&c, BAD), commits + 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	/* who was told of it is told that it is over, once, and has all his
	 * time, though the deadline passed meanwhile */
	EQUAL_INT(club_letters(&c, before, "red", "The game goes on"), 1);
	EQUAL_INT(club_letters(&c, before, "blue", "The game goes on"), 1);
	check_names(&c, "red", "seat red", "The game goes on", &row);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	CU_ASSERT(row.deadline >= c.now + (int64_t)24 * CLUB_HOUR);
	club_later(&c, (int64_t)20 * CLUB_HOUR);
	EQUAL_INT(club_commits(&c, BAD), commits + 1);
	EQUAL_INT(club_letters(&c, before, NULL, "The game goes on"), 2);

	shell(&c, BAD, BLOB ": >$f");
	c.now += 60;
	char *bad = post_both(&c);
	unsigned good = club_commits(&c, GOOD);
	EQUAL_INT(club_try_pass(&c), SP_OK);
	club_read(&c);
	EQUAL_INT(club_commits(&c, GOOD), good + 1);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(told(&c), 4);
	sp_free(bad);
	club_clear(&c);
}

/* It goes on with nothing in the inbox: whoever is asked gets his call anew, in
 * another mail than the one he has, and it can be answered. */
TEST("host/damage", "who is asked is asked anew")
{
	struct club c;
	const struct letter *old, *anew;
	unsigned commits;

	if (!club_has_git())
		return;
	begin(&c);
	commits = club_commits(&c, BAD);
	old = club_present(&c, BAD);
	shell(&c, BAD, BLOB "cp $f saved && : >$f");
	club_later(&c, (int64_t)30 * CLUB_HOUR);
	EQUAL_INT(told(&c), 2);
	shell(&c, BAD, BLOB "mv -f saved $f");
	club_later(&c, 60);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 2);
	EQUAL_INT(club_commits(&c, BAD), commits);
	anew = club_letter(&c, club_active(&c, BAD), "your move");
	DIFFERENT_STRING(anew->id, old->id);
	EQUAL_STRING(anew->reply_to, old->reply_to);
	LACKS(anew->text, "Earlier mails of this turn are over");
	CONTAINS(anew->text, "You were asked this before");
	LACKS(anew->text, "In this turn so far");
	c.now += 60;
	(void)club_reply(&c, anew, club_active(&c, BAD), "end");
	club_pass(&c);
	EQUAL_INT(club_commits(&c, BAD), commits + 1);
	club_clear(&c);
}

/* The mail that says so can be answered, whether the program that answers keeps
 * its reply address or its Message-ID alone: the answer waits, and is taken
 * when the game goes on. */
TEST("host/damage", "an answer to the mail that it is suspended")
{
	for (int by_id = 0; by_id < 2; by_id++) {
		const struct letter *suspended;
		const char *mover, *file;
		struct club c;
		struct draft draft = { .text = "end" };
		unsigned commits;

		if (!club_has_git())
			return;
		begin(&c);
		commits = club_commits(&c, BAD);
		mover = club_person(club_active(&c, BAD))->colour;
		shell(&c, BAD, BLOB "cp $f saved && : >$f");
		club_later(&c, (int64_t)30 * CLUB_HOUR);
		suspended = club_letter(&c, mover, "Your game is suspended");
		CONTAINS(suspended->reply_to, mover);
		draft.from = club_person(mover)->address;
		draft.to = by_id ? NULL : suspended->reply_to;
		draft.in_reply_to = by_id ? suspended->id : NULL;
		size_t from = c.n_letters;
		file = club_post(&c, &draft);
		club_later(&c, 60);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_SEEN);
		EQUAL_INT(club_count(&c, "mail/in/new"), 1);
		shell(&c, BAD, BLOB "mv -f saved $f");
		club_later(&c, 60);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
		EQUAL_INT(club_commits(&c, BAD), commits + 1);
		EQUAL_INT(club_letters(&c, from, mover, "Re: orders"), 1);
		club_clear(&c);
	}
}

/* The same of the mail that it goes on, and of those from before. */
TEST("host/damage", "an answer to the mail that it goes on")
{
	for (int old = 0; old < 2; old++) {
		const struct letter *letter;
		const char *mover;
		struct club c;
		unsigned commits;

		if (!club_has_git())
			return;
		begin(&c);
		commits = club_commits(&c, BAD);
		mover = club_person(club_active(&c, BAD))->colour;
		letter = club_present(&c, BAD);
		shell(&c, BAD, BLOB "cp $f saved && : >$f");
		club_later(&c, (int64_t)30 * CLUB_HOUR);
		shell(&c, BAD, BLOB "mv -f saved $f");
		club_later(&c, 60);
		if (!old)
			letter = club_letter(&c, mover, "The game goes on");
		c.now += 60;
		(void)club_reply(&c, letter, mover, "end");
		club_pass(&c);
		EQUAL_INT(club_commits(&c, BAD), commits + 1);
		club_clear(&c);
	}
}

/* The tip reads, but not what the next mail is to tell of it: suspended once,
 * not again at every look. */
TEST("host/damage", "a hole in the history")
{
	struct club c;
	struct sp_game_row row;

	if (!club_has_git())
		return;
	begin(&c);
	EQUAL_INT(club_play(&c, BAD, 6), 6);
	shell(&c, BAD,
		"for n in 1 2 3 4 5; do"
		" f=$(git rev-parse main~$n:report.txt |"
		" sed 's|^..|objects/&/|'); test -f $f && rm -f $f; done; :");
	char *bad = post_both(&c);
	unsigned good = club_commits(&c, GOOD);
	club_pass(&c);
	for (int i = 0; i < 3; i++)
		club_later(&c, 3600);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(club_commits(&c, GOOD), good + 1);
	EQUAL_INT(club_fate(&c, bad), SP_DISPOSITION_SEEN);
	EQUAL_INT(told(&c), 2);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 0);
	sp_free(bad);
	club_clear(&c);
}

/* The tip was mended, and nothing that is due needs what is still missing: it
 * does not go on, to be suspended again at the first look there. */
TEST("host/damage", "mended by half")
{
	struct club c;
	struct sp_game_row row;

	if (!club_has_git())
		return;
	begin(&c);
	(void)club_play(&c, BAD, 2);
	shell(&c, BAD,
		"f=$(git rev-parse main~3:board.txt |"
		" sed 's|^..|objects/&/|'); test -f $f && mv $f hole;" BLOB
		"cp $f saved && : >$f");
	club_later(&c, (int64_t)30 * CLUB_HOUR);
	EQUAL_INT(told(&c), 2);
	shell(&c, BAD, BLOB "mv -f saved $f");
	club_later(&c, 60);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 0);
	shell(&c, BAD,
		"f=$(git rev-parse main~3:board.txt |"
		" sed 's|^..|objects/&/|'); mv hole $f");
	club_later(&c, 60);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game goes on"), 2);
	club_clear(&c);
}

/* The disk of all games is not mounted, or may not be read: that is no damage.
 * Their mails wait. */
static void without_games(const char *command, const char *undo)
{
	struct club c;
	unsigned bad, good;
	char *line, *mail;

	if (!club_has_git())
		return;
	begin(&c);
	(void)club_play(&c, BAD, 2);
	bad = club_commits(&c, BAD);
	good = club_commits(&c, GOOD);
	mail = post_both(&c);
	line = sp_xasprintf("cd '%s' && %s", c.dir, command);
	EQUAL_INT_FATAL(system(line), 0);
	sp_free(line);
	EQUAL_INT(club_try_pass(&c), SP_OK);
	c.now += 3600;
	EQUAL_INT(club_try_pass(&c), SP_OK);
	line = sp_xasprintf("cd '%s' && %s", c.dir, undo);
	EQUAL_INT_FATAL(system(line), 0);
	sp_free(line);
	club_read(&c);
	EQUAL_INT(told(&c), 0);
	EQUAL_INT(club_fate(&c, mail), SP_DISPOSITION_SEEN);
	club_later(&c, 3600);
	EQUAL_INT(club_commits(&c, BAD), bad + 1);
	EQUAL_INT(club_commits(&c, GOOD), good + 1);
	EQUAL_INT(told(&c), 0);
	sp_free(mail);
	club_clear(&c);
}

TEST("host/damage", "the games are not mounted")
{
	without_games(
		"mv games away && mkdir games", "rmdir games && mv away games");
}

TEST("host/damage", "the games are another user's")
{
	if (geteuid() != 0) {
		test_skip("only root can give files to another user");
		return;
	}
	without_games("chown 12345 games/*/*.git", "chown 0 games/*/*.git");
}

/* Its deadline passes: nothing is decided, and the daemon does not spin. */
TEST("host/damage", "its deadline waits")
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	shell(&c, BAD, BLOB ": >$f");
	club_later(&c, (int64_t)30 * CLUB_HOUR);
	EQUAL_INT(told(&c), 2);
	EQUAL_INT(c.pass.commits, 0);
	club_later(&c, 60);
	EQUAL_INT(told(&c), 2);
	CU_ASSERT_TRUE(club_wait(&c) > 0);
	/* the other one's deadline is kept */
	club_later(&c, (int64_t)19 * CLUB_HOUR);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* An inbox that cannot be read while a deadline waits for it: no spinning
 * either. */
TEST("host/damage", "a deadline that waits for an inbox")
{
	struct club c;
	char *away;

	begin(&c);
	club_open(&c);
	away = sp_xasprintf("%s.away", c.config.inbox[0].path);
	EQUAL_INT_FATAL(rename(c.config.inbox[0].path, away), 0);
	club_later(&c, (int64_t)30 * CLUB_HOUR);
	CU_ASSERT_FALSE(c.pass.polled);
	CU_ASSERT_TRUE(club_wait(&c) > 0);
	EQUAL_INT_FATAL(rename(away, c.config.inbox[0].path), 0);
	sp_free(away);
	club_clear(&c);
}

/* Damaged between a death behind the barrier and the next start: the batch
 * cannot be rolled forward. */
TEST("host/damage", "a batch that cannot be rolled forward")
{
	struct club c;
	char *bad;
	struct sp_game_row row;
	unsigned good;

	if (!club_has_git())
		return;
	begin(&c);
	good = club_commits(&c, GOOD);
	bad = post_both(&c);
	club_die(&c, SP_STAGE_RECORDED, 1);
	shell(&c, BAD, "git update-ref refs/heads/main main~2");
	club_pass(&c);
	EQUAL_INT(club_commits(&c, GOOD), good + 1);
	club_row(&c, BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(told(&c), 2);
	EQUAL_INT(club_play(&c, GOOD, 1), 1);
	sp_free(bad);
	club_clear(&c);
}

/* A mail on standard input is in no inbox where it could wait: whoever hands it
 * over must learn that it was not taken. */
TEST("host/damage", "deliver to a suspended game")
{
	struct club c;
	char *raw;

	if (!club_has_git())
		return;
	begin(&c);
	raw = sp_xasprintf("From: %s\nTo: %s\nSubject: x\n"
			   "Message-ID: <d@x.example>\n\nend\n",
		club_person(club_active(&c, BAD))->address,
		club_present(&c, BAD)->reply_to);
	shell(&c, BAD, BLOB ": >$f");
	CU_ASSERT_PTR_NULL(club_deliver(&c, raw));
	DIFFERENT_STRING(c.error.text, "");
	sp_free(raw);
	club_clear(&c);
}

/* A key of another club: its games are not played with other dice; and they go
 * on when the right key is back. */
TEST("host/damage", "the wrong master key")
{
	static const char key[] = "1 ffffffffffffffffffffffffffffffff"
				  "ffffffffffffffffffffffffffffffff\n";
	struct club c;
	struct sp_buf right;
	unsigned commits;
	char *bad;

	begin(&c);
	club_close(&c);
	commits = club_commits(&c, BAD);
	sp_buf_init(&right, 1000);
	EQUAL_INT_FATAL(sp_file_read(&right, c.config.master_key, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_file_write(c.config.master_key, key, sizeof(key) - 1,
				0600, NULL),
		SP_OK);
	bad = post_both(&c);
	(void)club_try_pass(&c);
	EQUAL_INT(club_commits(&c, BAD), commits);
	EQUAL_INT(club_count(&c, "mail/in/new"), 2);
	club_close(&c);
	EQUAL_INT_FATAL(sp_file_write(c.config.master_key, right.data,
				right.len, 0600, NULL),
		SP_OK);
	club_pass(&c);
	EQUAL_INT(club_commits(&c, BAD), commits + 1);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	sp_buf_free(&right);
	sp_free(bad);
	club_clear(&c);
}
