/* How a command acts: through the daemon, or in its place. */
#include "cli.h"

#include <time.h>

#define BUSY_TRIES 200 /* of 50 ms */

static int act_here(const struct sp_config *config, const json_t *request,
	const char *mail, size_t len, json_t **answer, struct sp_error *e)
{
	char *mime = daemon_program("spellpost-mime");
	struct sp_host_options options = { .mime_program = mime,
		.mime_later = true };
	struct sp_host *host = NULL;
	int rc = sp_host_open(&host, config, &options, e);

	if (rc == SP_OK)
		rc = mail != NULL ? sp_host_deliver(host, mail, len, answer, e)
				  : sp_host_act(host, request, answer, e);
	sp_host_close(host);
	sp_free(mime);
	return rc;
}

/* Where another process is at work but does not answer yet, it is starting,
 * stopping, or a command like this one. */
int daemon_act(const struct sp_config *config, const json_t *request,
	const char *mail, size_t len, json_t **answer, struct sp_error *e)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
	int rc = SP_EAGAIN;

	for (int i = 0; i < BUSY_TRIES; i++) {
		sp_error_clear(e);
		rc = daemon_control_ask(config->data, request, answer, e);
		if (rc != SP_EAGAIN)
			return rc;
		sp_error_clear(e);
		rc = act_here(config, request, mail, len, answer, e);
		if (rc != SP_ECONFLICT)
			return rc;
		nanosleep(&pause, NULL);
	}
	return rc;
}
