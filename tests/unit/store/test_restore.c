/*
 * What the registry has of a batch is brought back, whatever a power cut left
 * of its files (lib/store/packs.c).
 */
#include "store_tests.h"

#include "faults.h"
#include "fixtures.h"

#include <errno.h>
#include <unistd.h>

#define BATCHES 5

struct decided {
	struct place p;
	struct sp_oid base, head;
	struct sp_buf pack[BATCHES];
};

/* Two commits that a sync covers, and batches behind them that none does. */
static void decide(struct decided *d, const char *root)
{
	d->p = place_open(root);
	EQUAL_INT(sp_store_lock(d->p.game, 0, NULL), SP_OK);
	(void)place_play(d->p.game, 0);
	d->base = d->head = place_play(d->p.game, 1);
	for (int i = 0; i < BATCHES; i++) {
		struct sp_buf again;

		d->head = place_commits(d->p.game, d->head, 2 + 3 * i, 3);
		sp_buf_init(&d->pack[i], SIZE_MAX);
		sp_buf_init(&again, SIZE_MAX);
		EQUAL_INT(sp_store_pack(d->p.game, &d->pack[i], NULL), SP_OK);
		/* it is the same however often one asks */
		EQUAL_INT(sp_store_pack(d->p.game, &again, NULL), SP_OK);
		CU_ASSERT(again.len == d->pack[i].len &&
			  memcmp(again.data, d->pack[i].data, again.len) == 0);
		sp_buf_free(&again);
		EQUAL_INT(sp_store_flush(d->p.game, NULL), SP_OK);
	}
}

static void end(struct decided *d)
{
	for (int i = 0; i < BATCHES; i++)
		sp_buf_free(&d->pack[i]);
	place_close(&d->p);
}

static void in_packs(const struct decided *d, const char *command)
{
	char *line = sp_xasprintf("cd '%s/objects/pack' && %s",
		sp_store_game_path(d->p.game), command);

	EQUAL_INT(system(line), 0);
	sp_free(line);
}

/* As another process: the handle before may be good for closing only. */
static void open_anew(struct decided *d)
{
	sp_store_game_close(d->p.game);
	EQUAL_INT_FATAL(
		sp_store_game_open(&d->p.game, d->p.store, GID, NULL), SP_OK);
	EQUAL_INT(sp_store_lock(d->p.game, 0, NULL), SP_OK);
}

static void restore_and_look(struct decided *d)
{
	struct sp_error e = { 0 };

	EQUAL_INT(sp_store_restore(d->p.game, d->pack, BATCHES, &e), SP_OK);
	EQUAL_STRING(e.text, "");
	EQUAL_INT(
		sp_store_move_head(d->p.game, &d->base, &d->head, NULL, 0, &e),
		SP_OK);
	EQUAL_INT(sp_store_check_history(d->p.game, &d->head, &e), SP_OK);
	EQUAL_STRING(e.text, "");
	/* three packs: of the two before, and what was brought back */
	EQUAL_INT(place_count(d->p.game, "objects/pack", ".pack"), 3);
	EQUAL_INT(place_count(d->p.game, "objects/pack", ".idx"), 3);
	if (place_has_git())
		EQUAL_INT(place_git(d->p.game, NULL,
				  "@ fsck --strict --full 2>&1 | "
				  "grep . && exit 1; exit 0"),
			0);
}

TEST("store/restore", "whatever a power cut leaves")
{
	static const char *const cuts[] = {
		"true", /* all of it */
		"for f in $(cat new); do rm $f.pack $f.idx; done",
		"for f in $(cat new); do rm $f.idx; done",
		"for f in $(cat new); do : >$f.pack; done",
		"for f in $(cat new); do : >$f.idx; done",
		"for f in $(cat new); do : >$f.pack; : >$f.idx; done",
		"for f in $(cat new); do truncate -s 100 $f.pack; done",
		"for f in $(cat new); do truncate -s 1100 $f.idx; done",
		/* zeros */
		"for f in $(cat new); do : >$f.pack; truncate -s 500 $f.*; done",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cuts); i++) {
		const char *root = test_tempdir();
		struct decided d;

		decide(&d, root);
		/* which are those of the batches: they do not have the oldest
		 */
		in_packs(&d, "ls -tr *.pack | sed s/.pack// >order; "
			     "tail -n +3 order >new; chmod u+w *");
		in_packs(&d, cuts[i]);
		in_packs(&d, "rm order new");
		open_anew(&d);
		restore_and_look(&d);
		/* and again, as where the next process is killed, too */
		restore_and_look(&d);
		end(&d);
	}
}

/* Small packs became one that reads, but that the disk may not have, or not
 * whole: the old ones are there, and it goes. */
