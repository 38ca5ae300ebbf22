/*
 * IMAP4rev1 over a libcurl connection, in four layers: bytes and framing
 * (imap_stream.c), the grammar of a response (imap_parse.c), commands
 * (imap_command.c), the inbox (inbox_imap.c).
 *
 * What matters here: a mail is content. It is only ever inside a literal or a
 * quoted string; the framing takes literals out of the line before anything
 * looks for a tag, so nothing in a mail can be read as an answer. Tags are
 * random besides. What cannot be framed ends the connection.
 */
#ifndef SP_IMAP_PRIVATE_H
#define SP_IMAP_PRIVATE_H

#include "curl_private.h"

#define SP_IMAP_LINE_MAX     ((size_t)64 * 1024)
#define SP_IMAP_LITERALS_MAX 16
#define SP_IMAP_ANSWER_MAX   ((size_t)16 * 1024 * 1024) /* beside the mails */
#define SP_IMAP_LIST_MAX     4000 /* mails looked at in one poll */
#define SP_IMAP_SET_MAX      50   /* mails in one command */
#define SP_IMAP_MAILBOX_MAX  200

struct sp_imap_literal {
	char *data; /* its first octets, at most `keep` */
	size_t len;
};

struct sp_imap_response {
	struct sp_buf line; /* without CRLF; each literal is one NUL in it */
	struct sp_imap_literal literals[SP_IMAP_LITERALS_MAX];
	size_t n_literals;
	struct sp_buf quoted; /* the last quoted string, unescaped */
};

enum sp_imap_body { SP_IMAP_NO_BODY, SP_IMAP_NIL, SP_IMAP_CONTENT };

/* One FETCH response; what the server did not say is 0. */
struct sp_imap_fetch {
	uint32_t uid;
	bool has_size;
	size_t size;
	bool has_date;
	int64_t date;
	enum sp_imap_body body;
	const char *data; /* borrowed until the next response */
	size_t len;
};

enum sp_imap_reply { SP_IMAP_OK, SP_IMAP_NO, SP_IMAP_BAD };

typedef void sp_imap_on_fetch(void *payload, const struct sp_imap_fetch *f);

struct sp_imap {
	struct sp_curl curl;
	char mailbox[SP_IMAP_MAILBOX_MAX + 1];

	/* the connection */
	bool open;
	int fd;
	char in[16384];
	size_t in_at, in_len;
	char tag_prefix[20];
	unsigned tags;
	int64_t deadline; /* of this command, mail_mime_now */
	size_t left;      /* octets that this command may still receive */
	size_t unpaid;    /* octets that have not yet prolonged it */
	size_t keep;      /* octets to keep of each literal */
	struct sp_imap_response response;

	/* what the server said */
	bool has_idle, has_move, has_uidplus, has_namespace;
	bool bye;
	bool read_only;
	bool news;    /* EXISTS came since this was cleared */
	bool idle;    /* IDLE runs */
	bool no_idle; /* it was refused once */
	uint32_t exists;
	uint32_t validity;
	bool selecting;
	char folder_prefix[64]; /* before `Processed`; often empty */
	char code[32];          /* of the tagged answer: "TRYCREATE" */
	char said[160];         /* its text, or that of BYE: one clean line */

	sp_imap_on_fetch *on_fetch;
	void *payload;
};

/* ---- bytes and framing: all failures are SP_EAGAIN or what sp_curl says, and
 * leave the connection to be dropped ----------------------------------------
 */

int mail_imap_connect(struct sp_imap *c, struct sp_error *e) SP_MUST_CHECK;
/* Close without a word to the server; safe when closed. */
void mail_imap_drop(struct sp_imap *c);
/* A new command begins: its time and its octets. */
void mail_imap_allow(struct sp_imap *c, unsigned seconds, size_t octets);
int mail_imap_send(struct sp_imap *c, const char *data, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* The next response into c->response, whole. */
int mail_imap_next(struct sp_imap *c, struct sp_error *e) SP_MUST_CHECK;
/* Has the server sent something that was not read yet? SP_EAGAIN: closed. */
int mail_imap_pending(
	struct sp_imap *c, bool *yes, struct sp_error *e) SP_MUST_CHECK;
int mail_imap_garbage(struct sp_imap *c, const char *why, struct sp_error *e);
void mail_imap_response_clear(struct sp_imap_response *r);

/* ---- grammar: false where the text is not what is asked for ---------------
 */

struct sp_imap_at {
	struct sp_imap_response *r;
	const char *at;
	const char *end;
	size_t literal; /* index of the next */
};

void mail_imap_at_init(struct sp_imap_at *p, struct sp_imap_response *r);
bool mail_imap_take_char(struct sp_imap_at *p, char c);
/* Up to a space or the end; cut to fit. False where there is none. */
bool mail_imap_take_word(struct sp_imap_at *p, char *out, size_t size);
bool mail_imap_take_number(struct sp_imap_at *p, uint64_t max, uint64_t *out);
/* A quoted string or a literal; NULL data for NIL. */
bool mail_imap_take_string(
	struct sp_imap_at *p, const char **data, size_t *len);
/* The attributes of a FETCH response, after its word. */
bool mail_imap_take_fetch(struct sp_imap_at *p, struct sp_imap_fetch *out);
/* "17-Jul-1996 02:44:25 -0700" */
bool mail_imap_date(const char *s, size_t len, int64_t *out);

/* ---- commands: a failure of the connection drops it -----------------------
 */

/* Log in, select the mailbox. */
int mail_imap_start(struct sp_imap *c, struct sp_error *e) SP_MUST_CHECK;
/* "UID FETCH ...": no CR, LF or NUL; `octets` beside SP_IMAP_ANSWER_MAX. */
int mail_imap_run(struct sp_imap *c, size_t octets, enum sp_imap_reply *reply,
	struct sp_error *e, const char *fmt, ...) SP_PRINTF(5, 6) SP_MUST_CHECK;
/* The same where nothing but OK will do. */
int mail_imap_must(struct sp_imap *c, struct sp_error *e, const char *fmt, ...)
	SP_PRINTF(3, 4) SP_MUST_CHECK;
/* Does what the last answer said no with pass by itself (RFC 5530)? */
bool mail_imap_passes(const struct sp_imap *c);
/* Move a set to a folder beside the mailbox, made on demand. What is no longer
 * there is no error. */
int mail_imap_move(struct sp_imap *c, const char *set, const char *folder,
	struct sp_error *e) SP_MUST_CHECK;
int mail_imap_idle_begin(struct sp_imap *c, struct sp_error *e) SP_MUST_CHECK;
int mail_imap_idle_end(struct sp_imap *c, struct sp_error *e) SP_MUST_CHECK;
/* LOGOUT and close. */
void mail_imap_stop(struct sp_imap *c);

#endif
