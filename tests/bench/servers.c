/*
 * Mail servers for the measurements: Dovecot and Postfix's smtp-sink with
 * private configurations, on loopback ports of their own.
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "bench.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DOVECOT "/usr/sbin/dovecot"
#define SINK    "/usr/sbin/smtp-sink"
#define NOBODY  65534u /* neither works as root */

const char *bench_servers_missing(void)
{
	if (access(DOVECOT, X_OK) != 0 ||
		access("/usr/lib/dovecot/imap", X_OK) != 0)
		return "no Dovecot here; install dovecot-imapd";
	return access(SINK, X_OK) == 0 ? NULL
				       : "no smtp-sink here; install postfix";
}

static uint16_t free_port(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (const struct sockaddr *)&a, sizeof(a)) != 0 ||
		getsockname(fd, (struct sockaddr *)&a, &size) != 0)
		bench_die("no free port");
	(void)close(fd);
	return ntohs(a.sin_port);
}

static void await_port(uint16_t port, const char *program)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	a.sin_port = htons(port);
	for (int i = 0; i < 400; i++) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		bool there = connect(fd, (const struct sockaddr *)&a,
				     sizeof(a)) == 0;

		(void)close(fd);
		if (there)
			return;
		(void)poll(NULL, 0, 50);
	}
	bench_die("%s does not listen", program);
}

static void write_file(const char *path, const char *text, unsigned mode)
{
	struct sp_error e = { 0 };

	bench_ok(sp_file_write(path, text, strlen(text), mode, &e), &e, path);
}

static char *write_config(const struct bench_servers *s)
{
	bool root = getuid() == 0;
	unsigned uid = root ? NOBODY : (unsigned)getuid();
	unsigned gid = root ? NOBODY : (unsigned)getgid();
	const char *own = root ? "#" : "", *dir = s->dir;
	char *path = sp_xasprintf("%s/dovecot.conf", dir);
	char *text = sp_xasprintf(
		"base_dir = %s/run\nstate_dir = %s/run\nlog_path = %s/log\n"
		"protocols = imap\nlisten = 127.0.0.1\nfirst_valid_uid = 1\n"
		"first_valid_gid = 1\n"
		"%sdefault_internal_user = %u\n%sdefault_login_user = %u\n"
		"disable_plaintext_auth = no\nssl = no\n"
		"mail_location = maildir:%s/mail/%%u\n"
		"passdb {\n driver = static\n args = password=secret\n}\n"
		"userdb {\n driver = static\n"
		" args = uid=%u gid=%u home=%s/mail/%%u\n}\n"
		"service imap-login {\n %schroot =\n"
		" inet_listener imap {\n  port = %u\n }\n"
		" inet_listener imaps {\n  port = 0\n }\n}\n"
		"service anvil {\n chroot =\n}\n",
		dir, dir, dir, own, uid, own, uid, dir, uid, gid, dir, own,
		(unsigned)s->imap);

	write_file(path, text, 0600);
	sp_free(text);
	return path;
}

static pid_t start_dovecot(const struct bench_servers *s)
{
	char *config = write_config(s);
	char *said = sp_xasprintf("%s/said", s->dir);
	const char *argv[] = { DOVECOT, "-F", "-c", config, NULL };
	pid_t pid = bench_spawn(argv, said);

	bench_guard(pid);
	await_port(s->imap, "dovecot");
	sp_free(said);
	sp_free(config);
	return pid;
}

static pid_t start_sink(const struct bench_servers *s)
{
	char *said = sp_xasprintf("%s/sink", s->dir), address[32];
	const char *root[] = { SINK, "-u", "nobody", address, "100", NULL };
	const char *user[] = { SINK, address, "100", NULL };
	pid_t pid;

	sp_format(address, sizeof(address), "127.0.0.1:%u", (unsigned)s->smtp);
	pid = bench_spawn(getuid() == 0 ? root : user, said);
	bench_guard(pid);
	await_port(s->smtp, "smtp-sink");
	sp_free(said);
	return pid;
}

void bench_servers_start(
	struct bench_servers *s, const struct bench *b, const char *name)
{
	char *run, *mail, *folder;

	memset(s, 0, sizeof(*s));
	folder = bench_folder(b, name);
	s->dir = realpath(folder, NULL);
	if (s->dir == NULL)
		bench_die("%s is gone", folder);
	sp_free(folder);
	s->imap = free_port();
	s->smtp = free_port();
	s->password = sp_xasprintf("%s/password", s->dir);
	run = sp_xasprintf("%s/run", s->dir);
	mail = sp_xasprintf("%s/mail", s->dir);
	if (chmod(s->dir, 0711) != 0 || chmod(b->root, 0711) != 0 ||
		mkdir(run, 0755) != 0 || mkdir(mail, 0755) != 0)
		bench_die("%s cannot be set up", s->dir);
	write_file(s->password, "secret\n", 0600);
	s->dovecot = start_dovecot(s);
	s->sink = start_sink(s);
	sp_free(run);
	sp_free(mail);
}

void bench_servers_stop(struct bench_servers *s)
{
	bench_release(s->dovecot);
	bench_release(s->sink);
	sp_free(s->password);
	free(s->dir);
	memset(s, 0, sizeof(*s));
}

static void give_away(const char *path)
{
	if (getuid() == 0 && chown(path, NOBODY, NOBODY) != 0)
		bench_die("%s cannot be given to Dovecot", path);
}

char *bench_servers_user(const struct bench_servers *s, const char *user)
{
	static const char *const parts[] = { "", "/new", "/cur", "/tmp" };

	for (size_t i = 0; i < SP_ARRAY_LEN(parts); i++) {
		char *path =
			sp_xasprintf("%s/mail/%s%s", s->dir, user, parts[i]);

		if (mkdir(path, 0700) != 0)
			bench_die("%s cannot be made", path);
		give_away(path);
		sp_free(path);
	}
	return sp_xasprintf("%s/mail/%s", s->dir, user);
}

void bench_servers_deliver(const char *maildir, const char *from)
{
	const char *name = strrchr(from, '/') + 1;
	char *to = sp_xasprintf("%s/new/%s", maildir, name);

	give_away(from);
	if (rename(from, to) != 0)
		bench_die("%s cannot be delivered", from);
	sp_free(to);
}
