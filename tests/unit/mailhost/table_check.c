/* What must be so when a game by mail is over. */

#include "fixtures.h"
#include "servers/servers.h"
#include "table.h"
#include "unit.h"

/* Each mail that they wrote has one answer: its receipt, or the mail that calls
 * them or tells of the start or of the end. */
static void check_receipts(const struct player *p)
{
	for (unsigned k = 1; k <= p->written; k++) {
		char *id = sp_xasprintf("<%u@%s.example>", k, p->user);
		unsigned n = 0;

		for (size_t i = 0; i < p->n_letters; i++)
			n += sp_streq(p->letter[i]->in_reply_to, id);
		EQUAL_INT(n, 1);
		if (n != 1)
			printf("\n  %u answers to %s\n", n, id);
		sp_free(id);
	}
}

static void check_player(const struct table *t, const struct player *p)
{
	const struct letter *closing = player_letter(p, "The game is over");

	EQUAL_INT(player_letters(p, "you are invited"), 1);
	EQUAL_INT(player_letters(p, "The game starts"), 1);
	EQUAL_INT(player_letters(p, "The game is over"), 1);
	CU_ASSERT_TRUE(player_letters(p, "your move") >= 1);
	CONTAINS(closing->subject, " wins ");
	EQUAL_STRING(closing->subject,
		player_letter(&t->player[0], "The game is over")->subject);
	check_receipts(p);
}

/* Nobody got a mail that another one got, too. */
static void check_ids(const struct table *t)
{
	for (int a = 0; a < t->n; a++)
		for (int b = 0; b < a; b++)
			for (size_t i = 0; i < t->player[a].n_letters; i++)
				for (size_t k = 0; k < t->player[b].n_letters;
					k++)
					DIFFERENT_STRING(
						t->player[a].letter[i]->id,
						t->player[b].letter[k]->id);
}

/* What was written down is what went out. */
static void check_registry(const struct table *t)
{
	struct sp_outbox_counts counts = { 0 };

	table_outbox(t, &counts);
	EQUAL_INT(counts.queued, 0);
	EQUAL_INT(counts.failed, 0);
	EQUAL_INT(counts.sent, table_letters(t));
}

static void check_repository(const struct table *t, bool over)
{
	char *repository = sp_xasprintf("%s/club/games/%.2s/%s.git", t->dir,
		t->gid + strlen(t->gid) - 8, t->gid);
	const char *head =
		over ? strstr(player_letter(&t->player[0], "The game is over")
				       ->text,
			       ":: head ")
		     : NULL;
	unsigned moves = 0;

	for (int i = 0; i < t->n; i++)
		moves += player_letters(&t->player[i], "your move");
	server_run("cd '%s' && export GIT_DIR=. HOME=. && "
		   "git fsck --strict >'%s/fsck' 2>&1 && ! [ -s '%s/fsck' ] && "
		   "[ $(git rev-list --count main) -ge %u ]",
		repository, t->dir, t->dir, moves);
	if (over) {
		CU_ASSERT_PTR_NOT_NULL_FATAL(head);
		server_run("[ $(git -C '%s' rev-parse main) = %.40s ]",
			repository, head + strlen(":: head "));
	}
	server_run("'%s/spellpost' -c '%s/club/spellpost.conf' check "
		   ">'%s/answer' 2>&1 || ! cat '%s/answer'",
		test_build_dir(), t->dir, t->dir, t->dir);
	sp_free(repository);
}

void table_check(
	const struct table *t, bool over, unsigned processed, unsigned waiting)
{
	unsigned written = 0;

	for (int i = 0; i < t->n; i++) {
		written += t->player[i].written;
		if (over)
			check_player(t, &t->player[i]);
		else
			check_receipts(&t->player[i]);
	}
	EQUAL_INT(processed, written);
	EQUAL_INT(waiting, 0);
	check_ids(t);
	check_registry(t);
	check_repository(t, over);
}
