#include "base.h"

#include <assert.h>

#define FIRST_CAP 64

void sp_buf_init(struct sp_buf *b, size_t max)
{
	b->data = NULL;
	b->len = 0;
	b->cap = 0;
	/* Room for the final NUL, and lengths that int64_t can hold. */
	b->max = max < SIZE_MAX / 2 ? max : SIZE_MAX / 2;
	b->overflow = false;
}

void sp_buf_free(struct sp_buf *b)
{
	sp_free(b->data);
	sp_buf_init(b, b->max);
}

/* Make room for `n` more bytes and the NUL; returns how many of them fit. */
static size_t reserve(struct sp_buf *b, size_t n)
{
	size_t room = b->max - b->len;
	size_t need, cap;

	assert(b->len <= b->max);
	if (n > room) {
		n = room;
		b->overflow = true;
	}
	need = b->len + n + 1;
	if (need <= b->cap)
		return n;
	cap = b->cap > 0 ? b->cap : FIRST_CAP;
	while (cap < need)
		cap *= 2;
	if (cap > b->max + 1)
		cap = b->max + 1;
	b->data = sp_xrealloc(b->data, cap, 1);
	b->cap = cap;
	return n;
}

void sp_buf_clear(struct sp_buf *b)
{
	b->len = 0;
	b->overflow = false;
	(void)reserve(b, 0);
	b->data[0] = '\0';
}

void sp_buf_add(struct sp_buf *b, const void *p, size_t n)
{
	if (b->cap - b->len <= n)
		n = reserve(b, n);
	if (n > 0)
		memcpy(b->data + b->len, p, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void sp_buf_adds(struct sp_buf *b, const char *s)
{
	sp_buf_add(b, s, strlen(s));
}

void sp_buf_addc(struct sp_buf *b, char c)
{
	if (b->cap - b->len <= 1) {
		sp_buf_add(b, &c, 1);
		return;
	}
	b->data[b->len++] = c;
	b->data[b->len] = '\0';
}

void sp_buf_pad(struct sp_buf *b, char c, size_t n)
{
	n = reserve(b, n);
	memset(b->data + b->len, c, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void sp_buf_addf(struct sp_buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	sp_buf_vaddf(b, fmt, ap);
	va_end(ap);
}

void sp_buf_vaddf(struct sp_buf *b, const char *fmt, va_list ap)
{
	va_list again;
	size_t room;
	int n;

	(void)reserve(b, 0);
	va_copy(again, ap);
	room = b->cap - b->len;
	n = vsnprintf(b->data + b->len, room, fmt, ap);
	assert(n >= 0); /* only wide characters and 2 GB texts can fail */
	if ((size_t)n >= room) {
		size_t fits = reserve(b, (size_t)n);

		(void)vsnprintf(b->data + b->len, fits + 1, fmt, again);
		b->len += fits;
	} else {
		b->len += (size_t)n;
	}
	va_end(again);
}

void sp_buf_truncate(struct sp_buf *b, size_t len)
{
	(void)reserve(b, 0);
	if (len < b->len)
		b->len = len;
	b->data[b->len] = '\0';
}

const char *sp_buf_str(const struct sp_buf *b)
{
	return b->data != NULL ? b->data : "";
}

char *sp_buf_take(struct sp_buf *b)
{
	char *text;

	sp_buf_truncate(b, b->len);
	text = b->data;
	sp_buf_init(b, b->max);
	return text;
}
