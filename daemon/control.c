#define _GNU_SOURCE /* struct ucred, accept4 */
#include "cli.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define MESSAGE_MAX     (2048u * 1024u) /* 1 MB of mail in base64 */
#define TIMEOUT_SECONDS 60

struct sp_control {
	int fd;
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
};

static int socket_address(
	struct sockaddr_un *addr, const char *data, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/run/control", data);
	int rc = SP_OK;

	memset(addr, 0, sizeof(*addr));
	addr->sun_family = AF_UNIX;
	if (!sp_copy(addr->sun_path, sizeof(addr->sun_path), path))
		rc = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "%s: too long for a socket",
				path),
			"use a shorter data folder");
	sp_free(path);
	return rc;
}

static void set_timeout(int fd)
{
	struct timeval t = { .tv_sec = TIMEOUT_SECONDS };

	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof(t));
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof(t));
}

static int write_message(int fd, const json_t *json)
{
	struct sp_buf text;
	uint8_t len[8];

	sp_buf_init(&text, MESSAGE_MAX);
	sp_json_write_compact(&text, json);
	sp_put_be64(len, text.len);
	int rc = text.overflow ? SP_ELIMIT : sp_write_full(fd, len, 8);
	if (rc == SP_OK)
		rc = sp_write_full(fd, text.data, text.len);
	sp_buf_free(&text);
	return rc;
}

static int read_message(int fd, json_t **out, struct sp_error *e)
{
	uint8_t head[8];

	*out = NULL;
	if (sp_read_full(fd, head, 8) != SP_OK)
		return sp_error_set(
			e, SP_ESYS, "the other side closed the connection");
	uint64_t len = sp_get_be64(head);
	if (len > MESSAGE_MAX)
		return sp_error_set(e, SP_ELIMIT, "the message is too long");
	char *text = sp_xmalloc((size_t)len + 1);
	int rc = sp_read_full(fd, text, (size_t)len);
	if (rc != SP_OK)
		sp_error_set(
			e, SP_ESYS, "the other side closed the connection");
	else
		rc = sp_json_parse(out, text, (size_t)len, e);
	sp_free(text);
	return rc;
}

int daemon_control_open(
	struct sp_control **out, const char *data, struct sp_error *e)
{
	struct sockaddr_un addr;
	int rc = socket_address(&addr, data, e);

	if (rc != SP_OK)
		return rc;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return sp_error_set(e, SP_ESYS, "socket: %s", strerror(errno));
	/* run/lock is ours, so a socket that lies there is a dead daemon's */
	(void)unlink(addr.sun_path);
	mode_t old = umask(0077);
	rc = bind(fd, (const struct sockaddr *)&addr, sizeof(addr));
	umask(old);
	if (rc != 0 || listen(fd, 16) != 0) {
		sp_error_set(
			e, SP_ESYS, "%s: %s", addr.sun_path, strerror(errno));
		close(fd);
		return SP_ESYS;
	}
	struct sp_control *control = sp_xcalloc(1, sizeof(*control));
	control->fd = fd;
	sp_format(control->path, sizeof(control->path), "%s", addr.sun_path);
	*out = control;
	return SP_OK;
}

/* Who connected and was not served yet is told so, or he would have to guess
 * whether his command was done. */
static void turn_away(const struct sp_control *control)
{
	json_t *answer = json_object();
	int fd;

	sp_json_set_string(answer, "error", "the daemon stops");
	sp_json_set_int(answer, "code", SP_EAGAIN);
	/* from here on nobody can connect */
	(void)shutdown(control->fd, SHUT_RD);
	while ((fd = accept4(control->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		set_timeout(fd);
		(void)write_message(fd, answer);
		/* what he wrote must be read, or the answer is lost with it */
		json_t *request = NULL;
		(void)read_message(fd, &request, NULL);
		json_decref(request);
		close(fd);
	}
	json_decref(answer);
}

void daemon_control_close(struct sp_control *control)
{
	if (control == NULL)
		return;
	(void)unlink(control->path);
	turn_away(control);
	close(control->fd);
	sp_free(control);
}

int daemon_control_fd(const struct sp_control *control)
{
	return control->fd;
}

static bool peer_may(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) != 0)
		return false;
	return peer.uid == 0 || peer.uid == geteuid();
}

