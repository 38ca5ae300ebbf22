/*
 * bench: what `make bench` measures. Every figure is a ratio to a
 * floor that was measured in the same run, minutes apart at most.
 *
 * What is measured is the host of the daemon, in this process: sp_host_pass on
 * a real data folder, with real mails in its Maildir. Where a whole process
 * matters (sync calls, file opens, memory) it is spellpostd itself.
 *
 * How: a new directory for each run, nothing deleted before the end (on ext4
 * files that are made after thousands were deleted cost many times as much),
 * the runs of what is compared interleaved, medians, and the range beside.
 * Figures here never fail a build: a missed budget is a line in the table.
 */
#ifndef SP_BENCH_H
#define SP_BENCH_H

#include <sys/types.h>

#include "audit/audit.h"
#include "host/batch.h"
#include "host/host_private.h"
#include "host/outbox.h"

#define BENCH_RUNS 5

/* ---- the run ------------------------------------------------------------- */

struct bench {
	char *build;   /* folder of the programs */
	char *source;  /* folder of games/ and templates/ */
	char *root;    /* everything that is made is in here */
	bool thorough; /* BENCH_LONG=1 */
};

/* The world failed: say so, remove what was made, exit. */
SP_NORETURN void bench_die(const char *fmt, ...) SP_PRINTF(1, 2);
/* The same where `code` is an error. */
void bench_ok(int code, const struct sp_error *e, const char *what);
/* Ends the process where a signal asked for it. */
void bench_check_stop(void);
/* "<root>/<name>", a new folder; the caller owns the text. */
char *bench_folder(const struct bench *b, const char *name);

/* ---- time (measure.c) ---------------------------------------------------- */

/* Seconds. */
double bench_wall(void);
double bench_cpu(void);          /* user and system of this process */
double bench_cpu_of(pid_t pid);  /* of another one, without its children */
double bench_cpu_children(void); /* of those that were waited for */

struct bench_cost {
	double wall, cpu;
};

struct bench_spread {
	double median, min, max;
};

/* Sorts the values. */
struct bench_spread bench_spread(double *values, size_t n);
double bench_median(double *values, size_t n);

/* ---- the table ----------------------------------------------------------- */

void bench_title(const char *fmt, ...) SP_PRINTF(1, 2);
/* A line of words below the title. */
void bench_note(const char *fmt, ...) SP_PRINTF(1, 2);
/* One figure of each run: its median and range, times `scale`. */
void bench_row(const char *name, const double *values, size_t n, double scale,
	const char *unit);
/* A ratio per run; `budget` 0: there is none. */
void bench_ratio(
	const char *name, const double *values, size_t n, double budget);
/* A single figure beside its budget (at most; negative: at least; 0: none). */
void bench_figure(
	const char *name, double value, const char *unit, double budget);

/* ---- a club (club.c, players.c)
 * ----------------------------------------------------- */

#define BENCH_SEATS 2

extern const char *const bench_colours[BENCH_SEATS];

/* A game as its players know it: from their mails, and a copy of the position
 * to choose legal orders from. */
struct bench_table {
	char gid[SP_GID_TEXT];
	char token[BENCH_SEATS][SP_REPLY_TOKEN_LEN + 1];
	char answers[BENCH_SEATS][SP_MSGID_SIZE]; /* Message-ID replied to */
	char *quote[BENCH_SEATS];                 /* what Reply quotes */
	struct sp_game *game; /* NULL until its first mail is written */
	bool walked;          /* so the next order is `end` */
	unsigned orders;
};

struct bench_club {
	const struct bench *bench;
	char *dir;
	struct sp_config config;
	struct sp_host *host; /* NULL while it is closed */
	pid_t parser;         /* spellpost-mime of the host; 0: not found */
	struct sp_ruleset *ruleset;
	struct bench_table *table;
	size_t n_tables;
	unsigned mails; /* written so far */
	uint64_t random;
	double began; /* the last pass */
	double step[SP_STAGE_COVERED +
		    1]; /* when each was reached last in it */
};

/* A new data folder with `games` games of two seats that have begun. */
void bench_club_make(struct bench_club *club, const struct bench *b,
	const char *name, unsigned games);
/* The daemon may have the folder between these. */
void bench_club_close_host(struct bench_club *club);
void bench_club_open_host(struct bench_club *club);
void bench_club_free(struct bench_club *club);

/* The next order of a game (a walk and `end` in turn) as a mail in the inbox;
 * `synced` as a mail server leaves it. */
void bench_club_write(struct bench_club *club, size_t table, bool synced);
/* One pass over what lies there; dies unless each of `mails` made a commit and
 * got its receipt. The CPU is that of this process alone. */
void bench_club_pass(
	struct bench_club *club, unsigned mails, struct bench_cost *cost);
/* CPU of the parser and its readers but for the `before` that the parser had
 * used before. It is known only when the host closes: closes it. */
double bench_club_parser_cpu(struct bench_club *club, double before);
/* The path of a game's repository; the caller owns it. */
char *bench_club_repo(const struct bench_club *club, size_t table);

/* Orders for a daemon, written while the club's host is still ours, into a
 * folder that the daemon does not know; the caller owns its path. */
