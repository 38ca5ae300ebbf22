#define _XOPEN_SOURCE 700 /* S_IFREG and its like */

#include "unit.h"

#include "fixtures.h"
#include "seal/seal_private.h"

#include <unistd.h>

#define DIGITS                                                                 \
	"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static int parse(struct sp_master *m, const char *text, struct sp_error *e)
{
	sp_error_clear(e);
	return sp_seal_master_parse(m, text, strlen(text), e);
}

TEST("seal/master", "parses")
{
	struct sp_error e = { 0 };
	struct sp_master m;

	EQUAL_INT(parse(&m, "1 " DIGITS "\n", &e), SP_OK);
	EQUAL_INT(m.n, 1);
	EQUAL_INT(sp_seal_master_newest(&m), 1);
	EQUAL_INT(sp_seal_master_key(&m, 1)[31], 0x1f);
	CU_ASSERT_PTR_NULL(sp_seal_master_key(&m, 2));

	/* no last newline, CRLF, empty lines, several keys in any order */
	EQUAL_INT(parse(&m, "7 " DIGITS "\r\n\n 2 " DIGITS, &e), SP_OK);
	EQUAL_INT(m.n, 2);
	EQUAL_INT(sp_seal_master_newest(&m), 7);
	CU_ASSERT_PTR_NOT_NULL(sp_seal_master_key(&m, 2));
	sp_seal_master_clear(&m);
	EQUAL_INT(m.n, 0);
}

TEST("seal/master", "refuses")
{
	static const struct {
		const char *text;
		unsigned line;
	} bad[] = {
		{ "", 0 },
		{ "\n\n", 0 },
		{ DIGITS "\n", 1 },
		{ "1 " DIGITS "0\n", 1 },
		{ "1 000102\n", 1 },
		{ "1  " DIGITS "\n", 1 },
		{ "0 " DIGITS "\n", 1 },
		{ "-1 " DIGITS "\n", 1 },
		{ "1000001 " DIGITS "\n", 1 },
		{ "x " DIGITS "\n", 1 },
		{ "# a key\n1 " DIGITS "\n", 1 },
		{ "1 " DIGITS "\n1 " DIGITS "\n", 2 },
		{ "1 " DIGITS "\n2 " DIGITS " \n\n3 zz\n", 4 },
	};
	struct sp_error e = { 0 };
	struct sp_master m;

	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		EQUAL_INT(parse(&m, bad[i].text, &e), SP_EINVAL);
		EQUAL_INT(e.line, bad[i].line);
		/* never a digit of the key in what may be logged */
		LACKS(e.text, "0001");
		EQUAL_INT(m.n, 0);
	}
	sp_error_clear(&e);
	EQUAL_INT(sp_seal_master_parse(&m, "1 " DIGITS "\0x\n", 70, &e),
		SP_EINVAL);
}

TEST("seal/master", "refuses too many")
{
	struct sp_error e = { 0 };
	struct sp_master m;
	struct sp_buf b;

	sp_buf_init(&b, 1 << 16);
	for (int i = 1; i <= SP_MASTER_KEYS; i++)
		sp_buf_addf(&b, "%d " DIGITS "\n", i);
	EQUAL_INT(parse(&m, sp_buf_str(&b), &e), SP_OK);
	sp_buf_addf(&b, "99 " DIGITS "\n");
	EQUAL_INT(parse(&m, sp_buf_str(&b), &e), SP_EINVAL);
	EQUAL_INT(e.line, SP_MASTER_KEYS + 1);
	sp_buf_free(&b);
}

