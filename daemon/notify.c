#include "notify.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define TEXT_MAX 1024

/* "/path" or "@name" in the abstract name space; 0: neither. */
static socklen_t address_of(struct sockaddr_un *addr, const char *name)
{
	memset(addr, 0, sizeof(*addr));
	addr->sun_family = AF_UNIX;
	if ((name[0] != '/' && name[0] != '@') || name[1] == '\0' ||
		!sp_copy(addr->sun_path, sizeof(addr->sun_path), name))
		return 0;
	if (name[0] == '@')
		addr->sun_path[0] = '\0';
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
			   strlen(name) + (name[0] == '/' ? 1 : 0));
}

void daemon_notify(const char *fmt, ...)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct sockaddr_un addr;
	socklen_t len = name != NULL ? address_of(&addr, name) : 0;
	struct sp_buf text;
	va_list ap;

	if (len == 0)
		return;
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sp_buf_init(&text, TEXT_MAX);
	va_start(ap, fmt);
	sp_buf_vaddf(&text, fmt, ap);
	va_end(ap);
	(void)sendto(fd, text.data, text.len, MSG_NOSIGNAL,
		(const struct sockaddr *)&addr, len);
	sp_buf_free(&text);
	(void)close(fd);
}

int64_t daemon_notify_interval(void)
{
	const char *usec = getenv("WATCHDOG_USEC");
	const char *pid = getenv("WATCHDOG_PID");
	long long number = 0;

	if (usec == NULL ||
		sp_parse_int(usec, 2000, INT64_MAX, &number) != SP_OK)
		return 0;
	int64_t interval = number / 2000;
	if (pid != NULL && (sp_parse_int(pid, 1, INT32_MAX, &number) != SP_OK ||
				   number != getpid()))
		return 0;
	return interval;
}

void daemon_notify_alive(void)
{
	static int64_t last = INT64_MIN / 2;
	int64_t interval = daemon_notify_interval();
	struct timespec t;

	if (interval == 0)
		return;
	clock_gettime(CLOCK_MONOTONIC, &t);
	int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
	if (now - last < interval / 5)
		return;
	last = now;
	daemon_notify("WATCHDOG=1");
}
