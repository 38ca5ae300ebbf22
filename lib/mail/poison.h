/*
 * The poison guard: which mail is being applied, and how many times the process
 * died inside it.
 */
#ifndef SP_MAIL_POISON_H
#define SP_MAIL_POISON_H

#include "base/base.h"

#define SP_POISON_KEY    68 /* hex digest and NUL, rounded up */
#define SP_POISON_DEATHS 2  /* from so many on a mail is quarantined */

struct sp_poison;

int sp_mail_poison_open(struct sp_poison **out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;
void sp_mail_poison_close(struct sp_poison *p);
/* Did the process die inside a mail that has not passed since? */
bool sp_mail_poison_recent(const struct sp_poison *p);
unsigned sp_mail_poison_deaths(const struct sp_poison *p, const char *key);
void sp_mail_poison_enter(struct sp_poison *p, const char *key);
void sp_mail_poison_leave(struct sp_poison *p);
/* Everything that lay in the inboxes passed: no mail of old is waited for. */
void sp_mail_poison_forget(struct sp_poison *p);
/* Look at the file without opening the guard: how many mails a process died in,
 * and whether one is inside a mail now. */
int sp_mail_poison_peek(const char *path, unsigned *mails, bool *inside,
	struct sp_error *e) SP_MUST_CHECK;

#endif
