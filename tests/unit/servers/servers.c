#include "servers.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <glob.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "unit.h"

#define STEP     20   /* ms between two looks */
#define PATIENCE 3000 /* looks */
#define GRACE    500  /* looks before what does not end is killed */

/* Where Linux takes the ports of outgoing connections from is above. */
#define PORT_FIRST 10000
#define PORT_COUNT 20000

/* ---- processes ------------------------------------------------------------
 */

void server_run(const char *fmt, ...)
{
	struct sp_buf command;
	va_list ap;

	sp_buf_init(&command, 8192);
	va_start(ap, fmt);
	sp_buf_vaddf(&command, fmt, ap);
	va_end(ap);
	CU_ASSERT_FALSE_FATAL(command.overflow);
	/* Our own words; the paths are those of test_tempdir. */
	EQUAL_INT_FATAL(
		system(sp_buf_str(&command)), 0); /* NOLINT(cert-env33-c) */
	sp_buf_free(&command);
}

static struct sockaddr_in loopback(uint16_t port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

uint16_t server_port(void)
{
	static unsigned next;

	for (int i = 0; i < PORT_COUNT; i++) {
		/* runners side by side begin at different places */
		unsigned at = ((unsigned)getpid() * 97 + next++) % PORT_COUNT;
		struct sockaddr_in a = loopback((uint16_t)(PORT_FIRST + at));
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		bool is_free =
			bind(fd, (const struct sockaddr *)&a, sizeof(a)) == 0;

		(void)close(fd);
		if (is_free)
			return (uint16_t)(PORT_FIRST + at);
	}
	CU_FAIL_FATAL("no port is free");
	return 0;
}

pid_t server_spawn(const char *const argv[], const char *log)
{
	/* execv promises not to change them */
	char *const *args = (char *const *)(uintptr_t)argv;
	pid_t pid;

	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		int in = open("/dev/null", O_RDONLY);
		int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);

		if (in < 0 || out < 0 || dup2(in, STDIN_FILENO) < 0 ||
			dup2(out, STDOUT_FILENO) < 0 ||
			dup2(out, STDERR_FILENO) < 0 || setsid() < 0 ||
			prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
			_exit(126);
		(void)execv(args[0], args);
		_exit(127);
	}
	return pid;
}

void server_await(pid_t pid, uint16_t port)
{
	struct sockaddr_in a = loopback(port);

	for (int i = 0; i < PATIENCE; i++) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		bool there = connect(fd, (const struct sockaddr *)&a,
				     sizeof(a)) == 0;

		(void)close(fd);
		if (there)
			return;
		if (kill(pid, 0) != 0 || waitpid(pid, NULL, WNOHANG) == pid)
			CU_FAIL_FATAL("the server ended");
		(void)poll(NULL, 0, STEP);
	}
	CU_FAIL_FATAL("the server does not listen");
}

void server_end(pid_t *pid, int signal)
{
	pid_t group = *pid;

	if (group == 0)
		return;
	/* what it started and leaves behind becomes our child */
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1);
	(void)kill(group, signal);
	(void)waitpid(group, NULL, 0);
	/* those that would still serve their clients */
	(void)kill(-group, SIGTERM);
	for (int i = 0; i < PATIENCE; i++) {
		while (waitpid(-group, NULL, WNOHANG) > 0)
			;
		if (kill(-group, 0) != 0)
			break;
		if (i == GRACE)
			(void)kill(-group, SIGKILL);
		(void)poll(NULL, 0, STEP);
	}
	if (kill(-group, 0) == 0)
		abort(); /* also called where no test can fail */
	(void)prctl(PR_SET_CHILD_SUBREAPER, 0);
	*pid = 0;
}

/* ---- the folder ------------------------------------------------------------
 */

void server_mail_owner(unsigned *uid, unsigned *gid)
{
	const struct passwd *nobody = getpwnam("nobody");
	bool root = getuid() == 0 && nobody != NULL;

	*uid = root ? nobody->pw_uid : getuid();
	*gid = root ? nobody->pw_gid : getgid();
}

