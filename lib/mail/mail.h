/*
 * mail: addresses, inboxes, senders, the parser process for incoming mail, the
 * cutting of quotes and signatures, the writer of outgoing mail. It knows no
 * game: a gid, a seat and a token are words in an address here.
 *
 * Everything that comes out of an inbox was written by a stranger. Its MIME is
 * taken apart by spellpost-mime, a process without secrets; what
 * comes back is bounded, valid UTF-8 and without control characters.
 */
#ifndef SP_MAIL_H
#define SP_MAIL_H

#include "base/json.h"

/* ---- addresses -------------------------------------------------------------
 *
 * An address is an RFC 5322 addr-spec of a dot-atom, "@" and a host name, in
 * printable ASCII. Quoted local parts, comments, domain literals and SMTPUTF8
 * are refused: the address is a key and goes into headers of our own making.
 */

#define SP_NAME_SIZE 128 /* a display name, UTF-8, cut at a character */
#define SP_LOCAL_MAX 64

struct sp_mailbox {
	char addr[SP_ADDR_SIZE]; /* empty: none */
	char name[SP_NAME_SIZE]; /* without controls; may be empty */
};

/* Check `text` and copy it with its host name in lower case. */
int sp_mail_addr_parse(char out[SP_ADDR_SIZE], const char *text,
	struct sp_error *e) SP_MUST_CHECK;
/* Case is folded in local parts too: no mail host of our time tells them
 * apart, and players do not. */
bool sp_mail_addr_equal(const char *a, const char *b);
/* "addr", "<addr>", "Name <addr>" or "\"Name\" <addr>", as people write it in
 * configurations and on command lines. */
