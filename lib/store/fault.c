/*
 * Is a game lost, or does the system refuse to show it just now? libgit2 does
 * not say: a file that could not be opened, mapped or even looked for (EMFILE,
 * EIO, ENOMEM, EACCES) is often "not found" to it. So an object counts as lost
 * only after every file of the repository was read with no call failing.
 */
#include "store/store_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK     65536
#define DEPTH_MAX 16

bool store_system_failed(void)
{
	const git_error *last = git_error_last();

	return last != NULL && (last->klass == GIT_ERROR_OS ||
				       last->klass == GIT_ERROR_NOMEMORY);
}

int store_note(const struct sp_store_game *game, int code)
{
	struct sp_store *store = game->store;

	if (store != NULL && code != SP_OK) {
		sp_format(
			store->faulty, sizeof(store->faulty), "%s", game->gid);
		store->fault = code;
	}
	return code;
}

int sp_store_fault(const struct sp_store *store, const char *gid)
{
	return sp_streq(store->faulty, gid) ? store->fault : SP_OK;
}

void sp_store_forget_fault(struct sp_store *store)
{
	store->faulty[0] = '\0';
	store->fault = SP_OK;
}

/* ---- every file ---------------------------------------------------------- */

static int failed(const char *path, struct sp_error *e)
{
	return sp_error_set(
		e, SP_ESYS, "cannot read %s: %s", path, strerror(errno));
}

/* libgit2 maps what it reads of packs. */
static int map(int fd, off_t size, const char *path, struct sp_error *e)
{
	void *bytes;

	if (size == 0)
		return SP_OK;
	bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return failed(path, e);
	(void)munmap(bytes, (size_t)size);
	return SP_OK;
}

static int read_file(const char *path, struct sp_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	char *chunk;
	ssize_t n;
	int code = SP_OK;

	if (fd < 0) /* somebody put another file in its place, or packed it */
		return errno == ENOENT ? SP_OK : failed(path, e);
	chunk = sp_xmalloc(CHUNK);
	do {
		n = read(fd, chunk, CHUNK);
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0 || fstat(fd, &st) != 0)
		code = failed(path, e);
	else
		code = map(fd, st.st_size, path, e);
	sp_free(chunk);
	(void)close(fd);
	return code;
}

static int read_folder(const char *path, int depth, struct sp_error *e);

static int read_entry(const char *path, int depth, struct sp_error *e)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? SP_OK : failed(path, e);
	if (S_ISDIR(st.st_mode))
		return depth < DEPTH_MAX ? read_folder(path, depth + 1, e)
					 : SP_OK;
	return S_ISREG(st.st_mode) ? read_file(path, e) : SP_OK;
}

static int read_folder(const char *path, int depth, struct sp_error *e)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int code = SP_OK;

	if (dir == NULL)
		return errno == ENOENT ? SP_OK : failed(path, e);
	while (code == SP_OK) {
		char *below;

		errno = 0;
		entry = readdir(dir);
		if (entry == NULL) {
			if (errno != 0)
				code = failed(path, e);
			break;
		}
		if (sp_streq(entry->d_name, ".") ||
			sp_streq(entry->d_name, ".."))
			continue;
		below = sp_xasprintf("%s/%s", path, entry->d_name);
		code = read_entry(below, depth, e);
		sp_free(below);
	}
	(void)closedir(dir);
	return code;
}

int sp_store_probe(
	const struct sp_store *store, const char *gid, struct sp_error *e)
{
	char *path = store_gid_path(store, gid, ".git");
	int code = path != NULL ? read_folder(path, 0, e) : SP_OK;

	sp_free(path);
	return code;
}

/* ---- the folder of all games --------------------------------------------- */

/* A shard's name has two characters, and none of them is a dot. */
static bool is_shard(const char *name)
{
	return strlen(name) == 2 && name[0] != '.';
}

int sp_store_is_empty(
	const struct sp_store *store, bool *empty, struct sp_error *e)
{
	DIR *dir = opendir(store->root);
	struct dirent *entry;

	*empty = true;
	if (dir == NULL)
		return failed(store->root, e);
	errno = 0;
	while (*empty && (entry = readdir(dir)) != NULL)
		*empty = !is_shard(entry->d_name);
	int code = errno != 0 ? failed(store->root, e) : SP_OK;
	(void)closedir(dir);
	return code;
}
