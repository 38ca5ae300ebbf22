/* What spellpost and spellpostd share: finding things, the control socket. */
#ifndef SP_DAEMON_CLI_H
#define SP_DAEMON_CLI_H

#include "arena/arena.h"
#include "audit/audit.h"
#include "doctor/doctor.h"
#include "host/host.h"

/* Exit statuses of both programs. */
enum sp_exit {
	SP_EXIT_OK = 0,
	SP_EXIT_FAILED = 1, /* the world failed, or a check found something */
	SP_EXIT_USAGE = 2,  /* the command line or the configuration */
	SP_EXIT_BUSY = 3,   /* another process has the data folder */
};

/* Said of a failure that has no text: no user is left with an empty line. */
#define SP_NO_REASON                                                           \
	"it failed without a reason; that is an error in spellpost: please "   \
	"report it with the lines before this one"

/* The status of a failure: never 0, whatever the error lacks. */
int daemon_exit_of(const struct sp_error *e);
/* "spellpost: text" on standard error; returns the exit status. */
int daemon_complain(const char *program, const struct sp_error *e);

/* Read the configuration: `path`, or ./spellpost.conf, or the embedded default
 * for the current folder. Fills in templates, rulesets and the path of
 * spellpost-mime from beside the program, else from where `make install` puts
 * them. */
int daemon_config(struct sp_config *config, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
/* Take one mail from standard input, 1 MB at most. SP_EINVAL, and a complaint
 * of `spellpost`: nothing came, or too much. Free `mail` in any case. */
int daemon_mail_read(struct sp_buf *mail) SP_MUST_CHECK;
/* The request that delivers it, which the caller owns; and what is said of the
 * answer. */
json_t *daemon_mail_request(const struct sp_buf *mail);
void daemon_mail_tell(struct sp_buf *text, const json_t *answer);
/* Print `json` (it may be NULL) as such, or `text`; takes both. The exit status
 * of `e`, with its complaint if it is one. */
int daemon_print(bool as_json, json_t *json, struct sp_buf *text,
	const struct sp_error *e);
/* What was printed must have arrived: an answer that nobody could read is not
 * done. The exit status, which is `status` where it did. */
int daemon_finish(int status);
/* Path of a program of ours: beside the running one, else installed. Owned by
 * the caller. */
char *daemon_program(const char *name);

/* What changes something: the daemon does it, or, where none runs, we take
 * run/lock and do it. `mail` is one to deliver, or NULL. Caller owns *answer.
 */
int daemon_act(const struct sp_config *config, const json_t *request,
	const char *mail, size_t len, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;

/* Append what is hidden of a game, as `game look` and `replay` answer it. */
void daemon_tell_hidden(const json_t *hidden, struct sp_buf *text);

/* ---- run/control: how commands reach the daemon
 * --------------------------------
 *
 * A Unix stream socket; its peer must be our user or root. One request and one
 * answer per connection, each a length (8 bytes, big-endian) and JSON:
 * {"act": ...}, {"deliver": base64} or {"ping": true}, which is answered with
 * the daemon's process; the answer {"ok": {...}} or {"error": text, "code": n}.
 */

struct sp_control;

int daemon_control_open(struct sp_control **out, const char *data,
	struct sp_error *e) SP_MUST_CHECK;
void daemon_control_close(struct sp_control *control);
int daemon_control_fd(const struct sp_control *control);
/* Serve one connection that waits (none: returns at once). */
void daemon_control_serve(struct sp_control *control, struct sp_host *host);
/* In two steps: a connection to the daemon of a data folder (SP_EAGAIN:
 * none runs), and a request through it, which closes it. */
int daemon_control_connect(
	int *fd, const char *data, struct sp_error *e) SP_MUST_CHECK;
int daemon_control_put(int fd, const json_t *request, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;
/* Ask the daemon of a data folder. SP_EAGAIN: none runs. */
int daemon_control_ask(const char *data, const json_t *request, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;

/* From the start on: what the programs make is for their user alone, whatever
 * umask they were started with. Mails, orders and keys lie in it. */
void daemon_keep_private(void);
/* What is written from now on was asked for by its name and holds no secret:
 * the user's own umask says who may read it. */
void daemon_make_public(void);

#endif