int sp_mail_mailbox_parse(struct sp_mailbox *out, const char *text,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- reply addresses: judge+GID.SEAT.DECISION.TOKEN@host ----------------- */

#define SP_REPLY_GID_MAX   24
#define SP_REPLY_SEAT_MAX  12
#define SP_REPLY_TOKEN_LEN 16

struct sp_reply_address {
	char gid[SP_REPLY_GID_MAX + 1];     /* [a-z0-9-]{10,24} */
	char seat[SP_REPLY_SEAT_MAX + 1];   /* [a-z]{1,12} */
	bool has_decision;                  /* else GID.SEAT.TOKEN */
	uint32_t decision;                  /* up to 9 digits */
	char token[SP_REPLY_TOKEN_LEN + 1]; /* base32; not verified here */
};

/* `judge` is the configured address ("judge@example.org"). SP_ELIMIT where the
 * local part would exceed 64 octets, SP_EINVAL where a field has not its form.
 */
int sp_mail_reply_address_format(char out[SP_ADDR_SIZE],
	const struct sp_reply_address *a, const char *judge,
	struct sp_error *e) SP_MUST_CHECK;
/* False where `addr` is not a reply address of this judge; case does not
 * matter, the fields come out in lower case. */
bool sp_mail_reply_address_parse(
	struct sp_reply_address *out, const char *addr, const char *judge);
/* Has the text something in it with the form of a reply address, of whatever
 * judge, or of the id of one of our mails (26 base32 characters before an @)?
 * Either lets others write orders. */
bool sp_mail_reply_address_in(const char *text, size_t n);

/* ---- one incoming mail -------------------------------------------------- */

#define SP_MAIL_RAW_MAX     (256 * 1024) /* octets of a mail */
#define SP_MAIL_TEXT_MAX    (64 * 1024)  /* octets of its decoded text */
#define SP_MAIL_PARTS_MAX   100
#define SP_MAIL_DEPTH_MAX   10
#define SP_MAIL_HEADERS_MAX 500
#define SP_MAIL_LIST_MAX    100 /* addresses or ids kept of one header */
#define SP_SUBJECT_SIZE     256

/* Why a mail has no text: X(symbol, word in JSON, what its sender is told). */
#define SP_MAIL_REASONS(X)                                                     \
	X(READABLE, "", "")                                                    \
	X(TOO_BIG, "too-big",                                                  \
		"it is too large; please send the orders alone, without "      \
		"attachments")                                                 \
	X(TOO_MANY_PARTS, "too-many-parts",                                    \
		"it has more than 100 parts; please send it as plain text")    \
	X(TOO_DEEP, "too-deep",                                                \
		"its parts are nested too deeply; please send it as plain "    \
		"text")                                                        \
	X(TOO_MANY_HEADERS, "too-many-headers",                                \
		"it has more than 500 header lines; please send a new mail")   \
	X(TEXT_TOO_LONG, "text-too-long",                                      \
		"its text is longer than 64 KB; please delete the quoted "     \
		"part")                                                        \
	X(NUL_BYTE, "nul-byte",                                                \
		"it contains NUL bytes; please send it as plain text")         \
	X(HTML_ONLY, "html-only",                                              \
		"its HTML has no text in it; please send it as plain text")    \
	X(NO_TEXT, "no-text",                                                  \
		"it has no text that I can read (only attachments, or text "   \
		"that is encrypted)")                                          \
	X(BAD_CHARSET, "bad-charset",                                          \
		"its character set is not one that I know; please use UTF-8")  \
	X(BAD_BYTES, "bad-bytes",                                              \
		"its text does not fit the character set that it names; "      \
		"please use UTF-8")                                            \
	X(CUT_OFF, "cut-off",                                                  \
		"it was cut off on its way, or looks so: its end is missing; " \
		"please send it again, with an empty line at its end")         \
	X(DAMAGED, "damaged",                                                  \
		"its text was damaged on its way (what says that it is "       \
		"base64 is not); please send it again")                        \
	X(BAD_SENDER, "bad-sender",                                            \
		"it does not have exactly one sender address")                 \
	X(NOT_MAIL, "not-mail", "it is not an Internet mail")                  \
	X(PARSER_FAILED, "parser-failed",                                      \
		"its structure could not be read; please send it as plain "    \
		"text")

enum sp_mail_reason {
#define X(symbol, word, text) SP_MAIL_##symbol,
	SP_MAIL_REASONS(X)
#undef X
};

/* "your mail could not be read: " and this; never NULL. */
const char *sp_mail_reason_text(enum sp_mail_reason reason);

struct sp_mail_boxes {
	struct sp_mailbox *items;
	size_t n;
};

struct sp_mail_ids {
	char (*items)[SP_MSGID_SIZE]; /* with angle brackets */
	size_t n;
};

/* Strings are valid UTF-8 without controls (text: but LF and tab). */
struct sp_message {
	enum sp_mail_reason unreadable; /* not READABLE: `text` is empty */
	char message_id[SP_MSGID_SIZE]; /* <...>; empty where missing or bad */
	struct sp_mailbox from; /* no address: BAD_SENDER, or nothing known */
	struct sp_mail_boxes to;
	struct sp_mail_boxes cc;
	struct sp_mail_boxes delivered_to; /* Delivered-To, X-Original-To */
	char subject[SP_SUBJECT_SIZE];
	struct sp_mail_ids in_reply_to;
	struct sp_mail_ids references;
	bool has_date;
	int64_t date;         /* what the sender claims: decides nothing */
	bool auto_submitted;  /* RFC 3834, or a vacation program's mark */
	bool forwarded;       /* Auto-Submitted: auto-forwarded */
	bool unsubscribe;     /* List-Unsubscribe, which senders' hosts add */
	bool list;            /* another List-*, or Precedence: list */
	bool bulk;            /* Precedence: bulk or junk */
	bool bounce;          /* report, null return path, MAILER-DAEMON */
	unsigned attachments; /* parts that were not read */
	char attachment[SP_NAME_SIZE]; /* the first of them that is a text,
					  which may hold orders: its name */
	char *text;                    /* never NULL; lines end in LF */
};

void sp_mail_free(struct sp_message *m);
/* Must this mail get no answer whatever it says (RFC 3834)? The caller adds
 * its own address and its loop breaker. */
bool sp_mail_no_answer(const struct sp_message *m);
/* Is it surely a program's? Of the others that get no answer people write some:
 * who knows the sender by other means may read them. */
bool sp_mail_is_automatic(const struct sp_message *m);
/* Append what is worth keeping of a mail: its headers, and those of its parts
 * that are text. A line in brackets stands for what is left out: the result is
 * at most SP_MAIL_LEFT_OUT bytes longer than the mail. Of one that is no
 * orderly MIME more is kept rather than less. */
#define SP_MAIL_LEFT_OUT 4096
void sp_mail_texts(struct sp_buf *out, const char *raw, size_t len);

/* Fill in the reply addresses and the ids of ours that the headers of these
 * bytes have in plain words, for a mail of which nothing else is known because
 * its readers died: `delivered_to` and `references`. */
void sp_mail_glean(
	struct sp_message *m, const char *raw, size_t len, const char *judge);
#define SP_MAIL_REPLIES_MAX (3 * SP_MAIL_LIST_MAX)
/* The different reply addresses that a mail was sent to: Delivered-To before To
 * before Cc. Returns their number. Whose they are is not known here: anybody
 * can write some before a good one. */
size_t sp_mail_find_replies(struct sp_reply_address out[SP_MAIL_REPLIES_MAX],
	const struct sp_message *m, const char *judge);

/* ---- the parser process ------------------------------------------------- */

struct sp_mime;

/* Execute `program` (spellpost-mime). Call it before any secret is read. */
int sp_mail_mime_start(struct sp_mime **out, const char *program,
	struct sp_error *e) SP_MUST_CHECK;
/* Execute it when the first mail is there, like one that has died: it gets
 * nothing of this process's memory, whatever that holds by then. SP_ESYS: it
 * can never be executed. */
int sp_mail_mime_later(struct sp_mime **out, const char *program,
	struct sp_error *e) SP_MUST_CHECK;
/* Take a mail apart. Whatever the bytes are this is SP_OK and a mail, perhaps
 * an unreadable one; anything else means that the parser process cannot be
 * (re)started and that the mail was not looked at. More than SP_MAIL_RAW_MAX
 * octets are TOO_BIG, with what the headers say. The caller owns *out. */
int sp_mail_mime_parse(struct sp_mime *mime, const void *raw, size_t len,
	struct sp_message **out, struct sp_error *e) SP_MUST_CHECK;
/* The same for several mails at once, at most SP_MIME_AHEAD: begin gives one to
 * the process, finish takes the oldest; `raw` must stay until then. Where
 * finish fails, and after forget, none is left. */
#define SP_MIME_AHEAD 4
void sp_mail_mime_begin(struct sp_mime *mime, const void *raw, size_t len);
int sp_mail_mime_finish(struct sp_mime *mime, struct sp_message **out,
	struct sp_error *e) SP_MUST_CHECK;
void sp_mail_mime_forget(struct sp_mime *mime);
/* Ends the process and waits for it; NULL is fine. */
void sp_mail_mime_stop(struct sp_mime *mime);

/* The other side. A reader turns raw bytes into a mail; it may crash, hang or
 * be taken over, so each call has a process of its own within these bounds. */
typedef int sp_mime_reader(
	struct sp_message **out, const void *raw, size_t len);

struct sp_mime_limits {
	unsigned seconds; /* of wall clock for one mail */
	unsigned cpu;     /* seconds */
	size_t memory;    /* address space on top of what is mapped at the
			     start; not under a sanitizer, which needs it all */
};

extern const struct sp_mime_limits sp_mail_mime_default_limits;

/* Serve requests on `fd` until it closes; returns the exit status. */
int sp_mail_mime_serve(
	int fd, sp_mime_reader *reader, const struct sp_mime_limits *limits);
/* Use a zygote that was started in another way (tests). Takes fd and pid; it
 * is not started anew when it dies. */
void sp_mail_mime_attach(struct sp_mime **out, int fd, int pid);

/* The reader over GMime. Only spellpost-mime and tests call these: nothing
 * else may link GMime. sp_mail_gmime_setup loads what a forked reader needs. */
void sp_mail_gmime_setup(void);
/* After that, in a process that forks nothing but readers: let them inherit no
 * more than they need, which makes them cheaper. */
void sp_mail_gmime_slim(void);
void sp_mail_gmime_teardown(void);
int sp_mail_gmime_read(struct sp_message **out, const void *raw, size_t len);

/* ---- what the player wrote -------------------------------------------------
 *
 * Deterministic, because its digest tells a mail that came before from a new
 * one: a change here makes old mails new.
 */

struct sp_reply {
	char *text;         /* lines end in LF; no blanks at line ends, no empty
			       lines at start or end; may be empty */
	unsigned quoted;    /* lines cut: quotes, attributions, originals */
	unsigned doubtful;  /* those that the player may have written: with ">"
			       in a mail that quotes nobody by name and none of
			       ours, or cut as the rest of the line above */
	unsigned pressed;   /* those with ">" that seem to stand in a message to
			       other players, whose writer meant them */
	unsigned signature; /* lines cut as a signature, a file in the text, or
			       what stands for a picture */
	char *footer;       /* those of them that were cut as the legal notice
			       of a company, because a player may have meant
			       them; "" if none was */
	char *below;        /* those that were cut because they stand below a
			       line "--"; "" if none were */
};

void sp_mail_reply_cut(struct sp_reply *out, const char *text, size_t len);
void sp_mail_reply_clear(struct sp_reply *r);

/* ---- outgoing mail ------------------------------------------------------ */

enum sp_mail_auto { SP_AUTO_GENERATED, SP_AUTO_REPLIED };

struct sp_header {
	const char *name; /* X-... */
	const char *value;
};

/* All borrowed; NULL or empty leaves an optional field out. */
struct sp_mail_out {
	struct sp_mailbox from;
	struct sp_mailbox to;
	const char *reply_to; /* an address; optional */
	const char *subject;  /* UTF-8; controls become spaces */
	int64_t date;
	const char *message_id;        /* <...> */
	const char *in_reply_to;       /* <...>; optional */
	const char *const *references; /* oldest first; each <...> */
	size_t n_references;
	enum sp_mail_auto auto_submitted;
	const char *list_id;          /* "abc-12345678.example.org"; optional */
	const char *list_unsubscribe; /* an address; optional */
	const struct sp_header *extra;
	size_t n_extra;
	const char *text; /* UTF-8; any line ends; at most 64 KB */
	const char *html; /* the same for who shows HTML; at most 128 KB;
			     optional */
};

/* Write the mail's final bytes: lines end in CRLF, as SMTP needs them; equal
 * input gives equal bytes. With HTML it is multipart/alternative, whose
 * boundary stands in neither text; else text/plain alone. Each text is UTF-8,
 * as it is if it is ASCII in lines of at most 78 octets, else quoted-printable.
 * SP_EINVAL where a field could break out of its header or is not UTF-8.
 * Appends to `out`. */
int sp_mail_write(struct sp_buf *out, const struct sp_mail_out *m,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- inboxes ---------------------------------------------------------------
 *
 * One function table per kind. A uid is a text of printable ASCII, opaque,
 * stable for as long as the mail lies in the inbox, and different for each.
 * `done` and `quarantine` may be repeated after a crash: what is already gone
 * is no error.
 */

struct sp_inbox_item {
	char *uid;
	int64_t arrival; /* by which mails and deadlines are put in order: what
			    the server says, else the first sight */
	bool by_sight;   /* the arrival is nothing but when this inbox saw it
			    first; who knows of an earlier sight goes by that */
	unsigned long order; /* among equal arrivals; 0: by uid alone */
	size_t size;         /* octets */
};

struct sp_inbox_list {
	struct sp_inbox_item *items; /* by (arrival, order, uid) */
	size_t n;
	bool more;   /* not all that lies there: these are the oldest */
	bool unsure; /* another program moves mails about faster than we look:
			some may be missing */
};

struct sp_inbox_wait {
	int fd;           /* poll(2) it for reading; -1: there is none */
	unsigned seconds; /* look again after this time in any case; 0: it has
			     heard of mail already */
};

/* Why a mailbox or a server cannot be used, finer than a status: for whoever
 * tells an operator what to do. */
enum sp_fault {
	SP_FAULT_NONE,
	SP_FAULT_DNS,         /* the host has no address */
	SP_FAULT_NO_PORT,     /* nobody listens there */
	SP_FAULT_TIME_OUT,    /* no answer */
	SP_FAULT_NETWORK,     /* else: no way, cut off, no such protocol */
	SP_FAULT_BUSY,        /* the server says: later */
	SP_FAULT_SECRET,      /* no password or token can be had */
	SP_FAULT_LOGIN,       /* log-in refused */
	SP_FAULT_NO_METHOD,   /* no way to log in that we know */
	SP_FAULT_AUTHORITY,   /* certificate: by nobody whom we trust, */
	SP_FAULT_EXPIRED,     /* too old or too young, */
	SP_FAULT_HOST_NAME,   /* for another host, */
	SP_FAULT_CERTIFICATE, /* or bad in another way */
	SP_FAULT_NO_TLS,      /* STARTTLS is not offered */
	SP_FAULT_HANDSHAKE,   /* TLS is not what is spoken there */
	SP_FAULT_CA_FILE,     /* does not read */
	SP_FAULT_MAILBOX,     /* there is no such mailbox */
	SP_FAULT_READ_ONLY,   /* mails cannot be moved out of it */
	SP_FAULT_FOLDER,      /* Processed or Quarantine cannot be made */
	SP_FAULT_UNFIT,       /* the server lacks what is needed */
	SP_FAULT_SETTINGS,    /* cannot work, wherever they lead */
};

/* What a look at an inbox or a sender shows. */
struct sp_mail_check {
	enum sp_fault fault; /* NONE where all is well */
	size_t mails;        /* that lie in the inbox */
	bool made;           /* a folder for mails that are done was made */
	bool idle, move, uidplus; /* IMAP: what it offers */
};

struct sp_inbox;

struct sp_inbox_ops {
	const char *kind; /* "maildir" */
	bool deletes;     /* `done` and `quarantine` leave no copy */
	bool dateless;    /* all arrivals are by sight */
	/* as sp_mail_inbox_check; NULL: a poll shows all there is to know */
	int (*check)(struct sp_inbox *in, struct sp_mail_check *out,
		struct sp_error *e);
	/* everything that lies there, in any order */
	int (*poll)(struct sp_inbox *in, struct sp_inbox_list *out,
		struct sp_error *e);
	int (*read)(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
		struct sp_error *e);
	int (*done)(struct sp_inbox *in, const char *const *uids, size_t n,
		struct sp_error *e);
	int (*quarantine)(
		struct sp_inbox *in, const char *uid, struct sp_error *e);
	/* as sp_mail_inbox_tidy; NULL: it has nothing of the kind */
	int (*tidy)(struct sp_inbox *in, int64_t before, size_t most,
		struct sp_error *e);
	void (*wait)(struct sp_inbox *in, struct sp_inbox_wait *out);
	void (*close)(struct sp_inbox *in);
};

struct sp_inbox { /* first member of each kind's own struct */
	const struct sp_inbox_ops *ops;
};

/* List what lies there: take one long list and work through it in batches,
 * rather than poll for each. */
int sp_mail_inbox_poll(struct sp_inbox *in, size_t max,
	struct sp_inbox_list *out, struct sp_error *e) SP_MUST_CHECK;
void sp_mail_inbox_list_clear(struct sp_inbox_list *list);
/* Append a mail's bytes. SP_ENOTFOUND: it went away (another program took it).
 * SP_EINVAL: it can never be read (no permission, a link): quarantine it.
 * SP_ELIMIT: it is larger than raw->max, and raw holds its beginning: with
 * max = SP_MAIL_RAW_MAX + 1 give that to sp_mail_mime_parse, tell the sender,
 * and quarantine the mail. */
int sp_mail_inbox_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e) SP_MUST_CHECK;
int sp_mail_inbox_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e) SP_MUST_CHECK;
int sp_mail_inbox_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e) SP_MUST_CHECK;
/* Remove mails that are done and came before that instant, at most `most`. Only
 * a Maildir does; what a server keeps is for its own rules. */