static void make_certificates(const char *dir)
{
	static const char make[] =
		"-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";

	server_run(
		"cd '%s' && exec 2>openssl.log && "
		"openssl req -x509 %s -keyout ca.key -out ca.pem -subj /CN=CA "
		"&& openssl req -x509 %s -keyout no.key -out no.pem "
		"-subj /CN=No && "
		"sign() { "
		"openssl req %s -keyout $2 -out req.pem -subj /CN=x && "
		"echo subjectAltName=$3 >ext && "
		"openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key "
		"-CAcreateserial -days 2 -extfile ext -out $1; } && "
		"sign cert.pem key.pem DNS:localhost,IP:127.0.0.1 && "
		"sign far.pem far.key DNS:mail.example.org",
		dir, make, make, make);
}

const char *server_folder(void)
{
	static const char *const users[] = { SERVER_USERS };
	const char *dir = test_tempdir();
	unsigned uid, gid;

	server_mail_owner(&uid, &gid);
	server_run("cd '%s' && chmod 711 . && mkdir mail && umask 077 && "
		   "echo secret >password && echo wrong >wrong",
		dir);
	for (size_t i = 0; i < SP_ARRAY_LEN(users); i++)
		server_run("cd '%s/mail' && mkdir -p %s/new %s/cur %s/tmp", dir,
			users[i], users[i], users[i]);
	server_run("chown -R %u:%u '%s/mail'", uid, gid, dir);
	make_certificates(dir);
	return dir;
}

void server_deliver(
	const char *dir, const char *user, const char *name, const char *text)
{
	char *tmp = sp_xasprintf("%s/mail/%s/tmp/%s", dir, user, name);
	char *final = sp_xasprintf("%s/mail/%s/new/%s", dir, user, name);
	unsigned uid, gid;

	server_mail_owner(&uid, &gid);
	EQUAL_INT_FATAL(
		sp_file_write(tmp, text, strlen(text), 0644, NULL), SP_OK);
	EQUAL_INT_FATAL(chown(tmp, uid, gid), 0);
	EQUAL_INT_FATAL(rename(tmp, final), 0);
	sp_free(final);
	sp_free(tmp);
}

unsigned server_mails(const char *dir, const char *folder, const char *glob_)
{
	static const char *const parts[] = { "new", "cur" };
	unsigned n = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(parts); i++) {
		char *pattern = sp_xasprintf(
			"%s/mail/%s/%s/%s", dir, folder, parts[i], glob_);
		glob_t found;

		if (glob(pattern, 0, NULL, &found) == 0) {
			n += (unsigned)found.gl_pathc;
			globfree(&found);
		}
		sp_free(pattern);
	}
	return n;
}

unsigned server_message_ids(const char *dir, const char *folder)
{
	char *path = sp_xasprintf("%s/ids", dir);
	struct sp_buf ids;
	unsigned n = 0;

	server_run("cd '%s/mail/%s' && cat new/* cur/* 2>/dev/null | "
		   "grep -i '^message-id:' | sort -u >'%s' || :",
		dir, folder, path);
	sp_buf_init(&ids, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&ids, path, NULL), SP_OK);
	for (size_t i = 0; i < ids.len; i++)
		n += ids.data[i] == '\n';
	sp_buf_free(&ids);
	sp_free(path);
	return n;
}

void server_empty(const char *dir, const char *user)
{
	server_run("cd '%s/mail/%s' && rm -f new/* cur/*", dir, user);
}

struct sp_server server_client(
	const char *dir, uint16_t port, enum sp_tls tls, const char *user)
{
	static char password[300], authority[300];

	sp_format(password, sizeof(password), "%s/password", dir);
	sp_format(authority, sizeof(authority), "%s/ca.pem", dir);
	return (struct sp_server){ .host = "localhost",
		.port = port,
		.tls = tls,
		.user = user,
		.password_file = user != NULL ? password : NULL,
		.ca_file = authority,
		.timeout = TEST_PATIENCE };
}
