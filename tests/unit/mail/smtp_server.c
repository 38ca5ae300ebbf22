#include "smtp_server.h"

#include "fixtures.h"
#include "unit.h"

struct sp_server smtp_local(uint16_t port)
{
	return (struct sp_server){
		.host = "127.0.0.1",
		.port = port,
		.tls = SP_TLS_NONE,
		.timeout =
			TEST_PATIENCE, /* for slow machines; stalls set less */
	};
}

struct sp_sender *smtp_opened(const struct sp_server *server)
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };
	int code = sp_mail_sender_open_smtp(&s, server, &e);

	if (code != SP_OK)
		printf("\n    %s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	return s;
}

enum sp_send_result smtp_send(
	struct sp_sender *s, const char *text, struct sp_error *e)
{
	struct sp_envelope env = {
		.from = "judge+bounce@example.org",
		.to = "ann@example.net",
		.message_id = "<m@example.org>",
		.bytes = text,
		.len = strlen(text),
	};

	memset(e, 0, sizeof(*e));
	return sp_mail_sender_send(s, &env, e);
}

char *smtp_try(const struct script *script, struct sp_server server,
	enum sp_send_result *result, struct sp_error *e)
{
	struct script_server s;
	struct sp_sender *sender;

	script_start(&s, script);
	server.port = s.port;
	sender = smtp_opened(&server);
	*result = smtp_send(sender, SMTP_BODY, e);
	sp_mail_sender_close(sender);
	return script_stop(&s);
}

bool smtp_one_line(const char *text)
{
	return text[0] != '\0' && strchr(text, '\n') == NULL;
}
