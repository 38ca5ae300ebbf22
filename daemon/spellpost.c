/*
 * spellpost: the operator's command. What changes something goes to the daemon
 * where one runs; else the command takes run/lock and does the same batch.
 */
#include "cli.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <unistd.h>

#define STDIN_MAX (1024u * 1024u)

struct invocation {
	const char *config_path; /* NULL: found or embedded */
	bool json;
	struct sp_config config;
	int argc; /* behind the command's words */
	char **argv;
};

static const char usage_text[] =
	"usage: spellpost [-c FILE] COMMAND ...\n"
	"\n"
	"  init DIR                make a club: configuration, key, folders\n"
	"  game new --seat COLOUR=ADDRESS --seat COLOUR=bot:random ...\n"
	"           [--ruleset NAME]\n"
	"           [--id LABEL] [--option NAME=VALUE]... [--start]\n"
	"                          invite players; --start: seat them and "
	"begin\n"
	"  game list               all games\n"
	"  game show GAME          one game: seats, turn, deadline\n"
	"  game board GAME         its board\n"
	"  game export GAME --bundle FILE [--force]\n"
	"                          the whole game as one file, for anybody\n"
	"  game undo GAME [SEQ|turn/N]\n"
	"                          take it back to the position before the "
	"last\n"
	"                          command, of a step, or at the start of a "
	"turn\n"
	"  game cancel GAME [--yes]\n"
	"                          end it without a winner\n"
	"  game look GAME [--seat COLOUR] [--yes]\n"
	"                          what is hidden in it: all players are "
	"told\n"
	"  history GAME [N]        its story; the newest N turns\n"
	"  replay REPO [--at turn/7|SEQ] [--seat COLOUR] [--follow]\n"
	"                          the game at one commit; --follow: step "
	"through\n"
	"                          it with keys\n"
	"  deliver                 take one mail from standard input\n"
	"  check                   look for what is wrong, and say the remedy\n"
	"  doctor [--no-mail] [--offline] [--timeout SECONDS]\n"
	"                          the same and more: permissions, disk, "
	"log-in "
	"at\n"
	"                          each mail server, a mail to itself and "
	"back\n"
	"  ruleset check DIR       what a folder of rules and cards holds, or\n"
	"                          what is wrong in it, with file and line\n"
	"  card NAME [--ruleset ID]\n"
	"                          one card; part of its name will do\n"
	"  simulate [--ruleset ID] [--players N] [--games K] [--seed S]\n"
	"           [--bots random,...] [--option NAME=VALUE]... [--repo DIR]\n"
	"                          whole games by bots, and what came of them\n"
	"  verify REPO [--signer SHA256:...] [--root ID] [--has ID]...\n"
	"         [--mails FOLDER]\n"
	"                          is a game what it says? Of a repository, "
	"clone\n"
	"                          or bundle; with anchors from your mails\n"
	"  help                    this text\n"
	"\n"
	"GAME may be shortened while it is unambiguous. REPO is the path of a\n"
	"repository, clone or bundle; for replay and history GAME and REPO "
	"are\n"
	"either. Options: -c FILE the configuration (default "
	"./spellpost.conf,\n"
	"else this folder is taken for a club); --json answers for machines.\n"
	"Exit status: 0 done, 1 failed, 2 the command line or the "
	"configuration\n"
	"is wrong, 3 another command or daemon is busy.\n";

/* ---- answering -------------------------------------------------------- */

static int print(struct invocation *inv, int rc, json_t *json,
	struct sp_buf *text, const struct sp_error *e)
{
	if (inv->json && json != NULL) {
		struct sp_buf out;
		sp_buf_init(&out, SIZE_MAX);
		sp_json_write(&out, json);
		fputs(sp_buf_str(&out), stdout);
		sp_buf_free(&out);
	} else if (text != NULL) {
		fputs(sp_buf_str(text), stdout);
	}
	json_decref(json);
	if (text != NULL)
		sp_buf_free(text);
	return rc == SP_OK ? SP_EXIT_OK : sp_complain("spellpost", e);
}

