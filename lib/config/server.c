/* What only the keys of a mail server together show. */
#include "config_private.h"

#include <arpa/inet.h>

static bool is_ipv6(const char *s)
{
	struct in6_addr a;

	return inet_pton(AF_INET6, s, &a) == 1;
}

bool config_is_host(const char *s)
{
	if (is_ipv6(s))
		return true;
	if (!sp_is_alnum((unsigned char)s[0]))
		return false;
	for (; *s != '\0'; s++)
		if (!sp_is_alnum((unsigned char)*s) &&
			strchr("-._", *s) == NULL)
			return false;
	return true;
}

/* As lib/mail has it: what cannot lead off this machine. */
static bool is_loopback(const char *host)
{
	struct in_addr v4;
	struct in6_addr v6;

	if (inet_pton(AF_INET, host, &v4) == 1)
		return ntohl(v4.s_addr) >> 24 == 127;
	if (inet_pton(AF_INET6, host, &v6) == 1)
		return memcmp(&v6, &in6addr_loopback, sizeof(v6)) == 0;
	return sp_strieq(host, "localhost");
}

static int refuse(struct sp_buf *why, const char *text)
{
	sp_buf_adds(why, text);
	return SP_EINVAL;
}

int config_check_server(enum sp_config_type type,
	const struct sp_config_server *server, struct sp_buf *why)
{
	bool password = server->password_file[0] != '\0';
	bool token = server->token_command[0] != '\0';

	if (type == SP_CONFIG_MAILDIR || type == SP_CONFIG_SENDMAIL)
		return SP_OK;
	if (server->host[0] == '\0')
		return refuse(why, "a mail server needs \"host\"");
	if (server->tls == SP_CONFIG_TLS_NONE && !is_loopback(server->host))
		return refuse(why,
			"\"tls\" may be none for localhost, 127.0.0.1 and ::1 "
			"only; take implicit or starttls");
	if (server->user[0] == '\0' && type != SP_CONFIG_SMTP)
		return refuse(why, "an inbox on a server needs \"user\"");
	if (server->user[0] == '\0' && (password || token))
		return refuse(why,
			"a password or token is of no use without \"user\"");
	if (server->user[0] != '\0' && password == token)
		return refuse(why,
			"a \"user\" needs either \"password_file\" or "
			"\"token_command\"");
	return SP_OK;
}
