#include "record/kept.h"

static void drop(struct sp_kept *kept, size_t at)
{
	kept->size -= kept->list[at].size;
	sp_record_live_free(kept->list[at].live);
	kept->n--;
	memmove(&kept->list[at], &kept->list[at + 1],
		(kept->n - at) * sizeof(kept->list[0]));
}

/* kept->n: it is not there. */
static size_t find(const struct sp_kept *kept, const char *gid)
{
	size_t i = 0;

	while (i < kept->n && !sp_streq(kept->list[i].live->gid, gid))
		i++;
	return i;
}

void sp_record_kept_put(struct sp_kept *kept, struct sp_live *live, int64_t now)
{
	struct sp_kept_game game = { live, sp_record_live_size(live), now };
	size_t at = find(kept, live->gid);

	sp_store_game_close(live->repo);
	live->repo = NULL;
	if (at < kept->n)
		drop(kept, at);
	if (game.size > SP_KEPT_MAX) {
		sp_record_live_free(live);
		return;
	}
	while (kept->size + game.size > SP_KEPT_MAX)
		drop(kept, 0);
	kept->list =
		sp_xrealloc(kept->list, kept->n + 1, sizeof(kept->list[0]));
	kept->list[kept->n++] = game;
	kept->size += game.size;
}

bool sp_record_kept_take(struct sp_kept *kept, struct sp_live *live)
{
	size_t at = find(kept, live->gid);

	if (at == kept->n)
		return false;
	bool same = sp_store_oid_equal(&kept->list[at].live->head, &live->head);
	if (same)
		sp_record_live_take(live, kept->list[at].live);
	drop(kept, at);
	return same;
}

/* A clock that went back lets all of them go. */
bool sp_record_kept_trim(struct sp_kept *kept, int64_t now)
{
	bool any = kept->n > 0;

	while (kept->n > 0) {
		int64_t age = now - kept->list[0].since;

		if (age >= 0 && age < SP_KEPT_SECONDS)
			break;
		drop(kept, 0);
	}
	return any && kept->n == 0;
}

int64_t sp_record_kept_left(
	const struct sp_kept *kept, int64_t now, int64_t most)
{
	if (kept->n == 0)
		return most;
	int64_t left = SP_KEPT_SECONDS - (now - kept->list[0].since);

	return left < 1 ? 1 : left < most ? left : most;
}

void sp_record_kept_clear(struct sp_kept *kept)
{
	while (kept->n > 0)
		drop(kept, kept->n - 1);
	sp_free(kept->list);
	memset(kept, 0, sizeof(*kept));
}
