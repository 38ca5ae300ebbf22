/*
 * Who runs us, where and with what configuration of git must not show.
 */
#include "store_tests.h"

#include "fixtures.h"

#include <locale.h>
#include <sys/wait.h>
#include <unistd.h>

/* One that changes everything, one that cannot even be read. */
static const char *const hostile[] = {
	"[user]\n\tname = Mallory\n\temail = m@example.org\n"
	"[core]\n\tfsyncObjectFiles = true\n\tlogAllRefUpdates = always\n"
	"\tsharedRepository = 0777\n\tcompression = 0\n\tautocrlf = true\n"
	"\thooksPath = /nowhere\n\trepositoryformatversion = 99\n"
	"\tbare = false\n\tworktree = /nowhere\n\tcommentChar = x\n"
	"[extensions]\n\tworktreeConfig = true\n\tunknown = true\n"
	"[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = /bin/false\n"
	"[i18n]\n\tcommitEncoding = ISO-8859-1\n"
	"[init]\n\tdefaultBranch = trunk\n\ttemplateDir = /nowhere\n"
	"[safe]\n\tdirectory =\n"
	"[pack]\n\tpackSizeLimit = 1\n\twindow = 0\n[gc]\n\tauto = 1\n"
	"[transfer]\n\thideRefs = refs/heads\n"
	"[include]\n\tpath = /nowhere\n",
	"[core\n"
};

/* Seven turns in two packs, and maintenance; the id of the
 * last in `out`. Run in a child, since environments are a process's. */
static int play(const char *root, int out)
{
	struct place p = place_open(root);
	struct sp_oid a;
	struct sp_oid b;

	if (sp_store_lock(p.game, 0, NULL) != SP_OK)
		return 2;
	a = place_play(p.game, 0);
	b = place_commits(p.game, a, 1, 6);
	if (sp_store_flush(p.game, NULL) != SP_OK ||
		sp_store_move_head(p.game, &a, &b, NULL, 0, NULL) != SP_OK)
		return 3;
	if (place_count(p.game, "logs", "") > 0)
		return 4;
	/* Git itself, where there is one. */
	if (system("env -i PATH=/usr/bin:/bin git --version >/dev/null 2>&1") ==
		0) {
		if (sp_store_tidy(p.game, true, NULL) != SP_OK ||
			sp_store_tidied(p.game, NULL) != SP_OK)
			return 5;
		if (place_count(p.game, "objects/pack", ".pack") != 1)
			return 6;
	}
	if (sp_store_check_tip(p.game, NULL) != SP_OK)
		return 7;
	b = place_head(p.game);
	place_close(&p);
	return write(out, b.hex, sizeof(b.hex)) == sizeof(b.hex) ? 0 : 8;
}

static int set_hostile_environment(const char *home)
{
	static const char *const names[][2] = {
		{ "GIT_DIR", "/nowhere" },
		{ "GIT_WORK_TREE", "/nowhere" },
		{ "GIT_INDEX_FILE", "/nowhere" },
		{ "GIT_OBJECT_DIRECTORY", "/nowhere" },
		{ "GIT_ALTERNATE_OBJECT_DIRECTORIES", "/nowhere" },
		{ "GIT_CEILING_DIRECTORIES", "/" },
		{ "GIT_NAMESPACE", "elsewhere" },
		{ "GIT_AUTHOR_NAME", "Mallory" },
		{ "GIT_AUTHOR_EMAIL", "m@example.org" },
		{ "GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z" },
		{ "GIT_COMMITTER_NAME", "Mallory" },
		{ "GIT_COMMITTER_EMAIL", "m@example.org" },
		{ "GIT_COMMITTER_DATE", "2001-01-01T00:00:00Z" },
		{ "GIT_CONFIG_COUNT", "1" },
		{ "GIT_CONFIG_KEY_0", "core.bare" },
		{ "GIT_CONFIG_VALUE_0", "false" },
		{ "GIT_TEMPLATE_DIR", "/nowhere" },
		{ "GIT_DEFAULT_HASH", "sha256" },
		{ "TZ", "Asia/Kathmandu" },
		{ "LC_ALL", "tr_TR.UTF-8" },
		{ "LANG", "tr_TR.UTF-8" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		if (setenv(names[i][0], names[i][1], 1) != 0)
			return -1;
	}
	(void)setlocale(LC_ALL, "");
	return setenv("HOME", home, 1) | setenv("XDG_CONFIG_HOME", home, 1);
}

static int play_in_child(const char *home, struct sp_oid *out)
{
	const char *root = test_tempdir();
	int ends[2];
	int status = -1;
	pid_t pid;

	EQUAL_INT_FATAL(pipe(ends), 0);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0)
		_exit(home != NULL && set_hostile_environment(home) != 0
				? 9
				: play(root, ends[1]));
	(void)close(ends[1]);
	if (sp_read_full(ends[0], out->hex, sizeof(out->hex)) != SP_OK)
		out->hex[0] = '\0';
	(void)close(ends[0]);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A home with this configuration of git. */
static const char *make_home(const char *config)
{
	static const char *const files[] = { ".gitconfig", "git/config" };
	const char *home = test_tempdir();
	char *folder = sp_xasprintf("%s/git", home);

	EQUAL_INT(sp_mkdirs(folder, 0777, NULL), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(files); i++) {
		char *path = sp_xasprintf("%s/%s", home, files[i]);

		EQUAL_INT(
			sp_file_write(path, config, strlen(config), 0644, NULL),
			SP_OK);
		sp_free(path);
	}
	sp_free(folder);
	return home;
}

TEST("store/config", "nothing shows")
{
	struct sp_oid quiet;
	struct sp_oid loud;

	EQUAL_INT(play_in_child(NULL, &quiet), 0);
	/* Pinned: a change of any byte of a commit changes it. */
	EQUAL_STRING(quiet.hex, "52beb43f0148291989c88293682948a1d43370c0");
	for (size_t i = 0; i < SP_ARRAY_LEN(hostile); i++) {
		EQUAL_INT(play_in_child(make_home(hostile[i]), &loud), 0);
		EQUAL_STRING(quiet.hex, loud.hex);
	}
}
