#include "servers.h"

#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include "unit.h"

#define DOVECOT "/usr/sbin/dovecot"

const char *dovecot_missing(void)
{
	if (access(DOVECOT, X_OK) != 0 ||
		access("/usr/lib/dovecot/imap", X_OK) != 0 ||
		access("/usr/lib/dovecot/pop3", X_OK) != 0)
		return "no Dovecot with IMAP and POP3 here; install "
		       "dovecot-imapd and dovecot-pop3d";
	if (system("openssl version >/dev/null 2>&1") != 0) /* NOLINT */
		return "no openssl(1) here; install openssl";
	return NULL;
}

/* Without root everything runs as we do. As root, mail is nobody's, and the
 * rest belongs to the users of the package. */
static void add_users(struct sp_buf *out, const struct dovecot *d)
{
	const struct passwd *me = getpwuid(getuid());
	const struct group *group = getgrgid(getgid());
	unsigned uid, gid;

	server_mail_owner(&uid, &gid);
	/* they are wanted by name */
	CU_ASSERT_PTR_NOT_NULL_FATAL(me);
	CU_ASSERT_PTR_NOT_NULL_FATAL(group);
	if (getuid() != 0)
		sp_buf_addf(out,
			"default_internal_user = %s\ndefault_login_user = %s\n"
			"default_internal_group = %s\n"
			"service imap-login {\n chroot =\n}\n"
			"service pop3-login {\n chroot =\n}\n",
			me->pw_name, me->pw_name, group->gr_name);
	sp_buf_addf(out,
		"service anvil {\n chroot =\n"
		/* a wrong password is no reason to wait here */
		" unix_listener anvil-auth-penalty {\n  mode = 0\n }\n}\n"
		"auth_failure_delay = 0\n"
		"first_valid_uid = 1\nfirst_valid_gid = 1\n"
		"passdb {\n driver = static\n args = password=secret\n}\n"
		"userdb {\n driver = static\n"
		" args = uid=%u gid=%u home=%s/mail/%%n\n}\n",
		uid, gid, d->dir);
}

static void write_config(const struct dovecot *d)
{
	char *path = sp_xasprintf("%s/dovecot.conf", d->dir);
	const char *dir = d->dir;
	struct sp_buf text;

	sp_buf_init(&text, 10000);
	sp_buf_addf(&text,
		"base_dir = %s/run\nstate_dir = %s/run\n"
		"log_path = %s/dovecot.log\n"
		"protocols = imap pop3\nlisten = 127.0.0.1\n"
		"disable_plaintext_auth = no\nauth_mechanisms = plain login\n"
		"mail_location = maildir:%s/mail/%%n\n"
		"ssl = yes\nssl_cert = <%s/cert.pem\nssl_key = <%s/key.pem\n",
		dir, dir, dir, dir, dir, dir);
	add_users(&text, d);
	sp_buf_addf(&text,
		"service auth {\n unix_listener %s/auth {\n  mode = 0666\n }\n"
		"}\n"
		"service imap-login {\n service_count = 0\n"
		" inet_listener imap {\n  port = %u\n }\n"
		" inet_listener imaps {\n  port = %u\n  ssl = yes\n }\n}\n"
		"service pop3-login {\n service_count = 0\n"
		" inet_listener pop3 {\n  port = %u\n }\n"
		" inet_listener pop3s {\n  port = %u\n  ssl = yes\n }\n}\n",
		dir, (unsigned)d->imap, (unsigned)d->imaps, (unsigned)d->pop3,
		(unsigned)d->pop3s);
	EQUAL_INT_FATAL(
		sp_file_write(path, text.data, text.len, 0600, NULL), SP_OK);
	sp_buf_free(&text);
	sp_free(path);
}

void dovecot_start(struct dovecot *d)
{
	char *config = sp_xasprintf("%s/dovecot.conf", d->dir);
	char *log = sp_xasprintf("%s/dovecot.log", d->dir);
	const char *argv[] = { DOVECOT, "-F", "-c", config, NULL };

	if (d->imap == 0) {
		d->imap = server_port();
		d->imaps = server_port();
		d->pop3 = server_port();
		d->pop3s = server_port();
		write_config(d);
	}
	d->pid = server_spawn(argv, log);
	server_await(d->pid, d->imap);
	sp_free(config);
	sp_free(log);
}

void dovecot_stop(struct dovecot *d)
{
	server_end(&d->pid, SIGTERM);
}
