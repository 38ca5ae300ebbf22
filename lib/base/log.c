#include "base.h"

#include <unistd.h>

#define LINE_MAX_BYTES 2048

static enum sp_log_level log_level = SP_LOG_INFO;

void sp_log_set_level(enum sp_log_level level)
{
	log_level = level;
}

/* sd-daemon(3): the numbers are syslog's. */
static const char *journal_prefix(enum sp_log_level level)
{
	switch (level) {
	case SP_LOG_ERROR:
		return "<3>";
	case SP_LOG_WARN:
		return "<4>";
	case SP_LOG_INFO:
		return "<6>";
	case SP_LOG_DEBUG:
		return "<7>";
	}
	return "";
}

void sp_log(enum sp_log_level level, const char *fmt, ...)
{
	struct sp_buf line;
	size_t start;
	va_list ap;

	if (level > log_level)
		return;
	sp_buf_init(&line, LINE_MAX_BYTES);
	sp_buf_adds(&line, getenv("JOURNAL_STREAM") != NULL
				   ? journal_prefix(level)
				   : "spellpost: ");
	start = line.len;
	va_start(ap, fmt);
	sp_buf_vaddf(&line, fmt, ap);
	va_end(ap);
	/* Texts from mails end up here: none of them starts a line of its own
	 * or speaks to the terminal. */
	for (size_t i = start; i < line.len; i++) {
		if ((unsigned char)line.data[i] < ' ' || line.data[i] == 0x7f)
			line.data[i] = ' ';
	}
	if (line.overflow)
		sp_buf_truncate(&line, LINE_MAX_BYTES - 1);
	sp_buf_addc(&line, '\n');
	/* One write, so that lines of several processes do not mix. A log that
	 * cannot be written has nowhere to complain. */
	if (sp_write_full(STDERR_FILENO, line.data, line.len) != 0)
		(void)0;
	sp_buf_free(&line);
}