TEST("store/restore", "a merged pack is not believed")
{
	static const char *const hurts[] = { ":", ": >$f", "truncate -s 300 $f",
		"f=${f%.pack}.idx; : >$f",
		"f=${f%.pack}.idx; truncate -s 1100 $f" };

	for (size_t i = 0; i < SP_ARRAY_LEN(hurts); i++) {
		struct sp_error e = { 0 };
		struct sp_oid head;
		struct decided d;

		decide(&d, test_tempdir());
		head = d.base;
		for (int k = 0; k < 14; k++) {
			head = place_commits(d.p.game, head, 100 + k, 1);
			EQUAL_INT(sp_store_flush(d.p.game, &e), SP_OK);
		}
		int before = place_count(d.p.game, "objects/pack", ".pack");
		EQUAL_INT(sp_store_tidy(d.p.game, false, &e), SP_OK);
		EQUAL_INT(place_count(d.p.game, "objects/pack", ".pack"),
			before + 1);
		char *hurt = sp_xasprintf(
			"f=$(ls -t *.pack | head -1); chmod u+w *; %s",
			hurts[i]);
		in_packs(&d, hurt);
		sp_free(hurt);
		EQUAL_INT(
			sp_store_restore(d.p.game, d.pack, BATCHES, &e), SP_OK);
		/* five became one */
		EQUAL_INT(place_count(d.p.game, "objects/pack", ".pack"),
			before - BATCHES + 1);
		EQUAL_INT(sp_store_check_history(d.p.game, &head, &e), SP_OK);
		EQUAL_INT(sp_store_check_history(d.p.game, &d.head, &e), SP_OK);
		if (place_has_git())
			EQUAL_INT(place_git(d.p.game, NULL,
					  "@ fsck --full 2>&1 | "
					  "grep -v dangling | grep -v notice |"
					  " grep . && exit 1; exit 0"),
				0);
		end(&d);
	}
}

/* It is gone, or the start fails: at each call that fails once. */
TEST("store/restore", "a merged pack that cannot be removed")
{
	struct sp_error e = { 0 };
	unsigned calls = 0, wrong = 0;

	for (unsigned at = 0; at <= calls; at++) {
		struct sp_oid head;
		struct decided d;

		decide(&d, test_tempdir());
		head = d.base;
		for (int k = 0; k < 14; k++) {
			head = place_commits(d.p.game, head, 100 + k, 1);
			EQUAL_INT(sp_store_flush(d.p.game, &e), SP_OK);
		}
		int before = place_count(d.p.game, "objects/pack", ".pack");
		EQUAL_INT(sp_store_tidy(d.p.game, false, &e), SP_OK);
		open_anew(&d);
		faults_arm("objects/pack", EACCES, at, false);
		int rc = sp_store_restore(d.p.game, d.pack, BATCHES, &e);
		unsigned seen = faults_disarm();
		if (at == 0)
			calls = seen;
		wrong += rc != SP_OK;
		CU_ASSERT(rc == SP_OK || e.text[0] != '\0');
		if (rc == SP_OK)
			EQUAL_INT(
				place_count(d.p.game, "objects/pack", ".pack"),
				before - BATCHES + 1);
		sp_error_clear(&e);
		end(&d);
	}
	CU_ASSERT(wrong > 5);
}

TEST("store/restore", "damaged objects of a batch")
{
	struct sp_error e = { 0 };
	struct decided d;

	decide(&d, test_tempdir());
	for (size_t at = 0; at < d.pack[2].len; at += 97) {
		d.pack[2].data[at] ^= 1;
		int rc = sp_store_restore(d.p.game, d.pack, BATCHES, &e);
		d.pack[2].data[at] ^= 1;
		EQUAL_INT(rc, SP_ECORRUPT);
		EQUAL_STRING(e.text, "the objects of a batch are damaged");
		sp_error_clear(&e);
	}
	d.pack[2].len = 40;
	EQUAL_INT(sp_store_restore(d.p.game, d.pack, BATCHES, &e), SP_ECORRUPT);
	end(&d);
}

/* A file that cannot be read now is not torn: at each call that fails once. */
TEST("store/restore", "a failing call sets nothing aside")
{
	struct sp_error e = { 0 };
	struct decided d;
	unsigned calls, wrong = 0;

	decide(&d, test_tempdir());
	restore_and_look(&d);
	faults_arm("objects/pack", 0, 0, false);
	EQUAL_INT(sp_store_restore(d.p.game, d.pack, BATCHES, &e), SP_OK);
	calls = faults_disarm();
	for (unsigned at = 1; at <= calls; at++) {
		open_anew(&d);
		sp_error_clear(&e);
		faults_arm("objects/pack", EMFILE, at, false);
		int rc = sp_store_restore(d.p.game, d.pack, BATCHES, &e);
		(void)faults_disarm();
		wrong += rc != SP_OK;
		CU_ASSERT(rc == SP_OK || e.text[0] != '\0');
		EQUAL_INT(place_count(d.p.game, "objects/pack", ".torn"), 0);
		EQUAL_INT(place_count(d.p.game, "objects/pack", ".idx"), 3);
	}
	CU_ASSERT(wrong > 5);
	open_anew(&d);
	restore_and_look(&d);
	end(&d);
}

/* The folder of a game that was made by the last batch. */
TEST("store/restore", "a skeleton with holes")
{
	static const char *const holes[] = { "rm -r objects", "rm HEAD",
		": >HEAD", "rm -r refs", "rm config", "rm -rf *" };
	struct sp_error e = { 0 };

	for (size_t i = 0; i < SP_ARRAY_LEN(holes); i++) {
		const char *root = test_tempdir();
		struct decided d;

		decide(&d, root);
		char *line = sp_xasprintf("cd '%s' && %s",
			sp_store_game_path(d.p.game), holes[i]);
		EQUAL_INT(system(line), 0);
		sp_free(line);
		sp_store_game_close(d.p.game);
		d.p.game = NULL;
		EQUAL_INT(sp_store_mend(d.p.store, GID, &e), SP_OK);
		EQUAL_INT(sp_store_game_open(&d.p.game, d.p.store, GID, &e),
			SP_OK);
		EQUAL_INT(sp_store_lock(d.p.game, 0, NULL), SP_OK);
		EQUAL_INT(
			sp_store_restore(d.p.game, d.pack, BATCHES, &e), SP_OK);
		end(&d);
	}
}