int sp_mail_inbox_tidy(struct sp_inbox *in, int64_t before, size_t most,
	struct sp_error *e) SP_MUST_CHECK;
void sp_mail_inbox_wait(struct sp_inbox *in, struct sp_inbox_wait *out);
/* Log in, count the mails, see that there are folders for those that are done
 * (they are made). No mail is read or moved. A status as poll gives it;
 * out->fault is set whatever it is. */
int sp_mail_inbox_check(struct sp_inbox *in, struct sp_mail_check *out,
	struct sp_error *e) SP_MUST_CHECK;
void sp_mail_inbox_close(struct sp_inbox *in); /* NULL is fine */

/* Make new/, cur/ and tmp/ below `path`; what exists stays. */
int sp_mail_maildir_create(const char *path, struct sp_error *e) SP_MUST_CHECK;
/* Mails in new/ and cur/ (mail readers move them there). The uid is the file
 * name without flags, odd bytes as %XX. Done goes to .Processed, quarantine
 * to .Quarantine, both made on demand. */
int sp_mail_inbox_open_maildir(struct sp_inbox **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
/* One mail in memory, copied (`spellpost deliver`): its uid (a digest) and its
 * arrival are the caller's. Done or quarantined, it is no longer listed. */
int sp_mail_inbox_open_bytes(struct sp_inbox **out, const char *uid,
	int64_t arrival, const void *raw, size_t len,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- senders ------------------------------------------------------------ */

enum sp_send_result {
	SP_SEND_OK,
	SP_SEND_TEMPORARY, /* try again later; `e` says why */
	SP_SEND_PERMANENT, /* never; `e` says why */
};

struct sp_envelope {
	const char *from; /* bounces go there; empty: nowhere */
	const char *to;
	const char *message_id; /* <...>, the same as in the bytes */
	const void *bytes;      /* as sp_mail_write made them, CRLF */
	size_t len;
};

struct sp_sender;

/* One mail that was taken could not be handed over. */
typedef void sp_sender_lost(
	const char *message_id, const struct sp_error *why, void *payload);

struct sp_sender_ops {
	const char *kind;
	enum sp_send_result (*send)(struct sp_sender *s,
		const struct sp_envelope *env, struct sp_error *e);
	/* as sp_mail_sender_settle; NULL: what `send` took is gone for good */
	int (*settle)(struct sp_sender *s, sp_sender_lost *lost, void *payload,
		struct sp_error *e);
	/* as sp_mail_sender_check; NULL: opening it showed all there is to know
	 */
	int (*check)(struct sp_sender *s, struct sp_mail_check *out,
		struct sp_error *e);
	void (*close)(struct sp_sender *s);
};

struct sp_sender { /* first member of each kind's own struct */
	const struct sp_sender_ops *ops;
	/* Of the last mail that was not sent: */
	bool of_mail; /* it is about this mail or its recipient: others may go,
			 even where it is temporary */
	bool perhaps; /* it was handed over whole, but nobody said so: it may
			 arrive all the same */
};

/* Hand over one mail, for good. */
enum sp_send_result sp_mail_sender_send(struct sp_sender *s,
	const struct sp_envelope *env, struct sp_error *e) SP_MUST_CHECK;
/* The same for one of several: those that were taken are handed over for good,
 * so that a power cut cannot undo it, when sp_mail_sender_settle has said so.
 * `lost` is called for each that was not, which may be sent again. SP_ESYS: so
 * may all of them; each may be there or not (`perhaps`). */
enum sp_send_result sp_mail_sender_stage(struct sp_sender *s,
	const struct sp_envelope *env, struct sp_error *e) SP_MUST_CHECK;
int sp_mail_sender_settle(struct sp_sender *s, sp_sender_lost *lost,
	void *payload, struct sp_error *e) SP_MUST_CHECK;
/* Connect and log in, and send nothing. */
int sp_mail_sender_check(struct sp_sender *s, struct sp_mail_check *out,
	struct sp_error *e) SP_MUST_CHECK;
void sp_mail_sender_close(struct sp_sender *s); /* NULL is fine */
/* Writes to tmp/; settling syncs the files, renames them into new/ and syncs
 * that, with two sync calls for however many: new/ never has a mail that is
 * not whole. The file is named after the Message-ID, so that a repeat replaces
 * it; lines end in LF there, as Maildir readers have it. */
int sp_mail_sender_open_maildir(struct sp_sender **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;

/* Have `f` called every few seconds while a server, a program or the parser is
 * waited for: a watchdog must not take that for a hang. NULL: no more. */
void sp_mail_while_waiting(void (*f)(void));

/* Count the deadlines of servers, programs and the parser by `now_ms`, in
 * milliseconds from any instant on; for tests. NULL: by the monotonic clock. */
void sp_mail_set_clock(int64_t (*now_ms)(void));

/* ---- mail servers: IMAP, POP3, SMTP over libcurl ------------------------
 *
 * Passwords and tokens travel only inside TLS, or on loopback. Certificates are
 * always verified; there is no switch to leave that out.
 */

enum sp_tls {
	SP_TLS_IMPLICIT, /* from the first byte: imaps, pop3s, smtps */
	SP_TLS_STARTTLS, /* required, never "if it is offered" */
	SP_TLS_NONE,     /* refused where the host is not on loopback */
};

/* All borrowed during the call that takes it, and copied. */
struct sp_server {
	const char *host;
	uint16_t port; /* 0: the protocol's own, by `tls` */
	enum sp_tls tls;
	const char *user;          /* NULL: no log-in (SMTP only) */
	const char *password_file; /* its first line; read at each connect */
	const char *token_command; /* OAuth: a program with arguments, without
				      a shell; its output's first line is the
				      bearer token, asked for at each connect.
				      NULL: the password */
	const char *ca_file;       /* PEM; NULL: the system's authorities */
	unsigned timeout;          /* seconds for a connect or a command */
};

/* How a failure of a server is to be met; sp_error.code carries it:
 *   SP_EAGAIN   network, time-out, 4xx, a busy server: try again later
 *   SP_EREFUSED log-in refused, certificate refused, TLS not offered: `text`
 *               says in one line which, and what to do; trying again is
 *               allowed, but slowly
 *   SP_EINVAL   the settings cannot work (no TLS off loopback, no such file)
 */

/* IMAP4rev1 (RFC 3501) through a libcurl CONNECT_ONLY connection and our own
 * bounded reader; `mailbox` is selected, done mails go to `Processed`, bad ones
 * to `Quarantine` (made on demand). Connects at the first poll, and again after
 * a failure. wait() gives the socket while IDLE (RFC 2177) runs. */
int sp_mail_inbox_open_imap(struct sp_inbox **out,
	const struct sp_server *server, const char *mailbox,
	struct sp_error *e) SP_MUST_CHECK;
/* POP3 (RFC 1939) with UIDL. Deleting is the log's end: the host keeps what it
 * needs in the registry before done(). */
int sp_mail_inbox_open_pop3(struct sp_inbox **out,
	const struct sp_server *server, struct sp_error *e) SP_MUST_CHECK;
/* SMTP (RFC 5321), one connection reused, one recipient per mail. */
int sp_mail_sender_open_smtp(struct sp_sender **out,
	const struct sp_server *server, struct sp_error *e) SP_MUST_CHECK;
/* A program that takes the mail on standard input, which is a file that has it
 * whole: `program -i -f FROM -- TO` (sendmail's interface); exit status 75
 * (EX_TEMPFAIL) is temporary. */
int sp_mail_sender_open_sendmail(struct sp_sender **out, const char *program,
	struct sp_error *e) SP_MUST_CHECK;

#endif
