/*
 * The commits of a game: what each holds and says. Each is signed with
 * live->signer.
 */
#ifndef SP_RECORD_COMMIT_H
#define SP_RECORD_COMMIT_H

#include "record/live.h"
#include "record/ruling.h"
#include "render/render.h"

/* The root holds game.json, allowed_signers and the ruleset. */
#define SP_RECORD_NAME  (SP_RENDER_NAME_SIZE + 8)
#define SP_RECORD_EMAIL (SP_ID_SIZE + SP_GID_MAX + 16)
/* The Input trailer of what a bot does. */
#define SP_INPUT_BOT "bot"
/* That of a choice which a seat's preferences made. */
#define SP_INPUT_DECLARED "declaration"

int sp_record_root(struct sp_live *live, const struct sp_files *ruleset,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;
int sp_record_join(struct sp_live *live, int seat, bool words, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* One applied command, or the start, or (command ANSWER) the closing of a
 * round, which names no seat; step->after is live->game, `input` the Input
 * trailer. (Where that is the tag of live->mail, a commit that closes a round
 * gets sp_seal_input_sealed in its place, as every sealed one does.) `secret`:
 * lines for the box; NULL: what of the command is not public. */
int sp_record_step(struct sp_live *live, const struct sp_render_step *step,
	const char *secret, int64_t instant, const char *input,
	struct sp_error *e) SP_MUST_CHECK;
/* What the commit of a step says of it beside its files, borrowed from `live`:
 * trailers, and the colour of its author (NULL: the judge). */
struct sp_record_words {
	char turn[16], seq[24], draws[48];
	const char *seat, *author;
	struct sp_buf command;
};

/* Clear `out` in any case. */
void sp_record_words(struct sp_record_words *out, const struct sp_live *live,
	const struct sp_render_step *step);
/* The same without command, seat and author. `before` NULL: the start. */
void sp_record_public_words(struct sp_record_words *out,
	const struct sp_live *live, const struct sp_game *before,
	const struct sp_game *after);
void sp_record_words_clear(struct sp_record_words *words);
/* "red 12 choose c4" where not all of the command may be public: a line for the
 * box, owned by the caller; else NULL. */
char *sp_record_secret(
	const struct sp_live *live, const struct sp_render_step *step);
/* Name and address of an author: a colour, "sealed", or NULL for the judge. */
void sp_record_author(const struct sp_live *live, const char *author,
	char name[SP_RECORD_NAME], char email[SP_RECORD_EMAIL]);
#define SP_RECORD_SEALED "A sealed order" /* its subject */
/* What the box of its sealed commit says: a new reply address for a seat. */
#define SP_TOKEN_RENEWED "new token"
/* What a seat does in secret: a commit that names nobody, changes no public
 * file and has the date of its parent, whatever `instant` is: its own would be
 * that of the other orders of its mail.
 * `command` goes into the box behind the seat's colour. The game has begun. */
int sp_record_sealed(struct sp_live *live, int seat, const char *command,
	int64_t instant, const char *input, struct sp_error *e) SP_MUST_CHECK;
/* Likewise a press of a game whose press is public (its option `press`): the
 * text, in lines for people, is added to report.txt, for good (pressed.h). */
int sp_record_pressed(struct sp_live *live, int seat, const char *command,
	const char *text, int64_t instant, const char *input,
	struct sp_error *e) SP_MUST_CHECK;
/* Record it after sp_record_ruling_apply, by the judge, or by the seat that
 * takes back (UNDO), which is named by `Seat` then. `turn` is that of the
 * position before, `report` report.txt of the commit that comes back (UNDO).
 *
 *   undo    Turn (of the position that comes back) Seq Command State Input;
 *           all files; tagged as a turn where that turn is not the parent's
 *   cancel  the same trailers and files, and reveal.json; before the start Seq
 *           and Command, and reveal.json alone
 *   look    the same trailers; only sealed.json is another
 *   clock   the same trailers; sealed.json and report.txt are others; Input is
 *           that of a timer which is due at its end
 *   repair  the same trailers, and Lost behind Input; all files. The epoch of
 *           each player's token is another one in its box */
int sp_record_ruling(struct sp_live *live, const struct sp_ruling *ruling,
	unsigned turn, const char *report, int64_t instant, const char *input,
	struct sp_error *e) SP_MUST_CHECK;

#endif
