/*
 * The commands of `spellpost`, a row each. Help, usage errors and the parser
 * read them here; daemon/spellpost.1 says the same at length.
 */
#include "call.h"

#define END                                                                    \
	{                                                                      \
		NULL, NULL, NULL, false, false                                 \
	}
#define FLAG(name, text)                                                       \
	{                                                                      \
		name, NULL, text, false, false                                 \
	}
#define VALUE(name, value, text)                                               \
	{                                                                      \
		name, value, text, false, false                                \
	}

static const struct sp_call_option new_options[] = {
	{ "seat", "COLOUR=ADDRESS", "a seat and its player; bot:random: a bot",
		true, true },
	VALUE("ruleset", "NAME", "a folder below rulesets (wizwar8)"),
	VALUE("id", "LABEL", "words for the beginning of its id"),
	{ "option", "NAME=VALUE", "an option of the ruleset", false, true },
	FLAG("start", "seat the players and begin at once"),
	VALUE("full-id", "GID", "the whole id; for tests only"),
	END,
};

static const struct sp_call_option export_options[] = {
	{ "bundle", "FILE", "the file that is written", true, false },
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
	VALUE("seat", "COLOUR", "only what this seat has of it"),
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
	VALUE("seat", "COLOUR", "of what is hidden only what it knew"),
	FLAG("follow", "step through the game with keys"),
	END,
};

static const struct sp_call_option doctor_options[] = {
	FLAG("no-mail", "send no mail"),
	FLAG("offline", "connect to no server"),
	VALUE("timeout", "SECONDS", "how long a mail may be under way (60)"),
	END,
};

static const struct sp_call_option card_options[] = {
	VALUE("ruleset", "ID", "a folder below rulesets (wizwar8)"),
	END,
};

static const struct sp_call_option simulate_options[] = {
	VALUE("ruleset", "ID", "a folder below rulesets (wizwar8)"),
	VALUE("players", "N", "seats, 2 to 6 (4)"),
	VALUE("games", "K", "how many games (1)"),
	VALUE("seed", "S", "equal seeds play equal games (1)"),
	VALUE("bots", "NAME,...", "one for all, or one for each seat (random)"),
	{ "option", "NAME=VALUE", "an option of the ruleset", false, true },
	VALUE("repo", "DIR", "write each game as a repository below it"),
	FLAG("drafts", "deal cards too whose tests are missing"),
	FLAG("check", "check the position after every command"),
	END,
};

static const struct sp_call_option verify_options[] = {
	VALUE("signer", "SHA256:...", "the key's fingerprint, from your mail"),
	VALUE("root", "ID", "the id of the first commit"),
	{ "has", "ID", "an id that some mail named", false, true },
	VALUE("mails", "FOLDER", "saved mails, whose ids are looked for"),
	END,
};

static const struct sp_call_row commands[] = {
	{ "init", NULL, "DIR", 1, 1, false,
		"make a club: configuration, key, folders", NULL, NULL,
		daemon_init },
	{ "game", "new", "", 0, 0, true, "invite players to a new game",
		"The game begins when all have joined; --start seats them "
		"without asking.\n",
		new_options, daemon_new },
	{ "game", "list", "", 0, 0, true, "list all games", NULL, NULL,
		daemon_list },
	{ "game", "show", "GAME", 1, 1, true,
		"show one game: seats, turn, deadline", NULL, NULL,
		daemon_show },
	{ "game", "board", "GAME", 1, 1, true, "show its board", NULL, NULL,
		daemon_board },
	{ "game", "export", "GAME", 1, 1, true,
		"write the whole game as one file",
		"The file is a git bundle, which anybody can clone and "
		"verify.\n",
		export_options, daemon_export },
	{ "game", "undo", "GAME [SEQ|turn/N]", 1, 2, true,
		"take a game back to an earlier position",
		"It goes back to before the last command of a player; or to "
		"the position after\ncommit SEQ, or where turn N began. "
		"Nothing is removed from its history, and\nits players are "
		"told. Without --at nothing is done: it shows what would be\n"
		"undone, and the command that does it, which cannot be done "
		"twice by mistake.\n",
		undo_options, daemon_undo },
	{ "game", "cancel", "GAME", 1, 1, true, "end a game without a winner",
		"Its secret is published, so it cannot go on after that.\n",
		cancel_options, daemon_cancel },
	{ "game", "look", "GAME", 1, 1, true, "show what is hidden in a game",
		"The history of the game says that you looked, and so does a "
		"mail to every\nplayer.\n",
		look_options, daemon_look },
	{ "game", "repair", "GAME", 1, 1, true,
		"let a damaged game go on from a whole copy",
		"Without an option nothing is done: it says what is wrong, and "
		"the commands\nthat mend it. With --here or --from nothing "
		"that was decided is lost: the copy\nmust be true, signed with "
		"the game's key, and have the last commit that was\nmailed. "
		"With --back the newest steps are lost: the history of the "
		"game and a\nmail to every player say so. The damaged "
		"repository is kept.\n",
		repair_options, daemon_repair },
	{ "history", NULL, "GAME|REPO [N]", 1, 2, false,
		"tell its story; the newest N turns", NULL, NULL,
		daemon_history },
	{ "replay", NULL, "GAME|REPO", 1, 1, false,
		"show the game at one commit",
		"Without --at it is the last one.\n", replay_options,
		daemon_replay },
	{ "deliver", NULL, "", 0, 0, true, "take one mail from standard input",
		NULL, NULL, daemon_deliver },
	{ "clock", "accept", "", 0, 0, true, "believe a clock that jumped",
		"After a jump forward by more than a day no mail is taken and "
		"no game changes\nfor 15 minutes, or until you say that the "
		"clock is right.\n",
		NULL, daemon_clock_accept },
	{ "check", NULL, "", 0, 0, true,
		"look for what is wrong, and the remedy",
		"It connects to no server.\n", NULL, daemon_check },
	{ "doctor", NULL, "", 0, 0, false,
		"check, and try the mail servers too",
		"Permissions, disk, registry, games; a log-in at each mail "
		"server; and a mail to\nitself and back.\n",
		doctor_options, daemon_doctor },
	{ "ruleset", "check", "DIR", 1, 1, false,
		"check a folder of rules and cards",
		"It loads the folder, plays DIR/scenarios/*.txt, and says what "
		"the ruleset\nholds, or what is wrong in it, with file and line. "
		"A card is ready if at\nleast two of its scenarios come out as "
		"written.\n",
		NULL, daemon_ruleset_check },
	{ "card", NULL, "NAME", 1, -1, true, "show one card",
		"Part of its name will do.\n", card_options, daemon_card },
	{ "simulate", NULL, "", 0, 0, true, "let bots play whole games",
		"It says how they ended, and what was played in them.\n",
		simulate_options, daemon_simulate },
	{ "verify", NULL, "REPO", 1, 1, false, "check that a game is true",
		"Of a repository, a clone or a bundle; no club, key or "
		"network is needed. With\nwhat your mails say (the options) "
		"it is certain, too, that it is your game.\n",
		verify_options, daemon_verify },
	{ "help", NULL, "[COMMAND]", 0, 2, false,
		"list the commands, or explain one", NULL, NULL, daemon_help },
};

const struct sp_call_row *daemon_call_row_at(size_t number)
{
	return number < SP_ARRAY_LEN(commands) ? &commands[number] : NULL;
}
