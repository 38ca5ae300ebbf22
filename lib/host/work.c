/* One thing to do, from the list to its end. */
#include "host/work.h"

struct sp_work *host_agenda_add(
	struct sp_agenda *agenda, enum sp_work_kind kind, int64_t instant)
{
	agenda->work = sp_xrealloc(
		agenda->work, agenda->n + 1, sizeof(agenda->work[0]));
	struct sp_work *work = &agenda->work[agenda->n++];
	memset(work, 0, sizeof(*work));
	work->kind = kind;
	work->instant = instant;
	return work;
}

void host_work_clear(struct sp_work *work)
{
	sp_free(work->uid);
	sp_buf_free(&work->text);
	sp_free(work->bytes);
	sp_mail_free(work->message);
	json_decref(work->answer);
	memset(work, 0, sizeof(*work));
}
