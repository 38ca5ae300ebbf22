/* A parser process with a reader of the test's own. */
#include "mail_tests.h"

#include <sys/socket.h>
#include <unistd.h>

struct sp_mime *mail_served(sp_mime_reader *reader,
	const struct sp_mime_limits *limits, bool (*become)(uid_t), uid_t user)
{
	struct sp_mime *mime = NULL;
	int pair[2];
	pid_t pid;

	EQUAL_INT_FATAL(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	(void)fflush(stdout);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		(void)close(pair[0]);
		if (become != NULL && !become(user))
			_exit(1);
		_exit(sp_mail_mime_serve(pair[1], reader, limits));
	}
	(void)close(pair[1]);
	sp_mail_mime_attach(&mime, pair[0], (int)pid);
	return mime;
}
