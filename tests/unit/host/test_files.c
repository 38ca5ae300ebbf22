/* How many files a game has: few while it runs, and fewer when it is over. */
#include "host_tests.h"

#define GID "many-aaaaaaaa"

/* Files and folders of its repository, itself included. */
static unsigned entries(const struct club *c)
{
	struct sp_buf out;
	unsigned n = 0;

	sp_buf_init(&out, 1 << 16);
	EQUAL_INT(club_git(c, GID, &out, "find ."), 0);
	for (size_t i = 0; i < out.len; i++)
		n += out.data[i] == '\n';
	sp_buf_free(&out);
	return n;
}

TEST("host/files", "a game has few files")
{
	unsigned most = 0, commits = 0;
	struct sp_game_row row;
	struct club c;

	if (!club_has_git())
		return;
	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 4, "rounds=12", true);
	do {
		unsigned now;

		(void)club_play(&c, GID, 1);
		now = entries(&c);
		most = now > most ? now : most;
		club_row(&c, GID, &row);
	} while (row.status == SP_GAME_ROW_RUNNING);
	EQUAL_INT(row.status, SP_GAME_ROW_OVER);
	commits = club_commits(&c, GID);
	/* so many that packs were merged, again and again */
	CU_ASSERT_TRUE(commits > 40);
	CU_ASSERT_TRUE(most > 20 && most <= 40);
	/* what is over becomes one pack, when a checkpoint covers its end */
	club_open(&c);
	club_cover(&c);
	CU_ASSERT_TRUE(entries(&c) <= 16);
	EQUAL_INT(club_git(&c, GID, NULL,
			  "test $(ls objects/pack | grep -c 'pack$') = 1 && "
			  "git fsck --strict"),
		0);
	EQUAL_INT(club_commits(&c, GID), commits);
	if (test_long())
		printf(" (%u commits, at most %u files and folders, then %u) ",
			commits, most, entries(&c));
	club_clear(&c);
}
