/*
 * What the files share that take in one mail: who wrote it (identify.c),
 * whether it came before (repeats.c), whether it may be answered (answers.c),
 * and what is done with it for its seat (seat_mail.c). intake.c calls them.
 */
#ifndef SP_INTAKE_PRIVATE_H
#define SP_INTAKE_PRIVATE_H

#include "host/host_private.h"

/* The seat that a mail may speak for; SP_NOBODY: none. A token that answers a
 * question to the address of record fills *pending. */
int sp_identify(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int *seat, struct sp_pending_row *pending,
	struct sp_error *e) SP_MUST_CHECK;

/* Count one more answer to the sender of a mail that changed nothing; *may is
 * false, and logged, if there were too many in this hour. */
int sp_answer_note(struct sp_host *host, const struct sp_work *work, bool *may,
	struct sp_error *e) SP_MUST_CHECK;
/* Tell the sender of a mail without a valid token how it is done: once a day,
 * and few strangers an hour; nothing is revealed. */
int sp_answer_stranger(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e) SP_MUST_CHECK;

/* Was exactly this mail (seat, Message-ID, text, decision) worked on already?
 * *done: nothing more is to be done with it. A mail that names no decision is
 * about the one that is open, so that it may be the same and yet another order,
 * unless it has the same Date. */
int sp_repeat_check(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e) SP_MUST_CHECK;
/* The same text under another Message-ID, answering the same notice: it is not
 * applied, and the receipt says so. */
int sp_repeat_resend(struct sp_play *play, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e) SP_MUST_CHECK;

/* Send the receipt of a mail to its sender, or to the address of record where
 * the sender's is not known for the seat. */
int sp_receipt_post(struct sp_play *play, const struct sp_work *work,
	const struct sp_reply *reply, struct sp_inbox_row *row,
	struct sp_error *e) SP_MUST_CHECK;

/* One mail to a game: play it for its seat, or answer as to a stranger. */
int sp_seat_mail(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, struct sp_inbox_row *row,
	struct sp_error *e) SP_MUST_CHECK;

#endif
