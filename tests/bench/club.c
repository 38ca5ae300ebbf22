/*
 * A club with games, and what its players know of them: they have it from the
 * mails that the host sent them (reply address, Message-ID, the text that Reply
 * quotes).
 */
#include "bench.h"

#include <dirent.h>
#include <unistd.h>

#define TEXT_MAX   (1u << 20)
#define GAMES_STEP 50 /* games made in one batch */

const char *const bench_colours[BENCH_SEATS] = { "red", "blue" };

/* ---- opening and closing
 * ------------------------------------------------------ */

static void note_step(enum sp_batch_stage stage, void *payload)
{
	struct bench_club *club = payload;

	club->step[stage] = bench_wall();
}

/* The one child that this process has while a host is open. */
static pid_t find_parser(void)
{
	char *path =
		sp_xasprintf("/proc/self/task/%ld/children", (long)getpid());
	struct sp_buf text;
	long pid = 0;

	sp_buf_init(&text, 256);
	if (sp_file_read(&text, path, NULL) == SP_OK)
		pid = strtol(sp_buf_str(&text), NULL, 10);
	sp_buf_free(&text);
	sp_free(path);
	return (pid_t)pid;
}

void bench_club_open_host(struct bench_club *club)
{
	char *program = sp_xasprintf("%s/spellpost-mime", club->bench->build);
	struct sp_host_options options = {
		.mime_program = program, .stage = note_step, .payload = club
	};
	struct sp_error e = { 0 };

	bench_ok(sp_host_open(&club->host, &club->config, &options, &e), &e,
		"opening the club");
	club->parser = find_parser();
	sp_free(program);
}

void bench_club_close_host(struct bench_club *club)
{
	sp_host_close(club->host);
	club->host = NULL;
	club->parser = 0;
}

static void read_ruleset(struct bench_club *club)
{
	char *folder = sp_xasprintf("%s/games/wizwar8", club->bench->source);
	struct sp_files files = { 0 };
	struct sp_error e = { 0 };

	bench_ok(sp_record_files_read(&files, folder, &e), &e, folder);
	bench_ok(sp_record_files_ruleset(&files, &club->ruleset, &e), &e,
		folder);
	sp_record_files_free(&files);
	sp_free(folder);
}

static void configure(struct bench_club *club)
{
	const struct bench *b = club->bench;
	char *conf = sp_xasprintf("%s/" SP_CONFIG_FILE, club->dir);
	struct sp_error e = { 0 };

	bench_ok(sp_host_init(club->dir, &e), &e, club->dir);
	bench_ok(sp_config_load(&club->config, conf, &e), &e, conf);
	club->config.volume = SP_VOLUME_ALL; /* a receipt is part of the work */
	sp_format(club->config.templates, sizeof(club->config.templates),
		"%s/templates", b->source);
	sp_format(club->config.rulesets, sizeof(club->config.rulesets),
		"%s/games", b->source);
	sp_free(conf);
}

/* ---- games
 * ------------------------------------------------------------------------ */

static json_t *act_of(size_t number)
{
	json_t *act = json_object(), *seats = json_array();
	char text[64];

	sp_json_set_string(act, "act", "game new");
	sp_json_set_string(act, "ruleset", "wizwar8");
	sp_format(text, sizeof(text), "b%05zu", number);
	sp_json_set_string(act, "label", text);
	sp_json_set_bool(act, "start", true);
	sp_json_set(act, "options",
		json_pack("[{s:s,s:s}]", "name", "rounds", "value", "10000"));
	for (int s = 0; s < BENCH_SEATS; s++) {
		sp_format(text, sizeof(text), "%s-%05zu@example.org",
			bench_colours[s], number);
		json_array_append_new(
			seats, json_pack("{s:s,s:s}", "seat", bench_colours[s],
				       "address", text));
	}
	sp_json_set(act, "seats", seats);
	return act;
}

/* Fifty acts make one batch, as fifty commands to a daemon never do; but they
 * are not what is measured. */
static void make_games(struct bench_club *club, size_t from, size_t n)
{
	struct sp_work *work = sp_xcalloc(n, sizeof(*work));
	json_t *acts = json_array();
	struct sp_pass pass = { 0 };
	struct sp_error e = { 0 };
	unsigned commits = 0;

	for (size_t i = 0; i < n; i++) {
		work[i].kind = SP_WORK_ACT;
		work[i].instant = host_now(club->host);
		json_array_append_new(acts, act_of(from + i));
		work[i].act = json_array_get(acts, i);
	}
	bench_ok(host_batch_run(club->host, work, n, &commits, &e), &e,
		"making games");
	bench_ok(host_outbox_send(club->host, &pass, &e), &e, "sending mails");
	for (size_t i = 0; i < n; i++) {
		const char *gid = json_string_value(
			json_object_get(work[i].answer, "gid"));
		sp_format(club->table[from + i].gid, SP_GID_TEXT, "%s", gid);
		host_work_clear(&work[i]);
	}
	json_decref(acts);
	sp_free(work);
}

