/* What the files of the post share. */
#ifndef SP_POST_PRIVATE_H
#define SP_POST_PRIVATE_H

#include "post/post.h"

/* ---- before the start (invitation.c) -------------------------------------- */

/* The seats as the invitation and the welcome list them; the caller owns it. */
json_t *post_seats(const struct sp_live *live, int reader);

/* ---- the start (notices.c) ----------------------------------------------- */

/* The start, told to a seat, with the call to it if it moves first. `receipt`
 * (taken) and `answered` NULL, or what that mail has to say besides, as it is
 * the receipt of the one that it answers. *id (may be NULL): outbox id. */
int post_welcome(struct sp_post_office *office, struct sp_live *live, int seat,
	json_t *receipt, const char *answered, int64_t instant, int64_t *id,
	struct sp_error *e) SP_MUST_CHECK;

/* True if sp_post_moved is about to send the seat a mail that calls it, or that
 * tells it of the end. */
bool post_calls_seat(struct sp_post_office *office, const struct sp_live *live,
	const struct sp_standing *before, int seat);

/* ---- questions to a seat (notices.c) ------------------------------------- */

/* What a seat is asked to choose or to give up, with the list: keys "question",
 * "options" and so on. Nothing if it is not asked for anything of a list. */
void post_question_add(struct sp_post_office *office,
	const struct sp_live *live, int seat, json_t *context);

/* True if the report of the head is of the turn that is open: a turn that just
 * began, or begins anew, has none. */
bool post_report_is_open(const struct sp_live *live);

/* Append the turn as everybody may read it, behind a line that says whether it
 * is over; nothing if there is no report (told.c). */
void post_report_add(const struct sp_live *live, struct sp_buf *text);

/* ---- observers (letter.c, observers.c) ------------------------------------ */

struct post_observer {
	const char *kind; /* "observe", the offer, or "observed" */
	const char *to;
	const char *in_reply_to; /* "": not an answer */
	int64_t anew; /* sets it apart from others of one head; 0: the board */
	int64_t instant; /* Date */
};
/* A mail about the game to somebody without a seat, from `observed`; takes
 * `context`. Nobody can guess its Message-ID. */
int post_queue_observer(struct sp_post_office *office,
	const struct sp_live *live, const struct post_observer *post,
	json_t *context, int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* The board for all who observe, where another turn begins or the game is over.
 */
int post_observers(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

/* A report as lines of a mail, without press: everybody got that (told.c).
 * No report: NULL. */
json_t *post_report_lines(const char *report);

/* ---- what passed for somebody (spared.c) ---------------------------------- */

/* Keep what live->spared says until there is a mail for it. */
int post_spared_keep(struct sp_post_office *office, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Add it to what the next mail of that seat tells; it is told once. */
int post_spared_take(struct sp_post_office *office, const struct sp_live *live,
	int seat, json_t *story, struct sp_error *e) SP_MUST_CHECK;

/* ---- press (press_text.c) ------------------------------------------------ */

/* Why a text may not go to other players, as a clause for the receipt, or NULL:
 * a reply address or an address of its writer is in it. */
int post_press_check(const struct sp_sitting *sitting, const char *text,
	const char **wrong, struct sp_error *e) SP_MUST_CHECK;
/* The text in lines so narrow that nobody's mail program breaks them. Owned. */
char *post_press_shown(const char *text);

/* The kind of a mail with press: whose it is ("": nobody's that is named),
 * whether all of it went to all, and a mark of the mail that brought it. */
void post_press_kind(
	char out[SP_ROW_KIND], const char *from, bool all, const char *mark);
/* What is to be held of a mail whose sender's address is not known, if it is a
 * plain reply to a press: the press that it is meant as. Owned; NULL: it is
 * none. */
int post_press_held(struct sp_sitting *sitting, char **out,
	struct sp_error *e) SP_MUST_CHECK;

/* Read an answer to the mail of the end as `rematch`, if it has no orders and
 * asks for one in a sentence (rematch.c). */
void post_rematch_read(struct sp_sitting *sitting);

/* ---- what a mail answers (reading.c) -------------------------------------- */

/* The mail of ours; *known false: it names none that is kept. */
int post_answered(const struct sp_sitting *sitting, struct sp_outbox_row *out,
	bool *known, struct sp_error *e) SP_MUST_CHECK;

/* ---- numbers (lists.c) ---------------------------------------------------- */

/* Which list the numbers of a mail are of: of the newest, or
 * (sitting->list_over) of none that holds. */
int post_find_list(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;

/* ---- what a player asks to take back (consent.c) -------------------------- */

/* Tell who is asked of a question that was not open before, and whom it
 * concerns of one that is over. */
int post_consent(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- receipts (receipt.c) ------------------------------------------------ */

/* How many mails the player of a seat wants. */
enum sp_volume post_volume(const struct sp_post_office *office,
	const struct sp_live *live, int seat);

/* What became of a mail, into the context of the mail that answers it: the keys
 * of the template `receipt` but for what the seat is asked. */
void post_receipt_tell(const struct sp_post_answer *answer, json_t *context);
/* A message so that its writer sees where it begins and where it ends. */
void post_receipt_ends(const char *text, struct sp_buf *out);
/* True if post_receipt_ends leaves nothing out. */
bool post_receipt_is_whole(const char *text);

#endif
