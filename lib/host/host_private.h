/*
 * What the files of the host share. A batch owns its live games; a live game is
 * loaded from its tip under its lock, moved on in memory, and written once.
 */
#ifndef SP_HOST_PRIVATE_H
#define SP_HOST_PRIVATE_H

#include "host/host.h"

#include "audit/audit.h"

#include "host/folder.h"
#include "host/poison.h"
#include "host/transports.h"
#include "host/watch.h"
#include "post/people.h"
#include "post/post.h"
#include "post/probe.h"
#include "post/texts.h"
#include "post/told.h"
#include "post/whose.h"
#include "record/agents.h"
#include "record/commit.h"
#include "record/files.h"
#include "record/hidden.h"
#include "record/history.h"
#include "record/live.h"
#include "record/ruling.h"
#include "record/sealed.h"
#include "registry/registry.h"
#include "render/render.h"
#include "seal/seal.h"
#include "store/store.h"
#include "table/play.h"
#include "table/table.h"

/* ---- outages (outage.c) ----------------------------------------------- */

/* An inbox or the sender that fails: when to try again. */
struct sp_outage {
	char name[SP_CONFIG_TITLE + 32]; /* for the log */
	int code;                        /* of the last failure; SP_OK: none */
	int64_t since, next;
	int64_t said; /* when it was logged */
	unsigned tries;
	char text[SP_ERROR_TEXT];
};

/* SP_EAGAIN: from seconds to a quarter of an hour; else from minutes to half an
 * hour. `chance` takes up to a quarter off. */
int64_t host_outage_delay(int code, unsigned tries, uint32_t chance);
/* Is it too early for another try? */
bool host_outage_waits(const struct sp_outage *o, int64_t now);
/* Note a failure; logged where it begins, where it becomes another one, and
 * rarely while it lasts. */
void host_outage_failed(
	struct sp_outage *o, const struct sp_error *why, int64_t now);
/* Note a success; logged where it ends an outage. */
void host_outage_passed(struct sp_outage *o, int64_t now);
/* Seconds until the next try, at most `most`. */
int64_t host_outage_left(const struct sp_outage *o, int64_t now, int64_t most);

/* ---- games whose files fail (trouble.c) ------------------------------- */

/* True if it is too early for another try at this game. */
bool host_trouble_waits(const struct sp_host *host, const char *gid);
/* Note a failure, or the end of it (false: there was none); logged as outages
 * are. */
void host_trouble_failed(
	struct sp_host *host, const char *gid, const struct sp_error *why);
bool host_trouble_passed(struct sp_host *host, const char *gid);
/* Log the end of it, which host_trouble_passed still tells whoever loads it. */
void host_trouble_settle(struct sp_host *host, const char *gid);
/* Why it waits; NULL: it does not. */
const char *host_trouble_text(const struct sp_host *host, const char *gid);
/* Seconds until the next try, at most `most`. */
int64_t host_trouble_left(const struct sp_host *host, const char *gid,
	int64_t now, int64_t most) SP_MUST_CHECK;
/* Milliseconds to wait for its lock: none if that was in vain before. */
int host_trouble_patience(const struct sp_host *host, const char *gid);
/* What `code`, with which reading a game failed, means: SP_ECORRUPT if all of
 * its files can be read, so that the fault is in them; else something that may
 * pass, with its cause in *why. */
int host_trouble_judge(struct sp_host *host, const char *gid, int code,
	struct sp_error *why) SP_MUST_CHECK;

/* ---- inboxes (inboxes.c) ---------------------------------------------- */

/* A mail that is decided, but still lies in its inbox. */
struct sp_unfiled {
	char *uid;
	bool bad; /* for the quarantine */
};

/* What is known of an inbox from one pass to the next. */
struct sp_look {
	int64_t heard;  /* every mail that came by then was in a list that was
			   worked through, or is in this round's; SP_NEVER */
	int64_t last;   /* when the last look began that succeeded; SP_NEVER */
	int64_t began;  /* the same, of this life of the process */
	int64_t noted;  /* that of it which the registry knows */
	bool polled;    /* in this round, and every mail could be read */
	bool more;      /* it has more than one list takes */
	bool unsure;    /* the last list may miss mails */
	size_t fresh;   /* mails that the last look took, and no earlier one */
	bool decided;   /* one of them, at least */
	bool left;      /* mails were left there, waiting for something */
	char **waiting; /* their uids, from the last look; owned */
	size_t n_waiting;
	bool again;   /* look again at once */
	bool waits;   /* sp_host_wait has set `next` and `fd` since then */
	int64_t next; /* look again then, */
	int fd;       /* or when this is readable; -1: there is none */
	struct sp_unfiled *unfiled;
	size_t n_unfiled;
	struct sp_outage filing; /* of moving them away */
};

