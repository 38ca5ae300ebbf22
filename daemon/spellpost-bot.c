/*
 * The process in which bots think: it gets what a seat sees, and gives its
 * command. Nobody starts it by hand.
 */
#include "version.h"

#include "thinker/thinker.h"

#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"usage: spellpost-bot [--help | --version]\n"
	"\n"
	"Thinks for the bots of spellpostd, which starts it with a socket on "
	"standard\n"
	"input. Nobody starts it by hand.\n";

/* Words are for people: who starts it for its work gives none. */
static int answer_words(const char *word)
{
	const char *text = NULL;

	if (sp_streq(word, "--help") || sp_streq(word, "-h"))
		text = usage_text;
	else if (sp_streq(word, "--version"))
		text = "spellpost-bot " SP_VERSION "\n";
	if (text != NULL)
		return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? 0 : 1;
	(void)fprintf(stderr,
		"spellpost-bot: \"%s\" is not expected; see `spellpost-bot "
		"--help`\n",
		word);
	return 2;
}

int main(int argc, char **argv)
{
	struct stat st;

	if (argc > 1)
		return answer_words(argv[1]);
	if (fstat(STDIN_FILENO, &st) != 0 || !S_ISSOCK(st.st_mode)) {
		(void)fprintf(stderr,
			"spellpost-bot: started by spellpostd, not by hand\n");
		return 2;
	}
	sp_json_setup();
	return sp_thinker_serve(STDIN_FILENO);
}
