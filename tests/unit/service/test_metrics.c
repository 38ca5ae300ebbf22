/* The file for those who collect figures. */
#include "service_tests.h"

#include <sys/stat.h>

static char *read_metrics(const struct service *s)
{
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	EQUAL_INT_FATAL(
		sp_file_read(&text, s->host->config.metrics, NULL), SP_OK);
	return sp_buf_take(&text);
}

static void assert_has(const char *text, const char *line)
{
	if (strstr(text, line) == NULL) {
		printf("\nthe metrics have not: %s", line);
		CU_FAIL("a line is missing");
	}
}

/* Every sample belongs to the family above it, which has a type; the end is
 * marked: what an OpenMetrics reader insists on. */
static void assert_form(const char *text)
{
	struct sp_cursor c;
	const char *line;
	char family[80] = "?";
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n) && n > 0) {
		if (n > 7 && memcmp(line, "# TYPE ", 7) == 0) {
			const char *end = memchr(line + 7, ' ', n - 7);

			CU_ASSERT_PTR_NOT_NULL_FATAL(end);
			CU_ASSERT(sp_copyn(family, sizeof(family), line + 7,
				(size_t)(end - line - 7)));
		} else if (line[0] != '#') {
			CU_ASSERT(sp_starts(line, family));
			CU_ASSERT_PTR_NOT_NULL(memchr(line, ' ', n));
		}
	}
	CU_ASSERT(strlen(text) > 7);
	EQUAL_STRING(text + strlen(text) - 7, "\n# EOF\n");
	LACKS(text, "\n\n");
}

TEST("service/metrics", "figures are written")
{
	struct service s;
	struct stat st;
	mode_t old = umask(0077);
	char *text;

	service_begin(&s);
	sp_format(s.host->config.metrics, sizeof(s.host->config.metrics),
		"%s/club.prom", s.dir);
	service_pass(&s, SERVICE_NOON);
	text = read_metrics(&s);
	assert_form(text);
	assert_has(text, "\nspellpost_games{status=\"running\"} 1\n");
	assert_has(text, "\nspellpost_games{status=\"suspended\"} 0\n");
	assert_has(text, "\nspellpost_decisions_waiting 1\n");
	assert_has(text, "\nspellpost_mails_read_total 0\n");
	assert_has(text, "\nspellpost_inbox_outage{inbox=\"club\"} 0\n");
	assert_has(text, "\nspellpost_outbox_queued 0\n");
	sp_free(text);
	EQUAL_INT(stat(s.host->config.metrics, &st), 0);
	EQUAL_INT(st.st_mode & 07777, 0644);

	/* not at every pass */
	s.in[0].mail =
		"From: someone@example.org\r\nMessage-ID: <1@a.b>\r\n\r\nx\r\n";
	service_pass(&s, SERVICE_NOON + 5);
	text = read_metrics(&s);
	assert_has(text, "\nspellpost_mails_read_total 0\n");
	/* but what happened is not left out for long */
	EQUAL_INT(service_wait(&s), 10);
	sp_free(text);

	s.in[0].code = SP_EAGAIN;
	s.in[0].text = "does not answer";
	service_ring(&s.in[0], true);
	s.sender_code = SP_ESYS;
	service_pass(&s, SERVICE_NOON + 20);
	text = read_metrics(&s);
	assert_form(text);
	assert_has(text, "\nspellpost_mails_read_total 1\n");
	assert_has(text, "\nspellpost_passes_incomplete_total 1\n");
	assert_has(text, "\nspellpost_inbox_outage{inbox=\"club\"} 1\n");
	assert_has(text, "\nspellpost_batch_seconds_count 1\n");
	assert_has(text, "\nspellpost_batch_seconds_bucket{le=\"+Inf\"} 1\n");
	sp_free(text);
	service_end(&s);
	(void)umask(old);
}

/* A folder that is not there is said once, and nothing else happens. */
TEST("service/metrics", "a bad path is said once")
{
	struct service s;
	const char *log;

	service_begin(&s);
	(void)service_log();
	sp_format(s.host->config.metrics, sizeof(s.host->config.metrics),
		"%s/nowhere/club.prom", s.dir);
	for (int i = 0; i < 10; i++)
		service_pass(&s, SERVICE_NOON + 60 * i);
	log = service_log();
	CONTAINS_FATAL(log, "metrics: ");
	LACKS(strstr(log, "metrics: ") + 1, "metrics: ");
	service_end(&s);
}
