#include "base.h"

#include <assert.h>

bool sp_copy(char *dst, size_t size, const char *src)
{
	return sp_copyn(dst, size, src, strlen(src));
}

bool sp_copyn(char *dst, size_t size, const char *src, size_t n)
{
	assert(size > 0);
	n = strnlen(src, n);
	if (n >= size) {
		dst[0] = '\0';
		return false;
	}
	memcpy(dst, src, n);
	dst[n] = '\0';
	return true;
}

void sp_format(char *dst, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(dst, size, fmt, ap);
	va_end(ap);
	assert(n >= 0 && (size_t)n < size);
}

int sp_parse_int(const char *s, long long min, long long max, long long *out)
{
	bool minus = *s == '-';
	bool too_big = false;
	long long v = 0;

	if (minus)
		s++;
	if (*s == '\0')
		return SP_EINVAL;
	for (; *s != '\0'; s++) {
		int digit = *s - '0';

		if (!sp_is_digit((unsigned char)*s))
			return SP_EINVAL;
		/* Grow away from zero, so that the lowest number fits too. */
		if (__builtin_mul_overflow(v, 10LL, &v) ||
			__builtin_add_overflow(
				v, (long long)(minus ? -digit : digit), &v))
			too_big = true;
	}
	if (too_big || v < min || v > max)
		return SP_ELIMIT;
	*out = v;
	return SP_OK;
}

bool sp_streq(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

bool sp_strieq(const char *a, const char *b)
{
	while (*a != '\0' &&
		sp_lower((unsigned char)*a) == sp_lower((unsigned char)*b)) {
		a++;
		b++;
	}
	return *a == '\0' && *b == '\0';
}

bool sp_starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool sp_starts_i(const char *s, const char *prefix)
{
	for (; *prefix != '\0'; s++, prefix++) {
		if (sp_lower((unsigned char)*s) !=
			sp_lower((unsigned char)*prefix))
			return false;
	}
	return true;
}

int sp_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int sp_upper(int c)
{
	return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

bool sp_is_alpha(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool sp_is_digit(int c)
{
	return c >= '0' && c <= '9';
}

bool sp_is_alnum(int c)
{
	return sp_is_alpha(c) || sp_is_digit(c);
}

bool sp_is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

void sp_lower_string(char *s)
{
	for (; *s != '\0'; s++)
		*s = (char)sp_lower((unsigned char)*s);
}

const char *sp_trim(const char *s, size_t *len)
{
	size_t n = *len;

	while (n > 0 && sp_is_space((unsigned char)*s)) {
		s++;
		n--;
	}
	while (n > 0 && sp_is_space((unsigned char)s[n - 1]))
		n--;
	*len = n;
	return s;
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

unsigned sp_edit_distance(const char *a, const char *b, unsigned cap)
{
	size_t la = strlen(a), lb = strlen(b);
	size_t gap = la > lb ? la - lb : lb - la;
	unsigned *rows, *before, *last, *row;
	unsigned result = cap;

	if (gap >= cap)
		return cap;
	/* Two finished rows and the one being filled. */
	rows = sp_xcalloc(3 * (lb + 1), sizeof(*rows));
	before = rows;
	last = rows + (lb + 1);
	row = rows + 2 * (lb + 1);
	for (size_t j = 0; j <= lb; j++)
		last[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		int ca = sp_lower((unsigned char)a[i - 1]);
		unsigned best;
		unsigned *t;

		row[0] = (unsigned)i;
		best = row[0];
		for (size_t j = 1; j <= lb; j++) {
			int cb = sp_lower((unsigned char)b[j - 1]);

			row[j] = min3(last[j] + 1, row[j - 1] + 1,
				last[j - 1] + (ca != cb));
			if (i > 1 && j > 1 && ca != cb &&
				ca == sp_lower((unsigned char)b[j - 2]) &&
				cb == sp_lower((unsigned char)a[i - 2]) &&
				before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
			if (row[j] < best)
				best = row[j];
		}
		/* A swap reaches back two rows, where the least is at most one
		 * lower, and costs one: no later row falls below this best. */
		if (best >= cap)
			goto out;
		t = before;
		before = last;
		last = row;
		row = t;
	}
	if (last[lb] < cap)
		result = last[lb];
out:
	sp_free(rows);
	return result;
}

uint32_t sp_hash(const void *p, size_t n)
{
	const unsigned char *at = p;
	uint32_t h = 2166136261U;

	for (size_t i = 0; i < n; i++)
		h = (h ^ at[i]) * 16777619U;
	return h;
}
