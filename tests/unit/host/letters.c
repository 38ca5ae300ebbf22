/* Mails to the judge, and what the judge writes. */
#include "club.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

#define RAW_MAX (1U << 20)

/* ---- to the judge
 * ------------------------------------------------------------- */

/* The file appears whole, with its time. */
void club_put(const struct club *c, const struct event *mail)
{
	char *tmp =
		sp_xasprintf("%s/tmp/%s", c->config.inbox[0].path, mail->file);
	char *final =
		sp_xasprintf("%s/new/%s", c->config.inbox[0].path, mail->file);
	struct timespec times[2] = { { .tv_sec = mail->arrival },
		{ .tv_sec = mail->arrival } };

	if (sp_file_write(tmp, mail->raw, strlen(mail->raw), 0600, NULL) !=
			SP_OK ||
		utimensat(AT_FDCWD, tmp, times, 0) != 0 ||
		rename(tmp, final) != 0)
		abort(); /* also called where no test can fail */
	sp_free(tmp);
	sp_free(final);
}

static void note(struct club *c, const struct event *mail)
{
	struct event *copy;

	if (c->tape == NULL)
		return;
	c->tape->event = sp_xrealloc(
		c->tape->event, c->tape->n + 1, sizeof(*c->tape->event));
	copy = &c->tape->event[c->tape->n++];
	*copy = *mail;
	copy->file = sp_xstrdup(mail->file);
	copy->raw = sp_xstrdup(mail->raw);
}

const char *club_post(struct club *c, const struct draft *draft)
{
	static char file[64];
	struct event mail = { .now = c->now,
		.arrival = draft->arrival != 0 ? draft->arrival : c->now };
	struct sp_buf raw;

	c->written++;
	sp_format(file, sizeof(file), "%lld.M%04u.test",
		(long long)mail.arrival, c->written);
	sp_buf_init(&raw, RAW_MAX);
	sp_buf_addf(&raw, "From: %s\n", draft->from);
	sp_buf_addf(&raw, "To: %s\n",
		draft->to != NULL ? draft->to : c->config.address);
	sp_buf_addf(&raw, "Subject: %s\n",
		draft->subject != NULL ? draft->subject : "orders");
	if (draft->id == NULL)
		sp_buf_addf(&raw, "Message-ID: <mail.%u@players.example>\n",
			c->written);
	else if (draft->id[0] != '\0')
		sp_buf_addf(&raw, "Message-ID: %s\n", draft->id);
	if (draft->in_reply_to != NULL)
		sp_buf_addf(&raw, "In-Reply-To: %s\n", draft->in_reply_to);
	if (draft->extra != NULL)
		sp_buf_adds(&raw, draft->extra);
	sp_buf_addf(&raw, "\n%s\n", draft->text);
	mail.file = file;
	mail.raw = sp_buf_take(&raw);
	club_put(c, &mail);
	note(c, &mail);
	sp_free(mail.raw);
	return file;
}

const char *club_reply(struct club *c, const struct letter *letter,
	const char *from, const char *text)
{
	const struct person *who = club_person(from);
	char *sender = sp_xasprintf("%s <%s>", who->name, who->address);
	char *subject = sp_xasprintf("Re: %s", letter->subject);
	struct draft draft = { .from = sender,
		.to = letter->reply_to,
		.subject = subject,
		.in_reply_to = letter->id,
		.text = text };
	const char *file = club_post(c, &draft);

	sp_free(sender);
	sp_free(subject);
	return file;
}

enum sp_disposition club_fate(struct club *c, const char *file)
{
	struct sp_inbox_row row;
	char uid[SP_ROW_UID];

	sp_format(uid, sizeof(uid), "%s", file);
	if (c->uid != NULL)
		c->uid(c, file, uid);
	if (sp_registry_inbox_get(club_registry(c), c->config.inbox[0].title,
		    uid, &row, NULL) != SP_OK)
		return SP_DISPOSITION_SEEN;
	return row.disposition;
}

/* ---- from the judge
 * ---------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names in a folder, sorted; the caller frees them and the list. */