struct sp_todo;

/* Look into the inboxes whose time it is, who may have heard of mail, or who
 * were not asked since `need`; append what lies there. */
int host_inboxes_poll(struct sp_host *host, int64_t need, struct sp_todo *todo,
	struct sp_error *e) SP_MUST_CHECK;
/* Up to when every mail of every inbox is known; SP_NEVER: one is silent. */
int64_t host_inboxes_heard(const struct sp_host *host);
/* A mail of this inbox cannot be read now. */
void host_inboxes_failed(struct sp_host *host, const struct sp_inbox *inbox,
	const struct sp_error *why);
/* Note what became of a mail of the list; `ran` is false where its turn did not
 * come. */
struct sp_work;
void host_inboxes_worked(
	struct sp_host *host, const struct sp_work *work, bool ran);
/* True if an inbox has more than was taken, and all that was taken waits: the
 * pass has to look at those behind it. */
bool host_inboxes_stuck(const struct sp_host *host);
/* The round is over: what was read ends its outage. True where every inbox was
 * looked into in it. */
bool host_inboxes_settle(struct sp_host *host);
/* Tell the inboxes what was decided. */
void host_inboxes_file(
	struct sp_host *host, const struct sp_work *work, size_t n);
/* When was the last look before this life of the process? */
int host_inboxes_open(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
void host_inboxes_close(struct sp_host *host);

/* ---- metrics (metrics.c) ---------------------------------------------- */

#define SP_METRICS_BOUNDS 5

/* Since the start. All zero at first. */
struct sp_metrics {
	int64_t read, timers, commits, sent, not_sent, incomplete;
	int64_t batches, batch_ns, within[SP_METRICS_BOUNDS];
	int64_t written; /* when; 0: never */
	bool news;       /* since then */
	bool silent;     /* in the last pass an inbox was */
	bool failed;     /* the last time: logged already */
};

/* A monotonic instant for host_metrics_batch, which counts a batch. */
int64_t host_metrics_begin(void);
void host_metrics_batch(struct sp_metrics *m, int64_t began);
void host_metrics_pass(struct sp_metrics *m, const struct sp_pass *pass);
/* Write the file, where one is configured and the last one is old enough. */
void host_metrics_write(struct sp_host *host);
/* Seconds until it has to be written again for what happened, at most `most`.
 */
int64_t host_metrics_left(
	const struct sp_host *host, int64_t now, int64_t most);

/* ---- the host --------------------------------------------------------- */

#define SP_REFUSED_RUN 3 /* so many in a row are no fault of theirs */

/* A mail that was given up because its recipient was refused. */
struct sp_refused {
	int64_t id; /* 0: owed again */
	char recipient[SP_ROW_ADDR];
};

struct sp_trouble;

struct sp_host {
	struct sp_config config;
	struct sp_host_options options;
	int lock_fd;
	struct sp_mime *mime;
	struct sp_keys keys;
	struct sp_store *store;
	struct sp_registry *registry;
	struct sp_poison *poison;
	struct sp_texts *texts;
	struct sp_post_office post;
	struct sp_inbox *inbox[SP_CONFIG_INBOXES];
	struct sp_sender *sender;
	struct sp_outage outage[SP_CONFIG_INBOXES], sending;
	struct sp_look look[SP_CONFIG_INBOXES];
	int64_t looked; /* deadlines up to then were looked for */
	struct sp_watch watch;
	int64_t pruned; /* the last time; SP_NEVER: not known yet */
	size_t probe;   /* which mail tries a sender that failed */
	/* the last ones, since any mail went; all to different people */
	struct sp_refused refused[SP_REFUSED_RUN - 1];
	size_t n_refused;
	int64_t strangers_said; /* logged that they are too many; or SP_NEVER */
	struct sp_trouble *trouble; /* games whose files fail (trouble.c) */
	size_t n_troubles;
	char (*unfinished)[SP_GID_TEXT]; /* games with rows that are decided and
					  * not done (unfinished.c) */
	size_t n_unfinished;
	struct sp_metrics metrics;
	bool broken; /* nobody knows whether the disk has the last batch: only
		      * the next start can go on */
	struct sp_rulesets rulesets;
	struct sp_scratch scratch;
};

int64_t host_now(const struct sp_host *host);
/* Is the rest to be left for another pass? */
bool host_stops(const struct sp_host *host);
void host_step(struct sp_host *host, enum sp_step step);

/* ---- loading (suspension.c) --------------------------------------------- */

/* Read the tip, all but the people. `live->repo` is open and locked,
 * `live->row` is read. What of an error is the game's fault host_trouble_judge
 * says. */
int host_live_load(struct sp_host *host, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- one mail of a seat (seat_mail.c) ---------------------------------- */

/* sp_table_play_mail for a club: with what it knows, and what is to be done
 * then. */
int host_seat_play(struct sp_play *play, struct sp_error *e) SP_MUST_CHECK;

/* ---- deadlines (deadlines.c) ------------------------------------------- */

/* Set the deadline's timer, if the game moved on. */
int host_rearm(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, struct sp_error *e) SP_MUST_CHECK;
/* Set it, then tell everybody whom it concerns that the game moved on. */
int host_notices(struct sp_host *host, struct sp_live *live,
	const struct sp_standing *before, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- confirmations (confirm.c) ---------------------------------------- */

/* The answer to a question, from whatever address: its token went to the
 * address of record alone. A `yes` or `no` makes the address that it came from
 * known for the seat. Fills the receipt. */
int host_confirm_answer(struct sp_play *play, struct sp_pending_row *pending,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- suspensions (suspension.c) ---------------------------------------- */

/* Tell the people of a loaded game that it is no longer suspended, ask anew
 * whoever is asked, and give them all their time. */
int host_game_goes_on(struct sp_host *host, struct sp_live *live,
	const struct sp_resumption *how, struct sp_error *e) SP_MUST_CHECK;

/* ---- games that are taken back (taken_back.c) --------------------------- */

/* What `game repair --back` gave up for a whole history. */
struct sp_taken_back {
	int64_t seq;      /* of the commit that it ends in now */
	bool behind;      /* its players were mailed about later ones */
	int64_t decision; /* the highest number that was mailed, or
			     SP_NO_DECISION */
	json_t *heads;    /* ids that are lost, sorted */
	json_t *steps;    /* what they did, in words, as far as that reads */
};

struct sp_work;

/* Record it and let the game, which is loaded, go on: work->taken. */
int host_take_back(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- batches (batch.c, intake.c, operator.c) -------------------------- */

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
	struct sp_mail *mail;
	char raw[SP_SHA256_TEXT]; /* digest of its bytes, lines end in LF */
	char *bytes;              /* themselves, where the inbox keeps none */
	size_t n_bytes;
	bool oversized;
	bool reused; /* its uid was that of another mail before */
	char message_id[SP_MSGID_SIZE]; /* its own, or made from the uid */
	struct sp_reply_address reply;  /* where it was sent to */
	bool by_id; /* no reply address: known by what it answers */
	struct sp_outbox_row answered;
	bool at_once; /* its sender waits: not behind a deadline */
	bool unread;  /* its inbox failed before it could be read */
	bool ours;    /* handled in this batch: mark it done */
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

struct sp_todo {
	struct sp_work *work;
	size_t n;
};

struct sp_work *host_todo_add(
	struct sp_todo *todo, enum sp_work_kind kind, int64_t instant);

/* A game whose files failed while something was applied to it: the batch runs
 * anew, and knows of it. */
struct sp_verdict {
	char gid[SP_GID_TEXT];
	bool doubted; /* an object seemed lost: it is believed the second time
		       */
	bool lost;
	struct sp_error why;
};

struct sp_verdicts {
	struct sp_verdict *list;
	size_t n;
};

struct sp_batch {
	struct sp_host *host;
	struct sp_work *work; /* in the order of execution */
	size_t n;
	struct sp_live **live; /* by gid */
	size_t n_live;
	bool noted; /* something is in the ledger beside what was decided */
	struct sp_verdicts *verdicts;
	bool again; /* a verdict is new: run it anew */
};

/* Apply the work, commit, note all of it in one transaction of the registry,
 * move the refs: after SP_OK everything in `work` is decided. */
int host_batch_run(struct sp_host *host, struct sp_work *work, size_t n,
	unsigned *commits, struct sp_error *e) SP_MUST_CHECK;
/* Open and lock the repository of a game of the batch, unless it waits; what is
 * wrong with it is found by host_batch_load. */
int host_batch_open_game(struct sp_batch *batch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Load what can be loaded. A game that is damaged is suspended, and its people
 * are told once; one whose files fail waits. The other games go on. */
int host_batch_load(struct sp_batch *batch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Something failed with `code` while it was done for this game. If the game's
 * files are to blame the batch is to run anew: SP_OK; else `code`. */
int host_batch_blame(struct sp_batch *batch, const char *gid, int code,
	struct sp_error *e) SP_MUST_CHECK;
/* At the start: this game's last batch could not be finished. */
int host_batch_suspend(struct sp_host *host, const char *gid, const char *why,
	struct sp_error *e) SP_MUST_CHECK;
/* The loaded game, or NULL where there is none or it is suspended. */
struct sp_live *host_batch_game(const struct sp_batch *batch, const char *gid);
/* A game that an act makes: created, locked, part of the batch. */
int host_batch_add_game(struct sp_batch *batch, const char *gid,
	struct sp_live **out, struct sp_error *e) SP_MUST_CHECK;

/* Read and take apart the mails among *n things to do: which games they are
 * about. SP_OK with a mail NULL: it is not to be worked on (seen already,
 * gone). *n becomes less where an inbox failed before a mail could be read. */
int host_intake_read(struct sp_host *host, struct sp_work *work, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
int host_intake_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;
int host_timer_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;
int host_act_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- acts (operator.c, acts_*.c): each fills work->answer --------------- */

/* The game that the act names, before the batch: work->gid. */
int host_act_find_game(struct sp_host *host, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;
int host_act_new(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game", "to", "at"}. "to": a seq or a tag ("turn/7"); without it the
 * position before the last command that no bot gave. "at": the seq that the
 * game must be at, SP_EREFUSED if it is not; without it nothing is done, and
 * the answer, with "plan", has "at". It has "to" and "undone": subjects, oldest
 * first. */
int host_act_undo(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game"} */
int host_act_cancel(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e) SP_MUST_CHECK;
/* {"game", "seat"}; the answer has "hidden". */
int host_act_look(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game", "from", "here", "back", "behind"}. "from": a clone or bundle that
 * has what is missing; "here": the damaged repository has it all; "back": go on
 * from the newest commit that is whole, with "behind" even if its players know
 * later ones. With none of "from", "here", "back" nothing is done, and the
 * answer, with "plan", has "damage", "here" (it has it all) with "seq", or
 * "missing", and "needs", the commit that a clone must have; and, where the
 * game can be taken back, "back" (the step), "behind" and "steps", what would
 * be lost. Else it has "head", "seq", "aside", where the damaged repository is
 * now, and what was taken back, "back", "behind" and "steps". SP_EREFUSED:
 * nothing is wrong with it, or no whole copy can be made. */
int host_act_repair(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e) SP_MUST_CHECK;
/* That act, with the batch that follows. */
int host_repair(struct sp_host *host, struct sp_work *work, unsigned *commits,
	struct sp_error *e) SP_MUST_CHECK;
/* ---- sending (outbox.c) ------------------------------------------------ */

/* Send what is due, and note what became of it. */
int host_outbox_send(struct sp_host *host, struct sp_pass *pass,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- batches that are decided and not finished (unfinished.c) ---------- */

/* At the start: finish what was decided before. */
int host_unfinished_open(
	struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* The references of a game could not be moved as its row says. Nobody has it
 * open. Judged and tried as below. */
int host_unfinished_note(struct sp_host *host, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Try to finish it: else it waits, or is suspended if it is damaged. */
int host_unfinished_try(struct sp_host *host, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* The same in a repository that is open and locked, without a word to anybody:
 * SP_OK if nothing of the game is left to finish. */
int host_unfinished_finish(struct sp_host *host, struct sp_store_game *repo,
	const char *gid, struct sp_error *why) SP_MUST_CHECK;
bool host_unfinished_is(const struct sp_host *host, const char *gid);
/* The games that wait and whose time it is, whether or not there is something
 * to do for them. */
int host_unfinished_retry(
	struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* Seconds until then, at most `most`. */
int64_t host_unfinished_left(
	const struct sp_host *host, int64_t now, int64_t most) SP_MUST_CHECK;
/* Append them, " gid gid ". */
void host_unfinished_list(const struct sp_host *host, struct sp_buf *out);

#endif
