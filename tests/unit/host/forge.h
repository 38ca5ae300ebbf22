/*
 * A history written anew: commits of a repository with this and that changed,
 * as they are or signed again with the server's key through to the tip, by
 * whoever has that key, and once the secret is known with boxes and State tags
 * that fit again.
 */
#ifndef FORGE_H
#define FORGE_H

#include <git2.h>

#include "bout.h"

enum forging {
	FORGE_AS_IS,    /* later commits only get their new parents */
	FORGE_RESIGNED, /* and everything from there on a new signature */
	FORGE_RESEALED, /* and Seq, box and State that fit */
};

#define FORGE_ENTRIES 20

struct forge_entry {
	char name[40];
	unsigned mode;
	git_oid id;
};

/* A commit in parts. */
struct forged {
	size_t index; /* in the history that was */
	bool drop;
	git_oid parent[2];
	size_t n_parents;
	char author[200]; /* the line behind the word */
	char committer[200];
	char extra[200]; /* whole header lines before the signature */
	char *message;
	struct sp_buf signature;
	const struct sp_signer *signer; /* for this one commit */
	size_t n_entries;
	struct forge_entry entry[FORGE_ENTRIES];
	char *secret; /* what is in its box; NULL: it has none */
	size_t box;   /* its size */
};

struct forge {
	git_repository *repo;
	git_odb *odb;
	char *path; /* of the repository */
	char gid[SP_GID_TEXT];
	size_t n;
	git_oid *id; /* root first */
	struct sp_signer *signer;
	struct sp_secrets secrets; /* keyed where reveal.json is there */
};

typedef void forge_edit(
	struct forge *f, struct forged *commit, const void *payload);

/* A repository whose server has this master key. */
void forge_open(
	struct forge *f, const char *path, const uint8_t master[SP_KEY_BYTES]);
void forge_close(struct forge *f);
/* Write the commits `order` (NULL: all as they were), with `edit` applied to
 * those from `from` (of the old history) on, and let main name the last. */
void forge_write(struct forge *f, const size_t *order, size_t n, size_t from,
	forge_edit *edit, const void *payload, enum forging how);
/* main is what it was: let it be so, or ask. */
void forge_undo(struct forge *f);
bool forge_is_undone(struct forge *f);

/* ---- parts ----------------------------------------------------------------
 */

/* The index of the first commit from `from` on whose message has these words;
 * fatal where there is none. */
size_t forge_find(struct forge *f, size_t from, const char *words);
/* Name the files of the commit of this index of the history that was. */
void forge_files(struct forge *f, struct forged *commit);
/* Text of a file of a commit: sp_free it. */
char *forge_file(
	struct forge *f, const struct forged *commit, const char *name);
void forge_put(struct forge *f, struct forged *commit, const char *name,
	const char *text);
/* The same inside of its ruleset folder: "cards/alchemy.json". */
void forge_put_rule(struct forge *f, struct forged *commit, const char *path,
	const char *from, const char *to);
/* The same with its bit flipped at a place (modulo its length). */
void forge_flip_rule(struct forge *f, struct forged *commit, const char *path,
	uint64_t at, unsigned bit);
/* Replace the first `from` in a file by `to`, of any length: fatal where it is
 * not there. */
void forge_replace(struct forge *f, struct forged *commit, const char *name,
	const char *from, const char *to);
/* The same in its message, or (in `where`) any text that was allocated. */
void forge_reword(char **where, const char *from, const char *to);
/* Give a trailer another value. */
void forge_trailer(struct forged *commit, const char *key, const char *value);

#endif
