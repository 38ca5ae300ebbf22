/*
 * A game as its repository tells it, commit by commit, without the server that
 * made it: by path, with no configuration, registry or master key. What verify,
 * replay and history read from.
 *
 * Everything here is untrusted: whatever a repository holds, these functions
 * give an error or what it says, within bounds. They check what they need to
 * read on, no more; whether a game is good is for sp_audit_verify.
 */
#ifndef SP_CHRONICLE_H
#define SP_CHRONICLE_H

#include "record/live.h"

#define SP_CHRONICLE_MOST 2000000       /* commits */
#define SP_CHRONICLE_FILE (1024 * 1024) /* bytes of one file */
#define SP_PAGE_ENTRIES   16            /* in the top folder */

struct sp_chronicle {
	struct sp_store_game *repo;
	size_t n;          /* commits, at least one */
	struct sp_oid *id; /* root first: their index is their Seq */
	/* from sp_record_chronicle_read: */
	struct sp_setup setup; /* as it is at the tip */
	struct sp_ruleset *ruleset;
	bool revealed; /* the tip has reveal.json: the secrets are keyed */
	struct sp_secrets secrets;
	/* of sp_record_chronicle_position: */
	struct sp_live *live; /* owned; its repo is ours */
	char *command;
};

/* A bare repository, a clone, or a bundle; ids from HEAD to the root by first
 * parents. SP_ENOTFOUND, SP_EINVAL: none is there; SP_ECORRUPT: a commit does
 * not read; SP_ELIMIT: too many. */
int sp_record_chronicle_open(struct sp_chronicle **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
/* game.json of the tip, the ruleset copy (whose hash game.json names) and,
 * where the tip has it, reveal.json (which the commitment names). SP_ECORRUPT;
 * an engine level that is not ours is SP_EUNKNOWN. */
int sp_record_chronicle_read(
	struct sp_chronicle *c, struct sp_error *e) SP_MUST_CHECK;
/* The parts of that, for whoever has to know which one fails. */
int sp_record_chronicle_setup(
	struct sp_chronicle *c, struct sp_error *e) SP_MUST_CHECK;
int sp_record_chronicle_ruleset(
	struct sp_chronicle *c, struct sp_error *e) SP_MUST_CHECK;
int sp_record_chronicle_reveal(
	struct sp_chronicle *c, struct sp_error *e) SP_MUST_CHECK;
void sp_record_chronicle_close(struct sp_chronicle *c); /* NULL is fine */
/* The index of an id, whole or (at least four digits) its beginning; -1. */
ptrdiff_t sp_record_chronicle_find(
	const struct sp_chronicle *c, const char *hex);

/* ---- one commit -----------------------------------------------------------
 */

struct sp_page_entry {
	char name[32]; /* cut where it is longer: ours are not */
	unsigned mode; /* as git has it: 0100644, 040000 */
	struct sp_oid id;
};

struct sp_page {
	size_t number;
	struct sp_oid id;
	struct sp_buf text;      /* of the commit, without its signature */
	struct sp_buf signature; /* armour; "" where there is none */
	struct sp_oid tree;
	struct sp_oid parent; /* the first one; none: a root */
	unsigned parents;
	char author[64], email[96]; /* "" where they are not as git writes */
	int64_t when;               /* the author's date; 0 likewise */
	const char *message;        /* into text */
	size_t n_entries; /* of the top folder; at most all that fit */
	struct sp_page_entry entry[SP_PAGE_ENTRIES];
};

void sp_record_page_init(struct sp_page *page);
void sp_record_page_clear(struct sp_page *page);
/* Read commit `number` (below c->n). SP_ECORRUPT. */
int sp_record_page_read(struct sp_page *out, struct sp_chronicle *c,
	size_t number, struct sp_error *e) SP_MUST_CHECK;
/* The entry of that name, or NULL. */
const struct sp_page_entry *sp_record_page_entry(
	const struct sp_page *page, const char *name);
/* Append the first line of the message; the value of a trailer, false where
 * there is none. */
void sp_record_page_subject(const struct sp_page *page, struct sp_buf *out);
bool sp_record_page_trailer(
	const struct sp_page *page, const char *key, struct sp_buf *out);
/* Replace `out` by a file of commit `number`. SP_ENOTFOUND, SP_ECORRUPT,
 * SP_ELIMIT. */
int sp_record_chronicle_file(struct sp_chronicle *c, size_t number,
	const char *path, struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;

/* Is the position one of a game of this game.json: of its seats, in their
 * order? SP_ECORRUPT. */
int sp_record_chronicle_seats(const struct sp_setup *setup,
	const struct sp_game *game, struct sp_error *e) SP_MUST_CHECK;

/* ---- the position at a commit; after sp_record_chronicle_read
 * ---------------------
 */

/* *out: the position, checked (sp_state_check), borrowed until the next call;
 * NULL before the start. Where the game is revealed it is whole, hands and deck
 * and dice, and c->command is what its box names as its command ("" : all of it
 * is public); else it is a bystander's. SP_ECORRUPT. */
int sp_record_chronicle_position(struct sp_chronicle *c, size_t number,
	const struct sp_game **out, struct sp_error *e) SP_MUST_CHECK;

#endif
