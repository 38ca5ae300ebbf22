/*
 * All of `spellpost`, which becomes this program (spellpost.c). What changes
 * something goes to the daemon where one runs; else the command takes run/lock
 * and does the same batch. Its commands: daemon/commands.c.
 */
#include "call.h"

#include <signal.h>

static int bad_word(int number)
{
	fprintf(stderr,
		"spellpost: word %d is not UTF-8; see `spellpost help`\n",
		number);
	return SP_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	struct sp_error e = { 0 };

	daemon_keep_private();
	sp_json_setup();
	sp_log_set_level(SP_LOG_WARN);
	if (sp_mem_guard(&e) != SP_OK)
		return daemon_complain("spellpost", &e);
	/* a daemon that goes away is an error in words */
	(void)signal(SIGPIPE, SIG_IGN);
	for (int i = 1; i < argc; i++)
		if (!sp_utf8_valid(argv[i], strlen(argv[i])))
			return bad_word(i);
	return daemon_finish(
		daemon_call_main(argc > 0 ? argc - 1 : 0, argv + 1));
}
