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

int sp_viewer_open(struct sp_viewer **out, const struct sp_config *config,
	struct sp_error *e) SP_MUST_CHECK;
void sp_viewer_close(struct sp_viewer *viewer);
/* Each fills *json (the caller owns it) and appends the text for people. */
int sp_viewer_list(struct sp_viewer *viewer, json_t **json, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;
/* `gid` may be any unambiguous beginning, here and below. */
int sp_viewer_show(struct sp_viewer *viewer, const char *gid, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
int sp_viewer_board(struct sp_viewer *viewer, const char *gid, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* The newest turns as a story, oldest first; 0: all. */
int sp_viewer_history(struct sp_viewer *viewer, const char *gid, int turns,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* Where its repository is; the caller owns *path. */
int sp_viewer_path(struct sp_viewer *viewer, const char *gid, char **path,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- repositories of anybody's: needs no club -----------------------------
 */

/* The same of a bare repository, a clone or a bundle. */
int sp_history_of(const char *path, int turns, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

/* Write the game as a bundle file, and look into it. *json: {"gid", "file",
 * "tip", "commits", "tags", "bytes"}. SP_EEXISTS where the file is there and
 * `replace` is not set. Works beside a daemon. */
int sp_viewer_export(struct sp_viewer *viewer, const char *gid,
	const char *file, bool replace, json_t **json, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;
/* A game, commit by commit, numbered as their Seq trailers are. It is shown as
 * the repository tells it; whether that is true is what verify asks. */
struct sp_replay;

int sp_replay_open(struct sp_replay **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
void sp_replay_close(struct sp_replay *replay); /* NULL is fine */
/* How many commits there are: at least one. */
size_t sp_replay_count(const struct sp_replay *replay);
/* The commit that "17", "turn/7" or the beginning of an id names. SP_ENOTFOUND
 * says what there is; SP_EINVAL where it is none of these. */
int sp_replay_find(const struct sp_replay *replay, const char *at,
	size_t *number, struct sp_error *e) SP_MUST_CHECK;
/* The next commit behind (back: before) `number` that begins a turn; `number`
 * where there is none. */
size_t sp_replay_turn(const struct sp_replay *replay, size_t number, bool back);
/* The seat of that colour; SP_ENOTFOUND lists those that there are. */
int sp_replay_seat(const struct sp_replay *replay, const char *colour,
	int *seat, struct sp_error *e) SP_MUST_CHECK;
/* Board, report and, of a game that is over, what was hidden: all of it, or
 * what one seat knew (a seat below 0: all). *json (the caller owns it):
 * {"game", "seq", "last", "commit", "date", "author", "subject", "started",
 * "revealed", "board" and "report" (lines)}, where it has begun "position", and
 * once revealed "sealed" (commands in the box of this commit) and "hidden":
 * {"hands", "declared", "answers", "face_down", "decks"}, of one seat its own,
 * and "known" (cards of others). The text leaves out what is in "hidden". */
int sp_replay_show(struct sp_replay *replay, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

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
int sp_viewer_check(const struct sp_config *config, json_t **json,
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
/* ---- rulesets: needs no club -------------------------------------------- */

/* Load the ruleset of a folder and tell what it holds. *good is false where
 * there are problems: then `text` has a line "file:line: ..." for each. */
int sp_rulebook_check(const char *folder, json_t **json, struct sp_buf *text,
	bool *good, struct sp_error *e) SP_MUST_CHECK;
/* A card of a ruleset by name or any unambiguous part of it. */
int sp_rulebook_card(const char *rulesets, const char *ruleset,
	const char *name, json_t **json, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- is a game what it says? needs no club ------------------------------ */

struct sp_verify_options {
	const char *signer;     /* "SHA256:..." of its key; NULL: not known */
	const char *root;       /* 40 hex digits of its first commit; NULL */
	const char *const *has; /* ids that its history must have */
	size_t n_has;
	const char *mails;        /* folder of the judge's mails; NULL */
	const char *mime_program; /* path of spellpost-mime, for mails */
	/* `done` of `total` commits; may be NULL */
	void (*progress)(size_t done, size_t total, void *payload);
	void *payload;
};

/* Check the game in a repository, clone or bundle, which nobody has to trust,
 * from its root to its tip; once its secret is revealed by playing it again.
 * *good is false where anything is not as it must be: then *json (the caller
 * owns it) has "mismatch": {"commit", "seq", "subject", "what", "expected",
 * "found"}, the first one. `text`: the same for people. SP_ENOTFOUND,
 * SP_EINVAL: there is no such repository; SP_EUNKNOWN: it needs another
 * version. */
int sp_verify(const char *path, const struct sp_verify_options *options,
	json_t **json, struct sp_buf *text, bool *good,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- whole games by bots: needs no club ---------------------------------- */

struct sp_simulation_option {
	const char *name, *value;
};

struct sp_simulation {
	const char *rulesets; /* folder of all rulesets */
	const char *ruleset;  /* which of them */
	int players, games;   /* at least one game */
	uint64_t seed;        /* equal seeds play equal games */
	const char *bots;     /* "random,random,...", or one for all; NULL:
				 random */
	const char *repo; /* folder where each game becomes a repository like
			     those of a club, made where it is not there;
			     NULL: none. Not with the options `windows` and
			     `hold`, which are about mails and clocks */
	bool drafts;      /* deal cards too that are not ready */
	bool check;       /* every invariant after every command, and bots see
			     no more than their seat does */
	size_t n_options;
	struct sp_simulation_option option[32];
};

/* Play them. *json (the caller owns it): {"ruleset", "players", "games",
 * "seed", "commands", "commands_per_second", "rounds" and "length" (commands of
 * a game) as {"least", "median", "most"}, "wins" by colour, "wins_of_first",
 * "ends" by cause, "cards": [{"id", "played", "countered", "cancelled"}]};
 * `text`: the same for people. */
int sp_simulate(const struct sp_simulation *what, json_t **json,
	struct sp_buf *text, struct sp_error *e);

#endif
