#include "mail/mail.h"
#include "mail_tests.h"

/* GMime cannot be set up again after its teardown. */
int mail_gmime_init(void)
{
	static bool ready;

	if (!ready)
		sp_mail_gmime_setup();
	if (!ready && atexit(sp_mail_gmime_teardown) != 0)
		return 1;
	ready = true;
	return 0;
}
