/*
 * What all inboxes share, and the inbox of one mail in memory.
 */
#include "mail_private.h"

static int compare_items(const void *a, const void *b)
{
	const struct sp_inbox_item *x = a, *y = b;

	if (x->arrival != y->arrival)
		return x->arrival < y->arrival ? -1 : 1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return strcmp(x->uid, y->uid);
}

int sp_mail_inbox_poll(struct sp_inbox *in, size_t max,
	struct sp_inbox_list *out, struct sp_error *e)
{
	int code;

	memset(out, 0, sizeof(*out));
	code = in->ops->poll(in, out, e);
	if (code != SP_OK) {
		sp_mail_inbox_list_clear(out);
		return code;
	}
	if (out->n > 0)
		qsort(out->items, out->n, sizeof(*out->items), compare_items);
	out->more = out->more || out->n > max;
	while (out->n > max)
		sp_free(out->items[--out->n].uid);
	return SP_OK;
}

void sp_mail_inbox_list_clear(struct sp_inbox_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		sp_free(list->items[i].uid);
	sp_free(list->items);
	memset(list, 0, sizeof(*list));
}

int sp_mail_inbox_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	return in->ops->read(in, uid, raw, e);
}

int sp_mail_inbox_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	return in->ops->done(in, uids, n, e);
}

int sp_mail_inbox_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	return in->ops->quarantine(in, uid, e);
}

void sp_mail_inbox_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	in->ops->wait(in, out);
}

int sp_mail_inbox_tidy(
	struct sp_inbox *in, int64_t before, size_t most, struct sp_error *e)
{
	return in->ops->tidy != NULL ? in->ops->tidy(in, before, most, e)
				     : SP_OK;
}

int sp_mail_inbox_check(
	struct sp_inbox *in, struct sp_mail_check *out, struct sp_error *e)
{
	struct sp_inbox_list list;
	int code;

	memset(out, 0, sizeof(*out));
	if (in->ops->check != NULL) {
		code = in->ops->check(in, out, e);
	} else {
		code = sp_mail_inbox_poll(in, SIZE_MAX, &list, e);
		out->mails = list.n;
		sp_mail_inbox_list_clear(&list);
	}
	if (code != SP_OK && out->fault == SP_FAULT_NONE)
		out->fault = mail_fault_of(code);
	return code;
}

void sp_mail_inbox_close(struct sp_inbox *in)
{
	if (in != NULL)
		in->ops->close(in);
}

void mail_inbox_list_add(struct sp_inbox_list *list, const char *uid,
	int64_t arrival, size_t size)
{
	struct sp_inbox_item *item;

	/* Grows at powers of two. */
	if ((list->n & (list->n - 1)) == 0)
		list->items = sp_xrealloc(list->items,
			list->n > 0 ? 2 * list->n : 1, sizeof(*list->items));
	item = &list->items[list->n++];
	item->uid = sp_xstrdup(uid);
	item->arrival = arrival;
	item->by_sight = false;
	item->order = 0;
	item->size = size;
}

/* ---- one mail in memory ------------------------------------------------- */

struct bytes_inbox {
	struct sp_inbox base;
	char *uid;
	int64_t arrival;
	char *raw;
	size_t len;
	bool gone;
};

static int bytes_poll(
	struct sp_inbox *in, struct sp_inbox_list *out, struct sp_error *e)
{
	struct bytes_inbox *b = (struct bytes_inbox *)in;

	(void)e;
	if (!b->gone)
		mail_inbox_list_add(out, b->uid, b->arrival, b->len);
	return SP_OK;
}

static int bytes_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	struct bytes_inbox *b = (struct bytes_inbox *)in;

	if (b->gone || !sp_streq(uid, b->uid))
		return sp_error_set(
			e, SP_ENOTFOUND, "no mail %s on standard input", uid);
	sp_buf_add(raw, b->raw, b->len);
	if (!raw->overflow)
		return SP_OK;
	return sp_error_set(e, SP_ELIMIT,
		"the mail on standard input is larger than %zu bytes",
		raw->max);
}

static int bytes_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	struct bytes_inbox *b = (struct bytes_inbox *)in;

	(void)e;
	b->gone = b->gone || sp_streq(uid, b->uid);
	return SP_OK;
}

static int bytes_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	for (size_t i = 0; i < n; i++)
		(void)bytes_quarantine(in, uids[i], e);
	return SP_OK;
}

static void bytes_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	(void)in;
	out->fd = -1;
	out->seconds = 0; /* nothing more will come */
}

static void bytes_close(struct sp_inbox *in)
{
	struct bytes_inbox *b = (struct bytes_inbox *)in;

	sp_free(b->uid);
	sp_free(b->raw);
	sp_free(b);
}

static const struct sp_inbox_ops bytes_ops = {
	.kind = "stdin",
	.deletes = true,
	.poll = bytes_poll,
	.read = bytes_read,
	.done = bytes_done,
	.quarantine = bytes_quarantine,
	.wait = bytes_wait,
	.close = bytes_close,
};

int sp_mail_inbox_open_bytes(struct sp_inbox **out, const char *uid,
	int64_t arrival, const void *raw, size_t len, struct sp_error *e)
{
	struct bytes_inbox *b;

	*out = NULL;
	if (len == 0)
		return sp_error_set(e, SP_EINVAL,
			"there is no mail on standard input: give one, headers "
			"and all");
	b = sp_xcalloc(1, sizeof(*b));
	b->base.ops = &bytes_ops;
	b->uid = sp_xstrdup(uid);
	b->arrival = arrival;
	b->raw = sp_xmalloc(len);
	memcpy(b->raw, raw, len);
	b->len = len;
	*out = &b->base;
	return SP_OK;
}
