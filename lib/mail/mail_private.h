/*
 * What the files of mail share: single-line texts, the list of character
 * sets, text formats, the frames between us and the parser process.
 *
 * Circle: mime_gmime and mime_parts. A message is a tree: a part may be a
 * message with parts.
 */
#ifndef SP_MAIL_PRIVATE_H
#define SP_MAIL_PRIVATE_H

#include "mail.h"

/* ---- single-line texts ----------------------------------------------------
 */

/* One line of valid UTF-8 for a header or a log: runs of blanks and controls
 * become one space, bad bytes become "?", what does not fit is cut at a
 * character. */
void mail_line_clean(char *out, size_t size, const char *in, size_t n);
/* Length of the well-formed UTF-8 character at s, 0 if it is none. */
size_t mail_char_len(const char *s, size_t n);
/* Is the character at s (of `len` bytes) a control, C0, DEL or C1? */
bool mail_char_control(const char *s, size_t len);
/* "<" printable ASCII without blanks and angle brackets ">", and it fits. */
bool mail_msgid_valid(const char *s);

/* ---- text of a part --------------------------------------------------------
 */

enum sp_transfer {
	SP_TRANSFER_BASE64,
	SP_TRANSFER_QUOTED, /* quoted-printable */
	SP_TRANSFER_UU,     /* uuencode as some old programs use it */
};

/* Undo a transfer encoding, strictly: what was cut off or damaged on its way
 * is CUT_OFF or DAMAGED, because the beginning of an order can be another
 * order. `last`: the end of `in` is the end of the mail, so that nothing else
 * shows whether it is whole. Appends. */
enum sp_mail_reason mail_transfer_decode(struct sp_buf *out,
	enum sp_transfer transfer, const char *in, size_t n, bool last);

/* Open the converters of the list now, so that a process without the right to
 * open files has them; and close them. */
void mail_charset_setup(void);
void mail_charset_teardown(void);
/* Convert strictly: no byte is ever dropped or guessed. One that does not fit
 * becomes U+FFFD, in its line alone. `charset` may be NULL, empty or unknown:
 * lines in ASCII are read all the same. Appends; on overflow of `out` the
 * answer is TEXT_TOO_LONG. */
enum sp_mail_reason mail_charset_to_utf8(
	struct sp_buf *out, const char *charset, const char *in, size_t n);
/* Line ends become LF (also U+2028, U+2029, VT and FF, as word processors have
 * them), other controls U+FFFD: a control inside an order is shown to its
 * player, not guessed away. Appends. */
void mail_text_normalize(struct sp_buf *out, const char *in, size_t n);
/* True if nothing of it is seen: blanks of all kinds. */
bool mail_text_blank(const char *s, size_t n);
/* Join the lines of a format=flowed text (RFC 3676) whose lines end in LF. */
void mail_text_unflow(
	struct sp_buf *out, const char *in, size_t n, bool delete_space);

/* What a reader of this HTML, which is in UTF-8, sees of text: lines, quotes
 * with ">" before them, rules. Appends. Only the parser process may call these
 * (libxml2); set it up before it is confined. */
enum sp_mail_reason mail_html_to_text(
	struct sp_buf *out, const char *html, size_t n);
void mail_html_setup(void);
void mail_html_teardown(void);

/* ---- parser process ---------------------------------------------------------
 */

/* How a mail comes from the parser process: one line of JSON, then its text.
 * When it is read everything is checked again: the process may have been
 * subverted. Write appends. */
void mail_write_wire(struct sp_buf *out, const struct sp_message *m);
int mail_read_wire(struct sp_message **out, const char *p, size_t n,
	struct sp_error *e) SP_MUST_CHECK;

/* Milliseconds of CLOCK_MONOTONIC. */
int64_t mail_mime_now(void);
/* Wait until `fd` is ready for `events`; false at the deadline. */
bool mail_mime_ready(int fd, short events, int64_t deadline);

/* ---- waiting --------------------------------------------------------------
 */

#define SP_WAIT_SLICE 2000 /* ms; whoever waits longer says so in between */
/* Call what sp_mail_while_waiting was given. */
void mail_waiting(void);

/* ---- inboxes ----------------------------------------------------------- */

/* For the poll of a kind: append an entry; order does not matter. */
void mail_inbox_list_add(struct sp_inbox_list *list, const char *uid,
	int64_t arrival, size_t size);
/* A failure whose kind is not known better. */
enum sp_fault mail_fault_of(int code);

/* ---- Maildir ----------------------------------------------------------------
 */

/* SP_ENOTFOUND with advice where `path` has not all of new/, cur/, tmp/. */
int mail_maildir_check(const char *path, struct sp_error *e) SP_MUST_CHECK;

/* The mails of a Maildir by uid, which is the file name without its flags
 * (maildir_scan.c). Other programs may rename them at any time. */
#define SP_MAILDIR_FOLDERS 2 /* new/ and cur/ */

struct sp_maildir_scan {
	char *path;
	int moves; /* inotify: what files are renamed to; -1: there is none */
	int wd[SP_MAILDIR_FOLDERS];
	struct sp_maildir_name *names; /* by uid */
	size_t n;
	unsigned long seq; /* of the newest name */
	unsigned scans;    /* since mail_maildir_begin */
	bool whole;        /* the last one missed nothing */
	bool unsure;       /* since then: a mail may have been missed */
};

void mail_maildir_open(struct sp_maildir_scan *s, const char *path);
void mail_maildir_close(struct sp_maildir_scan *s);
/* Whoever looks at the folder says when; a few scans follow at most. */
void mail_maildir_begin(struct sp_maildir_scan *s);
int mail_maildir_scan(
	struct sp_maildir_scan *s, struct sp_error *e) SP_MUST_CHECK;
/* The uid behind this one (NULL: the first), or NULL; the caller owns it. */
char *mail_maildir_next(const struct sp_maildir_scan *s, const char *uid);
/* Do something to the file of a mail. SP_ENOTFOUND: it is not there. */
typedef int sp_maildir_try(const char *path, void *payload, struct sp_error *e);
/* Call `try` with the mail's names until it finds the file. Returns what that
 * did; SP_ENOTFOUND: the mail is gone; SP_EAGAIN: it moves too fast. */
int mail_maildir_reach(struct sp_maildir_scan *s, const char *uid,
	sp_maildir_try *try, void *payload, struct sp_error *e) SP_MUST_CHECK;
bool mail_maildir_is_shared(const char *path);

#endif
