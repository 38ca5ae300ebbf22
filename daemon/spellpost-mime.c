/*
 * The mail parser process: it holds no secret and gets mails on
 * standard input, a socket that the daemon made. Nobody starts it by hand.
 */
#include "version.h"

#include "mail/mail.h"

#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"usage: spellpost-mime [--help | --version]\n"
	"\n"
	"Takes mails apart for spellpostd and spellpost, which start it with a "
	"socket on\n"
	"standard input. Nobody starts it by hand.\n";

/* Words are for people: who starts it for its work gives none. */
static int answer_words(const char *word)
{
	const char *text = NULL;

	if (sp_streq(word, "--help") || sp_streq(word, "-h"))
		text = usage_text;
	else if (sp_streq(word, "--version"))
		text = "spellpost-mime " SP_VERSION "\n";
	if (text != NULL)
		return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? 0 : 1;
	(void)fprintf(stderr,
		"spellpost-mime: \"%s\" is not expected; see `spellpost-mime "
		"--help`\n",
		word);
	return 2;
}

int main(int argc, char **argv)
{
	struct stat st;
	int status;

	if (argc > 1)
		return answer_words(argv[1]);
	if (fstat(STDIN_FILENO, &st) != 0 || !S_ISSOCK(st.st_mode)) {
		(void)fprintf(stderr,
			"spellpost-mime: started by spellpostd and spellpost, "
			"not by hand\n");
		return 2;
	}
	sp_json_setup();
	sp_mail_gmime_setup();
	sp_mail_gmime_slim();
	status = sp_mail_mime_serve(
		STDIN_FILENO, sp_mail_gmime_read, &sp_mail_mime_default_limits);
	sp_mail_gmime_teardown();
	return status;
}