static int SP_PRINTF(1, 2) usage_error(const char *fmt, ...)
{
	va_list ap;

	fputs("spellpost: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("; see `spellpost help`\n", stderr);
	return SP_EXIT_USAGE;
}

/* ---- commands --------------------------------------------------------- */

static int cmd_init(struct invocation *inv)
{
	struct sp_error e = { 0 };

	if (inv->argc != 1)
		return usage_error("init takes the name of one folder");
	if (sp_host_init(inv->argv[0], &e) != SP_OK)
		return sp_complain("spellpost", &e);
	printf("A club is ready in %s.\n"
	       "  spellpost -c %s/spellpost.conf game new "
	       "--seat red=ADDRESS --seat blue=ADDRESS\n"
	       "  spellpostd -c %s/spellpost.conf\n"
	       "Keep %s/master.key safe, apart from the backups.\n",
		inv->argv[0], inv->argv[0], inv->argv[0], inv->argv[0]);
	return SP_EXIT_OK;
}

static int add_pair(
	json_t *list, const char *arg, const char *left, const char *right)
{
	const char *eq = strchr(arg, '=');

	if (eq == NULL || eq == arg || eq[1] == '\0')
		return -1;
	json_t *pair = json_object();
	char *name = sp_xstrndup(arg, (size_t)(eq - arg));
	sp_json_set_string(pair, left, name);
	sp_json_set_string(pair, right, eq + 1);
	json_array_append_new(list, pair);
	sp_free(name);
	return 0;
}

static int parse_new(struct invocation *inv, json_t *request)
{
	static const struct option longs[] = {
		{ "ruleset", required_argument, NULL, 'r' },
		{ "seat", required_argument, NULL, 's' },
		{ "id", required_argument, NULL, 'i' },
		{ "full-id", required_argument, NULL, 'f' },
		{ "option", required_argument, NULL, 'o' },
		{ "start", no_argument, NULL, 'S' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 },
	};
	json_t *seats = json_array(), *options = json_array();
	int c;

	sp_json_set_string(request, "act", "game new");
	sp_json_set_string(request, "ruleset", "wizwar8");
	sp_json_set(request, "seats", seats);
	sp_json_set(request, "options", options);
	opterr = 0; /* one line of ours is enough */
	optind = 0; /* start anew, behind the command's words */
	while ((c = getopt_long(
			inv->argc + 1, inv->argv - 1, "", longs, NULL)) != -1) {
		if (c == 'r')
			sp_json_set_string(request, "ruleset", optarg);
		else if (c == 'i')
			sp_json_set_string(request, "label", optarg);
		else if (c == 'f')
			sp_json_set_string(request, "gid", optarg);
		else if (c == 'S')
			sp_json_set_bool(request, "start", true);
		else if (c == 'j')
			inv->json = true;
		else if (c == 's' &&
			 add_pair(seats, optarg, "seat", "address") != 0)
			return usage_error(
				"--seat %s: write COLOUR=ADDRESS", optarg);
		else if (c == 'o' &&
			 add_pair(options, optarg, "name", "value") != 0)
			return usage_error(
				"--option %s: write NAME=VALUE", optarg);
		else if (c == '?')
			return usage_error("game new does not know \"%s\", or "
					   "it lacks its value",
				(inv->argv - 1)[optind - 1]);
	}
	if (optind < inv->argc + 1)
		return usage_error(
			"\"%s\" is not expected", (inv->argv - 1)[optind]);
	return SP_EXIT_OK;
}

static void describe_new(const json_t *answer, struct sp_buf *text)
{
	const char *gid = json_string_value(json_object_get(answer, "gid"));
	bool started = json_is_true(json_object_get(answer, "started"));

	sp_buf_addf(text, "Game %s %s.\nRepository: %s\nCommitment: %s\n", gid,
		started ? "has started: no player chose luck"
			: "waits for its players to join",
		json_string_value(json_object_get(answer, "repository")),
		json_string_value(json_object_get(answer, "commitment")));
}

static int cmd_game_new(struct invocation *inv)
{
	json_t *request = json_object(), *answer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	int status = parse_new(inv, request);

	if (status != SP_EXIT_OK) {
		json_decref(request);
		return status;
	}
	if (json_object_get(request, "gid") != NULL)
		fputs("spellpost: --full-id is for tests: equal ids under one "
		      "key give equal dice\n",
			stderr);
	sp_buf_init(&text, 65536);
	int rc = sp_cli_act(&inv->config, request, NULL, 0, &answer, &e);
	if (rc == SP_OK)
		describe_new(answer, &text);
	json_decref(request);
	return print(inv, rc, answer, &text, &e);
}

static int cmd_deliver(struct invocation *inv)
{
	struct sp_buf mail, coded, text;
	struct sp_error e = { 0 };
	json_t *answer = NULL;
	char chunk[65536];
	ssize_t n;

	if (inv->argc != 0)
		return usage_error(
			"deliver reads standard input; \"%s\" is not expected",
			inv->argv[0]);
	sp_buf_init(&mail, STDIN_MAX);
	while ((n = read(0, chunk, sizeof(chunk))) > 0 && !mail.overflow)
		sp_buf_add(&mail, chunk, (size_t)n);
	if (n < 0 || mail.len == 0 || mail.overflow) {
		const char *why = n < 0           ? strerror(errno)
				  : mail.overflow ? "it is larger than 1 MB"
						  : "it is empty";
		fprintf(stderr, "spellpost: no mail on standard input: %s\n",
			why);
		sp_buf_free(&mail);
		return SP_EXIT_USAGE;
	}
	sp_buf_init(&coded, 2 * STDIN_MAX);
	sp_buf_init(&text, 4096);
	sp_base64(&coded, (const uint8_t *)mail.data, mail.len);
	json_t *request = json_object();
	sp_json_set_string(request, "deliver", sp_buf_str(&coded));
	int rc = sp_cli_act(
		&inv->config, request, mail.data, mail.len, &answer, &e);
	if (rc == SP_OK)
		sp_buf_addf(&text, "%s\n",
			json_string_value(
				json_object_get(answer, "disposition")));
	json_decref(request);
	sp_buf_free(&mail);
	sp_buf_free(&coded);
	return print(inv, rc, answer, &text, &e);
}

static int cmd_check(struct invocation *inv)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, 1024 * 1024);
	int rc = sp_viewer_check(&inv->config, &json, &text, &e);
	if (rc == SP_OK || e.text[0] != '\0')
		return print(inv, rc, json, &text, &e);
	(void)print(inv, SP_OK, json, &text, &e);
	return SP_EXIT_FAILED;
}