static char **names_of(const char *path, size_t *n)
{
	DIR *dir = opendir(path);
	struct dirent *d;
	char **names = NULL;

	*n = 0;
	if (dir == NULL)
		return NULL;
	while ((d = readdir(dir)) != NULL) {
		if (d->d_name[0] == '.')
			continue;
		names = sp_xrealloc(names, *n + 1, sizeof(*names));
		names[(*n)++] = sp_xstrdup(d->d_name);
	}
	(void)closedir(dir);
	if (*n > 0)
		qsort(names, *n, sizeof(*names), by_name);
	return names;
}

void club_list(const struct club *c, const char *folder, struct sp_buf *out)
{
	char *path = sp_xasprintf("%s/%s", c->dir, folder);
	size_t n;
	char **names = names_of(path, &n);

	for (size_t i = 0; i < n; i++) {
		sp_buf_addf(out, "%s\n", names[i]);
		sp_free(names[i]);
	}
	sp_free(names);
	sp_free(path);
}

unsigned club_count(const struct club *c, const char *folder)
{
	struct sp_buf names;
	unsigned n = 0;

	sp_buf_init(&names, SIZE_MAX);
	club_list(c, folder, &names);
	for (size_t i = 0; i < names.len; i++)
		n += names.data[i] == '\n';
	sp_buf_free(&names);
	return n;
}

void letter_header(const char *raw, const char *name, char *out, size_t size)
{
	size_t n = strlen(name), len = 0;
	bool on = false;

	out[0] = '\0';
	for (const char *line = raw; *line != '\n' && *line != '\0';) {
		size_t end = strcspn(line, "\n");
		const char *value = line;

		if (*line != ' ' && *line != '\t')
			on = sp_starts_i(line, name) && line[n] == ':';
		if (on) {
			if (*line != ' ' && *line != '\t')
				value += n + 2;
			for (; value < line + end && len + 1 < size; value++)
				out[len++] = *value == '\t' ? ' ' : *value;
			out[len] = '\0';
		}
		line += end + (line[end] == '\n');
	}
}

/* The body: as it is, or quoted-printable taken back. */
static char *decode(const char *raw)
{
	const char *body = strstr(raw, "\n\n");
	char coding[64];
	struct sp_buf out;

	CU_ASSERT_PTR_NOT_NULL_FATAL(body);
	body += 2;
	letter_header(raw, "Content-Transfer-Encoding", coding, sizeof(coding));
	if (!sp_strieq(coding, "quoted-printable"))
		return sp_xstrdup(body);
	sp_buf_init(&out, RAW_MAX);
	sp_buf_clear(&out);
	while (*body != '\0') {
		uint8_t byte;
		char hex[3] = { body[0] == '=' ? body[1] : '\0',
			body[0] == '=' && body[1] != '\0' ? body[2] : '\0',
			'\0' };

		if (body[0] == '=' && body[1] == '\n') {
			body += 2;
		} else if (hex[0] != '\0' && sp_unhex(&byte, 1, hex) == SP_OK) {
			sp_buf_addc(&out, (char)byte);
			body += 3;
		} else {
			sp_buf_addc(&out, *body++);
		}
	}
	return sp_buf_take(&out);
}

/* The text of a part; "" where the mail has none. A mail that is not in parts
 * is plain text. */
static char *text_of(const char *raw, const char *type)
{
	char all[200], boundary[100], *line, *out = NULL;
	const char *at, *mark;

	letter_header(raw, "Content-Type", all, sizeof(all));
	if (!sp_starts(all, "multipart/alternative"))
		return sp_streq(type, "text/plain") ? decode(raw)
						    : sp_xstrdup("");
	mark = strstr(all, "boundary=\"");
	CU_ASSERT_PTR_NOT_NULL_FATAL(mark);
	mark += strlen("boundary=\"");
	CU_ASSERT_FATAL(sp_copyn(
		boundary, sizeof(boundary), mark, strcspn(mark, "\"")));
	line = sp_xasprintf("\n--%s", boundary);
	for (at = strstr(raw, line); out == NULL && at != NULL;) {
		const char *part = at + strlen(line) + 1, *end;
		char own[100], *copy;

		end = strstr(part, line);
		if (at[strlen(line)] != '\n' || end == NULL)
			break;
		copy = sp_xstrndup(part, (size_t)(end - part));
		letter_header(copy, "Content-Type", own, sizeof(own));
		if (sp_starts(own, type))
			out = decode(copy);
		sp_free(copy);
		at = end;
	}
	sp_free(line);
	return out != NULL ? out : sp_xstrdup("");
}

