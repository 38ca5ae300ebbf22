/* A live game by hand, and its boxes. */
#include "sealed.h"

#include "store/store.h"

struct sp_live *sealed_take(struct club *c)
{
	struct sp_live *live = sp_post_live_with_row(SEALED_GID);
	struct sp_error e = { 0 };

	club_open(c);
	EQUAL_INT_FATAL(sp_registry_game_get(
				c->host->registry, SEALED_GID, live->row, &e),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_store_game_open(&live->repo, c->host->store, SEALED_GID, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_store_lock(live->repo, 1000, &e), SP_OK);
	return live;
}

struct sp_live *sealed_load(struct club *c)
{
	struct sp_live *live = sealed_take(c);
	struct sp_error e = { 0 };
	int rc = host_live_load(c->host, live, &e);

	if (rc != SP_OK)
		printf("\n  load: %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	return live;
}

void sealed_give_back(struct sp_live *live)
{
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_store_flush(live->repo, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_move_head(live->repo, &live->base, &live->head,
				NULL, 0, &e),
		SP_OK);
	sp_record_live_free(live);
}

void sealed_something(struct sp_live *live)
{
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_record_sealed(live, 1, "test 1 2 3", live->when + 5,
				"test", &e),
		SP_OK);
}

void sealed_begin(struct club *c, int seats)
{
	club_make(c);
	c->quiet = true;
	club_game(c, SEALED_GID, seats, "deadline=48", true);
	c->now += 60;
}

char *sealed_opened(struct sp_live *live, const struct sp_oid *commit,
	uint64_t seq, struct sp_box *box)
{
	struct sp_buf file;
	char *text = NULL;
	size_t len = 0;

	sp_buf_init(&file, 1 << 20);
	EQUAL_INT_FATAL(
		sp_store_read(live->repo, commit, "sealed.json", &file, NULL),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_seal_box_parse(box, file.data, file.len, NULL), SP_OK);
	EQUAL_INT_FATAL(
		sp_seal_unbox(&text, &len, box, &live->secrets, seq, NULL),
		SP_OK);
	sp_buf_free(&file);
	return text;
}

void sealed_fill(struct sp_live *live, size_t n)
{
	char *text = sp_xmalloc(n + 1);

	memset(text, 'x', n);
	text[n] = '\0';
	json_t *red = json_pack("{s:s}", "script", text);
	json_t *agents = json_pack("{s:o}", "red", red);
	sp_json_set(live->sealed, "agents", agents);
	sp_free(text);
}
