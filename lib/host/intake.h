/*
 * What the files share that take in one mail: whether it came before
 * (repeats.c), whether it may be answered and what the log says of it (fate.c),
 * what is put aside (quarantine.c), and what is done with it for its seat
 * (seat_mail.c). intake.c calls them.
 */
#ifndef SP_HOST_INTAKE_H
#define SP_HOST_INTAKE_H

#include "host/batch.h"
#include "post/whose.h"
#include "table/sitting.h"

/* Count one more answer to the sender of a mail that changed nothing; *may is
 * false, and logged, if there were too many in this hour. */
int host_answer_note(struct sp_host *host, const struct sp_work *work,
	bool *may, struct sp_error *e) SP_MUST_CHECK;
/* Tell the sender of a mail without a valid token how it is done: once a day,
 * and few strangers an hour; nothing is revealed. `mute`: a program sent it, or
 * nobody, which is told nothing. Logged in any case. */
int host_answer_stranger(struct sp_host *host, const struct sp_work *work,
	bool mute, struct sp_inbox_row *row, struct sp_error *e) SP_MUST_CHECK;

/* Was exactly this mail (seat, Message-ID, text, decision) worked on already?
 * *done: nothing more is to be done with it. A mail that names no decision is
 * about the one that is open, so that it may be the same and yet another order,
 * unless it has the same Date. */
int host_repeat_check(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e) SP_MUST_CHECK;
/* The same text under another Message-ID, answering the same notice: it is not
 * applied, and the receipt says so. */
int host_repeat_resend(struct sp_sitting *sitting, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e) SP_MUST_CHECK;

/* Log what became of a mail with a token. */
void host_fate_log(const struct sp_sitting *sitting, const struct sp_work *work,
	const struct sp_inbox_row *row, bool old);

/* Log a mail that is nobody's: it has no token, or one that plays for no seat.
 */
void host_fate_log_stranger(
	const struct sp_work *work, const struct sp_inbox_row *row);

/* True if the processes that were to read a mail died, so that nothing is known
 * of it but what sp_mail_glean found. */
bool host_readers_died(const struct sp_work *work);
/* Keep the bytes of a mail in the registry: its headers and texts. */
int host_keep_raw(struct sp_host *host, const struct sp_work *work,
	const char *reason, const char *bytes, size_t n,
	struct sp_error *e) SP_MUST_CHECK;
/* Put a mail aside for the operator, with its bytes; its sender is told, if
 * there is one. */
int host_quarantine(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, const char *reason,
	struct sp_error *e) SP_MUST_CHECK;
/* Put one aside that killed its readers. `row` says whether it was a player's:
 * then it is in quarantine already; of others only the newest are kept. */
int host_quarantine_unread(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e) SP_MUST_CHECK;

/* One mail, to a game or (NULL) to none: play it for its seat, answer what
 * needs no token, or answer as to a stranger. `mute`: a program sent it, or
 * perhaps one did: that gets no answer and plays nothing, unless it can only be
 * the player's. */
int host_seat_mail(struct sp_batch *batch, struct sp_live *live,
	const struct sp_work *work, bool mute, struct sp_inbox_row *row,
	struct sp_error *e) SP_MUST_CHECK;

/* sp_table_sitting_mail for a club: with what it knows, and what is to be done
 * then. */
int host_seat_play(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* The answer to a question, from whatever address: its token went to the
 * address of record alone. A `yes` or `no` makes the address that it came from
 * known for the seat. Fills the receipt. */
int host_confirm_answer(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e) SP_MUST_CHECK;

/* ---- reading and applying (intake.c) -------------------------------------- */

/* Read and take apart the mails among *n things to do: which games they are
 * about. SP_OK with a mail NULL: it is not to be worked on (seen already,
 * gone). *n becomes less where an inbox failed before a mail could be read. */
int host_intake_read(struct sp_host *host, struct sp_work *work, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
int host_intake_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;

#endif
