/* What both ends of run/control do alike, and the end of who asks: the daemon's
 * is control.c. Needs base alone. */
#include "control_private.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 60

int daemon_control_address(
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

void daemon_control_set_timeout(int fd)
{
	struct timeval t = { .tv_sec = TIMEOUT_SECONDS };

	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof(t));
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof(t));
}

int daemon_control_write(int fd, const json_t *json)
{
	struct sp_buf text;
	uint8_t len[8];

	sp_buf_init(&text, DAEMON_MESSAGE_MAX);
	sp_json_write_compact(&text, json);
	sp_put_be64(len, text.len);
	int rc = text.overflow ? SP_ELIMIT : sp_write_full(fd, len, 8);
	if (rc == SP_OK)
		rc = sp_write_full(fd, text.data, text.len);
	sp_buf_free(&text);
	return rc;
}

int daemon_control_read(int fd, json_t **out, struct sp_error *e)
{
	uint8_t head[8];

	*out = NULL;
	if (sp_read_full(fd, head, 8) != SP_OK)
		return sp_error_set(
			e, SP_ESYS, "the other side closed the connection");
	uint64_t len = sp_get_be64(head);
	if (len > DAEMON_MESSAGE_MAX)
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

int daemon_control_connect(int *fd, const char *data, struct sp_error *e)
{
	struct sockaddr_un addr;
	int rc = daemon_control_address(&addr, data, e);

	if (rc != SP_OK)
		return rc;
	*fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return sp_error_set(e, SP_ESYS, "socket: %s", strerror(errno));
	if (connect(*fd, (const struct sockaddr *)&addr, sizeof(addr)) != 0) {
		close(*fd);
		return sp_error_set(e, SP_EAGAIN, "no daemon runs");
	}
	daemon_control_set_timeout(*fd);
	return SP_OK;
}

int daemon_control_put(
	int fd, const json_t *request, json_t **answer, struct sp_error *e)
{
	json_t *reply = NULL;
	int rc = daemon_control_write(fd, request);

	*answer = NULL;
	if (rc != SP_OK)
		sp_error_set(e, rc, "the daemon does not take the command");
	else
		rc = daemon_control_read(fd, &reply, e);
	if (rc == SP_OK)
		rc = read_answer(reply, answer, e);
	close(fd);
	json_decref(reply);
	return rc;
}

int daemon_control_ask(const char *data, const json_t *request, json_t **answer,
	struct sp_error *e)
{
	int fd, rc = daemon_control_connect(&fd, data, e);

	*answer = NULL;
	return rc == SP_OK ? daemon_control_put(fd, request, answer, e) : rc;
}
