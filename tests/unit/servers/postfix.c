#include "servers.h"

#include <signal.h>
#include <unistd.h>

#include "unit.h"

#define MASTER "/usr/lib/postfix/sbin/master"

const char *postfix_missing(void)
{
	if (access(MASTER, X_OK) != 0)
		return "no " MASTER " here; install postfix";
	if (getuid() != 0)
		return "Postfix runs as root only";
	return NULL;
}

/* The only way out of the queue is the mailboxes of the folder. */
static const char main_cf[] =
	"compatibility_level = 3.6\n"
	"queue_directory = %s/queue\n"
	"data_directory = %s/data\n"
	"maillog_file = %s/postfix.log\n"
	"maillog_file_prefixes = %s\n"
	"myhostname = mail." SERVER_DOMAIN "\n"
	"mydestination =\n"
	"mynetworks =\n"
	"local_header_rewrite_clients =\n"
	"inet_interfaces = 127.0.0.1\n"
	"inet_protocols = ipv4\n"
	"smtpd_peername_lookup = no\n"
	"default_transport = error:no mail leaves this machine\n"
	"relay_transport = $default_transport\n"
	"local_transport = $default_transport\n"
	"relay_domains =\n"
	"alias_maps =\n"
	"alias_database =\n"
	"virtual_mailbox_domains = " SERVER_DOMAIN "\n"
	"virtual_mailbox_maps = texthash:%s/etc/users\n"
	"virtual_mailbox_base = %s/mail\n"
	"virtual_uid_maps = static:%u\n"
	"virtual_gid_maps = static:%u\n"
	"recipient_delimiter = +\n"
	"in_flow_delay = 0\n"
	"smtpd_recipient_restrictions =\n"
	" check_recipient_access texthash:%s/etc/access\n"
	"smtpd_relay_restrictions =\n"
	" permit_sasl_authenticated, reject_unauth_destination\n"
	"smtpd_tls_cert_file = %s/cert.pem\n"
	"smtpd_tls_key_file = %s/key.pem\n"
	"smtpd_tls_loglevel = 1\n"
	"smtpd_sasl_type = dovecot\n"
	"smtpd_sasl_path = %s/auth\n";

#define LOGIN                                                                  \
	" -o smtpd_sasl_auth_enable=yes\n"                                     \
	" -o smtpd_client_restrictions=permit_sasl_authenticated,reject\n"
#define STARTTLS " -o smtpd_tls_security_level=encrypt\n"
#define WRAPPED  " -o smtpd_tls_wrappermode=yes\n"

static const char master_cf[] = "%u inet n - n - - smtpd\n"
				"%u inet n - n - - smtpd\n" STARTTLS LOGIN
				"%u inet n - n - - smtpd\n" WRAPPED LOGIN
				"%u inet n - n - - smtpd\n" STARTTLS LOGIN
				" -o smtpd_sasl_mechanism_filter=login\n"
				"%u inet n - n - - smtpd\n" WRAPPED LOGIN
				" -o smtpd_tls_cert_file=%s/far.pem\n"
				" -o smtpd_tls_key_file=%s/far.key\n"
				"cleanup unix n - n - 0 cleanup\n"
				"qmgr unix n - n 300 1 qmgr\n"
				"tlsmgr unix - - n 1000? 1 tlsmgr\n"
				"rewrite unix - - n - - trivial-rewrite\n"
				"bounce unix - - n - 0 bounce\n"
				"defer unix - - n - 0 bounce\n"
				"trace unix - - n - 0 bounce\n"
				"proxymap unix - - n - - proxymap\n"
				"error unix - - n - - error\n"
				"retry unix - - n - - error\n"
				"virtual unix - n n - - virtual\n"
				"anvil unix - - n - 1 anvil\n"
				"postlog unix-dgram n - n - 1 postlogd\n";

static void write_file(const char *dir, const char *name, struct sp_buf *text)
{
	char *path = sp_xasprintf("%s/etc/%s", dir, name);

	CU_ASSERT_FALSE_FATAL(text->overflow);
	EQUAL_INT_FATAL(
		sp_file_write(path, sp_buf_str(text), text->len, 0644, NULL),
		SP_OK);
	sp_buf_clear(text);
	sp_free(path);
}

static void write_config(const struct postfix *p)
{
	static const char *const users[] = { SERVER_USERS };
	const char *d = p->dir;
	struct sp_buf text;
	unsigned uid, gid;

	server_mail_owner(&uid, &gid);
	sp_buf_init(&text, 20000);
	sp_buf_addf(&text, main_cf, d, d, d, d, d, d, uid, gid, d, d, d, d);
	write_file(d, "main.cf", &text);
	sp_buf_addf(&text, master_cf, (unsigned)p->mx, (unsigned)p->submission,
		(unsigned)p->smtps, (unsigned)p->login, (unsigned)p->far, d, d);
	write_file(d, "master.cf", &text);
	for (size_t i = 0; i < SP_ARRAY_LEN(users); i++)
		sp_buf_addf(&text, "%s@" SERVER_DOMAIN " %s/\n", users[i],
			users[i]);
	write_file(d, "users", &text);
	sp_buf_adds(&text, p->access);
	write_file(d, "access", &text);
	sp_buf_free(&text);
}

/* As the package has it below /var/spool/postfix. */
static void make_folders(const char *dir)
{
	server_run(
		"cd '%s' && mkdir etc queue data queue/pid && "
		"chown postfix data && chmod 700 data && cd queue && "
		"install -d -o postfix -m 700 incoming active deferred defer "
		"bounce corrupt flush hold private saved trace && "
		"install -d -o postfix -g postdrop -m 710 public && "
		"install -d -o postfix -g postdrop -m 730 maildrop",
		dir);
}

void postfix_start(struct postfix *p)
{
	char *etc = sp_xasprintf("%s/etc", p->dir);
	char *log = sp_xasprintf("%s/postfix.out", p->dir);
	const char *argv[] = { MASTER, "-d", "-c", etc, NULL };

	if (p->mx == 0) {
		p->mx = server_port();
		p->submission = server_port();
		p->smtps = server_port();
		p->login = server_port();
		p->far = server_port();
		make_folders(p->dir);
		write_config(p);
	}
	p->pid = server_spawn(argv, log);
	server_await(p->pid, p->mx);
	sp_free(etc);
	sp_free(log);
}

void postfix_stop(struct postfix *p)
{
	server_end(&p->pid, SIGTERM);
}

unsigned postfix_logged(const struct postfix *p, const char *words)
{
	char *path = sp_xasprintf("%s/postfix.log", p->dir);
	struct sp_buf log;
	unsigned n = 0;

	sp_buf_init(&log, 16u << 20);
	if (sp_file_read(&log, path, NULL) == SP_OK)
		for (const char *at = sp_buf_str(&log);
			(at = strstr(at, words)) != NULL; at++)
			n++;
	sp_buf_free(&log);
	sp_free(path);
	return n;
}
