/* What there is to do: mails, due timers, acts of the operator. */
#ifndef SP_HOST_WORK_H
#define SP_HOST_WORK_H

#include "lobby/lobby.h"
#include "mail/mail.h"
#include "registry/registry.h"
#include "seal/seal.h"

/* What `game repair --back` gave up for a whole history. */
struct sp_taken_back {
	int64_t seq;      /* of the commit that it ends in now */
	bool behind;      /* its players were mailed about later ones */
	int64_t decision; /* the highest number that was mailed, or
			     SP_NO_DECISION */
	json_t *heads;    /* ids that are lost, sorted */
	json_t *steps;    /* what they did, in words, as far as that reads */
};

enum sp_work_kind { SP_WORK_MAIL, SP_WORK_TIMER, SP_WORK_ACT };

/* One thing to do. Mails come parsed; who it is from is checked when the game
 * is loaded. */
struct sp_work {
	enum sp_work_kind kind;
	int64_t instant;
	char gid[SP_GID_TEXT]; /* "" : no game */
	/* mails */
	struct sp_inbox *inbox; /* borrowed */
	const char *inbox_name; /* borrowed */
	unsigned long order;    /* as in its inbox's list */
	char *uid;
	struct sp_buf text; /* while it is being taken apart */
	struct sp_message *message;
	char raw[SP_SHA256_TEXT]; /* digest of its bytes, lines end in LF */
	char *bytes;              /* themselves, where the inbox keeps none */
	size_t n_bytes;
	bool oversized;
	bool reused; /* its uid was that of another mail before */
	char message_id[SP_MSGID_SIZE]; /* its own, or made from the uid */
	struct sp_reply_address reply;  /* where it was sent to */
	bool by_id; /* no reply address: known by what it answers */
	struct sp_outbox_row answered;
	struct sp_lobby_wish wish; /* that needs no token, if it has one */
	struct sp_live *door;      /* the game that it would join; or NULL */
	bool at_once;              /* its sender waits: not behind a deadline */
	bool unread; /* its inbox failed before it could be read */
	bool ours;   /* handled in this batch: mark it done */
	const char *disposition;
	/* timers */
	struct sp_timer_row timer;
	bool fired;
	/* acts */
	const json_t *act;
	json_t *answer;
	const struct sp_taken_back *taken; /* of a repair that took the game
					    * back; borrowed, or NULL */
};

void host_work_clear(struct sp_work *work);

struct sp_agenda {
	struct sp_work *work;
	size_t n;
};

struct sp_work *host_agenda_add(
	struct sp_agenda *agenda, enum sp_work_kind kind, int64_t instant);

#endif
