/*
 * Whose a mail is. The post gives each seat its reply address, with a token in
 * it, and asks questions of the address of record, each with a token of its
 * own; so it knows by what a mail carries for whom it speaks.
 *
 *   identify.c    the seat, or the question, that a mail is for
 *   tokens.c      a seat's token is replaced
 *   questions.c   what the address of record is asked
 *   standin.c     who plays a seat for its player
 */
#ifndef SP_POST_WHOSE_H
#define SP_POST_WHOSE_H

#include "post/post.h"

/* ---- who wrote it (identify.c) -------------------------------------------- */

/* What a mail carries. */
struct sp_post_stamp {
	const struct sp_reply_address *reply; /* where it was sent to */
	/* the mail that it answers, where it was sent to no reply address: it
	 * is known by that; NULL */
	const struct sp_outbox_row *answered;
};

#define SP_PENDING_CLOSED (-1) /* id of a question that is no longer open */

/* Whom a mail may speak for. */
struct sp_writer {
	int seat;      /* SP_NOBODY: its token is nobody's */
	int64_t epoch; /* of its token, where that is no question's */
	bool old; /* the token was one of this seat, but was replaced: nothing
		   * that the mail says is done */
	struct sp_pending_row pending; /* the question to the address of record
					* that it answers; id 0: none */
};

/* The reply address that a mail is taken for, whose token need not be good:
 * the first with a good one, else with one that was replaced, else one of a
 * game of ours, else the first. *any: it has one at all. */
int sp_post_identify_address(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_message *message,
	struct sp_reply_address *out, bool *any,
	struct sp_error *e) SP_MUST_CHECK;
int sp_post_identify(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_stamp *stamp, struct sp_writer *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- tokens (tokens.c) ---------------------------------------------------- */

/* Replace the reply address of the mail's seat: all older ones stop playing. */
int sp_post_token_renew(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* True if a mail with a token went to an address of another seat of the game,
 * too: whoever reads that one can write orders for this seat. */
int sp_post_token_is_exposed(struct sp_sitting *sitting,
	const struct sp_message *message, bool *exposed,
	struct sp_error *e) SP_MUST_CHECK;
/* Replace such a token, and that of the question if the mail answered one which
 * is still open. */
int sp_post_token_withdraw(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e) SP_MUST_CHECK;

/* ---- questions (questions.c) ---------------------------------------------- */

/* The kinds of questions beside "resign", "token" and "standin". */
#define SP_PENDING_HELD  "held"
#define SP_PENDING_OFFER "offer"

/* Ask whether an order is meant: "resign", "token", or "standin" of that
 * address, else ""; the address of record. SP_PENDING_OFFER asks that other
 * address whether its reader stands in. */
int sp_post_question_ask(struct sp_sitting *sitting, const char *what,
	const char *address, struct sp_error *e) SP_MUST_CHECK;
/* Close what is open to a seat, of this kind or (NULL) of any. */
int sp_post_questions_close(struct sp_post_office *office,
	const struct sp_live *live, int seat, const char *kind,
	enum sp_pending_state state, struct sp_error *e) SP_MUST_CHECK;
/* The seat resigns: that was confirmed. */
int sp_post_resign(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* Keep a mail from an address that is not known, and ask. */
int sp_post_question_hold(struct sp_sitting *sitting, const char *from,
	struct sp_error *e) SP_MUST_CHECK;
/* Ask an open question anew, with another token: somebody saw the first one. */
int post_question_again(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e) SP_MUST_CHECK;
/* The epoch of the seat's newest question; 0: none was ever asked. */
int post_question_newest(struct sp_post_office *office, const char *gid,
	const char *seat, int64_t *epoch, struct sp_error *e) SP_MUST_CHECK;

/* ---- stand-ins (standin.c) ------------------------------------------------ */

/* Ask the address of record what sitting->asks says, if anything; a stand-in
 * who may not be one is refused in the receipt. */
int sp_post_asks(struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* The address of record wants that stand-in: ask there. */
int sp_post_standin_offer(struct sp_sitting *sitting, const char *address,
	struct sp_error *e) SP_MUST_CHECK;
/* Its reader is willing: from now on the mails of the seat go there. */
int sp_post_standin_begin(struct sp_sitting *sitting,
	const struct sp_pending_row *offer, struct sp_error *e) SP_MUST_CHECK;
/* Keep what the mail set of its player and seat; the token of a
 * stand-in whose time is over plays no more. */
int sp_post_settings_keep(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;

#endif