/* ---- what the players get
 * ------------------------------------------------------------ */

bool bench_mail_header(
	const char *mail, const char *name, char *out, size_t size)
{
	char *key = sp_xasprintf("\n%s: ", name);
	const char *at = strstr(mail, key);

	if (at != NULL)
		at += strlen(key);
	sp_free(key);
	return at != NULL && sp_copyn(out, size, at, strcspn(at, "\r\n"));
}

char *bench_mail_quoted(const char *mail)
{
	const char *body = strstr(mail, "\n\n");
	struct sp_cursor c;
	struct sp_buf out;
	const char *line;
	size_t len;

	sp_buf_init(&out, TEXT_MAX);
	sp_buf_adds(&out, "On Sat, 21 Nov 2026, Guild Judge wrote:\n");
	sp_cursor_init(&c, body, strlen(body));
	while (sp_cursor_line(&c, &line, &len))
		sp_buf_addf(&out, "> %.*s\n", (int)len, line);
	return sp_buf_take(&out);
}

static void take_mail(struct bench_club *club, const char *mail)
{
	char reply_to[SP_ADDR_SIZE];
	struct sp_reply_address to;

	if (!bench_mail_header(mail, "Reply-To", reply_to, sizeof(reply_to)) ||
		!sp_mail_reply_address_parse(
			&to, reply_to, club->config.address))
		bench_die("a mail of the club has no reply address");
	size_t number = strtoul(to.gid + 1, NULL, 10);
	if (number >= club->n_tables)
		bench_die("a mail is of no game");
	struct bench_table *t = &club->table[number];
	int seat = sp_streq(to.seat, bench_colours[0]) ? 0 : 1;
	if (t->quote[seat] != NULL)
		return;
	sp_format(t->token[seat], sizeof(t->token[seat]), "%s", to.token);
	if (!bench_mail_header(
		    mail, "Message-ID", t->answers[seat], SP_MSGID_SIZE))
		bench_die("a mail of the club has no Message-ID");
	t->quote[seat] = bench_mail_quoted(mail);
}

static void take_mails(struct bench_club *club)
{
	char *folder = sp_xasprintf("%s/new", club->config.sender.path);
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct sp_error e = { 0 };
	struct sp_buf text;

	if (dir == NULL)
		bench_die("%s cannot be read", folder);
	sp_buf_init(&text, TEXT_MAX);
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		char *path = sp_xasprintf("%s/%s", folder, entry->d_name);
		sp_buf_clear(&text);
		bench_ok(sp_file_read(&text, path, &e), &e, path);
		take_mail(club, sp_buf_str(&text));
		sp_free(path);
	}
	sp_buf_free(&text);
	(void)closedir(dir);
	sp_free(folder);
}

void bench_club_make(struct bench_club *club, const struct bench *b,
	const char *name, unsigned games)
{
	bench_check_stop();
	memset(club, 0, sizeof(*club));
	club->bench = b;
	club->dir = sp_xasprintf("%s/%s", b->root, name);
	club->random = 8;
	configure(club);
	read_ruleset(club);
	bench_club_open_host(club);
	club->table = sp_xcalloc(games, sizeof(*club->table));
	club->n_tables = games;
	for (size_t at = 0; at < games; at += GAMES_STEP)
		make_games(club, at,
			games - at < GAMES_STEP ? games - at : GAMES_STEP);
	take_mails(club);
}

void bench_club_free(struct bench_club *club)
{
	if (club->host != NULL)
		bench_club_close_host(club);
	for (size_t i = 0; i < club->n_tables; i++) {
		for (int s = 0; s < BENCH_SEATS; s++)
			sp_free(club->table[i].quote[s]);
		sp_free(club->table[i].game);
	}
	sp_free(club->table);
	sp_card_ruleset_free(club->ruleset);
	sp_free(club->dir);
}

char *bench_club_repo(const struct bench_club *club, size_t table)
{
	const char *gid = club->table[table].gid;

	return sp_xasprintf("%s/games/%.2s/%s.git", club->config.data,
		gid + strlen(gid) - 8, gid);
}

/* ---- passes ---- */

void bench_club_pass(
	struct bench_club *club, unsigned mails, struct bench_cost *cost)
{
	struct sp_pass pass;
	struct sp_error e = { 0 };

	bench_check_stop();
	double cpu = bench_cpu();

	club->began = bench_wall();
	int code = sp_host_pass(club->host, &pass, &e);
	cost->wall = bench_wall() - club->began;
	cost->cpu = bench_cpu() - cpu;
	bench_ok(code, &e, "a pass of the host");
	if (pass.mails != mails || pass.commits != mails || pass.sent < mails)
		bench_die("of %u mails %u were read; %u commits, %u sent",
			mails, pass.mails, pass.commits, pass.sent);
}

double bench_club_parser_cpu(struct bench_club *club, double before)
{
	double children = bench_cpu_children();

	bench_club_close_host(club);
	return bench_cpu_children() - children - before;
}
