/* A time as words, by a reader's clock. */
#include "timezone_private.h"

#define CLOCK 5 /* "16:03" */

static void write(char out[SP_DATE_TEXT], int64_t t, int64_t now, unsigned form)
{
	if ((form & SP_TIMEZONE_YEAR) != 0)
		sp_date_long(out, t);
	else
		sp_date_near(out, t, now);
}

/* The day is said again only if it is another one. */
static void add_utc(struct sp_buf *out, const char *local, const char *utc)
{
	size_t n = strlen(utc);
	bool same = strlen(local) == n && strncmp(local, utc, n - CLOCK) == 0;

	sp_buf_addf(out, " (%s UTC)", same ? utc + n - CLOCK : utc);
}

void sp_timezone_text(char out[SP_TIMEZONE_TEXT], const char *zone, int64_t t,
	int64_t now, unsigned form)
{
	char local[SP_DATE_TEXT], utc[SP_DATE_TEXT];
	struct timezone_moment at;
	struct sp_buf text;

	(void)timezone_moment(zone, t, &at);
	write(local, t + at.offset, now + at.offset, form);
	write(utc, t, now, form);
	sp_buf_init(&text, SP_TIMEZONE_TEXT - 1);
	sp_buf_adds(&text, local);
	if ((form & SP_TIMEZONE_BARE) == 0)
		sp_buf_addf(&text, " %s", at.name);
	if ((form & SP_TIMEZONE_BESIDE) != 0 &&
		!sp_streq(at.name, SP_TIMEZONE_UTC))
		add_utc(&text, local, utc);
	if ((form & SP_TIMEZONE_LEFT) != 0 && t > now) {
		sp_date_span(local, t - now);
		sp_buf_addf(
			&text, "%s%s", t - now < 60 ? ", " : ", in ", local);
	}
	sp_format(out, SP_TIMEZONE_TEXT, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}
