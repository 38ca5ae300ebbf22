/* The table of commands.def, and the options of each. */
#include "call.h"

#define END                                                                    \
	{                                                                      \
		NULL, NULL, NULL, NULL, false, false                           \
	}
#define FLAG(name, text)                                                       \
	{                                                                      \
		name, NULL, NULL, text, false, false                           \
	}
#define VALUE(name, value, text)                                               \
	{                                                                      \
		name, value, NULL, text, false, false                          \
	}
#define WORDS(name, value, words, text)                                        \
	{                                                                      \
		name, value, words, text, false, false                         \
	}

static const struct sp_call_option new_options[] = {
	{ "seat", "COLOUR=ADDRESS", "seats",
		"a seat and its player; bot:NAME: a bot", false, true },
	VALUE("seats", "N", "with --open: how many seats there are in all"),
	FLAG("open", "whoever comes first has the seats that are left"),
	WORDS("ruleset", "NAME", "rulesets",
		"a folder below rulesets (wizwar8)"),
	VALUE("id", "LABEL", "begins its id: a-z, 0-9 and -, at most 15"),
	{ "option", "NAME=VALUE", "options", "an option of the ruleset", false,
		true },
	FLAG("start", "seat the players and begin at once"),
	VALUE("full-id", "GID", "the whole id; for tests only"),
	END,
};

static const struct sp_call_option invite_options[] = {
	{ "seat", "COLOUR=ADDRESS", "seats", "the seat, and who may have it",
		true, false },
	END,
};

static const struct sp_call_option board_options[] = {
	FLAG("html", "as a page, in colour"),
	END,
};

static const struct sp_call_option export_options[] = {
	{ "bundle", "FILE", NULL, "the file that is written", true, false },
	FLAG("force", "write over a file that exists"),
	END,
};

static const struct sp_call_option undo_options[] = {
	VALUE("at", "SEQ", "the step that the game is at; without it: show"),
	END,
};

static const struct sp_call_option cancel_options[] = {
	FLAG("yes", "do not ask first"),
	END,
};

static const struct sp_call_option look_options[] = {
	WORDS("seat", "COLOUR", "colours", "only what this seat has of it"),
	FLAG("yes", "do not ask first"),
	END,
};

static const struct sp_call_option repair_options[] = {
	VALUE("from", "CLONE|BUNDLE", "take what is missing from there"),
	FLAG("here", "all that is needed is in the damaged repository"),
	FLAG("back", "go on from the newest step that is whole"),
	FLAG("behind", "with --back: even if players know later steps"),
	END,
};

static const struct sp_call_option replay_options[] = {
	VALUE("at", "turn/N|SEQ", "where a turn began, or a commit by number"),
	WORDS("seat", "COLOUR", "colours",
		"of what is hidden only what it knew"),
	FLAG("follow", "step through the game with keys"),
	END,
};

static const struct sp_call_option doctor_options[] = {
	FLAG("no-mail", "send no mail"),
	FLAG("offline", "connect to no server"),
	VALUE("timeout", "SECONDS", "how long a mail may be under way (60)"),
	END,
};

/* Of `completion`, too. */
static const struct sp_call_option card_options[] = {
	WORDS("ruleset", "ID", "rulesets", "a folder below rulesets (wizwar8)"),
	END,
};

static const struct sp_call_option play_options[] = {
	FLAG("new", "begin a game, though another is not over"),
	WORDS("bots", "NAME,...", "bots",
		"one for all, or one for each (apprentice)"),
	VALUE("seats", "N", "of a new game, with yours, 2 to 4 (2)"),
	WORDS("seat", "COLOUR", "colours", "yours (the first)"),
	WORDS("ruleset", "ID", "rulesets", "a folder below rulesets (wizwar8)"),
	{ "option", "NAME=VALUE", "options", "an option of the ruleset", false,
		true },
	FLAG("list", "list your games, the newest first, and play none"),
	VALUE("repo", "DIR", "the folder of the games"),
	VALUE("colour", "WHEN", "auto, always or never (auto)"),
	VALUE("full-id", "GID", "the whole id; for tests only"),
	END,
};

static const struct sp_call_option simulate_options[] = {
	WORDS("ruleset", "ID", "rulesets", "a folder below rulesets (wizwar8)"),
	VALUE("players", "N", "seats, as many as the ruleset takes (4)"),
	VALUE("games", "K", "how many games (1)"),
	VALUE("seed", "S", "equal seeds play equal games (1)"),
	WORDS("bots", "NAME,...", "bots",
		"one for all, or one for each seat (random)"),
	{ "option", "NAME=VALUE", "options", "an option of the ruleset", false,
		true },
	VALUE("repo", "DIR", "write each game as a repository below it"),
	FLAG("drafts", "deal cards too whose tests are missing"),
	FLAG("check", "check the position after every command"),
	FLAG("mix", "draw the players and options of each game, if not given"),
	VALUE("min-plays", "N",
		"fail if a card had an effect less often; see the table"),
	END,
};

static const struct sp_call_option tournament_options[] = {
	{ "bots", "NAME,...", "bots", "two bots or more", true, false },
	WORDS("ruleset", "ID", "rulesets", "a folder below rulesets (wizwar8)"),
	VALUE("games", "K", "how many games (100)"),
	VALUE("seats", "N|N..M", "seats of a game, in turn from N to M (2)"),
	VALUE("seed", "S", "equal seeds give equal tables (1)"),
	VALUE("jobs", "J", "processes that play (as many as processors)"),
	{ "option", "NAME=VALUE", "options", "an option of the ruleset", false,
		true },
	END,
};

static const struct sp_call_option verify_options[] = {
	VALUE("signer", "SHA256:...", "the key's fingerprint, from your mail"),
	VALUE("root", "ID", "the id of the first commit"),
	{ "has", "ID", NULL, "an id that some mail named", false, true },
	VALUE("mails", "FOLDER", "saved mails, whose ids are looked for"),
	FLAG("bots", "compute anew what bots chose"),
	FLAG("declarations", "compute anew what lines with `when` answered"),
	END,
};

static const struct sp_call_row commands[] = {
#define COMMAND(first, second, operands, min, max, config, summary, about,     \
	options, handler)                                                      \
	{ first, second, operands, min, max, config, summary, about, options,  \
		handler },
#include "commands.def"
#undef COMMAND
	{ NULL, NULL, NULL, 0, 0, false, NULL, NULL, NULL, NULL },
};

const struct sp_call_row *daemon_call_row_at(size_t number)
{
	return number + 1 < SP_ARRAY_LEN(commands) ? &commands[number] : NULL;
}
