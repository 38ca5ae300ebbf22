/* Mails of `spellpost doctor` to the judge himself: only ours count. */
#include "host_tests.h"

#include <unistd.h>

#define GID "quiet-aaaaaaaa"

struct probe_test {
	struct club club;
	struct sp_master master;
	struct sp_probe probe;
	unsigned files;
};

static void begin(struct probe_test *t)
{
	struct sp_error e = { 0 };

	memset(t, 0, sizeof(*t));
	club_make(&t->club);
	t->club.quiet = true;
	club_game(&t->club, GID, 2, "", true);
	EQUAL_INT_FATAL(
		sp_seal_master_load(&t->master, t->club.config.master_key, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_post_probe_make(&t->probe, &t->master,
				t->club.config.address, &e),
		SP_OK);
}

static void end(struct probe_test *t)
{
	sp_seal_master_clear(&t->master);
	club_clear(&t->club);
}

static char *written(struct probe_test *t, const char *to)
{
	struct sp_error e = { 0 };
	struct sp_buf raw;

	sp_buf_init(&raw, 65536);
	EQUAL_INT_FATAL(sp_post_probe_write(&raw, &t->probe, &t->club.config,
				to, t->club.now, &e),
		SP_OK);
	return sp_buf_take(&raw);
}

/* Replace the first `old` by `new` of the same length. */
static void change(char *raw, const char *old, const char *new)
{
	char *at = strstr(raw, old);

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	EQUAL_INT_FATAL(strlen(old), strlen(new));
	memcpy(at, new, strlen(new));
}

/* What becomes of it; nothing else may happen. Takes `raw`. */
static enum sp_disposition fate(struct probe_test *t, char *raw)
{
	char *file =
		sp_xasprintf("%lld.%u.x", (long long)t->club.now, ++t->files);
	struct event mail = {
		.file = file, .arrival = t->club.now, .raw = raw
	};
	size_t letters = t->club.n_letters;
	enum sp_disposition result;

	club_put(&t->club, &mail);
	club_pass(&t->club);
	result = club_fate(&t->club, file);
	EQUAL_INT(t->club.pass.commits, 0);
	EQUAL_INT(t->club.n_letters, letters);
	EQUAL_INT(club_count(&t->club, "mail/in/new"), 0);
	sp_free(file);
	sp_free(raw);
	return result;
}

TEST("host/probe", "ours is noted and nothing more")
{
	struct sp_inbox_row row = { 0 };
	struct probe_test t;
	char other_id[SP_MSGID_SIZE], *raw;

	begin(&t);
	club_pass(&t.club);
	CU_ASSERT(sp_starts(t.probe.address, "judge+probe-"));
	EQUAL_INT(fate(&t, written(&t, t.probe.address)), SP_DISPOSITION_PROBE);
	EQUAL_INT(club_count(&t.club, "mail/in/.Processed/cur"), 1);
	/* where there are no plus addresses */
	EQUAL_INT(fate(&t, written(&t, t.club.config.address)),
		SP_DISPOSITION_PROBE);
	/* where the host gives it another Message-ID */
	raw = written(&t, t.club.config.address);
	sp_format(other_id, sizeof(other_id), "%s", t.probe.id);
	memset(other_id + 1, 'x', strcspn(other_id, "@") - 1);
	change(raw, t.probe.id, other_id);
	EQUAL_INT(fate(&t, raw), SP_DISPOSITION_PROBE);
	/* the ledger has it under the name that doctor knows */
	EQUAL_INT(sp_registry_inbox_after(
			  club_registry(&t.club), 2, t.probe.id, &row, NULL),
		SP_OK);
	EQUAL_INT(row.disposition, SP_DISPOSITION_PROBE);
	end(&t);
}

TEST("host/probe", "forged ones are mails like others")
{
	static const char key[] = "2 ff112233445566778899aabbccddeeff"
				  "fedcba98765432100123456789abcdef\n";
	struct sp_master strange;
	struct probe_test t;
	const char *token;
	char *raw, *bad;

	begin(&t);
	club_pass(&t.club);
	/* one letter of the token, in address and ids */
	token = strchr(t.probe.address, '@');
	while (token[-1] != '.')
		token--;
	bad = sp_xstrdup(t.probe.address);
	bad[token - t.probe.address] = *token == 'a' ? 'b' : 'a';
	raw = written(&t, t.probe.address);
	while (strstr(raw, t.probe.address) != NULL)
		change(raw, t.probe.address, bad);
	EQUAL_INT(fate(&t, raw), SP_DISPOSITION_IGNORED);
	sp_free(bad);
	/* the token is of one name only */
	bad = sp_xstrdup(t.probe.address);
	memcpy(strchr(bad, '-') + 1, "aaaaaaaa", 8);
	raw = written(&t, t.probe.address);
	while (strstr(raw, t.probe.address) != NULL)
		change(raw, t.probe.address, bad);
	EQUAL_INT(fate(&t, raw), SP_DISPOSITION_IGNORED);
	sp_free(bad);
	/* a probe of another club, from somebody who is not the judge */
	EQUAL_INT_FATAL(
		sp_seal_master_parse(&strange, key, sizeof(key) - 1, NULL),
		SP_OK);
	EQUAL_INT_FATAL(sp_post_probe_make(&t.probe, &strange,
				t.club.config.address, NULL),
		SP_OK);
	raw = written(&t, t.probe.address);
	EQUAL_INT(fate(&t, raw), SP_DISPOSITION_IGNORED);
	sp_seal_master_clear(&strange);
	end(&t);
}

/* A player's token is no probe's, and a probe's none of a player's. */
TEST("host/probe", "tokens are of one purpose")
{
	struct sp_message message = { 0 };
	struct sp_mailbox box = { .addr = "" };
	char id[SP_MSGID_SIZE];
	struct probe_test t;
	const struct letter *turn;

	begin(&t);
	club_pass(&t.club);
	message.to.items = &box;
	message.to.n = 1;
	sp_format(box.addr, sizeof(box.addr), "%s", t.probe.address);
	EQUAL_INT(sp_post_probe_find(
			  &t.master, &message, t.club.config.address, id, NULL),
		SP_OK);
	EQUAL_STRING(id, t.probe.id);
	/* a second key comes, the first stays good */
	t.master.keys[1] = t.master.keys[0];
	t.master.keys[1].number = 2;
	t.master.keys[1].key[0] ^= 1;
	t.master.n = 2;
	EQUAL_INT(sp_post_probe_find(
			  &t.master, &message, t.club.config.address, id, NULL),
		SP_OK);
	turn = club_present(&t.club, GID);
	sp_format(box.addr, sizeof(box.addr), "%s", turn->reply_to);
	EQUAL_INT(sp_post_probe_find(
			  &t.master, &message, t.club.config.address, id, NULL),
		SP_ENOTFOUND);
	sp_format(box.addr, sizeof(box.addr), "judge@spellpost.invalid");
	EQUAL_INT(sp_post_probe_find(
			  &t.master, &message, t.club.config.address, id, NULL),
		SP_ENOTFOUND);
	end(&t);
}
