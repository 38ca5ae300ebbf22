/* The process that thinks. */
#include "thinker_private.h"

#include "base/json.h"

struct server {
	int fd;
	struct sp_ruleset *ruleset[THINKER_RULESETS];
	int n;
	struct sp_bot_work *work;
	struct thinker_ask ask;
};

void thinker_hello(struct thinker_hello *hello)
{
	memset(hello, 0, sizeof(*hello));
	memcpy(hello->magic, "spbot 1\n", sizeof(hello->magic));
	hello->bots = SP_BOT_COUNT;
	hello->ask = sizeof(struct thinker_ask);
	hello->told = sizeof(struct thinker_told);
}

/* Files in one block, which they point into. */
static size_t list_files(const char *text, size_t len,
	struct sp_ruleset_file files[SP_FILES_MAX])
{
	const char *at = text, *end = text + len;
	size_t n = 0;

	while (at < end && n < SP_FILES_MAX) {
		size_t path = strnlen(at, (size_t)(end - at)) + 1;

		if ((size_t)(end - at) < path + 8)
			return 0;
		files[n].path = at;
		files[n].len = (size_t)sp_get_be64((const uint8_t *)at + path);
		files[n].text = at + path + 8;
		at = files[n].text;
		if ((size_t)(end - at) < files[n].len + 1)
			return 0;
		at += files[n++].len + 1;
	}
	return n;
}

static bool take_ruleset(struct server *s, size_t size)
{
	struct sp_ruleset_file files[SP_FILES_MAX];
	struct sp_error e = { 0 };
	char *text;
	bool good;

	if (s->n == THINKER_RULESETS || size > THINKER_FRAME_MOST)
		return false;
	text = sp_xmalloc(size + 1);
	good = sp_read_full(s->fd, text, size) == SP_OK;
	text[size] = '\0';
	if (good)
		good = sp_card_ruleset_load(&s->ruleset[s->n], files,
			       list_files(text, size, files), &e) == SP_OK;
	s->n += good;
	sp_free(text);
	return good;
}

static bool take_question(struct server *s, size_t size)
{
	const struct thinker_ask *q = &s->ask;
	struct thinker_told told = { 0 };
	uint64_t chance;

	if (size != sizeof(s->ask) ||
		sp_read_full(s->fd, &s->ask, size) != SP_OK || q->ruleset < 0 ||
		q->ruleset >= s->n || q->bot < 0 || q->bot >= SP_BOT_COUNT ||
		q->seat < 0 || q->seat >= SP_SEATS_MAX || q->playouts < 0 ||
		q->playouts > SP_PLAYOUTS_MAX)
		return false;
	chance = q->chance;
	const struct sp_bot_ask ask = { .ruleset = s->ruleset[q->ruleset],
		.view = &q->view,
		.seat = q->seat,
		.playouts = q->playouts,
		.chance = &chance,
		.work = s->work };
	told.number = q->number;
	told.found = sp_bot_decide((enum sp_bot)q->bot, &ask, &told.command);
	return sp_write_full(s->fd, &told, sizeof(told)) == SP_OK;
}

int sp_thinker_serve(int fd)
{
	struct server *s = sp_xcalloc(1, sizeof(*s));
	struct thinker_hello hello;
	struct thinker_head head;
	bool good;

	s->fd = fd;
	s->work = sp_bot_work_new();
	/* objects are seeded from a file, which is out of reach soon */
	json_decref(json_object());
	thinker_hello(&hello);
	good = thinker_cage() &&
	       sp_write_full(fd, &hello, sizeof(hello)) == SP_OK;
	while (good && sp_read_full(fd, &head, sizeof(head)) == SP_OK)
		good = head.frame == THINKER_RULESET
			       ? take_ruleset(s, head.size)
			       : take_question(s, head.size);
	for (int i = 0; i < s->n; i++)
		sp_card_ruleset_free(s->ruleset[i]);
	sp_bot_work_free(s->work);
	sp_free(s);
	return good ? 0 : 1;
}
