/*
 * A club in a folder of its own, with a clock that only the test moves: mails
 * go in as files of mail/in/new with a chosen arrival, the judge's mails are
 * read from mail/out/new. Equal calls give equal commits and equal mails: the
 * master key is always the same.
 */
#ifndef CLUB_H
#define CLUB_H

#include "inside.h"

#define CLUB_NOON  1795539600 /* Tue 24 Nov 2026 17:00:00 UTC */
#define CLUB_HOUR  3600
#define CLUB_FILES 8000 /* bytes of a list of names */

/* A mail of the judge. */
struct letter {
	char *name; /* of its file */
	char *raw;
	size_t len;
	char *text;     /* decoded, as terminals show it */
	char *html;     /* decoded; "" where there is none */
	int64_t number; /* in the outbox: the order of writing */
	char to[SP_ADDR_SIZE];
	char subject[300];
	char reply_to[SP_ADDR_SIZE];
	char id[SP_MSGID_SIZE];
	char in_reply_to[SP_MSGID_SIZE];
	char date[SP_DATE_TEXT];
};

/* One thing that happened to a club, to do it again to a copy: a mail that
 * arrives, or (file NULL) a pass. */
struct event {
	int64_t now; /* of a pass */
	char *file;  /* name below mail/in/new */
	int64_t arrival;
	char *raw;
};

struct tape {
	struct event *event;
	size_t n;
};

struct club {
	char *dir;
	struct sp_config config;
	struct sp_clock clock;
	int64_t now;
	void (*stage)(enum sp_batch_stage stage, void *payload);
	void *payload;
	struct sp_host *host; /* NULL while closed */
	struct sp_registry *reader;
	struct sp_pass pass;    /* the last one */
	struct sp_error error;  /* of the last call that may fail */
	struct letter **letter; /* in the order of writing */
	size_t n_letters;
	unsigned written; /* mails so far */
	bool quiet;       /* what the host logs goes to <dir>.log */
	bool aside;       /* checkpoints sync in a thread, as in the daemon */
	bool once;        /* its process ends after each pass (relay.h) */
	size_t poll_most; /* as in sp_host_options */
	/* Public defaults stand, as in a real club: a seat is asked less often.
	 * Most tests are about being asked. */
	bool defaults;
	const char *mime;  /* a parser of the test's; NULL: the real one */
	const char *bots;  /* the program in which bots think; NULL: none */
	struct tape *tape; /* NULL, or where everything is noted */
	/* The uid of a file in the ledger, where it is not its name. */
	void (*uid)(
		const struct club *c, const char *file, char out[SP_ROW_UID]);
	void *server; /* for uid */
};

void club_make(struct club *c);
/* The same from that time on, in seconds. A program that is run there looks at
 * the machine's clock, and believes no jump of more than a day: time(NULL). */
void club_make_at(struct club *c, int64_t now);
/* Closes it; the files stay until the runner ends. */
void club_clear(struct club *c);
/* A copy of the files of a club that is closed; nothing was read there. */
void club_copy(struct club *copy, const struct club *from);
/* One whose files are in `dir` already, set up as another; takes `dir`. */
void club_take(struct club *c, char *dir, const struct club *as);
/* The configuration that a club in this folder has. */
void club_config(struct sp_config *config, const char *dir);

/* Opens (once) and makes passes; what may fail returns the status, with
 * c->error; the others are fatal to the test. A pass reads the new letters. */
int club_try_open(struct club *c);
void club_open(struct club *c);
void club_close(struct club *c);
/* All that was decided is covered, and the registry is one file. It is open. */
void club_cover(struct club *c);
/* The process before did not come to its end, as the next one sees it. */
void club_unclean(const struct club *c);
int club_try_pass(struct club *c);
void club_pass(struct club *c);
/* A pass, and more of them as long as a bot thinks. */
void club_pass_bots(struct club *c);
/* The clock moves on, then a pass. */
void club_later(struct club *c, int64_t seconds);
/* How long the daemon would wait after the last pass. */
int club_wait(struct club *c);
/* `spellpost deliver`: the disposition's word, or NULL with c->error. */
const char *club_deliver(struct club *c, const char *raw);
/* In a child process: opens, runs a pass, and kills itself when the nth mail or
 * timer was applied (or another step was done). Fatal where it lives on. */
void club_die(struct club *c, enum sp_batch_stage stage, unsigned nth);
/* The same in the middle of an act. */
void club_die_acting(
	struct club *c, const json_t *act, enum sp_batch_stage stage);
int club_try_act(struct club *c, const json_t *act);
/* Let an act "game undo" expect the step that its game is at, as the plan tells
 * it: the plan does nothing. False, with c->error, where there is none. */
bool club_aim(struct club *c, json_t *act);

/* ---- games ------------------------------------------------------------------
 */

struct person {
	const char *colour, *name, *address;
};

/* Red, blue, yellow, green, purple. */
extern const struct person club_people[SP_SEATS_MAX];
const struct person *club_person(const char *colour);

/* An act "game new" of the first n people; options "rounds=3 deadline=1". The
 * caller owns it. */