static int cmd_doctor(struct invocation *inv)
{
	return sp_cli_doctor(inv->config_path, inv->json, inv->argc, inv->argv);
}

static int cmd_undo(struct invocation *inv)
{
	return sp_cli_undo(&inv->config, inv->json, inv->argc, inv->argv);
}

static int cmd_cancel(struct invocation *inv)
{
	return sp_cli_cancel(&inv->config, inv->json, inv->argc, inv->argv);
}

static int cmd_look(struct invocation *inv)
{
	return sp_cli_look(&inv->config, inv->json, inv->argc, inv->argv);
}

static int cmd_simulate(struct invocation *inv)
{
	return sp_cli_simulate(&inv->config, inv->json, inv->argc, inv->argv);
}

static int cmd_verify(struct invocation *inv)
{
	return sp_cli_verify(inv->json, inv->argc, inv->argv);
}

static int cmd_ruleset_check(struct invocation *inv)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good;

	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_rulebook_check(inv->argv[0], &json, &text, &good, &e);
	int status = print(inv, rc, json, &text, &e);
	return rc == SP_OK && !good ? SP_EXIT_FAILED : status;
}

static int cmd_card(struct invocation *inv)
{
	static const struct option options[] = {
		{ "ruleset", required_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 },
	};
	const char *ruleset = "wizwar8";
	struct sp_error e = { 0 };
	struct sp_buf text, name;
	json_t *json = NULL;
	int c;

	opterr = 0;
	optind = 0; /* start anew, behind the command's word */
	while ((c = getopt_long(inv->argc + 1, inv->argv - 1, "", options,
			NULL)) != -1) {
		if (c != 'r')
			return usage_error(
				"it is `spellpost card NAME [--ruleset ID]`");
		ruleset = optarg;
	}
	if (optind > inv->argc)
		return usage_error("card needs the name of a card");
	sp_buf_init(&name, 1000);
	for (int i = optind - 1; i < inv->argc; i++)
		sp_buf_addf(
			&name, "%s%s", i >= optind ? " " : "", inv->argv[i]);
	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_rulebook_card(inv->config.rulesets, ruleset,
		sp_buf_str(&name), &json, &text, &e);
	sp_buf_free(&name);
	return print(inv, rc, json, &text, &e);
}

