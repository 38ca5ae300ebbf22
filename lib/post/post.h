/*
 * post: what is owed to people. Which notice goes to whom when a game moved on,
 * when the operator ruled or a mail came, from which texts, under which reply
 * address and Message-ID; it ends as bytes in the outbox. Nothing is sent here,
 * and nothing is decided: the host plays a mail, a timer or an act on the table
 * and then calls the post, with its post office. Press, which players write to
 * each other, is a mail of ours too, and a commit.
 *
 *   letter.c     one mail: its keys, addresses, ids, bytes
 *   notices.c    what a game owes after it moved on: calls, welcome, closing
 *   invitation.c who is invited to one, and what its operator is told
 *   receipt.c    what became of a mail, to its writer
 *   meant.c      what a mail that was read by half may have meant
 *   fate.c       a note about a mail that got no other answer
 *   stored.c     texts that are kept for longer than a day (stored.h)
 *   press.c, press_text.c
 *   reading.c    how a mail is read, by what it answers
 *   rematch.c    a rematch that is asked for in a sentence
 *   spared.c     what passed for somebody, until their next mail
 *   observers.c  boards for who does not play
 *   told.c       single things that came to pass
 *   rulings.c    what the operator did
 *   identify.c, tokens.c, questions.c: whose a mail is (whose.h)
 *   people.c     who sits at a game, as the registry knows
 *   probe.c      the mails of `spellpost doctor` to itself
 *   texts.c      the templates, as files
 *
 * Circle: notices and receipt. The mail that starts a game is a receipt, too,
 * and a call that answers a mail says what its receipt would.
 */
#ifndef SP_POST_H
#define SP_POST_H

#include "config/config.h"
#include "mail/mail.h"
#include "record/live.h"
#include "registry/registry.h"
#include "render/render.h"
#include "table/sitting.h"
#include "timezone/timezone.h"

/* ---- the office --------------------------------------------------------- */

/* What letters are written with: the host's, who makes and owns all of it. */
struct sp_post_office {
	const struct sp_config *config; /* club, address, clone_url */
	const struct sp_clock *clock;
	struct sp_registry *registry;
	const struct sp_master *master;
	struct sp_templates templates;
	struct sp_scratch *scratch;
	/* The sender has an outage: calls that wait and that a newer one
	 * replaces need not go any more. */
	bool held_up;
	int64_t queued_before; /* the last mail that another process queued */
	int64_t *perhaps;      /* ids: handed over, without an answer */
	size_t n_perhaps;
	int64_t strangers_said; /* logged that they are too many; or SP_NEVER */
	int64_t forgotten;      /* as sp_registry_forgotten says */
	/* the last zone that could not be read, as logged; "": none */
	char zone_said[SP_TIMEZONE_NAME];
};

/* May this mail have been handed over already, though it is still owed? */
bool sp_post_perhaps(const struct sp_post_office *office, int64_t id);

/* By whose clock the seat is told of times: its player's, or the club's;
 * SP_NOBODY: the club's. UTC, and logged once, if that zone cannot be read.
 * Borrowed. */
const char *sp_post_zone(
	struct sp_post_office *office, const struct sp_live *live, int seat);

/* ---- letters (letter.c) -------------------------------------------------- */

struct sp_post_letter {
	int seat;
	const char *kind; /* of the Message-ID: unique per commit, seat */
	int64_t anew;     /* when this kind is sent once more; 0: it is not */
	const char *template;
	int64_t instant; /* Date */
	/* NULL: the address of record, or its stand-in's */
	const char *to;
	const char *in_reply_to; /* NULL: not an answer */
	int64_t confirm;         /* epoch of a confirm token; 0: a play token */
};

/* The keys of every mail about a game; the caller owns the result. */
json_t *sp_post_context(struct sp_post_office *office,
	const struct sp_live *live, int seat, int64_t instant);
/* The Message-ID of a mail of this kind about the present head. */
int sp_post_id(const struct sp_post_office *office, const struct sp_live *live,
	const char *colour, const char *kind, char out[SP_MSGID_SIZE],
	struct sp_error *e) SP_MUST_CHECK;
