/*
 * parlour: one person plays against bots, at a terminal or by a pipe, without
 * mail and without a club. A line of theirs is what a mail is elsewhere: the
 * same orders, judged and recorded by the same table, and what comes of it is
 * told by templates in the same words.
 *
 * Each game is a repository such as a club keeps. What a line did is in it
 * before the line is answered; so whoever ends the process anyhow loses
 * nothing.
 */
#ifndef SP_PARLOUR_H
#define SP_PARLOUR_H

#include "base/base.h"
#include "mustache/mustache.h"

/* Everything is borrowed. */
struct sp_parlour_house {
	const char *rulesets; /* folder of all rulesets */
	const char *data;  /* folder of the key; made where it is not there */
	const char *games; /* folder of the repositories, likewise */
	const struct sp_templates *templates;
};

struct sp_parlour_option {
	const char *name, *value;
};

/* What a new game is played by. */
struct sp_parlour_terms {
	const char *ruleset;
	int seats;        /* with that of the player */
	const char *seat; /* the player's colour; NULL: the first */
	const char *bots; /* names of bots (lib/bot), one for all or one for
			     each other seat */
	const char *gid;  /* its whole id, for tests; NULL: a new one */
	size_t n_options;
	struct sp_parlour_option option[32];
};

struct sp_parlour;

/* Open the folders and the key, or make them; *made: the key is new. Close it,
 * whatever is returned. */
int sp_parlour_open(struct sp_parlour **out,
	const struct sp_parlour_house *house, bool *made,
	struct sp_error *e) SP_MUST_CHECK;
void sp_parlour_close(struct sp_parlour *parlour); /* NULL is fine */
/* The file of the key. */
const char *sp_parlour_key_path(const struct sp_parlour *parlour);

/* Begin a game. */
int sp_parlour_begin(struct sp_parlour *parlour,
	const struct sp_parlour_terms *terms, struct sp_error *e) SP_MUST_CHECK;
/* Go on with the game of this id, of this unambiguous beginning of one, or of
 * the repository at this path; NULL: with the one that was played last and is
 * not over, SP_ENOTFOUND where there is none. */
int sp_parlour_go_on(struct sp_parlour *parlour, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Append a line for each game, the newest first: its id, when it was played,
 * and whether it is over. */
void sp_parlour_list(struct sp_parlour *parlour, struct sp_buf *out);
const char *sp_parlour_gid(const struct sp_parlour *parlour);
/* Where its repository is. */
const char *sp_parlour_path(const struct sp_parlour *parlour);

/* Append what the player sees at first: what happened since, the board, and
 * what they are asked or might do. */
int sp_parlour_look(struct sp_parlour *parlour, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;
/* `rematch`, once the game is over, puts another one in its place.
 * Do one line of the player's, line[0..n), behind which is a NUL, and append
 * what came of it and what they see then. *leaves: they want to stop. After an
 * error the game is as it was, but has to be opened anew. */
int sp_parlour_line(struct sp_parlour *parlour, const char *line, size_t n,
	struct sp_buf *out, bool *leaves, struct sp_error *e) SP_MUST_CHECK;
/* Append to `more` how a line goes on that begins so, as far as all go that are
 * listed or are words of this table or orders; and to `list` all of them, where
 * there are several, each on a line of its own. */
void sp_parlour_complete(const struct sp_parlour *parlour, const char *begins,
	struct sp_buf *more, struct sp_buf *list);
/* From now on texts have so many columns, at least 72 and at most 100; as long
 * as nothing is said 72. */
void sp_parlour_fit(struct sp_parlour *parlour, size_t columns);
bool sp_parlour_is_over(const struct sp_parlour *parlour);
/* All of it is on the disk, whatever happens to the machine. */
int sp_parlour_save(
	struct sp_parlour *parlour, struct sp_error *e) SP_MUST_CHECK;

/* Append a text of this game in the eight colours of every terminal, each with
 * a ground of its own, so that it reads on dark and light. */
void sp_parlour_paint(
	const struct sp_parlour *parlour, const char *text, struct sp_buf *out);
/* Append what stands before a line of the player's: "red> ". */
void sp_parlour_prompt(
	const struct sp_parlour *parlour, bool colour, struct sp_buf *out);

#endif