typedef int looker(struct sp_viewer *viewer, struct invocation *inv,
	json_t **json, struct sp_buf *text, struct sp_error *e);

static int look(struct invocation *inv, looker *fn)
{
	struct sp_viewer *viewer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_viewer_open(&viewer, &inv->config, &e);
	if (rc == SP_OK)
		rc = fn(viewer, inv, &json, &text, &e);
	sp_viewer_close(viewer);
	return print(inv, rc, json, &text, &e);
}

static int look_list(struct sp_viewer *v, struct invocation *inv, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	(void)inv;
	return sp_viewer_list(v, json, text, e);
}

static int look_show(struct sp_viewer *v, struct invocation *inv, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	return sp_viewer_show(v, inv->argv[0], json, text, e);
}

static int look_board(struct sp_viewer *v, struct invocation *inv,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	return sp_viewer_board(v, inv->argv[0], json, text, e);
}

static int cmd_list(struct invocation *inv)
{
	return look(inv, look_list);
}

static int cmd_show(struct invocation *inv)
{
	return look(inv, look_show);
}

static int cmd_board(struct invocation *inv)
{
	return look(inv, look_board);
}

static int cmd_history(struct invocation *inv)
{
	return sp_cli_history(
		inv->config_path, inv->json, inv->argc, inv->argv);
}

static int cmd_replay(struct invocation *inv)
{
	return sp_cli_replay(inv->config_path, inv->json, inv->argc, inv->argv);
}

struct export
{
	const char *gid, *file; /* borrowed */
	bool force;
};