char *bench_club_write_ahead(struct bench_club *club, unsigned mails);

/* The value of a header of a mail of the club that stands on one line of its
 * own. False: it has none, or one that is longer. */
bool bench_mail_header(
	const char *mail, const char *name, char *out, size_t size);
/* What Reply quotes of it; the caller owns the text. */
char *bench_mail_quoted(const char *mail);

/* ---- mail servers (servers.c) --------------------------------------------
 */

/* A Dovecot with a mailbox for whoever logs in, and an smtp-sink. */
struct bench_servers {
	char *dir;
	char *password; /* a file with that of every user */
	uint16_t imap, smtp;
	pid_t dovecot, sink;
};

/* NULL: they are here; else what is not. */
const char *bench_servers_missing(void);
void bench_servers_start(
	struct bench_servers *s, const struct bench *b, const char *name);
void bench_servers_stop(struct bench_servers *s);
/* A new mailbox: its Maildir, whose path the caller owns. */
char *bench_servers_user(const struct bench_servers *s, const char *user);
/* A mail in a file on the same disk arrives there. */
void bench_servers_deliver(const char *maildir, const char *from);

/* ---- a daemon of its own (daemon.c) -------------------------------------
 */

/* Until a daemon with the club's folder is ready, and at rest. */
void bench_await_daemon(const struct bench_club *club);
/* Bytes of private dirty memory; 0: may not be read. */
double bench_private_dirty(pid_t pid);
/* Its first child, or 0. */
pid_t bench_child_of(pid_t pid);

/* ---- floors (floor.c, disk.c) ---------------------------------------------
 */

struct bench_disk {
	double append, syncfs; /* p50, seconds */
};

void bench_disk(struct bench_disk *out, const char *folder);
/* Bytes of the files below a folder. */
double bench_bytes(const char *path);
/* Make all that is dirty durable, so that the next measurement does not pay. */
void bench_settle(const struct bench *b);

/* The commits of one or more games in the batches in which the host made
 * them, ready to be written again. */
struct bench_floor;

/* The last batches * per_game commits of each of the games. */
struct bench_floor *bench_floor_make(const struct bench_club *club,
	size_t games, size_t batches, size_t per_game, const char *folder);
/* Write batch `i` again, after as many mails were delivered as the host got. */
void bench_floor_batch(
	struct bench_floor *floor, size_t i, struct bench_cost *cost);
void bench_floor_free(struct bench_floor *floor);

/* ---- the parts ------------------------------------------------------------
 */

void bench_orders(const struct bench *b); /* 1 */
void bench_syncs(const struct bench *b);  /* 2 */
void bench_scale(const struct bench *b);  /* 3 */
void bench_rules(const struct bench *b);  /* 4 */
void bench_sizes(const struct bench *b);  /* 5 */
void bench_mail(const struct bench *b);   /* 6 */
void bench_online(const struct bench *b); /* 7 */
void bench_proof(const struct bench *b);  /* 8 */
void bench_packs(const struct bench *b);  /* 9 */
void bench_client(const struct bench *b); /* c */
void bench_once(const struct bench *b);   /* o */
/* these only if they are asked for */
void bench_days(const struct bench *b);   /* d */
void bench_people(const struct bench *b); /* p */

/* ---- other programs (trace.c) ----------------------------------------------
 */

/* Kinds of system calls that are counted, with the words of strace. */
#define BENCH_CALLS(X)                                                         \
	X(SYNCFS, "syncfs")                                                    \
	X(FSYNC, "fsync")                                                      \
	X(FDATASYNC, "fdatasync")                                              \
	X(SYNC_FILE_RANGE, "sync_file_range")                                  \
	X(MSYNC, "msync")                                                      \
	X(SYNC, "sync")                                                        \
	X(OPENAT, "openat")

enum bench_call {
#define X(name, word) BENCH_##name,
	BENCH_CALLS(X)
#undef X
		BENCH_CALL_COUNT
};

#define BENCH_SYNC_CALLS BENCH_OPENAT /* those before it sync */

struct bench_trace {
	/* syncs of the daemon and what it starts; opens of it alone */
	unsigned calls[BENCH_CALL_COUNT];
	unsigned registry[BENCH_CALL_COUNT]; /* of these, on SQLite's files */
};

const char *bench_call_word(enum bench_call call);
/* NULL: strace works here; else why it does not. */
const char *bench_trace_missing(const struct bench *b);
/* `spellpostd --once` on the club's folder, with batches of `batch` mails; the
 * club's host must be closed. */
void bench_trace_once(
	struct bench_trace *out, const struct bench_club *club, unsigned batch);
/* argv[0] by PATH; `log` (NULL: ours) gets what it says. -1: cannot run. */
pid_t bench_spawn(const char *const argv[], const char *log);
/* End this process, too, when we die: until it is forgotten, which is before
 * somebody else waits for it. */
void bench_guard(pid_t pid);
void bench_forget(pid_t pid);
/* End it now and wait for it; it is forgotten. */
void bench_release(pid_t pid);
/* Dies where the program failed. */
void bench_wait(pid_t pid, const char *program);

#endif
