/*
 * The mail parser process: it holds no secret and gets mails on
 * standard input, a socket that the daemon made. Nobody starts it by hand.
 */
#include "mail/mail.h"

#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	struct stat st;
	int status;

	if (fstat(STDIN_FILENO, &st) != 0 || !S_ISSOCK(st.st_mode)) {
		(void)fprintf(stderr,
			"spellpost-mime: started by spellpostd and spellpost, "
			"not by hand\n");
		return 2;
	}
	sp_json_setup();
	sp_gmime_setup();
	sp_gmime_slim();
	status = sp_mime_serve(
		STDIN_FILENO, sp_gmime_read, &sp_mime_default_limits);
	sp_gmime_teardown();
	return status;
}
