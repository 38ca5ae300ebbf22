#define _GNU_SOURCE /* struct ucred, accept4 */
#include "control_private.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct sp_control {
	int fd;
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
};

int daemon_control_open(
	struct sp_control **out, const char *data, struct sp_error *e)
{
	struct sockaddr_un addr;
	int rc = daemon_control_address(&addr, data, e);

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
		daemon_control_set_timeout(fd);
		(void)daemon_control_write(fd, answer);
		/* what he wrote must be read, or the answer is lost with it */
		json_t *request = NULL;
		(void)daemon_control_read(fd, &request, NULL);
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
	sp_buf_init(&raw, DAEMON_MESSAGE_MAX);
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
	daemon_control_set_timeout(fd);
	int rc = SP_OK;
	if (!peer_may(fd))
		rc = sp_error_set(&e, SP_EREFUSED,
			"only the daemon's own user and root may command it");
	if (rc == SP_OK)
		rc = daemon_control_read(fd, &request, &e);
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
	if (daemon_control_write(fd, answer) != SP_OK)
		sp_log(SP_LOG_WARN, "a command went away before its answer");
	json_decref(request);
	json_decref(result);
	json_decref(answer);
	close(fd);
}