TEST("seal/master", "makes one")
{
	char *path = sp_xasprintf("%s/master.key", test_tempdir());
	struct sp_error e = { 0 };
	struct sp_master a;
	struct sp_master b;
	struct stat st;

	EQUAL_INT(sp_seal_master_load(&a, path, &e), SP_ENOTFOUND);
	CONTAINS(e.remedy, "spellpost init");
	sp_error_clear(&e);
	EQUAL_INT_FATAL(sp_seal_master_create(path, &e), SP_OK);
	EQUAL_INT(stat(path, &st), 0);
	EQUAL_INT(st.st_mode & 07777, 0600);
	EQUAL_INT(sp_seal_master_load(&a, path, &e), SP_OK);
	EQUAL_INT(a.n, 1);
	EQUAL_INT(sp_seal_master_newest(&a), 1);
	/* never over an old one */
	EQUAL_INT(sp_seal_master_create(path, &e), SP_EEXISTS);
	EQUAL_INT(sp_seal_master_load(&b, path, NULL), SP_OK);
	EQUAL_INT(memcmp(&a, &b, sizeof(a)), 0);
	/* and no two alike */
	EQUAL_INT(unlink(path), 0);
	EQUAL_INT(sp_seal_master_create(path, NULL), SP_OK);
	EQUAL_INT(sp_seal_master_load(&b, path, NULL), SP_OK);
	DIFFERENT_INT(memcmp(&a, &b, sizeof(a)), 0);

	sp_error_clear(&e);
	EQUAL_INT(chmod(path, 0640), 0);
	EQUAL_INT(sp_seal_master_load(&b, path, &e), SP_EINVAL);
	CONTAINS(e.remedy, "chmod 600");
	EQUAL_INT(b.n, 0);
	sp_error_clear(&e);
	EQUAL_INT(sp_seal_master_create("/nowhere/at/all", &e), SP_ESYS);
	EQUAL_INT(sp_seal_master_load(&b, test_tempdir(), NULL), SP_EINVAL);
	sp_free(path);
}

TEST("seal/master", "names the file and line")
{
	char *path = sp_xasprintf("%s/master.key", test_tempdir());
	struct sp_error e = { 0 };
	struct sp_master m;
	static const char bad[] = "1 " DIGITS "\n2 abc\n";

	EQUAL_INT_FATAL(
		sp_file_write(path, bad, sizeof(bad) - 1, 0600, &e), SP_OK);
	EQUAL_INT(sp_seal_master_load(&m, path, &e), SP_EINVAL);
	CU_ASSERT(sp_starts(e.text, path));
	CONTAINS(e.text, "line 2");
	sp_free(path);
}

TEST("seal/master", "checks owner and mode")
{
	static const struct {
		mode_t mode;
		uid_t uid, euid;
		gid_t gid;
		int code;
	} cases[] = {
		{ S_IFREG | 0600, 7, 7, 7, SP_OK },
		{ S_IFREG | 0400, 7, 7, 7, SP_OK },
		{ S_IFREG | 0400, 0, 7, 0, SP_OK },
		{ S_IFREG | 0600, 0, 0, 0, SP_OK },
		/* what systemd shows of a credential with an access list */
		{ S_IFREG | 0440, 0, 7, 0, SP_OK },
		{ S_IFREG | 0440, 0, 0, 0, SP_EINVAL },
		{ S_IFREG | 0460, 0, 7, 0, SP_EINVAL },
		{ S_IFREG | 0440, 0, 7, 5, SP_EINVAL },
		{ S_IFREG | 0440, 7, 7, 0, SP_EINVAL },
		{ S_IFREG | 0444, 0, 7, 0, SP_EINVAL },
		{ S_IFREG | 0604, 7, 7, 7, SP_EINVAL },
		{ S_IFREG | 0602, 7, 7, 7, SP_EINVAL },
		{ S_IFREG | 0600, 8, 7, 7, SP_EINVAL },
		{ S_IFREG | 0600, 8, 0, 7, SP_EINVAL },
		{ S_IFIFO | 0600, 7, 7, 7, SP_EINVAL },
		{ S_IFDIR | 0700, 7, 7, 7, SP_EINVAL },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct stat st;

		memset(&st, 0, sizeof(st));
		st.st_mode = cases[i].mode;
		st.st_uid = cases[i].uid;
		st.st_gid = cases[i].gid;
		EQUAL_INT(seal_check_access(&st, cases[i].euid, "k", NULL),
			cases[i].code);
	}
}