struct letter *letter_parse(char *raw, size_t len)
{
	struct letter *letter = sp_xcalloc(1, sizeof(*letter));
	struct sp_mailbox box;
	char to[400];

	letter->raw = raw;
	letter->len = len;
	letter->text = text_of(raw, "text/plain");
	letter->html = text_of(raw, "text/html");
	letter_header(raw, "To", to, sizeof(to));
	EQUAL_INT_FATAL(sp_mail_mailbox_parse(&box, to, NULL), SP_OK);
	sp_format(letter->to, sizeof(letter->to), "%s", box.addr);
	letter_header(raw, "Subject", letter->subject, sizeof(letter->subject));
	letter_header(
		raw, "Reply-To", letter->reply_to, sizeof(letter->reply_to));
	letter_header(raw, "Message-ID", letter->id, sizeof(letter->id));
	letter_header(raw, "In-Reply-To", letter->in_reply_to,
		sizeof(letter->in_reply_to));
	letter_header(raw, "Date", letter->date, sizeof(letter->date));
	return letter;
}

void letter_free(struct letter *letter)
{
	sp_free(letter->name);
	sp_free(letter->raw);
	sp_free(letter->text);
	sp_free(letter->html);
	sp_free(letter);
}

static struct letter *read_letter(
	struct club *c, const char *path, const char *name)
{
	struct letter *letter;
	struct sp_outbox_row row;
	struct sp_buf raw;
	size_t len;

	sp_buf_init(&raw, RAW_MAX);
	EQUAL_INT_FATAL(sp_file_read(&raw, path, NULL), SP_OK);
	len = raw.len;
	letter = letter_parse(sp_buf_take(&raw), len);
	letter->name = sp_xstrdup(name);
	EQUAL_INT_FATAL(sp_registry_outbox_find(
				club_registry(c), letter->id, &row, NULL),
		SP_OK);
	letter->number = row.id;
	return letter;
}

static int by_number(const void *a, const void *b)
{
	const struct letter *x = *(struct letter *const *)a;
	const struct letter *y = *(struct letter *const *)b;

	return x->number < y->number ? -1 : x->number > y->number;
}

void club_read(struct club *c)
{
	char *folder = sp_xasprintf("%s/new", c->config.sender.path);
	size_t n, first = c->n_letters;
	char **names = names_of(folder, &n);

	for (size_t i = 0; i < n; i++) {
		char *path = sp_xasprintf("%s/%s", folder, names[i]);
		char *read = sp_xasprintf(
			"%s/cur/%s", c->config.sender.path, names[i]);

		c->letter = sp_xrealloc(
			c->letter, c->n_letters + 1, sizeof(*c->letter));
		c->letter[c->n_letters++] = read_letter(c, path, names[i]);
		EQUAL_INT_FATAL(rename(path, read), 0);
		sp_free(path);
		sp_free(read);
		sp_free(names[i]);
	}
	sp_free(names);
	sp_free(folder);
	if (c->n_letters > first)
		qsort(c->letter + first, c->n_letters - first,
			sizeof(*c->letter), by_number);
}

static bool is_such(
	const struct letter *letter, const char *colour, const char *subject)
{
	return (colour == NULL || sp_mail_addr_equal(letter->to,
					  club_person(colour)->address)) &&
	       strstr(letter->subject, subject) != NULL;
}

unsigned club_letters(const struct club *c, size_t from, const char *colour,
	const char *subject)
{
	unsigned n = 0;

	for (size_t i = from; i < c->n_letters; i++)
		n += is_such(c->letter[i], colour, subject);
	return n;
}

const struct letter *club_letter(
	const struct club *c, const char *colour, const char *subject)
{
	for (size_t i = c->n_letters; i-- > 0;)
		if (is_such(c->letter[i], colour, subject))
			return c->letter[i];
	printf("\n  no letter \"%s\"\n", subject);
	CU_FAIL_FATAL("no such letter");
	return NULL;
}

const struct letter *club_last_to(
	const struct club *c, size_t from, const char *address)
{
	for (size_t i = c->n_letters; i-- > from;)
		if (sp_mail_addr_equal(c->letter[i]->to, address))
			return c->letter[i];
	return NULL;
}
