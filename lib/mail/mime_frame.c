/*
 * What both sides of the parser process do: waiting, and frames on a socket.
 */
#include "mime_private.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

static int64_t (*clock_ms)(void);

void sp_mail_set_clock(int64_t (*now_ms)(void))
{
	clock_ms = now_ms;
}

int64_t mail_mime_now(void)
{
	struct timespec ts;

	if (clock_ms != NULL)
		return clock_ms();
	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

bool mail_mime_ready(int fd, short events, int64_t deadline)
{
	struct pollfd p = { .fd = fd, .events = events };

	for (;;) {
		int64_t left = deadline - mail_mime_now();
		int rc;

		if (left <= 0)
			return false;
		rc = poll(&p, 1,
			left < SP_WAIT_SLICE ? (int)left : SP_WAIT_SLICE);
		if (rc > 0)
			return true;
		if (rc < 0 && errno != EINTR)
			return false;
		mail_waiting();
	}
}

bool mail_mime_send(int fd, const void *payload, size_t len, size_t *sent)
{
	uint8_t head[SP_MIME_HEAD_LEN];
	size_t at = *sent < sizeof(head) ? *sent : sizeof(head);
	size_t from = *sent - at;
	/* the interface wants pointers to what it only reads */
	struct iovec parts[] = {
		{ head + at, sizeof(head) - at },
		{ (char *)(uintptr_t)payload + from, len - from },
	};
	struct msghdr msg = { .msg_iov = parts,
		.msg_iovlen = SP_ARRAY_LEN(parts) };
	ssize_t n;

	sp_put_be64(head, len);
	n = sendmsg(fd, &msg, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (n >= 0)
		*sent += (size_t)n;
	return n >= 0 || errno == EINTR || errno == EAGAIN;
}
