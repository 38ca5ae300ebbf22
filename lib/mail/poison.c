/*
 * The poison guard: which mail is being applied, and how many times the process
 * died inside it; one that killed it twice is put aside, else no other mail
 * would ever be reached. One small file mapped into memory: what was
 * stored survives a killed process without a system call for each mail. It is
 * not synced, because a machine that lost power did not die of the mail.
 */
#include "mail/poison.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define POISON_KEYS 16

struct poison_page {
	uint32_t inside; /* 1 + the entry being applied; 0: none */
	struct {
		uint32_t deaths;
		char key[SP_POISON_KEY];
	} entry[POISON_KEYS];
};

struct sp_poison {
	struct poison_page *page;
	int fd;
};

int sp_mail_poison_open(
	struct sp_poison **out, const char *path, struct sp_error *e)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	void *page = MAP_FAILED;

	if (fd >= 0 && ftruncate(fd, (off_t)sizeof(struct poison_page)) == 0)
		page = mmap(NULL, sizeof(struct poison_page),
			PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED) {
		sp_error_set(e, SP_ESYS, "%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return SP_ESYS;
	}

	struct sp_poison *p = sp_xcalloc(1, sizeof(*p));
	p->page = page;
	p->fd = fd;
	for (size_t i = 0; i < POISON_KEYS; i++)
		p->page->entry[i].key[SP_POISON_KEY - 1] = '\0';
	if (p->page->inside > 0 && p->page->inside <= POISON_KEYS)
		/* The process that wrote this died before it cleared it. */
		p->page->entry[p->page->inside - 1].deaths++;
	p->page->inside = 0;
	*out = p;
	return SP_OK;
}

int sp_mail_poison_peek(
	const char *path, unsigned *mails, bool *inside, struct sp_error *e)
{
	struct poison_page page = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc = SP_OK;

	*mails = 0;
	*inside = false;
	if (fd < 0 && errno == ENOENT) /* no process has been here yet */
		return SP_OK;
	if (fd < 0 || sp_read_full(fd, &page, sizeof(page)) != SP_OK)
		rc = sp_error_set(e, SP_ESYS, "%s: %s", path,
			fd < 0 ? strerror(errno) : "it does not read");
	if (fd >= 0)
		(void)close(fd);
	for (size_t i = 0; rc == SP_OK && i < POISON_KEYS; i++)
		*mails += page.entry[i].deaths > 0;
	*inside = rc == SP_OK && page.inside > 0;
	return rc;
}

void sp_mail_poison_close(struct sp_poison *p)
{
	if (p == NULL)
		return;
	munmap(p->page, sizeof(*p->page));
	close(p->fd);
	sp_free(p);
}

bool sp_mail_poison_recent(const struct sp_poison *p)
{
	for (size_t i = 0; i < POISON_KEYS; i++)
		if (p->page->entry[i].deaths > 0)
			return true;
	return false;
}

static uint32_t find(const struct sp_poison *p, const char *key)
{
	for (uint32_t i = 0; i < POISON_KEYS; i++)
		if (p->page->entry[i].deaths > 0 &&
			strcmp(p->page->entry[i].key, key) == 0)
			return i;
	return POISON_KEYS;
}

unsigned sp_mail_poison_deaths(const struct sp_poison *p, const char *key)
{
	uint32_t i = find(p, key);

	return i < POISON_KEYS ? p->page->entry[i].deaths : 0;
}

void sp_mail_poison_enter(struct sp_poison *p, const char *key)
{
	uint32_t i = find(p, key);

	/* A free entry; where all are taken the first gives way. */
	for (uint32_t k = 0; i == POISON_KEYS && k < POISON_KEYS; k++)
		if (p->page->entry[k].deaths == 0)
			i = k;
	if (i == POISON_KEYS)
		i = 0;
	if (strcmp(p->page->entry[i].key, key) != 0) {
		p->page->entry[i].deaths = 0;
		sp_format(p->page->entry[i].key, SP_POISON_KEY, "%s", key);
	}
	p->page->inside = i + 1;
}

void sp_mail_poison_forget(struct sp_poison *p)
{
	memset(p->page->entry, 0, sizeof(p->page->entry));
	p->page->inside = 0;
}

void sp_mail_poison_leave(struct sp_poison *p)
{
	if (p->page->inside > 0)
		p->page->entry[p->page->inside - 1].deaths = 0;
	p->page->inside = 0;
}
