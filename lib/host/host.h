/*
 * host: the one orchestrator. A mail, a timer or an operator's act goes in;
 * commits and mails come out. It owns the data folder:
 *
 *     spellpost.conf  master.key  registry.db  games/  mail/  run/
 *
 * A batch is up to `batch` mails, due timers and acts: lock the games, apply in
 * memory, write git objects unsynced, one registry transaction, one barrier,
 * move the refs, then send. Nothing leaves the process before the barrier, and
 * what was not decided was never seen, so every step may run twice.
 */
#ifndef SP_HOST_H
#define SP_HOST_H

#include "base/json.h"
#include "config/config.h"

struct sp_host;

/* The steps of a batch, in order: where the durability tests stop the process.
 * The hook is called when a step has been done. */
enum sp_step {
	SP_STEP_POLLED,   /* inboxes listed, mails parsed */
	SP_STEP_LOCKED,   /* the games of the batch are locked */
	SP_STEP_APPLIED,  /* one mail or timer was applied in memory */
	SP_STEP_OBJECTS,  /* git objects written, unsynced */
	SP_STEP_BARRIER,  /* they are synced (batches without any have none) */
	SP_STEP_RECORDED, /* the registry's transaction is committed and synced:
			     the batch is decided */
	SP_STEP_REF,      /* one game's refs moved */
	SP_STEP_SENT,     /* one mail was handed to the sender */
	SP_STEP_MARKED,   /* sent mails are marked in the registry */
	SP_STEP_DONE,     /* inbound mails are marked done */
	/* no step of a pass: a repair has a whole copy, not in its place yet */
	SP_STEP_COPIED,
};

struct sp_host_options {
	const char *mime_program;     /* path of spellpost-mime */
	const struct sp_clock *clock; /* NULL: the system's */
	void (*step)(enum sp_step step, void *payload); /* NULL: none */
	/* Asked between batches and between mails that are sent; true: leave
	 * the rest for another pass. NULL: never. */
	bool (*stop)(void *payload);
	void *payload;
	/* New mails of an inbox that a pass takes at once; 0: 2,000. */
	size_t poll_most;
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
#define SP_HOST_WAIT_FDS 8
int sp_host_wait(struct sp_host *host, const struct sp_pass *pass,
	int fds[SP_HOST_WAIT_FDS], size_t *n);

/* One message as if it had come by mail: `spellpost deliver`. The answer has
 * "disposition" and "sent". */
int sp_host_deliver(struct sp_host *host, const char *raw, size_t len,
	json_t **answer, struct sp_error *e) SP_MUST_CHECK;

/* An operator's act: {"act": "game new", ...}. The keys of each stand
 * with its function in host_private.h; unknown ones are refused. {"act": "clock
 * accept"} believes a clock that jumped, and answers {"doubted", "now"}.
 * SP_EAGAIN, here and in deliver: the clock is not believed. Caller owns
 * *answer. */
int sp_host_act(struct sp_host *host, const json_t *act, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- looking, without deciding: needs no lock ------------------------- */

struct sp_viewer;

int sp_host_viewer_open(struct sp_viewer **out, const struct sp_config *config,
	struct sp_error *e) SP_MUST_CHECK;
void sp_host_viewer_close(struct sp_viewer *viewer);
/* Each fills *json (the caller owns it) and appends the text for people. */
int sp_host_viewer_list(struct sp_viewer *viewer, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* `gid` may be any unambiguous beginning, here and below. */
int sp_host_viewer_show(struct sp_viewer *viewer, const char *gid,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
int sp_host_viewer_board(struct sp_viewer *viewer, const char *gid,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* The newest turns as a story, oldest first; 0: all. */
int sp_host_viewer_history(struct sp_viewer *viewer, const char *gid, int turns,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* Where its repository is; the caller owns *path. */
int sp_host_viewer_path(struct sp_viewer *viewer, const char *gid, char **path,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- finding what is wrong -------------------------------------------- */

enum sp_level { SP_LEVEL_OK, SP_LEVEL_WARNING, SP_LEVEL_ERROR };

/* What was looked at and what was seen there. Texts are one line without
 * controls, and hold no secret. */
struct sp_finding {
	enum sp_level level;
	const char *check;  /* "master key", "inbox club" */
	const char *text;   /* may be empty where all is well */
	const char *remedy; /* what to do; empty where all is well */
};

/* The quick look of `spellpost check`: configuration, folders, key, registry,
 * repositories. It connects to no server. SP_OK where all is well; else a
 * finding per line, each with its remedy. */
int sp_doctor_viewer_check(const struct sp_config *config, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

struct sp_doctor_options {
	const char *mime_program;            /* path of spellpost-mime */
	const struct sp_clock *clock;        /* NULL: the system's */
	const struct sp_error *config_error; /* why there is no configuration */
	bool offline; /* connect to no server, and send nothing */
	bool no_mail; /* send nothing */
	int timeout;  /* seconds that the probe has, there and back */
	/* Does the daemon of this data folder answer, and as which process?
	 * SP_EAGAIN: none listens. */
	int (*ask)(const char *data, int64_t *pid, struct sp_error *e);
	/* each finding when it is there, borrowed; may be NULL */
	void (*found)(const struct sp_finding *finding, void *payload);
	/* what takes its time: `done` of `total` (0: nobody knows); may be NULL
	 */
	void (*progress)(
		const char *what, size_t done, size_t total, void *payload);
	void *payload;
};

/* The long look of `spellpost doctor`: what check does, and permissions, the
 * disk, the clock, the daemon, a log-in at each server, and a mail to ourselves
 * and back. `config` is NULL where there is a config_error. It changes nothing
 * but what the daemon would make anyway (folders for mails that are done), and
 * takes nothing out of an inbox but its own mail. The answer, which the caller
 * owns, is {"findings": [{"check", "level", "text", "remedy"}], "errors": n,
 * "warnings": n}. */
json_t *sp_doctor(const struct sp_config *config,
	const struct sp_doctor_options *options);
/* A finding for people: level, check and text, the remedy below. Lines are
 * broken to fit into `columns`; 0: never. */
void sp_doctor_format(
	struct sp_buf *out, const struct sp_finding *finding, size_t columns);
#endif