static int parse_export(struct invocation *inv, struct export *out)
{
	static const struct option options[] = {
		{ "bundle", required_argument, NULL, 'b' },
		{ "force", no_argument, NULL, 'f' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	optind = 0; /* start anew, behind the command's words */
	while ((c = getopt_long(inv->argc + 1, inv->argv - 1, "", options,
			NULL)) != -1) {
		if (c == 'b')
			out->file = optarg;
		else if (c == 'f')
			out->force = true;
		else
			break;
	}
	if (c == -1 && optind == inv->argc)
		out->gid = (inv->argv - 1)[optind];
	if (out->gid == NULL || out->file == NULL || out->file[0] == '\0')
		return usage_error("it is `spellpost game export GAME --bundle "
				   "FILE [--force]`");
	return SP_EXIT_OK;
}

static int cmd_export(struct invocation *inv)
{
	struct export what = { 0 };
	struct sp_viewer *viewer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	int status = parse_export(inv, &what);

	if (status != SP_EXIT_OK)
		return status;
	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_viewer_open(&viewer, &inv->config, &e);
	if (rc == SP_OK)
		rc = sp_viewer_export(viewer, what.gid, what.file, what.force,
			&json, &text, &e);
	sp_viewer_close(viewer);
	return print(inv, rc, json, &text, &e);
}

static const struct {
	const char *first, *second; /* words; second may be NULL */
	int (*run)(struct invocation *inv);
	int min, max; /* words behind; max -1: parsed by the command */
	bool needs_config;
	const char *usage;
} commands[] = {
	{ "init", NULL, cmd_init, 1, 1, false, "init DIR" },
	{ "game", "new", cmd_game_new, 0, -1, true,
		"game new --seat COLOUR=ADDRESS ..." },
	{ "game", "list", cmd_list, 0, 0, true, "game list" },
	{ "game", "show", cmd_show, 1, 1, true, "game show GAME" },
	{ "game", "board", cmd_board, 1, 1, true, "game board GAME" },
	{ "game", "export", cmd_export, 0, -1, true,
		"game export GAME --bundle FILE" },
	{ "game", "undo", cmd_undo, 1, 2, true, "game undo GAME [SEQ|turn/N]" },
	{ "game", "cancel", cmd_cancel, 0, -1, true,
		"game cancel GAME [--yes]" },
	{ "game", "look", cmd_look, 0, -1, true,
		"game look GAME [--seat COLOUR] [--yes]" },
	{ "history", NULL, cmd_history, 1, 2, false, "history GAME|REPO [N]" },
	{ "replay", NULL, cmd_replay, 0, -1, false, "replay REPO" },
	{ "deliver", NULL, cmd_deliver, 0, 0, true, "deliver <MAIL" },
	{ "check", NULL, cmd_check, 0, 0, true, "check" },
	{ "doctor", NULL, cmd_doctor, 0, -1, false, "doctor" },
	{ "ruleset", "check", cmd_ruleset_check, 1, 1, false,
		"ruleset check DIR" },
	{ "card", NULL, cmd_card, 0, -1, true, "card NAME [--ruleset ID]" },
	{ "simulate", NULL, cmd_simulate, 0, -1, true, "simulate" },
	{ "verify", NULL, cmd_verify, 0, -1, false, "verify REPO" },
};

/* `--json` may stand anywhere. */
static void take_json(struct invocation *inv)
{
	int n = 0;

	for (int i = 0; i < inv->argc; i++) {
		if (sp_streq(inv->argv[i], "--json"))
			inv->json = true;
		else
			inv->argv[n++] = inv->argv[i];
	}
	inv->argc = n;
}

static int run(struct invocation *inv, int argc, char **argv)
{
	struct sp_error e = { 0 };

	for (size_t i = 0; i < SP_ARRAY_LEN(commands); i++) {
		int words = commands[i].second == NULL ? 1 : 2;
		if (argc < words || !sp_streq(argv[0], commands[i].first) ||
			(words == 2 && !sp_streq(argv[1], commands[i].second)))
			continue;
		inv->argc = argc - words;
		inv->argv = argv + words;
		take_json(inv);
		if (commands[i].max >= 0 &&
			(inv->argc < commands[i].min ||
				inv->argc > commands[i].max))
			return usage_error(
				"it is `spellpost %s`", commands[i].usage);
		if (commands[i].needs_config &&
			sp_cli_config(&inv->config, inv->config_path, &e) !=
				SP_OK)
			return sp_complain("spellpost", &e);
		return commands[i].run(inv);
	}
	if (sp_streq(argv[0], "game"))
		return usage_error("`game` goes with new, list, show, board, "
				   "export, undo, cancel or look");
	if (sp_streq(argv[0], "ruleset"))
		return usage_error("`ruleset` goes with check");
	return usage_error("`%s` is not a command", argv[0]);
}

int main(int argc, char **argv)
{
	struct invocation inv = { 0 };
	struct sp_error e = { 0 };
	int first = 1;

	sp_json_setup();
	sp_log_set_level(SP_LOG_WARN);
	if (sp_mem_guard(&e) != SP_OK)
		return sp_complain("spellpost", &e);
	/* a daemon that goes away is an error in words */
	(void)signal(SIGPIPE, SIG_IGN);
	for (int i = 1; i < argc; i++)
		if (!sp_utf8_valid(argv[i], strlen(argv[i])))
			return usage_error("word %d is not UTF-8", i);
	while (first < argc && argv[first][0] == '-') {
		if (sp_streq(argv[first], "-c") && first + 1 < argc) {
			inv.config_path = argv[first + 1];
			first += 2;
		} else if (sp_streq(argv[first], "--json")) {
			inv.json = true;
			first++;
		} else if (sp_streq(argv[first], "-h") ||
			   sp_streq(argv[first], "--help")) {
			fputs(usage_text, stdout);
			return SP_EXIT_OK;
		} else if (sp_streq(argv[first], "-c")) {
			return usage_error("-c needs the name of a file");
		} else {
			/* its value is nobody's business */
			return usage_error("%.*s is not an option",
				(int)strcspn(argv[first], "="), argv[first]);
		}
	}
	if (first == argc) {
		fputs(usage_text, stderr);
		return SP_EXIT_USAGE;
	}
	if (sp_streq(argv[first], "help")) {
		fputs(usage_text, stdout);
		return SP_EXIT_OK;
	}
	return run(&inv, argc - first, argv + first);
}
