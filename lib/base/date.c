#include "base.h"

#define DAY  86400
#define NEAR (300 * (int64_t)DAY) /* within it no year is named */

/* Days since 1970-01-01. Years are counted from 1 March, so that the leap day
 * is the last of its year, in cycles of 400 years (146,097 days). */
static int64_t days_from(int64_t year, int month, int64_t day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t cycle = (y >= 0 ? y : y - 399) / 400;
	int64_t of_cycle = y - cycle * 400;
	int64_t of_year =
		(153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return cycle * 146097 + of_cycle * 365 + of_cycle / 4 - of_cycle / 100 +
	       of_year - 719468;
}

void sp_date_from(struct sp_date *d, int64_t t)
{
	/* The years 0 to 9999: what four digits can say. */
	const int64_t first = days_from(0, 1, 1) * DAY;
	const int64_t last = days_from(10000, 1, 1) * DAY - 1;
	int64_t days, seconds, cycle, of_cycle, year, of_year, month;

	if (t < first)
		t = first;
	if (t > last)
		t = last;
	days = (t >= 0 ? t : t - (DAY - 1)) / DAY;
	seconds = t - days * DAY;
	d->hour = (int)(seconds / 3600);
	d->minute = (int)(seconds / 60 % 60);
	d->second = (int)(seconds % 60);
	d->weekday =
		(int)(((days + 4) % 7 + 7) % 7); /* 1970 began on Thursday */

	days += 719468;
	cycle = (days >= 0 ? days : days - 146096) / 146097;
	of_cycle = days - cycle * 146097;
	year = (of_cycle - of_cycle / 1460 + of_cycle / 36524 -
		       of_cycle / 146096) /
	       365;
	of_year = of_cycle - (365 * year + year / 4 - year / 100);
	month = (5 * of_year + 2) / 153;
	d->day = (int)(of_year - (153 * month + 2) / 5 + 1);
	d->month = (int)(month < 10 ? month + 3 : month - 9);
	d->year = (int)(year + cycle * 400 + (d->month <= 2));
}

int64_t sp_date_to(const struct sp_date *d)
{
	int64_t months = (int64_t)d->year * 12 + d->month - 1;
	int64_t year = (months >= 0 ? months : months - 11) / 12;
	int month = (int)(months - year * 12) + 1;

	return days_from(year, month, d->day) * DAY + (int64_t)d->hour * 3600 +
	       (int64_t)d->minute * 60 + d->second;
}

static const char *const day_names[] = { "Sun", "Mon", "Tue", "Wed", "Thu",
	"Fri", "Sat" };
static const char *const month_names[] = { "Jan", "Feb", "Mar", "Apr", "May",
	"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

void sp_date_iso_minute(char out[SP_DATE_TEXT], int64_t t)
{
	struct sp_date d;

	sp_date_from(&d, t);
	sp_format(out, SP_DATE_TEXT, "%04d-%02d-%02dT%02d:%02dZ", d.year,
		d.month, d.day, d.hour, d.minute);
}

void sp_date_iso(char out[SP_DATE_TEXT], int64_t t)
{
	struct sp_date d;

	sp_date_from(&d, t);
	sp_format(out, SP_DATE_TEXT, "%04d-%02d-%02dT%02d:%02d:%02dZ", d.year,
		d.month, d.day, d.hour, d.minute, d.second);
}

void sp_date_rfc5322(char out[SP_DATE_TEXT], int64_t t)
{
	struct sp_date d;

	sp_date_from(&d, t);
	sp_format(out, SP_DATE_TEXT, "%s, %02d %s %04d %02d:%02d:%02d +0000",
		day_names[d.weekday], d.day, month_names[d.month - 1], d.year,
		d.hour, d.minute, d.second);
}

void sp_date_short(char out[SP_DATE_TEXT], int64_t t)
{
	struct sp_date d;

	sp_date_from(&d, t);
	sp_format(out, SP_DATE_TEXT, "%s %d %s %02d:%02d", day_names[d.weekday],
		d.day, month_names[d.month - 1], d.hour, d.minute);
}

void sp_date_long(char out[SP_DATE_TEXT], int64_t t)
{
	struct sp_date d;

	sp_date_from(&d, t);
	sp_format(out, SP_DATE_TEXT, "%s %d %s %d %02d:%02d",
		day_names[d.weekday], d.day, month_names[d.month - 1], d.year,
		d.hour, d.minute);
}

void sp_date_near(char out[SP_DATE_TEXT], int64_t t, int64_t now)
{
	if (t > now + NEAR || t < now - NEAR)
		sp_date_long(out, t);
	else
		sp_date_short(out, t);
}

void sp_date_span(char out[SP_DATE_TEXT], int64_t seconds)
{
	long long days = seconds / DAY;
	long long hours = seconds / 3600 % 24;
	long long minutes = seconds / 60 % 60;

	if (seconds < 60)
		sp_format(out, SP_DATE_TEXT, "now");
	else if (days > 0 && hours > 0)
		sp_format(out, SP_DATE_TEXT, "%lld d %lld h", days, hours);
	else if (days > 0)
		sp_format(out, SP_DATE_TEXT, "%lld d", days);
	else if (hours > 0 && minutes > 0)
		sp_format(out, SP_DATE_TEXT, "%lld h %lld min", hours, minutes);
	else if (hours > 0)
		sp_format(out, SP_DATE_TEXT, "%lld h", hours);
	else
		sp_format(out, SP_DATE_TEXT, "%lld min", minutes);
}

static int days_in_month(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
		31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return days[month - 1] + (month == 2 && leap);
}

/* Match `shape`, in which '0' stands for a digit and everything else for
 * itself. */
static bool has_shape(const char *s, const char *shape)
{
	for (; *shape != '\0'; s++, shape++) {
		if (*shape == '0' ? !sp_is_digit((unsigned char)*s)
				  : *s != *shape)
			return false;
	}
	return *s == '\0';
}

static int two_digits(const char *s)
{
	return (s[0] - '0') * 10 + (s[1] - '0');
}

int sp_date_parse_iso(int64_t *out, const char *s)
{
	struct sp_date d = { 0 };

	if (has_shape(s, "0000-00-00T00:00:00Z"))
		d.second = two_digits(s + 17);
	else if (!has_shape(s, "0000-00-00T00:00Z"))
		return SP_EINVAL;
	d.year = two_digits(s) * 100 + two_digits(s + 2);
	d.month = two_digits(s + 5);
	d.day = two_digits(s + 8);
	d.hour = two_digits(s + 11);
	d.minute = two_digits(s + 14);
	if (d.month < 1 || d.month > 12 || d.day < 1 ||
		d.day > days_in_month(d.year, d.month) || d.hour > 23 ||
		d.minute > 59 || d.second > 59)
		return SP_EINVAL;
	*out = sp_date_to(&d);
	return SP_OK;
}
