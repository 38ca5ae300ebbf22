/*
 * How it goes, as a text file for whoever collects such things. It is valid
 * OpenMetrics 1.0, in the part that Prometheus' older text format can read too,
 * because that is what node_exporter's textfile collector expects: no types
 * that only OpenMetrics has (info, stateset, unknown), no timestamps, no
 * exemplars. "# UNIT" and the "# EOF" at the end are comments to the older
 * format. Its families of counters have the suffix "_total" in their name,
 * OpenMetrics' have it in the sample only: there the counters come out without
 * a type, which nothing minds. That collector wants a name that ends in .prom
 * and a file that is never half written, so it is renamed into place.
 */
#include "host/metrics.h"

#include "host/host_private.h"

#include <sys/stat.h>
#include <time.h>

#define FILE_MAX 65536
#define EVERY    15 /* seconds; the games are counted each time */

static const struct {
	int64_t ns;
	const char *le;
} bounds[SP_METRICS_BOUNDS] = {
	{ 10 * 1000 * 1000, "0.01" },
	{ 50 * 1000 * 1000, "0.05" },
	{ 250 * 1000 * 1000, "0.25" },
	{ 1000 * 1000 * 1000, "1.0" },
	{ 5000LL * 1000 * 1000, "5.0" },
};

int64_t host_metrics_begin(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void host_metrics_batch(struct sp_metrics *m, int64_t began)
{
	int64_t ns = host_metrics_begin() - began;

	m->batches++;
	m->batch_ns += ns;
	for (size_t i = 0; i < SP_METRICS_BOUNDS; i++)
		m->within[i] += ns <= bounds[i].ns;
}

void host_metrics_pass(struct sp_metrics *m, const struct sp_pass *pass)
{
	m->read += pass->mails;
	m->timers += pass->timers;
	m->commits += pass->commits;
	m->sent += pass->sent;
	m->not_sent += pass->failed;
	m->incomplete += !pass->polled;
	m->news = m->news || !pass->polled || m->silent || pass->mails > 0 ||
		  pass->timers > 0 || pass->commits > 0 || pass->sent > 0 ||
		  pass->failed > 0;
	m->silent = !pass->polled;
}

int64_t host_metrics_left(const struct sp_host *host, int64_t now, int64_t most)
{
	const struct sp_metrics *m = &host->metrics;
	int64_t left = m->written + EVERY - now;

	if (host->config.metrics[0] == '\0' || !m->news || left > EVERY ||
		left > most)
		return most;
	return left > 0 ? left : 0;
}

/* ---- the text ----------------------------------------------------------- */

static void family(struct sp_buf *out, const char *name, const char *type,
	const char *unit, const char *help)
{
	sp_buf_addf(out, "# TYPE spellpost_%s %s\n", name, type);
	if (unit != NULL)
		sp_buf_addf(out, "# UNIT spellpost_%s %s\n", name, unit);
	sp_buf_addf(out, "# HELP spellpost_%s %s\n", name, help);
}

static void counter(
	struct sp_buf *out, const char *name, int64_t value, const char *help)
{
	family(out, name, "counter", NULL, help);
	sp_buf_addf(out, "spellpost_%s_total %lld\n", name, (long long)value);
}

static void gauge(
	struct sp_buf *out, const char *name, int64_t value, const char *help)
{
	family(out, name, "gauge", NULL, help);
	sp_buf_addf(out, "spellpost_%s %lld\n", name, (long long)value);
}

static void write_batches(struct sp_buf *out, const struct sp_metrics *m)
{
	family(out, "batch_seconds", "histogram", "seconds",
		"How long it took to decide a batch.");
	for (size_t i = 0; i < SP_METRICS_BOUNDS; i++)
		sp_buf_addf(out,
			"spellpost_batch_seconds_bucket{le=\"%s\"} %lld\n",
			bounds[i].le, (long long)m->within[i]);
	sp_buf_addf(out,
		"spellpost_batch_seconds_bucket{le=\"+Inf\"} %lld\n"
		"spellpost_batch_seconds_sum %lld.%09lld\n"
		"spellpost_batch_seconds_count %lld\n",
		(long long)m->batches, (long long)(m->batch_ns / 1000000000),
		(long long)(m->batch_ns % 1000000000), (long long)m->batches);
}

static int write_games(
	struct sp_buf *out, struct sp_host *host, struct sp_error *e)
{
	int64_t by_status[SP_GAME_ROW_STATUS_COUNT] = { 0 };
	struct sp_game_row *rows = NULL;
	int64_t waiting = 0;
	size_t n = 0;
	int rc = sp_registry_game_list(host->registry, &rows, &n, e);

	if (rc != SP_OK)
		return rc;
	for (size_t i = 0; i < n; i++) {
		by_status[rows[i].status]++;
		waiting += rows[i].status == SP_GAME_ROW_RUNNING &&
			   rows[i].decision != SP_NO_DECISION;
	}
	sp_free(rows);
	family(out, "games", "gauge", NULL, "Games by status.");
	for (int i = 0; i < SP_GAME_ROW_STATUS_COUNT; i++)
		sp_buf_addf(out, "spellpost_games{status=\"%s\"} %lld\n",
			sp_registry_game_row_status_word(
				(enum sp_game_row_status)i),
			(long long)by_status[i]);
	gauge(out, "decisions_waiting", waiting,
		"Games that wait for a player's decision.");
	return SP_OK;
}

static int write_outbox(
	struct sp_buf *out, struct sp_host *host, struct sp_error *e)
{
	struct sp_outbox_counts counts = { 0 };
	int64_t now = host_now(host);
	int rc = sp_registry_outbox_counts(host->registry, &counts, e);

	if (rc != SP_OK)
		return rc;
	gauge(out, "outbox_queued", counts.queued, "Mails that are owed.");
	gauge(out, "outbox_failed", counts.failed, "Mails that were given up.");
	family(out, "outbox_age_seconds", "gauge", "seconds",
		"Age of the oldest mail that is owed.");
	sp_buf_addf(out, "spellpost_outbox_age_seconds %lld\n",
		counts.queued > 0 && counts.oldest < now
			? (long long)(now - counts.oldest)
			: 0LL);
	return SP_OK;
}

static void write_outages(struct sp_buf *out, const struct sp_host *host)
{
	family(out, "inbox_outage", "gauge", NULL,
		"1 while an inbox does not answer.");
	for (int i = 0; i < host->config.n_inboxes; i++)
		sp_buf_addf(out, "spellpost_inbox_outage{inbox=\"%s\"} %d\n",
			host->config.inbox[i].title,
			host->outage[i].why.code != SP_OK);
	gauge(out, "sender_outage", host->sending.why.code != SP_OK,
		"1 while mail cannot be sent.");
}

static int write_all(
	struct sp_buf *out, struct sp_host *host, struct sp_error *e)
{
	const struct sp_metrics *m = &host->metrics;
	int rc;

	counter(out, "mails_read", m->read, "Mails taken from the inboxes.");
	counter(out, "mails_sent", m->sent, "Mails handed to the sender.");
	counter(out, "mails_not_sent", m->not_sent,
		"Attempts to send a mail that failed.");
	counter(out, "deadlines", m->timers, "Deadlines that were due.");
	counter(out, "commits", m->commits, "Commits in the games.");
	counter(out, "passes_incomplete", m->incomplete,
		"Passes in which an inbox was not read.");
	write_batches(out, m);
	write_outages(out, host);
	if ((rc = write_games(out, host, e)) ||
		(rc = write_outbox(out, host, e)))
		return rc;
	sp_buf_adds(out, "# EOF\n");
	return SP_OK;
}

void host_metrics_write(struct sp_host *host)
{
	struct sp_metrics *m = &host->metrics;
	int64_t now = host_now(host);
	struct sp_error why = { 0 };
	struct sp_buf text;

	if (host->config.metrics[0] == '\0' ||
		(m->written != 0 && now >= m->written &&
			now - m->written < EVERY))
		return;
	m->written = now;
	m->news = false;
	sp_buf_init(&text, FILE_MAX);
	int rc = write_all(&text, host, &why);
	if (rc == SP_OK)
		rc = sp_file_write(
			host->config.metrics, text.data, text.len, 0644, &why);
	/* The unit's umask is for secrets; here are none. */
	if (rc == SP_OK && chmod(host->config.metrics, 0644) != 0)
		rc = sp_error_set(&why, SP_ESYS, "%s: cannot set its mode",
			host->config.metrics);
	if (rc != SP_OK && !m->failed)
		sp_log(SP_LOG_WARN, "metrics: %s", sp_error_line(&why));
	m->failed = rc != SP_OK;
	sp_buf_free(&text);
}
