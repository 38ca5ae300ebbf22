/*
 * A sender through a program with sendmail's interface.
 */
#include "run_private.h"

#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#define SEND_SECONDS 60
#define SAID_SIZE    2000

struct sendmail_sender {
	struct sp_sender base;
	char *program;
	unsigned seconds;
};

/* sendmail reads text lines as its system has them. */
static void to_lf(struct sp_buf *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (bytes[i] != '\r' || i + 1 == len || bytes[i + 1] != '\n')
			sp_buf_addc(out, bytes[i]);
}

/* What says more about the program's set-up than about the mail is temporary:
 * the operator mends it, and no mail is lost. */
static enum sp_send_result judge(const struct sendmail_sender *s, int status,
	const char *said, const char *to, struct sp_error *e)
{
	switch (status) {
	case EX_OK:
		return SP_SEND_OK;
	case EX_TEMPFAIL:
		(void)sp_error_set(e, SP_EAGAIN,
			"%s says to try later with the mail to %s%s",
			s->program, to, said);
		return SP_SEND_TEMPORARY;
	case EX_USAGE:
	case EX_SOFTWARE:
	case EX_OSERR:
	case EX_OSFILE:
	case EX_CANTCREAT:
	case EX_IOERR:
	case EX_NOPERM:
	case EX_CONFIG:
		break;
	default:
		if (status >= 126)
			break;
		(void)sp_error_set(e, SP_EINVAL,
			"%s refuses the mail to %s for good (status %d)%s",
			s->program, to, status, said);
		return SP_SEND_PERMANENT;
	}
	(void)sp_error_remedy(e,
		sp_error_set(e, SP_EREFUSED, "%s does not work (status %d)%s",
			s->program, status, said),
		"check its settings, the mail is kept");
	return SP_SEND_TEMPORARY;
}

static enum sp_send_result sendmail_send(struct sp_sender *base,
	const struct sp_envelope *env, struct sp_error *e)
{
	struct sendmail_sender *s = (struct sendmail_sender *)base;
	char from[SP_ADDR_SIZE] = "<>", to[SP_ADDR_SIZE];
	char said[SAID_SIZE], clean[200], text[220] = "";
	const char *argv[] = { s->program, "-i", "-f", from, "--", to, NULL };
	struct sp_run run = {
		.argv = argv,
		.out = { .data = said, .size = sizeof(said) },
		.seconds = s->seconds,
	};
	enum sp_send_result result = SP_SEND_TEMPORARY;
	struct sp_buf in;

	if (sp_mail_addr_parse(to, env->to, e) != SP_OK ||
		(env->from != NULL && env->from[0] != '\0' &&
			sp_mail_addr_parse(from, env->from, e) != SP_OK))
		return SP_SEND_PERMANENT;
	sp_buf_init(&in, env->len + 1);
	to_lf(&in, env->bytes, env->len);
	run.in = sp_buf_str(&in);
	run.in_len = in.len;
	if (mail_run(&run, e) == SP_OK) {
		mail_line_clean(clean, sizeof(clean), said, run.out.len);
		if (clean[0] != '\0')
			sp_format(text, sizeof(text), " (\"%s\")", clean);
		result = judge(s, run.status, text, to, e);
		base->of_mail = result == SP_SEND_PERMANENT;
		base->perhaps = run.status >= 128;
	} else {
		base->perhaps = true; /* it may just have been slow to end */
	}
	sp_buf_free(&in);
	return result;
}

static void sendmail_close(struct sp_sender *base)
{
	struct sendmail_sender *s = (struct sendmail_sender *)base;

	sp_free(s->program);
	sp_free(s);
}

static const struct sp_sender_ops sendmail_ops = {
	.kind = "sendmail",
	.send = sendmail_send,
	.close = sendmail_close,
};

int mail_sendmail_open(struct sp_sender **out, const char *program,
	unsigned seconds, struct sp_error *e)
{
	struct sendmail_sender *s;
	struct stat st;

	*out = NULL;
	if (program[0] != '/')
		return sp_error_set(e, SP_EINVAL,
			"the sendmail program must be given with its whole "
			"path, like /usr/sbin/sendmail, not as '%.100s'",
			program);
	if (stat(program, &st) != 0 || !S_ISREG(st.st_mode) ||
		access(program, X_OK) != 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"%s is no program that can be run here",
				program),
			"install it or name another");
	s = sp_xcalloc(1, sizeof(*s));
	s->base.ops = &sendmail_ops;
	s->program = sp_xstrdup(program);
	s->seconds = seconds;
	*out = &s->base;
	return SP_OK;
}

int sp_mail_sender_open_sendmail(
	struct sp_sender **out, const char *program, struct sp_error *e)
{
	return mail_sendmail_open(out, program, SEND_SECONDS, e);
}
