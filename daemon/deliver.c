/* One mail from standard input to a request, whoever decides it: the daemon, or
 * `spellpost deliver` itself. */
#include "cli.h"

#include <errno.h>
#include <unistd.h>

#define STDIN_MAX (1024u * 1024u)

int daemon_mail_read(struct sp_buf *mail)
{
	char chunk[65536];
	ssize_t n;

	sp_buf_init(mail, STDIN_MAX);
	while ((n = read(0, chunk, sizeof(chunk))) > 0 && !mail->overflow)
		sp_buf_add(mail, chunk, (size_t)n);
	if (n == 0 && mail->len > 0 && !mail->overflow)
		return SP_OK;
	fprintf(stderr, "spellpost: no mail on standard input: %s\n",
		n < 0            ? strerror(errno)
		: mail->overflow ? "it is larger than 1 MB"
				 : "it is empty");
	return SP_EINVAL;
}

json_t *daemon_mail_request(const struct sp_buf *mail)
{
	json_t *request = json_object();
	struct sp_buf coded;

	sp_buf_init(&coded, SIZE_MAX);
	sp_base64(&coded, (const uint8_t *)mail->data, mail->len);
	sp_json_set_string(request, "deliver", sp_buf_str(&coded));
	sp_buf_free(&coded);
	return request;
}

void daemon_mail_tell(struct sp_buf *text, const json_t *answer)
{
	sp_buf_addf(text, "%s\n",
		json_string_value(json_object_get(answer, "disposition")));
}
