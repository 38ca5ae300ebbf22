/*
 * Equal mails, arrivals and clocks give equal commits and letters, wherever
 * they are played: another folder, locale, time zone or umask changes nothing.
 * SP_PICTURE=file writes down what came of it, to be compared with what another
 * build of the same source makes (tests/tools/check-same.sh).
 */
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "host_tests.h"

static void add_picture(
	struct club *c, const struct tape *tape, struct sp_buf *out)
{
	club_feed(c, tape);
	club_picture(c, out);
	club_clear(c);
}

/* Cards, rounds of reactions, a shuffled deck. */
static void add_cards(struct sp_buf *out)
{
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, "same-cccccccc", 3, "cards=yes rounds=3", false);
	club_join(&c, 3, "join\nluck three owls");
	CU_ASSERT_TRUE(club_play(&c, "same-cccccccc", 40) > 20);
	club_picture(&c, out);
	club_clear(&c);
}

static void keep(const char *path, const struct sp_buf *picture)
{
	struct sp_error e = { 0 };

	if (path == NULL)
		return;
	if (sp_file_write(path, sp_buf_str(picture), picture->len, 0644, &e) !=
		SP_OK)
		CU_FAIL("SP_PICTURE cannot be written");
}

TEST("host/same", "another place, zone, locale and umask")
{
	const char *zone = getenv("TZ");
	char *old_zone = zone != NULL ? sp_xstrdup(zone) : NULL;
	struct sp_buf here, there;
	struct club start, c;
	struct tape tape;
	mode_t mask;

	if (!club_has_git())
		return;
	sp_buf_init(&here, SIZE_MAX);
	sp_buf_init(&there, SIZE_MAX);
	scenario(&start, &tape, false);
	club_copy(&c, &start);
	add_picture(&c, &tape, &here);
	add_cards(&here);
	keep(getenv("SP_PICTURE"), &here);

	EQUAL_INT(setenv("TZ", "Pacific/Chatham", 1), 0);
	tzset();
	CU_ASSERT_PTR_NOT_NULL(setlocale(LC_ALL, "C.UTF-8"));
	mask = umask(0077);
	club_copy(&c, &start);
	add_picture(&c, &tape, &there);
	add_cards(&there);
	EQUAL_STRING(sp_buf_str(&here), sp_buf_str(&there));

	(void)umask(mask);
	(void)setlocale(LC_ALL, "C");
	if (old_zone != NULL)
		(void)setenv("TZ", old_zone, 1);
	else
		(void)unsetenv("TZ");
	tzset();
	sp_free(old_zone);
	sp_buf_free(&here);
	sp_buf_free(&there);
	tape_clear(&tape);
	club_clear(&start);
}
