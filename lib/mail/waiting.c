/*
 * Signs of life while something outside is waited for.
 */
#include "mail_private.h"

static void (*while_waiting)(void);

void sp_mail_while_waiting(void (*f)(void))
{
	while_waiting = f;
}

void mail_waiting(void)
{
	if (while_waiting != NULL)
		while_waiting();
}