json_t *club_new(const char *gid, int n, const char *options, bool start);
/* Seats that bots play, in the act: "blue green". */
void club_add_bots(json_t *act, const char *colours);
/* Make that game: fatal where it is refused. */
void club_game(struct club *c, const char *gid, int n, const char *options,
	bool start);

void club_head(const struct club *c, const char *gid, struct sp_oid *head);
unsigned club_commits(const struct club *c, const char *gid);
/* The position at the tip: sp_free it. */
struct sp_game *club_state(const struct club *c, const char *gid);
const struct sp_ruleset *club_ruleset(void);
/* The game as a batch has it, with what is hidden, locked:
 * sp_record_live_free it. */
struct sp_live *club_load(struct club *c, const char *gid);
/* The open host's registry, else a reader's; club_close closes both. */
struct sp_registry *club_registry(struct club *c);
void club_row(struct club *c, const char *gid, struct sp_game_row *row);
/* When the open decision of a game is due. */
int64_t club_deadline(struct club *c, const char *gid);
/* How many outages the journal has; *newest is left alone if it has none. */
unsigned club_outages(struct club *c, struct sp_outage_row *newest);
/* True if the log of the club holds these words. */
bool club_logged(const struct club *c, const char *words);
/* <data>/games/xx/<gid>.git: sp_free it. */
char *club_repository(const struct club *c, const char *gid);
/* A shell command in that repository; its exit status, output in `out` (NULL:
 * dropped). */
int club_git(const struct club *c, const char *gid, struct sp_buf *out,
	const char *command);
bool club_has_git(void); /* false after a test_skip */

/* ---- mails to the judge
 * ------------------------------------------------------ */

struct draft {
	const char *from;        /* as in the header */
	const char *to;          /* NULL: the judge's plain address */
	const char *subject;     /* NULL: "orders" */
	const char *id;          /* NULL: a new one; "": none */
	const char *in_reply_to; /* NULL: none */
	const char *extra;       /* NULL, or whole header lines */
	const char *text;
	int64_t arrival; /* 0: now */
};

/* Puts the mail into the inbox; its file name is borrowed from the club until
 * the next one. */
const char *club_post(struct club *c, const struct draft *draft);
/* What Reply does: to the Reply-To, with In-Reply-To. `from` is a colour. */
const char *club_reply(struct club *c, const struct letter *letter,
	const char *from, const char *text);
void club_put(const struct club *c, const struct event *mail);
/* What became of a mail in the ledger; SP_DISPOSITION_SEEN: nothing yet. */
enum sp_disposition club_fate(struct club *c, const char *file);
/* Mails in a folder of the data folder, as "name\n" each, sorted. */
void club_list(const struct club *c, const char *folder, struct sp_buf *out);
unsigned club_count(const struct club *c, const char *folder);

/* ---- letters
 * ------------------------------------------------------------------- */

/* Move what lies in mail/out/new to mail/out/cur and read it. */
void club_read(struct club *c);
/* Letters from number `from` on whose recipient is the colour's (NULL: any)
 * and whose subject has the words. */
unsigned club_letters(const struct club *c, size_t from, const char *colour,
	const char *subject);
/* The newest such one: fatal where there is none. */
const struct letter *club_letter(
	const struct club *c, const char *colour, const char *subject);
/* The newest letter to an address, or NULL. */
const struct letter *club_last_to(
	const struct club *c, size_t from, const char *address);
/* Take a mail of the judge apart (takes `raw`; lines end in LF); what is not
 * written in it stays empty. */
struct letter *letter_parse(char *raw, size_t len);
void letter_free(struct letter *letter);
/* The value of a header, "" where there is none; within `size` bytes. */
void letter_header(const char *raw, const char *name, char *out, size_t size);

/* ---- players
 * ---------------------------------------------------------------------- */

/* The next order of a numbered list, whose line begins at *at, which moves on
 * behind it; false: the list is over. */
bool letter_listed(const char **at, char out[200]);
/* The first thing that a letter suggests, but a punch before all else; false
 * where it suggests nothing. */
bool letter_suggestion(const struct letter *letter, char out[200]);
/* The first `n` of club_people answer their invitations with that text, ten
 * seconds apart, and a pass takes it all. */
void club_join(struct club *c, int n, const char *text);
/* Every seat's wizard is played from what its mails suggest, one mail a pass,
 * until the game is over or so many mails were written. Returns how many. */
int club_play(struct club *c, const char *gid, int mails);
/* Play so until the newest suggestion to whoever moves starts with `order`;
 * returns that letter, or NULL. */
const struct letter *club_play_until(
	struct club *c, const char *gid, const char *order, int mails);
/* The colour of whose turn it is; "" where nobody's. */
const char *club_active(struct club *c, const char *gid);
/* The newest letter to the one whose turn it is. */
const struct letter *club_present(struct club *c, const char *gid);

/* ---- doing it again
 * ------------------------------------------------------------------ */

void tape_clear(struct tape *tape);
/* The events one after the other, as they were noted. */
void club_feed(struct club *c, const struct tape *tape);
/* Everything that makes a club what it is to the world: heads, tags, letters
 * with their bytes, inbox, fates of the mails; and what it waits for: questions
 * that a yes confirms, and timers. SHA-256 in hex for each part in the text, so
 * that a difference says where. */
void club_picture(struct club *c, struct sp_buf *out);

#endif
