/*
 * A power cut: a folder as it may be after the first ops of a log of disk.h.
 * What a sync covers is there; of all else the disk has any part. A name is
 * there or it is not, and so are the bytes of each write, whatever came before
 * or behind it; a rename is one step, as with every journal. Missing folders of
 * a name that is there are made.
 */
#ifndef TEST_CUT_H
#define TEST_CUT_H

#include "base/base.h"
#include "disk.h"

/* What the disk has of what no sync covers. */
enum cut_rest {
	CUT_ALL, /* as if the process had been killed */
	CUT_NONE,
	CUT_ANY,   /* names and writes by lot */
	CUT_TORN,  /* the same, and of some writes a part or zeros */
	CUT_EMPTY, /* all names and no bytes */
	CUT_RESTS,
};

struct cut {
	size_t at; /* so many ops were done */
	enum cut_rest rest;
	uint64_t seed;
	/* The mails that we send lie in another file system. */
	bool apart;
	/* A sync that did nothing: of files whose name begins so, or of the
	 * file system by a folder of this name. NULL: none. */
	const char *no_sync, *no_sync_all;
};

struct cut_disk;

/* `base` is the folder as it was when the log began. Both are borrowed. */
struct cut_disk *cut_play(
	const struct disk_log *log, const char *base, const struct cut *cut);
/* Make it in `dir`, which is new; 0 or -1. */
int cut_make(struct cut_disk *d, const char *dir);
/* What everybody saw in a folder a moment before, with its bytes. */
void cut_seen(const struct cut_disk *d, const char *folder,
	void (*see)(
		const char *name, const struct sp_buf *bytes, void *payload),
	void *payload);
/* So many names and writes no sync covers. */
size_t cut_open_ends(const struct cut_disk *d);
void cut_free(struct cut_disk *d);

#endif
