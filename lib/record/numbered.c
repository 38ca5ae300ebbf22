/*
 * Finding a commit by its number: halving over the tags turn/N, whose commits
 * come in the order of N, then walking back. A tag only shortens the way; if
 * one is not there, or not of this history, the walk begins at the head.
 */
#include "record/numbered.h"

struct search {
	uint64_t seq;
	struct sp_oid found;
	bool ok;
};

static bool seq_of(const struct sp_commit_info *info, uint64_t *out)
{
	struct sp_buf value;
	long long seq = 0;
	bool ok;

	sp_buf_init(&value, 32);
	ok = sp_store_trailer(&value, sp_buf_str(&info->message), "Seq") &&
	     sp_parse_int(sp_buf_str(&value), 0, INT64_MAX, &seq) == SP_OK;
	sp_buf_free(&value);
	*out = (uint64_t)seq;
	return ok;
}

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct search *s = payload;
	uint64_t seq;

	if (!seq_of(info, &seq))
		return 1;
	s->ok = seq == s->seq;
	s->found = info->id;
	return seq <= s->seq;
}

/* The number of the commit that a turn began with; false: nobody knows. */
static bool turn_began(const struct sp_live *live, unsigned turn,
	struct sp_oid *id, uint64_t *seq)
{
	struct sp_commit_info info;
	char name[SP_TAG_SIZE];
	bool ok;

	sp_format(name, sizeof(name), "turn/%u", turn);
	sp_store_commit_info_init(&info);
	ok = sp_store_tag(live->repo, name, id, NULL) == SP_OK &&
	     sp_store_info(live->repo, id, &info, NULL) == SP_OK &&
	     seq_of(&info, seq);
	sp_store_commit_info_clear(&info);
	return ok;
}

/* A commit that is not before the wanted one: of the first turn that began no
 * earlier, else the head. */
static struct sp_oid start_of(const struct sp_live *live, uint64_t seq)
{
	struct sp_oid best = live->head, id;
	unsigned low = 1, high = live->game.turn;
	uint64_t began;

	while (low <= high) {
		unsigned middle = low + (high - low) / 2;

		if (!turn_began(live, middle, &id, &began))
			return live->head;
		if (began < seq) {
			low = middle + 1;
			continue;
		}
		if (began <= live->seq)
			best = id;
		high = middle - 1;
	}
	return best;
}

int sp_record_numbered(const struct sp_live *live, uint64_t seq,
	struct sp_oid *out, struct sp_error *e)
{
	struct sp_oid from = start_of(live, seq);
	struct search s = { .seq = seq };
	int rc = sp_store_log(live->repo, &from, look_at, &s, e);

	if (rc == SP_OK && !s.ok && !sp_store_oid_equal(&from, &live->head))
		rc = sp_store_log(live->repo, &live->head, look_at, &s, e);
	if (rc == SP_OK && !s.ok)
		rc = sp_error_set(e, SP_ECORRUPT,
			"the history up to %s has no commit %llu",
			live->head.hex, (unsigned long long)seq);
	*out = s.found;
	return rc;
}
