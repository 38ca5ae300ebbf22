/*
 * Games and rulesets that anybody has: looked at, checked and played without a
 * club. Nothing here opens a registry, a mailbox or a master key.
 */
#ifndef SP_AUDIT_H
#define SP_AUDIT_H

#include "base/base.h"
#include "base/json.h"

/* ---- repositories of anybody's: needs no club -----------------------------
 */

/* Tell the history of a bare repository, a clone or a bundle. */
int sp_audit_history_of(const char *path, int turns, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

/* Write the game of a repository as a bundle file, and look into it. *json:
 * {"gid", "file", "tip", "commits", "tags", "bytes"}. SP_EEXISTS where the file
 * is there and `replace` is not set. Works beside a daemon. */
int sp_audit_export(const char *repository, const char *file, bool replace,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

/* A game, commit by commit, numbered as their Seq trailers are. It is shown as
 * the repository tells it; whether that is true is what verify asks. */
struct sp_replay;

int sp_audit_replay_open(struct sp_replay **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
void sp_audit_replay_close(struct sp_replay *replay); /* NULL is fine */
/* How many commits there are: at least one. */
size_t sp_audit_replay_count(const struct sp_replay *replay);
/* The commit that "17", "turn/7" or the beginning of an id names. SP_EINVAL
 * names those that exist, or these forms. */
int sp_audit_replay_find(const struct sp_replay *replay, const char *at,
	size_t *number, struct sp_error *e) SP_MUST_CHECK;
/* The next commit behind (back: before) `number` that begins a turn; `number`
 * where there is none. */
size_t sp_audit_replay_turn(
	const struct sp_replay *replay, size_t number, bool back);
/* The seat of that colour; SP_EINVAL lists those that there are. */
int sp_audit_replay_seat(const struct sp_replay *replay, const char *colour,
	int *seat, struct sp_error *e) SP_MUST_CHECK;
/* Board, report and, of a game that is over, what was hidden: all of it, or
 * what one seat knew (a seat below 0: all). *json (the caller owns it):
 * {"game", "seq", "last", "commit", "date", "author", "subject", "started",
 * "revealed", "board" and "report" (lines)}, where it has begun "position", and
 * once revealed "sealed" (commands in the box of this commit) and "hidden":
 * {"hands", "declared", "answers", "face_down", "decks"}, of one seat its own,
 * and "known" (cards of others). The text leaves out what is in "hidden". */
int sp_audit_replay_show(struct sp_replay *replay, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

/* ---- rulesets: needs no club -------------------------------------------- */

struct sp_ruleset;

/* Play a scenario, in the language of games/README.md. SP_EINVAL with its line
 * if the text is no scenario, or does not come out as written. */
int sp_audit_scenario(const struct sp_ruleset *ruleset, const char *text,
	size_t size, struct sp_error *e) SP_MUST_CHECK;

/* Load the ruleset of a folder, play its scenarios, and tell what it holds: a
 * card is ready if two scenarios of it or more come out as written. *good is
 * false where there are problems: then `text` has a line "file:line: ..." for
 * each. */
int sp_audit_rulebook_check(const char *folder, json_t **json,
	struct sp_buf *text, bool *good, struct sp_error *e) SP_MUST_CHECK;
/* A type of card as data, for programs (card_json.c); the caller owns it. */
json_t *sp_audit_card_json(const struct sp_ruleset *ruleset, int type);
/* A card of a ruleset by name or any unambiguous part of it. */
int sp_audit_rulebook_card(const char *rulesets, const char *ruleset,
	const char *name, json_t **json, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- is a game what it says? needs no club ------------------------------ */

struct sp_verify_options {
	const char *signer;     /* "SHA256:..." of its key; NULL: not known */
	const char *root;       /* 40 hex digits of its first commit; NULL */
	const char *const *has; /* ids that its history must have */
	size_t n_has;
	const char *mails; /* folder of the judge's mails; NULL */
	/* Compute anew what is else taken from the record: what bots chose;
	 * what lines that players declared are, and what they answered. */
	bool bots, declarations;
	/* what takes them apart: the text of a mail; the caller owns *text */
	int (*read_mail)(void *reader, const char *raw, size_t len, char **text,
		struct sp_error *e);
	void *reader;
	/* `done` of `total` commits; may be NULL */
	void (*progress)(size_t done, size_t total, void *payload);
	void *payload;
};

/* Check the game in a repository, clone or bundle, which nobody has to trust,
 * from its root to its tip; once its secret is revealed by playing it again.
 * *good is false where anything is not as it must be: then *json (the caller
 * owns it) has "mismatch": {"commit", "seq", "subject", "what", "expected",
 * "found"}, the first one. `text`: the same for people. SP_ENOTFOUND,
 * SP_EINVAL: there is no such repository; SP_EUNKNOWN: it needs another
 * version. */
int sp_audit_verify(const char *path, const struct sp_verify_options *options,
	json_t **json, struct sp_buf *text, bool *good,
	struct sp_error *e) SP_MUST_CHECK;

#endif
