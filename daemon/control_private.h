/* Both ends of run/control. */
#ifndef SP_DAEMON_CONTROL_PRIVATE_H
#define SP_DAEMON_CONTROL_PRIVATE_H

#include "cli.h"

#include <sys/un.h>

#define DAEMON_MESSAGE_MAX (2048u * 1024u) /* 1 MB of mail in base64 */

int daemon_control_address(
	struct sockaddr_un *addr, const char *data, struct sp_error *e);
void daemon_control_set_timeout(int fd);
/* One message, its length before it. SP_ELIMIT: it is too long. */
int daemon_control_write(int fd, const json_t *json);
int daemon_control_read(int fd, json_t **out, struct sp_error *e);

#endif
