/*
 * host: the one orchestrator. A mail, a timer or an operator's act goes in;
 * commits and mails come out. It owns the data folder:
 *
 *     spellpost.conf  master.key  registry.db  games/  mail/  run/
 *
 * A batch is up to `batch` mails, due timers and acts: lock the games, apply in
 * memory, one transaction of the registry with the new git objects in it, write
 * these and move the refs, then send. Nothing leaves the process before the
 * transaction is on the disk, and what was not decided was never seen, so every
 * step may run twice.
 */
#ifndef SP_HOST_H
#define SP_HOST_H

#include "base/json.h"
#include "config/config.h"

struct sp_host;

/* The stages of a batch, in order: where the durability tests stop the process.
 * The hook is called when a stage has been done. */
enum sp_batch_stage {
	SP_STAGE_POLLED,   /* inboxes listed, mails parsed */
	SP_STAGE_LOCKED,   /* the games of the batch are locked */
	SP_STAGE_APPLIED,  /* one mail or timer was applied in memory */
	SP_STAGE_OBJECTS,  /* the git objects are made, in memory */
	SP_STAGE_RECORDED, /* the registry's transaction is committed and
			     synced: the batch is decided */
	SP_STAGE_REF,      /* one game's objects are written, its refs moved */
	SP_STAGE_SENT,     /* one mail was handed to the sender */
	SP_STAGE_MARKED,   /* sent mails are marked in the registry */
	SP_STAGE_DONE,     /* inbound mails are marked done */
	SP_STAGE_COVERED,  /* a checkpoint is through */
	/* no stage of a pass: a repair has a whole copy, not in its place yet
	 */
	SP_STAGE_COPIED,
};

struct sp_host_options {
	const char *mime_program; /* path of spellpost-mime */
	bool mime_later; /* execute it when a mail is there, if one comes */
	/* Batches go on while a checkpoint syncs: for who waits as sp_host_wait
	 * says. */
	bool sync_aside;
	const char *bot_program;      /* spellpost-bot; NULL: bots think here */
	const struct sp_clock *clock; /* NULL: the system's */
	void (*stage)(
		enum sp_batch_stage stage, void *payload); /* NULL: none */
	/* Asked between batches and between mails that are sent; true: leave
	 * the rest for another pass. NULL: never. */
	bool (*stop)(void *payload);
	void *payload;
	/* New mails of an inbox that a pass takes at once; 0: 2,000. */
	size_t poll_most;
	bool no_defaults; /* the public defaults stand for no seat */
};

/* What one pass did. */
struct sp_pass {
	unsigned mails, timers, commits, sent, failed;
	bool polled;  /* no inbox is silent */
	bool more;    /* more mails lie there than one pass takes */
	bool doubt;   /* the clock is not believed: nothing was taken */
	bool overdue; /* deadlines are past that cannot fire (suspended games)
		       */
	int64_t next; /* when something is due again; INT64_MAX: nothing */
};

/* Make a data folder: configuration, master key (0600), registry, folders.
 * Refuses a folder that has one of them already. */
int sp_host_init(const char *dir, struct sp_error *e) SP_MUST_CHECK;

/* Open the data folder as its one batch maker: takes run/lock (SP_ECONFLICT
 * while a daemon or another command holds it), starts the MIME process before
 * the master is read, rolls the last batches forward. `config` is copied. */
int sp_host_open(struct sp_host **out, const struct sp_config *config,
	const struct sp_host_options *options,
	struct sp_error *e) SP_MUST_CHECK;
void sp_host_close(struct sp_host *host);

/* One pass: look into the inboxes, process mails and due timers in batches,
 * send what is due. Without a sp_host_wait since the pass before, every inbox
 * is polled; else those whose time has come, that have something to say, or
 * that a due deadline must know of. An inbox that does not answer is logged and
 * tried later; a negative status means that nothing more can be decided (disk,
 * registry). */
int sp_host_pass(struct sp_host *host, struct sp_pass *out,
	struct sp_error *e) SP_MUST_CHECK;

/* How long to wait for the next pass, in seconds, and the descriptors that may
 * wake it earlier when they become readable. IMAP begins to IDLE here, so it
 * may take as long as a command does. */
#define SP_HOST_WAIT_FDS 10
int sp_host_wait(struct sp_host *host, const struct sp_pass *pass,
	int fds[SP_HOST_WAIT_FDS], size_t *n);

/* One message as if it had come by mail: `spellpost deliver`. The answer has
 * "disposition" and "sent". */
int sp_host_deliver(struct sp_host *host, const char *raw, size_t len,
	json_t **answer, struct sp_error *e) SP_MUST_CHECK;

/* An operator's act: {"act": "game new", ...}. The keys of each stand
 * with its function in acts.h; unknown ones are refused. {"act": "clock
 * accept"} believes a clock that jumped, and answers {"doubted", "now"}.
 * SP_EAGAIN, here and in deliver: the clock is not believed. Caller owns
 * *answer. */
int sp_host_act(struct sp_host *host, const json_t *act, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;

#endif