static int do_request(struct sp_host *host, const json_t *request,
	json_t **result, struct sp_error *e)
{
	const char *mail =
		json_string_value(json_object_get(request, "deliver"));
	struct sp_buf raw;

	if (json_is_true(json_object_get(request, "ping"))) {
		*result = json_object();
		sp_json_set_int(*result, "pid", getpid());
		return SP_OK;
	}
	if (mail == NULL)
		return sp_host_act(host, request, result, e);
	sp_buf_init(&raw, MESSAGE_MAX);
	int rc = sp_unbase64(&raw, mail, strlen(mail));
	if (rc != SP_OK)
		sp_error_set(e, SP_EINVAL, "the mail is not base64");
	else
		rc = sp_host_deliver(
			host, sp_buf_str(&raw), raw.len, result, e);
	sp_buf_free(&raw);
	return rc;
}

void daemon_control_serve(struct sp_control *control, struct sp_host *host)
{
	int fd = accept4(control->fd, NULL, NULL, SOCK_CLOEXEC);
	struct sp_error e = { 0 };
	json_t *request = NULL, *result = NULL, *answer;

	if (fd < 0)
		return;
	answer = json_object();
	set_timeout(fd);
	int rc = SP_OK;
	if (!peer_may(fd))
		rc = sp_error_set(&e, SP_EREFUSED,
			"only the daemon's own user and root may command it");
	if (rc == SP_OK)
		rc = read_message(fd, &request, &e);
	if (rc == SP_OK)
		rc = do_request(host, request, &result, &e);
	if (rc == SP_OK) {
		sp_json_set(answer, "ok", result);
		result = NULL;
	} else {
		sp_json_set_string(answer, "error",
			e.text[0] != '\0' ? e.text : SP_NO_REASON);
		if (e.remedy[0] != '\0')
			sp_json_set_string(answer, "remedy", e.remedy);
		sp_json_set_int(answer, "code", rc);
	}
	if (write_message(fd, answer) != SP_OK)
		sp_log(SP_LOG_WARN, "a command went away before its answer");
	json_decref(request);
	json_decref(result);
	json_decref(answer);
	close(fd);
}

/* What the command gave, or the error that it ended with. */
static int read_answer(const json_t *reply, json_t **answer, struct sp_error *e)
{
	const char *text = json_string_value(json_object_get(reply, "error"));
	const char *remedy =
		json_string_value(json_object_get(reply, "remedy"));
	int64_t code = 0;

	if (text == NULL) {
		*answer = json_incref(json_object_get(reply, "ok"));
		return SP_OK;
	}
	int rc = sp_json_get_int(
		&code, reply, "code", -100, -1, "the daemon's answer", e);
	if (rc != SP_OK)
		return rc;
	rc = sp_error_set(e, (int)code, "%s", text);
	return remedy != NULL ? sp_error_remedy(e, rc, "%s", remedy) : rc;
}

int daemon_control_ask(const char *data, const json_t *request, json_t **answer,
	struct sp_error *e)
{
	struct sockaddr_un addr;
	json_t *reply = NULL;

	*answer = NULL;
	int rc = socket_address(&addr, data, e);
	if (rc != SP_OK)
		return rc;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return sp_error_set(e, SP_ESYS, "socket: %s", strerror(errno));
	if (connect(fd, (const struct sockaddr *)&addr, sizeof(addr)) != 0) {
		rc = sp_error_set(e, SP_EAGAIN, "no daemon runs");
		goto out;
	}
	set_timeout(fd);
	rc = write_message(fd, request);
	if (rc != SP_OK)
		sp_error_set(e, rc, "the daemon does not take the command");
	else
		rc = read_message(fd, &reply, e);
	if (rc == SP_OK)
		rc = read_answer(reply, answer, e);
out:
	close(fd);
	json_decref(reply);
	return rc;
}
