/* Mails of the benchmark of days: in as a mail program replies, out as they are
 * read and counted. */
#include "days.h"

#include "host/suspension.h"
#include "post/people.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_MAX (1u << 20)

const char *const days_colours[DAYS_SEATS] = { "red", "blue", "yellow",
	"green" };

struct sp_live *days_load(struct days_club *club, const struct days_game *g)
{
	struct sp_live *live = sp_post_live_with_row(g->gid);
	struct sp_error e = { 0 };

	bench_ok(sp_registry_game_get(
			 club->host->registry, g->gid, live->row, &e),
		&e, g->gid);
	bench_ok(sp_store_game_open(&live->repo, club->host->store, g->gid, &e),
		&e, g->gid);
	bench_ok(host_live_load(club->host, live, &e), &e, g->gid);
	return live;
}

/* ---- in ------------------------------------------------------------------ */

/* A new file of the inbox that came at the club's time. */
static void put(const struct days_club *club, const struct sp_buf *mail)
{
	const char *in = club->config.inbox[0].path;
	const struct timespec times[2] = { { .tv_sec = club->now },
		{ .tv_sec = club->now } };
	char *name = sp_xasprintf(
		"%lld.%08u_days", (long long)club->now, club->mails);
	char *tmp = sp_xasprintf("%s/tmp/%s", in, name);
	char *final = sp_xasprintf("%s/new/%s", in, name);
	int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0 || sp_write_full(fd, mail->data, mail->len) != 0 ||
		futimens(fd, times) != 0 || close(fd) != 0 ||
		rename(tmp, final) != 0)
		bench_die("a mail cannot be written to %s", in);
	sp_free(name);
	sp_free(tmp);
	sp_free(final);
}

static void compose(struct days_club *club, const struct days_game *g, int seat,
	const char *orders, struct sp_buf *out)
{
	const struct days_seat *s = &g->seat[seat];
	char date[SP_DATE_TEXT];

	sp_date_rfc5322(date, club->now);
	sp_buf_addf(out,
		"From: A Player <%d-%s@example.org>\n"
		"To: Guild Judge <%s>\n"
		"Subject: Re: [%s] your mail\n"
		"Date: %s\n"
		"Message-ID: <%u.%s@example.org>\n"
		"In-Reply-To: %s\n"
		"References: %s\n"
		"User-Agent: an ordinary one\n"
		"MIME-Version: 1.0\n"
		"Content-Type: text/plain; charset=utf-8\n"
		"Content-Transfer-Encoding: 8bit\n"
		"\n"
		"%s\n%s",
		seat, g->gid, s->reply_to, g->gid, date, club->mails, g->gid,
		s->id, s->id, orders, s->quote);
}

void days_write(struct days_club *club, struct days_game *g, int seat)
{
	struct days_seat *s = &g->seat[seat];
	struct sp_live *live = days_load(club, g);
	struct sp_buf orders, mail;

	s->at = 0;
	if (!sp_table_awaited_seat(club->scratch, live, seat)) {
		sp_record_live_free(live); /* it came too late */
		return;
	}
	if (s->newest == 0)
		bench_die("game %s waits for a seat that has no mail", g->gid);
	sp_buf_init(&orders, TEXT_MAX);
	sp_buf_init(&mail, TEXT_MAX);
	s->stuck = sp_streq(s->wrote_at, live->head.hex) ? s->stuck + 1 : 0;
	club->tally.stuck += s->stuck > 0;
	if (s->stuck > (club->people != NULL)) {
		days_meant_clear(&s->meant);
		days_give_in(live, &orders);
	} else {
		struct sp_buf plan;

		sp_buf_init(&plan, TEXT_MAX);
		days_plan(club, live, seat, &s->meant, &plan);
		if (club->people != NULL && s->stuck == 0)
			days_say(club, live, g, seat, sp_buf_str(&plan),
				&orders);
		else
			sp_buf_adds(&orders, sp_buf_str(&plan));
		s->meant.mail = sp_xstrdup(sp_buf_str(&orders));
		club->spoken.orders += (unsigned long)s->meant.n;
		sp_buf_free(&plan);
	}
	sp_format(s->wrote_at, sizeof(s->wrote_at), "%s", live->head.hex);
	compose(club, g, seat, sp_buf_str(&orders), &mail);
	put(club, &mail);
	club->mails++;
	club->tally.written++;
	sp_buf_free(&orders);
	sp_buf_free(&mail);
	sp_record_live_free(live);
}

/* ---- out ----------------------------------------------------------------- */

static enum days_kind kind_of(const char *kind)
{
	static const char *const words[] = {
#define X(name, word) word,
		DAYS_KINDS(X)
#undef X
	};
	enum days_kind k = 0;

	while (!sp_starts(kind, words[k]))
		k++;
	return k;
}

/* True if nothing that the seat has answers what is open. */
static bool is_hopeless(
	struct days_club *club, const struct sp_live *live, int seat)
{
	struct sp_game *view = &club->scratch->view;

	sp_game_view(&live->game, seat, view);
	return live->game.decision.kind == SP_DECISION_REACTION &&
	       !sp_agent_can_answer(live->ruleset, view, seat);
}

static void count(struct days_club *club, struct days_game *g, int seat,
	const struct sp_outbox_row *row)
{
	enum days_kind kind = kind_of(row->kind);
	struct days_seat *s = &g->seat[seat];

	club->tally.mails[kind]++;
	if (kind != DAYS_TURN && kind != DAYS_WINDOW)
		return;
	struct sp_live *live = days_load(club, g);
	if (kind == DAYS_TURN) {
		if (s->called == live->game.turn)
			club->tally.resumed++;
		s->called = live->game.turn;
	} else {
		if (g->window != row->decision)
			club->tally.windows++;
		g->window = row->decision;
		if (is_hopeless(club, live, seat))
			club->tally.hopeless++;
	}
	sp_record_live_free(live);
}

static void take(struct days_club *club, const char *mail, uint64_t *games)
{
	struct sp_outbox_row row;
	struct sp_error e = { 0 };
	char id[SP_MSGID_SIZE];
	struct days_game *g = NULL;
	int seat = 0;

	if (!bench_mail_header(mail, "Message-ID", id, sizeof(id)))
		bench_die("a mail of the club has no Message-ID");
	bench_ok(sp_registry_outbox_find(club->host->registry, id, &row, &e),
		&e, "looking for a mail that was sent");
	for (unsigned i = 0; i < club->n; i++)
		if (sp_streq(club->game[i].gid, row.gid))
			g = &club->game[i];
	if (g == NULL)
		bench_die("a mail is of no game");
	*games |= UINT64_C(1) << (g - club->game);
	while (!sp_streq(row.seat, days_colours[seat]))
		seat++;
	count(club, g, seat, &row);
	struct days_seat *s = &g->seat[seat];
	if (row.id < s->newest)
		return;
	s->newest = row.id;
	sp_format(s->id, sizeof(s->id), "%s", id);
	if (!bench_mail_header(
		    mail, "Reply-To", s->reply_to, sizeof(s->reply_to)))
		bench_die("a mail of the club has no reply address");
	sp_free(s->quote);
	s->quote = bench_mail_quoted(mail);
}

void days_read(struct days_club *club, uint64_t *games)
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
		take(club, sp_buf_str(&text), games);
		if (unlink(path) != 0)
			bench_die("%s cannot be removed", path);
		sp_free(path);
	}
	sp_buf_free(&text);
	(void)closedir(dir);
	sp_free(folder);
}
