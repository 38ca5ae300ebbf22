/* How much is looked at when a program starts: not every game there is. */
#include "host_tests.h"

#include <unistd.h>

#define LAST "last-aaaaaaaa"

struct opened {
	unsigned games; /* repositories in which anything was touched */
	unsigned calls; /* calls that name something in one */
	bool last;      /* LAST is among them */
};

static bool can_trace(void)
{
	if (system("strace -o /dev/null true >/dev/null 2>&1") == 0)
		return true;
	test_skip("strace is not there or may not trace");
	return false;
}

/* The calls with a path in them of a program, by `command` behind its name.
 * (The leak sanitizer cannot be traced.) */
static struct opened trace(const struct club *c, const char *command)
{
	char *log = sp_xasprintf("%s/trace", c->dir);
	char *line = sp_xasprintf("cd '%s' && LSAN_OPTIONS=detect_leaks=0 "
				  "strace -f -qq -s 400 -o '%s' "
				  "-e trace=%%file '%s'/%s >/dev/null 2>&1",
		c->dir, log, test_build_dir(), command);
	char *count = sp_xasprintf(
		"cd '%s' && grep -o 'games/[a-z2-7][a-z2-7]/[a-z0-9-]*[.]git' "
		"'%s' | sort >games.touched; wc -l <games.touched; "
		"sort -u games.touched | wc -l; grep -c '" LAST
		"' games.touched",
		c->dir, log);
	struct opened out = { 0 };
	unsigned last = 0;
	FILE *pipe;

	EQUAL_INT(system(line), 0);
	pipe = popen(count, "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
	EQUAL_INT(fscanf(pipe, "%u %u %u", &out.calls, &out.games, &last), 3);
	(void)pclose(pipe);
	out.last = last > 0;
	sp_free(log);
	sp_free(line);
	sp_free(count);
	return out;
}

/* The registry knows the games, and only those of the last batches are opened:
 * with ten thousand as with ten. */
TEST("host/start", "few games are opened")
{
	unsigned n = test_long() ? 10000 : 40;
	struct club c;
	struct opened o;

	if (!can_trace())
		return;
	club_make_at(&c, time(NULL));
	c.quiet = true;
	for (unsigned i = 0; i < n; i++) {
		char gid[SP_GID_TEXT], *at = gid + 5;
		unsigned x = i;

		sp_format(gid, sizeof(gid), "many-aaaaaaaa");
		for (; x > 0; x /= 26)
			*at++ = (char)('a' + x % 26);
		json_t *act = club_new(gid, 2, "", true);
		EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
		json_decref(act);
	}
	club_game(&c, LAST, 2, "", true);
	club_pass(&c);
	const struct letter *turn = club_present(&c, LAST);
	c.now += 60;
	(void)club_reply(&c, turn, club_active(&c, LAST), "end");
	club_pass(&c);
	club_close(&c);

	/* it ended in order, so there is nothing to look at */
	o = trace(&c, "spellpostd -c spellpost.conf --once");
	if (test_long())
		printf(" (spellpostd: %u of %u games, %u calls) ", o.games,
			n + 1, o.calls);
	EQUAL_INT(o.games, 0);
	o = trace(&c, "spellpost -c spellpost.conf game list");
	EQUAL_INT(o.games, 0);
	o = trace(&c, "spellpost -c spellpost.conf game show last");
	EQUAL_INT(o.games, 1);
	CU_ASSERT(o.last);
	o = trace(&c, "spellpost -c spellpost.conf game new --id more --start "
		      "--seat red=a@b.example --seat blue=c@d.example");
	CU_ASSERT(o.games <= 3);
	club_clear(&c);
}
