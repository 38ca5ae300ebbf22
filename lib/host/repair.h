/* What the files of "game repair" share: one repair, from the look at the
 * damage to the copy that takes the place of the repository. */
#ifndef SP_HOST_REPAIR_H
#define SP_HOST_REPAIR_H

#include "host/batch.h"
#include "registry/registry.h"
#include "store/store.h"

#define SP_REPAIR_KNOWN 8

struct sp_repair {
	struct sp_host *host;
	const char *gid;
	struct sp_game_row row;
	struct sp_error damage; /* what is wrong with it */
	const char *path;       /* of the clone or bundle; NULL */
	bool here;              /* the damaged repository must do */
	bool back;              /* take back what is not whole */
	bool behind;            /* also what was mailed */
	struct sp_store_game *source[2];
	size_t n_sources;
	/* what its history must have, the newest first as far as we know */
	struct sp_oid known[SP_REPAIR_KNOWN];
	size_t n_known;
	bool taking;                  /* the copy may end before these */
	struct sp_store_game *beside; /* the copy, once one is whole */
	int64_t seq;                  /* of its tip */
	int64_t wrong; /* the step at which verify stopped; -1: none */
	struct sp_taken_back taken; /* what is given up for it */
};

/* ---- the act (repair.c, taken_back.c) ------------------------------------- */

/* The act "game repair", with the batch that follows. */
int host_repair(struct sp_host *host, struct sp_work *work, unsigned *commits,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- the copy (repair_copy.c) ----------------------------------------- */

/* A published head that stands for none: a step that nobody was mailed about is
 * being taken back, and no copy that has it may go on by itself. */
#define SP_REPAIR_MARK "0000000000000000000000000000000000000000"

int host_repair_learn(struct sp_repair *r, struct sp_error *e) SP_MUST_CHECK;
int host_repair_open_sources(
	struct sp_repair *r, struct sp_error *e) SP_MUST_CHECK;
/* Our own branch, where it can be read. */
bool host_repair_branch(const struct sp_repair *r, struct sp_oid *out);
/* Make r->beside, the history that ends in `head`, and look whether it is one
 * that the game can go on from. */
int host_repair_copy(struct sp_repair *r, const struct sp_oid *head,
	struct sp_error *e) SP_MUST_CHECK;
/* May a failure with this code pass by itself? */
bool host_repair_may_pass(int code);
/* The copy that has all that was decided. SP_ECORRUPT: none is whole, with what
 * is wrong with the newest commit that must be there. */
int host_repair_find(struct sp_repair *r, struct sp_error *e) SP_MUST_CHECK;

/* ---- taking back (repair_back.c) -------------------------------------- */

/* The newest commit that is whole with all before it: r->beside, r->taken.
 * SP_ECORRUPT: no commit is whole that the game could go on from. */
int host_repair_find_back(
	struct sp_repair *r, struct sp_error *e) SP_MUST_CHECK;
/* Let nothing go on from the copy that does not know what it gave up. */
int host_repair_mark(struct sp_repair *r, struct sp_error *e) SP_MUST_CHECK;
void host_repair_clear_taken(struct sp_taken_back *taken);

#endif