/* May that address ("": none yet) have this seat? The judge's own may not; and
 * a reply address of the seat needs room for every decision number to come: a
 * game that ran out of room could not go on. */
int sp_post_check_address(struct sp_post_office *office,
	const struct sp_live *live, int seat, const char *address,
	struct sp_error *e) SP_MUST_CHECK;
/* Render, write and queue; takes `context`. *id (may be NULL): outbox id. A bot
 * gets nothing, nor does a seat that nobody has, and *id stays as it was. */
int sp_post_queue(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_letter *post, json_t *context, int64_t *id,
	struct sp_error *e) SP_MUST_CHECK;
/* To somebody without a seat (`unknown-sender`, `quarantined`); says nothing
 * about any game. `digest` makes the Message-ID. */
int sp_post_plain(struct sp_post_office *office, const char *template,
	const char *to, const char *in_reply_to, const char *digest,
	int64_t instant, int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* Count one more answer to who wrote a mail that changed nothing; *may is
 * false, and logged, if there were too many in this hour (answers.c). */
int sp_post_may_answer(struct sp_post_office *office, const char *to,
	int64_t instant, bool *may, struct sp_error *e) SP_MUST_CHECK;
/* Tell the sender of a mail without a valid token how it is done: once a day,
 * and few strangers an hour; nothing is revealed. *id: outbox id, left alone if
 * nothing is told. */
int sp_post_stranger(struct sp_post_office *office, const char *to,
	const char *in_reply_to, const char *digest, int64_t instant,
	int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* Whom a mail about a game that cannot be loaded goes to, as the registry knows
 * it: an answer is kept until the game goes on. */
struct sp_post_away {
	const struct sp_secrets *secrets; /* of the game */
	const char *gid, *seat, *head, *kind;
	int64_t epoch, decision;
};

/* The same to somebody whose game cannot be read; takes `context`. `away` NULL:
 * to somebody of whom nothing is known. */
int sp_post_unplaced(struct sp_post_office *office, const char *template,
	json_t *context, const char *to, const char *in_reply_to,
	const char *digest, const struct sp_post_away *away, int64_t instant,
	int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* What the registry knows of it and of a seat; the caller owns the result. */
json_t *sp_post_unread_context(
	const struct sp_game_row *row, const char *colour);
/* A short text as that letter, whose template has `title` and `text`. */
int sp_post_notice_as(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_letter *post, const char *title, const char *text,
	int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* A short text for one seat. `text`: lines; *id (may be NULL): outbox id. */
int sp_post_notice(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *kind, const char *title, const char *text,
	int64_t instant, int64_t *id, struct sp_error *e) SP_MUST_CHECK;

/* ---- about a mail (receipt.c, fate.c, press.c) --------------------------- */

/* A mail of a player that has an answer. */
struct sp_post_answer {
	struct sp_sitting *sitting;
	const struct sp_message *message;
	const struct sp_reply *reply;
	int64_t *id; /* out: outbox id of the answer */
};

struct sp_standing;

/* Send the receipt of a mail to its sender, or to the address of record where
 * the sender's is not known for the seat; `before`: where the game stood before
 * the mail. If the game calls the sender now, then the call is the answer: it
 * tells all that the receipt would, and nothing is sent here. sp_post_moved,
 * which has to follow, is told in before->answer, which borrows `answer`. Who
 * does not want each receipt gets none of a mail that was done whole and left
 * nothing to do. */
int sp_post_receipt(const struct sp_post_answer *answer,
	struct sp_standing *before, struct sp_error *e) SP_MUST_CHECK;
/* Before a mail is played: where it says yes to what an earlier one was read as
 * (*taken), that takes the place of its orders. After it: keep what it offers,
 * and forget what was offered before, unless it only asked something (meant.c).
 */
int sp_post_meant_take(struct sp_sitting *sitting, bool *taken,
	struct sp_error *e) SP_MUST_CHECK;
int sp_post_meant_keep(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* Nothing was sent about a mail with a token: tell the address of record what
 * came and what became of it, a few times a day. `raw`: digest of its bytes;
 * `old`: the token was replaced. */
int sp_post_fate(struct sp_sitting *sitting, const struct sp_message *message,
	const char *raw, const struct sp_inbox_row *row, bool old,
	struct sp_error *e) SP_MUST_CHECK;
/* play->press: the first press of a mail sends them all. */
int sp_post_press(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- what a game owes (notices.c) ---------------------------------------- */

/* Where a game stood before an item, to see what it owes afterwards. */
struct sp_standing {
	bool started, over;
	struct sp_oid head;
	uint32_t decision;
	uint8_t kind; /* of the decision */
	int plays;    /* the seat that orders in this turn */
	unsigned turn;
	bool begins;       /* time passes: nobody was called to that turn yet */
	unsigned counters; /* of the live game, then */
	bool undone;       /* it was taken back: all is asked and timed anew */
	bool agreed;       /* so all players wanted it: no time begins anew */
	struct sp_asked asked;
	bool anew;         /* who is asked gets another mail, whatever he has */
	unsigned reminder; /* which one it is, from 1 on; 0: it is a first call
			    */
	int64_t wanted;    /* when the seat asked for its call once more; 0 */
	unsigned receipts; /* the seats whose receipt asks what is open now */
	/* the mail whose writer is called, so that the call answers it; NULL */
	const struct sp_post_answer *answer;
};

struct sp_standing sp_post_standing_of(const struct sp_live *live);
/* Tell everybody whom it concerns that the game moved on from where it stood:
 * welcome, turn and closing mails, and what only one seat may know. The row has
 * its deadline. */
int sp_post_moved(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* Call a seat once more to what it has not answered: the nth reminder of its
 * deadline. */
int sp_post_remind(struct sp_post_office *office, struct sp_live *live,
	int seat, unsigned nth, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* Send a seat what it is asked once more, because it wants it; nothing if it is
 * asked nothing. */
int sp_post_call_again(struct sp_post_office *office, struct sp_live *live,
	int seat, int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* The newest mail that asks the seat, or asked it before, what is open now and
 * is no turn: one of its own, or the receipt that asks in its place.
 * SP_ENOTFOUND. */
int sp_post_find_asking(struct sp_post_office *office,
	const struct sp_live *live, int seat, struct sp_outbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- observers (observers.c) ---------------------------------------------- */

enum sp_observing {
	SP_OBSERVE_OFFER, /* whoever asked is to say yes */
	SP_OBSERVE_BEGUN,
	SP_OBSERVE_ENDED,
};

/* Who asked, by which mail. */
struct sp_observer {
	const char *address, *message_id;
	int64_t instant;
};

/* Tell somebody that; the first two with the board as everybody may see it.
 * *id: outbox id. */
int sp_post_observe(struct sp_post_office *office, struct sp_live *live,
	enum sp_observing what, const struct sp_observer *who, int64_t *id,
	struct sp_error *e) SP_MUST_CHECK;
/* The game whose board went to that address in that mail; "": it is no such
 * mail. *offer: it asked for a yes. */
int sp_post_observed(struct sp_registry *registry, const char *message_id,
	const char *address, char gid[SP_GID_TEXT], bool *offer,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- before the start (invitation.c) -------------------------------------- */

/* What an invitation says besides what its game does. */
struct sp_post_invitation {
	int seat;
	int64_t until; /* it is called off then; SP_NEVER: it is not */
	int64_t anew;  /* when the seat is invited once more, or another
			* player to it; 0: for the first time */
	int64_t kept;  /* the seat is, until then; 0: as long as the game */
	bool reminder;
	/* the colour of who wants a rematch, and of which game; NULL: nobody */
	const char *asker, *old;
};

int sp_post_invite(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* Tell the operator, if the club has an address of one. `about`: what makes its
 * Message-ID, with the head. */
int sp_post_operator(struct sp_post_office *office, const struct sp_live *live,
	const char *about, const char *title, const char *text, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

#endif
