/*
 * Players who write real mails: orders that are legal, chosen on a copy of the
 * position, as replies to what they got.
 */
#include "bench.h"

#include "host/suspension.h"
#include "post/people.h"

#include <fcntl.h>
#include <unistd.h>

#define TEXT_MAX (1u << 20)

/* ---- orders ---- */

/* The position at the tip, with all that is hidden in it. */
static struct sp_game *load_game(struct bench_club *club, const char *gid)
{
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	struct sp_live *live = sp_post_live_with_row(gid);
	struct sp_error e = { 0 };

	bench_ok(sp_registry_game_get(club->host->registry, gid, live->row, &e),
		&e, gid);
	bench_ok(sp_store_game_open(&live->repo, club->host->store, gid, &e),
		&e, gid);
	bench_ok(host_live_load(club->host, live, &e), &e, gid);
	*g = live->game;
	sp_record_live_free(live);
	return g;
}

/* A walk at random, as far as it goes; false where there is none. */
static bool choose_walk(
	struct bench_club *club, const struct sp_game *g, struct sp_command *c)
{
	struct sp_domain d;

	sp_law_command_init(c, g, g->active);
	c->verb = SP_VERB_WALK;
	for (;;) {
		sp_law_slots(club->ruleset, g, g->active, c, &d);
		if (d.complete)
			return true;
		if (d.n == 0)
			return false;
		club->random = club->random * UINT64_C(6364136223846793005) +
			       UINT64_C(1442695040888963407);
		c->answer[c->n_answers++] =
			d.value[(club->random >> 33) % (uint64_t)d.n];
	}
}

static void next_order(
	struct bench_club *club, struct bench_table *t, struct sp_buf *text)
{
	static struct sp_events events;
	struct sp_game *g = t->game;
	struct sp_command c;
	struct sp_refusal why;

	if (t->walked || !choose_walk(club, g, &c)) {
		sp_law_command_init(&c, g, g->active);
		c.verb = SP_VERB_END;
	}
	t->walked = c.verb == SP_VERB_WALK;
	sp_agent_understood(club->ruleset, g, &c, text);
	events.n = 0;
	if (sp_rules_apply(club->ruleset, g, &c, &events, &why) != SP_OK ||
		g->status == SP_GAME_OVER)
		bench_die("a game does not go on: reason %d", why.reason);
	t->orders++;
}

static void compose(
	struct bench_club *club, struct bench_table *t, struct sp_buf *out)
{
	struct sp_reply_address to = { .has_decision = true,
		.decision = t->game->decision.number };
	char address[SP_ADDR_SIZE], date[SP_DATE_TEXT];
	struct sp_error e = { 0 };
	int seat = t->game->active;
	struct sp_buf order;

	sp_buf_init(&order, 400);
	next_order(club, t, &order);
	sp_format(to.gid, sizeof(to.gid), "%s", t->gid);
	sp_format(to.seat, sizeof(to.seat), "%s", bench_colours[seat]);
	sp_format(to.token, sizeof(to.token), "%s", t->token[seat]);
	bench_ok(sp_mail_reply_address_format(
			 address, &to, club->config.address, &e),
		&e, "a reply address");
	sp_date_rfc5322(date, host_now(club->host));
	sp_buf_addf(out,
		"From: A Player <%s-%.5s@example.org>\n"
		"To: Guild Judge <%s>\n"
		"Subject: Re: [%s] your move\n"
		"Date: %s\n"
		"Message-ID: <%u.%s@example.org>\n"
		"In-Reply-To: %s\n"
		"References: %s\n"
		"User-Agent: an ordinary one\n"
		"MIME-Version: 1.0\n"
		"Content-Type: text/plain; charset=utf-8\n"
		"Content-Transfer-Encoding: 8bit\n"
		"\n"
		"%s\n\n%s",
		bench_colours[seat], t->gid + 1, address, t->gid, date,
		club->mails, t->gid, t->answers[seat], t->answers[seat],
		sp_buf_str(&order), t->quote[seat]);
	sp_buf_free(&order);
}

void bench_club_write(struct bench_club *club, size_t table, bool synced)
{
	struct bench_table *t = &club->table[table];
	const char *in = club->config.inbox[0].path;
	struct sp_buf mail;

	if (t->game == NULL)
		t->game = load_game(club, t->gid);
	sp_buf_init(&mail, TEXT_MAX);
	compose(club, t, &mail);
	/* names in the order of writing: equal instants are taken so */
	char *name = sp_xasprintf("%lld.%08u_bench",
		(long long)host_now(club->host), club->mails++);
	char *tmp = sp_xasprintf("%s/tmp/%s", in, name);
	char *final = sp_xasprintf("%s/new/%s", in, name);
	int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || sp_write_full(fd, mail.data, mail.len) != 0 ||
		(synced && fsync(fd) != 0) || close(fd) != 0 ||
		rename(tmp, final) != 0)
		bench_die("a mail cannot be written to %s", in);
	sp_free(name);
	sp_free(tmp);
	sp_free(final);
	sp_buf_free(&mail);
}

char *bench_club_write_ahead(struct bench_club *club, unsigned mails)
{
	char in[SP_CONFIG_PATH];
	char *ahead = sp_xasprintf("%s/ahead", club->dir);
	struct sp_error e = { 0 };

	bench_ok(sp_mail_maildir_create(ahead, &e), &e, ahead);
	sp_format(in, sizeof(in), "%s", club->config.inbox[0].path);
	sp_format(club->config.inbox[0].path, sizeof(in), "%s", ahead);
	for (unsigned i = 0; i < mails; i++)
		bench_club_write(club, i % (unsigned)club->n_tables, false);
	sp_format(club->config.inbox[0].path, sizeof(in), "%s", in);
	char *new = sp_xasprintf("%s/new", ahead);
	sp_free(ahead);
	return new;
}
